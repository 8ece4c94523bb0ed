/* flock() on the partial file or folder keeps a second run away; rename() moves it to its final
 * place.
 *
 * Several files: the old ones first get a second name, then the files are replaced one by one, and
 * restored when one replacement fails.
 *
 * An existing folder is exchanged with the new one in one step, so that one of the two is always
 * there. The old folder is locked before that, because afterwards it has the name of the partial
 * one until it is removed. */
#include "base/target.h"

#include "base/file.h"
#include "base/interrupt.h"
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

enum { OF_FILE = O_RDWR, OF_FOLDER = O_RDONLY | O_DIRECTORY };

static bool is_standard_output(const struct stat *info)
{
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == info->st_dev &&
           output.st_ino == info->st_ino;
}

/* A link is followed, because replacing /dev/stdout, for example, would affect other processes. */
static int refuse_file(const struct target *target, struct err *err)
{
    struct stat info;
    if (stat(target->path, &info) != 0 && lstat(target->path, &info) != 0)
        return 0;
    if (S_ISDIR(info.st_mode))
        return err_set(err, "'%s' is a folder; name a file in it", target->path);
    if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode))
        return err_set(err, "'%s' is not a regular file", target->path);
    if (is_standard_output(&info))
        return err_set(err, "'%s' is standard output; name another file", target->path);
    if (!target->is_replacing)
        return err_set(err, "'%s' already exists; replace it with --force, or name another file",
                       target->path);
    return 0;
}

/* Fails if the folder at the final path must stay. */
static int refuse_folder(const struct target *target, struct err *err)
{
    const struct folder_rules *rules = target->rules;
    const char *path = target->path;
    struct stat info;
    scoped_memory char *foreign = NULL;
    size_t n;
    if (lstat(path, &info) != 0)
        return 0;
    if (!S_ISDIR(info.st_mode))
        return err_set(err, "'%s' exists and is not a folder", path);
    if (rules->look(path, &foreign, &n, err) != 0) /* unless it was removed just now */
        return lstat(path, &info) != 0 && errno == ENOENT ? 0 : ERR;
    if (n && !target->is_replacing)
        return err_set(err, "'%s' already exists; %sname another folder with -o", path,
                       rules->check ? "replace it with --force, or " : "");
    if (foreign)
        return err_set(err,
                       "'%s' contains '%s', which tokfix did not write; --force does not replace "
                       "such a folder",
                       path, foreign);
    return n ? rules->check(path, err) : 0;
}

static void release(struct target *target)
{
    if (target->path && target->lock >= 0)
        close(target->lock);
    interrupt_drop_partial(target->partial);
    free(target->path);
    free(target->partial_path);
    *target = (struct target){.lock = -1};
}

/* Whether `path` is still the name of the open and locked file or folder `fd`. */
static bool is_named(int fd, const char *path)
{
    struct stat locked, named;
    return fstat(fd, &locked) == 0 && lstat(path, &named) == 0 && locked.st_dev == named.st_dev &&
           locked.st_ino == named.st_ino;
}

static int fail_locked(const struct target *target, struct err *err)
{
    return err_set(err, "another run is writing '%s'", target->partial_path);
}

/* Returns the descriptor, or ERR with errno: EWOULDBLOCK when another run has the lock. */
static int open_locked(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(fd);
        errno = EWOULDBLOCK;
        return ERR;
    }
    return fd;
}

static void clear_in_any_order(const char *path)
{
    remove_content(path);
}

/* Removes what a killed run left in the folder. */
static int clear_folder(const struct target *target, struct err *err)
{
    scoped_memory char *foreign = NULL;
    size_t n;
    if (target->rules->look(target->partial_path, &foreign, &n, err) != 0)
        return ERR;
    if (foreign)
        return err_set(err, "'%s' contains '%s', which tokfix did not write; move it away",
                       target->partial_path, foreign);
    (target->rules->clear ? target->rules->clear : clear_in_any_order)(target->partial_path);
    return 0;
}

/* Empties a partial folder. Whoever had the lock before may have been faster. */
static int empty_partial_folder(const struct target *target, struct err *err)
{
    if (refuse_folder(target, err) == 0)
        return clear_folder(target, err);
    rmdir(target->partial_path);
    return ERR;
}

/* Opens the partial folder, or a partial file that is new: what is there may be a second name of
 * another file, so it only loses this name. */
static int open_partial(const char *path, bool is_folder)
{
    if (is_folder)
        return open_locked(path, OF_FOLDER);
    int fd = open_locked(path, OF_FILE);
    if (fd >= 0 && is_named(fd, path))
        unlink(path);
    if (fd >= 0)
        close(fd);
    return fd >= 0 || errno == ENOENT ? open_locked(path, OF_FILE | O_CREAT | O_EXCL) : ERR;
}

