"""The bench measures what it says, and says when a target is missed."""

from __future__ import annotations

import dataclasses
import shutil
import sys

import pytest

from fictionworld.bench import serving
from fictionworld.bench.building import building_figures
from fictionworld.bench.figure import Figure
from fictionworld.bench.http import LoadOptions, http_figures
from fictionworld.bench.packs import breadth_figures, phrase_overlap
from fictionworld.bench.process import run
from fictionworld.bench.startup import reading_figures, startup_figures
from fictionworld.bench.suite import machine
from fictionworld.bench.wording import engine_figures, wording_figures
from fictionworld.dataset import open_dataset
from fictionworld.errors import FictionworldError
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from tests.small import small_dataset


@pytest.mark.parametrize(
    ("value", "at_most", "met"),
    [(1.0, 1.0, True), (1.1, 1.0, False), (9.0, None, None), (None, 1.0, None)],
)
def test_a_figure_knows_whether_it_is_met(value, at_most, met):
    assert Figure("x", value, "s", at_most).met is met


def test_time_and_memory_of_a_process_and_its_children():
    child = "import time; x = bytearray(150_000_000); time.sleep(0.6)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}]); print(7)"
    measured = run(sys.executable, "-c", parent)
    assert measured.output == "7\n"
    assert 0.6 < measured.seconds < 20
    assert 150e6 < measured.peak_bytes < 300e6


def test_a_command_that_fails():
    with pytest.raises(FictionworldError, match="ended with 3: no"):
        run(sys.executable, "-c", "import sys; print('no', file=sys.stderr); sys.exit(3)")


@pytest.mark.slow
def test_starting():
    figures = startup_figures()
    assert [figure.unit for figure in figures] == ["s"] * (2 + len(pack_names()))
    assert all(figure.value > 0 for figure in figures)


def test_reading(monkeypatch):
    monkeypatch.setattr("fictionworld.bench.startup._READS", 5)
    figures = {figure.name: figure for figure in reading_figures(small_dataset())}
    assert figures["read one world, p50"].value > 0


@pytest.mark.slow
def test_building(tmp_path):
    figures = {figure.name: figure for figure in building_figures(tmp_path, 2)}
    assert "build 2 worlds" in figures
    assert figures["build 2 worlds of two packs, processor time"].value > 0.1
    assert 0.5 < figures["the same of all packs against two"].value < 3
    assert figures["size on disk"].value > 0
    assert figures["memory of the build"].value > 0.05
    assert "plain write" in " ".join(figures)


@pytest.mark.slow
def test_what_packs_share(tmp_path):
    filled, matched, *_, mean, worst = breadth_figures(tmp_path, 2 * len(pack_names()))
    assert filled.at_most == 10 and filled.met
    assert filled.value < matched.value < 60 and matched.at_most is None
    assert 0 < mean.value < worst.value < 20


def test_phrases_that_two_packs_share():
    names = ("football", "smartphones", "shipping")
    packs = [load_pack(name) for name in names]
    shared = phrase_overlap([*packs, dataclasses.replace(packs[0], name="another")])
    assert shared["another", "football"] == 1
    assert shared["football", "smartphones"] < 0.1
    assert len(shared) == 6


def test_the_machine_is_named():
    assert "cores" in machine()


@pytest.mark.slow
def test_wording(monkeypatch):
    monkeypatch.setattr("fictionworld.bench.wording._WORLDS", 2)
    spent, requests, tokens, reused = wording_figures(small_dataset())
    assert 0 < spent.value < 20 and spent.at_most == 0.5
    assert 10 < requests.value < 50 and 10_000 < tokens.value < 200_000
    assert 1 < reused.value < 90  # few passages of two worlds are alike


@pytest.mark.parametrize(
    ("installed", "said"), [(None, "vLLM is not installed"), (object(), "name a model")]
)
def test_what_is_not_measured_says_why(monkeypatch, installed, said):
    monkeypatch.setattr("fictionworld.bench.wording.find_spec", lambda _: installed)
    (figure,) = engine_figures(open_dataset(small_dataset()), None)
    assert figure.value is None and figure.met is None and said in figure.note


@pytest.mark.slow
def test_a_training_batch(tmp_path, monkeypatch):
    for name, value in (("_EPISODES", 8), ("_STORM", 12), ("_CALLS", 4), ("_FEW", 2)):
        monkeypatch.setattr(serving, name, value)
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    figures = {figure.name: figure for figure in serving.serving_figures(folder)}
    assert len(figures) == 11
    assert all(figure.value > 0 for figure in figures.values())
    assert figures["an open world in memory"].met and figures["a world's files"].met


@pytest.mark.slow
def test_a_server_under_load(tmp_path):
    stages = []
    options = LoadOptions(seconds=2, overload_s=1, live=8, short=40, workers=1, worlds=4)
    figures = {one.name: one for one in http_figures(options, tmp_path, stages.append)}
    assert len(stages) == 3 and len(figures) == 18
    for phase in ("created", "cold", "learned", "burst", "warm"):
        assert figures[f"errors: {phase}"].value == 0, figures[f"errors: {phase}"].note
    assert 0 < figures["a call, warm, p50"].value < 60_000
    assert figures["a call, warm: processor time"].value > 0.1
    memory = figures["memory that each of 40 short episodes leaves, at least"]
    assert "40 answered" in memory.note
    assert list(tmp_path.iterdir()) == []
