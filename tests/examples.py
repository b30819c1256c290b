"""How much a test tries: a little in the everyday suite, more in `make proofs`."""

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

EVERYDAY, MANY = "everyday", "many"
"""The profiles; `make proofs` runs all property tests with `--hypothesis-profile=many`."""
SHARE = 5

_ANY = {"deadline": None, "suppress_health_check": list(HealthCheck)}
settings.register_profile(EVERYDAY, max_examples=20, **_ANY)
settings.register_profile(MANY, max_examples=100, **_ANY)


def examples(count: int) -> settings:
    """Settings for `count` examples in `make proofs`, and a fifth of them in the everyday suite."""
    many = settings.get_current_profile_name() == MANY
    return settings(max_examples=count if many else max(5, count // SHARE))


def first_everyday(values: Iterable, first: int = 1) -> list:
    """The values as parameters: the first ones in the everyday suite, the rest in `make proofs`."""
    return [
        pytest.param(value, marks=[] if number < first else pytest.mark.slow)
        for number, value in enumerate(values)
    ]
