/* Fragments are compared like programs (tokenize/difference.c), by common prefix and suffix. */
#include "score/attempt.h"

#include "score/answer.h"
#include "tokenize/apply.h"
#include "tokenize/sieve.h"

#include <string.h>

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

/* Finds the lexemes of a text with the light scan. Returns whether all are found and certain; false
 * without `lexical`. */
static bool lexemes_scan(struct lexemes *out, const struct lexical *lexical, struct token_text text)
{
    enum lexer_result result = LEXER_UNCLEAR;
    struct lexeme lexeme;
    if (!lexical || text.length > UINT32_MAX)
        return false;
    struct lexer lexer = {{lexical, text.bytes, (uint32_t)text.length}, 0};
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME)
        array_push(&out->list, lexeme);
    return result == LEXER_END;
}

/* The lexemes of a fragment. */
struct scanned {
    struct token_text text;
    struct lexemes lexemes;
};

/* Returns the text of a lexeme; empty after the last. */
static struct token_text written(const struct scanned *scanned, size_t number)
{
    if (number >= scanned->lexemes.list.n)
        return (struct token_text){"", 0};
    const struct lexeme *lexeme = &scanned->lexemes.list.items[number];
    return (struct token_text){scanned->text.bytes + lexeme->start_byte,
                               lexeme->end_byte - lexeme->start_byte};
}

static bool is_same(const struct scanned *a, size_t in_a, const struct scanned *b, size_t in_b)
{
    const struct lexeme *one = &a->lexemes.list.items[in_a], *other = &b->lexemes.list.items[in_b];
    return token_text_equal(one->is_joined ? one->text : written(a, in_a),
                            other->is_joined ? other->text : written(b, in_b));
}

static enum difference compare(struct fragment_edit *edit, const struct language *language,
                               const struct scanned *a, const struct scanned *b)
{
    size_t n_a = a->lexemes.list.n, n_b = b->lexemes.list.n, limit = n_a < n_b ? n_a : n_b;
    size_t prefix = 0, suffix = 0;
    while (prefix < limit && is_same(a, prefix, b, prefix))
        prefix++;
    while (suffix < limit - prefix && is_same(a, n_a - 1 - suffix, b, n_b - 1 - suffix))
        suffix++;
    size_t n_old = n_a - prefix - suffix, n_new = n_b - prefix - suffix;
    if (n_old + n_new == 0)
        return DIFFERENCE_NONE;
    *edit = (struct fragment_edit){EDIT_REPLACE, written(a, prefix), written(b, prefix)};
    if (n_old == 1 && n_new == 1)
        return DIFFERENCE_SINGLE;
    edit->kind = n_old ? EDIT_DELETE : EDIT_INSERT;
    bool is_insertable = n_old + n_new == 1 && token_text_is_one_of(n_old ? edit->old : edit->new,
                                                                    language->tokens.insertable);
    return is_insertable ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
}

bool fragment_difference(enum difference *out, struct fragment_edit *edit,
                         const struct language *language, const struct lexical *lexical,
                         struct token_text buggy, struct token_text fixed)
{
    struct scanned a = {.text = trim(buggy)}, b = {.text = trim(fixed)};
    if (token_text_equal(a.text, b.text)) {
        *out = DIFFERENCE_NONE;
        return true;
    }
    bool is_certain =
        lexemes_scan(&a.lexemes, lexical, a.text) && lexemes_scan(&b.lexemes, lexical, b.text);
    if (is_certain)
        *out = compare(edit, language, &a, &b);
    array_release(&a.lexemes.list);
    array_release(&b.lexemes.list);
    return is_certain;
}

/* The bytes of the program that the repair replaces. */
struct span {
    size_t start, end;
};

void attempt_init(struct attempt *attempt)
{
    *attempt = (struct attempt){.programs = row_programs_new()};
}

void attempt_release(struct attempt *attempt)
{
    row_programs_free(attempt->programs);
    sieve_free(attempt->sieve);
    str_release(&attempt->applied);
    array_release(&attempt->lexemes.list);
}

