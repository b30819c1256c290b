"""Places in an order that the subject's name has a part in: `3. Norrvik`, `only two are taller than
Norrvik`, and superlatives of other languages that hold their place: `zweithöchste`.
"""

# Lists of words read best as words; names are written with typographic apostrophes too.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.thesaurus.cues import word_pattern
from fictionworld.leakage.values.ordered import find_sorted, orders_nothing
from fictionworld.leakage.values.orderings import find_in_order, find_left
from fictionworld.leakage.values.ranking import count_of, find_behind_others

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["find_placed"]

_LIST_GAP: Final = re.compile(r"(?:[.)]\s{1,2}|\s?\|\s?)(?:[Tt]he\s)?")
_MORE: Final = re.compile(
    r"\b(?P<more>[a-z]{2,9}er(?:\s(?:up|off|placed))?\sthan|more\s[a-z]+\sthan|above|ahead of)\s"
    r"(?:(?:the|our|its|their)\s)?(?=[A-Z])"
)
_COUNTED: Final = re.compile(
    r"\b(?:(?P<only>only|just|exactly|not|list|lists)\s)?(?:an?\s|the\s)?"
    r"(?P<n>\d{1,3}|[a-z]{2,9}(?:-[a-z]{3,5})?)\b(?!')",
    re.IGNORECASE,
)
_RANKS: Final = re.compile(
    r"\b(?:place[ds]?|rank\w*|finish\w*|came|come|ended|stood|stands?|rated|scored|is|are|was"
    r"|were)\b"
)
"""What makes `above` a place in an order."""
_ONLY_SO_MANY: Final = re.compile(
    r"\b(?:[Oo]nly|[Jj]ust|[Ee]xactly)\s(?:[a-z]+|\d{1,3})\s[a-z]+\s"
    r"(?!(?:lay|lies?|loomed|remain\w*|await\w*|wait\w*|rose|hung)\b)"
)
_BUT_THE_WINNER: Final = re.compile(
    r"\b(?:[Oo]nly|[Jj]ust|(?:[Nn]obody|[Nn]o one|[Nn]one|[Nn]o [a-z]+) (?:but|except|save))\s"
    r"(?:the\s)?(?:eventual\s)?(?:winners?|champions?|victors?)\b"
)
_ONLY: Final = re.compile(r"\b(?:[Oo]nly|[Jj]ust|[Ee]xactly)\s(?=(?:the\s)?[A-Z])")
_ALL_BUT: Final = re.compile(
    r"\b(?:[a-z]{2,9}er|more\s[a-z]+)\sthan\sall\s(?:but|except|save)\s(?P<n>\d{1,3}|[a-z]+)\b"
)
_NAMES: Final = re.compile(
    r"^(?:the\s)?[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*(?P<two>\sand\s(?:the\s)?[A-Z][\w'’-]*)?"
)
_NAME: Final = r"(?:[Tt]he\s)?[A-Z][\w'’.-]*(?:\s(?:of\s|de\s|do\s)?[A-Z0-9][\w'’.-]*)*"
_LISTED: Final = re.compile(
    rf"\b(?:[Oo]nly|[Jj]ust)\s(?P<names>{_NAME}(?:,\s{_NAME}){{0,12}},?\s(?:and|&)\s{_NAME})\s"
    r"(?:[a-z]+\s){0,4}?(?:above|ahead of|better than|higher than|before|in front of)\s"
    r"(?:the\s)?(?=[A-Z])"
)
_OUTDO: Final = re.compile(
    r"\b(?:out[a-z]{2,9}(?:ed|ld|an|s|nt|t|w)|beat|bettered|surpassed|topped|exceed(?:s|ed)"
    r"|could (?:catch|beat|match|touch|overtake|better|top)|overtook|finished before"
    r"|came in before|(?:did|was|were|is|are) better than)"
    r"\s(?:the\s|our\s)?(?=[A-Z])"
)
_LAST: Final = re.compile(
    r"\b(?:came|finished|ended|placed|is|was|lay|stood|ranked|crossed the line|home)\s"
    r"(?:it\s|the\s(?:\d{4}\s)?(?:season|race|year|event)\s)?(?:in\s|up\s|home\s|dead\s|at\s){0,2}(?:the\s)?"
    r"(?P<nearly>(?:second|third|fourth|fifth)[- ](?:(?:to|from)[- ](?:the[- ])?)?|next to )?"
    r"(?:very\s)?(?:last|bottom)(?:\sbut\s(?P<but>one|two|three))?"
    r"(?:\s(?:of|in)\s(?:the\s|a\s)?(?:table|field|league|standings|list|ranking|division)(?=\sof))?"
    r"(?:\s(?:of|among)\s(?:all\s|the\s){0,2}(?P<of>\d{1,3}|[a-z]+))?"
)
_FIELD: Final = re.compile(
    r"(?<![\w.,])(?!(?:[Tt]he|[Aa]ll|[Ii]ts|[Oo]ur)\b)(?P<n>\d{1,3}|[A-Za-z]{3,9}(?:-[a-z]{3,5})?)\s"
    r"(?:[a-z]+\s)?(?:stood|ran|raced|started|competed|entered|finished|finishers|yachts|horses|ponies|dogs"
    r"|took part|sailed|swam|rode|candidates|runners|teams|clubs|entrants|boats|crews|riders|cars"
    r"|swimmers|contestants|starters|players|schools|towns|choirs)\b"
)
_FROM_LAST: Final = {"second": 1, "next": 1, "third": 2, "fourth": 3, "fifth": 4}
_DOWN: Final = frozenset(
    "lower smaller shorter lighter slower weaker fewer later younger cheaper other".split()
)
_GERMAN: Final = {
    "zweit": 2, "dritt": 3, "viert": 4, "funft": 5, "fuenft": 5, "sechst": 6, "siebt": 7,
    "acht": 8, "neunt": 9, "zehnt": 10, "elft": 11, "zwolft": 12, "zwoelft": 12,
}  # fmt: skip
_GERMAN_SUPERLATIVE: Final = re.compile(
    rf"(?<![a-z])(?P<n>{'|'.join(_GERMAN)})"
    r"(?:hoch|hoech|grosst|groesst|gros|langst|laengst|best|meist|schnell|altest|aeltest|schwer"
    r"|breit|tief|jungst|juengst|teuer|kleinst|stark|reich)[a-z]{1,6}(?![a-z])",
    re.IGNORECASE,
)


