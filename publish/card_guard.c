/* What separates the splits. The sizes of splits count published rows, and duplicates published
 * fixes; groups, exclusions and the check are of the whole store, as the texts say. */
#include "publish/card.h"

#include "publish/markdown.h"

#include <inttypes.h>
#include <string.h>

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    return found ? found : "";
}

static void add_sizes(struct str *out, const struct publication *publication)
{
    struct publication_size all = publication_size(publication, -1);
    markdown_add_head(out,
                      "split | rows | | problems | files | bytes of JSON lines | bytes compressed",
                      "lrrrrrr");
    for (int split = 0; split < N_SPLITS; split++) {
        struct publication_size size = publication_size(publication, split);
        markdown_begin_row(out);
        markdown_add_cell(out, split_names[split]);
        markdown_add_number(out, size.n_rows);
        markdown_add_share(out, size.n_rows, all.n_rows);
        markdown_add_number(out, publication->facts.problems.of[split]);
        markdown_add_number(out, size.n_files);
        markdown_add_number(out, size.n_uncompressed);
        markdown_add_number(out, size.n_bytes);
        markdown_end_row(out);
    }
}

/* What all fixes of the store are, if not mined alone: " (93 real, 343 mutant)". */
static void add_origins(struct str *out, const struct json *store)
{
    const struct json *origins = json_get(store, "origins");
    for (const struct json *row = json_first(origins); row; row = json_next(row))
        str_print(out, "%s%.0f %s", row == json_first(origins) ? " (" : ", ", number(row, "fixes"),
                  text(row, "origin"));
    if (origins)
        str_add_text(out, ")");
}

static void add_groups(struct str *out, const struct publication *publication)
{
    const struct json *store = publication->store, *split = json_get(store, "split");
    const struct json *largest = json_get(store, "largest_group");
    double n_groups = 0;
    for (const struct json *row = json_first(json_get(store, "groups")); row; row = json_next(row))
        n_groups += number(row, "groups");
    str_add_text(out, "\nFixes that share one of these are in one split: ");
    markdown_add_text(out, strcmp(text(split, "origin"), "import") == 0
                               ? "the imported list of problems"
                               : text(split, "closed_over"));
    str_print(
        out,
        ". The whole database has %.0f such %s; the largest is in %s and has %.0f %s of %.0f %s "
        "and %.0f %s. Of all %.0f %s",
        n_groups, plural(n_groups, "group", "groups"), text(largest, "split"),
        number(largest, "fixes"), plural(number(largest, "fixes"), "fix", "fixes"),
        number(largest, "problems"), plural(number(largest, "problems"), "problem", "problems"),
        number(largest, "users"), plural(number(largest, "users"), "user", "users"),
        number(store, "n_fixes"), plural(number(store, "n_fixes"), "fix", "fixes"));
    add_origins(out, store);
    str_print(out, ", %.0f %s in no split.\n", number(store, "n_in_no_split"),
              plural(number(store, "n_in_no_split"), "is", "are"));
}

static void add_duplicates(struct str *out, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    const struct json *conflicts = json_get(facts->duplicates, "conflicts");
    double n_fixes = number(conflicts, "fixes"), n_programs = number(conflicts, "programs");
    str_add_text(out, "\n## Duplicates\n\n");
    if (!facts->duplicates) {
        str_add_text(out, "Duplicates were not searched for, and may be in the data.\n");
        return;
    }
    str_print(out,
              "Among the %" PRId64
              " published fixes, in the clusters of the whole database: a fix that is not "
              "published can tie two published ones. Kind near includes renamed, and renamed "
              "includes exact. Redundant are all fixes of a cluster except one.\n\n",
              split_counts_total(&facts->rows) - split_counts_total(&facts->clean));
    markdown_add_head(out, "kind | clusters | fixes | redundant | largest", "lrrrr");
    for (const struct json *row = json_first(json_get(facts->duplicates, "kinds")); row;
         row = json_next(row)) {
        markdown_begin_row(out);
        markdown_add_cell(out, text(row, "kind"));
        markdown_add_number(out, (int64_t)number(row, "clusters"));
        markdown_add_number(out, (int64_t)number(row, "fixes"));
        markdown_add_number(out, (int64_t)number(row, "redundant"));
        markdown_add_number(out, (int64_t)number(row, "largest"));
        markdown_end_row(out);
    }
    str_print(out,
              "\n"
              "%.0f %s: different fixes of the same buggy program (%.0f %s).\n",
              n_fixes, plural(n_fixes, "fix conflicts", "fixes conflict"), n_programs,
              plural(n_programs, "program", "programs"));
}

static void add_exclusions(struct str *out, const struct json *store)
{
    const struct json *rows = json_get(store, "exclusions");
    str_print(out, "\n%.0f %s of the database %s marked as excluded", number(store, "n_exclusions"),
              plural(number(store, "n_exclusions"), "fix", "fixes"),
              plural(number(store, "n_exclusions"), "is", "are"));
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        str_add_text(out, row == json_first(rows) ? ": " : ", ");
        markdown_add_text(out, text(row, "reason"));
        str_print(out, " %.0f", number(row, "fixes"));
    }
    str_add_text(out, ".\n");
}

