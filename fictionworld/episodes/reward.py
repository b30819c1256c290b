"""What an answer earned, with the figures that a trainer may weigh in its own way."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import fsum
from typing import Any, Protocol, runtime_checkable

from fictionworld.episodes.call import Call
from fictionworld.tasks.grading.figures import Figures
from fictionworld.tasks.grading.grade import Grade
from fictionworld.tasks.record import Task

__all__ = ["Outcome", "Reward", "RewardKind", "reward_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An episode whose answer has been graded: what a reward is computed from."""

    task: Task
    calls: tuple[Call, ...]
    """All calls, in their order."""
    most_calls: int
    """The budget; 0 for no limit."""
    answer: str
    """Empty where the agent gave none."""
    grade: Grade
    """The answer compared with the key, cell by cell."""
    coverage: float | None
    """The share of the evidence that was shown; None for tasks that need none."""
    credit: tuple[float, ...]
    """For each call the share of the evidence that was known after it and not before."""

    @property
    def figures(self) -> Figures:
        """Return the figures of the answer, from 0 to 1."""
        return self.grade.figures


@runtime_checkable
class RewardKind(Protocol):
    """A way to reward an episode.

    One of another package is an object under the entry points `fictionworld.rewards`.
    """

    @property
    def name(self) -> str:
        """Return its name, as `score` and `--reward` take it."""

    @property
    def summary(self) -> str:
        """Return in a few words what earns."""

    def value(self, outcome: Outcome) -> float:
        """Return what the episode earns."""


@dataclass(frozen=True, slots=True)
class Reward:
    """The figures of `tasks/grading/figures.py`, from 0 to 1, and how much evidence was read."""

    f1_grounded: float
    """Naming a row earns by the share of its values that are right. It does not check that anything
    was read."""
    f1_evidenced: float
    """The same, of right cells that follow from the facts shown in the episode: the default reward.
    It does not check that the agent reasoned from them."""
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
    coverage: float | None
    """The share of the evidence that was shown; None for tasks that need none."""
    credit: tuple[float, ...]
    """For each call the share of the evidence that was known after it and not before; the sum is
    `coverage`, but for what names in the question state."""
    chosen: str
    """The name of the reward that was asked for."""
    earned: float
    """Its value, which `float(reward)` is."""

    def __float__(self) -> float:
        return self.earned

    def steps(self, weight: float, *, shaped: bool) -> list[float]:
        """Return rewards step by step: one for each call, and one for the answer.

        Args:
            weight: What reading all of the evidence earns, in all calls together.
            shaped: The last step takes back what calls earned, so that the sum is `earned`, and
                what is best to do stays so (potential-based shaping, Ng, Harada and Russell 1999,
                without discount). Else the sum is `earned` and what calls earned: reading is an end
                in itself.
        """
        credited = [weight * share for share in self.credit]
        return [*credited, self.earned - (fsum(credited) if shaped else 0.0)]

    def as_dict(self) -> dict[str, Any]:
        """Return the reward as plain data, for JSON."""
        return asdict(self)


def reward_of(outcome: Outcome, chosen: RewardKind) -> Reward:
    """Return the reward of an episode: its figures and what it earns."""
    assert outcome.figures.f1_evidenced is not None, "an episode knows what it showed"
    return Reward(
        **asdict(outcome.figures),
        problem=outcome.grade.problem,
        coverage=outcome.coverage,
        credit=outcome.credit,
        chosen=chosen.name,
        earned=float(chosen.value(outcome)),
    )
