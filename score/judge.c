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
#include <stdlib.h>
#include <string.h>

struct judge {
    struct attempt attempt;
    struct str token; /* for reuse */

    /* Of the current item: */
    bool is_placed;       /* the next three members are set */
    int64_t line, column; /* of the bug */
    struct str after;     /* the right token */
};

struct judge *judge_new(void)
{
    struct judge *judge = mem_alloc(1, sizeof *judge);
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
    } else if (attempt_compare(&judge->attempt, &change, item->fixed) &&
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

static void note_no_bug(struct verdict *out, int32_t rank)
{
    out->n_no_bug++;
    if (!out->no_bug)
        out->no_bug = (uint32_t)rank;
}

static void note(struct verdict *out, bool is_located, bool is_solved, int32_t rank)
{
    out->n_located += is_located;
    out->n_solved += is_solved;
    out->n_either += is_located || is_solved;
    if (is_located && !out->located)
        out->located = (uint32_t)rank;
    if (is_solved && !out->solved)
        out->solved = (uint32_t)rank;
}

/* Judges an edit. Of a correct program, any is wrong. */
static void judge_place(struct verdict *out, struct judge *judge,
                        const struct prediction *prediction)
{
    struct attempt *attempt = &judge->attempt;
    if (attempt->item->category == GOLD_CORRECT)
        return;
    place_bug(judge);
    bool is_there = prediction->line == judge->line && prediction->column == judge->column;
    bool is_fixed = is_there && is_token(attempt, prediction->repair, str_text(&judge->after));
    /* at the place of the bug, any other token gives another program */
    bool is_other = is_there && !is_fixed && attempt_is_one_token(attempt, prediction->repair);
    if (!is_fixed && !is_other)
        is_fixed =
            attempt_edit(attempt, prediction->line, prediction->column, prediction->repair) &&
            attempt_is_fixed(attempt);
    note(out, is_there, is_fixed, prediction->rank);
}

/* Returns the prediction with its own place, or with the given one. */
static struct prediction as_placed(struct judge *judge, const struct prediction *prediction)
{
    struct prediction placed = *prediction;
    if (prediction->line != PREDICTION_AT_BUG)
        return placed;
    place_bug(judge);
    placed.line = judge->line;
    placed.column = judge->column;
    return placed;
}

/* Judges code that replaces the program. Returns false if the result cannot be read. */
static bool judge_code(struct verdict *out, struct judge *judge, struct token_text code,
                       int32_t rank)
{
    struct attempt *attempt = &judge->attempt;
    struct change change;
    if (!attempt_replace(attempt, code, &change))
        return false;
    if (change.difference == DIFFERENCE_NONE)
        note_no_bug(out, rank);
    else if (attempt->item->category != GOLD_CORRECT) {
        place_bug(judge);
        bool is_fixed = attempt_is_fixed(attempt);
        bool is_there = change.difference == DIFFERENCE_SINGLE && change.line == judge->line &&
                        change.column == judge->column;
        note(out, is_there || is_fixed, is_fixed, rank);
    }
    return true;
}

static bool is_same_token(struct judge *judge, struct token_text said, struct token_text right)
{
    scoped(str) token = {0};
    str_clear(&judge->token);
    str_add(&judge->token, said.bytes, said.length);
    str_add(&token, right.bytes, right.length);
    return is_token(&judge->attempt, str_text(&judge->token), str_text(&token));
}

/* Judges a line with the tokens before and after, which the right answer has, too. */
static void judge_explanation(struct verdict *out, struct judge *judge, const struct answer *answer,
                              const struct question *question, int32_t rank)
{
    struct answer right = answer_read(judge->attempt.item->right, question);
    bool is_there = answer->line == right.line;
    bool is_right = is_same_token(judge, answer->before, right.before) &&
                    is_same_token(judge, answer->after, right.after);
    note(out, is_there, is_there && is_right, rank);
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

/* Judges a sentence. */
static void judge_sentence(struct verdict *out, struct judge *judge, const struct answer *answer,
                           const struct question *question, int32_t rank)
{
    const struct gold_item *item = judge->attempt.item;
    struct prediction edit = edit_of(judge, answer, rank);
    bool is_there = edit.line == item->bug.line && edit.column == item->bug.column;
    if (strcmp(question->name, "explain") == 0)
        judge_explanation(out, judge, answer, question, rank);
    else if (answer->kind == ANSWER_CHANGE)
        judge_place(out, judge, &edit);
    else
        note(out, is_there, is_there, rank);
}

/* Judges an answer in words. Of a correct program, any about a bug is wrong. */
static void judge_answer(struct verdict *out, struct judge *judge,
                         const struct prediction *prediction, const struct question *question)
{
    struct answer answer = answer_read(prediction->answer, question);
    int category = judge->attempt.item->category;
    if (answer.kind == ANSWER_UNREADABLE)
        out->n_unreadable++;
    else if (answer.kind == ANSWER_NO_BUG)
        note_no_bug(out, prediction->rank);
    else if (answer.kind == ANSWER_CODE)
        out->n_unreadable += !judge_code(out, judge, answer.code, prediction->rank);
    else if (answer.kind == ANSWER_CATEGORY)
        note(out, false, answer.category == category, prediction->rank);
    else if (category != GOLD_CORRECT)
        judge_sentence(out, judge, &answer, question, prediction->rank);
}

void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, const struct judge_options *options)
{
    int n_ranks = options->k > JUDGED_RANKS ? options->k : JUDGED_RANKS;
    n_ranks = options->are_samples ? INT_MAX : n_ranks;
    *out = (struct verdict){0};
    attempt_begin(&judge->attempt, item);
    judge->is_placed = false;
    for (size_t i = 0; i < n && predictions[i].rank <= n_ranks; i++) {
        out->n_predictions++;
        if (predictions[i].answer) {
            judge_answer(out, judge, &predictions[i], options->question);
        } else if (predictions[i].code) {
            judge_code(out, judge, text_of(predictions[i].code), predictions[i].rank);
        } else if (predictions[i].line == 0) {
            note_no_bug(out, predictions[i].rank);
        } else {
            struct prediction placed = as_placed(judge, &predictions[i]);
            judge_place(out, judge, &placed);
        }
    }
}

bool judge_repaired(struct token_text *out, struct judge *judge,
                    const struct prediction *prediction, const struct question *question)
{
    struct attempt *attempt = &judge->attempt;
    struct answer answer = {.kind = ANSWER_CODE};
    struct prediction edit = *prediction;
    struct change ignored;
    bool is_made = false;
    if (prediction->answer)
        answer = answer_read(prediction->answer, question);
    else if (prediction->code)
        answer.code = text_of(prediction->code);
    if ((prediction->answer || prediction->code) && answer.kind == ANSWER_CODE) {
        is_made = attempt_replace(attempt, answer.code, &ignored);
    } else if (answer.kind == ANSWER_CHANGE || (!prediction->answer && prediction->line)) {
        edit = prediction->answer ? edit_of(judge, &answer, 0) : as_placed(judge, prediction);
        is_made = attempt_edit(attempt, edit.line, edit.column, edit.repair);
    }
    *out = (struct token_text){str_text(&attempt->applied), attempt->applied.length};
    return is_made;
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
