/* See gold.h. */
#include "score/gold.h"

#include "base/file_kind.h"

#include <inttypes.h>
#include <string.h>

int gold_find_kind(bool *is_store, const char *path, struct err *err)
{
    struct file_start start = {0};
    int status = strcmp(path, "-") == 0 ? 0 : file_start_read(&start, path, err);
    *is_store = start.kind == FILE_KIND_DATABASE;
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
    *out =
        (struct gold){.is_place_given = options->view.has_marks && options->view.task->is_repair};
    int status = gold_find_kind(&out->is_store, path, err);
    if (status == 0)
        status = out->is_store ? gold_read_store(out, path, options, err)
                               : gold_read_lines(out, path, options, err);
    if (status == 0 && out->items.n == 0)
        status = out->is_store ? err_set(err, "no fix of '%s' is chosen to be scored", path)
                               : err_set(err, "'%s' holds no row to be scored", path);
    if (status == 0 && out->is_place_given && out->n_correct)
        status =
            err_set(err,
                    "'%s' holds %" PRId64 " correct %s, in which no place can be given; leave "
                    "--mark-location away, or score bugs alone",
                    path, out->n_correct, plural((double)out->n_correct, "program", "programs"));
    return status;
}

void gold_release(struct gold *gold)
{
    array_release(&gold->items);
    table_release(&gold->ids);
    arena_release(&gold->arena);
}
