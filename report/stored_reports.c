/* Each report is collected by the queries of its SQL file, and printed from what was collected. */
#include "report/stored_reports.h"

#include "base/statistics.h"
#include "base/terminal.h"
#include "db/query_table.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

/* tokfix dedup */

static const char dedup_tables[] = {
#include "report/sql/dedup.sql.inc"
};

int dedup_report_collect(struct json **out, struct db *db, int64_t limit, struct err *err)
{
    *out = json_object();
    return query_tables_collect(*out, db, dedup_tables, limit, err);
}

static void print_dedup_run(const struct json *run, FILE *out)
{
    double multiset = json_number(json_get(run, "multiset_threshold"), NAN),
           min_tokens = json_number_at(run, "min_tokens"), n_bands = json_number_at(run, "n_bands"),
           n_rows = json_number_at(run, "n_rows");
    fprintf(out, "near duplicates: preset %s, ", json_text_at(run, "preset"));
    if (json_number(json_get(run, "run_length"), 1) > 1)
        fprintf(out, "runs of %.0f tokens, ", json_number(json_get(run, "run_length"), 1));
    fprintf(out, "Jaccard similarity of sets >= %.2f", json_number_at(run, "set_threshold"));
    if (!isnan(multiset))
        fprintf(out, ", of multisets >= %.2f", multiset);
    fprintf(out, "\nprograms of at least %.0f %s; %.0f %s of %.0f %s%s\n", min_tokens,
            plural(min_tokens, "token", "tokens"), n_bands, plural(n_bands, "band", "bands"),
            n_rows, plural(n_rows, "row", "rows"),
            json_number_at(run, "renames_literals") > 0 ? "; renamed ignores literals, too" : "");
}

/* Prints a table for each kind. With a column for the kind, lines would be too long for a terminal.
 */
static void print_clusters(const struct json *report, FILE *out)
{
    json_each(kind, json_get(report, "kinds")) {
        const char *name = json_text_at(kind, "kind");
        scoped(json) *rows = json_array();
        scoped(str) heading = {0};
        json_each(row, json_get(report, "clusters"))
            if (strcmp(json_text_at(row, "kind"), name) == 0)
                json_push(rows, json_copy(row));
        str_print(&heading, "Largest %s clusters, each with its earliest fix", name);
        if (json_count(rows))
            tabular_print_rows(report, rows, str_text(&heading),
                               "n n=fixes, n n_problems=problems, n n_users=users, "
                               "t id=earliest, s before, s after",
                               out);
    }
}

void dedup_report_print(const struct json *report, FILE *out)
{
    const struct json *conflicts = json_get(report, "conflicts");
    double n = json_number_at(conflicts, "fixes"),
           n_programs = json_number_at(conflicts, "programs");
    print_dedup_run(json_get(report, "run"), out);
    tabular_print_list(report, "kinds",
                       "Duplicates by kind (redundant: all except one of each cluster)",
                       "t kind, n clusters, n pairs=fixes, n redundant, "
                       "p percent/.counted.fixes=of all, n largest",
                       out);
    fputs("near includes renamed, and renamed includes exact\n", out);
    print_clusters(report, out);
    fprintf(out, "\nConflicts: %.0f buggy %s different repairs, in %.0f %s\n", n_programs,
            plural(n_programs, "program has", "programs have"), n, plural(n, "fix", "fixes"));
    if (json_count(json_get(report, "conflict_list")))
        tabular_print_list(report, "conflict_list",
                           "The programs with the most fixes (all: select * from conflicts)",
                           "n program, t id=fix, n line, s before, s after", out);
    n = json_number_at(json_get(report, "accepted"), "fixes");
    fprintf(out, "\nAccepted bugs: %.0f %s a buggy program that is also a right one\n", n,
            plural(n, "fix has", "fixes have"));
    if (json_count(json_get(report, "accepted_list")))
        tabular_print_list(report, "accepted_list",
                           "The first of them (all: select * from accepted_bugs)",
                           "t id=fix, n line, s before, s after, t accepted=right in", out);
    n = json_number_at(json_get(report, "identical"), "problems");
    double n_groups = json_number_at(json_get(report, "identical"), "groups");
    fprintf(out, "\nIdentical problems: %.0f %s in %.0f %s\n", n, plural(n, "problem", "problems"),
            n_groups, plural(n_groups, "group", "groups"));
    tabular_print_list(report, "problem_clusters", "Groups of identical problems",
                       "t cluster, n n_problems=problems, c problems=ids, n n=fixes, "
                       "t sources=known from",
                       out);
}

