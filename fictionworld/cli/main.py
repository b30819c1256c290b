"""`fictionworld`: the commands, and how errors are printed.

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
from fictionworld.cli.bench_model import bench_model
from fictionworld.cli.build import build
from fictionworld.cli.calibrate import calibrate
from fictionworld.cli.certify import certify
from fictionworld.cli.doctor import doctor
from fictionworld.cli.ending import INTERRUPTED, ends_when_interrupted, next_interrupt_kills
from fictionworld.cli.evaluate import evaluate
from fictionworld.cli.explore import explore
from fictionworld.cli.export import export
from fictionworld.cli.leaks import leaks
from fictionworld.cli.learn import learn
from fictionworld.cli.packs import packs
from fictionworld.cli.prepare import prepare
from fictionworld.cli.quickstart import quickstart
from fictionworld.cli.render import render
from fictionworld.cli.rollout import rollout
from fictionworld.cli.score import score
from fictionworld.cli.serve import serve
from fictionworld.cli.show import show
from fictionworld.cli.tasks import tasks
from fictionworld.cli.tokens import tokens
from fictionworld.cli.tool import tool
from fictionworld.cli.validate import validate
from fictionworld.cli.verify import verify
from fictionworld.errors import FictionworldError, first_line, is_panic
from fictionworld.files import require_data, storage_error
from fictionworld.version import __version__

app = typer.Typer(
    name="fictionworld",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="markdown",
    epilog="To begin:  fictionworld quickstart",
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"fictionworld {__version__}")
        raise typer.Exit


@app.callback()
def _about(
    *,
    version: Annotated[  # noqa: ARG001 - its callback ends the program
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Fictional relational worlds for training and testing search agents."""
    require_data()


for _command, _example in (
    (quickstart, "fictionworld quickstart --out quickstart-worlds"),
    (build, "fictionworld build --n 1000 --out worlds"),
    (show, "fictionworld show worlds 17"),
    (tasks, "fictionworld tasks worlds --world 17"),
    (score, "fictionworld score worlds 17-2 answer.md"),
    (export, "fictionworld export worlds --format widesearch --out widesearch"),
    (validate, "fictionworld validate worlds"),
    (tool, """fictionworld tool worlds 17-2 web_search '{"queries": ["phones"]}'"""),
    (prepare, "fictionworld prepare worlds"),
    (rollout, "fictionworld rollout worlds --agent scout --tasks 20"),
    (evaluate, "fictionworld evaluate worlds --traces traces.jsonl"),
    (verify, "fictionworld verify traces.jsonl worlds"),
    (learn, "fictionworld learn worlds --seeds 1"),
    (certify, "fictionworld certify worlds --sample 50"),
    (calibrate, "fictionworld calibrate worlds --traces traces.jsonl"),
    (tokens, "fictionworld tokens worlds --tokenizer Qwen/Qwen3-4B"),
    (doctor, "fictionworld doctor --framework trl worlds"),
    (serve, "fictionworld serve worlds"),
    (explore, "fictionworld explore worlds --traces traces.jsonl"),
    (render, "fictionworld render worlds --backend vllm --model NAME --dry-run"),
    (leaks, "fictionworld leaks worlds 17 reply.txt"),
    (audit, "fictionworld audit worlds --report audit.html"),
    (bench, "fictionworld bench --n 200"),
    (bench_model, "fictionworld bench-model worlds --out model-bench"),
):
    app.command(epilog=_example)(_command)
app.add_typer(packs)


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
        next_interrupt_kills()
        _say("interrupted")
        sys.exit(INTERRUPTED)
    except BaseException as error:
        if not isinstance(error, Exception) and not is_panic(error):
            raise
        if isinstance(error, MemoryError) or "can't start new thread" in str(error):
            _say("there is not enough memory; give more, or use fewer --workers, and run it again")
            sys.exit(1)
        if str(error) == "Query interrupted":  # Ctrl-C while DuckDB was at work
            _say("interrupted; run the same command again")
            sys.exit(INTERRUPTED)
        if os.environ.get("FICTIONWORLD_DEBUG") == "1":
            raise
        if isinstance(error, OSError) and error.filename is not None:
            refused = storage_error(Path(os.fsdecode(error.filename)), error, "use")
            _say(str(refused))
            sys.exit(refused.exit_code)
        summary = first_line(error)
        _say(
            f"a fault of fictionworld, not of yours: {type(error).__name__}: {summary}; "
            "run the command again with FICTIONWORLD_DEBUG=1 in front to see where, and report it"
        )
        sys.exit(1)


def _say(message: str) -> None:
    typer.secho("error: ", fg=typer.colors.RED, bold=True, nl=False, err=True)
    typer.echo(message, err=True)


if __name__ == "__main__":
    main()
