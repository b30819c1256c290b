#!/usr/bin/env bash
# Evaluate a model behind an OpenAI-compatible server with prime-rl's `uv run eval`.
#
#   vllm serve Qwen/Qwen3-4B --enable-auto-tool-choice --tool-call-parser hermes
#   PRIME_RL=~/prime-rl examples/evaluate_verifiers.sh worlds Qwen/Qwen3-4B
#
# PRIME_RL is a checkout of prime-rl in whose environment `fictionworld[verifiers]` is installed
# (`uv pip install`). Without it verifiers' own `vf-eval` is used, which will be retired. URL is that of
# the server, TASKS and SAMPLES how many tasks are played and how often; what follows the model goes to
# the command as it is. With DRY_RUN=1 the configuration is resolved, and nothing is played. The
# dry run of vf-eval ran on a CPU (tests/adapters/test_launchers.py), prime-rl's has not been run.
set -euo pipefail
worlds=$(realpath "${1:?which dataset?}")
model=${2:-Qwen/Qwen3-4B}
url=${URL:-http://localhost:8000/v1}
common=(
  fictionworld-taskset -m "$model" -n "${TASKS:-50}" -r "${SAMPLES:-8}"
  --env.taskset.dataset "$worlds"
  --env.taskset.split test
  --env.agent.harness.id null
  --env.agent.runtime.type subprocess
)
if [ -n "${PRIME_RL:-}" ]; then
  cd "$PRIME_RL"
  command=(uv run --no-sync eval "${common[@]}" --client.base_url "$url")
else
  # without --no-push it tries to publish the results, and prints that this failed
  command=(vf-eval "${common[@]}" --client.base-url "$url" --no-push)
fi
[ "${DRY_RUN:-}" != 1 ] || command+=(--dry-run)
exec "${command[@]}" "${@:3}"
