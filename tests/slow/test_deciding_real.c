/* What is left out of real programs in C, C++ and Java, and of mutants of them, makes no difference
 * to what a token is. Only where the grammar finds an error in the whole program may the two
 * differ: it is elsewhere, or what the parser skips after it depends on what follows. */
#include "base/chance.h"
#include "tests/support/corpus.h"
#include "tests/support/deciding.h"
#include "tests/support/test.h"

enum { TOKENS = 12, MUTANTS = 6, TOKENS_OF_MUTANT = 3 };

struct check {
    struct deciding deciding;
    struct dice chance;
    unsigned n_programs, n_mutants;
};

/* Compares some tokens of a program that was read, the first one at a place that is given. */
static void compare_some(struct check *check, size_t token, size_t n, const char *name)
{
    size_t n_tokens = check->deciding.whole.tokens.n;
    for (size_t i = 0; i < n && n_tokens; i++) {
        size_t at = i ? dice_below(&check->chance, n_tokens) : token;
        if (at < n_tokens && !token_is_layout(&check->deciding.whole.tokens.items[at]))
            deciding_compare(&check->deciding, at, name);
    }
}

/* Puts another token of the program, or nothing, in the place of a token. */
static void compare_mutant(struct check *check, const struct program *program, const char *name)
{
    scoped(str) mutant = {0};
    size_t at = dice_below(&check->chance, program->tokens.n);
    size_t other = dice_below(&check->chance, program->tokens.n + program->tokens.n / 8);
    struct token_text text =
        other < program->tokens.n ? program_token_text(program, other) : (struct token_text){"", 0};
    const struct token *token = &program->tokens.items[at];
    str_add(&mutant, program->source, token->start_byte);
    str_print(&mutant, " %.*s ", (int)text.length, text.bytes);
    str_add(&mutant, program->source + token->end_byte, program->length - token->end_byte);
    if (!deciding_read(&check->deciding, str_text(&mutant), mutant.length))
        return;
    check->n_mutants++;
    compare_some(check, at, TOKENS_OF_MUTANT, name);
}

static void visit(const struct corpus_source *source, void *context)
{
    struct check *check = context;
    scoped(program) program = {0};
    if (!deciding_read(&check->deciding, source->text, source->length) ||
        !program_tokenize(&program, syntax_parser_lexical(check->deciding.parser), source->text,
                          source->length))
        return;
    check->n_programs++;
    compare_some(check, 0, TOKENS, source->path); /* the first one, and others */
    for (int i = 0; i < MUTANTS && program.tokens.n; i++)
        compare_mutant(check, &program, source->path);
}

static void check_language(const struct language *language)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    struct check check = {.deciding = {.parser = parser}, .chance = {1}};
    corpus_visit_language(language, visit, &check);
    const struct deciding *counts = &check.deciding;
    printf("note: %s: %u tokens of %u programs and %u mutants; %u of these tokens are in programs "
           "with errors, %u of those not in the part; %u have one in the part alone; %u differ\n",
           language->name, counts->n_tokens, check.n_programs, check.n_mutants, counts->n_errors,
           counts->n_less, counts->n_more, counts->n_different);
    assert_true(counts->n_different * 100 <= counts->n_errors);
    assert_true(counts->n_more * 1000 <= counts->n_tokens);
    deciding_release(&check.deciding);
}

TEST(deciding__of_real_c)
{
    check_language(&language_c);
}

TEST(deciding__of_real_cpp)
{
    check_language(&language_cpp);
}

TEST(deciding__of_real_java)
{
    check_language(&language_java);
}
