/* A folder gives the same results on disk and in a spool. */
#include "base/mem.h"
#include "miner/codenet/folder.h"
#include "tests/support/codenet.h"
#include "tests/support/test.h"

/* The same tree twice: on disk below $SCRATCH/tree, and in a spool. */
struct trees {
    struct folder roots[2];
    struct spool *spool;
};

static const struct {
    const char *path, *content;
} files[] = {
    {"metadata/problem_list.csv", "id,name\n"},
    {"metadata/p1.csv", "rows"},
    {"metadata/p2.csv", ""},
    {"data/p1/Python/s1.py", "print(1)\n"},
    {"data/p1/Python/s2.py", ""},
    {"data/p1/Python/s3.py", "a source that is long"},
    {"data/p2/Python/s4.py", "x"},
};

static const char *const folders[] = {"data/p1", "data/p2", "data/p3", "data/p1/Python/s9.py"};

static void add_to_spool(struct spool *spool, const char *path, const char *content)
{
    size_t capacity;
    struct err err;
    char *room = spool_room(spool, &capacity, &err);
    assert_non_null(room);
    assert_true(strlen(content) < capacity);
    memcpy(room, content, strlen(content));
    spool_write(spool, strlen(content));
    spool_add(spool, path, SPOOL_FILE);
}

static int make_trees(void **state)
{
    static struct trees trees;
    struct err err = {""};
    const char *tree = codenet_make("tree");
    assert_success(spool_new(&trees.spool, scratch_path(""), &err), err);
    for (size_t i = 0; i < N_ITEMS(files); i++) {
        codenet_add_text(tree, files[i].path, files[i].content);
        add_to_spool(trees.spool, files[i].path, files[i].content);
    }
    for (size_t i = 0; i < N_ITEMS(folders); i++) {
        scoped(str) inner = {0};
        str_print(&inner, "%s/inner", folders[i]);
        codenet_add_text(tree, str_text(&inner), "makes the folder");
        spool_add(trees.spool, folders[i], SPOOL_FOLDER);
    }
    spool_end(trees.spool, 0, &err);
    assert_int_equal(folder_open_root(&trees.roots[0], tree, NULL, &err), BENEATH_OK);
    folder_open_spool(&trees.roots[1], trees.spool);
    *state = &trees;
    return 0;
}

static int release_trees(void **state)
{
    struct trees *trees = *state;
    folder_close(&trees->roots[0]);
    folder_close(&trees->roots[1]);
    spool_free(trees->spool);
    return 0;
}

TEST(folder__reads_the_same)
{
    static const struct {
        const char *folder, *name;
        size_t max_bytes;
        enum beneath_result result;
    } cases[] = {
        {"metadata", "p1.csv", 100, BENEATH_OK},
        {"metadata", "p2.csv", 0, BENEATH_OK},
        {"metadata", "p1.csv", 4, BENEATH_OK},
        {"metadata", "p1.csv", 3, BENEATH_TOO_LARGE},
        {"metadata", "p9.csv", 100, BENEATH_MISSING},
        {"data/p1/Python", "s1.py", 100, BENEATH_OK},
        {"data/p1/Python", "s2.py", 100, BENEATH_OK},
        {"data/p1/Python", "s3.py", 10, BENEATH_TOO_LARGE},
        {"data/p1/Python", "s9.py", 100, BENEATH_UNREADABLE}, /* a folder */
        {"data/p2/Python", "s4.py", 100, BENEATH_OK},
        {"data/p3/Python", "s4.py", 100, BENEATH_MISSING},
        {"data/p4/Python", "s4.py", 100, BENEATH_MISSING},
    };
    struct trees *trees = *state;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct str contents[2] = {{0}, {0}};
        struct err reasons[2] = {{""}, {""}};
        for (int way = 0; way < 2; way++) {
            struct folder folder;
            enum beneath_result result =
                folder_open(&folder, &trees->roots[way], cases[i].folder, &reasons[way]);
            str_add_text(&contents[way], "before");
            if (result == BENEATH_OK)
                result = folder_read(&contents[way], &folder, cases[i].name, cases[i].max_bytes,
                                     &reasons[way]);
            else
                str_clear(&contents[way]);
            if (result != cases[i].result)
                fail_msg("%s/%s %d: %d", cases[i].folder, cases[i].name, way, (int)result);
            folder_close(&folder);
            folder_close(&folder); /* may be closed again */
        }
        assert_string_equal(str_text(&contents[0]), str_text(&contents[1]));
        assert_string_equal(reasons[0].message, reasons[1].message);
        str_release(&contents[0]);
        str_release(&contents[1]);
    }
}

