/* Files below the root are read, and nothing outside it. */
#include "base/beneath.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>
#include <sys/resource.h>

/* The root is x/ab; x/abc starts with the same letters and lies outside. */
static int make_tree(void **state)
{
    (void)state;
    run_valid(NULL, "set -e; cd \"$SCRATCH\"\n"
                    "mkdir -p x/ab/inner x/abc/folder\n"
                    "cd x/ab\n"
                    "echo inside >file; : >empty; echo deep >inner/deep; echo ä >größe\n"
                    "echo secret >../abc/secret; echo secret >../abc/folder/file\n"
                    "mkfifo pipe; ln -s pipe to_pipe\n"
                    "ln -s file to_file; ln -s to_file to_link; ln -s inner/deep to_deep\n"
                    "ln -s \"$SCRATCH/x/ab/file\" to_file_absolute\n"
                    "ln -s ../ab/file out_and_in; ln -s ../file inner/to_upper\n"
                    "ln -s inner to_inner; ln -s \"$SCRATCH/x/ab/inner\" to_inner_absolute\n"
                    "ln -s . to_root\n");
    run_valid(NULL, "set -e; cd \"$SCRATCH/x/ab\"\n"
                    "ln -s ../abc/secret to_secret; ln -s to_secret to_link_out\n"
                    "ln -s \"$SCRATCH/x/abc/secret\" to_secret_absolute\n"
                    "ln -s ../../abc/secret inner/to_secret; ln -s /etc/passwd to_passwd\n"
                    "ln -s ../abc/folder to_folder; ln -s .. to_parent\n"
                    "ln -s \"$SCRATCH/x/abc/folder\" to_folder_absolute\n"
                    "ln -s ../../abc inner/to_abc\n"
                    "ln -s nowhere dangling; ln -s ../nowhere dangling_out\n"
                    "ln -s loop_b loop_a; ln -s loop_a loop_b; ln -s self self\n"
                    "ln -s x/ab ../../link_to_root\n");
    return 0;
}

static void open_root(struct beneath_folder *root, const char *name)
{
    struct err err;
    if (beneath_open_root(root, scratch_path(name), &err) != BENEATH_OK)
        fail_msg("%s: %s", name, err.message);
}

/* Reads `name` in the folder `path` of the root; NULL for the root itself. */
static enum beneath_result read_in(struct str *content, const struct beneath_folder *root,
                                   const char *path, const char *name, struct err *err)
{
    scoped(beneath_folder) folder = {0};
    if (!path)
        return beneath_read(content, root, name, 100, err);
    enum beneath_result result = beneath_open(&folder, root, path, err);
    if (result == BENEATH_OK)
        result = beneath_read(content, &folder, name, 100, err);
    return result;
}

static size_t n_open_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    size_t n = 0;
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}

