"""Thirty steps of GRPO that teach a small real model to play the tools, by the bench's reward.

    .adapters/trl/bin/python tools/grpo_world_model.py worlds --model MODEL --out grpo.json

The calls are the pages of `bench-model` with the shortest states, as a processor needs them. Its
notes are shorter still, but the model gets none of them right at first, and where all replies are
worth the same, nothing is learned. The weights stay in bfloat16, and a LoRA adapter on the upper
layers is what learns, so that a step takes seconds on a processor that multiplies bfloat16. What
the rewards were is written down after each step; nothing is promised of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean
from time import monotonic, process_time
from typing import Annotated

import datasets
import torch
import typer
from peft import LoraConfig
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
from trl import GRPOConfig, GRPOTrainer

import fictionworld as fw
from fictionworld.simulator.states.prompt import messages_of
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.bench_calls import bench_calls
from fictionworld.worldmodel.training import world_model_reward

UPPER = range(22, 30)
"""The layers that learn, of 30: the gradient ends there, which saves half of a step."""


def _shortest(calls: Iterable[BenchCall], most: int) -> list[BenchCall]:
    """Return the pages whose states are the shortest."""
    pages = [call for call in calls if call.arm == "page"]
    return sorted(pages, key=lambda call: (len(call.state.text()), call.call_id))[:most]


class _Curve(TrainerCallback):
    """Writes down each step as it ends, so that a run that is stopped has told what it reached."""

    def __init__(self, out: Path, rows: int) -> None:
        self._out, self._rows = out, rows
        self._steps: list[dict[str, float]] = []
        self._begun = monotonic(), process_time()

    def on_log(self, *_: object, logs: Mapping[str, float] | None = None, **__: object) -> None:
        """Take down a step's reward."""
        if logs is None or "reward" not in logs:
            return
        seconds, cpu = monotonic(), process_time()
        step = {
            "reward": logs["reward"],
            "spread": logs["reward_std"],
            "tokens": logs["completions/mean_length"],
            "seconds": seconds - self._begun[0],
            "processor_s": cpu - self._begun[1],
        }
        self._begun = seconds, cpu
        self._steps.append(step)
        rewards = [one["reward"] for one in self._steps]
        third = max(1, len(rewards) // 3)
        record = {
            "rows": self._rows,
            "steps": len(rewards),
            "first": fmean(rewards[:third]),
            "last": fmean(rewards[-third:]),
            "curve": self._steps,
        }
        self._out.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
        typer.echo(f"step {len(rewards)}: reward {rewards[-1]:.3f}, {step['seconds']:.0f} s")


def main(  # noqa: PLR0913, PLR0917 - options by name
    folder: Annotated[Path, typer.Argument(help="The dataset's folder.")],
    model: Annotated[Path, typer.Option(help="The model's folder.")],
    out: Annotated[Path, typer.Option(help="The file of the rewards.")],
    steps: Annotated[int, typer.Option(help="Steps of GRPO.")] = 30,
    generations: Annotated[int, typer.Option(help="Replies to a call, which are compared.")] = 4,
    tokens: Annotated[int, typer.Option(help="The most tokens of a reply.")] = 96,
    pages: Annotated[int, typer.Option(help="How many pages.")] = 12,
    worlds: Annotated[int, typer.Option(help="Worlds whose calls are used.")] = 4,
) -> None:
    """Train, and write the mean reward of each step."""
    dataset = fw.open(folder)
    rows = [
        {
            "prompt": [{"role": r, "content": text} for r, text in messages_of(call.state)],
            "call": json.dumps(call.record(), ensure_ascii=False),
        }
        for call in _shortest(bench_calls(dataset, dataset.sample_worlds(worlds)), pages)
    ]
    torch.manual_seed(0)
    config = GRPOConfig(
        output_dir=str(out.with_suffix("")),
        max_steps=steps,
        per_device_train_batch_size=generations,
        num_generations=generations,
        max_completion_length=tokens,
        learning_rate=1e-3,
        lr_scheduler_type="constant",
        temperature=1.0,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        gradient_checkpointing=False,
        bf16=False,
        seed=0,
    )
    trainer = GRPOTrainer(
        AutoModelForCausalLM.from_pretrained(model, dtype=torch.bfloat16),
        reward_funcs=world_model_reward,
        args=config,
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=AutoTokenizer.from_pretrained(model),
        peft_config=LoraConfig(
            r=16,
            lora_alpha=32,
            target_modules=["q_proj", "v_proj"],
            layers_to_transform=list(UPPER),
        ),
        callbacks=[_Curve(out, len(rows))],
    )
    trainer.train()


if __name__ == "__main__":
    typer.run(main)
