"""Whether a draft is prose at all: no word salad, nothing said over and over.

It knows no grammar. It knows what no English sentence has: an article before a verb, a word twice
in a row, letters without a vowel, a text of one word.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from fictionworld.simulator.drafts.passage import SLOT
from fictionworld.simulator.drafts.words import is_common

_ENDS: Final = r"(?=\s*[.,;:!?\u201d\"]|$)"
_SALAD: Final = re.compile(
    r"\b(?!a to z)(?:"
    # an article before what cannot follow one
    r"(?:an?|the|every|my|our|your|their) (?:an?|the|of|and|or|but|is|are|was|were|be|been|has|have"
    r"|had|to|from|at|by|with|for|it|he|she|they|we|you|on|up|as|than|if|am|do|does|did|who|once|which|this|these|those|his|her|there|then|when|where)(?![\w-])"
    r"|(?:of|from|with|at|by|for|into) (?:of|and|or|is|are|was|were|has|have|had|but|am|than)"
    r"(?![\w-])"
    r"|to (?:of|and|or|is|are|was|were|has|had|but|am|than)(?![\w-])"
    r"|(?:and|or|but) (?:of|and|or|but)(?![\w-])"
    r"|(?:is|are|was|were) (?:is|are|was|were|has|have|had|do|does|did)(?![\w-])"
    rf"|(?:an?|the|every|my|our|your|their|and|or|than){_ENDS})",
)
_TWICE: Final = re.compile(r"(?<![\w'’-])(\w+)[ ,]+\1(?![\w'’-])")
_WORD: Final = re.compile(r"[^\W\d_]+")
_UNSPEAKABLE: Final = re.compile(
    r"(?:[^aeiouy]{4,}|\w*([a-z])\1\1\w*|\w*[bcdfghjklmnpqrstvwxz]{6,}\w*)"
)
_SMALL: Final = frozenset(
    """
    a about all an and any are as at be been but by can could do does for from had has have
    he her here his how i if in into is it its me more my no not of on one or our out over
    she so some than that the their them then there these they this those to up was we were
    what when where which while who will with would you your
    """.split()  # noqa: SIM905
)
_FEW: Final = 7
"""Words from which a text has small ones among them."""
_DOUBLED: Final = frozenset({"that", "had", "on"})
_OFTEN: Final = 3
_SHARE: Final = 0.1
_UNKNOWN: Final = 0.7
_SOME: Final = 4


def prose_fault(text: str, plain: str, given: frozenset[str]) -> str | None:
    """Return why a text is no prose; None where it may be.

    Args:
        text: A draft.
        plain: Its plain text, which may say what it says.
        given: The words of that and of the names that it may say, in small letters.
    """
    bare = SLOT.sub("□", text.casefold())
    salad = _SALAD.search(bare)
    if salad is not None:
        return f"is no sentence ({salad[0]!r})"
    plain_words = {match[1] for match in _TWICE.finditer(plain.casefold())}
    twice = next((m[0] for m in _TWICE.finditer(bare) if m[1] not in _DOUBLED | plain_words), None)
    if twice is not None:
        return f"says a word twice in a row ({twice!r})"
    # a slot is said once, so a sentence with one is another sentence each time
    sentences = [part for part in re.split(r"[.!?;]\s*", bare) if len(part) > 1 and "□" not in part]
    repeated = next((part for part, n in Counter(sentences).items() if n > 1), None)
    if repeated is not None:
        return f"says {repeated!r} twice"
    words = _WORD.findall(bare)
    content = [word for word in words if word not in _SMALL]
    often, times = Counter(content).most_common(1)[0] if content else ("", 0)
    if times >= _OFTEN + bare.count("□") and times * 3 > len(words):
        return f"says {often!r} over and over"
    runs = Counter() if "□" in bare else Counter(zip(words, words[1:], words[2:], strict=False))
    run, times = runs.most_common(1)[0] if runs else ((), 0)
    if times > 1 + max((plain.casefold().count(word) for word in run), default=0):
        return f"says {' '.join(run)!r} over and over"
    small = len(words) - len(content)
    if len(words) > _FEW and small < _SHARE * len(words) and given.isdisjoint(content):
        return "is no English sentence"
    own = [word for word in content if word not in given]
    unspeakable = next((word for word in own if _UNSPEAKABLE.fullmatch(word)), None)
    if unspeakable is not None:
        return f"says {unspeakable!r}, which is no word"
    unknown = [word for word in own if not is_common(word)]
    if len(own) >= _SOME and len(unknown) >= _UNKNOWN * len(own) and not given & set(content):
        return f"is of words that nobody knows ({', '.join(unknown[:3])})"
    return None
