"""Where a text names the subject, and where it names others.

A name is known whole, without its article or kind, or by any of its words that no other name has.
Capitals tell the names of others; those that share words with the subject's are related: `Vela 6`
beside `Vela 5`, `Jens Talvik` beside `Oren Talvik`.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from fictionworld.leakage.context.thesaurus import is_label, label_words
from fictionworld.leakage.data import CALENDAR, COMMON, GENERIC, SUFFIXES, kinds_of
from fictionworld.leakage.values.names import SHORT_FORMS, plain_words
from fictionworld.leakage.views.tokens import Tokens, key_of


class Mention(NamedTuple):
    """A place where somebody or something is named."""

    start: int
    end: int
    own: bool
    """It is the subject."""
    related: bool = False
    """Another of the subject's series or family."""


_NUMBERS: Final = {
    word: str(n)
    for n, word in enumerate("zero one two three four five six seven eight nine ten".split())
}
_YEAR: Final = re.compile(r"(?:19|20|21)\d\d")
_JOINTS: Final = frozenset({" ", "-", " & ", "'", ". ", ".", "/"})
_LINKS: Final = frozenset("of the and de la du van von der den di da el al on in upon".split())
_CALLED: Final = re.compile(
    r"(?:'s\b|\s(?:has|had|is|was|holds|held|costs|cost|weighs|seats|won|opened)\b)"
)


_MOST_TEXTS: Final = 32


