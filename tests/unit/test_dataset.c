/* A dataset is found in every shape, on disk and in archives, and its problems come from three
 * sources in one order. */
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
        assert_string_equal(dataset.request.path, scratch_path(cases[i].path));
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
    assert_string_equal(dataset.request.path, scratch_path("link"));
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
        assert_string_equal(
            codenet_problem(dataset.list.problems.items, dataset.list.problems.n, "p00010")->name,
            "name of p00010");
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

TEST(dataset__ignores_files_that_are_not_problems)
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
    struct source_request request = dataset_request(tree, str_text(&metadata));
    assert_done(dataset_open(&dataset, &request, &err));
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
        const struct unit *problem =
            codenet_problem(dataset.list.problems.items, dataset.list.problems.n, "p1");
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

TEST(dataset__continues_without_a_usable_list)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("no-list");
    codenet_add_problem(tree, "p00001", NULL, 0);
    codenet_open(&dataset, tree);
    assert_string_equal(dataset.list.sha256, "");
    assert_null(
        codenet_problem(dataset.list.problems.items, dataset.list.problems.n, "p00001")->name);
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
        int status;
    } cases[] = {
        {"nowhere", NULL, "nowhere", ERR},
        {"broken/file", NULL, "neither a folder nor a tar archive", SOURCE_IS_OTHER},
        {"broken/nothing", NULL, "neither data/ nor", SOURCE_IS_OTHER},
        {"broken/bare", NULL, "--metadata", ERR},
        {"broken/bare", "nowhere", "nowhere", ERR},
        {"broken/bare", "broken/file", "neither a folder nor a tar archive", ERR},
        {"broken/empty", NULL, "no metadata file of a problem", ERR},
        {"broken/listed", NULL, "no metadata file of a problem", ERR},
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
        struct source_request request = dataset_request(scratch_path(cases[i].path), metadata);
        struct err err;
        assert_int_equal(dataset_open(&dataset, &request, &err), cases[i].status);
        assert_contains(err.message, cases[i].word);
    }
}

/* Archives may contain a dataset, whole or in parts, with other files beside its data. */

/* An archive of a problem p1 with the source s1, each below its folder. */
static const char *archive_made(const char *name, const char *data_top, const char *metadata_top)
{
    scoped(str) tar = {0}, path = {0};
    if (data_top) {
        str_print(&path, "%sdata/p1/Python/s1.py", data_top);
        tarball_add_text(&tar, str_text(&path), "print(1)\n");
    }
    if (metadata_top) {
        str_set(&path, "%sp1.csv", metadata_top);
        tarball_add_text(&tar, str_text(&path), CODENET_HEADER);
    }
    tarball_end(&tar);
    const char *result = tarball_save(&tar, name);
    return result;
}

/* The content of a source, or why there is none; in a static buffer. */
static const char *source_of(const struct dataset *dataset, const char *problem, const char *name)
{
    static struct str content;
    struct folder folder;
    struct str path = {0};
    struct err err = {""};
    str_clear(&content);
    str_print(&path, "%s/Python", problem);
    if (folder_open(&folder, &dataset->data, str_text(&path), &err) == BENEATH_OK)
        folder_read(&content, &folder, name, 100, &err);
    folder_close(&folder);
    str_release(&path);
    if (err.message[0])
        str_add_text(&content, err.message);
    return str_text(&content);
}

