# Fuzzing: targets for libFuzzer, built by clang. Their corpora are suites of `make test`.
# tests/fuzz/README.md explains them.

COMMA         := ,
FUZZ_TARGETS  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_CC       := clang
FUZZ_VARIANT  := $(if $(FAST),fuzz-fast,fuzz)
FUZZ_PROGRAMS := $(FUZZ_TARGETS:%=$(BUILD)/fuzz/%)

# With sanitizers, or as fast as possible.
FUZZ_CFLAGS := -DFUZZING $(if $(FAST),-O2 -g \
               -fsanitize-coverage=inline-8bit-counters$(COMMA)pc-table,-O1 -g \
               -fno-omit-frame-pointer -fno-sanitize-recover \
               -fsanitize=fuzzer-no-link$(COMMA)address$(COMMA)undefined)

fuzz_objects = $(patsubst %,$(BUILD)/tests/fuzz/%.o,$(1))
FUZZ_SHARED  := $(call fuzz_objects,target fake_git recipe)
FUZZ_HELPERS := $(patsubst %,$(BUILD)/tests/support/%.o,programs run archives)

# The runtime and the grammars are compiled for coverage, too, except in the fast build.
FUZZ_PARSER := $(PARSER_PACKAGES:%=$(BUILD)/grammars/%.o)

.PHONY: fuzz fuzz-setup fuzz-programs
.SECONDARY: $(FUZZ_PARSER) $(LIBRARY) $(FUZZ_SHARED) $(call fuzz_objects,$(FUZZ_TARGETS:%=fuzz_%))

# TARGET comes only from the command line, because the environment may have one.
fuzz: fuzz-setup
	@$(MAKE) --no-print-directory $(PARALLEL) fuzz-programs VARIANT=$(FUZZ_VARIANT) CC=$(FUZZ_CC) \
	    CFLAGS="$(FUZZ_CFLAGS)"
	@tests/fuzz/corpus.py run out/build/$(FUZZ_VARIANT)/fuzz $(or $(SECONDS),60) \
	    $(if $(filter command,$(origin TARGET)),$(TARGET),$(FUZZ_TARGETS))

fuzz-setup: setup
	@setup/dependencies.sh install fuzz

fuzz-programs: $(FUZZ_PROGRAMS)

$(BUILD)/grammars/%.o: $(GRAMMAR_STAMP) $(BUILD)/flags
	$(call compile_parser,$(filter-out -fsanitize-coverage=%,$(CFLAGS)))

# An archive, from which a program links only what it needs, so that only edges that it can reach
# are counted.
$(BUILD)/fuzz/library.a: $(FUZZ_SHARED) $(FUZZ_HELPERS) $(LIBRARY)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(FUZZ_PROGRAMS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/fuzz/library.a \
                  $(FUZZ_PARSER)
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(subst fuzzer-no-link,fuzzer,$(CFLAGS)) $(LDFLAGS) -fsanitize=fuzzer $(FAKE_GIT) \
	    -o $@ $(filter %.o,$^) $(BUILD)/fuzz/library.a $(LIBS) -lcmocka

# The counts of words in the texts of licences.
$(BUILD)/tests/fuzz/fuzz_license.o: $(BUILD)/generated/spdx_texts.inc
