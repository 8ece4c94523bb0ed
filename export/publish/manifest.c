#include "export/publish/manifest.h"

#include "base/str.h"
#include "db/query_table.h"
#include "db/schema.h"
#include "db/store.h"
#include "db/store_log.h"
#include "languages/language.h"
#include "export/publish/codenet_origin.h"

#include <string.h>

struct json *recipe_make(const struct json *store, const char *publish)
{
    struct json *commands = json_array();
    json_each(step, json_get(store, "steps"))
        json_push_text(commands, json_text_at(step, "line"));
    json_push_text(commands, publish);
    return commands;
}

static const char tables[] = {
#include "export/publish/manifest.sql.inc"
};

static const struct {
    const char *name, *sql;
} numbers[] = {
    {"n_fixes", "SELECT count(*) FROM fixes"},
    {"n_exclusions", "SELECT count(DISTINCT fix_key) FROM exclusions"},
    {"n_in_no_split", "SELECT count(*) FROM fix_marks WHERE split IS NULL"},
};

/* These keys are absent from stores of one tree of CodeNet's layout, without problems in several
 * datasets, without fixes that split leaves out, without mutants and rewrites, or without executed
 * fixes. */
static bool is_optional(const char *name)
{
    static const char *const optional[] = {"runs",    "joint", "split_left_out", "mutate", "verify",
                                           "origins", NULL};
    return text_is_one_of(name, optional);
}

/* A single table without a row is null. */
static int add_table(struct json *object, struct db *db, const char *name, struct err *err)
{
    if (query_table_collect(object, db, tables, name, 0, err) != 0)
        return ERR;
    if (is_optional(name) && !json_count(json_get(object, name)))
        json_free(json_take(object, name));
    else if (!json_get(object, name))
        json_set_text(object, name, NULL);
    return 0;
}

/* Adds the numbers and the tables, those of a list or all (NULL). */
static int fill(struct json *object, struct db *db, const char *const *list, struct err *err)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t n = 0;
        if (list && !text_is_one_of(numbers[i].name, list))
            continue;
        if (db_get_int(db, &n, numbers[i].sql, err) != 0)
            return ERR;
        json_set_double(object, numbers[i].name, (double)n);
    }
    scoped(str) name = {0};
    for (const char *rest = tables; query_table_next(&name, &rest);)
        if ((!list || text_is_one_of(str_text(&name), list)) &&
            add_table(object, db, str_text(&name), err) != 0)
            return ERR;
    return 0;
}

int provenance_collect(struct json **out, struct db *db, struct err *err)
{
    scoped(json) *object = json_object();
    char hex[SHA256_HEX_SIZE];
    *out = NULL;
    if (store_fingerprint(hex, db, err) != 0)
        return ERR;
    json_add(object, J_TEXT("fingerprint_sha256", hex), J_INT("schema_version", schema_version));
    if (fill(object, db, NULL, err) != 0)
        return ERR;
    *out = hand_over(object);
    return 0;
}

int provenance_collect_set(struct json **out, struct db *db, struct err *err)
{
    static const char *const of_set[] = {
        "split",         "split_left_out", "exclusions",    "groups",
        "largest_group", "n_exclusions",   "n_in_no_split", NULL};
    scoped(json) *object = json_object();
    *out = NULL;
    if (fill(object, db, of_set, err) != 0)
        return ERR;
    *out = hand_over(object);
    return 0;
}

static struct json *names_of(const struct edition *edition)
{
    const struct edition_names *names = edition->names;
    return json_make(J_TEXT("name", names->name), J_TEXT("title", names->title),
                     J_TEXT("version", names->version), J_TEXT("license", names->license->id),
                     J_TEXT("license_url", names->license->url), J_TEXT("url", names->url),
                     J_TEXT("date", *edition->date ? edition->date : NULL),
                     J_TEXT("source", edition->is_codenet ? source_name : NULL),
                     J_VALUE("creators", json_texts(names->creators, names->n_creators)));
}

