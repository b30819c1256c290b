"""`fictionworld audit`: what an agent can learn without reading a page."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.inputs import (
    ControlsOption,
    DatasetFolder,
    RayOption,
    chosen_workers,
    read_controls,
)
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    duration,
    escape,
    mark,
    print_json,
    print_note,
    progress_bar,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.audit.record import AuditRecord, CheckResult, Measure

_MARKS = {
    "passed": mark(good=True),
    "failed": mark(good=False),
    "inconclusive": "[bold yellow]?[/bold yellow]",
    "measured": "[dim]·[/dim]",
    "not measured": "[dim]-[/dim]",
}
_EXITS = {"passed": 0, "failed": 1, "inconclusive": 3}
_MOST_FINDINGS = 2
_MOST_TEXT = 160


def audit(  # noqa: PLR0913, PLR0917 - the flags of the command
    folder: DatasetFolder,
    traces: Annotated[
        Path | None,
        typer.Option(help="Recorded rollouts, as `rollout --traces` writes them."),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(
            help="Recorded replies of any search system to questions on these worlds: one JSON "
            "object per line, with `query`, `reply`, and `world_id` or `task_id`."
        ),
    ] = None,
    backend: Annotated[
        str,
        typer.Option(
            help="Backend that worded the pages: template, or drafts:FOLDER, made by "
            "`fictionworld render`. To audit a live model, give its --traces."
        ),
    ] = "template",
    controls: ControlsOption = "none",
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="One more policy to test, mixed:p, beside open, tease and strict; may be repeated."
        ),
    ] = None,
    sample: Annotated[int, typer.Option(min=1, help="Number of worlds to sample.")] = 50,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report to this file.")] = None,
    collision_index: Annotated[
        Path | None, typer.Option(help="A text file of real names, one per line.")
    ] = None,
    max_shortcut: Annotated[
        float, typer.Option(min=0, max=1, help="Maximum `f1_value` of agents that open no page.")
    ] = 0.05,
    max_guess: Annotated[
        float, typer.Option(min=0, max=1, help="Maximum `f1_value` of the best guess, given keys.")
    ] = 0.2,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: 2.")
    ] = None,
    ray: RayOption = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Measure what an agent could learn without reading a page.

    Exit code 0: every check passed. 1: a check failed, a measure is above its threshold. 3: none
    failed, but of one the sample is too small to decide. 2: wrong usage.
    """
    from fictionworld.audit.audit import audit as run_audit
    from fictionworld.audit.options import AuditOptions, Tools
    from fictionworld.audit.record import Thresholds

    options = AuditOptions(
        sample=sample,
        seed=seed,
        thresholds=Thresholds(
            shortcut_f1=max_shortcut,
            guess_f1=max_guess,
        ),
        tools=Tools(_backend(backend), read_controls(controls), _mixed(policy or [])),
        traces=traces,
        texts=texts,
        collision_index=collision_index,
        workers=chosen_workers(workers if workers or ray else 2, ray),
    )
    with progress_bar("audit") as progress:
        record = run_audit(folder, options, progress)
    if report is not None:
        from fictionworld.audit.report.report import report as page_of
        from fictionworld.worlds.durable import publish_bytes

        # the date of printing stands on the page, and nowhere in the record
        publish_bytes(report, page_of(record, date.today()).encode())  # noqa: DTZ011 - the user's
        print_note(f"report written to {escape(str(report))}")
    if as_json:
        print_json(record.as_dict())
    else:
        _print(record)
    raise typer.Exit(_EXITS[record.verdict])


def _backend(name: str) -> str:
    if name != "template" and not name.startswith("drafts:"):
        raise UsageError(
            f"--backend: got {name!r}; an audit looks at text that stays: template, or "
            "drafts:FOLDER, what `fictionworld render` made; what a live model wrote is audited "
            "with --traces, the rollouts that it was shown in"
        )
    return name


def _mixed(policies: list[str]) -> tuple[str, ...]:
    from fictionworld.web.permit import parse_policy

    read = map(parse_policy, policies)
    return tuple(dict.fromkeys(str(policy) for policy in read if policy.kind.takes_share))


def _print(record: AuditRecord) -> None:
    console = stdout()
    console.print(
        f"[bold]{escape(record.dataset)}[/bold]   {counted(record.worlds, 'world')}, "
        f"{counted(record.tasks, 'task')}; "
        f"tools and agents tried on {counted(len(record.sampled_worlds), 'world')}, "
        f"in {duration(record.seconds)}"
    )
    for result in record.results:
        console.print(
            f"{_MARKS[result.status]} [bold]{result.title}[/bold]   {_summary(result)}",
            soft_wrap=True,
        )
        if result.status == "failed":
            _print_findings(result)
    if record.failed:
        console.print(f"[bold red]failed[/bold red]: {', '.join(record.failed)}")
    if record.inconclusive:
        console.print(
            f"[bold yellow]inconclusive[/bold yellow]: {', '.join(record.inconclusive)}; "
            "take a larger --sample"
        )
    if record.passed:
        console.print("[bold green]passed[/bold green]")


def _print_findings(result: CheckResult) -> None:
    console = stdout()
    for finding in result.findings[:_MOST_FINDINGS]:
        text = escape(" ".join(finding.text.split())[:_MOST_TEXT])
        console.print(f"  {finding.field}: {text}", soft_wrap=True)
        console.print(f"  [dim]{escape(finding.why)}[/dim]", soft_wrap=True)
        if finding.command:
            console.print(f"  [dim]{escape(finding.command)}[/dim]", soft_wrap=True)
    if result.found > _MOST_FINDINGS:
        console.print(f"  [dim]{counted(result.found, 'finding')}; --json lists more[/dim]")


def _summary(result: CheckResult) -> str:
    """The main measures on one line: those with a threshold, or the first two."""
    if result.status == "not measured":
        return f"[dim]not measured: {escape(result.note)}[/dim]"
    bounded = [measure for measure in result.measures if measure.at_most is not None]
    chosen = (
        [measure for measure in bounded if measure.exceeded]
        or [measure for measure in bounded if measure.undecided]
        or bounded
        or list(result.measures)
    )
    return "; ".join(_line(measure) for measure in chosen[:3])


def _line(measure: Measure) -> str:
    of = ", ".join(value for _, value in measure.of)
    where = f" ({escape(of)})" if of else ""
    if measure.value is None:
        return f"{measure.name}{where} not measured"
    if measure.denominator is not None and measure.low is not None and measure.high is not None:
        counts = f"{measure.name}{where} {measure.numerator:,} of {measure.denominator:,}"
        if not measure.numerator:  # of none found the upper end is the news
            return f"{counts}, at most {_percent(measure.high)}"
        return f"{counts} [dim]({_percent(measure.low)} to {_percent(measure.high)})[/dim]"
    value = f"{measure.value:.3f}" if not measure.unit else f"{measure.value:,.4g} {measure.unit}"
    held = (
        []
        if measure.low is None or measure.high is None
        else [f"{measure.low:.3f} to {measure.high:.3f}"]
    )
    held += [] if measure.n is None else [f"n = {measure.n:,}"]
    return f"{measure.name}{where} {value}" + (f" [dim]({', '.join(held)})[/dim]" if held else "")


def _percent(share: float) -> str:
    """Two significant digits below one percent, else one decimal: `0.0031%`, `99.7%`."""
    return f"{100 * share:.2g}%" if share < 0.1 else f"{100 * share:.1f}%"
