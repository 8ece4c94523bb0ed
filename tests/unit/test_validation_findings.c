/* All findings are counted, and the first ones of each rule are kept. */
#include "export/validate/validation.h"
#include "tests/support/test.h"

TEST(findings__keeps_the_first_of_each_rule_and_counts_all)
{
    static const char *const rules[] = {"a", "b"};
    scoped(findings) findings = {.max_per_rule = 3};
    char detail[16];
    for (uint64_t line = 1; line <= 100; line++) {
        snprintf(detail, sizeof detail, "%d", (int)line);
        findings_add(&findings, &(struct finding){"f", line, rules[line % 2], detail, false, 0});
    }
    assert_int_equal(findings.list.n, 6);
    assert_int_equal(findings.list.items[5].line, 6);
    assert_string_equal(findings.list.items[5].detail, "6");
    assert_int_equal(findings.rules.n, 2);
    assert_int_equal(findings.rules.items[0].n, 50);
    assert_int_equal(findings.rules.items[1].n, 50);
    assert_int_equal(findings.n_errors, 100);
}

TEST(findings__counts_warnings_apart)
{
    scoped(findings) findings = {.max_per_rule = 1};
    findings_add(&findings, &(struct finding){"f", 1, "a", "x", true, 0});
    assert_int_equal(findings.n_errors, 0);
    assert_true(findings.rules.items[0].is_warning);
    findings_add(&findings, &(struct finding){"f", 1, "b", "x", false, 0});
    assert_int_equal(findings.n_errors, 1);
}

TEST(findings__counts_what_follows_from_others_kept_or_not)
{
    scoped(findings) findings = {.max_per_rule = 1};
    size_t root = findings_add(&findings, &(struct finding){"f", 1, "a", "x", false, 0});
    size_t second = findings_add(&findings, &(struct finding){"g", 1, "b", "x", false, 0});
    size_t third = findings_add(&findings, &(struct finding){"h", 1, "b", "x", false, 0});
    assert_int_equal(root, 1);
    assert_true(third == FINDING_NOT_KEPT);
    findings_follow(&findings, second, root);
    findings_follow(&findings, third, root);
    findings_follow(&findings, root, 0);
    findings_follow(&findings, 0, root);
    assert_int_equal(findings.list.items[0].cause, 0);
    assert_int_equal(findings.list.items[1].cause, root);
    assert_int_equal(findings.n_following, 2);
    assert_int_equal(findings.n_errors, 3);
}
