"""Priors: what a model knows of the answers before it has read anything.

The model is asked each question closed book, without tools; and again with every real brand
renamed to an invented one, in the question and in the key. What it earns more on the first was not
guessed but remembered: the difference, paired by task, with its interval.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.record import Result, figure
from fictionworld.building.config import BuildConfig
from fictionworld.building.twins import resolve_twin
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.tasks.grading.grade import grade

if TYPE_CHECKING:
    from fictionworld.audit.record import Measure
    from fictionworld.dataset import Dataset
    from fictionworld.episodes.agents.endpoint import Endpoint
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.record import Task
    from fictionworld.worlds.fact import Value

__all__ = ["Model", "check_priors", "not_asked"]

_ASKED: Final = (
    "Today is {today}. Answer from what you know; you cannot look anything up. Where you do not "
    "know a value, give your best guess. Close with one Markdown table with the columns the "
    "question asks for.\n\n{question}"
)


@dataclass(frozen=True, slots=True)
class Model:
    """A model behind an OpenAI-compatible endpoint."""

    name: str
    endpoint: Endpoint

    def answer(self, prompt: str) -> str:
        """What it says.

        Raises:
            InfrastructureError: The server gave no answer.
        """
        message = self.endpoint.complete(
            {"model": self.name, "messages": [{"role": "user", "content": prompt}]}
        )
        return str(message.get("content") or "")


def not_asked() -> Result:
    """The result where no model is given."""
    return Result(
        "priors",
        "Priors of a model",
        "What does a model earn closed book, and how much of it by real brands?",
        "not measured",
        note="no model was given: --model NAME with --base-url",
    )


def check_priors(dataset: Dataset, tasks: Sequence[Task], model: Model, seed: int) -> Result:
    """The check on these tasks.

    Raises:
        InfrastructureError: The server gave no answer.
    """
    earned: list[tuple[Task, float, float]] = []
    renamings: dict[int, dict[str, str]] = {}
    for task in tasks:
        if task.world_id not in renamings:
            renamings[task.world_id] = renamed_brands(dataset, task.world_id)
        names = renamings[task.world_id]
        key = dataset.key(task.task_id)
        today = str(dataset.world(task.world_id).as_of)
        plain = grade(key, model.answer(_ASKED.format(today=today, question=task.question)))
        value = plain.figures.f1_value
        if value is None:
            continue
        renamed = value
        question = with_names(task.question, names)
        if question != task.question:
            answer = model.answer(_ASKED.format(today=today, question=question))
            other = grade(_renamed_key(key, names), answer).figures.f1_value
            renamed = 0.0 if other is None else other
        earned.append((task, value, renamed))
    measures: list[Measure] = []
    for pack in ("", *sorted({task.pack for task, _, _ in earned})):
        mine = [one for one in earned if pack in {"", one[0].pack}]
        of = (("pack", pack),) if pack else ()
        for name, values in (
            ("f1_value, real brands", [plain for _, plain, _ in mine]),
            ("f1_value, brands renamed", [renamed for _, _, renamed in mine]),
            ("difference", [plain - renamed for _, plain, renamed in mine]),
        ):
            measures.append(figure(name, *mean_with_interval(values, seed), of))
    return Result(
        "priors",
        "Priors of a model",
        "What does a model earn closed book, and how much of it by real brands?",
        "measured" if earned else "not measured",
        tuple(measures),
        note=f"{model.name} on {len(earned)} tasks, without tools; the difference is paired by "
        "task.",
    )


def renamed_brands(dataset: Dataset, world_id: int) -> dict[str, str]:
    """For each real name in a world the invented one that it has where brands are not real.

    The world is drawn once more from its own seeds, with real brands forbidden.
    """
    pack, record = dataset.pack_of(world_id), dataset.world(world_id)
    if not pack.real_names:
        return {}
    build = resolve_twin(BuildConfig(1, twin_of=str(dataset.path)))
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
