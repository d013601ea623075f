# Needs Python 3.11 (or newer) and make; everything else is installed into .venv and web/node_modules.
# `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python
# The first Python that is new enough; empty when there is none.
PYTHON ?= $(shell for p in python3.11 python3 python3.14 python3.13 python3.12 python; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

PORT ?= 8000
HOST ?= 127.0.0.1
ARGS ?=
PYTEST_ARGS ?=

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONUNBUFFERED := 1

.PHONY: help setup warm run test test-luzhanqi check precheck lint format types imports migrations audit pins demo bench-rules bench-luzhanqi bench-server \
	fuzz security openapi coverage clean web web-check web-schema web-drift chromium e2e bench-web bench-bots \
	bench-bots-load arena arena-quick arena-luzhanqi train

help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{printf "make %-14s %s\n", $$1, $$2}'

# --- environment ----------------------------------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Gyoji needs Python 3.11 or newer with venv and pip; none was found. Install it, or run: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.embedded: requirements/embedded.txt | $(BIN)/python
	@echo "Installing what runs the server ..."
	@$(RUN) -m pip install --quiet --require-hashes -r requirements/embedded.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(BIN)/python
	@echo "Installing what runs and tests the server ..."
	@$(RUN) -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

# dev.txt holds all of embedded.txt: where it is installed, `make run` needs no more.
.PHONY: embedded
embedded:
	@test $(VENV)/.dev -nt requirements/dev.txt || $(MAKE) --no-print-directory $(VENV)/.embedded

setup: $(VENV)/.dev warm ## Create .venv with everything that develops, tests and runs Gyoji

warm: $(VENV)/.dev ## Compile the computers' search, where that was not done: else the first bots' worker does it
	@$(RUN) -m ai_workers.bots.warm

pins: $(VENV)/.dev ## Resolve pyproject.toml into the hashed requirements/*.txt again
	@compile() { out=$$1; shift; env -u UV_INDEX_URL -u UV_DEFAULT_INDEX $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--custom-compile-command "make pins" "$$@" -o requirements/$$out; }; \
	compile run.txt $(ARGS) pyproject.toml && \
	compile embedded.txt $(ARGS) --constraint requirements/run.txt --group embedded pyproject.toml && \
	compile dev.txt $(ARGS) --constraint requirements/embedded.txt --group embedded --group dev pyproject.toml && \
	compile web.txt $(ARGS) --group web
	@! grep -nE '://|^--' requirements/*.txt || { echo "A pin file names an address; see above." >&2; exit 1; }

# --- run ------------------------------------------------------------------------

run: embedded web ## Start the whole server: Postgres, Valkey, web, workers, beat
	@exec $(RUN) manage.py serve --host $(HOST) --port $(PORT) $(ARGS)

demo: $(VENV)/.dev ## Play a whole match between two API clients and show what each seat saw
	@exec $(RUN) -m bench.demo $(ARGS)

# --- the web client -----------------------------------------------------------------

WEB_INPUTS := web/index.html web/vite.config.ts web/tsconfig.json web/scripts/build.mjs web/scripts/compress.mjs \
	$(shell find web/src web/public -type f ! -name '*.test.*' ! -path '*/fixtures/*' 2>/dev/null)
WITH_NODE := web/scripts/with-node.sh

web: web/dist/index.html ## Build the web client into web/dist

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc
	@echo "Installing what builds the web client ..."
	@cd web && VENV=../$(VENV) scripts/with-node.sh npm ci --no-audit --no-fund --prefer-offline --loglevel=error \
		|| { echo "What builds the web client could not be installed; see above." >&2; exit 1; }
	@touch $@

web/dist/index.html: $(WEB_INPUTS) web/node_modules/.installed
	@echo "Building the web client ..."
	@cd web && VENV=../$(VENV) scripts/with-node.sh npm run --silent build \
		|| { echo "The web client could not be built; see above." >&2; exit 1; }

web-check: web/node_modules/.installed web-drift ## Types, formatting, tests of the web client, and that it fits the API
	@cd web && VENV=../$(VENV) scripts/with-node.sh npm run --silent check

web-schema: $(VENV)/.dev web/node_modules/.installed ## Write the API's types for the web client
	@$(call api-types,src/api/schema.d.ts)

web-drift: $(VENV)/.dev web/node_modules/.installed
	@$(call api-types,node_modules/.schema.d.ts)
	@diff -q web/src/api/schema.d.ts web/node_modules/.schema.d.ts >/dev/null \
		|| { echo "web/src/api/schema.d.ts does not fit the API: run make web-schema." >&2; exit 1; }

define api-types
env -u DATABASE_URL SECRET_KEY=check $(RUN) manage.py spectacular --file web/node_modules/.openapi.yaml && \
cd web && VENV=../$(VENV) scripts/with-node.sh npx openapi-typescript node_modules/.openapi.yaml --output $(1) >/dev/null
endef

# --- check ----------------------------------------------------------------------

test: $(VENV)/.dev ## Run the tests against a real embedded Postgres and Valkey
	@exec $(RUN) -m pytest -n auto --maxprocesses 4 --dist worksteal $(PYTEST_ARGS)

test-luzhanqi: $(VENV)/.dev ## Run the tests of the rules of Luzhanqi alone
	@exec $(RUN) -m pytest tests/rules -k luzhanqi -n auto --maxprocesses 4 $(PYTEST_ARGS)

check: precheck test ## Everything that must pass before a commit; tests last

precheck: lint types imports migrations audit web-check ## All of it but pytest's tests

lint: $(VENV)/.dev ## Formatting and lint rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

format: $(VENV)/.dev ## Format the code and repair what can be repaired
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

types: $(VENV)/.dev ## mypy --strict
	@$(BIN)/mypy

imports: $(VENV)/.dev ## Who may import whom
	@$(BIN)/lint-imports

migrations: $(VENV)/.dev ## Fail when a model changed without its migration
	@env -u DATABASE_URL SECRET_KEY=check \
		$(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run

audit: $(VENV)/.dev web/node_modules/.installed ## Known faults in what we ship, where an advisory service answers
	@$(RUN) -m bench.audit

# Where this may install things and something is missing, it does; else the tests say what is missing.
chromium:
	@missing=; command -v chromium chromium-browser >/dev/null || missing=chromium; \
	fc-list 2>/dev/null | grep -qi cjk || missing="$$missing fonts-noto-cjk"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing$${missing:+ }$$missing ..."; \
		log=$$(mktemp) && { apt-get update && \
			DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing fontconfig; } \
			>$$log 2>&1 || { tail -n 20 $$log >&2; exit 1; }; rm -f $$log; \
	fi

e2e: $(VENV)/.dev web chromium ## Play in a real browser against the running server
	@exec $(RUN) -m pytest tests/e2e -m e2e -p no:tests.services -n auto --maxprocesses 2 --dist worksteal $(PYTEST_ARGS)

# why loadfile: the matrix is written from what one process measured
security: $(VENV)/.dev ## Test who may call what and what must not leak, and write the matrix into docs/security.md
	@exec $(RUN) -m pytest tests/security --write-matrix -n auto --maxprocesses 4 --dist loadfile $(PYTEST_ARGS)

coverage: $(VENV)/.dev ## Run the tests and report which lines they miss
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(PYTEST_ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

# --- measure --------------------------------------------------------------------

bench-rules: $(VENV)/.dev ## Full random matches per second of the rules, against a naive engine
	@exec $(RUN) -m bench.rules $(ARGS)

bench-luzhanqi: $(VENV)/.dev ## Legal plies on the graph and random matches of Luzhanqi, against plain searches
	@exec $(RUN) -m bench.luzhanqi $(ARGS)

bench-server: $(VENV)/.dev ## Plies per second and delays over the running stack, against a bare echo
	@exec $(RUN) -m bench.server $(ARGS)

bench-web: $(VENV)/.dev web chromium ## Sizes, delays and accessibility of the web client, against an empty page
	@exec $(RUN) -m bench.web $(ARGS)

bench-bots: $(VENV)/.dev ## Speed of the computers' array twin against the plain rules and C, and of their answers in both systems
	@$(RUN) -m bench.bots $(ARGS)
	@exec $(RUN) -m bench.luzhanqi_bots

bench-bots-load: $(VENV)/.dev ## How long computers' answers take in 8 matches at once, and after a cold start
	@exec $(RUN) -m bench.bots_load $(ARGS)

# --- computers -------------------------------------------------------------------

arena-quick: $(VENV)/.dev ## The levels against each other, 100 matches each: some minutes
	@exec $(RUN) -m ai_workers.arena --table levels --matches 100 --processes 2 --results .gyoji/arena.jsonl $(ARGS)

arena: $(VENV)/.dev ## Every pairing of docs/bots.md, 400 matches each, written into it: an hour or two
	@exec $(RUN) -m ai_workers.arena --table all --matches 400 --processes 2 --write $(ARGS)

arena-luzhanqi: $(VENV)/.dev ## The computers of Luzhanqi in all variants, 100 matches a line, written into docs/bots.md: some hours
	@exec $(RUN) -m ai_workers.arena.luzhanqi --table --minutes 600 --write $(ARGS)

train: $(VENV)/.dev ## Fit what the computers know to matches with themselves: ten minutes or more
	@OPENBLAS_NUM_THREADS=1 $(RUN) -m ai_workers.arena.train --processes 2 $(ARGS)
	@OPENBLAS_NUM_THREADS=1 $(RUN) -m ai_workers.arena.train_habits --processes 2

fuzz: $(VENV)/.dev ## Fuzz a running server from its own API document, signed in and not: ten minutes
	@exec $(RUN) -m bench.fuzz $(ARGS)

openapi: $(VENV)/.dev ## Write the API document to openapi.yaml and validate it
	@env -u DATABASE_URL SECRET_KEY=check \
		$(RUN) manage.py spectacular --validate --fail-on-warn --file openapi.yaml
	@$(BIN)/openapi-spec-validator openapi.yaml

clean: ## Remove caches (not .gyoji, which holds your data)
	@rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.* openapi.yaml web/dist
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
