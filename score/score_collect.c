/* Reads the gold once. Then reads and judges the predictions of the system and of its baselines,
 * one after another. Executes them if that was requested. At last judges those for the rewrites.
 *
 * A store and rows of `pairs` do not say what a system was shown, and an answer about another part
 * of the program, or to another task, would count as wrong; so would a place of a store's fix that
 * counts in another part. So the first predictions of some items are judged by every question that
 * the user may have meant. The question by which most are right is the one that was asked. */
#include "base/file.h"
#include "base/statistics.h"
#include "score/answer.h"
#include "score/plausible.h"
#include "score/rewrites.h"
#include "score/score.h"
#include "score/score_baseline.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

/* The scored system, then its baselines. */
struct systems {
    struct judged_system *items;
    size_t n;
};

static void systems_release(struct systems *systems)
{
    for (size_t i = 0; i < systems->n; i++)
        judged_system_release(&systems->items[i]);
    free(systems->items);
}
SCOPED_VALUE(systems, systems_release)

/* Reports the wrong lines. The caller shows the last message. */
static int refuse_errors(const struct score_request *request, const struct predictions *predictions,
                         const char *path, struct err *err)
{
    for (size_t i = 0; i < predictions->errors.n; i++)
        request->on_wrong_line(request->context, predictions->errors.items[i]);
    if (predictions->n_errors == 1)
        return err_set(err, "a line of '%s' is wrong; nothing was scored", path);
    return err_set(err, "%" PRId64 " lines of '%s' are wrong; nothing was scored",
                   predictions->n_errors, path);
}

/* Returns whether an id is of a correct program: its last two parts are the same. */
static bool names_correct_program(const char *id)
{
    const char *last = strrchr(id, '-');
    size_t length = last ? strlen(last) : 0;
    return last && (size_t)(last - id) >= length && memcmp(last - length, last, length) == 0;
}

static void tell_gaps(const struct score_request *request, const struct gold *gold,
                      const struct predictions *predictions, const char *path)
{
    if (predictions->n_unknown)
        tell(request, "%s: %s %s that GOLD does not have, the first in line %" PRIu64 ": %.200s",
             path, counted(predictions->n_unknown, "prediction has", "predictions have").text,
             counted(predictions->n_unknown_ids, "id", "ids").text, predictions->first_unknown_row,
             predictions->first_unknown);
    if (predictions->n_unknown && gold->is_store && !gold->n_correct &&
        names_correct_program(predictions->first_unknown))
        tell(request,
             "%s: the first of these is a correct program; give --negatives X as in the export",
             path);
}

static void tell_unreadable(const struct score_request *request, const struct judged_system *system,
                            const char *path)
{
    int64_t n = 0, n_answers = system->predictions.n_in_words;
    for (size_t i = 0; i < system->verdicts.n; i++)
        n += system->verdicts.items[i].n_unreadable;
    if (n)
        tell(request,
             "%s: %" PRId64 " of %s cannot be read as answers to the task %s, and count as wrong",
             path, n, counted(n_answers, "answer", "answers").text, system->task->name);
}

/* Tells of answers that are code of another length than the code that was shown, if they are more
 * than a tenth. They may be answers to other rows. */
static void tell_lengths(const struct score_request *request, const struct gold *gold,
                         const struct judged_system *system, const char *path)
{
    int64_t n = 0, n_other = 0;
    for (size_t i = 0; i < system->predictions.list.n && system->task; i++) {
        const struct prediction *one = &system->predictions.list.items[i];
        const struct gold_item *item = &gold->items.items[one->item];
        size_t shown = item->shown.part_end - item->shown.part_start;
        if (!one->answer || !system->task->is_repair)
            continue;
        struct answer answer = answer_read(one->answer, system->task);
        n += answer.kind == ANSWER_CODE;
        n_other += answer.kind == ANSWER_CODE &&
                   (2 * answer.code.length < shown || answer.code.length / 2 > shown);
    }
    if (10 * n_other > n)
        tell(request,
             "%s: %" PRId64 " of %s with code %s less than half or more than twice as long as the "
             "code that was shown; check that the prompts were those of GOLD",
             path, n_other, counted(n, "answer", "answers").text,
             plural((double)n_other, "is", "are"));
}

/* ---- Whether the answers fit the question ---- */

/* The question: a task, and how much code was shown. What the user has named is not doubted. */
struct asked {
    const struct export_view *view;
    bool names_task, names_granularity, names_context;
};

enum { MAX_TRIED = 100 };

/* The first of equally good ones is taken, so an order from the most to the least exact task. A
 * line with another number of lines above has other line numbers. */
