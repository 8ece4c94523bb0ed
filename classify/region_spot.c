/* The token, the tokens beside it, and what the file says about it. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"
#include "languages/file_path.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const struct token *spot_token(const struct spot *spot, size_t index)
{
    return &spot->program->tokens.items[index];
}

struct token_text spot_text(const struct spot *spot, size_t index)
{
    return program_token_text(spot->program, index);
}

bool spot_has(const struct spot *spot, size_t index, const char *text)
{
    return place_is(&spot->place, index, text);
}

bool spot_is_layout(const struct spot *spot, size_t index)
{
    return index >= spot->program->tokens.n || token_is_layout(spot_token(spot, index));
}

bool spot_is_index(const struct spot *spot, const struct place_frame *frame)
{
    static const char *const closes[] = {"]", ")", NULL};
    return spot_has(spot, frame->open, "[") && frame->open > 0 &&
           !spot_is_layout(spot, frame->open - 1) &&
           (spot_token(spot, frame->open - 1)->kind != TOKEN_SIGN ||
            place_is_one_of(&spot->place, frame->open - 1, closes));
}

const struct place_frame *spot_statement(const struct spot *spot)
{
    return &spot->place.frames[spot->place.n_frames - 1];
}

int spot_bracket(const struct spot *spot, size_t index)
{
    static const char *const opening[] = {"(", "[", "{", NULL}, *const closing[] = {")", "]", "}",
                                                                                    NULL};
    bool is_sign = index < spot->program->tokens.n && spot_token(spot, index)->kind == TOKEN_SIGN;
    return is_sign ? place_is_one_of(&spot->place, index, opening) -
                         place_is_one_of(&spot->place, index, closing)
                   : 0;
}

bool spot_has_word(const struct spot *spot, size_t index, const char *const *words)
{
    return index < spot->program->tokens.n && name_has_word(spot_text(spot, index), words, false);
}

bool spot_begins(const struct spot *spot, size_t index, const char *const *words)
{
    return index < spot->program->tokens.n && name_has_word(spot_text(spot, index), words, true);
}

/* Returns whether the token is the `in` of a loop: for x in "a b".split(). */
static bool is_of_loop(const struct spot *spot, size_t i)
{
    for (size_t n = 0; spot_has(spot, i, "in") && n < 8 && n < i; n++)
        if (spot_has(spot, i - n, "for"))
            return true;
    return false;
}

bool spot_is_compared(const struct spot *spot)
{
    static const char *const comparisons[] = {
        "==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", NULL};
    size_t first = spot->place.text_first, last = spot->place.text_last;
    if (first > 0 && is_of_loop(spot, first - 1))
        return false;
    return (first > 0 && place_is_one_of(&spot->place, first - 1, comparisons)) ||
           place_is_one_of(&spot->place, last + 1, comparisons);
}

/* Returns the index of the item of a call that the token is in, and sets the number of items. */
size_t spot_argument(const struct spot *spot, const struct place_frame *frame, size_t *n)
{
    size_t close = place_close(&spot->place, frame->open);
    int depth = 0;
    *n = close > frame->first;
    for (size_t i = frame->first; i < close; i++) {
        depth += spot_bracket(spot, i);
        *n += depth == 0 && spot_has(spot, i, ",") && i + 1 < close;
    }
    return frame->n_commas;
}

/* Returns whether a name of a macro ends with the word: FOOASSERT. */
static bool ends_with_assert(struct token_text name)
{
    return name.length > 6 && memcmp(name.bytes + name.length - 6, "ASSERT", 6) == 0;
}

bool spot_names_assertion(const struct spot *spot, struct token_text name)
{
    static const char *const own[] = {"assert", "zassert", NULL}, *const checks[] = {"static",
                                                                                     NULL};
    static const char *const verbs[] = {"check", "verify", "ensure", "require", "expect", NULL};
    static const char *const conditions[] = {"condition", "that",  "equal", "equals", "eq",
                                             "true",      "false", "int",   "str",    NULL};
    static const char *const fails[] = {"fail", "abort", NULL};
    static const char *const unless[] = {"unless", "if", NULL};
    static const char *const equals[] = {"equal", NULL};
    static const char *const tests[] = {"test", "tt", "expect", NULL};
    static const char *const relations[] = {"eq", "ne", "lt",    "le",    "gt",
                                            "ge", "op", "equal", "streq", NULL};
    bool has_capitals = true;
    for (size_t i = 0; i < name.length; i++)
        has_capitals &= !islower((unsigned char)name.bytes[i]);
    return (name_has_word(name, own, false) && !name_has_word(name, checks, true)) ||
           token_text_is_one_of(name, region_words.assertion_names) || ends_with_assert(name) ||
           (name_has_word(name, verbs, true) && name_has_word(name, conditions, false)) ||
           (name_has_word(name, tests, true) && name_has_word(name, relations, false)) ||
           (spot->rules->expects_first && token_text_is(name, "verify")) ||
           (name_has_word(name, fails, true) && name_has_word(name, unless, false)) ||
           (has_capitals && (name_has_word(name, region_words.assertions, false) ||
                             name_has_word(name, equals, false)));
}

