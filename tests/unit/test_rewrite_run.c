/* Databases of rewrites: their submissions and fixes, and the data kept from the original
 * database. */
#include "augment/rewrite.h"
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* All of one fixed program, but the last two. */
static const char fixed_program[] = "a = b = c = 1\nif a < b: print(c) # d\nelse: print(a == b)\n";
static const struct made_fix fixes[] = {
    {"p1", "u", "a = b = c = 1\nif a > b: print(c) # d\nelse: print(a == b)\n", fixed_program,
     false},
    {"p1", "u", "a = b = c = 1\nif a < c: print(c) # d\nelse: print(a == b)\n", fixed_program,
     false},
    {"p1", "u", "a = b = c = 1\nif a < b: print(a) # d\nelse: print(a == b)\n", fixed_program,
     false},
    {"p2", "u", "e = 1\nprint(e)\n", "e = 2\nprint(e)\n", false},
    {"p2", "u", "print(1)\n", "print(2)\n", false},
};

/* Of the fixes above: the first three share their fixed submission, and what `sql` does. */
static const char *make_store(const char *name, const char *sql)
{
    const char *path = made_store(name, fixes, N_ITEMS(fixes));
    scoped(db) *db = made_store_open(name);
    assert_done(db_execute(
        db,
        "UPDATE fixes SET fixed_submission_key = (SELECT fixed_submission_key FROM fixes "
        "WHERE fix_key = 1) WHERE fix_key <= 3",
        &err));
    split_views_write(db);
    assert_done(db_execute(db, sql, &err));
    assert_done(db_execute(db, "COMMIT", &err));
    return path;
}

/* Rewrites $SCRATCH/NAME.db into $SCRATCH/NAME-r.db, and opens that. */
static struct db *rewrite_by(struct rewrite_counts *counts, const char *name,
                             const struct rewrite_choice *choice, int n_jobs, const char *sql)
{
    struct db *from, *db;
    struct db *out;
    struct rewrite_run run = {.fixes = FIX_CHOICE_ALL,
                              .choice = *choice,
                              .marks = MARK_ALL & ~MARK_EXCLUDED,
                              .n_jobs = n_jobs};
    const char *file = printed("%s.db", name);
    assert_done(store_open(&from, make_store(file, sql), &err));
    file = printed("%s-r.db", name);
    unlink(scratch_path(file));
    write_test_file(scratch_path(file), "", 0);
    assert_done(store_create(&out, scratch_path(file), &err));
    assert_done(rewrite_store(out, from, &run, counts, &err));
    assert_done(store_finish(out, &err));
    db_close(from);
    db = store_opened(file);
    return db;
}

static struct db *rewrite(struct rewrite_counts *counts, const char *name, int64_t per_kind,
                          int n_jobs, const char *sql)
{
    const struct rewrite_choice choice = {&language_python, (1 << N_REWRITE_KINDS) - 1, per_kind,
                                          per_kind, "0"};
    return rewrite_by(counts, name, &choice, n_jobs, sql);
}

/* The setting of Li and others: a number of rewrites for each fix and kind, drawn by both, all of
 * them different. */
TEST(rewrite_store__draws_how_many_are_made)
{
    unsigned seen = 0;
    for (char digit = '0'; digit <= '9'; digit++) {
        struct rewrite_counts counts;
        const char seed[] = {digit, '\0'};
        const struct rewrite_choice choice = {
            &language_python, 1 << REWRITE_RENAME | 1 << REWRITE_CONDITION, 3, 8, seed};
        scoped(db) *db = rewrite_by(&counts, "many", &choice, 2, "SELECT 1 WHERE 0");
        assert_int_equal(counts.n_rewritten[REWRITE_RENAME], 4);
        assert_int_equal(counts.n_fewer[REWRITE_RENAME], 0);
        assert_in_range(counts.n_rewrites[REWRITE_RENAME], 4 * 3, 4 * 8);
        /* one comparison is the condition of each of three programs */
        assert_int_equal(counts.n_rewritten[REWRITE_CONDITION], 3);
        assert_int_equal(counts.n_rewrites[REWRITE_CONDITION], 3);
        assert_int_equal(counts.n_fewer[REWRITE_CONDITION], 3);
        for (int n = 0; n <= 9; n++) {
            char sql[200];
            snprintf(
                sql, sizeof sql,
                "SELECT count(*) FROM (SELECT count(DISTINCT buggy_code) AS n FROM fix_details "
                "WHERE buggy_submission_id LIKE '%%~rename%%' GROUP BY "
                "substr(buggy_submission_id, 1, 6)) WHERE n = %d",
                n);
            seen |= made_store_number(db, sql) > 0 ? 1u << n : 0;
        }
    }
    assert_int_equal(seen, 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8);
}

