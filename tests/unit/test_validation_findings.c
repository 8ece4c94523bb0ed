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
        findings_add(&findings, &(struct finding){"f", line, rules[line % 2], detail, false});
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
    findings_add(&findings, &(struct finding){"f", 1, "a", "x", true});
    assert_int_equal(findings.n_errors, 0);
    assert_true(findings.rules.items[0].is_warning);
    findings_add(&findings, &(struct finding){"f", 1, "b", "x", false});
    assert_int_equal(findings.n_errors, 1);
}
