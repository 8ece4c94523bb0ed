/* What a test expects: in assertions, and in variables and cases that they use. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <string.h>

/* Returns whether the token is how much two values may differ: what a variable such as kTolerance
 * is, or one that a function of the test's own is given. */
static bool is_tolerance(const struct spot *spot, const struct place_frame *statement)
{
    const struct place *place = &spot->place;
    size_t token = place->token, callee = place_callee(place, &place->frames[0]);
    if (statement->keyword != NO_TOKEN && place->n_frames == 1 && token > statement->keyword)
        return spot_has_word(spot, statement->keyword, region_words.differences);
    return (spot_has_word(spot, token, region_words.differences) ||
            name_has_word(spot->other, region_words.differences, false)) &&
           callee == statement->first && callee != NO_TOKEN && !spot->is_literal &&
           !spot_has(spot, token + 1, "(");
}

/* Returns whether the wanted one of the names that tokens have is of an expected value; they are
 * words or strings, or in one: "a, expected". */
static bool is_column_expected(const struct spot *spot, size_t first, size_t end, size_t wanted)
{
    size_t n = 0;
    bool is_expected = false, is_result = false;
    for (size_t i = first; i < end; i++) {
        struct token_text name = quoted_inner(spot_text(spot, i));
        bool is_word = spot_token(spot, i)->kind == TOKEN_WORD;
        while ((is_word || place_is_text(spot->program, i)) && name.length > 0) {
            const char *comma = memchr(name.bytes, ',', name.length);
            size_t length = comma ? (size_t)(comma - name.bytes) : name.length;
            struct token_text one = {name.bytes, length};
            bool is_wanted = n++ == wanted;
            is_expected |= is_wanted && name_has_word(one, region_words.expected, false);
            is_result |= is_wanted && name_has_word(one, region_words.results, false);
            length += comma != NULL;
            name = (struct token_text){name.bytes + length, name.length - length};
        }
    }
    return is_expected || (is_result && n > 1);
}

/* Returns whether the literal is in a case that a loop has for a name of an expected value. The
 * i-th frame is the list: for a, expected in [(1, 2)]. */
static bool is_expected_in_loop(const struct spot *spot, size_t i)
{
    size_t open = spot->place.frames[i].open, first = spot_statement(spot)->first;
    return i > 0 && spot_has(spot, open - 1, "in") && spot_has(spot, first, "for") &&
           is_column_expected(spot, first + 1, open - 1, spot->place.frames[i - 1].n_commas);
}

/* Returns whether the literal is in a case that parametrize() has, for a name of an expected value.
 * The cases are frames in that of the call, which is the i-th. */
static bool is_expected_case(const struct spot *spot, size_t i)
{
    const struct place *place = &spot->place;
    const struct place_frame *table = &place->frames[i];
    if (table->n_commas == 0 || i < 1)
        return false;
    size_t callee = i >= 2 ? place_callee(place, &place->frames[i - 2]) : NO_TOKEN;
    if (callee != NO_TOKEN && !spot_has(spot, callee, "param"))
        return false;
    return is_column_expected(spot, table->first, sides_of(spot, table).ends[0],
                              i >= 2 ? place->frames[i - 2].n_commas : 0);
}

/* Returns whether the token is in a table that parametrize() is given later, for a name of an
 * expected value: CASES = [(1, 2)]. */
static bool is_in_cases(const struct spot *spot, const struct place_frame *statement)
{
    const struct program *program = spot->program;
    size_t n = spot->place.n_frames, name = statement->keyword, i = spot->place.token;
    if (n < 3 || name == NO_TOKEN || !spot->rules->has_string_statements)
        return false;
    while (i + 4 < program->tokens.n && !(spot_has(spot, i, "parametrize") &&
                                          program_tokens_equal(program, i + 4, program, name)))
        i++;
    return i + 4 < program->tokens.n &&
           is_column_expected(spot, i + 2, i + 3, spot->place.frames[n - 3].n_commas);
}

