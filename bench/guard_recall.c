/* near_recall tells numbers; here is said which are too low. */
#include "bench/guard_summary.h"

#include "base/file.h"

#include <stdio.h>

static const double least_recall = 0.99;

static double number(const struct json *json, const char *name)
{
    return json_number(json_get(json, name), 0);
}

static int run_recall(struct guard_bench *bench, int preset, struct json **out, struct err *err)
{
    struct arena *arena = &bench->arena;
    const char *name = preset_names[preset], *folder = bench->main.corpus.folder;
    const char *result = arena_print(arena, "%s/recall_%s.json", folder, name);
    const char *log = arena_print(arena, "%s/recall_%s.log", folder, name);
    const char *argv[] = {"out/bench/near_recall",
                          bench->main.corpus.store,
                          name,
                          arena_print(arena, "%ld", bench->options.sample),
                          arena_print(arena, "%ld", bench->options.jobs),
                          NULL};
    bench_say("recall: %s", name);
    if (measure_run(NULL, argv, result, log, err) != 0)
        return ERR;
    bench_hush();
    struct str text = {0};
    int status = file_read(&text, result, err);
    if (status == 0)
        status = json_parse(out, str_text(&text), text.length, err);
    str_release(&text);
    return status;
}

static void print_preset(const struct json *recall)
{
    double comparisons = number(recall, "comparisons");
    double lsh = number(recall, "all_seconds"), brute = number(recall, "brute_force_all_seconds");
    printf("%-10s %2.0f x %-2.0f %9.0f %9.0f %7.0f %6.0f %7.4f %7.4f %9.0f %8.2f %9.1f %7.0f\n",
           json_text(json_get(recall, "preset")), number(recall, "bands"), number(recall, "rows"),
           comparisons, number(recall, "candidates"), number(recall, "near"),
           number(recall, "found"), number(recall, "recall"), number(recall, "recall_at_threshold"),
           number(recall, "misplaced_pairs"), lsh, brute, lsh > 0 ? brute / lsh : 0);
}

static void print_intervals(const struct json *recall)
{
    const struct json *intervals = json_get(recall, "intervals");
    for (const struct json *item = json_first(intervals); item; item = json_next(item)) {
        double from = number(item, "from");
        printf("%-10s %4.2f%-7s %7.0f %6.0f %7.4f\n", json_text(json_get(recall, "preset")), from,
               from < 1 ? " and up" : "", number(item, "near"), number(item, "found"),
               number(item, "recall"));
    }
}

/* How similar the pairs of the sample are, in tenths. */
static void print_similarities(const struct json *recall)
{
    const struct json *tenths = json_get(recall, "comparisons_by_tenth_of_similarity");
    printf("%-10s", json_text(json_get(recall, "preset")));
    for (const struct json *item = json_first(tenths); item; item = json_next(item))
        printf(" %7.0f", json_number(item, 0));
    putchar('\n');
}

static void print_all(struct json *const recalls[N_PRESETS])
{
    printf("\n%-10s %-7s %9s %9s %7s %6s %7s %7s %9s %8s %9s %7s\n", "recall", "bands", "compared",
           "candid.", "near", "found", "recall", "at thr.", "misplaced", "CPU s", "all pairs",
           "ratio");
    for (int preset = 0; preset < N_PRESETS; preset++)
        print_preset(recalls[preset]);
    printf("\n%-10s %-11s %7s %6s %7s\n", "recall", "similarity", "near", "found", "recall");
    for (int preset = 0; preset < N_PRESETS; preset++)
        print_intervals(recalls[preset]);
    printf("\n%-10s", "similarity");
    for (int tenth = 0; tenth <= 10; tenth++)
        printf(" %7.1f", tenth / 10.0);
    putchar('\n');
    for (int preset = 0; preset < N_PRESETS; preset++)
        print_similarities(recalls[preset]);
}

int guard_recall_write(struct guard_bench *bench, struct json *json, struct err *err)
{
    struct json *recalls[N_PRESETS] = {0}, *array = json_array();
    int status = 0;
    json_set(json, "recall", array);
    for (int preset = 0; preset < N_PRESETS && status == 0; preset++) {
        status = run_recall(bench, preset, &recalls[preset], err);
        if (status != 0)
            break;
        json_push(array, recalls[preset]);
        bench->is_wrong |= number(recalls[preset], "recall") < least_recall;
    }
    if (status != 0)
        return ERR;
    print_all(recalls);
    return 0;
}
