"""What makes a question exact beyond its main sentence: grain, rounding, dates, gaps, emptiness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.english import count_word
from fictionworld.tasks.wording.gaps import may_be_missing
from fictionworld.text.english import joined

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.tasks.specification import Output, Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["notes_of"]

_SHARE_NAMING_EMPTINESS = 30


def notes_of(lexicon: Lexicon, specification: Specification) -> tuple[list[str], list[str]]:
    """Notes that the question needs, and notes that it may have if there is room."""
    needed = [
        *_grain(lexicon, specification),
        *_rounding(lexicon, specification),
        *_dates(lexicon, specification),
        *_missing(lexicon, specification),
        *_conditions_on_gaps(lexicon, specification),
        *_emptiness(lexicon, specification),
    ]
    return needed, [*_meanings(lexicon, specification), *_courtesies(lexicon, specification)]


def _grain(lexicon: Lexicon, specification: Specification) -> list[str]:
    keys = [_key(lexicon, specification.table, output) for output in specification.outputs
            if output.role == "key"]  # fmt: skip
    if not keys or specification.kind == "deep":
        return []
    pick = lexicon.voice.pick
    if len(keys) == 1:
        return [pick("grain", _GRAIN_ONE).format(key=keys[0])]
    return [pick("grain", _GRAIN_MANY).format(keys=joined(keys))]


def _key(lexicon: Lexicon, table: str, output: Output) -> str:
    """A key column by its header where that is a noun, as names are; else by what it holds."""
    column = lexicon.steps(table, output.path)[-1] if output.path else None
    header = _bare(output.header)
    words = header.lower().split()
    if column is None or not {"year", "date"}.isdisjoint(words):
        return header
    timed = column.kind in {"date", "year"}
    several = column.kind == "category" and words[-1].endswith("s")
    return lexicon.group(table, output.path) if timed or several else header


_GRAIN_ONE = (
    "One row per {key}.", "Each {key} gets one row.",
    "Every {key} appears once, in a row of its own.",
    "There should be exactly one row for each {key}.", "Rows are told apart by {key}.",
    "Use {key} as the key: no value of it comes up twice.", "Give every {key} a single row.",
    "No {key} should turn up in two rows.",
)  # fmt: skip
_GRAIN_MANY = (
    "{keys} together identify a row.",
    "One row per combination of {keys}.",
    "Each pairing of {keys} gets one row.",
    "A row is told apart by {keys}.",
    "Every combination of {keys} appears at most once.",
    "Keep one row for each combination of {keys}.",
)


def _rounding(lexicon: Lexicon, specification: Specification) -> list[str]:
    pick = lexicon.voice.pick
    averages = [one for one in specification.outputs if one.of == "average"]
    notes = []
    if averages:
        places = averages[0].decimals
        if all(one.decimals == places for one in averages):
            which = "the average" if len(averages) == 1 else "the averages"
            notes.append(pick("rounding", _ROUND).format(which=which, places=_places(places)))
        else:
            each = joined([f"{_bare(one.header)} to {_places(one.decimals)}" for one in averages])
            notes.append(f"Round {each}, halves away from zero, and only at the very end.")
    exact = [
        one
        for one in specification.outputs
        if one.decimals and one.of not in {"average", "place", "count", "days_between"}
    ]
    by_places: dict[int, list[str]] = {}
    for one in exact:
        by_places.setdefault(one.decimals, []).append(_bare(one.header))
    if by_places:
        texts = [f"{joined(heads)} to {_places(places)}" for places, heads in by_places.items()]
        notes.append(pick("decimals", _DECIMALS).format(what=joined(texts)))
    return notes


_ROUND = (
    "Round {which} to {places}, halves away from zero, and only the final figure.",
    "Give {which} to {places}, rounded once at the end, with halves away from zero.",
    "Work with unrounded figures and round {which} to {places} at the end, a half away from zero.",
    "Only the final figure is rounded: {which} to {places}, halves going away from zero.",
)
_DECIMALS = (
    "Give {what}.",
    "State {what}.",
    "Write {what}.",
    "I need {what}.",
    "Show {what}.",
)


def _places(decimals: int) -> str:
    if decimals == 0:
        return "a whole number"
    return f"{count_word(decimals)} decimal{'s' if decimals > 1 else ''}"


def _dates(lexicon: Lexicon, specification: Specification) -> list[str]:
    dated = any(one.kind == "date" and one.of not in {"lead", "days_between"}
                for one in specification.outputs)  # fmt: skip
    if not dated:
        return []
    return [lexicon.voice.pick("dates", _DATES)]


_DATES = (
    "Dates as YYYY-MM-DD.", "Write dates in the form YYYY-MM-DD.", "All dates go in as YYYY-MM-DD.",
    "Use the date form YYYY-MM-DD.", "Dates should read YYYY-MM-DD.",
)  # fmt: skip


def _missing(lexicon: Lexicon, specification: Specification) -> list[str]:
    pack, voice = lexicon.scene.pack, lexicon.voice
    cells = [one for one in specification.outputs if one.of == "cell" and one.role == "value"]
    gaps = any(may_be_missing(pack, specification.table, one.path) for one in cells)
    if specification.aggregated:
        paths = [one.path for one in specification.outputs if one.path and one.of != "cell"]
        if any(may_be_missing(pack, specification.table, path) for path in paths):
            return [voice.pick("missing/figures", _IGNORED), voice.pick("missing/none", _NOTHING)]
        return []
    # a question that always says so tells nothing by it
    if gaps or (cells and specification.kind != "deep" and voice.chance("missing/anyway", 60)):
        return [voice.pick("missing", _NA)]
    return []


_NA = (
    "Write NA where a value is missing.", "Put NA in any cell for which nothing was published.",
    "If a figure is not available, enter NA.", "Unknown values are to be marked NA.",
    "NA stands for anything that does not exist or was not published.",
    "Where there is no value, the cell should say NA.", "Fill gaps with NA.",
)  # fmt: skip
_NOTHING = (
    "Write NA where there is nothing to go by.",
    "A figure that cannot be formed at all is NA.",
    "Where a group has no figure to go by, put NA.",
)
_IGNORED = (
    "Missing values are left out of sums and averages.",
    "Whatever has no published figure is left out of the calculation.",
    "Gaps in the figures are skipped, not counted as zero.",
)


def _conditions_on_gaps(lexicon: Lexicon, specification: Specification) -> list[str]:
    """That a row without the figure in question does not pass; only where that can be."""
    pack, table = lexicon.scene.pack, specification.table
    paths = [one.path for one in specification.where if one.operator != "is"]
    if specification.extreme is not None:
        paths.append(specification.extreme.order)
    for path in paths:
        column = lexicon.steps(table, path)[-1]
        if may_be_missing(pack, table, path) and column.target is None:
            nouns, noun = lexicon.nouns(table), lexicon.noun(column)
            return [lexicon.voice.pick("gaps", _NOT_COUNTED).format(one=nouns.plain_one, noun=noun)]
    return []


_NOT_COUNTED = (
    "Where the {noun} is not known, the {one} does not count.",
    "Without a known {noun} no {one} counts.",
    "Pass over cases in which the {noun} is not known.",
)


def _emptiness(lexicon: Lexicon, specification: Specification) -> list[str]:
    share = _SHARE_NAMING_EMPTINESS if task_shapes[specification.shape].often_empty else 8
    if specification.aggregated and not specification.groups:
        share = 0
    if specification.kind == "empty" or lexicon.voice.chance("empty", share):
        return [lexicon.voice.pick("empty/words", _EMPTY)]
    return []


_EMPTY = (
    "If nothing qualifies, give the header row alone.",
    "Should there be no match at all, leave just the header row.",
    "If there is none, return the header row and nothing under it.",
    "In case nothing fits, the header row by itself is the right answer.",
    "No match is possible too; then show only the header row.",
)


def _meanings(lexicon: Lexicon, specification: Specification) -> list[str]:
    """What a reader could take otherwise about the figures in play."""
    found: dict[str, None] = {}
    for column in _columns(lexicon, specification):
        if column.spec.spoken.means:
            found.setdefault(column.spec.spoken.means, None)
    return lexicon.voice.shuffled("means", list(found))[:2]


def _columns(lexicon: Lexicon, specification: Specification) -> list[CompiledColumn]:
    table = specification.table
    paths = [one.path for one in specification.where]
    for output in specification.outputs:
        paths += [output.path, output.until]
    if specification.extreme is not None:
        paths.append(specification.extreme.order)
    if specification.against is not None:
        paths.append(specification.against.measure)
    columns = [column for path in paths if path for column in lexicon.steps(table, path)]
    for member in specification.members:
        for condition in member.where:
            columns += lexicon.steps(member.table, condition.path)
    return columns


def _courtesies(lexicon: Lexicon, specification: Specification) -> list[str]:
    voice = lexicon.voice
    notes = []
    if any(_is_text(output) for output in specification.outputs):
        notes.append(voice.pick("names", _NAMES))
    if any(output.unit for output in specification.outputs):
        notes.append(voice.pick("units", _UNITS))
    chosen = [note for place, note in enumerate(notes) if voice.chance(f"courtesy/{place}", 45)]
    return voice.shuffled("courtesies", chosen)


def _is_text(output: Output) -> bool:
    return output.kind in {"name", "text", "category"} and output.of == "cell"


_NAMES = (
    "Full official names, please.", "Spell names out in full.", "Use the full official names.",
    "Names should be complete, not shortened.",
)  # fmt: skip
_UNITS = (
    "Units belong in the header, so the cells hold bare figures.",
    "Figures go in without their units, which the headers give.",
    "Leave units out of the cells.", "Plain numbers in the cells; the unit is in the header.",
)  # fmt: skip


def _bare(header: str) -> str:
    """A header without its unit."""
    return header.partition(" (")[0]