static const char *const tasks[] = {"repair", "locate-repair", "explain", "locate", "classify"};
static const enum granularity granularities[] = {GRANULARITY_PROGRAM, GRANULARITY_FUNCTION,
                                                 GRANULARITY_LINE};
static const int64_t contexts[] = {3, 0, 1, 2, 5, 10};

enum {
    N_TASKS = sizeof tasks / sizeof *tasks,
    N_GRANULARITIES = sizeof granularities / sizeof *granularities,
    N_CONTEXTS = sizeof contexts / sizeof *contexts,
};

struct trial {
    const struct gold *gold;
    const struct predictions *predictions;
    ARRAY(size_t) items; /* that are tried */
    bool has_answers;    /* one of them is an answer or code */
    struct judge *judge;
};

static void trial_release(struct trial *trial)
{
    array_release(&trial->items);
    judge_free(trial->judge);
}
SCOPED_VALUE(trial, trial_release)

/* Whether the whole program of an item is known, and its first prediction is an answer or code; or
 * without answers, a place that counts in the shown code. */
static bool can_try(const struct trial *trial, size_t number)
{
    const struct gold_item *item = &trial->gold->items.items[number];
    const struct predictions *predictions = trial->predictions;
    size_t first = predictions->first[number];
    if (!item->fix || first == predictions->first[number + 1])
        return false;
    const struct prediction *one = &predictions->list.items[first];
    return trial->has_answers ? one->answer || one->code : item->is_row_shown && one->line > 0;
}

/* Takes predictions at equal distances, because neighbours are fixes of the same problem. */
static void choose_items(struct trial *trial)
{
    size_t n = 0, n_seen = 0;
    for (size_t i = 0; i < trial->gold->items.n; i++)
        n += can_try(trial, i);
    size_t step = n / MAX_TRIED + (n % MAX_TRIED != 0);
    for (size_t i = 0; i < trial->gold->items.n; i++)
        if (can_try(trial, i) && n_seen++ % step == 0)
            array_push(&trial->items, i);
}

static size_t count_right(const struct trial *trial, const struct export_view *view)
{
    scoped(arena) arena = {0};
    scoped(gold_viewer) viewer = {.view = view, .arena = &arena};
    const struct predictions *predictions = trial->predictions;
    const struct judge_options options = {view->task, 1, false};
    size_t n = 0;
    for (size_t i = 0; i < trial->items.n; i++) {
        size_t number = trial->items.items[i];
        struct gold_item item = trial->gold->items.items[number];
        struct verdict verdict;
        if (gold_item_show(&item, item.fix, &viewer) != NULL)
            continue;
        judge_item(&verdict, trial->judge, &item,
                   &predictions->list.items[predictions->first[number]], 1, &options);
        n += item.fix->is_clean ? verdict.no_bug > 0 : verdict.solved > 0;
    }
    return n;
}

/* Keeps the view if more is right by it. */
static void try_view(const struct trial *trial, const struct export_view *view,
                     struct export_view *best, size_t *n_best)
{
    size_t n = *n_best < trial->items.n ? count_right(trial, view) : 0;
    if (n <= *n_best)
        return;
    *n_best = n;
    *best = *view;
}

/* The context has an effect only on the places of lines. */
static void try_contexts(const struct trial *trial, const struct asked *asked,
                         struct export_view view, struct export_view *best, size_t *n_best)
{
    bool varies = view.granularity == GRANULARITY_LINE && !view.task->is_repair;
    for (int i = 0; i < (varies && !asked->names_context ? N_CONTEXTS : 1); i++) {
        view.n_context = asked->names_context ? asked->view->n_context : contexts[i];
        try_view(trial, &view, best, n_best);
    }
}

static void try_all(const struct trial *trial, const struct asked *asked, struct export_view *best,
                    size_t *n_best)
{
    bool has_task = asked->names_task || asked->view->has_marks || !trial->has_answers;
    int n_granularities = trial->has_answers ? N_GRANULARITIES : 2; /* places are not in lines */
    for (int task = 0; task < (has_task ? 1 : N_TASKS); task++)
        for (int i = 0; i < (asked->names_granularity ? 1 : n_granularities); i++) {
            struct export_view view = *asked->view;
            if (!has_task)
                view.task = export_task_find(tasks[task]);
            if (!asked->names_granularity)
                view.granularity = granularities[i];
            try_contexts(trial, asked, view, best, n_best);
        }
}

