"""`fictionworld validate`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    duration,
    escape,
    grid,
    mark,
    print_json,
    print_note,
    print_versions,
    progress_bar,
    stderr,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.keycheck import KeyReport
    from fictionworld.validators.report import Report
    from fictionworld.validators.selftest import SelfTest

_MOST_SENTENCES = 12
_MOST_RULES = 20


def validate(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="A dataset's folder or address; with --pack, a world's folder."
        ),
    ],
    *,
    self_test: Annotated[
        bool,
        typer.Option("--self-test", help="Mutate copies of worlds and count what is caught."),
    ] = False,
    keys: Annotated[
        bool,
        typer.Option("--keys", help="Compute the answer to every task a second time."),
    ] = False,
    graph: Annotated[
        int | None,
        typer.Option(metavar="WORLD", help="Write one world as a graph, violations marked."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --graph: the file, .dot or .graphml.")
    ] = None,
    pack: Annotated[
        str | None,
        typer.Option(
            help="Check a world made by hand, a folder of CSV files or a DuckDB file, "
            "against this pack."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Validate every stored world again, from the files alone.

    Exit code 0: all is well. 1: a rule is broken, with `--self-test` no mutation triggers a rule or
    a derived value was mutated unnoticed, with `--keys` an answer is not what its world says.
    """
    if (graph is None) != (out is None):
        raise UsageError("--graph and --out go together: --graph 17 --out world-17.dot")
    if pack is not None and (self_test or keys or graph is not None):
        raise UsageError(
            "--pack checks one world made by hand; leave --self-test, --keys and --graph out"
        )
    if self_test + keys + (graph is not None) > 1:
        raise UsageError(
            "--self-test, --keys and --graph are checks of their own: give one of them"
        )
    from fictionworld.worlds.store import dataset_folder

    folder = dataset_folder(folder)
    if graph is not None and out is not None:
        good = _write_graph(folder, graph, out)
    elif keys:
        good = _check_keys(folder, as_json=as_json)
    elif self_test:
        good = _self_test(folder, as_json=as_json)
    else:
        good = _check(folder, pack, as_json=as_json)
    if not good:
        raise typer.Exit(1)


def _check(folder: Path, pack: str | None, *, as_json: bool) -> bool:
    from fictionworld.packs.compile import load_pack
    from fictionworld.text.known import KnownNames
    from fictionworld.validators.check import check_worlds
    from fictionworld.validators.foreign import load_world
    from fictionworld.validators.stored import check_dataset
    from fictionworld.worlds.manifest import read_manifest
    from fictionworld.worlds.stored import verify_files

    differing: dict[str, tuple[str, str]] = {}
    with stderr().status("checking"):
        known_names = KnownNames.load()
        unknown_files: tuple[str, ...] = ()
        if pack is None:
            unknown_files = verify_files(folder)
            reports: Sequence[Report] = check_dataset(folder, known_names=known_names)
            differing = read_manifest(folder).differing_versions()
        else:
            compiled = load_pack(pack)
            reports = [
                check_worlds(compiled, load_world(compiled, folder), known_names=known_names)
            ]
    if as_json:
        packs = [json.loads(report.to_json()) for report in reports]
        print_json(
            {
                "ok": all(reports),
                "differing_versions": differing,
                "packs": packs,
                "unknown_files": unknown_files,
            }
        )
    else:
        print_versions(differing)
        _print_reports(folder, reports)
    if unknown_files:
        print_note(f"not part of the dataset: {escape(', '.join(unknown_files))}")
    return all(reports)


def _print_reports(folder: Path, reports: Sequence[Report]) -> None:
    console = stdout()
    worlds, rows = sum(r.worlds for r in reports), sum(r.rows for r in reports)
    seconds = sum(sum(report.seconds.values()) for report in reports)
    graph = sum(report.seconds.get("graph", 0.0) for report in reports) / max(seconds, 1e-9)
    console.print(
        f"[bold]{escape(str(folder))}[/bold]   {counted(worlds, 'world')}, {counted(rows, 'row')}, "
        f"checked in {duration(seconds)}, {graph:.0%} of it the graph"
    )
    for report in reports:
        tried = f"{counted(report.worlds, 'world')}, {counted(len(report.rules), 'rule')}"
        broken = sum(report.by_rule.values())
        if not broken:
            console.print(f"{mark(good=True)} {report.pack}: {tried}, no violation")
            continue
        console.print(
            f"{mark(good=False)} {report.pack}: {tried}, [red]{counted(broken, 'violation')} in "
            f"{counted(len(report.by_world), 'world')}[/red]"
        )
        by_rule = sorted(report.by_rule.items(), key=lambda counted: (-counted[1], counted[0]))
        for rule, count in by_rule[:_MOST_RULES]:
            console.print(f"  {count:>6,} x {escape(rule)}")
        for violation in report.violations[:_MOST_SENTENCES]:
            console.print(f"  [dim]{escape(str(violation))}[/dim]")


