"""The launchers: TRL's trains a random tiny model for two steps, verl's settings are verl's."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.adapters.played import settings

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("trl") is None, reason="make test-adapters has an environment for it")
def test_trl_takes_two_steps(tmp_path):
    import trl

    from tests.adapters.tiny import tiny_model, tiny_tokenizer

    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    tokenizer = tiny_tokenizer(template.read_text(encoding="utf-8"))
    tokenizer.save_pretrained(tmp_path / "tiny")
    tiny_model(tokenizer).save_pretrained(tmp_path / "tiny")
    subprocess.run(
        [
            sys.executable, ROOT / "examples" / "train_trl.py", settings().dataset,
            "--model", tmp_path / "tiny", "--out", tmp_path / "out", "--steps", "2", "--group", "2",
            "--max-completion-length", "4000", "--split", "train", "--use-cpu",
        ],
        env=os.environ | {"PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"},
        check=True,
        timeout=600,
    )  # fmt: skip
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["dataset_hash"] == settings().open().content_hash and run["tasks"] > 0
    assert (tmp_path / "out" / "model" / "config.json").is_file()


@pytest.mark.skipif(
    find_spec("verl") is None, reason="make test-adapters has an environment for it"
)
def test_verl_s_settings_are_known_to_verl(tmp_path):
    import verl
    from hydra import compose, initialize_config_dir

    command = tmp_path / "fictionworld"  # as installed, whether or not it is
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m fictionworld.cli.main "$@"\n')
    command.chmod(0o755)
    printed = subprocess.run(
        [ROOT / "examples" / "train_verl.sh", settings().dataset],
        env=os.environ
        | {"PRINT": "1", "ROWS": str(tmp_path / "rows"), "PYTHONPATH": str(ROOT)}
        | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    overrides = [one for one in shlex.split(printed) if "=" in one]
    with initialize_config_dir(str(Path(verl.__file__).parent / "trainer" / "config")):
        config = compose("ppo_trainer", overrides=overrides)
    assert config.reward.custom_reward_function.name == "compute_score"
    assert Path(config.actor_rollout_ref.rollout.multi_turn.tool_config_path).is_file()
