"""Snippets: literal windows cut from what a page says, around the words of a query.

A page's text is taken apart into sentences, list items and table rows, Markdown left off. Those
that state a fact which the permit does not allow are left out, before anything is chosen: so a
snippet is a function of permitted text and of the query alone. A window begins where a sentence
begins, and is cut at a word.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import child_seed
from fictionworld.web.page import Page, refilled
from fictionworld.web.permit import Permit
from fictionworld.worlds.fact import FactId

_LEAST, _SPREAD = 141, 20
"""Windows are cut at 141 to 160 characters; most lose a word's end, and gain an ellipsis."""
_SHORTEST, _LONGEST = 106, 163
"""A window that ends earlier goes on with the next permitted passage."""
_LEAST_TEXT = 3
"""Shorter passages are left out."""
_WHOLE = 48
"""So many windows in a hundred end with a sentence, if one ends in time."""

PROSE, LINK = 1, 2
"""Kinds of passages; all others are 0."""

_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_RULE = re.compile(r"^\|?[\s|:-]+\|?$")
_SENTENCE_END = re.compile(r"[.?!”]\s+(?=[A-Z“\"(€$£0-9\[])")
_HEAD = re.compile(
    r"^(?:\*\*[^*\[\]]+\*\*"  # a heading in bold
    r"|\*\*[\w-]+\*\* · .* · ▲ \d+|[\w-]+, .* \(votes: \d+\)"  # who posted
    r"|▲ \d+ \*\*[\w-]+\*\* on .*:"
    r"|.* wrote:)$"
)
_WORD = re.compile(r"[^\W_]+")

Stated: TypeAlias = "tuple[CompiledColumn, FactId]"
"""A fact, with its column: what a permit needs to know."""


class Cut(str):
    """A string that knows the facts it states; strings made from it are plain."""

    stated: tuple[Stated, ...]

    def __new__(cls, text: str, stated: tuple[Stated, ...] = ()) -> Cut:
        """A text, and the facts that it states."""
        made = super().__new__(cls, text)
        made.stated = stated
        return made


class Passage(NamedTuple):
    """One sentence, list item or table row as a reader sees it, and the facts it states."""

    text: str
    facts: tuple[FactId, ...]
    prose: bool
    """It is a sentence, where a search engine likes to begin."""
    link: bool = False
    """It is a link, a menu, a table's head: it says nothing of its own, and none begins there."""

    @property
    def kind(self) -> int:
        """`PROSE`, `LINK` or neither, as a number to store."""
        return PROSE * self.prose + LINK * self.link


@dataclass(frozen=True, slots=True)
class Passages:
    """What a page says, and which passages say what, as a bit for each, the first's last.

    It is the same under every permit. A stored page makes it for each result that is cut from it,
    so facts are made only where they are asked for.
    """

    texts: Sequence[str]
    text: str
    """All of them in small letters, each on a line: a passage is part of a line of its page."""
    firsts: Sequence[int]
    """The number of the first fact of each passage, and how many facts there are."""
    fact_at: Callable[[int], FactId]
    """The fact of a number."""
    stating: Mapping[FactId, int]
    """For the first fact of each column those that state any fact of that column."""
    nonempty: int
    """Those that say something."""
    prose: int
    others: int
    """Those that say something of their own, and are no sentences."""

    @classmethod
    def of(cls, page: Page) -> Passages:
        """The passages of a page."""
        each = passages_of(page)
        facts = [fact for passage in each for fact in passage.facts]
        return cls.made(
            [passage.text for passage in each],
            [passage.kind for passage in each],
            [len(passage.facts) for passage in each],
            [(fact.table, fact.column) for fact in facts],
            facts.__getitem__,
        )

    @classmethod
    def made(
        cls,
        texts: Sequence[str],
        kinds: Iterable[int],
        counts: Iterable[int],
        columns: Sequence[Hashable],
        fact_at: Callable[[int], FactId],
    ) -> Passages:
        """Passages that were found before.

        Args:
            texts: Of the passages.
            kinds: `Passage.kind` of each.
            counts: How many facts each states.
            columns: The column of each fact, however it is named.
            fact_at: The fact of a number.
        """
        firsts, at, bit = [0], 0, 1
        stating: dict[Hashable, int] = {}
        examples: dict[Hashable, int] = {}
        nonempty = prose = others = 0
        for text, kind, count in zip(texts, kinds, counts, strict=True):
            if len(text) >= _LEAST_TEXT:
                nonempty |= bit
            if kind == PROSE:
                prose |= bit
            elif kind != LINK:
                others |= bit
            for number in range(at, at + count):
                column = columns[number]
                if column in stating:
                    stating[column] |= bit
                else:
                    stating[column], examples[column] = bit, number
            at += count
            firsts.append(at)
            bit <<= 1
        by_fact = {fact_at(examples[column]): bits for column, bits in stating.items()}
        return cls(
            texts, "\n".join(texts).lower(), firsts, fact_at, by_fact, nonempty, prose, others
        )

    def facts_of(self, place: int) -> list[FactId]:
        """The facts that the passage at a place states."""
        return [self.fact_at(n) for n in range(self.firsts[place], self.firsts[place + 1])]

    def holding(self, word: str) -> int:
        """The passages that hold a word in small letters."""
        text = self.text
        start = text.find(word)
        if start < 0 or _WORD.fullmatch(word) is None:
            return 0
        found = line = at = 0
        while start >= 0:
            end = start + len(word)
            if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum():
                line += text.count("\n", at, start)
                at = start
                found |= 1 << line
            start = text.find(word, end)
        return found