def find_placed(text: str, asked: Asked) -> list[Hit]:
    """The places of `text`, of plain letters, that tell the subject's rank by its name."""
    value, pattern = asked.answer.value.strip(), asked.subject.pattern
    digits = re.match(r"(?:no\.?\s?)?(\d{1,4})", value.lower())
    if digits is None:
        return []
    rank = int(digits[1])
    found = [
        Hit(*match.span(), "ordinal of another language", alone=False)
        for match in _GERMAN_SUPERLATIVE.finditer(text)
        if _GERMAN[match["n"].lower()] == rank
    ]
    found += [
        Hit(*match.span(), "words of place", alone=False)
        for match in _ALL_BUT.finditer(text)
        if count_of(match["n"]) == rank - 1
    ]
    if pattern is None:
        return found
    for match in re.finditer(rf"(?<![\w.,:/-]){rank}(?=[.)]\s{{1,2}}|\s?\|)", text):
        beside = _LIST_GAP.match(text, match.end())
        if (
            beside is not None
            and _named(text, beside.end(), asked)
            and not orders_nothing(text, match.start())
        ):
            found.append(Hit(*match.span(), "numbered list", alone=False))
    found += _outdone(text, asked, rank) + find_behind_others(text, asked, rank)
    found += find_in_order(text, asked, rank) + find_left(text, asked, rank)
    if rank in _STEPS.values():
        found += _left_on_podium(text, asked, rank)
    return found + find_sorted(text, asked, rank)


