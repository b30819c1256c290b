"""Whole calls for one world and its twin, drawn from its seed: all that a reply may follow from
varies.

The title of every page that no reply has shown yet is asked for, with the queries of `queries.py`,
one to ten in a call; then calls that cannot be answered, and the agent's notes. The number of
queries, the group's seed, the budget of characters, the controls, the policy, how often a call is
made and what is noted are drawn for each call.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from fictionworld.audit.audited_world import AuditCall, AuditedWorld
from fictionworld.audit.queries import AuditQuery
from fictionworld.seeds import child_seed

CALLS: Final = ("titles and queries", "notes", "wrong call")
"""What calls ask."""
_BUDGETS: Final = (None, None, 800, 2_000, 6_000, 12_000)
_TIMES: Final = (1, 1, 1, 2, 3)
"""How often a call is made, one time after the other."""
_MOST_QUERIES: Final = 10
_MOST_REPEATED: Final = 3
"""Queries of a call that is made several times."""


def calls_of(
    audited: AuditedWorld,
    queries: Sequence[AuditQuery],
    policies: Sequence[str],
    controls: Sequence[str],
    shown: Container[str] = frozenset(),
) -> Iterator[AuditCall]:
    """Yield the calls for one world; with the same replies they are always the same.

    Args:
        audited: The world.
        queries: What is asked beside the titles of its pages.
        policies: Policies under which calls are made.
        controls: Controls under which calls are made, as `--controls` takes them.
        shown: The addresses that replies to the calls so far have shown. The caller adds to it:
            titles of these pages are not asked for.
    """
    rng = Random(child_seed(audited.seed, "calls"))  # noqa: S311

    def below(size: int) -> int:  # only `random()` is the same in every Python
        return int(rng.random() * size)

    def made(
        kind: str, tool: str, arguments: Mapping[str, object] | str, times: int | None = None
    ) -> AuditCall:
        return AuditCall(
            kind,
            tool,
            arguments,
            policies[below(len(policies))],
            controls[below(len(controls))],
            below(2**31),
            _BUDGETS[below(len(_BUDGETS))],
            _TIMES[below(len(_TIMES))] if times is None else times,
        )

    waiting: list[tuple[str, str | None]] = [(query.text, None) for query in queries]
    waiting += [(head.title, head.url) for head in audited.handle.web.heads]
    waiting.sort(key=lambda _: rng.random())
    while True:
        times = _TIMES[below(len(_TIMES))]
        size = 1 + below(_MOST_QUERIES if times == 1 else _MOST_REPEATED)
        batch: list[str] = []
        while waiting and len(batch) < size:
            text, url = waiting.pop()
            if url not in shown:
                batch.append(text)
        if not batch:
            break
        yield made("titles and queries", "web_search", {"queries": batch}, times)
        notes = {query[:60]: len(batch) for query in batch[:3]}
        yield made("notes", "dict_memory", {"operation": "add", "dict": notes})
        for operation in ("retrieve", "remove"):
            arguments = {"operation": operation, "key_list": [*notes, "nothing"]}
            yield made("notes", "dict_memory", arguments)
    yield made("notes", "dict_memory", {"operation": "retrieve_all"})
    for _ in policies:
        for call in _wrong_calls(audited):
            yield made("wrong call", *call)


def _wrong_calls(audited: AuditedWorld) -> Iterator[tuple[str, Mapping[str, object] | str]]:
    """Yield tool and arguments of calls that cannot be answered; replies must equal the twin's."""
    name = next(iter(audited.handle.rows.names.values()), audited.handle.world.title)
    url = audited.handle.web.heads[0].url
    yield "web_search", {"queries": []}
    yield "web_search", {"queries": [name], "policy": "open"}
    yield "web_search", '{"queries": ["' + name
    yield "web_extractor", {"url": f"{url}/nothing-here"}
    yield "web_extractor", {"url": f"https://nowhere.example/{name}"}
    yield "web_extractor", {"url": name}
    yield "web_extractor", {"url": url, "page": 0}
    yield "web_extractor", {"url": url, "page": 10**6}
    yield "web_extractor", {}
    yield "dict_memory", {"operation": "reveal", "dict": {name: "value"}}
    yield "read_key", {"entity": name}
