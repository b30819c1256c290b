"""A control that adds pages to a web: which pages it applies to, what it adds, what that says.

A control is one file in `perturbed/kinds/`, whose `CONTROL` is an object of a class derived from
`PageControl`; what its pages say stands in `perturbed/words/NAME.yaml`, and its share is the field
of `Controls` of its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import ClassVar, NamedTuple

import yaml

from fictionworld.files import packaged
from fictionworld.registry import Registry
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text
from fictionworld.streams import FastStream
from fictionworld.text.dates import written_date
from fictionworld.web.page import Head

StatesFact = Callable[[Head], bool]


class AddedSite(NamedTuple):
    """A site that added pages stand on; `{c}` is a coined word."""

    name: str
    host: str


@dataclass(frozen=True)
class ControlWords:
    """What the YAML file of a control has."""

    sites: tuple[AddedSite, ...]
    titles: tuple[str, ...]
    """`{title}` is that of the page that they are about."""
    notice: str = ""
    """What tells a reader what the page is; stands above everything else."""
    sentences: tuple[str, ...] = ()
    wrong: str = ""
    left_out: str = ""
    provenances: tuple[str, ...] = ()
    """Of accounts: where figures come from, with `{day}`, `{issuer}` and `{scope}`."""
    official: tuple[str, ...] = ()
    unofficial: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    part: tuple[str, ...] = ()

    @staticmethod
    @cache
    def of(control: str) -> ControlWords:
        """Return the words of a control."""
        file = packaged(f"simulator/perturbed/words/{control}.yaml")
        content: Mapping[str, object] = yaml.safe_load(file.read_text("utf-8"))
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in content.items()
        }
        values["sites"] = tuple(AddedSite(**site) for site in content["sites"])  # type: ignore[attr-defined]
        return ControlWords(**values)  # type: ignore[arg-type]


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
    stands_in: bool = False
    """It states what its original states and counts as much; the original is gone."""


class PageControl(ABC):
    """One control, a field of `Controls` of the same name. It keeps no state."""

    name: ClassVar[str]
    order: ClassVar[int]
    """Its pages are numbered behind those of controls with a lower one."""
    page_kind: ClassVar[str]
    """The kind of its pages; no planned page has it."""
    is_searched: ClassVar[bool] = True
    """Whether its pages are found as other pages are."""

    @property
    def words(self) -> ControlWords:
        """Return the words of its pages."""
        return ControlWords.of(self.name)

    def chosen(self, web: PlannedWeb, share: float, states: StatesFact) -> Iterable[Head]:
        """Yield the pages to add a page for; a larger share adds pages and removes none.

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
        """Return whether the control can add a page for this one."""
        return states(head)

    def copied(self, original: Head, today: date, back: int) -> Copy:  # noqa: ARG002
        """Return when and where the added page was made: here in the last 60 days.

        Its address is its own. `back` is a number below 1000 to draw from.
        """
        day = today - timedelta(days=back % 60)
        return Copy(day, day)

    def stands_in(self, seed: int, name: str) -> bool:  # noqa: ARG002
        """Return whether the added page of this name stands in for its original, which is gone.

        Args:
            seed: The world's structure seed.
            name: The name of the added page.
        """
        return False

    @abstractmethod
    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        """Return the text of the page, with its marks."""

    def rng(self, web: PlannedWeb, page: AddedPage) -> FastStream:
        """Return the stream of randomness of a page's text."""
        return FastStream(child_seed(web.world.structure_seed, f"controls/text/{page.head.name}"))

    def noticed(self, page: AddedPage, url: str = "") -> str:
        """Return the notice of a page."""
        return self.words.notice.format(day=written_date(page.day), url=url)


page_controls: Registry[PageControl] = Registry(
    "fictionworld.simulator.perturbed.kinds", "CONTROL", "control that adds pages"
)
"""The controls that add pages, by name: `page_controls["spam"]`."""


def applies_to(seed: int, control: str, name: str, share: float) -> bool:
    """Return whether a control whose share is of pages applies to the page of this name."""
    return share > 0 and child_seed(seed, f"controls/{control}/{name}") < share * 2.0**64
