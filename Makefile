# Two commands: `make run` starts the site, `make test` checks everything.
# All generated files are in .venv/ and var/, which git ignores.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
VAR := $(or $(CREWSITE_VAR),var)
SCRIPTS = $(shell find logbook/static -name "*.js")
STYLES = $(shell find logbook/static -name "*.css")

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONUNBUFFERED := 1

.DEFAULT_GOAL := help
.PHONY: help run prepare faults mutants fast compiler kernel translations messages quick quick-tests test thorough environment checks \
  test-on-sqlite test-on-database lint types bench lock demo manage clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- environment ---------------------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Crewsite needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "$(PYTHON) cannot make virtual environments here. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Hashes pin every package, whatever index it comes from.
$(VENV)/.runtime: requirements.txt | $(BIN)/python
	@echo "Installing what the site runs on ..."
	@$(BIN)/python -m pip install --quiet --use-pep517 --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --use-pep517 --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.runtime

# Only a site whose uploads lie in a bucket needs these.
$(VENV)/.s3: requirements-s3.txt $(VENV)/.runtime
	@echo "Installing what reads the bucket ..."
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements-s3.txt
	@touch $@

# The solver's fast dependencies are optional: without them it gives the same answers, only later.
fast: compiler
	@$(MAKE) --no-print-directory kernel

compiler: $(VENV)/.runtime
	@test $(VENV)/.fast -nt requirements-fast.txt || { \
	  echo "Installing what makes the solver fast ..."; \
	  $(BIN)/python -m pip install --quiet --retries 1 --only-binary :all: --require-hashes \
	    -r requirements-fast.txt 2>/dev/null && touch $(VENV)/.fast; \
	} || true

kernel:
	@$(BIN)/python -m games.crew.solver.precompile || true

# Django's .mo files are compiled from the .po files, in pure Python.
translations: $(VENV)/.runtime
	@$(BIN)/python -m crewsite.translations compile

# --- the site ------------------------------------------------------------------------------------------------------

export WEB_HOST ?= 127.0.0.1
export WEB_PORT ?= 8000
# With REDIS_URL set, that server is used; otherwise the site starts a private one.
PROCESSES := $(if $(REDIS_URL),web worker analyses mails outgoing beat)
run prepare demo manage: export DEBUG ?= 1
run prepare demo manage: export PATH := $(abspath $(BIN)):$(PATH)

run: prepare  ## install, migrate, load the demo if the site is empty (in development), and start everything
	@python manage.py demo --if-empty
	@echo "Crewsite is at http://$(WEB_HOST):$(WEB_PORT)/ (stop it with Ctrl-C)"
	@exec honcho start $(PROCESSES)

# In development static files come straight from the source.
prepare: $(VENV)/.runtime $(if $(STORAGE_BUCKET),$(VENV)/.s3) fast translations  ## install and migrate, before the first start and after an upgrade
	@python manage.py migrate --verbosity 0
	@test "$$DEBUG" = 1 || python manage.py collectstatic --no-input --verbosity 0

demo: $(VENV)/.runtime translations  ## load the demo into the site's database
	@python manage.py migrate --verbosity 0
	@python manage.py demo

manage: $(VENV)/.runtime  ## run a management command, such as make manage DO="createsuperuser"
	@python manage.py $(DO)

# --- checks --------------------------------------------------------------------------------------------------------

# Keep the tests' bytecode even where PYTHONDONTWRITEBYTECODE is set: it halves the time of collecting them.
# In a new checkout one process writes it for all (`checks`).
PYTEST_ALONE = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest
PYTEST = $(PYTEST_ALONE) $(if $(filter 0,$(JOBS)),,-n $(or $(JOBS),auto) --dist worksteal)

# For the edit loop: no slow tests, no page tests, and no database tests with the same result on any database.
QUICK = not browser and not slow and not page and not (once and django_db)

quick: $(VENV)/.dev compiler translations  ## check style, types, rules and services in a minute, while you write
	@$(MAKE) --no-print-directory -j2 --output-sync=target kernel lint
	@$(MAKE) --no-print-directory -j2 types quick-tests

quick-tests:
	@unset DATABASE_URL; $(PYTEST) -m "$(QUICK)" $(ARGS)

test: environment translations  ## check everything; on PostgreSQL too if TEST_DATABASE_URL is set
	@$(MAKE) --no-print-directory -j2 --output-sync=target kernel checks
