/* Hunks of unified diffs. */
#include "export/hunk.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(hunk__is_what_git_prints)
{
    static const struct {
        const char *buggy, *fixed, *hunk;
        int first_line;
    } cases[] = {
        {"«a»\n", "«b»\n", "@@ -1 +1 @@\n-a\n+b\n", 1},
        {"«a»", "«b»",
         "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", 1},
        {"1\n2\n3\n4\n«a»\n6\n7\n8\n9\n", "1\n2\n3\n4\n«b»\n6\n7\n8\n9\n",
         "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-a\n+b\n 6\n 7\n 8\n", 2},
        {"def f(a): \n 2\n 3\n 4\n «a»", "def f(a): \n 2\n 3\n 4\n «b»",
         "@@ -2,4 +2,4 @@ def f(a):\n  2\n  3\n  4\n- a\n\\ No newline at end of file\n+ b\n"
         "\\ No newline at end of file\n",
         2},
        /* the heading is a whole character less than 80 bytes */
        {"xééééééééééééééééééééééééééééééééééééééééé\n 2\n 3\n 4\n «a»\n",
         "xééééééééééééééééééééééééééééééééééééééééé\n 2\n 3\n 4\n «b»\n",
         "@@ -2,4 +2,4 @@ xééééééééééééééééééééééééééééééééééééééé\n  2\n  3\n  4\n- a\n+ b\n", 2},
        /* comments near by differ, too */
        {"# x\n2\n«a»\n# y\n5\n", "#\n2\n«b»\n#\n5\n", "@@ -2,2 +2,2 @@\n 2\n-a\n+b\n", 2},
        {"# x\n# y\n2\n«a»\n", "# x\n2\n«b»\n", "@@ -3,2 +2,2 @@\n 2\n-a\n+b\n", 3},
        /* a token of several lines */
        {"x = «'''1\n2\n3\n'''»\n", "x = «'''1\n4\n5\n3\n'''»\n",
         "@@ -1,4 +1,5 @@\n x = '''1\n-2\n+4\n+5\n 3\n '''\n", 1},
        {"x = «'''1\n2\n'''»\n", "x = «'''1\n'''»\n", "@@ -1,3 +1,2 @@\n x = '''1\n-2\n '''\n", 1},
        /* lines end with LF only */
        {"1\r2\r\n«a»\r\n", "1\r2\r\n«b»\r\n", "@@ -1,2 +1,2 @@\n 1\r2\r\n-a\r\n+b\r\n", 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        scoped(str) hunk = {0};
        assert_int_equal(hunk_add(&hunk, &made.row), cases[i].first_line);
        assert_string_equal(str_text(&hunk), cases[i].hunk);
    }
}