TEST(beneath__knows_safe_names)
{
    static char long_name[129];
    memset(long_name, 'a', sizeof long_name);
    static const struct {
        const char *name;
        size_t length;
        bool is_safe;
    } cases[] = {
        {"", 0, false},           {".", 1, false},        {"..", 2, false},
        {"...", 3, true},         {".a", 2, true},        {"..a", 3, true},
        {"a.", 2, true},          {"a/b", 3, false},      {"/", 1, false},
        {"/a", 2, false},         {"a/", 2, false},       {"../a", 4, false},
        {"a\0b", 3, false},       {"\0", 1, false},       {"a\n", 2, false},
        {"\x1f", 1, false},       {"\x1b[0m", 4, false},  {"a\x7f", 2, false},
        {" ", 1, true},           {"a b", 3, true},       {"-rf", 3, true},
        {"~", 1, true},           {"a\\b", 3, true},      {"s123456789.py", 13, true},
        {"größe", 7, true},       {"日本語", 9, true},    {"..", 1, false}, /* only "." counts */
        {"a/", 1, true},          {long_name, 128, true}, {long_name, 129, false},
        {"gr\xf6\xdf", 4, false}, {"\xc3", 1, false},     {"a\xe2\x82", 3, false}, /* no UTF-8 */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (beneath_is_safe_name(cases[i].name, cases[i].length) != cases[i].is_safe)
            fail_msg("case %zu: '%s'", i, cases[i].name);
}

TEST(beneath__reads_files_inside)
{
    static const struct {
        const char *path, *name, *content;
    } cases[] = {
        {NULL, "file", "inside\n"},
        {NULL, "empty", ""},
        {NULL, "größe", "ä\n"},
        {"inner", "deep", "deep\n"},
        {NULL, "to_file", "inside\n"},
        {NULL, "to_link", "inside\n"},
        {NULL, "to_deep", "deep\n"},
        {NULL, "to_file_absolute", "inside\n"},
        {NULL, "out_and_in", "inside\n"},
        {"inner", "to_upper", "inside\n"}, /* out of its folder, but not out of the root */
        {"to_inner", "deep", "deep\n"},
        {"to_inner", "to_upper", "inside\n"},
        {"to_inner_absolute", "deep", "deep\n"},
        {"to_root/to_root", "file", "inside\n"},
    };
    static const char *const roots[] = {"x/ab", "x/ab/", "x/../x/ab", "link_to_root"};
    scoped(str) content = {0};
    for (size_t i = 0; i < N_ITEMS(roots); i++) {
        scoped(beneath_folder) root = {0};
        open_root(&root, roots[i]);
        for (size_t j = 0; j < N_ITEMS(cases); j++) {
            struct err err;
            if (read_in(&content, &root, cases[j].path, cases[j].name, &err) != BENEATH_OK)
                fail_msg("%s in %s: %s", cases[j].name, roots[i], err.message);
            assert_string_equal(str_text(&content), cases[j].content);
            assert_int_equal(content.length, strlen(cases[j].content));
        }
    }
}

TEST(beneath__refuses_the_rest_and_says_why)
{
    static const char outside[] = "a symbolic link leads out of the dataset";
    static const struct {
        const char *path, *name;
        enum beneath_result result;
        const char *message;
    } cases[] = {
        {NULL, "nothing", BENEATH_MISSING, "No such file or directory"},
        {"nothing", "file", BENEATH_MISSING, "No such file or directory"},
        {"inner/nothing", "file", BENEATH_MISSING, "No such file or directory"},
        {"file", "file", BENEATH_MISSING, "Not a directory"},
        {"to_file", "file", BENEATH_MISSING, "Not a directory"},
        {NULL, "dangling", BENEATH_MISSING, "No such file or directory"},
        {NULL, "dangling_out", BENEATH_MISSING, "No such file or directory"},
        {"dangling", "file", BENEATH_MISSING, "No such file or directory"},
        {NULL, "inner", BENEATH_UNREADABLE, "it is a folder"},
        {NULL, "to_inner", BENEATH_UNREADABLE, "it is a folder"},
        {NULL, "loop_a", BENEATH_UNREADABLE, "Too many levels of symbolic links"},
        {NULL, "self", BENEATH_UNREADABLE, "Too many levels of symbolic links"},
        {"loop_a", "file", BENEATH_UNREADABLE, "Too many levels of symbolic links"},
        {NULL, "to_secret", BENEATH_OUTSIDE, outside},
        {NULL, "to_link_out", BENEATH_OUTSIDE, outside},
        {NULL, "to_secret_absolute", BENEATH_OUTSIDE, outside},
        {NULL, "to_passwd", BENEATH_OUTSIDE, outside},
        {"inner", "to_secret", BENEATH_OUTSIDE, outside},
        {NULL, "to_folder", BENEATH_OUTSIDE, outside},
        {"to_folder", "file", BENEATH_OUTSIDE, outside},
        {"to_folder_absolute", "file", BENEATH_OUTSIDE, outside},
        {"to_parent", "file", BENEATH_OUTSIDE, outside},
        {"inner/to_abc", "secret", BENEATH_OUTSIDE, outside},
        {"inner/to_abc/folder", "file", BENEATH_OUTSIDE, outside},
    };
    scoped(str) content = {0};
    scoped(beneath_folder) root = {0};
    open_root(&root, "x/ab");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err = {.message = ""};
        str_clear(&content);
        enum beneath_result result = read_in(&content, &root, cases[i].path, cases[i].name, &err);
        if (result != cases[i].result)
            fail_msg("%s: result %d, %s", cases[i].name, (int)result, err.message);
        assert_string_equal(err.message, cases[i].message);
        assert_string_equal(str_text(&content), "");
    }
}

