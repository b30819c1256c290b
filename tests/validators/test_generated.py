"""Worlds as the generator makes them: no false alarm, whatever operator drew them."""

from fictionworld.validators.check import check_worlds
from tests.validators.factory import generated


def test_every_operator_is_read_alike():
    pack, filled, known = generated("regatta", 120, (20, 200))
    report = check_worlds(
        pack, filled.frames, worlds=filled.worlds, present=filled.columns, known_names=known
    )
    assert report, "\n".join(map(str, report.violations[:10]))
