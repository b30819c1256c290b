"""A figure: what was measured, what came out, and what is promised."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Figure"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the bench."""

    name: str
    value: float | None
    """None where it was not measured; the note says why."""
    unit: str
    at_most: float | None = None
    """The target, in the same unit; None where the figure is only reported."""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none, or nothing was measured."""
        if self.at_most is None or self.value is None:
            return None
        return self.value <= self.at_most
