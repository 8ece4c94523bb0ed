/* The tokens around the changed one decide, not the tree: they are there in macros and in programs
 * that do not parse, too. From inside to outside, these are the open brackets and the statement,
 * each with the name that is called there and the name that the item with the token is for. Words
 * of the names are looked up, and what a text looks like. The constant side of an assertion is what
 * it expects. */
#include "classify/classify.h"
#include "tokenize/languages/file_path.h"

#include <ctype.h>
#include <string.h>

/* Indices of tokens have a sign, so that there is one before the first. */
enum { NONE = -1, MAX_AROUND = 8, MAX_STEPS = 20000 };

/* An open bracket around the token; the outermost one is the statement. */
struct around {
    long open;     /* the bracket; NONE: the statement */
    long first;    /* the first token in it */
    long callee;   /* the name before it, or the first word of a statement such as `raise x` */
    long name;     /* `x` of x = 1, of {"x": 1} and of x << 1, if the item is for one */
    long n_before; /* items before that of the token */
};

struct spot {
    const struct program *program;
    const struct language *language;
    const char *path; /* NULL: of a contest */
    long token;
    struct token_text text; /* of the token; of a string, what is in its quotes */
    size_t n_words;         /* of a string, as of a sentence */
    bool is_text, is_literal, is_test;
    struct around around[MAX_AROUND]; /* innermost first; those that are too many are left out */
    size_t n_around;
};

/* ---- Tokens; all may be asked about any index ---- */

static const struct token *token_at(const struct spot *spot, long i)
{
    bool is_in = i >= 0 && (size_t)i < spot->program->tokens.n;
    return is_in ? &spot->program->tokens.items[i] : NULL;
}

static struct token_text text_at(const struct spot *spot, long i)
{
    return token_at(spot, i) ? program_token_text(spot->program, (size_t)i)
                             : (struct token_text){"", 0};
}

static bool is_kind(const struct spot *spot, long i, enum token_kind kind)
{
    return token_at(spot, i) && token_at(spot, i)->kind == kind;
}

static bool is_string(const struct spot *spot, long i)
{
    return is_kind(spot, i, TOKEN_STRING) || is_kind(spot, i, TOKEN_TEXT);
}

static bool is_layout(const struct spot *spot, long i)
{
    return !token_at(spot, i) || token_is_layout(token_at(spot, i));
}

static bool is_one_of(const struct spot *spot, long i, const char *const *list)
{
    return !is_string(spot, i) && token_text_is_one_of(text_at(spot, i), list);
}

static bool is(const struct spot *spot, long i, const char *text)
{
    return !is_string(spot, i) && token_text_is(text_at(spot, i), text);
}

/* Returns 1 if a token opens a bracket, -1 if it closes one, otherwise 0. */
static int bracket(const struct spot *spot, long i)
{
    struct token_text text = text_at(spot, i);
    if (!is_kind(spot, i, TOKEN_SIGN) || text.length != 1)
        return 0;
    return (strchr("([{", *text.bytes) != NULL) - (strchr(")]}", *text.bytes) != NULL);
}

/* Returns the other one of two brackets, or where the search ends; `step` is 1 or -1. */
static long partner(const struct spot *spot, long i, int step)
{
    int depth = 0;
    for (int n = 0; token_at(spot, i) && n < MAX_STEPS; i += step, n++)
        if ((depth += bracket(spot, i)) == 0)
            break;
    return i;
}

/* Whether a name, or a text, has one of the words (file_path.h). */
static bool has_word(const struct spot *spot, long i, const char *const *words)
{
    struct token_text text = text_at(spot, i);
    return name_has_word(text.bytes, text.bytes + text.length, words);
}

/* ---- What is around the token ---- */

static bool is_directive(const struct spot *spot, long i)
{
    return spot->language->tokens.directive &&
           is(spot, i, (const char[]){spot->language->tokens.directive, 0});
}

