"""`docs/results.jsonl` and its page: what agents reach on the reference datasets.

    python -m tools.results play WORLDS --dataset fw-mini
    python -m tools.results play WORLDS --agent openai:MODEL --base-url URL --by NAME --link ...
    python -m tools.results add WORLDS TRACES.jsonl --dataset fw-mini --by NAME --link https://...
    python -m tools.results check [WORLDS --dataset fw-mini --traces FOLDER]
    python -m tools.results page

`play` plays an agent, or all that are built in; `add` adds a line for traces that are there.
`check` reads the file against its schema; given a dataset and a folder of traces, it plays every
call of theirs again and computes every figure anew. It prints what is wrong and ends with 1.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from fictionworld.cli.inputs import read_endpoint
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.registry import AGENTS, agent_named
from fictionworld.episodes.rollout import Attempt, Conditions, play
from fictionworld.episodes.rollout_files import RolloutId, TraceFile
from fictionworld.episodes.verification import verified_traces
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.version import __version__
from tools.result_line import (
    DOCS,
    SCHEMA,
    Interval,
    ReferenceDataset,
    ResultLine,
    differing_figures,
    line_of,
    read_lines,
    reference_datasets,
    reference_tasks,
    schema,
    traces_digest,
)

RESULTS: Final = DOCS / "results.jsonl"
PAGE: Final = DOCS / "results.md"
TRACES: Final = Path("build/results/traces")
OURS: Final = "fictionworld"
LINK: Final = "https://github.com/fictionworld/fictionworld"
_UNFIT: Final = re.compile(r"[^\w.-]+")  # in names of files
_FROM, _UNTIL = "<!-- tables: make results -->", "<!-- end of tables -->"


def played(
    dataset: Dataset,
    name: str,
    per_cell: int,
    folder: Path,
    players: Sequence[Agent],
    by: tuple[str, str] = (OURS, LINK),
) -> list[ResultLine]:
    """Return the lines of agents, whose traces are written into a folder.

    Traces that are there are gone on with. A task is played by all agents while its world is open.

    Raises:
        UsageError: An episode failed, or a file is no file of traces.
    """
    tasks = reference_tasks(dataset, per_cell)
    conditions = Conditions()
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}-{_UNFIT.sub('-', player.name)}.jsonl" for player in players]
    with ExitStack() as stack:
        files = [stack.enter_context(TraceFile(path, resume=True)) for path in paths]
        for task in tasks:
            for player, file in zip(players, files, strict=True):
                rollout = RolloutId.of(
                    player.name, dataset.content_hash, "template", conditions, player.settings
                )
                if file.held(rollout, [Attempt(task)]):
                    continue
                episode = play(dataset, player, task, conditions)
                if episode.trace is None:
                    raise UsageError(f"{player.name} on {task.task_id}: {episode.error}")
                file.add(episode, rollout)
    return [line_of(path, dataset, name, tasks, *by) for path in paths]


def merged(old: Sequence[ResultLine], new: Sequence[ResultLine]) -> list[ResultLine]:
    """Return lines in order of datasets and agents; a new one replaces one of the same rollout."""
    lines = {_key(line): line for line in (*old, *new)}
    return [lines[key] for key in sorted(lines)]


def _key(line: ResultLine) -> tuple[str, ...]:
    rollout = line.rollout
    return (
        line.dataset, rollout.agent, rollout.policies, rollout.controls, rollout.settings,
        rollout.backend, str(rollout.most_calls), str(rollout.seed), line.added_by,
    )  # fmt: skip


def problems(
    path: Path, known: dict[str, ReferenceDataset], dataset: Dataset | None = None,
    name: str = "", folder: Path | None = None,
) -> Iterator[str]:  # fmt: skip
    """Yield what is wrong with a file of results, in words that begin with the line.

    Args:
        path: The file.
        known: The reference datasets by name.
        dataset: One of them, to play traces again on.
        name: Its name.
        folder: Where the traces are of lines that are to be made again; others are only read.
    """
    for number, line in enumerate(read_lines(path), 1):
        if isinstance(line, str):
            yield line
            continue
        where = f"{path.name} line {number} ({line.rollout.agent})"
        reference = known.get(line.dataset)
        if reference is None:
            yield f"{where}: no reference dataset {line.dataset!r}; there are {', '.join(known)}"
        elif line.rollout.dataset != reference.content_hash:
            yield (
                f"{where}: played on content {line.rollout.dataset[:12]}..., but {line.dataset} "
                f"has {reference.content_hash[:12]}..."
            )
        elif dataset is not None and folder is not None and line.dataset == name:
            traces = folder / line.traces
            if traces.is_file():
                for text in _differences(line, dataset, traces, reference.tasks_per_cell):
                    yield f"{where}: {text}"


def _differences(line: ResultLine, dataset: Dataset, traces: Path, per_cell: int) -> Iterator[str]:
    if line.version != __version__:
        yield f"played by {line.version}, and this is {__version__}: check it with that version"
        return
    try:
        if traces_digest(traces) != line.digest:
            yield f"{traces.name} is not the file that the line was made of (digest)"
        for trace in verified_traces(dataset, traces):
            for difference in trace.differences:
                yield f"{traces.name} line {trace.line}, task {trace.task_id}: {difference}"
        tasks = reference_tasks(dataset, per_cell)
        again = line_of(traces, dataset, line.dataset, tasks, line.added_by, line.link)
    except (UsageError, ValueError, KeyError, TypeError) as error:
        yield str(error)
    else:
        yield from differing_figures(line, again)


def tables(lines: Sequence[ResultLine], known: dict[str, ReferenceDataset]) -> str:
    """Return the reference datasets, and the results on each by level and by pack, in Markdown."""
    rows = [
        f"| `{name}` | `fictionworld build --n {one.worlds} --seed {one.seed} --out {name}` "
        f"| `{one.content_hash}` | {one.tasks_per_cell} |"
        for name, one in known.items()
    ]
    sections = ["\n".join((
        "| dataset | built by | content hash | tasks of each pack and level |",
        "|---|---|---|---:|",
        *rows,
    ))]  # fmt: skip
    for name in known:
        of_dataset = [line for line in lines if line.dataset == name]
        if of_dataset:
            ranked = sorted(of_dataset, key=lambda line: -line.groups[0].mean.value)
            sections += [_section(name, ranked, by) for by in ("level", "pack")]
    return "\n\n".join(sections)


def _section(name: str, lines: Sequence[ResultLine], by: str) -> str:
    groups = [{(g.by, g.name): g for g in line.groups} for line in lines]
    names = sorted({group for of_line in groups for (kind, group) in of_line if kind == by})
    if by == "level":
        head = ["agent", "all", *(f"level {one}" for one in names), "calls", "tokens", "by"]
        rows = [
            [
                _agent(line),
                *(_said(of.get(key)) for key in (("all", "all"), *((by, one) for one in names))),
                f"{line.groups[0].calls:.1f}", f"{line.groups[0].tokens:,.0f}",
                f"[{line.added_by}]({line.link})",
            ]
            for line, of in zip(lines, groups, strict=True)
        ]  # fmt: skip
    else:  # packs are many: a row each
        head = ["pack", *map(_agent, lines)]
        rows = [[f"`{one}`", *(_said(of.get((by, one))) for of in groups)] for one in names]
    first = lines[0].groups[0]
    title = f"## {name} by {by}\n\n{first.tasks} tasks of {first.worlds} worlds, played by version "
    rule = ["---", *["---:"] * (len(head) - 1)]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))
    return f"{title}{', '.join(sorted({line.version for line in lines}))}.\n\n{table}"


def _agent(line: ResultLine) -> str:
    rollout = line.rollout
    unusual = [text for text in (rollout.settings, rollout.controls) if text not in {"", "none"}]
    unusual += [rollout.policies] if rollout.policies != "tease" else []
    return f"`{rollout.agent}`" + (f" ({', '.join(unusual)})" if unusual else "")


def _said(group: object) -> str:
    mean = getattr(group, "mean", None)
    if not isinstance(mean, Interval):
        return "-"
    interval = "" if mean.low is None else f" ({_short(mean.low)}, {_short(mean.high)})"
    return f"{_short(mean.value)}{interval}"


def _short(value: float | None) -> str:
    return f"{value:.2f}".removeprefix("0") if value is not None else "-"


def page(text: str, lines: Sequence[ResultLine], known: dict[str, ReferenceDataset]) -> str:
    """Return the page with these results in the place of those that it has."""
    before, _, rest = text.partition(_FROM)
    after = rest.partition(_UNTIL)[2]
    return f"{before}{_FROM}\n\n{tables(lines, known)}\n\n{_UNTIL}{after}"


def _write(new: Sequence[ResultLine]) -> None:
    old = read_lines(RESULTS) if RESULTS.exists() else []
    lines = merged([line for line in old if isinstance(line, ResultLine)], new)
    RESULTS.write_text("".join(f"{line.as_json()}\n" for line in lines), "utf-8")
    SCHEMA.write_text(f"{json.dumps(schema(), indent=2)}\n", "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8"), lines, reference_datasets()), "utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Do what is asked, and return 1 where results do not hold."""
    known = reference_datasets()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["play", "add", "check", "page"])
    parser.add_argument("worlds", type=Path, nargs="?", help="a folder with a reference dataset")
    parser.add_argument("file", type=Path, nargs="?", help="for add: a file of traces")
    parser.add_argument("--dataset", choices=known, default="fw-mini", help="which one it is")
    parser.add_argument("--traces", type=Path, default=TRACES, help="their folder")
    parser.add_argument("--agent", action="append", help="for play: as of `fictionworld rollout`")
    parser.add_argument("--base-url", help="for play: the server of openai:MODEL")
    parser.add_argument("--by", default=OURS, help="who adds the line")
    parser.add_argument("--link", default=LINK, help="where the agent and its traces are")
    asked = parser.parse_args(words)
    dataset = None if asked.worlds is None else open_dataset(asked.worlds)
    reference = known[asked.dataset]
    if dataset is not None and dataset.content_hash != reference.content_hash:
        raise UsageError(
            f"{asked.worlds} has content {dataset.content_hash}, and {asked.dataset} is "
            f"{reference.content_hash}; see {DOCS.name}/reference-datasets.json"
        )
    if asked.what == "check":
        wrong = list(problems(RESULTS, known, dataset, asked.dataset, asked.traces))
        print("\n".join(wrong) or f"{RESULTS.name} holds")
        return int(bool(wrong))
    if asked.what == "page":
        _write([])
        return 0
    if dataset is None or (asked.what == "add" and asked.file is None):
        parser.error(f"{asked.what} needs the folder of the dataset, and add the traces")
    if asked.what == "play":
        endpoint = read_endpoint(asked.base_url, 1, 600, 4_000_000)
        players = [agent_named(agent, endpoint) for agent in asked.agent or AGENTS]
        per_cell, by = reference.tasks_per_cell, (asked.by, asked.link)
        _write(played(dataset, asked.dataset, per_cell, asked.traces, players, by))
    else:
        tasks = reference_tasks(dataset, reference.tasks_per_cell)
        _write([line_of(asked.file, dataset, asked.dataset, tasks, asked.by, asked.link)])
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FictionworldError as failure:
        sys.exit(str(failure))
