"""The documents tell the truth: their commands exist, their samples are what comes out.

`make readme` writes the README's samples anew.
"""

from __future__ import annotations

import re
import shlex
import shutil
from contextlib import chdir
from pathlib import Path

import pytest
import typer
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

import fictionworld as fw
from fictionworld.adapters.doctor import adapter_names
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.cli.main import app
from fictionworld.episodes.calibration import CALIBRATIONS, calibrations
from fictionworld.episodes.scored_traces import ScoredTrace
from fictionworld.packs.operator import OPERATORS
from fictionworld.packs.source import new_source
from fictionworld.packs.specification import (
    ColumnSpec,
    Derive,
    Draw,
    Pack,
    Pages,
    Pick,
    RowPlan,
    Rule,
    TableSpec,
)
from fictionworld.packs.specification.tables import Standings, Terms
from fictionworld.packs.words import CULTURES
from fictionworld.tasks.key import answer_markdown, answer_texts
from tests.small import every_pack_dataset, small_dataset
from tests.test_layers import LAYERS

ROOT = Path(__file__).parent.parent
COMMAND = typer.main.get_command(app)
NOT_LOCKED = {
    "ray", "tokens", "torch", "vllm", *(name.replace("_", "-") for name in adapter_names())
}  # fmt: skip
"""Extras of which each is installed in an environment of its own: their pins conflict."""
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
_BLOCK = r"(?P<fence>`{3,})\n)(?P<text>.*?)((?P=fence)\n)"
SAMPLE = re.compile(r"(<!-- sample: (?P<command>.*?) -->\n" + _BLOCK, re.DOTALL)
ANSWER = re.compile(r"(<!-- answer.md: task (?P<task>[\d-]+) -->\n" + _BLOCK, re.DOTALL)


def commands():
    """Every `fictionworld ...` line of every document, with the document's name."""
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        found = re.findall(r"`(fictionworld [^`]+)`", text)
        found += re.findall(r"^(fictionworld .+)$", text, re.MULTILINE)
        for line in dict.fromkeys(found):
            yield pytest.param(line, id=f"{document.name}: {line}")


def test_the_pack_built_step_by_step_is_the_one_that_packs_new_writes():
    """`tests/cli/test_packs.py` tries that one."""
    document = (ROOT / "docs" / "packs.md").read_text("utf-8")
    section = document.partition("\n## A first pack, step by step\n")[2].partition("\n## ")[0]
    steps = re.findall(r"```yaml\n(.*?\n)```\n", section, re.DOTALL)
    assert len(steps) == 7
    written = new_source("libraries").splitlines()
    commands = [line for step in steps for line in step.splitlines()]
    assert [line for line in commands if line] == [line for line in written if line]


def test_arguments_of_all_operators_and_the_general_pools_are_documented():
    document = (ROOT / "docs" / "packs.md").read_text("utf-8")
    table = document.partition("| operator | arguments |")[2].partition("\n\n")[0]
    rows = {}
    for line in table.splitlines():
        if line.startswith("| `"):
            cells = line.split(" | ", 1)
            rows |= dict.fromkeys(re.findall(r"`(\w+)`", cells[0]), cells[1])
    assert set(rows) == {operator.key for operator in OPERATORS.values()}
    for operator in OPERATORS.values():
        fields = getattr(operator.shape, "model_fields", {})
        missing = [name for name in fields if f"`{name}" not in rows[operator.key]]
        assert not missing, (operator.key, missing)
    listed = document.partition("**Pools of names.**")[2].partition("others belong")[0]
    general = yaml.safe_load((ROOT / "fictionworld/packs/words/common.yaml").read_text("utf-8"))
    named = set(re.findall(r"`(\w+)`", listed.partition("General ones are")[2]))
    assert named == set(general["pools"])


