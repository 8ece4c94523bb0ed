/* Two texts, which the lexer of each language cuts and text_difference() compares. Nothing is
 * parsed, so this target is much faster than `pair`.
 *
 * Tokens ascend, and every byte that is not a blank, in a comment or part of a line continuation
 * is in exactly one of them; after lexers_skip(), the lexer gets the last tokens of the text;
 * fragments are cut without reading outside of it. The comparison of the texts says what that of
 * all tokens says. Without its comments, a text has the same tokens, and a fix the same edit. The
 * context of a part is lines before it, in their order, and no more than are wanted. */
#include "db/fixes/bare_fix.h"
#include "tests/fuzz/target.h"
#include "tests/support/programs.h"
#include "tokenize/difference.h"
#include "tokenize/parts.h"

/* A text in a buffer of exactly its size, so that a sanitizer detects reads outside, and its
 * tokens, if it has any. */
struct side {
    struct str input;
    char *text;
    uint32_t length;
    struct program program;
    bool has_tokens, has_others; /* other tokens without its comments */
};

static struct {
    struct lexical *lexicals[MAX_LANGUAGES], *fragment_lexicals[MAX_LANGUAGES];
    const struct lexical *lexical, *fragments; /* of the current language */
    struct side a, b;
    struct comments comments;
    struct program rest; /* of a text without comments */
    struct program_parts parts;
    struct str text;
    struct bare_fix bare;
} state;

/* After a skip, the lexer gets the last tokens of the text. */
static void check_skip(const struct side *side, uint32_t limit)
{
    const struct program *program = &side->program;
    struct lexer lexer;
    struct token token;
    size_t n = 0;
    lexer_start(&lexer, state.lexical, side->text, side->length);
    struct lexer same = lexer;
    lexers_skip(&lexer, &same, limit, limit % 2);
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
    bool has_line_ends =
        state.lexical->language->tokens.directive || state.lexical->language->tokens.line_enders;
    lexer_start(&lexer, state.fragments, side->text, side->length);
    for (; lexer_next(&lexer, &token) == LEXER_TOKEN; end = token.end_byte)
        REQUIRE((has_line_ends || !token_is_layout(&token)) && token.start_byte >= end &&
                    token.end_byte <= side->length,
                "a token of a fragment is elsewhere");
}

/* Whether a backslash is before the comment, perhaps with a line end between them: without the
 * comment, it would escape another line end. */
static bool is_after_backslash(const struct side *side, size_t start)
{
    while (start > 0 && strchr(" \t\f\v\r\n", side->text[start - 1]))
        start--;
    return start > 0 && side->text[start - 1] == '\\';
}

/* Whether the text without comments has the tokens of the text, at their places. */
static bool has_same_tokens(const struct side *side)
{
    const struct program *program = &side->program, *rest = &state.rest;
    bool is_same =
        program_tokenize(&state.rest, state.lexical, str_text(&state.text), state.text.length) &&
        program->tokens.n == rest->tokens.n;
    for (size_t i = 0; is_same && i < rest->tokens.n; i++)
        is_same = program_tokens_equal(program, i, rest, i) &&
                  comments_rest_byte(&state.comments, program->tokens.items[i].start_byte) ==
                      rest->tokens.items[i].start_byte;
    return is_same;
}

/* Comments ascend, and the program without them has the same tokens, and no comment more. */
static void check_comments(struct side *side)
{
    struct comments *comments = &state.comments;
    size_t end = 0, rest_byte = 0;
    bool has_escape = false;
    side->has_others = false;
    bool has_zero = memchr(side->text, '\0', side->length) != NULL;
    REQUIRE(comments_find(comments, state.lexical, side->text, side->length) == side->has_tokens ||
                has_zero,
            "comments without tokens");
    if (!side->has_tokens)
        return;
    for (size_t i = 0; i < comments->list.n; i++) {
        struct byte_range range = comments->list.items[i];
        REQUIRE(range.start >= end && range.end > range.start && range.end <= side->length,
                "comment %zu is elsewhere", i);
        end = range.end;
        has_escape |= is_after_backslash(side, range.start);
    }
    comments_plan(comments, state.lexical->language, side->text, side->length);
    str_clear(&state.text);
    comments_write_rest(&state.text, comments, side->text, side->length);
    for (size_t byte = 0; byte <= side->length; byte++) {
        size_t last = rest_byte;
        rest_byte = comments_rest_byte(comments, byte);
        REQUIRE(last <= rest_byte && rest_byte <= state.text.length, "byte %zu is elsewhere", byte);
    }
    side->has_others = !has_same_tokens(side);
    REQUIRE(!side->has_others || has_escape, "without comments, other tokens: %s",
            str_text(&state.text));
    if (side->has_others)
        return;
    REQUIRE(comments_find(comments, state.lexical, str_text(&state.text), state.text.length),
            "no comments of the rest");
    comments_plan(comments, state.lexical->language, str_text(&state.text), state.text.length);
    REQUIRE(!comments->cuts.n, "a comment is left");
}

