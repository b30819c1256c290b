"""What follows of an answer from some facts: nothing that could be otherwise, and all that must be.

An adversary changes every fact that is not known, or takes it away, and leaves out rows that
nobody had to know of: whatever was said to be determined stays in the answer. Of a task's evidence
that is the whole answer: the evidence is enough.
"""

import random
from collections import Counter
from contextlib import suppress

import polars as pl
import pytest

from fictionworld.tasks.determination import determine
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.key import key_cells
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Against, Extreme, MembershipCondition
from fictionworld.worlds.world_rows import WorldRows
from tests.examples import first_everyday
from tests.small import each_pack
from tests.tasks.drawn import draw_specification, drawn_world
from tests.tasks.harbour import asks, condition, figure, harbour, harbour_pack


def facts_of(rows):
    """Every cell of a world that is a fact."""
    return [
        (table.name, row, column.name)
        for table in rows.pack.world_tables
        for column in table.stored
        if rows.is_fact(table.name, column.name)
        for row in rows.ids(table.name)
    ]


def spoilt(frames, known, listed, rows, rng):
    """Another world of which the same is known: unknown cells changed, unknown rows left out."""
    changed, whole = {}, {}
    met = {(table, row) for table, row, _ in known}
    for table, frame in frames.items():
        ids = frame["id"].to_list()
        columns = []
        for name in [name for name in frame.columns[2:] if rows.is_fact(table, name)]:
            values = frame[name].to_list()
            pool = [*values, None]
            cells = [
                value if (table, row, name) in known else rng.choice(pool)
                for row, value in zip(ids, values, strict=True)
            ]
            columns.append(pl.Series(name, cells, dtype=frame.schema[name]))
        spoiled = whole[table] = frame.with_columns(columns)
        if table in rows.pack.tables and table != "setting" and table not in listed:
            nameless = rows.pack.tables[table].name_column is None
            keep = [not nameless or (table, row) in met or rng.random() < 0.5 for row in ids]
            spoiled = spoiled.filter(pl.Series(keep, dtype=pl.Boolean))
        changed[table] = spoiled
    for table in rows.pack.world_tables:  # a row that is told by another row needs that row
        for name in table.key if table.name_column is None else ():
            target = table.columns[name].target
            if target is not None and rows.pack.tables[target].name_column is None:
                told_by = pl.col("id").is_in(changed[table.name][name].to_list())
                met_by_id = pl.col("id").is_in(changed[target]["id"].to_list())
                changed[target] = whole[target].filter(told_by | met_by_id)
    return changed


def drawn_answers(rng, rows, tries):
    """Specifications drawn without sense with their answers, but for ambiguous ones."""
    for _ in range(tries):
        specification = draw_specification(rng, rows)
        with suppress(AmbiguousError):
            yield specification, rederive(specification, rows)


def check_elsewhere(specification, answer, found, worlds, pack):
    """Whatever of an answer was found to be determined is in the answer in each of these worlds."""
    outputs = specification.outputs
    for frames in worlds:
        try:
            there = rederive(specification, WorldRows(pack, frames))
        except AmbiguousError:
            continue
        by_key = {key_cells(row, outputs): row for row in there}
        for row, told in zip(answer, found.rows, strict=True):
            if any(told):
                assert key_cells(row, outputs) in by_key, specification
                now = by_key[key_cells(row, outputs)]
                for cell, after, is_told in zip(row, now, told, strict=True):
                    assert cell == after or not is_told, specification
        if found.settled:
            assert len(there) <= len(answer), specification


