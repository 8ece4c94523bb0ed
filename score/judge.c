/* For most predictions, place and repair decide the outcome. A prediction that differs from the
 * fix's edit may still give the fixed program, for example by deleting the other of two `not`. In
 * this case the change is applied, and the programs are compared as tokens, by common prefix and
 * suffix (tokenize/difference.c). Only what replaces a program that parses must parse, too.
 *
 * Several threads judge items. Each writes the outcome in the item's place. */
#include "score/judge.h"

#include "base/pipeline.h"
#include "score/answer.h"
#include "score/unwrap.h"
#include "tokenize/difference.h"
#include "tokenize/same_value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct judge {
    struct str applied;        /* the item's program with the change that was applied last */
    bool is_edit;              /* that change is of one place */
    struct lexical *fragments; /* of the language */
    struct program program;    /* the item's, without blanks around it, as tokens */
    struct program parsed;     /* for reuse, as the next */
    struct str token;
    struct unwrapped said; /* the answer that was read last */
    struct syntax_parsers parsers;

    /* Of the current item: */
    const struct gold_item *item;
    const struct language *language;
    bool is_read;            /* its program is there */
    bool is_known, is_whole; /* it is known whether both programs parse; they do */
    bool is_placed;          /* the next three members are set */
    int64_t line, column;    /* of the bug */
    struct str after;        /* the right token */
};

struct judge *judge_new(void)
{
    return mem_alloc(1, sizeof(struct judge));
}

void judge_free(struct judge *judge)
{
    lexical_free(judge->fragments);
    syntax_parsers_release(&judge->parsers);
    program_release(&judge->program);
    program_release(&judge->parsed);
    str_release(&judge->applied);
    str_release(&judge->token);
    unwrapped_release(&judge->said);
    str_release(&judge->after);
    free(judge);
}

/* ---- Changes of an item's program ---- */

/* The difference between an item's program and another text. */
struct change {
    enum difference difference;
    int64_t line, column;     /* of a single edit: the place in the item's program */
    struct token_text repair; /* the token there after the change; empty: none */
    size_t n_before, n_after; /* tokens of both, if they are not the same text */
};

/* Returns the text without the blanks around it, and without a backslash at its end, which would
 * continue the line. */
static struct token_text trim(struct token_text text)
{
    static const char blanks[] = " \t\r\n\f\\";
    while (text.length && strchr(blanks, text.bytes[text.length - 1]))
        text.length--;
    for (; text.length && strchr(blanks, *text.bytes); text.length--)
        text.bytes++;
    return text;
}

static struct token_text applied(const struct judge *judge)
{
    return (struct token_text){str_text(&judge->applied), judge->applied.length};
}

/* Begins with a new item. */
static void begin(struct judge *judge, const struct gold_item *item)
{
    judge->is_read = judge->is_known = judge->is_placed = false;
    judge->item = item;
    if (judge->language == item->language)
        return;
    lexical_free(judge->fragments);
    judge->fragments = lexical_new_for_fragments(item->language);
    judge->language = item->language;
}

static struct syntax_parser *parser_of(struct judge *judge)
{
    return syntax_parsers_get(&judge->parsers, judge->language);
}

static bool can_parse(struct judge *judge, struct token_text text)
{
    return program_read(&judge->parsed, parser_of(judge), text.bytes, text.length);
}

/* Whether the item's program parses, and the fixed one, too: of a line, `elif` does not. Then
 * layout counts in it. */
static bool is_whole(struct judge *judge)
{
    const struct gold_item *item = judge->item;
    if (!judge->is_known)
        judge->is_whole = can_parse(judge, item->program) && can_parse(judge, item->fixed);
    judge->is_known = true;
    return judge->is_whole;
}

static bool tokenize(struct program *out, struct judge *judge, struct token_text text)
{
    const struct lexical *lexical =
        is_whole(judge) ? syntax_parser_lexical(parser_of(judge)) : judge->fragments;
    return program_tokenize(out, lexical, text.bytes, text.length);
}

