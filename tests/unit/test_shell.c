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
