"""The audit as a whole: a dataset of ours passes, and each planted leak fails it in its place."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fictionworld.audit.audit import audit
from fictionworld.audit.options import AuditOptions
from fictionworld.errors import UsageError
from tests.audit import planting

CHECKS = [
    "noninterference", "question", "answer_size", "whole_page", "baselines", "guessability",
    "overlap", "real_world",
]  # fmt: skip
SMALL = {"sample": 2}


def few(dataset, sample=4, **options):
    return audit(dataset.path, AuditOptions(sample=sample, workers=1, **options))


@pytest.fixture(scope="module")
def record(dataset):
    return few(dataset, **SMALL)


@pytest.mark.slow
def test_a_dataset_of_ours_fails_nowhere_and_two_worlds_are_too_few_to_pass(record):
    assert record.failed == () and record.verdict == "inconclusive"
    # what agents earn on four tasks tells nothing; what looks at all tasks is sure
    assert "baselines" in record.inconclusive
    assert record.result("noninterference").status == "passed"
    assert {"question", "whole_page", "overlap", "real_world"}.isdisjoint(record.inconclusive)
    assert [result.check for result in record.results] == CHECKS
    baselines = record.result("baselines")
    assert baselines.measure("f1_by_item", agent="oracle", policy="all").value == 1
    assert baselines.measure("f1_value", agent="scout", policy="tease").value == 1
    assert baselines.measure("search only, of search and extract", policy="tease").value < 0.2


@pytest.mark.slow
def test_the_record_is_json(record):
    written = json.loads(json.dumps(record.as_dict()))
    assert written["verdict"] == "inconclusive" and len(written["results"]) == len(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_record_whenever_and_wherever(record, dataset, workers):
    again = audit(dataset.path, AuditOptions(workers=workers, **SMALL))
    assert replace(again, seconds=record.seconds) == record


def test_worlds_are_sampled_from_each_pack(dataset):
    assert dataset.sample_worlds(2) == [0, 1]
    assert dataset.sample_worlds(100) == dataset.world_ids
    packs = [dataset.world(world_id).pack for world_id in dataset.sample_worlds(4)]
    assert packs.count("football") == packs.count("smartphones") == 2
    with pytest.raises(UsageError, match="--sample: got 1"):
        few(dataset, sample=1)


@pytest.mark.slow  # `test_sabotage.py` has each field of a reply
def test_a_planted_leak_fails_the_audit_in_its_field(dataset, monkeypatch):
    planting.plant(monkeypatch, planting.in_title)
    found = few(dataset, sample=2)
    assert "noninterference" in found.failed
    fields = {finding.field for finding in found.result("noninterference").findings}
    assert "title" in fields
