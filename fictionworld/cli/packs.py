"""`fictionworld packs`: the packs that there are, one of them, a check of yours, the schema."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fictionworld.cli.draft import draft
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    duration,
    escape,
    grid,
    mark,
    print_json,
    progress_bar,
    stderr,
    stdout,
)
from fictionworld.errors import PackError, UnsatisfiableError, UsageError

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.preview import PackPreview
    from fictionworld.trial import PackTrial
    from fictionworld.validators.sanity import SanityResult

_PREVIEWED_ROWS = 10

packs = typer.Typer(
    name="packs",
    no_args_is_help=True,
    help="List, show, check and preview packs, the kinds of world.",
    epilog="fictionworld packs list",
)

_Pack = Annotated[str, typer.Argument(metavar="PACK", help="A pack's name, or its file.")]


@packs.command("list", epilog="fictionworld packs list --json")
def list_packs(*, as_json: JsonOption = False) -> None:
    """List the packs that come with fictionworld."""
    from fictionworld.packs.source import pack_names, read_pack

    specs = [read_pack(name) for name in pack_names()]
    if as_json:
        print_json(
            [
                {
                    "pack": pack.pack,
                    "strategy": pack.strategy,
                    "about": pack.about.strip(),
                    "tables": list(pack.tables),
                }
                for pack in specs
            ]
        )
        return
    table = grid("pack", "strategy", "what a world holds")
    table.padding = (0, 2, 1, 0)
    for pack in specs:
        table.add_row(
            f"[bold]{pack.pack}[/bold]", pack.strategy,
            f"{escape(pack.about.strip())}\n[dim]{', '.join(pack.tables)}[/dim]",
        )  # fmt: skip
    stdout().print(table)


@packs.command("show", epilog="fictionworld packs show smartphones")
def show_pack(
    pack: _Pack,
    *,
    yaml: Annotated[bool, typer.Option("--yaml", help="Print the pack file itself.")] = False,
    resolved: Annotated[
        bool, typer.Option("--resolved", help="Print it with what `like` gives filled in.")
    ] = False,
) -> None:
    """Show a pack's tables, columns and rules, or its file as a start for your own."""
    from fictionworld.packs.compile import load_pack
    from fictionworld.packs.concepts import as_yaml, with_concepts
    from fictionworld.packs.parents import with_parents
    from fictionworld.packs.source import read_source

    if yaml:
        typer.echo(read_source(pack).text, nl=False)
    elif resolved:
        load_pack(pack)  # reports what is wrong with its concepts
        source = read_source(pack)
        typer.echo(as_yaml(with_concepts(with_parents(source.data), source)[0]), nl=False)
    else:
        _print_pack(load_pack(pack))


@packs.command("check", epilog="fictionworld packs check my_pack.yaml")
def check_pack(
    pack: _Pack,
    *,
    worlds: Annotated[int, typer.Option(min=1, max=250, help="Number of worlds to try.")] = 20,
    cpu_seconds: Annotated[
        int, typer.Option(min=1, help="Maximum processor time in seconds.")
    ] = 20,
    as_json: JsonOption = False,
) -> None:
    """Check a pack and try it on a few worlds, in a process of its own with limits.

    Exit code 0: all is well. 1: something is wrong, one finding a line, with file and line.
    """
    from fictionworld.trial import try_pack

    if pack.endswith((".yaml", ".yml")) and not Path(pack).exists():
        raise UsageError(f"got pack {pack!r}; there is no such file: check the path")
    try:
        trial = try_pack(pack, worlds=worlds, cpu_s=cpu_seconds)
    except (PackError, UnsatisfiableError) as error:
        findings = str(error).splitlines()
        if as_json:
            print_json({"pack": pack, "good": False, "findings": findings})
        else:
            for finding in findings:
                typer.echo(finding)
        raise typer.Exit(1) from None
    if as_json:
        print_json({"good": True, "findings": [], **asdict(trial)})
    else:
        _print_trial(trial, pack)


@packs.command("preview", epilog="fictionworld packs preview my_pack.yaml --world 3")
def preview_pack(
    pack: _Pack,
    *,
    world: Annotated[int, typer.Option(min=0, max=99, help="Which world, from 0.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the worlds.")] = 0,
    open_browser: Annotated[
        bool,
        typer.Option("--open", help="Show it in a browser instead, anew whenever FILE is saved."),
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="With --open: port to listen at; 0 for any.")
    ] = 8002,
) -> None:
    """Print a sample of one world of a pack: rows, pages, questions.

    Of each table ten rows, of each kind of page one, and ten questions. Nothing is kept.
    """
    if open_browser:
        _open_preview(pack, world, seed, port)
        return
    from fictionworld.preview import preview_pack as preview_of

    with preview_of(pack, world=world, seed=seed) as preview:
        _print_preview(preview)


