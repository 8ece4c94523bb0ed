# tokfix. The two commands: `make demo`, `make test`. `make help` lists all targets.
#
# CC, CFLAGS, LDFLAGS, PREFIX and DESTDIR are respected. All build output goes to out/.

VERSION  := 0.1.0
RELEASED := 2026-11-21
CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local

# A variant of the build has its own folder and flags. Sanitizers are variants.
VARIANT ?= release
BUILD   := out/build/$(VARIANT)
BINARY  := $(if $(filter release,$(VARIANT)),out/tokfix,$(BUILD)/tokfix)

# ISA-L unpacks gzip three times as fast as zlib, which is used where there is no ISA-L for the
# processor, or with `make HAS_ISAL=`.
HAS_ISAL := $(shell echo '\#include <isa-l.h>' | $(CC) -E -x c - >/dev/null 2>&1 && echo 1)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
LIBS     := -larchive -lcjson -lcsv -lsqlite3 -lunistring -lnettle -lxxhash -lseccomp \
            -lz $(if $(HAS_ISAL),-lisal) -lm -ldl -pthread

ROOMS    := base base/sandbox tokenize/languages tokenize classify db db/fixes miner \
            miner/codenet miner/rows miner/git guard guard/tasks verify verify/inputs augment \
            export export/publish score report commands commands/cli
SOURCES  := $(wildcard $(ROOMS:%=%/*.c))
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY  := $(filter-out $(BUILD)/commands/main.o,$(OBJECTS))
INCLUDED := $(shell sed -n 's/^.include "\(.*\.inc\)"$$/\1/p' $(SOURCES))
REASONS  := $(BUILD)/generated/db/reject_reasons.inc

# The tree-sitter runtime and the grammars come from npm, pinned by the lock file, and are compiled
# from their C sources. The grammars are the packages tree-sitter-NAME in
# tokenize/languages/grammars/package.json.
GRAMMARS        := out/grammars
GRAMMAR_STAMP   := $(GRAMMARS)/installed
GRAMMAR_NAMES   := $(shell sed -n 's/.*"tree-sitter-\(.*\)": ".*/\1/p' \
                   tokenize/languages/grammars/package.json)
PARSER_PACKAGES := tree-sitter $(GRAMMAR_NAMES:%=tree-sitter-%)
PARSER_OBJECTS  := $(PARSER_PACKAGES:%=$(GRAMMARS)/objects/%.o)
RUNTIME         := $(GRAMMARS)/node_modules/tree-sitter/vendor/tree-sitter/lib
package_version  = $(shell sed -n \
                   '/"node_modules\/$(1)": {/,/}/s/.*"version": "\(.*\)".*/\1/p' \
                   tokenize/languages/grammars/package-lock.json)
VERSION_CFLAGS  := -DRUNTIME_VERSION='"$(call package_version,tree-sitter)"' \
                   $(foreach name,$(GRAMMAR_NAMES),-DGRAMMAR_VERSION_$(subst -,_,$(name))=$\
                   '"$(call package_version,tree-sitter-$(name))"')

# The libraries of the report page come from npm, too. Their files go into the page unchanged.
CHARTS       := out/charts
CHARTS_STAMP := $(CHARTS)/installed
D3_PARTS     := path array color interpolate format time time-format scale scale-chromatic \
                selection axis shape geo
D3_FILES     := $(foreach part,$(D3_PARTS),d3-$(part)/dist/d3-$(part).min.js)
PRISM_FILES  := $(patsubst %,prismjs/components/prism-%.min.js,\
                core clike $(subst -,,$(GRAMMAR_NAMES)))
PAGE_SCRIPTS := $(patsubst %,report/page/%.js,text figures diff fixes page)

# The texts of licences and the list of permissive ones come from npm, too.
SPDX       := out/spdx
SPDX_STAMP := $(SPDX)/installed

OWN_CFLAGS := -std=c11 -D_GNU_SOURCE -I. -I$(BUILD)/generated -I$(RUNTIME)/include $(WARNINGS) \
              -MMD -MP -pthread $(if $(HAS_ISAL),-DHAS_ISAL) \
              -DTOKFIX_VERSION='"$(VERSION)"' -DTOKFIX_DATE='"$(RELEASED)"'

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),@:,@echo "  $(1)")

# Installs the packages that the lock file of a folder pins. $@ is the stamp of the installation.
define npm_ci
	@mkdir -p $(@D)
	$(Q)cp $(1)/package.json $(1)/package-lock.json $(@D)
	$(Q)cp setup/npmrc $(@D)/.npmrc
	$(Q)cd $(@D) && npm ci --ignore-scripts --loglevel=error
	@touch $@
