"""How much a test tries: a little in the everyday suite, more in `make proofs`.

Both try the same examples on every machine, so that a change is judged by what it changed;
`make long-proofs` searches where nobody has looked before.
"""

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

EVERYDAY, MANY, SEARCH = "everyday", "many", "search"
"""The profiles; `make proofs` runs all property tests with `--hypothesis-profile=many`."""
_TIMES = {EVERYDAY: 1 / 5, MANY: 1, SEARCH: 12}

_ANY = {"deadline": None, "suppress_health_check": list(HealthCheck)}
for _name, _times in _TIMES.items():
    settings.register_profile(
        _name, max_examples=int(100 * _times), derandomize=_name != SEARCH, **_ANY
    )


def examples(count: int) -> settings:
    """Settings for `count` examples in `make proofs`, and a fifth of them in the everyday suite."""
    times = _TIMES.get(settings.get_current_profile_name(), _TIMES[EVERYDAY])
    return settings(max_examples=max(5, int(count * times)))


def first_everyday(values: Iterable, first: int = 1) -> list:
    """The values as parameters: the first ones in the everyday suite, the rest in `make proofs`."""
    return [
        pytest.param(value, marks=[] if number < first else pytest.mark.slow)
        for number, value in enumerate(values)
    ]
