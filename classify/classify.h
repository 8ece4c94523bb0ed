/* Classifies single-token edits by kind of bug.
 *
 * The category follows Takada (bachelor's report, Osaka University, 2024): both tokens must be of
 * one kind in their syntactic role. The language's table lists the tokens of each kind
 * (tokenize/languages/language.h). */
#ifndef CLASSIFY_CLASSIFY_H
#define CLASSIFY_CLASSIFY_H

#include "base/mem.h"
#include "db/fix_names.h"
#include "tokenize/difference.h"

/* ---- A token and its meaning at its place in the syntax tree ---- */

struct site {
    struct token_text text;           /* of the token */
    const struct operator_rule *rule; /* NULL: not an operator */
    enum identifier_role role;        /* ROLE_NONE: not an identifier */
    enum literal_kind literal;        /* LITERAL_NONE: not a literal */
    bool is_operand;                  /* of an operator that has operands */
    bool is_called;                   /* the name of a called function or method */
    bool is_caller;                   /* the object of a method call */

    /* Set only if the language has rules for patterns */
    bool is_name;          /* a word that is not a keyword */
    bool is_third_operand; /* or a later one, of one operator: the c of a + b + c */
    bool is_postfix;       /* an operator after its operand */
    bool is_declared;      /* directly in a declaration */
    bool is_modifier;      /* `static` */
    bool is_array_size;    /* where an array is made */
    bool is_format;        /* the format of a call such as printf("%d", x) */
};

/* Returns the site of a token in a parsed program. */
struct site site_of(const struct program *program, size_t token);

/* The sites of the changed token in both programs of an edit. */
struct edit_sites {
    struct site before, after; /* of the token in the buggy program, and in the fixed one; empty if
                                * the token is not in this program */
};

/* Finds the sites of an edit. One of the programs may be unparsed if the changed token has the same
 * place in both trees (edit_keeps_tree); an inserted or deleted token is then the language's
 * negation. */
struct edit_sites edit_sites_of(const struct program *buggy, const struct program *fixed,
                                const struct token_edit *edit);

/* Returns the category of the token at this site; CATEGORY_OTHER if it has none. */
enum bug_category site_category(const struct site *site);

/* ---- Patterns ---- */

/* SStuB patterns: what changed, as a finer name than the category.
 *
 * Python: those of TSSB-3M (Richter, Wehrheim, MSR 2022), the first in its order that matches.
 *
 * Java: those of ManySStuBs4J (Karampatsis, Sutton, MSR 2020), as its published miner decides. It
 * compares the smallest different expressions: a number is one by itself, and a name belongs to the
 * expression around it. Then our own, for edits that they lack, and two of TSSB-3M.
 *
 * C and C++: the same, but our own come first. */
#define SSTUB_PATTERNS(X)                                  \
    /* Of TSSB-3M, in its order */                         \
    X(WRONG_FUNCTION_NAME)                                 \
    X(CHANGE_CONSTANT_TYPE)                                \
    X(CHANGE_NUMERIC_LITERAL)                              \
    X(CHANGE_BOOLEAN_LITERAL)                              \
    X(CHANGE_ATTRIBUTE_USED)                               \
    X(CHANGE_KEYWORD_ARGUMENT_USED)                        \
    X(SAME_FUNCTION_WRONG_CALLER)                          \
    X(CHANGE_BINARY_OPERATOR)                              \
    X(CHANGE_UNARY_OPERATOR) /* of ManySStuBs4J, too */    \
    X(CHANGE_OPERAND)        /* of ManySStuBs4J, too */    \
    X(CHANGE_IDENTIFIER_USED)                              \
    X(CHANGE_STRING_LITERAL)                               \
    /* Of ManySStuBs4J */                                  \
    X(DIFFERENT_METHOD_SAME_ARGS)                          \
    X(CHANGE_CALLER_IN_FUNCTION_CALL)                      \
    X(SWAP_BOOLEAN_LITERAL)                                \
    X(CHANGE_NUMERAL)                                      \
    X(CHANGE_OPERATOR)                                     \
    X(CHANGE_MODIFIER)                                     \
    X(CHANGE_IDENTIFIER)                                   \
    /* Our own */                                          \
    X(CHANGE_FORMAT_STRING) /* of printf() and its like */ \
    X(CHANGE_ARRAY_SIZE)    /* where an array is made */   \
    X(CHANGE_INCREMENT)     /* `++` and `--` */            \
    X(CHANGE_TYPE)                                         \
    X(SWAP_ASSIGNMENT_EQUALITY) /* `=` and `==` */         \
    X(SINGLE_TOKEN)             /* none of these */

#define PATTERN_OF(name) PATTERN_##name,
enum sstub_pattern { SSTUB_PATTERNS(PATTERN_OF) N_PATTERNS };
#undef PATTERN_OF

/* Returns the name of an enum sstub_pattern in databases and exports; NULL after the last. */
const char *sstub_pattern_name(int pattern);

/* ---- Regions ---- */

/* The region of a fix: what kind of text the changed token belongs to. Trainers of bug detectors
 * leave out what no program depends on, such as docstrings and messages. doc/mining.md has the
 * rules and how often they are right.
 *
 * Returns the region of a single-token edit between two programs (as of edit_sites_of()). `path` is
 * that of the file in its repository; NULL: the programs are submissions to a contest. */
enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path);

/* ---- Labels ---- */

/* Returns the category of a token at its place, which is not in a type annotation: that of an edit
 * that replaces it by another token of the same category. Returns CATEGORY_OTHER if it has none. */
enum bug_category classify_token(const struct program *program, size_t token);

/* Returns the row of a single-token edit between two programs (edit_sites_of()). `path` is as for
 * fix_region_of(). The caller sets the submissions, the origin, the scope and the dialect. The
 * tokens are copied into the arena; the other texts are static. */
struct fix_row fix_row_of(const struct program *buggy, const struct program *fixed,
                          const struct token_edit *edit, const char *path, struct arena *arena);

#endif