@pytest.mark.parametrize("tries", first_everyday([40, 240]))
@pytest.mark.parametrize("name", each_pack())
def test_what_is_determined_stays_whatever_else_the_world_says(name, tries):
    rows, frames = drawn_world(name)
    rng = random.Random(f"determination/{name}")
    every = facts_of(rows)
    seen = Counter()
    for specification, answer in drawn_answers(rng, rows, tries):
        evidence = evidence_of(specification, rows, 2)
        known = set(rng.sample(every, rng.randint(0, len(every) // 4)))
        share = rng.choice([0.5, 0.9, 0.97, 1.0])
        known |= {cell for cell in evidence.cells if rng.random() < share}
        listed = {t.name for t in rows.pack.world_tables if rng.random() < 0.8}
        if rng.random() < 0.3:  # the evidence and nothing else
            known, listed = set(evidence.cells), set(evidence.enumerated)
            seen["evidence"] += 1
        found = determine(specification, rows, known, listed)
        assert len(found.rows) == len(answer)
        seen["whole"] += found.whole
        seen["cells"] += sum(map(sum, found.rows))
        seen["others"] += sum(not cell for row in found.rows for cell in row)
        worlds = (spoilt(frames, known, listed, rows, rng) for _ in range(3))
        check_elsewhere(specification, answer, found, worlds, rows.pack)
    assert seen["whole"] and seen["cells"] and seen["others"] and seen["evidence"], seen
    if tries > 100:
        assert seen["whole"] > 10 and seen["cells"] > 1_000 and seen["others"] > 1_000, seen


@pytest.mark.parametrize("tries", first_everyday([40, 120]))
@pytest.mark.parametrize("name", each_pack())
def test_the_evidence_determines_all_of_it(name, tries):
    rows, _ = drawn_world(name)
    rng = random.Random(f"evidence/{name}")
    whole = 0
    for _ in range(tries):
        specification = draw_specification(rng, rows)
        try:
            evidence = evidence_of(specification, rows, 2)
            found = determine(specification, rows, set(evidence.cells), evidence.enumerated)
        except AmbiguousError:
            continue
        assert all(map(all, found.rows)), specification
        whole += found.whole
    assert whole > tries // 3


# By eye ------------------------------------------------------------------------------------------

ROWS = WorldRows(harbour_pack(), harbour())


def told(specification, known, *listed):
    """The columns of the answer's rows that follow from facts given as `ship crew 1 2`."""
    cells = {
        (table, int(row), column)
        for line in known.strip().splitlines()
        for table, column, *rows in [line.split()]
        for row in rows
    }
    return determine(specification, ROWS, cells, listed)


FERRIES = asks("ship", "*name", "built",
               where=[("kind", "is", "ferry"), ("crew", "at_least", 8)])  # fmt: skip


def test_a_row_needs_its_own_conditions_and_values_alone():
    # Ondra and Rosk
    found = told(FERRIES, "ship kind 1 4\nship crew 1 4\nship built 4")
    assert found.rows == ((True, False), (True, True)) and not found.settled
    found = told(FERRIES, "ship kind 1 4\nship crew 4\nship built 1 4")
    assert found.rows == ((False, False), (True, True))


def test_a_row_is_ruled_out_by_any_one_condition():
    mine = "ship kind 1 4\nship crew 1 4\nship built 1 4"
    for others in ("ship kind 2 5 6\nship crew 3", "ship crew 2 3 5 6"):
        assert told(FERRIES, f"{mine}\n{others}", "ship").whole
    # that Quist has no crew must have been read
    assert not told(FERRIES, f"{mine}\nship kind 2 5 6", "ship").settled
    # and there may be more ships
    assert not told(FERRIES, f"{mine}\nship crew 2 3 5 6").settled


def test_a_count_needs_every_row():
    count = asks("ship", figure("count"), where=[("kind", "is", "ferry"), ("crew", "at_least", 8)])
    settled = "ship kind 1 4\nship crew 1 2 3 4 5 6"
    assert told(count, settled, "ship").rows == ((True,),)
    assert told(count, settled).rows == ((False,),)
    assert told(count, settled.replace(" 3", ""), "ship").rows == ((False,),)


def test_groups_need_the_rows_that_may_be_theirs():
    by_kind = asks("ship", "*kind", figure("count"), figure("total", "crew"), groups=(("kind",),))
    # barges, ferries, tugs: whether Pelm is a tug, or a barge, or a ferry is not known
    found = told(by_kind, "ship kind 1 3 4 5 6\nship crew 1 3 4", "ship")
    assert found.rows == ((True, False, False), (True, False, False), (False, False, False))
    found = told(by_kind, "ship kind 1 2 3 4 5 6\nship crew 1 3 4", "ship")
    assert found.rows == ((True, True, False), (True, True, True), (True, True, False))


def test_an_average_needs_all_that_count_in_it():
    above = asks("ship", "*name", "crew", against=Against(("crew",), above=True, per=("kind",)))
    # Rosk of the ferries, Tulv of the barges; Quist's crew is missing
    crews = "ship crew 1 2 3 4 5 6"
    assert told(above, f"{crews}\nship kind 1 2 4 5 6", "ship").whole
    assert told(above, f"{crews}\nship kind 1 2 4 5 6").rows == ((False, False),) * 2
    # what Ondra is decides on both averages
    assert told(above, f"{crews}\nship kind 2 4 5 6", "ship").rows == ((False, False),) * 2


def test_places_and_leads_need_what_may_come_before():
    lead = figure("lead", kind="decimal", decimals=1)
    top = asks("ship", "*name", figure("place", role="place"), lead,
               extreme=Extreme(("length",), most=True, k=2, per=None))  # fmt: skip
    # Sarn 55.5, Tulv 55.4, Quist 41.0, Ondra 30.5, Pelm 20.0; Rosk has none
    every = "ship length 1 2 3 4 5 6"
    assert told(top, every, "ship").whole
    assert told(top, every).rows == ((False,) * 3,) * 2
    # Quist may be the second, the first or none of them: Sarn is among the two, its place open
    found = told(top, every.replace(" 3", ""), "ship")
    assert found.rows == ((True, False, False), (False, False, False))


def test_members_show_themselves_and_lists_their_absence():
    heavy = MembershipCondition("call", "ship", (condition("cargo", "at_least", 15),), holds=True)
    asked = asks("ship", "*name", members=(heavy,), where=[("name", "one_of", "Ondra", "Pelm")])
    assert told(asked, "call cargo 2").rows == ((True,),)
    assert not told(asked, "call cargo 2").settled
    assert told(asked, "call cargo 2 3", "call").whole


def test_an_empty_answer_needs_every_row_ruled_out():
    none = asks("ship", "*name", where=[("kind", "is", "tug"), ("crew", "at_least", 9)])
    assert told(none, "ship kind 1 3 4 5 6\nship crew 2", "ship").settled
    assert not told(none, "ship kind 1 3 4 5 6\nship crew 2").settled
    assert not told(none, "ship kind 1 3 4 5 6", "ship").settled
