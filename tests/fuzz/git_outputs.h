/* What commands of git print, written for a fuzzer: it finds neither ids nor zero bytes. */
#ifndef TESTS_FUZZ_GIT_OUTPUTS_H
#define TESTS_FUZZ_GIT_OUTPUTS_H

#include "base/str.h"
#include "tests/fuzz/fake_git.h"

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
void git_outputs_cut(struct git_outputs *outputs, const char *at, const char *end);
void git_outputs_release(struct git_outputs *outputs);

#endif
