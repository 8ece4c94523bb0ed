/* Databases mined from Project CodeNet are recognized by their problems, and no others are. */
#include "export/publish/codenet_origin.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static enum codenet_origin origin_of(const char *sql)
{
    scoped(db) *db = made_edition_store("source.db", sql);
    enum codenet_origin result;
    assert_done(codenet_origin_find(&result, db, &err));
    return result;
}

static bool is_codenet(const char *sql)
{
    return origin_of(sql) == CODENET_ALL;
}

/* The whole list, also of a shard without a problem that is known by name. */
TEST(source__is_known_by_the_whole_list)
{
    assert_true(is_codenet("UPDATE run SET problem_list_sha256 = "
                           "'f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026'"));
}

#define WITH(id, name) \
    "INSERT INTO problems SELECT '" id "', 1, '" name "', contest FROM problems LIMIT 1;"

/* The store's own problems, p1, p2, p3, under ids that CodeNet has. */
#define WITHOUT_ITS_OWN                                                                          \
    "PRAGMA defer_foreign_keys = ON; UPDATE problems SET problem_id = replace(problem_id, 'p', " \
    "'p0010') WHERE length(problem_id) = 2; UPDATE submissions SET problem_id = "                \
    "replace(problem_id, 'p', 'p0010'); DELETE FROM problem_languages; DELETE FROM problem_runs;"

TEST(source__of_a_part_is_known_by_names)
{
    assert_true(is_codenet(WITH("p00001", "List of Top 3 Hills") WITH("p00002", "Digit Number")
                               WITHOUT_ITS_OWN));
    /* an id that CodeNet has not, a name that is another, none that is known */
    assert_false(is_codenet(WITH("p00001", "List of Top 3 Hills")));
    assert_false(is_codenet(WITH("p00001", "List of Top 3 Hills") WITH("p10001", "abc221_g")
                                WITHOUT_ITS_OWN));
    assert_false(is_codenet(WITH("p00001", "Digit Sum") WITH("p00000", "QQ") WITHOUT_ITS_OWN));
    assert_false(is_codenet(WITH("p00002", "Digit Number") WITHOUT_ITS_OWN));
    assert_false(is_codenet(NULL));
}

/* A merged database is as its datasets are. */
TEST(source__of_several_datasets_can_be_a_part)
{
#define SECOND(list)                                                                           \
    "INSERT INTO run SELECT 2, tool_version, pairing, failing, max_tokens, max_bytes, "        \
    "max_pairs, shard, n_shards, n_listed, 'x', " list ", source, source_options, languages, " \
    "metadata, 'other', metadata_sha256, NULL, NULL FROM run;"                                 \
    "UPDATE problems SET run_key = 2 WHERE problem_id = (SELECT max(problem_id) FROM problems);"
#define WHOLE "'f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026'"
    assert_int_equal(origin_of(SECOND(WHOLE)), CODENET_SOME);
    assert_int_equal(origin_of("UPDATE run SET problem_list_sha256 = " WHOLE ";" SECOND("NULL")),
                     CODENET_SOME);
    assert_int_equal(origin_of("UPDATE run SET problem_list_sha256 = " WHOLE ";" SECOND(WHOLE)),
                     CODENET_ALL);
    assert_int_equal(origin_of(SECOND("NULL")), CODENET_NO);
}
