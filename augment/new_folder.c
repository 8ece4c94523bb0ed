/* rename() puts a folder in the place of an empty one, and fails for any other; flock() on the
 * partial one keeps a second run away. */
#include "augment/new_folder.h"

#include "base/file.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(struct new_folder *folder)
{
    if (folder->lock >= 0)
        close(folder->lock);
    free(folder->path);
    free(folder->partial_path);
    *folder = (struct new_folder){.lock = -1};
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    if (place->level > 0)
        (void)(type == FTW_DP ? rmdir(path) : unlink(path));
    return 0;
}

/* Everything in a folder. */
static void remove_content(const char *path)
{
    enum { MAX_OPEN = 16 };
    nftw(path, remove_entry, MAX_OPEN, FTW_DEPTH | FTW_PHYS);
}

/* A name in the folder that is not known, to be freed; NULL when there is none. `is_own` may be
 * NULL: then none is known. */
static int find_foreign(char **foreign, const char *path, bool (*is_own)(const char *name),
                        struct err *err)
{
    *foreign = NULL;
    DIR *names = opendir(path);
    if (!names)
        return err_set_errno(err, "cannot read the folder '%s'", path);
    for (struct dirent *entry; !*foreign && (errno = 0, entry = readdir(names));) {
        const char *name = entry->d_name;
        bool is_dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!is_dots && !(is_own && is_own(name)))
            *foreign = mem_copy_text(name, strlen(name));
    }
    int status = !*foreign && errno ? err_set_errno(err, "cannot read the folder '%s'", path) : 0;
    closedir(names);
    return status;
}

/* Whether nothing stands at the target's path, or an empty folder. */
static int refuse_existing(const char *path, struct err *err)
{
    struct stat info;
    char *foreign;
    if (lstat(path, &info) != 0)
        return 0;
    if (!S_ISDIR(info.st_mode))
        return err_set(err, "'%s' exists and is no folder", path);
    if (find_foreign(&foreign, path, NULL, err) != 0)
        return ERR;
    if (!foreign)
        return 0;
    free(foreign);
    return err_set(err, "'%s' exists and is left alone; name another folder with -o", path);
}

static int lock_partial(struct new_folder *folder, bool (*is_own)(const char *name),
                        struct err *err)
{
    char *foreign;
    if (mkdir(folder->partial_path, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make the folder '%s'", folder->partial_path);
    folder->lock = open(folder->partial_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (folder->lock < 0)
        return err_set_errno(err, "cannot write the folder '%s'", folder->partial_path);
    if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return err_set(err, "another run is writing '%s'", folder->partial_path);
    if (find_foreign(&foreign, folder->partial_path, is_own, err) != 0)
        return ERR;
    if (foreign) {
        err_set(err, "'%s' holds '%s', which no run left there; move it away", folder->partial_path,
                foreign);
        free(foreign);
        return ERR;
    }
    remove_content(folder->partial_path);
    return 0;
}

int new_folder_open(struct new_folder *folder, const char *path, bool (*is_own)(const char *name),
                    struct err *err)
{
    size_t length = strlen(path);
    struct str partial = {0};
    while (length > 1 && path[length - 1] == '/')
        length--;
    *folder = (struct new_folder){.lock = -1};
    if (!length)
        return err_set(err, "the name of the folder to make is empty");
    folder->path = mem_copy_text(path, length);
    str_print(&partial, "%s.partial", folder->path);
    folder->partial_path = partial.text;
    int status = refuse_existing(folder->path, err);
    if (status == 0)
        status = lock_partial(folder, is_own, err);
    if (status != 0)
        release(folder);
    return status;
}

int new_folder_write(const struct new_folder *folder, const char *name, const char *bytes,
                     size_t length, struct err *err)
{
    struct str path = {0};
    str_print(&path, "%s/%s", folder->partial_path, name);
    int status = 0;
    for (char *slash = path.text + strlen(folder->partial_path) + 1;
         status == 0 && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (mkdir(path.text, 0777) != 0 && errno != EEXIST)
            status = err_set_errno(err, "cannot make the folder '%s'", path.text);
        *slash = '/';
    }
    if (status == 0)
        status = file_write(path.text, bytes, length, err);
    str_release(&path);
    return status;
}

int new_folder_commit(struct new_folder *folder, struct err *err)
{
    if (rename(folder->partial_path, folder->path) == 0) {
        release(folder);
        return 0;
    }
    err_set_errno(err, "cannot put '%s' in its place", folder->path);
    new_folder_abandon(folder);
    return ERR;
}

void new_folder_abandon(struct new_folder *folder)
{
    if (folder->partial_path) {
        remove_content(folder->partial_path);
        rmdir(folder->partial_path);
    }
    release(folder);
}
