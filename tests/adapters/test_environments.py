"""The environments of both hubs: wheels are built, installed in a clean place, and played.

Neither is given a dataset: the sample worlds are built by what was installed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.tasks.key import answer_markdown
from tests.adapters.model_server import model_server, tool_call

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
NAMES = {"fictionworld": "fictionworld_search", "fictionworld_openenv": "openenv_fictionworld"}


def at_top(source):
    """What of a folder no wheel is made of: other people's worlds, environments, caches."""

    def ignored(folder, names):
        return [
            name
            for name in names
            if Path(folder) == source and (name.startswith(".") or name in {"build", "worlds"})
        ]

    return ignored


def installed(environment, extra, folder):
    """A virtual environment with the wheels of the project and of one environment of ours."""
    for name, source in (("project", ROOT), ("environment", ROOT / "environments" / environment)):
        # a build writes beside its sources, so they are copied
        copy = shutil.copytree(source, folder / name, ignore=at_top(source))
        command = [UV, "build", "--quiet", "--wheel", "--out-dir", folder / "wheels", copy]
        subprocess.run(command, check=True, timeout=300)
    (project,) = (folder / "wheels").glob("fictionworld-*.whl")
    (wheel,) = (folder / "wheels").glob(f"{NAMES[environment]}-*.whl")
    clean = folder / "clean"
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, clean], check=True)
    target = ["--python", clean / "bin" / "python"]
    project_and_extra = f"fictionworld[{extra}] @ {project.as_uri()}"
    subprocess.run(
        [UV, "pip", "install", "--quiet", *target, project_and_extra, wheel],
        check=True,
        timeout=600,
    )
    return clean / "bin"


def surroundings(folder, bin_folder):
    """The variables under which it runs: nothing of this checkout, a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {
        "PATH": f"{bin_folder}:{UV.parent}:{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "OPENAI_API_KEY": "none",
    }


def right_answer(folder, asked):
    """The answer to what is asked; the worlds were built before anything is."""
    (worlds,) = (folder / "cache" / "fictionworld").glob("sample-worlds-*")
    dataset = open_dataset(worlds)
    (task,) = [task for task in dataset.tasks() if task.question == asked]
    return answer_markdown(dataset.key(task.task_id))


@pytest.mark.skipif(find_spec("verifiers") is None, reason="run in the environment of verifiers")
def test_the_environments_hub_plays_without_a_dataset(tmp_path):
    bin_folder = installed("fictionworld", "verifiers", tmp_path)

    def script(messages):
        if messages[-1]["role"] == "tool":
            (asked,) = [one["content"] for one in messages if one["role"] == "user"]
            return {"content": right_answer(tmp_path, asked)}
        call = tool_call(0, "web_search", {"queries": ["list of all"]})
        return {"content": "", "tool_calls": [call]}

    with model_server(script) as (url, _):
        subprocess.run(
            [
                bin_folder / "vf-eval", "fictionworld-search", "-m", "scripted", "-n", "1",
                "-r", "1", "--client.base-url", url, "--env.taskset.reward", "f1_grounded",
                "--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess",
                "--no-push", "--no-rich", "--output-dir", tmp_path / "out",
            ],
            cwd=tmp_path, env=surroundings(tmp_path, bin_folder), check=True, timeout=400,
        )  # fmt: skip
    (file,) = (tmp_path / "out").rglob("traces.jsonl")
    (trace,) = json.loads(file.read_text())["traces"]
    assert trace["ok"] and trace["rewards"]["reward"]["score"] == 1
    assert trace["metrics"]["calls"] == 1


@pytest.mark.skipif(find_spec("openenv") is None, reason="run in the environment of openenv")
def test_the_server_of_openenv_plays_without_a_dataset(tmp_path):
    from openenv import GenericEnvClient
    from openenv.cli._validation import validate_multi_mode_deployment

    # what it asks for beside the form is `uv.lock`, which needs a published fictionworld
    _, issues = validate_multi_mode_deployment(ROOT / "environments" / "fictionworld_openenv")
    assert [issue for issue in issues if "uv.lock" not in issue] == []
    bin_folder = installed("fictionworld_openenv", "openenv", tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    variables = {"FICTIONWORLD_REWARD": "f1_grounded", "FICTIONWORLD_STEPS": "shaped=0.5"}
    server = subprocess.Popen(
        [bin_folder / "server", "--port", str(port)],
        cwd=tmp_path, env=surroundings(tmp_path, bin_folder) | variables,
    )  # fmt: skip
    try:
        for _ in range(2400):
            assert server.poll() is None
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
            begun = client.reset(seed=0)
            question = begun.observation["question"]
            search = {"tool": "web_search", "arguments": {"queries": [question]}}
            step = client.step(search)
            assert "[1] http" in step.observation["text"] and step.reward >= 0
            done = client.step({"answer": right_answer(tmp_path, question)})
            assert done.reward + step.reward == pytest.approx(1)
    finally:
        server.terminate()
        server.wait(30)
