from __future__ import annotations

import errno
import os
import pickle
import resource
import signal
import subprocess
import sys

import pytest

from fictionworld.errors import PathError, StorageError
from fictionworld.worlds.durable import (
    library_error,
    publish,
    publish_bytes,
    remove_files,
    storage_errors,
    sweep_asides,
)
from fictionworld.worlds.lock import BuildLock


def test_publishing_and_replacing(tmp_path):
    publish_bytes(tmp_path / "a", b"one")
    publish_bytes(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    publish_bytes(tmp_path / "a", b"one")

    def write(aside):
        aside.write_bytes(b"half")
        assert aside.name.startswith(".a.") and aside.parent == tmp_path
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        publish(tmp_path / "a", write)
    assert (tmp_path / "a").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_writer_that_writes_nothing_publishes_nothing(tmp_path):
    with pytest.raises(StorageError, match=r"cannot write .*/a: no such file"):
        publish(tmp_path / "a", lambda aside: None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "move"),
    [
        (errno.ENOSPC, "free some space"),
        (errno.EDQUOT, "your quota"),
        (errno.EIO, "check it, or choose another"),
        (errno.EACCES, "the right to do so"),
        (errno.EROFS, "mounted read-only"),
        (errno.ENOTDIR, "a file stands where a folder is needed"),
        (errno.EBADF, "see that you can write there"),
    ],
)
def test_the_words_for_each_refusal(tmp_path, number, move):
    with pytest.raises(StorageError) as caught, storage_errors(tmp_path / "x"):
        raise OSError(number, os.strerror(number))
    message = str(caught.value)
    assert message.startswith(f"cannot write {tmp_path / 'x'}: ") and move in message
    assert caught.value.exit_code == 1
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


def test_what_a_library_said(tmp_path):
    said = f'IO Error: Original error: Could not write "x": {os.strerror(errno.ENOSPC)}\n\nStack'
    assert "no space left on device; free some space" in str(library_error(tmp_path, said))
    assert "cannot write" in str(library_error(tmp_path, "fsync failed!\nmore"))
    assert "more" not in str(library_error(tmp_path, "fsync failed!\nmore"))


def test_a_storage_error_inside_keeps_its_own_words(tmp_path):
    with pytest.raises(StorageError, match=r"^mine$"), storage_errors(tmp_path):
        raise StorageError("mine")


def test_a_file_where_a_folder_is_needed(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"a file stands where a folder is needed"):
        publish_bytes(tmp_path / "file" / "a", b"")
    with pytest.raises(StorageError), BuildLock(tmp_path / "file"):
        pass


def test_sweeping_takes_asides_and_nothing_else(tmp_path):
    others = [".b.12.aside", ".a.aside", ".a.12.aside-notes", "a", ".hidden", "aside"]
    for name in (".a.12.aside", ".a.12.aside.wal", *others):
        (tmp_path / name).touch()
    sweep_asides(tmp_path, "a|c")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)
    sweep_asides(tmp_path / "nowhere", "a")


def test_removing_follows_no_link(tmp_path):
    mine, linked = tmp_path / "mine", tmp_path / "linked"
    mine.mkdir()
    linked.mkdir()
    (mine / "a").write_text("kept")
    (linked / "a").symlink_to(mine / "a")
    remove_files(linked, "a")
    assert list(linked.iterdir()) == [] and (mine / "a").read_text() == "kept"
    linked.rmdir()
    linked.symlink_to(mine)
    with pytest.raises(StorageError, match="linked"):
        remove_files(linked, "a")
    assert (mine / "a").read_text() == "kept"


def test_a_file_size_limit_is_reported(tmp_path):
    """The kernel's own refusal, rather than one that a test invents."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(StorageError, match="raise it"):
            publish_bytes(tmp_path / "a", bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


HOLD = """
import sys, time
from pathlib import Path
from fictionworld.worlds.lock import BuildLock
with BuildLock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock of tmp_path."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_two_builders_in_one_folder(holder, tmp_path):
    with pytest.raises(StorageError) as caught, BuildLock(tmp_path):
        pass
    message = str(caught.value)
    assert f"is being built by process {holder.pid}" in message
    assert f"end it (kill {holder.pid}), then run the build again" in message


