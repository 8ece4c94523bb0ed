/* A folder is read with the system call below readdir(), because readdir() allocates memory, which
 * a signal handler must not do. Folders are opened relative to their parents, without following
 * links. */
#include "base/remove.h"

#include "base/err.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ENTRIES_BYTES = 4096, MAX_LEVELS = 64 };

static int remove_beneath(int folder, const char *name, int level);

static int open_folder(int folder, const char *name)
{
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Removes what can be removed of a block of entries. Returns how many entries that were. */
static int remove_entries(int folder, const char *entries, long length, int level)
{
    int n_removed = 0;
    for (long at = 0; at < length;) {
        const struct dirent64 *entry = (const void *)(entries + at);
        bool is_dots = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        n_removed += !is_dots && remove_beneath(folder, entry->d_name, level) == 0;
        at += entry->d_reclen;
    }
    return n_removed;
}

/* Removing entries changes the folder while it is read, so it is read again as long as that
 * helps. */
static void empty(int folder, int level)
{
    _Alignas(struct dirent64) char entries[ENTRIES_BYTES];
    for (int n_removed = 1; n_removed > 0;) {
        long length;
        n_removed = 0;
        lseek(folder, 0, SEEK_SET);
        while ((length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0)
            n_removed += remove_entries(folder, entries, length, level);
    }
}

static int remove_beneath(int folder, const char *name, int level)
{
    if (unlinkat(folder, name, 0) == 0)
        return 0;
    int fd =
        (errno == EISDIR || errno == EPERM) && level < MAX_LEVELS ? open_folder(folder, name) : -1;
    if (fd >= 0) {
        empty(fd, level + 1);
        close(fd);
    }
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 ? 0 : ERR;
}

int remove_tree(const char *path)
{
    return remove_beneath(AT_FDCWD, path, 0);
}

int remove_content(const char *path)
{
    int fd = open_folder(AT_FDCWD, path);
    if (fd < 0)
        return ERR;
    empty(fd, 1);
    close(fd);
    return 0;
}
