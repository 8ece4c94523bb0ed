/* All commits are compared with their first parents in one run of git, without a path: git is then
 * faster than with many paths, and files that were moved are found. */
#include "guard/tasks/searching.h"

#include "base/file.h"
#include "miner/git/blobs.h"
#include "miner/git/tree_changes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FILE_BYTES = 1 << 24,
    BINARY_BYTES = 8000 /* as git looks at */
};

struct reading {
    struct file_history *files;
    const struct history *history;
    const bool *is_wanted;
    const struct table *names;
    const uint32_t *commits; /* by number of the pair */
    bool *is_in_tree;        /* by number in the blobs of the history */
    const struct meter *meter;
    size_t n_pairs;
};

/* ---- Changes ---- */

static uint32_t name_of(const struct table *names, const char *path)
{
    int64_t number = table_find(names, file_name(path));
    return number == TABLE_NONE ? NO_NAME : (uint32_t)number;
}

static uint32_t version_of(struct file_history *files, const struct tree_change *change, int side)
{
    bool is_file = strncmp(change->mode[side], "100", 3) == 0;
    return is_file ? 1 + (uint32_t)table_number(&files->ids, change->id[side]) : 0;
}

static void take_change(void *context, size_t pair, const struct tree_change *change)
{
    struct reading *reading = context;
    struct file_history *files = reading->files;
    struct file_change made = {.commit = reading->commits[pair]};
    meter_show(reading->meter, (struct meter_step){"reading changes", "commits", pair + 1,
                                                   reading->n_pairs, pair + 1});
    int64_t blob = reading->history->blobs.keys.n
                       ? table_find(&reading->history->blobs, change->id[1])
                       : TABLE_NONE;
    if (blob != TABLE_NONE)
        reading->is_in_tree[blob] = true;
    for (int side = 0; side < 2; side++)
        made.name[side] = name_of(reading->names, change->path[side]);
    if (made.name[0] == NO_NAME && made.name[1] == NO_NAME)
        return;
    for (int side = 0; side < 2; side++) {
        made.path[side] = (uint32_t)table_number(&files->paths, change->path[side]);
        made.version[side] = version_of(files, change, side);
    }
    if (made.version[0] != made.version[1] || made.path[0] != made.path[1])
        array_push(&files->changes, made);
}

static void drop_changes(void *context, size_t pair)
{
    struct reading *reading = context;
    struct file_history *files = reading->files;
    while (files->changes.n &&
           files->changes.items[files->changes.n - 1].commit == reading->commits[pair])
        files->changes.n--;
}

static int read_changes(struct reading *reading, struct repository *repository, struct err *err)
{
    const struct history *history = reading->history;
    size_t n = history->commits.n, n_pairs = 0;
    scoped_memory struct tree_pair *pairs = mem_alloc(n, sizeof *pairs);
    scoped_memory uint32_t *commits = mem_alloc(n, sizeof *commits);
    for (size_t i = 0; i < n; i++) {
        const struct past_commit *commit = &history->commits.items[i];
        if (!reading->is_wanted[i])
            continue;
        const struct past_commit *parent =
            commit->n_parents ? &history->commits.items[history->parents.items[commit->parents]]
                              : NULL;
        commits[n_pairs] = (uint32_t)i;
        pairs[n_pairs++] = (struct tree_pair){commit->id, parent ? parent->id : NULL};
    }
    reading->commits = commits;
    reading->n_pairs = n_pairs;
    const struct tree_comparison comparison = {
        .pairs = pairs,
        .n = n_pairs,
        .finds_renames = true,
        .context = reading,
        .take = take_change,
        .drop = drop_changes,
    };
    return tree_changes_read(&comparison, repository, &reading->files->n_damaged,
                             &reading->files->damage, err);
}

static void index_changes(struct file_history *files, size_t n_commits)
{
    files->first_change = mem_alloc(n_commits + 1, sizeof *files->first_change);
    uint32_t at = 0;
    for (size_t commit = 0; commit <= n_commits; commit++) {
        while (at < files->changes.n && files->changes.items[at].commit < commit)
            at++;
        files->first_change[commit] = at;
    }
}

/* ---- Files ---- */

/* A binary file has no lines. */
void file_history_add(struct file_history *files, struct line_table *lines, uint32_t version,
                      const char *bytes, size_t length)
{
    size_t first = files->lines.n;
    if (!memchr(bytes, 0, length < BINARY_BYTES ? length : BINARY_BYTES))
        line_table_cut(lines, bytes, length, &files->lines);
    while (files->versions.n <= version)
        array_push(&files->versions, (struct file_version){0, 0});
    files->versions.items[version] =
        (struct file_version){first, (uint32_t)(files->lines.n - first)};
}

struct version_place {
    uint32_t path, version;
};

static int compare_places(const void *a, const void *b)
{
    const struct version_place *x = a, *y = b;
    return x->path != y->path ? COMPARE(x->path, y->path) : COMPARE(x->version, y->version);
}

/* The versions of a file are read one after the other, because most of their lines are the same. */
static int read_versions(struct reading *reading, struct repository *repository,
                         struct line_table *lines, const struct meter *meter, struct err *err)
{
    struct file_history *files = reading->files;
    size_t n = files->ids.keys.n;
    scoped(blobs) blobs = {.type = NULL};
    scoped_memory struct version_place *places = mem_alloc(n + 1, sizeof *places);
    for (uint32_t i = 0; i <= n; i++)
        places[i] = (struct version_place){UINT32_MAX, i};
    for (size_t i = 0; i < files->changes.n; i++)
        for (int side = 0; side < 2; side++)
            places[files->changes.items[i].version[side]].path = files->changes.items[i].path[side];
    qsort(places + 1, n, sizeof *places, compare_places);
    for (size_t i = 1; i <= n; i++)
        blobs_add(&blobs, files->ids.keys.items[places[i].version - 1]);
    file_history_add(files, lines, 0, "", 0); /* no file */
    if (n && blobs_check(&blobs, repository, MAX_FILE_BYTES, err) != 0)
        return ERR;
    for (size_t i = 1; i <= n; i++) {
        const char *bytes;
        size_t length;
        uint32_t version = places[i].version;
        files->n_unread +=
            blobs_next(&blobs, files->ids.keys.items[version - 1], &bytes, &length) != BLOB_OK;
        file_history_add(files, lines, version, bytes, length);
        meter_show(meter, (struct meter_step){"reading files", "files", i, n, i});
    }
    return 0;
}

int file_history_read(struct file_history *out, struct repository *repository,
                      const struct history *history, const bool *is_wanted,
                      const struct table *names, struct line_table *lines,
                      const struct meter *meter, struct err *err)
{
    scoped_memory bool *is_in_tree = mem_alloc(history->blobs.keys.n + 1, sizeof *is_in_tree);
    struct reading reading = {out, history, is_wanted, names, NULL, is_in_tree, meter, 0};
    if (read_changes(&reading, repository, err) != 0)
        return ERR;
    out->first_loose = out->ids.keys.n + 1;
    for (size_t i = 0; i < history->blobs.keys.n; i++)
        if (!is_in_tree[i])
            table_number(&out->ids, history->blobs.keys.items[i]);
    index_changes(out, history->commits.n);
    return read_versions(&reading, repository, lines, meter, err);
}

void file_history_release(struct file_history *files)
{
    table_release(&files->paths);
    table_release(&files->ids);
    array_release(&files->versions);
    array_release(&files->lines);
    array_release(&files->changes);
    free(files->first_change);
    str_release(&files->damage);
    *files = (struct file_history){0};
}