/* The context of a part is lines before it, in their order, and no more than are wanted. */
static void check_context(const struct side *side, struct byte_range part, size_t n_lines)
{
    const char *source = side->text;
    size_t at = 0;
    str_clear(&state.text);
    part_add_context(&state.text, &side->program, part, n_lines);
    const char *context = str_text(&state.text);
    REQUIRE(text_position(context, state.text.length, state.text.length).line <= n_lines + 1,
            "more than %zu lines: %s", n_lines, context);
    for (size_t line = 0, next; line < state.text.length; line = next) {
        size_t end = code_line_end(context, state.text.length, line), end_before;
        next = code_next_line(context, state.text.length, end);
        bool is_found = false;
        for (; !is_found && at < part.start; at = code_next_line(source, part.start, end_before)) {
            end_before = code_line_end(source, part.start, at);
            is_found = end_before - at == end - line &&
                       memcmp(source + at, context + line, end - line) == 0;
        }
        REQUIRE(is_found, "not a line before the part: %s", context);
    }
}

static void check_parts(const struct side *side)
{
    parts_find(&state.parts, &side->program);
    for (size_t i = 0; i < state.parts.list.n; i++) {
        struct byte_range bytes = state.parts.list.items[i].bytes;
        REQUIRE(bytes.start <= bytes.end && bytes.end <= side->length, "part %zu is elsewhere", i);
        for (size_t n_lines = 0; n_lines < 4; n_lines++)
            check_context(side, bytes, n_lines);
    }
}

static void read_side(struct side *side)
{
    free(side->text);
    side->length = (uint32_t)side->input.length;
    side->text = mem_copy_text(str_text(&side->input), side->length);
    side->text = mem_resize(side->text, side->length ? side->length : 1, 1);
    side->has_tokens = program_tokenize(&side->program, state.lexical, side->text, side->length);
    const char *wrong = side->has_tokens ? wrong_cover(&side->program) : NULL;
    REQUIRE(!wrong, "%s: %s: %.*s", state.lexical->language->name, wrong, (int)side->length,
            side->text);
    for (uint32_t limit = 0; side->has_tokens && limit <= side->length; limit++)
        check_skip(side, limit);
    check_fragment(side);
    check_comments(side);
    if (side->has_tokens)
        check_parts(side);
}

static struct byte_range bytes_of(const struct side *side, size_t token)
{
    if (token == side->program.tokens.n)
        return (struct byte_range){side->length, side->length};
    return (struct byte_range){side->program.tokens.items[token].start_byte,
                               side->program.tokens.items[token].end_byte};
}

/* Whether the bytes of a side are the text of a token, after comments are left out of both. */
static void check_bare_token(const struct side *side, size_t token, const char *code,
                             int64_t start_byte, int64_t end_byte)
{
    struct program *rest = &state.rest;
    REQUIRE(program_tokenize(rest, state.lexical, code, strlen(code)),
            "no tokens without comments");
    REQUIRE(token == rest->tokens.n || (program_tokens_equal(&side->program, token, rest, token) &&
                                        rest->tokens.items[token].start_byte == start_byte &&
                                        (rest->tokens.items[token].end_byte == end_byte)),
            "the edit is elsewhere: %s", code);
}

/* Without comments, a fix has the same edit, and a function of one line has its line. */
static void check_bare_fix(const struct side *a, const struct side *b,
                           const struct token_edit *edit)
{
    struct byte_range before = bytes_of(a, edit->buggy_token),
                      after = bytes_of(b, edit->fixed_token);
    int64_t line = text_position(a->text, a->length, before.start).line;
    const struct fix fix = {
        .edit = edit_kind_names[edit->kind],
        .buggy_code = a->text,
        .buggy_length = a->length,
        .fixed_code = b->text,
        .fixed_length = b->length,
        .start_byte = (int64_t)before.start,
        .end_byte = (int64_t)before.end,
        .token_end_byte = (int64_t)before.end,
        .fixed_start_byte = (int64_t)after.start,
        .fixed_end_byte = (int64_t)after.end,
        .provenance = {.function_line = line, .function_end_line = line},
    };
    REQUIRE(!bare_fix_make(&state.bare, &fix, state.lexical), "no fix without comments");
    const struct fix *bare = &state.bare.fix;
    check_bare_token(a, edit->buggy_token, bare->buggy_code, bare->start_byte, bare->end_byte);
    check_bare_token(b, edit->fixed_token, bare->fixed_code, bare->fixed_start_byte,
                     bare->fixed_end_byte);
    REQUIRE(edit->buggy_token == a->program.tokens.n ||
                (bare->provenance.function_line <= bare->line &&
                 bare->line <= bare->provenance.function_end_line),
            "line %d is not in lines %d to %d: %s", (int)bare->line,
            (int)bare->provenance.function_line, (int)bare->provenance.function_end_line,
            bare->buggy_code);
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
    if (a->has_tokens && b->has_tokens && result == DIFFERENCE_SINGLE && !a->has_others &&
        !b->has_others)
        check_bare_fix(a, b, &edit);
}

FUZZ_TARGET(lexer)
{
    if (!state.lexical)
        target_keep_memory();
    target_pair(&state.a.input, &state.b.input, (const char *)bytes, length);
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