/* Appends the options in which a view differs from another one, with the values of the first. */
static void add_options(struct str *out, const struct export_view *view,
                        const struct export_view *other)
{
    if (view->task != other->task)
        str_print(out, " --task %s", view->task->name);
    if (view->granularity != other->granularity)
        str_print(out, " --granularity %s", granularity_name(view->granularity));
    if (view->n_context != other->n_context)
        str_print(out, " --context %" PRId64, view->n_context);
}

enum { BY_CHANCE = 2 }; /* wrong places that may be right in another part */

/* Whether so many are right that the question was another one. */
static bool is_other_question(const struct trial *trial, size_t n_best, size_t n_right)
{
    bool are_all = n_best == trial->items.n;
    return n_best > n_right + (trial->has_answers || are_all ? 0 : BY_CHANCE);
}

/* Fails if more of the answers or places are right as answers to another question; at most 100 are
 * tried. The message begins with `path`, and names the options of that question. Does nothing if
 * the gold says what was asked. */
static int check_question(const struct gold *gold, const struct predictions *predictions,
                          const struct asked *asked, const char *path, struct err *err)
{
    scoped(trial) trial = {.gold = gold, .predictions = predictions, .judge = judge_new()};
    struct export_view used = *asked->view, best = used;
    scoped(str) options = {0}, others = {0};
    if (gold->task)
        return 0;
    for (size_t i = 0; i < predictions->list.n && !trial.has_answers; i++)
        trial.has_answers = predictions->list.items[i].answer || predictions->list.items[i].code;
    choose_items(&trial);
    if (!trial.items.n)
        return 0;
    size_t n_right = count_right(&trial, &used), n_best = n_right;
    try_all(&trial, asked, &best, &n_best);
    if (!is_other_question(&trial, n_best, n_right))
        return 0;
    used.granularity =
        granularity_for(used.granularity, gold->items.items[trial.items.items[0]].fix);
    add_options(&options, &best, &used);
    add_options(&others, &used, &best);
    const char *what = trial.has_answers ? "answers" : "predictions";
    return err_set(err,
                   "%s: of %zu %s, %zu are right with%s, but %zu without; give the "
                   "options of the export (or%s, to score the %s as they are)",
                   path, trial.items.n, what, n_best, str_text(&options), n_right,
                   str_text(&others), what);
}

/* ---- The figures ---- */

/* Says which pass@k are unknown, and why. */
static void tell_short(const struct score_request *request, const struct verdicts *verdicts,
                       const char *path)
{
    for (int i = 0; i < request->ranks.n && request->ranks.are_samples; i++) {
        int k = request->ranks.k[i];
        int64_t n = verdicts_count_below(verdicts, k);
        if (n)
            tell(request,
                 "%s: %" PRId64 " of %zu items %s fewer than %s, so pass@%d is unknown for them "
                 "and for all rows that include them",
                 path, n, verdicts->n, plural((double)n, "has", "have"),
                 counted(k, "sample", "samples").text, k);
    }
}

/* Says what no prediction means for the items that have none. */
static void tell_silence(const struct score_request *request, const struct gold *gold,
                         const struct judged_system *system, const char *path)
{
    int64_t n_silent = (int64_t)gold->items.n - system->predictions.n_answered;
    if (verdicts_are_of_bugs(&system->verdicts, gold))
        tell(request,
             "%s: no correct program has a prediction, so false positives are unknown; for \"no "
             "bug\", write a line with the id alone",
             path);
    else if (n_silent)
        tell(request, "%s: %" PRId64 " of %zu %s no prediction, which counts as \"no bug\"%s", path,
             n_silent, gold->items.n,
             plural(gold->items.n, "item has", plural(n_silent, "items has", "items have")),
             gold->is_store ? "; if export left rows out, because of their size or format, score "
                              "its file instead"
                            : "");
}

/* Reads and judges the predictions in a file. */
static int judge(struct judged_system *out, const struct gold *gold, const char *path,
                 const struct score_request *request, struct err *err)
{
    struct asked asked = {&request->view, request->has_task, request->has_granularity,
                          request->has_context};
    if (predictions_read(&out->predictions, path, gold, request->ranks.are_samples, err) != 0)
        return ERR;
    if (out->predictions.n_errors)
        return refuse_errors(request, &out->predictions, path, err);
    tell_gaps(request, gold, &out->predictions, path);
    if (!out->predictions.n_answered)
        return err_set(err,
                       "%s: no item has a prediction; do the ids of the predictions come from the "
                       "same GOLD?",
                       path);
    if (check_question(gold, &out->predictions, &asked, path, err) != 0)
        return ERR;
    if (out->predictions.n_in_words)
        out->task = gold->task ? gold->task : asked.view->task;
    const struct judge_options options = {out->task, (int)request->k, request->ranks.are_samples};
    if (verdicts_make(&out->verdicts, gold, &out->predictions, &options, (int)request->n_jobs,
                      err) != 0)
        return ERR;
    tell_unreadable(request, out, path);
    tell_short(request, &out->verdicts, path);
    tell_silence(request, gold, out, path);
    tell_lengths(request, gold, out, path);
    return 0;
}

