"""Validation of a world made by hand: no violation, and each planted error breaks its rule."""

import json
import pickle
from datetime import date
from decimal import Decimal

import polars as pl
import pytest

from fictionworld.errors import DatasetError
from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.validators.check import check_worlds
from fictionworld.validators.report import Report, merged
from tests.validators.factory import broken, choir, choir_pack

LISTED = pl.DataFrame(
    {"world_id": [0], "row_count": [12], "as_of": [date(2025, 11, 30)]},
    schema_overrides={"world_id": pl.Int32},
)


def test_the_world_made_by_hand_is_sound():
    report = check_worlds(choir_pack(), choir(), worlds=LISTED)
    assert report, "\n".join(map(str, report.violations))
    assert report.worlds == 1
    assert report.rows == 12
    assert not report.unproven


CUT_OFF = {"part": {1: {"concert": 2}, 2: {"concert": 2}}, "concert": {1: {"next": None}}}
LIES = [
    ("setting.year: at most 2030", {"setting": {1: {"year": 2031}}}),
    ("setting.town: never missing", {"setting": {1: {"town": None}}}),
    ("setting.town: cleanly written", {"setting": {1: {"town": "Vessing "}}}),
    ("setting.town: begins with a capital", {"setting": {1: {"town": "vessing"}}}),
    ("setting.as_of: the day it is listed with", {"setting": {1: {"as_of": date(2025, 12, 1)}}}),
    ("singer: ids run from 1 without gap", {"singer": {3: {"id": 4}}}),
    ("singer: name is a key", {"singer": {3: {"name": "Ilse Tarvig"}}}),
    ("singer.name: cannot be confused", {"singer": {3: {"name": "Irma Tarvig"}}}),
    ("singer.voice: one of its labels", {"singer": {3: {"voice": "baritone"}}}),
    ("singer.teacher: reference", {"singer": {3: {"teacher": 9}}}),
    ("singer.teacher: no circle", {"singer": {1: {"teacher": 3}}}),
    ("singer.forest: teacher", {"singer": {1: {"teacher": 1}}}),
    ("singer.joined: at least setting.year - 9y", {"singer": {1: {"joined": date(2015, 12, 31)}}}),
    ("singer.parts: is the count of part", {"singer": {1: {"parts": 3}}}),
    ("singer.earned: is the total of part.fee", {"singer": {2: {"earned": Decimal("80.49")}}}),
    ("singer.sql: parts > 0 OR earned = 0", {"singer": {2: {"parts": 0}}}),
    ("song.name: formed as {composer}, No. {number}", {"song": {1: {"number": 8}}}),
    ("song.number: no two equal within the world", {"song": {1: {"number": 12}}}),
    ("song.minutes: at most 12", {"song": {1: {"minutes": Decimal("12.1")}}}),
    ("concert.name: formed as Concert of {day}", {"concert": {1: {"name": "Recital"}}}),
    ("concert.next: the next by day", {"concert": {1: {"day": date(2025, 9, 1)}}}),
    ("concert.single_chain: next within setting.year", {"concert": {1: {"next": None}}}),
    ("part: singer, song is a key", {"part": {2: {"singer": 1}}}),
    ("part.concert: never missing", {"part": {2: {"concert": None}}}),
    ("part.fee: a multiple of 0.5", {"part": {1: {"fee": Decimal("90.25")}}}),
    ("part.share: is the share of fee within concert", {"part": {1: {"share": Decimal("52.9")}}}),
    ("part.rank: is the rank of fee within concert", {"part": {5: {"rank": 2}}}),
    ("part.rank_agrees: rank agrees with fee within concert", {"part": {4: {"rank": 1}, 3: {"rank": 3}}}),  # noqa: E501
    ("part.sum: share sums to 100 within concert", {"part": {4: {"share": Decimal("28.4")}}}),
    ("part.rate: is fee / song.minutes", {"part": {1: {"rate": Decimal("25.72")}}}),
    ("part.order: singer.joined <= concert.day", {"concert": {1: {"day": date(2024, 5, 1)}}, "part": {1: {"singer": 3}}}),  # noqa: E501
    ("singer.connected: singer, part, song, concert", CUT_OFF),
]  # fmt: skip


