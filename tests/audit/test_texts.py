"""Recorded replies of any system are read for values, and the recall stands beside the count."""

from __future__ import annotations

import json

import pytest

from fictionworld.audit.texts import check_texts, read_texts
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError


def written(tmp_path, *lines):
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def phone(dataset):
    """A world of phones, one of them by name, and its battery."""
    world_id = next(w for w in dataset.world_ids if dataset.world(w).pack == "smartphones")
    phones = dataset.frames(world_id)["phone"].drop_nulls("battery")
    return world_id, phones["name"][0], phones["battery"][0]


def test_a_reply_of_another_system_that_tells_a_value_is_found(dataset, phone, tmp_path):
    world_id, name, battery = phone
    stating = f"{name} review\n\nThe {name} has a battery of {battery} mAh."
    quiet = f"{name} review\n\nAll about the {name}, with its battery capacity."
    lines = [
        {"query": name, "reply": reply, "world_id": world_id, "system": "other"}
        for reply in (stating, quiet, quiet)
    ]
    result = check_texts(dataset, read_texts(dataset, written(tmp_path, *lines)), 0)
    measure = result.measure("replies that state a value", system="other", policy="tease")
    assert (measure.numerator, measure.denominator) == (1, 3)
    chance = "replies in which values of the twin are found, by chance"
    assert result.measure(chance, system="other", policy="tease").numerator == 0
    [finding] = result.findings
    assert str(battery) in "".join(finding.text[a:b] for a, b in finding.marks)
    assert finding.world_id == world_id and "battery of phone" in finding.why


def test_its_recall_stands_beside_the_count(dataset, phone, tmp_path):
    world_id, name, _ = phone
    line = {"query": name, "reply": f"All about the {name}.", "world_id": world_id}
    result = check_texts(dataset, read_texts(dataset, written(tmp_path, line)), 0)
    assert result.status == "measured"
    planted = result.measure("leaks planted in these texts, found")
    assert planted.denominator > 20 and 0.7 < planted.value <= 1
    assert result.measure("leaks planted in these texts, found", disguise="base64")


def test_under_open_replies_may_tell(dataset, phone, tmp_path):
    world_id, name, battery = phone
    line = {
        "query": name, "reply": f"The {name} has a battery of {battery} mAh.",
        "world_id": world_id, "policy": "open",
    }  # fmt: skip
    result = check_texts(dataset, read_texts(dataset, written(tmp_path, line)), 0)
    assert result.measure("replies that state a value", system="recorded", policy="open").value == 1
    assert result.status == "measured"


@pytest.mark.parametrize(("policy", "tells"), [("tease", False), ("open", True)])
def test_replies_in_traces_are_read_too(dataset, opened, tmp_path, policy, tells):
    # goals are small numbers, and so are places and matchdays; prices are not
    phones = [w for w in dataset.world_ids if dataset.world(w).pack == "smartphones"]
    for world_id in phones:
        OPEN_WORLDS.add(dataset, opened[world_id].handle)  # other tests have written its pages
    conditions = Conditions(policy, texts=True)
    tasks = [task for w in phones for task in dataset.tasks(w) if task.kind == "wide"]
    traces = [play(dataset, agent_named("snippets-only"), task, conditions).trace for task in tasks]
    lines = [{"agent": "snippets-only", **trace.as_dict()} for trace in traces]
    lines = json.loads(json.dumps(lines, default=str))
    replies = read_texts(dataset, written(tmp_path, *lines))
    assert len(replies) == sum(len(trace.calls) for trace in traces) >= 12
    result = check_texts(dataset, replies, 0)
    of = {"system": "snippets-only", "policy": policy}
    measure = result.measure("replies that state a value", **of)
    chance = result.measure("replies in which values of the twin are found, by chance", **of)
    assert measure.denominator == len(replies)
    assert (measure.value - chance.value > 0.1) is tells, (measure, chance)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"query": "q"}, "query and reply must be texts"),
        ({"query": "q", "reply": "r"}, "no world that the reply is about"),
        ({"query": "q", "reply": "r", "world_id": 10**6}, "1000000"),
        ({"query": "q", "reply": "r", "task_id": "no-such"}, "no-such"),
        ({"query": "q", "reply": "r", "world_id": 0, "policy": "shut"}, "shut"),
        ([1], "got list"),
    ],
)
def test_what_is_wrong_with_a_line_is_reported_with_its_place(dataset, tmp_path, line, said):
    with pytest.raises(UsageError, match=rf"texts.jsonl:1: .*{said}"):
        read_texts(dataset, written(tmp_path, line))
    with pytest.raises(UsageError, match="--texts: cannot read"):
        read_texts(dataset, tmp_path / "none.jsonl")
