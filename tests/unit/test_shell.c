/* Words of command lines, read by a real shell. */
#include "base/shell.h"
#include "tests/support/test.h"

TEST(shell__reads_the_word_that_was_meant)
{
    static const char *const words[] = {"plain", "two words", "it's", "$HOME", "`x`", "",      "*",
                                        "a\nb",  "\"q\"",     "-x=y", "#",     "~",   "a;b&c", "\\",
                                        "a\\'b", "'",         "!x",   "{a,b}", "=ls", "\x1b"};
    for (size_t i = 0; i < N_ITEMS(words); i++) {
        scoped(str) quoted = {0};
        shell_add_word(&quoted, words[i]);
        scoped(str) output = output_of("printf '%%s' %s", str_text(&quoted));
        assert_string_equal(str_text(&output), words[i]);
    }
}

TEST(shell__takes_no_path_for_an_option)
{
    static const char *const paths[][2] = {
        {"-x.db", "./-x.db"}, {"--help", "./--help"}, {"-", "-"},    {"", "''"},
        {"a-b", "a-b"},       {"-a b", "'./-a b'"},   {"/-a", "/-a"}};
    for (size_t i = 0; i < N_ITEMS(paths); i++) {
        scoped(str) word = {0};
        shell_add_path(&word, paths[i][0]);
        assert_string_equal(str_text(&word), paths[i][1]);
    }
}
