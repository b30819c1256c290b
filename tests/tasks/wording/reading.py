"""How a reader who knows a pack's words takes the headers and conditions of a question."""

from __future__ import annotations

import re

from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.wording.english import overlapped
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.voice import Voice

_ON = r"(?:[^.;?/]|\.\d)*"
AWKWARD = re.compile(
    "|".join((
        r"sales figures? with|of the transfer of|for their (?:home|visiting) club|Quick one",
        r"club in the final table|a yearly figure|with the same [a-z ]+ of the",
        r"as it (?:stood|was) on|\b[\d,]*,\d{3} (?:thousand|million)\b",
        r"date of (?:check|handover|launch|calibration) of",
        # with 40 members and at least 3 posts; a floor area of 750 m² and Old Mill as building
        rf"\bwith {_ON} and (?:at least|at most|no more than|no less than) \d",
        r"(?:with|and) (?:number|share|sum) of [a-z ]+ of (?:at|no|between)",
        rf" of (?:at|no|between) {_ON} and [A-Z]{_ON} as [a-z]+",
        r"\ball [a-z]+ (?P<noun>[a-z]+s)(?:, [a-z]+ (?P=noun))* or [a-z]+ (?P=noun)",
        r"\b(?:every|each|an?|no|the) [a-z]+ that (?:allow|include|have|are|were|own)\b",
        r"combination of (?P<whole>[a-z]+) and [a-z]+ of (?P=whole)\b",
        r" and years (?:not|for|of the)\b|\byears? in \d{4}|\bon to the date\b",
    ))
)  # fmt: skip
"""Phrases that drawn questions had, and no person writes."""
_BEFORE = re.compile(
    r"^(?:total|average|mean|highest|lowest|largest|smallest|longest|shortest|latest|earliest|best"
    r"|worst|most|least|fewest|strongest|weakest|heaviest|lightest)\s"
)
_NUMBERS = {"integer", "decimal", "money", "percent"}
_TEXTS = {"name", "text", "category"}


def doubts(spec, context, question):
    """What a reader could take two ways, or not at all; empty where nothing is."""
    found = [*_headers(spec, context, question), *_conditions(spec.table, spec.where, context)]
    for member in spec.members:
        found += _conditions(member.table, member.where, context)
    return [*found, *_bounds(spec, question)]


def _headers(spec, context, question):
    lexicon = Lexicon(context, Voice(0))
    columns = dict(_reached(spec.table, context.pack))
    for output in spec.outputs:
        if output.header not in question:
            yield f"the question does not name {output.header!r}"
        if not output.path or output.of in {"lead", "days_between"}:
            continue
        header = output.header.partition(" (")[0].lower()
        if output.of != "cell":
            header = _BEFORE.sub("", header)
        taken = {
            _end(spec.table, path, lexicon)
            for path in {*columns, output.path}
            if header in _names(spec.table, path, lexicon, figure=output.of)
        }
        own = _end(spec.table, output.path, lexicon)
        if taken != {own}:
            yield f"{output.header!r} is read as {sorted(taken)}, and means {own}"


def _reached(table, pack):
    base = base_tables(pack)[table]
    for candidate in (*base.values, *base.far_values, *base.tests):
        yield candidate.path, candidate.column
    for path in (*base.identity, *base.groups, *base.far_names):
        yield path, pack.column(table, path)


def _end(table, path, lexicon):
    """What a path leads to: the reference on the way, and the column."""
    *through, column = lexicon.steps(table, path)
    if column.role == "name" and not through:
        return (column.table,)
    if column.target is not None:
        named = through or lexicon.is_same(column)
        return (column.target,) if named else (column.table, column.name)
    # what a row has itself, and what another of its kind has, are two things
    way = through[-1].name if through else ""
    return (way, column.table, column.name)


def _names(table, path, lexicon, figure):
    """All that a reader may call a column: its noun and this world's label, with and without whose.

    Of what another row of the same kind has, only with whose it is. A total of totals, and the most
    of them, say `total` once: `total tickets sold`.
    """
    context = lexicon.context
    *through, column = lexicon.steps(table, path)
    said = {lexicon.noun(column).removeprefix("number of ").removeprefix("sum ")}
    if column.role == "name" or lexicon.is_same(column):
        said = {lexicon.nouns(column.table).one}
    elif column.target is None:
        said.add(context.labels.get((column.table, column.name), column.labels[0]))
    said = {one.lower() for one in said}
    if not through:
        if figure in {"total", "most", "least"}:
            said |= {re.sub("^total (?:number of )?", "", one) for one in said}
        return said
    whose = [lexicon.noun(through[-1]), " ".join(map(lexicon.noun, through))]
    owned = {overlapped(owner, one).lower() for owner in whose for one in said}
    owned |= {f"{one} of {owner}".lower() for owner in whose for one in said}
    owned |= {one for one in said if one.startswith(lexicon.noun(through[-1]).lower())}
    return owned if column.table == table else owned | said


def _conditions(table, conditions, context):
    lexicon = Lexicon(context, Voice(0))
    paths = [condition.path for condition in conditions]
    if len(set(paths)) < len(paths):
        yield f"two conditions on one column among {paths}"
    for condition in conditions:
        column = lexicon.steps(table, condition.path)[-1]
        if column.table == SETTING:
            continue
        for rival in context.pack.tables[column.table].stored:
            if rival.name == column.name or rival.role == "hidden":
                continue
            shared = set(_patterns(column)) & set(_patterns(rival))
            if shared and _may_hold(rival, condition, column, context):
                yield f"{sorted(shared)} is said of {column.name} and of {rival.name}"


def _patterns(column):
    return (*column.spec.spoken.where, *(column.spec.spoken.noun or ()))


def _may_hold(rival, condition, column, context):
    """Whether the values of a condition could be those of another column as well."""
    if column.target is not None and rival.target is not None:
        names = {name for (table, _), name in context.names.items() if table == rival.target}
        return any(context.names.get((column.target, value)) in names for value in condition.values)
    if column.target is not None or rival.target is not None:
        return False
    return {column.kind, rival.kind} <= _NUMBERS or {column.kind, rival.kind} <= _TEXTS


def _bounds(spec, question):
    if re.search(r"\b(?:at most|no more than) 0\b(?![.,]\d)", question):
        yield "a bound of at most 0"
    if re.search(r"(?<![-\d,.])\b(?:between )?([\d,.]+) (?:and|to) \1(?![\d,.]*\d)", question):
        yield "a range of one value"
