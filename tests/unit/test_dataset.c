/* A dataset is found in every shape, on disk and in archives, and its problems come from three
 * sides in one order. */
#include "tests/support/codenet.h"
#include "tests/support/tarball.h"
#include "tests/support/test.h"

#include <sys/stat.h>

static void make_folder(const char *tree, const char *path)
{
    assert_int_equal(mkdir(printed("%s/%s", tree, path), 0777), 0);
}

TEST(dataset__is_the_folder_itself_or_holds_it)
{
    static const struct {
        const char *name, *opened, *path;
    } cases[] = {
        {"shape", "shape", "shape"},
        {"shape", "shape/", "shape/"},
        {"shape", "shape/data/..", "shape/data/.."},
        {"parent/Project_CodeNet", "parent", "parent/Project_CodeNet"},
        {"parent/Project_CodeNet", "parent/Project_CodeNet", "parent/Project_CodeNet"},
    };
    assert_int_equal(mkdir(scratch_path("parent"), 0777), 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        codenet_add_problem(codenet_make(cases[i].name), "p00001", NULL, 0);
        codenet_open(&dataset, scratch_path(cases[i].opened));
        assert_string_equal(dataset.options.path, scratch_path(cases[i].path));
        assert_string_equal(dataset.name, i < 3 ? "shape" : "Project_CodeNet");
        assert_string_equal(dataset_ids(&dataset), "p00001");
        assert_string_equal(dataset_all_errors(&dataset), "");
    }
}

TEST(dataset__has_the_name_of_the_folder_that_a_link_names)
{
    scoped(dataset) dataset = {0};
    codenet_add_problem(codenet_make("resolved"), "p00001", NULL, 0);
    assert_int_equal(symlink("resolved", scratch_path("link")), 0);
    codenet_open(&dataset, scratch_path("link"));
    assert_string_equal(dataset.name, "resolved");
    assert_string_equal(dataset.options.path, scratch_path("link"));
}

TEST(dataset__takes_data_of_its_own_before_an_inner_tree)
{
    scoped(dataset) dataset = {0};
    const char *outer = codenet_make("outer");
    codenet_add_problem(outer, "p00001", NULL, 0);
    codenet_add_problem(codenet_make("outer/Project_CodeNet"), "p00002", NULL, 0);
    codenet_open(&dataset, outer);
    assert_string_equal(dataset_ids(&dataset), "p00001");
}

TEST(dataset__lists_problems_by_id_whatever_the_order_on_disk)
{
    static const char *const orders[][4] = {
        {"p00001", "p00002", "p00010", "p1"},
        {"p1", "p00010", "p00002", "p00001"},
        {"p00010", "p1", "p00001", "p00002"},
    };
    for (size_t order = 0; order < N_ITEMS(orders); order++) {
        scoped(dataset) dataset = {0};
        scoped(str) path = {0}, list = {0};
        scoped(str) name = str_of("order%zu", order);
        const char *tree = codenet_make(str_text(&name));
        str_add_text(&list, "id,name,dataset\n");
        for (size_t i = 0; i < 4; i++) {
            str_set(&path, "data/%s", orders[order][3 - i]);
            make_folder(tree, str_text(&path));
            codenet_add_problem(tree, orders[order][i], NULL, 0);
            str_print(&list, "%s,name of %s,\n", orders[order][i], orders[order][i]);
        }
        codenet_add_text(tree, "metadata/problem_list.csv", str_text(&list));
        codenet_open(&dataset, tree);
        assert_string_equal(dataset_ids(&dataset), "p00001 p00002 p00010 p1");
        assert_string_equal(codenet_problem(&dataset, "p00010")->name, "name of p00010");
    }
}

/* Three sides, all combinations: L in the list, M a metadata file, D a folder of sources. */
TEST(dataset__merges_list_and_metadata_and_data)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("union");
    codenet_add_text(tree, "metadata/problem_list.csv",
                     "id,name\npL,l\npLM,lm\npLD,ld\npLMD,lmd\n");
    codenet_add_problem(tree, "pM", NULL, 0);
    codenet_add_problem(tree, "pLM", NULL, 0);
    codenet_add_problem(tree, "pMD", NULL, 0);
    codenet_add_problem(tree, "pLMD", NULL, 0);
    make_folder(tree, "data/pD");
    make_folder(tree, "data/pLD");
    make_folder(tree, "data/pMD");
    make_folder(tree, "data/pLMD");
    codenet_open(&dataset, tree);
    assert_string_equal(dataset_ids(&dataset), "pLM pLMD pM pMD");
    assert_string_equal(codenet_errors(&dataset.errors), "metadata_missing metadata/pL.csv; "
                                                         "metadata_missing metadata/pLD.csv");
    for (size_t i = 0; i < dataset.list.problems.n; i++) {
        const struct unit *problem = &dataset.list.problems.items[i];
        assert_int_equal(problem->name != NULL, strchr(problem->id, 'L') != NULL);
        assert_int_equal(problem->n_bytes, strlen(CODENET_HEADER));
    }
    assert_string_equal(dataset_all_errors(&dataset), "metadata_missing metadata/pL.csv; "
                                                      "metadata_missing metadata/pLD.csv; "
                                                      "data_without_metadata data/pD; "
                                                      "data_without_metadata data/pLD");
}

