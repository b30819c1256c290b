"""Whether a value is all that is left: of a closed list, every other is ruled out.

`There were two candidates, V and W. W lost`, `sold in red, blue or V; X is neither the red one nor
the blue one`. A list is closed where a text says how many there are, or joins the last with `or`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["left_over"]

_REACH: Final = 400
"""Characters round a list within which its members are ruled out."""
_ITEM: Final = r"(?:the |an? )?[A-Za-z][\w'\u2019.-]*(?: [A-Z0-9][\w'\u2019.-]*){0,4}"
_SPLIT: Final = re.compile(r", (?:or|and) |, | or | and |; ")
_LEFT: Final = re.compile(rf"(?:{_ITEM}(?:,? or |,? and |, |; ))+(?:the |an? )?$")
_RIGHT: Final = re.compile(
    r"(?:['\u2019]s(?: [A-Z][\w'\u2019-]*){1,6})?"
    rf"(?P<rest>(?:(?:,? or |,? and |, |; ){_ITEM})+)"
)
_COUNTS: Final = {"two": 2, "both": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5}
_COUNT: Final = re.compile(
    r"\b(two|both|three|four|five|[2-4])\s(?!(?:years?|days?|weeks?|months?|hours?|minutes?)\b)[a-z]",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\b(?:such as|including|among(?:st)?|e\.g\.|for example|like)\b|\betc\b"
    r"|\band (?:others|more)\b",
    re.IGNORECASE,
)
_UNSURE: Final = re.compile(
    r"\b(?:if|unless|whether|would|could|might|may|hop(?:es?|ing)|predict\w*|poll\w*)\b|\?\s*$",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])|\n")


_IT: Final = re.compile(r"\W*(?:It|They|This one|Ours|Mine)(?:['\u2019]s)?\b")


_OUT: Final = (
    r"\b(?:conced\w+|withdr[ae]w\w*|disqualified|eliminated|knocked out|(?:is|was|were) out"
    r"|ruled out|los(?:t|es)(?!\s(?:his|her|its|their|before|an?|some|all)\b)|beaten|defeated"
    r"|runner-up|second|sold out|discontinued)\b"
)


_GOT_RID: Final = (
    r"\b(?:tore (?:out|up)|dug (?:out|up)|ripped (?:out|up)|gave up|got rid of|did away with"
    r"|scrapped|abandoned|replaced|stopped using)\s"
    r"(?:(?:the|its|their|his|her|all)\s)*(?:old\s|last\s)?"
)


_DENIES: Final = re.compile(
    _GOT_RID + "|" + _OUT + r"|\b(?:not|nor|neither|never|beats?|other than|except)\b|n['\u2019]t\b"
)


def left_over(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether all but the value are ruled out of those that a sentence lists with it."""
    low, high = max(0, near.sentence - _REACH), min(len(text), near.end + _REACH)
    if _DENIES.search(text, low, high) is None:
        return False
    others = _others(text, hit, near, asked)
    if not others:
        return False
    if not any(m.own for m in asked.subject.mentions(text, low, high)):
        return False
    own = asked.own
    told = [
        sentence
        for sentence in _SENTENCE.split(text[low:high])
        if not _UNSURE.search(sentence) and _speaks_of(sentence, asked)
    ]
    value = text[hit.start : hit.end]
    return all(any(_rules_out(s, o, own) for s in told) for o in others) and not any(
        _rules_out(s, value, own) for s in told
    )


def _others(text: str, hit: Hit, near: Near, asked: Asked) -> list[str]:
    """Those listed with the value, where the list holds all there are; else none."""
    before, after = text[near.sentence : hit.start], text[hit.end : min(near.end, hit.end + 160)]
    if _OPEN.search(before[-160:]) or _OPEN.search(after):
        return []
    left, right = _LEFT.search(before[-160:]), _RIGHT.match(after)
    named = asked.answer.type == "name"
    found = [
        item.strip()
        for part in (left[0] if left else "", right["rest"] if right else "")
        for item in _SPLIT.split(part)
    ]
    found = [
        re.sub(r"^(?:the|an?) ", "", item)
        for item in found
        if item
        and item.lower().split()[-1] not in STOPWORDS
        and (not named or item[:1].isupper() or item.startswith("the "))
        and not any(m.own for m in asked.subject.mentions(item, 0, len(item)))
    ]
    count = None
    for match in _COUNT.finditer(before):
        count = _COUNTS[match[1].lower()]
    if count is not None:
        # `in two finishes, brass and V`: what is counted stands before those that are
        return found[1 - count :] if len(found) >= count - 1 else []
    joined = (left[0] if left else "") + (right["rest"] if right else "")
    return found if " or " in joined or re.search(r"\bbetween\b", before[-160:]) else []


def _speaks_of(sentence: str, asked: Asked) -> bool:
    """Whether a sentence is of the subject; those who contend for it need not name it."""
    mentions = asked.subject.mentions(sentence, 0, len(sentence))
    if any(m.own for m in mentions) or _IT.match(sentence):
        return True
    return asked.answer.type == "name" and not any(m.kin for m in mentions)


@lru_cache(1 << 10)
def _patterns(item: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a sentence rules out one listed, and how it denies something of it."""
    words = [w for w in re.findall(r"[\w-]+", item) if len(w) > 3 or w == item]
    called = "|".join(re.escape(w) for w in words) or re.escape(item)
    out = re.compile(
        rf"\b(?:{called})(?:['\u2019]s)?\b[^.;:,]{{0,40}}?{_OUT}"
        r"|\b(?:beat|beats|defeat\w*|ruled out|other than|except)\s(?:the\s)?(?:\w+\s)?"
        rf"(?:{called})\b|{_GOT_RID}(?:{called})\b",
    )
    negated = re.compile(
        r"(?:\b(?:not|nor|neither|never)|n['\u2019]t)\b(?P<between>[^.;]{0,60}?)"
        rf"\b(?:{called})\b(?P<behind>[^.;]{{0,60}})"
        rf"|\b(?:{called})\b\s(?:is|was|has|had|did|does|it)(?:n['\u2019]t|\s(?:is|was)?\s?not)\b"
        r"(?P<rest>[^.;]{0,60})",
    )
    return out, negated


def _rules_out(sentence: str, item: str, own: re.Pattern[str] | None) -> bool:
    """Whether a sentence says that one listed is not the one, by any part of its name."""
    out, negated = _patterns(item)
    if out.search(sentence):
        return True
    denied = negated.search(sentence)
    if denied is None:
        return False
    between = denied["between"]
    if between is not None and re.fullmatch(
        r"\s(?:the\s|an?\s|in\s|(?:pure|plain|real|natural)\s|be\s|go to\s"
        r"|(?:made|sold|done|cast|bound)\s(?:in|of|as)\s"
        r"|\w+ (?:one,? )?(?:nor|or)\s)*",
        between,
    ):
        return not re.match(
            r"\s(?:nor|or|and)?\s?(?:\w+\s)?(?:sold|read|came|brought|wore)\b",
            denied["behind"] or "",
        )
    said = (between or "") + (denied["behind"] or "") + (denied["rest"] or "")
    return own is not None and own.search(said.lower()) is not None
