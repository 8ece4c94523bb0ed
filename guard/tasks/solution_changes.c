/* A change of a file is a set of signed lines. A commit is compared with a gold as a whole only if
 * it changes how often the rarest line of the gold's change is in one of the files. Then the
 * changes are compared again, by the n-grams of their tokens (similar.c). */
#include "guard/tasks/solution_search.h"

#include "tokenize/languages/file_path.h"

#include <stdlib.h>
#include <string.h>

enum { N_HEAD_LINES = 10 };

/* Whether a change of a file concerns a task: one of its names is that of a file of the task. */
static bool concerns(const struct solution_search *search, size_t task,
                     const struct file_change *change)
{
    return has_name(search, task, change->name[0]) || has_name(search, task, change->name[1]);
}

/* Whether the first parent of a commit is there. Otherwise all of its files look new. */
static bool has_parent(const struct solution_search *search, uint32_t commit)
{
    return search->graph->commits.items[commit].n_parents > 0;
}

static struct changed_lines lines_changed(const struct solution_search *search,
                                          const struct file_change *change)
{
    return (struct changed_lines){lines_of(search, change->version[0]),
                                  lines_of(search, change->version[1])};
}

/* ---- By lines ---- */

/* Adds the lines in which the two versions differ. */
static void add_difference(struct signed_lines *out, struct changed_lines change)
{
    change = changed_lines_trim(change);
    for (size_t i = 0; i < change.before.n; i++)
        array_push(out, ((struct signed_line){change.before.items[i], -1}));
    for (size_t i = 0; i < change.after.n; i++)
        array_push(out, ((struct signed_line){change.after.items[i], 1}));
}

/* Whether a path is of one of the gold's files. */
static bool has_path(const struct solution_search *search, size_t task, uint32_t path)
{
    const struct number_list *paths = &search->tasks[task].gold.paths;
    int64_t number = table_find(&search->paths, search->files.paths.keys.items[path]);
    for (size_t i = 0; i < paths->n; i++)
        if (paths->items[i] == number)
            return true;
    return false;
}

