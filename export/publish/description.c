/* Numbers of the published rows come from the facts. Values of the whole store keep their names
 * from the manifest. */
#include "export/publish/description.h"

#include "base/json_yaml.h"
#include "base/template.h"
#include "export/format.h"
#include "languages/language.h"
#include "export/publish/manifest.h"
#include "export/publish/markdown.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char statements_yaml[] = {
#include "export/publish/templates/statements.yaml.inc"
};
static const struct yaml_template statements_template = {"statements.yaml", statements_yaml};

static const char made_yaml[] = {
#include "export/publish/templates/split-made.yaml.inc"
};
static const struct yaml_template made_template = {"split-made.yaml", made_yaml};

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    return found ? found : "";
}

/* A copy; NULL, which is written as null, if there is nothing to copy. */
static struct json *copy_of(const struct json *value)
{
    return value ? json_copy(value) : NULL;
}

static struct json *license_of(const struct edition *edition)
{
    const struct license *license = edition->names->license;
    const char *url = edition->names->url ? edition->names->url : "./";
    bool is_unknown = !license->spdx && license->url; /* to hubs */
    return json_make(J_TEXT("id", license->id), J_TEXT("name", license->name),
                     J_TEXT("url", license->url),
                     J_TEXT("address", license->url ? license->url : url),
                     J_TEXT("hub_name", is_unknown ? license->name : NULL),
                     J_TEXT("hub_link", is_unknown ? license->url : NULL),
                     J_TEXT("cff", license->is_in_cff_1_2 ? license->spdx : NULL),
                     J_TEXT("cff_url", license->is_in_cff_1_2 ? NULL : license->url),
                     J_BOOL("is_of_codenet", license == license_of_codenet));
}

struct json *description_persons(const struct edition_names *names, const char *type)
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

static void add_names(struct json *values, const struct edition *edition)
{
    const struct edition_names *names = edition->names;
    char year[5];
    bool is_dated = *edition->date;
    snprintf(year, sizeof year, "%.4s", edition->date);
    json_add(values, J_TEXT("name", names->name), J_TEXT("title", names->title),
             J_TEXT("version", names->version), J_TEXT("date", is_dated ? edition->date : NULL),
             J_TEXT("year", is_dated ? year : NULL), J_TEXT("url", names->url),
             J_TEXT("address", names->url ? names->url : "./"), J_TEXT("tokfix", TOKFIX_VERSION),
             J_VALUE("creators", json_texts(names->creators, names->n_creators)),
             J_VALUE("license", license_of(edition)));
}

/* Adds the numbers of rows and fixes, and what follows from them. */
static void add_numbers(struct json *values, const struct edition *edition)
{
    const struct json *numbers = json_get(edition->facts, "numbers");
    double n_mined = json_number_at(numbers, "n_mined"), n_made = json_number_at(numbers, "n_made");
    json_each(number, numbers) {
        char date[DATE_TEXT_SIZE];
        const char *name = json_name(number);
        date_text(date, json_int(number, 0));
        bool is_date = strstr(name, "_date") && json_kind(number) == JSON_NUMBER;
        json_set(values, name, is_date ? json_text_value(date) : json_copy(number));
    }
    json_add(values, J_BOOL("is_made", n_made > 0),
             J_BOOL("has_dates", json_kind(json_get(numbers, "last_date")) == JSON_NUMBER),
             J_BOOL("has_mined", n_mined > 0 || !n_made), J_BOOL("is_codenet", edition->is_codenet),
             J_BOOL("has_user_ids", export_format_has_key(edition->options->format, "user_id")),
             J_TEXT("user_ids", edition->options->user_ids),
             J_BOOL("omits_comments", edition->options->omits_comments),
             J_BOOL("is_clean", edition_is_clean(edition)),
             J_BOOL("has_passed", edition_has_passed(edition)),
             J_BOOL("keeps_duplicates", edition->choice->marks & MARK_DUPLICATE));
}

static struct json *share_of(int64_t part, int64_t whole)
{
    scoped(str) share = {0};
    markdown_add_share(&share, part, whole);
    return json_text_value(str_text(&share));
}

