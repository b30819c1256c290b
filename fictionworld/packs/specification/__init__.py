"""The pack notation as frozen records: what a pack file may say, and nothing else.

The published JSON Schema (`fictionworld packs schema`) is derived from these classes, so notation,
schema and compiler cannot part. Shape is checked here; meaning (does the table exist, is the
column numeric) in `check.py`.
"""

from fictionworld.packs.specification.derivations import Aggregate, Derive, Growth, Rank, Share
from fictionworld.packs.specification.draws import Draw, Ordinal, Palette, Pick, ShareOut, Trend
from fictionworld.packs.specification.fields import ColumnType, Effects, Role, Strategy
from fictionworld.packs.specification.pack import SCHEMA_VERSION, Pack
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
from fictionworld.packs.specification.sanity import SanityQuery
from fictionworld.packs.specification.tables import (
    ColumnSpec,
    PageKind,
    Pages,
    RowPlan,
    Standings,
    TableSpec,
    Terms,
)
from fictionworld.packs.specification.wording import Spoken, TableSpoken, WorldSpoken

__all__ = [
    "Aggregate",
    "AgreeRule",
    "ChainRule",
    "ColumnSpec",
    "ColumnType",
    "DegreeRule",
    "DependencyRule",
    "Derive",
    "Draw",
    "Effects",
    "Growth",
    "Ordinal",
    "OverlapRule",
    "Pack",
    "PageKind",
    "Pages",
    "Palette",
    "PatternRule",
    "Pick",
    "RangeRule",
    "Rank",
    "Role",
    "RowPlan",
    "Rule",
    "SCHEMA_VERSION",
    "SanityQuery",
    "ScheduleBalance",
    "Share",
    "ShareOut",
    "Spoken",
    "Standings",
    "Strategy",
    "SumRule",
    "TableSpec",
    "TableSpoken",
    "Terms",
    "Trend",
    "WorldSpoken",
]