void attempt_begin(struct attempt *attempt, const struct gold_item *item)
{
    row_programs_forget(attempt->programs);
    memset(attempt->was_parsed, 0, sizeof attempt->was_parsed);
    attempt->was_scanned = attempt->is_scanned = false;
    array_clear(&attempt->lexemes.list);
    attempt->item = item;
    if (attempt->language == item->language)
        return;
    sieve_free(attempt->sieve);
    attempt->sieve = sieve_new(item->language, UINT32_MAX);
    attempt->language = item->language;
}

/* Returns a side of the item, parsed once; NULL if it does not parse. */
static const struct program *parse_side(struct attempt *attempt, enum row_side side)
{
    const struct token_text *text =
        side == ROW_FIXED ? &attempt->item->fixed : &attempt->item->program;
    if (!attempt->was_parsed[side])
        row_programs_tokenize(attempt->programs, attempt->language, side, text->bytes,
                              text->length);
    attempt->was_parsed[side] = true;
    return row_programs_get(attempt->programs, side);
}

static const struct program *parse_applied(struct attempt *attempt)
{
    return row_programs_tokenize(attempt->programs, attempt->language, ROW_APPLIED,
                                 str_text(&attempt->applied), attempt->applied.length);
}

static void set_place(struct change *change, struct token_text program, size_t byte)
{
    struct position place = source_position(program.bytes, program.length, byte);
    change->line = place.line;
    change->column = place.column;
}

/* Compares two parsed programs. */
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

static bool compare_fragments(struct attempt *attempt, struct change *change,
                              struct token_text text)
{
    struct token_text program = attempt->item->program;
    struct fragment_edit edit;
    if (!fragment_difference(&change->difference, &edit, attempt->language,
                             row_programs_lexical(attempt->programs, attempt->language), program,
                             text))
        return false;
    if (change->difference != DIFFERENCE_SINGLE)
        return true;
    set_place(change, program, edit.old.length ? (size_t)(edit.old.bytes - program.bytes) : 0);
    if (edit.kind != EDIT_DELETE)
        change->repair = edit.new;
    return true;
}

bool attempt_compare(struct attempt *attempt, struct change *change, enum row_side side)
{
    struct token_text text = side == ROW_FIXED ? attempt->item->fixed
                                               : (struct token_text){str_text(&attempt->applied),
                                                                     attempt->applied.length};
    const struct program *program = parse_side(attempt, ROW_BUGGY);
    *change = (struct change){.repair = {"", 0}};
    if (!program)
        return compare_fragments(attempt, change, text);
    const struct program *other =
        side == ROW_FIXED ? parse_side(attempt, ROW_FIXED) : parse_applied(attempt);
    if (other)
        compare_programs(change, program, other);
    return other != NULL;
}

