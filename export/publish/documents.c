/* What only the program knows goes to SQLite as one JSON object. SQLite counts, says the sentences
 * and makes the values of the two templates and croissant.json. The card is YAML, in which every
 * text is written as JSON, and Markdown. */
#include "export/publish/publish.h"

#include "base/template.h"
#include "base/terminal.h"
#include "db/store.h"
#include "db/store_log.h"
#include "tokenize/languages/language.h"

#include <string.h>
#include <strings.h>

static const char tables_sql[] = {
#include "export/publish/tables.sql.inc"
};
static const char statements_sql[] = {
#include "export/publish/statements.sql.inc"
};
static const char values_sql[] = {
#include "export/publish/values.sql.inc"
};
static const char croissant_sql[] = {
#include "export/publish/croissant.sql.inc"
};
static const char card[] = {
#include "export/publish/templates/card.md.inc"
};
static const char citation[] = {
#include "export/publish/templates/citation.cff.inc"
};

/* `cff`: the SPDX id if the Citation File Format knows it; `hub_name`: the name of a licence that
 * hubs do not list. */
static struct json *license_of(const struct license *license)
{
    bool is_unlisted = !license->spdx && license->url;
    return json_make(J_TEXT("id", license->id), J_TEXT("name", license->name),
                     J_TEXT("url", license->url),
                     J_TEXT("hub_name", is_unlisted ? license->name : NULL),
                     J_TEXT("cff", license->is_in_cff_1_2 ? license->spdx : NULL),
                     J_TEXT("cff_url", license->is_in_cff_1_2 ? NULL : license->url));
}

/* All known languages: their names for people, and the tokens that an edit may add or remove. */
static struct json *languages_known(void)
{
    struct json *list = json_array();
    for (int i = 0; languages[i]; i++) {
        struct json *added = json_array();
        const char *const *token = languages[i]->tokens.insertable;
        for (; token && *token; token++)
            json_push_text(added, *token);
        json_push(list,
                  json_make(J_TEXT("language", languages[i]->name),
                            J_TEXT("name", languages[i]->codenet_name), J_VALUE("added", added)));
    }
    return list;
}

static struct json *files_of(const struct edition *edition)
{
    struct json *list = json_array();
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        json_push(list,
                  json_make(J_TEXT("path", file->path), J_INT("set", (int64_t)file->set),
                            J_INT("part", file->split), J_TEXT("split", split_names[file->split]),
                            J_TEXT("language", file->language), J_INT("rows", file->n_rows),
                            J_INT("bytes", file->n_bytes),
                            J_INT("uncompressed", file->n_uncompressed),
                            J_TEXT("sha256", file->sha256)));
    }
    return list;
}

static void push_features(struct json *list, const struct export_feature *features,
                          const char *parent)
{
    static const char *const types[] = {[FEATURE_TEXT] = "text",
                                        [FEATURE_INT] = "whole number",
                                        [FEATURE_BOOL] = "true or false",
                                        [FEATURE_INTS] = "list of whole numbers",
                                        [FEATURE_RECORDS] = "list of objects"};
    for (; features && features->name; features++) {
        json_push(list, json_make(J_TEXT("name", features->name), J_TEXT("parent", parent),
                                  J_TEXT("type", types[features->type]),
                                  J_TEXT("description", features->description)));
        push_features(list, features->members, features->name);
    }
}

static void add_format(struct json *given, const struct export_options *options)
{
    const struct export_format *format = options->format;
    const struct export_view *view = &options->view;
    struct export_feature features[EXPORT_MAX_FEATURES];
    struct json *list = json_array();
    export_options_features(features, options);
    push_features(list, features, "");
    json_add(given, J_TEXT("format", format->name), J_TEXT("format_summary", format->summary),
             J_TEXT("task", format->flags & FORMAT_PROMPTS ? view->question->name : NULL),
             J_TEXT("granularity", view->granularity == GRANULARITY_OWN
                                       ? "function or program"
                                       : granularity_name(view->granularity)),
             J_TEXT("extension", options->is_parquet ? ".parquet" : ".jsonl.gz"),
             J_TEXT("user_ids", options->user_ids),
             J_BOOL("omits_comments", options->omits_comments), J_VALUE("features", list));
}