/* Sets `out` to a commit's change of the files with the names, or the paths, of the gold's. */
static void add_changes(struct signed_lines *out, const struct solution_search *search, size_t task,
                        uint32_t commit, bool is_by_path)
{
    struct commit_changes changes = changes_of(search, commit);
    array_clear(out);
    for (size_t i = 0; i < changes.n; i++) {
        const struct file_change *change = &changes.items[i];
        if (is_by_path
                ? has_path(search, task, change->path[0]) || has_path(search, task, change->path[1])
                : concerns(search, task, change))
            add_difference(out, lines_changed(search, change));
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
static void compare_lines(struct solution_search *search, size_t number, uint32_t commit)
{
    struct searched_task *task = &search->tasks[number];
    struct signed_lines change = {0};
    bool allows_more = !(task->off & 1U << EVIDENCE_CONTAINED);
    enum evidence evidence = N_EVIDENCES;
    for (int step = 0; step < 2 && evidence == N_EVIDENCES; step++) {
        add_changes(&change, search, number, commit, step == 0);
        evidence = evidence_of(&change, &task->gold, step && allows_more);
    }
    bool is_base = commit == task->base; /* it may undo the change, but not make it */
    if (evidence != N_EVIDENCES && (!is_base || evidence == EVIDENCE_REVERT))
        array_push(&task->findings, ((struct finding){commit, evidence, false, 1, true}));
    array_release(&change);
}

static size_t count_line(struct file_lines lines, uint32_t line)
{
    size_t n = 0;
    for (const uint32_t *at, *end = lines.items + lines.n; (at = find_line(&lines, line)); n++)
        lines = (struct file_lines){at + 1, (size_t)(end - at) - 1};
    return n;
}

static bool changes_line(const struct solution_search *search, size_t task, uint32_t commit,
                         uint32_t line)
{
    struct commit_changes changes = changes_of(search, commit);
    for (size_t i = 0; i < changes.n; i++) {
        struct changed_lines lines = lines_changed(search, &changes.items[i]);
        if (concerns(search, task, &changes.items[i]) &&
            count_line(lines.before, line) != count_line(lines.after, line))
            return true;
    }
    return false;
}

static void compare_all_lines(struct solution_search *search)
{
    for (size_t t = 0; t < search->n_tasks; t++) {
        const struct signed_lines *change = &search->tasks[t].gold.change;
        uint32_t rarest = change->n ? change->items[0].line : 0;
        for (size_t i = 1; i < change->n; i++)
            rarest = rarer_line(search, rarest, change->items[i].line);
        for (uint32_t commit = 0; change->n && commit < search->graph->commits.n; commit++)
            if (has_parent(search, commit) && changes_line(search, t, commit, rarest))
                compare_lines(search, t, commit);
    }
}

/* ---- By tokens ---- */

struct gold_files {
    ARRAY(struct changed_lines) files;
    struct number_list *made; /* by file */
    size_t n_made;
};

/* Adds the change that the hunks from `first` to `end` make of a file of the base; if it has no
 * place for them, what they say themselves. */
static void add_gold_file(struct gold_files *out, const struct solution_search *search,
                          size_t number, size_t first, size_t end)
{
    const struct gold_patch *gold = &search->tasks[number].gold;
    struct number_list *made = &out->made[out->n_made++];
    int64_t version = solution_base_version(search, number, &gold->hunks.items[first]);
    struct file_lines before =
        version < 0 ? (struct file_lines){NULL, 0} : lines_of(search, (uint32_t)version);
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

/* Whether one of the first lines of a file says that a program has written it. */
static bool says_generated(const struct solution_search *search, struct file_lines lines)
{
    static const char *const marks[] = {"generatedby", "@generated",     "donotedit",
                                        "donotmodify", "madebyGNUBison", NULL};
    for (size_t i = 0; i < lines.n && i < N_HEAD_LINES; i++)
        for (const char *const *mark = marks; *mark; mark++)
            if (strcasestr(search->lines.texts.keys.items[lines.items[i] - 1], *mark))
                return true;
    return false;
}

/* Whether the file of a hunk is generated, vendored or a lock file: its changes look alike. */
static bool is_made(const struct solution_search *search, size_t task, const struct gold_hunk *hunk)
{
    const struct gold_patch *gold = &search->tasks[task].gold;
    const char *path = search->paths.keys.items[hunk->path];
    int64_t version = solution_base_version(search, task, hunk);
    struct file_lines lines = {&gold->numbers.items[hunk->after.first], hunk->after.n};
    return path_has_no_code(path) || path_is_vendored(path) ||
           says_generated(search, version < 0 ? lines : lines_of(search, (uint32_t)version));
}

static void add_gold(struct similar *similar, struct solution_search *search, size_t number)
{
    struct searched_task *task = &search->tasks[number];
    const struct base_files *base = &search->bases[number];
    size_t n = task->gold.hunks.n;
    struct gold_files gold = {.made = mem_alloc(n, sizeof *gold.made)};
    scoped_array ARRAY(struct file_lines) texts = {0};
    for (size_t first = 0, end; first < n; first = end) {
        end = solution_file_end(&task->gold, first);
        if (!is_made(search, number, &task->gold.hunks.items[first]))
            add_gold_file(&gold, search, number, first, end);
    }
    for (size_t i = 0; i < base->n; i++)
        array_push(&texts, lines_of(search, base->items[i].version));
    if (similar_add(similar, gold.files.items, gold.files.n, texts.items, texts.n))
        task->off |= 1U << EVIDENCE_SIMILAR;
    for (size_t i = 0; i < gold.n_made; i++)
        array_release(&gold.made[i]);
    free(gold.made);
    array_release(&gold.files);
}

/* What is read of the changes of a commit. */
struct similar_changes {
    /* By change; those after its last one are left of other commits. */
    ARRAY(struct similar_change) list;
    ARRAY(const struct similar_change *) chosen; /* those of the task's files */
};

/* Reads a commit's changes of files. Returns whether an n-gram of them is telling for a gold. */
static bool read_changes(struct similar_changes *out, const struct similar *similar,
                         const struct solution_search *search, struct commit_changes changes)
{
    bool has_any = false;
    while (out->list.n < changes.n)
        array_push(&out->list, (struct similar_change){.ngrams = {{0}}});
    for (size_t i = 0; i < changes.n; i++) {
        struct similar_change *change = &out->list.items[i];
        struct changed_lines lines = lines_changed(search, &changes.items[i]);
        similar_read(change, similar, &lines);
        has_any = has_any || change->ngrams[0].n || change->ngrams[1].n;
    }
    return has_any;
}

/* Compares a commit's whole change of the task's files with the gold. */
static void compare_tokens(struct solution_search *search, struct similar_changes *read,
                           const struct similar *similar, uint32_t task, uint32_t commit)
{
    struct commit_changes changes = changes_of(search, commit);
    array_clear(&read->chosen);
    for (size_t i = 0; i < changes.n; i++)
        if (concerns(search, task, &changes.items[i]))
            array_push(&read->chosen, &read->list.items[i]);
    if (!read->chosen.n || commit == search->tasks[task].base || !has_parent(search, commit))
        return;
    const struct similar_change *const *files = read->chosen.items;
    double similarity = similar_score(similar, task, files, read->chosen.n, false);
    if (similarity < SIMILAR_THRESHOLD)
        return;
    bool is_new = similar_score(similar, task, files, read->chosen.n, true) >= SIMILAR_THRESHOLD;
    array_push(&search->tasks[task].findings,
               ((struct finding){commit, EVIDENCE_SIMILAR, false, similarity, is_new}));
}

static void compare_all_tokens(struct solution_search *search)
{
    size_t n = search->graph->commits.n;
    struct similar_changes read = {.list = {0}};
    scoped(similar) *similar = similar_new(&search->lines);
    for (size_t t = 0; t < search->n_tasks; t++)
        add_gold(similar, search, t);
    for (uint32_t commit = 0; commit < n; commit++) {
        bool has_any = read_changes(&read, similar, search, changes_of(search, commit));
        for (uint32_t t = 0; has_any && t < search->n_tasks; t++)
            compare_tokens(search, &read, similar, t, commit);
        solution_show(search, "comparing changes", NULL, commit + 1, n);
    }
    for (size_t i = 0; i < read.list.n; i++)
        similar_change_release(&read.list.items[i]);
    array_release(&read.list);
    array_release(&read.chosen);
}

void solution_compare_changes(struct solution_search *search)
{
    compare_all_lines(search);
    compare_all_tokens(search);
}
