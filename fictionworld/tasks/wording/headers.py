"""Headers of answer columns: `Battery Capacity (mAh)`, `Average Weight (g)`, `From Club`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fictionworld.tasks.wording.english import titled
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.tasks.question import QuestionContext
    from fictionworld.tasks.specification import OutputOf, OutputRole, Path

__all__ = ["OutputFacts", "name_outputs", "synonyms_of"]


_INTERVALS = ("Interval", "Time Between", "Time Elapsed")
_BEFORES: dict[str, tuple[str, ...]] = {
    "most": ("Highest", "Maximum", "Largest"),
    "least": ("Lowest", "Minimum", "Smallest"),
    "average": ("Mean",),
    "total": ("Sum of",),
}
_LEADS = ("Difference", "Lead", "Margin")


class OutputFacts(NamedTuple):
    """What an output is, before it has a header: the fields of `Output` of the same names."""

    role: OutputRole
    of: OutputOf
    path: Path = ()
    until: Path = ()


@dataclass(frozen=True, slots=True)
class _Parts:
    """A header in its parts: `Brand` `Position`, or `Average` `Weight` `g`."""

    before: str
    label: str
    owner: str
    """What it is of, said where the label alone would not tell."""
    way: str
    """The reference that leads there, said where the owner would not tell either."""
    unit: str | None
    least: int
    """How much the header says at least: 0 the label, 1 its owner, 2 the way there."""

    def header(self, level: int, *, unit: bool = True) -> str:
        """The header; the higher the level, the more it says of where the column comes from."""
        owner = ("", self.owner, self.way)[max(level, self.least)]
        label = self.label
        if owner and not label.lower().startswith(owner.lower()):
            # the club's members of the club signed for: To Club Members
            last = owner.split()[-1].lower()
            rest = label.partition(" ")[2] if label.lower().startswith(f"{last} ") else label
            label = f"{owner} {rest}"
        text = titled(f"{self.before} {label}".strip())
        return f"{text} ({self.unit})" if unit and self.unit else text


def name_outputs(
    table: str, outputs: Sequence[tuple[object, ...]], scene: QuestionContext, seed: int
) -> list[str]:
    """Distinct headers for the columns of an answer.

    Args:
        table: The base, where paths start.
        outputs: For each column (role, of, path, until), as `OutputFacts`.
        scene: How this world calls its columns.
        seed: Chooses between ways to say the same.
    """
    lexicon = Lexicon(scene, Voice(seed))
    parts = [_parts(lexicon, table, OutputFacts(*facts)) for facts in outputs]  # type: ignore[arg-type]
    headers = [one.header(0) for one in parts]
    for level in (1, 2):
        for place in _clashing(headers):
            headers[place] = parts[place].header(level)
    for place in _clashing(headers, first=False):
        number = sum(_same(headers[place], other) for other in headers[:place])
        headers[place] = parts[place].header(2, unit=False) + f" {number + 1}" + (
            f" ({parts[place].unit})" if parts[place].unit else "")  # fmt: skip
    return headers


def synonyms_of(
    table: str,
    outputs: Sequence[tuple[object, ...]],
    headers: Sequence[str],
    scene: QuestionContext,
) -> list[tuple[str, ...]]:
    """Other headers that mean the same column, for each; none of them could mean another one."""
    lexicon = Lexicon(scene, Voice(0))
    found = [_ways(lexicon, table, OutputFacts(*facts)) for facts in outputs]  # type: ignore[arg-type]
    uses = Counter(plain for ways in found for plain in ways)
    taken = {_plain(header) for header in headers}
    return [
        tuple(name for plain, name in ways.items() if uses[plain] == 1 and plain not in taken)
        for ways in found
    ]


def _parts(lexicon: Lexicon, table: str, facts: OutputFacts) -> _Parts:
    if facts.of == "place":
        return _Parts("", "Rank", "Answer", "Answer", None, least=0)
    if facts.of == "count":
        return _Parts("Number of", lexicon.nouns(table).plain_many, "", "", None, least=0)
    if facts.of == "days_between":
        words = lexicon.voice.pick("days_between", _INTERVALS)
        return _Parts("", words, "", "", "days", least=0)
    steps = lexicon.steps(table, facts.path)
    column = steps[-1]
    unit = lexicon.scene.units.get((column.table, column.name))
    if facts.of == "lead":
        words = lexicon.voice.pick("lead", _LEADS)
        return _Parts("", words, "", "", "days" if column.kind == "date" else unit, least=0)
    label, owner, way = _label(lexicon, table, steps)
    before = {"total": "Total", "average": "Average", "cell": ""}.get(facts.of)
    if before is None:
        before = lexicon.degree(column, most=facts.of == "most").capitalize()
    first = label.split(" ", 1)[0].lower()
    if facts.of == "average" and first in {"average", "mean"}:
        before = "Mean of"
    elif facts.of == "total" and first in {"total", "number"}:
        before = "Sum of"
    if column.kind == "date":
        unit = "YYYY-MM-DD"
    noun = lexicon.noun(column)
    if before and column.kind in {"date", "year"} and not _share_words(label, noun):
        # the latest date of birth rather than the latest born
        label = noun
    if unit and unit in label.lower().split():
        unit = None
    least = 0
    if len(steps) > 1 and column.target is None:
        # `Successor Weight` rather than `Phone Weight`, which the phone itself has too
        unclear = lexicon.is_ambiguous(steps[-2]) or column.table == table
        least = 2 if unclear else int(" " not in label)
    elif len(steps) > 1 and lexicon.has_own(table, column):
        least = 1
    return _Parts(before, label, owner, way, unit, least)


def _label(lexicon: Lexicon, table: str, steps: tuple[CompiledColumn, ...]) -> tuple[str, str, str]:
    """The label of the end of a path, whose it is, and by which way it is reached."""
    column = steps[-1]
    label = _label_of(lexicon, column)
    through = steps[-2] if len(steps) > 1 else None
    owner = lexicon.nouns(column.table).plain_one
    way = _way(lexicon, through) if through is not None else lexicon.nouns(table).one
    return label, owner, way


def _label_of(lexicon: Lexicon, column: CompiledColumn) -> str:
    """What this world calls a column; a reference is called like the names it leads to."""
    scene = lexicon.scene
    own = scene.labels.get((column.table, column.name)) or column.labels[0]
    if column.target is None:
        return own
    target = scene.pack.tables[column.target]
    name = target.name_column
    there = (name and (scene.labels.get((target.name, name.name)) or name.labels[0])) or own
    siblings = [
        one for one in scene.pack.tables[column.table].references if one.target == column.target
    ]
    if column.target == column.table:
        return own
    if len(siblings) == 1:
        # the name label may be as bare as `Name`
        return there if name and name.spec.label else lexicon.nouns(column.target).one
    tail = there if name and name.spec.label else lexicon.nouns(column.target).one
    known = {lexicon.nouns(column.target).one.lower(), tail.lower()}
    return own if known & set(own.lower().split()) else f"{own} {tail}"


def _way(lexicon: Lexicon, reference: CompiledColumn) -> str:
    scene = lexicon.scene
    return scene.labels.get((reference.table, reference.name)) or reference.labels[0]


def _ways(lexicon: Lexicon, table: str, facts: OutputFacts) -> Mapping[str, str]:
    """Every header that would mean this column, its own among them, by its plain form."""
    if facts.of == "place":
        return _by_form(("Rank", "Place", "Position", "No.", "#"))
    parts = _parts(lexicon, table, facts)
    if facts.of == "count":
        many = lexicon.nouns(table).plain_many
        names = (titled(many), titled(f"{many} counted"), "Count", "Number")
        return _by_form((parts.header(0), *names))
    labels = [parts.label]
    if facts.of == "days_between":
        labels += [*_INTERVALS, "Days Between", "Days", "Days Elapsed", "Number of Days"]
    elif facts.of == "lead":
        labels += [*_LEADS, "Gap", "By How Much"]
    else:
        column = lexicon.steps(table, facts.path)[-1]
        labels += [*column.labels, *column.spec.synonyms]
        labels += [one for one in column.spec.spoken.question if "{" not in one]
        if column.target is not None:
            name = lexicon.scene.pack.tables[column.target].name_column
            labels += [*(name.labels if name else ()), lexicon.nouns(column.target).one]
        elif column.role == "name":
            labels += [lexicon.nouns(column.table).one]
    return _spelled_out(parts, _BEFORES.get(facts.of, ()), tuple(dict.fromkeys(labels)))


@lru_cache(4096)
def _spelled_out(
    parts: _Parts, befores: tuple[str, ...], labels: tuple[str, ...]
) -> Mapping[str, str]:
    """The headers of these parts under each of the labels; worlds of a pack share most of them."""
    names = []
    for before in (parts.before, *befores):
        for label in labels:
            one = replace(parts, before=before, label=label)
            for level in (0, 1, 2):
                names += [one.header(level), one.header(level, unit=False)]
            names.append(titled(f"{before} {label}".strip()))
    return _by_form(names)


def _by_form(names: Iterable[str]) -> dict[str, str]:
    """Headers by their plain form, the first of each."""
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(_plain(name), name)
    return kept


def _clashing(headers: Sequence[str], *, first: bool = True) -> list[int]:
    """The places of headers that equal another; without the first of each, if asked."""
    seen: dict[str, list[int]] = {}
    for place, header in enumerate(headers):
        seen.setdefault(_plain(header), []).append(place)
    return [
        place
        for places in seen.values()
        if len(places) > 1
        for place in (places if first else places[1:])
    ]


def _share_words(one: str, other: str) -> bool:
    return bool(set(one.lower().split()) & set(other.lower().split()))


def _same(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _plain(header: str) -> str:
    """As scorers compare them: lower case, no spaces, and the unit aside."""
    return header.partition(" (")[0].lower().replace(" ", "")