def _check_keys(folder: Path, *, as_json: bool) -> bool:
    from fictionworld.dataset import open_dataset
    from fictionworld.keycheck import check_keys

    dataset = open_dataset(folder)
    with progress_bar("worlds", len(dataset)) as progress:
        report = check_keys(dataset, progress)
    if as_json:
        print_json({"ok": bool(report), **asdict(report)})
    else:
        _print_keys(folder, report)
    return bool(report)


def _print_keys(folder: Path, report: KeyReport) -> None:
    console = stdout()
    console.print(
        f"[bold]{escape(str(folder))}[/bold]   {counted(report.tasks, 'task')} of "
        f"{counted(report.worlds, 'world')}, each answer computed a second time in "
        f"{duration(report.seconds)}"
    )
    if report:
        console.print(f"{mark(good=True)} every key is what its world says")
        return
    counts = ", ".join(f"{count:,} x {what}" for what, count in report.by_what.items())
    console.print(
        f"{mark(good=False)} wrong: {counted(report.wrong_tasks, 'task')}   [red]{counts}[/red]"
    )
    for finding in report.findings[:_MOST_SENTENCES]:
        console.print(f"  [dim]{escape(str(finding))}[/dim]")
    if len(report.findings) > _MOST_SENTENCES:
        console.print("  [dim]... --json lists more[/dim]")


def _self_test(folder: Path, *, as_json: bool) -> bool:
    from fictionworld.text.known import KnownNames
    from fictionworld.validators.stored import self_test_dataset

    with stderr().status("mutating copies"):
        tests = self_test_dataset(folder, known_names=KnownNames.load())
    if as_json:
        print_json({"ok": all(tests), "packs": [json.loads(test.to_json()) for test in tests]})
    else:
        for test in tests:
            _print_self_test(test)
    return all(tests)


def _print_self_test(test: SelfTest) -> None:
    console = stdout()
    console.print(
        f"{mark(test)} [bold]{test.pack}[/bold]: {test.caught:,} of {test.planted:,} "
        f"mutations caught, in copies of {counted(test.worlds, 'world')}, in "
        f"{duration(test.seconds)}"
    )
    table = grid("mutation", ">planted", ">caught")
    table.padding = (0, 2, 0, 2)
    for kind in test.kinds:
        table.add_row(escape(kind.kind), f"{kind.planted:,}", f"{kind.caught:,}")
    console.print(table)
    for colour, what, entries in (
        ("red", "derived value mutated unnoticed", test.unnoticed),
        ("red", "false alarms in worlds", tuple(map(str, test.false_alarms))),
        ("red", "rules that no mutation triggers", test.untriggered),
        ("dim", "rules not tried, since these worlds have no value of theirs", test.untried),
    ):
        for entry in entries[:_MOST_SENTENCES]:
            console.print(f"  [{colour}]{what}:[/{colour}] {escape(entry)}")
        if len(entries) > _MOST_SENTENCES:
            console.print(
                f"  [{colour}]{what}:[/{colour}] and {len(entries) - _MOST_SENTENCES:,} more"
            )
    columns = sorted(test.columns, key=lambda column: column.killed / column.tried)
    least = ", ".join(
        f"{column.table}.{column.column} {column.killed} of {column.tried}"
        for column in columns[:_MOST_SENTENCES]
    )
    console.print(f"  [dim]columns with the fewest mutations caught: {escape(least)}[/dim]")


def _write_graph(folder: Path, world_id: int, out: Path) -> bool:
    from fictionworld.dataset import open_dataset
    from fictionworld.text.known import KnownNames
    from fictionworld.validators.check import check_worlds
    from fictionworld.validators.graph_file import write_graph

    dataset = open_dataset(folder)
    pack, frames = dataset.pack_of(world_id), dataset.frames(world_id)
    columns, worlds = dataset.columns(world_id), dataset.worlds()
    report = check_worlds(
        pack,
        frames,
        worlds=worlds.filter(worlds["world_id"] == world_id),
        present=columns,
        known_names=KnownNames.load(),
    )
    write_graph(pack, frames, report.violations, out)
    count = sum(report.by_rule.values())
    stderr().print(
        f"World {world_id} is written to {escape(str(out))}: {counted(count, 'violation')} marked."
    )
    return bool(report)
