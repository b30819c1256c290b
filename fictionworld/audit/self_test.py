"""Self-test: known leaks put into real replies in every disguise, and found again.

The audit's word on leaks is worth what its eye is worth. So into results of the sampled worlds
answers are planted (`plants.py`), one sentence in one disguise each, and the guard is
shown them. Its recall by disguise, and its false alarms on the same results as they were, stand
beside every rate of the audit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from fictionworld.audit.plants import plants_of, try_guard
from fictionworld.audit.record import LeakEvidence
from fictionworld.audit.statement import fields_of
from fictionworld.audit.tally import FacetTally, added
from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from fictionworld.audit.plants import Plant
    from fictionworld.audit.record import CheckResult
    from fictionworld.audit.stage import Stage
    from fictionworld.leakage.fields import Field

__all__ = ["conclude", "injected"]

_EACH: Final = 1
"""Leaks of a disguise planted in one world."""
_RESULTS: Final = 12
"""Results of a world that leaks are planted in, and that are looked at as they are."""


def injected(stage: Stage) -> FacetTally:
    """What the guard finds of leaks planted in replies of one world."""
    guard, tally = stage.guard, FacetTally()
    results = _results(stage)
    if not (results and guard.cells):
        return tally
    for fields in results:
        of = (("pack", stage.pack), ("what", "innocent"))
        tally.count(of, bool(guard.look(fields)))
    plants = plants_of(guard.cells, results, child_seed(stage.seed, "self-test"), _EACH)
    for plant, found in try_guard(guard, plants):
        facets = (("pack", stage.pack), ("what", "leak"), ("disguise", plant.disguise))
        tally.count(facets, found)
        if not found:
            tally.keep(_missed(stage, plant, facets))
    return tally


def _results(stage: Stage) -> list[tuple[Field, ...]]:
    """Some results of the world's own, under the policy that tells least; each page once."""
    found: dict[str, tuple[Field, ...]] = {}
    for asked in stage.queries():
        for shown in stage.search("strict", asked.text)[0]:
            found.setdefault(shown.url, tuple(fields_of(stage, shown)))
        if len(found) >= _RESULTS:
            break
    return list(found.values())[:_RESULTS]


def _missed(stage: Stage, plant: Plant, of: tuple[tuple[str, str], ...]) -> LeakEvidence:
    text = next((field.text for field in plant.fields if field.name == "snippet"), "")
    said = plant.cell.entity
    start = max(0, text.rfind(said))
    return LeakEvidence(
        "self_test",
        "metadata",
        stage.world_id,
        None,
        None,
        "snippet",
        text,
        ((start, len(text)),),
        f"the {plant.cell.answer.column} of {said}, {plant.cell.answer.value}, put in as "
        f"{plant.disguise}, was not found",
        "",
        of,
    )


def conclude(parts: Iterable[FacetTally]) -> CheckResult:
    """Recall by disguise, and false alarms."""
    tally = added(parts)
    leaks, innocents = FacetTally(), FacetTally()
    for told, kept in (("leak", leaks), ("innocent", innocents)):
        kept.take(tally, what=told)
    leaks.findings, leaks.found = tally.findings, tally.found
    return leaks.result(
        "self_test",
        "Self-test",
        "Of leaks put into replies on purpose, how many does the audit find?",
        [
            *leaks.rates("planted leaks found", (), ("disguise",), ("pack",)),
            *innocents.rates("false alarms on innocent results", (), ("pack",)),
        ],
        note="A sentence that tells a cell is put behind a real snippet; innocent results are "
        "results as they were. Findings are leaks that were missed.",
    )