/* Finds the token that starts at a byte, in the parsed program. Returns false if there is none. */
static bool find_parsed(struct attempt *attempt, size_t byte, size_t *number, struct span *span)
{
    const struct program *program = parse_side(attempt, ROW_BUGGY);
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

/* Does the same with the light scan, if it is certain. */
static bool find_token(struct attempt *attempt, size_t byte, struct span *span)
{
    size_t ignored, i = 0;
    if (!attempt->was_scanned)
        attempt->is_scanned = lexemes_scan(
            &attempt->lexemes, row_programs_lexical(attempt->programs, attempt->language),
            attempt->item->program);
    attempt->was_scanned = true;
    if (!attempt->is_scanned)
        return find_parsed(attempt, byte, &ignored, span);
    while (i < attempt->lexemes.list.n && attempt->lexemes.list.items[i].end_byte <= byte)
        i++;
    if (i == attempt->lexemes.list.n)
        return false;
    const struct lexeme *lexeme = &attempt->lexemes.list.items[i];
    bool is_certain = !lexeme->is_divisible && !lexeme->has_code;
    if (lexeme->start_byte <= byte && !is_certain)
        return find_parsed(attempt, byte, &ignored, span);
    *span = (struct span){lexeme->start_byte, lexeme->end_byte};
    return lexeme->start_byte == byte;
}

/* Finds the bytes that a repair replaces. Returns false if no token starts there. */
static bool find_span(struct attempt *attempt, int64_t line, int64_t column,
                      struct token_text repair, struct span *span)
{
    size_t byte, number;
    if (!place_find(&byte, attempt->item->program, line, column))
        return false;
    if (!token_text_is_one_of(repair, attempt->language->tokens.insertable))
        return find_token(attempt, byte, span);
    if (!find_parsed(attempt, byte, &number, span))
        return false;
    const struct program *program = row_programs_get(attempt->programs, ROW_BUGGY);
    bool is_same = token_text_equal(program_token_text(program, number), repair);
    if (is_same || !classify_is_operator(program, number))
        span->end = span->start;
    return true;
}

bool attempt_edit(struct attempt *attempt, int64_t line, int64_t column, const char *text)
{
    struct span span;
    struct token_text program = attempt->item->program, repair = {text, strlen(text)};
    if (!find_span(attempt, line, column, repair, &span))
        return false;
    struct token_text replaced = {program.bytes + span.start, span.end - span.start};
    if (token_text_equal(replaced, repair))
        return false;
    str_clear(&attempt->applied);
    edit_apply(&attempt->applied, program.bytes, program.length, span.start, span.end, repair.bytes,
               repair.length);
    return attempt->applied.length <= UINT32_MAX;
}

void attempt_replace(struct attempt *attempt, struct token_text code, bool moves_all)
{
    const struct gold_item *item = attempt->item;
    struct token_text program = item->program;
    struct token_text part = {program.bytes + item->part_start, item->part_end - item->part_start};
    str_clear(&attempt->applied);
    str_add(&attempt->applied, program.bytes, item->part_start);
    answer_add_fitted(&attempt->applied, code, part, moves_all);
    str_add(&attempt->applied, program.bytes + item->part_end, program.length - item->part_end);
}

bool attempt_is_one_token(struct attempt *attempt, const char *text)
{
    size_t length = strlen(text);
    const struct lexical *lexical = row_programs_lexical(attempt->programs, attempt->language);
    struct lexeme lexeme;
    if (length == 0)
        return true;
    if (!lexical || length > UINT32_MAX)
        return false;
    struct lexer lexer = {{lexical, text, (uint32_t)length}, 0};
    return lexer_next(&lexer, &lexeme) == LEXER_LEXEME && lexeme.start_byte == 0 &&
           lexeme.end_byte == length && !lexeme.has_code && !lexeme.is_divisible;
}

bool attempt_is_fixed(struct attempt *attempt)
{
    struct token_edit ignored;
    struct token_text fixed = attempt->item->fixed;
    struct token_text applied = {str_text(&attempt->applied), attempt->applied.length};
    enum sieve_verdict verdict = sieve_compare(attempt->sieve, applied, fixed);
    if (verdict != SIEVE_MAYBE)
        return verdict == SIEVE_SAME;
    if (!parse_side(attempt, ROW_BUGGY)) {
        struct fragment_edit edit;
        enum difference difference;
        return fragment_difference(&difference, &edit, attempt->language,
                                   row_programs_lexical(attempt->programs, attempt->language),
                                   applied, fixed) &&
               difference == DIFFERENCE_NONE;
    }
    if (!parse_side(attempt, ROW_FIXED))
        return false;
    const struct program *repaired = parse_applied(attempt);
    return repaired && program_difference(repaired, row_programs_get(attempt->programs, ROW_FIXED),
                                          &ignored) == DIFFERENCE_NONE;
}

enum bug_category attempt_category(const struct attempt *attempt, const struct change *change)
{
    const struct program *program = row_programs_get(attempt->programs, ROW_BUGGY);
    const struct program *applied = row_programs_get(attempt->programs, ROW_APPLIED);
    return program && change->difference == DIFFERENCE_SINGLE
               ? classify_edit(program, applied, &change->edit).category
               : CATEGORY_OTHER;
}
