/* Lines and columns from 0, in code points. */
#include "export/nbf.h"
#include "tests/support/test.h"

TEST(nbf_marker__finds_places)
{
    static const struct {
        double line, column;
        bool is_there;
        size_t byte;
    } cases[] = {
        {0, 0, true, 0},  {0, 2, true, 2},  {0, 3, false, 0},     {1, 0, true, 3},
        {1, 1, true, 5},  {1, 2, true, 6},  {1, 3, false, 0},     {2, 0, true, 7},
        {2, 1, false, 0}, {3, 0, false, 0}, {1e300, 0, false, 0}, {0, 1e300, false, 0},
    };
    static const char text[] = "ab\né=\n";
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t byte = 0;
        assert_int_equal(nbf_marker_find(&byte, (struct token_text){text, strlen(text)},
                                         cases[i].line, cases[i].column),
                         cases[i].is_there);
        assert_int_equal(byte, cases[i].byte);
    }
}
