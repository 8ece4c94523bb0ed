/* The keys of the tokens of a row (--tokens). */
#include "tests/support/corpus.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"
#include "tokenize/code_lines.h"

static const struct shown_as views[] = {
    {.has_tokens = true},
    {.has_tokens = true, .granularity = GRANULARITY_FUNCTION},
};

static int int_at(const struct json *row, const char *key, size_t index)
{
    return (int)json_number(json_item(json_get(row, key), index), -1);
}

/* Cuts the code of a row into tokens, and compares them with its keys. */
static void assert_tokens(const struct json *row, const char *code)
{
    scoped(program) program = {0};
    assert_true(cut_bytes(&program, code, strlen(code)));
    const char *kinds = json_text_at(row, "token_kinds");
    assert_int_equal(strlen(kinds), program.tokens.n);
    assert_int_equal(json_count(json_get(row, "token_starts")), program.tokens.n);
    assert_int_equal(json_count(json_get(row, "token_ends")), program.tokens.n);
    for (size_t i = 0; i < program.tokens.n; i++) {
        const struct token *token = &program.tokens.items[i];
        assert_int_equal(int_at(row, "token_starts", i), token->start_byte);
        assert_int_equal(int_at(row, "token_ends", i), token->end_byte);
        assert_int_equal(kinds[i], token_kind_letters[token->kind]);
    }
}

/* Compares the text of a token of the row with the changed one. */
static void assert_changed(const struct json *row, const char *code, size_t index,
                           const char *before)
{
    int start = int_at(row, "token_starts", index), end = int_at(row, "token_ends", index);
    assert_int_equal(end - start, strlen(before));
    assert_memory_equal(code + start, before, strlen(before));
}

static void check_pairs(const struct fix *fix, const struct shown_as *how)
{
    scoped(json) *row = written_json(&export_format_pairs, fix, how);
    const char *code = json_text_at(row, "buggy_code");
    assert_tokens(row, code);
    assert_int_equal(json_number_at(row, "n_tokens"), strlen(json_text_at(row, "token_kinds")));
    if (*fix->before)
        assert_changed(row, code, (size_t)json_number_at(row, "token_index"), fix->before);
}

static void check_nbf(const struct fix *fix, const struct shown_as *how)
{
    scoped(json) *row = written_json(&export_format_nbf, fix, how);
    const char *code = json_text_at(row, "input_text");
    size_t start, index = 0;
    assert_tokens(row, code);
    if (!*fix->before)
        return;
    assert_true(text_find_nbf_place(&start, code, strlen(code), int_at(row, "error_marker", 0),
                                    int_at(row, "error_marker", 1)));
    while (int_at(row, "token_starts", index) < (int)start)
        index++;
    assert_int_equal(int_at(row, "token_starts", index), start);
    assert_changed(row, code, index, fix->before);
}

static void check_fix(struct made_row *made, const struct program *program, size_t changed)
{
    scoped(arena) arena = {0};
    made->row.token_index = (int64_t)changed;
    made->row.n_tokens = made->row.fixed_n_tokens = (int64_t)program->tokens.n;
    struct fix clean = made->row;
    fix_make_clean(&clean, &arena);
    for (size_t i = 0; i < N_ITEMS(views); i++) {
        check_pairs(&made->row, &views[i]);
        check_nbf(&made->row, &views[i]);
        check_pairs(&clean, &views[i]);
        check_nbf(&clean, &views[i]);
    }
}

/* As if the token in the middle of a program were wrong. */
static void visit(const struct corpus_source *source, void *context)
{
    int *n = context;
    scoped(program) program = {0};
    scoped(str) marked = {0}, fixed = {0};
    if (!source->is_sample || !cut_bytes(&program, source->text, source->length))
        return;
    size_t changed = program.tokens.n / 2;
    while (changed && token_is_layout(&program.tokens.items[changed]))
        changed--;
    if (!program.tokens.n || token_is_layout(&program.tokens.items[changed]))
        return;
    struct token token = program.tokens.items[changed];
    str_add(&marked, source->text, token.start_byte);
    str_print(&marked, "«%.*s»", (int)(token.end_byte - token.start_byte),
              source->text + token.start_byte);
    str_add(&marked, source->text + token.end_byte, source->length - token.end_byte);
    str_add(&fixed, source->text, token.start_byte);
    str_add_text(&fixed, "«»");
    str_add(&fixed, source->text + token.start_byte, source->length - token.start_byte);
    scoped(made_row) made = made_row_of(str_text(&marked), str_text(&fixed));
    check_fix(&made, &program, changed);
    ++*n;
}

TEST(formats__have_the_tokens_of_every_program)
{
    int n = 0;
    corpus_visit(visit, &n);
    assert_true(n > 100);
}

/* Layout is at the end of the token before it. */
TEST(formats__have_tokens_of_every_kind)
{
    scoped(made_row) made =
        made_row_of("if é:\n    f(f'é{«a»}', 1, \"b\")\n", "if é:\n    f(f'é{«b»}', 1, \"b\")\n");
    const char *line = written_text(&export_format_nbf, &made.row, &views[0]);
    assert_contains(line,
                    "\"token_starts\":[0,3,5,6,6,11,12,13,15,17,18,19,20,21,23,24,26,29,30,30],"
                    "\"token_ends\":[2,5,6,6,6,12,13,15,17,18,19,20,21,22,24,25,29,30,30,30],"
                    "\"token_kinds\":\"wwolbwoqtowoqonosole\"}");
}

/* A line may begin or end within brackets. */
TEST(formats__leave_out_code_without_tokens)
{
    static const struct shown_as lines = {.has_tokens = true, .granularity = GRANULARITY_LINE};
    scoped(made_row) made = made_row_of("f(\n  «a»)\n", "f(\n  «b»)\n");
    scoped(str) line = {0};
    assert_string_equal(written_lines(&line, &export_format_nbf, &made.row, &lines),
                        "the part of the file cannot be cut into tokens by itself");
    assert_int_equal(line.length, 0);
}

/* The description names the letter of each kind. */
TEST(formats__describe_the_letters_of_kinds)
{
    const struct export_feature *feature = export_token_features;
    while (strcmp(feature->name, "token_kinds") != 0)
        feature++;
    for (int kind = TOKEN_WORD; kind <= TOKEN_BLOCK_CLOSE; kind++)
        assert_contains(feature->description,
                        printed("%c %s", token_kind_letters[kind], token_kind_names[kind]));
}
