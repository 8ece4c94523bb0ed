/* The documents of the folder are read first, because they name the format and the splits. Then
 * rows are read, and then both are compared. */
#include "export/validate/validation.h"

#include "base/file.h"
#include "base/hash.h"
#include "export/validate/dataset_folder.h"
#include "export/validate/row_formats.h"

#include <fnmatch.h>
#include <string.h>

/* For a folder whose documents name no files: takes every file with the name of a file of rows. The
 * start of the name gives its split. */
static void add_by_name(struct dataset_folder *folder)
{
    for (size_t i = 0; i < folder->names.n; i++) {
        const char *name = folder->names.items[i], *split = NULL;
        int part = 0;
        struct err err;
        for (int s = 0; s < N_PARTS; s++) /* fold10 after fold1 */
            if (strncmp(file_name(name), split_names[s], strlen(split_names[s])) == 0)
                split = split_names[s];
        if (!row_format_detect_rows(name, false) &&
            !(row_format_detect_parallel(name, &part) && part == 0))
            continue;
        if (dataset_folder_has(folder, name, &err))
            validation_add_file(folder->validation, dataset_folder_path(folder, name), name, split);
        else
            validation_find(folder->validation, dataset_folder_path(folder, name), 1, "link", "%s",
                            err.message);
    }
}

/* A file of a card's split, by its name or by a pattern. */
static void take_name(struct dataset_folder *folder, const char *split, const char *name,
                      const struct json *place)
{
    struct err err;
    const char *path = dataset_folder_path(folder, name);
    if (!dataset_folder_has(folder, name, &err))
        document_find(&folder->card, place, "card_data_files", "%s", err.message);
    else if (!row_format_detect_rows(name, true))
        validation_note(folder->validation,
                        "%s is neither JSON lines nor Parquet, and is not checked", path);
    else if (dataset_folder_file(folder, name))
        folder->shared_set = (int64_t)dataset_folder_file(folder, name)->set;
    else
        validation_add_file(folder->validation, path, name, split);
}

/* Takes a path, or a pattern of paths. */
static void take_path(struct dataset_folder *folder, const char *split, const struct json *place)
{
    const char *path = json_text(place);
    bool is_found = false;
    if (!path) {
        document_find(&folder->card, place, "card_data_files", "a path is not a string");
        return;
    }
    if (!strpbrk(path, "*?[")) {
        take_name(folder, split, path, place);
        return;
    }
    int flags = strstr(path, "**") ? 0 : FNM_PATHNAME;
    for (size_t i = 0; i < folder->names.n; i++)
        if (fnmatch(path, folder->names.items[i], flags) == 0 &&
            dataset_folder_has(folder, folder->names.items[i], NULL)) {
            take_name(folder, split, folder->names.items[i], place);
            is_found = true;
        }
    if (!is_found)
        document_find(&folder->card, place, "card_data_files", "no file matches '%s'", path);
}

/* Takes the value of an object's key: one path, or a list of paths. */
static void take_paths(struct dataset_folder *folder, const char *split, const struct json *object,
                       const char *key)
{
    const struct json *paths = json_get(object, key);
    if (!paths)
        document_find(&folder->card, object, "card_data_files", "%s is missing", key);
    else if (!json_is_array(paths))
        take_path(folder, split, paths);
    else
        json_each(path, paths)
            take_path(folder, split, path);
}

/* Takes the files of a configuration. The value of `data_files` is splits with their paths, or
 * paths alone, which are `train`. */
static void take_config(struct dataset_folder *folder, const struct json *config)
{
    const struct json *files = json_get(config, "data_files");
    if (!json_is_array(files) || json_kind(json_first(files)) != JSON_OBJECT) {
        take_paths(folder, "train", config, "data_files");
        return;
    }
    json_each(entry, files) {
        const char *split = json_text_at(entry, "split");
        take_paths(folder, split ? split : "train", entry, "path");
    }
}

/* For a folder whose manifest names no files: takes those of the card's configurations. One whose
 * files none before it has is a set of its own. */
static void add_by_card(struct dataset_folder *folder)
{
    struct validation *validation = folder->validation;
    json_each(config, json_get(folder->card.value, "configs")) {
        size_t n = validation->files.n;
        folder->shared_set = NO_SET;
        take_config(folder, config);
        if (validation->files.n == n)
            continue;
        uint32_t set = folder->shared_set != NO_SET ? (uint32_t)folder->shared_set
                       : n                          ? validation_add_set(validation)
                                                    : 0;
        for (size_t i = n; i < validation->files.n; i++)
            validation->files.items[i].set = set;
    }
}