/* A language as a tag of hubs: its name in lower case. */
static struct json *tag_of(const char *name)
{
    scoped(str) tag = {0};
    for (; *name; name++)
        str_print(&tag, "%c", tolower((unsigned char)*name));
    return json_text_value(str_text(&tag));
}

/* Adds a text, unless the list has it. */
static void push_new(struct json *list, const char *text)
{
    json_each(one, list)
        if (strcmp(json_text(one), text) == 0)
            return;
    json_push_text(list, text);
}

static struct json *counts_of(const struct json *row, const char *key, const struct json *whole)
{
    int64_t n = json_int(json_get(row, key), 0);
    return json_make(J_INT("rows", n),
                     J_VALUE("share", share_of(n, json_int(json_get(whole, key), 0))));
}

/* A row of a table, under a name: the rows of all splits and of each, with their shares of those in
 * `whole`. */
static void push_row(struct json *table, const char *name, const struct json *row,
                     const struct json *whole)
{
    struct json *splits = json_array(), *counts = counts_of(row, "rows", whole);
    for (int split = 0; split < N_PARTS; split++)
        if (json_get(whole, split_names[split]))
            json_push(splits, counts_of(row, split_names[split], whole));
    json_push(table, json_add(counts, J_TEXT("name", name), J_VALUE("splits", splits)));
}

static void add_tables(struct json *values, const struct json *facts)
{
    static const struct {
        const char *name, *whole;
    } tables[] = {{"categories", "rows"},         {"origins", "fixes"}, {"verdicts", "fixes"},
                  {"original_languages", "rows"}, {"sites", "rows"},    {"file_licenses", "rows"}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct json *table = json_array();
        json_each(row, json_get(facts, tables[i].name))
            push_row(table, json_text_at(row, "name"), row, json_get(facts, tables[i].whole));
        json_set(values, tables[i].name, table);
    }
}

/* Adds the languages of the published rows: their names, counts, tags, grammars, and the tokens
 * that an edit may add or remove. */
static void add_languages(struct json *values, const struct edition *edition)
{
    const struct json *counts = json_get(edition->facts, "languages");
    struct json *tags = json_array(), *grammars = json_array(), *added = json_array();
    struct json *table = json_array();
    struct text_list names = {0};
    scoped(str) title = {0};
    json_each(row, counts)
        array_push(&names, json_text_at(row, "name"));
    edition_add_languages(&title, &names);
    for (size_t i = 0; i < names.n; i++) {
        const struct language *language = language_find(names.items[i]);
        const char *name = language ? language->codenet_name : names.items[i];
        push_row(table, name, json_find(counts, "name", names.items[i]),
                 json_get(edition->facts, "rows"));
        json_push(tags, tag_of(name));
        json_push(grammars, copy_of(json_find(json_get(edition->facts, "grammars"), "language",
                                              names.items[i])));
        for (const char *const *one = language ? language->tokens.insertable : NULL; one && *one;
             one++)
            push_new(added, *one);
    }
    json_add(values, J_TEXT("language", str_text(&title)), J_VALUE("language_tags", tags),
             J_BOOL("is_mixed", names.n > 1), J_VALUE("grammars", grammars),
             J_VALUE("added_tokens", added), J_VALUE("languages", table));
    array_release(&names);
}

/* The names of the splits or folds of a set, which has this row of split_sets. */
static struct json *parts_of(const struct json *split)
{
    struct json *parts = json_array();
    unsigned found = split_parts(json_int(json_get(split, "n_folds"), 0));
    for (int part = 0; part < N_PARTS; part++)
        if (found >> part & 1)
            json_push(parts, json_make(J_TEXT("name", split_names[part])));
    return parts;
}

/* The sizes of the splits of a set. `split` is its row of split_sets, and `facts` are the
 * facts. */
