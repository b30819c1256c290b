"""Which tasks a framework gets, as its configuration says: plain values, as on a command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.episodes.calibration import parse_band
from fictionworld.episodes.training_rows import TrainingRow
from fictionworld.tasks.level import parse_levels


@dataclass(frozen=True)
class RowChoice:
    """The choice of `Dataset.rows`, where each argument is explained."""

    pack: str | None = None
    level: str | None = None
    """Such as `1,2`."""
    band: str | None = None
    """Such as `0.125-0.875`."""
    agent: str | None = None
    epochs: int = 1
    seed: int = 0
    tokens: int | None = None
    margin: str = "oracle"
    tokenizer: str | None = None

    def rows(self, settings: EpisodeSettings, split: str | None = None) -> Iterator[TrainingRow]:
        """Return the rows of this choice, one after another.

        Raises:
            UsageError: As `Dataset.rows`, or a text is no level or no band.
        """
        level = None if self.level is None else parse_levels(self.level)
        band = None if self.band is None else parse_band(self.band)
        return settings.rows(**asdict(self) | {"split": split, "level": level, "band": band})
