"""Figures that only number things: pages, drawings, rooms, telephones, files, items of a list.

Such a figure may equal a value, and tells it no more than `IMG_3318.jpg` tells a height. Words
beside it say so, its shape, or the file name or address in which it stands. Where the column is of
such numbers itself (a room, a route), its words stand there, and they are let pass.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.labels import LABELS
from fictionworld.leakage.readings.key_words import words_of_key

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["only_numbers"]

_THINGS: Final = (
    "order ticket serial pin suite patch routing text http turned aged level channel round"
    " matchday week day lap stage heat table ch bridge hall ward exhibit exhibition opus op act"
    " house flat berth dock train cabin deck row cell lane enclosure grave plot well shaft tunnel"
    " stop point register registration company permit certificate policy account iban doi key stand"
    " booth window result commit quiz puzzle episode season lesson clause bill motion"
    " resolution mile kilometre kilometer camp hut hole buoy grade size copyright seat chair"
    " asteroid comet batch folder drawing artwork"
)
"""Things with numbers whose words stand before quantities too."""
_NAMES: Final = "|".join(
    sorted(
        {*(word for word in LABELS if word.isalpha()), *_THINGS.split()}, key=lambda w: (-len(w), w)
    )
)
_BEFORE: Final = re.compile(
    rf"(?:\b(?P<thing>{_NAMES}|exit code|bus line|image result|pull request"
    r"|p\.? ?o\.? box|post ?code|licen[cs]e|refs|pages)(?:\s(?:number|no|nr|nos|num))?\.?"
    r"|\u00a9(?:\s?copyright)?|\(c\)|\u00a7+|(?:IMG|DSC[NF]?|PICT|MVI)"
    r"|(?:number|nr|nos?)\b\.?(?:\s\d+\sof)?|\u2116)\s?[#:_-]?\s?$",
    re.IGNORECASE,
)
_NO_YEAR: Final = re.compile(
    r"(?:\b(?:lot|batch|pages?|pp?\.|copyright|isbn|room|refs?\.?|form|article|sku|order|part"
    r"|drawing|phone|tel\.?|call|dial|code|error|entry|invoice|item|asteroid|comet|bus|route|model"
    r"|pin|ext\.?|extension|box|file|folder|shelf)(?:\s(?:no|nr|number)\.?)?"
    r"|\u00a9(?:\s?copyright)?|\(c\))\s?[#:]?\s?$",
    re.IGNORECASE,
)
_QUANTITY: Final = re.compile(r"\d[,'\u2009 ]\d{3}(?!\d)|\d\s?(?:k|m|bn|[a-z]{5,})\b|%")
"""`137k`, `3.1 million`: nothing is numbered so."""
_PART_OF: Final = re.compile(
    r"\b(?:page|part|annex|table|section|volume|chapter|step|result|image|photo|slide|episode"
    r"|post|sheet|question)s?\s(?:result\s)?\d+(?:\s?(?:of|/)\s?\d+)?|\(\d+ of \d+\)",
    re.IGNORECASE,
)
_TELEPHONE: Final = re.compile(r"(?:\+|\b0)\d{1,4}(?:[ /-]\d{2,4}){1,4}\b")
_STREET: Final = re.compile(r"[A-Za-z]\s\d{1,4}[a-z]?,\s$|(?:^|[,;]\s)(?:[A-Z]{1,2}-)$")
_ROAD: Final = re.compile(
    r"(?:street|road|lane|square|avenue|st|rd|way|strasse|stra\u00dfe|platz|weg|quay)\.?,\s*$",
    re.IGNORECASE,
)
_TOWN: Final = re.compile(r"\s[A-Z][^\W\d_]+(?=[\s]*[.,;\n]|\s*$)")
_BY: Final = re.compile(r"\s?[x\u00d7]\s?\d{2,5}(?:\s?(?:px|pixels?)\b|(?!\s?[a-z\d.,]))")
_BEFORE_BY: Final = re.compile(r"\d{2,}\s?[x\u00d7]\s?$")
"""The other side of an image: `1280 x 720`."""
_SIDES: Final = re.compile(r"width|height|size|resolution|dimensions|format|depth")
_ITEM_BEFORE: Final = re.compile(r"(?:^|\n)[ \t>]{0,8}(?:#{1,6} )?(?:[-*] )?(?:\d{1,2}\.){0,3}$")
_ITEM_AFTER: Final = re.compile(
    r"(?:(?:\.\d{1,2}){0,3}[.)]|(?<=\d)(?:\.\d{1,2}){1,3}) {1,3}[^\W\d]"
)
_CODE_BEFORE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{1,5}[-/]$|(?<![\d,.])\d{1,4}-(?:\d{1,4}-)?$")
_CODE_AFTER: Final = re.compile(
    r"[-/](?:[A-Z](?![A-Za-z])|\d{1,5}-|\d{1,5}/[A-Z])|-\d{2,5}(?![\d\s]|\s?[a-z])"
    r"|/[abce-gi-km-rt-z]\b"
)
_SHORT_FORM: Final = re.compile(r"\b(?:ff?|pl|reg)\. ?(?:no\.? ?)?$", re.IGNORECASE)
_REACH: Final = 120
_TOKEN_LEFT: Final = re.compile(r"[\w.+%~=-]*$")
_TOKEN_RIGHT: Final = re.compile(r"[\w.+%~=-]*")
_FILE: Final = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|tiff?|heic|raw|mp[34]|mov|avi|wav|docx?|xlsx?|pptx?|odt|zip"
    r"|txt|csv|html?|php|epub)\b",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(
    r"(?:https?://|www\.)[^\s<>\"']*$|[\w-]+\.(?:example|com|org|net)/[^\s<>\"']*$"
)
_PATH: Final = re.compile(r"(?:\w\.\w{2,}|^|\s)(?:/[^\s/]*){0,9}/(?P<last>[^\s/]*)/$")
_OF_PAGES: Final = frozenset({"news", "watch", "story", "view", "show", "blog", "wiki", "archive"})
_WHOLE_ADDRESS: Final = re.compile(r"[^\s<>\"']*")
_SEGMENT: Final = re.compile(r"[/?&#;]")
_UNIT: Final = re.compile(
    r"\d[_ .-]?(?:m|km|cm|mm|kg|g|t|l|ml|mah|w|kw|mw|gwh|mwh|kwh|hp|ps|kmh|mph|knots?|kn|min"
    r"|h|hours?|days?|crowns?|eur|usd|percent|pct|metres?|meters?|tonnes?|litres?|ha|seats|visitors"
    r"|people|hm3|m3|km2)(?![a-z])|(?:eur|usd)[_-]?\d|\d%",
    re.IGNORECASE,
)


def only_numbers(text: str, start: int, end: int, asked: Asked) -> bool:
    """Whether the figure at `text[start:end]` only numbers something."""
    if not text[start : start + 1].isdigit():
        if _FORM.match(text, start) and not _own_in(text[start : end + 24], _own_of(asked)):
            return True
        return _in_an_address(text, start, end, asked)
    if asked.answer.type == "date":
        dates = all(c.isdigit() or c in "/-." for c in text[start:end])
        if dates and _NO_YEAR.search(text, max(0, start - 24), start):
            return True
    elif _is_numbered(text, start, end, asked) or (
        asked.answer.type != "rank" and _by_its_shape(text, start, end, asked)
    ):
        return True
    return _in_an_address(text, start, end, asked)


_FORM: Final = re.compile(
    r"one (?:single )?(?:markdown )?(?:table|line|row|cell|list|sentence|block|decimal)\b",
    re.IGNORECASE,
)
"""`one Markdown table`: in which form an answer is wanted."""


_SEASON: Final = re.compile(r"(?:19|20|21)(\d\d)/(\d\d)\b")
"""`2015/16`: the second year of a season, and no sixteen."""


def _own_of(asked: Asked) -> re.Pattern[str] | None:
    return asked.own


def _is_numbered(text: str, start: int, end: int, asked: Asked) -> bool:
    """Whether the words beside a figure say that it is the number of something."""
    own = _own_of(asked)
    before = text[max(0, start - 32) : start]
    season = _SEASON.match(text, max(0, start - 5))
    if season and season.start(2) == start and (int(season[1]) + 1) % 100 == int(season[2]):
        return True
    for match in _PART_OF.finditer(text, max(0, start - 24), min(len(text), end + 12)):
        if match.start() <= start and end <= match.end() and not _own_in(match[0], own):
            return True
    found = _BEFORE.search(before)
    if found and not _own_in(found[0], own) and not _QUANTITY.search(text[start:end]):
        thing = (found["thing"] or "").lower()
        named = (*asked.subject.words, *words_of_key(asked.answer.column))
        if not thing or thing not in named:
            return True
    for match in _TELEPHONE.finditer(text, max(0, start - 16), min(len(text), end + 16)):
        if match.start() < start < match.end() and sum(c.isdigit() for c in match[0]) >= 7:
            return True
    if _STREET.search(before) and re.match(r"\s[A-Z][a-z]", text[end : end + 3]):
        return True
    postcode = 4 <= end - start <= 6 and _ROAD.search(before) is not None
    return postcode and _TOWN.match(text, end) is not None


def _by_its_shape(text: str, start: int, end: int, asked: Asked) -> bool:
    """`3. Opening`, `AB-3318`, `3318/B`, `0042`, `1280 x 720`, `pl. 43`."""
    said, column = text[start:end], asked.answer.column.lower()
    before, after = text[max(0, start - 24) : start], text[end : end + 12]
    if said.isdigit() and (
        (len(said) > 3 and said.startswith("00"))
        or (_ITEM_BEFORE.search(before) and _ITEM_AFTER.match(after))
    ):
        return True
    if re.search(r"[A-Za-z]-$", before):
        return True
    if "-" not in said and "/" not in said:
        if _CODE_BEFORE.search(before) or _CODE_AFTER.match(after):
            return True
        if (_BY.match(after) or _BEFORE_BY.search(before)) and not _SIDES.search(column):
            return True
    return _SHORT_FORM.search(before) is not None and "folio" not in column


def _in_an_address(text: str, start: int, end: int, asked: Asked) -> bool:
    """Whether it stands in a file name or an address that does not say what it is of."""
    low = max(0, start - _REACH)
    address = _ADDRESS.search(text, low, start)
    left = _TOKEN_LEFT.search(text, low, start)
    right = _TOKEN_RIGHT.match(text, end, end + _REACH)
    if left is None or right is None:
        return False
    token = text[left.start() : right.end()]
    if address is not None:
        if start <= address.start() + 8:
            return False
        if asked.answer.type == "date":
            # the words of a story stand behind its day: `/2030/05/23/opening-night`
            rest = _WHOLE_ADDRESS.match(text, end, end + _REACH)
            token = text[address.start() : end] + (rest[0] if rest else "")
        else:
            segment = _SEGMENT.split(text[address.start() : start])[-1]
            token = segment + text[start:end] + _SEGMENT.split(right[0])[0]
    elif _FILE.search(token) is None:
        return text[start - 1 : start] == "/" and _numbers_pages(text, low, start)
    if _UNIT.search(token):
        return False
    own = asked.own
    label = set(words_of_key(asked.answer.column))
    words = [w for w in words_of_key(token) if w not in asked.subject.words]
    return not (
        label.intersection(w for w in words if len(w) > 2)
        or (own is not None and any(own.fullmatch(w) for w in words))
    )


def _numbers_pages(text: str, low: int, start: int) -> bool:
    """Whether a part of a path says that a number of a page follows: `/a/37`, `/posts/37`."""
    path = _PATH.search(text, low, start)
    if path is None:
        return False
    part = path["last"].lower()
    return len(part) < 3 or part in _OF_PAGES or part in LABELS or part.rstrip("s") in LABELS


def _own_in(said: str, own: re.Pattern[str] | None) -> bool:
    return own is not None and own.search(said.lower()) is not None
