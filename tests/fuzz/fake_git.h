/* In the place of git: commands that print what a test says. The linker gives the calls of
 * git_start() and git_end() to this file; those for a sandbox go on to git_process.c. */
#ifndef TESTS_FUZZ_FAKE_GIT_H
#define TESTS_FUZZ_FAKE_GIT_H

#include <stdbool.h>
#include <stddef.h>

/* What a command prints, and whether it ends without an error, or prints nothing more for so long
 * that it is ended. The bytes are borrowed. */
struct fake_output {
    const char *bytes;
    size_t length;
    bool is_good, is_late;
};

/* The next commands without a sandbox print these, in this order. Further ones print nothing, and
 * fail. */
void fake_git_set(const struct fake_output *outputs, size_t n);

/* Returns how many commands were started since then. */
size_t fake_git_n_started(void);

#endif
