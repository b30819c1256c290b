"""What an episode needs of a dataset; `fictionworld.Dataset` is one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.drafts.worded import Drafts
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Specification
from fictionworld.web.hosts import Hosts
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    import polars as pl

    from fictionworld.episodes.joined_worlds import OpenedFederation


class Source(Protocol):
    """Worlds and tasks to read. It pickles as the path of its files, so an episode may hold one."""

    def __hash__(self) -> int: ...

    path: Path
    backend: str
    """Who words its web: `template`, or a name that `drafts` opens."""

    cache_mb: float | None
    """What open worlds may take of this process's memory, in MiB; None for the default."""

    @property
    def federation(self) -> OpenedFederation | None:
        """Return the worlds whose webs are one; None where each world has its own."""

    @property
    def content_hash(self) -> str:
        """Return a hash that is equal for datasets of the same rows."""

    @property
    def drafts(self) -> Drafts | None:
        """Return the drafts that word its web; None for the template."""

    @property
    def hosts(self) -> Hosts:
        """Return the hosts on which the web of its worlds stands."""

    @property
    def has_keys(self) -> bool:
        """Return whether the keys are here: without them nothing can be scored."""

    def worlds(self) -> pl.DataFrame:
        """Return one row per world: pack, title, strategy, as-of date, seeds, rows, split."""

    def world(self, world_id: int) -> World: ...

    def today(self, world_id: int) -> str:
        """Return what the system prompt says after `Today is`, in an episode in this world."""

    def content_of(self, world_id: int) -> str:
        """Return a hash of all that a world's pages follow from; equal hashes mean equal pages."""

    def pack_of(self, world_id: int) -> CompiledPack: ...

    def frames(self, *world_ids: int) -> dict[str, pl.DataFrame]:
        """Return the rows of worlds of one pack by table, in the order of worlds and ids."""

    def columns(self, *world_ids: int) -> pl.DataFrame:
        """Return the rows of `world_column` of worlds, in the order of worlds."""

    def worded_by(self, backend: str) -> Source:
        """Return this dataset with its web in the words of a backend."""

    def tasks(self, world_id: int | None = None) -> list[Task]: ...

    def task(self, task_id: str) -> Task: ...

    def key(self, task_id: str) -> Key: ...

    def specification(self, task_id: str) -> Specification: ...
