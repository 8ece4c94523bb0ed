/* Most predictions are right or wrong by place and repair alone. For one that is not the bug's own
 * edit, the program it makes may still be the fixed one (the second `not` of two deleted, say).
 * Then the light scan cuts the program into lexemes, to find the token, and the sieve compares the
 * program that the edit makes with the fixed one; only what it lets pass is parsed. */
#include "score/judge.h"

#include "classify/classify.h"
#include "export/nbf.h"
#include "export/row_check.h"
#include "score/answer.h"
#include "score/fragment.h"
#include "score/gold.h"
#include "tokenize/apply.h"
#include "tokenize/sieve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct judge {
    struct row_programs *programs;
    struct sieve *sieve;
    const struct language *language; /* of the sieve */
    struct str applied;              /* a program with a prediction's edit */
    struct str token;                /* for reuse */
    int k;                           /* of the verdict: patches of the first k count */

    /* Of the item at hand */
    const struct gold_item *item;
    bool is_placed;       /* the three below are known */
    int64_t line, column; /* of the bug */
    struct str after;     /* the right token */
    bool was_parsed[N_ROW_SIDES];
    bool was_scanned, is_scanned; /* the lexemes are all, and certain */
    ARRAY(struct lexeme) lexemes;
};

/* Bytes of the program that become the repair. */
struct span {
    size_t start, end;
};

struct judge *judge_new(void)
{
    struct judge *judge = mem_alloc(1, sizeof *judge);
    judge->programs = row_programs_new();
    return judge;
}

void judge_free(struct judge *judge)
{
    row_programs_free(judge->programs);
    if (judge->sieve)
        sieve_free(judge->sieve);
    str_release(&judge->applied);
    str_release(&judge->token);
    str_release(&judge->after);
    array_release(&judge->lexemes);
    free(judge);
}

static void begin_item(struct judge *judge, const struct gold_item *item)
{
    row_programs_forget(judge->programs);
    memset(judge->was_parsed, 0, sizeof judge->was_parsed);
    judge->was_scanned = judge->is_scanned = false;
    array_clear(&judge->lexemes);
    judge->item = item;
    judge->is_placed = false;
    if (judge->language == item->language)
        return;
    if (judge->sieve)
        sieve_free(judge->sieve);
    judge->sieve = sieve_new(item->language, UINT32_MAX);
    judge->language = item->language;
}

/* A side of the item, parsed once; NULL when it does not parse. */
static const struct program *parse_side(struct judge *judge, enum row_side side)
{
    const struct token_text *text = side == ROW_FIXED ? &judge->item->fixed : &judge->item->program;
    if (!judge->was_parsed[side])
        row_programs_tokenize(judge->programs, judge->language, side, text->bytes, text->length);
    judge->was_parsed[side] = true;
    return row_programs_get(judge->programs, side);
}

static const struct program *parse_applied(struct judge *judge)
{
    return row_programs_tokenize(judge->programs, judge->language, ROW_APPLIED,
                                 str_text(&judge->applied), judge->applied.length);
}

/* What differs between an item's program and another text. */
struct change {
    enum difference difference;
    struct token_edit edit;   /* of a single one where both parse */
    int64_t line, column;     /* where it is in the item's program */
    struct token_text repair; /* the token that stands there then; empty for none */
};

static void set_place(struct change *change, struct token_text program, size_t byte)
{
    struct position place = source_position(program.bytes, program.length, byte);
    change->line = place.line;
    change->column = place.column;
}

/* Compares programs that parse. */
static void compare_programs(struct change *change, const struct program *program,
                             const struct program *other)
{
    struct token_text text = {program->source, program->length};
    change->difference = program_difference(program, other, &change->edit);
    if (change->difference != DIFFERENCE_SINGLE)
        return;
    set_place(change, text, program->tokens.items[change->edit.buggy_token].start_byte);
    if (change->edit.kind != EDIT_DELETE)
        change->repair = program_token_text(other, change->edit.fixed_token);
}

