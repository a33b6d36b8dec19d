# hone: `make help` lists the targets.
CC      ?= cc
OPT     ?= -O3
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BUILD   ?= build
PREFIX  ?= /usr/local
WERROR  ?=
MPICC   ?= mpicc
MPIRUN  ?= mpirun
SAN     ?=

# The user's own: they come after ours and add to them. Nothing that a build needs is in them.
CFLAGS   ?= -g
CPPFLAGS ?=
LDFLAGS  ?=

# Scripts and tests read them.
export MPICC MPIRUN

# All cores, and one job more since some wait, unless the command line says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
endif

# No contraction of a*b+c: the same numbers on every machine. A file's own flags are in OWN.
FLAGS      = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -ffp-contract=off -fopenmp -I. \
             $(WARN) $(WERROR) $(SAN) $(HARDENED) $(OWN) $(CPPFLAGS) $(CFLAGS)
LINK_FLAGS = $(FLAGS) $(HARDENED_LINK) $(LDFLAGS)
ENGINE_LIBS = -lm -ldl
TUNER_LIBS = -lconfig -lsqlite3 -lncursesw $(STATIC_LIBS) $(ENGINE_LIBS)

# What tests measure and compute is in the libraries: their own code is compiled in half the time.
TEST_OPT = $(if $(filter-out -O0,$(OPT)),-O1)

# What the compiler has of these is looked for once, when something is to be built.
HARDENED      = $(eval HARDENED := $$(shell .ci/hardening compile $$(CC) $$(OPT) $$(SAN) $$(CPPFLAGS) $$(CFLAGS)))$(HARDENED)
HARDENED_LINK = $(eval HARDENED_LINK := $$(shell .ci/hardening link $$(CC) $$(FLAGS) $$(LDFLAGS)))$(HARDENED_LINK)

# Kernels are built once for each instruction set (engine/base/isa.h).
SOURCES    := $(shell find engine tuner tests -name '*.[ch]' ! -path 'tests/plugins/*' ! -path '*/example/*' | sort)
KERNELS    := $(filter engine/%_kernel.c,$(SOURCES))
ISAS       := portable $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),avx2 avx512)
avx2       := -mavx2 -mbmi -mbmi2 -mpopcnt
avx512     := $(avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mavx512vbmi \
              -mavx512vbmi2 -mavx512bitalg -mavx512vpopcntdq
ENGINE_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(filter-out engine/cli/main.c engine/web/wasm/% $(KERNELS),$(filter engine/%.c,$(SOURCES)))) \
              $(foreach isa,$(ISAS),$(KERNELS:%.c=$(BUILD)/%.$(isa).o))
RANKS_MPI  := $(filter tuner/play/ranks_mpi%.c,$(SOURCES))
RANKS_OBJ  := $(RANKS_MPI:%.c=$(BUILD)/%.o)
TUNER_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out tuner/cli/main.c tuner/pages/% $(RANKS_MPI),$(filter tuner/%.c,$(SOURCES)))) \
              $(BUILD)/page_files.o $(BUILD)/plugin_files.o
PAGES_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(filter tuner/pages/%.c,$(SOURCES)))
TESTS      := $(patsubst %.c,$(BUILD)/%,$(sort $(shell find tests -name 'test_*.c')))
FUZZ_OBJ   := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/fuzz.c,$(filter tests/fuzz/%.c,$(SOURCES))))

