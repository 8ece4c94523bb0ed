/* Identical problems come from the data set and from the user's file. An unclear file is refused
 * as a whole. */
#include "guard/ties.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const char links[] = "SELECT problem_id_a, problem_id_b, source FROM problem_links "
                            "ORDER BY problem_id_a || ' ' || problem_id_b",
                  clusters[] = "SELECT problem_id, cluster_id FROM problem_clusters ORDER BY 1";

static struct db *store_of(const char *sql)
{
    struct db *db = guarded_store("ties", NULL, 0);
    assert_done(db_execute(db, "BEGIN", &err));
    assert_done(db_execute(db, sql, &err));
    return db;
}

static void make(struct db *db, const char *text, size_t length)
{
    if (text)
        write_test_file(scratch_path("file"), text, length);
    assert_done(problem_ties_make(db, text ? scratch_path("file") : NULL, &err));
}

TEST(problem_ties__come_from_what_the_data_set_tells)
{
    scoped(db) *db =
        store_of("INSERT INTO identical_problems VALUES (1, 1, 'p3'), (1, 1, 'p2'), (1, 1, 'p1'), "
                 "(1, 2, 'p7'), (1, 3, 'p8'), (1, 10, 'p9'), (1, 10, 'p7');"
                 "INSERT INTO problem_descriptions VALUES ('p1', 'aa'), ('p4', 'aa'), "
                 "('p5', 'bb'), ('p6', 'cc'), ('p0', 'cc'), ('p2', 'dd')");
    make(db, NULL, 0);
    assert_rows(db, links,
                "p0|p6|description\np1|p2|dataset\np1|p4|description\np2|p3|dataset\n"
                "p7|p9|dataset\n");
    assert_rows(db, clusters, "p0|p0\np1|p1\np2|p1\np3|p1\np4|p1\np6|p0\np7|p7\np9|p7\n");
}

