"""A Ray cluster of two nodes on this machine, which further nodes may join and leave."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pytest

from fictionworld.ray_pool import RayCluster
from tests.stand_in_vllm.use import FOLDER

ROOT = Path(__file__).parents[2]
PATIENCE = {
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_worker_register_timeout_seconds": "240",
    "RAY_worker_niceness": "0",
}
STORE = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}
"""Whom the store of `test_store.py` lets in."""
CACHES: list[Path] = []
"""The caches of the nodes: what they do not share."""
_PORTS = (
    "metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port",
    "runtime_env_agent_port",
)  # fmt: skip
"""Chosen here: a node waits 15 s at most for its agents to choose them, which a busy machine
exceeds."""


def node(cores=1):
    """The options of a node with so many cores and a cache of its own."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in _PORTS]
        for each in sockets:
            each.bind(("", 0))
        ports = dict(zip(_PORTS, (each.getsockname()[1] for each in sockets), strict=True))
    CACHES.append(Path(mkdtemp(prefix="cache-of-a-node-")))
    own = {"XDG_CACHE_HOME": str(CACHES[-1])}
    return {"num_cpus": cores, "object_store_memory": 80_000_000, "env_vars": own, **ports}


@pytest.fixture(scope="session")
def engine_log(tmp_path_factory):
    """Where the stand-in for vLLM, which takes its place, notes the engines that it starts."""
    return tmp_path_factory.mktemp("engines") / "started"


@pytest.fixture(scope="session")
def nodes(engine_log):
    """The cluster of Ray itself."""
    pytest.importorskip("ray", reason="Ray is an extra: make test-ray")
    import ray
    from ray.cluster_utils import Cluster

    # processes of nodes import the tests' own jobs
    path = f"{ROOT}" if find_spec("vllm") else f"{ROOT}{os.pathsep}{FOLDER}"
    stand_in = {"STAND_IN_LOG": str(engine_log), "STAND_IN_DELAY_S": "0.5"}
    os.environ |= {"PYTHONPATH": path, **PATIENCE, **STORE, **stand_in}
    head = {**node(), "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(**node())
    cluster.wait_for_nodes(timeout=240)
    yield cluster
    ray.shutdown()
    cluster.shutdown()
    for cache in CACHES:
        shutil.rmtree(cache, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster(nodes):
    return RayCluster(nodes.address)


@pytest.fixture
def start(cluster, tmp_path):
    """Starts a command on the cluster; what still runs at the end of the test is killed."""
    begun = []

    def start(*words):
        command = [sys.executable, "-m", "fictionworld.cli.main", *words, "--ray", cluster.address]
        with (tmp_path / "stderr").open("a") as stderr:
            begun.append(
                subprocess.Popen(
                    command,
                    cwd=ROOT, stderr=stderr, stdout=subprocess.DEVNULL, start_new_session=True,
                )
            )  # fmt: skip
        return begun[-1]

    yield start
    for process in begun:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
