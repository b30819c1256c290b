"""Conditions in words: what a clause says, and how clauses attach to a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fictionworld.packs.compiled import QUANTITIES, TIMES, CompiledColumn
from fictionworld.tasks.specification import Condition, MembershipCondition
from fictionworld.tasks.wording.english import either
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.values import both_ends, limit, value_text, when
from fictionworld.text.english import indefinite, joined, plural, with_article
from fictionworld.worlds.fact import Value

_SHORT = ("of", "for", "by", "at", "from", "to", "in")
"""Prepositions in the order in which their phrases stand behind a noun."""


@dataclass(frozen=True, slots=True)
class NounClause:
    """What stands behind a noun: `made by Sony`, `with a battery of at least 5,200 mAh`."""

    text: str
    nested: bool = False
    """It ends in a noun of several things, to which a further clause would seem to belong."""

    @property
    def relative(self) -> bool:
        return self.text.startswith(("that ", "who ", "whose ", "which ", "of which "))

    @property
    def short(self) -> bool:
        """A bare preposition and a name: `of the Nova 12`, `from Sony`."""
        return self.text.split(" ", 1)[0] in _SHORT and not self.nested and not self.relative

    @property
    def negative(self) -> bool:
        """What stands behind it would seem to be denied too: `not made by Sony with a battery`."""
        return self.text.startswith("not ")

    @property
    def with_(self) -> bool:
        return self.text.startswith("with ")


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun, in both numbers, and its clauses."""

    one: str
    many: str
    clauses_one: tuple[NounClause, ...]
    clauses_many: tuple[NounClause, ...]

    @property
    def singular(self) -> str:
        return attached(self.one, self.clauses_one)

    @property
    def plural(self) -> str:
        return attached(self.many, self.clauses_many)


def attached(noun: str, clauses: Sequence[NounClause]) -> str:
    """The noun with all its clauses behind it, in an order that leaves no doubt what goes where.

    Short ones stand right behind the noun (the review of the Nova 12 by The Echo), nested ones
    behind plain ones, relative ones last.
    """
    short = [clause for clause in clauses if clause.short]
    relative = [clause for clause in clauses if clause.relative]
    with_ = [clause for clause in clauses if clause.with_ and not clause.nested]
    plain = [clause for clause in clauses if clause not in short + relative + with_]
    plain.sort(key=lambda clause: clause.nested)
    nested = any(clause.nested for clause in plain)
    have = [NounClause(_with_all([one.text for one in with_]))] if with_ else []
    short.sort(key=lambda clause: _SHORT.index(clause.text.split(" ", 1)[0]))
    text = " ".join([noun, *(clause.text for clause in short)])
    ordered = [*have, *plain] if nested else [*plain, *have]
    if sum(clause.nested for clause in plain) > 1:
        # what follows a clause with clauses of its own would seem to belong to the last of these
        text += f" {', and '.join(clause.text for clause in ordered)}"
    elif len(ordered) == 2 and have and len(with_) == 1 and not plain[0].negative:
        # phones made by Sony with a battery of 5,200 mAh; phones with ..., from a premium series
        text += f" {ordered[0].text}{',' if nested else ''} {ordered[1].text}"
    elif ordered:
        text += f" {joined([clause.text for clause in ordered])}"
    if relative:
        nested = nested or len(ordered) > 2
        text += f"{', and' if nested else ''} {joined([clause.text for clause in relative])}"
    return text


def _with_all(texts: Sequence[str]) -> str:
    """`with a display of 6 inches and a weight of 200 g`; others would not do without their *with*.

    With 40 members and with a budget of 1 million; with North Wing as building and with 3 posts.
    """
    alike = all(re.match(r"with an? .* of ", text) for text in texts)
    return f"with {joined([text[5:] for text in texts])}" if alike else joined(texts)