@pytest.mark.parametrize("line", list(commands()))
def test_every_command_exists(line):
    command, words = COMMAND, shlex.split(line.partition(" > ")[0])[1:]
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    given = {word for word in words if word.startswith("--")}
    known = {name for option in command.params for name in option.opts} | {"--help"}
    assert given <= known, f"{line}: no such flags: {sorted(given - known)}"
    if hasattr(command, "commands"):
        assert not words or words[0].startswith("-"), f"no such command: {line}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def python_blocks(document):
    return re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_python_block_is_python(document):
    for number, block in enumerate(python_blocks(document), 1):
        compile(block, f"{document.name}, block {number}", "exec")


def test_the_blocks_on_training_that_need_no_framework_run(tmp_path, monkeypatch):
    """The others run where their framework is: `documented` in tests/adapters."""
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    dataset = fw.open(folder)
    traces = [
        ScoredTrace("a", "", task.task_id, sample, float(sample), 0, 0, 0)
        for task in dataset.tasks()
        for sample in (0, 1)
    ]
    CALIBRATIONS.add(folder, dataset.content_hash, calibrations(traces))
    monkeypatch.chdir(tmp_path)
    ran = []
    for block in python_blocks(ROOT / "docs" / "training.md"):
        imported = set(re.findall(r"^(?:import|from) (\S+)", block, re.MULTILINE))
        if imported <= {"fictionworld", "fictionworld.adapters.doctor"}:
            exec(block, names := {})
            ran.append(names)
    chosen, sampled, curriculum, own = ran
    assert chosen["episode"].messages == chosen["row"].prompt
    assert sampled["task"].index == 999
    assert curriculum["has_variance"] and curriculum["row"].task.index == 31
    task = next(task for task in dataset.tasks() if task.answer_rows)
    right = answer_markdown(dataset.key(task.task_id))
    settings = EpisodeSettings(str(folder), reward="f1_grounded")
    assert own["ADAPTER"].trial(settings, task.task_id, right) == 1


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_are_named_are_there(document):
    for name in re.findall(r"`((?:fictionworld|tests|docs|tools)/[\w./-]+)`", document.read_text()):
        assert (ROOT / name).exists() or (ROOT / name.rstrip("/")).is_dir(), name


def missing_paths(text: str) -> list[str]:
    """The files and folders named in an architecture document that are not there.

    A path starts at the project or at the package; in a row of the table of layers it may start at
    the packages of that row.
    """
    missing = []
    for line in text.splitlines():
        named = [name.replace("NAME", "*") for name in _PATH.findall(line)]
        in_table = _LAYER.match(line)
        inside = re.findall(r"`([\w.]+)/?`", in_table["packages"]) if in_table else []
        bases = [ROOT, ROOT / "fictionworld", *(ROOT / "fictionworld" / one for one in inside)]
        missing += [name for name in named if not any(any(base.glob(name)) for base in bases)]
    return missing


_PATH = re.compile(r"`((?:[\w.*-]+/)*(?:[\w*-]+\.(?:py|yaml|md|lock)|[\w.-]+/))`")
_LAYER = re.compile(r"\| *(?P<layer>\d*|base) *\| (?P<packages>[^|]+) \|")


def test_the_architecture_names_files_that_exist():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert len(_PATH.findall(text)) > 100
    assert missing_paths(text) == []


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("| 6 | `episodes/` | one agent (`episode.py`), `agents/` |", []),
        ("| 6 | `episodes/` | `app.py`, `shapes/` |", ["app.py", "shapes/"]),
        ("See `packs/gone.py` and `packs/operators/NAME.py`.", ["packs/gone.py"]),
        ("Phrases are in `web/gone/`, not in `web/words/`.", ["web/gone/"]),
    ],
)
def test_a_missing_file_is_found(line, missing):
    assert missing_paths(line) == missing


def test_the_architecture_has_every_package_in_its_layer():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    layers, layer = {}, ""
    for row in _LAYER.finditer(text):
        layer = row["layer"] or layer
        for name in re.findall(r"`(\w+)(?:\.py|/)`", row["packages"]):
            layers[name] = layer
    floors = {name: str(floor) if floor >= 0 else "base" for name, floor in LAYERS.items()}
    assert layers == {name: floor for name, floor in floors.items() if name != "__init__"}


