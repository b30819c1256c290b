"""The batched walks and networkx are two implementations; they never disagree."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.validators.rules.graphs import _no_chain, component_labels, in_circles
from fictionworld.worlds.fact import RowId
from fictionworld.worlds.graph import chain_faults, cycle, pieces, world_graph
from tests.validators.factory import choir, choir_pack

following = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.integers(-1, n - 1), min_size=n, max_size=n)
)


@given(following)
def test_circles(pointers):
    graph = nx.DiGraph([(row, to) for row, to in enumerate(pointers) if to >= 0])
    endless = in_circles(np.array(pointers))
    assert endless.any() == bool(cycle(graph))
    for row in range(len(pointers)):
        reached = nx.descendants(graph, row) | {row} if row in graph else {row}
        assert endless[row] == any(set(loop) & reached for loop in nx.simple_cycles(graph))


@given(st.integers(1, 15), st.data())
def test_pieces(nodes, data):
    node = st.integers(0, nodes - 1)
    edges = data.draw(st.lists(st.tuples(node, node), max_size=25))
    one, other = (np.array([edge[k] for edge in edges], dtype=np.int64) for k in (0, 1))
    label = component_labels(nodes, one, other)
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(nodes))
    assert {frozenset(part) for part in pieces(graph)} == {
        frozenset(np.flatnonzero(label == each).tolist()) for each in set(label.tolist())
    }


@given(following)
def test_chains(pointers):
    rows = np.array(pointers)
    suspects = _no_chain(rows, np.zeros(len(rows), dtype=np.int64), 1)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(rows)))
    graph.add_edges_from((row, to) for row, to in enumerate(pointers) if to >= 0)
    assert suspects.any() == bool(chain_faults(graph))


def test_a_world_as_a_graph():
    graph = world_graph(choir_pack(), choir(singer={3: {"teacher": 8}}))
    assert graph.number_of_nodes() == 12 + 1
    assert graph.nodes[RowId("singer", 1)]["name"] == "Ilse Tarvig"
    assert graph.nodes[RowId("singer", 8)]["missing"]
    assert graph.has_edge(RowId("part", 1), RowId("concert", 1), key="concert")
