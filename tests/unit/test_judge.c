/* Verdicts on predictions: by place and token, by the program that they make, and by code that does
 * not parse alone. */
#include "score/judge.h"
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

/* A place and a token: "LINE:COLUMN TOKEN". */
static struct prediction edit_of(const char *text)
{
    struct prediction edit = {.repair = strchr(text, ' ') + 1};
    edit.line = atoi(text);
    edit.column = atoi(strchr(text, ':') + 1);
    return edit;
}

/* Judges predictions of a bug, each with L before it if its place is right, and S if it solves the
 * bug. The list ends with NULL; `fixed` is NULL where no program is known but the buggy one. */
static void expect(const char *program, const char *fixed, const char *bug_text,
                   const char *const *predictions)
{
    const struct prediction at = edit_of(bug_text);
    struct gold_item item =
        bug(program, fixed ? fixed : program, (int)at.line, (int)at.column, at.repair);
    for (; *predictions; predictions++) {
        struct outcome outcome = judge_prediction(&item, edit_of(*predictions + 3));
        if (outcome.located != (**predictions == 'L') ||
            outcome.solved != ((*predictions)[1] == 'S'))
            fail_msg("'%s' of\n%sis located %d, solved %d", *predictions, program, outcome.located,
                     outcome.solved);
    }
}

#define EXPECT(program, fixed, bug, ...) \
    expect(program, fixed, bug, (const char *const[]){__VA_ARGS__, NULL})

TEST(judge_item__goes_by_place_and_token)
{
    static const char buggy[] = "n = 1\nif n < 2:\n    print(n)\n";
    static const char fixed[] = "n = 1\nif n <= 2:\n    print(n)\n";
    EXPECT(buggy, fixed, "2:5 <=", "LS 2:5 <=", "L- 2:5 <", "L- 2:5 >", "L- 2:5 ", "L- 2:5 not",
           "-- 2:3 <=", "-- 2:6 <=", "-- 9:0 <=", "-- 2:99 <", "LS 2:5  <= ", "L- 2:5 <= # so",
           "L- 2:5 <= 2: # so\n    print(n)\n0");
    EXPECT(buggy, fixed, "2:3 <=", "LS 2:3 n <= 2: #");
    EXPECT(buggy, fixed, "2:5 <=", "L- 2:5 (", "L- 2:5 '", "L- 2:5 \x01");
}

TEST(judge_item__takes_the_fixed_program_for_right)
{
    EXPECT("if not not a: pass\n", "if not a: pass\n", "1:3 ", "LS 1:3 ", "-S 1:7 ", "-- 1:0 ");
    EXPECT("if not a: pass\n", "if not not a: pass\n", "1:3 not", "-S 1:7 not");
    EXPECT("if not a: pass\n", "if not not a: pass\n", "1:7 not", "-S 1:3 not");
    EXPECT("if a: pass\n", "if not a: pass\n", "1:3 not", "LS 1:3 not a", "-S 1:0 if not",
           "L- 1:3 not b");
    EXPECT("print(a in b)\n", "print(a not in b)\n", "1:8 not in", "LS 1:8 not   in",
           "LS 1:8 not\tin", "L- 1:8 notin", "L- 1:8 not");
    EXPECT("print(a is b)\n", "print(a is not b)\n", "1:8 is not", "LS 1:8 is  not");
    EXPECT("print('a b')\n", "print('a  b')\n", "1:6 'a  b'", "L- 1:6 'a b'");
    EXPECT("print(f'{a}')\n", "print(f'{b}')\n", "1:9 b", "LS 1:9 b", "-- 1:6 f'{b}'",
           "LS 1:9  b ");
}

/* `not` goes before a token, but takes the place of an operator. */
TEST(judge_item__inserts_or_replaces)
{
    EXPECT("if (a): pass\n", "if not (a): pass\n", "1:99 x", "-S 1:3 not");
    EXPECT("if 'a': pass\n", "if not 'a': pass\n", "1:99 x", "-S 1:3 not");
    EXPECT("a = -b\n", "a = not b\n", "1:99 x", "-S 1:4 not");
    EXPECT("a = -b\n", "a = not -b\n", "1:99 x", "-- 1:4 not");
    EXPECT("a = -b\n", "a = not -b\n", "1:4 not", "LS 1:4 not");
    EXPECT("a = not b\n", "a = not not b\n", "1:99 x", "-S 1:4 not");
}

