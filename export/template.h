/* Prompts as plain text with {placeholders}.
 *
 * `{name}` stands for a value of the row, `{{` and `}}` for a brace. The first paragraph, up to the
 * first blank line, is the instruction, what follows that line is the input: formats that have one
 * text take the template as it is. */
#ifndef EXPORT_TEMPLATE_H
#define EXPORT_TEMPLATE_H

#include "base/array.h"
#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>

/* What a prompt can name. */
enum placeholder {
    PLACEHOLDER_CODE,        /* what is shown, marked if that was asked for */
    PLACEHOLDER_GRANULARITY, /* program, function, line; code for a run of statements */
    PLACEHOLDER_LANGUAGE,    /* as CodeNet spells it: Python */
    PLACEHOLDER_ORIGINAL_LANGUAGE,
    PLACEHOLDER_DIALECT,
    PLACEHOLDER_STATUS, /* the judge's, of the failing submission */
    PLACEHOLDER_PROBLEM_ID,
    PLACEHOLDER_ID,
    PLACEHOLDER_LINE,   /* of the place, from 1, in what is shown */
    PLACEHOLDER_COLUMN, /* from 0, in code points */
    PLACEHOLDER_BEFORE, /* the token */
    PLACEHOLDER_CATEGORY,
    PLACEHOLDER_PATTERN,
    N_PLACEHOLDERS
};

const char *placeholder_name(enum placeholder placeholder);

/* A piece of a template: a text, and behind it a placeholder. */
struct template_piece {
    size_t text;     /* offset of a zero-terminated text, in `texts` */
    int placeholder; /* N_PLACEHOLDERS: none */
    int line;        /* of the placeholder, from 1 */
};

struct template
{
    ARRAY(struct template_piece) pieces;
    size_t n_instruction; /* pieces of the first paragraph */
    struct str texts;     /* what the pieces point at */
    struct str source;    /* the template as it was read */
};

/* Reads a template's text; `name` is for messages. Fails, naming the line, for a placeholder that
 * there is not, a brace that stands alone, and a text that is no UTF-8. Release with
 * template_release(), also after a failure. */
int template_read(struct template *template, const char *text, size_t length, const char *name,
                  struct err *err);
void template_release(struct template *template);

/* The line on which one of a set of placeholders (bits) stands first, and which it is; 0 when none
 * does. */
int template_line_of(const struct template *template, unsigned placeholders,
                     enum placeholder *which);

/* Appends the template with `values`, one for each placeholder, in their places. */
void template_add(struct str *out, const struct template *template,
                  const struct str values[N_PLACEHOLDERS]);

/* The same for its first paragraph, without the line end, and for what follows the blank line. */
void template_add_instruction(struct str *out, const struct template *template,
                              const struct str values[N_PLACEHOLDERS]);
void template_add_input(struct str *out, const struct template *template,
                        const struct str values[N_PLACEHOLDERS]);

#endif
