/* The report has the counts of the database. */
#include "report/summaries.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

static const struct guarded_fix fixes[] = {
    {"x = 1\n", "x = 2\n", "p00001", "u1", 0, 1}, {"x = 1\n", "x = 2\n", "p00001", "u2", 0, 2},
    {"x = 1\n", "x = 2\n", "p00002", "u1", 0, 3}, {"x = 1\n", "x = 3\n", "p00001", "u1", 0, 4},
    {"y = 1\n", "y = 4\n", "p00001", "u1", 0, 5}, {"y = 1\n", "y = 5\n", "p00001", "u1", 0, 6},
};

/* What could have been found; the clusters of problems are more than there are fixes of. */
static const char found[] =
    "INSERT INTO dedup_run VALUES (1, 'some', 5, 0.75, NULL, 12, 51, 5);"
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1), ('exact', 3, 1), "
    "('near', 1, 1), ('near', 2, 1), ('near', 3, 1), ('near', 5, 5), ('near', 6, 5), "
    "('patch', 5, 5), ('patch', 6, 5), ('patch', 3, 3), ('patch', 4, 3);"
    "INSERT INTO conflicts VALUES (1, 1), (2, 1), (3, 1), (4, 1), (5, 5), (6, 5);"
    "INSERT INTO problem_links VALUES ('p00001', 'p00009', 'file'), "
    "('p00002', 'p00008', 'dataset'), ('p00007', 'p00008', 'description'), "
    "('p00005', 'p00006', 'file');"
    "INSERT INTO problem_clusters VALUES ('p00009', 'p00001'), ('p00001', 'p00001'), "
    "('p00008', 'p00002'), ('p00007', 'p00002'), ('p00002', 'p00002'), "
    "('p00006', 'p00005'), ('p00005', 'p00005');"
    "UPDATE problem_languages SET n_fixes = 5 WHERE problem_id = 'p00001';"
    "UPDATE problem_languages SET n_fixes = 1 WHERE problem_id = 'p00002';";

static struct json *collect(const char *sql, int64_t top)
{
    struct json *report;
    scoped(db) *db = guarded_store("report", fixes, N_ITEMS(fixes));
    assert_done(db_execute(db, sql, &err));
    assert_done(dedup_summary_collect(&report, db, top, &err));
    return report;
}

/* Rows as "a b; c d", by the keys. */
static const char *rows_of(const struct json *report, const char *name, const char *const *keys,
                           size_t n_keys)
{
    static char text[1000];
    size_t length = 0;
    const struct json *rows = json_get(report, name);
    text[0] = '\0';
    for (size_t i = 0; i < json_count(rows); i++)
        for (size_t k = 0; k < n_keys; k++) {
            const struct json *value = json_get(json_item(rows, i), keys[k]);
            const char *before = k ? " " : i ? "; " : "";
            assert_non_null(value);
            length += (size_t)(json_text(value) ? snprintf(text + length, sizeof text - length,
                                                           "%s%s", before, json_text(value))
                                                : snprintf(text + length, sizeof text - length,
                                                           "%s%g", before, json_number(value, -1)));
            assert_true(length < sizeof text);
        }
    return text;
}

