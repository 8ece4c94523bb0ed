/* What the rows are: all numbers here are of the rows that are published. */
#include "publish/card.h"

#include "export/format.h"
#include "publish/markdown.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *type_name(enum feature_type type)
{
    static const char *const names[] = {[FEATURE_TEXT] = "text",
                                        [FEATURE_INT] = "whole number",
                                        [FEATURE_BOOL] = "true or false",
                                        [FEATURE_INTS] = "list of whole numbers",
                                        [FEATURE_RECORDS] = "list of objects"};
    return names[type];
}

static void add_feature(struct str *out, const struct export_feature *feature, const char *parent)
{
    struct str name = {0};
    str_print(&name, "%s%s%s", parent ? parent : "", parent ? "[]." : "", feature->name);
    str_print(out, "| `%s` | %s |", str_text(&name), type_name(feature->type));
    markdown_add_cell(out, feature->description);
    markdown_end_row(out);
    for (const struct export_feature *member = feature->members; member && member->name; member++)
        add_feature(out, member, feature->name);
    str_release(&name);
}

static void add_features(struct str *out, const struct publication *publication)
{
    const struct export_format *format = publication->options->format;
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, publication->options);
    str_print(out, "\n## A row\n\nFormat `%s`: ", format->name);
    markdown_add_text(out, format->summary);
    str_add_text(out, ". Every row has every key.\n\n");
    markdown_add_head(out, "key | type | what it is", "lll");
    for (const struct export_feature *feature = features; feature->name; feature++)
        add_feature(out, feature, NULL);
    const struct export_view *view = &publication->options->view;
    if (format->has_prompt)
        str_print(out, "\nTask `%s`, granularity `%s`; the template is in the manifest.\n",
                  view->task->name, granularity_name(view->granularity));
    else if (!format->is_whole)
        str_print(out, "\nGranularity `%s`.\n", granularity_name(view->granularity));
}

static void add_counts(struct str *out, const char *name, const struct split_counts *counts,
                       const struct split_counts *all)
{
    markdown_begin_row(out);
    markdown_add_cell(out, name);
    markdown_add_number(out, split_counts_total(counts));
    markdown_add_share(out, split_counts_total(counts), split_counts_total(all));
    for (int split = 0; split < N_SPLITS; split++) {
        markdown_add_number(out, counts->of[split]);
        markdown_add_share(out, counts->of[split], all->of[split]);
    }
    markdown_end_row(out);
}

static void add_tally(struct str *out, const struct tally *tally, const size_t *order,
                      const struct split_counts *all)
{
    for (size_t i = 0; i < tally->counts.n; i++) {
        size_t number = order ? order[i] : i;
        const char *name = tally->names.keys.items[number];
        add_counts(out, *name ? name : "(not given)", &tally->counts.items[number], all);
    }
}

static void add_head(struct str *out, const char *what)
{
    struct str titles = {0};
    str_print(&titles, "%s | rows | | train | | validation | | test |", what);
    markdown_add_head(out, str_text(&titles), "lrrrrrrrr");
    str_release(&titles);
}

static void add_categories(struct str *out, const struct facts *facts)
{
    str_add_text(out, "\n## Categories\n\nPublished rows, with shares of each split.\n\n");
    add_head(out, "category");
    add_tally(out, &facts->categories, NULL, &facts->rows);
    if (split_counts_total(&facts->clean))
        add_counts(out, "none (correct programs)", &facts->clean, &facts->rows);
    add_counts(out, "all", &facts->rows, &facts->rows);
}

/* Where people made all fixes there is nothing to be told apart. */
static void add_origins(struct str *out, const struct publication *publication,
                        const struct split_counts *fixes)
{
    const struct tally *origins = &publication->facts.origins;
    if (!facts_n_made(&publication->facts))
        return;
    str_add_text(
        out,
        "\n## Origins\n\nPublished fixes: mined ones are `real`; the others were made from mined "
        "programs.\n\n");
    add_head(out, "origin");
    for (size_t i = 0; i < origins->counts.n; i++)
        if (split_counts_total(&origins->counts.items[i]))
            add_counts(out, origins->names.keys.items[i], &origins->counts.items[i], fixes);
    if (facts_of_origin(&publication->facts, "mutant") &&
        export_format_has_key(publication->options->format, "buggy_submission"))
        str_add_text(
            out, "\nThe buggy program of a mutant is not a submission: its `buggy_submission` is "
                 "the id of the accepted one with `~mutant` and a number, its `buggy_status` "
                 "is `Mutant`, and its date is that of the accepted one.\n");
}

/* A table with the most frequent first. */
static void add_sorted(struct str *out, const char *heading, const char *note, const char *what,
                       const struct tally *tally, const struct split_counts *all)
{
    size_t *order = tally_order(tally);
    str_print(out, "\n## %s\n\n%s\n\n", heading, note);
    add_head(out, what);
    add_tally(out, tally, order, all);
    free(order);
}

static void add_left_out(struct str *out, const struct publication *publication)
{
    static const char *const marks[N_FIX_MARKS] = {"exact duplicates of an earlier fix",
                                                   "another fix of the same buggy program exists",
                                                   "marked as excluded"};
    int64_t n_in_no_split = fix_account_count(&publication->account, FATE_NO_SPLIT);
    bool has_marks = n_in_no_split > 0;
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        has_marks = has_marks || publication->account.n_marked[mark];
    if (!has_marks && !publication->left_out.left_out.n)
        return;
    str_add_text(out, "\nFixes that were left out:\n\n");
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        if (publication->account.n_marked[mark])
            str_print(out, "- %" PRId64 ": %s\n", publication->account.n_marked[mark], marks[mark]);
    if (n_in_no_split)
        str_print(out, "- %" PRId64 ": in no split\n", n_in_no_split);
    for (size_t i = 0; i < publication->left_out.left_out.n; i++) {
        str_print(out, "- %" PRId64 ": ", publication->left_out.left_out.items[i].n);
        markdown_add_text(out, publication->left_out.left_out.items[i].reason);
        str_add_text(out, "\n");
    }
}

void card_add_rows(struct str *out, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    struct split_counts fixes = facts->rows;
    char first[DATE_TEXT_SIZE], last[DATE_TEXT_SIZE];
    for (int split = 0; split < N_SPLITS; split++)
        fixes.of[split] -= facts->clean.of[split];
    date_text(first, facts->first_date);
    date_text(last, facts->last_date);
    add_features(out, publication);
    add_categories(out, facts);
    add_left_out(out, publication);
    add_origins(out, publication, &fixes);
    add_sorted(out, "Verdicts",
               facts_of_origin(facts, "mutant")
                   ? "Failing submissions of the published fixes; no judge has tested mutants."
                   : "Failing submissions of the published fixes.",
               "verdict", &facts->statuses, &fixes);
    add_sorted(out, "Languages", "Published rows, by the language that the user chose.", "language",
               &facts->original_languages, &facts->rows);
    add_sorted(out, "Sites", "Published rows, by the site of the problem.", "site",
               &facts->contests, &facts->rows);
    str_print(out,
              "\n"
              "%zu %s, %zu %s; submitted from %s to %s.\n",
              facts->all_problems.keys.n,
              plural((double)facts->all_problems.keys.n, "problem", "problems"),
              facts->all_users.keys.n, plural((double)facts->all_users.keys.n, "user", "users"),
              first, last);
}
