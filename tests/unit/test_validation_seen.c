/* Rows are compared with all rows before, in any number. */
#include "export/validate/validation.h"
#include "tests/support/test.h"

enum { N_ROWS = 20000, N_NEAR = 600 };

/* Every other digest falls into the same few slots. */
static struct row_traits row_of(uint64_t number)
{
    struct row_traits row = {.has = {[TRAIT_ID] = true}, .names = {[TRAIT_ID] = "i"}};
    row.digests[TRAIT_ID] = digest_bytes(&number, sizeof number);
    if (number % 2)
        row.digests[TRAIT_ID].low = number % 16;
    return row;
}

static bool is_used(uint64_t number)
{
    return number % 2 == 0 || number <= N_NEAR;
}

static void compare_rows(struct validation *validation, size_t file)
{
    for (uint64_t i = 0; i < N_ROWS; i++) {
        struct row_traits row = row_of(i);
        if (is_used(i))
            compare_row(validation, file, i + 1, &row);
    }
}

TEST(validation__finds_the_first_place_of_each_row)
{
    struct validate_options options = {.max_findings = SIZE_MAX};
    scoped(validation) validation = {0};
    validation_init(&validation, &options);
    validation_add_file(&validation, "a", "a", NULL);
    validation_add_file(&validation, "b", "b", NULL);
    compare_rows(&validation, 0);
    assert_int_equal(validation.findings.list.n, 0);
    compare_rows(&validation, 1);
    size_t n = 0;
    for (uint64_t i = 0; i < N_ROWS; i++) {
        if (!is_used(i))
            continue;
        const struct finding *found = &validation.findings.list.items[n++];
        assert_string_equal(found->file, "b");
        assert_int_equal(found->line, i + 1);
        assert_string_equal(found->detail, printed("duplicate id 'i', first at a:%d", (int)i + 1));
    }
    assert_int_equal(validation.findings.list.n, n);
}
