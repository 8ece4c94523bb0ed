/* Files of a test, below the folder $SCRATCH that is the test's own. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* $SCRATCH/NAME; the text lives until the test program ends. */
const char *scratch_path(const char *name);

/* Makes or replaces the file at `path` with `length` bytes. */
void write_test_file(const char *path, const char *bytes, size_t length);

/* Whether there is anything at `path`; a symbolic link counts, wherever it leads. */
bool path_exists(const char *path);

#endif
