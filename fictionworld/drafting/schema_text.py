"""The notation of packs as a short text for a model: read off the published JSON Schema.

A line a key: its type, and what it means. It takes a third of the length, so that a
context of 32,000 tokens holds it with a plan, a pack and the findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fictionworld.packs.concepts import concept_files
from fictionworld.packs.schema import pack_schema
from fictionworld.packs.words import pools

_MOST_CHOICES = 24
_SUBJECTS = (
    "events", "figures", "general", "money", "organisations", "people", "places", "records",
    "things",
)  # fmt: skip
"""Subjects of concepts that serve any field; those of other files are of one pack each."""


def schema_text() -> str:
    """Return the notation: each record with its keys, then general concepts and pools by name."""
    schema = pack_schema()
    records = {"Pack": schema, **schema["$defs"]}
    return "\n".join(
        [
            *(line for name, record in records.items() for line in _record(name, record)),
            "",
            "Concepts for `like`, of columns:",
            *_concepts("columns"),
            "Concepts for `like`, of tables:",
            *_concepts("tables"),
            "Pools for `draw: {pool: ...}`:",
            *(f"  {name}: {what}" for name, what in pools().items()),
        ]
    )


def _record(name: str, record: dict[str, Any]) -> Iterator[str]:
    keys = _keys(record)
    if not keys:
        return
    about = " ".join(record.get("description", "").split())
    one_of = " Exactly one of its keys." if "oneOf" in record else ""
    yield f"{name}: {about}{one_of}"
    required = {
        key for branch in (record, *record.get("anyOf", ())) for key in branch.get("required", ())
    }
    for key, value in keys.items():
        meaning = " ".join(value.get("description", "").split())
        needed = " (required)" if key in required and not one_of else ""
        yield f"  {key}: {_type(value)}{needed}{'. ' if meaning else ''}{meaning}"


def _keys(record: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the keys of a record, of its long form where it has a short one too."""
    branches = (record, *record.get("anyOf", ()))
    return next((branch["properties"] for branch in branches if "properties" in branch), {})


def _type(value: dict[str, Any]) -> str:
    """Return what may stand at a key, in a few signs: `[text, ...] or {text: number}`."""
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "const" in value:
        return str(value["const"])
    if "enum" in value:
        return "|".join(map(str, value["enum"][:_MOST_CHOICES]))
    for union in ("anyOf", "oneOf", "allOf"):
        if union in value:
            return " or ".join(dict.fromkeys(map(_type, value[union])))
    kind = value.get("type", "any")
    if kind == "array":
        if "prefixItems" in value:
            return f"[{', '.join(map(_type, value['prefixItems']))}]"
        return f"[{_type(value.get('items', {}))}, ...]"
    if kind == "object":
        inner = value.get("additionalProperties", {})
        return f"{{name: {_type(inner) if isinstance(inner, dict) else 'any'}}}"
    if kind == "string":
        return "date" if value.get("format") == "date" else "text"
    return {"integer": "whole number", "boolean": "true|false"}.get(kind, str(kind))


def _concepts(kind: str) -> Iterator[str]:
    files = concept_files()
    for subject in _SUBJECTS:
        names = [
            f"{name}({', '.join(concept['words'])})" if concept.get("words") else name
            for name, concept in files[subject].get(kind, {}).items()
        ]
        if names:
            yield f"  {subject}: {', '.join(names)}"
