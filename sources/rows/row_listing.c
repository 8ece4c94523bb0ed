/* The names of all files are collected and sorted before it is decided which of them are rows. */
#include "sources/rows/row_listing.h"

#include "base/archive_reader.h"
#include "base/beneath.h"
#include "base/interrupt.h"
#include "base/table.h"
#include "sources/rows/row_start.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MAX_DEPTH = 32, MAX_FILES = 1 << 20 };

/* A file, or what is not one. */
struct found {
    const char *path;
    bool is_file;
};

struct search {
    struct row_listing *out;
    const char *path; /* of the folder or the archive */
    ARRAY(struct found) found;
    struct table paths; /* of an archive, as they are without what has no meaning in them */
};

static void search_release(struct search *search)
{
    array_release(&search->found);
    table_release(&search->paths);
}
SCOPED_VALUE(search, search_release)

static int add(struct search *search, const char *path, bool is_file, struct err *err)
{
    if (search->found.n == MAX_FILES)
        return err_set(err, "'%s' has more than %d files; name those that are rows", search->path,
                       MAX_FILES);
    const char *copy = arena_text(&search->out->arena, path);
    array_push(&search->found, (struct found){.path = copy, .is_file = is_file});
    return 0;
}

/* ---- Which of them are rows ---- */

/* Whether a name says so. Entries of an archive are read once, and zip and Parquet from their
 * ends. */
static bool is_rows(const char *path, bool is_in_archive)
{
    enum row_name name = row_name_of(path);
    bool is_file = name == ROW_NAME_ZIP || name == ROW_NAME_PARQUET;
    return name == ROW_NAME_TABLE || name == ROW_NAME_JSON || (is_file && !is_in_archive);
}

static void choose(struct search *search, bool is_archive)
{
    struct row_listing *out = search->out;
    for (size_t i = 0; i < search->found.n; i++) {
        const struct found *found = &search->found.items[i];
        bool is_chosen = found->is_file && is_rows(found->path, is_archive);
        array_push(is_chosen ? &out->files : &out->others, found->path);
    }
}

/* ---- A folder ---- */

static bool has(const struct beneath_folder *folder, const char *name)
{
    return faccessat(folder->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* In a work tree and in a submodule, .git is a file. Bare repositories have no .git. */
static bool is_repository(const struct beneath_folder *folder)
{
    return has(folder, ".git") || (has(folder, "HEAD") && has(folder, "objects"));
}

static int search_folder(struct search *search, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err);

static int take(struct search *search, const struct beneath_folder *parent, const char *prefix,
                const struct beneath_name *name, int depth, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    struct err why;
    scoped_memory char *path = mem_print("%s%s", prefix, name->text);
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (name->kind != BENEATH_FOLDER || depth == MAX_DEPTH)
        return add(search, path, name->kind == BENEATH_FILE, err);
    enum beneath_result result = beneath_enter(&folder, parent, name->text, &why);
    if (result == BENEATH_BROKEN || result == BENEATH_UNREADABLE)
        return err_set(err, "cannot read '%s/%s': %s", search->path, path, why.message);
    if (result != BENEATH_OK || is_repository(&folder))
        return add(search, path, false, err);
    scoped_memory char *below = mem_print("%s/", path);
    return search_folder(search, &folder, below, depth + 1, err);
}

/* Whether a name says nothing to people. A run that writes into the folder that it reads has begun
 * an unfinished database there, and its journal. */
static bool is_noise(const char *name)
{
    return strcmp(name, "__MACOSX") == 0 || strstr(name, ".db.unfinished");
}

static int search_folder(struct search *search, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err)
{
    scoped(beneath_names) names = {0};
    int status = beneath_list(&names, folder, err);
    for (size_t i = 0; i < names.list.n && status == 0; i++)
        if (!is_noise(names.list.items[i].text))
            status = take(search, folder, prefix, &names.list.items[i], depth, err);
    return status;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const struct found *)a)->path, ((const struct found *)b)->path);
}

int row_listing_read_folder(struct row_listing *out, const char *path, struct err *err)
{
    scoped(search) search = {.out = out, .path = path};
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    if (beneath_open_root(&root, path, &why) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, why.message);
    if (!is_repository(&root) && search_folder(&search, &root, "", 0, err) != 0)
        return ERR;
    array_sort(&search.found, compare_paths);
    choose(&search, false);
    return 0;
}

bool row_listing_is_codenet(const char *path)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    return beneath_open_root(&root, path, &why) == BENEATH_OK &&
           (has(&root, "Project_CodeNet/data") || has(&root, "data/p00000") ||
            has(&root, "data/p00001") || (has(&root, "data") && has(&root, "metadata")));
}

/* ---- A zip archive ---- */

static bool is_hidden(const struct entry_path *path)
{
    const char *part = str_text(&path->text);
    for (size_t i = 0; i < path->n_parts; i++, part += strlen(part) + 1)
        if (part[0] == '.' || strcmp(part, "__MACOSX") == 0)
            return true;
    return false;
}

/* Returns false if an earlier entry has the same path. */
static bool is_new(struct search *search, const struct entry_path *path)
{
    scoped(str) whole = {0};
    const char *part = str_text(&path->text);
    for (size_t i = 0; i < path->n_parts; i++, part += strlen(part) + 1)
        str_print(&whole, "/%s", part);
    return table_add(&search->paths, str_text(&whole)) != TABLE_NONE;
}

/* Returns why an entry is refused, or NULL. */
static const char *refusal(struct search *search, struct entry_path *path,
                           const struct entry *entry)
{
    const char *why =
        entry->path ? entry_path_cut(path, entry->path) : "a name that cannot be read";
    if (!why && !is_new(search, path))
        why = "an earlier entry has the same path";
    return !why && entry->kind == ENTRY_LINK ? "a link" : why;
}

static int take_entry(struct search *search, const struct entry *entry, struct entry_path *path,
                      struct err *err)
{
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (entry->kind == ENTRY_FOLDER)
        return 0;
    const char *why = refusal(search, path, entry);
    if (why) {
        const char *copy = arena_text(&search->out->arena, entry->path ? entry->path : "");
        array_push(&search->out->refused, (struct refused_entry){copy, why});
        return 0;
    }
    if (is_hidden(path))
        return 0;
    if (entry->is_encrypted && is_rows(entry->path, true))
        return err_set(err,
                       "'%s/%s' is encrypted: unpack the archive with its password, and name "
                       "its folder",
                       search->path, entry->path);
    return add(search, entry->path, true, err);
}

int row_listing_read_zip(struct row_listing *out, const char *path, struct err *err)
{
    scoped(search) search = {.out = out, .path = path};
    scoped(archive_reader) *archive = NULL;
    scoped(entry_path) cut = {0};
    struct entry entry;
    int status;
    if (archive_reader_open(&archive, path, err) != 0)
        return ERR;
    while ((status = archive_reader_next(archive, &entry, err)) == 1)
        if (take_entry(&search, &entry, &cut, err) != 0)
            return ERR;
    if (status != 0)
        return ERR;
    choose(&search, true);
    return 0;
}

void row_listing_release(struct row_listing *listing)
{
    array_release(&listing->files);
    array_release(&listing->others);
    array_release(&listing->refused);
    arena_release(&listing->arena);
    *listing = (struct row_listing){0};
}
