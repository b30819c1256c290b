"""Train a small model on a dataset with TRL's GRPO.

    pip install 'fictionworld[trl]'
    fictionworld build --n 100 --out worlds
    python examples/train_trl.py worlds --model Qwen/Qwen3-1.7B --steps 200

What was asked for, and of which tasks, is written to `run.json` in the output folder. Run with a
random tiny model on a CPU for two steps (tests/adapters/test_launchers.py). Not run with a model of
a useful size: that needs a GPU.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from trl import GRPOConfig, GRPOTrainer

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.adapters.trl import environment_class, episode_reward, training_rows


def main() -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("--model", default="Qwen/Qwen3-1.7B")
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--group", type=int, default=8, help="rollouts of one task")
    parser.add_argument("--max-completion-length", type=int, default=32_768)
    parser.add_argument("--learning-rate", type=float, default=1e-6)
    parser.add_argument("--policy", default="tease")
    parser.add_argument("--reward", default="f1_evidenced")
    parser.add_argument("--split", default="train")
    parser.add_argument("--use-vllm", action="store_true")
    parser.add_argument("--use-cpu", action="store_true")
    asked = parser.parse_args()

    settings = EpisodeSettings(asked.dataset, policy=asked.policy, reward=asked.reward)
    rows = training_rows(
        settings, split=asked.split, max_completion_length=asked.max_completion_length
    )
    tasks = hashlib.sha256("\n".join(rows["task_id"]).encode()).hexdigest()
    run = {name: str(value) for name, value in vars(asked).items()}
    run |= {"dataset_hash": settings.open().content_hash, "tasks": len(rows), "tasks_sha256": tasks}
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "run.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")

    trainer = GRPOTrainer(
        model=asked.model,
        args=GRPOConfig(
            output_dir=str(asked.out),
            max_steps=asked.steps,
            per_device_train_batch_size=asked.group,
            num_generations=asked.group,
            max_completion_length=asked.max_completion_length,
            learning_rate=asked.learning_rate,
            mask_truncated_completions=True,
            use_vllm=asked.use_vllm,
            use_cpu=asked.use_cpu,
            logging_steps=1,
            report_to=[],
            seed=0,
        ),
        train_dataset=rows,
        environment_factory=environment_class(settings),
        reward_funcs=episode_reward,
    )
    trainer.train()
    trainer.save_state()
    trainer.save_model(str(asked.out / "model"))


if __name__ == "__main__":
    main()
