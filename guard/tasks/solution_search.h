/* What the files of the search share: solutions.c reads the past and runs the search,
 * solution_changes.c compares the changes of commits with the golds, by their lines and by their
 * tokens (similar.c), and solution_trees.c finds bases, trees and other texts that have the lines
 * of the golds' hunks. Nothing else includes this. */
#ifndef GUARD_TASKS_SOLUTION_SEARCH_H
#define GUARD_TASKS_SOLUTION_SEARCH_H

#include "base/meter.h"
#include "guard/tasks/gold_patch.h"
#include "guard/tasks/solutions.h"

#include <assert.h>
#include <wchar.h>

/* ---- The past ----
 *
 * The versions of some files in the past of a repository: their lines, and which commits change
 * them. A file is one of them if its name, without folders, is one of those that are looked for. */

enum { NO_NAME = UINT32_MAX };

/* A blob, or another text that is compared with the golds. One that is missing, too large, damaged
 * or binary has no lines. */
struct file_version {
    size_t first; /* of its lines, in `lines` */
    uint32_t n_lines;
};

struct file_change {
    uint32_t commit;     /* number in the graph */
    uint32_t version[2]; /* before and after; 0: no file */
    uint32_t path[2];    /* numbers in `paths`; the same unless the file was moved */
    uint32_t name[2];    /* numbers in `names`; NO_NAME: not looked for */
};

struct past_files {
    struct table paths;
    struct table ids;                    /* of the blobs, or lines of submodules; number + 1 is
                                            that of the version */
    ARRAY(struct file_version) versions; /* number 0: no file */
    struct number_list lines;
    ARRAY(struct file_change) changes; /* by commit; then in the order of git */
    uint32_t *first_change;            /* by commit, and one more: where its changes begin */
    size_t first_loose;                /* number of the first version that is in no tree */
};

/* ---- The search ---- */

/* A version and a path at which it is. */
struct path_version {
    uint32_t path, version;
};

/* The files of a base that have the name of one of the task's files. */
struct base_files {
    struct path_version *items;
    size_t n, capacity;
};

struct solution_search {
    struct searched_task *tasks;
    size_t n_tasks;
    const struct solution_place *place;
    const struct commit_graph *graph; /* of the place */
    struct solution_notes *notes;
    struct arena *arena;
    struct line_table lines;
    struct table names, paths; /* of the golds */
    uint8_t *named;  /* bits by task and name: whether the name is of a file of the task */
    bool *is_wanted; /* by commit: it is visible, or in the past of a base */
    struct past_files files;
    uint32_t *counts;         /* by line: how often it is in the versions */
    struct table plain_files; /* paths of the last versions */
    struct base_files *bases; /* by task */
};

static inline bool has_name(const struct solution_search *search, size_t task, uint32_t name)
{
    size_t bit = task * search->names.keys.n + name;
    return name != NO_NAME && search->named[bit / 8] >> bit % 8 & 1;
}

/* Shows that `done` of `n` are done. */
static inline void solution_show(const struct solution_search *search, const char *label,
                                 const char *unit, size_t done, size_t n)
{
    meter_show(&search->place->meter, (struct meter_step){label, unit, done, n, done});
}

/* The changes of files that a commit makes. */
struct commit_changes {
    const struct file_change *items;
    size_t n;
};

static inline struct commit_changes changes_of(const struct solution_search *search,
                                               uint32_t commit)
{
    const uint32_t *first = &search->files.first_change[commit];
    return (struct commit_changes){search->files.changes.items + first[0], first[1] - first[0]};
}

/* The numbers of the lines of a file (gold_patch.h), without blank lines. */
struct file_lines {
    const uint32_t *items;
    size_t n;
};

/* Returns the lines of a version. */
static inline struct file_lines lines_of(const struct solution_search *search, uint32_t version)
{
    const struct file_version *it = &search->files.versions.items[version];
    return (struct file_lines){search->files.lines.items + it->first, it->n_lines};
}

