/* Mutants in a database: their selection, their rows, and the rows that a new run deletes. */
#include "augment/mutate.h"
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

/* Two Accepted programs that differ in one token, one of them twice, and a program of another
 * problem. */
static const struct made_fix fixes[] = {
    {"p1", "u", "x = 1 * 2\n", "x = 1 + 2\n", false},
    {"p1", "v", "y = 1 - 2\n", "x = 1 - 2\n", false},
    {"p1", "w", "x = 7 + 2\n", "x  =  1 + 2 # the same\n", false},
    {"p2", "u", "x = 3 * 4\n", "x = 3 - 4\n", false},
};

enum { ALL = 1000 };

static struct mutate_options options_of(int64_t per_program, const char *seed)
{
    struct mutate_options options = {.language = &language_python,
                                     .per_program = per_program,
                                     .seed = seed,
                                     .programs = "fixes",
                                     .categories = "",
                                     .splits = "",
                                     .n_jobs = 1};
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        options.is_wanted[rule] = true;
    return options;
}

static int mutate(struct db *db, const struct mutate_options *options, struct mutate_counts *counts,
                  struct err *err)
{
    scoped(correct_source) source = {0};
    const struct fix_choice choice = FIX_CHOICE_ALL;
    struct fix_account account;
    int status = fix_select_keys(&account, db, &choice, err);
    if (status == 0)
        status = fixed_programs_open(&source, db, "python", err);
    if (status == 0)
        status = mutate_store(db, options, &source, counts, err);
    return status;
}

static struct mutate_counts mutate_valid(struct db *db, const struct mutate_options *options)
{
    struct mutate_counts counts;
    assert_done(mutate(db, options, &counts, &err));
    return counts;
}

static struct db *open_store(const char *name)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return made_store_open(name);
}

static const char all_mutants[] =
    "SELECT b.problem_id, b.submission_id, a.submission_id, s.code FROM fixes f "
    "JOIN submissions b ON b.submission_key = f.buggy_submission_key JOIN submissions a "
    "ON a.submission_key = f.fixed_submission_key JOIN sources s ON s.source_key = b.source_key "
    "WHERE f.origin = 'mutant' ORDER BY f.fix_key";

/* What a query gives, a line for each row. */
static void print_rows(struct str *out, struct db *db, const char *sql)
{
    struct err err;
    scoped(db_statement) *s = NULL;
    str_clear(out);
    assert_success(db_prepare(&s, db, sql, &err), err);
    while (db_step(s, &err) == 1)
        for (int i = 0; i < 4; i++)
            str_print(out, "%s%s", db_text(s, i), i < 3 ? "|" : "\n");
}

TEST(mutate__stores_mutants_as_fixes_of_submissions)
{
    scoped(db) *db = open_store("stored.db");
    struct mutate_options options = options_of(1, "0");
    mutate_valid(db, &options);
    assert_rows(
        db,
        "SELECT problem_id, submission_id, user_id, date, language, original_language, status "
        "FROM submissions WHERE submission_id LIKE '%~%' ORDER BY submission_key",
        "p1|f00000~mutant1|u|1|python|Python3|Mutant\n"
        "p1|f00001~mutant1|v|11|python|Python3|Mutant\n"
        "p2|f00003~mutant1|u|31|python|Python3|Mutant\n");
    assert_rows(db, "SELECT origin, count(*) FROM fixes GROUP BY origin ORDER BY origin",
                "mutant|3\nreal|4\n");
    assert_rows(db,
                "SELECT a.submission_id, a.status, b.submission_id FROM fixes f JOIN submissions a "
                "ON f.fixed_submission_key = a.submission_key JOIN submissions b "
                "ON f.buggy_submission_key = b.submission_key "
                "WHERE origin = 'mutant' ORDER BY fix_key",
                "f00000|Accepted|f00000~mutant1\n"
                "f00001|Accepted|f00001~mutant1\n"
                "f00003|Accepted|f00003~mutant1\n");
    assert_rows(db,
                "SELECT per_program, distribution, seed, programs, n_programs, "
                "n_accepted, n_unused FROM mutate_run",
                "1|uniform|0|fixes|3|4|0\n");
    assert_int_equal(made_store_number(db, "SELECT sum(n_mutants) FROM mutate_rules"), 3);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM mutate_rules"), 6);
}

