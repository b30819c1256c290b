"""Packs of a test, made around a few columns: compiled, filled, checked and spoiled."""

from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.check import check_pack
from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.validators.check import check_worlds
from fictionworld.validators.selftest import self_test

HEAD = """
pack: small
title: "Small"
about: Made by a test.
strategy: grounded
setting:
  as_of: {role: context, draw: {between: [2031-01-01, 2031-12-31]}}
  year: {role: context, type: year, draw: {uniform: [2030, 2031]}}
tables:
"""
PLAIN = "  {name}: {{rows: 2..3, columns: {{name: {{role: name, draw: {{pool: town}}}}}}}}\n"


def text_of(tables, rules=""):
    """A pack of these tables, and as many plain ones as a pack needs."""
    given = tables.count("\n    rows:")
    plain = "".join(PLAIN.format(name=f"plain_{number}") for number in range(max(0, 4 - given)))
    return HEAD + tables.strip("\n") + "\n" + plain + (f"rules:\n{rules}" if rules else "")


def mistakes(tables, rules=""):
    source = parse_source(text_of(tables, rules), "small.yaml")
    return [str(finding) for finding in check_pack(source.pack(), source)]


def pack_of(tables, rules=""):
    return compile_source(parse_source(text_of(tables, rules), "small.yaml"))


def filled(pack, worlds=20, values=0):
    seeds = [WorldSeeds(k, k * 7 + 1, k * 13 + 2 + values * 1000) for k in range(worlds)]
    return fill_worlds(pack, seeds, FillOptions((1, 999)))


def report(pack, worlds):
    return check_worlds(pack, worlds.frames, present=worlds.columns)


def require_every_rule_triggered(pack, worlds):
    """The self-test of sound worlds: mutations trigger every rule."""
    test = self_test(pack, worlds.frames, present=worlds.columns)
    assert test, (test.false_alarms, test.unnoticed, test.untriggered)
    assert not test.untried


def twins_share_structure(pack):
    one, two = filled(pack, 8), filled(pack, 8, values=1)
    for table in pack.tables.values():
        for column in table.stored:
            if column.role in {"name", "context"}:
                a, b = one.frames[table.name], two.frames[table.name]
                assert a[column.name].equals(b[column.name]), column.name
