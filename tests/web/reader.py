"""A reader of pages that shares no code with their writers: it has the text and the world.

It finds the value of every marked passage from its characters alone and compares it with the cell;
and it reads what is not marked for numbers and names that nobody in this world could know.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from calendar import day_name
from datetime import date, timedelta
from decimal import Decimal

MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
]  # fmt: skip
NUMBER = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?")
LINK = re.compile(r"\[([^\[\]]*)\]\(([a-z0-9.-]+\.[a-z]+/[^()\s]*)\)")
APPROXIMATELY = re.compile(
    r"\b(?:about|around|roughly|some|nearly|almost|more than|just over|under) ", re.IGNORECASE
)
ENTRY = re.compile(r"^[*-] ([^\d\n]+) – ([^\d\n]+)$", re.MULTILINE)
"""Of a register: somebody who is no row of the world, and where."""
GAPS = {"–", "—", "n/a", "not published", "none", "no entry"}


def read_date(text):
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text)
    if found:
        return date(*map(int, found.groups()))
    words = text.replace(",", " ").split()
    day, year = (int(w) for w in words if w[0].isdigit())
    starts = [w.lower() for w in words if len(w) >= 3]
    place = [n for n, name in enumerate(MONTHS, 1) if any(name.startswith(w) for w in starts)]
    assert len(place) == 1, text
    return date(year, place[0], day)


def writings(day):
    """A date in every form that a page may have it in."""
    long = MONTHS[day.month - 1].capitalize()
    for month in (long, long[:3]):
        yield f"{day.day} {month} {day.year}"
        yield f"{month} {day.day}, {day.year}"
    yield day.isoformat()


SMALL = {
    "no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
SCALE = {"thousand": 1_000, "million": 1_000_000}
NUMERIC = {"integer", "year", "decimal", "money", "percent"}


def read_number(text, unit, header):
    """The number that a text says, in the unit in which its column is kept.

    A table's header may say the scale for all cells below it.
    """
    text = text.replace(" out of 10", "")
    found = NUMBER.findall(text)
    if found:
        assert len(found) == 1, text
        number = Decimal(found[0].replace(",", ""))
        if re.match(r"-[^\d]", text):  # -€5
            number = -number
    elif "did not change" in text:
        return Decimal(0)
    else:
        words = [word for word in text.lower().split() if word in SMALL]
        assert len(words) == 1, text
        number = Decimal(SMALL[words[0]])
    if "fell by " in text:
        number = -number
    kept = next((word for word in SCALE if unit and word in unit.split()), None)
    if kept is None:
        return number
    # what says its scale is in the unit of the column; what does not is written in full
    says = kept in header or re.search(rf"\d ?(?:{kept}|{kept[0]})\b", text)
    return number if says else number / SCALE[kept]


def header_of(body, start):
    """The head of the column of a table in which a place lies; empty outside of tables."""
    line = body.rfind("\n", 0, start) + 1
    if body[line] != "|":
        return ""
    column = body.count("|", line, start)
    top = body.rfind("\n\n", 0, start) + 2
    return body[top : body.index("\n", top)].split("|")[column]


def read_value(text, column, unit=None, header=""):
    """What a marked text says: a value of the column's kind; None where it says there is none."""
    kind = column.kind
    derived = column.spec.derive
    if text == "none" and derived is not None and derived.kind == "count":
        return Decimal(0)
    if text.lower() in GAPS:
        return None
    # a verb that goes with a count is part of it
    text = re.sub(r" (?:was|were|is|are|has|have)$", "", text)
    none = re.search(r"\b[Nn]o\b", text)
    if none and none.start() and not re.search(r"\d", text):
        return None  # a whole clause, of a column that may be missing
    if none and not none.start():
        count = kind == "integer" and (text in {"no", "No"} or counts(text, column))
        return Decimal(0) if count else False if kind == "boolean" else None
    if kind == "reference":
        return text
    if kind == "date":
        return read_date(text)
    if kind == "boolean":
        return {"yes": True, "no": False}[text]
    if kind in NUMERIC:
        return read_number(text, unit, header)
    return re.sub("^an? ", "", text)


