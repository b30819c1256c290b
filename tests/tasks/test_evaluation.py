"""SQL over many worlds at once, against plain Python over one world at a time.

The specifications are drawn without sense, so that corners come up which no task asks for.
"""

import random
from dataclasses import replace

import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.tasks.evaluation.evaluate import Evaluator, coded_rows, typed_rows
from fictionworld.tasks.evaluation.parameters import AskedSpecification
from fictionworld.tasks.key import sort_rows
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Condition, Output, Specification
from tests.examples import first_everyday
from tests.small import each_pack
from tests.tasks.drawing import Drawn, drawing_of
from tests.tasks.drawn import draw_specification


def spelled_out(spec, pack):
    """The same with references given by the names they stand for, as tasks have them."""

    def told(path):
        target = pack.column(spec.table, path).target if path else None
        name = None if target is None else pack.tables[target].name_column
        return path if name is None else (*path, name.name)

    outputs = tuple(
        replace(one, path=told(one.path)) if one.of == "cell" else one for one in spec.outputs
    )
    return replace(spec, outputs=outputs, groups=tuple(map(told, spec.groups)))


def nameless(spec, pack):
    return any(
        one.path and pack.column(spec.table, one.path).target is not None for one in spec.outputs
    )


@pytest.mark.parametrize("worlds", first_everyday([2, 6]))
@pytest.mark.parametrize("name", each_pack())
def test_two_evaluators_agree(name, worlds):
    pack = load_pack(name)
    drawn = Drawn(drawing_of(pack, range(worlds)), [], {})
    rng = random.Random(20)
    asked, expected = [], []
    for world_id in range(worlds):
        rows = drawn.rows(world_id)
        for _ in range(60):
            spec = spelled_out(draw_specification(rng, rows), pack)
            if nameless(spec, pack):
                continue
            try:
                answer = rederive(spec, rows)
            except AmbiguousError:
                answer = None
            asked.append(AskedSpecification(world_id, spec))
            expected.append(answer)
    with Evaluator(pack, drawn.drawing.frames) as evaluator:
        found = evaluator.evaluate(asked)
    agreed = 0
    for one, got, answer in zip(asked, found, expected, strict=True):
        spec = one.specification
        rows = coded_rows(spec, got, drawn.columns(one.world_id))
        if answer is None:
            keys = [
                tuple(cell for cell, o in zip(row, spec.outputs, strict=True) if o.role == "key")
                for row in rows
            ]
            assert got.tied or len(set(keys)) < len(keys) or spec.groups, spec
            continue
        assert not got.tied, spec
        assert sort_rows(typed_rows(spec, rows), spec.outputs) == answer, spec
        agreed += 1
    assert agreed > 0.7 * len(asked)


def count_of(where):
    count = Output("Number of Phones", "key", "count", "integer", 0, None)
    return Specification("smartphones", "deep", "count", "phone", (count,), where=where)


def test_a_count_of_nothing_is_zero():
    pack = load_pack("smartphones")
    drawing = drawing_of(pack, [0])
    with Evaluator(pack, drawing.frames) as evaluator:
        (found,) = evaluator.evaluate(
            [AskedSpecification(0, count_of((Condition(("battery",), "at_least", (10**6,)),)))]
        )
    columns = Drawn(drawing, [], {}).columns(0)
    assert coded_rows(count_of(()), found, columns) == [(0,)]


def test_nothing_asked_is_nothing_found():
    pack = load_pack("smartphones")
    with Evaluator(pack, drawing_of(pack, [0]).frames) as evaluator:
        assert evaluator.evaluate([]) == []
