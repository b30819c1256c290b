"""What every adapter's tests play with: a task, a call, a right and a wrong answer."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.dataset import open_dataset
from fictionworld.tasks.key import answer_markdown
from tests.small import small_dataset

TASK = "1-1"
WRONG = "| Name |\n| --- |\n| Nobody |\n"
QUERIES = {"queries": ["list of all"]}


def settings(**more):
    """The settings of a test; its scripted answers are right, and rest on nothing that was read."""
    return EpisodeSettings(str(small_dataset()), **{"reward": "f1_grounded", **more})


def earn_unread(tools_file):
    """Let right answers earn that rest on nothing that was read, in a `tools.yaml` of verl's."""
    given = yaml.safe_load(tools_file.read_text())
    for tool in given["tools"]:
        tool["config"]["reward"] = "f1_grounded"
    tools_file.write_text(yaml.safe_dump(given))


def right(task_id=TASK):
    return answer_markdown(open_dataset(small_dataset()).key(task_id))


def reply(tool="web_search", arguments=QUERIES, task_id=TASK):
    return open_dataset(small_dataset()).episode(task_id).call(tool, arguments)


def documented(word):
    """The Python block of docs/training.md in which a word stands, with a task that there is."""
    text = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (block,) = [block for block in blocks if word in block]
    return block.replace("17-2", TASK)
