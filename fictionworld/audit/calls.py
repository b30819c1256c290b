"""Whole calls for one world and its twin, drawn from its seed: all that a reply may follow from
varies.

Every page's title is asked for once, with the queries of `queries.py`, one to ten in a call; then
calls that cannot be answered, and the agent's notes. The number of queries, the group's seed, the
budget of characters, the controls, the policy, how often a call is made and what is noted are drawn
for each call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


def calls_of(
    audited: AuditedWorld,
    queries: Sequence[AuditQuery],
    policies: Sequence[str],
    controls: Sequence[str],
) -> list[AuditCall]:
    """Return the calls for one world, the same whenever they are drawn.

    Args:
        audited: The world.
        queries: What is asked beside the titles of its pages.
        policies: Policies under which calls are made.
        controls: Controls under which calls are made, as `--controls` takes them.
    """
    rng = Random(child_seed(audited.seed, "calls"))  # noqa: S311

    def below(size: int) -> int:  # only `random()` is the same in every Python
        return int(rng.random() * size)

    def made(kind: str, tool: str, arguments: Mapping[str, object] | str) -> AuditCall:
        return AuditCall(
            kind,
            tool,
            arguments,
            policies[below(len(policies))],
            controls[below(len(controls))],
            below(2**31),
            _BUDGETS[below(len(_BUDGETS))],
            _TIMES[below(len(_TIMES))],
        )

    texts = [head.title for head in audited.handle.web.heads]
    texts += [query.text for query in queries]
    texts.sort(key=lambda _: rng.random())
    calls = []
    while texts:
        size = 1 + below(_MOST_QUERIES)
        batch, texts = texts[:size], texts[size:]
        calls.append(made("titles and queries", "web_search", {"queries": batch}))
        notes = {query[:60]: len(batch) for query in batch[:3]}
        calls.append(made("notes", "dict_memory", {"operation": "add", "dict": notes}))
        for operation in ("retrieve", "remove"):
            arguments = {"operation": operation, "key_list": [*notes, "nothing"]}
            calls.append(made("notes", "dict_memory", arguments))
    calls.append(made("notes", "dict_memory", {"operation": "retrieve_all"}))
    calls += [made("wrong call", *call) for _ in policies for call in _wrong_calls(audited)]
    return calls


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
