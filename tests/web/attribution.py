"""Another reader of pages: which row a sentence, a list or a table says that a value is of.

It has the text, the marks, the rows and the pack's words, and no code of the writers. A value
belongs to the row that its own sentence or line names; a sentence that names none speaks of the row
that was named last, under a heading of the row's kind or of the page's own row.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise, product

from tests.web.reader import LINK, writings

HIDDEN = "¤"
"""Stands for each character of a value: who reads the rest learns nothing from values."""
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"]?\s+(?=\S)")
_ROSTER = re.compile(rf"{HIDDEN}[^{HIDDEN}:]*: ")


class AttributionReader:
    """One world's pages, read for what each value is said of.

    Args:
        web: The pages.
        reader: The reader of the same world's values, for its rows and names.
    """

    def __init__(self, web, reader):
        self.web, self.pack, self.rows = web, web.context.pack, reader.rows
        wordings = web.context.wordings
        self.labels = {key: wording.column.all_labels for key, wording in wordings.items()}
        self.tables = {table.name: table for table in self.pack.world_tables}
        self.nouns = {}
        for name, table in self.tables.items():
            for one, _ in table.spec.spoken.nouns(name):
                self.nouns.setdefault(one, set()).add(name)
        self.one = {name: table.noun[0] for name, table in self.tables.items()}
        self.named = {}
        """By text, the rows that it may name."""
        for name, table in self.tables.items():
            if table.name_column is not None:
                for row, cells in self.rows[name].items():
                    self._may_name(str(cells[table.name_column.name]), (name, row))
                    self._may_name(self.phrase(name, row), (name, row))
        for name, table in self.tables.items():
            for row in self.rows[name] if table.name_column is None else ():
                owner = self.owner(name, row)
                if owner is not None:
                    self._may_name(f"{self.one[name]} of {self.phrase(*owner)}", (name, row))
        texts = sorted(self.named, key=len, reverse=True)
        # July 2031 may be a row, and part of a date is none
        self.mention = re.compile(rf"(?<!\w)(?<!\d )(?:{'|'.join(map(re.escape, texts))})(?!\w)")
        themes = [reader._of_setting(text) for text in self.pack.spec.spoken.world]
        self.themes = re.compile("|".join(map(re.escape, [*themes, self.web.world.title])))
        nouns = "|".join(map(re.escape, sorted(self.nouns, key=len, reverse=True)))
        self.noun = re.compile(rf"\b[Tt]he ({nouns})\b(?! (?:of|in) the\b)")

    def _may_name(self, text, row):
        self.named.setdefault(text, set()).add(row)
        if self.tables[row[0]].spec.spoken.person:
            words = text.split(" ")
            for at in range(1, len(words)):  # Snarglund, van Horn
                self.named.setdefault(" ".join(words[at:]), set()).add(row)

    def key(self, table, row):
        """The cells of a row's key: column, target, value; none where it has a name."""
        if self.tables[table].name_column is not None:
            return []
        cells, columns = self.rows[table][row], self.tables[table].columns
        return [(name, columns[name].target, cells[name]) for name in self.tables[table].spec.key]

    def owner(self, table, row):
        """The one row that a row's key refers to, where that is the whole key."""
        key = self.key(table, row)
        if len(key) != 1 or key[0][1] is None or key[0][2] is None:
            return None
        return key[0][1], key[0][2]

    def subject(self, table, row):
        """The row that statements about a row are about, as the pack says."""
        said = self.tables[table].spec.spoken.subject
        return (table, row) if said is None else self.owner(table, row)

    def phrase(self, table, row):
        name = self.rows[table][row][self.tables[table].name_column.name]
        pattern = self.tables[table].spec.spoken.named or "{name}"
        return pattern.replace("{name}", str(name)).removeprefix("the ")

    def texts(self, target, value):
        """How a cell of a key may stand in a text."""
        if value is None:
            return ["–"]
        if target is not None and self.tables[target].name_column is None:
            return self.key_texts(target, value)
        if target is not None:
            return [str(self.rows[target][value][self.tables[target].name_column.name])]
        return list(writings(value)) if hasattr(value, "isoformat") else [str(value)]

    def key_texts(self, table, row):
        """How a row without a name may be called: by the cells of its key, with a word between."""
        cells = [self.texts(target, value) for _, target, value in self.key(table, row)]
        return [
            link.join(texts)
            for order in (cells, cells[::-1])
            for texts in product(*order)
            for link in (" at ", " by ", " in ", " on ", " with ", " v ", " – ")
        ]

    def of_key(self, table, row):
        """The rows that a row's key refers to, and those that the keys of these refer to."""
        for _, target, value in self.key(table, row):
            if target is not None and value is not None:
                yield target, value
                yield from self.of_key(target, value)

    def mistakes(self, page):
        """What a page says of another row than the value's, a text for each such value."""
        return list(_PageReading(self, page).mistakes())


