/* Versions of files are numbers of lines, so a gold patch is found by looking at each line once:
 *
 * - Each distinct change of a file is a set of signed lines. A table by line gives the tasks whose
 *   gold has it; a task is compared as a whole only if the commit has as many of its lines as the
 *   gold.
 * - Each hunk has an anchor: the line of its image after that is rarest in all versions. The image
 *   is compared where its anchor occurs. Trees are followed from parent to child: how many files
 *   of a tree have the image of a hunk changes only with the files that the commit changes. */
#include "tasks/solutions.h"

#include "languages/language.h"
#include "tasks/past_files.h"
#include "tasks/plain_files.h"
#include "tasks/similar.h"

#include <stdlib.h>
#include <string.h>

const char *const evidence_names[] = {"exact", "contained", "revert", "solved", "similar", NULL};

/* A line of a gold, in the list of its line number. */
struct gold_line {
    uint32_t task, next; /* next: 1 + number in the list; 0: none */
    int32_t n;
};

/* A distinct change of a file. */
struct file_pair {
    uint32_t version[2];
    uint32_t first_match, n_matches; /* in `matches` */
    size_t first_similar;            /* in `similar_matches`; they end where those of the next pair
                                        begin */
};

/* How many lines of a task's gold a file_pair has, with the same and with the other sign. */
struct match {
    uint32_t task, n_same, n_other;
};

struct anchored_image {
    uint32_t task, hunk, offset; /* of the anchor in the image */
    uint32_t next;
};

/* A version that contains the image of a hunk. */
struct held_image {
    uint32_t task, hunk, version;
};

struct search_run {
    struct searched_task *tasks;
    size_t n_tasks;
    const struct history *history;
    struct past_files files;
    struct table plain_files; /* paths of the last versions */
    struct line_table lines;
    struct table names, paths; /* of the golds */
    struct arena *arena;
    bool *is_wanted; /* by commit: it is visible, or in the past of a base */
    bool *is_named;  /* by task and name: whether the name is of a file of the task */
    uint32_t *pair_of_change;
    ARRAY(struct file_pair) pairs;
    ARRAY(struct match) matches;
    ARRAY(struct held_image) held; /* by task, hunk, version */
    struct similar *similar;       /* the golds, by task */
    struct similar_matches similar_matches;
};

static bool has_name(const struct search_run *run, size_t task, uint32_t name)
{
    return name != NO_NAME && run->is_named[task * run->names.keys.n + name];
}

static bool concerns(const struct search_run *run, size_t task, const struct file_change *change)
{
    return has_name(run, task, change->name[0]) || has_name(run, task, change->name[1]);
}

/* Returns the set of the languages of the golds' files. */
static unsigned languages_of_golds(const struct search_run *run)
{
    unsigned set = 0;
    for (size_t t = 0; t < run->n_tasks; t++) {
        const struct patch *patch = run->tasks[t].patch;
        for (size_t f = 0; f < patch->files.n; f++) {
            const char *const *path = patch->files.items[f].path;
            const struct language *language =
                language_of_extension(~0U, path[0] ? path[0] : path[1]);
            set |= language ? 1U << language_number(language) : 0;
        }
    }
    return set;
}

static void make_golds(struct search_run *run)
{
    run->lines.tokens.languages = languages_of_golds(run);
    for (size_t t = 0; t < run->n_tasks; t++)
        gold_patch_make(&run->tasks[t].gold, run->tasks[t].patch, &run->lines, &run->names,
                        &run->paths);
    run->is_named = mem_alloc(mem_multiply(run->n_tasks, run->names.keys.n), sizeof *run->is_named);
    for (size_t t = 0; t < run->n_tasks; t++)
        for (size_t i = 0; i < run->tasks[t].gold.names.n; i++)
            run->is_named[t * run->names.keys.n + run->tasks[t].gold.names.items[i]] = true;
}

/* ---- Changes ---- */

/* Adds the lines in which the second version differs from the first; only those that `wanted`, by
 * line, is not 0 for, unless it is NULL. */
