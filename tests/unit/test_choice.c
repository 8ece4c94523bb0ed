/* The selection of fixes by their values. */
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <inttypes.h>

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true}, {"p1", "u", "a2", "b2", true}, {"p1", "u", "a3", "b3", true},
    {"p2", "u", "a4", "b4", true}, {"p2", "u", "a5", "b5", true}, {"p2", "u", "a6", "b6", true},
};

/* Fix n was mended at 10 (n - 1) + 1, and its buggy program has 10 n tokens. */
static const char marks[] =
    "UPDATE fixes SET n_tokens = 10 * fix_key, category = 'literal';"
    "UPDATE fixes SET category = 'other' WHERE fix_key IN (2, 5);"
    "UPDATE fixes SET category = 'binary_operator' WHERE fix_key = 6;"
    "UPDATE fixes SET pattern = 'CHANGE_OPERAND', repair_in_program = 1 WHERE fix_key IN (1, 6);"
    "UPDATE fixes SET role = 'variable', dialect = '3' WHERE fix_key IN (2, 3);"
    "UPDATE fixes SET role = 'function', dialect = 'both' WHERE fix_key = 4;"
    "UPDATE submissions SET status = 'It''s \"wrong\"; --' WHERE submission_id = 'b00002';"
    "UPDATE submissions SET status = 'Runtime Error' WHERE submission_id = 'b00004';"
    "UPDATE submissions SET original_language = 'PyPy3 (7.3.0)' WHERE submission_id = 'b00001';"
    "INSERT INTO dedup_run VALUES (1, 'p', 1, 0.8, 0.7, 20, 1, 1);"
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1), ('exact', 6, 1),"
    " ('near', 1, 1), ('near', 2, 1), ('near', 3, 1), ('near', 6, 1), ('patch', 4, 4),"
    " ('patch', 5, 4);"
    "INSERT INTO conflicts VALUES (2, 2), (5, 2);"
    "INSERT INTO exclusions VALUES (5, 'benchmark', 'x'), (5, 'benchmark', 'y'),"
    " (6, 'ancestry', 'z');" MADE_RUN "'seed', '0', 8, 1, 1, 'problem', 0);"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'train', 1), (3, 'train', 3),"
    " (4, 'test', 4);";

static struct db *marked_store(const char *name, const char *changes)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, changes);
}

/* Names without commas in them, separated by commas; NULL for none. */
static void add_names(struct text_list *names, const char *list)
{
    for (const char *name = list; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL)
        array_push(names, printed("%.*s", (int)strcspn(name, ","), name));
}

/* Zero asks for nothing. */
struct asked {
    unsigned marks; /* 0: as by default */
    const char *categories, *splits, *origins, *language, *one_per_cluster, *where;
    bool takes_artificial, takes_split_only, counts_programs, needs_fixes;
    int64_t max_tokens;
};

/* The fixes that are chosen, joined by blanks, in a static buffer; or the error. */
static const char *chosen(struct fix_selection *selection, struct db *db, const struct asked *asked)
{
    static struct str ids;
    struct err err;
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    add_names(&choice.filters[FILTER_CATEGORY].list, asked->categories);
    add_names(&choice.splits, asked->splits);
    add_names(&choice.filters[FILTER_ORIGIN].list, asked->origins);
    choice.where = asked->where;
    choice.takes_artificial = asked->takes_artificial;
    choice.takes_split_only = asked->takes_split_only;
    choice.marks = asked->marks ? asked->marks : MARK_NONE;
    add_names(&choice.filters[FILTER_LANGUAGE].list, asked->language);
    choice.one_per_cluster = asked->one_per_cluster;
    choice.max_tokens = asked->max_tokens ? asked->max_tokens : choice.max_tokens;
    choice.format.shows_programs = asked->counts_programs;
    choice.needs_fixes = asked->needs_fixes;
    str_clear(&ids);
    if (fix_select(selection, db, &choice, &err) != 0)
        str_add_text(&ids, err.message);
    else
        for (size_t i = 0; i < selection->items.n; i++)
            str_print(&ids, "%s%d", i ? " " : "", (int)selection->items.items[i].fix_key);
    return str_text(&ids);
}

struct choice_case {
    struct asked asked;
    const char *ids; /* or the message */
};

static void assert_chosen(struct db *db, const struct choice_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        scoped(fix_selection) selection = {0};
        const char *ids = chosen(&selection, db, &cases[i].asked);
        if (strcmp(ids, cases[i].ids) != 0)
            fail_msg("case %zu: '%s' instead of '%s'", i, ids, cases[i].ids);
    }
}

