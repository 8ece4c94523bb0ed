/* Most predictions are right or wrong by place and repair alone. For one that is not the bug's own
 * edit, the program it makes may still be the fixed one (the second `not` of two deleted, say).
 * Then the light scan cuts the program into lexemes, to find the token, and the sieve compares the
 * program that the edit makes with the fixed one; only what it lets pass is parsed. */
#include "report/judge.h"

#include "classify/classify.h"
#include "export/row_programs.h"
#include "report/place.h"
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

    /* Of the item at hand */
    const struct gold_item *item;
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
    if (!token_text_is_one_of(repair, judge->language->insertable))
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

/* Whether the prediction's edit gives the tokens of the fixed program. */
static bool gives_fixed(struct judge *judge, const struct prediction *prediction)
{
    struct token_edit ignored;
    struct token_text fixed = judge->item->fixed;
    if (!apply(judge, prediction))
        return false;
    struct token_text applied = {str_text(&judge->applied), judge->applied.length};
    enum sieve_verdict verdict = sieve_compare(judge->sieve, applied, fixed);
    if (verdict != SIEVE_MAYBE)
        return verdict == SIEVE_SAME;
    if (!parse_side(judge, ROW_BUGGY) || !parse_side(judge, ROW_FIXED))
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
    if (!token_text_is_one_of(text_of(token), language->joined_kinds))
        return false;
    for (; *token; token++) {
        size_t n_blanks = strspn(repair, " \t");
        if (*token == ' ' ? n_blanks == 0 : *repair != *token)
            return false;
        repair += *token == ' ' ? n_blanks : 1;
    }
    return !*repair;
}

static void note(uint8_t *first, bool holds, int32_t rank)
{
    if (holds && !*first)
        *first = (uint8_t)rank;
}

static void judge_bug(struct verdict *out, struct judge *judge, const struct prediction *prediction)
{
    const struct gold_item *item = judge->item;
    bool is_there = prediction->line == item->line && prediction->column == item->column;
    bool is_right = is_token(item->language, prediction->repair, item->after);
    bool is_fixed = is_there && is_right;
    /* at the place of the bug another token, or none, gives another program */
    bool is_other = is_there && !is_right && is_one_token(judge, prediction->repair);
    if (!is_fixed && !is_other)
        is_fixed = gives_fixed(judge, prediction);
    note(&out->located, is_there, prediction->rank);
    note(&out->repaired, is_right || is_fixed, prediction->rank);
    note(&out->solved, is_fixed, prediction->rank);
}

/* The category of an edit of a correct program. */
static enum bug_category category_of(struct judge *judge, const struct prediction *prediction)
{
    struct token_edit edit;
    const struct program *program = parse_side(judge, ROW_BUGGY);
    if (!program || !apply(judge, prediction))
        return CATEGORY_OTHER;
    const struct program *changed = parse_applied(judge);
    if (!changed || program_difference(program, changed, &edit) != DIFFERENCE_SINGLE)
        return CATEGORY_OTHER;
    return classify_edit(program, changed, &edit).category;
}

void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n)
{
    bool is_correct = item->category == GOLD_CORRECT;
    *out = (struct verdict){.probability = n ? predictions[0].probability : NAN};
    begin_item(judge, item);
    for (size_t i = 0; i < n && predictions[i].rank <= JUDGED_RANKS; i++) {
        out->n_predictions++;
        if (predictions[i].line == 0)
            note(&out->no_bug, true, predictions[i].rank);
        else if (!is_correct)
            judge_bug(out, judge, &predictions[i]);
        else if (i == 0)
            out->alarm = (uint8_t)category_of(judge, &predictions[i]);
    }
}
