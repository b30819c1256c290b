"""The base class of audit checks.

A check is an instance of a subclass of `AuditCheck`, in its own file; `checks.py` lists them. It
may look at each sampled world, at the dataset as a whole, or at both, in any process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.record import CheckResult
from fictionworld.dataset import Dataset
from fictionworld.tasks.record import specification_of
from fictionworld.tasks.specification import Specification


@dataclass(frozen=True)
class AuditContext:
    """The dataset that is audited, and what the audit was asked for."""

    dataset: Dataset
    folder: str
    """The dataset's folder, as the user named it."""
    options: AuditOptions
    worlds: tuple[int, ...]
    """The sampled worlds."""

    @cached_property
    def specifications(self) -> dict[str, Specification]:
        """Return each task's specification by task id, read once for all checks of this process."""
        return {row["task_id"]: specification_of(row) for row in self.dataset.stored_keys()}


@dataclass(frozen=True)
class Observations:
    """Everything that a check observed."""

    of_worlds: Sequence[Any]
    """What `of_world` returned, in the order of worlds; behind it what `of_world_again` did."""
    of_dataset: Any
    """What `of_dataset` returned; None if it does not run."""
    context: AuditContext


class AuditCheck:
    """One check. It keeps no state; what it observes is pickled."""

    name: ClassVar[str]
    """`CheckResult.check`: the same in every release."""
    of_dataset_runs: ClassVar[Literal["never", "first", "last"]] = "never"
    """When `of_dataset` runs: not at all, before the sampled worlds, or after them. Short jobs run
    last, so that no process waits long for another."""

    def of_world(self, audited: AuditedWorld) -> Any:  # noqa: ANN401, ARG002 - what `summarize` takes
        """Return what the check observes of a world; None if it looks only at the whole dataset."""
        return None

    def undecided(self, seen: Observations) -> tuple[Any, ...]:  # noqa: ARG002 - decides always
        """Return what is to be looked at in each sampled world once more; nothing by default.

        An audit asks once, when all worlds have been looked at. The items are hashable, and what
        `of_world_again` takes.
        """
        return ()

    def of_world_again(
        self,
        audited: AuditedWorld,  # noqa: ARG002 - see `of_world`
        undecided: tuple[Any, ...],  # noqa: ARG002
    ) -> Any:  # noqa: ANN401
        """Return what the check observes of a world in further tries at what is undecided."""
        return None

    def of_dataset(self, context: AuditContext) -> Any:  # noqa: ANN401, ARG002 - see `of_world`
        """Return what the check observes of the whole dataset; None if it looks only at worlds.

        Raises:
            UsageError: An option that it reads is wrong.
        """
        return None

    def summarize(self, seen: Observations) -> CheckResult | None:
        """Return the result of the check; None where the audit was not asked for this check.

        By default it is what `of_dataset` returned, for checks that look at nothing else.
        """
        result: CheckResult | None = seen.of_dataset
        return result