/* Returns the tokens of the item's program, and where it begins in that. */
static const struct program *tokens_of(struct judge *judge, size_t *start)
{
    struct token_text text = trim(judge->item->program);
    if (!judge->is_read)
        tokenize(&judge->program, judge, text);
    judge->is_read = true;
    *start = (size_t)(text.bytes - judge->item->program.bytes);
    return &judge->program;
}

/* Compares the item's program with another. Returns false if one cannot be cut into tokens. */
static bool compare(struct judge *judge, struct change *change, struct token_text other)
{
    struct token_text code = judge->item->program, text = trim(other);
    struct token_edit edit;
    size_t start;
    const struct program *program = tokens_of(judge, &start);
    scoped(program) made = {0};
    *change = (struct change){DIFFERENCE_NONE, .repair = {"", 0}};
    if (token_text_equal(trim(code), text))
        return true;
    if (program->error != LEXICAL_OK || !tokenize(&made, judge, text))
        return false;
    change->difference = program_difference(program, &made, &edit);
    change->n_before = program->tokens.n;
    change->n_after = made.tokens.n;
    if (change->difference != DIFFERENCE_SINGLE)
        return true;
    size_t byte = edit.buggy_token < program->tokens.n
                      ? program->tokens.items[edit.buggy_token].start_byte
                      : program->length;
    struct position place = text_position(code.bytes, code.length, start + byte);
    change->line = place.line;
    change->column = place.column;
    if (edit.kind != EDIT_DELETE)
        change->repair = program_token_text(&made, edit.fixed_token);
    return true;
}

/* The bytes of the program that the repair replaces. */
struct span {
    size_t start, end;
};

/* Finds the bytes that a repair replaces: a token, or what is before it if the repair is inserted.
 * Returns false if no token starts there. */
static bool find_span(struct judge *judge, int64_t line, int64_t column, struct token_text repair,
                      struct span *span)
{
    size_t byte, start;
    const struct program *program = tokens_of(judge, &start);
    if (!text_find_place(&byte, judge->item->program.bytes, judge->item->program.length, line,
                         column) ||
        byte < start)
        return false;
    size_t number = program_token_from(program, byte - start);
    while (number < program->tokens.n && token_is_layout(&program->tokens.items[number]))
        number++;
    if (number == program->tokens.n || start + program->tokens.items[number].start_byte != byte)
        return false;
    struct token_text token = program_token_text(program, number);
    *span = (struct span){byte, start + program->tokens.items[number].end_byte};
    if (token_text_is_one_of(repair, judge->language->tokens.insertable) &&
        (token_text_equal(token, repair) ||
         language_operator_category(judge->language, token.bytes, token.length) == CATEGORY_OTHER))
        span->end = span->start;
    return true;
}

/* Makes the program in which the token at a place becomes `repair`. Returns false if there is no
 * token to edit, or if it does not change. */
static bool apply_edit(struct judge *judge, int64_t line, int64_t column, const char *text)
{
    struct span span;
    struct token_text program = judge->item->program, repair = {text, strlen(text)};
    if (!find_span(judge, line, column, repair, &span))
        return false;
    struct token_text replaced = {program.bytes + span.start, span.end - span.start};
    if (token_text_equal(replaced, repair))
        return false;
    judge->is_edit = true;
    str_clear(&judge->applied);
    edit_apply(&judge->applied, program.bytes, program.length, span.start, span.end, repair.bytes,
               repair.length);
    return judge->applied.length <= UINT32_MAX;
}

/* Makes the program that code gives in its place (answer_add_fitted()), and compares it. Returns
 * false if it cannot be read: it is not made of tokens, or does not parse as the item's program
 * does. */
static bool apply_code(struct judge *judge, struct token_text code, struct change *change)
{
    judge->is_edit = false;
    for (int moves_all = 1; moves_all >= 0; moves_all--) {
        str_clear(&judge->applied);
        answer_add_fitted(&judge->applied, code, judge->item->program, moves_all);
        if (judge->applied.length <= LEXER_MAX_BYTES && compare(judge, change, applied(judge)) &&
            (!is_whole(judge) || can_parse(judge, applied(judge))))
            return true;
    }
    return false;
}

