"""`web_extractor`: a page as Markdown, in parts where it is longer than a reply may be.

Pages are cut before sections where that is possible, else between paragraphs or rows. The parts of
a page, one after another, are the page. A part that begins within a table repeats the table's
heading, so that its rows can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

from fictionworld.leakage.released import ReleasedText
from fictionworld.simulator.controls import NO_CONTROLS
from fictionworld.simulator.perturbed.tool import CallChance, PerturbedTool
from fictionworld.simulator.reply import BodySpan, Reply
from fictionworld.simulator.search_view import host_of
from fictionworld.simulator.tool import CallContext, ParsedCall, Tool, json_kind, one_line

PAGE_BUDGET: Final = 12_000
"""Characters of a page in one reply, where no budget is given."""
_MOST_URL: Final = 2_000
_LAST_PAGE: Final = 10**6
_THROUGH: Final = 0.3, 0.7
"""The least and the most of a reply that comes through where it breaks off."""
_SEPARATOR: Final = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
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
_GONE: Final = (
    "Error: web_extractor: 404 Not Found, the page is gone from its site; a copy of it is kept at "
    "{url}"
)


@dataclass(frozen=True, slots=True)
class Extract(ParsedCall):
    """A call of `web_extractor`."""

    url: str
    page: int = 1
    tool: ClassVar[str] = "web_extractor"


class WebExtractor(Tool):
    """Reads a page by its address."""

    name = "web_extractor"
    label = "read"
    description = "Read a web page as Markdown. Long pages come in parts."
    schema: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {
            "url": {
                "type": "string",
                "minLength": 1,
                "description": "From search results or links on pages.",
            },
            "page": {
                "type": "integer",
                "minimum": 1,
                "description": "The part, 1 where left out.",
            },
        },
        "required": ["url"],
        "additionalProperties": False,
    }
    example = '{"url": "https://..."}'
    prompt = (
        "gives you a page in full, by its address. Long pages come in parts; where one is cut, the "
        "text says how to ask for the next. Figures are to be read there."
    )

    def read(self, arguments: dict[str, Any]) -> Extract:
        url, page = arguments.get("url"), arguments.get("page", 1)
        if not isinstance(url, str):
            problem = "no url" if url is None else f"{json_kind(url)} as url"
            self.refuse(f"got {problem}; send one address, for example {self.example}")
        if isinstance(page, str) and page.isascii() and page.isdigit() and len(page) < 8:
            page = int(page)
        if isinstance(page, float) and page.is_integer() and abs(page) < _LAST_PAGE:
            page = int(page)
        if isinstance(page, bool) or not isinstance(page, int):
            self.refuse(f"got {json_kind(page)} as page; send a whole number from 1")
        if page < 1:
            self.refuse("page is below 1; parts are counted from 1")
        if len(url) > _MOST_URL:
            self.refuse(f"got a url of {len(url):,} characters; at most {_MOST_URL:,}")
        return Extract(one_line(url).strip(), min(page, _LAST_PAGE))

    def answer(self, call: Extract, context: CallContext, through: float = 1.0) -> Reply:
        """Return the page at an address, or its part `call.page`.

        Args:
            call: The address and the part.
            context: Where the page is looked for.
            through: The share of the part that comes through, up to a line's end; the reply says
                so.
        """
        catalogue, budget = context.catalogue, context.budget_characters or PAGE_BUDGET
        number = catalogue.web.number_of(call.url)
        if number is None:
            host = host_of(call.url)
            if host is None:
                return Reply(_INVALID, "error")
            return Reply(_MISSING if catalogue.heads.knows_host(host) else _UNREACHABLE, "error")
        body, url = catalogue.body(number), catalogue.heads.by_number[number].url
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

    def perturbed(self) -> PerturbedTool:
        return _PerturbedExtractor(self)


class _PerturbedExtractor(PerturbedTool):
    """Pages that are gone, break off, or come in smaller parts."""

    beneath: WebExtractor

    def answer_perturbed(self, call: Extract, context: CallContext, chance: CallChance) -> Reply:
        controls, catalogue = context.controls, context.catalogue
        number = catalogue.web.number_of(call.url)
        copy = None if number is None else catalogue.moved(number)
        if copy is not None:
            fired = set(catalogue.controls_of(copy.number)) - {"withheld_dates"}
            return Reply(_GONE.format(url=copy.url), "error").under(fired)
        through = 1.0
        if chance.happens("truncation", controls.truncation):
            least, most = _THROUGH
            through = least + (most - least) * chance.draw("through")
        budget = room = context.budget_characters or PAGE_BUDGET
        if controls.page_characters < NO_CONTROLS.page_characters:
            room = min(budget, controls.page_characters)
        reply = self.beneath.answer(call, replace(context, budget_characters=room), through)
        fired = set()
        if reply.kind == "page" and number is not None:
            if through < 1:
                fired.add("truncation")
            if room < len(catalogue.web.page(number).body) and room < budget:
                fired.add("page_characters")
            fired |= catalogue.controls_of(number) - {"withheld_dates"}
        return reply.under(fired)


def _shown(part: BodyPart, body: ReleasedText, end: int) -> str:
    return part.heading + body[part.start : end]


def _footer(url: str, part: int, parts: int) -> str:
    if part == parts:
        return f"\n\n[Part {part} of {parts}, the last.]"
    next_call = json.dumps({"url": url, "page": part + 1}, ensure_ascii=False)
    return f"\n\n[Part {part} of {parts}. For the next, call web_extractor with {next_call}.]"


class BodyPart(NamedTuple):
    """`body[start:end]`, and the lines of a table's heading to set before it."""

    start: int
    end: int
    heading: str = ""


