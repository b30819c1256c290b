"""Progress and result of a rendering, and what it has kept where it ends early."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fictionworld.simulator.drafts.wording import OutcomeCounts


class Saved(NamedTuple):
    """What a run that ends early has kept."""

    drafts: int
    """That a model wrote, in all worlds; what is derived from them is not counted."""
    worlds: int


@dataclass(frozen=True, slots=True)
class RenderProgress:
    """How far a rendering is."""

    worlds: int
    """Done, those that were there before included."""
    all_worlds: int
    tally: OutcomeCounts
    """Of this run so far."""
    tokens_per_s: float
    """Written by the model since its first answer; 0 in the first second."""
    left_s: float | None
    """Seconds, by the share of the work that is done; None in the first second."""


@dataclass(frozen=True)
class RenderReport:
    """The result of a rendering."""

    out: Path
    worlds: int
    reused_worlds: int
    """Those that were there before."""
    tally: OutcomeCounts
    """Of all drafts; requests and tokens of this run alone."""
    seconds: float
    processor_s: float
    """Spent by this process and the workers: beside the engine, whose processes are its own."""

    @property
    def tokens_per_s(self) -> float:
        """Return the tokens a second that the model wrote."""
        return self.tally.output_tokens / self.seconds if self.seconds else 0.0

    @property
    def per_world(self) -> dict[str, float]:
        """Return requests and tokens of this run, for each world that was not there before."""
        names = ("requests", "prompt_tokens", "output_tokens")
        worlds = max(1, self.worlds - self.reused_worlds)
        return {name: getattr(self.tally, name) / worlds for name in names}

    @property
    def cached_share(self) -> float:
        """Return the share of the prompts' tokens that were in the engine's prefix cache."""
        return self.tally.cached_tokens / max(1, self.tally.prompt_tokens)


class Clock:
    """How fast a run is, from its first answer on: an engine may take minutes to start."""

    def __init__(self, todo: int) -> None:
        self._todo = todo
        self.worlds = 0
        """Done in this run."""
        self._share = 0.0
        self._begun_s: float | None = None

    def work(self, share: float) -> None:
        """Note that a share of the requests of a world is done."""
        self._share += share
        if self._begun_s is None:
            self._begun_s = time.perf_counter()

    def rate(self, tokens: int) -> float:
        """Return the tokens a second; 0 in the first second."""
        spent_s = self._spent_s()
        return tokens / spent_s if spent_s >= 1.0 else 0.0

    def left_s(self) -> float | None:
        """Return the seconds to go if all worlds take as long; None in the first second."""
        done = max(self._share, float(self.worlds))
        spent_s = self._spent_s()
        if not done or spent_s < 1.0:
            return None
        return spent_s / done * max(0.0, self._todo - done)

    def _spent_s(self) -> float:
        return 0.0 if self._begun_s is None else time.perf_counter() - self._begun_s