TEST(choice__takes_what_every_filter_lets_through)
{
    static const struct choice_case cases[] = {
        {{.marks = MARK_ALL}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .categories = "literal"}, "1 3 4"},
        {{.marks = MARK_ALL, .categories = "other,binary_operator"}, "2 5 6"},
        {{.marks = MARK_ALL, .categories = "logical_operator"}, ""},
        {{.marks = MARK_ALL, .where = "pattern = 'CHANGE_OPERAND'"}, "1 6"},
        {{.marks = MARK_ALL, .where = "pattern in ('SINGLE_TOKEN', 'CHANGE_OPERAND')"},
         "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .where = "role = 'variable'"}, "2 3"},
        {{.marks = MARK_ALL, .where = "role = 'none'"}, "1 5 6"},
        {{.marks = MARK_ALL, .where = "role in ('none', 'function')"}, "1 4 5 6"},
        {{.marks = MARK_ALL, .where = "buggy_status = 'It''s \"wrong\"; --'"}, "3"},
        {{.marks = MARK_ALL, .where = "buggy_status in ('Runtime Error', 'It''s \"wrong\"; --')"},
         "3 5"},
        {{.marks = MARK_ALL, .where = "dialect = '3'"}, "2 3"},
        {{.marks = MARK_ALL, .where = "dialect in ('both', 'none')"}, "1 4 5 6"},
        {{.marks = MARK_ALL, .where = "original_language = 'PyPy3 (7.3.0)'"}, "2"},
        {{.marks = MARK_ALL, .language = "python"}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .language = "cobol"}, ""},
        {{.marks = MARK_ALL, .where = "function_tokens >= 30"}, "3 4 5 6"},
        {{.marks = MARK_ALL, .max_tokens = 30}, "1 2 3"},
        {{.marks = MARK_ALL, .max_tokens = 30, .where = "function_tokens >= 30"}, "3"},
        {{.marks = MARK_ALL, .max_tokens = 30, .where = "function_tokens >= 31"}, ""},
        {{.marks = MARK_ALL,
          .max_tokens = 30,
          .where = "function_tokens >= 31",
          .needs_fixes = true},
         "--where takes 3 fixes of the database, and other filters leave them out (max-tokens 3): "
         "function_tokens >= 31; without it, what is chosen has function_tokens: 10 to 30"},
        {{.marks = MARK_ALL, .where = "fixed_date >= 21"}, "3 4 5 6"},
        {{.marks = MARK_ALL, .where = "fixed_date >= 22"}, "4 5 6"},
        {{.marks = MARK_ALL, .where = "fixed_date < 21"}, "1 2"},
        {{.marks = MARK_ALL, .where = "fixed_date < 22"}, "1 2 3"},
        {{.marks = MARK_ALL, .where = "fixed_date >= 11 and fixed_date < 31"}, "2 3"},
        {{.marks = MARK_ALL,
          .where = "fixed_date >= -9223372036854775807 and fixed_date < 9223372036854775806"},
         "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .where = "repair_in_program = 1"}, "1 6"},
        {{.marks = MARK_ALL, .where = "repair_in_program = 0"}, "2 3 4 5"},
        {{.marks = MARK_ALL, .splits = "train"}, "1 2 3"},
        {{.marks = MARK_ALL, .splits = "test,validation"}, "4"},
        {{.marks = MARK_ALL, .splits = "validation"}, ""},
        {{.marks = MARK_ALL, .where = "problem_id = 'p1'"}, "1 2 3"},
        {{.marks = MARK_ALL, .where = "problem_id in ('p2', 'p1')"}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .splits = "train", .where = "problem_id = 'p2'"}, ""},
        {{.marks = MARK_DUPLICATE}, "3"},
        {{.marks = MARK_CONFLICTING}, "2"},
        {{.marks = MARK_EXCLUDED}, "6"},
        {{.marks = MARK_NONE}, "1 4"},
        {{.marks = MARK_CONFLICTING | MARK_NONE}, "1 2 4"},
        {{.marks = MARK_CONFLICTING | MARK_EXCLUDED}, "2 5 6"},
        {{.marks = MARK_ALL}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL,
          .categories = "literal",
          .splits = "train",
          .language = "python",
          .max_tokens = 40,
          .where = "pattern = 'SINGLE_TOKEN' and role in ('variable', 'none') and dialect = '3' "
                   "and fixed_date < 40 and not repair_in_program"},
         "3"},
    };
    scoped(db) *db = marked_store("filters.db", marks);
    assert_chosen(db, cases, N_ITEMS(cases));
}

