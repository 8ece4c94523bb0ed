/* Lines without white space, and the search of a part in a text. */
#include "base/chance.h"
#include "guard/tasks/gold_patch.h"
#include "tests/support/test.h"

/* The numbers of the lines of a text, such as "1 2 1", in the order of their first occurrence. */
static const char *numbers_of(const char *text)
{
    scoped(line_table) table = {0};
    scoped_array struct number_list numbers = {0};
    static struct str out;
    str_clear(&out);
    line_table_cut(&table, text, strlen(text), &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        str_print(&out, "%s%u", i ? " " : "", numbers.items[i]);
    return str_text(&out);
}

TEST(line_table__numbers_lines_without_white_space)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"a\nb\na\n", "1 2 1"},
        {"a", "1"},
        {"a b\nab\n\tab\r\na\fb\va\n", "1 1 1 2"},
        {"\n \n\r\n\t\n", ""},
        {"a\n\n\nb\n", "1 2"},
        {"a\rb\nab", "1 1"},
        {"\xc2\xa0\n\xff\n\xc2\xa0", "1 2 1"}, /* a space of Unicode is none here */
    };
    expect_texts(cases, N_ITEMS(cases), numbers_of);
}

TEST(line_table__keeps_numbers_while_it_grows)
{
    scoped(line_table) table = {0};
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 1; i < 20000; i++) {
            const char *line = printed("x %u", i);
            assert_int_equal(line_table_number(&table, line, strlen(line)), i);
        }
    assert_int_equal(line_table_number(&table, " ", 1), 0);
}

/* Texts that follow each other have lines in common; each line has the number that it has alone. */
TEST(line_table__cuts_texts_after_others)
{
    struct dice dice = {1};
    scoped(line_table) table = {0};
    scoped(str) text = {0};
    for (int round = 0; round < 20000; round++) {
        scoped_array struct number_list numbers = {0};
        size_t n = 0, n_common = dice_below(&dice, text.length + 1);
        scoped_memory char *end = mem_copy_text(str_text(&text) + n_common, text.length - n_common);
        if (text.length)
            text.text[text.length = dice_below(&dice, n_common + 1)] = '\0';
        for (size_t i = dice_below(&dice, 4); i-- > 0;)
            str_add(&text, &"a\nb \n"[dice_below(&dice, 5)], 1);
        str_add_text(&text, text.length < 40 ? end : "");
        line_table_cut(&table, str_text(&text), text.length, &numbers);
        for (const char *at = str_text(&text); *at; at += strcspn(at, "\n"), at += *at == '\n') {
            uint32_t number = line_table_number(&table, at, strcspn(at, "\n"));
            if (number && (n == numbers.n || numbers.items[n++] != number))
                fail_msg("round %d, line %zu of '%s'", round, n, text.text);
        }
        assert_int_equal(n, numbers.n);
    }
}

static int64_t find_naively(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part)
{
    for (size_t at = 0; at + n_part <= n; at++) {
        size_t i = 0;
        while (i < n_part && text[at + i] == part[i])
            i++;
        if (i == n_part)
            return (int64_t)at;
    }
    return -1;
}

/* All texts of up to 8 and parts of up to 5 lines, of which two differ. */
TEST(line_table__finds_parts)
{
    for (uint32_t bits = 0; bits < 1 << 13; bits++) {
        uint32_t lines[13];
        for (int i = 0; i < 13; i++)
            lines[i] = bits >> i & 1;
        for (size_t n = 0; n <= 8; n++)
            for (size_t n_part = 0; n_part <= 5; n_part++)
                assert_int_equal(line_table_find(lines, n, lines + 8, n_part),
                                 find_naively(lines, n, lines + 8, n_part));
    }
}
