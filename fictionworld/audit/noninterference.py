"""Non-interference: twins are searched with the same queries, and whole replies must be equal.

A reply leaks if it changes when only protected facts change. A world and its twin differ in nothing
else, so both must give the same results in the same order, with every field equal byte for byte;
likewise errors, and the prompts of a model that words search results. Queries are only a sample, so
the state that every reply is computed from (`search_state.py`) is compared too: between twins, and
with the same web that has other values where the policy closes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.queries import AuditQuery, probes_of
from fictionworld.audit.record import CheckResult, Facets, LeakEvidence, result_of
from fictionworld.audit.replies import ReplyResult
from fictionworld.audit.search_state import RefilledWeb, SearchStates
from fictionworld.audit.tally import FacetTally, added
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.web.permit import CLOSED_POLICIES, Permit, Policy

REFILLED: Final = (*CLOSED_POLICIES, "mixed:0.5")
"""The policies under which replies must not depend on the values that they close."""
_PROBES: Final = 4
"""Queries of a kind that look for values."""
_PRESETS: Final = tuple(name for name in PRESETS if name != "none")
"""Each world is also compared under one of these."""
_PROMPTS: Final = 16
"""Pages of a world whose prompts to a model are compared."""


def compare_twins(audited: AuditedWorld, policies: Iterable[str] = CLOSED_POLICIES) -> FacetTally:
    """The fields of replies that differ between one world and its twin."""
    tally = FacetTally()
    queries = [*audited.queries(), *probes_of(audited, _PROBES)]
    perturbed = _PRESETS[audited.world_id % len(_PRESETS)]
    for policy in policies:
        for asked in queries:
            _compare_search(audited, policy, asked, tally)
            _compare_perturbed(audited, policy, perturbed, asked, tally)
        _compare_errors(audited, policy, tally)
        _compare_prompts(audited, policy, tally)
    if all(policy in CLOSED_POLICIES for policy in policies):
        for controls in ("none", perturbed):
            _compare_states(audited, controls, tally)
    return tally


def summarize(tallies: Iterable[FacetTally]) -> CheckResult:
    """The check's result over all sampled worlds; a single differing field fails it."""
    tally = added(tallies)
    measures = [
        *tally.rates("fields that differ", (), at_most=0.0),
        *tally.rates(
            "fields that differ",
            ("policy",),
            ("field",),
            ("query",),
            ("pack",),
            ("controls",),
            ("policy", "field"),
        ),
    ]
    return result_of(
        "noninterference",
        "Non-interference",
        "Do twins, equal but for protected values, give the same reply to the same query?",
        measures,
        tally.findings,
        found=tally.found,
        note="Whole replies and their fields, byte for byte, over fifteen kinds of queries, some "
        "of which look for values; and the state that every reply follows from, page by page.",
    )


def _compare_search(
    audited: AuditedWorld, policy: str, asked: AuditQuery, tally: FacetTally
) -> None:
    ours, said = audited.search(policy, asked.text)
    theirs, said_there = audited.search(policy, asked.text, twin=True)
    others = {shown.url: shown for shown in theirs}
    pair = _Pair(audited, policy, asked.kind, audited.command(policy, asked.text), asked.task_id)

    for shown in ours:
        there = others.get(shown.url)
        if there is not None:
            for field, one, other in _pairs(shown, there):
                pair.compare(tally, field, one, other, shown.url)
        known = there is not None or _has_page(audited, shown.url)
        there_url = shown.url if known else "(no such address)"
        pair.compare(tally, "url", shown.url, there_url, shown.url)
    pair.compare(tally, "error", said, said_there)
    pair.compare(
        tally,
        "whole reply",
        audited.searched(policy, asked.text),
        audited.searched(policy, asked.text, twin=True),
    )


def _compare_perturbed(
    audited: AuditedWorld, policy: str, controls: str, asked: AuditQuery, tally: FacetTally
) -> None:
    """The whole reply under controls."""
    arguments = {"queries": [asked.text]}
    command = audited.command_for(policy, "web_search", arguments, controls)
    pair = _Pair(audited, policy, asked.kind, command, asked.task_id, controls)
    one = audited.reply(policy, "web_search", arguments, controls=controls)
    other = audited.reply(policy, "web_search", arguments, twin=True, controls=controls)
    pair.compare(tally, "whole reply", one, other)


