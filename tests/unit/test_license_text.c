#include "miner/git/commits.h"

#include "base/file.h"
#include "base/json.h"
#include "tests/support/test.h"

static struct json *all; /* of SPDX's list */

static int read_all(void **state)
{
    (void)state;
    scoped(str) path = {0}, content = {0};
    struct err err;
    str_print(&path, "%s/spdx/node_modules/spdx-license-list/spdx-full.json", getenv("OUT"));
    return file_read(&content, str_text(&path), &err) != 0 ||
           json_parse(&all, str_text(&content), content.length, &err) != 0;
}

static int release_all(void **state)
{
    (void)state;
    json_free(all);
    return 0;
}

SUITE_SETUP(read_all, release_all);

static const char *text_of(const char *id)
{
    return json_text_at(json_get(all, id), "licenseText");
}

/* Asserts what is found; NULL: nothing. */
static void assert_found(const char *text, const char *expected)
{
    scoped(str) found = {0};
    bool is_found = license_text_find(text, strlen(text), &found);
    if (is_found != (expected != NULL) || strcmp(str_text(&found), expected ? expected : "") != 0)
        fail_msg("found '%s', not '%s', in:\n%.300s", str_text(&found), expected ? expected : "",
                 text);
}

/* Returns a copy in which the first `from` is replaced. */
static void replace(struct str *out, const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at)
        fail_msg("no '%s' in '%.80s...'", from, text);
    str_set(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* Of the texts of SPDX, the words of the table and of the text are made by two programs. Some texts
 * are those of several identifiers, or contain each other. */
TEST(license_text__finds_most_texts_of_spdx)
{
    char usual[] = "0BSD AFL-3.0 AGPL-3.0-only Apache-1.1 Apache-2.0 Artistic-2.0 BSD-2-Clause "
                   "BSD-3-Clause BSD-4-Clause BSL-1.0 BUSL-1.1 CC-BY-4.0 CC-BY-NC-4.0 CC0-1.0 "
                   "EPL-2.0 EUPL-1.2 GPL-2.0-only GPL-3.0-only HPND ISC JSON LGPL-2.1-only "
                   "LGPL-3.0-only MIT MIT-0 MPL-2.0 NCSA OFL-1.1 PSF-2.0 PostgreSQL Python-2.0 "
                   "Python-2.0.1 SSPL-1.0 Unlicense WTFPL X11 ZPL-2.1 Zlib MIT-feh "
                   "BSD-3-Clause-Clear Elastic-2.0 BSD-2-Clause-Patent "
                   "BSD-3-Clause-No-Nuclear-License BSD-3-Clause-No-Military-License";
    size_t n = 0, n_own = 0, n_found = 0, step = 32 / tier_draws(8);
    for (char *id = strtok(usual, " "); id; id = strtok(NULL, " "))
        assert_found(text_of(id), id);
    json_each(one, all) {
        scoped(str) found = {0};
        const char *text = json_text_at(one, "licenseText");
        if (n++ % step)
            continue;
        n_found += license_text_find(text, strlen(text), &found);
        n_own += strcmp(str_text(&found), json_name(one)) == 0;
    }
    print_message("note: of %zu texts of SPDX, %zu have their own identifier, %zu another one\n",
                  n / step, n_own, n_found - n_own);
    assert_true(n_own * 100 > n / step * 80);
}

TEST(license_text__does_not_look_at_layout)
{
    scoped(str) text = {0}, other = {0};
    replace(&text, text_of("MIT"), "<year> <copyright holders>", "1999-2026 Ada Lovelace, C. B.");
    assert_found(text.text, "MIT");
    for (size_t i = 0; i < text.length; i++) /* one word on each line, in a comment */
        str_print(&other, "%s%c", text.text[i] == ' ' ? "\r\n *  " : "", text.text[i]);
    assert_found(other.text, "MIT");
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] >= 'a' && text.text[i] <= 'z')
            text.text[i] = (char)(text.text[i] - 'a' + 'A');
    assert_found(text.text, "MIT");
    str_clear(&other);
    replace(&other, text_of("MIT"), "MIT License", "The MIT License (MIT)\n=====");
    assert_found(other.text, "MIT");
    replace(&other, text_of("MIT"), "\"Software\"", "\xe2\x80\x9cSoftware\xe2\x80\x9d");
    assert_found(other.text, "MIT");
}

/* A word is forgiven, but a restriction is not: beside a copyright, which does not count, within
 * the text, and after it. */
