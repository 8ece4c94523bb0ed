/* A score as text, LaTeX and CSV. CSV has the shares as they are. For people, the shares of a
 * system that differ in k alone are a row: all systems have the same shares in the same order. With
 * several systems, what only details the others is omitted. The only input in LaTeX are names of
 * files, escaped. */
#include "score/score.h"

#include "report/printout.h"
#include "report/tabular.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct share_table {
    const struct json *score;
    ARRAY(const struct json *) shares; /* of all systems */
    size_t n_systems, n_of_each;
    int64_t k;
    bool are_samples, is_place_given;
    const char *task; /* of answers in words; "": none */
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

/* ---- The table of the shares ---- */

/* Returns what a score is about, for people. */
static const char *title_of(const struct share_table *table, const char *score)
{
    static const struct {
        const char *task, *score, *title; /* NULL: any other task */
    } titles[] = {
        {"locate", "joint", "place"},
        {"classify", "joint", "category"},
        {"explain", "joint", "line and repair"},
        {"explain", "localisation", "line"},
        {"explain", "repair", "repair of the bugs whose line is right"},
        {NULL, "joint", "place and repair"},
        {NULL, "localisation", "place"},
        {NULL, "repair", "repair of the bugs whose place is right"},
        {NULL, "false_positive", "false positives on correct programs"},
        {NULL, "exact", "exact matches of the executed bugs"},
        {NULL, "plausible", "plausible repairs of the executed bugs"},
    };
    size_t i = 0;
    if (table->is_place_given && strcmp(score, "repair") == 0)
        return "repair at the given place";
    while (strcmp(titles[i].score, score) != 0 ||
           (titles[i].task && strcmp(titles[i].task, table->task) != 0))
        i++;
    return titles[i].title;
}

/* The shares of a row: those of the first system, in whose order the others are. */
struct row {
    size_t first, n;
    const char *score, *category, *language; /* NULL: all languages */
};

static bool is_same(const struct json *a, const struct json *b, const char *key)
{
    const char *of_a = json_text_at(a, key), *of_b = json_text_at(b, key);
    return of_a && of_b ? strcmp(of_a, of_b) == 0 : of_a == of_b;
}

/* Moves to the next row; the first comes after a row of zeros. Returns false at the end. */
static bool next_row(const struct share_table *table, struct row *row)
{
    const struct json *const *shares = table->shares.items;
    size_t at = row->first + row->n, n = 1;
    if (at == table->n_of_each)
        return false;
    while (at + n < table->n_of_each && is_same(shares[at], shares[at + n], "score") &&
           is_same(shares[at], shares[at + n], "category") &&
           is_same(shares[at], shares[at + n], "language"))
        n++;
    *row = (struct row){at, n, json_text_at(shares[at], "score"),
                        json_text_at(shares[at], "category"), json_text_at(shares[at], "language")};
    return true;
}

/* Returns the share of a system for a k; NULL: it has none. */
static const struct json *share_at(const struct share_table *table, const struct row *row,
                                   size_t system, int64_t k)
{
    for (size_t i = row->first; i < row->first + row->n; i++) {
        const struct json *share = table->shares.items[system * table->n_of_each + i];
        if (json_int(json_get(share, "k"), 0) == k)
            return share;
    }
    return NULL;
}

/* Without items there is nothing to say. */
static bool is_shown(const struct share_table *table, const struct row *row)
{
    bool is_detail = row->language || bug_category_find(row->category) >= 0;
    bool is_part = strcmp(row->score, "localisation") == 0 ||
                   (strcmp(row->score, "repair") == 0 && !table->is_place_given);
    bool has_items = false;
    for (size_t i = 0; i < table->n_systems * table->n_of_each; i += table->n_of_each)
        for (size_t at = i + row->first; at < i + row->first + row->n; at++)
            has_items = has_items || json_number_at(table->shares.items[at], "n") >= 1;
    return has_items && !(table->n_systems > 1 && is_detail && is_part);
}

/* Adds n, and the share for the k that was asked for, with its intervals. */
static void add_share(struct tabular *out, const struct json *share)
{
    double n = json_number_at(share, "n");
    tabular_count(out, n);
    tabular_share(out, share, n, "", false);
    tabular_interval(out, json_get(share, "low"), json_get(share, "high"), n);
    tabular_interval(out, json_get(share, "boot_low"), json_get(share, "boot_high"), n);
}

/* Adds the share for another k, with its n where that is not the one of the row. */
static void add_further(struct tabular *out, const struct json *share, double n)
{
    double own = json_number_at(share, "n");
    if (own >= 1 && own != n)
        tabular_format(out, "%.*f (n %.0f)", percent_decimals(own),
                       100 * json_number_at(share, "share"), own);
    else
        tabular_share(out, share, own, "", false);
}

