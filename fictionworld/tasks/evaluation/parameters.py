"""Specifications as rows of parameter tables, which the SQL of a shape is joined to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import polars as pl

from fictionworld.packs.compiled import CompiledPack
from fictionworld.tasks.specification import Condition, Path, Specification
from fictionworld.worlds.rows import encode

AGGREGATES = 6
"""The most columns that one task aggregates."""
GROUPS = 2
"""The most columns that one task groups by."""
EITHER = -1
"""The scope of tests of which a row passes one."""
AGGREGATED = ("total", "average", "least", "most")

_LEAST, _MOST = -(2**62), 2**62

_TASKS: dict[str, pl.DataType | type[pl.DataType]] = {
    "task": pl.Int32,
    "world_id": pl.Int32,
    "base": pl.String,
    "against": pl.String,
    "above": pl.Boolean,
    "against_per": pl.String,
    "order": pl.String,
    "sign": pl.Int8,
    "k": pl.Int32,
    "extreme_per": pl.String,
    "aggregated": pl.Boolean,
    **{f"group_{index}": pl.String for index in range(GROUPS)},
    **{f"figure_{index}": pl.String for index in range(AGGREGATES)},
}
NAMING = tuple(name for name, dtype in _TASKS.items() if dtype == pl.String and name != "base")
"""The columns of a task's parameters that name a path."""

_CONDITIONS: dict[str, pl.DataType | type[pl.DataType]] = {
    "task": pl.Int32,
    "scope": pl.Int8,
    "path": pl.String,
    "low": pl.Int64,
    "high": pl.Int64,
    "numbers": pl.List(pl.Int64),
    "texts": pl.List(pl.String),
    "negated": pl.Boolean,
}
_MEMBERS = {
    "task": pl.Int32,
    "scope": pl.Int8,
    "child": pl.String,
    "by": pl.String,
    "holds": pl.Boolean,
}


@dataclass(frozen=True, slots=True)
class AskedSpecification:
    """One specification, asked of one world."""

    world_id: int
    specification: Specification


@dataclass(frozen=True)
class Parameters:
    """The parameters of all tasks."""

    tasks: pl.DataFrame
    conditions: pl.DataFrame
    """One row a condition: of the base (`scope` 0), one of `either` (-1), of membership 1, 2..."""
    members: pl.DataFrame
    paths: dict[str, set[Path]]
    """What each table's view must have."""
    named: dict[str, dict[str, set[Path]]]
    """The paths that tasks name, by base table and column of `tasks`."""
    children: dict[str, set[tuple[str, str]]]
    """The tables of memberships and the references they go by, by base table."""
    has_either: bool
    """Whether some task has tests of which a row passes one."""
    _tested: dict[tuple[bool, str], set[Path]]

    def tested(self, table: str, *, member: bool) -> list[Path]:
        """Return the paths that conditions test, on rows of the base or of memberships."""
        return sorted(self._tested.get((member, table), ()))


def parameters_of(pack: CompiledPack, asked: Sequence[AskedSpecification]) -> Parameters:
    """Return the parameters of these tasks, numbered from 0."""
    paths: dict[str, set[Path]] = {}
    named: dict[str, dict[str, set[Path]]] = {}
    children: dict[str, set[tuple[str, str]]] = {}
    tested: dict[tuple[bool, str], set[Path]] = {}
    conditions: list[tuple[object, ...]] = []
    members: list[tuple[object, ...]] = []
    tasks = []
    for number, asked_specification in enumerate(asked):
        spec = asked_specification.specification
        of_base = named.setdefault(spec.table, {column: set() for column in NAMING})
        tasks.append(_task(number, asked_specification, of_base))
        pointing = children.setdefault(spec.table, set())
        of_members = [(membership.table, membership.where) for membership in spec.members]
        scopes = [(spec.table, spec.either), (spec.table, spec.where), *of_members]
        for scope, (table, where) in enumerate(scopes, EITHER):
            tested.setdefault((scope > 0, table), set()).update(test.path for test in where)
            conditions += _conditions(pack, table, number, scope, where)
        for scope, member in enumerate(spec.members, start=1):
            pointing.add((member.table, member.by))
            members.append((number, scope, member.table, member.by, member.holds))
    for table, of_base in named.items():
        paths.setdefault(table, set()).update(*of_base.values())
    for child, by in set().union(*children.values()):
        paths.setdefault(child, set()).add((by,))
    for (_, table), of_tests in tested.items():
        paths.setdefault(table, set()).update(of_tests)
    return Parameters(
        pl.DataFrame(tasks, schema=_TASKS, orient="row"),
        pl.DataFrame(conditions, schema=_CONDITIONS, orient="row"),
        pl.DataFrame(members, schema=_MEMBERS, orient="row"),
        paths,
        named,
        children,
        any(request.specification.either for request in asked),
        tested,
    )


def path_name(path: Path) -> str:
    """Return a view's name for the column at the end of a path: `series.brand.name`."""
    return ".".join(path)


def _task(
    number: int, request: AskedSpecification, named: dict[str, set[Path]]
) -> tuple[object, ...]:
    """Return a row of `tasks`, and add the paths that it names to `named`."""
    spec = request.specification
    against, extreme = spec.against, spec.extreme
    figures = [output.path for output in spec.outputs if output.of in AGGREGATED]

    def name(column: str, path: Path | None) -> str | None:
        if path is None:
            return None
        named[column].add(path)
        return path_name(path)

    return (
        number,
        request.world_id,
        spec.table,
        name("against", against.measure if against else None),
        against.above if against else None,
        name("against_per", against.per if against else None),
        name("order", extreme.order if extreme else None),
        (-1 if extreme.most else 1) if extreme else None,
        extreme.k if extreme else None,
        name("extreme_per", extreme.per if extreme else None),
        spec.aggregated,
        *(name(f"group_{index}", path) for index, path in _numbered(spec.groups, GROUPS)),
        *(name(f"figure_{index}", path) for index, path in _numbered(figures, AGGREGATES)),
    )


def _numbered(paths: Sequence[Path], length: int) -> Iterable[tuple[int, Path | None]]:
    """Return the paths with their indices, then None for each index left below `length`."""
    if len(paths) > length:
        raise ValueError(f"got {len(paths)} columns {paths}; one task takes at most {length}")
    return enumerate([*paths, *[None] * (length - len(paths))])


def _conditions(
    pack: CompiledPack,
    table: str,
    number: int,
    scope: int,
    conditions: Iterable[Condition],
) -> Iterable[tuple[object, ...]]:
    for condition in conditions:
        decimals = pack.column(table, condition.path).decimals
        codes = [encode(value, decimals) for value in condition.values]
        numbers = [code for code in codes if isinstance(code, int)]
        texts = [code for code in codes if isinstance(code, str)]
        low, high, listed = 1, 0, numbers  # a range that nothing is in
        if condition.operator in {"at_least", "at_most", "between"}:
            low, high, listed = _LEAST, _MOST, []
            if condition.operator != "at_most":
                low = numbers[0]
            if condition.operator != "at_least":
                high = numbers[-1]
        name = path_name(condition.path)
        negated = condition.operator == "is_not"
        yield number, scope, name, low, high, listed, texts, negated
