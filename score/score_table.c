/* The one table of the scores of all systems, as text, LaTeX and CSV. It is made of lines: a line
 * is one kind of share of one category, for each k, and has a row for each system. All systems have
 * the same lines in the same order.
 *
 * For people, a row has the share for the k that was asked for with both intervals, and as text the
 * shares for the other k. With several systems, what only details the others is omitted. As CSV, a
 * row is a share, so that tools can group and pivot them. The only input in LaTeX are names of
 * files and of the data set, escaped. */
#include "score/score.h"

#include "languages/language.h"
#include "report/report_text.h"
#include "report/tabular.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct line {
    const char *title, *score;       /* for people, and as in CSV */
    const char *category, *language; /* NULL: all languages */
    double n;
    const struct json *ranks, *only; /* shares by k under `key`, or only one for `only_k` */
    const char *key;
    int64_t only_k;
    bool is_detail;
    bool is_alone; /* its title says which items are meant */
};

struct system {
    const char *name;
    ARRAY(struct line) lines;
    const struct json *comparison; /* with the first system; NULL for that */
};

struct score_table {
    ARRAY(struct system) systems;
    int64_t k;
    bool are_samples;
};

static void score_table_release(struct score_table *table)
{
    for (size_t i = 0; i < table->systems.n; i++)
        array_release(&table->systems.items[i].lines);
    array_release(&table->systems);
}
SCOPED_VALUE(score_table, score_table_release)

/* ---- The lines ---- */

static const struct json *last_of(const struct json *list)
{
    return json_item(list, json_count(list) ? json_count(list) - 1 : 0);
}

struct measure {
    const char *score, *title;
    bool is_detail;
};

/* The kinds of shares of bugs, with their titles, which depend on the task. */
static void find_measures(struct measure out[4], const struct json *inputs)
{
    static const struct {
        const char *task; /* NULL: all other tasks */
        const char *joint, *place, *repair;
    } all[] = {
        {"locate", "place", NULL, NULL},
        {"explain", "line and repair", "line", "repair"},
        {"classify", "category", NULL, NULL},
        {NULL, "place and repair", "place", "repair"},
    };
    const char *task = json_text_at(inputs, "task");
    size_t i = 0, n = 0;
    while (all[i].task && !(task && strcmp(all[i].task, task) == 0))
        i++;
    if (json_is_true(json_get(inputs, "place_given"))) {
        out[n++] = (struct measure){"repair", "repair at the given place", false};
    } else {
        out[n++] = (struct measure){"joint", all[i].joint, false};
        if (all[i].place)
            out[n++] = (struct measure){"localisation", all[i].place, true};
        if (all[i].repair)
            out[n++] = (struct measure){"repair", "repair of the bugs whose place is right", true};
    }
    out[n] = (struct measure){0};
}

static void add_bugs(struct system *system, const struct json *score, const struct measure *measure)
{
    struct line line = {.title = measure->title, .score = measure->score, .key = measure->score};
    json_each(row, json_get(score, "bugs")) {
        line.category = json_text_at(row, "category");
        line.n = score_number(row, "n");
        line.ranks = json_get(row, "ranks");
        line.is_detail = measure->is_detail && strcmp(line.category, "all") != 0;
        array_push(&system->lines, line);
    }
    json_each(language, json_get(score, "languages")) {
        const struct json *all = last_of(json_get(language, "bugs"));
        line.language = json_text_at(language, "language");
        line.n = score_number(all, "n");
        line.ranks = json_get(all, "ranks");
        line.is_detail = measure->is_detail;
        array_push(&system->lines, line);
    }
}

static void add_false_positives(struct system *system, const struct json *score)
{
    const struct json *alarms = json_get(score, "false_positives");
    struct line line = {.title = "false positives on correct programs",
                        .score = "false_positive",
                        .category = "correct",
                        .n = score_number(alarms, "n"),
                        .ranks = json_get(alarms, "ranks"),
                        .key = "flagged",
                        .is_alone = true};
    array_push(&system->lines, line);
    line.is_alone = false;
    json_each(language, json_get(score, "languages")) {
        const struct json *own = json_get(language, "false_positives");
        line.language = json_text_at(language, "language");
        line.n = score_number(own, "n");
        line.ranks = json_get(own, "ranks");
        array_push(&system->lines, line);
    }
    line = (struct line){.title = "false positives by the edit of the first prediction",
                         .score = "false_positive_edit",
                         .n = score_number(alarms, "n"),
                         .only_k = 1,
                         .is_detail = true};
    json_each(row, json_get(alarms, "categories")) {
        line.category = json_text_at(row, "category");
        line.only = json_get(row, "flagged");
        array_push(&system->lines, line);
    }
}

