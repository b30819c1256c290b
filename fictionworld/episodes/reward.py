"""What an answer earned, with the parts that a trainer may weigh in its own way."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fictionworld.tasks.grading.grade import Grade

__all__ = ["Reward", "reward_of"]


@dataclass(frozen=True, slots=True)
class Reward:
    """The figures of `tasks/grading/figures.py`, from 0 to 1, and how much evidence was read."""

    f1_grounded: float
    """The default reward: naming rows earns nothing where none of their values is right."""
    f1_by_item: float
    f1_by_row: float
    f1_value: float | None
    """None for tasks without rows and tasks of key columns only."""
    score: float
    precision_by_item: float
    recall_by_item: float
    precision_by_row: float
    recall_by_row: float
    problem: str | None
    """What kept the answer, or a part of it, from being compared; None where nothing did."""
    coverage: float | None = None
    """The share of the evidence that the pages read state; None for tasks that need none."""

    def __float__(self) -> float:
        return self.f1_grounded

    def as_dict(self) -> dict[str, Any]:
        """The reward as plain data, for JSON."""
        return asdict(self)


def reward_of(grade: Grade, coverage: float | None) -> Reward:
    """The reward for an answer graded so."""
    f = grade.figures
    return Reward(
        f1_grounded=f.f1_grounded,
        f1_by_item=f.f1_by_item,
        f1_by_row=f.f1_by_row,
        f1_value=f.f1_value,
        score=f.score,
        precision_by_item=f.precision_by_item,
        recall_by_item=f.recall_by_item,
        precision_by_row=f.precision_by_row,
        recall_by_row=f.recall_by_row,
        problem=grade.problem,
        coverage=coverage,
    )
