/* As search_changes.c, with the runs of tokens of similar.h in the place of lines. */
#include "tasks/searching.h"

#include <stdio.h>
#include <stdlib.h>

struct gold_files {
    ARRAY(struct changed_lines) files;
    struct number_list *made; /* by file */
    size_t n_made;
};

/* Adds the change that the hunks from `first` to `end` make of a file of the base; if it has no
 * place for them, what they say themselves. */
static void add_gold_file(struct gold_files *out, const struct search_run *run, size_t number,
                          size_t first, size_t end)
{
    const struct gold_patch *gold = &run->tasks[number].gold;
    struct number_list *made = &out->made[out->n_made++];
    int64_t version = search_base_version(run, number, &gold->hunks.items[first]);
    struct file_lines before =
        version < 0 ? (struct file_lines){NULL, 0} : search_lines_of(run, (uint32_t)version);
    if (before.n && gold_patch_apply(made, gold, first, end, before.items, before.n)) {
        array_push(&out->files, ((struct changed_lines){before, {made->items, made->n}}));
        return;
    }
    for (size_t h = first; h < end; h++) {
        const struct gold_hunk *hunk = &gold->hunks.items[h];
        const uint32_t *numbers = gold->numbers.items;
        array_push(&out->files,
                   ((struct changed_lines){{numbers + hunk->before.first, hunk->before.n},
                                           {numbers + hunk->after.first, hunk->after.n}}));
    }
}

static void add_gold(struct similar *similar, struct search_run *run, size_t number)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = task->gold.hunks.n;
    struct gold_files gold = {.made = mem_alloc(n, sizeof *gold.made)};
    for (size_t first = 0, end; first < n; first = end) {
        end = search_file_end(&task->gold, first);
        add_gold_file(&gold, run, number, first, end);
    }
    if (similar_add(similar, gold.files.items, gold.files.n))
        task->off |= 1U << EVIDENCE_SIMILAR;
    for (size_t i = 0; i < gold.n_made; i++)
        array_release(&gold.made[i]);
    free(gold.made);
    array_release(&gold.files);
}

static struct changed_lines changed_lines_of(const struct search_run *run,
                                             const uint32_t version[2])
{
    return (struct changed_lines){search_lines_of(run, version[0]),
                                  search_lines_of(run, version[1])};
}

/* Compares a commit's whole change of the task's files with the gold. */
static void compare_change(struct search_run *run, struct similar *similar, uint32_t number,
                           uint32_t commit)
{
    const struct file_history *files = &run->files;
    scoped_array ARRAY(struct changed_lines) changed = {0};
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++)
        if (concerns(run, number, files->changes.items[i].name))
            array_push(&changed, changed_lines_of(run, files->changes.items[i].version));
    double similarity = similar_score(similar, number, changed.items, changed.n);
    if (similarity >= SIMILAR_THRESHOLD)
        array_push(&run->tasks[number].findings,
                   ((struct finding){commit, EVIDENCE_SIMILAR, false, similarity}));
}

/* The tasks that a commit may solve: for each, what its changes of files have in common with the
 * gold, which is at least what they have together. */
struct touched_tasks {
    struct number_list tasks;
    uint64_t *n_runs;               /* by task */
    struct table changes;           /* distinct ones: merges have those of their branches again */
    struct similar_matches matches; /* of the first change, the second, ... */
    ARRAY(size_t) ends;             /* by change: of its matches */
};

/* Returns the number of a change, whose matches are found the first time. */
static size_t match_change(struct touched_tasks *touched, struct similar *similar,
                           const struct search_run *run, const struct file_change *change)
{
    char key[32];
    snprintf(key, sizeof key, "%u %u", change->version[0], change->version[1]);
    size_t number = (size_t)table_number(&touched->changes, key);
    if (number == touched->ends.n) {
        struct changed_lines file = changed_lines_of(run, change->version);
        similar_match(similar, &file, &touched->matches);
        array_push(&touched->ends, touched->matches.n);
    }
    return number;
}

static void touch_tasks(struct touched_tasks *touched, struct similar *similar,
                        const struct search_run *run, uint32_t commit)
{
    const struct file_history *files = &run->files;
    array_clear(&touched->tasks);
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
        const struct file_change *change = &files->changes.items[i];
        size_t number = match_change(touched, similar, run, change);
        size_t m = number ? touched->ends.items[number - 1] : 0;
        for (; m < touched->ends.items[number]; m++) {
            const struct similar_match *match = &touched->matches.items[m];
            if (!concerns(run, match->gold, change->name)) /* short runs are in many golds */
                continue;
            if (!touched->n_runs[match->gold])
                array_push(&touched->tasks, match->gold);
            touched->n_runs[match->gold] += match->n_runs;
        }
    }
}

void search_similar(struct search_run *run)
{
    scoped_memory uint64_t *n_runs = mem_alloc(run->n_tasks, sizeof *n_runs);
    struct touched_tasks touched = {.n_runs = n_runs};
    scoped(similar) *similar = similar_new(&run->lines.tokens);
    for (size_t t = 0; t < run->n_tasks; t++)
        add_gold(similar, run, t);
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        touch_tasks(&touched, similar, run, commit);
        for (size_t i = 0; i < touched.tasks.n; i++) {
            uint32_t task = touched.tasks.items[i];
            double least = SIMILAR_THRESHOLD * similar_total(similar, task);
            if ((double)n_runs[task] >= least && may_solve(run, task, commit))
                compare_change(run, similar, task, commit);
            n_runs[task] = 0;
        }
        search_show(run, "comparing changes", commit + 1, run->history->commits.n);
    }
    table_release(&touched.changes);
    array_release(&touched.matches);
    array_release(&touched.ends);
    array_release(&touched.tasks);
}
