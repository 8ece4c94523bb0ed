/* What an assertion of a test expects. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <strings.h>

/* Names of what an exception is expected of. */
static const char *const raisers[] = {"raises", "warns", "deprecated_call", NULL};

static bool is_of_condition(const struct spot *spot, size_t callee)
{
    static const char *const words[] = {"msg", "message", NULL};
    struct token_text name = spot_text(spot, callee);
    return !spot_has_sides(spot, callee) &&
           ((name.length < 8 && !spot_has(spot, callee, "verify")) ||
            (name.length > 6 && strncasecmp(name.bytes + name.length - 6, "assert", 6) == 0) ||
            spot_has_word(spot, callee, region_words.conditions) ||
            spot_has_word(spot, callee, words));
}

bool spot_is_assertion_message(const struct spot *spot, const struct place_frame *frame,
                               size_t callee)
{
    size_t n, index = spot_argument(spot, frame, &n);
    struct sides sides = sides_of(spot, frame);
    if (place_is_one_of(&spot->place, callee, region_words.titles))
        return true;
    if (sides_have_operator(spot, &sides))
        return false;
    if (spot_has_sides(spot, callee)) {
        bool is_first = sides_have_message(spot, &sides);
        return n == 3 && index == (is_first ? 0 : 2) &&
               !spot_has_word(spot, callee, region_words.raising);
    }
    if (index == 0)
        return n == 2 && ((spot->rules->expects_first && is_of_condition(spot, callee)) ||
                          side_has_relation(spot, sides.starts[1], sides.ends[1]));
    return index + 1 == n && (is_of_condition(spot, callee) ||
                              side_has_relation(spot, sides.starts[0], sides.ends[0]));
}

/* Returns whether all items of a call but the first, which is tested, are literals. */
static bool has_literals_only(const struct spot *spot, const struct place_frame *frame)
{
    size_t close = place_close(&spot->place, frame->open), i = frame->first, n = 0;
    while (i < close && !spot_has(spot, i, ","))
        i++;
    for (; i + 1 < close; n++) {
        size_t item = i + 1;
        if (!spot_has(spot, i, ",") || !side_begins_literal(spot, item))
            return false;
        i = (spot_bracket(spot, item) ? place_close(&spot->place, item) : item) + 1;
    }
    return n > 1 && i == close && !side_is_literal(spot, frame->first);
}

/* Returns whether the token of an argument of an assertion that has no condition is expected. */
static bool is_expected_argument(const struct spot *spot, const struct place_frame *frame,
                                 size_t callee)
{
    static const char *const that[] = {"that", NULL};
    static const char *const last[] = {"throw", "throws",     "death", "instance",
                                       "exit",  "isinstance", NULL};
    static const char *const first[] = {"raises", "throws", "warns", "exception", NULL};
    static const char *const texts[] = {"regex", "regexp", "message", NULL};
    size_t n, index = spot_argument(spot, frame, &n);
    struct sides sides = sides_of(spot, frame);
    static const char *const printing[] = {"print", "printf", NULL};
    bool is_macro = spot->program->language->tokens.directive; /* what is tested is first */
    size_t end = place_close(&spot->place, frame->open);
    if (spot_has_word(spot, callee, printing) && side_is_literal(spot, frame->first) &&
        spot_token(spot, end - 1)->kind != TOKEN_STRING)
        return index == 0; /* assert_print_number("1", 1) */
    bool is_instance = spot_has_word(spot, callee, (const char *const[]){"instance", NULL});
    if (index == 1 && spot_has_word(spot, callee, first) && spot_has_word(spot, callee, texts))
        return spot->is_literal;
    if ((!is_macro && spot_has_word(spot, callee, first)) ||
        (is_instance && spot->rules->expects_first))
        return index == 0;
    if (index > 0 && !spot_has_sides(spot, callee) && has_literals_only(spot, frame))
        return true;
    if (spot_has_word(spot, callee, that))
        return index + 1 == n;
    if (index > 1)
        return index > 2 || !sides_have_message(spot, &sides);
    if (spot_has_word(spot, callee, last))
        return index > 0;
    if (sides.n < 2 || (is_macro && n == 3 && spot_has(spot, sides.starts[0], "test")))
        return false; /* KUNIT_EXPECT_EQ(test, f(1), 2) */
    if (!spot_has_sides(spot, callee)) {
        size_t one = sides.starts[0], two = sides.starts[1]; /* assert_ignored(true, "a") */
        bool is_flag = spot_token(spot, one)->kind != TOKEN_STRING &&
                       spot_token(spot, two)->kind == TOKEN_STRING;
        bool is_first = sides.ends[0] == one + 1 && side_is_literal(spot, one) &&
                        (is_flag || !side_begins_literal(spot, two)) && !spot_has(spot, two, "new");
        return sides.n == 2 && is_first ? index == 0 : index + 1 == n;
    }
    return index == (sides_have_message(spot, &sides) ? 1 : sides_expected(spot, &sides));
}

