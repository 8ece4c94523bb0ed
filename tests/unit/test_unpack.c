/* Unpacking keeps the files that mining needs, nothing else, and nothing that could leave the
 * folder. */
#include "base/mem.h"
#include "miner/codenet/dataset.h"
#include "tests/support/archives.h"
#include "tests/support/test.h"

/* Limits, in bytes. */
enum { MAX_SOURCE_BYTES = 10, MAX_TABLE_BYTES = 100, MAX_CLUSTERS_BYTES = 20, MAX_TEXT_BYTES = 15 };

/* Returns options with these limits, and sets the request, which they borrow. */
static struct unpack_options unpacked_options(enum unpack_content content,
                                              struct source_request *request)
{
    *request = (struct source_request){.languages = LANGUAGE_SET_DEFAULT,
                                       .max_bytes = MAX_SOURCE_BYTES,
                                       .folder = scratch_path("")};
    return (struct unpack_options){content, request, MAX_TABLE_BYTES, MAX_CLUSTERS_BYTES,
                                   MAX_TEXT_BYTES};
}

/* The content of an unpacked archive. */
struct kept {
    struct str files;  /* "PATH[CONTENT]; ", "PATH/; " or "PATH(reason); " for each path */
    struct str errors; /* "PATH: why; " for refused entries */
    struct str top;
    int status;
    struct err err;
    struct spool *spool; /* while it is listed */
    const char *folder;
};

static void kept_release(struct kept *kept)
{
    str_release(&kept->files);
    str_release(&kept->errors);
    str_release(&kept->top);
}
SCOPED_VALUE(kept, kept_release)

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct kept *kept = context;
    scoped(str) content = {0};
    struct err reason;
    const char *path = printed("%s%s", kept->folder, name);
    if (is_folder)
        str_print(&kept->files, "%s/; ", path);
    else if (spool_read(kept->spool, &content, path, 1 << 20, &reason) != BENEATH_OK)
        str_print(&kept->files, "%s(%s); ", path, reason.message);
    else
        str_print(&kept->files, "%s[%s]; ", path, str_text(&content));
    if (content.length)
        assert_int_equal(content.length, size);
}

static void unpack_file(struct kept *kept, const char *path, enum unpack_content content)
{
    const char *rest = "metadata/|data/|data/p1/Python/|data/p2/Python/||derived/duplicates/|"
                       "Top/derived/duplicates/|Other/derived/duplicates/|problem_descriptions/|"
                       "Top/problem_descriptions/|Other/problem_descriptions/|"
                       "derived/problem_descriptions/|"
                       "problem_descriptions/problem_descriptions/";
    scoped(unpack) *unpack = NULL;
    struct source_request request;
    struct unpack_options options = unpacked_options(content, &request);
    *kept = (struct kept){0};
    kept->status = unpack_start(&unpack, path, &options, &kept->err);
    if (kept->status != 0)
        return;
    kept->status = unpack_finish(unpack, &kept->err);
    kept->spool = unpack_spool(unpack);
    while ((kept->folder = next_text(&rest))) {
        const struct folder folder = {.spool = kept->spool, .prefix = (char *)kept->folder};
        folder_each_name(&folder, take_name, kept, NULL);
    }
    const struct input_errors *errors = unpack_errors(unpack);
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        assert_true(error->kind == INPUT_ENTRY_REFUSED && error->line == 0);
        str_print(&kept->errors, "%s: %s; ", error->file, error->detail);
    }
    str_add_text(&kept->top, unpack_top(unpack));
}

/* Does the same with a tar archive that lacks only its end. Releases `tar`. */
static void unpack_tar(struct kept *kept, struct str *tar, enum unpack_content content)
{
    tarball_end(tar);
    unpack_file(kept, tarball_save(tar, "archive.tar"), content);
    str_release(tar);
}

/* Unpacks a tar of entries, with `;` between them: "PATH" with the content "x", "PATH=CONTENT",
 * "PATH>" (a link), "PATH|" (a named pipe) or "PATH/" (a folder). Returns what was kept, or what
 * was refused. */
