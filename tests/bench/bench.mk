# The benchmarks: scripts, and programs that each do or time one thing. README.md describes them.

BENCH          := out/bench
BENCH_PROGRAMS := $(addprefix $(BENCH)/,measure read_all lex_all tokenize_all near_recall \
                  run_all duckdb_rows)

.PHONY: bench bench-guard bench-export bench-mutate bench-verify bench-rows bench-git bench-peers \
        bench-programs

# Options come only from the command line, because the environment may have a J or a WORK.
bench_options = $(foreach name,N SEED LANGUAGES RUNS J WORK PARTS SAMPLE BENCHMARK \
    BLOCK PRESETS REPOSITORY PATHS TASKS TOKFIX PYDRILLER PYTHON PYTOKENIZE,\
    $(if $(filter command,$(origin $(name))),'$(name)=$($(name))'))

bench: $(BINARY) bench-programs
	@tests/bench/mine.sh $(bench_options)

bench-guard bench-export bench-mutate bench-verify bench-rows bench-git bench-peers: \
        bench-%: $(BINARY) bench-programs
	@tests/bench/$*.sh $(bench_options)

bench-programs: $(BENCH_PROGRAMS)

$(BENCH_PROGRAMS): $(BENCH)/%: $(BUILD)/tests/bench/%.o $(BUILD)/libtokfix.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
