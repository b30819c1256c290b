"""Non-interference: twins are searched with the same queries, and whole replies must be equal.

A reply leaks if it changes when only protected facts change. A world and its twin differ in nothing
else, so both must give the same results in the same order, with every field equal byte for byte;
likewise errors, and the prompts of a model that words search results. Calls are only a sample, so
the state that every search is given (`search_state.py`) is compared too: between twins, and with
the same web that has other values where the policy closes them. Under `mixed:p` twins may state
different open values, so there replies too are compared with those of the same web.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.calls import calls_of
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.queries import AuditQuery, probes_of, queries_of
from fictionworld.audit.record import CheckResult, Facets, LeakEvidence, Measure, rate, result_of
from fictionworld.audit.search_state import refilled_catalogue, refilled_under, search_state
from fictionworld.audit.tally import FacetTally, added
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS, parse_controls
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.perturbed.catalogue import catalogue_under
from fictionworld.simulator.search_results import ReplyResult, results_of
from fictionworld.web.permit import CLOSED_POLICIES, Permit, Policy

REFILLED: Final = (*CLOSED_POLICIES, "mixed:0.5")
"""The policies under which replies must not depend on the values that they close."""
DIFFER: Final = "worlds that differ"
_PROBES: Final = 4
"""Queries of a kind that look for values."""
_PRESETS: Final = tuple(name for name in PRESETS if name != "none")
"""Each world is also compared under one of these."""
_PROMPTS: Final = 16
"""Pages of a world whose prompts to a model are compared."""


def compare_twins(audited: AuditedWorld, policies: Sequence[str] = CLOSED_POLICIES) -> FacetTally:
    """Return how often replies, prompts and search states of a world and its twin differ."""
    tally = compare_replies(audited, policies)
    if all(policy in CLOSED_POLICIES for policy in policies):
        tally.add(compare_states(audited))
    return tally


def compare_replies(audited: AuditedWorld, policies: Sequence[str] = CLOSED_POLICIES) -> FacetTally:
    """Return how often sampled replies and prompts of a world and its twin differ."""
    tally = FacetTally()
    queries = [*queries_of(audited), *probes_of(audited, _PROBES)]
    for policy in policies:
        for asked in queries:
            _compare_search(audited, policy, asked, tally)
        _compare_prompts(audited, policy, tally)
    _compare_calls(audited, queries, policies, tally)
    for policy in audited.tools.mixed:
        _compare_refilled(audited, policy, queries, tally)
    return tally


def compare_states(audited: AuditedWorld) -> FacetTally:
    """Return how often the search states of a world and of those it is compared with differ.

    A world is compared with its twin, and with the same web that has other closed values.
    """
    tally = FacetTally()
    refilled: dict[Policy, Catalogue] = {}  # without controls, by the policy of searches
    for controls in _controls(audited):
        _compare_states(audited, controls, refilled, tally)
    return tally


def _controls(audited: AuditedWorld) -> tuple[str, ...]:
    """Return the controls under which a world is compared: none, one preset, and those audited."""
    preset = _PRESETS[audited.world_id % len(_PRESETS)]
    return tuple(dict.fromkeys(("none", preset, str(audited.tools.controls))))


def summarize(tallies: Sequence[FacetTally]) -> CheckResult:
    """Return the check's result over all sampled worlds; a single world that differs fails it.

    Rates are of worlds, since what differs in one world differs for one reason.
    """
    tally = added(tallies)
    return result_of(
        "noninterference",
        "Non-interference",
        "Do twins, equal but for protected values, give the same reply to the same query?",
        [
            *_rates(tallies, (), at_most=0.0),
            *_rates(
                tallies,
                ("policy",),
                ("field",),
                ("query",),
                ("pack",),
                ("controls",),
                ("policy", "field"),
            ),
        ],
        tally.findings,
        found=tally.found,
        note=f"{tally.total()[1]:,} comparisons, byte for byte: whole replies to calls whose "
        "queries, seed, budget, controls and repetition vary, their fields over fifteen kinds of "
        "queries, some of which look for values; and the state that every search follows from, "
        "page by page. A world differs where one comparison does.",
    )


def _rates(
    tallies: Iterable[FacetTally], *by: tuple[str, ...], at_most: float | None = None
) -> list[Measure]:
    """Return the share of worlds that differ, for each combination of some facets."""
    worlds: dict[Facets, list[bool]] = {}
    for tally in tallies:
        for facets in by:
            for of, (differing, _) in tally.groups(facets).items():
                worlds.setdefault(of, []).append(differing > 0)
    return [
        rate(DIFFER, sum(differ), len(differ), of, at_most, whole=True)
        for of, differ in sorted(worlds.items())
    ]


def _compare_search(
    audited: AuditedWorld, policy: str, asked: AuditQuery, tally: FacetTally
) -> None:
    results, other_text = audited.search(policy, asked.text)
    twin_results, other_text_there = audited.search(policy, asked.text, twin=True)
    twin_by_url = {result.url: result for result in twin_results}
    pair = _Pair(audited, policy, asked.kind, audited.command(policy, asked.text), asked.task_id)

    for result in results:
        there = twin_by_url.get(result.url)
        if there is not None:
            for field, text, text_there in _pairs(result, there):
                pair.compare(tally, field, text, text_there, result.url)
        is_page = there is not None or _has_page(audited, result.url)
        there_url = result.url if is_page else "(no such address)"
        pair.compare(tally, "url", result.url, there_url, result.url)
    pair.compare(tally, "error", other_text, other_text_there)
    pair.compare(
        tally,
        "whole reply",
        audited.searched(policy, asked.text),
        audited.searched(policy, asked.text, twin=True),
    )


def _compare_calls(
    audited: AuditedWorld,
    queries: Sequence[AuditQuery],
    policies: Sequence[str],
    tally: FacetTally,
) -> None:
    """Compare the whole replies to calls of one episode, of which all parameters vary."""
    shown: set[str] = set()
    memory, memory_there = Memory(), Memory()
    for call in calls_of(audited, queries, policies, _controls(audited), shown):
        command = audited.command_for(call.policy, call.tool, call.arguments, call.controls)
        pair = _Pair(audited, call.policy, call.kind, command, None, call.controls)
        texts = audited.replies(call, memory)
        for text, text_there in zip(
            texts, audited.replies(call, memory_there, twin=True), strict=True
        ):
            pair.compare(tally, "whole reply", text, text_there)
        shown.update(result.url for text in texts for result in results_of(text)[0])


def _compare_refilled(
    audited: AuditedWorld, policy: str, queries: Sequence[AuditQuery], tally: FacetTally
) -> None:
    """Compare whole replies with replies of the same web that has other closed values.

    The web is the one that the template words, whoever words what is shown.
    """
    controls = audited.tools.controls
    web = audited.template_web()
    permit = Permit.of(policy, audited.handle.world)
    engines = [
        Engine(catalogue, policy, controls=controls)
        for catalogue in (Catalogue(web), refilled_under(refilled_catalogue(web, permit), controls))
    ]
    for asked in queries:
        arguments = {"queries": [asked.text]}
        command = audited.command_for(policy, "web_search", arguments, str(controls))
        pair = _Pair(audited, policy, asked.kind, command, asked.task_id, str(controls))
        text, text_there = (
            engine.call("web_search", arguments, memory=Memory()).text for engine in engines
        )
        pair.compare(tally, "whole reply", text, text_there)


def _compare_states(
    audited: AuditedWorld, controls: str, refilled: dict[Policy, Catalogue], tally: FacetTally
) -> None:
    """Compare search states with the twin's, and with the same web that has other closed values.

    Args:
        audited: The world.
        controls: Controls under which all are compared.
        refilled: Webs with other values, by the policy that closes them; more are added.
        tally: Counts what differs.
    """
    world, preset = audited.handle.world, parse_controls(controls)
    web = audited.template_web()
    if audited.plain is None:
        catalogue_here, twin = (
            handle.under(preset).engine.catalogue for handle in (audited.handle, audited.twin)
        )
    else:  # what is found follows from our own words, whoever words what is shown
        catalogue_here, twin = (
            catalogue_under(Catalogue(plain), preset) for plain in audited.plain
        )
    for policy in dict.fromkeys((*REFILLED, *audited.tools.mixed)):
        permit = Permit.of(policy, world)
        if permit.searching not in refilled:
            refilled[permit.searching] = refilled_catalogue(web, permit)
        others = {"other values": refilled_under(refilled[permit.searching], preset)}
        if policy in CLOSED_POLICIES:
            others["twin"] = twin
        state = search_state(catalogue_here, permit)
        for query, catalogue in others.items():
            pair = _Pair(audited, policy, query, audited.command(policy, ""), None, controls)
            for page, there in zip(state, search_state(catalogue, permit), strict=True):
                if page == there:
                    pair.compare(tally, "state", page.url, page.url)
                else:
                    pair.compare(tally, "state", page.digest, there.digest, page.url)


def _pairs(one: ReplyResult, other: ReplyResult) -> Iterator[tuple[str, str, str]]:
    yield "title", one.title, other.title
    yield "snippet", one.snippet, other.snippet
    yield "date", one.date, other.date
    yield "error", one.more, other.more


def _has_page(audited: AuditedWorld, url: str) -> bool:
    """Return whether the twin has a page at exactly this address."""
    number = audited.twin.web.number_of(url)
    return number is not None and audited.twin.web.heads[number - 1].url == url


def _compare_prompts(audited: AuditedWorld, policy: str, tally: FacetTally) -> None:
    """Compare the prompts that a model would get to word pages here and in the twin."""
    heads = audited.handle.web.heads
    for head in heads[:: max(1, len(heads) // _PROMPTS)][:_PROMPTS]:
        pair = _Pair(audited, policy, "model's prompt", audited.command(policy, head.title))
        prompt = audited.prompt(head.number) or ""
        prompt_there = audited.prompt(head.number, twin=True) or ""
        pair.compare(tally, "prompt", prompt, prompt_there, head.url)


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
        """Count whether a field differs; if it does, keep what the world says as evidence."""
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
    """Return the part of `one` that differs from `other`, as start and end (exclusive)."""
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