/* Between open() and flock() here, another run may move its partial file or folder to its final
 * place or remove it. The lock is then on the wrong one, and we start again. */
static int lock_partial(struct target *target, struct err *err)
{
    const char *path = target->partial_path;
    bool is_folder = target->rules != NULL;
    do {
        if (target->lock >= 0)
            close(target->lock);
        if (is_folder && mkdir(path, 0777) != 0 && errno != EEXIST)
            return err_set_errno(err, "cannot create the folder '%s'", path);
        target->lock = open_partial(path, is_folder);
        if (target->lock < 0 && errno == EWOULDBLOCK)
            return fail_locked(target, err);
        if (target->lock < 0 && errno != (is_folder ? ENOENT : EEXIST))
            return err_set_errno(err, "cannot write %s'%s'", is_folder ? "the folder " : "", path);
    } while (!is_named(target->lock, path));
    if (is_folder && empty_partial_folder(target, err) != 0)
        return ERR;
    target->partial = interrupt_add_partial(path, false);
    return 0;
}

static bool is_same_file(const char *path, const struct stat *input)
{
    struct stat info;
    return stat(path, &info) == 0 && info.st_dev == input->st_dev && info.st_ino == input->st_ino;
}

int target_spare(const char *path, const char *input, const char *what, struct err *err)
{
    struct stat info;
    if (stat(input, &info) != 0 || !S_ISREG(info.st_mode))
        return 0;
    scoped_memory char *partial = mem_print("%s.partial", path);
    if (is_same_file(path, &info))
        return err_set(err, "'%s' is %s itself; name another file", path, what);
    if (is_same_file(partial, &info))
        return err_set(err, "'%s' would be written as '%s', which is %s itself; name another file",
                       path, partial, what);
    return 0;
}

int target_check(const char *path, bool is_replacing, struct err *err)
{
    struct target target = {.path = (char *)path, .lock = -1, .is_replacing = is_replacing};
    if (!*path)
        return err_set(err, "the name of the file to write is empty");
    return refuse_file(&target, err);
}

/* Opens a target with the first `length` bytes of `path`. */
static int open_target(struct target *target, const char *path, size_t length,
                       const struct folder_rules *rules, bool is_replacing, struct err *err)
{
    *target = (struct target){.rules = rules, .lock = -1, .is_replacing = is_replacing};
    if (!length)
        return err_set(err, rules ? "the name of the folder to create is empty"
                                  : "the name of the file to write is empty");
    target->path = mem_copy_text(path, length);
    target->partial_path = mem_print("%s.partial", target->path);
    scoped(interrupt_hold) hold = interrupt_hold();
    if ((rules ? refuse_folder(target, err) : refuse_file(target, err)) == 0 &&
        lock_partial(target, err) == 0)
        return 0;
    release(target);
    return ERR;
}

int target_open(struct target *target, const char *path, bool is_replacing, struct err *err)
{
    return open_target(target, path, strlen(path), NULL, is_replacing, err);
}

int target_open_folder(struct target *target, const char *path, const struct folder_rules *rules,
                       bool is_replacing, struct err *err)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return open_target(target, path, length, rules, is_replacing, err);
}

int target_open_shared(struct target *target, const char *path, struct err *err)
{
    *target = (struct target){.path = mem_copy_text(path, strlen(path)), .lock = -1};
    if (file_is_folder(path))
        return 0;
    scoped(interrupt_hold) hold = interrupt_hold();
    if (mkdir(path, 0777) != 0) {
        err_set_errno(err, "cannot create the folder '%s'", path);
        release(target);
        return ERR;
    }
    target->partial = interrupt_add_partial(path, true);
    return 0;
}

int target_write(const struct target *target, const char *name, const char *bytes, size_t length,
                 struct err *err)
{
    scoped_memory char *path = mem_print("%s/%s", target->partial_path, name);
    for (char *slash = path + strlen(target->partial_path) + 1; (slash = strchr(slash, '/'));
         slash++) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return err_set_errno(err, "cannot create the folder '%s'", path);
        *slash = '/';
    }
    return file_write(path, bytes, length, err);
}

/* A rename is on the disk when its folder is. Failures are ignored, because not every file system
 * supports this and no caller depends on it. */
static void sync_folder_of(const char *path)
{
    scoped_memory char *copy = mem_copy_text(path, strlen(path));
    char *slash = strrchr(copy, '/');
    if (slash)
        slash[slash == copy] = '\0';
    scoped_fd int fd = open(slash ? copy : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        fsync(fd);
}

/* Checks again that the target may be moved to its place, and writes the partial file to the
 * disk. */
static int prepare(const struct target *target, struct err *err)
{
    if (refuse_file(target, err) != 0) /* a file may have appeared meanwhile */
        return ERR;
    if (fsync(target->lock) != 0 && errno != EINVAL)
        return err_set_errno(err, "cannot write '%s'", target->partial_path);
    return 0;
}

static void be_made(struct target *target)
{
    interrupt_place_partial(target->partial);
    target->partial = NULL;
}

static int place(struct target *target, struct err *err)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    if (rename(target->partial_path, target->path) != 0)
        return err_set_errno(err, "cannot rename '%s' to '%s'", target->partial_path, target->path);
    be_made(target);
    return 0;
}

