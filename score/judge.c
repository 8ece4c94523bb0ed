/* For most predictions, place and repair decide the verdict. A prediction that differs from the
 * fix's edit may still give the fixed program, for example by deleting the other of two `not`. In
 * this case the edit is applied and the programs are compared (attempt.h).
 *
 * The ordered pipeline judges batches of items. Each thread writes the verdicts of its batch. */
#include "score/judge.h"

#include "base/pipeline.h"
#include "score/answer.h"
#include "score/attempt.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct judge {
    struct attempt attempt;
    struct str token; /* for reuse */
    int k;            /* for the verdict: patches within the first k count */

    /* Of the current item: */
    bool is_placed;       /* the next three members are set */
    int64_t line, column; /* of the bug */
    struct str after;     /* the right token */
};

struct judge *judge_new(void)
{
    struct judge *judge = mem_alloc(1, sizeof *judge);
    attempt_init(&judge->attempt);
    return judge;
}

void judge_free(struct judge *judge)
{
    attempt_release(&judge->attempt);
    str_release(&judge->token);
    str_release(&judge->after);
    free(judge);
}

/* Finds the place of the bug and the right token. */
static void place_bug(struct judge *judge)
{
    const struct gold_item *item = judge->attempt.item;
    struct change change;
    if (judge->is_placed)
        return;
    judge->is_placed = true;
    str_clear(&judge->after);
    judge->line = item->bug.line;
    judge->column = item->bug.column;
    if (!item->bug.is_unplaced) {
        str_add_text(&judge->after, item->bug.after);
    } else if (attempt_compare(&judge->attempt, &change, ROW_FIXED) &&
               change.difference == DIFFERENCE_SINGLE) {
        judge->line = change.line;
        judge->column = change.column;
        str_add(&judge->after, change.repair.bytes, change.repair.length);
    }
}

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

/* Returns whether a repair is the token but for the blanks between its words. */
static bool has_words_of(const struct language *language, const char *repair, const char *token)
{
    if (!token_text_is_one_of(text_of(token), language->tokens.joined))
        return false;
    for (; *token; token++) {
        size_t n_blanks = strspn(repair, " \t");
        if (*token == ' ' ? n_blanks == 0 : *repair != *token)
            return false;
        repair += *token == ' ' ? n_blanks : 1;
    }
    return !*repair;
}

/* Returns whether a repair is the token, or another spelling of it. */
static bool is_token(struct attempt *attempt, const char *repair, const char *token)
{
    return strcmp(repair, token) == 0 || has_words_of(attempt->language, repair, token) ||
           (attempt_is_one_token(attempt, repair) &&
            attempt_is_same_value(attempt, text_of(repair), text_of(token)));
}

static void note(uint32_t *first, uint32_t *n, bool holds, int32_t rank)
{
    *n += holds;
    if (holds && !*first)
        *first = (uint32_t)rank;
}

static void judge_bug(struct verdict *out, struct judge *judge, const struct prediction *prediction)
{
    struct attempt *attempt = &judge->attempt;
    place_bug(judge);
    bool is_there = prediction->line == judge->line && prediction->column == judge->column;
    bool is_fixed = is_there && is_token(attempt, prediction->repair, str_text(&judge->after));
    /* at the place of the bug, any other token gives another program */
    bool is_other = is_there && !is_fixed && attempt_is_one_token(attempt, prediction->repair);
    if (!is_fixed && !is_other)
        is_fixed =
            attempt_edit(attempt, prediction->line, prediction->column, prediction->repair) &&
            attempt_is_fixed(attempt);
    note(&out->located, &out->n_located, is_there, prediction->rank);
    note(&out->solved, &out->n_solved, is_fixed, prediction->rank);
}

/* Converts the place of a prediction in a program to tokfix's lines, if it is a place only when
 * lines are counted as in nbf. */
