/* page.html contains all markup, and placeholders. It is copied, and each placeholder is replaced:
 * @CSP@ by the policy, @TITLE@ and @LICENSES@ by texts in which HTML is escaped, and @STYLE@,
 * @SCRIPT@ and @DATA@ by the contents of their elements.
 *
 * The parts of the data are written one after the other, so that only one of them is in memory. A
 * store may come from anywhere, so fixes with impossible numbers are counted at the ends of the
 * scales. */
#include "report/page.h"

#include "base/hash.h"
#include "base/str.h"
#include "base/table.h"
#include "base/terminal.h"
#include "db/query_table.h"
#include "db/store.h"
#include "db/store_log.h"
#include "languages/language.h"
#include "report/groups.h"
#include "report/script_json.h"
#include "report/source_report.h"
#include "report/stats.h"
#include "report/stored_reports.h"
#include "tokenize/token_text.h"

#include <inttypes.h>
#include <string.h>

enum { TOP_EDITS = 1000, TOP_PROBLEMS = 30, TOP_CLUSTERS = 10, TOP_EVIDENCE = 1000 };
enum { MAX_TASK_TEXT = 400 }; /* code points of a subject, or of the names of a commit */

static const char charts[] = {
#include "report/sql/charts.sql.inc"
};
static const char of_problems[] = {
#include "report/sql/problems.sql.inc"
};
static const char leakage[] = {
#include "report/sql/leakage.sql.inc"
};

static const char listed_tasks[] = {
#include "report/sql/page_tasks_listed.sql.inc"
};
static const char of_tasks[] = {
#include "report/sql/page_tasks.sql.inc"
};

static int add_checks(struct json *profile, struct db *db, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (query_table_collect(profile, db, leakage, "checks", 0, err) != 0 ||
        store_fingerprint(hex, db, err) != 0)
        return ERR;
    json_set_text(profile, "fingerprint", hex);
    return 0;
}

static int add_stats(struct json *profile, struct db *db, struct err *err)
{
    struct json *stats;
    int status = stats_collect(&stats, db, &(struct stats_choice){.n_edits = TOP_EDITS}, err);
    json_set(profile, "stats", stats);
    json_set(profile, "words", source_words(stats));
    if (status == 0)
        json_set(profile, "edits", json_take(stats, "edits"));
    scoped(json) *repositories = json_take(stats, "repositories");
    if (repositories)
        json_set(stats, "repositories", source_report_first_repositories(repositories));
    return status;
}

static int add_number(struct json *object, const char *name, struct db *db, const char *sql,
                      struct err *err)
{
    int64_t n;
    if (db_get_int(db, &n, sql, err) != 0)
        return ERR;
    json_set_int(object, name, n);
    return 0;
}

static int add_problems(struct json *profile, struct db *db, struct err *err)
{
    struct json *problems = json_object();
    json_set(profile, "problems", problems);
    if (query_tables_collect(problems, db, of_problems, TOP_PROBLEMS, err) != 0)
        return ERR;
    const struct json *points = json_get(problems, "concentration");
    const struct json *last = json_item(points, json_count(points) - 1);
    json_set_int(problems, "n", (int64_t)json_number_at(last, "problems"));
    return 0;
}

/* The groups without their keys if these are users: who a user is stays in the database. */
static struct json *shown_groups(const struct json *groups, bool has_keys)
{
    struct json *rows = json_array();
    json_each(group, groups) {
        if (!has_keys && !json_text_at(group, "key"))
            continue;
        struct json *row = json_copy(group);
        if (!has_keys)
            json_free(json_take(row, "key"));
        json_push(rows, row);
    }
    return rows;
}