def passages_of(page: Page) -> tuple[Passage, ...]:
    """What a page says, piece by piece: headings, addresses, who posted when left out."""
    found = []
    end = -1
    marks = iter(page.marks)
    mark = next(marks, None)
    lines = page.body.split("\n")
    masked = masked_lines(page)
    links = page.head.kind != "directory"
    box = False
    for number, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        at = end + 1
        end = at + len(line)
        if not line:
            continue
        if line[0] == "|" and line[:3] != "| -" and below[:5] == "| ---":
            # the head of a box names the subject, and so does the title
            box = "|  |" in line
            if box:
                continue
        for start, stop in _pieces(masked[number]):
            facts = []
            while mark is not None and mark.start < at + stop:
                facts.append(mark.fact)
                mark = next(marks, None)
            text = _plain(line[start:stop], ": " if box else " | ")
            if text or facts:
                prose = _is_prose(text, line)
                found.append(Passage(text, tuple(facts), prose, links and not facts and not prose))
    return tuple(found)


def _is_prose(text: str, line: str) -> bool:
    return len(text) > 30 and text[-1] in ".?!”" and line[:1] not in "|-*>"


def _pieces(line: str) -> list[tuple[int, int]]:
    """Where the sentences of a line begin and end; none in headings, rules and empty lines."""
    stripped = line.strip()
    if not stripped or stripped[0] == "#" or (stripped[0] in "|-: " and _RULE.match(stripped)):
        return []
    if (stripped[-1] in "*:)" or "▲" in stripped) and _HEAD.match(stripped):
        return []
    if stripped[0] in "|-*" and not stripped.startswith("**"):
        return [(0, len(line))]
    return sentence_spans(line)


def masked_lines(page: Page) -> list[str]:
    """The lines of a page with its values masked, each character by an M.

    Where sentences end must not depend on a value: a name may begin with É, or end with Jr.
    """
    return refilled(page, lambda _, text: "M" * len(text)).split("\n")


def sentence_spans(line: str) -> list[tuple[int, int]]:
    """Where the sentences of a line begin and end; the blanks between belong to those before."""
    ends = (match.end() for match in _SENTENCE_END.finditer(line))
    return list(pairwise([0, *ends, len(line)]))


def _plain(text: str, between: str) -> str:
    if "[" in text:
        text = "".join(_LINK.split(text))  # what stands between links, and their words
    text = text.strip()
    if text[:1] == "|":
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        text = between.join([cell for cell in cells if cell])
    elif text[:2] in {"- ", "* ", "> "}:
        text = text[2:]
    return text.replace("**", "").strip("* ")


