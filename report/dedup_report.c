#include "report/dedup_report.h"

#include "report/tabular.h"
#include "db/query_table.h"

#include <math.h>
#include <string.h>

static const char tables[] = {
#include "report/sql/dedup.sql.inc"
};

int dedup_report_collect(struct json **out, struct db *db, int64_t limit, struct err *err)
{
    *out = json_object();
    return query_tables_collect(*out, db, tables, limit, err);
}

static void print_run(const struct json *run, FILE *out)
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
    print_run(json_get(report, "run"), out);
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
