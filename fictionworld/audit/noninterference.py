"""Non-interference: twins get the same queries, and every field of every result must be equal.

A reply leaks if it changes when only protected facts change. So a world and its twin, which differ
in nothing else, are asked the same; for the same address title, snippet and date must be equal,
byte for byte, and so must errors. The order of results may differ: ranking is a channel of its own
(`ranking.py`). An address that one has and the other lacks was made from a value. What a model is
asked to word for search results must be equal too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fictionworld.audit.record import Finding
from fictionworld.audit.tally import Tally, added

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fictionworld.audit.queries import Asked
    from fictionworld.audit.record import Result
    from fictionworld.audit.replies import Shown
    from fictionworld.audit.stage import Stage
    from fictionworld.audit.tally import Facets

__all__ = ["POLICIES", "compare_twins", "conclude"]

POLICIES: Final = ("tease", "strict")
"""Those that promise it."""
_PROMPTS: Final = 16
"""Pages of a world whose prompts to a model are compared."""


def compare_twins(stage: Stage, policies: Iterable[str] = POLICIES) -> Tally:
    """The fields of replies that differ between one world and its twin."""
    tally = Tally()
    queries = stage.queries()
    for policy in policies:
        for asked in queries:
            _compare_search(stage, policy, asked, tally)
        _compare_errors(stage, policy, tally)
        _compare_prompts(stage, policy, tally)
    return tally


def conclude(tallies: Iterable[Tally]) -> Result:
    """The check's result over all sampled worlds; a single differing field fails it."""
    tally = added(tallies)
    measures = [
        *tally.rates("fields that differ", (), at_most=0.0),
        *tally.rates(
            "fields that differ",
            ("policy",),
            ("field",),
            ("query",),
            ("pack",),
            ("policy", "field"),
        ),
    ]
    return tally.result(
        "noninterference",
        "Non-interference",
        "Do twins, equal but for protected values, give the same text to the same query?",
        measures,
        note="Compared by address, byte for byte, over ten kinds of queries; the order of results "
        "may differ and is measured as a channel of its own.",
    )


def _compare_search(stage: Stage, policy: str, asked: Asked, tally: Tally) -> None:
    ours, said = stage.search(policy, asked.text)
    theirs, said_there = stage.search(policy, asked.text, twin=True)
    others = {shown.url: shown for shown in theirs}
    pair = _Pair(stage, policy, asked.kind, stage.command(policy, asked.text), asked.task_id)

    for shown in ours:
        there = others.get(shown.url)
        if there is not None:
            for field, one, other in _pairs(shown, there):
                pair.compare(tally, field, one, other, shown.url)
        known = there is not None or _has_page(stage, shown.url)
        there_url = shown.url if known else "(no such address)"
        pair.compare(tally, "url", shown.url, there_url, shown.url)
    if bool(ours) == bool(theirs):
        pair.compare(tally, "error", said, said_there)


def _pairs(one: Shown, other: Shown) -> Iterator[tuple[str, str, str]]:
    yield "title", one.title, other.title
    yield "snippet", one.snippet, other.snippet
    yield "date", one.date, other.date
    yield "error", one.more, other.more


def _has_page(stage: Stage, url: str) -> bool:
    """Whether the twin has a page at just this address."""
    number = stage.twin.web.number_of(url)
    return number is not None and stage.twin.web.heads[number - 1].url == url


def _compare_errors(stage: Stage, policy: str, tally: Tally) -> None:
    """Calls that cannot be answered: their texts must be the same in the twin."""
    for tool, arguments in _wrong_calls(stage):
        pair = _Pair(stage, policy, "wrong call", stage.command_for(policy, tool, arguments))
        other = stage.reply(policy, tool, arguments, twin=True)
        pair.compare(tally, "error", stage.reply(policy, tool, arguments), other)


def _compare_prompts(stage: Stage, policy: str, tally: Tally) -> None:
    """What a model would be asked to word for the results of a page: the same in the twin."""
    heads = stage.place.web.heads
    for head in heads[:: max(1, len(heads) // _PROMPTS)][:_PROMPTS]:
        pair = _Pair(stage, policy, "model's prompt", stage.command(policy, head.title))
        one = stage.prompt(policy, head.number) or ""
        other = stage.prompt(policy, head.number, twin=True) or ""
        pair.compare(tally, "prompt", one, other, head.url)


def _wrong_calls(stage: Stage) -> Iterator[tuple[str, dict[str, object] | str]]:
    name = next(iter(stage.subjects.names.values()), stage.place.world.title)
    url = stage.place.web.heads[0].url
    yield "web_search", {"queries": []}
    yield "web_search", {"queries": [name], "policy": "open"}
    yield "web_search", '{"queries": ["' + name
    yield "web_extractor", {"url": f"{url}/nothing-here"}
    yield "web_extractor", {"url": f"https://nowhere.example/{name}"}
    yield "web_extractor", {"url": name}
    yield "web_extractor", {"url": url, "page": 0}
    yield "web_extractor", {}
    yield "dict_memory", {"operation": "reveal", "dict": {name: "value"}}
    yield "read_key", {"entity": name}


@dataclass(frozen=True)
class _Pair:
    """What a world and its twin answer to one query."""

    stage: Stage
    policy: str
    query: str
    command: str
    task_id: str | None = None

    def compare(
        self, tally: Tally, field: str, one: str, other: str, page: str | None = None
    ) -> None:
        """Count a field of the two; where it differs, keep what the world says."""
        of: Facets = (
            ("policy", self.policy),
            ("query", self.query),
            ("pack", self.stage.pack),
            ("field", field),
        )
        tally.count(of, one != other)
        if one != other:
            tally.keep(
                Finding(
                    "noninterference",
                    "explicit answer",
                    self.stage.world_id,
                    self.task_id,
                    page,
                    field,
                    one,
                    (_where(one, other),),
                    f"the twin, whose values are others, has {other[:200]!r}",
                    self.command,
                    of,
                )
            )


def _where(one: str, other: str) -> tuple[int, int]:
    """The characters of `one` that differ: between what both begin and end with."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    same = 0
    while same < min(len(one), len(other)) - start and one[-1 - same] == other[-1 - same]:
        same += 1
    return start, max(start, len(one) - same)
