"""What all views share: the dataset, its twins, the runs, the plays, and how pages are made."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse

from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.errors import DatasetError, StorageError, UsageError
from fictionworld.explore.made_once import MadeOnce
from fictionworld.explore.plays import PlaysByHand
from fictionworld.explore.rendering import Renderer
from fictionworld.explore.trace_index import TraceIndex
from fictionworld.server.settings import ServerSettings
from fictionworld.simulator.controls import Controls, parse_controls
from fictionworld.table_views import TableReader
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.worlds.manifest import MANIFEST

if TYPE_CHECKING:
    from fictionworld.explore.pack_preview import WatchedPack

_TABLES: Final = 8
"""Worlds whose tables are kept as they were read."""
_POLICY: Final = "tease"
"""What a search is under where nothing else is asked for."""


@dataclass(frozen=True)
class ExploreSettings:
    """What is looked at."""

    server: ServerSettings
    """The dataset, where to listen, and the tokens."""
    twin: Path | None = None
    """A dataset of the twins of its worlds."""
    traces: Path | None = None
    transcripts: Path | None = None
    save: Path | None = None
    """Where finished plays are added as traces of the agent `human`; None for nowhere."""


class Explorer:
    """What the views read. Threads share it.

    Args:
        settings: What is looked at.
        pack: The pack whose preview is shown; the dataset is then its worlds.
    """

    def __init__(self, settings: ExploreSettings, pack: WatchedPack | None = None) -> None:
        self.settings = settings
        self.pack = pack
        self.traces = None if settings.traces is None else TraceIndex(settings.traces)
        self.transcripts = (
            None if settings.transcripts is None else TraceIndex(settings.transcripts)
        )
        self.plays = PlaysByHand()
        self.made = MadeOnce()
        self.renderer = Renderer(
            {
                "has_traces": self.traces is not None,
                "has_twin": settings.twin is not None,
                "has_pack": pack is not None,
                "folder": Path(settings.server.dataset).name if pack is None else pack.file.name,
            }
        )
        self._lock = Lock()
        self._opened: dict[Path, tuple[tuple[int, int], Dataset]] = {}
        self._tables: dict[tuple[str, int], TableReader] = {}

    def prepare(self) -> None:
        """Read what the first pages wait for; what is not ready yet, they say."""
        with suppress(DatasetError):
            self.dataset.tasks()
        for index in (self.traces, self.transcripts):
            if index is not None:
                with suppress(StorageError):
                    index.rows("SELECT 1")

    def close(self) -> None:
        """Stop what is still read or made beside the pages."""
        self.made.close()
        for index in (self.traces, self.transcripts):
            if index is not None:
                index.close()

    @property
    def dataset(self) -> Dataset:
        """Return the dataset as it is now; one that was built anew is opened again.

        Raises:
            DatasetError: There is none yet, or it is damaged.
        """
        if self.pack is not None:
            return self.pack.dataset
        return self._open(Path(self.settings.server.dataset))

    @property
    def twin(self) -> Dataset | None:
        """Return the dataset of twins; None where none was named.

        Raises:
            DatasetError: There is none yet, or it is damaged.
            UsageError: Its worlds are the twins of another dataset.
        """
        if self.settings.twin is None:
            return None
        twin, dataset = self._open(self.settings.twin), self.dataset
        if twin.manifest.config.get("twin_of") != dataset.content_hash:
            raise UsageError(
                f"{twin.path} holds no twins of {dataset.path}; make them with `fictionworld build "
                f"--twin-of {dataset.path} --out {twin.path}`"
            )
        return twin

    def page(self, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:  # noqa: ANN401
        """Return the reply with a template's page."""
        return self.renderer.page(template, status, **values)

    def handle(
        self, world_id: int, controls: Controls | None = None, *, twin: bool = False
    ) -> WorldHandle:
        """Return a world, or its twin, with its web under controls.

        Raises:
            UsageError: There is no such world.
        """
        source = (self.twin if twin else None) or self.dataset
        source.world(world_id)
        handle = OPEN_WORLDS.at(source, world_id)
        return handle if controls is None else handle.under(controls)

    def begin_opening(self, world_id: int) -> None:
        """Let a thread open a world's web: who looks at a world goes on to its pages."""
        dataset = self.dataset

        def opened() -> None:
            OPEN_WORLDS.at(dataset, world_id).warm(_POLICY)

        self.made.begin(("web", dataset.content_hash, world_id), opened)

    def tables(self, world_id: int, *, twin: bool = False) -> TableReader:
        """Return the tables of a world, or of its twin; those read last are kept."""
        source = (self.twin if twin else None) or self.dataset
        key = source.content_hash, world_id
        tables = self._tables.get(key)
        if tables is None:
            tables = TableReader(source, world_id)
            with self._lock:
                while len(self._tables) >= _TABLES:
                    del self._tables[next(iter(self._tables))]
                self._tables[key] = tables
        return tables

    def _open(self, folder: Path) -> Dataset:
        try:
            status = (folder / MANIFEST).stat()
        except OSError:
            raise DatasetError(
                f"{folder} holds no dataset yet: {MANIFEST}, which a build writes last, is missing"
            ) from None
        version = status.st_mtime_ns, status.st_ino
        with self._lock:
            opened = self._opened.get(folder)
            if opened is None or opened[0] != version:
                cache_mb = self.settings.server.cache_mb
                opened = self._opened[folder] = (version, open_dataset(folder, cache_mb=cache_mb))
                self._begin_packs(opened[1])
        return opened[1]

    def _begin_packs(self, dataset: Dataset) -> None:
        """Let a thread compile the packs, for which their first worlds would wait."""
        for name in sorted(dataset.manifest.packs):

            def compiled(name: str = name) -> None:
                catalogue(dataset.pack(name))

            self.made.begin(("pack", dataset.content_hash, name), compiled)


def controls_given(text: str) -> Controls:
    """Return the controls that a form names; none for an empty text.

    Raises:
        UsageError: There are no such controls.
    """
    return parse_controls(text.strip() or "none")


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a form that was sent, the first of each name.

    Raises:
        UsageError: It has more than forty.
    """
    try:
        body = (await request.body()).decode("utf-8", "replace")
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        raise UsageError("got more than forty fields; the forms here have fewer") from None
    return {name: values[0] for name, values in fields.items()}
