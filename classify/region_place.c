/* Goes back from the token, and counts brackets. A place is found once for a fix. */
#include "classify/region_place.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

enum { MAX_STEPS = 20000 };

static const struct token *token_at(const struct program *program, size_t index)
{
    return &program->tokens.items[index];
}

static bool is_in(const struct program *program, size_t index)
{
    return index < program->tokens.n;
}

static bool is(const struct program *program, size_t index, const char *text)
{
    return is_in(program, index) && token_at(program, index)->kind != TOKEN_TEXT &&
           token_text_is(program_token_text(program, index), text);
}

bool place_is(const struct place *place, size_t token, const char *text)
{
    return is(place->program, token, text);
}

bool place_is_one_of(const struct place *place, size_t token, const char *const *list)
{
    return is_in(place->program, token) &&
           token_text_is_one_of(program_token_text(place->program, token), list);
}

static bool is_word(const struct program *program, size_t index)
{
    return is_in(program, index) && token_at(program, index)->kind == TOKEN_WORD;
}

static bool is_layout(const struct program *program, size_t index)
{
    return token_is_layout(token_at(program, index));
}

/* Whether a token is one of these signs, each of one character. */
static bool is_sign(const struct program *program, size_t index, const char *signs)
{
    if (!is_in(program, index) || token_at(program, index)->kind != TOKEN_SIGN)
        return false;
    struct token_text text = program_token_text(program, index);
    return text.length == 1 && strchr(signs, *text.bytes);
}

bool place_is_text(const struct program *program, size_t token)
{
    if (!is_in(program, token))
        return false;
    uint8_t kind = token_at(program, token)->kind;
    return kind == TOKEN_STRING || kind == TOKEN_TEXT;
}

static bool starts_line(const struct program *program, size_t index)
{
    size_t byte = token_at(program, index)->start_byte;
    while (byte > 0 && strchr(" \t", program->source[byte - 1]))
        byte--;
    return byte == 0 || strchr("\r\n", program->source[byte - 1]);
}

/* Returns the sign that begins the directive with the token; NO_TOKEN if there is none. */
static size_t directive_of(const struct program *program, size_t token)
{
    char directive[2] = {program->language->tokens.directive, 0};
    if (!directive[0])
        return NO_TOKEN;
    for (size_t i = token + 1, n = 0; i-- > 0 && n < MAX_STEPS; n++) {
        if (!is_in(program, i))
            continue;
        if (i != token && is_layout(program, i))
            return NO_TOKEN;
        if (is_sign(program, i, directive) && starts_line(program, i))
            return i;
    }
    return NO_TOKEN;
}

/* Returns whether a brace opens a list of values, not a block. */
static bool is_list(const struct program *program, size_t brace)
{
    if (program->language->tokens.layout_has_meaning)
        return true;
    if (is_in(program, brace + 1) &&
        (token_at(program, brace + 1)->kind == TOKEN_NUMBER || place_is_text(program, brace + 1)))
        return true;     /* std::vector<int>{1, 2} */
    size_t type = brace; /* x = A::B<C>{d} */
    while (type > 1 && brace - type < 20 &&
           (is_word(program, type - 1) || is_sign(program, type - 1, "<>") ||
            is(program, type - 1, "::")))
        type--;
    return brace > 0 && (is_sign(program, brace - 1, "=,(]{") || is(program, brace - 1, "return") ||
                         is_sign(program, type - 1, "="));
}

/* Returns whether a brace ends a value that its type is before, in a calculation: J{2.0} * x. */
static bool ends_value(const struct program *program, size_t brace)
{
    if (!is_sign(program, brace + 1, "+-*/<>"))
        return false;
    for (size_t i = brace, n = 0; i-- > 1 && n < 20 && !is_sign(program, i, ";}"); n++)
        if (is_sign(program, i, "{"))
            return i + 1 < brace && (is_word(program, i - 1) || is_sign(program, i - 1, ">"));
    return false;
}