/* Gives `given` to SQLite, and makes the temporary tables. */
static int make_tables(struct json *given, const struct edition *edition, struct db *db,
                       struct err *err)
{
    const struct edition_names *names = edition->names;
    const struct text_list *sets = edition->sets, *creators = &names->creators;
    char fingerprint[SHA256_HEX_SIZE];
    scoped(str) text = {0};
    if (store_fingerprint(fingerprint, db, err) != 0)
        return ERR;
    json_add(given, J_TEXT("name", names->name), J_TEXT("version", names->version),
             J_TEXT("url", names->url), J_VALUE("license", license_of(names->license)),
             J_VALUE("creators", json_texts(creators->items, creators->n)),
             J_TEXT("tokfix", TOKFIX_VERSION), J_TEXT("line", edition->line),
             J_TEXT("card_extra", edition->card_extra), J_BOOL("is_codenet", edition->is_codenet),
             J_TEXT("fingerprint", fingerprint), J_VALUE("sets", json_texts(sets->items, sets->n)),
             J_VALUE("languages", languages_known()), J_VALUE("files", files_of(edition)));
    add_format(given, edition->options);
    json_print(&text, given);
    return db_execute(db, "DROP TABLE IF EXISTS temp.given; CREATE TEMP TABLE given (facts)",
                      err) == 0 &&
                   db_change(db, err, "INSERT INTO given VALUES (?)", "t", str_text(&text)) == 0 &&
                   db_execute(db, tables_sql, err) == 0 && db_execute(db, statements_sql, err) == 0
               ? 0
               : ERR;
}

/* Two configurations, their records or their splits would have the same name. */
static int check_names(struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT name FROM (SELECT config AS name FROM configs UNION ALL "
        "SELECT config || '_splits' FROM configs) GROUP BY name HAVING count(*) > 1 LIMIT 1",
        NULL);
    int status = db_step(s, err);
    if (status != 1)
        return status;
    return err_set(err,
                   "two configurations would be called '%s'; publish these split sets in two "
                   "folders",
                   db_text(s, 0));
}

static int read_object(struct json **out, struct db *db, const char *sql, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, sql, NULL);
    *out = NULL;
    if (db_step(s, err) != 1)
        return ERR;
    const char *text = db_text(s, 0);
    return json_parse(out, text, strlen(text), err);
}

/* ---- Markdown as hubs show it (GitHub's), of texts of unknown origin ---- */

/* Escapes characters that are markup within a line. Texts never start a line. */
static const char special[] = "\\`*_[]|~$";

static void add_escaped(struct str *out, char c)
{
    static const char *const entities[] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['@'] = "&#64;"};
    size_t number = (unsigned char)c;
    if (number < sizeof entities / sizeof *entities && entities[number])
        str_add_text(out, entities[number]);
    else
        str_print(out, strchr(special, c) ? "\\%c" : "%c", c);
}

/* Whether a hub makes a link of the text here: `://` and `www.` */
static bool begins_link(const char *text)
{
    return strncmp(text, "://", 3) == 0 || strncasecmp(text, "www.", 4) == 0;
}

/* Appends a text as words of a line or of a table's cell, escaped so that it is shown unchanged and
 * contains no markup. Line ends and other control characters become escapes such as \n. */
static void add_text(struct str *out, const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    for (const char *at = str_text(&safe); *at; at++) {
        if (begins_link(at))
            str_print(out, "&#%d;", *at);
        else
            add_escaped(out, *at);
    }
}

static size_t longest_repeat(const char *text, char c)
{
    size_t longest = 0;
    for (size_t n = 0; *text; text++) {
        n = *text == c ? n + 1 : 0;
        longest = n > longest ? n : longest;
    }
    return longest;
}

/* Appends lines of text as a block that shows them unchanged. The fence is longer than any fence in
 * the text. */
static void add_block(struct str *out, const char *language, const char *text)
{
    scoped(str) fence = {0};
    size_t length = longest_repeat(text, '`') + 1;
    for (size_t i = 0; i < length || i < 3; i++)
        str_add_text(&fence, "`");
    str_print(out, "%s%s\n", str_text(&fence), language);
    terminal_add_safe_lines(out, text);
    str_print(out, "%s%s\n", out->text[out->length - 1] == '\n' ? "" : "\n", str_text(&fence));
}

/* ---- Documents ---- */

static int fill(struct str *out, const char *name, const char *text, const struct json *values,
                const struct json *given, struct err *err)
{
    return template_fill(out, text,
                         &(struct template_filling){
                             .name = name, .values = values, .more = given, .escape = add_text},
                         err);
}

int edition_describe(struct str documents[EDITION_DOCUMENTS], const struct edition *edition,
                     struct db *db, struct err *err)
{
    scoped(json) *given = json_object();
    scoped(json) *values = NULL;
    scoped(json) *croissant = NULL;
    scoped(str) commands = {0};
    if (make_tables(given, edition, db, err) != 0 || check_names(db, err) != 0 ||
        read_object(&values, db, values_sql, err) != 0 ||
        read_object(&croissant, db, croissant_sql, err) != 0)
        return ERR;
    add_block(&commands, "sh", json_text_at(values, "commands"));
    commands.text[--commands.length] = '\0'; /* the template ends the line */
    json_replace(values, "commands", json_text_value(str_text(&commands)));
    json_print_pretty(&documents[2], croissant);
    return fill(&documents[0], "card.md", card, values, given, err) == 0
               ? fill(&documents[1], "citation.cff", citation, values, given, err)
               : ERR;
}