endef

# Recursive calls build on all CPUs, unless the caller chose a number.
PARALLEL = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: all setup demo check-format check-layers check-names format clean help
.DELETE_ON_ERROR:

all: $(BINARY)
	@:

help:
	@sed -n 's/^## //p' $(filter %Makefile %.mk,$(MAKEFILE_LIST))

## make demo [DATASET=DIR]   install missing packages, build, mine the sample (or DIR), show fixes
demo: setup
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@tests/demo.sh out/tokfix "$(or $(DATASET),tests/sample/Project_CodeNet)"

## make test                 install missing packages, build, run the fast tests
##                           (ONLY="lexer publish": these suites and cases, slow ones too)
## make test-slow            run the slow tests: faults, hostile input, browser, Slurm, readers
## make check                run both, and check warnings, format, layers, sanitizers
## make check-valgrind       run tests and cases under valgrind's memcheck: an hour or two
## make check-releases [RELEASES="bookworm trixie"]
##                           run `make demo`, `make test` and `make deb` in clean Debians, as root
## make bless                rewrite the cases from the program's output (then read the diff)
include tests/tests.mk

## make                      build out/tokfix (make setup installs the dependencies)
$(BINARY): $(BUILD)/commands/main.o $(BUILD)/libtokfix.a
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Everything except main; the tests link it, too. The archive has the names of the objects, not
# their bytes.
$(BUILD)/libtokfix.a: $(LIBRARY) $(PARSER_OBJECTS)
	@rm -f $@
	$(Q)ar rcsT $@ $^

## make setup                install the packages that are missing, or say how
setup:
	@CC="$(CC)" setup/dependencies.sh install

# The library that writes and reads Parquet. The program builds and runs without it, and loads it
# only for Parquet.
DUCKDB := out/duckdb
.PHONY: parquet
## make parquet              fetch DuckDB's library (70 MB), which Parquet files need
parquet: $(DUCKDB)/libduckdb.so

$(DUCKDB)/libduckdb.so: $(DUCKDB)/installed
	@ln -sf node_modules/@duckdb/node-bindings-$$(ls $(DUCKDB)/node_modules/@duckdb | \
	    sed -n 's/^node-bindings-//p' | head -n 1)/libduckdb.so $@
	@test -f $@

$(DUCKDB)/installed: export/duckdb/package-lock.json export/duckdb/package.json
	$(call say,NPM DuckDB)
	$(call npm_ci,export/duckdb)

$(BUILD)/%.o: %.c $(BUILD)/flags | $(GRAMMAR_STAMP) $(REASONS)
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(OWN_CFLAGS) $(if $(filter $@,$(VERSIONED)),$(VERSION_CFLAGS)) $(CPPFLAGS) \
	    $(CFLAGS) $(OPTIMIZATION) -c -o $@ $<

# These name the versions of the runtime and the grammars.
VERSIONED := $(filter $(BUILD)/tokenize/languages/%,$(OBJECTS)) $(BUILD)/tokenize/tree.o
$(VERSIONED): tokenize/languages/grammars/package-lock.json

# The generated files that sources include are made before the first compilation. Later the
# compiler's lists of dependencies name them, too.
$(OBJECTS): | $(INCLUDED:%=$(BUILD)/generated/%)

# A file that is embedded: the numbers of its characters, and a zero. A source includes
# FOLDER/NAME.inc in the braces of an array of char.
$(BUILD)/generated/%.inc: %
	@mkdir -p $(@D)
	$(Q){ od -An -v -td1 $< | sed 's/[0-9][0-9]*/&,/g'; echo 0; } > $@

# The help of a command is filled to lines first. It is embedded as the members `name` and `manual`
# of a struct command.
$(BUILD)/generated/commands/help/%.inc: commands/help/%.txt commands/cli/help.awk
	@mkdir -p $(@D)
	$(Q){ echo '.name = "$*", .manual = (const char[]){'; \
	    awk -v name=$* -f commands/cli/help.awk $< | od -An -v -td1 | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '0},'; } > $@

$(BUILD)/generated/commands/help/mine.inc: miner/rows/columns.txt

