/* Each report is collected by the queries of its SQL file, and printed by its text. */
#include "report/stored_reports.h"

#include "base/statistics.h"
#include "db/query_table.h"
#include "report/report_text.h"

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

static const char dedup_text[] = {
#include "report/text/dedup.txt.inc"
};

/* A table for each kind. With a column for the kind, lines would be too long for a terminal. */
static struct json *clusters_of(const struct json *report)
{
    struct json *lists = json_array();
    json_each(kind, json_get(report, "kinds")) {
        const char *name = json_text_at(kind, "kind");
        struct json *rows = json_array();
        json_each(row, json_get(report, "clusters"))
            if (strcmp(json_text_at(row, "kind"), name) == 0)
                json_push(rows, json_copy(row));
        if (json_count(rows))
            json_push(lists, json_make(J_TEXT("kind", name), J_VALUE("clusters", rows)));
        else
            json_free(rows);
    }
    return lists;
}

void dedup_report_print(const struct json *report, FILE *out)
{
    scoped(json) *more = json_make(J_VALUE("clusters_of", clusters_of(report)));
    report_text_print(dedup_text, report, more, out);
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

static const char made_text[] = {
#include "report/text/made.txt.inc"
};

static void print_made(const struct json *report, FILE *out)
{
    bool has_folds = false;
    json_each(row, json_get(report, "made"))
        has_folds = has_folds || json_number_at(row, "folds") > 0;
    scoped(json) *more = json_make(J_BOOL("has_folds", has_folds));
    report_text_print(made_text, report, more, out);
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
                     J_DOUBLE("n_left_out", known(summary->n_left_out)),
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

static const char split_text[] = {
#include "report/text/split.txt.inc"
};

void split_report_print(const struct json *report, FILE *out)
{
    const struct json *first = json_first(json_get(report, "splits"));
    bool has_expected = !isnan(json_number(json_get(first, "expected_percent"), NAN));
    scoped(json) *more = json_make(J_BOOL("has_expected", has_expected));
    report_text_print(split_text, report, more, out);
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
    {"programs", "other_fix", "of fixes that --region or another filter leaves out"},
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

static const char mutate_text[] = {
#include "report/text/mutate.txt.inc"
};
static const char left_out_text[] = {
#include "report/text/mutate_left_out.txt.inc"
};

void mutate_report_print(const struct json *report, FILE *out)
{
    struct json *lines = json_array();
    scoped(json) *left_out = json_make(J_VALUE("lines", lines));
    json_each(row, json_get(report, "left_out")) {
        struct json *line = json_copy(row);
        json_set_text(line, "meaning", meaning_of(row));
        json_push(lines, line);
    }
    report_text_print(mutate_text, report, NULL, out);
    print_made(report, out);
    report_text_print(left_out_text, left_out, NULL, out);
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
        struct interval range = wilson_interval(json_number_at(control, "n_proofs"), (double)n);
        json_set_double(out, "control_low", 100 * range.low);
        json_set_double(out, "control_high", 100 * range.high);
    }
    return 0;
}

static const char verify_text[] = {
#include "report/text/verify.txt.inc"
};

void verify_report_print(const struct json *report, FILE *out)
{
    double n_jurors = json_number_at(json_get(report, "verify"), "min_jurors");
    scoped(json) *more = json_make(J_DOUBLE("n_in_control", n_jurors + 2));
    report_text_print(verify_text, report, more, out);
}
