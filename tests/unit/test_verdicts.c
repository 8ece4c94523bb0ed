/* What the verdicts of CodeNet and of other judges mean. */
#include "base/mem.h"
#include "base/verdicts.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <ctype.h>

TEST(verdicts__of_codenet_have_the_class_that_the_judge_meant)
{
    static const struct {
        const char *status;
        enum verdict_class class;
    } cases[] = {
        {"Accepted", VERDICT_ACCEPTED},
        {"Compile Error", VERDICT_FAILING},
        {"Wrong Answer", VERDICT_FAILING},
        {"Time Limit Exceeded", VERDICT_FAILING},
        {"Memory Limit Exceeded", VERDICT_FAILING},
        {"Output Limit Exceeded", VERDICT_FAILING},
        {"Query Limit Exceeded", VERDICT_FAILING},
        {"Runtime Error", VERDICT_FAILING},
        {"WA: Presentation Error", VERDICT_FAILING},
        {"Internal error", VERDICT_UNDECIDED},
        {"Internal Error", VERDICT_UNDECIDED},
        {"Judge Not Available", VERDICT_UNDECIDED},
        {"Judge System Error", VERDICT_UNDECIDED},
        {"Waiting for Judging", VERDICT_UNDECIDED},
        {"Waiting for Re-judging", VERDICT_UNDECIDED},
        {"", VERDICT_UNDECIDED},
        {"accepted", VERDICT_UNDECIDED},
        {"Accepted ", VERDICT_UNDECIDED},
        {"Wrong", VERDICT_UNDECIDED},
        {"Presentation Error", VERDICT_UNDECIDED},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(verdict_class_of(cases[i].status), cases[i].class);
    }
}

struct verdict_case {
    const char *status;
    enum verdict_class class;
};

static void check_cases(const struct verdict_case *cases, size_t n, unsigned traits)
{
    for (size_t i = 0; i < n; i++) {
        enum verdict_class class = verdict_class_of_judge(cases[i].status, traits);
        if (class != cases[i].class)
            fail_msg("'%s' is %d", cases[i].status, (int)class);
    }
}

