"""What every draft has to pass before it is let through: format, length, permit, faithfulness.

In this order, the cheap ones first; the first that fails gives the reason, in words that are fit to
go back to the model.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from fictionworld.simulator.drafts.faithful import read_draft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.released import ReleasedText
    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.faithful import Found
    from fictionworld.simulator.drafts.passage import Passage
    from fictionworld.simulator.drafts.request import Field, Request
    from fictionworld.worlds.fact import FactId

__all__ = ["Checked", "Fault", "Leak", "Reason", "Watch", "check_draft"]

Reason = Literal["backend", "format", "length", "permit", "unfaithful"]
"""Why a draft was not let through. `backend`: there was none."""

_MARKUP: Final = re.compile(
    r"[*_#|<>`\[\]{}\\~^]|https?:|www\.|\(\s*/|</?\w|&\w+;|^\s*[-+\u2022]\s|(?<!\w)p\d+\s*:"
)
_END: Final = re.compile(r"[.?!\u2026][\"\u201d\u2019)]*$")
_TOLD: Final = "tells more than its plain text does; keep to the plain text"
"""What a model is told of a leak: no word of what leaked, so that its prompt holds none."""
_SNIPPET: Final = (30, 260)
"""Characters of a snippet: shorter tells nothing, longer is no snippet."""


class Fault(NamedTuple):
    """Why a draft is not let through."""

    reason: Reason
    why: str
    """One line for the model and for people. It quotes the draft; no agent ever sees it."""


class Checked(NamedTuple):
    """A draft, checked."""

    found: tuple[Found, ...]
    """Where it states which fact; empty where there is a fault."""
    fault: Fault | None


class Leak(NamedTuple):
    """A protected cell that a draft tells."""

    start: int
    end: int
    fact: FactId


class Watch(Protocol):
    """The guard of one world: it says what a text gives away that its permit withholds."""

    def leaks(self, request: Request, text: str) -> list[Leak]:
        """The protected cells that a text for this request tells, and where."""

    def release(self, request: Request, text: str) -> ReleasedText | None:
        """A search result's text, released; None where the guard refuses it."""


def check_draft(
    text: str, passage: Passage, request: Request, book: Book, watch: Watch | None
) -> Checked:
    """A draft for one passage, checked; no watch: nothing is withheld."""
    fault = _format(text) or _length(text, passage, request.field)
    if fault is not None:
        return Checked((), fault)
    found, wrong = read_draft(text, passage, book)
    leaks = [] if watch is None else watch.leaks(request, text)
    if leaks and watch is not None and request.field == "page":
        leaks = _unexplained(leaks, found, watch.leaks(request, passage.plain))
    if leaks:
        return Checked((), Fault("permit", _TOLD))
    return Checked(found, None if wrong is None else Fault("unfaithful", wrong))


def _unexplained(leaks: list[Leak], found: Sequence[Found], plain: Sequence[Leak]) -> list[Leak]:
    """Of a page's leaks those that are neither facts it was read to state, nor the template's own.

    The guard reads without marks: `18 matches` may be the goals of the same club to it.
    """
    own = {leak.fact for leak in plain}
    return [
        leak
        for leak in leaks
        if leak.fact not in own
        and not any(one.start < leak.end and leak.start < one.end for one in found)
    ]


def _format(text: str) -> Fault | None:
    odd = next((c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Co", "Cs", "Cn"}), None)
    if odd is not None:
        return Fault("format", f"holds a line break or control character (U+{ord(odd):04X})")
    if text != text.strip() or "  " in text:
        return Fault("format", "begins or ends with blanks, or has several in a row")
    markup = _MARKUP.search(text)
    if markup is not None:
        return Fault("format", f"holds markup or an address ({markup[0]!r}); write plain text")
    if text and not _END.search(text):
        return Fault("format", "does not end with a full stop")
    return None


def _length(text: str, passage: Passage, field: Field) -> Fault | None:
    plain = len(passage.plain)
    least, most = int(0.25 * plain), 2 * plain + 60
    if field == "snippets":
        least, most = _SNIPPET
    if not least <= len(text) <= most or not text:
        return Fault("length", f"has {len(text)} characters; allowed: {least} to {most}")
    return None
