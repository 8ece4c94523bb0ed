/* The side that is constant, or is called so, is the expected one. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

const char *const side_relations[] = {
    "==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", "instanceof", NULL};
const char *const side_distances[] = {"abs", "fabs", "fabsf", "labs", NULL};

static bool is_relation(const struct spot *spot, size_t i)
{
    return i < spot->program->tokens.n && spot_token(spot, i)->kind != TOKEN_TEXT &&
           (place_is_one_of(&spot->place, i, side_relations) ||
            (i == spot->place.token && spot_has(spot, i, "=") &&
             token_text_is_one_of(spot->other, side_relations))); /* assert(x = 1) */
}

bool side_has_relation(const struct spot *spot, size_t first, size_t end)
{
    int depth = 0;
    for (size_t i = first; i < end; i++) {
        depth += spot_bracket(spot, i);
        if (depth == 0 && i > first && is_relation(spot, i))
            return true;
    }
    return false;
}

/* Returns whether a token is the name of a constant: in capitals. */
static bool is_capital_at(const struct spot *spot, size_t i)
{
    struct token_text name = spot_text(spot, i);
    bool has_letter = false;
    for (size_t at = 0; at < name.length; at++) {
        if (!isupper((unsigned char)name.bytes[at]) && !isdigit((unsigned char)name.bytes[at]) &&
            name.bytes[at] != '_')
            return false;
        has_letter |= isupper((unsigned char)name.bytes[at]) != 0;
    }
    return has_letter && name.length > 1;
}

/* Returns whether a name in the tokens says that they are what is expected; an exception that was
 * expected is asked for what it is, and a distance is not expected. */
static bool is_called_expected(const struct spot *spot, size_t first, size_t end)
{
    static const char *const asked[] = {"getMessage", "getCause", "what", "message", "args", NULL};
    for (size_t i = first; i < end; i++) {
        if (place_is_one_of(&spot->place, i, side_distances) && spot_has(spot, i + 1, "("))
            i = place_close(&spot->place, i + 1);
        else if (spot_token(spot, i)->kind == TOKEN_WORD &&
                 spot_has_word(spot, i, region_words.expected) && !spot_has(spot, i + 1, "(") &&
                 !(spot_has(spot, i + 1, ".") && place_is_one_of(&spot->place, i + 2, asked)))
            return true;
    }
    return false;
}

bool side_is_literal(const struct spot *spot, size_t i)
{
    if (i >= spot->program->tokens.n)
        return false;
    uint8_t kind = spot_token(spot, i)->kind;
    return kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_QUOTE ||
           (i == spot->place.token && spot->is_literal) || /* a name that is used for one */
           (kind == TOKEN_WORD && is_capital_at(spot, i) && !spot_has(spot, i + 1, ".") &&
            !spot_has(spot, i + 1, "(")) ||
           place_is_one_of(&spot->place, i, spot->program->language->tokens.constants);
}

bool side_begins_literal(const struct spot *spot, size_t i)
{
    while (spot_has(spot, i, "[") || spot_has(spot, i, "(") || spot_has(spot, i, "{") ||
           spot_has(spot, i, "-"))
        i++;
    return side_is_literal(spot, i);
}

/* Returns whether the token is a type of C that literals are cast to, or made of: (size_t)1. */
static bool is_plain_type(const struct spot *spot, size_t i)
{
    static const char *const types[] = {"char",  "short",  "long", "int",  "unsigned", "signed",
                                        "float", "double", "bool", "uint", "ulong",    NULL};
    struct token_text name = spot_text(spot, i);
    bool is_named = name.length > 2 && memcmp(name.bytes + name.length - 2, "_t", 2) == 0;
    size_t end = 0; /* "unsigned int" is one token */
    while (end < name.length && name.bytes[end] != ' ')
        end++;
    return spot->program->language->tokens.directive &&
           (is_named || token_text_is_one_of((struct token_text){name.bytes, end}, types)) &&
           !spot_has(spot, i + 1, ".") && !spot_has(spot, i + 1, "->");
}

/* Returns whether the tokens are built of literals: no variable is in them, and what is called is a
 * type. */
