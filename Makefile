# `make play` and `make test` install everything that they need. `make help` lists the other commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(wildcard src/spiritboard/table/*.py src/spiritboard/bots/search.py src/spiritboard/games/*/*.py)
# More processes than cores, because tests with servers and browsers mostly wait.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 3 / 2 )))
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --durations 15

.PHONY: play test compile help lint types test-compiled test-plain test-package dist docs test-often test-kill test-cluster \
    say-packages browser database bench bench-compare bench-server bench-hostile screenshots lock release clean

play: $(VENV)/installed
	@$(BIN)/python -m tools.play $(MAKE) $(VENV)/ready

# Compiling takes half a minute on two cores. Everything that does not need the compiled rules runs at the same time.
test: say-packages $(VENV)/tools
	@echo "Compiling the rules; lint, types and the tests in plain Python run meanwhile. Each prints when it is done."
	@$(MAKE) --no-print-directory --output-sync=target -j2 $(VENV)/ready lint types test-plain
	@$(MAKE) --no-print-directory test-compiled

# Compiles the rules of some games only, which is quicker; the other games run as plain Python. Then the rules are not
# ready for other commands, which compile all of them.
GAMES :=
compile: $(VENV)/installed
	@rm -f $(VENV)/ready
	@$(INSTALL) 'mypy[mypyc]'
	@SPIRITBOARD_COMPILE=$(GAMES) $(BIN)/python setup.py --quiet build_ext --inplace

help:
	@echo "make play           serve the games and open a browser"
	@echo "make test           the whole check: lint, types, all tests, the package built and installed"
	@echo "make compile        compile the rules of some games (GAMES=ghosts,spookies)"
	@echo "make lint types     ruff and mypy only"
	@echo "make test-plain     the tests of rules and bots, in plain Python"
	@echo "make test-compiled  all tests, with compiled rules"
	@echo "make test-package   build, install and try the package"
	@echo "make dist           the same, and keep the source distribution and the wheel in dist/"
	@echo "make docs           write the reference pages anew, and the documentation as files into build/docs"
	@echo "make test-often     the tests with servers and browsers several times (N=5 ONLY=tests/server)"
	@echo "make test-kill      kill servers a hundred times and look for lost moves"
	@echo "make test-cluster   install Ray and test with it"
	@echo "make bench          measure speed beside other libraries"
	@echo "make bench-compare  compare the last make bench with the last release"
	@echo "make bench-server   measure a server with many tables; make bench-hostile measures it under attack"
	@echo "make screenshots    take pictures of every page"
	@echo "make lock           choose new versions of the packages that development uses"
	@echo "make release        check version, changelog and tag, then do what make dist does"
	@echo "make clean          remove everything that make has made"

$(VENV)/bin/python:
	@echo "Making a Python environment in $(VENV) (some seconds) ..."
	@$(PYTHON) -m venv $(VENV)

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock
# Without compiling and without a separate build environment, because making that takes longer than everything else.
INSTALL_PLAIN := SPIRITBOARD_PLAIN=1 $(INSTALL) --no-build-isolation -e

$(VENV)/installed: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Spiritboard and the packages it needs into $(VENV) (about half a minute) ..."
	@$(INSTALL) 'setuptools>=77'
	@$(INSTALL_PLAIN) .
	@touch $@

$(VENV)/tools: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Spiritboard, the packages it needs and the tools for development into $(VENV) (one to two minutes) ..."
	@$(INSTALL) 'setuptools>=77'
	@$(INSTALL_PLAIN) '.[dev]'
	@touch $(VENV)/installed $@

# Runs again whenever a compiled file has changed. It does not reinstall the package, because a server may be using it.
$(VENV)/ready: setup.py pyproject.toml requirements.lock $(COMPILED) | $(VENV)/installed
	@echo "Compiling the rules (about half a minute) ..."
	@$(INSTALL) 'mypy[mypyc]'
	@SPIRITBOARD_COMPILE= $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tools
	$(BIN)/mypy

test-compiled: $(VENV)/tools $(VENV)/ready browser database
	$(BIN)/spiritboard about
	$(PYTEST) --ledger tests tests/package

# The tests of rules, table and bots run in both modes. The tests in ONCE only call the rules, so they run once, with
# compiled rules, as does the comparison of both modes. tests/package tries a package that was built without a compiler.
ONCE := tests/server tests/arena tests/review tests/adapters tests/docs tests/test_benchmarks.py tests/test_cli.py \
	tests/test_cli_puzzles.py tests/test_front_door.py tests/contract/test_modes.py tests/contract/test_puzzles.py
test-plain: $(VENV)/tools
	SPIRITBOARD_PLAIN=1 $(BIN)/spiritboard about
	SPIRITBOARD_PLAIN=1 $(PYTEST) --ledger $(ONCE:%=--ignore %)

