/* The files of the bases, and what a base itself has of its gold. */
#include "guard/tasks/searching.h"

#include <string.h>

/* Follows the first parents from the base back: what changed a path last says what it holds.
 * `seen`: by path, the number of the task that has seen it, plus one. */
static void list_base_files(struct search_run *run, size_t number, uint32_t *seen)
{
    struct base_files *out = &run->bases[number];
    const struct file_history *files = &run->files;
    const struct history *history = run->history;
    for (int64_t commit = run->tasks[number].base; commit >= 0;) {
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            const struct file_change *change = &files->changes.items[i];
            for (int side = 1; side >= 0; side--) {
                uint32_t path = change->path[side];
                if (seen[path] == number + 1 || !has_name(run, number, change->name[side]))
                    continue;
                seen[path] = (uint32_t)number + 1;
                bool is_there = change->version[1] && path == change->path[1];
                if (is_there)
                    array_push(out, ((struct base_file){path, change->version[1]}));
            }
        }
        const struct past_commit *it = &history->commits.items[commit];
        commit = it->n_parents ? (int64_t)history->parents.items[it->parents] : -1;
    }
}

int64_t search_base_version(const struct search_run *run, size_t task, const struct gold_hunk *hunk)
{
    const struct base_files *base = &run->bases[task];
    const char *path = run->paths.keys.items[hunk->path];
    for (size_t i = 0; i < base->n; i++)
        if (strcmp(run->files.paths.keys.items[base->items[i].path], path) == 0)
            return base->items[i].version;
    return -1;
}

size_t search_file_end(const struct gold_patch *gold, size_t first)
{
    size_t end = first;
    while (end < gold->hunks.n && gold->hunks.items[end].path == gold->hunks.items[first].path)
        end++;
    return end;
}

/* Whether the base has the lines before of a hunk, in the file that the patch names. They are
 * looked for from line `at` on, where the hunk before it ends, then everywhere. */
static bool hunk_applies(const struct search_run *run, size_t task, const struct gold_hunk *hunk,
                         size_t *at)
{
    int64_t version = search_base_version(run, task, hunk);
    if (version < 0 || hunk->is_new)
        return version < 0 && hunk->is_new;
    struct file_lines lines = search_lines_of(run, (uint32_t)version);
    const uint32_t *image = run->tasks[task].gold.numbers.items + hunk->before.first;
    size_t first = *at < lines.n ? *at : 0;
    int64_t found = line_table_find(lines.items + first, lines.n - first, image, hunk->before.n);
    if (found < 0 && first) {
        first = 0;
        found = line_table_find(lines.items, lines.n, image, hunk->before.n);
    }
    *at = first + (size_t)(found < 0 ? 0 : found) + hunk->before.n;
    return found >= 0;
}

/* Whether the files of the base have all lines that the gold adds. */
static bool has_added_lines(const struct search_run *run, size_t task)
{
    const struct gold_patch *gold = &run->tasks[task].gold;
    const struct base_files *base = &run->bases[task];
    bool has_all = gold->has_added;
    for (size_t i = 0; i < gold->change.n && has_all; i++) {
        has_all = gold->change.items[i].n < 0;
        for (size_t b = 0; b < base->n && !has_all; b++) {
            struct file_lines lines = search_lines_of(run, base->items[b].version);
            has_all = search_find(&lines, (uint32_t)gold->change.items[i].line);
        }
    }
    return has_all;
}

static void check_base(struct search_run *run, size_t number)
{
    struct searched_task *task = &run->tasks[number];
    size_t at = 0;
    task->is_applicable = true;
    for (size_t h = 0; h < task->gold.hunks.n && task->is_applicable; h++)
        task->is_applicable = hunk_applies(run, number, &task->gold.hunks.items[h], &at);
    if (!task->gold.n_lines)
        task->off |= 1U << EVIDENCE_EXACT | 1U << EVIDENCE_CONTAINED | 1U << EVIDENCE_REVERT;
    else if (has_added_lines(run, number))
        task->off |= 1U << EVIDENCE_CONTAINED;
}

void search_bases(struct search_run *run)
{
    scoped_memory uint32_t *seen = mem_alloc(run->files.paths.keys.n, sizeof *seen);
    run->bases = mem_alloc(run->n_tasks, sizeof *run->bases);
    for (size_t t = 0; t < run->n_tasks; t++) {
        search_show(run, "looking at bases", t + 1, run->n_tasks);
        list_base_files(run, t, seen);
        check_base(run, t);
    }
}
