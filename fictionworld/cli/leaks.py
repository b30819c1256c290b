"""`fictionworld leaks`: which protected values of a world a text states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.inputs import DatasetFolder, read_given, source_name
from fictionworld.cli.terminal import escape, grid, print_json, stdout
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.leakage.guard import GuardFinding


def leaks(
    folder: DatasetFolder,
    world: Annotated[int, typer.Argument(help="A world's id, such as 17.")],
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="A file with the text; - reads stdin.")
    ],
    *,
    policy: Annotated[
        str, typer.Option(help="Policy of search results: open, tease, mixed:p or strict.")
    ] = "tease",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead.")] = False,
) -> None:
    """Report which values of a world, protected under a policy, a text states, and where.

    Exit code 0 where it states none, 1 where it does.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.world_handle import open_world

    given = read_given(text, "TEXT")
    if not given.strip():
        raise UsageError(f"TEXT: {source_name(text)} is empty; give the text to be read")
    findings = open_world(open_dataset(folder), world).guard(policy).look_at(given)
    if as_json:
        print_json({"leaks": [_record(finding, given) for finding in findings]})
    elif findings:
        table = grid("cell", "text", ">from", ">to", gap=3)
        for finding in findings:
            shown = escape(given[finding.start : finding.end])
            table.add_row(str(finding.fact), shown, str(finding.start), str(finding.end))
        stdout().print(table)
    else:
        stdout().print(f"no value of world {world} that {policy} protects is stated")
    raise typer.Exit(1 if findings else 0)


def _record(finding: GuardFinding, text: str) -> dict[str, object]:
    return {
        "fact": str(finding.fact),
        "start": finding.start,
        "end": finding.end,
        "text": text[finding.start : finding.end],
    }