static bool is_fixed(const struct spot *spot, size_t first, size_t end)
{
    static const char *const builders[] = {
        "string", "vector", "list", "set", "map",  "dict",  "tuple", "array", "asList", "of",
        "pair",   "u",      "b",    "new", "make", "bytes", "range", "int",   "float",  NULL};
    static const char *const joints[] = {"::", ".", "<", ">", "{", "=", NULL};
    bool has_literal = false;
    if (end - first > 1 && spot_token(spot, first)->kind == TOKEN_QUOTE)
        return spot_token(spot, end - 1)->kind == TOKEN_QUOTE;
    for (size_t i = first; i < end; i++) {
        bool is_literal = side_is_literal(spot, i);
        has_literal |= is_literal;
        if (is_literal || spot_token(spot, i)->kind != TOKEN_WORD)
            continue;
        struct token_text name = spot_text(spot, i);
        bool is_type = isupper((unsigned char)*name.bytes) &&
                       (spot->rules->has_string_statements || spot_has(spot, i - 1, "new"));
        if (place_is_one_of(&spot->place, i, builders) || is_plain_type(spot, i) ||
            place_is_one_of(&spot->place, i + 1, joints) || (is_type && spot_has(spot, i + 1, "(")))
            continue;
        return false;
    }
    return has_literal;
}

/* Returns the end of a list of types that begins at a `<`, as in to<bool>(x); 0: it is none. */
static size_t end_of_types(const struct spot *spot, size_t open)
{
    static const char *const in_types[] = {"<", "::", ",", "*", "&", ".", "?", NULL};
    size_t depth = 0;
    for (size_t i = open; i < open + 30 && i < spot->program->tokens.n; i++) {
        if (spot_has(spot, i, ">") && --depth == 0)
            return spot_has(spot, i + 1, "(") || spot_has(spot, i + 1, "::") ? i : 0;
        depth += spot_has(spot, i, "<");
        if (!spot_has(spot, i, ">") && spot_token(spot, i)->kind != TOKEN_WORD &&
            !place_is_one_of(&spot->place, i, in_types))
            return 0;
    }
    return 0;
}

/* Returns whether the tokens are a name that something is compared with: `dev` of
 * `dev != from_octal(e)`. */
static bool is_reference(const struct spot *spot, size_t first, size_t end, size_t other)
{
    static const char *const values[] = {"result", "res",   "actual", "got",    "ret",
                                         "rc",     "rv",    "out",    "status", "real",
                                         "called", "calls", "count",  "n",      NULL};
    return end == first + 1 && spot_token(spot, first)->kind == TOKEN_WORD &&
           !spot_has_word(spot, first, values) && spot->program->language->tokens.directive &&
           spot_token(spot, other)->kind == TOKEN_WORD && spot_has(spot, other + 1, "(");
}

/* Returns whether the tokens are a value of a type, made of a literal: String("a"). */
static bool is_built(const struct spot *spot, size_t first, size_t end)
{
    size_t name = first;
    while (spot_token(spot, name)->kind == TOKEN_WORD && spot_has(spot, name + 1, "::"))
        name += 2;
    return spot->program->language->tokens.directive && name + 3 < end &&
           spot_token(spot, name)->kind == TOKEN_WORD &&
           isupper((unsigned char)*spot_text(spot, name).bytes) && spot_has(spot, name + 1, "(") &&
           place_close(&spot->place, name + 1) + 1 == end && is_fixed(spot, name + 2, end - 1);
}

/* Returns whether the tokens are a constant of a type: Kind::first. */
static bool is_constant(const struct spot *spot, size_t first, size_t end)
{
    static const char *const joints[] = {"::", ".", NULL};
    for (size_t i = first; i + 1 < end; i++)
        if (i % 2 == first % 2 ? spot_token(spot, i)->kind != TOKEN_WORD
                               : !place_is_one_of(&spot->place, i, joints))
            return false;
    return end > first + 2 && isupper((unsigned char)*spot_text(spot, end - 3).bytes) &&
           spot_token(spot, end - 1)->kind == TOKEN_WORD;
}

/* How well the tokens, before or after others, are what they are compared with. */
enum rank { RANK_NONE, RANK_BUILT, RANK_REFERENCE, RANK_LITERAL, RANK_FIXED, RANK_CALLED };

static enum rank rank_of(const struct spot *spot, size_t first, size_t end, size_t other)
{
    if (is_called_expected(spot, first, end))
        return RANK_CALLED;
    if (is_fixed(spot, first, end))
        return RANK_FIXED;
    if (side_begins_literal(spot, first))
        return RANK_LITERAL;
    if (is_reference(spot, first, end, other))
        return RANK_REFERENCE;
    return is_built(spot, first, end) || is_constant(spot, first, end) ? RANK_BUILT : RANK_NONE;
}

/* A part of a condition, between `and` or `or`. */
struct comparison {
    size_t first, relation, end; /* relation: NO_TOKEN: none */
};