static bool compare_fragments(struct judge *judge, struct change *change, struct token_text text)
{
    struct token_text program = judge->item->program;
    struct fragment_edit edit;
    if (!fragment_difference(&change->difference, &edit, judge->language,
                             row_programs_lexical(judge->programs, judge->language), program, text))
        return false;
    if (change->difference != DIFFERENCE_SINGLE)
        return true;
    set_place(change, program, edit.old.length ? (size_t)(edit.old.bytes - program.bytes) : 0);
    if (edit.kind != EDIT_DELETE)
        change->repair = edit.new;
    return true;
}

/* Compares the item's program with a side of it, whose text may be `applied`; false when the other
 * one cannot be read. */
static bool find_change(struct judge *judge, struct change *change, enum row_side side)
{
    struct token_text text =
        side == ROW_FIXED ? judge->item->fixed
                          : (struct token_text){str_text(&judge->applied), judge->applied.length};
    const struct program *program = parse_side(judge, ROW_BUGGY);
    *change = (struct change){.repair = {"", 0}};
    if (!program)
        return compare_fragments(judge, change, text);
    const struct program *other =
        side == ROW_FIXED ? parse_side(judge, ROW_FIXED) : parse_applied(judge);
    if (other)
        compare_programs(change, program, other);
    return other != NULL;
}

/* Makes known where the bug is, and what is right there. */
static void place_bug(struct judge *judge)
{
    const struct gold_item *item = judge->item;
    struct change change;
    if (judge->is_placed)
        return;
    judge->is_placed = true;
    str_clear(&judge->after);
    judge->line = item->line;
    judge->column = item->column;
    if (!item->is_unplaced) {
        str_add_text(&judge->after, item->after);
    } else if (find_change(judge, &change, ROW_FIXED) && change.difference == DIFFERENCE_SINGLE) {
        judge->line = change.line;
        judge->column = change.column;
        str_add(&judge->after, change.repair.bytes, change.repair.length);
    }
}

static void scan(struct judge *judge)
{
    struct token_text text = judge->item->program;
    const struct lexical *lexical = row_programs_lexical(judge->programs, judge->language);
    enum lexer_result result = LEXER_UNCLEAR;
    struct lexeme lexeme;
    judge->was_scanned = true;
    if (!lexical || text.length > UINT32_MAX)
        return;
    struct lexer lexer = {{lexical, text.bytes, (uint32_t)text.length}, 0};
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME)
        array_push(&judge->lexemes, lexeme);
    judge->is_scanned = result == LEXER_END;
}

/* The token that starts at a byte, by the parse; false when there is none. */
static bool find_parsed(struct judge *judge, size_t byte, size_t *number, struct span *span)
{
    const struct program *program = parse_side(judge, ROW_BUGGY);
    for (size_t i = 0; program && i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token_is_layout(token) || token->start_byte != byte)
            continue;
        *number = i;
        *span = (struct span){token->start_byte, token->end_byte};
        return true;
    }
    return false;
}

/* The same by the light scan, where that is certain. */
static bool find_token(struct judge *judge, size_t byte, struct span *span)
{
    size_t ignored, i = 0;
    if (!judge->was_scanned)
        scan(judge);
    if (!judge->is_scanned)
        return find_parsed(judge, byte, &ignored, span);
    while (i < judge->lexemes.n && judge->lexemes.items[i].end_byte <= byte)
        i++;
    if (i == judge->lexemes.n)
        return false;
    const struct lexeme *lexeme = &judge->lexemes.items[i];
    bool is_certain = !lexeme->is_divisible && !lexeme->has_code;
    if (lexeme->start_byte <= byte && !is_certain)
        return find_parsed(judge, byte, &ignored, span);
    *span = (struct span){lexeme->start_byte, lexeme->end_byte};
    return lexeme->start_byte == byte;
}

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

/* The bytes that a prediction's repair takes the place of; false when no token starts there. */
static bool find_span(struct judge *judge, const struct prediction *prediction, struct span *span)
{
    size_t byte, number;
    struct token_text repair = text_of(prediction->repair);
    if (!place_find(&byte, judge->item->program, prediction->line, prediction->column))
        return false;
    if (!token_text_is_one_of(repair, judge->language->tokens.insertable))
        return find_token(judge, byte, span);
    if (!find_parsed(judge, byte, &number, span))
        return false;
    const struct program *program = row_programs_get(judge->programs, ROW_BUGGY);
    bool is_same = token_text_equal(program_token_text(program, number), repair);
    if (is_same || !classify_is_operator(program, number))
        span->end = span->start;
    return true;
}