def parts_of(body: str, room: int) -> tuple[BodyPart, ...]:
    """Return `body` in parts, each of at most `room` characters with its heading; at least one."""
    parts: list[BodyPart] = []
    start = 0
    while start < len(body) or not parts:
        heading = _heading_at(body, start)
        if 2 * len(heading) > room:
            heading = ""
        end = _end(body, start, start + room - len(heading))
        parts.append(BodyPart(start, end, heading))
        start = end
    return tuple(parts)


def _end(body: str, start: int, limit: int) -> int:
    """Return where the part from `start` ends: at the best place up to `limit`, after `start`."""
    if len(body) <= limit:
        return len(body)
    room = limit - start
    section = body.rfind("\n#", start + 2 * room // 5, limit)
    if section >= 0:
        return section + 1
    paragraph = _last(body, "\n\n", start + room // 4, limit)
    if paragraph is not None:
        return paragraph
    line = _last(body, "\n", start, limit)
    if line is not None:
        return line
    for mark in (". ", " "):
        mark_start = body.rfind(mark, start + room // 4, limit)
        if mark_start >= 0:
            return mark_start + len(mark)
    return limit


def _last(body: str, mark: str, start: int, limit: int) -> int | None:
    """Return the end of the last `mark` that follows no heading; None where there is none."""
    end = limit
    while (mark_start := body.rfind(mark, start, end)) >= 0:
        if mark_start > start and not _leads_on(body, mark_start):
            return mark_start + len(mark)
        end = mark_start + len(mark) - 1
    return None


def _leads_on(body: str, place: int) -> bool:
    """Return whether the line that ends at `place` is a heading, of a section or of a table."""
    line = body[body.rfind("\n", 0, place) + 1 : place]
    if line.startswith("#") or line == "[edit]" or not line.strip() or _SEPARATOR.fullmatch(line):
        return True
    next_line = body[place + 1 : _line_end(body, place + 1)]
    return _SEPARATOR.fullmatch(next_line) is not None


def _heading_at(body: str, start: int) -> str:
    """Return the heading of the table that `start` is a row of; empty where it is none."""
    if not body.startswith("|", start) or body[start - 1 : start] != "\n":
        return ""
    top = start
    while top > 0:
        line_above = body.rfind("\n", 0, top - 1) + 1
        if not body.startswith("|", line_above):
            break
        top = line_above
    below = _line_end(body, top) + 1
    end = _line_end(body, below) + 1
    return body[top:end] if end <= start and _SEPARATOR.fullmatch(body[below : end - 1]) else ""


def _line_end(body: str, start: int) -> int:
    end = body.find("\n", start)
    return len(body) if end < 0 else end