static struct prediction as_counted(struct token_text program, const struct prediction *prediction)
{
    struct prediction counted = *prediction;
    size_t byte;
    if (!memchr(program.bytes, '\r', program.length) ||
        source_find_place(&byte, program.bytes, program.length, prediction->line,
                          prediction->column) ||
        !source_find_nbf_place(&byte, program.bytes, program.length, (double)prediction->line - 1,
                               (double)prediction->column))
        return counted;
    struct position place = source_position(program.bytes, program.length, byte);
    counted.line = place.line;
    counted.column = place.column;
    return counted;
}

/* Returns the prediction with its own place, or with the given one. */
static struct prediction as_placed(struct judge *judge, const struct prediction *prediction)
{
    struct prediction placed = *prediction;
    if (prediction->line != PREDICTION_AT_BUG)
        return as_counted(judge->attempt.item->program, prediction);
    place_bug(judge);
    placed.line = judge->line;
    placed.column = judge->column;
    return placed;
}

static void judge_place(struct verdict *out, struct judge *judge,
                        const struct prediction *prediction)
{
    struct attempt *attempt = &judge->attempt;
    struct change change;
    if (attempt->item->category != GOLD_CORRECT)
        judge_bug(out, judge, prediction);
    else if (prediction->rank == 1)
        out->alarm =
            attempt_edit(attempt, prediction->line, prediction->column, prediction->repair) &&
                    attempt_compare(attempt, &change, ROW_APPLIED)
                ? (uint8_t)attempt_category(attempt, &change)
                : CATEGORY_OTHER;
}

/* Finds the edit that the predicted code makes. Returns whether it gives the fixed program. */
static bool judge_change(struct verdict *out, struct judge *judge, const struct change *change,
                         int32_t rank)
{
    struct attempt *attempt = &judge->attempt;
    bool is_single = change->difference == DIFFERENCE_SINGLE;
    if (change->difference == DIFFERENCE_NONE) {
        note(&out->no_bug, &out->n_no_bug, true, rank);
        return false;
    }
    if (attempt->item->category == GOLD_CORRECT) {
        out->alarm = (uint8_t)attempt_category(attempt, change);
        return false;
    }
    place_bug(judge);
    bool is_fixed = attempt_is_fixed(attempt);
    bool is_there = is_single && change->line == judge->line && change->column == judge->column;
    note(&out->located, &out->n_located, is_there || is_fixed, rank);
    note(&out->solved, &out->n_solved, is_fixed, rank);
    return is_fixed;
}

/* Replaces the program by the given code. Returns false if the result cannot be read. */
static bool apply_code(struct judge *judge, struct token_text code, struct change *change)
{
    struct attempt *attempt = &judge->attempt;
    for (int moves_all = 1; moves_all >= 0; moves_all--) {
        attempt_replace(attempt, code, moves_all);
        if (attempt->applied.length <= UINT32_MAX && attempt_compare(attempt, change, ROW_APPLIED))
            return true;
    }
    return false;
}

/* Judges code that replaces the program. Returns false if the result cannot be read. */
static bool judge_code(struct verdict *out, struct judge *judge, struct token_text code,
                       int32_t rank)
{
    struct change change;
    bool is_counted = judge->attempt.item->category != GOLD_CORRECT && rank <= judge->k;
    out->patches.n += is_counted;
    if (!apply_code(judge, code, &change))
        return false;
    out->patches.n_exact += judge_change(out, judge, &change, rank) && is_counted;
    return true;
}

static bool is_same_token(struct judge *judge, struct token_text said, struct token_text right,
                          struct str *scratch)
{
    scoped(str) token = {0};
    str_clear(scratch);
    str_add(scratch, said.bytes, said.length);
    str_add(&token, right.bytes, right.length);
    bool is_same = is_token(&judge->attempt, str_text(scratch), str_text(&token));
    return is_same;
}

/* Judges a line with the tokens before and after, which the right answer has, too. */
static void judge_explanation(struct verdict *out, struct judge *judge, const struct answer *answer,
                              const struct export_task *task, int32_t rank)
{
    struct answer right = answer_read(judge->attempt.item->right, task);
    bool is_there = answer->line == right.line;
    bool is_right = is_same_token(judge, answer->before, right.before, &judge->token) &&
                    is_same_token(judge, answer->after, right.after, &judge->token);
    note(&out->located, &out->n_located, is_there, rank);
    note(&out->solved, &out->n_solved, is_there && is_right, rank);
}

