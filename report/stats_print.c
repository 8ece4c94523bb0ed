/* Prints the collected numbers by their texts. Computed here is only what the texts ask about the
 * numbers: what is counted, and what things are called. */
#include "base/terminal.h"
#include "report/report_text.h"
#include "report/source_report.h"
#include "report/stats.h"
#include "report/stored_reports.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

static const char head_text[] = {
#include "report/text/stats_head.txt.inc"
};
static const char totals_text[] = {
#include "report/text/stats.txt.inc"
};
static const char tables_text[] = {
#include "report/text/stats_tables.txt.inc"
};
static const char errors_text[] = "{+input_errors}\n"
                                  "Rows and files that could not be used (table input_errors)\n"
                                  "t kind, n n=count\n"
                                  "{/}\n";
static const char named_text[] = {
#include "report/text/stats_named.txt.inc"
};
static const char screen_head_text[] = {
#include "report/text/stats_screen_head.txt.inc"
};
static const char screen_text[] = {
#include "report/text/stats_screen.txt.inc"
};
static const char limits_text[] = {
#include "report/text/stats_limits.txt.inc"
};

/* A copy of a run with its limits, and the options that only this kind of source has. */
static struct json *with_limits(const struct json *run)
{
    struct json *copy = json_copy(run);
    scoped(str) limits = {0};
    report_text_add(&limits, limits_text, run, NULL, NULL);
    json_set_text(copy, "limits", str_text(&limits));
    return copy;
}

/* Several runs may have mined one dataset for different languages. */
static bool has_run(const struct json *runs, const char *dataset, const char *options)
{
    json_each(run, runs)
        if (strcmp(json_text_at(run, "dataset"), dataset) == 0 &&
            strcmp(json_text_at(run, "options"), options) == 0)
            return true;
    return false;
}

/* The lines {datasets, options}: the datasets that were mined with the same options. */
static struct json *lines_of(const struct json *runs)
{
    static const char options_text[] =
        "{?pairing}pairing {pairing}, failing {failing}; {/}{limits}";
    struct json *lines = json_array();
    scoped(json) *all = json_array();
    json_each(run, runs) {
        scoped(json) *limited = with_limits(run);
        scoped(str) options = {0};
        report_text_add(&options, options_text, limited, NULL, NULL);
        if (!has_run(all, json_text_at(run, "dataset"), str_text(&options)))
            json_push(all, json_make(J_TEXT("dataset", json_text_at(run, "dataset")),
                                     J_TEXT("options", str_text(&options))));
    }
    json_each(run, all) {
        const char *options = json_text_at(run, "options");
        if (json_find(lines, "options", options))
            continue;
        struct json *datasets = json_array();
        json_each(same, all)
            if (strcmp(json_text_at(same, "options"), options) == 0)
                json_push_text(datasets, json_text_at(same, "dataset"));
        json_push(lines, json_make(J_TEXT("options", options), J_VALUE("datasets", datasets)));
    }
    return lines;
}

static bool has_thesis(const struct json *stats, const char *table)
{
    return !isnan(json_number(json_get(json_first(json_get(stats, table)), "thesis_n"), NAN));
}

/* A copy of the readings, in which the reading that all other tables use is marked. */
static struct json *marked_readings(const struct json *readings)
{
    struct json *rows = json_array();
    json_each(row, readings) {
        struct json *copy = json_copy(row);
        scoped(str) reading = {0};
        bool is_ours = json_number_at(row, "ours") > 0;
        str_print(&reading, "%s%s", json_text_at(row, "reading"), is_ours ? " *" : "");
        json_free(json_take(copy, "reading"));
        json_set_text(copy, "reading", str_text(&reading));
        json_push(rows, copy);
    }
    return rows;
}

/* The tables of names, which are those of the sources, and those that are printed otherwise. */
static struct json *named_tables(const struct json *stats)
{
    static const char *const tables[] = {"totals", "per_problem", "funnel", "contests"};
    struct json *named = json_object();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        json_set(named, tables[i], source_words_name(stats, json_get(stats, tables[i])));
    json_set(named, "readings", marked_readings(json_get(stats, "readings")));
    return named;
}

