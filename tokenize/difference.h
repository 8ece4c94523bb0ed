/* The token difference of two programs: a single edit, or its size. */
#ifndef TOKENIZE_DIFFERENCE_H
#define TOKENIZE_DIFFERENCE_H

#include "tokenize/program.h"

enum edit_kind {
    EDIT_REPLACE, /* one token for one */
    EDIT_INSERT,  /* a token such as `not` is new in the fixed program */
    EDIT_DELETE,  /* a token of the buggy program is missing in the fixed one */
};

enum difference {
    DIFFERENCE_NONE,   /* identical tokens */
    DIFFERENCE_SINGLE, /* one edit */
    DIFFERENCE_MULTI,
};

struct token_edit {
    enum edit_kind kind;
    size_t buggy_token; /* index of the changed token; insert: of the token after the insertion */
    size_t fixed_token; /* index of the changed token; delete: of the token after the deletion */
};

/* Compares two programs token by token. A layout token is never the single changed token. Only a
 * kind that the language lists as insertable counts as an insertion or deletion. Sets `edit` only
 * if the result is DIFFERENCE_SINGLE. */
enum difference program_difference(const struct program *buggy, const struct program *fixed,
                                   struct token_edit *edit);

/* The distance of two programs, for any number of edits. */
struct token_distance {
    size_t first; /* index, in both programs, of the first token that differs; if one program ends
                   * there, its number of tokens */
    size_t n_deleted, n_inserted; /* the minimum numbers of deleted and inserted tokens */
};

/* Measures the distance. Returns false if it exceeds `limit` tokens, deleted and inserted together;
 * then only `first` is set. The time grows with the square of the limit. */
bool program_distance(const struct program *buggy, const struct program *fixed, size_t limit,
                      struct token_distance *distance);

/* Returns the name of an edit kind: replace, insert, delete. */
const char *edit_kind_name(enum edit_kind kind);

/* Returns whether the text of the repair (the changed token of the fixed program) is also a token
 * elsewhere in the buggy program. A model that points at a token can make only such repairs.
 * Returns false for a deletion. */
bool edit_repair_is_in_program(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

#endif
