/* Each distinct change of a file is a set of signed lines. A table by line gives the tasks whose
 * gold has it; a task is compared as a whole only if a commit has as many of its lines. */
#include "tasks/searching.h"

#include <stdlib.h>

/* A line of a gold, in the list of its line number. */
struct gold_line {
    uint32_t task, next; /* next: 1 + number in the list; 0: none */
    int32_t n;
};

/* How many lines of a task's gold a change has, with the same and with the other sign. */
struct line_match {
    uint32_t task, n_same, n_other;
};

/* The matches of all changes. */
struct line_matches {
    ARRAY(struct line_match) list;
    uint32_t *first; /* by pair, and one more: where its matches begin */
};

/* Adds the lines in which the second version differs from the first; only those that `wanted`, by
 * line, is not 0 for, unless it is NULL. */
static void add_difference(struct signed_lines *out, const struct file_history *files,
                           const uint32_t version[2], const uint32_t *wanted)
{
    const struct file_version *a = &files->versions.items[version[0]];
    const struct file_version *b = &files->versions.items[version[1]];
    const uint32_t *x = files->lines.items + a->first, *y = files->lines.items + b->first;
    size_t n = a->n_lines, m = b->n_lines;
    for (; n && m && *x == *y; n--, m--, x++, y++)
        ;
    for (; n && m && x[n - 1] == y[m - 1]; n--, m--)
        ;
    for (size_t i = 0; i < n; i++)
        if (!wanted || wanted[x[i]])
            array_push(out, ((struct signed_line){x[i], -1}));
    for (size_t i = 0; i < m; i++)
        if (!wanted || wanted[y[i]])
            array_push(out, ((struct signed_line){y[i], 1}));
}

struct line_index {
    uint32_t *first; /* by line: 1 + number in `list`; 0: none */
    ARRAY(struct gold_line) list;
};

static void index_golds(struct line_index *index, const struct search_run *run)
{
    index->first = mem_alloc(run->lines.lengths.n, sizeof *index->first);
    for (size_t t = 0; t < run->n_tasks; t++)
        for (size_t i = 0; i < run->tasks[t].gold.change.n; i++) {
            const struct signed_line *line = &run->tasks[t].gold.change.items[i];
            array_push(&index->list,
                       ((struct gold_line){(uint32_t)t, index->first[line->line], line->n}));
            index->first[line->line] = (uint32_t)index->list.n;
        }
}

static uint32_t least(int32_t a, int32_t b)
{
    return (uint32_t)(abs(a) < abs(b) ? abs(a) : abs(b));
}

/* Adds what the golds of files with these names have in common with a change. `match_of`: by task,
 * 1 + the number of its match; zero before and after. */
static void match_pair(struct line_matches *out, const struct search_run *run,
                       const struct file_pair *pair, const struct line_index *index,
                       const struct signed_lines *change, uint32_t *match_of)
{
    size_t first = out->list.n;
    for (size_t i = 0; i < change->n; i++)
        for (uint32_t at = index->first[change->items[i].line]; at;
             at = index->list.items[at - 1].next) {
            const struct gold_line *line = &index->list.items[at - 1];
            if (!concerns(run, line->task, pair->name))
                continue;
            if (!match_of[line->task]) {
                array_push(&out->list, ((struct line_match){line->task, 0, 0}));
                match_of[line->task] = (uint32_t)out->list.n;
            }
            struct line_match *match = &out->list.items[match_of[line->task] - 1];
            bool is_same = (line->n > 0) == (change->items[i].n > 0);
            *(is_same ? &match->n_same : &match->n_other) += least(line->n, change->items[i].n);
        }
    for (size_t i = first; i < out->list.n; i++)
        match_of[out->list.items[i].task] = 0;
}