def _open_preview(pack: str, world: int, seed: int, port: int) -> None:
    from fictionworld.extras import require_extra

    require_extra("explore", "fictionworld packs preview --open")
    from fictionworld.cli.explore import serve_pages
    from fictionworld.explore.explorer import ExploreSettings
    from fictionworld.explore.pack_preview import WatchedPack
    from fictionworld.server.settings import ServerSettings

    if not Path(pack).is_file():
        raise UsageError(f"--open: got pack {pack!r}; give a pack's file, which may be edited")
    settings = ExploreSettings(ServerSettings("", "", port=port))
    watched = WatchedPack(Path(pack).absolute(), world, seed)
    serve_pages(settings, watched, "/pack", open_browser=True)


@packs.command("new", epilog="fictionworld packs new harbours")
def new_pack(
    name: Annotated[str, typer.Argument(help="A word in lower case: the pack's name.")],
    *,
    out: Annotated[Path | None, typer.Option(help="File to write; default: NAME.yaml.")] = None,
) -> None:
    """Write a small valid pack as a start for your own."""
    from fictionworld.packs.source import new_source

    file = out or Path(f"{name}.yaml")
    text = new_source(name)
    if file.exists():
        raise UsageError(f"got {str(file)!r}, which exists; give another name, or --out")
    file.write_text(text, encoding="utf-8")
    stderr().print(
        f"wrote {escape(str(file))}\n[dim]Check it:[/dim] fictionworld packs check "
        f"{escape(str(file))}", soft_wrap=True,
    )  # fmt: skip


packs.command("draft", epilog="fictionworld packs draft harbours --from docs --model openai:MODEL")(
    draft
)


