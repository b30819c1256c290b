"""What tasks take in tokens: counted with a tokenizer by `fictionworld tokens`, else estimated.

A completion is all that a rollout adds to its prompt: calls, replies, plans, the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from fictionworld.episodes.sidecar import SidecarFile, task_order
from fictionworld.errors import UsageError, nearest
from fictionworld.tasks.record import Task

Margin = Literal["oracle", "scout"]
MARGINS: Final[tuple[Margin, ...]] = get_args(Margin)
"""Whose completion must fit: of the one that knows which pages to read, or of the one that
searches for them."""

LEAST_CHARACTERS_PER_TOKEN: Final = 2.6
"""Where no tokenizer was counted with: replies have 2.8 by SmolLM2's, and tables fewer."""


@dataclass(frozen=True, slots=True)
class TokenCount:
    """What one task takes by one tokenizer, under `tease` and without controls."""

    tokenizer: str
    """Its name with a hash of its content: `ConversationTokenizer.name`."""
    task_id: str
    prompt: int
    """System prompt, schemas of the tools, and question."""
    oracle: int
    """The oracle's completion."""
    scout: int
    """The scout's completion."""


def _key(count: TokenCount) -> tuple[str, tuple[int, ...]]:
    return count.tokenizer, task_order(count.task_id)


TOKENS: Final = SidecarFile("tokens.json", "tokens", TokenCount, _key, "tokens")
"""Where they are kept."""


def completion_tokens(
    folder: Path,
    dataset_hash: str,
    tasks: Iterable[Task],
    margin: str = "oracle",
    tokenizer: str | None = None,
) -> dict[str, int]:
    """Return the tokens of a completion of each task, by task id.

    Args:
        folder: The dataset's folder.
        dataset_hash: The dataset's content hash.
        tasks: The tasks.
        margin: Whose completion, of `MARGINS`.
        tokenizer: A tokenizer that `fictionworld tokens` counted with; tasks that it did not count
            are estimated, as all are if None.

    Raises:
        UsageError: There is no such margin, or nothing was counted with the tokenizer.
        DatasetError: The file of counts is damaged.
    """
    if margin not in MARGINS:
        raise UsageError(
            f"margin: got {margin!r}; allowed: {', '.join(MARGINS)}{nearest(margin, MARGINS)}"
        )
    counted: dict[str, int] = {}
    if tokenizer is not None:
        counts = _counted_with(folder, dataset_hash, tokenizer)
        counted = {count.task_id: getattr(count, margin) for count in counts}
    return {
        task.task_id: counted.get(task.task_id) or estimated_tokens(task, margin) for task in tasks
    }


def _counted_with(folder: Path, dataset_hash: str, tokenizer: str) -> list[TokenCount]:
    counts = TOKENS.read(folder, dataset_hash)
    named = [c for c in counts if tokenizer in {c.tokenizer, c.tokenizer.rpartition("@")[0]}]
    versions = sorted({count.tokenizer for count in named})
    if len(versions) > 1:
        raise UsageError(f"tokenizer: got {tokenizer!r}; counted are {', '.join(versions)}")
    if not named:
        known = sorted({count.tokenizer for count in counts})
        raise UsageError(
            f"tokenizer: {folder} has no counts with {tokenizer!r}, but with "
            f"{', '.join(known) or 'none'}; run `fictionworld tokens {folder} --tokenizer "
            f"{tokenizer}`"
        )
    return named


def estimated_tokens(task: Task, margin: str) -> int:
    """Return about the most tokens of a completion, from what is known of a task."""
    most = _MOST[margin]
    characters = (
        most.beside
        + most.of_reading * task.least_characters
        + most.of_page * task.least_pages
        + most.of_hop * task.hops
        + most.of_cell * task.answer_cells
    )
    return int(characters / LEAST_CHARACTERS_PER_TOKEN)


class _Characters(NamedTuple):
    """Of a completion, at most: a bound for nearly all tasks that it lets through."""

    beside: float
    of_reading: float
    """For each character that must be read."""
    of_page: float
    of_hop: float
    of_cell: float


_MOST: Final = {
    "oracle": _Characters(1_000, 1.15, 280, 0, 60),
    "scout": _Characters(10_000, 1.8, 0, 13_000, 0),
}
"""Fitted to 212 tasks of all levels, by SmolLM2's tokenizer. A scout's completion varies so much
that below 14,000 tokens no task is sure to fit: count them instead."""
