"""A reader who takes every note of a question at its word, and computes the answer from that.

It shares no code with the evaluators of keys, and knows notes by their words alone. Where a
question does not say what to do, the reader does what is literal: `not from A` holds for what is
from nowhere, a group without rows is a group, and a tie is not broken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction

NOTES = {
    "rounding": r"(?:(?:Round a|A)verages to|Averages:) (?P<places>[^.]*?), halves away from 0",
    "missing": r"NA if missing\.|NA for gaps\.|No value: NA\.",
    "left_out": r"(?:Ignore|Skip|Leave out) missing values[^.]*NA if all are",
    "no_group": r"(?:Skip any|Omit any|No row for any) [^.]+? with none\.",
    "no_time": r"(?:Skip any|Omit any|No row for any) \w+ with no entry\.",
    "ties": r"List all that tie\.|Keep ties\.|Ties all count\.",
    "ties_at_cut": r"(?:[Tt]ies|tie) for last place",
    "first_place": r"(?P<rank>Rank) 1 is the [^.]+\.|The [^.]+ has Rank 1\.",
    "days": r"1 (?:May )?to 3 May is two days\.",
}
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class UnclearError(Exception):
    """The question does not say what to do."""


def notes_in(question):
    """The notes of a question by meaning."""
    text = " ".join(question.split())
    found = {meaning: re.search(pattern, text) for meaning, pattern in NOTES.items()}
    return {meaning: match for meaning, match in found.items() if match is not None}


class Reader:
    def __init__(self, specification, question, rows, names):
        self.spec, self.question, self.rows, self.names = specification, question, rows, names
        self.table = specification.table
        self.notes = notes_in(question)

    def answer(self):
        """The rows of the answer, in no order, numbers as fractions."""
        left = [place for place in range(len(self.rows.ids(self.table))) if self._passes(place)]
        left = self._off_average(left)
        left, places, leads = self._first(left)
        groups = self._groups(left)
        outputs = self.spec.outputs
        return [tuple(self._cell(o, group, places, leads) for o in outputs) for group in groups]

    # Rows ----------------------------------------------------------------------------------------

    def _passes(self, place):
        spec = self.spec
        tests = [self._holds(self.table, test, place) for test in spec.where]
        either = [self._holds(self.table, test, place) for test in spec.either]
        members = [self._has(member, place) is member.holds for member in spec.members]
        return all(tests) and (any(either) or not either) and all(members)

    def _has(self, member, place):
        own = self.rows.ids(self.table)[place]
        return any(
            pointed == own and all(self._holds(member.table, test, other) for test in member.where)
            for other, pointed in enumerate(self.rows.cells(member.table, (member.by,)))
        )

    def _holds(self, table, test, place):
        value = self.rows.cells(table, test.path)[place]
        if value is None:
            before = test.path[:-1]
            exists = not before or self.rows.cells(table, before)[place] is not None
            return test.operator == "is_not" and exists and not self._asks_for_another(table, test)
        first, last = test.values[0], test.values[-1]
        return {
            "is": lambda: value == first,
            "is_not": lambda: value != first,
            "one_of": lambda: value in test.values,
            "at_least": lambda: value >= first,
            "at_most": lambda: value <= first,
            "between": lambda: first <= value <= last,
        }[test.operator]()

    def _asks_for_another(self, table, test):
        """Whether a value must be there: `one of the clubs other than A`, not `not from A`."""
        target = self.rows.pack.column(table, test.path).target
        name = self.names.get((target, test.values[0]), str(test.values[0]))
        return re.search(rf"other than (?:the )?{re.escape(name)}", self.question) is not None

    def _off_average(self, left):
        against = self.spec.against
        if against is None:
            return left
        sums = defaultdict(list)
        values = self.rows.cells(self.table, against.measure)
        groups = self._by(against.per)
        for place in left:
            if values[place] is not None and groups[place] is not None:
                sums[groups[place]].append(number(values[place]))
        return [
            place
            for group, numbers in sums.items()
            for place in left
            if groups[place] == group and values[place] is not None
            and (Fraction(sum(numbers), len(numbers)) < number(values[place])) is against.above
            and Fraction(sum(numbers), len(numbers)) != number(values[place])
        ]  # fmt: skip

    def _by(self, path):
        if path is None:
            return [True] * len(self.rows.ids(self.table))
        return self.rows.cells(self.table, path)

    def _first(self, left):
        """The rows that are first, with the place and the lead of each."""
        extreme = self.spec.extreme
        if extreme is None:
            return left, {}, {}
        values, groups = self.rows.cells(self.table, extreme.order), self._by(extreme.per)
        ranked = defaultdict(list)
        for place in left:
            if values[place] is not None and groups[place] is not None:
                ranked[groups[place]].append(place)
        first, places, leads = [], {}, {}
        for of_group in ranked.values():
            of_group.sort(key=lambda place: number(values[place]), reverse=extreme.most)
            numbers = [number(values[place]) for place in of_group]
            kept = sum(numbers.index(value) < extreme.k for value in numbers)
            level = kept > extreme.k or len(set(numbers[:kept])) < kept
            if kept > extreme.k and not {"ties", "ties_at_cut"} & self.notes.keys():
                raise UnclearError("a tie at the cut")
            if level and self.spec.gives_order:
                raise UnclearError("a tie where the order is told")
            for index, place in enumerate(of_group[:kept]):
                first.append(place)
                places[place] = index + 1
                if index + 1 < len(numbers):
                    leads[place] = abs(numbers[index] - numbers[index + 1])
        return first, places, leads

    def _groups(self, left):
        spec = self.spec
        if not spec.groups:
            if any(
                output.of not in {"cell", "place", "days_between", "lead"}
                for output in spec.outputs
            ):
                return [left]
            self._refuse_unseen(left, spec.extreme.per if spec.extreme else None)
            return [[place] for place in left]
        groups = defaultdict(list)
        keys = [self.rows.cells(self.table, path) for path in spec.groups]
        for place in left:
            group = tuple(key[place] for key in keys)
            if None not in group:
                groups[group].append(place)
        if len(keys) == 1:
            self._refuse_unseen(left, spec.groups[0])
        elif "no_group" not in self.notes:
            raise UnclearError("combinations without rows")
        return list(groups.values())

    def _refuse_unseen(self, left, path):
        """Refuse a group that a reader knows of, and that has no rows, unless a note skips it."""
        if path is None or "no_group" in self.notes:
            return
        target = self.rows.pack.column(self.table, path).target
        values = self.rows.cells(self.table, path)
        known = (
            set(self.rows.ids(target))
            if target
            else {value for value in values if value is not None}
        )
        if known - {values[place] for place in left}:
            raise UnclearError("groups without rows")

    # Cells ---------------------------------------------------------------------------------------

    def _cell(self, output, group, places, leads):
        if output.of == "count":
            return Fraction(len(group))
        if output.of == "place":
            return Fraction(places[group[0]])
        if output.of == "lead":
            return leads.get(group[0])
        shown = self.rows.shown(self.table, output.path)
        if output.of == "days_between":
            until = self.rows.cells(self.table, output.until)[group[0]]
            if "days" not in self.notes:
                raise UnclearError("whether the first day counts")
            return self._na(Fraction((until - shown[group[0]]).days))
        if output.of == "cell":
            return self._na(plain(shown[group[0]]), is_key=output.role == "key")
        values = [shown[place] for place in group if shown[place] is not None]
        if len(values) < len(group) and "left_out" not in self.notes:
            raise UnclearError("figures of missing values")
        if not values:
            return None
        if output.of in {"least", "most"}:
            return plain((min if output.of == "least" else max)(values))
        total = sum(map(number, values), Fraction(0))
        return total if output.of == "total" else self._rounded(total / len(values), output)

    def _na(self, value, *, is_key=False):
        if value is None and not is_key and "missing" not in self.notes:
            raise UnclearError("what to write for a missing value")
        return value

    def _rounded(self, value, output):
        if "rounding" not in self.notes:
            raise UnclearError("how averages are rounded")
        words = self.notes["rounding"]["places"]
        header = re.escape(output.header.partition(" (")[0])
        own = re.search(rf"{header}(?:(?:,| and) [^()]+?)?? to (\w+)", words)
        first = own[1] if own else words.split()[0]
        unit = Fraction(1, 10 ** NUMBERS.get(first, 0))
        steps, rest = divmod(abs(value), unit)
        steps += 2 * rest >= unit
        return steps * unit * (-1 if value < 0 else 1)


def number(value):
    return Fraction(value.toordinal()) if hasattr(value, "toordinal") else Fraction(value)


def plain(value):
    is_number = isinstance(value, int | Fraction) or hasattr(value, "as_tuple")
    return Fraction(value) if is_number and not isinstance(value, bool) else value
