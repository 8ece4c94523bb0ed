/* The one table of the scores of all systems, as text, LaTeX and CSV. CSV has the shares as they
 * are. For people, the shares of a system that differ in k alone are a line, and a line has a row
 * for each system: all systems have the same shares in the same order. A row has the share for the
 * k that was asked for with both intervals, and as text the shares for the other k. With several
 * systems, what only details the others is omitted. The only input in LaTeX are names of files,
 * escaped. */
#include "score/score.h"

#include "languages/language.h"
#include "report/report_text.h"
#include "report/tabular.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct share_table {
    const struct json *score;
    ARRAY(const struct json *) shares; /* of all systems */
    size_t n_systems, n_of_each;
    int64_t k;
    bool are_samples;
    const char *task; /* of answers in words; "": none */
    bool is_place_given;
};

static void share_table_release(struct share_table *table)
{
    array_release(&table->shares);
}
SCOPED_VALUE(share_table, share_table_release)

static void share_table_read(struct share_table *table, const struct json *score)
{
    const struct json *inputs = json_first(json_get(score, "inputs"));
    const char *task = json_text_at(inputs, "task");
    table->score = score;
    json_each(share, json_get(score, "shares"))
        array_push(&table->shares, share);
    table->n_systems = json_count(json_get(score, "inputs"));
    table->n_of_each = table->shares.n / table->n_systems;
    table->k = json_int(json_get(score, "k"), 1);
    table->are_samples = json_is_true(json_get(score, "samples"));
    table->task = task ? task : "";
    table->is_place_given = json_is_true(json_get(inputs, "place_given"));
}

/* ---- The lines ---- */

/* A kind of shares, and its title for people. */
struct kind {
    const char *score, *title;
    bool is_detail; /* but for all bugs */
    bool is_single; /* it has one k, and is shown only if something is right */
    bool is_alone;  /* its title says which items are meant */
};

static const struct kind kinds[] = {
    {"joint", "place and repair", .is_detail = false},
    {"localisation", "place", .is_detail = true},
    {"repair", "repair of the bugs whose place is right", .is_detail = true},
    {"false_positive", "false positives on correct programs", .is_alone = true},
    {"false_positive_edit", "false positives by the edit of the first prediction",
     .is_detail = true, .is_single = true},
    {"exact_patch", "patches (predictions that are code) with the fixed tokens", .is_single = true,
     .is_alone = true},
    {"exact", "exact matches of the executed bugs", .is_alone = true},
    {"plausible", "plausible repairs of the executed bugs", .is_alone = true},
};

/* The shares of a line: those of the first system, in whose order the others are. */
struct line {
    size_t first, n;
    const char *category, *language; /* NULL: all languages */
    struct kind kind;
};

static struct kind kind_of(const struct share_table *table, const char *score)
{
    static const struct {
        const char *task, *score, *title;
    } others[] = {{"locate", "joint", "place"},
                  {"classify", "joint", "category"},
                  {"explain", "joint", "line and repair"},
                  {"explain", "localisation", "line"},
                  {"explain", "repair", "repair"}};
    size_t i = 0;
    while (strcmp(kinds[i].score, score) != 0)
        i++;
    struct kind kind = kinds[i];
    for (i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].task, table->task) == 0 && strcmp(others[i].score, score) == 0)
            kind.title = others[i].title;
    if (table->is_place_given && strcmp(score, "repair") == 0)
        kind = (struct kind){score, "repair at the given place", .is_detail = false};
    return kind;
}

static bool is_same(const struct json *a, const struct json *b, const char *key)
{
    const char *of_a = json_text_at(a, key), *of_b = json_text_at(b, key);
    return of_a && of_b ? strcmp(of_a, of_b) == 0 : of_a == of_b;
}

/* Moves to the next line; the first comes after a line of zeros. Returns false at the end. */
static bool next_line(const struct share_table *table, struct line *line)
{
    const struct json *const *shares = table->shares.items;
    size_t at = line->first + line->n, n = 1;
    if (at == table->n_of_each)
        return false;
    while (at + n < table->n_of_each && is_same(shares[at], shares[at + n], "score") &&
           is_same(shares[at], shares[at + n], "category") &&
           is_same(shares[at], shares[at + n], "language"))
        n++;
    *line = (struct line){at, n, json_text_at(shares[at], "category"),
                          json_text_at(shares[at], "language"),
                          kind_of(table, json_text_at(shares[at], "score"))};
    line->kind.is_alone = line->kind.is_alone && !line->language;
    line->kind.is_detail =
        line->kind.is_detail && (line->language || strcmp(line->category, "all") != 0);
    return true;
}

