/* See benchmark.h. */
#include "guard/benchmark.h"

#include "base/file.h"
#include "base/table.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void benchmark_reject(struct benchmark *benchmark, const char *place, const char *reason)
{
    struct arena *arena = &benchmark->arena;
    if (++benchmark->n_rejected > MAX_LISTED_REJECTS)
        return;
    struct benchmark_reject reject = {arena_copy_text(arena, place, strlen(place)),
                                      arena_copy_text(arena, reason, strlen(reason))};
    array_push(&benchmark->rejects, reject);
}

/* Several items may come with one id, as bugs of one commit do: the later ones are told by their
 * place. */
static void make_ids_unique(struct benchmark *benchmark)
{
    struct table ids = {0};
    for (size_t i = 0; i < benchmark->items.n; i++) {
        struct benchmark_item *item = &benchmark->items.items[i];
        while (table_add(&ids, item->id) == TABLE_NONE)
            item->id = arena_print(&benchmark->arena, "%s@%s", item->id, item->place);
    }
    table_release(&ids);
}

int benchmark_read(struct benchmark *out, const char *path, const struct language *language,
                   struct err *err)
{
    *out = (struct benchmark){0};
    struct str name = {0};
    file_add_name(&name, path);
    out->name = arena_copy_text(&out->arena, str_text(&name), name.length);
    str_release(&name);
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return err_set_errno(err, "cannot open the benchmark '%s'", path);
    int status = file_is_folder(path) ? benchmark_read_folder(out, path, language, err)
                                      : benchmark_read_lines(out, path, err);
    if (status == 0 && out->items.n == 0 && out->rejects.n == 0)
        status = err_set(err,
                         "the benchmark '%s' holds no program; it is a folder with buggy/ and "
                         "fixed/, a folder of .%s files, or a file of JSON lines (name the file)",
                         path, language->extension);
    make_ids_unique(out);
    return status;
}

void benchmark_release(struct benchmark *benchmark)
{
    array_release(&benchmark->items);
    array_release(&benchmark->rejects);
    arena_release(&benchmark->arena);
}
