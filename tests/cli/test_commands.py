"""Every command: help, exit codes, one clear message for each error, stdout apart from stderr."""

from __future__ import annotations

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import fictionworld
from fictionworld.cli.main import app
from fictionworld.cli.terminal import counted
from fictionworld.errors import StorageError
from fictionworld.worlds import reading


def commands(group=None, path=()):
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


ALL = dict(commands())


def test_the_commands_are_those_of_the_design():
    assert [" ".join(path) for path in ALL] == [
        "quickstart", "build", "show", "tasks", "score", "export", "validate", "tool", "prepare",
        "rollout", "evaluate", "verify", "learn", "certify", "calibrate", "tokens", "doctor",
        "serve", "explore", "render", "leaks", "audit", "bench", "bench-model", "packs list",
        "packs show", "packs check", "packs preview", "packs new", "packs draft", "packs sanity",
        "packs distances", "packs concepts", "packs pools", "packs schema",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_ends_with_a_line_to_paste(path, call):
    answer = call(*path, "--help")
    assert answer.code == 0
    assert answer.err == ""
    epilog = ALL[path].epilog
    assert answer.out.rstrip().endswith(epilog)
    words = shlex.split(epilog.partition(" > ")[0])
    assert tuple(words[: len(path) + 1]) == ("fictionworld", *path)
    # it parses: only what it would do is left out
    ALL[path].make_context(path[-1], words[len(path) + 1 :])


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_is_explained(path):
    options = [option for option in ALL[path].params if option.name not in {"help", "pack"}]
    assert all(option.help for option in options), [o.name for o in options if not o.help]


def test_help(call):
    assert call("--help").code == 0
    bare = call()
    assert bare.code == 2
    assert "Usage: fictionworld" in bare.out + bare.err


def test_version(call):
    assert call("--version").out == f"fictionworld {fictionworld.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [("bild",), ("build", "--nn", "3"), ("build", "--n", "many"), ("show",), ("packs", "shw")],
)
def test_wrong_usage(arguments, call):
    answer = call(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err


def test_a_twin_of_nothing(call, tmp_path):
    answer = call("build", "--out", tmp_path / "twins", "--twin-of", tmp_path / "missing")
    assert answer.code == 1
    assert "missing" in answer.err
    assert not (tmp_path / "twins").exists()


def test_out_is_a_file(call, tmp_path):
    (tmp_path / "worlds").write_text("mine")
    answer = call("build", "--n", 1, "--out", tmp_path / "worlds")
    assert answer.code == 2
    assert (tmp_path / "worlds").read_text() == "mine"


def test_out_holds_something_else(call, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    answer = call("build", "--n", 1, "--out", tmp_path)
    assert answer.code == 2
    assert "thesis.txt" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "command",
    [["show"], ["tasks"], ["validate"], ["validate", "--self-test"], ["validate", "--keys"]],
)
def test_no_dataset(command, call, tmp_path):
    answer = call(*command, tmp_path)
    assert answer.code == 1
    assert answer.out == ""
    assert "manifest.json is missing" in answer.err


class Raises:
    """A `build` that ends with this code."""

    def __init__(self, error):
        self.error = error

    def __call__(self, *_, **__):
        raise self.error


def test_an_interrupted_build_says_that_it_goes_on(call, monkeypatch, tmp_path):
    monkeypatch.setattr("fictionworld.build.build", Raises(KeyboardInterrupt()))
    answer = call("build", "--n", 2, "--out", tmp_path / "worlds")
    assert answer.code == 130
    assert "run the same command again" in answer.err


def test_a_full_disk(call, monkeypatch, tmp_path):
    monkeypatch.setattr("fictionworld.build.build", Raises(StorageError("the disk is full")))
    answer = call("build", "--n", 2, "--out", tmp_path / "worlds")
    assert (answer.code, answer.out, answer.err) == (1, "", "error: the disk is full\n")


def test_a_fault_of_ours_is_one_line(call, monkeypatch, tmp_path):
    monkeypatch.setattr("fictionworld.build.build", Raises(RuntimeError("oops\nsecond line")))
    monkeypatch.delenv("FICTIONWORLD_DEBUG", raising=False)
    answer = call("build", "--n", 2, "--out", tmp_path / "worlds")
    assert answer.code == 1
    assert answer.err.count("\n") == 1
    assert "RuntimeError: oops;" in answer.err
    panic = type("PanicException", (BaseException,), {})  # as libraries written in Rust raise it
    monkeypatch.setattr("fictionworld.build.build", Raises(panic("oops")))
    answer = call("build", "--n", 2, "--out", tmp_path / "worlds")
    assert answer.code == 1
    assert "PanicException: oops;" in answer.err
    monkeypatch.setattr("fictionworld.build.build", Raises(RuntimeError("oops")))
    monkeypatch.setenv("FICTIONWORLD_DEBUG", "1")
    with pytest.raises(RuntimeError, match="oops"):
        call("build", "--n", 2, "--out", tmp_path / "worlds")


def test_a_reader_that_leaves_early_is_no_error():
    """`fictionworld packs show football --yaml | head -1`."""
    shown = f"{shlex.quote(sys.executable)} -m fictionworld.cli.main packs show football --yaml"
    done = subprocess.run(
        f"{shown} | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert done.stdout
    assert "Traceback" not in done.stderr


def test_a_terminal_without_our_letters(worlds):
    command = [sys.executable, "-m", "fictionworld.cli.main", "show", str(worlds), "0"]
    done = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii", "PATH": ""}
    )
    assert done.stdout.decode("ascii")


LONG = "a" * 5000
BAD_FOLDERS = ["long", "loop", "pipe"]
READERS = [
    ("show",), ("tasks",), ("validate",), ("validate", "--keys"), ("certify",), ("prepare",),
    ("rollout", "--agent", "oracle"), ("export", "--format", "jsonl", "--out", "x"),
    ("audit",), ("score", "0-1", "a.md"), ("tool", "0-1", "web_search", "{}"),
]  # fmt: skip


@pytest.fixture
def bad_folders(tmp_path, monkeypatch):
    """A path too long, a link to itself, and a folder with a pipe as its manifest."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "manifest.json")
    return {"long": LONG, "loop": "loop", "pipe": "pipe"}


def is_one_clear_line(answer):
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("error: ") and len(answer.err.splitlines()) == 1
    assert len(answer.err) < 1000
    assert "a fault of fictionworld" not in answer.err
    assert "Traceback" not in answer.err and ".." not in answer.err.replace("...", "")


@pytest.mark.parametrize("bad", BAD_FOLDERS)
@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_folder_that_cannot_be(words, bad, bad_folders, call):
    command, *rest = words
    is_one_clear_line(call(command, bad_folders[bad], *rest))


@pytest.mark.parametrize("bad", BAD_FOLDERS)
def test_a_folder_that_cannot_be_built_in(bad, bad_folders, call):
    is_one_clear_line(call("build", "--n", 2, "--out", bad_folders[bad]))
    is_one_clear_line(call("build", "--n", 2, "--out", "x", "--twin-of", bad_folders[bad]))


@pytest.mark.parametrize("words", [("leaks", "{worlds}", "0"), ("score", "--cases")], ids=" ".join)
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(words, worlds, tmp_path, call):
    os.mkfifo(tmp_path / "pipe")
    is_one_clear_line(call(*(word.format(worlds=worlds) for word in words), tmp_path / "pipe"))


def test_keys_that_cannot_be_read(worlds, call, monkeypatch):
    """As for a user who lacks the right; a test may run as root, who has it."""

    def refused(path, *_):
        if path.name.startswith("keys-"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *_)

    opened = Path.open
    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(reading, "_VERIFIED", set())
    is_one_clear_line(call("validate", worlds, "--keys"))
    answer = call("score", worlds, "0-1", worlds / "manifest.json")
    is_one_clear_line(answer)
    assert "permission denied" in answer.err and "the right to do so" in answer.err


def test_a_hundred_thousand_aliases(worlds, tmp_path, call):
    controls = tmp_path / "controls.yaml"
    controls.write_text("a: &a 1\nb: [" + ",".join(["*a"] * 100_000) + "]\n")
    is_one_clear_line(call("tool", worlds, 0, "web_search", "{}", "--controls", controls))


def test_one_is_one():
    assert [counted(number, "file") for number in (0, 1, 2000)] == [
        "0 files",
        "1 file",
        "2,000 files",
    ]
