"""Whether a text goes on to say that what is asked is not told: `prices are announced on Thursday`.

A value before such words is another's or of something else, however near the subject it stands:
no one states a thing and then says that it is sealed, unknown or still to come. The words must be
of the column, or take up the question, and name no other subject and no other year.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.asked import SENTENCE, YEAR

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["is_withheld_after", "is_withheld_before"]

_AHEAD: Final = 260
_NOT_YET: Final = (
    r"(?:(?:has|have|had|is|are|was|were)(?: not|n't)(?: yet| been| being| so far| yet been)?"
    r"|(?:has|have|had|is|are) (?:yet|still) to be|(?:still|yet) to be|(?:has|have) never been"
    r"|(?:is|are) never|(?:is|are|remains?|stays?) (?:still )?un)\s?(?:announced|published|released"
    r"|disclosed|revealed|known|named|given|made public|recorded|decided|fixed|filed|printed|stated"
    r"|reported|settled|set|shown|listed|posted|said|told|available)"
)
_SEALED: Final = (
    rf"\b{_NOT_YET}\b"
    r"|\b(?:is|are|was|were|remains?|stays?|kept|under|been|being) (?:still )?(?:sealed|withheld"
    r"|secret|confidential|undisclosed|unknown|unpublished|unrecorded|undecided|seal|wraps|embargo"
    r"|awaited|pending|blank)\b|\b(?:has|have) (?:yet|still) to (?:settle|announce|publish|name"
    r"|decide|say|fix|set|release|disclose|reveal|confirm)\b|\b(?:is|are) (?:to be )?(?:announced"
    r"|published|revealed|posted|told|named|given|released) (?:at|on|in|later|next|only|after"
    r"|overleaf|tomorrow|elsewhere|separately)\b|\bwill (?:only |first )?(?:be (?:announced"
    r"|published|revealed|shown|drawn|posted|printed|named|given|released|told|set|decided)|post"
    r"|announce|publish|name|reveal|disclose|follow)\b|\b(?:is|are|was) (?:quite )?(?:another"
    r"|a different) (?:matter|question|story|thing)\b|\b(?:is|are) (?:a matter|a question) for\b"
    r"|\bcomes? up (?:in|on|for)\b|\b(?:did|does|do|will|would|could|can|may)(?: not|n't"
    r"| never) (?:say|tell|disclose|reveal|name|state|give|publish|be told)\b|\b(?:declines?"
    r"|declined|refuses?|refused) to (?:say|tell|disclose|reveal|name|state|give)\b|\b(?:no one"
    r"|nobody|no source|neither side|neither) (?:has |have |will |would |could |can )?(?:say|said"
    r"|says|name|knows?|tell|told|recorded?|disclosed?)\b|\b(?:nobody'?s guess|anyone'?s guess"
    r"|not (?:yet )?(?:public|known|clear))\b|\bwas (?:far|some way|a long way) from that\b"
    r"|\bno (?:\w+ )?(?:figures?|word|details?|record) (?:is|are|was|were|has|have|of|on|for"
    r"|about)\b"
)
_WITHHELD_NAMED: Final = re.compile(_SEALED, re.IGNORECASE)
_WITHHELD: Final = re.compile(
    _SEALED + r"|\bsee (?:the )?(?:next page|overleaf|page|label|yearbook|table|statistics|below)\b"
    r"|\bto (?:be announced|be confirmed|be decided|follow|come)\b",
    re.IGNORECASE,
)
"""The last of these withhold nothing where the value stands with a word of the column."""


def is_withheld_after(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether what is asked is said to be untold in what follows the value."""
    own = asked.own
    if own is None:
        return False
    end = min(near.record_end, near.end + _AHEAD)
    clauses = [m.end() for m in _CLAUSE.finditer(text, hit.end, near.end)]
    sentences = [m.end() for m in SENTENCE.finditer(text, near.end, end)]
    places = [*clauses, near.end, *sentences, end]
    named = own.search(text[near.sentence : near.end].lower()) is not None
    withheld = _WITHHELD_NAMED if named else _WITHHELD
    return any(
        _withholds(text, start, stop, asked, own, withheld)
        for start, stop in pairwise(places)
        if start < stop
    )


