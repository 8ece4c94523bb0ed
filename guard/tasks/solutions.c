/* Versions of files are numbers of lines: reading all of them once is most of the work. Then the
 * changes and the trees are compared with all golds.
 *
 * All commits are compared with their first parents in one run of git, without a path: git is then
 * faster than with many paths, and files that were moved are found. */
#include "guard/tasks/solution_search.h"

#include "base/file.h"
#include "miner/git/objects.h"
#include "miner/git/tree_changes.h"
#include "tokenize/languages/language.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MODULE_LINE "Subproject commit "

const char *const evidence_names[] = {"exact", "contained", "revert", "solved", "similar", NULL};

/* ---- Golds ---- */

/* Returns the set of the languages of the golds' files. */
static unsigned languages_of_golds(const struct solution_search *search)
{
    unsigned set = 0;
    for (size_t t = 0; t < search->n_tasks; t++) {
        const struct patch *patch = search->tasks[t].patch;
        for (size_t f = 0; f < patch->files.n; f++) {
            const char *const *path = patch->files.items[f].path;
            const struct language *language =
                language_of_extension(~0U, path[0] ? path[0] : path[1]);
            set |= language ? 1U << language_number(language) : 0;
        }
    }
    return set;
}

static void make_golds(struct solution_search *search)
{
    search->lines.languages = languages_of_golds(search);
    for (size_t t = 0; t < search->n_tasks; t++)
        gold_patch_make(&search->tasks[t].gold, search->tasks[t].patch, &search->lines,
                        &search->names, &search->paths);
    search->named = mem_alloc(mem_multiply(search->n_tasks, search->names.keys.n) / 8 + 1, 1);
    for (size_t t = 0; t < search->n_tasks; t++)
        for (size_t i = 0; i < search->tasks[t].gold.names.n; i++) {
            size_t bit = t * search->names.keys.n + search->tasks[t].gold.names.items[i];
            search->named[bit / 8] |= (uint8_t)(1U << bit % 8);
        }
}

/* ---- Changes ---- */

/* A base need not be visible: without its past, nothing would be known of its files. */
static void mark_wanted(struct solution_search *search)
{
    const struct commit_graph *graph = search->graph;
    size_t n = graph->commits.n;
    search->is_wanted = mem_alloc(n, sizeof *search->is_wanted);
    for (size_t t = 0; t < search->n_tasks; t++)
        search->is_wanted[search->tasks[t].base] = true;
    for (size_t i = n; i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        search->is_wanted[i] = search->is_wanted[i] || commit->is_visible;
        for (uint32_t p = 0; search->is_wanted[i] && p < commit->n_parents; p++)
            search->is_wanted[graph->parents.items[commit->parents + p]] = true;
    }
}

/* The commits that are compared with their first parents. */
struct comparing {
    struct solution_search *search;
    uint32_t *commits; /* by number of the pair */
    size_t n_pairs;
    bool *is_in_tree; /* by number in the blobs of the graph */
};

static uint32_t name_of(const struct solution_search *search, const char *path)
{
    int64_t number = table_find(&search->names, file_name(path));
    return number == TABLE_NONE ? NO_NAME : (uint32_t)number;
}

/* The version of a submodule is the line that a patch has of it. */
static uint32_t version_of(struct past_files *files, const struct tree_change *change, int side)
{
    scoped_memory char *module = NULL;
    const char *id = change->id[side];
    if (strcmp(change->mode[side], "160000") == 0)
        id = module = mem_print(MODULE_LINE "%s", id);
    else if (strncmp(change->mode[side], "100", 3) != 0)
        return 0;
    return 1 + (uint32_t)table_number(&files->ids, id);
}

static void take_change(void *context, size_t pair, const struct tree_change *change)
{
    struct comparing *comparing = context;
    const struct table *blobs = &comparing->search->graph->blobs;
    struct past_files *files = &comparing->search->files;
    struct file_change made = {.commit = comparing->commits[pair]};
    solution_show(comparing->search, "reading changes", "commits", pair + 1, comparing->n_pairs);
    int64_t blob = blobs->keys.n ? table_find(blobs, change->id[1]) : TABLE_NONE;
    if (blob != TABLE_NONE)
        comparing->is_in_tree[blob] = true;
    for (int side = 0; side < 2; side++)
        made.name[side] = name_of(comparing->search, change->path[side]);
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
    struct comparing *comparing = context;
    struct past_files *files = &comparing->search->files;
    while (files->changes.n &&
           files->changes.items[files->changes.n - 1].commit == comparing->commits[pair])
        files->changes.n--;
}

