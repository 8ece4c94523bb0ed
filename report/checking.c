/* All programs are parsed once. The comparison of splits (guard/fingerprints.h) and the search for
 * each benchmark (guard/leak.h) share this pass. */
#include "report/checking.h"

#include "guard/leak.h"
#include "report/tabular.h"
#include "report/leak_report.h"
#include "report/report_text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *what;  /* of a crossing */
    const char *test;  /* its name in the report */
    unsigned grouping; /* the grouping that asks for it */
} tests[] = {
    {"exact", "no exact duplicate across splits", GROUP_BY_DUPLICATES},
    {"renamed", "no renamed duplicate across splits", GROUP_BY_DUPLICATES},
    {"near", "no near duplicate across splits", GROUP_BY_DUPLICATES},
    {"conflict", "no buggy program in two splits", GROUP_BY_DUPLICATES},
    {"program", "no text of a program in two splits", GROUP_BY_DUPLICATES},
    {"problem", "no problem in two splits", GROUP_BY_PROBLEM},
    {"problem-cluster", "no problem cluster in two splits", GROUP_BY_PROBLEM_CLUSTER},
    {"user", "no user in two splits", GROUP_BY_USER},
};

static struct json *make_test(const char *test, int64_t n)
{
    return json_make(J_TEXT("test", test), J_BOOL("passed", n == 0),
                     J_TEXT("result", n ? "FAILED" : "passed"), J_DOUBLE("violations", (double)n));
}

static struct json *tests_of(const struct check *check, unsigned grouping)
{
    struct json *rows = json_array();
    json_push(rows,
              make_test("no fix without a split", check->n_outside_real + check->n_outside_made));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        int64_t n = 0;
        if (!(grouping & tests[i].grouping))
            continue;
        for (size_t k = 0; k < check->crossings.n; k++)
            n += strcmp(check->crossings.items[k].what, tests[i].what) == 0;
        json_push(rows, make_test(tests[i].test, n));
    }
    return rows;
}

static struct json *row_of(const struct crossing *crossing, const struct pairs *pairs)
{
    const struct pair *a = &pairs->list.items[crossing->a], *b = &pairs->list.items[crossing->b];
    struct json *row = json_make(J_TEXT("what", crossing->what), J_TEXT("a", a->id),
                                 J_TEXT("a_split", split_names[a->split]), J_TEXT("b", b->id),
                                 J_TEXT("b_split", split_names[b->split]));
    if (strcmp(crossing->what, "near") == 0)
        json_add(row, J_DOUBLE("jaccard", crossing->similarity.set),
                 J_DOUBLE("multiset_jaccard", crossing->similarity.multiset));
    if (strcmp(crossing->what, "user") == 0)
        json_set_text(row, "user", pairs_name(&pairs->users, a->user));
    return row;
}

/* Appends the options on which the result depends, as words of a command line. */
static void add_options(struct str *out, const struct check_options *options)
{
    str_add_text(out, "--group-by ");
    grouping_add_names(out, options->grouping);
    if (!(options->grouping & GROUP_BY_DUPLICATES))
        return;
    str_print(out, " --preset %s%s", options->fingerprints.preset->name,
              options->fingerprints.renames_literals ? " --literals" : "");
}

/* The pairs of each split in a set of these parts, and which parts have none. */
struct sizes {
    struct json *all, *made, *empty;
    int64_t n_made;
};

static struct sizes sizes_of(const struct check *check, unsigned parts)
{
    struct sizes sizes = {json_object(), json_object(), json_array(), 0};
    for (int part = 0; part < N_PARTS; part++) {
        int64_t n_made = check->n_in[1][part], n = check->n_in[0][part] + n_made;
        if (!(parts >> part & 1))
            continue;
        json_set_int(sizes.all, split_names[part], n);
        json_set_int(sizes.made, split_names[part], n_made);
        sizes.n_made += n_made;
        if (!n)
            json_push_text(sizes.empty, split_names[part]);
    }
    return sizes;
}

