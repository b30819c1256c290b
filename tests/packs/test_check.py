"""What is sound passes the checks of meaning, and mistakes are told all at once.

Each kind of mistake, planted alone, is found: file, line, place, and the way out. The cases are in
`test_check_tables.py`, `test_check_values.py` and `test_check_rules.py`.
"""

from __future__ import annotations

import pytest

from fictionworld.packs.check import check_pack
from fictionworld.packs.source import pack_names, parse_source, read_source
from tests.packs.planting import COPIES, F, P, plant


@pytest.mark.parametrize("name", ["football", "smartphones"])
def test_the_copies_are_sound(name):
    source = read_source(COPIES / f"{name}.yaml")
    assert check_pack(source.pack(), source) == []


@pytest.mark.parametrize("name", pack_names())
def test_packaged_packs_are_sound(name):
    source = read_source(name)
    assert [str(finding) for finding in check_pack(source.pack(), source)] == []


def test_all_mistakes_are_told_at_once():
    planted = plant(
        P,
        "times: phone.price",
        "times: phone.prise",
        ("draw: {pool: retailer}", "draw: {pool: shops}"),
    )
    lines = planted.complaint().splitlines()
    assert len(lines) == 2
    assert "retailer.columns.name" in lines[0]
    assert "offer.columns.price" in lines[1]


def test_texts_that_grow_from_column_to_column():
    columns = ""
    for number, before in enumerate(["name", *(f"long_{n}" for n in range(5))]):
        doubled = " || ".join([before] * 12)
        derived = f'{{role: hidden, type: text, derive: {{sql: "{doubled}"}}}}'
        columns += f"      long_{number}: {derived}\n"
    planted = plant(P, "      seat:          {", columns + "      seat:          {")
    assert "joined to as many as" in planted.complaint()
    assert "allowed: 20,000" in planted.complaint()


SOUND = [
    # a year is its first day as the low end, and its last as the high one
    ("draw: {between: [year + 5m, year - 10d]}", "draw: {between: [year + 9m, year - 2m]}", None),
    ("draw: {between: [year + 5m, year - 10d]}", "draw: {between: [year + 50d, year - 60d]}", None),
    # the key of `each` may be of whole numbers
    ("years: [model_year, setting.year - 1]", "years: [1, 4]",
     ("type: year, label: [Year]}", "type: integer, label: [Year]}")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "then"), SOUND, ids=[c[1] for c in SOUND])
def test_what_is_sound_is_passed(old, new, then):
    assert plant(P, old, new, then).complaint() == ""


def test_a_pack_from_no_file_is_checked_too():
    pack = parse_source(plant(P, "times: phone.price", "times: phone.prise").text).pack()
    (finding,) = check_pack(pack)
    assert str(finding).startswith("<pack>:1: tables.offer.columns.price.draw.times: got 'prise'")


def test_findings_of_one_line_stand_in_the_order_of_the_file():
    home, away = (f"{side}:         {{role: context, " for side in ("home", "away"))
    planted = plant(F, home, f"{home}optional: 0.5, ", (away, f"{away}optional: 0.5, "))
    found = check_pack(parse_source(planted.text).pack())  # from no file: all are of line 1
    assert [one.place[-2] for one in found if "in all worlds" in one.message] == ["home", "away"]
