"""The pages over the small dataset, its twins and a run, in this process."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.rollout_files import RolloutFiles, RolloutId
from fictionworld.explore.app import app_for
from fictionworld.explore.explorer import ExploreSettings
from fictionworld.server.settings import ServerSettings
from tests.small import small_dataset, small_twins


def pages(folder, **given):
    """Requests to the pages over a dataset; `token` is a trainer's."""
    server = ServerSettings(str(folder), "", trainer_token=given.pop("token", ""))
    app = app_for(ExploreSettings(server, **given))
    return TestClient(app, "http://localhost", follow_redirects=False)


@pytest.fixture(scope="session")
def run(dataset, tmp_path_factory):
    """Traces and transcripts of the oracle on two tasks, and of the guess on the first."""
    from contextlib import ExitStack

    from fictionworld.episodes.agents.guess import Guess

    folder = tmp_path_factory.mktemp("run")
    paths = folder / "traces.jsonl", folder / "transcripts.jsonl"
    conditions = Conditions(transcripts=True)
    first, second = dataset.tasks()[:2]
    with ExitStack() as stack:
        files = RolloutFiles.opened(*paths, stack, resume=False)
        for agent, task in ((Oracle(), first), (Oracle(), second), (Guess(), first)):
            rollout = RolloutId.of(agent.name, dataset.content_hash, "template", conditions)
            files.add(play(dataset, agent, task, conditions), rollout)
    return paths


@pytest.fixture(scope="session")
def http(run):
    return pages(small_dataset(), twin=small_twins(), traces=run[0], transcripts=run[1])


@pytest.fixture
def trace(run):
    """The first trace, as the file has it."""
    return json.loads(run[0].read_text("utf-8").splitlines()[0])
