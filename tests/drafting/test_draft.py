"""Packs that a model drafts: reached where its mistakes are named, and never by copying."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from fictionworld import trial
from fictionworld.chat.client import ChatContextError, ChatUnreachableError
from fictionworld.chat.reply import ChatReply
from fictionworld.drafting import draft, findings
from fictionworld.drafting.draft import DraftLimits, draft_pack
from fictionworld.drafting.model_calls import ModelCalls
from fictionworld.drafting.requests import mend_request, tokens_of
from fictionworld.errors import UsageError
from tests.drafting.scripted import DOCUMENT, MISTAKES, NAME, PLAN, SOUND, Scripted, mistaken

READ = ("YAML with a tab", "YAML that is not closed", "unknown operator", "wrong range",
        "missing key", "unknown path", "unknown concept", "a name of a document",
        "a sentence of a document")  # fmt: skip
"""Mistakes that are found by reading, without a world drawn."""


@pytest.fixture(autouse=True)
def no_child(monkeypatch):
    """Trials in this process: a child starts for a second; `tests/cli/test_draft.py` has one."""
    for module in (draft, findings):
        monkeypatch.setattr(
            module, "try_pack", lambda file, *, worlds, cpu_s: trial._try_here(file, worlds)
        )


@pytest.fixture
def few_worlds(monkeypatch):
    monkeypatch.setattr(draft, "WORLDS", 4)
    monkeypatch.setattr(findings, "WORLDS", 4)
    monkeypatch.setattr(findings, "_SANITY_WORLDS", 12)


def drafted(model, out, *, most_calls=12, most_tokens=10**6, attempts=6):
    """What comes of a draft in a folder, and how many calls the model has answered by then."""
    calls = ModelCalls(model, {"model": "m"}, out / "calls.jsonl", most_calls, most_tokens)
    return draft_pack(calls, [DOCUMENT], NAME, out, DraftLimits(attempts))


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
    assert "the last of 1 attempts is refused" in report.stopped and not report.is_sound
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
        ({"most_calls": 2}, "2 calls of 2 are spent; give a larger --calls"),
        ({"most_tokens": 1_000}, "1,250 tokens of 1,000 are spent; give a larger --tokens"),
        ({"attempts": 1}, "the last of 1 attempts is refused; give more --attempts, or mend it"),
    ],
)
def test_it_stops_at_a_limit_and_goes_on_with_a_larger_one(tmp_path, limits, why):
    model = Scripted("missing key", "YAML with a tab")
    report = drafted(model, tmp_path, **limits)
    assert report.stopped.startswith(why) and not report.is_sound
    before = len(model.bodies)
    further = drafted(model, tmp_path, attempts=2)
    assert [a.findings for a in further.attempts[:1]] == [a.findings for a in report.attempts[:1]]
    assert len(model.bodies) == before + 1


def test_a_model_that_repeats_itself_is_stopped(tmp_path):
    def stubborn(body):
        ask = body["messages"][-1]["content"]
        return ChatReply(PLAN if "Plan a pack" in ask else mistaken("missing key"))

    report = drafted(stubborn, tmp_path)
    assert "gave a pack again that was refused before; edit" in report.stopped
    assert str(report.attempts[0].file) in report.stopped
    assert len(report.attempts) == 1


def test_an_answer_that_was_cut_is_said_to_be(tmp_path):
    def cut(body):
        text = PLAN if "Plan a pack" in body["messages"][-1]["content"] else SOUND[:1500]
        return ChatReply(text, finish="whole" if text == PLAN else "cut")

    report = drafted(cut, tmp_path, attempts=1)
    assert "write a shorter pack" in report.attempts[0].findings[0]


NO_PLANS = {
    "no idea, sorry": "plan.yaml:1: got text; allowed: a mapping with the keys pack, about",
    "tables: [": "plan.yaml:2: not YAML",
    "a: 1": "plan.yaml:1: tables: got nothing; allowed: a mapping from each table's name",
    "tables: [TABLE]": "plan.yaml:1: tables: got a list; allowed: a mapping",
    "tables:\n" + "  T: {rows: 1}\n" * 30: "plan.yaml:3: tables: got 'T' twice",
}
"""As real models gave them, and why they are none."""


@pytest.mark.parametrize("text", NO_PLANS)
def test_what_is_no_plan_goes_back_to_the_model(tmp_path, text):
    bodies = []

    def hesitant(body):
        bodies.append(body)
        if "Write the whole pack" in body["messages"][-1]["content"]:
            return ChatReply(mistaken("missing key"))
        return ChatReply(text if len(bodies) == 1 else PLAN)

    drafted(hesitant, tmp_path, attempts=1)
    assert (tmp_path / "plan.yaml").read_text() == PLAN
    *_, given, ask = (message["content"] for message in bodies[1]["messages"])
    assert text.strip() in given and NO_PLANS[text] in ask and "whole plan" in ask
    assert ask.count("plan.yaml:") <= 6
    kept = tmp_path / "attempts" / "plan-1"
    assert (kept / "plan.yaml").read_text().strip() == text.strip()
    assert NO_PLANS[text] in (kept / "findings.txt").read_text()


def test_without_a_plan_it_ends_with_a_report(tmp_path):
    report = drafted(lambda _: ChatReply("tables: [TABLE]"), tmp_path)
    assert not report.is_sound and report.attempts == ()
    assert "no plan in 3 answers, the last: plan.yaml:1: tables: got a list" in report.stopped
    assert "plan-3/plan.yaml and run again" in report.stopped
    assert not (tmp_path / "plan.yaml").exists()
    # the user's own, made of it
    (tmp_path / "plan.yaml").write_text("tables: [library]\n")
    with pytest.raises(UsageError, match=r"plan.yaml is no plan: .*; mend it, or remove it"):
        drafted(Scripted("missing key"), tmp_path)


@pytest.mark.parametrize(
    ("error", "move"),
    [
        (ChatContextError("HTTP 400: request (10515 tokens) exceeds"), "with a longer context"),
        (ChatUnreachableError("gave no answer in 5 tries"), "the draft goes on from here"),
    ],
)
def test_a_server_that_gives_no_answer_ends_it_with_a_report(tmp_path, error, move):
    scripted = Scripted("missing key")

    def failing(body):
        if len(scripted.bodies) == 2:
            raise error
        return scripted(body)

    report = drafted(failing, tmp_path)
    assert len(report.attempts) == 1 and report.attempts[0].findings
    assert str(error) in report.stopped and move in report.stopped


def test_a_context_without_room_for_the_notation_is_refused_before_a_call(tmp_path):
    model = Scripted()
    calls = ModelCalls(model, {}, tmp_path / "calls.jsonl", 9, 10**6)
    with pytest.raises(UsageError, match=r"got 6,692 tokens .* allowed: 1\d,\d\d\d or more"):
        draft_pack(calls, [DOCUMENT], NAME, tmp_path, DraftLimits(prompt_tokens=6_692))
    assert model.bodies == []


def test_findings_are_given_as_far_as_they_fit():
    findings = [f"{NAME}.yaml:{n}: {'what was found ' * 20}" for n in range(1, 41)]
    room = tokens_of(mend_request(PLAN, NAME, SOUND, findings[:10], 10**6))
    ask = mend_request(PLAN, NAME, SOUND, findings, room)[-1]["content"]
    assert findings[9] in ask and findings[10] not in ask
    assert findings[0] in mend_request(PLAN, NAME, SOUND, findings, 1)[-1]["content"]


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
