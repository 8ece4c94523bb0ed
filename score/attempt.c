/* Programs and parts of programs are compared as tokens, by common prefix and suffix
 * (tokenize/difference.c). Only what replaces a program that parses must parse, too. */
#include "score/attempt.h"

#include "score/answer.h"
#include "tokenize/same_value.h"

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

static struct token_text applied(const struct attempt *attempt)
{
    return (struct token_text){str_text(&attempt->applied), attempt->applied.length};
}

void attempt_release(struct attempt *attempt)
{
    lexical_free(attempt->fragments);
    syntax_parsers_release(&attempt->parsers);
    program_release(&attempt->program);
    program_release(&attempt->parsed);
    str_release(&attempt->applied);
}

void attempt_begin(struct attempt *attempt, const struct gold_item *item)
{
    attempt->is_read = attempt->is_known = false;
    attempt->item = item;
    if (attempt->language == item->language)
        return;
    lexical_free(attempt->fragments);
    attempt->fragments = lexical_new_for_fragments(item->language);
    attempt->language = item->language;
}

static struct syntax_parser *parser_of(struct attempt *attempt)
{
    return syntax_parsers_get(&attempt->parsers, attempt->language);
}

static bool can_parse(struct attempt *attempt, struct token_text text)
{
    return program_read(&attempt->parsed, parser_of(attempt), text.bytes, text.length);
}

/* Whether the item's program parses. Then layout counts in it. */
static bool is_whole(struct attempt *attempt)
{
    if (!attempt->is_known)
        attempt->is_whole = can_parse(attempt, attempt->item->program);
    attempt->is_known = true;
    return attempt->is_whole;
}

static bool tokenize(struct program *out, struct attempt *attempt, struct token_text text)
{
    const struct lexical *lexical =
        is_whole(attempt) ? syntax_parser_lexical(parser_of(attempt)) : attempt->fragments;
    return program_tokenize(out, lexical, text.bytes, text.length);
}

/* Returns the tokens of the item's program, and where it begins in that. */
static const struct program *tokens_of(struct attempt *attempt, size_t *start)
{
    struct token_text text = trim(attempt->item->program);
    if (!attempt->is_read)
        tokenize(&attempt->program, attempt, text);
    attempt->is_read = true;
    *start = (size_t)(text.bytes - attempt->item->program.bytes);
    return &attempt->program;
}

bool attempt_compare(struct attempt *attempt, struct change *change, struct token_text other)
{
    struct token_text code = attempt->item->program, text = trim(other);
    struct token_edit edit;
    size_t start;
    const struct program *program = tokens_of(attempt, &start);
    scoped(program) made = {0};
    *change = (struct change){DIFFERENCE_NONE, .repair = {"", 0}};
    if (token_text_equal(trim(code), text))
        return true;
    if (program->error != LEXICAL_OK || !tokenize(&made, attempt, text))
        return false;
    change->difference = program_difference(program, &made, &edit);
    if (change->difference != DIFFERENCE_SINGLE)
        return true;
    size_t byte = edit.buggy_token < program->tokens.n
                      ? program->tokens.items[edit.buggy_token].start_byte
                      : program->length;
    struct position place = source_position(code.bytes, code.length, start + byte);
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
static bool find_span(struct attempt *attempt, int64_t line, int64_t column,
                      struct token_text repair, struct span *span)
{
    size_t byte, start;
    const struct program *program = tokens_of(attempt, &start);
    if (!source_find_place(&byte, attempt->item->program.bytes, attempt->item->program.length, line,
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
    if (token_text_is_one_of(repair, attempt->language->tokens.insertable) &&
        (token_text_equal(token, repair) ||
         language_operator_category(attempt->language, token.bytes, token.length) ==
             CATEGORY_OTHER))
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
    attempt->is_edit = true;
    str_clear(&attempt->applied);
    edit_apply(&attempt->applied, program.bytes, program.length, span.start, span.end, repair.bytes,
               repair.length);
    return attempt->applied.length <= UINT32_MAX;
}

bool attempt_replace(struct attempt *attempt, struct token_text code, struct change *change)
{
    attempt->is_edit = false;
    for (int moves_all = 1; moves_all >= 0; moves_all--) {
        str_clear(&attempt->applied);
        answer_add_fitted(&attempt->applied, code, attempt->item->program, moves_all);
        if (attempt->applied.length <= LEXER_MAX_BYTES &&
            attempt_compare(attempt, change, applied(attempt)) &&
            (!is_whole(attempt) || can_parse(attempt, applied(attempt))))
            return true;
    }
    return false;
}

bool attempt_is_one_token(const struct attempt *attempt, const char *text)
{
    size_t length = strlen(text);
    struct lexer lexer;
    struct token token;
    if (length == 0)
        return true;
    if (length > LEXER_MAX_BYTES)
        return false;
    lexer_start(&lexer, attempt->fragments, text, (uint32_t)length);
    return lexer_next(&lexer, &token) == LEXER_TOKEN && token.start_byte == 0 &&
           token.end_byte == length;
}

static bool has_same_value(const struct gold_item *item, const struct program *a,
                           const struct program *b, size_t index)
{
    const char *const *names = item->dialect ? NULL : item->language->dialects->names;
    if (!tokens_have_same_value(a, index, b, index, item->dialect))
        return false;
    while (names && *names && tokens_have_same_value(a, index, b, index, *names))
        names++;
    return !names || !*names;
}

bool attempt_is_same_value(const struct attempt *attempt, struct token_text a, struct token_text b)
{
    scoped(program) of_a = {0}, of_b = {0};
    return program_tokenize(&of_a, attempt->fragments, a.bytes, a.length) &&
           program_tokenize(&of_b, attempt->fragments, b.bytes, b.length) && of_a.tokens.n == 1 &&
           of_b.tokens.n == 1 && has_same_value(attempt->item, &of_a, &of_b, 0);
}

static bool is_respelled(const struct gold_item *item, const struct lexical *lexical,
                         struct token_text a, struct token_text b)
{
    scoped(program) of_a = {0}, of_b = {0};
    size_t i = 0;
    if (!program_tokenize(&of_a, lexical, a.bytes, a.length) ||
        !program_tokenize(&of_b, lexical, b.bytes, b.length) || of_a.tokens.n != of_b.tokens.n)
        return false;
    while (i < of_a.tokens.n &&
           (program_tokens_equal(&of_a, i, &of_b, i) || has_same_value(item, &of_a, &of_b, i)))
        i++;
    return i == of_a.tokens.n;
}

bool attempt_is_fixed(struct attempt *attempt)
{
    const struct gold_item *item = attempt->item;
    const struct lexical *lexical = syntax_parser_lexical(parser_of(attempt));
    struct token_text made = applied(attempt);
    enum lexical_error error;
    if (item->fixed.bytes == item->program.bytes)
        return false;
    enum difference difference = text_difference(lexical, made, item->fixed, &error);
    if (difference == DIFFERENCE_NONE)
        return true;
    if (difference == DIFFERENCE_UNKNOWN)
        return !is_whole(attempt) &&
               is_respelled(item, attempt->fragments, trim(made), trim(item->fixed));
    /* most edits are wrong, and comparing whole programs takes long */
    return !(difference == DIFFERENCE_MULTI && attempt->is_edit) &&
           is_respelled(item, lexical, made, item->fixed);
}
