"""Two steps of GRPO on a processor, by verl's own parts.

python -m tests.adapters.verl_steps CONFIG OUT

verl's trainer starts a server of vLLM or sglang and asks Ray for a GPU. What stands between the two
is run here as its trainer runs it: the agent loop worker, the reward loop worker, the advantages,
and the actor with its FSDP engine over gloo. The model's texts are scripted, so that rewards differ
within a group. It writes a list of what happened in each step.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

from verl.plugin.platform import set_platform
from verl.plugin.platform.platform_cuda import PlatformCUDA


class PlatformCPU(PlatformCUDA):
    """verl's platform of a machine without an accelerator; it ships none."""

    device_name = "cpu"
    vendor_name = "none"

    @property
    def device_module(self):
        import torch

        def nothing(*_, **__):
            return 0

        names = ("memory_allocated", "memory_reserved", "max_memory_allocated", "empty_cache")
        names += ("max_memory_reserved", "set_device", "synchronize")
        rest = dict.fromkeys(names, nothing) | {"mem_get_info": lambda *_: (0, 0)}
        rest |= {"get_device_name": lambda *_: "CPU"}
        return SimpleNamespace(**{**vars(torch.cpu), **rest})

    def current_device(self):
        return "cpu"

    def set_device(self, device_index):
        pass

    def synchronize(self, device_index=None):
        pass

    def empty_cache(self):
        pass

    def communication_backend_name(self):
        return "gloo"

    def is_ipc_supported(self):
        return False


set_platform(PlatformCPU())  # before what asks for the device when it is imported

import numpy as np  # noqa: E402
import polars as pl  # noqa: E402
import torch  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from torch.distributed import HashStore  # noqa: E402
from verl import DataProto  # noqa: E402
from verl.experimental.agent_loop.agent_loop import AgentLoopWorker  # noqa: E402
from verl.experimental.reward_loop.reward_loop import RewardLoopWorker  # noqa: E402
from verl.trainer.ppo.ray_trainer import compute_advantage  # noqa: E402
from verl.utils import tensordict_utils as tu  # noqa: E402
from verl.workers.engine.base import EngineRegistry  # noqa: E402
from verl.workers.engine.fsdp.transformer_impl import FSDPEngineWithLMHead  # noqa: E402
from verl.workers.engine_workers import ActorRolloutRefWorker  # noqa: E402
from verl.workers.rollout.replica import TokenOutput  # noqa: E402
from verl.workers.utils.padding import left_right_2_no_padding, no_padding_2_padding  # noqa: E402

from tests.adapters.played import QUERIES, TASK, WRONG, right  # noqa: E402

SEARCH = json.dumps({"name": "web_search", "arguments": QUERIES})
STEPS, GROUP = 2, 2


class Scripted:
    """In place of verl's server of a model: of each group one answers right, the other wrong."""

    def __init__(self, tokenizer):
        self.tokenizer, self.answers = tokenizer, iter([right(), WRONG] * STEPS)

    async def generate(self, *, prompt_ids, **_):
        searched = "<tool_response>" in self.tokenizer.decode(prompt_ids)
        text = next(self.answers) if searched else f"<tool_call>{SEARCH}</tool_call>"
        return TokenOutput(token_ids=self.tokenizer.encode(f"{text}<|im_end|>"), num_preempted=0)


def rolled_out(config, row):
    """The rollouts of a group with their rewards, as verl's worker makes them."""

    async def played():
        reward = SimpleNamespace(remote=RewardLoopWorker(config).compute_score)
        worker = AgentLoopWorker(config, None, None, [SimpleNamespace(compute_score=reward)])
        worker.llm_client = Scripted(worker.tokenizer)
        columns = {name: np.array([value] * GROUP, dtype=object) for name, value in row.items()}
        columns["raw_prompt"] = columns.pop("prompt")
        columns["tools_kwargs"] = np.array(
            [row["extra_info"]["tools_kwargs"]] * GROUP, dtype=object
        )
        return await worker.generate_sequences(DataProto.from_dict(non_tensors=columns))

    return asyncio.run(played())


def trained(config, actor, batch):
    """The metrics of a step: log probabilities, advantages, the update."""
    padded = left_right_2_no_padding(batch.to_tensordict())
    temperature = config.actor_rollout_ref.rollout.temperature
    tu.assign_non_tensor(
        padded, calculate_entropy=True, compute_loss=False, temperature=temperature
    )
    known = no_padding_2_padding(tu.get(actor.compute_log_prob(padded), "log_probs"), padded)
    batch.batch["old_log_probs"] = known.float()
    batch.batch["token_level_rewards"] = batch.batch["rm_scores"]
    batch.non_tensor_batch["uid"] = np.array(["one group"] * GROUP, dtype=object)
    batch = compute_advantage(batch, config.algorithm.adv_estimator, config=config.algorithm)
    padded = left_right_2_no_padding(batch.to_tensordict())
    tu.assign_non_tensor(
        padded,
        calculate_entropy=False,
        temperature=temperature,
        global_batch_size=GROUP,
        mini_batch_size=GROUP,
        epochs=1,
        seed=0,
        dataloader_kwargs={"shuffle": False},
        compute_loss=True,
    )
    return tu.get(actor.update_actor(padded), "metrics")


def main(path, out):
    os.environ |= {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "localhost", "MASTER_PORT": "0"}
    torch.distributed.init_process_group("gloo", rank=0, world_size=1, store=HashStore())
    EngineRegistry.register(model_type="language_model", backend=["fsdp", "fsdp2"], device="cpu")(
        FSDPEngineWithLMHead
    )
    config = OmegaConf.load(path)
    rows = pl.read_parquet(config.data.train_files).to_dicts()
    row = next(row for row in rows if row["reward_model"]["ground_truth"] == TASK)
    actor = ActorRolloutRefWorker(config.actor_rollout_ref, "actor")
    actor.init_model()
    module, steps = actor.actor.engine.module, []
    for _ in range(STEPS):
        before = [one.detach().clone() for one in module.parameters()]
        batch = rolled_out(config, row)
        metrics = trained(config, actor, batch)
        pairs = zip(module.parameters(), before, strict=True)
        changed = sum(not torch.equal(now.detach(), was) for now, was in pairs)
        rewards = batch.batch["rm_scores"].sum(-1).tolist()
        norm = float(np.mean(metrics["grad_norm"]))
        steps.append({"rewards": rewards, "grad_norm": norm, "changed": changed})
    Path(out).write_text(json.dumps(steps))


if __name__ == "__main__":
    main(*sys.argv[1:])
