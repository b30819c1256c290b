"""Commands on a Ray cluster give what they give on one machine."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from fictionworld.audit.audit import audit
from fictionworld.audit.options import AuditOptions
from fictionworld.build import BuildConfig, build
from fictionworld.cli.main import app
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.certify import certify_all
from fictionworld.episodes.disk_cache import DiskCache
from fictionworld.episodes.rollout import Attempt, Conditions, play_all
from fictionworld.episodes.workers import prepare_worlds
from fictionworld.tasks.options import TaskOptions
from fictionworld.worlds.durable import BUILD_FOLDER
from tests.small import small_config, small_dataset

pytestmark = pytest.mark.ray


def test_a_build_has_the_same_content(cluster, tmp_path):
    config = small_config(60, seed=3)
    here = build(config, tmp_path / "here", workers=1)
    there = build(config, tmp_path / "there", workers=cluster)
    hashes = open_dataset(tmp_path / "here").content_hashes
    assert open_dataset(tmp_path / "there").content_hashes == hashes
    times = {"out": here.out, "seconds": 0.0, "stages": {}, "bytes_on_disk": 0}
    assert replace(there, **times) == replace(here, **times)
    assert not (tmp_path / "there" / BUILD_FOLDER).exists()


def test_shards_are_written_and_compared_side_by_side(cluster, tmp_path):
    config = BuildConfig(1_010, 3, ("football",), tasks=TaskOptions(per_world=0))
    seen = []
    there = build(config, tmp_path / "there", workers=cluster, on_progress=seen.append)
    assert (seen[-1].stage, seen[-1].done, there.worlds) == ("shards", 1_010, 1_010)
    here = build(config, tmp_path / "here", workers=1)
    hashes = open_dataset(tmp_path / "here").content_hashes
    assert open_dataset(tmp_path / "there").content_hashes == hashes
    assert there.overlap == here.overlap and there.overlap.worlds == 1_010


def test_prepared_files_are_the_same(cluster):
    here, there = (open_dataset(small_dataset()) for _ in range(2))
    cache = DiskCache.beside(there.path).folder

    def prepared(dataset, workers):
        for file in cache.glob("*"):
            file.unlink()
        assert list(prepare_worlds(dataset, dataset.world_ids, workers)) == [False] * 6
        return {file.name: file.read_bytes() for file in cache.glob("*.world")}

    files = prepared(here, 1)
    assert len(files) == 6 and prepared(there, cluster) == files
    assert list(prepare_worlds(there, there.world_ids, cluster)) == [True] * 6


def without_times(trace):
    return replace(
        trace, seconds=0.0, calls=tuple(replace(call, seconds=0.0) for call in trace.calls)
    )


def test_episodes_and_certificates_are_the_same_and_in_order(cluster):
    dataset = open_dataset(small_dataset())
    attempts = [Attempt(task, number) for task in dataset.tasks()[:12] for number in range(2)]
    here, there = (
        [
            (played.task.task_id, played.sample, without_times(played.trace))
            for played in play_all(dataset, Scout(), attempts, Conditions(), workers=workers)
        ]
        for workers in (1, cluster)
    )
    assert len(there) == 24 and there == here
    tasks = dataset.tasks()[:6]
    certificates = list(certify_all(dataset, tasks, workers=1))
    assert list(certify_all(dataset, tasks, workers=cluster)) == certificates


def test_an_audit_has_the_same_record(cluster):
    records = [
        audit(small_dataset(), AuditOptions(sample=2, workers=workers)) for workers in (1, cluster)
    ]
    here, there = (replace(record, seconds=0.0).as_dict() for record in records)
    assert here == there


def test_the_commands_take_the_cluster(cluster, tmp_path):
    def called(*words):
        done = CliRunner().invoke(app, [*map(str, words), "--ray", cluster.address])
        assert done.exit_code == 0, done.output
        return done.stdout

    out = tmp_path / "worlds"
    report = called("build", "--n", 4, "--packs", "football", "--out", out, "--json")
    assert json.loads(report)["worlds"] == 4
    called("prepare", out)
    traces = tmp_path / "traces.jsonl"
    played = called("rollout", out, "--agent", "scout", "--traces", traces, "--json")
    tasks = len(open_dataset(out).tasks())
    assert json.loads(played)["tasks"] == tasks == len(traces.read_text().splitlines())
    certified = json.loads(called("certify", out, "--levels", "1,2", "--json"))
    assert certified["certified"] == certified["tasks"] > 0


def test_workers_and_a_cluster_exclude_each_other(cluster):
    words = ["certify", str(small_dataset()), "--ray", cluster.address, "--workers", "2"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code != 0 and "got --workers and --ray" in str(done.exception)
