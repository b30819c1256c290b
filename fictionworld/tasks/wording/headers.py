"""Headers of answer columns, in the words of the question: `Battery Capacity (mAh)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.wording.english import overlapped, titled
from fictionworld.tasks.wording.lexicon import Lexicon, QuestionContext, RowNouns
from fictionworld.tasks.wording.voice import Voice

_INTERVALS = ("Time Between", "Interval", "Time Elapsed")
_BEFORES: dict[str, tuple[str, ...]] = {
    "most": ("Highest", "Maximum", "Largest", "Most"),
    "least": ("Lowest", "Minimum", "Smallest", "Fewest", "Least"),
    "average": ("Mean",),
    "total": ("Sum of",),
}
_LEADS = ("Difference", "Lead", "Margin")
_TAIL = re.compile(r" (?:at|by|for|from|in|of|on|to|with) ")
"""What a noun has behind it that no other noun can follow: `nurse on duty`."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """A header in its parts: `Average` `Chip` `List Price` `EUR`."""

    before: str
    label: str
    owner: str
    """What it is of: the reference that leads there."""
    kind: str
    """What its row is called."""
    unit: str | None
    owned: bool
    """Whether the header says the owner always, rather than where two would be equal."""
    way: str = ""
    """All references that lead there: `home club captain`."""

    def header(self, level: int | None = None, *, unit: bool = True) -> str:
        """Return the header: at level 0 the label alone, at 1 with its owner, at 2 with the kind,
        at 3 with all references that lead there.

        None is level 1 if `owned`, else 0.
        """
        label = self.label
        owners = ("", self.owner, self.kind, self.way or self.owner)
        owner = owners[int(self.owned) if level is None else level]
        if owner and not label.lower().startswith(owner.lower()):
            # the year of birth of a player with White, not the player with White year of birth
            label = f"{label} of {owner}" if _TAIL.search(owner) else overlapped(owner, label)
        text = titled(f"{self.before} {label}".strip())
        return f"{text} ({self.unit})" if unit and self.unit else text


def with_headers(specification: Specification, context: QuestionContext) -> Specification:
    """Return a copy with distinct headers for its outputs, in the words that the question uses."""
    outputs = specification.outputs
    parts = _all_parts(Lexicon(context, Voice(0)), specification.table, outputs)
    headers = [part.header() for part in parts]
    for level in (1, 3):
        for index in _clashing(headers):
            headers[index] = parts[index].header(level)
    for index in _clashing(headers, first=False):
        number = sum(_plain(headers[index]) == _plain(other) for other in headers[:index])
        headers[index] = parts[index].header(3, unit=False) + f" {number + 1}" + (
            f" ({parts[index].unit})" if parts[index].unit else "")  # fmt: skip
    named = (
        replace(output, header=header) for output, header in zip(outputs, headers, strict=True)
    )
    return replace(specification, outputs=tuple(named))


def synonyms_of(
    specification: Specification, context: QuestionContext
) -> tuple[tuple[str, ...], ...]:
    """Return for each column other headers that mean it, none of which could mean another one."""
    table, outputs = specification.table, specification.outputs
    lexicon = Lexicon(context, Voice(0))
    parts = _all_parts(lexicon, table, outputs)
    ways_of_columns = [_ways(lexicon, table, *pair) for pair in zip(outputs, parts, strict=True)]
    uses = Counter(plain for ways in ways_of_columns for plain in ways)
    taken = {_plain(output.header) for output in outputs}
    return tuple(
        tuple(name for plain, name in ways.items() if uses[plain] == 1 and plain not in taken)
        for ways in ways_of_columns
    )


def _all_parts(lexicon: Lexicon, table: str, outputs: Sequence[Output]) -> list[_Parts]:
    nouns = lexicon.counted(
        table, [output.path for output in outputs if output.role == "key" and output.path]
    )
    return [_parts(lexicon, table, output, nouns) for output in outputs]


def _parts(lexicon: Lexicon, table: str, output: Output, nouns: RowNouns) -> _Parts:
    if output.of == "place":
        return _Parts("", "Rank", "Answer", "Answer", None, owned=False)
    if output.of == "count":
        return _Parts("Number of", nouns.many, "", "", None, owned=False)
    if output.of == "days_between":
        return _Parts("", _INTERVALS[0], "", "", "days", owned=False)
    steps = lexicon.steps(table, output.path)
    column = steps[-1]
    unit = lexicon.context.units.get((column.table, column.name))
    if output.of == "lead":
        # 5% is two points more than 3%, and not 2% more
        unit = "days" if column.kind == "date" else "percentage points" if unit == "%" else unit
        return _Parts("", _LEADS[0], "", "", unit, owned=False)
    owner, kind = lexicon.owner(table, output.path), lexicon.nouns(column.table).one
    label = kind if column.role == "name" else lexicon.noun(column)
    before = {"total": "Total", "average": "Average", "cell": ""}.get(output.of)
    if before is None:
        before = lexicon.bound(column, most=output.of == "most").capitalize()
    if before in {"Total", "Most", "Fewest"}:
        # said once: the total says it, and so do the most tickets
        label = label.removeprefix("total ")
    # the members of a club rather than their number; spent on fees rather than the sum spent
    label = label.removeprefix("number of ").removeprefix("sum ")
    if before == "Average" and label.startswith("average "):
        before = "Mean"
    if column.kind == "date":
        unit = "YYYY-MM-DD"
    elif unit and unit in label.lower().split():
        unit = None
    default_owner = lexicon.noun(steps[-2]) if len(steps) > 1 else nouns.one
    way = " ".join(map(lexicon.noun, steps[:-1]))
    owned = owner is not None
    return _Parts(before, label, owner or default_owner, kind, unit, owned, way)


def _ways(lexicon: Lexicon, table: str, output: Output, parts: _Parts) -> Mapping[str, str]:
    """Return every header that would mean this column, its own among them, by its plain form."""
    if output.of == "place":
        return _by_form(("Rank", "Place", "Position", "No.", "#"))
    if output.of == "count":
        many = parts.label
        names = (titled(many), titled(f"{many} counted"), "Count", "Number")
        return _by_form((parts.header(), *names))
    labels = [parts.label]
    if output.of == "days_between":
        labels += [*_INTERVALS, "Days Between", "Days", "Days Elapsed", "Number of Days"]
    elif output.of == "lead":
        labels += [*_LEADS, "Gap", "By How Much"]
    else:
        column = lexicon.column(table, output.path)
        labels += [*column.usual_labels, *column.spec.synonyms]
        labels += [phrase for phrase in column.spec.spoken.question if "{" not in phrase]
        if column.target is not None:
            name = lexicon.pack.tables[column.target].name_column
            labels += [*(name.labels if name else ()), *_nouns(lexicon, column.target)]
        elif column.role == "name":
            labels += _nouns(lexicon, column.table)
    return _spelled_out(parts, _BEFORES.get(output.of, ()), tuple(dict.fromkeys(labels)))


def _nouns(lexicon: Lexicon, table: str) -> list[str]:
    """Return what any world calls a row of a table, this world's noun first."""
    spoken = lexicon.pack.tables[table].spec.spoken
    return [lexicon.nouns(table).one, *(one for one, _ in spoken.nouns(table)[1:])]


