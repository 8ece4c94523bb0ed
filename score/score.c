/* Reads the gold once, with what a database knows of it. Then reads and judges the predictions of
 * the system and of its baselines, one after another, makes those of the floor, and executes them
 * if that was requested. At last judges those for the rewrites.
 *
 * CSV has the shares as they are. For people, the shares of a system that differ in k alone are a
 * row: all systems have the same shares in the same order. With several systems, what only details
 * the others is omitted. The only input in LaTeX are names of files, escaped. */
#include "score/score.h"

#include "base/chance.h"
#include "db/store.h"
#include "report/printout.h"
#include "report/tabular.h"
#include "score/plausible.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { N_RESAMPLES = 2000 }; /* of the bootstrap */

/* What is scored: the system, its baselines, and the floor, if there is one. Without predictions,
 * the floor is the system. */
struct scoring {
    const struct score_request *request;
    struct gold gold;
    struct db *db; /* NULL: none */
    struct bootstrap *bootstrap;
    struct judged_system *systems; /* one more than there are files */
    size_t n_systems, n_files;
    struct str why_no_floor;
    int64_t n_learned;
};

static void scoring_release(struct scoring *scoring)
{
    for (size_t i = 0; scoring->systems && i <= scoring->n_files; i++)
        judged_system_release(&scoring->systems[i]);
    free(scoring->systems);
    str_release(&scoring->why_no_floor);
    bootstrap_free(scoring->bootstrap);
    gold_release(&scoring->gold);
    db_close(scoring->db);
}
SCOPED_VALUE(scoring, scoring_release)

/* ---- Judging ---- */

static void tell(const struct score_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void tell(const struct score_request *request, const char *format, ...)
{
    scoped(str) note = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&note, format, args);
    va_end(args);
    request->on_note(request->context, str_text(&note));
}

/* Says what the user may not expect: ids that no row has; answers that cannot be read; items
 * without a prediction; which pass@k are unknown. */
static void tell_about(const struct score_request *request, const struct judged_system *system)
{
    const char *path = system->name;
    const struct predictions *predictions = &system->predictions;
    size_t n_items = system->outcomes.n;
    int64_t n_silent = (int64_t)n_items - predictions->n_answered;
    int64_t n_unreadable = outcomes_count_unreadable(&system->outcomes);
    if (predictions->n_unknown)
        tell(request, "%s: %s %s that the rows do not have, such as %.200s", path,
             counted(predictions->n_unknown, "prediction has", "predictions have").text,
             counted(predictions->n_unknown_ids, "id", "ids").text, predictions->first_unknown);
    if (n_unreadable)
        tell(request,
             "%s: %" PRId64 " of %s cannot be read as answers to the task %s, and count as wrong",
             path, n_unreadable, counted(predictions->n_in_words, "answer", "answers").text,
             system->question->name);
    for (int i = 0; i < request->ranks.n && request->ranks.are_samples; i++) {
        int k = request->ranks.k[i];
        int64_t n = outcomes_count_below(&system->outcomes, k);
        if (n)
            tell(request,
                 "%s: %" PRId64 " of %zu items %s fewer than %s, so pass@%d is unknown for them "
                 "and for all rows that include them",
                 path, n, n_items, plural((double)n, "has", "have"),
                 counted(k, "sample", "samples").text, k);
    }
    if (outcomes_are_of_bugs(&system->outcomes, system->gold))
        tell(request,
             "%s: no correct program has a prediction, so false positives are unknown; for \"no "
             "bug\", write a line with the id alone",
             path);
    else if (n_silent)
        tell(request, "%s: %" PRId64 " of %zu items %s no prediction, which counts as \"no bug\"",
             path, n_silent, n_items, plural((double)n_silent, "has", "have"));
}

static int judge(struct judged_system *system, const char *name, const struct gold *gold,
                 const struct score_request *request, struct err *err)
{
    system->name = name;
    system->gold = gold;
    system->question = system->predictions.n_in_words ? gold->question : NULL;
    const struct judge_options options = {system->question, (int)request->k,
                                          request->ranks.are_samples};
    return outcomes_make(&system->outcomes, gold, &system->predictions, &options,
                         (int)request->n_jobs, err);
}

/* Reads and judges the predictions in a file. */
static int judge_file(struct judged_system *out, const struct gold *gold, const char *path,
                      const struct score_request *request, struct err *err)
{
    if (predictions_read(&out->predictions, path, gold, request->ranks.are_samples, err) != 0 ||
        judge(out, path, gold, request, err) != 0)
        return ERR;
    tell_about(request, out);
    return 0;
}

