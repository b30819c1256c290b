"""Each shape is what its clients read: fields, empty results, errors, and what it is bound to."""

from __future__ import annotations

import re
from html import escape

import pytest

from tests.server.serving import TRAINER, bearer, client, new_episode, settings, tokens


def asked(http, method, path, body=None):
    return http.request(method, path, json=body)


@pytest.fixture(scope="module")
def found(dataset):
    return dataset.episode(1, calls=0).search("list of all")


# Search-R1 ----------------------------------------------------------------------------------------


def passages_to_string(retrieval_result):
    """As Search-R1's `generation.py` reads a reply."""
    lines = []
    for index, item in enumerate(retrieval_result):
        title, *text = item["document"]["contents"].split("\n")
        lines.append(f"Doc {index + 1}(Title: {title}) " + "\n".join(text))
    return "\n".join(lines)


def test_search_r1_with_scores(dataset, found, http):
    body = {"queries": ["list of all", "news"], "topk": 3, "return_scores": True}
    result = asked(http, "POST", "/w/1/retrieve", body).json()["result"]
    assert [len(one) for one in result] == [3, 3]
    first = passages_to_string(result[0])
    assert found[0].title in first.splitlines()[0]
    page = dataset.episode(1, calls=0).read(found[0].url)
    assert page.text[:300] in first
    scores = [one["score"] for one in result[0]]
    assert scores == sorted(scores, reverse=True)


def test_search_r1_without_scores(found, http):
    body = {"query": "list of all", "topk": None, "contents": "snippet"}
    [documents] = asked(http, "POST", "/w/1/search-r1/retrieve", body).json()["result"]
    assert documents == [
        {"id": one.url, "contents": f'"{one.title}"\n{one.snippet}'} for one in found[:3]
    ]


def test_a_cut_document_is_marked(http):
    body = {"query": "list of all", "characters": 100}
    [documents] = asked(http, "POST", "/w/1/retrieve", body).json()["result"]
    assert all(one["contents"].endswith("\n[The page goes on.]") for one in documents)


@pytest.mark.parametrize("body", [{}, {"queries": ["x"] * 257}, {"queries": [1]}, {"topk": -1}])
def test_search_r1_refuses(http, body):
    reply = asked(http, "POST", "/w/1/retrieve", body)
    assert reply.status_code == 422 and reply.json()["detail"]


# Serper -------------------------------------------------------------------------------------------


def test_serper(found, http):
    reply = asked(http, "POST", "/w/1/search", {"q": "list of all", "num": 4}).json()
    organic = reply["organic"]
    assert [one["link"] for one in organic] == [one.url for one in found[:4]]
    assert [one["snippet"] for one in organic] == [one.snippet for one in found[:4]]
    assert [one["position"] for one in organic] == [1, 2, 3, 4]
    assert [one.get("date") for one in organic] == [one.date for one in found[:4]]
    assert reply["searchParameters"]["q"] == "list of all"
    by_get = asked(http, "GET", "/w/1/search?q=list+of+all&num=4&api_key=any").json()
    assert by_get == reply
    several = asked(http, "POST", "/w/1/search", [{"q": "list of all", "num": 4}] * 2).json()
    assert several == [reply, reply]


def test_serper_finds_nothing(http):
    assert asked(http, "POST", "/w/1/search", {"q": "qqqzzz"}).json()["organic"] == []
    second = asked(http, "POST", "/w/1/search", {"q": "list", "page": 2}).json()
    assert second["organic"] == []


# Jina ---------------------------------------------------------------------------------------------


def test_jina_gives_the_whole_page(dataset, found, tmp_path):
    """In an episode of short replies a page has several parts; Jina's reader knows no parts."""
    url = found[0].url
    http = client(settings(tmp_path))
    episode = new_episode(http, 1, reply_characters=600)
    at, as_json = f"/e/{episode['key']}", {"Accept": "application/json"}
    text = http.get(f"{at}/{url}").text
    replies = [
        http.get(f"{at}/{url}", headers=as_json),
        http.post(f"{at}/", json={"url": url}),
        http.get(f"{at}/jina/{url}", headers=as_json),
        http.get(f"{at}/{url.replace('://', ':/')}", headers=as_json),
    ]
    episode = dataset.episode(1, calls=0, reply_characters=600)
    first = episode.read(url)
    head = f"Title: {found[0].title}\n\nURL Source: {url}\n\nMarkdown Content:\n"
    assert text.startswith(head + first.text)
    parts = first.parts
    assert parts > 1 and all(episode.read(url, part).text in text for part in range(1, parts + 1))
    assert "call web_extractor" not in text
    for reply in replies:
        assert reply.json()["data"]["content"] in text
        assert reply.json()["code"] == 200


def test_jina_and_a_page_that_is_not_there(http):
    reply = asked(http, "GET", "/w/0/https://nowhere.invalid/a?b=c#d")
    assert reply.status_code == 200  # its clients try anything else again
    assert "host not found" in reply.text.lower() or "404" in reply.text
    assert "https://nowhere.invalid/a?b=c" in reply.text


# Tavily -------------------------------------------------------------------------------------------


