"""Which subjects a text names near a value: the one asked about, and others."""

# Lists of words read best as words.

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.names.forms import form_of
from fictionworld.leakage.names.kinds import PLACES, bare, is_kind_word, other_words
from fictionworld.leakage.names.mention import Mention, before_whole, outermost, within
from fictionworld.leakage.names.patterns import (
    describes,
    is_former,
    kin_of,
    kind_behind,
    makers_of,
    model_of,
    own_words,
    pattern_of,
    series_of,
    small_words,
    thing_of,
)
from fictionworld.leakage.names.words import (
    CALENDAR,
    COMMON,
    GENERIC,
    JOINING,
    NUMBERS,
    SUFFIXES,
    is_count,
    is_headline_word,
    is_time,
    is_year,
)
from fictionworld.leakage.readings.lookalikes import plain_word

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Subject"]


_ANYWHERE: Final = GENERIC - SUFFIXES
"""Words that may stand beside any name."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9&]+(?:['.-][A-Za-z0-9]+)*")
_PHRASE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+|&[A-Z0-9][A-Za-z0-9]*"
    r"|'(?!s\b)[A-Za-z0-9]+)*)"
    r"(?:(?: |-|_| v\. | vs\. |(?:(?<=\bSt)|(?<=\bMt)|(?<=\bFt)|(?<=\bBros)|(?<=\bUniv)"
    r"|(?<=\bMus)|(?<=\bInst)|(?<=\bIntl)|(?<=\bNat)|(?<=\bNatl)|(?<=\bDr)|(?<=\bWm))\. )(?:& )?"
    r"(?:[A-Z][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+"
    r"|&[A-Z0-9][A-Za-z0-9]*|'(?!s\b)[A-Za-z0-9]+)*"
    r"|(?<!\d )\d{1,3}(?![\d.,%:/]|-\d|[a-z])|[ivx]{2,4}(?![a-z])))*"
)
_WORDS: Final = re.compile(r"[a-z]+")
_QUOTED: Final = re.compile(r'"([^"]{3,40})"')
_QUALIFIER: Final = re.compile(r"\s*\([^()]*\)\s*$")
_POSSESSIVE: Final = re.compile(r"'s?$")
_VERB: Final = re.compile(
    r"\s(?:has|have|had|is|was|were|are|costs?|uses?|used|weighs?|measures?|holds?|held|carri"
    r"|sells?|sold|stands?|stood"
    r"|charges?|charged|pays?|asks?|gives?|seats?|reaches|plays?|broadcasts?|went|grew|ends?|began|begins?|opens?|opened|comes?"
    r"|came|offers?|employs?|draws?|drew|lists?"
    r"|runs?|rank|finish|won|took|gets?|got|features?|supports?|scores?|scored|counts?|counted"
    r"|chose|charge|hosts?|starts?|paid|lies)"
)


@dataclass(frozen=True, eq=False)
class Subject:
    """The subject that a case asks about, ready to be found."""

    name: str
    words: tuple[str, ...]
    """Of its name, small letters."""
    allowed: frozenset[str]
    """Words that may stand beside those in one phrase and leave it the same subject."""
    own: frozenset[str]
    """Words any of which names it."""
    model: frozenset[str]
    """Of these, figures that tell it from its kin."""
    named: tuple[str, ...]
    """Other names that the question has for it."""
    kinds: frozenset[str]
    """What things of its kind are called, and what the question calls it."""
    thing: str
    """The thing of a name that says where it is had: `flat white` of `Lindqvist flat white`."""
    small: frozenset[str]
    """Words that its name writes small."""
    makers: frozenset[str]
    """Words of whose it is, where its name says so: `The Salt Ledger (Domri Askevar)`."""

    @classmethod
    @lru_cache(4096)
    def of(cls, entity: str, question: str = "", column: str = "") -> Subject:
        """The subject of a name; other names in the question count as part of its surroundings."""
        plain = plain_word(entity) if not entity.isascii() else entity
        # `Tram line 9 (Dorvane)`: the bracket says which of its name, and is no name itself
        named_in_full = _QUALIFIER.sub("", plain) or plain
        qualifier = {w.lower() for w in _TOKEN.findall(plain[len(named_in_full) :])}
        words = tuple(w.lower() for w in _TOKEN.findall(named_in_full))
        model = model_of(words)
        small = small_words(_TOKEN.findall(named_in_full))
        own = own_words(words, model, small)
        asked = plain_word(question) if not question.isascii() else question
        phrases = _PHRASE.findall(asked[1:])
        beside = {w.lower() for phrase in phrases for w in _TOKEN.findall(phrase)}
        label = {w.lower() for w in _TOKEN.findall(column)}
        named = tuple(
            phrase
            for phrase in (*_QUOTED.findall(asked), *map(_strip, phrases))
            if len(phrase.split()) > 1 and not set(phrase.lower().split()) & set(words)
        )
        return cls(
            entity,
            words,
            _ANYWHERE.union(words, own, qualifier, beside, label, other_words(words)),
            own,
            model,
            named,
            other_words((*words, *_WORDS.findall(f"{asked} {column}".lower()))),
            thing_of(named_in_full),
            small,
            makers_of(plain[len(named_in_full) :]),
        )

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Its name, in part where that is enough; made, as those below, when first looked for."""
        return pattern_of(self.words, self.model, self.named)

    @cached_property
    def kin(self) -> re.Pattern[str] | None:
        """Figures of the shape of those in its name."""
        return kin_of(self.model)

    @cached_property
    def behind(self) -> re.Pattern[str] | None:
        """What kind of thing it is, as it stands behind a name: ` wind farm`, ` dam`."""
        return kind_behind(self.words, self.small)

    @cached_property
    def others(self) -> re.Pattern[str] | None:
        """Others of its series."""
        return series_of(self.words, self.small)

    def mentions(self, text: str, start: int, end: int) -> list[Mention]:
        """The subjects named in `text[start:end]`, in order."""
        return list(_mentioned(self, text, start, end))

    def _found(self, text: str, start: int, end: int) -> list[Mention]:
        found = list(self._whole_names(text, start, end))
        if self.others is not None:
            for match in self.others.finditer(text, start, end):
                number = next(g for g in match.groups() if g is not None)
                own = any(number in (w, w + ".0") for w in self.words)
                found.append(Mention(*match.span(), own=own, kin=not own))
        for match in _PHRASE.finditer(text, start, end):
            found += self._phrases(text, match)
        if not any(m.own for m in found):
            found += [m for m in self._in_small(text, start, end) if not within(m, found)]
        if self.makers:
            found = [self._by_whom(text, m) for m in found]
        whole = [m for m in found if m.own and m.end - m.start >= len(self.name) - 2]
        if whole and " " in self.name:
            # `... by Elias Marchweil Vela 5: ...`: names run together, and the last is whole
            ends = {m.end: m.start for m in whole}
            found = [m for m in found if m.own or m.start >= ends.get(m.end, m.start)]
            found = [before_whole(m, whole) for m in found]
        return sorted(outermost(found))

    def _whole_names(self, text: str, start: int, end: int) -> Iterable[Mention]:
        if self.pattern is not None:
            for match in self.pattern.finditer(text, start, end):
                after = (
                    _TOKEN.match(text, match.end() + 1)
                    if text[match.end() : match.end() + 1] in " -"
                    else None
                )
                if (
                    after is not None
                    and after[0].lower() in SUFFIXES
                    and after[0][:1].isupper()
                    and after[0].lower() not in self.words
                ):
                    continue
                named = {w.lower() for w in _TOKEN.findall(match[0])}
                context = bool(named) and named.isdisjoint(self.words) and match[0].count(" ") > 0
                yield Mention(*match.span(), own=True, context=context)

    def _in_small(self, text: str, start: int, end: int) -> Iterable[Mention]:
        """Words of the name in small letters."""
        said = text[start:end].lower()
        for word in sorted(self.own):
            if len(word) > 4 and word in said:
                pattern = r"(?<![A-Za-z])" + re.escape(word)
                for match in re.finditer(pattern, text[start:end], re.IGNORECASE):
                    if match[0][0].islower():
                        yield Mention(start + match.start(), start + match.end(), own=True)

    def _by_whom(self, text: str, mention: Mention) -> Mention:
        """`Henning Prule's Salt Ledger`, where the one asked about is someone else's."""
        whose = _WHOSE.search(text, max(0, mention.start - 60), mention.start)
        if not mention.own or whose is None:
            return mention
        named = {w.lower() for w in _TOKEN.findall(whose["name"])}
        if named & (self.makers | COMMON):
            return mention
        return Mention(whose.start(), mention.end, own=False, kin=True)

    def _trails(self, tokens: list[re.Match[str]]) -> bool:
        """Whether the last of some words is no part of a name."""
        last = tokens[-1][0].lower()
        if last in self.words:
            return False
        if last in NUMBERS:
            return len(tokens) < 2
        return last in COMMON or last in CALENDAR or is_year(last)

    def _parts(self, word: str) -> list[str]:
        """`gorsefell-damm`: a word glued to the subject's own stands for itself."""
        parts = word.split("-")
        if len(parts) == 2 and not {*parts}.isdisjoint(self.own) and any(map(is_kind_word, parts)):
            return parts
        return [word]

    def _phrases(self, text: str, match: re.Match[str]) -> Iterable[Mention]:
        """The names in a run of words in capitals: more than one in `BIG DAY AT GORSEFELL DAM`."""
        run: list[re.Match[str]] = []
        shouted = match[0].isupper()
        for token in _TOKEN.finditer(text, match.start(), match.end()):
            word = token[0].lower()
            parts = word in JOINING or (
                shouted and (word in COMMON or (word.isdigit() and not self.model))
            )
            if parts and word not in self.words:
                if run:
                    yield from self._phrase(text, run)
                run = []
                if shouted and word.isdigit():
                    continue
            run.append(token)
        if run:
            yield from self._phrase(text, run)

    def _whole(self, text: str, tokens: list[re.Match[str]]) -> Mention | None:
        """The subject's name in full, with which words in capitals begin: `VELA 5 TOWERS OVER`."""
        if self.pattern is None or len(tokens) < 2:
            return None
        whole = self.pattern.match(text, tokens[0].start(), tokens[-1].end())
        if whole is None or whole.end() - whole.start() < len(self.name) - 1:
            return None
        rest = [t[0].lower() for t in tokens if t.start() >= whole.end()]
        if not rest or rest[0] in SUFFIXES or is_kind_word(rest[0]) or not rest[0].isalpha():
            return None
        return Mention(*whole.span(), own=True)

    def _said(self, text: str, token: re.Match[str]) -> list[str]:
        """The words that a token says, another form of one of the name's as that word."""
        word = bare(_POSSESSIVE.sub("", token[0].lower()))
        if word in self.allowed:
            return [word]
        form = form_of(word, self.words, stopped=text.startswith(".", token.end()))
        return [form] if form else self._parts(word)

    def _begins(self, word: str) -> bool:
        """`Ashlock-Strecke`, `Karsees`: whether a longer word begins with the name."""
        if "-" in word and any("-" in w for w in self.words):
            return False
        return any(word.startswith(o) and len(o) > 4 for o in self.own)

    def _is_other_kind(self, content: list[str]) -> bool:
        """`Pontrieth College` beside Pontrieth University: one name, and two kinds of thing."""
        if self.own.isdisjoint(content):
            return False
        return any(
            w not in self.words and is_kind_word(w) and w not in self.kinds and w not in PLACES
            for w in content
        )

    def _phrase(  # noqa: PLR0912, PLR0915 - one rule after the other
        self, text: str, tokens: list[re.Match[str]]
    ) -> Iterable[Mention]:
        placed = False
        while tokens and tokens[0][0].lower() in COMMON and tokens[0][0].lower() not in self.words:
            placed = tokens.pop(0)[0] in {"At", "Unlike", "Than"} or placed
        while tokens and self._trails(tokens):
            tokens.pop()
        if not tokens:
            return ()
        start, end = tokens[0].start(), tokens[-1].end()
        if (
            len(tokens) > 1
            and tokens[-1][0].isdigit()
            and not self.model
            and all(t[0].lower() in self.allowed for t in tokens[:-1])
        ):
            tokens.pop()
            end = tokens[-1].end()
        rest = [t[0].lower() for t in tokens[1:]]
        if (
            rest
            and _opens(text, start)
            and rest == [w for w in self.words if w not in self.small]
            and tokens[0][0].lower() not in {*self.allowed, *_NEAR_BY}
        ):
            return (Mention(tokens[1].start(), end, own=True),)  # `Brewer X`, `Try X`
        if text[start:end].isupper():
            whole = self._whole(text, tokens)
            if whole is not None:
                return (whole,)
        if _STOPPED.match(text, end):
            end += 1
        if len(tokens) > 1 and len(tokens[0][0]) == 1 and len(tokens[1][0]) > 3:
            tokens = tokens[tokens[0][0].lower() not in self.words :]  # `M/F MAREN`
            start = tokens[0].start()
        said = [w for token in tokens for w in self._said(text, token)]
        content = [w for w in said if not (is_time(w) or is_count(w))]
        if not content:
            return ()
        strange = [w for w in content if w not in self.allowed]
        if len(strange) < len(content):
            shouted = text[start:end].isupper()
            strange = [w for w in strange if not is_headline_word(w, shouted=shouted)]
        if self._is_other_kind(content):
            return (Mention(start, end, own=False, kin=True),)
        known = [w for w in content if w in self.own or self._begins(w)]
        if known and not strange:
            if is_former(self.words[-1], text, start, content):
                return (Mention(start, end, own=False, kin=True),)
            other = _NAMESAKE.match(text, end)
            if other is not None and not {other["what"]} & (self.kinds | self.allowed):
                return (Mention(start, other.end(), own=False, kin=True),)
            return (Mention(start, end, own=True),)
        if known and len(strange) == len(content) and len(content) == 1:
            return (Mention(start, end, own=True),)
        shares = any(w in self.words and w not in GENERIC for w in content)
        if not strange and not shares:
            return ()
        if not strange:
            # words of its name, but not those that name it: `Cobalt` for `Cobalt Wren 2`
            figures = [w for w in content if any(c.isdigit() for c in w) or w in NUMBERS]
            if (self.model and figures and not set(figures) & self.model) or is_former(
                self.words[-1], text, start, content
            ):
                return (Mention(start, end, own=False, kin=True),)
            return ()
        if known and self.model and not shares:
            return ()
        if (
            self.kin is not None
            and self.kin.search(text, start, end)
            and not set(content) & self.model
        ):
            return (Mention(start, end, own=False, kin=True),)
        if shares and len(content) > 1:
            return (Mention(start, end, own=False, kin=True),)
        if len(content) > 1:
            return (Mention(start, end, own=False),)
        word = content[0]
        if len(word) < 3 or (tokens[0][0].isupper() and len(word) < 4):
            return ()
        if describes(word, text, end) and _opens(text, start):
            return ()
        if self.behind is not None and self.behind.match(text, end):
            return (Mention(start, end, own=False, kin=True),)
        kind = _KIND_BEHIND.match(text, end)
        if kind is not None and is_kind_word(kind[1]):
            return (Mention(start, kind.end(), own=False),)  # `the Ostermoor viaduct`
        if word.endswith("s") and (
            _PLURAL.match(text, end) or (_opens(text, start) and _MANY.search(word))
        ):
            return ()  # `Applications are taken ...`, `Gates counted ...`
        if (
            _NEWCOMER.match(text, end)
            and _opens(text, start)
            and not word.endswith(("s", "ing", "ly"))
        ):
            return (Mention(start, end, own=False),)
        if _AFTER_THE.search(text, max(0, start - 12), start) and _DOES.match(text, end):
            return (Mention(start, end, own=False),)  # `The Lena takes ...`
        possessive = said[0] != tokens[0][0].lower() or text.startswith("'s", end)
        if (
            possessive
            or placed
            or _VERB.match(text, end)
            or _PREPOSITION.search(text, max(0, start - 8), start)
        ):
            return (Mention(start, end, own=False),)
        return ()