static int judge_files(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    scoring->n_files = request->predictions ? 1 + request->baselines.n : 0;
    scoring->systems = mem_alloc(scoring->n_files + 1, sizeof *scoring->systems);
    for (size_t *n = &scoring->n_systems; *n < scoring->n_files; (*n)++) {
        const char *path = *n ? request->baselines.items[*n - 1] : request->predictions;
        if (judge_file(&scoring->systems[*n], &scoring->gold, path, request, err) != 0)
            return ERR;
    }
    return 0;
}

/* Makes and judges the floor, or finds out why there is none. */
static int judge_floor(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    struct judged_system *floor = &scoring->systems[scoring->n_files];
    struct str *why_not = &scoring->why_no_floor;
    size_t k = request->k > JUDGED_RANKS ? (size_t)request->k : JUDGED_RANKS;
    const struct floor_request from = {&scoring->gold, scoring->db, k, &request->meter};
    if (!scoring->db)
        str_add_text(why_not, "name the database of the rows with --database");
    else if (request->ranks.are_samples)
        str_add_text(why_not, "it ranks its guesses, which are not samples");
    else if (floor_predict(&floor->predictions, &scoring->n_learned, why_not, &from, err) != 0)
        return ERR;
    if (why_not->length)
        return request->floor || !scoring->n_files ? err_set(err, "no floor: %s", str_text(why_not))
                                                   : 0;
    scoring->n_systems++;
    if (request->floor && predictions_write(&floor->predictions, &scoring->gold, request->floor,
                                            request->is_replacing, err) != 0)
        return ERR;
    return judge(floor, "floor", &scoring->gold, request, err);
}

/* Executes all systems but a floor beside them together, so that the programs of the fixes run
 * once. */
static int execute(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const struct execution_request execution = {.are_samples = request->ranks.are_samples,
                                                .path = request->database,
                                                .n_threads = (int)request->n_jobs,
                                                .meter = &request->meter};
    return plausible_find(scoring->systems, scoring->n_files ? scoring->n_files : 1, &execution,
                          err);
}

/* ---- The figures ---- */

/* The question of the first system decides which shares there are. */
static struct scored scored_of(const struct scoring *scoring, const struct judged_system *system)
{
    return (struct scored){.gold = system->gold,
                           .outcomes = &system->outcomes,
                           .plausibility = system->plausibility,
                           .question = scoring->systems[0].question,
                           .ranks = &scoring->request->ranks,
                           .bootstrap = scoring->bootstrap};
}

static struct json *comparisons_of(const struct scoring *scoring)
{
    const struct judged_system *systems = scoring->systems;
    const struct scored first = scored_of(scoring, &systems[0]);
    size_t n = scoring->request->baselines.n;
    scoped_memory const struct outcomes **outcomes = mem_alloc(n, sizeof *outcomes);
    scoped_memory struct json **comparisons = mem_alloc(n, sizeof *comparisons);
    struct json *list = json_array();
    for (size_t i = 0; i < n; i++)
        outcomes[i] = &systems[i + 1].outcomes;
    measures_compare(comparisons, &first, outcomes, n, (int)scoring->request->k);
    for (size_t i = 0; i < n; i++)
        json_push(list,
                  json_make(J_TEXT("system", systems[0].name), J_TEXT("name", systems[i + 1].name),
                            J_VALUE("comparison", comparisons[i])));
    return list;
}

/* Judges the predictions for the rewrites, and adds what they lose. */
static int add_rewrites(struct json *score, const struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    scoped(gold) gold = {0};
    scoped(judged_system) rewritten = {0};
    scoped(json) *figures = NULL;
    if (gold_read(&gold, request->rewrites, request->is_place_given, err) != 0)
        return ERR;
    if (gold.is_place_given != scoring->gold.is_place_given)
        return err_set(err,
                       "the place of the bug is given in only one of '%s' and '%s'; give it in "
                       "both (--mark-location) or in none",
                       request->gold, request->rewrites);
    if (judge_file(&rewritten, &gold, request->rewrite_predictions, request, err) != 0)
        return ERR;
    const struct scored bugs = scored_of(scoring, &scoring->systems[0]);
    const struct scored rewrites = scored_of(scoring, &rewritten);
    if (measures_rewrites(&figures, &bugs, &rewrites, (int)request->k, err) != 0)
        return ERR;
    int64_t n_lost = json_int(json_get(figures, "without_original"), 0);
    if (n_lost)
        tell(request, "%s of items that the rows do not have",
             counted(n_lost, "rewrite is", "rewrites are").text);
    json_set(score, "rewrites", json_copy(figures));
    return 0;
}

