# Every task by name; `make help` lists them. PYTHON=python3.9 chooses another Python.

unexport PYTHONDONTWRITEBYTECODE # or each of hundreds of processes compiles the app anew
MAKEFLAGS += --no-print-directory

# Tests see no other variable of the machine, so that none hides a defect or makes one.
ifneq ($(filter test,$(MAKECMDGOALS)),)
KEPT := PATH HOME TMPDIR LANG TZ PYTHON PIP_% SSL_CERT_% REQUESTS_CA_BUNDLE CURL_CA_BUNDLE \
	http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
INHERITED := $(foreach name,$(.VARIABLES),$(if $(filter environment,$(origin $(name))),$(name)))
unexport $(filter-out $(KEPT),$(INHERITED))
endif

PY := .venv/bin/python
ENGINE := $(MAKE) -C engine_c -j$(shell nproc)
SOURCES := sanmill ci tests

.NOTPARALLEL:
.PHONY: help run test engine bench book shots layouts pictures charts language fonts wild motion damage round-trips messages kills ladder styles leak perfect learn soak lint format fuzz console brute-force clean test-engine apk ios wheels folder arm-test setup-run setup-test setup-arm setup-wheels

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1 \2/p' Makefile | while read -r name text; do \
		printf '  make %-12s %s\n' "$$name" "$$text"; done

run: engine ## set everything up and play
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(PY) main.py; \
	else echo "There is no display to open a window on; playing here in the terminal."; $(PY) -m sanmill play; fi

test: setup-test engine test-engine lint ## set everything up and run the whole test suite
	$(PY) -m pytest -q -n $$(($$(nproc) + 1)) --dist worksteal # one more than cores: a test also waits

engine: setup-run ## build the C engine, its Python declarations and the catalogues
	$(ENGINE) all
	$(PY) -m ci.declare
	$(PY) -m ci.stamp
	$(PY) -m ci.catalogues

bench: setup-test engine ## measure the engine, the app and its package, print the engine's signature (AGAINST=ENGINE compares search speeds only)
ifdef AGAINST
	$(PY) -m ci.robots.bench_search engine_c/build/sanmill-uci "$$AGAINST"
else
	$(ENGINE) bench
	$(PY) -m ci.robots.bench_app
	$(PY) -m ci.packaging.packaged
endif

shots: engine ## take screenshots of every screen and report layout errors
	$(PY) -m ci.robots.shots build/shots

layouts: setup-test engine ## report layout errors of every screen in every language, or in some (LANGUAGES="fr ja")
	$(PY) -m ci.robots.shots --layouts $(LANGUAGES)

pictures: setup-test engine ## take the pictures of README and of the store again (STORE="de-DE fa" only these)
	$(PY) -m pip install -q -r ci/requirements/assets.txt
	$(PY) -m ci.assets.make_store $(STORE)

charts: setup-run ## draw the charts of tests/MEASUREMENTS.md from the measured files
	$(PY) -m ci.assets.make_charts

language: setup-test ## prepare one more language: make language LANG=sv
	$(PY) -m pip install -q -r ci/requirements/assets.txt
	$(PY) -m ci.assets.language $(if $(filter command,$(origin LANG)),$(LANG))

fonts: setup-test ## make the fonts again, after a catalogue brought new characters; fetches their sources
	$(PY) -m pip install -q -r ci/requirements/assets.txt
	$(PY) -m ci.assets.make_fonts

wild: setup-test engine ## send random touches to the app, 120 in each second of frames (WILD_SECONDS=60)
	WILD_SECONDS=$(or $(WILD_SECONDS),60) $(PY) -m pytest -q -s tests/ui/test_life.py -k wild

motion: setup-test engine ## send random views to the board at random moments and watch games with motion (VIEWS=20000 GAMES=200 SEED=1)
	MOTION_VIEWS=$(or $(VIEWS),20000) MOTION_GAMES=$(or $(GAMES),200) MOTION_SEED=$(or $(SEED),1) $(PY) -m pytest -q -s tests/ui/test_board_motion.py

ladder: engine ## measure the levels: assets/ladder.json, table and chart in tests/MEASUREMENTS.md (GAMES=200 LEVELS=4-12 REPLACE=1)
	$(PY) -m sanmill ladder --out assets/ladder.json --document tests/MEASUREMENTS.md $(if $(GAMES),--games $(GAMES)) $(if $(LEVELS),--levels $(LEVELS)) $(if $(REPLACE),--replace)
	$(PY) -m ci.assets.make_charts

STYLES := attacking defensive sacrificing changeable
STYLE_MATCH = $(PY) -m sanmill match sanmill sanmill --nodes 2000 --material --option OwnBook=false --option ProvePlacing=false
styles: engine ## measure the styles, each against the balanced one and against itself
	for style in $(STYLES); do $(STYLE_MATCH) --games 600 --option1 Style=$$style --option2 Style=balanced || exit 1; done
	for style in balanced $(STYLES); do $(STYLE_MATCH) --games 600 --option Style=$$style || exit 1; done

perfect: engine ## solve the whole of Nine Men's Morris into one file, dist/nine_mens_morris.tablebase; goes on after a stop
	$(PY) -m sanmill tables build --complete --out "$${OUT:-dist/nine_mens_morris.tablebase}"

