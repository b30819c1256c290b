"""The tools' schemas say in words what frameworks drop of them: the items of a list, and bounds.

The tests of the adapters put them into the classes of verl, inspect_ai and transformers themselves.
"""

from __future__ import annotations

import json

import pytest

from fictionworld.simulator.dict_memory import OPERATIONS
from fictionworld.simulator.toolbox import all_tools, openai_tools
from fictionworld.simulator.web_search import MOST_QUERIES

SCHEMAS = {tool["function"]["name"]: tool["function"]["parameters"] for tool in openai_tools()}
ITEMS = {"queries": "texts", "key_list": "texts"}


@pytest.mark.parametrize(
    ("tool", "name"), [(tool.name, name) for tool in all_tools() for name in tool.arguments]
)
def test_each_argument_has_a_type_and_a_description(tool, name):
    given = SCHEMAS[tool]["properties"][name]
    assert given["type"] in {"string", "integer", "array", "object"}
    assert given["description"][0].isupper() and given["description"].endswith(".")
    if given["type"] == "array":
        assert given["items"]["type"] == "string" and ITEMS[name] in given["description"]
    assert set(SCHEMAS[tool]["required"]) <= set(SCHEMAS[tool]["properties"])


def test_what_the_descriptions_say_is_so():
    queries = SCHEMAS["web_search"]["properties"]["queries"]["description"]
    assert f"1 to {MOST_QUERIES}" in queries
    assert SCHEMAS["dict_memory"]["properties"]["operation"]["enum"] == list(OPERATIONS)


def test_schemas_are_lean():
    """They stand in every prompt: 1,846 characters were 519 tokens by SmolLM2's tokenizer."""
    assert len(json.dumps(openai_tools())) < 1_500
