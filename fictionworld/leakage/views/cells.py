"""Flat records and tables: which key or heading stands over a value, and what stands beside it.

Read are objects of JSON or the like, lines of `key: value`, and tables whose cells are parted by
bars, tabs, commas or wide gaps. Marks may be broken: what is a truncated object still has keys.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, NamedTuple

from fictionworld.leakage.views.view import remembered


class CellBlock(NamedTuple):
    """A record or a table."""

    start: int
    end: int
    kind: str
    """`object`, `lines`, `table`."""
    keys: frozenset[str]
    """All that its values may stand under, as written."""


class Cell(NamedTuple):
    """A value of a record or a table: `text[start:end]`."""

    start: int
    end: int
    keys: tuple[str, ...]
    """What it stands under: its key or its column's head, then what is wider."""
    row: str
    """What stands beside it: the other values of its object, the first cell of its row."""
    block: CellBlock


_MOST_CELLS: Final = 4_000


class TextCells:
    """The cells of a text, found by their places."""

    def __init__(self, text: str) -> None:
        cells = _of_objects(text) if '"' in text and ":" in text else []
        if not cells and "\n" in text:
            cells = _of_tables(text)
        if not cells:
            cells = _of_lines(text)
        self.all = sorted(cells, key=lambda cell: (cell.start, cell.end))
        self._starts = [cell.start for cell in self.all]

    def at(self, place: int) -> Cell | None:
        """The cell that holds a place."""
        at = bisect_right(self._starts, place) - 1
        return self.all[at] if at >= 0 and place < self.all[at].end else None


cells_of: Final = remembered(TextCells)
"""The cells of a text."""


# Objects --------------------------------------------------------------------------------------

_PIECE: Final = re.compile(
    r"(?P<key>[\"']?(?P<name>[\w][\w .()/%°€$-]{0,60}?)[\"']?\s*[:=]\s*(?=[\"'\[{\d\-tfnyTFN])"
    r"(?<=[\"'\s:=]))|\"(?P<text>(?:[^\"\\\n]|\\.)*)\"|(?P<open>[{\[])|(?P<close>[}\]])"
    r"|(?P<bare>-?\d[\d.,eE+-]*\d|\d|true|false|null|None|True|False)(?![\w.])"
)
_QUOTED_KEY: Final = re.compile(r"\"[\w][^\"\n]{0,60}\"\s*:")
_PROSE: Final = 6
"""Words: longer values are sentences, read as such."""
_SENTENCE_KEYS: Final = frozenset(
    "title snippet description desc text body summary content note notes caption abstract"
    " excerpt".split()
)


class _Object:
    """One object while it is read."""

    def __init__(self, key: str, parent: _Object | None) -> None:
        self.key = key
        self.parent = parent
        self.values: list[tuple[str, int, int, str]] = []
        self.pending = ""
        self.children = 0


def _of_objects(text: str) -> list[Cell]:
    if len(_QUOTED_KEY.findall(text)) < 1:
        return []
    root = current = _Object("", None)
    objects = [root]
    for match in _PIECE.finditer(text):
        if match["key"]:
            current.pending = match["name"].strip()
        elif match["open"]:
            current = _Object(current.pending or current.key, current)
            objects.append(current)
        elif match["close"]:
            current = current.parent or current
            current.pending = ""
        else:
            said = match["text"] if match["text"] is not None else match["bare"]
            start = match.start("text") if match["text"] is not None else match.start("bare")
            current.values.append((current.pending, start, start + len(said), said))
            if current.pending:
                current.pending = ""
        if len(objects) > _MOST_CELLS:
            break
    keys = frozenset(key or one.key for one in objects for key, *_ in one.values) | frozenset(
        one.key for one in objects
    )
    block = CellBlock(0, len(text), "object", keys - {""})
    cells = []
    for one in objects:
        label = _named_by(one)
        for key, start, end, said in one.values:
            if key.lower() in _SENTENCE_KEYS or said.count(" ") >= _PROSE:
                continue
            over = tuple(
                dict.fromkeys(
                    k
                    for k in (
                        label if label and key.lower() in _VALUE_KEYS | {"name"} else key,
                        *_path(one),
                    )
                    if k
                )
            )
            if over:
                cells.append(Cell(start, max(end, start + 1), over, _beside(one, start), block))
    return cells


_VALUE_KEYS: Final = frozenset({"value", "v", "val", "content", "amount", "data"})
_LABEL_KEYS: Final = frozenset(
    {"key", "k", "name", "label", "field", "property", "attribute", "job", "role"}
)


def _named_by(one: _Object) -> str:
    """The name that an object gives its value: `{"label": "Length", "value": 5}`."""
    keys = {key.lower(): said for key, _, _, said in one.values}
    for role in ("job", "role"):
        if role in keys and "name" in keys:
            return keys[role]
    if keys.keys() & _VALUE_KEYS:
        return next((keys[key] for key in _LABEL_KEYS if key in keys), "")
    return ""


def _path(one: _Object) -> list[str]:
    found = []
    above: _Object | None = one
    while above is not None:
        found.append(above.key)
        above = above.parent
    return found


