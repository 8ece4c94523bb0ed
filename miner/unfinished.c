/* SQLite keeps its journal beside the file; both go together. */
#include "miner/unfinished.h"

#include "base/mem.h"
#include "base/str.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

char *unfinished_path(const char *database)
{
    struct str path = {0};
    str_print(&path, "%s.unfinished", database);
    return path.text;
}

static void unlink_both(const struct unfinished *unfinished)
{
    struct str journal = {0};
    str_print(&journal, "%s-journal", unfinished->path);
    unlink(unfinished->path);
    unlink(str_text(&journal));
    str_release(&journal);
}

/* SQLite does not say why a file cannot be opened: it is made here, when there is none. */
static int make_file(const char *path, bool *is_new, struct err *err)
{
    struct stat info;
    *is_new = lstat(path, &info) != 0;
    if (!*is_new && !S_ISREG(info.st_mode))
        return err_set(err, "'%s' is no regular file, and is left alone", path);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (*is_new ? O_EXCL : 0), 0666);
    if (fd < 0)
        return err_set_errno(err, "cannot write '%s'", path);
    close(fd);
    return 0;
}

int unfinished_open(struct unfinished *unfinished, const char *database, struct err *err)
{
    bool is_new = false;
    *unfinished = (struct unfinished){.path = unfinished_path(database)};
    int status = make_file(unfinished->path, &is_new, err);
    if (status == 0)
        status =
            store_create_in_steps(&unfinished->store, &unfinished->has_run, unfinished->path, err);
    if (status == 0)
        return 0;
    if (is_new)
        unlink_both(unfinished);
    free(unfinished->path);
    *unfinished = (struct unfinished){0};
    return ERR;
}

void unfinished_close(struct unfinished *unfinished)
{
    bool has_run = unfinished->has_run;
    if (!unfinished->store)
        return;
    store_abandon(unfinished->store);
    unfinished->store = NULL;
    if (!has_run)
        unlink_both(unfinished);
    free(unfinished->path);
    unfinished->path = NULL;
}

void unfinished_remove(struct unfinished *unfinished)
{
    unfinished->has_run = false;
    unfinished_close(unfinished);
}
