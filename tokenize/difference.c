/* The common prefix and the common suffix are skipped. A single edit leaves one token on each side,
 * or one insertable token on one side. The distance uses the greedy algorithm of Myers
 * (Algorithmica 1, 1986): for each number of edits, it computes how far a path reaches on each
 * diagonal. */
#include "tokenize/difference.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static size_t common_prefix(const struct program *a, const struct program *b)
{
    size_t limit = smaller(a->tokens.n, b->tokens.n), n = 0;
    while (n < limit && program_tokens_equal(a, n, b, n))
        n++;
    return n;
}

static size_t common_suffix(const struct program *a, const struct program *b, size_t prefix)
{
    size_t limit = smaller(a->tokens.n, b->tokens.n) - prefix, n = 0;
    while (n < limit && program_tokens_equal(a, a->tokens.n - 1 - n, b, b->tokens.n - 1 - n))
        n++;
    return n;
}

static bool token_is_insertable(const struct language *language, const char *source,
                                const struct token *token)
{
    struct token_text text = token_operator_of(language, source, token);
    return (token->kind == TOKEN_WORD || token->kind == TOKEN_SIGN) &&
           token_text_is_one_of(text, language->tokens.insertable);
}

static bool is_insertable(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    return token_is_insertable(program->language, program->source, token);
}

enum difference program_difference(const struct program *buggy, const struct program *fixed,
                                   struct token_edit *edit)
{
    size_t n_buggy = buggy->tokens.n, n_fixed = fixed->tokens.n;
    if (n_buggy > n_fixed + 1 || n_fixed > n_buggy + 1)
        return DIFFERENCE_MULTI;
    size_t prefix = common_prefix(buggy, fixed);
    size_t suffix = common_suffix(buggy, fixed, prefix);
    size_t left_buggy = n_buggy - prefix - suffix, left_fixed = n_fixed - prefix - suffix;
    if (left_buggy == 0 && left_fixed == 0)
        return DIFFERENCE_NONE;
    if (left_buggy > 1 || left_fixed > 1)
        return DIFFERENCE_MULTI;
    *edit = (struct token_edit){EDIT_REPLACE, prefix, prefix};
    if (left_buggy == 0) {
        edit->kind = EDIT_INSERT;
        return is_insertable(fixed, prefix) ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
    }
    if (left_fixed == 0) {
        edit->kind = EDIT_DELETE;
        return is_insertable(buggy, prefix) ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
    }
    bool has_layout = token_is_layout(&buggy->tokens.items[prefix]) ||
                      token_is_layout(&fixed->tokens.items[prefix]);
    return has_layout ? DIFFERENCE_MULTI : DIFFERENCE_SINGLE;
}

/* ---- Without cutting the whole texts ---- */

/* A lexer with the token that it got last. */
struct reading {
    struct lexer lexer;
    struct lexer_place before; /* the place before this token */
    struct token token;
    enum lexer_result result;
};

static void read_next(struct reading *reading)
{
    reading->before = reading->lexer.place;
    reading->result = lexer_next(&reading->lexer, &reading->token);
}

static bool are_equal(const struct reading *a, const struct reading *b)
{
    return tokens_equal(a->lexer.lexical->language, a->lexer.text, &a->token, b->lexer.text,
                        &b->token);
}

/* Moves both over what comes next in both texts, but not into their last `n_common` bytes, which
 * are the same. `looked_at` is a byte of the first, from which on this was not tried yet. */
static void skip_same(struct reading *a, struct reading *b, uint32_t n_common, uint32_t *looked_at)
{
    enum { ENOUGH = 32 }; /* bytes that pay */
    const struct lexer *x = &a->lexer, *y = &b->lexer;
    uint32_t left_x = x->length - x->place.at, left_y = y->length - y->place.at;
    uint32_t left = left_x < left_y ? left_x : left_y;
    if (x->place.at < *looked_at || left <= n_common)
        return;
    uint32_t n = (uint32_t)token_text_common_start(x->text + x->place.at, y->text + y->place.at,
                                                   left - n_common);
    *looked_at = x->place.at + n;
    if (n >= ENOUGH && lexers_agree(x, y))
        lexers_skip(&a->lexer, &b->lexer, n, false);
}

enum rest { REST_SAME, REST_DIFFERENT, REST_UNKNOWN };

