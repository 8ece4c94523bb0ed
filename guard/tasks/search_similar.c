/* As search_changes.c, with the runs of tokens of similar.h in the place of lines. */
#include "guard/tasks/searching.h"

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

struct commit_changes {
    ARRAY(struct similar_change)
    list;                                        /* of all files; those after the first few are of
                                                  * other commits */
    ARRAY(const struct similar_change *) chosen; /* those of the task's files */
};

/* Reads a commit's changes of files. Returns whether a run of them is telling for a gold. */
static bool read_changes(struct commit_changes *out, const struct similar *similar,
                         const struct search_run *run, uint32_t commit)
{
    const struct file_history *files = &run->files;
    const uint32_t *first = &files->first_change[commit];
    bool has_any = false;
    while (out->list.n < first[1] - first[0])
        array_push(&out->list, (struct similar_change){.runs = {{0}}});
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const uint32_t *version = files->changes.items[i].version;
        struct similar_change *change = &out->list.items[i - first[0]];
        struct changed_lines lines = {search_lines_of(run, version[0]),
                                      search_lines_of(run, version[1])};
        similar_read(change, similar, &lines);
        has_any = has_any || change->runs[0].n || change->runs[1].n;
    }
    return has_any;
}

/* Compares a commit's whole change of the task's files with the gold. */
static void compare_change(struct search_run *run, struct commit_changes *changes,
                           const struct similar *similar, uint32_t task, uint32_t commit)
{
    const struct file_history *files = &run->files;
    const uint32_t *first = &files->first_change[commit];
    array_clear(&changes->chosen);
    for (uint32_t i = first[0]; i < first[1]; i++)
        if (concerns(run, task, files->changes.items[i].name))
            array_push(&changes->chosen, &changes->list.items[i - first[0]]);
    if (!changes->chosen.n || !may_solve(run, task, commit))
        return;
    double similarity = similar_score(similar, task, changes->chosen.items, changes->chosen.n);
    if (similarity >= SIMILAR_THRESHOLD)
        array_push(&run->tasks[task].findings,
                   ((struct finding){commit, EVIDENCE_SIMILAR, false, similarity}));
}

void search_similar(struct search_run *run)
{
    struct commit_changes changes = {.list = {0}};
    scoped(similar) *similar = similar_new(&run->lines);
    for (size_t t = 0; t < run->n_tasks; t++)
        add_gold(similar, run, t);
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        bool has_any = read_changes(&changes, similar, run, commit);
        for (uint32_t t = 0; has_any && t < run->n_tasks; t++)
            compare_change(run, &changes, similar, t, commit);
        search_show(run, "comparing changes", commit + 1, run->history->commits.n);
    }
    for (size_t i = 0; i < changes.list.n; i++)
        similar_change_release(&changes.list.items[i]);
    array_release(&changes.list);
    array_release(&changes.chosen);
}