/* Made fixes are from the source of their problem. */
TEST(choice__takes_the_fixes_of_a_source)
{
    static const struct choice_case cases[] = {
        {{.where = "source = 'codenet'"}, "1 2 3"},
        {{.where = "source = 'git'"}, "4 5"},
        {{.origins = "mutant", .where = "source = 'git'"}, "6"},
        {{.where = "source in ('git', 'codenet') and problem_id = 'p1'"}, "1 2 3"},
        {{.where = "source in ('git', 'codenet')"}, "1 2 3 4 5"},
    };
    scoped(db) *db = marked_store(
        "sources.db",
        "INSERT INTO run SELECT 2, tool_version, pairing, failing, max_tokens, max_bytes, "
        "max_pairs, 1, 1, 1, '89ab', NULL, 'git', '', languages, NULL, 'repositories', 'cdef', "
        "NULL, NULL "
        "FROM run;"
        "INSERT INTO run SELECT 3, tool_version, pairing, failing, max_tokens, max_bytes, "
        "max_pairs, 1, 1, 1, '89ab', NULL, 'rows', '', languages, NULL, 'rows.csv', 'cdef', "
        "NULL, NULL "
        "FROM run WHERE run_key = 1;"
        "UPDATE problems SET run_key = 2 WHERE problem_id = 'p2';"
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 6;");
    assert_chosen(db, cases, N_ITEMS(cases));
}

/* The function around the edit counts if it is known. */
TEST(choice__counts_the_tokens_of_functions)
{
    static const struct choice_case cases[] = {
        {{.marks = MARK_ALL, .max_tokens = 20}, "1 2 6"},
        {{.marks = MARK_ALL, .where = "function_tokens >= 21"}, "3 4 5"},
        {{.marks = MARK_ALL, .max_tokens = 20, .counts_programs = true}, "1 2"},
    };
    scoped_memory char *changes =
        mem_print("%sUPDATE fixes SET part_n_tokens = 20 WHERE fix_key = 6", marks);
    scoped(db) *db = marked_store("functions.db", changes);
    assert_chosen(db, cases, N_ITEMS(cases));
}

/* 1, 3 and 6 are one exact cluster, and 6 is excluded. */
TEST(choice__takes_a_duplicate_of_a_fix_that_is_filtered_out)
{
    static const char test_split[] = "UPDATE splits SET split = 'test' WHERE fix_key = 3";
    static const struct {
        const char *changes;
        struct asked asked;
        const char *ids;
        int n_duplicates;
    } cases[] = {
        {"", {0}, "1 4", 1},
        {"", {.where = "fixed_date >= 2"}, "3 4", 0},
        {"", {.marks = MARK_NONE | MARK_EXCLUDED, .where = "dialect = '3'"}, "3", 0},
        {"", {.marks = MARK_NONE | MARK_EXCLUDED, .where = "fixed_date >= 2"}, "3 4", 1},
        {"", {.marks = MARK_NONE | MARK_EXCLUDED, .where = "fixed_date >= 22"}, "4 6", 0},
        /* a split is not such a filter: a fix in train does not get into test by its duplicate */
        {test_split, {.splits = "test"}, "4", 1},
        {test_split, {.splits = "train"}, "1", 0},
        {test_split, {.splits = "test", .where = "fixed_date >= 2"}, "3 4", 0},
        {"UPDATE fixes SET origin = 'mutant' WHERE fix_key = 1",
         {.takes_artificial = true},
         "3 4",
         1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        scoped(db) *db = marked_store("stand-in.db", printed("%s%s", marks, cases[i].changes));
        assert_string_equal(chosen(&selection, db, &cases[i].asked), cases[i].ids);
        assert_int_equal(selection.account.n[FATE_DUPLICATE], cases[i].n_duplicates);
    }
}

/* The refusal, in a static buffer; empty when nothing is refused. */
static const char *refusal(struct db *db, const struct fix_choice *choice)
{
    static struct err err;
    scoped(fix_selection) selection = {0};
    assert_success(fix_select(&selection, db, choice, &err), err);
    err.message[0] = '\0';
    int status = fix_refuse_mixed_splits(&selection, choice, "one file", "!", &err);
    assert_int_equal(status != 0, *err.message != '\0');
    return err.message;
}

TEST(choice__does_not_mix_splits_unless_it_names_them)
{
    scoped(db) *db = marked_store("mixed.db", marks);
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    assert_string_equal(
        refusal(db, &choice),
        "the database has splits, and one file would mix them (1 in train, 1 in "
        "test); choose with --split, such as --split train (--split all takes every split)!");
    choice.marks = MARK_ALL;
    assert_contains(refusal(db, &choice), "(3 in train, 1 in test, 2 in none)");
    choice.where = "fixed_date >= 41"; /* what is left is in no split */
    assert_string_equal(refusal(db, &choice),
                        "the database has splits, and 2 fixes are in none; put them into one "
                        "with tokfix split, or take them with --split none");
    assert_done(db_execute(
        db, "PRAGMA query_only = OFF; INSERT INTO set_left_out VALUES ('default', 6, 'choice')",
        &err));
    assert_string_equal(refusal(db, &choice),
                        "the database has splits, and 2 fixes are in none; put them into one with "
                        "tokfix split --region all with its earlier options, or "
                        "take them with --split none");
    choice.where = "fixed_date >= 31 and fixed_date < 41";
    assert_string_equal(refusal(db, &choice), "");
    choice.where = NULL;
    array_push(&choice.splits, "train");
    array_push(&choice.splits, "test");
    assert_string_equal(refusal(db, &choice), "");
    fix_choice_release(&choice);
    db_close(db);
    db = marked_store("unsplit.db", "");
    choice = (struct fix_choice)FIX_CHOICE_DEFAULT;
    assert_string_equal(refusal(db, &choice), "");
}

TEST(choice__takes_what_is_in_no_split_by_its_name)
{
    static const struct choice_case cases[] = {
        {{.marks = MARK_ALL, .splits = "none"}, "5 6"},
        {{.marks = MARK_ALL, .splits = "train,none"}, "1 2 3 5 6"},
        {{.marks = MARK_ALL, .takes_split_only = true}, "1 2 3 4"},
        {{.marks = MARK_ALL, .takes_split_only = true, .splits = "none"}, "5 6"},
    };
    scoped(db) *db = marked_store("none.db", marks);
    assert_chosen(db, cases, N_ITEMS(cases));
}

TEST(choice__leaves_marked_fixes_out_and_counts_them)
{
    static const struct {
        struct choice_case choice;
        int n_marked[N_FIX_MARKS]; /* duplicate, conflicting, excluded */
    } cases[] = {
        {{{0}, "1 4"}, {1, 1, 2}},
        {{{.marks = MARK_NONE | MARK_DUPLICATE}, "1 3 4"}, {0, 1, 2}},
        {{{.marks = MARK_NONE | MARK_CONFLICTING}, "1 2 4"}, {1, 0, 2}},
        {{{.marks = MARK_NONE | MARK_EXCLUDED}, "1 4"}, {2, 2, 0}},
        {{{.marks = MARK_NONE | MARK_EXCLUDED | MARK_DUPLICATE}, "1 3 4 6"}, {0, 2, 0}},
        {{{.marks = MARK_NONE | MARK_EXCLUDED | MARK_CONFLICTING}, "1 2 4 5"}, {2, 0, 0}},
        {{{.marks = MARK_ALL}, "1 2 3 4 5 6"}, {0, 0, 0}},
        {{{.categories = "other"}, ""}, {0, 1, 1}}, /* only what the filters let through counts */
        {{{.splits = "test"}, "4"}, {0, 0, 0}},
    };
    scoped(db) *db = marked_store("marks.db", marks);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        assert_chosen(db, &cases[i].choice, 1);
        chosen(&selection, db, &cases[i].choice.asked);
        assert_true(selection.account.has_dedup && selection.account.subsets);
        for (int mark = 0; mark < N_FIX_MARKS; mark++)
            assert_int_equal(selection.account.n[FATE_DUPLICATE + mark], cases[i].n_marked[mark]);
    }
}

/* Fixes that were made stay out beside real ones, unless they are asked for; where there are no
 * real ones, they are what there is. */
TEST(choice__leaves_made_fixes_out_beside_real_ones)
{
    static const char beside[] =
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (2, 3);"
        "UPDATE fixes SET origin = 'rewrite', category = 'literal' WHERE fix_key = 5;";
    static const char alone[] = "UPDATE fixes SET origin = 'rewrite';";
    static const struct {
        const char *changes;
        struct asked asked;
        const char *ids;
        int n_made; /* that are left out */
    } cases[] = {
        {beside, {0}, "1 4 6", 3},
        {beside, {.categories = "literal"}, "", 1}, /* only what the filters let through counts */
        {beside, {.takes_artificial = true}, "1 2 3 4 5 6", 0},
        {beside, {.origins = "real"}, "1 4 6", 0},
        {beside, {.origins = "mutant"}, "2 3", 0},
        {beside, {.origins = "rewrite,mutant"}, "2 3 5", 0},
        {beside, {.origins = "real,rewrite"}, "1 4 5 6", 0},
        {beside, {.origins = "mutant", .takes_artificial = true}, "2 3", 0},
        {alone, {0}, "1 2 3 4 5 6", 0},
        {alone, {.origins = "real"}, "", 0},
        {alone, {.origins = "rewrite"}, "1 2 3 4 5 6", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        scoped(db) *db = marked_store("made.db", cases[i].changes);
        assert_string_equal(chosen(&selection, db, &cases[i].asked), cases[i].ids);
        assert_int_equal(selection.account.n[FATE_ARTIFICIAL], cases[i].n_made);
    }
}

TEST(choice__gives_the_keys_of_the_fixes_that_it_takes)
{
    static const struct {
        unsigned marks;
        const char *category;
        int64_t n;
    } cases[] = {
        {MARK_ALL, NULL, 6},
        {MARK_ALL, "literal", 3},
        {MARK_NONE, NULL, 2},
        {MARK_CONFLICTING, NULL, 1},
        {MARK_NONE | MARK_DUPLICATE, "literal", 3},
    };
    scoped(db) *db = marked_store("keys.db", marks);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_choice) choice = FIX_CHOICE_ALL;
        struct fix_account account;
        int64_t n;
        choice.marks = cases[i].marks;
        add_names(&choice.filters[FILTER_CATEGORY].list, cases[i].category);
        assert_done(fix_select_keys(&account, db, &choice, &err));
        assert_done(db_get_int(db, &n, "SELECT count(*) FROM temp.filtered_fixes", &err));
        assert_int_equal(n, cases[i].n);
    }
}

