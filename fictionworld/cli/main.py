"""`fictionworld`: the commands, and what becomes of an error.

Nothing heavy is imported here: `fictionworld --help` answers at once, and each command fetches what
it needs when it runs.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from fictionworld.cli.audit import audit
from fictionworld.cli.bench import bench
from fictionworld.cli.build import build
from fictionworld.cli.calibrate import calibrate
from fictionworld.cli.certify import certify
from fictionworld.cli.doctor import doctor
from fictionworld.cli.ending import INTERRUPTED, ends_when_interrupted, leave_to_the_next
from fictionworld.cli.export import export
from fictionworld.cli.leaks import leaks
from fictionworld.cli.packs import packs
from fictionworld.cli.prepare import prepare
from fictionworld.cli.render import render
from fictionworld.cli.rollout import rollout
from fictionworld.cli.score import score
from fictionworld.cli.serve import serve
from fictionworld.cli.show import show
from fictionworld.cli.tasks import tasks
from fictionworld.cli.tool import tool
from fictionworld.cli.validate import validate
from fictionworld.errors import FictionworldError
from fictionworld.files import storage_error
from fictionworld.version import __version__

__all__ = ["app", "main"]

app = typer.Typer(
    name="fictionworld",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="markdown",
    epilog="To begin:  fictionworld build --n 20 --out worlds",
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"fictionworld {__version__}")
        raise typer.Exit


@app.callback()
def _about(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Fictional relational worlds for training and testing search agents."""


app.command(
    epilog="fictionworld build --n 1000 --out worlds",
)(build)
app.command(
    epilog="fictionworld show worlds 17",
)(show)
app.command(
    epilog="fictionworld tasks worlds --world 17",
)(tasks)
app.command(
    epilog="fictionworld score worlds 17-2 answer.md",
)(score)
app.command(
    epilog="fictionworld export worlds --format widesearch --out widesearch",
)(export)
app.command(
    epilog="fictionworld validate worlds",
)(validate)
app.command(
    epilog="""fictionworld tool worlds 17-2 web_search '{"queries": ["phones"]}'""",
)(tool)
app.command(
    epilog="fictionworld prepare worlds",
)(prepare)
app.command(
    epilog="fictionworld rollout worlds --agent scout --tasks 20",
)(rollout)
app.command(
    epilog="fictionworld certify worlds --sample 50",
)(certify)
app.command(
    epilog="fictionworld calibrate worlds --traces traces.jsonl",
)(calibrate)
app.command(
    epilog="fictionworld doctor --framework trl worlds",
)(doctor)
app.command(
    epilog="fictionworld serve worlds",
)(serve)
app.command(
    epilog="fictionworld render worlds --backend vllm --model NAME --dry-run",
)(render)
app.command(
    epilog="fictionworld leaks cases.jsonl --table",
)(leaks)
app.command(
    epilog="fictionworld audit worlds --report audit.html",
)(audit)
app.add_typer(packs)
app.command(
    epilog="fictionworld bench --n 200",
)(bench)


def main() -> None:
    """Run the command line; ends the process with exit code 0, 1 or 2, and 130 when interrupted."""
    with ends_when_interrupted():
        _run()


def _run() -> None:
    try:
        # Names may hold letters that the terminal's encoding lacks: a `?` is better than no answer.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        app(prog_name="fictionworld")
    except FictionworldError as error:
        _say(str(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        leave_to_the_next()
        _say("interrupted")
        sys.exit(INTERRUPTED)
    except MemoryError:
        _say("there is not enough memory; give more, or use fewer --workers, and run it again")
        sys.exit(1)
    except Exception as error:
        if str(error) == "Query interrupted":  # Ctrl-C while DuckDB was at work
            _say("interrupted; run the same command again")
            sys.exit(INTERRUPTED)
        if os.environ.get("FICTIONWORLD_DEBUG") == "1":
            raise
        if isinstance(error, OSError) and error.filename is not None:
            refused = storage_error(Path(os.fsdecode(error.filename)), error, "use")
            _say(str(refused))
            sys.exit(refused.exit_code)
        said = str(error).strip().partition("\n")[0]
        _say(
            f"a fault of fictionworld, not of yours: {type(error).__name__}: {said}; "
            "run the command again with FICTIONWORLD_DEBUG=1 in front to see where, and report it"
        )
        sys.exit(1)


def _say(message: str) -> None:
    typer.secho("error: ", fg=typer.colors.RED, bold=True, nl=False, err=True)
    typer.echo(message, err=True)


if __name__ == "__main__":
    main()
