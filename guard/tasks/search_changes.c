/* A change of a file is a set of signed lines. A commit is compared with a gold as a whole only if
 * it changes how often the rarest line of the gold's change is in one of the files. */
#include "guard/tasks/searching.h"

/* Adds the lines in which the second version differs from the first. */
static void add_difference(struct signed_lines *out, const struct file_history *files,
                           const uint32_t version[2])
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
        array_push(out, ((struct signed_line){x[i], -1}));
    for (size_t i = 0; i < m; i++)
        array_push(out, ((struct signed_line){y[i], 1}));
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
            add_difference(out, files, change->version);
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

static size_t count_line(const struct search_run *run, uint32_t version, uint32_t line)
{
    struct file_lines rest = search_lines_of(run, version);
    size_t n = 0;
    for (const uint32_t *at, *end = rest.items + rest.n; (at = search_find(&rest, line)); n++)
        rest = (struct file_lines){at + 1, (size_t)(end - at) - 1};
    return n;
}

static bool changes_line(const struct search_run *run, size_t task, uint32_t commit, uint32_t line)
{
    const struct file_history *files = &run->files;
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
        const struct file_change *change = &files->changes.items[i];
        if (concerns(run, task, change->name) &&
            count_line(run, change->version[0], line) != count_line(run, change->version[1], line))
            return true;
    }
    return false;
}

void search_changes(struct search_run *run)
{
    for (size_t t = 0; t < run->n_tasks; t++) {
        const struct signed_lines *change = &run->tasks[t].gold.change;
        uint32_t rarest = change->n ? change->items[0].line : 0;
        for (size_t i = 1; i < change->n; i++)
            rarest = search_rarer(run, rarest, change->items[i].line);
        for (uint32_t commit = 0; change->n && commit < run->history->commits.n; commit++)
            if (may_solve(run, t, commit) && changes_line(run, t, commit, rarest))
                compare_change(run, t, commit);
    }
}