/* tokfix split */

static const char split_tables[] = {
#include "report/sql/split.sql.inc"
};

static const char made[] = {
#include "report/sql/split_made.sql.inc"
};

/* Adds the key `made`, which says in which splits mutants and rewrites are. */
static int collect_made(struct json *report, struct db *db, struct err *err)
{
    return query_tables_collect(report, db, made, 0, err);
}

static void print_made(const struct json *report, FILE *out)
{
    if (json_count(json_get(report, "made")))
        tabular_print_list(report, "made", "Mutants and rewrites, in the splits of their programs",
                           "t origin=, n n=, n train, n validation=valid., n test, n excluded, "
                           "n outside=in no split",
                           out);
}

/* A share as a percentage. NAN stays NAN, which is written as null. */
static double percent(double share)
{
    return round(10000 * share) / 100;
}

static struct json *shares_of(const struct split_summary *summary)
{
    struct json *rows = json_array();
    double n = summary->n_pairs ? (double)summary->n_pairs : 1;
    for (int split = 0; split < N_SPLITS; split++) {
        const struct split_share *share = &summary->shares[split];
        json_push(rows, json_make(J_TEXT("split", split_names[split]),
                                  J_DOUBLE("n", (double)share->n_pairs),
                                  J_DOUBLE("percent", percent((double)share->n_pairs / n)),
                                  J_DOUBLE("wanted_percent", percent(share->wanted)),
                                  J_DOUBLE("expected_percent", percent(share->expected)),
                                  J_DOUBLE("deviation_percent", percent(share->deviation)),
                                  J_DOUBLE("n_groups", (double)share->n_groups)));
    }
    return rows;
}

/* A count; NAN, which is written as null, if it is unknown (negative). */
static double known(int64_t n)
{
    return n < 0 ? NAN : (double)n;
}

static struct json *groups_of(const struct split_summary *summary)
{
    return json_make(J_DOUBLE("n_pairs", known(summary->n_pairs)),
                     J_DOUBLE("n_groups", known(summary->n_groups)),
                     J_DOUBLE("n_large", known(summary->n_large)),
                     J_DOUBLE("n_pairs_in_large", known(summary->n_pairs_in_large)),
                     J_DOUBLE("n_excluded", known(summary->n_excluded)),
                     J_DOUBLE("n_unlisted", known(summary->n_unlisted)),
                     J_DOUBLE("n_previous", known(summary->n_previous)),
                     J_DOUBLE("n_moved", known(summary->n_moved)));
}

int split_report_collect(struct json **out, const struct split_summary *summary, struct db *db,
                         int64_t limit, struct err *err)
{
    struct json *report = *out =
        json_make(J_VALUE("splits", shares_of(summary)), J_VALUE("groups", groups_of(summary)));
    if (query_tables_collect(report, db, split_tables, limit, err) != 0)
        return ERR;
    return collect_made(report, db, err);
}

int split_report_read(struct json **out, struct db *db, int64_t limit, struct err *err)
{
    struct split_summary summary;
    *out = NULL;
    if (split_summary_read(&summary, db, err) != 0)
        return ERR;
    return split_report_collect(out, &summary, db, limit, err);
}

