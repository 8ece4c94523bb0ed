/* As search_changes.c, with the runs of tokens of similar.h in the place of lines. */
#include "tasks/searching.h"

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

/* What the changes of files have in common with the golds. */
struct run_matches {
    struct similar_matches list;
    size_t *first; /* by pair, and one more: where its matches begin */
};

/* Removes the matches from `first` on of golds that have no file with the names of a pair: short
 * runs are in many golds. */
static void keep_concerned(struct run_matches *matches, size_t first, const struct search_run *run,
                           const struct file_pair *pair)
{
    size_t n = first;
    for (size_t i = first; i < matches->list.n; i++)
        if (concerns(run, matches->list.items[i].gold, pair->name))
            matches->list.items[n++] = matches->list.items[i];
    matches->list.n = n;
}

static void match_pairs(struct run_matches *out, struct similar *similar,
                        const struct search_run *run)
{
    out->first = mem_alloc(run->pairs.n + 1, sizeof *out->first);
    for (size_t i = 0; i < run->pairs.n; i++) {
        struct changed_lines file = changed_lines_of(run, run->pairs.items[i].version);
        search_show(run, "comparing changes", i + 1, run->pairs.n);
        similar_match(similar, &file, &out->list);
        keep_concerned(out, out->first[i], run, &run->pairs.items[i]);
        out->first[i + 1] = out->list.n;
    }
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

/* `n_runs`: by task, what the changes of a commit have in common with its gold; at least what they
 * have together. */
static void find_similar(struct search_run *run, struct similar *similar,
                         const struct run_matches *matches)
{
    const struct file_history *files = &run->files;
    scoped_memory uint64_t *n_runs = mem_alloc(run->n_tasks, sizeof *n_runs);
    scoped_array ARRAY(uint32_t) touched = {0};
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        array_clear(&touched);
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            uint32_t pair = run->pair_of_change[i];
            for (size_t m = matches->first[pair]; m < matches->first[pair + 1]; m++) {
                const struct similar_match *match = &matches->list.items[m];
                if (!n_runs[match->gold])
                    array_push(&touched, match->gold);
                n_runs[match->gold] += match->n_runs;
            }
        }
        for (size_t i = 0; i < touched.n; i++) {
            uint32_t task = touched.items[i];
            double least = SIMILAR_THRESHOLD * similar_total(similar, task);
            if ((double)n_runs[task] >= least && may_solve(run, task, commit))
                compare_change(run, similar, task, commit);
            n_runs[task] = 0;
        }
    }
}

void search_similar(struct search_run *run)
{
    struct run_matches matches = {.first = NULL};
    scoped(similar) *similar = similar_new(&run->lines.tokens);
    for (size_t t = 0; t < run->n_tasks; t++)
        add_gold(similar, run, t);
    match_pairs(&matches, similar, run);
    find_similar(run, similar, &matches);
    array_release(&matches.list);
    free(matches.first);
}
