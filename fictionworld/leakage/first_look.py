"""A first look at a plain text: which protected numbers and dates may be told in it.

Reading all numbers and dates of a text takes a millisecond; most texts hold a few that come near no
protected value. So the numbers that stand there as digits or as single words are collected, with
all that arithmetic might make of them, and compared with the values that would be right. What comes
near one is read in full, and so is every text with anything unusual in it: this look may take
something for told that is not, and never the other way round (a test says so).
"""

# Lists of words read best as words; dashes are looked for.
# ruff: noqa: SIM905, RUF001

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import MONTHS
from fictionworld.leakage.quantities.measures import DIMENSIONS, unit_of
from fictionworld.leakage.quantities.spelled import DIGIT_WORDS, ENGLISH, languages_of, triggers
from fictionworld.leakage.quantities.statements import STATEMENTS
from fictionworld.text.number_words import read_number_words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Seen", "seen_in"]

_PLAIN: Final = {
    **{ord(c): "-" for c in "–—−‐‑"}, **{ord(c): "'" for c in "’‘"}, **{ord(c): '"' for c in "“”„"},
    ord("…"): " ", ord("·"): " | ", ord("•"): " | ", ord("€"): " ", ord("£"): " ",
    ord("▲"): " ", ord("\u00a0"): " ", ord("\u202f"): " ",
}  # fmt: skip
_LETTER: Final = re.compile(r"[\u00c0-\u024f]")
_TOKEN: Final = re.compile(
    r"\d+(?:[.,'_/:-]\d+|[ -]{1,3}\d{1,3}(?!\d))*|[a-z\u00c0-\u024f]+|[^\sa-z\d]"
)
_PIECE: Final = re.compile(r"\d+")
_UNUSUAL: Final = frozenset(
    "lakh crore again dozen dozens gross score stone half halves halved doubled tripled"
    " anniversary birthday"
    " jubilee centenary bicentenary turned aged decade century fortnight doy hour hours quarter"
    " foot minor amount binary octal hex hexadecimal base begin begins beginning start starts"
    " starting opens digit digits figures clock every pair".split()
)
"""What tells values in ways that are not looked for here."""
_ODD_SIGN: Final = re.compile(r"[\^*=+%<>~\\\u0250-\uffff]")
_ODD_FIGURE: Final = re.compile(
    # what begins with a figure throughout is passed over quickly where there is none
    r"\d(?:0s\b| ?- ?\d ?- ?\d|\d?\. ?[ivx]{1,4}\. ?\d| ?['\"]"
    r"|(?!st\b|nd\b|rd\b|th\b|s\b)[a-z\u00c0-\u024f]|\d{9}| \d{3}\b|(?<!\w\d)(?:[ -]\d){2}"
    r"| (?:k|m|mn|mm|b|bn|mio|mrd|tn|thou)\b)"
)
_ENTITY: Final = re.compile(r"&[#a-z]")
_SCALED: Final = re.compile(r"\|.{0,400}\((?:m|k|bn|million|thousand)\b")
"""A table whose head says that its figures are thousands."""
_OF_THEM: Final = re.compile(
    r"\bof (?:them|these|those|which|whom)\b|\d out of\b"
    r"|:\s[^.:?\n]{2,48}(?:[,;]| /)\s[^.:?\n]{2,48}(?:[,;]|\s/| and)\s"
)
"""`Ten penalties, four of them saved`, `84 out of 100`, a list behind its heading."""
_ROMAN: Final = re.compile(r"\b[MDCLXVI]{2,15}\b")
_PLACES: Final = frozenset(
    "top tops topped topping head heads headed heading lead leads led leading leader leaders gold"
    " champion champions winner winners pole front frontrunner unbeaten unrivalled unmatched best"
    " highest runner runners silver vice behind beaten bettered next bronze podium last bottom foot"
    " penultimate outranked outranks surpassed trails trailing trailed medal lowest summit crown"
    " unsurpassed above below only higher faster better longer taller larger won wins win victory"
    " title final finalist finalists lost catch outside short shy off missed leaves leaving after"
    " look looks looked".split()
)
"""One of these stands in every phrase of place that holds no number."""
_ORDERS: Final = frozenset(
    "order standings ranking leaderboard placings classification podium".split()
)
"""What a list of names without numbers may rank them by."""
_FEASTS: Final = frozenset(
    "christmas xmas valentine valentines halloween patrick epiphany silvester sylvester fools fool"
    " boxing pi leap bastille wars independence women womens saints midsummer nicholas groundhog"
    " fawkes bonfire earth veterans armistice ides eve easter whit pentecost whitsun ascension"
    " corpus advent palm shrove thanksgiving".split()
)
_EDGES: Final = frozenset("last final opening closing eve end start beginning middle".split())
_STEPS: Final = frozenset(
    "before after than prior following eve past shy ahead from preceding later earlier plus minus"
    " next previous since ago year years".split()
)
_CUES: Final = frozenset(
    cue
    for one in STATEMENTS
    if one.form not in {"share", "ratio"}
    for cue in one.cues
    if cue.isalpha()
)
_EVERY: Final = frozenset({"a", "an", "one", "every", "each"})
_NO: Final = re.compile(r"\bno [a-z]+s\b|\bnone\b|\b(?:goal|score)less\b")
_FULL: Final = frozenset(
    "single lone both halves halved twins shared split"
    " twice double doubled doubles doubling triple tripled tripling treble trebled thrice quadruple"
    " quadrupled zeros zeroes noughts naughts plus squared cubed square cube root power together"
    " combined summed product multiply multiplying x rest remaining remainder else others lot all"
    " altogether whole except".split()
)
"""What makes a value of several numbers, in ways that are not looked for here."""
_SEASON: Final = re.compile(r"(?:19|20|21)\d\d[/-]\d\d")
"""`2033/34`: two years, and no number."""
_BESIDE: Final = 6
"""Words between a number and what makes arithmetic of it, at most."""
_APART: Final = 10
"""Words between two numbers that are put together, at most."""
_MOST: Final = 12
"""Numbers of a text that is looked at here."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a plain text may tell."""

    values: tuple[float, ...]
    """Every number that stands there, or that may be made of those, without sign; sorted."""
    years: frozenset[int]
    """Numbers that may be years, or their last two digits."""
    places: bool
    """Words of place stand there."""
    day: bool
    """A single day may be told."""
    bounds: bool
    """What stands there may be bounds of a value, or one of several that make it together."""
    nothing: bool
    """None of all this."""