static void index_changes(struct past_files *files, size_t n_commits)
{
    files->first_change = mem_alloc(n_commits + 1, sizeof *files->first_change);
    uint32_t at = 0;
    for (size_t commit = 0; commit <= n_commits; commit++) {
        while (at < files->changes.n && files->changes.items[at].commit < commit)
            at++;
        files->first_change[commit] = at;
    }
}

/* Reads the changes of the commits that are wanted. Blobs that are in no tree become versions. */
static int read_changes(struct solution_search *search, struct err *err)
{
    const struct commit_graph *graph = search->graph;
    size_t n = graph->commits.n, n_damaged = 0;
    scoped_memory struct tree_pair *pairs = mem_alloc(n, sizeof *pairs);
    scoped_memory uint32_t *commits = mem_alloc(n, sizeof *commits);
    scoped_memory bool *is_in_tree = mem_alloc(graph->blobs.keys.n + 1, sizeof *is_in_tree);
    struct comparing comparing = {search, commits, 0, is_in_tree};
    for (size_t i = 0; i < n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        if (!search->is_wanted[i])
            continue;
        const struct past_commit *parent =
            commit->n_parents ? &graph->commits.items[graph->parents.items[commit->parents]] : NULL;
        commits[comparing.n_pairs] = (uint32_t)i;
        pairs[comparing.n_pairs++] = (struct tree_pair){commit->id, parent ? parent->id : NULL};
    }
    const struct tree_comparison comparison = {
        .pairs = pairs,
        .n = comparing.n_pairs,
        .finds_renames = true,
        .context = &comparing,
        .take = take_change,
        .drop = drop_changes,
    };
    if (tree_changes_read(&comparison, search->place->repository, &n_damaged,
                          &search->notes->damage, err) != 0)
        return ERR;
    search->files.first_loose = search->files.ids.keys.n + 1;
    for (size_t i = 0; i < graph->blobs.keys.n; i++)
        if (!is_in_tree[i])
            table_number(&search->files.ids, graph->blobs.keys.items[i]);
    search->notes->n_loose = search->files.ids.keys.n + 1 - search->files.first_loose;
    index_changes(&search->files, n);
    return 0;
}

/* ---- Files ---- */

enum {
    MAX_FILE_BYTES = 1 << 24,
    BINARY_BYTES = 8000 /* as git looks at */
};

/* Sets the lines of a version. A binary file has none. */
static void set_version(struct solution_search *search, size_t version, const char *bytes,
                        size_t length)
{
    struct past_files *files = &search->files;
    size_t first = files->lines.n;
    if (!memchr(bytes, 0, length < BINARY_BYTES ? length : BINARY_BYTES))
        line_table_cut(&search->lines, bytes, length, &files->lines);
    while (files->versions.n <= version)
        array_push(&files->versions, (struct file_version){0, 0});
    files->versions.items[version] =
        (struct file_version){first, (uint32_t)(files->lines.n - first)};
}

static int compare_by_path(const void *a, const void *b)
{
    const struct path_version *x = a, *y = b;
    return x->path != y->path ? COMPARE(x->path, y->path) : COMPARE(x->version, y->version);
}

