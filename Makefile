# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(wildcard src/spiritboard/table/*.py src/spiritboard/bots/search.py src/spiritboard/games/*/*.py)
PYTEST := $(BIN)/python -m pytest -q -n auto --durations 15

.PHONY: play test lint types test-compiled test-plain test-kill test-cluster browser database bench bench-hostile screenshots lock clean

play: $(VENV)/ready
	$(BIN)/spiritboard serve

# What can be said without the compiled rules is said while they are compiled, which takes one core for minutes.
test:
	@echo "Installing, then compiling beside lint, types and the tests in plain Python: each speaks when it is done."
	$(MAKE) --no-print-directory --output-sync=target -j2 $(VENV)/ready-dev lint types test-plain
	$(MAKE) --no-print-directory test-compiled

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Again whenever something that is compiled has changed.
SOURCES := pyproject.toml setup.py requirements.lock $(COMPILED)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock

$(VENV)/ready: $(SOURCES) | $(VENV)/bin/python
	$(INSTALL) -e .
	touch $@

$(VENV)/tools: pyproject.toml requirements.lock | $(VENV)/bin/python
	SPIRITBOARD_PLAIN=1 $(INSTALL) -e '.[dev]'
	touch $@

# Only compiles: tests may be running, for which the package must not be gone for a moment.
$(VENV)/ready-dev: $(SOURCES) $(VENV)/tools
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $(VENV)/ready $@

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tools
	$(BIN)/mypy

test-compiled: $(VENV)/ready-dev browser database
	$(BIN)/spiritboard about
	$(PYTEST) --ledger

# Pages are the same in both modes, and so is the comparison of the two: what takes a browser or both modes runs once.
ONCE := tests/server tests/arena/test_report_in_browser.py tests/contract/test_modes.py
test-plain: $(VENV)/tools
	SPIRITBOARD_PLAIN=1 $(BIN)/spiritboard about
	SPIRITBOARD_PLAIN=1 $(PYTEST) --ledger $(ONCE:%=--ignore %)

# A hundred kills of servers that are alone instead of twenty, and of two with one database instead of four.
test-kill: $(VENV)/ready-dev database
	SPIRITBOARD_KILLS=100 $(BIN)/python -m pytest -q tests/server/test_kill.py

# Ray is large, so only those who want it have it: these tests install it and are not among the others.
test-cluster: $(VENV)/ready-dev
	$(INSTALL) ray
	$(BIN)/python -m pytest -q -p no:xdist tests/cluster

# The shell of Chromium opens pages several times as fast as the whole of it, which will do where there is no shell.
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo) DEBIAN_FRONTEND=noninteractive
browser:
	@command -v chromium-headless-shell >/dev/null || \
	    { $(AS_ROOT) apt-get update -qq && $(AS_ROOT) apt-get install -y -qq chromium-headless-shell; } || \
	    command -v chromium chromium-browser google-chrome >/dev/null || $(AS_ROOT) apt-get install -y -qq chromium

# Several servers are tested with a PostgreSQL of the tests' own, which they start and end by themselves.
database:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	    { $(AS_ROOT) apt-get update -qq && $(AS_ROOT) apt-get install -y -qq postgresql; }

screenshots: $(VENV)/ready-dev browser
	$(BIN)/python -m tools.screenshots

bench: $(VENV)/ready-dev
	$(INSTALL) open_spiel pygame-ce rlcard
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.steps
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.moves

# What a bystander waits while others attack the server: a few minutes, all on this machine.
bench-hostile: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks.hostile all --seconds 10

# The versions that development and CI use, from the ranges in pyproject.toml.
lock: $(VENV)/ready-dev
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-header --no-annotate --no-emit-index-url \
	    pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +
