"""`tools/breadth.py`: shares and intervals whose answer is known, its tables, and a small run."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import polars as pl
import pytest

import fictionworld as fw
from fictionworld.bench.phrasings import QUESTIONS, SENTENCES, STATEMENTS, Phrasings
from fictionworld.bench.rules import rule_counts
from fictionworld.learning.search_tree import SearchTrees
from tests.small import small_dataset, trained_on_dataset
from tools import breadth
from tools.breadth import Grid, PackWorlds, estimate, main, packs_of, surface
from tools.breadth_report import report_tables, surface_plot, with_tables

GRID = Grid((1, 2), (1,), 3)
NAMES = ("chess", "rowing", "tennis")


def world(world_id, words, *, reserved=None):
    """Phrasings of a world with three rows, stated in some words, and once in reserved ones."""
    statements = [(world_id, row, 1, False, True, words, words + 1) for row in range(3)]
    if reserved is not None:
        statements.append((world_id, 9, 1, True, True, reserved, reserved + 1))
    return Phrasings(
        pl.DataFrame(statements, STATEMENTS, orient="row"),
        pl.DataFrame(schema=QUESTIONS),
        pl.DataFrame([(world_id, words, 4)], SENTENCES, orient="row"),
    )


def packs():
    """Three packs, each with words of its own."""
    read = {}
    for number, name in enumerate(NAMES, 1):
        train = world(number, 100 * number)
        read[name] = PackWorlds(
            {1: rule_counts(train)},
            {1: train.sentences.select("sentence")},
            world(10 + number, 100 * number, reserved=1000 * number),
        )
    return read


def test_what_was_read_is_filled_and_nothing_else():
    points = {(p.name, p.packs): p.estimate for p in surface(packs(), GRID)}
    for count in GRID.packs:
        for learner in ("phrasings", "question"):
            assert points[f"{learner}/own/seen", count] == (1, 1, 1)
            assert points[f"{learner}/others/seen", count] == (0, 0, 0)
            assert points[f"{learner}/own/reserved", count] == (0, 0, 0)
        assert points["sentences/own/seen", count] == (1, 1, 1)
        assert points["sentences/others/seen", count] == (0, 0, 0)


def test_each_pack_is_trained_on_equally_often():
    trained = [name for draw in range(3) for name in packs_of(NAMES, draw, 2)]
    assert sorted(trained) == sorted(2 * NAMES)
    assert packs_of(NAMES, 1, 1) == packs_of(NAMES, 1, 2)[:1]


def test_an_interval_holds_the_mean_and_narrows_with_worlds():
    def draws(worlds):
        right = [at % 2 * 10 for at in range(worlds)]
        return [pl.DataFrame({"world": range(worlds), "right": right, "cells": [10] * worlds})] * 4

    few, many = estimate(draws(8)), estimate(draws(200))
    assert few.value == many.value == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high


def test_tables_replace_those_of_a_page():
    tables = report_tables(surface(packs(), GRID))
    page = with_tables("Before.\n<!-- tables -->\nold\n<!-- end of tables -->\nBehind.\n", tables)
    assert "| 2 | 1 | 1.00 (1.00, 1.00) | 0.00 (0.00, 0.00) |" in page
    assert page.startswith("Before.\n") and page.endswith("\nBehind.\n") and "old" not in page
    assert with_tables(page, tables) == page


def test_the_picture_is_an_svg_document():
    picture = ElementTree.fromstring(surface_plot(surface(packs(), GRID)))
    lines = [element for element in picture.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        (["--packs", "1", "--worlds", "3"], "build more worlds, with --held-out none"),
        (["--packs", "1,2"], "--packs: got 2; .* has 2 packs"),
    ],
)
def test_a_dataset_that_is_too_small_is_told_before_anything_is_read(sizes, message, capsys):
    with pytest.raises(SystemExit, match="2"):
        main([str(small_dataset()), *sizes])
    assert re.search(message, " ".join(capsys.readouterr().err.split()))


@pytest.mark.slow
def test_a_small_run(tmp_path, capsys):
    page, plot = tmp_path / "page.md", tmp_path / "plot.svg"
    page.write_text("<!-- tables -->\n<!-- end of tables -->\n")
    sizes = ["--packs", "1", "--worlds", "1,4", "--draws", "2"]
    arguments = [*sizes, "--workers", "1", "--no-control"]
    main([str(trained_on_dataset()), *arguments, "--page", str(page), "--plot", str(plot)])
    tables = capsys.readouterr().out
    assert tables in page.read_text() and "Sentences that training has" in tables
    assert plot.read_text().startswith("<svg")


@pytest.mark.slow
def test_the_control_trains_on_some_packs_and_is_evaluated_on_another(monkeypatch):
    monkeypatch.setattr(breadth, "_CONTROL_UPDATES", 1)
    monkeypatch.setattr(breadth, "_CONTROL_TASKS", 4)
    dataset = fw.open(trained_on_dataset())
    before, after = breadth.control_run(1, SearchTrees(dataset), breadth.ControlRun(1, 5, 0))
    assert 0 < before < 1 and 0 < after <= 1 and before != after
