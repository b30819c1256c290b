"""The phrases of a pack made ready: what stands before and behind a value, and what it needs.

A phrase of a column is a clause with `{value}`; one that begins with `{subject}` can share its
subject with others in one sentence. `goal(s)` follows the value's number, `a {value}` its sound.
What stands right behind `{value}` may say the unit: `{value}-inch display`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.text.english import indefinite, lowered, singular_unit

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn

__all__ = ["Phrase", "phrases_of"]

_BEHIND = re.compile(r"(\s|-)([^\W\d_]+)")
_SMALL_WORDS = """
a above across after all among an and are as at before below by for from had has have if in into
is it of off on or out over own owner owners per since so than that the their this to under up
was were when who with
"""
_LINKING = frozenset(_SMALL_WORDS.split())
_ARTICLE = re.compile(r"\b([Aa])n?\s+$")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to state one column."""

    before: str
    """What stands before the value; in a predicate without the subject."""
    behind: str
    predicate: bool
    """It begins with the subject, which is not in `before`."""
    has_subject: bool
    """The subject stands in it, further on."""
    bare: bool
    """The phrase says the unit itself."""
    article: bool
    """`a ` or `an ` goes between `before` and the value."""
    counts: bool
    """Something in it follows the value's number."""

    def said(self, value: str, plain: str, subject: str, *, one: bool) -> str:
        """The clause, without the subject at the beginning of a predicate.

        Args:
            value: The value with its mark.
            plain: The same without.
            subject: The row, as a noun phrase.
            one: Whether the value is the number one.
        """
        behind = self.behind
        if self.counts:
            behind = _counted(behind, one=one)
        article = indefinite(plain) + " " if self.article else ""
        text = f"{self.before}{article}{value}{behind}"
        return text.replace("{subject}", subject) if self.has_subject else text


def _counted(text: str, *, one: bool) -> str:
    return text.replace("(es)", "" if one else "es").replace("(s)", "" if one else "s")


def phrases_of(column: CompiledColumn, label: str, unit: str | None) -> tuple[Phrase, ...]:
    """The ways in which a pack states a column; plain ones where it gives none."""
    given = [text for text in column.spec.spoken.page if text.count("{value}") == 1]
    if not given:
        given = _plain(column, lowered(label))
    return tuple(_ready(text.replace("{label}", lowered(label)), unit) for text in given)


def _plain(column: CompiledColumn, label: str) -> list[str]:
    """Phrases that are right whatever the label is, one thing or many."""
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
        if column.kind not in {"date", "year"}
        else f"for {{subject}}, {{value}} is given under {label}",
    ]


def _ready(text: str, unit: str | None) -> Phrase:
    before, behind = text.split("{value}")
    predicate = before.startswith("{subject} ")
    if predicate:
        before = before.removeprefix("{subject} ")
    article = _ARTICLE.search(before)
    if article:
        before = before[: article.start()]
    said = _says_unit(behind, unit)
    if said and unit and behind.startswith(" " + unit) and singular_unit(unit) != unit:
        behind = f" {singular_unit(unit)}(s){behind[len(unit) + 1 :]}"
    return Phrase(
        before=before,
        behind=behind,
        predicate=predicate,
        has_subject="{subject}" in before + behind,
        bare=said,
        article=article is not None,
        counts="(s)" in behind or "(es)" in behind,
    )


def _says_unit(behind: str, unit: str | None) -> bool:
    """Whether the word right behind the value is its unit: mAh, -inch, megapixels for MP."""
    found = _BEHIND.match(behind)
    if found is None or unit is None or unit == "%":
        return False
    word = found[2].lower()
    if word in _LINKING:
        return False
    return any(word[0] == part[0].lower() for part in unit.split())
