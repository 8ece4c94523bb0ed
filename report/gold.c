/* See gold.h. */
#include "report/gold.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool gold_is_store(const char *path)
{
    static const char magic[16] = "SQLite format 3"; /* its final zero included */
    char start[sizeof magic];
    struct stat info; /* what is read from a pipe would be gone */
    FILE *file = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rbe") : NULL;
    bool is_store = file && fread(start, 1, sizeof start, file) == sizeof start &&
                    memcmp(start, magic, sizeof start) == 0;
    if (file)
        fclose(file);
    return is_store;
}

int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err)
{
    if (table_add(&gold->ids, item->id) == TABLE_NONE)
        return err_set(err, "%s: the id '%.200s' stands there twice", place, item->id);
    array_push(&gold->items, *item);
    gold->n_correct += item->category == GOLD_CORRECT;
    return 0;
}

int gold_read(struct gold *out, const char *path, const struct export_choice *choice,
              struct err *err)
{
    *out = (struct gold){.is_store = gold_is_store(path)};
    int status =
        out->is_store ? gold_read_store(out, path, choice, err) : gold_read_lines(out, path, err);
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