ifdef TEST_DATABASE_URL
	@$(MAKE) --no-print-directory -j2 --output-sync=target test-on-sqlite test-on-database
else
	@$(MAKE) --no-print-directory test-on-sqlite
	@echo "NOT tested on PostgreSQL: set TEST_DATABASE_URL=postgres://... (bash .ci/run does it for you)."
endif

environment: $(VENV)/.dev compiler

# One core compiles the solver's search; meanwhile the other does all this.
checks:
	@$(MAKE) --no-print-directory lint types
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run
	@test -d $(VAR)/pytest || $(PYTEST_ALONE) --collect-only -qq >/dev/null

# Tests that wait for Chromium leave a core idle: one process with the other database's tests fills it.
test-on-sqlite: $(VENV)/.dev
	@unset DATABASE_URL; $(PYTEST) $(ARGS)

# Tests without a database cannot differ there. Pages run the queries of services and selectors; one test reads all pages.
test-on-database: JOBS = 1
test-on-database: $(VENV)/.dev
	@echo "On PostgreSQL:"
	@DATABASE_URL="$(TEST_DATABASE_URL)" TEST_ONLY=database \
	  $(PYTEST) --ignore tests/games -m "not browser and not once and (not page or every_database)" $(ARGS)

lint: $(VENV)/.dev  ## check the style of code, templates, styles and scripts, and imports
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@imports=$$($(BIN)/lint-imports --no-cache --no-logo) || { echo "$$imports"; exit 1; }
	@scripts=$$($(BIN)/oxlint $(addprefix -D ,correctness eqeqeq no-var prefer-const) $(SCRIPTS)) || { echo "$$scripts"; exit 1; }
	@templates=$$(find templates -name '*.html' -not -path '*/jinja2/*' -exec $(BIN)/djangofmt check {} + 2>&1) || { echo "$$templates"; exit 1; }
	@templates=$$($(BIN)/djangofmt check --profile jinja templates/jinja2 2>&1) || { echo "$$templates"; exit 1; }
	@$(BIN)/oxfmt --list-different $(SCRIPTS) $(STYLES) || { echo "Run: $(BIN)/oxfmt with these files."; exit 1; }

types: $(VENV)/.dev
	@$(BIN)/mypy

thorough:  ## make test with every example and the full statistics instead of samples; for the night
	@WIDE=1 $(MAKE) --no-print-directory test

faults: $(VENV)/.dev  ## kill the site's processes while people play, for MINUTES=30, on DATABASE=sqlite or postgresql; with HOSTS=1 its hosts
	@$(BIN)/python -m tests.faults.run --minutes $(or $(MINUTES),30) $(if $(HOSTS),--hosts,--database $(or $(DATABASE),sqlite))

mutants: $(VENV)/.dev translations  ## check that tests notice small wrong changes of access and counting (an hour; MUTANTS="..." picks)
	@$(BIN)/mutmut run --max-children $(or $(JOBS),2) $(MUTANTS)
	@$(BIN)/mutmut results

bench: $(VENV)/.runtime fast  ## run all benchmarks, and write their figures to benchmarks/
	@for name in $$(grep -l run_benchmark benchmarks/*.py | xargs -n 1 basename -s .py | grep -v results); do \
	  echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done
	@$(BIN)/python -m benchmarks.results

# --- upkeep --------------------------------------------------------------------------------------------------------

# uv resolves for every platform and Python at once. It has an environment of its own, and the locks contain no index address.
UV_COMPILE = $(VAR)/lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header $(if $(UPGRADE),--upgrade)

lock:  ## lock the requirements again; UPGRADE=1 takes newer versions
	@$(PYTHON) -m venv $(VAR)/lock && $(VAR)/lock/bin/python -m pip install --quiet uv==0.13.8
	@$(UV_COMPILE) requirements.in -o requirements.txt
	@$(UV_COMPILE) requirements-s3.in -o requirements-s3.txt
	@$(UV_COMPILE) requirements-dev.in -o requirements-dev.txt
	@$(UV_COMPILE) requirements-fast.in -o requirements-fast.txt
	@! grep -nE '://|--(index|extra-index|find-links)' requirements*.txt

messages: $(VENV)/.runtime  ## update the translations, and print the messages that changed
	@$(BIN)/python -m crewsite.translations collect
	@$(BIN)/python -m crewsite.translations changed

clean:  ## delete the environment and all generated files, the database too
	@rm -rf $(VENV) $(VAR) mutants