def test_tavily_search(dataset, found, http):
    body = {"query": "list of all", "max_results": 2, "topic": "news", "include_raw_content": True}
    first, again = (asked(http, "POST", "/w/1/search", body) for _ in range(2))
    assert first.content == again.content  # no clock is in it
    reply = first.json()
    assert [one["url"] for one in reply["results"]] == [one.url for one in found[:2]]
    assert [one["content"] for one in reply["results"]] == [one.snippet for one in found[:2]]
    page = dataset.episode(1, calls=0).read(found[0].url)
    assert page.text in reply["results"][0]["raw_content"]
    assert reply["answer"] is None


def test_tavily_extract(found, http):
    urls = [found[0].url, "https://nowhere.invalid/"]
    first, again = (asked(http, "POST", "/w/1/extract", {"urls": urls}) for _ in range(2))
    assert first.content == again.content
    reply = first.json()
    assert [one["url"] for one in reply["results"]] == urls[:1]
    assert [one["url"] for one in reply["failed_results"]] == urls[1:]


def test_json_under_another_name_and_a_key_in_the_body(task, tmp_path):
    """Older clients of Tavily send their key in the body, and no content type of JSON."""

    http = client(tokens(tmp_path))
    key = new_episode(http, task.task_id, TRAINER)["key"]
    body = f'{{"query": "list", "api_key": "{key}"}}'
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    reply = http.post("/search", content=body, headers=kind)
    assert reply.status_code == 200 and reply.json()["results"]


# All of them --------------------------------------------------------------------------------------


def test_all_shapes_play_one_episode(dataset, task, tmp_path):
    """By key, header or URL; each is charged as the calls that it makes."""

    http = client(tokens(tmp_path))
    episode = new_episode(http, task.task_id, TRAINER)
    key = episode["key"]
    url = dataset.episode(task.task_id).search("list")[0].url
    replies = [
        http.post("/search", json={"q": "list"}, headers={"X-API-KEY": key}),
        http.get("/search", params={"q": "list", "api_key": key}),
        http.post("/search", json={"query": "list"}, headers=bearer(key)),
        http.post("/retrieve", json={"query": "list", "topk": 1},
                        headers={"X-Episode-Key": key}),
        http.get(f"/{url}", headers=bearer(key)),
        http.get(f"/e/{key}/{url}"),
        http.post(f"/e/{key}/extract", json={"urls": url}),
    ]  # fmt: skip
    at = f"/v1/episodes/{episode['episode_id']}"
    status = http.get(at, headers=bearer(key)).json()
    assert [one.status_code for one in replies] == [200] * 7
    url = dataset.episode(task.task_id).search("list")[0].url
    parts = dataset.episode(task.task_id).read(url).parts
    assert status["calls_made"] == 4 + 1 + 3 * parts


def test_a_spent_budget_ends_in_empty_results(task, tmp_path):
    http = client(settings(tmp_path))
    key = {"X-API-KEY": new_episode(http, task.task_id, calls=1)["key"]}
    first, second = (http.post("/search", json={"q": "list"}, headers=key).json() for _ in range(2))
    assert first["organic"] and not second["organic"]


def test_bound_to_nothing(http):
    reply = asked(http, "POST", "/search", {"q": "list"})
    assert reply.status_code == 422 and "/w/17" in reply.json()["detail"]
    assert asked(http, "POST", "/w/99/search", {"q": "list"}).status_code == 422
    assert asked(http, "POST", "/w/x/search", {"q": "list"}).status_code == 422


def test_neither_serper_nor_tavily(http):
    reply = asked(http, "POST", "/w/1/search", {"text": "list"})
    assert reply.status_code == 422
    assert "q" in reply.json()["detail"] and "query" in reply.json()["detail"]


def test_the_page_gives_what_an_agent_gets(dataset, tmp_path):
    http = client(settings(tmp_path))
    front = http.get("/")
    form = {"world": "1", "search": "list of all"}
    tried = http.post("/try", data=form)
    assert "6 worlds" in front.text and "Tavily" in front.text
    text = dataset.episode(1, calls=0).call("web_search", {"query": "list of all"})
    assert f"<pre>{escape(text)}</pre>" in tried.text


def test_the_page_asks_in_a_browser_with_an_agents_key(dataset, task, tmp_path):
    """A browser says which site a form is of, unless `Referrer-Policy` forbids it: then `null`."""

    http = client(tokens(tmp_path), Origin="http://localhost")
    key = new_episode(http, task.task_id, TRAINER)["key"]
    front = http.get("/")
    form = dict(re.findall(r'name="(\w+)" value="(\w*)"', front.text))
    form |= {"search": "list of all", "key": key}
    tried = http.post("/try", data=form)
    assert front.headers["referrer-policy"] == "same-origin"
    assert set(form) == {"world", "search", "read", "key"}
    text = dataset.episode(task.task_id).call("web_search", {"query": "list of all"})
    assert f"<pre>{escape(text)}</pre>" in tried.text and form["key"] not in tried.text


def test_the_page_refuses_a_form_that_is_not_its_own(tmp_path):
    http = client(settings(tmp_path))
    reply = http.post("/try", data={str(n): "x" for n in range(11)})
    assert reply.status_code == 422 and "more than ten fields" in reply.json()["detail"]
