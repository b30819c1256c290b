"""The answer that a computation gives, written as the question asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.episodes.agents.known import KnownRows
from fictionworld.tasks.grading.cells import written
from fictionworld.tasks.key import KeyColumn
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fictionworld.episodes.agents.reasoner import Reasoner

__all__ = ["answer_of", "markdown", "rows_of"]


def rows_of(reasoner: Reasoner) -> list[tuple[str, ...]]:
    """The answer's rows, as texts, computed over what was read.

    Where so little is known that rows cannot be distinguished, there are none.
    """
    specification = reasoner.specification
    columns = [
        KeyColumn(output.header, output.role, output.kind, output.decimals, output.unit)
        for output in specification.outputs
    ]
    try:
        found = rederive(specification, reasoner.pack, KnownRows(reasoner.known))
    except AmbiguousError:
        found = ()
    return [tuple(map(written, columns, row)) for row in found]


def answer_of(reasoner: Reasoner) -> str:
    """The answer computed over what was read, as a Markdown table."""
    return markdown([output.header for output in reasoner.specification.outputs], rows_of(reasoner))


def markdown(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """One Markdown table in a fenced block."""
    lines = [headers, ["---"] * len(headers), *rows]
    cells = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join(["```markdown", *cells, "```", ""])
