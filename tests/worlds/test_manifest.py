"""The manifest: what it says comes back, and everything else is refused with a clear message."""

from __future__ import annotations

import hashlib
import json
import pickle
import time
import uuid

import pytest

from fictionworld.errors import DatasetError, UsageError
from fictionworld.version import __version__
from fictionworld.worlds.manifest import (
    CANARY,
    FORMAT_VERSION,
    BuildCounts,
    Manifest,
    ShardEntry,
    TableEntry,
    config_hash,
    content_hash_of,
    keys_name,
    read_manifest,
    shard_name,
    write_manifest,
)
from fictionworld.worlds.sealed import seal
from tests.examples import first_everyday

CONFIG = {"n": 30, "packs": ["alpha"], "rows": [300, 500], "share": 0.9}


def entry(number: int, worlds: int) -> ShardEntry:
    return ShardEntry(
        file=shard_name(number),
        first_world=number * 20,
        worlds=worlds,
        size=100,
        sha256="a" * 64,
    )


def manifest() -> Manifest:
    return Manifest.of(
        config=CONFIG,
        counts=BuildCounts(worlds=30, rows=12_000, refused={"alpha": {"a rule": 2}}),
        splits={"train": 25, "test": 5},
        packs={"alpha": "pack: alpha\n"},
        shards=[entry(0, 20), entry(1, 10)],
        content_hash="c" * 64,
    )


@pytest.fixture
def folder(tmp_path):
    write_manifest(tmp_path, manifest())
    return tmp_path


def said(folder) -> dict:
    content = json.loads((folder / "manifest.json").read_bytes())
    del content["check"]
    return content


def refused(folder, content: dict | bytes) -> str:
    """The message for a folder whose manifest says this, sealed if it is an object."""
    raw = seal(content) if isinstance(content, dict) else content
    (folder / "manifest.json").write_bytes(raw)
    with pytest.raises(DatasetError) as caught:
        read_manifest(folder)
    message = str(caught.value)
    assert str(folder) in message and "Traceback" not in message
    return message


def test_round_trip(folder):
    back = read_manifest(folder)
    assert back == manifest()
    assert pickle.loads(pickle.dumps(back)) == back
    assert back.format_version == FORMAT_VERSION == 4
    assert back.packs == {"alpha": hashlib.sha256(b"pack: alpha\n").hexdigest()}


def test_the_file_is_deterministic_json(folder):
    raw = (folder / "manifest.json").read_text()
    assert raw == json.dumps(json.loads(raw), sort_keys=True, indent=2) + "\n"


def test_the_canary_is_for_ever():
    assert f"fictionworld canary {uuid.uuid5(uuid.NAMESPACE_DNS, 'fictionworld')}" == CANARY


def test_config_hash_knows_no_order():
    assert config_hash(CONFIG) == config_hash(dict(reversed(CONFIG.items())))
    assert config_hash(CONFIG) != config_hash(CONFIG | {"n": 31})


def test_a_shard_is_a_line_of_about_100_bytes(folder):
    assert said(folder)["shards"] == [
        f"shard-00000.duckdb 0 20 100 {'a' * 64}",
        f"shard-00001.duckdb 20 10 100 {'a' * 64}",
    ]
    many = [entry(number, 1_000) for number in range(1_000)]
    sizes = []
    for shards in (many[:1], many):
        write_manifest(folder, manifest().model_copy(update={"shards": tuple(shards)}))
        sizes.append((folder / "manifest.json").stat().st_size)
    assert (sizes[1] - sizes[0]) / 999 < 110


def test_a_thousand_shards_are_opened_at_once(tmp_path):
    many = tuple(entry(number, 20) for number in range(1_000))
    counts = BuildCounts(worlds=20_000, rows=1, refused={})
    update = {"shards": many, "counts": counts, "splits": {"train": 20_000}}
    write_manifest(tmp_path, manifest().model_copy(update=update))
    start = time.process_time()
    assert read_manifest(tmp_path).shard_of(19_999) == many[-1]
    assert time.process_time() - start < 0.2


def test_content_hash_is_over_files_and_tables_in_order():
    files = [
        (keys_name(0), {"key": table("k")}),
        (shard_name(0), {"world": table("w"), "pack": table("p")}),
    ]
    lines = [
        "keys-00000.duckdb/key\0k",
        "shard-00000.duckdb/pack\0p",
        "shard-00000.duckdb/world\0w",
    ]
    text = "".join(f"{line[:-1]}{line[-1] * 64}\n" for line in lines)
    assert content_hash_of(files) == hashlib.sha256(text.encode()).hexdigest()


def table(letter: str) -> TableEntry:
    return TableEntry.model_construct(rows=1, content_hash=letter * 64)


def test_versions_that_differ_are_named(folder, monkeypatch):
    write_manifest(
        folder, manifest().model_copy(update={"versions": {"duckdb": "2.0.0", "numpy": "2.3"}})
    )
    running = {"duckdb": "2.0.1", "numpy": "2.3", "polars": "2.0.0"}
    monkeypatch.setattr("fictionworld.worlds.manifest.running_versions", lambda: running)
    assert read_manifest(folder).differing_versions() == {"duckdb": ("2.0.0", "2.0.1")}
    of_before = said(folder)
    del of_before["versions"]
    (folder / "manifest.json").write_bytes(seal(of_before))
    assert read_manifest(folder).differing_versions() == {}


@pytest.mark.parametrize(("world", "file"), [(0, 0), (19, 0), (20, 1), (29, 1)])
def test_shard_of(world, file):
    assert manifest().shard_of(world).file == shard_name(file)


