/* Programs whose names are others, and a plain way to say when two programs agree up to names. */
#ifndef TESTS_SUPPORT_RENAMING_H
#define TESTS_SUPPORT_RENAMING_H

#include "base/str.h"
#include "tokenize/program.h"

enum { RENAME_ALL = -1 };

/* Appends the program with `prefix` before each name, or only before the token with the index `only`. */
void renaming_apply(struct str *out, const struct program *program, const char *prefix,
                    int64_t only);

/* Whether the token is a name, or (with `literals`) a literal. */
bool renaming_is_name(const struct program *program, size_t index);
bool renaming_is_literal(const struct program *program, size_t index);

/* Tokens one by one, as texts that are equal if the tokens are. */
struct naming {
    bool has_layout, is_renamed, renames_literals;
    ARRAY(char *) names; /* used so far, with a letter for their sort before them */
};

/* Appends the tokens from `start` to `end` (exclusive) of the program: names, where `is_renamed` says
 * so, as their number by first use in all that was added since naming_clear(). */
void naming_add(struct str *out, struct naming *naming, const struct program *program, size_t start,
                size_t end);
void naming_clear(struct naming *naming);

#endif
