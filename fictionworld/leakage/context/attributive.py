"""A word that describes something else: `an ochre raincoat`, `hybrid tea roses`.

A common word that is a category's value tells nothing where the noun that it belongs to is neither
the subject nor what the column is of.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["of_another_noun"]

_NOUN: Final = re.compile(
    r"(?:-[a-z]+)*\s(?P<first>[a-z][a-z'-]{2,})(?:\s(?P<second>[a-z][a-z'-]{2,}))?(?:\s(?P<third>[a-z][a-z'-]{2,}))?"
)
_TAKES: Final = re.compile(r"\s(?:an?|the|its|no|his|her|their)\s")
"""`whose iron needs a coat`: a verb, and no noun."""
_OPENS: Final = re.compile(
    r"\b(?:an?|the|his|her|its|their|of|in|on|with|from|and|some|two|three|four|five|several"
    r"|many|our|my"
    r"|has|have|had|wearing|wore|by|dark|light|pale|bright|deep|old|new|young|little|small|big|large|thin"
    r"|thick)\s"
    r"(?:[a-z-]+\s)?[\"']?$|[,:]\s$|['\u2019]s\s$",
    re.IGNORECASE,
)
_NO_NOUN: Final = STOPWORDS | frozenset(
    "and or but as is are was were has have had which who that when while where since until after"
    " before because so then than though although if all only also now again still always often"
    " never once too very much more most over under up down out off away through throughout"
    " across"
    " along beyond inside outside without within between among during against per via not just"
    " even"
    " here there everywhere anywhere elsewhere today yesterday tomorrow overall instead finish"
    " finished coat look looks colour"
    " color paint livery version edition variety kind type sort style form one ones thing things"
    " throughout every each both either neither suits stands shines glows remains stays became"
    " onto into round further about behind before toward towards past should would could must can"
    " may might will shall becomes turned turns won wins made used using called known named given"
    " marked described manner tradition fashion taste idiom".split()
)
_NEUTRAL: Final = frozenset(
    "it they this that these those one ones thing whole rest result answer verdict colour color"
    " which what who all everything he she we you species animal creature beast plant building"
    " edifice interior exterior film"
    " movie novel book story album song game".split()
)


_WHOLE: Final = frozenset({"table cell", "told by what it is"})


def of_another_noun(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """Whether a category's word describes a noun that is neither subject nor column."""
    said = text[hit.start : hit.end]
    if own is None or not said[:1].isalnum() or hit.form in _WHOLE:
        return False
    before = text[max(near.sentence, hit.start - 60) : hit.start].lstrip()
    after = text[hit.end : min(near.end, hit.end + 60)]
    if said.isdigit():
        return (
            re.match(r"-year-old\b|\syears? old\b|-(?:metre|minute|hour|day|page|part)\b", after)
            is not None
        )
    if _of_another_part(before, asked, own):
        return not _is_the_subjects(text, hit, near, asked)
    named = said[:1].isupper() and said[1:2].islower() and hit.start > near.sentence + 2
    if named and not asked.answer.value[:1].isupper():
        return False
    nouns = _nouns_behind(before, after)
    if not nouns or any(_known(word, asked, own) for word in nouns):
        return False
    return not _is_the_subjects(text, hit, near, asked)


def _nouns_behind(before: str, after: str) -> list[str]:
    """The nouns that a word describes as it stands there; none where it stands by itself."""
    found = _NOUN.match(after)
    if found is None or (
        found["first"].endswith(("s", "ed")) and _TAKES.match(after, found.end("first"))
    ):
        return []
    plural = found["first"].endswith("s") and re.search(
        r"\b(?!is|are|was|were|in)[a-z]{3,}\s$", before
    )
    opens = _OPENS.search(before) or (not before and _IS.match(after, found.end("first")))
    if not (opens or (plural and not found["second"])):
        return []
    nouns: list[str] = []
    for word in found.group("first", "second", "third"):
        if word is None or word in _NO_NOUN or (nouns and word.endswith(("ed", "ing", "ly"))):
            break
        nouns.append(word)
    return [] if nouns and nouns[0].endswith(("ed", "ing", "ly")) else nouns


_IS: Final = re.compile(r"\s(?:is|are|was|were|has|have)\b")
_MADE_OF: Final = re.compile(
    r"\b(?P<noun>[a-z]{3,})\s"
    r"(?:of|(?:made|built|cast|carved|cut|woven|turned|finished|clad)\s(?:of|in|from|out of))"
    r"\s(?:[a-z-]+\s)?[\"']?$",
    re.IGNORECASE,
)
_PIECES: Final = frozenset(
    "slabs slab sheets sheet tiles tile shingles planks plank boards board blocks block beams"
    " panels panel plates plate layer layers coat sections pieces bricks strips mix mixture blend"
    " type kind sort grade variety species form shade tone made built cast carved cut woven turned"
    " finished clad laid covered consists composed sawn hewn worked done entirely wholly mostly"
    " mainly chiefly out all wood stone metal timber".split()
)
"""What a part is put together of, and words of making."""
_OF_ANY: Final = frozenset(
    "material materials type kind surface wood rock stone metal colour color finish main made"
    " building"
    " construction fabric cloth style".split()
)
"""Words of columns that name no part."""
_APART: Final = re.compile(r"[,;]|\b(?:and|but|while|with)\b")


def _of_another_part(before: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """`new benches of larch` where a column asks what the track is made of."""
    made = _MADE_OF.search(before)
    if made is None:
        return False
    column = re.findall(r"[a-z]{3,}", asked.answer.column.lower())
    parts = [word for word in column if word not in _OF_ANY]
    noun = made["noun"].lower()
    if len(parts) == len(column) or not parts or noun in _PIECES or noun in asked.subject.kinds:
        return False
    if _known(noun, asked, own):
        return False
    ahead = before[: made.start()]
    at = max(ahead.lower().rfind(part) for part in parts)
    return at < 0 or _APART.search(ahead, at) is not None


_IS_A: Final = re.compile(
    r"(?:,|\s(?:is|was|are|were|has been|became|remains|stays))\s(?:an?|the"
    r"|one of the)\s(?:[a-z-]+\s){0,4}"
)
_OPENING: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:An?|The|One of the)\s(?:[a-z-]+\s){0,3}"
)
_THEN_NAMED: Final = re.compile(
    r"(?:[\s-][a-z'-]+|\s[A-Z]\w+){1,8},\s(?:the\s)?"
    r"|(?:\s(?!(?:of|at|in|on|for|to|from|by|near|and)\b)[a-z-]+){1,2}\s"
)


def _is_the_subjects(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`X is a robotics firm`, `A robotics firm from Dorvane, X ...`: the noun is the subject."""
    for mention in asked.subject.mentions(text, near.sentence, near.end):
        if not mention.own:
            continue
        if mention.end <= hit.start and _IS_A.fullmatch(text, mention.end, hit.start):
            return True
        opens = _OPENING.fullmatch(text, near.sentence, hit.start)
        if (
            opens
            and mention.start >= hit.end
            and _THEN_NAMED.fullmatch(text, hit.end, mention.start)
        ):
            return True
    return False


def _known(word: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """Whether a noun is the subject, its kind, or what the column is of."""
    bare = word.removesuffix("'s")
    forms = {bare, bare.removesuffix("s"), bare.removesuffix("es")}
    return (
        not _NEUTRAL.isdisjoint(forms)
        or own.search(word) is not None
        or any(form in asked.subject.words or form in asked.subject.kinds for form in forms)
    )