static struct json *check_report_make(const struct check *check, const struct pairs *pairs,
                                      const struct check_options *options, unsigned parts,
                                      size_t limit)
{
    struct json *rows = json_array();
    struct sizes sizes = sizes_of(check, parts);
    scoped(str) names = {0}, words = {0}, promise = {0};
    grouping_add_names(&names, options->grouping);
    grouping_add_promise(&promise, options->grouping);
    add_options(&words, options);
    for (size_t i = 0; i < check->crossings.n && i < limit; i++)
        json_push(rows, row_of(&check->crossings.items[i], pairs));
    return json_make(
        J_DOUBLE("pairs", (double)check->n_pairs), J_INT("pairs_made", sizes.n_made),
        J_VALUE("sizes", sizes.all), J_VALUE("sizes_made", sizes.made),
        J_VALUE("empty", sizes.empty), J_DOUBLE("n_outside_real", (double)check->n_outside_real),
        J_DOUBLE("n_outside_made", (double)check->n_outside_made),
        J_TEXT("grouped_by", str_text(&names)), J_TEXT("promise", str_text(&promise)),
        J_TEXT("preset", options->fingerprints.preset->name), J_TEXT("options", str_text(&words)),
        J_VALUE("tests", tests_of(check, options->grouping)),
        J_DOUBLE("n_crossings", (double)check->crossings.n), J_VALUE("crossings", rows));
}

static const char check_text[] = {
#include "report/text/check.txt.inc"
};

void check_report_print(const struct json *report, FILE *out)
{
    double n_outside =
        json_number_at(report, "n_outside_real") + json_number_at(report, "n_outside_made");
    double n_real = json_number_at(report, "pairs") - json_number_at(report, "pairs_made");
    const struct json *sizes = json_get(report, "sizes"), *made = json_get(report, "sizes_made");
    struct json *real_in = json_array(), *made_in = json_array();
    scoped(json) *more = json_make(J_DOUBLE("n_outside", n_outside), J_DOUBLE("n_real", n_real),
                                   J_VALUE("real_in", real_in), J_VALUE("made_in", made_in));
    json_each(size, sizes) {
        double n_made = json_number_at(made, json_name(size));
        bool ends_line = json_count(real_in) == 5; /* of folds */
        json_push(real_in, json_make(J_TEXT("split", json_name(size)), J_BOOL("is_cut", ends_line),
                                     J_DOUBLE("n", json_number(size, 0) - n_made)));
        json_push(made_in, json_make(J_TEXT("split", json_name(size)), J_BOOL("is_cut", ends_line),
                                     J_DOUBLE("n", n_made)));
    }
    report_text_print(check_text, report, more, out);
    tabular_print_cut(report, "crossings", "n_crossings", out);
}

/* The state of a run. */
struct run {
    struct checking *out;
    struct db *db;
    const char *path;
    const struct checking_options *options;
    struct check_options check; /* completed from the database */
    bool has_splits;
    const struct guard_options *guard;
    struct pairs pairs;
    struct fingerprints prints;
    struct leak_search *searches; /* one for each benchmark */
    ARRAY(struct program_visitor) visitors;
};

/* Returns what is tested of splits that are grouped so. Copies must never be in two splits, and
 * neither must a problem that has two ids. */
static unsigned promised_by(unsigned grouping)
{
    return grouping | GROUP_BY_DUPLICATES |
           (grouping & GROUP_BY_PROBLEM ? GROUP_BY_PROBLEM_CLUSTER : 0);
}