static void add_title(struct tabular *out, int64_t k, bool are_samples)
{
    scoped(str) title = {0};
    str_print(&title, are_samples ? "pass@%" PRId64 : k == 1 ? "first" : "of %" PRId64, k);
    tabular_column(out, 'r', str_text(&title));
}

static void add_row(struct tabular *out, const struct share_table *table, const struct row *row,
                    size_t system)
{
    const struct json *share = share_at(table, row, system, table->k);
    scoped(str) label = {0};
    str_add_text(&label, system ? "" : row->category);
    if (row->language && !system)
        str_print(&label, " (%s)", row->language);
    tabular_name(out, str_text(&label));
    if (table->n_systems > 1)
        tabular_text(out, json_text_at(share, "system"));
    add_share(out, share);
    for (size_t i = row->first; i < row->first + row->n; i++) {
        int64_t k = json_int(json_get(table->shares.items[i], "k"), 1);
        if (k != table->k)
            add_further(out, share_at(table, row, system, k), json_number_at(share, "n"));
    }
}

static void make_table(struct tabular *out, const struct json *score)
{
    scoped(share_table) table = {0};
    struct row row = {0};
    const char *title = "";
    share_table_read(&table, score);
    tabular_column(out, 'l', "");
    if (table.n_systems > 1)
        tabular_column(out, 'l', "system");
    tabular_column(out, 'r', "n");
    add_title(out, table.k, table.are_samples);
    tabular_columns(out, "r", TITLES("Wilson", "bootstrap"));
    next_row(&table, &row);
    for (size_t i = 0; i < row.n; i++) {
        int64_t k = json_int(json_get(table.shares.items[i], "k"), 1);
        if (k != table.k)
            add_title(out, k, table.are_samples);
    }
    for (row = (struct row){0}; next_row(&table, &row);) {
        if (!is_shown(&table, &row))
            continue;
        if (strcmp(title_of(&table, row.score), title) != 0)
            tabular_line(out, title = title_of(&table, row.score));
        for (size_t i = 0; i < table.n_systems; i++)
            add_row(out, &table, &row, i);
    }
}

/* ---- The score ---- */

static const char inputs_text[] = {
#include "score/text/score.txt.inc"
};

static const char tests_text[] = {
#include "score/text/tests.txt.inc"
};

static const char rewrites_text[] = {
#include "score/text/rewrites.txt.inc"
};

void score_print(const struct json *score, FILE *out)
{
    struct tabular shares = {0};
    scoped(str) heading = {0};
    int64_t n = json_int(json_get(json_get(score, "bootstrap"), "problems"), 0);
    scoped(json) *more =
        json_make(J_BOOL("has_several", json_count(json_get(score, "baselines")) > 1));
    printout_print(inputs_text, score, NULL, out);
    str_print(&heading, "Scores in percent (95 %%: Wilson's; bootstrap over %s)",
              counted(n, "problem", "problems").text);
    make_table(&shares, score);
    tabular_print(&shares, str_text(&heading), out);
    printout_print(tests_text, score, more, out);
    if (json_get(score, "rewrites"))
        printout_print(rewrites_text, json_get(score, "rewrites"), score, out);
}

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

static const char caption_text[] = {
#include "score/text/caption.txt.inc"
};

static void print_latex(struct tabular *table, const char *caption, const char *label, FILE *out)
{
    tabular_print_latex(
        table, &(struct tabular_latex){.caption = caption, .label = label, .is_wide = true}, out);
}

void score_print_latex(const struct json *score, const char *gold, FILE *out)
{
    struct tabular latex = {0};
    scoped(str) caption = {0};
    scoped(json) *more =
        json_make(J_TEXT("gold", gold), J_TEXT("version", TOKFIX_VERSION),
                  J_VALUE("first", json_copy(json_first(json_get(score, "inputs")))));
    make_table(&latex, score);
    printout_add(&caption, caption_text, score, more, tabular_add_latex);
    print_latex(&latex, str_text(&caption), "scores", out);
    json_each(baseline, json_get(score, "baselines")) {
        scoped(str) against = {0};
        printout_add(&against,
                     "Right items of \\texttt{{{system}}} (A) and \\texttt{{{name}}} (B), and "
                     "McNemar's exact test, adjusted by Holm",
                     baseline, NULL, tabular_add_latex);
        tabular_read(&latex, baseline, json_get(baseline, "comparison"),
                     "l category, n n, n both, n only_system=only A, n only_baseline=only B, "
                     "n neither, d p_exact=$p$, d? p_holm_systems=baselines, "
                     "x p_holm_categories=categories, x odds_ratio=odds ratio");
        print_latex(&latex, str_text(&against), "tests", out);
    }
}
