"""Each strategy's signature, measured in the worlds and the webs of every packaged pack: the packs
of a strategy have it, and the packs of the others have not.
"""

# Sheets have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlsplit

import pytest

from fictionworld.building.config import BuildConfig, resolve
from fictionworld.errors import PackError
from fictionworld.generators.fill import fill_worlds
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.fields import Strategy
from fictionworld.packs.source import new_source, packaged_path, parse_source
from fictionworld.text.known import KnownNames
from fictionworld.validators.sanity import ask_sanity
from tests.small import strategies, two_every_day
from tests.web.drawn import seeds
from tests.web.written import written

if TYPE_CHECKING:
    import polars as pl

WORLDS = 40
TODAY = 2026
"""Worlds moved in time lie after this year; of the others some lie before."""
KEYS = {
    "time_shifted": "anchors",
    "long_tail": "slice",
    "private": "versions",
    "grounded": "grounds",
}
PAPERS = {"memo", "minutes", "ticket"}


@cache
def rows(name: str) -> dict[str, pl.DataFrame]:
    return fill_worlds(load_pack(name), seeds(range(WORLDS))).frames


def declared(name):
    """What sanity says of what the pack declares for its strategy; its own queries come before."""
    pack = load_pack(name)
    return ask_sanity(pack, rows(name))[len(pack.spec.sanity) :]


def is_moved_in_time(name):
    """All worlds lie ahead, and a cited value moves by its trend: today's would not be right."""
    years = rows(name)["setting"]["season_year" if name == "football" else "year"]
    spec = load_pack(name).spec
    if years.min() <= TODAY or not spec.anchors:
        return False
    return declared(name)[-1].figure <= 0.05 and all(anchor.trend for anchor in spec.anchors)


def is_slice_of_a_register(name):
    """Pages name ten times as many subjects as the world has, and few pages are about each."""
    web, _ = written(name, 1)
    part = load_pack(name).spec.slice
    sheets = [web.page(head.number).body for head in web.heads if head.kind == "register"]
    if part is None or not sheets:
        return False
    own = web.context.cells(part.of, "name")
    outside = {line for body in sheets for line in re.findall(r"^[*-] (.+)$", body, re.MULTILINE)}
    names = {line.partition(" – ")[0] for line in outside}
    assert not names & set(own)
    assert not KnownNames.load().contains(sorted(names)).any()
    about = Counter({(part.of, row): 0 for row in range(1, len(own) + 1)})
    for head in web.heads:
        page = web.plan.page(head.number)
        if page.listed is None and page.row:
            about[page.table, page.row] += 1
    named = Counter(name for body in sheets for name in names if f" {name} – " in body)
    return (
        len(outside) >= 10 * len(own)
        and median(about.values()) <= 2
        and median(named.values()) <= 2
    )


def has_amended_facts(name):
    """Papers on hosts of one domain alone; every page about a superseded version says by which."""
    web, _ = written(name, 1)
    hosts = {urlsplit(head.url).hostname or "" for head in web.heads}
    kinds = {head.kind for head in web.heads}
    versions = load_pack(name).spec.versions
    if not (versions and PAPERS & kinds and all(host.endswith(".internal") for host in hosts)):
        return False
    for fact in versions:
        table = fact.of.partition(".")[0]
        later, names = (web.context.cells(table, column) for column in (fact.later, "name"))
        superseded = 0
        for head in web.heads:
            page = web.plan.page(head.number)
            if page.listed is None and page.table == table and later[page.row - 1]:
                superseded += 1
                assert names[later[page.row - 1] - 1] in web.page(head.number).body, head.name
        assert superseded >= 10
    return all(declared(name))


def is_held_to_a_source(name):
    """Three marginals and two correlations that sources give, in worlds too."""
    results = declared(name) if load_pack(name).spec.grounds else ()
    return len(results) >= 5 and all(results)


SIGNATURES = {
    "time_shifted": is_moved_in_time,
    "long_tail": is_slice_of_a_register,
    "private": has_amended_facts,
    "grounded": is_held_to_a_source,
}


