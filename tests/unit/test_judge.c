/* Verdicts on predictions: by place and token, by the program that they make, and by code that does
 * not parse alone. */
#include "score/judge.h"
#include "tests/support/golds.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

static struct gold_item bug(const char *program, const char *fixed, int line, int column,
                            const char *after)
{
    return (struct gold_item){.id = "a",
                              .language = &language_python,
                              .category = CATEGORY_OTHER,
                              .bug.line = line,
                              .bug.column = column,
                              .bug.after = after,
                              .program = text_of(program),
                              .fixed = text_of(fixed)};
}

/* One judge for all tests: what it keeps of one item must not show in another. */
static struct outcome judge_prediction(const struct gold_item *item, struct prediction prediction)
{
    static struct judge *judge;
    struct outcome outcome;
    if (!judge)
        judge = judge_new();
    prediction.rank = 1;
    judge_item(&outcome, judge, item, &prediction, 1, &(struct judge_options){.k = 1});
    return outcome;
}

static struct outcome judge_one(const struct gold_item *item, int line, int column,
                                const char *repair)
{
    return judge_prediction(item,
                            (struct prediction){.line = line, .column = column, .repair = repair});
}

struct bug_case {
    const char *program, *fixed;
    int line, column; /* of the bug */
    const char *after;
    int at_line, at_column; /* of the prediction */
    const char *repair;
    bool is_located, is_solved;
};

static void check_bugs(const struct bug_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct bug_case *c = &cases[i];
        struct gold_item item = bug(c->program, c->fixed, c->line, c->column, c->after);
        struct outcome outcome = judge_one(&item, c->at_line, c->at_column, c->repair);
        if (outcome.located != c->is_located || outcome.solved != c->is_solved)
            fail_msg("'%s' at %d, %d of\n%sis located %d, solved %d", c->repair, c->at_line,
                     c->at_column, c->program, outcome.located, outcome.solved);
    }
}

TEST(judge_item__goes_by_place_and_token)
{
    static const char buggy[] = "n = 1\nif n < 2:\n    print(n)\n";
    static const char fixed[] = "n = 1\nif n <= 2:\n    print(n)\n";
    static const struct bug_case cases[] = {
        {buggy, fixed, 2, 5, "<=", 2, 5, "<=", true, true},
        {buggy, fixed, 2, 5, "<=", 2, 5, "<", true, false}, /* the same token */
        {buggy, fixed, 2, 5, "<=", 2, 5, ">", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, "", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, "not", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 3, "<=", false, false},
        {buggy, fixed, 2, 5, "<=", 2, 6, "<=", false, false}, /* no token starts there */
        {buggy, fixed, 2, 5, "<=", 9, 0, "<=", false, false},
        {buggy, fixed, 2, 5, "<=", 2, 99, "<", false, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, " <= ", true, true}, /* the program is the fixed one */
        {buggy, fixed, 2, 5, "<=", 2, 5, "<= # so", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, "<= 2: # so\n    print(n)\n0", true, false},
        {buggy, fixed, 2, 3, "<=", 2, 3, "n <= 2: #", true, true},
        {buggy, fixed, 2, 5, "<=", 2, 5, "(", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, "'", true, false},
        {buggy, fixed, 2, 5, "<=", 2, 5, "\x01", true, false},
    };
    check_bugs(cases, N_ITEMS(cases));
}

