"""What is wrong with what a model wrote: with a plan, or with a pack, one finding a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fictionworld.build import BuildConfig, build
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.drafting.copied import copied_from
from fictionworld.drafting.documents import FieldDocument
from fictionworld.errors import PackError, UnsatisfiableError
from fictionworld.packs.findings import PackFinding, Place
from fictionworld.packs.source import PackSource, parse_source, read_source
from fictionworld.text.known import KnownNames
from fictionworld.trial import try_pack
from fictionworld.validators.sanity import SanityResult
from fictionworld.validators.stored import self_test_dataset

WORLDS: Final = 20
PLAN: Final = "plan.yaml"
_SANITY_WORLDS: Final = 60
_WORD: Final = re.compile(r"[\w.]*\w|[<>=]+")


def findings_of_plan(text: str) -> list[str]:
    """Return why a text is no plan, a mapping with tables; nothing where it is one."""
    try:
        plan = parse_source(text, PLAN).data
    except PackError as error:
        return str(error).splitlines()
    if not isinstance(plan, dict):
        keys = "pack, about, strategy, tables and rules"
        return [f"{PLAN}:1: got {_kind(plan)}; allowed: a mapping with the keys {keys}"]
    if not isinstance(tables := plan.get("tables"), dict):
        allowed = "a mapping from each table's name to its about, rows and columns"
        return [f"{PLAN}:1: tables: got {_kind(tables)}; allowed: {allowed}"]
    return []


def _kind(value: object) -> str:
    kinds = {type(None): "nothing", list: "a list", dict: "a mapping", str: "text"}
    return kinds.get(type(value), repr(value))


def findings_of_pack(
    file: Path, name: str, documents: Sequence[FieldDocument], cpu_s: int
) -> list[str]:
    """Return what is wrong with the pack in a file; nothing where it is sound.

    Args:
        file: The pack.
        name: The name that it was to have.
        documents: Whose words it may not copy.
        cpu_s: Processor seconds for its trial worlds.
    """
    try:
        source = read_source(file)
    except PackError as error:
        return str(error).splitlines()
    mistakes = list(copied_from(source.data, documents))
    if isinstance(source.data, dict) and source.data.get("pack", name) != name:
        mistakes.append((("pack",), f"got {source.data['pack']!r}; the name is {name}"))
    findings = [
        str(PackFinding(source.file, source.line(place), place, message))
        for place, message in mistakes
    ]
    try:
        try_pack(str(file), worlds=WORLDS, cpu_s=cpu_s)
    except PackError as error:
        findings += str(error).splitlines()
    except UnsatisfiableError as error:
        findings += [_of_rule(source, line) for line in str(error).splitlines()]
    if findings:
        return findings
    findings = [
        _of_query(source, result)
        for result in sanity_of_pack(str(file), worlds=_SANITY_WORLDS)
        if not result
    ]
    return findings or [_of_rule(source, words) for words in _untested(file)]


def _of_rule(source: PackSource, message: str) -> str:
    """Return a finding about a rule, at the rule of the file that its message quotes."""
    rules = source.data.get("rules", ())
    words = {*_WORD.findall(message)}
    shared = [len(words & {*_WORD.findall(str(rule))}) for rule in rules]
    place: Place = ("rules", shared.index(max(shared))) if shared else ("rules",)
    return str(PackFinding(source.file, source.line(place), place, message))


def _of_query(source: PackSource, result: SanityResult) -> str:
    """Return a finding about a sanity query, at its place in the file."""
    queries = source.data.get("sanity", ())
    places = [n for n, query in enumerate(queries) if query.get("says") == result.says]
    place: Place = ("sanity", *places[:1])
    message = f"{result.says} {_sanity_words(result)}"
    return str(PackFinding(source.file, source.line(place), place, message))


def _untested(file: Path) -> list[str]:
    """Return what mutated copies of worlds show of the pack's rules: those that nothing breaks."""
    with TemporaryDirectory() as folder:
        build(BuildConfig(n=WORLDS, packs=(str(file),)), Path(folder, "worlds"), workers=1)
        (test,) = self_test_dataset(Path(folder, "worlds"), known_names=KnownNames.load())
    return [
        *(
            f"{rule}: no mutation of a value breaks it; it says nothing"
            for rule in test.untriggered
        ),
        *(
            f"{mutation}: a mutation of it is not noticed; no rule reads it"
            for mutation in test.unnoticed
        ),
    ]


def _sanity_words(result: SanityResult) -> str:
    if result.between is None:
        return f"got {result.violations:,} rows in {_SANITY_WORLDS} worlds; allowed: none"
    return f"got {result.figure}; allowed: {result.between[0]:g} to {result.between[1]:g}"
