"""What every question keeps: all it must say is said, in English, and in many ways."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache

import pytest
from hypothesis import given

from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.tasks.wording import word_question
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined, plural
from tests.examples import examples
from tests.small import PACKS, each_pack
from tests.strategies import packs, source_text
from tests.tasks.wording.literal import NOTES
from tests.tasks.wording.samples import DEEP, WIDE, each_family, samples, worlds, worlds_of

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
BANNED = re.compile(
    r"\b(?:records?|datasets?|databases?|fictional|schema|quer(?:y|ies)|table rows?)\b"
    r"|\b[a-z]+_[a-z_]+\b"
)
COUNT = 40


@cache
def questions(pack, shape, count=COUNT):
    drawn = samples(worlds(pack), shape, count)
    return [(spec, context, word_question(spec, context, seed)) for spec, context, seed in drawn]


def every(pack):
    return [one for shape in (*WIDE, *DEEP) for one in questions(pack, shape)]


def dates(day):
    month = MONTHS[day.month - 1]
    return {f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}"}


both_packs = pytest.mark.parametrize("pack", each_pack())
each_shape = pytest.mark.parametrize(("pack", "shape"), each_family())


@both_packs
def test_samples_are_of_the_shapes_that_a_pack_gives(pack):
    given = {param.values[1] for param in each_family() if param.values[0] == pack}
    assert {shape for shape in (*WIDE, *DEEP) if samples(worlds(pack), shape, 1)} == given


@each_shape
def test_all_that_must_be_said_is_said(pack, shape):
    asked = questions(pack, shape)
    assert len(asked) >= (COUNT // 2 if shape != "time_difference" else 4)
    for spec, context, text in asked:
        places = [text.index(output.header) for output in spec.outputs]
        assert len(places) == len(spec.outputs)
        assert any(day in text for day in dates(context.as_of)), text
        assert "```markdown" in text
        tests = [all(told(value, test, spec, context, text) for value in test.values)
                 for test in spec.where]  # fmt: skip
        # a chain that goes on from a row which the question names starts there
        said = any(tests) if shape in {"chain", "time_difference"} else all(tests)
        assert said, (spec.where, text)
        if spec.extreme is not None and spec.extreme.k > 1:
            words = {5: "five", 12: "twelve", 33: "33", 3: "three"}
            assert words[spec.extreme.k] in text


def told(value, test, spec, context, text):
    column = context.pack.column(spec.table, test.path)
    if column.target is not None:
        return context.names[column.target, value] in text
    if isinstance(value, date):
        whole_year = re.search(rf"\bin {value.year}\b", text) is not None
        return whole_year or any(day in text for day in dates(value))
    if isinstance(value, int | Decimal) and not isinstance(value, bool) and column.kind != "year":
        said = {Decimal(value), Decimal(value) / 1000 if value >= 1000 else Decimal(value)}
        return f"{value:,}" in text or any(f"{one.normalize():,f}" in text for one in said)
    return str(value) in text or plural(str(value)) in text  # eclipsing binaries


@both_packs
@pytest.mark.parametrize("shape", ["filter", "set_operation"])
def test_a_question_is_the_same_whether_its_answer_has_rows(pack, shape):
    texts = set()
    for number, (spec, context, text) in enumerate(questions(pack, shape)):
        kinds = [replace(spec, kind=kind) for kind in ("wide", "empty")]
        wide, empty = (word_question(one, context, number) for one in kinds)
        assert wide == empty
        texts.add("header row" in text)
    assert texts == {True, False}


@both_packs
def test_memberships_are_told(pack):
    for spec, context, text in questions(pack, "set_operation"):
        for member in spec.members:
            (test,) = member.where
            column = context.pack.column(member.table, test.path)
            value = test.values[0]
            if column.target is not None:
                assert context.names[column.target, value] in text
            elif isinstance(value, date):
                assert any(day in text for day in dates(value))
            else:
                assert f"{value:,}" in text if isinstance(value, Decimal) else str(value) in text


@both_packs
def test_it_is_english(pack):
    for _, _, text in every(pack):
        assert "  " not in text and " ." not in text and " ," not in text, text
        assert ".." not in text and "{" not in text and "}" not in text, text
        assert not re.search(r"\ba [aeio]\w", text), text
        assert not re.search(r"\ban [bcdfgjkmpqtvwxyz]", text), text
        assert not re.search(r"(?<!\.)\b1 (?:goals|stores|days|years|players|phones)\b", text), text
        assert not re.search(r"\b(\w+) \1\b", re.sub(r"series series", "", text)), text
        assert not BANNED.search(text), BANNED.search(text)
        assert text == text.strip() and "\n\n\n" not in text
        assert text[0].isupper() or text[0].isdigit()


@each_shape
def test_the_same_seed_gives_the_same_words(pack, shape):
    for spec, context, seed in samples(worlds(pack), shape, 5):
        assert word_question(spec, context, seed) == word_question(spec, context, seed)
        assert len({word_question(spec, context, seed + more) for more in range(6)}) == 6


def test_openings_and_closings_vary():
    texts = [text for pack in PACKS for _, _, text in every(pack)]
    for part in (slice(0, 2), slice(-2, None)):
        common = Counter(" ".join(text.split()[part]) for text in texts).most_common(1)
        assert common[0][1] <= 0.1 * len(texts), common


@each_shape
def test_each_family_opens_in_many_ways(pack, shape):
    spec, context, seed = samples(worlds(pack), shape, 1)[0]
    texts = [word_question(spec, context, seed + more) for more in range(300)]
    assert len({" ".join(text.split()[:2]) for text in texts}) >= 20
    for header in [output.header for output in spec.outputs]:
        texts = [text.replace(header, "#") for text in texts]
    assert len({" ".join(text.split()[-8:]) for text in texts}) >= 20


def test_little_of_a_question_is_form():
    """Closing lines and notes: a sixth of all characters, headers and what is asked aside."""
    slot = re.compile(r"\\{[a-z]+\\}")
    closings, form, headers, total = task_words("frame")["closings"], 0, 0, 0
    notes = [
        slot.sub("[^.\n]+?", re.escape(p)) for name in NOTES for p in task_words("notes")[name]
    ]
    notes += map(re.escape, task_words("notes")["empty"])
    for spec, _, text in [one for pack in PACKS for one in every(pack)]:
        names = [output.header for output in spec.outputs]
        lists = {"commas": ", ".join(names), "bars": " | ".join(names),
                 "semicolons": "; ".join(names), "listed": joined(names)}  # fmt: skip
        lines = [line for line in closings if line.format(**lists) in text]
        form += max(len(line.format(**dict.fromkeys(lists, ""))) for line in lines)
        form += sum(len(note) for note in re.findall("|".join(notes), text))
        headers += len(lists["commas"])
        total += len(text)
    assert form < 0.2 * total and form + headers < 0.4 * total, (form / total, headers / total)


def test_lengths():
    wide = sorted(len(t) for p in PACKS for s in WIDE for _, _, t in questions(p, s))
    deep = sorted(len(t.split()) for p in PACKS for s in DEEP for _, _, t in questions(p, s))
    assert wide[len(wide) // 50] >= 182 and wide[-len(wide) // 20] <= 700, wide[-20:]
    assert deep[len(deep) // 50] >= 28 and deep[-len(deep) // 50] <= 130, deep[-20:]


def test_emptiness_is_named_where_it_tells_nothing():
    told_ = [
        "header row" in word_question(spec, context, seed + more)
        for pack in PACKS
        for spec, context, seed in samples(worlds(pack), "join", 10)
        for more in range(20)
    ]
    assert 0.12 < sum(told_) / len(told_) < 0.28


@examples(15)
@given(packs())
def test_any_pack_has_its_questions(data):
    pack = compile_source(parse_source(source_text(data), "drawn.yaml"))
    drawn = worlds_of(pack)
    for shape in (*WIDE, *DEEP):
        for spec, context, seed in samples(drawn, shape, 3):
            text = word_question(spec, context, seed)
            assert all(output.header in text for output in spec.outputs)
            assert "  " not in text and "{" not in text
