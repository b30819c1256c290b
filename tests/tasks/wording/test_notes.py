"""Notes, taken at their word, give the key; and each says what it is meant to say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.specification import Condition
from fictionworld.tasks.wording import word_question
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.notes import notes_of
from fictionworld.tasks.wording.voice import Voice
from fictionworld.tasks.words import task_words
from tests.small import each_pack
from tests.tasks.drawing import hundred
from tests.tasks.wording.literal import NOTES, Reader, UnclearError, notes_in, plain


@pytest.mark.parametrize("pack", each_pack())
def test_every_note_read_literally_gives_the_key(pack):
    drawn = hundred(pack)
    scenes, seen, world = drawn.scenes(), Counter(), (0, None)
    for task in drawn.tasks:
        if world[1] is None or world[0] != task.world_id:
            world = task.world_id, drawn.rows(task.world_id)
        specification, context = task.specification, scenes[task.world_id]
        reader = Reader(specification, task.question, world[1], context.names)
        key = [tuple(map(plain, row)) for row in rederive(specification, world[1])]
        assert Counter(reader.answer()) == Counter(key), (task.question, specification)
        notes, _ = notes_of(Lexicon(context, Voice(0)), specification)
        meant = {note.meaning for note in notes} - {"empty"}
        assert reader.notes.keys() == meant, task.question
        seen.update(meant)
    assert seen.keys() >= {"rounding", "missing", "ties_at_cut", "ties", "no_group"}


@pytest.mark.parametrize("meaning", NOTES)
def test_each_way_to_say_a_note_is_read_as_it_is_meant(meaning):
    slots = {
        "places": "one decimal", "group": "main soil", "time": "year", "header": "Rank",
        "least": "lowest height",
    }  # fmt: skip
    for phrase in task_words("notes")[meaning]:
        assert set(notes_in(phrase.format(**slots))) == {meaning}, phrase


def test_a_note_that_is_left_out_is_missed():
    drawn, missed = hundred("football"), Counter()
    scenes = drawn.scenes()
    for task in drawn.tasks[:200]:
        text, rows = " ".join(task.question.split()), drawn.rows(task.world_id)
        for meaning, match in notes_in(text).items():
            names = scenes[task.world_id].names
            reader = Reader(task.specification, text.replace(match[0], ""), rows, names)
            try:
                reader.answer()
            except UnclearError:
                missed[meaning] += 1
    assert missed.keys() >= {"rounding", "missing", "no_group", "ties_at_cut"}, missed


def test_what_has_no_value_is_not_said_to_be_not_of_another():
    """A transfer from outside the league is not from Linden, and the key leaves it out."""
    wanted = lambda spec: spec.table == "transfer" and spec.where and not spec.groups  # noqa: E731
    drawn = hundred("football")
    task = next(
        t for t in drawn.tasks if wanted(t.specification) and t.specification.kind == "wide"
    )
    context, rows = drawn.scenes()[task.world_id], drawn.rows(task.world_id)
    club = next(value for value in rows.cells("transfer", ("from_club",)) if value is not None)
    test = Condition(("from_club",), "is_not", (club,))
    specification = replace(
        task.specification, shape="filter", where=(test,), either=(), extreme=None, against=None,
        members=(), outputs=tuple(o for o in task.specification.outputs if o.of == "cell"),
    )  # fmt: skip
    question = word_question(specification, context, 7)
    name = context.names["club", club]
    clubs = context.pack.tables["club"].noun[1]  # or teams, as the world has it
    assert f"one of the {clubs} other than {name}" in question
    key = Counter(tuple(map(plain, row)) for row in rederive(specification, rows))
    assert Counter(Reader(specification, question, rows, context.names).answer()) == key
    loose = question.replace(f"from one of the {clubs} other than {name}", f"not from {name}")
    assert Counter(Reader(specification, loose, rows, context.names).answer()) != key


def test_packs_have_a_club_that_a_player_may_come_from_nowhere():
    assert load_pack("football").tables["transfer"].columns["from_club"].nullable
