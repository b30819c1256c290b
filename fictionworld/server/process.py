"""The server as processes: one that listens, workers that answer, each a process of its own."""

from __future__ import annotations

import os
import resource
import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError
from fictionworld.server.settings import METRICS_FOLDER, ServerSettings

if TYPE_CHECKING:
    from uvicorn import Config

_APP: Final = "fictionworld.server.app:app_from_environment"
_KEEP_ALIVE_S: Final = 75
"""Longer than pools of clients keep a connection, so that none is closed as it is used again."""
_STOP_S: Final = 1
"""After Ctrl-C, until what is under way gets 503; after SIGTERM the application has drained by then
(`app.py`)."""
_HUNG_S: Final = 60
_UNREAD_S: Final = 60.0
"""A client that takes nothing of a reply for so long is sent away."""
_BACKLOG: Final = 2048
_ACCEPTED_AT_ONCE: Final = 32
"""Connections that a worker may take on as its loop goes round once. libuv takes one for each file
descriptor: with a single one, new connections wait for seconds behind the requests of others."""


def serve(settings: ServerSettings, on_start: Callable[[str], None]) -> None:
    """Serve until SIGTERM, and until requests under way are answered; or until SIGINT.

    Args:
        settings: The dataset, limits, tokens.
        on_start: Called with the URL, once it can be reached.

    Raises:
        UsageError: The address cannot be used.
        DatasetError: There is no dataset.
        StorageError: The state folder cannot be used.
    """
    folder = settings.state_folder / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    if settings.workers > 1:  # before anything of Prometheus is imported
        folder.mkdir(mode=0o700)
        os.environ[METRICS_FOLDER] = str(folder)
    import uvicorn  # noqa: PLC0415 - an extra's

    from fictionworld.server.app import app_for  # noqa: PLC0415 - slow to import
    from fictionworld.server.protocol import EdgeProtocol  # noqa: PLC0415 - likewise

    _allow_open_files()
    app = app_for(settings)  # what is wrong is said here
    settings.to_environment()
    listener = listening(settings)
    config = uvicorn.Config(
        _APP if settings.workers > 1 else app,
        factory=settings.workers > 1,
        workers=settings.workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=EdgeProtocol,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_STOP_S,
        timeout_worker_healthcheck=_HUNG_S,
        backlog=_BACKLOG,
    )
    on_start(address_of(listener))
    sockets = [listener, *(listener.dup() for _ in range(_ACCEPTED_AT_ONCE - 1))]
    if settings.workers > 1:
        del app
        _run_workers(config, sockets)
    else:
        uvicorn.Server(config).run(sockets)
    for each in sockets:
        each.close()


def _allow_open_files() -> None:
    """Raise the soft limit of open files to the hard one, as each connection takes a file."""
    with suppress(ValueError, OSError):  # not every system allows it
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _run_workers(config: Config, sockets: list[socket.socket]) -> None:
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - an extra's
    from uvicorn.supervisors import Multiprocess  # noqa: PLC0415 - likewise

    class Workers(Multiprocess):
        """uvicorn's, that also notices a worker's death while it is asked whether it lives.

        uvicorn keeps the worker's end of the pipe open in its parent, so the answer of a dead one
        was waited for in full: for a minute it was not replaced, and SIGTERM had no effect. And
        that raises `KeyboardInterrupt` when Ctrl-C has ended it, as uvicorn does with one process.
        """

        interrupted = False

        def handle_int(self) -> None:
            self.interrupted = True
            super().handle_int()

        def keep_subprocess_alive(self) -> None:
            before = {worker.pid for worker in self.processes}
            for worker in self.processes:
                worker.child_conn.close()
            super().keep_subprocess_alive()
            for pid in before - {worker.pid for worker in self.processes}:
                mark_process_dead(pid)  # type: ignore[no-untyped-call] # nothing is pending there

    workers = Workers(config, sockets=sockets)
    workers.run()
    if workers.interrupted:
        raise KeyboardInterrupt


def address_of(listener: socket.socket) -> str:
    """Return the URL at which a listening socket is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def listening(settings: ServerSettings) -> socket.socket:
    """Return a socket that listens at the address: clients may connect while workers start.

    Raises:
        UsageError: The address cannot be used.
    """
    listener = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections have it from here
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * _UNREAD_S))
        listener.bind(address)
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        if listener is not None:
            listener.close()
        raise UsageError(
            f"{settings.host}:{settings.port} cannot be listened at ({error}); give another "
            "--host or --port, 0 for any that is free"
        ) from None
    listener.set_inheritable(True)
    return listener
