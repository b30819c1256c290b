"""TRL: one real step of GRPO on a tiny random model whose generations are scripted."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

trl = pytest.importorskip("trl", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

import torch  # noqa: E402
from datasets import Dataset  # noqa: E402
from transformers.utils import get_json_schema  # noqa: E402

from fictionworld.adapters.settings import MaskableEpisode  # noqa: E402
from fictionworld.adapters.trl import (  # noqa: E402
    SearchEnvironment,
    environment_class,
    episode_reward,
    training_rows,
)
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from fictionworld.export.export import export_tasks  # noqa: E402
from fictionworld.simulator.toolbox import all_tools  # noqa: E402
from tests.adapters.played import QUERIES, TASK, WRONG, reply, right, settings  # noqa: E402
from tests.adapters.tiny import tiny_model, tiny_tokenizer  # noqa: E402

LONG = 60_000
GROUP = 4
SEARCH = json.dumps({"name": "web_search", "arguments": QUERIES})
CALLING = f"<tool_call>\n{SEARCH}\n</tool_call><|im_end|>"


class Scripted(trl.GRPOTrainer):
    """Generates a search, then right and wrong answers in turn."""

    def _generate_single_turn(self, prompt_ids, *_, **__):
        searched = any("<tool_response>" in self.processing_class.decode(ids) for ids in prompt_ids)
        texts = [f"{one}<|im_end|>" for one in (right(), WRONG)] * (len(prompt_ids) // 2)
        texts = texts if searched else [CALLING] * len(prompt_ids)
        return [self.processing_class(text)["input_ids"] for text in texts], None


def trainer_of(rows, tmp_path):
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"  # TRL knows its own
    tokenizer = tiny_tokenizer(template.read_text(encoding="utf-8"))
    return Scripted(
        model=tiny_model(tokenizer),
        processing_class=tokenizer,
        args=trl.GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=1,
            per_device_train_batch_size=GROUP,
            num_generations=GROUP,
            max_completion_length=LONG,
            learning_rate=1e-2,
            report_to=[],
            use_cpu=True,
            logging_steps=1,
            save_strategy="no",
            beta=0.0,
        ),
        train_dataset=rows,
        environment_factory=environment_class(settings()),
        reward_funcs=episode_reward,
    )


def rows_of_task():
    rows = training_rows(settings(), split=None, max_completion_length=LONG)
    return rows.filter(lambda row: row["task_id"] == TASK)


def test_one_step_of_grpo(tmp_path):
    trainer = trainer_of(rows_of_task(), tmp_path)
    before = {name: one.clone() for name, one in trainer.model.named_parameters()}
    trainer.train()
    logged = {name: one for line in trainer.state.log_history for name, one in line.items()}
    assert logged["rewards/episode_reward/mean"] == 0.5 and logged["reward_std"] > 0.5
    assert logged["tools/call_frequency"] == 1 and logged["tools/failure_frequency"] == 0
    assert logged["rollouts/no_answer"] == logged["rollouts/calls_in_text"] == 0
    changed = [n for n, one in trainer.model.named_parameters() if not torch.equal(one, before[n])]
    assert changed


def test_rollouts_without_an_answer_are_logged():
    def rollout(*messages):
        environment = environment_class(settings())()
        environment.reset(task_id=TASK)
        return list(messages), environment

    found = [
        rollout({"role": "assistant", "content": right()}),
        rollout({"role": "assistant", "content": "", "tool_calls": [{}]}),
        rollout({"role": "assistant", "content": f"[TOOL_CALLS][{SEARCH}]"}),
        rollout({"role": "tool", "content": "a reply"}),
    ]
    logged = {}
    completions, environments = zip(*found, strict=True)
    rewards = episode_reward(list(completions), list(environments), log_metric=logged.__setitem__)
    assert rewards == [1, 0, 0, 0]
    assert logged == {"rollouts/no_answer": 0.5, "rollouts/calls_in_text": 0.25}


def test_a_masked_rollout_has_no_advantage_and_no_part_in_its_groups_mean(tmp_path, monkeypatch):
    """The second and the fourth of a group answer wrong; in the last, scoring fails."""
    score = MaskableEpisode.score
    numbers = count(1)

    def fails_for_the_last(self, *given):
        if next(numbers) == GROUP:
            self.fault = "the disk is gone"
        return score(self, *given)

    monkeypatch.setattr(MaskableEpisode, "score", fails_for_the_last)
    trainer, seen = trainer_of(exported_row(tmp_path), tmp_path), []
    made = trainer._generate_and_score_completions
    monkeypatch.setattr(
        trainer, "_generate_and_score_completions", lambda rows: seen.append(made(rows)) or seen[-1]
    )
    trainer.train()
    (batch,) = seen
    right_1, wrong, right_2, masked = batch["advantages"].tolist()
    assert masked == 0 and right_1 == right_2 > 0
    # the mean is that of three: 2/3
    assert wrong == pytest.approx(-2 * right_1, rel=1e-3)
    logged = {name: one for line in trainer.state.log_history for name, one in line.items()}
    assert logged["rewards/episode_reward/mean"] == pytest.approx(2 / 3)


def exported_row(tmp_path):
    """The task's row as `export --format trl` writes it."""
    export_tasks(settings().open(), tmp_path / "rows", "trl")
    rows = Dataset.from_parquet([str(path) for path in (tmp_path / "rows").glob("*.parquet")])
    return rows.filter(lambda row: row["task_id"] == TASK)


