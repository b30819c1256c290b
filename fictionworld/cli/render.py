"""`fictionworld render`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
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
    RayOption,
    ReplyBytesOption,
    Seconds,
    Share,
    read_endpoint,
)
from fictionworld.cli.render_view import (
    Progression,
    print_estimate,
    print_report,
    print_trial,
)
from fictionworld.cli.terminal import JsonOption, stderr
from fictionworld.errors import UsageError, first_line

if TYPE_CHECKING:
    from fictionworld.simulator.backends.backend import Backend
    from fictionworld.simulator.backends.options import Preset


@documented
def render(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    backend: str,
    model: str = "",
    out: Path | None = None,
    base_url: str | None = None,
    worlds: int | None = None,
    variants: Annotated[int, typer.Option(min=0)] = 32,
    pages: OptionalCount = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE")] = None,
    engine: EngineOption = None,
    at_once: Count = 64,
    timeout_s: Seconds = 600.0,
    max_reply_bytes: ReplyBytesOption = 4_000_000,
    max_replaced: Share = 0.2,
    prices: Annotated[str, typer.Option(metavar="IN,OUT")] = "0.10,0.40",
    tokens_per_s: Annotated[float, typer.Option(min=1)] = 32_000.0,
    dry_run: bool = False,
    ray: RayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let a model word all pages of a dataset ahead of time; search results are cut from them.

    What was worded is kept whenever a run ends: the same command goes on from there. Exit code 1
    where the template replaced a larger share of the drafts than --max-replaced.

    Options:
        backend: Backend that words the pages: vllm, in this process; endpoint, any
            OpenAI-compatible server; template, the template's own text, to try the command.
        model: A model's name or path, or a preset: qwen-agentworld-35b.
        out: Folder of the drafts; default: DIR-drafts.
        base_url: For endpoint: http://localhost:8000/v1. Its key is taken from OPENAI_API_KEY.
        worlds: Number of worlds, from the first; default: all.
        variants: Drafts requested for passages that differ only in names and values; the other
            passages reuse one of them. 0: every passage is requested.
        pages: Try the model on this many pages of the first world, and print them before and after;
            nothing is stored.
        settings: A setting of engine or sampling, such as tensor_parallel=4, dtype=bfloat16,
            temperature=0.7, thinking=false; may be repeated.
        at_once: For endpoint: requests in flight.
        timeout_s: For endpoint: seconds for one request; half of them for one try.
        max_replaced: Maximum share of drafts that the template may replace.
        prices: With --dry-run: price of a million tokens, read and written.
        tokens_per_s: With --dry-run: tokens that the engine writes per second.
        dry_run: Ask nothing; count requests, tokens, hours and cost.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.ray_pool import RayCluster
    from fictionworld.render import render as render_dataset
    from fictionworld.render.estimate import estimate
    from fictionworld.render.trial import try_pages
    from fictionworld.render.worker import LOCAL_WORKERS
    from fictionworld.simulator.backends.options import preset_named
    from fictionworld.simulator.backends.registry import backend_kind, backend_named
    from fictionworld.simulator.backends.replicas import ReplicatedBackend, replicas_with_room
    from fictionworld.simulator.backends.vllm import gpus_of

    kind = backend_kind(backend)
    dataset = open_dataset(folder)
    preset = preset_named(model, settings or (), engine)
    if dry_run:
        read, written = _prices(prices)
        count, by = _counter(kind.name, preset)
        estimated = estimate(dataset, worlds=worlds, variants=variants, count=count, counted_by=by)
        print_estimate(estimated, read, written, tokens_per_s, as_json=as_json)
        return
    cluster = None if ray is None else RayCluster(ray)
    make = partial(
        backend_named,
        backend,
        model,
        endpoint=read_endpoint(base_url, at_once, timeout_s, max_reply_bytes),
        settings=settings or (),
        engine=engine,
    )
    in_process = kind.is_live and not kind.is_served

    def start(most: int) -> Backend:
        """Return the backend; on a cluster at most so many of it."""
        if cluster is None or not in_process:
            return make()
        return ReplicatedBackend(cluster, *replicas_with_room(cluster, gpus_of(preset), most), make)

    if pages is not None:
        print_trial(try_pages(dataset, start(1), pages), as_json=as_json)
        return
    target = out or _beside(folder)
    progress = Progression()
    nothing = "Stopped. No draft was finished yet."
    with says_when_interrupted(lambda: "" if progress.kept else nothing), progress:
        report = render_dataset(
            dataset,
            target,
            start(worlds or len(dataset)),
            worlds=worlds,
            variants=variants,
            settings="" if backend == "template" else json.dumps(preset.of_texts()),
            workers=cluster or LOCAL_WORKERS,
            on_progress=progress.show,
            on_end=lambda saved: progress.end(saved, target),
        )
    print_report(report, as_json=as_json)
    if report.tally.share_replaced > max_replaced:
        stderr().print(
            f"[red]{report.tally.share_replaced:.1%} of the drafts were replaced by the template; "
            f"at most {max_replaced:.0%} may be (--max-replaced)[/red]"
        )
        raise typer.Exit(1)


def _beside(folder: Path) -> Path:
    """Return the folder of a dataset's drafts, where none is named.

    Raises:
        UsageError: The dataset is in an object store.
    """
    from fictionworld.worlds.store import place_of

    if (place := place_of(folder)) != folder:
        raise UsageError(f"--out: which folder? {place} is in a store, which takes no drafts")
    return folder.with_name(f"{folder.name}-drafts")


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
    """Return a counter by the model's own tokenizer, and its name; None without transformers."""
    if backend != "vllm" or not preset.model:
        return None, ""
    try:
        from transformers import AutoTokenizer  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None, ""
    from fictionworld.simulator.backends.vllm import engine_arguments

    arguments = engine_arguments(preset)
    name = arguments.get("tokenizer", preset.model)
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            name, trust_remote_code=arguments.get("trust_remote_code", False)
        )
    except (OSError, ValueError, ImportError) as error:
        raise UsageError(
            f"--dry-run: cannot read the tokenizer of {name!r}: {first_line(error)}; name a model "
            "that is here or can be loaded from its hub, with --set trust_remote_code=true if it "
            "brings code of its own; or let tokens be estimated by characters, with --backend "
            "endpoint"
        ) from error
    return lambda text: len(tokenizer.encode(text)), f"the tokenizer of {name}"
