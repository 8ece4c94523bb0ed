/* The gold patch of a task, in the numbers of a line table. */
#ifndef GUARD_TASKS_GOLD_PATCH_H
#define GUARD_TASKS_GOLD_PATCH_H

#include "base/patch.h"
#include "base/table.h"
#include "guard/tasks/line_table.h"

/* A line that a change adds (n > 0) or removes, and how often. What it adds in one place and
 * removes in another cancels out, so the result does not depend on how lines were aligned. Runs of
 * tokens (guard/tasks/similar.h) are counted in the same way, with the hash of the run as `line`.
 */
struct signed_line {
    uint64_t line;
    int64_t n;
};

/* Sorted by line; no `n` is 0. */
struct signed_lines {
    struct signed_line *items;
    size_t n, capacity;
};

/* Sorts the items, and adds those of the same line up. */
void signed_lines_sum(struct signed_lines *lines);

/* Returns the number of lines in it: the sum of all |n|. */
uint64_t signed_lines_total(const struct signed_lines *lines);

/* Returns `n` of a line; 0 if it is not there. */
int64_t signed_lines_count(const struct signed_lines *lines, uint64_t line);

/* Whether every line of the part is in the whole, at least as often, with the same sign; with the
 * other sign if `is_reverse`. */
bool signed_lines_contain(const struct signed_lines *whole, const struct signed_lines *part,
                          bool is_reverse);

/* The lines of a hunk on one side: context, and what is removed or added. */
struct image {
    uint32_t first, n; /* in `numbers` */
};

struct gold_hunk {
    struct image before, after;
    uint32_t path; /* of the file before, or after if it is new: number in `paths` */
    bool is_new;   /* the file is new: `after` is all of it */
};

/* All zero before gold_patch_make(). */
struct gold_patch {
    struct signed_lines change; /* of all files */
    uint64_t n_lines;           /* signed_lines_total(change) */
    bool has_added;
    ARRAY(struct gold_hunk) hunks; /* whose image after is not empty */
    ARRAY(uint32_t) numbers;       /* of the lines of the images */
    struct number_list paths;      /* of its files, on both sides: numbers; distinct */
    struct number_list names;      /* the same without folders */
};

/* Reads a patch. Adds the names of its files, before and after, to `names`, and the paths to
 * `paths`. Files that are binary are left out. */
void gold_patch_make(struct gold_patch *out, const struct patch *patch, struct line_table *lines,
                     struct table *names, struct table *paths);

/* Appends to `out` what the hunks from `first` to `end`, which are of one file, make of its lines:
 * each at the first place after the hunk before it that has its lines before. Returns false if one
 * has no place; `out` is then as it was. */
bool gold_patch_apply(struct number_list *out, const struct gold_patch *gold, size_t first,
                      size_t end, const uint32_t *lines, size_t n);

void gold_patch_release(struct gold_patch *gold);
SCOPED_VALUE(gold_patch, gold_patch_release)

#endif
