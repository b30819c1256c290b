"""`fictionworld build`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fictionworld.cli.docstring import documented
from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import TASK_KINDS, chosen_workers
from fictionworld.cli.terminal import (
    JsonOption,
    bars,
    counted,
    counted_by,
    counted_by_level,
    duration,
    escape,
    labelled,
    mark,
    print_json,
    size,
    stderr,
)
from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from fictionworld.build import BuildProgress, BuildReport
    from fictionworld.worlds.overlap import Overlap

_MOST_REASONS = 6


@documented
def build(  # noqa: PLR0913 - the flags of the command
    *,
    n: int = 1000,
    out: Path = Path("worlds"),
    seed: int = 0,
    packs: str = "",
    rows: str = "300-500",
    workers: int | None = None,
    ray: str | None = None,
    real_names: Literal["brands", "none"] = "none",
    hosts: Literal["realistic", "reserved"] = "realistic",
    collision_list: Path | None = None,
    twin_of: Path | None = None,
    tasks_per_world: int = 6,
    task_kinds: str = "wide=0.66,deep=0.32,empty=0.02",
    task_rows: str = "5-120",
    task_hops: str = "2-6",
    levels: str = "1,2,3,4,5",
    held_out: str | None = None,
    as_json: JsonOption = False,
) -> None:
    """Build a dataset of fictional worlds, checked one by one.

    A build that was stopped goes on where it stopped when the same command is run again; a folder
    that holds another configuration is refused.

    Options:
        n: Number of worlds.
        out: The dataset's folder; or its address in an object store, s3://BUCKET/FOLDER.
        seed: Same seed, same content, on any machine.
        packs: Names or files of packs, comma-separated; default: all.
        rows: Rows of a world, LOW-HIGH.
        workers: Worker processes; default: one per core.
        ray: A Ray cluster builds, whose nodes share the folder or the store: auto, for the one that
            runs here, or HOST:PORT.
        real_names: Real names that packs list: their brands, or none.
        hosts: Addresses of the web: realistic, or under the reserved domain .example.
        collision_list: File of names, one per line, that must not be used.
        twin_of: Build the twins of this dataset: same structure, other values.
        tasks_per_world: Maximum number of tasks per world; 0 for none.
        task_kinds: Shares of the kinds of task, adding up to 1.
        task_rows: Rows of a wide answer, LOW-HIGH.
        task_hops: Dependent look-ups of a deep task, LOW-HIGH.
        levels: Levels of difficulty of tasks, from 1 to 5, comma-separated.
        held_out: Packs for the splits eval and test alone, comma-separated, or none; default: of
            eight packs or more, the four that differ most from the others, of sixteen or more six.
    """
    stopped = "Stopped. Nothing is lost: run the same command again and the build goes on."
    with says_when_interrupted(stopped):
        from fictionworld.build import BuildConfig
        from fictionworld.build import build as build_dataset
        from fictionworld.tasks.level import parse_levels
        from fictionworld.tasks.options import TaskOptions

        config = BuildConfig(
            n=n,
            seed=seed,
            packs=_names(packs),
            rows=_bounds("--rows", rows, "300-500"),
            real_names=real_names,
            hosts=hosts,
            collision_list=None if collision_list is None else str(collision_list),
            twin_of=None if twin_of is None else str(twin_of),
            tasks=TaskOptions(
                per_world=tasks_per_world,
                **_shares(task_kinds),
                rows=_bounds("--task-rows", task_rows, "5-120"),
                hops=_bounds("--task-hops", task_hops, "2-6"),
                levels=parse_levels(levels),
            ),
            held_out=None if held_out is None else _names(held_out),
        )
        builders = workers if ray is None else chosen_workers(workers, ray)
        with bars() as progress:
            report = build_dataset(config, out, workers=builders, on_progress=bar_a_stage(progress))
    if as_json:
        print_json({**asdict(report), "out": str(report.out)})
    else:
        _summary(report)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip() not in {"", "none"})


def _bounds(flag: str, text: str, such_as: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,9})(?:\s*(?:-|\.\.)\s*(\d{1,9}))?\s*", text)
    if match is None:
        raise UsageError(f"{flag}: got {text!r}; it is written LOW-HIGH, such as {such_as}")
    return int(match[1]), int(match[2] or match[1])


def _shares(text: str) -> dict[str, float]:
    """Return the shares in `wide=0.66,deep=0.34`; 0 for a kind that is not named.

    Raises:
        UsageError: A part is not written so.
    """
    shares = dict.fromkeys(TASK_KINDS, 0.0)
    for part in text.split(","):
        match = re.fullmatch(r"\s*([a-z]+)\s*=\s*(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})\s*", part)
        if match is None or match[1] not in shares:
            hint = nearest(match[1], TASK_KINDS) if match else ""
            raise UsageError(
                f"--task-kinds: got {part.strip()!r}; it is written wide=0.66,deep=0.32,empty=0.02"
                f"{hint}"
            )
        shares[match[1]] = float(match[2])
    return shares


def bar_a_stage(progress: Progress) -> Callable[[BuildProgress], None]:
    """Return what shows a build's progress, with a bar for each stage."""
    bar_of: dict[str, TaskID] = {}

    def show(at: BuildProgress) -> None:
        if at.stage not in bar_of:
            bar_of[at.stage] = progress.add_task(at.stage)
        progress.update(bar_of[at.stage], completed=at.done, total=at.total)

    return show


