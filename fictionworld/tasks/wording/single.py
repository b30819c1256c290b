"""The one row that a question is about, and what hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.wording.clauses import attached, noun_phrase
from fictionworld.tasks.wording.need import phrase_of
from fictionworld.tasks.words import task_words

if TYPE_CHECKING:
    from fictionworld.tasks.specification import Path, Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["of_known", "subject_of"]

_WORDS = task_words("single")


def subject_of(lexicon: Lexicon, specification: Specification) -> str:
    """The one row that the conditions single out: by its name, or by what is known of it."""
    table = specification.table
    named = [one for one in specification.where if _is_name(lexicon, table, one.path)
             and one.operator == "is"]  # fmt: skip
    if not named or specification.members:
        return f"the {phrase_of(lexicon, specification).singular}"
    others = [one for one in specification.where if one not in named]
    column = lexicon.steps(table, named[0].path)[-1]
    name = lexicon.named(column.target or table, named[0].values[0])
    return attached(name, noun_phrase(lexicon, table, others).clauses_one)


def of_known(lexicon: Lexicon, specification: Specification, path: Path, subject: str) -> str:
    """The end of a path; from a row on the way, where the question names that one itself."""
    table = specification.table
    first = lexicon.scene.pack.tables[table].columns[path[0]]
    for condition in specification.where:
        if condition.operator == "is" and condition.path == path[:1] and len(path) > 1:
            assert first.target is not None
            return lexicon.of(
                first.target, path[1:], lexicon.named(first.target, condition.values[0])
            )
    return lexicon.of(table, path, subject)


def _is_name(lexicon: Lexicon, table: str, path: tuple[str, ...]) -> bool:
    column = lexicon.scene.pack.tables[table].columns[path[0]]
    return len(path) == 1 and (column.role == "name" or lexicon.is_same(column))
