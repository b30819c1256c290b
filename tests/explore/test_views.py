"""Every view shows what the dataset says."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from fictionworld.episodes.calibration import CALIBRATIONS, Calibration
from fictionworld.explore.web_view import ranking_of
from fictionworld.tasks.key import answer_markdown
from fictionworld.worlds.fact import FactId
from tests.explore.conftest import pages
from tests.small import small_dataset


def text_of(reply):
    assert reply.status_code == 200, reply.text[:2000]
    plain = unescape(re.sub(r"<[^>]+>", " ", reply.text))
    return " ".join(plain.split())


def test_the_dataset(http, dataset):
    text = text_of(http.get("/"))
    assert f"{len(dataset)} worlds" in text
    for pack in dataset.manifest.packs:
        assert pack in text
    assert "No audit.json here" in text


def test_an_audit_and_a_calibration_beside_the_dataset(dataset, tmp_path):
    import shutil

    folder = tmp_path / "worlds"
    shutil.copytree(small_dataset(), folder)
    task = dataset.tasks()[0].task_id
    record = Calibration("model", task, 8, 0.25, 0.3, 0.1, 0.5)
    CALIBRATIONS.add(folder, dataset.content_hash, [record])
    http = pages(folder)
    audit = {"verdict": "failed", "content_hash": "another", "results": [
        {"check": "overlap", "title": "Overlap", "status": "passed"}]}  # fmt: skip
    (folder / "audit.json").write_text(json.dumps(audit))
    text = text_of(http.get("/"))
    assert "Failed of another dataset" in text and "Overlap passed" in text
    [[point]] = http.get("/calibration.json").json().values()
    assert point == [dataset.task(task).least_tokens, 0.25, task]
    (folder / "audit.json").write_text("{")
    assert "audit.json cannot be read" in text_of(http.get("/"))


def test_worlds_and_tasks_are_found_by_words(http, dataset):
    world = dataset.world(3)
    text = text_of(http.get("/worlds", params={"q": world.title.lower()}))
    assert world.title in text
    task = dataset.tasks()[4]
    text = text_of(http.get("/tasks", params={"q": task.task_id}))
    assert task.question[:60] in text and "1 in all" in text
    assert "No task is like that" in text_of(http.get("/tasks", params={"q": "zzzz"}))


def test_a_world_shows_its_schema_and_its_setting(http, dataset):
    reply = http.get("/world/1")
    pack = dataset.pack_of(1)
    for table in pack.world_tables:
        targets = {column.target for column in table.references} - {None}
        node = re.search(f'data-table="{table.name}" data-targets="([^"]*)"', reply.text)
        assert set(node[1].split()) <= targets
    assert dataset.world(1).title in text_of(reply)


@pytest.mark.parametrize("descending", [False, True])
def test_a_table_sorts_by_value_and_pages(http, dataset, descending):
    table = next(iter(dataset.frames(1).items()))
    names = {name: frame.height for name, frame in dataset.frames(1).items()}
    table = max(names, key=names.get)
    column = next(
        c for c in dataset.pack_of(1).tables[table].stored
        if c.kind in {"integer", "money", "decimal"}
    )  # fmt: skip
    values = dataset.frames(1)[table][column.name]
    sort = f"{'-' if descending else ''}{column.name}"
    reply = http.get(f"/world/1/table/{table}", params={"sort": sort})
    rows = re.findall(rf'href="/fact/1/{table}/(\d+)/{column.name}"', reply.text)
    by_id = dict(zip(dataset.frames(1)[table]["id"], values, strict=True))
    shown = [by_id[int(row)] for row in rows if by_id[int(row)] is not None]
    assert shown == sorted(shown, reverse=descending) and len(rows) == min(50, names[table])


def test_a_fact_leads_to_the_pages_that_state_it(http, dataset):
    task = dataset.tasks()[0]
    fact = next(
        FactId(1, table, row, column)
        for page in [http.get("/web/1/page/3").text]
        for table, row, column in [re.search(r"/fact/1/(\w+)/(\d+)/(\w+)", page).groups()]
    )
    text = http.get(f"/fact/{fact}").text
    assert "/web/1/page/3" in text and "In the twin" in text
    assert task.world_id == 0


def test_rules_and_the_validators_result(http):
    assert "rules of" in text_of(http.get("/world/1/rules"))
    assert "World 1 keeps all" in text_of(http.get("/world/1/rules/report"))


def test_what_differs_from_the_twin_is_marked(http):
    reply = http.get("/world/1/twin")
    assert 'class="differs"' in reply.text
    page = http.get("/web/1/page/3", params={"twin": True}).text
    assert page.count('<article class="paper">') == 2 and "<mark" in page


def test_a_page_marks_its_facts_and_shows_its_skeleton(http, dataset):
    from fictionworld.episodes.world_cache import OPEN_WORLDS

    page = OPEN_WORLDS.at(dataset, 1).web.page(3)
    shown = http.get("/web/1/page/3").text
    marked = set(re.findall(r'class="fact" href="/fact/([^"]+)"', shown))
    assert marked and marked <= {str(mark.fact) for mark in page.marks}
    role = dataset.pack_of(1)
    for fact in marked:
        _, table, _, column = fact.split("/")
        assert (
            f'href="/fact/{fact}"><mark class="{role.tables[table].columns[column].role} ' in shown
        )
    texts = {page.body[mark.start : mark.end] for mark in page.marks if mark.end > mark.start + 5}
    skeleton = unescape(http.get("/web/1/page/3", params={"show": "skeleton"}).text)
    assert any(text not in skeleton for text in texts) and "▒" in skeleton
    index = text_of(http.get("/web/1/page/3", params={"show": "index"}))
    assert "and by nothing else" in index


def test_a_result_says_why_it_ranks(http, dataset):
    from fictionworld.episodes.world_cache import OPEN_WORLDS

    handle = OPEN_WORLDS.at(dataset, 1)
    engine = handle.engine.under("tease")
    view = engine.catalogue.view(engine.permit)
    terms = view.terms_of("list of all clubs")
    for place, number in enumerate(view.index.pages(terms, 5), 1):
        ranking = ranking_of(view, terms, number)
        assert ranking.place == place
        assert ranking.score == sum(term.weight for term in ranking.terms) > 0
    assert "by score" in text_of(http.get("/web/1", params={"q": "list of all clubs"}))


def test_a_task_keeps_its_key_behind_a_click(http, dataset):
    task = next(task for task in dataset.tasks() if task.kind == "wide")
    value = str(dataset.key(task.task_id).rows[0][0])
    plain = http.get(f"/task/{task.task_id}").text
    assert task.question[:40] in unescape(plain) and f"<td>{value}</td>" not in unescape(plain)
    assert f"<td>{value}</td>" in unescape(http.get(f"/task/{task.task_id}/key").text)
    assert "earns 1.000" in text_of(http.get(f"/task/{task.task_id}/oracle"))


def test_traces_as_a_table_a_timeline_and_two_side_by_side(http, trace):
    listed = text_of(http.get("/traces", params={"sort": "-reward"}))
    assert "3 episodes" in listed and "oracle" in listed and "guess" in listed
    one = http.get("/traces/1").text
    assert one.count('id="call-1-') == len(trace["calls"])
    seen = [cell["call"] for cell in trace["evidence"]["cells"]]
    assert set(re.findall(r'<a href="#call-1-(\d+)">', one)) == {str(call) for call in seen if call}
    assert 'class="never"' in http.get("/traces/3").text
    assert "Transcript" in one
    compared = http.get("/compare", params={"a": 1, "b": 3}).text
    assert re.findall(r'href="([^"]+)" data-fetch="#episode"', compared) == [
        "/traces/1",
        "/traces/3",
    ]


def test_a_reply_that_was_not_kept_is_made_again(http, trace):
    for number in range(1, len(trace["calls"]) + 1):
        assert "brings another reply" not in http.get(f"/traces/1/call/{number}").text


def test_a_task_played_by_hand_to_the_end(dataset, trace, tmp_path):
    file = tmp_path / "human.jsonl"
    http = pages(small_dataset(), save=file)
    task = trace["task_id"]
    play = http.post("/play", data={"task": task}).headers["location"]
    for call in trace["calls"]:
        given = json.loads(call["arguments"])
        fields = {"queries": "\n".join(given.get("queries", [given.get("query", "")]))}
        if call["tool"] == "web_extractor":
            fields = {"url": given["url"], "page": given.get("page", 1)}
        assert http.post(f"{play}/call", data={"tool": call["tool"], **fields}).status_code == 303
    note = {"tool": "dict_memory", "operation": "add", "key": "seen", "value": "a note"}
    http.post(f"{play}/call", data=note)
    assert "a note" in text_of(http.get(play))
    assert "Save" not in http.get(play).text
    http.post(f"{play}/answer", data={"answer": answer_markdown(dataset.key(task))})
    shown = text_of(http.get(play))
    assert "Reward 1.000" in shown and "✗" not in shown
    assert http.post(f"{play}/call", data=note).status_code == 409
    for _ in range(2):  # once is enough
        http.post(f"{play}/save")
    [line] = file.read_text("utf-8").splitlines()
    saved = json.loads(line)
    assert saved["agent"] == "human" and saved["reward"]["earned"] == 1.0
    again = http.post("/play", data={"task": task}).headers["location"]
    http.post(f"{again}/answer", data={"answer": "none"})
    http.post(f"{again}/save")
    assert [json.loads(line)["sample"] for line in file.read_text("utf-8").splitlines()] == [0, 1]
