/* Running the program where memory and time are short, and big files to run it on.
 *
 * Sanitizers need far more of both: there only the outcome is checked, on smaller input. */
#ifndef TESTS_SUPPORT_BOUNDED_H
#define TESTS_SUPPORT_BOUNDED_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Runs a printf-style shell command as run_shell() does, as one process (`exec`) that may use a
 * minute of processor time and 3 GB of address space. Fails the test when a signal ends it, when
 * memory ran out, or when its resident memory passed `max_mb`. What it took is told on stdout, with
 * `name`. */
int run_bounded(struct str *output, const char *name, size_t max_mb, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A size, or a tenth of it under a sanitizer. */
size_t bounded_size(size_t n);

/* A file below $SCRATCH that is written piece by piece. */
FILE *bounded_create(const char *name);
void bounded_close(FILE *file);

/* Writes a text `n` times. */
void bounded_repeat(FILE *file, const char *text, size_t n);

/* Goes `n` bytes on, which are zeros and take no room. */
void bounded_skip(FILE *file, uint64_t n);

#endif