/* x = 1 + 2 may become 12 with other operators and 4 with other numbers, one of them x = 1 - 2;
 * likewise that. Of the other problem's program, x = 3 - 4, there are the 12 operators. */
TEST(mutate__makes_all_but_what_was_accepted)
{
    scoped(db) *db = open_store("all.db");
    struct mutate_options options = options_of(ALL, "0");
    struct mutate_counts counts = mutate_valid(db, &options);
    assert_int_equal(counts.n_mutants[MUTATE_BINARY_OPERATOR], 11 + 11 + 12);
    assert_int_equal(counts.n_mutants[MUTATE_LITERAL], 4 + 4);
    assert_int_equal(counts.n_equal, 2);
    assert_int_equal(counts.n_programs, 3); /* the duplicate is mutated once */
    assert_int_equal(counts.n_accepted, 4);
    assert_int_equal(counts.n_unused, 0);
    assert_int_equal(counts.n_sites[MUTATE_BINARY_OPERATOR], 3);
    assert_int_equal(counts.n_programs_of[MUTATE_LITERAL], 2);
    assert_int_equal(counts.n_programs_of[MUTATE_VARIABLE_MISUSE], 0);
    assert_int_equal(counts.n_replaced, 0);
    assert_int_equal(
        made_store_number(db, "SELECT count(*) FROM submissions m JOIN submissions a USING "
                              "(problem_id, source_key) WHERE m.status = 'Mutant' AND "
                              "a.status = 'Accepted'"),
        0);
    assert_int_equal(
        made_store_number(db, "SELECT count(*) - count(DISTINCT buggy_submission_key) FROM fixes"),
        0);
}

/* Bytes at which the fix is stored, applied to the mutant, give the Accepted program. */
TEST(mutate__stores_fixes_that_give_the_program_back)
{
    struct err err;
    scoped(db) *db = open_store("back.db");
    scoped(db_statement) *s = NULL;
    struct mutate_options options = options_of(ALL, "0");
    int64_t n = 0;
    mutate_valid(db, &options);
    assert_success(
        db_prepare(&s, db,
                   "SELECT m.code, f.start_byte, f.end_byte, f.after, c.code FROM fixes f "
                   "JOIN submissions b ON b.submission_key = f.buggy_submission_key "
                   "JOIN sources m ON m.source_key = b.source_key "
                   "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
                   "JOIN sources c ON c.source_key = a.source_key WHERE origin = 'mutant'",
                   &err),
        err);
    for (; db_step(s, &err) == 1; n++) {
        scoped(str) back = {0};
        edit_apply(&back, db_text(s, 0), db_text_length(s, 0), (size_t)db_int(s, 1),
                   (size_t)db_int(s, 2), db_text(s, 3), db_text_length(s, 3));
        assert_string_equal(str_text(&back), db_text(s, 4));
    }
    assert_int_equal(n, 42);
}

TEST(mutate__holds_fewer_among_more)
{
    scoped(str) few = {0}, many = {0};
    scoped(db) *db = open_store("few.db");
    struct mutate_options three = options_of(3, "x"), ten = options_of(10, "x");
    mutate_valid(db, &ten);
    print_rows(&many, db, all_mutants);
    mutate_valid(db, &three);
    print_rows(&few, db, all_mutants);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM fixes WHERE origin = 'mutant'"),
                     9);
    for (const char *line = str_text(&few); *line; line = strchr(line, '\n') + 1) {
        scoped(str) one = {0};
        str_add(&one, line, (size_t)(strchr(line, '\n') - line) + 1);
        assert_contains(str_text(&many), str_text(&one));
    }
}

TEST(mutate__depends_on_the_seed_and_not_on_threads)
{
    scoped(str) first = {0}, again = {0};
    scoped(db) *db = open_store("seeds.db");
    struct mutate_options options = options_of(5, "a");
    mutate_valid(db, &options);
    print_rows(&first, db, all_mutants);
    options.n_jobs = 4;
    mutate_valid(db, &options);
    print_rows(&again, db, all_mutants);
    assert_string_equal(str_text(&again), str_text(&first));
    options.seed = "b";
    mutate_valid(db, &options);
    print_rows(&again, db, all_mutants);
    assert_string_not_equal(str_text(&again), str_text(&first));
}