def _compare_states(audited: AuditedWorld, controls: str, tally: FacetTally) -> None:
    """What all replies follow from: of the twin, and of the same web with other closed values.

    Under controls only the pages that these add are looked at: the others are the web's.
    """
    pack, world = audited.handle.pack, audited.handle.world
    # what is found follows from our own words, whoever words what is shown
    web, there = audited.plain or (audited.handle.web, audited.twin.web)
    preset = PRESETS[controls]
    past = 0 if preset.is_off else len(web.heads)

    def under_controls(web: PlannedWeb) -> PlannedWeb:
        return web if preset.is_off else PerturbedWeb(web, preset)

    here = SearchStates(pack, under_controls(web), past)
    twin = SearchStates(pack, under_controls(there), past)
    refilled: dict[Policy, SearchStates] = {}
    for policy in REFILLED:
        permit = Permit.of(policy, world)
        if permit.searching not in refilled:
            if permit.policy.kind.closes == "some":  # a copy may open what its original closes
                changed: PlannedWeb = RefilledWeb(pack, under_controls(web), permit)
            else:
                changed = under_controls(RefilledWeb(pack, web, permit))
            refilled[permit.searching] = SearchStates(pack, changed, past)
        others = {"other values": refilled[permit.searching]}
        if policy in CLOSED_POLICIES:
            others["twin"] = twin
        ours = here.under(permit)
        for query, other in others.items():
            pair = _Pair(audited, policy, query, audited.command(policy, ""), None, controls)
            for (head, one), (head_there, two) in zip(ours, other.under(permit), strict=True):
                pair.compare(
                    tally, "state", f"{head.url} {one}", f"{head_there.url} {two}", head.url
                )


def _pairs(one: ReplyResult, other: ReplyResult) -> Iterator[tuple[str, str, str]]:
    yield "title", one.title, other.title
    yield "snippet", one.snippet, other.snippet
    yield "date", one.date, other.date
    yield "error", one.more, other.more


def _has_page(audited: AuditedWorld, url: str) -> bool:
    """Whether the twin has a page at just this address."""
    number = audited.twin.web.number_of(url)
    return number is not None and audited.twin.web.heads[number - 1].url == url


def _compare_errors(audited: AuditedWorld, policy: str, tally: FacetTally) -> None:
    """Calls that cannot be answered: their texts must be the same in the twin."""
    for tool, arguments in _wrong_calls(audited):
        pair = _Pair(audited, policy, "wrong call", audited.command_for(policy, tool, arguments))
        other = audited.reply(policy, tool, arguments, twin=True)
        pair.compare(tally, "error", audited.reply(policy, tool, arguments), other)


def _compare_prompts(audited: AuditedWorld, policy: str, tally: FacetTally) -> None:
    """What a model would be asked to word on a page: the same in the twin."""
    heads = audited.handle.web.heads
    for head in heads[:: max(1, len(heads) // _PROMPTS)][:_PROMPTS]:
        pair = _Pair(audited, policy, "model's prompt", audited.command(policy, head.title))
        one = audited.prompt(head.number) or ""
        other = audited.prompt(head.number, twin=True) or ""
        pair.compare(tally, "prompt", one, other, head.url)


def _wrong_calls(audited: AuditedWorld) -> Iterator[tuple[str, dict[str, object] | str]]:
    name = next(iter(audited.subjects.names.values()), audited.handle.world.title)
    url = audited.handle.web.heads[0].url
    yield "web_search", {"queries": []}
    yield "web_search", {"queries": [name], "policy": "open"}
    yield "web_search", '{"queries": ["' + name
    yield "web_extractor", {"url": f"{url}/nothing-here"}
    yield "web_extractor", {"url": f"https://nowhere.example/{name}"}
    yield "web_extractor", {"url": name}
    yield "web_extractor", {"url": url, "page": 0}
    yield "web_extractor", {}
    yield "dict_memory", {"operation": "reveal", "dict": {name: "value"}}
    yield "read_key", {"entity": name}


@dataclass(frozen=True)
class _Pair:
    """What a world and its twin answer to one query."""

    audited: AuditedWorld
    policy: str
    query: str
    command: str
    task_id: str | None = None
    controls: str = "none"

    def compare(
        self, tally: FacetTally, field: str, one: str, other: str, page: str | None = None
    ) -> None:
        """Count a field of the two; where it differs, keep what the world says."""
        of: Facets = (
            ("policy", self.policy),
            ("query", self.query),
            ("pack", self.audited.pack),
            ("field", field),
            ("controls", self.controls),
        )
        tally.count(of, one != other)
        if one != other:
            tally.keep(
                LeakEvidence(
                    check="noninterference",
                    severity="explicit answer",
                    world_id=self.audited.world_id,
                    task_id=self.task_id,
                    page=page,
                    field=field,
                    text=one,
                    marks=(_where(one, other),),
                    why=f"the twin, whose values are others, has {other[:200]!r}",
                    command=self.command,
                    of=of,
                )
            )


def _where(one: str, other: str) -> tuple[int, int]:
    """The characters of `one` that differ: between the common prefix and suffix."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    same = 0
    while same < min(len(one), len(other)) - start and one[-1 - same] == other[-1 - same]:
        same += 1
    return start, max(start, len(one) - same)


class NonInterferenceCheck(AuditCheck):
    """Twins reply alike."""

    name = "noninterference"

    def of_world(self, audited: AuditedWorld) -> FacetTally:
        return compare_twins(audited)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize(seen.of_worlds)
