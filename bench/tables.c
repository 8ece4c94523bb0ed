/* Medians over the rounds. A ratio is the median of the ratios within each round, for the two
 * sides of a round ran one soon after the other. */
#include "bench/tables.h"

#include <stdio.h>
#include <stdlib.h>

void tables_machine(struct json *json)
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

void tables_file(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    putchar('\n');
    while (fgets(line, sizeof line, file))
        fputs(line, stdout);
    fclose(file);
}

static void write_step(const struct step *step, size_t n, struct json *array)
{
    double seconds[MAX_RUNS], cpu[MAX_RUNS], memory[MAX_RUNS];
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

void tables_steps(const struct rounds *rounds, struct json *json)
{
    struct json *array = json_array();
    printf("\n%-36s %9s %9s %9s %9s %8s%s\n", "step", "median s", "min s", "max s", "CPU s",
           "peak MB", rounds->has_perf ? " M instr." : "");
    for (size_t i = 0; i < rounds->n_steps; i++) {
        const struct step *step = &rounds->steps[i];
        if (step->is_usable)
            write_step(step, (size_t)rounds->n_runs, array);
        else if (step->is_chosen)
            printf("%-36s left out: see %s\n", step->name, step->log);
    }
    if (!rounds->has_perf)
        printf("instruction counts: not available here (perf stat -e instructions:u)\n");
    json_set(json, "steps", array);
}

void tables_ratios(const struct rounds *rounds, const struct step_ratio *ratios, size_t n,
                   struct json *json)
{
    struct json *object = json_object();
    size_t n_runs = (size_t)rounds->n_runs;
    printf("\n%-40s %8s %8s %8s\n", "ratio", "median", "min", "max");
    for (size_t i = 0; i < n; i++) {
        const struct step *over = &rounds->steps[ratios[i].over];
        const struct step *under = &rounds->steps[ratios[i].under];
        double values[MAX_RUNS];
        if (!over->is_usable || !under->is_usable)
            continue;
        for (size_t round = 0; round < n_runs; round++)
            values[round] = over->costs[round].seconds / under->costs[round].seconds;
        double median = measure_median(values, n_runs);
        json_set_double(object, ratios[i].key, median);
        printf("%-40s %8.2f %8.2f %8.2f\n", ratios[i].name, median, values[0], values[n_runs - 1]);
    }
    json_set(json, "ratios", object);
}

int tables_json(const struct json *json, const char *path, struct err *err)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return err_set_errno(err, "cannot write '%s'", path);
    json_write_pretty(json, file);
    int has_failed = ferror(file);
    has_failed = fclose(file) != 0 || has_failed;
    printf("\nthe same and every round: %s\n", path);
    return has_failed ? err_set_errno(err, "cannot write '%s'", path) : 0;
}
