/* Tables first; then what was found is checked against the truth. */
#include "bench/summary.h"

#include "bench/tables.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct step_ratio ratios[] = {
    {"tokfix_to_read_all", "tokfix / read_all", STEP_TOKFIX, STEP_READ_ALL},
    {"one_thread_to_all", "tokfix -j 1 / tokfix -j J", STEP_TOKFIX_1, STEP_TOKFIX},
    {"no_sieve_to_tokfix", "tokfix --no-sieve / tokfix", STEP_NO_SIEVE, STEP_TOKFIX},
    {"archive_to_decompress", "tokfix X.tar.gz / decompress", STEP_ARCHIVE, STEP_DECOMPRESS},
    {"archive_metadata_to_decompress", "tokfix X.tar.gz --metadata / decompress",
     STEP_ARCHIVE_METADATA, STEP_DECOMPRESS},
    {"baseline_to_tokfix", "baseline.py / tokfix -j 1", STEP_BASELINE, STEP_TOKFIX_SMALL},
};

/* Steps whose database must be that of STEP_TOKFIX. */
static const enum step_id same[] = {STEP_TOKFIX_1, STEP_NO_SIEVE, STEP_ARCHIVE,
                                    STEP_ARCHIVE_METADATA};

/* Steps whose fixes are compared with the truth. */
static const enum step_id checked[] = {STEP_TOKFIX, STEP_TOKFIX_SMALL, STEP_BASELINE};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static void write_options(const struct bench *bench, struct json *json)
{
    const struct options *options = &bench->options;
    json_set_int(json, "n", options->n);
    json_set_int(json, "baseline_n", options->baseline_n);
    json_set_int(json, "runs", options->runs);
    json_set_int(json, "jobs", options->jobs);
    json_set_text(json, "seed", options->seed);
    json_set_text(json, "parts", options->parts);
    printf("N=%ld SEED=%s RUNS=%ld BASELINE_N=%ld J=%ld PARTS=\"%s\"\n", options->n, options->seed,
           options->runs, options->baseline_n, options->jobs, options->parts);
}

/* Prints and stores the lines of a name and a value that check.sh wrote. */
static int read_check(struct bench *bench, const struct step *step, const char *path,
                      struct json *truth, struct err *err)
{
    char name[64];
    double value;
    struct json *object = json_object();
    FILE *file = fopen(path, "r");
    if (!file) {
        json_free(object);
        return err_set_errno(err, "cannot open '%s'", path);
    }
    printf("%-36s", step->name);
    while (fscanf(file, "%63s %lf", name, &value) == 2) {
        json_set_double(object, name, value);
        bool is_share = strcmp(name, "recall") == 0 || strcmp(name, "precision") == 0;
        bench->is_wrong |= is_share ? value < 1 : strncmp(name, "wrong_", 6) == 0 && value != 0;
        if (strncmp(name, "wrong_", 6) != 0)
            printf(" %s %.*f", name, value == (double)(long)value && value > 1 ? 0 : 3, value);
        else if (value != 0)
            printf(" %s %.0f", name, value);
    }
    putchar('\n');
    fclose(file);
    json_set(truth, step->key, object);
    return 0;
}

static int write_truth(struct bench *bench, struct json *json, struct err *err)
{
    struct json *truth = json_object();
    json_set(json, "truth", truth);
    printf("\nagainst the truth\n");
    for (size_t i = 0; i < LENGTH(checked); i++) {
        const struct step *step = &bench->steps[checked[i]];
        bool is_small = checked[i] != STEP_TOKFIX;
        if (!step->is_usable)
            continue;
        bench_say("checking: %s", step->name);
        const char *result = arena_print(&bench->arena, "%s.check", step->log);
        const char *argv[] = {"bench/check.sh", is_small ? bench->small : bench->folder,
                              step->db ? step->db : step->out,
                              arena_print(&bench->arena, "%s.differences", step->log), NULL};
        const char *log = arena_print(&bench->arena, "%s.check.log", step->log);
        if (measure_run(NULL, argv, result, log, err) != 0)
            return ERR;
        bench_hush();
        if (read_check(bench, step, result, truth, err) != 0)
            return ERR;
    }
    return 0;
}

/* A hash of everything in a database; `filter` is a command of the pipe, with its '|'. */
static void hash(struct bench *bench, char line[256], const char *db, const char *filter)
{
    measure_answer(
        line, 256,
        arena_print(&bench->arena, "sqlite3 -readonly '%s' .dump %s | sha256sum", db, filter));
}

static const char *compare(struct bench *bench, const char *a, const char *b)
{
    static const char without_run[] = "| grep -v '^INSERT INTO run '";
    char hash_a[256], hash_b[256];
    hash(bench, hash_a, a, "");
    hash(bench, hash_b, b, "");
    if (hash_a[0] && strcmp(hash_a, hash_b) == 0)
        return "identical";
    hash(bench, hash_a, a, without_run);
    hash(bench, hash_b, b, without_run);
    if (hash_a[0] && strcmp(hash_a, hash_b) == 0)
        return "identical but for the table run";
    bench->is_wrong = true;
    return "DIFFERENT";
}

static void write_same(struct bench *bench, struct json *json)
{
    struct json *object = json_object();
    const struct step *reference = &bench->steps[STEP_TOKFIX];
    json_set(json, "same_database", object);
    printf("\ndatabase, compared with that of %s\n", reference->name);
    for (size_t i = 0; i < LENGTH(same) && reference->is_usable; i++) {
        const struct step *step = &bench->steps[same[i]];
        if (!step->is_usable)
            continue;
        bench_say("comparing: %s", step->name);
        const char *verdict = compare(bench, reference->db, step->db);
        bench_hush();
        json_set_text(object, step->key, verdict);
        printf("%-36s %s\n", step->name, verdict);
    }
}

int summary_write(struct bench *bench, struct err *err)
{
    struct json *json = json_object();
    bench_hush();
    tables_machine(json);
    write_options(bench, json);
    tables_file(arena_print(&bench->arena, "%s/generate.out", bench->folder)); /* what it said */
    tables_steps(&bench->rounds, json);
    tables_ratios(&bench->rounds, ratios, LENGTH(ratios), json);
    int status = write_truth(bench, json, err);
    if (status == 0) {
        write_same(bench, json);
        status = tables_json(json, arena_print(&bench->arena, "%s/bench.json", bench->folder), err);
    }
    json_free(json);
    return status;
}