@pytest.mark.parametrize("world", [-1, 30, 10**9])
def test_shard_of_a_world_that_is_not_there(world):
    with pytest.raises(UsageError, match=rf"got world {world}; .* worlds 0-29$"):
        manifest().shard_of(world)


def test_worlds_with_a_gap():
    apart = manifest().model_copy(update={"shards": (entry(0, 20), entry(2, 20), entry(3, 20))})
    with pytest.raises(UsageError, match=r"holds worlds 0-19, 40-79$"):
        apart.shard_of(20)


def test_no_manifest(tmp_path):
    with pytest.raises(DatasetError, match=r"no dataset: manifest.json is missing"):
        read_manifest(tmp_path)
    with pytest.raises(DatasetError, match="is not a folder"):
        read_manifest(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(DatasetError, match="is not a folder"):
        read_manifest(tmp_path / "file")


def test_an_unfinished_build(tmp_path):
    (tmp_path / ".build").mkdir()
    with pytest.raises(DatasetError, match=r"unfinished build .*run the same build again"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": 1e999999}x', b"9" * 5000]
)
def test_what_is_no_json(folder, raw):
    assert "is not JSON" in refused(folder, raw)


@pytest.mark.parametrize("raw", [b"[]\n", b"{}\n", b'"manifest"\n', b'{"name": "package.json"}'])
def test_what_is_no_manifest(folder, raw):
    assert "is not of fictionworld" in refused(folder, raw)


@pytest.mark.parametrize("step", first_everyday([7, 1]))
def test_every_flip_is_found(folder, step):
    path = folder / "manifest.json"
    whole = path.read_bytes()
    for place in range(0, len(whole), step):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(DatasetError):
            read_manifest(folder)
    path.write_bytes(whole)
    assert read_manifest(folder) == manifest()


@pytest.mark.parametrize("step", first_everyday([7, 1]))
def test_every_cut_is_found(folder, step):
    path = folder / "manifest.json"
    whole = path.read_bytes()
    for length in range(0, len(whole), step):
        path.write_bytes(whole[:length])
        with pytest.raises(DatasetError):
            read_manifest(folder)


def test_another_layout_or_a_repeated_key_counts_as_edited(folder):
    content = json.loads((folder / "manifest.json").read_bytes())
    compact = json.dumps(content, sort_keys=True).encode()
    assert "was edited" in refused(folder, compact)
    twice = seal({"a": 1}).replace(b'"a": 1', b'"a": 1,\n  "a": 1')
    assert "was edited" in refused(folder, twice)
    assert "was edited" in refused(folder, b'{"a": NaN, "check": "x"}')


@pytest.mark.parametrize("version", [0, 2, 5, "4", None, 1.5])
def test_another_version(folder, version):
    message = refused(folder, {**said(folder), "format_version": version})
    assert (
        "format_version" in message
        and "reads versions 3 and 4" in message
        and __version__ in message
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.pop("shards"), "shards: Field required"),
        (lambda m: m.update(more=1), "more: Extra inputs"),
        (lambda m: changed(m, 0, size="1x"), "shards.0: Value error, got 'shard-00000.duckdb 0 20"),
        (lambda m: changed(m, 0, sha256="A" * 64), "shards.0.sha256: String should match"),
        (lambda m: changed(m, 0, worlds=0), "shards.0.worlds: Input should be greater"),
        (lambda m: m["shards"].append(7), "shards.2: Input should be"),
        (lambda m: m["counts"].update(rows=-1), "counts.rows: Input should be greater"),
        (lambda m: m.update(config=[]), "config: Input should be an object"),
        (lambda m: m.update(package_version=None), "package_version: Input should be a valid str"),
    ],
)
def test_missing_and_mistyped(folder, change, message):
    content = said(folder)
    change(content)
    assert message in refused(folder, content)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m["config"].update(n=31), "in config_hash"),
        (lambda m: m["counts"].update(worlds=31), "counts.worlds"),
        (lambda m: m["splits"].update(train=26), "splits"),
        (lambda m: m.update(canary="tweet"), "canary"),
        (lambda m: m["shards"].reverse(), "order of shards"),
        (lambda m: changed(m, 1, first_world=19), "order of shards"),
        (lambda m: changed(m, 1, file=shard_name(0)), "shard files"),
    ],
)
def test_contradictions(folder, change, message):
    content = said(folder)
    change(content)
    found = refused(folder, content)
    assert message in found
    assert "contradicts itself" in found


def changed(content: dict, number: int, **fields: object) -> None:
    """Change fields of the line of a shard."""
    names = ("file", "first_world", "worlds", "size", "sha256")
    line = dict(zip(names, content["shards"][number].split(" "), strict=True))
    content["shards"][number] = " ".join(map(str, {**line, **fields}.values()))


@pytest.mark.parametrize(
    "file",
    [
        "../shard-00000.duckdb",
        "/etc/passwd",
        "shard-00000.duckdb/../x",
        "shard-0.duckdb",
        "",
        "shard-00000.duckdb\n",
        f"shard-{chr(0x660) * 5}.duckdb",
        "keys-00000.duckdb",
        "C:\\shard-00000.duckdb",
    ],
)
def test_paths_out_of_the_folder(folder, file):
    content = said(folder)
    changed(content, 0, file=file)
    assert "names the shard file" in refused(folder, content)


def test_links_out_of_the_folder(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x.duckdb"
    elsewhere.touch()
    (folder / shard_name(0)).symlink_to(elsewhere)
    with pytest.raises(DatasetError, match=r"is a link out of the dataset, to .*copy the file"):
        read_manifest(folder)
    path = folder / "manifest.json"
    (folder / shard_name(0)).unlink()
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with pytest.raises(DatasetError, match="is a link out of the dataset"):
        read_manifest(folder)