static struct json *sizes_of(const struct edition *edition, size_t set, const struct json *split,
                             const struct json *facts)
{
    static const char *const keys[] = {"problems", "fixes", "mutants", "rewrites"};
    const struct edition_config all = {.set = set};
    unsigned parts = split_parts(json_int(json_get(split, "n_folds"), 0));
    struct json *sizes = json_array();
    int64_t n_rows = edition_size(edition, &all, -1).n_rows;
    for (int part = 0; part < N_PARTS; part++) {
        struct edition_size size = edition_size(edition, &all, part);
        const struct json *counts =
            json_find(json_get(facts, "splits"), "split", split_names[part]);
        if (!(parts >> part & 1))
            continue;
        struct json *row =
            json_make(J_TEXT("split", split_names[part]), J_INT("rows", size.n_rows),
                      J_VALUE("share", share_of(size.n_rows, n_rows)), J_INT("files", size.n_files),
                      J_INT("uncompressed", size.n_uncompressed), J_INT("bytes", size.n_bytes));
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            json_set_double(row, keys[i], json_number_at(counts, keys[i]));
        json_push(sizes, row);
    }
    return sizes;
}

/* The names of the splits without rows. */
static struct json *empty_of(const struct json *sizes)
{
    struct json *names = json_array();
    json_each(row, sizes)
        if (json_number_at(row, "rows") < 1)
            json_push_text(names, json_text_at(row, "split"));
    return names;
}

/* Adds the sizes of all splits, and for the splits with fixes how many of these tokfix made. */
static void add_splits(struct json *values, const struct edition *edition)
{
    const struct json *split = json_get(edition->store, "split");
    struct json *splits = sizes_of(edition, 0, split, edition->facts), *shares = json_array();
    bool is_import = strcmp(text(split, "origin"), "import") == 0;
    json_each(row, splits)
        if (json_number_at(row, "fixes") > 0)
            json_push(shares, json_copy(row));
    json_add(values, J_VALUE("splits", splits), J_VALUE("shares", shares),
             J_VALUE("empty", empty_of(splits)),
             J_BOOL("is_across", is_import || strstr(text(split, "grouped_by"), "problem")),
             J_VALUE("parts", parts_of(split)), J_TEXT("split_set", edition_set_name(edition, 0)));
}

/* Sets `*out` to a text that says how a split set was made. */
static int make_made(struct json **out, const struct json *split, struct err *err)
{
    static const char *const days[] = {"validation", "test"};
    scoped(json) *made = NULL;
    scoped(json) *values = json_make(J_VALUE("split", copy_of(split)));
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        scoped(str) from = {0}, name = {0};
        char day[DATE_TEXT_SIZE];
        str_print(&from, "%s_from", days[i]);
        str_print(&name, "%s_day", days[i]);
        const struct json *seconds = json_get(split, str_text(&from));
        date_text(day, json_int(seconds, 0));
        json_set_text(values, str_text(&name), json_kind(seconds) == JSON_NUMBER ? day : NULL);
    }
    if (description_fill_yaml(&made, &made_template, values, err) != 0)
        return ERR;
    *out = json_take(made, "made");
    return 0;
}

/* The commands of the recipe that make a set, as a block. */
static struct json *commands_of(const struct edition *edition, const char *name)
{
    scoped(str) lines = {0}, block = {0}, option = {0};
    str_print(&option, " --set %s ", name);
    json_each(one, edition->commands) {
        scoped(str) line = {0};
        str_print(&line, "%s ", json_text(one));
        if (strncmp(str_text(&line), "tokfix split ", 13) == 0 &&
            strstr(str_text(&line), str_text(&option)))
            str_print(&lines, "%s\n", json_text(one));
    }
    markdown_add_block(&block, "sh", str_text(&lines));
    block.text[--block.length] = '\0';
    return json_text_value(str_text(&block));
}

