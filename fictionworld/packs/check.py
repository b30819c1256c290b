"""Does a pack mean something? All checks that need the notation alone, with nothing drawn yet.

Shape is `shape.py`'s; whether worlds of the pack can keep its rules is seen when they are built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fictionworld.packs.checks.absent import check_absent
from fictionworld.packs.checks.expressions import check_expressions, check_open_cases, sql_of
from fictionworld.packs.checks.labels import check_cultures, check_drivers, check_labels
from fictionworld.packs.checks.names import (
    check_names,
    check_roles,
    check_setting,
)
from fictionworld.packs.checks.nouns import check_nouns
from fictionworld.packs.checks.order import check_circles, check_copies, check_structure
from fictionworld.packs.checks.pages import check_pages
from fictionworld.packs.checks.paths import check_paths, check_text_growth
from fictionworld.packs.checks.phrases import (
    check_label_phrases,
    check_shared_labels,
    check_spoken,
)
from fictionworld.packs.checks.plurals import check_plurals
from fictionworld.packs.checks.references import check_picks, check_references, check_standings
from fictionworld.packs.checks.rows import (
    check_given_columns,
    check_row_counts,
    check_row_plans,
    check_spans,
)
from fictionworld.packs.checks.rules import check_ranges, check_rules, check_sanity
from fictionworld.packs.checks.strategies import check_declared
from fictionworld.packs.checks.unused import check_unused
from fictionworld.packs.checks.values import (
    check_bounds,
    check_operators,
    check_options,
    check_types,
)
from fictionworld.packs.dependencies import Dependencies
from fictionworld.packs.expression import read_ahead
from fictionworld.packs.findings import (
    Mistake,
    NoPositions,
    PackFinding,
    Positions,
)
from fictionworld.packs.specification import Pack

CHECKS: tuple[Callable[[Pack], Iterator[Mistake]], ...] = (
    check_names,
    check_setting,
    check_references,
    check_roles,
    check_row_plans,
    check_given_columns,
    check_spans,
    check_row_counts,
    check_types,
    check_options,
    check_operators,
    check_bounds,
    check_cultures,
    check_labels,
    check_drivers,
    check_picks,
    check_standings,
    check_expressions,
    check_rules,
    check_ranges,
    check_spoken,
    check_unused,
    check_label_phrases,
    check_shared_labels,
    check_plurals,
    check_nouns,
    check_pages,
    check_sanity,
    check_declared,
)
CHECKS_OF_PATHS: tuple[Callable[[Dependencies], Iterator[Mistake]], ...] = (
    check_circles,
    check_structure,
    check_copies,
    check_absent,
    check_open_cases,
    check_paths,
    check_text_growth,
)


def check_pack(
    pack: Pack, positions: Positions | None = None, graph: Dependencies | None = None
) -> list[PackFinding]:
    """Return what is wrong in the meaning of `pack`, by line; an empty list where nothing is.

    Args:
        pack: The pack.
        positions: The lines of its file.
        graph: What its columns are made from, where that is known already.
    """
    positions = positions if positions is not None else NoPositions()
    graph = graph if graph is not None else Dependencies(pack)
    read_ahead(sql_of(pack))
    mistakes = (
        *(mistake for check in CHECKS for mistake in check(pack)),
        *(mistake for check in CHECKS_OF_PATHS for mistake in check(graph)),
    )
    findings = [
        PackFinding(positions.file, positions.line(place), place, message)
        for place, message in mistakes
    ]
    return sorted(dict.fromkeys(findings), key=lambda finding: finding.line)
