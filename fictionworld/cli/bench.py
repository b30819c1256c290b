"""`fictionworld bench`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fictionworld.cli.inputs import EngineOption, SettingsOption
from fictionworld.cli.terminal import JsonOption, grid, print_json, stderr, stdout

if TYPE_CHECKING:
    from fictionworld.bench.figure import Figure


def bench(  # noqa: PLR0913, PLR0917 - the flags of the command
    what: Annotated[
        Literal["all", "serve"],
        typer.Argument(help="all: every figure but the server's; serve: only the server's."),
    ] = "all",
    n: Annotated[int, typer.Option(min=1, help="Worlds in the smaller of two builds.")] = 1000,
    scratch: Annotated[
        Path | None, typer.Option(help="Folder to build in; default: the system's.")
    ] = None,
    model: Annotated[
        str,
        typer.Option(help="A model for `render` beside LLM.generate, where vLLM is installed."),
    ] = "",
    settings: SettingsOption = None,
    engine: EngineOption = None,
    seconds: Annotated[float, typer.Option(min=1, help="serve: seconds of steady load.")] = 300.0,
    overload_seconds: Annotated[
        float, typer.Option(min=1, help="serve: seconds of overload.")
    ] = 20.0,
    worlds: Annotated[int, typer.Option(min=1, help="serve: number of worlds.")] = 128,
    live: Annotated[int, typer.Option(min=1, help="serve: concurrent episodes.")] = 3072,
    short_episodes: Annotated[
        int, typer.Option(min=40, help="serve: episodes over which memory is measured.")
    ] = 50_000,
    store: Annotated[
        str, typer.Option(metavar="URL", help="serve: its --store, which keeps the episodes.")
    ] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Measure what the project promises, each figure beside its target.

    Exit code 0: every target is met. 1: one is missed.
    """
    from fictionworld.bench.http import LoadOptions, http_figures
    from fictionworld.bench.suite import machine, run_bench
    from fictionworld.simulator.backends.options import preset_named

    preset = preset_named(model, settings or (), engine) if model else None
    with stderr().status("starting") as status:
        if what == "serve":
            options = LoadOptions(
                seconds, overload_seconds, live, short_episodes, worlds=worlds, store=store
            )
            figures = http_figures(options, scratch, status.update)
        else:
            figures = run_bench(n, scratch, status.update, preset)
    if as_json:
        listed = [{**asdict(figure), "met": figure.met} for figure in figures]
        print_json({"machine": machine(), "n": n, "figures": listed})
    else:
        _print_figures(machine(), figures)
    if any(figure.met is False for figure in figures):
        raise typer.Exit(1)


def _print_figures(where: str, figures: list[Figure]) -> None:
    console = stdout()
    console.print(f"[dim]{where}[/dim]", soft_wrap=True)
    table = grid("what", ">measured", ">target", "", "")
    marks = {True: "[green]met[/green]", False: "[bold red]missed[/bold red]", None: ""}
    for figure in figures:
        table.add_row(
            figure.name, _number(figure.value, figure.unit), _target(figure), marks[figure.met],
            f"[dim]{figure.note}[/dim]",
        )  # fmt: skip
    console.print(table)


def _target(figure: Figure) -> str:
    bounds = (("≥", figure.at_least), ("≤", figure.at_most))
    return " ".join(
        f"{sign} {_number(bound, figure.unit)}" for sign, bound in bounds if bound is not None
    )


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{value:.2f} {unit}" if value < 10 else f"{value:.1f} {unit}"
