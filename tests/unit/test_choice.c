/* The selection of fixes by their values. */
#include "fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

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
    const char *categories, *patterns, *roles, *statuses, *dialects, *original_languages, *splits;
    const char *problems, *tokens, *texts, *origins, *sources;
    bool takes_made, takes_split_only;
    struct {
        const char *before, *after;
    } edits[2];
    const char *language, *one_per_cluster;
    int64_t min_tokens, max_tokens, since, until;
    bool counts_programs;
    int repair_in_program; /* 1: no, 2: yes */
};

/* The fixes that are chosen, joined by blanks, in a static buffer; or the error. */
static const char *chosen(struct fix_selection *selection, struct db *db, const struct asked *asked)
{
    static struct str ids;
    struct err err;
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    add_names(&choice.filters[FILTER_CATEGORY].list, asked->categories);
    add_names(&choice.filters[FILTER_PATTERN].list, asked->patterns);
    add_names(&choice.filters[FILTER_ROLE].list, asked->roles);
    add_names(&choice.filters[FILTER_STATUS].list, asked->statuses);
    add_names(&choice.filters[FILTER_DIALECT].list, asked->dialects);
    add_names(&choice.filters[FILTER_ORIGINAL_LANGUAGE].list, asked->original_languages);
    add_names(&choice.splits, asked->splits);
    add_names(&choice.filters[FILTER_PROBLEM].list, asked->problems);
    add_names(&choice.filters[FILTER_TOKEN].list, asked->tokens);
    add_names(&choice.filters[FILTER_CONTAINS].list, asked->texts);
    add_names(&choice.filters[FILTER_ORIGIN].list, asked->origins);
    add_names(&choice.filters[FILTER_SOURCE].list, asked->sources);
    choice.takes_made = asked->takes_made;
    choice.takes_split_only = asked->takes_split_only;
    for (size_t i = 0; i < N_ITEMS(asked->edits) && asked->edits[i].before; i++)
        for (int side = 0; side < 2; side++)
            array_push(&choice.filters[FILTER_EDIT].list,
                       side ? asked->edits[i].after : asked->edits[i].before);
    choice.marks = asked->marks ? asked->marks : MARK_NONE;
    add_names(&choice.filters[FILTER_LANGUAGE].list, asked->language);
    choice.one_per_cluster = asked->one_per_cluster;
    choice.filters[FILTER_TOKENS].least = asked->min_tokens;
    choice.filters[FILTER_TOKENS].most =
        asked->max_tokens ? asked->max_tokens : choice.filters[FILTER_TOKENS].most;
    choice.counts_programs = asked->counts_programs;
    choice.filters[FILTER_DATE].least =
        asked->since ? asked->since : choice.filters[FILTER_DATE].least;
    choice.filters[FILTER_DATE].most =
        asked->until ? asked->until : choice.filters[FILTER_DATE].most;
    choice.filters[FILTER_REPAIR_IN_PROGRAM].least = asked->repair_in_program - 1;
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
        {{.marks = MARK_ALL, .patterns = "CHANGE_OPERAND"}, "1 6"},
        {{.marks = MARK_ALL, .patterns = "SINGLE_TOKEN,CHANGE_OPERAND"}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .roles = "variable"}, "2 3"},
        {{.marks = MARK_ALL, .roles = "none"}, "1 5 6"},
        {{.marks = MARK_ALL, .roles = "none,function"}, "1 4 5 6"},
        {{.marks = MARK_ALL, .statuses = "It's \"wrong\"; --"}, "3"},
        {{.marks = MARK_ALL, .statuses = "RTE"}, "5"},
        {{.marks = MARK_ALL, .statuses = "runtime_error"}, "5"},
        {{.marks = MARK_ALL, .original_languages = "pypy3(7.3.0)"}, "2"},
        {{.marks = MARK_ALL, .statuses = "Runtime Error,It's \"wrong\"; --"}, "3 5"},
        {{.marks = MARK_ALL, .dialects = "3"}, "2 3"},
        {{.marks = MARK_ALL, .dialects = "both,none"}, "1 4 5 6"},
        {{.marks = MARK_ALL, .dialects = "2"}, ""},
        {{.marks = MARK_ALL, .original_languages = "PyPy3 (7.3.0)"}, "2"},
        {{.marks = MARK_ALL, .language = "python"}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .language = "cobol"}, ""},
        {{.marks = MARK_ALL, .min_tokens = 30}, "3 4 5 6"},
        {{.marks = MARK_ALL, .max_tokens = 30}, "1 2 3"},
        {{.marks = MARK_ALL, .min_tokens = 30, .max_tokens = 30}, "3"},
        {{.marks = MARK_ALL, .min_tokens = 31, .max_tokens = 30}, ""},
        {{.marks = MARK_ALL, .since = 21}, "3 4 5 6"},
        {{.marks = MARK_ALL, .since = 22}, "4 5 6"},
        {{.marks = MARK_ALL, .until = 21}, "1 2"},
        {{.marks = MARK_ALL, .until = 22}, "1 2 3"},
        {{.marks = MARK_ALL, .since = 11, .until = 31}, "2 3"},
        {{.marks = MARK_ALL, .since = -9223372036854775807, .until = 9223372036854775806},
         "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .repair_in_program = 2}, "1 6"},
        {{.marks = MARK_ALL, .repair_in_program = 1}, "2 3 4 5"},
        {{.marks = MARK_ALL, .splits = "train"}, "1 2 3"},
        {{.marks = MARK_ALL, .splits = "test,validation"}, "4"},
        {{.marks = MARK_ALL, .splits = "validation"}, ""},
        {{.marks = MARK_ALL, .problems = "p1"}, "1 2 3"},
        {{.marks = MARK_ALL, .problems = "p2,p1"}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL, .problems = "p2", .splits = "train"}, ""},
        {{.marks = MARK_DUPLICATE}, "3"},
        {{.marks = MARK_CONFLICTING}, "2"},
        {{.marks = MARK_EXCLUDED}, "6"},
        {{.marks = MARK_NONE}, "1 4"},
        {{.marks = MARK_CONFLICTING | MARK_NONE}, "1 2 4"},
        {{.marks = MARK_CONFLICTING | MARK_EXCLUDED}, "2 5 6"},
        {{.marks = MARK_ALL}, "1 2 3 4 5 6"},
        {{.marks = MARK_ALL,
          .categories = "literal",
          .patterns = "SINGLE_TOKEN",
          .roles = "variable,none",
          .statuses = "It's \"wrong\"; --,Wrong Answer",
          .dialects = "3",
          .original_languages = "Python3",
          .splits = "train",
          .language = "python",
          .min_tokens = 20,
          .max_tokens = 40,
          .since = 1,
          .until = 40,
          .repair_in_program = 1},
         "3"},
    };
    scoped(db) *db = marked_store("filters.db", marks);
    assert_chosen(db, cases, N_ITEMS(cases));
}

