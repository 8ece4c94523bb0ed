/* Problems come from three sources in one order, from a folder as from an archive. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"

/* What is listed of one tree. */
struct listed {
    struct arena arena;
    struct input_errors errors;
    struct problem_list list;
    struct str problems; /* "ID name contest bytes; " */
};

static void list_problems(struct listed *listed, const struct folder *metadata,
                          const struct folder *data)
{
    scoped(str) listing = {0};
    char hex[SHA256_HEX_SIZE];
    *listed = (struct listed){0};
    listed->errors.arena = &listed->arena;
    assert_done(problem_list_read(&listed->list, metadata, &listed->arena, &listed->errors, &err));
    assert_done(problem_list_check_data(&listed->list, data, &listed->errors, &err));
    for (size_t i = 0; i < listed->list.problems.n; i++) {
        const struct unit *problem = &listed->list.problems.items[i];
        str_print(&listed->problems, "%s %s %s %llu; ", problem->id,
                  problem->name ? problem->name : "-", problem->contest ? problem->contest : "-",
                  (unsigned long long)problem->n_bytes);
        str_print(&listing, "%llu  %s.csv\n", (unsigned long long)problem->n_bytes, problem->id);
    }
    sha256_hex(str_text(&listing), listing.length, hex);
    assert_string_equal(listed->list.listing_sha256, hex);
}

static void listed_release(struct listed *listed)
{
    problem_list_release(&listed->list);
    array_release(&listed->errors.list);
    arena_release(&listed->arena);
    str_release(&listed->problems);
}

SCOPED_VALUE(listed, listed_release)

/* Files of a tree; a path with a final slash is a folder. */
struct tree_file {
    const char *path, *content;
};

static void open_on_disk(struct folder *root, const char *tree, const struct tree_file *files)
{
    struct err err;
    codenet_make(tree);
    for (; files->path; files++) {
        scoped(str) path = {0};
        str_print(&path, "%s%s", files->path, files->content ? "" : ".inner");
        codenet_add_text(scratch_path(tree), str_text(&path), files->content ? files->content : "");
    }
    assert_int_equal(folder_open_root(root, scratch_path(tree), NULL, &err), BENEATH_OK);
}

static struct spool *spool_of(const struct tree_file *files)
{
    struct spool *spool;
    struct err err = {""};
    size_t capacity;
    assert_success(spool_new(&spool, scratch_path(""), &err), err);
    for (; files->path; files++) {
        scoped(str) path = {0};
        str_add(&path, files->path, strlen(files->path) - !files->content);
        if (files->content) {
            memcpy(spool_room(spool, &capacity, &err), files->content, strlen(files->content));
            spool_write(spool, strlen(files->content));
            spool_add(spool, str_text(&path), SPOOL_FILE);
        } else {
            spool_add(spool, str_text(&path), SPOOL_FOLDER);
        }
    }
    spool_end(spool, 0, &err);
    return spool;
}

static void list_root(struct listed *listed, struct folder *root)
{
    scoped(folder) metadata = {0}, data = {0};
    struct err err;
    assert_int_equal(folder_open(&metadata, root, "metadata", &err), BENEATH_OK);
    assert_int_equal(folder_open(&data, root, "data", &err), BENEATH_OK);
    list_problems(listed, &metadata, &data);
    folder_close(root);
}

