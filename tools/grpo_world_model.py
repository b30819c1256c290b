"""Thirty steps of GRPO that teach a small real model to play the tools, by the bench's reward.

    .adapters/trl/bin/python tools/grpo_world_model.py worlds --model MODEL --out grpo.json

The calls are those of `bench-model` whose prompts are shortest, as a processor needs them: pages,
and some notes. What the rewards were is written down; nothing is promised of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import Annotated

import datasets
import torch
import typer
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

import fictionworld as fw
from fictionworld.simulator.states.prompt import messages_of
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.bench_calls import bench_calls
from fictionworld.worldmodel.training import world_model_reward

ROWS = 24


def _shortest(calls: Iterable[BenchCall]) -> list[BenchCall]:
    """Return the calls with the shortest states: three pages to each one of notes."""
    ordered = sorted(calls, key=lambda call: (len(call.state.text()), call.call_id))
    pages = [call for call in ordered if call.arm == "page"]
    notes = [call for call in ordered if call.arm == "memory"]
    return [*pages[: 3 * ROWS // 4], *notes[: ROWS // 4]]


def main(
    folder: Annotated[Path, typer.Argument(help="The dataset's folder.")],
    model: Annotated[Path, typer.Option(help="The model's folder.")],
    out: Annotated[Path, typer.Option(help="The file of the rewards.")],
    steps: Annotated[int, typer.Option(help="Steps of GRPO.")] = 30,
    worlds: Annotated[int, typer.Option(help="Worlds whose calls are used.")] = 4,
) -> None:
    """Train, and write the mean reward of each step."""
    dataset = fw.open(folder)
    rows = [
        {
            "prompt": [{"role": r, "content": text} for r, text in messages_of(call.state)],
            "call": json.dumps(call.record(), ensure_ascii=False),
        }
        for call in _shortest(bench_calls(dataset, dataset.sample_worlds(worlds)))
    ]
    torch.manual_seed(0)
    config = GRPOConfig(
        output_dir=str(out.with_suffix("")),
        max_steps=steps,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=96,
        learning_rate=2e-5,
        temperature=1.0,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        use_cpu=True,
        gradient_checkpointing=False,
        bf16=False,
        seed=0,
    )
    trainer = GRPOTrainer(
        AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32),
        reward_funcs=world_model_reward,
        args=config,
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=AutoTokenizer.from_pretrained(model),
    )
    trainer.train()
    rewards = [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]
    third = max(1, len(rewards) // 3)
    record = {
        "rows": len(rows),
        "steps": len(rewards),
        "first": fmean(rewards[:third]),
        "last": fmean(rewards[-third:]),
        "rewards": rewards,
    }
    out.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    typer.echo(f"{len(rewards)} steps: reward {record['first']:.3f}, then {record['last']:.3f}")


if __name__ == "__main__":
    typer.run(main)
