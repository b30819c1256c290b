#!/usr/bin/env bash
# Train a model on a dataset with verl's GRPO, on one machine with GPUs.
#
#   pip install 'fictionworld[verl]' 'verl[vllm]'
#   fictionworld build --n 100 --out worlds
#   examples/train_verl.sh worlds Qwen/Qwen3-4B
#
# Rows are written to verl-run/rows (OUT for another folder than verl-run); what is run, and on which
# tasks, to verl-run/run.json. With PRINT=1 it prints the command, and does not run it; with DRY_RUN=1
# verl resolves the settings, its tools and reward play one task, and no model is loaded. What follows
# the model goes to verl as it is: trainer.logger='[console,wandb]' for a tracker. verl accepts these
# settings, and two steps of training with them were run on a CPU, with a random tiny model whose
# texts were scripted (tests/adapters/test_launchers.py). The whole trainer was not run: it needs a GPU.
set -euo pipefail
worlds=$(realpath "${1:?which dataset?}")
model=${2:-Qwen/Qwen3-4B}
mkdir -p "${OUT:=verl-run}"
out=$(realpath "$OUT")
rows=$out/rows

[ -e "$rows" ] || fictionworld export "$worlds" --format verl --out "$rows"
turns=actor_rollout_ref.rollout.multi_turn
command=(
  python -m verl.trainer.main_ppo
  algorithm.adv_estimator=grpo
  data.train_files="$rows/train.parquet"
  data.val_files="$rows/eval.parquet"
  data.return_raw_chat=true
  data.train_batch_size=32
  data.max_prompt_length=2048
  data.max_response_length=32768
  actor_rollout_ref.model.path="$model"
  actor_rollout_ref.rollout.name=vllm
  actor_rollout_ref.rollout.mode=async
  actor_rollout_ref.rollout.n=8
  actor_rollout_ref.actor.ppo_mini_batch_size=32
  actor_rollout_ref.actor.use_dynamic_bsz=true
  actor_rollout_ref.actor.ppo_max_token_len_per_gpu=34816
  $turns.enable=true
  $turns.tool_config_path="$rows/tools.yaml"
  $turns.max_tool_response_length=12000
  $turns.max_assistant_turns=60
  $turns.max_parallel_calls=4
  $turns.format=hermes
  actor_rollout_ref.rollout.agent.agent_loop_config_path="$rows/agent_loop.yaml"
  actor_rollout_ref.rollout.agent.default_agent_loop=fictionworld_agent
  reward.custom_reward_function.path=pkg://fictionworld.adapters.verl
  reward.custom_reward_function.name=compute_score
  trainer.default_local_dir="$out/checkpoints"
  trainer.total_epochs=1
  trainer.logger='[console]'
  "${@:3}"
)
python - "$worlds" "$rows" "$out/run.json" "${command[@]}" <<'END'
import hashlib, json, pathlib, sys
import polars, fictionworld

worlds, rows, run, *command = sys.argv[1:]
splits = {}
for path in sorted(pathlib.Path(rows).glob("*.parquet")):
    tasks = polars.read_parquet(path)["task_id"].to_list()
    digest = hashlib.sha256("\n".join(tasks).encode()).hexdigest()
    splits[path.stem] = {"tasks": len(tasks), "tasks_sha256": digest}
told = {"command": command, "dataset_hash": fictionworld.open(worlds).content_hash, "splits": splits}
pathlib.Path(run).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
END
if [ "${PRINT:-}" = 1 ]; then
  printf '%q ' "${command[@]}"
  echo
elif [ "${DRY_RUN:-}" = 1 ]; then
  "${command[@]}" --cfg job > "$out/config.yaml"
  fictionworld doctor "$worlds" --framework verl
else
  exec "${command[@]}"
fi
