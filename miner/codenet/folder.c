/* Each function handles a folder on disk and a folder in an archive. */
#include "miner/codenet/folder.h"

#include "base/mem.h"

enum beneath_result folder_open_root(struct folder *out, const char *path,
                                     struct breakage *breakage, struct err *err)
{
    *out = FOLDER_CLOSED;
    out->breakage = breakage;
    return beneath_open_root(&out->disk, path, err);
}

void folder_open_spool(struct folder *out, struct spool *spool)
{
    *out = FOLDER_CLOSED;
    out->spool = spool;
    out->prefix = mem_copy_text("", 0);
}

/* Notes a failure of the machine, passes the reason on, and returns `result`. */
static enum beneath_result noted(const struct folder *folder, const char *name,
                                 enum beneath_result result, const struct err *reason,
                                 struct err *err)
{
    if (result == BENEATH_BROKEN && folder->breakage)
        breakage_note(folder->breakage, folder->disk.path, name, reason->message);
    if (result != BENEATH_OK)
        err_pass(err, reason);
    return result;
}

enum beneath_result folder_open(struct folder *out, const struct folder *parent, const char *path,
                                struct err *err)
{
    struct err reason;
    *out = FOLDER_CLOSED;
    out->breakage = parent->breakage;
    if (!parent->spool)
        return noted(parent, path, beneath_open(&out->disk, &parent->disk, path, &reason), &reason,
                     err);
    out->spool = parent->spool;
    out->prefix = mem_print("%s%s/", parent->prefix, path);
    return BENEATH_OK;
}

enum beneath_result folder_read(struct str *content, const struct folder *folder, const char *name,
                                size_t max_bytes, struct err *err)
{
    struct err reason;
    if (!folder->spool)
        return noted(folder, name, beneath_read(content, &folder->disk, name, max_bytes, &reason),
                     &reason, err);
    scoped(str) path = {0};
    str_add_text(&path, folder->prefix);
    str_add_text(&path, name);
    return spool_read(folder->spool, content, str_text(&path), max_bytes, err);
}

void folder_close(struct folder *folder)
{
    beneath_close(&folder->disk);
    free(folder->prefix);
    *folder = FOLDER_CLOSED;
}

int folder_each_name(const struct folder *folder,
                     void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                     void *context, struct err *err)
{
    if (!folder->spool)
        return beneath_each_name(&folder->disk, take, context, err);
    spool_each_name(folder->spool, folder->prefix, take, context);
    return 0;
}