TEST(verdicts__of_other_judges_are_compared_by_their_words)
{
    static const struct verdict_case cases[] = {
        {"OK", VERDICT_ACCEPTED},
        {"AC", VERDICT_ACCEPTED},
        {"accepted", VERDICT_ACCEPTED},
        {" Accepted!", VERDICT_ACCEPTED},
        {"correct", VERDICT_ACCEPTED},
        {"Output is correct", VERDICT_ACCEPTED},
        {"Yes", VERDICT_ACCEPTED},
        {"YES - Accepted", VERDICT_ACCEPTED},
        {"true", VERDICT_ACCEPTED},
        {"Accepted (100)", VERDICT_ACCEPTED},
        {"Accepted (20/20)", VERDICT_ACCEPTED},
        {"AC (0.02 s, 3MB)", VERDICT_ACCEPTED},
        {"Accepted on test 5", VERDICT_NONE},
        {"Accepted 5", VERDICT_NONE},
        {"Accepted (50)", VERDICT_NONE},
        {"Accepted (partially)", VERDICT_NONE},
        {"Accepted (100) later", VERDICT_NONE},
        {"Accepted with warnings", VERDICT_NONE},
        {"Accepted - Presentation Error", VERDICT_NONE},
        {"Accepted for testing", VERDICT_UNDECIDED},
        {"Pretests passed", VERDICT_UNDECIDED},
        {"Partially accepted", VERDICT_FAILING},
        {"Partial Accepted", VERDICT_FAILING},
        {"Not accepted", VERDICT_FAILING},
        {"Unaccepted", VERDICT_FAILING},
        {"Yes - Wrong answer", VERDICT_NONE},
        {"No - Accepted", VERDICT_NONE},
        {"OK but slow", VERDICT_NONE},
        {"incorrect", VERDICT_FAILING},
        {"WRONG_ANSWER", VERDICT_FAILING},
        {"Wrong answer on test 5", VERDICT_FAILING},
        {"wrong-answer", VERDICT_FAILING},
        {"WrongAnswer", VERDICT_FAILING},
        {"Wrong answers", VERDICT_NONE},
        {"WA on pretest 2", VERDICT_FAILING},
        {"WA #3", VERDICT_FAILING},
        {"RE in test case 11", VERDICT_FAILING},
        {"WA: Presentation Error", VERDICT_FAILING},
        {"PresentationE", VERDICT_FAILING},
        {"TIME_LIMIT_EXCEEDED", VERDICT_FAILING},
        {"timelimit", VERDICT_FAILING},
        {"Time Limit Exceeded (13)", VERDICT_FAILING},
        {"TLE (2.0 s)", VERDICT_FAILING},
        {"TLE [test 5]", VERDICT_FAILING},
        {"Time-out", VERDICT_FAILING},
        {"Terminated due to timeout", VERDICT_FAILING},
        {"Execution timed out (wall clock limit exceeded)", VERDICT_FAILING},
        {"Execution killed with signal 11", VERDICT_FAILING},
        {"Output isn't correct", VERDICT_FAILING},
        {"IDLENESS_LIMIT_EXCEEDED", VERDICT_FAILING},
        {"runtime error (SIGSEGV)", VERDICT_FAILING},
        {"run-error", VERDICT_FAILING},
        {"Run Time Error", VERDICT_FAILING},
        {"RTE", VERDICT_FAILING},
        {"RTE (NZEC)", VERDICT_FAILING},
        {"Nonzero exit", VERDICT_FAILING},
        {"COMPILATION_ERROR", VERDICT_FAILING},
        {"compiler-error", VERDICT_FAILING},
        {"CTE", VERDICT_FAILING},
        {"CHALLENGED", VERDICT_FAILING},
        {"PARTIAL", VERDICT_FAILING},
        {"no-output", VERDICT_FAILING},
        {"No", VERDICT_FAILING},
        {"No - Wrong Answer", VERDICT_FAILING},
        {"No - Time-limit Exceeded", VERDICT_FAILING},
        {"NO - Output Format Error", VERDICT_FAILING},
        {"No - Other - Contact Staff", VERDICT_UNDECIDED},
        {"No - whatever", VERDICT_NONE},
        {"Nothing", VERDICT_NONE},
        {"false", VERDICT_FAILING},
        {"IE", VERDICT_UNDECIDED},
        {"Judge Not Available", VERDICT_UNDECIDED},
        {"TESTING", VERDICT_UNDECIDED},
        {"WJ", VERDICT_UNDECIDED},
        {"In Queue", VERDICT_UNDECIDED},
        {"Exec Format Error", VERDICT_UNDECIDED},
        {"Queuing && Judging", VERDICT_UNDECIDED},
        {"Running on test 4", VERDICT_UNDECIDED},
        {"Waiting for Re-judging", VERDICT_UNDECIDED},
        {"REJECTED", VERDICT_UNDECIDED},
        {"Denial of judgement", VERDICT_UNDECIDED},
        {"FAILED", VERDICT_FAILING},
        {"Failed", VERDICT_FAILING},
        {"", VERDICT_UNDECIDED},
        {" - ", VERDICT_UNDECIDED},
        {"?", VERDICT_UNDECIDED},
        {"N/A", VERDICT_UNDECIDED},
        {"null", VERDICT_UNDECIDED},
        {"AOK", VERDICT_NONE},
        {"5", VERDICT_FAILING},
        {"test 5", VERDICT_NONE},
        {"on test 5", VERDICT_NONE},
        {"\xff\xfe", VERDICT_NONE},
    };
    check_cases(cases, N_ITEMS(cases), 0);
}

TEST(verdicts__of_other_languages_are_known)
{
    static const struct verdict_case cases[] = {
        {"正解", VERDICT_ACCEPTED},
        {"不正解", VERDICT_FAILING},
        {"実行時間制限超過", VERDICT_FAILING},
        {"ジャッジ待ち", VERDICT_UNDECIDED},
        {"맞았습니다!!", VERDICT_ACCEPTED},
        {"맞았습니다!! (100/100)", VERDICT_ACCEPTED},
        {"정답", VERDICT_ACCEPTED},
        {"틀렸습니다", VERDICT_FAILING},
        {"런타임 에러 (NZEC)", VERDICT_FAILING},
        {"출력 형식이 잘못되었습니다", VERDICT_FAILING},
        {"채점 중", VERDICT_UNDECIDED},
        {"答案正确", VERDICT_ACCEPTED},
        {"通过", VERDICT_ACCEPTED},
        {"通过！", VERDICT_ACCEPTED},
        {"未通过", VERDICT_FAILING},
        {"答案错误", VERDICT_FAILING},
        {"部分正确", VERDICT_FAILING},
        {"超时（2.0 秒）", VERDICT_FAILING},
        {"编译错误(点击看详细)", VERDICT_FAILING},
        {"编译成功", VERDICT_UNDECIDED},
        {"自动评测通过，等待人工确认", VERDICT_UNDECIDED},
        {"ＡＣ", VERDICT_ACCEPTED},
        {"Полное решение", VERDICT_ACCEPTED},
        {"ПОЛНОЕ РЕШЕНИЕ", VERDICT_ACCEPTED},
        {"Неправильный ответ на тесте 5", VERDICT_FAILING},
        {"Превышено ограничение времени на претесте 12", VERDICT_FAILING},
        {"В очереди", VERDICT_UNDECIDED},
        {"正", VERDICT_NONE},
        {"非正解", VERDICT_NONE},
        {"通过率", VERDICT_NONE},
        {"정답률", VERDICT_NONE},
    };
    check_cases(cases, N_ITEMS(cases), VERDICT_TRAIT_WORD);
}

