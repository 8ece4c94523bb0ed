/* What a model sees of a fix, and what it is to answer. */
#ifndef EXPORT_EXAMPLE_H
#define EXPORT_EXAMPLE_H

#include "export/excerpt.h"
#include "export/task.h"

struct tagged;

/* How examples are made. */
struct export_view {
    const struct export_task *task;
    const struct template *template; /* of the prompt */
    enum granularity granularity;
    int64_t n_context;  /* lines above and below a line */
    bool has_marks;     /* the place is marked in what is shown */
    bool has_ids;       /* the row says what it is of (export_add_row) */
    const char *system; /* the prompt of a chat's system; NULL: none */
};

/* An example; its memory is reused, zero it before the first use. */
struct example {
    const struct fix *row;          /* borrowed */
    const struct export_view *view; /* may be NULL for formats that show nothing but the row */
    struct excerpt excerpt;
    struct str values[N_PLACEHOLDERS];
    struct str answer;
    const struct tagged *tagged; /* of a row that is tagged (tagged.h): where; NULL for any other */
};

/* Makes the example of a row. Returns NULL, or why there is none, a static text. */
const char *example_make(struct example *example, const struct fix *row,
                         const struct export_view *view, struct syntax_parser *parser,
                         struct syntax_tree *tree);
void example_release(struct example *example);

/* Appends the whole prompt; the answer; the code that is to be corrected. */
void example_add_prompt(struct str *out, const struct example *example);
void example_add_answer(struct str *out, const struct example *example);
void example_add_buggy(struct str *out, const struct example *example);

#endif
