/* SStuB patterns: what changed, as a finer name than the category.
 *
 * Python: those of TSSB-3M (Richter, Wehrheim, MSR 2022), the first in its order that matches.
 *
 * Java: those of ManySStuBs4J (Karampatsis, Sutton, MSR 2020), as its published miner decides. It
 * compares the smallest different expressions: a number is one by itself, and a name belongs to the
 * expression around it. Then our own, for edits that they lack, and two of TSSB-3M.
 *
 * C and C++: the same, but our own come first. */
#ifndef CLASSIFY_PATTERN_H
#define CLASSIFY_PATTERN_H

#include "classify/site.h"

enum sstub_pattern {
    /* Of TSSB-3M, in its order */
    PATTERN_WRONG_FUNCTION_NAME,
    PATTERN_CHANGE_CONSTANT_TYPE,
    PATTERN_CHANGE_NUMERIC_LITERAL,
    PATTERN_CHANGE_BOOLEAN_LITERAL,
    PATTERN_CHANGE_ATTRIBUTE_USED,
    PATTERN_CHANGE_KEYWORD_ARGUMENT_USED,
    PATTERN_SAME_FUNCTION_WRONG_CALLER,
    PATTERN_CHANGE_BINARY_OPERATOR,
    PATTERN_CHANGE_UNARY_OPERATOR, /* of ManySStuBs4J, too */
    PATTERN_CHANGE_OPERAND,        /* of ManySStuBs4J, too */
    PATTERN_CHANGE_IDENTIFIER_USED,
    PATTERN_CHANGE_STRING_LITERAL,
    /* Of ManySStuBs4J */
    PATTERN_DIFFERENT_METHOD_SAME_ARGS,
    PATTERN_CHANGE_CALLER_IN_FUNCTION_CALL,
    PATTERN_SWAP_BOOLEAN_LITERAL,
    PATTERN_CHANGE_NUMERAL,
    PATTERN_CHANGE_OPERATOR,
    PATTERN_CHANGE_MODIFIER,
    PATTERN_CHANGE_IDENTIFIER,
    /* Our own */
    PATTERN_CHANGE_FORMAT_STRING, /* of printf() and its like */
    PATTERN_CHANGE_ARRAY_SIZE,    /* where an array is made */
    PATTERN_CHANGE_INCREMENT,     /* `++` and `--` */
    PATTERN_CHANGE_TYPE,
    PATTERN_SWAP_ASSIGNMENT_EQUALITY, /* `=` and `==` */

    PATTERN_SINGLE_TOKEN,   /* none of these */
    PATTERN_SWAP_ARGUMENTS, /* from ManySStuBs4J; not a single token, and never found in pairs */
    N_PATTERNS
};

/* Returns the pattern of an edit between two programs of one language (edit_sites_of()). */
enum sstub_pattern sstub_pattern_of(const struct edit_sites *sites, enum edit_kind kind,
                                    const struct language *language);

/* Returns the name of an enum sstub_pattern in databases and exports; NULL after the last. */
const char *sstub_pattern_name(int pattern);

#endif
