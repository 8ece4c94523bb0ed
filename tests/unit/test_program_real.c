/* The properties of every tokenized and every parsed program, on real programs. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void expect_right(const char *wrong, const char *path)
{
    if (wrong)
        fail_msg("%s: %s", path, wrong);
}

struct counts {
    unsigned n_cut, n_parsed, n_uncut[LEXICAL_LENGTH + 1], n_too_large, n_unparsed;
};

static void visit_program(const struct corpus_source *source, void *context)
{
    struct counts *counts = context;
    scoped(program) program = {0};
    if (!cut_bytes(&program, source->text, source->length)) {
        assert_int_not_equal(program.error, LEXICAL_OK);
        assert_true(program.error_byte <= source->length);
        counts->n_uncut[program.error]++;
        return;
    }
    expect_right(wrong_cover(&program), source->path);
    counts->n_cut++;
    if (program_parse(&program, shared_parser())) {
        expect_right(wrong_node(&program), source->path);
        counts->n_parsed++;
    } else {
        bool is_too_large = program.is_too_large;
        *(is_too_large ? &counts->n_too_large : &counts->n_unparsed) += 1;
    }
}

TEST(program__puts_each_byte_of_real_programs_into_one_token)
{
    struct counts counts = {0};
    corpus_visit(visit_program, &counts);
    assert_true(counts.n_parsed > 200);
    printf("note: %u real programs: each byte in one token; %u of them parse, %u do not, %u are "
           "too large\n",
           counts.n_cut, counts.n_parsed, counts.n_unparsed, counts.n_too_large);
    for (enum lexical_error error = LEXICAL_UNCLOSED; error <= LEXICAL_LENGTH; error++)
        if (counts.n_uncut[error])
            printf("note: %u others have %s\n", counts.n_uncut[error], lexical_error_texts[error]);
}

TEST(program__puts_each_byte_of_dense_programs_into_one_token)
{
    for (size_t i = 0; dense_programs[i]; i++) {
        scoped(program) program = {0};
        if (!tokenize_text(&program, dense_programs[i]))
            fail_msg("%s: %s, byte %u", dense_programs[i], lexical_error_texts[program.error],
                     program.error_byte);
        expect_right(wrong_cover(&program), dense_programs[i]);
        expect_right(wrong_node(&program), dense_programs[i]);
    }
}
