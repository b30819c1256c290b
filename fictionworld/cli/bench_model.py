"""`fictionworld bench-model`: a model scored as the search engine of fictional worlds."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.docstring import documented
from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import (
    Count,
    DatasetFolder,
    EngineOption,
    OptionalCount,
    ReplyBytesOption,
    Seconds,
    read_endpoint,
)
from fictionworld.cli.terminal import (
    JsonOption,
    escape,
    grid,
    print_json,
    print_note,
    progress_bar,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.episodes.evaluation import MeanEstimate
    from fictionworld.worldmodel.bench_run import BenchReport


@documented
def bench_model(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    out: Path,
    backend: str = "",
    model: str = "",
    base_url: str | None = None,
    worlds: Count = 20,
    calls: OptionalCount = None,
    max_tokens: OptionalCount = None,
    seed: int = 0,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE")] = None,
    engine: EngineOption = None,
    at_once: Count = 64,
    timeout_s: Seconds = 600.0,
    max_reply_bytes: ReplyBytesOption = 4_000_000,
    check: bool = False,
    export: bool = False,
    as_json: JsonOption = False,
) -> None:
    """Score a model that plays search, page reader and memory: seven dimensions, by code alone.

    Its scores stand beside those of replies that need no model: the template's, which are 100, and
    those of bad models that fail in one way each. A run that was stopped goes on with the same
    command. Without --backend those alone are scored.

    Options:
        out: Folder of the calls and the replies, from which the scores can be computed again.
        backend: vllm, in this process; endpoint, any OpenAI-compatible server.
        model: A model's name or path, or a preset: qwen-agentworld-35b.
        base_url: For endpoint: http://localhost:8000/v1. Its key is taken from OPENAI_API_KEY.
        worlds: Number of worlds, about as many of each pack; each gives some 36 calls.
        calls: Try the first calls alone, nine a query: for models that are slow.
        max_tokens: End a reply after so many tokens, for models that are slow; left out, a search
            has 900, a page 4,000, a note 200.
        seed: Random seed of the calls.
        settings: A setting of engine or sampling, such as temperature=0.6; may be repeated.
        at_once: For endpoint: requests in flight.
        timeout_s: For endpoint: seconds for one request; half of them for one try.
        check: Compute the results in --out again from its calls and replies, and compare; ask no
            model.
        export: Write the calls into --out as AgentWorldBench has them, for its own evaluation; ask
            no model.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.simulator.backends.registry import backend_named
    from fictionworld.worldmodel.agentworld_form import AGENTWORLD_FILE, export_agentworld
    from fictionworld.worldmodel.bench_calls import bench_calls
    from fictionworld.worldmodel.bench_run import bench_model as tried
    from fictionworld.worldmodel.bench_run import check_bench

    if check and export:
        raise UsageError("--check and --export: give one of the two")
    if check or export:
        dataset = open_dataset(folder)
        if export:
            made = bench_calls(dataset, dataset.sample_worlds(worlds), seed)
            rows = export_agentworld(islice(made, calls), out)
            print_note(f"{rows:,} rows in {escape(str(out / AGENTWORLD_FILE))}")
            return
        differing = check_bench(dataset, out)
        print_note(f"other results: {', '.join(differing)}" if differing else "the same results")
        raise typer.Exit(bool(differing))
    if backend == "template":
        raise UsageError("--backend: the template's replies are always scored; leave it out, or "
                         "give vllm or endpoint")  # fmt: skip
    asked = None
    if backend:
        endpoint = read_endpoint(base_url, at_once, timeout_s, max_reply_bytes)
        asked = backend_named(
            backend, model, endpoint=endpoint, settings=settings or (), engine=engine
        )
    dataset = open_dataset(folder)
    with (
        says_when_interrupted("Stopped. The same command goes on."),
        progress_bar("calls") as shown,
    ):
        report = tried(
            dataset,
            out,
            asked,
            worlds=worlds,
            most_calls=calls,
            most_tokens=max_tokens,
            seed=seed,
            on_progress=shown,
        )
    if as_json:
        print_json(asdict(report))
        return
    _print_report(report)
    print_note(f"calls, replies and results in {escape(str(out))}; report.html shows them")


def _print_report(report: BenchReport) -> None:
    from fictionworld.worldmodel.figures import DIMENSIONS

    table = grid("model", "calls", "failed", *DIMENSIONS)
    table.title = f"{report.calls:,} calls of {report.worlds} worlds, 0 to 100"
    for score in report.scores:
        table.add_row(
            escape(score.model),
            f"{score.calls:,}",
            f"{score.failed:,}",
            *(_cell(score.dimensions.get(dimension)) for dimension in DIMENSIONS),
        )
    stdout().print(table)


def _cell(estimate: MeanEstimate | None) -> str:
    if estimate is None:
        return "-"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.0f}"
    return f"{estimate.value:.0f} ({estimate.low:.0f}-{estimate.high:.0f})"