static int add_figures(struct json *score, const struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const struct judged_system *systems = scoring->systems;
    const struct scored first = scored_of(scoring, &systems[0]);
    struct json *inputs = json_array(), *shares = json_array();
    for (size_t i = 0; i < scoring->n_systems; i++) {
        const struct scored of = scored_of(scoring, &systems[i]);
        json_push(inputs, measures_inputs(&systems[i]));
        measures_shares(shares, systems[i].name, &of, request->executes);
    }
    json_add(score, J_TEXT("name", systems[0].name), J_INT("k", request->k));
    if (request->ranks.are_samples)
        json_set_bool(score, "samples", true);
    json_add(
        score,
        J_VALUE("bootstrap",
                json_make(J_INT("problems", (int64_t)scoring->gold.n_problems),
                          J_INT("without_problem", (int64_t)scoring->gold.n_without_problem),
                          J_INT("resamples", N_RESAMPLES))),
        J_VALUE("inputs", inputs), J_VALUE("shares", shares),
        J_VALUE("floor", json_make(J_INT("learned", scoring->n_learned),
                                   J_TEXT("why_not", scoring->n_systems > scoring->n_files
                                                         ? NULL
                                                         : str_text(&scoring->why_no_floor)))));
    if (request->executes)
        json_set(score, "executed", measures_executed(&first));
    if (request->has_thesis)
        json_set(score, "thesis", measures_thesis());
    if (request->baselines.n)
        json_set(score, "baselines", comparisons_of(scoring));
    return request->rewrites ? add_rewrites(score, scoring, err) : 0;
}

/* Reads the rows, and what the database knows of them. */
static int read_gold(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const char *path = request->database;
    struct gold *gold = &scoring->gold;
    if (gold_read(gold, request->gold, request->is_place_given, err) != 0)
        return ERR;
    if (path && (store_open(&scoring->db, path, err) != 0 ||
                 store_choose_split_set(scoring->db, path, request->split_set, false, err) != 0 ||
                 gold_find_fixes(gold, scoring->db, path, err) != 0))
        return ERR;
    if (gold->n_without_problem)
        tell(request,
             "%s problem_id; in the bootstrap, each is a problem of its own, so its intervals may "
             "be too narrow",
             counted((int64_t)gold->n_without_problem, "item has no", "items have no").text);
    scoring->bootstrap = bootstrap_new(gold->n_problems, N_RESAMPLES, 0);
    return 0;
}

int score_collect(struct json *score, const struct score_request *request, struct err *err)
{
    scoped(scoring) scoring = {.request = request};
    if (read_gold(&scoring, err) != 0 || judge_files(&scoring, err) != 0 ||
        judge_floor(&scoring, err) != 0 || (request->executes && execute(&scoring, err) != 0))
        return ERR;
    return add_figures(score, &scoring, err);
}

/* ---- As text ---- */

struct share_table {
    const struct json *score;
    ARRAY(const struct json *) shares; /* of all systems */
    size_t n_systems, n_of_each;
    int64_t k;
    bool are_samples, is_place_given;
    const char *question; /* of answers in words; "": none */
};

static void share_table_release(struct share_table *table)
{
    array_release(&table->shares);
}
SCOPED_VALUE(share_table, share_table_release)

static void share_table_read(struct share_table *table, const struct json *score)
{
    const struct json *inputs = json_first(json_get(score, "inputs"));
    const char *question = json_text_at(inputs, "task");
    table->score = score;
    json_each(share, json_get(score, "shares"))
        array_push(&table->shares, share);
    table->n_systems = json_count(json_get(score, "inputs"));
    table->n_of_each = table->shares.n / table->n_systems;
    table->k = json_int(json_get(score, "k"), 1);
    table->are_samples = json_is_true(json_get(score, "samples"));
    table->question = question ? question : "";
    table->is_place_given = json_is_true(json_get(inputs, "place_given"));
}

