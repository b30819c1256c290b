"""The phrases of a pack made ready: what stands before and behind a value, and what it needs.

A phrase of a column is a clause with `{value}`; one that begins with `{subject}` can share its
subject with others in one sentence. `goal(s)` follows the value's number, `a {value}` its sound.
What stands right behind `{value}` may say the unit: `{value}-inch display`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fictionworld.packs.compiled import TIMES, CompiledColumn
from fictionworld.text.english import lowered, singular_unit
from fictionworld.text.units import unit_words

_BEHIND = re.compile(r"(?:\s|-)([^\W\d_]+)")
_ARTICLE = re.compile(r"\b([Aa])n?\s+$")
_COUNTED = re.compile(r"(?:.*\((?:e?s|\w+/\w+)\))?", re.DOTALL)
_EITHER = re.compile(r"\((\w+)/(\w+)\)")
_MOVES = "changed by "


@dataclass(frozen=True, slots=True)
class ColumnPhrase:
    """One way to state one column."""

    before: str
    """What stands before the value; in a predicate without the subject."""
    counted: str
    """What stands right behind it and follows its number: ` goal(s)`; part of what is marked."""
    behind: str
    predicate: bool
    """It begins with the subject, which is not in `before`."""
    has_subject: bool
    """The subject stands in it, further on."""
    bare: bool
    """The phrase says the unit itself."""
    article: bool
    """`a ` or `an ` goes before the value, and is part of what is marked."""
    moves: bool
    """`changed by` went before the value: the value says `rose by` or `fell by` itself."""

    def clause(self, value: str, subject: str) -> str:
        """Return the clause, without the subject at the beginning of a predicate.

        Args:
            value: The value with its article, and with what is counted.
            subject: The row, as a noun phrase.
        """
        text = f"{self.before}{value}{self.behind}"
        return text.replace("{subject}", subject) if self.has_subject else text


def counted(text: str, *, one: bool) -> str:
    """Return a noun such as ` goal(s)`, and its verb, in the singular or the plural."""
    text = text.replace("(es)", "" if one else "es").replace("(s)", "" if one else "s")
    return _EITHER.sub(r"\1" if one else r"\2", text)


def phrases_of(
    column: CompiledColumn, label: str, unit: str | None, statements: Sequence[str] | None = None
) -> tuple[ColumnPhrase, ...]:
    """Return the phrases that state a column; plain ones where its pack gives none.

    Args:
        column: The column.
        label: What it is called.
        unit: Its unit in this world.
        statements: The pack's phrases to use; by default all that stand in worlds of any split.
    """
    given = column.spec.spoken.page if statements is None else statements
    phrases = list(given) or _plain(column, lowered(label))
    return tuple(_ready(text.replace("{label}", lowered(label)), unit) for text in phrases)


def nones_of(column: CompiledColumn, label: str) -> tuple[ColumnPhrase, ...]:
    """Return the phrases with which a pack says that a row has none; `no` stands for the value."""
    phrases = column.spec.spoken.none
    return tuple(_ready(text.replace("{label}", lowered(label)), None) for text in phrases)


def _plain(column: CompiledColumn, label: str) -> list[str]:
    """Return phrases that are right whatever the label is, singular or plural."""
    if column.kind == "boolean":
        return [f"the answer under “{label}” is {{value}} for {{subject}}"]
    if column.kind in {"reference", "name", "text", "category", "url"}:
        return [
            f"{{subject}} is listed with {{value}} as {label}",
            f"for {{subject}}, {{value}} is given as {label}",
        ]
    return [
        f"{{subject}} is listed with {{value}} under {label}",
        f"{{subject}} has {{value}} down under {label}",
        f"{{subject}} shows {{value}} under {label}",
        f"for {{subject}}, the figure under {label} is {{value}}"
        if column.kind not in TIMES
        else f"for {{subject}}, {{value}} is given under {label}",
    ]


@lru_cache(8192)
def _ready(text: str, unit: str | None) -> ColumnPhrase:
    before, behind = text.split("{value}")
    predicate = before.startswith("{subject} ")
    if predicate:
        before = before.removeprefix("{subject} ")
    article = _ARTICLE.search(before)
    if article:
        before = before[: article.start()]
    moves = before.endswith(_MOVES)
    has_unit = _says_unit(behind, unit)
    if has_unit and unit and behind.startswith(" " + unit) and singular_unit(unit) != unit:
        behind = f" {singular_unit(unit)}(s){behind[len(unit) + 1 :]}"
    match = _COUNTED.match(behind)
    noun = match[0] if match else ""
    return ColumnPhrase(
        before=before.removesuffix(_MOVES) if moves else before,
        counted=noun,
        behind=behind[len(noun) :],
        predicate=predicate,
        has_subject="{subject}" in before + behind,
        bare=has_unit,
        article=article is not None,
        moves=moves,
    )


def _says_unit(behind: str, unit: str | None) -> bool:
    """Return whether the word right behind the value is its unit: mAh, -inch, megapixels for MP."""
    match = _BEHIND.match(behind)
    if match is None or unit is None or unit == "%" or match[0] == " in":
        return False
    word = unit_words(match[1])
    return any(word == unit_words(part) for part in unit.split())
