"""A task answered by the predictor, which knows the rows of the answer and reads nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fictionworld.audit.predictor import Guesses
from fictionworld.tasks.key import Key, key_cells, markdown_table, written
from fictionworld.tasks.record import Task, world_of_task
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError, select
from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.tasks.stated import stated_part
from fictionworld.worlds.fact import Value
from fictionworld.worlds.rows import Code, decode, encode
from fictionworld.worlds.world_rows import WorldRows

if TYPE_CHECKING:
    import polars as pl

_Signature = tuple[str, str, str, Path]
"""Pack, table, what is asked for and by which path."""
GivenAnswers = dict[_Signature, dict[int, Counter[Value]]]
"""How often each answer of a kind is given, by world."""


def given_answers(keys: dict[str, Key], specifications: dict[str, Specification]) -> GivenAnswers:
    """Return how often each answer is given, by kind of answer and by world."""
    answers: GivenAnswers = {}
    for task_id, key in keys.items():
        specification = specifications[task_id]
        world_id = world_of_task(task_id)
        for index, output in enumerate(specification.outputs):
            if output.role == "value":
                by_world = answers.setdefault(_signature(specification, output), {})
                by_world.setdefault(world_id, Counter()).update(row[index] for row in key.rows)
    return answers


def _signature(specification: Specification, output: Output) -> _Signature:
    return specification.pack, specification.table, output.of, output.path


@dataclass(frozen=True)
class PredictedAnswer:
    """One task, answered by the predictor with its keys given."""

    task: Task
    specification: Specification
    rows: WorldRows
    frames: dict[str, pl.DataFrame]

    def markdown(self, key: Key, guesses: Guesses, answers: GivenAnswers) -> str:
        """Return the answer as a Markdown table.

        Args:
            key: Of which only the key columns are used, and how values are written.
            guesses: Of the predictor, in the task's world.
            answers: Of other tasks; what the predictor has no guess for is their commonest.
        """
        columns: list[list[str]] = []
        for index, (output, column) in enumerate(
            zip(self.specification.outputs, key.columns, strict=True)
        ):
            cells: list[Value] | None = [row[index] for row in key.rows]
            if output.role == "value" and output.of == "count":
                cells = self._counts(output, key, guesses)
            elif output.role == "value":
                cells = self._cells(output, key, guesses)
            if cells is None:
                cells = [self._from_answers(output, answers)] * len(key.rows)
            columns.append([written(column, cell) for cell in cells])
        return markdown_table(self.task.columns, list(zip(*columns, strict=True)))

    def _from_answers(self, output: Output, answers: GivenAnswers) -> Value:
        """Return the commonest answer of this kind in other worlds; None if there is none."""
        counted: Counter[Value] = Counter()
        by_world = answers.get(_signature(self.specification, output), {})
        for world_id, counts in by_world.items():
            if world_id != self.task.world_id:
                counted.update(counts)
        common = sorted(counted.items(), key=lambda item: (-item[1], str(item[0])))
        return common[0][0] if common else None

    def _cells(self, output: Output, key: Key, guesses: Guesses) -> list[Value] | None:
        """Return a guess for each row of the key; None where the output is no plain column."""
        specification = self.specification
        if output.of != "cell" or specification.aggregated or not output.path:
            return None
        column = self.rows.pack.column(specification.table, output.path)
        if column.target is not None or column.table == "setting":
            return None
        frame = self.frames[column.table]
        allowed = self._limits(output.path, column.decimals)
        guessed = guesses.of(column.table, column.name, allowed)
        by_row = dict(zip(frame["id"].to_list(), guessed, strict=True))
        order = self._order(key)
        if order is None:
            return None
        holders = self._holders(output.path)
        cells: list[Value] = [None] * len(key.rows)
        for base, index in order.items():
            holder = holders[base]
            code = by_row.get(holder) if isinstance(holder, int) else None
            cells[index] = decode(code, column.kind, column.decimals)
        return cells

    def _counts(self, output: Output, key: Key, guesses: Guesses) -> list[Value] | None:
        """Return guessed counts for each row of the key; None where its rows tie."""
        specification, pack = self.specification, self.rows.pack
        part = stated_part(specification, pack)
        share = 1.0
        for condition in specification.where:
            if condition not in part.where:
                column = pack.column(specification.table, condition.path)
                codes = [encode(value, column.decimals) for value in condition.values]
                test = _test(condition.operator, codes)
                share *= guesses.share(column.table, column.name, test)
        key_outputs = tuple(output for output in specification.outputs if output.role == "key")
        try:
            sizes = rederive(replace(part, outputs=(*key_outputs, output)), self.rows)
        except AmbiguousError:
            return None
        size = {row[:-1]: row[-1] for row in sizes}
        row_sizes = [size.get(key_cells(row, key.columns)) for row in key.rows]
        return [
            round(row_size * share) if isinstance(row_size, int) else None for row_size in row_sizes
        ]

    def _holders(self, path: Path) -> list[Value]:
        """Return for each row of the base the row that the last column of a path is read from."""
        if len(path) == 1:
            return list(self.rows.ids(self.specification.table))
        return self.rows.cells(self.specification.table, path[:-1])

    def _order(self, key: Key) -> dict[int, int] | None:
        """Return the index in the key of each row of the base; None where the key cannot tell."""
        specification = self.specification
        keys = [
            (index, self.rows.shown(specification.table, output.path))
            for index, output in enumerate(specification.outputs)
            if output.role == "key" and output.of == "cell"
        ]
        base_rows = select(specification, self.rows).kept.rows
        if not keys:
            return {base_rows[0]: 0} if len(base_rows) == len(key.rows) == 1 else None
        numbers = {tuple(row[p] for p, _ in keys): n for n, row in enumerate(key.rows)}
        key_rows = {row: numbers.get(tuple(cells[row] for _, cells in keys)) for row in base_rows}
        return {row: index for row, index in key_rows.items() if index is not None}

    def _limits(self, path: Path, decimals: int) -> Callable[[Code], bool]:
        """Return a test of whether a value fits the question's conditions on this column."""
        tests: list[Callable[[Code], bool]] = []
        for condition in self.specification.where:
            if condition.path == path:
                codes = [encode(value, decimals) for value in condition.values]
                tests.append(_test(condition.operator, codes))
        return lambda code: all(test(code) for test in tests)


def _test(operator: str, codes: Sequence[Code]) -> Callable[[Code], bool]:
    def compare(code: Code) -> bool:
        if operator in {"is", "one_of"}:
            return code in codes
        if operator == "is_not":
            return code not in codes
        if not isinstance(code, int) or not all(isinstance(limit, int) for limit in codes):
            return True
        numbers = [limit for limit in codes if isinstance(limit, int)]
        if operator == "at_least":
            return code >= numbers[0]
        if operator == "at_most":
            return code <= numbers[0]
        return numbers[0] <= code <= numbers[-1]

    return compare
