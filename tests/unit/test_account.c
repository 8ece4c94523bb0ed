/* Notes about fixes that are left out. */
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true}, {"p1", "u", "a2", "b2", true}, {"p1", "u", "a3", "b3", true},
    {"p2", "u", "a4", "b4", true}, {"p2", "u", "a5", "b5", true}, {"p2", "u", "a6", "b6", true},
};

/* 5 and 6 are mutants in no split; 4 is a duplicate of 3. */
static const char changes[] =
    "UPDATE fixes SET category = 'literal';"
    "UPDATE fixes SET category = 'binary_operator' WHERE fix_key IN (2, 3, 4);"
    "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (5, 6);"
    "INSERT INTO dedup_run VALUES (1, 'p', 1, 0.8, 0.7, 20, 1, 1);"
    "INSERT INTO duplicate_clusters VALUES ('exact', 3, 3), ('exact', 4, 3);" MADE_RUN
    "'seed', '0', 8, 1, 1, 'problem', 0);"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'train', 1), (3, 'train', 1), (4, 'train', 1);";

static void take(void *context, const char *note)
{
    str_print(context, "%s\n", note);
}

static void expect(struct db *db, struct fix_choice *choice, const char *notes)
{
    struct fix_selection selection;
    struct str told = {0};
    assert_done(fix_select(&selection, db, choice, &err));
    fix_account_tell(&selection.account, ADVISE_FILTERS, take, &told);
    assert_string_equal(str_text(&told), notes);
    fix_selection_release(&selection);
    fix_choice_release(choice);
    str_release(&told);
    *choice = (struct fix_choice)FIX_CHOICE_DEFAULT;
}

/* Options that a command does not have are not advised. */
TEST(account__advises_only_existing_options)
{
    scoped(fix_selection) selection = {0};
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    scoped(str) told = {0};
    made_store("account.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = changed_store(
        "account.db",
        printed("%sUPDATE fixes SET region = 'docstring' WHERE fix_key = 2", changes));
    array_push(&choice.splits, "train");
    array_push(&choice.splits, "validation");
    array_push(&choice.filters[FILTER_REGION].list, "code");
    choice.filters[FILTER_REGION].is_default = true;
    assert_done(fix_select(&selection, db, &choice, &err));
    fix_account_tell(&selection.account, ADVISE_LICENSE_AND_REGION, take, &told);
    assert_string_equal(str_text(&told), "1 fix left out: by region: docstring 1 (--region all "
                                         "includes it)\n"
                                         "2 fixes left out: artificial\n"
                                         "1 fix left out: marked as duplicate\n");
}

TEST(account__says_what_is_left_of_nothing)
{
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    made_store("account.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = changed_store("account.db", changes);

    expect(db, &choice,
           "2 fixes left out: artificial (--origin real,mutant includes mutants)\n"
           "1 fix left out: marked as duplicate (--marked none,duplicates includes it)\n");

    array_push(&choice.filters[FILTER_ORIGIN].list, "real");
    array_push(&choice.filters[FILTER_ORIGIN].list, "mutant");
    array_push(&choice.splits, "train");
    choice.marks = MARK_NONE | MARK_DUPLICATE;
    expect(db, &choice, "2 fixes left out: in no split (tokfix split puts them into one)\n");
}

/* A split with the defaults again would leave it out again. */
TEST(account__says_how_a_fix_that_split_left_out_gets_a_split)
{
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    made_store("account.db", fixes, N_ITEMS(fixes));
    scoped(db) *db =
        changed_store("account.db", printed("%sDELETE FROM splits WHERE fix_key < 3; "
                                            "INSERT INTO split_left_out VALUES (2, 'choice')",
                                            changes));
    array_push(&choice.splits, "train");
    choice.marks = MARK_NONE | MARK_DUPLICATE;
    expect(db, &choice,
           "2 fixes left out: artificial (--origin real,mutant includes mutants)\n"
           "2 fixes left out: in no split (tokfix split --region all with its "
           "earlier options puts them into one)\n");
    array_push(&choice.filters[FILTER_CATEGORY].list, "literal");
    array_push(&choice.splits, "train");
    expect(db, &choice,
           "2 fixes left out: artificial (--origin real,mutant includes mutants)\n"
           "1 fix left out: in no split (tokfix split puts it into one)\n");
}

/* Fix 1 is a real one without a mark, in train; 4 is a duplicate, and 5 a mutant. */
TEST(account__counts_fixes_of_category_other_that_would_be_taken)
{
    static const char *const seven[] = {"variable_misuse",
                                        "binary_operator",
                                        "comparison_operator",
                                        "logical_operator",
                                        "assignment_operator",
                                        "literal",
                                        "type"};
    static const struct {
        const char *split;
        bool omits_other;
        int64_t n;
    } cases[] = {{NULL, false, 1}, {"train", false, 1}, {"test", false, 0}, {NULL, true, 1}};
    made_store("account.db", fixes, N_ITEMS(fixes));
    store_changed("account.db", changes);
    scoped(db) *db = changed_store(
        "account.db", "UPDATE fixes SET category = 'other' WHERE fix_key IN (1, 4, 5)");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
        for (size_t k = 0; k < N_ITEMS(seven); k++)
            array_push(&choice.filters[FILTER_CATEGORY].list, seven[k]);
        if (cases[i].split)
            array_push(&choice.splits, cases[i].split);
        choice.format.omits_other = cases[i].omits_other;
        assert_done(fix_select(&selection, db, &choice, &err));
        assert_int_equal(selection.account.n[FATE_CATEGORY], cases[i].n);
    }
}