static bool is_in_assertion(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const types[] = {"exception", "raises", "throws", "warns", NULL};
    const struct place *place = &spot->place;
    size_t start = place_name_start(place, callee), end = place_item_end(place, frame);
    bool is_owned = callee > 1 && (spot_has(spot, callee - 1, ".") ||
                                   (spot_has(spot, callee - 1, "->") && spot_body(spot) != callee));
    if (frame->keyword != NO_TOKEN && spot_has_word(spot, frame->keyword, region_words.tolerances))
        return true;
    if (is_owned && (start == callee || !place_is_one_of(place, start, spot->rules->receivers)))
        return true; /* of what is tested: mock.assert_called_with(1) */
    if (frame->keyword != NO_TOKEN &&
        spot_has_word(spot, frame->keyword, region_words.message_names))
        return false;
    size_t n, index = spot_argument(spot, frame, &n);
    struct sides sides = sides_of(spot, frame);
    bool is_verify = spot->rules->expects_first && spot_has(spot, callee, "verify");
    if (sides_have_operator(spot, &sides) || (is_verify && n == 2))
        return index > 0;
    if (is_verify)
        return index + 1 == n;
    bool has_relations = side_has_relation(spot, frame->item, end);
    if (n > 1 && !is_of_condition(spot, callee) && (spot_has_sides(spot, callee) || !has_relations))
        return is_expected_argument(spot, frame, callee);
    if (n == 1 && spot_has_word(spot, callee, types))
        return true;
    if (n == 1 && spot->is_literal && end == frame->item + 1 && !is_of_condition(spot, callee) &&
        !spot_has(spot, end + 1, "."))
        return true; /* assertNumQueries(2) */
    return (frame->n_commas == 0 || has_relations || (n == 2 && spot->rules->expects_first)) &&
           side_is_expected(spot, frame->item, end);
}

/* Returns whether the call is a later one of a chain, and says what is expected of the first:
 * perform(x).andExpect(y). */
static bool is_expecting(const struct spot *spot, size_t callee)
{
    static const char *const words[] = {"expect", NULL};
    return callee > 2 && spot_has(spot, callee - 1, ".") && spot_has(spot, callee - 2, ")") &&
           spot_has_word(spot, callee, words);
}

/* Returns whether the statement is a chain such as assertThat(x).isEqualTo(1), and the token in one
 * of its later calls. */
static bool is_in_chain(const struct spot *spot)
{
    static const char *const firsts[] = {"expect", "then", NULL};
    const struct place *place = &spot->place;
    size_t first = spot_body(spot);
    bool is_script = spot->rules->has_string_statements, is_first = true;
    if (is_script && spot_has(spot, first, "assert"))
        return false;
    for (size_t i = first + 1; i < place->token; i++) {
        if (!spot_has(spot, i, "("))
            continue;
        size_t close = place_close(place, i);
        bool is_begun = place_is_one_of(place, first, firsts) &&
                        (is_script || i > first + 1 || spot_has(spot, first, "then"));
        if (spot_is_assertion(spot, i - 1) || is_expecting(spot, i - 1) ||
            (is_first && (is_begun || spot_is_assertion(spot, first)))) {
            if (spot_has(spot, close + 1, ".") && spot_has(spot, close + 2, "that"))
                close = place_close(place, close + 3); /* assertWithMessage("a").that(x) */
            return close < place->token && spot_has(spot, close + 1, ".");
        }
        is_first = false;
        i = close;
    }
    return false;
}

/* Returns whether the i-th frame is that of a condition which compares with the token: x.equals(),
 * isinstance(x, T). */
