/* Numbers of the published rows are the facts'; what is of the whole store keeps the names that it
 * has in the manifest. */
#include "publish/description.h"

#include "base/template.h"
#include "base/json_yaml.h"
#include "export/format.h"
#include "languages/language.h"
#include "publish/markdown.h"

#include <stdlib.h>
#include <string.h>

static const char statements_template[] = {
#include "statements.yaml.bytes"
    0};

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    return found ? found : "";
}

/* NULL is null. */
static void set_copy(struct json *object, const char *name, const struct json *value)
{
    if (value)
        json_set(object, name, json_copy(value));
    else
        json_set_text(object, name, NULL);
}

static void set_date(struct json *object, const char *name, int64_t date)
{
    char day[DATE_TEXT_SIZE];
    date_text(day, date);
    json_set_text(object, name, day);
}

static struct json *license_of(const struct publication *publication)
{
    const struct license *license = publication->names->license;
    const char *url = publication->names->url ? publication->names->url : "./";
    bool is_unknown = !license->spdx && license->url; /* to hubs */
    struct json *object = json_object();
    json_set_text(object, "id", license->id);
    json_set_text(object, "name", license->name);
    json_set_text(object, "url", license->url);
    json_set_text(object, "address", license->url ? license->url : url);
    json_set_text(object, "hub_name", is_unknown ? license->name : NULL);
    json_set_text(object, "hub_link", is_unknown ? license->url : NULL);
    json_set_text(object, "cff", license->is_in_cff_1_2 ? license->spdx : NULL);
    json_set_text(object, "cff_url", license->is_in_cff_1_2 ? NULL : license->url);
    json_set_bool(object, "is_of_codenet", license == license_of_codenet);
    return object;
}

struct json *description_persons(const struct publication_names *names, const char *type)
{
    struct json *persons = json_array();
    for (size_t i = 0; i < names->n_creators; i++) {
        struct json *person = json_push_object(persons);
        if (type)
            json_set_text(person, "@type", type);
        json_set_text(person, "name", names->creators[i]);
    }
    return persons;
}

static void add_names(struct json *values, const struct publication *publication)
{
    const struct publication_names *names = publication->names;
    struct json *creators = json_array();
    char year[5];
    snprintf(year, sizeof year, "%.4s", publication->date);
    for (size_t i = 0; i < names->n_creators; i++)
        json_push_text(creators, names->creators[i]);
    json_set_text(values, "name", names->name);
    json_set_text(values, "title", names->title);
    json_set_text(values, "version", names->version);
    json_set_text(values, "date", publication->date);
    json_set_text(values, "year", year);
    json_set_text(values, "url", names->url);
    json_set_text(values, "address", names->url ? names->url : "./");
    json_set_text(values, "tokfix", TOKFIX_VERSION);
    json_set(values, "creators", creators);
    json_set(values, "license", license_of(publication));
}

static void add_numbers(struct json *values, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    int64_t n_clean = split_counts_total(&facts->clean), n_made = facts_n_made(facts);
    int64_t n_fixes = split_counts_total(&facts->rows) - n_clean;
    json_set_int(values, "n_fixes", n_fixes);
    json_set_int(values, "n_clean", n_clean);
    json_set_int(values, "n_mined", n_fixes - n_made);
    json_set_int(values, "n_made", n_made);
    json_set_int(values, "n_mutants", facts_of_origin(facts, "mutant"));
    json_set_int(values, "n_rewrites", facts_of_origin(facts, "rewrite"));
    json_set_int(values, "n_swaps", facts->n_swaps);
    json_set_bool(values, "is_made", n_made > 0);
    json_set_bool(values, "has_mined", n_fixes > n_made || !n_made);
    json_set_int(values, "n_problems", (int64_t)facts->all_problems.keys.n);
    json_set_int(values, "n_users", (int64_t)facts->all_users.keys.n);
    set_date(values, "first_date", facts->first_date);
    set_date(values, "last_date", facts->last_date);
    json_set_bool(values, "is_codenet", publication->is_codenet);
    json_set_bool(values, "is_clean", publication_is_clean(publication));
    json_set_bool(values, "keeps_duplicates", publication->choice->kept & (1u << 0));
}

static void set_share(struct json *object, int64_t part, int64_t whole)
{
    scoped(str) share = {0};
    markdown_add_share(&share, part, whole);
    json_set_text(object, "share", str_text(&share));
}

static void push_counts(struct json *table, const char *name, const struct split_counts *counts,
                        const struct split_counts *all)
{
    struct json *row = json_object(), *splits = json_array();
    json_set_text(row, "name", *name ? name : "(not given)");
    json_set_int(row, "rows", split_counts_total(counts));
    set_share(row, split_counts_total(counts), split_counts_total(all));
    for (int split = 0; split < N_SPLITS; split++) {
        struct json *one = json_push_object(splits);
        json_set_int(one, "rows", counts->of[split]);
        set_share(one, counts->of[split], all->of[split]);
    }
    json_set(row, "splits", splits);
    json_push(table, row);
}

