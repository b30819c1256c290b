"""The input of the guard: the fields of a reply, grouped by result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FieldName = Literal["title", "snippet", "url", "date", "error", "page"]

_SHOWN: Final[dict[FieldName, str]] = {
    "url": "", "title": "Title: ", "snippet": "Snippet: ", "date": "Date: ",
    "error": "", "page": "",
}  # fmt: skip


class Field(NamedTuple):
    """One piece of a reply."""

    page: int
    """The page that it is about; 0 for an error."""
    name: FieldName
    text: str


class FieldPart(NamedTuple):
    """A field, and where it stands in the text of its group."""

    start: int
    end: int
    field: Field


class FieldGroup(NamedTuple):
    """The fields of one result, or of two, as one text."""

    page: int
    """0 for several."""
    text: str
    parts: tuple[FieldPart, ...]
    is_cut: bool
    """A title or a snippet is cut off: a value may continue in the next result."""


def by_page(fields: Iterable[Field]) -> list[tuple[Field, ...]]:
    """The fields of each result, in order."""
    pages: dict[int, list[Field]] = {}
    for field in fields:
        pages.setdefault(field.page, []).append(field)
    return [tuple(own) for own in pages.values()]


def group_of(fields: Sequence[Field]) -> FieldGroup:
    """The fields of one result as a reader sees them, a line each."""
    text = ""
    parts = []
    for field in fields:
        text += f"{chr(10) if text else ''}{_SHOWN[field.name]}"
        parts.append(FieldPart(len(text), len(text) + len(field.text), field))
        text += field.text
    is_cut = any(one.name in {"title", "snippet"} and _CUT.search(one.text[-24:]) for one in fields)
    return FieldGroup(fields[0].page, text, tuple(parts), is_cut)


def joined(groups: Sequence[FieldGroup]) -> FieldGroup:
    """Results one under the other, numbered as in a reply."""
    text = ""
    parts: list[FieldPart] = []
    for rank, group in enumerate(groups, 1):
        text += f"{chr(10) * 2 if text else ''}[{rank}] "
        parts += [
            FieldPart(len(text) + start, len(text) + end, one) for start, end, one in group.parts
        ]
        text += group.text
    return FieldGroup(0, text, tuple(parts), is_cut=any(group.is_cut for group in groups))


def visible(group: FieldGroup) -> str:
    """The text without dates, labels, and the marks of addresses."""
    return "\n".join(
        _ADDRESS_MARKS.sub(" ", unquote(field.text)) if field.name == "url" else field.text
        for _, _, field in group.parts
        if field.name != "date"
    )


_CUT: Final = re.compile(
    r"(?:\d,|[:,]|\b(?:and|of|was|is|by|the|at|to|than|hundred|thousand|million|Mrs?|Dr))\s*$"
)


_ADDRESS_MARKS: Final = re.compile(r"https?://|/(?:19|20|21)\d\d/[01]\d(?:/[0-3]\d)?/|[_/?=&+-]+")
_ADDRESS_DAY: Final = re.compile(r"/((?:19|20|21)\d\d)/([01]\d)(?:/([0-3]\d))?/")


def days_of(group: FieldGroup) -> str:
    """What stands in fields for dates, and the day in the address of a page: one a line."""
    found = []
    for _, _, field in group.parts:
        if field.name == "date":
            found.append(field.text)
        elif field.name == "url":
            found += [
                "-".join(part for part in match.groups() if part)
                for match in _ADDRESS_DAY.finditer(field.text)
            ]
    return "\n".join(found)
