"""Search made lean for small models: tasks, prompts, cut replies, and conversations that solve.

Small models read slowly and have short contexts. So a prompt is one line; a search shows three
results with title and address; of a page come the lines that share most words with the question
and the queries. Behind it stands the simulator with whole replies, so what was cut counts as shown:
rewards should look at the answer alone (`f1_grounded`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import fictionworld as fw
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.adapters.trl import SearchEnvironment, environment_class
from fictionworld.episodes.agents.guessing import answer_of
from fictionworld.episodes.agents.pages import results_in
from fictionworld.episodes.agents.queries import words_of
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.record import Task
from fictionworld.worlds.world_rows import Cell

SYSTEM = (
    "Answer from the web. Tools: web_search(queries), web_extractor(url), dict_memory(operation). "
    "End with the table."
)
CALLS = 6
"""The most calls of a rollout."""
SHAPES = ("chain", "comparison")
"""Of the tasks to imitate: one asks for a value, which is copied, the other for a difference."""
_RESULTS, _PAGE_CHARACTERS, _LINE_CHARACTERS = 3, 280, 240
_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\s]*\)")


def lean_results(text: str) -> str:
    """Return the first results of a search, title and address alone."""
    results = [f"{r.title}\n{r.url}" for r in results_in(text)]
    return "\n".join(results[:_RESULTS]) or text[:_PAGE_CHARACTERS]


def telling_lines(text: str, words: set[str]) -> list[str]:
    """Return the first line of a page and those that share most with `words`, in their order.

    A word counts the less, the more lines have it. Rows of a table come with its header.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    bags = [set(words_of(without_links(line))) for line in lines]
    often = Counter(word for bag in bags for word in bag)
    weights = [sum(1 / often[word] for word in bag & words) for bag in bags]
    chosen, room = {0}, _PAGE_CHARACTERS
    for number in sorted(range(len(lines)), key=lambda number: -weights[number]):
        header = number
        while lines[number].startswith("|") and header and lines[header - 1].startswith("|"):
            header -= 1
        sizes = {n: len(without_links(lines[n])) for n in {header, number} - chosen}
        fits = max(sizes.values(), default=0) <= _LINE_CHARACTERS and sum(sizes.values()) <= room
        if weights[number] and fits:
            chosen |= sizes.keys()
            room -= sum(sizes.values())
    return [lines[number] for number in sorted(chosen)]


def without_links(text: str) -> str:
    """Return a text of Markdown with the words of its links alone."""
    return _LINK.sub(r"\1", text)


def lean_class(settings: EpisodeSettings) -> type[SearchEnvironment]:
    """Return the environment whose replies are cut."""

    class Lean(environment_class(settings)):  # type: ignore[misc]
        def reset(self, **row: Any) -> None:
            super().reset(**row)
            self._words = set(words_of(settings.prompt(row["task_id"])[-1]["content"]))

        def web_search(self, queries: list[str]) -> str:
            text = super().web_search(queries)
            self._words |= set(words_of(" ".join(map(str, queries))))
            return lean_results(text)

        def web_extractor(self, url: str, page: int = 1) -> str:
            text = super().web_extractor(url, page)
            if text.startswith("Error"):
                return text[:_PAGE_CHARACTERS]
            return without_links("\n".join(telling_lines(text, self._words)))

    return Lean


def prompt_of(task: Task) -> list[dict[str, Any]]:
    """Return the messages that a rollout begins with."""
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": task.question}]


def tasks_of(
    dataset: fw.Dataset, splits: Iterable[str], shapes: Sequence[str] = SHAPES
) -> list[Task]:
    """Return the tasks of level 1 of these shapes."""
    tasks = [task for split in splits for task in dataset.tasks(split=split)]
    return [task for task in tasks if task.level == 1 and task.shape in shapes]


def conversation(dataset: fw.Dataset, task: Task) -> list[dict[str, Any]] | None:
    """Return a conversation that solves a task by what the model will see, None if none was found.

    Facts are looked for in the order in which the question names their rows: a search for the row
    and the column, then the result whose title is most like the query. Searches and pages that gave
    nothing are left out: a reply does not depend on other calls.
    """
    episode = dataset.episode(task.task_id, calls=0)
    handle = OPEN_WORLDS.at(dataset, task.world_id).under(episode.controls)
    reasoner = Reasoner(handle, dataset.specification(task.task_id))
    words, messages, facts = set(words_of(task.question)), prompt_of(task), []

    def order(name: str) -> int:
        return task.question.find(name) % 10_000  # a name that it lacks comes last

    while lacking := reasoner.lacking(set(), whole=True):
        named = {cell: reasoner.called(cell[:2]) for cell in lacking}
        cell = min(lacking, key=lambda cell: order(named[cell]))
        labels = reasoner.labels(cell[0], cell[2])
        label = min(labels, key=lambda label: label.lower() not in task.question.lower())
        for query in (f"{named[cell]} {label}", named[cell], label):
            reply = episode.call("web_search", {"queries": [query]})
            known = words | set(words_of(query))
            if hit := _first_hit(episode, reasoner, reply, query, known, cell):
                break
        else:
            return None
        url, lines = hit
        words = known
        read = reasoner.read(url, "\n".join(lines))
        facts += [
            f"{named[fact]}: {reasoner.known.value(fact)}"
            for fact in sorted(lacking.keys() & set(read), key=lambda fact: order(named[fact]))
            if reasoner.target(fact[0], fact[2]) is None
        ]
        for name, arguments, text in (
            ("web_search", {"queries": [query]}, lean_results(reply)),
            ("web_extractor", {"url": url}, without_links("\n".join(lines))),
        ):
            call = {"type": "function", "function": {"name": name, "arguments": arguments}}
            messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
            messages.append({"role": "tool", "name": name, "content": text})
    answer = "\n".join([*facts, answer_of(reasoner)])
    solved = episode.score(answer).f1_grounded == 1 and len(messages) <= 2 + 2 * CALLS
    return [*messages, {"role": "assistant", "content": answer}] if solved else None


def _first_hit(
    episode: fw.Episode, reasoner: Reasoner, reply: str, query: str, words: set[str], cell: Cell
) -> tuple[str, list[str]] | None:
    asked = set(words_of(query))
    results = list(results_in(reply))[:_RESULTS]
    for result in sorted(results, key=lambda result: -len(asked & set(words_of(result.title)))):
        text = episode.call("web_extractor", {"url": result.url})
        lines = telling_lines(text, words)
        if cell in reasoner.afresh().read(result.url, "\n".join(lines)):
            return result.url, lines
    return None