static int judge_all(struct systems *out, const struct gold *gold,
                     const struct score_request *request, struct err *err)
{
    out->n = 1 + request->baselines.n;
    out->items = mem_alloc(out->n, sizeof *out->items);
    for (size_t i = 0; i < out->n; i++) {
        const char *path = i ? request->baselines.items[i - 1] : request->predictions;
        if (judge(&out->items[i], gold, path, request, err) != 0)
            return ERR;
    }
    return 0;
}

static struct scored scored_of(const struct gold *gold, const struct judged_system *system,
                               const struct score_request *request, struct bootstrap *bootstrap)
{
    return (struct scored){.gold = gold,
                           .verdicts = &system->verdicts,
                           .plausibility = system->plausibility,
                           .task = system->task,
                           .ranks = &request->ranks,
                           .bootstrap = bootstrap};
}

/* Computes the figures of one system. */
static void add_shares(struct json *object, const struct scored *of,
                       const struct judged_system *system)
{
    json_add(object, J_VALUE("inputs", score_inputs(of, &system->predictions)),
             J_VALUE("bugs", score_bugs(of, NULL)), J_VALUE("patches", score_patches(of, NULL)),
             J_VALUE("false_positives", score_false_positives(of, NULL)));
    if (system->plausibility)
        json_set(object, "plausible", score_plausible(of));
    struct json *of_languages = score_languages(of);
    if (of_languages)
        json_set(object, "languages", of_languages);
}

static const char *path_of(const struct score_request *request, size_t system)
{
    return system ? request->baselines.items[system - 1] : request->predictions;
}

/* Returns the name of a file, or its path if another file has the same name. */
static const char *name_of(const struct score_request *request, size_t system)
{
    const char *path = path_of(request, system), *name = file_name(path);
    for (size_t i = 0; i <= request->baselines.n; i++) {
        const char *other = path_of(request, i);
        if (strcmp(other, path) != 0 && strcmp(file_name(other), name) == 0)
            return path;
    }
    return strcmp(path, "-") == 0 ? "standard input" : name;
}

static void add_baselines(struct json *score, const struct score_request *request,
                          const struct gold *gold, const struct systems *systems,
                          struct bootstrap *bootstrap)
{
    size_t n = request->baselines.n;
    const struct judged_system *baselines = &systems->items[1];
    scoped_memory const struct verdicts **verdicts = mem_alloc(n, sizeof *verdicts);
    scoped_memory struct json **comparisons = mem_alloc(n, sizeof *comparisons);
    struct json *list = json_array();
    for (size_t i = 0; i < n; i++)
        verdicts[i] = &baselines[i].verdicts;
    struct scored system = scored_of(gold, &systems->items[0], request, bootstrap);
    score_compare(comparisons, &system, verdicts, n, (int)request->k);
    for (size_t i = 0; i < n; i++) {
        struct json *object = json_make(J_TEXT("name", name_of(request, i + 1)));
        struct scored of = scored_of(gold, &baselines[i], request, bootstrap);
        add_shares(object, &of, &baselines[i]);
        json_set(object, "comparison", comparisons[i]);
        json_push(list, object);
    }
    json_set(score, "baselines", list);
}

static void tell_rewrites(const struct score_request *request, const struct gold *gold,
                          const struct json *figures)
{
    int64_t n_lost = json_int(json_get(figures, "without_original"), 0);
    int64_t n_correct = json_int(json_get(figures, "of_correct"), 0);
    int64_t n_leaking = gold->account.n_marked[MARK_EXCLUDED / 2];
    if (n_lost)
        tell(request, "%s of items that GOLD does not have",
             counted(n_lost, "rewrite is", "rewrites are").text);
    if (n_correct)
        tell(request, "%s skipped",
             counted(n_correct, "rewrite of a correct program is",
                     "rewrites of correct programs are")
                 .text);
    if (n_leaking)
        tell(request,
             "%s not in GOLD; --marked none,excluded includes leaking fixes, to compare them with "
             "the others",
             counted(n_leaking, "fix that leaks is", "fixes that leak are").text);
}