/* Adds the further split sets. */
static int add_sets(struct json *values, const struct edition *edition, struct err *err)
{
    struct json *sets = json_array();
    size_t number = 0;
    json_set(values, "sets", sets);
    json_each(told, edition->sets) {
        const struct json *split = json_get(told, "split"), *counts = json_get(told, "counts");
        const struct json *report = json_get(json_get(told, "check"), "report");
        struct json *set = json_push_object(sets), *categories = json_array(), *made = NULL;
        const char *name = edition_set_name(edition, ++number);
        struct json *sizes = sizes_of(edition, number, split, counts);
        double n_groups = 0;
        json_each(row, json_get(told, "groups"))
            n_groups += json_number_at(row, "groups");
        json_each(row, json_get(counts, "categories"))
            push_row(categories, json_text_at(row, "name"), row, json_get(counts, "rows"));
        int status = make_made(&made, split, err);
        json_add(set, J_TEXT("name", name), J_VALUE("made", made),
                 J_TEXT("promise", json_text_at(json_get(report, "splits"), "promise")),
                 J_VALUE("command", commands_of(edition, name)), J_VALUE("parts", parts_of(split)),
                 J_VALUE("sizes", sizes), J_VALUE("empty", empty_of(sizes)),
                 J_VALUE("categories", categories), J_DOUBLE("n_groups", n_groups),
                 J_VALUE("largest_group", copy_of(json_get(told, "largest_group"))),
                 J_DOUBLE("n_in_no_split", json_number_at(told, "n_in_no_split")),
                 J_BOOL("is_clean", json_is_true(json_get(report, "clean"))),
                 J_VALUE("check", copy_of(report)));
        if (status != 0)
            return ERR;
    }
    return 0;
}

/* The rows of a configuration in each split that has some. */
static struct json *config_splits_of(const struct edition *edition,
                                     const struct edition_config *config)
{
    struct json *splits = json_array();
    for (int part = 0; part < N_PARTS; part++) {
        struct edition_size size = edition_size(edition, config, part);
        if (size.n_files)
            json_push(splits,
                      json_make(J_TEXT("name", split_names[part]), J_INT("rows", size.n_rows)));
    }
    return splits;
}

/* A file of the first split that has one. */
static const struct edition_file *first_file(const struct edition *edition)
{
    const struct edition_file *first = &edition->files.items[0];
    for (size_t i = 1; i < edition->files.n; i++)
        if (!edition->files.items[i].set && edition->files.items[i].split < first->split)
            first = &edition->files.items[i];
    return first;
}

/* Adds a table of the configurations, if there are several, and examples: a language of the first
 * split set, and the second set. */
static void add_configurations(struct json *values, const struct edition *edition)
{
    struct json *table = json_array(), *examples = json_array();
    const struct edition_file *example = first_file(edition);
    size_t last_set = 0;
    for (size_t i = 0; edition->configs.n > 1 && i < edition->configs.n; i++) {
        const struct edition_config *config = &edition->configs.items[i];
        const struct language *language = config->language ? language_find(config->language) : NULL;
        struct json *splits = config_splits_of(edition, config);
        bool is_example = !config->set && config->language && config->language == example->language;
        if (is_example || config->set > last_set)
            json_push(
                examples,
                json_make(J_TEXT("name", config->name),
                          J_TEXT("split", is_example ? split_names[example->split]
                                                     : json_text_at(json_first(splits), "name"))));
        last_set = config->set;
        json_push(table, json_make(J_TEXT("name", config->name),
                                   J_TEXT("set", edition_set_name(edition, config->set)),
                                   J_TEXT("language", language ? language->codenet_name : NULL),
                                   J_INT("rows", edition_size(edition, config, -1).n_rows),
                                   J_VALUE("splits", splits)));
    }
    json_add(values, J_VALUE("configurations", table), J_VALUE("examples", examples));
}

/* Adds a feature, and after it its members, such as `messages[].role`. */
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
    json_add(row, J_TEXT("name", str_text(&name)), J_TEXT("type", types[feature->type]),
             J_TEXT("description", feature->description));
    for (const struct export_feature *member = feature->members; member && member->name; member++)
        push_feature(list, member, feature->name);
}

