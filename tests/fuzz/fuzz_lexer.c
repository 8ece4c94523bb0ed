/* Fuzz target: two texts, which the lexer of each language cuts and text_difference() compares.
 * Nothing is parsed, so this target is much faster than `pair`. */
#include "tests/fuzz/pair_input.h"
#include "tests/fuzz/target.h"
#include "tokenize/difference.h"

/* A text in a buffer of exactly its size, so that a sanitizer detects reads outside, and its
 * tokens, if it has any. */
struct side {
    struct str input;
    char *text;
    uint32_t length;
    struct program program;
    bool has_tokens;
};

static struct {
    struct lexical *lexicals[MAX_LANGUAGES], *fragment_lexicals[MAX_LANGUAGES];
    const struct lexical *lexical, *fragments; /* of the current language */
    struct side a, b;
} state;

static bool is_blank(char c)
{
    return c && strchr(" \t\f\v\r\n", c);
}

/* Returns the length of an escaped line end; blanks may be before it. */
static uint32_t splice_at(const struct side *side, uint32_t at, uint32_t end)
{
    uint32_t n = 1;
    if (side->text[at] != '\\')
        return 0;
    while (at + n < end && strchr(" \t\f", side->text[at + n]))
        n++;
    if (at + n >= end || !strchr("\r\n", side->text[at + n]))
        return 0;
    return n + (side->text[at + n] == '\r' && at + n + 1 < end && side->text[at + n + 1] == '\n') +
           1;
}

/* The same in C, C++ and Java: a gap is read from left to right. */
static void check_gap_of_c(const struct side *side, uint32_t start, uint32_t end)
{
    bool has_splices = state.lexical->language->tokens.has_splices;
    char comment = 0; /* the second character of its opening */
    for (uint32_t i = start, n; i < end; i += n) {
        n = has_splices ? splice_at(side, i, end) : 0;
        if (n)
            continue;
        char c = side->text[i];
        n = 1;
        uint32_t next = i + 1, n_splice;
        while (has_splices && next < end && (n_splice = splice_at(side, next, end)))
            next += n_splice;
        char second = next < end ? side->text[next] : 0;
        if (comment == '/') {
            if (c == '\n' || c == '\r')
                comment = 0;
        } else if (comment == '*') {
            if (c == '*' && second == '/') {
                comment = 0;
                n = next + 1 - i;
            }
        } else if (c == '/' && (second == '/' || second == '*')) {
            comment = second;
            n = next + 1 - i;
        } else {
            REQUIRE(is_blank(c), "byte %u is part of no token", i);
        }
    }
    REQUIRE(comment != '*', "a comment is not closed at %u", end);
}

/* Every byte between two tokens is a blank, or part of a comment or of a line continuation. */
static void check_gap(const struct side *side, uint32_t start, uint32_t end)
{
    for (size_t i = 0; i < side->program.hidden.n; i++) {
        struct byte_range hidden = side->program.hidden.items[i];
        if (hidden.start == start && hidden.end <= end) /* a group that is not compiled */
            start = (uint32_t)hidden.end;
    }
    if (state.lexical->language != &language_python) {
        check_gap_of_c(side, start, end);
        return;
    }
    for (uint32_t i = start; i < end; i++) {
        if (side->text[i] == '#')
            while (i + 1 < end && !strchr("\r\n", side->text[i + 1]))
                i++;
        else
            REQUIRE(is_blank(side->text[i]) ||
                        (side->text[i] == '\\' && i + 1 < end && strchr("\r\n", side->text[i + 1])),
                    "byte %u is part of no token", i);
    }
}

static void check_tokens(const struct side *side)
{
    uint32_t end = 0;
    const struct program *program = &side->program;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token_is_layout(token)) {
            REQUIRE(token->start_byte == end && token->end_byte == end, "layout %zu is elsewhere",
                    i);
            continue;
        }
        REQUIRE(token->start_byte >= end && token->end_byte > token->start_byte,
                "token %zu is not after the one before it", i);
        check_gap(side, end, token->start_byte);
        end = token->end_byte;
    }
    check_gap(side, end, side->length);
}

/* After a skip, the lexer gets the last tokens of the text. */
static void check_skip(const struct side *side, uint32_t limit)
{
    const struct program *program = &side->program;
    struct lexer lexer;
    struct token token;
    size_t n = 0;
    lexer_start(&lexer, state.lexical, side->text, side->length);
    lexer_skip(&lexer, limit, limit % 2);
    REQUIRE(lexer.place.at <= limit, "the skip goes too far");
    struct lexer count = lexer;
    while (lexer_next(&count, &token) == LEXER_TOKEN)
        n++;
    REQUIRE(n <= program->tokens.n, "more tokens after a skip");
    for (size_t i = program->tokens.n - n; lexer_next(&lexer, &token) == LEXER_TOKEN; i++)
        REQUIRE(token.kind == program->tokens.items[i].kind &&
                    token.end_byte == program->tokens.items[i].end_byte,
                "token %zu is another one after a skip to %u", i, limit);
}

/* A fragment may have tokens where a program has none. They must be inside the text, too. */
static void check_fragment(const struct side *side)
{
    struct lexer lexer;
    struct token token;
    uint32_t end = 0;
    lexer_start(&lexer, state.fragments, side->text, side->length);
    for (; lexer_next(&lexer, &token) == LEXER_TOKEN; end = token.end_byte)
        REQUIRE((state.lexical->language->tokens.directive || !token_is_layout(&token)) &&
                    token.start_byte >= end && token.end_byte <= side->length,
                "a token of a fragment is elsewhere");
}

static void read_side(struct side *side)
{
    free(side->text);
    side->length = (uint32_t)side->input.length;
    side->text = mem_copy_text(str_text(&side->input), side->length);
    side->text = mem_resize(side->text, side->length ? side->length : 1, 1);
    side->has_tokens = program_tokenize(&side->program, state.lexical, side->text, side->length);
    if (side->has_tokens)
        check_tokens(side);
    for (uint32_t limit = 0; side->has_tokens && limit <= side->length; limit++)
        check_skip(side, limit);
    check_fragment(side);
}

static void compare(const struct side *a, const struct side *b)
{
    enum lexical_error error = LEXICAL_OK;
    struct token_edit edit;
    enum difference result = text_difference(state.lexical, (struct token_text){a->text, a->length},
                                             (struct token_text){b->text, b->length}, &error);
    if (a->has_tokens && b->has_tokens)
        REQUIRE(result == program_difference(&a->program, &b->program, &edit),
                "the texts differ by %d, their tokens do not", (int)result);
    else
        REQUIRE(result != DIFFERENCE_UNKNOWN || error != LEXICAL_OK, "no error is named");
}

FUZZ_TARGET(lexer)
{
    if (!state.lexical)
        target_keep_memory();
    pair_input_cut(&state.a.input, &state.b.input, (const char *)bytes, length);
    for (int i = 0; languages[i]; i++) {
        if (!state.lexicals[i]) {
            state.lexicals[i] = lexical_new(languages[i]);
            state.fragment_lexicals[i] = lexical_new_for_fragments(languages[i]);
        }
        state.lexical = state.lexicals[i];
        state.fragments = state.fragment_lexicals[i];
        read_side(&state.a);
        read_side(&state.b);
        compare(&state.a, &state.b);
        compare(&state.b, &state.a);
    }
    return 0;
}
