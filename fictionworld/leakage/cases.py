"""Test cases for the matcher as JSON lines, and its recall and false positives on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from fictionworld.errors import UsageError, nearest
from fictionworld.leakage.answer import TYPES, Answer, LeakVerdict, Type
from fictionworld.leakage.matcher import find_leaks
from fictionworld.text.json_lines import read_json_lines

_FORM: Final = (
    '{"id": ..., "entity": "...", "question": "...", '
    '"answer": {"column": "...", "type": "...", "value": ..., "aliases": [...]}, "text": "..."}'
)
_Json: TypeAlias = Any
_MOST_ALIASES: Final = 1_000  # each is looked for in every form: a millisecond
_TRUTHS: Final = ("leaks", "expected")


@dataclass(frozen=True, slots=True)
class LeakCase:
    """One text, and the value that it must not state."""

    where: str
    """`cases.jsonl:12`, for errors."""
    id: str | int
    entity: str
    question: str
    answer: Answer
    text: str
    kind: str = ""
    """The kind of disguise or harmless text, if the line gives it."""
    tier: str = ""
    expected: bool | None = None
    """Whether it leaks, if the line says so."""


def read_cases(text: str, name: str) -> list[LeakCase]:
    """The cases in the text of a JSON-lines file; blank lines are passed over.

    Raises:
        UsageError: A line is wrong; the message begins with `name:line`.
    """
    return read_json_lines(text, name, _case, _FORM)


def judge_cases(cases: list[LeakCase]) -> Iterator[tuple[LeakCase, LeakVerdict]]:
    """The verdict on each case in turn."""
    for case in cases:
        yield (
            case,
            find_leaks(case.text, case.answer, entity=case.entity, question=case.question),
        )


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """How the verdicts on cases of one kind agree with their labels."""

    kind: str
    leaking: int
    found: int
    """Of those that leak."""
    innocent: int
    flagged: int
    """Of those that do not."""

    @property
    def recall(self) -> float | None:
        return self.found / self.leaking if self.leaking else None

    @property
    def false_alarms(self) -> float | None:
        return self.flagged / self.innocent if self.innocent else None


def tallies(judged: list[tuple[LeakCase, LeakVerdict]], by: str = "kind") -> list[CaseCounts]:
    """The tallies of the cases that say whether they leak, by `kind` or `tier`, in order of name.

    The last one is of all of them.
    """
    labelled = [(case, verdict) for case, verdict in judged if case.expected is not None]
    names = sorted({getattr(case, by) or "-" for case, _ in labelled})
    rows = [
        _tally(name, [one for one in labelled if (getattr(one[0], by) or "-") == name])
        for name in names
    ]
    return [*rows, _tally("all", labelled)] if rows else []


def _tally(name: str, labelled: list[tuple[LeakCase, LeakVerdict]]) -> CaseCounts:
    leaking = [verdict.leaks for case, verdict in labelled if case.expected]
    innocent = [verdict.leaks for case, verdict in labelled if not case.expected]
    return CaseCounts(name, len(leaking), sum(leaking), len(innocent), sum(innocent))


def _case(said: dict[str, Any], where: str) -> LeakCase:
    for field in ("id", "answer", "text"):
        if field not in said:
            raise UsageError(f"{where}: got no {field!r}; give {_FORM}")
    if not isinstance(said["id"], str | int) or isinstance(said["id"], bool):
        raise UsageError(f"{where}: id is {_kind(said['id'])}; give text or a number")
    expected = next((said[name] for name in _TRUTHS if said.get(name) is not None), None)
    if expected is not None and not isinstance(expected, bool):
        raise UsageError(f"{where}: leaks is {_kind(expected)}; give true or false")
    return LeakCase(
        where,
        said["id"],
        _text(said.get("entity"), "entity", where),
        _text(said.get("question"), "question", where),
        _answer(said["answer"], where),
        _joined(said["text"], where),
        _text(said.get("kind"), "kind", where),
        _text(said.get("tier"), "tier", where),
        expected,
    )


def _answer(said: _Json, where: str) -> Answer:
    if not isinstance(said, dict):
        raise UsageError(
            f"{where}: answer is {_kind(said)}; give an object with column, type, value, aliases"
        )
    for field in ("type", "value"):
        if field not in said:
            raise UsageError(f"{where}: answer has no {field!r}; give {_FORM}")
    aliases = said.get("aliases")
    aliases = [aliases] if isinstance(aliases, str) else aliases
    if aliases is not None and not isinstance(aliases, list):
        raise UsageError(f"{where}: aliases is {_kind(aliases)}; give a list of texts")
    if aliases is not None and len(aliases) > _MOST_ALIASES:
        raise UsageError(f"{where}: got {len(aliases):,} aliases; at most {_MOST_ALIASES:,}")
    return Answer(
        _text(said.get("column"), "column", where),
        _type(said["type"], where),
        _value(said["value"], "value", where),
        tuple(_value(alias, "alias", where) for alias in aliases or ()),
    )


def _type(said: _Json, where: str) -> Type:
    for name in TYPES:
        if said == name:
            return name
    hint = nearest(said, TYPES) if isinstance(said, str) else ""
    raise UsageError(f"{where}: got type {said!r}; allowed: {', '.join(TYPES)}{hint}")


def _value(said: _Json, what: str, where: str) -> str:
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, int | float):
        return format(said, "f").rstrip("0").rstrip(".") if isinstance(said, float) else str(said)
    if isinstance(said, str) and said.strip():
        return said
    if isinstance(said, dict) and "amount" in said:
        amount = _value(said["amount"], f"{what}.amount", where)
        return f"{amount} {_text(said.get('currency'), f'{what}.currency', where)}".strip()
    raise UsageError(
        f"{where}: {what} is {_kind(said)}; give text, a number, true or false, "
        'or {"amount": ..., "currency": ...}'
    )


def _text(said: _Json, field: str, where: str) -> str:
    if said is None:
        return ""
    if isinstance(said, str):
        return said
    raise UsageError(f"{where}: {field} is {_kind(said)}; give text")


def _joined(said: _Json, where: str) -> str:
    """A text, or the fields of a result, each on a line."""
    if isinstance(said, str):
        return said
    if isinstance(said, Mapping):
        pieces = [f"{str(name).capitalize()}: {_joined(one, where)}" for name, one in said.items()]
        return "\n".join(pieces)
    if isinstance(said, list):
        return "\n".join(_joined(one, where) for one in said)
    if said is None or isinstance(said, int | float):
        return "" if said is None else str(said)
    raise UsageError(f"{where}: text is {_kind(said)}; give text, or its fields")


def _kind(said: _Json) -> str:
    if said is None:
        return "null"
    return "an empty text" if said == "" else type(said).__name__
