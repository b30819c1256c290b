"""`fictionworld packs`: the packs that there are, one of them, a check of yours, the schema."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from fictionworld.cli.draft import draft
from fictionworld.cli.pack_view import print_pack, print_preview, print_sanity, print_trial
from fictionworld.cli.terminal import (
    JsonOption,
    escape,
    grid,
    print_json,
    progress_bar,
    stderr,
    stdout,
)
from fictionworld.errors import PackError, UnsatisfiableError, UsageError

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
        print_pack(load_pack(pack))


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
        print_trial(trial, pack)


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
        print_preview(preview)


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
        print_sanity(results)
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


def _with_words(name: str, concept: dict[str, Any]) -> str:
    """A concept with the words that it takes: `count (one, many)`."""
    words = concept.get("words", ())
    return f"{name} ({', '.join(words)})" if words else name
