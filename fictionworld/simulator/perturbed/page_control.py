"""A control that adds pages to a web: which pages it applies to, what it adds, what that says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import yaml

from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.dates import written_date

if TYPE_CHECKING:
    from fictionworld.simulator.catalogue import PlannedWeb
    from fictionworld.simulator.perturbed.altered import Replacements, Text
    from fictionworld.web.page import Head

    StatesFact = Callable[[Head], bool]


class AddedSite(NamedTuple):
    """A site that added pages stand on; `{c}` is a coined word."""

    name: str
    host: str


@dataclass(frozen=True)
class ControlWords:
    """What `words.yaml` has for one control."""

    sites: tuple[AddedSite, ...]
    titles: tuple[str, ...]
    notice: str = ""
    """What tells a reader what the page is; stands above everything else."""
    sentences: tuple[str, ...] = ()
    wrong: str = ""
    left_out: str = ""

    @staticmethod
    @cache
    def of(control: str) -> ControlWords:
        """Those of a control."""
        text = (files("fictionworld.simulator.perturbed") / "words.yaml").read_text("utf-8")
        found: Mapping[str, object] = yaml.safe_load(text)[control]
        lists = {name: tuple(v) if isinstance(v, list) else v for name, v in found.items()}
        lists["sites"] = tuple(AddedSite(**one) for one in found["sites"])  # type: ignore[attr-defined]
        return ControlWords(**lists)  # type: ignore[arg-type]


class Copy(NamedTuple):
    """When an added page was made, and where it stands."""

    day: date
    """Of the copy, or of writing."""
    shown: date | None
    """The date that results show."""
    path: str | None = None
    """Its path, where it follows from the original's address; None for one of its own."""


@dataclass(frozen=True, slots=True)
class AddedPage:
    """A page that a control adds."""

    control: str
    """The name of the control."""
    original: int
    """The page that it copies, contradicts or advertises."""
    day: date
    """Of the copy, or of writing; the head may be undated."""
    head: Head


class PageControl(ABC):
    """One control, a field of `Controls` of the same name. It keeps no state."""

    name: ClassVar[str]
    page_kind: ClassVar[str]
    """The kind of its pages; no planned page has it."""
    is_evidence: ClassVar[bool] = False
    """Whether its pages state what their originals state, and count as much."""
    is_searched: ClassVar[bool] = True
    """Whether its pages are found as other pages are."""

    @property
    def words(self) -> ControlWords:
        """Its part of `words.yaml`."""
        return ControlWords.of(self.name)

    def chosen(self, web: PlannedWeb, share: float, states: StatesFact) -> Iterable[Head]:
        """The pages of a web that it adds a page for; a larger share adds pages and removes none.

        Args:
            web: The web as it is.
            share: The value of the control.
            states: Whether a page states a fact that tasks may ask for.
        """
        seed = web.world.structure_seed
        for head in web.heads:
            if applies_to(seed, self.name, head.name, share) and self.applies(web, head, states):
                yield head

    def applies(self, web: PlannedWeb, head: Head, states: StatesFact) -> bool:  # noqa: ARG002
        """Whether the control can add a page for this one."""
        return states(head)

    @abstractmethod
    def copied(self, original: Head, today: date, back: int) -> Copy:
        """When and where the added page was made; `back` is a number below 1000 to draw from."""

    @abstractmethod
    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        """The text of the page, with its marks."""

    def rng(self, web: PlannedWeb, page: AddedPage) -> FastStream:
        """The stream of randomness of a page's text."""
        return FastStream(child_seed(web.world.structure_seed, f"controls/text/{page.head.name}"))

    def noticed(self, page: AddedPage, url: str = "") -> str:
        """The notice of a page."""
        day = written_date(page.day)
        return self.words.notice.format(day=day, today=day, url=url)


def applies_to(seed: int, control: str, name: str, share: float) -> bool:
    """Whether a control whose share is of pages applies to the page of this name."""
    return share > 0 and child_seed(seed, f"controls/{control}/{name}") < share * 2.0**64
