"""A world as a graph: rows and references."""

from fictionworld.worlds.fact import RowId
from fictionworld.worlds.graph import world_graph
from tests.validators.factory import choir, choir_pack


def test_a_world_as_a_graph():
    graph = world_graph(choir_pack(), choir(singer={3: {"teacher": 8}}))
    assert graph.number_of_nodes() == 12 + 1
    assert graph.nodes[RowId("singer", 1)]["name"] == "Ilse Tarvig"
    assert graph.nodes[RowId("singer", 8)]["missing"]
    assert graph.has_edge(RowId("part", 1), RowId("concert", 1), key="concert")
