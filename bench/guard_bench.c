/* guard_bench [NAME=VALUE]...: makes corpora of pairs, times what tokfix does with the fixes of a store
 * beside the floor, and sums up. `make bench-guard` passes its variables on. */
#include "bench/guard_corpora.h"
#include "bench/guard_summary.h"
#include "bench/options.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

static int parse_options(struct guard_bench_options *options, int argc, char **argv,
                         struct err *err)
{
    const struct option_rule rules[] = {
        {"N", &options->n, NULL, 1, 10000000},
        {"RUNS", &options->runs, NULL, 1, MAX_RUNS},
        {"J", &options->jobs, NULL, 1, 256},
        {"SAMPLE", &options->sample, NULL, 1, 1000000},
        {"SEED", NULL, &options->seed, 0, 0},
        {"WORK", NULL, &options->work, 0, 0},
        {"BENCHMARK", NULL, &options->benchmark, 0, 0},
        {"TOKFIX", NULL, &options->tokfix, 0, 0},
        {0},
    };
    return options_parse(rules, argc, argv, err);
}

static int run(struct guard_bench *bench, struct err *err)
{
    guard_corpora_name(bench);
    if (options_need("sqlite3", "install it (Debian's package has the same name)", err) != 0 ||
        guard_corpora_make(bench, err) != 0)
        return ERR;
    guard_steps_define(bench);
    if (rounds_run(&bench->rounds, err) != 0 || guard_summary_write(bench, err) != 0)
        return ERR;
    if (bench->is_wrong)
        return err_set(err,
                       "near pairs or planted groups were missed, or two runs differ: see the "
                       "table, and *.differences in '%s'",
                       bench->main.corpus.folder);
    return 0;
}

int main(int argc, char **argv)
{
    struct err err = {""};
    struct guard_bench *bench = mem_alloc(1, sizeof *bench);
    bench->options = (struct guard_bench_options){
        .n = 40000,
        .runs = 3,
        .jobs = 2,
        .sample = 2000,
        .seed = "tests/sample/Project_CodeNet",
        .work = "out/bench",
        .benchmark = "../shared/data/benchmarks/quixbugs",
        .tokfix = "out/tokfix",
    };
    int status = parse_options(&bench->options, argc, argv, &err);
    if (status == 0)
        status = run(bench, &err);
    if (status != 0) {
        bench_hush();
        fflush(stdout);
        fprintf(stderr, "guard_bench: %s\n", err.message);
    }
    arena_release(&bench->arena);
    free(bench);
    return status != 0;
}
