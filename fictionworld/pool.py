"""A pool: jobs done in other processes, here (`cores.py`) or on a cluster (`ray_pool.py`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import TracebackType
from typing import Generic, Self, TypeVar

S = TypeVar("S")
"""What the jobs of one process share."""
J = TypeVar("J")
R = TypeVar("R")


class Pool(ABC, Generic[S]):
    """Processes that do jobs, those of a process with something shared. A context manager.

    The processes may be used within the `with` block. What a job returns must not depend on the
    process that does it, nor on how often it is begun. To stop early, close the iterator, or leave
    the block: no further job is handed out.
    """

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    @abstractmethod
    def run(self, work: Callable[[S, J], R], jobs: Sequence[J]) -> Iterator[tuple[J, R]]:
        """Yield each job with what `work(shared, job)` returned, as jobs are done.

        Raises:
            Exception: A process was killed, or what a job raised; no further job is handed out.
        """

    @abstractmethod
    def run_with(
        self, shared: S, work: Callable[[S, J], R], own: Sequence[J], jobs: Sequence[J]
    ) -> Iterator[tuple[J, R]]:
        """Yield results as `run` does; this process may do jobs too, with `shared`.

        Args:
            shared: The value that jobs share in this process.
            work: The function that does a job; it can be pickled.
            own: Jobs that this process would begin with.
            jobs: Jobs that the other processes begin with.
        """

    def run_in_order(self, work: Callable[[S, J], R], jobs: Sequence[J]) -> Iterator[R]:
        """Yield what `work(shared, job)` returned for each job, in the order of the jobs."""
        done: dict[int, R] = {}
        following = 0
        for (number, _), result in self.run(partial(_numbered, work), list(enumerate(jobs))):
            done[number] = result
            while following in done:
                yield done.pop(following)
                following += 1


def _numbered(work: Callable[[S, J], R], shared: S, job: tuple[int, J]) -> R:
    return work(shared, job[1])