/* Compares the rest of both texts. Their last `n_common` bytes are the same, and need not be read
 * if they give the same tokens, unless all must be read. */
static enum rest compare_rest(struct reading *a, struct reading *b, uint32_t n_common,
                              bool reads_all, enum lexical_error *error)
{
    uint32_t looked_at = 0;
    for (;;) {
        skip_same(a, b, reads_all ? 0 : n_common, &looked_at);
        uint32_t left = a->lexer.length - a->lexer.place.at;
        if (!reads_all && left <= n_common && left == b->lexer.length - b->lexer.place.at &&
            lexers_agree(&a->lexer, &b->lexer))
            return REST_SAME;
        read_next(a);
        read_next(b);
        if (a->result == LEXER_ERROR || b->result == LEXER_ERROR) {
            *error = a->result == LEXER_ERROR ? a->lexer.error : b->lexer.error;
            return REST_UNKNOWN;
        }
        if (a->result != b->result)
            return REST_DIFFERENT;
        if (a->result == LEXER_END)
            return REST_SAME;
        if (!are_equal(a, b))
            return REST_DIFFERENT;
    }
}

/* Returns whether the edit may be of this kind. */
static bool may_be(const struct reading *a, const struct reading *b, enum edit_kind kind)
{
    const struct reading *only = kind == EDIT_DELETE ? a : b;
    if (kind != EDIT_REPLACE)
        return only->result == LEXER_TOKEN &&
               token_is_insertable(only->lexer.lexical->language, only->lexer.text, &only->token);
    return a->result == LEXER_TOKEN && b->result == LEXER_TOKEN && !token_is_layout(&a->token) &&
           !token_is_layout(&b->token);
}

/* Compares what follows the first tokens that differ, for an edit of this kind. */
static enum rest compare_after(struct reading *a, struct reading *b, enum edit_kind kind,
                               uint32_t n_common, enum lexical_error *error)
{
    if (kind == EDIT_INSERT)
        a->lexer.place = a->before;
    if (kind == EDIT_DELETE)
        b->lexer.place = b->before;
    return compare_rest(a, b, n_common, false, error);
}

static enum rest compare_copies(struct reading a, struct reading b, enum edit_kind kind,
                                uint32_t n_common, enum lexical_error *error)
{
    return compare_after(&a, &b, kind, n_common, error);
}

/* Starts both at a place up to which their texts are the same. Returns how many bytes they have in
 * common at their ends, after that. */
static uint32_t skip_common_start(struct lexer *a, struct lexer *b, const struct lexical *lexical,
                                  struct token_text text_a, struct token_text text_b)
{
    lexer_start(a, lexical, text_a.bytes, (uint32_t)text_a.length);
    lexer_start(b, lexical, text_b.bytes, (uint32_t)text_b.length);
    uint32_t length = a->length < b->length ? a->length : b->length;
    lexers_skip(a, b, (uint32_t)token_text_common_start(a->text, b->text, length), true);
    return (uint32_t)token_text_common_end(a->text + a->length, b->text + b->length,
                                           length - a->place.at);
}

/* Compares what follows the first tokens that differ, for the kinds of edit that they may be. */
static enum rest compare_kinds(struct reading *a, struct reading *b, uint32_t n_common,
                               enum lexical_error *error)
{
    enum edit_kind last = EDIT_DELETE;
    enum rest result = REST_DIFFERENT;
    while (last > EDIT_REPLACE && !may_be(a, b, last))
        last--;
    for (enum edit_kind kind = EDIT_REPLACE; kind <= last && result != REST_SAME; kind++) {
        if (!may_be(a, b, kind))
            continue;
        enum rest rest = kind < last ? compare_copies(*a, *b, kind, n_common, error)
                                     : compare_after(a, b, kind, n_common, error);
        result = rest == REST_DIFFERENT ? result : rest;
    }
    return result;
}

enum difference text_difference(const struct lexical *lexical, struct token_text buggy,
                                struct token_text fixed, enum lexical_error *error)
{
    if (buggy.length == fixed.length && memcmp(buggy.bytes, fixed.bytes, buggy.length) == 0)
        return DIFFERENCE_NONE;
    struct reading a, b;
    uint32_t n_common = skip_common_start(&a.lexer, &b.lexer, lexical, buggy, fixed);
    enum rest rest = compare_rest(&a, &b, n_common, true, error);
    bool is_one = rest == REST_DIFFERENT;
    if (is_one)
        rest = compare_kinds(&a, &b, n_common, error);
    if (rest == REST_SAME)
        return is_one ? DIFFERENCE_SINGLE : DIFFERENCE_NONE;
    return rest == REST_DIFFERENT ? DIFFERENCE_MULTI : DIFFERENCE_UNKNOWN;
}