/* Each word is known in any case, and with other signs between its words. */
TEST(verdicts__are_known_however_they_are_spelled)
{
    static const char *const spellings[][5] = {
        {"time limit exceeded", "TIME LIMIT EXCEEDED", "time_limit_exceeded", "Time-Limit-Exceeded",
         "TimeLimitExceeded"},
        {"memory limit exceed", "Memory Limit Exceed", "memory_limit_exceed", "MEMORY-LIMIT-EXCEED",
         "MemoryLimitExceed"},
        {"output isn t correct", "Output isn't correct", "output_isn_t_correct",
         "OUTPUT ISN'T CORRECT.", "outputIsntCorrect"},
    };
    for (size_t i = 0; i < N_ITEMS(spellings); i++)
        for (size_t j = 0; j < 5; j++)
            if (verdict_class_of_judge(spellings[i][j], 0) != VERDICT_FAILING)
                fail_msg("'%s' is not failing", spellings[i][j]);
}

/* Reads the next text in quotes, before NULL. */
static char *next_word(const char **at)
{
    const char *quote = strchr(*at, '"'), *end = strstr(*at, "NULL");
    if (!quote || !end || end < quote)
        return NULL;
    size_t n = strcspn(quote + 1, "\"");
    *at = quote + n + 2;
    return mem_copy_text(quote + 1, n - (quote[n] == '*'));
}

static void check_spellings(const char *word, enum verdict_class class)
{
    static const char between[] = " _-";
    for (size_t i = 0; i < sizeof between; i++)
        for (int is_upper = 0; is_upper < 2; is_upper++) {
            scoped(str) text = {0};
            for (const char *c = word; *c; c++)
                if (*c != ' ' || between[i])
                    str_print(&text, "%c",
                              *c == ' '                             ? between[i]
                              : is_upper && (unsigned char)*c < 128 ? toupper(*c)
                                                                    : *c);
            if (verdict_class_of_judge(str_text(&text), 0) != class)
                fail_msg("'%s' is %d", str_text(&text), verdict_class_of_judge(text.text, 0));
        }
}

/* The lists of verdicts.c: all of their words in all spellings. */
TEST(verdicts__of_all_lists_are_known_in_all_spellings)
{
    static const struct {
        const char *start;
        enum verdict_class class;
    } lists[] = {
        {" accepted[] = {", VERDICT_ACCEPTED},          {" wrong_answer[] = {", VERDICT_FAILING},
        {" presentation_error[] = {", VERDICT_FAILING}, {" partial[] = {", VERDICT_FAILING},
        {" time_limit[] = {", VERDICT_FAILING},         {" memory_limit[] = {", VERDICT_FAILING},
        {" output_limit[] = {", VERDICT_FAILING},       {" query_limit[] = {", VERDICT_FAILING},
        {" idleness_limit[] = {", VERDICT_FAILING},     {" runtime_error[] = {", VERDICT_FAILING},
        {" compile_error[] = {", VERDICT_FAILING},      {" failing[] = {", VERDICT_FAILING},
        {" undecided[] = {", VERDICT_UNDECIDED},        {" missing[] = {", VERDICT_UNDECIDED},
    };
    scoped(str) source = {0};
    size_t n_words = 0;
    read_test_file(&source, "$SAMPLE/../../base/verdicts.c");
    for (size_t i = 0; i < N_ITEMS(lists); i++) {
        const char *at = strstr(source.text, lists[i].start);
        assert_non_null(at);
        for (char *word; (word = next_word(&at)); n_words++) {
            check_spellings(word, lists[i].class);
            free(word);
        }
    }
    assert_true(n_words > 250);
}

