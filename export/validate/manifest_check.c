#include "export/validate/published.h"

#include "export/validate/row_formats.h"

#include <string.h>

static void take_format(struct published *published)
{
    struct validation *validation = published->validation;
    const struct json *place = document_place(published->manifest.value, "export");
    const struct json *told = json_get(published->manifest.value, "export");
    const char *name = json_text_at(told, "format");
    const struct export_format *format = name ? row_format_find(name) : NULL;
    if (!format)
        document_find(&published->manifest, document_place(place, "format"), "manifest_format",
                      "unknown export.format '%s'", name ? name : "");
    if (!validation->format)
        validation->format = format;
    validation->has_ids = json_is_true(json_get(told, "with_ids"));
    validation->has_system = json_text_at(told, "system") != NULL;
    validation->has_provenance = json_is_true(json_get(told, "provenance"));
}

/* Reads names separated by commas. Both problem and problem-cluster group by problem. */
static void take_closure(struct published *published)
{
    bool *is_closed = published->validation->comparison.is_closed;
    const struct json *split = json_get(json_get(published->manifest.value, "store"), "split");
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

/* What to do about a file that differs from the published one. */
static const char advice[] = "put the published file back, or publish again";

static void add_changed(struct published *published, const char *name, const struct json *entry,
                        size_t cause)
{
    if (table_add(&published->changed_names, name) != TABLE_NONE)
        array_push(&published->changed, (struct changed_file){entry, cause});
}

static void take_file(struct published *published, const struct json *entry)
{
    const char *name = json_text_at(entry, "path");
    const char *split = json_text_at(entry, "split");
    const struct document *manifest = &published->manifest;
    const struct json *place = document_place(entry, "path");
    struct err err;
    if (!name || !split)
        document_find(manifest, entry, "manifest_files", "a file without path or split");
    else if (!published_has(published, name, NULL, &err))
        add_changed(
            published, name, entry,
            document_find(manifest, place, "manifest_files", "%s; %s", err.message, advice));
    else if (published_file(published, name))
        document_find(manifest, place, "manifest_files", "duplicate path '%s'", name);
    else
        validation_add_file(published->validation, published_path(published, name), name, split);
}

void manifest_begin(struct published *published)
{
    const struct document *manifest = &published->manifest;
    const struct json *files = json_get(manifest->value, "files");
    if (json_int(json_get(manifest->value, "manifest_version"), 0) != 1)
        document_find(manifest, document_place(manifest->value, "manifest_version"),
                      "manifest_version", "manifest_version is not 1");
    take_format(published);
    take_closure(published);
    if (!json_is_array(files) || json_count(files) == 0)
        document_find(manifest, document_place(manifest->value, "files"), "manifest_files",
                      "the list of files is missing");
    json_each(entry, files)
        take_file(published, entry);
}

/* A changed file has a wrong digest. This finding follows from an error in the file's rows; if
 * there is none, other findings follow from this one. Returns the number of the first cause; 0: the
 * file is unchanged. */
static size_t check_digest(struct published *published, const struct json *entry,
                           const struct data_file *file)
{
    const char *digest = json_text_at(entry, "sha256");
    if (digest && strcmp(digest, file->sha256) == 0)
        return 0;
    size_t found =
        document_find(&published->manifest, document_place(entry, "sha256"), "manifest_sha256",
                      "the SHA-256 of %s is %s: the file or this line was changed; %s", file->name,
                      file->sha256, advice);
    if (!digest)
        return 0;
    findings_follow(&published->validation->findings, found, file->cause);
    size_t cause = file->cause ? file->cause : found;
    add_changed(published, file->name, entry, cause);
    return cause;
}

static void check_file(struct published *published, const struct json *entry,
                       const struct data_file *file)
{
    static const char *const keys[] = {"rows", "bytes", "uncompressed_bytes"};
    const uint64_t counts[] = {file->n_rows, file->n_bytes, file->n_content_bytes};
    size_t cause = check_digest(published, entry, file);
    for (int i = 0; i < 3; i++) {
        if (file->is_unread && counts[i] == 0)
            continue;
        const char *what = arena_print(&published->arena, "%s of %s", keys[i], file->name);
        size_t found =
            document_check_number(&published->manifest, entry, keys[i],
                                  i == 0 ? "manifest_rows" : "manifest_bytes", what, counts[i]);
        findings_follow(&published->validation->findings, found, cause);
    }
}

/* Compares the numbers of an entry of the list of languages with the rows: `rows` of all splits,
 * and one for each split that has rows. */
static void check_language(struct published *published, const struct json *entry)
{
    const struct validation *validation = published->validation;
    const char *language = json_text_at(entry, "language");
    for (size_t i = 0; language && i <= validation->splits.keys.n; i++) {
        const char *split = i < validation->splits.keys.n ? validation->splits.keys.items[i] : NULL;
        const char *key = split ? split : "rows";
        const char *what = arena_print(&published->arena, "%s of %s", key, language);
        size_t found = document_check_number(&published->manifest, entry, key, "manifest_languages",
                                             what, validation_count(validation, language, split));
        if (published->changed.n)
            findings_follow(&published->validation->findings, found,
                            published->changed.items[0].cause);
    }
}

/* Compares the list of languages with the rows. Older manifests have none, and the rows of some
 * formats do not name their language. */
static void check_languages(struct published *published)
{
    const struct validation *validation = published->validation;
    const struct json *list = json_get(published->manifest.value, "languages");
    bool is_unread = false;
    for (size_t i = 0; i < validation->files.n; i++)
        is_unread |= validation->files.items[i].is_unread;
    if (!list || is_unread || !export_has_feature(validation->features, "language"))
        return;
    json_each(entry, list)
        check_language(published, entry);
    for (size_t i = 0; i < validation->languages.keys.n; i++) {
        const char *language = validation->languages.keys.items[i];
        if (json_find(list, "language", language))
            continue;
        size_t found = document_find(&published->manifest, list, "manifest_languages",
                                     "the rows in %s are not counted", language);
        if (published->changed.n)
            findings_follow(&published->validation->findings, found,
                            published->changed.items[0].cause);
    }
}

void manifest_check(struct published *published)
{
    const struct json *files = json_get(published->manifest.value, "files");
    scoped(table) paths = {0};
    json_each(entry, files) {
        const char *name = json_text_at(entry, "path");
        const struct data_file *file = name ? published_file(published, name) : NULL;
        if (file)
            check_file(published, entry, file);
        if (name)
            table_number(&paths, name);
    }
    size_t unlisted = json_count(files) ? 0
                                        : findings_first(&published->validation->findings,
                                                         published->manifest.path);
    for (size_t i = 0; i < published->names.n; i++) {
        const char *name = published->names.items[i];
        if (strncmp(name, "data/", 5) != 0 || table_find(&paths, name) != TABLE_NONE)
            continue;
        size_t found = validation_find(published->validation, published_path(published, name), 1,
                                       "extra_file", "not named in the manifest");
        findings_follow(&published->validation->findings, found, unlisted);
        add_changed(published, name, NULL, unlisted ? unlisted : found);
    }
    check_languages(published);
}

static bool is_of(const struct json *entry, const char *split)
{
    const char *own = json_text_at(entry, "split");
    return entry && (!split || (own && strcmp(own, split) == 0));
}

size_t manifest_sum_cause(const struct published *published, const char *split, const char *key,
                          int64_t sum)
{
    const struct json *files = json_get(published->manifest.value, "files");
    uint64_t was = 0;
    json_each(entry, files)
        if (is_of(entry, split))
            was += (uint64_t)json_int(json_get(entry, key), 0);
    for (size_t i = 0; i < published->changed.n && was == (uint64_t)sum; i++)
        if (is_of(published->changed.items[i].entry, split))
            return published->changed.items[i].cause;
    return 0;
}
