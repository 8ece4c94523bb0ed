/* What a message says and what a patch shows, as in public repositories. */
#include "sources/git/sweeps.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

struct sweep_case {
    const char *subject;
    size_t n_files;
    const char *patch;
    const char *kind;
};

/* A file with one hunk; the lines of the hunk have no header. */
static void add_file(struct str *out, const char *path, const char *lines)
{
    int n[2] = {0};
    for (const char *line = lines; *line; line = strchr(line, '\n') + 1) {
        n[0] += *line != '+';
        n[1] += *line != '-';
    }
    str_print(out, "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n@@ -%d,%d +%d,%d @@\n%s", path, path,
              path, path, n[0] > 0, n[0], n[1] > 0, n[1], lines);
}

/* Reads "PATH\nLINES" of several files, with an empty line between them. */
static const char *kind_of(const struct sweep_case *it)
{
    scoped(str) text = {0};
    scoped(patch) patch = {0};
    for (const char *at = it->patch; *at;) {
        const char *end = strstr(at, "\n\n");
        size_t n_path = strcspn(at, "\n"), n = end ? (size_t)(end - at) + 1 : strlen(at);
        add_file(&text, printed("%.*s", (int)n_path, at),
                 printed("%.*s", (int)(n - n_path - 1), at + n_path + 1));
        at += n + (end != NULL);
    }
    assert_done(patch_read(&patch, text.text, text.length, &err));
    return sweep_kind_names[sweep_of_patch(&patch, sweep_signs(it->subject, it->n_files))];
}

static void expect_kinds(const struct sweep_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(kind_of(&cases[i]), cases[i].kind) != 0)
            fail_msg("case %zu, %s: %s", i, cases[i].subject, kind_of(&cases[i]));
}

TEST(sweep__of_format_changes_the_layout_only)
{
    static const struct sweep_case cases[] = {
        {"Reformat with black", 1, "a.py\n-f( a,'b' )\n+f(\n+    a,\n+    \"b\",\n+)\n", "format"},
        {"remove trailing whitespace", 1, "a.py\n \"\"\"Text \n-more.  \n+more.\n \"\"\"\n",
         "format"},
        {"clang-format", 1, "a.c\n-if(a){\n-b;}\n+if (a) {\n+    b;\n+}\n", "format"},
        {"Fix formatting of dates", 1, "a.py\n-f('%d %b')\n+f('%d%b')\n", "none"},
        {"Fix log format", 1, "a.py\n-log(\"a\")\n+log(\"a\\n\")\n", "none"},
        {"Format: quote", 1, "a.c\n-f('a')\n+f(\"a\")\n", "none"},
        {"Fix style: missing comma", 1, "a.py\n-f('a' 'b')\n+f('a', 'b')\n", "none"},
        {"Rewrite", 1, "a.py\n-f( a )\n+f(a)\n", "none"},
        {"Reformat, fix", 1, "a.py\n-f( a )\n+f(a)\n\nb.py\n-a < b\n+a <= b\n", "none"},
    };
    expect_kinds(cases, N_ITEMS(cases));
}

#define RENAME "-f(old, 1)\n+f(new, 1)\n"

TEST(sweep__of_renaming_replaces_a_text_in_many_places)
{
    static const struct sweep_case cases[] = {
        {"Rename old to new", 2, "a.py\n" RENAME "\nb.py\n" RENAME, "rename"},
        {"Rename old to new", 1,
         "a.py\n-old(old)\n-b = old\n-c = old\n+new(new)\n+b = new\n+c = new\n", "rename"},
        {"old -> new", 2,
         "a.c\n-#include <old.h>\n+#include <new.h>\n\nb.c\n-g(old.h)\n+g(new.h)\n", "rename"},
        {"Rename old to new", 1, "a.py\n" RENAME, "none"},
        {"Clean up", 3, "a.py\n" RENAME "\nb.py\n" RENAME "\nc.py\n" RENAME, "rename"},
        {"Fix old", 3, "a.py\n" RENAME "\nb.py\n" RENAME "\nc.py\n" RENAME, "none"},
        {"Clean up", 3, "a.py\n-a = 1\n+a = 2\n\nb.py\n-a = 1\n+a = 2\n\nc.py\n-a = 1\n+a = 2\n",
         "none"},
        {"Clean up", 3, "a.py\n" RENAME "\nb.py\n" RENAME "\nc.py\n" RENAME " \n-a\n+b\n", "none"},
    };
    expect_kinds(cases, N_ITEMS(cases));
}

TEST(sweep__of_a_version_changes_versions_only)
{
    static const struct sweep_case cases[] = {
        {"Bump version", 1, "fmt/core.h\n-#define FMT_VERSION 90100\n+#define FMT_VERSION 90101\n",
         "version"},
        {"v0.6.4.beta3", 1,
         "a/__init__.py\n-__version__ = \"0.6.4\"\n+__version__ = \"0.6.5-git\"\n", "version"},
        {"Redis 2.4.5", 2,
         "00-RELEASENOTES\n+More.\n\nversion.h\n-#define V \"2.4.4\"\n+#define V "
         "\"2.4.5\"\n",
         "version"},
        {"require Werkzeug 2.2", 1, "setup.py\n-\"Werkzeug >= 2.0\"\n+\"Werkzeug >= 2.2.0a1\"\n",
         "version"},
        {"Bump version", 2, "version.h\n-#define V 1\n+#define V 2\n\na.c\n-a < 1\n+a < 2\n",
         "none"},
        {"bump timeout", 1, "a.py\n-wait(30)\n+wait(60)\n", "none"},
        {"version.c: bump buffer to fit", 1, "version.c\n-char out[30];\n+char out[40];\n", "none"},
        {"fix zstd version", 1,
         "a.h\n-#if ZSTD_VERSION_NUMBER >= 10103\n+#if ZSTD_VERSION_NUMBER >= "
         "10405\n",
         "none"},
        {"fix asdf 3.0 version check", 1,
         "a.py\n-minversion(asdf, \"3.0\")\n+minversion(asdf, "
         "\"3.0.dev\")\n",
         "none"},
    };
    expect_kinds(cases, N_ITEMS(cases));
}

