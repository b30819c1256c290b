"""`fictionworld serve`: a dataset over HTTP and MCP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fictionworld.cli.docstring import documented
from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import (
    BackendOption,
    CacheOption,
    ControlsOption,
    Count,
    DatasetFolder,
    EngineOption,
    SettingsOption,
    read_controls,
    read_place,
)
from fictionworld.cli.terminal import escape, stderr


@documented
def serve(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535)] = 8000,
    workers: Count = 1,
    policy: str = "tease",
    controls: ControlsOption = "none",
    backend: BackendOption = "template",
    settings: SettingsOption = None,
    engine: EngineOption = None,
    state: Path | None = None,
    store: Annotated[str, typer.Option(metavar="URL")] = "",
    cache_mb: CacheOption = None,
    most_episodes: Count = 16_384,
    most_pending: Count = 768,
    most_body_bytes: Annotated[int, typer.Option(min=1000)] = 1_000_000,
    calls_per_s: Annotated[float, typer.Option(min=0.1)] = 50.0,
    idle_s: Annotated[float, typer.Option(min=1)] = 7200.0,
    stdio: Annotated[str | None, typer.Option(metavar="TASK_OR_WORLD")] = None,
) -> None:
    """Serve a dataset: episodes for trainers, search and reading in shapes that agents know, MCP.

    Tokens are taken from FICTIONWORLD_TRAINER_TOKEN and FICTIONWORLD_ADMIN_TOKEN. `GET /` says
    what is served, `/docs` the API. SIGTERM ends it when requests under way are answered, Ctrl-C
    within two seconds.

    Options:
        host: Address to listen at; any but the loopback address needs tokens.
        port: Port to listen at; 0 for a free one.
        workers: Worker processes.
        policy: Policy of search results where a request names none.
        state: Folder that keeps the episodes; default: DIR.state.
        store: PostgreSQL database that keeps the episodes instead, for all servers of the dataset:
            postgresql://USER@HOST/DATABASE. A password is taken from PGPASSWORD or ~/.pgpass.
        stdio: Serve this task or world over MCP on stdin and stdout instead, to the program that
            started the command.

    Limits:
        most_episodes: Maximum number of open episodes, of all workers that share a store.
        most_pending: Maximum number of unanswered requests of a worker.
        most_body_bytes: Maximum bytes of a request.
        calls_per_s: Maximum calls per second of one key, in each worker.
        idle_s: Seconds after which an unused episode expires.
    """
    from fictionworld.extras import require_extra
    from fictionworld.simulator.drafts.opened import with_settings

    require_extra("serve", "fictionworld serve")
    worded = with_settings(backend, settings or (), engine)
    perturbed = str(read_controls(controls))
    if stdio is not None:
        _serve_stdio(folder, stdio, policy, perturbed, worded, cache_mb)
        return
    from fictionworld.server.process import serve as serve_http
    from fictionworld.server.settings import ServerSettings

    given = ServerSettings(
        dataset=str(folder.absolute()),
        state=str((state or folder.with_name(f"{folder.name}.state")).absolute()),
        store=store,
        policy=policy,
        controls=perturbed,
        backend=worded,
        host=host,
        port=port,
        workers=workers,
        admin_token=os.environ.get("FICTIONWORLD_ADMIN_TOKEN", ""),
        trainer_token=os.environ.get("FICTIONWORLD_TRAINER_TOKEN", ""),
        most_episodes=most_episodes,
        idle_s=idle_s,
        most_pending=most_pending,
        most_body_bytes=most_body_bytes,
        calls_per_s=calls_per_s,
        cache_mb=cache_mb,
    )
    with says_when_interrupted("Stopped."):
        serve_http(given, lambda url: stderr().print(f"Serving {escape(url)}", soft_wrap=True))


def _serve_stdio(
    folder: Path, at: str, policy: str, controls: str, backend: str, cache_mb: float | None
) -> None:
    import asyncio

    from fictionworld.dataset import open_dataset
    from fictionworld.server.mcp import serve_stdio

    target = read_place(at)
    dataset = open_dataset(folder, cache_mb=cache_mb)
    episode = dataset.episode(target, policy, controls, backend=backend)
    asyncio.run(serve_stdio(episode))
