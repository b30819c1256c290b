"""Kinds of pages about one row, which set out many rows too where a pack asks for that."""

from __future__ import annotations

from abc import abstractmethod

from fictionworld.streams import FastStream
from fictionworld.web.heads import HeadContext, table_head
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.tables import write_round_up


class RowPageKind(WebPageKind):
    """A kind whose pages are about one row, or set out many rows."""

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        if page.listed is None:
            return self.row_head(heads, page, site, rng)
        return self.table_head(heads, page, site, rng)

    @abstractmethod
    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """Return the title and the path of a page about one row."""

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """Return the title and the path of a page that sets out many rows."""
        del rng
        return table_head(heads, page, site)

    def write(self, writer: PageWriter, site: Site) -> str:
        if writer.plan.listed is None:
            return self.write_row(writer, site)
        return self.write_table(writer, site)

    @abstractmethod
    def write_row(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a page about one row."""

    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a page that sets out many rows: a round-up by default."""
        return write_round_up(writer, site)