/* Returns the edit that a sentence describes. */
static struct prediction edit_of(struct judge *judge, const struct answer *answer, int32_t rank)
{
    str_clear(&judge->token);
    str_add(&judge->token, answer->after.bytes, answer->after.length);
    return (struct prediction){.rank = rank,
                               .line = answer->line,
                               .column = answer->column,
                               .repair = str_text(&judge->token)};
}

/* Judges a sentence. On a correct program, any sentence about a bug is wrong. */
static void judge_sentence(struct verdict *out, struct judge *judge, const struct answer *answer,
                           const struct export_task *task, int32_t rank)
{
    const struct gold_item *item = judge->attempt.item;
    struct prediction edit = edit_of(judge, answer, rank);
    bool is_explanation = strcmp(task->name, "explain") == 0;
    if (answer->kind == ANSWER_CHANGE && !is_explanation)
        judge_place(out, judge, &edit);
    else if (item->category == GOLD_CORRECT)
        out->alarm = CATEGORY_OTHER;
    else if (is_explanation)
        judge_explanation(out, judge, answer, task, rank);
    else {
        bool is_there = edit.line == item->bug.line && edit.column == item->bug.column;
        note(&out->located, &out->n_located, is_there, rank);
        note(&out->solved, &out->n_solved, is_there, rank);
    }
}

/* Judges an answer in words. */
static void judge_answer(struct verdict *out, struct judge *judge,
                         const struct prediction *prediction, const struct export_task *task)
{
    struct answer answer = answer_read(prediction->answer, task);
    bool is_correct = judge->attempt.item->category == GOLD_CORRECT, is_read = true;
    switch (answer.kind) {
    case ANSWER_NO_BUG:
        note(&out->no_bug, &out->n_no_bug, true, prediction->rank);
        break;
    case ANSWER_CODE:
        is_read = judge_code(out, judge, answer.code, prediction->rank);
        break;
    case ANSWER_CATEGORY:
        if (is_correct)
            out->alarm = (uint8_t)answer.category;
        note(&out->solved, &out->n_solved, answer.category == judge->attempt.item->category,
             prediction->rank);
        break;
    case ANSWER_PLACE:
    case ANSWER_CHANGE:
        judge_sentence(out, judge, &answer, task, prediction->rank);
        break;
    default:
        is_read = false;
    }
    out->n_unreadable += !is_read;
    if (is_correct && !is_read)
        out->alarm = CATEGORY_OTHER;
}

/* Judges code. Code that cannot be read counts as another program. */
static void judge_patch(struct verdict *out, struct judge *judge,
                        const struct prediction *prediction)
{
    bool is_read = judge_code(out, judge, text_of(prediction->code), prediction->rank);
    if (!is_read && judge->attempt.item->category == GOLD_CORRECT)
        out->alarm = CATEGORY_OTHER;
}

void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, const struct judge_options *options)
{
    int n_ranks = options->k > JUDGED_RANKS ? options->k : JUDGED_RANKS;
    n_ranks = options->are_samples ? INT_MAX : n_ranks;
    *out = (struct verdict){.probability = n ? predictions[0].probability : NAN};
    attempt_begin(&judge->attempt, item);
    judge->is_placed = false;
    judge->k = options->k;
    for (size_t i = 0; i < n && predictions[i].rank <= n_ranks; i++) {
        const struct verdict before = *out;
        out->n_predictions++;
        if (predictions[i].answer) {
            judge_answer(out, judge, &predictions[i], options->task);
        } else if (predictions[i].code) {
            judge_patch(out, judge, &predictions[i]);
        } else if (predictions[i].line == 0) {
            note(&out->no_bug, &out->n_no_bug, true, predictions[i].rank);
        } else {
            struct prediction placed = as_placed(judge, &predictions[i]);
            judge_place(out, judge, &placed);
        }
        if (predictions[i].rank > 1) /* only the first prediction can be a false alarm */
            out->alarm = before.alarm;
        out->n_either += out->n_located > before.n_located || out->n_solved > before.n_solved;
    }
}