/* Whether the token, outside of brackets, is the last one before the statement. */
static bool ends_statement(const struct spot *spot, long i)
{
    static const char *const before_list[] = {"=", ",", "(", "[", "{", "]", "return", NULL};
    static const char *const after_list[] = {",", ")", "]", "}", ";", ".", NULL};
    bool has_braces = !spot->language->tokens.layout_has_meaning;
    bool opens_block = has_braces && is(spot, i, "{") && !is_one_of(spot, i - 1, before_list);
    bool ends_block = has_braces && is(spot, i, "}") && !is_one_of(spot, i + 1, after_list);
    return is_layout(spot, i) || is(spot, i, ";") || is_directive(spot, i) || opens_block ||
           ends_block;
}

/* Returns the name that a `=` or the like is after: `x` of x["a"] = 1. */
static long name_before(const struct spot *spot, long i)
{
    for (i--; bracket(spot, i) < 0; i--)
        i = partner(spot, i, -1);
    return is_kind(spot, i, TOKEN_WORD) || is_string(spot, i) ? i : NONE;
}

/* Returns the name of a call, or of an index, whose bracket is `open`. */
static long callee_before(const struct spot *spot, long open)
{
    bool is_call = !is(spot, open, "{") && is_kind(spot, open - 1, TOKEN_WORD) &&
                   !is_one_of(spot, open - 1, spot->language->tokens.keywords);
    return is_call ? open - 1 : NONE;
}

static struct around *add_around(struct spot *spot)
{
    spot->n_around += spot->n_around < MAX_AROUND;
    struct around *at = &spot->around[spot->n_around - 1];
    *at = (struct around){.open = NONE, .callee = NONE, .name = NONE};
    return at;
}

/* Notes what a token before the changed one, in no deeper bracket, says about it. */
static void note(const struct spot *spot, struct around *at, long i)
{
    static const char *const gives[] = {"=", "+=", ":=", "<<", NULL};
    const char *key_sign = spot->language->regions->key_sign;
    bool is_key = key_sign && is(spot, i, key_sign);
    if (at->n_before == 0 && (is_one_of(spot, i, gives) || is_key))
        at->name = name_before(spot, i);
    at->n_before += is(spot, i, ",");
}

static void find_around(struct spot *spot)
{
    struct around *at = add_around(spot);
    long i = spot->token - 1;
    for (int n = 0; !ends_statement(spot, i) && n < MAX_STEPS; i--, n++) {
        if (bracket(spot, i) < 0) {
            i = partner(spot, i, -1);
        } else if (bracket(spot, i) > 0) {
            at->open = i;
            at->first = i + 1;
            at->callee = callee_before(spot, i);
            at = add_around(spot);
        } else {
            note(spot, at, i);
        }
    }
    at->first = i + 1;
    if (is_directive(spot, i) && is(spot, i + 1, "define"))
        at->name = i + 2;
    if (is_one_of(spot, at->first, spot->language->regions->statements))
        at->callee = at->first++;
}

/* Whether the nearest call, or a name inside it that the token is for, has one of the words. */
static bool is_given_to(const struct spot *spot, const char *const *words)
{
    for (size_t i = 0; i < spot->n_around; i++) {
        const struct around *at = &spot->around[i];
        if (has_word(spot, at->name, words) || has_word(spot, at->callee, words))
            return true;
        if (at->callee != NONE)
            return false;
    }
    return false;
}

static bool is_relation(const struct spot *spot, long i)
{
    return is_one_of(spot, i, spot->language->categories.texts[CATEGORY_COMPARISON_OPERATOR]);
}

static bool is_compared(const struct spot *spot)
{
    return is_relation(spot, spot->token - 1) || is_relation(spot, spot->token + 1);
}

/* ---- Texts ---- */

#define DIGITS   "0123456789"
#define SMALL    "abcdefghijklmnopqrstuvwxyz"
#define OF_NAMES DIGITS SMALL "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.-:[]"

/* Returns where the characters of a set that begin at `i` end. */
static size_t skip(struct token_text text, size_t i, const char *set)
{
    while (i < text.length && text.bytes[i] && strchr(set, text.bytes[i]))
        i++;
    return i;
}

