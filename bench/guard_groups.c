/* Clusters against the planted groups, by check_groups.sh, and one run against another one. */
#include "bench/guard_summary.h"

#include <stdio.h>
#include <string.h>

/* Adds the lines of a name and a value, and tells whether any of them says that something is wrong. */
static int read_lines(const char *path, struct json *object, bool *is_wrong, struct err *err)
{
    char name[64];
    double value, groups = -1;
    FILE *file = fopen(path, "r");
    if (!file)
        return err_set_errno(err, "cannot open '%s'", path);
    while (fscanf(file, "%63s %lf", name, &value) == 2) {
        json_set_double(object, name, value);
        *is_wrong |= strncmp(name, "wrong_", 6) == 0 && value != 0;
        *is_wrong |= strstr(name, "_found") && value != groups; /* comes behind the groups */
        groups = value;
        if (strncmp(name, "wrong_", 6) != 0 || value != 0)
            printf(" %s %.0f", name, value);
    }
    fclose(file);
    return 0;
}

static int check_groups(struct guard_bench *bench, int preset, struct json *groups, struct err *err)
{
    struct arena *arena = &bench->arena;
    struct json *object = json_object();
    const char *name = preset_names[preset], *folder = bench->main.corpus.folder;
    const char *result = arena_print(arena, "%s/groups_%s.out", folder, name);
    const char *argv[] = {"bench/check_groups.sh", folder, bench->main.stores[preset],
                          arena_print(arena, "%s/groups_%s.differences", folder, name), NULL};
    const char *log = arena_print(arena, "%s/groups_%s.log", folder, name);
    json_set(groups, name, object);
    bench_say("checking groups: %s", name);
    if (measure_run(NULL, argv, result, log, err) != 0)
        return ERR;
    bench_hush();
    printf("%-10s", name);
    int status = read_lines(result, object, &bench->is_wrong, err);
    putchar('\n');
    return status;
}

/* A hash of what dedup found. */
static void hash(struct guard_bench *bench, char line[256], int preset)
{
    measure_answer(
        line, 256,
        arena_print(&bench->arena,
                    "for table in dedup_run duplicate_links duplicate_clusters conflicts "
                    "problem_links problem_clusters; do sqlite3 -readonly '%s' "
                    "\".dump $table\"; done | sha256sum",
                    bench->main.stores[preset]));
}

/* The last run had one thread. */
static int check_threads(struct guard_bench *bench, int preset, struct json *same, struct err *err)
{
    const struct step *step = &bench->steps[GUARD_DEDUP + preset];
    char one[256], many[256];
    if (!step->is_usable || !bench->steps[GUARD_DEDUP_1 + preset].is_usable)
        return 0;
    bench_say("comparing: %s", step->name);
    hash(bench, one, preset);
    if (measure_run(NULL, step->argv, step->out, step->log, err) != 0)
        return ERR;
    hash(bench, many, preset);
    bench_hush();
    bool is_same = one[0] && strcmp(one, many) == 0;
    bench->is_wrong |= !is_same;
    json_set_bool(same, preset_names[preset], is_same);
    printf("%-10s -j %ld finds %s as -j 1\n", preset_names[preset], bench->options.jobs,
           is_same ? "the same" : "SOMETHING ELSE");
    return 0;
}

int guard_groups_write(struct guard_bench *bench, struct json *json, struct err *err)
{
    struct json *groups = json_object(), *same = json_object();
    int status = 0;
    json_set(json, "groups", groups);
    json_set(json, "same_result", same);
    printf("\nagainst the planted groups\n");
    for (int preset = 0; preset < N_PRESETS && status == 0; preset++)
        if (bench->steps[GUARD_DEDUP + preset].is_usable)
            status = check_groups(bench, preset, groups, err);
    for (int preset = 0; preset < N_PRESETS && status == 0; preset++)
        status = check_threads(bench, preset, same, err);
    return status;
}
