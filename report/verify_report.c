/* Each table of the report is the result of one query, except for the interval. */
#include "report/verify_report.h"

#include "base/statistics.h"
#include "base/terminal.h"
#include "report/tabular.h"
#include "db/query_table.h"

#include <string.h>

#define SHOWN          "v.verdict IN ('reproduced', 'proven')"
#define COUNT(VERDICT) "nullif(sum(verdict = '" VERDICT "'), 0), "
#define COUNTS                \
    COUNT("reproduced")       \
    COUNT("proven")           \
    COUNT("weak_tests")       \
    COUNT("sample_disagrees") \
    COUNT("fixed_errs")       \
    COUNT("near_limit")       \
    COUNT("flaky")            \
    COUNT("unsupported")      \
    COUNT("no_tests") COUNT("equivalent_so_far") COUNT("rewrite_differs")

static const struct query_table tables[] = {
    {.name = "verify",
     .sql = "SELECT origins, tests, tests_name, programs, seed, strictness, n_inputs, min_jurors, "
            "max_jurors, cpu_seconds, (SELECT count(*) FROM verdicts), (SELECT count(*) FROM "
            "verdicts v WHERE " SHOWN "), (SELECT round(100.0 * sum(" SHOWN ") / count(*), 2) FROM "
            "verdicts v), (SELECT count(*) FROM verify_problems WHERE n_tests), "
            "(SELECT count(*) FROM verify_problems) FROM verify_run",
     .keys = {"origins", "tests", "tests_name", "programs", "seed", "strictness", "n_inputs",
              "min_jurors", "max_jurors", "cpu_seconds", "n_fixes", "n_shown", "percent",
              "n_problems_with_tests", "n_problems"},
     .is_single = true},
    {.name = "verdicts",
     .sql = "WITH names (sort_order, verdict) AS (VALUES (1, 'reproduced'), (2, 'proven'), "
            "(3, 'weak_tests'), (4, 'sample_disagrees'), (5, 'fixed_errs'), "
            "(6, 'near_limit'), (7, 'flaky'), (8, 'unsupported'), (9, 'no_tests'), "
            "(10, 'equivalent_so_far'), (11, 'rewrite_differs')) "
            "SELECT verdict, count(fix_key) AS n, round(100.0 * count(fix_key) / "
            "nullif((SELECT count(*) FROM verdicts), 0), 2) FROM names LEFT JOIN verdicts "
            "USING (verdict) GROUP BY verdict HAVING n OR sort_order < 10 ORDER BY sort_order",
     .keys = {"verdict", "n", "percent"}},
    {.name = "verdict_categories",
     .sql = "SELECT category, count(*), " COUNTS "round(100.0 * avg(" SHOWN "), 2) "
            "FROM verdicts v JOIN fixes USING (fix_key) JOIN categories USING (category) "
            "GROUP BY category ORDER BY sort_order",
     .keys = {"category", "n", "reproduced", "proven", "weak_tests", "sample_disagrees",
              "fixed_errs", "near_limit", "flaky", "unsupported", "no_tests", "equivalent_so_far",
              "rewrite_differs", "percent"}},
    {.name = "unsupported",
     .sql = "SELECT detail, count(*) AS n FROM verdicts WHERE verdict = 'unsupported' "
            "GROUP BY detail ORDER BY n DESC, detail LIMIT 10",
     .keys = {"detail", "n"}},
    {.name = "control",
     .sql = "SELECT count(pair_number), count(c.strictness), "
            "round(100.0 * count(c.strictness) / nullif(count(pair_number), 0), 2) "
            "FROM verify_run LEFT JOIN control_pairs c WHERE has_control HAVING count(*)",
     .keys = {"n", "n_proofs", "percent"},
     .is_single = true},
    {.name = "levels",
     .sql =
         "WITH levels (level, name) AS (VALUES (1, 'strict'), (2, 'medium'), (3, 'loose')), "
         "counts AS (SELECT level, name, "
         "(SELECT count(*) FROM verdicts v WHERE v.strictness = name) AS n_proven, "
         "(SELECT count(*) FROM control_pairs c WHERE c.strictness = name) AS n_control "
         "FROM levels WHERE level <= "
         "(SELECT level FROM levels JOIN verify_run ON name = strictness)) "
         "SELECT name, sum(n_proven) OVER w, round(100.0 * (sum(n_proven) OVER w + "
         "(SELECT count(*) FROM verdicts WHERE verdict = 'reproduced')) / "
         "(SELECT count(*) FROM verdicts), 2), sum(n_control) OVER w, "
         "round(100.0 * sum(n_control) OVER w / nullif((SELECT count(*) FROM control_pairs), 0), "
         "2) FROM counts WINDOW w AS (ORDER BY level)",
     .keys = {"strictness", "n_proven", "percent", "n_control_proofs", "control_percent"}},
    {.name = "runtimes",
     .sql = "SELECT runtime, version FROM verify_runtimes ORDER BY sort_order",
     .keys = {"runtime", "version"}},
};

