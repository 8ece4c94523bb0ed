/* The score as one table. As CSV, a row is a share, so that tools can group and pivot them. As
 * LaTeX, a row is a category; the only input in it are names of files and of the data set, escaped.
 */
#include "score/score.h"

#include "languages/language.h"
#include "report/report_text.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

static bool is_place_given_in(const struct json *score)
{
    return json_is_true(json_get(json_get(score, "inputs"), "place_given"));
}

static void add_share(struct tabular *table, const char *system, const char *category,
                      const char *score, double k, double n, const struct json *share)
{
    if (json_kind(share) != JSON_OBJECT)
        return; /* the task does not ask for this */
    tabular_text(table, system);
    tabular_text(table, category);
    tabular_text(table, score);
    tabular_count(table, k);
    tabular_count(table, score_whole(share, n));
    tabular_count(table, score_number(share, "right"));
    tabular_exact(table, score_number(share, "share"));
    tabular_exact(table, score_number(share, "low"));
    tabular_exact(table, score_number(share, "high"));
}

/* If the place was given, there is only one score, the repair. */
static void add_row(struct tabular *table, const char *system, const char *category,
                    const struct json *row, bool is_place_given)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    json_each(rank, json_get(row, "ranks"))
        for (size_t i = is_place_given; i < sizeof keys / sizeof *keys; i++)
            add_share(table, system, category, keys[i], score_number(rank, "k"),
                      score_number(row, "n"), json_get(rank, keys[i]));
}

static void add_flagged(struct tabular *table, const char *system, const char *category,
                        const struct json *flagged)
{
    json_each(rank, json_get(flagged, "ranks"))
        add_share(table, system, category, "false_positive", score_number(rank, "k"),
                  score_number(flagged, "n"), json_get(rank, "flagged"));
}

static void add_plausible(struct tabular *table, const char *system, const struct json *plausible)
{
    static const char *const keys[] = {"exact", "plausible"};
    json_each(rank, json_get(plausible, "ranks"))
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            add_share(table, system, "executed", keys[i], score_number(rank, "k"),
                      score_number(plausible, "n"), json_get(rank, keys[i]));
}

static void add_system(struct tabular *table, const char *system, const struct json *score)
{
    bool is_place_given = is_place_given_in(score);
    json_each(row, json_get(score, "bugs"))
        add_row(table, system, json_text_at(row, "category"), row, is_place_given);
    add_flagged(table, system, "correct", json_get(score, "false_positives"));
    add_plausible(table, system, json_get(score, "plausible"));
    json_each(language, json_get(score, "languages")) {
        const struct json *bugs = json_get(language, "bugs");
        const char *name = json_text_at(language, "language");
        scoped(str) all = {0}, correct = {0};
        str_print(&all, "all (%s)", name);
        str_print(&correct, "correct (%s)", name);
        add_row(table, system, str_text(&all), json_item(bugs, json_count(bugs) - 1),
                is_place_given);
        add_flagged(table, system, str_text(&correct), json_get(language, "false_positives"));
    }
}

/* Published shares, which have no counts. */
static void add_thesis(struct tabular *table, const struct json *rows)
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
            tabular_format(table, "thesis table %s, %s", json_text_at(row, "table"),
                           json_text_at(row, "training"));
            tabular_text(table, measures[i].category);
            tabular_text(table, measures[i].score);
            tabular_count(table, 1);
            tabular_count(table, NAN); /* unknown: n, right */
            tabular_count(table, NAN);
            tabular_decimal(table, percent / 100, 4);
            tabular_count(table, NAN); /* and the interval */
            tabular_count(table, NAN);
        }
}