#define ROWS(report, name, ...)                               \
    rows_of(report, name, (const char *const[]){__VA_ARGS__}, \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

TEST(dedup_summary__counts_clusters_of_each_kind)
{
    scoped(json) *report = collect(found, 10);
    assert_string_equal(
        ROWS(report, "kinds", "kind", "clusters", "pairs", "redundant", "percent", "largest"),
        "exact 1 3 2 33.33 3; renamed 0 0 0 0 0; near 2 5 3 50 3; "
        "patch 2 4 2 33.33 2");
}

/* The second and the fourth fix are mutants: a cluster may be left without a second real fix. */
TEST(dedup_summary__counts_real_fixes_alone)
{
    const char *sql =
        printed("%s UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (2, 4)", found);
    scoped(json) *report = collect(sql, 10);
    assert_string_equal(
        ROWS(report, "kinds", "kind", "clusters", "pairs", "redundant", "percent", "largest"),
        "exact 1 2 1 25 2; renamed 0 0 0 0 0; near 2 4 2 50 2; patch 1 2 1 25 2");
}

TEST(dedup_summary__lists_the_largest_clusters)
{
    scoped(json) *report = collect(found, 10);
    assert_string_equal(ROWS(report, "clusters", "kind", "n", "n_problems", "n_users", "id",
                             "category", "before", "after"),
                        "exact 3 2 2 p00001-s0b-s0a other 1 2; "
                        "near 3 2 2 p00001-s0b-s0a other 1 2; "
                        "near 2 1 1 p00001-s4b-s4a other 1 4; "
                        "patch 2 2 1 p00002-s2b-s2a other 1 2; "
                        "patch 2 1 1 p00001-s4b-s4a other 1 4");
    json_free(report);
    report = collect(found, 1);
    assert_string_equal(ROWS(report, "clusters", "kind", "id"),
                        "exact p00001-s0b-s0a; near p00001-s0b-s0a; patch p00002-s2b-s2a");
}

TEST(dedup_summary__lists_conflicts_by_program)
{
    scoped(json) *report = collect(found, 10);
    const struct json *conflicts = json_get(report, "conflicts");
    assert_int_equal(json_number(json_get(conflicts, "fixes"), -1), 6);
    assert_int_equal(json_number(json_get(conflicts, "programs"), -1), 2);
    assert_string_equal(ROWS(report, "conflict_list", "id", "before", "after", "first"),
                        "p00001-s0b-s0a 1 2 p00001-s0b-s0a; p00001-s1b-s1a 1 2 p00001-s0b-s0a; "
                        "p00002-s2b-s2a 1 2 p00001-s0b-s0a; p00001-s3b-s3a 1 3 p00001-s0b-s0a; "
                        "p00001-s4b-s4a 1 4 p00001-s4b-s4a; p00001-s5b-s5a 1 5 p00001-s4b-s4a");
}

TEST(dedup_summary__lists_problems_with_those_that_have_fixes_first)
{
    scoped(json) *report = collect(found, 10);
    assert_string_equal(
        ROWS(report, "problem_clusters", "cluster", "n_problems", "problems", "sources", "n"),
        "p00001 2 p00001 p00009 file 5; "
        "p00002 3 p00002 p00007 p00008 dataset,description 1; "
        "p00005 2 p00005 p00006 file 0");
}

/* Of many problems, put in in no order. */
TEST(dedup_summary__lists_the_problems_of_a_cluster_in_order)
{
    scoped(str) sql = {0}, expected = {0};
    str_add_text(&sql,
                 "INSERT INTO problem_links VALUES ('q', 'r', 'file'), ('q100', 'z', 'file');");
    for (int i = 0; i < 50; i++)
        str_print(&sql, "INSERT INTO problem_clusters VALUES ('q%d', 'q'), ('y%d', 'q100');",
                  100 + i * 37 % 50, 100 + i * 37 % 50);
    str_add_text(&sql, "INSERT INTO problem_clusters VALUES ('q', 'q')");
    for (int i = 0; i < 50; i++)
        str_print(&expected, " q%d", 100 + i);
    scoped(json) *report = collect(str_text(&sql), 10);
    const struct json *rows = json_get(report, "problem_clusters");
    for (size_t i = 0; i < json_count(rows); i++)
        if (strcmp(json_text(json_get(json_item(rows, i), "cluster")), "q") == 0)
            assert_string_equal(json_text(json_get(json_item(rows, i), "problems")) + 1,
                                str_text(&expected));
}

static void assert_prints(const struct json *report, const char *const *parts, size_t n)
{
    FILE *out = text_stream();
    dedup_summary_print(report, out);
    scoped_memory char *text = text_written(out);
    for (size_t i = 0; i < n; i++)
        assert_contains(text, parts[i]);
}

TEST(dedup_summary__is_printed_with_what_it_was_made_with)
{
    static const char *const parts[] = {
        "near duplicates: preset some, runs of 5 tokens, Jaccard similarity of sets >= 0.75\n"
        "programs of at least 12 tokens; 51 bands of 5 rows\n",
        "Largest exact clusters, each with its earliest fix\n"
        "  fixes  problems  users  earliest        before  after\n"
        "      3         2      2  p00001-s0b-s0a  1       2\n",
        "        2  p00001-s4b-s4a     1  1       4\n",
        "  exact           1      3          2    33 %        3\n",
        "Conflicts: 2 buggy programs have different repairs, in 6 fixes\n",
        "  p00002          3  p00002 p00007 p00008      1  dataset,description\n",
    };
    scoped(json) *report = collect(found, 10);
    assert_prints(report, parts, N_ITEMS(parts));
    json_free(report);

    static const char *const others[] = {
        "near duplicates: preset other, Jaccard similarity of sets >= 0.80, of multisets >= 0.70\n"
        "programs of at least 20 tokens; 32 bands of 8 rows\n",
        "  near            0      0          0     0 %        0\n",
        "Conflicts: 0 buggy programs have different repairs, in 0 fixes\n\n"
        "Accepted bugs: 0 fixes have a buggy program that is also a right one\n\n"
        "Identical problems: 0 problems in 0 groups\n\nGroups",
        "Groups of identical problems\n  none\n",
    };
    report = collect("INSERT INTO dedup_run VALUES (1, 'other', 1, 0.8, 0.7, 20, 32, 8)", 10);
    assert_prints(report, others, N_ITEMS(others));
}

/* Of six fixes, two are in splits, and one of them is marked. Of the others, one is excluded, one
 * left out, and two are in no list. */
TEST(split_summary__counts_each_fix_once)
{
    struct json *report;
    scoped(str) text = {0};
    scoped(db) *db = guarded_store("report", fixes, N_ITEMS(fixes));
    assert_done(db_execute(
        db,
        "INSERT INTO split_sets VALUES ('default', 'import', '', 0, 0, 0, 0, NULL, NULL, "
        "'problem', 0);"
        "INSERT INTO set_splits VALUES ('default', 1, 'train', 1), ('default', 2, 'test', 2);"
        "INSERT INTO set_exclusions VALUES ('', 2, 'benchmark', 'x'), ('', 3, 'benchmark', 'x'), "
        "('', 3, 'benchmark', 'y');"
        "INSERT INTO set_left_out VALUES ('default', 3, 'choice'), ('default', 4, 'choice');",
        &err));
    assert_done(split_summary_collect(&report, 0, db, 10, &err));
    json_print(&text, json_get(report, "groups"));
    assert_string_equal(str_text(&text),
                        "{\"n_pairs\":4,\"n_groups\":2,\"n_excluded\":1,\"n_left_out\":1,"
                        "\"n_straddling\":0,\"n_undated\":0,\"n_unlisted\":2,\"n_nobody\":0,"
                        "\"n_previous\":0,\"n_moved\":0}");
    str_clear(&text);
    json_print(&text, json_get(report, "splits"));
    assert_string_equal(
        str_text(&text),
        "[{\"split\":\"train\",\"n\":1,\"percent\":25,\"wanted_percent\":null,\"n_groups\":1},"
        "{\"split\":\"validation\",\"n\":0,\"percent\":0,\"wanted_percent\":null,\"n_groups\":0},"
        "{\"split\":\"test\",\"n\":1,\"percent\":25,\"wanted_percent\":null,\"n_groups\":1}]");
    json_free(report);
}