static bool apply_edit(struct judge *judge, const struct prediction *edit)
{
    return attempt_edit(&judge->attempt, edit->line, edit->column, edit->repair);
}

static bool apply_answer(struct judge *judge, const struct answer *answer)
{
    struct change ignored;
    struct prediction edit;
    if (answer->kind == ANSWER_CODE)
        return apply_code(judge, answer->code, &ignored);
    if (answer->kind != ANSWER_CHANGE)
        return false;
    edit = edit_of(judge, answer, 0);
    return apply_edit(judge, &edit);
}

bool judge_repaired(struct token_text *out, struct judge *judge,
                    const struct prediction *prediction, const struct export_task *task)
{
    bool is_made = false;
    if (prediction->answer || prediction->code) {
        struct answer answer =
            prediction->answer
                ? answer_read(prediction->answer, task)
                : (struct answer){.kind = ANSWER_CODE, .code = text_of(prediction->code)};
        is_made = apply_answer(judge, &answer);
    } else if (prediction->line != 0) {
        struct prediction placed = as_placed(judge, prediction);
        is_made = apply_edit(judge, &placed);
    }
    const struct str *applied = &judge->attempt.applied;
    *out = (struct token_text){str_text(applied), applied->length};
    return is_made;
}

bool judge_task_repairs(const struct export_task *task)
{
    return task->is_repair || strcmp(task->name, "locate-repair") == 0;
}

struct judging {
    const struct gold *gold;
    const struct predictions *predictions;
    const struct judge_options *options;
    struct verdict *verdicts;
};

static void *worker_new(void *context)
{
    (void)context;
    return judge_new();
}

static void worker_free(void *worker)
{
    judge_free(worker);
}

static void work(void *context, void *worker, size_t item)
{
    const struct judging *judging = context;
    const struct predictions *predictions = judging->predictions;
    size_t first = predictions->first[item], n = predictions->first[item + 1] - first;
    judge_item(&judging->verdicts[item], worker, &judging->gold->items.items[item],
               n ? &predictions->list.items[first] : NULL, n, judging->options);
}

int verdicts_make(struct verdicts *out, const struct gold *gold,
                  const struct predictions *predictions, const struct judge_options *options,
                  int n_threads, struct err *err)
{
    *out = (struct verdicts){.n = gold->items.n};
    out->items = mem_alloc(out->n, sizeof *out->items);
    struct judging judging = {
        .gold = gold, .predictions = predictions, .options = options, .verdicts = out->items};
    struct parallel_loop loop = {n_threads, &judging, worker_new, worker_free, work};
    return parallel_for(&loop, out->n, err);
}

void verdicts_release(struct verdicts *verdicts)
{
    free(verdicts->items);
}

int64_t verdicts_count_below(const struct verdicts *verdicts, int k)
{
    int64_t n = 0;
    for (size_t i = 0; i < verdicts->n; i++)
        n += verdicts->items[i].n_predictions < (uint32_t)k;
    return n;
}

bool verdicts_are_of_bugs(const struct verdicts *verdicts, const struct gold *gold)
{
    for (size_t i = 0; i < verdicts->n; i++)
        if ((gold->items.items[i].category == GOLD_CORRECT) ==
            (verdicts->items[i].n_predictions > 0))
            return false;
    return gold->n_correct > 0;
}

bool verdict_is_within(int rank, int k)
{
    return rank > 0 && rank <= k;
}

bool verdict_is_flagged(const struct verdict *verdict, int k)
{
    return verdict->n_predictions > 0 && !verdict_is_within(verdict->no_bug, k);
}

bool verdict_is_right(const struct gold_item *item, const struct verdict *verdict, int k)
{
    return item->category == GOLD_CORRECT ? !verdict_is_flagged(verdict, k)
                                          : verdict_is_within(verdict->solved, k);
}
