#include "export/publish/manifest.h"

#include "base/str.h"
#include "db/query_table.h"
#include "db/schema.h"
#include "db/store.h"
#include "db/store_log.h"
#include "languages/language.h"
#include "export/publish/codenet_origin.h"

#include <string.h>

/* The name of the store in the commands; its file may have another one. */
static const char commands_store[] = "bugs.db";

/* The defaults of `tokfix mine`. */
static const struct {
    const char *key, *option, *otherwise;
} options[] = {
    {"pairing", "--pairing", "all"},
    {"failing", "--failing", "judged"},
    {"prefix", "--prefix", ""},
};
#define DEFAULT_SALT "30b0c711" /* the first digits of its SHA-256 */

static void add_option(struct str *line, const char *option, const char *value)
{
    str_print(line, " %s ", option);
    shell_add_word(line, value);
}

/* Adds options as rows_options_describe() writes them: a backslash is before a blank that is in a
 * value, and before a backslash. */
static void add_described(struct str *line, const char *given)
{
    scoped(str) word = {0};
    for (const char *at = given;; at++) {
        bool is_escaped = *at == '\\' && at[1];
        at += is_escaped;
        if (is_escaped || (*at && *at != ' ')) {
            str_add(&word, at, 1);
            continue;
        }
        if (word.length)
            str_add_text(line, " ");
        if (word.length)
            shell_add_word(line, str_text(&word));
        str_clear(&word);
        if (!*at)
            break;
    }
}

/* Adds the options of the source. A salt is stored as a hash, which does not say what it was. */
static void add_source_options(struct str *line, const struct json *run)
{
    static const char salt[] = " --salt sha256:";
    const char *source = json_text_at(run, "source"), *given = json_text_at(run, "options");
    if (source && strcmp(source, "pairs") == 0)
        str_add_text(line, " --format pairs");
    if (!source || !given)
        return;
    if (strcmp(source, "git") != 0) {
        add_described(line, given);
        return;
    }
    const char *end = strstr(given, salt);
    size_t length = end ? (size_t)(end - given) : strlen(given);
    bool is_usual = end && strcmp(end + strlen(salt), DEFAULT_SALT) == 0;
    str_print(line, " --git %.*s%s", (int)length, given, is_usual ? "" : " --salt " RECIPE_SECRET);
}

/* Adds a path that was given to mine, in the folder of the run if it has one. */
static void add_path(struct str *line, const char *folder, const char *name)
{
    scoped(str) path = {0};
    str_print(&path, "%s%s", folder, name);
    shell_add_path(line, str_text(&path));
}

/* `languages` of one tree of CodeNet's layout, `language` of other runs. */
static void add_languages(struct str *line, const struct json *run)
{
    scoped(str) all = {0};
    const char *named = json_text_at(run, "languages");
    named = named ? named : json_text_at(run, "language");
    for (int i = 0; languages[i]; i++)
        str_print(&all, "%s%s", i ? "," : "", languages[i]->name);
    if (named && strcmp(named, str_text(&all)) != 0)
        add_option(line, "--language", named);
}

static void add_mine(struct str *line, const struct json *run, const char *folder,
                     const char *target)
{
    const char *dataset = json_text_at(run, "dataset"), *metadata = json_text_at(run, "metadata");
    bool is_piped = dataset && strcmp(dataset, "standard input") == 0;
    str_add_text(line, "tokfix mine ");
    if (is_piped)
        str_add_text(line, "-");
    else
        add_path(line, folder, dataset ? dataset : "DATASET");
    add_source_options(line, run);
    add_languages(line, run);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = json_text(json_get(run, options[i].key));
        if (value && strcmp(value, options[i].otherwise) != 0)
            add_option(line, options[i].option, value);
    }
    if (metadata) {
        str_add_text(line, " --metadata ");
        add_path(line, folder, metadata);
    }
    if (json_number_at(run, "max_tokens") > 0)
        str_print(line, " --max-tokens %.0f", json_number_at(run, "max_tokens"));
    if ((int)json_number_at(run, "max_bytes") != RUN_MAX_BYTES)
        str_print(line, " --max-bytes %.0f", json_number_at(run, "max_bytes"));
    if ((int)json_number_at(run, "max_pairs") != RUN_MAX_PAIRS)
        str_print(line, " --max-pairs %.0f", json_number_at(run, "max_pairs"));
    if (json_number_at(run, "n_shards") > 1)
        str_print(line, " --shard %.0f/%.0f", json_number_at(run, "shard"),
                  json_number_at(run, "n_shards"));
    str_print(line, " -o %s", target);
}

static void push(struct json *commands, struct str *line)
{
    json_push_text(commands, str_text(line));
    str_clear(line);
}

/* Adds a step. A step changes the store that it names. rewrite makes another store, which the
 * following steps name. */
static void add_step(struct str *line, struct str *name, int *n_rewrites, const struct json *step)
{
    const char *command = json_text_at(step, "command");
    const char *given = json_text_at(step, "options");
    str_print(line, "tokfix %s %s%s%s", command, str_text(name), *given ? " " : "", given);
    if (strcmp(command, "rewrite") != 0)
        return;
    str_clear(name);
    str_add_text(name, "rewrites");
    if (++*n_rewrites > 1)
        str_print(name, "-%d", *n_rewrites);
    str_add_text(name, ".db");
    str_print(line, " -o %s", str_text(name));
}

