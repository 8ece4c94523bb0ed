/* Medians over the rounds. A ratio is the median of the ratios within each round, for the two
 * sides of a round ran one soon after the other. */
#include "bench/summary.h"

#include "base/json.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key, *name;
    enum step_id over, under;
} ratios[] = {
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

static void write_machine(struct json *json)
{
    char line[256];
    measure_answer(line, sizeof line, "sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1");
    json_set_text(json, "cpu", line);
    printf("%s", line[0] ? line : "unknown CPU");
    measure_answer(line, sizeof line, "nproc");
    json_set_int(json, "cpus", strtol(line, NULL, 10));
    printf(", %s CPUs", line);
    measure_answer(line, sizeof line, "sed -n 's/^MemTotal: *//p' /proc/meminfo");
    json_set_text(json, "memory", line);
    printf(", %s memory\n", line);
}

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

/* What generate said of the large tree. */
static void print_tree(struct bench *bench)
{
    char line[256];
    FILE *file = fopen(arena_print(&bench->arena, "%s/generate.out", bench->folder), "r");
    if (!file)
        return;
    putchar('\n');
    while (fgets(line, sizeof line, file))
        fputs(line, stdout);
    fclose(file);
}

static void write_step(const struct bench *bench, const struct step *step, struct json *array)
{
    double seconds[MAX_RUNS], cpu[MAX_RUNS], memory[MAX_RUNS];
    size_t n = (size_t)bench->options.runs;
    struct json *all = json_array(), *json = json_object();
    for (size_t i = 0; i < n; i++) {
        seconds[i] = step->costs[i].seconds;
        cpu[i] = step->costs[i].cpu;
        memory[i] = step->costs[i].memory;
        struct json *cost = json_object();
        json_set_double(cost, "seconds", seconds[i]);
        json_set_double(cost, "cpu_seconds", cpu[i]);
        json_set_double(cost, "memory_mb", memory[i]);
        json_push(all, cost);
    }
    double median = measure_median(seconds, n), cpu_median = measure_median(cpu, n);
    measure_median(memory, n);
    json_set_text(json, "step", step->key);
    json_set_double(json, "median_seconds", median);
    json_set_double(json, "min_seconds", seconds[0]);
    json_set_double(json, "max_seconds", seconds[n - 1]);
    json_set_double(json, "median_cpu_seconds", cpu_median);
    json_set_double(json, "peak_memory_mb", memory[n - 1]);
    if (step->instructions > 0)
        json_set_double(json, "instructions", step->instructions);
    json_set(json, "rounds", all);
    json_push(array, json);
    printf("%-36s %9.3f %9.3f %9.3f %9.3f %8.1f", step->name, median, seconds[0], seconds[n - 1],
           cpu_median, memory[n - 1]);
    if (step->instructions > 0)
        printf(" %12.1f", step->instructions / 1e6);
    putchar('\n');
}

static void write_steps(const struct bench *bench, struct json *json)
{
    struct json *array = json_array();
    printf("\n%-36s %9s %9s %9s %9s %8s%s\n", "step", "median s", "min s", "max s", "CPU s",
           "peak MB", bench->has_perf ? " M instr." : "");
    for (size_t i = 0; i < N_STEPS; i++) {
        const struct step *step = &bench->steps[i];
        if (step->is_usable)
            write_step(bench, step, array);
        else if (step->is_chosen)
            printf("%-36s left out: see %s\n", step->name, step->log);
    }
    if (!bench->has_perf)
        printf("instruction counts: not available here (perf stat -e instructions:u)\n");
    json_set(json, "steps", array);
}

static void write_ratios(const struct bench *bench, struct json *json)
{
    struct json *object = json_object();
    size_t n = (size_t)bench->options.runs;
    printf("\n%-40s %8s %8s %8s\n", "ratio", "median", "min", "max");
    for (size_t i = 0; i < LENGTH(ratios); i++) {
        const struct step *over = &bench->steps[ratios[i].over];
        const struct step *under = &bench->steps[ratios[i].under];
        double values[MAX_RUNS];
        if (!over->is_usable || !under->is_usable)
            continue;
        for (size_t round = 0; round < n; round++)
            values[round] = over->costs[round].seconds / under->costs[round].seconds;
        double median = measure_median(values, n);
        json_set_double(object, ratios[i].key, median);
        printf("%-40s %8.2f %8.2f %8.2f\n", ratios[i].name, median, values[0], values[n - 1]);
    }
    json_set(json, "ratios", object);
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

static int write_json(struct bench *bench, const struct json *json, struct err *err)
{
    const char *path = arena_print(&bench->arena, "%s/bench.json", bench->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return err_set_errno(err, "cannot write '%s'", path);
    json_write_pretty(json, file);
    int has_failed = ferror(file);
    has_failed = fclose(file) != 0 || has_failed;
    printf("\nthe same and every round: %s\n", path);
    return has_failed ? err_set_errno(err, "cannot write '%s'", path) : 0;
}

int summary_write(struct bench *bench, struct err *err)
{
    struct json *json = json_object();
    bench_hush();
    write_machine(json);
    write_options(bench, json);
    print_tree(bench);
    write_steps(bench, json);
    write_ratios(bench, json);
    int status = write_truth(bench, json, err);
    if (status == 0) {
        write_same(bench, json);
        status = write_json(bench, json, err);
    }
    json_free(json);
    return status;
}
