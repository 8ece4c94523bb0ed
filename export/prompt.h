/* Prompts: templates with values of a row.
 *
 * The first paragraph, up to the first blank line, is the instruction, what follows that line is
 * the input: formats that have one text take the template as it is. */
#ifndef EXPORT_PROMPT_H
#define EXPORT_PROMPT_H

#include "base/template.h"

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

/* Reads a prompt (base/template.h), in which these names can be. */
int prompt_read(struct template *template, const char *text, size_t length, const char *name,
                struct err *err);

/* The line on which one of a set of placeholders (bits) stands first, and which it is; 0 when none
 * does. */
int prompt_line_of(const struct template *template, unsigned placeholders, enum placeholder *which);

/* Appends the prompt with `values`, one for each placeholder, in their places. */
void prompt_add(struct str *out, const struct template *template,
                const struct str values[N_PLACEHOLDERS]);

/* The same for its first paragraph, without the line end, and for what follows the blank line. */
void prompt_add_instruction(struct str *out, const struct template *template,
                            const struct str values[N_PLACEHOLDERS]);
void prompt_add_input(struct str *out, const struct template *template,
                      const struct str values[N_PLACEHOLDERS]);

#endif
