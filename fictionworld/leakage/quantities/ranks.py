"""Places in an order told in words: `runner-up`, `top of the table`, `second only to`, `No. 3`."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import chain
from typing import Final

from fictionworld.leakage.quantities.counted_places import counted_places, places_outside
from fictionworld.leakage.quantities.items import NUMBER_MARK, Line
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.word_set import word_set

__all__ = ["no_place", "rank_phrases"]

_TABLE: Final = (
    r"(?:the |this |its |their |that )?(?:[^\x01\x02 ]+ "
    r")?(?:table|league|list|ranking|rankings|chart|charts|"
    r"standings|pile|leaderboard|order|group|field|pack|"
    r"division|class|heap|ladder)"
)
_PHRASES: Final = tuple(
    (re.compile(rf"(?<= )(?:{text})(?= )"), place)
    for text, place in (
        (rf"(?:at the )?(?:top|head|summit) of {_TABLE}", 1),
        (rf"(?:tops|topped|topping|leads|led|leading|heads|headed|heading) {_TABLE}", 1),
        (
            (
                r"table - toppers?|table toppers?|(?:league|table|market|"
                r"overall) leaders?|leader of the \w+"
            ),
            1,
        ),
        (
            (
                r"gold(?: medal(?:list|s)?)?|champions?|winners?|in pole "
                r"position|pole position|front - runner|frontrunner"
            ),
            1,
        ),
        (
            (
                r"(?:(?:is|on|took|takes|grabbed|claimed) pole|pole (?:is|was)|"
                r"unbeaten|unrivalled|unmatched|second to none|ahead of "
                r"everyone|ahead of all(?: the)? others?)"
            ),
            1,
        ),
        (
            (
                r"best(?: - placed| placed)|top (?:spot|place|position|slot|"
                r"rank|seed|ranked)|top - ranked|highest - ranked|highest "
                r"(?:ranked|placed)"
            ),
            1,
        ),
        (
            (
                r"(?:beaten|losing) finalists?|lost (?:in )?the final(?! (?:set|game|round"
                r"|stage|race|match|leg|frame|point|quarter|lap|heat|seconds|minutes|over"
                r"|to))|runners? - up|runners? up|silver(?: medal(?:list|s)?)?|"
                r"vice - champions?|vice champions?"
            ),
            2,
        ),
        (
            (
                r"second only to|behind only|los(?:t|ing) only to|beaten only by|bettered only "
                r"by|(?:just|right|directly|immediately) behind (?:the "
                r")?(?:league |table )?(?:leaders?|winners?|champions?|"
                r"first|top)|(?:beaten|bettered|topped|surpassed|outdone) by (?:the )?"
                r"(?:eventual )?(?:winners?|champions?) (?:alone|only)"
            ),
            2,
        ),
        (
            (
                r"next to first|second - best|second best|only one \w+ "
                r"(?:\w+ )?(?:above|ahead|higher|better)"
            ),
            2,
        ),
        (
            (
                r"bronze(?: medal(?:list|s)?)?|third only to|(?:last|lowest|"
                r"bottom|final) (?:step|place|spot) (?:of|on) the podium|"
                r"(?:completes|completed|rounds off|rounded off|rounding "
                r"off) the (?:podium|top three)"
            ),
            3,
        ),
        (r"behind only two(?: \w+)?", 3),
        (
            (
                rf"(?:nobody|no one|no \w+|not (?:{NUMBER_MARK}|a single) \w+|none)(?: \w+){{1,4}}"
                r" (?:above|ahead of|better than|higher than|faster than|quicker than|in front of)"
            ),
            1,
        ),
        (
            (
                r"only(?: (?!(?:few|some|an?|and|several|those|when|if|the)\b)[\w']+){1,5}"
                r" (?:scored|finished|came|placed|ranked|did|was|ran|stood)"
                r" (?:higher|better|faster|above|ahead|quicker)(?: than| of)?"
            ),
            2,
        ),
        (r"just (?:off|outside|misse[ds]) the podium|just missed out on the podium", 4),
    )
)
_TITLED: Final = re.compile(r"champions?|winners?|gold")
_OTHERS_TITLE: Final = re.compile(
    r" (?:to|against|beat|beats|over|versus|v|vs|facing|faced|faces|met|than|played|reigning"
    r"|defending|former|past|previous|future|ex|ex -)(?: (?:the|last|this|year|years|\d+"
    r"|season|'s|s|\u2019s"
    r"|reigning|defending|eventual|league|cup|world|olympic|national)){0,4} $"
)
_BEHIND: Final = tuple(
    (re.compile(rf"(?<= )(?:{text})(?= )".replace("N", NUMBER_MARK)), step, first)
    for text, step, first in (
        (
            (
                r"(?:dead |very )?last (?:of|out of|among|in a field of|"
                r"amongst)(?: the| all| a total of)? N"
            ),
            0,
            False,
        ),
        (r"(?:bottom|foot|last place|last) (?:of|in|out of) (?:the |a )?N(?: - \w+)?", 0, False),
        (r"next (?:- )?to (?:- )?last (?:of|out of|among)(?: the| all)? N", -1, False),
        (r"penultimate (?:of|out of|among)(?: the| all)? N", -1, False),
        (
            (
                r"(?:all but|behind only|only|just|behind) N(?: \w+)?(?: "
                r"\w+)?(?: \w+)? (?:above|ahead|higher|better|in front)(?: "
                r"\w+)?"
            ),
            1,
            False,
        ),
        (
            (
                r"(?:exactly |only |just )?N(?: \w+)? (?:were|was|are|ran|finished|came|did"
                r"|placed|scored) (?:faster|better|higher|quicker|ahead|above)(?: than| of)?"
            ),
            1,
            False,
        ),
        (
            (
                r"(?:behind only|behind just|ahead of all but|beaten only "
                r"by|better than all but|bettered only by|surpassed only by|"
                r"outranked only by|outranked by(?: only| just)?|trails "
                r"only|trailing only) N"
            ),
            1,
            False,
        ),
        (
            (
                r"N (?:\w+ )?(?:above|ahead of|in front of|better than|"
                r"higher than) (?:it|them|him|her)"
            ),
            1,
            False,
        ),
        (
            (
                r"N(?: -)? (?:places? |spots? |positions? |rungs? )?(?:from|"
                r"below|behind|off|adrift of) (?:the )?"
                r"(?:top|first|leaders?|summit|winners?|champions?)(?: place| spot)?"
            ),
            1,
            False,
        ),
        (r"(?:immediately|directly|right|just) (?:behind|below|after|under) (?:the )?N", 1, True),
        (
            (
                r"(?:immediately|directly|right|just) (?:behind|below|after|under) (?:the )?"
                r"number (?:- )?N"
            ),
            1,
            False,
        ),
        (
            r"(?:immediately|directly|right|just) (?:ahead of|above|before|in front of) (?:the )?N",
            -1,
            True,
        ),
    )
)
_CUES: Final = re.compile(
    r"(?<= )(?:rank(?:s|ed|ing)?|plac(?:e|es|ed|ing)|"
    r"position(?:s|ed)?|seed(?:s|ed)?|finish(?:es|ed)?|"
    r"standing|stands|spot|slot|came|sits|lies|number|no|nr|"
    r"n\u00b0|n\u00ba|\u2116|num|platz|rang|puesto|posto|"
    r"posizione|"
    r"plek|tabellenplatz|posicion|#)(?: (?:at|in|as|is|was|were|"
    r"of|on|:|=|\.|,|#|\||-|the|overall|number|no|place|"
    r"position)){0,4}"
    rf" {NUMBER_MARK}(?= )"
)
_RANK_OF: Final = re.compile(
    r"(?<= )(?:rank|ranking|position|place|standing) of(?: [^\x01\x02 .,;|]+){1,6}"
    rf" (?:is|was|are|were|:|=) {NUMBER_MARK}(?= )"
)
"""`The rank of Sparta Gastec is ten`."""
_CUE_WORDS: Final = word_set(
    "rank ranks ranked ranking place places placed placing "
    "position positions positioned seed seeds "
    "seeded finish finishes finished standing stands spot slot "
    "came sits lies number no nr n\u00b0 n\u00ba \u2116 num "
    "platz "
    "rang puesto posto posizione plek tabellenplatz posicion #"
)
_NUMBERED: Final = word_set(
    "sail bib start shirt squad lane stall car house room flat phone serial track gate platform"
)
"""What has a number that is no place."""
_NOT_A_PLACE: Final = word_set(
    "quarter half time generation gen century party hand class "
    "aid edition season model phone version "
    "of floor person look glance impression impressions "
    "released announced introduced launched shown "
    "appeared opened established founded built year month day week minute hour decade instalment "
    "anniversary round stage leg thing half-year ever unveiled "
    "published played met signed name names "
    "street avenue grade birthday quartile language option "
    "choice chance attempt try draft parties few two three "
    "four five ten "
    "came mentioned reported issue volume chapter"
)
_NOT_AFTER: Final = frozenset({"at", "when", "every", "was", "were", "since", "is", "had", "has"})


def rank_phrases(line: Line) -> list[Quantity]:
    """The places that a line tells by words other than a plain ordinal."""
    found: list[Quantity] = []
    for pattern, place in _PHRASES:
        for match in pattern.finditer(line.skeleton):
            one, last = line.items[line.at(match.start())], line.items[line.at(match.end() - 1)]
            if (
                place == 1
                and line.skeleton[: match.start()].endswith((" behind ", " the ", " to "))
                and "leader" in match[0]
            ):
                continue
            if _TITLED.match(match[0]) and _OTHERS_TITLE.search(line.skeleton[: match.start()]):
                continue  # `lost to the champions`
            found.append(
                Quantity(one.start, last.end, (Decimal(place),), "words of place", rank=True)
            )
    found += places_outside(line)
    if NUMBER_MARK not in line.words:
        return found
    for pattern, step, ordinal in _BEHIND:
        for match in pattern.finditer(line.skeleton):
            items = line.items[line.at(match.start()) : line.at(match.end() - 1) + 1]
            number = [item.number for item in items if item.number is not None][-1]
            if ordinal and not number.ordinal:
                continue
            place_ = number.values[0] + step
            found.append(
                Quantity(items[0].start, items[-1].end, (place_,), "words of place", rank=True)
            )
    if not _CUE_WORDS.isdisjoint(line.words):
        for match in chain(_CUES.finditer(line.skeleton), _RANK_OF.finditer(line.skeleton)):
            item = line.items[line.at(match.end() - 1)]
            cue = line.at(match.start())
            if cue and line.items[cue - 1].text in _NUMBERED:
                continue
            if item.number is not None and not item.number.ordinal:
                start = line.items[line.at(match.start())].start
                found.append(
                    Quantity(start, item.end, item.number.values, "number of place", rank=True)
                )
    return found + counted_places(line)


def no_place(line: Line, at: int) -> bool:
    """Whether the ordinal at an item counts something else than a place: `the first quarter`."""
    items = line.items
    behind = items[at + 1].text if at + 1 < len(items) else ""
    if behind == "-" and at + 2 < len(items):
        behind = items[at + 2].text
        if behind in {"party", "hand", "class", "generation", "half", "quarter", "time"}:
            return True
    before = items[at - 1].text if at else ""
    return (
        behind in _NOT_A_PLACE
        or before in {"at", "when", "every"}
        or (before in _NOT_AFTER and behind.endswith("ed"))
    )
