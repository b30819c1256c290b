"""Actors on a Ray cluster: what calls return and raise, and what happens when processes end."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from fictionworld.errors import StorageError, UsageError
from fictionworld.ray_actors import RayActors
from fictionworld.simulator.backends.replicas import replicas_with_room
from tests.cluster.conftest import node
from tests.test_cores import until

pytestmark = pytest.mark.ray
CORE = {"num_cpus": 1}


def begin(folder):
    if folder == "broken":
        raise ValueError("nothing to keep")
    (folder / f"began-{os.getpid()}").touch()
    return folder


async def where(folder, *given):
    import ray

    return ray.get_runtime_context().get_node_id(), os.getpid(), *given


async def fails(folder):
    return 1 / 0


async def ends_its_process(folder, most):
    """End the process, the first `most` times."""
    tries = len(list(folder.glob("try-*")))
    (folder / f"try-{tries}").touch()
    if tries < most:
        os.kill(os.getpid(), signal.SIGKILL)
    return tries


async def gpus(folder):
    return os.environ["CUDA_VISIBLE_DEVICES"]


@pytest.fixture
def actors(cluster, tmp_path):
    actors = RayActors(cluster, 2, CORE, StorageError, begin, tmp_path)
    yield actors
    actors.close()


def test_a_number_has_an_actor_and_each_begins_once(actors, tmp_path):
    async def asked():
        calls = (actors.call(number, where, number) for number in range(8))
        return await asyncio.gather(*calls)

    answers = asyncio.run(asked())
    assert [answer[2] for answer in answers] == list(range(8))
    assert len({node for node, *_ in answers}) == 2
    even, odd = ({process for _, process, _ in answers[start::2]} for start in (0, 1))
    assert len(even) == len(odd) == 1 and even != odd
    assert len(list(tmp_path.glob("began-*"))) == 2
    assert [a[:2] for a in asyncio.run(actors.call_all(where))] == [a[:2] for a in answers[:2]]
    actors.close()
    assert until(lambda: not any(map(runs, even | odd))), "an actor goes on"


def runs(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_is_raised_is_raised_as_it_is(actors, cluster):
    with pytest.raises(ZeroDivisionError, match=r"^division by zero$"):
        asyncio.run(actors.call(0, fails))
    broken = RayActors(cluster, 1, {"num_cpus": 0}, StorageError, begin, "broken")
    with pytest.raises(ValueError, match=r"^nothing to keep$"):
        asyncio.run(broken.call(0, where))
    broken.close()


def test_another_does_the_calls_of_one_that_ended_until_ray_has_begun_it_anew(actors):
    _, first, _ = asyncio.run(actors.call(0, where, ""))
    _, second, _ = asyncio.run(actors.call(1, where, ""))
    os.kill(first, signal.SIGKILL)
    _, instead, _ = asyncio.run(actors.call(0, where, ""))
    assert instead != first

    def is_back():
        return asyncio.run(actors.call(0, where, ""))[1] not in (first, second)

    assert until(is_back), "Ray does not begin it anew"


def test_one_alone_is_waited_for_but_not_for_ever(cluster, tmp_path):
    alone = RayActors(cluster, 1, CORE, StorageError, begin, tmp_path)
    assert asyncio.run(alone.call(0, ends_its_process, 1)) == 1
    with pytest.raises(StorageError, match="the Ray cluster lost what worked for this command"):
        asyncio.run(alone.call(0, ends_its_process, 99))
    alone.close()


def test_one_that_no_node_has_room_for_is_given_up(cluster, tmp_path):
    actors = RayActors(cluster, 3, CORE, StorageError, begin, tmp_path)
    assert len(asyncio.run(actors.call_all(where, ""))) == 2
    actors.close()


def test_engines_have_gpus_of_their_own_and_a_cluster_without_one_has_them_by_nodes(
    nodes, cluster, tmp_path
):
    assert until(lambda: replicas_with_room(cluster, 2, 10) == (2, 0)), "of an earlier test"
    assert replicas_with_room(cluster, 2, 1) == (1, 0)
    with_gpus = nodes.add_node(**node(), num_gpus=4)
    nodes.wait_for_nodes(timeout=240)
    try:
        assert replicas_with_room(cluster, 1, 10) == (4, 1)
        assert replicas_with_room(cluster, 2, 10) == (2, 2)
        with pytest.raises(UsageError, match=r"takes 8 of .* have 0, 0, 4, of which 4 are free"):
            replicas_with_room(cluster, 8, 10)
        needs = {"num_cpus": 0, "num_gpus": 2}
        engines = RayActors(cluster, 2, needs, StorageError, begin, tmp_path)
        seen = asyncio.run(engines.call_all(gpus))
        assert sorted(",".join(seen).split(",")) == ["0", "1", "2", "3"]
        engines.close()
    finally:
        nodes.remove_node(with_gpus, allow_graceful=False)
