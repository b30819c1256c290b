"""The promises of docs/stability.md: names, commands, and datasets of each published format."""

from __future__ import annotations

import re
import shlex
import zipfile
from pathlib import Path

import pytest
import typer

import fictionworld as fw
from fictionworld.cli.main import app
from fictionworld.tasks.key import answer_markdown
from fictionworld.worlds.manifest import FORMAT_VERSION, MANIFEST
from fictionworld.worlds.rebuild_command import rebuild_command
from fictionworld.worlds.sealed import seal, unseal
from fictionworld.worlds.stored import verify_files
from tools.command_reference import PAGE, page

ROOT = Path(__file__).parent.parent
PROMISES = (ROOT / "docs" / "stability.md").read_text("utf-8")
FORMATS = sorted((ROOT / "tests" / "data").glob("format-*.zip"))
CONTENT = {
    3: "96cb07fbb8726648973d00fc5d413f601b7d98e8dfe0e5eca265319eb197a6f0",
    4: "6edb9c08dec45e33363cb5e855f39079221419e0e26f549ccfcbc3672216758b",
}
"""The content hash of the dataset of each format in the tests: the file is not made anew."""


def test_the_names_are_those_that_are_promised():
    promised = PROMISES.partition("```\n")[2].partition("```")[0].split()
    assert sorted(promised) == sorted(fw.__all__)
    assert all(hasattr(fw, name) for name in promised)


def test_the_commands_are_those_of_the_reference():
    assert PAGE.read_text("utf-8") == page(), "a command changed; write it anew: make commands"


def test_each_published_format_has_a_dataset_here():
    listed = [int(number) for number in re.findall(r"^\| (\d+) \|", PROMISES, re.MULTILINE)]
    assert listed == [int(path.stem.partition("-")[2]) for path in FORMATS] == sorted(CONTENT)
    assert listed[-1] == FORMAT_VERSION


def test_this_version_is_in_the_promises_and_the_changes():
    minor = fw.__version__.rpartition(".")[0]
    [row] = re.findall(rf"^\| {FORMAT_VERSION} \| [\d.]+ \| (.+) \|$", PROMISES, re.MULTILINE)
    assert minor in row.split(", ")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## ([\d.]+)", changes, re.MULTILINE)[1] == fw.__version__


@pytest.fixture(params=FORMATS, ids=lambda path: path.stem)
def published(request, tmp_path):
    """A dataset of a published format, and its number."""
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(tmp_path / "worlds")
    return tmp_path / "worlds", int(request.param.stem.partition("-")[2])


def test_a_dataset_of_a_published_format_is_opened_read_and_played(published):
    folder, number = published
    dataset = fw.open(folder)
    assert dataset.content_hash == CONTENT[number]
    assert verify_files(folder) == ()
    assert dataset.frames(0)["player"].height > 100
    for task in dataset.tasks():
        grade = dataset.score(task.task_id, answer_markdown(dataset.key(task.task_id)))
        assert grade.figures.f1_by_item == 1
    episode = dataset.episode(dataset.tasks()[0].task_id)
    [found, *_] = episode.search("list of all players")
    assert episode.read(found.url).found


@pytest.mark.parametrize("number", [min(CONTENT) - 1, FORMAT_VERSION + 1])
def test_another_format_is_refused_with_the_command_that_rebuilds(published, number):
    folder, _ = published
    fields = unseal((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(seal({**fields, "format_version": number}))
    with pytest.raises(fw.DatasetError) as refused:
        fw.open(folder)
    command = str(refused.value).partition("anew: ")[2]
    assert command == rebuild_command(fields["config"])
    words = shlex.split(command)
    build = typer.main.get_command(app).commands["build"]
    assert words[:2] == ["fictionworld", "build"]
    given = build.make_context("build", words[2:]).params
    assert (given["n"], given["seed"], given["packs"]) == (1, 3, "football")
    assert given["held_out"] == "none" and given["levels"] == "1,2,3,4,5"


def test_a_format_whose_configuration_is_unknown_is_refused_too(published):
    folder, _ = published
    fields = unseal((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(seal({**fields, "format_version": 1, "config": "other"}))
    with pytest.raises(fw.DatasetError, match=r"or build the dataset anew$"):
        fw.open(folder)