/* What dedup, split and leak found: of the real fixes, and of the first mutant (5) beside them. */
static const char guarded[] =
    "INSERT INTO dedup_run VALUES (1, 'p', 1, 0.8, 0.7, 20, 1, 1);"
    "INSERT INTO duplicate_links VALUES ('exact', 1, 3, 1, NULL);"
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1);"
    "INSERT INTO conflicts VALUES (1, 1);" MADE_RUN "'seed', '0', 8, 1, 1, 'problem', 0);"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2);"
    "INSERT INTO exclusions VALUES (4, 'benchmark', 'x');";
static const char guarded_with_mutant[] =
    "INSERT INTO duplicate_links VALUES ('near', 1, 5, 1, 1), ('near', 2, 5, 1, 1);"
    "INSERT INTO duplicate_clusters VALUES ('exact', 5, 1), ('near', 2, 2), ('near', 5, 2);"
    "INSERT INTO conflicts VALUES (5, 1);"
    "INSERT INTO splits VALUES (5, 'train', 1);"
    "INSERT INTO exclusions VALUES (5, 'benchmark', 'y'), (6, 'split', 'z')";

/* All rows of the tables that may change. The caller frees it. */
static char *dump_of(struct db *db)
{
    static const char *const tables[] = {
        "fixes",           "submissions",        "sources",   "mutate_run", "mutate_rules",
        "mutate_left_out", "dedup_run",          "split_run", "splits",     "exclusions",
        "duplicate_links", "duplicate_clusters", "conflicts",
    };
    scoped(str) out = {0};
    for (size_t i = 0; i < N_ITEMS(tables); i++) {
        struct err err;
        scoped(db_statement) *s = NULL;
        const char *sql = printed("SELECT * FROM %s ORDER BY 1, 2", tables[i]);
        assert_success(db_prepare(&s, db, sql, &err), err);
        for (str_print(&out, "%s\n", tables[i]); db_step(s, &err) == 1; str_add_text(&out, "\n"))
            for (int column = 0; column < 2; column++)
                str_print(&out, "%s|", db_text(s, column));
    }
    char *copy = strdup(str_text(&out));
    return copy;
}

/* When mutants go, what stays is as if there had never been any. */
TEST(mutate__leaves_what_was_there)
{
    struct mutate_options options = options_of(5, "a");
    scoped(db) *db = open_store("again.db");
    split_views_write(db);
    assert_done(db_execute(db, guarded, &err));
    scoped_memory char *before = dump_of(db);
    int64_t n_mutants = 0;
    for (int round = 0; round < 2; round++) {
        struct mutate_counts counts = mutate_valid(db, &options);
        assert_int_equal(counts.n_replaced, n_mutants);
        assert_done(db_execute(db, guarded_with_mutant, &err));
        n_mutants = made_store_number(db, "SELECT count(*) FROM fixes WHERE origin = 'mutant'");
        options.per_program = 2;
    }
    assert_int_equal(n_mutants, 6);
    assert_rows(db, "SELECT per_program FROM mutate_run", "2\n");
    memset(options.is_wanted, 0, sizeof options.is_wanted);
    assert_int_equal(mutate_valid(db, &options).n_replaced, 6);
    assert_done(db_execute(db, "DELETE FROM mutate_run", &err));
    scoped_memory char *after = dump_of(db);
    assert_string_equal(after, before);
}

/* Two of one problem, the second equal to an excluded one; one of another problem. */
static enum mutate_refusal refuse(void *context, const struct submission_row *submission)
{
    (void)context;
    if (strcmp(submission->submission_id, "f00002") == 0)
        return MUTATE_EXCLUDED;
    return strcmp(submission->problem_id, "p2") == 0 ? MUTATE_IN_TWO_SPLITS : MUTATE_NOT_REFUSED;
}