TEST(rewrite_store__names_submissions_by_the_originals)
{
    struct rewrite_counts counts;
    scoped(db) *db = rewrite(&counts, "names", 2, 2, "SELECT 1 WHERE 0");
    assert_int_equal(counts.n_read, 5);
    int64_t n_rewrites = 0;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
        n_rewrites += counts.n_rewrites[kind];
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM fixes WHERE origin = 'rewrite'"),
                     n_rewrites);
    assert_int_equal(made_store_number(db, "SELECT sum(n_fixes) FROM problem_languages"),
                     n_rewrites);
    assert_int_equal(counts.n_rewritten[REWRITE_RENAME], 4);
    assert_int_equal(counts.n_rewrites[REWRITE_RENAME], 8);
    assert_int_equal(counts.n_refused[REWRITE_RENAME][REWRITE_NOTHING], 1);
    assert_int_equal(counts.n_rewrites[REWRITE_CONDITION], 3);

    /* Ids are those of the originals, `~`, the kind, and a number from 2; each program has one. */
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM submissions WHERE NOT "
                                           "(submission_id GLOB '[bf]0000[0-4]~rename' OR "
                                           "submission_id GLOB '[bf]0000[0-4]~rename[2-9]' OR "
                                           "submission_id GLOB '[bf]0000[0-4]~condition')"),
                     0);
    assert_int_equal(made_store_number(db, "SELECT count(*) - count(DISTINCT source_key || ' ' || "
                                           "substr(submission_id, 1, 9)) FROM submissions"),
                     0);
}

TEST(rewrite_store__keeps_splits_and_leaves_out_what_is_excluded)
{
    struct rewrite_counts counts;
    scoped(db) *db = rewrite(&counts, "splits", 1, 1,
                             MADE_RUN "'seed', '7', 8, 1, 1, 'problem', 0);"
                                      "INSERT INTO splits VALUES (2, 'train', 2), (3, 'train', 2), "
                                      "(4, 'test', 4);"
                                      "INSERT INTO exclusions VALUES (1, 'benchmark', 'x')");
    assert_int_equal(counts.n_read, 4);
    static const struct {
        const char *sql;
        int64_t expected;
    } cases[] = {
        {"SELECT count(*) FROM fix_details WHERE buggy_submission_id LIKE 'b00000%'", 0},
        {"SELECT seed = '7' AND grouped_by = 'problem' FROM split_run", 1},
        {"SELECT count(*) FROM fix_details WHERE split <> "
         "CASE WHEN buggy_submission_id GLOB 'b0000[12]*' THEN 'train' "
         "WHEN buggy_submission_id GLOB 'b00003*' THEN 'test' ELSE 'none' END",
         0},
        {"SELECT count(DISTINCT group_key) FROM splits", 2},
        {"SELECT count(*) FROM splits s WHERE group_key <> "
         "(SELECT min(fix_key) FROM splits o WHERE o.split = s.split)",
         0},
        {"SELECT count(*) FROM splits WHERE split = 'train'", 4},
        {"SELECT count(*) FROM exclusions", 0},
        {"SELECT count(*) FROM pragma_foreign_key_check", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (made_store_number(db, cases[i].sql) != cases[i].expected)
            fail_msg("%s is %lld", cases[i].sql, (long long)made_store_number(db, cases[i].sql));
}

/* Mutants are left alone beside real fixes, and rewritten where they are all there is. */
TEST(rewrite_store__takes_what_is_real)
{
    struct rewrite_counts counts;
    db_close(rewrite(&counts, "real", 1, 1,
                     "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (1, 4)"));
    assert_int_equal(counts.n_read, 3);
    db_close(rewrite(&counts, "mutants", 1, 1, "UPDATE fixes SET origin = 'mutant'"));
    assert_int_equal(counts.n_read, 5);
}

/* An edit of more than a single token, which a mutant may have. */
TEST(rewrite_store__leaves_other_edits)
{
    struct rewrite_counts counts;
    scoped(db) *db = rewrite(&counts, "swap", 1, 1,
                             "UPDATE sources SET code = 'print(2, 1)' WHERE source_key = "
                             "(SELECT source_key FROM submissions WHERE submission_id = 'b00004')");
    assert_int_equal(counts.n_refused[REWRITE_CONDITION][REWRITE_EDIT], 1);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM submissions "
                                           "WHERE submission_id LIKE 'b00004%'"),
                     0);
}