TEST(verdicts__that_say_the_highest_score_need_no_column)
{
    static const struct verdict_case cases[] = {
        {"40/100", VERDICT_FAILING}, {"7 / 10", VERDICT_FAILING},    {"10/10", VERDICT_ACCEPTED},
        {"100%", VERDICT_ACCEPTED},  {"100.00 %", VERDICT_ACCEPTED}, {"99.99%", VERDICT_FAILING},
        {"0/5", VERDICT_FAILING},    {"2.5/2.5", VERDICT_ACCEPTED},  {"87,5%", VERDICT_FAILING},
        {"11/10", VERDICT_NONE},     {"0/0", VERDICT_NONE},          {"101%", VERDICT_NONE},
        {"10/", VERDICT_NONE},       {"/10", VERDICT_NONE},          {"1/2/3", VERDICT_NONE},
    };
    check_cases(cases, N_ITEMS(cases), 0);
    check_cases(cases, N_ITEMS(cases), VERDICT_TRAIT_WORD | VERDICT_TRAIT_NUMBER);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(verdict_traits_of(cases[i].status), 0);
        assert_false(verdict_needs_traits(cases[i].status));
    }
}

TEST(verdicts__that_are_numbers_are_scores_in_a_column_of_scores)
{
    static const struct verdict_case cases[] = {
        {"100", VERDICT_ACCEPTED},   {"100.00", VERDICT_ACCEPTED},
        {"100,0", VERDICT_ACCEPTED}, {"99", VERDICT_FAILING},
        {"99.5", VERDICT_FAILING},   {"87,5", VERDICT_FAILING},
        {"0", VERDICT_FAILING},      {"007", VERDICT_FAILING},
        {" 40 ", VERDICT_FAILING},   {"100.5", VERDICT_NONE},
        {"101", VERDICT_NONE},       {"1000000000000000000000000000", VERDICT_NONE},
    };
    static const char *const others[] = {"-1", "5.5.5", "1e2", "1,000", "40 points"};
    check_cases(cases, N_ITEMS(cases), VERDICT_TRAIT_NUMBER);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *status = cases[i].status;
        assert_int_equal(verdict_traits_of(status), VERDICT_TRAIT_NUMBER);
        assert_true(verdict_needs_traits(status));
        assert_int_equal(verdict_class_of_judge(status, VERDICT_TRAIT_NUMBER | VERDICT_TRAIT_WORD),
                         VERDICT_NONE);
        assert_int_equal(verdict_class_of_judge(status, VERDICT_TRAIT_NUMBER | VERDICT_TRAIT_MINUS),
                         VERDICT_NONE);
    }
    for (size_t i = 0; i < N_ITEMS(others); i++) {
        assert_int_equal(verdict_class_of_judge(others[i], VERDICT_TRAIT_NUMBER), VERDICT_NONE);
        assert_true(verdict_number(others[i]) < 0);
    }
    assert_true(verdict_number("10.5") == 10.5);
}

TEST(verdicts__that_are_signs_are_those_of_a_table_of_signs)
{
    static const struct verdict_case cases[] = {
        {"+", VERDICT_ACCEPTED},   {"+2", VERDICT_ACCEPTED}, {"-3", VERDICT_FAILING},
        {"-", VERDICT_UNDECIDED},  {"?", VERDICT_UNDECIDED}, {"+2x", VERDICT_NONE},
        {"++", VERDICT_UNDECIDED},
    };
    const unsigned signs = VERDICT_TRAIT_PLUS | VERDICT_TRAIT_MINUS;
    check_cases(cases, N_ITEMS(cases), signs);
    assert_int_equal(verdict_class_of_judge("-3", VERDICT_TRAIT_MINUS), VERDICT_NONE);
    assert_int_equal(verdict_class_of_judge("+", signs | VERDICT_TRAIT_WORD), VERDICT_NONE);
    assert_int_equal(verdict_class_of_judge("-1", signs | VERDICT_TRAIT_NUMBER), VERDICT_NONE);
}

