"""Scripted models that play the web: they read the prompt as a model would, and answer in JSON."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from fictionworld.simulator.backends.backend import Completion
from tests.simulator.drafts.script import honest as honest_draft

_FACT = re.compile(r"(?:; |: )([^;:=]+) = (\{\{[^{}]*\}\})(?: \(([^;]*)\))?")


class ShownPage(NamedTuple):
    """A page as the prompt shows it."""

    title: str
    topics: str
    facts: list[tuple[str, str, str, str]]
    """Subject, label, slot, and what stands in it where that is told."""


def pages_in(prompt):
    """The pages of a prompt, in order."""
    pages = []
    for block in re.split(r"^Page \d+: ", prompt, flags=re.MULTILINE)[1:]:
        title = re.search(r"^  Title: (.*)$", block, re.MULTILINE)[1]
        topics = re.search(r"values not given here: (.*)$", block, re.MULTILINE)
        facts = []
        for line in re.findall(r"^  - (.*)$", block, re.MULTILINE):
            subject = line.partition(": ")[0]
            facts += [(subject, *found) for found in _FACT.findall(line)]
        pages.append(ShownPage(title, topics[1] if topics else "", facts))
    return pages


class Player:
    """A model in this process. `write(kind, page)` gives a text: kind `t` or `s`."""

    model = "player"
    at_once = 64

    def __init__(self, write):
        self.write, self.prompts = write, []

    async def complete(self, prompts):
        return [self._completion(prompt) for prompt in prompts]

    def _completion(self, prompt):
        self.prompts.append(prompt)
        keys = prompt.schema["required"]
        told = prompt.messages[1][1]
        if told.startswith("{"):  # the passages of a page that is read
            asked = json.loads(told)
            texts = {key: honest_draft(asked["passages"][key], asked) for key in keys}
        else:
            pages = pages_in(told)
            texts = {key: self.write(key[0], pages[int(key[1:]) - 1]) for key in keys}
        return Completion(json.dumps(texts, ensure_ascii=False))

    async def aclose(self):
        pass


def honest(kind, page):
    """The title with a word beside it; a fact where one is told, else what the page is about."""
    if kind == "t":
        return f"{page.title} - read more"
    for subject, label, slot, _ in page.facts:
        if subject in page.title:
            return f"{subject} at a glance: its {label} is {slot}, and there is more to read."
    topics = page.topics.split(", ")
    if topics == [""]:
        return f"A page on this site: {page.title}."
    return f"Everything on {page.title}, with its {' and its '.join(topics[:3])}."


def exchanging(kind, page):
    """Two values of a page, each in the place of the other."""
    if kind == "s":
        for one, other in zip(page.facts, page.facts[1:], strict=False):
            if one[0] == other[0] and one[1] != other[1]:
                return f"The {one[1]} of {one[0]} is {other[2]}, its {other[1]} is {one[2]}."
    return honest(kind, page)