TEST(choice__takes_one_of_each_cluster)
{
    static const struct choice_case cases[] = {
        {{.marks = MARK_ALL, .one_per_cluster = "exact"}, "1 2 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "near"}, "1 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "renamed"}, "1 2 3 4 5 6"}, /* there are none */
        {{.marks = MARK_ALL, .one_per_cluster = "patch"}, "1 2 3 4 6"},
        {{.one_per_cluster = "near"}, "1 4"},
        /* the representative is filtered away: the earliest of those that are left stands for it */
        {{.marks = MARK_ALL, .one_per_cluster = "near", .where = "fixed_date >= 2"}, "2 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "exact", .where = "fixed_date >= 2"}, "2 3 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "exact", .where = "fixed_date >= 22"}, "4 5 6"},
        {{.one_per_cluster = "exact", .where = "fixed_date >= 2"}, "3 4"},
        {{.one_per_cluster = "near", .where = "fixed_date >= 2"}, "3 4"},
    };
    scoped(db) *db = marked_store("clusters.db", marks);
    assert_chosen(db, cases, N_ITEMS(cases));
}

TEST(choice__says_what_the_store_lacks)
{
    static const struct choice_case cases[] = {
        {{.splits = "train"}, "the database has no splits; run tokfix split on it first"},
        {{.one_per_cluster = "near"}, "the database has no clusters; run tokfix dedup on it first"},
        {{.where = "buggy_status = 'TLE' and n_tokens < 0 or instr(buggy_code, '?')"},
         "--where takes no fix of the database: buggy_status = 'TLE' and n_tokens < 0 or "
         "instr(buggy_code, '?'); it has buggy_status: '', It's, Wrong Answer; n_tokens: 1 to 1"},
        {{.where = "problem_id = 'q32'"},
         "--where takes no fix of the database: problem_id = 'q32'; it has problem_id: p1, p2"},
    };
    scoped(db) *db = marked_store(
        "lacking.db", "UPDATE submissions SET status = 'It''s' WHERE submission_id = 'b00001';"
                      "UPDATE submissions SET status = NULL WHERE submission_id = 'b00002';"
                      "UPDATE fixes SET n_tokens = 1");
    assert_chosen(db, cases, N_ITEMS(cases));
    scoped(fix_selection) selection = {0};
    assert_string_equal(chosen(&selection, db, &(struct asked){0}), "1 2 3 4 5 6");
    assert_false(selection.account.has_dedup || selection.account.subsets);
}