def noun_phrase(
    lexicon: Lexicon, table: str, conditions: Sequence[Condition], extra: Sequence[NounClause] = ()
) -> NounPhrase:
    """The rows of a table that pass all conditions, as a noun with clauses."""
    nouns = lexicon.nouns(table)
    one, many, conditions = _dated(lexicon, table, conditions)
    phrase = _with_clauses(lexicon, table, one or nouns.one, many or nouns.many, conditions)
    return NounPhrase(
        phrase.one, phrase.many, (*phrase.clauses_one, *extra), (*phrase.clauses_many, *extra)
    )


def either_clause(lexicon: Lexicon, table: str, either: Sequence[Condition]) -> list[NounClause]:
    """That one of two tests is passed: `either with 8 cores or made by Sony`."""
    if not either:
        return []
    texts = [_leaf(lexicon, lexicon.column(table, one.path), one) for one in either]
    return [NounClause(f"either {' or '.join(texts)}", nested=True)]


def _dated(
    lexicon: Lexicon, table: str, conditions: Sequence[Condition]
) -> tuple[str, str, Sequence[Condition]]:
    """`phone in 2030`, `years of the Nova 12`, where rows are a phone's figures of a year.

    Returns one and many, empty where the table's own nouns do, and the conditions left to say.
    """
    dated = lexicon.dated(table)
    if dated is None:
        return "", "", conditions
    entity, year = dated
    nouns, rows = lexicon.nouns(entity.target or table), lexicon.nouns(table)
    years = [one for one in conditions if one.path == (year.name,)]
    named = [one for one in conditions if one.path[0] == entity.name]
    voice = lexicon.voice
    stated = [when(one, voice) + both_ends(one, voice, last=True) for one in years]
    times = " ".join(["", *stated])
    noun, several = rows.one, rows.many  # yearly budgets of the Parks Office
    if lexicon.are_figures(table):
        noun = "figure" if years else lexicon.noun(year)
        several = plural(noun)
    if any(len(lexicon.steps(table, one.path)) > 1 for one in named):
        # years of phones made by Sony
        rest = [one for one in conditions if one not in years]
        return f"{noun}{times}", f"{several}{times}", rest
    if named:
        which = lexicon.either(entity.target or table, named[0].values)
        one, many = f"{noun} of {which}{times}", f"{several} of {which}{times}"
        if named[0].operator == "is_not":
            one = f"{noun} of {with_article(nouns.one)} other than {which}{times}"
            many = f"{several} of {nouns.many} other than {which}{times}"
    elif years and years[0].operator == "is":
        one, many = f"{nouns.one}{times}", f"{nouns.many}{times}"
    else:
        one, many = f"{rows.one}{times}", f"{rows.many}{times}"
    return one, many, [one for one in conditions if one not in (*years, *named[:1])]


def _with_clauses(
    lexicon: Lexicon, table: str, one: str, many: str, conditions: Sequence[Condition]
) -> NounPhrase:
    named = False
    single: list[NounClause] = []
    several: list[NounClause] = []
    for group in _by_reference(lexicon, table, conditions):
        column = group[0][1][0]
        if len(group) == 1 and len(group[0][1]) == 1:
            condition = group[0][0]
            words = _as_noun(lexicon, column, condition) if not named else None
            if words is not None:
                one, many = words
                named = True
                continue
            single.append(NounClause(_leaf(lexicon, column, condition)))
            several.append(single[-1])
            continue
        inner = noun_phrase(lexicon, _target(column), [
            Condition(condition.path[_skipped(lexicon, table, condition):], condition.operator,
                      condition.values)
            for condition, _ in group
        ])  # fmt: skip
        for clauses, value in ((single, with_article(inner.singular)), (several, inner.plural)):
            text = _said_once(_filled(lexicon, column, value, group[0][0]))
            clauses.append(NounClause(text, nested=True))
    order = lexicon.voice.shuffled(f"clauses/{table}", range(len(single)))
    return NounPhrase(
        one,
        many,
        tuple(single[place] for place in order),
        tuple(several[place] for place in order),
    )


