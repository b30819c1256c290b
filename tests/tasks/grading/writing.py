"""Keys to grade against, and a key's rows written as agents write tables."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from decimal import Decimal

from fictionworld.tasks.key import Key, KeyColumn, answer_texts

PHONE = KeyColumn("Phone", "key", "name", 0)
COLUMNS = (
    PHONE,
    KeyColumn("Launch date", "value", "date", 0, synonyms=("Release date",)),
    KeyColumn("Battery capacity (mAh)", "value", "integer", 0, "mAh"),
    KeyColumn("Sales value (million EUR)", "value", "money", 1, "million EUR"),
    KeyColumn("Growth (%)", "value", "percent", 1, "%"),
    KeyColumn("Design lead", "value", "name", 0),
    KeyColumn("Foldable", "value", "boolean", 0),
)
ROWS = (
    ("Orvane 3", date(2031, 3, 4), 5600, Decimal("14.3"), Decimal("-3.4"), "Jonas Berg", True),
    ("Orvane 4", date(2032, 5, 6), 5800, Decimal("1204.0"), Decimal("12.5"), "Anna Kant", False),
    ("Tessel Pro", date(2031, 11, 30), 4950, None, Decimal("0.4"), "Ida Løve", False),
    ("Vela 12", date(2030, 1, 21), 6100, Decimal("88.8"), None, "Jonas Berg", True),
)
KEY = Key("t1", COLUMNS, ROWS)


def texts(key):
    """Header and rows as the question asks for them."""
    return list(key.required), [list(row) for row in answer_texts(key)]


def markdown(header, rows, *, fenced=True):
    def line(cells):
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    lines = [line(header), line(["---"] * len(header)), *map(line, rows)]
    body = "\n".join(lines)
    return (
        f"Here it is:\n\n```markdown\n{body}\n```\n"
        if fenced
        else f"Here it is:\n\n{body}\n\nDone."
    )


def delimited(header, rows, mark=",", *, fenced=True):
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows([header, *rows])
    return f"Here:\n```csv\n{text.getvalue()}```" if fenced else f"Here it is.\n\n{text.getvalue()}"


def as_json(header, rows, *, fenced=True):
    text = json.dumps(
        [dict(zip(header, row, strict=True)) for row in rows], ensure_ascii=False, indent=1
    )
    return f"```json\n{text}\n```" if fenced else f"The rows:\n{text}\nThat is all."


FORMATS = {
    "markdown": markdown,
    "bare markdown": lambda h, r: markdown(h, r, fenced=False),
    "csv": delimited,
    "bare csv": lambda h, r: delimited(h, r, fenced=False),
    "tsv": lambda h, r: delimited(h, r, "\t"),
    "bare tsv": lambda h, r: delimited(h, r, "\t", fenced=False),
    "semicolons": lambda h, r: delimited(h, r, ";"),
    "json": as_json,
    "bare json": lambda h, r: as_json(h, r, fenced=False),
    "json lines": lambda h, r: "\n".join(json.dumps(dict(zip(h, row, strict=True))) for row in r),
    "json columns": lambda h, r: json.dumps({"columns": list(h), "rows": [list(row) for row in r]}),
}