TEST(dataset__may_be_in_archives)
{
    static const struct {
        const char *archive, *data_top, *metadata_top; /* in the archive */
        const char *other, *other_top;                 /* of the metadata */
        const char *name;
    } cases[] = {
        {"a.tar", "Top/", "Top/metadata/", NULL, NULL, "Top"},
        {"a.tar", "./Top/", "Top/metadata/", NULL, NULL, "Top"},
        {"a.tar", "", "metadata/", NULL, NULL, "a"},
        {"a.tar", "./", "./metadata/", NULL, NULL, "a"},
        {"my.table.tar", "", "metadata/", NULL, NULL, "my.table"},
        {"a.test.tgz", "", "metadata/", NULL, NULL, "a.test"},
        {"a.tar.b.tar.zst", "", "metadata/", NULL, NULL, "a.tar.b"},
        {"archive", "", "metadata/", NULL, NULL, "archive"},
        {".tar", "", "metadata/", NULL, NULL, ".tar"},
        {"a.tar", "Top/", NULL, "b.tar", "Top/metadata/", "Top"},
        {"a.tar", "Top/", NULL, "b.tar", "metadata/", "Top"},
        {"a.tar", "", NULL, "b.tar", "", "a"},
        {"a.tar", "", NULL, "b.tar", "tables/", "a"},
        {"a.tar", "Top/", "Top/metadata/", "b.tar", "tables/", "Top"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        struct source_request request = dataset_request(
            archive_made(cases[i].archive, cases[i].data_top, cases[i].metadata_top),
            cases[i].other ? archive_made(cases[i].other, NULL, cases[i].other_top) : NULL);
        assert_done(dataset_open(&dataset, &request, &err));
        assert_string_equal(dataset_ids(&dataset), "p1");
        assert_string_equal(source_of(&dataset, "p1", "s1.py"), "print(1)\n");
        assert_string_equal(source_of(&dataset, "p1", "s2.py"), "No such file or directory");
        assert_string_equal(source_of(&dataset, "p2", "s1.py"), "No such file or directory");
        assert_done(dataset_check(&dataset, &err));
        assert_string_equal(dataset_all_errors(&dataset), "");
        assert_string_equal(dataset.name, cases[i].name);
    }
}

TEST(dataset__may_have_its_metadata_in_a_folder_and_its_data_in_an_archive)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("tables");
    codenet_add_problem(tree, "p1", NULL, 0);
    codenet_add_problem(tree, "p2", NULL, 0);
    struct source_request request =
        dataset_request(archive_made("data.tar", "Top/", NULL), scratch_path("tables/metadata"));
    assert_done(dataset_open(&dataset, &request, &err));
    assert_string_equal(dataset_ids(&dataset), "p1 p2");
    assert_string_equal(source_of(&dataset, "p1", "s1.py"), "print(1)\n");
    assert_string_equal(source_of(&dataset, "p2", "s1.py"), "No such file or directory");
    assert_string_equal(dataset_all_errors(&dataset), "");
    assert_string_equal(dataset.name, "Top");
}

TEST(dataset__may_have_its_data_in_a_folder_and_its_metadata_in_an_archive)
{
    scoped(dataset) dataset = {0};
    const char *tree = codenet_make("sources");
    codenet_add_text(tree, "data/p1/Python/s1.py", "print(2)\n");
    struct source_request request = dataset_request(tree, archive_made("tables.tar", NULL, "a/"));
    assert_done(dataset_open(&dataset, &request, &err));
    assert_string_equal(dataset_ids(&dataset), "p1");
    assert_string_equal(source_of(&dataset, "p1", "s1.py"), "print(2)\n");
    assert_string_equal(dataset_all_errors(&dataset), "");
    assert_string_equal(dataset.name, "sources");
}

/* A file of the folder that holds data/, or why there is none; in a static buffer. */
static const char *beside_data(const struct dataset *dataset, const char *folder, const char *name)
{
    static struct str content;
    struct folder opened;
    struct err err = {""};
    str_clear(&content);
    if (folder_open(&opened, &dataset->root, folder, &err) == BENEATH_OK)
        folder_read(&content, &opened, name, 100, &err);
    folder_close(&opened);
    if (err.message[0])
        str_add_text(&content, err.message);
    return str_text(&content);
}

#define CLUSTERS "derived/duplicates/identical_problem_clusters"

