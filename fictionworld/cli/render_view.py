"""What `fictionworld render` shows: progress by request, pages before and after, figures."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fictionworld.cli.terminal import (
    counted,
    duration,
    escape,
    labelled,
    mark,
    print_json,
    stderr,
    stdout,
)

if TYPE_CHECKING:
    from fictionworld.render import RenderProgress, RenderReport, Saved
    from fictionworld.render.estimate import Estimate
    from fictionworld.render.trial import ModelTrial, PageTried
    from fictionworld.simulator.drafts.wording import OutcomeCounts

_LINE_S: Final = 5.0
"""Between two lines of progress, where stderr is no terminal."""


class Progression:
    """A bar of worlds on stderr, with drafts, tokens a second and the time left beside it."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        console = stderr()
        self._bars = Progress(
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("worlds, {task.description}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bars.add_task("starting", total=None)
        self._printed_s = -_LINE_S
        self.kept = False
        """Whether it was said what a rendering that ended early has kept."""

    def __enter__(self) -> Progression:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def show(self, progress: RenderProgress) -> None:
        """The bar; where stderr is no terminal a line now and then, the first at once."""
        if not self._bars.disable:
            self._bars.update(
                self._task,
                description=_described(progress),
                completed=progress.worlds,
                total=progress.all_worlds,
            )
            return
        now_s = time.monotonic()
        if now_s - self._printed_s >= _LINE_S or progress.worlds == progress.all_worlds:
            self._printed_s = now_s
            stderr().print(
                f"{progress.worlds:,} of {progress.all_worlds:,} worlds, {_described(progress)}",
                soft_wrap=True,
            )

    def end(self, saved: Saved, folder: Path) -> None:
        """What a rendering that ends early has kept."""
        self._bars.stop()
        if not saved.drafts:
            return
        self.kept = True
        stderr().print(
            f"Stopped. Kept {counted(saved.drafts, 'draft')} of {counted(saved.worlds, 'world')} "
            f"in {escape(str(folder))}; run the same command again to go on.",
            soft_wrap=True,
        )


def _described(progress: RenderProgress) -> str:
    tally = progress.tally
    parts = [
        f"{tally.accepted + tally.reused:,} worded",
        f"{tally.corrected:,} corrected",
        f"{tally.replaced:,} template",
        f"{progress.tokens_per_s:,.0f} tokens/s",
    ]
    if progress.left_s is not None:
        parts.append(f"{duration(progress.left_s)} left")
    return ", ".join(parts)


def print_report(report: RenderReport, *, as_json: bool) -> None:
    """The result of a rendering."""
    if as_json:
        print_json(
            {
                "out": str(report.out),
                "worlds": report.worlds,
                "reused_worlds": report.reused_worlds,
                **_figures(report.tally),
                "seconds": report.seconds,
                "tokens_per_s": report.tokens_per_s,
                "cached_share": report.cached_share,
                "per_world": report.per_world,
            }
        )
        return

    tally = report.tally
    reused = f"[dim]{report.reused_worlds:,} were there from before[/dim]"
    template = f"{tally.template_pages:,} of {tally.pages:,} pages"
    other = f"{tally.share_reused:.0%} of all, written for another passage"
    lines = [
        ("worlds", f"{report.worlds:,}"),
        ("", reused if report.reused_worlds else ""),
        ("accepted", f"{tally.accepted:,}   [dim]as first written[/dim]"),
        ("corrected", _counted(tally.corrected, tally.corrected_by)),
        ("reused", f"{tally.reused:,}   [dim]{other}[/dim]"),
        ("replaced", _counted(tally.replaced, tally.replaced_by)),
        ("template", f"{template}   [dim]have nothing of the model's on them[/dim]"),
    ]
    if tally.output_tokens:
        cached = f"[dim]{report.cached_share:.0%} from the prefix cache[/dim]"
        read, written = f"{tally.prompt_tokens:,} read", f"{tally.output_tokens:,} written"
        rates = f"{report.tokens_per_s:,.0f} tokens/s, {tally.requests / report.seconds:,.1f}"
        each = "{requests:,.0f} requests, {prompt_tokens:,.0f} tokens read, {output_tokens:,.0f}"
        lines += [
            ("tokens", f"{read}   {cached}, {written}"),
            ("a world", f"{each.format(**report.per_world)} written"),
            ("time", f"{duration(report.seconds)}   [dim]{rates} requests/s[/dim]"),
        ]
    stdout().print(f"{mark(good=True)} [bold]{escape(str(report.out))}[/bold] is rendered")
    stdout().print(labelled(*lines))


def _counted(count: int, reasons: Any) -> str:  # noqa: ANN401 - a Counter
    reason_counts = ", ".join(f"{n:,} {reason}" for reason, n in sorted(reasons.items()))
    return f"{count:,}" + (f"   [dim]{reason_counts}[/dim]" if reason_counts else "")


def _figures(tally: OutcomeCounts) -> dict[str, Any]:
    return {
        "drafts": tally.drafts,
        "accepted": tally.accepted,
        "corrected": tally.corrected,
        "reused": tally.reused,
        "replaced": tally.replaced,
        "share_replaced": tally.share_replaced,
        "share_reused": tally.share_reused,
        "pages": tally.pages,
        "share_template_pages": tally.share_template_pages,
        "corrected_by": dict(sorted(tally.corrected_by.items())),
        "replaced_by": dict(sorted(tally.replaced_by.items())),
        "requests": tally.requests,
        "prompt_tokens": tally.prompt_tokens,
        "cached_tokens": tally.cached_tokens,
        "output_tokens": tally.output_tokens,
    }


def print_trial(trial: ModelTrial, *, as_json: bool) -> None:
    """Pages before and after, and what became of the drafts."""
    if as_json:
        tried = [
            {
                "title": page.before.head.title,
                "url": page.before.head.url,
                "kind": page.before.head.kind,
                "before": page.before.body,
                "after": page.after.body,
                "drafts": [draft._asdict() for draft in page.drafts],
            }
            for page in trial.pages
        ]
        print_json({"tried": tried, **_figures(trial.tally), "seconds": trial.seconds})
        return
    console, tally = stdout(), trial.tally
    for page in trial.pages:
        _print_page(page)
    rate = tally.output_tokens / trial.seconds if trial.seconds else 0.0
    console.print(
        f"{counted(len(trial.pages), 'page')}: {tally.accepted:,} drafts accepted as first "
        f"written, {tally.corrected:,} corrected, {tally.replaced:,} replaced "
        f"({tally.share_replaced:.1%}); {tally.output_tokens:,} tokens in "
        f"{duration(trial.seconds)}, {rate:,.0f} tokens/s",
        soft_wrap=True,
    )


def _print_page(tried: PageTried) -> None:
    console = stdout()
    console.rule(f"[bold]{escape(tried.before.head.title)}[/bold]", align="left")
    for name, page in (("before", tried.before), ("after", tried.after)):
        console.print(f"[dim]{name}[/dim]")
        console.print(escape(page.body), soft_wrap=True)
    for draft in tried.drafts:
        if draft.outcome == "replaced":
            console.print(
                f"[dim]{draft.key} replaced, {draft.reason}: {escape(draft.why)}[/dim]",
                soft_wrap=True,
            )


def print_estimate(
    needed: Estimate, price_in: float, price_out: float, tokens_per_s: float, *, as_json: bool
) -> None:
    """What a rendering will take."""
    cost, hours = needed.cost(price_in, price_out), needed.hours(tokens_per_s)
    if as_json:
        print_json({**asdict(needed), "cost": cost, "hours": hours, "tokens_per_s": tokens_per_s})
        return
    shared = needed.shared_tokens / max(1.0, needed.prompt_tokens)
    reused = 1 - needed.asked / max(1.0, needed.passages)
    console = stdout()
    console.print(
        f"{needed.worlds:,} worlds, by the first {needed.sampled:,} of them; tokens counted by "
        f"{escape(needed.counted_by)}:",
        soft_wrap=True,
    )
    console.print(
        f"  {needed.pages:,.0f} pages with {needed.passages:,.0f} passages, of which "
        f"{needed.asked:,.0f} are asked for and the others take a variant ({reused:.0%} reused)\n"
        f"  {needed.requests:,.0f} requests, {needed.prompt_tokens:,.0f} tokens to read "
        f"({shared:.0%} of them the rules), {needed.output_tokens:,.0f} to write",
        soft_wrap=True,
    )
    console.print(
        f"  {hours:,.2f} hours at {tokens_per_s:,.0f} tokens/s; {cost:,.2f} at "
        f"{price_in:g} and {price_out:g} for a million tokens read and written",
        soft_wrap=True,
    )
