"""`fictionworld leaks`: the matcher alone, on any texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fictionworld.cli.inputs import read_given, source_name
from fictionworld.cli.terminal import escape, grid, print_json_line, stderr

if TYPE_CHECKING:
    from fictionworld.leakage.answer import LeakVerdict
    from fictionworld.leakage.cases import CaseCounts, LeakCase


def leaks(
    cases: Annotated[
        str,
        typer.Argument(
            metavar="CASES.jsonl",
            help="JSON lines with id, entity, question, answer (column, type, value, "
            "aliases), text; - reads stdin.",
        ),
    ],
    *,
    table: Annotated[
        bool,
        typer.Option(
            "--table",
            help="If the lines have labels: print recall and false positives by kind to stderr.",
        ),
    ] = False,
    by: Annotated[
        Literal["kind", "tier"], typer.Option(help="With --table: one row per kind or per tier.")
    ] = "kind",
) -> None:
    """Report for each text whether it states the answer, and where, as JSON lines.

    The exit code is 0 whatever is found.
    """
    from fictionworld.extras import require_extra
    from fictionworld.leakage.cases import judge_cases, read_cases, tallies

    require_extra("leaks", "fictionworld leaks")
    text = read_given(cases, "CASES", 2_000_000_000)
    judged = []
    for case, verdict in judge_cases(read_cases(text, source_name(cases))):
        print_json_line(_line(case, verdict))
        judged.append((case, verdict))
    if table:
        _show(tallies(judged, by), by)


def _line(case: LeakCase, verdict: LeakVerdict) -> dict[str, object]:
    return {
        "id": case.id,
        "leaks": verdict.leaks,
        "spans": [list(span) for span in verdict.spans],
        "why": verdict.why,
    }


def _show(rows: list[CaseCounts], by: str) -> None:
    console = stderr()
    if not rows:
        console.print("no line says whether it leaks: give them a field `leaks`, true or false")
        return
    shown = grid(
        by, ">leaking", ">found", ">recall", ">innocent", ">flagged", ">false alarms", gap=3
    )
    for row in rows:
        shown.add_row(
            escape(row.kind),
            str(row.leaking),
            str(row.found),
            _share(row.recall),
            str(row.innocent),
            str(row.flagged),
            _share(row.false_alarms),
        )
    console.print(shown)


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
