/* Hostile programs: deep, long, or not text. Each is tokenized, and mined as a pair that differs
 * only in its last line, with little memory and time, and with a known outcome. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"

enum { MILLION = 1000000 };

/* A program: `n` times `before`, the middle, `n` times `after`. */
static const struct hostile {
    const char *name, *start, *before, *middle, *after;
    size_t n;
    const char *problem; /* what `tokens` says, or NULL */
    /* Of a pair whose last line, which differs, is parsed: more than 1,024 tokens, or fewer. */
    enum { REFUSED, LONG, SHORT } kind;
} programs[] = {
    {"brackets", "x = ", "[", "1", "]", MILLION, "too many brackets", REFUSED},
    {"brackets at their limit", "x = ", "[", "1", "]", 200, NULL, SHORT},
    {"brackets beyond it", "x = ", "[", "1", "]", 201, "too many brackets", REFUSED},
    {"parentheses", "x = ", "(", "1", ")", MILLION, "too many brackets", REFUSED},
    {"parentheses at their limit", "x = ", "(", "1", ")", 200, NULL, SHORT},
    {"indices at their limit", "x = a", "[a", "", "]", 200, NULL, SHORT},
    {"indices that parse", "x = a", "[a]", "", "", 9000, NULL, LONG},
    {"calls that parse", "x = a", "()", "", "", 14000, NULL, LONG},
    {"f-strings", "x = ", "f'{", "1", "}'", MILLION, "too many brackets", REFUSED},
    {"f-strings at their limit", "x = ", "f'{", "1", "}'", 149, NULL, SHORT},
    {"f-strings beyond it", "x = ", "f'{", "1", "}'", 150, "too many brackets", REFUSED},
    {"not", "x = ", "not ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"not that parses", "x = ", "not ", "1", "", 29000, NULL, LONG},
    {"lambda", "x = ", "lambda: ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"lambda that parses", "x = ", "lambda: ", "1", "", 14000, NULL, LONG},
    {"minus", "x = ", "-", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"minus that parses", "x = ", "-", "1", "", 29000, NULL, LONG},
    {"if and else", "x = ", "1 if 1 else ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"if and else that parse", "x = ", "1 if 1 else ", "1", "", 7000, NULL, LONG},
    {"elif that parses", "if 1: pass", "\nelif 1: pass", "", "", 7000, NULL, LONG},
    {"a million tokens", "", "x = 1\n", "", "", MILLION / 4, "more than 500000 tokens", REFUSED},
    {"open brackets", "", "([{", "", "", 9000, "too many brackets", REFUSED},
    {"closing brackets", "", ") ", "", "", 29000, "that closes none", REFUSED},
    {"open strings", "", "f'{\"", "", "", 7000, "too many brackets", REFUSED},
    {"words without sense", "", "if lambda ", "", "", 14000, "does not parse", LONG},
    {"a line with many meanings", "", "_ as case := ", "1", "", 60000, "minutes to parse", LONG},
    {"lines with many meanings", "", "_ as case := _ as case := _ as case := _ as case := 1\n", "",
     "", 5000, NULL, LONG},
    {"definitions without a colon", "", "def f(\n x\n)\n", "", "", 60000, "minutes to parse", LONG},
    {"a million digits", "x = ", "9", "", "", MILLION, NULL, SHORT},
    {"a string", "x = '", "a", "'", "", MILLION, NULL, SHORT},
    {"a comment", "#", "a", "", "", MILLION, NULL, SHORT},
    {"blank lines", "", "\n", "", "", MILLION, NULL, SHORT},
    {"carriage returns", "", "\r", "", "", MILLION, NULL, SHORT},
    {"line continuations", "x = 1", " \\\n", "", "", 4000, NULL, SHORT},
    {"line continuations without end", "x = 1", "                              \\\n", "", "", 29000,
     "minutes to parse", SHORT},
    {"comments that end a block", "if 1:\n  x\n", "#\n", "", "", 4000, NULL, SHORT},
    {"blanks", "if 1:\n", " ", "pass", "", MILLION, NULL, SHORT},
    {"comments in a block", "if 1:\n  x\n", "  #aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "", "",
     14000, "minutes to parse", SHORT},
    {"a lone surrogate", "x = '\xed\xa0\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"CESU-8", "x = '\xed\xa0\xbd\xed\xb8\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"an overlong slash", "x = '\xc0\xaf'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"beyond Unicode", "x = '\xf4\x90\x80\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
};

static void write_program(const struct hostile *program, const char *path, int last)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(program->start, file);
    bounded_repeat(file, program->before, program->n);
    fputs(program->middle, file);
    bounded_repeat(file, program->after, program->n);
    fprintf(file, "\ny = %d\n", last);
    bounded_close(file);
}

TEST(hostile_programs__are_cut_or_refused)
{
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        const struct hostile *program = &programs[i];
        write_program(program, scratch_path("program.py"), 1);
        int status = run_bounded(&output, program->name, 100,
                                 "\"$TOKFIX\" diff --tokens \"$SCRATCH/program.py\"");
        if (status != (program->problem ? 1 : 0) ||
            (program->problem && !strstr(str_text(&output), program->problem)))
            fail_msg("%s: exit status %d: %.300s", program->name, status, str_text(&output));
    }
}

/* A problem for each program, with its pair. */
static void make_tree(void)
{
    const char *tree = codenet_make("tree");
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        const char *id = printed("p%05zu", i);
        struct codenet_submission pair[] = {{"s1", "u", 1, "Wrong Answer", "x"},
                                            {"s2", "u", 2, "Accepted", "x"}};
        codenet_add_problem(tree, id, pair, 2);
        for (int side = 1; side <= 2; side++) {
            write_program(&programs[i], printed("%s/data/%s/Python/s%d.py", tree, id, side), side);
        }
    }
}

static void check_mining(const char *options, int shortest)
{
    scoped(str) output = {0}, expected = {0};
    assert_int_equal(
        run_bounded(&output, options, 300,
                    "\"$TOKFIX\" mine \"$SCRATCH/tree\" -j 2 --force -o \"$SCRATCH/db\" "
                    "--max-bytes 20000000 %s",
                    options),
        0);
    for (size_t i = 0; i < N_ITEMS(programs); i++)
        if ((int)programs[i].kind >= shortest)
            str_print(&expected, "p%05zu\n", i);
    run_valid(&output,
              "sqlite3 \"$SCRATCH/db\" 'select problem_id from problem_languages where n_fixes = 1 "
              "order by 1'");
    assert_string_equal(str_text(&output), str_text(&expected));
    run_valid(&output,
              "sqlite3 \"$SCRATCH/db\" 'select (select count(*) from fixes) + sum(n_pairs) "
              "from rejects'");
    assert_int_equal(atoi(str_text(&output)), N_ITEMS(programs)); /* the others have a reason */
}

TEST(hostile_programs__are_mined)
{
    make_tree();
    check_mining("--max-tokens 1024", SHORT);
    check_mining("-j 2", LONG);
}
