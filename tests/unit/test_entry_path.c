/* Paths in an archive are cut as a file system would, and never lead out. */
#include "base/archive_reader.h"
#include "tests/support/test.h"

/* The parts, each in brackets; in a static buffer. */
static const char *parts_of(const struct entry_path *path)
{
    static struct str parts;
    str_clear(&parts);
    str_add_text(&parts, "");
    for (size_t i = 0; i < path->n_parts && i < MAX_PATH_PARTS; i++)
        str_print(&parts, "[%s]", path->parts[i]);
    return str_text(&parts);
}

TEST(entry_path__is_cut_at_its_slashes)
{
    static const struct {
        const char *text, *parts;
        size_t n_parts;
    } cases[] = {
        {"", "", 0},
        {".", "", 0},
        {"./", "", 0},
        {"././/.", "", 0},
        {"a", "[a]", 1},
        {"a/", "[a]", 1},
        {"./a", "[a]", 1},
        {"a//b", "[a][b]", 2},
        {"a/./b/.", "[a][b]", 2},
        {"./data/p00001/Python/s1.py", "[data][p00001][Python][s1.py]", 4},
        {"a/b/c/d/e/f", "[a][b][c][d][e][f]", 6},
        {"a/b/c/d/e/f/g", "[a][b][c][d][e][f]", 7},
        {"a/b/c/d/e/f/g/././h//", "[a][b][c][d][e][f]", 8},
        {".a/..b/c../.../. /", "[.a][..b][c..][...][. ]", 5},
        {"a b/\xff/り\n", "[a b][\xff][り\n]", 3},
        {"a\\..\\b", "[a\\..\\b]", 1},
        {"C:/a", "[C:][a]", 2},
    };
    scoped(entry_path) path = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_null(entry_path_cut(&path, cases[i].text));
        assert_int_equal(path.n_parts, cases[i].n_parts);
        assert_string_equal(parts_of(&path), cases[i].parts);
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
    scoped(entry_path) path = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *why = entry_path_cut(&path, cases[i].text);
        assert_non_null(why);
        assert_string_equal(why, cases[i].why);
    }
    assert_null(entry_path_cut(&path, "a/b")); /* nothing of them is left */
    assert_string_equal(parts_of(&path), "[a][b]");
}

TEST(entry_path__may_be_long)
{
    scoped(entry_path) path = {0};
    scoped(str) text = {0};
    for (int i = 0; i < 100000; i++)
        str_add_text(&text, "part/");
    assert_null(entry_path_cut(&path, str_text(&text)));
    assert_int_equal(path.n_parts, 100000);
    assert_string_equal(parts_of(&path), "[part][part][part][part][part][part]");
    str_clear(&text);
    for (int i = 0; i < 100000; i++)
        str_add_text(&text, "x");
    assert_null(entry_path_cut(&path, str_text(&text)));
    assert_int_equal(path.n_parts, 1);
    assert_string_equal(path.parts[0], str_text(&text));
}
