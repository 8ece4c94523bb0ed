/* All programs are parsed once. The comparison of splits (guard/fingerprints.h) and the search for
 * each benchmark (guard/leak.h) share this pass. What is marked does not count in what follows. */
#include "report/checking.h"

#include "db/query_table.h"
#include "guard/leak.h"
#include "report/printout.h"
#include "report/tabular.h"

#include <stdlib.h>
#include <string.h>

/* ---- Splits ---- */

static const struct {
    const char *what; /* of a crossing */
    const char *test; /* its name in the report */
    unsigned ties;    /* the tie that asks for it */
} tests[] = {
    {"exact", "no exact duplicate across splits", TIE_DUPLICATES},
    {"renamed", "no renamed duplicate across splits", TIE_DUPLICATES},
    {"near", "no near duplicate across splits", TIE_DUPLICATES},
    {"conflict", "no buggy program in two splits", TIE_DUPLICATES},
    {"program", "no text of a program in two splits", TIE_DUPLICATES},
    {"problem", "no problem in two splits", TIE_PROBLEM},
    {"problem-cluster", "no problem cluster in two splits", TIE_PROBLEM_CLUSTER},
    {"user", "no user in two splits", TIE_USER},
};

static struct json *make_test(const char *test, int64_t n)
{
    return json_make(J_TEXT("test", test), J_BOOL("passed", n == 0),
                     J_TEXT("result", n ? "FAILED" : "passed"), J_DOUBLE("violations", (double)n));
}

static struct json *tests_of(const struct check *check, unsigned ties)
{
    struct json *rows = json_array();
    json_push(rows,
              make_test("no fix without a split", check->n_outside_real + check->n_outside_made));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        int64_t n = 0;
        if (!(ties & tests[i].ties))
            continue;
        for (size_t k = 0; k < check->crossings.n; k++)
            n += strcmp(check->crossings.items[k].what, tests[i].what) == 0;
        json_push(rows, make_test(tests[i].test, n));
    }
    return rows;
}

static struct json *crossing_row(const struct crossing *crossing, const struct pairs *pairs)
{
    const struct pair *a = &pairs->list.items[crossing->a], *b = &pairs->list.items[crossing->b];
    struct json *row = json_make(J_TEXT("what", crossing->what), J_TEXT("a", a->id),
                                 J_TEXT("a_split", split_names[a->split]), J_TEXT("b", b->id),
                                 J_TEXT("b_split", split_names[b->split]));
    if (strcmp(crossing->what, "near") == 0)
        json_add(row, J_DOUBLE("jaccard", crossing->similarity.set),
                 J_DOUBLE("multiset_jaccard", crossing->similarity.multiset));
    if (strcmp(crossing->what, "user") == 0)
        json_set_text(row, "user", pairs->users.keys.items[a->user]);
    return row;
}

/* Appends the options on which the result depends, as words of a command line. */
static void add_options(struct str *out, const struct check_options *options)
{
    str_add_text(out, "--group-by ");
    ties_add_names(out, options->ties);
    if (!(options->ties & TIE_DUPLICATES))
        return;
    str_print(out, " --preset %s", options->preset->name);
}

static struct json *check_report_make(const struct check *check, const struct pairs *pairs,
                                      const struct check_options *options, unsigned parts,
                                      size_t limit)
{
    struct json *rows = json_array(), *sizes = json_array();
    int64_t n_made = 0;
    scoped(str) names = {0}, words = {0}, promise = {0};
    ties_add_names(&names, options->ties);
    ties_add_promise(&promise, options->ties);
    add_options(&words, options);
    for (int part = 0; part < N_PARTS; part++) {
        n_made += check->n_in[1][part];
        if (parts >> part & 1)
            json_push(sizes, json_make(J_TEXT("split", split_names[part]),
                                       J_INT("fixes", check->n_in[0][part]),
                                       J_INT("made", check->n_in[1][part])));
    }
    for (size_t i = 0; i < check->crossings.n && i < limit; i++)
        json_push(rows, crossing_row(&check->crossings.items[i], pairs));
    return json_make(J_INT("pairs", check->n_pairs), J_INT("pairs_made", n_made),
                     J_VALUE("sizes", sizes), J_INT("n_outside_real", check->n_outside_real),
                     J_INT("n_outside_made", check->n_outside_made),
                     J_TEXT("grouped_by", str_text(&names)), J_TEXT("promise", str_text(&promise)),
                     J_TEXT("preset", options->preset->name), J_TEXT("options", str_text(&words)),
                     J_VALUE("tests", tests_of(check, options->ties)),
                     J_INT("n_crossings", (int64_t)check->crossings.n), J_VALUE("crossings", rows));
}

/* ---- Benchmarks ---- */

/* The items and pairs that were counted for a kind. */
struct tally {
    bool *items, *pairs;
    int64_t n_items, n_pairs;
};

