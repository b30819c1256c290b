from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import MOST_KEYS, MOST_SIZE, Memory
from tests.simulator.stand_in import StandIn

ENGINE = Engine.over(StandIn(pages=3, words=20))
KEYS = st.text(st.characters(codec="utf-8"), max_size=9)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


def call(memory, operation, budget_chars=None, **arguments):
    arguments = {"operation": operation, **arguments}
    return ENGINE.call("dict_memory", arguments, memory=memory, budget_chars=budget_chars)


@pytest.fixture
def memory():
    memory = Memory()
    call(memory, "add", dict={"Vela 12": "4,800 mAh", "Orin": 3})
    return memory


def test_the_published_texts(memory):
    said = [
        (call(memory, "add", dict={"a": 1, "b": [2]}),
         'Successfully added items of ["a", "b"] to memory.'),
        (call(memory, "update", dict={"a": "x"}), 'Successfully updated items of ["a"] in memory.'),
        (call(memory, "retrieve", key_list=["a"]), '{\n  "a": "x"\n}'),
        (call(memory, "retrieve", key_list=["c"]), 'Key not found: ["c"]'),
        (call(memory, "retrieve", key_list=["b", "c"]), '{\n  "b": [2]\n}\nKey not found: ["c"]'),
        (call(memory, "remove", key_list=["a", "b"]),
         'Successfully removed items of ["a", "b"] from memory.'),
        (call(memory, "remove", key_list=["a"]), 'Key not found: ["a"]'),
        (call(memory, "retrieve_all"), '{\n  "Vela 12": "4,800 mAh",\n  "Orin": 3\n}'),
        (call(memory, "remove_all"), "Successfully cleared all memory."),
        (call(memory, "retrieve_all"), "Memory is empty."),
    ]  # fmt: skip
    for reply, text in said:
        assert reply.text == text
        assert reply.kind == ("error" if text.startswith("Key not") else "memory")
        assert reply.pages == ()


def test_add_leaves_what_is_there_and_update_what_is_not(memory):
    added = call(memory, "add", dict={"Orin": 4, "new": 5})
    assert added.text == (
        'Successfully added items of ["new"] to memory.\n'
        'Key already in memory, left as it is: ["Orin"]. Use update to change.'
    )
    updated = call(memory, "update", dict={"other": 6})
    assert updated.text == 'Key not found: ["other"]. Use add for new keys.'
    assert updated.kind == "error"
    assert memory.items == {"Vela 12": '"4,800 mAh"', "Orin": "3", "new": "5"}


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_what_is_kept_is_given_back_exactly(items):
    memory = Memory()
    call(memory, "add", dict=items)
    whole = call(memory, "retrieve_all").text
    assert (json.loads(whole) if items else {}) == items
    assert json.loads(call(memory, "retrieve", key_list=list(items)).text) == items


def test_its_size_is_bounded(memory):
    before = memory.items
    for items in (
        {"long": "x" * MOST_SIZE},
        {f"key {n}": n for n in range(MOST_KEYS)},
        {"k" * 201: 1},
        {"fits": 1, "does not": "x" * 10**7},
    ):
        reply = call(memory, "add", dict=items)
        assert reply.kind == "error" and "nothing was changed" in reply.text
        assert len(reply.text) < 200
        assert memory.items == before


def test_budget():
    memory = Memory()
    call(memory, "add", dict={f"phone {n}": "x" * 40 for n in range(100)})
    reply = call(memory, "retrieve_all", budget_chars=1_000)
    shown = json.loads(reply.text.partition("\n(")[0])
    assert len(reply.text) <= 1_000 and 5 < len(shown) < 20
    assert f'{100 - len(shown)} more, from "phone {len(shown)}"' in reply.text
    call(memory, "add", dict={"long": "y" * 2_000})
    keys = ["long", *(f"no {n}" * 30 for n in range(50))]
    for operation in ("retrieve", "remove"):
        assert len(call(memory, operation, key_list=keys, budget_chars=600).text) <= 600


def test_memories_are_apart_and_pickle(memory):
    other = Memory()
    assert call(other, "retrieve_all").text == "Memory is empty."
    again = pickle.loads(pickle.dumps(memory))
    assert again.items == memory.items and len(again) == 2