/* Returns the share of a system for a k; NULL: it has none. */
static const struct json *share_at(const struct share_table *table, const struct line *line,
                                   size_t system, int64_t k)
{
    for (size_t i = line->first; i < line->first + line->n; i++) {
        const struct json *share = table->shares.items[system * table->n_of_each + i];
        if (line->kind.is_single || json_int(json_get(share, "k"), 0) == k)
            return share;
    }
    return NULL;
}

/* Whether the system has items that the line is about. */
static bool has_items(const struct share_table *table, const struct line *line, size_t system)
{
    bool has = false;
    for (size_t i = line->first; i < line->first + line->n; i++)
        has = has || score_number(table->shares.items[system * table->n_of_each + i], "n") >= 1;
    return has;
}

/* Without items, or without a false positive of a category, there is nothing to say to people. */
static bool is_shown(const struct share_table *table, const struct line *line)
{
    if (line->kind.is_detail && table->n_systems > 1)
        return false;
    for (size_t i = 0; i < table->n_systems; i++)
        if (has_items(table, line, i) &&
            (!line->kind.is_single ||
             score_number(share_at(table, line, i, table->k), "right") > 0))
            return true;
    return false;
}

static const char *name_of(const struct share_table *table, size_t system)
{
    return json_text_at(table->shares.items[system * table->n_of_each], "system");
}

/* `is_name`: with the language as people write it. */
static void add_category(struct str *out, const struct line *line, bool is_name)
{
    const struct language *language = line->language ? language_find(line->language) : NULL;
    str_add_text(out, line->category);
    if (line->language)
        str_print(out, " (%s)", is_name && language ? language->codenet_name : line->language);
}

/* ---- For people ---- */

/* Adds n, and the share for the k that was asked for, with its intervals. */
static void add_share(struct tabular *out, const struct json *share)
{
    double n = score_number(share, "n");
    tabular_count(out, n);
    tabular_share(out, share, n, "", false);
    tabular_interval(out, json_get(share, "low"), json_get(share, "high"), n);
    tabular_interval(out, json_get(share, "boot_low"), json_get(share, "boot_high"), n);
}

/* Adds a column for a k, or the share for it, with its n where that is not the one of the row. */
static void add_further(struct tabular *out, const struct json *share, double n)
{
    double own = score_number(share, "n");
    if (own >= 1 && own != n)
        tabular_format(out, "%.*f (n %.0f)", percent_decimals(own),
                       100 * score_number(share, "share"), own);
    else
        tabular_share(out, share, own, "", false);
}

static void add_title(struct tabular *out, int64_t k, bool are_samples)
{
    scoped(str) title = {0};
    str_print(&title, are_samples ? "pass@%" PRId64 : k == 1 ? "first" : "of %" PRId64, k);
    tabular_column(out, 'r', str_text(&title));
}

static void add_row(struct tabular *out, const struct share_table *table, const struct line *line,
                    size_t system, const char *label)
{
    const struct json *share = share_at(table, line, system, table->k);
    struct line ranks = {0};
    tabular_text(out, label);
    add_share(out, share);
    next_line(table, &ranks);
    for (size_t i = 0; i < ranks.n; i++) {
        int64_t k = json_int(json_get(table->shares.items[i], "k"), 1);
        if (k != table->k)
            add_further(out, line->kind.is_single ? NULL : share_at(table, line, system, k),
                        score_number(share, "n"));
    }
}

/* A line of one system has its category as label; those of several systems their names. */
static void add_line(struct tabular *out, const struct share_table *table, const struct line *line)
{
    scoped(str) category = {0}, heading = {0};
    add_category(&category, line, false);
    if (table->n_systems == 1) {
        add_row(out, table, line, 0, str_text(&category));
        return;
    }
    str_print(&heading, "%s%s%s", line->kind.title, line->kind.is_alone ? "" : ": ",
              line->kind.is_alone ? "" : str_text(&category));
    tabular_line(out, str_text(&heading));
    for (size_t i = 0; i < table->n_systems; i++)
        if (has_items(table, line, i))
            add_row(out, table, line, i, name_of(table, i));
}

void score_print_shares(const struct json *score, FILE *out)
{
    scoped(share_table) table = {0};
    struct line line = {0}, ranks = {0};
    struct tabular text = {0};
    scoped(str) heading = {0};
    const char *title = "";
    int64_t n = json_int(json_get(json_get(score, "bootstrap"), "problems"), 0);
    share_table_read(&table, score);
    tabular_columns(&text, "lr", TITLES("", "n"));
    add_title(&text, table.k, table.are_samples);
    tabular_columns(&text, "r", TITLES("Wilson", "bootstrap"));
    next_line(&table, &ranks);
    for (size_t i = 0; i < ranks.n; i++) {
        int64_t k = json_int(json_get(table.shares.items[i], "k"), 1);
        if (k != table.k)
            add_title(&text, k, table.are_samples);
    }
    while (next_line(&table, &line)) {
        if (!is_shown(&table, &line))
            continue;
        if (table.n_systems == 1 && strcmp(line.kind.title, title) != 0)
            tabular_line(&text, title = line.kind.title);
        add_line(&text, &table, &line);
    }
    str_print(&heading, "Scores in percent (95 %%: Wilson's; bootstrap over %s)",
              counted(n, "problem", "problems").text);
    tabular_print(&text, str_text(&heading), out);
}

