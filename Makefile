# `make test` is every check there is; CI runs it and nothing else.
# It works on a fresh machine with CPython 3.11+ and pip, in a virtual environment of its own.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PYTHONDONTWRITEBYTECODE :=

# What only the system can give: installed where we may, named where we may not.
debian = { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y $(1); } || \
	{ echo "make test needs $(1): please install it" >&2; exit 1; }

# Tests of pure functions; those that feed parsers with every kind of garbage take longer than all others.
PURE := analyse book disk findings languages parse render resolve scan search text
SLOW := --ignore=tests/languages/test_parse.py --ignore-glob='*hostile*'

.PHONY: test check format install clean

test: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 $(SLOW) $(addprefix tests/,$(PURE))

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

install: $(STAMP)

$(STAMP): pyproject.toml
	command -v git >/dev/null || $(call debian,git)
	test -x /usr/bin/chromium-headless-shell || $(call debian,chromium-headless-shell)
	ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || $(call debian,postgresql)
	command -v firefox-esr || command -v firefox || { [ "$$(id -u)" = 0 ] && apt-get update -qq && \
		apt-get install -qq -y firefox-esr; } || echo "no Firefox: the walk in it is skipped" >&2
	$(PYTHON) -c 'import ensurepip, venv' || $(call debian,python3-venv)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --group dev -e '.[fleet]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
