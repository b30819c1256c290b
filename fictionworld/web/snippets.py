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
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap
from typing import Any, NamedTuple, TypeAlias

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import child_seed
from fictionworld.web.page import Mark, Page, refilled
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
_OPEN_LINK = re.compile(r"\[([^\[\]]*)$")
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
        """Return a string that knows the facts it states."""
        cut = super().__new__(cls, text)
        cut.stated = stated
        return cut


class Passage(NamedTuple):
    """One sentence, list item or table row as a reader sees it, and the facts it states."""

    text: str
    facts: tuple[FactId, ...]
    ends: tuple[int, ...]
    """Where in the text the words of each fact end; 0 for a fact of a line above that is left out,
    and for one that is rounded: it is not shown as it is."""
    prose: bool
    """It is a sentence, where a search engine likes to begin."""
    link: bool = False
    """It is a link, a menu, a table's head: it says nothing of its own, and none begins there."""

    @property
    def kind(self) -> int:
        """Return `PROSE`, `LINK` or, for all others, 0."""
        return PROSE * self.prose + LINK * self.link


@dataclass(frozen=True, slots=True)
class Passages:
    """All that a page says, whatever a permit allows. `windows_of` takes from it what it allows."""

    texts: Sequence[str]
    kinds: Sequence[int]
    """`Passage.kind` of each."""
    counts: Sequence[int]
    """How many facts each states; facts are numbered through the page."""
    facts: Sequence[FactId]
    ends: Sequence[int]
    """Where in the text of its passage each fact ends, as in `Passage`."""

    @classmethod
    def of(cls, page: Page) -> Passages:
        """Return the passages of a page."""
        passages = passages_of(page)
        facts = [fact for passage in passages for fact in passage.facts]
        return cls(
            [passage.text for passage in passages],
            [passage.kind for passage in passages],
            [len(passage.facts) for passage in passages],
            facts,
            [end for passage in passages for end in passage.ends],
        )

    def plain(self) -> tuple[Any, ...]:
        """Return its fields as strings, numbers, tuples and lists."""
        facts = [fact[1:] for fact in self.facts]
        return facts, self.texts, self.kinds, self.counts, self.ends

    @classmethod
    def restored(cls, plain: tuple[Any, ...], fact: Callable[[str, int, str], FactId]) -> Passages:
        """Return the passages, given what `plain` returned and who knows a cell's fact."""
        facts, texts, kinds, counts, ends = plain
        return cls(texts, kinds, counts, list(starmap(fact, facts)), ends)


def passages_of(page: Page) -> tuple[Passage, ...]:
    """Return what a page says, piece by piece.

    Headings, addresses and who posted are left out, and what follows from values: it is no snippet.
    """
    passages = []
    end = -1
    marks = iter(page.marks)
    mark = next(marks, None)
    lines = page.body.split("\n")
    masked = masked_lines(page)
    links = page.head.kind != "directory"
    box = False
    for number, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        line_start = end + 1
        end = line_start + len(line)
        if not line:
            continue
        if line[0] == "|" and line[:3] != "| -" and below[:5] == "| ---":
            # the head of a box names the subject, and so does the title
            box = "|  |" in line
            if box:
                continue
        between = ": " if box else " | "
        for start, stop in _pieces(masked[number]):
            text = _plain(line[start:stop], between)
            facts, ends, follows = [], [], False
            while mark is not None and mark.start < line_start + stop:
                follows = follows or mark.follows
                facts.append(mark.fact)
                prefix = line[start : max(start, mark.end - line_start)]
                ends.append(0 if mark.truth == "rounded" else _end_in(text, prefix, between))
                mark = next(marks, None)
            if (text or facts) and not follows:
                prose = _is_prose(text, line)
                link = links and not facts and not prose
                passages.append(Passage(text, tuple(facts), tuple(ends), prose, link))
    return tuple(passages)


def _end_in(text: str, said: str, between: str) -> int:
    """Return where a part of a piece, from its beginning, ends in the plain text of the piece.

    It is the end of the text where that cannot be told: what is cut off never counts as shown.
    """
    if not said:
        return 0
    shown = _plain(_OPEN_LINK.sub(r"\1", said), between)
    return len(shown) if text.startswith(shown) else len(text)


def _is_prose(text: str, line: str) -> bool:
    return len(text) > 30 and text[-1] in ".?!”" and line[:1] not in "|-*>"


def _pieces(line: str) -> list[tuple[int, int]]:
    """Return the spans of a line's sentences; none in headings, rules and empty lines."""
    stripped = line.strip()
    if not stripped or stripped[0] == "#" or (stripped[0] in "|-: " and _RULE.match(stripped)):
        return []
    if (stripped[-1] in "*:)" or "▲" in stripped) and _HEAD.match(stripped):
        return []
    if stripped[0] in "|-*" and not stripped.startswith("**"):
        return [(0, len(line))]
    return sentence_spans(line)


def masked_lines(page: Page) -> list[str]:
    """Return the lines of a page with its values masked, each character by an M.

    Where sentences end must not depend on a value: a name may begin with É, or end with Jr. What
    follows from values is a sentence, and keeps its full stop.
    """

    def masked(mark: Mark, text: str) -> str:
        return f"{'M' * (len(text) - 1)}." if mark.follows else "M" * len(text)

    return refilled(page, masked).split("\n")


