/* The sequence of a program that takes over tokens is the one that it has alone. */
#include "guard/sequence.h"
#include "tests/support/byte_edit.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

enum { N_EDITS = 12, MAX_BYTES = 8000 };

struct property {
    struct lexical *lexical;
    struct sequence_reader *reader;
    struct dice chance;
    size_t n_compared, n_same_names;
};

static void expect_same(const struct sequence *a, const struct sequence *b,
                        const struct program *program, const struct program *model)
{
    size_t n = a->tokens.n, i = 0;
    while (i < n && a->tokens.items[i].text == b->tokens.items[i].text &&
           a->tokens.items[i].back == b->tokens.items[i].back &&
           a->tokens.items[i].token == b->tokens.items[i].token &&
           a->tokens.items[i].is_name == b->tokens.items[i].is_name &&
           a->tokens.items[i].is_member == b->tokens.items[i].is_member)
        i++;
    if (n != b->tokens.n || i < n)
        fail_msg("token %zu of %zu and %zu:\n%.*s\n--- after:\n%.*s", i, n, b->tokens.n,
                 (int)program->length, program->source, (int)model->length, model->source);
}

static void compare_sequences(struct property *property, const struct program *model,
                              const char *text, size_t length)
{
    scoped(program) like = {0};
    if (!program_tokenize_like(&like, model, property->lexical, text, length))
        return;
    scoped(sequence) before = {0}, alone = {0}, out = {0};
    sequence_read(&before, property->reader, model);
    sequence_read(&alone, property->reader, &like);
    sequence_read_like(&out, property->reader, &like, &before);
    expect_same(&alone, &out, &like, model);
    property->n_compared++;
}

static void compare_edits(struct property *property, const char *text, size_t length)
{
    scoped(program) model = {0};
    if (length > MAX_BYTES || !program_tokenize(&model, property->lexical, text, length))
        return;
    for (int i = 0; i < N_EDITS; i++) {
        scoped(str) edited = {0};
        scoped(program) next = {0};
        edit_bytes(&edited, text, length, &property->chance);
        compare_sequences(property, &model, str_text(&edited), edited.length);
        if (program_tokenize(&next, property->lexical, str_text(&edited), edited.length))
            compare_sequences(property, &next, text, length);
    }
}

static void visit_source(const struct corpus_source *source, void *context)
{
    compare_edits(context, source->text, source->length);
}

static void check(const struct language *language, const char *text, uint64_t seed)
{
    struct property property = {
        .lexical = lexical_new(language),
        .reader = sequence_reader_new(&(struct sequence_options){.has_layout = true}),
        .chance = {seed}};
    for (int round = 0; text && round < 200; round++)
        compare_edits(&property, text, strlen(text));
    if (!text && language == &language_python)
        corpus_visit(visit_source, &property);
    else if (!text)
        corpus_visit_language(language, visit_source, &property);
    printf("note: %s: %zu programs\n", language->name, property.n_compared);
    assert_true(!text || property.n_compared > 200);
    sequence_reader_free(property.reader);
    lexical_free(property.lexical);
}

TEST(sequence_like__is_that_of_the_program_alone)
{
    for (int i = 0; languages[i]; i++)
        check(languages[i], NULL, (uint64_t)i + 1);
}

/* Where names are used across the edit, and are members or not by what is beside them. */
TEST(sequence_like__finds_the_last_use_of_a_name)
{
    check(&language_python, "import a.b.c, x\na = x.a.b(x)\nb = a.x + x\nc = b if x else a.b\n", 1);
    check(&language_java, "import a.b.C;\nclass A { A a = new A(a.a(), a); int b = a.b + b(a); }",
          2);
    check(&language_cpp, "a b = a::b(b->a, b.b) + a - b::a;\nint c = a(b) + b(a);\n", 3);
}
