# The tests: one program, the runner, into which all suites are linked, and the golden cases. tests/run.sh
# runs them.

SUITES      := $(wildcard tests/unit/test_*.c tests/oracle/test_*.c tests/fuzz/fuzz_*.c)
SLOW_SUITES := $(wildcard tests/slow/test_*.c)
GOLDENS     := $(patsubst tests/%/cmd,%,$(wildcard tests/golden/*/cmd))

# ONLY=sieve, or more names, chooses among all suites and goldens.
called = $(filter tests/% golden/%,$(foreach name,$(ONLY),$(filter %/$(name) %/$(name).c %/test_$(name).c,$(1))))
ifdef ONLY
SUITES      := $(call called,$(SUITES) $(SLOW_SUITES))
GOLDENS     := $(call called,$(GOLDENS))
SLOW_SUITES :=
$(if $(SUITES)$(GOLDENS),,$(error no suite or golden case is called $(ONLY)))
endif

# What has a runner to itself when suites are chosen, so that no others are built for them.
RUNNER      := $(BUILD)/tests/$(if $(ONLY),chosen,runner)
HELPERS     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c) \
               $(addprefix tests/fuzz/,pair_input.c recipe.c replay.c target.c))

.PHONY: test test-slow run-tests build-tests tools bless check check-warnings check-asan check-tsan check-valgrind

test: setup
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests
	@$(MAKE) --no-print-directory run-tests

test-slow: setup tools
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests
	@$(MAKE) --no-print-directory run-tests TIERS=slow

check: setup
	@setup/dependencies.sh install check
	@$(MAKE) --no-print-directory check-format check-layers check-warnings
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-slow
	@$(MAKE) --no-print-directory check-asan
	@$(MAKE) --no-print-directory check-tsan
	@echo "check: all clean"

$(RUNNER): $(patsubst %.c,$(BUILD)/%.o,$(SUITES) $(SLOW_SUITES)) $(HELPERS) $(BUILD)/libtokfix.a $(if $(ONLY),FORCE)
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out FORCE,$^) $(LIBS) -lcmocka

# Preloaded into the program by tests of what fails.
FAULTS := $(BUILD)/tests/faults.so
$(FAULTS): tests/faults/shim.c
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) -O2 -g -fPIC -shared -o $@ $< -ldl

# The programs of bench/ are built once, without sanitizers.
build-tests: $(RUNNER) $(BINARY) $(FAULTS) $(if $(filter release,$(VARIANT)),bench-programs)

TIERS := fast
NAMES := $(if $(findstring fast,$(TIERS)),$(SUITES:tests/%.c=%) $(GOLDENS:%=%/1) $(GOLDENS:%=%/4)) \
         $(if $(findstring slow,$(TIERS)),$(SLOW_SUITES:tests/%.c=%))

run-tests:
	@FAULTS=$(abspath $(FAULTS)) tests/run.sh $(BUILD)/results $(BINARY) $(RUNNER) $(NAMES)

bless: $(BINARY)
	@BLESS=1 tests/run.sh $(BUILD)/results $(BINARY) $(BINARY) $(GOLDENS:%=%/1)
	@tests/run.sh $(BUILD)/results $(BINARY) $(BINARY) $(GOLDENS:%=%/4)

# Tools that read what we publish and show, in tests that skip where a tool cannot be had.
LOADERS := out/loaders
BROWSER := out/browser
tools:
	@setup/dependencies.sh install tools || echo "some tools are missing: their tests will skip"
	@$(MAKE) --no-print-directory $(LOADERS)/installed || echo "readers are missing: their tests will skip"
	@$(MAKE) --no-print-directory parquet || echo "DuckDB is missing: its tests will skip"
	@$(MAKE) --no-print-directory $(BROWSER)/installed || echo "Playwright is missing: the page's tests will skip"
	@$(MAKE) --no-print-directory slurm

$(LOADERS)/installed: tests/loaders/package-lock.json tests/loaders/package.json
	$(call say,NPM hyparquet and cffjs)
	$(call npm_ci,tests/loaders)

$(BROWSER)/installed: tests/browser/package-lock.json tests/browser/package.json
	$(call say,NPM Playwright and axe)
	$(call npm_ci,tests/browser)

check-warnings:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=strict CFLAGS="-O2 -g -Werror" build-tests

ASAN = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover
TSAN = -O1 -g -fsanitize=thread

check-asan:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=asan CFLAGS="$(ASAN)" build-tests
	@UBSAN_OPTIONS=print_stacktrace=1 LIMIT=1800 \
	    $(MAKE) --no-print-directory VARIANT=asan CFLAGS="$(ASAN)" TIERS="fast slow" run-tests

# A second signal ends mine at once, whatever its threads do: that is no leak.
check-tsan:
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=tsan CFLAGS="$(TSAN)" build-tests
	@TSAN_OPTIONS=halt_on_error=1:report_thread_leaks=0 LIMIT=1800 \
	    $(MAKE) --no-print-directory VARIANT=tsan CFLAGS="$(TSAN)" TIERS="fast slow" run-tests

check-valgrind:
	@setup/dependencies.sh install check
	@$(MAKE) --no-print-directory $(PARALLEL) build-tests
	@FAULTS=$(abspath $(FAULTS)) tests/memcheck.sh $(BUILD)/memcheck $(BINARY) $(RUNNER) \
	    $(filter-out fuzz/%,$(SUITES:tests/%.c=%) $(SLOW_SUITES:tests/%.c=%)) $(GOLDENS:%=%/1) $(GOLDENS:%=%/4)