# The usual names of the fields of rows in this help, as a table. One that begins with a dot is in
# objects with the names before it.
$(BUILD)/generated/miner/rows/columns.inc: miner/rows/columns.txt
	@mkdir -p $(@D)
	$(Q)sed -e ':a' -e 'N;$$!ba' -e 's/\n  */ /g' $< | awk -F '\t' '{ \
	    sub(/ \(.*/, "", $$2); n = split($$2, names, ", "); field = toupper($$1); \
	    for (i = 1; i <= n; i++) { if (names[i] ~ /^\./) { for (j = 1; j < i; j++) \
	        if (names[j] !~ /\./) printf "{ROW_%s, \"%s%s\"},\n", field, names[j], names[i] } \
	    else printf "{ROW_%s, \"%s\"},\n", field, names[i] } }' > $@

# A list of words, one a line: a source includes it in the braces of an array of texts.
$(BUILD)/generated/%.words.inc: %.words
	@mkdir -p $(@D)
	$(Q)sed 's/["\\]/\\&/g; s/.*/"&",/' $< > $@

# The pragmas of the schema, as constants.
$(BUILD)/generated/db/schema_numbers.inc: db/schema.sql
	@mkdir -p $(@D)
	$(Q)sed -n 's/^PRAGMA \(application_id\|user_version\) = \([^;]*\);.*/\1 = \2,/p' $< > $@

# Its rows of reasons to reject a pair, which a header includes.
$(REASONS): db/schema.sql
	@mkdir -p $(@D)
	$(Q)awk -F "[(', ]+" '/^INSERT INTO/ { is_reason = $$3 == "reject_reasons" } \
	    is_reason && /^    \(/ { print "REJECT_REASON(" toupper($$2) ", \"" $$2 "\", " $$3 ")" }' \
	    $< > $@

# The zygote's library is loaded by an interpreter, so no sanitizer fits.
ZYGOTE := out/zygote/zygote.so
$(ZYGOTE): base/sandbox/zygote/zygote.c base/sandbox/confine.c base/sandbox/confine.h \
        base/sandbox/mounts.h base/sandbox/warden.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -I. $(WARNINGS) -O2 -fPIC -shared -s -o $@ $(filter %.c,$^)

# The program that reads Parquet files in the sandbox. No sanitizer fits there, either.
PARQUET_READER := out/parquet/parquet_reader
$(PARQUET_READER): base/sandbox/parquet/parquet_reader.c base/duck.c base/err.c base/duck.h \
        base/err.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -I. $(WARNINGS) -O2 -s -o $@ $(filter %.c,$^) -ldl

# The tables of licences, made from the packages. Nothing of the packages is copied as it is.
$(BUILD)/generated/spdx_%.inc: base/licenses/%.js $(SPDX_STAMP)
	@mkdir -p $(@D)
	$(Q)node $< $(abspath $(SPDX)/node_modules) > $@

$(SPDX_STAMP): base/licenses/package-lock.json base/licenses/package.json | $(GRAMMAR_STAMP)
	$(call say,NPM the texts of licences)
	$(call npm_ci,base/licenses)

# One script: the libraries, and our scripts in a function that hides their names.
$(CHARTS)/script.js: $(CHARTS_STAMP) $(PAGE_SCRIPTS)
	$(Q)cd $(CHARTS)/node_modules && \
	    { cat $(D3_FILES) @observablehq/plot/dist/plot.umd.min.js; \
	    echo 'var Prism = {manual: true};'; cat $(PRISM_FILES); } > ../script.js
	$(Q){ echo '(function () {'; echo '"use strict";'; cat $(PAGE_SCRIPTS); echo '})();'; } >> $@

# The licences of all parts of the libraries' files, as HTML.
$(CHARTS)/licenses.txt: $(CHARTS_STAMP) report/page/licenses.sh
	$(Q)report/page/licenses.sh $(CHARTS)/node_modules > $@

$(CHARTS_STAMP): report/page/package-lock.json report/page/package.json | $(GRAMMAR_STAMP)
	$(call say,NPM the libraries of the report page)
	$(call npm_ci,report/page)

# Our sources are compiled again when the compiler, the flags or a version change.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(CFLAGS) $(CPPFLAGS) $(OWN_CFLAGS)' | cmp -s - $@ || \
	    echo '$(CC) $(CFLAGS) $(CPPFLAGS) $(OWN_CFLAGS)' > $@
FORCE:

$(GRAMMAR_STAMP): tokenize/languages/grammars/package-lock.json \
        tokenize/languages/grammars/package.json
	@CC="$(CC)" setup/dependencies.sh check
	$(call say,NPM $(foreach name,$(PARSER_PACKAGES),$(name) $(call package_version,$(name))))
	$(call npm_ci,tokenize/languages/grammars)

