/* Unpacking keeps the files that mining needs, nothing else, and nothing that could leave the
 * folder. */
#include "miner/codenet/dataset.h"
#include "tests/support/tarball.h"
#include "tests/support/test.h"

#include <sys/resource.h>

/* An entry, and what has to become of it in an archive that also has data/p0/. */
struct entry_case {
    char type;
    const char *path, *content, *files, *errors;
};

static void check_cases(const struct entry_case *cases, size_t n, enum unpack_content content)
{
    for (size_t i = 0; i < n; i++) {
        scoped(kept) kept = {0};
        struct str tar = {0};
        if (content == UNPACK_DATASET)
            tarball_add_other(&tar, TAR_FOLDER, "data/p0/");
        if (cases[i].content)
            tarball_add_text(&tar, cases[i].path, cases[i].content);
        else
            tarball_add_link(&tar, cases[i].type, cases[i].path, "data/p1/Python/s1.py");
        unpack_tar(&kept, &tar, content);
        assert_success(kept.status, kept.err);
        const char *files = str_text(&kept.files), *p0 = strstr(files, "data/p0/; ");
        scoped(str) without = {0};
        str_add(&without, files, p0 ? (size_t)(p0 - files) : strlen(files));
        str_add_text(&without, p0 ? p0 + strlen("data/p0/; ") : "");
        if (strcmp(str_text(&without), cases[i].files) != 0 ||
            strcmp(str_text(&kept.errors), cases[i].errors) != 0)
            fail_msg("'%s': kept '%s', refused '%s'", cases[i].path, str_text(&without),
                     str_text(&kept.errors));
    }
}

