"""`fictionworld packs draft`: a pack from documents of a field, written by a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import read_endpoint
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    escape,
    grid,
    mark,
    print_json,
    print_note,
    stderr,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.chat.reply import ChatReply
    from fictionworld.drafting.draft import DraftAttempt, DraftReport
    from fictionworld.drafting.model_calls import ModelCalls

_SHOWN = 6
"""Findings of each attempt; its folder has them all."""


def draft(  # noqa: PLR0913 - the flags of the command
    name: Annotated[str, typer.Argument(help="A word in lower case: the pack's name.")],
    *,
    sources: Annotated[
        list[Path],
        typer.Option(
            "--from",
            metavar="DOC",
            help="A document of the field: text, Markdown, a sample as CSV, a PDF, or a folder of "
            "these; may be repeated.",
        ),
    ],
    model: Annotated[str, typer.Option(help="The model: openai:MODEL.")],
    out: Annotated[
        Path | None, typer.Option(help="The folder of all attempts; default: NAME-draft.")
    ] = None,
    plan_only: Annotated[
        bool, typer.Option("--plan-only", help="Stop at the plan of tables, to edit it.")
    ] = False,
    base_url: Annotated[
        str,
        typer.Option(
            help="The server: http://localhost:8000/v1. Its key is taken from OPENAI_API_KEY."
        ),
    ] = "http://localhost:8000/v1",
    attempts: Annotated[
        int, typer.Option(min=1, help="Maximum number of packs that are checked.")
    ] = 6,
    calls: Annotated[int, typer.Option(min=1, help="Maximum calls of the model, all runs.")] = 12,
    tokens: Annotated[
        int, typer.Option(min=1, help="Maximum tokens, read and written, all runs.")
    ] = 500_000,
    context: Annotated[
        int, typer.Option(min=1, help="Tokens that the model's context holds.")
    ] = 32_768,
    max_tokens: Annotated[
        int, typer.Option(min=1, help="Maximum tokens of an answer; a pack takes 6,000 to 10,000.")
    ] = 12_000,
    temperature: Annotated[float, typer.Option(min=0.0, help="Of the model.")] = 0.0,
    cpu_seconds: Annotated[
        int, typer.Option(min=1, help="Maximum processor time of one check, in seconds.")
    ] = 60,
    timeout_s: Annotated[
        float,
        typer.Option(min=0.001, help="Seconds for one request; a try of it has half of them."),
    ] = 3600.0,
    as_json: JsonOption = False,
) -> None:
    """Let a model draft a pack from documents of a field, and mend what the check finds.

    The model plans tables, writes the pack, and gets what `packs check`, the sanity queries and the
    mutation test find, until nothing is left. None of the documents' sentences and names may stand
    in the pack. Run again, it goes on where it stopped; edit `plan.yaml` to begin the pack anew.

    Exit code 1 where no sound pack was reached: the report says why.
    """
    from fictionworld.chat.client import BlockingChatClient
    from fictionworld.drafting.documents import read_documents
    from fictionworld.drafting.draft import DraftLimits, draft_pack, plan_pack
    from fictionworld.drafting.model_calls import ModelCalls
    from fictionworld.drafting.requests import tokens_of

    kind, _, model_name = model.partition(":")
    if kind != "openai" or not model_name:
        raise UsageError(f"--model: got {model!r}; it is written openai:MODEL")
    if max_tokens >= context:
        raise UsageError(f"--max-tokens: got {max_tokens:,}; allowed: fewer than --context")
    documents = read_documents(sources)
    folder = out or Path(f"{name}-draft")
    folder.mkdir(parents=True, exist_ok=True)
    endpoint = read_endpoint(base_url, 1, timeout_s, 4_000_000)
    assert endpoint is not None
    client = BlockingChatClient(endpoint)

    def complete(body: Mapping[str, Any]) -> ChatReply:
        console, read = stderr(), tokens_of(body["messages"])
        console.print(f"call {asked.calls + 1} of {calls}: about {read:,} tokens to read ...")
        return client.complete(body)

    settings = {"model": model_name, "temperature": temperature, "max_tokens": max_tokens}
    asked = ModelCalls(complete, settings, folder / "calls.jsonl", calls, tokens)
    limits = DraftLimits(attempts, context - max_tokens, cpu_seconds)
    with says_when_interrupted("Stopped. Run the same command again and the draft goes on."):
        if plan_only:
            plan = plan_pack(asked, documents, name, folder, limits, _print_attempt)
            stdout().print(escape(plan), highlight=False)
            print_note(f"edit {escape(str(folder / 'plan.yaml'))}, then run without --plan-only")
            return
        report = draft_pack(asked, documents, name, folder, limits, _print_attempt)
    if as_json:
        print_json(_as_json(report, asked, folder))
    else:
        _print_report(report, asked, folder)
    if not report.is_sound:
        raise typer.Exit(1)


def _print_attempt(attempt: DraftAttempt) -> None:
    console = stderr()
    found = counted(len(attempt.findings), "finding") if attempt.findings else "sound"
    what = "plan" if attempt.file.name == "plan.yaml" else "attempt"
    console.print(f"{what} {attempt.number}: {found}")
    for finding in attempt.findings[:_SHOWN]:
        console.print(f"  [dim]{escape(finding)}[/dim]", soft_wrap=True, highlight=False)
    if len(attempt.findings) > _SHOWN:
        more = counted(len(attempt.findings) - _SHOWN, "other")
        console.print(f"  [dim]and {more}, in {attempt.file.parent / 'findings.txt'}[/dim]")


def _print_report(report: DraftReport, asked: ModelCalls, folder: Path) -> None:
    console = stdout()
    spent = f"{counted(asked.calls, 'call')}, {counted(asked.tokens, 'token')}"
    console.print(
        f"{mark(report.is_sound)} [bold]{report.name}[/bold] after {spent}: "
        f"{escape(report.stopped)}",
        soft_wrap=True,
    )
    table = grid("attempt", ">findings", "file")
    for attempt in report.attempts:
        table.add_row(str(attempt.number), f"{len(attempt.findings):,}", escape(str(attempt.file)))
    if report.attempts:
        console.print(table)
    if report.trial is not None:
        low, high = report.trial.rows
        console.print(
            f"{counted(report.trial.worlds, 'world')} of {low} to {high} rows, "
            f"{counted(report.tasks, 'task')}"
        )
        file, preview = folder / f"{report.name}.yaml", folder / "preview.txt"
        console.print(f"[dim]Read it:[/dim] {escape(str(preview))}", soft_wrap=True)
        console.print(
            f"[dim]Build with it:[/dim] fictionworld build --n 100 --packs {escape(str(file))}",
            soft_wrap=True,
        )


def _as_json(report: DraftReport, asked: ModelCalls, folder: Path) -> dict[str, object]:
    return {
        "pack": report.name,
        "sound": report.is_sound,
        "stopped": report.stopped,
        "file": str(folder / f"{report.name}.yaml") if report.is_sound else None,
        "attempts": [
            {"file": str(attempt.file), "findings": list(attempt.findings)}
            for attempt in report.attempts
        ],
        "tasks": report.tasks,
        "calls": asked.calls,
        "tokens": asked.tokens,
    }