/* Makes the program that a block gives. Returns how likely it is the answer: 0, it cannot be read;
 * 1, it has prose, which cannot be told from code that need not parse; 2, it is the shown code; 3,
 * it is a piece of a program; 4. Of blocks with ever less of a text, the first that can be read
 * is the answer, even the shown code. */
static int apply_block(struct judge *judge, struct token_text block, struct change *change)
{
    if (!apply_code(judge, block, change))
        return 0;
    if (change->difference == DIFFERENCE_NONE)
        return judge->said.has_prose ? 4 : 2;
    if (change->difference == DIFFERENCE_MULTI && judge->said.has_prose && !is_whole(judge))
        return 1;
    return 2 * change->n_after < change->n_before ? 3 : 4;
}

/* Makes the program that the answer gives: the whole text if that is code like the shown one, even
 * if it has marks of answers in it, or else its last block of the likeliest. Returns false if none
 * can be read. */
static bool apply_answer(struct judge *judge, struct change *change)
{
    enum { MAX_BLOCKS = 200 }; /* the last ones */
    const struct unwrapped *said = &judge->said;
    struct token_text whole = {said->whole, strlen(said->whole)};
    int best = 0;
    size_t chosen = 0;
    if (apply_code(judge, whole, change) && change->difference != DIFFERENCE_MULTI)
        return true;
    for (size_t i = said->blocks.n; i-- > 0 && best < 4 && said->blocks.n - i <= MAX_BLOCKS;) {
        int likeness = apply_block(judge, said->blocks.items[i], change);
        chosen = likeness > best ? i : chosen;
        best = likeness > best ? likeness : best;
    }
    return best == 4 || (best && apply_block(judge, said->blocks.items[chosen], change));
}

/* Whether a text is empty, or is one token in any context. */
static bool is_one_token(const struct judge *judge, const char *text)
{
    size_t length = strlen(text);
    struct lexer lexer;
    struct token token;
    if (length == 0)
        return true;
    if (length > LEXER_MAX_BYTES)
        return false;
    lexer_start(&lexer, judge->fragments, text, (uint32_t)length);
    return lexer_next(&lexer, &token) == LEXER_TOKEN && token.start_byte == 0 &&
           token.end_byte == length;
}

/* Whether two texts are tokens with the same value, as there. */
static bool is_same_value(const struct judge *judge, struct token_text a, struct token_text b)
{
    scoped(program) of_a = {0}, of_b = {0};
    return program_tokenize(&of_a, judge->fragments, a.bytes, a.length) &&
           program_tokenize(&of_b, judge->fragments, b.bytes, b.length) && of_a.tokens.n == 1 &&
           of_b.tokens.n == 1 &&
           (token_texts_agree(of_a.language, (enum token_kind)of_a.tokens.items[0].kind, a, b) ||
            tokens_have_same_value(&of_a, 0, &of_b, 0, judge->item->dialect));
}

static bool is_respelled(const struct gold_item *item, const struct lexical *lexical,
                         struct token_text a, struct token_text b)
{
    scoped(program) of_a = {0}, of_b = {0};
    size_t i = 0;
    if (!program_tokenize(&of_a, lexical, a.bytes, a.length) ||
        !program_tokenize(&of_b, lexical, b.bytes, b.length) || of_a.tokens.n != of_b.tokens.n)
        return false;
    while (i < of_a.tokens.n && (program_tokens_equal(&of_a, i, &of_b, i) ||
                                 tokens_have_same_value(&of_a, i, &of_b, i, item->dialect)))
        i++;
    return i == of_a.tokens.n;
}

/* Whether the program that was made last has the tokens of the fixed program, or tokens with the
 * same value (tokenize/same_value.h) in the item's dialect; in all, if that is unknown. False if
 * the fixed program is unknown. */
static bool gives_fixed(struct judge *judge)
{
    const struct gold_item *item = judge->item;
    const struct lexical *lexical = syntax_parser_lexical(parser_of(judge));
    struct token_text made = applied(judge);
    enum lexical_error error;
    if (item->fixed.bytes == item->program.bytes)
        return false;
    enum difference difference = text_difference(lexical, made, item->fixed, &error);
    if (difference == DIFFERENCE_NONE)
        return true;
    if (difference == DIFFERENCE_UNKNOWN)
        return !is_whole(judge) &&
               is_respelled(item, judge->fragments, trim(made), trim(item->fixed));
    /* most edits are wrong, and comparing whole programs takes long */
    return !(difference == DIFFERENCE_MULTI && judge->is_edit) &&
           is_respelled(item, lexical, made, item->fixed);
}

