/* What a model is asked: the prompt, and the answer to it. */
#ifndef EXPORT_TASK_H
#define EXPORT_TASK_H

#include "export/excerpt.h"
#include "export/prompt.h"

struct export_task {
    const char *name, *summary;
    const char *prompt;      /* our template's text */
    const char *line_prompt; /* the same for single lines; NULL: no other */
    unsigned asks_for;       /* placeholders that would give the answer away, as bits */
    bool asks_for_place;     /* a mark at the place would, too */
    bool is_repair;          /* the answer is the fixed code */

    /* Appends the answer for an excerpt of a row. */
    void (*answer)(struct str *out, const struct fix *row, const struct excerpt *excerpt);
    const char *clean_answer; /* for a correct program; NULL: as for any other */
};

/* All tasks, ended by NULL; the first is the default. */
extern const struct export_task *const export_tasks[];

/* The task of rows that are tagged (augment/tags.h), which no fix is. */
extern const struct export_task export_task_untag;

/* The task of that name, or NULL. */
const struct export_task *export_task_find(const char *name);

/* The template's text for a granularity. */
const char *export_task_prompt(const struct export_task *task, enum granularity granularity);

#endif