/* Returns what a score is about, for people. */
static const char *title_of(const struct share_table *table, const char *score)
{
    static const struct {
        const char *question, *score, *title; /* NULL: any other question */
    } titles[] = {
        {"locate", "joint", "place"},
        {"classify", "joint", "category"},
        {"explain", "joint", "line and repair"},
        {"explain", "localisation", "line"},
        {"explain", "repair", "repair of the bugs whose line is right"},
        {NULL, "joint", "place and repair"},
        {NULL, "localisation", "place"},
        {NULL, "repair", "repair of the bugs whose place is right"},
        {NULL, "false_positive", "false positives on correct programs"},
        {NULL, "exact", "exact matches of the executed bugs"},
        {NULL, "plausible", "plausible repairs of the executed bugs"},
    };
    size_t i = 0;
    if (table->is_place_given && strcmp(score, "repair") == 0)
        return "repair at the given place";
    while (strcmp(titles[i].score, score) != 0 ||
           (titles[i].question && strcmp(titles[i].question, table->question) != 0))
        i++;
    return titles[i].title;
}

/* The shares of a row: those of the first system, in whose order the others are. */
struct row {
    size_t first, n;
    const char *score, *category, *language; /* NULL: all languages */
};

static bool is_same(const struct json *a, const struct json *b, const char *key)
{
    const char *of_a = json_text_at(a, key), *of_b = json_text_at(b, key);
    return of_a && of_b ? strcmp(of_a, of_b) == 0 : of_a == of_b;
}

/* Moves to the next row; the first comes after a row of zeros. Returns false at the end. */
static bool next_row(const struct share_table *table, struct row *row)
{
    const struct json *const *shares = table->shares.items;
    size_t at = row->first + row->n, n = 1;
    if (at == table->n_of_each)
        return false;
    while (at + n < table->n_of_each && is_same(shares[at], shares[at + n], "score") &&
           is_same(shares[at], shares[at + n], "category") &&
           is_same(shares[at], shares[at + n], "language"))
        n++;
    *row = (struct row){at, n, json_text_at(shares[at], "score"),
                        json_text_at(shares[at], "category"), json_text_at(shares[at], "language")};
    return true;
}

/* Returns the share of a system for a k; NULL: it has none. */
static const struct json *share_at(const struct share_table *table, const struct row *row,
                                   size_t system, int64_t k)
{
    for (size_t i = row->first; i < row->first + row->n; i++) {
        const struct json *share = table->shares.items[system * table->n_of_each + i];
        if (json_int(json_get(share, "k"), 0) == k)
            return share;
    }
    return NULL;
}

/* Without items there is nothing to say. */
static bool is_shown(const struct share_table *table, const struct row *row)
{
    bool is_detail = row->language || bug_category_find(row->category) >= 0;
    bool is_part = strcmp(row->score, "localisation") == 0 ||
                   (strcmp(row->score, "repair") == 0 && !table->is_place_given);
    bool has_items = false;
    for (size_t i = 0; i < table->n_systems * table->n_of_each; i += table->n_of_each)
        for (size_t at = i + row->first; at < i + row->first + row->n; at++)
            has_items = has_items || json_number_at(table->shares.items[at], "n") >= 1;
    return has_items && !(table->n_systems > 1 && is_detail && is_part);
}

/* Adds n, and the share for the k that was asked for, with its intervals. */
static void add_share(struct tabular *out, const struct json *share)
{
    double n = json_number_at(share, "n");
    tabular_count(out, n);
    tabular_share(out, share, n, "", false);
    tabular_interval(out, json_get(share, "low"), json_get(share, "high"), n);
    tabular_interval(out, json_get(share, "boot_low"), json_get(share, "boot_high"), n);
}

/* Adds the share for another k, with its n where that is not the one of the row. */
static void add_further(struct tabular *out, const struct json *share, double n)
{
    double own = json_number_at(share, "n");
    if (own >= 1 && own != n)
        tabular_format(out, "%.*f (n %.0f)", percent_decimals(own),
                       100 * json_number_at(share, "share"), own);
    else
        tabular_share(out, share, own, "", false);
}

static void add_title(struct tabular *out, int64_t k, bool are_samples)
{
    scoped(str) title = {0};
    str_print(&title, are_samples ? "pass@%" PRId64 : k == 1 ? "first" : "of %" PRId64, k);
    tabular_column(out, 'r', str_text(&title));
}

