"""Many answers to tasks in WideSearch form, one a line: a file of JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fictionworld.errors import UsageError
from fictionworld.tasks.widesearch.evaluation import Evaluation, parse_evaluation
from fictionworld.tasks.widesearch.scoring import WideSearchFigures, score_widesearch
from fictionworld.text.json_lines import read_json_lines

_TEXTS = ("gold_csv", "response")


@dataclass(frozen=True, slots=True)
class ScoringCase:
    """One answer, and by what it is judged."""

    where: str
    """`cases.jsonl:12`, for errors."""
    id: str | int
    evaluation: Evaluation
    gold_csv: str
    response: str


def read_cases(text: str, name: str) -> list[ScoringCase]:
    """Return the cases in the text of a JSON-lines file; blank lines are passed over.

    Raises:
        UsageError: A line is wrong; the message begins with `name:line`.
    """
    return read_json_lines(text, name, _case, _FORM)


_FORM = '{"id": ..., "evaluation": {...}, "gold_csv": "...", "response": "..."}'


def _case(data: dict[str, Any], where: str) -> ScoringCase:
    for field in ("id", "evaluation", *_TEXTS):
        if field not in data:
            raise UsageError(f"{where}: got no {field!r}; give {_FORM}")
    for field in _TEXTS:
        if not isinstance(data[field], str):
            raise UsageError(f"{where}: {field} is {type(data[field]).__name__}; give text")
    if not isinstance(data["id"], str | int):
        raise UsageError(f"{where}: id is {type(data['id']).__name__}; give text or a number")
    try:
        evaluation = parse_evaluation(data["evaluation"])
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    return ScoringCase(where, data["id"], evaluation, data["gold_csv"], data["response"])


def score_cases(cases: list[ScoringCase]) -> Iterator[tuple[ScoringCase, WideSearchFigures]]:
    """Yield each case with its figures, in the order given.

    Raises:
        UsageError: The gold of a case cannot be read.
    """
    for case in cases:
        try:
            yield case, score_widesearch(case.evaluation, case.gold_csv, case.response)
        except UsageError as error:
            raise UsageError(f"{case.where}: {error}") from None
