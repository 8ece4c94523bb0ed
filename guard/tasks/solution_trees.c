/* The files of a base are what the changes up to it have made. A gold applies if they have the
 * lines before of its hunks.
 *
 * A version is compared with the image of a hunk if it has the rarest line of that. Trees are
 * followed from parent to child: how many files of a tree have the image of a hunk changes only
 * with the files that the commit changes. */
#include "guard/tasks/solution_search.h"

#include <stdlib.h>
#include <string.h>

/* ---- Bases ---- */

/* Follows the first parents from the base back: what changed a path last says what it holds.
 * `seen`: by path, the number of the task that has seen it, plus one. */
static void list_base_files(struct solution_search *search, size_t number, uint32_t *seen)
{
    struct base_files *out = &search->bases[number];
    const struct commit_graph *graph = search->graph;
    for (int64_t commit = search->tasks[number].base; commit >= 0;) {
        struct commit_changes changes = changes_of(search, (uint32_t)commit);
        for (size_t i = 0; i < changes.n; i++) {
            const struct file_change *change = &changes.items[i];
            for (int side = 1; side >= 0; side--) {
                uint32_t path = change->path[side];
                if (seen[path] == number + 1 || !has_name(search, number, change->name[side]))
                    continue;
                seen[path] = (uint32_t)number + 1;
                bool is_there = change->version[1] && path == change->path[1];
                if (is_there)
                    array_push(out, ((struct path_version){path, change->version[1]}));
            }
        }
        const struct past_commit *it = &graph->commits.items[commit];
        commit = it->n_parents ? (int64_t)graph->parents.items[it->parents] : -1;
    }
}

int64_t solution_base_version(const struct solution_search *search, size_t task,
                              const struct gold_hunk *hunk)
{
    const struct base_files *base = &search->bases[task];
    const char *path = search->paths.keys.items[hunk->path];
    for (size_t i = 0; i < base->n; i++)
        if (strcmp(search->files.paths.keys.items[base->items[i].path], path) == 0)
            return base->items[i].version;
    return -1;
}

size_t solution_file_end(const struct gold_patch *gold, size_t first)
{
    size_t end = first;
    while (end < gold->hunks.n && gold->hunks.items[end].path == gold->hunks.items[first].path)
        end++;
    return end;
}

/* Whether the base has the lines before of a hunk, in the file that the patch names. They are
 * looked for from line `at` on, where the hunk before it ends, then everywhere. */
