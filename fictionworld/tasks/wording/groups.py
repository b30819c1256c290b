"""Figures over many rows: aggregates by group, and counts."""

from __future__ import annotations

from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, phrase_of
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import joined

_WORDS = task_words("groups")

MOST_FIGURES = 3


def aggregate(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for figures of each group."""
    if not specification.groups:
        return count(lexicon, specification)
    group, by = _group_words(lexicon, specification.table, specification.groups)
    slots = {
        "group": group,
        "by": by,
        "by_by": f"{by} by {by}" if " " not in by else f"for each {group}",
    }
    several = sum(output.of != "cell" for output in specification.outputs)
    if several > MOST_FIGURES:
        # the headers say it all, and saying it twice would be long
        slots["plural"] = _all_of(lexicon, specification)
        orders, wishes = (filled(_WORDS[pool], **slots) for pool in ("summaries", "summary_wishes"))
        return Need(orders, wishes)
    figures, follow = _figures(lexicon, specification)
    slots |= {"figures": figures, "are": "are" if several > 1 else "is"}
    return Need(
        filled(_WORDS["by_group"], **slots),
        filled(_WORDS["by_group_wishes"], **slots),
        filled(_WORDS["by_group_questions"], **slots),
        follow,
    )


def _group_words(lexicon: Lexicon, table: str, groups: tuple[Path, ...]) -> tuple[str, str]:
    """Return the group as a noun (`combination of brand and year`), and the words behind `by`."""
    nouns = [lexicon.group(table, path) for path in groups]
    by = joined(nouns)
    return (by if len(nouns) == 1 else f"combination of {by}"), by


def _all_of(lexicon: Lexicon, specification: Specification) -> str:
    """Return the rows that figures are taken over, in words: `all phones made by Sony`."""
    return f"all {phrase_of(lexicon, specification).plural}"


def _figures(lexicon: Lexicon, specification: Specification) -> tuple[str, str]:
    """Return the wanted figures in words, and a sentence on their rows if the words omit these."""
    phrase = phrase_of(lexicon, specification)
    nouns = lexicon.counted(specification.table, specification.groups)
    outputs = [output for output in specification.outputs if output.of != "cell"]
    named = lexicon.pack.tables[specification.table].name_column is not None
    own = lexicon.nouns(specification.table)
    limited = bool(phrase.clauses_many) or phrase.many != own.many  # phones in 2030
    said_apart = bool(phrase.clauses_many) and (
        len(phrase.clauses_many) > 1 or lexicon.voice.chance("figures/apart", 50)
    )
    if nouns != own:
        said_apart = limited
        plural = nouns.many
    else:
        plural = own.many if said_apart else phrase.plural
    follow = ""
    if said_apart:
        follow = lexicon.voice.pick("figures/only", _WORDS["only"]).format(plural=phrase.plural)
    texts: list[str] = []
    counted = any(output.of == "count" for output in outputs)
    # `lines and years` have figures of their own, and need not be named
    names_rows = named or counted or (limited and not said_apart) or " and " not in own.many
    for output in sorted(outputs, key=lambda column: column.of != "count"):
        if output.of == "count":
            texts.append(f"the number of {plural}")
        elif texts and counted:
            texts.append(f"their {_figure(lexicon, specification.table, output)}")
        else:
            texts.append(f"the {_figure(lexicon, specification.table, output)}")
    if not counted and names_rows:
        texts[-1] += f" of the {nouns.many}" if said_apart else f" of {plural}"
    return joined(texts), follow


def _figure(lexicon: Lexicon, table: str, output: Output) -> str:
    """Return a figure in words: `average launch price`, `total number of units sold`."""
    noun = lexicon.full_noun(table, output.path)
    if output.of in {"total", "average"}:
        if output.of == "total" and noun.startswith("total "):
            return noun
        return f"{output.of} {noun}" if not noun.startswith("average ") else f"mean {noun}"
    column = lexicon.column(table, output.path)
    return f"{lexicon.degree(column, most=output.of == 'most')} {noun}"


def count(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for figures over all rows that the conditions leave."""
    phrase = phrase_of(lexicon, specification)
    plural = phrase.plural
    outputs = [output for output in specification.outputs if output.of != "cell"]
    others = [output for output in outputs if output.of != "count"]
    figures = [_figure(lexicon, specification.table, output) for output in others]
    if len(others) == len(outputs):
        texts = [f"the {figure}" for figure in figures]
        whole = f"{joined(texts)} of all {plural}"
        are = "is" if len(texts) == 1 else "are"
        orders = filled(_WORDS["over_all_orders"], whole=whole)
        return Need(orders, [whole], [f"what {are} {whole}"])
    behind = (
        f", and what {'is' if len(figures) == 1 else 'are'} their {joined(figures)}"
        if figures
        else ""
    )
    also = f", and {joined([f'their {figure}' for figure in figures])}" if figures else ""
    questions = [
        f"how many {plural} are there{behind}",
        f"how many {phrase.many} are there in all{behind}" if not phrase.clauses_many
        else f"what is the number of {plural}{behind}",
    ]  # fmt: skip
    number = f"the number of {plural}{also}"
    orders = [f"give {number}" if also else f"count all {plural}"]
    orders += filled(_WORDS["count_orders"], number=number)
    return Need(orders, [number], questions)