_Group = list[tuple[Condition, tuple[CompiledColumn, ...]]]
"""Conditions, each with the columns of its path."""


def _said_once(text: str) -> str:
    """`playing for clubs playing in claret` is `playing for clubs in claret`."""
    verb, _, rest = text.partition(" ")
    return f"{verb} {rest.replace(f' {verb} in ', ' in ')}" if verb.endswith("ing") else text


def _by_reference(lexicon: Lexicon, table: str, conditions: Sequence[Condition]) -> list[_Group]:
    """Conditions in groups: those that lie beyond one reference are said of its row together."""
    groups: dict[str, _Group] = {}
    for place, condition in enumerate(conditions):
        steps = lexicon.steps(table, condition.path)
        own = f"{place}" if len(steps) == 1 else steps[0].name
        groups.setdefault(own, []).append((condition, steps))
    return list(groups.values())


def _skipped(lexicon: Lexicon, table: str, condition: Condition) -> int:
    """How many steps of the path the clause has said: its first reference, and what is the same."""
    column = lexicon.pack.tables[table].columns[condition.path[0]]
    return 2 if lexicon.is_same(column) else 1


def _target(column: CompiledColumn) -> str:
    assert column.target is not None
    return column.target


def _as_noun(
    lexicon: Lexicon, column: CompiledColumn, condition: Condition
) -> tuple[str, str] | None:
    """A category that people say as a noun: forwards, premium brands."""
    pair = column.spec.spoken.noun
    if pair is None or condition.operator not in {"is", "one_of", "is_not"}:
        return None
    if condition.operator == "is_not":
        nouns = lexicon.nouns(column.table)
        one, many = (pattern.format(value=condition.values[0]) for pattern in pair)
        return f"{nouns.one} other than {with_article(one)}", f"{nouns.many} other than {many}"
    return _one_of(pair[0], condition.values, "or"), _one_of(pair[1], condition.values, "and")


def _one_of(pattern: str, values: Sequence[Value], link: str) -> str:
    """`red or white wine`, `red and white wines`, `forwards and wings`, `flights with A or B`."""
    texts = [str(value) for value in values]
    if re.search(r"\{value\}\w", pattern):
        return joined([pattern.format(value=text) for text in texts], link)
    return pattern.format(value=joined(texts, link if pattern.startswith("{value}") else "or"))


def _leaf(lexicon: Lexicon, column: CompiledColumn, condition: Condition) -> str:
    """A test of the row's own column, or of which row it refers to."""
    if column.target is not None or column.role == "name":
        names = lexicon.either(column.target or column.table, condition.values)
        if column.role == "name" or lexicon.is_same(column):
            return f"called {names}"
        return _negated(lexicon, column, condition, names)
    if column.kind in QUANTITIES or column.kind in TIMES:
        return _filled(lexicon, column, None, condition)
    values = [value_text(value, column, None, lexicon.voice.manner) for value in condition.values]
    return _negated(lexicon, column, condition, either(values))


def _negated(lexicon: Lexicon, column: CompiledColumn, condition: Condition, value: str) -> str:
    if condition.operator != "is_not":
        return _filled(lexicon, column, value, condition)
    phrase = _filled(lexicon, column, value, condition)
    if phrase.startswith(("with ", "that ", "who ", "whose ")):
        # parties whose colour, not whose party colour
        noun = lexicon.noun(column).removeprefix(f"{lexicon.nouns(column.table).one} ")
        return f"whose {noun} is not {value}"
    return f"not {phrase}"