static int fail_to_place(const struct target *target, struct err *err)
{
    int code = errno;
    if (refuse_folder(target, err) != 0) /* it appeared just now */
        return ERR;
    errno = code;
    return err_set_errno(err, "cannot rename '%s' to '%s'", target->partial_path, target->path);
}

/* Moves the folder to a path that is free or has an empty folder. */
static int put_in_place(struct target *target, struct err *err)
{
    if (rename(target->partial_path, target->path) != 0)
        return fail_to_place(target, err);
    be_made(target);
    return 0;
}

/* Removes the replaced folder, which now has the name of the partial one. */
static int remove_replaced(const struct target *target, struct err *err)
{
    scoped_memory char *foreign = NULL;
    size_t n;
    struct err reason;
    int status = target->rules->look(target->partial_path, &foreign, &n, &reason);
    if (status == 0 && foreign)
        status = err_set(&reason, "it contains '%s', which tokfix did not write", foreign);
    else if (status == 0 && remove_tree(target->partial_path) != 0)
        status = err_set_errno(&reason, "it cannot be removed");
    if (status == 0)
        return 0;
    return err_set(err, "'%s' is written, but the folder that it replaces is still in '%s': %s",
                   target->path, target->partial_path, reason.message);
}

static int exchange(struct target *target, struct err *err)
{
    scoped_fd int replaced = open_locked(target->path, OF_FOLDER);
    if (replaced < 0 && errno == EWOULDBLOCK)
        return fail_locked(target, err);
    if (replaced < 0 ||
        renameat2(AT_FDCWD, target->partial_path, AT_FDCWD, target->path, RENAME_EXCHANGE) != 0)
        return fail_to_place(target, err);
    be_made(target);
    return remove_replaced(target, err);
}

static int commit_folder(struct target *target, struct err *err)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    int status = refuse_folder(target, err); /* something may have appeared meanwhile */
    if (status == 0)
        status = target->is_replacing && file_is_folder(target->path) ? exchange(target, err)
                                                                      : put_in_place(target, err);
    target_abandon(target); /* nothing is removed if it is in its final place */
    return status;
}

static int commit_file(struct target *target, struct err *err)
{
    if (prepare(target, err) != 0 || place(target, err) != 0) {
        target_abandon(target);
        return ERR;
    }
    sync_folder_of(target->path);
    release(target);
    return 0;
}

int target_commit(struct target *target, struct err *err)
{
    if (target->rules)
        return commit_folder(target, err);
    if (target->partial_path)
        return commit_file(target, err);
    release(target); /* it is already in its final place */
    return 0;
}

/* Moves the files to their places. Returns the number of those that are there. */
static size_t place_all(struct target *const *targets, size_t n, struct err *err)
{
    size_t n_placed = 0, n_replaced = 0;
    scoped_memory bool *is_new = mem_alloc(n, sizeof *is_new);
    scoped(interrupt_hold) hold = interrupt_hold();
    for (bool is_good = true; n_placed < n && is_good; n_placed += is_good) {
        is_new[n_placed] = access(targets[n_placed]->path, F_OK) != 0;
        is_good = place(targets[n_placed], err) == 0;
    }
    for (size_t i = 0; i < n_placed && n_placed < n; i++)
        if (is_new[i])
            unlink(targets[i]->path);
        else
            n_replaced++;
    if (n_replaced) {
        scoped_memory char *message =
            mem_print("%s; %zu of the %zu files %s already replaced: run the command again",
                      err->message, n_replaced, n, n_replaced == 1 ? "is" : "are");
        err_set(err, "%s", message);
    }
    return n_placed;
}

int target_commit_all(struct target *const *targets, size_t n, struct err *err)
{
    size_t n_placed = 0;
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++)
        status = prepare(targets[i], err);
    if (status == 0)
        n_placed = place_all(targets, n, err);
    for (size_t i = 0; i < n; i++) {
        if (i >= n_placed) {
            target_abandon(targets[i]);
            continue;
        }
        sync_folder_of(targets[i]->path);
        release(targets[i]);
    }
    return n_placed == n ? 0 : ERR;
}

void target_abandon(struct target *target)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    if (target->partial && target->partial_path)
        remove_tree(target->partial_path);
    else if (target->partial)
        rmdir(target->path);
    release(target);
}
