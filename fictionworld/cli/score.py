"""`fictionworld score`: what an answer is worth, by code alone."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from fictionworld.cli.inputs import read_given, source_name
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    escape,
    grid,
    print_json,
    print_json_line,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.tasks.widesearch import Evaluation, MetricVerdict

_MOST_CELLS = 40
_WIDEST_CELL = 34

_USAGE = (
    "give DIR TASK_ID ANSWER.md, such as `fictionworld score worlds 17-2 answer.md`; or "
    "--evaluation EVAL.json --gold GOLD.csv ANSWER.md; or --cases FILE.jsonl"
)

_Cell = dict[str, Any]


def score(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DIR TASK_ID] ANSWER",
            help="A dataset's folder, a task's id, and the file of an answer; - reads stdin.",
        ),
    ] = None,
    *,
    mode: Annotated[
        Literal["lenient", "widesearch"] | None,
        typer.Option(
            help="lenient accepts any form of the right value; widesearch scores as that "
            "benchmark does, without a model. Default for tasks of a dataset: lenient."
        ),
    ] = None,
    evaluation: Annotated[
        Path | None,
        typer.Option(help="A task in WideSearch form: the JSON of its evaluation."),
    ] = None,
    gold: Annotated[
        Path | None, typer.Option(help="With --evaluation: the CSV of the right answer.")
    ] = None,
    cases: Annotated[
        str | None,
        typer.Option(help="JSON lines of answers in WideSearch form; prints one line for each."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score an answer: its figures, and every cell with the reason.

    The exit code is 0 whatever the answer is worth.
    """
    words = arguments or []
    foreign = evaluation is not None or gold is not None
    if cases is not None:
        if words or foreign:
            raise UsageError(f"--cases: got other arguments beside it; {_USAGE}")
        _not_lenient(mode, "--cases")
        _score_cases(cases)
    elif foreign:
        if evaluation is None or gold is None or len(words) != 1:
            raise UsageError(
                f"--evaluation and --gold: go together, with one ANSWER; got {_listed(words)}; "
                f"{_USAGE}"
            )
        _not_lenient(mode, "--evaluation")
        from fictionworld.tasks.widesearch import parse_evaluation

        rules = parse_evaluation(read_given(str(evaluation), "--evaluation"))
        gold_csv = read_given(str(gold), "--gold")
        _show(_by_widesearch(rules, gold_csv, read_given(words[0], "ANSWER")), as_json=as_json)
    else:
        if len(words) != 3:
            raise UsageError(f"got {_listed(words)}; {_USAGE}")
        folder, task_id, answer = words
        scored = _score_task(Path(folder), task_id, answer, mode or "lenient")
        _show(scored, as_json=as_json)


def _not_lenient(mode: str | None, flag: str) -> None:
    if mode == "lenient":
        raise UsageError(
            f"--mode: got lenient with {flag}; a task in WideSearch form says itself how cells are "
            "compared: leave --mode out, or give widesearch"
        )


def _listed(words: list[str]) -> str:
    return f"the arguments {' '.join(words)}" if words else "no arguments"


def _score_task(folder: Path, task_id: str, answer: str, mode: str) -> dict[str, Any]:
    from fictionworld.dataset import open_dataset

    dataset = open_dataset(folder)
    key = dataset.key(task_id)
    text = read_given(answer, "ANSWER")
    head: dict[str, Any] = {"task_id": task_id}
    if mode == "lenient":
        from fictionworld.tasks.grading.grade import describe_answer

        read = describe_answer(key, text)
        return {
            **head,
            "mode": "lenient",
            "table": read.taken and read.taken.as_dict(),
            "left_out": list(read.left_out),
            **dataset.score(task_id, text).as_dict(),
        }
    from fictionworld.tasks.widesearch import parse_evaluation
    from fictionworld.tasks.widesearch.form import widesearch_form

    form = widesearch_form(key)
    return {**head, **_by_widesearch(parse_evaluation(form.evaluation), form.gold_csv, text)}


