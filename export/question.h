/* What a trainer asks a model about a fix, as a prompt, and the right answer. Users know a question
 * as a task (--task), which is a word for something else in guard/tasks/. */
#ifndef EXPORT_QUESTION_H
#define EXPORT_QUESTION_H

#include "base/str.h"

#include <stdbool.h>

struct excerpt; /* export/example.h */
struct fix;

struct question {
    const char *name, *summary;
    const char *prompt;      /* a file of prompts/ (question_add_prompt()) */
    const char *line_prompt; /* the one for single lines; NULL: `prompt` */
    bool asks_for_place;     /* a mark at the place would give the answer away */
    bool shows_verdict;      /* the prompt has the verdict, which correct programs do not have */
    bool is_repair;          /* the answer is the fixed code */

    /* Appends the answer for the excerpt of a row. */
    void (*answer)(struct str *out, const struct fix *row, const struct excerpt *excerpt);
    const char *clean_answer; /* for a correct program; NULL: as for any other */
};

/* All questions. NULL ends the list; the first is the default. */
extern const struct question *const questions[];

/* Returns the question with that name, or NULL. */
const struct question *question_find(const char *name);

/* A value that a prompt can name. */
struct prompt_value {
    const char *name, *value;
};

/* Appends the question's prompt, that for single lines if it `is_about_line`, with a value in place
 * of each `{name}`. A backslash at the end of a line of the prompt joins it with the next one.
 * `values` ends with a NULL name. */
void question_add_prompt(struct str *out, const struct question *question, bool is_about_line,
                         const struct prompt_value *values);

#endif