TEST(judge_item__takes_the_fixed_program_for_right)
{
    static const struct bug_case cases[] = {
        /* the first `not` of two, or the second */
        {"if not not a: pass\n", "if not a: pass\n", 1, 3, "", 1, 3, "", true, true},
        {"if not not a: pass\n", "if not a: pass\n", 1, 3, "", 1, 7, "", false, true},
        {"if not not a: pass\n", "if not a: pass\n", 1, 3, "", 1, 0, "", false, false},
        {"if not a: pass\n", "if not not a: pass\n", 1, 3, "not", 1, 7, "not", false, true},
        {"if not a: pass\n", "if not not a: pass\n", 1, 7, "not", 1, 3, "not", false, true},
        /* two tokens in place of one */
        {"if a: pass\n", "if not a: pass\n", 1, 3, "not", 1, 3, "not a", true, true},
        {"if a: pass\n", "if not a: pass\n", 1, 3, "not", 1, 0, "if not", false, true},
        {"if a: pass\n", "if not a: pass\n", 1, 3, "not", 1, 3, "not b", true, false},
        /* what a token's words stand apart by */
        {"print(a in b)\n", "print(a not in b)\n", 1, 8, "not in", 1, 8, "not   in", true, true},
        {"print(a in b)\n", "print(a not in b)\n", 1, 8, "not in", 1, 8, "not\tin", true, true},
        {"print(a in b)\n", "print(a not in b)\n", 1, 8, "not in", 1, 8, "notin", true, false},
        {"print(a in b)\n", "print(a not in b)\n", 1, 8, "not in", 1, 8, "not", true, false},
        {"print(a is b)\n", "print(a is not b)\n", 1, 8, "is not", 1, 8, "is  not", true, true},
        {"print('a b')\n", "print('a  b')\n", 1, 6, "'a  b'", 1, 6, "'a b'", true, false},
        /* inside a string with code in it */
        {"print(f'{a}')\n", "print(f'{b}')\n", 1, 9, "b", 1, 9, "b", true, true},
        {"print(f'{a}')\n", "print(f'{b}')\n", 1, 9, "b", 1, 6, "f'{b}'", false, false},
        {"print(f'{a}')\n", "print(f'{b}')\n", 1, 9, "b", 1, 9, " b ", true, true},
    };
    check_bugs(cases, N_ITEMS(cases));
}

/* `not` goes before a token, but takes the place of an operator. */
TEST(judge_item__inserts_or_replaces)
{
    static const struct bug_case cases[] = {
        {"if (a): pass\n", "if not (a): pass\n", 1, 99, "x", 1, 3, "not", false, true},
        {"if 'a': pass\n", "if not 'a': pass\n", 1, 99, "x", 1, 3, "not", false, true},
        {"a = -b\n", "a = not b\n", 1, 99, "x", 1, 4, "not", false, true},
        {"a = -b\n", "a = not -b\n", 1, 99, "x", 1, 4, "not", false, false},
        {"a = -b\n", "a = not -b\n", 1, 4, "not", 1, 4, "not", true, true},
        {"a = not b\n", "a = not not b\n", 1, 99, "x", 1, 4, "not", false, true},
    };
    check_bugs(cases, N_ITEMS(cases));
}

/* Without a parse place and token still decide. */
TEST(judge_item__copes_with_programs_that_do_not_parse)
{
    static const struct bug_case cases[] = {
        {"    if a < b)\n", "    if a <= b)\n", 1, 9, "<=", 1, 9, "<=", true, true},
        {"    if a < b)\n", "    if a <= b)\n", 1, 9, "<=", 1, 9, "not", true, false},
        {"    if a < b)\n", "    if a <= b)\n", 1, 9, "<=", 1, 7, "not", false, false},
        {"x = '''\n", "y = '''\n", 1, 0, "y", 1, 4, "y", false, false},
        {"", "x", 1, 0, "x", 1, 0, "y", true, false},
    };
    check_bugs(cases, N_ITEMS(cases));
}

TEST(judge_repaired__makes_the_program_of_each_form)
{
    static const char program[] = "a = b + c\nif a: x\n";
    static const struct {
        struct prediction prediction;
        const char *task, *repaired; /* NULL: none */
    } cases[] = {
        {{.line = 1, .column = 6, .repair = "*"}, "repair", "a = b * c\nif a: x\n"},
        {{.line = 2, .column = 3, .repair = "not"}, "repair", "a = b + c\nif not a: x\n"},
        {{.line = PREDICTION_AT_BUG, .repair = "*"}, "repair", "a = b * c\nif a: x\n"},
        {{.line = 1, .column = 6, .repair = "+"}, "repair", NULL}, /* no change */
        {{.line = 1, .column = 5, .repair = "*"}, "repair", NULL}, /* no token */
        {{.line = 0}, "repair", NULL},
        {{.code = "a = 1\n"}, "repair", "a = 1\n"},
        {{.code = "def ("}, "repair", NULL},
        {{.answer = "So:\n```\na = 1\n```"}, "repair", "a = 1\n"},
        {{.answer = "no bug"}, "repair", NULL},
        {{.answer = "line 1, column 6: `+` should be `*`"},
         "locate-repair",
         "a = b * c\nif a: x\n"},
        {{.answer = "line 1, column 6"}, "locate-repair", NULL},
        {{.answer = "line 1: `+` should be `*`"}, "explain", NULL},
    };
    struct gold_item item = bug(program, "a = b - c\nif a: x\n", 1, 6, "-");
    struct judge *judge = judge_new();
    struct outcome ignored;
    judge_item(&ignored, judge, &item, NULL, 0, &(struct judge_options){0});
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct token_text made;
        const struct question *question = question_find(cases[i].task);
        bool is_made = judge_repaired(&made, judge, &cases[i].prediction, question);
        if (is_made != (cases[i].repaired != NULL) ||
            (is_made && strcmp(made.bytes, cases[i].repaired) != 0))
            fail_msg("prediction %zu gives %s", i, is_made ? made.bytes : "none");
    }
    judge_free(judge);
}

