/* A complete table. The only input in it are names of files and of the data set, escaped for
 * LaTeX. */
#include "score/score.h"

#include "languages/language.h"
#include "report/latex.h"
#include "score/score_cells.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool is_place_given_in(const struct json *score)
{
    return json_is_true(json_get(json_get(score, "inputs"), "place_given"));
}

static void print_share(const struct json *share, double n, FILE *out)
{
    int decimals = percent_decimals(score_cells_whole(share, n));
    double value = score_number(share, "share");
    if (isnan(value))
        fputs(" & --", out);
    else
        fprintf(out, " & %.*f [%.*f, %.*f]", decimals, 100 * value, decimals,
                100 * score_number(share, "low"), decimals, 100 * score_number(share, "high"));
}

/* If the place was given, there is only one score, the repair. */
static void print_shares(const struct json *row, int64_t k, bool is_place_given, FILE *out)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    const struct json *rank = score_rank(json_get(row, "ranks"), k);
    for (int i = 0; i < 3; i++)
        print_share(i == 0 && is_place_given ? NULL : json_get(rank, keys[i]),
                    score_number(row, "n"), out);
}

/* Prints the odds ratio and p, adjusted over the categories for a category, else over the
 * baselines. */
static void print_test(const struct json *row, FILE *out)
{
    double p = score_number(row, "p_holm_categories");
    double n_first = score_number(row, "only_system"),
           n_second = score_number(row, "only_baseline");
    if (isnan(p))
        p = score_number(row, "p_holm_systems");
    if (score_number(row, "n") < 1)
        fputs(" & --", out);
    else if (p < 0.0001)
        fputs(" & $<0.0001$", out);
    else
        fprintf(out, " & %.4f", p);
    if (n_second > 0)
        fprintf(out, " & %.2f", n_first / n_second);
    else
        fputs(n_first > 0 ? " & $\\infty$" : " & --", out);
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
    latex_add_text(out, name);
    str_add_text(out, "}");
}

static void add_caption(struct str *out, const struct json *score, const struct score_names *names)
{
    const struct json *inputs = json_get(score, "inputs");
    const char *task = json_text_at(inputs, "task");
    int64_t k = json_int(json_get(score, "k"), 1);
    if (k > 1)
        str_print(out, "Bugs in which one of the first %" PRId64 " predictions of ", k);
    else
        str_add_text(out, "Bugs in which the first prediction of ");
    if (strcmp(names->system, "-") == 0)
        str_add_text(out, "the system");
    else
        add_name(out, names->system);
    const struct json *baselines = json_get(score, "baselines");
    size_t n = json_count(baselines);
    for (size_t i = 0; i < n; i++) {
        if (i == 0)
            str_add_text(out, n > 1 ? " and of the baselines " : " and of the baseline ");
        else
            str_add_text(out, i + 1 < n ? ", " : " and ");
        add_name(out, json_text_at(json_item(baselines, i), "name"));
    }
    bool is_place_given = is_place_given_in(score);
    str_print(out, " has %s right, in percent with 95\\,\\%% Wilson intervals",
              is_place_given ? "the repair at the given place" : "place and repair");
    if (!is_place_given)
        str_add_text(out, "; repair: of the bugs whose place is right");
    if (task) {
        str_add_text(out, " (task ");
        latex_add_text(out, task);
        str_add_text(out, ")");
    }
    str_add_text(out, ". Data set: ");
    if (names->dataset) {
        latex_add_text(out, names->dataset);
        str_add_text(out, ", ");
    }
    add_name(out, names->gold);
    double n_bugs = score_number(inputs, "bugs"), n_correct = score_number(inputs, "correct");
    str_print(out, ", %.0f %s and %.0f correct %s", n_bugs, plural(n_bugs, "bug", "bugs"),
              n_correct, plural(n_correct, "program", "programs"));
    if (n)
        str_add_text(out, "; $p$ by McNemar's exact test, adjusted by Holm over the categories");
    if (n > 1)
        str_add_text(out, ", overall over the baselines");
    str_print(out, ". tokfix %s.", TOKFIX_VERSION);
}

