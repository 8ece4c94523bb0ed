/* A program that takes over the tokens of another one has the tokens that it has by itself. */
#include "tests/support/byte_edit.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { N_EDITS = 24, MAX_BYTES = 8000 };

struct property {
    const struct language *language;
    struct lexical *lexical;
    struct dice chance;
    size_t n_compared, n_refused, n_tokens, n_taken;
};

static bool are_same(const struct token *a, const struct token *b)
{
    return a->start_byte == b->start_byte && a->end_byte == b->end_byte && a->kind == b->kind &&
           a->joined == b->joined && a->spelling == b->spelling && b->node == 0;
}

static const char *difference_of(const struct program *alone, const struct program *like)
{
    if (like->error != alone->error || like->error_byte != alone->error_byte)
        return "another error";
    if (like->tokens.n != alone->tokens.n || like->hidden.n != alone->hidden.n)
        return "another number of tokens";
    for (size_t i = 0; i < alone->tokens.n; i++)
        if (!are_same(&alone->tokens.items[i], &like->tokens.items[i]))
            return "another token";
    for (size_t i = 0; i < alone->hidden.n; i++)
        if (alone->hidden.items[i].start != like->hidden.items[i].start ||
            alone->hidden.items[i].end != like->hidden.items[i].end)
            return "other hidden bytes";
    return NULL;
}

/* What was taken over are the model's tokens. */
static bool takes_what_is_there(const struct program *like, const struct program *model)
{
    size_t n = like->tokens.n, n_model = model->tokens.n;
    if (like->n_first + like->n_last > n || like->n_first > n_model || like->n_last > n_model)
        return false;
    for (size_t i = 0; i < like->n_first; i++)
        if (!program_tokens_equal(like, i, model, i))
            return false;
    for (size_t i = 1; i <= like->n_last; i++)
        if (!program_tokens_equal(like, n - i, model, n_model - i))
            return false;
    return true;
}

static void compare_tokens(struct property *property, const struct program *model,
                           const struct str *text)
{
    scoped(program) alone = {0}, like = {0};
    bool is_read = program_tokenize(&alone, property->lexical, str_text(text), text->length);
    bool is_read_like =
        program_tokenize_like(&like, model, property->lexical, str_text(text), text->length);
    const char *difference = is_read == is_read_like ? difference_of(&alone, &like) : "refused";
    if (!difference && !takes_what_is_there(&like, model))
        difference = "what the model does not have";
    if (difference)
        fail_msg("%s: %s:\n%.*s\n--- after:\n%.*s", property->language->name, difference,
                 (int)text->length, str_text(text), (int)model->length, model->source);
    property->n_compared++;
    property->n_refused += !is_read;
    property->n_tokens += alone.tokens.n;
    property->n_taken += like.n_first + like.n_last;
}

static void compare_edits(struct property *property, const char *text, size_t length)
{
    scoped(program) model = {0};
    if (length > MAX_BYTES || !program_tokenize(&model, property->lexical, text, length))
        return;
    for (int i = 0; i < N_EDITS; i++) {
        scoped(str) edited = {0}, again = {0};
        scoped(program) next = {0};
        edit_bytes(&edited, text, length, &property->chance);
        compare_tokens(property, &model, &edited);
        if (!program_tokenize(&next, property->lexical, str_text(&edited), edited.length))
            continue;
        edit_bytes(&again, next.source, next.length, &property->chance);
        compare_tokens(property, &next, &again);
        str_clear(&again);
        str_add(&again, text, length);
        compare_tokens(property, &next, &again);
    }
}

static void visit_source(const struct corpus_source *source, void *context)
{
    compare_edits(context, source->text, source->length);
}

static void finish(struct property *property)
{
    printf("note: %s: %zu programs, %zu refused, %.0f %% of the tokens taken over\n",
           property->language->name, property->n_compared, property->n_refused,
           100 * (double)property->n_taken / (double)property->n_tokens);
    lexical_free(property->lexical);
}

TEST(program_like__has_the_tokens_that_it_has_alone)
{
    for (int i = 0; languages[i]; i++) {
        struct property property = {.language = languages[i],
                                    .lexical = lexical_new(languages[i]),
                                    .chance = {(uint64_t)i + 1}};
        if (languages[i] == &language_python)
            corpus_visit(visit_source, &property);
        else
            corpus_visit_language(languages[i], visit_source, &property);
        if (property.n_compared > 0)
            assert_true(2 * property.n_taken > property.n_tokens);
        finish(&property);
    }
}

TEST(program_like__has_the_hidden_bytes_of_an_empty_group_once)
{
    static const char model[] = "#if 0\n#endif\nint xyz, x, y;\n";
    struct property property = {.language = &language_c, .lexical = lexical_new(&language_c)};
    scoped(program) read = {0};
    scoped(str) text = {0};
    assert_true(program_tokenize(&read, property.lexical, model, strlen(model)));
    str_print(&text, "#if 0\n#endif\nint x, x, y;\n");
    compare_tokens(&property, &read, &text);
    lexical_free(property.lexical);
}

/* A continuation that ends the text is refused in an indented line, whatever the first byte is. */
TEST(program_like__does_not_depend_on_the_first_byte)
{
    struct property property = {.language = &language_python,
                                .lexical = lexical_new(&language_python)};
    static const char model[] = "\\\nx = 1\n";
    scoped(program) read = {0};
    scoped(str) text = {0}, refused = {0};
    assert_true(program_tokenize(&read, property.lexical, model, strlen(model)));
    str_print(&refused, "%s\t\\", model);
    assert_false(program_tokenize(&read, property.lexical, str_text(&refused), refused.length));
    assert_int_equal(read.error_byte, refused.length - 1);
    assert_true(program_tokenize(&read, property.lexical, model, strlen(model)));
    str_print(&text, "\f%s\t\\", model);
    compare_tokens(&property, &read, &text);
    lexical_free(property.lexical);
}

/* Where it matters what is before the rest that two programs have in common. */
TEST(program_like__is_read_by_what_is_before)
{
    static const struct {
        const struct language *language;
        const char *text;
    } texts[] = {
        {&language_python, "if x:\n  y = '''\n'''\n  if z:\n    w = (1,\n 2)\nlast = f'{x}'\n"},
        {&language_python, "f(f'{x!r:>{w}} {{', '''a\n  b''')\nif x:\n\ty\n"},
        {&language_c, "!#if 0\nint x;\n#endif\nint y;\n"},
        {&language_c, "int a = f((1,\n#define X\n2) + [3 + 4]);\n#if 0\nit's\n#else\nx\n#endif\n"},
        {&language_cpp, "#include <iso646.h>\nbool a = b and R\"(c\")\" <: 1 :>;\n#define or ||\n"},
        {&language_java, "class A { String s = \"\"\"\n  a\\u0041\"\"\"; int \\u0062 = 1; }\n\x1a"},
        {&language_java, "class A { char c = '\\''; /* ' */ int b = 1; }\n\x1a"},
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        struct property property = {.language = texts[i].language,
                                    .lexical = lexical_new(texts[i].language),
                                    .chance = {i + 1}};
        for (int round = 0; round < 200; round++)
            compare_edits(&property, texts[i].text, strlen(texts[i].text));
        assert_true(property.n_compared > 0);
        finish(&property);
    }
}
