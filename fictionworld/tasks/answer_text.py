"""The right answer in words: as texts, and as the Markdown table that a question asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.grading.cells import written

if TYPE_CHECKING:
    from fictionworld.tasks.key import Key

__all__ = ["answer_markdown", "answer_texts"]


def answer_texts(key: Key) -> list[tuple[str, ...]]:
    """The rows of the key, each cell as the question asks for it: `NA`, `12.50`, `2040-06-04`."""
    return [tuple(map(written, key.columns, row)) for row in key.rows]


def answer_markdown(key: Key) -> str:
    """The key as an agent would hand it in: one Markdown table in a fenced block."""
    rule = ["---"] * len(key.columns)
    lines = [f"| {' | '.join(cells)} |" for cells in (list(key.required), rule, *answer_texts(key))]
    return "\n".join(["```markdown", *lines, "```", ""])
