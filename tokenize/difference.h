/* The token difference of two programs: none, a single edit, or its size; and how an edit is
 * applied to a source. */
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
    DIFFERENCE_UNKNOWN, /* one of the two cannot be cut into tokens (only text_difference) */
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

/* Compares two sources of at most LEXER_MAX_BYTES, without cutting all of them into tokens. The
 * result is that of program_difference(), except if one cannot be cut into tokens. Then it is
 * DIFFERENCE_UNKNOWN with `error` set if the comparison gets to that place before it is decided. A
 * malformed number in what both start with may not be seen; then the result is that without it. */
enum difference text_difference(const struct lexical *lexical, struct token_text buggy,
                                struct token_text fixed, enum lexical_error *error);

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

/* Returns whether an edit leaves the tree of the parsed program `buggy` as it is: the texts differ
 * only in one name, number or plain string, so that a parser reads the same sequence of symbols in
 * both. (Other blanks and line ends can make a difference to the grammar's scanner.) Then `fixed`
 * parses, too, and the changed token has the same place in both trees. False is not certain. */
bool edit_keeps_tree(const struct program *buggy, const struct program *fixed,
                     const struct token_edit *edit);

/* replace, insert, delete. */
extern const char *const edit_kind_names[];

/* Returns whether the text of the repair (the changed token of the fixed program) is also a token
 * elsewhere in the buggy program. A model that points at a token can make only such repairs.
 * Returns false for a deletion. */
bool edit_repair_is_in_program(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

/* Returns whether two adjacent characters become parts of one token: two word characters (letters,
 * digits, `_`, non-ASCII), or a digit and a dot. */
bool characters_join(char left, char right);

/* Applies an edit of an exported row and appends the result to `out`. The manual gives the same
 * rule to readers of exports.
 *
 * `after` replaces the bytes from `start_byte` to `end_byte` of `source`. A space is inserted where
 * two characters that join would meet, or two of the same sign (`+ - & | < > =`), or `/` and `/` or
 * `*`. A space is also inserted where two quotes would meet a third of the same kind: after an
 * empty string comes another string, and three quotes would open a multi-line string. Before
 * `after` that needs a whole string, which ends with this quote, and replaced bytes that do not
 * begin with it: otherwise it is the text after the three quotes of an f-string. (Only such a text
 * that becomes `'b'` is not recognized.) Nor after `after` that opens an f-string: letters and
 * three quotes. A deletion (empty `after`) also removes the blanks after
 * the token. */
void edit_apply(struct str *out, const char *source, size_t length, size_t start_byte,
                size_t end_byte, const char *after, size_t after_length);

#endif