/* Prints why the shares are what they are. */
static void print_reasons(const struct json *report, FILE *out)
{
    const struct json *groups = json_get(report, "groups");
    double n = json_number_at(groups, "n_pairs"), n_groups = json_number_at(groups, "n_groups"),
           n_large = json_number_at(groups, "n_large"),
           n_in_large = json_number_at(groups, "n_pairs_in_large"),
           n_previous = json_number_at(groups, "n_previous"),
           n_moved = json_number_at(groups, "n_moved"),
           n_unlisted = json_number_at(groups, "n_unlisted"),
           n_excluded = json_number_at(groups, "n_excluded");
    if (strcmp(json_text_at(json_get(report, "run"), "origin"), "seed") == 0)
        fprintf(out, "\n%.0f %s in %.0f %s, grouped by %s. A group is never divided.\n", n,
                plural(n, "fix is", "fixes are"), n_groups, plural(n_groups, "group", "groups"),
                json_text_at(json_get(report, "run"), "grouped_by"));
    n = json_number_at(json_get(report, "identical"), "problems");
    n_groups = json_number_at(json_get(report, "identical"), "groups");
    if (n > 0)
        fprintf(out, "%.0f problems are identical to others, in %.0f %s, and count as %s.\n", n,
                n_groups, plural(n_groups, "group", "groups"),
                plural(n_groups, "one problem", "one problem each"));
    const struct json *first = json_item(json_get(report, "splits"), 0);
    if (!isnan(json_number(json_get(first, "expected_percent"), NAN)))
        fputs("The seed draws a split for each problem, user or fix. A group goes to test if one\n"
              "of its draws is test, otherwise to validation if one is, otherwise to train.\n"
              "`expected` is the mean share over all seeds, `+-` its standard deviation.\n",
              out);
    if (n_large > 0)
        fprintf(out,
                "%.0f %s with %.0f %s %s larger than the requested size of the split that was\n"
                "drawn, and went into the split with the largest requested share.\n",
                n_large, plural(n_large, "group", "groups"), n_in_large,
                plural(n_in_large, "fix", "fixes"), plural(n_large, "is", "are"));
    if (n_previous > 0)
        fprintf(out, "%.0f %s had a split in the earlier database.", n_previous,
                plural(n_previous, "fix", "fixes"));
    if (n_previous > 0 && n_moved > 0)
        fprintf(out,
                " %.0f of them moved, because %s\n"
                "now in a group of validation or test.",
                n_moved, plural(n_moved, "it is", "they are"));
    if (n_previous > 0)
        fputs(n_moved > 0 ? "\n" : " None of them moved.\n", out);
    if (n_unlisted > 0)
        fprintf(out, "%.0f %s in no split, because no list contains %s.\n", n_unlisted,
                plural(n_unlisted, "fix is", "fixes are"),
                plural(n_unlisted, "its problem", "their problems"));
    if (n_excluded > 0)
        fprintf(out, "%.0f %s marked as excluded, and in no split.\n", n_excluded,
                plural(n_excluded, "fix is", "fixes are"));
}

void split_report_print(const struct json *report, FILE *out)
{
    const struct json *run = json_get(report, "run");
    bool is_seeded = strcmp(json_text_at(run, "origin"), "seed") == 0;
    if (is_seeded)
        fprintf(out, "ratio %s, seed %s, grouped by %s\n", json_text_at(run, "ratio"),
                json_text_at(run, "seed"), json_text_at(run, "grouped_by"));
    else
        fputs("imported split\n", out);
    tabular_print_list(report, "splits", "Splits",
                       is_seeded ? "t split, n n=fixes, p percent/.groups.n_pairs=share, "
                                   "p wanted_percent/.groups.n_pairs=requested, "
                                   "p expected_percent/.groups.n_pairs=expected, "
                                   "p deviation_percent/.groups.n_pairs=+-, n n_groups=groups"
                                 : "t split, n n=fixes, p percent/.groups.n_pairs=share",
                       out);
    print_reasons(report, out);
    tabular_print_list(report, "categories", "By category",
                       "t category, n n=fixes, n train, p train_percent=, n validation=valid., "
                       "p validation_percent=, n test, p test_percent=",
                       out);
    tabular_print_list(report, "largest", "Largest groups",
                       "n n=fixes, p percent/.groups.n_pairs=, t split, n n_problems=problems, "
                       "n n_users=users, t first=first fix",
                       out);
    print_made(report, out);
}

