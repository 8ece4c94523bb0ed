/* flock() on the partial folder keeps a second run away; rename() puts it in its place. Another
 * folder that stands there is exchanged with it in one step, so that one of the two is there at any
 * moment; it is locked before that, for then it has the name of the partial one until it is gone.
 */
#include "base/folder_target.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/remove.h"
#include "base/str.h"
#include "base/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* What stands in the place may stay, or go. */
static int refuse_existing(const struct folder_target *target, struct err *err)
{
    const struct folder_rules *rules = target->rules;
    const char *path = target->path;
    struct stat info;
    char *foreign = NULL;
    size_t n;
    if (lstat(path, &info) != 0)
        return 0;
    if (!S_ISDIR(info.st_mode))
        return err_set(err, "'%s' exists and is no folder", path);
    if (rules->look(path, &foreign, &n, err) != 0) /* unless somebody removed it just now */
        return lstat(path, &info) != 0 && errno == ENOENT ? 0 : ERR;
    int status = 0;
    if (n && !target->is_replacing)
        status = err_set(err, "'%s' exists and is left alone; %sname another folder with -o", path,
                         rules->check ? "replace it with --force, or " : "");
    else if (foreign)
        status = err_set(err,
                         "'%s' holds '%s', which tokfix does not put there: it is left alone, also "
                         "with --force",
                         path, foreign);
    else if (n)
        status = rules->check(path, err);
    free(foreign);
    return status;
}

static int fail_locked(const struct folder_target *target, struct err *err)
{
    return err_set(err, "another run is writing '%s'", target->partial_path);
}

/* Opens a folder and locks it. Returns the descriptor; ERR with errno, EWOULDBLOCK when another run
 * has the lock. */
static int lock_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(fd);
        errno = EWOULDBLOCK;
        return ERR;
    }
    return fd;
}

/* Empties what a killed run left. */
static int clear_partial(const struct folder_target *target, struct err *err)
{
    char *foreign = NULL;
    size_t n;
    if (target->rules->look(target->partial_path, &foreign, &n, err) != 0)
        return ERR;
    if (!foreign) {
        remove_content(target->partial_path);
        return 0;
    }
    err_set(err, "'%s' holds '%s', which no run left there; move it away", target->partial_path,
            foreign);
    free(foreign);
    return ERR;
}

/* Another run may put its partial folder in its place, or remove it, between our open and our lock:
 * then the lock is on another folder, and we start again. */
static int lock_partial(struct folder_target *target, struct err *err)
{
    do {
        if (target->lock >= 0)
            close(target->lock);
        if (mkdir(target->partial_path, 0777) != 0 && errno != EEXIST)
            return err_set_errno(err, "cannot make the folder '%s'", target->partial_path);
        target->lock = lock_folder(target->partial_path);
        if (target->lock < 0 && errno == EWOULDBLOCK)
            return fail_locked(target, err);
        if (target->lock < 0 && errno != ENOENT)
            return err_set_errno(err, "cannot write the folder '%s'", target->partial_path);
    } while (!target_is_named(target->lock, target->partial_path));
    /* Who had the lock before may have been faster. */
    if (refuse_existing(target, err) != 0) {
        rmdir(target->partial_path);
        return ERR;
    }
    if (clear_partial(target, err) != 0)
        return ERR;
    target->partial = interrupt_add_partial(target->partial_path);
    return 0;
}

static void release(struct folder_target *target)
{
    if (target->lock >= 0)
        close(target->lock);
    interrupt_drop_partial(target->partial);
    free(target->path);
    free(target->partial_path);
    *target = (struct folder_target){.lock = -1};
}

int folder_target_open(struct folder_target *target, const char *path,
                       const struct folder_rules *rules, bool is_replacing, struct err *err)
{
    size_t length = strlen(path);
    struct str partial = {0};
    sigset_t before;
    while (length > 1 && path[length - 1] == '/')
        length--;
    *target = (struct folder_target){.rules = rules, .lock = -1, .is_replacing = is_replacing};
    if (!length)
        return err_set(err, "the name of the folder to make is empty");
    target->path = mem_copy_text(path, length);
    str_print(&partial, "%s.partial", target->path);
    target->partial_path = partial.text;
    interrupt_hold(&before);
    int status = refuse_existing(target, err);
    if (status == 0)
        status = lock_partial(target, err);
    interrupt_let(&before);
    if (status != 0)
        release(target);
    return status;
}

int folder_target_write(const struct folder_target *target, const char *name, const char *bytes,
                        size_t length, struct err *err)
{
    struct str path = {0};
    str_print(&path, "%s/%s", target->partial_path, name);
    int status = 0;
    for (char *slash = path.text + strlen(target->partial_path) + 1;
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

static int fail_to_place(const struct folder_target *target, struct err *err)
{
    int code = errno;
    if (refuse_existing(target, err) != 0) /* it appeared just now */
        return ERR;
    errno = code;
    return err_set_errno(err, "cannot rename '%s' to '%s'", target->partial_path, target->path);
}

static void be_made(struct folder_target *target)
{
    interrupt_place_partial(target->partial);
    target->partial = NULL;
}

/* Over nothing, or an empty folder. */
static int put_in_place(struct folder_target *target, struct err *err)
{
    if (rename(target->partial_path, target->path) != 0)
        return fail_to_place(target, err);
    be_made(target);
    return 0;
}

/* The folder that stood there, under the name of the partial one. */
static int remove_replaced(const struct folder_target *target, struct err *err)
{
    char *foreign = NULL;
    size_t n;
    struct err reason;
    int status = target->rules->look(target->partial_path, &foreign, &n, &reason);
    if (status == 0 && foreign)
        status = err_set(&reason, "it holds '%s'", foreign);
    else if (status == 0 && remove_tree(target->partial_path) != 0)
        status = err_set_errno(&reason, "it cannot be removed");
    free(foreign);
    if (status == 0)
        return 0;
    return err_set(err, "'%s' is written, but what was there before is left in '%s': %s",
                   target->path, target->partial_path, reason.message);
}

static int exchange(struct folder_target *target, struct err *err)
{
    int replaced = lock_folder(target->path), status;
    if (replaced < 0 && errno == EWOULDBLOCK)
        return fail_locked(target, err);
    if (replaced < 0 ||
        renameat2(AT_FDCWD, target->partial_path, AT_FDCWD, target->path, RENAME_EXCHANGE) != 0) {
        status = fail_to_place(target, err);
    } else {
        be_made(target);
        status = remove_replaced(target, err);
    }
    if (replaced >= 0)
        close(replaced);
    return status;
}

int folder_target_commit(struct folder_target *target, struct err *err)
{
    sigset_t before;
    interrupt_hold(&before);
    int status = refuse_existing(target, err); /* something may have appeared meanwhile */
    if (status == 0)
        status = target->is_replacing && file_is_folder(target->path) ? exchange(target, err)
                                                                      : put_in_place(target, err);
    if (target->partial) /* it is not in its place */
        folder_target_abandon(target);
    else
        release(target);
    interrupt_let(&before);
    return status;
}

void folder_target_abandon(struct folder_target *target)
{
    sigset_t before;
    interrupt_hold(&before);
    if (target->partial)
        remove_tree(target->partial_path);
    release(target);
    interrupt_let(&before);
}
