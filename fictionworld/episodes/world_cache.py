"""Worlds open in this process, shared by all its episodes, within a limit of memory."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from threading import Lock
from typing import Final

from fictionworld.cores import is_forked, without_collector
from fictionworld.episodes.source import Source
from fictionworld.episodes.turns import in_turn
from fictionworld.episodes.world_files import (
    PlannedWorld,
    batches,
    cached_file,
    planned_worlds,
    write_file,
)
from fictionworld.episodes.world_handle import WorldHandle, open_world
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.drafts.opened import TEMPLATE
from fictionworld.web.permit import Policy

_SETTING: Final = "FICTIONWORLD_CACHE_MB"
_SHARE: Final = 4
"""Open worlds may take one part in so many of the machine's memory."""
_UNKNOWN_MB: Final = 4096
"""The machine's memory where the system does not say."""

_Address = tuple[str, str, str, int]


class WorldCache:
    """Open worlds; when they take too much memory, the one used least recently is closed.

    After a fork the child has none open, and opens its own.
    """

    def __init__(
        self, open_one: Callable[[Source, int, PlannedWorld | None], WorldHandle] = open_world
    ) -> None:
        self._open = open_one
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin_again)

    def _begin(self) -> None:
        self._worlds: OrderedDict[_Address, WorldHandle] = OrderedDict()
        self._sizes: dict[_Address, int] = {}
        self._opening: dict[_Address, Lock] = {}
        self._waited_for: dict[_Address, Future[None]] = {}
        self._planned: dict[_Address, PlannedWorld] = {}
        """Worlds that are waited for, as far as they were planned with one that is open by now."""
        self._unsaved: dict[_Address, PlannedWorld] = {}
        """Open worlds without a file, called once: who calls again may come back tomorrow."""
        self._thread = ThreadPoolExecutor(1, "world-opener")
        self._lock = Lock()

    def _begin_again(self) -> None:
        # never freed: what the parent's threads held as it forked must not be touched again
        self._inherited = self._worlds
        self._begin()

    def __len__(self) -> int:
        return len(self._worlds)

    @property
    def resident_bytes(self) -> int:
        """Return the bytes of memory that open worlds take, as measured at their last use."""
        return sum(self._sizes.values())

    def is_open(self, source: Source, world_id: int) -> bool:
        """Return whether a world is open."""
        return _address(source, world_id) in self._worlds

    def is_warm(
        self, source: Source, world_id: int, controls: Controls, policy: str | Policy
    ) -> bool:
        """Return whether a call in this world would be answered within milliseconds."""
        handle = self._worlds.get(_address(source, world_id))
        return handle is not None and handle.under(controls).is_warm(policy)

    async def opened(
        self, source: Source, world_id: int, controls: Controls, policy: str | Policy
    ) -> None:
        """Open a world beside the event loop and warm it; concurrent requests share the work.

        A thread opens one world after another, and writes the files of those that wait together.
        Worlds in the words of a model are left to their first call.

        Raises:
            FictionworldError: The world cannot be read.
        """
        if source.backend == TEMPLATE and not self.is_open(source, world_id):
            begin = partial(self._begun, source, world_id, controls, policy)
            waited_for = await in_turn(begin)
            await asyncio.shield(asyncio.wrap_future(waited_for))

    def _begun(
        self, source: Source, world_id: int, controls: Controls, policy: str | Policy
    ) -> Future[None]:
        address = _address(source, world_id)
        with self._lock:
            waited_for = self._waited_for.get(address)
            if waited_for is None:
                waited_for = self._waited_for[address] = Future()
                self._thread.submit(
                    self._open_beside, source, world_id, controls, policy, waited_for
                )
        return waited_for

    def _open_beside(
        self,
        source: Source,
        world_id: int,
        controls: Controls,
        policy: str | Policy,
        waited_for: Future[None],
    ) -> None:
        try:
            with without_collector():
                self._plan_waiting(source, world_id)
                self.at(source, world_id).under(controls).warm(policy)
            waited_for.set_result(None)
        except BaseException as error:
            waited_for.set_exception(error)
        finally:
            with self._lock:
                self._waited_for.pop(_address(source, world_id), None)
                self._planned.pop(_address(source, world_id), None)

    def _plan_waiting(self, source: Source, world_id: int) -> None:
        """Plan a world, and those of its pack that wait and have no file either."""
        if is_forked() or self._has_file(source, world_id):
            return
        with self._lock:
            waiting = [other for path, *_, other in self._waited_for if path == str(source.path)]
        missing = [other for other in waiting if not self._has_file(source, other)]
        batch = batches(source, dict.fromkeys((world_id, *missing)))[0]
        for planned_id, planned in planned_worlds(source, batch).items():
            self._planned[_address(source, planned_id)] = planned

    def _has_file(self, source: Source, world_id: int) -> bool:
        address = _address(source, world_id)
        return (
            address in self._worlds
            or address in self._planned
            or cached_file(source, world_id) is not None
        )

    def at(self, source: Source, world_id: int) -> WorldHandle:
        """Return the world, opened if need be; concurrent requests for it wait for one opening."""
        address = _address(source, world_id)
        handle = self._found(address, source)
        if handle is not None:
            self._save(source, address)
            return handle
        with self._lock:
            opening = self._opening.setdefault(address, Lock())
        with opening:
            handle = self._found(address, source)
            if handle is None:
                with without_collector():
                    handle = self._open(source, world_id, self._planned.pop(address, None))
                with self._lock:
                    self._worlds[address] = handle
                    if handle.unsaved is not None:
                        self._unsaved[address] = handle.unsaved
                    self._opening.pop(address, None)
                self._found(address, source)
            return handle

    def _save(self, source: Source, address: _Address) -> None:
        """Let the thread write the file of a world, if it was opened without: no call waits."""
        planned = self._unsaved.pop(address, None)
        if planned is not None:
            self._thread.submit(write_file, source, planned)

    def add(self, source: Source, handle: WorldHandle) -> None:
        """Let episodes use a world that is open already."""
        with self._lock:
            self._worlds[_address(source, handle.world.world_id)] = handle

    def close(self, source: Source, world_id: int) -> None:
        """Drop a world, so that memory does not grow where each world is visited once."""
        with self._lock:
            self._drop(_address(source, world_id))

    def _found(self, address: _Address, source: Source) -> WorldHandle | None:
        """Return an open world, None if it is not; close others if it has grown past the limit."""
        with self._lock:
            handle = self._worlds.get(address)
            if handle is None:
                return None
            self._worlds.move_to_end(address)
            size = handle.resident_bytes
            if size != self._sizes.get(address):
                self._sizes[address] = size
                cache_mb = source.cache_mb
                limit = 2**20 * (default_cache_mb() if cache_mb is None else cache_mb)
                while sum(self._sizes.values()) > limit and len(self._worlds) > 1:
                    self._drop(next(iter(self._worlds)))
            return handle

    def _drop(self, address: _Address) -> None:
        self._worlds.pop(address, None)
        self._unsaved.pop(address, None)
        self._sizes.pop(address, None)


def _address(source: Source, world_id: int) -> _Address:
    joined = "" if source.federation is None else source.federation.name
    return str(source.path), source.backend, joined, world_id


def parse_cache_mb(given: object, where: str) -> float:
    """Return a limit of memory in MiB.

    Raises:
        UsageError: `given` is no number above 0.
    """
    try:
        mib = float(given)  # type: ignore[arg-type]  # what is no number is refused below
    except (TypeError, ValueError):
        mib = -1.0
    if not 0 < mib < float("inf") or isinstance(given, bool):
        raise UsageError(
            f"{where}: got {given!r}; allowed is a number of MiB above 0, such as 4096"
        )
    return mib


def default_cache_mb() -> float:
    """Return the MiB that open worlds may take: FICTIONWORLD_CACHE_MB or a quarter of the memory.

    Raises:
        UsageError: The variable holds no number.
    """
    setting = os.environ.get(_SETTING)
    return _machine_mb() / _SHARE if setting is None else parse_cache_mb(setting, _SETTING)


@cache
def _machine_mb() -> float:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    except (AttributeError, ValueError, OSError):
        return _UNKNOWN_MB


OPEN_WORLDS: Final = WorldCache()
"""Those of this process."""