/* An archive in which three folders have descriptions, but one has data/. */
static const char *archive_with_descriptions(const char *data_top, const char *metadata_top,
                                             bool is_data_first)
{
    static const char *const tops[] = {"", "One/", "Two/"};
    scoped(str) tar = {0}, path = {0};
    for (int step = 0; step < 2; step++) {
        bool is_data = (step == 0) == is_data_first;
        for (size_t i = 0; i < N_ITEMS(tops) && !is_data; i++) {
            str_set(&path, "./%sproblem_descriptions/p1.html", tops[i]);
            tarball_add_text(&tar, str_text(&path), i ? tops[i] : "none");
            str_set(&path, "%s" CLUSTERS, tops[i]);
            tarball_add_text(&tar, str_text(&path), i ? tops[i] : "none");
        }
        if (is_data) {
            str_set(&path, "%sdata/p1/Python/s1.py", data_top);
            tarball_add_text(&tar, str_text(&path), "print(1)\n");
        }
    }
    if (metadata_top) {
        str_set(&path, "%smetadata/p1.csv", metadata_top);
        tarball_add_text(&tar, str_text(&path), CODENET_HEADER);
    }
    tarball_end(&tar);
    const char *result = tarball_save(&tar, "descriptions.tar");
    return result;
}

TEST(dataset__has_the_folder_that_holds_its_data)
{
    static const struct {
        const char *top, *found;
        bool has_metadata, is_data_first;
    } cases[] = {
        {"", "none", true, true},       {"", "none", true, false},
        {"One/", "One/", true, true},   {"One/", "One/", true, false},
        {"Two/", "Two/", false, true},  {"Two/", "Two/", false, false},
        {"Three/", NULL, false, false}, /* without such files */
    };
    codenet_add_problem(codenet_make("only-tables"), "p1", NULL, 0);
    codenet_add_text(scratch_path("only-tables"), CLUSTERS, "not of the data");
    codenet_add_text(scratch_path("only-tables"), "problem_descriptions/p1.html", "nor this");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        const char *found = cases[i].found ? cases[i].found : "No such file or directory";
        struct source_request request = dataset_request(
            archive_with_descriptions(cases[i].top, cases[i].has_metadata ? cases[i].top : NULL,
                                      cases[i].is_data_first),
            cases[i].has_metadata ? NULL : scratch_path("only-tables/metadata"));
        assert_done(dataset_open(&dataset, &request, &err));
        assert_string_equal(dataset_all_errors(&dataset), "");
        assert_string_equal(beside_data(&dataset, "problem_descriptions", "p1.html"), found);
        assert_string_equal(
            beside_data(&dataset, "derived/duplicates", "identical_problem_clusters"), found);
    }
}

/* On disk, with the metadata inside it or elsewhere. */
TEST(dataset__on_disk_has_the_folder_that_holds_its_data)
{
    assert_int_equal(mkdir(scratch_path("holds"), 0777), 0);
    const char *tree = codenet_make("holds/Project_CodeNet");
    codenet_add_problem(tree, "p1", NULL, 0);
    codenet_add_text(tree, "problem_descriptions/p1.html", "one");
    codenet_add_problem(codenet_make("other-tables"), "p1", NULL, 0);
    codenet_add_text(scratch_path("other-tables"), "problem_descriptions/p1.html", "other");
    for (int i = 0; i < 4; i++) {
        scoped(dataset) dataset = {0};
        struct source_request request =
            dataset_request(scratch_path(i % 2 ? "holds" : "holds/Project_CodeNet"),
                            i < 2 ? NULL : scratch_path("other-tables/metadata"));
        assert_done(dataset_open(&dataset, &request, &err));
        assert_string_equal(dataset_all_errors(&dataset), "");
        assert_string_equal(beside_data(&dataset, "problem_descriptions", "p1.html"), "one");
    }
}

