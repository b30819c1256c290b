"""Grammar and reading level of the prose of pages, by tools of others, and of questions.

Harper finds faults of grammar, and `readability` computes the Flesch-Kincaid grade: the years of
school that a text asks for. The bands are those of our pages, with room for other worlds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from statistics import fmean

import pytest
from harper import Dialect, Language, Linter
from readability import getmeasures

import fictionworld as fw
from fictionworld.packs.source import pack_names
from tests.small import every_pack_dataset
from tests.web.written import written

PAGES = 3
"""Of each kind and pack."""
GRADES = {
    "background": (3.0, 6.5), "directory": (2.0, 6.0), "encyclopedia": (2.0, 5.5),
    "forum": (1.5, 4.5), "memo": (1.5, 5.0), "minutes": (2.5, 6.0), "news": (1.5, 5.0),
    "official": (1.0, 4.5), "report": (3.0, 7.0), "review": (2.0, 5.0), "statistics": (3.5, 7.0),
    "register": (3.0, 6.0), "ticket": (0.5, 4.0),
}  # fmt: skip
"""The mean grade of a kind's pages."""
GRAMMAR = {"Agreement", "Grammar", "Repetition"}
"""Kinds of Harper's findings; spelling, style and typography are not what is asked here."""
MOST = 1.0
"""Findings in a thousand words; those of our pages are wrong alarms, three in ten thousand."""
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@pytest.fixture(scope="module")
def linter():
    linter = Linter(Dialect.BRITISH)
    config = dict.fromkeys(linter.get_lint_config())
    linter.set_lint_config({**config, "SpellCheck": False})
    return linter


def prose(body):
    """The lines of whole sentences: no headings, tables, lists, signatures."""
    lines = [line for line in body.split("\n") if re.match(r"[A-Z\"“].*[.!?][\"”]?$", line)]
    return re.sub(r"[*_`]", "", _LINK.sub(r"\1", "\n".join(lines)))


def faults(linter, text):
    """What is wrong with the grammar of a text, each with its place."""
    return [
        f"{one.message} {text[max(0, one.span.start - 40) : one.span.end + 40]!r}"
        for one in linter.lint(text, language=Language.PLAINTEXT)
        if one.lint_kind in GRAMMAR
    ]


def grade(text):
    text = re.sub(r"(?<=\w)\.(?=\d)", "", text)  # the point of 21.8 or F.280-1987 ends nothing
    sentences = re.findall(r"[^.!?]+[.!?]", text.replace("\n", " "))
    tokens = [" ".join(re.findall(r"\w+|[^\w\s]", sentence)) for sentence in sentences]
    return getmeasures(tokens, lang="en")["readability grades"]["Kincaid"]


@pytest.mark.slow
def test_pages_are_sound_and_easy_to_read(linter):
    words, found, grades = defaultdict(int), defaultdict(list), defaultdict(list)
    for name in pack_names():
        web, _ = written(name, 1, worlds=2)
        by_kind = defaultdict(list)
        for head in web.heads:
            by_kind[head.kind].append(head.number)
        for kind, numbers in by_kind.items():
            for number in numbers[:: -(-len(numbers) // PAGES)]:
                text = prose(web.page(number).body)
                if len(text.split()) >= 30:
                    words[kind] += len(text.split())
                    found[kind] += faults(linter, text)
                    grades[kind].append(grade(text))
    assert set(words) == set(GRADES)
    wrong = [one for mine in found.values() for one in mine]
    assert 1000 * len(wrong) / sum(words.values()) <= MOST, wrong
    for kind, (low, high) in GRADES.items():
        assert low <= fmean(grades[kind]) <= high, (kind, fmean(grades[kind]))


def test_bad_prose_is_found(linter):
    bad = "The clubs plays here. Since its release the price had rose by 5%. It was the the best."
    assert len(faults(linter, bad)) >= 2
    heavy = (
        "Notwithstanding considerable administrative complications concerning the organisational "
        "responsibilities of subordinate institutions, representatives of the municipality "
        "unanimously recommended the immediate implementation of supplementary regulations."
    )
    assert grade(heavy) > max(high for _, high in GRADES.values())


def test_questions_are_sound(linter):
    texts = [task.question for task in fw.open(every_pack_dataset()).tasks()]
    wrong = [one for text in texts for one in faults(linter, text)]
    assert 1000 * len(wrong) / sum(len(text.split()) for text in texts) <= MOST, wrong