bool spot_is_assertion(const struct spot *spot, size_t callee)
{
    return callee < spot->program->tokens.n && spot_names_assertion(spot, spot_text(spot, callee));
}

bool spot_has_sides(const struct spot *spot, size_t callee)
{
    static const char *const truths[] = {"true", "false", "null", "none", NULL};
    return spot_has_word(spot, callee, region_words.pairs) && !spot_has_word(spot, callee, truths);
}

bool spot_is_in_call_of(const struct spot *spot, const char *const *names)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    return callee != NO_TOKEN && place_is_one_of(&spot->place, callee, names);
}

size_t spot_body(const struct spot *spot)
{
    const struct place *place = &spot->place;
    bool has_lambdas =
        !spot->rules->has_string_statements && !spot->program->language->tokens.directive;
    for (size_t i = 0; has_lambdas && i + 1 < place->n_frames; i++) {
        int depth = 0;
        for (size_t at = place->frames[i].item; at < place->token; at++) {
            depth += spot_bracket(spot, at);
            if (depth == 0 && spot_has(spot, at, "->"))
                return at + 1;
        }
    }
    return spot_statement(spot)->first;
}

static size_t column_of(const struct spot *spot, size_t token)
{
    size_t byte = spot_token(spot, token)->start_byte, at = byte;
    while (at > 0 && strchr(" \t", spot->program->source[at - 1]))
        at--;
    return byte - at;
}

bool spot_goes_to(const struct spot *spot, size_t name, bool (*is)(const struct spot *later))
{
    enum { MAX_STEPS = 1000, MAX_USES = 30 };
    const struct program *program = spot->program;
    size_t last = spot->place.text_last;
    bool has_end = spot->path && column_of(spot, spot_statement(spot)->first) > 0;
    for (size_t i = last + 1, n = 0; i < program->tokens.n && n < MAX_USES; i++) {
        if (spot->path && i > last + MAX_STEPS)
            return false;
        size_t byte = spot_token(spot, i)->start_byte;
        if (has_end && byte > 0 && program->source[byte - 1] == '\n' && !spot_is_layout(spot, i) &&
            !spot_has(spot, i, "#"))
            return false;
        if (spot_token(spot, i)->kind != TOKEN_WORD ||
            !program_tokens_equal(program, i, program, name))
            continue;
        struct spot later = *spot;
        place_find(&later.place, program, i);
        if (is(&later))
            return true;
        n++;
    }
    return false;
}

static bool is_test_function(const struct spot *spot)
{
    if (!spot->rules->has_string_statements)
        return false;
    size_t first = spot_statement(spot)->first, n = 0;
    size_t column = first < spot->program->tokens.n ? column_of(spot, first) + 1 : SIZE_MAX;
    for (size_t i = first + 1; i-- > 0 && n < 20000 && column > 0; n++) {
        if ((i > 0 && !spot_is_layout(spot, i - 1)) || spot_is_layout(spot, i) ||
            column_of(spot, i) >= column)
            continue;
        column = column_of(spot, i);
        size_t name = i + 1 + spot_has(spot, i, "async");
        if (!spot_has(spot, name - 1, "def") && !spot_has(spot, name - 1, "class"))
            continue;
        struct token_text text = spot_text(spot, name);
        if (text.length > 4 && strncasecmp(text.bytes, "test", 4) == 0 &&
            !islower((unsigned char)text.bytes[4]))
            return true;
    }
    return false;
}

struct spot spot_of(const struct program *program, size_t token, const char *path)
{
    struct spot spot = {.program = program, .rules = program->language->regions, .path = path};
    place_find(&spot.place, program, token);
    spot.is_text = place_is_text(program, token);
    spot.other = (struct token_text){"", 0};
    if (token < program->tokens.n) {
        const struct token *own = &program->tokens.items[token];
        spot.text = program_token_text(program, token);
        spot.is_number = own->kind == TOKEN_NUMBER;
        size_t first = program->tokens.items[spot.place.text_first].start_byte;
        size_t last = program->tokens.items[spot.place.text_last].end_byte;
        spot.words = (struct token_text){program->source + first, last - first};
    } else {
        spot.text = spot.words = (struct token_text){"", 0};
    }
    spot.is_literal = spot.is_text || spot.is_number ||
                      token_text_is_one_of(spot.text, program->language->tokens.constants);
    spot.is_test = path && (path_is_test(path) || is_test_function(&spot));
    return spot;
}
