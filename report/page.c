/* The data are made by SQL: temporary tables of the charts and of the listed fixes, and queries
 * whose rows are JSON texts. They are written as they come, so that only one row is in memory.
 *
 * page.html contains all markup, and placeholders. It is copied, and each placeholder is replaced:
 * @CSP@ by the policy, @TITLE@ and @LICENSES@ by texts in which HTML is escaped, and @STYLE@,
 * @SCRIPT@ and @DATA@ by the contents of their elements. */
#include "report/page.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/str.h"
#include "base/terminal.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <string.h>

static const char setup[] = "CREATE TEMP TABLE given "
                            "(version, database, filters, programs, languages);";
static const char thesis[] = {
#include "report/sql/thesis.sql.inc"
};
static const char published[] =
    "CREATE TEMP VIEW published AS SELECT category, thesis_n AS thesis, github_n AS github "
    "FROM thesis_categories;"
    "CREATE TEMP VIEW published_histories AS SELECT submissions AS size, thesis_n AS n "
    "FROM thesis_histories;";
static const char charts[] = {
#include "report/page/charts.sql.inc"
};
static const char data[] = {
#include "report/page/data.sql.inc"
};
static const char part_mark[] = "-- name: "; /* before each part of the data */

/* Appends what people call each language, by its name, as a JSON object. */
static void add_languages(struct str *out)
{
    scoped(json) *names = json_object();
    for (int i = 0; languages[i]; i++)
        json_set_text(names, languages[i]->name, languages[i]->codenet_name);
    json_print(out, names);
}

static int make_tables(struct db *db, const struct page_options *options, struct err *err)
{
    scoped(str) chosen = {0}, listed = {0}, names = {0};
    str_add(&listed, data, (size_t)(strstr(data, part_mark) - data));
    str_print(&chosen, "CREATE TEMP VIEW chosen AS SELECT fix_key FROM %s",
              options->filters ? "temp.filtered_fixes" : "fixes");
    add_languages(&names);
    if (db_temporary_begin(db, err) != 0 || db_execute(db, setup, err) != 0 ||
        db_execute(db, thesis, err) != 0 || db_execute(db, published, err) != 0 ||
        db_execute(db, str_text(&chosen), err) != 0 ||
        db_change(db, err, "INSERT INTO given VALUES (?, ?, ?, ?, ?)", "tttit", TOKFIX_VERSION,
                  options->database, options->filters, options->n_with_programs,
                  str_text(&names)) < 0)
        return ERR;
    return db_execute(db, charts, err) != 0 || db_execute(db, str_text(&listed), err) != 0
               ? ERR
               : db_temporary_end(db, err);
}

/* Writes JSON that cannot end the script element that it is in. Outside of texts, JSON has none of
 * these characters. */
static void write_json(FILE *out, const char *json, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        size_t start = at;
        while (at < length && json[at] != '<' && json[at] != '>' && json[at] != '&')
            at++;
        fwrite(json + start, 1, at - start, out);
        if (at < length)
            fprintf(out, "\\u%04x", (unsigned char)json[at]);
    }
}

enum { PROGRESS_STEP = 256 };

/* Writes the rows of a query as an array. Counts those of the programs. */
static int write_rows(FILE *out, struct db *db, const char *query,
                      const struct page_options *options, int64_t n_programs, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, query, NULL);
    int status;
    for (int64_t n = 0; (status = db_step(s, err)) == 1; n++) {
        const char *json = db_text(s, 0);
        fputs(n ? ",\n" : "", out);
        write_json(out, json, db_text_length(s, 0));
        if (n_programs && (n + 1) % PROGRESS_STEP == 0)
            meter_count(&options->meter, (uint64_t)n + 1, (uint64_t)n_programs);
    }
    return status;
}

/* Writes each part of the data: its name, and the rows of its query. */
static int write_data(FILE *out, struct db *db, const struct page_options *options,
                      struct page_counts *counts, struct err *err)
{
    if (make_tables(db, options, err) != 0 ||
        db_get_int(db, &counts->n_fixes, "SELECT count(*) FROM fixes", err) != 0 ||
        db_get_int(db, &counts->n_listed, "SELECT count(*) FROM listed", err) != 0)
        return ERR;
    counts->n_with_programs =
        options->n_with_programs < counts->n_listed ? options->n_with_programs : counts->n_listed;
    const char *comma = "{";
    for (const char *at = data; (at = strstr(at, part_mark)); comma = "],\n") {
        at += strlen(part_mark);
        int length = (int)strcspn(at, "\n");
        bool is_of_programs = strncmp(at, "programs", (size_t)length) == 0;
        fprintf(out, "%s\"%.*s\":[", comma, length, at);
        if (write_rows(out, db, at + length, options, is_of_programs ? counts->n_with_programs : 0,
                       err) != 0)
            return ERR;
    }
    fputs("]}", out);
    return 0;
}

static const char html[] = {
#include "report/page/page.html.inc"
};
static const char style[] = {
#include "report/page/page.css.inc"
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