static bool is_in_comparison(const struct spot *spot, size_t i, size_t callee, bool is_bare)
{
    static const char *const methods[] = {"startswith", "endswith", "startsWith", "endsWith",
                                          "equals",     "contains", "find",       "indexOf",
                                          "Contains",   "matches",  NULL};
    static const char *const searches[] = {"search", "match", "fullmatch", NULL};
    static const char *const distances[] = {"abs", "fabs", "fabsf", "labs", NULL};
    const struct place *place = &spot->place;
    const struct place_frame *frame = &place->frames[i];
    size_t outer = i + 1 < place->n_frames ? place_callee(place, &place->frames[i + 1]) : NO_TOKEN;
    bool is_condition = spot_is_assertion(spot, outer) && !spot_has_sides(spot, outer);
    bool is_method = (spot_has(spot, callee - 1, ".") || spot_has(spot, callee - 1, "->")) &&
                     place_is_one_of(place, callee, methods);
    bool is_function =
        spot_has_word(spot, callee, region_words.predicates) &&
        (frame->n_commas > 0 || (spot->is_text && spot_has(spot, frame->first + 1, ",")));
    bool is_search = frame->n_commas == 0 && spot->is_text &&
                     place_is_one_of(place, callee, searches) && spot_has(spot, callee - 1, ".") &&
                     place_is_one_of(place, callee - 2, spot->rules->regex_owners);
    bool is_distance =
        spot->is_literal && place_is_one_of(place, callee, distances) &&
        (spot_has(spot, place->token - 1, "-") || spot_has(spot, place->token + 1, "-"));
    return (is_method || is_function || is_search || is_distance) && (is_bare || is_condition);
}

/* Returns whether the token is a text that is asked to equal what is tested, or the method that
 * compares, which another one replaces: assertTrue("a".equals(x)). */
static bool is_comparing(const struct spot *spot)
{
    static const char *const methods[] = {"startsWith", "endsWith", "equals",           "contains",
                                          "startswith", "endswith", "equalsIgnoreCase", NULL};
    const struct place *place = &spot->place;
    size_t token = place->token, callee = place_callee(place, &place->frames[0]);
    if (!spot_is_assertion(spot, callee) || spot_has_sides(spot, callee))
        return false;
    if (spot->is_text)
        return spot_has(spot, token + 1, ".") && place_is_one_of(place, token + 2, methods);
    return place_is_one_of(place, token, methods) && token_text_is_one_of(spot->other, methods);
}

/* Returns whether a function is one of the test's own, or of what verifies it, or expects something
 * of a program: child.expect("text"). */
static bool is_own(const struct spot *spot, size_t start, size_t callee)
{
    static const char *const expects[] = {"expect", NULL};
    static const char *const owners[] = {"self",     "this",    "verifier", "tester",
                                         "asserter", "checker", "verify",   NULL};
    return start == callee || (start + 2 == callee && (spot_has_word(spot, start, owners) ||
                                                       spot_begins(spot, callee, expects)));
}

/* Returns whether the literal is expected by a function of the test's own, which is a statement:
 * verifyException(e, "bad"). What goes into the tested code is first. */
static bool is_in_own_check(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const verbs[] = {"check", "verify", "expect", "ensure", NULL};
    static const char *const sures[] = {"expect", "verify", NULL};
    size_t start = place_name_start(&spot->place, callee), first = spot_statement(spot)->first;
    first += spot_has(spot, first, "await") || spot_has(spot, first, "with");
    if (!spot->is_literal || start != first || frame->keyword != NO_TOKEN ||
        !spot_begins(spot, callee, verbs) || !is_own(spot, start, callee))
        return false;
    bool is_sure = spot_begins(spot, callee, sures);
    size_t n, index = spot_argument(spot, frame, &n);
    if (index == 0)
        return is_sure && (n == 1 || (start != callee && spot->is_text)) &&
               !spot_has(spot, place_close(&spot->place, frame->open) + 1, ".");
    return index + 1 == n || has_literals_only(spot, frame) ||
           (spot->is_text && is_sure && !side_begins_literal(spot, frame->first));
}

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

/* Returns whether the literal is in a case that a loop is over, for a name of an expected value. The
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

enum expected { EXPECTED_NO, EXPECTED_YES, EXPECTED_OUTSIDE };

/* Returns whether the call of the i-th frame says that the token is expected. EXPECTED_OUTSIDE:
 * what is around it may. */
