"""The rows and rewards of `export --format world-model` as TRL and verl take them.

A row's call travels as JSON text, since a data set's columns have one type each. Neither framework
is imported here: both call plain functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.files import open_file
from fictionworld.leakage.guard import Guard
from fictionworld.simulator.drafts.wording import without_thinking
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.reward import reward

VERL_SOURCE: Final = "fictionworld/world-model"


def grpo_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of an exported file for `GRPOTrainer`: `prompt`, messages, and `call`, text.

    Args:
        path: A file such as `train.jsonl`.

    Raises:
        UsageError: A line is no row of `export --format world-model`.
        PathError: The file cannot be read.
    """
    with open_file(path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                prompt = [{"role": m["role"], "content": m["content"]} for m in row["messages"]]
                call = json.dumps(row["call"], ensure_ascii=False)
            except (ValueError, KeyError, TypeError):
                raise UsageError(
                    f"line {number} of {path} is no row of `fictionworld export --format "
                    "world-model`; give a file that it wrote"
                ) from None
            yield {"prompt": prompt[:-1], "call": call}


def verl_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the same rows as verl's data loader has them; `compute_score` scores their replies.

    Raises:
        UsageError: A line is no row of `export --format world-model`.
        PathError: The file cannot be read.
    """
    for number, row in enumerate(grpo_rows(path)):
        yield {
            "data_source": VERL_SOURCE,
            "prompt": row["prompt"],
            "reward_model": {"style": "rule", "ground_truth": row["call"]},
            "extra_info": {"index": number},
        }


def world_model_reward(completions: Sequence[Any], call: Sequence[str], **_: object) -> list[float]:
    """Return the reward of each completion: a reward function for TRL's `GRPOTrainer`.

    Args:
        completions: What the model wrote: texts, or lists of messages of which the last counts.
        call: The calls of the rows, as `grpo_rows` has them.
    """
    return [_worth(text, row) for text, row in zip(completions, call, strict=True)]


def guarded_reward(dataset: Dataset) -> Callable[..., list[float]]:
    """Return the same reward function, which also looks for closed values that were not told.

    Of searches it takes three times as long: the guard of each world reads what results say.
    """

    @lru_cache(256)
    def guard(world_id: int) -> Guard:
        return OPEN_WORLDS.at(dataset, world_id).guard("tease")

    def guarded_world_model_reward(
        completions: Sequence[Any], call: Sequence[str], **_: object
    ) -> list[float]:
        return [
            _worth(text, row, guard(_call(row).world_id))
            for text, row in zip(completions, call, strict=True)
        ]

    return guarded_world_model_reward


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str,
    extra_info: Mapping[str, Any] | None = None,
    **_: object,
) -> float:
    """Return the reward of a completion, as verl's `custom_reward_function` is called.

    Raises:
        UsageError: The row is not of `verl_rows`.
    """
    del extra_info
    if data_source != VERL_SOURCE:
        raise UsageError(
            f"data_source: got {data_source!r}; rows of verl_rows have {VERL_SOURCE!r}"
        )
    return _worth(solution_str, ground_truth)


def _worth(completion: Any, row: str, guard: Guard | None = None) -> float:  # noqa: ANN401 - a text, or messages
    text = completion if isinstance(completion, str) else str(completion[-1]["content"] or "")
    return reward(_call(row), without_thinking(text) or "", guard)


@lru_cache(4096)
def _call(row: str) -> BenchCall:
    """Return a call of its text; the rollouts of a group share it."""
    return BenchCall.of_record(json.loads(row))