int verify_report_collect(struct json *out, struct db *db, struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    if (query_tables_collect(out, db, tables, sizeof tables / sizeof *tables, 0, err) != 0)
        return ERR;
    const struct json *control = json_get(out, "control");
    int64_t n = control ? (int64_t)json_number_at(control, "n") : 0;
    if (n) {
        struct interval range = wilson_interval((int64_t)json_number_at(control, "n_proofs"), n);
        json_set_double(out, "control_low", 100 * range.low);
        json_set_double(out, "control_high", 100 * range.high);
    }
    return 0;
}

static void add_safe(struct str *out, const struct json *object, const char *key)
{
    const char *text = json_text_at(object, key);
    terminal_add_safe(out, text ? text : "", text ? strlen(text) : 0, 0);
}

static void print_control(const struct json *report, FILE *out)
{
    const struct json *control = json_get(report, "control");
    double n = control ? json_number_at(control, "n") : 0;
    double n_proofs = n ? json_number_at(control, "n_proofs") : 0;
    if (!control)
        return;
    if (!n) {
        fprintf(out,
                "\nControl: no problem has %.0f different Accepted programs that pass its tests\n",
                json_number_at(json_get(report, "verify"), "min_jurors") + 2);
        return;
    }
    fprintf(out,
            "\nControl: of %.0f %s of Accepted programs, in which no bug can be shown, the search "
            "\"proved\"\n%.0f (%.1f %%; 95 %% interval %.1f to %.1f)\n",
            n, plural(n, "pair", "pairs"), n_proofs, json_number_at(control, "percent"),
            json_number_at(report, "control_low"), json_number_at(report, "control_high"));
}

void verify_report_print(const struct json *report, FILE *out)
{
    const struct json *run = json_get(report, "verify");
    double n = json_number_at(run, "n_fixes"), n_shown = json_number_at(run, "n_shown");
    scoped(str) name = {0}, seed = {0};
    add_safe(&name, run, "tests_name");
    add_safe(&seed, run, "seed");
    fprintf(out,
            "%.0f of %.0f %s shown by execution; tests of %.0f of %.0f problems from %s (%s)\n"
            "inputs up to %s, at most %.0f of a level, %.0f to %.0f jurors from the %s, seed %s\n",
            n_shown, n, plural(n, "bug", "bugs"), json_number_at(run, "n_problems_with_tests"),
            json_number_at(run, "n_problems"), str_text(&name), json_text_at(run, "tests"),
            json_text_at(run, "strictness"), json_number_at(run, "n_inputs"),
            json_number_at(run, "min_jurors"), json_number_at(run, "max_jurors"),
            json_text_at(run, "programs"), str_text(&seed));
    tabular_print_list(report, "verdicts", "Verdicts",
                       "t verdict, n n=fixes, p percent/.verify.n_fixes=", out);
    tabular_print_list(
        report, "verdict_categories", "By category",
        "t category, n n=fixes, n? reproduced, n? proven, n? weak_tests=weak, n? "
        "sample_disagrees=disagrees, n? fixed_errs=errs, n? near_limit=near, n? flaky, n? "
        "unsupported=unsupp., n? no_tests=untested, n? equivalent_so_far=equivalent, n? "
        "rewrite_differs=differs, p percent/n=shown",
        out);
    tabular_print_list(report, "levels", "By level of the search, with those before it",
                       "t strictness=level, n n_proven=proven, p percent/.verify.n_fixes=shown, n "
                       "n_control_proofs=control, p? control_percent/.control.n=",
                       out);
    if (json_count(json_get(report, "unsupported")))
        tabular_print_list(report, "unsupported", "Missing on this machine", "t detail, n n=fixes",
                           out);
    print_control(report, out);
}
