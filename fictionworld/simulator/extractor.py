"""`web_extractor`: a page as Markdown, in parts where it is longer than a reply may be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from fictionworld.simulator.catalogue import host_of
from fictionworld.simulator.cutting import BodyPart, parts_of
from fictionworld.simulator.reply import BodySpan, Reply

if TYPE_CHECKING:
    from fictionworld.leakage.released import ReleasedText
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


_NO_PART: Final = (
    "Error: web_extractor: this page has no such part; the first needs no page, and the end of "
    "each part tells of the next"
)
_CUT: Final = (
    "\n\n[Cut short: the connection was lost here, more follows. Try the same call again.]"
)


def answer_extract(catalogue: Catalogue, call: Extract, budget: int, through: float = 1.0) -> Reply:
    """The page at an address, or its part `call.page`, in at most `budget` characters.

    Args:
        catalogue: Where the page is looked for.
        call: The address and the part.
        budget: The most characters of the reply.
        through: The share of the part that comes through, up to a line's end; the reply says so.
    """
    number = catalogue.number_at(call.url)
    if number is None:
        host = host_of(call.url)
        if host is None:
            return Reply(_INVALID, "error")
        return Reply(_MISSING if catalogue.knows_host(host) else _UNREACHABLE, "error")
    body, url = catalogue.body(number), catalogue.heads[number].url
    parts = [BodyPart(0, len(body))]
    if len(body) > budget:
        parts = list(parts_of(body, budget - len(_footer(url, 9_999, 10_000))))
    if call.page > len(parts):
        return Reply(_NO_PART, "error")  # how many there are hangs on what the page states
    part = parts[call.page - 1]
    if through < 1:
        end = part.start + int(through * (part.end - part.start))
        line = body.rfind("\n", part.start + 1, end)
        end = end if line < 0 else line
        text = _shown(part, body, end).strip("\n") + _CUT
        return Reply(text, "page", (number,), BodySpan(part.start, end), parts=len(parts))
    text, note = _shown(part, body, part.end), ""
    if len(parts) > 1:
        text, note = text.strip("\n"), _footer(url, call.page, len(parts))
    span = BodySpan(part.start, part.end)
    return Reply(text + note, "page", (number,), span, parts=len(parts), note=note)


def _shown(part: BodyPart, body: ReleasedText, end: int) -> str:
    return part.heading + body[part.start : end]


def _footer(url: str, part: int, parts: int) -> str:
    if part == parts:
        return f"\n\n[Part {part} of {parts}, the last.]"
    following = json.dumps({"url": url, "page": part + 1}, ensure_ascii=False)
    return f"\n\n[Part {part} of {parts}. For the next, call web_extractor with {following}.]"
