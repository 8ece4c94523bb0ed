/* flock() on the partial file keeps a second run away; rename() puts the file in its place. */
#include "base/target.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_output(const struct stat *info)
{
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == info->st_dev &&
           output.st_ino == info->st_ino;
}

/* A link is what it leads to: to replace /dev/stdout would be felt by others. */
static int refuse_existing(const struct target *target, struct err *err)
{
    struct stat info;
    if (stat(target->path, &info) != 0 && lstat(target->path, &info) != 0)
        return 0;
    if (S_ISDIR(info.st_mode))
        return err_set(err, "'%s' is a folder; name a file in it", target->path);
    if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode))
        return err_set(err, "'%s' is no regular file", target->path);
    if (is_standard_output(&info))
        return err_set(err, "'%s' is standard output; name another file", target->path);
    if (!target->is_replacing)
        return err_set(err,
                       "'%s' exists and is left alone; replace it with --force, or name "
                       "another file",
                       target->path);
    return 0;
}

static void release(struct target *target)
{
    if (target->lock >= 0)
        close(target->lock);
    free(target->path);
    free(target->partial_path);
    *target = (struct target){.lock = -1};
}

/* Whether the locked file still is the one of that name. */
static bool is_current(const struct target *target)
{
    struct stat locked, named;
    return fstat(target->lock, &locked) == 0 && lstat(target->partial_path, &named) == 0 &&
           locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

/* Another run may finish, and rename its partial file, between our open and our lock: then the
 * lock is on a finished file, and we start again. */
static int lock_partial(struct target *target, struct err *err)
{
    do {
        if (target->lock >= 0)
            close(target->lock);
        target->lock = open(target->partial_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (target->lock < 0)
            return err_set_errno(err, "cannot write '%s'", target->partial_path);
        if (flock(target->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            return err_set(err, "another run is writing '%s'", target->partial_path);
    } while (!is_current(target));
    if (ftruncate(target->lock, 0) != 0) {
        err_set_errno(err, "cannot write '%s'", target->partial_path);
        unlink(target->partial_path);
        return ERR;
    }
    return 0;
}

static char *partial_path_of(const char *path)
{
    struct str partial = {0};
    str_print(&partial, "%s.partial", path);
    return partial.text;
}

static bool is_same_file(const char *path, const struct stat *input)
{
    struct stat info;
    return stat(path, &info) == 0 && info.st_dev == input->st_dev && info.st_ino == input->st_ino;
}

int target_spare(const char *path, const char *input, const char *what, struct err *err)
{
    struct stat info;
    int status = 0;
    if (stat(input, &info) != 0 || !S_ISREG(info.st_mode))
        return 0;
    char *partial = partial_path_of(path);
    if (is_same_file(path, &info))
        status = err_set(err, "'%s' is %s itself; name another file", path, what);
    else if (is_same_file(partial, &info))
        status =
            err_set(err, "'%s' would be written as '%s', which is %s itself; name another file",
                    path, partial, what);
    free(partial);
    return status;
}

int target_check(const char *path, bool is_replacing, struct err *err)
{
    struct target target = {.path = (char *)path, .lock = -1, .is_replacing = is_replacing};
    if (!*path)
        return err_set(err, "the name of the file to write is empty");
    return refuse_existing(&target, err);
}

int target_open(struct target *target, const char *path, bool is_replacing, struct err *err)
{
    if (!*path) {
        *target = (struct target){.lock = -1};
        return err_set(err, "the name of the file to write is empty");
    }
    *target = (struct target){
        .path = mem_copy_text(path, strlen(path)),
        .partial_path = partial_path_of(path),
        .lock = -1,
        .is_replacing = is_replacing,
    };
    int status = refuse_existing(target, err);
    if (status == 0)
        status = lock_partial(target, err);
    if (status != 0)
        release(target);
    return status;
}

/* A rename is on disk when its folder is. Not every file system can do it; none needs to. */
static void sync_folder_of(const char *path)
{
    char *copy = mem_copy_text(path, strlen(path));
    char *slash = strrchr(copy, '/');
    if (slash)
        slash[slash == copy] = '\0';
    int fd = open(slash ? copy : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(copy);
}

int target_commit(struct target *target, struct err *err)
{
    int status = refuse_existing(target, err); /* it may have appeared meanwhile */
    if (status == 0 && fsync(target->lock) != 0 && errno != EINVAL)
        status = err_set_errno(err, "cannot write '%s'", target->partial_path);
    if (status == 0 && rename(target->partial_path, target->path) != 0)
        status =
            err_set_errno(err, "cannot rename '%s' to '%s'", target->partial_path, target->path);
    if (status != 0) {
        target_abandon(target);
        return status;
    }
    sync_folder_of(target->path);
    release(target);
    return 0;
}

void target_abandon(struct target *target)
{
    if (target->lock >= 0)
        unlink(target->partial_path);
    release(target);
}
