"""The layers of the package (ARCHITECTURE.md), and what an import may cost.

A subpackage imports only from lower layers; those of one layer do not import each other. Imports
are read from the syntax tree, those inside functions and under TYPE_CHECKING too: a hidden import
is an import.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

import fictionworld

PACKAGE = Path(fictionworld.__file__).parent
LAYERS = {
    "__init__": 12,  # the public interface: it names what others have, lazily
    "cli": 11,
    "explore": 10,
    "drafting": 10,
    "bench": 9,
    "build": 8,
    "render": 8,
    "audit": 8,
    "server": 8,
    "adapters": 8,
    "export": 9,
    "learning": 8,
    "worldmodel": 8,
    "keycheck": 8,
    "federated": 8,
    "dataset": 7,
    "sample_worlds": 9,
    "trial": 9,
    "table_views": 8,
    "preview": 9,
    "building": 7,
    "session": 6,
    "episodes": 6,
    "simulator": 5,
    "leakage": 4,
    "tasks": 3,
    "generators": 2,
    "validators": 2,
    "web": 2,
    "worlds": 1,
    "packs": 0,
    "text": -1,
    "seeds": -2,  # streams are drawn from seeds
    "streams": -1,
    "chat": -1,
    "workers": 0,
    "ray_actors": 0,
    "cores": -1,
    "ray_pool": -1,
    "pool": -2,
    "files": -2,
    "extras": -1,
    "environment": -1,
    "reports": -1,
    "registry": -1,
    "errors": -1,
    "version": -2,
}
ALWAYS = {"errors"}  # every layer may import it, the lowest too


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a module, read once for all tests."""
    return ast.parse(path.read_text("utf-8"))


def subpackage_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported_modules(tree: ast.Module) -> set[str]:
    """Every module of the package that a module names, `fictionworld.` left off."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            if node.module == "fictionworld":
                found |= {alias.name for alias in node.names}
            elif node.module and node.module.startswith("fictionworld."):
                found.add(node.module.removeprefix("fictionworld."))
        elif isinstance(node, ast.Import):
            found |= {
                alias.name.removeprefix("fictionworld.")
                for alias in node.names
                if alias.name.split(".")[0] == "fictionworld"
            }
    return found


@cache
def imported_subpackages(path: Path) -> set[str]:
    """The subpackages and top-level modules that a module imports from, its own left out.

    Other names (`from fictionworld import load_pack`) come from the public interface.
    """
    firsts = {name.split(".")[0] for name in imported_modules(tree_of(path))}
    return {first if first in LAYERS else "__init__" for first in firsts} - {subpackage_of(path)}


def test_every_subpackage_has_a_layer():
    assert {subpackage_of(path) for path in modules()} <= set(LAYERS)


def test_imports_lead_to_lower_layers():
    wrong = [
        f"{path.relative_to(PACKAGE)} (layer {LAYERS[subpackage_of(path)]}) imports from {name} "
        f"(layer {LAYERS[name]})"
        for path in modules()
        for name in sorted(imported_subpackages(path) - ALWAYS)
        if LAYERS[name] >= LAYERS[subpackage_of(path)]
    ]
    assert not wrong, "move what is shared to a lower layer:\n" + "\n".join(wrong)


@pytest.mark.parametrize("source", ["import fictionworld.build", "from fictionworld import build"])
def test_the_reader_of_imports_sees_each_form(source):
    assert imported_modules(ast.parse(source)) == {"build"}
    assert imported_modules(ast.parse(f"def f():\n    {source}\n")) == {"build"}


def test_the_reader_of_imports_sees_a_module_of_a_subpackage():
    source = "from fictionworld.packs.specification import Pack"
    assert imported_modules(ast.parse(source)) == {"packs.specification"}
    assert imported_modules(ast.parse("import os\nfrom os import path")) == set()


def test_no_two_public_classes_share_a_name():
    modules_of: dict[str, list[Path]] = {}
    for path in modules():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules_of.setdefault(node.name, []).append(path.relative_to(PACKAGE))
    shared = {name: paths for name, paths in modules_of.items() if len(paths) > 1}
    assert not shared, f"name each by what it is: {shared}"


def test_no_circles_between_modules():
    names = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in modules()}
    graph = {name: _top_level(path) & set(names) for name, path in names.items()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"a circle of imports: {' -> '.join((*trail, name))}"
        if name not in done:
            for target in sorted(graph[name]):
                visit(target, (*trail, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


def _top_level(path: Path) -> set[str]:
    """What a module imports when it is loaded: not in functions, not for type checkers."""
    body = tree_of(path).body
    kept = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    return imported_modules(ast.Module(kept, []))


# What an import costs ------------------------------------------------------------------------

HEAVY = ("sqlmodel", "sqlalchemy", "polars", "networkx", "duckdb", "numpy", "pydantic", "pyarrow")


@pytest.mark.parametrize("statement", ["import fictionworld", "import fictionworld.cli.main"])
def test_imports_nothing_heavy(statement):
    code = f"{statement}; import sys; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


# The public interface -------------------------------------------------------------------------


@pytest.mark.parametrize("name", fictionworld.__all__)
def test_exported_member_exists(name):
    assert getattr(fictionworld, name) is not None
    assert name in dir(fictionworld)


def test_unknown_member():
    with pytest.raises(AttributeError, match="no attribute 'bild'"):
        fictionworld.bild  # noqa: B018


def test_version_is_the_projects():
    assert fictionworld.__version__ == metadata.version("fictionworld")


def test_every_module_says_what_it_is():
    bare = [path for path in modules() if not ast.get_docstring(tree_of(path))]
    empty = {path for path in bare if path.name == "__init__.py"}
    assert set(bare) <= empty, f"modules without a docstring: {bare}"


def test_no_connection_fetches_extensions():
    """A home folder or the network could otherwise add functions to what reads and builds."""
    for path in modules():
        source = path.read_text("utf-8")
        isolated = "config=ISOLATED" in source  # of worlds/reading.py
        if "duckdb.connect(" in source and subpackage_of(path) != "bench" and not isolated:
            for setting in ("autoinstall_known_extensions", "autoload_known_extensions"):
                assert setting in source, f"{path}: duckdb.connect without {setting}: False"


def test_no_tool_and_no_server_uses_a_session():
    """A session's SQL can reach other worlds: it is for people."""
    for path in modules():
        if subpackage_of(path) not in {"dataset", "session"}:
            called = {
                node.func.attr if isinstance(node.func, ast.Attribute) else ""
                for node in ast.walk(tree_of(path))
                if isinstance(node, ast.Call)
            }
            assert not called & {"session", "world_session"}, f"{path} opens a session"
            assert "session" not in imported_subpackages(path), f"{path} imports the sessions"