leak: engine ## how often levels and Perfect drop value, by exact values: assets/leak.json, table and chart in tests/MEASUREMENTS.md (TABLES=FILE of make perfect, GAMES=100)
	$(PY) -m sanmill leak --tables "$$TABLES" --json assets/leak.json --document tests/MEASUREMENTS.md $(if $(GAMES),--games $(GAMES))
	$(PY) -m ci.assets.make_charts

learn: engine ## learn the evaluation of VARIANT by games of the engine against itself, adopt it if it wins a match (TABLES=PATH for exact values)
	$(ENGINE) learn
	$(PY) -m sanmill learn $(VARIANT) --document engine_c/EXPERIMENTS.md $(if $(TABLES),--tables "$$TABLES" --against assets/networks)

book: engine ## prove the first positions of the game: the opening book (TABLES=PATH of the complete tables, PLACED=4)
	$(PY) -m sanmill opening build --tables "$$TABLES" $(if $(PLACED),--placed $(PLACED))

damage: setup-test engine ## start the app on randomly damaged data folders and on fields with other values (STARTS=1000 MUTATED=1500)
	$(PY) -m ci.robots.damage $(or $(STARTS),1000) $(or $(MUTATED),1500)

round-trips: setup-test engine ## save and load whatever comes in, 250 examples of each entry point in a round (ROUNDS=10)
	for round in $$(seq $(or $(ROUNDS),10)); do \
		ROUND_TRIPS=250 $(PY) -m pytest -q -n $$(nproc) --hypothesis-seed=$$round tests/control/test_round_trips.py || exit 1; done

messages: setup-test engine ## damage messages between friends and see that no game changes (MESSAGES=20000)
	DAMAGED_MESSAGES=$(or $(MESSAGES),20000) $(PY) -m pytest -q tests/control/friends -k damaged

kills: setup-test engine ## kill the app while it starts, plays and saves, and look for what is lost (KILLS=200)
	$(PY) -m ci.robots.kills $(or $(KILLS),200)

soak: engine ## play fast games over all variants and check every answer (GAMES=2000)
	$(PY) -m sanmill soak $(if $(GAMES),--games $(GAMES))

C_FILES = $(sort $(shell find engine_c tests/c -path engine_c/build -prune -o -name '*.[ch]' -print))
format: setup-test ## format Python and C as lint wants it
	$(PY) -m ruff check -q --fix-only
	$(PY) -m ruff format
	$(PY) .venv/bin/clang-format -i $(C_FILES)

lint: setup-test engine build/vermin ## check format, types, layers, sizes, strings, warnings and the bench signature
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) .venv/bin/clang-format --dry-run --Werror $(C_FILES)
	$(PY) -m mypy
	$(PY) -m ci.checks.check_layers
	$(PY) -m ci.checks.check_sizes
	$(PY) -m ci.checks.check_contrast
	$(PY) -m ci.checks.check_strings
	$(PY) -m ci.checks.check_translations
	$(PY) -m ci.checks.check_bench
	$(ENGINE) lint

# A file looks the same to vermin until it changes, and all of them take it longer than all other checks.
build/vermin: $(shell find $(SOURCES) -name '*.py')
	$(PY) .venv/bin/vermin --quiet --processes=1 --no-tips --violations -t=3.9- $?
	@mkdir -p build && touch $@

test-engine: setup-test ## run the C tests alone, in 64 bit under sanitizers and in 32 bit without
	$(ENGINE) test
	$(ENGINE) test32

apk: ## build the Android package (PROFILE=legacy for Android 5 and 6, MODE=release, TABLES=FILE of make perfect)
	ci/packaging/apk.sh "$(PROFILE)" "$(or $(MODE),debug)" "$$TABLES"

ios: ## make the Xcode project for iOS, on macOS (PRODUCT=simulator or ipa, TABLES=FILE of make perfect)
	ci/packaging/ios.sh "$(or $(PRODUCT),project)" "$$TABLES"

wheels: setup-wheels engine ## build wheels for Linux, macOS and Windows, check them, play (PLATFORMS=win_amd64)
	ci/packaging/wheels.sh $(PLATFORMS)

folder: setup-run ## pack the app with a Python of its own, for people who have none
	ci/packaging/folder.sh

arm-test: setup-arm engine ## test the engine on ARM and 32-bit x86 under qemu, also through a real ARM Python
	ci/robots/arm_test.sh

CONSOLE = CONSOLE_SEED=$(or $(SEED),1) CONSOLE_ENGINE=engine_c/build/gcc-$(1)/sanmill-uci CONSOLE_LINES=$(2) $(PY) -m pytest -q -s tests/engine/test_console_lines.py
console: setup-test engine ## send random lines to the console engine under ASan and UBSan, a tenth of them under TSan (LINES=20000 SEED=1)
	$(ENGINE) consoles
	$(call CONSOLE,checked,$(or $(LINES),20000))
	$(call CONSOLE,races,$$(($(or $(LINES),20000) / 10)))

fuzz: setup-test ## fuzz text readers, UCI commands, tablebase and network files
	$(ENGINE) fuzz

brute-force: setup-test ## compare large tablebases with a plain fixed point; takes minutes, not part of make test
	$(ENGINE) brute-force

clean: ## remove build output; keeps .venv
	$(ENGINE) clean
	rm -rf i18n/*.mo i18n/languages.json sanmill/engine/_declarations.py sanmill/_build.py build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run setup-test setup-arm setup-wheels: setup-%:
	@ci/setup.sh $*