/* Returns whether the token, outside of brackets, is before the statement. */
static bool is_boundary(const struct program *program, size_t index)
{
    if (is_sign(program, index, ";"))
        return true;
    if (program->language->tokens.layout_has_meaning)
        return is_layout(program, index);
    if (is_sign(program, index, "{"))
        return !is_list(program, index);
    if (is_sign(program, index, "}"))
        return !is_sign(program, index + 1, ",).]};") && !ends_value(program, index);
    static const char *const labels[] = {"public", "private", "protected", "default", NULL};
    if (!is_sign(program, index, ":") || index == 0)
        return false;
    return token_text_is_one_of(program_token_text(program, index - 1), labels) ||
           (index > 1 && is(program, index - 2, "case"));
}

/* Returns the name that a `=` or `:` is after, in brackets skipped back. */
static size_t name_before(const struct program *program, size_t index)
{
    for (size_t depth = 0, n = 0; index-- > 0 && n < 100; n++) {
        if (is_sign(program, index, "])"))
            depth++;
        else if (depth > 0)
            depth -= is_sign(program, index, "[(");
        else
            return is_word(program, index) || place_is_text(program, index) ? index : NO_TOKEN;
    }
    return NO_TOKEN;
}

static struct place_frame *push(struct place *place)
{
    struct place_frame *frame = &place->frames[place->n_frames];
    place->n_frames += place->n_frames < PLACE_MAX_FRAMES;
    *frame = (struct place_frame){
        .open = NO_TOKEN, .item = NO_TOKEN, .keyword = NO_TOKEN, .first = NO_TOKEN};
    return frame;
}

/* Notes what a token in no other bracket of the frame says. In `name: type = value` the value is
 * for the name. */
static void note(struct place *place, struct place_frame *frame, size_t i)
{
    const struct program *program = place->program;
    const struct region_rules *rules = program->language->regions;
    char key[2] = {rules->dictionary, 0};
    bool is_value = is_sign(program, i, "=") || is(program, i, "+=") || is(program, i, ":=");
    bool is_key = rules->dictionary && frame->item == NO_TOKEN && is_sign(program, i, key);
    if ((is_value && frame->keyword == NO_TOKEN) || is_key)
        frame->keyword = name_before(program, i);
    if (!is_sign(program, i, ","))
        return;
    frame->n_commas++;
    if (frame->item == NO_TOKEN)
        frame->item = i + 1;
}

static void find_frames(struct place *place, size_t stop)
{
    const struct program *program = place->program;
    struct place_frame *frame = push(place);
    size_t depth = 0, i = place->token, n = 0;
    for (; i-- > stop && n < MAX_STEPS; n++) {
        if (is_layout(program, i) && !program->language->tokens.layout_has_meaning) {
            size_t directive = i ? directive_of(program, i - 1) : NO_TOKEN;
            if (directive == NO_TOKEN)
                break;
            i = directive;
            continue;
        }
        if (depth == 0 && is_boundary(program, i))
            break;
        if (is_sign(program, i, ")]}")) {
            depth++;
        } else if (is_sign(program, i, "([{") && depth > 0) {
            depth--;
        } else if (is_sign(program, i, "([{")) {
            frame->open = i;
            frame->first = i + 1;
            frame->item = frame->item == NO_TOKEN ? i + 1 : frame->item;
            frame = push(place);
        } else if (depth == 0) {
            note(place, frame, i);
        }
    }
    frame->first = i + 1;
    frame->item = frame->item == NO_TOKEN ? i + 1 : frame->item;
}

/* Returns whether a token is a part of a text, or joins two texts. */
static bool is_beside(const struct program *program, size_t index)
{
    return place_is_text(program, index) ||
           (is_in(program, index) && token_at(program, index)->kind == TOKEN_QUOTE) ||
           (is_sign(program, index, "+") && index > 0 && place_is_text(program, index - 1) &&
            place_is_text(program, index + 1));
}

/* The strings beside a string, and the whole string with interpolations that a text is part of. */
static void find_text(struct place *place)
{
    const struct program *program = place->program;
    size_t first = place->token, last = place->token;
    if (place_is_text(program, place->token)) {
        while (first > 0 && is_beside(program, first - 1))
            first -= 1 + (first > 1 && is_sign(program, first - 1, "+"));
        while (is_beside(program, last + 1))
            last += 1 + is_sign(program, last + 1, "+");
    }
    place->text_first = first;
    place->text_last = last;
}