static struct token_text text_in_quotes(struct token_text text)
{
    while (text.length > 0 && isalpha((unsigned char)*text.bytes))
        text = (struct token_text){text.bytes + 1, text.length - 1};
    while (text.length > 1 && strchr("'\"", *text.bytes))
        text = (struct token_text){text.bytes + 1, text.length - 2};
    return text;
}

/* Returns the number of words, if they are at least half of what blanks and escapes divide. A word
 * has letters, only its first may be a capital, and it may end with a mark. */
static size_t count_words(struct token_text text)
{
    size_t n_parts = 0, n_words = 0;
    for (size_t i = 0; i < text.length; i++) {
        size_t start = i, letters = skip(text, i + 1, SMALL "'");
        bool is_word = isalpha((unsigned char)text.bytes[i]) &&
                       islower((unsigned char)text.bytes[letters - 1]);
        while (i < text.length && !isspace((unsigned char)text.bytes[i]) && text.bytes[i] != '\\')
            i++;
        n_parts += i > start;
        n_words += is_word && i > start && skip(text, letters, ".,:;!?)'") == i;
        i += i < text.length && text.bytes[i] == '\\';
    }
    return 2 * n_words >= n_parts ? n_words : 0;
}

/* Whether it is a version or asks for one: "1.2.0", "2.0-SNAPSHOT", "a >= 1.2". */
static bool looks_like_version(struct token_text text)
{
    size_t name = skip(text, 0, OF_NAMES), sign = skip(text, name, " ");
    size_t after = skip(text, sign, "=<>~!"), number = skip(text, after, " ");
    if (name > 0 && after > sign)
        return skip(text, number, DIGITS) > number;
    size_t i = skip(text, 0, "v"), n_numbers = 0;
    for (; skip(text, i, DIGITS) > i; n_numbers++)
        i = skip(text, skip(text, i, DIGITS), ".");
    return name == text.length && (n_numbers == 3 || (n_numbers == 2 && skip(text, i, "-") > i));
}

/* ---- Files, documentation, versions, output ---- */

static bool is_generated(const struct spot *spot)
{
    static const char *const marks[] = {
        "do not edit",        "do not modify",     "@generated", "automatically generated by",
        "file was generated", "file is generated", NULL};
    size_t n = spot->program->tokens.n ? spot->program->tokens.items[0].start_byte : 0;
    scoped_memory char *comments = mem_copy_text(spot->program->source, n < 2000 ? n : 1999);
    const char *const *mark = marks;
    while (*mark && !strcasestr(comments, *mark))
        mark++;
    return spot->path && (*mark || path_is_vendored(spot->path));
}

/* Whether the token is a statement by itself. */
static bool is_docstring(const struct spot *spot)
{
    return spot->is_text && spot->language->regions->has_docstrings &&
           is_layout(spot, spot->token - 1) && is_layout(spot, spot->token + 1);
}

static bool is_version(const struct spot *spot)
{
    static const char *const versions[] = {"version", "ver.",   "release.",  "major.", "minor.",
                                           "micro.",  "patch.", "revision.", "rcsid",  NULL};
    static const char *const requirements[] = {"require", NULL};
    if (!spot->path || !spot->is_literal || is_compared(spot))
        return false;
    return is_given_to(spot, versions) ||
           (spot->is_text && (is_given_to(spot, requirements) ||
                              (!spot->is_test && looks_like_version(spot->text))));
}

static bool is_output(const struct spot *spot)
{
    return !spot->path && spot->is_literal && !is_compared(spot) &&
           is_given_to(spot, spot->language->regions->printers);
}

/* ---- What a test expects ---- */

static const char *const commas[] = {",", NULL};

/* Whether a name is that of an assertion. */
static bool is_assertion(const struct spot *spot, long name)
{
    const struct region_rules *rules = spot->language->regions;
    bool is_owned = is(spot, name - 1, ".") && !is(spot, name - 2, "self");
    return has_word(spot, name, rules->asserting) ||
           (!is_owned && has_word(spot, name, rules->checking));
}

