"""Conditions in words: what a clause says, and how clauses attach to a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fictionworld.packs.compiled import QUANTITIES, TIMES, CompiledColumn
from fictionworld.tasks.specification import Condition
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
        """Return whether this is a bare preposition and a name: `of the Nova 12`, `from Sony`."""
        return self.text.split(" ", 1)[0] in _SHORT and not self.nested and not self.relative

    @property
    def negative(self) -> bool:
        """Return whether the text is denied, so that a clause behind it would seem denied too."""
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
    """Return the noun with all its clauses behind it, in an order that leaves no doubt.

    Short ones stand right behind the noun (the review of the Nova 12 by The Echo), nested ones
    behind plain ones, relative ones last.
    """
    short = [clause for clause in clauses if clause.short]
    relative = [clause for clause in clauses if clause.relative]
    with_ = [clause for clause in clauses if clause.with_ and not clause.nested]
    plain = [clause for clause in clauses if clause not in short + relative + with_]
    plain.sort(key=lambda clause: clause.nested)
    nested = any(clause.nested for clause in plain)
    with_clause = [NounClause(_with_all([clause.text for clause in with_]))] if with_ else []
    short.sort(key=lambda clause: _SHORT.index(clause.text.split(" ", 1)[0]))
    text = " ".join([noun, *(clause.text for clause in short)])
    ordered = [*with_clause, *plain] if nested else [*plain, *with_clause]
    if sum(clause.nested for clause in plain) > 1:
        # what follows a clause with clauses of its own would seem to belong to the last of these
        text += f" {', and '.join(clause.text for clause in ordered)}"
    elif len(ordered) == 2 and with_clause and len(with_) == 1 and not plain[0].negative:
        # phones made by Sony with a battery of 5,200 mAh; phones with ..., from a premium series
        text += f" {ordered[0].text}{',' if nested else ''} {ordered[1].text}"
    elif ordered:
        text += f" {joined([clause.text for clause in ordered])}"
    if relative:
        nested = nested or len(ordered) > 2
        text += f"{', and' if nested else ''} {joined([clause.text for clause in relative])}"
    return text


def _with_all(texts: Sequence[str]) -> str:
    """Return `with` clauses as one: `with a display of 6 inches and a weight of 200 g`.

    Other texts keep each *with*: with 40 members and with a budget of 1 million; with North Wing as
    building and with 3 posts.
    """
    alike = all(re.match(r"with an? .* of ", text) for text in texts)
    return f"with {joined([text[5:] for text in texts])}" if alike else joined(texts)


def noun_phrase(
    lexicon: Lexicon, table: str, conditions: Sequence[Condition], extra: Sequence[NounClause] = ()
) -> NounPhrase:
    """Return the rows of a table that pass all conditions, as a noun with clauses, `extra` last."""
    nouns = lexicon.nouns(table)
    singular_noun, plural_noun, conditions = _dated(lexicon, table, conditions)
    of_subject, conditions = _of_subject(lexicon, table, singular_noun, conditions)
    phrase = with_clauses(
        lexicon, table, singular_noun or nouns.one, plural_noun or nouns.many, conditions
    )
    return NounPhrase(
        phrase.one,
        phrase.many,
        (*of_subject, *phrase.clauses_one, *extra),
        (*of_subject, *phrase.clauses_many, *extra),
    )


def either_clause(lexicon: Lexicon, table: str, either: Sequence[Condition]) -> list[NounClause]:
    """Return the clause `either with 8 cores or made by Sony` for two tests; [] without tests."""
    if not either:
        return []
    texts = [_leaf(lexicon, lexicon.column(table, test.path), test) for test in either]
    return [NounClause(f"either {' or '.join(texts)}", nested=True)]


def _dated(
    lexicon: Lexicon, table: str, conditions: Sequence[Condition]
) -> tuple[str, str, Sequence[Condition]]:
    """Return nouns for rows that are figures of a year, and the conditions that are left to say.

    The nouns, singular and plural, are `phone in 2030` or `years of the Nova 12`; they are empty
    where the table's own nouns do.
    """
    dated = lexicon.dated(table)
    if dated is None:
        return "", "", conditions
    entity, year = dated
    nouns, rows = lexicon.nouns(entity.target or table), lexicon.nouns(table)
    years = [test for test in conditions if test.path == (year.name,)]
    named = [test for test in conditions if test.path[0] == entity.name]
    voice = lexicon.voice
    stated = [when(test, voice) + both_ends(test, voice, last=True) for test in years]
    times = " ".join(["", *stated])
    noun, several = rows.one, rows.many  # yearly budgets of the Parks Office
    are_figures = lexicon.are_figures(table)
    of_times = re.sub(r"^ in (?=\d)", " of ", times)  # every phone and year of 2030 or later
    if are_figures:
        noun = "entry" if years else lexicon.noun(year)
        several = plural(noun)
    if any(len(lexicon.steps(table, test.path)) > 1 for test in named):
        rest = [test for test in conditions if test not in years]
        if are_figures and years:
            # phones in 2030 made by Sony
            if years[0].operator == "is":
                return f"{nouns.one}{times}", f"{nouns.many}{times}", rest
            return f"{rows.one}{of_times}", f"{rows.many}{of_times}", rest
        # years of phones made by Sony
        return f"{noun}{times}", f"{several}{times}", rest
    if named:
        names = lexicon.either(entity.target or table, named[0].values)
        singular_noun, plural_noun = f"{noun} of {names}{times}", f"{several} of {names}{times}"
        if named[0].operator == "is_not" and are_figures and years:
            singular_noun = f"{nouns.one} other than {names}{times}"
            plural_noun = f"{nouns.many} other than {names}{times}"
        elif named[0].operator == "is_not":
            singular_noun = f"{noun} of {with_article(nouns.one)} other than {names}{times}"
            plural_noun = f"{several} of {nouns.many} other than {names}{times}"
    elif years and years[0].operator == "is":
        singular_noun, plural_noun = f"{nouns.one}{times}", f"{nouns.many}{times}"
    elif are_figures:
        singular_noun, plural_noun = f"{rows.one}{of_times}", f"{rows.many}{of_times}"
    else:
        singular_noun, plural_noun = f"{rows.one}{times}", f"{rows.many}{times}"
    return (
        singular_noun,
        plural_noun,
        [test for test in conditions if test not in (*years, *named[:1])],
    )


def _of_subject(
    lexicon: Lexicon, table: str, noun: str, conditions: Sequence[Condition]
) -> tuple[Sequence[NounClause], Sequence[Condition]]:
    """Return clauses on what a row is a figure of, where the row's noun is its; and what is left.

    Of `phones in 2030` made by Sony the phones are made by Sony, not the years.
    """
    dated = lexicon.dated(table)
    nouns = (lexicon.nouns(name).one for name in (_target(dated[0]), table)) if dated else ()
    is_subject = any(noun.startswith(f"{own} ") for own in nouns)
    if dated is None or not is_subject or not lexicon.are_figures(table):
        return (), conditions
    entity = dated[0]
    far = [test for test in conditions if test.path[0] == entity.name and len(test.path) > 1]
    inner = [Condition(test.path[1:], test.operator, test.values) for test in far]
    phrase = with_clauses(lexicon, _target(entity), "", "", inner, as_nouns=False)
    return phrase.clauses_one, [test for test in conditions if test not in far]


def with_clauses(
    lexicon: Lexicon,
    table: str,
    one: str,
    many: str,
    conditions: Sequence[Condition],
    *,
    as_nouns: bool = True,
) -> NounPhrase:
    """Return a noun with the conditions as its clauses; with `as_nouns` a category as its noun."""
    named = not as_nouns
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
        tuple(single[index] for index in order),
        tuple(several[index] for index in order),
    )


_Group = list[tuple[Condition, tuple[CompiledColumn, ...]]]
"""Conditions, each with the columns of its path."""


def _said_once(text: str) -> str:
    """Return `playing for clubs in claret` for `playing for clubs playing in claret`."""
    verb, _, rest = text.partition(" ")
    return f"{verb} {rest.replace(f' {verb} in ', ' in ')}" if verb.endswith("ing") else text


def _by_reference(lexicon: Lexicon, table: str, conditions: Sequence[Condition]) -> list[_Group]:
    """Return the conditions in groups; what lies beyond one reference is said together."""
    groups: dict[str, _Group] = {}
    for index, condition in enumerate(conditions):
        steps = lexicon.steps(table, condition.path)
        key = f"{index}" if len(steps) == 1 else steps[0].name
        groups.setdefault(key, []).append((condition, steps))
    return list(groups.values())


def _skipped(lexicon: Lexicon, table: str, condition: Condition) -> int:
    """Return how many path steps are said: 2 where the first leads to the same row, else 1."""
    column = lexicon.pack.tables[table].columns[condition.path[0]]
    return 2 if lexicon.is_same(column) else 1


def _target(column: CompiledColumn) -> str:
    assert column.target is not None
    return column.target


def _as_noun(
    lexicon: Lexicon, column: CompiledColumn, condition: Condition
) -> tuple[str, str] | None:
    """Return a category as a noun, singular and plural (forwards, premium brands), or None."""
    pair = column.spec.spoken.noun
    if pair is None or condition.operator not in {"is", "one_of", "is_not"}:
        return None
    if condition.operator == "is_not":
        if column.nullable:
            return None  # who has no title is a player other than a Master, and fails
        nouns = lexicon.nouns(column.table)
        singular_noun, plural_noun = (_noun_of(pattern, condition.values[0]) for pattern in pair)
        return (
            f"{nouns.one} other than {with_article(singular_noun)}",
            f"{nouns.many} other than {plural_noun}",
        )
    return _one_of(pair[0], condition.values, "or"), _one_of(pair[1], condition.values, "and")


def _one_of(pattern: str, values: Sequence[Value], link: str) -> str:
    """Return a noun of several values: `red or white wine`, `forwards and wings`."""
    texts = [str(value) for value in values]
    if re.search(r"\{value\}\w", pattern):
        return joined([_noun_of(pattern, text) for text in texts], link)
    return pattern.format(value=joined(texts, link if pattern.startswith("{value}") else "or"))


def _noun_of(pattern: str, value: Value) -> str:
    """Return a noun of one value; `{value}s` is the value's plural, which may take another end."""
    return pattern.replace("{value}s", plural(str(value))).format(value=value)


