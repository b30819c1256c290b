"""Kinds of pages: how each is planned, what its heads look like, how its text is written.

A kind is one file in `web/kinds/`, whose `KIND` is an object of a class derived from `WebPageKind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from typing import TYPE_CHECKING, ClassVar, get_args

from fictionworld.errors import UsageError
from fictionworld.packs.fields import Strategy
from fictionworld.packs.pages import HOME_KINDS
from fictionworld.registry import Registry
from fictionworld.streams import FastStream
from fictionworld.web.hosts import Site, site_roles

if TYPE_CHECKING:
    from fictionworld.web.heads import HeadContext
    from fictionworld.web.plan_builder import PlanBuilder
    from fictionworld.web.world_plan import PlannedPage
    from fictionworld.web.writing.page_writer import PageWriter


class WebPageKind(ABC):
    """One kind of pages. Nothing here may depend on an askable value: twins have the same plans,
    heads and page skeletons.
    """

    name: ClassVar[str]
    """As packs and plans name it: `encyclopedia`."""

    about_rows: ClassVar[bool] = True
    """Its pages state facts of the world's rows, or list rows."""

    # Plan
    site: ClassVar[str] = "outlet"
    """Where its pages stand unless the pack says otherwise: the role of a site, such as `forum`; or
    `outlet`, one of several papers; or `row`, the site of a row."""
    lists_rows: ClassVar[bool] = False
    """Its pages about many rows list them by name, without figures."""
    has_long_tables: ClassVar[bool] = False
    """Its tables may have a hundred rows on a page."""
    length: ClassVar[tuple[int, int, int, int, int]] = (1_200, 15, 30, 15, 0)
    """Characters of a page about one row: its own, for each fact, for each usual name or value, for
    each row that it links, and for each part of its series (see `lengths.py`)."""
    table_length: ClassVar[tuple[int, int, int, int, int]] = (1_200, 10, 20, 15, 20)
    """The same for a page that sets out many rows."""

    # Head
    dated: ClassVar[float] = 0.0
    """How often a page has a date."""
    reports_events: ClassVar[bool] = False
    """A page about a row that has a date is dated one to four days after it."""

    # Links and wording
    rank: ClassVar[int] = 9
    """How much a page says of its row: links lead to the page with the lowest rank."""
    called: ClassVar[str] = ""
    """What a link calls a page; its name by default."""
    links_rows: ClassVar[bool] = True
    """Its pages link the rows that they name."""
    voice: ClassVar[str] = "a web page"
    """How a model that words it is asked to write."""

    @property
    def home(self) -> bool:
        """Return whether its pages may state all of a row. Kinds of homes share the rows out."""
        return self.name in HOME_KINDS

    def plan_table(self, builder: PlanBuilder, table: str) -> None:
        """Add the pages of this kind that each world has about a table: none by default."""
        del builder, table

    def plan(self, builder: PlanBuilder) -> None:
        """Add the other pages of this kind that each world has: none by default."""
        del builder

    @abstractmethod
    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """Return the title and the path of a page."""

    def dated_path(self, path: str, day: date, site: Site, rng: FastStream) -> str:
        """Return the path of a page that has a date."""
        del day, site, rng
        return path

    def shown_title(self, title: str, site: Site, rng: FastStream) -> str:
        """Return the title as search results show it."""
        del rng
        return site.signed(title)

    @abstractmethod
    def write(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a page, with marked values."""


def _check_site(kind: WebPageKind) -> None:
    roles = {"row", *(role for strategy in get_args(Strategy) for role in site_roles(strategy))}
    if kind.site not in roles:
        raise UsageError(
            f"page kind {kind.name!r}: got site {kind.site!r}; allowed: "
            f"{', '.join(sorted(roles))}; change `site` in {type(kind).__module__}"
        )


page_kinds: Registry[WebPageKind] = Registry(
    "fictionworld.web.kinds", "KIND", "page kind", _check_site
)
"""All kinds by name: `page_kinds["forum"]`."""
