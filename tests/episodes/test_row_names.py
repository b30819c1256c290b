"""Names of rows, found in any text."""

from __future__ import annotations

from types import SimpleNamespace

from fictionworld.episodes.world_handle import RowNames


def names(*said):
    rows = {("phone", row): name for row, name in enumerate(said, 1)}
    return RowNames(SimpleNamespace(names=rows))


def test_the_longer_name_is_meant_and_words_are_whole():
    found = names("Nova 12", "Nova 12 Pro", "Ulm")
    assert found.in_text("Ulm: Nova 12 Pro, Nova 12; Nova 123, Ulmer") == [
        "Ulm", "Nova 12 Pro", "Nova 12",
    ]  # fmt: skip
    assert found.rows("the Nova 12 Pro") == {("phone", 2)}


def test_rows_of_one_name_are_all_meant():
    assert names("Ulm", "Ulm").rows("Ulm") == {("phone", 1), ("phone", 2)}


def test_an_empty_name_and_no_name_are_found_nowhere():
    assert names("", "Ulm").in_text("in Ulm") == ["Ulm"]
    assert names().in_text("in Ulm") == []