TEST(problem_list__is_the_same_from_disk_and_from_an_archive)
{
    static const struct {
        const char *problems, *errors;
        struct tree_file files[12];
    } cases[] = {
        {"", "", {{NULL, NULL}}},
        {"p1 - - 4; ", "", {{"metadata/p1.csv", "rows"}, {"data/p1/", NULL}}},
        {"p00001 - - 1; p00002 - - 2; p00010 - - 3; p1 - - 4; ",
         "",
         {{"metadata/p1.csv", "1234"},
          {"metadata/p00010.csv", "123"},
          {"metadata/p00001.csv", "1"},
          {"metadata/p00002.csv", "12"}}},
        /* all combinations of the list, metadata and data */
        {"pLM lm - 3; pLMD lmd - 4; pM - - 1; pMD - - 2; ",
         "metadata_missing metadata/pL.csv; metadata_missing metadata/pLD.csv; "
         "data_without_metadata data/pD; data_without_metadata data/pLD",
         {{"metadata/problem_list.csv", "id,name\npLMD,lmd\npL,l\npLM,lm\npLD,ld\n"},
          {"metadata/pM.csv", "1"},
          {"metadata/pMD.csv", "12"},
          {"metadata/pLM.csv", "123"},
          {"metadata/pLMD.csv", "1234"},
          {"data/pLMD/", NULL},
          {"data/pLD/", NULL},
          {"data/pMD/", NULL},
          {"data/pD/", NULL}}},
        {"p1 first A 4; ",
         "",
         {{"metadata/problem_list.csv", "id,name,dataset\np1,first,A\np1,second,B\n"},
          {"metadata/p1.csv", "rows"}}},
        {"p1 - - 4; ",
         "row_malformed metadata/problem_list.csv:2; row_id_unsafe metadata/problem_list.csv:3; "
         "metadata_missing metadata/p2.csv",
         {{"metadata/problem_list.csv", "id\n\xff\n../p1\np2\n"}, {"metadata/p1.csv", "rows"}}},
        {"p1 - - 4; ",
         "metadata_unusable metadata/problem_list.csv:1",
         {{"metadata/problem_list.csv", "name\none\n"}, {"metadata/p1.csv", "rows"}}},
        {"p1 - - 4; ",
         "metadata_unusable metadata/..csv; metadata_unusable metadata/...csv",
         {{"metadata/...csv", "x"}, {"metadata/..csv", "x"}, {"metadata/p1.csv", "rows"}}},
        {"p1 - - 4; ",
         "",
         {{"metadata/p1.csv", "rows"},
          {"metadata/README", "text"},
          {"metadata/p2.csv.gz", "text"},
          {"metadata/.csv", "text"},
          {"data/file", "text"},
          {"data/.hidden/", NULL}}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct folder root;
        scoped(listed) on_disk = {0}, in_archive = {0};
        open_on_disk(&root, printed("tree%zu", i), cases[i].files);
        list_root(&on_disk, &root);
        scoped(spool) *spool = spool_of(cases[i].files);
        folder_open_spool(&root, spool);
        list_root(&in_archive, &root);
        assert_string_equal(str_text(&on_disk.problems), cases[i].problems);
        assert_string_equal(str_text(&in_archive.problems), cases[i].problems);
        assert_string_equal(codenet_errors(&on_disk.errors), cases[i].errors);
        assert_string_equal(codenet_errors(&in_archive.errors), cases[i].errors);
        assert_string_equal(on_disk.list.sha256, in_archive.list.sha256);
        bool has_list = strcmp(cases[i].files[0].path ? cases[i].files[0].path : "",
                               "metadata/problem_list.csv") == 0;
        assert_int_equal(strlen(on_disk.list.sha256), has_list ? 64 : 0);
    }
}

/* Whatever the order in which they come. */
TEST(problem_list__does_not_depend_on_the_order)
{
    enum { N = 6 };
    static const char *const paths[N] = {"metadata/p1.csv", "metadata/p2.csv", "metadata/p3.csv",
                                         "data/p4/",        "data/p3/",        "data/p5/"};
    for (int order = 0; order < 720; order++) {
        struct tree_file files[N + 1] = {{0}};
        struct folder root;
        scoped(listed) listed = {0};
        int left[N] = {0, 1, 2, 3, 4, 5}, code = order;
        for (int n = N; n > 0; n--) {
            int pick = code % n;
            code /= n;
            const char *path = paths[left[pick]];
            files[N - n] = (struct tree_file){path, strchr(path, '.') ? path : NULL};
            left[pick] = left[n - 1];
        }
        scoped(spool) *spool = spool_of(files);
        folder_open_spool(&root, spool);
        list_root(&listed, &root);
        assert_string_equal(str_text(&listed.problems), "p1 - - 15; p2 - - 15; p3 - - 15; ");
        assert_string_equal(codenet_errors(&listed.errors),
                            "data_without_metadata data/p4; data_without_metadata data/p5");
    }
}
