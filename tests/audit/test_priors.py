"""What a model knows by real names shows when they are changed."""

from __future__ import annotations

import pytest

import fictionworld as fw
from fictionworld.audit.options import Model
from fictionworld.audit.priors import (
    check_priors,
    not_asked,
    renamed_brands,
    with_names,
)
from fictionworld.build import build
from fictionworld.chat.client import BlockingChatClient
from fictionworld.chat.endpoint import Endpoint
from fictionworld.tasks.key import answer_markdown
from tests.chat.hostile import KEY, hostile_server
from tests.small import small_config


class Remembers:
    """Knows the answer to a question that it has seen, word for word."""

    name = "remembers"

    def __init__(self, dataset):
        self._answers = {
            t.question: answer_markdown(dataset.key(t.task_id)) for t in dataset.tasks()
        }

    def answer(self, prompt):
        return next((a for q, a in self._answers.items() if q in prompt), "I do not know.")


@pytest.fixture(scope="module")
def branded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("branded") / "worlds"
    build(small_config(2, 5, real_names="brands"), folder, workers=1)
    return fw.open(folder)


def test_brands_are_renamed_whole(branded):
    phones, football = sorted(branded.world_ids, key=lambda w: branded.world(w).pack, reverse=True)
    names = renamed_brands(branded, phones)
    real = set(branded.frames(phones)["brand"]["name"].to_list())
    assert set(names) == real and not real & set(names.values())
    assert with_names("Sonya met Sony.", {"Sony": "Tharber"}) == "Sonya met Tharber."
    assert renamed_brands(branded, football) == {}


def test_without_real_brands_the_check_says_so(dataset):
    tasks = dataset.tasks()[:6]
    result = check_priors(dataset, tasks, Remembers(dataset), 0)
    assert "build --real-names brands" in result.note


def test_what_is_remembered_by_brand_is_distinguished_from_what_is_not(branded):
    tasks = [t for w in branded.world_ids for t in branded.tasks(w) if t.kind == "wide"]
    result = check_priors(branded, tasks, Remembers(branded), 0)
    assert "build --real-names" not in result.note
    assert result.status == "measured"
    assert result.measure("f1_value, real brands").value == 1
    named = ((t.question, renamed_brands(branded, t.world_id)) for t in tasks)
    telling = [question for question, names in named if with_names(question, names) != question]
    gap = result.measure("difference", pack="smartphones")
    assert (gap.value > 0) == bool(telling)
    assert result.measure("difference", pack="football").value == 0


@pytest.mark.parametrize(
    ("behaviours", "answered", "asked", "said"),
    [
        (["good", "tool_calls is a number", "good"], 3, 4, "Without an answer: 1; the last: http"),
        (["refuses, and echoes"], 0, 1, "HTTP 401"),
        (["stalls in the body"], 0, 3, "no whole answer within 0.5 s"),
    ],
)
def test_what_a_server_does_not_answer_is_left_out_and_reported(
    dataset, behaviours, answered, asked, said
):
    football = next(w for w in dataset.world_ids if dataset.world(w).pack == "football")
    tasks = dataset.tasks(football)[:4]
    with hostile_server(lambda n: behaviours[min(n, len(behaviours) - 1)]) as server:
        endpoint = Endpoint(server.url, KEY, deadline_s=1.0, tries=1)
        result = check_priors(dataset, tasks, Model("tiny", BlockingChatClient(endpoint)), 0)
    assert result.status == ("measured" if answered else "not measured")
    assert f"tiny on {answered} tasks" in result.note and said in result.note
    assert len(server.requests) == asked and KEY not in result.note


def test_no_model_is_no_measurement():
    assert not_asked().status == "not measured" and "--model" in not_asked().note