@pytest.fixture(scope="module")
def lying():
    """The report on a world for each lie, numbered as they are, and a sound one behind them."""
    worlds = [choir(**changes) for _, changes in LIES] + [choir()]
    frames = {
        name: pl.concat(
            frames[name].with_columns(world_id=pl.lit(number, pl.Int32))
            for number, frames in enumerate(worlds)
        )
        for name in worlds[0]
    }
    listed = pl.concat(
        LISTED.with_columns(world_id=pl.lit(number, pl.Int32)) for number in range(len(worlds))
    )
    return check_worlds(choir_pack(), frames, worlds=listed, keep=100)


@pytest.mark.parametrize(("world_id", "rule"), list(enumerate(rule for rule, _ in LIES)))
def test_each_lie_is_called_by_its_rule(lying, world_id, rule):
    broken_rules = {v.rule: v for v in lying.violations if v.world_id == world_id}
    assert rule in broken_rules, sorted(broken_rules)
    assert broken_rules[rule].sentence.endswith(".")
    assert lying.bad_worlds == tuple(range(len(LIES)))


def test_rows_that_are_missing_or_too_many_are_noticed():
    frames = choir()
    fewer = {**frames, "part": frames["part"].head(4)}
    assert "world: has the rows it is listed with" in broken(fewer, worlds=LISTED)
    assert "setting: one row" in broken({**frames, "setting": frames["setting"].clear()})
    doubled = {**frames, "song": pl.concat([frames["song"], frames["song"].tail(1)])}
    found = broken(doubled)
    assert "id before is 2" in found["song: ids run from 1 without gap"].sentence
    crowd = pl.concat([frames["concert"]] * 2).with_columns(
        id=pl.Series([1, 2, 3, 4], dtype=pl.Int32)
    )
    assert "concert: 1 to 3 rows" in broken({**frames, "concert": crowd})


def test_a_row_of_a_world_that_nobody_lists():
    frames = choir()
    strayed = frames["song"].with_columns(world_id=pl.Series([0, 5], dtype=pl.Int32))
    report = check_worlds(choir_pack(), {**frames, "song": strayed}, worlds=LISTED)
    assert "world: is listed" in report.by_rule
    assert report.bad_worlds == (0, 5)


def test_worlds_do_not_see_each_other():
    one = choir()
    other = choir(singer={2: {"teacher": 9}})
    frames = {
        name: pl.concat([one[name], other[name].with_columns(world_id=pl.lit(7, pl.Int32))])
        for name in one
    }
    shuffled = {
        name: frame.sample(fraction=1, shuffle=True, seed=1) for name, frame in frames.items()
    }
    report = check_worlds(choir_pack(), shuffled)
    assert report.bad_worlds == (7,)


def test_the_path_leads_from_row_to_row():
    changes = {"concert": {1: {"day": date(2024, 5, 1)}}, "part": {1: {"singer": 3}}}
    shown = broken(choir(**changes))["part.order: singer.joined <= concert.day"]
    assert shown.table == "part"
    assert shown.rows == (1,)
    assert shown.values == (("singer.joined", "2024-05-31"), ("concert.day", "2024-05-01"))
    assert shown.path == (
        "part 1",
        "singer -> singer 3 (Nora Velding)",
        "joined = 2024-05-31",
        "concert -> concert 1 (Concert of 2025-03-01)",
        "day = 2024-05-01",
    )


def test_a_circle_is_reported_step_by_step():
    shown = broken(choir(singer={1: {"teacher": 3}}))["singer.forest: teacher"]
    assert shown.rows == (1, 3)
    assert shown.path[0] == "singer 1 (Ilse Tarvig)"
    assert shown.path[-1] == "teacher -> singer 1 (Ilse Tarvig)"