/* Returns the rarer one of two lines. */
static inline uint32_t rarer_line(const struct solution_search *search, uint32_t a, uint32_t b)
{
    return search->counts[b] < search->counts[a] ? b : a;
}

/* Returns the first place of a line, or NULL. */
static inline const uint32_t *find_line(const struct file_lines *lines, uint32_t line)
{
    return (const uint32_t *)wmemchr((const wchar_t *)lines->items, (wchar_t)line, lines->n);
}
static_assert(sizeof(wchar_t) == sizeof(uint32_t), "lines are searched as wide characters");

/* Returns the end of the hunks that are of the same file as hunk number `first`. */
size_t solution_file_end(const struct gold_patch *gold, size_t first);

/* Returns the version of the file of a hunk in the base; -1 if there is none. */
int64_t solution_base_version(const struct solution_search *search, size_t task,
                              const struct gold_hunk *hunk);

/* Lists the files of the bases, and sets what follows from them alone: whether the golds apply, and
 * what of the evidence is off. */
void solution_read_bases(struct solution_search *search);

/* Add what they find to the findings and texts of the tasks, and what would find the base to `off`.
 * The bases must have been read. */
void solution_compare_changes(struct solution_search *search);
void solution_follow_trees(struct solution_search *search);

/* ---- Similar changes ----
 *
 * How much of the change of a gold patch a commit makes, up to the names of variables.
 *
 * A file is the tokens of its lines (gold_patch.h), one after the other. A change of a file is
 * how much more, or less, often each n-gram of its tokens occurs after it. So it does not
 * depend on how lines are aligned; what only moves cancels out; and so do lines in which only a
 * variable gets another name, because in n-grams all names of variables are the same token.
 *
 * Of a gold's change, the n-grams count that are telling: those that it adds and its files did not
 * have, and those that it removes and its files no longer have. If fewer than half are telling,
 * because the files have code that differs in names alone, or fewer than SIMILAR_MIN_NGRAMS,
 * because the gold changes names alone, then names count in all n-grams of this gold. The
 * similarity of a commit's change C to a gold's change G is their containment: the sum of
 * min(|C(r)|, |G(r)|) over the telling n-grams r that have the same sign in both, divided by the
 * sum of |G(r)|.
 *
 * tests/bench/planted.py makes leaks to measure what this finds. */

enum { SIMILAR_NGRAM = 8, SIMILAR_MIN_NGRAMS = 4 };

/* A change of a file. */
struct changed_lines {
    struct file_lines before, after;
};

/* Returns the change without the lines that both sides have at their starts and their ends. */
struct changed_lines changed_lines_trim(struct changed_lines change);

/* A change as n-grams of tokens, those that are telling for a gold. All zero before the first use.
 * */
struct similar_change {
    struct signed_lines ngrams[2];
};
void similar_change_release(struct similar_change *change);

struct similar; /* opaque: the golds */

/* `table` is borrowed: all lines of all files. */
struct similar *similar_new(const struct line_table *table);
void similar_free(struct similar *similar);
SCOPED_POINTER(similar, similar_free)

/* Adds a gold, whose number is that of golds added before: the changes of its files. If fewer than
 * SIMILAR_MIN_NGRAMS n-grams are telling, nothing is similar to it; returns whether that is so.
 * `base`: the files of the base with these names. */
bool similar_add(struct similar *similar, const struct changed_lines *files, size_t n,
                 const struct file_lines *base, size_t n_base);

/* Reads a change, after all golds are added. Its memory is reused. */
void similar_read(struct similar_change *out, const struct similar *similar,
                  const struct changed_lines *file);

/* Returns the similarity of a gold to the changes of several files together. `is_new`: only by the
 * n-grams that the gold adds and the base does not have. */
double similar_score(const struct similar *similar, uint32_t gold,
                     const struct similar_change *const *files, size_t n, bool is_new);

#endif
