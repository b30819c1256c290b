"""A world that is being worded: what its passages are, and which have a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fictionworld.render.worker import Lane, PageOutline
from fictionworld.simulator.drafts.store import PageDrafts, StoredDraft, WorldDrafts


@dataclass
class RenderedWorld:
    """A world that is being worded."""

    world: int
    structure: str
    lane: Lane = field(init=False)
    pages: tuple[PageOutline, ...] = ()
    begun: Mapping[tuple[str, str], StoredDraft] = field(default_factory=dict)
    """What a model wrote for it before this run, by the page's structure and key."""
    asked: dict[tuple[int, str], str] = field(default_factory=dict)
    """By page and key the skeletons of what is asked for, and counts for others."""
    drafts: dict[tuple[int, str], StoredDraft] = field(default_factory=dict)
    is_kept: bool = False
    """Something of it is on disk."""

    def missing(self) -> list[tuple[PageOutline, str, str]]:
        """Return page, key and skeleton of the passages that have no draft yet."""
        return [
            (page, key, skeleton)
            for page in self.pages
            for key, skeleton, _ in page.passages
            if (page.number, key) not in self.drafts
        ]

    def all_drafts(self) -> WorldDrafts:
        """Return what its file holds, once no passage is missing."""
        return WorldDrafts(
            tuple(
                PageDrafts(
                    page.number,
                    page.structure,
                    tuple(self.drafts[page.number, key] for key, *_ in page.passages),
                )
                for page in self.pages
            )
        )