_NOTHING: Final = Seen((), frozenset(), places=False, day=False, bounds=False, nothing=True)


def seen_in(text: str) -> Seen | None:  # noqa: PLR0912, PLR0915 - one reason after the other
    """What a text may tell; None where it has to be read in full."""
    lower = text.lower()
    if not lower.isascii():
        lower = lower.translate(_PLAIN)
        if not lower.isascii() and _LETTER.sub("a", lower).isascii() is False:
            return None
    if _is_odd(lower) or _ROMAN.search(text) is not None:
        return None
    tokens = _TOKEN.findall(lower)
    words = set(tokens)
    if not (_UNUSUAL.isdisjoint(words) and _ORDERS.isdisjoint(words)):
        return None
    values: set[float] = set()
    pieces: set[int] = set()
    years: set[int] = set()
    at: list[int] = []
    months = measured = longest = 0
    day = False
    for place, token in enumerate(tokens):
        if token[0].isdigit():
            if _SEASON.fullmatch(token):
                years |= {int(token[:4]), int(token[:4]) + 1}
                continue
            at.append(place)
            found = [int(piece) for piece in _PIECE.findall(token)]
            if len(found) > 4:
                return None
            pieces.update(found)
            longest = max(longest, *(len(piece) for piece in _PIECE.findall(token)))
            values |= _readings(token)
            day = day or _may_be_day(found)
            following = tokens[place + 1] if place + 1 < len(tokens) else ""
            measured += bool(following) and unit_of(following) in DIMENSIONS
            continue
        sort = _sort(token)
        if sort == "plain":
            continue
        if sort == "month":
            months += 1
        elif sort == "other":
            return None
        else:
            at.append(place)
            value = float(sort)
            values.add(value)
            pieces.add(int(value))
            following = tokens[place + 1] if place + 1 < len(tokens) else ""
            measured += bool(following) and unit_of(following) in DIMENSIONS
    if _NO.search(lower) is not None:
        values.add(0.0)
    places = not _PLACES.isdisjoint(words)
    feast = not _FEASTS.isdisjoint(words) or ("new" in words and "year" in words)
    if not words.isdisjoint({"of", ":"}) and _OF_THEM.search(lower) is not None:
        return None
    if not at:
        edges = bool(months) and not _EDGES.isdisjoint(words)
        if not (values or years or places or feast or edges):
            return _NOTHING
        return Seen(
            tuple(values), frozenset(years), places, feast or edges, bounds=False, nothing=False
        )
    if len(at) > _MOST or measured > 1 or not _FULL.isdisjoint(words):
        return None
    if any(
        not tokens[a][0].isdigit() and (b - a == 1 or tokens[a + 1 : b] == ["-"])
        for a, b in pairwise(at)
    ):
        return None  # number words in a row
    if any(c - a <= 4 for a, c in zip(at, at[2:], strict=False)):
        return None  # digit by digit, sums of several
    some_day = any(1 <= piece <= 31 for piece in pieces)
    day = (
        day or feast or longest >= 8
        or (months > 0 and (some_day or not _EDGES.isdisjoint(words)))
        or ("day" in words and len(at) > 1) or _WEEK.search(lower) is not None
    )  # fmt: skip
    years |= {piece for piece in pieces if piece < 3000}
    if longest >= 8:
        years.update(int(part) for part in _FOUR.findall(lower))
    if not _STEPS.isdisjoint(words):
        near = {1.0, *(value for value in values if value <= _SPAN and value == int(value))}
        years |= {y + int(n) for y in years if y > 999 for n in (*near, *(-n for n in near))}
    bounds = len(at) > 1
    if bounds:  # `between 4 and 6`
        said = sorted(values)
        values |= {(a + b) / 2 for a, b in pairwise(said) if b - a == 2}
        values |= {(a + b) / 2 for a, b in zip(said, said[2:], strict=False) if b - a == 2}
    values |= _made_of(tokens, at)
    clock = [60 * int(one[0]) + int(one[1]) for one in _CLOCK.findall(lower)]
    values |= {(b - a) % 1440 for a, b in pairwise(clock)}
    # any two that the words put together, and `12 fewer than Ash`, wherever Ash's are
    for a, b in combinations([max(_values(tokens[place])) for place in at], 2):
        values |= {a + b, abs(a - b), a * b}
        if a and b:
            values |= {a / b, b / a, 1 - min(a, b) / max(a, b)}
    return Seen(tuple(sorted(values)), frozenset(years), places, day, bounds, nothing=False)


