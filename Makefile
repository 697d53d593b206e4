# Everything a contributor runs; `make` alone lists it. The first target that needs it creates .venv.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
MATRIX := 4.26.8 4.27.5 4.28.2 4.29.3

# AstrBot needs Python 3.12 or newer, and plain `python3` may be older. Each candidate is run, not only
# looked for: pyenv's `python3.12` is found on the PATH even where it refuses to start.
FIND_PYTHON := for p in python3.12 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.12*/bin/python python3.13 python3; do \
	"$$p" -c 'import sys, venv; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && { command -v "$$p"; exit; }; \
	done; echo "No Python 3.12 or newer was found. Install one, for example: pyenv install 3.12" >&2; exit 1

# uv reads no pip configuration, so it is told of the package index that pip would ask. AstrBot wants a certifi
# younger than some indexes carry; any certifi serves us.
UV_INSTALL = UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$${PIP_INDEX_URL:-$$($(PY) -m pip config get global.index-url \
	2>/dev/null || echo https://pypi.org/simple)}}" \
	$(VENV)/bin/uv pip install --quiet --override $(VENV)/overrides.txt

.PHONY: help demo run test test-matrix check bench bench-recall bench-speed doctor clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: $(READY) ## play the plugin in a real AstrBot: two groups, several members, a kill -9 (about half a minute)
	@$(PY) -m demo

run: $(READY) ## leave AstrBot running with the plugin, and say where its WebUI is (data stays in .run)
	@$(PY) -m demo.run

test: $(READY) ## all tests: units, and end to end in a real AstrBot
	$(PY) -m pytest

test-matrix: $(READY) $(MATRIX:%=.venv-%/.ready) ## the end-to-end tests on AstrBot 4.26, 4.27, 4.28 and 4.29
	$(PY) -m tests.e2e.matrix $(MATRIX)

check: $(READY) ## lint, format, types
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/pyright

bench: $(READY) ## processor time that the plugin adds to a turn, against a control plugin
	@$(PY) -m benchmarks.turn

bench-recall: $(READY) ## how often the right memory is found: make bench-recall DATA=folder/of/data/sets [ARGS="--sets locomo"]
	@test -n "$(DATA)" || { echo "Say where the data sets are: make bench-recall DATA=path (see benchmarks/datasets.py for their form)" >&2; exit 2; }
	@OMP_NUM_THREADS=1 $(PY) -m benchmarks.recall --data "$(DATA)" $(ARGS)

bench-speed: $(READY) ## processor time of a recall and saves per second, in groups of up to 10^5 memories (ARGS=--full: 10^6)
	@OMP_NUM_THREADS=1 $(PY) -m benchmarks.speed $(ARGS)

doctor: $(READY) ## check a data folder: make doctor DATA=.../plugin_data/astrbot_plugin_group_memory
	@test -n "$(DATA)" || { echo "Say which folder: make doctor DATA=path/to/astrbot_plugin_group_memory" >&2; exit 2; }
	@$(PY) -m memory.doctor "$(DATA)"

clean: ## remove environments and caches (.run, which holds data, stays)
	rm -rf .venv .venv-* .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.run/*' -prune -exec rm -rf {} +

$(READY): requirements.txt requirements-dev.txt
	@python=$$($(FIND_PYTHON)); echo "Setting up .venv with $$python (once; takes a minute)"; \
	test -x $(PY) || "$$python" -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check uv
	@echo certifi > $(VENV)/overrides.txt
	@$(UV_INSTALL) --python $(PY) -r requirements.txt -r requirements-dev.txt
	@touch $@

.venv-%/.ready: requirements.txt $(READY)
	@echo "Setting up .venv-$* with AstrBot $*"
	@test -x .venv-$*/bin/python || $(PY) -m venv --without-pip .venv-$*
	@$(UV_INSTALL) --python .venv-$*/bin/python astrbot==$* -r requirements.txt
	@touch $@