TEST(folder__opens_one_in_another)
{
    struct trees *trees = *state;
    for (int way = 0; way < 2; way++) {
        scoped(folder) data = {0}, python = {0};
        struct folder problem;
        scoped(str) content = {0};
        struct err err = {""};
        assert_int_equal(folder_open(&data, &trees->roots[way], "data", &err), BENEATH_OK);
        assert_int_equal(folder_open(&problem, &data, "p1", &err), BENEATH_OK);
        assert_int_equal(folder_open(&python, &problem, "Python", &err), BENEATH_OK);
        folder_close(&problem); /* they do not need each other, only the root */
        assert_int_equal(folder_read(&content, &python, "s1.py", 100, &err), BENEATH_OK);
        assert_string_equal(str_text(&content), "print(1)\n");
    }
}

struct names {
    ARRAY(char *) list;
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct names *names = context;
    struct str text = {0};
    if (name[0] == '.') /* "." and ".." are not in a spool */
        return;
    str_print(&text, "%s%s", name, is_folder ? "/" : "");
    if (!is_folder)
        str_print(&text, " %llu", (unsigned long long)size);
    array_push(&names->list, text.text);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

TEST(folder__lists_the_same)
{
    static const struct text_case cases[] = {
        {"metadata", "p1.csv 4; p2.csv 0; problem_list.csv 8; "},
        {"data", "p1/; p2/; p3/; "},
    };
    struct trees *trees = *state;
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int way = 0; way < 2; way++)
            for (int again = 0; again < 2; again++) {
                scoped(folder) folder = {0};
                struct names names = {{0}};
                scoped(str) all = {0};
                struct err err;
                assert_int_equal(folder_open(&folder, &trees->roots[way], cases[i].given, &err),
                                 BENEATH_OK);
                assert_success(folder_each_name(&folder, take_name, &names, &err), err);
                qsort(names.list.items, names.list.n, sizeof *names.list.items, compare_texts);
                for (size_t n = 0; n < names.list.n; n++) {
                    str_print(&all, "%s; ", names.list.items[n]);
                    free(names.list.items[n]);
                }
                assert_string_equal(str_text(&all), cases[i].expected);
                array_release(&names.list);
            }
}

TEST(folder__is_missing_on_disk_and_empty_in_a_spool)
{
    struct trees *trees = *state;
    scoped(folder) folder = {0};
    struct names names = {{0}};
    struct err err = {""};
    assert_int_equal(folder_open(&folder, &trees->roots[0], "nothing", &err), BENEATH_MISSING);
    assert_string_equal(err.message, "No such file or directory");
    folder_close(&folder);
    assert_int_equal(folder_open(&folder, &trees->roots[1], "nothing", &err), BENEATH_OK);
    assert_success(folder_each_name(&folder, take_name, &names, &err), err);
    assert_int_equal(names.list.n, 0);
}

TEST(folder__that_is_a_file_does_not_open)
{
    scoped(folder) folder = {0};
    struct err err = {""};
    assert_int_not_equal(folder_open_root(&folder, scratch_path("nowhere"), NULL, &err),
                         BENEATH_OK);
    assert_string_not_equal(err.message, "");
    folder_close(&folder);
    folder = FOLDER_CLOSED;
}

SUITE_SETUP(make_trees, release_trees);
