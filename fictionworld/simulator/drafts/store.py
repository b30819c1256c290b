"""Drafts on disk: a Parquet file for each world's structure, and a manifest.

A draft is kept under the hash of what it was written for: head, skeletons, slots. No value is part
of that, so one folder serves a dataset and its twins. A file's name holds a hash of its bytes, so
damage is found. `draft_writer.py` writes the folder.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from fictionworld.errors import DatasetError, UsageError
from fictionworld.files import read_file, read_json
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.request import Request
from fictionworld.simulator.drafts.wording import Draft, OutcomeCounts, texts_let_through

MANIFEST: Final = "manifest.json"
PART: Final = re.compile(r"world-([0-9a-f]{16})-([0-9a-f]{16})\.parquet")
"""The file of a world: its structure, and the hash of the file's bytes."""
_MOST_WORLDS: Final = 64
"""Worlds whose drafts are held in memory at once."""


class WorldDrafts(NamedTuple):
    """The drafts of one world."""

    pages: tuple[PageDrafts, ...]

    def tally(self) -> OutcomeCounts:
        """Return the counts of their outcomes."""
        tally = OutcomeCounts()
        for page in self.pages:
            tally.add_page([stored.draft for stored in page.drafts])
        return tally

    def written(self) -> int:
        """Return how many of them a model wrote."""
        drafts = (stored.draft for page in self.pages for stored in page.drafts)
        return sum(draft.outcome != "reused" and draft.reason != "backend" for draft in drafts)

    @property
    def is_whole(self) -> bool:
        """Return whether a model gave something for every passage."""
        return all(
            stored.draft.reason != "backend" for page in self.pages for stored in page.drafts
        )

    def learned(self) -> Iterator[tuple[str, str]]:
        """Yield, in order, skeleton and variant of the drafts that serve other passages too."""
        for page in self.pages:
            for stored in page.drafts:
                if stored.skeleton:
                    yield stored.skeleton, stored.variant


class PageDrafts(NamedTuple):
    """The drafts of one page."""

    number: int
    structure: str
    drafts: tuple[StoredDraft, ...]


class StoredDraft(NamedTuple):
    """A draft as it is stored."""

    draft: Draft
    skeleton: str = ""
    """Of its passage, where the draft was asked for as a variant of it; else empty."""
    variant: str = ""
    """The draft for other passages of the skeleton; empty where it is of use for this one alone."""


@dataclass
class DraftStore:
    """A complete rendering, opened for reading; any number of threads share it.

    It pickles as its folder, to be opened again where it is used.

    Raises:
        UsageError: There is no complete rendering in the folder.
        DatasetError: Its manifest is damaged.
    """

    folder: Path
    _worlds: OrderedDict[str, dict[str, dict[str, str]]] = field(
        default_factory=OrderedDict, init=False, repr=False
    )
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        if not (self.folder / MANIFEST).is_file():
            raise UsageError(
                f"{self.folder} holds no complete rendering; `fictionworld render` makes one, and "
                "goes on where it was stopped"
            )
        manifest = read_object(self.folder / MANIFEST)
        self.model = str(manifest.get("model"))
        self._parts: dict[str, str] = manifest.get("parts", {})

    def __reduce__(self) -> tuple[type[DraftStore], tuple[Path]]:
        return DraftStore, (self.folder,)

    def __contains__(self, world: str) -> bool:
        return world in self._parts

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str]:
        """Return the drafts for a request; none where they were written for another structure.

        Raises:
            DatasetError: The world's file is missing or damaged.
        """
        del checks
        return self._world(request.world).get(request.structure, {})

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Do nothing: the drafts are on disk."""

    def _world(self, world: str) -> dict[str, dict[str, str]]:
        with self._lock:
            if world in self._worlds:
                self._worlds.move_to_end(world)
                return self._worlds[world]
        name = self._parts.get(world)
        texts_by_structure: dict[str, dict[str, str]] = {}
        if name is not None:
            path = self.folder / name
            match = PART.fullmatch(name)
            if match is None or not path.is_file() or hash_of(path) != match[2]:
                raise DatasetError(
                    f"{path} is missing or damaged; run the same `fictionworld render` again"
                )
            for page in drafts_in(path).pages:
                texts_by_structure[page.structure] = texts_let_through(
                    stored.draft for stored in page.drafts
                )
        with self._lock:
            self._worlds[world] = texts_by_structure
            while len(self._worlds) > _MOST_WORLDS:
                self._worlds.popitem(last=False)
        return texts_by_structure


def drafts_in(path: Path) -> WorldDrafts:
    """Return the drafts in the file of a world."""
    import polars as pl  # noqa: PLC0415 - slow to import

    names = ("page", "structure", "skeleton", "variant", *Draft._fields)
    rows = pl.read_parquet(path).select(names).iter_rows()
    pages = []
    for (number, structure), page_rows in groupby(rows, key=itemgetter(0, 1)):
        drafts = (
            StoredDraft(Draft(*draft), skeleton, variant)
            for _, _, skeleton, variant, *draft in page_rows
        )
        pages.append(PageDrafts(number, structure, tuple(drafts)))
    return WorldDrafts(tuple(pages))


def hash_of(path: Path) -> str:
    """Return 16 hex digits of the hash of a file's bytes."""
    return hashlib.sha256(read_file(path)).hexdigest()[:16]


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        DatasetError: It is damaged.
    """
    try:
        content = read_json(path)
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} is damaged ({error}); render into another folder") from error
    if not isinstance(content, dict):
        raise DatasetError(f"{path} is damaged (no object); render into another folder")
    return content
