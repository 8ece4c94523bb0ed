/* Reads the gold once, with what a database knows of it. Then reads and judges the predictions of
 * the system and of its baselines, one after another, makes those of the floor, and executes them
 * if that was requested. At last judges those for the rewrites. */
#include "base/chance.h"
#include "db/store.h"
#include "score/plausible.h"
#include "score/rewrites.h"
#include "score/score.h"
#include "score/score_baseline.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

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

enum { N_RESAMPLES = 2000 }; /* of the bootstrap */

/* What is scored: the system, its baselines, and the floor, if there is one. Without predictions,
 * the floor is the system. */
struct scoring {
    const struct score_request *request;
    struct gold gold;
    struct db *db; /* NULL: none */
    struct bootstrap *bootstrap;
    struct judged_system *systems;
    size_t n_systems, n_files;
    struct str why_no_floor;
    int64_t n_learned;
};

static void scoring_release(struct scoring *scoring)
{
    for (size_t i = 0; i < scoring->n_systems; i++)
        judged_system_release(&scoring->systems[i]);
    free(scoring->systems);
    str_release(&scoring->why_no_floor);
    bootstrap_free(scoring->bootstrap);
    gold_release(&scoring->gold);
    db_close(scoring->db);
}
SCOPED_VALUE(scoring, scoring_release)

/* ---- Judging ---- */

/* Says what the user may not expect: ids that no row has; answers that cannot be read; items
 * without a prediction; which pass@k are unknown. */
static void tell_about(const struct score_request *request, const struct gold *gold,
                       const struct judged_system *system, const char *path)
{
    const struct predictions *predictions = &system->predictions;
    size_t n_items = gold->items.n;
    int64_t n_unreadable = 0, n_silent = (int64_t)n_items - predictions->n_answered;
    for (size_t i = 0; i < n_items; i++)
        n_unreadable += system->outcomes.items[i].n_unreadable;
    if (predictions->n_unknown)
        tell(request, "%s: %s %s that the rows do not have, such as %.200s", path,
             counted(predictions->n_unknown, "prediction has", "predictions have").text,
             counted(predictions->n_unknown_ids, "id", "ids").text, predictions->first_unknown);
    if (n_unreadable)
        tell(request,
             "%s: %" PRId64 " of %s cannot be read as answers to the task %s, and count as wrong",
             path, n_unreadable, counted(predictions->n_in_words, "answer", "answers").text,
             gold->question->name);
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
    if (outcomes_are_of_bugs(&system->outcomes, gold))
        tell(request,
             "%s: no correct program has a prediction, so false positives are unknown; for \"no "
             "bug\", write a line with the id alone",
             path);
    else if (n_silent)
        tell(request, "%s: %" PRId64 " of %zu items %s no prediction, which counts as \"no bug\"",
             path, n_silent, n_items, plural((double)n_silent, "has", "have"));
}

static int judge(struct judged_system *system, const struct gold *gold,
                 const struct score_request *request, struct err *err)
{
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
        judge(out, gold, request, err) != 0)
        return ERR;
    tell_about(request, gold, out, path);
    return 0;
}

/* Makes and judges the floor, or finds out why there is none. */
static int judge_floor(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    struct judged_system *floor = &scoring->systems[scoring->n_systems++];
    struct str *why_not = &scoring->why_no_floor;
    size_t k = request->k > JUDGED_RANKS ? (size_t)request->k : JUDGED_RANKS;
    if (!scoring->db)
        str_add_text(why_not, "name the database of the rows with --database");
    else if (request->ranks.are_samples)
        str_add_text(why_not, "it ranks its guesses, which are not samples");
    else if (floor_predict(&floor->predictions, &scoring->n_learned, why_not,
                           &(struct floor_request){&scoring->gold, scoring->db, k, &request->meter},
                           err) != 0)
        return ERR;
    if (why_not->length && (request->floor || !scoring->n_files))
        return err_set(err, "no floor: %s", str_text(why_not));
    if (why_not->length) {
        judged_system_release(floor);
        scoring->n_systems--;
        return 0;
    }
    if (request->floor && predictions_write(&floor->predictions, &scoring->gold, request->floor,
                                            request->is_replacing, err) != 0)
        return ERR;
    return judge(floor, &scoring->gold, request, err);
}

static const char *name_of(const struct scoring *scoring, size_t system)
{
    if (system >= scoring->n_files)
        return "floor";
    return system ? scoring->request->baselines.items[system - 1] : scoring->request->predictions;
}

static int judge_all(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    scoring->n_files = request->predictions ? 1 + request->baselines.n : 0;
    scoring->systems = mem_alloc(scoring->n_files + 1, sizeof *scoring->systems);
    while (scoring->n_systems < scoring->n_files) {
        size_t i = scoring->n_systems++;
        if (judge_file(&scoring->systems[i], &scoring->gold, name_of(scoring, i), request, err) !=
            0)
            return ERR;
    }
    return judge_floor(scoring, err);
}

