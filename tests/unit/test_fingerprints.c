/* Fingerprints of programs and pairs differ if and only if the programs and pairs differ in
 * their sense. */
#include "guard/fingerprints.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

TEST(near_preset__is_found_by_its_name)
{
    for (const struct near_preset *preset = near_presets; preset->name; preset++)
        assert_ptr_equal(near_preset_find(preset->name), preset);
    assert_string_equal(near_presets[0].name, "allamanis");
    assert_null(near_preset_find(""));
    assert_null(near_preset_find("Allamanis"));
    assert_null(near_preset_find("allamanis "));
}

/* Fixes 0 and 1 of two programs each must, or must not, have equal digests of the patch. */
TEST(fingerprints__of_a_patch_are_the_edit_in_its_line)
{
    static const struct {
        const char *buggy[2], *fixed[2];
        bool is_same;
    } cases[] = {
        {{"a\nx = 1\n", "x = 1 # c\nb\n"}, {"a\nx = 2\n", "x = 2\nb\n"}, true},
        {{"x = 1\n", "if y:\n  x = 1\n"}, {"x = 2\n", "if y:\n  x = 2\n"}, true},
        {{"x = 1\n", "x = (\n1)\n"}, {"x = 2\n", "x = (\n2)\n"}, false},
        {{"x = (1, 2)\n", "x = (1,\n 2)\n"}, {"x = (1, 3)\n", "x = (1,\n 3)\n"}, true},
        {{"x = 1\n", "x = 1\n"}, {"x = 2\n", "x = 3\n"}, false},
        {{"x = 1\n", "y = 1\n"}, {"x = 2\n", "y = 2\n"}, false},
        {{"x = 1 + 1\n", "x = 1 + 1\n"}, {"x = 2 + 1\n", "x = 1 + 2\n"}, false},
        {{"x = 1\n", "x = 1; y\n"}, {"x = 2\n", "x = 2; y\n"}, false},
        {{"if x: y\nz\n", "if x: y\n"}, {"if not x: y\nz\n", "if not x: y\n"}, true},
        {{"while x: y\n", "if x: y\n"}, {"while not x: y\n", "if not x: y\n"}, false},
        {{"if a and x: y\n", "if a and x: y\n"},
         {"if not a and x: y\n", "if a and not x: y\n"},
         false},
        {{"if not x: y\n", "if x: y\n"}, {"if x: y\n", "if not x: y\n"}, false},
        {{"x = '''a\r\nb'''\n", "x = '''a\nb'''\n"}, {"x = 'ab'\n", "x = 'ab'\n"}, true},
        {{"x = '''a\r\nb'''\ny = 1\n", "y = 1\n"}, {"x = '''a\r\nb'''\ny = 2\n", "y = 2\n"}, true},
    };
    const struct near_preset *preset = guarded_preset("allamanis");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(guarded) guarded = {0};
        struct guarded_fix fixes[] = {{.buggy = cases[i].buggy[0], .fixed = cases[i].fixed[0]},
                                      {.buggy = cases[i].buggy[1], .fixed = cases[i].fixed[1]}};
        guarded_open(&guarded, "patch", fixes, 2, preset);
        const struct digest *patches = guarded.prints.patches;
        if ((digest_compare(patches[0], patches[1]) == 0) != cases[i].is_same)
            fail_msg("%ssame:\n%s---\n%s", cases[i].is_same ? "not the " : "the ",
                     cases[i].buggy[0], cases[i].buggy[1]);
    }
}

TEST(fingerprints__of_programs_count_tokens_without_layout)
{
    static const struct guarded_fix fix = {.buggy = "if x:\n  y = 1\n",
                                           .fixed = "if x:\n  y = 2\n"};
    const struct near_preset *preset = guarded_preset("bigcode");
    scoped(guarded) guarded = {0};
    guarded_open(&guarded, "count", &fix, 1, preset);
    const struct fingerprint *print = &guarded.prints.programs[0];
    assert_int_equal(guarded.prints.n_programs, 2);
    assert_int_equal(print->n_tokens, 6);
    assert_int_equal(print->bag.bag->total, 2);          /* runs of five */
    assert_null(fingerprints_bands(&guarded.prints, 0)); /* it is too short to be near any other */
    assert_int_not_equal(digest_compare(print[0].exact, print[1].exact), 0);
}