def sentence_spans(line: str) -> list[tuple[int, int]]:
    """Return the spans of a line's sentences; blanks belong to the sentence before them."""
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
    """The passages of a page that a permit allows, ready to be cut: no other text is in it."""

    texts: Sequence[str]
    text: str
    """All of them in small letters, each on a line: a passage is part of a line of its page."""
    places: Sequence[int]
    """The place of each among all passages of the page."""
    begins: int
    """Where a window may begin, as bits: at sentences, and where there are none anywhere."""
    others: int
    """The passages that say something of their own, and are no sentences, as bits."""
    stated: Sequence[Sequence[tuple[int, int]]]
    """For each passage the numbers of its facts, and where each ends in its text."""
    facts: Sequence[FactId]
    """The page's, by number."""
    columns: Mapping[tuple[str, str], CompiledColumn]
    seed: int

    def cut(self, words: Collection[str]) -> Cut:
        """Return the window that holds most of the words; of several, the first."""
        if not self.texts:
            return Cut("")
        start = self._best({word.lower() for word in words})
        most = _LEAST + (self.seed + start * 7) % _SPREAD
        if (self.seed // 31 + start) % 100 < _WHOLE:
            text, end = self._grown(self.texts[start], start + 1, _SHORTEST, apart=False)
            if _SHORTEST <= len(text) <= _LONGEST and text[-1] in ".?!”":
                return Cut(text, self._stated(start, end, len(text)))
        text, end = self._grown(self.texts[start], start + 1, _SHORTEST, apart=True)
        text, end = self._grown(text, end, most, apart=False)
        if len(text) <= most:
            return Cut(text, self._stated(start, end, len(text)))
        text = text[: most - 4].rsplit(" ", 1)[0].rstrip(" ,;:–-|·")
        return Cut(f"{text} ...", self._stated(start, end, len(text)))

    def _grown(self, text: str, at: int, least: int, *, apart: bool) -> tuple[str, int]:
        """Add the passages from `at` on until a text is long enough; return where they end.

        Args:
            text: What stands before them.
            at: The next passage.
            least: How many characters are enough.
            apart: Whether to add passages also across a gap, where a passage was left out.
        """
        while len(text) < least and at < len(self.texts) and (apart or self._follows(at)):
            text += self._between(at) + self.texts[at]
            at += 1
        return text, at

    def _stated(self, start: int, end: int, length: int) -> tuple[Stated, ...]:
        """Return the facts whose words stand in the first `length` characters of a window."""
        facts = []
        offset = 0
        for passage in range(start, end):
            if passage > start:
                offset += len(self._between(passage))
            for number, fact_end in self.stated[passage]:
                if fact_end and offset + fact_end <= length:
                    facts.append(self.facts[number])
            offset += len(self.texts[passage])
        return tuple([(self.columns[fact.table, fact.column], fact) for fact in facts])

    def _follows(self, at: int) -> bool:
        """Return whether a passage follows the one before it with nothing left out between."""
        return self.places[at] == self.places[at - 1] + 1

    def _between(self, at: int) -> str:
        """Return what stands before a passage: a blank, a dot in lists, or a gap's mark."""
        if not self._follows(at):
            return " ... "
        return " " if self.texts[at - 1][-1] in ".?!”:" else " · "

    def _best(self, asked: set[str]) -> int:
        # how many of the words each passage holds, for all at once: the binary digits of the
        # counts, the last one first, each with a bit for each passage
        digits: list[int] = []
        for word in asked:
            carried = self._holding(word)
            for index, digit in enumerate(digits):
                digits[index], carried = digit ^ carried, digit & carried
            if carried:
                digits.append(carried)
        most, best = _highest(digits, self.begins)
        other_most, other = _highest(digits, self.others)
        if other_most > most:  # a table's row may hold more of what is asked
            best = other
        return best.bit_length() - 1

    def _holding(self, word: str) -> int:
        """Return the passages that hold a word in small letters, as bits."""
        text = self.text
        start = text.find(word)
        if start < 0 or _WORD.fullmatch(word) is None:
            return 0
        holding = line = at = 0
        while start >= 0:
            end = start + len(word)
            if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum():
                line += text.count("\n", at, start)
                at = start
                holding |= 1 << line
            start = text.find(word, end)
        return holding


def _highest(digits: list[int], among: int) -> tuple[int, int]:
    """Return the highest of the counts of these bits, and the first bit that has it."""
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
    """Return the passages of the page of this name that state nothing but what a permit allows."""
    stated_in = [(fact.table, fact.column) for fact in passages.facts]
    closed = {column for column in set(stated_in) if not permit.allows(name, columns[column])}
    texts, places, stated = [], [], []
    prose = others = number = 0
    bit = 1
    for index, text in enumerate(passages.texts):
        first, number = number, number + passages.counts[index]
        if len(text) < _LEAST_TEXT or not closed.isdisjoint(stated_in[first:number]):
            continue
        texts.append(text)
        places.append(index)
        stated.append(tuple([(n, passages.ends[n]) for n in range(first, number)]))
        if passages.kinds[index] == PROSE:
            prose |= bit
        elif passages.kinds[index] != LINK:
            others |= bit
        bit <<= 1
    return Windows(
        texts,
        "\n".join(texts).lower(),
        places,
        prose or bit - 1,
        others,
        stated,
        passages.facts,
        columns,
        child_seed(permit.seed, f"snippet/{name}"),
    )
