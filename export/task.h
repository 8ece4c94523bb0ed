/* Tasks: the question to a model, as a prompt, and its answer. */
#ifndef EXPORT_TASK_H
#define EXPORT_TASK_H

#include "export/excerpt.h"
#include "export/prompt.h"

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

/* The task of tagged rows (augment/tags.h). No fix has it. */
extern const struct export_task export_task_untag;

/* Returns the task with that name, or NULL. */
const struct export_task *export_task_find(const char *name);

/* Appends the built-in template for a granularity. */
void export_task_add_prompt(struct str *out, const struct export_task *task,
                            enum granularity granularity);

#endif
