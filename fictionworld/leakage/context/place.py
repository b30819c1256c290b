"""A place in a text that holds a value: which subject and column it belongs to there."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.asked import AskedAnswer
from fictionworld.leakage.context.subject import Mention
from fictionworld.leakage.context.surroundings import surroundings_of
from fictionworld.leakage.context.thesaurus import is_label, label_words
from fictionworld.leakage.values.scan import scan
from fictionworld.leakage.values.units import find_column_unit
from fictionworld.leakage.views.cells import cells_of
from fictionworld.leakage.views.tokens import tokens_of

_CLAUSE: Final = re.compile(
    r"[;|]|\s-\s|:\s(?=[A-Z])|,\s(?:and|but|while|whereas|though|although|so|unlike|as against"
    r"|against|where)\b"
    r"|\b(?:while|whereas|but|than|unlike|compared (?:with|to)|against|although|though"
    r"|and (?=[A-Z][a-z]))\b"
)
"""Where another statement may begin."""
_ASIDE: Final = re.compile(
    r"(?:\b(?:by|of|in|at|from|near|with|for|on|to|via|between|under|outside|behind|after|into|like"
    r"|over|through|across"
    r"|and|or|says?|said|told|per|against|versus|vs|beats?|joined|left|replac(?:ed|ing)"
    r"|succeed(?:ed|ing))\s(?:the\s|its\s|a\s|[a-z]+\s){0,2}|[(\[,\"'])$",
    re.IGNORECASE,
)
"""Words before a name that make it no owner of what follows."""
_COMPARED: Final = re.compile(
    r"\b(?:than|unlike|against|compared (?:with|to)|rival)\s(?:the\s|its\s|[a-z]+\s){0,2}$"
)
_OF: Final = re.compile(r"\s?(?:[a-z]+\s){0,3}(?:of|at|for|in|on|by|from|to)\s(?:the\s)?$")
_IN_BRACKETS: Final = re.compile(r"[\s.]*\(")
_DOES: Final = re.compile(
    r"(?:'s?\b|\s(?:has|had|is|was|holds?|costs?|weighs?|seats?|got|gets|takes?|took|with"
    r"|[a-z]+ed)\b|\s?[:(])"
)
_SCENE: Final = re.compile(
    r"\W*(?:Snippet: )?(?:Elsewhere|Meanwhile|In other news|(?:For|By|In) comparison|The rival"
    r"|The other|An?other)\b"
)
"""Words that introduce something other than the subject."""
_TITLE: Final = re.compile(r"(?:^|\n)(?:\[\d{1,3}\]\s)?(?:Title|URL|Url):\s")
_OF_MANY: Final = frozenset({"time", "months", "part", "money"})
"""What many columns measure, so that the unit does not tell the column."""
_MOST_BACK: Final = 6


class Owner:
    """How near the subject is to a value, by where it is named."""

    CELL = 0
    SENTENCE = 1
    BEFORE = 2
    TITLE = 3
    BEHIND = 4
    NONE = 9


class HitContext:
    """A hit in a reading of a text, for what is asked."""

    def __init__(self, text: str, hit: Hit, asked: AskedAnswer) -> None:
        self.text = text
        self.hit = hit
        self.asked = asked
        self.tokens = tokens_of(text)
        self.near = surroundings_of(text).near(hit.start, hit.end)
        self.cell = cells_of(text).at(hit.start)

    @cached_property
    def sentence(self) -> str:
        return self.text[self.near.sentence : self.near.end]

    @cached_property
    def before(self) -> str:
        """The sentence as far as the value."""
        return self.text[self.near.sentence : self.hit.start]

    @cached_property
    def behind(self) -> str:
        """The sentence from the value on."""
        return self.text[self.hit.end : self.near.end]

    @cached_property
    def clause(self) -> tuple[int, int]:
        """The part of the sentence that the value's statement takes up."""
        low, high = self.near.sentence, self.near.end
        for match in _CLAUSE.finditer(self.text, low, self.hit.start):
            low = match.start()
        close = _CLAUSE.search(self.text, self.hit.end, high)
        return low, close.start() if close else high

    def mentions_in(self, start: int, end: int) -> list[Mention]:
        """Who is named in a part of the text, but in the value itself."""
        return [
            m for m in self.asked.subject.mentions_in(self.tokens, start, end)
            if m.end <= self.hit.start or m.start >= self.hit.end
        ]  # fmt: skip

    # Whose it is ------------------------------------------------------------------------------

    @cached_property
    def owner(self) -> tuple[bool | None, int]:
        """Whether the subject owns the value, another does (False), or nobody is named (None);
        and by what (`Owner`).
        """
        if self.cell is not None:
            of_cell = self._of_cell()
            if of_cell is not None:
                return of_cell, Owner.CELL
        of_sentence = self._of_sentence()
        if of_sentence is not None:
            return of_sentence, Owner.SENTENCE
        return self._of_record()

    def _of_cell(self) -> bool | None:
        cell = self.cell
        assert cell is not None
        subject = self.asked.subject
        said = [*cell.keys, cell.row]
        mentions = (
            [m for one in said for m in subject.mentions(tokens_of(one))] if any(said) else []
        )
        if any(m.own for m in mentions):
            return True
        if cell.block.kind == "lines":
            return None
        if any(m.related for m in mentions):
            return False
        elsewhere = any(m.own for m in self.mentions_in(cell.block.start, cell.block.end))
        return False if elsewhere else None

    def _of_sentence(self) -> bool | None:
        """Whose the value is among those named in its sentence; None where nobody is."""
        start, end = self.near.sentence, self.near.end
        named = self.mentions_in(start, end)
        if not any(m.own for m in named) and _SCENE.match(self.text, start):
            return False
        if not named:
            return None
        if self.hit.form == "statement":
            owns = [m for m in named if m.own]
            return True if owns else (False if any(m.related for m in named) else None)
        for mention in named:
            if _IN_BRACKETS.fullmatch(self.text, self.hit.end, mention.start) and (
                self.text.startswith(")", mention.end)
            ):
                return mention.own  # `5,180 mAh (Vela 6)`, whoever is named before
        low, high = self.clause
        for place in (
            [m for m in named if low <= m.start < self.hit.start],
            [m for m in named if self.hit.end <= m.start < high],
            [m for m in named if m.start < low],
            [m for m in named if m.start >= high],
        ):
            owner = self._among(place)
            if owner is not None:
                return owner
        return None

    def _among(self, named: list[Mention]) -> bool | None:
        """The owner among those who are named on one side."""
        if not named:
            return None
        is_before = named[0].start < self.hit.start
        ordered = named[::-1] if is_before else named
        for mention in ordered:
            compared = _COMPARED.search(
                self.text, max(self.near.sentence, mention.start - 24), mention.start
            )
            if mention.own:
                if compared and is_before and any(not m.own for m in named):
                    continue
                return True
            if mention.related or compared:
                if is_before and self._is_aside(mention) and any(m.own for m in named):
                    continue
                return False
            if is_before and _DOES.match(self.text, mention.end) and not self._is_aside(mention):
                return False
            if not is_before and self._belongs_behind(mention):
                return False
        return None

    def _is_aside(self, mention: Mention) -> bool:
        low = max(self.near.sentence, mention.start - 24)
        return _ASIDE.search(self.text[low : mention.start]) is not None

    def _belongs_behind(self, mention: Mention) -> bool:
        """`5,180 of the Vela 6`."""
        return _OF.fullmatch(self.text[self.hit.end : mention.start]) is not None

    def _of_record(self) -> tuple[bool | None, int]:
        """Whom the sentences before speak of, the title, or at last those behind."""
        near = self.near
        sentences = surroundings_of(self.text).before(near.sentence, near.record)
        strange = False
        for start, end in sentences[:_MOST_BACK]:
            named = self.mentions_in(start, end)
            if any(m.own for m in named):
                first = named[0]
                if strange:
                    return False, Owner.BEFORE
                if first.own or not first.related or self._last_own(named):
                    is_title = _TITLE.match(self.text, max(0, start - 1)) is not None
                    return True, Owner.TITLE if is_title else Owner.BEFORE
                return False, Owner.BEFORE
            if any(m.related for m in named):
                return False, Owner.BEFORE
            strange = strange or any(
                not self._is_aside_at(m, start) and _DOES.match(self.text, m.end) for m in named
            )
        behind = self.mentions_in(near.end, near.record_end)
        if behind:
            return (True, Owner.BEHIND) if behind[0].own else (None, Owner.NONE)
        if near.record > 0 and self.asked.subject.is_named_in(self.tokens):
            return False, Owner.NONE  # in another result
        return None, Owner.NONE

    def _last_own(self, named: list[Mention]) -> bool:
        return named[-1].own

    def _is_aside_at(self, mention: Mention, start: int) -> bool:
        return _ASIDE.search(self.text[max(start, mention.start - 24) : mention.start]) is not None

    # Of what column ---------------------------------------------------------------------------

    @cached_property
    def cue_distance(self) -> int:
        """Words between the value and the nearest word of the column in its sentence; 99 for
        none.
        """
        return self._distance(self.asked.cue_places(self.tokens), self.near.sentence, self.near.end)

    def _distance(self, places: list[int], start: int, end: int) -> int:
        first, last = self._own_tokens
        best = 99
        there = self.tokens.within(start, end)
        for at in places[bisect_left(places, there.start) : bisect_left(places, there.stop)]:
            if first <= at <= last:
                continue
            best = min(best, first - at if at < first else at - last)
        return best

    @cached_property
    def _own_tokens(self) -> tuple[int, int]:
        first = self.tokens.at(self.hit.start)
        return first, max(first, self.tokens.at(self.hit.end - 1))

    @cached_property
    def column(self) -> str:
        """How the column is named: `label` over the value, `near` in its sentence, `unit` by what
        it measures, `before` in the sentence before; empty where it is not.
        """
        if self.cell is not None and any(
            self.asked.speaks_of_column(key) for key in self.cell.keys
        ):
            return "label"
        if self.cue_distance < 99:
            return "near"
        if self._in_hit():
            return "near"
        if self._in_own_unit():
            return "unit"
        low = max(self.near.record, self.near.sentence - 160)
        if self._distance(self.asked.cue_places(self.tokens), low, self.near.sentence) < 99:
            return "before"
        return ""

    def _in_own_unit(self) -> bool:
        """Whether a figure bears a unit that measures what the column does, and few others do."""
        if self.asked.answer.type not in {"number", "money"}:
            return False
        wanted = find_column_unit(self.asked.answer.column)[0] or self.asked.unit
        one = scan(self.text).by_place.get((self.hit.start, self.hit.end))
        if one is None or one.unit is None or wanted is None:
            return False
        return wanted.dimension == one.unit.dimension and one.unit.dimension not in _OF_MANY

    def _in_hit(self) -> bool:
        first, last = self._own_tokens
        places = self.asked.cue_places(self.tokens)
        at = bisect_left(places, first)
        return self.asked.answer.type not in {"name", "category", "url"} and (
            at < len(places) and places[at] <= last
        )

    @cached_property
    def other_label_distance(self) -> int:
        """Words between the value and the nearest word that another column is called by."""
        first, last = self._own_tokens
        places = self.asked.cue_places(self.tokens)
        own = places[bisect_left(places, first - 6) : bisect_left(places, last + 6)]
        named = {
            at for m in self.mentions_in(self.near.sentence, self.near.end)
            for at in self.tokens.within(m.start, m.end)
        }  # fmt: skip
        low, high = self.clause
        best = 99
        for at in (
            *range(max(0, first - 6), first),
            *range(last + 1, min(last + 4, len(self.tokens.words))),
        ):
            where = self.tokens.spans[at][0]
            word = self.tokens.words[at]
            if at in own or at in named or not low <= where < high or self.tokens.is_capital(at):
                continue
            if is_label(word) and label_words(word):
                best = min(best, first - at if at < first else at - last)
        return best