static void add_format(struct json *values, const struct edition *edition)
{
    const struct export_format *format = edition->options->format;
    const struct export_view *view = &edition->options->view;
    const struct edition_file *first = first_file(edition);
    const char *granularity = view->granularity == GRANULARITY_OWN
                                  ? "function or program"
                                  : granularity_name(view->granularity);
    bool is_whole = view->granularity == GRANULARITY_PROGRAM && format->flags & FORMAT_OWN_PARTS;
    struct export_feature features[EXPORT_MAX_FEATURES];
    struct json *list = json_array();
    export_options_features(features, edition->options);
    for (const struct export_feature *feature = features; feature->name; feature++)
        push_feature(list, feature, NULL);
    json_set(
        values, "format",
        json_make(J_TEXT("name", format->name), J_TEXT("summary", format->summary),
                  J_TEXT("task", format->flags & FORMAT_PROMPTS ? view->task->name : NULL),
                  J_TEXT("granularity", is_whole ? NULL : granularity),
                  J_BOOL("has_origin", export_format_has_key(format, "origin")),
                  J_BOOL("has_buggy_submission", export_format_has_key(format, "buggy_submission")),
                  J_BOOL("is_parquet", edition->options->is_parquet),
                  J_TEXT("extension", edition_extension(edition))));
    json_set(values, "features", list);
    json_set(values, "first",
             json_make(J_TEXT("path", first->path), J_TEXT("split", split_names[first->split]),
                       J_TEXT("language", first->language)));
}

/* Whether the check of this edition made the same search; it then has a row in its table. */
static bool is_in_check(const struct json *check, const struct json *row)
{
    json_each(one, json_get(check, "benchmarks"))
        if (strcmp(text(one, "name"), text(row, "name")) == 0 &&
            strcmp(text(one, "options"), text(row, "options")) == 0)
            return true;
    return false;
}

/* Adds the checks of the store before it was published. */
static void add_proofs(struct json *values, const struct edition *edition)
{
    const struct json *store = edition->store;
    struct json *proofs = json_array();
    json_each(row, json_get(store, "checks")) {
        if (strcmp(text(row, "subject"), "benchmark") != 0 || is_in_check(edition->check, row))
            continue;
        struct json *proof = json_copy(row);
        json_set_bool(proof, "has_changed",
                      strcmp(text(store, "fingerprint_sha256"), text(row, "fingerprint_sha256")) !=
                          0);
        json_push(proofs, proof);
    }
    json_add(values,
             J_BOOL("is_unsearched",
                    !json_count(proofs) && !json_count(json_get(edition->check, "benchmarks"))),
             J_VALUE("proofs", proofs));
}

/* Whether two datasets were mined with other options than the card's steps can say in one. */
static bool differ(const struct json *a, const struct json *b)
{
    return strcmp(text(a, "pairing"), text(b, "pairing")) != 0 ||
           strcmp(text(a, "failing"), text(b, "failing")) != 0 ||
           json_number_at(a, "max_tokens") != json_number_at(b, "max_tokens") ||
           json_number_at(a, "max_bytes") != json_number_at(b, "max_bytes");
}

/* Adds the kinds of the sources, the names of their datasets, and the options of the
 * first. A store without the list of runs has one of Project CodeNet's layout. */
static void add_sources(struct json *values, const struct edition *edition)
{
    scoped(str) contests = {0}, pairs = {0}, repositories = {0};
    const struct json *runs = json_get(edition->store, "runs"), *first = NULL;
    const char *options = "";
    int64_t n_contests = json_count(runs) ? 0 : 1;
    bool is_tree = true, is_various = false;
    json_each(run, runs) {
        const char *source = text(run, "source");
        first = first ? first : run;
        is_various = is_various || differ(first, run);
        bool is_git = strcmp(source, "git") == 0, is_pairs = strcmp(source, "pairs") == 0;
        n_contests += !is_git && !is_pairs;
        struct str *names = is_git ? &repositories : is_pairs ? &pairs : &contests;
        str_print(names, "%s%s", names->length ? ", " : "", text(run, "dataset"));
        is_tree = is_tree && strcmp(source, "rows") != 0;
        options = is_git ? text(run, "options") : options;
    }
    if (!json_count(runs))
        str_add_text(&contests, text(json_get(edition->store, "run"), "dataset"));
    if (first)
        json_set(values, "run", json_copy(first));
    bool is_secret = false, has_problems = contests.length || pairs.length;
    json_each(line, edition->commands)
        is_secret = is_secret || strstr(json_text(line), " --salt SALT") ||
                    strstr(json_text(line), " --user-ids salted:");
    json_add(values, J_BOOL("is_secret", is_secret), J_BOOL("is_various", is_various),
             J_BOOL("has_contests", contests.length > 0), J_BOOL("has_pairs", pairs.length > 0),
             J_BOOL("has_git", repositories.length > 0), J_BOOL("has_problems", has_problems),
             J_TEXT("units", has_problems ? "problems" : "repositories"),
             J_BOOL("is_joint",
                    (contests.length > 0) + (pairs.length > 0) + (repositories.length > 0) > 1),
             J_BOOL("is_tree", is_tree), J_TEXT("contests", str_text(&contests)),
             J_TEXT("pairs", str_text(&pairs)), J_INT("n_contests", n_contests),
             J_TEXT("repositories", str_text(&repositories)), J_TEXT("git_options", options));
}