/* Returns whether the token is a name that is declared: after `def` or a type. */
static bool is_declared(const struct spot *spot, size_t token)
{
    static const char *const before[] = {"return", "else", "do",  "await", "yield",
                                         "and",    "or",   "not", NULL};
    static const char *const ends[] = {">", "*", "&", NULL};
    return token > 0 && ((spot_token(spot, token - 1)->kind == TOKEN_WORD &&
                          !place_is_one_of(&spot->place, token - 1, before)) ||
                         place_is_one_of(&spot->place, token - 1, ends));
}

/* Returns whether the frame is for a name such as `expected`, or adds to it. */
static bool is_value_of_expected(const struct spot *spot, const struct place_frame *frame)
{
    static const char *const adders[] = {"append", "extend", "add", "push_back", "put", NULL};
    bool is_brace = spot_has(spot, frame->open, "{") && frame->open > 1; /* int expected{1} */
    size_t callee = is_brace ? frame->open - 1 : place_callee(&spot->place, frame), name = callee;
    if (callee != NO_TOKEN && place_is_one_of(&spot->place, callee, adders) && callee > 1 &&
        spot_token(spot, callee - 2)->kind == TOKEN_WORD)
        name = callee - 2;
    else if (callee != NO_TOKEN &&
             !(spot->program->language->tokens.directive && is_declared(spot, callee)))
        name = NO_TOKEN; /* not std::string expected("a"); */
    if (name != NO_TOKEN && spot_has_word(spot, name, region_words.expected))
        return spot->is_literal;
    if (frame->keyword == NO_TOKEN || spot->place.token <= frame->keyword ||
        (spot_has(spot, frame->keyword + 3, "<") && /* expected = Expected<int>(1) */
         spot_has_word(spot, frame->keyword + 2, region_words.expected)))
        return false;
    for (size_t i = place_name_start(&spot->place, frame->keyword); i <= frame->keyword; i++)
        if (spot_has_word(spot, i, region_words.expected))
            return true;
    return false;
}

/* Returns whether the token is what a statement `assert` expects. */
static bool is_in_bare_assertion(const struct spot *spot)
{
    const struct place *place = &spot->place;
    const struct place_frame *statement = spot_statement(spot);
    struct place_frame condition = {.item = statement->first + 1};
    size_t end = place_item_end(place, &condition);
    if (place->token == end && spot_has(spot, end, ","))
        return token_text_is_one_of(spot->other, side_relations); /* assert 200, x.status */
    return place->token > statement->first && statement->n_commas == 0 &&
           side_is_expected(spot, condition.item, end);
}

/* Returns whether the token is the type of an exception that is caught because a call of fail() is
 * before: try { f(1); fail(); } catch (E e) {}. */
static bool is_expected_catch(const struct spot *spot)
{
    static const char *const fails[] = {"fail", NULL};
    size_t open = spot->place.frames[0].open;
    if (open == NO_TOKEN || open < 6 || !spot_has(spot, open - 1, "catch") ||
        !spot_has(spot, open - 3, ";") || spot_has(spot, spot->place.token + 1, ")"))
        return false;
    size_t i = open - 3;
    while (i > 0 && i + 60 > open && !spot_has(spot, i - 1, ";") && !spot_has(spot, i - 1, "{"))
        i--;
    return spot_has_word(spot, i, fails) ||
           (spot_has(spot, i + 1, ".") && spot_has_word(spot, i + 2, fails));
}

/* Returns whether the statement at the token only fails: { throw new AssertionError(x) */
static bool is_failing(const struct spot *spot, size_t name)
{
    static const char *const fails[] = {"fail", "failure", "abort", "assertion", NULL};
    static const char *const before[] = {"{", "throw", "raise", "new", NULL};
    while (name < spot->program->tokens.n &&
           (spot_is_layout(spot, name) || place_is_one_of(&spot->place, name, before)))
        name++;
    while (spot_has(spot, name + 1, ".") || spot_has(spot, name + 1, "::"))
        name += 2;
    return spot_has(spot, name + 1, "(") &&
           (spot_has_word(spot, name, fails) || spot_has(spot, name, "BOOST_ERROR"));
}

