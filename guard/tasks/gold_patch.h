/* Files and the gold patches of tasks, in the numbers of their lines.
 *
 * Lines are numbered without white space, except that in quotes which are closed in the line: two
 * lines are the same if they differ only in blanks, tabs and carriage returns between tokens. Blank
 * lines are left out. A file is a list of the numbers of its lines.
 *
 * Each line also has tokens, as changes are compared up to the names of variables and up to what a
 * formatter does. It is cut by itself and in the same way in every language, so a distinct line is
 * cut once, wherever it is. A token is a word (letters, digits, `_` and all bytes above ASCII), a
 * text in single or double quotes that are closed in the line (without them), or any other
 * character. Commas, round brackets and backslashes are left out. Words of comments are tokens,
 * too. */
#ifndef GUARD_TASKS_GOLD_PATCH_H
#define GUARD_TASKS_GOLD_PATCH_H

#include "base/patch.h"
#include "base/table.h"
#include "miner/git/commit_graph.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Lines ---- */

/* A token is 31 bits of the hash of its text. One that may be the name of a variable also has this
 * bit: it does not begin with a digit, is not directly after `.`, `->` or `::`, not before a round
 * bracket, and not a keyword of the languages. */
enum { LINE_TOKEN_BITS = 31 };
#define LINE_TOKEN_NAME (UINT32_C(1) << LINE_TOKEN_BITS)

/* All zero before the first use, except the languages. */
struct line_table {
    unsigned languages; /* a set, as in language.h: whose keywords count; none: those of all */
    struct table texts; /* by line number, from 1; 0 stands for no line */
    ARRAY(uint32_t) tokens;
    /* By line number: where its tokens end; they begin where those of the line before end. */
    ARRAY(size_t) ends;
    ARRAY(uint32_t) keywords; /* as tokens, in ascending order */
    struct str last_text;     /* that was cut, and the numbers of all its lines */
    struct number_list last_lines;
};

/* Appends the numbers of the lines of a text. */
void line_table_cut(struct line_table *table, const char *text, size_t length,
                    struct number_list *out);

/* Returns the number of one line; 0 if it is blank. */
uint32_t line_table_number(struct line_table *table, const char *line, size_t length);

/* Returns the first token of a line as it was seen first, and sets `n` to the number of its tokens.
 */
static inline const uint32_t *line_table_tokens(const struct line_table *table, uint32_t line,
                                                size_t *n)
{
    size_t first = line ? table->ends.items[line - 1] : 0;
    *n = table->ends.items[line] - first;
    return table->tokens.items + first;
}

/* Returns where in a text a part begins first, or -1. */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part);

void line_table_release(struct line_table *table);
SCOPED_VALUE(line_table, line_table_release)

/* ---- Changes and patches ---- */

/* A line that a change adds (n > 0) or removes, and how often. What it adds in one place and
 * removes in another cancels out, so the result does not depend on how lines were aligned. Runs of
 * tokens (guard/tasks/similar.c) are counted in the same way, with the hash of the run as `line`.
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
