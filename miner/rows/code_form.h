/* How the programs of a column are written. Some exports encode them: Judge0 as Base64, web pages
 * with entities of HTML, courses as notebooks. A column can also be something else than programs,
 * such as names of files. One value alone says little; most of a column do. */
#ifndef MINER_ROWS_CODE_FORM_H
#define MINER_ROWS_CODE_FORM_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum code_form {
    CODE_UNKNOWN,  /* too short to say */
    CODE_PLAIN,    /* anything else, and no `<`, `>` or `&` */
    CODE_SIGNS,    /* anything else, with one of them as such */
    CODE_NOTEBOOK, /* of Jupyter (nbformat 3 and 4) */
    CODE_BASE64,   /* of a text: RFC 4648, either alphabet, perhaps in lines, perhaps unpadded */
    CODE_ENTITIES, /* a text with `&lt;`, `&gt;` or `&amp;` and the like, and none of their signs */
    CODE_JSON,
    CODE_HTML,
    CODE_WORD, /* a long word, and no program */
    N_CODE_FORMS
};

/* What a form is called: "Base64". */
extern const char *const code_form_words[N_CODE_FORMS];

/* Returns the form that a value seems to have. */
enum code_form code_form_of(const char *text, size_t length);

/* Returns the form that most values have; CODE_PLAIN if they are programs. `n` has the number of
 * values of each form. */
enum code_form code_form_most(const size_t n[N_CODE_FORMS]);

/* Appends the text that a value of a column of this form means. Returns false if the form is not
 * encoded, or if the value is not of it. A value of Base64 may be short, and any bytes. */
bool code_form_decode(struct str *out, enum code_form form, const char *text, size_t length);

/* Makes a notebook its program: its cells of code, one after the other. Lines that begin with `%`
 * or `!` are commands to Jupyter, and become comments. Leaves any other text as it is. */
void code_take_notebook(struct str *text);

#endif
