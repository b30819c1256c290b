"""A dataset in an object store: moto's S3 server on this machine, behind a gate that may refuse."""

from __future__ import annotations

import pickle
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.build import BuildConfig, build
from fictionworld.errors import ConfigError, DatasetError, StorageError, UsageError
from fictionworld.packs.source import pack_names
from fictionworld.tasks.key import answer_markdown
from fictionworld.worlds.store import NOTE, ObjectStore, build_folder
from tests.cluster.conftest import CACHES, ROOT, STORE, node
from tests.cluster.test_faults import PATIENCE_S
from tests.cluster.test_ray_pool import titles
from tests.test_cores import until

pytestmark = pytest.mark.ray
CONFIG = BuildConfig(4, 5, ("football", "smartphones"))
"""Each pack is a part of its own."""
REFUSALS = {"full": (507, "InsufficientStorage"), "denied": (403, "AccessDenied")}


class Gate:
    """Passes requests on to the store, and refuses what it is told to."""

    def __init__(self, app):
        self._app = app
        self.port = 0
        self.refuses = lambda method, path: None
        """Returns a status and a code of S3 for a request that is refused."""
        self.seen = []

    def __call__(self, environ, start_response):
        asked = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.seen.append(asked)
        if (refusal := self.refuses(*asked)) is None:
            return self._app(environ, start_response)
        status, code = refusal
        headers = [("Content-Type", "application/xml"), ("Connection", "close")]
        start_response(f"{status} no", headers)
        return [f"<Error><Code>{code}</Code><Message>no: {code}</Message></Error>".encode()]


@pytest.fixture(scope="module")
def gate(tmp_path_factory):
    moto = pytest.importorskip("moto.moto_server.werkzeug_app", reason="make test-ray has moto")
    from pyarrow import fs
    from werkzeug.serving import make_server

    gate = Gate(moto.DomainDispatcherApplication(moto.create_backend_app))
    handler = type("Quiet", (moto.MotoRequestHandler,), {"log": lambda *_: None})
    server = make_server("127.0.0.1", 0, gate, threaded=True, request_handler=handler)
    gate.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with pytest.MonkeyPatch.context() as patch:
        cache = {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}
        for name, value in (STORE | cache).items():
            patch.setenv(name, value)
        endpoint = f"127.0.0.1:{gate.port}"
        fs.S3FileSystem(
            endpoint_override=endpoint, scheme="http", allow_bucket_creation=True
        ).create_dir("worlds")
        yield gate
    server.shutdown()


@pytest.fixture
def at(gate):
    """Gives the address of a name in the store."""
    gate.refuses = lambda method, path: None
    gate.seen.clear()
    query = f"?endpoint_override=127.0.0.1:{gate.port}&scheme=http"
    return lambda name: f"s3://worlds/{name}{query}"


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """The report on the same build in a folder."""
    return build(CONFIG, tmp_path_factory.mktemp("here") / "worlds", workers=1)


def names(address):
    return sorted(ObjectStore(address).sizes())


@pytest.fixture
def built(gate, at, here):
    address = at("built")
    return address, build(CONFIG, address, workers=1)


def test_a_build_has_the_same_content_and_counts(built, here):
    address, report = built
    local = fw.open(here.out)
    assert fw.open(address).content_hash == local.content_hash
    assert fw.open(address).content_hashes == local.content_hashes
    times = {"out": here.out, "seconds": 0.0, "stages": {}, "reused_worlds": 0}
    sizes = {"bytes_on_disk": report.bytes_on_disk}
    assert replace(report, **times) == replace(here, **times, **sizes)
    [keys, manifest, shard] = names(address)
    assert manifest == "manifest.json"
    assert keys.startswith("keys-00000-") and shard.startswith("shard-00000-")
    assert report.bytes_on_disk == sum(ObjectStore(address).sizes().values())
    assert {p.name for p in build_folder(address).iterdir()} == {NOTE}  # all was handed over


