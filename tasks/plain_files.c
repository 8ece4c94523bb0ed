#include "tasks/plain_files.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"

#include <errno.h>
#include <fts.h>
#include <string.h>

static int compare_entries(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Reads the file of an entry through the folder that it is in, so that no link is followed. */
static enum beneath_result read_entry(struct str *content, const struct beneath_folder *root,
                                      const char *path, size_t max_bytes)
{
    scoped(beneath_folder) folder = {.fd = -1};
    const char *slash = strrchr(path, '/');
    scoped_memory char *parent = slash ? mem_copy_text(path, (size_t)(slash - path)) : NULL;
    enum beneath_result result = parent ? beneath_open(&folder, root, parent, NULL) : BENEATH_OK;
    return result == BENEATH_OK
               ? beneath_read(content, parent ? &folder : root, file_name(path), max_bytes, NULL)
               : result;
}

int plain_files_each(const char *folder, size_t max_bytes,
                     void (*take)(void *context, const char *path, const char *bytes,
                                  size_t length),
                     void *context, size_t *n_unread, struct err *err)
{
    scoped(beneath_folder) root = {.fd = -1};
    scoped(str) content = {0};
    scoped_memory char *path = mem_copy_text(folder, strlen(folder));
    char *const paths[] = {path, NULL};
    if (!file_is_folder(folder) || beneath_open_root(&root, folder, err) != BENEATH_OK)
        return err_set(err, "'%s' is not a folder that can be read", folder);
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_entries);
    if (!tree)
        return err_set_errno(err, "cannot read '%s'", folder);
    for (FTSENT *entry; (entry = fts_read(tree)) && !interrupt_signal();) {
        bool is_git = entry->fts_info == FTS_D && strcmp(entry->fts_name, ".git") == 0;
        bool is_fault =
            entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS;
        if (is_git)
            fts_set(tree, entry, FTS_SKIP);
        *n_unread += is_fault;
        if (entry->fts_info != FTS_F)
            continue;
        const char *below = entry->fts_path + strlen(folder);
        below += strspn(below, "/");
        enum beneath_result result = read_entry(&content, &root, below, max_bytes);
        if (result == BENEATH_OK)
            take(context, below, str_text(&content), content.length);
        *n_unread += result != BENEATH_OK && result != BENEATH_TOO_LARGE;
    }
    fts_close(tree);
    return 0;
}
