"""Teach a small language model to search: supervised traces, then GRPO, on a processor.

    make tiny

or, step by step, in an environment with `fictionworld[trl]` and a folder MODEL of `transformers`:

    fictionworld build --n 1000 --out worlds
    python examples/tiny/train.py traces worlds
    python examples/tiny/train.py sft --model MODEL
    python examples/tiny/train.py grpo worlds --model MODEL
    python examples/tiny/train.py evaluate worlds grpo --model MODEL
    python examples/tiny/train.py report worlds

`evaluate` plays held-out worlds at one of `STAGES`. What was reached: docs/tiny-model.md.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Annotated, Any

import datasets
import torch
import typer
from lean import CALLS, conversation, lean_class, prompt_of, tasks_of
from peft import LoraConfig, PeftModel, get_peft_model
from rollouts import read_lines, rollout_of, table_of, write_lines
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer
from trl.chat_template_utils import qwen3_template

import fictionworld as fw
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.adapters.trl import episode_reward
from fictionworld.episodes.rollout import sample
from fictionworld.tasks.record import Task

app = typer.Typer(help="Teach a small language model to search.", add_completion=False)

STAGES = ("start", "sft", "grpo", "traces")
"""The untrained model, the two trained ones, and what the author of the traces solves."""
TURN_TOKENS, ROLLOUT_TOKENS = 112, 900
PLAYED = ("chain",)
"""Shapes of tasks that `grpo` and `evaluate` play: this model copies, and cannot subtract."""
TEMPLATE = (
    "{%- for m in messages -%}{{ '<|im_start|>' + m.role + '\n' }}"
    "{%- if m.role == 'assistant' -%}{%- generation -%}{{ m.content }}"
    "{%- for call in m.tool_calls or [] -%}{{ '<tool_call>' }}"
    "{{ {'name': call.function.name, 'arguments': call.function.arguments} | tojson }}"
    "{{ '</tool_call>' }}{%- endfor -%}{{ '<|im_end|>' }}{%- endgeneration -%}"
    "{%- else -%}{{ m.content + '<|im_end|>' }}{%- endif -%}{{ '\n' }}{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}{%- endif -%}"
)
"""As `transformers` writes Qwen's calls, without schemas: the model learns the tools by example."""

Folder = Annotated[Path, typer.Argument(help="The dataset's folder.")]
Model = Annotated[Path, typer.Option(help="The model's folder, as `prepare` writes it.")]
Out = Annotated[Path, typer.Option(help="The folder of traces, adapters and figures.")]


# 1: the model -------------------------------------------------------------------------------------


def tokenizer_of(model: Path) -> Any:
    """Return the model's tokenizer, with our template of conversations."""
    tokenizer = AutoTokenizer.from_pretrained(model)
    tokenizer.chat_template, tokenizer.response_template = TEMPLATE, qwen3_template
    tokenizer.pad_token = tokenizer.unk_token or tokenizer.pad_token
    return tokenizer


def base_of(model: Path) -> Any:
    """Return the model without an adapter."""
    # bfloat16 is three times as fast where a processor has instructions for it; on a processor the
    # backward pass of eager attention is the faster one
    return AutoModelForCausalLM.from_pretrained(
        model, dtype=torch.bfloat16, attn_implementation="eager"
    )


