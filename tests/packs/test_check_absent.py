"""What a world cannot do without is no optional column: each need planted alone, and the others."""

# Columns of a pack read across.
# ruff: noqa: E501

from __future__ import annotations

import polars as pl
import pytest

from fictionworld.errors import PackError
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.check import CHECKS_OF_PATHS, check_pack
from fictionworld.packs.checks.absent import check_absent
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.compiled import SETTING
from fictionworld.packs.findings import PackFinding
from fictionworld.packs.source import pack_names, packaged_path, parse_source
from fictionworld.validators.check import check_worlds
from tests.operators.small import filled, pack_of, text_of

TABLES = """
  mill:
    rows: 5..6
    columns:
      name: {role: name, draw: {pool: town}}
      fuel: {role: context, draw: {choice: [coal, wood]}}
      carbon: {role: hidden, type: decimal, decimals: 1, draw: {map: {fuel: {coal: 3.1, wood: 1.5}}}}
      copied: {role: hidden, type: category, draw: {copy: fuel}}
      burnt: {role: askable, type: integer, draw: {uniform: [10, 90]}}
      emitted: {role: askable, type: decimal, decimals: 1, derive: {sql: "burnt * carbon"}}
      stack: {role: context, draw: {map: {copied: {coal: brick, wood: steel}}}}
      built: {role: context, type: year, draw: {uniform: [1990, 2010]}}
      age: {role: hidden, type: integer, derive: {sql: "2030 - built"}}
      price: {role: askable, type: integer, draw: {uniform: [50, 99]}}
      share: {role: hidden, type: decimal, decimals: 2, derive: {sql: "price / 100"}}
      value: {role: askable, type: decimal, draw: {curve: {over: age, points: {1: 90, 50: 20}}, times: share}}
      noted: {role: askable, type: integer, draw: {uniform: [1, 9], driven_by: {tall: 0.5}, at_most: highest}}
      tall: {role: askable, type: integer, draw: {uniform: [1, 9]}}
      highest: {role: context, type: integer, draw: {uniform: [10, 12]}}
      turns: {role: context, derive: {count: {of: turn, by: mill}}}
      stock: {role: askable, type: integer, draw: {uniform: [50, 90]}}
  turn:
    rows: {per: mill, count: 4..5}
    columns:
      mill: {role: context, ref: mill}
      second: {role: context, ref: mill, pick: {unlike: mill, match: {fuel: mill.fuel}, missing: 0.1}}
      owner: {role: context, ref: mill, pick: {copy: mill}}
      lots: {role: askable, type: integer, draw: {share_out: {total: mill.stock, by: mill}}}
      shift: {role: context, draw: {choice: [day, night]}}
      number: {role: hidden, type: integer, draw: {distinct: 1..200, within: [shift]}}
      name: {role: name, draw: {pattern: "Turn {number} by {shift}"}}
      late: {role: askable, type: integer, draw: {uniform: [1, 9], when: {shift: night}}}
      begun: {role: askable, type: date, draw: {between: [2029-01-01, 2029-01-03]}}
      ended: {role: askable, type: date, draw: {between: [2029-01-03, 2029-01-05]}}
      rank: {role: context, type: integer, draw: {uniform: [1, 3]}}
"""
RULES = """
  - {in: turn, order: [begun, ended]}
  - {in: turn, sql: "late IS NULL OR begun <= ended"}
  - {in: turn, sql: "CASE WHEN rank < 4 THEN true ELSE false END"}
  - {in: mill, sql: "tall < 10 AND burnt > coalesce(noted, 95)"}
  - {in: turn, sum: {column: lots, within: [mill], to: mill.stock}}
"""
NEEDED = {
    ("mill", "fuel"): [
        "tables.mill.columns.emitted.derive.sql", "tables.mill.columns.stack.draw.map.copied",
        "tables.turn.columns.second.pick", "tables.turn.columns.second.pick.match.fuel",
    ],
    ("mill", "burnt"): ["tables.mill.columns.emitted.derive.sql"],
    ("mill", "built"): ["tables.mill.columns.value.draw.curve.over"],
    ("mill", "price"): ["tables.mill.columns.value.draw.times"],
    ("mill", "noted"): ["rules[3].sql"],
    ("mill", "stock"): ["rules[4].sum.to"],
    ("turn", "mill"): [
        "rules[4].sum.to", "rules[4].sum.within[0]",
        "tables.mill.columns.turns.derive.count", "tables.turn.columns.owner.pick.copy",
        "tables.turn.columns.second.pick.match.fuel", "tables.turn.rows",
    ],
    ("turn", "owner"): ["tables.turn.columns.owner.pick"],
    ("turn", "shift"): [
        "tables.turn.columns.late.draw.when.shift", "tables.turn.columns.name.draw.pattern",
    ],
    ("turn", "rank"): ["rules[2].sql"],
}  # fmt: skip
FREE = [
    ("mill", "emitted"), ("mill", "stack"), ("mill", "value"), ("mill", "tall"),
    ("mill", "highest"), ("mill", "turns"), ("turn", "second"), ("turn", "late"),
    ("turn", "begun"), ("turn", "ended"),
]  # fmt: skip