/* The names of all datasets. */
static struct json *datasets_of(const struct json *store)
{
    scoped(str) names = {0};
    json_each(run, json_get(store, "runs"))
        str_print(&names, "%s%s", names.length ? " + " : "", text(run, "dataset"));
    return json_text_value(names.length ? str_text(&names)
                                        : text(json_get(store, "run"), "dataset"));
}

static void add_store(struct json *values, const struct edition *edition)
{
    static const char *const parts[] = {"run", "dedup", "split", "mutate", "verify"};
    const struct json *store = edition->store, *mutate = json_get(store, "mutate");
    double n_groups = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        json_add(values, J_VALUE(parts[i], copy_of(json_get(store, parts[i]))));
    json_each(row, json_get(store, "groups"))
        n_groups += json_number_at(row, "groups");
    json_add(values, J_DOUBLE("n_groups", n_groups),
             J_DOUBLE("n_compared",
                      json_number_at(mutate, "n_accepted") - json_number_at(mutate, "n_unused")),
             J_VALUE("dataset", datasets_of(store)));
    json_add(values, J_VALUE("store", copy_of(store)), J_VALUE("check", copy_of(edition->check)),
             J_VALUE("funnel", copy_of(json_get(edition->facts, "funnel"))),
             J_VALUE("duplicates", copy_of(json_get(edition->facts, "duplicates"))));
    add_proofs(values, edition);
}

int description_fill_yaml(struct json **out, const struct yaml_template *template,
                          const struct json *values, struct err *err)
{
    scoped(json) *whole = NULL;
    *out = NULL;
    if (json_from_yaml(&whole, template->yaml, strlen(template->yaml), err) != 0)
        return ERR;
    return template_make(out, template->name, whole, values, err);
}

/* Adds each statement under its name, and the steps of mining with numbers. */
static int add_statements(struct json *values, struct err *err)
{
    scoped(json) *statements = NULL;
    struct json *made = NULL;
    int64_t n = 0;
    if (make_made(&made, json_get(values, "split"), err) != 0)
        return ERR;
    json_set(values, "split_made", made);
    if (description_fill_yaml(&statements, &statements_template, values, err) != 0)
        return ERR;
    struct json *steps = json_array();
    json_each(one, statements)
        json_set(values, json_name(one), json_copy(one));
    json_each(one, json_get(statements, "steps"))
        json_push(steps, json_make(J_INT("number", ++n), J_TEXT("text", json_text(one))));
    json_set(values, "numbered_steps", steps);
    return 0;
}

int description_make(struct json **out, const struct edition *edition, struct err *err)
{
    static const char *const left_out[] = {"left_out", "regions_left_out", "sweeps_left_out"};
    scoped(json) *values = json_object();
    *out = NULL;
    add_names(values, edition);
    add_numbers(values, edition);
    add_tables(values, edition->facts);
    add_languages(values, edition);
    add_splits(values, edition);
    add_configurations(values, edition);
    add_format(values, edition);
    add_store(values, edition);
    add_sources(values, edition);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        json_add(values, J_VALUE(left_out[i], copy_of(json_get(edition->facts, left_out[i]))));
    if (add_statements(values, err) != 0 || add_sets(values, edition, err) != 0)
        return ERR;
    *out = hand_over(values);
    return 0;
}
