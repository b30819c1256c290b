"""The launchers train a random tiny model for two steps."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.adapters.played import earn_unread, settings

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parents[2]
ON_A_PROCESSOR = [
    "actor_rollout_ref.actor.strategy=fsdp2",
    "actor_rollout_ref.actor.fsdp_config.strategy=fsdp2",
    "actor_rollout_ref.actor.fsdp_config.use_torch_compile=false",
    "actor_rollout_ref.actor.optim.lr=0.01",
    "actor_rollout_ref.model.use_remove_padding=false",  # its kernels are CUDA's
    "+actor_rollout_ref.model.override_config.attn_implementation=sdpa",
    "actor_rollout_ref.rollout.load_format=auto",
    "data.max_prompt_length=8000",  # the tiny tokenizer has a token a byte
]


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
    state = json.loads((tmp_path / "out" / "trainer_state.json").read_text())
    assert state["global_step"] == 2
    assert [line["step"] for line in state["log_history"] if "reward" in line] == [1, 2]
    assert (tmp_path / "out" / "model" / "config.json").is_file()


@pytest.mark.skipif(find_spec("trl") is None, reason="make test-adapters has an environment for it")
def test_trl_says_before_it_starts_that_a_template_has_no_tools(tmp_path):
    from fictionworld.adapters.trl_template import tool_tokenizer
    from fictionworld.errors import UsageError
    from tests.adapters.tiny import tiny_tokenizer

    plain = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}"
    unread = "{% for m in messages %}{{ m | tojson }}\n{% endfor %}"
    for template, said in ((plain, "leaves out tool calls"), (unread, "cannot read tool calls")):
        tiny_tokenizer(template).save_pretrained(tmp_path / "tiny")
        with pytest.raises(UsageError, match=said):
            tool_tokenizer(str(tmp_path / "tiny"))
    assert tool_tokenizer(str(tmp_path / "tiny"), "qwen3").chat_template != unread
    with pytest.raises(UsageError, match=r"got template 'qwen33'.*qwen3"):
        tool_tokenizer(str(tmp_path / "tiny"), "qwen33")


@pytest.mark.skipif(
    find_spec("verifiers") is None, reason="make test-adapters has an environment for it"
)
def test_the_dry_run_of_an_evaluation_resolves_its_configuration(tmp_path):
    variables = {"DRY_RUN": "1", "OPENAI_API_KEY": "none"}
    subprocess.run(
        [
            ROOT / "examples" / "evaluate_verifiers.sh", settings().dataset, "tiny",
            "--output-dir", tmp_path / "out",
        ],
        env=os.environ
        | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        | variables,
        cwd=tmp_path, check=True, timeout=300,
    )  # fmt: skip
    (resolved,) = (tmp_path / "out").rglob("eval.json")
    assert settings().dataset in resolved.read_text()


@pytest.mark.skipif(
    find_spec("verl") is None, reason="make test-adapters has an environment for it"
)
def test_verl_takes_two_steps(tmp_path):
    import verl
    from hydra import compose, initialize_config_dir
    from omegaconf import OmegaConf
    from verl.utils.config import validate_config

    from tests.adapters.tiny import tiny_model, tiny_tokenizer

    tokenizer = tiny_tokenizer()
    tokenizer.save_pretrained(tmp_path / "tiny")
    tiny_model(tokenizer).save_pretrained(tmp_path / "tiny")
    command = tmp_path / "fictionworld"  # as installed, whether or not it is
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m fictionworld.cli.main "$@"\n')
    command.chmod(0o755)
    printed = subprocess.run(
        [ROOT / "examples" / "train_verl.sh", settings().dataset, tmp_path / "tiny"],
        env=os.environ
        | {"PRINT": "1", "OUT": str(tmp_path / "out"), "PYTHONPATH": str(ROOT)}
        | {"PATH": f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["command"] == shlex.split(printed)
    assert run["dataset_hash"] == settings().open().content_hash
    assert set(run["splits"]) == {task.split for task in settings().open().tasks()}
    for split in run["splits"]:
        ids = [task.task_id for task in settings().open().tasks(split=split)]
        digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()
        assert run["splits"][split] == {"tasks": len(ids), "tasks_sha256": digest}
    overrides = [one for one in shlex.split(printed) if "=" in one]
    folder = str(Path(verl.__file__).parent / "trainer" / "config")
    with initialize_config_dir(folder, version_base=None):
        config = compose("ppo_trainer", overrides=overrides)
        validate_config(config, use_reference_policy=False, use_critic=False)
        config = compose("ppo_trainer", overrides=[*overrides, *ON_A_PROCESSOR])
    OmegaConf.save(config, tmp_path / "config.yaml", resolve=True)
    for tools_file in (tmp_path / "out").rglob("tools.yaml"):
        earn_unread(tools_file)
    script = [sys.executable, "-m", "tests.adapters.verl_steps"]
    subprocess.run(
        [*script, tmp_path / "config.yaml", tmp_path / "steps.json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"},
        check=True,
        timeout=600,
    )
    steps = json.loads((tmp_path / "steps.json").read_text())
    assert [sorted(step["rewards"]) for step in steps] == [[0.0, 1.0]] * 2
    assert all(step["grad_norm"] > 0 and step["changed"] > 0 for step in steps)