/* The fixed program, which is beside the buggy one, is a change of its bag. */
TEST(fingerprints__of_programs_hold_their_runs)
{
    static const struct {
        struct guarded_fix fix;
        int length;
        uint32_t n, total, n_fixed;
    } cases[] = {
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 1, 2, 3, 3},
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 2, 2, 2, 2}, /* a+ +a */
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 3, 1, 1, 1},
        {{.buggy = "a + a\n", .fixed = "a + b\n"}, 4, 0, 0, 0},
        {{.buggy = "a + a + a\n", .fixed = "a + a + b\n"}, 2, 2, 4, 3},
        {{.buggy = "a + a + a\n", .fixed = "a + a + b\n"}, 3, 2, 3, 3},
        {{.buggy = "a = b\nb = a\n", .fixed = "a = b\nb = b\n"}, 1, 3, 6, 3},
        {{.buggy = "a = b\nb = a\n", .fixed = "a = b\nb = b\n"}, 2, 5, 5, 4}, /* a= =b bb b= =a */
        {{.buggy = "x if a else b\n", .fixed = "x if not a else b\n"}, 2, 4, 4, 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct near_preset preset = {"runs", cases[i].length, 0.5, 0, 1};
        scoped(guarded) guarded = {0};
        guarded_open(&guarded, "runs", &cases[i].fix, 1, &preset);
        const struct changed_bag buggy = guarded.prints.programs[0].bag,
                                 fixed = guarded.prints.programs[1].bag;
        assert_int_equal(changed_bag_n(buggy), cases[i].n);
        assert_int_equal(buggy.bag->total, cases[i].total);
        assert_int_equal(changed_bag_n(fixed), cases[i].n_fixed);
        assert_ptr_equal(fixed.bag, buggy.bag);
        assert_null(buggy.change);
    }
}

TEST(fingerprints__of_runs_depend_on_the_order_of_tokens)
{
    static const struct guarded_fix fixes[] = {{.buggy = "a\nb\nc\n", .fixed = "a\nb\nd\n"},
                                               {.buggy = "c\nb\na\n", .fixed = "c\nb\nd\n"}};
    for (int length = 1; length <= 2; length++) {
        struct near_preset preset = {"runs", length, 0.5, 0, 1};
        scoped(guarded) guarded = {0};
        guarded_open(&guarded, "order", fixes, 2, &preset);
        const struct fingerprint *programs = guarded.prints.programs;
        const struct pair *pairs = guarded.pairs.list.items;
        double similarity =
            bag_similarity(programs[pairs[0].buggy].bag.bag, programs[pairs[1].buggy].bag.bag).set;
        assert_true(similarity == (length == 1));
    }
}

/* Bands are for the buggy programs that are long enough. */
TEST(fingerprints__have_bands_where_they_are_searched)
{
    static const struct guarded_fix fixes[] = {
        {.buggy = "a, b, c, d, e\nx = 1\n", .fixed = "a, b, c, d, e\nx = 2\n"}, /* 12 tokens */
        {.buggy = "a, b, c, d\nx\n", .fixed = "a, b, c, d\ny\n"},               /* 8 */
        {.buggy = "a, b, c, d, x\n", .fixed = "a, b, c, d, y\n"},               /* 9 */
        {.buggy = "a, b, c, d, x.\\\ny\n", .fixed = "a, b, c, d, x.\\\nz\n"},   /* 11 */
        {.buggy = "if (a, b, c): x\n", .fixed = "if not (a, b, c): x\n"},       /* 10, and 11 */
    };
    static const bool has_bands[] = {true, false, false, true, true};
    const struct near_preset *preset = guarded_preset("buglab");
    scoped(guarded) guarded = {0};
    guarded_open(&guarded, "bands", fixes, N_ITEMS(fixes), preset);
    for (size_t i = 0; i < N_ITEMS(fixes); i++) {
        const uint32_t *bands = fingerprints_bands(&guarded.prints, (uint32_t)i);
        assert_int_equal(bands != NULL, has_bands[i]);
    }
}

TEST(fingerprints__accept_a_place_after_the_program)
{
    static const struct guarded_fix fixes[] = {{.buggy = "x = 1\n", .fixed = "x = 2\n"},
                                               {.buggy = "x = 1\n", .fixed = "x = 2\n"}};
    const struct near_preset *preset = guarded_preset("allamanis");
    struct db *db = guarded_store("behind", fixes, 2);
    assert_done(
        db_execute(db, "UPDATE fixes SET token_index = 4294967295 WHERE fix_key = 2", &err));
    scoped(guarded) guarded = {0};
    guarded_read(&guarded, db, preset);
    assert_int_not_equal(digest_compare(guarded.prints.patches[0], guarded.prints.patches[1]), 0);
}