/* Whether another run has an input with the same name. */
static bool is_ambiguous(const struct json *runs, const struct json *run)
{
    static const char *const keys[] = {"dataset", "metadata"};
    json_each(other, runs)
        for (size_t i = 0; i < sizeof keys / sizeof *keys && other != run; i++) {
            const char *a = json_text_at(run, keys[i]), *b = json_text_at(other, keys[i]);
            if (a && b && strcmp(a, b) == 0)
                return true;
        }
    return false;
}

bool recipe_has_folders(const struct json *store)
{
    const struct json *runs = json_get(store, "runs");
    json_each(run, runs)
        if (is_ambiguous(runs, run))
            return true;
    return false;
}

/* Adds the commands that mine the datasets and join their databases. Inputs with the same name are
 * in a folder for each run. */
static void push_mining(struct json *commands, const struct json *store)
{
    const struct json *runs = json_get(store, "runs");
    scoped(str) line = {0}, merge = {0};
    size_t number = 0, n = json_count(runs);
    str_print(&merge, "tokfix merge %s", commands_store);
    json_each(run, runs) {
        scoped(str) target = {0}, folder = {0};
        str_print(&target, "dataset-%zu.db", ++number);
        str_print(&merge, " %s", str_text(&target));
        if (is_ambiguous(runs, run))
            str_print(&folder, "dataset-%zu/", number);
        add_mine(&line, run, str_text(&folder), n == 1 ? commands_store : str_text(&target));
        push(commands, &line);
    }
    if (n == 0)
        add_mine(&line, json_get(store, "run"), "", commands_store);
    if (n == 0)
        push(commands, &line);
    if (n > 1)
        push(commands, &merge);
}

struct json *recipe_make(const struct json *store, const char *publish)
{
    struct json *commands = json_array();
    scoped(str) line = {0}, name = {0};
    int n_rewrites = 0;
    push_mining(commands, store);
    str_add_text(&name, commands_store);
    json_each(step, json_get(store, "steps")) {
        add_step(&line, &name, &n_rewrites, step);
        push(commands, &line);
    }
    str_print(&line, "tokfix publish %s%s", str_text(&name), publish);
    push(commands, &line);
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

/* These keys are absent from stores of one tree of CodeNet's layout, without mutants and rewrites,
 * or without executed fixes. */
static bool is_optional(const char *name)
{
    return strcmp(name, "runs") == 0 || strcmp(name, "mutate") == 0 ||
           strcmp(name, "verify") == 0 || strcmp(name, "origins") == 0;
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

static int fill(struct json *object, struct db *db, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (store_fingerprint(hex, db, err) != 0)
        return ERR;
    json_add(object, J_TEXT("fingerprint_sha256", hex), J_INT("schema_version", schema_version));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t n = 0;
        if (db_get_int(db, &n, numbers[i].sql, err) != 0)
            return ERR;
        json_set_double(object, numbers[i].name, (double)n);
    }
    scoped(str) name = {0};
    for (const char *rest = tables; query_table_next(&name, &rest);)
        if (add_table(object, db, str_text(&name), err) != 0)
            return ERR;
    return 0;
}

int provenance_collect(struct json **out, struct db *db, struct err *err)
{
    scoped(json) *object = json_object();
    *out = NULL;
    if (fill(object, db, err) != 0)
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
                     J_TEXT("date", edition->date),
                     J_TEXT("source", edition->is_codenet ? source_name : NULL),
                     J_VALUE("creators", json_texts(names->creators, names->n_creators)));
}

static struct json *check_of(const struct edition *edition)
{
    const struct json *splits = json_get(edition->check, "splits");
    const struct json *benchmarks = json_get(edition->check, "benchmarks");
    struct json *against = json_array();
    json_each(one, benchmarks)
        json_push_text(against, json_text_at(one, "name"));
    return json_make(J_BOOL("clean", edition_is_clean(edition)),
                     J_BOOL("forced", edition->is_forced),
                     J_TEXT("grouped_by", json_text_at(splits, "grouped_by")),
                     J_TEXT("preset", json_text_at(splits, "preset")), J_VALUE("against", against),
                     J_VALUE("report", json_copy(edition->check)));
}

static struct json *files_of(const struct edition *edition)
{
    struct json *files = json_array();
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        json_push(files,
                  json_make(J_TEXT("path", file->path), J_TEXT("split", split_names[file->split]),
                            J_INT("rows", file->n_rows), J_INT("correct_programs", file->n_clean),
                            J_INT("bytes", file->n_bytes),
                            J_INT("uncompressed_bytes", file->n_uncompressed),
                            J_TEXT("sha256", file->sha256)));
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
        for (int split = 0; split < N_SPLITS; split++)
            if (edition_size(edition, split).n_rows)
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
    return json_make(
        J_INT("manifest_version", MANIFEST_VERSION),
        J_VALUE("tool", json_make(J_TEXT("name", "tokfix"), J_TEXT("version", TOKFIX_VERSION))),
        J_VALUE("dataset", names_of(edition)), J_VALUE("store", json_copy(edition->store)),
        J_VALUE("export", export_describe(edition->options, edition->choice)),
        J_VALUE("check", check_of(edition)),
        J_VALUE("duplicates", json_copy(json_get(edition->facts, "duplicates"))),
        J_VALUE("files", files_of(edition)), J_VALUE("commands", json_copy(edition->commands)),
        J_VALUE("languages", languages_of(edition)), J_VALUE("counts", counts_of(edition)));
}
