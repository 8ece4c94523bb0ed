/* Columns and blocks are those of Python's tokenizer. */
#include "tokenize/blocks.h"
#include "tests/support/test.h"

TEST(blocks__columns_go_by_tabs_of_eight)
{
    static const struct {
        const char *line; /* up to the token */
        uint32_t column;
    } cases[] =
        {
            {"", 0},         {" ", 1},          {"    ", 4},      {"\t", 8},
            {"\t\t", 16},    {"  \t", 8},       {"       \t", 8}, {"        \t", 16},
            {"\t ", 9},      {" \t \t ", 17},   {"\f", 0},        {"    \f  ", 2},
            {"\t\f\t", 8},   {"  \\\n    ", 2}, /* a line continuation */
            {"\\\r\n\t", 0},
        };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        char text[64] = "before\n";
        uint32_t line_start = (uint32_t)strlen(text);
        strcat(text, cases[i].line);
        assert_int_equal(blocks_column(text, line_start, (uint32_t)strlen(text)), cases[i].column);
    }
}

TEST(blocks__open_and_close_by_column)
{
    enum { WRONG = 1000, MAX_LINES = 8 }; /* WRONG: no open block has that column */
    static const struct {
        uint32_t columns[MAX_LINES];
        int changed[MAX_LINES]; /* what each line opens (1) or closes (-n) */
        size_t n_lines, n_open; /* lines, and blocks that are open after them */
    } cases[] = {
        {{0, 0, 0}, {0, 0, 0}, 3, 0},
        {{0, 4, 4, 0}, {0, 1, 0, -1}, 4, 0},
        {{0, 2, 4, 8, 0}, {0, 1, 1, 1, -3}, 5, 0},
        {{0, 2, 4, 8, 2, 2, 3}, {0, 1, 1, 1, -2, 0, 1}, 7, 2},
        {{4, 4, 5}, {1, 0, 1}, 3, 2},     /* indented without a reason */
        {{0, 4, 2}, {0, 1, WRONG}, 3, 0}, /* between two blocks */
        {{4, 3, 0}, {1, WRONG, 0}, 3, 0},
        {{0, 2, 8, 5}, {0, 1, 1, WRONG}, 4, 1},
        {{0, UINT32_MAX, 0}, {0, 1, -1}, 3, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct blocks blocks = {0};
        for (size_t line = 0; line < cases[i].n_lines; line++) {
            int64_t n_changed = 77;
            bool is_right = blocks_start_line(&blocks, cases[i].columns[line], &n_changed);
            assert_int_equal(is_right, cases[i].changed[line] != WRONG);
            if (is_right)
                assert_int_equal(n_changed, cases[i].changed[line]);
        }
        assert_int_equal(blocks.columns.n, cases[i].n_open);
        blocks_release(&blocks);
        assert_int_equal(blocks.columns.n, 0);
    }
}
