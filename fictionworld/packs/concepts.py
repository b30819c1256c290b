"""Concepts in a pack: what a column or table gets that says `like: height`.

Concepts are YAML files in `words/concepts/`, one for each subject; a pack may have its own under
`concepts`, which win. They are put into the plain data of a pack before its shape is read, key by
key, and what the pack gives itself stays. A dataset stores the pack together with the concepts
that it uses, so a stored pack does not depend on these files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml

from fictionworld.errors import nearest
from fictionworld.files import packaged
from fictionworld.packs.document import Plain, read_document
from fictionworld.packs.findings import PackFinding, Place, Positions
from fictionworld.text.english import plural, sentence, with_article

# libyaml where PyYAML was built with it: 5 ms a pack instead of 30
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_KINDS = ("columns", "tables")
_SLOT = re.compile(r"\{([A-Za-z_]+)\}")
_OF_VALUES = ("type", "unit", "decimals", "measure")
"""What a reference has not."""
_RESERVED = ("reserved",)
"""What goes with a concept's labels: who gives others gives these too."""
_WITH: dict[str, dict[str, tuple[str, ...]]] = {
    "columns": {"page": _RESERVED},
    "tables": {"one": ("also", "reserved")},
}
"""The same of phrases: what goes with a concept's statements, and with its noun."""
Forms = dict[str, str | None]
"""What stands for each slot; None where the word has no such form."""
_LISTED = "`fictionworld packs concepts` lists them"


@cache
def concept_files() -> dict[str, Plain]:
    """Return the packaged files by subject (`people`, `money`), as plain data."""
    paths = sorted(packaged("packs/words/concepts").glob("*.yaml"))
    return {
        path.stem: read_document(path.read_text(encoding="utf-8"), path.name).data for path in paths
    }


@cache
def packaged_concepts() -> dict[str, dict[str, Plain]]:
    """Return all packaged concepts by name, under `columns` and `tables`."""
    return {
        kind: {
            name: concept for file in concept_files().values() for name, concept in _of(file, kind)
        }
        for kind in _KINDS
    }


def with_concepts(data: Plain, positions: Positions) -> tuple[Plain, list[PackFinding]]:
    """Return the data of a pack with its concepts put in, and what is wrong with their use.

    Data without the shape of a pack is left as it is: reading its shape reports it.
    """
    if not isinstance(data, dict):
        return data, []
    known_concepts = _known(data)
    findings: list[PackFinding] = []

    def merged(kind: str, place: Place, given: Plain, around: Forms) -> Plain:
        if not isinstance(given, dict) or "like" not in given:
            return given
        resolved = _found(known_concepts[kind], kind, given["like"], around)
        if isinstance(resolved, dict):
            return _merged(given, resolved, _WITH[kind])
        if resolved is not None:
            line = positions.line((*place, "like"))
            findings.append(PackFinding(positions.file, line, (*place, "like"), resolved))
        return given

    def columns(place: Place, given: Plain, around: Forms) -> Plain:
        if not isinstance(given, dict):
            return given
        return {n: merged("columns", (*place, n), column, around) for n, column in given.items()}

    result = dict(data)
    if "setting" in data:
        result["setting"] = columns(("setting",), data["setting"], {})
    tables = data.get("tables")
    if isinstance(tables, dict):
        result["tables"] = {}
        for name, given in tables.items():
            table = merged("tables", ("tables", name), given, {})
            if isinstance(table, dict) and "columns" in table:
                columns_place = ("tables", name, "columns")
                table = {
                    **table,
                    "columns": columns(columns_place, table["columns"], _nouns(name, table)),
                }
            result["tables"][name] = table
    if "concepts" in data and list(data)[-1] != "concepts":
        line = positions.line(("concepts",))
        message = f"got concepts before {list(data)[-1]!r}; put them last in the file"
        findings.append(PackFinding(positions.file, line, ("concepts",), message))
    return result, findings


def self_contained(text: str, data: Plain, line: int) -> str:
    """Return the text of a pack with all concepts that it uses, to be stored.

    Args:
        text: The pack as it is written.
        data: The same as plain data.
        line: Where its own concepts begin, which stand last; from 1.
    """
    own = data.get("concepts", {})
    used: dict[str, dict[str, Plain]] = {kind: dict(_of(own, kind)) for kind in _KINDS}
    missing = False
    for kind, like in _uses(data):
        name = like if isinstance(like, str) else next(iter(like))
        if name not in used[kind]:
            used[kind][name] = packaged_concepts()[kind][name]
            missing = True
    if not missing:
        return text
    if "concepts" in data:
        text = "".join(text.splitlines(keepends=True)[: line - 1])
    stored = {kind: dict(sorted(concepts.items())) for kind, concepts in used.items() if concepts}
    comment = "# The concepts that the pack uses, as they were when it was stored."
    return f"{text.rstrip()}\n\n{comment}\n{as_yaml({'concepts': stored})}"


def as_yaml(data: Plain) -> str:
    """Return plain data as YAML text, to be read or stored."""
    text: str = yaml.dump(data, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=100)
    return text


def _of(file: Plain, kind: str) -> Iterator[tuple[str, Plain]]:
    entries = file.get(kind) if isinstance(file, dict) else None
    yield from entries.items() if isinstance(entries, dict) else ()


