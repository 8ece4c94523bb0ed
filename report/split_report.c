#include "report/split_report.h"

#include "report/tabular.h"
#include "db/query_table.h"

#include <math.h>
#include <string.h>

static const char tables[] = {
#include "report/sql/split.sql.inc"
};

static const char made[] = {
#include "report/sql/split_made.sql.inc"
};

int split_report_collect_made(struct json *report, struct db *db, struct err *err)
{
    return query_tables_collect(report, db, made, 0, err);
}

void split_report_print_made(const struct json *report, FILE *out)
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
    if (query_tables_collect(report, db, tables, limit, err) != 0)
        return ERR;
    return split_report_collect_made(report, db, err);
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
    split_report_print_made(report, out);
}
