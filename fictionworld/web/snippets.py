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
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.seeds import child_seed
from fictionworld.web.cut import Cut

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.web.cut import Stated
    from fictionworld.web.page import Page
    from fictionworld.web.permit import Permit
    from fictionworld.worlds.fact import FactId

__all__ = ["Passage", "Windows", "passages_of", "windows_of"]

_LEAST, _SPREAD = 141, 20
"""Windows are cut at 141 to 160 characters; most lose a word's end, and gain an ellipsis."""
_SHORTEST, _LONGEST = 106, 163
"""What ends earlier is followed by the next permitted passage."""
_WHOLE = 48
"""So many windows in a hundred end with a sentence, if one ends in time."""

_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_RULE = re.compile(r"^\|?[\s|:-]+\|?$")
_SENTENCE = re.compile(r"(?<=[.?!”])\s+(?=[A-Z“\"(€$£0-9\[])")
_HEAD = re.compile(
    r"^(?:\*\*[^*\[\]]+\*\*"  # a heading in bold
    r"|\*\*[\w-]+\*\* · .* · ▲ \d+|[\w-]+, .* \(votes: \d+\)"  # who posted
    r"|▲ \d+ \*\*[\w-]+\*\* on .*:"
    r"|.* wrote:)$"
)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, list item or table row as a reader sees it, and the facts it states."""

    text: str
    facts: tuple[FactId, ...]
    prose: bool
    """It is a sentence, where a search engine likes to begin."""
    link: bool = False
    """It is a link, a menu, a table's head: it says nothing of its own, and none begins there."""
    words: frozenset[str] = frozenset()
    """Its words in small letters."""


def passages_of(page: Page) -> tuple[Passage, ...]:
    """What a page says, piece by piece: headings, addresses, who posted when left out."""
    found = []
    at = 0
    marks = iter(page.marks)
    mark = next(marks, None)
    lines = page.body.split("\n")
    # where sentences end must not depend on a value: a name may begin with É, or end with Jr.
    masked = _masked(page).split("\n")
    links = page.head.kind != "directory"
    box = False
    for number, line in enumerate(lines):
        end = at + len(line)
        if line[:1] == "|" and line[:3] != "| -" and lines[number + 1][:5] == "| ---":
            # the head of a box names the subject, and so does the title
            box = "|  |" in line
            if box:
                at = end + 1
                continue
        for start, stop in _pieces(line, masked[number]):
            facts = []
            while mark is not None and mark.start < at + stop:
                facts.append(mark.fact)
                mark = next(marks, None)
            text = _plain(line[start:stop], ": " if box else " | ")
            if text:
                prose = _is_prose(text, line)
                link = links and not facts and not prose
                words = frozenset(_WORD.findall(text.lower()))
                found.append(Passage(text, tuple(facts), prose, link, words))
        at = end + 1
    return tuple(found)


def _masked(page: Page) -> str:
    """The body with capitals in place of each value that it states."""
    pieces: list[str] = []
    at = 0
    for mark in page.marks:
        if mark.start < at:  # rows that share a value share its mark
            continue
        pieces += (page.body[at : mark.start], "M" * (mark.end - mark.start))
        at = mark.end
    return "".join((*pieces, page.body[at:]))


def _is_prose(text: str, line: str) -> bool:
    return len(text) > 30 and text[-1] in ".?!”" and line[:1] not in "|-*>"


def _pieces(line: str, masked: str) -> list[tuple[int, int]]:
    """Where the sentences of a line begin and end; none in headings, rules and empty lines."""
    stripped = line.strip()
    if not stripped or stripped[0] == "#" or (stripped[0] in "|-: " and _RULE.match(stripped)):
        return []
    if (stripped[-1] in "*:)" or "▲" in stripped) and _HEAD.match(stripped):
        return []
    if stripped[0] in "|-*" and not stripped.startswith("**"):
        return [(0, len(line))]
    cuts = [match.end() for match in _SENTENCE.finditer(masked)]
    starts = [0, *cuts]
    return list(zip(starts, [*cuts, len(line)], strict=True))


def _plain(text: str, between: str) -> str:
    if "[" in text:
        text = _LINK.sub(r"\1", text)
    text = text.strip()
    if text[:1] == "|":
        text = between.join(
            cell for cell in (c.strip() for c in text.strip("|").split("|")) if cell
        )
    elif text[:2] in {"- ", "* ", "> "}:
        text = text[2:]
    return text.replace("**", "").strip("* ")