/* tokfix mutate */

static const char mutate_tables[] = {
#include "report/sql/mutate.sql.inc"
};

static const struct {
    const char *what, *reason, *meaning;
} meanings[] = {
    {"programs", "excluded", "all fixes of the program are marked as excluded"},
    {"programs", "in_no_split", "no split is known for the program"},
    {"programs", "in_two_splits", "the problem and the user of the program are in two splits"},
    {"programs", "other_split", "in a split that --split does not name"},
    {"mutants", "exact", "marked as excluded: a program of the mutant is also in another split"},
    {"mutants", "renamed", "marked as excluded: a renamed duplicate of a fix in another split"},
    {"mutants", "near", "marked as excluded: a near duplicate of a fix in another split"},
    {"mutants", "ties", "marked as excluded: the mutated program belongs to two splits"},
    {"mutants", "excluded", "marked as excluded: made from or like an excluded fix"},
};

int mutate_report_collect(struct json **out, struct db *db, struct err *err)
{
    *out = json_object();
    if (query_tables_collect(*out, db, mutate_tables, 0, err) != 0)
        return ERR;
    return collect_made(*out, db, err);
}

static const char *meaning_of(const struct json *row)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(json_text_at(row, "what"), meanings[i].what) == 0 &&
            strcmp(json_text_at(row, "reason"), meanings[i].reason) == 0)
            return meanings[i].meaning;
    return json_text_at(row, "reason");
}

static void print_left_out(const struct json *report, FILE *out)
{
    const struct json *rows = json_get(report, "left_out");
    if (json_count(rows))
        fputs("\nLeft out\n", out);
    json_each(row, rows) {
        double n = json_number_at(row, "n");
        bool is_program = strcmp(json_text_at(row, "what"), "programs") == 0;
        fprintf(out, "  %.0f %s: %s\n", n,
                is_program ? plural(n, "program", "programs") : plural(n, "mutant", "mutants"),
                meaning_of(row));
    }
}

void mutate_report_print(const struct json *report, FILE *out)
{
    const struct json *run = json_get(report, "run");
    const char *text = json_text_at(run, "seed");
    double n = json_number_at(run, "n_mutants"), n_programs = json_number_at(run, "n_programs"),
           n_accepted = json_number_at(run, "n_accepted"), n_equal = json_number_at(run, "n_equal");
    scoped(str) seed = {0};
    terminal_add_safe(&seed, text ? text : "", text ? strlen(text) : 0, 0);
    fprintf(out,
            "%.0f %s from %.0f %s, at most %.0f per program, distribution %s%s, seed %s\n"
            "Mutants were compared with %.0f Accepted %s of the same problem (%.0f could not\n"
            "be read or parsed). %.0f %s equal to one of them and %s discarded.\n",
            n, plural(n, "mutant", "mutants"), n_programs,
            plural(n_programs, "program", "programs"), json_number_at(run, "per_program"),
            json_text_at(run, "distribution"),
            strcmp(json_text_at(run, "distribution_of"), "train") == 0 ? " (of train)" : "",
            str_text(&seed), n_accepted, plural(n_accepted, "submission", "submissions"),
            json_number_at(run, "n_unused"), n_equal, plural(n_equal, "mutant was", "mutants were"),
            plural(n_equal, "was", "were"));
    tabular_print_list(report, "rules", "Mutants by rule (site: a token that the rule can change)",
                       "t rule, n n_sites=sites, n n_programs=programs with, "
                       "p without_site/.run.n_programs=without, n n=mutants, "
                       "p percent/.run.n_mutants=",
                       out);
    print_made(report, out);
    print_left_out(report, out);
}

/* tokfix verify */

static const char verify_tables[] = {
#include "report/sql/verify.sql.inc"
};

int verify_report_collect(struct json *out, struct db *db, struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    if (query_tables_collect(out, db, verify_tables, 0, err) != 0)
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