def _is_odd(lower: str) -> bool:
    """Whether anything stands in a text, in small letters, that is not looked for here."""
    return (
        _ODD_SIGN.search(lower) is not None
        or _ODD_FIGURE.search(lower) is not None
        or ("&" in lower and _ENTITY.search(lower) is not None)
        or ("|" in lower and "(" in lower and _SCALED.search(lower) is not None)
        or "give or " in lower
    )


_FOUR: Final = re.compile(r"(?=(\d{4}))")
_CLOCK: Final = re.compile(r"(?<!\d)(\d{1,2}):(\d\d)(?!\d)")
_SPAN: Final = 400


_WEEK: Final = re.compile(r"\bw(?:eek ?)?\d")


@lru_cache(1 << 14)
def _sort(token: str) -> str:
    """`plain`, `month`, `other` (to be read in full), or the value of a number word."""
    if not token.isalpha():
        return "plain"
    if token in MONTHS:
        return "month"
    if token in DIGIT_WORDS:
        return str(DIGIT_WORDS[token])
    if token in ENGLISH:
        found = read_number_words(token)
        return "other" if found is None or not 0 <= found[0] < 100 else str(found[0])
    if triggers(token) or languages_of(token):
        return "other"
    return "plain"


def _readings(token: str) -> set[float]:
    """All that digits may mean: `1,298` is 1298, 1.298, and 1 and 298."""
    pieces = _PIECE.findall(token)
    found: set[float] = set()
    for start in range(len(pieces)):
        joined = ""
        for end in range(start, len(pieces)):
            if joined:
                found.add(float(f"{joined}.{pieces[end]}"))
            joined += pieces[end]
            found.add(float(joined))
    if token[:1] in ".,":
        found.add(float(f"0.{pieces[0]}"))
    return found


