"""`web_extractor`: a page as Markdown, in parts where it is longer than a reply may be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from fictionworld.simulator.catalogue import host_of
from fictionworld.simulator.cutting import Part, parts_of
from fictionworld.simulator.reply import Reply, Span

if TYPE_CHECKING:
    from fictionworld.simulator.calls import Extract
    from fictionworld.simulator.catalogue import Catalogue

__all__ = ["answer_extract"]

_INVALID: Final = (
    "Error: web_extractor: this is not a valid URL; send a full address, as search results and "
    "links on pages have it"
)
_UNREACHABLE: Final = (
    "Error: web_extractor: the site could not be reached (host not found); take addresses from "
    "search results or from links on pages"
)
_MISSING: Final = (
    "Error: web_extractor: 404 Not Found, the site has no page at this address; take addresses "
    "from search results or from links on pages"
)


def answer_extract(catalogue: Catalogue, call: Extract, budget: int) -> Reply:
    """The page at an address, or its part `call.page`, in at most `budget` characters."""
    number = catalogue.number_at(call.url)
    if number is None:
        host = host_of(call.url)
        if host is None:
            return Reply(_INVALID, "error")
        return Reply(_MISSING if catalogue.knows_host(host) else _UNREACHABLE, "error")
    page = catalogue.web.page(number)
    parts = [Part(0, len(page.body))]
    if len(page.body) > budget:
        parts = list(parts_of(page.body, budget - len(_footer(page.head.url, 9_999, 10_000))))
    if call.page > len(parts):
        whole = f"this page has {len(parts)} parts" if len(parts) > 1 else "this page has one part"
        return Reply(f"Error: web_extractor: {whole}; ask for page 1 to {len(parts)}", "error")
    part = parts[call.page - 1]
    text = part.heading + page.body[part.start : part.end]
    if len(parts) > 1:
        text = text.strip("\n") + _footer(page.head.url, call.page, len(parts))
    return Reply(text, "page", (number,), Span(part.start, part.end))


def _footer(url: str, part: int, parts: int) -> str:
    if part == parts:
        return f"\n\n[Part {part} of {parts}, the last.]"
    following = json.dumps({"url": url, "page": part + 1}, ensure_ascii=False)
    return f"\n\n[Part {part} of {parts}. For the next, call web_extractor with {following}.]"
