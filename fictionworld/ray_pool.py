"""A pool on a Ray cluster: a job is a task of Ray, which schedules it and tries it again.

A cluster that runs already is used as it is. This package travels to its nodes, so that they run
the code of this process; Python and the packages that it needs must be installed there.
"""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from fictionworld.errors import FictionworldError, UsageError, first_line
from fictionworld.pool import J, Pool, R, S
from fictionworld.version import __version__

_AHEAD: Final = 2
"""Jobs that are handed out for each core of the cluster: one is done, and one is ready."""
_SENT: Final = ("FICTIONWORLD_CACHE_MB",)
_REACH_S: Final = 10.0
_TURN_S: Final = 1.0
"""The longest wait for a task before signals are handled."""


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A Ray cluster that runs already; given in place of a number of worker processes."""

    address: str = "auto"
    """`auto` for the cluster that this machine belongs to, else its address, `HOST:PORT`."""

    def connect(self) -> None:
        """Connect this process to the cluster, if it is connected to none yet.

        Raises:
            UsageError: Ray is not installed, or there is no such cluster, or it cannot be joined.
        """
        if find_spec("ray") is None:
            raise UsageError(
                "--ray: Ray is not installed; install it with `pip install 'fictionworld[ray]'`, "
                "in the version that the cluster has"
            )
        import ray  # noqa: PLC0415 - heavy, and an extra

        if ray.is_initialized():
            return
        try:
            _reach(self.address)
            ray.init(
                self.address,
                runtime_env={"py_modules": [str(Path(__file__).parent)]},
                log_to_driver=False,
                logging_level="WARNING",
            )
        except Exception as error:  # Ray raises errors of many kinds
            raise UsageError(
                f"--ray: cannot join the Ray cluster {self.address!r}: {first_line(error)}; start "
                "one with `ray start --head`, or give the address of one that runs"
            ) from error


class RayPool(Pool[S]):
    """The processes of a Ray cluster. This process does no job; it hands out and collects.

    Args:
        cluster: The cluster; this process stays connected to it.
        lost: The class of the error that is raised where a job was lost too often.
        begin: Called once in each process: returns what its jobs share.
        given: The arguments of `begin`, sent to each node once.
    """

    def __init__(
        self,
        cluster: RayCluster,
        lost: type[Exception],
        begin: Callable[..., S],
        *given: object,
    ) -> None:
        self._cluster = cluster
        self._lost = lost
        self._begin = Beginning(__version__, str(Path.cwd()), begin, given)
        self._sent: list[Any] = []

    def __enter__(self) -> Self:
        self._cluster.connect()
        import ray  # noqa: PLC0415

        # in a list, so that Ray hands over the reference, and a process reads it once
        self._sent = [ray.put(self._begin)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sent = []

    def run(self, work: Callable[[S, J], R], jobs: Sequence[J]) -> Iterator[tuple[J, R]]:
        import ray  # noqa: PLC0415

        assert self._sent, "a pool of a cluster, within its with block"
        task = ray.remote(_do).options(
            name=f"fictionworld {_name(work)}", runtime_env={"env_vars": process_environment()}
        )
        work_sent = ray.put(work)
        waiting = iter(jobs)
        running: dict[Any, J] = {}
        try:
            while True:
                # nodes come and go; what was handed out is done even where nobody waits for it,
                # for Ray 2.60 ends this process where a task is done while it is cancelled
                room = _AHEAD * _cores() - len(running)
                for job in islice(waiting, max(room, 0)):
                    running[task.remote(self._sent, work_sent, job)] = job
                if not running:
                    return
                for done in ray.wait(list(running), num_returns=1, timeout=_TURN_S)[0]:
                    yield running.pop(done), ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise cause_of(error) from None
        except ray.exceptions.RayError as error:
            raise self._lost(
                f"the Ray cluster lost a task and could not do it again: {first_line(error)}; what "
                "was written before is kept: run the same command again"
            ) from error

    def run_with(
        self,
        shared: S,  # noqa: ARG002 - this process does no job
        work: Callable[[S, J], R],
        own: Sequence[J],
        jobs: Sequence[J],
    ) -> Iterator[tuple[J, R]]:
        yield from self.run(work, (*own, *jobs))


def _cores() -> int:
    """Return how many jobs the cluster can do at a time; 1 where no node has come yet."""
    import ray  # noqa: PLC0415

    return max(int(ray.cluster_resources().get("CPU", 0)), 1)


def _reach(address: str) -> None:
    """Raise an `OSError` if nobody listens there; Ray itself would go on trying for minutes."""
    host, _, port = address.rpartition(":")
    if port.isdecimal() and "://" not in address:
        socket.create_connection((host, int(port)), timeout=_REACH_S).close()


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a process of the cluster needs to begin."""

    version: str
    folder: str
    begin: Callable[..., Any]
    given: tuple[object, ...]

    def shared(self) -> object:
        """Return what the jobs of this process share.

        Raises:
            UsageError: Another version of this package is installed here.
        """
        if self.version != __version__:
            raise UsageError(
                f"--ray: a node has fictionworld {__version__}, and this command is of "
                f"{self.version}; install the same version on all nodes"
            )
        with suppress(OSError):  # relative paths mean the same as where the command was given
            os.chdir(self.folder)
        return self.begin(*self.given)


def process_environment() -> dict[str, str]:
    """Return the variables of a process: it uses one core, and as much memory as one of ours.

    Anybody who sees the cluster's jobs sees them, so no other variable goes along: some are tokens.
    """
    memory = {name: os.environ[name] for name in _SENT if name in os.environ}
    return {**memory, "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}


_shared_here: dict[str, Any] = {}
"""In a process of the cluster: what its jobs share, under the name of what it was made from."""


def _do(sent: list[Any], work: Callable[[Any, J], R], job: J) -> R:
    import ray  # noqa: PLC0415

    name = sent[0].hex()
    if name not in _shared_here:
        _shared_here.clear()
        gc.collect()
        _shared_here[name] = ray.get(sent[0]).shared()
    return work(_shared_here[name], job)


def _name(work: Callable[..., object]) -> str:
    """Return the name of the function that does a job; `f` for `partial(helper, f)` too."""
    while isinstance(work, partial):
        work = work.args[0] if work.args and callable(work.args[0]) else work.func
    return getattr(work, "__name__", type(work).__name__).strip("_")


def cause_of(error: Any) -> Exception:  # noqa: ANN401 - an error of Ray
    """Return what a job raised, without Ray's report around it."""
    cause = error.cause
    return cause if isinstance(cause, Exception) else FictionworldError(first_line(error))
