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
    run_valid(
        NULL,
        "set -e; cd \"$SCRATCH\"; mkdir -p x/ab/inner x/abc/folder; cd x/ab\n"
        "link() { ln -s \"$1\" \"$2\"; }\n"
        "echo inside >file; : >empty; echo deep >inner/deep; echo ä >größe\n"
        "echo secret >../abc/secret; echo secret >../abc/folder/file; mkfifo pipe\n"
        "link pipe to_pipe; link file to_file; link to_file to_link; link inner/deep to_deep\n"
        "link $PWD/file to_file_absolute; link ../ab/file out_and_in; link inner to_inner\n"
        "link ../file inner/to_upper; link $PWD/inner to_inner_absolute; link . to_root\n"
        "link ../abc/secret to_secret; link to_secret to_link_out; link .. to_parent\n"
        "link $SCRATCH/x/abc/secret to_secret_absolute; link /etc/passwd to_passwd\n"
        "link ../../abc/secret inner/to_secret; link ../abc/folder to_folder\n"
        "link $SCRATCH/x/abc/folder to_folder_absolute; link ../../abc inner/to_abc\n"
        "link nowhere dangling; link ../nowhere dangling_out; link self self\n"
        "link loop_b loop_a; link loop_a loop_b; link x/ab ../../link_to_root\n");
    return 0;
}

SUITE_SETUP(make_tree, NULL);

static void open_root(struct beneath_folder *root, const char *name)
{
    struct err err;
    if (beneath_open_root(root, scratch_path(name), &err) != BENEATH_OK)
        fail_msg("%s: %s", name, err.message);
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
    static const char *const safe[] = {"...", ".a", "..a",  "a.",    " ",      "a b",
                                       "-rf", "~",  "a\\b", "größe", "日本語", "s1.py"};
    static const char *const others[] = {"",     ".",    "..",    "a/b",       "/",         "/a",
                                         "a/",   "../a", "a\n",   "\x1f",      "\x1b[0m",   "a\x7f",
                                         "\xc3", "\xff", "a\x80", "a\xe2\x82", "gr\xf6\xdf"};
    char name[129];
    memset(name, 'a', sizeof name);
    assert_true(beneath_is_safe_name(name, 128) && !beneath_is_safe_name(name, 129));
    assert_true(beneath_is_safe_name("a/", 1) && !beneath_is_safe_name("..", 1));
    assert_false(beneath_is_safe_name("a\0b", 3));
    for (size_t i = 0; i < N_ITEMS(safe); i++)
        assert_true(beneath_is_safe_name(safe[i], strlen(safe[i])));
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_false(beneath_is_safe_name(others[i], strlen(others[i])));
}

/* Each file of each root is read, or the reason is given, and nothing stays open. Links that lead
 * out of their folder, but not out of the root, are followed. */
