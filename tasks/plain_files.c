#include "tasks/plain_files.h"

#include "base/file.h"
#include "base/interrupt.h"

#include <fts.h>
#include <string.h>
#include <sys/stat.h>

static int compare_entries(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int plain_files_each(const char *folder, size_t max_bytes,
                     void (*take)(void *context, const char *path, const char *bytes,
                                  size_t length),
                     void *context, size_t *n_unread, struct err *err)
{
    scoped(str) content = {0};
    scoped_memory char *path = mem_copy_text(folder, strlen(folder));
    char *const paths[] = {path, NULL};
    FTS *tree = file_is_folder(folder)
                    ? fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_entries)
                    : NULL;
    if (!tree)
        return err_set(err, "'%s' is not a folder that can be read", folder);
    for (FTSENT *entry; (entry = fts_read(tree)) && !interrupt_signal();) {
        bool is_fault =
            entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS;
        *n_unread += is_fault;
        if (entry->fts_info == FTS_D && strcmp(entry->fts_name, ".git") == 0)
            fts_set(tree, entry, FTS_SKIP);
        if (entry->fts_info != FTS_F || entry->fts_statp->st_size > (off_t)max_bytes)
            continue;
        const char *below = entry->fts_path + strlen(folder);
        str_clear(&content);
        if (file_read(&content, entry->fts_path, NULL) == 0)
            take(context, below + strspn(below, "/"), str_text(&content), content.length);
        else
            ++*n_unread;
    }
    fts_close(tree);
    return 0;
}