@pytest.mark.parametrize("name", two_every_day())
@pytest.mark.parametrize("strategy", get_args(Strategy))
def test_only_the_packs_of_a_strategy_have_its_signature(strategy, name):
    assert SIGNATURES[strategy](name) == (strategies()[name] == strategy)


def test_each_strategy_has_packs():
    assert set(strategies().values()) == set(SIGNATURES) == set(KEYS)


@pytest.mark.parametrize("name", two_every_day())
def test_a_pack_that_says_another_strategy_is_refused(name):
    """By the key that it lacks or has too much; no other word of the pack is read."""
    text = packaged_path(name).read_text("utf-8")
    for strategy in set(KEYS) - {strategies()[name]}:
        other = text.replace(f"strategy: {strategies()[name]}\n", f"strategy: {strategy}\n")
        with pytest.raises(PackError, match=rf"got '{KEYS[strategies()[name]]}' with strategy"):
            compile_source(parse_source(other, "mine.yaml"))


def refused(tmp_path, text):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(PackError) as error:
        resolve(BuildConfig(1, packs=(str(file),)))
    return str(error.value)


def without(text, key):
    """A pack's text without a key of the top level."""
    return re.sub(rf"^{key}:.*\n((  .*)?\n)*?(?=\S)", "", text, flags=re.MULTILINE)


def test_no_worlds_are_built_of_a_pack_that_declares_nothing(tmp_path):
    said = refused(tmp_path, without(new_source("mine"), "grounds"))
    assert "mine.yaml:6: strategy: got grounded without 'grounds'; give grounds: three" in said


def test_an_institution_has_no_public_pages(tmp_path):
    text = packaged_path("museum").read_text("utf-8")
    said = refused(tmp_path, text.replace("{kind: ticket, share: 0.3", "{kind: news, share: 0.3"))
    assert "tables.room.pages[2].kind: got news, which is public; allowed with strategy" in said
    assert "private: memo, minutes, statistics, directory, ticket" in said


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("football", "value: -0.83", "value: -1.83", "got value -1.83; allowed: a coefficient"),
        ("football", "within: 0.2,", "within: 0.9,", "got within 0.9; allowed: at most 0.3"),
        ("football", "value: 2.82, within: 0.3", "value: 2.82, within: 3", "at most 0.846, 30%"),
        ("football", "of: match.away_goals", "of: match.away_goal", "did you mean 'away_goals'"),
        ("smartphones", "of: phone.battery", "of: phone.body", "got phone.body, which is hidden"),
        ("smartphones", "of: phone.battery", "of: phone.launched", "got phone.launched"),
        ("wine_region", "slice: {of: estate", "slice: {of: harvest", "no name from a pool"),
        ("wine_region", "times: 12", "times: 9", "got 9; give a whole number from 10 to 40"),
        ("museum", "dated: decided", "dated: decide", "did you mean 'decided'"),
        ("museum", "later: later", "later: room", "references of ruling to its own successor"),
        ("museum", "in_force: room.light", "in_force: room.area", "does not follow from the last"),
    ],
)
def test_what_is_declared_must_mean_something(name, old, new, said):
    text = packaged_path(name).read_text("utf-8")
    assert old in text
    with pytest.raises(PackError) as error:
        compile_source(parse_source(text.replace(old, new, 1), "mine.yaml"))
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("smartphones", "value: 4900, trend: 0.03", "value: 5900, trend: 0.03"),
        ("smartphones", "value: 4900, trend: 0.03", "value: 4900, trend: 0.2"),
        ("smartphones", "value: 4900, trend: 0.03", "value: 4900, trend: 0.0"),
        ("football", "value: 2.82", "value: 1.82"),
        ("football", "value: -0.83", "value: 0.83"),
    ],
)
def test_what_is_declared_is_measured(name, old, new):
    """A false figure, a false trend and values that no trend moves are noticed."""
    text = packaged_path(name).read_text("utf-8").replace(old, new, 1)
    pack = compile_source(parse_source(text, "mine.yaml"))
    assert not all(ask_sanity(pack, rows(name))[len(pack.spec.sanity) :])