/* Without a parse place and token still decide. */
TEST(judge_item__copes_with_programs_that_do_not_parse)
{
    EXPECT("    if a < b)\n", "    if a <= b)\n", "1:9 <=", "LS 1:9 <=", "L- 1:9 not",
           "-- 1:7 not");
    EXPECT("x = '''\n", "y = '''\n", "1:0 y", "-- 1:4 y");
    EXPECT("", "x", "1:0 x", "L- 1:0 y");
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
        {"python", "3", {"x = ", "\n"}, "y", "x", "ｘ", true},
        {"python", NULL, {"x = ", "\n"}, "9", "10", "1_0", true},
        {"python", "3", {"x = ", "\n"}, "9", "10", "10.0", false},
        {"python", "3", {"x = ", "\n"}, "9", "10", "0xA # so", true},
        {"python", "3", {"x = f(", ")\n"}, "9", "10", "0xA # so", false},
        {"python", "3", {"x = ", "\n"}, "9", "10", "0x9", false},
        {"python", "3", {"x = ", "\n"}, "'b'", "'a'", "u'a'", true},
        {"python", "both", {"x = ", "\n"}, "'b'", "'a'", "u'a'", false},
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
        const char *buggy, *fixed, *codes[4]; /* with S before what solves it */
    } cases[] = {
        {"f('a', 1)\n", "f('a', 2)\n", {"Sf(\"a\", 2)\n", "-f(\"b\", 2)\n", "-f(\"a\", 1)\n"}},
        {"  elif a < 1:", "  elif a < 10:", {"S  elif a < 0xA: \\\n", "-  elif a < 9:"}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (const char *const *code = cases[i].codes; *code; code++) {
            int column = (int)strcspn(cases[i].buggy, "1");
            struct gold_item item = bug(cases[i].buggy, cases[i].fixed, 1, column, "");
            if (judge_prediction(&item, (struct prediction){.code = *code + 1}).solved !=
                (**code == 'S'))
                fail_msg("%s", *code);
        }
}

/* Rows that ask for a place and a repair have no fixed program: the token decides. */
TEST(judge_item__does_not_take_the_buggy_program_for_the_fixed_one)
{
    EXPECT("a = 10\n", NULL, "1:4 12", "LS 1:4 0xC", "L- 1:4 0xA", "L- 1:4  10 ", "-- 1:2  = ");
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
    judge_item(&outcome, judge, &item, NULL, 0, &(struct judge_options){.k = 10});
    assert_int_equal(outcome.n_predictions + outcome.located + outcome.no_bug, 0);
    judge_free(judge);
}

/* A repair whose place was given, whatever is known of the bug's place; S: it solves the bug. */
static void expect_given(const char *program, const char *fixed, const char *bug_text,
                         const char *const *repairs)
{
    const struct prediction at = edit_of(bug_text);
    struct gold_item item = bug(program, fixed, (int)at.line, (int)at.column, at.repair);
    for (; *repairs; repairs++)
        for (int is_unplaced = 0; is_unplaced < 2; is_unplaced++) {
            item.bug.is_unplaced = is_unplaced;
            bool is_solved = judge_one(&item, PREDICTION_AT_BUG, 0, *repairs + 2).solved;
            if (is_solved != (**repairs == 'S'))
                fail_msg("'%s' in %s", *repairs, program);
        }
}

#define EXPECT_GIVEN(program, fixed, bug, ...) \
    expect_given(program, fixed, bug, (const char *const[]){__VA_ARGS__, NULL})

/* The place is the bug's: also for an insertion, and where two programs alone show it. A repair
 * that names another place is at that one. */
TEST(judge_item__takes_the_given_place)
{
    EXPECT_GIVEN("if n < 2: x\n", "if n <= 2: x\n", "1:5 <=", "S <=", "- >", "- ");
    EXPECT_GIVEN("if a: x\n", "if not a: x\n", "1:3 not", "S not");
    EXPECT_GIVEN("if not a: x\n", "if a: x\n", "1:3 ", "S ");
    EXPECT_GIVEN("a in b\n", "a not in b\n", "1:2 not in", "S not  in");
    EXPECT_GIVEN("a = b\rc = a\r", "a = b\nc = b\n", "2:4 b", "S b");
    EXPECT_GIVEN("a = b\r\nc = a\r\n", "a = b\nc = b\n", "2:4 b", "S b");
    EXPECT("if n < 2: x\n", "if n <= 2: x\n", "1:5 <=", "-- 1:3 <=");
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
