"""Packs that a model drafts: reached where its mistakes are named, and never by copying."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from fictionworld import trial
from fictionworld.chat.reply import ChatReply
from fictionworld.drafting import draft as drafting
from fictionworld.drafting.draft import DraftLimits, draft_pack, plan_pack
from fictionworld.drafting.model_calls import ModelCalls
from fictionworld.errors import UsageError
from tests.drafting.scripted import DOCUMENT, MISTAKES, NAME, PLAN, SOUND, Scripted, mistaken

READ = ("YAML with a tab", "YAML that is not closed", "unknown operator", "wrong range",
        "missing key", "unknown path", "unknown concept", "a name of a document",
        "a sentence of a document")  # fmt: skip
"""Mistakes that are found by reading, without a world drawn."""


@pytest.fixture(autouse=True)
def no_child(monkeypatch):
    """Trials in this process: a child starts for a second; `tests/cli/test_draft.py` has one."""
    monkeypatch.setattr(
        drafting, "try_pack", lambda file, *, worlds, cpu_s: trial._try_here(file, worlds)
    )


@pytest.fixture
def few_worlds(monkeypatch):
    monkeypatch.setattr(drafting, "WORLDS", 4)
    monkeypatch.setattr(drafting, "_SANITY_WORLDS", 12)


def drafted(model, out, *, most_calls=12, most_tokens=10**6, attempts=6):
    """What comes of a draft in a folder, and how many calls the model has answered by then."""
    calls = ModelCalls(model, {"model": "m"}, out / "calls.jsonl", most_calls, most_tokens)
    limits = DraftLimits(attempts)
    plan = plan_pack(calls, [DOCUMENT], NAME, out, limits)
    return draft_pack(calls, [DOCUMENT], plan, NAME, out, limits)


@pytest.mark.slow
def test_a_pack_is_reached_from_many_mistakes_at_once(tmp_path, few_worlds):
    model = Scripted(*READ)
    report = drafted(model, tmp_path)
    found = "\n".join(line for attempt in report.attempts for line in attempt.findings)
    assert report.is_sound and report.stopped == "sound" and report.tasks > 0, found
    assert 3 <= len(report.attempts) <= 6
    assert (tmp_path / f"{NAME}.yaml").read_text() == SOUND
    for attempt in report.attempts:
        lines = (attempt.file.parent / "findings.txt").read_text().splitlines()
        assert tuple(lines) == attempt.findings
        assert all(line.startswith(f"{NAME}.yaml:") for line in lines), lines
    assert "Ravensbourne Trust" in found and "word for word" in found
    assert "== question 1" in (tmp_path / "preview.txt").read_text()
    # run again, nothing is asked and the same is said
    asked = len(model.bodies)
    again = drafted(model, tmp_path)
    assert len(model.bodies) == asked
    assert (again.attempts, again.tasks) == (report.attempts, report.tasks)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MISTAKES)
def test_each_kind_of_mistake_is_named_well_enough_to_be_mended(tmp_path, kind):
    report = drafted(Scripted(kind), tmp_path)
    assert report.is_sound, [attempt.findings for attempt in report.attempts]
    assert 2 <= len(report.attempts) <= 3


def test_documents_are_in_the_request_for_a_plan_alone(tmp_path):
    model = Scripted("missing key")
    report = drafted(model, tmp_path, attempts=1)
    assert report.stopped == "1 attempts are made" and not report.is_sound
    plan, pack = (json.dumps(body["messages"]) for body in model.bodies)
    assert DOCUMENT.excerpt in plan and DOCUMENT.excerpt not in pack
    assert "draw: Draw" in pack and "draw: Draw" not in plan
    # a context of 32,768 tokens has room for the notation, a pack and an answer
    assert len(pack) / 2.6 < 20_768


def test_an_edited_plan_is_what_the_pack_is_written_after(tmp_path):
    (tmp_path / "plan.yaml").write_text(PLAN + "  reading_room: {about: a quiet one}\n")
    model = Scripted("missing key")
    drafted(model, tmp_path, attempts=1)
    (pack,) = model.bodies
    assert "reading_room" in pack["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"most_calls": 2}, "2 calls of 2 are spent"),
        ({"most_tokens": 1_000}, "1,250 tokens of 1,000 are spent"),
        ({"attempts": 1}, "1 attempts are made"),
    ],
)
def test_it_stops_at_a_limit_and_goes_on_with_a_larger_one(tmp_path, limits, why):
    model = Scripted("missing key", "YAML with a tab")
    report = drafted(model, tmp_path, **limits)
    assert report.stopped == why and not report.is_sound
    before = len(model.bodies)
    further = drafted(model, tmp_path, attempts=2)
    assert [a.findings for a in further.attempts[:1]] == [a.findings for a in report.attempts[:1]]
    assert len(model.bodies) == before + 1


def test_a_model_that_repeats_itself_is_stopped(tmp_path):
    def stubborn(body):
        ask = body["messages"][-1]["content"]
        return ChatReply(PLAN if "Plan a pack" in ask else mistaken("missing key"))

    report = drafted(stubborn, tmp_path)
    assert report.stopped == "the model gave a pack again that was refused before"
    assert len(report.attempts) == 1


def test_an_answer_that_was_cut_is_said_to_be(tmp_path):
    def cut(body):
        text = PLAN if "Plan a pack" in body["messages"][-1]["content"] else SOUND[:1500]
        return ChatReply(text, finish="whole" if text == PLAN else "cut")

    report = drafted(cut, tmp_path, attempts=1)
    assert "write a shorter pack" in report.attempts[0].findings[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no idea, sorry", "no mapping `tables`"),
        ("tables: [", "is no plan of tables"),
        ("a: 1", "no mapping"),
    ],
)
def test_what_is_no_plan_is_refused(tmp_path, text, message):
    with pytest.raises(UsageError, match=message):
        drafted(lambda _: ChatReply(text), tmp_path)
    assert not (tmp_path / "plan.yaml").exists()


def test_a_file_of_answers_is_read_strictly(tmp_path):
    drafted(Scripted("missing key"), tmp_path, attempts=1)
    file = tmp_path / "calls.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"request": "to')
    model = Scripted("missing key")
    drafted(model, tmp_path, attempts=1)
    assert model.bodies == [] and file.read_bytes() == whole
    file.write_bytes(b"{}\n")
    with pytest.raises(UsageError, match=r"line 1 of .* is no answer of a model"):
        drafted(model, tmp_path)


def test_every_mistake_is_one():
    assert Counter(map(bool, map(len, MISTAKES.values()))) == {True: len(MISTAKES)}
    assert all(Scripted(kind).text != SOUND for kind in MISTAKES)