@dataclass(frozen=True, slots=True)
class Windows:
    """What of a page a permit leaves, ready to be cut."""

    passages: Passages
    """All that the page says."""
    shown: int
    """The passages that may be shown, as bits."""
    places: Sequence[int]
    """Their places."""
    begins: int
    """Of these, where a window may begin: at sentences, and where there are none anywhere."""
    others: int
    """Those that say something of their own, and are no sentences."""
    columns: Mapping[tuple[str, str], CompiledColumn]
    seed: int

    def cut(self, words: Collection[str]) -> Cut:
        """The window that holds most of the words; of several, the first."""
        texts, places = self.passages.texts, self.places
        if not places:
            return Cut("")
        start = self._best({word.lower() for word in words})
        most = _LEAST + (self.seed + start * 7) % _SPREAD
        if (self.seed // 31 + start) % 100 < _WHOLE:
            whole, end = self._sentences(start)
            if whole:
                return self._cut(whole, start, end)
        text = texts[places[start]]
        at = start + 1
        while len(text) < _SHORTEST and at < len(places):
            text += self._between(at) + texts[places[at]]
            at += 1
        while at < len(places) and self._follows(at) and len(text) < most:
            text += self._between(at) + texts[places[at]]
            at += 1
        if len(text) > most:
            text = text[: most - 4].rsplit(" ", 1)[0].rstrip(" ,;:–-|·") + " ..."
        return self._cut(text, start, at)

    def _cut(self, text: str, start: int, end: int) -> Cut:
        facts = [fact for place in self.places[start:end] for fact in self.passages.facts_of(place)]
        return Cut(text, tuple([(self.columns[fact.table, fact.column], fact) for fact in facts]))

    def _follows(self, at: int) -> bool:
        """Whether a passage stands right behind the one before it."""
        return self.places[at] == self.places[at - 1] + 1

    def _between(self, at: int) -> str:
        """What stands before a text: it follows, in a list or not, or something was left out."""
        if not self._follows(at):
            return " ... "
        return " " if self.passages.texts[self.places[at - 1]][-1] in ".?!”:" else " · "

    def _sentences(self, start: int) -> tuple[str, int]:
        """Whole sentences, where some of them make a window, else nothing; and where they end."""
        texts, places = self.passages.texts, self.places
        text = texts[places[start]]
        at = start + 1
        while len(text) < _SHORTEST and at < len(places) and self._follows(at):
            text += self._between(at) + texts[places[at]]
            at += 1
        return (text if _SHORTEST <= len(text) <= _LONGEST and text[-1] in ".?!”" else ""), at

    def _best(self, asked: set[str]) -> int:
        # how many of the words each passage holds, for all at once: the binary digits of the
        # counts, the last one first, each with a bit for each passage
        digits: list[int] = []
        for word in asked:
            carried = self.passages.holding(word)
            for place, digit in enumerate(digits):
                digits[place], carried = digit ^ carried, digit & carried
            if carried:
                digits.append(carried)
        most, best = _highest(digits, self.begins)
        more, other = _highest(digits, self.others)
        if more > most:  # a table's row may hold more of what is asked
            best = other
        return (self.shown & (best - 1)).bit_count()


def _highest(digits: list[int], among: int) -> tuple[int, int]:
    """The highest of the counts of these bits, and the first bit that has it."""
    count = 0
    for digit in reversed(digits):
        count *= 2
        if among & digit:
            among &= digit
            count += 1
    return count, among & -among


def windows_of(
    name: str,
    passages: Passages,
    permit: Permit,
    columns: Mapping[tuple[str, str], CompiledColumn],
) -> Windows:
    """The passages of the page of this name that state nothing but what the permit allows."""
    shown = passages.nonempty
    for fact, stating in passages.stating.items():
        if not permit.allows(name, columns[fact.table, fact.column]):
            shown &= ~stating
    return Windows(
        passages,
        shown,
        [place for place in range(len(passages.texts)) if shown >> place & 1],
        shown & passages.prose or shown,
        shown & passages.others,
        columns,
        child_seed(permit.seed, f"snippet/{name}"),
    )