TEST(unpack__keeps_metadata_and_sources_of_the_language)
{
    static const struct entry_case cases[] = {
        {0, "data/p1/Python/s1.py", "x", "data/p1/; data/p1/Python/s1.py[x]; ", ""},
        {0, "./data/./p1//Python/s1.py", "x", "data/p1/; data/p1/Python/s1.py[x]; ", ""},
        {0, "data/p1/Python/s1.py", "", "data/p1/; data/p1/Python/s1.py[]; ", ""},
        {0, "data/p1/Python/s1.py", "0123456789", "data/p1/; data/p1/Python/s1.py[0123456789]; ",
         ""},
        {0, "data/p1/Python/s1.py", "0123456789a",
         "data/p1/; data/p1/Python/s1.py(larger than 1048576 bytes); ", ""},
        {TAR_FOLDER, "data/p1/Python/s1.py/", NULL, "data/p1/; data/p1/Python/s1.py/; ", ""},
        {TAR_FOLDER, "data/p1", NULL, "data/p1/; ", ""},
        {TAR_FOLDER, "data/p1/Python", NULL, "data/p1/; ", ""},
        {TAR_FOLDER, "data", NULL, "", ""},
        {0, "data", "a file", "", ""},
        {0, "data/p1", "a file", "", ""},
        {0, "data/p1/s1.py", "x", "data/p1/; ", ""},
        {0, "data/p1/Python/s1.pyc", "x", "data/p1/; ", ""},
        {0, "data/p1/Python/.py", "x", "data/p1/; ", ""},
        {0, "data/p1/Python/a/s1.py", "x", "", ""},
        {0, "data/p1/C++/s1.cpp", "x", "data/p1/; ", ""},
        {0, "data/p1/C++/s1.py", "x", "data/p1/; ", ""},
        {0, "data/p1/python/s1.py", "x", "data/p1/; ", ""},
        {0, "Data/p1/Python/s1.py", "x", "", ""},
        {0, "metadata/p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "metadata/problem_list.csv", "rows", "metadata/problem_list.csv[rows]; ", ""},
        {0, "metadata/README", "x", "", ""},
        {0, "metadata/a/p1.csv", "x", "", ""},
        {0, "metadata/.csv", "x", "", ""},
        {TAR_FOLDER, "metadata", NULL, "", ""},
        {0, "p1.csv", "x", "", ""},
        {0, "README", "x", "", ""},
        {0, "a/b/c/d/e/f/g/h/README", "x", "", ""},
        {0, "derived/input_output/data/p1/Python/s1.py", "x", "", ""},
        {0, "derived/data/p1/Python/s1.py", "x", "",
         "derived/data/p1/Python/s1.py: everything in a second folder with data/ or metadata/; "
         "left out; "}, /* data/p0 stands before it */
    };
    check_cases(cases, N_ITEMS(cases), UNPACK_DATASET);
}

#define CLUSTERS "derived/duplicates/identical_problem_clusters"

/* It has its path with the folder at the top, for data/ may come later. */
TEST(unpack__keeps_files_beside_data)
{
    static const struct entry_case cases[] = {
        {0, CLUSTERS, "p1,p2", CLUSTERS "[p1,p2]; ", ""},
        {0, "./derived//duplicates/./identical_problem_clusters", "p1,p2", CLUSTERS "[p1,p2]; ",
         ""},
        {0, "Top/" CLUSTERS, "p1,p2", "Top/" CLUSTERS "[p1,p2]; ", ""},
        {0, "Other/" CLUSTERS, "", "Other/" CLUSTERS "[]; ", ""},
        {0, CLUSTERS, "01234567890123456789", CLUSTERS "[01234567890123456789]; ", ""},
        {0, CLUSTERS, "01234567890123456789a", CLUSTERS "(larger than 1048576 bytes); ", ""},
        {TAR_FOLDER, CLUSTERS "/", NULL, CLUSTERS "/; ", ""},
        {TAR_FOLDER, "derived/duplicates", NULL, "", ""},
        {0, CLUSTERS "/file", "x", "", ""},
        {0, CLUSTERS ".csv", "x", "", ""},
        {0, "derived/duplicates/identical_problem_cluster", "x", "", ""},
        {0, "derived/duplicates/Python-clusters", "x", "", ""},
        {0, "derived/identical_problem_clusters", "x", "", ""},
        {0, "identical_problem_clusters", "x", "", ""},
        {0, "a/b/" CLUSTERS, "x", "", ""},
        {0, "problem_descriptions/p1.html", "x", "problem_descriptions/p1.html[x]; ", ""},
        {0, "Top/problem_descriptions/p1.html", "x", "Top/problem_descriptions/p1.html[x]; ", ""},
        {0, "derived/problem_descriptions/p1.html", "x",
         "derived/problem_descriptions/p1.html[x]; ", ""},
        {0, "problem_descriptions/problem_descriptions/p1.html", "x",
         "problem_descriptions/problem_descriptions/p1.html[x]; ", ""},
        {0, "problem_descriptions/p1.html", "0123456789abcde",
         "problem_descriptions/p1.html[0123456789abcde]; ", ""},
        {0, "problem_descriptions/p1.html", "0123456789abcdef",
         "problem_descriptions/p1.html(larger than 1048576 bytes); ", ""},
        {TAR_FOLDER, "problem_descriptions/p1.html", NULL, "problem_descriptions/p1.html/; ", ""},
        {TAR_FOLDER, "problem_descriptions", NULL, "", ""},
        {0, "problem_descriptions", "a file", "", ""},
        {0, "problem_descriptions/p1.htm", "x", "", ""},
        {0, "problem_descriptions/.html", "x", "", ""},
        {0, "problem_descriptions/a/p1.html", "x", "", ""},
        {0, "p1.html", "x", "", ""},
        {0, "a/b/problem_descriptions/p1.html", "x", "", ""},
        /* not beside data/, but in it */
        {0, "data/problem_descriptions/p1.html", "x", "data/problem_descriptions/; ", ""},
        {0, "metadata/problem_descriptions/p1.html", "x", "", ""},
    };
    check_cases(cases, N_ITEMS(cases), UNPACK_DATASET);
}

TEST(unpack__keeps_descriptions_of_all_ids_that_a_problem_may_have)
{
    char id[130];
    memset(id, 'p', sizeof id);
    for (int length = 128; length <= 129; length++) {
        scoped(kept) kept = {0};
        scoped(str) path = {0}, files = {0}, errors = {0};
        struct str tar = {0};
        str_print(&path, "problem_descriptions/%.*s.html", length, id);
        if (length == 128)
            str_print(&files, "%s[x]; ", str_text(&path));
        else
            str_print(&errors, "%s: not a valid name of a problem; left out; ", str_text(&path));
        tarball_add_other(&tar, TAR_FOLDER, "data");
        tarball_add_long_path(&tar, str_text(&path));
        tarball_add_text(&tar, "short", "x");
        unpack_tar(&kept, &tar, UNPACK_DATASET);
        assert_success(kept.status, kept.err);
        assert_string_equal(str_text(&kept.files), str_text(&files));
        assert_string_equal(str_text(&kept.errors), str_text(&errors));
    }
}

TEST(unpack__refuses_what_could_lead_out)
{
    static const struct entry_case cases[] = {
        {0, "../data/p1/Python/s1.py", "x", "",
         "../data/p1/Python/s1.py: a path with '..'; left out; "},
        {0, "data/../data/p1/Python/s1.py", "x", "",
         "data/../data/p1/Python/s1.py: a path with '..'; left out; "},
        {0, "data/p1/Python/..", "x", "", "data/p1/Python/..: a path with '..'; left out; "},
        {0, "/data/p1/Python/s1.py", "x", "",
         "/data/p1/Python/s1.py: an absolute path; left out; "},
        {TAR_FOLDER, "/data", NULL, "", "/data: an absolute path; left out; "},
        {TAR_SYMBOLIC_LINK, "data/p1/Python/s1.py", NULL, "",
         "data/p1/Python/s1.py: a link; left out; "},
        {TAR_HARD_LINK, "data/p1/Python/s1.py", NULL, "",
         "data/p1/Python/s1.py: a link; left out; "},
        {TAR_SYMBOLIC_LINK, "data/p1", NULL, "", "data/p1: a link; left out; "},
        {TAR_SYMBOLIC_LINK, "metadata", NULL, "", "metadata: a link; left out; "},
        {TAR_FIFO, "metadata/p1.csv", NULL, "",
         "metadata/p1.csv: neither a file nor a folder; left out; "},
        {TAR_CHARACTER_DEVICE, "data/p1/Python/s1.py", NULL, "",
         "data/p1/Python/s1.py: neither a file nor a folder; left out; "},
        {TAR_BLOCK_DEVICE, "README", NULL, "", "README: neither a file nor a folder; left out; "},
        {0, "data/p\n1/Python/s1.py", "x", "",
         "data/p\\n1/Python/s1.py: not a valid name of a problem or submission; left out; "},
        {0, "data/p1/Python/s\033[31m.py", "x", "",
         "data/p1/Python/s\\x1b[31m.py: not a valid name of a problem or submission; left out; "},
        {0, "data/p1/Python/s\xff.py", "x", "",
         "data/p1/Python/s\\xff.py: not a valid name of a problem or submission; left out; "},
        {0, "data/p\xed\xa0\x80/Python/s1.py", "x", "",
         "data/p\\xed\\xa0\\x80/Python/s1.py: not a valid name of a problem or submission; "
         "left out; "},
        {0, "metadata/p\n1.csv", "x", "",
         "metadata/p\\n1.csv: not a valid name of a metadata file; left out; "},
        {0, "metadata/p\xff.csv", "x", "",
         "metadata/p\\xff.csv: not a valid name of a metadata file; left out; "},
        {TAR_SYMBOLIC_LINK, CLUSTERS, NULL, "", CLUSTERS ": a link; left out; "},
        {TAR_HARD_LINK, CLUSTERS, NULL, "", CLUSTERS ": a link; left out; "},
        {TAR_SYMBOLIC_LINK, "derived", NULL, "", "derived: a link; left out; "},
        {TAR_FIFO, CLUSTERS, NULL, "", CLUSTERS ": neither a file nor a folder; left out; "},
        {0, "../" CLUSTERS, "x", "", "../" CLUSTERS ": a path with '..'; left out; "},
        {0, "/" CLUSTERS, "x", "", "/" CLUSTERS ": an absolute path; left out; "},
        {TAR_SYMBOLIC_LINK, "problem_descriptions/p1.html", NULL, "",
         "problem_descriptions/p1.html: a link; left out; "},
        {0, "problem_descriptions/../problem_descriptions/p1.html", "x", "",
         "problem_descriptions/../problem_descriptions/p1.html: a path with '..'; left out; "},
        {0, "problem_descriptions/...html", "x", "",
         "problem_descriptions/...html: not a valid name of a problem; left out; "},
        {0, "problem_descriptions/p\n1.html", "x", "",
         "problem_descriptions/p\\n1.html: not a valid name of a problem; left out; "},
        {0, "Top/problem_descriptions/p\xff.html", "x", "",
         "Top/problem_descriptions/p\\xff.html: not a valid name of a problem; left out; "},
    };
    check_cases(cases, N_ITEMS(cases), UNPACK_DATASET);
}

TEST(unpack__of_metadata_takes_tables_from_every_place)
{
    static const struct entry_case cases[] = {
        {0, "p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "./p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "metadata/p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "codenet-metadata/p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "Project_CodeNet/metadata/p1.csv", "rows", "metadata/p1.csv[rows]; ", ""},
        {0, "a/b/p1.csv", "rows", "", ""},
        {0, "a/metadata/b/p1.csv", "rows", "", ""},
        {0, "data/p1.csv", "rows", "", ""},
        {0, "data/p1/Python/s1.py", "x", "", ""},
        {0, CLUSTERS, "p1,p2", "", ""},
        {0, "problem_descriptions/p1.html", "x", "", ""},
        {0, "Top/problem_descriptions/p1.html", "x", "", ""},
        {0, "p1.csv.gz", "x", "", ""},
        {TAR_FOLDER, "p1.csv", NULL, "", ""},
        {TAR_SYMBOLIC_LINK, "p1.csv", NULL, "", "p1.csv: a link; left out; "},
        {0, "../p1.csv", "rows", "", "../p1.csv: a path with '..'; left out; "},
        {0, "a/p\xff.csv", "rows", "",
         "a/p\\xff.csv: not a valid name of a metadata file; left out; "},
    };
    check_cases(cases, N_ITEMS(cases), UNPACK_METADATA);
}

TEST(unpack__keeps_the_first_of_a_path_and_refuses_the_rest)
{
    scoped(kept) kept = {0};
    struct str tar = {0};
    tarball_add_text(&tar, "data/p1/Python/s1.py", "first");
    tarball_add_text(&tar, "data/p1/Python/s2.py", "much too large");
    tarball_add_other(&tar, TAR_FOLDER, "data/p1/Python/s3.py");
    tarball_add_text(&tar, "metadata/p1.csv", "first");
    tarball_add_text(&tar, "./data//p1/Python/s1.py", "second");
    tarball_add_text(&tar, "data/p1/Python/s2.py", "small");
    tarball_add_text(&tar, "data/p1/Python/s3.py", "file");
    tarball_add_text(&tar, "metadata/p1.csv", "second");
    tarball_add_other(&tar, TAR_FOLDER, "data/p1/Python/s1.py");
    tarball_add_text(&tar, CLUSTERS, "first");
    tarball_add_text(&tar, "./" CLUSTERS, "second");
    tarball_add_other(&tar, TAR_FOLDER, "problem_descriptions/p1.html");
    tarball_add_text(&tar, "problem_descriptions/p1.html", "second");
    tarball_add_text(&tar, "problem_descriptions/p2.html", "much, much too large");
    tarball_add_text(&tar, "problem_descriptions/p2.html", "second");
    tarball_add_text(&tar, "Top/problem_descriptions/p2.html", "another path");
    unpack_tar(&kept, &tar, UNPACK_DATASET);
    assert_string_equal(
        str_text(&kept.files),
        "metadata/p1.csv[first]; data/p1/; data/p1/Python/s1.py[first]; "
        "data/p1/Python/s2.py(larger than 1048576 bytes); data/p1/Python/s3.py/; " CLUSTERS
        "[first]; problem_descriptions/p1.html/; "
        "problem_descriptions/p2.html(larger than 1048576 bytes); "
        "Top/problem_descriptions/p2.html[another path]; ");
    assert_string_equal(
        str_text(&kept.errors),
        "./data//p1/Python/s1.py: an earlier entry has the same path; left out; "
        "data/p1/Python/s2.py: an earlier entry has the same path; left out; "
        "data/p1/Python/s3.py: an earlier entry has the same path; left out; "
        "metadata/p1.csv: an earlier entry has the same path; left out; "
        "data/p1/Python/s1.py: an earlier entry has the same path; left out; "
        "./" CLUSTERS ": an earlier entry has the same path; left out; "
        "problem_descriptions/p1.html: an earlier entry has the same path; left out; "
        "problem_descriptions/p2.html: an earlier entry has the same path; left out; ");
}

/* A link must not block a file of the same name. */
TEST(unpack__keeps_a_file_after_a_link_of_the_same_path)
{
    scoped(kept) kept = {0};
    struct str tar = {0};
    tarball_add_link(&tar, TAR_SYMBOLIC_LINK, "data", "/etc");
    tarball_add_link(&tar, TAR_SYMBOLIC_LINK, "data/p1/Python/s1.py", "/etc/passwd");
    tarball_add_text(&tar, "data/p1/Python/s1.py", "file");
    unpack_tar(&kept, &tar, UNPACK_DATASET);
    assert_success(kept.status, kept.err);
    assert_string_equal(str_text(&kept.files), "data/p1/; data/p1/Python/s1.py[file]; ");
}

TEST(unpack__finds_the_folder_that_holds_the_dataset)
{
    static const struct {
        const char *paths[3];
        const char *top, *files;
        const char *other; /* the first path in another such folder; NULL: there is none */
    } cases[] = {
        {{"data/p1/Python/s1.py", "metadata/p1.csv"},
         "",
         "metadata/p1.csv[2]; data/p1/; data/p1/Python/s1.py[1]; ",
         NULL},
        {{"./data/p1/Python/s1.py", "./metadata/p1.csv"},
         "",
         "metadata/p1.csv[2]; data/p1/; data/p1/Python/s1.py[1]; ",
         NULL},
        {{"Top/data/p1/Python/s1.py", "./Top/metadata/p1.csv"},
         "Top",
         "metadata/p1.csv[2]; data/p1/; data/p1/Python/s1.py[1]; ",
         NULL},
        {{"Top/metadata/p1.csv", "Top/data/p1/Python/s1.py"},
         "Top",
         "metadata/p1.csv[1]; data/p1/; data/p1/Python/s1.py[2]; ",
         NULL},
        {{"Top/README.md", "other/README", "Top/data/p1/Python/s1.py"},
         "Top",
         "data/p1/; data/p1/Python/s1.py[3]; ",
         NULL},
        {{"data/data/p1/Python/s1.py", "data/p1/Python/s1.py"},
         "",
         "data/p1/; data/p1/Python/s1.py[2]; ",
         NULL},
        /* files beside data/ elsewhere prove nothing */
        {{"Other/problem_descriptions/p1.html", "Top/data/p1/Python/s1.py",
          "problem_descriptions/p1.html"},
         "Top",
         "data/p1/; data/p1/Python/s1.py[2]; problem_descriptions/p1.html[3]; "
         "Other/problem_descriptions/p1.html[1]; ",
         NULL},
        /* the folder that contains the first of them; a second one is reported once */
        {{"One/data/p1/Python/s1.py", "Two/data/p2/Python/s2.py", "Two/metadata/p1.csv"},
         "One",
         "data/p1/; data/p1/Python/s1.py[1]; ",
         "Two/data/p2/Python/s2.py"},
        {{"Two/data/p2/Python/s2.py", "One/metadata/p1.csv", "Three/data/p2/Python/s2.py"},
         "Two",
         "data/p2/; data/p2/Python/s2.py[1]; ",
         "One/metadata/p1.csv"},
        {{"data/p1/Python/s1.py", "Two/data/p2/Python/s2.py", "Two/metadata/p1.csv"},
         "",
         "data/p1/; data/p1/Python/s1.py[1]; ",
         "Two/data/p2/Python/s2.py"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(kept) kept = {0};
        struct str tar = {0}, errors = {0};
        for (int n = 0; n < 3 && cases[i].paths[n]; n++)
            tarball_add_file(&tar, cases[i].paths[n], "123" + n, 1);
        unpack_tar(&kept, &tar, UNPACK_DATASET);
        assert_success(kept.status, kept.err);
        assert_string_equal(str_text(&kept.top), cases[i].top);
        assert_string_equal(str_text(&kept.files), cases[i].files);
        if (cases[i].other)
            str_print(&errors,
                      "%s: everything in a second folder with data/ or metadata/; left out; ",
                      cases[i].other);
        assert_string_equal(str_text(&kept.errors), str_text(&errors));
        str_release(&errors);
    }
}

TEST(unpack__fails_without_data)
{
    static const char *const paths[] = {"README", "metadata/p1.csv", "a/b/data/p1/Python/s1.py"};
    for (size_t i = 0; i <= N_ITEMS(paths); i++) {
        scoped(kept) kept = {0};
        struct str tar = {0};
        if (i < N_ITEMS(paths))
            tarball_add_text(&tar, paths[i], "text");
        unpack_tar(&kept, &tar, UNPACK_DATASET);
        assert_int_equal(kept.status, ERR);
        assert_contains(kept.err.message, "archive.tar' is not an archive of Project CodeNet");
    }
}

TEST(unpack__fails_for_damaged_archives_and_other_files)
{
    static const struct {
        const char *name, *bytes, *word;
    } cases[] = {
        {"text", "text", "is neither a folder nor a tar archive"},
        {"empty", "", "is empty"},
    };
    scoped(kept) kept = {0};
    scoped(str) tar = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        write_test_file(scratch_path(cases[i].name), cases[i].bytes, strlen(cases[i].bytes));
        unpack_file(&kept, scratch_path(cases[i].name), UNPACK_DATASET);
        assert_true(kept.status < 0);
        assert_contains(kept.err.message, cases[i].word);
        kept_release(&kept);
    }
    unpack_file(&kept, scratch_path("nowhere"), UNPACK_DATASET);
    assert_int_equal(kept.status, ERR);
    assert_contains(kept.err.message, "No such file or directory");
    kept_release(&kept);

    tarball_add_text(&tar, "data/p1/Python/s1.py", "one");
    tarball_add_header(&tar, TAR_FILE, "data/p1/Python/s2.py", NULL, 9);
    str_add_text(&tar, "cut");
    unpack_file(&kept, tarball_save(&tar, "cut.tar"), UNPACK_DATASET);
    assert_int_equal(kept.status, ERR);
    assert_contains(kept.err.message, "is the file complete?");
}

TEST(unpack__fails_where_no_temporary_file_can_be_made)
{
    struct unpack *unpack;
    struct source_request request;
    struct unpack_options options = unpacked_options(UNPACK_DATASET, &request);
    scoped(str) tar = {0};
    tarball_add_text(&tar, "data/p1/Python/s1.py", "one");
    tarball_end(&tar);
    request.folder = scratch_path("nowhere");
    assert_error_with(unpack_start(&unpack, tarball_save(&tar, "fine.tar"), &options, &err),
                      "cannot create a temporary file in '");
}

/* Unpacking reports its progress, can be ended at any time, survives any damage, and takes little
 * memory. */

/* Counts, and checks that it goes on. */
struct progress_seen {
    size_t n_calls;
    uint64_t done, total, n_files;
};

static void see_progress(void *context, const struct meter_step *step)
{
    struct progress_seen *seen = context;
    assert_true(step->done >= seen->done && step->done <= step->total);
    assert_true(step->count >= seen->n_files);
    *seen = (struct progress_seen){seen->n_calls + 1, step->done, step->total, step->count};
}

TEST(unpack__reports_progress)
{
    scoped(unpack) *unpack = NULL;
    struct source_request request;
    struct unpack_options options = unpacked_options(UNPACK_DATASET, &request);
    struct progress_seen seen = {0};
    scoped(str) tar = {0};
    char path[64], content[5000] = {0};
    request.max_bytes = sizeof content;
    request.meter = (struct meter){see_progress, &seen};
    for (int i = 0; i < 2000; i++) {
        snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
        tarball_add_file(&tar, path, content, sizeof content);
    }
    tarball_end(&tar);
    assert_done(unpack_start(&unpack, tarball_save(&tar, "far.tar"), &options, &err));
    while (unpack_show(unpack))
        assert_true(seen.n_calls > 0);
    assert_false(unpack_show(unpack)); /* it has been read */
    unpack_close(unpack);

    seen = (struct progress_seen){0};
    assert_done(unpack_start(&unpack, tarball_save(&tar, "far.tar"), &options, &err));
    assert_done(unpack_finish(unpack, &err));
    assert_true(seen.n_calls > 0);
    assert_int_equal(seen.total, tar.length);
    assert_int_equal(seen.n_files, 2000);
}

TEST(unpack__can_be_closed_at_any_time)
{
    scoped(str) tar = {0}, content = {0};
    char path[64], bytes[3000] = {0};
    for (int i = 0; i < 3000; i++) {
        snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
        tarball_add_file(&tar, path, bytes, sizeof bytes);
    }
    tarball_end(&tar);
    const char *archive = tarball_save(&tar, "closed.tar");
    unpack_close(NULL);
    for (int i = -1; i < 3000; i = i * 2 + 3) {
        scoped(unpack) *unpack = NULL;
        struct source_request request;
        struct unpack_options options = unpacked_options(UNPACK_DATASET, &request);
        struct err err;
        request.max_bytes = sizeof bytes;
        assert_success(unpack_start(&unpack, archive, &options, &err), err);
        if (i >= 0) {
            snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
            assert_int_equal(spool_read(unpack_spool(unpack), &content, path, sizeof bytes, &err),
                             BENEATH_OK);
            assert_int_equal(content.length, sizeof bytes);
        }
    }
}

/* Damages some bytes, or takes some out, or puts some in twice, or cuts the end off. */
static void damage(struct str *bytes)
{
    size_t at = (size_t)rand() % bytes->length, n = (size_t)rand() % 600 + 1;
    if (n > bytes->length - at)
        n = bytes->length - at;
    scoped(str) rest = {0};
    str_add(&rest, bytes->text + at, bytes->length - at);
    switch (rand() % 4) {
    case 0:
        for (int flips = rand() % 4; flips >= 0; flips--)
            bytes->text[(size_t)rand() % bytes->length] ^= (char)(1 << rand() % 8);
        break;
    case 1:
        memmove(bytes->text + at, bytes->text + at + n, bytes->length - at - n);
        bytes->length -= n;
        break;
    case 2:
        bytes->length = at + n;
        str_add(bytes, str_text(&rest), rest.length);
        break;
    default:
        bytes->length = at;
    }
}

/* Whatever happens to it: it fails, or gives what it held. Content that no checksum guards may be
 * another. */
TEST(unpack__of_a_damaged_archive_fails_or_gives_what_was_there)
{
    enum { N_ROUNDS = 300 };
    scoped(str) tar = {0}, bytes = {0}, damaged = {0};
    struct kept whole, kept;
    srand(4);
    for (int i = 0; i < 30; i++) {
        const char *path = printed("Top/data/p%d/Python/s%d.py", i / 15 + 1, i);
        tarball_add_file(&tar, path, "0123456789" + i % 10, (size_t)(10 - i % 10));
    }
    tarball_add_text(&tar, "Top/metadata/p1.csv", "rows");
    tarball_end(&tar);
    const char *archive = tarball_save(&tar, "whole.tar");
    unpack_file(&whole, archive, UNPACK_DATASET);
    assert_success(whole.status, whole.err);
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(archive, &compressors[i]);
        if (!compressed)
            continue;
        read_test_file(&bytes, compressed);
        size_t n_failed = 0;
        for (int round = 0; round < N_ROUNDS; round++) {
            str_clear(&damaged);
            str_add(&damaged, bytes.text, bytes.length);
            damage(&damaged);
            write_test_file(scratch_path("damaged"), damaged.text, damaged.length);
            unpack_file(&kept, scratch_path("damaged"), UNPACK_DATASET);
            assert_int_equal(kept.status != 0, kept.err.message[0] != 0);
            n_failed += kept.status != 0;
            if (kept.status == 0 && i > 0)
                assert_string_equal(str_text(&kept.files), str_text(&whole.files));
            kept_release(&kept);
        }
        assert_true(n_failed > N_ROUNDS / 2);
    }
    kept_release(&whole);
}

/* Many hostile entries, and sizes that lie, cost no more than their messages. */
TEST(unpack__keeps_its_memory_within_bounds)
{
    enum { N_LINKS = 100000 };
    scoped(kept) kept = {0};
    scoped(str) tar = {0};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < N_LINKS; i++) {
        const char *path = printed("data/p1/Python/s%d.py", i);
        tarball_add_link(&tar, TAR_SYMBOLIC_LINK, path, "/etc/passwd");
    }
    size_t tar_bytes = tar.capacity;
    tarball_add_text(&tar, "data/p1/Python/s1.py", "one");
    tarball_add_header(&tar, TAR_FILE, "data/p1/Python/s2.py", NULL, ((uint64_t)1 << 63) - 1);
    tarball_save(&tar, "links.tar");
    unpack_file(&kept, scratch_path("links.tar"), UNPACK_DATASET);
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(kept.status, ERR);
    assert_int_equal(
        strncmp(str_text(&kept.errors), "data/p1/Python/s0.py: a link; left out; ", 40), 0);
    assert_true((size_t)(after.ru_maxrss - before.ru_maxrss) < (tar_bytes >> 10) + (200 << 10));
}