# The headers of plug-ins, as they are installed; examples of plug-ins, and those that tests load.
PLUGIN_HEADERS := $(patsubst %,$(BUILD)/include/hone/%.h,plugin reversi connect hex lgame piles dobutsu chess xiangqi)
PLUGIN_SOURCES := $(wildcard engine/plugin/example/*.c tests/plugins/*.c)
PLUGINS        := $(patsubst %.c,$(BUILD)/plugins/%.so,$(notdir $(PLUGIN_SOURCES))) $(BUILD)/plugins/middle.so

# Other flags, other folder: what is built with one set never meets what is built with another.
, := ,
SUBMAKE = +@$(MAKE) --no-print-directory
ASAN    = BUILD=build/asan OPT=-O1 SAN='-fsanitize=address,undefined -fno-sanitize-recover=all \
          -fno-pie -no-pie -fno-omit-frame-pointer'
TSAN    = BUILD=build/tsan OPT=-O1 CC=clang SAN=-fsanitize=thread
FUZZ    = BUILD=build/fuzz OPT=-O2 CC=clang SAN='-fsanitize=fuzzer-no-link,address,undefined \
          -fsanitize-coverage-ignorelist=tests/fuzz/unguided.txt'
STATIC  = BUILD=build/static CPPFLAGS='-DHONE_STATIC $(CPPFLAGS)' LDFLAGS='-static $(LDFLAGS)' STATIC_LIBS=-ltinfo
ARM64   = BUILD=build/arm64 CC='aarch64-linux-gnu-gcc --sysroot=$(CURDIR)/build/arm64-root/root' \
          EMULATOR='qemu-aarch64 -L $(CURDIR)/build/arm64-root/root'
COVER   = BUILD=build/coverage OPT=-O1 CC=clang \
          SAN='-fprofile-instr-generate=$(CURDIR)/build/coverage/profiles/%m%c.profraw -fcoverage-mapping \
          -mllvm -runtime-counter-relocation -Qunused-arguments'
FUZZ_RUNS ?= 20000
FUZZ_LINK = -Wl,--wrap=exit

all: $(BUILD)/hone $(BUILD)/hone-engine $(BUILD)/share/made $(PLUGIN_HEADERS) $(if $(MPI),$(BUILD)/mpi/hone) ## build both programs (the default); MPI=1: build/mpi/hone too

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' Makefile
	@echo 'When to use which: CONTRIBUTING.md'

# ---- what is installed and what is not ----

deps: ## install what building and testing need and this machine lacks (Debian, Ubuntu)
	@.ci/deps build test

demo: ## the main job: tune Reversi and Connect6, half a minute each at most, and show what came out
	@.ci/deps build
	$(SUBMAKE) all
	@.ci/demo $(BUILD) reversi-quick connect6-quick

demo-xiangqi: ## the same for Chinese chess
	@.ci/deps build
	$(SUBMAKE) all
	@.ci/demo $(BUILD) xiangqi-quick

test: ## install what is missing, build, run every test
	@.ci/deps build test
	$(SUBMAKE) all tests
	$(SUBMAKE) run-tests

# Those that take more than a second of CPU, the longest first: what `make test-fast` leaves out. It says which of the
# others has become as slow.
SLOW_TESTS = tuner/run/test_tuned tuner/cli/test_plugin tuner/cli/test_study tuner/cli/test_docs \
    tuner/external/test_external tuner/cli/test_tune tuner/store/test_old_databases tuner/cli/test_steer \
    tuner/cli/test_runs tuner/report/test_page test_makefile tuner/report/test_flipped_bits engine/games/test_games \
    tuner/run/test_memory engine/cli/test_cli engine/games/reversi/test_endgame engine/games/reversi/test_patterns \
    engine/search/test_search tuner/external/test_deaths tuner/cli/test_match tuner/run/test_disk \
    tuner/run/test_engines engine/protocol/test_manager tuner/tournament/test_resume tuner/cli/test_doctor \
    tuner/statistics/test_sprt engine/games/reversi/test_rules tuner/cli/test_outside tuner/study/test_study \
    tuner/cli/test_cli engine/protocol/test_protocol tuner/cli/test_merge tuner/cli/test_adopt test_runner \
    test_inputs tuner/fit/test_keep tuner/cli/test_compare tuner/store/test_store tuner/run/test_clock \
    tuner/pages/test_pages tuner/cli/test_misuse tuner/tournament/test_gamebook tuner/external/test_manners \
    tuner/report/test_advice engine/games/connect/test_rules engine/protocol/test_xboard \
    engine/games/connect/test_threats engine/plugin/test_guard tuner/config/test_config tuner/fit/test_td \
    tuner/cli/test_export engine/protocol/test_uci tuner/run/test_choice tuner/tournament/test_ablation \
    tuner/optimize/test_optimizers tuner/run/test_depths engine/search/test_captures \
    tuner/cli/test_links tuner/cli/test_fit tuner/run/test_costs tuner/cli/test_slurm engine/protocol/test_listen \
    tuner/run/test_params tuner/cli/test_terminal test_layers tuner/optimize/test_rescale tuner/store/test_foreign \
    engine/games/connect/test_defence tuner/report/test_report engine/games/connect/test_batch \
    tuner/run/test_estimate engine/games/hex/test_solver engine/games/lgame/test_lgame tuner/openings/test_openings

test-fast: ## build and run the tests that take less than a second each
	@.ci/deps build test
	$(SUBMAKE) WITHOUT='$(SLOW_TESTS)' all tests
	$(SUBMAKE) WITHOUT='$(SLOW_TESTS)' SLOW_ABOVE=1 run-tests

# What SQLite would load if it were asked to, the linker warns of.
static: ## build programs that need no library of the machine they run on, in build/static
	@.ci/deps build static
	$(SUBMAKE) $(STATIC) all
	@.ci/static build/static

# What the emulator cannot do: keep the limits of a process, and go on where one that has had threads forks.
NOT_EMULATED = tuner/external/test_external tuner/external/test_deaths tuner/external/test_process tuner/tournament/test_resume

test-arm64: ## build for arm64 and run the tests under qemu (Debian; see .ci/arm64)
	@.ci/deps build test arm64
	@.ci/arm64 build/arm64-root
	$(SUBMAKE) $(ARM64) all tests
	$(SUBMAKE) $(ARM64) WITHOUT='$(NOT_EMULATED)' run-tests

check: ## warnings as errors under gcc and clang, formatting, clang-tidy, cppcheck, spelling, allowed includes
	@.ci/deps build test check
	$(SUBMAKE) BUILD=build/gcc CC=gcc WERROR=-Werror all tests
	$(SUBMAKE) lint
	@build/gcc/tests/test_layers

# clang-tidy gives clang's warnings, too; those of what it does not read need no optimiser, so clang writes no objects.
lint: ## warnings of clang as errors, formatting, clang-tidy, cppcheck, TypeScript's checker over the page to play on, spelling
	@.ci/deps build test check script
	$(SUBMAKE) BUILD=build/clang CC=clang WERROR=-Werror SAN=-fsyntax-only unread-objects
	@echo '  clang-format'; clang-format --dry-run --Werror $(SOURCES) $(PLUGIN_SOURCES)
	@WARNINGS='$(WARN)' .ci/lint $(SOURCES)
	@echo '  tsc'; .ci/check-js $(BUILD)
	@echo '  mutants'; .ci/mutate list
	$(SUBMAKE) check-docs

check-docs: ## spelling of sources and pages; how long the sentences of the users' pages are
	@.ci/deps check
	@echo '  codespell'; .ci/docs

test-mpi: ## build with MPI, and test runs of several ranks here (BUILD=build/mpich MPICC=mpicc.mpich MPIRUN=mpirun.mpich: by MPICH)
	@.ci/deps build test mpi
	$(SUBMAKE) MPI=1 all $(BUILD)/tests/mpi $(BUILD)/tests/mpi_ranks $(BUILD)/tests/mpi_hone
	$(SUBMAKE) CHOSEN=$(BUILD)/tests/mpi run-tests

compare: ## compare all optimisers on reversi-quick, three seeds each; the plot is build/compare.svg
	@.ci/deps build plot
	$(SUBMAKE) all
	@$(BUILD)/hone compare-optimizers config/reversi-quick.cfg --seeds 3 --pairs 1000 \
	    --plot $(BUILD)/compare.svg

reproduce-champions: ## make results/champions again, or CHAMPIONS="NAME…"; say how long each takes
	@.ci/deps build
	$(SUBMAKE) all
	@.ci/reproduce-champions $(BUILD) $(CHAMPIONS)

test-page: ## look at pages of runs and of a tournament in a real browser (Chromium, axe-core)
	@.ci/deps build test browser
	$(SUBMAKE) all
	@.ci/pages $(BUILD)

# Of PLUGIN=mine.c the page is mine-play.html, beside it.
web: ## build the page to play a champion in a browser, for `hone export --format html`: build/web; PLUGIN=FILE.c: one with that plug-in
	$(if $(filter-out $(filter %.c,$(wildcard $(PLUGIN))),$(PLUGIN)),$(error PLUGIN=$(PLUGIN) is no C file that is there: a page takes plug-ins that are one, FILE.c))
	@.ci/deps web
	$(SUBMAKE) $(if $(PLUGIN),$(PLUGIN:.c=-play.html),$(BUILD)/web/play.html)

test-web: ## play on that page in a real browser, and compare its moves with the native engine's (Chromium, node)
	@.ci/deps build web browser
	$(SUBMAKE) all $(BUILD)/web/play.html $(BUILD)/tests/engine/web/answers
	@.ci/test-web $(BUILD)

bench-web: test-web ## sizes, first moves and speeds of pages, against the native engine
	@.ci/bench-web $(BUILD)

# ---- looking closer ----

bench: ## measure games and nodes a second; the table is kept in build/bench.json
	@.ci/deps build
	$(SUBMAKE) all $(BUILD)/tests/bench
	@$(BUILD)/tests/bench $(BUILD)/bench.json
	@.ci/bench-perft $(BUILD)

statistics: ## simulate matches and tests of known strength: the tables of results/records/statistics.md
	@.ci/deps build
	$(SUBMAKE) $(BUILD)/tests/statistics
	@$(BUILD)/tests/statistics

kills: ## kill a shortened overnight run at moments spread over it; print what each kill cost
	@.ci/deps build rows
	$(SUBMAKE) all
	@.ci/kills $(BUILD)

bench-scale: ## how busy many cores would be, config by config; rates with threads, and with ranks if MPI is there
	@.ci/deps build
	$(SUBMAKE) all $(BUILD)/tests/scale
	@$(BUILD)/tests/scale $$(grep -LE '^ +name = "(fit|td)"' config/*.cfg)
	@.ci/bench-scale $(BUILD)

MINUTES ?= 60
soak: ## let a run go at full speed for MINUTES of processor time, and see that it neither grows nor slows
	@.ci/deps build
	$(SUBMAKE) all
	@.ci/soak $(BUILD) $(MINUTES)

bench-compare: ## measure BASE=REVISION and this in turn, print the ratios of this to that
	@.ci/deps build
	$(SUBMAKE) $(BUILD)/tests/bench
	@.ci/bench-compare $(BUILD) '$(BASE)'

asan: ## run the tests under the address and undefined-behaviour sanitizers
	@.ci/deps build test
	$(SUBMAKE) $(ASAN) all tests
	$(SUBMAKE) $(ASAN) run-tests

# What computes takes five times as long there as elsewhere; these of the slow ones read what comes from outside.
READERS = engine/protocol/test_manager tuner/config/test_config tuner/external/test_external \
    tuner/external/test_deaths tuner/store/test_store tuner/store/test_old_databases tuner/cli/test_cli \
    tuner/cli/test_match test_inputs tuner/cli/test_outside tuner/external/test_manners \
    engine/protocol/test_protocol engine/protocol/test_xboard engine/protocol/test_uci engine/protocol/test_listen \
    tuner/cli/test_misuse tuner/cli/test_export tuner/cli/test_links \
    tuner/store/test_foreign tuner/openings/test_openings
asan-fast: ## the same without the slow tests but those of what is read from outside
	$(SUBMAKE) WITHOUT='$(filter-out $(READERS),$(SLOW_TESTS))' asan

weekly: ## what takes too long for every change: see CONTRIBUTING.md
	@.ci/weekly

# gcc's OpenMP library gives false alarms here; clang's, with its Archer tool, does not. Two test
# programs fork a process that has had threads, time and again, where the sanitizer itself fails.
NOT_WATCHED = tuner/run/test_clock tuner/run/test_disk
tsan: ## run the tests under the thread sanitizer (clang)
	@.ci/deps build test check fuzz
	$(SUBMAKE) $(TSAN) all tests
	+@TSAN_OPTIONS=ignore_noninstrumented_modules=1:die_after_fork=0 $(MAKE) --no-print-directory $(TSAN) WITHOUT='$(NOT_WATCHED)' run-tests

# What the address sanitizer does not see: values that were never set. Tests that take seconds by themselves
# would take minutes here.
VALGRIND_TESTS = $(addprefix $(BUILD)/tests/,engine/protocol/test_wire tuner/optimize/test_space tuner/run/test_fitness \
    tuner/run/test_health tuner/store/test_journal)

valgrind: ## run tests of what is read, kept and decided under valgrind's memcheck
	@.ci/deps build test valgrind
	$(SUBMAKE) all tests
	@set -e; for test in $(VALGRIND_TESTS); do echo "== $$test"; valgrind -q --error-exitcode=9 $$test; done

mutate: ## make each change of tests/mutants.txt alone and see which test notices; MUTANTS=EXPRESSION
	@.ci/deps build test
	+@MUTANTS='$(MUTANTS)' .ci/mutate

fuzz: ## give each reader FUZZ_RUNS inputs of libFuzzer, or those of FUZZ_TARGETS="NAME…"
	@.ci/deps build test check fuzz
	$(SUBMAKE) $(FUZZ) build/fuzz/tests/fuzz/fuzz
	@.ci/fuzz build/fuzz $(FUZZ_RUNS) $(FUZZ_TARGETS)

# Bounds, in percent, fail it if less is reached: make coverage LEAST_LINES=95 LEAST_BRANCHES=90. Each count is
# in the file at once, so that processes that are killed count, too.
coverage: ## run the tests and print which shares of each source's lines and branches they reached
	@.ci/deps build test check coverage
	@rm -rf build/coverage/share && .ci/in-memory build/coverage/profiles
	$(SUBMAKE) $(COVER) all tests
	$(SUBMAKE) $(COVER) run-tests
	@.ci/coverage build/coverage $(LEAST_LINES) $(LEAST_BRANCHES)

searches: ## draw the picture of engine/searches.md anew (by Graphviz)
	@.ci/deps build draw
	$(SUBMAKE) all
	@$(BUILD)/hone-engine tree --search alphabeta --format svg >engine/searches.svg

search-nodes: all ## print the nodes of all searches beside each other, as engine/searches.md has them
	@.ci/search-nodes $(BUILD)/hone-engine

golden: all tests ## write the golden files anew; review the difference before committing it
	+@HONE_GOLDEN=refresh $(MAKE) --no-print-directory run-tests
	@git --no-pager diff --stat -- tests/golden config/keys.md */docs/reference.md

format: ## format the sources
	@clang-format -i $(SOURCES) $(PLUGIN_SOURCES)

# In a checkout what git knows, not what its user tries out beside it.
SHIPPED = $(or $(shell git ls-files config 2>/dev/null),$(wildcard config/*.cfg config/*/*.weights))

CHAMPIONS_SHIPPED = $(wildcard results/champions/*.weights)
DOCS = LICENSE $(wildcard *.md */*.md */*/*.md results/*.png)

# Pages of the manual, and completions for three shells.
PAGES_PLACES = man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d
PAGES_FILES  = man/man1/hone.1 man/man1/hone-*.1 bash-completion/completions/hone \
               bash-completion/completions/hone-engine zsh/site-functions/_hone \
               zsh/site-functions/_hone-engine fish/vendor_completions.d/hone.fish \
               fish/vendor_completions.d/hone-engine.fish

install: all ## install programs, manual pages and completions under PREFIX (/usr/local), below DESTDIR if set
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/hone
	install $(BUILD)/hone $(BUILD)/hone-engine $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/include/hone
	install -m 644 $(PLUGIN_HEADERS) $(DESTDIR)$(PREFIX)/include/hone
	install -d $(DESTDIR)$(PREFIX)/share/hone/config/weights
	install -m 644 $(filter %.cfg,$(SHIPPED)) $(DESTDIR)$(PREFIX)/share/hone/config
	install -m 644 $(filter %.weights,$(SHIPPED)) $(DESTDIR)$(PREFIX)/share/hone/config/weights
	install -d $(DESTDIR)$(PREFIX)/share/hone/results/champions
	install -m 644 $(CHAMPIONS_SHIPPED) $(DESTDIR)$(PREFIX)/share/hone/results/champions
	for page in $(DOCS); do install -D -m 644 $$page $(DESTDIR)$(PREFIX)/share/doc/hone/$$page; done
	[ ! -e $(BUILD)/web/play.html ] || install -D -m 644 $(BUILD)/web/play.html $(DESTDIR)$(PREFIX)/share/hone/web/play.html
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,$(PAGES_PLACES))
	install -m 644 $(BUILD)/share/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(BUILD)/share/bash/* $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 $(BUILD)/share/zsh/* $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 $(BUILD)/share/fish/* $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

uninstall: ## remove what install has put there
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/hone bin/hone-engine $(DOCS:%=share/doc/hone/%) \
	    $(SHIPPED:%=share/hone/%) $(CHAMPIONS_SHIPPED:%=share/hone/%) \
	    $(PLUGIN_HEADERS:$(BUILD)/%=%) \
	    $(PAGES_FILES:%=share/%) share/hone/web/play.html)
	-find $(DESTDIR)$(PREFIX)/share/doc/hone -depth -type d -empty -delete
	rmdir $(DESTDIR)$(PREFIX)/include/hone $(DESTDIR)$(PREFIX)/include 2>/dev/null || true
	for folder in hone/config/weights hone/config hone/results/champions hone/results hone/web hone $(PAGES_PLACES) \
	    $(dir $(PAGES_PLACES)); do \
	    rmdir $(DESTDIR)$(PREFIX)/share/$$folder 2>/dev/null || true; done

deb: all ## a Debian package of this machine's architecture, in the build folder
	+@.ci/deb $(BUILD)

clean: ## remove what was built
	rm -rf $(BUILD)

# ---- how ----

define compile
	@mkdir -p $(@D)
	@echo "  $(CC) $@"
	@$(CC) $(FLAGS) -MMD -MP -c $< -o $@
endef

$(BUILD)/%.o: %.c
	$(compile)

define KERNEL_RULE
$(BUILD)/%.$(1).o: OWN = $($(1)) -DISA_SUFFIX=$(1)
$(BUILD)/%.$(1).o: %.c
	$$(compile)
endef
$(foreach isa,$(ISAS),$(eval $(call KERNEL_RULE,$(isa))))

# A page carries its style and its script with it (html.h), and hone the examples of plug-ins (plugin_files.h).
define carry
	@mkdir -p $(@D)
	@{ echo '#include "$(1)"'; for file in $^; do \
	    echo "const char *const files_$$(basename $$file | tr . _)[] = {"; \
	    sed -e 's/[\\"]/\\&/g' -e 's/\t/\\t/g' -e 's/.*/"&\\n",/' $$file; echo '0};'; done; } > $@
endef
PAGE_FILES := tuner/report/page/page.css tuner/report/page/page.js
$(BUILD)/page_files.c: $(PAGE_FILES)
	$(call carry,tuner/report/page/html.h)
$(BUILD)/plugin_files.c: $(wildcard engine/plugin/example/*)
	$(call carry,tuner/cli/plugin_files.h)
$(BUILD)/page_files.o $(BUILD)/plugin_files.o: %.o: %.c
	$(compile)

$(BUILD)/include/hone/%.h: engine/plugin/%.h
	@mkdir -p $(@D)
	@cp $< $@

# As others build them: some fail on purpose, which a sanitizer would end before hone does.
define plugin
	@mkdir -p $(@D)
	@echo "  $(CC) $@"
	@$(CC) $(OPT) $(WARN) $(WERROR) -I$(BUILD)/include -fPIC -shared $< -o $@
endef
$(BUILD)/plugins/%.so: engine/plugin/example/%.c $(PLUGIN_HEADERS)
	$(plugin)
$(BUILD)/plugins/%.so: tests/plugins/%.c $(PLUGIN_HEADERS)
	$(plugin)
$(BUILD)/plugins/%.so: tests/plugins/%.cpp $(PLUGIN_HEADERS)
	@mkdir -p $(@D)
	@echo "  $(CXX) $@"
	@$(CXX) -std=c++11 $(OPT) -Wall -Wextra $(WERROR) -I$(BUILD)/include -fPIC -shared $< -o $@

# Some tests drive the programs, which they find in BUILD_DIR.
$(TESTS) $(BUILD)/tests/mpi: | all $(PLUGINS)
$(filter %/test_external %/test_deaths %/test_manners %/test_gamebook %/test_resume %/test_old_databases %/test_engines %/test_memo %/test_depths %/test_tuned,$(TESTS)): | all $(BUILD)/tests/fake_engine
$(filter %/test_tuned %/test_programs %/test_docs %/test_gamebook %/test_old_databases,$(TESTS)): | all $(BUILD)/tests/tunable_engine
$(BUILD)/tests/%.o: OWN = -DBUILD_DIR='"$(BUILD)"' $(if $(findstring /test_,$*),$(TEST_OPT))

$(BUILD)/libengine.a: $(ENGINE_OBJ)
	@rm -f $@
	@ar qcs $@ $^

$(BUILD)/libtuner.a: $(TUNER_OBJ)
	@rm -f $@
	@ar qcs $@ $^

define link
	@echo "  link $@"
	@$(CC) $(LINK_FLAGS) $^ -o $@ $(1)
	@$(if $(EMULATOR),.ci/emulate '$(EMULATOR)' $@)
endef

# The engine in a browser, where each kernel is portable. A browser that can undo gzip has the 128-bit instructions, too. What
# is called rarely, or is of games that are small, is built for its size; Hex alone is slower by -O2 than by -O3 (.85).
WASM_CC      = clang --target=wasm32-wasi
WASM_FLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L -msimd128 -ffp-contract=off -I. -include engine/web/system.h \
               -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS $(WARN) $(WERROR)
WASM_SMALL   = engine/base/% engine/files/% engine/web/% engine/games/lgame/% engine/games/grundy/% engine/games/games.o %/family.o \
               %/notation.o %/fen.o %/chinese.o %/patterns_covers.o %/roads_lines.o %/limits.o %/bstar.o
WASM_OPT     = $(if $(filter $(WASM_SMALL),$*.o),-Oz,$(if $(filter engine/games/hex/%,$*),-O3,-O2))
WASM_LINK    = -mexec-model=reactor -Wl,-z,stack-size=4194304 -Wl,--strip-all
WASM_LIBS    = -lwasi-emulated-signal -lwasi-emulated-mman -lwasi-emulated-process-clocks -lm
WASM_SHRINK  = wasm-opt -O2 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
               --enable-nontrapping-float-to-int --strip-producers
WASM_SOURCES := $(filter-out %/batch_kernel.c,$(filter $(addsuffix /%.c,$(addprefix engine/,base game search games files web)),$(filter-out engine/web/wasm/%,$(SOURCES))))
WASM_OBJ     := $(patsubst %.c,$(BUILD)/wasm/%.o,$(WASM_SOURCES))
WEB_FILES    := $(wildcard engine/web/*.html engine/web/*.css engine/web/*.js)

$(BUILD)/wasm/%_kernel.o: OWN = -DISA_SUFFIX=portable
$(BUILD)/wasm/%.o: %.c
	@mkdir -p $(@D)
	@echo "  $(WASM_CC) $@"
	@$(WASM_CC) $(WASM_FLAGS) $(WASM_OPT) $(OWN) -MMD -MP -c $< -o $@

$(BUILD)/wasm/engine.wasm: $(WASM_OBJ)
	@echo "  link $@"
	@$(WASM_CC) $(WASM_LINK) $^ $(WASM_LIBS) -o $@.part && $(WASM_SHRINK) $@.part -o $@ && rm $@.part

$(BUILD)/web/play.html: $(BUILD)/wasm/engine.wasm $(WEB_FILES) .ci/web
	@mkdir -p $(@D)
	@echo "  page $@"
	@.ci/web engine/web $< >$@.part && mv $@.part $@

# With a plug-in the page is built each time, so that it is never older than the library (tuner/report/page/play.c).
PLUGIN           =
WASM_PLUGIN_OBJ := $(patsubst %.c,$(BUILD)/wasm/%.o,$(filter-out engine/plugin/guard.c engine/plugin/check%,$(filter engine/plugin/%.c,$(SOURCES))) \
                   $(filter engine/web/wasm/%.c,$(SOURCES)))
$(BUILD)/wasm/engine/plugin/library.o: OWN = -DHONE_STATIC
%-play.html: %.c $(WASM_OBJ) $(WASM_PLUGIN_OBJ) $(PLUGIN_HEADERS) $(WEB_FILES) .ci/web FORCE
	@echo "  $(WASM_CC) $@"
	@$(WASM_CC) -O3 -Wall -Wextra -msimd128 -ffp-contract=off -I$(BUILD)/include -c $< -o $@.o
	@$(WASM_CC) $(WASM_LINK) $@.o $(WASM_OBJ) $(WASM_PLUGIN_OBJ) $(WASM_LIBS) -o $@.wasm
	@$(WASM_SHRINK) $@.wasm -o $@.wasm && .ci/web engine/web $@.wasm >$@.part && mv $@.part $@
	@rm $@.o $@.wasm
FORCE:

$(BUILD)/hone-engine: $(BUILD)/engine/cli/main.o $(BUILD)/libengine.a
	$(call link,$(ENGINE_LIBS))

$(BUILD)/hone: $(BUILD)/tuner/cli/main.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,$(TUNER_LIBS))

# The same with ranks by MPI, which come before the library and so are taken instead of its own. MPI's
# wrapper of the compiler is told which one to wrap: Open MPI and MPICH have a variable each.
WRAPPED = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC)
$(RANKS_OBJ): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  $(MPICC) $@"
	@$(WRAPPED) $(FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/mpi/hone: $(BUILD)/tuner/cli/main.o $(RANKS_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	@mkdir -p $(@D)
	@echo "  link $@"
	@$(WRAPPED) $(LINK_FLAGS) $^ -o $@ $(TUNER_LIBS)

$(BUILD)/tuner/pages/pages: $(PAGES_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,$(TUNER_LIBS))

$(BUILD)/share/made: $(BUILD)/tuner/pages/pages
	@echo "  pages $(@D)"
	@rm -rf $(@D)
	@$< $(@D)
	@touch $@

$(BUILD)/tests/bench: $(BUILD)/tests/bench.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,$(TUNER_LIBS))

$(BUILD)/tests/scale: $(BUILD)/tests/scale.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,-Wl$(,)--wrap=pool_each$(,)--wrap=store_settle $(TUNER_LIBS))

$(BUILD)/tests/fuzz/fuzz: $(BUILD)/tests/fuzz/fuzz.o $(FUZZ_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,-fsanitize=fuzzer $(FUZZ_LINK) $(TUNER_LIBS))

$(BUILD)/tests/test_inputs: $(BUILD)/tests/test_inputs.o $(FUZZ_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,-lcmocka $(FUZZ_LINK) $(TUNER_LIBS))

$(BUILD)/tests/mpi_ranks: $(BUILD)/tests/mpi_ranks.o $(RANKS_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	@echo "  link $@"
	@$(WRAPPED) $(LINK_FLAGS) $^ -o $@ -lcmocka $(TUNER_LIBS)

$(BUILD)/tests/mpi_hone: $(BUILD)/tuner/cli/main.o $(BUILD)/tests/mpi_liar.o $(RANKS_OBJ) $(BUILD)/libtuner.a $(BUILD)/libengine.a
	@echo "  link $@"
	@$(WRAPPED) $(LINK_FLAGS) -Wl,--wrap=worker_play $^ -o $@ $(TUNER_LIBS)

$(BUILD)/tests/tuner/run/test_costs: $(BUILD)/tests/tuner/run/test_costs.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,-lcmocka -Wl$(,)--wrap=clock_seconds$(,)--wrap=worker_play$(,)--wrap=judges_points$(,)--wrap=progress_say $(TUNER_LIBS))

$(BUILD)/tests/engine/web/answers: $(BUILD)/tests/engine/web/answers.o $(BUILD)/libengine.a
	$(call link,$(ENGINE_LIBS))

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(call link,-lcmocka $(TUNER_LIBS))

# The test programs that are built and run: those whose path in tests/ matches ONLY (an expression of grep -E), less WITHOUT.
# Neither is taken from the environment.
ONLY    =
WITHOUT =
MATCHES = $(if $(ONLY),$(shell printf '%s\n' $(TESTS:$(BUILD)/tests/%=%) | grep -E -- '$(ONLY)'),$(TESTS:$(BUILD)/tests/%=%))
CHOSEN := $(addprefix $(BUILD)/tests/,$(filter-out $(WITHOUT),$(MATCHES)))
$(if $(CHOSEN),,$(error no test program is chosen by ONLY='$(ONLY)'$(if $(WITHOUT), without $(words $(WITHOUT)) others); \
    their paths are like engine/search/test_search))
UNKNOWN := $(filter-out $(TESTS:$(BUILD)/tests/%=%),$(WITHOUT))
$(if $(UNKNOWN),$(error to be left out, but not there: $(UNKNOWN)))

tests: $(CHOSEN)

# clang-tidy reads each kernel as the portable one alone, and no file that is made here.
unread-objects: $(foreach isa,$(filter-out portable,$(ISAS)),$(KERNELS:%.c=$(BUILD)/%.$(isa).o)) \
                $(BUILD)/page_files.o $(BUILD)/plugin_files.o

# Each is a target of make's: -j holds for them, what ends make ends them, and the output of each comes in one piece.
run-tests:
	+@exec $(MAKE) --no-print-directory --output-sync=target $$(.ci/tests order $(filter $(CHOSEN),$(SLOW)) $(filter-out $(SLOW),$(CHOSEN)) | sed 's/$$/.run/')
	$(if $(SLOW_ABOVE),@.ci/tests slow $(SLOW_ABOVE) $(CHOSEN))
	@.ci/tests sum $(CHOSEN)

SLOW = $(SLOW_TESTS:%=$(BUILD)/tests/%)
RUNS = $(addsuffix .run,$(TESTS) $(BUILD)/tests/mpi)
$(RUNS): %.run:
	@.ci/tests run $*

.SECONDARY:
.PHONY: FORCE all help deps demo web test-web bench-web static kills test test-arm64 test-page test-mpi check compare reproduce-champions bench bench-scale soak statistics bench-compare asan tsan valgrind mutate fuzz coverage searches search-nodes golden format lint check-docs weekly asan-fast unread-objects install \
        uninstall deb clean test-fast tests run-tests $(RUNS)
# Of this build, not of those in folders inside of it; running tests needs none.
-include $(if $(filter-out help run-tests $(RUNS),$(or $(MAKECMDGOALS),all)),$(shell find \
    $(addprefix $(BUILD)/,engine tuner tests wasm page_files.d plugin_files.d) -name '*.d' -type f 2>/dev/null))