def with_optional(text: str, columns) -> str:
    """The text with these columns, each on a line of its own, in half of the worlds."""
    table, lines = "", []
    for line in text.splitlines():
        word = line.strip().partition(":")[0]
        if line.startswith("  ") and line[2:3].isalpha():
            table = word
        if line.startswith("      ") and (table, word) in columns:
            lines.append(line.replace("{role: ", "{optional: 0.5, role: ", 1))
        else:
            lines.append(line)
    return "\n".join(lines)


def needs(text: str) -> list[PackFinding]:
    """What the text needs of columns that worlds may lack."""
    findings = check_pack(parse_source(text).pack())
    return [one for one in findings if "which a world has with probability 0.5" in one.message]


def broken_without(pack, worlds, *columns: tuple[str, str]) -> set[str]:
    """The rules that worlds break when they lack these columns."""
    frames, present = dict(worlds.frames), worlds.columns
    for table, name in columns:
        nothing = pl.lit(None, frames[table].schema[name])
        frames[table] = frames[table].with_columns(nothing.alias(name))
        is_it = (pl.col("table_name") == table) & (pl.col("column_name") == name)
        present = present.with_columns(present=pl.col("present") & ~is_it)
    return set(check_worlds(pack, frames, present=present).worlds_by_rule)


@pytest.mark.parametrize("column", NEEDED, ids=".".join)
def test_what_a_world_needs_is_not_optional(column, monkeypatch):
    text = text_of(TABLES, RULES)
    planted = with_optional(text, {column})
    assert sorted(str(one).split(": ")[1] for one in needs(planted)) == NEEDED[column]
    unseen = [check for check in CHECKS_OF_PATHS if check is not check_absent]
    monkeypatch.setattr("fictionworld.packs.check.CHECKS_OF_PATHS", unseen)
    pack = compile_source(parse_source(planted))
    worlds = filled(pack_of(TABLES, RULES), 4)
    assert broken_without(pack, worlds, column)


def test_the_setting_is_the_same_in_all_worlds():
    text = text_of(TABLES, RULES).replace("  year: {role", "  year: {optional: 0.5, role")
    assert "setting.year.optional: got setting.year, which" in str(needs(text)[0])


def test_what_nothing_follows_from_may_be_optional():
    text = with_optional(text_of(TABLES, RULES), FREE)
    assert text.count("optional: 0.5") == len(FREE)
    assert not needs(text)
    worlds = filled(pack_of(TABLES, RULES), 4)
    pack = compile_source(parse_source(text))
    assert not broken_without(pack, worlds, *FREE)


@pytest.mark.every_pack
@pytest.mark.parametrize("name", pack_names())
def test_a_pack_can_do_without_each_column_that_the_check_lets_be_optional(name):
    text, pack = packaged_path(name).read_text("utf-8"), load_pack(name)
    columns = {
        (table.name, column.name)
        for table in pack.tables.values()
        for column in table.stored
        if table.name != SETTING and column.role != "name" and column.name not in table.spec.key
        and column.spec.optional is None
    }  # fmt: skip
    while found := check_pack(parse_source(with_optional(text, columns)).pack()):
        refused = {column for column in columns if any(_is_about(one, column) for one in found)}
        assert refused, [str(one) for one in found]
        columns -= refused
    freed = compile_source(parse_source(with_optional(text, columns)))
    seeds = [WorldSeeds(number, number, number) for number in range(12)]
    worlds = fill_worlds(pack, seeds, FillOptions((300, 500)))
    anyway = set(check_worlds(pack, worlds.frames).worlds_by_rule)
    for column in columns:
        assert broken_without(freed, worlds, column) <= anyway, column


def _is_about(finding: PackFinding, column: tuple[str, str]) -> bool:
    """Whether a finding names this column, in its message or by its place."""
    table, name = column
    of_page = finding.place[1] == table and f"got '{name}', which" in finding.message
    return of_page or f"got {table}.{name}, which" in finding.message


def test_the_fact_that_versions_amend_is_in_every_world():
    text = packaged_path("museum").read_text("utf-8")
    in_force = "light: {role: askable, type: integer, unit: lux, label: [Light limit in force"
    assert text.count(in_force) == 1
    lacking = text.replace(in_force, in_force.replace("askable", "askable, optional: 0.5"))
    with pytest.raises(PackError, match=r"versions\[0\]: got room.light, which a world has with"):
        compile_source(parse_source(lacking))
