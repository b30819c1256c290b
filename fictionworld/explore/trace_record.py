"""The form of records of traces and transcripts, held against before pages read it.

Files are of any origin. What a record lacks has its default here; what else it has is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError, model_validator

from fictionworld.errors import UsageError

_Form = TypeVar("_Form", bound=BaseModel)


class CallRecord(BaseModel):
    """One call of a tool."""

    tool: str = ""
    arguments: str = ""
    kind: str = ""
    characters: int = 0
    controls: list[str] = []
    sha256: str = ""


class RewardRecord(BaseModel):
    """What an answer earned."""

    earned: float | None = None
    coverage: float | None = None
    problem: str | None = None
    credit: list[float] = []
    """What each call added to the coverage."""


class CellRecord(BaseModel):
    """One cell of the right answer, and the call after which it followed."""

    row: int = Field(ge=1)
    header: str
    call: int | None


class EvidenceRecord(BaseModel):
    """What an agent had read of the right answer."""

    cells: list[CellRecord] = []


class TraceRecord(BaseModel):
    """One episode."""

    agent: str | None = None
    dataset: str | None = None
    task_id: str
    world_id: int | None = None
    sample: int | None = None
    policy: str | None = None
    policies: str | None = None
    controls: str | None = None
    seed: int | None = None
    settings: str | None = None
    most_calls: int | None = None
    reply_characters: int | None = None
    stopped: str | None = None
    ending: str | None = None
    error: str | None = None
    answer: str | None = None
    calls: list[CallRecord] = []
    reward: RewardRecord = RewardRecord()
    evidence: EvidenceRecord = EvidenceRecord()
    facts: list[list[str]] = []
    urls: list[list[str]] = []
    texts: list[str] = []

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, record: dict[str, Any]) -> dict[str, Any]:
        """Leave out what is null: it is lacking."""
        return {name: value for name, value in record.items() if value is not None}


class CalledFunction(BaseModel):
    """What a message calls."""

    name: str = ""
    arguments: str = ""


class MessageCall(BaseModel):
    """One call in a message."""

    function: CalledFunction


class MessageRecord(BaseModel):
    """One message of a conversation."""

    role: str = ""
    content: object = None
    """Text, or the parts that some servers give."""
    tool_calls: list[MessageCall] | None = None


class TranscriptRecord(BaseModel):
    """The conversation of one episode."""

    messages: list[MessageRecord] = []


def trace_record(record: dict[str, Any], line: int, path: Path) -> TraceRecord:
    """Return a record of a trace as it is read here.

    Raises:
        UsageError: It is wrong in some place; the message says in which.
    """
    return _formed(TraceRecord, record, line, path)


def transcript_record(record: dict[str, Any], line: int, path: Path) -> TranscriptRecord:
    """Return a record of a transcript as it is read here.

    Raises:
        UsageError: It is wrong in some place; the message says in which.
    """
    return _formed(TranscriptRecord, record, line, path)


def _formed(form: type[_Form], record: dict[str, Any], line: int, path: Path) -> _Form:
    try:
        return form.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UsageError(
            f"line {line} of {path.name} is damaged: {place}: got {str(first['input'])[:60]!r}, "
            f"{first['msg'].lower()}; other lines are not affected"
        ) from None