/* Makes the program with the prediction's edit; false when there is no token to edit, or it stays
 * what it is. */
static bool apply(struct judge *judge, const struct prediction *prediction)
{
    struct span span;
    struct token_text program = judge->item->program, repair = text_of(prediction->repair);
    if (!find_span(judge, prediction, &span))
        return false;
    struct token_text replaced = {program.bytes + span.start, span.end - span.start};
    if (token_text_equal(replaced, repair))
        return false;
    str_clear(&judge->applied);
    edit_apply(&judge->applied, program.bytes, program.length, span.start, span.end, repair.bytes,
               repair.length);
    return judge->applied.length <= UINT32_MAX;
}

/* Whether a text is nothing, or is one token wherever it stands. */
static bool is_one_token(struct judge *judge, const char *text)
{
    size_t length = strlen(text);
    const struct lexical *lexical = row_programs_lexical(judge->programs, judge->language);
    struct lexeme lexeme;
    if (length == 0)
        return true;
    if (!lexical || length > UINT32_MAX)
        return false;
    struct lexer lexer = {{lexical, text, (uint32_t)length}, 0};
    return lexer_next(&lexer, &lexeme) == LEXER_LEXEME && lexeme.start_byte == 0 &&
           lexeme.end_byte == length && !lexeme.has_code && !lexeme.is_divisible;
}

/* Whether what was applied has the tokens of the fixed program. */
static bool is_fixed_program(struct judge *judge)
{
    struct token_edit ignored;
    struct token_text fixed = judge->item->fixed;
    struct token_text applied = {str_text(&judge->applied), judge->applied.length};
    enum sieve_verdict verdict = sieve_compare(judge->sieve, applied, fixed);
    if (verdict != SIEVE_MAYBE)
        return verdict == SIEVE_SAME;
    if (!parse_side(judge, ROW_BUGGY)) {
        struct fragment_edit edit;
        enum difference difference;
        return fragment_difference(&difference, &edit, judge->language,
                                   row_programs_lexical(judge->programs, judge->language), applied,
                                   fixed) &&
               difference == DIFFERENCE_NONE;
    }
    if (!parse_side(judge, ROW_FIXED))
        return false;
    const struct program *repaired = parse_applied(judge);
    return repaired && program_difference(repaired, row_programs_get(judge->programs, ROW_FIXED),
                                          &ignored) == DIFFERENCE_NONE;
}

/* Whether a repair is the token, with any blanks between the words of a token that has several. */
static bool is_token(const struct language *language, const char *repair, const char *token)
{
    if (strcmp(repair, token) == 0)
        return true;
    if (!token_text_is_one_of(text_of(token), language->tokens.joined_kinds))
        return false;
    for (; *token; token++) {
        size_t n_blanks = strspn(repair, " \t");
        if (*token == ' ' ? n_blanks == 0 : *repair != *token)
            return false;
        repair += *token == ' ' ? n_blanks : 1;
    }
    return !*repair;
}

/* Whether the prediction's edit gives the tokens of the fixed program. */
static bool gives_fixed(struct judge *judge, const struct prediction *prediction)
{
    return apply(judge, prediction) && is_fixed_program(judge);
}

static void note(uint16_t *first, bool holds, int32_t rank)
{
    if (holds && !*first)
        *first = (uint16_t)rank;
}

static void judge_bug(struct verdict *out, struct judge *judge, const struct prediction *prediction)
{
    const struct gold_item *item = judge->item;
    place_bug(judge);
    bool is_there = prediction->line == judge->line && prediction->column == judge->column;
    bool is_right = is_token(item->language, prediction->repair, str_text(&judge->after));
    bool is_fixed = is_there && is_right;
    /* at the place of the bug another token, or none, gives another program */
    bool is_other = is_there && !is_right && is_one_token(judge, prediction->repair);
    if (!is_fixed && !is_other)
        is_fixed = gives_fixed(judge, prediction);
    note(&out->located, is_there, prediction->rank);
    note(&out->solved, is_fixed, prediction->rank);
}