TEST(verdicts__of_codeforces_and_ejudge_are_known_by_their_spelling)
{
    static const struct {
        const char *status;
        unsigned traits;
    } cases[] = {
        {"FAILED", 0},       {"OK", VERDICT_TRAIT_CODEFORCES},
        {"Ok", 0},           {"WRONG_ANSWER", VERDICT_TRAIT_CODEFORCES},
        {"Wrong answer", 0}, {"SKIPPED", 0}, /* JUnit has it, too */
        {"PASSED", 0},       {"RT", VERDICT_TRAIT_EJUDGE},
        {"AC", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(verdict_traits_of(cases[i].status), cases[i].traits | VERDICT_TRAIT_WORD);
    static const struct verdict_case in_codeforces[] = {
        {"FAILED", VERDICT_UNDECIDED}, {"Failed", VERDICT_FAILING}, {"AC", VERDICT_ACCEPTED}};
    static const struct verdict_case in_ejudge[] = {
        {"FAILED", VERDICT_FAILING}, {"AC", VERDICT_UNDECIDED}, {"OK", VERDICT_ACCEPTED}};
    check_cases(in_codeforces, 3, VERDICT_TRAIT_CODEFORCES);
    check_cases(in_ejudge, 3, VERDICT_TRAIT_EJUDGE);
    assert_true(verdict_needs_traits("FAILED") && verdict_needs_traits("AC"));
    assert_false(verdict_needs_traits("Failed") || verdict_needs_traits("Accepted"));
}

TEST(verdicts__are_compared_with_those_of_an_option)
{
    static const struct {
        const char *status, *other;
        bool is_same;
    } cases[] = {
        {"OK", "ok", true},
        {"WRONG_ANSWER", "wrong answer", true},
        {"wrong-answer", "wronganswer", true},
        {"10", "10.0", true},
        {"10", "010", true},
        {"正解", "正解", true},
        {"+", "+", true},
        {"10", "1", false},
        {"-1", "1", false},
        {"+", "", false},
        {"+", "-", false},
        {"A+", "A", false},
        {"A-", "A", false},
        {"A", "A-", false},
        {"OK", "O", false},
        {"4", "4 points", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        if (verdict_is_same(cases[i].status, cases[i].other) != cases[i].is_same ||
            verdict_is_same(cases[i].other, cases[i].status) != cases[i].is_same)
            fail_msg("'%s' and '%s'", cases[i].status, cases[i].other);
    }
}

TEST(verdicts__are_found_in_comments)
{
    static const struct {
        const char *comment;
        bool has_one;
    } cases[] = {
        {"# TLE", true},
        {"// AC", true},
        {"// WA on test 3", true},
        {"/* Result: WA\n * Author: me */", true},
        {"/*\n * Status: Accepted\n */", true},
        {"# verdict = ok", true},
        {"// Wrong Answer", true},
        {"// time limit exceeded with a list", true},
        {"// 解説AC", true},
        {"# 正解", true},
        {"// 不正解", true},
        {"# Accepted", true},
        {"# accepted", true},
        {"// Accepted!", true},
        {"# wa", true},
        {"# PE", true},
        {"// CE", true},
        {"/* Accepted */", true},
        {"/* ---- tle ---- */", true},
        {"# Accepted. From the official editorial.", true},
        {"// accepted (52 ms)", true},
        {"# Result：accepted", true},
        {"# No - Wrong Answer", true},
        {"// accepted values", false},
        {"# accepted: the values", false},
        {"// wa++;", false},
        {"# wa, wb = 0, 0", false},
        {"// wa.push_back(1);", false},
        {"// accepted();", false},
        {"# pe", false},
        {"# re", false},
        {"# ac", false},
        {"# Pass.", false},
        {"# Wrong.", false},
        {"// True!", false},
        {"# wrong (if x is not known)", false},
        {"# partial(f, 1) is called later", false},
        {"// 1/2", false},
        {"// 100", false},
        {"# ok", false},
        {"# pass", false},
        {"# no", false},
        {"/* ---- I/O ---- */", false},
        {"//p(t);", false},
        {"// the accepted values", false},
        {"// the result is correct if a < b", false},
        {"# status codes", false},
        {"# combinations('ABCD', 2) => AB AC AD BC BD CD", false},
        {"# Author: ac", false},
        {"# TLEX, _AC, ACM", false},
        {"#", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (verdict_is_in_comment(cases[i].comment, strlen(cases[i].comment)) != cases[i].has_one)
            fail_msg("%s", cases[i].comment);
}

/* The column `judged`. */
TEST(verdicts__with_one_meaning_have_one_name)
{
    static const struct {
        const char *name, *status;
    } cases[] = {
        {"WA", "Wrong Answer"},
        {"WA", "WRONG_ANSWER"},
        {"WA", "Wrong answer on pretest 2"},
        {"WA", "No - Wrong Answer"},
        {"WA", "答案错误"},
        {"TLE", "Time Limit Exceeded (2.0 s)"},
        {"RE", "rte"},
        {"PE", "WA: Presentation Error"},
        {"partial", "Partially correct"},
        {"other", "Hacked"},
        {"other", "40"},
        {"other", "It's wrong"},
        {"none", ""},
        {"none", NULL},
        {"accepted", "Accepted"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(verdict_name(cases[i].status), cases[i].name);
}
