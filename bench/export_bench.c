/* export_bench [NAME=VALUE]...: times exports of a store's fixes beside the floor, SQLite's own
 * program that writes the same columns as JSON. `make bench-export` passes its variables on. */
#include "bench/export_steps.h"
#include "bench/options.h"
#include "bench/tables.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

static int parse_options(struct export_bench *bench, int argc, char **argv, struct err *err)
{
    const struct option_rule rules[] = {
        {"N", &bench->n, NULL, 1, 10000000},
        {"RUNS", &bench->runs, NULL, 1, MAX_RUNS},
        {"J", &bench->jobs, NULL, 1, 256},
        {"SEED", NULL, &bench->seed, 0, 0},
        {"WORK", NULL, &bench->work, 0, 0},
        {"TOKFIX", NULL, &bench->tokfix, 0, 0},
        {0},
    };
    return options_parse(rules, argc, argv, err);
}

/* Rows in a second, by the medians; and bytes, where they go to standard output. */
static void write_rates(const struct export_bench *bench, long n_rows, struct json *json)
{
    struct json *object = json_object();
    printf("\n%-40s %12s\n", "rate", "rows/s");
    for (size_t i = 0; i < bench->rounds.n_steps; i++) {
        const struct step *step = &bench->steps[i];
        double seconds[MAX_RUNS];
        if (!step->is_usable)
            continue;
        for (long run = 0; run < bench->runs; run++)
            seconds[run] = step->costs[run].seconds;
        double rate = (double)n_rows / measure_median(seconds, (size_t)bench->runs);
        json_set_double(object, step->key, rate);
        printf("%-40s %12.0f\n", step->name, rate);
    }
    json_set(json, "rows_per_second", object);
}

static int write_summary(struct export_bench *bench, struct err *err)
{
    struct json *json = json_object();
    struct step_ratio ratios[MAX_EXPORT_STEPS];
    char rows[64];
    size_t n = 0;
    for (size_t i = 1; i < bench->rounds.n_steps; i++)
        ratios[n++] = (struct step_ratio){
            bench->steps[i].key,
            arena_print(&bench->arena, "%s / sqlite3 -json", bench->steps[i].name), i, 0};
    measure_answer(rows, sizeof rows,
                   arena_print(&bench->arena,
                               "sqlite3 -readonly '%s' 'SELECT count(*) FROM fixes JOIN categories "
                               "USING (category) WHERE is_bug'",
                               bench->corpus.store));
    bench_hush();
    tables_machine(json);
    printf("N=%ld SEED=%s RUNS=%ld J=%ld\n%s rows\n", bench->n, bench->seed, bench->runs,
           bench->jobs, rows);
    tables_steps(&bench->rounds, json);
    tables_ratios(&bench->rounds, ratios, n, json);
    write_rates(bench, strtol(rows, NULL, 10), json);
    int status = tables_json(
        json, arena_print(&bench->arena, "%s/bench-export.json", bench->corpus.folder), err);
    json_free(json);
    return status;
}

static int run(struct export_bench *bench, struct err *err)
{
    const struct corpus_maker maker = {bench->seed, bench->tokfix, bench->jobs, &bench->arena};
    bench->corpus = corpus_named(&bench->arena, bench->work, bench->n, "");
    if (options_need("sqlite3", "install it (Debian's package has the same name)", err) != 0 ||
        corpus_make_folder(bench->work, err) != 0 ||
        corpus_make(&maker, &bench->corpus, "1", err) != 0)
        return ERR;
    export_steps_define(bench);
    if (rounds_run(&bench->rounds, err) != 0)
        return ERR;
    return write_summary(bench, err);
}

int main(int argc, char **argv)
{
    struct err err = {""};
    struct export_bench *bench = mem_alloc(1, sizeof *bench);
    bench->n = 40000;
    bench->runs = 3;
    bench->jobs = 2;
    bench->seed = "tests/sample/Project_CodeNet";
    bench->work = "out/bench";
    bench->tokfix = "out/tokfix";
    int status = parse_options(bench, argc, argv, &err);
    if (status == 0)
        status = run(bench, &err);
    if (status != 0) {
        bench_hush();
        fflush(stdout);
        fprintf(stderr, "export_bench: %s\n", err.message);
    }
    arena_release(&bench->arena);
    free(bench);
    return status != 0;
}