static void add_row(struct tabular *out, const struct share_table *table, const struct row *row,
                    size_t system)
{
    const struct json *share = share_at(table, row, system, table->k);
    scoped(str) label = {0};
    str_add_text(&label, system ? "" : row->category);
    if (row->language && !system)
        str_print(&label, " (%s)", row->language);
    tabular_name(out, str_text(&label));
    if (table->n_systems > 1)
        tabular_text(out, json_text_at(share, "system"));
    add_share(out, share);
    for (size_t i = row->first; i < row->first + row->n; i++) {
        int64_t k = json_int(json_get(table->shares.items[i], "k"), 1);
        if (k != table->k)
            add_further(out, share_at(table, row, system, k), json_number_at(share, "n"));
    }
}

static void make_table(struct tabular *out, const struct json *score)
{
    scoped(share_table) table = {0};
    struct row row = {0};
    const char *title = "";
    share_table_read(&table, score);
    tabular_column(out, 'l', "");
    if (table.n_systems > 1)
        tabular_column(out, 'l', "system");
    tabular_column(out, 'r', "n");
    add_title(out, table.k, table.are_samples);
    tabular_column(out, 'r', "Wilson");
    tabular_column(out, 'r', "bootstrap");
    next_row(&table, &row);
    for (size_t i = 0; i < row.n; i++) {
        int64_t k = json_int(json_get(table.shares.items[i], "k"), 1);
        if (k != table.k)
            add_title(out, k, table.are_samples);
    }
    for (row = (struct row){0}; next_row(&table, &row);) {
        if (!is_shown(&table, &row))
            continue;
        if (strcmp(title_of(&table, row.score), title) != 0)
            tabular_line(out, title = title_of(&table, row.score));
        for (size_t i = 0; i < table.n_systems; i++)
            add_row(out, &table, &row, i);
    }
}

static const char inputs_text[] = {
#include "score/text/score.txt.inc"
};

static const char tests_text[] = {
#include "score/text/tests.txt.inc"
};

void score_print(const struct json *score, FILE *out)
{
    struct tabular shares = {0};
    scoped(str) heading = {0};
    int64_t n = json_int(json_get(json_get(score, "bootstrap"), "problems"), 0);
    scoped(json) *more =
        json_make(J_BOOL("has_several", json_count(json_get(score, "baselines")) > 1));
    printout_print(inputs_text, score, NULL, out);
    str_print(&heading, "Scores in percent (95 %%: Wilson's; bootstrap over %s)",
              counted(n, "problem", "problems").text);
    make_table(&shares, score);
    tabular_print(&shares, str_text(&heading), out);
    printout_print(tests_text, score, more, out);
}

void score_print_csv(const struct json *score, FILE *out)
{
    struct tabular csv = {0};
    json_each(member, json_first(json_get(score, "shares")))
        tabular_column(&csv, 'l',
                       strcmp(json_name(member), "k") == 0 && json_get(score, "samples")
                           ? "pass_at"
                           : json_name(member));
    json_each(share, json_get(score, "shares"))
        json_each(value, share) {
            if (json_text(value))
                tabular_text(&csv, json_text(value));
            else
                tabular_exact(&csv, json_number(value, NAN));
        }
    tabular_print_csv(&csv, out);
}

static const char caption_text[] = {
#include "score/text/caption.txt.inc"
};

static void print_latex(struct tabular *table, const char *caption, const char *label, FILE *out)
{
    tabular_print_latex(
        table, &(struct tabular_latex){.caption = caption, .label = label, .is_wide = true}, out);
}

void score_print_latex(const struct json *score, const char *gold, FILE *out)
{
    struct tabular latex = {0};
    scoped(str) caption = {0};
    scoped(json) *more =
        json_make(J_TEXT("gold", gold), J_TEXT("version", TOKFIX_VERSION),
                  J_VALUE("first", json_copy(json_first(json_get(score, "inputs")))));
    make_table(&latex, score);
    printout_add(&caption, caption_text, score, more, tabular_add_latex);
    print_latex(&latex, str_text(&caption), "scores", out);
    json_each(baseline, json_get(score, "baselines")) {
        scoped(str) against = {0};
        printout_add(&against,
                     "Right items of \\texttt{{{system}}} (A) and \\texttt{{{name}}} (B), and "
                     "McNemar's exact test, adjusted by Holm",
                     baseline, NULL, tabular_add_latex);
        tabular_read(&latex, baseline, json_get(baseline, "comparison"),
                     "l category, n n, n both, n only_system=only A, n only_baseline=only B, "
                     "n neither, d p_exact=$p$, d? p_holm_systems=baselines, "
                     "x p_holm_categories=categories, x odds_ratio=odds ratio");
        print_latex(&latex, str_text(&against), "tests", out);
    }
}