TEST(dataset__has_the_refused_entries_of_both_archives_among_its_errors)
{
    scoped(dataset) dataset = {0};
    scoped(str) data = {0}, metadata = {0};
    tarball_add_text(&data, "data/p1/Python/s1.py", "print(1)\n");
    tarball_add_link(&data, TAR_SYMBOLIC_LINK, "data/p1/Python/s2.py", "s1.py");
    tarball_add_other(&data, TAR_FOLDER, "data/p2");
    tarball_end(&data);
    tarball_add_text(&metadata, "problem_list.csv", "id\np3\n");
    tarball_add_text(&metadata, "p1.csv", CODENET_HEADER);
    tarball_add_text(&metadata, "../p1.csv", CODENET_HEADER);
    tarball_end(&metadata);
    struct source_request request =
        dataset_request(tarball_save(&data, "data.tar"), tarball_save(&metadata, "metadata.tar"));
    assert_done(dataset_open(&dataset, &request, &err));
    assert_string_equal(dataset_all_errors(&dataset), "metadata_missing metadata/p3.csv; "
                                                      "entry_refused data/p1/Python/s2.py; "
                                                      "entry_refused ../p1.csv; "
                                                      "data_without_metadata data/p2");
}

/* What was read of a damaged archive may lack files: then the check fails. */
TEST(dataset__of_a_damaged_archive_fails_in_the_end)
{
    scoped(dataset) dataset = {0};
    struct err err = {""};
    scoped(str) tar = {0};
    codenet_add_problem(codenet_make("rows"), "p1", NULL, 0);
    tarball_add_text(&tar, "data/p1/Python/s1.py", "print(1)\n");
    struct source_request request =
        dataset_request(tarball_save(&tar, "damaged.tar"), scratch_path("rows/metadata"));
    assert_success(dataset_open(&dataset, &request, &err), err);
    assert_string_equal(source_of(&dataset, "p1", "s2.py"), "No such file or directory");
    assert_int_equal(dataset_check(&dataset, &err), ERR);
    assert_contains(err.message, "damaged.tar': it has no end mark");
    err = (struct err){""};
    assert_int_equal(dataset_finish(&dataset, &err), ERR);
    assert_contains(err.message, "damaged.tar': it has no end mark");
}

TEST(dataset__can_be_stopped)
{
    scoped(dataset) dataset = {0};
    codenet_add_problem(codenet_make("stop"), "p1", NULL, 0);
    struct source_request request =
        dataset_request(archive_made("stop.tar", "", NULL), scratch_path("stop/metadata"));
    assert_done(dataset_open(&dataset, &request, &err));
    dataset_stop(&dataset);
    assert_string_equal(source_of(&dataset, "p1", "s2.py"), "No such file or directory");
    dataset_close(&dataset);
    request = dataset_request(scratch_path("stop"), NULL);
    assert_done(dataset_open(&dataset, &request, &err));
    dataset_stop(&dataset); /* no thread waits for a folder */
    assert_false(dataset_show_reading(&dataset));
    assert_done(dataset_check(&dataset, &err));
    assert_done(dataset_finish(&dataset, &err));
}

TEST(dataset__in_an_archive_can_be_closed_after_every_failure)
{
    static const struct {
        const char *data_top, *metadata_top, *other, *word;
    } cases[] = {
        {NULL, NULL, NULL, "is not an archive of Project CodeNet"},
        {NULL, "metadata/", NULL, "is not an archive of Project CodeNet"},
        {"a/b/", "a/b/metadata/", NULL, "is not an archive of Project CodeNet"},
        {"Top/", NULL, NULL, "has no folder metadata/"},
        {"Top/", "metadata/", NULL, "has no folder metadata/"},
        {"Top/", NULL, "nowhere", "nowhere"},
        {"Top/", NULL, "fails.tar", "no metadata file of a problem"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset) dataset = {0};
        struct source_request request =
            dataset_request(archive_made("fails.tar", cases[i].data_top, cases[i].metadata_top),
                            cases[i].other ? scratch_path(cases[i].other) : NULL);
        assert_error_with(dataset_open(&dataset, &request, &err), cases[i].word);
    }
}
