"""`tools/priors.py`: what a model knows by real names shows when they are changed."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

import fictionworld as fw
from fictionworld.build import build
from fictionworld.tasks.key import answer_markdown
from tests.small import small_config

TOOL = Path(__file__).parents[2] / "tools" / "priors.py"


@pytest.mark.slow
def test_what_is_remembered_by_brand_is_told_from_what_is_not(tmp_path):
    spec = importlib.util.spec_from_file_location("priors", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    build(small_config(2, 5, real_names="brands"), tmp_path / "worlds", workers=1)
    dataset = fw.open(tmp_path / "worlds")
    by_pack = {dataset.world(world).pack: world for world in dataset.world_ids}

    phones, football = by_pack["smartphones"], by_pack["football"]
    brands = tool.renamed_brands(dataset, phones)
    real = set(dataset.frames(phones)["brand"]["name"])
    assert set(brands) == real and not real & set(brands.values())
    assert tool.with_names("Sonya met Sony.", {"Sony": "Tharber"}) == "Sonya met Tharber."
    assert tool.renamed_brands(dataset, football) == {}

    tasks = [task for task in dataset.tasks() if task.kind == "wide"]
    naming = [replace(t, question=f"{t.question} Mind {min(real)}.") for t in tasks]
    answers = {t.question: answer_markdown(dataset.key(t.task_id)) for t in naming}

    def remembers(prompt):
        return next((a for question, a in answers.items() if question in prompt), "")

    for world, difference in ((phones, 1), (football, 0)):
        figures = tool.priors(dataset, [t for t in naming if t.world_id == world], remembers)
        assert figures["real brands"]["value"] == 1
        assert figures["difference"]["value"] == difference
