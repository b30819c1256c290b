"""Actors on a Ray cluster: processes that keep something, such as an engine, between calls.

Ray places them, and begins those anew that end. A call goes to the actor of its number; while that
is gone, to the next. An actor that no node has room for is given up where others have begun.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic

from fictionworld.errors import first_line
from fictionworld.pool import R, S
from fictionworld.ray_pool import Beginning, RayCluster, cause_of, process_environment
from fictionworld.version import __version__

_BEGUN_ANEW: Final = 3
"""How often Ray begins an actor anew; it tries tasks as often."""
_AT_ONCE: Final = 4_096
"""Calls that an actor has in work: an engine runs a thousand, and as many wait."""
_RESOURCES: Final = {"num_cpus": "CPU", "num_gpus": "GPU"}
"""What Ray calls the needs of an actor where it tells what a node has."""
_TURN_S: Final = 1.0
"""The longest wait for an actor before the nodes are counted again."""


class RayActors(Generic[S]):
    """Processes of a Ray cluster, each with something of its own. Close them at the end.

    Args:
        cluster: The cluster; this process stays connected to it.
        count: How many at most: fewer where the nodes have room for fewer, but one.
        needs: What each has to itself, such as `{"num_gpus": 1}`.
        lost: The class of the error that is raised where they ended too often.
        begin: Called once in each process: returns what it keeps.
        given: The arguments of `begin`, which are small: they are sent to each.
    """

    def __init__(
        self,
        cluster: RayCluster,
        count: int,
        needs: Mapping[str, float],
        lost: type[Exception],
        begin: Callable[..., S],
        *given: object,
    ) -> None:
        cluster.connect()
        import ray  # noqa: PLC0415 - heavy, and an extra

        actor = ray.remote(FictionworldActor).options(
            **needs,
            max_restarts=_BEGUN_ANEW,
            max_concurrency=_AT_ONCE,
            scheduling_strategy="SPREAD",
            runtime_env={"env_vars": process_environment()},
        )
        beginning = Beginning(__version__, str(Path.cwd()), begin, given)
        self._actors = [actor.remote(beginning) for _ in range(count)]
        self._lost = lost
        asked = {_RESOURCES[name]: most for name, most in needs.items() if most}
        if asked:  # what asks for nothing has room
            try:
                self._wait(asked)
            except BaseException:
                self.close()
                raise

    def _wait(self, asked: Mapping[str, float]) -> None:
        """Wait until all have begun, but for those that the nodes have no room for.

        Ray counts a node that died for as long as it hopes to hear of it, so a command may ask for
        an actor more than there is room for; a call of that one would wait for ever.
        """
        import ray  # noqa: PLC0415

        waiting = {actor.__ray_ready__.remote(): actor for actor in self._actors}
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=len(waiting), timeout=_TURN_S)
            for ready in done:
                del waiting[ready]
            if 0 < _room(asked) <= len(self._actors) - len(waiting):
                break
        for actor in waiting.values():
            self._actors.remove(actor)
            ray.kill(actor)

    async def call(self, number: int, work: Callable[..., Awaitable[R]], *given: object) -> R:
        """Return what `work(kept, *given)` returns in an actor; it may be begun more than once.

        Args:
            number: Calls of one number go to one actor, as long as it is there.
            work: A coroutine function of a module.
            given: What it is given beside what the actor keeps.

        Raises:
            Exception: What `work` raised, or all actors have ended.
        """
        import ray  # noqa: PLC0415

        count = len(self._actors)
        *others, last = (self._actors[(number + turn) % count] for turn in range(count))
        try:
            for actor in others:
                with suppress(ray.exceptions.RayActorError):  # its process or its node ended
                    return await actor.do.remote(work, given)  # type: ignore[no-any-return]
            # if it has ended too, Ray begins it anew
            return await last.do.options(max_task_retries=-1).remote(work, given)  # type: ignore[no-any-return]
        except ray.exceptions.RayTaskError as error:
            raise cause_of(error) from None
        except ray.exceptions.RayError as error:
            raise self._lost(
                f"the Ray cluster lost what worked for this command: {first_line(error)}; what was "
                "written before is kept: run the same command again"
            ) from error

    async def call_all(self, work: Callable[..., Awaitable[R]], *given: object) -> list[R]:
        """Return what `work(kept, *given)` returns in each actor, in order of their numbers.

        Raises:
            Exception: As `call` does.
        """
        numbers = range(len(self._actors))
        return await asyncio.gather(*(self.call(number, work, *given) for number in numbers))

    def close(self) -> None:
        """End all actors, without waiting for them."""
        import ray  # noqa: PLC0415

        for actor in self._actors:
            with suppress(Exception):  # it has ended
                ray.kill(actor)


class FictionworldActor:
    """What an actor runs; Ray calls its process by this name."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._kept: list[Any] = []

    async def do(self, work: Callable[..., Awaitable[R]], given: tuple[object, ...]) -> R:
        """Return what `work` returns."""
        if not self._kept:  # not in `__init__`: whoever calls is told what was raised
            self._kept.append(self._beginning.shared())
        return await work(self._kept[0], *given)


def _room(asked: Mapping[str, float]) -> int:
    """Return how many actors that ask for so much the nodes have room for, without other work."""
    import ray  # noqa: PLC0415

    nodes = (node["Resources"] for node in ray.nodes() if node["Alive"])
    return sum(
        int(min(there.get(name, 0) // most for name, most in asked.items())) for there in nodes
    )


def free_cores(cluster: RayCluster) -> int:
    """Return how many cores of a cluster nobody has to himself."""
    cluster.connect()
    import ray  # noqa: PLC0415

    return int(ray.available_resources().get("CPU", 0))
