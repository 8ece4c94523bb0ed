/* Preferences. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(preference__chooses_the_fix_and_rejects_the_bug)
{
    struct shown_as how = {.prompt = "{code}?"};
    scoped(made_row) made = made_row_of("x\ny = «a»\nz\n", "x\ny = «b» # c\nz\n");
    assert_string_equal(written_text(export_format_find("preference"), &made.row, &how),
                        "{\"prompt\":\"x\\ny = a\\nz\\n?\",\"chosen\":\"x\\ny = b # c\\nz\\n\","
                        "\"rejected\":\"x\\ny = a\\nz\\n\"}\n");
    how.granularity = GRANULARITY_LINE;
    how.n_context = 1;
    how.has_marks = true;
    assert_string_equal(written_text(export_format_find("preference"), &made.row, &how),
                        "{\"prompt\":\"x\\ny = <START>a<END>\\nz?\",\"chosen\":\"y = b\","
                        "\"rejected\":\"y = a\"}\n");
}

TEST(preference__is_described_for_loaders)
{
    assert_string_equal(
        described(export_format_find("preference"), "all.jsonl"),
        "{\"file_name\":\"all.jsonl\",\"ranking\":true,\"columns\":{\"prompt\":\"prompt\","
        "\"chosen\":\"chosen\",\"rejected\":\"rejected\"}}\n");
}
