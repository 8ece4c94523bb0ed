/* What the calls of assertions expect: which arguments, and what later calls of a chain are. */
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
        bool is_first = side_is_literal(spot, one) && side_is_literal(spot, sides.ends[0] - 1) &&
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

bool spot_is_in_chain(const struct spot *spot)
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
    const struct place *place = &spot->place;
    const struct place_frame *frame = &place->frames[i];
    size_t outer = i + 1 < place->n_frames ? place_callee(place, &place->frames[i + 1]) : NO_TOKEN;
    bool is_condition = spot_is_assertion(spot, outer) && !spot_has_sides(spot, outer);
    bool is_method = (spot_has(spot, callee - 1, ".") || spot_has(spot, callee - 1, "->")) &&
                     frame->n_commas == 0 &&
                     (place_is_one_of(place, callee, methods) ||
                      (spot->is_text && spot_has(spot, callee, "count")));
    bool is_function =
        spot_has_word(spot, callee, region_words.predicates) &&
        (frame->n_commas > 0 || (spot->is_text && spot_has(spot, frame->first + 1, ",")));
    bool is_search = frame->n_commas == 0 && spot->is_text &&
                     place_is_one_of(place, callee, searches) && spot_has(spot, callee - 1, ".") &&
                     place_is_one_of(place, callee - 2, spot->rules->regex_owners);
    bool is_distance =
        (spot->is_literal || name_has_word(spot->text, region_words.expected, false)) &&
        place_is_one_of(place, callee, side_distances) &&
        (spot_has(spot, place->token - 1, "-") || spot_has(spot, place->token + 1, "-"));
    return (is_method || is_function || is_search || is_distance) && (is_bare || is_condition);
}

bool spot_is_comparing(const struct spot *spot)
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
    static const char *const verbs[] = {"check", "verify", "expect", "ensure", "validate", NULL};
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

enum expected spot_expected_of_call(const struct spot *spot, size_t i, size_t callee, bool is_bare)
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
                      (is_in_assertion(spot, frame, callee) || spot_is_in_chain(spot));
    else if (is_in_own_check(spot, frame, callee))
        is_expected = true;
    else
        return EXPECTED_OUTSIDE;
    return is_expected ? EXPECTED_YES : EXPECTED_NO;
}
