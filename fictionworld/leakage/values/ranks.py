"""Places in an order: `3rd`, `No. 3`, `ranked third of twenty`, `runner-up`, `second only to`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fictionworld.leakage.values.quantities import Quantity
from fictionworld.text.dates import MONTHS


class RankMention(NamedTuple):
    """One place in an order that a text names."""

    start: int
    end: int
    value: int
    form: str


_TABLE: Final = (
    r"(?:the |this |its |their )?(?:[a-z]+ )?(?:table|league|list|rankings?|charts?|standings|order"
    r"|group|field|pack|division|class|leaderboard)"
)
_PHRASES: Final = tuple(
    (re.compile(rf"(?<![\w-])(?:{text})(?![\w-])"), place)
    for text, place in (
        (
            (
                rf"(?:at the )?(?:top|head|summit) of {_TABLE}|(?:tops|topped|leads|led|heads"
                rf"|headed)"
                rf" {_TABLE}|(?:league|table|overall|market) leaders?|table[- ]toppers?"
                rf"|gold(?: medal"
                r"(?:list|s)?)?|champions?|winners?|pole(?: position)?|front-?runner|unbeaten"
                r"|second to none|top[- ](?:spot|place|position|slot|rank|seed|ranked)"
                r"|(?:highest|best)[- ](?:ranked|placed)|won(?= the | by | in |[.,])"
                r"|ahead of (?:everyone|all (?:the )?others?|every other [a-z]+)"
            ),
            1,
        ),
        (
            (
                r"(?:beaten|losing) finalists?|lost (?:in )?the final(?! [a-z])|runners?[- ]up"
                r"|silver(?: medal(?:list|s)?)?|vice[- ]champions?|second only to|behind only"
                r"|los(?:t|ing) only to|beaten only by|(?:just|right"
                r"|directly) behind the (?:league "
                r"|table )?(?:leaders?|winners?|champions?)|second[- ]best|next to first"
            ),
            2,
        ),
        (
            (
                r"bronze(?: medal(?:list|s)?)?|third only to|(?:last|lowest|bottom|final) (?:step"
                r"|place"
                r"|spot)"
                r" (?:of|on) the podium|(?:completes|completed|rounds off"
                r"|rounded off) the (?:podium"
                r"|top three)|behind only (?:2|two)(?: [a-z]+)?"
            ),
            3,
        ),
        (r"just (?:off|outside|missed) the podium|just missed out on the podium", 4),
    )
)
_OTHERS_TITLE: Final = re.compile(
    r"\b(?:to|against|beat|beats|over|versus|vs|facing|faced|met|than|reigning|defending|former"
    r"|past|previous|future|ex)[- ](?:the |last |this |year's |\d+ |reigning |defending |eventual "
    r"|league |cup )*$"
)
_LAST_OF: Final = re.compile(
    r"\b(?:last|bottom|foot) (?:of|out of|among|in a field of|in) (?:the |a |all )?(?P<n>\d{1,4})\b"
)
_NUMBERED: Final = re.compile(
    r"\b(?:rank(?:s|ed|ing)?|plac(?:e|es|ed|ing)|position(?:ed)?|pos|seed(?:ed)?|finish(?:ed|es"
    r"|ing)?|came(?: in)?|standings?|platz|rang|puesto|posizione|spot|slot|world|number|no|nr|#)"
    r"(?:\s?[:=|.#]|\s(?:is|was|at|as|in|of|number|no\.?|place|position|nr\.?|the))*\s?[#*\"']{0,2}"
    r"(?P<n>\d{1,5})(?![\d.,]\d|\d|(?:st|nd|rd|th)|\s?(?:%|points?|people|goals|votes))"
)
_OUT_OF: Final = re.compile(
    r"(?<![\d.,/-])(?P<n>\d{1,4})(?:\s?/\s?|\s(?:of|out of)\s(?:the )?)\d{1,5}\b"
)
_MONTH_NAMES: Final = "|".join(MONTHS).lower()
_NO_PLACE: Final = re.compile(
    r"[\s-](?:half|quarters?|party|hand|class|generation|time|times|century|floor|day|days|week"
    r"|month|year"
    r"|years|season|edition|anniversary|birthday|round|stage|leg|attempt|try|draft|child|son"
    r"|daughter"
    r"|match|game|race|goal|album|book|novel|film|song|track|episode|chapter|volume|issue|visit"
    rf"|look|glance|meeting|title|win|victory|term|street|avenue|grade|degree|of (?:{_MONTH_NAMES})"
    r"|to|in a row|consecutive"
    r"|straight|such|successive|new|person|thing|million|thousand"
    r"|released|announced|opened|published|played|met|founded|built|appeared|set|bus|train|car|boat"
    r"|appearance|concert|show|performance|bridge|store|shop|branch|version|language|word|step"
    r"|minute"
    rf"|hour|second|name|choice|option|place winner|{_MONTH_NAMES.replace('|may|', '|')})\b"
)
_NOT_A_PLACE_BEFORE: Final = re.compile(
    r"\b(?:at|when|every|on the|since the|in the|for the|his|her)\s$"
)
_PLACE_BEHIND: Final = re.compile(
    r"[\s-](?:place|position|spot|rank|seed|overall|in the|of|out of|among|from)\b"
)


def read_places(text: str, quantities: list[Quantity]) -> list[RankMention]:
    """The places that a text in small letters names, each once at its spot."""
    found: dict[int, RankMention] = {}
    for one in quantities:
        if not one.ordinal or one.values[0] > 99_999:
            continue
        behind = _PLACE_BEHIND.match(text, one.end)
        if not behind and _NO_PLACE.match(text, one.end):
            continue
        if not behind and _NOT_A_PLACE_BEFORE.search(text[max(0, one.start - 12) : one.start]):
            continue
        found[one.start] = RankMention(one.start, one.end, int(one.values[0]), "ordinal")
    for pattern, form in (
        (_LAST_OF, "last of all"),
        (_NUMBERED, "place number"),
        (_OUT_OF, "one of all"),
    ):
        for match in pattern.finditer(text):
            found.setdefault(match.start("n"), RankMention(*match.span(), int(match["n"]), form))
    for pattern, place in _PHRASES:
        for match in pattern.finditer(text):
            if place > 1 or not _OTHERS_TITLE.search(
                text[max(0, match.start() - 40) : match.start()]
            ):
                found.setdefault(match.start(), RankMention(*match.span(), place, "words of place"))
    return sorted(found.values())
