"""Planted leaks: answers of a world inserted into its results, for the guard to find.

Each protected cell that is drawn is stated in one sentence, in one disguise, within a result of the
world's own web; the guard should find it. The sentence is written by this module alone, in forms
that share no code with the guard.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from html import escape
from random import Random
from typing import Final
from urllib.parse import quote

from fictionworld.leakage.fields import Field
from fictionworld.leakage.guard import Guard
from fictionworld.leakage.protected import Protected
from fictionworld.seeds import child_seed
from fictionworld.text.dates import written_date

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_CYRILLIC: Final = str.maketrans(
    {
        "a": "\u0430", "e": "\u0435", "o": "\u043e", "p": "\u0440", "c": "\u0441",
        "A": "\u0410", "E": "\u0415", "O": "\u041e", "M": "\u041c",
    }
)  # fmt: skip


def _is_number(value: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", value) is not None


def _digits(cell: Protected) -> str:
    return cell.answer.value.removesuffix("%")


def _grouped(cell: Protected) -> str | None:
    value = _digits(cell)
    if cell.answer.type == "date" or not _is_number(value) or abs(Decimal(value)) < 1000:
        return None
    return f"{Decimal(value):,}"


def _continental(cell: Protected) -> str | None:
    value = _digits(cell)
    if cell.answer.type == "date" or not _is_number(value):
        return None
    if "." not in value and abs(Decimal(value)) < 1000:
        return None
    return f"{Decimal(value):,}".translate(str.maketrans(",.", ".,"))


def _in_words(cell: Protected) -> str | None:
    value = _digits(cell)
    if not value.isdigit() or int(value) >= 1_000_000 or cell.answer.type == "date":
        return None
    words = _words(int(value))
    return f"{words} percent" if cell.answer.type == "percent" else words


def _words(value: int) -> str:
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {_words(rest)}" if rest else "")
    thousands, rest = divmod(value, 1000)
    return f"{_words(thousands)} thousand" + (f" {_words(rest)}" if rest else "")


def _scaled(cell: Protected) -> str | None:
    value = _digits(cell)
    if not value.isdigit() or int(value) < 10_000 or cell.answer.type == "date":
        return None
    return f"{(Decimal(value) / 1000).normalize():f} thousand"


def _on_day(write: Callable[[date], str]) -> Callable[[Protected], str | None]:
    """Return a disguise that applies to days alone."""

    def disguise(cell: Protected) -> str | None:
        try:
            return write(date.fromisoformat(cell.answer.value))
        except ValueError:
            return None

    return disguise


def _turned(cell: Protected) -> str | None:
    words = cell.answer.value.split()
    if cell.answer.type != "name" or len(words) < 2:
        return None
    return f"{words[-1]}, {' '.join(words[:-1])}"


def _initialled(cell: Protected) -> str | None:
    words = cell.answer.value.split()
    if cell.answer.type != "name" or len(words) != 2 or not all(w.isalpha() for w in words):
        return None
    return f"{words[0][0]}. {words[1]}"


def _letters(cell: Protected) -> str | None:
    value = cell.answer.value
    return value if cell.answer.type in {"name", "category"} and len(value) > 4 else None


def _cut(cell: Protected) -> str | None:
    value = _letters(cell)
    return value[:-2] + "..." if value and len(value) > 8 else None


def _hashtag(cell: Protected) -> str | None:
    value = _letters(cell)
    return "#" + re.sub(r"\W", "", value.title()) if value and " " in value else None


def _spaced(cell: Protected) -> str | None:
    value = _letters(cell) or (_digits(cell) if len(_digits(cell)) > 3 else None)
    if value is None or not re.fullmatch(r"[\w ]+", value):
        return None
    return "   ".join(" ".join(word) for word in value.split())


def _over(make: Callable[[str], str]) -> Callable[[Protected], str | None]:
    """Return a disguise that applies to any value long enough to be recognised by itself."""

    def disguise(cell: Protected) -> str | None:
        value = cell.answer.value
        return make(value) if len(value) > 3 and cell.answer.type != "bool" else None

    return disguise


def _entities(value: str) -> str:
    return "".join(f"&#{ord(c)};" if c.isalnum() else escape(c) for c in value)


def _look_alike(cell: Protected) -> str | None:
    value = _letters(cell)
    changed = value.translate(_CYRILLIC) if value else value
    return changed if changed != value else None


def _wide(value: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value)


DISGUISES: Final[dict[str, Callable[[Protected], str | None]]] = {
    "as stored": lambda cell: cell.answer.value,
    "grouped digits": _grouped,
    "continental digits": _continental,
    "number words": _in_words,
    "scaled": _scaled,
    "date in words": _on_day(written_date),
    "American date": _on_day(lambda day: written_date(day, "Jun 4, 2031")),
    "date with points": _on_day(lambda day: f"{day.day:02}.{day.month:02}.{day.year}"),
    "compact date": _on_day(lambda day: f"{day:%Y%m%d}"),
    "name turned": _turned,
    "initials": _initialled,
    "cut short": _cut,
    "hashtag": _hashtag,
    "spaced": _spaced,
    "zero-width": _over("\u200b".join),
    "HTML entities": _over(_entities),
    "URL escapes": _over(lambda value: quote(value, safe="")),
    "look-alike letters": _look_alike,
    "full width": _over(_wide),
    "Markdown": _over(lambda value: f"**{value[:2]}**{value[2:]}"),
    "base64": _over(lambda value: base64.b64encode(value.encode()).decode()),
}
"""The disguises by name: what is written for a cell, or None where it does not apply."""

_SENTENCES: Final = (
    "{entity}: {label} {value}.",
    "The {label} of {entity} is {value}.",
    "{label}: {value} ({entity}).",
)


@dataclass(frozen=True, slots=True)
class Plant:
    """One result with a planted answer."""

    cell: Protected
    disguise: str
    fields: tuple[Field, ...]


def plants_of(
    cells: Sequence[Protected], results: Sequence[tuple[Field, ...]], seed: int, each: int = 10
) -> list[Plant]:
    """Return results with planted answers, at most `each` of every disguise.

    Args:
        cells: The protected cells to draw from; not empty.
        results: Results of the world's own, as fields of one page each; not empty.
        seed: Random seed of what is drawn.
        each: The most results of a disguise.
    """
    plants = []
    for name, disguise in DISGUISES.items():
        rng = Random(child_seed(seed, f"plant/{name}"))  # noqa: S311 - no secret hangs on it
        order = rng.sample(range(len(cells)), len(cells))
        count = 0
        for index in order:
            cell = cells[index]
            if not cell.is_named or (value := disguise(cell)) is None:
                continue
            sentence = rng.choice(_SENTENCES).format(
                entity=cell.name, label=cell.answer.column.lower(), value=value
            )
            plants.append(Plant(cell, name, _with(rng.choice(results), sentence)))
            count += 1
            if count == each:
                break
    return plants


def _with(result: tuple[Field, ...], sentence: str) -> tuple[Field, ...]:
    return tuple(
        Field(field.page, field.name, f"{field.text} {sentence}")
        if field.name == "snippet"
        else field
        for field in result
    )


def try_guard(guard: Guard, plants: Iterable[Plant]) -> list[tuple[Plant, bool]]:
    """Return each plant, and whether the guard found the planted cell."""
    return [
        (plant, any(finding.fact == plant.cell.fact for finding in guard.look(plant.fields)))
        for plant in plants
    ]