static void tally_leak(struct tally *tally, const struct leak *leak)
{
    tally->n_items += !tally->items[leak->item];
    tally->items[leak->item] = true;
    tally->n_pairs += !tally->pairs[leak->pair];
    tally->pairs[leak->pair] = true;
}

static struct json *summary_of(const struct leaks *leaks, const struct pairs *pairs,
                               const struct benchmark *benchmark)
{
    struct json *rows = json_array();
    size_t n_items = benchmark->items.n, n_pairs = pairs->list.n;
    for (int kind = 0; kind <= N_LEAK_KINDS; kind++) { /* the last: any */
        struct tally tally = {.items = mem_alloc(n_items, 1), .pairs = mem_alloc(n_pairs, 1)};
        for (size_t i = 0; i < leaks->list.n; i++)
            if (kind == N_LEAK_KINDS || (int)leaks->list.items[i].kind == kind)
                tally_leak(&tally, &leaks->list.items[i]);
        json_push(
            rows,
            json_make(J_TEXT("kind", kind == N_LEAK_KINDS ? "any" : leak_kind_names[kind]),
                      J_INT("items", tally.n_items),
                      J_VALUE("items_share", tabular_make_share(tally.n_items, (int64_t)n_items)),
                      J_INT("pairs", tally.n_pairs),
                      J_VALUE("pairs_share", tabular_make_share(tally.n_pairs, (int64_t)n_pairs))));
        free(tally.items);
        free(tally.pairs);
    }
    return rows;
}

/* All kinds of leaks between the item and the pair of a leak. */
static struct json *kinds_of(const struct leaks *leaks, size_t number)
{
    const struct leak *list = leaks->list.items, *leak = &list[number];
    struct json *kinds = json_array();
    while (number > 0 && list[number - 1].item == leak->item && list[number - 1].pair == leak->pair)
        number--;
    for (; number < leaks->list.n && list[number].item == leak->item &&
           list[number].pair == leak->pair;
         number++)
        json_push_text(kinds, leak_kind_names[list[number].kind]);
    return kinds;
}

static struct json *leak_row(const struct leaks *leaks, size_t number, const struct pairs *pairs,
                             const struct benchmark *benchmark)
{
    const struct leak *leak = &leaks->list.items[number];
    const struct pair *pair = &pairs->list.items[leak->pair];
    return json_make(
        J_TEXT("item", benchmark->items.items[leak->item].id),
        J_TEXT("place", benchmark->items.items[leak->item].place),
        J_TEXT("kind", leak_kind_names[leak->kind]), J_VALUE("kinds", kinds_of(leaks, number)),
        J_TEXT("match", leak_match_names[leak->match]),
        J_TEXT("relation", leak_relation_names[leak->relation]),
        J_DOUBLE("similarity", leak->similarity), J_TEXT("pair", pair->id),
        J_TEXT("split", pair->split == NO_SPLIT ? "" : split_names[pair->split]),
        J_TEXT("program", leak->is_in_fixed ? "fixed" : "buggy"), J_DOUBLE("line", leak->line));
}

static struct json *benchmark_report_make(const struct leak_search *search,
                                          const struct pairs *pairs, size_t limit)
{
    const struct match_options *options = &search->needles.options;
    const struct benchmark *benchmark = &search->benchmark;
    const struct leaks *leaks = &search->leaks;
    struct json *rows = json_array(), *rejected = json_array();
    scoped(str) words = {0};
    str_print(&words, "--match %s", options->name);
    if (search->splits) {
        str_add_text(&words, " --split ");
        split_add_names(&words, search->splits);
    }
    for (size_t i = 0; i < leaks->list.n && json_count(rows) < limit; i++)
        if (!leaks->list.items[i].is_implied)
            json_push(rows, leak_row(leaks, i, pairs, benchmark));
    for (size_t i = 0; i < benchmark->rejects.n && i < limit; i++)
        json_push(rejected, json_make(J_TEXT("place", benchmark->rejects.items[i].place),
                                      J_TEXT("reason", benchmark->rejects.items[i].reason)));
    return json_make(
        J_TEXT("name", benchmark->name), J_TEXT("options", str_text(&words)),
        J_INT("items", (int64_t)benchmark->items.n),
        J_INT("programs", (int64_t)search->needles.list.n), J_INT("fixes", (int64_t)pairs->list.n),
        J_TEXT("match", options->name), J_DOUBLE("threshold", options->threshold),
        J_DOUBLE("min_tokens", options->min_tokens),
        J_VALUE("summary", summary_of(leaks, pairs, benchmark)),
        J_INT("n_leaks", (int64_t)leaks->n_listed), J_VALUE("leaks", rows),
        J_INT("n_rejected", (int64_t)benchmark->n_rejected), J_VALUE("rejected", rejected));
}

