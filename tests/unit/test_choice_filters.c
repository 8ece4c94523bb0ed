/* What each filter takes and leaves out, in a database of contests and a git repository. */
#include "commands/cli/option.h"
#include "db/fix_names.h"
#include "db/fixes/choice.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"c", "u1", "a1", "b1", true}, {"d", "u2", "a2", "b2", true}, {"g", "u3", "a3", "b3", true},
    {"g", "u4", "a4", "b4", true}, {"g", "u4", "a5", "b5", true}, {"g", "u4", "a6", "b6", true},
};

/* Fixes 1 and 2 are of contests; 2 has no contest, status, role or dialect. Fix 6 is a rewrite of
 * fix 5. */
static const char changes[] =
    "UPDATE problems SET contest = 'AtCoder' WHERE problem_id = 'c';"
    "INSERT INTO repositories VALUES ('g', 'g', NULL, NULL, 0);"
    "INSERT INTO commits VALUES (1, 'g', 'c', 'p', 'a', 0, 0, '', NULL, 1, 1),"
    " (2, 'g', 'e', 'p', 'a', 0, 0, '', NULL, 1, 1);"
    "INSERT INTO file_versions SELECT fixed_submission_key, 1 + (fix_key = 5), "
    "iif(fix_key = 4, 'tests/t.py', 'src/a.py'), 'b', fix_key = 4, 'MIT', 'tag' FROM fixes "
    "WHERE fix_key IN (3, 4, 5);"
    "UPDATE file_versions SET license = NULL, license_evidence = NULL WHERE is_test;"
    "UPDATE submissions SET submission_id = (SELECT submission_id FROM submissions s JOIN fixes f "
    "ON s.submission_key = f.fixed_submission_key WHERE fix_key = 5) || '~rename' WHERE "
    "submission_key = (SELECT fixed_submission_key FROM fixes WHERE fix_key = 6);"
    "UPDATE fixes SET origin = 'rewrite' WHERE fix_key = 6;"
    "UPDATE fixes SET role = NULL, dialect = NULL, category = 'type', before = '!' "
    "WHERE fix_key = 2;"
    "UPDATE fixes SET role = 'variable', dialect = '3', category = 'literal', after = '!' "
    "WHERE fix_key = 3;"
    "UPDATE submissions SET status = NULL, judged = 'none' "
    "WHERE submission_key = (SELECT buggy_submission_key "
    "FROM fixes WHERE fix_key = 2);"
    "UPDATE fixes SET region = 'docstring' WHERE fix_key = 3;"
    "UPDATE fixes SET region = 'message' WHERE fix_key IN (4, 5);"
    "UPDATE fixes SET verdict_in_comment = 1 WHERE fix_key = 1;";

/* The keys of the fixes that the choice takes, as digits. */
static const char *chosen_keys(struct db *db, const struct fix_choice *choice)
{
    static char keys[2][16];
    static int at;
    scoped(fix_selection) selection = {0};
    struct err err;
    at = !at;
    if (fix_select(&selection, db, choice, &err) != 0)
        fail_msg("%s", err.message);
    for (size_t i = 0; i < selection.items.n; i++)
        keys[at][i] = (char)('0' + selection.items.items[i].fix_key);
    keys[at][selection.items.n] = '\0';
    return keys[at];
}

static struct db *opened(const char *name)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, changes);
}

/* NULL ends a list. `taken`: keys of fixes, or NULL. Those
 * of `neither` are not what the filter is about. */
static const struct filter_case {
    int number;
    const char *items[3];
    const char *taken, *neither;
} cases[] = {
    {FILTER_LANGUAGE, {"python"}, "123456", ""},
    {FILTER_LICENSE, {"MIT"}, "12356", "12"},
    {FILTER_ORIGIN, {"rewrite"}, "6", ""},
    {FILTER_REGION, {"docstring", "message"}, "345", ""},
    {FILTER_CATEGORY, {"literal", "type"}, "23", ""},
};