TEST(mutate__leaves_refused_programs_and_their_equals_alone)
{
    scoped(db) *db = open_store("refusing.db");
    struct mutate_options options = options_of(5, "a");
    options.refuse = refuse;
    struct mutate_counts counts = mutate_valid(db, &options);
    assert_int_equal(counts.n_programs, 1);
    assert_rows(db, "SELECT reason, n_programs FROM mutate_left_out ORDER BY sort_order",
                "excluded|1\nin_two_splits|1\n");
    assert_rows(db,
                "SELECT DISTINCT a.submission_id FROM fixes JOIN submissions a "
                "ON fixed_submission_key = submission_key WHERE origin = 'mutant'",
                "f00001\n");
}

TEST(mutate__makes_the_categories_that_are_wanted)
{
    scoped(db) *db = open_store("wanted.db");
    struct mutate_options options = options_of(ALL, "a");
    options.is_wanted[MUTATE_BINARY_OPERATOR] = false;
    options.categories = "literal";
    options.splits = "train";
    mutate_valid(db, &options);
    assert_rows(db, "SELECT DISTINCT category FROM fixes WHERE origin = 'mutant'", "literal\n");
    assert_rows(db, "SELECT categories, splits FROM mutate_run", "literal|train\n");
    assert_int_equal(
        made_store_number(db, "SELECT count(*) FROM mutate_rules WHERE rule = 'binary_operator'"),
        0);
}

/* Literals are fixed in training, operators in the test set: of all categories the mutants are of
 * the first one, unless there are no splits. */
TEST(mutate__follows_the_fixes_in_training)
{
    static const struct {
        const char *sql, *categories, *run;
    } cases[] = {
        {"", "binary_operator\nliteral\n", "real|all\n"},
        {MADE_RUN "'seed', '0', 8, 1, 1, '', 0);"
                  "INSERT INTO splits VALUES (1, 'test', 1), (3, 'train', 3), (4, 'test', 4)",
         "literal\n", "real|train\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = open_store("training.db");
        struct mutate_options options = options_of(ALL, "a");
        options.follows_real = true;
        assert_done(db_execute(
            db,
            "UPDATE fixes SET category = CASE fix_key WHEN 3 THEN 'literal' ELSE "
            "'binary_operator' END WHERE fix_key <> 2; DELETE FROM fixes WHERE fix_key = 2",
            &err));
        split_views_write(db);
        assert_done(db_execute(db, cases[i].sql, &err));
        mutate_valid(db, &options);
        assert_rows(db, "SELECT DISTINCT category FROM fixes WHERE origin = 'mutant' ORDER BY 1",
                    cases[i].categories);
        assert_rows(db, "SELECT distribution, distribution_of FROM mutate_run", cases[i].run);
    }
}

/* A program that does not parse. */
TEST(mutate__passes_over_what_it_cannot_read)
{
    scoped(db) *db = open_store("unread.db");
    struct mutate_options options = options_of(5, "a");
    assert_done(db_execute(db, "UPDATE sources SET code = 'x = (' WHERE code LIKE '%same%'", &err));
    struct mutate_counts counts = mutate_valid(db, &options);
    assert_int_equal(counts.n_accepted, 4);
    assert_int_equal(counts.n_unused, 1);
    assert_int_equal(counts.n_programs, 3);
}

TEST(mutate__refuses_stores_that_it_cannot_go_by)
{
    static const struct {
        const char *changes, *message;
        bool follows_real;
    } cases[] = {
        {"DELETE FROM fixes", "no real fixes (if it has splits, none in train) to take a", true},
        {"UPDATE sources SET sha256 = 'x' || source_key",
         "the database has another program for submission f00000 of problem p1; "
         "mine the dataset again",
         false},
        {"UPDATE submissions SET submission_id = 'f00000~mutant2' WHERE submission_id = 'b00001'",
         "problem p1 has a submission with the id of a mutant, 'f00000~mutant2'", false},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources", "has no source; mine the dataset again",
         false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = NULL;
        struct mutate_counts counts;
        struct mutate_options options = options_of(5, "a");
        options.follows_real = cases[i].follows_real;
        made_store("refused.db", fixes, N_ITEMS(fixes));
        store_changed("refused.db", cases[i].changes);
        assert_done(db_open_update(&db, scratch_path("refused.db"), &err));
        assert_done(db_execute(db, "BEGIN", &err));
        assert_error_with(mutate(db, &options, &counts, &err), cases[i].message);
    }
}
