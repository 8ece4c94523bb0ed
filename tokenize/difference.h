/* The difference of two programs, as far as one token explains it. */
#ifndef TOKENIZE_DIFFERENCE_H
#define TOKENIZE_DIFFERENCE_H

#include "tokenize/program.h"

enum edit_kind {
    EDIT_REPLACE, /* one token for one */
    EDIT_INSERT,  /* a token such as `not` is new in the fixed program */
    EDIT_DELETE,  /* one is gone */
};

enum difference {
    DIFFERENCE_NONE,   /* identical tokens */
    DIFFERENCE_SINGLE, /* one edit */
    DIFFERENCE_MULTI,
};

struct token_edit {
    enum edit_kind kind;
    size_t buggy_token; /* index of the changed token; insert: of the token that it stands before */
    size_t fixed_token; /* index of the changed token; delete: of the token that it stood before */
};

/* Compares token by token. Tokens of layout are never the ones that change, and only kinds that
 * the language lists as insertable count as an insertion or deletion. `edit` is set for
 * DIFFERENCE_SINGLE only. */
enum difference program_difference(const struct program *buggy, const struct program *fixed,
                                   struct token_edit *edit);

/* How two programs differ, whatever it takes. */
struct token_distance {
    size_t first; /* the first token that is not the same, in both: an index, that of
                                     the end where one program is over */
    size_t n_deleted, n_inserted; /* the fewest tokens that go and come */
};

/* Measures it; false when it is more than `limit` tokens in all, and then only `first` is set.
 * Takes time by the square of the limit. */
bool program_distance(const struct program *buggy, const struct program *fixed, size_t limit,
                      struct token_distance *distance);

/* Name of an edit kind: replace, insert, delete. */
const char *edit_kind_name(enum edit_kind kind);

/* Whether a text equal to the repair (the changed token of the fixed program) is a token elsewhere
 * in the buggy one: what a model that points at a token can reach. False for a deletion. */
bool edit_repair_is_in_program(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

#endif
