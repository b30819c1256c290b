"""llama.cpp's own server, as a wheel brings it: for `make test-model`.

    .adapters/trl/bin/python tools/llama_server.py MODEL.gguf --port 8080

It runs until it is ended, and takes a JSON schema.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer
import xllamacpp


def main(
    model: Annotated[Path, typer.Argument(help="The model, as GGUF.")],
    port: Annotated[int, typer.Option(help="Where it listens, on this machine alone.")] = 8080,
    context: Annotated[int, typer.Option(help="Tokens of prompt and reply together.")] = 8_192,
    threads: Annotated[int, typer.Option(help="More wait for each other on a busy machine.")] = 1,
) -> None:
    """Serve a model."""
    settings = xllamacpp.CommonParams()
    settings.model.path = str(model)
    settings.model_alias = {model.stem}
    settings.port = port
    settings.n_ctx = context
    settings.n_parallel = 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(settings)
    typer.echo(server.listening_address, err=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    typer.run(main)
