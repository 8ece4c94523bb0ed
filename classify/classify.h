/* Classifies single-token edits by kind of bug.
 *
 * The category follows Takada (bachelor's report, Osaka University, 2024): both tokens must be of
 * one kind in their syntactic role. The language's table lists the tokens of each kind
 * (languages/language.h). */
#ifndef CLASSIFY_CLASSIFY_H
#define CLASSIFY_CLASSIFY_H

#include "classify/pattern.h"

struct bug_label {
    enum bug_category category;
    enum sstub_pattern pattern;
    enum identifier_role role; /* of the changed token in the buggy program */
};

/* Returns the label of an edit between two programs of one language (edit_sites_of()). */
struct bug_label classify_sites(const struct edit_sites *sites, enum edit_kind kind,
                                const struct language *language);
struct bug_label classify_edit(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

/* Returns the category of a token at its place: the category of an edit that replaces it by another
 * token of the same category. Returns CATEGORY_OTHER if it has none. */
enum bug_category classify_token(const struct program *program, size_t token);

/* Returns whether the token is an operator at its place in the program. The `-` of `a - b` and of
 * `-a` is an operator, the `*` of a parameter is not. */
bool classify_is_operator(const struct program *program, size_t token);

/* Returns the kind of a token at its site, a static text: the role of an identifier; integer,
 * float, boolean, null or string for a literal; the category of an operator. Returns NULL for any
 * other token. */
const char *classify_site_kind(const struct site *site);

#endif
