"""Instructions of a search, of which code can tell whether they are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fictionworld.worldmodel.written_results import WrittenResult

_FAILED: Final = "Error: 503 Service Unavailable"
_EMPTY: Final = "No results found."
_FEW: Final = 2
_WORDS: Final = 10


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction."""

    name: str
    text: str
    """As the state gives it."""
    is_kept: Callable[[str, tuple[WrittenResult, ...]], bool]
    """Whether a reply keeps to it: the text, and the results that a lenient reader finds there."""
    obeyed: Callable[[str], str]
    """Our own reply, given the one without the instruction."""


def _first(text: str, most: int) -> str:
    return "\n\n".join(text.split("\n\n")[:most])


def _each_line(text: str, start: str, change: Callable[[str], str]) -> str:
    return "\n".join(
        start + change(line.removeprefix(start)) if line.startswith(start) else line
        for line in text.split("\n")
    )


INSTRUCTIONS: Final = {
    instruction.name: instruction
    for instruction in (
        Instruction(
            "few results",
            f"give exactly {_FEW} results",
            lambda _, results: len(results) == _FEW,
            lambda text: _first(text, _FEW),
        ),
        Instruction(
            "no dates",
            "the engine shows no dates today: write `Date: N/A` for every result",
            lambda _, results: bool(results) and all(result.has_no_date for result in results),
            lambda text: _each_line(text, "Date: ", lambda _: "N/A"),
        ),
        Instruction(
            "engine fails",
            f"the query fails: reply with the line `{_FAILED}` and nothing else",
            lambda text, results: not results and _FAILED in text,
            lambda _: _FAILED,
        ),
        Instruction(
            "nothing found",
            f"nothing is found: reply with the line `{_EMPTY}` and nothing else",
            lambda text, results: not results and _EMPTY in text,
            lambda _: _EMPTY,
        ),
        Instruction(
            "short snippets",
            f"no snippet may have more than {_WORDS} words",
            lambda _, results: (
                bool(results) and all(len(result.snippet.split()) <= _WORDS for result in results)
            ),
            lambda text: _each_line(
                text, "Snippet: ", lambda snippet: " ".join(snippet.split()[:_WORDS])
            ),
        ),
    )
}
"""By name; another one is added here."""
