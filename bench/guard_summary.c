/* See guard_summary.h. */
#include "bench/guard_summary.h"

#include "bench/tables.h"

#include <math.h>
#include <stdio.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const struct step_ratio ratios[] = {
    {"allamanis_to_parse_all", "dedup allamanis / parse_all", GUARD_DEDUP, GUARD_PARSE_ALL},
    {"buglab_to_parse_all", "dedup buglab / parse_all", GUARD_DEDUP + PRESET_BUGLAB,
     GUARD_PARSE_ALL},
    {"bigcode_to_parse_all", "dedup bigcode / parse_all", GUARD_DEDUP + PRESET_BIGCODE,
     GUARD_PARSE_ALL},
    {"allamanis_one_thread", "dedup allamanis, -j 1 / -j J", GUARD_DEDUP_1, GUARD_DEDUP},
    {"buglab_one_thread", "dedup buglab, -j 1 / -j J", GUARD_DEDUP_1 + PRESET_BUGLAB,
     GUARD_DEDUP + PRESET_BUGLAB},
    {"bigcode_one_thread", "dedup bigcode, -j 1 / -j J", GUARD_DEDUP_1 + PRESET_BIGCODE,
     GUARD_DEDUP + PRESET_BIGCODE},
    {"allamanis_growth", "dedup allamanis, N / a tenth of N", GUARD_DEDUP, GUARD_SMALL},
    {"buglab_growth", "dedup buglab, N / a tenth of N", GUARD_DEDUP + PRESET_BUGLAB,
     GUARD_SMALL + PRESET_BUGLAB},
    {"bigcode_growth", "dedup bigcode, N / a tenth of N", GUARD_DEDUP + PRESET_BIGCODE,
     GUARD_SMALL + PRESET_BIGCODE},
    {"split_to_parse_all", "split / parse_all", GUARD_SPLIT, GUARD_PARSE_ALL},
    {"leak_to_parse_all", "leak, strangers, type2 / parse_all", GUARD_LEAK, GUARD_PARSE_ALL},
    {"leak_similar_to_parse_all", "leak, strangers, similar / parse_all", GUARD_LEAK_SIMILAR,
     GUARD_PARSE_ALL},
    {"leak_folder_to_parse_all", "leak, BENCHMARK, similar / parse_all", GUARD_LEAK_FOLDER,
     GUARD_PARSE_ALL},
};

static void write_options(const struct guard_bench *bench, struct json *json)
{
    const struct guard_bench_options *options = &bench->options;
    json_set_int(json, "n", options->n);
    json_set_int(json, "runs", options->runs);
    json_set_int(json, "jobs", options->jobs);
    json_set_int(json, "sample", options->sample);
    json_set_text(json, "seed", options->seed);
    json_set_text(json, "benchmark", options->benchmark);
    printf("N=%ld SEED=%s RUNS=%ld J=%ld SAMPLE=%ld BENCHMARK=%s\n", options->n, options->seed,
           options->runs, options->jobs, options->sample, options->benchmark);
}

static double median_cpu(const struct guard_bench *bench, size_t step)
{
    double cpu[MAX_RUNS];
    for (long i = 0; i < bench->options.runs; i++)
        cpu[i] = bench->steps[step].costs[i].cpu;
    return measure_median(cpu, (size_t)bench->options.runs);
}

/* The exponent e of a CPU time that grows as n to the e; the clock depends on what else is going on. */
static void write_growth(const struct guard_bench *bench, struct json *json)
{
    struct json *object = json_object();
    double growth = (double)bench->main.corpus.n / (double)bench->small.corpus.n;
    printf("\n%-40s %8s\n", "CPU time grows as N to the", "exponent");
    for (int preset = 0; preset < N_PRESETS && growth > 1; preset++) {
        size_t large = GUARD_DEDUP + (size_t)preset, small = GUARD_SMALL + (size_t)preset;
        if (!bench->steps[large].is_usable || !bench->steps[small].is_usable)
            continue;
        double exponent = log(median_cpu(bench, large) / median_cpu(bench, small)) / log(growth);
        json_set_double(object, preset_names[preset], exponent);
        printf("dedup %-34s %8.2f\n", preset_names[preset], exponent);
    }
    json_set(json, "growth_exponents", object);
}

int guard_summary_write(struct guard_bench *bench, struct err *err)
{
    struct json *json = json_object();
    bench_hush();
    tables_machine(json);
    write_options(bench, json);
    tables_file(arena_print(&bench->arena, "%s/grow.out", bench->main.corpus.folder));
    tables_steps(&bench->rounds, json);
    tables_ratios(&bench->rounds, ratios, LENGTH(ratios), json);
    write_growth(bench, json);
    fflush(stdout);
    int status = guard_recall_write(bench, json, err);
    if (status == 0)
        status = guard_groups_write(bench, json, err);
    if (status == 0)
        status = tables_json(
            json, arena_print(&bench->arena, "%s/bench.json", bench->main.corpus.folder), err);
    json_free(json);
    return status;
}
