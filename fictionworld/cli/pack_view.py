"""What `fictionworld packs` prints: packs, trials, sanity queries, previews."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fictionworld.cli.terminal import counted, data, grid, plain, span

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.preview import PackPreview
    from fictionworld.trial import PackTrial
    from fictionworld.validators.sanity import SanityResult

__all__ = [
    "print_matrix",
    "print_pack",
    "print_preview",
    "print_sanity",
    "print_trial",
    "with_words",
]

_ROWS = 10


def with_words(name: str, concept: dict[str, Any]) -> str:
    """A concept with the words that it takes: `count (one, many)`."""
    words = concept.get("words", ())
    return f"{name} ({', '.join(words)})" if words else name


def print_pack(pack: CompiledPack) -> None:
    """A pack's tables and columns."""
    from rich.table import Table

    console = data()
    console.print(f"[bold]{pack.name}[/bold]   [dim]{pack.spec.strategy}[/dim]")
    console.print(plain(pack.spec.about.strip()))
    for table in pack.tables.values():
        console.print()
        shown = Table(
            box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False,
            title=f"[bold]{table.name}[/bold]", title_justify="left", title_style="",
        )  # fmt: skip
        for column in table.stored:
            shown.add_row(
                column.name, f"[cyan]{column.role}[/cyan]", _kind(column),
                f"[dim]{plain(', '.join(column.labels))}[/dim]",
            )  # fmt: skip
        console.print(shown)
    console.print(
        f"\n[dim]{counted(len(pack.rules), 'rule')} of its own, beside those that types, keys and "
        f"derivations imply. Its file:[/dim] fictionworld packs show {pack.name} --yaml"
    )


def _kind(column: CompiledColumn) -> str:
    kind = f"one of {column.target}" if column.target else column.kind
    unit = f" in {column.spec.unit}" if column.spec.unit else ""
    rare = f", in {column.spec.optional:.0%} of worlds" if column.spec.optional else ""
    return plain(f"{kind}{unit}{rare}")


def print_matrix(rows: dict[str, dict[str, float]]) -> None:
    """The distances of packs; columns are numbered as rows are."""
    table = grid("", *(str(number) for number in range(1, len(rows) + 1)))
    for number, (name, others) in enumerate(rows.items(), 1):
        cells = ["" if other == name else f"{far:.2f}" for other, far in others.items()]
        table.add_row(f"{number} {plain(name)}", *cells)
    data().print(table)


def print_sanity(results: tuple[SanityResult, ...]) -> None:
    """What each sanity query found."""
    from rich.table import Table

    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("what should be so")
    for heading in ("found", "allowed"):
        table.add_column(heading, justify="right")
    for result in results:
        if result.between is None:
            found, allowed = f"{result.violations:,}", "0"
        else:
            found = "none" if result.figure is None else f"{result.figure:.3f}"
            allowed = "{:g} to {:g}".format(*result.between)
        says = plain(result.says)
        for example in result.examples:
            says += f"\n[dim]{plain(example)}[/dim]"
        if result.sees_shuffle is False:
            says += f"\n[red]does not see that {plain(result.watches)} was shuffled[/red]"
        mark = "[bold green]✓[/bold green]" if result else "[bold red]✗[/bold red]"
        table.add_row(mark, says, found, allowed)
    data().print(table)


def print_trial(trial: PackTrial, file: str) -> None:
    """What came of a trial that a pack passed."""
    console = data()
    low, high = trial.rows
    console.print(
        f"[bold green]✓[/bold green] [bold]{trial.pack}[/bold] is sound: "
        f"{counted(trial.worlds, 'world')} of "
        f"{low} to {high} rows, drawn and checked in {span(trial.seconds)}"
    )
    means: dict[str, Any] = {name: rows / trial.worlds for name, rows in trial.tables.items()}
    console.print("  rows a world: " + ", ".join(f"{n} {mean:.0f}" for n, mean in means.items()))
    for reason, count in sorted(trial.refused.items(), key=lambda found: -found[1]):
        console.print(f"  [yellow]{counted(count, 'draw')} set aside:[/yellow] {plain(reason)}")
    console.print(f"[dim]Build with it:[/dim] fictionworld build --n 20 --packs {plain(file)}")
    console.print(f"[dim]Look at it:[/dim]    fictionworld packs preview {plain(file)}")


def print_preview(preview: PackPreview) -> None:
    """The tables, pages and questions of one world."""
    from fictionworld.cli.world_view import print_table, read_views

    console = data()
    setting, views = read_views(preview.dataset, preview.world_id)
    world = preview.dataset.world(preview.world_id)
    console.print(f"[bold]{plain(world.title)}[/bold]   [dim]as of {world.as_of}[/dim]")
    console.print("[dim]" + plain(", ".join(f"{k.lower()} {v}" for k, v in setting)) + "[/dim]")
    for view in views:
        console.print()
        print_table(console, view, _ROWS, whole=True, more="")
    for page in preview.pages:
        heading = f"\n[bold cyan]{page.kind}[/bold cyan]   [dim]{plain(page.url)}[/dim]"
        console.print(heading, soft_wrap=True)  # an address stays whole
        console.print(plain(page.text.strip()))
    for number, question in enumerate(preview.questions, 1):
        console.print(f"\n[bold cyan]question {number}[/bold cyan]")
        console.print(plain(question))