def test_a_piece_cut_off_is_named():
    shown = broken(choir(**CUT_OFF))["singer.connected: singer, part, song, concert"]
    assert shown.table == "concert"
    assert shown.rows == (1,)


def test_no_more_than_twenty_are_reported_and_all_are_counted():
    frames = choir()
    many = pl.concat([frames["part"]] * 30).with_columns(
        id=pl.int_range(1, 151, dtype=pl.Int32), fee=pl.lit(Decimal("500.00"), pl.Decimal(18, 2))
    )
    report = check_worlds(choir_pack(), {**frames, "part": many})
    shown = [v for v in report.violations if v.rule == "part.fee: at most 200"]
    assert len(shown) == 20
    assert report.by_rule["part.fee: at most 200"] == 150
    assert report.more == sum(report.by_rule.values()) - len(report.violations)
    few = check_worlds(choir_pack(), {**frames, "part": many}, keep=1)
    assert max(map([v.rule for v in few.violations].count, few.by_rule)) == 1


def test_a_row_that_an_expression_cannot_bear_is_a_violation_and_no_error():
    sql = "number * 900000000000000000 * 200000000000000000 * 100 % 2 = 0"
    text = choir_pack().source + f'  - {{in: song, sql: "{sql}"}}\n'
    pack = compile_source(parse_source(text, "choir.yaml"))
    found = broken(choir(), pack)
    (rule,) = found
    assert rule == f"song.sql: {sql}"
    assert found[rule].rows == (2,)  # 7 times fits 128 bits, 12 times does not


def test_a_product_beyond_64_bits_is_a_violation_and_no_error():
    text = choir_pack().source.replace("fee / song.minutes", "fee * song.number")
    pack = compile_source(parse_source(text, "choir.yaml"))
    found = broken(choir(part={1: {"fee": Decimal(10) ** 15}}, song={1: {"number": 10**6}}), pack)
    assert "part.rate: is fee * song.number" in found
    assert "due is 1000000000000000000000.00" in found["part.rate: is fee * song.number"].sentence


def test_frames_of_another_shape_are_refused():
    frames = choir()
    with pytest.raises(DatasetError, match=r"song: the table is missing"):
        check_worlds(choir_pack(), {k: v for k, v in frames.items() if k != "song"})
    with pytest.raises(DatasetError, match=r"song\.minutes: the column is missing"):
        check_worlds(choir_pack(), {**frames, "song": frames["song"].drop("minutes")})
    wrong = frames["song"].with_columns(pl.col("number").cast(pl.String))
    with pytest.raises(DatasetError, match=r"song\.number: got type String"):
        check_worlds(choir_pack(), {**frames, "song": wrong})
    lost = frames["song"].with_columns(world_id=pl.lit(None, pl.Int32))
    with pytest.raises(DatasetError, match=r"song\.world_id: 2 rows have none"):
        check_worlds(choir_pack(), {**frames, "song": lost})


def test_a_report_travels_and_speaks_json():
    report = check_worlds(choir_pack(), choir(singer={1: {"parts": 7}}))
    assert pickle.loads(pickle.dumps(report)) == report
    shown = json.loads(report.to_json())
    assert not shown["ok"]
    assert shown["bad_worlds"] == [0]
    assert shown["by_rule"]["singer.parts: is the count of part"] == 1
    assert {"rule", "rows", "values", "path", "sentence"} <= set(shown["violations"][0])
    assert 0 <= shown["graph_share"] <= 1


def test_reports_add_up():
    good, bad = (
        check_worlds(choir_pack(), choir(**changes))
        for changes in ({}, {"singer": {1: {"parts": 7}}})
    )
    both = merged([good, bad, bad])
    assert isinstance(both, Report)
    assert both.worlds == 3
    assert both.by_rule["singer.parts: is the count of part"] == 2
    assert both.worlds_by_rule["singer.parts: is the count of part"] == (0, 0)


def test_an_empty_pack_of_worlds_is_sound():
    assert check_worlds(choir_pack(), {name: frame.clear() for name, frame in choir().items()})