@dataclass(frozen=True, slots=True)
class Windows:
    """What of a page a permit leaves, ready to be cut."""

    texts: tuple[str, ...]
    follows: tuple[bool, ...]
    """Whether a text stands right behind the one before it."""
    begins: tuple[int, ...]
    """Where a window may begin: at sentences, and where there are none anywhere."""
    words: tuple[frozenset[str], ...]
    links: frozenset[int]
    """Texts that say nothing of their own."""
    stated: tuple[tuple[Stated, ...], ...]
    """The facts that each text states."""
    seed: int

    def cut(self, words: Collection[str]) -> Cut:
        """The window that holds most of the words; of several, the first."""
        if not self.texts:
            return Cut("")
        asked = {word.lower() for word in words}
        start = self._best(asked)
        most = _LEAST + (self.seed + start * 7) % _SPREAD
        if (self.seed // 31 + start) % 100 < _WHOLE:
            whole, end = self._sentences(start)
            if whole:
                return self._cut(whole, start, end)
        text = self.texts[start]
        at = start + 1
        while len(text) < _SHORTEST and at < len(self.texts):
            text += self._between(at) + self.texts[at]
            at += 1
        while at < len(self.texts) and self.follows[at] and len(text) < most:
            text += self._between(at) + self.texts[at]
            at += 1
        if len(text) > most:
            text = text[: most - 4].rsplit(" ", 1)[0].rstrip(" ,;:–-|·") + " ..."
        return self._cut(text, start, at)

    def _cut(self, text: str, start: int, end: int) -> Cut:
        return Cut(text, tuple(one for said in self.stated[start:end] for one in said))

    def _between(self, at: int) -> str:
        """What stands before a text: it follows, in a list or not, or something was left out."""
        if not self.follows[at]:
            return " ... "
        return " " if self.texts[at - 1][-1] in ".?!”:" else " · "

    def _sentences(self, start: int) -> tuple[str, int]:
        """Whole sentences, where some of them make a window, else nothing; and where they end."""
        text = self.texts[start]
        at = start + 1
        while len(text) < _SHORTEST and at < len(self.texts) and self.follows[at]:
            text += self._between(at) + self.texts[at]
            at += 1
        return (text if _SHORTEST <= len(text) <= _LONGEST and text[-1] in ".?!”" else ""), at

    def _best(self, asked: set[str]) -> int:
        best, most = self.begins[0], 0
        for place in self.begins if asked else ():
            score = 2 * len(asked & self.words[place])
            if score > most:
                best, most = place, score
        if most < 2 * len(asked):  # a table's row may hold more of what is asked
            for place, words in enumerate(self.words):
                score = 2 * len(asked & words) - 1
                if score > most and place not in self.links:
                    best, most = place, score
        return best


def windows_of(
    page: Page,
    passages: tuple[Passage, ...],
    permit: Permit,
    columns: Mapping[tuple[str, str], CompiledColumn],
) -> Windows:
    """The passages of a page that state nothing but what the permit allows."""
    name = page.head.name
    known: dict[tuple[str, str], bool] = {}
    texts: list[str] = []
    follows: list[bool] = []
    words: list[frozenset[str]] = []
    begins: list[int] = []
    links: list[int] = []
    stated: list[tuple[Stated, ...]] = []
    before = -1
    for place, passage in enumerate(passages):
        allowed = True
        for fact in passage.facts:
            key = (fact.table, fact.column)
            if key not in known:
                known[key] = permit.allows(name, columns[key], fact)
            allowed = allowed and known[key]
        if not allowed or len(passage.text) < 3:
            continue
        if passage.prose:
            begins.append(len(texts))
        if passage.link:
            links.append(len(texts))
        texts.append(passage.text)
        follows.append(before == place - 1)
        stated.append(tuple((columns[fact.table, fact.column], fact) for fact in passage.facts))
        words.append(passage.words)
        before = place
    seed = child_seed(permit.seed, f"snippet/{name}")
    places = tuple(begins) or tuple(range(len(texts)))
    return Windows(
        tuple(texts), tuple(follows), places, tuple(words), frozenset(links), tuple(stated), seed
    )
