/* All findings are counted, and the first ones of each rule are kept. */
#include "export/validate/validation.h"
#include "tests/support/test.h"

TEST(findings__keeps_the_first_of_each_rule_and_counts_all)
{
    static const char *const rules[] = {"a", "b"};
    struct validate_options options = {.max_findings = 3};
    scoped(validation) validation = {0};
    const struct findings *findings = &validation.findings;
    validation_init(&validation, &options);
    for (uint64_t line = 1; line <= 100; line++)
        validation_find(&validation, "f", line, rules[line % 2], "%d", (int)line);
    assert_int_equal(findings->list.n, 6);
    assert_int_equal(findings->list.items[5].line, 6);
    assert_string_equal(findings->list.items[5].detail, "6");
    assert_int_equal(findings->rules.n, 2);
    assert_int_equal(findings->rules.items[0].n, 50);
    assert_int_equal(findings->rules.items[1].n, 50);
    assert_int_equal(findings->n_errors, 100);
}

TEST(findings__counts_warnings_apart)
{
    struct validate_options options = {.max_findings = 1};
    scoped(validation) validation = {0};
    validation_init(&validation, &options);
    validation_find(&validation, "f", 1, "edited_card", "x");
    assert_int_equal(validation.findings.n_errors, 0);
    assert_true(validation.findings.rules.items[0].is_warning);
    validation_find(&validation, "f", 1, "b", "x");
    assert_int_equal(validation.findings.n_errors, 1);
}