static int add_rewrites(struct json *score, const struct score_request *request,
                        const struct scored *bugs, struct err *err)
{
    scoped(gold) rewrites = {0};
    scoped(judged_system) rewritten = {0};
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT; /* all rewrites */
    struct json *figures;
    choice.mixes_splits = true;
    choice.marks = MARK_ALL;
    struct gold_options options = {&choice, request->view};
    if (gold_read(&rewrites, request->rewrites, &options, err) != 0)
        return ERR;
    if (rewrites.is_place_given != bugs->gold->is_place_given)
        return err_set(err,
                       "the place of the bug is given in only one of '%s' and '%s'; give it in "
                       "both (--mark-location) or in none",
                       request->gold, request->rewrites);
    if (judge(&rewritten, &rewrites, request->rewrite_predictions, request, err) != 0 ||
        rewrites_score(&figures, &(struct judged){bugs->gold, bugs->verdicts, bugs->bootstrap},
                       &(struct judged){&rewrites, &rewritten.verdicts, NULL}, (int)request->k,
                       err) != 0)
        return ERR;
    tell_rewrites(request, bugs->gold, figures);
    struct scored of = scored_of(&rewrites, &rewritten, request, NULL);
    json_set(figures, "inputs", score_inputs(&of, &rewritten.predictions));
    json_set(score, "rewrites", figures);
    return 0;
}

/* Rows with ids contain the task and the shown code. */
static int check_view(const struct gold *gold, const struct score_request *request, struct err *err)
{
    const struct export_task *asked = request->view.task;
    if (gold->task && request->has_task && asked != gold->task)
        return err_set(err, "'%s' has rows of the task %s, not %s; omit --task", request->gold,
                       gold->task->name, asked->name);
    if (gold->task && (request->has_granularity || request->has_context))
        return err_set(err, "the rows of '%s' contain the shown code; omit --granularity",
                       request->gold);
    return 0;
}

static struct json *bootstrap_of(const struct gold *gold)
{
    return json_make(J_INT("problems", (int64_t)gold->n_problems),
                     J_INT("without_problem", (int64_t)gold->n_without_problem),
                     J_INT("resamples", N_RESAMPLES));
}

static int add_scores(struct json *score, const struct score_request *request,
                      const struct gold *gold, const struct systems *systems, struct err *err)
{
    scoped(bootstrap) *bootstrap = bootstrap_new(gold->n_problems, N_RESAMPLES, 0);
    const struct judged_system *system = &systems->items[0];
    struct scored of = scored_of(gold, system, request, bootstrap);
    json_add(score, J_TEXT("name", name_of(request, 0)), J_INT("k", request->k));
    if (request->ranks.are_samples)
        json_set_bool(score, "samples", true);
    json_set(score, "bootstrap", bootstrap_of(gold));
    add_shares(score, &of, system);
    json_set(score, "calibration", score_calibration(&of));
    if (request->has_thesis)
        json_set(score, "thesis", score_thesis());
    if (request->baselines.n)
        add_baselines(score, request, gold, systems, bootstrap);
    return request->rewrites ? add_rewrites(score, request, &of, err) : 0;
}

/* Tells of items that the bootstrap cannot group. */
static void tell_problems(const struct score_request *request, const struct gold *gold)
{
    if (gold->n_without_problem)
        tell(request,
             "%s problem_id; in the bootstrap, each is a problem of its own, so its intervals may "
             "be too narrow",
             counted((int64_t)gold->n_without_problem, "item has no", "items have no").text);
}

int score_collect(struct json *score, struct str *dataset, const struct score_request *request,
                  struct err *err)
{
    scoped(gold) gold = {0};
    scoped(systems) systems = {0};
    struct gold_options options = {&request->choice, request->view};
    if ((request->executes && plausible_check(request->gold, err) != 0) ||
        gold_read(&gold, request->gold, &options, err) != 0 || check_view(&gold, request, err) != 0)
        return ERR;
    str_add_text(dataset, gold.dataset ? gold.dataset : "");
    if (gold.is_store)
        fix_account_tell(&gold.account, request->on_note, request->context);
    tell_problems(request, &gold);
    const struct execution_request execution = {.gold = &gold,
                                                .are_samples = request->ranks.are_samples,
                                                .path = request->gold,
                                                .n_threads = (int)request->n_jobs,
                                                .meter = &request->meter};
    /* All systems are executed together, so that the programs of the fixes run once. */
    if (judge_all(&systems, &gold, request, err) != 0 ||
        (request->executes && plausible_find(systems.items, systems.n, &execution, err) != 0))
        return ERR;
    return add_scores(score, request, &gold, &systems, err);
}