def _filled(
    lexicon: Lexicon, column: CompiledColumn, value: str | None, condition: Condition
) -> str:
    """The column's clause with its slot filled; numbers and times make their own filling."""
    if condition.operator == "between" and condition.values[0] == condition.values[1]:
        condition = Condition(condition.path, "is", condition.values[:1])
    voice = lexicon.voice
    given = column.spec.spoken.where or _fall_backs(lexicon, column)
    pattern = voice.pick(f"where/{column.table}.{column.name}", given)
    last = pattern.endswith("}")
    if "{when}" in pattern:
        text = pattern.format(when=when(condition, voice))
    elif value is None:
        unit = lexicon.context.units.get((column.table, column.name))
        text = _counted(pattern, limit(condition, column, unit, voice, last=last))
    else:
        text = _counted(pattern, value)
    if value is None:
        text += both_ends(condition, voice, last=last)
    return text


def _counted(pattern: str, value: str) -> str:
    """`with {value} store(s)` of one store and of many; `used as a {value}` of an office."""
    one = value == "1" or value.endswith(" 1")
    for ending, single, many in (("(s)", "", "s"), ("(es)", "", "es"), ("(y/ies)", "y", "ies")):
        pattern = pattern.replace(ending, single if one else many)
    pattern = pattern.replace(" a {value}", f" {indefinite(value)} {{value}}")
    return pattern.format(value=value)


def _fall_backs(lexicon: Lexicon, column: CompiledColumn) -> tuple[str, ...]:
    noun = lexicon.noun(column)
    if column.kind in QUANTITIES:
        # units of at least 1,000, a weight of at least 5
        head = noun.partition(" of ")[0]
        a_noun = noun if head.endswith("s") and not head.endswith("ss") else with_article(noun)
        return (f"with {a_noun} of {{value}}",)
    if column.kind == "date":
        return (f"with {with_article(noun)} that falls {{when}}",)
    return ("of {value}",) if noun == "year" else (f"whose {noun} is {{value}}",)


def members_clause(lexicon: Lexicon, members: Sequence[MembershipCondition]) -> NounClause | None:
    """That rows of other tables point here, or do not: `offered at A but not at B`."""
    if not members:
        return None
    first, *others = sorted(members, key=lambda one: not one.holds)
    text = _member(lexicon, first, after=None)
    earlier = first
    for member in others:
        link = "but" if earlier.holds and not member.holds else "and"
        text += f" {link} {_member(lexicon, member, after=earlier)}"
        earlier = member
    return NounClause(text, nested=True)


def _member(
    lexicon: Lexicon, member: MembershipCondition, after: MembershipCondition | None
) -> str:
    """One membership; right after one of the same kind that holds, only what differs."""
    table = lexicon.pack.tables[member.table]
    one, many = lexicon.nouns(member.table).one, lexicon.nouns(member.table).many
    inner = _with_clauses(lexicon, member.table, one, many, member.where)
    behind = attached("", inner.clauses_one).strip()
    alike = after is not None and after.holds and (after.table, after.by) == (
        member.table, member.by)  # fmt: skip
    pair = table.columns[member.by].spec.spoken.has
    if pair is None or not behind or inner.one != one:
        if not member.holds:
            return f"{'' if alike else 'with '}no {inner.singular}"
        return f"{'' if alike else 'with '}at least one {inner.singular}"
    yes, no = pair
    if lexicon.dated(member.table) is not None:
        # what a year has are figures, not a yearly figure
        row = table.spec.spoken.one or one
        rows = table.spec.spoken.many or plural(row)
        yes = yes.replace(f"{with_article(row)} ", f"{rows} ")
        no = no.replace(f"any {row} ", f"{rows} ").replace(f"no {row} ", f"no {rows} ")
        if alike and yes.endswith("s {where}"):
            return f"{'also' if member.holds else 'none'} {behind}"
    if alike and no == f"not {yes}":
        return f"{'also' if member.holds else 'not'} {behind}"
    if alike and f"{with_article(one)} {{where}}" in yes:
        return f"{'one' if member.holds else 'none'} {behind}"
    return (yes if member.holds else no).format(where=behind)