_NEAR_BY: Final = frozenset(
    ["nether", "upper", "lower", "little", "inner", "outer", "far", "high", "low"]
)
_NAMESAKE: Final = re.compile(
    r"\s(?P<what>bakery|fair|brewery|church|chapel|school|inn|pub|hotel|hospital|library|museum|club"
    r"|choir|shop|farm|dairy|garage|cemetery|bank|police|orchestra|airport|caf\u00e9|cafe|newspaper"
    r"|academy|college|university|vineyard|estate|monastery|abbey|zoo)\b"
)
"""What is named after a place or a thing, and is another: `Brauling bakery`."""
_KIND_BEHIND: Final = re.compile(r"\s([a-z]{3,})\b")
_STOPPED: Final = re.compile(r"(?<=[a-z])\.(?=,?\s[a-z])")
_AFTER_THE: Final = re.compile(r"(?:^|[.!?:;]\s|\n)The\s$")
_DOES: Final = re.compile(r"\s[a-z]{3,}(?:s|ed)\b")
_PLURAL: Final = re.compile(
    r"\s(?:are|were|have|come|go|get|take|cost|sell|do|pay|use|hold|need|must|can|will|may|give)\b"
)
_MANY: Final = re.compile(r"[^aious'\u2019]s$")
_NEWCOMER: Final = re.compile(r"\s(?:[a-z]{2,}ed|beat|met|lost|drew|made|wrote|gave|led|sang)\s")


def _opens(text: str, start: int) -> bool:
    """Whether a place opens a sentence or a field: `Losk tried ...`."""
    before = text[max(0, start - 10) : start].rstrip(" \"'(")
    return not before or before[-1] in ".!?\n:;"


_WHOSE: Final = re.compile(r"(?P<name>[A-Z][\w-]+(?:\s[A-Z][\w-]+)*)'s\s$")


_PREPOSITION: Final = re.compile(r"(?:\bat|\bof|\bby|\bthan|\bin|\bfor|\bwhile|\bWhile) (?:the )?$")


def _strip(phrase: str) -> str:
    tokens = phrase.split()
    while tokens and (
        tokens[-1].lower() in CALENDAR or is_year(tokens[-1]) or tokens[-1].lower() in COMMON
    ):
        tokens.pop()
    while tokens and tokens[0].lower() in COMMON:
        tokens.pop(0)
    return " ".join(tokens)


@lru_cache(64)
def _mentioned(subject: Subject, text: str, start: int, end: int) -> tuple[Mention, ...]:
    return tuple(subject._found(text, start, end))