TEST(beneath__reads_files_inside_and_refuses_the_rest)
{
    static const char outside[] = "a symbolic link leads out of the dataset";
    static const char missing[] = "No such file or directory",
                      loop[] = "Too many levels of symbolic links";
    static const struct {
        const char *path, *name;
        enum beneath_result result;
        const char *text; /* the content, or why not */
    } cases[] = {
        {NULL, "file", BENEATH_OK, "inside\n"},
        {NULL, "empty", BENEATH_OK, ""},
        {NULL, "größe", BENEATH_OK, "ä\n"},
        {"inner", "deep", BENEATH_OK, "deep\n"},
        {NULL, "to_file", BENEATH_OK, "inside\n"},
        {NULL, "to_link", BENEATH_OK, "inside\n"},
        {NULL, "to_deep", BENEATH_OK, "deep\n"},
        {NULL, "to_file_absolute", BENEATH_OK, "inside\n"},
        {NULL, "out_and_in", BENEATH_OK, "inside\n"},
        {"inner", "to_upper", BENEATH_OK, "inside\n"},
        {"to_inner", "to_upper", BENEATH_OK, "inside\n"},
        {"to_inner_absolute", "deep", BENEATH_OK, "deep\n"},
        {"to_root/to_root", "file", BENEATH_OK, "inside\n"},
        {NULL, "nothing", BENEATH_MISSING, missing},
        {"nothing", "file", BENEATH_MISSING, missing},
        {"inner/nothing", "file", BENEATH_MISSING, missing},
        {"to_file", "file", BENEATH_MISSING, "Not a directory"},
        {NULL, "dangling", BENEATH_MISSING, missing},
        {NULL, "dangling_out", BENEATH_MISSING, missing},
        {"dangling", "file", BENEATH_MISSING, missing},
        {"pipe", "file", BENEATH_MISSING, "Not a directory"},
        {NULL, "pipe", BENEATH_UNREADABLE, "it is not a regular file"},
        {NULL, "to_pipe", BENEATH_UNREADABLE, "it is not a regular file"},
        {NULL, "inner", BENEATH_UNREADABLE, "it is a folder"},
        {NULL, "to_inner", BENEATH_UNREADABLE, "it is a folder"},
        {NULL, "loop_a", BENEATH_UNREADABLE, loop},
        {NULL, "self", BENEATH_UNREADABLE, loop},
        {"loop_a", "file", BENEATH_UNREADABLE, loop},
        {NULL, "to_secret", BENEATH_OUTSIDE, outside},
        {NULL, "to_link_out", BENEATH_OUTSIDE, outside},
        {NULL, "to_secret_absolute", BENEATH_OUTSIDE, outside},
        {NULL, "to_passwd", BENEATH_OUTSIDE, outside},
        {"inner", "to_secret", BENEATH_OUTSIDE, outside},
        {NULL, "to_folder", BENEATH_OUTSIDE, outside},
        {"to_folder", "file", BENEATH_OUTSIDE, outside},
        {"to_folder_absolute", "file", BENEATH_OUTSIDE, outside},
        {"to_parent", "file", BENEATH_OUTSIDE, outside},
        {"inner/to_abc/folder", "file", BENEATH_OUTSIDE, outside},
    };
    static const char *const roots[] = {"x/ab", "x/ab/", "x/../x/ab", "link_to_root"};
    size_t n_open = n_open_descriptors();
    alarm(60); /* ends the program should it wait for the pipe */
    for (size_t i = 0; i < N_ITEMS(roots) * N_ITEMS(cases); i++) {
        const char *path = cases[i % N_ITEMS(cases)].path, *name = cases[i % N_ITEMS(cases)].name;
        scoped(beneath_folder) root = {0}, folder = {0};
        scoped(str) content = {0};
        struct err err = {""};
        open_root(&root, roots[i / N_ITEMS(cases)]);
        str_add_text(&content, "what was read before, which is longer than the file");
        enum beneath_result result = path ? beneath_open(&folder, &root, path, &err) : BENEATH_OK;
        if (result != BENEATH_OK) {
            assert_true(folder.fd == -1 && !folder.path);
            str_clear(&content);
        } else {
            result = beneath_read(&content, path ? &folder : &root, name, 100, &err);
        }
        const char *text = result == BENEATH_OK ? str_text(&content) : err.message;
        if (result != cases[i % N_ITEMS(cases)].result ||
            strcmp(text, cases[i % N_ITEMS(cases)].text) != 0)
            fail_msg("%s/%s: result %d, %s", path ? path : ".", name, (int)result, text);
        assert_true(result == BENEATH_OK || content.length == 0);
        beneath_close(&folder);
        beneath_close(&root); /* and once more at the end */
        assert_int_equal(n_open_descriptors(), n_open);
    }
    alarm(0);
}

TEST(beneath__enters_folders_and_no_links)
{
    static const char *const others[] = {"to_inner",  "to_root/inner",       "to_parent",
                                         "to_folder", "inner/to_abc/folder", "nothing/inner",
                                         "file"};
    scoped(beneath_folder) root = {0}, inner = {0};
    open_root(&root, "x/ab");
    assert_int_equal(beneath_enter(&inner, &root, "inner", NULL), BENEATH_OK);
    size_t n_open = n_open_descriptors();
    for (size_t i = 0; i < N_ITEMS(others); i++) {
        scoped(beneath_folder) folder = {0};
        assert_int_equal(beneath_enter(&folder, &root, others[i], NULL), BENEATH_MISSING);
    }
    assert_int_equal(n_open_descriptors(), n_open);
}

TEST(beneath__lists_names_in_order)
{
    static const char *const kinds[] = {"file", "folder", "link", "other"};
    scoped(str) listed = {0};
    scoped(beneath_folder) root = {0};
    scoped(beneath_names) names = {0};
    write_test_text("x/ab/inner/.hidden", "");
    open_root(&root, "x/ab");
    assert_done(beneath_list(&names, &root, &err));
    for (size_t k = 0; k < names.list.n; k++)
        str_print(&listed, "%s: %s. ", names.list.items[k].text, kinds[names.list.items[k].kind]);
    assert_memory_equal(str_text(&listed), "dangling: link. dangling_out: link. empty: file. ", 49);
    assert_contains(str_text(&listed), " inner: folder. loop_a: link. ");
    assert_contains(str_text(&listed), " pipe: other. self: link. ");
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