class Subject:
    """The subject that a question asks about.

    Args:
        name: As it is called; a remark in brackets is left off.
        label: The words of the column's label, which may have capitals and name nobody: `Year of
            Founding`.
    """

    def __init__(self, name: str, label: Sequence[str] = ()) -> None:
        self._label = frozenset(label)
        bare = name.partition(" (")[0].strip() or name
        self.name = bare
        words = tuple(w for w in plain_words(bare) if w != "and")
        self.words = tuple(_NUMBERS.get(w, w) for w in words)
        self._whole = words[1:] if len(words) > 1 and words[0] in {"the", "a"} else words
        small = (
            {w.lower() for w in re.findall(r"\b[a-z]\w*", bare)} if bare != bare.lower() else set()
        )
        self._models = frozenset(
            w for w in self.words if any(c.isdigit() for c in w) and not _YEAR.fullmatch(w)
        )
        own = [
            w for w in words
            if w not in GENERIC and w not in small and not kinds_of(w) and w not in SUFFIXES
            and len(w) > 2 and not w.isdigit() and w not in _NUMBERS
        ]  # fmt: skip
        if self._models:
            # `Vela` is a series
            own = [w for w in own if w != words[0]] + [w for w in self._models if not w.isdigit()]
        elif not own:
            own = [w for w in words if len(w) > 3 and w not in _LINKS] or list(words)
        self._own = frozenset(key_of(w) for w in own)
        self._known = frozenset(
            key_of(w)
            for word in (*words, *self.words)
            for w in (word, *kinds_of(word), f"{word}s", *SHORT_FORMS.get(word, "").split())
        )
        self._series = tuple(
            w for w in self._whole if not any(c.isdigit() for c in w) and w not in _NUMBERS
        ) if self._models else ()  # fmt: skip
        self._known_texts: dict[str, tuple[list[Mention], list[int]]] = {}

    @property
    def is_named(self) -> bool:
        return bool(self.words)

    def mentions(self, tokens: Tokens) -> list[Mention]:
        """Who is named in a text of plain letters, in order."""
        return self._named_in(tokens)[0]

    def mentions_in(self, tokens: Tokens, start: int, end: int) -> list[Mention]:
        """Those that begin in `text[start:end]`."""
        found, starts = self._named_in(tokens)
        return found[bisect_left(starts, start) : bisect_left(starts, end)]

    def _named_in(self, tokens: Tokens) -> tuple[list[Mention], list[int]]:
        """Who is named in a text, and where each begins; remembered for a few texts."""
        known = self._known_texts.get(tokens.text)
        if known is None:
            if len(self._known_texts) >= _MOST_TEXTS:
                self._known_texts.clear()
            found = self._find(tokens)
            known = self._known_texts[tokens.text] = found, [one.start for one in found]
        return known

    def is_named_in(self, tokens: Tokens) -> bool:
        """Whether the subject itself is named anywhere in a text."""
        return any(mention.own for mention in self.mentions(tokens))

    def _find(self, tokens: Tokens) -> list[Mention]:
        found: list[Mention] = []
        for at in tokens.places_of(self._whole[0]) if self._whole else ():
            last = self._run(tokens, at)
            if last is not None:
                found.append(self._whole_name(tokens, at, last))
        taken = {at for m in found for at in tokens.within(m.start, m.end)}
        at = 0
        while at < len(tokens.words):
            if at in taken or not (tokens.is_capital(at) or self._is_own(tokens, at)):
                at += 1
                continue
            last = self._phrase(tokens, at, taken)
            mention = self._named(tokens, at, last)
            if mention is not None:
                found.append(mention)
            at = last + 1
        if not any(m.own for m in found):
            found += [
                Mention(*tokens.spans[at], own=True) for at, word in enumerate(tokens.words)
                if key_of(word) in self._own and len(word) > 4 and not is_label(word)
                and not tokens.is_capital(at)
            ]  # fmt: skip
        return sorted(found)

    def _run(self, tokens: Tokens, at: int) -> int | None:
        """The last token of the whole name that begins at a token."""
        there = at - 1
        for step, word in enumerate(self._whole):
            there += 1
            if step and there < len(tokens.words) and tokens.words[there] == "and":
                there += 1
            if there >= len(tokens.words):
                return None
            said = tokens.words[there]
            if (
                key_of(said) != key_of(word)
                and said not in kinds_of(word)
                and _NUMBERS.get(said, said) != _NUMBERS.get(word, word)
            ):
                return None
            if step and len(tokens.between(there - 1)) > 3:
                return None
        return there

    def _whole_name(self, tokens: Tokens, at: int, last: int) -> Mention:
        """The whole name, or the longer one of another that it is part of: `Vela 5 Pro`."""
        start, end = tokens.spans[at][0], tokens.spans[last][1]
        if last + 1 < len(tokens.words) and tokens.between(last) in {" ", "-"}:
            after = tokens.words[last + 1]
            if after in SUFFIXES and tokens.is_capital(last + 1) and after not in self.words:
                return Mention(start, tokens.spans[last + 1][1], own=False, related=True)
        if (
            at
            and len(self._whole) == 1
            and tokens.between(at - 1) == " "
            and tokens.is_capital(at - 1)
        ):
            before = tokens.words[at - 1]
            if not (before in COMMON or kinds_of(before) or is_label(before) or before in CALENDAR):
                return Mention(tokens.spans[at - 1][0], end, own=False, related=True)
        return Mention(start, end, own=True)

    def _is_own(self, tokens: Tokens, at: int) -> bool:
        """A distinctive word in small letters, as addresses and tags have it."""
        word = tokens.words[at]
        if key_of(word) not in self._own or len(word) < 4:
            return False
        start = tokens.spans[at][0]
        return not any(c.isupper() for c in tokens.text) or tokens.text[start - 1 : start] in {
            "/",
            "-",
            "_",
            "#",
            ".",
        }

    def _phrase(self, tokens: Tokens, at: int, taken: set[int]) -> int:
        """The last token of the words with capitals that begin at a token."""
        last = at
        while last + 1 < len(tokens.words) and last + 1 not in taken:
            gap, word = tokens.between(last), tokens.words[last + 1]
            if gap not in _JOINTS or (gap == ". " and len(tokens.words[last]) > 2):
                break
            if (
                tokens.words[last] in COMMON
                and last == at
                and key_of(tokens.words[last]) not in self._own
            ):
                break
            if tokens.is_capital(last + 1) or (
                word[0].isdigit() and gap in {" ", "-"} and len(word) < 4
            ):
                if word in COMMON and key_of(word) not in self._own:
                    break
                last += 1
            elif (
                word in _LINKS and gap == " " and last + 2 < len(tokens.words)
                and tokens.is_capital(last + 2) and tokens.between(last + 1) == " "
                and word in {"of", "de", "la", "du", "van", "von", "der", "di", "da", "upon", "and"}
                and (word != "and" or "and" in self.words) and last + 2 not in taken
            ):  # fmt: skip
                last += 2
            else:
                break
        return last

    def _named(self, tokens: Tokens, first: int, last: int) -> Mention | None:
        """Who is named by the words from one token to another; None where it is nobody."""
        while (
            first < last
            and tokens.words[first] in COMMON
            and key_of(tokens.words[first]) not in self._own
        ):
            first += 1
        words = [w for w in tokens.words[first : last + 1] if w not in _LINKS and w != "s"]
        start, end = tokens.spans[first][0], tokens.spans[last][1]
        said = [
            w for w in words if w not in CALENDAR and w not in COMMON and not _YEAR.fullmatch(w)
        ]
        if not said:
            if not (words and key_of(words[0]) in self._own and len(words[0]) > 3):
                return None
            said = words
        own = [w for w in said if key_of(w) in self._own]
        strange = [
            w
            for w in said
            if key_of(w) not in self._known and not (len(said) > 1 and own and is_label(w))
        ]
        figures = {_NUMBERS.get(w, w) for w in said if w in _NUMBERS or any(c.isdigit() for c in w)}
        if self._models and figures and said[0] in self._series:
            is_own = bool(figures & self._models) and not strange
            return Mention(start, end, own=is_own, related=not is_own)
        if own and not strange:
            return Mention(start, end, own=True)
        if own:
            if len(own) > 1 and len(strange) == 1 and len(said) > 3:
                return Mention(start, end, own=True)
            return Mention(start, end, own=False, related=True)
        if not strange:
            return None
        if any(key_of(w) in self._known and w not in GENERIC for w in said) and len(said) > 1:
            return Mention(start, end, own=False, related=True)
        if len(said) > 1:
            own_label = self._label and self._label.issuperset(label_words(" ".join(said)))
            is_one = own_label or all(is_label(w) for w in said)
            return None if is_one else Mention(start, end, own=False)
        return self._one_word(tokens, first, last, said[0])

    def _one_word(self, tokens: Tokens, first: int, last: int, word: str) -> Mention | None:
        """A single word with a capital: a name unless it opens a sentence or is a label."""
        start, end = tokens.spans[first][0], tokens.spans[last][1]
        if len(word) < 3 or is_label(word) or kinds_of(word):
            return None
        before = tokens.text[max(0, start - 3) : start].rstrip(" \"'(")
        opens = not before or before[-1] in ".!?\n:;|"
        if not opens or _CALLED.match(tokens.text, end):
            return Mention(start, end, own=False)
        return None