def _beside(one: _Object, start: int) -> str:
    """The short values of an object, and of those that it stands in; keys of these too."""
    found = []
    above: _Object | None = one
    while above is not None:
        found += [
            said for _, at, _, said in above.values if at != start and said.count(" ") < _PROSE * 2
        ]
        found.append(above.key)
        above = above.parent
    return " | ".join(one for one in found if one)


# Lines of keys --------------------------------------------------------------------------------

_LINE: Final = re.compile(
    r"(?m)^[ \t>*+-]{0,6}(?:\[[ xX]\] )?(?P<key>[A-Za-z0-9][\w ."
    r"()/%°€$&'-]{0,48}?)[ \t]*[:=\t][ \t]*(?P<value>[^\n]{1,120})$"
)
_INLINE: Final = re.compile(
    r"(?:^|[|;,\n]|(?<=[.!?])\s)\s?(?P<key>[A-Z]?[A-Za-z][\w.()/%-]{0,30}(?:\s[\w."
    r"()/%-]{1,20}){0,2}):\s(?P<value>[^|;,\n:]{1,60})(?=[|;,\n.]|$)"
)
_RESULT_KEYS: Final = frozenset(
    {"title", "snippet", "url", "date", "error", "http", "https", "text", "q", "a"}
)
_FEWEST_LINES: Final = 2


def _of_lines(text: str) -> list[Cell]:
    for pattern in (_LINE, _INLINE):
        found = [
            match
            for match in pattern.finditer(text)
            if match["key"].lower() not in _RESULT_KEYS and match["value"].count(" ") < 2 * _PROSE
        ]
        if len(found) < _FEWEST_LINES:
            continue
        keys = frozenset(match["key"] for match in found)
        block = CellBlock(found[0].start(), found[-1].end(), "lines", keys)
        values = [match["value"] for match in found]
        return [
            Cell(
                match.start("value"), match.end("value"), (match["key"],),
                values[0] if at else "", block,
            )
            for at, match in enumerate(found)
        ]  # fmt: skip
    return []


# Tables ---------------------------------------------------------------------------------------

_RULE: Final = re.compile(r"[\s|:+=-]+")
_HEADING: Final = re.compile(r"(?:\[\d{1,3}\]\s)?(?:Title|URL|Url|Date):\s")
"""What stands over a result: `Matches - page 3 | Pelittium` is no head of the snippet's cells."""
_PARTS: Final = (
    ("|", re.compile(r"\s*\|\s*")),
    ("\t", re.compile(r"\t+")),
    (";", re.compile(r"\s*;\s*")),
    (",", re.compile(r",(?!\s)")),
    ("  ", re.compile(r" {2,}")),
)


def _of_tables(text: str) -> list[Cell]:
    """Neighbouring lines that fall into as many cells; the first line is their head."""
    cells: list[Cell] = []
    for mark, pattern in _PARTS:
        if mark not in text:
            continue
        rows: list[list[tuple[int, int]]] = []
        start = 0
        for line in [*text.split("\n"), ""]:
            no_row = _RULE.fullmatch(line) or _HEADING.match(line)
            row = [] if no_row else _row(line, start, pattern)
            if mark == "," and any(mark in line for mark in (". ", ", ")):
                row = []
            same = bool(row) and len(row) > 1 and (not rows or abs(len(row) - len(rows[0])) <= 1)
            if not same and not (line.strip() and _RULE.fullmatch(line)):
                cells += _of_table(text, rows)
                rows = []
                if len(row) > 1:
                    rows = [row]
            elif same:
                rows.append(row)
            start += len(line) + 1
        cells += _of_table(text, rows)
        if cells:
            break
    return cells


def _row(line: str, start: int, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    body = line.strip(" \t|")
    at = start + line.index(body) if body else start
    found, low = [], 0
    for match in pattern.finditer(body):
        found.append((at + low, at + match.start()))
        low = match.end()
    if body:
        found.append((at + low, at + len(body)))
    return found


def _of_table(text: str, rows: list[list[tuple[int, int]]]) -> list[Cell]:
    if len(rows) < 2 or (len(rows) == 2 and len(rows[0]) < 2):
        return []
    head = [text[a:b] for a, b in rows[0]]
    keys = frozenset(
        said for said in (*head, *(text[a:b] for row in rows for a, b in row[:1])) if said
    )
    block = CellBlock(rows[0][0][0], rows[-1][-1][1], "table", keys)
    found = []
    for row in rows[1:]:
        first = text[slice(*row[0])]
        # a row that has one cell less has no first one
        shift = len(head) - len(row) if len(row) < len(head) else 0
        others = [text[a:b] for a, b in row]
        for at, (start, end) in enumerate(row):
            over = head[at + shift] if at + shift < len(head) else ""
            beside = " | ".join(said for n, said in enumerate(others) if n != at)
            if end > start:
                found.append(
                    Cell(
                        start,
                        end,
                        tuple(k for k in (over, first if at else "") if k),
                        beside,
                        block,
                    )
                )
    return found