static const char *unpacked(const char *entries, enum unpack_content content, bool are_errors)
{
    scoped(kept) kept = {0};
    struct str tar = {0};
    scoped_memory char *list = mem_copy_text(entries, strlen(entries));
    for (char *rest = list, *path; (path = strsep(&rest, ";"));) {
        size_t n = strlen(path);
        char *text = strchr(path, '='), last = n ? path[n - 1] : '/';
        if (text)
            *text++ = '\0';
        if (last == '>' || last == '|')
            path[n - 1] = '\0';
        if (last == '>')
            tarball_add_link(&tar, TAR_SYMBOLIC_LINK, path, "/etc/passwd");
        else if (last == '|' || (last == '/' && !text))
            tarball_add_other(&tar, last == '|' ? TAR_FIFO : TAR_FOLDER, path);
        else {
            if (n > 100)
                tarball_add_long_path(&tar, path);
            tarball_add_text(&tar, n > 100 ? "short" : path, text ? text : "x");
        }
    }
    unpack_tar(&kept, &tar, content);
    assert_success(kept.status, kept.err);
    return printed("%s", str_text(are_errors ? &kept.errors : &kept.files));
}

static const char *kept_of(const char *entries)
{
    return unpacked(entries, UNPACK_DATASET, false);
}

static const char *refused_of(const char *entries)
{
    return unpacked(entries, UNPACK_DATASET, true);
}

static const char *tables_of(const char *entries)
{
    return unpacked(entries, UNPACK_METADATA, false);
}

#define CLUSTERS "derived/duplicates/identical_problem_clusters"
#define TEXTS    "problem_descriptions/"

TEST(unpack__keeps_what_mining_needs)
{
    static const struct text_case cases[] = {
        /* programs of the languages, of up to 10 bytes */
        {"./data/./p1//Python/s1.py;data/p1/Python/s2.py=0123456789;data/p1/Python/s3.py=",
         "data/p1/; data/p1/Python/s1.py[x]; data/p1/Python/s2.py[0123456789]; "
         "data/p1/Python/s3.py[]; "},
        {"data/p1/Python/s1.py=0123456789a;data/p1/Python/s2.py/",
         "data/p1/; data/p1/Python/s1.py(larger than 1048576 bytes); data/p1/Python/s2.py/; "},
        {"data/p1/;data/p2/Python/;data;data/p3/s1.py;data/p1/Python/s1.pyc;data/p1/Python/.py",
         "data/p1/; data/p2/; data/p3/; "},
        {"data/p1/Python/a/s1.py;data/p1=a file;data/", ""},
        {"data/p1/C++/s1.py;data/p1/python/s1.py;Data/p1/Python/s1.py", "data/p1/; "},
        /* tables */
        {"metadata/p1.csv;metadata/problem_list.csv;data/",
         "metadata/p1.csv[x]; metadata/problem_list.csv[x]; "},
        {"metadata/README;metadata/a/p1.csv;metadata/.csv;p1.csv;a/b/c/d/e/f/README;data/;"
         "derived/input_output/data/p1/Python/s1.py",
         ""},
        /* what is beside data/, which may come later, with the folder at the top */
        {"data/;./derived//duplicates/./identical_problem_clusters;Top/" CLUSTERS "=;"
         "Other/" CLUSTERS "=01234567890123456789",
         CLUSTERS "[x]; Top/" CLUSTERS "[]; Other/" CLUSTERS "[01234567890123456789]; "},
        {"data/;" CLUSTERS "=01234567890123456789a", CLUSTERS "(larger than 1048576 bytes); "},
        {"data/;" CLUSTERS "/", CLUSTERS "/; "},
        {"data/;" CLUSTERS "/file;" CLUSTERS ".csv;identical_problem_clusters;a/b/" CLUSTERS
         ";derived/duplicates/identical_problem_cluster",
         ""},
        {"data/;" TEXTS "p1.html;Top/" TEXTS "p1.html;derived/" TEXTS "p1.html;" TEXTS TEXTS
         "p1.html;" TEXTS "p2.html=0123456789abcde;" TEXTS "p3.html=0123456789abcdef;" TEXTS
         "p4.html/",
         TEXTS "p1.html[x]; " TEXTS "p2.html[0123456789abcde]; " TEXTS
               "p3.html(larger than 1048576 bytes); " TEXTS "p4.html/; Top/" TEXTS
               "p1.html[x]; derived/" TEXTS "p1.html[x]; " TEXTS TEXTS "p1.html[x]; "},
        {"data/" TEXTS "p1.html;metadata/" TEXTS "p1.html;" TEXTS "p1.htm;" TEXTS ".html;" TEXTS
         "a/p1.html;p1.html;a/b/" TEXTS "p1.html",
         "data/" TEXTS "; "},
        /* the first of a path */
        {"data/p1/Python/s1.py=first;./data//p1/Python/s1.py=second;data/p1/Python/s2.py/;"
         "data/p1/Python/s2.py;metadata/p1.csv=first;metadata/p1.csv=second;" CLUSTERS
         "=first;./" CLUSTERS "=second;" TEXTS "p1.html/;" TEXTS "p1.html=second",
         "metadata/p1.csv[first]; data/p1/; data/p1/Python/s1.py[first]; "
         "data/p1/Python/s2.py/; " CLUSTERS "[first]; " TEXTS "p1.html/; "},
        /* a link does not block a file of its name */
        {"data>;data/p1/Python/s1.py>;data/p1/Python/s1.py=file",
         "data/p1/; data/p1/Python/s1.py[file]; "},
    };
    static const struct text_case tables[] = {
        {"p1.csv;./p2.csv;metadata/p3.csv;codenet-metadata/p4.csv",
         "metadata/p1.csv[x]; metadata/p2.csv[x]; metadata/p3.csv[x]; metadata/p4.csv[x]; "},
        {"Project_CodeNet/metadata/p5.csv", "metadata/p5.csv[x]; "},
        {"a/b/p1.csv", ""},
        {"a/metadata/b/p1.csv", ""},
        {"data/p1.csv", ""},
        {"data/p1/Python/s1.py", ""},
        {CLUSTERS ";" TEXTS "p1.html", ""},
        {"p1.csv.gz;p1.csv>;../p1.csv;p1.csv/", ""},
    };
    expect_texts(cases, N_ITEMS(cases), kept_of);
    expect_texts(tables, N_ITEMS(tables), tables_of);
}