static struct json *check_of(const struct json *check, bool is_forced)
{
    const struct json *splits = json_get(check, "splits");
    const struct json *benchmarks = json_get(check, "benchmarks");
    struct json *against = json_array();
    json_each(one, benchmarks)
        json_push_text(against, json_text_at(one, "name"));
    return json_make(J_BOOL("clean", json_is_true(json_get(check, "clean"))),
                     J_BOOL("forced", is_forced && !json_is_true(json_get(check, "clean"))),
                     J_TEXT("grouped_by", json_text_at(splits, "grouped_by")),
                     J_TEXT("preset", json_text_at(splits, "preset")), J_VALUE("against", against),
                     J_VALUE("report", json_copy(check)));
}

struct json *manifest_set(const struct published_set *set, const struct json *store,
                          const struct json *facts)
{
    static const char *const counted[] = {"rows",       "fixes",     "splits",
                                          "categories", "languages", "left_out"};
    bool is_clean = json_is_true(json_get(set->check, "clean"));
    struct json *entry = json_make(J_TEXT("split_set", set->name)), *counts = json_object();
    json_each(member, store)
        json_set(entry, json_name(member), json_copy(member));
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        json_set(counts, counted[i], json_copy(json_get(facts, counted[i])));
    return json_add(entry, J_VALUE("check", check_of(set->check, !is_clean)),
                    J_VALUE("counts", counts));
}

static struct json *files_of(const struct edition *edition)
{
    struct json *files = json_array();
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        struct json *one = json_push_object(files);
        json_add(one, J_TEXT("path", file->path), J_TEXT("split", split_names[file->split]));
        if (file->set)
            json_set_text(one, "split_set", edition_set_name(edition, file->set));
        if (file->language)
            json_set_text(one, "language", file->language);
        json_add(one, J_INT("rows", file->n_rows), J_INT("correct_programs", file->n_clean),
                 J_INT("bytes", file->n_bytes), J_INT("uncompressed_bytes", file->n_uncompressed),
                 J_TEXT("sha256", file->sha256));
    }
    return files;
}

/* The rows of each language, in each split that has any. */
static struct json *languages_of(const struct edition *edition)
{
    struct json *list = json_array();
    json_each(counts, json_get(edition->facts, "languages")) {
        struct json *one = json_push_object(list);
        json_set_text(one, "language", json_text_at(counts, "name"));
        json_set(one, "rows", json_copy(json_get(counts, "rows")));
        for (int split = 0; split < N_PARTS; split++)
            if (edition_size(edition, &edition->configs.items[0], split).n_rows)
                json_set(one, split_names[split], json_copy(json_get(counts, split_names[split])));
    }
    return list;
}

/* The facts that are not members of their own. */
static struct json *counts_of(const struct edition *edition)
{
    struct json *counts = json_copy(edition->facts);
    json_free(json_take(counts, "languages"));
    json_free(json_take(counts, "duplicates"));
    return counts;
}

struct json *manifest_make(const struct edition *edition)
{
    struct json *manifest = json_make(
        J_INT("manifest_version", MANIFEST_VERSION),
        J_VALUE("tool", json_make(J_TEXT("name", "tokfix"), J_TEXT("version", TOKFIX_VERSION))),
        J_VALUE("dataset", names_of(edition)), J_VALUE("store", json_copy(edition->store)),
        J_VALUE("export", export_describe(edition->options, edition->choice)),
        J_VALUE("check", check_of(edition->check, edition->is_forced)),
        J_VALUE("duplicates", json_copy(json_get(edition->facts, "duplicates"))),
        J_VALUE("files", files_of(edition)), J_VALUE("commands", json_copy(edition->commands)),
        J_VALUE("languages", languages_of(edition)), J_VALUE("counts", counts_of(edition)));
    if (json_count(edition->sets))
        json_set(manifest, "sets", json_copy(edition->sets));
    return manifest;
}