_PODIUM: Final = re.compile(
    r"\b(?:podium|(?:a|the|one of the|among the) medal(?:s|list|lists)?|top three|first three)\b"
)
_CLOSE: Final = re.compile(r"[.;\n]")
_NEITHER: Final = re.compile(r"\b(?:[Nn]either|[Nn]ot?|[Nn]or|[Nn]ever|without)\b")
_STEPS: Final = {
    "won": 1, "win": 1, "winning": 1, "first": 1, "gold": 1, "victory": 1, "second": 2, "silver": 2,
    "runner-up": 2, "third": 3, "bronze": 3,
}  # fmt: skip
_STEP: Final = re.compile(r"\b(?:" + "|".join(_STEPS) + r")\b")


def _left_on_podium(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`X was on the podium. She neither won nor came third`: second."""
    found = []
    for podium in _PODIUM.finditer(text):
        low = max(0, podium.start() - 90)
        if not any(m.own for m in asked.subject.mentions(text, low, podium.start())):
            continue
        denied = _NEITHER.search(text, podium.end(), podium.end() + 120)
        if denied is None:
            continue
        end = min(_sentence_end(text, denied.end()), denied.end() + 80)
        places = {_STEPS[m[0]] for m in _STEP.finditer(text, denied.end(), end)}
        if {1, 2, 3} - places == {rank} and len(places) > 1:
            found.append(Hit(podium.start(), end, "words of place", alone=False))
    return found


def _outdone(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`only the Aar is longer than SUBJECT`, `two towers stand taller than SUBJECT`."""
    found = []
    for match in _MORE.finditer(text):
        through = _through(text, match.end(), asked)
        if match["more"].split()[0] in _DOWN or through is None or _more_of(match, asked):
            continue
        if _how_many(text, match.start()) == rank - 1:
            found.append(Hit(match.start(), through, "words of place", alone=False))
    found += _last(text, asked, rank) + (_won(text, asked) if rank == 1 else [])
    for match in re.finditer(r"[^.;:,\n]{1,200}", text):
        if _OUTDO.search(match[0]):
            found += _outdoing(text, match.start(), match.end(), asked, rank)
    for match in _LISTED.finditer(text):
        many = len(re.findall(r",\s(?!and)|\sand\s|\s&\s", match["names"])) + 1
        through = _through(text, match.end(), asked)
        if many + 1 == rank and through is not None:
            found.append(Hit(match.start(), through, "words of place", alone=False))
    return found


def _more_of(match: re.Match[str], asked: Asked) -> bool:
    """`more benches than X`, where the order asked for is one by size."""
    more = match["more"].split()
    if more[0] != "more" or not re.search(r"\bby\s", asked.answer.column) or not asked.notions:
        return False
    return more[1] not in _GROUND and not word_pattern(asked.notions).search(more[1])


_FAR: Final = 5_000
_GROUND: Final = frozenset({"ground", "land", "space", "room", "water"})
_WON: Final = re.compile(
    r"\s(?:(?:who|which|has|have|had|also|duly|narrowly|easily|finally|comfortably|again|once)\s)*"
    r"(?:won|wins|triumphed (?:in|at)|was victorious in|took|takes|claimed|claims|lifted|lifts"
    r"|carried off|ran away with|walked away with)\s(?:the|this year's)\s"
    r"(?P<what>(?:[\w'\u2019-]+\s){0,4}?(?P<event>[a-z\u00df-\u017f]{3,}))(?![\w-])",
    re.IGNORECASE,
)
_VICTORY: Final = re.compile(
    r"\b(?:victory|first place|the win|top honours)\b(?P<what>[^.;:\n]{0,40}?)\s"
    r"(?:went|goes|fell|belonged|belongs) to (?:the )?(?=[A-Z])",
    re.IGNORECASE,
)
_EVENT: Final = frozenset(
    "final race title crown cup trophy championship championships contest competition tournament"
    " regatta election league derby marathon".split()
)
_PART: Final = re.compile(
    r"\b(?:heat|stage|leg|lap|round|semi|quarter|toss|first|second|third|opening|qualif\w+|match"
    r"|game|set|half|next|last|point|mountain|sprint|junior|reserve|audience|consolation|case)",
    re.IGNORECASE,
)


def _won(text: str, asked: Asked) -> list[Hit]:
    """`X won the final`, `victory in the final went to X`: first."""
    found = []
    own = asked.own
    for mention in asked.subject.mentions(text, 0, min(len(text), _FAR)):
        match = _WON.match(text, mention.end) if mention.own else None
        if match is None or _PART.search(match["what"]):
            continue
        event, won = match["event"].lower(), re.search(r"\bw(?:on|ins)\s", match[0])
        if event in _EVENT or (won and own is not None and own.search(event)):
            found.append(Hit(mention.start, match.end(), "words of place", alone=False))
    for match in _VICTORY.finditer(text):
        through = _through(text, match.end(), asked)
        if through is not None and not _PART.search(match["what"]):
            found.append(Hit(match.start(), through, "words of place", alone=False))
    return found


def _how_many(text: str, end: int) -> int | None:
    """How many a clause that ends at `end` counts or names: `exactly four runners were`."""
    clause = re.split(r"[.;:\n]", text[max(0, end - 100) : end])[-1]
    # `above` and `ahead of` are places on a map too, unless there are only so many
    many = text.startswith("ahead", end) and _ONLY_SO_MANY.search(clause)
    if text[end : end + 1] == "a" and not many and not _RANKS.search(clause):
        return None
    if _BUT_THE_WINNER.search(clause):
        return 1
    for match in reversed(list(_COUNTED.finditer(clause))):
        count = count_of(match["n"])
        if count is not None:
            negated = (match["only"] or "").lower() == "not"
            return 0 if negated and count == 1 else None if negated else count
    only = _ONLY.search(clause)
    if only is not None and (names := _NAMES.match(clause[only.end() :])) is not None:
        return 2 if names["two"] else 1
    return None


def _outdoing(text: str, start: int, end: int, asked: Asked, rank: int) -> list[Hit]:
    """`only the Aar outsold X`, `two ships outran X`, in one clause."""
    clause = text[start:end]
    verb = _OUTDO.search(clause)
    through = None if verb is None else _through(text, start + verb.end(), asked)
    if verb is None or through is None:
        return []
    who = clause[: verb.start()].strip()
    only = re.search(r"\b(?:only|just|(?:nobody|no one|none) but)\s", who, re.IGNORECASE)
    who = who[only.end() :] if only else who
    counted = re.match(r"(?:the\s)?(\d{1,3}|[A-Za-z]{3,6})(?:\s[a-z]|$)", who)
    many = count_of(counted[1]) if counted else None
    if many is None and only:
        names = _NAMES.match(who)
        many = 2 if names is not None and names["two"] else 1
    if many is None or many + 1 != rank:
        return []
    return [Hit(start + verb.start(), through, "words of place", alone=False)]


def _last(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`six ran, and X came in last`, `last but one of nine`: the end of a field of told size."""
    found = []
    for match in _LAST.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        if not any(m.own for m in asked.subject.mentions(before, 0, len(before))):
            continue
        many = count_of(match["of"] or "")
        if many is None:
            low, high = max(0, match.start() - 240), _sentence_end(text, match.end())
            sizes = [count_of(m["n"]) for m in _FIELD.finditer(text, low, high)]
            many = next((n for n in sizes if n), None)
        if many is None:
            continue
        nearly = (match["nearly"] or "").split("-")[0].split(" ")[0].lower()
        behind = _FROM_LAST.get(nearly, 0) or count_of(match["but"] or "") or 0
        if many - behind == rank:
            found.append(Hit(*match.span(), "words of place", alone=False))
    return found


def _sentence_end(text: str, at: int) -> int:
    close = _CLOSE.search(text, at)
    return close.start() if close else len(text)


def _named(text: str, at: int, asked: Asked) -> bool:
    return _through(text, at, asked) is not None


def _through(text: str, at: int, asked: Asked) -> int | None:
    """Where the subject's name ends, if it stands at a place; it belongs to what tells of it."""
    for mention in asked.subject.mentions(text, at, min(len(text), at + 60)):
        if mention.own and mention.start <= at + 4:
            return mention.end
    return None
