"""What `fictionworld packs` shows of a pack, of its trial, its sanity queries and a world of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.cli.terminal import counted, duration, escape, grid, mark, stdout

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.preview import PackPreview
    from fictionworld.trial import PackTrial
    from fictionworld.validators.sanity import SanityResult

_PREVIEWED_ROWS: Final = 10


def print_pack(pack: CompiledPack) -> None:
    """Print a pack's tables and columns."""
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


def print_sanity(results: tuple[SanityResult, ...]) -> None:
    """Print what each sanity query found."""
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


def print_trial(trial: PackTrial, file: str) -> None:
    """Print what came of a trial that a pack passed."""
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


def print_preview(preview: PackPreview) -> None:
    """Print the tables, pages and questions of one world."""
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