/* Returns how far a path with `n_edits` edits reaches on a diagonal, in tokens of the buggy
 * program. It is computed from the paths with one edit less. */
static size_t furthest(const size_t *reached, ptrdiff_t diagonal, ptrdiff_t n_edits)
{
    if (n_edits == 0)
        return 0;
    bool comes_by_insertion =
        diagonal == -n_edits ||
        (diagonal != n_edits && reached[diagonal - 1] < reached[diagonal + 1]);
    return comes_by_insertion ? reached[diagonal + 1] : reached[diagonal - 1] + 1;
}

bool program_distance(const struct program *buggy, const struct program *fixed, size_t limit,
                      struct token_distance *distance)
{
    size_t first = common_prefix(buggy, fixed);
    size_t n_a = buggy->tokens.n - first, n_b = fixed->tokens.n - first;
    size_t *all = mem_alloc(2 * limit + 3, sizeof *all), *reached = all + limit + 1;
    bool is_found = false;
    *distance = (struct token_distance){.first = first};
    for (ptrdiff_t n_edits = 0; n_edits <= (ptrdiff_t)limit && !is_found; n_edits++) {
        for (ptrdiff_t diagonal = -n_edits; diagonal <= n_edits && !is_found; diagonal += 2) {
            size_t x = furthest(reached, diagonal, n_edits), y = x - (size_t)diagonal;
            while (x < n_a && y < n_b && program_tokens_equal(buggy, first + x, fixed, first + y))
                x++, y++;
            reached[diagonal] = x;
            is_found = x >= n_a && y >= n_b;
        }
        distance->n_deleted = (size_t)(n_edits + (ptrdiff_t)n_a - (ptrdiff_t)n_b) / 2;
        distance->n_inserted = (size_t)(n_edits - (ptrdiff_t)n_a + (ptrdiff_t)n_b) / 2;
    }
    free(all);
    return is_found;
}

static bool is_plain_name(const struct language *language, struct token_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!is_ascii_word(text.bytes[i]))
            return false;
    return !token_text_is_one_of(text, language->tokens.keywords) &&
           !syntax_is_keyword(language, text.bytes, text.length);
}

/* Returns whether the text is digits, with `n_dots` dots between them. */
static bool is_plain_number(struct token_text text, size_t n_dots)
{
    size_t n = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool is_dot = text.bytes[i] == '.' && i > 0 && i + 1 < text.length;
        n += is_dot;
        if (!is_dot && !is_digit(text.bytes[i]))
            return false;
    }
    return n == n_dots;
}

/* Returns the number of bytes of a string before its text, with one or more quotes; 0 if the text
 * is empty, or has line ends or escapes. */
static size_t plain_string_start(const struct language *language, struct token_text text)
{
    size_t start = 0;
    while (is_ascii_word(text.bytes[start]))
        start++;
    char quote = text.bytes[start];
    size_t n_quotes = 0;
    while (start + n_quotes < text.length && text.bytes[start + n_quotes] == quote)
        n_quotes++;
    for (size_t i = start + n_quotes; i < text.length; i++)
        if (text.bytes[i] == language->tokens.escape || (unsigned char)text.bytes[i] < ' ')
            return 0;
    return start + 2 * n_quotes < text.length ? start + n_quotes : 0;
}

/* Returns whether the bytes before a token, and those after it, are the same in both programs. */
static bool has_same_surroundings(const struct program *a, const struct token *in_a,
                                  const struct program *b, const struct token *in_b)
{
    size_t n_after = a->length - in_a->end_byte;
    return in_a->start_byte == in_b->start_byte && n_after == b->length - in_b->end_byte &&
           memcmp(a->source, b->source, in_a->start_byte) == 0 &&
           memcmp(a->source + in_a->end_byte, b->source + in_b->end_byte, n_after) == 0;
}

