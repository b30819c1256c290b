"""Files derived from a dataset: shared, whole, never out of date, and nothing depends on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fictionworld as fw
from fictionworld.episodes import disk_cache, world_files, world_handle
from fictionworld.episodes.disk_cache import DiskCache, code_digest, writing_code
from fictionworld.episodes.world_handle import written_world
from fictionworld.simulator.memory import Memory
from tests.examples import first_everyday
from tests.small import small_dataset

PACKAGE = Path(fw.__file__).parent


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A dataset without a cache, and temporary files of its own."""
    monkeypatch.setattr(disk_cache.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    without = shutil.ignore_patterns(".cache")
    disk_cache._beside.cache_clear()
    yield Path(shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without))
    disk_cache._beside.cache_clear()


@pytest.fixture
def written():
    """The worlds whose files were written."""
    return []


@pytest.fixture
def opened(written):
    """Opens a world, and writes its file as open worlds do when they are asked again."""

    def open_one(dataset, world_id):
        handle = world_handle.open_world(dataset, world_id)
        if handle.unsaved is not None:
            written.append(world_id)
            world_files.write_file(dataset, handle.unsaved)
        return handle

    return open_one


def searched(handle):
    engine = handle.engine.under("tease", seed=1)
    return engine.call("web_search", {"query": handle.web.heads[3].title}, memory=Memory()).text


def test_a_world_is_written_once(folder, written, opened):
    dataset = fw.open(folder)
    handle = opened(dataset, 0)
    assert written == [0]
    again = opened(fw.open(folder), 0)
    assert written == [0]
    assert searched(again) == searched(handle) == searched(written_world(dataset, 0))
    files = sorted(path.suffix for path in (folder / ".cache").iterdir())
    assert files == [".world"]
    assert sum(path.stat().st_size for path in (folder / ".cache").iterdir()) <= 40_000


def test_what_is_true_is_the_same(folder, opened):
    dataset = fw.open(folder)
    for world_id in (0, 1):
        opened(dataset, world_id)
        plain, stored = written_world(dataset, world_id), opened(dataset, world_id)
        assert stored.unsaved is None
        assert stored.labels == plain.labels
        for table in plain.pack.tables.values():
            assert stored.rows.ids(table.name) == plain.rows.ids(table.name)
            for column in table.stored:
                path = (column.name,)
                cells = plain.rows.cells(table.name, path)
                assert stored.rows.cells(table.name, path) == cells
                assert [*map(type, stored.rows.cells(table.name, path))] == [*map(type, cells)]
        with pytest.raises(KeyError, match="has no column"):
            stored.rows.cells(plain.pack.world_tables[0].name, ("none",))


@pytest.mark.parametrize("harm", first_everyday(["changed", "cut", "empty"]))
def test_a_damaged_file_is_made_anew(folder, written, opened, harm):
    dataset = fw.open(folder)
    text = searched(opened(dataset, 0))
    for path in (folder / ".cache").iterdir():
        content = path.read_bytes()
        at = len(content) // 2
        other = {"cut": content[:at], "empty": b""}
        other["changed"] = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        path.write_bytes(other[harm])
    handle = opened(dataset, 0)
    assert searched(handle) == text
    assert handle.rows.ids(handle.pack.world_tables[0].name)
    assert written == [0, 0]
    assert searched(opened(dataset, 0)) == text
    assert written == [0, 0]


def test_it_may_be_deleted_at_any_time(folder, written, opened):
    dataset = fw.open(folder)
    handle = opened(dataset, 0)
    text = searched(handle)
    shutil.rmtree(folder / ".cache")
    assert searched(handle) == text
    assert handle.rows.ids(handle.pack.world_tables[0].name)
    assert searched(opened(dataset, 0)) == text
    assert written == [0, 0]


def test_a_dataset_that_cannot_be_written_to(folder, written, opened, tmp_path):
    (folder / ".cache").write_bytes(b"")  # no folder can be made there
    dataset = fw.open(folder)
    text = searched(opened(dataset, 0))
    assert searched(opened(dataset, 0)) == text
    assert written == [0]
    (private,) = (tmp_path / "temporary").glob("*/*")
    assert private.stat().st_mode & 0o077 == 0
    private.chmod(0o777)  # anybody may have written there
    assert searched(opened(dataset, 0)) == text
    assert written == [0, 0]


def test_without_any_place_for_files(folder, written, opened, tmp_path):
    (folder / ".cache").write_bytes(b"")
    (tmp_path / "temporary").rmdir()
    (tmp_path / "temporary").write_bytes(b"")
    dataset = fw.open(folder)
    assert searched(opened(dataset, 0)) == searched(opened(dataset, 0))
    assert written == [0, 0]


def test_the_oldest_files_go_first(tmp_path):
    cache = DiskCache(tmp_path / "cache", tmp_path / "instead", most_bytes=1000)
    for number in range(3):
        cache.write(f"{number}", b"x" * 300)
        os.utime(tmp_path / "cache" / f"{number}", (number, number))
    cache.read("0")  # used last
    again = DiskCache(tmp_path / "cache", tmp_path / "instead", most_bytes=1000)
    again.write("3", b"x" * 300)
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == ["0", "2", "3"]


def test_what_a_killed_process_left_goes(tmp_path):
    cache = DiskCache(tmp_path / "cache", tmp_path / "instead")
    cache.folder.mkdir()
    for name, age_s in (("old", 7200), ("new", 60)):
        (cache.folder / f".{name}.1.aside").write_bytes(b"x")
        os.utime(cache.folder / f".{name}.1.aside", (time.time() - age_s,) * 2)
    cache.write("0", b"x")
    assert sorted(path.name for path in cache.folder.iterdir()) == [".new.1.aside", "0"]


@pytest.mark.parametrize("name", ["web/kinds/forum.py", "web/words/forum.yaml"])
def test_other_code_other_files(tmp_path, name):
    for path in writing_code(PACKAGE):
        copy = tmp_path / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert code_digest(tmp_path) == code_digest(PACKAGE)
    code_digest.cache_clear()
    writer = tmp_path / name
    writer.write_text(writer.read_text() + "# edited\n")
    assert code_digest(tmp_path) != code_digest(PACKAGE)


def test_all_code_that_writes_is_reported():
    """Every module that writing a world loads decides its name, save those that hold no code."""
    names = "web.plan", "episodes.stored_world"
    imports = ", ".join(f"fictionworld.{name}" for name in names)
    kinds = "from fictionworld.web.page_kind import page_kinds; list(page_kinds)"
    loaded = "print(*(n for n in sys.modules if n.startswith('fictionw')))"
    code = f"import sys, {imports}; {kinds}; {loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told = {path.relative_to(PACKAGE).as_posix() for path in writing_code(PACKAGE)}
    others = set()
    for name in done.stdout.split():
        path = name.removeprefix("fictionworld").lstrip(".").replace(".", "/")
        if f"{path}.py" not in told and f"{path}/__init__.py" not in told:
            others.add(path)
    assert others <= {"", "version", "errors", "episodes", "simulator", "leakage", "tasks"}


def test_other_content_other_files(folder):
    dataset = fw.open(folder)
    names = {world_files._name(dataset, world_id) for world_id in dataset.world_ids}
    assert len(names) == len(dataset)
    assert dataset.content_of(0) == fw.open(folder).content_of(0)
