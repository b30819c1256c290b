"""The options of an audit."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from fictionworld.audit.record import Thresholds
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.workers import Workers

Effort = Literal["all", "some", "few"]
"""How many agents play in a world: they take long."""


@dataclass(frozen=True)
class Tools:
    """The tools that are audited."""

    backend: str = "template"
    """Backend that words the web: `template`, or `drafts:FOLDER`, made by `fictionworld render`."""
    controls: Controls = NO_CONTROLS
    """Controls that perturb the tools."""
    mixed: tuple[str, ...] = ()
    """Policies `mixed:p` that are looked at too."""


_FLAGS: Final = {
    "shortcut_f1": "--max-shortcut",
    "guess_f1": "--max-guess",
}
"""Thresholds by the flags that set them."""
TOOLS: Final = Tools()
"""The defaults of an episode."""


@dataclass(frozen=True)
class AuditOptions:
    """What to audit, and the thresholds."""

    sample: int = 50
    """Worlds that tools and agents are tried on."""
    seed: int = 0
    thresholds: Thresholds = field(default_factory=Thresholds)
    tools: Tools = TOOLS
    traces: Path | None = None
    """Recorded rollouts, one JSON object a line."""
    texts: Path | None = None
    """Recorded replies of any system, one JSON object a line."""
    collision_index: Path | None = None
    """Further names that exist, one a line."""
    workers: Workers = 2

    def command(self, folder: Path) -> str:
        """Return the shell command that asks for this audit."""
        words = ["fictionworld", "audit", str(folder)]
        words += ["--sample", str(self.sample), "--seed", str(self.seed)]
        tools, limits = self.tools, self.thresholds
        words += [] if tools.backend == TOOLS.backend else ["--backend", tools.backend]
        words += [] if tools.controls.is_off else ["--controls", str(tools.controls)]
        for policy in tools.mixed:
            words += ["--policy", policy]
        for name, flag in _FLAGS.items():
            if getattr(limits, name) != getattr(Thresholds(), name):
                words += [flag, f"{getattr(limits, name):g}"]
        for flag, path in (
            ("--traces", self.traces),
            ("--texts", self.texts),
            ("--collision-index", self.collision_index),
        ):
            words += [] if path is None else [flag, str(path)]
        return shlex.join(words)