/* ---- CSV ---- */

void score_print_csv(const struct json *score, FILE *out)
{
    struct tabular csv = {0};
    json_each(member, json_first(json_get(score, "shares")))
        tabular_column(&csv, 'l',
                       strcmp(json_name(member), "k") == 0 && json_get(score, "samples")
                           ? "pass_at"
                           : json_name(member));
    json_each(share, json_get(score, "shares"))
        json_each(value, share) {
            if (json_text(value))
                tabular_text(&csv, json_text(value));
            else
                tabular_exact(&csv, json_number(value, NAN));
        }
    tabular_print_csv(&csv, out);
}

/* ---- LaTeX ---- */

/* Adds p, adjusted over the categories for a category, else over the baselines, and the odds ratio.
 */
static void add_test(struct tabular *out, const struct json *row)
{
    double p = score_number(row, "p_holm_categories");
    double n_first = score_number(row, "only_system"),
           n_second = score_number(row, "only_baseline");
    if (isnan(p))
        p = score_number(row, "p_holm_systems");
    if (score_number(row, "n") >= 1 && p < 0.0001)
        tabular_latex(out, "$<0.0001$");
    else
        tabular_decimal(out, score_number(row, "n") < 1 ? NAN : p, 4);
    if (n_first > 0 && !(n_second > 0))
        tabular_latex(out, "$\\infty$");
    else
        tabular_decimal(out, n_second > 0 ? n_first / n_second : NAN, 2);
}

/* The row of the test that a line of a system has: that of its category, or that of the places. */
static const struct json *test_of(const struct share_table *table, const struct line *line,
                                  size_t system)
{
    const struct json *baselines = json_get(table->score, "baselines");
    const char *score = line->kind.score;
    bool is_all = strcmp(line->category, "all") == 0;
    bool is_main = strcmp(score, "joint") == 0 || strcmp(score, "false_positive") == 0 ||
                   (table->is_place_given && strcmp(score, "repair") == 0);
    if (system == 0 || system > json_count(baselines) || line->language || line->kind.is_single ||
        (!is_main && !is_all))
        return NULL;
    return json_find(json_get(json_item(baselines, system - 1), "comparison"), "category",
                     is_main ? line->category : score);
}

static void add_latex_line(struct tabular *out, const struct share_table *table,
                           const struct line *line)
{
    for (size_t i = 0; i < table->n_systems; i++) {
        const struct json *test = test_of(table, line, i);
        scoped(str) category = {0};
        add_category(&category, line, true);
        (i == 0 ? tabular_name : tabular_latex)(out, i == 0 ? str_text(&category) : "");
        if (table->n_systems > 1)
            tabular_text(out, name_of(table, i));
        add_share(out, share_at(table, line, i, table->k));
        if (test) {
            add_test(out, test);
        } else if (table->n_systems > 1) {
            tabular_latex(out, "");
            tabular_latex(out, "");
        }
    }
}

static const char caption_text[] = {
#include "score/text/caption.txt.inc"
};

void score_print_latex(const struct json *score, const char *gold, FILE *out)
{
    scoped(share_table) table = {0};
    struct line line = {0};
    struct tabular latex = {0};
    scoped(str) caption = {0};
    const char *title = "";
    scoped(json) *more =
        json_make(J_TEXT("gold", gold), J_TEXT("version", TOKFIX_VERSION),
                  J_BOOL("has_several", json_count(json_get(score, "baselines")) > 1),
                  J_VALUE("first", json_copy(json_first(json_get(score, "inputs")))));
    share_table_read(&table, score);
    tabular_column(&latex, 'l', "Bugs");
    if (table.n_systems > 1)
        tabular_column(&latex, 'l', "System");
    tabular_columns(&latex, "r", TITLES("$n$", "\\%", "Wilson", "Bootstrap"));
    if (table.n_systems > 1)
        tabular_columns(&latex, "r", TITLES("$p$", "Odds ratio"));
    while (next_line(&table, &line)) {
        if (!is_shown(&table, &line))
            continue;
        if (strcmp(line.kind.title, title) != 0)
            tabular_line(&latex, title = line.kind.title);
        add_latex_line(&latex, &table, &line);
    }
    report_text_add(&caption, caption_text, score, more, tabular_add_latex);
    tabular_print_latex(&latex,
                        &(struct tabular_latex){.caption = str_text(&caption),
                                                .label = "scores",
                                                .is_wide = table.n_systems > 1},
                        out);
}