class _PageReading:
    """One page, from its first line to its last."""

    def __init__(self, world, page):
        self.world, self.page = world, page
        self.plan = world.web.plan.page(page.head.number)
        self.own = (self.plan.table, self.plan.row) if self.plan.row is not None else None
        self.meant = {}
        """By table and head, the rows that a head means on this page."""
        # what follows from values is of the rows that the values are of
        self.marks = [mark for mark in page.marks if not mark.follows]
        self.starts = [mark.start for mark in self.marks]
        hidden = list(page.body)
        for mark in page.marks:
            length = mark.end - mark.start
            hidden[mark.start : mark.end] = HIDDEN * length if mark.follows else self._hidden(mark)
        self.text = "".join(hidden)
        self.focus = self.own
        self.section = None
        """The table whose noun heads the lines."""
        self.head = ""
        """The line in bold above a list."""
        self.header = None

    def mistakes(self):
        at = 0
        for line in self.text.split("\n"):
            yield from self._line(at, line)
            at += len(line) + 1

    def _hidden(self, mark):
        """A value's text with nothing to read but its row's name, which a whole clause may hold."""
        text, tables = self.page.body[mark.start : mark.end], {mark.fact.table}
        tables.add(self.world.subject(mark.fact.table, mark.fact.row)[0])
        hidden = list(HIDDEN * len(text))
        for found in self.world.mention.finditer(text) if " " in text else ():
            if found[0] != text and any(t in tables for t, _ in self.world.named[found[0]]):
                hidden[found.start() : found.end()] = found[0]
        return hidden

    def _marks(self, start, end):
        return self.marks[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def _line(self, at, line):
        marks, plain = self._marks(at, at + len(line)), LINK.sub(r"\1", line)
        if line.startswith("|"):
            yield from self._table_line(at, line)
            return
        self.header = None
        if not line.strip():
            return
        if line.startswith("#") or re.fullmatch(r"\*\*.*\*\*(?:  )?", line):
            self._heading(plain.strip("#* "), is_bold=line.startswith("*"))
            return
        if marks and all(self._label_before(mark) for mark in marks):
            before = LINK.sub(r"\1", self.text[at : marks[0].start])
            head = before.rpartition(" – ")[0] if " – " in before else self.head
            for mark in marks:
                yield from self._pair(mark, head)
            return
        if not line.startswith(("-", "*")):
            self.head = ""
        spans = [0, *(found.end() for found in _SENTENCE_END.finditer(line)), len(line)]
        for start, end in pairwise(spans):
            yield from self._sentence(at + start, at + end)

    def _heading(self, text, *, is_bold):
        section = None
        for one, tables in self.world.nouns.items():
            many = {self.world.tables[t].spec.spoken.many or f"{one}s" for t in tables}
            if text.lower().removeprefix("other ") in {one.lower(), *map(str.lower, many)}:
                (section, *_) = tables
        self.focus = self.own
        if is_bold and section is None:  # a row by its name or key, above what is said of it
            self.head = text
            return
        self.head, self.section = "", section
        if self.section is not None and self.own is not None:
            owned = [
                (self.section, row) for row in self.world.rows[self.section]
                if self.world.owner(self.section, row) == self.own
            ]  # fmt: skip
            self.focus = owned[0] if len(owned) == 1 else self.own

    def _label_before(self, mark):
        """Whether a mark's label stands right before it: `Battery: 5,200 mAh`."""
        labels = self.world.labels[mark.fact.table, mark.fact.column]
        before = self.text[max(0, mark.start - 90) : mark.start].removesuffix("[")
        return before.lower().endswith(tuple(f"{label.lower()}: " for label in labels))

    def _pair(self, mark, head):
        """A value behind its label is of the row that the line, or the one above, names."""
        fact = mark.fact
        if not self._is_meant(fact.table, fact.row, head):
            yield self._mistake(mark, f"in a list under {head!r}")

    def _is_meant(self, table, row, head):
        """Whether a head means this row and no other of its table."""
        if (table, head) not in self.meant:  # a line of a table has one head for all its values
            names = self._names(head)
            self.meant[table, head] = [
                other for other in self.world.rows[table] if self._fits(table, other, head, names)
            ]
        return self.meant[table, head] == [row]

    def _names(self, text):
        return {found[0] for found in self.world.mention.finditer(text)}

    def _fits(self, table, row, head, names):
        """Whether a head, which has these names, names a row: by its name or its key, without what
        the page is about.
        """
        name = self.world.tables[table].name_column
        if name is not None:
            text = str(self.world.rows[table][row][name.name])
            return text in names or (not names and self.own == (table, row))
        if self.own == (table, row) and not names:
            return True
        key = self.world.key(table, row)
        targets = [target for _, target, _ in key if target is not None]
        if len(targets) == 2 == len(key) and targets[0] == targets[1]:  # hosts before guests
            (host,), (guest,) = (self.world.texts(target, value) for _, target, value in key)
            both = rf"(?<!\w){re.escape(host)} (?:v|and|\|) {re.escape(guest)}(?!\w)"
            return re.search(both, head) is not None
        return all(
            (target, value) == self.own
            or str(value) == self.plan.value
            or any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", head) for text in texts)
            for _, target, value in key
            for texts in [self.world.texts(target, value)]
        )

    def _table_line(self, at, line):
        """A line of a table names its row first; a sheet of two columns is about the page's row."""
        cells = [LINK.sub(r"\1", cell).strip() for cell in line.strip("|").split("|")]
        if self.header is None:
            self.header = cells
            return
        marks = self._marks(at, at + len(line))
        if not marks or set(line) <= set("| -"):
            return
        for mark in marks:
            fact, column = mark.fact, line[: mark.start - at].count("|") - 1
            labels = self.world.labels[fact.table, fact.column]
            sheet = len(cells) == 2 and cells[0] in labels
            head = self.header[0] if sheet else " | ".join(c for c in cells if HIDDEN not in c)
            if not sheet and not self.header[column].startswith(labels):
                yield self._mistake(mark, f"under {self.header[column]!r} in a table")
            elif not self._is_meant(fact.table, fact.row, "" if sheet and not head else head):
                yield self._mistake(mark, f"in the line {head!r} of a table")

    def _sentence(self, start, end):
        marks = self._marks(start, end)
        text = self.world.themes.sub("", LINK.sub(r"\1", self.text[start:end]))
        if text.endswith(":") and marks:  # what is said once of all rows of the next block
            text += LINK.sub(r"\1", self.text[end:].strip().partition("\n\n")[0])
        named = [self.world.named[found[0]] for found in self.world.mention.finditer(text)]
        rows = {(mark.fact.table, mark.fact.row) for mark in marks}
        if len(rows) > 1 or _ROSTER.search(text):  # what rows share, once, and who they are
            yield from (
                self._mistake(mark, f"in {text!r}, which names it not")
                for mark in marks
                if len(rows) != len(marks) or not self._is_among(mark.fact, text, named)
            )
            return
        if not rows:
            if any(self.own in rows for rows in named):
                self.focus = self.own
            return
        (row,) = rows
        wrong = self._wrong(*row, {mark.fact.column for mark in marks}, text, named)
        if wrong:
            yield from (self._mistake(mark, f"in {text!r}: {wrong}") for mark in marks)
        subject = self.world.subject(*row)
        self.focus = row if subject == row else subject

    def _is_among(self, fact, text, named):
        subject = self.world.subject(fact.table, fact.row)
        if any(subject in rows or (fact.table, fact.row) in rows for rows in named):
            return True
        first, *lines = text.split("\n")
        heads = [f"{first}\n{line}" for line in lines] or [text]  # a key stands in one line
        return any(self._fits(fact.table, fact.row, head, self._names(head)) for head in heads)

    def _wrong(self, table, row, columns, text, named):
        """What a sentence says of another row than this one; empty where it is right."""
        subject, key = self.world.subject(table, row), self.world.key(table, row)
        of_key = self.world.of_key(table, row) if len(key) > 1 else ()
        allowed = {(table, row), subject, *of_key}
        for rows in named:
            if not rows & allowed:
                return f"it speaks of {sorted(rows)}"
        rest = self.world.mention.sub(" ", text)
        noun = self._other_noun(rest, columns, table, subject)
        if noun:
            return f"it speaks of the {noun}"
        if subject[0] != table or not key:
            mentioned = [rows for rows in named if any(t == subject[0] for t, _ in rows)]
            if not mentioned and self.focus == (table, row):
                return ""
            meant = mentioned or ([{self.focus}] if self.focus else [])
            return "" if any(subject in rows for rows in meant) else f"it is about {meant}"
        if any((table, row) in rows for rows in named) or self.focus == (table, row):
            return self._other_key(table, row, text)
        if re.match(r"It\b", text):
            return f"it is about {self.focus}"
        if len(key) == 1 and self.section != table and f"the {self.world.one[table]}" not in text:
            return f"it names no {self.world.one[table]}"
        return "" if self._is_meant(table, row, text) else f"{text!r} does not tell which row"

    def _other_noun(self, text, columns, table, subject):
        """The noun of another kind of row that stands for the subject of a sentence."""
        own = self.world.tables[table]
        phrases = [
            phrase.lower()
            for name in columns
            for phrase in (*own.columns[name].spec.spoken.page, *own.columns[name].spec.spoken.none)
        ]
        for found in self.world.noun.finditer(text):
            one = found[1]
            if self.world.nouns[one] & {table, subject[0]}:
                continue
            if not any(f"the {one}".lower() in phrase for phrase in phrases):
                return one
        return ""

    def _other_key(self, table, row, text):
        """What of a key a sentence gives otherwise, such as another year; empty where it agrees."""
        for name, target, value in self.world.key(table, row):
            if target is not None:
                continue
            others = {
                str(cells[name]) for cells in self.world.rows[table].values()
                if cells[name] is not None and cells[name] != value
                and not hasattr(value, "isoformat")
            }  # fmt: skip
            said = {
                other for other in others if re.search(rf"(?<!\w){re.escape(other)}(?!\w)", text)
            }
            if said and not any(one in text for one in self.world.texts(target, value)):
                return f"it gives {sorted(said)} as {name}"
        return ""

    def _mistake(self, mark, why):
        value = self.page.body[mark.start : mark.end]
        return f"{self.page.head.name}: {value!r} of {mark.fact} stands {why}"
