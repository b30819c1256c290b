"""The pack notation as frozen records: what a pack file may say, and nothing else.

The published JSON Schema (`fictionworld packs schema`) is derived from these classes, so notation,
schema and compiler cannot part. Shape is checked here; meaning (does the table exist, is the
column numeric) in `check.py`. The kinds of draws and derivations are in `packs/operators`.
"""

from inspect import isfunction
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo

from fictionworld.packs.fields import OneOf
from fictionworld.packs.operator import OPERATORS, Operator, load_modules, register
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
from fictionworld.packs.specification.strategies import (
    Anchor,
    Correlation,
    Marginal,
    Slice,
    Versions,
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
from fictionworld.packs.specification.values import Derive, Draw, Palette, Pick
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
    "Anchor",
    "ChainRule",
    "ColumnConcept",
    "ColumnSpec",
    "Concepts",
    "DegreeRule",
    "DependencyRule",
    "Correlation",
    "Derive",
    "Draw",
    "HomeKind",
    "Marginal",
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
    "Slice",
    "Spoken",
    "Standings",
    "SumRule",
    "TableConcept",
    "TableSpec",
    "TableSpoken",
    "Terms",
    "Versions",
    "WorldSpoken",
    "add_operators",
]


def add_operators(*operators: Operator) -> None:
    """Register operators, and give each of them its field in `Draw` or `Derive`.

    Raises:
        ValueError: There is another operator of that name.
    """
    register(*operators)
    records: tuple[tuple[str, type[OneOf]], ...] = (("draw", Draw), ("derive", Derive))
    for family, record in records:
        kinds: dict[str, Any] = {
            operator.attribute: FieldInfo.from_annotated_attribute(
                (operator.shape(Draw) if isfunction(operator.shape) else operator.shape) | None,
                Field(
                    default=None,
                    alias=operator.key if operator.field else None,
                    description=operator.doc,
                ),
            )
            for operator in OPERATORS.values()
            if operator.family == family
        }
        fields = record.__pydantic_fields__
        options = {name: info for name, info in fields.items() if name not in record.kinds}
        record.kinds = tuple(kinds)
        fields.clear()
        fields.update(kinds | options)
    for built in (Draw, Derive, ColumnSpec, TableSpec, Pack):  # innermost first
        built.model_rebuild(force=True)


load_modules("packs")
add_operators()
