"""Which pages controls add to a web: copies of its pages, and pages about the same rows.

Which page is chosen, its address, title and date follow from the world's structure seed and from
what twins share.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.perturbed.altered import Replacements
from fictionworld.simulator.perturbed.page_control import AddedPage, PageControl, page_controls
from fictionworld.streams import FastStream
from fictionworld.text.english import slug
from fictionworld.web.coined import coined
from fictionworld.web.page import Head, Page

_SIGNS: Final = (" - ", " | ", " – ")  # noqa: RUF001 - as titles have it


def added_pages(web: PlannedWeb, controls: Controls) -> tuple[AddedPage, ...]:
    """The pages that controls add, numbered behind those of the web."""
    askable = {(c.table, c.name) for c in web.plan.codes.columns if c.role == "askable"}

    def states(head: Head) -> bool:
        stated = web.plan.statements(head.number)
        return any((fact.table, fact.column) in askable for fact in stated)

    heads = _Heads(web)
    chosen = [
        (control, original)
        for control in sorted(page_controls, key=lambda control: control.order)
        for original in control.chosen(web, getattr(controls, control.name), states)
    ]
    return tuple(
        heads.added(control, original, number)
        for number, (control, original) in enumerate(chosen, len(web.heads) + 1)
    )


def written(web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Page:
    """The page that a control added to a web, with its text."""
    return Page(page.head, *page_controls[page.control].write(web, page, replacements).finish())


class _Heads:
    """The heads of added pages: their sites are made once, and differ from those of the web."""

    def __init__(self, web: PlannedWeb) -> None:
        self._world = web.world
        self._hosts = {urlsplit(head.url).netloc for head in web.heads}
        self._reserved = all(host.endswith(".example") for host in self._hosts)
        self._sites: dict[tuple[str, int], tuple[str, str]] = {}

    def added(self, control: PageControl, original: Head, number: int) -> AddedPage:
        seed, words = self._world.structure_seed, control.words
        rng = FastStream(child_seed(seed, f"controls/head/{control.name}/{original.name}"))
        site, host = self._site(control, rng.below(len(words.sites)))
        title = rng.pick(words.titles).format(title=_unsigned(original))
        copy = control.copied(original, self._world.as_of, rng.below(1000))
        path = copy.path or f"{slug(title)[:60].strip('-')}-{number}"
        name = f"{control.name}/{original.name.replace('/', '.')}"  # no part of any series
        url = f"https://{host}/{path}"
        head = Head(number, name, control.page_kind, url, title, site, copy.shown)
        return AddedPage(control.name, original.number, copy.day, head)

    def _site(self, control: PageControl, which: int) -> tuple[str, str]:
        """A site's name and its host, which no page of the web has."""
        found = self._sites.get((control.name, which))
        if found is None:
            seed = self._world.structure_seed
            rng = FastStream(child_seed(seed, f"controls/site/{control.name}/{which}"))
            site = control.words.sites[which]
            while True:
                word = coined(rng)
                host = site.host.format(c=word.lower())
                if self._reserved:
                    host = f"{host.replace('.', '-')}.example"
                if host not in self._hosts:
                    break
            self._hosts.add(host)
            found = self._sites[control.name, which] = site.name.format(c=word), host
        return found


def _unsigned(head: Head) -> str:
    """A title without the name of its site."""
    for sign in _SIGNS:
        if head.title.endswith(f"{sign}{head.outlet}"):
            return head.title.removesuffix(f"{sign}{head.outlet}")
    return head.title.removesuffix(" ...")
