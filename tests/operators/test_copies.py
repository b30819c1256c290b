"""`copy` and `lookup`: the value that a path leads to, at the decimals of the column."""

import pytest

from tests.examples import first_everyday
from tests.operators.small import filled, pack_of, report, require_every_rule_triggered

TABLES = """
  estate:
    rows: 6..8
    columns:
      name: {{role: name, draw: {{pool: town}}}}
      price: {{role: askable, type: decimal, decimals: 2, draw: {{uniform: [1, 90]}}}}
  sale:
    rows: 12..16
    columns:
      name: {{role: name, draw: {{pool: person}}}}
      estate: {{role: context, ref: estate}}
      copied: {{role: askable, type: decimal, decimals: {decimals}, draw: {{copy: estate.price}}}}
      looked_up:
        {{role: askable, type: decimal, decimals: {decimals}, derive: {{lookup: estate.price}}}}
"""


@pytest.mark.parametrize("decimals", first_everyday([1, 2, 4]))
def test_the_value_is_the_same_at_other_decimals(decimals):
    pack = pack_of(TABLES.format(decimals=decimals))
    worlds = filled(pack, 8)
    assert not report(pack, worlds).violations
    sales = worlds.frames["sale"].join(
        worlds.frames["estate"], left_on=["world_id", "estate"], right_on=["world_id", "id"]
    )
    assert len(sales) > 80
    for name in ("copied", "looked_up"):
        off = (sales[name].cast(float) - sales["price"].cast(float)).abs().max()
        assert off <= (0.05001 if decimals == 1 else 1e-9)
    require_every_rule_triggered(pack, worlds)
