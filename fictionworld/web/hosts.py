"""The sites of a world: from the role in a plan (`outlet/3`, `brand/5`) to a name and a host.

Realistic hosts are made of invented words and everyday endings; those that stand for a row carry
its name. Names of well-known sites are avoided, and a real brand's site never
has the brand's own address. `reserved` hosts end in `.example`, which is
never registered.
"""

# Titles have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from fictionworld.errors import UsageError
from fictionworld.packs.fields import Strategy
from fictionworld.seeds import child_seed
from fictionworld.streams import Choice, FastStream
from fictionworld.text.english import slug
from fictionworld.web.coined import coined, person
from fictionworld.web.words import web_words
from fictionworld.web.writing.context import WritingContext
from fictionworld.web.writing.site_words import SiteWords, on_site
from fictionworld.web.writing.style import Style, style_of

_NAMES = web_words("hosts")

Hosts = Literal["realistic", "reserved"]


@dataclass(frozen=True, slots=True)
class Site:
    """One site of a world."""

    role: str
    """`encyclopedia`, `statistics`, `directory`, `body`, `forum`, `outlet`, `row`; within an
    institution also `files`, `board`, `desk`."""
    name: str
    host: str
    seed: int
    """The seed of what is fixed for a host: menus, style, addresses."""
    style: Style
    staff: tuple[str, ...]
    """Who writes there."""
    table: str | None = None
    row: int | None = None

    @property
    def words(self) -> SiteWords:
        """Return how the site calls columns, and how it states them."""
        return SiteWords(self.seed)

    def pick(self, choices: Sequence[Choice], divisor: int = 1) -> Choice:
        """Return one of the choices, the same on all pages of the site.

        Args:
            choices: Most often phrases.
            divisor: A different number for each thing chosen, so that no choice tells another.
        """
        return choices[self.seed // divisor % len(choices)]

    def signed(self, title: str) -> str:
        """Return a title with the site's name behind it, as the site has it, or without."""
        if self.name in title:
            return title
        match self.seed // 3 % 6:
            case 0 | 1:
                return title
            case 2 | 3:
                return f"{title} - {self.name}"
            case 4:
                return f"{title} | {self.name}"
            case _:
                return f"{title} – {self.name}"


def site_roles(strategy: Strategy) -> frozenset[str]:
    """Return the roles of the sites that worlds of a strategy have, besides those of rows."""
    private = strategy == "private"
    names = (key for key in _NAMES.pools if key.endswith("_names"))
    return frozenset(
        key.removeprefix("private_").removesuffix("_names")
        for key in names
        if key.startswith("private_") == private
    )


class Sites:
    """The sites of one world by the role that a plan names.

    Args:
        context: The world.
        hosts: `realistic` hosts, or `reserved` ones.
        elsewhere: Hosts, without `www.`, that other worlds of a federation have: none is taken.
    """

    def __init__(
        self, context: WritingContext, hosts: Hosts, elsewhere: Collection[str] = frozenset()
    ) -> None:
        self._context = context
        self._hosts = hosts
        self._elsewhere = elsewhere
        self._found: dict[str, Site] = {}
        self._contexts: dict[str, WritingContext] = {}
        self._used: set[str] = set()
        self._named: set[str] = set()
        # all worlds of a process have their words in another order; two sites of a world differ
        self._words = _coined_words(child_seed(context.world.structure_seed, "web/words"))
        self._taken = _family_names(context)
        self._domain = _domain_within(context)
        self._roles = site_roles(context.pack.spec.strategy)

    def of(self, site: str) -> Site:
        """Return the site that a plan calls so.

        Raises:
            UsageError: Worlds of the pack's strategy have no such site.
        """
        named_site = self._found.get(site)
        if named_site is None:
            named_site = self._found[site] = self._made(site)
        return named_site

    def context_of(self, site: str) -> WritingContext:
        """Return the context of the world as the site that a plan calls so writes about it.

        Raises:
            UsageError: Worlds of the pack's strategy have no such site.
        """
        context = self._contexts.get(site)
        if context is None:
            context = self._contexts[site] = on_site(self._context, self.of(site).words)
        return context

    def _made(self, site: str) -> Site:
        seed = child_seed(self._context.world.structure_seed, f"web/site/{site}")
        rng = FastStream(seed)
        role, _, rest = site.partition("/")
        table = row = None
        if role in self._context.pack.tables and rest.isdigit():
            table, row = role, int(rest)
            name = self._context.name(table, row)
            stem, ending = self._of_row(name, rng)
            role = "row"
        elif rest and not (rest.isdigit() and role in self._roles):
            name, role = rest, "outlet"
            stem = slug(rest).replace("-", rng.pick(("", "", "-")))
            ending = rng.pick(_NAMES["press_endings"])
        elif role in self._roles:
            name, stem, ending = self._common(role, rng)
        else:
            raise self._lacking(site)
        if self._domain:
            stem, ending = slug(name)[:40].strip("-"), f".{self._domain}"
        return Site(
            role=role,
            name=name,
            host=self._host(stem, ending, seed),
            seed=seed,
            style=style_of(seed, prose=role not in {"statistics", "directory"}),
            staff=tuple(person(rng, self._taken) for _ in range(4)),
            table=table,
            row=row,
        )

    def _lacking(self, site: str) -> UsageError:
        roles, strategy = ", ".join(sorted(self._roles)), self._context.pack.spec.strategy
        return UsageError(
            f"got a page on a site {site!r}, which worlds of strategy {strategy} do not have; "
            f"allowed: {roles}, or a row such as {self._context.pack.world_tables[0].name}/1; "
            "change the `site` of the page kind, or the strategy of the pack"
        )

    def _of_row(self, name: str, rng: FastStream) -> tuple[str, str]:
        stem = slug(name).replace("-", rng.pick(("", "-"))) or next(self._words).lower()
        region = slug(self._context.place or "")
        if region and len(region) <= 18 and rng.chance(0.4):
            return f"{stem}-{region}", ".com"
        return stem, rng.pick(_NAMES["row_endings"])

    def _common(self, role: str, rng: FastStream) -> tuple[str, str, str]:
        if self._domain:
            names = [text for text in _NAMES[f"private_{role}_names"] if text not in self._named]
            name = rng.pick(names or [f"{_NAMES[f'private_{role}_names'][0]} {len(self._named)}"])
            self._named.add(name)
            return name, "", ""
        word = next(self._words)
        name = rng.pick(_NAMES[f"{role}_names"]).format(c=word)
        if role == "body":
            name = self._body() or name
        stem = slug(name).removeprefix("the-").replace("-", "")
        return (
            name,
            word.lower() if role == "statistics" else stem,
            rng.pick(_NAMES[f"{role}_endings"]),
        )

    def _body(self) -> str | None:
        """Return the league or the like that the setting names by a pattern; None without one."""
        for column in self._context.pack.tables["setting"].columns.values():
            drawn = column.spec.draw
            if column.kind == "name" and drawn is not None and drawn.kind == "pattern":
                return str(self._context.setting[column.name])
        return None

    def _host(self, stem: str, ending: str, seed: int) -> str:
        host = f"{stem}{ending}"
        label = host.split(".", 1)[0]
        while (
            label in known_labels()
            or host in self._used
            or (self._elsewhere and self._shown(host) in self._elsewhere)
        ):
            word = next(self._words).lower()
            label = f"{stem}-{word}"
            host = f"{label}.com" if self._domain is None else f"{label}{ending}"
        self._used.add(host)
        host = self._shown(host)
        return host if seed % 5 < 3 or self._domain else f"www.{host}"

    def _shown(self, host: str) -> str:
        """Return a host as addresses have it, without `www.`."""
        if self._hosts == "reserved":
            return f"{host.rsplit('.', 1)[0].replace('.', '-')}.example"
        return host


@cache
def known_labels() -> frozenset[str]:
    """Return the first labels of well-known hosts."""
    return frozenset(web_words("known_hosts")["first_labels"])


def _coined_words(seed: int) -> Iterator[str]:
    """Yield coined words without end, none twice."""
    rng, yielded = FastStream(seed), set[str]()
    while True:
        word = coined(rng)
        if word not in yielded:
            yielded.add(word)
            yield word


def _domain_within(context: WritingContext) -> str | None:
    """Return the domain that all hosts of a `private` world share; None for other worlds.

    It is named after `setting.institution`, by the first word that tells it from others:
    *franduzzo* for *Osservatorio di Franduzzo*. `.internal` is reserved for private networks.
    """
    if context.pack.spec.strategy != "private":
        return None
    words = slug(str(context.setting.get("institution") or context.world.title)).split("-")
    plain = _NAMES["plain_first_words"]
    telling = next((word for word in words if word not in plain), words[0])
    return f"{telling[:16]}.internal"


def _family_names(context: WritingContext) -> frozenset[str]:
    """Return the last words of the world's names: no author on its web shares one."""
    last_words = set()
    for table in context.pack.world_tables:
        for column in table.stored:  # askable names differ between twins, and are not looked at
            if column.kind == "name" and column.role != "askable":
                names = context.cells(table.name, column.name)
                last_words |= {str(name).rsplit(" ", 1)[-1] for name in names}
    return frozenset(last_words)