def _summary(report: BuildReport) -> None:
    new_worlds = report.worlds - report.reused_worlds
    rate = report.rows / report.worlds * new_worlds / report.seconds
    reused = f"[dim]{counted(report.reused_worlds, 'world')} from before, reused[/dim]"
    by_kind = {kind: report.tasks.get(kind, 0) for kind in TASK_KINDS}
    tasks, overlap = sum(by_kind.values()), report.overlap
    lines = labelled(
        ("worlds", f"{report.worlds:,}   [dim]{counted_by(report.packs)}[/dim]"),
        ("rows", f"{report.rows:,}   [dim]all of them checked[/dim]"),
        (
            "time",
            f"{duration(report.seconds)}   [dim]{rate:,.0f} rows/s[/dim]" if new_worlds else "",
        ),
        ("", reused if 0 < report.reused_worlds < report.worlds else ""),
        ("redrawn", _refusals(report.refused, "no world", "draws that broke a rule")),
        ("tasks", f"{tasks:,}   [dim]{counted_by(by_kind)}[/dim]" if tasks else ""),
        ("levels", f"[dim]{counted_by_level(report.levels)}[/dim]" if tasks else ""),
        ("", _refusals(report.tasks_refused, "", "draws were refused") if tasks else ""),
        (
            "names",
            f"{overlap.names:,} invented   [dim]{overlap.share:.2%} in more than one world[/dim]",
        ),
        ("splits", _splits(overlap) if overlap.split_names.all else ""),
        ("on disk", size(report.bytes_on_disk)),
    )
    console = stderr()
    head = "is built" if new_worlds else "was complete already"
    console.print(f"{mark(good=True)} [bold]{escape(str(report.out))}[/bold] {head}")
    console.print(lines)
    # never broken: it is there to be copied
    console.print(
        f"[dim]Look at it:[/dim] fictionworld show {escape(str(report.out))} 0", soft_wrap=True
    )


def _refusals(refused: dict[str, dict[str, int]], none: str, what: str) -> str:
    reasons = sorted(
        ((count, pack, reason) for pack, by in refused.items() for reason, count in by.items()),
        key=lambda reason: (-reason[0], reason[1:]),
    )
    if not reasons:
        return none
    total = sum(count for count, _, _ in reasons)
    shown = [f"{count:,} x {pack}: {escape(why)}" for count, pack, why in reasons[:_MOST_REASONS]]
    more = len(reasons) - len(shown)
    rest = [f"and {counted(more, 'reason')} more"] if more > 0 else []
    listed = "\n".join(f"[dim]{line}[/dim]" for line in [*shown, *rest])
    return f"{total:,} {what}\n{listed}"


def _splits(overlap: Overlap) -> str:
    shares = (
        f"{split.share:.2%} of the {what}"
        for what, split in (
            ("names", overlap.split_names),
            ("facts", overlap.split_facts),
            ("phrasings", overlap.split_phrasings),
        )
        if split.all
    )
    return f"{', '.join(shares)} of eval and test occur in train too"
