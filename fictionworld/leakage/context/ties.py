"""What gives a name or a category to something else than the subject of its sentence.

A value that stands in a sentence on the subject is told of it, unless something there claims it:
`V's dog`, `Like V, X ...`, `the book on X came out in V`, `the bus from X to V`, `Photo: V`.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.deeds import does_otherwise
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.names.words import CALENDAR, COMMON, is_headline_word
from fictionworld.leakage.thesaurus.cues import word_pattern
from fictionworld.leakage.values.value_forms import PLACES

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.names.mention import Mention

__all__ = ["tied", "tied_elsewhere"]

_LIKE: Final = re.compile(
    r"\b(?:(?:[Uu]n)?[Ll]ike|[Ii]f you (?:like|love|enjoy)d?|as (?:much|well|good|big) as|[Vv]ersus"
    r"|[Cc]ompared (?:to|with)|vs\.?|[Oo]ther than|[Rr]ather than|[Ii]nstead of|opposed to"
    r"|against|opposite)\s(?:(?:an?|the|its)\s)?(?:[\w-]+\s(?:of\s)?)?(?:the\s)?$"
)
"""`Like V, X ...`: another of the same kind."""
_LABEL: Final = re.compile(
    r"(?:^|[\n.;|,]\s?)(?!Title|Snippet)(?P<label>[A-Za-z]+(?: [a-z]+){0,2}):\s$"
)
"""`most guests: V`."""
_ELSEWHERE: Final = re.compile(
    r"(?:^|(?P<deed>\b[\w-]+(?:\s(?:up|down|back|over|home|only|[a-z]+ly))?)\s)"
    r"(?:to|towards?|from|near|past|beyond|outside|across|behind)\s(?:(?:the|an?|its|nearby)\s)?(?-i:[A-Z][a-z]+\s)?$",
    re.IGNORECASE,
)
"""`Trains from V call at X`, `X ships to V`: a way, and no home."""
_LEADS_THERE: Final = re.compile(
    r"(?:comes?|came|hails?|originat\w+|made|cut|built|carved|cast|pressed|woven|moved?|promoted"
    r"|relegated|switche[sd]|changed|converted|returned|went|goes|belong\w*|drains?|flows?|empties"
    r"|runs?|ran|leads?|sticks?|stuck|due|down|up|home|back|bred|brewed|distilled|spun|blown|brought"
    r"|sold|given|entrusted|thanks|according|dates?|dedicated|taken|upgraded|changes|drew|drawn"
    r"|handed over|handed|leased|passed|far|away|fell|falls|[a-z]+wards)\b",
    re.IGNORECASE,
)
_DEALT: Final = re.compile(
    r"\b(?:(?:looking|searching|hunting|waiting|asking) for|turned down|turns down|rejected|refused"
    r"|declined|met|meets|thanked|sued|accused|arrested|interviewed|praised|beat|beats|defeated"
    r"|hosted|hosts|visited|welcomed|invited|lost to|beaten by|overtook|overtakes|passed|hit by"
    r"|struck by|rammed by|fouled|tackled|fought)\b"
    r"(?:\s(?:an?|the|every|all|any|some|its|[a-z]+\sfrom|[a-z]+))"
    r"{0,4}\s?$"
)
"""What a subject did with another."""
_NOUN_OF: Final = re.compile(
    r"\b(?P<noun>[A-Za-z][a-z-]{2,})\sof\s(?:(?:the|an?|his|her|their|its)\s)?$"
)
_OF_A_NOUN: Final = re.compile(
    r"\sof\s(?:(?:the|an?|its|their)\s)?(?!the\b)(?P<noun>[a-z][a-z-]{2,})\b"
)
_SPEAKS: Final = re.compile(
    r"[,'\"\u2019\u201d]\s(?:says|said|jokes|joked|writes|wrote|adds|added|recalls|recalled|sighs"
    r"|laughs|told us)\s$"
)
_HIS_OWN: Final = re.compile(r"[^.;:]{0,30}\b(?:his|her)\s(?=[A-Z]|side|team|players|charges)")
"""`said V after his X side lost`."""
_IS_IT: Final = re.compile(
    r"\s(?:is|are|was|were|has been|remains)\s(?:now\s|still\s)?(?:(?:an?|the|one of the)\s)?"
    r"(?:[a-z-]+\s){0,2}"
)
"""`X is a V of the old school`."""
_OF_IT: Final = re.compile(
    r"\b(?:its?|they|their|them|he|his|she|her|this|these|the|here|is|are)\b|:", re.IGNORECASE
)
"""A sentence without the subject's name that may yet be of it."""
_POSSESSES: Final = re.compile(
    r"(?:['\u2019]s?|(?<=['\u2019]s))\s(?P<what>(?:(?!(?:of|at|in|on|for|from|to|about)\b)[\w-]+\s?){1,3})"
)
_THAT_IS: Final = re.compile(
    r"(?:['\u2019]s?)?(?:\s(?!(?:of|at|in|on|for|from|to|about|is|was|has|had|with|by)\b)[\w-]+){0,4}"
    r"[,:]?\s[\"'(\u2018\u201c]?(?:[Tt]he\s)?"
)
"""`V's third novel, X`."""
_IS: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|named|called|titled|christened|dubbed|remains|became|becomes"
    r"|it's|that's|went to|goes to|belongs to|belonged to)"
    r"\s(?:the\s|an?\s|now\s|still\s|none other than\s)*[\"'(#]?$",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:[Tt]he|[Aa]n?|[Oo]ne|[Aa]mong|[Ff]irst|[Tt]wo|[Tt]hree"
    r"|[Ss]ome|[Mm]any)\s|\b(?=[A-Z][a-z-]+s\s(?:of|at|in|on|for|to|from|by|near|about)\s))"
    r"(?P<head>(?:[A-Za-z][a-z-]+\s){1,4}?)"
    r"(?:of|at|in|on|for|to|from|by|near|about|behind|with)\s(?:the\s)?"
)
_STOP: Final = re.compile(r"[;:]\s")
_PART: Final = re.compile(
    r"['\u2019]s?\s(?P<head>(?:(?!(?:is|are|was|were|has|had)\b)[a-z][a-z-]+\s){1,3}?)(?=[a-z]+\s)"
)
_NO_OTHER: Final = frozenset(
    "all answer art best blend blocks body boss brain branch brand breed built bulk case"
    " category center centre city class coat color colour consisting consists county craft"
    " decor design district division east edge example exterior facade family favour flag force"
    " form front genre half hand"
    " head heart hull inside instance interior kind label language layer layers league list"
    " lists made make man many"
    "  middle mind mix mixture most name north one order out outside outskirts person"
    " place planks province rank region rest result river roof shade sheets shell sides"
    " slabs some sort south species specimen state status style thanks thing throughout tiles"
    " title tone"
    " tongue town type use variety village wall walls west whole woman".split()
)
"""Nouns that say no more than what they belong to."""