def adapted(base: Any, adapter: Path) -> PeftModel:
    """Return the model with the adapter in a folder, to be trained; with a new one if none is."""
    if adapter.exists():
        return PeftModel.from_pretrained(base, adapter, is_trainable=True)
    layers = base.config.num_hidden_layers
    torch.manual_seed(0)
    lora = LoraConfig(
        r=16,
        lora_alpha=32,
        target_modules=[f"{name}_proj" for name in "qkvo"],
        layers_to_transform=list(range(2 * layers // 5, layers)),  # the pass backward ends there
        task_type="CAUSAL_LM",
    )
    return get_peft_model(base, lora)


class Saved(TrainerCallback):
    """Saves the adapter and what was logged after each step, aside first: whole at any time."""

    def __init__(self, out: Path) -> None:
        self._out = out

    def on_log(self, _args: Any, state: Any, _control: Any, model: PeftModel, **_: Any) -> None:
        aside = self._out.with_name(f"{self._out.name}.aside")
        shutil.rmtree(aside, ignore_errors=True)
        model.save_pretrained(aside)
        (aside / "log.json").write_text(json.dumps(state.log_history, indent=1), encoding="utf-8")
        shutil.rmtree(self._out, ignore_errors=True)
        aside.rename(self._out)


def trainer_of(
    dataset: Path, model: Any, tokenizer: Any, tasks: list[Task], **arguments: Any
) -> GRPOTrainer:
    """Return a trainer that plays `tasks`; what each rollout was worth is in its `rollouts`."""
    settings = EpisodeSettings(str(dataset), calls=0, reward="f1_grounded")
    rollouts: list[dict[str, Any]] = []

    def reward(
        completions: list[Any], environments: list[Any], task_id: list[str], **columns: Any
    ) -> list[float | None]:
        rewards = episode_reward(completions, environments, **columns)
        for messages, earned, id_ in zip(completions, rewards, task_id, strict=True):
            rollouts.append(rollout_of(id_, earned, messages))
        return rewards

    rows = datasets.Dataset.from_list(
        [{"prompt": prompt_of(task), "task_id": task.task_id} for task in tasks]
    )
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=GRPOConfig(
            max_completion_length=ROLLOUT_TOKENS,
            max_tool_calling_iterations=CALLS,
            generation_kwargs={"max_new_tokens": TURN_TOKENS},
            beta=0.0,
            bf16=False,
            use_cpu=True,
            report_to=[],
            save_strategy="no",
            seed=0,
            **arguments,
        ),
        train_dataset=rows,
        eval_dataset=rows,
        environment_factory=lean_class(settings),
        reward_funcs=reward,
    )
    trainer.rollouts = rollouts
    return trainer


# 2: the stages ------------------------------------------------------------------------------------


@app.command()
def prepare(gguf: Path, model: Path) -> None:
    """Write a model that is in a GGUF file as a folder of transformers."""
    names = {"pretrained_model_name_or_path": gguf.parent, "gguf_file": gguf.name}
    read = AutoModelForCausalLM.from_pretrained(**names, dtype=torch.float32)
    del read.config.quantization_config
    plain = AutoModelForCausalLM.from_config(read.config, dtype=torch.bfloat16)
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(model)
    AutoTokenizer.from_pretrained(**names).save_pretrained(model)


@app.command()
def traces(dataset: Folder, out: Out = Path("tiny")) -> None:
    """Write conversations that solve tasks of train worlds."""
    opened = fw.open(dataset)
    found = [(task, conversation(opened, task)) for task in tasks_of(opened, ["train"])]
    write_lines(
        out / "conversations.jsonl",
        [
            {"task_id": task.task_id, "shape": task.shape, "messages": messages}
            for task, messages in found
            if messages
        ],
    )


@app.command()
def sft(
    model: Model, out: Out = Path("tiny"), steps: int = 80, rate: float = 2e-3,
    shape: str | None = None,
) -> None:  # fmt: skip
    """Train on the conversations, or those on tasks of a shape; go on where `sft` is.

    The loss is on the model's own words.
    """
    tokenizer, rows = tokenizer_of(model), []
    for line in read_lines(out / "conversations.jsonl"):
        if shape not in {None, line["shape"]}:
            continue
        row = tokenizer.apply_chat_template(
            line["messages"], tokenize=True, return_dict=True, return_assistant_tokens_mask=True
        )
        if len(row["input_ids"]) <= ROLLOUT_TOKENS:
            pairs = zip(row["input_ids"], row["assistant_masks"], strict=True)
            labels = [token if own else -100 for token, own in pairs]
            rows.append({"input_ids": row["input_ids"], "labels": labels})
    trainer = SFTTrainer(
        model=adapted(base_of(model), out / "sft"),
        processing_class=tokenizer,
        args=SFTConfig(
            output_dir=str(out / "trainer"),
            max_steps=steps,
            per_device_train_batch_size=1,
            gradient_accumulation_steps=2,
            learning_rate=rate,
            lr_scheduler_type="constant",
            max_length=None,
            gradient_checkpointing=False,
            bf16=False,
            use_cpu=True,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
            seed=0,
        ),
        train_dataset=datasets.Dataset.from_list(rows),
        callbacks=[Saved(out / "sft")],
    )
    trainer.train()


@app.command()
def grpo(
    dataset: Folder, model: Model, out: Out = Path("tiny"), steps: int = 10, rate: float = 2e-4,
    group: int = 8,
) -> None:  # fmt: skip
    """Go on from `sft` with GRPO, on the tasks of the conversations that are played."""
    opened = fw.open(dataset)
    lines = read_lines(out / "conversations.jsonl")
    solved = [opened.task(line["task_id"]) for line in lines if line["shape"] in PLAYED]
    trainer = trainer_of(
        dataset, adapted(base_of(model), out / "sft"), tokenizer_of(model), solved,
        output_dir=str(out / "trainer"),
        max_steps=steps, learning_rate=rate, lr_scheduler_type="constant", num_generations=group,
        per_device_train_batch_size=group // 2, gradient_accumulation_steps=2, temperature=1.0,
        gradient_checkpointing=False, logging_steps=1,
    )  # fmt: skip
    trainer.add_callback(Saved(out / "grpo"))
    trainer.train()


@app.command()
def evaluate(
    dataset: Folder, stage: str, model: Model, out: Out = Path("tiny"), tasks: int = 30
) -> None:
    """Play tasks of held-out worlds, greedily, at a stage."""
    opened = fw.open(dataset)
    chosen = sample(tasks_of(opened, ["eval", "test"], PLAYED), tasks)
    if stage == "traces":
        solved = {task.task_id: conversation(opened, task) for task in chosen}
        rollouts = [
            rollout_of(task_id, float(messages is not None), (messages or [])[2:])
            for task_id, messages in solved.items()
        ]
    else:
        played = base_of(model)
        if stage != "start":  # merged, it generates twice as fast
            played = PeftModel.from_pretrained(played, out / stage).merge_and_unload()
        trainer = trainer_of(
            dataset, played, tokenizer_of(model), chosen, output_dir=str(out / "trainer"),
            per_device_eval_batch_size=min(15, tasks), num_generations_eval=1, top_k=1,
        )  # fmt: skip
        trainer.compute_loss = lambda *_, **__: torch.zeros(())  # the rewards are wanted alone
        trainer.evaluate()
        rollouts = trainer.rollouts
    write_lines(out / f"{stage}.jsonl", rollouts)


@app.command()
def report(dataset: Folder, out: Out = Path("tiny")) -> None:
    """Print what was reached, with 95% intervals by a bootstrap over worlds."""
    stages = [stage for stage in STAGES if (out / f"{stage}.jsonl").exists()]
    rollouts = {stage: read_lines(out / f"{stage}.jsonl") for stage in stages}
    print(table_of(rollouts, {task.task_id: task for task in fw.open(dataset).tasks()}))


if __name__ == "__main__":
    app()