bool edit_keeps_tree(const struct program *buggy, const struct program *fixed,
                     const struct token_edit *edit)
{
    const struct language *language = buggy->language;
    /* The grammars of C and C++ know some names of types, and the length of what is skipped may
     * decide where an error ends. */
    const struct token *token = &buggy->tokens.items[edit->buggy_token];
    if (edit->kind != EDIT_REPLACE || !buggy->tree.nodes.n || buggy->tree.has_error ||
        (token->kind == TOKEN_WORD && language->may_have_errors))
        return false;
    struct token_text before = program_token_text(buggy, edit->buggy_token);
    struct token_text after = program_token_text(fixed, edit->fixed_token);
    /* In backquotes, and after the `!` of an f-string, the token is something else to the grammar.
     */
    const struct node *node = &buggy->tree.nodes.items[token->node];
    bool has_node = token->kind == TOKEN_WORD
                        ? syntax_node_is(&buggy->tree, token->node, language->roles.identifier_kind)
                        : syntax_literal(language, node->kind) != LITERAL_NONE;
    const struct token *other = &fixed->tokens.items[edit->fixed_token];
    if (token->kind != other->kind || !has_node ||
        !has_same_surroundings(buggy, token, fixed, other))
        return false;
    if (token->kind == TOKEN_WORD)
        return is_plain_name(language, before) && is_plain_name(language, after);
    if (token->kind == TOKEN_NUMBER)
        return (is_plain_number(before, 0) && is_plain_number(after, 0)) ||
               (is_plain_number(before, 1) && is_plain_number(after, 1));
    size_t start = token->kind == TOKEN_STRING ? plain_string_start(language, before) : 0;
    return start && plain_string_start(language, after) == start &&
           memcmp(before.bytes, after.bytes, start) == 0;
}

const char *const edit_kind_names[] = {"replace", "insert", "delete"};

bool edit_repair_is_in_program(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit)
{
    if (edit->kind == EDIT_DELETE)
        return false;
    for (size_t i = 0; i < buggy->tokens.n; i++) {
        bool is_changed = edit->kind == EDIT_REPLACE && i == edit->buggy_token;
        if (!is_changed && program_tokens_equal(buggy, i, fixed, edit->fixed_token))
            return true;
    }
    return false;
}

/* ---- Applying an edit ---- */

bool characters_join(char left, char right)
{
    return is_word_byte(left) && (is_word_byte(right) || (right == '.' && is_digit(left)));
}

/* Returns whether two signs become one token, or the start of a comment, in one of the languages.
 */
static bool signs_join(char left, char right)
{
    return (left == right && strchr("+-&|<>=", left)) ||
           (left == '/' && (right == '/' || right == '*'));
}

/* Returns whether two quotes at the end of a text and one after them would open a string of three
 * quotes. */
static bool quotes_join(const char *text, size_t length, char right)
{
    return (right == '\'' || right == '"') && length >= 2 && text[length - 1] == right &&
           text[length - 2] == right;
}

/* Adds bytes. Adds a space before them if two tokens would become one without it. `may_open`: they
 * may open a string. */
static void add_apart(struct str *out, size_t origin, const char *bytes, size_t length,
                      bool may_open)
{
    size_t n_before = out->length - origin;
    const char *before = str_text(out) + origin;
    if (length && n_before &&
        (characters_join(before[n_before - 1], bytes[0]) ||
         signs_join(before[n_before - 1], bytes[0]) ||
         (may_open && quotes_join(before, n_before, bytes[0]))))
        str_add(out, " ", 1);
    str_add(out, bytes, length);
}

/* Returns whether a text opens a string with interpolations: letters and three quotes. */
static bool is_opening(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && is_ascii_word(text[n]))
        n++;
    return n > 0 && length == n + 3 && quotes_join(text, length, text[n]);
}

void edit_apply(struct str *out, const char *source, size_t length, size_t start_byte,
                size_t end_byte, const char *after, size_t after_length)
{
    size_t origin = out->length;
    bool is_whole = after_length > 1 && after[0] == after[after_length - 1];
    bool has_start = start_byte < end_byte && after_length && source[start_byte] == after[0];
    str_add(out, source, start_byte);
    add_apart(out, origin, after, after_length, is_whole && !has_start);
    if (after_length == 0)
        while (end_byte < length && (source[end_byte] == ' ' || source[end_byte] == '\t'))
            end_byte++;
    add_apart(out, origin, source + end_byte, length - end_byte, !is_opening(after, after_length));
}
