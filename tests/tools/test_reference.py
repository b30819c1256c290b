"""Every public name of the API reference has a docstring."""

from __future__ import annotations

import importlib.util
import inspect
from importlib import import_module
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location(
    "reference", Path(__file__).parents[2] / "tools" / "reference.py"
)
REFERENCE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(REFERENCE)


def public(module_name: str):
    """(name, object) of a module's public names, and of the public members of its classes."""
    module = import_module(module_name)
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.isclass(found) or inspect.isroutine(found):
            yield name, found
        if inspect.isclass(found):
            for member, value in vars(found).items():
                plain = value.__func__ if isinstance(value, classmethod | staticmethod) else value
                if not member.startswith("_") and (
                    inspect.isfunction(plain) or isinstance(value, property)
                ):
                    yield f"{name}.{member}", plain


@pytest.mark.parametrize("module_name", REFERENCE.MODULES)
def test_every_public_name_says_what_it_is(module_name):
    assert import_module(module_name).__doc__
    found = list(public(module_name))
    assert found
    bare = [name for name, one in found if not (inspect.getdoc(one) or "").strip()]
    assert bare == [], f"{module_name}: no docstring on {bare}"
    # what a record class says of itself when nobody wrote anything
    made = [name for name, one in found if (inspect.getdoc(one) or "").startswith(f"{name}(")]
    assert made == [], f"{module_name}: no docstring on {made}"
