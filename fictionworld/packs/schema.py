"""The published JSON Schema of packs, for editors and for programs that write packs.

Derived from the classes of `specification`, with their docstrings; what pydantic's own derivation
leaves out is added here: that of several kinds exactly one is given, the short form of `rows`, that
the patterns hold from end to end, and what the keys of mappings look like.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from fictionworld.packs.fields import OneOf, Spec
from fictionworld.packs.specification import SCHEMA_VERSION, Pack

if TYPE_CHECKING:
    from pydantic_core import core_schema

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def pack_schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12) of a pack in JSON form; a fresh dict at each call.

    A pack that has this shape may still be wrong in meaning; `fictionworld packs check` says how.
    """
    schema = Pack.model_json_schema(by_alias=True, schema_generator=_Generator)
    _tidy(schema)
    defs = schema.pop("$defs")
    records = {r.__name__: r for r in _records(Spec) if r.__name__ in defs or r is Pack}
    described = _docstrings(records)
    for name, definition in [*defs.items(), ("Pack", schema)]:
        for field, text in described.get(name, {}).items():
            definition["properties"][field].setdefault("description", text)
        record = records[name]
        if issubclass(record, OneOf):
            definition["oneOf"] = [{"required": [record.key_of(kind)]} for kind in record.kinds]
    defs["ColumnSpec"]["allOf"] = [
        {"not": {"required": [first, second]}}
        for first, second in (*combinations(("ref", "draw", "derive"), 2), ("ref", "type"))
    ]
    span = defs["RowPlan"]["properties"]["span"]
    short = {key: value for key, value in span.items() if key != "description"}
    defs["RowPlan"] = {
        "description": defs["RowPlan"].pop("description"),
        "anyOf": [{**short, "description": "In short: 8..14."}, defs["RowPlan"]],
    }
    return {
        "$schema": _DRAFT,
        "$id": f"urn:fictionworld:pack-schema:{SCHEMA_VERSION}",
        "title": f"A fictionworld pack, schema version {SCHEMA_VERSION}",
        "description": "One data file that declares a kind of fictional world: its tables, "
        "how their values are drawn, the rules they keep, and how they are spoken of.",
        **{key: value for key, value in schema.items() if key not in {"title", "description"}},
        "$defs": defs,
    }


class _Generator(GenerateJsonSchema):
    """pydantic's derivation, without titles made of names, and exact about keys and null."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - as the base
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = schema["schema"]
        # a field that may be left out is left out: null is no value of it
        if inner["type"] == "nullable":
            return self.generate_inner(inner["schema"])
        definition = super().default_schema(schema)
        if isinstance(definition.get("default"), dict | list):
            definition.pop("default")
        return definition

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        definition = super().dict_schema(schema)
        keys = schema.get("keys_schema")
        if keys is None:
            return definition
        if keys["type"] == "int":
            return {**definition, "propertyNames": {"pattern": "^-?[0-9]+$"}}
        pattern = self.generate_inner(keys).get("pattern")
        if pattern is not None:
            values = definition.pop("patternProperties", None)
            if values is not None:
                definition["additionalProperties"] = next(iter(values.values()))
            definition["propertyNames"] = {"pattern": pattern}
        return definition


def _tidy(node: dict[str, Any] | list[Any]) -> None:
    """Anchor patterns, which JSON Schema only searches for, and give dates a pattern."""
    if isinstance(node, dict):
        pattern = node.get("pattern")
        if isinstance(pattern, str) and not pattern.startswith("^"):
            node["pattern"] = f"^(?:{pattern})$"
        if node.get("format") == "date":
            node["pattern"] = _DATE  # `format` alone refuses nothing
        if node.get("type") == "object":
            node.pop("title", None)
    for value in node.values() if isinstance(node, dict) else node:
        if isinstance(value, dict | list):
            _tidy(value)


def _records(base: type[Spec]) -> Iterator[type[Spec]]:
    for record in base.__subclasses__():
        yield record
        yield from _records(record)


def _docstrings(records: Mapping[str, type[Spec]]) -> dict[str, dict[str, str]]:
    """Return the strings below the fields of each class, by class and by the key of the field."""
    descriptions: dict[str, dict[str, str]] = {}
    for record in records.values():
        (node,) = ast.parse(inspect.getsource(record)).body
        assert isinstance(node, ast.ClassDef)
        for field, after in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                text = inspect.cleandoc(str(after.value.value))
                key = record.key_of(field.target.id)
                descriptions.setdefault(record.__name__, {})[key] = " ".join(text.split())
    return descriptions