static bool hunk_applies(const struct solution_search *search, size_t task,
                         const struct gold_hunk *hunk, size_t *at)
{
    int64_t version = solution_base_version(search, task, hunk);
    if (version < 0 || hunk->is_new)
        return version < 0 && hunk->is_new;
    struct file_lines lines = lines_of(search, (uint32_t)version);
    const uint32_t *image = search->tasks[task].gold.numbers.items + hunk->before.first;
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
static bool has_added_lines(const struct solution_search *search, size_t task)
{
    const struct gold_patch *gold = &search->tasks[task].gold;
    const struct base_files *base = &search->bases[task];
    bool has_all = gold->has_added;
    for (size_t i = 0; i < gold->change.n && has_all; i++) {
        has_all = gold->change.items[i].n < 0;
        for (size_t b = 0; b < base->n && !has_all; b++) {
            struct file_lines lines = lines_of(search, base->items[b].version);
            has_all = find_line(&lines, (uint32_t)gold->change.items[i].line);
        }
    }
    return has_all;
}

static void check_base(struct solution_search *search, size_t number)
{
    struct searched_task *task = &search->tasks[number];
    size_t at = 0;
    task->is_applicable = true;
    for (size_t h = 0; h < task->gold.hunks.n && task->is_applicable; h++)
        task->is_applicable = hunk_applies(search, number, &task->gold.hunks.items[h], &at);
    if (!task->gold.n_lines)
        task->off |= 1U << EVIDENCE_EXACT | 1U << EVIDENCE_CONTAINED | 1U << EVIDENCE_REVERT;
    else if (has_added_lines(search, number))
        task->off |= 1U << EVIDENCE_CONTAINED;
}

void solution_read_bases(struct solution_search *search)
{
    scoped_memory uint32_t *seen = mem_alloc(search->files.paths.keys.n, sizeof *seen);
    search->bases = mem_alloc(search->n_tasks, sizeof *search->bases);
    for (size_t t = 0; t < search->n_tasks; t++) {
        solution_show(search, "looking at bases", NULL, t + 1, search->n_tasks);
        list_base_files(search, t, seen);
        check_base(search, t);
    }
}

/* ---- Images ---- */

/* What is known of a task while its hunks are looked for. */
struct followed {
    size_t task;
    struct number_list versions; /* of the files with the names of the task's, and texts */
    bool *is_held;               /* by version: it has the lines of the hunk after the change */
    bool *is_solved;             /* by commit: its tree has all hunks that were followed */
    size_t n_hunks;              /* that were followed */
};

/* Lists the versions to look at, each once. */
static void list_versions(struct followed *followed, const struct solution_search *search)
{
    const struct past_files *files = &search->files;
    scoped_memory bool *is_listed = mem_alloc(files->versions.n, sizeof *is_listed);
    for (size_t v = files->first_loose; v < files->versions.n; v++)
        is_listed[v] = true;
    for (size_t i = 0; i < files->changes.n; i++)
        for (int side = 0; side < 2; side++)
            if (has_name(search, followed->task, files->changes.items[i].name[side]))
                is_listed[files->changes.items[i].version[side]] = true;
    for (uint32_t v = 1; v < files->versions.n; v++)
        if (is_listed[v])
            array_push(&followed->versions, v);
}

/* Finds the versions that have the image of a hunk. Returns false if one is of the base. */
static bool find_image(struct followed *followed, const struct solution_search *search, size_t hunk)
{
    const struct gold_patch *gold = &search->tasks[followed->task].gold;
    const struct base_files *base = &search->bases[followed->task];
    const struct image *image = &gold->hunks.items[hunk].after;
    const uint32_t *lines = &gold->numbers.items[image->first];
    uint32_t rarest = lines[0];
    for (uint32_t i = 1; i < image->n; i++)
        rarest = rarer_line(search, rarest, lines[i]);
    for (size_t i = 0; i < followed->versions.n; i++) {
        uint32_t version = followed->versions.items[i];
        struct file_lines text = lines_of(search, version);
        followed->is_held[version] =
            find_line(&text, rarest) && line_table_find(text.items, text.n, lines, image->n) >= 0;
    }
    for (size_t i = 0; i < base->n; i++)
        if (followed->is_held[base->items[i].version])
            return false;
    return true;
}

/* ---- Trees ---- */

/* Clears `is_solved` where the tree lacks the hunk. */
static void follow(struct followed *followed, const struct solution_search *search)
{
    const struct commit_graph *graph = search->graph;
    scoped_memory uint32_t *counts = mem_alloc(graph->commits.n, sizeof *counts);
    for (uint32_t commit = 0; commit < graph->commits.n; commit++) {
        const struct past_commit *it = &graph->commits.items[commit];
        struct commit_changes changes = changes_of(search, commit);
        if (it->n_parents)
            counts[commit] = counts[graph->parents.items[it->parents]];
        for (size_t i = 0; i < changes.n; i++) {
            const struct file_change *change = &changes.items[i];
            for (int side = 0; side < 2; side++)
                if (has_name(search, followed->task, change->name[side]) &&
                    followed->is_held[change->version[side]])
                    counts[commit] += side ? 1 : UINT32_MAX;
        }
        followed->is_solved[commit] = followed->is_solved[commit] && counts[commit];
    }
    followed->n_hunks++;
}

static int compare_findings(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    return x->commit != y->commit ? COMPARE(x->commit, y->commit)
                                  : COMPARE(x->evidence, y->evidence);
}

/* Adds the commits whose trees have the solution although those of their first parents do not. Of a
 * commit, the strongest evidence stays. */
static void take_solved(struct solution_search *search, size_t number, const bool *is_solved)
{
    struct searched_task *task = &search->tasks[number];
    const struct commit_graph *graph = search->graph;
    size_t n = 0;
    for (uint32_t commit = 0; commit < graph->commits.n; commit++) {
        const struct past_commit *it = &graph->commits.items[commit];
        bool was_solved = it->n_parents && is_solved[graph->parents.items[it->parents]];
        if (is_solved[commit] && !was_solved && search->is_wanted[commit] && commit != task->base)
            array_push(&task->findings, ((struct finding){commit, EVIDENCE_SOLVED, true, 1, true}));
    }
    array_sort(&task->findings, compare_findings);
    for (size_t i = 0; i < task->findings.n; i++) {
        struct finding *last = n ? &task->findings.items[n - 1] : NULL;
        if (last && last->commit == task->findings.items[i].commit)
            last->is_solved = last->is_solved || task->findings.items[i].is_solved;
        else
            task->findings.items[n++] = task->findings.items[i];
    }
    task->findings.n = n;
}

/* ---- Texts outside of all trees ---- */

static struct found_text text_of(const struct solution_search *search, uint32_t version,
                                 const char *path)
{
    size_t first_plain = search->files.versions.n - search->plain_files.keys.n;
    bool is_blob = version < first_plain;
    const char *name = is_blob ? search->files.ids.keys.items[version - 1]
                               : search->plain_files.keys.items[version - first_plain];
    return (struct found_text){arena_text(search->arena, name), arena_text(search->arena, path),
                               is_blob};
}

static int compare_texts(const void *a, const void *b)
{
    const struct found_text *x = a, *y = b;
    if (x->is_blob != y->is_blob)
        return x->is_blob ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->path, y->path);
}