TEST(sweep__of_a_licence_changes_lines_of_copyright_only)
{
    static const struct sweep_case cases[] = {
        {"Happy New Year", 1, "a.py\n-# Copyright 2014 A\n+# Copyright 2015 A\n", "license"},
        {"Update copyright", 1, "conf.py\n-copyright = 'MMXVII'\n+copyright = 'MMXVIII'\n",
         "license"},
        {"Updated year", 1, "a.py\n-print(2014)\n+print(2015)\n", "none"},
        {"Clean up", 3,
         "a.py\n-# (c) 2014 A\n+# (c) 2015 A\n\nb.py\n-# (c) 2014 A\n+# (c) 2015 A\n"
         "\nc.py\n-# (c) 2014 A\n+# (c) 2015 A\n",
         "license"},
        {"Clean up", 3,
         "a.py\n-# (c) 2014 A\n+# (c) 2015 A\n\nb.py\n-# (c) 2014 A\n+# (c) 2015 A\n"
         "\nc.py\n-a = 0\n+a = o\n",
         "none"},
    };
    expect_kinds(cases, N_ITEMS(cases));
}

TEST(sweep__of_a_merge_brings_changes_of_others)
{
    static const struct sweep_case cases[] = {
        {"Update hiredis", 1, "deps/hiredis/a.c\n-a < b\n+a <= b\n", "merge"},
        {"Update hiredis", 2, "deps/hiredis/a.c\n-a < b\n+a <= b\n\na.c\n-a < b\n+a <= b\n",
         "none"},
        {"Update deps/hiredis/a.c", 1, "deps/hiredis/a.c\n-a < b\n+a <= b\n", "none"},
        {"Fix hiredis", 1, "deps/hiredis/a.c\n-a < b\n+a <= b\n", "none"},
        {"Merge branch 'main'", 1, "a.c\n-a < b\n+a <= b\n", "none"},
    };
    expect_kinds(cases, N_ITEMS(cases));
}

TEST(sweep__of_a_revert_says_what_it_undoes)
{
    static const char *const reverts[] = {
        "ftpgetinfo: revert to fprintf()",
        "KAFKA-14588 Revert unnecessary change",
        "KAFKA-6718 / Revert StickyTaskAssignor changes",
        "Backport PR #14133: Revert change to NUMPY_LT_1_24 [ci skip]",
        ":rewind: revert accidental change",
        "[skip ci] Reverting",
        "Automated rollback of commit f7dbd3841f859fcb498e522323aa07b8753b0d45.",
        "Backed out changeset e57017ad86ce",
        "Undo change that was supposed to be temporary",
        NULL,
    };
    static const char *const others[] = {
        "enable rollback in stress tests",
        "Roll back the transaction on errors",
        "Restore the warning",
        "Missed one line in revert.",
        "undo: fix the stack of changes",
        NULL,
    };
    for (const char *const *it = reverts; *it; it++)
        assert_true(sweep_signs(*it, 1) & SIGN(REVERT));
    for (const char *const *it = others; *it; it++)
        assert_false(sweep_signs(*it, 1) & SIGN(REVERT));
}

/* Makes and mines a repository, and prints the kind and the message of each commit with a fix. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && rm -rf r && "
    "git init -q -b main r && cd r\n"
    "c() { echo \"x = $2\" >a.py; git add -A; git commit -qm \"$1\"; }\n"
    "mined() { \"$TOKFIX\" mine -q --git . -o r.db --keywords none --max-files 0 2>/dev/null; "
    "sqlite3 r.db \"SELECT coalesce(sweep_kind, '-') || ' ' || subject FROM commits ORDER BY "
    "subject\"; }\n";

TEST(sweeps__are_found_in_a_repository)
{
    static const struct text_case cases[] = {
        {"c 0 1; c up 2; c back 1; c on 3; mined", "revert back\n- on\n- up\n"},
        {"c 0 1; c up 2; c on 3; c 'back two' 1; mined", "- back two\n- on\n- up\n"},
        {"c 0 1; c up 2; touch n; c back 1; mined", "- back\n- up\n"},
        {"c 0 1; c one 2; git checkout -qb side HEAD~; c two 2; mined", "- one\n- two\n"},
        {"echo \"x = '#   '\" >b.py; c 0 '(1)'; echo \"x = '#  '\" >b.py; "
         "c 'Remove blanks' '( 1 )'; mined",
         "- Remove blanks\n"},
        {"echo \"'''a \n'''\" >b.py; c 0 1; echo \"'''a\n'''\" >b.py; c 'Remove blank' 1; mined",
         "format Remove blank\n"},
    };
    if (!has_program("git", "sweeps") || !has_program("sqlite3", "sweeps") ||
        !has_sandbox("sweeps"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_valid(&output, "%s%s", shell_functions, cases[i].given);
        assert_string_equal(str_text(&output), cases[i].expected);
    }
}
