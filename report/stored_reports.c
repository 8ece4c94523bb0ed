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
    for (int part = 0; part < N_PARTS; part++) {
        const struct split_share *share = &summary->shares[part];
        if (summary->parts >> part & 1)
            json_push(rows, json_make(J_TEXT("split", split_names[part]),
                                      J_DOUBLE("n", (double)share->n_pairs),
                                      J_DOUBLE("percent", percent((double)share->n_pairs / n)),
                                      J_DOUBLE("wanted_percent", percent(share->wanted)),
                                      J_DOUBLE("n_groups", (double)share->n_groups)));
    }
    return rows;
}

static struct json *groups_of(const struct split_summary *summary)
{
    return json_make(
        J_INT("n_pairs", summary->n_pairs), J_INT("n_groups", summary->n_groups),
        J_INT("n_excluded", summary->n_excluded), J_INT("n_left_out", summary->n_left_out),
        J_INT("n_straddling", summary->n_straddling), J_INT("n_undated", summary->n_undated),
        J_INT("n_unlisted", summary->n_unlisted), J_INT("n_nobody", summary->n_nobody),
        J_INT("n_previous", summary->n_previous),
        J_DOUBLE("n_moved", summary->n_moved < 0 ? NAN : (double)summary->n_moved));
}

/* Appends a stratum, with a member for each split: the fixes in it, their share, and how many were
 * asked for. */
static void push_stratum(struct json *rows, const struct json *first, const int64_t n_in[N_PARTS],
                         double n_groups, const struct split_summary *summary)
{
    struct json *row = json_push_object(rows);
    double n = 0;
    for (int part = 0; part < N_PARTS; part++)
        n += (double)n_in[part];
    json_add(row, J_TEXT("kind", json_text_at(first, "kind")),
             J_TEXT("name", json_text_at(first, "name")), J_DOUBLE("n", n),
             J_DOUBLE("n_groups", n_groups));
    for (int part = 0; part < N_PARTS; part++) {
        const char *name = split_names[part];
        scoped_memory char *share = mem_print("%s_percent", name);
        scoped_memory char *wanted = mem_print("%s_wanted", name);
        if (!(summary->parts >> part & 1))
            continue;
        json_set_int(row, name, n_in[part]);
        json_set_double(row, share, percent((double)n_in[part] / n));
        if (!isnan(summary->shares[part].wanted))
            json_set_double(row, wanted, round(10 * n * summary->shares[part].wanted) / 10);
    }
}

/* Makes one row of the rows that a stratum has, one for each split. */
static struct json *join_strata(const struct json *cells, const struct split_summary *summary)
{
    struct json *rows = json_array();
    const struct json *first = NULL;
    int64_t n_in[N_PARTS] = {0};
    double n_groups = 0;
    json_each(cell, cells) {
        int split = split_find(json_text_at(cell, "split"));
        if (split == NO_SPLIT)
            continue;
        bool is_same = first &&
                       strcmp(json_text_at(first, "kind"), json_text_at(cell, "kind")) == 0 &&
                       strcmp(json_text_at(first, "name"), json_text_at(cell, "name")) == 0;
        if (first && !is_same) {
            push_stratum(rows, first, n_in, n_groups, summary);
            memset(n_in, 0, sizeof n_in);
            n_groups = 0;
        }
        first = is_same ? first : cell;
        n_in[split] += (int64_t)json_number_at(cell, "n");
        n_groups += json_number_at(cell, "n_groups");
    }
    if (first)
        push_stratum(rows, first, n_in, n_groups, summary);
    return rows;
}

/* Lists what is outside the tolerance: the fixes that were wanted, those that are there, and the
 * nearest number that the groups allow. */
static struct json *outside_of(const struct strata *strata, const struct split_summary *summary)
{
    const struct stratify *task = &strata->task;
    int first_part = 0;
    struct json *rows = json_array();
    while (!(summary->parts >> first_part & 1))
        first_part++;
    for (uint32_t i = 0; i < task->n_strata; i++) {
        const char *name;
        enum strata_kind kind = strata_kind_of(strata, i, &name);
        for (int part = 0; part < task->n_parts; part++) {
            size_t at = i * (size_t)task->n_parts + (size_t)part;
            double wanted = task->wanted[at];
            int64_t got = task->got[at];
            if (wanted < STRATIFY_MIN_WANTED || stratify_is_within(wanted, (double)got))
                continue;
            json_push(rows, json_make(J_TEXT("kind", strata_kind_names[kind]), J_TEXT("name", name),
                                      J_TEXT("split", split_names[first_part + part]),
                                      J_DOUBLE("wanted", round(10 * wanted) / 10), J_INT("n", got),
                                      J_INT("nearest", stratify_nearest(task, i, part))));
        }
    }
    return rows;
}

