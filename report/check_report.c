/* See check_report.h. */
#include "report/check_report.h"

#include "base/str.h"
#include "report/json_table.h"

#include <string.h>

static const struct {
    const char *what; /* of a crossing */
    const char *test; /* for people */
    unsigned closure; /* which asks for it */
} tests[] = {
    {"exact", "no exact duplicate across splits", CLOSED_OVER_DUPLICATES},
    {"renamed", "no renamed duplicate across splits", CLOSED_OVER_DUPLICATES},
    {"near", "no near duplicate across splits", CLOSED_OVER_DUPLICATES},
    {"conflict", "no buggy program in two splits", CLOSED_OVER_DUPLICATES},
    {"problem", "no problem in two splits", CLOSED_OVER_PROBLEM},
    {"problem-cluster", "no problem cluster in two splits", CLOSED_OVER_PROBLEM_CLUSTER},
    {"user", "no user in two splits", CLOSED_OVER_USER},
};

static struct json *make_test(const char *test, int64_t n)
{
    struct json *row = json_object();
    json_set_text(row, "test", test);
    json_set_bool(row, "passed", n == 0);
    json_set_text(row, "result", n ? "FAILED" : "passed");
    json_set_double(row, "violations", (double)n);
    return row;
}

static struct json *tests_of(const struct check *check, unsigned closure)
{
    struct json *rows = json_array();
    json_push(rows,
              make_test("no fix without a split", check->n_outside_real + check->n_outside_made));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        int64_t n = 0;
        if (!(closure & tests[i].closure))
            continue;
        for (size_t k = 0; k < check->crossings.n; k++)
            n += strcmp(check->crossings.items[k].what, tests[i].what) == 0;
        json_push(rows, make_test(tests[i].test, n));
    }
    return rows;
}

static struct json *row_of(const struct crossing *crossing, const struct pairs *pairs)
{
    const struct pair *a = &pairs->list.items[crossing->a], *b = &pairs->list.items[crossing->b];
    struct json *row = json_object();
    json_set_text(row, "what", crossing->what);
    json_set_text(row, "a", a->id);
    json_set_text(row, "a_split", split_names[a->split]);
    json_set_text(row, "b", b->id);
    json_set_text(row, "b_split", split_names[b->split]);
    if (strcmp(crossing->what, "near") == 0) {
        json_set_double(row, "jaccard", crossing->similarity.set);
        json_set_double(row, "multiset_jaccard", crossing->similarity.multiset);
    }
    if (strcmp(crossing->what, "user") == 0)
        json_set_text(row, "user", pairs_name(&pairs->users, a->user));
    return row;
}

/* Those that decide what counts, as words of a command line. */
static void add_options(struct str *out, const struct check_options *options)
{
    str_add_text(out, "--closed-over ");
    closure_add_names(out, options->closure);
    if (!(options->closure & CLOSED_OVER_DUPLICATES))
        return;
    str_print(out, " --preset %s%s", options->fingerprints.preset->name,
              options->fingerprints.renames_literals ? " --literals" : "");
}

struct json *check_report_make(const struct check *check, const struct pairs *pairs,
                               const struct check_options *options, size_t top)
{
    struct json *report = json_object(), *rows = json_array();
    scoped(str) names = {0};
    closure_add_names(&names, options->closure);
    json_set_double(report, "pairs", (double)check->n_pairs);
    json_set_double(report, "n_outside_real", (double)check->n_outside_real);
    json_set_double(report, "n_outside_made", (double)check->n_outside_made);
    json_set_text(report, "closed_over", str_text(&names));
    json_set_text(report, "preset", options->fingerprints.preset->name);
    str_clear(&names);
    add_options(&names, options);
    json_set_text(report, "options", str_text(&names));
    json_set(report, "tests", tests_of(check, options->closure));
    json_set_double(report, "n_crossings", (double)check->crossings.n);
    for (size_t i = 0; i < check->crossings.n && i < top; i++)
        json_push(rows, row_of(&check->crossings.items[i], pairs));
    json_set(report, "crossings", rows);
    return report;
}

/* What to do about fixes without a split. */
static void print_outside(const struct json *report, FILE *out)
{
    double n_real = json_number(json_get(report, "n_outside_real"), 0);
    double n_made = json_number(json_get(report, "n_outside_made"), 0);
    if (n_real + n_made > 0)
        fprintf(out,
                "\n%.0f %s in no split (%.0f real, %.0f made): run tokfix split again, which puts\n"
                "mutants where their programs are; of an import, name their problems in a list.\n",
                n_real + n_made, plural(n_real + n_made, "fix is", "fixes are"), n_real, n_made);
}

void check_report_print(const struct json *report, FILE *out)
{
    double n = json_number(json_get(report, "n_crossings"), 0);
    double n_shown = (double)json_count(json_get(report, "crossings")),
           n_pairs = json_number(json_get(report, "pairs"), 0);
    fprintf(out, "%.0f %s in splits; duplicates as preset %s says\n", n_pairs,
            plural(n_pairs, "fix", "fixes"), json_text(json_get(report, "preset")));
    json_table_print(report, "tests", "Splits", "t test=, t result=, n violations", out);
    print_outside(report, out);
    if (n_shown > 0)
        json_table_print(report, "crossings", "Violations",
                         "t what=by, t a=fix, t a_split=, t b=fix, t b_split=, d jaccard=Jaccard",
                         out);
    if (n_shown < n)
        fprintf(out, "  ... %.0f more (--top, --json)\n", n - n_shown);
}