def test_the_notation_is_documented_whole():
    """docs/packs.md names every kind of draw, derivation, row plan and rule, and every option."""
    document = (ROOT / "docs" / "packs.md").read_text("utf-8")
    words = {
        field.alias or name
        for record in (Pack, TableSpec, Pages, RowPlan, ColumnSpec, Pick, Draw, Derive, Rule)
        for name, field in record.model_fields.items()
    }
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", document)] == []


def test_keys_of_row_plans_cultures_and_days_are_documented():
    document = (ROOT / "docs" / "packs.md").read_text("utf-8")
    for word, record in (("terms", Terms), ("standings", Standings)):
        table = document.partition(f"| key of `{word}` | meaning |")[2].partition("\n\n")[0]
        keys = [key for line in table.splitlines() for key in re.findall(r"`(\w+)`", line[:40])]
        assert keys == list(record.model_fields)
    told = document.partition("invented names sound like (")[2].partition(")")[0]
    assert re.findall(r"`(\w+)`", told) == list(CULTURES)
    days = document.partition("| `weekdays: [sat]` |")[2].partition("\n")[0]
    assert re.findall(r"`(\w+)`", days) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def test_the_doctor_names_every_adapter():
    [framework] = [one for one in COMMAND.commands["doctor"].params
                   if one.name == "framework"]  # fmt: skip
    assert [name for name in adapter_names() if name not in framework.help] == []


@pytest.fixture(scope="module")
def place():
    return prepared()


def prepared() -> Path:
    """A folder with the first worlds of seed 0, and the README's answer to a task.

    World i never depends on how many there are, so few are enough to show world 7 of a thousand.
    """
    place = every_pack_dataset().parent
    (place / "answer.md").write_text(careless(place), "utf-8")
    return place


def careless(place: Path) -> str:
    """A careless answer to the README's task: a value is wrong, and the last row is forgotten."""
    found = ANSWER.search((ROOT / "README.md").read_text("utf-8"))
    assert found is not None, "the README answers a task"
    key = fw.open(place / "worlds").key(found["task"])
    at = next(n for n, column in enumerate(key.columns) if column.role == "value")
    rows = [list(row) for row in answer_texts(key)[:-1]]
    rows[0][at] = rows[1][at]
    lines = [list(key.required), ["---"] * len(key.columns), *rows]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"Here is what I found:\n\n```markdown\n{table}\n```\n"


def printed_by(command: str, place: Path) -> str:
    """What the command prints in this folder."""
    with chdir(place):
        done = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"


def test_the_samples_are_what_comes_out(place):
    readme = (ROOT / "README.md").read_text("utf-8")
    samples = list(SAMPLE.finditer(readme))
    assert len(samples) >= 3
    for sample in samples:
        assert sample["text"] == printed_by(sample["command"], place), "write it anew: make readme"
    answer = ANSWER.search(readme)
    assert answer["text"] == careless(place), "write it anew: make readme"


def test_the_lock_holds_what_the_project_needs():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE):
        locked.setdefault(canonicalize_name(name), set()).add(version)
    extras = project["optional-dependencies"]
    needs = [line for extra in extras if extra not in NOT_LOCKED for line in extras[extra]]
    for line in [*project["dependencies"], *needs]:
        need = Requirement(line)
        if need.name == project["name"]:  # an extra made of others
            continue
        versions = locked.get(canonicalize_name(need.name), set())
        assert any(need.specifier.contains(v) for v in versions), f"{line}: run `make lock`"
    assert "://" not in lock, "the lock names no package index"


def write_samples() -> None:
    readme = ROOT / "README.md"
    place = prepared()
    text = ANSWER.sub(
        lambda found: found[1] + careless(place) + found["fence"] + "\n", readme.read_text("utf-8")
    )
    text = SAMPLE.sub(
        lambda found: found[1] + printed_by(found["command"], place) + found["fence"] + "\n", text
    )
    readme.write_text(text, "utf-8")


if __name__ == "__main__":
    write_samples()