static void print_false_positives(const struct json *score, FILE *out)
{
    const struct json *object = json_get(score, "false_positives");
    double n = score_number(object, "n");
    int64_t k = json_int(json_get(score, "k"), 1);
    if (n < 1)
        return;
    latex_print_rule(out);
    fprintf(out, "False positives & %.0f", n);
    print_share(json_get(score_rank(json_get(object, "ranks"), k), "flagged"), n, out);
    fputs(" & & ", out);
    json_each(one, json_get(score, "baselines")) {
        object = json_get(one, "false_positives");
        print_share(json_get(score_rank(json_get(object, "ranks"), k), "flagged"), n, out);
        fputs(" & & & & ", out);
    }
    latex_end_row(out);
}

static void print_head(const struct json *baselines, FILE *out)
{
    size_t n = json_count(baselines);
    if (n) {
        fputs(" & & \\multicolumn{3}{c}{System}", out);
        for (size_t i = 0; i < n; i++) {
            scoped(str) name = {0};
            add_name(&name, json_text_at(json_item(baselines, i), "name"));
            fprintf(out, " & \\multicolumn{3}{c}{%s} & & ", n > 1 ? str_text(&name) : "Baseline");
        }
        latex_end_row(out);
        fputs("\\cmidrule(lr){3-5}", out);
        for (size_t i = 0; i < n; i++)
            fprintf(out, "\\cmidrule(lr){%zu-%zu}", 6 + 5 * i, 8 + 5 * i);
        fputc('\n', out);
    }
    fputs("Category & $n$ & Both & Place & Repair", out);
    for (size_t i = 0; i < n; i++)
        fputs(" & Both & Place & Repair & $p$ & Odds ratio", out);
    latex_end_row(out);
    latex_print_rule(out);
}

/* Prints a row for all bugs of a language, with the baselines, but without tests. */
static void print_language(const struct json *score, const struct json *language, int64_t k,
                           FILE *out)
{
    bool is_place_given = is_place_given_in(score);
    const char *name = json_text_at(language, "language");
    const struct language *known = language_find(name);
    const struct json *bugs = json_get(language, "bugs");
    const struct json *row = json_item(bugs, json_count(bugs) - 1);
    fprintf(out, "%s & %.0f", known ? known->codenet_name : "--", score_number(row, "n"));
    print_shares(row, k, is_place_given, out);
    json_each(one, json_get(score, "baselines")) {
        bugs = json_get(json_find(json_get(one, "languages"), "language", name), "bugs");
        print_shares(json_item(bugs, json_count(bugs) - 1), k, is_place_given, out);
        fputs(" & -- & --", out);
    }
    latex_end_row(out);
}

static void print_row(const struct json *score, size_t number, int64_t k, FILE *out)
{
    bool is_place_given = is_place_given_in(score);
    const struct json *row = json_item(json_get(score, "bugs"), number);
    const char *category = json_text_at(row, "category");
    latex_print_name(strcmp(category, "all") == 0 ? "overall" : category, out);
    fprintf(out, " & %.0f", score_number(row, "n"));
    print_shares(row, k, is_place_given, out);
    json_each(one, json_get(score, "baselines")) {
        print_shares(json_item(json_get(one, "bugs"), number), k, is_place_given, out);
        print_test(json_item(json_get(one, "comparison"), number), out);
    }
    latex_end_row(out);
}

void score_print_latex(const struct json *score, const struct score_names *names, FILE *out)
{
    const struct json *bugs = json_get(score, "bugs"), *baselines = json_get(score, "baselines");
    int64_t k = json_int(json_get(score, "k"), 1);
    scoped(str) caption = {0}, columns = {0};
    str_add_text(&columns, "lrrrr");
    for (size_t i = 0; i < json_count(baselines); i++)
        str_add_text(&columns, "rrrrr");
    latex_begin_table(str_text(&columns), baselines != NULL, out);
    print_head(baselines, out);
    for (size_t i = 0; i < json_count(bugs); i++) {
        if (i + 1 == json_count(bugs)) /* overall */
            latex_print_rule(out);
        if (is_shown(json_item(bugs, i)))
            print_row(score, i, k, out);
    }
    if (json_get(score, "languages"))
        latex_print_rule(out);
    json_each(language, json_get(score, "languages"))
        print_language(score, language, k, out);
    print_false_positives(score, out);
    add_caption(&caption, score, names);
    latex_end_table(str_text(&caption), "scores", baselines != NULL, out);
}
