/* From a single-token edit to the kind of bug.
 *
 * The category follows Takada (bachelor's report, Osaka University, 2024): both tokens must be of
 * one kind in that syntactic role. The pattern follows ManySStuBs4J and TSSB-3M, the first that
 * matches wins in TSSB-3M's order. The language's table lists the tokens of
 * each kind (languages/language.h). */
#ifndef CLASSIFY_CLASSIFY_H
#define CLASSIFY_CLASSIFY_H

#include "tokenize/difference.h"

enum sstub_pattern {
    PATTERN_WRONG_FUNCTION_NAME,
    PATTERN_CHANGE_CONSTANT_TYPE,
    PATTERN_CHANGE_NUMERIC_LITERAL,
    PATTERN_CHANGE_BOOLEAN_LITERAL,
    PATTERN_CHANGE_ATTRIBUTE_USED,
    PATTERN_CHANGE_KEYWORD_ARGUMENT_USED,
    PATTERN_SAME_FUNCTION_WRONG_CALLER,
    PATTERN_CHANGE_BINARY_OPERATOR,
    PATTERN_CHANGE_UNARY_OPERATOR,
    PATTERN_CHANGE_OPERAND,
    PATTERN_CHANGE_IDENTIFIER_USED,
    PATTERN_CHANGE_STRING_LITERAL,
    PATTERN_SINGLE_TOKEN,
    PATTERN_SWAP_ARGUMENTS, /* of ManySStuBs4J; no single token, and never found in pairs */
    N_PATTERNS
};

struct bug_label {
    enum bug_category category;
    enum sstub_pattern pattern;
    enum identifier_role role; /* of the changed token in the buggy program */
};

/* The label of an edit between two programs of one language. */
struct bug_label classify_edit(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

/* The category of which a token is, at its place: that of an edit that replaces it by another
 * one of the category. CATEGORY_OTHER for none. */
enum bug_category classify_token(const struct program *program, size_t token);

/* Whether the token is an operator of its place in the program: the `-` of `a - b` and of `-a`,
 * but not the `*` of a parameter. */
bool classify_is_operator(const struct program *program, size_t token);

/* What a token is at its place: the role of an identifier; integer, float, boolean, null or string
 * for a literal; the category of an operator. NULL for anything else. */
const char *classify_token_kind(const struct program *program, size_t token);

/* The name of an enum sstub_pattern in the store and in exports; NULL after the last. */
const char *sstub_pattern_name(int pattern);

#endif
