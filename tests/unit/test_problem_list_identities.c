/* Clusters of identical problems are stored as in the file, whatever else the file contains.
 * Descriptions that differ only in white space have the same hash. Empty and unreadable ones
 * have none. */
#include "base/csv.h"
#include "miner/codenet/problem_list.h"
#include "tests/support/codenet.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <sys/stat.h>

#define CLUSTERS "derived/duplicates/identical_problem_clusters"

/* What came of a tree, and of its list of problems. */
struct stored {
    struct arena arena;
    struct input_errors errors;
    struct db *store;
    int status;
    struct err err;
};

/* Compares the rows of a query and the errors, and releases them. */
static void check(struct stored *stored, const char *sql, const char *rows, const char *errors)
{
    assert_success(stored->status, stored->err);
    struct db *db = store_reopened(stored->store, "identities.db");
    assert_rows(db, sql, rows);
    assert_string_equal(codenet_errors(&stored->errors), errors);
    db_close(db);
    array_release(&stored->errors.list);
    arena_release(&stored->arena);
}

/* "cluster|id" on a line each. */
static const char lines_of_clusters[] =
    "SELECT cluster_line, problem_id FROM identical_problems ORDER BY rowid";

static void read_clusters(struct stored *stored, const char *tree)
{
    scoped(folder) root = {0};
    *stored = (struct stored){.store = store_with_run("identities.db")};
    stored->errors.arena = &stored->arena;
    assert_int_equal(folder_open_root(&root, tree, NULL, &stored->err), BENEATH_OK);
    stored->status = problem_clusters_store(&root, &(struct source_request){0}, stored->store,
                                            &stored->errors, &stored->err);
}

/* What comes of the clusters of a tree. */
static void check_tree(const char *tree, const char *rows, const char *errors)
{
    struct stored stored;
    read_clusters(&stored, tree);
    check(&stored, lines_of_clusters, rows, errors);
}

static void check_file(const char *bytes, size_t length, const char *rows, const char *errors)
{
    const char *tree = codenet_make("tree");
    codenet_add_file(tree, CLUSTERS, bytes, length);
    check_tree(tree, rows, errors);
}

TEST(problem_clusters__are_the_lines_of_the_file)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"\n", ""},
        {"p1,p2\n", "1|p1\n1|p2\n"},
        {"p1,p2", "1|p1\n1|p2\n"},
        {"p2,p1,p3\n", "1|p2\n1|p1\n1|p3\n"},
        {"p1,p2\np3,p4\n", "1|p1\n1|p2\n2|p3\n2|p4\n"},
        {"p1,p2\r\np3,p4\r\n", "1|p1\n1|p2\n2|p3\n2|p4\n"},
        {"p1,p2\np3,p4\r", "1|p1\n1|p2\n2|p3\n2|p4\n"},
        {"\n\r\np1,p2\n \t\n\np3,p4", "3|p1\n3|p2\n6|p3\n6|p4\n"},
        {"\xef\xbb\xbfp1,p2\n", "1|p1\n1|p2\n"},
        {" p1 ,\tp2, p 3\t\n", "1|p1\n1|p2\n1|p 3\n"},
        {"p1\np2,p3\n", "2|p2\n2|p3\n"}, /* a problem alone says nothing */
        {"p1,p2\np1,p2\np2,p3\n", "1|p1\n1|p2\n2|p1\n2|p2\n3|p2\n3|p3\n"},
        {"p1,P1,りんご\n", "1|p1\n1|P1\n1|りんご\n"},
        {"p1,..p,...\n", "1|p1\n1|..p\n1|...\n"},
        {"'; DROP TABLE run; --,\"p1\"\n", "1|'; DROP TABLE run; --\n1|p1\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        check_file(cases[i].given, strlen(cases[i].given), cases[i].expected, "");
}

