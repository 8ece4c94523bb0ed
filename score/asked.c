/* The first predictions of some items are judged by every question that the user may have meant.
 * The question by which most are right is the one that was asked. */
#include "score/asked.h"

#include <inttypes.h>
#include <string.h>

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
    struct judge *judge;
};

static void trial_release(struct trial *trial)
{
    array_release(&trial->items);
    judge_free(trial->judge);
}
SCOPED_VALUE(trial, trial_release)

/* Whether the first prediction for an item is an answer, and the whole program is known. */
static bool is_answer(const struct trial *trial, size_t item)
{
    const struct predictions *predictions = trial->predictions;
    size_t first = predictions->first[item];
    return trial->gold->items.items[item].fix && first < predictions->first[item + 1] &&
           (predictions->list.items[first].answer || predictions->list.items[first].code);
}

/* Takes answers at equal distances, because neighbours are fixes of the same problem. */
static void choose_items(struct trial *trial)
{
    size_t n = 0, n_seen = 0;
    for (size_t i = 0; i < trial->gold->items.n; i++)
        n += is_answer(trial, i);
    size_t step = n / MAX_TRIED + (n % MAX_TRIED != 0);
    for (size_t i = 0; i < trial->gold->items.n; i++)
        if (is_answer(trial, i) && n_seen++ % step == 0)
            array_push(&trial->items, i);
}

static size_t count_right(const struct trial *trial, const struct export_view *view)
{
    scoped(arena) arena = {0};
    scoped(gold_viewer) viewer = {.view = view, .arena = &arena};
    const struct predictions *predictions = trial->predictions;
    size_t n = 0;
    for (size_t i = 0; i < trial->items.n; i++) {
        size_t number = trial->items.items[i];
        struct gold_item item = trial->gold->items.items[number];
        struct verdict verdict;
        if (gold_item_show(&item, item.fix, &viewer) != NULL)
            continue;
        judge_item(&verdict, trial->judge, &item,
                   &predictions->list.items[predictions->first[number]], 1, 1, view->task);
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
    bool has_task = asked->names_task || asked->view->has_marks;
    for (int task = 0; task < (has_task ? 1 : N_TASKS); task++)
        for (int i = 0; i < (asked->names_granularity ? 1 : N_GRANULARITIES); i++) {
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

int asked_check(const struct gold *gold, const struct predictions *predictions,
                const struct asked *asked, const char *path, struct err *err)
{
    scoped(trial) trial = {.gold = gold, .predictions = predictions, .judge = judge_new()};
    struct export_view used = *asked->view, best = used;
    scoped(str) options = {0}, others = {0};
    if (gold->task)
        return 0;
    choose_items(&trial);
    if (!trial.items.n)
        return 0;
    size_t n_right = count_right(&trial, &used), n_best = n_right;
    try_all(&trial, asked, &best, &n_best);
    if (n_best == n_right)
        return 0;
    used.granularity =
        granularity_for(used.granularity, gold->items.items[trial.items.items[0]].fix);
    add_options(&options, &best, &used);
    add_options(&others, &used, &best);
    return err_set(err,
                   "%s: of %zu answers, %zu are right with%s, but %zu without; give the "
                   "options of the export (or%s, to score the answers as they are)",
                   path, trial.items.n, n_best, str_text(&options), n_right, str_text(&others));
}
