"""A model tried as the search engine of a dataset's worlds: asked, kept, scored.

A folder holds all of it: `bench.json`, what was asked of whom; `calls.jsonl`; `replies.jsonl`, a
line as each reply comes; and in the end `results.jsonl`, a line a model, and `report.html`. A run
that was stopped goes on with the same command, and whoever has the folder and the dataset can
compute the results again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import Backend, Prompt
from fictionworld.simulator.backends.middleware import CircuitBreaker
from fictionworld.simulator.states.prompt import STATES_VERSION, PromptForm, messages_of
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.bench_calls import bench_calls
from fictionworld.worldmodel.bench_page import bench_page
from fictionworld.worldmodel.repliers import BASELINES, PLANTED
from fictionworld.worldmodel.scores import ModelScore, score
from fictionworld.worlds.durable import publish_bytes, storage_errors

_MOST_TOKENS: Final[Mapping[str, int]] = {
    "web_search": 900,
    "web_extractor": 4_000,
    "dict_memory": 200,
}
"""Of a reply, by its tool."""
_ABOUT: Final = "bench.json"
_CALLS: Final = "calls.jsonl"
_REPLIES: Final = "replies.jsonl"
_RESULTS: Final = "results.jsonl"
_PAGE: Final = "report.html"


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What a model reached, beside replies that need no model."""

    dataset: str
    """Its content hash."""
    worlds: int
    calls: int
    scores: tuple[ModelScore, ...]
    """The model's first, if there is one; then the baselines and the planted bad models."""