static void add_outside(struct json *report, const struct strata *strata,
                        const struct split_summary *summary)
{
    uint32_t n = strata->task.n_outside, n_least = strata->task.n_least;
    json_add(report, J_VALUE("outside", outside_of(strata, summary)), J_INT("n_outside", n),
             J_INT("n_outside_proven", n_least), J_BOOL("is_fewest_outside", n_least == n));
}

int split_report_collect(struct json **out, const struct split_summary *summary,
                         const struct strata *strata, struct db *db, int64_t limit, struct err *err)
{
    struct json *report = *out =
        json_make(J_VALUE("splits", shares_of(summary)), J_VALUE("groups", groups_of(summary)));
    const char *ignored;
    scoped(str) promise = {0};
    if (query_tables_collect(report, db, split_tables, limit, err) != 0)
        return ERR;
    grouping_add_promise(
        &promise, grouping_find(json_text_at(json_get(report, "run"), "grouped_by"), &ignored));
    json_set_text(report, "promise", str_text(&promise));
    json_replace(report, "strata", join_strata(json_get(report, "strata"), summary));
    if (strata && strata->task.n_strata)
        add_outside(report, strata, summary);
    return collect_made(report, db, err);
}

static const char split_text[] = {
#include "report/text/split.txt.inc"
};
static const char split_groups_text[] = {
#include "report/text/split_groups.txt.inc"
};

/* Prints the strata of one kind, with columns for the splits. Folds are asked for alike. */
static void print_strata(const struct json *report, const char *kind, FILE *out)
{
    struct json *rows = json_array();
    scoped(json) *strata = json_make(J_VALUE("strata", rows));
    scoped(str) text = {0};
    json_each(row, json_get(report, "strata"))
        if (strcmp(json_text_at(row, "kind"), kind) == 0)
            json_push(rows, json_copy(row));
    bool has_wanted = json_text_at(json_get(report, "run"), "origin") &&
                      strcmp(json_text_at(json_get(report, "run"), "origin"), "seed") == 0;
    str_print(&text, "{+strata}\nBy %s\nt name=, n n=fixes", kind);
    json_each(split, json_get(report, "splits")) {
        const char *name = json_text_at(split, "split");
        bool is_fold = split_find(name) >= SPLIT_FOLDS;
        if (has_wanted && (!is_fold || split == json_first(json_get(report, "splits"))))
            str_print(&text, ", m %s_wanted=%s", name, is_fold ? "wanted" : "wanted");
        str_print(&text, ", n %s%s", name,
                  strcmp(name, split_names[SPLIT_VALIDATION]) == 0 ? "=valid." : "");
    }
    str_add_text(&text, "\n{/}\n");
    if (json_count(rows))
        report_text_print(str_text(&text), strata, NULL, out);
}

void split_report_print(const struct json *report, FILE *out)
{
    report_text_print(split_text, report, NULL, out);
    for (int kind = STRATA_CATEGORY; kind < STRATA_CELL; kind++)
        print_strata(report, strata_kind_names[kind], out);
    report_text_print(split_groups_text, report, NULL, out);
    print_made(report, out);
}

/* tokfix mutate */

static const char mutate_tables[] = {
#include "report/sql/mutate.sql.inc"
};

int mutate_report_collect(struct json **out, struct db *db, struct err *err)
{
    *out = json_object();
    if (query_tables_collect(*out, db, mutate_tables, 0, err) != 0)
        return ERR;
    return collect_made(*out, db, err);
}

static const char mutate_text[] = {
#include "report/text/mutate.txt.inc"
};
static const char left_out_text[] = {
#include "report/text/mutate_left_out.txt.inc"
};

void mutate_report_print(const struct json *report, FILE *out)
{
    report_text_print(mutate_text, report, NULL, out);
    print_made(report, out);
    report_text_print(left_out_text, report, NULL, out);
}

/* tokfix verify */

static const char verify_tables[] = {
#include "report/sql/verify.sql.inc"
};

int verify_report_collect(struct json *out, struct db *db, const char *const *tables,
                          struct err *err)
{
    scoped(str) name = {0};
    bool is_wanted = !tables;
    for (const char *rest = verify_tables; query_table_next(&name, &rest);)
        is_wanted = is_wanted || text_is_one_of(str_text(&name), tables);
    if (!is_wanted)
        return 0;
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

void verify_report_print(const struct json *report, const char *const *tables, FILE *out)
{
    report_text_print_tables(verify_text, report, NULL, tables, out);
}
