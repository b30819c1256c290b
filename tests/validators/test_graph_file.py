"""A world's graph as a file."""

import networkx as nx
import pytest

from fictionworld.errors import StorageError, UsageError
from fictionworld.validators.check import check_worlds
from fictionworld.validators.graph_file import write_graph
from tests.validators.factory import choir, choir_pack


@pytest.fixture
def spoiled():
    frames = choir(singer={1: {"teacher": 3}, 2: {"name": "B & <B>"}}, part={1: {"song": 9}})
    return frames, check_worlds(choir_pack(), frames).violations


def test_dot_marks_violations(tmp_path, spoiled):
    frames, violations = spoiled
    write_graph(choir_pack(), frames, violations, tmp_path / "choir.dot")
    text = (tmp_path / "choir.dot").read_text(encoding="utf-8")
    assert text.startswith("digraph {") and text.endswith("}\n")
    assert "The choir in 2025" in text and "comes back to itself" in text
    assert '"part 1" -> "concert 1" [label="concert"]' in text
    assert '"singer 2" [label="B & <B>"]' in text
    singer, song = (
        next(line for line in text.splitlines() if start in line)
        for start in ('"singer 1" [', '"song 9" [')
    )
    assert "color=red" in singer and "singer.forest: teacher" in singer
    assert "song 9 (missing)" in song and "color=red" in song


def test_a_sound_world_has_no_red(tmp_path):
    write_graph(choir_pack(), choir(), (), tmp_path / "choir.dot")
    assert "color=red" not in (tmp_path / "choir.dot").read_text(encoding="utf-8")


def test_graphml_holds_nodes_edges_and_marks(tmp_path, spoiled):
    frames, violations = spoiled
    write_graph(choir_pack(), frames, violations, tmp_path / "choir.graphml")
    graph = nx.read_graphml(tmp_path / "choir.graphml")
    assert graph.nodes["singer 2"]["name"] == "B & <B>"
    assert "singer.forest: teacher" in graph.nodes["singer 1"]["violations"]
    assert graph.nodes["song 9"]["missing"]
    assert ("part 1", "concert 1") in {(a, b) for a, b, *_ in graph.edges}


def test_other_endings_and_other_places(tmp_path):
    with pytest.raises(UsageError, match=r"got 'choir\.png'"):
        write_graph(choir_pack(), choir(), (), tmp_path / "choir.png")
    with pytest.raises(StorageError):
        write_graph(choir_pack(), choir(), (), tmp_path / "no" / "choir.dot")