def _by_widesearch(evaluation: Evaluation, gold_csv: str, text: str) -> dict[str, Any]:
    from fictionworld.tasks.widesearch import judge_cells, score_widesearch

    figures = score_widesearch(evaluation, gold_csv, text)
    cells = [_cell(verdict) for verdict in judge_cells(evaluation, gold_csv, text)]
    return {"mode": "widesearch", **asdict(figures), "cells": cells}


def _cell(verdict: MetricVerdict) -> _Cell:
    """A verdict in the form that those of the lenient mode have."""
    reasons = {
        "missing": "row missing",
        "surplus": "no such row in the gold",
        "llm_judge": "left to a model, and none is asked",
    }
    wrong = reasons.get(verdict.metric, f"differs by {verdict.metric}")
    return {
        "row": " / ".join(verdict.key),
        "header": verdict.column,
        "got": verdict.got or "",
        "accepted": verdict.wanted or "",
        "right": verdict.score == 1,
        "reason": "right" if verdict.score == 1 else wrong,
    }


def _score_cases(name: str) -> None:
    from fictionworld.tasks.widesearch.case_file import read_cases, score_cases

    text = read_given(name, "--cases", 2_000_000_000)
    for case, figures in score_cases(read_cases(text, source_name(name))):
        print_json_line({"id": case.id, **asdict(figures)})


def _show(scored: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(scored)
        return
    console, cells = stdout(), scored.pop("cells")
    facts = [scored.pop(name) for name in ("task_id", "mode") if name in scored]
    console.print(f"[bold]{escape(', '.join(facts))}[/bold]")
    for line in _taken(scored.pop("table", None), scored.pop("left_out", [])):
        console.print(f"[dim]{escape(line)}[/dim]")
    if scored["problem"]:
        console.print(f"[yellow]{escape(scored['problem'])}[/yellow]")
    table = grid("", ">F1", ">precision", ">recall", gap=3)
    for by in ("item", "row"):
        table.add_row(
            f"by {by}",
            *(_figure(scored[f"{part}_by_{by}"]) for part in ("f1", "precision", "recall")),
        )
    for name, title in (("f1_value", "values"), ("f1_grounded", "grounded")):
        if name in scored:
            table.add_row(title, _figure(scored[name]), "", "")
    table.add_row("score", _figure(scored["score"]), "", "")
    console.print(table)
    _show_wrong(cells)


def _taken(table: dict[str, Any] | None, left_out: list[str]) -> list[str]:
    """Which table was graded, and what was not."""
    lines = [f"left out: {note}" for note in left_out]
    if table is not None:
        parts = f", made of {table['parts']} of one header" if table["parts"] > 1 else ""
        rows = counted(table["rows"], "row")
        lines.insert(0, f"graded: the {table['form']} table on line {table['line']}, {rows}{parts}")
    return lines


def _figure(value: float | None) -> str:
    return "[dim]none[/dim]" if value is None else f"{value:.4f}"


def _show_wrong(cells: list[_Cell]) -> None:
    console, wrong = stdout(), [cell for cell in cells if not cell["right"]]
    if not cells:
        return
    console.print()
    if not wrong:
        console.print(f"[green]all right: {counted(len(cells), 'cell')}[/green]")
        return
    console.print(f"{len(wrong):,} of {counted(len(cells), 'verdict')} are against it")
    table = grid()
    for heading in ("row", "column", "got", "right", "why"):
        table.add_column(
            heading, max_width=_WIDEST_CELL, no_wrap=heading != "why", overflow="ellipsis"
        )
    for cell in wrong[:_MOST_CELLS]:
        row = "" if cell["row"] is None else str(cell["row"])
        flat = (" ".join(text.split()) for text in (row, cell["header"], cell["got"]))
        table.add_row(*map(escape, flat), escape(cell["accepted"]), escape(cell["reason"]))
    console.print(table)
    if len(wrong) > _MOST_CELLS:
        console.print(f"[dim]and {len(wrong) - _MOST_CELLS:,} more: --json lists them[/dim]")
