/* Forms in which other code may contain a program. */
#ifndef TESTS_SUPPORT_FORMS_H
#define TESTS_SUPPORT_FORMS_H

#include "base/str.h"
#include "tokenize/token.h"

#include <stdbool.h>

/* Whether a token of Python is a name that may be another one: no keyword, number, sign or string.
 */
bool text_is_name(struct token_text text);

/* Appends a program, which must parse, with `number` for its last number; where there is none, with
 * a strange operator for the first one. Returns false for a program without any. */
bool rewrite_token(struct str *out, const char *code, const char *number);

enum form {
    VERBATIM,
    INDENTED_BY_TABS,
    INDENTED_OTHERWISE, /* by two or eight blanks */
    COMMENTED,
    RENAMED,
    AFTER_CODE,
    AMONG_FUNCTIONS,
    IN_CLASS,
    IN_IF,
    RENAMED_IN_CLASS,
    TOKEN_CHANGED,
    TOKEN_CHANGED_IN_CLASS,
    NAME_SWAPPED,
    FIRST_HALF,
    WITHOUT_TEXTS,
    OTHER_PROGRAM,
    N_FORMS
};

/* Appends a program, which must parse, in a form; false where it has none. The code around it is
 * longer than itself. */
bool form_write(enum form form, struct str *out, const char *code);

#endif
