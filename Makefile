# Everything runs in a virtual environment that the first target makes: `make demo` and `make test` need only a
# Python from 3.10 to 3.13. PYTHON says which one makes the environment, VENV where it goes.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.NOTPARALLEL:
.PHONY: demo test nightly check check-tensorflow lint types layers docs docs-current docs-site samples tiers golden bench campaign fuzz kills metamorphic recorded mutants cluster-campaign faults coverage tensorflow-tests test-report test-hardware bands format clean

demo: $(VENV)/.runtime
	$(BIN)/python samples/demo.py

# A process more than there are cores: tests of clusters wait for each other's processes.
test: $(VENV)/.test
	$(BIN)/python -m pytest -n 3 --dist worksteal -m 'not nightly and not hardware'

# Everything, in random order, with all originals recorded anew; then random programs.
nightly: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist worksteal --cache-clear --random-order-bucket=global -m 'not hardware'
	$(MAKE) campaign

check: lint types layers docs-current test

# The private names of TensorFlow that are used, by a version of it in an environment of its own, and the tests
# that need most of them: make check-tensorflow VERSION=2.16 PYTHON=python3.11
VERSION ?= 2.21
OF_VERSION := $(VENV)-tensorflow-$(VERSION)
check-tensorflow:
	$(PYTHON) -m venv $(OF_VERSION)
	$(OF_VERSION)/bin/python -m pip install --quiet 'tensorflow==$(VERSION).*' -e '.[test]' $(BESIDE_$(VERSION))
	$(OF_VERSION)/bin/python -m tests.contract.private_names --check
	$(OF_VERSION)/bin/python -m pytest -n 0 -q -m 'not nightly and not hardware' $(SMOKE)
# What TensorFlow 2.20 does not exclude, but cannot write a graph as text with.
BESIDE_2.20 := 'protobuf<7'
SMOKE := tests/compat/test_variables.py tests/compat/test_towers.py tests/compat/tf1 tests/emulate/test_devices.py
SMOKE += tests/compat/cluster/test_faults.py::test_a_server_that_falls_silent_ends_a_read_beside_the_steps
SMOKE += tests/compat/cluster/test_faults.py::test_a_function_of_the_programs_own_finds_a_server_that_was_started_again

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports --no-cache

docs-current: $(VENV)/.dev
	$(BIN)/python -m migrate.cli.rules_page --check
	$(BIN)/python -m compat._refusals_page --check

docs: $(VENV)/.runtime
	$(BIN)/python -m migrate.cli.rules_page
	$(BIN)/python -m compat._refusals_page

# The documentation as a site, in build/site; a link that leads nowhere is an error.
docs-site: $(BIN)/python
	$(BIN)/python -m pip install --quiet -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

samples: $(VENV)/.runtime
	$(BIN)/python samples/regenerate.py

# The tiers of the conformance programs that may be on any.
tiers: $(VENV)/.test
	$(BIN)/python -m tests.conformance.tiers

# TF1_PYTHON: an interpreter that has TensorFlow 1.15.5.
golden: $(VENV)/.runtime
	$(BIN)/python -m samples.golden $(TF1_PYTHON)

bench: $(VENV)/.runtime
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.towers
	$(BIN)/python -m benchmarks.cluster
	$(BIN)/python -m benchmarks.in_graph
	$(BIN)/python -m benchmarks.strategies
	$(BIN)/python -m benchmarks.emulator

# On a host with a GPU: what emulation cannot show.
test-hardware: $(VENV)/.test
	$(BIN)/python -m pytest -v -s -m hardware tests/hardware

# N generated programs, from SEED on, compared on the symbolic TensorFlow, or with ON=tensorflow on the real one. What
# differs is kept in .campaign; a campaign that was interrupted goes on.
N ?= 200
SEED ?= 0
ON ?= symbolic
campaign: $(VENV)/.test
	$(BIN)/python -m tests.campaign --count $(N) --seed $(SEED) --on $(ON) --keep .campaign

# N programs, the samples first, each with edits that cannot change what it means.
metamorphic: $(VENV)/.test
	$(BIN)/python -m tests.metamorphic --count $(N) --seed $(SEED) --keep .metamorphic

# N random folders and command lines, from SEED on; what is wrong is kept in .fuzz, and it goes on where it was.
fuzz: $(VENV)/.test
	$(BIN)/python -m tests.fuzz --count $(N) --seed $(SEED) --keep .fuzz

# The whole command on a small tree, ended at each of its accesses to files, in four ways.
kills: $(VENV)/.test
	$(BIN)/python -m tests.fuzz.kills

# N programs, asked while they run what they read, write and call: all of that must be in the static answer.
recorded: $(VENV)/.test
	$(BIN)/python -m tests.recorded --count $(N) --seed $(SEED)

# N small faults in compat and emulate, or OF=migrate, one at a time: which of them no test of theirs sees.
mutants: $(VENV)/.test
	$(BIN)/python -m tests.mutants --count $(N) --seed $(SEED) $(if $(OF),--of $(OF))

# What docs/cluster.md says of faults, row by row, on real processes.
faults: $(VENV)/.test
	$(BIN)/python -m tests.compat.cluster.fault_table

# TensorFlow 1.15's own tests of what compat claims, from SOURCE, a checkout of its tag v1.15.5, or else downloaded;
# TF1_PYTHON runs them, too, if it is given.
tensorflow-tests: $(VENV)/.test
	$(BIN)/python -m tests.compat.of_tensorflow $(if $(SOURCE),--source $(SOURCE)) $(if $(TF1_PYTHON),--python $(TF1_PYTHON))

# The lines of the three packages that the tests run, with what their processes do: for docs/contributing.md.
coverage: $(VENV)/.test
	$(BIN)/python -m coverage erase
	-$(BIN)/python -m coverage run -m pytest -n 0 -q -m 'not nightly and not hardware' $(TESTS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

# Eight workers that connect to a fresh server at the same instant, N times.
cluster-campaign: $(VENV)/.test
	$(BIN)/python -m tests.compat.cluster.rush --rounds $(N)

# BROWSER: a Chromium, if none is on the path. It opens the HTML report, and pictures of it go to .report.
BROWSER ?=
test-report: $(VENV)/.test
	$(BIN)/python -m pip install --quiet -e '.[browser]'
	$(BIN)/python -m tests.reported $(if $(BROWSER),--browser $(BROWSER))

# The samples of clusters, five times each, before and after.
bands: $(VENV)/.runtime
	$(BIN)/python samples/bands.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .demo .report .campaign .fuzz .metamorphic .tensorflow_tests .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

# What is installed is marked by empty files, so that it is installed once, and again when pyproject.toml changes.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet -e '.[all]'
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet -e '.[test]'
	touch $(VENV)/.runtime $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $(VENV)/.runtime $(VENV)/.test $@