/* Adds the fixes by user, contest and week, if there are several. */
static int add_groups(struct json *profile, struct db *db, struct err *err)
{
    static const int64_t limits[N_GROUP_KEYS] = {
        [GROUP_USER] = 100, [GROUP_CONTEST] = 500, [GROUP_WEEK] = 2000};
    scoped(json) *found = json_object();
    struct json *groups = json_object();
    json_set(profile, "groups", groups);
    if (groups_collect(found, db, limits, err) != 0)
        return ERR;
    for (int i = 0; i < N_GROUP_KEYS; i++) {
        struct json *report = json_take(found, groups_key(i));
        if (report)
            json_replace(report, "groups",
                         shown_groups(json_get(report, "groups"), i != GROUP_USER));
        if (json_number_at(report, "n_known") > 1)
            json_set(groups, groups_key(i), report);
        else
            json_free(report);
    }
    return 0;
}

/* Adds the report of a command that stores its result, if it was run: `runs` counts its runs. */
static int add_report(struct json *profile, const char *name, struct db *db, const char *runs,
                      int (*collect)(struct json **out, struct db *db, int64_t top,
                                     struct err *err),
                      struct err *err)
{
    int64_t n_runs;
    struct json *report = NULL;
    int status = db_get_int(db, &n_runs, runs, err);
    if (status == 0 && n_runs)
        status = collect(&report, db, TOP_CLUSTERS, err);
    if (report)
        json_set(profile, name, report);
    return status;
}

/* Collects the numbers of the charts. Release `*out` with json_free(), also after a failure. */
static int collect_profile(struct json **out, struct db *db, const struct page_options *options,
                           bool is_of_part, struct err *err)
{
    struct json *profile = *out = json_object();
    if (add_stats(profile, db, err) != 0 ||
        page_fixes_add_examples(profile, db, options, is_of_part, err) != 0 ||
        query_tables_collect(profile, db, charts, 0, err) != 0 ||
        add_problems(profile, db, err) != 0 || add_groups(profile, db, err) != 0 ||
        add_report(profile, "dedup", db, "SELECT count(*) FROM dedup_run", dedup_report_collect,
                   err) != 0 ||
        add_report(profile, "split", db, "SELECT count(*) FROM split_run", split_report_read,
                   err) != 0 ||
        add_checks(profile, db, err) != 0 ||
        query_table_collect(profile, db, leakage, "leakage", TOP_EVIDENCE, err) != 0)
        return ERR;
    return add_number(profile, "n_excluded", db, "SELECT count(DISTINCT fix_key) FROM exclusions",
                      err);
}

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
 * (NULL: the store shows one of them). */
