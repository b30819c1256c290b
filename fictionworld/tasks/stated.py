"""What of a task search results may state: an answer that follows from it is known without reading.

Under `tease` search results state names, keys and context columns, and lists show all rows of a
table, so whatever is counted over these is known to an agent that has opened no page.
"""

from __future__ import annotations

from dataclasses import replace

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.tasks.specification import Condition, Output, Path, Specification


def is_stated(pack: CompiledPack, table: str, path: Path) -> bool:
    """Return whether no column along `path`, from rows of `table`, is protected."""
    if path[0] == SETTING:
        return True
    prefixes = (path[:length] for length in range(1, len(path) + 1))
    return all(pack.column(table, prefix).role != "askable" for prefix in prefixes)


def stated_part(specification: Specification, pack: CompiledPack) -> Specification:
    """Return the specification without the stages that read a protected column.

    It leaves the rows that may be in the answer as far as search results tell.
    """
    base = specification.table

    def stated(table: str, tests: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(test for test in tests if is_stated(pack, table, test.path))

    either, against, extreme = specification.either, specification.against, specification.extreme
    members = []
    for member in specification.members:
        where = stated(member.table, member.where)
        # a row without members that pass all tests may have some that pass a part of them
        if is_stated(pack, member.table, (member.by,)) and (member.holds or where == member.where):
            members.append(replace(member, where=where))
    if against is not None and not all(is_stated(pack, base, path) for path in against.paths):
        against = None
    if extreme is not None and not all(is_stated(pack, base, path) for path in extreme.paths):
        extreme = None
    return replace(
        specification,
        where=stated(base, specification.where),
        either=either if stated(base, either) == either else (),
        members=tuple(members),
        against=against,
        extreme=extreme,
    )


def reads_stated_alone(specification: Specification, output: Output, pack: CompiledPack) -> bool:
    """Return whether the cells of an output are read or computed from stated columns alone.

    The choice of the rows that they are computed from may still rest on protected columns.
    """
    paths = [path for path in (output.path, output.until) if path]
    if output.of in {"place", "lead"} and specification.extreme is not None:
        paths += specification.extreme.paths
    return all(is_stated(pack, specification.table, path) for path in paths)


def follows_from_stated(specification: Specification, output: Output, pack: CompiledPack) -> bool:
    """Return whether the cells of an output follow from what search results may state.

    A cell of one row follows wherever the row is known; a figure over many rows, or the lead of a
    row, only where it is also known which rows count.
    """
    if not reads_stated_alone(specification, output, pack):
        return False
    if output.of in {"cell", "days_between"}:
        return True
    return stated_part(specification, pack) == specification
