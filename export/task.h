/* Tasks: the question to a model, as a prompt, and its answer. */
#ifndef EXPORT_TASK_H
#define EXPORT_TASK_H

#include "base/template.h"
#include "export/excerpt.h"

/* Prompts: templates filled in with values of a row.
 *
 * The first paragraph, up to the first blank line, is the instruction. The text after that line is
 * the input. Formats with a single text use the whole template. */
/* The values that a prompt can name. */
enum placeholder {
    PLACEHOLDER_CODE,    /* the shown code, with marks if they were asked for */
    PLACEHOLDER_CONTEXT, /* lines around a function, with a heading and a blank line; or empty */
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

/* Appends the prompt, its first paragraph without the line end, or the text after the blank line,
 * filled with the values: an object with a member for each name (placeholder_name()). */
enum prompt_part { PROMPT_WHOLE, PROMPT_INSTRUCTION, PROMPT_INPUT };
void prompt_add(struct str *out, const struct template *template, enum prompt_part part,
                const struct json *values);

struct export_task {
    const char *name, *summary;
    const char *prompt;      /* the built-in template, a file of prompts/ */
    const char *line_prompt; /* the one for single lines; NULL: `prompt` */
    unsigned asks_for;       /* placeholders that would give the answer away, as bits */
    bool asks_for_place;     /* a mark at the place would give the answer away */
    bool is_repair;          /* the answer is the fixed code */

    /* Appends the answer for the excerpt of a row. */
    void (*answer)(struct str *out, const struct fix *row, const struct excerpt *excerpt);
    const char *clean_answer; /* for a correct program; NULL: as for any other */
};

/* All tasks. NULL ends the list; the first is the default. */
extern const struct export_task *const export_tasks[];

/* The task of tagged rows (export/tags.h). No fix has it. */
extern const struct export_task export_task_untag;

/* Returns the task with that name, or NULL. */
const struct export_task *export_task_find(const char *name);

/* Appends the built-in template for a granularity. */
void export_task_add_prompt(struct str *out, const struct export_task *task,
                            enum granularity granularity);

#endif
