"""Self-test: known leaks put into real replies in every disguise, and found again.

The audit is only as good as its guard. So answers are planted into results of the sampled worlds
(`plants.py`), one sentence in one disguise each, and the guard reads them. Its recall by disguise,
and its false positives on the unchanged results, are reported with the rates of the audit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.plants import Plant, plants_of, try_guard
from fictionworld.audit.record import CheckResult, Facets, LeakEvidence, result_of
from fictionworld.audit.replies import fields_of, text_of
from fictionworld.audit.tally import FacetTally, added
from fictionworld.leakage.fields import Field
from fictionworld.seeds import child_seed

_EACH: Final = 1
"""Leaks of a disguise planted in one world."""
_RESULTS: Final = 12
"""Results of a world that leaks are planted in, and that are looked at as they are."""


def recall_of(audited: AuditedWorld) -> FacetTally:
    """What the guard finds of leaks planted in replies of one world."""
    guard, tally = audited.guard, FacetTally()
    results = _results(audited)
    if not (results and guard.cells):
        return tally
    for fields in results:
        of = (("pack", audited.pack), ("what", "innocent"))
        tally.count(of, bool(guard.look(fields)))
    plants = plants_of(guard.cells, results, child_seed(audited.seed, "self-test"), _EACH)
    for plant, found in try_guard(guard, plants):
        facets = (("pack", audited.pack), ("what", "leak"), ("disguise", plant.disguise))
        tally.count(facets, found)
        if not found:
            tally.keep(_missed(audited, plant, facets))
    return tally


def _results(audited: AuditedWorld) -> list[tuple[Field, ...]]:
    """Some results of the world's own, under the policy that states least; each page once."""
    found: dict[str, tuple[Field, ...]] = {}
    for asked in audited.queries():
        for shown in audited.search("strict", asked.text)[0]:
            found.setdefault(shown.url, tuple(fields_of(audited.handle.web, shown)))
        if len(found) >= _RESULTS:
            break
    return list(found.values())[:_RESULTS]


def _missed(audited: AuditedWorld, plant: Plant, of: Facets) -> LeakEvidence:
    text = text_of(plant.fields, "snippet")
    said = plant.cell.name
    start = max(0, text.rfind(said))
    return LeakEvidence(
        check="self_test",
        severity="metadata",
        world_id=audited.world_id,
        field="snippet",
        text=text,
        marks=((start, len(text)),),
        why=f"the {plant.cell.answer.column} of {said}, {plant.cell.answer.value}, put in as "
        f"{plant.disguise}, was not found",
        of=of,
    )


def summarize(parts: Iterable[FacetTally]) -> CheckResult:
    """Recall by disguise, and false alarms."""
    tally = added(parts)
    leaks, innocents = FacetTally(), FacetTally()
    for what, kept in (("leak", leaks), ("innocent", innocents)):
        kept.take(tally, what=what)
    leaks.findings, leaks.found = tally.findings, tally.found
    return result_of(
        "self_test",
        "Self-test",
        "Of leaks put into replies on purpose, how many does the audit find?",
        [
            *leaks.rates("planted leaks found", (), ("disguise",), ("pack",)),
            *innocents.rates("false alarms on innocent results", (), ("pack",)),
        ],
        leaks.findings,
        found=leaks.found,
        note="A sentence that states a cell is put behind a real snippet; innocent results are "
        "results as they were. Findings are leaks that were missed.",
    )


class SelfTestCheck(AuditCheck):
    """Planted leaks are found."""

    name = "self_test"

    def of_world(self, audited: AuditedWorld) -> FacetTally:
        return recall_of(audited)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize(seen.of_worlds)