/* Returns the end of the condition of an `if` that the token is in, and sets where it begins; 0: it
 * is in none. */
static size_t end_of_condition(const struct spot *spot, size_t *first)
{
    const struct place *place = &spot->place;
    for (size_t i = 0; i + 1 < place->n_frames; i++)
        if (spot_has(spot, place->frames[i].open - 1, "if")) {
            *first = place->frames[i].first;
            return place_close(place, place->frames[i].open);
        }
    *first = spot_statement(spot)->first + 1; /* if a: */
    size_t end = place_item_end(place, &(struct place_frame){.item = *first}) - 1;
    return spot_has(spot, end, ":") && spot_has(spot, *first - 1, "if") ? end : 0;
}

/* Returns whether the token is what the condition of an `if` expects that fails, or that compares
 * with a name of an expected value: if (a != 1) fail(); */
static bool is_in_failing_condition(const struct spot *spot)
{
    static const char *const relations[] = {"==", "!=", "!", "not", NULL};
    const struct place *place = &spot->place;
    size_t first, end = place->is_directive ? 0 : end_of_condition(spot, &first);
    if (end == 0)
        return false;
    bool compares = false, names_expected = false;
    for (size_t i = first; i < end; i++) {
        compares |=
            place_is_one_of(place, i, relations) || place_is_one_of(place, i, side_distances);
        names_expected |= spot_has_word(spot, i, region_words.expected);
    }
    if (!(compares && names_expected) && !is_failing(spot, end + 1))
        return false;
    return name_has_word(spot->text, region_words.expected, false) ||
           ((spot->is_literal || token_text_is_one_of(spot->text, side_relations) ||
             token_text_is_one_of(spot->text, relations) ||
             name_has_word(spot->text, region_words.differences, false)) &&
            side_is_expected(spot, first, end));
}

static bool names_assertion(const struct spot *spot, struct token_text name)
{
    return spot_names_assertion(spot, name) || token_text_is_one_of(name, region_words.raising);
}

static bool is_expected_here(const struct spot *spot)
{
    const struct place *place = &spot->place;
    const struct place_frame *statement = spot_statement(spot);
    bool is_bare =
        spot_has(spot, statement->first, "assert") &&
        (spot->rules->has_string_statements || !spot_has(spot, statement->first + 1, "("));
    if ((spot_has(spot, place->token + 1, "(") && !is_declared(spot, place->token) &&
         (names_assertion(spot, spot->text) || names_assertion(spot, spot->other))) ||
        (is_bare && is_in_bare_assertion(spot)) ||
        (!place->is_directive && is_value_of_expected(spot, statement)) ||
        spot_is_comparing(spot) || is_expected_catch(spot) || is_tolerance(spot, statement) ||
        is_in_failing_condition(spot))
        return true;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (is_value_of_expected(spot, frame) || is_expected_in_loop(spot, i) ||
            (callee != NO_TOKEN && spot_has(spot, callee, "parametrize") &&
             is_expected_case(spot, i)))
            return true;
        enum expected expected =
            callee == NO_TOKEN ? EXPECTED_OUTSIDE : spot_expected_of_call(spot, i, callee, is_bare);
        if (expected != EXPECTED_OUTSIDE)
            return expected == EXPECTED_YES;
    }
    return spot_is_in_chain(spot);
}

/* Returns whether the literal, or the name in a list, is the value of a local variable, and is in
 * no call and no index. */
static bool is_value_of_local(const struct spot *spot, const struct place_frame *statement)
{
    static const char *const modifiers[] = {"private", "public", "protected", "static", NULL};
    const struct place *place = &spot->place;
    bool is_in_list = place->n_frames > 1 && !spot_has(spot, place->token + 1, "(") &&
                      spot_has(spot, place->frames[0].open, "{");
    if (!(spot->is_literal || is_in_list) || place->is_directive ||
        statement->keyword == NO_TOKEN || place->token < statement->keyword ||
        place_name_start(place, statement->keyword) != statement->keyword ||
        place_is_one_of(place, statement->first, modifiers))
        return false;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        size_t callee = place_callee(place, &place->frames[i]);
        if ((callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers)) ||
            spot_is_index(spot, &place->frames[i]))
            return false;
    }
    return true;
}

