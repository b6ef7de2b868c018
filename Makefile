# `make test` is every check there is; CI runs it and nothing else.
# It works on a fresh machine with CPython 3.11+ and pip, in a virtual environment of its own.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PYTHONDONTWRITEBYTECODE :=

.PHONY: test format install clean

test: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

install: $(STAMP)

$(STAMP): pyproject.toml
	command -v git >/dev/null || { apt-get update && apt-get install -y git; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --group dev -e .
	touch $(STAMP)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
