"""Phrases in YAML files: what is refused, and that code and files name the same pools."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import fictionworld
from fictionworld.errors import UsageError
from fictionworld.tasks.specification import Operator
from fictionworld.text.phrases import PhraseFile

PACKAGE = Path(fictionworld.__file__).parent
TIMED = {f"{kind}_{operator}" for kind in ("day", "year") for operator in get_args(Operator)}
FILES = sorted(
    path for name in ("web", "tasks") for path in (PACKAGE / name / "words").glob("*.yaml")
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("leads: [unclosed", "no YAML"),
        ("- a list", "mapping"),
        ("leads: []", "at least one text"),
        ("leads: a text", "at least one text"),
        ("leads: [12]", "quotes around a number"),
        ("leads: ['about {nmae}']\nslots: [name]", "{nmae}"),
        ("others: [a]", "no pool 'leads'"),
    ],
)
def test_what_is_wrong_is_refused(tmp_path, text, said):
    path = tmp_path / "words.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"words\.yaml") as raised:
        PhraseFile(path)["leads"]
    assert said in str(raised.value)


def test_a_pool_keeps_its_order_and_its_repetitions(tmp_path):
    path = tmp_path / "words.yaml"
    path.write_text("slots: [who]\nleads: ['{who} is', b, b, '']\n", "utf-8")
    assert PhraseFile(path)["leads"] == ("{who} is", "b", "b", "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_each_file_is_right_and_each_pool_is_used(path):
    texts = _texts_in(path.parent.parent)
    if path.stem == "values":  # named after operators: `f"year_{operator}"`
        texts = texts | TIMED
    # pools named after roles of sites: `f"{role}_names"`
    by_role = {"hosts": ("_names", "_endings"), "portal": ("_titles",)}
    for pool in PhraseFile(path).pools:
        name = pool.removeprefix("self_")  # what a person's own site says instead
        assert name in texts or name.endswith(by_role.get(path.stem, ()))


def test_each_operator_has_words_for_days_and_years():
    assert set(PhraseFile(PACKAGE / "tasks" / "words" / "values.yaml").pools) >= TIMED


@cache
def _texts_in(package):
    """Every text constant in the code of a package."""
    source = "\n".join(path.read_text("utf-8") for path in sorted(package.rglob("*.py")))
    nodes = ast.walk(ast.parse(source))
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