/* In the order of the names, or with the most frequent first. */
static struct json *table_of(const struct tally *tally, bool is_sorted, bool with_none,
                             const struct split_counts *all)
{
    struct json *table = json_array();
    scoped_memory size_t *order = is_sorted ? tally_order(tally) : NULL;
    for (size_t i = 0; i < tally->counts.n; i++) {
        size_t n = order ? order[i] : i;
        if (with_none || split_counts_total(&tally->counts.items[n]))
            push_counts(table, tally->names.keys.items[n], &tally->counts.items[n], all);
    }
    return table;
}

static void add_tables(struct json *values, const struct facts *facts)
{
    struct split_counts fixes = facts->rows;
    for (int split = 0; split < N_SPLITS; split++)
        fixes.of[split] -= facts->clean.of[split];
    struct json *categories = table_of(&facts->categories, false, true, &facts->rows);
    if (split_counts_total(&facts->clean))
        push_counts(categories, "none (correct programs)", &facts->clean, &facts->rows);
    push_counts(categories, "all", &facts->rows, &facts->rows);
    json_set(values, "categories", categories);
    json_set(values, "origins", table_of(&facts->origins, false, false, &fixes));
    json_set(values, "verdicts", table_of(&facts->statuses, true, true, &fixes));
    json_set(values, "languages", table_of(&facts->original_languages, true, true, &facts->rows));
    json_set(values, "sites", table_of(&facts->contests, true, true, &facts->rows));
}

static int64_t of_origin(const struct facts *facts, const char *origin, int split)
{
    int64_t n = table_find(&facts->origins.names, origin);
    return n == TABLE_NONE ? 0 : facts->origins.counts.items[n].of[split];
}

/* The sizes of all splits; and of those with fixes, how many are made. */
static void add_splits(struct json *values, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    struct json *splits = json_array(), *shares = json_array();
    for (int split = 0; split < N_SPLITS; split++) {
        struct publication_size size = publication_size(publication, split);
        int64_t n_fixes = facts->rows.of[split] - facts->clean.of[split];
        struct json *row = json_push_object(splits);
        json_set_text(row, "split", split_names[split]);
        json_set_int(row, "rows", size.n_rows);
        set_share(row, size.n_rows, publication_size(publication, -1).n_rows);
        json_set_int(row, "problems", facts->problems.of[split]);
        json_set_int(row, "files", size.n_files);
        json_set_int(row, "uncompressed", size.n_uncompressed);
        json_set_int(row, "bytes", size.n_bytes);
        json_set_int(row, "fixes", n_fixes);
        json_set_int(row, "mutants", of_origin(facts, "mutant", split));
        json_set_int(row, "rewrites", of_origin(facts, "rewrite", split));
        if (n_fixes)
            json_push(shares, json_copy(row));
    }
    json_set(values, "splits", splits);
    json_set(values, "shares", shares);
}

static void push_left_out(struct json *list, int64_t n, const char *reason)
{
    if (!n)
        return;
    struct json *row = json_push_object(list);
    json_set_int(row, "n", n);
    json_set_text(row, "reason", reason);
}

static struct json *left_out_of(const struct publication *publication)
{
    static const char *const marks[N_FIX_MARKS] = {"exact duplicates of an earlier fix",
                                                   "another fix of the same buggy program exists",
                                                   "marked as excluded"};
    struct json *list = json_array();
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        push_left_out(list, publication->account.n_marked[mark], marks[mark]);
    push_left_out(list, fix_account_count(&publication->account, FATE_NO_SPLIT), "in no split");
    for (size_t i = 0; i < publication->left_out.left_out.n; i++)
        push_left_out(list, publication->left_out.left_out.items[i].n,
                      publication->left_out.left_out.items[i].reason);
    return list;
}

/* A feature, and behind it its members, as `messages[].role`. */
static void push_feature(struct json *list, const struct export_feature *feature,
                         const char *parent)
{
    static const char *const types[] = {[FEATURE_TEXT] = "text",
                                        [FEATURE_INT] = "whole number",
                                        [FEATURE_BOOL] = "true or false",
                                        [FEATURE_INTS] = "list of whole numbers",
                                        [FEATURE_RECORDS] = "list of objects"};
    struct json *row = json_push_object(list);
    scoped(str) name = {0};
    str_print(&name, "%s%s%s", parent ? parent : "", parent ? "[]." : "", feature->name);
    json_set_text(row, "name", str_text(&name));
    json_set_text(row, "type", types[feature->type]);
    json_set_text(row, "description", feature->description);
    for (const struct export_feature *member = feature->members; member && member->name; member++)
        push_feature(list, member, feature->name);
}