TEST(beneath__enters_folders_and_no_links)
{
    static const struct {
        const char *path;
        enum beneath_result result;
    } cases[] = {
        {"inner", BENEATH_OK},
        {"to_inner", BENEATH_MISSING},
        {"to_root/inner", BENEATH_MISSING},
        {"to_parent", BENEATH_MISSING},
        {"to_folder", BENEATH_MISSING},
        {"inner/to_abc/folder", BENEATH_MISSING},
        {"nothing/inner", BENEATH_MISSING},
        {"file", BENEATH_MISSING},
    };
    scoped(beneath_folder) root = {0};
    open_root(&root, "x/ab");
    size_t n_open = n_open_descriptors();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err = {.message = ""};
        scoped(beneath_folder) folder = {0};
        enum beneath_result result = beneath_enter(&folder, &root, cases[i].path, &err);
        if (result != cases[i].result)
            fail_msg("%s: result %d, %s", cases[i].path, (int)result, err.message);
    }
    assert_int_equal(n_open_descriptors(), n_open);
}

TEST(beneath__lists_names_in_order)
{
    static const char *const kinds[] = {"file", "folder", "link", "other"};
    scoped(str) listed = {0};
    scoped(beneath_folder) root = {0};
    struct err err;
    open_root(&root, "x/ab");
    for (int i = 0; i < 2; i++) {
        scoped(beneath_names) names = {0};
        str_clear(&listed);
        assert_success(beneath_list(&names, &root, &err), err);
        for (size_t k = 0; k < names.list.n; k++)
            str_print(&listed, "%s: %s. ", names.list.items[k].text,
                      kinds[names.list.items[k].kind]);
        assert_contains(str_text(&listed), "file: file. ");
        assert_contains(str_text(&listed), "pipe: other. ");
        assert_contains(str_text(&listed), "inner: folder. ");
        assert_contains(str_text(&listed), "to_inner: link. ");
        assert_null(strstr(str_text(&listed), ".: "));
        for (size_t k = 1; k < names.list.n; k++)
            assert_true(strcmp(names.list.items[k - 1].text, names.list.items[k].text) < 0);
    }
}

TEST(beneath__leaves_nothing_open_on_failure)
{
    static const char *const paths[] = {"nothing",   "file",   "dangling", "loop_a",
                                        "to_folder", "to_abc", "to_parent"};
    scoped(beneath_folder) root = {0};
    open_root(&root, "x/ab");
    size_t n_before = n_open_descriptors();
    for (size_t i = 0; i < N_ITEMS(paths); i++) {
        struct beneath_folder folder = {.fd = 0};
        struct err err;
        assert_int_not_equal(beneath_open(&folder, &root, paths[i], &err), BENEATH_OK);
        assert_int_equal(folder.fd, -1);
        assert_null(folder.path);
        scoped(str) content = {0};
        beneath_read(&content, &root, paths[i], 3, &err);
    }
    assert_int_equal(n_open_descriptors(), n_before);
}

TEST(beneath__closes_a_folder_once_or_twice)
{
    size_t n_before = n_open_descriptors();
    struct beneath_folder root, folder;
    struct err err;
    open_root(&root, "x/ab");
    assert_int_equal(beneath_open(&folder, &root, "inner", &err), BENEATH_OK);
    assert_int_equal(n_open_descriptors(), n_before + 2);
    for (int i = 0; i < 2; i++) {
        beneath_close(&folder);
        assert_int_equal(folder.fd, -1);
        beneath_close(&root);
        assert_int_equal(n_open_descriptors(), n_before);
    }
}

TEST(beneath__refuses_a_root_that_is_not_a_folder)
{
    static const struct {
        const char *name;
        enum beneath_result result;
    } cases[] = {
        {"nothing", BENEATH_MISSING},
        {"x/ab/file", BENEATH_MISSING},
        {"x/ab/dangling", BENEATH_MISSING},
        {"x/ab/self", BENEATH_UNREADABLE},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct beneath_folder root = {.fd = 0};
        struct err err = {.message = ""};
        assert_int_equal(beneath_open_root(&root, scratch_path(cases[i].name), &err),
                         cases[i].result);
        assert_int_equal(root.fd, -1);
        assert_true(err.message[0] != '\0');
        assert_null(strstr(err.message, cases[i].name));
    }
}