/* The line is reported; the other lines stay, as do the other ids of a line that is text. */
TEST(problem_clusters__omit_invalid_ids)
{
    static const struct {
        const char *line, *rows; /* of the third line */
    } cases[] = {
        {",", ""},
        {"p5,", ""},
        {"p5,,p6", "3|p5\n3|p6\n"},
        {"p5, ,p6", "3|p5\n3|p6\n"},
        {"../p5,p6,p7", "3|p6\n3|p7\n"},
        {"p5,p/6", ""},
        {".,..,p5", ""},
        {"p5,p6\001", ""},
        {"p5,p6,\x7f", "3|p5\n3|p6\n"},
        {"p5,p6,p\tt", "3|p5\n3|p6\n"},
        {"p5,p6,p\xc2\x9b", "3|p5\n3|p6\n"},
        {"p5,p5", ""},
        {"p5,p6,p5,p6", "3|p5\n3|p6\n"},
        {"p5,p6, p5", "3|p5\n3|p6\n"},
        {"p5,p6,p5,..", "3|p5\n3|p6\n"},
        /* no text at all */
        {"p5,p6,\xff", ""},
        {"p5,p6,\xed\xa0\x80", ""},
        {"p5,p6,\xc3", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) rows = {0};
        scoped(str) text = str_of("p1,p2\n\n%s\np3,p4\n", cases[i].line);
        str_print(&rows, "1|p1\n1|p2\n%s4|p3\n4|p4\n", cases[i].rows);
        check_file(text.text, text.length, str_text(&rows),
                   "problem_cluster_malformed " CLUSTERS ":3");
    }
}

TEST(problem_clusters__leave_out_lines_with_zeros)
{
    static const char text[] = "p1,p2\np3\0,p4\np5,p6\0\n\0\n\0";
    check_file(text, sizeof text - 1, "1|p1\n1|p2\n",
               "problem_cluster_malformed " CLUSTERS ":2; "
               "problem_cluster_malformed " CLUSTERS ":3; "
               "problem_cluster_malformed " CLUSTERS ":4; "
               "problem_cluster_malformed " CLUSTERS ":5");
}

TEST(problem_clusters__say_what_is_wrong_with_a_line)
{
    struct stored stored;
    const char *tree = codenet_make("said");
    codenet_add_text(tree, CLUSTERS, "p1,../p2,/\np1,p2,p1,p1\n\xff,p1\n\033[31m,p1\n");
    read_clusters(&stored, tree);
    static const char *const details[] = {
        "problem id '../p2' cannot be a file name; such ids are left out",
        "problem id 'p1' occurs twice on the line; counted once",
        "not UTF-8 text; line left out",
        "problem id '\\x1b[31m' cannot be a file name; such ids are left out",
    };
    assert_int_equal(stored.errors.list.n, N_ITEMS(details));
    for (size_t i = 0; i < N_ITEMS(details); i++)
        assert_string_equal(stored.errors.list.items[i].detail, details[i]);
    check(&stored, lines_of_clusters, "2|p1\n2|p2\n",
          "problem_cluster_malformed " CLUSTERS ":1; problem_cluster_malformed " CLUSTERS ":2; "
          "problem_cluster_malformed " CLUSTERS ":3; problem_cluster_malformed " CLUSTERS ":4");
}

TEST(problem_clusters__may_have_an_id_of_128_bytes_and_no_more)
{
    char id[130];
    memset(id, 'p', sizeof id);
    scoped(str) text = str_of("%.128s,a\n%.129s,a,b\n", id, id);
    const char *rows = printed("1|%.128s\n1|a\n2|a\n2|b\n", id);
    check_file(text.text, text.length, rows, "problem_cluster_malformed " CLUSTERS ":2");
}

TEST(problem_clusters__may_have_all_problems_of_codenet_and_not_many_more)
{
    scoped(str) text = {0};
    for (int line = 0; line < 2; line++) {
        for (int i = 0; i < MAX_CSV_FIELDS + line; i++)
            str_print(&text, "%sp%d", i ? "," : "", i);
        str_add_text(&text, "\n");
    }
    str_add_text(&text, "p1,p2\n");
    struct stored stored;
    const char *tree = codenet_make("long");
    codenet_add_file(tree, CLUSTERS, text.text, text.length);
    read_clusters(&stored, tree);
    check(&stored, "SELECT cluster_line, count(*) FROM identical_problems GROUP BY cluster_line",
          "1|4096\n3|2\n", "problem_cluster_malformed " CLUSTERS ":2");
}

