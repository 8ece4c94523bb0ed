/* See folder.h. */
#include "export/folder.h"

#include "base/file.h"
#include "base/target.h"

#include <stdlib.h>
#include <string.h>

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

/* What is written before anything is put in its place: outputs in the order of the splits. */
struct writing {
    const struct export_options *options;
    const struct export_folder *folder;
    struct output *outputs[N_EXPORT_SPLITS + 1];
    const char *names[N_EXPORT_SPLITS + 1]; /* of the splits */
    size_t n;
};

/* Of the files of formats that are JSON lines. */
static const char *extension(const struct writing *writing)
{
    return writing->options->is_parquet ? ".parquet" : ".jsonl";
}

static int write_split(struct writing *writing, struct db *db, const struct export_item *items,
                       size_t n, const char *name, struct export_counts *counts,
                       struct export_account *account, struct err *err)
{
    const struct export_format *format = writing->options->format;
    const struct export_folder *folder = writing->folder;
    struct str path = {0};
    struct output *output;
    add_path(&path, folder, file_stem(format, name));
    str_print(&path, "%s%s", format->parts[0] ? "" : extension(writing),
              packing_suffix(folder->packing));
    size_t n_shards = folder->n_shards > n ? n : folder->n_shards;
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, writing->options);
    struct output_plan plan = {str_text(&path), format, n_shards, folder->is_replacing, features};
    int status = output_open(&output, &plan, err);
    if (status == 0) {
        writing->names[writing->n] = name;
        writing->outputs[writing->n++] = output;
        status =
            export_write(db, items, n, writing->options, output, n_shards, counts, account, err);
    }
    if (status == 0)
        status = output_finish(output, err);
    str_release(&path);
    return status;
}

static int write_splits(struct writing *writing, struct db *db, struct export_selection *selection,
                        struct export_counts *counts, struct err *err)
{
    int status = 0;
    for (int i = 0; i < N_EXPORT_SPLITS + 1 && status == 0; i++) {
        size_t n;
        const char *split = i < N_EXPORT_SPLITS ? export_splits[i] : NULL;
        struct export_item *items = export_items_of(selection, split, &n);
        const char *name =
            i < EXPORT_NO_SPLIT || selection->account.has_split ? export_splits[i] : "all";
        if (n)
            status = write_split(writing, db, items, n, name, counts, &selection->account, err);
        free(items);
    }
    return status;
}

/* LLaMA-Factory's list of data sets: an entry for each file. */
static struct json *dataset_info(const struct writing *writing)
{
    struct str name = {0}, file = {0};
    struct json *info = json_object();
    for (size_t i = 0; i < writing->n; i++) {
        str_clear(&name);
        str_clear(&file);
        str_print(&name, "tokfix_%s", writing->names[i]);
        str_print(&file, "%s%s", writing->names[i], extension(writing));
        json_set(info, str_text(&name),
                 writing->options->format->describe(str_text(&file), &writing->options->view));
    }
    str_release(&name);
    str_release(&file);
    return info;
}

/* Writes it, not yet in its place. */
static int write_dataset_info(struct target *target, const struct writing *writing, struct err *err)
{
    struct str path = {0};
    add_path(&path, writing->folder, "dataset_info.json");
    int status = target_open(target, str_text(&path), writing->folder->is_replacing, err);
    FILE *out = status == 0 ? fopen(target->partial_path, "w") : NULL;
    if (out) {
        struct json *info = dataset_info(writing);
        json_write_pretty(info, out);
        json_free(info);
    }
    if (status == 0) {
        status =
            out ? file_close(out, str_text(&path), err) : file_write_failed(str_text(&path), err);
        if (status != 0)
            target_abandon(target);
    }
    str_release(&path);
    return status;
}

/* Puts all in their places. */
static int commit(struct writing *writing, struct target *info, struct output_files *files,
                  struct err *err)
{
    int status = outputs_place(writing->outputs, writing->n, info, err);
    for (size_t i = 0; i < writing->n && status == 0; i++) {
        output_release(writing->outputs[i], files);
        writing->outputs[i] = NULL;
    }
    return status;
}

int export_to_folder(struct db *db, struct export_selection *selection,
                     const struct export_options *options, const struct export_folder *folder,
                     struct export_counts *counts, struct output_files *files, struct err *err)
{
    struct writing writing = {.options = options, .folder = folder};
    struct target info;
    bool is_plain = !folder->n_shards && folder->packing == PACKING_NONE;
    int status = write_splits(&writing, db, selection, counts, err);
    bool has_info = options->format->describe && is_plain && writing.n;
    if (status == 0 && has_info)
        status = write_dataset_info(&info, &writing, err);
    if (status == 0)
        status = commit(&writing, has_info ? &info : NULL, files, err);
    for (size_t i = 0; i < writing.n; i++)
        output_abandon(writing.outputs[i]);
    return status;
}
