/* Edits of real fixes, backwards. */
#include "augment/mutant.h"
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {"x = a «+» b", "x = a «-» b", "binary_operator", NULL, NULL, NULL},
    {"y = a «+» b", "y = a «-» b", "binary_operator", NULL, NULL, NULL},
    {"x = a «-» b", "x = a «+» b", "binary_operator", NULL, NULL, NULL},
    {"x = a «**» b", "x = a «*» b", "binary_operator", NULL, NULL, NULL},
    {"x = a «-» b", "x = a «**» b", "binary_operator", NULL, NULL, NULL},
    {"if «»a: b", "if «not» a: b", "logical_operator", NULL, NULL, NULL},
    {"while «»a: b", "while «not» a: b", "logical_operator", NULL, NULL, NULL},
    {"if «not» a: b", "if «»a: b", "logical_operator", NULL, NULL, NULL},
    {"x = a «or» b", "x = a «and» b", "logical_operator", NULL, NULL, NULL},
    {"x = «a»", "x = «b»", "variable_misuse", NULL, NULL, NULL},
    {"x = «é»", "x = «'e'»", "literal", NULL, NULL, NULL},
    {"x.«a»", "x.«b»", "other", NULL, NULL, NULL},
    {"x = «1»", "x = «2»", "literal", NULL, NULL, NULL}, /* becomes a mutant */
};

static struct db *open_store(const char *name, const char *changes)
{
    struct db *store = stored_create(name, "python");
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        stored_add_fix(store, i, &fixes[i]);
    assert_done(store_finish(store, &err));
    struct db *db = changed_store(name, changes);
    const struct fix_choice choice = FIX_CHOICE_ALL;
    struct fix_account account;
    assert_done(fix_select_keys(&account, db, &choice, &err));
    return db;
}

static const char made[] = "UPDATE fixes SET origin = 'mutant' WHERE after = '2'";

TEST(real_edits_read__counts_what_became_what_backwards)
{
    scoped(real_edits) edits = {0};
    scoped(str) line = {0};
    scoped(db) *db = open_store("counted.db", made);
    assert_done(real_edits_read(&edits, db, "python", "", &err));
    for (size_t i = 0; i < edits.list.n; i++) {
        const struct real_edit *edit = &edits.list.items[i];
        str_print(&line, "%s %s '%s' > '%s' * %d\n", mutation_rule_name(edit->rule),
                  edit_kind_names[edit->kind], edit->from.bytes, edit->to.bytes, (int)edit->n);
        assert_int_equal(edit->from.length, strlen(edit->from.bytes));
        assert_int_equal(edit->to.length, strlen(edit->to.bytes));
    }
    assert_string_equal(str_text(&line), "binary_operator replace '*' > '**' * 1\n"
                                         "binary_operator replace '**' > '-' * 1\n"
                                         "binary_operator replace '+' > '-' * 1\n"
                                         "binary_operator replace '-' > '+' * 2\n"
                                         "logical_operator insert '' > 'not' * 1\n"
                                         "logical_operator replace 'and' > 'or' * 1\n"
                                         "logical_operator delete 'not' > '' * 2\n"
                                         "literal replace ''e'' > 'é' * 1\n");
    static const int64_t n_fixes[N_MUTATION_RULES] = {[MUTATE_VARIABLE_MISUSE] = 1,
                                                      [MUTATE_BINARY_OPERATOR] = 5,
                                                      [MUTATE_LOGICAL_OPERATOR] = 4,
                                                      [MUTATE_LITERAL] = 1};
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        assert_int_equal(edits.n_fixes[rule], n_fixes[rule]);
}

TEST(real_edits_read__wants_fixes_that_are_real_bugs)
{
    static const char *const changes[] = {
        "DELETE FROM fixes",
        "UPDATE fixes SET origin = 'mutant'",
        "UPDATE fixes SET origin = 'rewrite'",
        "UPDATE fixes SET category = 'other'",
    };
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(real_edits) edits = {0};
        scoped(db) *db = open_store("none.db", changes[i]);
        assert_error(real_edits_read(&edits, db, "python", "", &err),
                     "the database has no real fixes (if it has splits, none in train) to take a "
                     "distribution from; choose --distribution uniform");
    }
}
