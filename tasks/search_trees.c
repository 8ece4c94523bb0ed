/* Each hunk has an anchor: the line of its image after that is rarest in all versions. The image is
 * compared where its anchor occurs. Trees are followed from parent to child: how many files of a
 * tree have the image of a hunk changes only with the files that the commit changes. */
#include "tasks/searching.h"

#include <stdlib.h>
#include <string.h>

/* ---- Images ---- */

struct anchored_image {
    uint32_t task, hunk, offset; /* of the anchor in the image */
    uint32_t next;
};

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

/* Whether a version has the lines of an image. */
static bool has_image(const struct search_run *run, const struct gold_patch *gold,
                      const struct image *image, uint32_t number)
{
    struct file_lines lines = search_lines_of(run, number);
    return line_table_find(lines.items, lines.n, gold->numbers.items + image->first, image->n) >= 0;
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
                         size_t hunk)
{
    const struct base_files *base = &run->bases[task];
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
static void find_solved(struct search_run *run, size_t number)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = run->history->commits.n, n_followed = 0;
    struct followed followed = {.n = 0};
    scoped_memory bool *is_solved = mem_alloc(n, 1);
    memset(is_solved, 1, n);
    for (size_t h = 0; h < task->gold.hunks.n; h++) {
        add_followed(&followed, run, number, h);
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

static struct found_text text_of(const struct search_run *run, uint32_t version, const char *path)
{
    size_t first_plain = run->files.versions.n - run->plain_files.keys.n;
    bool is_blob = version < first_plain;
    const char *name = is_blob ? run->files.ids.keys.items[version - 1]
                               : run->plain_files.keys.items[version - first_plain];
    return (struct found_text){arena_text(run->arena, name), arena_text(run->arena, path), is_blob};
}

static bool is_followed(const struct search_run *run, size_t task, size_t hunk)
{
    const struct base_files *base = &run->bases[task];
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
static void find_in_texts(struct search_run *run, size_t number, size_t first, size_t end)
{
    struct searched_task *task = &run->tasks[number];
    size_t n_loose = run->files.versions.n - run->files.first_loose, n_needed = 0;
    scoped_memory uint32_t *n_held = mem_alloc(n_loose + 1, sizeof *n_held);
    for (size_t h = first; h < end; h++) {
        if (!is_followed(run, number, h))
            continue;
        n_needed++;
        for (size_t i = first_held(run, number, h); i < run->held.n; i++) {
            const struct held_image *held = &run->held.items[i];
            if (held->task != number || held->hunk != h)
                break;
            if (held->version >= run->files.first_loose && held->version < run->files.versions.n)
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

static void find_texts(struct search_run *run, size_t number)
{
    struct searched_task *task = &run->tasks[number];
    size_t n = task->gold.hunks.n;
    for (size_t first = 0, end; first < n; first = end) {
        end = search_file_end(&task->gold, first);
        find_in_texts(run, number, first, end);
    }
    array_sort(&task->texts, compare_texts);
}

void search_trees(struct search_run *run)
{
    find_images(run);
    for (size_t t = 0; t < run->n_tasks; t++) {
        search_show(run, "following trees", t + 1, run->n_tasks);
        find_solved(run, t);
        find_texts(run, t);
    }
}
