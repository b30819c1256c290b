"""Measure what a model knows of the answers without tools, and how much of it by real brands.

    python tools/priors.py worlds --model NAME --base-url http://localhost:8000/v1

Each question is asked closed book; and again with every real brand renamed to an invented one, in
the question and in the key. The difference, paired by task, is what the model remembers. Build with
`--real-names brands` for it. The server's key is taken from OPENAI_API_KEY. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fictionworld.audit.interval import SHARES, mean_with_interval
from fictionworld.building.config import BuildConfig, resolve
from fictionworld.chat.client import BlockingChatClient
from fictionworld.chat.endpoint import Endpoint, key_from_environment
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.rollout import sample
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.record import Task

_ASKED = (
    "Today is {today}. Answer from what you know; you cannot look anything up. Where you do not "
    "know a value, give your best guess. Close with one Markdown table with the columns the "
    "question asks for.\n\n{question}"
)


def priors(
    dataset: Dataset, tasks: Sequence[Task], answer: Callable[[str], str]
) -> dict[str, dict[str, Any]]:
    """Return the mean `f1_value` with real brands, with renamed ones, and their difference."""
    real: list[float] = []
    renamed: list[float] = []
    brands = {world: renamed_brands(dataset, world) for world in {t.world_id for t in tasks}}
    for task in tasks:
        names = brands[task.world_id]
        key, today = dataset.key(task.task_id), str(dataset.world(task.world_id).as_of)
        value = grade(key, answer(_ASKED.format(today=today, question=task.question)))
        if value.figures.f1_value is None:  # an empty answer, which has no values
            continue
        real.append(value.figures.f1_value)
        question = with_names(task.question, names)
        if question != task.question:
            rows = tuple(
                tuple(with_names(v, names) if isinstance(v, str) else v for v in row)
                for row in key.rows
            )
            reply = answer(_ASKED.format(today=today, question=question))
            value = grade(replace(key, rows=rows), reply)
        renamed.append(value.figures.f1_value or 0.0)
    gained = [one - other for one, other in zip(real, renamed, strict=True)]
    return {
        "real brands": mean_with_interval(real, 0, SHARES)._asdict(),
        "brands renamed": mean_with_interval(renamed, 0, SHARES)._asdict(),
        "difference": mean_with_interval(gained, 0, (-1.0, 1.0))._asdict(),
    }


def renamed_brands(dataset: Dataset, world_id: int) -> dict[str, str]:
    """Return for each real name in a world the invented one that it has where brands are not real.

    The world is drawn once more from its own seeds, with real brands forbidden.
    """
    pack, record = dataset.pack_of(world_id), dataset.world(world_id)
    if not pack.real_names:
        return {}
    build = resolve(BuildConfig(1, twin_of=str(dataset.path)))
    seeds = WorldSeeds(world_id, record.structure_seed, record.value_seed)
    options = FillOptions(build.config.rows, real_brands=False, known=build.known)
    invented = fill_worlds(pack, [seeds], options).frames
    return {
        old: new
        for table, column in pack.real_names
        for old, new in zip(
            dataset.frames(world_id)[table][column], invented[table][column], strict=True
        )
        if None not in {old, new} and old != new
    }


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text with names replaced, whole words only, the longest first."""
    if not names:
        return text
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: names[match[0]], text)


def main() -> None:
    """Read the command line, ask the model, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="a dataset")
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--tasks", type=int, default=100)
    given = parser.parse_args()
    client = BlockingChatClient(Endpoint(given.base_url, key_from_environment()))

    def answer(prompt: str) -> str:
        messages = [{"role": "user", "content": prompt}]
        return client.complete({"model": given.model, "messages": messages}).text

    dataset = open_dataset(given.folder)
    figures = priors(dataset, sample(dataset.tasks(), given.tasks), answer)
    print(json.dumps(figures, indent=1))  # noqa: T201 - data goes to stdout


if __name__ == "__main__":
    main()