@packs.command("sanity", epilog="fictionworld packs sanity football --worlds 200 --self-test")
def ask_sanity_queries(
    pack: _Pack,
    *,
    worlds: Annotated[int, typer.Option(min=1, help="Number of worlds to draw.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the worlds.")] = 0,
    self_test: Annotated[
        bool,
        typer.Option(
            "--self-test", help="Shuffle the column that each query watches; it must then fail."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Ask a pack's sanity queries of many worlds: what is impossible, and bands of figures.

    Exit code 0: all is as the pack says. 1: a query found what it should not, or, with
    `--self-test`, did not see a shuffled column.
    """
    from fictionworld.building.sanity import sanity_of_pack

    with progress_bar("worlds", worlds) as progress:
        results = sanity_of_pack(
            pack, worlds=worlds, seed=seed, shuffle=self_test, progress=progress
        )
    if as_json:
        queries = [{"holds": result.holds, **asdict(result)} for result in results]
        print_json({"ok": all(results), "worlds": worlds, "queries": queries})
    else:
        _print_sanity(results)
    if not all(results):
        raise typer.Exit(1)


@packs.command("distances", epilog="fictionworld packs distances")
def print_distances(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[PACK]...", help="Default: all packaged packs.")
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Print how much packs differ in shape, from 0 (alike) to 1 (nothing in common).

    Compared are the topology of references, row plans, types and units of what is asked, and keys.
    For each pack the nearest and the farthest are printed, of all packaged packs and those that are
    named; with --json all distances.
    """
    from fictionworld.packs.compile import load_pack
    from fictionworld.packs.profile import distance, profile_of
    from fictionworld.packs.source import pack_names

    named = [load_pack(name) for name in files or pack_names()]
    compared = [load_pack(name) for name in pack_names()] if files else []
    profiles = {pack.name: profile_of(pack) for pack in (*compared, *named)}
    rows = {
        pack.name: {
            other: round(distance(profiles[pack.name], profiles[other]), 3) for other in profiles
        }
        for pack in named
    }
    if as_json:
        shapes = {name: profile._asdict() for name, profile in profiles.items()}
        print_json({"profiles": shapes, "distances": rows})
    else:
        table = grid("", "nearest", "", "farthest", "")
        for name, all_others in rows.items():
            others = sorted((far, other) for other, far in all_others.items() if other != name)
            cells = [
                cell
                for far, other in (others[:1] + others[-1:])
                for cell in (escape(other), f"{far:.2f}")
            ]
            table.add_row(escape(name), *cells)
        stdout().print(table)


@packs.command("concepts", epilog="fictionworld packs concepts --json")
def list_concepts(*, as_json: JsonOption = False) -> None:
    """List the concepts that a column or table may name with `like`."""
    from fictionworld.packs.concepts import concept_files

    if as_json:
        print_json(concept_files())
        return
    table = grid("", "columns", "tables")
    table.padding = (0, 2, 1, 0)
    for subject, file in concept_files().items():
        lists = [
            ", ".join(_with_words(name, concept) for name, concept in file.get(kind, {}).items())
            for kind in ("columns", "tables")
        ]
        table.add_row(f"[bold]{subject}[/bold]", *map(escape, lists))
    stdout().print(table)


@packs.command("pools", epilog="fictionworld packs pools")
def list_pools(*, as_json: JsonOption = False) -> None:
    """List the pools of invented names that `draw: {pool: ...}` takes."""
    from fictionworld.packs.words import pools

    if as_json:
        print_json(dict(pools()))
        return
    table = grid("pool", "what it gives")
    for name, what in pools().items():
        table.add_row(name, escape(what))
    stdout().print(table)


@packs.command("schema", epilog="fictionworld packs schema > pack.schema.json")
def print_schema() -> None:
    """Print the JSON Schema of packs, for editors and for programs that write packs."""
    from fictionworld.packs.schema import pack_schema

    print_json(pack_schema())


# What is printed ---------------------------------------------------------------------------------


def _with_words(name: str, concept: dict[str, Any]) -> str:
    """A concept with the words that it takes: `count (one, many)`."""
    words = concept.get("words", ())
    return f"{name} ({', '.join(words)})" if words else name


def _print_pack(pack: CompiledPack) -> None:
    """A pack's tables and columns."""
    console = stdout()
    console.print(f"[bold]{pack.name}[/bold]   [dim]{pack.spec.strategy}[/dim]")
    console.print(escape(pack.spec.about.strip()))
    for table in pack.tables.values():
        console.print()
        shown = grid(title=f"[bold]{table.name}[/bold]{_rare(table.spec.optional)}")
        shown.show_header = False
        for column in table.stored:
            shown.add_row(
                column.name, f"[cyan]{column.role}[/cyan]", _kind(column),
                f"[dim]{escape(', '.join(column.labels))}[/dim]",
            )  # fmt: skip
        console.print(shown)
    console.print(
        f"\n[dim]{counted(len(pack.rules), 'rule')} of its own, beside those that types, keys and "
        f"derivations imply. Its file:[/dim] fictionworld packs show {pack.name} --yaml"
    )


def _kind(column: CompiledColumn) -> str:
    kind = f"one of {column.target}" if column.target else column.kind
    unit = f" in {column.spec.unit}" if column.spec.unit else ""
    return escape(f"{kind}{unit}{_rare(column.spec.optional)}")


def _rare(share: float | None) -> str:
    """The share of worlds that have a table or column, where not all do."""
    return f", in {share:.0%} of worlds" if share else ""


def _print_sanity(results: tuple[SanityResult, ...]) -> None:
    """What each sanity query found."""
    table = grid("", "what should be so", ">found", ">allowed")
    for result in results:
        if result.between is None:
            result_text, allowed = f"{result.violations:,}", "0"
        else:
            result_text = "none" if result.figure is None else f"{result.figure:.3f}"
            allowed = "{:g} to {:g}".format(*result.between)
        says = escape(result.says)
        for example in result.examples:
            says += f"\n[dim]{escape(example)}[/dim]"
        if result.sees_shuffle is False:
            says += f"\n[red]does not notice that {escape(result.watches)} was shuffled[/red]"
        table.add_row(mark(result), says, result_text, allowed)
    stdout().print(table)


def _print_trial(trial: PackTrial, file: str) -> None:
    """What came of a trial that a pack passed."""
    console = stdout()
    low, high = trial.rows
    console.print(
        f"{mark(good=True)} [bold]{trial.pack}[/bold] is sound: {counted(trial.worlds, 'world')} "
        f"of {low} to {high} rows, drawn and checked in {duration(trial.seconds)}"
    )
    means = (f"{name} {rows / trial.worlds:.0f}" for name, rows in trial.tables.items())
    console.print(f"  rows a world: {', '.join(means)}")
    for reason, count in sorted(trial.refused.items(), key=lambda reason_count: -reason_count[1]):
        console.print(f"  [yellow]{counted(count, 'draw')} set aside:[/yellow] {escape(reason)}")
    console.print(f"[dim]Build with it:[/dim] fictionworld build --n 20 --packs {escape(file)}")
    console.print(f"[dim]Look at it:[/dim]    fictionworld packs preview {escape(file)}")


def _print_preview(preview: PackPreview) -> None:
    """The tables, pages and questions of one world."""
    from fictionworld.cli.world_view import print_table, read_views

    console = stdout()
    setting, views = read_views(preview.dataset, preview.world_id)
    world = preview.dataset.world(preview.world_id)
    console.print(f"[bold]{escape(world.title)}[/bold]   [dim]as of {world.as_of}[/dim]")
    console.print(escape(setting), style="dim")
    for view in views:
        console.print()
        print_table(view, _PREVIEWED_ROWS, whole=True, more="")
    for page in preview.pages:
        heading = f"\n[bold cyan]{page.kind}[/bold cyan]   [dim]{escape(page.url)}[/dim]"
        console.print(heading, soft_wrap=True)  # an address stays whole
        console.print(escape(page.text.strip()))
    for number, question in enumerate(preview.questions, 1):
        console.print(f"\n[bold cyan]question {number}[/bold cyan]")
        console.print(escape(question))