TEST(license_text__does_not_forgive_a_restriction)
{
    static const char copyright[] = "Copyright (c) <year> <copyright holders>";
    static const struct {
        const char *from, *to; /* NULL: the end of the text */
        bool is_found;
    } cases[] = {
        {"COPYRIGHT HOLDERS", "COPYRIGHT OWNERS", true},
        {"is hereby granted", "is not granted", false},
        {"without restriction", "without commercial restriction", false},
        {"use, copy, modify", "use only, copy, modify", false},
        {"free of charge", "for non commercial use, free of charge", false},
        {copyright, "Copyright (c) 2020 General Motors and the GNU project. All rights reserved.",
         true},
        {copyright, "Copyright (c) 2020 A. For non-commercial use only.", false},
        {copyright, "(c) 2020 A. Must not be used in weapons.", false},
        {copyright, "Copyright 2020 A, except lib/, which is restricted", false},
        {NULL, "\n\nThanks to all contributors of the library.\n", true},
        {NULL, "\n\nThe files below lib/ may not be sold.\n", false},
        {NULL,
         "\n\n\"Commons Clause\" License Condition v1.0\n\nThe Software is provided to you by the "
         "Licensor under the License, as defined below, subject to the following condition.\n",
         false},
        {NULL, "\n\nFor commercial use, ask us.\n", false},
        {NULL, "\n\nlib/x.c is under the GPL.\n", false},
    };
    scoped(str) bsd = {0}, text = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) changed = {0};
        if (cases[i].from)
            replace(&changed, text_of("MIT"), cases[i].from, cases[i].to);
        else
            str_print(&changed, "%s%s", text_of("MIT"), cases[i].to);
        assert_found(changed.text, cases[i].is_found ? "MIT" : NULL);
    }
    replace(&text, text_of("BSD-3-Clause"), "1. ", "a. ");
    replace(&bsd, text.text, "copyright holder nor", "Foo Project nor");
    assert_found(bsd.text, "BSD-3-Clause");
}

TEST(license_text__joins_the_licences_of_a_file)
{
    scoped(str) text = {0};
    str_print(&text, "%s\n\n----\n\nlib/a.c was taken from another project:\n\n%s\n\n%s\n",
              text_of("BSD-3-Clause"), text_of("MIT"), text_of("BSD-3-Clause"));
    assert_found(text.text, "BSD-3-Clause AND MIT");
    str_set(&text, "%s\n\nPortions are under this licence:\n\n%s", text_of("MIT"),
            text_of("GPL-2.0-only"));
    assert_found(text.text, "MIT AND GPL-2.0-only");
}

TEST(license_text__does_not_depend_on_line_ends)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t end = 0; end < N_ITEMS(ends); end++) {
        scoped(str) text = {0}, both = {0};
        str_print(&both, "%s\n\n%s", text_of("GPL-3.0-only"), text_of("MIT"));
        size_t n_spaces = 0;
        for (const char *at = both.text; *at; at++) {
            bool is_end = *at == '\n' || (*at == ' ' && n_spaces++ % 10 == 0); /* short lines */
            str_print(&text, is_end ? "%s" : "%.1s", is_end ? ends[end] : at);
        }
        assert_found(text.text, "GPL-3.0-only AND MIT");
    }
}

TEST(license_text__knows_the_usual_variants)
{
    scoped(str) text = {0}, isc = {0};
    replace(&text, text_of("Apache-2.0"), "END OF TERMS AND CONDITIONS", "");
    *strstr(text.text, "APPENDIX") = '\0';
    assert_found(text.text, "Apache-2.0");
    assert_found(strstr(text_of("Apache-2.0"), "Licensed under the Apache"), "Apache-2.0");
    replace(&text, text_of("ISC"), "ISC DISCLAIMS", "THE AUTHOR DISCLAIMS");
    replace(&isc, text.text, "ISC BE", "THE AUTHOR BE");
    assert_found(isc.text, "ISC");
}

TEST(license_text__does_not_guess)
{
    static const char *const texts[] = {
        "",
        "\n\n",
        "MIT",
        "This program is licensed under the MIT license.",
        "Copyright (c) 2020 A\nAll rights reserved.\n",
        "Permission is hereby granted, free of charge, to any person"};
    scoped(str) text = {0};
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        assert_found(texts[i], NULL);
    for (int i = 0; i < 60; i++)
        str_add_text(&text, "word ");
    str_print(&text, "\n\n%s", text_of("MIT"));
    assert_found(text.text, NULL);
}

TEST(license_text__reads_any_bytes)
{
    scoped(str) text = {0}, found = {0};
    uint32_t random = 1;
    for (int i = 0; i < 1 << 18; i++) {
        char byte = (char)((random = random * 1664525 + 1013904223) >> 24);
        str_add(&text, &byte, 1);
    }
    assert_false(license_text_find(text.text, text.length, &found));
    str_clear(&text);
    for (int i = 0; i < 1 << 13; i++) /* paragraphs that begin as licences do */
        str_add_text(&text, "\n\nPermission is hereby granted\n");
    assert_false(license_text_find(text.text, text.length, &found));
    str_clear(&text);
    str_print(&text, "%s", text_of("MIT"));
    str_add(&text, "\0\0", 2);
    assert_true(license_text_find(text.text, text.length, &found));
}
