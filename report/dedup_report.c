#include "report/dedup_report.h"

#include "report/tabular.h"
#include "db/query_table.h"

#include <math.h>
#include <string.h>

#define KIND_ORDER \
    "CASE kind WHEN 'exact' THEN 1 WHEN 'renamed' THEN 2 WHEN 'near' THEN 3 ELSE 4 END"

static const struct query_table tables[] = {
    {.name = "run",
     .sql = "SELECT preset, run_length, set_threshold, multiset_threshold, min_tokens, "
            "renames_literals, n_bands, n_rows FROM dedup_run",
     .keys = {"preset", "run_length", "set_threshold", "multiset_threshold", "min_tokens",
              "renames_literals", "n_bands", "n_rows"},
     .is_single = true},
    {.name = "counted",
     .sql = "SELECT count(*) FROM counted_fixes",
     .keys = {"fixes"},
     .is_single = true},
    {.name = "kinds",
     .sql =
         "SELECT kind, n_clusters, n_fixes, n_redundant, percent, n_largest FROM duplicate_kinds",
     .keys = {"kind", "clusters", "pairs", "redundant", "percent", "largest"}},
    {.name = "clusters",
     .sql = "WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY kind "
            "ORDER BY n_fixes DESC, representative_fix_key) AS place FROM counted_clusters) "
            "SELECT kind, n_fixes, n_problems, n_users, fix_id, category, before, after "
            "FROM ranked JOIN fix_details ON fix_key = representative_fix_key WHERE place <= ? "
            "ORDER BY " KIND_ORDER ", place",
     .keys = {"kind", "n", "n_problems", "n_users", "id", "category", "before", "after"},
     .has_limit = true},
    {.name = "conflicts",
     .sql = "SELECT coalesce(sum(n_fixes), 0), count(*) FROM conflicting_programs",
     .keys = {"fixes", "programs"},
     .is_single = true},
    {.name = "conflict_list",
     .sql = "WITH shown AS (SELECT first_fix_key FROM conflicting_programs "
            "ORDER BY n_fixes DESC, first_fix_key LIMIT ?) "
            "SELECT dense_rank() OVER (ORDER BY c.first_fix_key), d.fix_id, d.line, d.category, "
            "d.before, d.after, g.fix_id FROM conflicts c "
            "JOIN counted_fixes USING (fix_key) JOIN shown USING (first_fix_key) "
            "JOIN fix_details d USING (fix_key) JOIN fix_details g ON g.fix_key = c.first_fix_key "
            "ORDER BY c.first_fix_key, d.fix_key",
     .keys = {"program", "id", "line", "category", "before", "after", "first"},
     .has_limit = true},
    {.name = "accepted",
     .sql = "SELECT count(*) FROM accepted_bugs JOIN counted_fixes USING (fix_key)",
     .keys = {"fixes"},
     .is_single = true},
    {.name = "accepted_list",
     .sql = "SELECT d.fix_id, d.line, d.category, d.before, d.after, a.submission_id, g.fix_id "
            "FROM accepted_bugs a JOIN counted_fixes USING (fix_key) "
            "JOIN fix_details d USING (fix_key) "
            "LEFT JOIN fix_details g ON g.fix_key = a.accepted_fix_key "
            "ORDER BY a.fix_key LIMIT ?",
     .keys = {"id", "line", "category", "before", "after", "accepted", "accepted_fix"},
     .has_limit = true},
    {.name = "identical",
     .sql = "SELECT count(*), count(DISTINCT cluster_id) FROM problem_clusters",
     .keys = {"problems", "groups"},
     .is_single = true},
    {.name = "problem_clusters",
     .sql = "WITH fixes_of AS (SELECT problem_id, n_fixes FROM problem_totals), "
            "sources AS (SELECT cluster_id, group_concat(DISTINCT source) AS sources "
            "FROM problem_links JOIN problem_clusters ON problem_id = problem_id_a "
            "GROUP BY cluster_id) "
            "SELECT cluster_id, count(*) AS n_problems, group_concat(problem_id, ' ') AS problems, "
            "sources, coalesce(sum(n_fixes), 0) AS n "
            "FROM (SELECT * FROM problem_clusters ORDER BY cluster_id, problem_id) "
            "LEFT JOIN fixes_of USING (problem_id) JOIN sources USING (cluster_id) "
            "GROUP BY cluster_id ORDER BY n DESC, cluster_id LIMIT ?",
     .keys = {"cluster", "n_problems", "problems", "sources", "n"},
     .has_limit = true},
};

int dedup_report_collect(struct json **out, struct db *db, int64_t limit, struct err *err)
{
    *out = json_object();
    return query_tables_collect(*out, db, tables, sizeof tables / sizeof *tables, limit, err);
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
