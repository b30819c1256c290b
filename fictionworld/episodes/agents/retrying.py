"""Tools that fail: calls are repeated, and a page that has moved is read at its copy, once.

Only what replies say decides, so that any agent could do the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from fictionworld.episodes.agents.plans import say
from fictionworld.episodes.episode import Episode

_TRIES: Final = 5
"""How often a call is made at most."""
_MOST_ROUNDS: Final = 20
"""How often the queries left of a batch are sent at most."""
_AGAIN: Final = re.compile(r"[Tt]ry the same call again")
_QUERY: Final = re.compile(
    r"^Error: query (?P<place>\d+) failed:.* try this query again", re.MULTILINE
)
_NOTHING: Final = re.compile(r"^No results found(?: for query (?P<place>\d+))?\.", re.MULTILINE)
_GONE: Final = re.compile(r"^Error: web_extractor: 404 .* a copy of it is kept at (?P<url>\S+)$")

_SAID_AGAIN: Final = (
    "That failed for the moment. I make the same call again.",
    "The call did not go through, so I try it again.",
)
_SAID_REST: Final = ("Some of this brought nothing, so I send it once more.",)
_SAID_MOVED: Final = (
    "That page is gone. I read the copy that the reply names.",
    "The address is dead, but a copy is kept elsewhere: I open that.",
)
_SCHEME: Final = re.compile(r"^https?://(?:www\.)?")


class RetryingEpisode:
    """An episode whose calls are repeated where they failed."""

    def __init__(self, episode: Episode) -> None:
        self._episode = episode
        self._moved: dict[str, str] = {}
        self._read: dict[tuple[str, int], str] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the episode's own
        return getattr(self._episode, name)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return the tool's reply after the retries."""
        if tool == "web_search":
            return self._search(list(arguments["queries"]))
        if tool == "web_extractor":
            return self._extract(dict(arguments))
        return self._again(tool, arguments)

    def _again(self, tool: str, arguments: Mapping[str, Any]) -> str:
        text = self._episode.call(tool, arguments)
        for _ in range(_TRIES - 1):
            if not _failed(text):
                break
            say(self._episode, _SAID_AGAIN)
            text = self._episode.call(tool, arguments)
        return text

    def _search(self, queries: list[str]) -> str:
        """Return all replies, joined; queries that failed or found nothing are repeated."""
        texts = []
        for tries in range(1, _MOST_ROUNDS):
            text = self._again("web_search", {"queries": queries})
            texts.append(text)
            pending = [int(match["place"]) for match in _QUERY.finditer(text)]
            if tries < _TRIES:  # it may be that there is nothing to find
                pending += [int(match["place"] or 1) for match in _NOTHING.finditer(text)]
            if not pending:
                break
            queries = [queries[number - 1] for number in sorted(pending)]
            say(self._episode, _SAID_REST)
        return "\n\n".join(texts)

    def _extract(self, arguments: dict[str, Any]) -> str:
        address = arguments["url"]
        url = self._moved.get(address, address)
        # the copy of a page that is gone may be a search result, too
        part = _SCHEME.sub("", url), arguments.get("page", 1)
        if part in self._read:
            return self._read[part]
        text = self._again("web_extractor", {**arguments, "url": url})
        gone = _GONE.match(text)
        if gone is not None and address not in self._moved:
            self._moved[address] = gone["url"]
            say(self._episode, _SAID_MOVED)
            return self._extract(arguments)
        if not text.startswith("Error:") and not _failed(text):
            self._read[part] = text
        return text


def _failed(text: str) -> bool:
    return bool(_AGAIN.search(text[:200]) or _AGAIN.search(text[-200:]))


def with_retries(episode: Episode) -> Episode:
    """Return the episode wrapped so that its failed calls are repeated."""
    return RetryingEpisode(episode)  # type: ignore[return-value]  # it passes on all that it does not change
