"""The server's own API gives what an episode in this process gives."""

from __future__ import annotations

import asyncio
import gc
import shutil

import httpx
import pytest

from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.server.app import app_for
from fictionworld.server.settings import ServerSettings
from fictionworld.simulator.toolbox import all_tools, openai_tools
from fictionworld.tasks.key import answer_texts
from tests.server.serving import client, new_episode, settings
from tests.small import small_dataset

CALLS = [
    ("web_search", {"queries": ["list of all", "news"]}),
    ("dict_memory", {"operation": "add", "dict": {"a": 1}}),
    ("dict_memory", {"operation": "retrieve_all"}),
    ("web_search", '{"query": '),
    ("no_such_tool", {}),
    ("web_extractor", {"url": "http://169.254.169.254/latest"}),
]


def right_answer(dataset, task_id):
    key = dataset.key(task_id)
    rows = [list(key.required), ["---"] * len(key.columns), *answer_texts(key)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def test_an_episode_from_creation_to_reward(dataset, task, tmp_path):
    http = client(settings(tmp_path))
    episode = new_episode(http, task.task_id, seed=3, reward="f1_grounded")
    at = f"/v1/episodes/{episode['episode_id']}"
    texts = []
    for tool, arguments in CALLS:
        reply = http.post(f"{at}/call", json={"tool": tool, "arguments": arguments})
        texts.append(reply.json()["text"])
    found = http.post(f"{at}/search", json={"query": "list", "k": 3}).json()
    page = http.post(f"{at}/read", json={"url": found["results"][0]["url"]}).json()
    answer = {"answer": right_answer(dataset, task.task_id)}
    first = http.post(f"{at}/answer", json=answer)
    again = http.post(f"{at}/answer", json=answer)
    other = http.post(f"{at}/answer", json={"answer": "another"})
    called = http.post(f"{at}/call", json={"tool": "web_search", "arguments": {}})
    trace = http.get(f"{at}/trace?texts=true").json()
    own = dataset.episode(task.task_id, seed=3)
    assert texts == [own.call(tool, arguments) for tool, arguments in CALLS]
    results = own.search("list", k=3)
    assert [one["url"] for one in found["results"]] == [one.url for one in results]
    assert found["text"] == results.text
    assert page["text"] == own.read(results[0].url).text and page["found"]
    assert episode["question"] == own.question
    assert episode["system_prompt"] == own.system_prompt
    assert first.json()["reward"] == 1.0 and first.json()["figures"]["f1_by_item"] == 1.0
    assert again.json() == first.json()
    assert other.status_code == called.status_code == 409
    assert "the episode is over" in called.json()["detail"]
    own.score(right_answer(dataset, task.task_id))
    told = own.trace(texts=True).as_dict()
    assert [one["sha256"] for one in trace["calls"]] == [one["sha256"] for one in told["calls"]]
    assert trace["texts"] == list(told["texts"])
    assert trace["reward"]["f1_grounded"] == 1.0


def test_the_reward_that_was_asked_for(dataset, task, http):
    episode = new_episode(http, task.task_id, reward="f1_evidenced")
    answer = {"answer": right_answer(dataset, task.task_id)}
    reply = http.post(f"/v1/episodes/{episode['episode_id']}/answer", json=answer).json()
    assert reply["reward"] == 0.0 and reply["figures"]["f1_grounded"] == 1.0


def test_replies_as_short_as_they_may_be(dataset, task, http):
    """Cut as in this process, and each cut marked: a page comes in parts."""

    own = dataset.episode(task.task_id, reply_characters=600)
    url = own.search("list of all")[0].url
    calls = [
        ("web_search", {"query": "list of all"}),
        *[("web_extractor", {"url": url, "page": part}) for part in (1, 2, 99)],
    ]
    episode = new_episode(http, task.task_id, reply_characters=600)
    at = f"/v1/episodes/{episode['episode_id']}/call"
    bodies = [{"tool": tool, "arguments": arguments} for tool, arguments in calls]
    texts = [http.post(at, json=body).json()["text"] for body in bodies]
    own = dataset.episode(task.task_id, reply_characters=600)
    assert texts == [own.call(tool, arguments) for tool, arguments in calls]
    assert max(map(len, texts)) <= 600 and own.read(url).parts > 2


def test_one_idempotency_key_makes_one_episode(task, tmp_path):
    http = client(settings(tmp_path), **{"Idempotency-Key": "step 7, rollout 3"})
    first, again = (new_episode(http, task.task_id) for _ in range(2))
    other = http.post("/v1/episodes", json={"task": task.task_id, "seed": 9})
    assert first == again
    assert other.status_code == 409 and "idempotency key" in other.json()["detail"]


def test_closing(task, http):
    episode = new_episode(http, task.task_id)
    at = f"/v1/episodes/{episode['episode_id']}"
    first, again = http.delete(at), http.delete(at)
    called = http.post(f"{at}/call", json={"tool": "web_search"})
    gone = http.get("/v1/episodes/none")
    assert first.json()["state"] == again.json()["state"] == "closed"
    assert called.status_code == 409
    assert gone.status_code == 404


def test_worlds_and_tasks_hold_no_key(dataset, http):
    found = {
        path: http.get(f"/v1/{path}").json()
        for path in (
            "worlds",
            "worlds/1",
            "tasks?world=1",
            "tasks/1-1",
            "sample?n=5&seed=2",
        )
    }
    assert [one["world_id"] for one in found["worlds"]] == dataset.world_ids
    assert not any("seed" in name for name in found["worlds/1"])
    assert [one["task_id"] for one in found["tasks?world=1"]] == found["worlds/1"]["tasks"]
    assert found["tasks/1-1"]["messages"] == dataset.prompt("1-1")
    drawn = [(one.task_id, one.index) for one in dataset.sample(5, 2)]
    assert [(one["task_id"], one["index"]) for one in found["sample?n=5&seed=2"]] == drawn
    for one in found["tasks?world=1"]:
        assert set(one) == set(dataset.task(one["task_id"]).as_dict())


def test_the_schemas_of_the_tools(http):
    forms = ("chat", "responses", "mcp")
    chat, responses, mcp = [http.get(f"/v1/tools?form={form}").json() for form in forms]
    assert chat == openai_tools()
    assert [one["parameters"] for one in responses] == [one.parameters for one in all_tools()]
    assert [one["inputSchema"] for one in mcp] == [one.parameters for one in all_tools()]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "said"),
    [
        ("POST", "episodes", {"task": "99-1"}, 422, "world"),
        ("POST", "episodes", {"task": "x"}, 422, "got"),
        ("POST", "episodes", {"task": 1, "policy": "opn"}, 422, "did you mean 'open'"),
        ("POST", "episodes", {"task": 1, "reward": "f1_value"}, 422, "f1_grounded"),
        ("POST", "episodes", {"task": 1, "pollicy": "open"}, 422, "body.pollicy"),
        ("GET", "tasks?split=none", None, 422, "split"),
        ("GET", "worlds/99", None, 422, "world"),
        ("GET", "sample?n=0", None, 422, "query.n"),
        ("GET", "nothing", None, 404, "Not Found"),
        ("PUT", "episodes", {}, 405, "Method Not Allowed"),
    ],
)
def test_wrong_usage(http, method, path, body, status, said):
    reply = http.request(method, f"/v1/{path}", json=body)
    assert reply.status_code == status and said in reply.json()["detail"]


