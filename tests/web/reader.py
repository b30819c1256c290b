"""A reader of pages that shares no code with their writers: it has the text and the world.

It finds the value of every marked passage from its characters alone and compares it with the cell;
and it reads what is not marked for numbers and names that nobody in this world could know.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
]  # fmt: skip
NUMBER = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?")
LINK = re.compile(r"\[([^\[\]]*)\]\((https://[^()\s]+)\)")
GAPS = {"–", "—", "n/a", "not published", "none", "no entry"}


def read_date(text):
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text)
    if found:
        return date(*map(int, found.groups()))
    words = text.replace(",", " ").split()
    month = next(w for w in words if w[0].isalpha())
    day, year = (int(w) for w in words if w[0].isdigit())
    place = [n for n, name in enumerate(MONTHS, 1) if name.startswith(month.lower())]
    return date(year, place[0], day)


def read_value(text, column, name_of):
    """What a marked text says: a value of the column's kind; None where it says there is none."""
    if text.lower() in GAPS or text.startswith(("no ", "No ")):
        return None
    kind = column.kind
    if kind == "reference":
        return text
    if kind == "date":
        return read_date(text)
    if kind == "boolean":
        return {"yes": True, "no": False}[text]
    if kind in {"integer", "year", "decimal", "money", "percent"}:
        numbers = NUMBER.findall(text.replace(" out of 10", ""))
        if kind == "money":
            text = text.replace("-", "", 1) if text.startswith("-") else text
            sign = -1 if numbers and "-" in text[:1] else 1
        assert len(numbers) == 1, text
        number = Decimal(numbers[0].replace(",", ""))
        return number if kind != "money" else number * sign
    return text


def cell_of(scene_rows, column, row, names):
    value = scene_rows[column.table][row][column.name]
    if value is None:
        return None
    if column.target is not None:
        return names[column.target][value]
    if column.kind in {"integer", "year", "decimal", "money", "percent"}:
        return Decimal(value)
    return value


class Reader:
    """One world's web, read."""

    def __init__(self, pack, world, frames, present, web):
        self.pack, self.world, self.web = pack, world, web
        self.rows = {
            table.name: {row["id"]: row for row in frames[table.name].iter_rows(named=True)}
            for table in pack.world_tables
        }
        self.columns = {(c.table, c.name): c for t in pack.world_tables for c in t.stored}
        self.names = {
            table.name: {
                n: row[table.name_column.name] if table.name_column else None
                for n, row in self.rows[table.name].items()
            }
            for table in pack.world_tables
        }
        self.setting = next(frames["setting"].iter_rows(named=True))
        self.labels = present["label"].drop_nulls().to_list()
        self.known = self._known()
        self.known_words = {w for text in self.known for w in re.findall(r"[^\W\d_]+", text)}
        self.long_names = re.compile(
            r"(?<!\w)(?:"
            + "|".join(re.escape(t) for t in sorted(self.known, key=len, reverse=True) if t.strip())
            + r")(?!\w)"
        )

    def _known(self):
        """Every text that anybody may say: names, context, the setting, sites, titles."""
        found = set(self.labels) | {label.lower() for label in self.labels}
        for (table, name), column in self.columns.items():
            if column.role != "askable" and (column.is_text or column.kind == "year"):
                found |= {str(row[name]) for row in self.rows[table].values() if row[name]}
            spoken = column.spec.spoken
            found |= {text for text in spoken.question if "{" not in text}
        for table in self.pack.world_tables:
            spoken = table.spec.spoken
            found |= {text for text in (spoken.one, spoken.many, table.name) if text}
        found |= {str(value) for value in self.setting.values() if value is not None}
        found.add(self.world.title)
        for head in self.web.heads:
            found.add(head.outlet)
        for headline in self.web._headed[2]:
            found.add(headline)
        found |= {self._of_setting(text) for text in self.pack.spec.spoken.world}
        staff = [site.staff for site in self.web._headed[0]._found.values()]
        found |= {name for names in staff for name in names}
        month = MONTHS[self.world.as_of.month - 1].capitalize()
        found.add(f"{month} {self.world.as_of.year}")
        return found

    def _of_setting(self, text):
        for key, value in self.setting.items():
            text = text.replace(f"{{setting.{key}}}", str(value))
        return text

    def check_marks(self, page):
        """Every mark's text is the value of its cell; the facts are those of the plan."""
        before = 0
        for mark in page.marks:
            assert mark.start >= before, (page.head.name, mark)
            before = mark.end
            text = page.body[mark.start : mark.end]
            column = self.columns[mark.fact.table, mark.fact.column]
            read = read_value(text, column, None)
            wanted = cell_of(self.rows, column, mark.fact.row, self.names)
            if wanted is None and column.target is not None:
                # a reference to a row without a name is read by its key elsewhere
                value = self.rows[column.table][mark.fact.row][column.name]
                if value is not None and read is not None:
                    continue
            assert read == wanted, (page.head.name, mark.fact, text, wanted)
        stated = {mark.fact for mark in page.marks}
        planned = set(self.web.plan.statements(page.head.number))
        assert stated == planned, (page.head.name, planned ^ stated)

    def rest(self, page):
        """The text without marked values, addresses, and what everybody may say."""
        body = page.body
        for mark in reversed(page.marks):
            body = f"{body[: mark.start]}¤{body[mark.end :]}"
        return LINK.sub(r"\1", body)

    FURNITURE = (
        r"^Showing \d+–\d+ of \d+$",
        r"\bPart \d+ of \d+\b",
        r"^\d+ replies$",
        r"▲ \d+",
        r"\(votes: \d+\)",
        r"^\**[« ].*Previous.*$|^.*Next ».*$",
        r"^(« Previous · )?[\d*· »Next]+$",
    )

    def check_rest(self, page):
        """No number, date or name that is neither marked nor known to all."""
        text = self.rest(page)
        for pattern in self.FURNITURE:
            text = re.sub(pattern, "", text, flags=re.MULTILINE)
        day = page.head.date
        if day is not None:
            text = re.sub(
                rf"\b({day.isoformat()}|{day.day} [A-Z][a-z]+ {day.year}"
                rf"|[A-Z][a-z]+ {day.day}, {day.year})\b",
                "",
                text,
            )
        text = self.long_names.sub("◦", text).replace("(out of 10)", "")
        plan = self.web.plan.page(page.head.number)
        if plan.value:
            text = text.replace(plan.value, "")
        numbers = re.findall(r".{0,30}\d.{0,30}", text)
        assert not numbers, (page.head.name, numbers)
        for line in text.split("\n"):
            if line.startswith(("#", "**", "*Picture", "[", "▲")) or " > " in line[:40]:
                continue
            for found in re.finditer(r"(?<=[a-z,;] )[A-Z][^\W\d_]+", line):
                word = found[0]
                if word not in self.known_words | WORDS:
                    raise AssertionError((page.head.name, word, line[:200]))


WORDS = {
    "Christmas", "Mondays", "Mods", "I", "CPU", "EUR", "USD", "AUD", "GBP", "CHF",
}  # fmt: skip
