"""The matcher, asked for what it finds of one protected value in one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["tells"]


def tells(
    text: str, answer: Answer, entity: str, question: str = ""
) -> tuple[tuple[int, int], ...]:
    """Where a text tells the value, as places of its characters; none where it does not."""
    from fictionworld.leakage.matcher import find_leaks  # noqa: PLC0415 - slow to import

    verdict = find_leaks(text, answer, entity=entity, question=question)
    return verdict.spans if verdict.leaks else ()
