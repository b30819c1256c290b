"""Tables given as JSON: a list of objects, an object that holds one, lists of cells, or lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from fictionworld.tasks.grading.table import MOST_COLUMNS, MOST_ROWS, AnswerTable, squared

_Json = Any

_STARTS: Final = re.compile(r"^(?:[^\n\[{]{0,60}:)?[ \t]*(?=[\[{])", re.MULTILINE)
_MOST_STARTS: Final = 10  # places of a bare text tried: each may read to its end
_MOST_NESTED: Final = 20  # values of a list within a cell; such a cell is several values anyway

# numbers stay as they are written: no rounding, no limit on digits
_DECODER: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, strict=False)


def json_tables(text: str) -> Iterator[AnswerTable]:
    """Yield the table that a text is, or those that begin at one of its lines, the last first.

    Lines of one JSON object each are rows of one table too.
    """
    if "{" not in text and "[" not in text:
        return
    lines = _lines(text)
    if lines is not None:
        yield lines
        return
    starts = [match.end() for match in _STARTS.finditer(text)]
    ended_tables: list[tuple[int, AnswerTable]] = []
    for start in starts[:_MOST_STARTS]:
        if ended_tables and start < ended_tables[-1][0]:
            continue  # within the table before
        decoded = _decoded(text, start)
        if decoded is not None:
            table = _table(decoded[0])
            if table is not None:
                line = text.count("\n", 0, start)
                ended_tables.append((decoded[1], table._replace(line=line)))
    yield from (table for _, table in reversed(ended_tables))


def _decoded(text: str, start: int) -> tuple[_Json, int] | None:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):  # no JSON, or nested beyond sense
        return None


def _lines(text: str) -> AnswerTable | None:
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or not all(
        line.lstrip()[:1] == "{" and line.rstrip()[-1] == "}" for line in lines
    ):
        return None
    objects = [decoded[0] for line in lines if (decoded := _decoded(line.strip(), 0)) is not None]
    if len(objects) != len(lines) or len(lines) < 2:
        return None
    return _table(objects)


def _table(value: _Json) -> AnswerTable | None:
    if isinstance(value, dict):
        return _of_object(value)
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(row, dict) for row in value):
        columns = list(dict.fromkeys(name for row in value for name in row))[:MOST_COLUMNS]
        rows = ([_text(row.get(column, "")) for column in columns] for row in value)
        return squared(columns, islice(rows, MOST_ROWS), max(0, len(value) - MOST_ROWS))
    if all(isinstance(row, list) for row in value):
        header, *lists = ([_text(cell) for cell in row[:MOST_COLUMNS]] for row in value)
        return squared(header, lists)
    return None


def _of_object(value: dict[str, _Json]) -> AnswerTable | None:
    """Return the table of columns and rows, else of the first list of objects, else of one row."""
    columns, rows = (_part(value, names) for names in (("columns", "header"), ("rows", "data")))
    if columns and all(isinstance(name, str) for name in columns) and rows is not None:
        if all(isinstance(row, list) for row in rows):
            return _table([columns, *rows])
        if not rows:
            return squared(columns, [])
    for inner in value.values():
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            return _table(inner)
    if value and not any(isinstance(inner, dict | list) for inner in value.values()):
        return _table([value])
    return None


def _part(value: dict[str, _Json], names: tuple[str, ...]) -> list[_Json] | None:
    return next((value[n] for n in (*names, "headers") if isinstance(value.get(n), list)), None)


def _text(value: _Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(_text(item) for item in value[:_MOST_NESTED] if not isinstance(item, list))
    if isinstance(value, dict):
        return json.dumps(dict(list(value.items())[:_MOST_NESTED]), default=str)[:2_000]
    return str(value).strip()
