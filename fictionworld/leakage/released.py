"""Released text, the only text that a reply may be made of, and its constructors.

All text is released by its marks, a model's too, into whose drafts code has put the values: every
fact that a result states is known, and the permit allows each; a page states what its plan gives
it, and no more. The decision does not depend on values, so twins stay equal byte for byte; a
matcher used here would itself reveal values.

Nothing outside this module makes a `Released` or a `ReleasedText`: both require a token that only
the functions here have. So a function that takes them cannot be given unchecked text; the type
checker reports it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fictionworld.web.page import Page
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Stated
from fictionworld.worlds.fact import FactId


class _Token:
    """Known to the functions of this module alone."""

    __slots__ = ()


_TOKEN: Final = _Token()
_SHUT: Final = "only leakage/released.py releases text; call released_by_marks or released_page"


class ReleasedText(str):
    """A text that this module released; any text derived from it is a plain `str`."""

    __slots__ = ()

    def __new__(cls, text: str, token: _Token) -> ReleasedText:
        if token is not _TOKEN:
            raise TypeError(_SHUT)
        return super().__new__(cls, text)


@dataclass(frozen=True, slots=True)
class Released:
    """The fields of one result, released together, by name."""

    fields: tuple[tuple[str, ReleasedText], ...]
    token: _Token = field(repr=False)

    def __post_init__(self) -> None:
        if self.token is not _TOKEN:
            raise TypeError(_SHUT)

    def text(self, name: str) -> ReleasedText:
        """The text of a field; empty where there is none."""
        for own, text in self.fields:
            if own == name:
                return text
        return _EMPTY


_EMPTY: Final = ReleasedText("", _TOKEN)


def released_by_marks(
    texts: Mapping[str, str], stated: Iterable[Stated], page: str, permit: Permit
) -> Released:
    """The texts of a result, with the facts that its marks say they state.

    Args:
        texts: The fields of a result, by name.
        stated: All facts that they state, each with its column.
        page: The page's name in its plan.
        permit: What may be stated.

    Raises:
        ValueError: A fact is not permitted: the text is wrong, and nothing is released.
    """
    for column, fact in stated:
        if not permit.allows(page, column, fact):
            raise ValueError(
                f"a text about {page} states {fact.table}.{fact.column}, which policy "
                f"{permit.policy} does not allow; cut the text from permitted passages"
            )
    return Released(
        tuple((name, ReleasedText(text, _TOKEN)) for name, text in texts.items()), _TOKEN
    )


def released_page(page: Page, planned: Collection[FactId]) -> ReleasedText:
    """The body of a page, by its marks: it states what its plan gives it.

    Args:
        page: As its web wrote it.
        planned: The facts that its plan gives it.

    Raises:
        ValueError: It states another fact: the page is wrong, and is not released.
    """
    for mark in page.marks:
        if mark.fact not in planned:
            raise ValueError(
                f"the page {page.head.name} states {mark.fact.table}.{mark.fact.column} of row "
                f"{mark.fact.row}, which its plan does not give it; write what the plan says"
            )
    return ReleasedText(page.body, _TOKEN)
