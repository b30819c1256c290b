"""What makes a question exact beyond its main sentence: grain, rounding, dates, gaps, emptiness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.english import count_word
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.tasks.specification import Output, Path, Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["may_be_missing", "notes_of"]


def may_be_missing(pack: CompiledPack, table: str, path: Path) -> bool:
    """Whether some row may have no value at the end of a path."""
    if path[0] == SETTING:
        table, path = SETTING, path[1:]
    for step in path:
        column = pack.tables[table].columns[step]
        if _gappy(pack, column):
            return True
        table = column.target or table
    return False


def _gappy(pack: CompiledPack, column: CompiledColumn) -> bool:
    spec = column.spec
    terms = pack.tables[column.table].spec.rows.terms
    if terms is not None and terms.end == column.name:
        return True
    if spec.ref is not None:
        pick = spec.pick
        return bool(pick.missing or pick.when or pick.roots is not None or pick.successor)
    if spec.draw is not None:
        return bool(spec.draw.missing or spec.draw.when)
    derive = spec.derive
    if derive is None:
        return False
    lookup = derive.get("lookup")
    operands = derive.get("days") or derive.get("years") or (lookup and [lookup])
    if operands:
        return any(may_be_missing(pack, column.table, path) for path in operands)
    # an expression, or a figure over no rows, may have no value
    return derive.kind not in {"count", "total", "standing", "share", "rank"}


_WORDS = task_words("notes")

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
        return [pick("grain", _WORDS["grain_one"]).format(key=keys[0])]
    return [pick("grain", _WORDS["grain_many"]).format(keys=joined(keys))]


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


def _rounding(lexicon: Lexicon, specification: Specification) -> list[str]:
    pick = lexicon.voice.pick
    averages = [one for one in specification.outputs if one.of == "average"]
    notes = []
    if averages:
        places = averages[0].decimals
        if all(one.decimals == places for one in averages):
            which = "the average" if len(averages) == 1 else "the averages"
            notes.append(
                pick("rounding", _WORDS["round"]).format(which=which, places=_places(places))
            )
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
        notes.append(pick("decimals", _WORDS["decimals"]).format(what=joined(texts)))
    return notes


def _places(decimals: int) -> str:
    if decimals == 0:
        return "a whole number"
    return f"{count_word(decimals)} decimal{'s' if decimals > 1 else ''}"


def _dates(lexicon: Lexicon, specification: Specification) -> list[str]:
    dated = any(one.kind == "date" and one.of not in {"lead", "days_between"}
                for one in specification.outputs)  # fmt: skip
    if not dated:
        return []
    return [lexicon.voice.pick("dates", _WORDS["dates"])]


def _missing(lexicon: Lexicon, specification: Specification) -> list[str]:
    pack, voice = lexicon.scene.pack, lexicon.voice
    cells = [one for one in specification.outputs if one.of == "cell" and one.role == "value"]
    gaps = any(may_be_missing(pack, specification.table, one.path) for one in cells)
    if specification.aggregated:
        paths = [one.path for one in specification.outputs if one.path and one.of != "cell"]
        if any(may_be_missing(pack, specification.table, path) for path in paths):
            return [
                voice.pick("missing/figures", _WORDS["ignored"]),
                voice.pick("missing/none", _WORDS["nothing"]),
            ]
        return []
    # a question that always says so gives nothing away
    if gaps or (cells and specification.kind != "deep" and voice.chance("missing/anyway", 60)):
        return [voice.pick("missing", _WORDS["na"])]
    return []


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
            return [
                lexicon.voice.pick("gaps", _WORDS["not_counted"]).format(
                    one=nouns.plain_one, noun=noun
                )
            ]
    return []


def _emptiness(lexicon: Lexicon, specification: Specification) -> list[str]:
    share = _SHARE_NAMING_EMPTINESS if task_shapes[specification.shape].often_empty else 8
    if specification.aggregated and not specification.groups:
        share = 0
    if specification.kind == "empty" or lexicon.voice.chance("empty", share):
        return [lexicon.voice.pick("empty/words", _WORDS["empty"])]
    return []


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
        notes.append(voice.pick("names", _WORDS["names"]))
    if any(output.unit for output in specification.outputs):
        notes.append(voice.pick("units", _WORDS["units"]))
    chosen = [note for place, note in enumerate(notes) if voice.chance(f"courtesy/{place}", 45)]
    return voice.shuffled("courtesies", chosen)


def _is_text(output: Output) -> bool:
    return output.kind in {"name", "text", "category"} and output.of == "cell"


def _bare(header: str) -> str:
    """A header without its unit."""
    return header.partition(" (")[0]