/* The category of an edit of a correct program. */
static enum bug_category category_of(struct judge *judge, const struct prediction *prediction)
{
    struct change change;
    const struct program *program = parse_side(judge, ROW_BUGGY);
    if (!program || !apply(judge, prediction) || !find_change(judge, &change, ROW_APPLIED) ||
        change.difference != DIFFERENCE_SINGLE)
        return CATEGORY_OTHER;
    return classify_edit(program, row_programs_get(judge->programs, ROW_APPLIED), &change.edit)
        .category;
}

/* A prediction whose place is one of the program, if the way that nbf counts lines makes it one. */
static struct prediction as_counted(const struct judge *judge, const struct prediction *prediction)
{
    struct token_text program = judge->item->program;
    struct prediction counted = *prediction;
    size_t byte;
    if (!memchr(program.bytes, '\r', program.length) ||
        place_find(&byte, program, prediction->line, prediction->column) ||
        !nbf_marker_find(&byte, program, (double)prediction->line - 1, (double)prediction->column))
        return counted;
    struct position place = source_position(program.bytes, program.length, byte);
    counted.line = place.line;
    counted.column = place.column;
    return counted;
}

/* A prediction at the place that it names, or that it was given. */
static struct prediction as_placed(struct judge *judge, const struct prediction *prediction)
{
    struct prediction placed = *prediction;
    if (prediction->line != PREDICTION_AT_BUG)
        return as_counted(judge, prediction);
    place_bug(judge);
    placed.line = judge->line;
    placed.column = judge->column;
    return placed;
}

static void judge_place(struct verdict *out, struct judge *judge,
                        const struct prediction *prediction)
{
    if (judge->item->category != GOLD_CORRECT)
        judge_bug(out, judge, prediction);
    else if (prediction->rank == 1)
        out->alarm = (uint8_t)category_of(judge, prediction);
}

/* An edit that code comes to. Returns whether it gives the fixed program. */
static bool judge_change(struct verdict *out, struct judge *judge, const struct change *change,
                         int32_t rank)
{
    bool is_single = change->difference == DIFFERENCE_SINGLE;
    if (change->difference == DIFFERENCE_NONE) {
        note(&out->no_bug, true, rank);
        return false;
    }
    if (judge->item->category == GOLD_CORRECT) {
        const struct program *program = row_programs_get(judge->programs, ROW_BUGGY);
        out->alarm = CATEGORY_OTHER;
        if (is_single && program)
            out->alarm = (uint8_t)classify_edit(
                             program, row_programs_get(judge->programs, ROW_APPLIED), &change->edit)
                             .category;
        return false;
    }
    place_bug(judge);
    bool is_fixed = is_fixed_program(judge);
    bool is_there = is_single && change->line == judge->line && change->column == judge->column;
    note(&out->located, is_there || is_fixed, rank);
    note(&out->solved, is_fixed, rank);
    return is_fixed;
}

/* Puts code in the place of what was shown. Returns false when nobody can read what comes of it. */
static bool judge_code(struct verdict *out, struct judge *judge, struct token_text code,
                       int32_t rank)
{
    const struct gold_item *item = judge->item;
    struct token_text program = item->program;
    struct token_text part = {program.bytes + item->part_start, item->part_end - item->part_start};
    bool is_counted = item->category != GOLD_CORRECT && rank <= judge->k;
    out->n_patches += is_counted;
    for (int moves_all = 1; moves_all >= 0; moves_all--) {
        struct change change;
        str_clear(&judge->applied);
        str_add(&judge->applied, program.bytes, item->part_start);
        answer_add_fitted(&judge->applied, code, part, moves_all);
        str_add(&judge->applied, program.bytes + item->part_end, program.length - item->part_end);
        if (judge->applied.length > UINT32_MAX || !find_change(judge, &change, ROW_APPLIED))
            continue;
        out->n_exact += judge_change(out, judge, &change, rank) && is_counted;
        return true;
    }
    return false;
}