def test_a_dataset_is_opened_played_and_pickled(built, gate):
    address, _ = built
    dataset = fw.open(address)
    shutil.rmtree(dataset.path)
    gate.seen.clear()
    dataset = fw.open(address)
    assert not any("duckdb" in path for _, path in gate.seen)  # the manifest alone
    task = dataset.tasks()[0]
    copied = {path.name for path in dataset.path.glob("*.duckdb")}
    assert copied == {"shard-00000.duckdb"}  # keys where they are asked for
    assert dataset.has_keys
    grade = dataset.score(task.task_id, answer_markdown(dataset.key(task.task_id)))
    assert grade.figures.f1_by_item == 1
    frozen = pickle.dumps(dataset)
    shutil.rmtree(dataset.path)  # as on a machine that never saw it
    assert pickle.loads(frozen).task(task.task_id) == task


def test_what_was_damaged_in_the_cache_or_the_store_is_not_served(built, at, tmp_path):
    dataset = fw.open(built[0])
    dataset.tasks()
    path = dataset.path / "shard-00000.duckdb"
    whole = path.read_bytes()
    path.write_bytes(whole[:9999] + bytes([whole[9999] ^ 1]) + whole[10000:])
    with pytest.raises(DatasetError, match=r"is damaged.*delete it"):
        fw.open(built[0]).tasks()
    store = ObjectStore(built[0])
    [name] = [name for name in store.sizes() if name.startswith("shard")]
    store.put(path, name)
    path.unlink()
    with pytest.raises(DatasetError, match="is damaged"):
        fw.open(built[0]).tasks()
    path.write_bytes(whole)
    store.put(path, name)
    assert fw.open(built[0]).tasks()


