/* flock() on the partial file keeps a second run away; rename() puts the file in its place. Several
 * files are first kept under a second name, then replaced one by one, and put back when one fails.
 */
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
    interrupt_drop_partial(target->partial);
    free(target->path);
    free(target->partial_path);
    free(target->kept_path);
    *target = (struct target){.lock = -1};
}

bool target_is_named(int fd, const char *path)
{
    struct stat locked, named;
    return fstat(fd, &locked) == 0 && lstat(path, &named) == 0 && locked.st_dev == named.st_dev &&
           locked.st_ino == named.st_ino;
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
    } while (!target_is_named(target->lock, target->partial_path));
    if (ftruncate(target->lock, 0) != 0) {
        err_set_errno(err, "cannot write '%s'", target->partial_path);
        unlink(target->partial_path);
        return ERR;
    }
    target->partial = interrupt_add_partial(target->partial_path);
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
    sigset_t before;
    interrupt_hold(&before);
    int status = refuse_existing(target, err);
    if (status == 0)
        status = lock_partial(target, err);
    interrupt_let(&before);
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

/* Whether it still may be put in its place, and then the partial file on the disk. */
static int prepare(const struct target *target, struct err *err)
{
    if (refuse_existing(target, err) != 0) /* it may have appeared meanwhile */
        return ERR;
    if (fsync(target->lock) != 0 && errno != EINVAL)
        return err_set_errno(err, "cannot write '%s'", target->partial_path);
    return 0;
}

static int place(struct target *target, struct err *err)
{
    sigset_t before;
    interrupt_hold(&before);
    target->is_placed = rename(target->partial_path, target->path) == 0;
    int code = errno;
    if (target->is_placed) {
        interrupt_place_partial(target->partial);
        target->partial = NULL;
    }
    interrupt_let(&before);
    errno = code;
    return target->is_placed ? 0
                             : err_set_errno(err, "cannot rename '%s' to '%s'",
                                             target->partial_path, target->path);
}

int target_commit(struct target *target, struct err *err)
{
    if (prepare(target, err) != 0 || place(target, err) != 0) {
        target_abandon(target);
        return ERR;
    }
    sync_folder_of(target->path);
    release(target);
    return 0;
}

static char *kept_path_of(const struct target *target)
{
    struct str kept = {0};
    str_print(&kept, "%s-old", target->partial_path);
    return kept.text;
}

/* Forgets what was replaced, now or by a run that could not end. */
static void forget(const struct target *target)
{
    char *kept = kept_path_of(target);
    if (target->is_replacing)
        unlink(kept);
    free(kept);
}

/* Links the old file to a second name, or renames it if the file system has no links. */
static int keep(struct target *target, struct err *err)
{
    struct stat info;
    if (lstat(target->path, &info) != 0)
        return 0;
    forget(target);
    char *kept = kept_path_of(target);
    bool is_kept = link(target->path, kept) == 0;
    if (!is_kept && (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK))
        is_kept = target->is_moved = rename(target->path, kept) == 0;
    if (is_kept) {
        target->kept_path = kept;
        return 0;
    }
    err_set_errno(err, "cannot keep '%s' as '%s'", target->path, kept);
    free(kept);
    return ERR;
}

/* Makes the place what it was. A second name will do where renaming fails once more. */
static void put_back(struct target *target, struct err *err)
{
    struct str message = {0};
    bool is_changed = target->is_placed || target->is_moved;
    if (!target->kept_path && target->is_placed)
        unlink(target->path);
    if (target->kept_path && !is_changed)
        unlink(target->kept_path);
    if (!target->kept_path || !is_changed || rename(target->kept_path, target->path) == 0)
        return;
    if (target->is_placed)
        unlink(target->path);
    if (link(target->kept_path, target->path) == 0) {
        unlink(target->kept_path);
        return;
    }
    str_print(&message, "%s; what stood in '%s' is in '%s'", err->message, target->path,
              target->kept_path);
    err_set(err, "%s", str_text(&message));
    str_release(&message);
}

/* A signal comes before or after. */
static int place_all(struct target *const *targets, size_t n, struct err *err)
{
    int status = 0;
    sigset_t before;
    interrupt_hold(&before);
    for (size_t i = 0; i < n && status == 0; i++)
        status = keep(targets[i], err);
    for (size_t i = 0; i < n && status == 0; i++)
        status = place(targets[i], err);
    for (size_t i = 0; i < n; i++)
        if (status == 0)
            forget(targets[i]);
        else
            put_back(targets[i], err);
    interrupt_let(&before);
    return status;
}

int target_commit_all(struct target *const *targets, size_t n, struct err *err)
{
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++)
        status = prepare(targets[i], err);
    if (status == 0)
        status = place_all(targets, n, err);
    for (size_t i = 0; i < n; i++) {
        if (status != 0) {
            target_abandon(targets[i]);
            continue;
        }
        sync_folder_of(targets[i]->path);
        release(targets[i]);
    }
    return status;
}

void target_abandon(struct target *target)
{
    sigset_t before;
    interrupt_hold(&before);
    if (target->lock >= 0)
        unlink(target->partial_path);
    release(target);
    interrupt_let(&before);
}
