/* The line that states the encoding, as CPython's tokenizer finds it. */
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

TEST(python_encoding__is_stated_in_one_of_two_lines)
{
    static const struct text_case cases[] = {
        {"# -*- coding: cp932 -*-\n", "cp932"},
        {"#coding=cp932", "cp932"},
        {"# vim: set fileencoding=euc-jp :\n", "euc-jp"},
        {"#!/usr/bin/python\n# coding:\t Shift_JIS\n", "Shift_JIS"},
        {"\r\n# coding: cp932\r\n", "cp932"},
        {" \t\f# a\r \f# coding: cp932\r", "cp932"},
        {"# coding: cp932\n# coding: utf-8\n", "cp932"},
        {"# coding: (see below) coding: ansi_x3.4-1968\n", "ansi_x3.4-1968"},
        {"# \x8d\xc5 coding: cp932\n", "cp932"},
        {"# coding: utf-8-unix\n", "utf-8"},
        {"# coding: UTF_8_dos\n", "UTF_8"},
        {"# coding: latin-1-unix\n", "latin-1"},
        {"# coding: iso-8859-15\n", "iso-8859-15"},
        {"# coding: cp932-unix\n", "cp932-unix"},
        {"# coding : cp932\n", ""},
        {"# coding:\n# coding: cp932\n", "cp932"},
        {"# coding:", ""},
        {"# coding", ""},
        {"#\n#\n# coding: cp932\n", ""},
        {"#\r#\r# coding: cp932\n", ""},
        {"a = 1\n# coding: cp932\n", ""},
        {"'''\n# coding: cp932\n'''\n", ""},
        {"\\\n# coding: cp932\n", ""},
        {"a = 1 # coding: cp932\n", ""},
        {"coding: cp932\n", ""},
        {"", ""},
        {"\n", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *name;
        size_t n = language_python.find_encoding(&name, cases[i].given, strlen(cases[i].given));
        if (n != strlen(cases[i].expected) || (n && memcmp(name, cases[i].expected, n) != 0))
            fail_msg("%zu: '%.*s'", i, (int)n, n ? name : "");
    }
}