def is_withheld_before(text: str, near: Near, asked: Asked) -> bool:
    """Whether what is asked was said to be untold, and the value's sentence is of another thing."""
    own = asked.own
    start = max(near.record, near.sentence - _AHEAD)
    if own is None or start >= near.sentence:
        return False
    before = text[start : near.sentence]
    if _WITHHELD_NAMED.search(before) is None or _RETURNS.match(text, near.sentence, near.end):
        return False
    if any(m.own for m in asked.subject.mentions(text, near.sentence, near.end)):
        return False
    ends = [start, *(m.end() for m in SENTENCE.finditer(text, start, near.sentence))]
    return any(
        _withholds(text, first, last, asked, own, _WITHHELD_NAMED)
        and any(m.own for m in asked.subject.mentions(text, first, last))
        for first, last in pairwise([*ends, near.sentence])
        if first < last
    )


_RETURNS: Final = re.compile(
    r"[\W_]*(?:But|Still|Yet|However|Nevertheless|Even so|Now|Update|It|Its|They|Their|He|She|His"
    r"|Her|This|That|According|Insiders?|Sources?|We|I|Our|My|Some|Rumou?rs?|Leaked|A leak\w*"
    r"|Word)\b|[^.]{0,90}\b(?:it|its|they|them|their|leaked|whispered?|told us)\b"
)
"""What goes on about the subject after all."""
_CLAUSE: Final = re.compile(r";|\u2014|,? but\b")
_ASKS: Final = re.compile(
    r"\W*(?:[Ww]hich (?:of|one|it)\b|[Ww]hether\b|[Tt]he (?:real|actual|final|true|official|exact)"
    r" (?:figure|sum|number|value|answer|date|day|price|bill|name|result|total|amount)\b)"
)
"""What opens a sentence that takes up the question itself."""


def _withholds(
    text: str,
    start: int,
    stop: int,
    asked: Asked,
    own: re.Pattern[str],
    withheld: re.Pattern[str],
) -> bool:
    said = text[start:stop]
    if withheld.search(said) is None:
        return False
    named = asked.subject.mentions(text, start, stop)
    if any(m.kin for m in named):
        return False
    years = set(YEAR.findall(said))
    if asked.years and years and years.isdisjoint(asked.years):
        return False
    if _MORE.search(said):
        return False
    for found in withheld.finditer(said):
        rest = _REST.search(said, found.end())
        end = rest.start() if rest else len(said)
        told = f"{said[: found.start()]} # {said[found.end() : end]}"
        if _SPEAKS.search(found[0]):
            # `the owner will not say when it opens`, `how long it is the owner will not say`
            told = said[found.end() : end]
            if len(told) < _SHORTEST:
                told = said[: said.rfind(" ", 0, max(0, found.start() - 1)) + 1]
        low = told.lower()
        if own.search(low) or (asked.answer.type == "date" and _DAY.search(low)):
            return True
    return _ASKS.match(said) is not None and not re.search(r"[A-Z]", said.lstrip()[1:])


_SHORTEST: Final = 4


_DAY: Final = re.compile(r"\b(?:day|date)s?\b")
_REST: Final = re.compile(r"[,;]|\band\b")
_SPEAKS: Final = re.compile(
    r"\b(?:say|tell|disclose|reveal|name|state|give|publish|release|announce|post|settle|decide"
    r"|fix|set|confirm)$"
)
"""What someone does not do: the one who speaks is not what is asked."""
_MORE: Final = re.compile(
    r"\b(?:next|others?|further|more|additional|remaining|rest|future|updated|revised|new|coming"
    r"|individual|detailed|exact date|breakdown|groups?|successor)\b",
    re.IGNORECASE,
)
"""What is still to come besides: `next year's prices`, `group fares`."""
