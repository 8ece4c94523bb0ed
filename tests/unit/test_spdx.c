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
        {"", NULL},
        {" ", NULL},
        {"OR", NULL},
        {"MIT OR", NULL},
        {"MIT OR AND ISC", NULL},
        {"MIT ISC", NULL},
        {"(MIT", NULL},
        {"MIT)", NULL},
        {"()", NULL},
        {"MIT/ISC", NULL},
        {"M\xc3\xadT", NULL},
        {"MIT\n", NULL},
        {"-MIT", NULL},
        {"'; DROP TABLE fixes; --", NULL},
        {"((((((((((MIT))))))))))", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        bool is_good = spdx_add_expression(&out, cases[i].given, strlen(cases[i].given));
        assert_int_equal(is_good, cases[i].expected != NULL);
        assert_string_equal(str_text(&out), cases[i].expected ? cases[i].expected : "");
    }
}

TEST(spdx__refuses_long_expressions_and_zero_bytes)
{
    scoped(str) out = {0}, text = {0};
    for (int i = 0; i < SPDX_MAX_BYTES; i++)
        str_add_text(&text, "a");
    assert_true(spdx_add_expression(&out, text.text, text.length));
    str_add_text(&text, "a");
    str_clear(&out);
    assert_false(spdx_add_expression(&out, text.text, text.length));
    assert_false(spdx_add_expression(&out, "MIT\0", 4));
    assert_string_equal(str_text(&out), "");
}

TEST(spdx__knows_the_licences_of_the_list)
{
    static const struct {
        const char *expression;
        bool is_known;
    } cases[] = {
        {"MIT", true},
        {"gpl-2.0-ONLY", true},
        {"GPL-2.0+", true},
        {"Apache-2.0+", true},
        {"LicenseRef-own", true},
        {"(MIT OR Apache-2.0) AND ISC", true},
        {"GPL-2.0-only WITH any-exception AND MIT", true},
        {"GPL", false},
        {"MITT", false},
        {"MI", false},
        {"+", false},
        {"LicenseRef-", false},
        {"MIT OR MITT", false},
        {"(MITT) OR MIT", false},
        {"GPL-2.0-only WITH any-exception AND MITT", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(spdx_is_known(cases[i].expression), cases[i].is_known);
}

TEST(spdx__judges_sides_of_operators)
{
    static const struct {
        const char *expression;
        bool is_permissive;
    } cases[] = {
        {"MIT", true},
        {"mit", true},
        {"BSD-2-Clause", true},
        {"BSD-3-Clause", true},
        {"0BSD", true},
        {"Apache-2.0", true},
        {"Apache-2.0+", true},
        {"ISC", true},
        {"Zlib", true},
        {"Unlicense", true},
        {"CC0-1.0", true},
        {"PSF-2.0", true},
        {"Python-2.0", true},
        {"Python-2.0.1", true},
        {"BSL-1.0", true},
        {"NCSA", true},
        {"PostgreSQL", true},
        {"X11", true},
        {"MIT-0", true},
        {"HPND", true},
        {"GPL-2.0-only", false},
        {"LGPL-2.1-or-later", false},
        {"MPL-2.0", false},
        {"SSPL-1.0", false},
        {"JSON", false},
        {"CC-BY-NC-4.0", false},
        {"MIT-", false},
        {"MI", false},
        {"LicenseRef-MIT", false},
        {"MIT OR GPL-2.0-only", true},
        {"MIT AND GPL-2.0-only", false},
        {"GPL-2.0-only OR MIT AND ISC", true},
        {"(GPL-2.0-only OR MIT) AND ISC", true},
        {"(GPL-2.0-only OR MIT) AND MPL-2.0", false},
        {"Apache-2.0 WITH LLVM-exception", true},
        {"GPL-2.0-only WITH MIT", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (spdx_is_permissive(cases[i].expression) != cases[i].is_permissive)
            fail_msg("%s", cases[i].expression);
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
