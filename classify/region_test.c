/* What an assertion of a test expects: its relation, and the side that is constant. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>

static bool is_relation(const struct spot *spot, size_t i)
{
    static const char *const relations[] = {
        "==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", "instanceof", NULL};
    return i < spot->program->tokens.n && spot_token(spot, i)->kind != TOKEN_TEXT &&
           place_is_one_of(&spot->place, i, relations);
}

/* Returns whether the tokens call nothing: a constant, or a name. */
static bool is_constant(const struct spot *spot, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (spot_has(spot, i, "(") && i > first && spot_token(spot, i - 1)->kind == TOKEN_WORD)
            return false;
    return true;
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

/* Returns whether a name in the tokens says that they are what is expected. */
static bool is_called_expected(const struct spot *spot, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (spot_token(spot, i)->kind == TOKEN_WORD &&
            spot_has_word(spot, i, region_words.expected))
            return true;
    return false;
}

/* Returns whether the tokens begin with a literal. */
static bool is_literal_at(const struct spot *spot, size_t i)
{
    while (spot_has(spot, i, "[") || spot_has(spot, i, "(") || spot_has(spot, i, "{") ||
           spot_has(spot, i, "-"))
        i++;
    if (i >= spot->program->tokens.n)
        return false;
    uint8_t kind = spot_token(spot, i)->kind;
    if (kind == TOKEN_WORD && is_capital_at(spot, i))
        return true;
    return kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_QUOTE ||
           place_is_one_of(&spot->place, i, spot->program->language->tokens.constants);
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

/* Returns whether the token of a condition, from `first` to `end`, is what is expected: its
 * relation, or the side that is constant. */
static bool is_expected_in_condition(const struct spot *spot, size_t first, size_t end)
{
    size_t token = spot->place.token, relation = NO_TOKEN, depth = 0, from = first, to = end;
    bool is_chained = spot->rules->has_string_statements; /* 0 < x < 1 */
    for (size_t i = first; i < end && i < first + 2000; i++) {
        if (spot_has(spot, i, "(") || spot_has(spot, i, "[") || spot_has(spot, i, "{"))
            depth++;
        if (spot_has(spot, i, ")") || spot_has(spot, i, "]") || spot_has(spot, i, "}"))
            depth -= depth > 0;
        if (depth > 0)
            continue;
        bool joins = spot_has(spot, i, "and") || spot_has(spot, i, "or") ||
                     spot_has(spot, i, "&&") || spot_has(spot, i, "||");
        if (joins && i > token) {
            to = i;
            break;
        }
        if (joins) {
            from = i + 1;
            relation = NO_TOKEN;
        } else if (is_relation(spot, i) && (relation == NO_TOKEN || (is_chained && i <= token))) {
            from = relation == NO_TOKEN ? from : relation + 1;
            size_t close = spot_has(spot, i, "<") ? end_of_types(spot, i) : 0;
            relation = close ? relation : i;
            i = close ? close : i;
        }
    }
    if (token == from && (spot_has(spot, token, "not") || spot_has(spot, token, "!")))
        return true;
    if (relation == NO_TOKEN || relation >= to)
        return false;
    if (token == relation)
        return true;
    bool left_is_expected = is_literal_at(spot, from) &&
                            (spot_has(spot, relation, "in") || spot_has(spot, relation, "not in") ||
                             !is_literal_at(spot, relation + 1)) &&
                            is_constant(spot, from, relation);
    return (token > relation) != left_is_expected;
}

/* The first items of a call. */
struct sides {
    size_t starts[3], ends[3];
    size_t n;
};

static struct sides sides_of(const struct spot *spot, const struct place_frame *frame)
{
    struct sides sides = {.n = 1, .starts = {frame->first}};
    size_t close = place_close(&spot->place, frame->open), depth = 0;
    for (size_t i = frame->first; i < close; i++) {
        depth += spot_has(spot, i, "(") || spot_has(spot, i, "[") || spot_has(spot, i, "{");
        depth -= spot_has(spot, i, ")") || spot_has(spot, i, "]") || spot_has(spot, i, "}");
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

/* Returns the index of the expected one of two sides: the one that is called so, or is constant, or
 * where the language's assertions have it. */
static size_t expected_side(const struct spot *spot, const struct sides *sides)
{
    bool is_called[2], is_fixed[2];
    for (int i = 0; i < 2; i++) {
        is_called[i] = is_called_expected(spot, sides->starts[i], sides->ends[i]);
        is_fixed[i] = is_literal_at(spot, sides->starts[i]) &&
                      is_constant(spot, sides->starts[i], sides->ends[i]);
    }
    if (is_called[0] != is_called[1])
        return is_called[1];
    return is_fixed[0] != is_fixed[1] ? is_fixed[1] : !spot->rules->expects_first;
}

/* Returns whether the token of an argument of an assertion with two sides is on the expected one.
 */
static bool is_expected_argument(const struct spot *spot, const struct place_frame *frame,
                                 size_t callee)
{
    static const char *const last[] = {"that", "throw",      "death", "instance",
                                       "exit", "isinstance", NULL};
    static const char *const first[] = {"raises", "throws", "warns", NULL};
    size_t n, index = spot_argument(spot, frame, &n);
    struct sides sides = sides_of(spot, frame);
    if (index > 1)
        return index > 2 || !spot->rules->expects_first || n == 3;
    bool is_instance = spot_has_word(spot, callee, (const char *const[]){"instance", NULL});
    static const char *const texts[] = {"regex", "regexp", "message", NULL};
    if (index == 1 && spot_has_word(spot, callee, first) && spot_has_word(spot, callee, texts))
        return spot->is_literal;
    if (spot_has_word(spot, callee, first) || (is_instance && spot->rules->expects_first))
        return index == 0;
    if (spot_has_word(spot, callee, last))
        return index > 0;
    if (sides.n < 2)
        return false;
    if (!spot_has_word(spot, callee, region_words.pairs)) {
        bool is_first = sides.n == 2 && is_literal_at(spot, sides.starts[0]) &&
                        !is_literal_at(spot, sides.starts[1]) &&
                        !spot_has(spot, sides.starts[1], "new");
        return is_first ? index == 0 : index + 1 == n;
    }
    bool has_message = spot->rules->expects_first && sides.n == 3 &&
                       spot_token(spot, sides.starts[0])->kind == TOKEN_STRING &&
                       spot_token(spot, sides.starts[2])->kind != TOKEN_STRING &&
                       spot_token(spot, sides.starts[2])->kind != TOKEN_NUMBER;
    return index == (has_message ? 1 : expected_side(spot, &sides));
}

static bool is_in_assertion(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    const struct place *place = &spot->place;
    size_t start = place_name_start(place, callee);
    bool is_owned =
        callee > 1 && (spot_has(spot, callee - 1, ".") || spot_has(spot, callee - 1, "->"));
    if (frame->keyword != NO_TOKEN && spot_has_word(spot, frame->keyword, region_words.tolerances))
        return true;
    if (is_owned && (start == callee || !place_is_one_of(place, start, spot->rules->receivers)))
        return true; /* of what is tested: mock.assert_called_with(1) */
    size_t n;
    spot_argument(spot, frame, &n);
    bool is_condition = n == 1 || spot_has_word(spot, callee, region_words.conditions) ||
                        spot_text(spot, callee).length < 8;
    if (is_condition && frame->n_commas == 0)
        return is_expected_in_condition(spot, frame->first, place_item_end(place, frame));
    if (is_condition && n == 2 && spot->rules->expects_first)
        return is_expected_in_condition(spot, frame->item, place_item_end(place, frame));
    return n > 1 && !is_condition && is_expected_argument(spot, frame, callee);
}

/* Returns whether the statement is a chain such as assertThat(x).isEqualTo(1), and the token in one
 * of its later calls. */
static bool is_in_chain(const struct spot *spot)
{
    const struct place *place = &spot->place;
    size_t first = spot_statement(spot)->first;
    if (spot->rules->has_string_statements && spot_has(spot, first, "assert"))
        return false;
    if (!spot_is_assertion(spot, first) &&
        !(spot_has(spot, first + 1, ".") && spot_is_assertion(spot, first + 2)))
        return false;
    size_t open = first;
    while (open < place->token && !spot_has(spot, open, "("))
        open++;
    return open < place->token && place_close(place, open) < place->token &&
           spot_has(spot, place_close(place, open) + 1, ".");
}

/* Returns whether the token of a table of cases is for a name of an expected value: "a, expected".
 * The cases are frames inside that of the table, which is the i-th. */
static bool is_expected_case(const struct spot *spot, const struct place_frame *table, size_t i)
{
    if (table->n_commas == 0 || i < 1 || spot_token(spot, table->first)->kind != TOKEN_STRING)
        return false;
    struct token_text names = quoted_inner(spot_text(spot, table->first));
    size_t wanted = i >= 2 ? spot->place.frames[i - 2].n_commas : 0, at = 0;
    if (i >= 2 && place_callee(&spot->place, &spot->place.frames[i - 2]) != NO_TOKEN &&
        !spot_has(spot, place_callee(&spot->place, &spot->place.frames[i - 2]), "param"))
        return false;
    for (; at < names.length && wanted > 0; at++)
        wanted -= names.bytes[at] == ',';
    size_t end = at;
    while (end < names.length && names.bytes[end] != ',')
        end++;
    return name_has_word((struct token_text){names.bytes + at, end - at}, region_words.expected,
                         false);
}

/* Returns whether the frame around a call, the i-th, is that of an assertion with a condition. */
static bool is_condition_of(const struct spot *spot, size_t i)
{
    const struct place *place = &spot->place;
    size_t outer = i + 1 < place->n_frames ? place_callee(place, &place->frames[i + 1]) : NO_TOKEN;
    return spot_is_assertion(spot, outer) && (spot_has_word(spot, outer, region_words.conditions) ||
                                              spot_text(spot, outer).length < 8);
}

/* Returns whether the i-th frame is that of a condition which compares with the token: x.equals(),
 * isinstance(x, T). */
static bool is_in_comparison(const struct spot *spot, size_t i, size_t callee, bool is_bare)
{
    static const char *const functions[] = {"isinstance",  "allclose",  "isclose", "array_equal",
                                            "starts_with", "ends_with", NULL};
    static const char *const methods[] = {"startswith", "endswith", "startsWith", "endsWith",
                                          "equals",     "contains", "find",       "indexOf",
                                          "Contains",   "matches",  NULL};
    const struct place *place = &spot->place;
    bool is_method = (spot_has(spot, callee - 1, ".") || spot_has(spot, callee - 1, "->")) &&
                     place_is_one_of(place, callee, methods);
    bool is_function = place->frames[i].n_commas > 0 && place_is_one_of(place, callee, functions);
    return (is_method || is_function) && (is_bare || is_condition_of(spot, i));
}

/* Returns whether the literal is expected by a function of the test's own, which is a statement:
 * verifyException(e, "bad"). What goes into the tested code is first. */
static bool is_in_own_check(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const verbs[] = {"check", "verify", "expect", "ensure", NULL};
    static const char *const expects[] = {"expect", NULL}, *const owners[] = {"self", "this", NULL};
    static const char *const sures[] = {"expect", "verify", NULL};
    size_t start = place_name_start(&spot->place, callee), first = spot_statement(spot)->first;
    first += spot_has(spot, first, "await") || spot_has(spot, first, "with");
    if (!spot->is_literal || start != first || frame->keyword != NO_TOKEN ||
        !spot_begins(spot, callee, verbs) ||
        (start != callee && (start + 2 != callee || !place_is_one_of(&spot->place, start, owners))))
        return false;
    size_t n, index = spot_argument(spot, frame, &n);
    if (index == 0)
        return n == 1 && spot_begins(spot, callee, expects);
    return index + 1 == n || (spot->is_text && spot_begins(spot, callee, sures) &&
                              !is_literal_at(spot, frame->first));
}

enum expected { EXPECTED_NO, EXPECTED_YES, EXPECTED_OUTSIDE };

/* Returns whether the call of the i-th frame says that the token is expected. EXPECTED_OUTSIDE:
 * what is around it may. */
static enum expected expected_of_call(const struct spot *spot, size_t i, size_t callee,
                                      bool is_bare)
{
    static const char *const raisers[] = {"raises", "warns", "deprecated_call", NULL};
    static const char *const conditions[] = {"fail_unless", "fail_if", "abort_unless", "abort_if",
                                             NULL};
    const struct place *place = &spot->place;
    const struct place_frame *frame = &place->frames[i];
    bool is_match = frame->keyword != NO_TOKEN && spot_has(spot, frame->keyword, "match");
    if (place_is_one_of(place, callee, raisers))
        return frame->n_commas == 0 || is_match ? EXPECTED_YES : EXPECTED_NO;
    if (place_is_one_of(place, callee, region_words.raising) ||
        (spot_has(spot, callee, "parametrize") && is_expected_case(spot, frame, i)) ||
        is_in_comparison(spot, i, callee, is_bare))
        return EXPECTED_YES;
    bool is_expected;
    if (place_is_one_of(place, callee, conditions) && frame->n_commas == 0)
        is_expected = is_expected_in_condition(spot, frame->first, place_item_end(place, frame));
    else if (spot_is_assertion(spot, callee))
        is_expected = is_in_assertion(spot, frame, callee) || is_in_chain(spot);
    else if (is_in_own_check(spot, frame, callee))
        is_expected = true;
    else
        return EXPECTED_OUTSIDE;
    return is_expected ? EXPECTED_YES : EXPECTED_NO;
}

/* Returns whether the frame is for a name such as `expected`, or adds to it. */
static bool is_value_of_expected(const struct spot *spot, const struct place_frame *frame)
{
    static const char *const adders[] = {"append", "extend", "add", "push_back", NULL};
    size_t callee = place_callee(&spot->place, frame);
    if (callee != NO_TOKEN && place_is_one_of(&spot->place, callee, adders) && callee > 1 &&
        spot_token(spot, callee - 2)->kind == TOKEN_WORD &&
        spot_has_word(spot, callee - 2, region_words.expected))
        return spot->is_literal;
    return frame->keyword != NO_TOKEN && spot->place.token > frame->keyword &&
           spot_has_word(spot, frame->keyword, region_words.expected);
}

/* Returns whether the token is what a statement `assert` expects. */
static bool is_in_bare_assertion(const struct spot *spot)
{
    const struct place *place = &spot->place;
    const struct place_frame *statement = spot_statement(spot);
    struct place_frame condition = {.item = statement->first + 1};
    return place->token > statement->first && statement->n_commas == 0 &&
           is_expected_in_condition(spot, condition.item, place_item_end(place, &condition));
}

/* Returns whether the token is the name of a function that is declared: after `def` or a type. */
static bool is_declared(const struct spot *spot)
{
    static const char *const before[] = {"return", "else", "do",  "await", "yield",
                                         "and",    "or",   "not", NULL};
    size_t token = spot->place.token;
    return token > 0 && spot_token(spot, token - 1)->kind == TOKEN_WORD &&
           !place_is_one_of(&spot->place, token - 1, before);
}

bool spot_is_expected(const struct spot *spot)
{
    const struct place *place = &spot->place;
    const struct place_frame *statement = spot_statement(spot);
    bool is_bare =
        spot_has(spot, statement->first, "assert") &&
        (spot->rules->has_string_statements || !spot_has(spot, statement->first + 1, "("));
    if (!spot->is_test)
        return false;
    if ((spot_has(spot, place->token + 1, "(") && spot_is_assertion(spot, place->token) &&
         !is_declared(spot)) ||
        (is_bare && is_in_bare_assertion(spot)) ||
        (!place->is_directive && is_value_of_expected(spot, statement)))
        return true;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (is_value_of_expected(spot, frame))
            return true;
        enum expected expected =
            callee == NO_TOKEN ? EXPECTED_OUTSIDE : expected_of_call(spot, i, callee, is_bare);
        if (expected != EXPECTED_OUTSIDE)
            return expected == EXPECTED_YES;
        if (is_bare && callee == NO_TOKEN && i + 2 == place->n_frames &&
            frame->open == statement->first + 1 &&
            is_expected_in_condition(spot, frame->first, place_close(place, frame->open)))
            return true;
    }
    return is_in_chain(spot);
}
