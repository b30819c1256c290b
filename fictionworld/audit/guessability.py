"""Guessability: what guesses earn when the rows of the answer are known and nothing is read.

Four guesses: the commonest value of the answer's own column, its median, a predictor fitted on
other worlds of the pack (`predictor.py`), and what search results may state (`stated.py`). The
first two know the answer's column as a whole, and so bound what any constant guess can earn. No
cell may follow from what is stated. The entropy in bits of a cell within its world is reported for
every protected column too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import columns_of, first_of_each_pack
from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.predicted_answer import PredictedAnswer, given_answers
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
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import Task
from fictionworld.worlds.rows import coded
from fictionworld.worlds.world_rows import WorldRows

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
    answers = given_answers(keys, specifications)
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
            answered = PredictedAnswer(task, specifications[task.task_id], rows, frames)
            answer = answered.markdown(key, guesses, answers)
            value = grade(key, answer).figures.f1_value
            if value is not None:
                earned.note("predictor", task, value)


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
