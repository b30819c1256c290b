"""Replicas of a backend on a Ray cluster: engines, each on GPUs of its own.

All prompts of a group go to one replica, so its prefix cache holds what they begin with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from fictionworld.errors import UsageError
from fictionworld.ray_actors import RayActors, free_cores
from fictionworld.ray_pool import RayCluster
from fictionworld.simulator.backends.backend import Backend, BackendError, Completion, Prompt


class ReplicatedBackend:
    """Backends in processes of a Ray cluster, behind the protocol of one.

    Args:
        cluster: The cluster.
        count: How many replicas.
        gpus: That each has to itself; 0 for a core alone.
        make: Makes one; it goes to other processes.

    Raises:
        UsageError: A setting is wrong, or what the backend needs is not installed on a node.
    """

    def __init__(
        self, cluster: RayCluster, count: int, gpus: int, make: Callable[[], Backend]
    ) -> None:
        needs = {"num_cpus": 0, "num_gpus": gpus} if gpus else {"num_cpus": 1}
        self._replicas = RayActors(cluster, count, needs, BackendError, make)
        try:
            described = asyncio.run(self._replicas.call_all(_description))
        except BaseException:
            self._replicas.close()
            raise
        self.model = described[0][0]
        self.at_once = sum(at_once for _, at_once in described)

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return a completion for each prompt, in order, from the replica of their group.

        Without prompts, start all replicas.

        Raises:
            BackendError: No request can succeed.
        """
        if not prompts:
            await self._replicas.call_all(_complete, prompts)
            return []
        return await self._replicas.call(prompts[0].group, _complete, prompts)

    async def aclose(self) -> None:
        """End the processes; those of an engine end with them."""
        self._replicas.close()


async def _description(backend: Backend) -> tuple[str, int]:
    return backend.model, backend.at_once


async def _complete(backend: Backend, prompts: Sequence[Prompt]) -> list[Completion]:
    return await backend.complete(prompts)


def replicas_with_room(cluster: RayCluster, gpus: int, most: int) -> tuple[int, int]:
    """Return how many replicas a cluster has room for, and how many GPUs each gets.

    On a cluster without a GPU that is one for each node, on cores.

    Args:
        cluster: The cluster.
        gpus: That a replica takes, of one node.
        most: Replicas that are of use.

    Raises:
        UsageError: It has GPUs, but not so many free on a node.
    """
    free = free_cores(cluster)
    import ray  # noqa: PLC0415 - heavy, and an extra

    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    on_nodes = sorted(int(resources.get("GPU", 0)) for resources in nodes)
    if not any(on_nodes):
        with_cores = sum(resources.get("CPU", 0) >= 1 for resources in nodes)
        return max(1, min(with_cores, free, most)), 0
    free_gpus = int(ray.available_resources().get("GPU", 0))
    count = min(sum(there // gpus for there in on_nodes), free_gpus // gpus, most)
    if not count:
        raise UsageError(
            f"--ray: an engine takes {gpus} of one node's GPUs; the cluster's nodes have "
            f"{', '.join(map(str, on_nodes))}, of which {free_gpus} are free: free some, or set "
            "tensor_parallel and data_parallel with --set"
        )
    return count, gpus