/* The versions of a file are read one after the other, because most of their lines are the same. */
static int read_versions(struct solution_search *search, struct err *err)
{
    struct past_files *files = &search->files;
    size_t n = files->ids.keys.n;
    scoped(objects) blobs = {.type = NULL};
    scoped_memory struct path_version *order = mem_alloc(n + 1, sizeof *order);
    for (uint32_t i = 0; i <= n; i++)
        order[i] = (struct path_version){UINT32_MAX, i};
    for (size_t i = 0; i < files->changes.n; i++)
        for (int side = 0; side < 2; side++)
            order[files->changes.items[i].version[side]].path = files->changes.items[i].path[side];
    qsort(order + 1, n, sizeof *order, compare_by_path);
    for (size_t i = 1; i <= n; i++) {
        const char *id = files->ids.keys.items[order[i].version - 1];
        if (!text_begins(id, MODULE_LINE))
            objects_add(&blobs, id);
    }
    set_version(search, 0, "", 0); /* no file */
    if (n && objects_check(&blobs, search->place->repository, MAX_FILE_BYTES, err) != 0)
        return ERR;
    for (size_t i = 1; i <= n; i++) {
        uint32_t version = order[i].version;
        const char *id = files->ids.keys.items[version - 1], *bytes = id;
        size_t length = strlen(id);
        if (!text_begins(id, MODULE_LINE))
            search->notes->n_unread += objects_next(&blobs, id, &bytes, &length) != OBJECT_OK;
        set_version(search, version, bytes, length);
        solution_show(search, "reading files", "files", i, n);
    }
    return 0;
}

static int compare_entries(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void add_plain_file(struct solution_search *search, const char *path,
                           const struct str *content)
{
    if (table_add(&search->plain_files, path) != TABLE_NONE)
        set_version(search, search->files.versions.n, str_text(content), content->length);
}

/* Reads the files below a folder, such as site-packages, in which a package of the task may be
 * installed in a version that has the solution. Links are not followed, and folders called .git are
 * left out. */
static int read_plain_files(struct solution_search *search, struct err *err)
{
    const char *folder = search->place->files;
    scoped(str) content = {0};
    scoped_memory char *path = mem_copy_text(folder, strlen(folder));
    char *const paths[] = {path, NULL};
    FTS *tree = file_is_folder(folder)
                    ? fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_entries)
                    : NULL;
    if (!tree)
        return err_set(err, "'%s' is not a folder that can be read", folder);
    for (FTSENT *entry; (entry = fts_read(tree));) {
        int info = entry->fts_info;
        bool is_file = info == FTS_F && entry->fts_statp->st_size <= MAX_FILE_BYTES;
        const char *below = entry->fts_path + strlen(folder);
        if (info == FTS_D && strcmp(entry->fts_name, ".git") == 0)
            fts_set(tree, entry, FTS_SKIP);
        str_clear(&content);
        if (is_file && file_read(&content, entry->fts_path, NULL) == 0)
            add_plain_file(search, below + strspn(below, "/"), &content);
        else
            search->notes->n_unread +=
                is_file || info == FTS_DNR || info == FTS_ERR || info == FTS_NS;
    }
    fts_close(tree);
    return 0;
}

/* ---- All ---- */

static void count_lines(struct solution_search *search)
{
    search->counts = mem_alloc(search->lines.ends.n, sizeof *search->counts);
    for (size_t i = 0; i < search->files.lines.n; i++)
        search->counts[search->files.lines.items[i]]++;
}

static void release(struct solution_search *search)
{
    struct past_files *files = &search->files;
    for (size_t t = 0; search->bases && t < search->n_tasks; t++)
        array_release(&search->bases[t]);
    free(search->bases);
    table_release(&files->paths);
    table_release(&files->ids);
    array_release(&files->versions);
    array_release(&files->lines);
    array_release(&files->changes);
    free(files->first_change);
    line_table_release(&search->lines);
    table_release(&search->plain_files);
    table_release(&search->names);
    table_release(&search->paths);
    free(search->is_wanted);
    free(search->named);
    free(search->counts);
}
SCOPED_VALUE(solution_search, release)

int solutions_find(struct searched_task *tasks, size_t n, const struct solution_place *place,
                   struct arena *arena, struct solution_notes *notes, struct err *err)
{
    scoped(solution_search) search = {.tasks = tasks,
                                      .n_tasks = n,
                                      .place = place,
                                      .graph = place->graph,
                                      .notes = notes,
                                      .arena = arena};
    make_golds(&search);
    mark_wanted(&search);
    if (read_changes(&search, err) != 0 || read_versions(&search, err) != 0 ||
        (place->files && read_plain_files(&search, err) != 0))
        return ERR;
    count_lines(&search);
    solution_read_bases(&search);
    solution_compare_changes(&search);
    solution_follow_trees(&search);
    return 0;
}

void searched_task_release(struct searched_task *task)
{
    gold_patch_release(&task->gold);
    array_release(&task->findings);
    array_release(&task->texts);
}