void score_print_csv(const struct json *score, FILE *out)
{
    struct tabular table = {0};
    int number = 0;
    tabular_columns(
        &table, "l",
        TITLES("system", "category", "score", "k", "n", "right", "share", "low", "high"));
    add_system(&table, "system", score);
    add_thesis(&table, json_get(score, "thesis"));
    json_each(one, json_get(score, "baselines")) {
        scoped(str) system = {0};
        str_add_text(&system, "baseline");
        if (++number > 1)
            str_print(&system, "%d", number);
        add_system(&table, str_text(&system), one);
    }
    tabular_print_csv(&table, out);
}

/* Adds the number of bugs right, with place and with repair. If the place was given, there is only
 * the repair. */
static void add_measures(struct tabular *table, const struct json *row, int64_t k,
                         bool is_place_given)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    const struct json *rank = score_rank(json_get(row, "ranks"), k);
    for (int i = 0; i < 3; i++)
        tabular_share(table, i == 0 && is_place_given ? NULL : json_get(rank, keys[i]),
                      score_number(row, "n"), "", true);
}

/* Adds p, adjusted over the categories for a category, else over the baselines, and the odds ratio.
 */
static void add_test(struct tabular *table, const struct json *row)
{
    double p = score_number(row, "p_holm_categories");
    double n_first = score_number(row, "only_system"),
           n_second = score_number(row, "only_baseline");
    if (isnan(p))
        p = score_number(row, "p_holm_systems");
    if (score_number(row, "n") >= 1 && p < 0.0001)
        tabular_latex(table, "$<0.0001$");
    else
        tabular_decimal(table, score_number(row, "n") < 1 ? NAN : p, 4);
    if (n_first > 0 && !(n_second > 0))
        tabular_latex(table, "$\\infty$");
    else
        tabular_decimal(table, n_second > 0 ? n_first / n_second : NAN, 2);
}

/* `type` and `other` are not among the six categories. They have a row only if there are such bugs.
 */
static bool is_shown(const struct json *row)
{
    const char *category = json_text_at(row, "category");
    bool is_of_six = strcmp(category, "type") != 0 && strcmp(category, "other") != 0;
    return is_of_six || score_number(row, "n") > 0;
}

static void add_name(struct str *out, const char *name)
{
    str_add_text(out, "\\texttt{");
    tabular_add_latex(out, name);
    str_add_text(out, "}");
}

static const char caption_text[] = {
#include "score/text/caption.txt.inc"
};

static void add_caption(struct str *out, const struct json *score, const struct score_names *names)
{
    const struct json *baselines = json_get(score, "baselines");
    bool is_named = strcmp(names->system, "-") != 0, has_several = json_count(baselines) > 1;
    struct json *others = json_array();
    scoped(json) *more = json_make(J_TEXT("system", is_named ? names->system : NULL),
                                   J_TEXT("dataset", names->dataset), J_TEXT("gold", names->gold),
                                   J_VALUE("others", others), J_BOOL("has_several", has_several),
                                   J_TEXT("version", TOKFIX_VERSION));
    json_each(one, baselines) {
        const char *before = json_next(one) ? ", " : " and ";
        if (one == json_first(baselines))
            before = has_several ? " and of the baselines " : " and of the baseline ";
        json_push(others,
                  json_make(J_TEXT("name", json_text_at(one, "name")), J_TEXT("before", before)));
    }
    report_text_add(out, caption_text, score, more, tabular_add_latex);
}

static void add_flagged_share(struct tabular *table, const struct json *score, int64_t k)
{
    const struct json *object = json_get(score, "false_positives");
    const struct json *rank = score_rank(json_get(object, "ranks"), k);
    tabular_share(table, json_get(rank, "flagged"), score_number(object, "n"), "", true);
}

static void add_blank(struct tabular *table, int n)
{
    for (int i = 0; i < n; i++)
        tabular_latex(table, "");
}

static void add_false_positives(struct tabular *table, const struct json *score, int64_t k)
{
    double n = score_number(json_get(score, "false_positives"), "n");
    if (n < 1)
        return;
    tabular_line(table, NULL);
    tabular_name(table, "False positives");
    tabular_count(table, n);
    add_flagged_share(table, score, k);
    add_blank(table, 2);
    json_each(one, json_get(score, "baselines")) {
        add_flagged_share(table, one, k);
        add_blank(table, 4);
    }
}

