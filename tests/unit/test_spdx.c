#include "base/spdx.h"

#include "tests/support/test.h"

TEST(spdx__writes_expressions_in_their_usual_form)
{
    static const struct text_case cases[] = {
        {"MIT", "MIT"},
        {"  MIT\t", "MIT"},
        {"LicenseRef-own.1", "LicenseRef-own.1"},
        {"MIT or  Apache-2.0", "MIT OR Apache-2.0"},
        {"( MIT AND( ISC ) )", "(MIT AND (ISC))"},
        {"GPL-2.0-only with Classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"},
    };
    char text[SPDX_MAX_BYTES + 1];
    scoped(str) none = {0}, some = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        assert_true(spdx_add_expression(&out, cases[i].given, strlen(cases[i].given)));
        assert_string_equal(str_text(&out), cases[i].expected);
    }
    memset(text, 'a', sizeof text);
    assert_true(spdx_add_expression(&some, text, SPDX_MAX_BYTES));
    assert_false(spdx_add_expression(&none, text, SPDX_MAX_BYTES + 1));
    assert_false(spdx_add_expression(&none, "MIT\0", 4));
    for (const char *other, *rest = "| |OR|MIT OR|MIT OR AND ISC|MIT ISC|(MIT|MIT)|()|MIT/ISC|"
                                    "M\xc3\xadT|MIT\n|-MIT|'; DROP TABLE fixes; --|"
                                    "((((((((((MIT))))))))))";
         (other = next_text(&rest));)
        assert_false(spdx_add_expression(&none, other, strlen(other)));
    assert_string_equal(str_text(&none), "");
}

/* Fails for the first of a list that is not so. */
static void expect(const char *list, bool is_known, bool is_permissive)
{
    for (const char *one; (one = next_text(&list));)
        if (spdx_is_known(one) != is_known || spdx_is_permissive(one) != is_permissive)
            fail_msg("%s", one);
}

TEST(spdx__knows_licences_and_judges_sides_of_operators)
{
    expect("MIT|mit|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2.0|Apache-2.0+|ISC|Zlib|Unlicense|"
           "CC0-1.0|PSF-2.0|Python-2.0|Python-2.0.1|BSL-1.0|NCSA|PostgreSQL|X11|MIT-0|HPND|"
           "MIT OR GPL-2.0-only|GPL-2.0-only OR MIT AND ISC|(GPL-2.0-only OR MIT) AND ISC|"
           "Apache-2.0 WITH LLVM-exception",
           true, true);
    expect("gpl-2.0-ONLY|LGPL-2.1-or-later|MPL-2.0|SSPL-1.0|JSON|CC-BY-NC-4.0|GPL-2.0+|"
           "LicenseRef-MIT|MIT AND GPL-2.0-only|(GPL-2.0-only OR MIT) AND MPL-2.0|"
           "GPL-2.0-only WITH MIT|GPL-2.0-only WITH any-exception AND MIT",
           true, false);
    expect("GPL|MITT|MIT-|MI|+|LicenseRef-|MIT AND MITT|(MITT) AND MIT|"
           "GPL-2.0-only WITH any-exception AND MITT",
           false, false);
    expect("MIT OR MITT|(MITT) OR MIT", false, true);
}

TEST(spdx__judges_by_a_list)
{
    const char *items[] = {"MIT", "GPL-2.0-only"};
    const struct text_list list = {items, 2, 2};
    assert_true(spdx_is_one_of("MIT AND GPL-2.0-only", &list));
    assert_true(spdx_is_one_of("ISC OR mit", &list));
    assert_false(spdx_is_one_of("ISC", &list));
    assert_false(spdx_is_one_of("ISC AND MIT", &list));
    items[0] = SPDX_PERMISSIVE;
    assert_true(spdx_is_one_of("(ISC AND MIT) OR SSPL-1.0", &list));
    assert_true(spdx_is_one_of("ISC AND GPL-2.0-only", &list));
    assert_false(spdx_is_one_of("ISC AND GPL-3.0-only", &list));
    assert_false(spdx_is_one_of("permissive", &list));
}

TEST(spdx__finds_tags_in_comments)
{
    static const struct text_case cases[] = {
        {"# SPDX-License-Identifier: MIT\n", "MIT"},
        {"#!/usr/bin/env python\n# SPDX-License-Identifier: MIT\r\nx = 1\n", "MIT"},
        {"// SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note",
         "GPL-2.0-only WITH Linux-syscall-note"},
        {"/* SPDX-License-Identifier: (MIT OR GPL-2.0+) */ int x;", "(MIT OR GPL-2.0+)"},
        {"/*\n * SPDX-License-Identifier: BSD-3-Clause\n */\n", "BSD-3-Clause"},
        {"<!-- SPDX-License-Identifier: MIT -->", "MIT"},
        {"<!-- SPDX-License-Identifier: MIT--> text", "MIT"},
        {"# SPDX-License-Identifier: LicenseRef-MIT--NC", "LicenseRef-MIT--NC"},
        {"\"\"\"SPDX-License-Identifier: MIT\"\"\"\n", "MIT"},
        {"\xef\xbb\xbf# spdx-license-identifier:MIT", "MIT"},
        {"# SPDX-License-Identifier: MIT\n# SPDX-License-Identifier: MIT\n", "MIT"},
        {"# SPDX-License-Identifier: MIT\n# SPDX-License-Identifier: ISC\n", "MIT AND ISC"},
        {"# SPDX-License-Identifier: MIT OR ISC\n# SPDX-License-Identifier: ISC\n", ""},
        {"# SPDX-License-Identifier: MIT\n# SPDX-License-Identifier:\n", ""},
        {"# SPDX-License-Identifier: see LICENSE\n", ""},
        {"# SPDX-License-Identifier: MIT\x01\x1b[31m\n", ""},
        {"x = 'SPDX-License-Identifier: MIT'\n", NULL},
        {"# the tag SPDX-License-Identifier: MIT\n", NULL},
        {"# SPDX-License-Identifier MIT\n", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        bool has_tag = spdx_find_tag(&out, cases[i].given, strlen(cases[i].given));
        if (has_tag != (cases[i].expected != NULL) ||
            strcmp(str_text(&out), has_tag ? cases[i].expected : "") != 0)
            fail_msg("%s: %s", cases[i].given, str_text(&out));
    }
}

/* A tag that begins there and is cut is not taken for a shorter one. */
TEST(spdx__looks_at_the_start_of_a_file_only)
{
    static const char line[] = "# SPDX-License-Identifier: MIT\n";
    for (size_t before = SPDX_TAG_BYTES - sizeof line - 1; before <= SPDX_TAG_BYTES + 1; before++) {
        scoped(str) text = {0}, out = {0};
        while (text.length < before)
            str_add_text(&text, "\n");
        str_add_text(&text, line);
        bool is_within = before + sizeof line - 1 <= SPDX_TAG_BYTES;
        assert_int_equal(spdx_find_tag(&out, text.text, text.length), is_within);
        assert_string_equal(str_text(&out), is_within ? "MIT" : "");
    }
}
