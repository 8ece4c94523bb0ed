/* Fragments are compared like programs (tokenize/difference.c), by common prefix and suffix. */
#include "score/attempt.h"

#include "score/answer.h"
#include "tokenize/difference.h"
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

static struct token_text written(const struct program *program, size_t token)
{
    if (token >= program->tokens.n)
        return (struct token_text){"", 0};
    const struct token *at = &program->tokens.items[token];
    return (struct token_text){program->source + at->start_byte, at->end_byte - at->start_byte};
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
    lexical_free(attempt->fragments);
    program_release(&attempt->fragment);
    str_release(&attempt->applied);
}

void attempt_begin(struct attempt *attempt, const struct gold_item *item)
{
    row_programs_forget(attempt->programs);
    memset(attempt->was_read, 0, sizeof attempt->was_read);
    attempt->fragment.language = NULL;
    attempt->item = item;
    if (attempt->language == item->language)
        return;
    lexical_free(attempt->fragments);
    attempt->fragments = lexical_new_for_fragments(item->language);
    attempt->language = item->language;
}

static const struct program *parse(struct attempt *attempt, enum row_side side,
                                   struct token_text text)
{
    const struct program *program =
        row_programs_tokenize(attempt->programs, attempt->language, side, text.bytes, text.length);
    return row_programs_parse(attempt->programs, side) ? program : NULL;
}

/* Returns a side of the item, parsed once; NULL if it does not parse. */
static const struct program *parse_side(struct attempt *attempt, enum row_side side)
{
    const struct token_text *text =
        side == ROW_FIXED ? &attempt->item->fixed : &attempt->item->program;
    if (!attempt->was_read[side])
        parse(attempt, side, *text);
    attempt->was_read[side] = true;
    return row_programs_parse(attempt->programs, side) ? row_programs_get(attempt->programs, side)
                                                       : NULL;
}

static struct token_text applied(const struct attempt *attempt)
{
    return (struct token_text){str_text(&attempt->applied), attempt->applied.length};
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

/* Compares the tokens of two texts that do not parse. Returns false if they differ and cannot be
 * cut into tokens. */
static bool compare_fragments(struct attempt *attempt, struct change *change,
                              struct token_text text)
{
    struct token_text program = attempt->item->program;
    struct token_text buggy = trim(program), fixed = trim(text);
    scoped(program) a = {0}, b = {0};
    if (token_text_equal(buggy, fixed)) {
        change->difference = DIFFERENCE_NONE;
        return true;
    }
    if (!program_tokenize(&a, attempt->fragments, buggy.bytes, buggy.length) ||
        !program_tokenize(&b, attempt->fragments, fixed.bytes, fixed.length))
        return false;
    change->difference = program_difference(&a, &b, &change->edit);
    if (change->difference != DIFFERENCE_SINGLE)
        return true;
    struct token_text old = written(&a, change->edit.buggy_token);
    set_place(change, program, old.length ? (size_t)(old.bytes - program.bytes) : 0);
    if (change->edit.kind != EDIT_DELETE)
        change->repair = written(&b, change->edit.fixed_token);
    return true;
}

bool attempt_compare(struct attempt *attempt, struct change *change, enum row_side side)
{
    struct token_text text = side == ROW_FIXED ? attempt->item->fixed : applied(attempt);
    const struct program *program = parse_side(attempt, ROW_BUGGY);
    *change = (struct change){.repair = {"", 0}};
    if (!program)
        return compare_fragments(attempt, change, text);
    const struct program *other =
        side == ROW_FIXED ? parse_side(attempt, ROW_FIXED) : parse(attempt, ROW_APPLIED, text);
    if (other)
        compare_programs(change, program, other);
    return other != NULL;
}

/* Returns the tokens of the item's program: of a program or, if it is none, of a fragment. */
static const struct program *tokens_of(struct attempt *attempt)
{
    struct token_text text = attempt->item->program;
    parse_side(attempt, ROW_BUGGY);
    const struct program *program = row_programs_get(attempt->programs, ROW_BUGGY);
    if (!program && !attempt->fragment.language)
        program_tokenize(&attempt->fragment, attempt->fragments, text.bytes, text.length);
    return program ? program : &attempt->fragment;
}

/* Finds the bytes that a repair replaces. Returns false if no token starts there. */
static bool find_span(struct attempt *attempt, int64_t line, int64_t column,
                      struct token_text repair, struct span *span)
{
    size_t byte;
    const struct program *program = tokens_of(attempt);
    if (!source_find_place(&byte, attempt->item->program.bytes, attempt->item->program.length, line,
                           column))
        return false;
    size_t number = program_token_from(program, byte);
    while (number < program->tokens.n && token_is_layout(&program->tokens.items[number]))
        number++;
    if (number == program->tokens.n || program->tokens.items[number].start_byte != byte)
        return false;
    *span = (struct span){byte, program->tokens.items[number].end_byte};
    if (!token_text_is_one_of(repair, attempt->language->tokens.insertable))
        return true;
    if (program->tree.nodes.n == 0)
        return false;
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
    attempt->is_edit = true;
    str_clear(&attempt->applied);
    edit_apply(&attempt->applied, program.bytes, program.length, span.start, span.end, repair.bytes,
               repair.length);
    return attempt->applied.length <= UINT32_MAX;
}

void attempt_replace(struct attempt *attempt, struct token_text code, bool moves_all)
{
    attempt->is_edit = false;
    str_clear(&attempt->applied);
    answer_add_fitted(&attempt->applied, code, attempt->item->program, moves_all);
}

bool attempt_is_one_token(struct attempt *attempt, const char *text)
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
    const struct lexical *lexical = row_programs_lexical(attempt->programs, attempt->language);
    struct token_text made = applied(attempt);
    enum lexical_error error;
    if (item->fixed.bytes == item->program.bytes)
        return false;
    switch (text_difference(lexical, made, item->fixed, &error)) {
    case DIFFERENCE_NONE:
        return true;
    case DIFFERENCE_UNKNOWN:
        return !parse_side(attempt, ROW_BUGGY) &&
               is_respelled(item, attempt->fragments, trim(made), trim(item->fixed));
    case DIFFERENCE_MULTI:
        if (attempt->is_edit) /* most are wrong, and comparing whole programs takes long */
            return false;
        break;
    case DIFFERENCE_SINGLE:
        break;
    }
    return is_respelled(item, lexical, made, item->fixed);
}

enum bug_category attempt_category(const struct attempt *attempt, const struct change *change)
{
    const struct program *program = row_programs_get(attempt->programs, ROW_BUGGY);
    const struct program *other = row_programs_get(attempt->programs, ROW_APPLIED);
    return program && program->tree.nodes.n && change->difference == DIFFERENCE_SINGLE
               ? classify_edit(program, other, &change->edit).category
               : CATEGORY_OTHER;
}