/* Finds rows in data/ that no configuration of the card loads. */
static void find_unlisted(struct dataset_folder *folder)
{
    for (size_t i = 0; i < folder->names.n; i++) {
        const char *name = folder->names.items[i];
        if (strncmp(name, "data/", 5) == 0 && row_format_detect_rows(name, true) &&
            !dataset_folder_file(folder, name))
            validation_find(folder->validation, dataset_folder_path(folder, name), 1,
                            "unlisted_file", "in no configuration of the card");
    }
}

static void tell_missing(struct dataset_folder *folder)
{
    static const char *const names[] = {"README.md", "croissant.json", "CITATION.cff"};
    struct err err;
    for (size_t i = 0; i < sizeof names / sizeof *names && folder->manifest.is_there; i++)
        if (!dataset_folder_has(folder, names[i], &err))
            validation_find(folder->validation, dataset_folder_path(folder, names[i]), 1,
                            "missing_file", "%s", err.message);
    if (folder->manifest.is_there)
        return;
    validation_note(folder->validation,
                    "%s has no manifest.json; digests, sizes and the grouping of splits are not "
                    "checked",
                    folder->path);
    const struct json *files = json_get(folder->croissant.value, "distribution");
    const struct json *entry = json_find(files, "contentUrl", "manifest.json");
    if (entry)
        document_find(&folder->croissant, entry, "missing_file", "'manifest.json' does not exist");
}

/* Notes what the manifest says about splits but the rows do not show. */
static void tell_closure(struct dataset_folder *folder)
{
    const struct export_format *format = folder->validation->format;
    bool names_problem = format && export_has_feature(folder->validation->features,
                                                      export_format_problem_key(format));
    bool is_closed = false;
    for (size_t i = 0; i < folder->validation->sets.n; i++) {
        const struct validated_set *set = &folder->validation->sets.items[i];
        is_closed = is_closed || set->is_closed[TRAIT_PROBLEM] || set->is_closed[TRAIT_USER];
    }
    if (is_closed && format && !names_problem)
        validation_note(folder->validation,
                        "%s: rows of the format %s name neither problem nor user; leaks between "
                        "splits show only as equal rows and prompts",
                        folder->path, format->name);
}

static int validate_files(struct validation *validation, struct err *err)
{
    int ignored;
    for (size_t i = 0; i < validation->files.n; i++) {
        struct data_file *file = &validation->files.items[i];
        bool is_parallel = row_format_detect_parallel(file->name, &ignored) != NULL;
        if (sha256_file(file->path, file->sha256, &file->n_bytes, err) != 0 ||
            (is_parallel ? rows_validate_parallel : rows_validate)(validation, i, err) != 0)
            return ERR;
    }
    return 0;
}

/* Validates a folder of rows, published or not: its manifest, card, Croissant description and
 * citation, if they exist; the rows of its files; and then whether these agree. */
static int validate_folder(struct validation *validation, const char *path, struct err *err)
{
    scoped(dataset_folder) opened = {.root = {.fd = -1}};
    struct dataset_folder *folder = &opened;
    validation->is_folder = true;
    if (dataset_folder_open(folder, validation, path, err) != 0)
        return ERR;
    validation->has_manifest = folder->manifest.is_there;
    tell_missing(folder);
    if (folder->manifest.value)
        manifest_begin(folder);
    bool is_listed = json_count(json_get(folder->manifest.value, "files")) > 0;
    if (!is_listed && folder->card.value)
        add_by_card(folder);
    if (!is_listed && validation->files.n)
        find_unlisted(folder);
    if (!is_listed && !validation->files.n)
        add_by_name(folder);
    if (!validation->files.n && !validation->findings.n_errors)
        return err_set(err, "'%s' contains no rows: no .jsonl, .jsonl.gz, .jsonl.zst or .parquet",
                       folder->path);
    if (validate_files(validation, err) != 0)
        return ERR;
    validation_take_features(validation, NULL, 0); /* if no row could be read */
    tell_closure(folder);
    if (!folder->manifest.value)
        return 0;
    manifest_check(folder);
    manifest_compare_documents(folder);
    return 0;
}

int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err)
{
    int ignored;
    validation_init(out, options);
    if (file_is_folder(path))
        return validate_folder(out, path, err);
    validation_add_file(out, path, path, NULL);
    if (row_format_detect_parallel(path, &ignored) || (out->format && out->format->parts[0]))
        return rows_validate_parallel(out, 0, err);
    return rows_validate(out, 0, err);
}