def test_no_answer_without_a_question(http):
    episode = new_episode(http, 1)
    at = f"/v1/episodes/{episode['episode_id']}"
    reply = http.post(f"{at}/answer", json={"answer": "x"})
    assert reply.status_code == 409 and "without a task" in reply.json()["detail"]


def test_a_failure_of_ours_is_503_and_is_not_noted(task, tmp_path, monkeypatch):
    def broken_world(*_):
        raise OSError("a disk that fails")

    http = client(settings(tmp_path))
    episode = new_episode(http, task.task_id)
    at = f"/v1/episodes/{episode['episode_id']}"
    call = {"tool": "web_search", "arguments": {"query": "list"}}
    http.post(f"{at}/call", json=call)
    with monkeypatch.context() as broken:
        broken.setattr(OPEN_WORLDS, "at", broken_world)
        failed = http.post(f"{at}/call", json=call)
    http.post(f"{at}/call", json=call)
    status = http.get(at).json()
    assert failed.status_code == 503 and failed.headers["retry-after"] == "1"
    assert InfrastructureError.__name__ not in failed.text and "not by the agent" in failed.text
    assert status["calls_made"] == 2


def test_many_calls_of_one_episode_at_once(dataset, task, tmp_path):
    queries = [f"list {n}" for n in range(40)]

    async def play():
        transport = httpx.ASGITransport(app_for(settings(tmp_path)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            made = await http.post("/v1/episodes", json={"task": task.task_id})
            at = f"/v1/episodes/{made.json()['episode_id']}"
            replies = await asyncio.gather(
                *(http.post(f"{at}/search", json={"query": query}) for query in queries)
            )
            return replies, (await http.get(at)).json()

    replies, status = asyncio.run(play())
    own = dataset.episode(task.task_id)
    assert [one.json()["text"] for one in replies] == [own.search(query).text for query in queries]
    assert status["calls_made"] == 40


def test_tasks_that_fit_an_agent(dataset, http, monkeypatch):
    rates = {task.task_id: n / 7 for n, task in enumerate(dataset.tasks()[:8])}
    monkeypatch.setattr("fictionworld.dataset.pass_rates", lambda *_: rates)
    sizes = sorted(task.least_characters for task in dataset.tasks())
    within = (sizes[3], sizes[-3])
    given = {"n": 5, "characters": within, "band": (0.2, 0.8), "agent": "scout"}
    sampled = http.get("/v1/sample", params=given)
    listed = http.get("/v1/tasks", params={"characters": within, "limit": 1000})
    refused = http.get("/v1/sample?characters=7")
    drawn = dataset.sample(5, characters=within, band=(0.2, 0.8), agent="scout")
    assert [one["task_id"] for one in sampled.json()] == [one.task_id for one in drawn]
    chosen = dataset.tasks(characters=within)
    assert [one["task_id"] for one in listed.json()] == [one.task_id for one in chosen]
    assert refused.status_code == 422 and "characters" in refused.json()["detail"]


def test_a_negative_seed_of_a_sample_is_wrong_usage(http):
    reply = http.get("/v1/sample?n=2&seed=-604")
    assert reply.status_code == 422


def test_where_the_keys_are_not_here_nothing_is_scored(task, tmp_path):
    folder = tmp_path / "worlds"
    shutil.copytree(small_dataset(), folder, ignore=shutil.ignore_patterns("keys-*"))
    http = client(ServerSettings(str(folder), str(tmp_path / "state")))
    at = f"/v1/episodes/{new_episode(http, task.task_id)['episode_id']}"
    found = http.post(f"{at}/search", json={"query": "list"})
    answered = http.post(f"{at}/answer", json={"answer": "x"})
    closed = http.delete(at)
    assert [one.status_code for one in (found, answered, closed)] == [200, 409, 200]
    assert "keys-*.duckdb" in answered.json()["detail"] and str(folder) not in answered.text


def test_a_server_that_ends_leaves_frozen_what_was_frozen(tmp_path):
    # objects that an embedding program froze are its own to thaw
    frozen = gc.get_freeze_count()
    assert frozen
    with client(settings(tmp_path)):
        pass
    assert gc.get_freeze_count() >= frozen
