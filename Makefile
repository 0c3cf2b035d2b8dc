# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(wildcard src/spiritboard/table/*.py src/spiritboard/bots/search.py src/spiritboard/games/*/*.py)
# More of them than cores: tests with servers and browsers mostly wait.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 3 / 2 )))
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --durations 15

.PHONY: play test lint types test-compiled test-plain test-package test-often test-kill test-cluster browser database \
    bench bench-hostile screenshots lock clean

play: $(VENV)/installed
	@$(BIN)/python -m tools.play $(MAKE) $(VENV)/ready

# What can be said without the compiled rules is said while they are compiled, which takes one core for a minute.
test: $(VENV)/tools
	@echo "Compiling beside lint, types and the tests in plain Python: each speaks when it is done."
	@$(MAKE) --no-print-directory --output-sync=target -j2 $(VENV)/ready lint types test-plain
	@$(MAKE) --no-print-directory test-compiled

$(VENV)/bin/python:
	@echo "Making a Python environment in $(VENV) (some seconds) ..."
	@$(PYTHON) -m venv $(VENV)

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock
# Without the compiler, and with what is there: an environment only to build in would be the most of the work.
INSTALL_PLAIN := SPIRITBOARD_PLAIN=1 $(INSTALL) --no-build-isolation -e

$(VENV)/installed: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Spiritboard and the packages it needs into $(VENV) (about half a minute) ..."
	@$(INSTALL) 'setuptools>=77'
	@$(INSTALL_PLAIN) .
	@touch $@

$(VENV)/tools: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Spiritboard, the packages it needs and the tools for development into $(VENV) (a minute) ..."
	@$(INSTALL) 'setuptools>=77'
	@$(INSTALL_PLAIN) '.[dev]'
	@touch $(VENV)/installed $@

# Again whenever something that is compiled has changed. The package itself is left alone: it may be in use meanwhile.
$(VENV)/ready: setup.py pyproject.toml requirements.lock $(COMPILED) | $(VENV)/installed
	@echo "Compiling the rules (about a minute) ..."
	@$(INSTALL) 'mypy[mypyc]'
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tools
	$(BIN)/mypy

test-compiled: $(VENV)/tools $(VENV)/ready browser database
	$(BIN)/spiritboard about
	$(PYTEST) --ledger tests tests/package

# The rules and all who play by them, bots among them, are tried in both modes. Who only calls them is the same in both,
# and runs once, as does the comparison of the two; that the package works without a compiler is tried with the package.
ONCE := tests/server tests/arena tests/adapters tests/test_cli.py tests/contract/test_modes.py
test-plain: $(VENV)/tools
	SPIRITBOARD_PLAIN=1 $(BIN)/spiritboard about
	SPIRITBOARD_PLAIN=1 $(PYTEST) --ledger $(ONCE:%=--ignore %)

# The wheel and the source distribution, built, installed and tried, with a compiler and without.
test-package: $(VENV)/tools $(VENV)/ready
	$(PYTEST) tests/package

# The tests with servers and browsers again and again, half of them beside a program that keeps all cores busy:
# make test-often N=2 ONLY=tests/server/test_hall.py
N := 5
ONLY := tests/server
test-often: $(VENV)/tools $(VENV)/ready browser database
	$(BIN)/python -m tools.often $(N) $(ONLY)

# A hundred kills of servers that are alone instead of twenty, and of two with one database instead of four.
test-kill: $(VENV)/tools $(VENV)/ready database
	SPIRITBOARD_KILLS=100 $(BIN)/python -m pytest -q -rP tests/server/test_kill.py

# Ray is large, so only those who want it have it: these tests install it and are not among the others.
test-cluster: $(VENV)/tools $(VENV)/ready
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

screenshots: $(VENV)/tools $(VENV)/ready browser
	$(BIN)/python -m tools.screenshots

bench: $(VENV)/tools $(VENV)/ready
	$(INSTALL) open_spiel pygame-ce rlcard
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.steps
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.moves
	$(BIN)/python -m benchmarks.many_tables

# What a bystander waits while others attack the server: a few minutes, all on this machine.
bench-hostile: $(VENV)/tools $(VENV)/ready
	$(BIN)/python -m benchmarks.hostile all --seconds 10

# The versions that development and CI use, from the ranges in pyproject.toml.
lock: $(VENV)/tools
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-header --no-annotate --no-emit-index-url \
	    pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +
