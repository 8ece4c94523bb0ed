/* The manifest is what the other documents are made from; it is compared with the files. */
#include "export/validate/dataset_folder.h"

#include "export/publish/manifest.h"

#include <string.h>

static void take_format(struct dataset_folder *folder)
{
    struct validation *validation = folder->validation;
    const struct json *place = document_place(folder->manifest.value, "export");
    const struct json *told = json_get(folder->manifest.value, "export");
    const char *name = json_text_at(told, "format");
    const struct export_format *format = name ? export_format_find(name) : NULL;
    if (!format)
        document_find(&folder->manifest, document_place(place, "format"), "manifest_format",
                      "unknown export.format '%s'", name ? name : "");
    if (!validation->format)
        validation->format = format;
    validation->extras =
        (struct export_extras){.has_ids = json_is_true(json_get(told, "with_ids")),
                               .has_system = json_text_at(told, "system") != NULL,
                               .has_provenance = json_is_true(json_get(told, "provenance"))};
}

/* Reads names separated by commas. Both problem and problem-cluster group by problem. */
static void take_closure(struct validated_set *set, const struct json *split)
{
    bool *is_closed = set->is_closed;
    const char *list = json_text_at(split, "grouped_by");
    for (const char *name = list ? list : ""; *name;) {
        size_t length = strcspn(name, ",");
        if ((length == 7 && strncmp(name, "problem", 7) == 0) ||
            (length == 15 && strncmp(name, "problem-cluster", 15) == 0))
            is_closed[TRAIT_PROBLEM] = true;
        if (length == 4 && strncmp(name, "user", 4) == 0)
            is_closed[TRAIT_USER] = true;
        name += length + (name[length] != '\0');
    }
}

/* Takes the split sets: that of the store's facts, and the further ones. */
static void take_sets(struct dataset_folder *folder)
{
    struct validation *validation = folder->validation;
    const struct json *manifest = folder->manifest.value;
    take_closure(&validation->sets.items[0], json_get(json_get(manifest, "store"), "split"));
    if (json_count(json_get(manifest, "sets")) > EDITION_MAX_SETS)
        document_find(&folder->manifest, document_place(manifest, "sets"), "manifest_files",
                      "more than %d split sets", EDITION_MAX_SETS);
    json_each(told, json_get(manifest, "sets")) {
        if (validation->sets.n > EDITION_MAX_SETS)
            break;
        uint32_t number = validation_add_set(validation);
        take_closure(&validation->sets.items[number], json_get(told, "split"));
    }
}

/* Sets the number of the split set that a file is in. */
static void take_set_of(struct dataset_folder *folder, struct data_file *file,
                        const struct json *entry)
{
    const char *name = json_text_at(entry, "split_set");
    uint32_t number = 0;
    json_each(told, json_get(folder->manifest.value, "sets")) {
        const char *told_name = json_text_at(told, "split_set");
        if (++number > EDITION_MAX_SETS)
            break;
        if (name && told_name && strcmp(name, told_name) == 0)
            file->set = number;
    }
    if (name && !file->set) {
        document_find(&folder->manifest, document_place(entry, "split_set"), "manifest_files",
                      "sets has no split set '%s'", name);
        file->set = validation_add_set(folder->validation);
    }
}

/* What to do about a file that differs from the published one. */
static const char advice[] = "put the published file back, or publish again";

static void take_file(struct dataset_folder *folder, const struct json *entry)
{
    const char *name = json_text_at(entry, "path");
    const char *split = json_text_at(entry, "split");
    const struct document *manifest = &folder->manifest;
    const struct json *place = document_place(entry, "path");
    struct err err;
    if (!name || !split)
        document_find(manifest, entry, "manifest_files", "a file without path or split");
    else if (!dataset_folder_has(folder, name, &err))
        document_find(manifest, place, "manifest_files", "%s; %s", err.message, advice);
    else if (dataset_folder_file(folder, name))
        document_find(manifest, place, "manifest_files", "duplicate path '%s'", name);
    else {
        struct data_file *file =
            validation_add_file(folder->validation, dataset_folder_path(folder, name), name, split);
        file->language = arena_text(&folder->arena, json_text_at(entry, "language"));
        take_set_of(folder, file, entry);
    }
}

void manifest_begin(struct dataset_folder *folder)
{
    const struct document *manifest = &folder->manifest;
    const struct json *files = json_get(manifest->value, "files");
    int64_t version = json_int(json_get(manifest->value, "manifest_version"), 0);
    if (version < 1 || version > MANIFEST_VERSION)
        document_find(manifest, document_place(manifest->value, "manifest_version"),
                      "manifest_version", "manifest_version is not from 1 to %d", MANIFEST_VERSION);
    take_format(folder);
    take_sets(folder);
    if (!json_is_array(files) || json_count(files) == 0)
        document_find(manifest, document_place(manifest->value, "files"), "manifest_files",
                      "the list of files is missing");
    json_each(entry, files)
        take_file(folder, entry);
}

/* A changed file is one finding, at its digest. Otherwise the numbers of the entry are compared.
 * Returns whether the file is the published one. */
static bool check_file(const struct dataset_folder *folder, const struct json *entry,
                       const struct data_file *file)
{
    static const char *const keys[] = {"rows", "bytes", "uncompressed_bytes"};
    const uint64_t counts[] = {file->n_rows, file->n_bytes, file->n_content_bytes};
    const struct document *manifest = &folder->manifest;
    const char *digest = json_text_at(entry, "sha256");
    if (!digest || strcmp(digest, file->sha256) != 0) {
        document_find(manifest, document_place(entry, "sha256"), "manifest_sha256",
                      "the SHA-256 of %s is %s: the file or this line was changed; %s", file->name,
                      file->sha256, advice);
        return false;
    }
    for (int i = 0; i < 3; i++) {
        scoped(str) what = {0};
        str_print(&what, "%s of %s", keys[i], file->name);
        if (!file->is_unread || counts[i])
            document_check_number(manifest, entry, keys[i],
                                  i == 0 ? "manifest_rows" : "manifest_bytes", str_text(&what),
                                  counts[i]);
    }
    return true;
}

/* Whether the first split set has files in the split with this number. */
static bool has_split(const struct validation *validation, size_t split)
{
    for (size_t i = 0; i < validation->files.n; i++)
        if (!validation->files.items[i].set && validation->files.items[i].split_number == split)
            return true;
    return false;
}

/* Compares the numbers of an entry of the list of languages with the rows of the first split set:
 * `rows` of all splits, and one for each split that has rows. */
static void check_language(const struct dataset_folder *folder, const struct json *entry)
{
    const struct validation *validation = folder->validation;
    const char *language = json_text_at(entry, "language");
    for (size_t i = 0; language && i <= validation->splits.keys.n; i++) {
        const char *split = i < validation->splits.keys.n ? validation->splits.keys.items[i] : NULL;
        const char *key = split ? split : "rows";
        if (split && !has_split(validation, i))
            continue;
        scoped(str) what = {0};
        str_print(&what, "%s of %s", key, language);
        document_check_number(&folder->manifest, entry, key, "manifest_languages", str_text(&what),
                              validation_count(validation, language, split));
    }
}

/* Compares the list of languages with the rows. Older manifests have none, and the rows of some
 * formats do not name their language. */
static void check_languages(const struct dataset_folder *folder)
{
    const struct validation *validation = folder->validation;
    const struct json *list = json_get(folder->manifest.value, "languages");
    bool is_unread = false;
    for (size_t i = 0; i < validation->files.n; i++)
        is_unread |= validation->files.items[i].is_unread;
    if (!list || is_unread || !export_has_feature(validation->features, "language"))
        return;
    json_each(entry, list)
        check_language(folder, entry);
    for (size_t i = 0; i < validation->languages.keys.n; i++) {
        const char *language = validation->languages.keys.items[i];
        if (!json_find(list, "language", language))
            document_find(&folder->manifest, list, "manifest_languages",
                          "the rows in %s are not counted", language);
    }
}

static void find_extra(struct dataset_folder *folder, const struct table *paths)
{
    for (size_t i = 0; i < folder->names.n; i++) {
        const char *name = folder->names.items[i];
        if (strncmp(name, "data/", 5) == 0 && table_find(paths, name) == TABLE_NONE)
            validation_find(folder->validation, dataset_folder_path(folder, name), 1, "extra_file",
                            "not named in the manifest");
    }
}

void manifest_check(struct dataset_folder *folder)
{
    scoped(table) paths = {0};
    bool is_unchanged = true;
    json_each(entry, json_get(folder->manifest.value, "files")) {
        const char *name = json_text_at(entry, "path");
        const struct data_file *file = name ? dataset_folder_file(folder, name) : NULL;
        is_unchanged = file && check_file(folder, entry, file) && is_unchanged;
        if (name)
            table_number(&paths, name);
    }
    find_extra(folder, &paths);
    if (is_unchanged)
        check_languages(folder);
}
