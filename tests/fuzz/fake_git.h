/* In the place of git: commands that print what a test says. The linker gives the calls of
 * git_start() and git_end() to this file; those for a sandbox go on to git_process.c. */
#ifndef TESTS_FUZZ_FAKE_GIT_H
#define TESTS_FUZZ_FAKE_GIT_H

#include "base/str.h"

#include <stdbool.h>

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

/* ---- Outputs, written for a fuzzer, which finds neither ids nor zero bytes ---- */

enum { GIT_MAX_OUTPUTS = 24 };

struct git_outputs {
    struct fake_output list[GIT_MAX_OUTPUTS + 1]; /* with room for one more */
    size_t n;
    struct str texts[GIT_MAX_OUTPUTS]; /* which the list borrows */
};

/* Cuts a text at lines `====`. `!` begins the output of a command that fails, and `?` that of one
 * that waits for ever. Abbreviated are `~`, a zero byte; `#c`, an id of one digit; `%`, a licence;
 * `'text'`, the id of the blob; `<text>`, the same as bytes; `{entries}`, the id of the tree;
 * `(text)`, the id of the commit; `[text]`, that of the tag; and `"Ctext"` and `"Ttext"`, the
 * commit and the tag as git cat-file --batch prints them. */
void git_outputs_cut(struct git_outputs *out, const char *at, const char *end);
void git_outputs_release(struct git_outputs *out);

#endif
