/* Databases mined from Project CodeNet are recognized by their problems, and no others are. */
#include "publish/codenet_origin.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

static bool is_codenet(const char *sql)
{
    scoped(db) *db = publishing_store("source.db", sql);
    bool result;
    assert_done(codenet_origin_is(&result, db, &err));
    return result;
}

/* The whole list, also of a shard without a problem that is known by name. */
TEST(source__is_known_by_the_whole_list)
{
    assert_true(is_codenet("UPDATE run SET problem_list_sha256 = "
                           "'f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026'"));
}

#define WITH(id, name)                                \
    "INSERT INTO problems SELECT '" id "', 1, '" name \
    "', contest, NULL, 0, 0, 0 FROM problems LIMIT 1;"

/* The store's own problems, p1, p2, p3, under ids that CodeNet has. */
#define WITHOUT_ITS_OWN                                                                          \
    "PRAGMA defer_foreign_keys = ON; UPDATE problems SET problem_id = replace(problem_id, 'p', " \
    "'p0010') WHERE length(problem_id) = 2; UPDATE submissions SET problem_id = "                \
    "replace(problem_id, 'p', 'p0010'); DELETE FROM problem_languages;"

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
