"""`fictionworld render`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fictionworld.cli.backend import EngineOption, ReplyBytesOption  # noqa: TC001 - typer reads it
from fictionworld.cli.ending import INTERRUPTED, leave_to_the_next
from fictionworld.cli.terminal import bars, data, plain, print_json, span, talk
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.dataset import Dataset
    from fictionworld.render import Estimate, RenderProgress, RenderReport
    from fictionworld.simulator.backends.options import Preset
    from fictionworld.simulator.drafts.desk import Tally

__all__ = ["render"]

_EVERY = 1000


def render(  # noqa: PLR0913, PLR0917 - the flags of the command
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    backend: Annotated[
        str,
        typer.Option(
            help="Who words: vllm, in this process; endpoint, any OpenAI-compatible server; "
            "template, the template's own text, to try the way."
        ),
    ],
    model: Annotated[
        str, typer.Option(help="A model's name or path, or a preset: qwen-agentworld-35b.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder of drafts; DIR-drafts if not given.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            help="Of endpoint: http://localhost:8000/v1. Its key is taken from OPENAI_API_KEY."
        ),
    ] = None,
    policies: Annotated[
        str, typer.Option(help="Policies that search results are worded for, a comma between.")
    ] = "tease",
    worlds: Annotated[
        int | None, typer.Option(help="So many worlds, from the first; all, if not given.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of engine or sampling, such as tensor_parallel=4, dtype=bfloat16, "
            "temperature=0.7, thinking=false; may be given many times.",
        ),
    ] = None,
    engine: EngineOption = None,
    at_once: Annotated[int, typer.Option(min=1, help="Of endpoint: requests in flight.")] = 64,
    timeout_s: Annotated[
        float,
        typer.Option(
            min=0.001, help="Of endpoint: seconds for one request; half of them for one try."
        ),
    ] = 600.0,
    max_reply_bytes: ReplyBytesOption = 4_000_000,
    max_replaced: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of drafts that the template may replace."),
    ] = 0.2,
    prices: Annotated[
        str,
        typer.Option(
            metavar="IN,OUT", help="With --dry-run: what a million tokens cost, read and written."
        ),
    ] = "0.10,0.40",
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nothing; count tokens and say what it costs.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary as JSON on stdout.")
    ] = False,
) -> None:
    """Let a model word all pages of a dataset, and their search results, ahead of time.

    A run that was stopped goes on where it stopped when the same command is run again. Exit code 1
    where the template replaced a larger share of the drafts than --max-replaced.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.render import render as render_dataset
    from fictionworld.simulator.backends.named import backend_named, preset_named

    dataset = open_dataset(folder)
    named = [name.strip() for name in policies.split(",") if name.strip()]
    preset = preset_named(model, settings or (), engine)
    if dry_run:
        _estimate(dataset, named, worlds, backend, preset, prices, as_json=as_json)
        return
    endpoint = None
    if base_url is not None:
        from fictionworld.chat.endpoint import Endpoint, key_from_environment

        endpoint = Endpoint(base_url, key_from_environment(), at_once, timeout_s, max_reply_bytes)
    chosen = backend_named(
        backend, model, endpoint=endpoint, settings=settings or (), engine=engine
    )
    target = out or folder.with_name(f"{folder.name}-drafts")
    try:
        with _Bar() as bar:
            report = render_dataset(
                dataset,
                target,
                chosen,
                policies=named,
                worlds=worlds,
                settings="" if backend == "template" else json.dumps(preset.of_texts()),
                on_progress=bar.show,
            )
    except KeyboardInterrupt:
        leave_to_the_next()
        talk().print(
            f"Stopped. The worlds that were finished are in {plain(str(target))}: run the same "
            "command again and it goes on with the others.",
            soft_wrap=True,
        )
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(_as_json(report))
    else:
        _summary(report)
    if report.tally.share_replaced > max_replaced:
        talk().print(
            f"[red]{report.tally.share_replaced:.1%} of the drafts were replaced by the template; "
            f"at most {max_replaced:.0%} may be (--max-replaced)[/red]"
        )
        raise typer.Exit(1)


class _Bar:
    """A bar of worlds on stderr, with tokens a second beside it."""

    def __init__(self) -> None:
        self._bars = bars()
        self._task = self._bars.add_task("worlds", total=None)

    def __enter__(self) -> _Bar:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def show(self, progress: RenderProgress) -> None:
        """The bar; a line for each world where stderr is no terminal."""
        said = f"{progress.tokens_per_s:,.0f} tokens/s"
        if self._bars.disable:
            left = "" if progress.left_s is None else f", {span(progress.left_s)} left"
            talk().print(
                f"{progress.worlds:,} of {progress.all_worlds:,} worlds, {said}, "
                f"{progress.tally.share_replaced:.1%} replaced{left}"
            )
            return
        self._bars.update(
            self._task,
            description=said,
            completed=progress.worlds,
            total=progress.all_worlds,
        )


