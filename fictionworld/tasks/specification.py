"""What a task asks, as a frozen record: the one source of its question, its key and its evidence.

A specification is a small relational query over one table of a world, the base. It is computed
in a fixed order:

    rows of the base -> `where`, `either` -> `members` -> `against` -> `extreme` -> `groups`
                     -> `outputs`

Every path starts at a row of the base and follows references: `("series", "brand", "name")`. A
path that ends at a reference stands for the row it points to; in an answer that row is given by
its name. SQL computes the key from it (`evaluation/`), a second evaluator in plain Python computes
it again (`rederivation.py`), and the question is worded from it (`wording/`), so that the three
cannot part.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from fictionworld.packs.fields import Kind
from fictionworld.packs.terms import Path
from fictionworld.worlds.fact import Value

__all__ = [
    "Against",
    "Condition",
    "Extreme",
    "MembershipCondition",
    "Output",
    "OutputRole",
    "Path",
    "Specification",
    "TaskKind",
    "parse_specification",
]

_Json = Any

TaskKind = Literal["wide", "deep", "empty"]

Operator = Literal["is", "is_not", "one_of", "at_least", "at_most", "between"]
OutputRole = Literal["key", "place", "value"]
"""`key` columns tell the rows of an answer apart; `place` is a rank 1..k in an ordered answer,
which counts as key where guessing is judged; `value` is everything else."""

OutputOf = Literal[
    "cell", "place", "count", "total", "average", "least", "most", "days_between", "lead",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """One test of a row. A missing value passes no test, `is_not` included."""

    path: Path
    operator: Operator
    values: tuple[Value, ...]
    """One value; two for `between`, both included; two or more for `one_of`. Row ids where the
    path ends at a reference."""


@dataclass(frozen=True, slots=True)
class MembershipCondition:
    """The row has (`holds`), or has not, at least one row of `table` that points to it."""

    table: str
    by: str
    """The reference column of `table` that points to the base."""
    where: tuple[Condition, ...]
    """Tests of the rows of `table`; paths start there."""
    holds: bool


@dataclass(frozen=True, slots=True)
class Against:
    """`measure` lies above, or below, its average over the rows that pass `where` and `members`.

    The average is exact, not rounded; rows without a measure neither count nor pass.
    """

    measure: Path
    above: bool
    per: Path | None
    """The average is that of the rows with the same value here; None takes all rows together."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the paths by which rows are compared."""
        return (self.measure,) if self.per is None else (self.measure, self.per)