/* The line above the titles, with the names of the systems. */
static void add_head(struct str *out, const struct json *baselines)
{
    size_t n = json_count(baselines);
    if (!n)
        return;
    str_add_text(out, " & & \\multicolumn{3}{c}{System}");
    json_each(one, baselines) {
        scoped(str) name = {0};
        add_name(&name, json_text_at(one, "name"));
        str_print(out, " & \\multicolumn{3}{c}{%s} & & ", n > 1 ? str_text(&name) : "Baseline");
    }
    str_add_text(out, " \\\\\n\\cmidrule(lr){3-5}");
    for (size_t i = 0; i < n; i++)
        str_print(out, "\\cmidrule(lr){%zu-%zu}", 6 + 5 * i, 8 + 5 * i);
    str_add_text(out, "\n");
}

/* Adds a row for all bugs of a language, with the baselines, but without tests. */
static void add_language(struct tabular *table, const struct json *score,
                         const struct json *language, int64_t k)
{
    bool is_place_given = is_place_given_in(score);
    const char *name = json_text_at(language, "language");
    const struct language *known = language_find(name);
    const struct json *bugs = json_get(language, "bugs");
    const struct json *row = json_item(bugs, json_count(bugs) - 1);
    tabular_latex(table, known ? known->codenet_name : "--");
    tabular_count(table, score_number(row, "n"));
    add_measures(table, row, k, is_place_given);
    json_each(one, json_get(score, "baselines")) {
        bugs = json_get(json_find(json_get(one, "languages"), "language", name), "bugs");
        add_measures(table, json_item(bugs, json_count(bugs) - 1), k, is_place_given);
        tabular_count(table, NAN);
        tabular_count(table, NAN);
    }
}

static void add_category(struct tabular *table, const struct json *score, size_t number, int64_t k)
{
    bool is_place_given = is_place_given_in(score);
    const struct json *row = json_item(json_get(score, "bugs"), number);
    const char *category = json_text_at(row, "category");
    tabular_name(table, strcmp(category, "all") == 0 ? "overall" : category);
    tabular_count(table, score_number(row, "n"));
    add_measures(table, row, k, is_place_given);
    json_each(one, json_get(score, "baselines")) {
        add_measures(table, json_item(json_get(one, "bugs"), number), k, is_place_given);
        add_test(table, json_item(json_get(one, "comparison"), number));
    }
}

void score_print_latex(const struct json *score, const struct score_names *names, FILE *out)
{
    const struct json *bugs = json_get(score, "bugs"), *baselines = json_get(score, "baselines");
    int64_t k = json_int(json_get(score, "k"), 1);
    struct tabular table = {0};
    scoped(str) caption = {0}, head = {0};
    tabular_columns(&table, "lr", TITLES("Category", "$n$", "Both", "Place", "Repair"));
    for (size_t i = 0; i < json_count(baselines); i++)
        tabular_columns(&table, "r", TITLES("Both", "Place", "Repair", "$p$", "Odds ratio"));
    for (size_t i = 0; i < json_count(bugs); i++) {
        if (i + 1 == json_count(bugs)) /* overall */
            tabular_line(&table, NULL);
        if (is_shown(json_item(bugs, i)))
            add_category(&table, score, i, k);
    }
    if (json_get(score, "languages"))
        tabular_line(&table, NULL);
    json_each(language, json_get(score, "languages"))
        add_language(&table, score, language, k);
    add_false_positives(&table, score, k);
    add_head(&head, baselines);
    add_caption(&caption, score, names);
    tabular_print_latex(
        &table, &(struct tabular_latex){str_text(&head), str_text(&caption), "scores", baselines},
        out);
}
