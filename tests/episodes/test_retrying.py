"""Failed calls are repeated; what was read once takes no second call."""

from __future__ import annotations

import pytest

from fictionworld.episodes.agents.retrying import with_retries

COPY = "https://mirror.net/www.index.info/ships"
GONE = f"Error: web_extractor: 404 Not Found; a copy of it is kept at {COPY}"
BUSY = "Error: web_extractor: 503; try the same call again"


class Tools:
    """Replies by address and part, the first of several first; each call is noted."""

    def __init__(self, **replies: list[str]) -> None:
        self.replies = replies
        self.calls: list[tuple[str, int]] = []
        self.plans: dict[int, str] = {}
        self.task, self.seed = None, 0

    @property
    def calls_made(self) -> int:
        return len(self.calls)

    def call(self, _: str, arguments: dict[str, str | int]) -> str:
        url, part = str(arguments["url"]), int(arguments.get("page", 1))
        self.calls.append((url, part))
        kept = self.replies["gone" if "mirror" not in url else f"part{part}"]
        return kept.pop(0) if len(kept) > 1 else kept[0]


@pytest.mark.parametrize("first", ["index.info/ships", "mirror.net/www.index.info/ships"])
def test_a_page_that_is_gone_and_its_copy_are_read_once(first):
    tools = Tools(gone=[GONE], part1=[BUSY, "Ships from A to K"], part2=["Ships from L to Z"])
    episode = with_retries(tools)  # type: ignore[arg-type]
    for url in (first, "index.info/ships", COPY, "mirror.net/www.index.info/ships"):
        for part, said in ((1, "Ships from A to K"), (2, "Ships from L to Z")):
            assert episode.call("web_extractor", {"url": url, "page": part}) == said
    read = [(url.removeprefix("https://"), part) for url, part in tools.calls if "mirror" in url]
    assert sorted(read) == [(COPY.removeprefix("https://"), part) for part in (1, 1, 2)]
    assert len(tools.calls) == 4


def test_what_failed_to_the_end_is_asked_for_again():
    tools = Tools(gone=[BUSY] * 6 + ["Ships"])
    episode = with_retries(tools)  # type: ignore[arg-type]
    assert episode.call("web_extractor", {"url": "index.info/ships"}) == BUSY
    assert episode.call("web_extractor", {"url": "index.info/ships"}) == "Ships"
