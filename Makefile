# make run    set everything up and start the program; with no screen, the same program as a tour of pictures
# make test   set everything up and run every check: format, lint, types, layers, tests
# make test-game GAME=red-star-rising   only the tests of one game
# make bench  measure; make fuzz plays games at length against the contract suite, random ones or with BOTS=planner
# make hostile  opens every spoilt file there is in processes of their own
# make tune GAME=red-star-rising   tunes what the planner weighs by self-play, and prints what belongs into players.yaml
# make soak   a long sitting: games, files, pages, languages; ends in an error when too much is left behind
# make lint   the checks that run nothing; make format puts the code into its form

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

export PYTHONPATH := $(CURDIR)
# What was compiled once is kept, whatever the surroundings say: tests start the program many times.
export PYTHONDONTWRITEBYTECODE :=

OUT      ?= out
GAME     ?=
SCENARIO ?=
ACTIONS  ?= 20000
SEED     ?= 1
EVERY    ?= 1
BOTS     ?= random
KILLS    ?= 200
WORKERS  ?= auto
GENERATIONS ?= 20

.PHONY: run screen test test-game lint format bench fuzz hostile soak tune qt clean
.DEFAULT_GOAL := run

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and f"Redoubt needs Python 3.11 or newer, {sys.executable} is {v[0]}.{v[1]}; name another with make PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

# Qt needs a few libraries of the system. On Debian and its kin they are installed when missing and when we may;
# anywhere else, or without the right to, we say which they are and go on.
QT_LIBS := libegl1 libgl1 libx11-6 libxkbcommon0 libfontconfig1 libfreetype6 libglib2.0-0 libdbus-1-3 libzstd1
XCB_LIBS := libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-shape0 \
            libxcb-randr0 libxcb-xkb1 libxkbcommon-x11-0

# Prints which of them are not there; given a word, those for a window as well.
define missing_libs
	$(BIN)/python -c 'import PySide6.QtWidgets, PySide6.QtSvg' 2>/dev/null || { echo "$(QT_LIBS) $(XCB_LIBS)"; exit 0; }; \
	[ -n "$(1)" ] && command -v ldd >/dev/null || exit 0; \
	plugin=$$($(BIN)/python -c 'import PySide6, pathlib; print(pathlib.Path(PySide6.__file__).parent / "Qt/plugins/platforms/libqxcb.so")'); \
	if ldd "$$plugin" | grep -q 'not found'; then echo "$(XCB_LIBS)"; fi
endef

qt: $(READY)
	@missing=$$($(call missing_libs,$$DISPLAY)); \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null; then \
	  echo "Qt does not load. It needs these libraries (by their Debian names): $$missing" >&2; exit 0; \
	fi; \
	root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	if [ -n "$$root" ] && ! sudo -n true 2>/dev/null; then \
	  echo "Qt does not load. Please install: sudo apt-get install $$missing" >&2; exit 0; \
	fi; \
	echo "Installing the libraries Qt needs: $$missing"; \
	$$root apt-get update -qq && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $$missing >/dev/null

run: qt
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	  $(BIN)/redoubt; \
	else \
	  echo "No screen here: the same program draws a tour instead."; \
	  QT_QPA_PLATFORM=offscreen $(BIN)/redoubt tour $(OUT)/tour; \
	fi

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy

# Some tests start the program under Xvfb and use it with a real pointer; on Debian that is installed when missing and
# when we may, elsewhere the tests say why they are left out.
screen: qt
	@missing=$$($(call missing_libs,screen)); \
	command -v Xvfb >/dev/null && [ -z "$$missing" ] && exit 0; command -v apt-get >/dev/null || exit 0; \
	root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	if [ -n "$$root" ] && ! sudo -n true 2>/dev/null; then exit 0; fi; \
	echo "Installing Xvfb for the tests that use the program on a screen"; \
	$$root apt-get update -qq && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends \
	  xvfb libxtst6 $(XCB_LIBS) >/dev/null || true

test: screen lint
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not bench" --ignore tests/bench

# What belongs to one game: its rules, its golden games, and the contract on its scenarios.
test-game: qt
	@test -n "$(GAME)" || { echo "which game? make test-game GAME=red-star-rising" >&2; exit 2; }
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not bench" tests/engine/rulesets tests/contract tests/golden \
	  -k "$(GAME) or $(subst -,_,$(GAME))"

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: qt
	REDOUBT_RECORD_CASES= $(BIN)/pytest tests/bench -m bench -s -q -p no:xdist

fuzz: qt
	$(BIN)/python -m tests.contract.fuzz --game "$(GAME)" --scenario "$(SCENARIO)" --actions $(ACTIONS) --seed $(SEED) --every $(EVERY) --bots "$(BOTS)" --kills $(KILLS)

hostile: qt
	$(BIN)/python -m tests.helpers.hostile_run

soak: qt
	$(BIN)/python -m tests.helpers.soak

tune: $(READY)
	@test -n "$(GAME)" || { echo "which game? make tune GAME=red-star-rising" >&2; exit 2; }
	@$(BIN)/python -c 'import cma' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[tune]'
	$(BIN)/python -m tests.helpers.tune --game "$(GAME)" --scenario "$(SCENARIO)" --generations $(GENERATIONS)

clean:
	rm -rf $(VENV) build out .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
