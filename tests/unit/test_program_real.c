/* The properties of every tokenized program, on real programs. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The end of white space, comments and line continuations that start at `at`. */
static size_t skip_what_does_not_count(const char *text, size_t length, size_t at)
{
    while (at < length) {
        char c = text[at], next = at + 1 < length ? text[at + 1] : '\0';
        if (c == '#')
            while (at < length && text[at] != '\n' && text[at] != '\r')
                at++;
        else if (c == '\\' && (next == '\n' || next == '\r'))
            at += 2;
        else if (strchr(" \t\f\r\n", c))
            at++;
        else
            break;
    }
    return at;
}

/* A token of code other than a string holds no white space, comment or line continuation. */
static bool is_compact(const struct program *program, const struct token *token)
{
    char last = program->source[token->end_byte - 1];
    if (token->class != TOKEN_CODE || token->is_joined || last == '\'' || last == '"')
        return true;
    for (uint32_t i = token->start_byte; i < token->end_byte; i++)
        if (strchr(" \t\f\r\n#\\", program->source[i]))
            return false;
    return true;
}

static void check_cover(const struct program *program, const char *path)
{
    size_t covered = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        bool is_layout = token_is_layout(token);
        bool is_in_place =
            is_layout ? token->start_byte == covered && token->end_byte == covered
                      : token->start_byte < token->end_byte && token->start_byte >= covered;
        if (!is_in_place || token->class >= TOKEN_SKIPPED)
            fail_msg("%s: token %zu is out of place", path, i);
        /* a format text may start with a blank */
        size_t start = token->class == TOKEN_TEXT
                           ? covered
                           : skip_what_does_not_count(program->source, program->length, covered);
        if (!is_layout && start != token->start_byte)
            fail_msg("%s: byte %zu belongs to no token", path, start);
        if (!is_layout && !is_compact(program, token))
            fail_msg("%s: token %zu holds what does not count", path, i);
        covered = token->end_byte;
    }
    if (skip_what_does_not_count(program->source, program->length, covered) != program->length)
        fail_msg("%s: bytes after the last token belong to none", path);
}

struct cover_counts {
    unsigned n_checked, n_refused_real, n_too_large;
};

static void visit_cover(const struct corpus_source *source, void *context)
{
    struct cover_counts *counts = context;
    scoped(program) program = {0};
    if (tokenize_bytes(&program, source->text, source->length)) {
        check_cover(&program, source->path);
        counts->n_checked++;
    } else if (syntax_has_too_many_symbols(source->text, source->length)) {
        counts->n_too_large++;
    } else if (!source->is_sample) {
        if (!program.tree.has_error)
            fail_msg("%s parses and is refused", source->path);
        counts->n_refused_real++;
    }
}

TEST(program__puts_each_byte_of_real_programs_into_one_token)
{
    struct cover_counts counts = {0};
    corpus_visit(visit_cover, &counts);
    assert_true(counts.n_checked > 200);
    printf("note: %u real programs: each byte in one token; %u others do not parse, %u are "
           "too large\n",
           counts.n_checked, counts.n_refused_real, counts.n_too_large);
}