def _values(token: str) -> list[float]:
    """What a number of a text may be."""
    return list(_readings(token)) if token[0].isdigit() else [float(_sort(token))]


def _may_be_day(pieces: list[int]) -> bool:
    """Whether digits with signs between them may be a date: `14/03/2029`, `14.3.`, `2029-073`."""
    if len(pieces) < 2:
        return False
    if len(pieces) > 2:
        return any(1 <= piece <= 31 for piece in pieces)
    a, b = pieces
    return (1 <= a <= 31 and 1 <= b <= 31) or (1000 <= a <= 2999 and b <= 366 and b > 99)


def _made_of(tokens: Sequence[str], at: Sequence[int]) -> set[float]:
    """Shares of two numbers, and what arithmetic makes where a word for it stands near."""
    made: set[float] = set()
    earlier: list[tuple[int, list[float]]] = []
    shares = "percent" in tokens or "cent" in tokens
    for place in at:
        token = tokens[place]
        own = _values(token)
        cues = not _CUES.isdisjoint(tokens[max(0, place - _BESIDE) : place + _BESIDE + 1])
        if not _EVERY.isdisjoint(tokens[max(0, place - 2) : place]):
            made.update(1 / a for a in own if a)
        if shares:
            made.update(100 - a for a in own if a <= 100)
        pairs = [(a, b) for a in own for b in own if a != b]  # 3/4 is one token
        signed = False
        for last, before in earlier[-2:]:
            # a year or so may stand between the two
            if place - last - 1 <= _APART + 2:
                pairs += [(a, b) for a in before for b in own]
            signed = signed or place - last - 1 <= 3
        for a, b in pairs:
            made.update((a + b, a + b / 100))
            if shares:
                made.add(a * b / 100)
            if a and b:
                made.update((100 * abs(a - b) / a, 100 * abs(a - b) / b))
                made.update((a / b, b / a, a / (a + b)))
        if cues or signed:
            for a, b in pairs:
                made.update((abs(a - b), a * b, (a + b) / 2, abs(a - b / 100)))
                made.add(abs(b - a / 100))
                made.update((a * (1 + b / 100), a * abs(1 - b / 100)))
                made.update((b * (1 + a / 100), b * abs(1 - a / 100)))
        if cues:
            for a in own:
                made.update(
                    (
                        a + 0.01,
                        a - 0.01,
                        a + 1,
                        abs(a - 1),
                        2 * a,
                        3 * a,
                        4 * a,
                        a / 2,
                        a / 3,
                        a / 4,
                    )
                )
        earlier.append((place, own))
    whole = [max(own) for _, own in earlier]  # of `1,298` the whole number
    made.update(sum(whole[a:b]) for a in range(len(whole)) for b in range(a + 3, len(whole) + 1))
    return made