# Compiled once for all variants, and without our warnings, because they are not our sources. The
# unchecked allocations of the grammars go through the allocator of the runtime, and through
# base/mem.c.
$(GRAMMARS)/objects/%.o: $(GRAMMAR_STAMP)
	$(call compile_parser,-O3 -g -DTREE_SITTER_REUSE_ALLOCATOR -Dcalloc=mem_alloc)

# Compiles the sources of the runtime, or the parser of a grammar and its scanner if it has one,
# with these flags, to one object.
parser_sources = $(if $(filter tree-sitter,$*),$(RUNTIME)/src/lib.c,$\
                 $(GRAMMARS)/node_modules/$*/src/*.c)
define compile_parser
	@mkdir -p $(basename $@)
	$(call say,CC $*)
	$(Q)for source in $(parser_sources); do \
	    $(CC) $(1) -w -I$${source%/*} -I$(RUNTIME)/include -c \
	        -o $(basename $@)/$$(basename $$source .c).o $$source || exit; done
	$(Q)$(CC) -r -nostdlib -o $@ $(basename $@)/*.o
endef

C_FILES = $(wildcard $(ROOMS:%=%/*.[ch]) base/sandbox/zygote/*.c base/sandbox/parquet/*.c \
          setup/bundle/*.c tests/*/*.[ch])

# Lines have at most 100 columns, except in data: samples, labels, lock files, and what cases read
# and print (their prose is checked).
TEXT_FILES = $(sort $(foreach room,$(ROOMS),$(firstword $(subst /, ,$(room))))) doc \
             setup tests .ci $(wildcard *.md) CITATION.cff LICENSE Makefile
DATA_FILES = --exclude-dir=sample --exclude-dir=corpus --exclude-dir=exports --exclude-dir=judges \
             --exclude=*.case --exclude=labels.tsv --exclude=package-lock.json

check-format:
	@clang-format --dry-run -Werror $(C_FILES)
	@! { LC_ALL=C.UTF-8 grep -rInE '^.{101}' $(DATA_FILES) $(TEXT_FILES); \
	     LC_ALL=C.UTF-8 grep -nE '^[^ ].{100}' tests/cases/*.case; } | grep . || \
	    { echo "these lines have more than 100 columns"; exit 1; }
	@echo "format: $(words $(C_FILES)) files formatted as by clang-format, no line over 100 columns"

## make format               format the sources with clang-format
format:
	clang-format -i $(C_FILES)

check-layers:
	@tests/check_layers.sh

check-names:
	@tests/check_names.sh

## make bench [N=200000]     measure the speed of mine beside floors and a baseline, and its recall
##                           on a grown tree (tests/bench/README.md)
## make bench-guard [N=40000]   measure speed and recall of dedup, split, check
## make bench-export [N=40000]  measure export and report beside sqlite3 -json
## make bench-mutate [N=4000]   measure mutate, rewrite and tag beside one parse of the programs
## make bench-rows [N=200000]   measure mine on rows beside zstdcat and jq, and beside DuckDB
## make bench-verify            measure runs in the sandbox beside python3 and bubblewrap
## make bench-git REPOSITORY=DIR [TASKS=FILE]   measure mine --git, and tasks, beside git
## make bench-peers [REPOSITORY=DIR]   measure peers and other tokenizers beside tokfix
include tests/bench/bench.mk

# As options only come from the command line, the called make gets them from this one.
.PHONY: experiment experiment-small
EXPERIMENT = --no-print-directory -f setup/detector/experiment.mk \
             $(if $(filter %-small,$@),MAIN=1)

## make experiment [DATASET=PATH] [TESTS=DIR] [REPOSITORIES=FILE] [MINUTES=N] [OUT=DIR]
##                           train small detectors and measure what the data teaches them: hours
##                           (MINUTES: stop each training after N minutes; run it again to go on)
## make experiment-small     the same for the main questions alone: 35 minutes of two cores
experiment experiment-small: setup
	@$(MAKE) $(EXPERIMENT) check-data
	@setup/dependencies.sh install detector
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) $(EXPERIMENT) $(PARALLEL) all

## make fuzz [SECONDS=60] [TARGET=pair] [FAST=1]
##                           look for inputs that break the readers (tests/fuzz/README.md)
include tests/fuzz/fuzz.mk

include setup/install.mk

## make clean                remove the build output (not out/experiment, which takes hours)
clean:
	rm -rf $(addprefix out/,build grammars charts spdx zygote parquet loaders oracle duckdb browser \
	    bench docs deb releases tokfix demo.db demo.html demo-data)
	rm -f out/tokfix_*.deb out/tokfix-*.tar.gz out/tokfix-*.whl

-include $(shell find out/build -name '*.d' -type f 2>/dev/null)