/* Returns what the texts need beside the numbers. With longer programs, mutants or what is not
 * taken, the table of categories would be too wide for published figures in full, and with two of
 * them for more than shares of the last two. `is_named`: tables are printed that were named. */
static struct json *collect_more(const struct json *stats, bool is_named)
{
    const struct json *runs = json_get(stats, "runs"), *origins = json_get(stats, "origins"),
                      *categories = json_get(stats, "categories");
    const char *first = json_text_at(json_first(origins), "origin");
    bool is_made = first && strcmp(first, "real") != 0, is_one = json_count(runs) == 1;
    bool has_mutants = json_get(json_first(categories), "mutant_n") != NULL;
    bool is_longer = tabular_differs(categories, "n", "within_n");
    bool leaves_out = tabular_differs(categories, "n", "taken_n");
    return json_make(
        J_VALUE("one", is_one ? with_limits(json_first(runs)) : NULL),
        J_VALUE("run_lines", is_one ? NULL : lines_of(runs)), J_BOOL("is_made", is_made),
        J_BOOL("is_counted", is_made || json_get(stats, "filters") || json_count(origins) > 1),
        J_BOOL("has_thesis", has_thesis(stats, "totals") || has_thesis(stats, "categories") ||
                                 has_thesis(stats, "source_categories")),
        J_BOOL("has_languages", is_named || json_count(json_get(stats, "languages")) > 1),
        J_BOOL("has_mutants", has_mutants), J_BOOL("has_longer", is_longer),
        J_BOOL("leaves_out", leaves_out), J_BOOL("is_wide", is_longer || has_mutants || leaves_out),
        J_BOOL("is_widest", is_longer + has_mutants + leaves_out > 1),
        J_BOOL("is_whole", !json_get(stats, "filters")), J_VALUE("words", source_words(stats)),
        J_VALUE("named", named_tables(stats)));
}

enum { SCREEN_COLUMNS = 80, INDENT = 2 };

/* Returns the length of the beginning of a line that has at most `room` columns and ends before a
 * blank; at least a word. */
static size_t fitting_length(const char *line, size_t room)
{
    size_t length = strlen(line), whole = length;
    if (utf8_columns(line, length) <= room)
        return length;
    for (const char *blank = line; (blank = strchr(blank + 1, ' '));)
        if (length == whole || utf8_columns(line, (size_t)(blank - line)) <= room)
            length = (size_t)(blank - line);
    return length;
}

/* Prints a line. If it does not fit on the screen, it goes on in the next one. */
static void print_line(const char *line, FILE *out)
{
    if (!*line)
        fputc('\n', out);
    for (size_t n, indent = 0; *line; line += n + (line[n] == ' '), indent = INDENT) {
        scoped(str) piece = {0};
        n = fitting_length(line, SCREEN_COLUMNS - indent);
        terminal_add_safe(&piece, line, n, SCREEN_COLUMNS - indent);
        fprintf(out, "%*s%s\n", (int)indent, "", str_text(&piece));
    }
}

/* Prints the lines above the tables. */
static void print_head(const char *template, const struct json *stats, const struct json *more,
                       FILE *out)
{
    scoped(str) head = {0};
    report_text_add(&head, template, stats, more, NULL);
    const char *text = str_text(&head);
    for (size_t length; *text; text += length + 1) {
        scoped(str) safe = {0};
        length = strcspn(text, "\n");
        terminal_add_safe(&safe, text, length, 0);
        print_line(str_text(&safe), out);
    }
}

void stats_print(const struct json *stats, const char *const *tables, FILE *out)
{
    scoped(json) *more = collect_more(stats, tables != NULL);
    if (!tables)
        print_head(head_text, stats, more, out);
    report_text_print_tables(totals_text, stats, more, tables, out);
    source_report_print(stats, tables, out);
    report_text_print_tables(tables_text, stats, more, tables, out);
    if (json_get(stats, "verify")) {
        fputs(tables ? "" : "\nExecution (tokfix verify)\n", out);
        verify_report_print(stats, tables, out);
    }
    if (json_get(stats, "input_errors"))
        report_text_print_tables(errors_text, stats, NULL, tables, out);
    if (tables)
        report_text_print_tables(named_text, stats, more, tables, out);
}

