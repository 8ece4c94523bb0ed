/* Each summary is collected by the queries of its SQL file, and printed by its text. */
#include "report/summaries.h"

#include "base/chance.h"
#include "db/query_table.h"
#include "guard/stratify.h"
#include "guard/ties.h"
#include "report/printout.h"

#include <math.h>
#include <string.h>

/* tokfix dedup */

static const char dedup_tables[] = {
#include "report/sql/dedup.sql.inc"
};

int dedup_summary_collect(struct json **out, struct db *db, int64_t limit, struct err *err)
{
    *out = json_object();
    return query_tables_collect(*out, db, dedup_tables, limit, err);
}

static const char dedup_text[] = {
#include "report/text/dedup.txt.inc"
};

/* Returns a list of {kind, rows} of the rows of a table, which are sorted by kind; of some kinds
 * alone, if `kinds` is not NULL. */
static struct json *rows_by_kind(const struct json *table, const char *const *kinds)
{
    struct json *lists = json_array(), *rows = NULL;
    const char *last = "";
    json_each(row, table) {
        const char *kind = json_text_at(row, "kind");
        if (kinds && !text_is_one_of(kind, kinds))
            continue;
        if (strcmp(kind, last) != 0)
            json_push(lists, json_make(J_TEXT("kind", kind), J_VALUE("rows", rows = json_array())));
        last = kind;
        json_push(rows, json_copy(row));
    }
    return lists;
}

void dedup_summary_print(const struct json *summary, FILE *out)
{
    /* With a column for the kind, lines would be too long for a terminal. */
    scoped(json) *more =
        json_make(J_VALUE("clusters_of", rows_by_kind(json_get(summary, "clusters"), NULL)));
    printout_print(dedup_text, summary, more, out);
}

/* tokfix split */

static const char split_tables[] = {
#include "report/sql/split.sql.inc"
};
static const char mutate_tables[] = {
#include "report/sql/mutate.sql.inc"
};
static const char split_text[] = {
#include "report/text/split.txt.inc"
};
static const char mutate_text[] = {
#include "report/text/mutate.txt.inc"
};

static double percent(double n, double total)
{
    return round(10000 * n / total) / 100;
}

/* Adds the splits of the strata as members of one row each: the fixes in a split, their share, and
 * how many were wanted. Rows of a stratum, one for each split, follow each other. Lists those whose
 * number is too far from the wanted one. */
static void join_strata(struct json *summary)
{
    struct json *rows = json_array(), *outside = json_array(), *row = NULL;
    json_each(in_split, json_get(summary, "strata")) {
        const char *kind = json_text_at(in_split, "kind"), *name = json_text_at(in_split, "name");
        const char *split = json_text_at(in_split, "split");
        double n = json_number_at(in_split, "n"), n_in = json_number_at(in_split, "n_in");
        double wanted = json_number(json_get(in_split, "wanted"), NAN);
        if (!row || strcmp(json_text_at(row, "kind"), kind) != 0 ||
            strcmp(json_text_at(row, "name"), name) != 0) {
            row = json_push_object(rows);
            json_add(row, J_TEXT("kind", kind), J_TEXT("name", name), J_DOUBLE("n", n),
                     J_DOUBLE("n_groups", json_number_at(in_split, "n_groups")));
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
    json_replace(summary, "strata", rows);
    json_set(summary, "outside", outside);
}

int split_summary_collect(struct json **out, int64_t n_moved, struct db *db, int64_t limit,
                          struct err *err)
{
    struct json *summary = *out = json_object();
    const char *ignored;
    scoped(str) promise = {0};
    if (query_tables_collect(summary, db, split_tables, limit, err) != 0)
        return ERR;
    struct json *groups = json_copy(json_get(summary, "groups"));
    json_replace(summary, "groups", json_add(groups, J_INT("n_moved", n_moved)));
    ties_add_promise(&promise,
                     ties_find(json_text_at(json_get(summary, "run"), "grouped_by"), &ignored));
    json_set_text(summary, "promise", str_text(&promise));
    join_strata(summary);
    return query_table_collect(summary, db, mutate_tables, "made", 0, err);
}

/* Returns columns for the splits. Folds are asked for alike. */
static struct json *columns_of(const struct json *summary)
{
    scoped(str) columns = {0};
    const char *origin = json_text_at(json_get(summary, "run"), "origin");
    bool has_wanted = origin && strcmp(origin, "seed") == 0;
    json_each(split, json_get(summary, "splits")) {
        const char *name = json_text_at(split, "split");
        bool is_fold = split_find(name) >= SPLIT_FOLDS;
        if (has_wanted && (!is_fold || split == json_first(json_get(summary, "splits"))))
            str_print(&columns, ", m %s_wanted=wanted", name);
        str_print(&columns, ", n %s%s", name,
                  strcmp(name, split_names[SPLIT_VALIDATION]) == 0 ? "=valid." : "");
    }
    return json_text_value(str_text(&columns));
}

/* Prints the splits in which mutants and rewrites are, and of mutate what else it has found. */
static void print_made(const struct json *summary, const char *const *names, FILE *out)
{
    bool has_folds = false;
    json_each(row, json_get(summary, "made"))
        has_folds = has_folds || json_number_at(row, "folds") > 0;
    scoped(json) *more = json_make(J_BOOL("has_folds", has_folds));
    printout_print_tables(mutate_text, summary, more, names, out);
}

void split_summary_print(const struct json *summary, FILE *out)
{
    static const char *const kinds[] = {"category", "language", "source", NULL};
    scoped(json) *more =
        json_make(J_VALUE("columns", columns_of(summary)),
                  J_VALUE("strata_of", rows_by_kind(json_get(summary, "strata"), kinds)));
    printout_print(split_text, summary, more, out);
    print_made(summary, (const char *const[]){"made", NULL}, out);
}

/* tokfix mutate */

int mutate_summary_collect(struct json **out, struct db *db, struct err *err)
{
    *out = json_object();
    return query_tables_collect(*out, db, mutate_tables, 0, err);
}

void mutate_summary_print(const struct json *summary, FILE *out)
{
    print_made(summary, NULL, out);
}

/* tokfix verify */

static const char verify_tables[] = {
#include "report/sql/verify.sql.inc"
};

int verify_summary_collect(struct json *out, struct db *db, const char *const *tables,
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

void verify_summary_print(const struct json *summary, const char *const *tables, FILE *out)
{
    printout_print_tables(verify_text, summary, NULL, tables, out);
}