/* The case archive-errors shows more. */
TEST(unpack__refuses_what_could_lead_out_or_comes_again)
{
    static const struct text_case cases[] = {
        {"data/;../data/p1/Python/s1.py;data/p1/Python/..",
         "../data/p1/Python/s1.py: a path with '..'; left out; "
         "data/p1/Python/..: a path with '..'; left out; "},
        {"data/;/data/", "/data/: an absolute path; left out; "},
        {"data/;data/p1>;metadata>;derived>", "data/p1: a link; left out; metadata: a link; left "
                                              "out; derived: a link; left out; "},
        {"data/;README|", "README: neither a file nor a folder; left out; "},
        {"data/p\xed\xa0\x80/Python/s1.py;metadata/p\n1.csv;Top/" TEXTS "p\xff.html;" TEXTS
         "...html",
         "data/p\\xed\\xa0\\x80/Python/s1.py: not a valid name of a problem or submission; left "
         "out; metadata/p\\n1.csv: not a valid name of a metadata file; left out; Top/" TEXTS
         "p\\xff.html: not a valid name of a problem; left out; " TEXTS
         "...html: not a valid name of a problem; left out; "},
        {"data/p1/Python/s1.py;./data/p1/Python/s1.py;data/p1/Python/s1.py/",
         "./data/p1/Python/s1.py: an earlier entry has the same path; left out; "
         "data/p1/Python/s1.py/: an earlier entry has the same path; left out; "},
        {"data/;derived/data/p1/Python/s1.py",
         "derived/data/p1/Python/s1.py: everything in a second folder with data/ or metadata/; "
         "left out; "},
    };
    expect_texts(cases, N_ITEMS(cases), refused_of);
    char id[130];
    memset(id, 'p', sizeof id);
    for (int length = 128; length <= 129; length++) {
        const char *entry = printed("data/;" TEXTS "%.*s.html", length, id);
        assert_int_equal(refused_of(entry)[0] != '\0', length > 128);
        assert_int_equal(kept_of(entry)[0] == '\0', length > 128);
    }
}

