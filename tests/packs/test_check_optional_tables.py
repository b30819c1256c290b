"""A table that worlds may lack: which may be one, and what goes with it."""

import pytest

from fictionworld.packs.check import check_pack
from fictionworld.packs.source import packaged_path, parse_source
from tests.operators.small import mistakes, pack_of, text_of

TABLES = """
  office:
    rows: 5..6
    columns:
      name: {role: name, draw: {pool: town}}
      visits: {role: context, derive: {count: {of: visit, by: office}}}
      rank: {role: askable, derive: {rank: {of: visits}}}
      busy: {role: hidden, type: integer, derive: {count: {of: visit, by: office}}}
      staff: {role: askable, type: integer, draw: {uniform: [1, 90]}}
      post: {role: context, draw: {choice: [north, south]}}
  visit:
    rows: {per: office, count: 2..3}
    optional: 0.5
    key: [office, day]
    columns:
      office: {role: context, ref: office}
      day: {role: context, draw: {between: [2029-01-01, 2029-12-31]}}
      hours: {role: askable, type: integer, draw: {uniform: [1, 9]}}
      part: {role: askable, type: decimal, decimals: 1, derive: {sql: "hours / 10"}}
"""
GOES = "which goes with visit: a world has it with probability 0.5; allowed: what every world has; "
REFUSED = {
    "a reference to it": (
        "      post: {role", "      last: {role: hidden, ref: visit}\n      post: {role", "",
        "tables.visit.optional: got 0.5, but office.last refers to rows of visit; allowed:",
    ),
    "no key": (
        "    key: [office, day]\n", "", "",
        "tables.visit.optional: got 0.5 without a key; give key: what tells rows apart",
    ),
    "a stated value by a hidden count": (
        "{choice: [north, south]}", "{choice: [north, south], when: {busy: 2}}", "",
        f"tables.office.columns.post.draw.when.busy: got office.busy, {GOES}",
    ),
    "an upper limit by a hidden count": (
        "uniform: [1, 90]", "uniform: [1, 90], at_most: busy + 1", "",
        f"tables.office.columns.staff.draw.at_most: got office.busy, {GOES}",
    ),
    "a hidden lower limit by a hidden count": (
        "{role: askable, type: integer, draw: {uniform: [1, 90]}",
        "{role: hidden, type: integer, draw: {uniform: [1, 90], at_least: busy}",
        "",
        f"tables.office.columns.staff.draw.at_least: got office.busy, {GOES}",
    ),
    "a factor by a hidden count": (
        "uniform: [1, 90]", "uniform: [1, 90], times: busy", "",
        f"tables.office.columns.staff.draw.times: got office.busy, {GOES}",
    ),
    "a drawn share of its values": (
        "uniform: [1, 90]", "share_out: {total: visit.hours, by: office}", "",
        f"tables.office.columns.staff.draw.share_out: got rows of visit, {GOES}",
    ),
    "a rule that connects by it": (
        "", "", "  - {in: office, connected: [visit]}\n",
        f"rules[0].connected: got visit.office, {GOES}",
    ),
    "a rule that needs what it counts": (
        "", "", '  - {in: office, sql: "visits IS NOT NULL"}\n',
        f"rules[0].sql: got office.visits, {GOES}",
    ),
    "pages for each of its counts": (
        "  visit:\n", "    pages: [{kind: statistics, rows: 9, by: visits}]\n  visit:\n", "",
        f"tables.office.pages[0].by: got office.visits, {GOES}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("need", REFUSED)
def test_what_a_world_needs_of_an_optional_table_is_found(need):
    old, new, rules, finding = REFUSED[need]
    assert TABLES.count(old) == 1 or not old
    found = mistakes(TABLES.replace(old, new) if old else TABLES, rules)
    assert any(finding in one for one in found), found


def test_a_finding_has_the_line_of_what_needs_the_table():
    rules = "  - {in: office, connected: [visit]}\n"
    (found,) = mistakes(TABLES, rules)
    lines = text_of(TABLES, rules).splitlines()
    assert found.startswith(f"small.yaml:{lines.index(rules[:-1]) + 1}: rules[0].connected")


def test_what_is_derived_from_an_optional_table_goes_with_it():
    pack = pack_of(TABLES)
    gone = {
        column.name: set(column.goes_with)
        for column in pack.tables["office"].columns.values()
        if column.goes_with
    }
    assert gone == {"visits": {"visit"}, "rank": {"visit"}, "busy": {"visit"}}
    assert all(column.goes_with == {"visit"} for column in pack.tables["visit"].columns.values())
    assert not any(column.optional for column in pack.tables["visit"].columns.values())
    assert pack.tables["office"].columns["visits"].optional


def test_what_the_rows_of_an_optional_table_share_out_and_count_by_degree_is_no_mistake():
    rules = "  - {in: office, degree: {of: visit, by: office, between: 1..9}}\n"
    assert not mistakes(TABLES, rules)


def test_a_limit_may_be_an_expression_that_says_what_holds_without_rows():
    tables = TABLES.replace("uniform: [1, 90]", "uniform: [1, 90], at_most: room").replace(
        "      post: {role",
        '      room: {role: hidden, type: integer, derive: {sql: "greatest(busy, 1) * 9"}}\n'
        "      post: {role",
    )
    assert not mistakes(tables)


def test_the_subjects_of_a_slice_are_in_every_world():
    text = packaged_path("theatre_seasons").read_text("utf-8")
    assert text.count("rows: 19..22") == 1
    planted = text.replace("rows: 19..22", "rows: 19..22\n    optional: 0.5")
    found = [str(finding) for finding in check_pack(parse_source(planted).pack())]
    said = "tables.actor.optional: got 0.5, but the world is a slice of actor"
    assert any(said in finding for finding in found), found
