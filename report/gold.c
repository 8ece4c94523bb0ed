/* See gold.h. */
#include "report/gold.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int gold_find_kind(bool *is_store, const char *path, struct err *err)
{
    static const char magic[16] = "SQLite format 3"; /* its final zero included */
    char start[sizeof magic];
    struct stat info; /* what is read from a pipe would be gone */
    *is_store = false;
    if (strcmp(path, "-") == 0)
        return 0;
    if (stat(path, &info) != 0)
        return err_set_errno(err, "cannot open '%s'", path);
    if (!S_ISREG(info.st_mode))
        return 0;
    FILE *file = fopen(path, "rbe");
    if (!file)
        return err_set_errno(err, "cannot open '%s'", path);
    int status = 0;
    *is_store = fread(start, 1, sizeof start, file) == sizeof start &&
                memcmp(start, magic, sizeof start) == 0;
    if (ferror(file))
        status = err_set_errno(err, "cannot read '%s'", path);
    fclose(file);
    return status;
}

int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err)
{
    if (table_add(&gold->ids, item->id) == TABLE_NONE)
        return err_set(err, "%s: the id '%.200s' stands there twice", place, item->id);
    array_push(&gold->items, *item);
    gold->n_correct += item->category == GOLD_CORRECT;
    return 0;
}

int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err)
{
    *out = (struct gold){0};
    int status = gold_find_kind(&out->is_store, path, err);
    if (status == 0)
        status = out->is_store ? gold_read_store(out, path, options, err)
                               : gold_read_lines(out, path, options, err);
    if (status == 0 && out->items.n == 0)
        status = out->is_store ? err_set(err, "no fix of '%s' is chosen to be scored", path)
                               : err_set(err, "'%s' holds no row to be scored", path);
    return status;
}

void gold_release(struct gold *gold)
{
    array_release(&gold->items);
    table_release(&gold->ids);
    arena_release(&gold->arena);
}