def test_the_tools_are_those_of_the_schemas():
    for tool in all_tools():
        told = get_json_schema(getattr(SearchEnvironment, tool.name))["function"]["parameters"]
        assert set(told["properties"]) <= set(tool.arguments)
        assert set(tool.parameters.get("required", ())) <= set(told["required"])


def played(answer, calls=(("web_search", QUERIES),)):
    environment = environment_class(settings())()
    environment.reset(task_id=TASK, prompt="not looked at")
    said = [getattr(environment, name)(**arguments) for name, arguments in calls]
    last = [{"role": "assistant", "content": answer}]
    return said, episode_reward(completions=[last], environments=[environment], prompts=[""])[0]


def test_a_right_answer_earns_1_and_a_wrong_one_0():
    assert played(right()) == ([reply()], 1.0)
    assert played(WRONG)[1] == 0
    broken = (("web_extractor", {"url": ["no", "address"]}), ("dict_memory", {"operation": "eat"}))
    said, reward = played(right(), broken)
    assert all(text.startswith("Error:") for text in said) and reward == 1


def test_a_rollout_that_ended_with_a_call_earns_0():
    environment = environment_class(settings())()
    environment.reset(task_id=TASK)
    ended = [{"role": "assistant", "content": right()}, {"role": "tool", "content": "reply"}]
    assert episode_reward(completions=[ended], environments=[environment]) == [0.0]


def test_a_fault_of_ours_masks_the_rollout(monkeypatch):
    def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "call", failed)
    assert played(right()) == (["The tool is out of order."], None)


def test_a_row_brings_its_policy_and_its_seed():
    rows = training_rows(
        settings(policy="open"), split=None, max_completion_length=LONG, level=(1, 2), epochs=2
    )
    assert len(rows) == 2 * len(set(rows["task_id"])) and len(set(rows["group_seed"])) == 2
    environment = environment_class(settings())()
    environment.reset(**rows[-1])
    episode = environment._episode.episode
    assert (episode.policy, episode.seed) == ("open", rows[-1]["group_seed"])
    assert episode.messages == rows[-1]["prompt"]


def test_a_length_in_which_nothing_fits_is_refused():
    with pytest.raises(UsageError, match="got 1,000 tokens for a completion"):
        training_rows(settings(), split=None, max_completion_length=1000)