def _known(data: dict[str | int, Plain]) -> dict[str, dict[str, Plain]]:
    """Return the concepts by kind and name; a pack's own replace packaged ones of the same name."""
    own = data.get("concepts")
    if not own and next(_uses(data), None) is None:
        return {kind: {} for kind in _KINDS}
    return {kind: {**packaged_concepts()[kind], **dict(_of(own, kind))} for kind in _KINDS}


def _uses(data: dict[str | int, Plain]) -> Iterator[tuple[str, Plain]]:
    """Yield the value of each `like`, after the kind of concept that it names."""
    tables = [table for _, table in _of(data, "tables") if isinstance(table, dict)]
    yield from (("tables", table["like"]) for table in tables if "like" in table)
    for columns in (data, *tables):
        key = "setting" if columns is data else "columns"
        for _, column in _of(columns, key):
            if isinstance(column, dict) and "like" in column:
                yield "columns", column["like"]


def _found(known: Mapping[str, Plain], kind: str, like: Plain, around: Forms) -> Plain | str | None:
    """Return the concept with its slots filled, or what is wrong; None where the shape is wrong."""
    if isinstance(like, str):
        name, given = like, tuple[str, ...]()
    elif isinstance(like, dict) and len(like) == 1:
        name, value = next(iter(like.items()))
        given = tuple(value) if isinstance(value, list) else (value,)
    else:
        return None
    if not all(isinstance(word, str) for word in given):
        return None
    if name not in known:
        what = "columns" if kind == "columns" else "tables"
        return f"got {name!r}; no concept of {what} has this name{nearest(name, known)}: {_LISTED}"
    concept = known[name]
    if not isinstance(concept, dict):
        return None
    words = tuple(concept.get("words", ()))
    fewest = words[:-1] if words[-1:] == ("many",) else words
    if not len(fewest) <= len(given) <= len(words):
        return _takes(name, given, words)
    slots = dict(zip(words, given, strict=False))
    if "one" in slots:
        slots.setdefault("many", plural(slots["one"]))
    return _filled({k: v for k, v in concept.items() if k != "words"}, _forms(slots) | around)


def _takes(name: str, given: tuple[str, ...], words: tuple[str, ...]) -> str:
    given_text = ", ".join(given) or "no words"
    if not words:
        return f"got {given_text} for {name!r}, which takes none; write like: {name}"
    shown = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
    return f"got {given_text} for {name!r}; it takes words: write like: {{{name}: {shown}}}"


def _nouns(name: str, table: Plain) -> Forms:
    """Return the words for the table in a concept of columns: `{row}`, `{a_row}`, `{rows}`."""
    spoken = dict(_of(table, "spoken"))
    singular = str(spoken.get("one", str(name).replace("_", " ")))
    several = str(spoken.get("many", plural(singular)))
    return {"row": singular, "a_row": with_article(singular), "rows": several}


def _forms(slots: Mapping[str, str]) -> Forms:
    forms: Forms = {}
    for slot, word in slots.items():
        forms |= {slot: word, f"a_{slot}": with_article(word)}
        forms[sentence(slot)] = sentence(word)
    if "one" in slots:
        forms["counted"] = counted_form(slots["one"], slots["many"])
    return forms


def counted_form(one: str, many: str) -> str | None:
    """Return `player(s) lost`, `entr(y/ies)`; None where the plural has no such ending."""
    for index in range(len(one), 0, -1):
        for single, ending in (("", "s"), ("", "es"), ("y", "ies")):
            before, behind = one[:index].removesuffix(single), one[index:]
            if one[:index].endswith(single) and many == f"{before}{ending}{behind}":
                return f"{before}({single}/{ending}){behind}".replace("(/", "(")
    return None


def _filled(value: Plain, forms: Forms) -> Plain:
    """Return the value with its slots filled; of a list, the texts whose slots all have a form.

    A list of which no text is left is left out: its wording then follows from the label.
    """
    if isinstance(value, dict):
        filled = {key: _filled(item, forms) for key, item in value.items()}
        return {key: item for key, item in filled.items() if item != []}
    if isinstance(value, list):
        return [_filled(item, forms) for item in value if not _lacks(item, forms)]
    if isinstance(value, str):
        return _SLOT.sub(lambda slot: forms.get(slot[1]) or slot[0], value)
    return value


def _lacks(value: Plain, forms: Forms) -> bool:
    """Return whether a text has a slot whose form is None: `{counted}` of person, people."""
    slots = _SLOT.findall(value) if isinstance(value, str) else ()
    return any(forms.get(slot, "") is None for slot in slots)


def _merged(
    given: dict[str, Plain], concept: dict[str, Plain], beside: Mapping[str, tuple[str, ...]]
) -> dict[str, Plain]:
    """Return the given fields, with fields of the concept where none is given."""
    left_out = {*(_OF_VALUES if "ref" in given else ()), *(_RESERVED if "label" in given else ())}
    merged = {**{k: v for k, v in concept.items() if k not in left_out}, **given}
    if isinstance(given.get("spoken", {}), dict):
        left_out = set() if "ref" in given else {"has"}
        own = dict(_of(given, "spoken"))
        left_out |= {key for phrase, keys in beside.items() if phrase in own for key in keys}
        spoken = {k: v for k, v in _of(concept, "spoken") if k not in left_out}
        merged["spoken"] = spoken | own
    return merged