static struct comparison comparison_of(const struct spot *spot, size_t first, size_t end)
{
    struct comparison one = {first, NO_TOKEN, end};
    size_t token = spot->place.token;
    int depth = 0;
    bool is_chained = spot->rules->has_string_statements; /* 0 < x < 1 */
    for (size_t i = first; i < end && i < first + 2000; i++) {
        depth += spot_bracket(spot, i);
        if (depth > 0)
            continue;
        static const char *const joints[] = {"and", "or", "&&", "||", NULL};
        bool joins = place_is_one_of(&spot->place, i, joints);
        if (joins && i >= token) {
            one.relation = i == token ? i : one.relation; /* assert a or b */
            one.end = i + (i == token);
            break;
        }
        if (joins) {
            one.first = i + 1;
            one.relation = NO_TOKEN;
        } else if (is_relation(spot, i) &&
                   (one.relation == NO_TOKEN || (is_chained && i <= token))) {
            one.first = one.relation == NO_TOKEN ? one.first : one.relation + 1;
            size_t close = spot_has(spot, i, "<") ? end_of_types(spot, i) : 0;
            one.relation = close ? one.relation : i;
            i = close ? close : i;
        }
    }
    return one;
}

bool side_is_expected(const struct spot *spot, size_t first, size_t end)
{
    size_t token = spot->place.token;
    struct comparison one = comparison_of(spot, first, end);
    bool is_not = spot_has(spot, one.first, "not") || spot_has(spot, one.first, "!");
    if (token == one.first && is_not)
        return true;
    if (one.relation == NO_TOKEN || one.relation >= one.end) {
        size_t open = one.first + is_not;
        size_t close = spot_has(spot, open, "(") ? place_close(&spot->place, open) : open;
        return token > open && token < close && /* (x == 1).all() */
               (close + 1 == one.end || spot_has(spot, close + 1, ".")) &&
               side_is_expected(spot, open + 1, close);
    }
    if (token == one.relation)
        return true;
    bool is_inside = spot_has(spot, one.relation, "in") || spot_has(spot, one.relation, "not in");
    int left = rank_of(spot, one.first + is_not, one.relation, one.relation + 1);
    int right = rank_of(spot, one.relation + 1, one.end, one.first);
    bool left_is_expected = left > right || (is_inside && left == right && left == RANK_FIXED);
    return (token > one.relation) != left_is_expected;
}

struct sides sides_of(const struct spot *spot, const struct place_frame *frame)
{
    struct sides sides = {.n = 1, .starts = {frame->first}};
    size_t close = place_close(&spot->place, frame->open);
    int depth = 0;
    for (size_t i = frame->first; i < close; i++) {
        depth += spot_bracket(spot, i);
        if (depth != 0 || !spot_has(spot, i, ","))
            continue;
        sides.ends[sides.n - 1] = i;
        if (sides.n == 3 || i + 1 >= close)
            return sides;
        sides.starts[sides.n++] = i + 1;
    }
    sides.ends[sides.n - 1] = close;
    return sides;
}

size_t sides_expected(const struct spot *spot, const struct sides *sides)
{
    int ranks[2];
    for (size_t i = 0; i < 2; i++)
        ranks[i] = rank_of(spot, sides->starts[i], sides->ends[i], sides->starts[!i]);
    return ranks[0] != ranks[1] ? ranks[1] > ranks[0] : !spot->rules->expects_first;
}

/* Returns whether a side is a text, or is joined with one. */
static bool is_textual(const struct spot *spot, const struct sides *sides, size_t side)
{
    static const char *const names[] = {"message", "msg", "reason", NULL};
    size_t first = sides->starts[side], end = sides->ends[side];
    if (spot_token(spot, first)->kind == TOKEN_STRING || spot_has_word(spot, first, names))
        return true;
    for (size_t i = first + 1; i < end; i++)
        if (spot_has(spot, i, "toString") ||
            (spot_token(spot, i)->kind == TOKEN_STRING && spot_has(spot, i - 1, "+")))
            return true;
    return false;
}

bool sides_have_message(const struct spot *spot, const struct sides *sides)
{
    if (!spot->rules->expects_first || sides->n < 3 || !is_textual(spot, sides, 0) ||
        spot_token(spot, sides->starts[2])->kind == TOKEN_NUMBER ||
        spot_has_word(spot, sides->starts[2], region_words.tolerances))
        return false;
    if (!is_textual(spot, sides, 2))
        return true;
    return quoted_contains(spot_text(spot, sides->starts[0]), " ") &&
           !quoted_contains(spot_text(spot, sides->starts[2]), " ");
}

bool sides_have_operator(const struct spot *spot, const struct sides *sides)
{
    static const char *const names[] = {"op", NULL};
    return sides->n == 3 && sides->ends[1] == sides->starts[1] + 1 &&
           (is_relation(spot, sides->starts[1]) || spot_begins(spot, sides->starts[1], names));
}