# Builds the wheel and the source distribution, installs and tries them, with a compiler and without.
test-package: $(VENV)/tools $(VENV)/ready
	$(PYTEST) tests/package

# The source distribution and the wheel of this machine, into dist/ after they have been tried like this.
dist: $(VENV)/tools $(VENV)/ready
	@echo "Building the package twice, with a compiler and without, and trying both (a minute or two) ..."
	@$(BIN)/python -m pytest -q tests/package --keep dist
	@echo "Built and tried:" && ls dist/spiritboard-*

# The reference pages in docs/ from the code, and all pages as files that need no server.
docs: $(VENV)/tools
	@$(BIN)/python -m tools.docs

# Runs the tests with servers and browsers N times, every second time while another program keeps all cores busy:
# make test-often N=2 ONLY=tests/server/test_table_service.py
N := 5
ONLY := tests/server
test-often: $(VENV)/tools $(VENV)/ready browser database
	$(BIN)/python -m tools.often $(N) $(ONLY)

# Kills single servers a hundred times instead of twenty, and one of two servers a hundred times instead of four.
test-kill: $(VENV)/tools $(VENV)/ready database
	SPIRITBOARD_KILLS=100 $(BIN)/python -m pytest -q -rP tests/server/test_kill.py

# Ray is large, so `make test` does without it. This command installs Ray and tests with it.
test-cluster: $(VENV)/tools $(VENV)/ready
	$(INSTALL) ray
	$(BIN)/python -m pytest -q -p no:xdist tests/cluster

# System packages. They are installed with apt-get, without a question: `sudo -n` fails instead of asking for a password.
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo -n) DEBIAN_FRONTEND=noninteractive
APT_INSTALL := $(AS_ROOT) apt-get install -y -qq
HAS_BROWSER := command -v chromium-headless-shell >/dev/null
HAS_DATABASE := { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1
WHY_BROWSER := chromium-headless-shell, because the tests open the pages in a real browser
WHY_DATABASE := postgresql, because the tests run several servers with one database (the tests start their own)

# Says before anything else which packages are missing, so that nobody is surprised later.
say-packages:
	@$(HAS_BROWSER) || echo "make test will install a system package with apt-get: $(WHY_BROWSER)."
	@$(HAS_DATABASE) || echo "make test will install a system package with apt-get: $(WHY_DATABASE)."

# Chromium's headless shell opens pages several times as fast as the whole browser, which is used where there is no shell.
browser:
	@$(HAS_BROWSER) || { echo "Installing $(WHY_BROWSER) ..."; \
	    $(AS_ROOT) apt-get update -qq && $(APT_INSTALL) chromium-headless-shell; } || \
	    command -v chromium chromium-browser google-chrome >/dev/null || $(APT_INSTALL) chromium || \
	    { echo "That failed. Install Chromium yourself, then run make again."; exit 1; }

database:
	@$(HAS_DATABASE) || { echo "Installing $(WHY_DATABASE) ..."; \
	    $(AS_ROOT) apt-get update -qq && $(APT_INSTALL) postgresql; } || \
	    { echo "That failed. Install PostgreSQL yourself, then run make again."; exit 1; }

screenshots: $(VENV)/tools $(VENV)/ready browser
	$(BIN)/python -m tools.screenshots

# Everything that should be fast, beside other libraries, in one table. EnvPool has no package for some systems.
bench: $(VENV)/tools $(VENV)/ready
	$(INSTALL) open_spiel pygame-ce rlcard
	$(INSTALL) 'envpool>=1.2,<2' || echo "EnvPool cannot be installed here; the other libraries are compared."
	$(BIN)/python -m benchmarks --instructions

# The ratios of the last `make bench` beside those of the last release.
bench-compare: $(VENV)/tools
	@$(BIN)/python -m benchmarks --compare

# How long people wait for each other's moves with many tables, with many stored tables, and for bots beside reviews.
bench-server: $(VENV)/tools $(VENV)/ready
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.moves
	$(BIN)/python -m benchmarks.many_tables
	$(BIN)/python -m benchmarks.reviews

# Measures how long a bystander waits while other programs attack the server. Takes a few minutes, all on this machine.
bench-hostile: $(VENV)/tools $(VENV)/ready
	$(BIN)/python -m benchmarks.hostile all --seconds 10

# Chooses the versions that development and CI use, from the ranges in pyproject.toml.
lock: $(VENV)/tools
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-header --no-annotate --no-emit-index-url \
	    pyproject.toml -o requirements.lock

# Refuses unless version, changelog, tag and working tree agree. Builds into dist/, and publishes nothing.
release: $(VENV)/tools
	@$(BIN)/python -m tools.release

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +
