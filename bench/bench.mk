# The benchmark's programs, all under out/bench/. bench/README.md tells what they do.

BENCH          := out/bench
BENCH_BUILD    := $(BENCH)/build
BENCH_PROGRAMS := $(addprefix $(BENCH)/,bench generate read_all decompress guard_bench export_bench pairs_corpus near_recall parse_all)

bench_objects = $(patsubst %,$(BENCH_BUILD)/%.o,$(addprefix bench/,$(1)) $(addprefix base/,$(2)))

.PHONY: bench bench-guard bench-export bench-report bench-mutate bench-programs

# The options are taken from the command line only: an environment may well have a J or a WORK.
bench_options = $(foreach name,N SEED RUNS BASELINE_N J WORK PARTS SAMPLE BENCHMARK TOKFIX,\
    $(if $(filter command,$(origin $(name))),'$(name)=$($(name))'))

bench: $(BINARY) bench-programs
	@$(BENCH)/bench $(bench_options)

bench-guard: $(BINARY) bench-programs
	@$(BENCH)/guard_bench $(bench_options)

bench-export: $(BINARY) bench-programs
	@$(BENCH)/export_bench $(bench_options)

bench-report: $(BINARY) bench-programs
	@bench/report.sh $(BINARY) $(or $(N),40000) $(or $(RUNS),5)

# Of real programs where they are, else of the sample; SEED names another tree, N grows it to N pairs.
bench-mutate: $(BINARY) bench-programs
	@bench/mutate.sh $(BINARY) "$(or $(SEED),$(wildcard ../shared/data/atcoder),tests/sample/Project_CodeNet)" \
	    $(or $(N),0) $(or $(RUNS),5)

bench-programs: $(BENCH_PROGRAMS)

$(BENCH)/bench: $(call bench_objects,bench measure options rounds steps summary tables,arena err json mem str utf8)
$(BENCH)/guard_bench: $(call bench_objects,guard_bench corpus guard_corpora guard_groups guard_recall \
                      guard_steps guard_summary measure options rounds tables,arena err file input \
                      interrupt json mem remove str terminal utf8)
$(BENCH)/export_bench: $(call bench_objects,export_bench export_steps corpus measure options rounds \
                       tables,arena err json mem str utf8)
$(BENCH)/generate: $(call bench_objects,generate codenet_tree edits edits_lines history script \
                   script_read seeds truth verdicts,arena beneath breakage dice err interrupt mem \
                   remove str target terminal thread utf8)
$(BENCH)/pairs_corpus: $(call bench_objects,pairs_corpus codenet_tree edits edits_lines fix_pair \
                       pieces rename script script_read seeds seen verdicts,arena beneath breakage dice err interrupt \
                       mem remove str target terminal thread utf8)
$(BENCH)/read_all: $(call bench_objects,read_all)
$(BENCH)/decompress: $(call bench_objects,decompress)

# These two look at a store through guard/, and are built with tokfix's own objects.
BENCH_GUARD := $(filter $(addprefix $(BUILD)/,base/% languages/% tokenize/% db/% guard/%),$(OBJECTS)) $(GRAMMAR_OBJECTS)
$(BENCH)/near_recall: $(call bench_objects,near_recall brute_force,) $(BENCH_GUARD)
$(BENCH)/parse_all: $(call bench_objects,parse_all,) $(BENCH_GUARD)
$(BENCH)/near_recall $(BENCH)/parse_all: BENCH_LIBS := $(LIBS)

$(BENCH)/bench: BENCH_LIBS := -lcjson -lunistring -lm
$(BENCH)/guard_bench: BENCH_LIBS := -lcjson -lunistring -lm
$(BENCH)/export_bench: BENCH_LIBS := -lcjson -lunistring -lm
$(BENCH)/generate: BENCH_LIBS := -lcsv -lunistring
$(BENCH)/pairs_corpus: BENCH_LIBS := -lcsv -lunistring
$(BENCH)/read_all: BENCH_LIBS := -pthread
$(BENCH)/decompress: BENCH_LIBS := -larchive

$(BENCH_PROGRAMS):
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(BENCH_LIBS)

$(BENCH_BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(OWN_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

-include $(wildcard $(BENCH_BUILD)/*/*.d)
