"""A package that adds one of each kind, found by its entry points and used as ours are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import first_everyday
from tests.small import small_dataset

ROOT = Path(__file__).parents[1]
MODULE = """
from dataclasses import dataclass

from fictionworld.simulator.perturbed.altered import Text
from fictionworld.simulator.perturbed.kinds.spam import Spam
from fictionworld.simulator.perturbed.tool import PerturbedTool
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.tool import Tool, ParsedCall
from fictionworld.web.permit import PolicyKind


@dataclass(frozen=True)
class Sum(ParsedCall):
    numbers: tuple[int, ...]
    tool = "adder"


class Adder(Tool):
    name, label, description = "adder", "sums", "Add numbers."
    schema = {
        "type": "object",
        "properties": {"numbers": {"type": "array", "description": "A list of numbers."}},
        "required": ["numbers"],
    }
    example = '{"numbers": [1, 2]}'
    prompt = "adds numbers."

    def read(self, arguments):
        numbers = arguments.get("numbers")
        if not isinstance(numbers, list) or not all(isinstance(n, int) for n in numbers):
            self.refuse(f"send numbers, for example {self.example}")
        return Sum(tuple(numbers))

    def answer(self, call, context):
        return Reply(str(sum(call.numbers)), "memory")

    def perturbed(self):
        return PerturbedTool(self)


ADDER = Adder()
NAMES_ONLY = PolicyKind(
    "names", lambda *_: False, lambda _, __, column: column.role == "name", closes="all"
)


class Shouting(Spam):
    def write(self, web, page, replacements):
        text = Text()
        text.add("BUY NOW")
        return text
"""
POINTS = """
[fictionworld.tools]
adder = extra_kinds:ADDER
today = shown_in_docs:TODAY

[fictionworld.checks]
undated = shown_in_docs:UNDATED
"""


def shown(document, name):
    """The Python block of a document that defines a class."""
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / document).read_text(), re.MULTILINE | re.DOTALL
    )
    [found] = [block for block in blocks if f"class {name}(" in block]
    return found


def install(folder, module=MODULE, points=POINTS):
    (folder / "extra_kinds.py").write_text(module)
    code = shown("playing.md", "TodayTool") + shown("audit.md", "UndatedResults")
    (folder / "shown_in_docs.py").write_text(code)
    known = folder / "extra_kinds-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: extra-kinds\nVersion: 1\n")
    (known / "entry_points.txt").write_text(points)
    return folder


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return install(tmp_path_factory.mktemp("package"))


def ran(package, *words):
    environment = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )


def fictionworld(package, *words):
    return ran(package, "-m", "fictionworld.cli.main", *words)


SCRIPT = """
import json, sys
from pathlib import Path

import extra_kinds
import fictionworld as fw
from fictionworld.audit import checks
from fictionworld.audit.audit import audit
from fictionworld.audit.options import AuditOptions
from fictionworld.simulator.perturbed.page_control import page_controls
from fictionworld.web.permit import POLICIES

observed, dataset = {}, fw.open(sys.argv[1])

episode = dataset.episode("0-1")
names = [tool["function"]["name"] for tool in episode.tools]
calls = [episode.call("adder", {"numbers": "2"}), episode.call("today", {})]
observed["offered"] = [names, *calls, episode.system_prompt]

episode = dataset.episode("0-1", controls="timeout=0.5")
observed["perturbed"] = [episode.call("adder", {"numbers": [n, 1]}) for n in range(40)]

POLICIES["names"] = extra_kinds.NAMES_ONLY
episode = dataset.episode("0-1", policy="names")
observed["policy"] = [episode.policy, episode.call("web_search", {"query": episode.question})]

spam = page_controls["spam"]
page_controls.remove("spam")
page_controls.register(extra_kinds.Shouting())
episode = dataset.episode("0-1", controls="spam=0.5")
observed["snippets"] = [one.snippet for one in episode.search(episode.question)]

del POLICIES["names"]  # the audit is of ours
page_controls.remove("spam")
page_controls.register(spam)
assert len(checks.all_checks()) == len(checks._OURS) + 1
for name in {check.name for check in checks._OURS}:
    del checks.all_checks()[name]  # they take long, and have tests
record = audit(Path(sys.argv[1]), AuditOptions(sample=2, workers=1))
measure = record.result("undated_results").measure("results without a date")
observed["audit"] = [record.verdict, measure.numerator, measure.denominator]
from typer.testing import CliRunner
from fictionworld.cli.main import app
told = CliRunner().invoke(app, ["tool", sys.argv[1], "0", "adder", '{"numbers": [2, 3]}'])
observed["told"] = [told.exit_code, told.stdout]
print(json.dumps(observed))
"""


@pytest.fixture(scope="module")
def observed(package):
    """What a program finds that uses all of the package, in one process: it takes long to start."""
    done = ran(package, "-c", SCRIPT, str(small_dataset()))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_tool_answers_and_is_offered_with_ours(observed):
    assert observed["told"] == [0, "5\n"]
    names, error, today, prompt = observed["offered"]
    assert error.startswith("Error: adder: send numbers, for example")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", today)
    assert names == ["web_search", "web_extractor", "dict_memory", "adder", "today"]
    assert "You have five tools:" in prompt and "- adder adds numbers." in prompt


def test_it_fails_under_controls_as_ours_do(observed):
    replies = observed["perturbed"]
    failed = [one for one in replies if "adder: timed out" in one]
    assert 5 < len(failed) < 35
    assert all(one in failed or one == str(n + 1) for n, one in enumerate(replies))


def test_a_check_is_part_of_the_audit(observed):
    verdict, undated, results = observed["audit"]
    assert verdict == "passed" and 0 <= undated < results


def test_a_policy_is_one_object_and_a_control_that_adds_pages_another(observed):
    name, found = observed["policy"]
    assert name == "names" and found.startswith("[1] ")
    assert "BUY NOW" in "".join(observed["snippets"])


@pytest.mark.parametrize(
    "wrong",
    first_everyday(
        [
            ("[fictionworld.tools]\nadder = extra_kinds:NAMES_ONLY\n", "got an object of type Pol"),
            ("[fictionworld.tools]\nadder = extra_kinds:NO_SUCH\n", "got AttributeError"),
            ("[fictionworld.tools]\na = extra_kinds:ADDER\nb = extra_kinds:ADDER\n", "is taken"),
        ]
    ),
)
def test_a_package_that_is_wrong_is_named(tmp_path, wrong):
    points, said = wrong
    package = install(tmp_path, points=points)
    done = fictionworld(package, "tool", str(small_dataset()), "0", "adder", "{}")
    assert done.returncode == 2 and done.stdout == ""
    assert "entry point" in done.stderr and said in done.stderr
