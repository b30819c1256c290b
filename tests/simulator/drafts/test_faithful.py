"""The reader of drafts: true texts pass, and each kind of falsehood is refused.

Faults are planted in the template's own sentences, thousands of them; the reader must refuse all.
"""

from __future__ import annotations

import random
import re

import pytest

from fictionworld.simulator.drafts.faithful import read_draft
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import honest

WORLDS = (0, 1)
MOST = 160
"""Passages of a world that faults are planted in."""
FIGURES = {"integer", "decimal", "money", "percent", "date", "year"}
NUMERAL = re.compile(r"\d[\d,.]*\d|\d")


@pytest.fixture(scope="module", params=WORLDS)
def stating(request):
    _, book = samples.world(request.param)
    every = samples.stating(request.param)
    return book, every[:: max(1, len(every) // MOST)]


def figures(passage):
    return [
        s
        for s in passage.statements
        if s.called.column.kind in FIGURES
        and NUMERAL.search(s.written)
        and passage.plain.count(s.written) == 1
    ]


def refused(faults, book, most=0.0):
    """That all drafts of (text, passage) are refused, but a share of `most`."""
    passed = [(p.plain, t) for t, p in faults if read_draft(t, p, book).fault is None]
    assert len(faults) > 20
    assert len(passed) <= most * len(faults), passed[:5]


def test_the_templates_own_sentences_are_faithful(stating):
    book, passages = stating
    faults = [read_draft(p.plain, p, book) for _, p in passages]
    assert sum(f.fault is not None for f in faults) <= 0.01 * len(faults)
    for reading, (_, passage) in zip(faults, passages, strict=True):
        if reading.fault is None:
            assert {f.fact for f in reading.found} == {s.fact for s in passage.statements}
            ends = [0]
            for found in reading.found:
                assert ends[-1] <= found.start < found.end
                ends.append(found.end)


def test_another_honest_writer_is_faithful(stating):
    book, passages = stating
    told = {"page": {"title": "x"}}
    kept = 0
    for _, passage in passages:
        state = [{"what": s.called.label, "value": s.told} for s in passage.statements]
        text = honest({"state": state, "say": list(passage.said)}, told)
        kept += read_draft(text, passage, book).fault is None
    assert kept >= 0.97 * len(passages)


def test_marks_lie_on_the_values(stating):
    book, passages = stating
    for _, passage in passages:
        written = {s.fact: s for s in passage.statements}
        for found in read_draft(passage.plain, passage, book).found:
            said = passage.plain[found.start : found.end]
            statement = written[found.fact]
            if statement.called.column.kind in {"name", "text", "category", "reference"}:
                assert statement.value is None or said.casefold() == statement.value.casefold()
            elif statement.value is not None and statement.called.column.kind in FIGURES:
                assert re.search(r"\d|[a-z]", said)


# Planted falsehoods ------------------------------------------------------------------------------


def test_changed_figures(stating):
    book, passages = stating
    luck = random.Random(0)
    faults = []
    for _, passage in passages:
        for statement in figures(passage):
            at = luck.choice([n for n, c in enumerate(statement.written) if c.isdigit()])
            digit = str((int(statement.written[at]) + luck.randint(1, 8)) % 10)
            wrong = statement.written[:at] + digit + statement.written[at + 1 :]
            faults.append((passage.plain.replace(statement.written, wrong), passage))
    refused(faults, book)


def test_swapped_figures(stating):
    """Two values of one kind that changed places, their units left where they were."""
    book, passages = stating
    faults = []
    for _, passage in passages:
        mine = figures(passage)
        for n, one in enumerate(mine):
            for other in mine[:n]:
                if one.value == other.value or one.called.column.kind != other.called.column.kind:
                    continue
                a, b = (NUMERAL.search(s.written)[0] for s in (one, other))
                text = passage.plain.replace(one.written, "\0")
                text = text.replace(other.written, other.written.replace(b, a))
                faults.append((text.replace("\0", one.written.replace(a, b)), passage))
    refused(faults, book)


def test_other_names_and_categories(stating):
    book, passages = stating
    luck = random.Random(0)
    faults = []
    for _, passage in passages:
        for statement in passage.statements:
            column = statement.called.column
            if not isinstance(statement.value, str) or passage.plain.count(statement.value) != 1:
                continue
            if column.target is not None:
                others = {book.name(column.target, row) for row in book.rows[column.target]}
            else:
                others = book.domain(column.table, column.name)
            others = sorted(others - {statement.value})
            if others:
                wrong = luck.choice(others)
                faults.append((passage.plain.replace(statement.value, wrong), passage))
    refused(faults, book)


def test_facts_left_out(stating):
    book, passages = stating
    faults = []
    for _, passage in passages:
        sentences = re.split(r"(?<=[.]) ", passage.plain)
        for n, one in enumerate(sentences):
            if len(sentences) > 1 and any(
                s.written in one and passage.plain.count(s.written) == 1 for s in passage.statements
            ):
                faults.append((" ".join(sentences[:n] + sentences[n + 1 :]), passage))
    refused(faults, book)


def hedged(written, hedge):
    """The hedge before the figure: `fell by almost 5%`, `about EUR 5`."""
    verb, by, figure = written.rpartition(" by ")
    return f"{verb}{by}{hedge} {figure}"


@pytest.mark.parametrize("hedge", ["about", "over", "not", "more than", "up to", "almost"])
def test_hedged_values(stating, hedge):
    book, passages = stating
    faults = [
        (passage.plain.replace(s.written, hedged(s.written, hedge)), passage)
        for _, passage in passages
        for s in figures(passage)
        if hedge not in passage.plain
    ]
    refused(faults, book)


@pytest.mark.parametrize(
    "added",
    ["It has 731 awards.", "It has seven hundred awards.", "That was on 4 May 2031.",
     "That was in May 2019.", "It works with Zorblatt Industries.", "Zorblatt praised it.",
     "Boeing praised it.", "It is the largest of all.", "It came first.", "It beats all rivals.",
     "The figure is twice what it was."],
)  # fmt: skip
def test_inventions(stating, added):
    book, passages = stating
    refused([(f"{passage.plain} {added}", passage) for _, passage in passages], book, most=0.02)


def test_other_rows_of_the_world(stating):
    book, passages = stating
    names = sorted(name for name in book.names if " " in name)
    luck = random.Random(0)
    faults = []
    for _, passage in passages:
        name = luck.choice(names)
        if name not in passage.plain and name not in passage.may:
            faults.append((f"{passage.plain} So says {name}.", passage))
    refused(faults, book)


@pytest.mark.parametrize("doubt", ["reportedly", "allegedly", "perhaps", "never"])
def test_doubt(stating, doubt):
    book, passages = stating
    faults = []
    for _, passage in passages:
        first, space, rest = passage.plain.partition(" ")
        if figures(passage) and re.split(r"(?<=[.]) ", passage.plain)[0] == passage.plain:
            faults.append((f"{first} {doubt}{space}{rest}", passage))
    refused(faults, book, most=0.02)
