/* Rows only, so that they go into any table. Nothing of the input stands in them: names are those
 * of categories, in words. */
#include "report/score.h"

#include "report/score_cells.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* variable_misuse: "Variable misuse". */
static void print_name(const char *category, FILE *out)
{
    if (strcmp(category, "all") == 0)
        category = "overall";
    fputc(toupper((unsigned char)*category), out);
    for (const char *c = category + 1; *c; c++)
        fputc(*c == '_' ? ' ' : *c, out);
}

static void print_share(const struct json *share, FILE *out)
{
    double value = score_number(share, "share");
    if (isnan(value))
        fputs(" & --", out);
    else
        fprintf(out, " & %.2f", 100 * value);
}

static void print_shares(const struct json *row, FILE *out)
{
    const struct json *first = json_first(json_get(row, "ranks"));
    print_share(json_get(first, "joint"), out);
    print_share(json_get(first, "localisation"), out);
    print_share(json_get(first, "repair"), out);
}

/* Holm's p where there is one, else the exact one; and the odds ratio. */
static void print_test(const struct json *row, FILE *out)
{
    double p = score_number(row, "p_holm");
    double n_first = score_number(row, "only_system"),
           n_second = score_number(row, "only_baseline");
    if (isnan(p))
        p = score_number(row, "p_exact");
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

/* `other` is no category of the six: it has a row where there are such bugs. */
static bool is_shown(const struct json *row)
{
    return strcmp(json_text(json_get(row, "category")), "other") != 0 || score_number(row, "n") > 0;
}

void score_print_latex(const struct json *score, FILE *out)
{
    const struct json *baseline = json_get(score, "baseline");
    const struct json *other = json_first(json_get(baseline, "bugs"));
    const struct json *test = json_first(json_get(baseline, "comparison"));
    fprintf(out, "%% Category & n & Place and repair & Place & Repair%s \\\\\n",
            baseline ? " & Baseline: place and repair & Place & Repair & p & Odds ratio" : "");
    for (const struct json *row = json_first(json_get(score, "bugs")); row; row = json_next(row)) {
        if (is_shown(row)) {
            print_name(json_text(json_get(row, "category")), out);
            fprintf(out, " & %.0f", score_number(row, "n"));
            print_shares(row, out);
            if (baseline) {
                print_shares(other, out);
                print_test(test, out);
            }
            fputs(" \\\\\n", out);
        }
        if (!baseline)
            continue;
        other = json_next(other);
        test = json_next(test);
    }
}
