/* The rows of TSSB-3M. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct shown_as whole;

static struct made_row git_row(const char *buggy, const char *fixed)
{
    struct made_row made = made_row_of(buggy, fixed);
    made.row.provenance = made_provenance;
    return made;
}

TEST(tssb__is_a_row_of_the_data_set)
{
    scoped(made_row) made = git_row("x = 1\ndef f(a, b):\n    return (a +\n      é(«a»))\n",
                                    "x = 1\ndef f(a, b):\n    return (a +\n      é(«b»))\n");
    assert_string_equal(
        written_text(&export_format_tssb, &made.row, &whole),
        "{\"project\":\"b\",\"project_url\":\"https://github.com/a/b.git\","
        "\"commit_sha\":\"0123456789abcdef0123456789abcdef01234567\","
        "\"parent_sha\":\"76543210fedcba9876543210fedcba9876543210\",\"file_path\":\"src/a.py\","
        "\"diff\":\"@@ -1,4 +1,4 @@\\n x = 1\\n def f(a, b):\\n     return (a +\\n"
        "-      é(a))\\n+      é(b))\\n\","
        "\"before\":\"return ( a + é ( a ) )\",\"after\":\"return ( a + é ( b ) )\","
        "\"likely_bug\":true,\"comodified\":false,\"in_function\":true,"
        "\"sstub_pattern\":\"CHANGE_IDENTIFIER_USED\","
        "\"edit_script\":\"[[\\\"Update\\\",[\\\"identifier:a\\\",3,10,3,11],\\\"b\\\"]]\"}\n");
}

TEST(tssb__takes_commits_of_git_only)
{
    static const char none[] = "the format has commits of git repositories only";
    scoped(made_row) made = made_row_of("x = «a»\n", "x = «b»\n");
    scoped(str) line = {0};
    assert_string_equal(written_lines(&line, &export_format_tssb, &made.row, &whole), none);
    made.row.provenance = made_provenance;
    assert_null(written_lines(&line, &export_format_tssb, &made.row, &whole));
    made.row.origin_number = ORIGIN_MUTANT;
    assert_string_equal(written_lines(&line, &export_format_tssb, &made.row, &whole), none);
    made.row.origin_number = ORIGIN_REAL;
    made.row.language = "c";
    assert_string_equal(written_lines(&line, &export_format_tssb, &made.row, &whole),
                        "the format has programs in Python only");
    made.row.language = "python";
    made.row.buggy_code = "x = = a\n";
    assert_string_equal(written_lines(&line, &export_format_tssb, &made.row, &whole),
                        "a file does not parse");
}

TEST(tssb__says_what_the_commit_is)
{
    scoped(made_row) made = git_row("x = «a»\n", "x = «b»\n");
    made.row.pattern = "CHANGE_OPERAND";
    made.row.provenance.url = "";
    made.row.provenance.keyword = "";
    made.row.provenance.sweep_size = 2;
    made.row.provenance.function_line = 0;
    const char *row = written_text(&export_format_tssb, &made.row, &whole);
    assert_contains(row, "\"project\":\"p00001\",\"project_url\":\"p00001\",");
    assert_contains(row, "\"likely_bug\":false,\"comodified\":true,\"in_function\":false,"
                         "\"sstub_pattern\":\"CHANGE_BINARY_OPERAND\",");
}

/* The values of a key, as text, in a static buffer. */
static const char *value_of(const struct fix *row, const char *key)
{
    static struct str text;
    scoped(json) *json = written_json(&export_format_tssb, row, &whole);
    str_clear(&text);
    str_add_text(&text, json_text_at(json, key));
    return str_text(&text);
}

TEST(tssb__edits_leaves_of_the_tree)
{
    static const struct {
        const char *buggy, *fixed, *script;
    } cases[] = {
        {"x = «1»\n", "x = «2»\n", "[[\"Update\",[\"integer:1\",0,5,0,6],\"2\"]]"},
        {"x = «1»\n", "x = «'1'»\n",
         "[[\"Insert\",[\"assignment\",0,1,0,6],[\"string:'1'\",\"T\"],2],"
         "[\"Delete\",[\"integer:1\",0,5,0,6]]]"},
        {"x = a «<» b\n", "x = a «<=» b\n",
         "[[\"Insert\",[\"comparison_operator\",0,5,0,10],[\"<=:<=\",\"T\"],1],"
         "[\"Delete\",[\"<:<\",0,7,0,8]]]"},
        {"if «»f(a):\n pass\n", "if «not» f(a):\n pass\n",
         "[[\"Insert\",[\"if_statement\",0,1,1,6],[\"not:not\",\"T\"],1]]"},
        {"if «not» a:\n pass\n", "if «»a:\n pass\n", "[[\"Delete\",[\"not:not\",0,4,0,7]]]"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = git_row(cases[i].buggy, cases[i].fixed);
        assert_string_equal(value_of(&made.row, "edit_script"), cases[i].script);
    }
}

TEST(tssb__has_the_statement_alone)
{
    static const struct {
        const char *buggy, *fixed, *before, *after;
    } cases[] = {
        {"a = 1\nx = «a»", "a = 1\nx = «b»", "x = a", "x = b"},
        {"if a < «b»: # c\n  f(\n\n 1)\n", "if a < «c»: # c\n  f(\n\n 1)\n",
         "if a < b :", "if a < c :"},
        {"def f():\n    return «not» a\n", "def f():\n    return «»a\n", "return not a",
         "return a"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = git_row(cases[i].buggy, cases[i].fixed);
        assert_string_equal(value_of(&made.row, "before"), cases[i].before);
        assert_string_equal(value_of(&made.row, "after"), cases[i].after);
    }
}
