"""Guessability: what guesses earn when the rows of the answer are known and nothing is read.

Four guesses: the commonest value of the answer's own column, its median, a predictor fitted on
other worlds of the pack (`predictor.py`), and what search results may state (`stated.py`). The
first two know the answer's column as a whole, and so bound what any constant guess can earn. No
cell may follow from what is stated. The entropy in bits of a cell within its world is reported for
every protected column too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import polars as pl

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import columns_of, first_of_each_pack
from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.predictor import Guesses, Predictor
from fictionworld.audit.record import (
    CheckResult,
    LeakEvidence,
    Measure,
    Thresholds,
    figure,
    rate,
    result_of,
    status_of,
)
from fictionworld.audit.stated import stated_answers
from fictionworld.dataset import Dataset
from fictionworld.tasks.grading.cells import written
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, key_cells, markdown_table
from fictionworld.tasks.record import Task, world_of_task
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError, select
from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.tasks.stated import stated_part
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.worlds.fact import Value
from fictionworld.worlds.rows import Code, coded, decode, encode

_TRAINING: Final = 80
"""Worlds of a pack that the predictor learns from."""
_STATED: Final = "stated count"
"""The guess of an agent that answers with all that search results may state."""
_SHARE: Final = 0.2
"""Findings name tasks of which a guess earns more."""


@dataclass
class _Earned:
    """What guesses earn: by kind of guess, an `f1_value` for each task."""

    by_guess: dict[str, dict[str, float]] = field(default_factory=dict)
    task: dict[str, Task] = field(default_factory=dict)

    def note(self, guess: str, task: Task, earned: float) -> None:
        self.by_guess.setdefault(guess, {})[task.task_id] = earned
        self.task[task.task_id] = task

    def best(self) -> dict[str, float]:
        """Return for each task the `f1_value` of its best guess."""
        best: dict[str, float] = {}
        for earned in self.by_guess.values():
            for task_id, value in earned.items():
                best[task_id] = max(best.get(task_id, 0.0), value)
        return best


class GuessabilityCheck(AuditCheck):
    """Answers are hard to guess."""

    name = "guessability"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        """Return the result of the check; the predictor is tried in the sampled worlds alone."""
        dataset, options = context.dataset, context.options
        earned = _Earned()
        tasks = {task.task_id: task for task in dataset.tasks()}
        keys = {key.task_id: key for key in dataset.keys()}  # noqa: SIM118 - no dictionary
        for task_id, key in keys.items():
            _constant_guesses(tasks[task_id], key, earned)
        _predict(context, keys, earned)
        stated = stated_answers(dataset, tasks, keys, context.specifications)
        for task_id, value in stated.earned.items():
            earned.note(_STATED, tasks[task_id], value)
        best = earned.best()
        bound = options.thresholds.guess_f1
        best_figure = figure(
            "f1_value of the best guess",
            *mean_with_interval(list(best.values()), options.seed),
            at_most=bound,
        )
        determined_rate = rate(
            "value cells that follow from what search results may state",
            sum(stated.determined.values()),
            stated.cells,
            at_most=0.0,
            whole=True,
        )
        means = list(_means(earned, options.thresholds, options.seed))
        measures = [best_figure, determined_rate, *means, *_entropies(dataset)]
        findings = [
            _finding(
                tasks[task_id],
                f"{cells} of its value cells follow from what search results may state",
                context.folder,
            )
            for task_id, cells in stated.determined.items()
        ]
        findings += [
            _finding(
                tasks[task_id],
                f"a guess with the keys given earns f1_value {value:.2f}",
                context.folder,
            )
            for task_id, value in sorted(
                best.items(), key=lambda guessed: (-guessed[1], guessed[0])
            )
            if value > max(bound, _SHARE)
        ]
        return result_of(
            self.name,
            "Guessability",
            "What does an agent earn that is given every key, and guesses the rest?",
            measures,
            findings,
            # of a shape with few tasks the interval is wide: it fails, and leaves nothing open
            status=status_of(
                [best_figure, determined_rate], failed=any(mean.exceeded for mean in means)
            ),
            note=f"{len(best):,} tasks with values; the predictor was fitted on other worlds and "
            f"tried on {len(earned.by_guess.get('predictor', {})):,} tasks.",
        )


def _constant_guesses(task: Task, key: Key, earned: _Earned) -> None:
    """Note what two guesses of one value for a whole column earn: the mode and the median."""
    indexes = [index for index, column in enumerate(key.columns) if column.role == "value"]
    if not indexes or not key.rows:
        return
    modes, medians = [], []
    for index in indexes:
        values = [row[index] for row in key.rows]
        modes.append(max(Counter(values).values()) / len(values))
        numbers: list[Any] = [v for v in values if v is not None and not isinstance(v, str)]
        middle = sorted(numbers)[len(numbers) // 2] if numbers else None
        medians.append(numbers.count(middle) / len(values))
    # of one row a guess would be the answer itself: what the column holds elsewhere is guessed
    if len(key.rows) > 1:
        earned.note("mode", task, sum(modes) / len(modes))
        earned.note("median", task, sum(medians) / len(medians))


def _predict(context: AuditContext, keys: dict[str, Key], earned: _Earned) -> None:
    dataset, specifications = context.dataset, context.specifications
    answers = _other_answers(keys, specifications)
    predictors: dict[str, Predictor] = {}
    for stored in first_of_each_pack(dataset.path):
        other_worlds = stored.worlds.filter(~pl.col("world_id").is_in(context.worlds))
        training = stored.only(other_worlds["world_id"].sort()[:_TRAINING])
        predictors[stored.pack.name] = Predictor(stored.pack, training.frames)
    for world_id in context.worlds:
        pack = dataset.pack_of(world_id)
        frames = dataset.frames(world_id)
        rows = WorldRows(pack, frames)
        guesses = Guesses(predictors[pack.name], frames)
        for task in dataset.tasks(world_id):
            key = keys[task.task_id]
            if not key.rows or not any(column.role == "value" for column in key.columns):
                continue
            guesser = _Guesser(task, specifications[task.task_id], rows, frames)
            answer = guesser.answer(key, guesses, answers)
            value = grade(key, answer).figures.f1_value
            if value is not None:
                earned.note("predictor", task, value)


_Signature = tuple[str, str, str, Path]
"""Pack, table, what is asked for and by which path."""
_Answers = dict[_Signature, dict[int, Counter[Value]]]
"""How often each answer of a kind is given, by world."""


def _other_answers(keys: dict[str, Key], specifications: dict[str, Specification]) -> _Answers:
    """Return how often each answer is given, by kind of answer and by world."""
    answers: _Answers = {}
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
class _Guesser:
    """One task, answered by the predictor with its keys given."""

    task: Task
    specification: Specification
    rows: WorldRows
    frames: dict[str, pl.DataFrame]

    def answer(self, key: Key, guesses: Guesses, answers: _Answers) -> str:
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

    def _from_answers(self, output: Output, answers: _Answers) -> Value:
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


def _means(earned: _Earned, thresholds: Thresholds, seed: int) -> Iterator[Measure]:
    """Yield the mean of each guess, with a threshold by shape where no guess knows the answers."""
    bounds = {_STATED: thresholds.shortcut_f1, "predictor": thresholds.guess_f1}
    for guess, by_task in earned.by_guess.items():
        name = f"f1_value of the {guess}"
        yield figure(name, *mean_with_interval(list(by_task.values()), seed))
        for facet in ("pack", "kind", "shape"):
            bound = bounds.get(guess) if facet == "shape" else None
            for group in sorted({getattr(earned.task[task_id], facet) for task_id in by_task}):
                values = [
                    value
                    for task_id, value in by_task.items()
                    if getattr(earned.task[task_id], facet) == group
                ]
                mean = mean_with_interval(values, seed)
                yield figure(name, *mean, ((facet, group),), at_most=bound)


def _entropies(dataset: Dataset) -> Iterator[Measure]:
    """Yield for each protected column the bits of a cell and the share of its commonest value."""
    for stored in first_of_each_pack(dataset.path):
        for table in stored.pack.world_tables:
            for column in columns_of(table, "askable"):
                frame = stored.frames[table.name]
                values = frame.select("world_id", coded(frame[column.name]).alias("value"))
                of = (
                    ("pack", stored.pack.name),
                    ("table", table.name),
                    ("column", column.name),
                )
                bits, mode = _bits_and_mode(values.drop_nulls())
                yield figure("bits a cell", bits, of=of, unit="bits")
                yield figure("share of the commonest value", mode, of=of)


def _bits_and_mode(values: pl.DataFrame) -> tuple[float | None, float | None]:
    """Return means over worlds: a column's entropy in bits, and its commonest value's share."""
    counted = values.group_by("world_id", "value").len()
    share = (pl.col("len") / pl.col("len").sum()).over("world_id")
    by_world = (
        counted.with_columns(share.alias("share"))
        .group_by("world_id")
        .agg(
            (-(pl.col("share") * pl.col("share").log(2)).sum()).alias("bits"),
            pl.col("share").max().alias("mode"),
        )
        .sort("world_id")
    )
    if by_world.is_empty():
        return None, None
    return round(float(by_world["bits"].mean()), 6), round(float(by_world["mode"].mean()), 6)  # type: ignore[arg-type]


def _finding(task: Task, why: str, folder: str) -> LeakEvidence:
    return LeakEvidence(
        check="guessability",
        severity="question context",
        world_id=task.world_id,
        task_id=task.task_id,
        field="answer",
        text=task.question,
        marks=((0, 0),),
        why=why,
        command=f"fictionworld show {folder} {task.task_id} --key",
        of=(("pack", task.pack), ("kind", task.kind)),
    )
