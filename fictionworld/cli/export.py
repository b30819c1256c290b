"""`fictionworld export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fictionworld.cli.inputs import (
    CallsOption,
    CharactersOption,
    ControlsOption,
    DatasetFolder,
    LevelsOption,
    PackOption,
    SplitOption,
    choose_tasks,
    read_controls,
)
from fictionworld.cli.terminal import counted, counted_by, escape, mark, size, stderr
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.export.supervised import ExportedConversations
    from fictionworld.export.world_model import ExportedTurns


def export(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    form: Annotated[
        Literal[
            "widesearch",
            "jsonl",
            "parquet",
            "hf",
            "trl",
            "verl",
            "verifiers",
            "pages",
            "sft",
            "world-model",
            "hub",
        ],
        typer.Option(
            "--format",
            help="widesearch: as that benchmark's own loader reads tasks, with gold tables; jsonl "
            "and parquet: a row a task; hf, trl, verl, verifiers: prompts for that trainer, a file "
            "a split; pages: the pages of the tasks' worlds, for an index of your own; sft: the "
            "conversations of --transcripts, a file a split; world-model: the calls of --traces "
            "with their replies, for a model that plays the tools; hub: the whole dataset "
            "with its card, for a hub of datasets, and the answers as a second folder.",
        ),
    ],
    out: Annotated[Path, typer.Option(help="A folder, new or empty.")],
    pack: PackOption = None,
    split: SplitOption = None,
    kinds: Annotated[
        str | None, typer.Option(help="Kinds of task, a comma between: wide,deep,empty.")
    ] = None,
    characters: CharactersOption = None,
    levels: LevelsOption = None,
    band: Annotated[
        str | None,
        typer.Option(
            metavar="LOW-HIGH",
            help="Tasks with such a pass rate, by `fictionworld calibrate`: 0.125-0.875.",
        ),
    ] = None,
    tokens: Annotated[
        int | None, typer.Option(min=1, help="Tasks whose completion has at most so many tokens.")
    ] = None,
    margin: Annotated[
        Literal["oracle", "scout"],
        typer.Option(help="With --tokens: whose completion, the least or that of a searcher."),
    ] = "oracle",
    tokenizer: Annotated[
        str | None,
        typer.Option(help="With --tokens: one that `fictionworld tokens` counted with."),
    ] = None,
    policies: Annotated[
        str,
        typer.Option(help="For trainers: a policy of results, or several: tease=0.7,open=0.3."),
    ] = "tease",
    epochs: Annotated[
        int, typer.Option(min=1, help="For trainers: how often each task comes.")
    ] = 1,
    controls: ControlsOption = "none",
    calls: CallsOption = None,
    keys: Annotated[
        bool,
        typer.Option("--keys", help="With jsonl and parquet: the answers too, in another file."),
    ] = False,
    transcripts: Annotated[
        Path | None,
        typer.Option(help="With sft: a file that `fictionworld rollout --transcripts` wrote."),
    ] = None,
    pages: Annotated[
        bool, typer.Option("--pages", help="With hub: the pages of all worlds too.")
    ] = False,
    audit: Annotated[
        Path | None,
        typer.Option(
            help="With hub: a file with what `fictionworld audit --json` printed, for the card."
        ),
    ] = None,
    traces: Annotated[
        Path | None,
        typer.Option(help="With world-model: a file that `fictionworld rollout --traces` wrote."),
    ] = None,
    least_reward: Annotated[
        float, typer.Option(help="With sft: what a conversation must have earned.")
    ] = 0.9,
) -> None:
    """Write the tasks of a dataset for another program, whole or not at all."""
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.calibration import parse_band
    from fictionworld.export.export import export_tasks
    from fictionworld.export.hub import export_hub
    from fictionworld.export.supervised import export_conversations
    from fictionworld.export.world_model import export_turns

    if (form == "sft") != (transcripts is not None):
        raise UsageError(
            "--transcripts goes with --format sft, and sft needs it: a file that `fictionworld "
            f"rollout {folder} --transcripts FILE` wrote"
        )
    if (form == "world-model") != (traces is not None):
        raise UsageError(
            "--traces goes with --format world-model, which needs it: a file that `fictionworld "
            f"rollout {folder} --traces FILE` wrote"
        )
    if pages and form != "hub":
        raise UsageError(f"--pages: got format {form}; only hub takes it, and pages is a format")
    if audit is not None and form != "hub":
        raise UsageError(f"--audit: got format {form}; only hub has a card that tells figures")
    controls_read = read_controls(controls)
    with stderr().status("writing"):
        dataset = open_dataset(folder)
        chosen = choose_tasks(
            dataset, split=split, pack=pack, kinds=kinds, characters=characters, levels=levels
        )
        if band is not None:
            chosen = dataset.calibrated(chosen, parse_band(band))
        if tokens is not None:
            chosen = dataset.fitting(chosen, tokens, margin, tokenizer)
        if form == "sft":
            assert transcripts is not None
            print_conversations(
                export_conversations(dataset, out, transcripts, chosen, least_reward=least_reward)
            )
            return
        if form == "hub":
            if len(chosen) != len(dataset.tasks()):
                raise UsageError(
                    "--format hub writes a dataset whole, so that its card can rebuild it; leave "
                    "out the flags that choose tasks"
                )
            hub = export_hub(dataset, out, pages=pages, audit=audit)
            stderr().print(
                f"{mark(good=True)} [bold]{escape(str(out))}[/bold]: dataset and keys, "
                f"{counted(hub.tasks, 'task')}, {counted(hub.worlds, 'world')}, "
                f"{counted(hub.files, 'file')}, {size(hub.size)}"
            )
            return
        if form == "world-model":
            assert traces is not None
            print_turns(export_turns(dataset, out, traces, chosen))
            return
        done = export_tasks(
            dataset, out, form, chosen, keys=keys, controls=controls_read, calls=calls,
            policies=policies, epochs=epochs,
        )  # fmt: skip
    console = stderr()
    console.print(
        f"{mark(good=True)} [bold]{escape(str(out))}[/bold]: "
        f"{counted(sum(done.tasks.values()), 'task')} ({counted_by(done.tasks)}), "
        f"{counted(done.files, 'file')}, {size(done.size)}"
    )
    if done.left_out:
        console.print(
            f"[dim]left out, since WideSearch cannot score them: {done.left_out:,} empty[/dim]"
        )


def print_turns(done: ExportedTurns) -> None:
    """Print how many calls were written, and how many were left out and why."""
    stderr().print(
        f"{mark(good=True)} [bold]{escape(str(done.out))}[/bold]: "
        f"{counted(sum(done.written.values()), 'call')} ({counted_by(done.written)})"
    )
    if done.repeated or done.left_out:
        stderr().print(
            f"[dim]left out: {done.repeated:,} whose state came before, {done.left_out:,} that "
            "failed or were made under controls[/dim]"
        )


def print_conversations(done: ExportedConversations) -> None:
    """Print how many conversations were written, and how many were left out and why."""
    stderr().print(
        f"{mark(good=True)} [bold]{escape(str(done.out))}[/bold]: "
        f"{counted(sum(done.written.values()), 'conversation')} ({counted_by(done.written)})"
    )
    if done.below or done.unreadable:
        stderr().print(
            f"[dim]left out: {done.below:,} that earned less, {done.unreadable:,} with a call "
            "that cannot be read[/dim]"
        )