def test_commands_take_an_address(built, at, tmp_path):
    def called(*words):
        return subprocess.run(
            [sys.executable, "-m", "fictionworld.cli.main", *words],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip

    for words in (
        ("show", built[0]), ("tasks", built[0], "--json"), ("validate", built[0]),
        ("prepare", built[0]), ("certify", built[0], "--sample", "1"),
        ("build", "--n", "4", "--seed", "5", "--packs", "football,smartphones", "--out", built[0]),
        ("build", "--twin-of", built[0], "--out", str(tmp_path / "twins")),
        ("render", built[0], "--backend", "template", "--worlds", "1", "--out",
         str(tmp_path / "drafts")),
    ):  # fmt: skip
        done = called(*words)
        assert done.returncode == 0, (words, done.stderr)
    done = called("render", built[0], "--backend", "template")
    assert done.returncode == 2 and "--out: which folder?" in done.stderr
    done = called("show", at("nothing"))
    assert done.returncode == 1 and "is no dataset: manifest.json is missing" in done.stderr


@pytest.mark.parametrize("reason", REFUSALS)
@pytest.mark.parametrize("refused", ["part-", "shard-", "manifest"])
def test_a_store_that_refuses_leaves_nothing_half_published(at, gate, here, reason, refused):
    address = at(f"refused-{reason}-{len(refused)}")
    gate.refuses = lambda method, path: (
        REFUSALS[reason] if method in {"PUT", "POST"} and refused in path else None
    )
    with pytest.raises(StorageError, match=r"^cannot write s3://worlds/refused-\S+: .*has space"):
        build(CONFIG, address, workers=1)
    gate.refuses = lambda method, path: None
    assert "manifest.json" not in names(address)
    with pytest.raises(DatasetError, match="is no dataset"):
        fw.open(address)
    again = build(CONFIG, address, workers=1)
    assert again.reused_worlds == (0 if refused == "part-" else CONFIG.n)
    assert fw.open(address).content_hash == fw.open(here.out).content_hash
    assert len(names(address)) == 3


def test_a_build_that_was_stopped_goes_on_elsewhere(at, here):
    address = at("stopped")

    def stop(progress):
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(CONFIG, address, workers=1, on_progress=stop)
    assert sum("/parts/" in name for name in names(address)) == 1
    with pytest.raises(ConfigError, match="seed: there 5, asked for 6"):
        build(replace(CONFIG, seed=6), address, workers=1)
    shutil.rmtree(build_folder(address))  # another machine
    again = build(CONFIG, address, workers=1)
    assert again.reused_worlds == 2
    assert fw.open(address).content_hash == fw.open(here.out).content_hash


def test_a_lost_shard_is_made_anew_and_a_foreign_object_is_refused(at, here, tmp_path):
    address = at("repaired")
    build(CONFIG, address, workers=1)
    store = ObjectStore(address)
    [name] = [name for name in store.sizes() if name.startswith("shard")]
    filesystem, root = store._opened
    filesystem.delete_file(f"{root}/{name}")
    build(CONFIG, address, workers=1)
    assert fw.open(address).content_hash == fw.open(here.out).content_hash
    (tmp_path / "thesis.tex").write_text("mine")
    store.put(tmp_path / "thesis.tex", "thesis.tex")
    with pytest.raises(UsageError, match=r"holds 'thesis\.tex', which no build wrote"):
        build(CONFIG, address, workers=1)
    assert store.read("thesis.tex") == b"mine"


@pytest.mark.parametrize("address", ["s3://worlds", "s3://key:secret@worlds/a", "s3:///a"])
def test_what_is_no_address(address):
    with pytest.raises(UsageError, match=r"an address is s3://BUCKET/FOLDER"):
        fw.open(address)


def test_nodes_that_share_no_folder_build_and_play(cluster, at, here):
    from fictionworld.episodes.agents.scout import Scout
    from fictionworld.episodes.rollout import Attempt, Conditions, play_all

    address = at("nodes")
    build(CONFIG, address, workers=cluster)
    dataset = fw.open(address)
    assert dataset.content_hash == fw.open(here.out).content_hash
    folder = build_folder(address)
    assert {path.name for path in folder.iterdir()} == {NOTE}
    assert any((cache / "fictionworld" / "stores" / folder.name).exists() for cache in CACHES)
    attempts = [Attempt(task, 0) for task in dataset.tasks()[:4]]
    played = list(play_all(dataset, Scout(), attempts, Conditions(), workers=cluster))
    local = list(play_all(fw.open(here.out), Scout(), attempts, Conditions(), workers=1))
    assert [p.trace.answer for p in played] == [p.trace.answer for p in local]


@pytest.fixture
def command(start):
    """Starts a build at an address on the cluster."""

    def build_at(config, address):
        words = ["build", "--n", str(config.n), "--seed", str(config.seed), "--out", address]
        return start(*words, "--packs", ",".join(config.packs))

    return build_at


def first_part_is_stored(process, address, tmp_path):
    def has_part():
        return any("/parts/" in name for name in names(address))

    assert until(lambda: titles("") or process.poll() is not None, PATIENCE_S)
    assert until(lambda: has_part() or process.poll() is not None, PATIENCE_S)
    assert process.poll() is None, (tmp_path / "stderr").read_text()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_build_whose_command_ends_goes_on(cluster, at, here, command, tmp_path, number):
    address = at(f"ended-{number}")
    process = command(CONFIG, address)
    first_part_is_stored(process, address, tmp_path)
    process.send_signal(number)
    code = process.wait(PATIENCE_S)
    said = (tmp_path / "stderr").read_text()
    assert code == (130 if number == signal.SIGINT else -number), said
    assert until(lambda: not titles("")), "processes of the cluster go on"
    assert "manifest.json" not in names(address)
    assert ("Nothing is lost" in said and "Traceback" not in said) == (number == signal.SIGINT)
    assert build(CONFIG, address, workers=cluster).reused_worlds > 0
    assert fw.open(address).content_hash == fw.open(here.out).content_hash
    assert len(names(address)) >= 3 and not any(".build" in name for name in names(address))


def test_a_build_whose_node_dies_goes_on_by_itself(nodes, at, command, tmp_path):
    config = replace(CONFIG, packs=tuple(pack_names()[:4]))
    build(config, tmp_path / "here", workers=1)
    address = at("node")
    doomed = nodes.add_node(**node(cores=2))
    nodes.wait_for_nodes(timeout=240)
    process = command(config, address)
    try:
        first_part_is_stored(process, address, tmp_path)
    finally:
        nodes.remove_node(doomed, allow_graceful=False)
    assert process.wait(PATIENCE_S) == 0, (tmp_path / "stderr").read_text()
    assert fw.open(address).content_hash == fw.open(tmp_path / "here").content_hash
    assert not any(".build" in name for name in names(address))
