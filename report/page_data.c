/* The parts are written one after the other, so that only one of them is in memory. */
#include "report/page_data.h"

#include "base/table.h"
#include "db/store.h"
#include "languages/language.h"
#include "report/profile.h"
#include "report/script_json.h"
#include "tokenize/token_text.h"

#include <inttypes.h>
#include <string.h>

/* The texts of a category's operators, and the empty text if one of them can be inserted. */
static struct json *texts_of(const struct language *language, enum bug_category category)
{
    struct json *texts = json_array();
    bool has_empty = false;
    for (const struct operator_text *row = language->categories.texts; row && row->text; row++) {
        struct token_text text = {row->text, strlen(row->text)};
        if (row->category != category)
            continue;
        json_push_text(texts, row->text);
        if (!has_empty && token_text_is_one_of(text, language->tokens.insertable))
            json_push_text(texts, "");
        has_empty = has_empty || token_text_is_one_of(text, language->tokens.insertable);
    }
    return texts;
}

/* Appends a language: its name, its operators by category, the rare ones, and the tokens that an
 * edit may add or remove. */
static void add_language(struct str *out, const struct language *language)
{
    scoped(json) *object = json_object();
    struct json *operators = json_object(), *rare = json_array(), *added = json_array();
    if (language)
        json_set_text(object, "name", language->codenet_name);
    for (enum bug_category i = 0; language && i < N_CATEGORIES; i++) {
        struct json *texts = texts_of(language, i);
        if (json_count(texts))
            json_set(operators, bug_category_name(i), texts);
        else
            json_free(texts);
    }
    const struct operator_text *row = language ? language->categories.texts : NULL;
    for (; row && row->text; row++)
        if (row->is_rare)
            json_push_text(rare, row->text);
    for (const char *const *text = language ? language->tokens.insertable : NULL; text && *text;
         text++)
        json_push_text(added, *text);
    json_add(object, J_VALUE("operators", operators), J_VALUE("rare", rare),
             J_VALUE("added", added));
    str_add_text(out, ",\n\"language\":");
    script_json_add(out, object, PAGE_MAX_TEXT);
}

/* Appends the members of the profile and the language. Adds the names of the languages to `names`
 * (may be NULL). */
static int add_profile(struct str *out, struct db *db, struct table *names, struct err *err)
{
    scoped(json) *profile = NULL;
    if (profile_collect(&profile, db, err) != 0)
        return ERR;
    json_each(member, profile) {
        str_print(out, ",\n\"%s\":", json_name(member));
        script_json_add(out, member, PAGE_MAX_TEXT);
    }
    const struct json *stats = json_get(profile, "stats");
    const char *name = json_text_at(json_get(stats, "run"), "language");
    add_language(out, name ? language_find(name) : NULL);
    json_each(row, names ? json_get(stats, "languages") : NULL)
        table_number(names, json_text_at(row, "language"));
    return 0;
}

static int write_profile(FILE *out, struct db *db, struct table *names, struct err *err)
{
    scoped(str) text = {0};
    if (add_profile(&text, db, names, err) != 0)
        return ERR;
    fputs(str_text(&text), out);
    return 0;
}

/* Writes the profile of each language, if there are several. */
static int write_languages(FILE *out, struct db *db, const struct table *names, struct err *err)
{
    if (names->keys.n < 2)
        return 0;
    fputs(",\n\"languages\":[", out);
    for (size_t i = 0; i < names->keys.n; i++) {
        const char *name = names->keys.items[i];
        scoped(str) text = {0};
        str_add_text(&text, i ? ",\n{\"key\":" : "\n{\"key\":");
        script_json_add_text(&text, name, strlen(name));
        if (store_view_language(db, name, err) != 0 || add_profile(&text, db, NULL, err) != 0)
            return ERR;
        str_add_text(&text, "}");
        fputs(str_text(&text), out);
    }
    fputs("]", out);
    return 0;
}

static int write_evidence(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                          struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    fputs(",\n\"evidence\":", out);
    return page_fixes_write_evidence(out, db, n, options, err);
}

static void write_names(FILE *out, const struct page_options *options)
{
    scoped(str) text = {0};
    script_json_add_text(&text, options->database, strlen(options->database));
    if (options->verdicts) {
        str_add_text(&text, ",\n\"listed_verdicts\":");
        script_json_add_text(&text, options->verdicts, strlen(options->verdicts));
    }
    fprintf(out, "\"version\":\"" TOKFIX_VERSION "\",\n\"database\":%s", str_text(&text));
}

int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err)
{
    scoped(table) names = {0};
    fputs("{", out);
    write_names(out, options);
    if (write_profile(out, db, &names, err) != 0)
        return ERR;
    fputs(",\n\"fixes\":", out);
    if (page_fixes_write_columns(out, db, options, counts, err) != 0)
        return ERR;
    counts->n_with_programs =
        options->n_with_programs < counts->n_listed ? options->n_with_programs : counts->n_listed;
    fputs(",\n\"samples\":", out);
    if (page_fixes_write_samples(out, db, counts->n_with_programs, options, err) != 0 ||
        write_evidence(out, db, counts->n_with_programs, options, err) != 0 ||
        write_languages(out, db, &names, err) != 0)
        return ERR;
    fputs("}", out);
    return 0;
}
