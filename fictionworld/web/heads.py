"""What is known of pages before they are written: addresses, titles, sites, dates.

Shapes follow what search results look like (`tests/web/test_shape.py` prints ours beside them).
Nothing here reads an askable value: twins have the same heads.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.english import ascii_text, joined, sentence, slug
from fictionworld.web.dating import Dating
from fictionworld.web.page import Head
from fictionworld.web.spans import spans_of
from fictionworld.web.words import web_words

if TYPE_CHECKING:
    from datetime import date

    from fictionworld.web.hosts import Site, Sites
    from fictionworld.web.topics import Topics
    from fictionworld.web.world_plan import PlannedPage, WebPlan
    from fictionworld.web.writing.scene import WritingContext

__all__ = ["heads_of"]

_TITLES = web_words("titles")

_LONGEST_TITLE = 72
_NAME_WORDS = re.compile(r"[A-Za-z0-9]+").findall


def heads_of(
    scene: WritingContext, plan: WebPlan, sites: Sites, topics: Topics
) -> tuple[tuple[Head, ...], tuple[str, ...], dict[int, str]]:
    """The heads of all pages in the order of their numbers, their titles in full, and from where
    to where the parts of tables go, by page.
    """
    spans = spans_of(scene, plan)
    made = _Heads(scene, plan, sites, topics, spans).all()
    return tuple(head for head, _ in made), tuple(title for _, title in made), spans


class _Heads:
    def __init__(
        self,
        scene: WritingContext,
        plan: WebPlan,
        sites: Sites,
        topics: Topics,
        spans: dict[int, str],
    ) -> None:
        self._scene = scene
        self._plan = plan
        self._sites = sites
        self._topics = topics
        self._dating = Dating(scene, plan)
        self._used: set[str] = set()
        self._labels: dict[tuple[str, str], str] = {}
        self._spans = spans

    def all(self) -> list[tuple[Head, str]]:
        """Each head, and the title that stands over the page."""
        seed = self._scene.world.structure_seed
        made = []
        for page in self._plan.pages:
            site = self._sites.of(page.site)
            rng = FastStream(child_seed(seed, f"web/head/{page.name}"))
            title, path = self._title_and_path(page, site, rng)
            day = self._dating.of(page, site, rng)
            if page.kind == "news" and day is not None:
                path = _with_date(path, day, site, rng)
            url = f"https://{site.host}/{path}"
            if url in self._used:
                url = f"{url}-{page.number}" if "?" not in url else f"{url}&v={page.number}"
            self._used.add(url)
            shown = title
            if page.kind != "news" or not rng.chance(0.15):
                shown = _signed(title, site)
            if page.kind == "encyclopedia":
                shown = f"{title} - {site.name}"
            if path.endswith(".pdf"):
                shown = f"[PDF] {title}"
            made.append(
                (Head(page.number, page.name, page.kind, url, _cut(shown), site.name, day), title)
            )
        return made

    # Titles and addresses ---------------------------------------------------------------------

    def _title_and_path(self, page: PlannedPage, site: Site, rng: FastStream) -> tuple[str, str]:
        match page.kind:
            case "encyclopedia":
                return self._entry(page, site)
            case "directory":
                return self._directory(page, site)
            case "background":
                return self._background(page, site, rng)
        if page.listed is not None:
            return self._table(page, site, rng)
        return self._about(page, site, rng)

    def _entry(self, page: PlannedPage, site: Site) -> tuple[str, str]:
        table, row = page.table or "", page.row or 0
        name = self._scene.name(table, row)
        one = self._scene.nouns[table].one
        habit = site.seed % 3
        title = f"{name} ({one})" if habit == 0 else name
        short = "_".join(_NAME_WORDS(ascii_text(name))) or str(row)
        if habit == 1:
            return title, f"wiki/{short}"
        if habit == 2:
            return title, f"entry/{slug(one)}/{short.lower()}"
        return title, f"wiki/{short}_{slug(one)}"

    def _about(self, page: PlannedPage, site: Site, rng: FastStream) -> tuple[str, str]:
        table, row = page.table or "", page.row or 0
        scene = self._scene
        nouns = scene.nouns[table]
        name = self._reviewed(table, row) if page.kind == "review" else scene.name(table, row)
        short = slug(name)[:60].rstrip("-") or f"{slug(nouns.one)}-{row}"
        code = rng.between(1000, 989_999)
        match page.kind:
            case "official":
                own = site.table == table and site.row == row
                plain = own or nouns.person
                shape = rng.pick(_TITLES["official"][1:] if plain else _TITLES["official"])
                title = shape.format(name=name)
                if own:
                    return title, rng.pick(("about", "company", "about-us", "profile"))
                folder = slug(nouns.many)
                ending = ("", "", "/overview", ".html", "/details")[site.seed % 5]
                return title, f"{folder}/{short}{ending}"
            case "review":
                title = rng.pick(_TITLES["review"]).format(name=name)
                path = (f"reviews/{short}", f"{short}-review-{code}", f"review/{short}.html")
                return title, path[site.seed % 3]
            case "forum":
                thing = not nouns.person and scene.is_named(table)
                pool = _TITLES["forum"] + _TITLES["thing"] if thing else _TITLES["forum"]
                title = rng.pick(pool).format(name=scene.phrase(table, row))
                habit = site.seed % 3
                path = (
                    f"t/{short}/{code}",
                    f"r/{slug(nouns.many)}/{code:x}",
                    f"viewtopic.php?t={code}",
                )
                return sentence(title), path[habit]
        return self._headline(page, site, rng, name)

    def _headline(
        self, page: PlannedPage, site: Site, rng: FastStream, name: str
    ) -> tuple[str, str]:
        table, row = page.table or "", page.row or 0
        scene = self._scene
        nouns = scene.nouns[table]
        if nouns.contest and not scene.is_named(table):
            title = rng.pick(_TITLES["versus"]).format(name=name)
        elif nouns.person:
            title = rng.pick(_TITLES["who"] + _TITLES["news"]).format(name=name)
        else:
            if scene.is_named(table):
                named = scene.phrase(table, row)
            else:
                named = f"the {nouns.one} of {name}" if " v " not in name else name
            title = sentence(rng.pick(_TITLES["news"]).format(name=named))
        path = f"{_section(site)}/{slug(title)[:70].rstrip('-')}"
        return title, path

    def _reviewed(self, table: str, row: int) -> str:
        """What a review is a review of: the first row that it refers to."""
        for column in self._scene.table(table).references:
            target = self._scene.cells(table, column.name)[row - 1] if column.stored else None
            if column.target is not None and column.name in self._scene.identity[table] and target:
                return self._scene.name(column.target, target)
        return self._scene.name(table, row)

    def _label(self, table: str, topic: str | None) -> str:
        if not topic:
            return ""
        found = self._labels.get((table, topic))
        if found is None:
            names = [
                told.topic
                for column in topic.split("+")
                if (told := self._scene.wordings.get((table, column))) is not None
            ]
            found = self._labels[table, topic] = joined(names)
        return found

    def _table(self, page: PlannedPage, site: Site, rng: FastStream) -> tuple[str, str]:
        scene = self._scene
        listed = page.listed or ""
        many = scene.nouns[listed].many
        label = self._label(listed, page.topic)
        what = scene.name(page.table or "", page.row) if page.row else ""
        if page.value:
            what = scene.of_value(listed, page.name, page.value)
        part, parts = page.part or 1, page.parts or 1
        of = f", {what}" if what else ""
        span = self._spans.get(page.number, "")
        short = "-".join(filter(None, (slug(many), slug(label), slug(what))))[:90].rstrip("-")
        if page.kind == "news":
            # what it is about first: search engines cut titles at their end
            title = rng.pick(_TITLES["round_up"]).format(label=label, many=many)
            title = sentence(f"{what}: {title}" if what else title)
            title += f", {span}" if span else f" ({part} of {parts})" if parts > 1 else ""
            return title, f"{_section(site)}/{slug(title)[:80]}"
        if page.kind == "official":
            title = f"{what} - {many}: {label}" if what else f"{sentence(many)}: {label}"
            title += f", {span}" if span else f" (page {part} of {parts})" if parts > 1 else ""
            return title, f"{slug(many)}/{slug(label)}?page={part}"
        if page.kind == "report":
            title = f"{sentence(label)} of {scene.nouns[listed].by_many}{of}"
            title += f", {span}" if span else f": annex {part} of {parts}" if parts > 1 else ""
            pdf = site.seed % 2 == 0
            path = f"publications/{short}-annex-{part}" + (".pdf" if pdf else "")
            return title, path
        habit = site.seed % 3
        by = scene.nouns[listed].by
        if parts == 1:
            shapes = (f"{sentence(many)}: {label}{of}", f"{sentence(label)} by {by}{of}",
                      f"Table: {label} by {by}{of}")  # fmt: skip
        elif span:
            shapes = (f"{sentence(many)}{of}, {span}: {label}",
                      f"{sentence(label)} by {by}{of}, {span}",
                      f"Table {part}: {label} by {by}{of}, {span}")  # fmt: skip
        else:
            shapes = (
                f"{sentence(many)}{of}: {label} - {part} of {parts}",
                f"{sentence(label)} by {by}{of} ({part} of {parts})",
                f"Table {part} of {parts}: {label} by {by}{of}",
            )
        code = 1000 + slug_number(f"{listed}/{page.topic}/{page.value}")
        paths = (
            f"tables/{short}/{part}",
            f"releases/{code}/table-{part}.html",
            f"data/{code}-{short}?table={part}",
        )
        return shapes[habit], paths[habit]

    def _directory(self, page: PlannedPage, site: Site) -> tuple[str, str]:
        many = self._scene.nouns[page.listed or ""].many
        part, parts = page.part or 1, page.parts or 1
        of = f": {page.value}" if page.value else ""
        name = f"{sentence(many)}{of}"
        if page.row:
            name += f" - {self._scene.name(page.table or '', page.row)}"
        habit = site.seed % 3
        shape = ("{n} from A to Z{p}", "Browse {l}{p}", "All {l}{p}")[habit]
        if not self._scene.is_named(page.listed or ""):
            shape = ("{n}, the full list{p}", "Browse {l}{p}", "All {l}{p}")[habit]
        where = f" - page {part} of {parts}" if parts > 1 else ""
        title = shape.format(n=name, l=name[:1].lower() + name[1:], p=where)
        short = "-".join(filter(None, (slug(many), slug(page.value or ""), str(page.row or ""))))
        paths = (f"{short}?page={part}", f"browse/{short}/{part}", f"list/{short}/page-{part}")
        return title, paths[habit]

    def _background(self, page: PlannedPage, site: Site, rng: FastStream) -> tuple[str, str]:
        topic = self._topics.of(page.part or 1, site.role)
        if site.role == "encyclopedia":
            return topic.title, f"wiki/{topic.slug.replace('-', '_')}"
        path = f"{rng.pick(('features', 'guides', 'opinion', 'explainers'))}/{topic.slug}"
        return topic.title, path


def slug_number(text: str) -> int:
    """A number of up to four digits that goes with a text."""
    return child_seed(0, text) % 8999


def _section(site: Site) -> str:
    return ("news", "articles", "story", "stories")[site.seed // 7 % 4]


def _with_date(path: str, day: date, site: Site, rng: FastStream) -> str:
    """News addresses carry the day, a number, or neither, as their site has it."""
    section, _, rest = path.partition("/")
    match site.seed % 4:
        case 0:
            return f"{day.year}/{day.month:02d}/{day.day:02d}/{rest}"
        case 1:
            return f"{section}/{rest}-{rng.between(10_000, 999_999)}.html"
        case 2:
            return f"{section}/{day.year}/{day.month}/{rest}"
        case _:
            return f"{section}/{rng.between(100_000, 999_999)}/{rest}"


def _signed(title: str, site: Site) -> str:
    """The title with the site's name behind it, as the site has it, or without."""
    if site.name in title:
        return title
    match site.seed // 3 % 6:
        case 0 | 1:
            return title
        case 2 | 3:
            return f"{title} - {site.name}"
        case 4:
            return f"{title} | {site.name}"
        case _:
            return f"{title} – {site.name}"


def _cut(title: str) -> str:
    if len(title) <= _LONGEST_TITLE:
        return title
    return title[: _LONGEST_TITLE - 4].rsplit(" ", 1)[0].rstrip(" ,:–-|") + " ..."