static bool is_same_token(const struct judge *judge, struct token_text said,
                          struct token_text right, struct str *scratch)
{
    scoped(str) token = {0};
    str_clear(scratch);
    str_add(scratch, said.bytes, said.length);
    str_add(&token, right.bytes, right.length);
    bool is_same = is_token(judge->language, str_text(scratch), str_text(&token));
    return is_same;
}

/* A line and the tokens before and after; the right answer has them, too. */
static void judge_explanation(struct verdict *out, struct judge *judge, const struct answer *answer,
                              const struct export_task *task, int32_t rank)
{
    struct answer right = answer_read(judge->item->right, task);
    bool is_there = answer->line == right.line;
    bool is_right = is_same_token(judge, answer->before, right.before, &judge->token) &&
                    is_same_token(judge, answer->after, right.after, &judge->token);
    note(&out->located, is_there, rank);
    note(&out->solved, is_there && is_right, rank);
}

/* The answer of a sentence; what it says of a correct program is wrong. */
static void judge_sentence(struct verdict *out, struct judge *judge, const struct answer *answer,
                           const struct export_task *task, int32_t rank)
{
    const struct gold_item *item = judge->item;
    struct position shown = item->shown;
    struct prediction edit = {.rank = rank, .line = answer->line + shown.line - 1};
    edit.column = answer->column + (answer->line == 1 ? shown.column : 0);
    str_clear(&judge->token);
    str_add(&judge->token, answer->after.bytes, answer->after.length);
    edit.repair = str_text(&judge->token);
    bool is_explanation = strcmp(task->name, "explain") == 0;
    if (answer->kind == ANSWER_CHANGE && !is_explanation)
        judge_place(out, judge, &edit);
    else if (item->category == GOLD_CORRECT)
        out->alarm = CATEGORY_OTHER;
    else if (is_explanation)
        judge_explanation(out, judge, answer, task, rank);
    else {
        bool is_there = edit.line == item->line && edit.column == item->column;
        note(&out->located, is_there, rank);
        note(&out->solved, is_there, rank);
    }
}

/* What somebody answers in words. */
static void judge_answer(struct verdict *out, struct judge *judge,
                         const struct prediction *prediction, const struct export_task *task)
{
    struct answer answer = answer_read(prediction->answer, task);
    bool is_correct = judge->item->category == GOLD_CORRECT, is_read = true;
    switch (answer.kind) {
    case ANSWER_NO_BUG:
        note(&out->no_bug, true, prediction->rank);
        break;
    case ANSWER_CODE:
        is_read = judge_code(out, judge, answer.code, prediction->rank);
        break;
    case ANSWER_CATEGORY:
        if (is_correct)
            out->alarm = (uint8_t)answer.category;
        note(&out->solved, answer.category == judge->item->category, prediction->rank);
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

/* Code by itself. Code that cannot be read counts as another program. */
static void judge_patch(struct verdict *out, struct judge *judge,
                        const struct prediction *prediction)
{
    bool is_read = judge_code(out, judge, text_of(prediction->code), prediction->rank);
    if (!is_read && judge->item->category == GOLD_CORRECT)
        out->alarm = CATEGORY_OTHER;
}

void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, int k,
                const struct export_task *task)
{
    int n_ranks = k > JUDGED_RANKS ? k : JUDGED_RANKS;
    *out = (struct verdict){.probability = n ? predictions[0].probability : NAN};
    begin_item(judge, item);
    judge->k = k;
    for (size_t i = 0; i < n && predictions[i].rank <= n_ranks; i++) {
        uint8_t alarm = out->alarm;
        out->n_predictions++;
        if (predictions[i].answer) {
            judge_answer(out, judge, &predictions[i], task);
        } else if (predictions[i].code) {
            judge_patch(out, judge, &predictions[i]);
        } else if (predictions[i].line == 0) {
            note(&out->no_bug, true, predictions[i].rank);
        } else {
            struct prediction placed = as_placed(judge, &predictions[i]);
            judge_place(out, judge, &placed);
        }
        if (predictions[i].rank > 1) /* the alarm is the first one's */
            out->alarm = alarm;
    }
}