/* Whether the call at a name is a later one of a chain: assertThat(x).isEqualTo(1). */
static bool is_in_chain(const struct spot *spot, long name)
{
    while (is(spot, name - 1, ".") && is(spot, name - 2, ")")) {
        name = partner(spot, name - 2, -1) - 1;
        if (is_assertion(spot, name))
            return true;
    }
    return false;
}

/* The items of a call, or the sides of a comparison, from a token on. */
struct sides {
    long starts[4], ends[4];
    int n, own; /* `own` has the token */
};

static struct sides sides_of(const struct spot *spot, long first, const char *const *separators)
{
    struct sides sides = {.starts = {first}};
    long i = first;
    for (; !is_layout(spot, i) && bracket(spot, i) >= 0 && !is(spot, i, ";"); i++) {
        if (is_one_of(spot, i, separators) && sides.n < 3) {
            sides.ends[sides.n++] = i;
            sides.starts[sides.n] = i + 1;
            sides.own += spot->token > i;
        } else if (is_one_of(spot, i, commas)) {
            break;
        } else if (bracket(spot, i) > 0) {
            i = partner(spot, i, 1);
        }
    }
    sides.ends[sides.n++] = i;
    return sides;
}

/* Whether a side begins with a string, or has no names but those of types and constants. */
static bool is_constant(const struct spot *spot, const struct sides *sides, int side)
{
    const struct token_rules *rules = &spot->language->tokens;
    long first = sides->starts[side], end = sides->ends[side];
    for (long i = first; i < end && !is_string(spot, first); i++)
        if (is_kind(spot, i, TOKEN_WORD) && islower((unsigned char)*text_at(spot, i).bytes) &&
            !is_one_of(spot, i, rules->constants) && !is_one_of(spot, i, rules->keywords))
            return false;
    return first < end;
}

/* Whether the token is in the expected one of two sides: the one that is constant, or else the
 * usual one, 0 or 1. */
static bool is_in_expected(const struct spot *spot, const struct sides *sides, int first, int usual)
{
    bool left = is_constant(spot, sides, first), right = is_constant(spot, sides, first + 1);
    return sides->own == first + (left == right ? usual : right);
}

/* Sets whether the condition in a bracket expects the token. Returns false if it does not say that,
 * because it compares nothing. */
static bool condition_says(const struct spot *spot, const struct around *at, bool *expects)
{
    bool negates = is(spot, spot->token, "!") || is(spot, spot->token, "not");
    const char *const *relations = spot->language->categories.texts[CATEGORY_COMPARISON_OPERATOR];
    bool relates = is_relation(spot, spot->token) && at == spot->around;
    struct sides sides = sides_of(spot, at->first, relations);
    *expects = relates || (negates && spot->token == at->first) ||
               (sides.n > 1 && is_in_expected(spot, &sides, sides.own ? sides.own - 1 : 0, 1));
    return *expects || sides.n > 1;
}

/* Returns whether an assertion that compares nothing expects the token, by its place. */
static bool is_expected_argument(const struct spot *spot, const struct around *call)
{
    static const char *const all[] = {"called", NULL}, *const raising[] = {"raise", "throw", NULL};
    struct sides items = sides_of(spot, call->first, commas);
    bool is_own = is_constant(spot, &items, items.own);
    if (has_word(spot, call->callee, all))
        return true;
    if (has_word(spot, call->callee, raising))
        return call->name != NONE || items.own == (is_constant(spot, &items, 0) ? 0 : items.n - 1);
    if (items.n == 1)
        return is_own && spot->is_literal;
    bool is_first = spot->language->regions->expects_first;
    bool has_message = is_first && items.n == 3 && is_string(spot, items.starts[0]);
    if (items.own > 1 + has_message)
        return is_own && spot->n_words < 2;
    return is_in_expected(spot, &items, has_message, !is_first);
}

