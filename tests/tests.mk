# The tests: the runner, one program into which all suites are linked, and the cases.
# tests/run.sh runs both.

# What takes seconds runs only in the slow tier: oracles, suites that draw thousands of inputs or
# have several writers, and cases whose thought a shorter case of the same command has, too. Suites
# that visit the corpus (tests/support/corpus.h) or draw (tier_draws()) run in both tiers if they
# are short; the fast tier visits and draws less. Cases run with four jobs; those that take jobs run
# with one job in the slow tier, too.
FILES         := $(patsubst tests/%.case,%,$(wildcard tests/cases/*.case))
CORPUS_SUITES := $(shell grep -l 'corpus_visit\|tier_draws' tests/unit/*.c)
LONG_SUITES   := $(patsubst %,tests/unit/test_%.c,difference lone_parts packed parts program \
                 split target)
FAST_SUITES   := $(filter-out $(LONG_SUITES),$(wildcard tests/unit/test_*.c tests/fuzz/fuzz_*.c))
SLOW_FILES    := $(addprefix cases/,archive-layouts build check-against check-training compilers \
                 dedup-problems git-history git-licenses git-repositories grown grown-languages \
                 mutants readme real-labels real-runs rewrites rewrites-run rows-same \
                 score-execute shards split-sets tags tasks-clean tasks-repositories tasks-stored \
                 verdicts verify verify-languages verify-programs)
FAST_CASES    := $(patsubst %,%/4,$(filter-out $(SLOW_FILES),$(FILES)))
SLOW_SUITES   := $(wildcard tests/slow/test_*.c tests/oracle/test_*.c) $(CORPUS_SUITES) \
                 $(LONG_SUITES)
SLOW_CASES    := $(SLOW_FILES:%=%/4) \
                 $(patsubst tests/%.case,%/1,$(shell grep -l JOBS tests/cases/*.case))

# The tests to build and run: all, or those of TIER=fast or slow, or those that ONLY="lexer publish"
# names.
SUITES := $(sort $(if $(filter slow,$(TIER)),,$(FAST_SUITES)) \
          $(if $(filter fast,$(TIER)),,$(SLOW_SUITES)))
CASES  := $(if $(filter slow,$(TIER)),,$(FAST_CASES)) $(if $(filter fast,$(TIER)),,$(SLOW_CASES))
ifdef ONLY
ALL    := $(sort $(FAST_SUITES) $(SLOW_SUITES) $(FAST_CASES) $(SLOW_CASES))
called = $(or $(filter %/$(1) %/$(1).c %/test_$(1).c $(addprefix cases/$(1)/,1 4),$(ALL)), \
         $(error no suite or case is called $(1)))
CALLED := $(sort $(foreach name,$(ONLY),$(call called,$(name))))
SUITES := $(filter tests/%,$(CALLED))
CASES  := $(filter cases/%,$(CALLED))
endif
export PROGRAMS := $(if $(filter fast,$(TIER)),32,4)
export TIER

# Slow tests start first, so that the others need not wait for them at the end; before them the one
# that mostly waits itself.
NAMES := $(patsubst tests/%.c,%,$(SUITES))
WAITS := slow/test_servers
NAMES := $(filter $(WAITS),$(NAMES)) $(filter-out $(WAITS),$(filter slow/%,$(NAMES))) $(CASES) \
         $(filter-out slow/%,$(NAMES))

# Each choice has its own runner, so that no other suites are built for it.
RUNNER      := $(BUILD)/tests/runner-$(if $(ONLY),only,$(or $(TIER),all))
HELPERS     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c) \
               $(addprefix tests/fuzz/,fake_git.c recipe.c replay.c target.c))

.PHONY: test test-slow run-tests build-tests list-tests tools bless check check-warnings \
        check-asan check-tsan check-valgrind check-releases

test: setup
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests TIER=fast
	@$(MAKE) --no-print-directory run-tests TIER=fast

test-slow: setup tools
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests TIER=slow
	@LIMIT=1200 $(MAKE) --no-print-directory run-tests TIER=slow

check: setup
	@setup/dependencies.sh install check
	@$(MAKE) --no-print-directory check-format check-layers check-names check-warnings
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-slow
	@$(MAKE) --no-print-directory check-asan
	@$(MAKE) --no-print-directory check-tsan
	@echo "check: all clean"

# A suite runs only for a moment, so it is not optimised, except where a compiler or a sanitizer
# checks it.
SUITE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(SUITES))
$(SUITE_OBJECTS): OPTIMIZATION := $(if $(filter release,$(VARIANT)),-O0)

# tests/fuzz/fake_git.c
FAKE_GIT := -Wl,--wrap=git_start -Wl,--wrap=git_end

$(RUNNER): $(SUITE_OBJECTS) $(HELPERS) $(BUILD)/libtokfix.a $(if $(ONLY),FORCE)
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(FAKE_GIT) -o $@ $(filter-out FORCE,$^) $(LIBS) -lcmocka

# Tests of failures preload this library into the program.
FAULTS := $(BUILD)/tests/faults.so
$(FAULTS): tests/faults/shim.c
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) -O2 -g -fPIC -shared -o $@ $< -ldl

build-tests: $(if $(SUITES),$(RUNNER)) $(BINARY) $(if $(filter tests/slow/%,$(SUITES)),$(FAULTS))

run-tests:
	@FAULTS="$(abspath $(FAULTS))" IN_MEMORY=$(if $(filter fast,$(TIER)),1) \
	    tests/run.sh $(BUILD)/results $(BINARY) $(RUNNER) $(NAMES)

list-tests:
	@printf '%s\n' $(NAMES)

bless: $(BINARY)
	@BLESS=1 tests/run.sh $(BUILD)/results $(BINARY) $(BINARY) $(filter %/4,$(CASES))
	@$(if $(filter %/1,$(CASES)),tests/run.sh $(BUILD)/results $(BINARY) $(BINARY) \
	    $(filter %/1,$(CASES)))

# Tools that read our published data and the report page, and a CPython newer than Debian's. Their
# tests skip if a tool is missing.
NPM := out/npm
tools:
	@setup/dependencies.sh install tools || echo "some tools are missing: their tests will skip"
	@$(MAKE) --no-print-directory $(NPM)/installed || \
	    echo "readers, Playwright and Pyodide are missing: their tests will skip"
	@$(MAKE) --no-print-directory parquet || echo "DuckDB is missing: its tests will skip"
	@setup/dependencies.sh install detector || \
	    echo "PyTorch is missing: the tests of the detector will skip"
	@[ "$$(id -u)" -eq 0 ] && setup/dependencies.sh install slurm || \
	    echo "Slurm is missing, and only root can install it: its test will skip"
	@[ "$$(id -u)" -ne 0 ] || setup/dependencies.sh install databases || \
	    echo "servers of databases are missing: their test will skip"

$(NPM)/installed: tests/npm/package-lock.json tests/npm/package.json
	$(call say,NPM hyparquet and cffjs and Playwright and axe and Pyodide)
	$(call npm_ci,tests/npm)

check-warnings:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=strict CFLAGS="-O2 -g -Werror" \
	    build-tests bench-programs

ASAN = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover
TSAN = -O1 -g -fsanitize=thread

check-asan:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=asan CFLAGS="$(ASAN)" build-tests
	@UBSAN_OPTIONS=print_stacktrace=1 LIMIT=1800 \
	    $(MAKE) --no-print-directory VARIANT=asan CFLAGS="$(ASAN)" run-tests

# A second signal ends mine at once, whatever its threads do. That is not a leak.
check-tsan:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=tsan CFLAGS="$(TSAN)" build-tests
	@TSAN_OPTIONS=halt_on_error=1:report_thread_leaks=0 LIMIT=1800 \
	    $(MAKE) --no-print-directory VARIANT=tsan CFLAGS="$(TSAN)" run-tests

check-valgrind:
	@setup/dependencies.sh install check
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests
	@FAULTS="$(abspath $(FAULTS))" tests/memcheck.sh $(BUILD)/memcheck $(BINARY) $(RUNNER) \
	    $(filter-out fuzz/%,$(NAMES))

check-releases:
	@setup/dependencies.sh install debian || echo "without debootstrap, all releases are skipped"
	@tests/releases.sh $(RELEASES)
