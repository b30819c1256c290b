"""What a search is given holds no value that the policy closes, however one looks for it there."""

from __future__ import annotations

import gc
from datetime import date
from decimal import Decimal
from types import FunctionType, ModuleType

import numpy as np
import polars as pl
import pytest

import fictionworld as fw
from fictionworld.episodes.world_handle import open_world, written_world
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.search_tool import FoundPages, SearchOutcome, SearchTool
from fictionworld.simulator.tool import CallContext, Tool
from fictionworld.web.page import Page
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows
from tests.small import small_dataset, small_twins

KNOW_VALUES = (
    Catalogue, CallContext, ServedPages, World, WorldRows, Page, Passages, pl.DataFrame, Tool,
)  # fmt: skip


PLAIN = (str, bytes, int, float, Decimal, date)


def reachable(*roots):
    """Every object that can be reached from others, through closures and private fields too."""
    seen, waiting = {}, list(roots)
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, type | ModuleType) or id(thing) in seen:
            continue
        seen[id(thing)] = thing
        if isinstance(thing, FunctionType):  # not its module's globals
            waiting += [cell.cell_contents for cell in thing.__closure__ or ()]
            waiting += thing.__defaults__ or ()
        else:
            waiting += gc.get_referents(thing)
    return list(seen.values())


def contents(things):
    """All texts, numbers and dates among some objects."""
    plain = {(type(thing), thing) for thing in things if isinstance(thing, PLAIN)}
    arrays = {thing.tobytes() for thing in things if isinstance(thing, np.ndarray)}
    return plain | {(np.ndarray, array) for array in arrays}


class Everything(SearchTool):
    """A search that finds every page, and keeps what it is given."""

    name = "everything"

    def __init__(self):
        self.given = []

    def read(self, arguments):
        raise AssertionError("this tool is given its call, and reads no arguments")

    def find(self, call, context):
        context.view.index.pages(["list"])
        return SearchOutcome((FoundPages(call, tuple(context.view.heads.by_number)),))

    def show(self, call, found, windows, context):
        self.given += (found, windows, context)


def given_to_a_search(handle, policy, controls):
    """Every object that a search can reach from what it is given."""
    engine = handle.under(PRESETS[controls]).engine.under(policy)
    tool = Everything()
    context = CallContext(
        catalogue=engine.catalogue,
        permit=engine.permit,
        seed=1,
        memory=Memory(),
        controls=engine.controls,
    )
    tool.answer(("list",), context)
    return reachable(*tool.given)


@pytest.fixture(scope="module", params=[open_world, written_world])
def twins(request):
    return [request.param(fw.open(folder), 1) for folder in (small_dataset(), small_twins())]


@pytest.mark.parametrize("controls", ["none", pytest.param("hostile", marks=pytest.mark.slow)])
@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_give_a_search_the_same(twins, policy, controls):
    here, there = (given_to_a_search(twin, policy, controls) for twin in twins)
    assert not [thing for thing in here if isinstance(thing, KNOW_VALUES)]
    assert contents(here) == contents(there)
    assert len(here) > 5_000


def test_what_is_open_is_given(twins):
    """The walk finds values where there are some."""
    here, there = (given_to_a_search(twin, "open", "none") for twin in twins)
    assert len(contents(here) - contents(there)) > 100
