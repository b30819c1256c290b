"""The largest and smallest, in words: rankings, the best of each group, one row, ties."""

from __future__ import annotations

from fictionworld.tasks.specification import Extreme, Specification
from fictionworld.tasks.wording.clauses import NounPhrase, attached
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, asked, phrase_of, together
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import sentence
from fictionworld.text.number_words import count_word

_WORDS = task_words("ranking")


def top(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for the first `k` rows of an order."""
    extreme = extreme_of(specification)
    if extreme.per is not None:
        return best_of_each(lexicon, specification)
    phrase = phrase_of(lexicon, specification)
    plural = phrase.plural
    words, before = lexicon.superlative(specification.table, extreme.order, most=extreme.most)
    if extreme.k == 1:
        return one_best(lexicon, specification)
    number = count_word(extreme.k)
    if phrase.clauses_many:
        few = f"{number} {words}"
        few_of = f"{number} {words} {phrase.many}" if before else f"{number} {phrase.many} {words}"
        rows_text = attached("those", phrase.clauses_many)
        slots = {"plural": plural, "few": few, "few_of": few_of, "those": rows_text}
        orders = _without_double_of(phrase, filled(_WORDS["among"], **slots))
        question = f"among {plural}, which {number} are the {words if before else f'ones {words}'}"
        return Need(orders, filled(_WORDS["among_wishes"], **slots), [question])
    best_rows = f"the {number} {words} {plural}" if before else f"the {number} {plural} {words}"
    return Need(
        filled(_WORDS["top"], the=best_rows),
        filled(_WORDS["top_wishes"], the=best_rows),
        filled(_WORDS["top_questions"], the=best_rows),
    )


def best_of_each(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for the first row, or the first `k`, of each group."""
    extreme = extreme_of(specification)
    assert extreme.per is not None
    voice = lexicon.voice
    nouns = lexicon.counted(specification.table, [extreme.per])
    phrase = phrase_of(lexicon, specification)
    column = lexicon.column(specification.table, extreme.per)
    group = lexicon.group(specification.table, extreme.per)
    groups = lexicon.nouns(column.target).many if column.target else ""
    words, before = lexicon.superlative(specification.table, extreme.order, most=extreme.most)
    # with conditions, the noun stands in a sentence of its own and need not be said twice
    number = "" if extreme.k == 1 else f"{count_word(extreme.k)} "
    noun = nouns.one if extreme.k == 1 else nouns.many
    best_rows = f"the {number}{words} {noun}" if before else f"the {number}{noun} {words}"
    follow = ""
    if phrase.clauses_many or phrase.many != lexicon.nouns(specification.table).many:
        follow = voice.pick("each/only", _WORDS["only"]).format(plural=phrase.plural)
    predicate = lexicon.predicate(words, before=before)
    # a transfer has two organisations, and a landing the port of its vessel beside its own
    referred = [
        other.target
        for other in lexicon.pack.tables[specification.table].references
        if other.role != "hidden"
    ]
    is_one = len(extreme.per) == 1 and referred.count(column.target) == 1
    each = [pattern for pattern in _WORDS["each"] if is_one or "{groups}" not in pattern]
    orders = filled(each, group=group, groups=groups, the=best_rows)
    wishes = filled(_WORDS["each_wishes"], group=group, the=best_rows)
    questions = [f"for each {group}, which {nouns.one} {predicate}"] if extreme.k == 1 else []
    return Need(orders, wishes, questions, follow)


def _without_double_of(phrase: NounPhrase, patterns: list[str]) -> list[str]:
    """Return the patterns without `of all ...` where a clause begins so: `of films in colour`."""
    if not any(clause.text.startswith("of ") for clause in phrase.clauses_many):
        return patterns
    return [pattern for pattern in patterns if not pattern.startswith(("of all ", "out of all "))]


def one_best(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for the one row of the largest or smallest value, and what is asked of it."""
    extreme = extreme_of(specification)
    phrase = phrase_of(lexicon, specification)
    words, before = lexicon.superlative(specification.table, extreme.order, most=extreme.most)
    predicate = lexicon.predicate(words, before=before)
    asks = asked(lexicon, specification.table, [
        output for output in specification.outputs
        if output.role == "value" and output.path != extreme.order
    ])  # fmt: skip
    follow = also(lexicon, asks)
    if phrase.clauses_many:
        best_row = f"the {words if before else f'one {words}'}"
        pool, asking = _WORDS["one_among"], _WORDS["one_among_questions"]
        wish = f"{best_row} among {phrase.plural}"
    else:
        best_row = wish = f"the {words} {phrase.one}" if before else f"the {phrase.one} {words}"
        pool, asking = _WORDS["one"], _WORDS["one_questions"]
    slots = {"plural": phrase.plural, "many": phrase.many, "one": phrase.one}
    slots |= {"the": best_row, "predicate": predicate}
    orders = filled(pool, **slots)
    questions = filled(asking, **slots)
    if phrase.clauses_many:
        orders = _without_double_of(phrase, orders)
        questions = _without_double_of(phrase, questions)
    elif lexicon.pack.tables[specification.table].name_column:
        questions.append(f"what is the name of {best_row}")
    else:
        questions.append(f"which is {best_row}")
    return Need(orders, [wish], questions, follow)


def also(lexicon: Lexicon, asks: list[str]) -> str:
    """Return the sentence that asks for further values; empty without any."""
    if not asks:
        return ""
    pattern = lexicon.voice.pick("superlative/also", _WORDS["also"])
    return sentence(pattern.format(asks=together(asks)))


def extreme_of(specification: Specification) -> Extreme:
    """Return the `extreme` of a specification that has one."""
    assert specification.extreme is not None
    return specification.extreme