static struct json *veracity_report_make(const struct veracity *veracity)
{
    int64_t n_leaked = veracity->n_leaked[veracity->kind],
            total = veracity->n_repaired - veracity->n_lost;
    struct json *object = json_make(
        J_TEXT("kind", leak_kind_names[veracity->kind]), J_INT("perf_o", veracity->n_repaired),
        J_INT("perf_l", n_leaked), J_INT("perf_t", total),
        J_DOUBLE("pv", performance_veracity(veracity->n_repaired, n_leaked, total)));
    for (enum leak_kind kind = 0; kind < N_PAPER_LEAK_KINDS; kind++)
        json_set_int(object, leak_kind_names[kind], veracity->n_leaked[kind]);
    return json_add(object, J_INT("unsearched", veracity->n_unsearched),
                    J_BOOL("is_retrained", veracity->is_retrained), J_INT("lost", veracity->n_lost),
                    J_INT("lost_besides", veracity->n_lost_besides),
                    J_INT("gained", veracity->n_gained));
}

/* ---- As text ---- */

static const char check_text[] = {
#include "report/text/check.txt.inc"
};
static const char leak_text[] = {
#include "report/text/leak.txt.inc"
};
static const char ancestry_text[] = {
#include "report/text/ancestry.txt.inc"
};
static const char verdict_text[] = {
#include "report/text/verdict.txt.inc"
};

/* Prints a part of the report. `list` is a list in it that may be cut; `total` has the number of
 * all its rows. */
static void print_part(const char *text, const struct json *part, const char *list,
                       const char *total, FILE *out)
{
    double n_more = json_number_at(part, total) - (double)json_count(json_get(part, list));
    scoped(json) *more = json_make(J_DOUBLE("n_more", n_more));
    printout_print(text, part, more, out);
}

void checking_print(const struct json *report, FILE *out)
{
    if (json_get(report, "splits"))
        print_part(check_text, json_get(report, "splits"), "crossings", "n_crossings", out);
    json_each(benchmark, json_get(report, "benchmarks"))
        print_part(leak_text, benchmark, "leaks", "n_leaks", out);
    if (json_get(report, "ancestry"))
        print_part(ancestry_text, json_get(report, "ancestry"), "leaks", "n_leaks", out);
    printout_print(verdict_text, report, NULL, out);
}

/* ---- The run ---- */

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
static unsigned promised_by(unsigned ties)
{
    return ties | TIE_DUPLICATES | (ties & TIE_PROBLEM ? TIE_PROBLEM_CLUSTER : 0);
}