TEST(dataset__passes_over_files_that_are_no_problem)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("strangers");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_add_text(tree, "metadata/README.md", "text");
    codenet_add_text(tree, "metadata/p00002.csv.gz", "text");
    codenet_add_text(tree, "metadata/.csv", "text");
    codenet_add_text(tree, "data/p00003", "a file where a folder should be");
    make_folder(tree, "data/.hidden");
    codenet_open(&dataset, tree);
    assert_string_equal(dataset_ids(&dataset), "p00001");
    assert_string_equal(dataset_all_errors(&dataset), "");
}

TEST(dataset__takes_metadata_from_elsewhere)
{
    scoped(dataset) dataset = {0};
    scoped(str) metadata = {0};
    const char *tree = codenet_make("without"), *elsewhere = codenet_make("elsewhere");
    codenet_add_problem(tree, "p00001", NULL, 0); /* not looked at */
    make_folder(tree, "data/p00002");
    codenet_add_text(elsewhere, "metadata/problem_list.csv", "id,name\np00002,two\n");
    codenet_add_problem(elsewhere, "p00002", NULL, 0);
    str_print(&metadata, "%s/metadata", elsewhere);
    struct dataset_options options = dataset_options_for(tree, str_text(&metadata));
    assert_done(dataset_open(&dataset, &options, &err));
    assert_string_equal(dataset_ids(&dataset), "p00002");
    assert_string_equal(dataset.list.problems.items[0].name, "two");
    assert_string_equal(dataset.name, "without");
    assert_string_equal(dataset_all_errors(&dataset), "");
}

TEST(dataset__leaves_out_names_that_no_problem_may_have)
{
    scoped(dataset) dataset = {0};
    char long_id[140];
    memset(long_id, 'p', sizeof long_id);
    long_id[sizeof long_id - 1] = '\0';
    const char *tree = codenet_make("unsafe");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_add_text(tree, "metadata/problem_list.csv",
                     "id,name\n"
                     "../p00001,up\n"
                     "..,up\n"
                     "p00001,one\n"
                     "p/1,slash\n"
                     "\"p\n1\",line\n"
                     ",none\n"
                     "p\xff,bytes\n"
                     "p2,b\xfftes\n");
    codenet_add_text(tree, "metadata/q\033[31m.csv", CODENET_HEADER);
    codenet_add_text(tree, "metadata/r\xff.csv", CODENET_HEADER);
    make_folder(tree, "data/s\033[31m");
    scoped(str) path = str_of("data/%s", long_id);
    make_folder(tree, str_text(&path));
    codenet_open(&dataset, tree);
    assert_string_equal(dataset_ids(&dataset), "p00001");
    str_set(&path, "metadata_unusable data/%s; ", long_id);
    const char *const errors[] = {
        "row_id_unsafe metadata/problem_list.csv:2; ",
        "row_id_unsafe metadata/problem_list.csv:3; ",
        "row_id_unsafe metadata/problem_list.csv:5; ",
        "row_id_unsafe metadata/problem_list.csv:6; ",
        "row_malformed metadata/problem_list.csv:8; ",
        "row_malformed metadata/problem_list.csv:9; ",
        "row_malformed metadata/problem_list.csv:10; ",
        "metadata_unusable metadata/q\\x1b[31m.csv; ",
        "metadata_unusable metadata/r\\xff.csv; ",
        str_text(&path),
        "metadata_unusable data/s\\x1b[31m",
    };
    scoped(str) all = {0};
    for (size_t i = 0; i < N_ITEMS(errors); i++)
        str_add_text(&all, errors[i]);
    assert_string_equal(dataset_all_errors(&dataset), str_text(&all));
}

