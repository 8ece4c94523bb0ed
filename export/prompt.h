/* Prompts: templates filled in with values of a row.
 *
 * The first paragraph, up to the first blank line, is the instruction. The text after that line is
 * the input. Formats with a single text use the whole template. */
#ifndef EXPORT_PROMPT_H
#define EXPORT_PROMPT_H

#include "base/template.h"

/* The values that a prompt can name. */
enum placeholder {
    PLACEHOLDER_CODE,        /* the shown code, with marks if they were asked for */
    PLACEHOLDER_GRANULARITY, /* program, function, line; code for a run of statements */
    PLACEHOLDER_LANGUAGE,    /* as CodeNet spells it, such as Python */
    PLACEHOLDER_ORIGINAL_LANGUAGE,
    PLACEHOLDER_DIALECT,
    PLACEHOLDER_STATUS, /* the judge's verdict on the failing submission */
    PLACEHOLDER_PROBLEM_ID,
    PLACEHOLDER_ID,
    PLACEHOLDER_LINE,   /* of the place in the shown code, from 1 */
    PLACEHOLDER_COLUMN, /* from 0, in code points */
    PLACEHOLDER_BEFORE, /* the token */
    PLACEHOLDER_CATEGORY,
    PLACEHOLDER_PATTERN,
    N_PLACEHOLDERS
};

const char *placeholder_name(enum placeholder placeholder);

/* Reads a prompt, a template (base/template.h) that can contain these names. `name` is for
 * messages. */
int prompt_read(struct template *template, const char *text, size_t length, const char *name,
                struct err *err);

/* Returns the first line that contains one of a set of placeholders (bits), and sets `which` to
 * that placeholder. Returns 0 if none occurs. */
int prompt_line_of(const struct template *template, unsigned placeholders, enum placeholder *which);

/* Appends the prompt with each placeholder replaced by its value. */
void prompt_add(struct str *out, const struct template *template,
                const struct str values[N_PLACEHOLDERS]);

/* Do the same for the first paragraph, without its line end, and for the text after the blank
 * line. */
void prompt_add_instruction(struct str *out, const struct template *template,
                            const struct str values[N_PLACEHOLDERS]);
void prompt_add_input(struct str *out, const struct template *template,
                      const struct str values[N_PLACEHOLDERS]);

#endif
