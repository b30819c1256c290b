"""Answers as the question asks for them: of a computation, and guessed where no page is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from fictionworld.episodes.agents.known import KnownRows
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.key import markdown_table, written
from fictionworld.tasks.record import Task
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError

NOTHING = "NA"

_CAPITALISED = re.compile(r"\b(?:[A-Z][\w'\u2019-]*)(?: (?:de|of|the|la|&|[A-Z0-9][\w'\u2019-]*))*")
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def rows_of(reasoner: Reasoner) -> list[tuple[str, ...]]:
    """Return the answer's rows, as texts, computed over the facts that were read.

    There are none where too few facts are known to distinguish rows.
    """
    specification = reasoner.specification
    try:
        values = rederive(specification, KnownRows(reasoner.known))
    except AmbiguousError:
        return []
    return [tuple(map(written, specification.outputs, row)) for row in values]


def answer_of(reasoner: Reasoner) -> str:
    """Return the answer computed over the facts that were read, as a Markdown table."""
    headers = [output.header for output in reasoner.specification.outputs]
    return markdown_table(headers, rows_of(reasoner))


def guess_for(header: str, question: str) -> str:
    """Return a value that a column of this header may have: a number in the question, or a day."""
    lowered = header.lower()
    years = _YEAR.findall(question)
    if "yyyy-mm-dd" in lowered:
        return f"{years[0] if years else '2030'}-06-01"
    if "year" in lowered and years:
        return str(years[0])
    numbers = [number for number in _NUMBER.findall(question) if number not in years]
    if "(" in header or "number" in lowered or "average" in lowered:
        return numbers[0].replace(",", "") if numbers else "10"
    names = names_in_question(question)
    return names[0] if names else NOTHING


def names_in_question(question: str) -> list[str]:
    """Return what may be names: runs of capitalised words that do not begin a sentence."""
    names = []
    for match in _CAPITALISED.finditer(question):
        before = question[: match.start()].rstrip()
        if before and before[-1] not in ".?!:\n|":
            names.append(match[0])
    return list(dict.fromkeys(names))


def fill(rows: Iterable[Sequence[str]], guesses: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the rows with missing cells filled by their column's commonest value, or a guess."""
    table = [list(row) for row in rows]
    for index, guess in enumerate(guesses):
        counts = Counter(row[index] for row in table if row[index] != NOTHING)
        common = counts.most_common(1)[0][0] if counts else guess
        for row in table:
            if row[index] == NOTHING:
                row[index] = common
    return [tuple(row) for row in table]


def needed_task(episode: Episode) -> Task:
    """Return the task of an episode, which must have one."""
    assert episode.task is not None, "agents play tasks"
    return episode.task
