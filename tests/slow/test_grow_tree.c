/* Trees from grow_tree, which knows every fix in them and shares no code with the program. */
#include "tests/support/test.h"

enum { N_FILES = 4000 };

static bool has_generator(void)
{
    return can_run("test -x \"$GROW/grow_tree\"", "grown trees",
                   "grow_tree is not built (make grow-programs)");
}

static void expect_line(const struct str *output, const char *line)
{
    assert_contains(str_text(output), line);
}

static void grow(const char *seeds)
{
    scoped(str) output = output_of("rm -rf \"$SCRATCH/grown\"; mkdir -p \"$SCRATCH/grown\"; "
                                   "\"$GROW/grow_tree\" %s \"$SCRATCH/grown\" %d",
                                   seeds, N_FILES);
}

/* Mines one language of the grown tree. */
static void check_language(const char *name, const char *language)
{
    scoped(str) output = {0};
    run_valid(&output,
              "\"$TOKFIX\" mine --language %s \"$SCRATCH/grown/Project_CodeNet\" "
              "-o \"$SCRATCH/g.db\" --force -j 2",
              language);
    run_valid(&output, "tests/grow/check_fixes.sh \"$SCRATCH/grown\" \"$SCRATCH/g.db\"");
    expect_line(&output, "recall 1.000000\n");
    expect_line(&output, "precision 1.000000\n");
    expect_line(&output, "wrong_histories 0\n");
    expect_line(&output, "wrong_identical 0\n");
    expect_line(&output, "wrong_edits 0\n");
    int n_fixes = 0;
    const char *expected = strstr(str_text(&output), "expected ");
    assert_true(expected && sscanf(expected, "expected %d", &n_fixes) == 1 && n_fixes > 10);
    printf("note: %s: all %d %s fixes of a grown tree of %d files found, and no others\n", name,
           n_fixes, language, N_FILES);
}

TEST(grow_tree__fixes_are_found_and_no_others)
{
    if (!has_generator())
        skip();
    grow("\"$SAMPLE/Project_CodeNet\"");
    check_language("sample", "python");
    if (has_atcoder("trees grown out of AtCoder programs")) {
        grow("\"$SHARED/data/atcoder\"");
        check_language("atcoder", "python");
    }
}

TEST(grow_tree__fixes_of_every_language_are_found)
{
    /* C and Java have few of the submissions of CodeNet. Their trees have no other languages, so
     * that they have enough fixes. */
    static const struct {
        const char *name, *seeds, *languages[5];
    } trees[] = {
        {"all languages",
         "\"$SHARED/data/atcoder,$SHARED/data/cpp-atcoder,$SHARED/data/c-codeflaws,"
         "$SHARED/data/java-condefects\"",
         {"python", "cpp"}},
        {"C and Java",
         "\"$SHARED/data/c-codeflaws,$SHARED/data/c-cpack,$SHARED/data/java-condefects\"",
         {"c", "java"}},
    };
    if (!has_generator() ||
        !can_run("test -d \"$SHARED/data/atcoder\" && test -d \"$SHARED/data/cpp-atcoder\" && "
                 "test -d \"$SHARED/data/c-codeflaws\" && test -d \"$SHARED/data/c-cpack\" && "
                 "test -d \"$SHARED/data/java-condefects\"",
                 "trees grown in several languages",
                 "../shared/data has no programs of all four languages"))
        skip();
    for (size_t i = 0; i < N_ITEMS(trees); i++) {
        grow(trees[i].seeds);
        for (const char *const *language = trees[i].languages; *language; language++)
            check_language(trees[i].name, *language);
    }
}

/* A user may have histories in two languages of one problem. */
TEST(grow_tree__histories_are_of_one_language)
{
    if (!has_generator() ||
        !can_run("test -d \"$SHARED/data/c-codeflaws\" && test -d \"$SHARED/data/java-condefects\"",
                 "users with two languages", "../shared/data has no C and Java programs"))
        skip();
    grow("\"$SHARED/data/c-codeflaws,$SHARED/data/java-condefects\"");
    scoped(str) twice = output_of("tail -n +2 \"$SCRATCH/grown/histories.tsv\" | cut -f 1,2,7 | "
                                  "sort | uniq -d | wc -l");
    scoped(str) shared = output_of("tail -n +2 \"$SCRATCH/grown/histories.tsv\" | cut -f 1,2 | "
                                   "sort | uniq -d | wc -l");
    assert_int_equal(atoi(str_text(&twice)), 0);
    assert_true(atoi(str_text(&shared)) > 10);
}