static void add_format(struct json *values, const struct publication *publication)
{
    const struct export_format *format = publication->options->format;
    const struct export_view *view = &publication->options->view;
    const char *granularity = granularity_name(view->granularity);
    struct export_feature features[EXPORT_MAX_FEATURES];
    struct json *object = json_object(), *list = json_array(), *first = json_object();
    json_set_text(object, "name", format->name);
    json_set_text(object, "summary", format->summary);
    json_set_text(object, "task", format->has_prompt ? view->task->name : NULL);
    json_set_text(object, "granularity",
                  format->has_prompt || !format->is_whole ? granularity : NULL);
    json_set_bool(object, "has_origin", export_format_has_key(format, "origin"));
    json_set_bool(object, "has_buggy_submission",
                  export_format_has_key(format, "buggy_submission"));
    json_set_bool(object, "is_parquet", publication->options->is_parquet);
    json_set_text(object, "extension", publication_extension(publication));
    export_options_features(features, publication->options);
    for (const struct export_feature *feature = features; feature->name; feature++)
        push_feature(list, feature, NULL);
    json_set_text(first, "path", publication->files.items[0].path);
    json_set_text(first, "split", split_names[publication->files.items[0].split]);
    json_set(values, "format", object);
    json_set(values, "features", list);
    json_set(values, "first", first);
}

/* Whether the check of this publication searched so, too: then it has a row in its table. */
static bool is_in_check(const struct json *check, const struct json *row)
{
    json_each(one, json_get(check, "benchmarks"))
        if (strcmp(text(one, "name"), text(row, "name")) == 0 &&
            strcmp(text(one, "options"), text(row, "options")) == 0)
            return true;
    return false;
}

/* What was proven of the store before it was published. */
static void add_proofs(struct json *values, const struct publication *publication)
{
    const struct json *store = publication->store;
    struct json *proofs = json_array();
    json_each(row, json_get(store, "checks")) {
        if (strcmp(text(row, "subject"), "benchmark") != 0 || is_in_check(publication->check, row))
            continue;
        struct json *proof = json_copy(row);
        json_set_bool(proof, "has_changed",
                      strcmp(text(store, "fingerprint_sha256"), text(row, "fingerprint_sha256")) !=
                          0);
        json_push(proofs, proof);
    }
    json_set_bool(values, "is_unsearched",
                  !json_count(proofs) && !json_count(json_get(publication->check, "benchmarks")));
    json_set(values, "proofs", proofs);
}

static void add_store(struct json *values, const struct publication *publication)
{
    static const char *const parts[] = {"run", "dedup", "split", "mutate"};
    const struct json *store = publication->store, *mutate = json_get(store, "mutate");
    const char *name = publication_run_text(publication, "language");
    const struct language *language = language_find(name);
    double n_groups = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        set_copy(values, parts[i], json_get(store, parts[i]));
    json_each(row, json_get(store, "groups"))
        n_groups += json_number_at(row, "groups");
    json_set_double(values, "n_groups", n_groups);
    json_set_double(values, "n_compared",
                    json_number_at(mutate, "n_accepted") - json_number_at(mutate, "n_unused"));
    json_set_text(values, "language_key", name);
    json_set_text(values, "language", language ? language->codenet_name : name);
    json_set_text(values, "dataset", publication_run_text(publication, "dataset"));
    set_copy(values, "store", store);
    set_copy(values, "check", publication->check);
    set_copy(values, "funnel", json_get(publication->stats, "funnel"));
    set_copy(values, "duplicates", publication->facts.duplicates);
    add_proofs(values, publication);
}

int description_fill_yaml(struct json **out, const char *name, const char *yaml,
                          const struct json *values, struct err *err)
{
    scoped(json) *template = NULL;
    *out = NULL;
    return json_from_yaml(&template, yaml, strlen(yaml), err) == 0
               ? template_make(out, name, template, values, err)
               : ERR;
}

/* Each under its name; and the steps of mining with their numbers. */
static int add_statements(struct json *values, struct err *err)
{
    scoped(json) *statements = NULL;
    int64_t n = 0;
    if (description_fill_yaml(&statements, "statements.yaml", statements_template, values, err) !=
        0)
        return ERR;
    struct json *steps = json_array();
    json_each(one, statements)
        set_copy(values, json_name(one), one);
    json_each(one, json_get(statements, "steps")) {
        struct json *step = json_push_object(steps);
        json_set_int(step, "number", ++n);
        json_set_text(step, "text", json_text(one));
    }
    json_set(values, "numbered_steps", steps);
    return 0;
}

int description_make(struct json **out, const struct publication *publication, struct err *err)
{
    scoped(json) *values = json_object();
    *out = NULL;
    add_names(values, publication);
    add_numbers(values, publication);
    add_tables(values, &publication->facts);
    add_splits(values, publication);
    add_format(values, publication);
    add_store(values, publication);
    json_set(values, "left_out", left_out_of(publication));
    if (add_statements(values, err) != 0)
        return ERR;
    *out = values;
    values = NULL;
    return 0;
}