def bench_model(  # noqa: PLR0913 - options by name
    dataset: Dataset,
    out: Path,
    backend: Backend | None = None,
    *,
    worlds: int = 20,
    most_calls: int | None = None,
    most_tokens: int | None = None,
    seed: int = 0,
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> BenchReport:
    """Try a model on calls of a dataset, and return what it reached.

    Args:
        dataset: The dataset.
        out: Folder of the calls and the replies; a run that was stopped goes on there.
        backend: The model; None to score the baselines alone. It is closed at the end.
        worlds: How many worlds, about as many of each pack.
        most_calls: Try the first calls alone, nine a query: for models that are slow.
        most_tokens: End a reply after so many tokens, where the tool's own limit is higher.
        seed: Random seed of the calls.
        on_progress: Called as replies come, with how many are there and how many there will be.

    Raises:
        UsageError: `worlds` is not positive, or the folder holds another run.
        BackendError: No request can succeed.
        StorageError: The disk refused.
    """
    if worlds < 1:
        raise UsageError(f"--worlds: got {worlds}; allowed: 1 or more")
    model = "" if backend is None else backend.model
    about = {
        "dataset": dataset.content_hash,
        "worlds": worlds,
        "calls": most_calls,
        "seed": seed,
        "prompt": STATES_VERSION,
        "model": model,
        "tokens": most_tokens,
    }
    calls = _calls_in(out, about, dataset)
    replies = (
        {}
        if backend is None
        else asyncio.run(_asked(backend, calls, out, most_tokens, on_progress))
    )
    report = _scored(dataset, calls, replies, model)
    publish_bytes(out / _RESULTS, _lines(report).encode())
    page = bench_page(dataset.path.name, calls, report.scores, replies, date.today())  # noqa: DTZ011 - the user's day
    publish_bytes(out / _PAGE, page.encode())
    return report


def check_bench(dataset: Dataset, out: Path) -> tuple[str, ...]:
    """Return the models whose results in a folder are not those of its calls and replies.

    Raises:
        UsageError: There is no finished run, or it is of another dataset.
    """
    if not (out / _RESULTS).is_file():
        raise UsageError(f"--check: {out} holds no finished run; give the --out of one")
    with storage_errors(out):
        about = json.loads((out / _ABOUT).read_text("utf-8"))
        stored = set((out / _RESULTS).read_text("utf-8").splitlines())
    if about["dataset"] != dataset.content_hash:
        raise UsageError(f"--check: {out} is a run on another dataset; give that one")
    calls = _calls_in(out, about, dataset)
    replies = dict(_replies_in(out / _REPLIES)) if about["model"] else {}
    computed = _lines(_scored(dataset, calls, replies, about["model"])).splitlines()
    differing = [*(line for line in computed if line not in stored), *stored.difference(computed)]
    return tuple(sorted({json.loads(line)["model"] for line in differing}))


def _lines(report: BenchReport) -> str:
    return "".join(f"{json.dumps(asdict(score), ensure_ascii=False)}\n" for score in report.scores)


def _scored(
    dataset: Dataset,
    calls: Sequence[BenchCall],
    replies: Mapping[str, str | None],
    model: str,
) -> BenchReport:
    """Return the scores of a model's replies, and of those that need no model."""
    guards = {}
    for world_id in {call.world_id for call in calls}:
        guards[world_id] = OPEN_WORLDS.at(dataset, world_id).guard("tease")
    scores = [score(model, calls, replies, guards)] if model else []
    for player in (*BASELINES, *PLANTED):
        texts = {call.call_id: player.reply(call) for call in calls}
        scores.append(score(player.name, calls, texts, guards))
    return BenchReport(dataset.content_hash, len(guards), len(calls), tuple(scores))


def _calls_in(out: Path, about: Mapping[str, Any], dataset: Dataset) -> list[BenchCall]:
    """Return the calls of a run, from its folder where they are there."""
    with storage_errors(out):
        out.mkdir(parents=True, exist_ok=True)
        if (out / _ABOUT).exists():
            before = json.loads((out / _ABOUT).read_text("utf-8"))
            differing = [name for name in about if before.get(name) != about[name]]
            if differing:
                raise UsageError(
                    f"--out: {out} holds a run with another {', '.join(differing)}; give a new "
                    "folder, or the same flags as before"
                )
            lines = (out / _CALLS).read_text("utf-8").split("\n")
            return [BenchCall.of_record(json.loads(line)) for line in lines if line]
        if any(out.iterdir()):
            raise UsageError(f"--out: {out} is not empty and holds no run; give a new folder")
    made = bench_calls(dataset, dataset.sample_worlds(about["worlds"]), about["seed"])
    calls = list(islice(made, about["calls"]))
    lines = [json.dumps(call.record(), ensure_ascii=False) for call in calls]
    publish_bytes(out / _CALLS, "".join(f"{line}\n" for line in lines).encode())
    publish_bytes(out / _ABOUT, f"{json.dumps(about, indent=1)}\n".encode())
    return calls


async def _asked(
    backend: Backend,
    calls: Sequence[BenchCall],
    out: Path,
    most_tokens: int | None,
    on_progress: Callable[[int, int], None],
) -> dict[str, str | None]:
    """Return the model's reply to each call; those in the folder are not asked for again."""
    path = out / _REPLIES
    replies = dict(_replies_in(path))
    breaker = CircuitBreaker(backend)
    with storage_errors(path):
        # a torn last line is left as it is: the next one begins on a line of its own
        file = path.open("a", encoding="utf-8")
    try:
        file.write("\n" if path.stat().st_size else "")
        tasks = [
            asyncio.ensure_future(_one(breaker, call, most_tokens, file, replies))
            for call in calls
            if replies.get(call.call_id) is None
        ]
        for done, task in enumerate(asyncio.as_completed(tasks), len(calls) - len(tasks) + 1):
            await task
            on_progress(done, len(calls))
    finally:
        for task in tasks:
            task.cancel()
        file.close()
        await backend.aclose()
    breaker.check()
    return replies


async def _one(
    breaker: CircuitBreaker,
    call: BenchCall,
    most_tokens: int | None,
    file: TextIO,
    replies: dict[str, str | None],
) -> None:
    form: PromptForm = "answer" if call.arm == "answer" else "state"
    messages = messages_of(call.state, form, question=call.question, answer=call.answer)
    tokens = _MOST_TOKENS[call.state.tool]
    prompt = Prompt(messages, None, min(tokens, most_tokens or tokens))
    [completion] = await breaker.complete([prompt])
    text = None if completion.error is not None else completion.text
    replies[call.call_id] = text
    record = {"call_id": call.call_id, "text": text, "error": completion.error}
    file.write(json.dumps(record, ensure_ascii=False) + "\n")
    file.flush()


def _replies_in(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield the replies in a file; a line that was torn when a run was killed is passed over."""
    if not path.exists():
        return
    with storage_errors(path):
        lines = path.read_text("utf-8", errors="replace").split("\n")
    for line in lines:
        try:
            record = json.loads(line)
            yield record["call_id"], record["text"]
        except (ValueError, KeyError, TypeError):
            continue
