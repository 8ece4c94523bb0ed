/* Each report is collected by the queries of its SQL file, and printed by its text. */
#include "report/stored_reports.h"

#include "base/chance.h"
#include "db/query_table.h"
#include "guard/ties.h"
#include "guard/stratify.h"
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

static double percent(double n, double total)
{
    return round(10000 * n / total) / 100;
}

/* Adds the splits of the strata as members of one row each: the fixes in a split, their share, and
 * how many were wanted. Rows of a stratum, one for each split, follow each other. Lists those whose
 * number is too far from the wanted one. */
static void join_strata(struct json *report)
{
    struct json *rows = json_array(), *outside = json_array(), *row = NULL;
    json_each(part, json_get(report, "strata")) {
        const char *kind = json_text_at(part, "kind"), *name = json_text_at(part, "name");
        const char *split = json_text_at(part, "split");
        double n = json_number_at(part, "n"), n_in = json_number_at(part, "n_in");
        double wanted = json_number(json_get(part, "wanted"), NAN);
        if (!row || strcmp(json_text_at(row, "kind"), kind) != 0 ||
            strcmp(json_text_at(row, "name"), name) != 0) {
            row = json_push_object(rows);
            json_add(row, J_TEXT("kind", kind), J_TEXT("name", name), J_DOUBLE("n", n),
                     J_DOUBLE("n_groups", json_number_at(part, "n_groups")));
        }
        scoped_memory char *share = mem_print("%s_percent", split);
        scoped_memory char *wanted_name = mem_print("%s_wanted", split);
        json_add(row, J_DOUBLE(split, n_in), J_DOUBLE(share, percent(n_in, n)));
        if (!isnan(wanted))
            json_set_double(row, wanted_name, round(10 * wanted) / 10);
        if (stratify_is_outside(wanted, n_in))
            json_push(outside,
                      json_make(J_TEXT("kind", kind), J_TEXT("name", name), J_TEXT("split", split),
                                J_DOUBLE("wanted", round(10 * wanted) / 10), J_DOUBLE("n", n_in)));
    }
    json_replace(report, "strata", rows);
    json_set(report, "outside", outside);
}

int split_report_collect(struct json **out, int64_t n_moved, struct db *db, int64_t limit,
                         struct err *err)
{
    struct json *report = *out = json_object();
    const char *ignored;
    scoped(str) promise = {0};
    if (query_tables_collect(report, db, split_tables, limit, err) != 0)
        return ERR;
    struct json *groups = json_copy(json_get(report, "groups"));
    json_replace(report, "groups", json_add(groups, J_INT("n_moved", n_moved)));
    ties_add_promise(&promise,
                     ties_find(json_text_at(json_get(report, "run"), "grouped_by"), &ignored));
    json_set_text(report, "promise", str_text(&promise));
    join_strata(report);
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
    static const char *const kinds[] = {"category", "language", "source"};
    report_text_print(split_text, report, NULL, out);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        print_strata(report, kinds[i], out);
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