def counts(text, column):
    """Whether `no goals` is the number of goals, and not that nobody knows it."""
    what = text.split(" ", 1)[1]
    singulars = {what.removesuffix("s"), what.removesuffix("es")}
    return any(
        f"{{value}} {one}(" in phrase for one in singulars for phrase in column.spec.spoken.page
    )


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
        self.units = {
            (row["table_name"], row["column_name"]): row["unit"]
            for row in present.iter_rows(named=True)
        }
        stored = [column for table in pack.world_tables for column in table.stored]
        self.labels = [label for column in stored for label in column.all_labels]
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
            known = () if column.role == "askable" else self.rows[table].values()
            values = {row[name] for row in known if row[name]}
            if column.kind == "date" and name in self.pack.tables[table].key:
                found |= {form for day in values for form in writings(day)}
            elif column.is_text or column.kind == "year":
                found |= set(map(str, values))
            spoken = column.spec.spoken
            found |= {text for text in spoken.question if "{" not in text}
        for table in self.pack.world_tables:
            spoken = table.spec.spoken
            found |= {text for text in (spoken.one, spoken.many, table.name) if text}
        found |= {str(value) for value in self.setting.values() if value is not None}
        found.add(self.world.title)
        for head in self.web.heads:
            found.add(head.outlet)
        for headline in self.web.headed.titles:
            found.add(headline)
        found |= {self._of_setting(text) for text in self.pack.spec.spoken.world}
        staff = [site.staff for site in self.web.headed.sites._found.values()]
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
        before = (0, 0)
        for mark in page.marks:
            # rows that share a value share its mark; otherwise one stands behind the other
            same = (mark.start, mark.end) == before
            assert same or mark.start >= before[1], (page.head.name, mark)
            before = (mark.start, mark.end)
            if mark.follows:  # `test_consequences.py` reads what it says
                continue
            column = self.columns[mark.fact.table, mark.fact.column]
            text = page.body[mark.start : mark.end]
            if column.role == "askable" and column.nullable:
                text = self.value_of_clause(text, column, mark.fact.row)
            unit = self.units.get((column.table, column.name))
            read = read_value(text, column, unit, header_of(page.body, mark.start))
            wanted = cell_of(self.rows, column, mark.fact.row, self.names)
            if mark.truth == "rounded":
                step = column.spec.rounds_to
                assert APPROXIMATELY.search(text), (page.head.name, mark.fact, text)
                assert read % step == 0 and abs(read - wanted) <= step, (text, wanted)
                continue
            if wanted is None and column.target is not None:
                # a reference to a row without a name is read by its key elsewhere
                value = self.rows[column.table][mark.fact.row][column.name]
                if value is not None and read is not None:
                    continue
            # some texts have their article themselves
            assert wanted in (read, text), (page.head.name, mark.fact, text, wanted)
        stated = {mark.fact for mark in page.marks if not mark.follows}
        planned = set(self.web.plan.statements(page.head.number))
        assert stated == planned, (page.head.name, planned ^ stated)

    def value_of_clause(self, text, column, row):
        """What of a whole clause says the value: without the column's label, and the row's name."""
        if " " not in text:
            return text
        text, table = LINK.sub(r"\1", text), column.table
        # `SAE 2033-5279 was notified on 3 March 2033`: a date is no label, and may be in a key too
        labels = () if column.kind == "date" else column.all_labels
        said = [self.names[table][row], *labels, *map(str.lower, labels)]
        for key in self.pack.tables[table].key:
            value, target = self.rows[table][row][key], self.columns[table, key].target
            if target is not None:
                said.append(self.names[target].get(value))
            elif column.kind != "date":
                said.append(value)
        for name in sorted(map(str, filter(None, said)), key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", text)
        text = re.sub(" +", " ", text).strip()
        if not column.is_text:
            return text
        held = {str(one[column.name]) for one in self.rows[table].values()}
        words = [one for one in held if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text)]
        return max(words, key=len, default=text)

    def rest(self, page):
        """The text without marked values, addresses, and what everybody may say."""
        body = page.body
        for start, end in sorted({(mark.start, mark.end) for mark in page.marks}, reverse=True):
            body = f"{body[:start]}¤{body[end:]}"
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
        for earlier in range(5 if page.head.kind == "forum" else 1):  # a thread takes days
            if day is None:
                break
            day = page.head.date - timedelta(days=earlier)
            text = re.sub(
                rf"\b({day.isoformat()}|{day.day} [A-Z][a-z]+ {day.year}"
                rf"|[A-Z][a-z]+ {day.day}, {day.year})\b",
                "",
                text,
            )
        if page.head.kind == "register":
            entries = ENTRY.findall(text)
            assert len(entries) >= 50, page.head.name
            rows = {name for table in self.names.values() for name in table.values()}
            assert not rows & {name for name, _ in entries}, page.head.name
            text = ENTRY.sub("", text)
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
    "Christmas", "New", "Year", "Mods", "I", "CPU", "EUR", "USD", "AUD", "GBP", "CHF", "Earth",
    "Moon", "Sun",
    *day_name, *(f"{day}s" for day in day_name),
}  # fmt: skip
