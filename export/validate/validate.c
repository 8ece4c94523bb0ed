/* The documents of the folder are read first, because they name the format and the splits. Then
 * rows are read, and then both are compared. */
#include "export/validate/validate.h"

#include "base/file.h"
#include "base/sha256.h"
#include "export/validate/published.h"
#include "export/validate/row_formats.h"

#include <string.h>

/* For a folder whose documents name no files: takes every file with the name of a file of rows. The
 * start of the name gives its split. */
static void add_by_name(struct published *published)
{
    static const char *const splits[] = {"train", "validation", "test"};
    for (size_t i = 0; i < published->names.n; i++) {
        const char *name = published->names.items[i], *split = NULL;
        int part = 0;
        struct err err;
        for (int s = 0; s < 3; s++)
            if (strncmp(file_name(name), splits[s], strlen(splits[s])) == 0)
                split = splits[s];
        if (!row_format_detect_rows(name, false) &&
            !(row_format_detect_parallel(name, &part) && part == 0))
            continue;
        if (published_has(published, name, NULL, &err))
            validation_add_file(published->validation, published_path(published, name), name,
                                split);
        else
            validation_find(published->validation, published_path(published, name), 1, "link", "%s",
                            err.message);
    }
}

static void tell_missing(struct published *published)
{
    static const char *const names[] = {"README.md", "croissant.json", "CITATION.cff"};
    struct err err;
    for (size_t i = 0; i < sizeof names / sizeof *names && published->manifest.is_there; i++)
        if (!published_has(published, names[i], NULL, &err))
            validation_find(published->validation, published_path(published, names[i]), 1,
                            "missing_file", "%s", err.message);
    if (!published->manifest.is_there)
        validation_note(
            published->validation,
            "%s has no manifest.json; digests, sizes and the grouping of splits are not "
            "checked",
            published->path);
}

/* Notes what the manifest says about splits but the rows do not show. */
static void tell_closure(struct published *published)
{
    const struct export_format *format = published->validation->format;
    bool names_problem = format && export_has_feature(published->validation->features,
                                                      export_format_problem_key(format));
    bool is_closed = published->validation->comparison.is_closed[TRAIT_PROBLEM] ||
                     published->validation->comparison.is_closed[TRAIT_USER];
    if (is_closed && format && !names_problem)
        validation_note(published->validation,
                        "%s: rows of the format %s name neither problem nor user; leaks between "
                        "splits show only as equal rows and prompts",
                        published->path, format->name);
}

static void check_citation(struct published *published)
{
    static const char *const keys[] = {"cff-version", "title", "authors", NULL};
    const struct document *citation = &published->citation;
    const struct json *authors = json_get(citation->value, "authors");
    document_require(citation, citation->value, keys, "citation_key", "");
    if (authors && (!json_is_array(authors) || json_count(authors) == 0))
        document_find(citation, authors, "citation_key", "authors is not a list of authors");
}

/* The number of the last error after the first `before` findings; 0: none. */
static size_t last_error(const struct findings *findings, const struct findings *before)
{
    for (size_t number = findings->list.n; number > before->list.n; number--)
        if (!findings->list.items[number - 1].is_warning)
            return number;
    return findings->n_errors > before->n_errors ? FINDING_NOT_KEPT : 0;
}

static int validate_files(struct validation *validation, struct err *err)
{
    int ignored;
    for (size_t i = 0; i < validation->files.n; i++) {
        struct data_file *file = &validation->files.items[i];
        const struct findings before = validation->findings;
        bool is_parallel = row_format_detect_parallel(file->name, &ignored) != NULL;
        if (sha256_file(file->path, file->sha256, &file->n_bytes, err) != 0 ||
            (is_parallel ? rows_validate_parallel : rows_validate)(validation, i, err) != 0)
            return ERR;
        file->cause = last_error(&validation->findings, &before);
    }
    return 0;
}

/* If no row could be read, only the manifest says which keys rows have. */
static void take_features(struct validation *validation)
{
    const struct export_format *format = validation->format;
    if (!validation->features[0].name && format && format->features)
        export_features(validation->features, format, validation->has_ids, validation->has_system,
                        validation->has_provenance);
}

/* Validates a folder of rows, published or not: its manifest, card, Croissant description and
 * citation, if they exist; the rows of its files; and then whether these agree. */
static int validate_folder(struct validation *validation, const char *path, struct err *err)
{
    scoped(published) folder = {.root = {.fd = -1}};
    struct published *published = &folder;
    validation->is_folder = true;
    if (published_open(published, validation, path, err) != 0)
        return ERR;
    validation->has_manifest = published->manifest.is_there;
    tell_missing(published);
    if (published->manifest.value)
        manifest_begin(published);
    if (published->card.value)
        card_begin(published);
    if (!validation->files.n)
        card_add_files(published);
    if (!validation->files.n)
        add_by_name(published);
    if (!validation->files.n && !validation->findings.n_errors)
        return err_set(err, "'%s' contains no rows: no .jsonl, .jsonl.gz, .jsonl.zst or .parquet",
                       published->path);
    if (validate_files(validation, err) != 0)
        return ERR;
    take_features(validation);
    tell_closure(published);
    if (published->manifest.value)
        manifest_check(published);
    if (published->card.value)
        card_check(published);
    if (published->croissant.value)
        croissant_check(published);
    if (published->citation.value)
        check_citation(published);
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