/* Completes the options from the database. Fails if the database lacks what they need. */
static int complete_options(struct check_options *options, struct db *db, struct err *err)
{
    int64_t n_dedups;
    const struct near_preset *as_dedup;
    const char *ignored;
    if (near_preset_read(&as_dedup, db, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, "SELECT grouped_by FROM split_run", NULL);
    int status = db_step(s, err);
    if (!options->preset)
        options->preset = as_dedup;
    if (status == 1 && !options->ties)
        options->ties = promised_by(ties_find(db_text(s, 0), &ignored));
    if (status < 0 || db_get_int(db, &n_dedups, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    if (n_dedups || !(options->ties & TIE_PROBLEM_CLUSTER))
        return 0;
    return err_set(err, "problem clusters are not known; run tokfix dedup first, or choose what to "
                        "check with --group-by");
}

/* Reads the benchmarks, then visits the programs once for all comparisons and searches. */
static int read_programs(struct run *run, struct err *err)
{
    const struct checking_options *options = run->options;
    struct program_visitor visitor;
    if (run->has_splits && run->check.ties & TIE_DUPLICATES) {
        fingerprints_begin(&run->prints, &visitor, &run->pairs, run->check.preset);
        array_push(&run->visitors, visitor);
    }
    run->searches = mem_alloc(options->against.n, sizeof *run->searches);
    for (size_t i = 0; i < options->against.n; i++) {
        struct leak_request request = {options->against.items[i], options->match, options->splits};
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
        check_splits(&check, run->db, &run->pairs, &run->prints, run->check.ties, run->guard,
                     err) != 0)
        return ERR;
    if (check.n_pairs == 0 && !run->options->is_marking)
        return err_set(err, "no fix is in a split; run tokfix split again");
    json_set(run->out->report, "splits",
             check_report_make(&check, &run->pairs, &run->check, parts, run->options->limit));
    run->out->is_clean = run->out->is_clean && check.crossings.n == 0 &&
                         check.n_outside_real + check.n_outside_made == 0;
    return 0;
}

static int end_search(struct run *run, struct leak_search *search, struct json *benchmarks,
                      struct err *err)
{
    const struct checking_options *options = run->options;
    struct veracity veracity;
    int64_t n_marked = 0;
    leak_search_end(search, &run->pairs);
    struct json *report = benchmark_report_make(search, &run->pairs, options->limit);
    json_push(benchmarks, report);
    run->out->n_rejected += search->benchmark.n_rejected;
    if (options->veracity.repaired) {
        if (veracity_read(&veracity, &options->veracity, search, &run->pairs, err) != 0)
            return ERR;
        json_set(report, "veracity", veracity_report_make(&veracity));
    }
    if (!options->is_marking)
        run->out->is_clean = run->out->is_clean && search->leaks.list.n == 0;
    else if (leaks_mark(&search->leaks, &run->pairs, &search->benchmark, run->db, &n_marked, err) !=
             0)
        return ERR;
    json_set_int(report, "n_marked", n_marked);
    return 0;
}

static int end_searches(struct run *run, struct err *err)
{
    struct json *benchmarks = json_array();
    json_set(run->out->report, "benchmarks", benchmarks);
    for (size_t i = 0; i < run->options->against.n; i++)
        if (end_search(run, &run->searches[i], benchmarks, err) != 0)
            return ERR;
    return 0;
}

static const char ancestry_tables[] = {
#include "report/sql/ancestry.sql.inc"
};

/* Excludes the relatives that leak. The evidence of those that leak for both reasons names the
 * history. */
static int mark_relatives(struct run *run, struct err *err)
{
    int status;
    if (db_execute(run->db,
                   "INSERT OR IGNORE INTO set_exclusions SELECT " CHOSEN_SPLIT_SET
                   ", r.fix_key, 'ancestry', 'in ' || r.split || '; ' || iif(max(r.kind) = "
                   "'history', 'its history''s fix', 'its duplicate') || ' ' || fix_id || "
                   "' is in ' || relative_split FROM relatives r JOIN fix_details d "
                   "ON d.fix_key = relative_fix_key WHERE NOT is_held_out GROUP BY r.fix_key",
                   err) != 0)
        return ERR;
    scoped(db_statement) *s =
        db_query(run->db, err, "SELECT fix_key FROM exclusions WHERE reason = 'ancestry'", NULL);
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(&run->pairs, db_int(s, 0));
        if (pair != PAIR_NONE)
            run->pairs.list.items[pair].is_excluded = true;
    }
    return status;
}

/* Relatives do not change the verdict. In folds they are not marked: each fix would be. */
static int find_relatives(struct run *run, struct err *err)
{
    scoped(json) *found = json_object();
    int64_t limit = (int64_t)run->options->limit;
    if (query_table_collect(found, run->db, ancestry_tables, "ancestry", limit, err) != 0)
        return ERR;
    bool has_leaks = json_number_at(json_get(found, "ancestry"), "n_leaks") > 0;
    if (has_leaks && query_table_collect(found, run->db, ancestry_tables, "leaks", limit, err) != 0)
        return ERR;
    struct json *ancestry = json_copy(json_get(found, "ancestry"));
    bool has_folds = json_number_at(ancestry, "has_folds") > 0;
    bool has_duplicates = json_number_at(ancestry, "has_duplicates") > 0;
    bool is_marking = run->options->is_marking && !has_folds;
    json_replace(ancestry, "has_folds", json_bool_value(has_folds));
    json_replace(ancestry, "has_duplicates", json_bool_value(has_duplicates));
    json_add(ancestry,
             J_VALUE("leaks", has_leaks ? json_copy(json_get(found, "leaks")) : json_array()),
             J_DOUBLE("n_marked", is_marking ? json_number_at(ancestry, "leaking") : 0));
    json_set(run->out->report, "ancestry", ancestry);
    return is_marking ? mark_relatives(run, err) : 0;
}

static int read_pairs(struct run *run, struct err *err)
{
    guard_watch(run->guard, "reading", run->db);
    int status = pairs_read(&run->pairs, run->db, true, err);
    guard_watch(run->guard, NULL, run->db);
    return status;
}

static int name_set(struct json *report, struct db *db, struct err *err)
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
    struct checking *out = run->out;
    if (db_get_int(run->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    run->has_splits = n_splits > 0;
    if (!n_splits && !run->options->against.n)
        return err_set(err,
                       "'%s' has no splits to compare; run tokfix split first, or name a benchmark "
                       "with --against",
                       run->path);
    if ((run->has_splits && (name_set(out->report, run->db, err) != 0 ||
                             complete_options(&run->check, run->db, err) != 0)) ||
        read_pairs(run, err) != 0 || read_programs(run, err) != 0 || end_searches(run, err) != 0 ||
        (run->has_splits && (find_relatives(run, err) != 0 || compare_splits(run, err) != 0)))
        return ERR;
    json_add(out->report, J_BOOL("clean", out->is_clean),
             J_INT("n_unread", (int64_t)out->n_rejected));
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