TEST(dataset__leaves_out_files_whose_problem_would_be_a_dot)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("dots");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_add_text(tree, "metadata/..csv", CODENET_HEADER);
    codenet_add_text(tree, "metadata/...csv", CODENET_HEADER);
    codenet_open(&dataset, tree);
    assert_int_equal(dataset.list.problems.n, 1);
    assert_string_equal(dataset_all_errors(&dataset),
                        "metadata_unusable metadata/..csv; metadata_unusable metadata/...csv");
}

TEST(dataset__reads_names_and_contests_by_their_columns)
{
    static const struct {
        const char *list, *name, *contest;
    } cases[] = {
        {"id,name,dataset,time_limit\np1,a name,AIZU,1\n", "a name", "AIZU"},
        {"rating,dataset,name,id\n,AtCoder,\"a, b\",p1\n", "a, b", "AtCoder"},
        {"\xef\xbb\xbfid,name\r\np1,りんご\r\n", "りんご", NULL},
        {"id,name,dataset\np1,,\n", NULL, NULL},
        {"id,name,dataset\np1\n", NULL, NULL},
        {"id\np1\n", NULL, NULL},
        {"id,name,dataset\np1,first,A\np1,second,B\n", "first", "A"},
        {"id,name,dataset\n", NULL, NULL},
        {"", NULL, NULL},
    };
    const char *tree = codenet_make("list");
    codenet_add_problem(tree, "p1", NULL, 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        char sha256[SHA256_HEX_SIZE];
        codenet_add_text(tree, "metadata/problem_list.csv", cases[i].list);
        codenet_open(&dataset, tree);
        const struct unit *problem = codenet_problem(&dataset, "p1");
        assert_int_equal(problem->name != NULL, cases[i].name != NULL);
        assert_int_equal(problem->contest != NULL, cases[i].contest != NULL);
        if (problem->name)
            assert_string_equal(problem->name, cases[i].name);
        if (problem->contest)
            assert_string_equal(problem->contest, cases[i].contest);
        assert_string_equal(dataset_all_errors(&dataset), "");
        sha256_hex(cases[i].list, strlen(cases[i].list), sha256);
        assert_string_equal(dataset.list.sha256, sha256);
    }
}

TEST(dataset__goes_on_without_a_usable_list)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("no-list");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_open(&dataset, tree);
    assert_string_equal(dataset.list.sha256, "");
    assert_null(codenet_problem(&dataset, "p00001")->name);
    assert_string_equal(dataset_all_errors(&dataset), "");
    dataset_close(&dataset);

    codenet_add_text(tree, "metadata/problem_list.csv", "\nproblem,name\np00001,one\np00002,two\n");
    codenet_open(&dataset, tree);
    assert_string_equal(dataset_ids(&dataset), "p00001");
    assert_string_equal(dataset_all_errors(&dataset),
                        "metadata_unusable metadata/problem_list.csv:2");
    dataset_close(&dataset);

    assert_int_equal(unlink(scratch_path("no-list/metadata/problem_list.csv")), 0);
    make_folder(tree, "metadata/problem_list.csv");
    codenet_open(&dataset, tree);
    assert_string_equal(dataset_ids(&dataset), "p00001");
    assert_string_equal(dataset_all_errors(&dataset),
                        "metadata_unusable metadata/problem_list.csv");
}

TEST(dataset__can_be_closed_after_every_failure)
{
    static const struct {
        const char *path, *metadata, *word; /* a word that the message has */
    } cases[] = {
        {"nowhere", NULL, "nowhere"},
        {"broken/file", NULL, "neither a folder nor a tar archive"},
        {"broken/nothing", NULL, "neither data/ nor"},
        {"broken/bare", NULL, "--metadata"},
        {"broken/bare", "nowhere", "nowhere"},
        {"broken/empty", NULL, "no metadata of a problem"},
        {"broken/listed", NULL, "no metadata of a problem"},
    };
    const char *tree = codenet_make("broken");
    codenet_add_text(tree, "file", "text");
    make_folder(tree, "nothing");
    codenet_add_text(tree, "bare/data/file", "");
    codenet_make("broken/empty");
    codenet_add_text(codenet_make("broken/listed"), "metadata/problem_list.csv", "id\np1\n");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        const char *metadata = cases[i].metadata ? scratch_path(cases[i].metadata) : NULL;
        struct dataset_options options = dataset_options_for(scratch_path(cases[i].path), metadata);
        assert_error_with(dataset_open(&dataset, &options, &err), cases[i].word);
    }
}