/* A line for a test, of the splits or of a benchmark. */
static void add_test(struct str *out, const char *name, double n_violations)
{
    markdown_begin_row(out);
    markdown_add_cell(out, name);
    markdown_add_cell(out, n_violations > 0 ? "FAILED" : "passed");
    markdown_add_number(out, (int64_t)n_violations);
    markdown_end_row(out);
}

static void add_tests(struct str *out, const struct json *check, bool only_failed)
{
    const struct json *tests = json_get(json_get(check, "splits"), "tests");
    for (const struct json *row = json_first(tests); row; row = json_next(row))
        if (!only_failed || number(row, "violations") > 0)
            add_test(out, text(row, "test"), number(row, "violations"));
    for (const struct json *one = json_first(json_get(check, "benchmarks")); one;
         one = json_next(one)) {
        struct str name = {0};
        str_print(&name, "no program of the benchmark %s (%.0f %s, match %s", text(one, "name"),
                  number(one, "programs"), plural(number(one, "programs"), "program", "programs"),
                  text(one, "match"));
        if (number(one, "n_rejected") > 0)
            str_print(&name, "; %.0f more could not be read", number(one, "n_rejected"));
        str_add_text(&name, ")");
        if (!only_failed || number(one, "n_leaks") > 0)
            add_test(out, str_text(&name), number(one, "n_leaks"));
        str_release(&name);
    }
}

/* Whether the check of this publication searched so, too: then it has a row in its table. */
static bool is_in_check(const struct json *check, const struct json *row)
{
    for (const struct json *one = json_first(json_get(check, "benchmarks")); one;
         one = json_next(one))
        if (strcmp(text(one, "name"), text(row, "name")) == 0 &&
            strcmp(text(one, "options"), text(row, "options")) == 0)
            return true;
    return false;
}

/* "checked against quixbugs (40 items, `--match type1`): none found" */
static void add_proof(struct str *out, const struct json *store, const struct json *row)
{
    const char *now = text(store, "fingerprint_sha256"), *then = text(row, "fingerprint_sha256");
    double n_found = number(row, "found"), n_marked = number(row, "marked");
    double n_unread = number(row, "unread"), n_items = number(row, "items");
    str_add_text(out, "- checked against ");
    markdown_add_text(out, text(row, "name"));
    str_print(out, " (%.0f %s, `%s`): ", n_items, plural(n_items, "item", "items"),
              text(row, "options"));
    if (n_found > 0)
        str_print(out, "%.0f %s found", n_found, plural(n_found, "leak", "leaks"));
    else
        str_add_text(out, "none found");
    if (n_marked > 0)
        str_print(out, "; %.0f %s then marked as excluded", n_marked,
                  plural(n_marked, "fix was", "fixes were"));
    if (n_unread > 0)
        str_print(out, "; %.0f of its programs could not be read", n_unread);
    str_print(out, "%s\n", strcmp(now, then) == 0 ? "" : "; the database has changed since");
}

/* What was proven of the store before it was published. */
static void add_proofs(struct str *out, const struct publication *publication)
{
    const struct json *store = publication->store;
    bool is_any = json_count(json_get(publication->check, "benchmarks")) > 0;
    str_add_text(out, "\n");
    for (const struct json *row = json_first(json_get(store, "checks")); row;
         row = json_next(row)) {
        if (strcmp(text(row, "subject"), "benchmark") != 0 || is_in_check(publication->check, row))
            continue;
        is_any = true;
        add_proof(out, store, row);
    }
    if (!is_any)
        str_add_text(out, "No benchmark was searched for.\n");
}

static void add_check(struct str *out, const struct publication *publication)
{
    const struct json *splits = json_get(publication->check, "splits");
    str_print(out,
              "\n## Leakage\n\n`tokfix check` compared the programs of %.0f %s in splits, with the "
              "duplicates of preset ",
              number(splits, "pairs"), plural(number(splits, "pairs"), "fix", "fixes"));
    markdown_add_text(out, text(splits, "preset"));
    str_print(out, ". %s\n\n",
              publication_is_clean(publication) ? "It found nothing." : "It found problems:");
    markdown_add_head(out, "test | result | violations", "llr");
    add_tests(out, publication->check, false);
    add_proofs(out, publication);
    add_exclusions(out, publication->store);
}

void card_add_warning(struct str *out, const struct publication *publication)
{
    if (publication_is_clean(publication))
        return;
    str_add_text(out, "**This data set did not pass `tokfix check`.** These tests failed:\n\n");
    markdown_add_head(out, "test | result | violations", "llr");
    add_tests(out, publication->check, true);
    str_add_text(out, "\n");
}

void card_add_guard(struct str *out, const struct publication *publication)
{
    str_add_text(out, "\n## Splits\n\nPublished rows:\n\n");
    add_sizes(out, publication);
    add_groups(out, publication);
    add_duplicates(out, publication);
    add_check(out, publication);
}
