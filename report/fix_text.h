/* Fixes as text, one after the other: what is known of each and its lines as a diff, for people; or
 * JSON, for programs. */
#ifndef REPORT_FIX_TEXT_H
#define REPORT_FIX_TEXT_H

#include "report/diff.h"

#include <stdio.h>

/* What tokfix dedup, split and leak have found of a fix. */
struct fix_marks {
    const char *split;          /* "" for none */
    const char *duplicate_of;   /* id of the fix that stands for its exact cluster; "" for none */
    const char *conflicts_with; /* id of one that mends the same program otherwise; "" for none */
    const char *excluded;       /* one of the reasons, and its evidence; "" for none */
    int64_t n_more_reasons;     /* beside that one */
};

/* The query for the marks of a fix; to be finished before the store is closed. */
int fix_marks_open(struct db_statement **out, struct db *db, struct err *err);

/* The marks of a fix, whose texts are in the arena and may be any bytes without a zero. */
int fix_marks_get(struct db_statement *query, int64_t fix_key, struct fix_marks *marks,
                  struct arena *arena, struct err *err);

/* Appends its id and verdicts; category, pattern and role; user, days and language; its marks, if
 * it has any; and the tokens. All texts are shown safely (base/terminal.h), and what is long is
 * cut. */
void fix_text_add_heading(struct str *out, const struct fix *row, const struct fix_marks *marks,
                          const struct diff_style *style);

/* Parts of it, a line each: category, pattern and role; and the tokens. */
void fix_text_add_kind(struct str *out, const struct fix *row);
void fix_text_add_tokens(struct str *out, const struct fix *row, const struct diff_style *style);

/* Appends the heading and the lines. */
void fix_text_add(struct str *out, const struct fix *row, const struct fix_marks *marks,
                  const struct diff_style *style);

struct fix_text_options {
    bool is_json; /* a line for each, as a row of the export format `pairs` */
    struct diff_style style;
};

/* Writes fixes, by their fix_keys, in the order given; between diffs stands a blank line. Each is
 * read when its turn comes. Returns 0, ERR, or FIX_TEXT_NOT_TAKEN when `out` failed, with the
 * reason as the message; nothing more is read then. */
enum { FIX_TEXT_NOT_TAKEN = 1 };
int fix_text_write(FILE *out, struct db *db, const int64_t *fix_keys, size_t n,
                   const struct fix_text_options *options, struct err *err);

#endif
