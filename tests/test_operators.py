"""Operators own themselves: each has its three modules, and one more needs nothing else."""

import importlib
import sys
from pathlib import Path

import polars as pl
import pytest

from fictionworld.generators import drawing
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs import operator as registry
from fictionworld.packs.check import check_pack
from fictionworld.packs.compile import compile_source
from fictionworld.packs.operator import OPERATORS
from fictionworld.packs.schema import pack_schema
from fictionworld.packs.source import parse_source
from fictionworld.validators import operator as proofs
from fictionworld.validators.check import check_worlds
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.validators.selftest import self_test

SPECIFICATION = '''
from fictionworld.packs.fields import Spec
from fictionworld.packs.operator import Operator, ValueSource
from fictionworld.packs.terms import Path

class Doubled(Spec):
    """Twice the number at the end of a path."""

    of: Path

OPERATOR = Operator(
    key="doubled", family="derive", shape=Doubled, gives="integer",
    suits=frozenset({"integer"}), gaps="passed",
    sources=lambda use: [ValueSource(("of",), use.spec.of, "number")],
    words=lambda spec: f"twice {'.'.join(spec.of)}",
)
'''
DRAW = """
from fictionworld.generators.batch import Cells
from fictionworld.generators.drawing import derives

@derives("doubled")
def doubled(batch, column, spec):
    cells = batch.follow(column.table, spec.of)[1]
    return Cells(2 * cells.values, cells.missing)
"""
CHECK = """
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, cells_of

def due(batch, column, spec):
    rows = Relation(batch, column.table)
    digits = rows.digits(spec.of)
    answer = ask(batch, f"SELECT {digits} + {digits} AS due FROM {rows} ORDER BY t._row")
    return cells_of(column, answer["due"])

register(Proof(name="doubled", due=due))
"""
PACK = """
pack: doubles
title: "Doubles"
about: Made by a test.
strategy: grounded
setting:
  as_of: {role: context, draw: {between: [2031-01-01, 2031-12-31]}}
tables:
  a:
    rows: 8..12
    columns:
      name: {role: name, draw: {pool: town}}
      units: {role: askable, type: integer, draw: {uniform: [1, 900], missing: 0.1}}
      twice: {role: askable, derive: {doubled: {of: units}}}
  b: {rows: 2..3, columns: {name: {role: name, draw: {pool: company}}}}
  c: {rows: 2..3, columns: {name: {role: name, draw: {pool: stadium}}}}
  d: {rows: 2..3, columns: {name: {role: name, draw: {pool: ship}}}}
rules:
  - {in: a, sql: "twice % 2 = 0"}
"""


def test_every_operator_has_its_draw_and_its_proof():
    proofs._load()
    drawing._load()
    drawn = {"draw": drawing._DRAWS, "derive": drawing._DERIVES}
    for name, operator in OPERATORS.items():
        assert name in drawn[operator.family], name
        assert name in proofs._PROOFS, name
        assert operator.family == "draw" or proofs._PROOFS[name].due is not None, name
    root = Path(registry.__file__).parent.parent
    for room in ("packs", "generators", "validators"):
        found = {path.stem for path in (root / room / "operators").glob("[a-z]*.py")}
        assert found == set(registry.MODULES), room


def test_draw_and_check_never_import_each_other():
    root = Path(registry.__file__).parent.parent
    for room, other in (("generators", "validators"), ("validators", "generators")):
        for path in (root / room / "operators").glob("*.py"):
            assert f"fictionworld.{other}" not in path.read_text("utf-8"), path


@pytest.fixture
def doubled(tmp_path, monkeypatch):
    """An operator in a package of its own, registered; and gone again."""
    package = tmp_path / "one_more"
    package.mkdir()
    texts = {"__init__": "", "specification": SPECIFICATION, "draw": DRAW, "check": CHECK}
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    from fictionworld.packs.specification import add_operators

    add_operators(importlib.import_module("one_more.specification").OPERATOR)
    importlib.import_module("one_more.draw")
    importlib.import_module("one_more.check")
    yield
    for known in (OPERATORS, drawing._DERIVES, proofs._PROOFS):
        del known["doubled"]
    add_operators()
    for name in [name for name in sys.modules if name.startswith("one_more")]:
        del sys.modules[name]


@pytest.mark.usefixtures("doubled")
def test_three_modules_add_an_operator():
    assert "doubled" in pack_schema()["$defs"]["Derive"]["properties"]
    source = parse_source(PACK, "doubles.yaml")
    assert not check_pack(source.pack(), source)
    pack = compile_source(source)
    seeds = [WorldSeeds(world, world, world) for world in range(12)]
    filled = fill_worlds(pack, seeds, FillOptions((1, 99)))
    assert not check_worlds(pack, filled.frames, present=filled.columns).violations
    assert "a.twice: is twice units" in {check.rule for check in catalogue(pack).checks}
    assert self_test(pack, filled.frames, present=filled.columns)
    broken = filled.frames["a"].with_columns(twice=pl.col("twice") + 2)
    found = check_worlds(pack, {**filled.frames, "a": broken}, present=filled.columns)
    assert found.by_rule["a.twice: is twice units"]


def test_it_is_gone_afterwards():
    assert "doubled" not in pack_schema()["$defs"]["Derive"]["properties"]
