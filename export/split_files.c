#include "export/split_files.h"

#include "base/file.h"
#include "base/target.h"

#include <stdlib.h>
#include <string.h>

struct fix_item *export_items_of(const struct fix_selection *selection, int split, size_t *n)
{
    struct fix_item *items = mem_alloc(selection->items.n + 1, sizeof *items);
    *n = 0;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        if (item->values[BY_SPLIT] == split)
            items[(*n)++] = *item;
    }
    return items;
}

const char *folder_file_name(int split, const struct fix_account *account)
{
    return split < STRATUM_NONE || account->has_split ? split_names[split] : "all";
}

/* CodeXGLUE's name for it. */
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

/* The extension of the files of formats that are JSON lines. */
static const char *extension(const struct folder_files *files)
{
    return files->options->is_parquet ? ".parquet" : ".jsonl";
}

int folder_files_open(struct output **out, struct folder_files *files, const char *name,
                      size_t n_shards, struct err *err)
{
    const struct export_format *format = files->options->format;
    const struct export_folder *folder = files->folder;
    struct export_feature features[EXPORT_MAX_FEATURES];
    scoped(str) path = {0};
    add_path(&path, folder, file_stem(format, name));
    str_print(&path, "%s%s", format->parts[0] ? "" : extension(files),
              packing_suffix(folder->packing));
    export_options_features(features, files->options);
    struct output_plan plan = {str_text(&path), format, n_shards, folder->is_replacing, features};
    if (output_open(out, &plan, err) != 0)
        return ERR;
    files->names[files->n] = name;
    files->outputs[files->n++] = *out;
    return 0;
}

/* Writes the file of a split; `job` lacks its output. */
static int write_split(struct folder_files *files, struct db *db, const char *name,
                       struct export_job *job, struct err *err)
{
    job->n_shards = files->folder->n_shards > job->n ? job->n : files->folder->n_shards;
    if (folder_files_open(&job->output, files, name, job->n_shards, err) != 0 ||
        export_write(db, job, err) != 0)
        return ERR;
    return output_finish(job->output, err);
}

static int write_splits(struct folder_files *files, struct db *db, struct fix_selection *selection,
                        struct export_counts *counts, struct err *err)
{
    for (int split = 0; split < N_STRATA; split++) {
        size_t n;
        scoped_memory struct fix_item *items = export_items_of(selection, split, &n);
        struct export_job job = {.items = items,
                                 .n = n,
                                 .options = files->options,
                                 .counts = counts,
                                 .account = &selection->account};
        if (n &&
            write_split(files, db, folder_file_name(split, &selection->account), &job, err) != 0)
            return ERR;
    }
    return 0;
}

/* LLaMA-Factory's list of data sets: an entry for each file. */
static struct json *dataset_info(const struct folder_files *files)
{
    struct json *info = json_object();
    for (size_t i = 0; i < files->n; i++) {
        scoped(str) name = {0}, file = {0};
        str_print(&name, "tokfix_%s", files->names[i]);
        str_print(&file, "%s%s", files->names[i], extension(files));
        json_set(info, str_text(&name),
                 files->options->format->describe(str_text(&file), &files->options->view));
    }
    return info;
}

/* Writes the list, not yet to its final name. */
static int write_dataset_info(struct target *target, const struct folder_files *files,
                              struct err *err)
{
    scoped(str) path = {0};
    scoped(json) *info = dataset_info(files);
    add_path(&path, files->folder, "dataset_info.json");
    if (target_open(target, str_text(&path), files->folder->is_replacing, err) != 0)
        return ERR;
    FILE *out = fopen(target->partial_path, "w");
    if (out)
        json_write_pretty(info, out);
    if ((out ? file_close(out, str_text(&path), err) : file_write_failed(str_text(&path), err)) ==
        0)
        return 0;
    target_abandon(target);
    return ERR;
}

int folder_files_place(struct folder_files *files, struct output_files *written, struct err *err)
{
    const struct export_folder *folder = files->folder;
    bool is_plain = !folder->n_shards && folder->packing == PACKING_NONE;
    bool has_info = files->options->format->describe && is_plain && files->n;
    struct target info;
    if (has_info && write_dataset_info(&info, files, err) != 0)
        return ERR;
    int status = outputs_place(files->outputs, files->n, has_info ? &info : NULL, err);
    for (size_t i = 0; i < files->n && status == 0; i++) {
        output_release(files->outputs[i], written);
        files->outputs[i] = NULL;
    }
    return status;
}

void folder_files_release(struct folder_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        output_abandon(files->outputs[i]);
    files->n = 0;
}

int export_to_folder(struct db *db, struct fix_selection *selection,
                     const struct export_options *options, const struct export_folder *folder,
                     struct export_counts *counts, struct output_files *files, struct err *err)
{
    scoped(folder_files) writing = {.options = options, .folder = folder};
    if (write_splits(&writing, db, selection, counts, err) != 0 ||
        export_refuse_nothing(counts, err) != 0)
        return ERR;
    return folder_files_place(&writing, files, err);
}