void place_find(struct place *place, const struct program *program, size_t token)
{
    *place = (struct place){.program = program, .token = token};
    find_text(place);
    size_t directive = directive_of(program, token);
    place->is_directive = directive != NO_TOKEN;
    find_frames(place, place->is_directive ? directive : 0);
    struct place_frame *statement = &place->frames[place->n_frames - 1];
    if (place->is_directive && statement->keyword == NO_TOKEN &&
        is(program, directive + 1, "define") && token > directive + 2)
        statement->keyword = directive + 2;
}

size_t place_callee(const struct place *place, const struct place_frame *frame)
{
    const struct program *program = place->program;
    if (frame->open == NO_TOKEN || frame->open == 0 || !is_sign(program, frame->open, "("))
        return NO_TOKEN;
    size_t name = frame->open - 1;
    if (is_sign(program, name, ">")) {
        size_t depth = 1;
        for (size_t n = 0; depth > 0 && name > 0 && n < 40; n++) {
            name--;
            depth += is_sign(program, name, ">");
            depth -= is_sign(program, name, "<");
        }
        if (depth > 0 || name == 0)
            return NO_TOKEN;
        name--;
    }
    static const char *const not_called[] = {
        "if",     "while", "for",    "return", "in",     "and",    "or",   "not",
        "switch", "is",    "assert", "else",   "raise",  "throw",  "elif", "yield",
        "lambda", "catch", "sizeof", "await",  "not in", "is not", NULL};
    if (!program->language->tokens.layout_has_meaning && is(program, name, "assert"))
        return name; /* a macro */
    if (!is_word(program, name) ||
        token_text_is_one_of(program_token_text(program, name), not_called))
        return NO_TOKEN;
    return name;
}

size_t place_name_start(const struct place *place, size_t name)
{
    static const char *const joints[] = {".", "::", "->", NULL};
    while (name >= 2 && place_is_one_of(place, name - 1, joints) &&
           is_word(place->program, name - 2))
        name -= 2;
    return name;
}

size_t place_close(const struct place *place, size_t open)
{
    const struct program *program = place->program;
    size_t depth = 0, i = open, n = 0;
    for (; is_in(program, i) && n < MAX_STEPS; i++, n++) {
        depth += is_sign(program, i, "([{");
        if (is_sign(program, i, ")]}") && --depth == 0)
            break;
    }
    return i;
}

size_t place_item_end(const struct place *place, const struct place_frame *frame)
{
    const struct program *program = place->program;
    size_t depth = 0, i = frame->item, n = 0;
    for (; is_in(program, i) && n < MAX_STEPS; i++, n++) {
        if (depth == 0 && (is_sign(program, i, ",)]};") || is_layout(program, i)))
            break;
        depth += is_sign(program, i, "([{");
        depth -= is_sign(program, i, ")]}");
    }
    return i;
}

bool name_has_word(struct token_text name, const char *const *words, bool first)
{
    size_t at = 0;
    while (at < name.length) {
        while (at < name.length && !isalpha((unsigned char)name.bytes[at]))
            at++;
        char word[32];
        size_t n = 0, start = at;
        while (at < name.length && isalpha((unsigned char)name.bytes[at])) {
            bool is_upper = isupper((unsigned char)name.bytes[at]);
            bool after_lower = at > start && islower((unsigned char)name.bytes[at - 1]);
            bool before_lower = at + 1 < name.length && islower((unsigned char)name.bytes[at + 1]);
            bool after_upper = at > start && isupper((unsigned char)name.bytes[at - 1]);
            if (is_upper && (after_lower || (after_upper && before_lower)))
                break;
            if (n + 1 < sizeof word)
                word[n++] = (char)tolower((unsigned char)name.bytes[at]);
            at++;
        }
        word[n] = 0;
        if (n > 0 && text_is_one_of(word, words))
            return true;
        if (first && n > 0)
            return false;
    }
    return false;
}
