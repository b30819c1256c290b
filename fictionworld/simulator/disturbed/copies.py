"""Which pages controls add to a web: copies of its pages, and pages that speak of the same rows.

Which page is chosen, its address, title and date follow from the world's structure seed and from
what twins share. A larger share adds pages and takes none away.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from fictionworld.seeds import child_seed
from fictionworld.simulator.disturbed.words import SITES, TITLES
from fictionworld.streams import FastStream
from fictionworld.text.english import slug
from fictionworld.web.coined import coined
from fictionworld.web.page import Head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.simulator.catalogue import PlannedWeb
    from fictionworld.simulator.controls import Controls

__all__ = ["SPAM_PAGES", "Extra", "extras_of", "strikes"]

SPAM_PAGES: Final = 48
"""Advertisements of a web that has any; how many of them results show is the control's."""
_SIGNS: Final = (" - ", " | ", " – ")  # noqa: RUF001 - as titles have it


@dataclass(frozen=True, slots=True)
class Extra:
    """A page that a control adds."""

    control: str
    """The control that brought it."""
    original: int
    """The page that it copies, contradicts or advertises."""
    day: date
    """Of the copy, or of writing; the head may be undated."""
    head: Head


def strikes(seed: int, control: str, name: str, share: float) -> bool:
    """Whether a control that goes by pages strikes the page of this name."""
    return share > 0 and child_seed(seed, f"controls/{control}/{name}") < share * 2.0**64


def extras_of(web: PlannedWeb, controls: Controls) -> tuple[Extra, ...]:
    """The pages that controls add, numbered behind those of the web."""
    return tuple(_Adding(web, controls).all())


class _Adding:
    def __init__(self, web: PlannedWeb, controls: Controls) -> None:
        self._web = web
        self._controls = controls
        self._seed = web.world.structure_seed
        self._hosts = {urlsplit(head.url).netloc for head in web.heads}
        self._reserved = all(host.endswith(".example") for host in self._hosts)
        self._sites: dict[tuple[str, int], tuple[str, str]] = {}
        codes = web.plan.codes.columns
        self._askable = {(c.table, c.name) for c in codes if c.role == "askable"}

    def all(self) -> Iterator[Extra]:
        number = len(self._web.heads)
        for control, original in self._chosen():
            number += 1
            yield self._extra(control, original, number)

    def _chosen(self) -> Iterator[tuple[str, Head]]:
        given = self._controls
        for head in self._web.heads:
            if self._strikes("dead_links", head):
                yield "dead_links", head
        for head in self._web.heads:
            if self._strikes("stale_copies", head) and self._tells(head):
                yield "stale_copies", head
        for head in self._web.heads:
            about_one = self._web.plan.page(head.number).row is not None
            if self._strikes("contradictions", head) and about_one and self._tells(head):
                yield "contradictions", head
        for head in self._web.heads:
            if self._strikes("corrections", head) and self._tells(head):
                yield "corrections", head
        if given.spam:
            rng = FastStream(child_seed(self._seed, "controls/spam"))
            for head in rng.some(self._web.heads, SPAM_PAGES):
                yield "spam", head

    def _strikes(self, control: str, head: Head) -> bool:
        return strikes(self._seed, control, head.name, getattr(self._controls, control))

    def _tells(self, head: Head) -> bool:
        """Whether a page states a fact that may be asked for."""
        stated = self._web.plan.statements(head.number)
        return any((fact.table, fact.column) in self._askable for fact in stated)

    def _extra(self, control: str, original: Head, number: int) -> Extra:
        rng = FastStream(child_seed(self._seed, f"controls/head/{control}/{original.name}"))
        site, host = self._site(control, rng.below(len(SITES[control])))
        title = rng.pick(TITLES[control]).format(title=_unsigned(original))
        if control in {"dead_links", "stale_copies"}:
            path = original.url.partition("://")[2]
        else:
            path = f"{slug(title)[:60].strip('-')}-{number}"
        today = self._web.world.as_of
        back = rng.below(1000)
        match control:
            case "dead_links":
                day, shown = today, original.date
            case "stale_copies":
                day = (original.date or today) - timedelta(days=90 + back % 600)
                shown = day
                path = f"{day:%Y%m%d}/{path}"
            case "spam":
                day, shown = today, None
            case _:
                day = today - timedelta(days=back % 60)
                shown = day
        name = f"{control}/{original.name.replace('/', '.')}"  # no part of any series
        head = Head(number, name, _KINDS[control], f"https://{host}/{path}", title, site, shown)
        return Extra(control, original.number, day, head)

    def _site(self, control: str, which: int) -> tuple[str, str]:
        """A site's name and its host, which no page of the web has."""
        found = self._sites.get((control, which))
        if found is None:
            rng = FastStream(child_seed(self._seed, f"controls/site/{control}/{which}"))
            keeper = SITES[control][which]
            while True:
                word = coined(rng)
                host = keeper.host.format(c=word.lower())
                if self._reserved:
                    host = f"{host.replace('.', '-')}.example"
                if host not in self._hosts:
                    break
            self._hosts.add(host)
            found = self._sites[control, which] = keeper.name.format(c=word), host
        return found


_KINDS: Final = {
    "dead_links": "copy",
    "stale_copies": "archive",
    "contradictions": "unofficial",
    "corrections": "reprint",
    "spam": "spam",
}
"""Kinds of pages that no plan has."""


def _unsigned(head: Head) -> str:
    """A title without the name of its site."""
    for sign in _SIGNS:
        if head.title.endswith(f"{sign}{head.outlet}"):
            return head.title.removesuffix(f"{sign}{head.outlet}")
    return head.title.removesuffix(" ...")
