"""Evidence is enough: whatever else the world said, or did not say, the answer stays.

An adversary who knows the evidence of a task changes every other fact of the world, or takes it
away, and leaves out the rows that nobody had to know of.
"""

import random
from collections import Counter

import polars as pl
import pytest

from fictionworld.generators.fill import WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.worlds.world_rows import WorldRows
from tests.examples import first_everyday
from tests.small import each_pack
from tests.tasks.drawn import draw_specification


def drawn_world(name, world_id=2):
    pack = load_pack(name)
    filled = fill_worlds(pack, [WorldSeeds(world_id, 31, 57)])
    return WorldRows(pack, filled.frames), filled.frames


def spoilt(frames, rows, evidence, spoil):
    """The frames with `spoil(values, value)` in place of each cell that is no evidence."""
    known = {(fact.table, fact.row, fact.column) for fact in evidence.facts}
    changed = {}
    for table, frame in frames.items():
        facts = [name for name in frame.columns[2:] if rows.is_fact(table, name)]
        ids = frame["id"].to_list()
        columns = []
        for name in facts:
            values = frame[name].to_list()
            said = [value for value in values if value is not None]
            cells = [
                value if (table, row, name) in known or not said else spoil(said)
                for row, value in zip(ids, values, strict=True)
            ]
            columns.append(pl.Series(name, cells, dtype=frame.schema[name]))
        changed[table] = frame.with_columns(columns)
    return changed


def hidden_rows(frames, rows, evidence, specification):
    """The frames without the rows of events that evidence neither enumerates nor speaks of."""
    known = {(fact.table, fact.row) for fact in evidence.facts}
    changed = dict(frames)
    for membership in specification.members:
        table = membership.table
        if rows.pack.tables[table].name_column is None and table not in evidence.enumerated:
            keep = [(table, row) in known for row in frames[table]["id"].to_list()]
            changed[table] = frames[table].filter(pl.Series(keep, dtype=pl.Boolean))
    return changed


@pytest.mark.parametrize("tries", first_everyday([40, 120]))
@pytest.mark.parametrize("name", each_pack())
def test_the_answer_follows_from_the_evidence_alone(name, tries):
    rows, frames = drawn_world(name)
    rng = random.Random(f"enough/{name}")
    seen = Counter()
    for _ in range(tries):
        specification = draw_specification(rng, rows)
        try:
            answer = rederive(specification, rows)
        except AmbiguousError:
            seen["ambiguous"] += 1
            continue
        evidence = evidence_of(specification, rows, 2)
        seen["rows" if answer else "no rows"] += 1
        seen["without enumeration"] += not evidence.enumerated
        seen["hidden"] += bool(specification.members) and len(evidence.enumerated) < 2
        for spoil in (lambda said: None, rng.choice, rng.choice):
            other = spoilt(frames, rows, evidence, spoil)
            assert rederive(specification, WorldRows(rows.pack, other)) == answer, specification
        other = hidden_rows(frames, rows, evidence, specification)
        assert rederive(specification, WorldRows(rows.pack, other)) == answer, specification
    assert seen["rows"] > tries // 3, seen
    if tries > 100:
        assert seen["hidden"] and seen["without enumeration"], seen
