"""Finds statements of yes or no: that a subject has what a column asks for, or has it not.

A sentence tells by the column's own words with a verb of having, by other words for what the
column affirms or denies, or by a mark beside the words; negation around any of these turns it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.thesaurus.cues import STOPWORDS
from fictionworld.leakage.values.exceptions import is_excepted, left_by_only
from fictionworld.leakage.values.open_on import day_asked, find_open_on
from fictionworld.leakage.values.polarity import is_of_one, is_turned, marked, says
from fictionworld.leakage.values.predicates import predicate_of, stem_of, topic_words, words_asked
from fictionworld.leakage.values.properties import property_of
from fictionworld.leakage.values.replies import find_replies
from fictionworld.leakage.values.ticks import find_ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.names.subject import Subject

__all__ = ["find_truths"]

_YES: Final = frozenset({"yes", "true", "y", "1", "t", "ja", "oui", "si"})
_SENTENCE_END: Final = re.compile(r"[.!?;\n](?=[\"'\u201d\u2019)\]]{0,2}(?:[\s,}]|$))|\n")
_NO_DOUBT: Final = re.compile(
    r"\bcontrary to [^,.;]{4,48},|\bif it (?:rains|snows|is (?:wet|hot|cold|dry))\b"
    r"|\bwould (?=(?:cost|earn|get|mean)\b)"
    r"|\bt(?:ook|akes?|aking) (?:its|their|a heavy) toll\b"
    r"|\bwould be (?=(?:wrong|untrue|false|a mistake)\b)",
    re.IGNORECASE,
)
"""Words of doubt that leave none, and a saying."""
_EXCEPTING: Final = re.compile(
    r"\b(?:excep\w+|save|but|bar|barring|apart|aside|other than|excluding|leaving out|if not"
    r"|only|not so|outlier|odd one)\b",
    re.IGNORECASE,
)
_NEAR: Final = re.compile(
    r"\b(?:near|beside|opposite|close to|next to|(?:across|minutes|miles|far)"
    r"(?: [a-z]+){0,3} from|(?:partners|fans|friends|rivals|neighbours) of) (?:the |your )?$",
    re.IGNORECASE,
)
"""Before the subject: what is spoken of is something else."""
_THING: Final = re.compile(r"\W*(?:The|An?|Another|Her|His|Their|All|Some)\s[a-z]")
"""`The tunnel is free. X carries 300 cars`: a sentence that brings a subject of its own."""
_NONE_OF: Final = re.compile(r"\b(?:no|without|not an?|nor an?)\s(?:[a-z-]+\s)?$", re.IGNORECASE)
_FREE_OF: Final = re.compile(r"[- ](?:free\b(?! (?:of|to))|bans?\b)", re.IGNORECASE)
_DONE_TO: Final = re.compile(
    r"heated|renovated|refurbished|restored|retractable|closable|included|supplied|bundled"
    r"|covered|\b(?:is|was|been|has)\b",
    re.IGNORECASE,
)
"""May be said of one thing where the column is of another: `heated` of towels and of pools."""
_HAS: Final = re.compile(
    r"\b(?:ha(?:s|ve|d)|with|get|got|offers?|in|hat)\s(?:(?:an?|the|its|einen?|no)\s)?(?:[\w-]+\s)?$",
    re.IGNORECASE,
)
_MODIFIES: Final = re.compile(r"[a-z]+(?:[ai]ble|less|al|ic)")
"""A word that tells one thing from others of its name: any roof is no `retractable roof`."""


class _Claim(NamedTuple):
    """A place that says yes or no, the sentence it stands in, and whether by a word of denial."""

    hit: Hit
    sentence: int
    said: bool
    denying: bool


def find_truths(text: str, answer: Answer, subject: Subject | None = None) -> list[Hit]:
    """The places that state the answer's yes or no; what says the opposite is passed over.

    Args:
        text: A reading.
        answer: Yes or no, and of what.
        subject: Whom an exception may set apart: what is said of all others is not said of it.
    """
    wanted = answer.value.strip().lower() in _YES
    text = _NO_DOUBT.sub(lambda said: " " * len(said[0]), text)
    if subject is None:
        return _stated(text, answer.column, wanted=wanted)
    if not _EXCEPTING.search(text):
        hits = _stated(text, answer.column, wanted=wanted)
        return [hit for hit in hits if not _of_another(text, hit, subject)]
    found = []
    for said in (wanted, not wanted):
        for hit in _stated(text, answer.column, wanted=said):
            start, stop = _sentence(text, hit.start, hit.end)
            left = left_by_only(text, start, stop, subject)
            if left is not None:
                if said is not wanted:
                    found.append(Hit(left.start, left.end, "statement", alone=False))
            elif is_excepted(text, start, stop, subject) is (said is not wanted):
                found.append(hit)
    return found


def _of_another(text: str, hit: Hit, subject: Subject) -> bool:
    """Whether a sentence speaks of something else, near the subject or before it is named."""
    start, stop = _sentence(text, hit.start, hit.end)
    own = [mention for mention in subject.mentions(text, start, stop) if mention.own]
    if own:
        return all(_NEAR.search(text, start, mention.start) for mention in own)
    if _THING.match(text, start, stop) is None:
        return False
    named = [mention.start for mention in subject.mentions(text, 0, len(text)) if mention.own]
    return bool(named) and named[0] > stop


def _stated(text: str, column: str, *, wanted: bool) -> list[Hit]:
    replied = find_replies(text, column, wanted=wanted)
    if day_asked(column) is not None:
        return find_open_on(text, column, wanted=wanted) + replied
    words = words_asked(column)
    claims = [*_by_predicate(text, words), *_by_property(text, column), *_by_words(text, column)]
    # one sentence may hold words that affirm and words that deny: these say what is left of those
    denied = {claim.sentence for claim in claims if claim.denying and not claim.said}
    return (
        replied
        + find_ticks(text, words, wanted=wanted)
        + [
            claim.hit
            for claim in claims
            if claim.said is wanted
            and (claim.denying or not wanted or claim.sentence not in denied)
        ]
    )


def _by_words(text: str, column: str) -> Iterator[_Claim]:
    """Statements by the words of the column: `has a headphone jack`, `pool: no`."""
    patterns = _phrase(column)
    words = words_asked(column)
    topics = [topic_words(w) for w in words[:-1]] if words and predicate_of(words[-1]) else []
    # the last word carries the meaning: `coaching licence`, `swimming pool`
    modified = len(patterns) > 2 or any(_MODIFIES.fullmatch(word) for word in words[:1])
    for match in patterns[-1].finditer(text) if patterns else ():
        start, stop = _sentence(text, *match.span())
        low, high = max(start, match.start() - 80), min(stop, match.end() + 80)
        near = sum(1 for p in patterns[:-1] if p.search(text, low, high))
        if near < len(patterns) - (1 if modified else 2):
            continue
        if not all(topic.search(text, start, stop) for topic in topics):
            continue
        said = marked(text, start, stop, match)
        if said is None:
            said = says(text, start, stop, match, telling=False)
            # half of what a column asks for is not enough: `a concert at night` of `Lit at night`
            if (
                said
                and near < len(patterns) - 1
                and not (_HAS.search(text, start, match.start()) or is_of_one(text, match.end()))
            ):
                continue
        if said is not None:
            yield _claim(match, start, said)


def _by_predicate(text: str, words: list[str]) -> Iterator[_Claim]:
    """Statements by another word for what a column affirms, or by one that denies it."""
    named = next(((w, p) for w in words if (p := predicate_of(w)) is not None), None)
    if named is None:
        return
    topics = [topic_words(other) for other in words if other != named[0]]
    yield from _told(text, named[1].affirming, named[1].denying, topics)
    if len(topics) == 1 and named[0] != "free":
        for match in topics[0].finditer(text):
            start, stop = _sentence(text, *match.span())
            without = _NONE_OF.search(text, max(start, match.start() - 24), match.start())
            if (without or _FREE_OF.match(text, match.end())) and not is_turned(text, stop, match):
                yield _claim(match, start, False, denying=True)


def _by_property(text: str, column: str) -> Iterator[_Claim]:
    """Statements that put a common property in other words: `nobody at the controls`."""
    known = property_of(column)
    if known is None:
        return
    topics = (
        [topic_words(w) for w in words_asked(column) if not _DONE_TO.fullmatch(w)]
        if _DONE_TO.search(column)
        else []
    )
    yield from _told(text, known.affirming, known.denying, topics, column)


def _told(
    text: str,
    affirming: re.Pattern[str],
    denying: re.Pattern[str],
    topics: Sequence[re.Pattern[str]],
    column: str = "",
) -> Iterator[_Claim]:
    """What words that affirm or deny say of all `topics`."""
    for denies, pattern in ((False, affirming), (True, denying)):
        for match in pattern.finditer(text):
            if match[0] == "May":
                continue  # the month
            if not denies and column and not _says_more(match, column):
                continue  # the column's own word, read by other rules
            start, stop = _sentence(text, *match.span())
            if not denies and any(
                deny.start() < match.end() and match.start() < deny.end()
                for deny in denying.finditer(text, start, stop)
            ):
                continue  # `foot passengers only` holds words that affirm
            if not all(topic.search(text, start, stop) for topic in topics) and (
                column or not is_foreign(text[start:stop])
            ):
                continue
            said = says(text, start, stop, match, telling=True)
            if said and any(
                _NONE_OF.search(text, match.end(), topic.start())
                for one in topics
                for topic in one.finditer(text, match.end(), stop)
            ):
                said = False  # `in the box: a strap, but no charger`
            if said is not None:
                yield _claim(match, start, said is not denies, denying=denies)


def _claim(match: re.Match[str], sentence: int, said: bool, *, denying: bool = False) -> _Claim:
    return _Claim(Hit(*match.span(), "statement", alone=False), sentence, said, denying)


@lru_cache(1024)
def _phrase(column: str) -> tuple[re.Pattern[str], ...]:
    """The words of a column, as texts may write or translate each."""
    return tuple(
        re.compile(
            rf"(?<![a-z])(?:is_|has_|un|non-)?(?:{stem}|{topic_words(word).pattern})", re.IGNORECASE
        )
        for word in words_asked(column)
        for stem in [_stem(word)]
    )


def _stem(word: str) -> str:
    stem = stem_of(word)
    return re.escape(stem) + (r"[a-z]{0,5}" if len(stem) > 3 else r"s?(?![a-z])")


def _says_more(match: re.Match[str], column: str) -> bool:
    """Whether a phrase holds other words than the column's own."""
    own = _phrase(column)
    return any(
        not any(pattern.search(word) for pattern in own)
        for word in re.findall(r"[^\W\d_]+|[^\w\s]", match[0].lower())
        if word in {"no", "without"} or (word not in STOPWORDS and word not in {"-", "'"})
    )


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """How far the sentence reaches in which a place stands."""
    close = _SENTENCE_END.search(text, end)
    low = max(0, start - 200)
    ends = list(_SENTENCE_END.finditer(text, low, start))
    return ends[-1].end() if ends else low, min(close.start() if close else len(text), end + 200)