TEST(problem_clusters__are_none_without_a_file)
{
    static const char *const others[] = {NULL, "derived", "derived/duplicates",
                                         "derived/duplicates/README",
                                         "derived/identical_problem_clusters"};
    for (size_t i = 0; i < N_ITEMS(others); i++) {
        const char *tree = codenet_make(printed("without%zu", i));
        if (others[i])
            codenet_add_text(tree, others[i], "p1,p2\n");
        check_tree(tree, "", "");
    }
}

TEST(problem_clusters__do_not_come_from_elsewhere)
{
    static const struct {
        const char *link, *to, *rows, *errors;
    } cases[] = {
        {"derived", "../outside/derived", "", "problem_clusters_unusable " CLUSTERS},
        {"derived", "/etc", "", ""}, /* it has no duplicates/ */
        {"derived/duplicates", "../../outside/derived/duplicates", "",
         "problem_clusters_unusable " CLUSTERS},
        {CLUSTERS, "/etc/passwd", "", "problem_clusters_unusable " CLUSTERS},
        {CLUSTERS, "identical_problem_clusters", "", "problem_clusters_unusable " CLUSTERS},
        {CLUSTERS, "nowhere", "", ""},
        {CLUSTERS, "other", "1|p1\n1|p2\n", ""}, /* in the tree: followed */
    };
    codenet_add_text(codenet_make("outside"), CLUSTERS, "p8,p9\n");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) link = {0};
        const char *tree = codenet_make(printed("link%zu", i));
        if (strcmp(cases[i].link, "derived") != 0)
            codenet_add_text(tree,
                             strcmp(cases[i].link, CLUSTERS) == 0 ? "derived/duplicates/other"
                                                                  : "derived/other",
                             "p1,p2\n");
        str_print(&link, "%s/%s", tree, cases[i].link);
        assert_int_equal(symlink(cases[i].to, str_text(&link)), 0);
        check_tree(tree, cases[i].rows, cases[i].errors);
    }
}

TEST(problem_clusters__go_on_without_a_file_that_cannot_be_read)
{
    struct stored stored;
    const char *tree = codenet_make("folder");
    codenet_add_text(tree, CLUSTERS "/inner", "");
    read_clusters(&stored, tree);
    assert_string_equal(stored.errors.list.items[0].detail, "it is a folder");
    check(&stored, lines_of_clusters, "", "problem_clusters_unusable " CLUSTERS);

    tree = codenet_make("pipe");
    codenet_add_text(tree, "derived/duplicates/README", "");
    assert_int_equal(mkfifo(scratch_path("pipe/" CLUSTERS), 0666), 0);
    read_clusters(&stored, tree);
    assert_string_equal(stored.errors.list.items[0].detail, "it is not a regular file");
    check(&stored, lines_of_clusters, "", "problem_clusters_unusable " CLUSTERS);

    tree = codenet_make("large");
    codenet_add_text(tree, CLUSTERS, "p1,p2\n");
    assert_int_equal(truncate(scratch_path("large/" CLUSTERS), MAX_PROBLEM_CLUSTERS_BYTES + 1), 0);
    read_clusters(&stored, tree);
    assert_string_equal(stored.errors.list.items[0].detail, "larger than 4194304 bytes");
    check(&stored, lines_of_clusters, "", "problem_clusters_unusable " CLUSTERS);

    assert_int_equal(truncate(scratch_path("large/" CLUSTERS), MAX_PROBLEM_CLUSTERS_BYTES), 0);
    check_tree(tree, "1|p1\n1|p2\n", "problem_cluster_malformed " CLUSTERS ":2");
}