/* The folder that contains the first data/ or metadata/. A second one is reported once. */
TEST(unpack__finds_the_folder_that_holds_the_dataset)
{
    static const char *const cases[][3] = {
        {"./data/p1/Python/s1.py;./metadata/p1.csv", "data/p1/; data/p1/Python/s1.py[x]; ", ""},
        {"Top/data/p1/Python/s1.py;./Top/metadata/p1.csv", "data/p1/; data/p1/Python/s1.py[x]; ",
         ""},
        {"Top/metadata/p1.csv;Top/data/p1/Python/s1.py", "data/p1/; data/p1/Python/s1.py[x]; ", ""},
        {"Top/README;other/README;Top/data/p1/Python/s1.py", "data/p1/; data/p1/Python/s1.py[x]; ",
         ""},
        {"data/data/p1/Python/s1.py;data/p1/Python/s1.py", "data/p1/; data/p1/Python/s1.py[x]; ",
         ""},
        {"Other/" TEXTS "p1.html;Top/data/p1/Python/s1.py", /* a text proves nothing */
         "data/p1/; data/p1/Python/s1.py[x]; Other/" TEXTS "p1.html[x]; ", ""},
        {"One/data/p1/Python/s1.py;Two/data/p2/Python/s2.py;Two/metadata/p1.csv",
         "data/p1/; data/p1/Python/s1.py[x]; ", "Two/data/p2/Python/s2.py"},
        {"Two/data/p2/Python/s2.py;One/metadata/p1.csv;Three/data/p2/Python/s2.py",
         "data/p2/; data/p2/Python/s2.py[x]; ", "One/metadata/p1.csv"},
        {"data/p1/Python/s1.py;Two/data/p2/Python/s2.py", "data/p1/; data/p1/Python/s1.py[x]; ",
         "Two/data/p2/Python/s2.py"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_non_null(strstr(kept_of(cases[i][0]), cases[i][1]));
        const char *end = ": everything in a second folder with data/ or metadata/; left out; ";
        assert_string_equal(refused_of(cases[i][0]),
                            printed("%s%s", cases[i][2], cases[i][2][0] ? end : ""));
    }
    scoped(kept) kept = {0};
    struct str tar = {0};
    tarball_add_text(&tar, "Top/metadata/p1.csv", "x");
    tarball_add_text(&tar, "Top/data/p1/Python/s1.py", "x");
    unpack_tar(&kept, &tar, UNPACK_DATASET);
    assert_string_equal(str_text(&kept.top), "Top");
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

/* Unpacking reports its progress and can be ended at any time. What damage does, and how much
 * memory is needed, is shown in tests/fuzz/fuzz_archive.c, tests/slow/test_faults_inputs.c and
 * tests/slow/test_hostile_archives.c. */

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

TEST(unpack__reports_progress_and_can_be_closed_at_any_time)
{
    enum { N = 2000, N_BYTES = 5000 };
    struct source_request request;
    struct unpack_options options = unpacked_options(UNPACK_DATASET, &request);
    struct progress_seen seen = {0};
    scoped(str) tar = {0}, content = {0};
    scoped(unpack) *whole = NULL;
    request.max_bytes = N_BYTES;
    for (int i = 0; i < N; i++)
        tarball_add_file(&tar, printed("data/p1/Python/s%d.py", i), (char[N_BYTES]){0}, N_BYTES);
    tarball_end(&tar);
    const char *archive = tarball_save(&tar, "far.tar");
    unpack_close(NULL);
    for (int i = -1; i < N; i = i * 2 + 3) {
        scoped(unpack) *unpack = NULL;
        assert_done(unpack_start(&unpack, archive, &options, &err));
        if (i >= 0)
            assert_int_equal(spool_read(unpack_spool(unpack), &content,
                                        printed("data/p1/Python/s%d.py", i), N_BYTES, NULL),
                             BENEATH_OK);
    }
    request.meter = (struct meter){see_progress, &seen};
    assert_done(unpack_start(&whole, archive, &options, &err));
    while (unpack_show(whole))
        assert_true(seen.n_calls > 0);
    assert_false(unpack_show(whole)); /* it has been read */
    unpack_close(whole);
    assert_done(unpack_start(&whole, archive, &options, &err));
    seen = (struct progress_seen){0};
    assert_done(unpack_finish(whole, &err));
    assert_int_equal(seen.total, tar.length);
    assert_int_equal(seen.n_files, N);
}