@dataclass(frozen=True, slots=True)
class Extreme:
    """The `k` rows of the largest (`most`), or smallest, `order`; in each group of `per`.

    Rows without a value of `order`, or of `per`, are left out. Rows that are level with the last of
    the `k` are kept too; a task whose answer tells their order has no such.
    """

    order: Path
    most: bool
    k: int
    per: Path | None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the paths by which rows are ordered."""
        return (self.order,) if self.per is None else (self.order, self.per)


@dataclass(frozen=True, slots=True)
class Output:
    """One column of the answer."""

    header: str
    """As the question names it: `Battery capacity (mAh)`."""
    role: OutputRole
    of: OutputOf
    """`cell`: the value at `path`. `place`: 1..k in the order of `extreme`, within its group.
    `count`: rows of the group. `total`, `average`, `least`, `most`: of `path` over the group, rows
    without a value left out. `days_between`: days from `path` to `until`. `lead`: how far the row's
    `extreme.order` is from that of the next row, as a positive number."""
    kind: Kind
    """Never `reference`: a row pointed to is given by its name."""
    decimals: int
    """Digits behind the point; averages are rounded to it half away from zero."""
    unit: str | None
    """`mAh`, `million EUR`, `%`, `days`; the header names it in brackets where there is one."""
    path: Path = ()
    until: Path = ()


@dataclass(frozen=True, slots=True)
class Specification:
    """One task, whole."""

    pack: str
    kind: TaskKind
    shape: str
    """How it is built: a name of `task_shapes`. An empty task is a `filter` or a
    `join`."""
    table: str
    """The base: a table of the pack."""
    outputs: tuple[Output, ...]
    where: tuple[Condition, ...] = ()
    either: tuple[Condition, ...] = ()
    """Tests of different columns, of which a row must pass one; none, or two."""
    members: tuple[MembershipCondition, ...] = ()
    against: Against | None = None
    extreme: Extreme | None = None
    groups: tuple[Path, ...] = ()
    """Paths to group by; the outputs of role `key` that are cells have these paths. Rows without a
    value at one of them are left out. Empty with aggregated outputs: all rows are one group, of one
    row of answer."""

    @property
    def aggregated(self) -> bool:
        """Return whether a row of the answer stands for many rows of the base."""
        return any(o.of in {"count", "total", "average", "least", "most"} for o in self.outputs)

    @property
    def is_grouped(self) -> bool:
        """Return whether a row of the answer may be made of several rows of the base."""
        return bool(self.groups) or self.aggregated

    @property
    def gives_order(self) -> bool:
        """Return whether the answer tells which of two rows comes first."""
        return any(output.of in {"place", "lead"} for output in self.outputs)

    @property
    def deciding_paths(self) -> tuple[Path, ...]:
        """Return the paths from the base by which rows are tested, compared and ordered.

        Paths of memberships, outputs and groups are not among them.
        """
        paths = [test.path for test in (*self.where, *self.either)]
        for stage in (self.against, self.extreme):
            paths += () if stage is None else stage.paths
        return tuple(paths)

    @property
    def key_columns(self) -> tuple[str, ...]:
        """Return the headers by which rows of an answer are matched."""
        return tuple(output.header for output in self.outputs if output.role == "key")

    def as_json(self) -> str:
        """Return the record as one line of JSON, which `parse_specification` reads back, equal."""
        return json.dumps(_plain(self), ensure_ascii=False, separators=(",", ":"))


def parse_specification(text: str) -> Specification:
    """Return the specification that `Specification.as_json` wrote.

    Raises:
        ValueError: The text is none.
    """
    try:
        return _specification(json.loads(text))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"got no specification: {error}") from error


def _plain(value: _Json) -> _Json:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        values = ((field.name, getattr(value, field.name)) for field in fields(value))
        # what is empty says nothing, and a dataset holds thousands of these
        return {
            name: _plain(field_value)
            for name, field_value in values
            if field_value not in (None, ())
        }
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    return value


def _value(value: _Json) -> Value:
    if isinstance(value, dict):
        if "date" in value:
            return date.fromisoformat(value["date"])
        return Decimal(value["decimal"])
    if value is not None and not isinstance(value, str | int):
        raise TypeError(f"{value!r} is no value")
    return value


def _path(value: _Json) -> Path:
    return tuple(value or ())


def _condition(value: _Json) -> Condition:
    return Condition(
        _path(value["path"]),
        value["operator"],
        tuple(_value(test_value) for test_value in value["values"]),
    )


def _conditions(value: _Json) -> tuple[Condition, ...]:
    return tuple(_condition(condition) for condition in value.get("where", ()))


def _specification(value: _Json) -> Specification:
    against, extreme = value.get("against"), value.get("extreme")
    return Specification(
        pack=value["pack"],
        kind=value["kind"],
        shape=value["shape"],
        table=value["table"],
        outputs=tuple(
            Output(
                output["header"],
                output["role"],
                output["of"],
                output["kind"],
                output["decimals"],
                output.get("unit"),
                _path(output.get("path")),
                _path(output.get("until")),
            )
            for output in value["outputs"]
        ),
        where=_conditions(value),
        either=tuple(map(_condition, value.get("either", ()))),
        members=tuple(
            MembershipCondition(
                membership["table"], membership["by"], _conditions(membership), membership["holds"]
            )
            for membership in value.get("members", ())
        ),
        against=None
        if against is None
        else Against(
            _path(against["measure"]),
            against["above"],
            None if "per" not in against else _path(against["per"]),
        ),
        extreme=None
        if extreme is None
        else Extreme(
            _path(extreme["order"]),
            extreme["most"],
            extreme["k"],
            None if "per" not in extreme else _path(extreme["per"]),
        ),
        groups=tuple(_path(path) for path in value.get("groups", ())),
    )
