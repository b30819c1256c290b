"""Priors: what a model knows of the answers without reading anything.

The model is asked each question closed book, without tools; and again with every real brand
renamed to an invented one, in the question and in the key. The difference, paired by task, measures
what it remembers rather than guesses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.interval import SHARES, mean_with_interval
from fictionworld.audit.options import Model
from fictionworld.audit.record import CheckResult, Measure, figure, result_of
from fictionworld.building.config import BuildConfig, resolve
from fictionworld.chat.client import ChatError, ChatRefusedError
from fictionworld.dataset import Dataset
from fictionworld.episodes.rollout import sample as spread
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import Task
from fictionworld.worlds.fact import Value

_MOST_TASKS: Final = 100
_LOST: Final = 3
"""After so many failures and no answer, the server is not asked again."""
_ASKED: Final = (
    "Today is {today}. Answer from what you know; you cannot look anything up. Where you do not "
    "know a value, give your best guess. Close with one Markdown table with the columns the "
    "question asks for.\n\n{question}"
)


def not_asked() -> CheckResult:
    """The result if no model is given."""
    return _result((), "no model was given: --model NAME with --base-url")


def _result(measures: Sequence[Measure], note: str) -> CheckResult:
    return result_of(
        "priors",
        "Priors of a model",
        "What does a model earn closed book, and how much of it by real brands?",
        measures,
        note=note,
    )


def check_priors(dataset: Dataset, tasks: Sequence[Task], model: Model, seed: int) -> CheckResult:
    """The check on these tasks; those that the server does not answer are left out, and counted."""
    earned: list[tuple[Task, float, float]] = []
    failures: list[str] = []
    renamings: dict[int, dict[str, str]] = {}
    for task in tasks:
        if task.world_id not in renamings:
            renamings[task.world_id] = renamed_brands(dataset, task.world_id)
        try:
            found = _earned(dataset, task, model, renamings[task.world_id])
        except ChatError as error:
            failures.append(str(error))
            if isinstance(error, ChatRefusedError) or (not earned and len(failures) == _LOST):
                break
            continue
        if found is not None:
            earned.append((task, *found))
    measures: list[Measure] = []
    for pack in ("", *sorted({task.pack for task, _, _ in earned})):
        mine = [one for one in earned if pack in {"", one[0].pack}]
        of = (("pack", pack),) if pack else ()
        for name, values, bounds in (
            ("f1_value, real brands", [plain for _, plain, _ in mine], SHARES),
            ("f1_value, brands renamed", [renamed for _, _, renamed in mine], SHARES),
            ("difference", [plain - renamed for _, plain, renamed in mine], (-1.0, 1.0)),
        ):
            measures.append(figure(name, *mean_with_interval(values, seed, bounds), of))
    return _result(
        measures,
        f"{model.name} on {len(earned)} tasks, without tools; the difference is paired by "
        f"task.{_without_brands(renamings)}{_unanswered(failures)}",
    )


def _without_brands(renamings: Mapping[int, Mapping[str, str]]) -> str:
    if any(renamings.values()):
        return ""
    return " No world has real brands, so there is none: `build --real-names brands` has them."


def _unanswered(failures: Sequence[str]) -> str:
    if not failures:
        return ""
    return f" Without an answer: {len(failures)}; the last: {failures[-1]}."


def _earned(
    dataset: Dataset, task: Task, model: Model, names: Mapping[str, str]
) -> tuple[float, float] | None:
    """`f1_value` with real brands and with renamed ones; None where it is not defined."""
    key = dataset.key(task.task_id)
    today = str(dataset.world(task.world_id).as_of)
    plain = grade(key, model.answer(_ASKED.format(today=today, question=task.question)))
    value = plain.figures.f1_value
    if value is None:
        return None
    question = with_names(task.question, names)
    if question == task.question:
        return value, value
    answer = model.answer(_ASKED.format(today=today, question=question))
    other = grade(_renamed_key(key, names), answer).figures.f1_value
    return value, 0.0 if other is None else other


def renamed_brands(dataset: Dataset, world_id: int) -> dict[str, str]:
    """For each real name in a world the invented one that it has where brands are not real.

    The world is drawn once more from its own seeds, with real brands forbidden.
    """
    pack, record = dataset.pack_of(world_id), dataset.world(world_id)
    if not pack.real_names:
        return {}
    build = resolve(BuildConfig(1, twin_of=str(dataset.path)))
    filled = fill_worlds(
        pack,
        [WorldSeeds(world_id, record.structure_seed, record.value_seed)],
        FillOptions(build.config.rows, real_brands=False, known=build.known),
    )
    found: dict[str, str] = {}
    frames = dataset.frames(world_id)
    for table, column in pack.real_names:
        here, there = frames[table][column].to_list(), filled.frames[table][column].to_list()
        found |= {
            real: invented
            for real, invented in zip(here, there, strict=True)
            if real is not None and invented is not None and real != invented
        }
    return found


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text with names replaced, whole words only, the longest first."""
    if not names:
        return text
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: names[found[0]], text)


def _renamed_key(key: Key, names: Mapping[str, str]) -> Key:
    def renamed(value: Value) -> Value:
        return with_names(value, names) if isinstance(value, str) else value

    rows = tuple(tuple(map(renamed, row)) for row in key.rows)
    return replace(key, rows=rows)


class PriorsCheck(AuditCheck):
    """A model asked closed book; only where one is given."""

    name = "priors"

    def summarize(self, seen: Observations) -> CheckResult:
        options = seen.context.options
        if options.model is None:
            return not_asked()
        tasks = spread(seen.context.dataset.tasks(), _MOST_TASKS)
        return check_priors(seen.context.dataset, tasks, options.model, options.seed)
