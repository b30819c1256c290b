"""Files of cases: what is read, what is refused, what is printed."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app
from fictionworld.errors import UsageError
from fictionworld.leakage.cases import judge_cases, read_cases, tallies

GOOD = {
    "id": "a",
    "entity": "Vela 5",
    "question": "What is the battery capacity of the Vela 5?",
    "answer": {"column": "Battery (mAh)", "type": "number", "value": 5180},
    "text": "The Vela 5 has a 5,180 mAh battery.",
}


def _line(**changed: object) -> str:
    return json.dumps({**GOOD, **changed})


def _answer(**changed: object) -> str:
    return _line(answer={**GOOD["answer"], **changed})  # type: ignore[dict-item]


@pytest.mark.parametrize("value", [5180, 5180.0, "5180", "5,180 mAh"])
def test_a_value_may_be_a_number_or_a_text(value: object) -> None:
    case = read_cases(_answer(value=value), "x")[0]
    assert next(judge_cases([case]))[1].leaks


def test_a_truth_value_is_yes_or_no() -> None:
    case = read_cases(_answer(type="bool", value=True), "x")[0]
    assert case.answer.value == "yes"


@pytest.mark.parametrize(
    "text",
    [
        {"title": "Vela 5", "snippet": "Battery: 5,180 mAh"},
        ["Vela 5", "battery 5,180 mAh"],
        [{"title": "Vela 5", "snippet": "Battery: 5,1"}, {"snippet": "80 mAh"}],
    ],
)
def test_a_text_may_be_fields(text: object) -> None:
    case = read_cases(_line(text=text), "x")[0]
    assert next(judge_cases([case]))[1].leaks


def test_aliases_entity_and_question_may_be_missing() -> None:
    line = {key: value for key, value in GOOD.items() if key not in {"entity", "question"}}
    case = read_cases(json.dumps(line), "x")[0]
    assert (case.entity, case.question, case.answer.aliases) == ("", "", ())
    assert next(judge_cases([case]))[1].leaks


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "got no JSON"),
        ("[1]", "got list"),
        ("{}", "got no 'id'"),
        (_line(answer="5180"), "answer is str"),
        (_answer(type="numbr"), "did you mean 'number'"),
        (_answer(value=None), "value is null"),
        (_answer(value=""), "value is an empty text"),
        (_answer(aliases=7), "aliases is int"),
        (_line(entity=3), "entity is int"),
        (_line(leaks="yes"), "leaks is str"),
        (_line(id=None), "id is null"),
    ],
)
def test_a_bad_line_is_named(line: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"cases\.jsonl:3: ") as caught:
        read_cases(f"{_line()}\n\n{line}\n", "cases.jsonl")
    assert said in str(caught.value)


def test_a_file_without_cases_is_refused() -> None:
    with pytest.raises(UsageError, match="got no case"):
        read_cases("\n \n", "x")


def test_tallies_count_what_is_stated() -> None:
    lines = [
        _line(leaks=True, kind="a"),
        _line(leaks=True, kind="a", text="nothing"),
        _line(leaks=False, kind="b"),
        _line(),
    ]
    found = tallies(list(judge_cases(read_cases("\n".join(lines), "x"))))
    assert [(one.kind, one.leaking, one.found, one.innocent, one.flagged) for one in found] == [
        ("a", 2, 1, 0, 0),
        ("b", 0, 0, 1, 1),
        ("all", 2, 1, 1, 1),
    ]
    assert found[0].recall == 0.5
    assert found[0].false_alarms is None


def test_the_command_prints_a_line_a_case() -> None:
    lines = f"{_line()}\n{_line(id=2, text='Nothing here.')}\n"
    result = CliRunner().invoke(app, ["leaks", "-"], input=lines)
    assert result.exit_code == 0
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert list(first) == ["id", "leaks", "spans", "why"]
    assert first["leaks"] is True
    start, end = first["spans"][0]
    assert str(GOOD["text"])[start:end].startswith("5,180")
    assert second == {"id": 2, "leaks": False, "spans": [], "why": "not found in any form"}


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("The Vessmar K2 costs 1,299 euros.", True),
        ("The price of the Vessmar K2: \u20ac1,299.00", True),
        ("The Vessmar K2 costs 1,299 dollars.", False),
        ("The Vessmar K2 costs 1,399 euros.", False),
    ],
)
def test_money_may_be_an_amount_and_its_currency(text: str, leaks: bool) -> None:
    answer = {
        "column": "Launch price", "type": "money", "value": {"amount": 1299, "currency": "EUR"},
    }  # fmt: skip
    line = json.dumps({"id": 1, "entity": "Vessmar K2", "answer": answer, "text": text})
    [(case, verdict)] = judge_cases(read_cases(line, "cases.jsonl"))
    assert case.answer.value == "1299 EUR"
    assert verdict.leaks is leaks


def test_an_amount_that_is_none_is_an_error() -> None:
    answer = {"column": "Price", "type": "money", "value": {"amount": [], "currency": "EUR"}}
    line = json.dumps({"id": 1, "answer": answer, "text": ""})
    with pytest.raises(UsageError, match=r"value\.amount"):
        read_cases(line, "cases.jsonl")
