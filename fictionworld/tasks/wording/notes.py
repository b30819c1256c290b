"""What makes a question exact beyond its main sentence: grain, rounding, dates, gaps, emptiness."""

from __future__ import annotations

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack
from fictionworld.tasks.specification import Path, Specification
from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined
from fictionworld.text.number_words import count_word

_WORDS = task_words("notes")


def notes_of(lexicon: Lexicon, specification: Specification) -> tuple[list[str], list[str]]:
    """Notes that the question needs, and notes that it may have if there is room."""
    needed = [
        *_grain(lexicon, specification),
        *_form(lexicon, specification),
        *_ignored(lexicon, specification),
        *_conditions_on_gaps(lexicon, specification),
        *_emptiness(lexicon, specification),
    ]
    return needed, _meanings(lexicon, specification)


def _grain(lexicon: Lexicon, specification: Specification) -> list[str]:
    keys = [_bare(one.header) for one in specification.outputs if one.role == "key"]
    if not keys or specification.kind == "deep":
        return []
    which = keys[0] if len(keys) == 1 else f"combination of {joined(keys)}"
    return [lexicon.voice.pick("grain", _WORDS["grain"]).format(key=which)]


def _form(lexicon: Lexicon, specification: Specification) -> list[str]:
    """What the cells look like, in one sentence; dates and units stand in the headers."""
    by_places: dict[int, list[str]] = {}
    averages = False
    for one in specification.outputs:
        averages = averages or one.of == "average"
        counted = one.of in {"place", "count", "days_between"}
        if (one.decimals and not counted) or one.of == "average":
            by_places.setdefault(one.decimals, []).append(_bare(one.header))
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
    """Whether some row may have no value at the end of a path."""
    if path[0] == SETTING:
        table, path = SETTING, path[1:]
    for step in path:
        column = pack.tables[table].columns[step]
        # an expression may lack a value always
        if column.nullable or (column.spec.derive and column.spec.derive.kind == "sql"):
            return True
        table = column.target or table
    return False


def _has_gaps(lexicon: Lexicon, specification: Specification) -> bool:
    """Whether a column of the answer, or what it is computed of, may lack values."""
    pack = lexicon.pack
    return any(
        _may_be_missing(pack, specification.table, one.path)
        for one in specification.outputs
        if one.path and one.of != "lead" and (one.role == "value" or one.of != "cell")
    )


def _may_say_na(lexicon: Lexicon, specification: Specification) -> bool:
    if _has_gaps(lexicon, specification):
        return True
    cells = any(one.of == "cell" and one.role == "value" for one in specification.outputs)
    # a question that always says so gives nothing away
    open_ = cells and specification.kind != "deep" and not specification.aggregated
    return open_ and lexicon.voice.chance("missing/anyway", 60)


def _ignored(lexicon: Lexicon, specification: Specification) -> list[str]:
    if specification.aggregated and _has_gaps(lexicon, specification):
        return [lexicon.voice.pick("missing/figures", _WORDS["ignored"])]
    return []


def _conditions_on_gaps(lexicon: Lexicon, specification: Specification) -> list[str]:
    """That a row without the figure in question does not pass; only where that can be."""
    table = specification.table
    tests = (*specification.where, *specification.either)
    paths = [one.path for one in tests if one.operator != "is"]
    if specification.extreme is not None:
        paths.append(specification.extreme.order)
    for path in paths:
        missing, column = _first_gap(lexicon, table, path), lexicon.column(table, path)
        if missing is not None and column.target is None and column.role != "name":
            return [lexicon.voice.pick("gaps", _WORDS["not_counted"]).format(noun=missing)]
    return []


def _first_gap(lexicon: Lexicon, table: str, path: Path) -> str | None:
    """What may be missing first on a path: the successor, rather than its weight."""
    pack = lexicon.pack
    for place in range(1, len(path) + 1):
        if _may_be_missing(pack, table, path[:place]):
            return lexicon.noun(lexicon.column(table, path[:place]))
    return None


def _emptiness(lexicon: Lexicon, specification: Specification) -> list[str]:
    """What to answer where no row qualifies, in a share of questions by their shape alone.

    Whether the answer has rows does not matter, or the sentence would tell it.
    """
    share = 50 if task_shapes[specification.shape].often_empty else 8
    if specification.aggregated and not specification.groups:
        share = 0
    if lexicon.voice.chance("empty", share):
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
    paths = [one.path for one in (*specification.where, *specification.either)]
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
    """A header without its unit."""
    return header.partition(" (")[0]
