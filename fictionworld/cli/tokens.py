"""`fictionworld tokens`: what tasks take in tokens, counted with a tokenizer."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.inputs import DatasetFolder, SplitOption, WorkersOption
from fictionworld.cli.terminal import counted, escape, grid, print_note, progress_bar, stdout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.dataset import Dataset
    from fictionworld.episodes.token_counts import TokenCount

_LENGTHS = (8_192, 16_384, 32_768, 65_536)
"""Of completions, in tokens."""


def tokens(
    folder: DatasetFolder,
    tokenizer: Annotated[
        list[str],
        typer.Option(help="A tokenizer.json, or a model's folder or name; may be repeated."),
    ],
    split: SplitOption = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of tasks, of all packs and levels.")
    ] = None,
    workers: WorkersOption = None,
) -> None:
    """Count prompts and completions of tasks in tokens, and store the counts beside the dataset.

    The oracle and the scout play each task, which takes a second of processor time.
    `dataset.rows(tokens=32_768, tokenizer=...)` then leaves out tasks that cannot fit.
    """
    from fictionworld.cores import usable_cores
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.sampling import spread_order
    from fictionworld.episodes.sidecar import task_order
    from fictionworld.episodes.token_counting import token_counts
    from fictionworld.episodes.token_counts import TOKENS

    dataset = open_dataset(folder)
    chosen = spread_order(dataset.tasks(split=split), 0, 0)[:sample]
    chosen.sort(key=lambda task: task_order(task.task_id))
    counting = token_counts(dataset, chosen, tokenizer, workers or usable_cores())
    counts: list[TokenCount] = []
    with progress_bar("tasks", len(chosen)) as progress:
        for done, of_task in enumerate(counting, 1):
            counts += of_task
            progress(done, len(chosen))
    TOKENS.add(dataset.path, dataset.content_hash, counts)
    for name in dict.fromkeys(count.tokenizer for count in counts):
        _print(dataset, name, [count for count in counts if count.tokenizer == name])
    print_note(f"stored in {escape(str(folder / TOKENS.name))}")


def _print(dataset: Dataset, name: str, counts: Sequence[TokenCount]) -> None:
    from fictionworld.tasks.level import LEVELS

    table = grid(
        ">level", ">tasks", ">prompt", ">oracle", ">scout", *(f">{most:,}" for most in _LENGTHS)
    )
    table.title = f"{escape(name)}: medians; tasks whose completion fits, oracle's and scout's"
    for level in (*LEVELS, None):
        of = [c for c in counts if level in {None, dataset.task(c.task_id).level}]
        if of:
            medians = (median(getattr(c, part) for c in of) for part in _PARTS)
            fits = (
                f"{sum(c.oracle <= most for c in of):,}, {sum(c.scout <= most for c in of):,}"
                for most in _LENGTHS
            )
            table.add_row(
                str(level or "all"), f"{len(of):,}", *(f"{value:,.0f}" for value in medians), *fits
            )
    stdout().print(table)
    print_note(f"{counted(len(counts), 'task')} counted")


_PARTS = ("prompt", "oracle", "scout")
