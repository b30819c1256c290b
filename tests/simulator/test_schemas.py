"""The tools' schemas in the classes that frameworks put them into, which drop what they lack."""

from __future__ import annotations

import inspect
import json
import typing
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from fictionworld.simulator.dict_memory import OPERATIONS
from fictionworld.simulator.toolbox import all_tools, openai_tools, read_call
from fictionworld.simulator.web_search import MOST_QUERIES

EVERY = [(tool.name, name) for tool in all_tools() for name in tool.arguments]
ITEMS = {"queries": "texts", "key_list": "texts"}


# Models of the classes of others: their fields, and what they do with those they do not know.


class VerlProperty(BaseModel):
    """verl 0.9.1, `verl/tools/schemas.py`: `items`, bounds and `additionalProperties` are lost."""

    type: str
    description: str | None = None
    enum: list[str] | None = None


class VerlParameters(BaseModel):
    type: str
    properties: dict[str, VerlProperty]
    required: list[str]


class InspectProperty(BaseModel):
    """inspect_ai 0.3.285, `util/_json.py`: bounds are lost; a tool needs every description."""

    model_config = ConfigDict(extra="ignore")
    type: Literal["string", "integer", "number", "boolean", "array", "object", "null"]
    description: str
    enum: list[Any] | None = None
    items: InspectProperty | None = None
    properties: dict[str, InspectProperty] | None = None


class InspectItems(BaseModel):
    type: str


class InspectParameters(BaseModel):
    type: Literal["object"]
    properties: dict[str, dict[str, Any]]
    required: list[str] = []
    additionalProperties: bool = False  # noqa: N815 - its name


def parameters(tool):
    [schema] = [one["function"] for one in openai_tools() if one["function"]["name"] == tool]
    return schema["parameters"]


@pytest.mark.parametrize(("tool", "name"), EVERY)
def test_each_argument_has_a_type_and_a_description(tool, name):
    given = parameters(tool)["properties"][name]
    assert given["type"] in {"string", "integer", "array", "object"}
    assert given["description"][0].isupper() and given["description"].endswith(".")


@pytest.mark.parametrize("tool", [tool.name for tool in all_tools()])
def test_verl(tool):
    given = parameters(tool)
    kept = VerlParameters.model_validate(given).model_dump(exclude_none=True)
    assert kept["required"] == given["required"]
    for name, one in kept["properties"].items():
        assert one["description"] == given["properties"][name]["description"]
        if one["type"] == "array":
            assert ITEMS[name] in one["description"], "what items are is said in words too"
        assert one.get("enum") == given["properties"][name].get("enum")


@pytest.mark.parametrize("tool", [tool.name for tool in all_tools()])
def test_inspect(tool):
    given = InspectParameters.model_validate(parameters(tool))
    assert not given.additionalProperties and set(given.required) <= set(given.properties)
    for one in given.properties.values():
        items = one.pop("items", None)
        kept = InspectProperty.model_validate(one)
        assert kept.description
        if kept.type == "array":
            assert InspectItems.model_validate(items).type == "string"


def schema_of(function):
    """As `transformers.get_json_schema`: hints give types, the docstring the descriptions."""
    kinds = {str: "string", int: "integer", dict: "object"}
    said = dict(
        line.strip().split(": ", 1)
        for line in inspect.getdoc(function).split("Args:")[1].strip().split("\n")
    )
    properties, required = {}, []
    for name, hint in typing.get_type_hints(function).items():
        if name == "return":
            continue
        of = [one for one in typing.get_args(hint) if one is not type(None)]
        of = of if type(None) in typing.get_args(hint) else [hint]
        if typing.get_origin(of[0]) is list:
            shape = {"type": "array", "items": {"type": kinds[typing.get_args(of[0])[0]]}}
        else:
            shape = {"type": kinds[of[0]]}
        if inspect.signature(function).parameters[name].default is inspect.Parameter.empty:
            required.append(name)
        properties[name] = {**shape, "description": said[name]}
    return {"type": "object", "properties": properties, "required": required}


def test_transformers():
    """Functions with our descriptions as their docstrings have our schemas, less what JSON Schema
    alone can say; the descriptions say that too.
    """

    def web_search(queries: list[str] | None = None, query: str | None = None) -> str: ...
    def web_extractor(url: str, page: int | None = None) -> str: ...
    def dict_memory(
        operation: str,
        dict: dict | None = None,  # noqa: A002 - the tool's own
        key_list: list[str] | None = None,
    ) -> str: ...

    for function in (web_search, web_extractor, dict_memory):
        given = parameters(function.__name__)
        said = [f"{name}: {one['description']}" for name, one in given["properties"].items()]
        function.__doc__ = "What it does.\n\nArgs:\n" + "\n".join(f"    {one}" for one in said)
        made = schema_of(function)
        assert made["required"] == given["required"]
        for name, one in made["properties"].items():
            known = {key: given["properties"][name][key] for key in one if key != "items"}
            assert known == {key: value for key, value in one.items() if key != "items"}
            assert one.get("items", {}).get("type") == given["properties"][name].get(
                "items", {}
            ).get("type")


def test_what_the_descriptions_say_is_so():
    queries = parameters("web_search")["properties"]["queries"]["description"]
    assert f"1 to {MOST_QUERIES}" in queries
    operation = parameters("dict_memory")["properties"]["operation"]["description"]
    assert all(name in operation for name in OPERATIONS)
    for tool, arguments in [
        ("web_search", {"queries": ["a"]}), ("web_search", {"query": "a"}),
        ("web_extractor", {"url": "a.example/b", "page": 1}),
        ("dict_memory", {"operation": "add", "dict": {"a": "b"}}),
        ("dict_memory", {"operation": "retrieve", "key_list": ["a"]}),
    ]:  # fmt: skip
        assert read_call(tool, json.dumps(arguments)).tool == tool
