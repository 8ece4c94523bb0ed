/* What the verdicts of CodeNet and of other judges mean. */
#include "miner/verdicts.h"
#include "tests/support/test.h"

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

TEST(verdicts__of_other_judges_are_compared_by_their_words)
{
    static const struct {
        const char *status;
        enum verdict_class class;
    } cases[] = {
        {"OK", VERDICT_ACCEPTED},
        {"AC", VERDICT_ACCEPTED},
        {"accepted", VERDICT_ACCEPTED},
        {" Accepted!", VERDICT_ACCEPTED},
        {"correct", VERDICT_ACCEPTED},
        {"100", VERDICT_ACCEPTED},
        {"100.00", VERDICT_ACCEPTED},
        {"Accepted on test 5", VERDICT_NONE},
        {"99", VERDICT_FAILING},
        {"99.5", VERDICT_FAILING},
        {"0", VERDICT_FAILING},
        {"007", VERDICT_FAILING},
        {"100.5", VERDICT_NONE},
        {"101", VERDICT_NONE},
        {"1000000000000000000000000000", VERDICT_NONE},
        {"-1", VERDICT_NONE},
        {"5.5.5", VERDICT_NONE},
        {"WRONG_ANSWER", VERDICT_FAILING},
        {"Wrong answer on test 5", VERDICT_FAILING},
        {"wrong-answer", VERDICT_FAILING},
        {"Wrong answers", VERDICT_NONE},
        {"WA: Presentation Error", VERDICT_FAILING},
        {"TIME_LIMIT_EXCEEDED", VERDICT_FAILING},
        {"timelimit", VERDICT_FAILING},
        {"Time Limit Exceeded (13)", VERDICT_FAILING},
        {"IDLENESS_LIMIT_EXCEEDED", VERDICT_FAILING},
        {"runtime error (SIGSEGV)", VERDICT_FAILING},
        {"run-error", VERDICT_FAILING},
        {"Run Time Error", VERDICT_FAILING},
        {"RTE", VERDICT_FAILING},
        {"RTE (NZEC)", VERDICT_FAILING},
        {"Nonzero exit", VERDICT_FAILING},
        {"COMPILATION_ERROR", VERDICT_FAILING},
        {"compiler-error", VERDICT_FAILING},
        {"CHALLENGED", VERDICT_FAILING},
        {"PARTIAL", VERDICT_FAILING},
        {"IE", VERDICT_UNDECIDED},
        {"Judge Not Available", VERDICT_UNDECIDED},
        {"TESTING", VERDICT_UNDECIDED},
        {"WJ", VERDICT_UNDECIDED},
        {"Waiting for Re-judging", VERDICT_UNDECIDED},
        {"REJECTED", VERDICT_UNDECIDED},
        {"Denial of judgement", VERDICT_UNDECIDED},
        {"FAILED", VERDICT_FAILING},
        {"Failed", VERDICT_FAILING},
        {"", VERDICT_UNDECIDED},
        {" - ", VERDICT_UNDECIDED},
        {"AOK", VERDICT_NONE},
        {"\xe6\xad\xa3\xe8\xa7\xa3", VERDICT_NONE},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (verdict_class_of_judge(cases[i].status) != cases[i].class)
            fail_msg("'%s' is %d", cases[i].status, (int)verdict_class_of_judge(cases[i].status));
}

TEST(verdicts__of_codeforces_are_known_by_their_spelling)
{
    static const struct {
        const char *status;
        bool is_sign;
        enum verdict_class class;
    } cases[] = {
        {"FAILED", false, VERDICT_UNDECIDED},
        {"Failed", false, VERDICT_NONE},
        {"failed", false, VERDICT_NONE},
        {"OK", true, VERDICT_NONE},
        {"Ok", false, VERDICT_NONE},
        {"WRONG_ANSWER", true, VERDICT_NONE},
        {"Wrong answer", false, VERDICT_NONE},
        {"SKIPPED", false, VERDICT_NONE}, /* JUnit has it, too */
        {"PASSED", false, VERDICT_NONE},
        {"", false, VERDICT_NONE},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(verdict_is_codeforces_sign(cases[i].status), cases[i].is_sign);
        assert_int_equal(verdict_class_in_codeforces(cases[i].status), cases[i].class);
    }
}