/* ---- One screen ---- */

enum { SCREEN_LANGUAGES = 5, SCREEN_SOURCES = 3 };

const char *const stats_screen_tables[] = {"totals", "edits", "languages", "sources", NULL};

/* Adds a count under its name, unless it is unknown. */
static void add_count(struct json *counts, const char *name, double n)
{
    if (name && !isnan(n))
        json_push(counts, json_make(J_TEXT("name", name), J_DOUBLE("n", n)));
}

static double total(const struct json *stats, const char *name)
{
    return json_number(json_get(json_find(json_get(stats, "totals"), "name", name), "n"), NAN);
}

#define BLANK "\u00a0" /* no break, so that it is a text and not a dash */

/* The counts of the run, and those of its fixes, in two columns. */
static struct json *screen_counts(const struct json *stats)
{
    scoped(json) *left = json_array(), *right = json_array();
    scoped(str) users = {0};
    struct json *rows = json_array();
    double n_fixes = 0, n_taken = total(stats, "fixes taken by default");
    json_each(category, json_get(stats, "categories"))
        n_fixes += json_number_at(category, "n");
    add_count(left, source_word(stats, "problems"), total(stats, "problems"));
    add_count(left, source_word(stats, "submissions"), total(stats, "files"));
    add_count(left, source_word(stats, "histories"), total(stats, "histories"));
    add_count(left, "pairs", total(stats, "pairs"));
    add_count(right, "single-token fixes", n_fixes);
    add_count(right, "of the six categories", total(stats, "fixes"));
    add_count(right, "of these within 1,024 tokens", total(stats, "fixes within 1,024 tokens"));
    if (n_taken != total(stats, "fixes"))
        add_count(right, "of the six, exports take", n_taken);
    str_print(&users, "their %s", source_word(stats, "users"));
    add_count(right, str_text(&users), json_number(json_get(stats, "n_users"), NAN));
    add_count(right, "mutants", total(stats, "mutants"));
    for (size_t i = 0; i < json_count(left) || i < json_count(right); i++) {
        const struct json *one = json_item(left, i), *other = json_item(right, i);
        json_push(rows, json_make(J_TEXT("left", one ? json_text_at(one, "name") : BLANK),
                                  J_DOUBLE("left_n", json_number(json_get(one, "n"), NAN)),
                                  J_TEXT("right", other ? json_text_at(other, "name") : BLANK),
                                  J_DOUBLE("right_n", json_number(json_get(other, "n"), NAN))));
    }
    return rows;
}

/* The categories without those that are not of the six and have no fixes. */
static struct json *screen_categories(const struct json *categories)
{
    struct json *rows = json_array();
    json_each(row, categories)
        if (json_number_at(row, "n") > 0 || json_kind(json_get(row, "percent")) == JSON_NUMBER ||
            json_kind(json_get(row, "thesis_n")) == JSON_NUMBER)
            json_push(rows, json_copy(row));
    return rows;
}

static struct json *first_rows(const struct json *rows, size_t n)
{
    struct json *first = json_array();
    json_each(row, rows)
        if (json_count(first) < n)
            json_push(first, json_copy(row));
    return first;
}

static int64_t n_beyond(const struct json *rows, size_t n)
{
    return json_count(rows) > n ? (int64_t)(json_count(rows) - n) : 0;
}

void stats_print_screen(const struct json *stats, FILE *out)
{
    const struct json *languages = json_get(stats, "languages"), *runs = json_get(stats, "sources");
    scoped(json) *more =
        json_add(collect_more(stats, false), J_VALUE("counts", screen_counts(stats)),
                 J_VALUE("found", screen_categories(json_get(stats, "categories"))),
                 J_VALUE("screen_languages", first_rows(languages, SCREEN_LANGUAGES)),
                 J_INT("n_languages", n_beyond(languages, SCREEN_LANGUAGES)),
                 J_VALUE("screen_sources", first_rows(runs, SCREEN_SOURCES)),
                 J_INT("n_sources", n_beyond(runs, SCREEN_SOURCES)));
    print_head(screen_head_text, stats, more, out);
    report_text_print_tables(screen_text, stats, more, NULL, out);
}
