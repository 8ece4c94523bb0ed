/* See rewrite_report.h. */
#include "report/rewrite_report.h"

#include "base/json.h"
#include "base/str.h"
#include "report/text_table.h"

#include <inttypes.h>

static void print_kinds(const struct rewrite_counts *counts, const struct rewrite_choice *choice,
                        const char *unit, FILE *out)
{
    struct text_table table = {.alignment = choice->least > 1 ? "lrrrr" : "lrrr"};
    text_table_text(&table, "kind");
    text_table_text(&table, unit);
    text_table_text(&table, "rewrites");
    if (choice->least > 1)
        text_table_format(&table, "fewer than %" PRId64, choice->least);
    text_table_text(&table, "without");
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        if (!(choice->kinds & (1u << kind)))
            continue;
        text_table_text(&table, rewrite_kind_name(kind));
        text_table_number(&table, (double)counts->n_rewritten[kind]);
        text_table_number(&table, (double)counts->n_rewrites[kind]);
        if (choice->least > 1)
            text_table_number(&table, (double)counts->n_fewer[kind]);
        text_table_number(&table, (double)(counts->n_read - counts->n_rewritten[kind]));
    }
    text_table_print(&table, out);
}

static void print_left_out(const struct rewrite_counts *counts, FILE *out)
{
    int64_t n = counts->n_excluded;
    if (n)
        fprintf(out, "%" PRId64 " %s left out: marked as excluded (--keep excluded takes %s)\n", n,
                plural(n, "fix", "fixes"), plural(n, "it", "them"));
    n = counts->n_made;
    if (n)
        fprintf(out, "%" PRId64 " %s left out: not real\n", n, plural(n, "fix", "fixes"));
    n = counts->n_in_no_split;
    if (n)
        fprintf(out, "%" PRId64 " %s in no split, as %s (tokfix split puts fixes into one)\n", n,
                plural(n, "rewrite is", "rewrites are"),
                plural(n, "its fix is", "their fixes are"));
}

void rewrite_report_print(const struct rewrite_counts *counts, const struct rewrite_choice *choice,
                          const char *unit, FILE *out)
{
    struct text_table table = {.alignment = "llr"};
    fprintf(out, "%s: %" PRId64 "\n", unit, counts->n_read);
    print_kinds(counts, choice, unit, out);
    bool is_headed = false;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
        for (int reason = 0; reason < N_REWRITE_REASONS; reason++) {
            if (counts->n_refused[kind][reason] == 0)
                continue;
            if (!is_headed)
                fprintf(out, "why there is none\n");
            is_headed = true;
            text_table_text(&table, rewrite_kind_name(kind));
            text_table_text(&table, rewrite_reason_name((enum rewrite_reason)reason));
            text_table_number(&table, (double)counts->n_refused[kind][reason]);
        }
    if (is_headed)
        text_table_print(&table, out);
    print_left_out(counts, out);
}

void rewrite_report_print_json(const struct rewrite_counts *counts,
                               const struct rewrite_choice *choice, const char *unit, FILE *out)
{
    scoped(json) *report = json_object();
    struct json *rows = json_array();
    json_set_int(report, unit, counts->n_read);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        if (!(choice->kinds & (1u << kind)))
            continue;
        struct json *row = json_object(), *refused = json_object();
        json_add(row, J_TEXT("kind", rewrite_kind_name(kind)),
                 J_INT("rewritten", counts->n_rewritten[kind]),
                 J_INT("rewrites", counts->n_rewrites[kind]),
                 J_INT("fewer", counts->n_fewer[kind]));
        for (int reason = 0; reason < N_REWRITE_REASONS; reason++)
            if (counts->n_refused[kind][reason])
                json_set_int(refused, rewrite_reason_name((enum rewrite_reason)reason),
                             counts->n_refused[kind][reason]);
        json_set(row, "without", refused);
        json_push(rows, row);
    }
    json_set(report, "kinds", rows);
    if (counts->n_excluded)
        json_set_int(report, "left_out_excluded", counts->n_excluded);
    if (counts->n_made)
        json_set_int(report, "left_out_not_real", counts->n_made);
    if (counts->n_in_no_split)
        json_set_int(report, "in_no_split", counts->n_in_no_split);
    json_write_pretty(report, out);
}