TEST(problem_ties__come_from_a_file)
{
    static const struct {
        const char *text, *clusters;
    } cases[] = {
        {"", ""},
        {"\n", ""},
        {"\r\n \t\r\n\n", ""},
        {"p2,p1\n", "p1|p1\np2|p1\n"},
        {"p2,p1", "p1|p1\np2|p1\n"},
        {"p2,p1\r\n", "p1|p1\np2|p1\n"},
        {"\n\n p2 ,\tp1\t\r\n\n", "p1|p1\np2|p1\n"},
        {"p1,p1\n", ""},
        {"\xef\xbb\xbfp2,p1\n", "p1|p1\np2|p1\n"},
        {"p1,p1,p2,p2,p1\n", "p1|p1\np2|p1\n"},
        {"p1,p2\np3,p4\n", "p1|p1\np2|p1\np3|p3\np4|p3\n"},
        {"p4,p3\np2,p3\np1,p2\n", "p1|p1\np2|p1\np3|p1\np4|p1\n"},
        {"p3,p9,p5\np9,p1\n", "p1|p1\np3|p1\np5|p1\np9|p1\n"},
        {"p10,p9\n", "p10|p10\np9|p10\n"}, /* by their bytes */
        {"unknown,é\n", "unknown|unknown\né|unknown\n"},
        {".a,..b\n", "..b|..b\n.a|..b\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("SELECT 1 WHERE 0");
        make(db, cases[i].text, strlen(cases[i].text));
        assert_rows(db, clusters, cases[i].clusters);
        assert_rows(db, "SELECT count(*) FROM problem_links WHERE source <> 'file'", "0\n");
    }
}

TEST(problem_ties__of_all_sources_make_one_cluster)
{
    scoped(db) *db = store_of("INSERT INTO identical_problems VALUES (1, 1, 'p5'), (1, 1, 'p6');"
                              "INSERT INTO problem_descriptions VALUES ('p4', 'x'), ('p5', 'x')");
    make(db, "p3,p4\np3,p6\n", 12);
    assert_rows(db, links, "p3|p4|file\np4|p5|description\np5|p6|dataset\n"); /* p3, p6: known */
    assert_rows(db, clusters, "p3|p3\np4|p3\np5|p3\np6|p3\n");
    make(db, "p8,p9\n", 6); /* in the place of the former */
    assert_rows(db, links, "p4|p5|description\np5|p6|dataset\np8|p9|file\n");
    assert_rows(db, clusters, "p4|p4\np5|p4\np6|p4\np8|p8\np9|p8\n");
    make(db, NULL, 0);
    assert_rows(db, clusters, "p4|p4\np5|p4\np6|p4\n");
}

/* Two datasets, 1 and 2, have problems with contests and names. */
TEST(problem_ties__come_from_contests_and_names)
{
    static const struct {
        const char *names[2][2]; /* contest and name of p1 and p2 */
        bool is_tied;
    } cases[] = {
        {{{"AtCoder", "abc221_g"}, {"AtCoder", "abc221_g"}}, true},
        {{{"AtCoder", "abc221_g"}, {" atcoder\t", "ABC221_G\n"}}, true},
        {{{"AIZU", "Sum of  Numbers"}, {"AIZU", "Sum of Numbers"}}, true},
        {{{"abc221", "Two Sum 2"}, {"abc221", "Two  sum 2"}}, true},
        {{{"2020", "A. Theatre Square"}, {"2020", "A. Theatre Square"}}, true},
        {{{"ABC", "\xe6\x95\xb0"}, {"ABC", "\xe6\x95\xb0"}}, true},
        {{{"AtCoder", "abc221_g"}, {"AtCoder", "abc221_h"}}, false},
        {{{"AtCoder", "abc221_g"}, {"AIZU", "abc221_g"}}, false},
        {{{"AtCoder", "abc 221"}, {"AtCoder", "abc221"}}, false},
        {{{"a b", "cd"}, {"a", "b cd"}}, false},
        {{{"", "abc221_g"}, {"", "abc221_g"}}, false},
        {{{" ", "abc221_g"}, {" ", "abc221_g"}}, false},
        {{{"AtCoder", ""}, {"AtCoder", ""}}, false},
        {{{"CF", "10-A"}, {"CF", "10-A"}}, true},
        {{{"lab", "ex01"}, {"lab", "ex01"}}, true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("PRAGMA defer_foreign_keys = 1; DELETE FROM problems");
        for (int k = 0; k < 2; k++)
            assert_done(db_change(db, &err, "INSERT INTO problems VALUES ('p' || ?1, ?1, ?3, ?2)",
                                  "itt", (int64_t)k + 1, cases[i].names[k][0],
                                  cases[i].names[k][1]));
        make(db, NULL, 0);
        assert_rows(db, links, cases[i].is_tied ? "p1|p2|name\n" : "");
    }
}

/* Descriptions of one dataset say whether two problems with one title are the same. Those of two
 * datasets may differ in form. Three with one title have a label. */
TEST(problem_ties__of_names_need_what_says_which_problem_it_is)
{
    static const struct {
        const char *runs, *descriptions, *clusters;
    } cases[] = {
        {"[1, 1, 2]", "('p1', 'x'), ('p2', 'x')", "p1|p1\np2|p1\np3|p1\n"},
        {"[1, 1, 2]", "('p1', 'x'), ('p2', 'y')", ""},
        {"[1, 1, 2]", "('p1', 'x'), ('p2', 'y'), ('p3', 'y')", "p2|p2\np3|p2\n"},
        {"[1, 2, 2]", "('p1', 'x'), ('p2', 'y')", "p1|p1\np2|p1\np3|p1\n"},
        {"[1, 2, 3]", "('p1', 'x'), ('p2', 'y'), ('p3', 'z')", "p1|p1\np2|p1\np3|p1\n"},
        {"[2, 1, 2]", "('p1', 'x'), ('p3', 'z')", ""},
        {"[1, 1]", "('p9', 'x')", "p1|p1\np2|p1\n"},
        {"[1, 1, 1]", "('p9', 'x')", ""},
        {"[1, 2, 1, 1]", "('p9', 'x')", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("PRAGMA defer_foreign_keys = 1; DELETE FROM problems");
        scoped(str) sql = {0};
        str_print(&sql,
                  "INSERT INTO problems SELECT 'p' || (key + 1), value, 'Sum of Numbers', 'AIZU' "
                  "FROM json_each('%s'); INSERT INTO problem_descriptions VALUES %s",
                  cases[i].runs, cases[i].descriptions);
        assert_done(db_execute(db, str_text(&sql), &err));
        make(db, NULL, 0);
        assert_rows(db, clusters, cases[i].clusters);
    }
}

/* A fork and its origin have the same first commit; a repository may have several. */
TEST(problem_ties__of_repositories_are_their_first_commits)
{
    scoped(db) *db = store_of(
        "INSERT INTO problems SELECT value, 1, NULL, 'git' "
        "FROM json_each('[\"fork\", \"origin\", \"other\", \"shallow\"]');"
        "INSERT INTO repositories SELECT problem_id, problem_id, NULL, NULL, 0 FROM problems "
        "WHERE contest = 'git';"
        "INSERT INTO root_commits VALUES ('fork', 'ab'), ('fork', 'cd'), ('origin', 'cd'), "
        "('other', 'ef')");
    make(db, NULL, 0);
    assert_rows(db, links, "fork|origin|root\n");
    assert_rows(db, clusters, "fork|fork\norigin|fork\n");
}

/* A long chain, its lines in another order. */
TEST(problem_ties__follow_chains)
{
    enum { N = 2000 };
    scoped(db) *db = store_of("SELECT 1 WHERE 0");
    scoped(str) text = {0};
    for (int i = 0; i < N; i++) {
        int at = i * 7 % N;
        str_print(&text, "p%05d,p%05d\n", at + 1, at);
    }
    make(db, str_text(&text), text.length);
    assert_rows(db, "SELECT min(cluster_id), max(cluster_id), count(*) FROM problem_clusters",
                "p00000|p00000|2001\n");
    assert_rows(db, "SELECT count(*) FROM problem_links WHERE problem_id_a < problem_id_b",
                "2000\n");
}

TEST(problem_ties__refuse_invalid_ids)
{
    static const struct {
        const char *text, *place, *id;
    } cases[] = {
        {"../x,p1\n", ":1: ", "'../x'"},
        {"p1,p2\n\np3,a/b\n", ":3: ", "'a/b'"},
        {"p1,,p2\n", ":1: ", "''"},
        {"p1,p2,\r\n", ":1: ", "''"},
        {",\n", ":1: ", "''"},
        {",p1\n", ":1: ", "''"},
        {"p1,p2\r\np1,..\r\n", ":2: ", "'..'"},
        {"p1,.\n", ":1: ", "'.'"},
        {"p1,p2\np3\n", ":2: ", "'p3' is the only id"},
        {"p1 p2\n", ":1: ", "'p1 p2' is not a problem id"},
        {"p1;p2\n", ":1: ", "'p1;p2' is not a problem id"},
        {"p1,\xff\n", ":1: ", "not UTF-8"},
        {"p1,a\tb\n", ":1: ", "not a problem id"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("INSERT INTO problem_clusters VALUES ('before', 'before')");
        struct err err;
        write_test_file(scratch_path("bad"), cases[i].text, strlen(cases[i].text));
        assert_int_equal(problem_ties_make(db, scratch_path("bad"), &err), ERR);
        scoped(str) start = str_of("%s%s", scratch_path("bad"), cases[i].place);
        if (strncmp(err.message, str_text(&start), start.length) != 0 ||
            !strstr(err.message, cases[i].id))
            fail_msg("%s: %s", cases[i].text, err.message);
        assert_rows(db, clusters, "before|before\n");
        assert_rows(db, "SELECT count(*) FROM problem_links", "0\n");
    }
}

TEST(problem_ties__refuse_an_unreadable_file)
{
    scoped(db) *db = store_of("SELECT 1 WHERE 0");
    assert_error_with(problem_ties_make(db, scratch_path("missing"), &err), "cannot open");
    assert_error_with(problem_ties_make(db, scratch_path(""), &err), "cannot read");
    write_test_file(scratch_path("zero"), "p1,p2\np3\0,p4\n", 13);
    assert_error_with(problem_ties_make(db, scratch_path("zero"), &err),
                      "zero' is not text: it contains a zero byte");
}

/* 128 bytes are an id, more are not; the message cuts it. */
TEST(problem_ties__refuse_an_id_that_is_too_long)
{
    static const size_t lengths[] = {127, 128, 129, 1000000};
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        scoped(db) *db = store_of("SELECT 1 WHERE 0");
        scoped(str) text = {0};
        struct err err;
        str_add_text(&text, "p1,");
        for (size_t k = 0; k < lengths[i]; k++)
            str_add_text(&text, "x");
        write_test_file(scratch_path("long"), str_text(&text), text.length);
        bool is_good = lengths[i] <= 128;
        assert_int_equal(problem_ties_make(db, scratch_path("long"), &err), is_good ? 0 : ERR);
        if (is_good)
            assert_rows(db, "SELECT count(*) FROM problem_clusters", "2\n");
        else
            assert_contains(err.message, ":1: 'xxx");
        if (!is_good)
            assert_contains(err.message, "x' is not a problem id; write one cluster per line");
    }
}