static void add_repairs(struct system *system, const struct json *score, int64_t k)
{
    static const char *const titles[][2] = {
        {"exact", "exact matches of the executed bugs"},
        {"plausible", "plausible repairs of the executed bugs"}};
    const struct json *patches = json_get(score, "patches");
    const struct json *executed = json_get(score, "plausible");
    array_push(&system->lines,
               (struct line){.title = "patches (predictions that are code) with the fixed tokens",
                             .score = "exact_patch",
                             .category = "patches",
                             .n = score_number(patches, "n"),
                             .only = json_get(patches, "exact"),
                             .only_k = k,
                             .is_alone = true});
    for (size_t i = 0; i < 2 && executed; i++)
        array_push(&system->lines, (struct line){.title = titles[i][1],
                                                 .score = titles[i][0],
                                                 .category = "executed",
                                                 .n = score_number(executed, "n"),
                                                 .ranks = json_get(executed, "ranks"),
                                                 .key = titles[i][0],
                                                 .is_alone = true});
}

static void add_system(struct score_table *table, const struct json *score,
                       const struct measure *measures)
{
    struct system system = {.name = json_text_at(score, "name"),
                            .comparison = json_get(score, "comparison")};
    for (; measures->score; measures++)
        add_bugs(&system, score, measures);
    add_false_positives(&system, score);
    add_repairs(&system, score, table->k);
    array_push(&table->systems, system);
}

/* The titles are those of the first system. */
static void collect(struct score_table *table, const struct json *score)
{
    struct measure measures[4];
    find_measures(measures, json_get(score, "inputs"));
    table->k = json_int(json_get(score, "k"), 1);
    table->are_samples = json_is_true(json_get(score, "samples"));
    add_system(table, score, measures);
    json_each(one, json_get(score, "baselines"))
        add_system(table, one, measures);
}

static const struct json *share_at(const struct line *line, int64_t k)
{
    if (line->only)
        return k == line->only_k ? line->only : NULL;
    return json_get(score_rank(line->ranks, k), line->key);
}