static enum expected expected_of_call(const struct spot *spot, size_t i, size_t callee,
                                      bool is_bare)
{
    static const char *const quantifiers[] = {"all", "any", NULL};
    static const char *const checks[] = {"check", "test", "verify", "expect", NULL};
    static const char *const caught[] = {"exc", "excinfo", "e", "err", NULL};
    static const char *const rules[] = {"thrown", "exception", "rule", NULL};
    static const char *const most[] = {"most", "least", NULL}; /* await().atMost(1) waits */
    const struct place *place = &spot->place;
    const struct place_frame *frame = &place->frames[i];
    size_t end = place_item_end(place, frame);
    bool is_match = frame->keyword != NO_TOKEN && spot_has(spot, frame->keyword, "match");
    if (spot_has(spot, callee, "match") && spot->is_text && spot_has_word(spot, callee - 2, caught))
        return EXPECTED_YES; /* excinfo.match("a") */
    if (place_is_one_of(place, callee, raisers))
        return frame->n_commas == 0 || is_match ? EXPECTED_YES : EXPECTED_NO;
    if ((place_is_one_of(place, callee, region_words.raising) &&
         !(spot_has_word(spot, callee, most) && spot_has(spot, callee - 2, ")"))) ||
        (spot_has(spot, callee, "parametrize") && is_expected_case(spot, i)) ||
        (spot_has(spot, callee, "expect") && callee > 1 &&
         spot_has_word(spot, callee - 2, rules)) ||
        is_in_comparison(spot, i, callee, is_bare) ||
        (is_expecting(spot, callee) &&
         (i == 0 || !spot_has(spot, place_close(place, place->frames[0].open) + 1, "."))))
        return EXPECTED_YES;
    bool is_expected;
    if ((place_is_one_of(place, callee, quantifiers) ||
         (callee == spot_statement(spot)->first && spot_begins(spot, callee, checks) &&
          !spot_is_assertion(spot, callee))) &&
        side_has_relation(spot, frame->item, end))
        is_expected = side_is_expected(spot, frame->item, end);
    else if (place_is_one_of(place, callee, region_words.stubs) ||
             place_is_one_of(place, callee, region_words.titles))
        is_expected = false;
    else if (spot_is_assertion(spot, callee))
        is_expected = !(spot->is_text && spot_is_assertion_message(spot, frame, callee)) &&
                      (is_in_assertion(spot, frame, callee) || is_in_chain(spot));
    else if (is_in_own_check(spot, frame, callee))
        is_expected = true;
    else
        return EXPECTED_OUTSIDE;
    return is_expected ? EXPECTED_YES : EXPECTED_NO;
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
    else if (callee != NO_TOKEN && !(spot->program->language->tokens.directive &&
                                     is_declared(spot, callee)))
        name = NO_TOKEN; /* not std::string expected("a"); */
    if (name != NO_TOKEN && spot_has_word(spot, name, region_words.expected))
        return spot->is_literal;
    if (frame->keyword == NO_TOKEN || spot->place.token <= frame->keyword)
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

static bool names_assertion(const struct spot *spot, struct token_text name)
{
    return spot_names_assertion(spot, name) || token_text_is_one_of(name, raisers);
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
        (!place->is_directive && is_value_of_expected(spot, statement)) || is_comparing(spot) ||
        is_expected_catch(spot) || is_tolerance(spot, statement))
        return true;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (is_value_of_expected(spot, frame) ||
            is_expected_in_loop(spot, i))
            return true;
        enum expected expected =
            callee == NO_TOKEN ? EXPECTED_OUTSIDE : expected_of_call(spot, i, callee, is_bare);
        if (expected != EXPECTED_OUTSIDE)
            return expected == EXPECTED_YES;
    }
    return is_in_chain(spot);
}

/* Returns whether the literal is the value of a local variable, and no call is in the value. */
static bool is_value_of_local(const struct spot *spot, const struct place_frame *statement)
{
    static const char *const modifiers[] = {"private", "public", "protected", "static", NULL};
    const struct place *place = &spot->place;
    if (!spot->is_literal || place->is_directive || statement->keyword == NO_TOKEN ||
        place->token < statement->keyword ||
        place_name_start(place, statement->keyword) != statement->keyword ||
        place_is_one_of(place, statement->first, modifiers))
        return false;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        size_t callee = place_callee(place, &place->frames[i]);
        if (callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers))
            return false;
    }
    return true;
}

/* Returns whether a local variable is used only as what is expected, until it is set again or its
 * block ends. */
static bool is_used_as_expected(const struct spot *spot, const struct place_frame *statement)
{
    enum { MAX_STEPS = 600 };
    static const char *const ends[] = {"def", "class", NULL};
    const struct program *program = spot->program;
    size_t name = statement->keyword, n = 0, token = spot->place.token;
    int depth = (int)spot->place.n_frames - 1;
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
        place_find(&later.place, program, i);
        if (!is_expected_here(&later))
            return false;
        n++;
    }
    return n > 0;
}

bool spot_is_expected(const struct spot *spot)
{
    const struct place_frame *statement = spot_statement(spot);
    return spot->is_test && (is_expected_here(spot) || (is_value_of_local(spot, statement) &&
                                                        is_used_as_expected(spot, statement)));
}