def tied(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether nothing in a sentence gives a name or a category to another than the subject."""
    if text.startswith("#", hit.start - 1) or is_foreign(text[near.sentence : near.end]):
        return True
    before, after = text[near.sentence : hit.start], text[hit.end : near.end]
    label = _LABEL.search(before[-40:])
    way = None if asked.who else _ELSEWHERE.search(before[-60:])
    if (
        (label is not None and not _is_no_other(label["label"].split()[-1].lower(), asked))
        or (way is not None and not _LEADS_THERE.fullmatch(way["deed"] or ""))
        or _DEALT.search(before[-80:])
        or (_SPEAKS.search(before[-30:]) and not _HIS_OWN.match(after))
    ):
        return False
    owns = [m for m in asked.subject.mentions(text, near.sentence, near.end) if m.own]
    if any(_IS_IT.fullmatch(text, m.end, hit.start) for m in owns):
        return True
    nouns = [_NOUN_OF.search(before[-60:])]
    if asked.answer.type == "category":
        line = max(before.rfind(". "), 0)
        named = asked.subject.mentions(text, near.sentence + line, near.end)
        if not any(m.own for m in named) and not _OF_IT.search(before[line:] + after):
            return False  # `Sunset at X. Red sky.`
        nouns.append(_OF_A_NOUN.match(after))
    return all(noun is None or _is_no_other(noun["noun"].lower(), asked) for noun in nouns)


def _possessed(text: str, hit: Hit, owns: list[Mention], asked: Asked) -> bool:
    """`V's dog`: what belongs to a value; but `V's third novel, X`, `X is V's first film`."""
    found = _POSSESSES.match(text, hit.end)
    if found is None or _is_known(found["what"], asked):
        return False
    if any(_THAT_IS.fullmatch(text, hit.end, m.start) for m in owns if m.start >= hit.end):
        return False
    return _IS.search(text[max(0, hit.start - 30) : hit.start]) is None


def _of_something_at(text: str, hit: Hit, near: Near, owns: list[Mention], asked: Asked) -> bool:
    """`The final at X was V`, `X's giraffe is called V`: of what has the subject for its place."""
    if asked.answer.type == "name" and not _IS.search(
        text[max(near.sentence, hit.start - 30) : hit.start]
    ):
        return False
    opens = _HEAD.match(text, near.sentence, hit.start)
    if opens and _STOP.search(text, opens.end(), hit.start):
        opens = None
    heads = [opens] if opens and any(opens.end() <= m.start < hit.start + 99 for m in owns) else []
    heads += [
        m
        for own in owns
        if (m := _PART.match(text, own.end - 2 * text.startswith("'s", own.end - 2), hit.start))
    ]
    return any(not _is_no_other(m["head"].split()[-1].lower(), asked) for m in heads)


def _is_no_other(word: str, asked: Asked) -> bool:
    """Whether a noun is the subject, a part that stands for it, or what is asked."""
    return (
        word in _NO_OTHER
        or word.removesuffix("s") in asked.subject.words
        or word in asked.subject.words
        or word in asked.subject.kinds
        or word_pattern(asked.notions).search(word) is not None
    )


def _is_known(words: str, asked: Asked) -> bool:
    return any(_is_no_other(word, asked) for word in words.lower().split())


def tied_elsewhere(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether grammar ties a name or a category to another name, way or deed."""
    before = text[max(near.sentence, hit.start - 90) : hit.start]
    owns = [
        m
        for m in asked.subject.mentions(text, near.sentence, near.end)
        if m.own and not (m.start < hit.end and hit.start < m.end)
    ]
    if (
        _LIKE.search(before)
        or (asked.answer.type == "category" and _DEALT.search(before[-80:]))
        or _possessed(text, hit, owns, asked)
        or _of_something_at(text, hit, near, owns, asked)
    ):
        return True
    own = word_pattern(asked.notions)
    if _CREDITED.search(before) and not own.search(text[hit.end : near.end].lower()):
        return True
    if asked.answer.type == "name":
        return _in_a_longer_name(text, hit, near, asked) or does_otherwise(text, hit, near, asked)
    return _in_a_longer_name(text, hit, near, asked) or _OF_A_NEIGHBOUR.search(before) is not None


_CREDITED: Final = re.compile(
    r"(?<![A-Za-z])(?:photo(?:graph)?s?|pictures?|images?|fotos?|text|story|report|review|scans?"
    r"|credits?|uploaded|posted|shared|taken|submitted|written up)"
    r"(?:[\s_-]+(?:by|von|par|de|por)[\s_:-]+|[^.:;]{0,50}:\s)[\w-]{0,16}$",
    re.IGNORECASE,
)
_NEXT: Final = re.compile(r"\s(?:&\s)?(?P<next>[A-Z][a-z'\u2019-]{2,})")
_BEFORE: Final = re.compile(r"(?<=[a-z,] )(?P<given>[A-Z][a-z]{2,})\s$")


def _in_a_longer_name(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Goat & Compasses`, `Lotte Immel`: a word that is a piece of another's name."""
    said = text[hit.start : hit.end]
    if not re.fullmatch(r"[A-Z]\w+", said) or not said[1:].islower() or hit.form == "initials":
        return False
    if asked.answer.value.count(" ") and asked.answer.type == "name":
        return False  # a surname alone is told with a given name
    line = text[near.sentence : near.end]
    if not re.search(r"\b[a-z]{5,}", line) and line.count(" ") > 2:
        return False  # a headline
    behind = _NEXT.match(text, hit.end, near.end)
    if behind and (
        asked.answer.value.islower()
        or (asked.answer.type == "category" and behind["next"].lower() in PLACES)
    ):  # `on Walnut Avenue`, `The Oceanic Hotel`; but `Elm Lane Primary School`
        ahead = text[max(near.sentence, hit.start - 24) : hit.start].lower().split()[-1:]
        return not {*ahead, behind["next"].lower()} <= set(asked.subject.words) or not ahead
    before = _BEFORE.search(text, max(near.sentence, hit.start - 24), hit.start)
    return any(
        not _is_of_a_name(word, asked)
        for word in (
            behind["next"] if behind is not None else "",
            before["given"] if before is not None else "",
        )
        if word
    )


_OF_A_NEIGHBOUR: Final = re.compile(
    r"\b(?:(?:nearby|neighbouring|neighboring|adjacent|rival|past|towards?|off)"
    r"\s(?:the\s)?(?:[a-z-]+\s)?"
    r"|(?:across|from|to|at|near|of|with)\s(?:your|our|my|his|her)\s|(?:from|to|at|near)\sa\s"
    r"|(?:left|right|stop)\sat\sthe\s"
    r"|(?:[Ww]hat(?: is| makes)? an?"
    r"|[Hh]ow to (?:tell|know|make|choose|spot|recogni[sz]e)\b[^.;:]*)\s)$"
)
"""`the nearby primary school`, `past Malta`, `from your hotel`, `what a single malt is`."""


def _is_of_a_name(word: str, asked: Asked) -> bool:
    """Whether a word may stand beside a value in one name: a kind of thing, a title, the answer."""
    low = word.lower()
    said = {w for v in (asked.answer.value, *asked.answer.aliases) for w in v.lower().split()}
    return (
        low in asked.subject.allowed
        or low in asked.subject.kinds
        or low in said
        or is_headline_word(low, shouted=False)
        or low in COMMON
        or low in CALENDAR
        or word_pattern(asked.notions).search(low) is not None
    )
