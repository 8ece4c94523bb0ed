#include "report/mutate_report.h"

#include "base/terminal.h"
#include "report/tabular.h"
#include "db/query_table.h"
#include "report/split_report.h"

#include <string.h>

static const char tables[] = {
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
    if (query_tables_collect(*out, db, tables, 0, err) != 0)
        return ERR;
    return split_report_collect_made(*out, db, err);
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
    split_report_print_made(report, out);
    print_left_out(report, out);
}
