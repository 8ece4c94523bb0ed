/* See folder.h. */
#include "export/folder.h"

#include "base/target.h"

#include <stdlib.h>
#include <string.h>

static const char *const splits[] = {"train", "validation", "test"};
enum { N_SPLITS = 3 };

struct export_item *export_items_of(const struct export_selection *selection, const char *split,
                                    size_t *n)
{
    struct export_item *items = mem_alloc(selection->items.n + 1, sizeof *items);
    *n = 0;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct export_item *item = &selection->items.items[i];
        if (split ? item->split && strcmp(item->split, split) == 0 : !item->split)
            items[(*n)++] = *item;
    }
    return items;
}

/* CodeXGLUE calls it so. */
static const char *file_stem(const struct export_format *format, const char *split)
{
    return format->parts[0] && strcmp(split, "validation") == 0 ? "valid" : split;
}

static void add_path(struct str *path, const struct export_folder *folder, const char *name)
{
    size_t length = strlen(folder->path);
    str_print(path, "%s%s%s", folder->path, length && folder->path[length - 1] == '/' ? "" : "/",
              name);
}

static int write_split(struct db *db, const struct export_item *items, size_t n, const char *name,
                       const struct export_options *options, const struct export_folder *folder,
                       struct export_counts *counts, struct output_files *files, struct err *err)
{
    struct str path = {0};
    struct output *output;
    add_path(&path, folder, file_stem(options->format, name));
    str_print(&path, "%s%s", options->format->parts[0] ? "" : ".jsonl",
              packing_suffix(folder->packing));
    size_t n_shards = folder->n_shards > n ? n : folder->n_shards;
    struct output_plan plan = {str_text(&path), options->format, n_shards, folder->is_replacing};
    int status = output_open(&output, &plan, err);
    if (status == 0) {
        status = export_write(db, items, n, options, output, n_shards, counts, err);
        if (status == 0)
            status = output_commit(output, files, err);
        else
            output_abandon(output);
    }
    str_release(&path);
    return status;
}

/* LLaMA-Factory's list of data sets: an entry for each file. */
static int write_dataset_info(const struct export_format *format,
                              const struct export_folder *folder, const struct output_files *files,
                              struct err *err)
{
    struct str path = {0}, name = {0};
    struct json *info = json_object();
    struct target target;
    for (size_t i = 0; i < files->list.n; i++) {
        const char *file = strrchr(files->list.items[i].path, '/') + 1;
        str_clear(&name);
        str_print(&name, "tokfix_%.*s", (int)strcspn(file, "."), file);
        json_set(info, str_text(&name), format->describe(file));
    }
    add_path(&path, folder, "dataset_info.json");
    int status = target_open(&target, str_text(&path), folder->is_replacing, err);
    if (status == 0) {
        FILE *out = fopen(target.partial_path, "w");
        if (out)
            json_write_pretty(info, out);
        bool is_bad = !out || ferror(out);
        if ((out && fclose(out) != 0) || is_bad) {
            err_set_errno(err, "cannot write '%s'", str_text(&path));
            target_abandon(&target);
            status = ERR;
        } else {
            status = target_commit(&target, err);
        }
    }
    json_free(info);
    str_release(&path);
    str_release(&name);
    return status;
}

int export_to_folder(struct db *db, const struct export_selection *selection,
                     const struct export_options *options, const struct export_folder *folder,
                     struct export_counts *counts, struct output_files *files, struct err *err)
{
    int status = 0;
    for (int i = 0; i < N_SPLITS + 1 && status == 0; i++) {
        size_t n;
        const char *split = i < N_SPLITS ? splits[i] : NULL;
        struct export_item *items = export_items_of(selection, split, &n);
        if (n && (split || !selection->has_split))
            status = write_split(db, items, n, split ? split : "all", options, folder, counts,
                                 files, err);
        free(items);
    }
    bool is_plain = !folder->n_shards && folder->packing == PACKING_NONE;
    if (status == 0 && options->format->describe && is_plain && files->list.n)
        status = write_dataset_info(options->format, folder, files, err);
    return status;
}