/* Without items, or without a false positive of a category, there is nothing to say to people. */
static bool is_shown(const struct score_table *table, size_t number)
{
    for (size_t i = 0; i < table->systems.n; i++) {
        const struct line *line = &table->systems.items[i].lines.items[number];
        const struct json *share = line->only ? line->only : share_at(line, table->k);
        bool is_none = line->only && !(score_number(share, "right") > 0);
        bool is_omitted = line->is_detail && (table->systems.n > 1 || is_none);
        if (line->n >= 1 && json_kind(share) == JSON_OBJECT && !is_omitted)
            return true;
    }
    return false;
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
static void add_share(struct tabular *out, const struct line *line, int64_t k)
{
    const struct json *share = line->only ? line->only : share_at(line, k);
    double n = score_whole(share, line->n);
    tabular_count(out, n);
    tabular_share(out, share, n, "", false);
    tabular_interval(out, json_get(share, "low"), json_get(share, "high"), n);
    tabular_interval(out, json_get(share, "boot_low"), json_get(share, "boot_high"), n);
}

static void add_title(struct tabular *out, int64_t k, bool are_samples)
{
    scoped(str) title = {0};
    if (are_samples)
        str_print(&title, "pass@%" PRId64, k);
    else if (k == 1)
        str_add_text(&title, "first");
    else
        str_print(&title, "of %" PRId64, k);
    tabular_column(out, 'r', str_text(&title));
}

static const struct json *ranks_of(const struct score_table *table)
{
    return table->systems.items[0].lines.items[0].ranks;
}

/* The number of items that a share of the line for k is of; 0: it has no such share. */
static double whole_at(const struct line *line, int64_t k)
{
    const struct json *share = share_at(line, k);
    return json_kind(share) == JSON_OBJECT ? score_whole(share, line->n) : 0;
}

/* Adds the share for another k, with its n where that is not the one of the row. */
static void add_further(struct tabular *out, const struct line *line, double n, int64_t k)
{
    const struct json *share = line->only ? NULL : share_at(line, k);
    double whole = whole_at(line, k);
    if (share && whole >= 1 && whole != n)
        tabular_format(out, "%.*f (n %.0f)", percent_decimals(whole),
                       100 * score_number(share, "share"), whole);
    else
        tabular_share(out, share, whole, "", false);
}

static void add_row(struct tabular *out, const struct score_table *table, const struct line *line,
                    const char *label)
{
    double n = whole_at(line, table->k);
    tabular_text(out, label);
    add_share(out, line, table->k);
    json_each(rank, ranks_of(table)) {
        int64_t k = json_int(json_get(rank, "k"), 1);
        if (k != table->k)
            add_further(out, line, n, k);
    }
}

/* Whether the system has items that the line is about. */
static bool has_items(const struct score_table *table, const struct line *line)
{
    bool has = whole_at(line, line->only ? line->only_k : table->k) >= 1;
    json_each(rank, line->ranks)
        has = has || whole_at(line, json_int(json_get(rank, "k"), 1)) >= 1;
    return has;
}

/* A line of one system has its category as label; those of several systems their names. */
static void add_line(struct tabular *out, const struct score_table *table, size_t number)
{
    const struct line *first = &table->systems.items[0].lines.items[number];
    scoped(str) category = {0}, heading = {0};
    add_category(&category, first, false);
    if (table->systems.n == 1) {
        add_row(out, table, first, str_text(&category));
        return;
    }
    str_print(&heading, "%s%s%s", first->title, first->is_alone ? "" : ": ",
              first->is_alone ? "" : str_text(&category));
    tabular_line(out, str_text(&heading));
    for (size_t i = 0; i < table->systems.n; i++) {
        const struct line *line = &table->systems.items[i].lines.items[number];
        if (has_items(table, line))
            add_row(out, table, line, table->systems.items[i].name);
    }
}

void score_print_shares(const struct json *score, FILE *out)
{
    scoped(score_table) table = {0};
    struct tabular text = {0};
    scoped(str) heading = {0};
    const char *title = "";
    collect(&table, score);
    tabular_columns(&text, "lr", TITLES("", "n"));
    add_title(&text, table.k, table.are_samples);
    tabular_columns(&text, "r", TITLES("Wilson", "bootstrap"));
    json_each(rank, ranks_of(&table))
        if (json_int(json_get(rank, "k"), 1) != table.k)
            add_title(&text, json_int(json_get(rank, "k"), 1), table.are_samples);
    for (size_t i = 0; i < table.systems.items[0].lines.n; i++) {
        const struct line *line = &table.systems.items[0].lines.items[i];
        if (!is_shown(&table, i))
            continue;
        if (table.systems.n == 1 && strcmp(line->title, title) != 0)
            tabular_line(&text, title = line->title);
        add_line(&text, &table, i);
    }
    int64_t n = json_int(json_get(json_get(score, "bootstrap"), "problems"), 0);
    str_print(&heading, "Scores in percent (95 %%: Wilson's; bootstrap over %s)",
              counted(n, "problem", "problems").text);
    tabular_print(&text, str_text(&heading), out);
}

/* ---- CSV ---- */

static void add_csv_row(struct tabular *out, const char *system, const struct line *line, double k,
                        const struct json *share)
{
    scoped(str) category = {0};
    if (json_kind(share) != JSON_OBJECT)
        return; /* the task does not ask for this */
    add_category(&category, line, false);
    tabular_text(out, system);
    tabular_text(out, str_text(&category));
    tabular_text(out, line->score);
    tabular_count(out, k);
    tabular_exact(out, score_whole(share, line->n));
    static const char *const keys[] = {"right", "share", "low", "high", "boot_low", "boot_high"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        tabular_exact(out, score_number(share, keys[i]));
}

static void add_csv_line(struct tabular *out, const char *system, const struct line *line)
{
    if (line->only)
        add_csv_row(out, system, line, (double)line->only_k, line->only);
    json_each(rank, line->ranks)
        add_csv_row(out, system, line, score_number(rank, "k"), json_get(rank, line->key));
}

/* Published shares, which have no counts. */
static void add_thesis(struct tabular *out, const struct json *rows)
{
    static const struct {
        const char *key, *category, *score;
    } measures[] = {{"joint", "all", "joint"},
                    {"localisation", "all", "localisation"},
                    {"repair", "all", "repair"},
                    {"false_positives", "correct", "false_positive"}};
    json_each(row, rows)
        for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
            double percent = score_number(row, measures[i].key);
            if (isnan(percent))
                continue;
            tabular_format(out, "thesis table %s, %s", json_text_at(row, "table"),
                           json_text_at(row, "training"));
            tabular_text(out, measures[i].category);
            tabular_text(out, measures[i].score);
            tabular_count(out, 1);
            tabular_count(out, NAN); /* unknown: n, right */
            tabular_count(out, NAN);
            tabular_decimal(out, percent / 100, 4);
            for (int unknown = 0; unknown < 4; unknown++)
                tabular_count(out, NAN); /* and the intervals */
        }
}

void score_print_csv(const struct json *score, FILE *out)
{
    scoped(score_table) table = {0};
    struct tabular csv = {0};
    collect(&table, score);
    tabular_columns(&csv, "l",
                    TITLES("system", "category", "score", table.are_samples ? "pass_at" : "k", "n",
                           "right", "share", "low", "high", "boot_low", "boot_high"));
    for (size_t i = 0; i < table.systems.n; i++)
        for (size_t line = 0; line < table.systems.items[i].lines.n; line++)
            add_csv_line(&csv, table.systems.items[i].name,
                         &table.systems.items[i].lines.items[line]);
    add_thesis(&csv, json_get(score, "thesis"));
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

/* The row of the test that a line has: that of its category, or that of the places. */
static const struct json *test_of(const struct system *system, const struct line *line,
                                  bool is_main)
{
    bool is_of_category = is_main || strcmp(line->category, "correct") == 0;
    if (line->language || line->only || (!is_of_category && strcmp(line->category, "all") != 0))
        return NULL;
    return json_find(system->comparison, "category", is_of_category ? line->category : line->score);
}

static void add_latex_line(struct tabular *out, const struct score_table *table, size_t number)
{
    const char *main_title = table->systems.items[0].lines.items[0].title;
    for (size_t i = 0; i < table->systems.n; i++) {
        const struct system *system = &table->systems.items[i];
        const struct line *line = &system->lines.items[number];
        const struct json *test = test_of(system, line, strcmp(line->title, main_title) == 0);
        scoped(str) category = {0};
        add_category(&category, line, true);
        (i == 0 ? tabular_name : tabular_latex)(out, i == 0 ? str_text(&category) : "");
        if (table->systems.n > 1)
            tabular_text(out, system->name);
        add_share(out, line, table->k);
        if (test) {
            add_test(out, test);
        } else if (table->systems.n > 1) {
            tabular_latex(out, "");
            tabular_latex(out, "");
        }
    }
}

static const char caption_text[] = {
#include "score/text/caption.txt.inc"
};

static void add_caption(struct str *out, const struct json *score, const struct score_names *names)
{
    bool has_several = json_count(json_get(score, "baselines")) > 1;
    scoped(json) *more =
        json_make(J_TEXT("dataset", names->dataset), J_TEXT("gold", names->gold),
                  J_BOOL("has_several", has_several), J_TEXT("version", TOKFIX_VERSION));
    report_text_add(out, caption_text, score, more, tabular_add_latex);
}

void score_print_latex(const struct json *score, const struct score_names *names, FILE *out)
{
    scoped(score_table) table = {0};
    struct tabular latex = {0};
    scoped(str) caption = {0};
    const char *title = "";
    collect(&table, score);
    bool has_several = table.systems.n > 1;
    tabular_column(&latex, 'l', "Bugs");
    if (has_several)
        tabular_column(&latex, 'l', "System");
    tabular_columns(&latex, "r", TITLES("$n$", "\\%", "Wilson", "Bootstrap"));
    if (has_several)
        tabular_columns(&latex, "r", TITLES("$p$", "Odds ratio"));
    for (size_t i = 0; i < table.systems.items[0].lines.n; i++) {
        const char *own = table.systems.items[0].lines.items[i].title;
        if (!is_shown(&table, i))
            continue;
        if (strcmp(own, title) != 0)
            tabular_line(&latex, title = own);
        add_latex_line(&latex, &table, i);
    }
    add_caption(&caption, score, names);
    tabular_print_latex(&latex,
                        &(struct tabular_latex){.caption = str_text(&caption),
                                                .label = "scores",
                                                .is_wide = has_several},
                        out);
}
