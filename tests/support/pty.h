/* Running commands at a terminal. */
#ifndef TESTS_SUPPORT_PTY_H
#define TESTS_SUPPORT_PTY_H

#include "base/str.h"

#include <stdbool.h>

/* Whether there are pseudo-terminals; when not, prints `skipped: WHAT, ...`. */
bool has_pty(const char *what);

/* Runs a printf-style shell command, with the variables of run_shell(), at a new terminal of that
 * many columns and 24 lines, which types `keys` (may be ""). What is written to the terminal, as it
 * is written, replaces `screen`. Returns the exit status; fails the test when the command is not
 * done after a minute. */
int pty_run(struct str *screen, int columns, const char *keys, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
