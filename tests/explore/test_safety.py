"""Pages hold texts of any origin, show keys, and are reached by those alone who may."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

import fictionworld.explore
from fictionworld.errors import UsageError
from fictionworld.explore.marked_text import TextMark, marked_html
from fictionworld.explore.trace_index import TraceIndex
from fictionworld.server.settings import ServerSettings
from tests.examples import first_everyday
from tests.explore.conftest import pages
from tests.small import small_dataset

STATIC = Path(fictionworld.explore.__file__).parent / "static"
TOKEN = "trainer-token-of-tests"


def nowhere(_):
    return None


# Texts are data ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[x](javascript:alert(1)) and ![y](https://elsewhere.example/z.png)",
        '<a href="https://elsewhere.example">out</a>',
        "| <b> | \ue000\ue001\U000f0000 |\n| --- | --- |\n| <i> | `<u>` |",
    ],
)
def test_a_page_stays_text(text):
    html = marked_html(text, [TextMark(0, len(text), "askable current", 'a "title" <b>')], nowhere)
    for forbidden in ("<script", "<img", "<a ", "<b>", "<i>", "<u>", 'title="a "'):
        assert forbidden not in html


def test_marks_keep_headings_lists_and_tables():
    text = "# Head\n\n- **Name**: 5 m\n- other\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"
    clause = text.index("- **Name")
    table = text.index("| 1 | 2")
    marks = [
        TextMark(0, 6, "name", "head"),
        TextMark(clause, clause + 15, "askable", "clause", "/fact/1"),
        TextMark(table, table + 7, "context", "cells"),
    ]
    html = marked_html(text, marks, nowhere)
    assert "<h1><mark" in html and "<li>" in html and html.count("<li>") == 2
    assert html.count('<mark class="context"') == 2 and html.count("<td>") == 2
    assert html.count('<a class="fact" href="/fact/1">') == 2  # the name and the figure


def test_replies_forbid_scripts_within_pages(http):
    reply = http.get("/world/1")
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert (
        "<script>" not in reply.text
        and " style=" not in reply.text
        and " onclick" not in reply.text
    )


# Who may look ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost"}, 200),
        ({"host": "[::1]:8001"}, 200),
    ],
)
def test_pages_of_other_sites_are_refused(http, headers, status):
    assert http.get("/worlds", headers=headers).status_code == status


def test_off_loopback_a_token_is_needed():
    with pytest.raises(UsageError, match="FICTIONWORLD_TRAINER_TOKEN"):
        ServerSettings(str(small_dataset()), "", host="0.0.0.0")


def test_the_token_is_given_once_and_an_agents_key_opens_nothing():
    http = pages(small_dataset(), token=TOKEN)
    for path in ("/", "/task/0-1/key", "/calibration.json"):
        assert http.get(path).status_code == 401
    assert http.get("/", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert http.get("/", headers={"Authorization": "Bearer fw-abc.def"}).status_code == 403
    assert http.post("/login", data={"token": "wrong"}).status_code == 401
    reply = http.post("/login", data={"token": TOKEN, "target": "//evil.example"})
    assert reply.headers["location"] == "/"
    assert TOKEN not in reply.headers["set-cookie"] and "HttpOnly" in reply.headers["set-cookie"]
    assert http.get("/task/0-1/key").status_code == 200


def test_without_the_keys_file_no_key_is_shown(tmp_path):
    folder = tmp_path / "worlds"
    shutil.copytree(small_dataset(), folder)
    for path in folder.glob("keys-*"):
        path.unlink()
    http = pages(folder)
    assert "keys of this dataset are not here" in http.get("/task/0-1").text
    assert http.get("/task/0-1/key").status_code == 503
    play = http.post("/play", data={"task": "0-1"}).headers["location"]
    assert http.post(f"{play}/answer", data={"answer": "x"}).status_code == 503


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/world/99", 404, "this dataset holds worlds 0-5"),
        ("/world/x", 422, "valid integer"),
        ("/world/1/table/nope", 404, "world 1 has setting"),
        ("/fact/1/nope/1/x", 404, "got table"),
        ("/web/1/page/9999", 404, "this web has pages 1 to"),
        ("/web/1/page/1?show=x", 404, "allowed: marks"),
        ("/web/1?policy=x", 404, "got policy"),
        ("/web/1?q=a&controls=x", 404, "controls"),
        ("/web/1/at?url=nowhere.example", 404, "no such page"),
        ("/task/1-99", 404, "got task 1-99"),
        ("/task/1-1/x", 404, "allowed: key"),
        ("/play/nothing", 404, "begin another"),
        ("/traces/99", 404, "has 3 episodes"),
        ("/traces/1/call/999", 404, "this episode has calls 1 to"),
        ("/traces?sort=evil", 404, "allowed: line"),
        ("/nowhere", 404, "there is no such page"),
    ],
)
def test_a_page_says_what_is_wrong(http, path, status, words):
    reply = http.get(path)
    assert reply.status_code == status
    assert words in reply.text.lower() and "<main" in reply.text


def test_a_dataset_that_is_being_built_is_waited_for(tmp_path):
    folder = tmp_path / "worlds"
    folder.mkdir()
    http = pages(folder)
    reply = http.get("/world/1")
    assert reply.status_code == 503 and "holds no dataset yet" in reply.text
    assert "data-reload" in reply.text
    shutil.copytree(small_dataset(), folder, dirs_exist_ok=True)
    assert http.get("/world/1").status_code == 200


def test_damaged_lines_are_named_and_cost_no_other(run, tmp_path):
    whole = run[0].read_bytes().splitlines(keepends=True)
    path = tmp_path / "traces.jsonl"
    bad = [
        b"not json\n",
        b'{"task_id": "1-1"}\n',
        b'\xff\xfe{"x"\n',
        b"\n",
        b"[1]\n",
        whole[2][:500],
    ]
    path.write_bytes(b"".join([whole[0], *bad[:5], whole[1], bad[5]]))
    http = pages(small_dataset(), traces=path)
    text = http.get("/traces").text
    assert "Damaged, and left out: lines 2, 3, 4, 6" in text and "2 episodes" in text
    assert http.get("/traces/7").status_code == 200
    assert "is damaged" in http.get("/traces/2").text
    with path.open("ab") as file:  # the torn line is ended, and the file goes on
        file.write(whole[2][500:] + whole[0])
    assert "4 episodes" in http.get("/traces").text


_WRONG = (None, 1, "x", [1], [{"x": 1}])


def wrong_records(record):
    """Yield records that are JSON, and each wrong in one place."""
    places = [(name,) for name in record]
    places += [("reward", name) for name in record["reward"]]
    places += [("calls", 0), ("facts", 0), ("urls", 0), ("evidence", "cells"), ("facts", 0, 0)]
    places += [("calls", 0, name) for name in record["calls"][0]]
    places += [("evidence", "cells", 0, name) for name in record["evidence"]["cells"][0]]
    for place in places:
        for value in _WRONG:
            wrong = json.loads(json.dumps(record))
            inner = wrong
            for step in place[:-1]:
                inner = inner[step]
            inner[place[-1]] = value
            yield wrong


@pytest.mark.parametrize("stride", first_everyday([len(_WRONG) - 1, 1]))
def test_a_record_that_is_wrong_in_one_place_fails_no_page(run, tmp_path, stride):
    """Each place, with another value than the place before; in `make proofs` with all of them."""
    [first, *_] = run[0].read_text("utf-8").splitlines()
    records = list(wrong_records(json.loads(first)))[::stride]
    path = tmp_path / "traces.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    http = pages(small_dataset(), traces=path)
    assert http.get("/traces").status_code == 200
    said = 0
    for line, record in enumerate(records, 1):
        for address in (f"/traces/{line}", f"/traces/{line}/call/1"):
            reply = http.get(address)
            assert reply.status_code in {200, 404}, (address, str(record)[:2000])
            said += "is damaged" in reply.text
    assert said > len(records) / 10


@pytest.mark.parametrize("messages", [1, [1], [{"role": ["x"]}], [{"tool_calls": [{"id": 1}]}]])
def test_a_transcript_that_is_damaged_costs_no_trace(run, tmp_path, messages):
    path = tmp_path / "transcripts.jsonl"
    record = json.loads(run[1].read_text("utf-8").splitlines()[0])
    path.write_text(json.dumps(record | {"messages": messages}) + "\n", "utf-8")
    text = pages(small_dataset(), traces=run[0], transcripts=path).get("/traces/1").text
    assert "Where each cell was read" in text and "line 1 of transcripts.jsonl is damaged" in text


def test_traces_of_another_dataset_are_shown_without_its_rows(run, tmp_path):
    path = tmp_path / "traces.jsonl"
    record = json.loads(run[0].read_text("utf-8").splitlines()[0]) | {"dataset": "another"}
    path.write_text(json.dumps({**record, "task_id": "77777-1"}) + "\n", "utf-8")
    http = pages(small_dataset(), traces=path)
    assert "played in another dataset" in http.get("/traces/1").text
    assert http.get("/traces/1/call/1").status_code == 404


def test_a_large_file_is_read_in_parts(run, tmp_path, monkeypatch):
    from fictionworld.explore import trace_index

    monkeypatch.setattr(trace_index, "_BATCH_BYTES", 1_000)
    path = tmp_path / "traces.jsonl"
    path.write_bytes(run[0].read_bytes() * 5)
    index = TraceIndex(path)
    index.rows("SELECT 1")
    index._reader.join()
    assert index.rows("SELECT count(*) AS n FROM trace") == [{"n": 15}]
    assert index.share_read == 1


# What is not ours --------------------------------------------------------------------------------


def test_vendored_files_are_the_published_bytes():
    """Their hashes were taken from the tarballs of npm, which `make test-browser` compares."""
    vendored = json.loads((STATIC / "vendored" / "vendored.json").read_text("utf-8"))
    files = {name: sha for release in vendored for name, (_, sha) in release["files"].items()}
    on_disk = {path.name for path in (STATIC / "vendored").iterdir()}
    assert on_disk == {*files, "vendored.json", "README.md"}
    for name, sha in files.items():
        assert hashlib.sha256((STATIC / "vendored" / name).read_bytes()).hexdigest() == sha
    for release in vendored:
        assert any(name.endswith("LICENSE") for name in release["files"])
    scripts = [path for path in (STATIC / "vendored").iterdir() if path.suffix in {".js", ".css"}]
    assert sum(path.stat().st_size for path in scripts) <= 145_000
