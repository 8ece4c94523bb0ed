/* flock() on the partial folder keeps a second run away; rename() puts it in its place. Another
 * folder that stands there is exchanged with it in one step, so that one of the two is there at any
 * moment. */
#include "publish/folder_target.h"

#include "base/file.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "publish/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse_without_manifest(const char *path, struct err *err)
{
    struct str name = {0}, content = {0};
    struct json *manifest = NULL;
    struct err ignored;
    str_print(&name, "%s/%s", path, contents_manifest);
    if (access(str_text(&name), F_OK) == 0 && file_read(&content, str_text(&name), err) != 0) {
        str_release(&name);
        str_release(&content);
        return ERR;
    }
    bool is_ours = json_parse(&manifest, str_text(&content), content.length, &ignored) == 0 &&
                   json_text(json_get(json_get(manifest, "tool"), "name")) &&
                   strcmp(json_text(json_get(json_get(manifest, "tool"), "name")), "tokfix") == 0;
    json_free(manifest);
    str_release(&name);
    str_release(&content);
    if (is_ours)
        return 0;
    return err_set(err, "'%s' holds no %s of tokfix: it is left alone, also with --force", path,
                   contents_manifest);
}

/* What stands in the place may stay, or go. */
static int refuse_existing(const struct folder_target *target, struct err *err)
{
    struct stat info;
    char *foreign = NULL;
    size_t n;
    if (lstat(target->path, &info) != 0)
        return 0;
    if (!S_ISDIR(info.st_mode))
        return err_set(err, "'%s' exists and is no folder", target->path);
    if (!target->is_replacing)
        return err_set(err,
                       "'%s' exists and is left alone; replace it with --force, or name another "
                       "folder with -o",
                       target->path);
    if (contents_list(target->path, &foreign, &n, err) != 0)
        return ERR;
    int status = 0;
    if (foreign)
        status = err_set(err,
                         "'%s' holds '%s', which was not published by tokfix: it is left alone, "
                         "also with --force",
                         target->path, foreign);
    else if (n)
        status = refuse_without_manifest(target->path, err);
    free(foreign);
    return status;
}

/* Empties what a killed run left. */
static int clear_partial(const struct folder_target *target, struct err *err)
{
    char *foreign = NULL;
    size_t n;
    if (contents_list(target->partial_path, &foreign, &n, err) != 0)
        return ERR;
    int status = 0;
    if (foreign)
        status = err_set(err, "'%s' holds '%s', which is not to be published; move it away",
                         target->partial_path, foreign);
    else
        contents_remove(target->partial_path);
    free(foreign);
    return status;
}

static int lock_partial(struct folder_target *target, struct err *err)
{
    if (mkdir(target->partial_path, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make the folder '%s'", target->partial_path);
    target->lock = open(target->partial_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (target->lock < 0)
        return err_set_errno(err, "cannot write the folder '%s'", target->partial_path);
    if (flock(target->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return err_set(err, "another run is writing '%s'", target->partial_path);
    return clear_partial(target, err);
}

static void release(struct folder_target *target)
{
    if (target->lock >= 0)
        close(target->lock);
    free(target->path);
    free(target->partial_path);
    *target = (struct folder_target){.lock = -1};
}

static int make_data(struct folder_target *target, struct err *err)
{
    struct str path = {0};
    str_print(&path, "%s/%s", target->partial_path, contents_data);
    int status = 0;
    if (mkdir(str_text(&path), 0777) != 0)
        status = err_set_errno(err, "cannot make the folder '%s'", str_text(&path));
    str_release(&path);
    return status;
}

int folder_target_open(struct folder_target *target, const char *path, bool is_replacing,
                       struct err *err)
{
    size_t length = strlen(path);
    struct str partial = {0};
    while (length > 1 && path[length - 1] == '/')
        length--;
    *target = (struct folder_target){.lock = -1, .is_replacing = is_replacing};
    if (!length)
        return err_set(err, "the name of the folder to make is empty");
    target->path = mem_copy_text(path, length);
    str_print(&partial, "%s.partial", target->path);
    target->partial_path = partial.text;
    int status = refuse_existing(target, err);
    if (status == 0)
        status = lock_partial(target, err);
    if (status != 0) {
        release(target);
        return ERR;
    }
    if (make_data(target, err) == 0)
        return 0;
    folder_target_abandon(target);
    return ERR;
}

static int put_in_place(const struct folder_target *target, struct err *err)
{
    if (!file_is_folder(target->path)) {
        if (rename(target->partial_path, target->path) == 0)
            return 0;
    } else if (renameat2(AT_FDCWD, target->partial_path, AT_FDCWD, target->path, RENAME_EXCHANGE) ==
               0) {
        if (contents_remove(target->partial_path) == 0 && rmdir(target->partial_path) == 0)
            return 0;
        return err_set_errno(err, "'%s' is written, but what stood there before is left in '%s'",
                             target->path, target->partial_path);
    }
    return err_set_errno(err, "cannot rename '%s' to '%s'", target->partial_path, target->path);
}

int folder_target_commit(struct folder_target *target, struct err *err)
{
    /* something may have appeared meanwhile */
    if (refuse_existing(target, err) != 0 || put_in_place(target, err) != 0) {
        folder_target_abandon(target);
        return ERR;
    }
    release(target);
    return 0;
}

void folder_target_abandon(struct folder_target *target)
{
    if (target->lock >= 0) {
        contents_remove(target->partial_path);
        rmdir(target->partial_path);
    }
    release(target);
}
