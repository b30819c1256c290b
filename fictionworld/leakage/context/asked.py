"""A protected value with its subject and column, prepared once for many texts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.context.subject import Subject
from fictionworld.leakage.context.thesaurus import Cues, cues_of, label_words
from fictionworld.leakage.values.targets import NumberTarget, targets_of
from fictionworld.leakage.views.tokens import Tokens, tokens_of

YEAR: Final = re.compile(r"(?<![\d.,$€£/-])(?:1[5-9]|20|21)\d\d(?![\d,.]\d|\d|/\d|-\d{2}-)")


class AskedAnswer:
    """An answer, its subject, its column.

    Attributes:
        answer: What must not be stated.
        subject: The subject that it is a value of.
        question: The text of the question.
        cues: Words that may refer to the column.
        unit: The unit of a number that the column or the value names.
        years: Years that the column or the question names: values of other years do not count.
    """

    def __init__(self, answer: Answer, entity: str, question: str) -> None:
        self.answer = answer
        self.question = question
        self._label = label_words(answer.column)
        self.subject = Subject(entity, self._label)
        self.cues: Cues = cues_of(answer.column, question, entity)
        said = YEAR.findall(f"{question} {answer.column}") or YEAR.findall(entity)
        self.years = frozenset() if answer.type == "date" else frozenset(said)
        self.unit = next((t.unit for t in targets_of(answer) if isinstance(t, NumberTarget)), None)
        self._text = ""
        self._places: list[int] = []

    def cue_places(self, tokens: Tokens) -> list[int]:
        """The tokens of a text that speak of the column, by number; none in the subject's name."""
        if self._text != tokens.text:
            named = {
                at
                for mention in self.subject.mentions(tokens)
                for at in tokens.within(mention.start, mention.end)
            }
            self._text = tokens.text
            self._places = [at for at in self.cues.places(tokens) if at not in named]
        return self._places

    def speaks_of_column(self, said: str) -> bool:
        """Whether a key or a heading is of the column."""
        tokens = tokens_of(_apart(said))
        return bool(self.cues.places(tokens)) or any(
            len(word) > 2 and own.startswith(word) for word in tokens.words for own in self._label
        )


@lru_cache(1 << 12)
def _apart(key: str) -> str:
    """The words of a key: `releaseDate`, `release_date`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", key)


@lru_cache(1 << 13)
def asked_of(answer: Answer, entity: str, question: str) -> AskedAnswer:
    """What is asked, remembered: a guard asks the same of text after text."""
    return AskedAnswer(answer, entity, question)