/* Made fixes are from the source of their problem. */
TEST(choice__takes_the_fixes_of_a_source)
{
    static const struct choice_case cases[] = {
        {{.sources = "codenet"}, "1 2 3"},
        {{.sources = "git"}, "4 5"},
        {{.sources = "git", .origins = "mutant"}, "6"},
        {{.sources = "rows"}, ""},
        {{.sources = "git,codenet", .problems = "p1"}, "1 2 3"},
        {{.sources = "git,codenet"}, "1 2 3 4 5"},
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
        {{.marks = MARK_ALL, .min_tokens = 21}, "3 4 5"},
        {{.marks = MARK_ALL, .max_tokens = 20, .counts_programs = true}, "1 2"},
    };
    scoped_memory char *changes =
        mem_print("%sUPDATE fixes SET part_n_tokens = 20 WHERE fix_key = 6", marks);
    scoped(db) *db = marked_store("functions.db", changes);
    assert_chosen(db, cases, N_ITEMS(cases));
}

static const struct made_fix edits[] = {
    {"p1", "u", "if a < b:\n pass", "if a <= b:\n pass", false},
    {"p1", "u", "if a <= b:\n pass", "if a < b:\n pass", false},
    {"p1", "u", "x = 'it''s 100%_'", "x = 'It''s 100%_'", false},
    {"p1", "u", "if a in b:\n pass", "if a not in b:\n pass", false},
    {"p1", "u", "é = a", "é = b", false},
    {"p1", "u", "é = b", "é = a", false},
};

