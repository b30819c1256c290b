"""Worlds as the generator makes them: no false alarm, whatever operator drew them."""

import pytest

from fictionworld.validators.check import check_worlds
from tests.validators.factory import generated


@pytest.mark.parametrize("thorough", [True, False])
def test_every_operator_is_read_alike(thorough):
    pack, filled, known = generated("regatta", 120, (20, 200))
    report = check_worlds(
        pack,
        filled.frames,
        worlds=filled.worlds,
        present=filled.columns,
        known_names=known,
        thorough=thorough,
    )
    assert report, "\n".join(map(str, report.violations[:10]))


@pytest.mark.parametrize("name", ["smartphones", "football"])
def test_thorough_and_quick_agree(name):
    pack, filled, known = generated(name, 24)
    reports = [
        check_worlds(
            pack, filled.frames, worlds=filled.worlds, present=filled.columns,
            known_names=known, thorough=thorough,
        )
        for thorough in (True, False)
    ]  # fmt: skip
    assert reports[0].worlds_by_rule == reports[1].worlds_by_rule
