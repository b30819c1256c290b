"""What an answer earned, with the parts that a trainer may weigh in its own way."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    from fictionworld.tasks.grading.grade import Grade

__all__ = ["REWARDS", "Reward", "parse_reward", "reward_of"]

REWARDS: Final = ("f1_grounded", "f1_evidenced")
"""The figures that may be trained on, the default first. `f1_value` is none of them: it is a gauge
of shortcuts, in which the dump of a whole table earns much."""


def parse_reward(name: str) -> str:
    """The name of a reward, if it is one.

    Raises:
        UsageError: It is none; the message says which there are.
    """
    if name not in REWARDS:
        raise UsageError(
            f"got reward {name!r}; allowed: {', '.join(REWARDS)}{nearest(name, REWARDS)}"
        )
    return name


@dataclass(frozen=True, slots=True)
class Reward:
    """The figures of `tasks/grading/figures.py`, from 0 to 1, and how much evidence was read."""

    f1_grounded: float
    """The default reward: naming a row earns by the share of its values that are right. It does
    not check that anything was read."""
    f1_evidenced: float
    """The same, of right cells that follow from the facts shown in the episode. It does not check
    that the agent reasoned from them, nor that it read each fact on a page of its own."""
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
    """The share of the evidence that was shown; None for tasks that need none."""
    chosen: str = "f1_grounded"
    """Which of the figures is the reward: one of `REWARDS`."""

    def __float__(self) -> float:
        value: float = getattr(self, self.chosen)
        return value

    def as_dict(self) -> dict[str, Any]:
        """The reward as plain data, for JSON."""
        return asdict(self)


def reward_of(grade: Grade, coverage: float | None, chosen: str) -> Reward:
    """The reward for an answer graded so, beside what was determined."""
    f = grade.figures
    assert f.f1_evidenced is not None, "an episode knows what it showed"
    return Reward(
        f1_grounded=f.f1_grounded,
        f1_evidenced=f.f1_evidenced,
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
        chosen=chosen,
    )
