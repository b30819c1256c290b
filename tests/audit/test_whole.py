"""What looks at a dataset as a whole: each check on sound worlds, and on worlds made unsound."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import fictionworld as fw
from fictionworld.audit import guessability, overlap, question, whole_page
from fictionworld.audit.check import AuditContext
from fictionworld.audit.guessability import GuessabilityCheck
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.overlap import OverlapCheck
from fictionworld.audit.predictor import Guesses, Predictor
from fictionworld.audit.question import (
    QuestionCheck,
    _without_form,
    read_in_questions,
    settled_by_questions,
    summarize,
    written_in_questions,
)
from fictionworld.audit.real_world import RealWorldCheck
from fictionworld.audit.record import Thresholds
from fictionworld.audit.whole_page import WholePageCheck
from fictionworld.build import BuildConfig, build
from fictionworld.tasks.record import specification_of
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Condition
from fictionworld.tasks.stated import stated_part
from fictionworld.text.dates import MONTHS
from fictionworld.worlds.stored import stored_worlds
from fictionworld.worlds.world_rows import WorldRows
from tests.small import every_pack_dataset


@pytest.fixture(scope="session")
def specifications(dataset):
    return {row["task_id"]: specification_of(row) for row in dataset.stored_keys()}


def checked(check, dataset, *worlds, **options):
    """What a check of the whole dataset comes to, these worlds being sampled."""
    return check.of_dataset(AuditContext(dataset, "worlds", AuditOptions(**options), worlds))


# Questions --------------------------------------------------------------------------------------


def test_questions_do_not_tell(audited_worlds, dataset):
    # answers of level 5 have few columns, many of them counts: so a world of each pack, too
    datasets = [dataset, fw.open(every_pack_dataset())]
    contexts = [AuditContext(each, "worlds", AuditOptions(), ()) for each in datasets]
    result = summarize(
        [*map(QuestionCheck().of_dataset, contexts), *map(read_in_questions, audited_worlds)]
    )
    assert result.status == "passed"
    assert result.measure("columns that the question fixes", how="settled").denominator > 100
    assert result.measure("cells that stand in the question", how="written").denominator > 500
    assert result.measure("share of cells read", how="read").denominator > 50


def test_an_answer_that_ties_in_the_twin_is_left_out(audited_worlds, monkeypatch):
    def tie(specification, rows):
        raise AmbiguousError("rows 1 and 3 tie")

    monkeypatch.setattr(question, "rederive", tie)
    assert read_in_questions(audited_worlds[0]).total() == (0, 0)


def told(audited, words):
    """The world with one cell of each answer told at the end of its question."""
    tasks, keys = [], {}
    for task in audited.tasks:
        key = audited.keys[task.task_id]
        values = [n for n, column in enumerate(key.columns) if column.role == "value"]
        names = [n for n, column in enumerate(key.columns) if column.role == "key"]
        cells = [(row, n) for row in key.rows for n in values if row[n] is not None]
        if not names or not cells:
            continue
        row, place = cells[0]
        text = words.format(header=key.columns[place].header, name=row[names[0]], value=row[place])
        tasks.append(replace(task, question=f"{task.question} {text}"))
        keys[task.task_id] = replace(key, rows=(row,))
    return replace(audited, tasks=tuple(tasks), keys=keys)


def test_a_single_question_that_holds_its_answer_fails_the_check(audited_worlds):
    audited = told(audited_worlds[1], "I know that the {header} of {name} is {value}.")
    for task in audited.tasks:
        key = audited.keys[task.task_id]
        result = summarize([written_in_questions([task], audited.keys, "worlds")])
        if result.status == "failed":
            [finding, *_] = result.findings
            shown = {finding.text[a:b].replace(",", "") for a, b in finding.marks}
            assert shown <= {str(value) for value in key.rows[0]}
            return
    pytest.fail("no answer has a long number or a name")


def test_questions_that_say_their_answers_in_other_words_are_found(audited_worlds):
    words = "I know that the {header} of {name} is {value}."
    # one hit may be a false alarm of the reader, ten are none
    assert summarize([read_in_questions(told(audited_worlds[1], words))]).status == "passed"
    result = summarize([read_in_questions(told(one, words)) for one in audited_worlds])
    assert result.measure("cells read in the question").exceeded


def test_what_a_question_says_of_the_form_of_the_answer_is_no_cell(audited_worlds, dataset):
    audited = audited_worlds[0]
    today = dataset.world(audited.world_id).as_of
    task = next(task for task in audited.tasks if task.kind == "wide")
    specification = audited.specifications[task.task_id]
    day = f"{today.day} {MONTHS[today.month - 1]} {today.year}"
    line = f"Fill a ```markdown table: {' | '.join(task.columns)}"

    def text(question):
        return " ".join(_without_form(question, specification, today).split())

    assert text(f"Which? {line} As of {day}.") == "Which? As of ."
    assert (
        text("Give Rating to one decimal and Price to two decimals.") == "Give Rating and Price ."
    )
    assert text("Skip any Player with none. No row for any Club with none.") == "Player Club"
    assert text("Keep ties. 1 May to 3 May is two days.") == ""
    said = "Resolution 7 had one abstention. Rating 1.0."
    assert text(said) == said


def test_a_column_that_the_question_fixes_is_found(dataset, specifications):
    task = next(
        task
        for task in dataset.tasks()
        if any(o.role == "value" and o.of == "cell" for o in specifications[task.task_id].outputs)
    )
    asked = specifications[task.task_id]
    path = next(o.path for o in asked.outputs if o.role == "value" and o.of == "cell")
    fixed = replace(asked, where=(*asked.where, Condition(path, "is", (5,))))
    tally = settled_by_questions(dataset, specifications | {task.task_id: fixed}, "worlds")
    assert tally.total()[0] == 1 and tally.findings[0].task_id == task.task_id


# Pages ------------------------------------------------------------------------------------------


def test_no_page_states_a_whole_answer(dataset):
    result = checked(WholePageCheck(), dataset)
    assert result.status == "passed"
    wide = result.measure("largest share on one page", kind="wide")
    assert 0 < wide.low <= wide.value <= wide.high <= 0.5
    assert result.measure("pages that state all values", kind="wide").value >= 4
    strict = checked(WholePageCheck(), dataset, thresholds=Thresholds(page_share=0.05))
    assert strict.status == "failed" and strict.findings[0].task_id


def test_pages_of_no_more_worlds_of_a_pack_than_promised_are_examined(dataset, monkeypatch):
    def in_two_shards(path):
        for stored in stored_worlds(path):
            ids = stored.worlds["world_id"].sort()
            yield from (stored.only(ids[:1]), stored.only(ids[1:]))

    monkeypatch.setattr(whole_page, "first_shards", in_two_shards)
    monkeypatch.setattr(whole_page, "_MOST_WORLDS", 2)
    result = checked(WholePageCheck(), dataset)
    wide = [
        task
        for pack in dataset.manifest.packs
        for world_id in [i for i in dataset.world_ids if dataset.world(i).pack == pack][:2]
        for task in dataset.tasks(world_id, kind="wide")
    ]
    assert result.measure("wide tasks with a page above the threshold").denominator == len(wide)


# Guesses ----------------------------------------------------------------------------------------


def test_guesses_earn_little():
    # a world of each pack: 29 answers of six worlds leave the mean in doubt
    dataset = fw.open(every_pack_dataset())
    result = checked(GuessabilityCheck(), dataset, *range(6), thresholds=Thresholds(guess_f1=0.3))
    assert result.status == "passed"
    for guess in ("mode", "median", "predictor", "best guess"):
        measure = result.measure(f"f1_value of the {guess}")
        assert 0 <= measure.low <= measure.value <= measure.high < 0.3
        packs = [one for one in result.measures if one.name == measure.name and one.facet("pack")]
        if guess != "best guess":
            assert packs and sum(one.n for one in packs) == measure.n
    bits = [m for m in result.measures if m.name == "bits a cell" and m.value is not None]
    assert len(bits) > 20 and all(0 <= m.value < 10 for m in bits)
    poor = checked(GuessabilityCheck(), dataset, 0, thresholds=Thresholds(guess_f1=0.01))
    assert poor.status == "failed"


def test_an_answer_that_search_results_state_is_found(dataset, specifications, monkeypatch):
    """One figure of a drawn task becomes the number of rows, which no protected column decides."""
    # of the fewest conditions: those leave many of the rows that could be counted
    grouped = [t for t, asked in specifications.items() if asked.groups]
    task_id = min(grouped, key=lambda t: len(specifications[t].where + specifications[t].either))
    asked = specifications[task_id]
    plain = {"header": "Number", "kind": "integer", "decimals": 0, "unit": None}
    counted = replace(asked.outputs[-1], of="count", path=(), **plain)
    outputs = (*asked.outputs[:-1], counted)
    pack = dataset.pack_of(dataset.task(task_id).world_id)
    smuggled = replace(stated_part(asked, pack), outputs=outputs)
    rows = rederive(smuggled, WorldRows(pack, dataset.frames(dataset.task(task_id).world_id)))
    key = dataset.key(task_id)
    count = replace(key.columns[-1], synonyms=(), **plain)
    planted = replace(key, columns=(*key.columns[:-1], count), rows=rows)

    context = AuditContext(dataset, "worlds", AuditOptions(), (0, 1))
    name = "value cells that follow from what search results may state"
    assert GuessabilityCheck().of_dataset(context).measure(name).numerator == 0
    keys = [planted if one.task_id == task_id else one for one in dataset.keys()]  # noqa: SIM118
    monkeypatch.setattr(type(dataset), "keys", lambda *_: keys)
    monkeypatch.setitem(context.specifications, task_id, smuggled)
    found = GuessabilityCheck().of_dataset(context)
    assert found.status == "failed" and found.measure(name).numerator == len(rows)
    assert found.findings[0].task_id == task_id and "follow from" in found.findings[0].why
    of_shape = found.measure("f1_value of the stated count", shape=asked.shape)
    assert of_shape.value > 0 and of_shape.at_most == Thresholds().shortcut_f1


def test_a_predictor_learns_what_can_be_learned(dataset):
    pack = dataset.pack("smartphones")
    ids = range(100)
    rng = np.random.Generator(np.random.PCG64(1))
    endings = np.array(["Max", "Lite"])[rng.integers(0, 2, 2000)]
    phones = pl.DataFrame(
        {
            "world_id": np.repeat(np.array(list(ids), np.int32), 20),
            "id": np.tile(np.arange(1, 21, dtype=np.int32), 100),
            "name": [f"Nova {n % 9} {ending}" for n, ending in enumerate(endings)],
            "model_year": np.full(2000, 2030, np.int32),
            "camera": np.where(endings == "Max", 200, 50).astype(np.int64),
        }
    )
    setting = pl.DataFrame(
        {
            "world_id": np.array(list(ids), np.int32),
            **{
                column.name: ["x" if column.is_text else 2030] * 100
                for column in pack.tables["setting"].stored
                if column.kind in {"year", "integer", "decimal", "category"}
            },
        }
    )
    predictor = Predictor(pack, {"phone": phones, "setting": setting})
    rows = phones.filter(pl.col("world_id") == 3)
    guesses = Guesses(predictor, {"phone": rows, "setting": setting})
    got = guesses.of("phone", "camera", lambda _: True)
    assert got == rows["camera"].to_list()
    low = guesses.of("phone", "camera", lambda code: code < 100)
    assert set(low) == {50}


def test_bits_and_modes():
    values = pl.DataFrame({"world_id": [1] * 4 + [2] * 4, "value": [1, 2, 3, 4, 5, 5, 5, 5]})
    assert guessability._bits_and_mode(values) == (1.0, 0.625)


# Overlap ----------------------------------------------------------------------------------------


def test_worlds_share_little(dataset):
    result = checked(OverlapCheck(), dataset)
    assert result.status == "passed"
    assert result.measure("worlds nearly equal to another").numerator == 0
    runs = result.measure(
        "runs of words shared", **{"of": "train", "in": "train", "words": "13", "masked": "no"}
    )
    assert runs.denominator > 500 and runs.value < 0.2


def test_a_world_that_stands_twice_is_found(dataset, monkeypatch):
    def doubled(path):
        for stored in stored_worlds(path):
            ids = stored.worlds["world_id"].sort().to_list()
            frames = {
                name: pl.concat(
                    [
                        frame.filter(pl.col("world_id") != ids[1]),
                        frame.filter(pl.col("world_id") == ids[0]).with_columns(
                            pl.lit(ids[1], frame["world_id"].dtype).alias("world_id")
                        ),
                    ]
                )
                for name, frame in stored.frames.items()
            }
            yield replace(stored, frames=frames)

    monkeypatch.setattr(overlap, "first_shards", doubled)
    result = checked(OverlapCheck(), dataset)
    assert result.status == "failed"
    assert {finding.world_id for finding in result.findings} == {0, 1, 2, 3}


def test_runs_of_words():
    masked = overlap._Words(masked=True)
    one = masked.said(["Which phones of Nova cost 500 or more in the region?"])
    two = masked.said(["Which phones of Vela cost 900 or more in the region?"])
    assert one.word.tolist() == two.word.tolist()
    runs = one.runs(8).run
    assert len(set(runs.tolist())) == len(one.word) - 7
    assert overlap._held(two.runs(8).run, runs).all()
    plain = overlap._Words(masked=False)
    first = plain.said(["a b c d e f g h"]).runs(8).run
    assert not overlap._held(plain.said(["a b c d e f g i"]).runs(8).run, first).any()


def test_no_run_goes_from_one_question_into_the_next():
    said = overlap._Words(masked=False).said(["a b c d", "e f g", "a b c d", "h"])
    runs = said.runs(3)
    assert sorted(runs.text.tolist()) == [0, 0, 1, 2, 2]
    assert runs.run.tolist() == sorted(runs.run.tolist())
    assert sorted(Counter(runs.run.tolist()).values()) == [1, 2, 2]
    shared = overlap._within(runs, ())
    assert (shared.numerator, shared.denominator) == (2, 3)
    none = overlap._Words(masked=False).said([]).runs(8)
    assert none.run.size == 0 and overlap._within(none, ()).denominator == 0


# The real world ---------------------------------------------------------------------------------


def test_no_invented_name_exists(dataset):
    result = checked(RealWorldCheck(), dataset)
    assert result.status == "passed"
    whole = result.measure("invented names that exist")
    assert whole.numerator == 0 and whole.denominator > 500
    assert result.measure("invented names that exist", what="people").denominator > 100
    assert result.measure("invented names that exist", what="brand.name").denominator > 10
    assert all(one.name != "real brands used" for one in result.measures)


def test_real_brands_are_told_from_invented_names(tmp_path):
    config = BuildConfig(1, packs=("smartphones",), real_names="brands")
    build(config, tmp_path / "worlds", workers=1)
    result = checked(RealWorldCheck(), fw.open(tmp_path / "worlds"))
    assert result.status == "passed"
    assert result.measure("real brands used", pack="smartphones").value > 3


def test_a_name_of_ones_own_index_is_found(dataset, tmp_path):
    name = dataset.table("football", "player")["name"][0]
    index = tmp_path / "names.txt"
    index.write_text(f"{name.upper()}\n", encoding="utf-8")
    result = checked(RealWorldCheck(), dataset, collision_index=index)
    assert result.status == "failed"
    [finding] = result.findings
    assert finding.text == name and finding.severity == "metadata"
    assert json.dumps(result.measure("invented names that exist", what="people").numerator) == "1"
