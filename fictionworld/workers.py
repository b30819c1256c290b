"""Who does the jobs of a command: processes on this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable

from fictionworld.cores import WorkerPool
from fictionworld.pool import Pool, S
from fictionworld.ray_pool import RayCluster, RayPool

Workers = int | RayCluster
"""So many processes on this machine, or a cluster."""


def open_pool(
    workers: Workers, jobs: int, killed: Exception, begin: Callable[..., S], *given: object
) -> Pool[S]:
    """Return a pool for about `jobs` jobs, to be entered.

    Args:
        workers: Who does them.
        jobs: On this machine no more processes than jobs are started.
        killed: Raised where a process of this machine was killed; one of its class where a cluster
            lost a job.
        begin: Called once in each process: returns what its jobs share.
        given: The arguments of `begin`.
    """
    if isinstance(workers, RayCluster):
        return RayPool(workers, type(killed), begin, *given)
    return WorkerPool(min(workers, jobs), killed, begin, *given)
