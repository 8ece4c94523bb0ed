/* Paths in an archive are cut as a file system would, and never lead out. */
#include "base/archive_reader.h"
#include "tests/support/test.h"

TEST(entry_path__is_cut_at_its_slashes)
{
    static const struct {
        const char *text, *path;
    } cases[] = {
        {"", ""},
        {".", ""},
        {"./", ""},
        {"././/.", ""},
        {"a", "a"},
        {"a/", "a"},
        {"./a", "a"},
        {"a//b", "a/b"},
        {"a/./b/.", "a/b"},
        {"./data/p00001/Python/s1.py", "data/p00001/Python/s1.py"},
        {"a/b/c/d/e/f", "a/b/c/d/e/f"},
        {"a/b/c/d/e/f/g", "a/b/c/d/e/f/g"},
        {"a/b/c/d/e/f/g/././h//", "a/b/c/d/e/f/g/h"},
        {".a/..b/c../.../. /", ".a/..b/c../.../. "},
        {"a b/\xff/り\n", "a b/\xff/り\n"},
        {"a\\..\\b", "a\\..\\b"},
        {"C:/a", "C:/a"},
    };
    scoped(str) path = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_null(entry_path_cut(&path, cases[i].text));
        assert_string_equal(str_text(&path), cases[i].path);
    }
}

TEST(entry_path__that_leads_out_is_refused)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"/", "an absolute path"},        {"/a", "an absolute path"},
        {"//a/b", "an absolute path"},    {"/..", "an absolute path"},
        {"..", "a path with '..'"},       {"../", "a path with '..'"},
        {"../a", "a path with '..'"},     {"a/..", "a path with '..'"},
        {"a/../a", "a path with '..'"},   {"./../a", "a path with '..'"},
        {"a//..//b", "a path with '..'"}, {"a/b/c/d/e/f/g/h/..", "a path with '..'"},
    };
    scoped(str) path = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *why = entry_path_cut(&path, cases[i].text);
        assert_non_null(why);
        assert_string_equal(why, cases[i].why);
    }
    assert_null(entry_path_cut(&path, "a/b")); /* nothing of them is left */
    assert_string_equal(str_text(&path), "a/b");
}