/* A token with the value of the right one is the right one, in an edit as well as in code; but not
 * in a program that is as buggy as before. */
TEST(judge_item__takes_another_spelling_for_right)
{
    static const struct {
        const char *language, *dialect;
        const char *around[2]; /* the program before and after the token */
        const char *before, *after, *repair;
        bool is_solved;
    } cases[] = {
        {"python", "3", {"x = ", "\n"}, "'b'", "'a'", "\"a\"", true},
        {"python", "3", {"x = ", "\n"}, "9", "10", "0xA", true},
        {"python", NULL, {"x = ", "\n"}, "9", "10", "1_0", true},
        {"python", "3", {"x = ", "\n"}, "9", "10", "10.0", false},
        {"python", "3", {"x = ", "\n"}, "9", "10", "0xA # so", true},
        {"python", "3", {"x = f(", ")\n"}, "9", "10", "0xA # so", false},
        {"python", "3", {"x = ", "\n"}, "9", "10", "0x9", false},
        {"python", "3", {"x = ", "\n"}, "'b'", "'a'", "u'a'", true},
        {"python", "both", {"x = ", "\n"}, "'b'", "'a'", "u'a'", true},
        {"python", "2", {"x = ", "\n"}, "'b'", "'a'", "u'a'", false},
        {"python", NULL, {"x = ", "\n"}, "'b'", "'a'", "u'a'", false},
        {"cpp", "", {"bool x = a ", " b;\n"}, "||", "&&", "and", true},
        {"cpp", "", {"bool x = a ", " b;\n"}, "or", "and", "&&", true},
        {"cpp", NULL, {"bool x = a ", " b;\n"}, "||", "&&", "or", false},
        {"c", NULL, {"int x = ", ";\n"}, "9", "10", "012", true},
        {"c", NULL, {"long x = ", ";\n"}, "9", "10", "10L", false},
        {"java", NULL, {"class A { String x = ", "; }\n"}, "\"b\"", "\"a\"", "\"\\141\"", true},
        {"python", "3", {"x = a ", " b\n"}, "in", "not in", "not\nin", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *start = cases[i].around[0], *end = cases[i].around[1];
        scoped_memory char *buggy = mem_print("%s%s%s", start, cases[i].before, end);
        scoped_memory char *fixed = mem_print("%s%s%s", start, cases[i].after, end);
        scoped_memory char *code = mem_print("%s%s%s", start, cases[i].repair, end);
        scoped_memory char *doubled = mem_print("%s%s", code, code);
        int column = (int)strlen(start);
        struct gold_item item = bug(buggy, fixed, 1, column, cases[i].after);
        item.language = language_find(cases[i].language);
        item.dialect = cases[i].dialect;
        struct outcome of_edit = judge_one(&item, 1, column, cases[i].repair);
        struct outcome of_patch = judge_prediction(&item, (struct prediction){.code = code});
        struct outcome of_more = judge_prediction(&item, (struct prediction){.code = doubled});
        if (of_edit.solved != cases[i].is_solved || of_patch.solved != cases[i].is_solved ||
            of_more.solved)
            fail_msg("%zu: '%s': edit %d, patch %d, more %d", i, cases[i].repair, of_edit.solved,
                     of_patch.solved, of_more.solved);
    }
}

/* Code can have other spellings elsewhere, too; and be a part that does not parse alone. */
TEST(judge_item__takes_other_spellings_in_code)
{
    static const struct {
        const char *buggy, *fixed, *code;
        int column;
        bool is_solved;
    } cases[] = {
        {"f('a', 1)\n", "f('a', 2)\n", "f(\"a\", 2)\n", 7, true},
        {"f('a', 1)\n", "f('a', 2)\n", "f(\"b\", 2)\n", 7, false},
        {"f('a', 1)\n", "f('a', 2)\n", "f(\"a\", 1)\n", 7, false},
        {"  elif a < 1:", "  elif a < 10:", "  elif a < 0xA: \\\n", 11, true},
        {"  elif a < 1:", "  elif a < 10:", "  elif a < 9:", 11, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct gold_item item = bug(cases[i].buggy, cases[i].fixed, 1, cases[i].column, "");
        struct outcome outcome =
            judge_prediction(&item, (struct prediction){.code = cases[i].code});
        if (outcome.solved != cases[i].is_solved)
            fail_msg("%s", cases[i].code);
    }
}

/* Rows that ask for a place and a repair have no fixed program: the token decides. */
TEST(judge_item__does_not_take_the_buggy_program_for_the_fixed_one)
{
    static const struct bug_case cases[] = {
        {"a = 10\n", NULL, 1, 4, "12", 1, 4, "0xC", true, true},
        {"a = 10\n", NULL, 1, 4, "12", 1, 4, "0xA", true, false},
        {"a = 10\n", NULL, 1, 4, "12", 1, 4, " 10 ", true, false},
        {"a = 10\n", NULL, 1, 4, "12", 1, 2, " = ", false, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct gold_item item = bug(cases[i].program, "", 1, 4, cases[i].after);
        item.fixed = item.program;
        struct outcome outcome = judge_one(&item, 1, cases[i].at_column, cases[i].repair);
        if (outcome.located != cases[i].is_located || outcome.solved != cases[i].is_solved)
            fail_msg("'%s'", cases[i].repair);
    }
}

TEST(judge_item__takes_the_first_rank_that_holds)
{
    struct gold_item item = bug("a = b + c\n", "a = b - c\n", 1, 6, "-");
    struct prediction list[12] = {{.rank = 1, .line = 1, .column = 6, .repair = "*"},
                                  {.rank = 2, .line = 1, .column = 4, .repair = "-"},
                                  {.rank = 3, .repair = ""},
                                  {.rank = 4, .line = 1, .column = 6, .repair = "-"}};
    struct outcome outcome;
    struct judge *judge = judge_new();
    for (int rank = 5; rank <= 12; rank++)
        list[rank - 1] = (struct prediction){.rank = rank, .repair = ""};
    judge_item(&outcome, judge, &item, list, N_ITEMS(list), &(struct judge_options){.k = 10});
    assert_int_equal(outcome.located, 1);
    assert_int_equal(outcome.no_bug, 3);
    assert_int_equal(outcome.solved, 4);
    assert_int_equal(outcome.n_predictions, 10);
    judge_item(&outcome, judge, &item, list, N_ITEMS(list), &(struct judge_options){.k = 3});
    assert_int_equal(outcome.n_predictions, JUDGED_RANKS);
    judge_item(&outcome, judge, &item, list, N_ITEMS(list), &(struct judge_options){.k = 11});
    assert_int_equal(outcome.n_predictions, 11);
    judge_item(&outcome, judge, &item, NULL, 0, &(struct judge_options){.k = 10});
    assert_int_equal(outcome.n_predictions + outcome.located + outcome.no_bug, 0);
    judge_free(judge);
}

/* Of a repair whose place was given, the place is the bug's: also for an insertion, and where two
 * programs alone tell it. One that names another place is at that one. */
TEST(judge_item__takes_the_given_place)
{
    static const struct {
        const char *program, *fixed;
        int line, column;
        const char *after, *repair;
        bool is_solved;
    } cases[] = {
        {"if n < 2: x\n", "if n <= 2: x\n", 1, 5, "<=", "<=", true},
        {"if n < 2: x\n", "if n <= 2: x\n", 1, 5, "<=", ">", false},
        {"if n < 2: x\n", "if n <= 2: x\n", 1, 5, "<=", "", false},
        {"if a: x\n", "if not a: x\n", 1, 3, "not", "not", true},
        {"if not a: x\n", "if a: x\n", 1, 3, "", "", true},
        {"a in b\n", "a not in b\n", 1, 2, "not in", "not  in", true},
        {"a = b\rc = a\r", "a = b\nc = b\n", 2, 4, "b", "b", true},
        {"a = b\r\nc = a\r\n", "a = b\nc = b\n", 2, 4, "b", "b", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int is_unplaced = 0; is_unplaced < 2; is_unplaced++) {
            struct gold_item item = bug(cases[i].program, cases[i].fixed, cases[i].line,
                                        cases[i].column, cases[i].after);
            item.bug.is_unplaced = is_unplaced;
            struct outcome outcome = judge_one(&item, PREDICTION_AT_BUG, 0, cases[i].repair);
            if (outcome.solved != cases[i].is_solved)
                fail_msg("'%s' in %s", cases[i].repair, cases[i].program);
        }
    struct gold_item item = bug("if n < 2: x\n", "if n <= 2: x\n", 1, 5, "<=");
    assert_int_equal(judge_one(&item, 1, 3, "<=").solved, 0);
}

TEST(judge_item__bears_a_long_repair)
{
    enum { LENGTH = 1000000 };
    static const char fillings[] = "a(+'# \n\\0";
    struct gold_item item = bug("a = b + c\n", "a = b - c\n", 1, 6, "-");
    scoped_memory char *repair = mem_alloc(LENGTH + 1, 1);
    for (size_t i = 0; i < sizeof fillings; i++) {
        memset(repair, fillings[i], LENGTH);
        assert_int_equal(judge_one(&item, 1, 4, repair).solved, 0);
        assert_int_equal(judge_one(&item, 1, 6, repair).solved, 0);
    }
}

TEST(judge_item__compares_pieces_that_do_not_parse)
{
    static const struct {
        const char *buggy, *fixed;
        enum difference difference;
        const char *old, *new; /* of the edit; new "": deleted */
    } cases[] = {
        {"    elif a < b:", "elif  a<b : # so", DIFFERENCE_NONE, "", ""},
        {"elif a < b:", "elif a <= b:", DIFFERENCE_SINGLE, "<", "<="},
        {"elif a < b \\", "elif a <= b \\\n", DIFFERENCE_SINGLE, "<", "<="},
        {"b''' + c", " b''' + c\n", DIFFERENCE_NONE, "", ""},
        {"elif a in b:", "elif a not  in b:", DIFFERENCE_SINGLE, "in", "not in"},
        {"elif a:", "elif not a:", DIFFERENCE_SINGLE, "a", "not"},
        {"elif not a:", "elif a:", DIFFERENCE_SINGLE, "not", ""},
        {"elif a:", "elif a b:", DIFFERENCE_MULTI, NULL, NULL},
        {"elif a < b:", "elif b < a:", DIFFERENCE_MULTI, NULL, NULL},
        /* brackets need not match */
        {"x) < y", "x) <= y", DIFFERENCE_SINGLE, "<", "<="},
        {"f(x,", "f(y,", DIFFERENCE_SINGLE, "x", "y"},
        {"f(x]", "f(x)", DIFFERENCE_SINGLE, "]", ")"},
        /* layout does not count */
        {"  a\n b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"a b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"x = a not\nin b)", "x = a not in b)", DIFFERENCE_NONE, "", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *buggy = cases[i].buggy, *fixed = cases[i].fixed;
        struct gold_item item = bug(buggy, fixed, 0, 0, "");
        item.bug.is_unplaced = true;
        struct outcome outcome = judge_prediction(&item, (struct prediction){.code = fixed});
        if (outcome.no_bug != (cases[i].difference == DIFFERENCE_NONE) ||
            outcome.solved != (cases[i].difference != DIFFERENCE_NONE))
            fail_msg("%s: no bug %d, solved %d", buggy, outcome.no_bug, outcome.solved);
        if (cases[i].difference != DIFFERENCE_SINGLE)
            continue;
        outcome = judge_one(&item, 1, (int)(strstr(buggy, cases[i].old) - buggy), cases[i].new);
        if (!outcome.located || !outcome.solved)
            fail_msg("%s: located %d, solved %d", buggy, outcome.located, outcome.solved);
    }
}

enum { N_MANY = 500 };

/* Programs of one line with a wrong operator, and predictions: a third is right, a
 * third wrong, and a third missing. */
static void make_many(struct gold *gold, struct predictions *predictions)
{
    scoped(str) lines = {0};
    *gold = (struct gold){0};
    for (int i = 0; i < N_MANY; i++) {
        const char *program = arena_print(&gold->arena, "x%d = a + b\n", i);
        const char *fixed = arena_print(&gold->arena, "x%d = a - b\n", i);
        int column = (int)strcspn(program, "+");
        struct gold_item item = {.id = arena_print(&gold->arena, "p-%d-x", i),
                                 .language = &language_python,
                                 .category = CATEGORY_BINARY_OPERATOR,
                                 .bug.line = 1,
                                 .bug.column = column,
                                 .bug.after = "-",
                                 .program = {program, strlen(program)},
                                 .fixed = {fixed, strlen(fixed)}};
        gold_take(gold, &item);
        if (i % 3)
            str_print(&lines, "{\"id\":\"%s\",\"line\":1,\"column\":%d,\"repair\":\"%s\"}\n",
                      item.id, column, i % 3 == 1 ? "-" : "*");
    }
    write_test_file(scratch_path("many"), str_text(&lines), lines.length);
    assert_done(predictions_read(predictions, scratch_path("many"), gold, false, &err));
}

TEST(outcomes_make__does_not_depend_on_threads)
{
    scoped(gold) gold = {0};
    scoped(predictions) predictions = {0};
    make_many(&gold, &predictions);
    for (int n_threads = 1; n_threads <= 5; n_threads += 2) {
        scoped(outcomes) outcomes = {0};
        assert_done(outcomes_make(&outcomes, &gold, &predictions, &(struct judge_options){.k = 1},
                                  n_threads, &err));
        assert_int_equal(outcomes.n, N_MANY);
        for (int i = 0; i < N_MANY; i++) {
            const struct outcome *outcome = &outcomes.items[i];
            assert_int_equal(outcome->n_predictions, i % 3 != 0);
            assert_int_equal(outcome->located, i % 3 != 0);
            assert_int_equal(outcome->solved, i % 3 == 1);
        }
    }
}

TEST(outcome_is_flagged__wants_no_bug_among_the_first)
{
    static const struct {
        int n_predictions, no_bug;
        bool at_1, at_3, at_5;
    } cases[] = {
        {0, 0, false, false, false}, {1, 1, false, false, false}, {1, 0, true, true, true},
        {2, 2, true, false, false},  {5, 3, true, false, false},  {5, 4, true, true, false},
        {10, 6, true, true, true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct outcome outcome = {.n_predictions = (uint8_t)cases[i].n_predictions,
                                  .no_bug = (uint8_t)cases[i].no_bug};
        struct gold_item correct = {.category = GOLD_CORRECT};
        assert_int_equal(outcome_is_flagged(&outcome, 1), cases[i].at_1);
        assert_int_equal(outcome_is_flagged(&outcome, 3), cases[i].at_3);
        assert_int_equal(outcome_is_flagged(&outcome, 5), cases[i].at_5);
        assert_int_equal(outcome_is_right(&correct, &outcome, 1), !cases[i].at_1);
        assert_int_equal(outcome_is_right(&correct, &outcome, 3), !cases[i].at_3);
    }
}

/* A prediction with a high rank is judged only if that many count. */
TEST(judge_item__judges_as_many_as_count)
{
    enum { RANK = 200 };
    struct gold_item item = bug("a = b + c\n", "a = b - c\n", 1, 6, "-");
    struct prediction list[RANK];
    struct judge *judge = judge_new();
    for (int i = 0; i < RANK; i++)
        list[i] = (struct prediction){
            .rank = i + 1, .line = 1, .column = 6, .repair = i + 1 == RANK ? "-" : "*"};
    for (int k = 1; k <= RANK; k += RANK - 1) {
        struct outcome outcome;
        judge_item(&outcome, judge, &item, list, RANK, &(struct judge_options){.k = k});
        assert_int_equal(outcome.n_predictions, k == RANK ? RANK : JUDGED_RANKS);
        assert_int_equal(outcome_is_right(&item, &outcome, k), k == RANK);
        assert_false(outcome_is_right(&item, &outcome, RANK - 1));
    }
    judge_free(judge);
}

TEST(outcome_is_right__wants_one_of_the_first_to_solve_a_bug)
{
    struct gold_item bug = {.category = CATEGORY_OTHER};
    struct outcome first = {.solved = 1}, second = {.solved = 2}, none = {.located = 1};
    assert_true(outcome_is_right(&bug, &first, 1));
    assert_false(outcome_is_right(&bug, &second, 1));
    assert_true(outcome_is_right(&bug, &second, 2));
    assert_false(outcome_is_right(&bug, &none, 1000));
    assert_true(outcome_is_within(3, 3));
    assert_false(outcome_is_within(4, 3));
    assert_false(outcome_is_within(0, 10));
}