TEST(problem_clusters__fail_only_with_the_store)
{
    struct stored stored;
    struct folder root;
    const char *tree = codenet_make("twice");
    codenet_add_text(tree, CLUSTERS, "p1,p2\n");
    read_clusters(&stored, tree);
    assert_success(stored.status, stored.err);
    assert_int_equal(folder_open_root(&root, tree, NULL, &stored.err), BENEATH_OK);
    assert_int_equal(problem_clusters_store(&root, &(struct source_request){0}, stored.store,
                                            &stored.errors, &stored.err),
                     ERR);
    assert_contains(stored.err.message, "UNIQUE");
    folder_close(&root);
    db_close(stored.store);
    arena_release(&stored.arena);
}

/* `ids` are those of the list, with a space after each. */
static void read_descriptions(struct stored *stored, const char *tree, const char *ids)
{
    scoped(folder) root = {0};
    struct problem_list list = {0};
    *stored = (struct stored){.store = store_with_run("identities.db")};
    stored->errors.arena = &stored->arena;
    for (size_t length; (length = strcspn(ids, " ")); ids += length + 1)
        array_push(&list.problems,
                   (struct unit){.id = arena_copy_text(&stored->arena, ids, length)});
    assert_int_equal(folder_open_root(&root, tree, NULL, &stored->err), BENEATH_OK);
    stored->status = problem_descriptions_store(&root, &list, NULL, stored->store, &stored->errors,
                                                &stored->err);
    problem_list_release(&list);
}

static const char ids_of_rows[] = "SELECT problem_id FROM problem_descriptions ORDER BY rowid";

/* Those of the list that have a hash, and the errors. */
static void check_descriptions(const char *tree, const char *ids, const char *rows,
                               const char *errors)
{
    struct stored stored;
    read_descriptions(&stored, tree, ids);
    check(&stored, ids_of_rows, rows, errors);
}

TEST(problem_descriptions__fold_white_space)
{
#define TEXT(text) text, sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t length;
        const char *folded;
        size_t folded_length;
    } cases[] = {
        {TEXT("a"), TEXT("a")},
        {TEXT("a b"), TEXT("a b")},
        {TEXT(" \t\n\v\f\ra\r\nb\t\t c \n"), TEXT("a b c")},
        {TEXT("<p>a</p>\n\n<p>b</p>"), TEXT("<p>a</p> <p>b</p>")},
        {TEXT("a\xc2\xa0\xe3\x80\x80\x62"), TEXT("a\xc2\xa0\xe3\x80\x80\x62")}, /* not of ASCII */
        {TEXT("a\x1c\x85\x08 b"), TEXT("a\x1c\x85\x08 b")},
        {TEXT("\x83\x41 \xff\n"), TEXT("\x83\x41 \xff")},
        {TEXT("a\0 \0b "), TEXT("a\0 \0b")},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct stored stored;
        char sha256[SHA256_HEX_SIZE];
        const char *tree = codenet_make("fold");
        codenet_add_file(tree, "problem_descriptions/p1.html", cases[i].bytes, cases[i].length);
        read_descriptions(&stored, tree, "p1 ");
        sha256_hex(cases[i].folded, cases[i].folded_length, sha256);
        const char *rows = printed("p1|%s\n", sha256);
        check(&stored, "SELECT problem_id, sha256 FROM problem_descriptions", rows, "");
    }
}

TEST(problem_descriptions__that_are_empty_say_nothing)
{
    static const char *const texts[] = {"", " ", "\n", "\r\n\t\v\f "};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        const char *tree = codenet_make("empty");
        codenet_add_text(tree, "problem_descriptions/p1.html", "one");
        codenet_add_text(tree, "problem_descriptions/p2.html", texts[i]);
        codenet_add_text(tree, "problem_descriptions/p3.html", "three");
        check_descriptions(tree, "p1 p2 p3 ", "p1\np3\n", "");
    }
}

TEST(problem_descriptions__are_those_of_the_list_in_its_order)
{
    struct stored stored;
    const char *tree = codenet_make("list");
    static const char *const names[] = {"p3.html", "p1.html", "p10.html", "p2.html.html",
                                        "p4.htm",  "P5.html", "p6.HTML",  ".html"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        codenet_add_text(tree, printed("problem_descriptions/%s", names[i]), "the same");
    }
    check_descriptions(tree, "p1 p10 p2 p3 p4 p5 p6 p7 ", "p1\np10\np3\n", "");
    read_descriptions(&stored, tree, "p1 p3 ");
    check(&stored, "SELECT count(*), count(DISTINCT sha256) FROM problem_descriptions", "2|1\n",
          "");
    check_descriptions(tree, "", "", "");
}

