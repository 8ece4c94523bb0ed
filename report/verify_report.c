#include "report/verify_report.h"

#include "base/statistics.h"
#include "base/terminal.h"
#include "report/tabular.h"
#include "db/query_table.h"

#include <string.h>

static const char tables[] = {
#include "report/sql/verify.sql.inc"
};

int verify_report_collect(struct json *out, struct db *db, struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    if (query_tables_collect(out, db, tables, 0, err) != 0)
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
