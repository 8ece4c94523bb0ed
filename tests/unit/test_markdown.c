/* Foreign texts contain no active markup. */
#include "export/publish/markdown.h"
#include "tests/support/test.h"

TEST(markdown__shows_texts_as_they_are)
{
    static const struct text_case cases[] = {
        {"Wrong Answer", "Wrong Answer"},
        {"WA: 100 % (7.3.0)", "WA: 100 % (7.3.0)"},
        {"a|b", "a\\|b"},
        {"`rm` $x$ ~~y~~", "\\`rm\\` \\$x\\$ \\~\\~y\\~\\~"},
        {"<script>&amp;", "&lt;script&gt;&amp;amp;"},
        {"![x](http://a.b)", "!\\[x\\](http&#58;//a.b)"},
        {"www.example.org WWW.x", "&#119;ww.example.org &#87;WW.x"},
        {"**x** _y_", "\\*\\*x\\*\\* \\_y\\_"},
        {"@all", "&#64;all"},
        {"a\nb\r\x1b[0m", "a\\\\nb\\\\r\\\\x1b\\[0m"},
        {"back\\slash", "back\\\\slash"},
        {"\xe8\xa7\xa3", "\xe8\xa7\xa3"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        markdown_add_text(&out, cases[i].given);
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

TEST(markdown__fences_blocks_so_that_they_cannot_end_early)
{
    scoped(str) out = {0};
    markdown_add_block(&out, "sh", "tokfix mine x");
    assert_string_equal(str_text(&out), "```sh\ntokfix mine x\n```\n");
    str_clear(&out);
    markdown_add_block(&out, "", "a\n````\n\x1b");
    assert_string_equal(str_text(&out), "`````\na\n````\n\\x1b\n`````\n");
}