/* Completes the options from the database. Fails if the database lacks what they need. */
static int complete_options(struct check_options *options, struct db *db, struct err *err)
{
    int64_t n_dedups;
    struct fingerprint_options as_dedup;
    const char *ignored;
    if (fingerprint_options_read(&as_dedup, db, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, "SELECT grouped_by FROM split_run", NULL);
    int status = db_step(s, err);
    if (!options->fingerprints.preset)
        options->fingerprints.preset = as_dedup.preset;
    if (as_dedup.renames_literals)
        options->fingerprints.renames_literals = true;
    if (status == 1 && !options->grouping)
        options->grouping = promised_by(grouping_find(db_text(s, 0), &ignored));
    if (status < 0 || db_get_int(db, &n_dedups, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    if (n_dedups || !(options->grouping & GROUP_BY_PROBLEM_CLUSTER))
        return 0;
    return err_set(err, "problem clusters are not known; run tokfix dedup first, or choose what to "
                        "check with --group-by");
}

/* Reads the benchmarks, then visits the programs once for all comparisons and searches. */
static int read_programs(struct run *run, struct err *err)
{
    const struct checking_options *options = run->options;
    struct program_visitor visitor;
    if (run->has_splits && run->check.grouping & GROUP_BY_DUPLICATES) {
        fingerprints_begin(&run->prints, &visitor, &run->pairs, &run->check.fingerprints);
        array_push(&run->visitors, visitor);
    }
    run->searches = mem_alloc(options->against.n, sizeof *run->searches);
    for (size_t i = 0; i < options->against.n; i++) {
        struct leak_request request = {options->against.items[i], &options->match, NO_SPLIT};
        if (leak_search_begin(&run->searches[i], &visitor, &request, run->db, &run->pairs, err) !=
            0)
            return ERR;
        array_push(&run->visitors, visitor);
    }
    return run->visitors.n ? programs_visit(run->db, &run->pairs, run->visitors.items,
                                            run->visitors.n, run->guard, err)
                           : 0;
}

/* The parts that the splits should have: not validation, if nothing was to be put there. */
static int read_parts(unsigned *parts, struct db *db, struct err *err)
{
    int64_t has_validation;
    if (store_read_parts(parts, db, err) != 0 ||
        db_get_int(db, &has_validation,
                   "SELECT validation_ratio OR validation_from IS NOT NULL OR EXISTS "
                   "(SELECT 1 FROM splits WHERE split = 'validation') FROM split_run",
                   err) != 0)
        return ERR;
    if (!has_validation)
        *parts &= ~(1u << SPLIT_VALIDATION);
    return 0;
}

static int compare_splits(struct run *run, struct err *err)
{
    scoped(check) check = {0};
    unsigned parts;
    if (read_parts(&parts, run->db, err) != 0 ||
        check_splits(&check, run->db, &run->pairs, &run->prints, &run->check, run->guard, err) != 0)
        return ERR;
    if (check.n_pairs == 0)
        return err_set(err, "no fix is in a split; run tokfix split again");
    json_set(run->out->report, "splits",
             check_report_make(&check, &run->pairs, &run->check, parts, run->options->limit));
    run->out->is_clean = run->out->is_clean && check.crossings.n == 0 &&
                         check.n_outside_real + check.n_outside_made == 0;
    return 0;
}

static void report_benchmarks(struct run *run)
{
    struct json *benchmarks = json_array();
    for (size_t i = 0; i < run->options->against.n; i++) {
        struct leak_search *search = &run->searches[i];
        leak_search_end(search, &run->pairs);
        json_push(benchmarks, leak_report_make(&search->leaks, &run->pairs, &search->benchmark,
                                               &search->needles, run->options->limit));
        run->out->is_clean = run->out->is_clean && search->leaks.list.n == 0;
        run->out->n_rejected += search->benchmark.n_rejected;
    }
    json_add(run->out->report, J_VALUE("benchmarks", benchmarks),
             J_BOOL("clean", run->out->is_clean), J_INT("n_unread", (int64_t)run->out->n_rejected));
}

static int read_pairs(struct run *run, struct err *err)
{
    guard_watch(run->guard, "reading", run->db);
    int status = pairs_read(&run->pairs, run->db, true, err);
    guard_watch(run->guard, NULL, run->db);
    return status;
}

int checking_name_set(struct json *report, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "SELECT split_set FROM split_run", NULL);
    int status = db_step(s, err);
    if (status == 1)
        json_set_text(report, "split_set", db_text(s, 0));
    return status < 0 ? ERR : 0;
}

static int check_everything(struct run *run, struct err *err)
{
    int64_t n_splits;
    if (db_get_int(run->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    run->has_splits = n_splits > 0;
    if (!n_splits && !run->options->against.n)
        return err_set(err,
                       "'%s' has no splits to compare; run tokfix split first, or name a benchmark "
                       "with --against",
                       run->path);
    if ((run->has_splits && (checking_name_set(run->out->report, run->db, err) != 0 ||
                             complete_options(&run->check, run->db, err) != 0)) ||
        read_pairs(run, err) != 0 || read_programs(run, err) != 0 ||
        (run->has_splits && compare_splits(run, err) != 0))
        return ERR;
    report_benchmarks(run);
    return 0;
}

int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, const struct guard_options *guard,
                 struct err *err)
{
    struct run run = {.out = out,
                      .db = db,
                      .path = path,
                      .options = options,
                      .check = options->check,
                      .guard = guard};
    *out = (struct checking){.report = json_object(), .is_clean = true};
    int status = check_everything(&run, err);
    for (size_t i = 0; run.searches && i < options->against.n; i++)
        leak_search_release(&run.searches[i]);
    free(run.searches);
    array_release(&run.visitors);
    fingerprints_release(&run.prints);
    pairs_release(&run.pairs);
    return status;
}

void checking_release(struct checking *checking)
{
    json_free(checking->report);
    checking->report = NULL;
}
