"""What an audit is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.audit.record import Thresholds

if TYPE_CHECKING:
    from fictionworld.audit.priors import Model

__all__ = ["AuditOptions"]


@dataclass(frozen=True)
class AuditOptions:
    """What to look at, and how much may be found."""

    sample: int = 50
    """Worlds that tools and agents are tried on."""
    seed: int = 0
    thresholds: Thresholds = field(default_factory=Thresholds)
    traces: Path | None = None
    """Recorded rollouts, one JSON object a line."""
    collision_index: Path | None = None
    """Further names that exist, one a line."""
    model: Model | None = None
    """Asked closed book."""
    workers: int = 2
