"""Worlds of both packs with their webs, the requests for their pages, and drafts kept on disk."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_files import template_web
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.passage import DraftPassage, DraftSlot
from fictionworld.simulator.drafts.request import page_request
from fictionworld.worlds.fact import FactId
from tests.small import small_dataset
from tests.web.written import written


@cache
def world(world_id):
    """The web of a world of the small dataset."""
    return web_in(open_dataset(small_dataset()), world_id)


def world_with(pack, *columns):
    """The web of the first drawn world of a pack with these columns, each a table and a name."""
    webs = (written(pack, world_id)[0] for world_id in range(12))
    return next(web for web in webs if all(column in web.context.wordings for column in columns))


def web_in(dataset, world_id):
    """The web of a world of a dataset."""
    return template_web(dataset, world_id)


@cache
def checks(world_id):
    return Checks(world(world_id))


@cache
def page_requests(world_id):
    web = world(world_id)
    found = (page_request(web, head.number) for head in web.heads)
    return [request for request in found if request is not None]


def fair(name):
    """The fair drafts of a file: each with its passage, its world, and what its page is called."""
    for told in _lines(f"fair_{name}.jsonl"):
        yield (told["text"], *_passage(told))


def planted():
    """Drafts, fair and with planted faults, each with its kind, its half, and the same again."""
    passages = {told["id"]: _passage(told) for told in _lines("planted_passages.jsonl")}
    for told in _lines("planted_drafts.jsonl"):
        yield (told["kind"], told["half"], told["text"], *passages[told["passage"]])


def _lines(name):
    path = Path(__file__).with_name(name)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _passage(told):
    given = told["passage"]
    slots = tuple(_slot(told["world"], slot) for slot in given["slots"])
    passage = DraftPassage(
        given["key"], given["plain"], slots, given["subject"], tuple(given["said"]),
        tuple(given["may"]),
    )  # fmt: skip
    page = f"{told['title']} {told['outlet']} {told['theme']}"
    return passage, (told["pack"], told["world"]), page


def _slot(world_id, told):
    column, _, row = told["name"].partition(":")
    fact = FactId(world_id, told["table"], int(row), column)
    names = ("name", "form", "label", "reads", "filler")
    return DraftSlot(fact=fact, **{name: told[name] for name in names})