static int add_profile(struct str *out, struct db *db, const struct page_options *options,
                       struct table *names, struct err *err)
{
    scoped(json) *profile = NULL;
    if (collect_profile(&profile, db, options, !names, err) != 0)
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

static int write_profile(FILE *out, struct db *db, const struct page_options *options,
                         struct table *names, struct err *err)
{
    scoped(str) text = {0};
    if (add_profile(&text, db, options, names, err) != 0)
        return ERR;
    fputs(str_text(&text), out);
    return 0;
}

/* Writes the profile of each language, if there are several. */
static int write_languages(FILE *out, struct db *db, const struct page_options *options,
                           const struct table *names, struct err *err)
{
    if (names->keys.n < 2)
        return 0;
    fputs(",\n\"languages\":[", out);
    for (size_t i = 0; i < names->keys.n; i++) {
        const char *name = names->keys.items[i];
        scoped(str) text = {0};
        str_add_text(&text, i ? ",\n{\"key\":" : "\n{\"key\":");
        script_json_add_text(&text, name, strlen(name));
        if (store_view_language(db, name, err) != 0 ||
            add_profile(&text, db, options, NULL, err) != 0)
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

static int write_tasks(FILE *out, struct db *db, struct err *err)
{
    int64_t n_runs;
    scoped(json) *tasks = json_object();
    scoped(str) text = {0};
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM task_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    if (db_execute(db, listed_tasks, err) != 0 ||
        query_tables_collect(tasks, db, of_tasks, 0, err) != 0)
        return ERR;
    str_add_text(&text, ",\n\"tasks\":");
    script_json_add(&text, tasks, MAX_TASK_TEXT);
    fputs(str_text(&text), out);
    return 0;
}

static void write_names(FILE *out, const struct page_options *options)
{
    scoped(str) text = {0};
    script_json_add_text(&text, options->database, strlen(options->database));
    if (options->filters) {
        str_add_text(&text, ",\n\"filters\":");
        script_json_add_text(&text, options->filters, strlen(options->filters));
    }
    fprintf(out, "\"version\":\"" TOKFIX_VERSION "\",\n\"database\":%s", str_text(&text));
}

static int write_data(FILE *out, struct db *db, const struct page_options *options,
                      struct page_counts *counts, struct err *err)
{
    scoped(table) names = {0};
    fputs("{", out);
    write_names(out, options);
    if (write_profile(out, db, options, &names, err) != 0)
        return ERR;
    fputs(",\n\"fixes\":", out);
    if (page_fixes_write_columns(out, db, options, counts, err) != 0)
        return ERR;
    counts->n_with_programs =
        options->n_with_programs < counts->n_listed ? options->n_with_programs : counts->n_listed;
    fputs(",\n\"samples\":", out);
    if (page_fixes_write_samples(out, db, counts->n_with_programs, options, err) != 0 ||
        write_evidence(out, db, counts->n_with_programs, options, err) != 0 ||
        write_tasks(out, db, err) != 0 || write_languages(out, db, options, &names, err) != 0)
        return ERR;
    fputs("}", out);
    return 0;
}

static const char html[] = {
#include "report/page/page.html.inc"
};
static const char style[] = {
#include "out/charts/style.css.inc"
};
static const char script[] = {
#include "out/charts/script.js.inc"
};
static const char licenses[] = {
#include "out/charts/licenses.txt.inc"
};

struct part {
    const char *placeholder;
    const void *bytes; /* NULL: the data */
    size_t length;
};

/* Plot writes a style element into its charts, which needs 'unsafe-inline' for styles. */
static void add_policy(struct str *out)
{
    char digest[SHA256_BASE64_SIZE];
    sha256_base64(script, sizeof script - 1, digest);
    str_print(out,
              "default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; "
              "img-src data:; base-uri 'none'; form-action 'none'",
              digest);
}

/* Appends the title, escaped: a file may have any name. */
static void add_title(struct str *out, const char *database)
{
    scoped(str) safe = {0};
    str_add_text(out, "tokfix report of ");
    terminal_add_safe(&safe, database, strlen(database), 0);
    for (const char *c = str_text(&safe); *c; c++) {
        if (*c == '<')
            str_add_text(out, "&lt;");
        else if (*c == '>')
            str_add_text(out, "&gt;");
        else if (*c == '&')
            str_add_text(out, "&amp;");
        else
            str_add(out, c, 1);
    }
}

static const struct part *part_at(const struct part *parts, const char *at, size_t length)
{
    for (; parts->placeholder; parts++)
        if (strlen(parts->placeholder) <= length &&
            memcmp(at, parts->placeholder, strlen(parts->placeholder)) == 0)
            return parts;
    return NULL;
}

int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err)
{
    scoped(str) policy = {0}, title = {0};
    add_policy(&policy);
    add_title(&title, options->database);
    const struct part parts[] = {
        {"@CSP@", policy.text, policy.length},
        {"@TITLE@", title.text, title.length},
        {"@STYLE@", style, sizeof style - 1},
        {"@SCRIPT@", script, sizeof script - 1},
        {"@LICENSES@", licenses, sizeof licenses - 1},
        {"@DATA@", NULL, 0},
        {0},
    };
    int status = 0;
    for (size_t at = 0; at < sizeof html - 1 && status == 0;) {
        const struct part *part = part_at(parts, html + at, sizeof html - 1 - at);
        if (!part)
            fputc(html[at++], out);
        else if (part->bytes)
            fwrite(part->bytes, 1, part->length, out);
        else
            status = write_data(out, db, options, counts, err);
        at += part ? strlen(part->placeholder) : 0;
    }
    return status;
}