static void match_pairs(struct line_matches *out, const struct search_run *run)
{
    struct line_index index = {0};
    struct signed_lines change = {0};
    scoped_memory uint32_t *match_of = mem_alloc(run->n_tasks, sizeof *match_of);
    out->first = mem_alloc(run->pairs.n + 1, sizeof *out->first);
    index_golds(&index, run);
    for (size_t i = 0; i < run->pairs.n; i++) {
        array_clear(&change);
        add_difference(&change, &run->files, run->pairs.items[i].version, index.first);
        signed_lines_sum(&change);
        match_pair(out, run, &run->pairs.items[i], &index, &change, match_of);
        out->first[i + 1] = (uint32_t)out->list.n;
    }
    array_release(&change);
    array_release(&index.list);
    free(index.first);
}

/* Whether a path is of one of the gold's files. */
static bool has_path(const struct search_run *run, size_t task, uint32_t path)
{
    const struct number_list *paths = &run->tasks[task].gold.paths;
    int64_t number = table_find(&run->paths, run->files.paths.keys.items[path]);
    for (size_t i = 0; i < paths->n; i++)
        if (paths->items[i] == number)
            return true;
    return false;
}

/* Sets `out` to a commit's change of the files with the names, or the paths, of the gold's. */
static void add_changes(struct signed_lines *out, const struct search_run *run, size_t task,
                        uint32_t commit, bool is_by_path)
{
    const struct file_history *files = &run->files;
    array_clear(out);
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
        const struct file_change *change = &files->changes.items[i];
        if (is_by_path
                ? has_path(run, task, change->path[0]) || has_path(run, task, change->path[1])
                : concerns(run, task, change->name))
            add_difference(out, files, change->version, NULL);
    }
    signed_lines_sum(out);
}

/* Compares a change with the gold. N_EVIDENCES: it is none. */
static enum evidence evidence_of(const struct signed_lines *change, const struct gold_patch *gold,
                                 bool allows_more)
{
    bool is_whole = signed_lines_total(change) == gold->n_lines;
    if (!is_whole && !allows_more)
        return N_EVIDENCES;
    if (signed_lines_contain(change, &gold->change, false))
        return is_whole ? EVIDENCE_EXACT : EVIDENCE_CONTAINED;
    return signed_lines_contain(change, &gold->change, true) ? EVIDENCE_REVERT : N_EVIDENCES;
}

/* Compares a commit's change with the gold: of the gold's paths, which must be the whole, then of
 * all files with these names, because a file may have been moved. */
static void compare_change(struct search_run *run, size_t number, uint32_t commit)
{
    struct searched_task *task = &run->tasks[number];
    struct signed_lines change = {0};
    bool allows_more = !(task->off & 1U << EVIDENCE_CONTAINED);
    enum evidence evidence = N_EVIDENCES;
    for (int step = 0; step < 2 && evidence == N_EVIDENCES; step++) {
        add_changes(&change, run, number, commit, step == 0);
        evidence = evidence_of(&change, &task->gold, step && allows_more);
    }
    if (evidence != N_EVIDENCES)
        array_push(&task->findings, ((struct finding){commit, evidence, false, 1}));
    array_release(&change);
}

void search_changes(struct search_run *run)
{
    struct line_matches matches = {.first = NULL};
    const struct file_history *files = &run->files;
    scoped_memory uint32_t *n_same = mem_alloc(run->n_tasks, sizeof *n_same);
    scoped_memory uint32_t *n_other = mem_alloc(run->n_tasks, sizeof *n_other);
    scoped_array ARRAY(uint32_t) touched = {0};
    match_pairs(&matches, run);
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        array_clear(&touched);
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            uint32_t pair = run->pair_of_change[i];
            for (uint32_t m = matches.first[pair]; m < matches.first[pair + 1]; m++) {
                const struct line_match *match = &matches.list.items[m];
                if (!n_same[match->task] && !n_other[match->task])
                    array_push(&touched, match->task);
                n_same[match->task] += match->n_same;
                n_other[match->task] += match->n_other;
            }
        }
        for (size_t i = 0; i < touched.n; i++) {
            uint32_t task = touched.items[i], n_lines = run->tasks[task].gold.n_lines;
            bool is_candidate = n_same[task] >= n_lines || n_other[task] >= n_lines;
            if (is_candidate && may_solve(run, task, commit))
                compare_change(run, task, commit);
            n_same[task] = n_other[task] = 0;
        }
    }
    array_release(&matches.list);
    free(matches.first);
}