static const char *keys_with(struct db *db, const struct filter_case *one, bool is_without)
{
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    struct filter_value *value = &choice.filters[one->number];
    choice.takes_artificial = true;
    for (size_t i = 0; one->items[i]; i++)
        if (is_without)
            array_push(&value->without, one->items[i]);
        else
            array_push(&value->list, one->items[i]);
    return chosen_keys(db, &choice);
}

TEST(each_filter__takes_every_fix_or_leaves_it_out)
{
    scoped(db) *db = opened("filtered.db");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct filter_case *one = &cases[i];
        const char *name = fix_filters[one->number].name;
        const char *taken = keys_with(db, one, false), *left = keys_with(db, one, true);
        if (one->taken && strcmp(taken, one->taken) != 0)
            fail_msg("--%s takes %s", name, taken);
        for (char key = '1'; key <= '6'; key++) {
            int n = (strchr(taken, key) != NULL) + (strchr(left, key) != NULL);
            if (n != (strchr(one->neither, key) ? 2 : 1))
                fail_msg("--%s: fix %c is in %d of %s and %s", name, key, n, taken, left);
        }
    }
}

/* What each filter took that --where replaced. */
TEST(where__takes_what_filters_took)
{
    static const struct {
        const char *where, *taken;
    } asked[] = {
        {"source = 'codenet'", NULL},
        {"problem_id in ('c', 'd')", "12"},
        {"original_language = 'Python3'", NULL},
        {"dialect = '3'", "3"},
        {"instr(buggy_code || fixed_code, 'b3')", "3"},
        {"contest = 'AtCoder'", "1"},
        {"user_id = 'u4'", "456"},
        {"repository = 'g'", "3456"},
        {"path glob 'src/*'", "356"},
        {"path glob '*/t.py' or path glob 'src/*'", "3456"},
        {"pattern = 'SINGLE_TOKEN'", NULL},
        {"role = 'variable'", "3"},
        {"judged = 'WA' or buggy_status = 'Wrong Answer'", "13456"},
        {"verdict = 'none'", "123456"},
        {"'!' in (before, after)", "23"},
        {"before = '!' and after = ''", "2"},
        {"is_test", "4"},
        {"not is_test", "12356"},
        {"verdict_in_comment", "1"},
    };
    scoped(db) *db = opened("asked.db");
    for (size_t i = 0; i < N_ITEMS(asked); i++) {
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        choice.takes_artificial = true;
        choice.where = asked[i].where;
        const char *taken = chosen_keys(db, &choice);
        if (asked[i].taken && strcmp(taken, asked[i].taken) != 0)
            fail_msg("%s takes %s", asked[i].where, taken);
    }
}

/* The options and the schema say which regions are taken by default. */
TEST(default_regions__are_those_of_the_schema)
{
    struct made_fix each[N_REGIONS];
    scoped(str) output = {0};
    for (int i = 0; i < N_REGIONS; i++)
        each[i] =
            (struct made_fix){option_copy(printed("r%02d", i)), "u", option_copy(printed("a%d", i)),
                              option_copy(printed("b%d", i)), true};
    made_store("regions.db", each, N_REGIONS);
    store_changed("regions.db", "UPDATE fixes SET region = (SELECT region FROM regions WHERE "
                                "sort_order = fix_key)");
    run_valid(&output, "%s",
              "cd \"$SCRATCH\"; \"$TOKFIX\" export -q regions.db --format pairs --category all | "
              "grep -o '\"problem_id\":\"[^\"]*\"' | cut -d '\"' -f 4 >taken; sqlite3 regions.db "
              "'SELECT problem_id FROM fixes JOIN regions USING (region) JOIN submissions ON "
              "submission_key = buggy_submission_key WHERE is_taken ORDER BY 1' | cmp - taken; "
              "wc -l <taken");
    assert_string_equal(str_text(&output), "2\n");
}