def _leaf(lexicon: Lexicon, column: CompiledColumn, condition: Condition) -> str:
    """Return the clause of a test of the row's own column, or of which row it refers to."""
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
    if column.nullable:
        # what has none at all would pass `not from A`, and fails
        phrase = _filled(lexicon, column, "{value}", condition)
        said = set(phrase.split()) & set(lexicon.noun(column).split())
        another = f"other than {value}" if said else _another(lexicon, column, value)
        return phrase.replace("{value}", another)
    phrase = _filled(lexicon, column, value, condition)
    if phrase.startswith(("with ", "that ", "who ", "whose ")):
        # parties whose colour, not whose party colour
        noun = lexicon.noun(column).removeprefix(f"{lexicon.nouns(column.table).one} ")
        return f"whose {noun} is not {value}"
    return f"not {phrase}"


def _another(lexicon: Lexicon, column: CompiledColumn, value: str) -> str:
    """Return words for any value but one: `one of the clubs other than A`."""
    if column.target is None:
        return f"{with_article(lexicon.noun(column))} other than {value}"
    return f"one of the {lexicon.nouns(column.target).many} other than {value}"


def _filled(
    lexicon: Lexicon, column: CompiledColumn, value: str | None, condition: Condition
) -> str:
    """Return the column's clause with `value` in its slot; without one, with limits or a time."""
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
    """Return the filled pattern: `with {value} store(s)` of one and many; `used as an office`."""
    is_one = value == "1" or value.endswith(" 1")
    for ending, single, many in (("(s)", "", "s"), ("(es)", "", "es"), ("(y/ies)", "y", "ies")):
        pattern = pattern.replace(ending, single if is_one else many)
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