/* ---- Judging ---- */

/* Finds the place of the bug and the right token. */
static void place_bug(struct judge *judge)
{
    const struct gold_item *item = judge->item;
    struct change change;
    if (judge->is_placed)
        return;
    judge->is_placed = true;
    str_clear(&judge->after);
    judge->line = item->bug.line;
    judge->column = item->bug.column;
    if (!item->bug.is_unplaced) {
        str_add_text(&judge->after, item->bug.after);
    } else if (compare(judge, &change, item->fixed) && change.difference == DIFFERENCE_SINGLE) {
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
static bool is_token(struct judge *judge, const char *repair, const char *token)
{
    return strcmp(repair, token) == 0 || has_words_of(judge->language, repair, token) ||
           (is_one_token(judge, repair) && is_same_value(judge, text_of(repair), text_of(token)));
}

static void note_no_bug(struct outcome *out, int32_t rank)
{
    out->n_no_bug++;
    if (!out->no_bug)
        out->no_bug = (uint32_t)rank;
}

static void note(struct outcome *out, bool is_located, bool is_solved, int32_t rank)
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
static void judge_place(struct outcome *out, struct judge *judge,
                        const struct prediction *prediction)
{
    if (judge->item->category == GOLD_CORRECT)
        return;
    place_bug(judge);
    bool is_there = prediction->line == judge->line && prediction->column == judge->column;
    bool is_fixed = is_there && is_token(judge, prediction->repair, str_text(&judge->after));
    /* at the place of the bug, any other token gives another program */
    bool is_other = is_there && !is_fixed && is_one_token(judge, prediction->repair);
    if (!is_fixed && !is_other)
        is_fixed = apply_edit(judge, prediction->line, prediction->column, prediction->repair) &&
                   gives_fixed(judge);
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

/* Judges the code that was applied last, in place of the program. */
static void judge_code(struct outcome *out, struct judge *judge, const struct change *change,
                       int32_t rank)
{
    if (change->difference == DIFFERENCE_NONE) {
        note_no_bug(out, rank);
    } else if (judge->item->category != GOLD_CORRECT) {
        place_bug(judge);
        bool is_fixed = gives_fixed(judge);
        bool is_there = change->difference == DIFFERENCE_SINGLE && change->line == judge->line &&
                        change->column == judge->column;
        note(out, is_there || is_fixed, is_fixed, rank);
    }
}

static bool is_same_token(struct judge *judge, struct token_text said, struct token_text right)
{
    scoped(str) token = {0};
    str_clear(&judge->token);
    str_add(&judge->token, said.bytes, said.length);
    str_add(&token, right.bytes, right.length);
    return is_token(judge, str_text(&judge->token), str_text(&token));
}

/* Judges a line with the tokens before and after, which the right answer has, too. */
static void judge_explanation(struct outcome *out, struct judge *judge, const struct answer *answer,
                              const struct question *question, int32_t rank)
{
    struct answer right = answer_read(judge->item->right, question);
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
static void judge_sentence(struct outcome *out, struct judge *judge, const struct answer *answer,
                           const struct question *question, int32_t rank)
{
    const struct gold_item *item = judge->item;
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
static void judge_answer(struct outcome *out, struct judge *judge,
                         const struct prediction *prediction, const struct question *question)
{
    unwrap(&judge->said, prediction->answer);
    struct answer answer = answer_read(judge->said.words, question);
    struct change change;
    int category = judge->item->category;
    if (answer.kind == ANSWER_UNREADABLE ||
        (answer.kind == ANSWER_CODE && !apply_answer(judge, &change)))
        out->n_unreadable++;
    else if (answer.kind == ANSWER_NO_BUG)
        note_no_bug(out, prediction->rank);
    else if (answer.kind == ANSWER_CODE)
        judge_code(out, judge, &change, prediction->rank);
    else if (answer.kind == ANSWER_CATEGORY)
        note(out, false, answer.category == category, prediction->rank);
    else if (category != GOLD_CORRECT)
        judge_sentence(out, judge, &answer, question, prediction->rank);
}

void judge_item(struct outcome *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, const struct judge_options *options)
{
    int n_ranks = options->k > JUDGED_RANKS ? options->k : JUDGED_RANKS;
    n_ranks = options->are_samples ? INT_MAX : n_ranks;
    *out = (struct outcome){0};
    struct change change;
    begin(judge, item);
    for (size_t i = 0; i < n && predictions[i].rank <= n_ranks; i++) {
        out->n_predictions++;
        if (predictions[i].answer) {
            judge_answer(out, judge, &predictions[i], options->question);
        } else if (predictions[i].code) {
            if (apply_code(judge, text_of(predictions[i].code), &change))
                judge_code(out, judge, &change, predictions[i].rank);
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
    struct answer answer = {.kind = ANSWER_CODE};
    struct prediction edit = *prediction;
    struct change ignored;
    bool is_made = false;
    unwrap(&judge->said, prediction->answer ? prediction->answer : "");
    if (prediction->answer)
        answer = answer_read(judge->said.words, question);
    if (prediction->answer && answer.kind == ANSWER_CODE) {
        is_made = apply_answer(judge, &ignored);
    } else if (prediction->code) {
        is_made = apply_code(judge, text_of(prediction->code), &ignored);
    } else if (answer.kind == ANSWER_CHANGE || (!prediction->answer && prediction->line)) {
        edit = prediction->answer ? edit_of(judge, &answer, 0) : as_placed(judge, prediction);
        is_made = apply_edit(judge, edit.line, edit.column, edit.repair);
    }
    *out = applied(judge);
    return is_made;
}

/* ---- The outcomes of all items ---- */

struct judging {
    const struct gold *gold;
    const struct predictions *predictions;
    const struct judge_options *options;
    struct outcome *outcomes;
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
    judge_item(&judging->outcomes[item], worker, &judging->gold->items.items[item],
               n ? &predictions->list.items[first] : NULL, n, judging->options);
}

int outcomes_make(struct outcomes *out, const struct gold *gold,
                  const struct predictions *predictions, const struct judge_options *options,
                  int n_threads, struct err *err)
{
    *out = (struct outcomes){.n = gold->items.n};
    out->items = mem_alloc(out->n, sizeof *out->items);
    struct judging judging = {
        .gold = gold, .predictions = predictions, .options = options, .outcomes = out->items};
    struct parallel_loop loop = {n_threads, &judging, worker_new, worker_free, work};
    return parallel_for(&loop, out->n, err);
}

void outcomes_release(struct outcomes *outcomes)
{
    free(outcomes->items);
}

int64_t outcomes_count_unreadable(const struct outcomes *outcomes)
{
    int64_t n = 0;
    for (size_t i = 0; i < outcomes->n; i++)
        n += outcomes->items[i].n_unreadable;
    return n;
}

int64_t outcomes_count_below(const struct outcomes *outcomes, int k)
{
    int64_t n = 0;
    for (size_t i = 0; i < outcomes->n; i++)
        n += outcomes->items[i].n_predictions < (uint32_t)k;
    return n;
}

bool outcomes_are_of_bugs(const struct outcomes *outcomes, const struct gold *gold)
{
    for (size_t i = 0; i < outcomes->n; i++)
        if ((gold->items.items[i].category == GOLD_CORRECT) ==
            (outcomes->items[i].n_predictions > 0))
            return false;
    return gold->n_correct > 0;
}

bool outcome_is_within(int rank, int k)
{
    return rank > 0 && rank <= k;
}

bool outcome_is_flagged(const struct outcome *outcome, int k)
{
    return outcome->n_predictions > 0 && !outcome_is_within(outcome->no_bug, k);
}

bool outcome_is_right(const struct gold_item *item, const struct outcome *outcome, int k)
{
    return item->category == GOLD_CORRECT ? !outcome_is_flagged(outcome, k)
                                          : outcome_is_within(outcome->solved, k);
}