@lru_cache(4096)
def _spelled_out(
    parts: _Parts, befores: tuple[str, ...], labels: tuple[str, ...]
) -> Mapping[str, str]:
    """Return the headers of these parts under each of the labels, by plain form.

    They are cached, as worlds of a pack share most of them.
    """
    names = []
    for before in (parts.before, *befores):
        for label in labels:
            variant = replace(parts, before=before, label=label)
            for level in (0, 1, 2):
                names += [variant.header(level), variant.header(level, unit=False)]
            names.append(titled(f"{before} {label}".strip()))
    return _by_form(names)


def _by_form(names: Iterable[str]) -> dict[str, str]:
    """Return headers by their plain form, the first of each."""
    headers: dict[str, str] = {}
    for name in names:
        headers.setdefault(_plain(name), name)
    return headers


def _clashing(headers: Sequence[str], *, first: bool = True) -> list[int]:
    """Return the indices of headers that equal another; the first of each only with `first`."""
    seen: dict[str, list[int]] = {}
    for index, header in enumerate(headers):
        seen.setdefault(_plain(header), []).append(index)
    return [
        index
        for indices in seen.values()
        if len(indices) > 1
        for index in (indices if first else indices[1:])
    ]


def _plain(header: str) -> str:
    """Return the header as scorers compare it: lower case, no spaces, and without the unit."""
    return header.partition(" (")[0].lower().replace(" ", "")
