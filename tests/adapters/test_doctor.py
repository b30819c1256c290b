"""The doctor finds nothing where a framework is installed, and says what is missing elsewhere."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from fictionworld.adapters.doctor import FRAMEWORKS, examine
from fictionworld.errors import UsageError
from tests.adapters.played import settings

MODULES = {"openenv": "openenv", "skyrl": "skyrl_gym"}
HERE = [name for name in FRAMEWORKS if find_spec(MODULES.get(name, name)) is not None]


@pytest.mark.adapter
@pytest.mark.parametrize("name", HERE)
def test_where_it_is_installed_all_is_well(name):
    found = list(examine(name, settings()))
    assert len(found) == 3 and not any(one.problem for one in found), found


@pytest.mark.parametrize("name", [name for name in FRAMEWORKS if name not in HERE])
def test_what_is_missing_is_named_with_its_extra(name):
    (found,) = examine(name, settings())
    assert f"pip install 'fictionworld[{name}]'" in found.problem


def test_an_unknown_framework_is_refused():
    with pytest.raises(UsageError, match="allowed: gymnasium"):
        list(examine("gymnasum", settings()))
