"""Released text: the only text that a reply may be made of, and the two doors to it.

Text cut from our own templates is released by its marks: every fact that it states is known, and
the permit allows each. Values have no say in that, so twins stay equal, byte for byte; were the
matcher asked there, what it does would itself tell of values. Text that a model wrote has no
marks: the guard reads it, and refuses it where it tells a protected cell.

Nothing outside this module makes a `Released`: its constructor asks for a token that only the doors
have. So a function that takes `Released` cannot be given text that nobody looked at; the type
checker says so before anything runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fictionworld.leakage.guard import Field, Finding, Guard
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.web.permit import Permit
    from fictionworld.worlds.fact import FactId

__all__ = ["Refused", "Released", "ReleasedText", "released_by_guard", "released_by_marks"]

ReleasedText = NewType("ReleasedText", str)
"""A text that went through one of the doors. Only this module may call it (a test says so)."""


class _Token:
    """Held by the doors alone."""

    __slots__ = ()


_TOKEN: Final = _Token()


@dataclass(frozen=True, slots=True)
class Released:
    """The fields of one result, released together, by name."""

    fields: tuple[tuple[str, ReleasedText], ...]
    token: _Token

    def __post_init__(self) -> None:
        if self.token is not _TOKEN:
            raise TypeError("only leakage/released.py releases text; go through one of its doors")

    def text(self, name: str) -> ReleasedText:
        """The text of a field; empty where there is none."""
        return next((text for own, text in self.fields if own == name), ReleasedText(""))


@dataclass(frozen=True, slots=True)
class Refused:
    """Text that was not released, and why: the caller takes template text instead."""

    findings: tuple[Finding, ...]


def released_by_marks(
    texts: Mapping[str, str],
    facts: Iterable[FactId],
    page: str,
    permit: Permit,
    columns: Mapping[tuple[str, str], CompiledColumn],
) -> Released:
    """Text of our own templates, with the facts that its marks say it states.

    Args:
        texts: The fields of a result, by name.
        facts: All facts that they state.
        page: The page's name in its plan.
        permit: What may be stated.
        columns: The pack's columns by (table, column).

    Raises:
        ValueError: A fact is not permitted: the template is wrong, and nothing is released.
    """
    for fact in facts:
        if not permit.allows(page, columns[fact.table, fact.column], fact):
            raise ValueError(
                f"a text about {page} states {fact.table}.{fact.column}, which policy "
                f"{permit.policy} does not allow; cut the text from permitted passages"
            )
    return _release(texts)


def released_by_guard(fields: Sequence[Field], guard: Guard) -> Released | Refused:
    """Text that a model wrote about one page: released if the guard finds nothing in it."""
    findings = guard.look(fields)
    if findings:
        return Refused(findings)
    return _release({field.name: field.text for field in fields})


def _release(texts: Mapping[str, str]) -> Released:
    return Released(tuple((name, ReleasedText(text)) for name, text in texts.items()), _TOKEN)
