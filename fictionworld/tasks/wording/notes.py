"""What makes a question exact beyond its main sentence: grain, rounding, dates, gaps, emptiness."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.tasks.specification import Path, Specification
from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined
from fictionworld.text.number_words import count_word

_WORDS = task_words("notes")


def notes_of(lexicon: Lexicon, specification: Specification) -> tuple[list[str], list[str]]:
    """Return the notes that the question needs, and notes that it may have if there is room."""
    needed = [
        *_grain(lexicon, specification),
        *_form(lexicon, specification),
        *_ignored(lexicon, specification),
        *_conditions_on_gaps(lexicon, specification),
        *_emptiness(lexicon, specification),
    ]
    return needed, _meanings(lexicon, specification)


def _grain(lexicon: Lexicon, specification: Specification) -> list[str]:
    keys = [_bare(output.header) for output in specification.outputs if output.role == "key"]
    if not keys or specification.kind == "deep":
        return []
    which = keys[0] if len(keys) == 1 else f"combination of {joined(keys)}"
    return [lexicon.voice.pick("grain", _WORDS["grain"]).format(key=which)]


def _form(lexicon: Lexicon, specification: Specification) -> list[str]:
    """Return the note on what cells look like, if any; dates and units stand in the headers."""
    by_places: dict[int, list[str]] = {}
    averages = False
    for output in specification.outputs:
        averages = averages or output.of == "average"
        counted = output.of in {"place", "count", "days_between"}
        if (output.decimals and not counted) or output.of == "average":
            by_places.setdefault(output.decimals, []).append(_bare(output.header))
    pieces = [f"{joined(heads)} to {_places(places)}" for places, heads in by_places.items()]
    if averages:
        pieces[-1] += " (rounded only at the end, halves away from zero)"
    if _may_say_na(lexicon, specification):
        pieces.append("NA where a value is missing")
    return [lexicon.voice.pick("form", _WORDS["form"]).format(what=joined(pieces))] * bool(pieces)


def _places(decimals: int) -> str:
    if decimals == 0:
        return "the nearest whole number"
    return f"{count_word(decimals)} decimal{'s' if decimals > 1 else ''}"


def _may_be_missing(pack: CompiledPack, table: str, path: Path) -> bool:
    """Return whether some row may have no value at the end of a path."""
    # an expression may lack a value always
    return any(
        column.nullable or (column.spec.derive is not None and column.spec.derive.kind == "sql")
        for column in pack.steps(table, path)
    )


def _has_gaps(lexicon: Lexicon, specification: Specification) -> bool:
    """Return whether a column of the answer, or what it is computed of, may lack values."""
    pack = lexicon.pack
    return any(
        _may_be_missing(pack, specification.table, output.path)
        for output in specification.outputs
        if output.path and output.of != "lead" and (output.role == "value" or output.of != "cell")
    )


def _may_say_na(lexicon: Lexicon, specification: Specification) -> bool:
    if _has_gaps(lexicon, specification):
        return True
    cells = any(output.of == "cell" and output.role == "value" for output in specification.outputs)
    # a question that always says so gives nothing away
    open_ = cells and specification.kind != "deep" and not specification.aggregated
    return open_ and lexicon.voice.chance("missing/anyway", 60)


def _ignored(lexicon: Lexicon, specification: Specification) -> list[str]:
    if specification.aggregated and _has_gaps(lexicon, specification):
        return [lexicon.voice.pick("missing/figures", _WORDS["ignored"])]
    return []


def _conditions_on_gaps(lexicon: Lexicon, specification: Specification) -> list[str]:
    """Return the note that rows without a tested figure do not pass, where some may lack one."""
    table = specification.table
    tests = (*specification.where, *specification.either)
    paths = [test.path for test in tests if test.operator != "is"]
    if specification.extreme is not None:
        paths.append(specification.extreme.order)
    for path in paths:
        missing, column = _first_gap(lexicon, table, path), lexicon.column(table, path)
        if missing is not None and column.target is None and column.role != "name":
            return [lexicon.voice.pick("gaps", _WORDS["not_counted"]).format(noun=missing)]
    return []


def _first_gap(lexicon: Lexicon, table: str, path: Path) -> str | None:
    """Return what may be missing first on a path, the successor rather than its weight, or None."""
    pack = lexicon.pack
    for length in range(1, len(path) + 1):
        if _may_be_missing(pack, table, path[:length]):
            return lexicon.noun(lexicon.column(table, path[:length]))
    return None


def _emptiness(lexicon: Lexicon, specification: Specification) -> list[str]:
    """Return the note on what to answer where no row qualifies, in a share of questions.

    The share depends on the shape, not on whether the answer has rows, which the note would tell.
    """
    share = 50 if task_shapes[specification.shape].often_empty else 8
    if specification.aggregated and not specification.groups:
        share = 0
    if lexicon.voice.chance("empty", share):
        return [lexicon.voice.pick("empty/words", _WORDS["empty"])]
    return []


def _meanings(lexicon: Lexicon, specification: Specification) -> list[str]:
    """Return up to two notes on what a reader could take otherwise about the figures in play."""
    meanings: dict[str, None] = {}
    for column in _columns(lexicon, specification):
        if column.spec.spoken.means:
            meanings.setdefault(column.spec.spoken.means, None)
    return lexicon.voice.shuffled("means", list(meanings))[:2]


def _columns(lexicon: Lexicon, specification: Specification) -> list[CompiledColumn]:
    table = specification.table
    paths = [test.path for test in (*specification.where, *specification.either)]
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


def _bare(header: str) -> str:
    """Return a header without its unit."""
    return header.partition(" (")[0]