TEST(beneath__has_everything_below_the_root_of_all)
{
    scoped(beneath_folder) root = {0}, folder = {0};
    scoped(str) content = {0};
    struct err err;
    assert_int_equal(beneath_open_root(&root, "/", &err), BENEATH_OK);
    const char *path = scratch_path("x/ab") + 1;
    assert_int_equal(beneath_open(&folder, &root, path, &err), BENEATH_OK);
    assert_int_equal(beneath_read(&content, &folder, "to_secret", 100, &err), BENEATH_OK);
    assert_string_equal(str_text(&content), "secret\n");
}

TEST(beneath__does_not_wait_for_a_named_pipe)
{
    static const char *const names[] = {"pipe", "to_pipe"};
    struct beneath_folder root, folder;
    scoped(str) content = {0};
    open_root(&root, "x/ab");
    alarm(60); /* ends the program should it wait */
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        struct err err;
        assert_int_equal(beneath_read(&content, &root, names[i], 100, &err), BENEATH_UNREADABLE);
        assert_string_equal(err.message, "it is not a regular file");
        assert_int_equal(beneath_open(&folder, &root, names[i], &err), BENEATH_MISSING);
    }
    alarm(0);
    beneath_close(&root);
}

TEST(beneath__reads_up_to_the_limit_and_not_a_byte_more)
{
    static const size_t sizes[] = {0, 1, 100, 16383, 16384, 16385, 32768, 100000};
    static char bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7 + i / 256);
    scoped(beneath_folder) root = {0};
    scoped(str) content = {0};
    open_root(&root, "x/ab");
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        struct err err;
        write_test_file(scratch_path("x/ab/sized"), bytes, sizes[i]);
        assert_int_equal(beneath_read(&content, &root, "sized", sizes[i], &err), BENEATH_OK);
        assert_int_equal(content.length, sizes[i]);
        assert_memory_equal(str_text(&content), bytes, sizes[i]);
        assert_int_equal(beneath_read(&content, &root, "sized", SIZE_MAX, &err), BENEATH_OK);
        assert_int_equal(content.length, sizes[i]);
        if (sizes[i] == 0)
            continue;
        assert_int_equal(beneath_read(&content, &root, "sized", sizes[i] - 1, &err),
                         BENEATH_TOO_LARGE);
        const char *message = printed("larger than %zu bytes", sizes[i] - 1);
        assert_string_equal(err.message, message);
    }
}

TEST(beneath__forgets_what_was_read_before)
{
    scoped(beneath_folder) root = {0};
    scoped(str) content = {0};
    struct err err;
    open_root(&root, "x/ab");
    str_add_text(&content, "something longer than the file");
    assert_int_equal(beneath_read(&content, &root, "file", 100, &err), BENEATH_OK);
    assert_string_equal(str_text(&content), "inside\n");
    assert_int_equal(beneath_read(&content, &root, "empty", 100, &err), BENEATH_OK);
    assert_string_equal(str_text(&content), "");
    str_add_text(&content, "old");
    assert_int_equal(beneath_read(&content, &root, "nothing", 100, &err), BENEATH_MISSING);
    assert_int_equal(content.length, 0);
}

SUITE_SETUP(make_tree, NULL);

/* A file that cannot be opened because too many are is there all the same. */
TEST(beneath__says_that_the_machine_failed)
{
    scoped(beneath_folder) root = {.fd = -1};
    scoped(str) content = {0};
    struct rlimit before;
    struct err err;
    write_test_file(scratch_path("x/there"), "x", 1);
    assert_int_equal(beneath_open_root(&root, scratch_path("x"), NULL), BENEATH_OK);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit none = {0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    enum beneath_result result = beneath_read(&content, &root, "there", 100, &err);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(result, BENEATH_BROKEN);
}

TEST(breakage__keeps_the_first)
{
    scoped(breakage) breakage = {0};
    struct err err = {"untouched"};
    breakage_init(&breakage);
    assert_int_equal(breakage_check(&breakage, &err), 0);
    assert_string_equal(err.message, "untouched");
    breakage_note(&breakage, "folder", "first", "Input/output error");
    breakage_note(&breakage, "folder", "second", "Stale file handle");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(breakage_check(&breakage, &err), ERR);
        assert_string_equal(err.message, "cannot read 'folder/first': Input/output error");
    }
}