/* All systems but a floor beside them are executed together, so that the programs of the fixes run
 * once. */
static int execute(struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const struct execution_request execution = {.gold = &scoring->gold,
                                                .are_samples = request->ranks.are_samples,
                                                .path = request->database,
                                                .n_threads = (int)request->n_jobs,
                                                .meter = &request->meter};
    return plausible_find(scoring->systems, scoring->n_files ? scoring->n_files : 1, &execution,
                          err);
}

/* ---- The figures ---- */

static struct scored scored_of(const struct scoring *scoring, const struct judged_system *system)
{
    return (struct scored){.gold = &scoring->gold,
                           .outcomes = &system->outcomes,
                           .plausibility = system->plausibility,
                           .question = system->question,
                           .ranks = &scoring->request->ranks,
                           .bootstrap = scoring->bootstrap};
}

static void add_comparisons(struct json *score, const struct scoring *scoring)
{
    size_t n = scoring->request->baselines.n;
    scoped_memory const struct outcomes **outcomes = mem_alloc(n, sizeof *outcomes);
    scoped_memory struct json **comparisons = mem_alloc(n, sizeof *comparisons);
    struct json *list = json_array();
    for (size_t i = 0; i < n; i++)
        outcomes[i] = &scoring->systems[i + 1].outcomes;
    struct scored system = scored_of(scoring, &scoring->systems[0]);
    score_compare(comparisons, &system, outcomes, n, (int)scoring->request->k);
    for (size_t i = 0; i < n; i++)
        json_push(list, json_make(J_TEXT("system", name_of(scoring, 0)),
                                  J_TEXT("name", name_of(scoring, i + 1)),
                                  J_VALUE("comparison", comparisons[i])));
    json_set(score, "baselines", list);
}

static int add_rewrites(struct json *score, const struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const struct gold *gold = &scoring->gold;
    scoped(gold) rewrites = {0};
    scoped(judged_system) rewritten = {0};
    scoped(json) *figures = NULL;
    if (gold_read(&rewrites, request->rewrites, request->is_place_given, err) != 0)
        return ERR;
    if (rewrites.is_place_given != gold->is_place_given)
        return err_set(err,
                       "the place of the bug is given in only one of '%s' and '%s'; give it in "
                       "both (--mark-location) or in none",
                       request->gold, request->rewrites);
    if (judge_file(&rewritten, &rewrites, request->rewrite_predictions, request, err) != 0 ||
        rewrites_score(
            &figures, &(struct judged){gold, &scoring->systems[0].outcomes, scoring->bootstrap},
            &(struct judged){&rewrites, &rewritten.outcomes, NULL}, (int)request->k, err) != 0)
        return ERR;
    int64_t n_lost = json_int(json_get(figures, "without_original"), 0);
    if (n_lost)
        tell(request, "%s of items that the rows do not have",
             counted(n_lost, "rewrite is", "rewrites are").text);
    json_set(score, "rewrites", json_copy(figures));
    return 0;
}

static int add_scores(struct json *score, const struct scoring *scoring, struct err *err)
{
    const struct score_request *request = scoring->request;
    const struct gold *gold = &scoring->gold;
    struct json *inputs = json_array(), *shares = json_array();
    bool has_floor = scoring->n_systems > scoring->n_files;
    json_add(score, J_TEXT("name", name_of(scoring, 0)), J_INT("k", request->k));
    if (request->ranks.are_samples)
        json_set_bool(score, "samples", true);
    json_add(
        score,
        J_VALUE("bootstrap", json_make(J_INT("problems", (int64_t)gold->n_problems),
                                       J_INT("without_problem", (int64_t)gold->n_without_problem),
                                       J_INT("resamples", N_RESAMPLES))),
        J_VALUE("inputs", inputs), J_VALUE("shares", shares),
        J_VALUE("floor",
                json_make(J_INT("learned", scoring->n_learned),
                          J_TEXT("why_not", has_floor ? NULL : str_text(&scoring->why_no_floor)))));
    for (size_t i = 0; i < scoring->n_systems; i++) {
        struct scored of = scored_of(scoring, &scoring->systems[i]);
        json_push(inputs, score_inputs(name_of(scoring, i), &of, &scoring->systems[i].predictions));
        of.question = scoring->systems[0].question; /* decides which shares there are */
        score_list(shares, name_of(scoring, i), &of, request->executes);
    }
    if (request->executes) {
        struct scored of = scored_of(scoring, &scoring->systems[0]);
        json_set(score, "executed", score_executed(&of));
    }
    if (request->has_thesis)
        json_set(score, "thesis", score_thesis());
    if (request->baselines.n)
        add_comparisons(score, scoring);
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
    if (read_gold(&scoring, err) != 0 || judge_all(&scoring, err) != 0 ||
        (request->executes && execute(&scoring, err) != 0))
        return ERR;
    return add_scores(score, &scoring, err);
}
