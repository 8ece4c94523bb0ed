/* What was measured: lines of the printed table, and the same as members of the JSON. */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include "base/json.h"
#include "bench/rounds.h"

/* The time of one step divided by that of another one. */
struct step_ratio {
    const char *key, *name;
    size_t over, under; /* numbers of the steps */
};

/* The processor and the memory of this machine. */
void tables_machine(struct json *json);

/* Prints a file, after an empty line. */
void tables_file(const char *path);

/* Times and memory of each step, the member `steps`. */
void tables_steps(const struct rounds *rounds, struct json *json);

/* The ratios of steps that both ran, the member `ratios`. */
void tables_ratios(const struct rounds *rounds, const struct step_ratio *ratios, size_t n,
                   struct json *json);

/* Writes the JSON to a file, and prints where it stands. */
int tables_json(const struct json *json, const char *path, struct err *err);

#endif
