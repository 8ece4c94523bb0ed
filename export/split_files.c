#include "export/split_files.h"

#include "base/file.h"
#include "base/target.h"

#include <stdlib.h>
#include <string.h>

/* The files while they are being written. */
struct split_files {
    const struct export_options *options; /* format, is_parquet and view */
    const struct export_place *place;
    bool is_folder;
    struct target folder;             /* if it was created */
    struct output *outputs[N_STRATA]; /* one for each split, or one for all */
    const char *names[N_STRATA];      /* of the splits, or "all"; static */
    size_t n;
};

static void split_files_release(struct split_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        output_abandon(files->outputs[i]);
    if (files->is_folder)
        target_abandon(&files->folder);
}
SCOPED_VALUE(split_files, split_files_release)

struct fix_item *export_items_of(const struct fix_selection *selection, int split, int language,
                                 size_t *n)
{
    struct fix_item *items = mem_alloc(selection->items.n + 1, sizeof *items);
    *n = 0;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        if (item->split == split && (language < 0 || item->language == language))
            items[(*n)++] = *item;
    }
    return items;
}

bool export_is_folder(const char *path)
{
    size_t length = strlen(path);
    bool is_stdout = strcmp(path, "-") == 0;
    return !is_stdout && (file_is_folder(path) || (length && path[length - 1] == '/'));
}

static void add_path(struct str *path, const struct export_place *place, const char *name)
{
    size_t length = strlen(place->path);
    str_print(path, "%s%s%s", place->path, length && place->path[length - 1] == '/' ? "" : "/",
              name);
}

static const char *extension(const struct split_files *files)
{
    return files->options->is_parquet ? ".parquet" : ".jsonl";
}

/* Opens a file that will have this path. */
static int open_output(struct split_files *files, const char *path, const char *name,
                       struct err *err)
{
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, files->options);
    struct output_plan plan = {path, features, files->place->is_replacing};
    if (output_open(&files->outputs[files->n], &plan, err) != 0)
        return ERR;
    files->names[files->n++] = name;
    return 0;
}

/* Opens the file, or creates the folder. */
static int begin(struct split_files *files, const struct export_options *options,
                 const struct export_place *place, struct err *err)
{
    *files = (struct split_files){
        .options = options, .place = place, .is_folder = export_is_folder(place->path)};
    return files->is_folder ? target_open_shared(&files->folder, place->path, err)
                            : open_output(files, place->path, NULL, err);
}

/* Sets `out` to where the rows of a stratum go. In a folder, opens the stratum's file. In a
 * database without splits, the file of the fixes in no split is called "all". */
static int open_for(struct output **out, struct split_files *files, int split,
                    const struct fix_account *account, struct err *err)
{
    bool has_name = split < STRATUM_NONE || account->parts;
    const char *name = has_name ? split_names[split] : "all";
    scoped(str) path = {0};
    add_path(&path, files->place, name);
    str_add_text(&path, extension(files));
    if (files->is_folder && open_output(files, str_text(&path), name, err) != 0)
        return ERR;
    *out = files->outputs[files->n - 1];
    return 0;
}

/* Writes some items of the selection, which go to the files of a stratum. */
static int write_items(struct split_files *files, struct db *db, struct fix_selection *selection,
                       const struct fix_item *items, size_t n, int split,
                       struct export_counts *counts, struct err *err)
{
    struct export_job job = {.items = items, .n = n, .options = files->options, .counts = counts};
    if (open_for(&job.output, files, split, &selection->account, err) != 0 ||
        export_write(db, &job, err) != 0)
        return ERR;
    return files->is_folder ? output_finish(job.output, err) : 0;
}

static int write_splits(struct split_files *files, struct db *db, struct fix_selection *selection,
                        struct export_counts *counts, struct err *err)
{
    for (int split = 0; split < N_STRATA; split++) {
        size_t n;
        scoped_memory struct fix_item *items = export_items_of(selection, split, -1, &n);
        if (n && write_items(files, db, selection, items, n, split, counts, err) != 0)
            return ERR;
    }
    return 0;
}

/* LLaMA-Factory's list of data sets: an entry for each file. */
static struct json *dataset_info(const struct split_files *files)
{
    struct json *info = json_object();
    for (size_t i = 0; i < files->n; i++) {
        scoped(str) name = {0}, file = {0};
        str_print(&name, "tokfix_%s", files->names[i]);
        str_print(&file, "%s%s", files->names[i], extension(files));
        json_set(info, str_text(&name), files->options->format->describe(str_text(&file)));
    }
    return info;
}

/* Writes the list, not yet to its final name. */
static int write_dataset_info(struct target *target, const struct split_files *files,
                              struct err *err)
{
    scoped(str) path = {0};
    scoped(json) *info = dataset_info(files);
    add_path(&path, files->place, "dataset_info.json");
    if (target_open(target, str_text(&path), files->place->is_replacing, err) != 0)
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

/* Puts all files in their places, including the dataset_info.json. */
static int place_all(struct split_files *files, struct output_files *written, struct err *err)
{
    bool has_info = files->is_folder && files->options->format->describe && files->n;
    struct target info;
    if (has_info && write_dataset_info(&info, files, err) != 0)
        return ERR;
    if (outputs_place(files->outputs, files->n, has_info ? &info : NULL, err) != 0)
        return ERR;
    for (size_t i = 0; i < files->n; i++)
        output_release(files->outputs[i], written);
    files->n = 0;
    return files->is_folder ? target_commit(&files->folder, err) : 0;
}

int export_to(struct db *db, struct fix_selection *selection, const struct export_options *options,
              const struct export_place *place, struct export_counts *counts,
              struct output_files *written, struct err *err)
{
    scoped(split_files) files = {0};
    if (begin(&files, options, place, err) != 0)
        return ERR;
    int status = files.is_folder ? write_splits(&files, db, selection, counts, err)
                                 : write_items(&files, db, selection, selection->items.items,
                                               selection->items.n, STRATUM_NONE, counts, err);
    if (status != 0 || export_refuse_nothing(counts, err) != 0)
        return ERR;
    return place_all(&files, written, err);
}