def test_the_lock_dies_with_its_process(holder, tmp_path):
    holder.kill()
    holder.wait()
    with BuildLock(tmp_path):
        assert (tmp_path / ".build" / "lock").read_text() == str(os.getpid())
    with BuildLock(tmp_path):  # and is free again after use
        pass


FORK = """
import os, sys, time
from pathlib import Path
from fictionworld.worlds.lock import BuildLock
with BuildLock(Path(sys.argv[1])):
    if (worker := os.fork()) == 0:
        print(os.getpid(), flush=True)
    time.sleep(60)
"""


def test_a_forked_worker_does_not_keep_the_lock_of_a_killed_builder(tmp_path):
    builder = subprocess.Popen(
        [sys.executable, "-c", FORK, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert builder.stdout is not None
    worker = int(builder.stdout.readline())
    builder.kill()
    builder.wait()
    builder.stdout.close()
    try:
        with BuildLock(tmp_path):
            pass
    finally:
        os.kill(worker, signal.SIGKILL)


def test_clearing_and_building_again(tmp_path):
    with BuildLock(tmp_path) as lock:
        (tmp_path / ".build" / "parts").mkdir()
        (tmp_path / ".build" / "parts" / "part-00000000.arrows").touch()
        (tmp_path / ".build" / "shards").mkdir()
        (tmp_path / ".build" / "shards" / "shard-00000.duckdb.json").touch()
        (tmp_path / ".build" / "config.json").touch()
        lock.clear()
        assert list(tmp_path.iterdir()) == []
        # Another builder may begin before this one has left the block.
        with BuildLock(tmp_path):
            pass
    assert (tmp_path / ".build" / "lock").exists()


def test_entering_sweeps_what_killed_builders_left(tmp_path):
    (tmp_path / ".build" / "parts").mkdir(parents=True)
    asides = [
        tmp_path / ".manifest.json.1.aside",
        tmp_path / ".build" / "parts" / ".part-00000000.arrows.1.aside",
    ]
    for aside in asides:
        aside.touch()
    with BuildLock(tmp_path):
        assert not any(aside.exists() for aside in asides)


def test_clearing_leaves_what_no_build_made(tmp_path):
    kept = {"notes.txt", "parts/thesis.tex", "mine/a", ".x.1.aside", "parts/deep/part-0.arrows"}
    build = tmp_path / ".build"
    with BuildLock(tmp_path) as lock:
        for name in kept | {"config.json", "parts/part-00000000.arrows"}:
            (build / name).parent.mkdir(parents=True, exist_ok=True)
            (build / name).write_text("mine")
        lock.clear()
    left = {str(path.relative_to(build)) for path in build.rglob("*") if path.is_file()}
    assert left == kept


@pytest.mark.parametrize("link", [".build", ".build/parts", ".build/shards"])
def test_a_folder_of_a_build_that_is_a_link_is_refused(tmp_path, link):
    """A build writes and deletes in there, and it leads elsewhere."""
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "out"
    elsewhere.mkdir()
    for name in ("config.json", "part-00000000.arrows", ".part-00000000.arrows.1.aside"):
        (elsewhere / name).write_text("mine")
    (out / link).parent.mkdir(parents=True)
    (out / link).symlink_to(elsewhere)
    with pytest.raises(PathError, match="is a link; remove it") as caught, BuildLock(out):
        pass
    assert caught.value.exit_code == 2
    assert len(list(elsewhere.iterdir())) == 3


def test_a_lock_that_is_a_link_is_not_written_through(tmp_path):
    (tmp_path / ".build").mkdir()
    (tmp_path / "mine").write_text("mine")
    (tmp_path / ".build" / "lock").symlink_to(tmp_path / "mine")
    with pytest.raises(PathError, match="symbolic link"), BuildLock(tmp_path):
        pass
    assert (tmp_path / "mine").read_text() == "mine"