/* Returns whether a variable is used as what is expected, always or once, from a token on until it
 * is set again or its block ends. `depth` is the number of brackets that are around the token. */
static bool is_used_as_expected(const struct spot *spot, size_t name, size_t token, int depth,
                                bool always)
{
    enum { MAX_STEPS = 600 };
    static const char *const ends[] = {"def", "class", NULL};
    const struct program *program = spot->program;
    size_t n = 0;
    for (size_t i = token; i < token + MAX_STEPS && i < program->tokens.n && depth >= 0; i++) {
        depth += spot_bracket(spot, i);
        if (spot->rules->has_string_statements && place_is_one_of(&spot->place, i, ends))
            break;
        if (spot_token(spot, i)->kind != TOKEN_WORD || spot_has(spot, i - 1, ".") ||
            spot_has(spot, i - 1, "->") || !program_tokens_equal(program, i, program, name))
            continue;
        if (spot_has(spot, i + 1, "="))
            break;
        struct spot later = *spot;
        later.is_literal = true;
        place_find(&later.place, program, i);
        bool is_expected = is_expected_here(&later);
        if (always && !is_expected)
            return false;
        n += is_expected;
    }
    return n > 0;
}

/* Finds a function of the file by its name: the bracket of its parameters, and its body. */
static bool find_function(const struct spot *spot, size_t name, size_t *open, size_t *body)
{
    const struct program *program = spot->program;
    bool is_script = spot->rules->has_string_statements;
    for (size_t i = 1; i + 1 < program->tokens.n; i++) {
        if (!program_tokens_equal(program, i, program, name) || !spot_has(spot, i + 1, "(") ||
            !(is_script ? spot_has(spot, i - 1, "def") : is_declared(spot, i)))
            continue;
        *open = i + 1;
        *body = place_close(&spot->place, *open) + 1;
        *body += 2 * (spot_has(spot, *body, "throws") || spot_has(spot, *body, "->"));
        if (spot_has(spot, *body, is_script ? ":" : "{"))
            return true;
    }
    return false;
}

/* Returns whether the literal goes to a parameter that is expected in a function that the file has:
 * void run(String a, String b) { assertEquals(b, f(a)); } */
static bool is_for_parameter(const struct spot *spot)
{
    const struct place_frame *frame = &spot->place.frames[0];
    size_t callee = place_callee(&spot->place, frame), open, body;
    if (callee == NO_TOKEN || !spot->is_literal || frame->keyword != NO_TOKEN ||
        !find_function(spot, callee, &open, &body))
        return false;
    bool has_self = spot_has(spot, open + 1, "self") && spot_has(spot, callee - 1, ".");
    size_t index = 0, wanted = frame->n_commas + has_self;
    int depth = 0;
    for (size_t i = open + 1; i + 1 < body && index <= wanted; i++) {
        depth += spot_bracket(spot, i);
        index += depth == 0 && spot_has(spot, i, ",");
        if (index == wanted && spot_token(spot, i)->kind == TOKEN_WORD &&
            (spot_has_word(spot, i, region_words.expected) ||
             is_used_as_expected(spot, i, body + 1, 0,
                                 !spot_has_word(spot, i, region_words.results))))
            return true;
    }
    return false;
}

bool spot_is_expected(const struct spot *spot)
{
    const struct place_frame *statement = spot_statement(spot);
    return spot->is_test &&
           (is_expected_here(spot) || is_in_cases(spot, statement) || is_for_parameter(spot) ||
            (is_value_of_local(spot, statement) &&
             is_used_as_expected(spot, statement->keyword, spot->place.token,
                                 (int)spot->place.n_frames - 1, true)));
}
