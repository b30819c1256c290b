"""The pack notation as frozen records: what a pack file may say, and nothing else.

The published JSON Schema (`fictionworld packs schema`) is derived from these classes, so notation,
schema and compiler cannot part. Shape is checked here; meaning (does the table exist, is the
column numeric) in `check.py`. The kinds of draws and derivations are in `packs/operators`.
"""

from fictionworld.packs.operator import Operator, register
from fictionworld.packs.specification.pack import SCHEMA_VERSION, Pack, SanityQuery
from fictionworld.packs.specification.rules import (
    AgreeRule,
    ChainRule,
    DegreeRule,
    DependencyRule,
    OverlapRule,
    PatternRule,
    RangeRule,
    Rule,
    ScheduleBalance,
    SumRule,
)
from fictionworld.packs.specification.tables import (
    ColumnSpec,
    HomeKind,
    PageKind,
    Pages,
    RowPlan,
    Standings,
    TableSpec,
    Terms,
)
from fictionworld.packs.specification.values import Derive, Draw, Palette, Pick, extend
from fictionworld.packs.specification.wording import (
    ColumnConcept,
    Concepts,
    Spoken,
    TableConcept,
    TableSpoken,
    WorldSpoken,
)

__all__ = [
    "AgreeRule",
    "ChainRule",
    "ColumnConcept",
    "ColumnSpec",
    "Concepts",
    "DegreeRule",
    "DependencyRule",
    "Derive",
    "Draw",
    "HomeKind",
    "OverlapRule",
    "Pack",
    "PageKind",
    "Pages",
    "Palette",
    "PatternRule",
    "Pick",
    "RangeRule",
    "RowPlan",
    "Rule",
    "SCHEMA_VERSION",
    "SanityQuery",
    "ScheduleBalance",
    "Spoken",
    "Standings",
    "SumRule",
    "TableConcept",
    "TableSpec",
    "TableSpoken",
    "Terms",
    "WorldSpoken",
    "add_operators",
]


def add_operators(*operators: Operator) -> None:
    """Register operators after the notation is loaded, and add their keys to it.

    Raises:
        ValueError: There is another operator of that name.
    """
    register(*operators)
    extend(ColumnSpec, TableSpec, Pack)