TEST(problem_descriptions__may_be_missing_all)
{
    const char *tree = codenet_make("none");
    check_descriptions(tree, "p1 ", "", "");
    codenet_add_text(tree, "problem_descriptions", "a file");
    check_descriptions(tree, "p1 ", "", "");
}

/* Fills a file below $SCRATCH with white space. */
static void make_blank(const char *name, size_t length)
{
    scoped(str) text = {0};
    memset(str_reserve(&text, length), ' ', length);
    str_extend(&text, length);
    text.text[length - 1] = 'x';
    write_test_file(scratch_path(name), text.text, length);
}

TEST(problem_descriptions__that_cannot_be_read_are_reported)
{
    struct stored stored;
    const char *tree = codenet_make("unusable");
    codenet_add_text(tree, "problem_descriptions/p1.html", "one");
    codenet_add_text(tree, "problem_descriptions/p2.html/inner", "a folder");
    assert_int_equal(mkfifo(scratch_path("unusable/problem_descriptions/p3.html"), 0666), 0);
    make_blank("unusable/problem_descriptions/p4.html", MAX_PROBLEM_DESCRIPTION_BYTES);
    make_blank("unusable/problem_descriptions/p5.html", MAX_PROBLEM_DESCRIPTION_BYTES + 1);
    static const struct {
        const char *name, *to;
    } links[] = {
        {"p6.html", "/etc/passwd"}, {"p7.html", "../../outside.html"},
        {"p8.html", "p8.html"},     {"p9.html", "nowhere"},
        {"pA.html", "p1.html"},
    };
    write_test_file(scratch_path("outside.html"), "secret", 6);
    for (size_t i = 0; i < N_ITEMS(links); i++) {
        const char *path = printed("%s/problem_descriptions/%s", tree, links[i].name);
        assert_int_equal(symlink(links[i].to, path), 0);
    }
    read_descriptions(&stored, tree, "p1 p2 p3 p4 p5 p6 p7 p8 p9 pA ");
    static const char *const details[] = {
        "it is a folder",
        "it is not a regular file",
        "larger than 1048576 bytes",
        "a symbolic link leads out of the dataset",
        "a symbolic link leads out of the dataset",
        "Too many levels of symbolic links",
    };
    assert_int_equal(stored.errors.list.n, N_ITEMS(details));
    for (size_t i = 0; i < N_ITEMS(details); i++)
        assert_string_equal(stored.errors.list.items[i].detail, details[i]);
    check(&stored, ids_of_rows, "p1\np4\npA\n",
          "description_unusable problem_descriptions/p2.html; "
          "description_unusable problem_descriptions/p3.html; "
          "description_unusable problem_descriptions/p5.html; "
          "description_unusable problem_descriptions/p6.html; "
          "description_unusable problem_descriptions/p7.html; "
          "description_unusable problem_descriptions/p8.html");
}

TEST(problem_descriptions__beyond_a_link_that_leads_out_are_one_error)
{
    const char *tree = codenet_make("out");
    codenet_add_text(codenet_make("elsewhere"), "problem_descriptions/p1.html", "secret");
    assert_int_equal(
        symlink("../elsewhere/problem_descriptions", scratch_path("out/problem_descriptions")), 0);
    check_descriptions(tree, "p1 p2 ", "", "description_unusable problem_descriptions");
}

TEST(problem_descriptions__fail_only_with_the_store)
{
    struct stored stored;
    const char *tree = codenet_make("twice");
    codenet_add_text(tree, "problem_descriptions/p1.html", "one");
    read_descriptions(&stored, tree, "p1 p1 ");
    assert_int_equal(stored.status, ERR);
    assert_contains(stored.err.message, "UNIQUE");
    db_close(stored.store);
    arena_release(&stored.arena);
}