/* A token is a whole token, and a text is bytes. */
TEST(choice__knows_edits_by_what_they_say)
{
    static const struct choice_case cases[] = {
        {{.tokens = "<"}, "1 2"},
        {{.tokens = "a"}, "5 6"},
        {{.tokens = "not in"}, "4"},
        {{.tokens = "not"}, ""},
        {{.tokens = ""}, ""},
        {{.tokens = "in,<="}, "1 2 4"},
        {{.edits = {{"<", "<="}}}, "1"},
        {{.edits = {{"<=", "<"}, {"a", "b"}}}, "2 5"},
        {{.edits = {{"<", "<"}}}, ""},
        {{.edits = {{"", "a"}}}, ""},
        {{.edits = {{"it's", "'; --"}}}, ""},
        {{.texts = "if a"}, "1 2 4"},
        {{.texts = "If"}, ""}, /* case matters */
        {{.texts = "It"}, "3"},
        {{.texts = "it's 100%_"}, ""},
        {{.texts = "it''s 100%_"}, "3"},
        {{.texts = "%"}, "3"}, /* and nothing stands for anything */
        {{.texts = "a _ b"}, ""},
        {{.texts = "é = a"}, "5 6"}, /* in the one program or the other */
        {{.texts = "a < b,a <= b"}, "1 2"},
        {{.texts = "a < b,not"}, ""},
        {{.texts = ":\n p"}, "1 2 4"},
        {{.texts = "a <", .tokens = "<=", .edits = {{"<", "<="}, {"a", "b"}}}, "1"},
    };
    scoped(db) *db = NULL;
    made_store("edits.db", edits, N_ITEMS(edits));
    db = store_opened("edits.db");
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
        {"", {.since = 2}, "3 4", 0},
        {"", {.dialects = "3", .marks = MARK_NONE | MARK_EXCLUDED}, "3", 0},
        {"", {.since = 2, .marks = MARK_NONE | MARK_EXCLUDED}, "3 4", 1},
        {"", {.since = 22, .marks = MARK_NONE | MARK_EXCLUDED}, "4 6", 0},
        /* a split is not such a filter: a fix in train does not get into test by its duplicate */
        {test_split, {.splits = "test"}, "4", 1},
        {test_split, {.splits = "train"}, "1", 0},
        {test_split, {.splits = "test", .since = 2}, "3 4", 0},
        {"UPDATE fixes SET origin = 'mutant' WHERE fix_key = 1", {.takes_made = true}, "3 4", 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        scoped(db) *db = marked_store("stand-in.db", printed("%s%s", marks, cases[i].changes));
        assert_string_equal(chosen(&selection, db, &cases[i].asked), cases[i].ids);
        assert_int_equal(selection.account.n_marked[0], cases[i].n_duplicates);
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
    choice.filters[FILTER_DATE].least = 41; /* what is left is in no split */
    assert_string_equal(refusal(db, &choice),
                        "the database has splits, and 2 fixes are in none; put them into one "
                        "with tokfix split, or take them with --split none");
    assert_done(db_execute(
        db, "PRAGMA query_only = OFF; INSERT INTO set_left_out VALUES ('default', 6, 'choice')",
        &err));
    assert_string_equal(refusal(db, &choice),
                        "the database has splits, and 2 fixes are in none; put them into one with "
                        "tokfix split --region all --sweep all with its earlier options, or "
                        "take them with --split none");
    choice.filters[FILTER_DATE].least = 31;
    choice.filters[FILTER_DATE].most = 41;
    assert_string_equal(refusal(db, &choice), "");
    choice.filters[FILTER_DATE].least = INT64_MIN;
    choice.mixes_splits = true;
    assert_string_equal(refusal(db, &choice), "");
    choice.mixes_splits = false;
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
        assert_true(selection.account.has_dedup && selection.account.has_split);
        for (int mark = 0; mark < N_FIX_MARKS; mark++)
            assert_int_equal(selection.account.n_marked[mark], cases[i].n_marked[mark]);
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
        {beside, {.takes_made = true}, "1 2 3 4 5 6", 0},
        {beside, {.origins = "real"}, "1 4 6", 0},
        {beside, {.origins = "mutant"}, "2 3", 0},
        {beside, {.origins = "rewrite,mutant"}, "2 3 5", 0},
        {beside, {.origins = "real,rewrite"}, "1 4 5 6", 0},
        {beside, {.origins = "mutant", .takes_made = true}, "2 3", 0},
        {alone, {0}, "1 2 3 4 5 6", 0},
        {alone, {.origins = "real"}, "", 0},
        {alone, {.origins = "rewrite"}, "1 2 3 4 5 6", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_selection) selection = {0};
        scoped(db) *db = marked_store("made.db", cases[i].changes);
        assert_string_equal(chosen(&selection, db, &cases[i].asked), cases[i].ids);
        assert_int_equal(fix_account_count(&selection.account, FATE_MADE), cases[i].n_made);
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
        {{.marks = MARK_ALL, .one_per_cluster = "near", .since = 2}, "2 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "exact", .since = 2}, "2 3 4 5"},
        {{.marks = MARK_ALL, .one_per_cluster = "exact", .since = 22}, "4 5 6"},
        {{.one_per_cluster = "exact", .since = 2}, "3 4"},
        {{.one_per_cluster = "near", .since = 2}, "3 4"},
    };
    scoped(db) *db = marked_store("clusters.db", marks);
    assert_chosen(db, cases, N_ITEMS(cases));
}

TEST(choice__says_what_the_store_lacks)
{
    static const struct choice_case cases[] = {
        {{.splits = "train"}, "the database has no splits; run tokfix split on it first"},
        {{.one_per_cluster = "near"}, "the database has no clusters; run tokfix dedup on it first"},
        {{.statuses = "TLE"}, "no fix has the status 'TLE'; use one of: It's, Wrong Answer"},
        {{.statuses = "Wrong Answer,"}, "no fix has the status ''; use one of: It's, Wrong Answer"},
        {{.statuses = "Accepted"},
         "no fix has the status 'Accepted'; use one of: It's, Wrong Answer"},
        {{.original_languages = "Python"}, /* a part of a name is another one */
         "no fix has the original language 'Python'; use Python3"},
        {{.problems = "p1,p3"}, "the database has no problem 'p3'; use one of: p1, p2"},
        {{.sources = "codenet,git"}, "the database has no source 'git'; use codenet"},
    };
    static const struct choice_case of_none[] = {
        {{.statuses = "WA"}, "no fix has the status 'WA': no fix has one"},
        {{.original_languages = "C"}, "no fix has the original language 'C'; use ''"},
    };
    scoped(db) *db =
        marked_store("none.db", "UPDATE submissions SET status = NULL, original_language = ''");
    assert_chosen(db, of_none, N_ITEMS(of_none));
    db_close(db);
    db = marked_store("lacking.db",
                      "UPDATE submissions SET status = 'It''s' WHERE submission_id = 'b00001'");
    assert_chosen(db, cases, N_ITEMS(cases));
    db_close(db);
    db =
        marked_store("many.db", "WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n "
                                "WHERE i < 31) INSERT INTO problems SELECT 'q' || i, 1, NULL, NULL "
                                "FROM n");
    static const struct choice_case of_many[] = {
        {{.problems = "q32"},
         "the database has no problem 'q32'; use one of: p1, p2, q10, q11, q12, q13, q14, q15, "
         "q16, q17, and 14 more"},
        {{.problems = "q31"}, ""},
    };
    assert_chosen(db, of_many, N_ITEMS(of_many));
    scoped(fix_selection) selection = {0};
    assert_string_equal(chosen(&selection, db, &(struct asked){0}), "1 2 3 4 5 6");
    assert_false(selection.account.has_dedup || selection.account.has_split);
}