static void add_difference(struct signed_lines *out, const struct past_files *files,
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

static int compare_pairs(const void *a, const void *b)
{
    const struct file_pair *x = a, *y = b;
    return x->version[0] != y->version[0] ? COMPARE(x->version[0], y->version[0])
                                          : COMPARE(x->version[1], y->version[1]);
}

/* Lists the distinct changes of files, and says which one each change is. */
static void list_pairs(struct search_run *run)
{
    const struct past_files *files = &run->files;
    size_t n = 0;
    for (size_t i = 0; i < files->changes.n; i++) {
        const uint32_t *version = files->changes.items[i].version;
        array_push(&run->pairs, ((struct file_pair){.version = {version[0], version[1]}}));
    }
    array_sort(&run->pairs, compare_pairs);
    for (size_t i = 0; i < run->pairs.n; i++)
        if (!n || compare_pairs(&run->pairs.items[n - 1], &run->pairs.items[i]) != 0)
            run->pairs.items[n++] = run->pairs.items[i];
    run->pairs.n = n;
    run->pair_of_change = mem_alloc(files->changes.n, sizeof *run->pair_of_change);
    for (size_t i = 0; i < files->changes.n; i++) {
        const uint32_t *version = files->changes.items[i].version;
        const struct file_pair key = {.version = {version[0], version[1]}};
        size_t at;
        bisect(at, n, compare_pairs(&run->pairs.items[at], &key) < 0);
        run->pair_of_change[i] = (uint32_t)at;
    }
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

/* Adds what the golds have in common with a change. `match_of`: by task, 1 + the number of its
 * match; zero before and after. */
static void match_pair(struct search_run *run, struct file_pair *pair,
                       const struct line_index *index, const struct signed_lines *change,
                       uint32_t *match_of)
{
    pair->first_match = (uint32_t)run->matches.n;
    for (size_t i = 0; i < change->n; i++)
        for (uint32_t at = index->first[change->items[i].line]; at;
             at = index->list.items[at - 1].next) {
            const struct gold_line *line = &index->list.items[at - 1];
            if (!match_of[line->task]) {
                array_push(&run->matches, ((struct match){line->task, 0, 0}));
                match_of[line->task] = (uint32_t)run->matches.n;
            }
            struct match *match = &run->matches.items[match_of[line->task] - 1];
            bool is_same = (line->n > 0) == (change->items[i].n > 0);
            *(is_same ? &match->n_same : &match->n_other) += least(line->n, change->items[i].n);
        }
    pair->n_matches = (uint32_t)run->matches.n - pair->first_match;
    for (uint32_t i = 0; i < pair->n_matches; i++)
        match_of[run->matches.items[pair->first_match + i].task] = 0;
}

static void match_pairs(struct search_run *run)
{
    struct line_index index = {0};
    struct signed_lines change = {0};
    scoped_memory uint32_t *match_of = mem_alloc(run->n_tasks, sizeof *match_of);
    list_pairs(run);
    index_golds(&index, run);
    for (size_t i = 0; i < run->pairs.n; i++) {
        array_clear(&change);
        add_difference(&change, &run->files, run->pairs.items[i].version, index.first);
        signed_lines_sum(&change);
        match_pair(run, &run->pairs.items[i], &index, &change, match_of);
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
    const struct past_files *files = &run->files;
    array_clear(out);
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
        const struct file_change *change = &files->changes.items[i];
        if (is_by_path
                ? has_path(run, task, change->path[0]) || has_path(run, task, change->path[1])
                : concerns(run, task, change))
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

/* Whether the commit's first parent is there: otherwise all of its files look new. */
static bool has_parent(const struct search_run *run, uint32_t commit)
{
    return run->history->commits.items[commit].n_parents > 0;
}

static void find_changes(struct search_run *run)
{
    const struct past_files *files = &run->files;
    scoped_memory uint32_t *n_same = mem_alloc(run->n_tasks, sizeof *n_same);
    scoped_memory uint32_t *n_other = mem_alloc(run->n_tasks, sizeof *n_other);
    scoped_array ARRAY(uint32_t) touched = {0};
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        array_clear(&touched);
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            const struct file_pair *pair = &run->pairs.items[run->pair_of_change[i]];
            for (uint32_t m = 0; m < pair->n_matches; m++) {
                const struct match *match = &run->matches.items[pair->first_match + m];
                if (!concerns(run, match->task, &files->changes.items[i]))
                    continue;
                if (!n_same[match->task] && !n_other[match->task])
                    array_push(&touched, match->task);
                n_same[match->task] += match->n_same;
                n_other[match->task] += match->n_other;
            }
        }
        for (size_t i = 0; i < touched.n; i++) {
            uint32_t task = touched.items[i], n_lines = run->tasks[task].gold.n_lines;
            bool is_candidate = n_same[task] >= n_lines || n_other[task] >= n_lines;
            if (is_candidate && has_parent(run, commit) && commit != run->tasks[task].base)
                compare_change(run, task, commit);
            n_same[task] = n_other[task] = 0;
        }
    }
}

/* ---- Similar changes ---- */

/* A file of the base that has the name of one of the task's files. */
struct base_file {
    uint32_t path, version;
};
struct base_files {
    struct base_file *items;
    size_t n, capacity;
};

/* Returns the version of the file of a hunk in the base; -1 if there is none. */
static int64_t base_version(const struct search_run *run, const struct gold_hunk *hunk,
                            const struct base_files *base)
{
    const char *path = run->paths.keys.items[hunk->path];
    for (size_t i = 0; i < base->n; i++)
        if (strcmp(run->files.paths.keys.items[base->items[i].path], path) == 0)
            return base->items[i].version;
    return -1;
}

/* Returns the end of the hunks of the file of a hunk. */
static size_t file_end(const struct gold_patch *gold, size_t first)
{
    size_t end = first;
    while (end < gold->hunks.n && gold->hunks.items[end].path == gold->hunks.items[first].path)
        end++;
    return end;
}

static struct file_lines lines_of(const struct search_run *run, uint32_t version)
{
    const struct file_version *it = &run->files.versions.items[version];
    return (struct file_lines){run->files.lines.items + it->first, it->n_lines};
}

struct gold_files {
    ARRAY(struct changed_lines) files;
    struct number_list *made; /* by file */
    size_t n_made;
};

/* Adds the change that the hunks from `first` to `end` make of a file of the base; if it has no
 * place for them, what they say themselves. */
static void add_gold_file(struct gold_files *out, const struct search_run *run, size_t number,
                          size_t first, size_t end, const struct base_files *base)
{
    const struct gold_patch *gold = &run->tasks[number].gold;
    struct number_list *made = &out->made[out->n_made++];
    int64_t version = base_version(run, &gold->hunks.items[first], base);
    struct file_lines before =
        version < 0 ? (struct file_lines){NULL, 0} : lines_of(run, (uint32_t)version);
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

static void add_similar_gold(struct search_run *run, size_t number, const struct base_files *base)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = task->gold.hunks.n;
    struct gold_files gold = {.made = mem_alloc(n, sizeof *gold.made)};
    for (size_t first = 0, end; first < n; first = end) {
        end = file_end(&task->gold, first);
        add_gold_file(&gold, run, number, first, end, base);
    }
    if (similar_add(run->similar, gold.files.items, gold.files.n))
        task->off |= 1U << EVIDENCE_SIMILAR;
    for (size_t i = 0; i < gold.n_made; i++)
        array_release(&gold.made[i]);
    free(gold.made);
    array_release(&gold.files);
}

static struct changed_lines changed_lines_of(const struct search_run *run,
                                             const uint32_t version[2])
{
    return (struct changed_lines){lines_of(run, version[0]), lines_of(run, version[1])};
}

static void match_similar(struct search_run *run)
{
    for (size_t i = 0; i < run->pairs.n; i++) {
        struct file_pair *pair = &run->pairs.items[i];
        struct changed_lines file = changed_lines_of(run, pair->version);
        pair->first_similar = run->similar_matches.n;
        similar_match(run->similar, &file, &run->similar_matches);
    }
}

/* Compares a commit's whole change of the task's files with the gold. */
static void compare_similar(struct search_run *run, uint32_t number, uint32_t commit)
{
    const struct past_files *files = &run->files;
    scoped_array ARRAY(struct changed_lines) changed = {0};
    for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++)
        if (concerns(run, number, &files->changes.items[i]))
            array_push(&changed, changed_lines_of(run, files->changes.items[i].version));
    double similarity = similar_score(run->similar, number, changed.items, changed.n);
    if (similarity >= SIMILAR_THRESHOLD)
        array_push(&run->tasks[number].findings,
                   ((struct finding){commit, EVIDENCE_SIMILAR, false, similarity}));
}

/* `n_runs`: by task, what the changes of a commit have in common with its gold; at least what they
 * have together. */
static void find_similar(struct search_run *run)
{
    const struct past_files *files = &run->files;
    scoped_memory uint64_t *n_runs = mem_alloc(run->n_tasks, sizeof *n_runs);
    scoped_array ARRAY(uint32_t) touched = {0};
    for (uint32_t commit = 0; commit < run->history->commits.n; commit++) {
        array_clear(&touched);
        for (uint32_t i = files->first_change[commit]; i < files->first_change[commit + 1]; i++) {
            size_t pair = run->pair_of_change[i], m = run->pairs.items[pair].first_similar;
            size_t end = pair + 1 < run->pairs.n ? run->pairs.items[pair + 1].first_similar
                                                 : run->similar_matches.n;
            for (; m < end; m++) {
                const struct similar_match *match = &run->similar_matches.items[m];
                if (!concerns(run, match->gold, &files->changes.items[i]))
                    continue;
                if (!n_runs[match->gold])
                    array_push(&touched, match->gold);
                n_runs[match->gold] += match->n_runs;
            }
        }
        for (size_t i = 0; i < touched.n; i++) {
            uint32_t task = touched.items[i];
            double least = SIMILAR_THRESHOLD * similar_total(run->similar, task);
            if ((double)n_runs[task] >= least && has_parent(run, commit) &&
                commit != run->tasks[task].base)
                compare_similar(run, task, commit);
            n_runs[task] = 0;
        }
    }
}

/* ---- Images ---- */

enum { MAX_VISITS = 16 };

struct image_index {
    uint32_t *first; /* by line: 1 + number in `list`; 0: none */
    ARRAY(struct anchored_image) list;
};

static void index_images(struct image_index *index, const struct search_run *run)
{
    scoped_memory uint32_t *counts = mem_alloc(run->lines.lengths.n, sizeof *counts);
    index->first = mem_alloc(run->lines.lengths.n, sizeof *index->first);
    for (size_t i = 0; i < run->files.lines.n; i++)
        counts[run->files.lines.items[i]]++;
    for (size_t t = 0; t < run->n_tasks; t++)
        for (size_t h = 0; h < run->tasks[t].gold.hunks.n; h++) {
            const struct gold_patch *gold = &run->tasks[t].gold;
            const struct image *image = &gold->hunks.items[h].after;
            const uint32_t *lines = &gold->numbers.items[image->first];
            struct anchored_image anchored = {.task = (uint32_t)t, .hunk = (uint32_t)h};
            for (uint32_t i = 1; i < image->n; i++)
                if (counts[lines[i]] < counts[lines[anchored.offset]])
                    anchored.offset = i;
            anchored.next = index->first[lines[anchored.offset]];
            array_push(&index->list, anchored);
            index->first[lines[anchored.offset]] = (uint32_t)index->list.n;
        }
}

/* Whether an image is at a place of a version. */
static bool is_image_at(const struct search_run *run, const struct gold_patch *gold,
                        const struct image *image, const struct file_version *version, size_t at)
{
    return at <= version->n_lines && image->n <= version->n_lines - at &&
           memcmp(&gold->numbers.items[image->first], &run->files.lines.items[version->first + at],
                  image->n * sizeof(uint32_t)) == 0;
}

static int compare_held(const void *a, const void *b)
{
    const struct held_image *x = a, *y = b;
    if (x->task != y->task)
        return COMPARE(x->task, y->task);
    return x->hunk != y->hunk ? COMPARE(x->hunk, y->hunk) : COMPARE(x->version, y->version);
}

static bool has_image(const struct search_run *run, const struct gold_patch *gold,
                      const struct image *image, uint32_t number)
{
    const struct file_version *version = &run->files.versions.items[number];
    return line_table_find(run->files.lines.items + version->first, version->n_lines,
                           gold->numbers.items + image->first, image->n) >= 0;
}

/* How often an anchor was met in a version. */
struct anchor_visits {
    uint32_t version, n;
};

/* Finds the images in a version. Where an anchor is frequent, so may be all lines of its image, and
 * comparing at each of them would take quadratic time. */
static void find_images_in(struct search_run *run, const struct image_index *index,
                           struct anchor_visits *visits, uint32_t number)
{
    const struct file_version *version = &run->files.versions.items[number];
    for (size_t at = 0; at < version->n_lines; at++) {
        uint32_t line = run->files.lines.items[version->first + at];
        if (!index->first[line])
            continue;
        if (visits[line].version != number)
            visits[line] = (struct anchor_visits){number, 0};
        uint32_t n_visits = visits[line].n++;
        for (uint32_t i = n_visits > MAX_VISITS ? 0 : index->first[line]; i;
             i = index->list.items[i - 1].next) {
            const struct anchored_image *anchored = &index->list.items[i - 1];
            const struct gold_patch *gold = &run->tasks[anchored->task].gold;
            const struct image *image = &gold->hunks.items[anchored->hunk].after;
            bool is_held = n_visits == MAX_VISITS
                               ? has_image(run, gold, image, number)
                               : anchored->offset <= at &&
                                     is_image_at(run, gold, image, version, at - anchored->offset);
            if (is_held)
                array_push(&run->held,
                           ((struct held_image){anchored->task, anchored->hunk, number}));
        }
    }
}

/* Finds the versions that contain the image after of a hunk. */
static void find_images(struct search_run *run)
{
    struct image_index index = {0};
    scoped_memory struct anchor_visits *visits = mem_alloc(run->lines.lengths.n, sizeof *visits);
    size_t n = 0;
    index_images(&index, run);
    for (uint32_t v = 1; v < run->files.versions.n; v++)
        find_images_in(run, &index, visits, v);
    array_sort(&run->held, compare_held);
    for (size_t i = 0; i < run->held.n; i++) /* an image may be in a version twice */
        if (!n || compare_held(&run->held.items[n - 1], &run->held.items[i]) != 0)
            run->held.items[n++] = run->held.items[i];
    run->held.n = n;
    array_release(&index.list);
    free(index.first);
}

/* ---- The base ---- */

/* Follows the first parents from the base back: what changed a path last says what it holds.
 * `seen`: by path, the number of the task that has seen it, plus one. */
static void list_base_files(struct base_files *out, const struct search_run *run, size_t number,
                            uint32_t *seen)
{
    const struct past_files *files = &run->files;
    const struct history *history = run->history;
    array_clear(out);
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

/* Whether the base has the lines before of a hunk, in the file that the patch names. */
static bool hunk_applies(const struct search_run *run, const struct gold_patch *gold,
                         const struct gold_hunk *hunk, const struct base_files *base)
{
    int64_t version = base_version(run, hunk, base);
    if (version < 0)
        return hunk->is_new;
    return !hunk->is_new && has_image(run, gold, &hunk->before, (uint32_t)version);
}

/* Whether the files of the base have all lines that the gold adds. `is_there`: by line; false
 * before and after. */
static bool has_added_lines(const struct search_run *run, const struct gold_patch *gold,
                            const struct base_files *base, bool *is_there)
{
    bool has_all = gold->has_added;
    for (int value = 1; value >= 0; value--) {
        for (size_t i = 0; i < base->n; i++) {
            const struct file_version *version = &run->files.versions.items[base->items[i].version];
            for (uint32_t l = 0; l < version->n_lines; l++)
                is_there[run->files.lines.items[version->first + l]] = value;
        }
        for (size_t i = 0; value && i < gold->change.n; i++)
            has_all =
                has_all && (gold->change.items[i].n < 0 || is_there[gold->change.items[i].line]);
    }
    return has_all;
}

/* ---- Trees ---- */

enum { CHUNK = 64 }; /* hunks that are followed at a time */

/* The hunks of a task that the base does not have, and the versions that have them. */
struct followed {
    uint8_t *is_held[CHUNK]; /* by version */
    size_t n;
};

static void free_followed(struct followed *followed)
{
    for (size_t i = 0; i < followed->n; i++)
        free(followed->is_held[i]);
    followed->n = 0;
}

/* Clears `is_solved`, by commit, where the tree lacks one of the hunks. */
static void follow(const struct search_run *run, size_t number, const struct followed *followed,
                   bool *is_solved)
{
    const struct history *history = run->history;
    size_t n = followed->n;
    scoped_memory uint16_t *counts = mem_alloc(mem_multiply(history->commits.n, n), sizeof *counts);
    for (size_t commit = 0; commit < history->commits.n; commit++) {
        const struct past_commit *it = &history->commits.items[commit];
        uint16_t *own = counts + commit * n;
        if (it->n_parents)
            memcpy(own, counts + history->parents.items[it->parents] * n, n * sizeof *own);
        for (uint32_t i = run->files.first_change[commit]; i < run->files.first_change[commit + 1];
             i++) {
            const struct file_change *change = &run->files.changes.items[i];
            for (int side = 0; side < 2; side++)
                for (size_t h = 0; has_name(run, number, change->name[side]) && h < n; h++)
                    own[h] = (uint16_t)(own[h] + (side ? 1 : -1) *
                                                     followed->is_held[h][change->version[side]]);
        }
        for (size_t h = 0; h < n && is_solved[commit]; h++)
            is_solved[commit] = own[h] > 0;
    }
}

static int compare_findings(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    return x->commit != y->commit ? COMPARE(x->commit, y->commit)
                                  : COMPARE(x->evidence, y->evidence);
}

/* Adds the commits whose trees have the solution although those of their first parents do not. */
static void take_solved(struct search_run *run, size_t number, const bool *is_solved)
{
    struct searched_task *task = &run->tasks[number];
    const struct history *history = run->history;
    size_t n = 0;
    for (uint32_t commit = 0; commit < history->commits.n; commit++) {
        const struct past_commit *it = &history->commits.items[commit];
        bool was_solved = it->n_parents && is_solved[history->parents.items[it->parents]];
        if (is_solved[commit] && !was_solved && run->is_wanted[commit] && commit != task->base)
            array_push(&task->findings, ((struct finding){commit, EVIDENCE_SOLVED, true, 1}));
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

static size_t first_held(const struct search_run *run, size_t task, size_t hunk)
{
    const struct held_image key = {(uint32_t)task, (uint32_t)hunk, 0};
    size_t at;
    bisect(at, run->held.n, compare_held(&run->held.items[at], &key) < 0);
    return at;
}

/* Adds a hunk to those that are followed, unless the base has its image. */
static void add_followed(struct followed *followed, const struct search_run *run, size_t task,
                         size_t hunk, const struct base_files *base)
{
    uint8_t *is_held = mem_alloc(run->files.versions.n, 1);
    bool is_in_base = false;
    for (size_t i = first_held(run, task, hunk); i < run->held.n; i++) {
        const struct held_image *held = &run->held.items[i];
        if (held->task != task || held->hunk != hunk)
            break;
        is_held[held->version] = 1;
    }
    for (size_t i = 0; i < base->n; i++)
        is_in_base = is_in_base || is_held[base->items[i].version];
    if (is_in_base)
        free(is_held);
    else
        followed->is_held[followed->n++] = is_held;
}

/* Follows all hunks of a task that the base does not have. Without any, trees say nothing. */
static void find_solved(struct search_run *run, size_t number, const struct base_files *base)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = run->history->commits.n, n_followed = 0;
    struct followed followed = {.n = 0};
    scoped_memory bool *is_solved = mem_alloc(n, 1);
    memset(is_solved, 1, n);
    for (size_t h = 0; h < task->gold.hunks.n; h++) {
        add_followed(&followed, run, number, h, base);
        n_followed += followed.n == CHUNK || h + 1 == task->gold.hunks.n ? followed.n : 0;
        if (followed.n == CHUNK || h + 1 == task->gold.hunks.n) {
            follow(run, number, &followed, is_solved);
            free_followed(&followed);
        }
    }
    if (!n_followed) {
        task->off |= 1U << EVIDENCE_SOLVED;
        memset(is_solved, 0, n);
    }
    take_solved(run, number, is_solved);
}

/* ---- Texts outside of all trees ---- */

enum { MAX_PLAIN_BYTES = 1 << 24 };

static void take_file(void *context, const char *path, const char *bytes, size_t length)
{
    struct search_run *run = context;
    if (table_add(&run->plain_files, path) != TABLE_NONE)
        past_files_add(&run->files, &run->lines, bytes, length);
}

static struct found_text text_of(const struct search_run *run, uint32_t version, const char *path)
{
    size_t first_plain = run->files.versions.n - run->plain_files.keys.n;
    bool is_blob = version < first_plain;
    const char *name = is_blob ? run->files.ids.keys.items[version - 1]
                               : run->plain_files.keys.items[version - first_plain];
    return (struct found_text){arena_text(run->arena, name), arena_text(run->arena, path), is_blob};
}

static bool is_followed(const struct search_run *run, size_t task, size_t hunk,
                        const struct base_files *base)
{
    for (size_t i = first_held(run, task, hunk); i < run->held.n; i++) {
        const struct held_image *held = &run->held.items[i];
        if (held->task != task || held->hunk != hunk)
            break;
        for (size_t b = 0; b < base->n; b++)
            if (base->items[b].version == held->version)
                return false;
    }
    return true;
}

/* Adds the texts that have all hunks, from `first` to `end`, of a file of the gold. */
static void find_in_texts(struct search_run *run, size_t number, size_t first, size_t end,
                          const struct base_files *base)
{
    struct searched_task *task = &run->tasks[number];
    size_t n_loose = run->files.versions.n - run->files.first_loose, n_needed = 0;
    scoped_memory uint32_t *n_held = mem_alloc(n_loose + 1, sizeof *n_held);
    for (size_t h = first; h < end; h++) {
        if (!is_followed(run, number, h, base))
            continue;
        n_needed++;
        for (size_t i = first_held(run, number, h); i < run->held.n; i++) {
            const struct held_image *held = &run->held.items[i];
            if (held->task != number || held->hunk != h)
                break;
            if (held->version >= run->files.first_loose)
                n_held[held->version - run->files.first_loose]++;
        }
    }
    const char *path = run->paths.keys.items[task->gold.hunks.items[first].path];
    for (size_t i = 0; n_needed && i < n_loose; i++)
        if (n_held[i] == n_needed)
            array_push(&task->texts, text_of(run, (uint32_t)(run->files.first_loose + i), path));
}

static int compare_texts(const void *a, const void *b)
{
    const struct found_text *x = a, *y = b;
    if (x->is_blob != y->is_blob)
        return x->is_blob ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->path, y->path);
}

static void find_texts(struct search_run *run, size_t number, const struct base_files *base)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = task->gold.hunks.n;
    for (size_t first = 0, end; first < n; first = end) {
        end = file_end(&task->gold, first);
        find_in_texts(run, number, first, end, base);
    }
    array_sort(&task->texts, compare_texts);
}

/* ---- All ---- */

static void check_base(struct search_run *run, size_t number, const struct base_files *base,
                       bool *is_there)
{
    struct searched_task *task = &run->tasks[number];
    task->is_applicable = true;
    for (size_t h = 0; h < task->gold.hunks.n; h++)
        task->is_applicable =
            task->is_applicable && hunk_applies(run, &task->gold, &task->gold.hunks.items[h], base);
    if (!task->gold.n_lines)
        task->off |= 1U << EVIDENCE_EXACT | 1U << EVIDENCE_CONTAINED | 1U << EVIDENCE_REVERT;
    else if (has_added_lines(run, &task->gold, base, is_there))
        task->off |= 1U << EVIDENCE_CONTAINED;
}

static void search(struct search_run *run)
{
    struct base_files base = {0};
    scoped_memory uint32_t *seen = mem_alloc(run->files.paths.keys.n, sizeof *seen);
    scoped_memory bool *is_there = mem_alloc(run->lines.lengths.n, sizeof *is_there);
    run->similar = similar_new(&run->lines.tokens);
    match_pairs(run);
    find_images(run);
    for (int step = 0; step < 2; step++) {
        for (size_t t = 0; t < run->n_tasks; t++) {
            memset(seen, 0, run->files.paths.keys.n * sizeof *seen);
            list_base_files(&base, run, t, seen);
            if (step) {
                find_solved(run, t, &base);
                find_texts(run, t, &base);
            } else {
                check_base(run, t, &base, is_there);
                add_similar_gold(run, t, &base);
            }
        }
        if (!step) {
            find_changes(run);
            match_similar(run);
            find_similar(run);
        }
    }
    array_release(&base);
}

/* A base need not be visible: without its past, nothing would be known of its files. */
static void mark_wanted(struct search_run *run)
{
    const struct history *history = run->history;
    size_t n = history->commits.n;
    run->is_wanted = mem_alloc(n, sizeof *run->is_wanted);
    for (size_t t = 0; t < run->n_tasks; t++)
        run->is_wanted[run->tasks[t].base] = true;
    for (size_t i = n; i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        run->is_wanted[i] = run->is_wanted[i] || commit->is_visible;
        for (uint32_t p = 0; run->is_wanted[i] && p < commit->n_parents; p++)
            run->is_wanted[history->parents.items[commit->parents + p]] = true;
    }
}

static int read_files(struct search_run *run, const struct search_place *place,
                      struct search_notes *notes, struct err *err)
{
    size_t n_unread = 0;
    mark_wanted(run);
    if (past_files_read(&run->files, place->repository, place->history, run->is_wanted, &run->names,
                        &run->lines, &place->meter, err) != 0 ||
        (place->files &&
         plain_files_each(place->files, MAX_PLAIN_BYTES, take_file, run, &n_unread, err) != 0))
        return ERR;
    notes->n_loose = run->files.ids.keys.n + 1 - run->files.first_loose;
    notes->n_unread += run->files.n_unread + n_unread;
    str_add(&notes->damage, str_text(&run->files.damage), run->files.damage.length);
    return 0;
}

int solutions_find(struct searched_task *tasks, size_t n, const struct search_place *place,
                   struct arena *arena, struct search_notes *notes, struct err *err)
{
    struct search_run run = {
        .tasks = tasks, .n_tasks = n, .history = place->history, .arena = arena};
    make_golds(&run);
    int status = read_files(&run, place, notes, err);
    if (status == 0)
        search(&run);
    past_files_release(&run.files);
    line_table_release(&run.lines);
    table_release(&run.plain_files);
    table_release(&run.names);
    table_release(&run.paths);
    free(run.is_wanted);
    free(run.is_named);
    free(run.pair_of_change);
    array_release(&run.pairs);
    array_release(&run.matches);
    array_release(&run.held);
    array_release(&run.similar_matches);
    similar_free(run.similar);
    return status;
}

void searched_task_release(struct searched_task *task)
{
    gold_patch_release(&task->gold);
    array_release(&task->findings);
    array_release(&task->texts);
}
