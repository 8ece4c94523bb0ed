/* Blobs that a fake git prints (tests/fuzz/fake_git.h). */
#include "miner/git/objects.h"
#include "tests/fuzz/fake_git.h"
#include "tests/support/test.h"

/* The ids of the blobs "a", "b" and "c". */
static const char *const ids[] = {"2e65efe2a145dda7ee51d1741299f848e5bf752e",
                                  "63d8dbd40c23542e740659a7168a0ce3138ea748",
                                  "3410062ba67c5ed59b854387a8bc0ec012479368"};

static struct repository repository;

/* Adds the blobs and checks their sizes; then reads them. `given` is what the commands print.
 * Returns the states as digits, and the number of commands. */
static const char *read_blobs(const struct fake_output *given, size_t n)
{
    static struct str out;
    scoped(objects) blobs = {.type = NULL};
    fake_git_set(given, n);
    str_clear(&out);
    for (size_t i = 0; i < N_ITEMS(ids); i++)
        objects_add(&blobs, ids[i]);
    assert_done(objects_check(&blobs, &repository, 10, &err));
    for (size_t i = 0; i < N_ITEMS(ids); i++) {
        const char *bytes;
        size_t length;
        str_print(&out, "%d", (int)objects_next(&blobs, ids[i], &bytes, &length));
    }
    str_print(&out, " %zu", fake_git_n_started());
    return str_text(&out);
}

static struct fake_output output(const char *format, struct str *out)
{
    str_set(out, format, ids[0], ids[1], ids[2]);
    return (struct fake_output){out->text, out->length, true, false};
}

#define SIZES "%s blob 1\n%s blob 1\n%s blob 1\n"

TEST(objects__are_read_in_order)
{
    scoped(str) sizes = {0}, contents = {0};
    const struct fake_output given[] = {
        output(SIZES, &sizes), output("%s blob 1\na\n%s blob 1\nb\n%s blob 1\nc\n", &contents)};
    assert_string_equal(read_blobs(given, 2), "000 2");
}

/* git is started again after a damaged blob. */
TEST(objects__after_a_damaged_one_are_read)
{
    scoped(str) sizes = {0}, first = {0}, second = {0};
    str_print(&second, "%s blob 1\nb\n%s blob 1\nc\n", ids[1], ids[2]);
    const struct fake_output given[] = {output(SIZES, &sizes),
                                        output("%s blob 1\nx\n", &first),
                                        {second.text, second.length, true, false}};
    assert_string_equal(read_blobs(given, 3), "300 3");
}

/* The first two are those of every repository: git hash-object -t blob --stdin. */
TEST(objects__have_the_content_of_their_ids)
{
    static const struct {
        const char *id, *content;
        enum object_state state;
    } cases[] = {
        {"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "", OBJECT_OK},
        {"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813", "", OBJECT_OK},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa4", "test\n", OBJECT_OK},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa4", "test", OBJECT_DAMAGED},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa5", "test\n", OBJECT_DAMAGED},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bf", "test\n", OBJECT_DAMAGED},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(objects) blobs = {.type = NULL};
        scoped(str) size = {0}, content = {0};
        const char *bytes;
        size_t length = strlen(cases[i].content);
        str_print(&size, "%s blob %zu\n", cases[i].id, length);
        str_print(&content, "%s%s\n", size.text, cases[i].content);
        const struct fake_output given[] = {{size.text, size.length, true, false},
                                            {content.text, content.length, true, false}};
        fake_git_set(given, N_ITEMS(given));
        objects_add(&blobs, cases[i].id);
        assert_done(objects_check(&blobs, &repository, 10, &err));
        if (objects_next(&blobs, cases[i].id, &bytes, &length) != cases[i].state)
            fail_msg("case %zu", i);
    }
}

/* The size may have changed since it was checked. What a larger one prints is not read. */
TEST(objects__may_be_too_large_by_then)
{
    static const char *const contents[] = {"%s blob 18446744073709551615\na\n",
                                           "%s blob 11\naaaaaaaaaaa\n", "%s blob -1\na\n"};
    for (size_t i = 0; i < N_ITEMS(contents); i++) {
        scoped(str) sizes = {0}, content = {0};
        const struct fake_output given[] = {output(SIZES, &sizes), output(contents[i], &content)};
        assert_string_equal(read_blobs(given, 2), "233 4");
    }
}

/* git is asked once for those that have been seen. What is wrong with one is found then. */
TEST(objects__that_are_expected_are_read_at_once)
{
    scoped(objects) blobs = {.type = NULL};
    scoped(str) contents = {0}, rest = {0};
    str_print(&contents, "%s blob 1\na\n%s missing\n", ids[0], ids[1]);
    str_print(&rest, "%s blob 11\n", ids[2]);
    const struct fake_output given[] = {{contents.text, contents.length, true, false},
                                        {rest.text, rest.length, true, false}};
    const enum object_state states[] = {OBJECT_OK, OBJECT_DAMAGED, OBJECT_TOO_LARGE};
    const char *bytes;
    size_t length;
    fake_git_set(given, N_ITEMS(given));
    for (size_t i = 0; i < N_ITEMS(ids); i++)
        objects_add(&blobs, ids[i]);
    objects_expect(&blobs, &repository, 10);
    for (size_t i = 0; i < N_ITEMS(ids); i++)
        assert_int_equal(objects_next(&blobs, ids[i], &bytes, &length), states[i]);
    assert_int_equal(fake_git_n_started(), 2);
}

/* A repository may have pipes in the place of files. Each start would take the whole time again. */
TEST(objects__are_given_up_when_git_waits)
{
    scoped(str) sizes = {0};
    const struct fake_output late = {"", 0, false, true};
    const struct fake_output at_contents[] = {output(SIZES, &sizes), late};
    assert_string_equal(read_blobs(&late, 1), "333 1");
    assert_string_equal(read_blobs(at_contents, 2), "333 2");
}
