/* All programs of a store are parsed once. The comparison of splits (guard/fingerprints.h) and the
 * search for each benchmark (guard/leak.h) share this pass. What is marked does not count in what
 * follows. Training data are searched in guard/training.h; here is only what was found. */
#include "report/findings.h"

#include "base/table.h"
#include "db/query_table.h"
#include "report/printout.h"
#include "report/tabular.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Splits ---- */

static const struct {
    const char *what; /* of a crossing */
    const char *test; /* its name in the findings */
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

static struct json *tests_of(const struct crossings *crossings, unsigned ties)
{
    struct json *rows = json_array();
    json_push(rows, make_test("no fix without a split",
                              crossings->n_outside_real + crossings->n_outside_made));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        int64_t n = 0;
        if (!(ties & tests[i].ties))
            continue;
        for (size_t k = 0; k < crossings->list.n; k++)
            n += strcmp(crossings->list.items[k].what, tests[i].what) == 0;
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

static struct json *splits_found(const struct crossings *crossings, const struct pairs *pairs,
                                 const struct check_options *options, unsigned subsets,
                                 size_t limit)
{
    struct json *rows = json_array(), *sizes = json_array();
    int64_t n_made = 0;
    scoped(str) names = {0}, words = {0}, promise = {0};
    ties_add_names(&names, options->ties);
    ties_add_promise(&promise, options->ties);
    add_options(&words, options);
    for (int subset = 0; subset < N_SUBSETS; subset++) {
        n_made += crossings->n_in[1][subset];
        if (subsets >> subset & 1)
            json_push(sizes, json_make(J_TEXT("split", split_names[subset]),
                                       J_INT("fixes", crossings->n_in[0][subset]),
                                       J_INT("made", crossings->n_in[1][subset])));
    }
    for (size_t i = 0; i < crossings->list.n && i < limit; i++)
        json_push(rows, crossing_row(&crossings->list.items[i], pairs));
    return json_make(J_INT("pairs", crossings->n_pairs), J_INT("pairs_made", n_made),
                     J_VALUE("sizes", sizes), J_INT("n_outside_real", crossings->n_outside_real),
                     J_INT("n_outside_made", crossings->n_outside_made),
                     J_TEXT("grouped_by", str_text(&names)), J_TEXT("promise", str_text(&promise)),
                     J_TEXT("preset", options->preset->name), J_TEXT("options", str_text(&words)),
                     J_VALUE("tests", tests_of(crossings, options->ties)),
                     J_INT("n_crossings", (int64_t)crossings->list.n), J_VALUE("crossings", rows));
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
        J_TEXT("match", leak_match_names[leak->hit.match]),
        J_TEXT("relation", leak_relation_names[leak->hit.relation]),
        J_DOUBLE("similarity", leak->hit.similarity), J_TEXT("pair", pair->id),
        J_TEXT("split", pair->split == NO_SPLIT ? "" : split_names[pair->split]),
        J_TEXT("program", leak->is_in_fixed ? "fixed" : "buggy"), J_DOUBLE("line", leak->hit.line));
}

static struct json *leaks_found(const struct leak_search *search, const struct pairs *pairs,
                                size_t limit)
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

static struct json *veracity_found(const struct veracity *veracity)
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

/* ---- The store ---- */

struct checking {
    struct findings *out;
    struct db *db;
    const char *path;
    const struct check_request *request;
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
static int read_programs(struct checking *checking, struct err *err)
{
    const struct check_request *request = checking->request;
    struct program_visitor visitor;
    if (checking->has_splits && checking->check.ties & TIE_DUPLICATES) {
        fingerprints_begin(&checking->prints, &visitor, &checking->pairs, checking->check.preset);
        array_push(&checking->visitors, visitor);
    }
    checking->searches = mem_alloc(request->against.n, sizeof *checking->searches);
    for (size_t i = 0; i < request->against.n; i++) {
        struct leak_request leak = {request->against.items[i], request->match, request->splits};
        if (leak_search_begin(&checking->searches[i], &visitor, &leak, checking->db,
                              &checking->pairs, err) != 0)
            return ERR;
        array_push(&checking->visitors, visitor);
    }
    return checking->visitors.n
               ? programs_visit(checking->db, &checking->pairs, checking->visitors.items,
                                checking->visitors.n, checking->guard, err)
               : 0;
}

/* The subsets that the splits should have: not validation, if nothing was to be put there. */
static int read_subsets(unsigned *subsets, struct db *db, struct err *err)
{
    int64_t has_validation;
    if (store_read_subsets(subsets, db, err) != 0 ||
        db_get_int(db, &has_validation,
                   "SELECT validation_ratio OR validation_from IS NOT NULL OR EXISTS "
                   "(SELECT 1 FROM splits WHERE split = 'validation') FROM split_run",
                   err) != 0)
        return ERR;
    if (!has_validation)
        *subsets &= ~(1u << SPLIT_VALIDATION);
    return 0;
}

static int compare_splits(struct checking *checking, struct err *err)
{
    scoped(crossings) crossings = {0};
    unsigned subsets;
    if (read_subsets(&subsets, checking->db, err) != 0 ||
        crossings_find(&crossings, checking->db, &checking->pairs, &checking->prints,
                       checking->check.ties, checking->guard, err) != 0)
        return ERR;
    if (crossings.n_pairs == 0 && !checking->request->is_marking)
        return err_set(err, "no fix is in a split; run tokfix split again");
    json_set(checking->out->all, "splits",
             splits_found(&crossings, &checking->pairs, &checking->check, subsets,
                          checking->request->limit));
    checking->out->is_clean = checking->out->is_clean && crossings.list.n == 0 &&
                              crossings.n_outside_real + crossings.n_outside_made == 0;
    return 0;
}

static int end_search(struct checking *checking, struct leak_search *search,
                      struct json *benchmarks, struct err *err)
{
    const struct check_request *request = checking->request;
    struct veracity veracity;
    int64_t n_marked = 0;
    leak_search_end(search, &checking->pairs);
    struct json *found = leaks_found(search, &checking->pairs, request->limit);
    json_push(benchmarks, found);
    checking->out->n_rejected += search->benchmark.n_rejected;
    if (request->veracity.repaired) {
        if (veracity_read(&veracity, &request->veracity, search, &checking->pairs, err) != 0)
            return ERR;
        json_set(found, "veracity", veracity_found(&veracity));
    }
    if (!request->is_marking)
        checking->out->is_clean = checking->out->is_clean && search->leaks.list.n == 0;
    else if (leaks_mark(&search->leaks, &checking->pairs, &search->benchmark, checking->db,
                        &n_marked, err) != 0)
        return ERR;
    json_set_int(found, "n_marked", n_marked);
    return 0;
}

static int end_searches(struct checking *checking, struct err *err)
{
    struct json *benchmarks = json_array();
    json_set(checking->out->all, "benchmarks", benchmarks);
    for (size_t i = 0; i < checking->request->against.n; i++)
        if (end_search(checking, &checking->searches[i], benchmarks, err) != 0)
            return ERR;
    return 0;
}

static const char ancestry_tables[] = {
#include "report/sql/ancestry.sql.inc"
};

/* Excludes the relatives that leak. The evidence of those that leak for both reasons names the
 * history. */
static int mark_relatives(struct checking *checking, struct err *err)
{
    int status;
    if (db_execute(checking->db,
                   "INSERT OR IGNORE INTO set_exclusions SELECT " CHOSEN_SPLIT_SET
                   ", r.fix_key, 'ancestry', 'in ' || r.split || '; ' || iif(max(r.kind) = "
                   "'history', 'its history''s fix', 'its duplicate') || ' ' || fix_id || "
                   "' is in ' || relative_split FROM relatives r JOIN fix_details d "
                   "ON d.fix_key = relative_fix_key WHERE NOT is_held_out GROUP BY r.fix_key",
                   err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(
        checking->db, err, "SELECT fix_key FROM exclusions WHERE reason = 'ancestry'", NULL);
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(&checking->pairs, db_int(s, 0));
        if (pair != PAIR_NONE)
            checking->pairs.list.items[pair].is_excluded = true;
    }
    return status;
}

/* Whatever relatives there are, a store may be clean. In folds they are not marked: each fix would
 * be. */
static int find_relatives(struct checking *checking, struct err *err)
{
    scoped(json) *found = json_object();
    int64_t limit = (int64_t)checking->request->limit;
    if (query_table_collect(found, checking->db, ancestry_tables, "ancestry", limit, err) != 0)
        return ERR;
    bool has_leaks = json_number_at(json_get(found, "ancestry"), "n_leaks") > 0;
    if (has_leaks &&
        query_table_collect(found, checking->db, ancestry_tables, "leaks", limit, err) != 0)
        return ERR;
    struct json *ancestry = json_copy(json_get(found, "ancestry"));
    bool has_folds = json_number_at(ancestry, "has_folds") > 0;
    bool has_duplicates = json_number_at(ancestry, "has_duplicates") > 0;
    bool is_marking = checking->request->is_marking && !has_folds;
    json_replace(ancestry, "has_folds", json_bool_value(has_folds));
    json_replace(ancestry, "has_duplicates", json_bool_value(has_duplicates));
    json_add(ancestry,
             J_VALUE("leaks", has_leaks ? json_copy(json_get(found, "leaks")) : json_array()),
             J_DOUBLE("n_marked", is_marking ? json_number_at(ancestry, "leaking") : 0));
    json_set(checking->out->all, "ancestry", ancestry);
    return is_marking ? mark_relatives(checking, err) : 0;
}

static int read_pairs(struct checking *checking, struct err *err)
{
    guard_watch(checking->guard, "reading", checking->db);
    int status = pairs_read(&checking->pairs, checking->db, true, err);
    guard_watch(checking->guard, NULL, checking->db);
    return status;
}

static int name_set(struct json *findings, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "SELECT split_set FROM split_run", NULL);
    int status = db_step(s, err);
    if (status == 1)
        json_set_text(findings, "split_set", db_text(s, 0));
    return status < 0 ? ERR : 0;
}

static int check_everything(struct checking *checking, struct err *err)
{
    int64_t n_splits;
    struct findings *out = checking->out;
    if (db_get_int(checking->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    checking->has_splits = n_splits > 0;
    if (!n_splits && !checking->request->against.n)
        return err_set(err,
                       "'%s' has no splits to compare; run tokfix split first, or name a benchmark "
                       "with --against",
                       checking->path);
    if ((checking->has_splits && (name_set(out->all, checking->db, err) != 0 ||
                                  complete_options(&checking->check, checking->db, err) != 0)) ||
        read_pairs(checking, err) != 0 || read_programs(checking, err) != 0 ||
        end_searches(checking, err) != 0 ||
        (checking->has_splits &&
         (find_relatives(checking, err) != 0 || compare_splits(checking, err) != 0)))
        return ERR;
    json_add(out->all, J_BOOL("clean", out->is_clean), J_INT("n_unread", (int64_t)out->n_rejected));
    return 0;
}

int findings_collect(struct findings *out, struct db *db, const char *path,
                     const struct check_request *request, const struct guard_options *guard,
                     struct err *err)
{
    struct checking checking = {.out = out,
                                .db = db,
                                .path = path,
                                .request = request,
                                .check = request->check,
                                .guard = guard};
    *out = (struct findings){.all = json_object(), .is_clean = true};
    int status = check_everything(&checking, err);
    for (size_t i = 0; checking.searches && i < request->against.n; i++)
        leak_search_release(&checking.searches[i]);
    free(checking.searches);
    array_release(&checking.visitors);
    fingerprints_release(&checking.prints);
    pairs_release(&checking.pairs);
    return status;
}

void findings_release(struct findings *findings)
{
    json_free(findings->all);
    findings->all = NULL;
}

static const char check_text[] = {
#include "report/text/check.txt.inc"
};

/* Returns a list of the parts of what was found: one, or a list of them. Each has the number of
 * rows that its list lacks. */
static struct json *parts_of(const struct json *found, const char *list, const char *total)
{
    struct json *parts = json_array();
    const struct json *part = json_is_array(found) ? json_first(found) : found;
    for (; part; part = json_is_array(found) ? json_next(part) : NULL) {
        double n_more = json_number_at(part, total) - (double)json_count(json_get(part, list));
        json_push(parts, json_add(json_copy(part), J_DOUBLE("n_more", n_more)));
    }
    return parts;
}

void findings_print(const struct json *all, FILE *out)
{
    scoped(json) *more = json_make(
        J_VALUE("of_splits", parts_of(json_get(all, "splits"), "crossings", "n_crossings")),
        J_VALUE("of_benchmarks", parts_of(json_get(all, "benchmarks"), "leaks", "n_leaks")),
        J_VALUE("of_ancestry", parts_of(json_get(all, "ancestry"), "leaks", "n_leaks")));
    printout_print(check_text, all, more, out);
}

/* ---- Training data ---- */

static const char *const found_match_names[] = {"renamed", "exact"};
static const char *const found_relation_names[] = {"part", "whole"};

static const char *name_of_file(const struct training_options *options, uint32_t file)
{
    const char *path = options->files.items[file];
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static struct json *place_of(const struct training_options *options, uint32_t file, uint64_t line)
{
    scoped(str) place = {0};
    str_print(&place, "%s:%" PRIu64, name_of_file(options, file), line);
    return json_make(J_TEXT("file", options->files.items[file]), J_INT("line", (int64_t)line),
                     J_TEXT("place", str_text(&place)));
}

/* Whether two findings are in one row, and say the same of different programs. */
static bool are_alike(const struct training_finding *a, const struct training_finding *b)
{
    return a->row == b->row && a->match.is_exact == b->match.is_exact &&
           a->match.n_tokens == b->match.n_tokens && a->match.is_whole == b->match.is_whole;
}

static void add_fixes(struct json *list, const struct training *training,
                      const struct training_finding *finding)
{
    const struct held_out_program *program =
        &training->held_out.programs.items[finding->match.needle];
    for (uint32_t i = 0; i < program->n_uses; i++) {
        const struct held_out_use *use = &training->held_out.uses.items[program->first_use + i];
        json_push(list, json_make(J_TEXT("id", use->id), J_TEXT("split", use->split),
                                  J_TEXT("origin", store_origins[use->origin]),
                                  J_TEXT("program", use->is_fixed ? "fixed" : "buggy")));
    }
}

/* Adds at most `limit` rows, and returns the number of all. */
static size_t add_findings(struct json *rows, const struct training *training,
                           const struct training_options *options, size_t limit)
{
    const struct training_finding *list = training->findings.items;
    size_t n = 0;
    for (size_t i = 0, end; i < training->findings.n; i = end) {
        struct json *fixes = n < limit ? json_array() : NULL;
        for (end = i; end < training->findings.n && are_alike(&list[i], &list[end]); end++)
            if (fixes)
                add_fixes(fixes, training, &list[end]);
        if (n++ >= limit)
            continue;
        struct json *row = place_of(options, list[i].file, list[i].line);
        json_add(row, J_INT("row", (int64_t)list[i].row + 1),
                 J_TEXT("match", found_match_names[list[i].match.is_exact]),
                 J_TEXT("relation", found_relation_names[list[i].match.is_whole]),
                 J_INT("tokens", list[i].match.n_tokens),
                 J_INT("n_fixes", (int64_t)json_count(fixes)), J_VALUE("fixes", fixes));
        json_push(rows, row);
    }
    return n;
}

/* What is counted for one kind of match and relation, or for all. */
struct training_tally {
    int64_t n_rows, n_fixes;
};

/* Counts the findings of a kind; -1: of any. */
static struct training_tally tally_of(const struct training *training, int exact, int whole)
{
    struct training_tally tally = {0, 0};
    uint64_t last = UINT64_MAX;
    scoped(table) ids = {0};
    for (size_t i = 0; i < training->findings.n; i++) {
        const struct training_finding *finding = &training->findings.items[i];
        const struct held_out_program *program =
            &training->held_out.programs.items[finding->match.needle];
        if ((exact >= 0 && exact != finding->match.is_exact) ||
            (whole >= 0 && whole != finding->match.is_whole))
            continue;
        tally.n_rows += last != finding->row;
        last = finding->row;
        for (uint32_t k = 0; k < program->n_uses; k++)
            tally.n_fixes +=
                table_add(&ids, training->held_out.uses.items[program->first_use + k].id) !=
                TABLE_NONE;
    }
    return tally;
}

static struct json *training_summary(const struct training *training)
{
    struct json *rows = json_array();
    for (int whole = 1; whole >= 0; whole--)
        for (int exact = 1; exact >= 0; exact--) {
            struct training_tally tally = tally_of(training, exact, whole);
            json_push(rows, json_make(J_TEXT("match", found_match_names[exact]),
                                      J_TEXT("relation", found_relation_names[whole]),
                                      J_INT("rows", tally.n_rows), J_INT("fixes", tally.n_fixes)));
        }
    return rows;
}

/* Counts the held-out fixes of an origin. */
static int64_t count_fixes(const struct training *training, enum fix_origin origin)
{
    scoped(table) ids = {0};
    for (size_t i = 0; i < training->held_out.uses.n; i++)
        if (training->held_out.uses.items[i].origin == origin)
            table_number(&ids, training->held_out.uses.items[i].id);
    return (int64_t)ids.keys.n;
}

struct json *training_findings_make(const struct training *training,
                                    const struct training_options *options, size_t limit)
{
    struct json *findings = json_array(), *faults = json_array();
    struct training_tally all = tally_of(training, -1, -1);
    scoped(str) splits = {0};
    split_add_names(&splits, options->splits);
    size_t n_findings = add_findings(findings, training, options, limit);
    for (size_t i = 0; i < training->faults.n && i < limit; i++) {
        const struct training_fault *fault = &training->faults.items[i];
        json_push(faults, json_add(place_of(options, fault->file, fault->line),
                                   J_TEXT("reason", fault->reason)));
    }
    return json_make(J_TEXT("held_out", str_text(&splits)),
                     J_INT("held_out_fixes", count_fixes(training, ORIGIN_REAL)),
                     J_INT("held_out_mutants", count_fixes(training, ORIGIN_MUTANT)),
                     J_INT("held_out_rewrites", count_fixes(training, ORIGIN_REWRITE)),
                     J_INT("programs", (int64_t)training->held_out.programs.n),
                     J_TEXT("match", options->is_renamed ? "type2" : "type1"),
                     J_INT("min_tokens", SEARCH_MIN_TOKENS),
                     J_VALUE("files", json_texts(options->files.items, options->files.n)),
                     J_INT("rows", (int64_t)training->n_rows),
                     J_INT("texts", (int64_t)training->n_texts), J_INT("n_found", all.n_rows),
                     J_INT("n_fixes", all.n_fixes), J_VALUE("summary", training_summary(training)),
                     J_INT("n_findings", (int64_t)n_findings), J_VALUE("findings", findings),
                     J_INT("n_common", (int64_t)training->n_common),
                     J_INT("n_problems", (int64_t)training->n_faults), J_VALUE("problems", faults),
                     J_BOOL("clean", !all.n_rows && !training->n_faults));
}

static const char training_text[] = {
#include "report/text/training.txt.inc"
};

void training_findings_print(const struct json *found, FILE *out)
{
    double n_findings = (double)json_count(json_get(found, "findings"));
    double n_problems = (double)json_count(json_get(found, "problems"));
    scoped(json) *more =
        json_make(J_INT("n_files", (int64_t)json_count(json_get(found, "files"))),
                  J_DOUBLE("more_findings", json_number_at(found, "n_findings") - n_findings),
                  J_DOUBLE("more_problems", json_number_at(found, "n_problems") - n_problems));
    printout_print(training_text, found, more, out);
}
