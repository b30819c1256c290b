"""Pictures and exports of a world's graph."""

from xml.etree import ElementTree

import networkx as nx
import pytest

from fictionworld.errors import StorageError, UsageError
from fictionworld.validators.check import check_worlds
from fictionworld.validators.drawing import draw_graph
from tests.validators.factory import choir, choir_pack


@pytest.fixture
def spoiled():
    frames = choir(singer={1: {"teacher": 3}, 2: {"name": "B & <B>"}}, part={1: {"song": 9}})
    return frames, check_worlds(choir_pack(), frames).violations


def test_the_picture_is_svg_and_marks_violations(tmp_path, spoiled):
    frames, violations = spoiled
    draw_graph(choir_pack(), frames, violations, tmp_path / "choir.svg")
    text = (tmp_path / "choir.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    words = " ".join(root.itertext())
    assert "The choir in 2025" in words
    assert "comes back to itself" in words
    assert "9 (not there)" in words
    assert "href" not in text  # nothing is fetched from elsewhere
    assert "#d11141" in text


def test_a_sound_world_has_no_red(tmp_path):
    draw_graph(choir_pack(), choir(), (), tmp_path / "choir.svg")
    assert "#d11141" not in (tmp_path / "choir.svg").read_text(encoding="utf-8")


def test_graphml_holds_nodes_edges_and_marks(tmp_path, spoiled):
    frames, violations = spoiled
    draw_graph(choir_pack(), frames, violations, tmp_path / "choir.graphml")
    graph = nx.read_graphml(tmp_path / "choir.graphml")
    assert graph.nodes["singer 2"]["name"] == "B & <B>"
    assert "singer.forest: teacher" in graph.nodes["singer 1"]["violations"]
    assert graph.nodes["song 9"]["missing"]
    assert ("part 1", "concert 1") in {(a, b) for a, b, *_ in graph.edges}


def test_other_endings_and_other_places(tmp_path):
    with pytest.raises(UsageError, match=r"got 'choir\.png'"):
        draw_graph(choir_pack(), choir(), (), tmp_path / "choir.png")
    with pytest.raises(StorageError):
        draw_graph(choir_pack(), choir(), (), tmp_path / "no" / "choir.svg")