def _summary(report: RenderReport) -> None:
    from rich.table import Table

    tally = report.tally
    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="dim", justify="right")
    lines.add_column()
    lines.add_row("worlds", f"{report.worlds:,}")
    if report.reused_worlds:
        lines.add_row("", f"[dim]{report.reused_worlds:,} were there from before[/dim]")
    lines.add_row("released", f"{tally.released:,}   [dim]as first written[/dim]")
    lines.add_row("mended", _counted(tally.mended, tally.mended_by))
    lines.add_row("replaced", _counted(tally.replaced, tally.replaced_by))
    left = f"{tally.template_pages:,} of {tally.pages:,} pages"
    lines.add_row("template", f"{left}   [dim]have nothing of the model's on them[/dim]")
    if tally.output_tokens:
        lines.add_row(
            "tokens",
            f"{tally.prompt_tokens:,} read   [dim]{report.cached_share:.0%} from the prefix cache"
            f"[/dim], {tally.output_tokens:,} written",
        )
        lines.add_row(
            "time",
            f"{span(report.seconds)}   [dim]{report.tokens_per_s:,.0f} tokens/s, "
            f"{tally.requests / report.seconds:,.1f} requests/s[/dim]",
        )
    data().print(f"[bold green]✓[/bold green] [bold]{plain(str(report.out))}[/bold] is rendered")
    data().print(lines)


def _counted(count: int, reasons: Any) -> str:  # noqa: ANN401 - a Counter
    said = ", ".join(f"{n:,} {reason}" for reason, n in sorted(reasons.items()))
    return f"{count:,}" + (f"   [dim]{said}[/dim]" if said else "")


def _as_json(report: RenderReport) -> dict[str, Any]:
    return {
        "out": str(report.out),
        "worlds": report.worlds,
        "reused_worlds": report.reused_worlds,
        **_told(report.tally),
        "merged": report.merged,
        "seconds": report.seconds,
        "tokens_per_s": report.tokens_per_s,
        "cached_share": report.cached_share,
    }


def _told(tally: Tally) -> dict[str, Any]:
    return {
        "drafts": tally.drafts,
        "released": tally.released,
        "mended": tally.mended,
        "replaced": tally.replaced,
        "share_replaced": tally.share_replaced,
        "pages": tally.pages,
        "share_template_pages": tally.share_template_pages,
        "mended_by": dict(sorted(tally.mended_by.items())),
        "replaced_by": dict(sorted(tally.replaced_by.items())),
        "requests": tally.requests,
        "prompt_tokens": tally.prompt_tokens,
        "cached_tokens": tally.cached_tokens,
        "output_tokens": tally.output_tokens,
    }


def _estimate(
    dataset: Dataset,
    policies: list[str],
    worlds: int | None,
    backend: str,
    preset: Preset,
    prices: str,
    *,
    as_json: bool,
) -> None:
    from fictionworld.render import estimate

    count, name = _counter(backend, preset)
    found = estimate(dataset, policies=policies, worlds=worlds, count=count, counted_by=name)
    cost = found.cost(*_prices(prices))
    if as_json:
        print_json({**asdict(found), "cost_per_thousand_worlds": cost})
        return
    console = data()
    console.print(
        f"Of one world, by {found.sampled} of {found.worlds:,}, tokens counted by "
        f"{plain(found.counted_by)}:"
    )
    console.print(
        f"  {found.pages:,.0f} pages, {found.requests:,.0f} requests, {found.prompt_tokens:,.0f} "
        f"tokens to read ({found.shared_tokens / found.prompt_tokens:.0%} of them the shared "
        f"beginning), {found.output_tokens:,.0f} to write"
    )
    console.print(
        f"Of a thousand worlds: {_millions(found, 'prompt_tokens')} million tokens to read, "
        f"{_millions(found, 'output_tokens')} million to write; that costs "
        f"{cost:,.2f} at --prices {prices}"
    )


def _millions(found: Estimate, name: str) -> str:
    return f"{_EVERY * getattr(found, name) / 1e6:,.0f}"


def _prices(text: str) -> tuple[float, float]:
    try:
        read, written = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(
            f"--prices: got {text!r}; it is written IN,OUT, such as 0.10,0.40: what a million "
            "tokens cost, read and written"
        ) from None
    return read, written


def _counter(backend: str, preset: Preset) -> tuple[Callable[[str], int] | None, str]:
    """How the model's own tokenizer counts, where it is at hand."""
    if backend != "vllm":
        return None, ""
    try:
        from transformers import AutoTokenizer  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None, ""
    name = preset.engine.tokenizer or preset.model
    tokenizer = AutoTokenizer.from_pretrained(name)
    return lambda text: len(tokenizer.encode(text)), f"the tokenizer of {name}"