/* ---- Both ---- */

/* Follows the hunks, from `first` to `end`, of a file of the gold that the base does not have. Adds
 * the texts that have all of them. */
static void follow_file(struct followed *followed, struct solution_search *search, size_t first,
                        size_t end)
{
    struct searched_task *task = &search->tasks[followed->task];
    size_t n_before = followed->n_hunks, first_loose = search->files.first_loose;
    size_t n_loose = search->files.versions.n - first_loose;
    scoped_memory size_t *n_held = mem_alloc(n_loose + 1, sizeof *n_held);
    for (size_t h = first; h < end; h++) {
        if (!find_image(followed, search, h))
            continue;
        follow(followed, search);
        for (size_t i = 0; i < n_loose; i++)
            n_held[i] += followed->is_held[first_loose + i];
    }
    size_t n_needed = followed->n_hunks - n_before;
    const char *path = search->paths.keys.items[task->gold.hunks.items[first].path];
    for (size_t i = 0; n_needed && i < n_loose; i++)
        if (n_held[i] == n_needed)
            array_push(&task->texts, text_of(search, (uint32_t)(first_loose + i), path));
}

/* Without a hunk that the base does not have, trees say nothing. */
static void follow_task(struct solution_search *search, size_t number)
{
    struct searched_task *task = &search->tasks[number];
    size_t n = search->graph->commits.n;
    scoped_memory bool *is_held = mem_alloc(search->files.versions.n, sizeof *is_held);
    scoped_memory bool *is_solved = mem_alloc(n, sizeof *is_solved);
    struct followed followed = {.task = number, .is_held = is_held, .is_solved = is_solved};
    memset(is_solved, true, n * sizeof *is_solved);
    list_versions(&followed, search);
    for (size_t first = 0, end; first < task->gold.hunks.n; first = end) {
        end = solution_file_end(&task->gold, first);
        follow_file(&followed, search, first, end);
    }
    if (!followed.n_hunks) {
        task->off |= 1U << EVIDENCE_SOLVED;
        memset(is_solved, false, n * sizeof *is_solved);
    }
    take_solved(search, number, is_solved);
    array_sort(&task->texts, compare_texts);
    array_release(&followed.versions);
}

void solution_follow_trees(struct solution_search *search)
{
    for (size_t t = 0; t < search->n_tasks; t++) {
        solution_show(search, "following trees", NULL, t + 1, search->n_tasks);
        follow_task(search, t);
    }
}
