"""Values of records: which key of a piece of JSON is the column's, and whose record it stands in.

A key is the column's where it shares words with its label (`zeroTo100`, `release_date`), is short
for one (`dwt`, `cap`), or speaks of the same as the thesaurus knows it. The record is the subject's
where a value or a key beside it, or further out, names the subject and none nearer another.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.asked import YEAR
from fictionworld.leakage.readings.headed import told_by
from fictionworld.leakage.readings.key_words import (
    is_form_of,
    is_short_for,
    label_words,
    words_of_key,
)
from fictionworld.leakage.readings.keyed import Tree, tree_of
from fictionworld.leakage.readings.lined import lines_of_keys
from fictionworld.leakage.readings.siblings import is_sibling_of_asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.leakage.context.asked import Asked
    from fictionworld.leakage.readings.keyed import Leaf, Node

__all__ = ["Records"]

_UNITS: Final = frozenset(
    "kg g mg t lb lbs oz mm cm m km ft mi in l ml cl s ms sec min mins h hr hrs hours minutes"
    " seconds"
    " w kw mw gw kwh mwh gwh twh wh mah v a hz khz mhz ghz kb mb gb tb pct percent usd eur gbp chf"
    " crowns florins c f kn kmh mph ha km2 m2 m3 hm3 bar nm days years months".split()
)
_LABELS: Final = frozenset(
    "k key name label field property attribute attr param spec title prop".split()
)
_VALUES: Final = frozenset("v val value values content text amount data answer".split())
_NAMING: Final = frozenset(
    "name title label model product subject entity item station player team vessel ship id slug"
    " museum company place town city brand make maker family given first last package project"
    " sku doc award event version v film book album phone device".split()
)
_BESIDE: Final = frozenset(
    "see also related similar next rival vs compared compare alternatives nearby neighbours"
    " neighbors replaces successor predecessor links".split()
)
"""Keys of what a record is not about."""
_PROSE: Final = frozenset(
    "title snippet description desc text body summary content note notes caption alt abstract"
    " headline message excerpt comment about intro lead teaser result".split()
)
_UNTOLD: Final = frozenset(
    "query q search filter filters facets enum options choices candidates nominees shortlist"
    " example examples"
    " sample placeholder default took ms page per limit offset total hits count previous"
    " former old planned target draft expected forecast estimate estimated rumoured rumored wrong"
    " distractors".split()
)
"""Keys of what is not told to be so, or not so any more, or not of the subject."""
_NOT: Final = frozenset(
    "no not non without free less lacks lacking missing disabled un excluded".split()
)
_HAVING: Final = frozenset(
    "features feature includes included include has equipment extras amenities supports tags"
    " options facilities specs highlights with yes allowed offers services".split()
)
_YES: Final = re.compile(
    r"(?:true|yes|y|1|on|ja|oui|s[i\u00ed]|included|available|\u2713|\u2714)", re.IGNORECASE
)
_NO: Final = re.compile(
    r"(?:false|no|n|0|off|nein|non|none|excluded|unavailable|\u2717|\u2718)", re.IGNORECASE
)
_UNITED: Final = frozenset("unit units currency uom scale multiplier".split())
_NULL: Final = frozenset({"null", "None", "nil", "undefined", "", "~", "TODO", "TBD", "TBA", "n/a"})


_OUTSIDE: Final = 20_000
"""Characters of a text in which its subjects are looked for."""
_WIDEST: Final = 60
"""Values of one object that are read as belonging together."""


class Records:
    """The records of one text, and what they tell of one answer."""

    def __init__(self, text: str, tree: Tree, asked: Asked) -> None:
        self._text = text
        self._tree = tree
        self._asked = asked
        self._own = asked.own
        self._label = label_words(asked.answer.column)
        named = asked.subject.words
        self._label = tuple(w for w in self._label if w not in named) or self._label
        self._outside = asked.subject.mentions(text, 0, min(len(text), _OUTSIDE))
        """Who is named anywhere, for records that name nobody."""
        self._siblings: list[Leaf] = []
        """Values under the column's key in objects that stand beside the one asked for."""
        self._columns = self._find_columns()
        keys = {leaf.key for leaf in tree.leaves} | {node.key for node in tree.nodes()}
        keys |= {label for leaf in tree.leaves if (label := self._label_of(leaf)) is not None}
        self._known = any(self._score(key) >= 4 for key in keys)
        """Whether a key is the column's by its own words, whatever stands under it."""

    @classmethod
    def of(cls, text: str, asked: Asked) -> Records | None:
        """Those of a text; None where it holds no keys."""
        tree = tree_of(text)
        if tree is None and (read := lines_of_keys(text)) is not None and read[1]:
            tree = Tree(*read, [leaf.start for leaf in read[1]])
        return None if tree is None else cls(text, tree, asked)

    def found(self, told: Callable[[str], bool]) -> list[Hit]:
        """The values under the column's key in the subject's record that tell the answer.

        Args:
            told: Whether a short text, `label: value`, tells the value.
        """
        hits = []
        for leaf, label in self._columns:
            if leaf.said in _NULL or not self._tells(leaf, label, told):
                continue
            hits.append(Hit(leaf.start, max(leaf.end, leaf.start + 1), "table cell", alone=True))
        if self._asked.answer.type in {"name", "date", "money"}:
            hits += self._joined(told)
        if self._asked.answer.type == "bool":
            hits += self._listed()
        return hits

    def of_another(self, place: int) -> bool:
        """Whether what stands at a place is the value of a key that is not the column's."""
        leaf = self._tree.leaf_at(place)
        if leaf is None:
            # a key: what stands under it has been read
            return (
                self._asked.answer.type == "bool"
                and self._known
                and self._tree.leaves[0].start - 80 < place < self._tree.leaves[-1].end
            )
        key = set(words_of_key(leaf.key))
        if any(_UNTOLD & set(words_of_key(k)) - set(self._label) for k in leaf.keys):
            return True
        if (key & _PROSE and leaf.quoted) or leaf.said.count(" ") > 5:
            return False
        if any(leaf is one for one, _ in self._columns):
            return False
        if any(leaf is one for one in self._siblings):
            return True
        # where one key is known to be the column's, the others are not
        return self._known

    # --- which key -------------------------------------------------------------------------

    def _find_columns(self) -> list[tuple[Leaf, str]]:
        """The values under the key that is most like the column, in the subject's records."""
        scored: list[tuple[int, Leaf, str]] = []
        for leaf in self._tree.leaves[:20_000]:
            label = self._label_of(leaf)
            if label is None or not self._asserted(leaf):
                continue
            score = self._score(label)
            if score == 0 and leaf.node.key and set(words_of_key(label)) & (_VALUES | _PARTS):
                score = self._score(leaf.node.key)
            if score == 0 and (label in _NESTED or YEAR.fullmatch(label)) and leaf.node.key:
                score = self._score(leaf.node.key)
            if score:
                scored.append((score, leaf, label))
        mine = [one for one in scored if self._of_subject(one[1])]
        best = max((score for score, _, _ in mine), default=0)
        found = [(leaf, label) for score, leaf, label in mine if score == best]
        column = self._asked.answer.column
        self._siblings = [
            leaf
            for leaf, _ in found
            if not self._names(leaf.node, leaf) and is_sibling_of_asked(leaf.node, column)
        ]
        return [one for one in found if not any(one[0] is leaf for leaf in self._siblings)]

    def _label_of(self, leaf: Leaf) -> str | None:
        """The key of a value, or what is set beside it as its name: `{"k": ..., "v": ...}`."""
        words = words_of_key(leaf.key)
        if len(leaf.node.leaves) > _WIDEST:
            return leaf.key
        if len(words) == 1 and words[0] in _VALUES and not leaf.node.listed:
            for other in leaf.node.leaves:
                if other is not leaf and _LABELS & set(words_of_key(other.key)) and other.quoted:
                    return other.said
        if (
            len(words) == 1
            and words[0] in _LABELS
            and any(
                _VALUES & set(words_of_key(other.key))
                for other in leaf.node.leaves
                if other is not leaf
            )
        ):
            return None
        if leaf.node.listed:
            return self._heading(leaf) or leaf.key
        return leaf.key

    def _heading(self, leaf: Leaf) -> str | None:
        """The heading of a value in a list of lists: `{"columns": [...], "rows": [[...]]}`."""
        row, table = leaf.node, leaf.node.parent
        if table is None or not table.listed:
            return None
        at = next(i for i, one in enumerate(row.leaves) if one is leaf)
        heads = next(
            (
                n
                for n in (table.parent.nodes if table.parent else [])
                if n.listed and n is not table and set(words_of_key(n.key)) & _HEADS
            ),
            table.nodes[0] if table.nodes[0] is not row else None,
        )
        if heads is None or len(heads.leaves) != len(row.leaves):
            return None
        return heads.leaves[at].said

    def _score(self, key: str) -> int:
        """How much a key is like the column."""
        words = words_of_key(key)
        shared = sum(
            1
            for own in self._label
            if any(is_form_of(word, own) or is_short_for(word, own) for word in words)
        )
        if shared:
            strange = sum(1 for w in words if w in _ROLES and w not in self._label)
            return 0 if strange else 4 * shared
        if self._own is not None and self._own.search(" ".join(words)):
            return 1
        return 0

    def _asserted(self, leaf: Leaf) -> bool:
        label = set(self._label)
        return not any(_UNTOLD & set(words_of_key(k)) - label for k in leaf.keys)

    # --- whose record ----------------------------------------------------------------------

    def _of_subject(self, leaf: Leaf) -> bool:
        if not self._asked.has_subject:
            return True
        if not self._in_year(leaf):
            return False
        node: Node | None = leaf.node
        below: Node | None = None
        while node is not None:
            verdict = self._names(node, leaf)
            if verdict is not None:
                return verdict
            below, node = node, node.parent
        # the record names nobody: the prose around it does, or another record
        outside = self._outside
        if below is not None and any(
            m.own and self._tree.leaf_at(m.start) is not None for m in outside
        ):
            return False
        return any(m.own for m in outside) and not any(m.kin for m in outside)

    def _names(self, node: Node, leaf: Leaf) -> bool | None:
        """Whether an object is the subject's (True), another's (False), or does not say."""
        subject = self._asked.subject
        if node.key and any(m.own for m in subject.mentions(node.key, 0, len(node.key))):
            return True
        if node.key and any(m.kin for m in subject.mentions(node.key, 0, len(node.key))):
            return False
        if node.key and node.parent is not None and self._keys_subject(node.parent):
            return False  # `[Aar]`, where another section is the subject's
        naming = [
            one
            for one in node.leaves[:_WIDEST]
            if one is not leaf
            and one.said not in _NULL
            and (one.quoted or set(words_of_key(one.key)) & _NAMING)
            and self._label_of(one) is not None
            and one.said.count(" ") < 9
            and _BESIDE.isdisjoint(words_of_key(one.key))
        ]
        said = " ".join(one.said for one in naming)
        for text in (said, " ".join(one.said for one in reversed(naming))):
            if any(m.own for m in subject.mentions(text, 0, len(text))):
                return True
            if subject.pattern is not None and subject.pattern.search(text):
                return True
        if any(m.own for one in naming for m in subject.mentions(one.said, 0, len(one.said))):
            return True
        strange = [
            one
            for one in naming
            if words_of_key(one.key)[-1:]
            and words_of_key(one.key)[-1] in _NAMING - {"id", "make", "brand"}
        ]
        if (
            leaf.node is node
            and self._score(leaf.key) < 4
            and set(words_of_key(leaf.key)) & _NAMING
        ):
            return None
        return False if strange and not node.listed and node.key not in _PARTS else None

    def _keys_subject(self, parent: Node) -> bool:
        """Whether an object stands under the subject's name among those that a node holds."""
        return any(
            m.own
            for one in parent.nodes[:_WIDEST]
            for m in self._asked.subject.mentions(one.key, 0, len(one.key))
        )

    def _in_year(self, leaf: Leaf) -> bool:
        """Whether no key or value beside it dates a value to another year than asked."""
        years = self._asked.years
        if not years:
            return True
        node: Node | None = leaf.node
        for key in leaf.keys:
            found = set(YEAR.findall(key.replace("_", " ")))
            if found:
                return not found.isdisjoint(years)
        while node is not None:
            for one in node.leaves[:_WIDEST]:
                if {"year", "season", "yr", "period"} & set(
                    words_of_key(one.key)
                ) and one is not leaf:
                    found = set(YEAR.findall(one.said))
                    return not found or not found.isdisjoint(years)
            node = node.parent
        return True

    # --- what it tells ---------------------------------------------------------------------

    def _tells(self, leaf: Leaf, label: str, told: Callable[[str], bool]) -> bool:
        answer = self._asked.answer
        if answer.type == "bool":
            wanted = answer.value.strip().lower() in {"yes", "true", "y", "1", "t"}
            if set(words_of_key(label)) & _NOT - set(self._label):
                wanted = not wanted
            return (_YES if wanted else _NO).fullmatch(leaf.said) is not None
        said = leaf.said
        if answer.type == "rank":
            return told(f"rank: {said}")
        units = told_by(label)
        beside = [
            one.said
            for one in leaf.node.leaves[:_WIDEST]
            if one is not leaf and _UNITED & set(words_of_key(one.key))
        ]
        forms = [] if beside or units else [said]
        if not leaf.quoted or re.fullmatch(r"[\d.,]+", said):
            forms += [f"{said} {one}" for one in beside]
            forms += [f"{said} {unit}" for unit in units]
        plain = " ".join(w for w in words_of_key(label) if w not in _UNITS)
        forms = forms or [said]
        return any(told(form) or told(f"{plain}: {form}") for form in forms)

    def _joined(self, told: Callable[[str], bool]) -> list[Hit]:
        """Values spread over the parts of an object: `{"given": ..., "family": ...}`."""
        hits = []
        for node in self._tree.nodes():
            if not 1 < len(node.leaves) < 7 or node.listed or not self._score(node.key):
                continue
            first, last = node.leaves[0], node.leaves[-1]
            if not self._asserted(first) or not self._of_subject(first):
                continue
            said = [leaf.said for leaf in node.leaves]
            if self._asked.answer.type == "name" and self._score(node.key) < 4:
                continue
            if is_sibling_of_asked(node, self._asked.answer.column):
                continue
            numbers = [leaf.said for leaf in node.leaves if leaf.said.isdigit()]
            for text in (" ".join(said), " ".join(reversed(said)), _dated(node), "-".join(numbers)):
                if text and told(text):
                    hits.append(Hit(first.start, last.end, "table cell", alone=True))
                    break
        return hits

    def _listed(self) -> list[Hit]:
        """`"features": ["thermostat"]`: a list of what the subject has, or has not."""
        wanted = self._asked.answer.value.strip().lower() in {"yes", "true", "y", "1", "t"}
        hits = []
        for leaf in self._tree.leaves:
            if not leaf.node.listed or not leaf.quoted or self._heading(leaf):
                continue
            words = words_of_key(leaf.said)
            key = set(words_of_key(leaf.node.key))
            if not words or not all(
                any(is_form_of(w, own) for w in words) for own in self._label if len(own) > 2
            ):
                continue
            having = (key & _HAVING) != set()
            if (key & _NOT) or (set(words) & _NOT - set(self._label)):
                having = not having if not key & _NOT else False
            elif not having:
                continue
            if having is wanted and self._of_subject(leaf):
                hits.append(Hit(leaf.start, leaf.end, "table cell", alone=True))
        return hits


_HEADS: Final = frozenset("columns cols headers header fields head keys labels".split())
_PARTS: Final = frozenset(
    "given family first last forename surname firstname lastname fullname day month year value"
    " amount full name display".split()
)
_NESTED: Final = frozenset(
    {"value", "name", "amount", "iso", "date", "url", "href", "label", "min", "text"}
)
_ROLES: Final = frozenset(
    "vice deputy assistant former old previous jury shipping discount secondary"
    " runner index rebuilt updated indexed crawled modified build built".split()
)
"""Words that make a key another column's, however much of the label it holds."""


def _dated(node: Node) -> str:
    """`{"day": 14, "month": 3, "year": 2029}` as a date of the calendar."""
    parts = {words_of_key(leaf.key)[-1:]: leaf.said for leaf in node.leaves}
    year, month, day = (parts.get((part,), "") for part in ("year", "month", "day"))
    if not year.isdigit():
        return ""
    if month.isdigit():
        return "-".join([year, month.zfill(2), *([day.zfill(2)] if day.isdigit() else [])])
    return f"{day} {month} {year}".strip()