static bool is_expected(const struct spot *spot)
{
    static const char *const expected[] = {"expected", "want", "desired", NULL};
    bool is_asserting = is(spot, spot->token + 1, "(") &&
                        !is_kind(spot, spot->token - 1, TOKEN_WORD) &&
                        (is_assertion(spot, spot->token) || is_in_chain(spot, spot->token));
    if (!spot->is_test || is_asserting)
        return spot->is_test;
    const struct around *inner = spot->around, *end = inner + spot->n_around, *at = inner;
    bool expects;
    for (; at < end && !is_assertion(spot, at->callee); at++)
        if (has_word(spot, at->name, expected) || is_in_chain(spot, at->callee))
            return true;
    if (at == end || (is(spot, at->callee, "assert") && at->n_before > 0))
        return false;
    for (; inner <= at; inner++) {
        bool is_condition = inner == at || (is(spot, inner->open, "(") && inner->callee == NONE);
        if (is_condition && condition_says(spot, inner, &expects))
            return expects;
    }
    return is_expected_argument(spot, at);
}

/* ---- What people read ---- */

static bool is_message(const struct spot *spot)
{
    static const char *const words[] = {
        "print",  "fprint", "log.",    "logger.",   "warn",    "err.",  "error",
        "fail",   "raise.", "throw",   "except",    "message", "msg",   "help.",
        "usage",  "title",  "label",   "desc",      "reason",  "debug", "info.",
        "report", "trace",  "display", "copyright", NULL};
    static const char *const for_programs[] = {"sql.",  "query", "execute", "template", "code.",
                                               "regex", "src.",  "source",  "pattern",  NULL};
    bool is_name = spot->n_words == 0 && skip(spot->text, 0, OF_NAMES) == spot->text.length;
    bool has_blank = memchr(spot->text.bytes, ' ', spot->text.length);
    if (!spot->path || !spot->is_text || is_name || is_compared(spot))
        return false;
    for (size_t i = 0; i < spot->n_around; i++) {
        const struct around *at = &spot->around[i];
        if (has_word(spot, at->name, for_programs) || has_word(spot, at->callee, for_programs))
            return false;
        if (has_word(spot, at->name, words) || has_word(spot, at->callee, words))
            return true;
        if (spot->is_test && is_assertion(spot, at->callee))
            return spot->n_words > 1;
        if (at->callee != NONE && !has_blank)
            return false;
    }
    return has_blank && spot->n_words > 0 && !spot->is_test;
}

/* ---- The region ---- */

static struct spot spot_of(const struct program *program, size_t token, const char *path)
{
    struct spot spot = {
        .program = program, .language = program->language, .path = path, .token = (long)token};
    struct token_text text = text_at(&spot, spot.token);
    spot.is_text = is_string(&spot, spot.token);
    spot.is_literal = spot.is_text || is_kind(&spot, spot.token, TOKEN_NUMBER) ||
                      token_text_is_one_of(text, program->language->tokens.constants);
    spot.text = is_kind(&spot, spot.token, TOKEN_STRING) ? text_in_quotes(text) : text;
    spot.n_words = spot.is_text ? count_words(spot.text) : 0;
    spot.is_test = path && path_is_test(path);
    find_around(&spot);
    return spot;
}

enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path)
{
    static bool (*const checks[])(const struct spot *spot) = {
        [REGION_GENERATED] = is_generated,       [REGION_DOCSTRING] = is_docstring,
        [REGION_TEST_EXPECTATION] = is_expected, [REGION_VERSION] = is_version,
        [REGION_MESSAGE] = is_message,           [REGION_OUTPUT] = is_output,
    };
    bool is_insert = edit->kind == EDIT_INSERT;
    if (!buggy->language->regions)
        return REGION_CODE;
    struct spot spot =
        spot_of(is_insert ? fixed : buggy, is_insert ? edit->fixed_token : edit->buggy_token, path);
    int region = 0;
    while (region < REGION_CODE && !checks[region](&spot))
        region++;
    return (enum fix_region)region;
}
