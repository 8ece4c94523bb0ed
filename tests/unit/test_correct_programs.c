/* The fixed programs of real fixes, problem by problem. */
#include "db/fixes/correct_programs.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p2", "u", "a1", "b1", true}, {"p1", "v", "a2", "b2", true}, {"p2", "w", "a3", "b3", true},
    {"p1", "u", "a4", "b4", true}, {"p3", "u", "a5", "b5", true},
};

/* A line for each problem; or the error. */
static void print_programs(struct str *out, struct db *db)
{
    struct err err;
    scoped(correct_source) source = {0};
    size_t n = 0;
    int status = fixed_programs_open(&source, db, "python", &err) == 0 ? 1 : ERR;
    assert_null(source.load);
    str_clear(out);
    while (status == 1) {
        struct correct_programs problem = {0};
        status = source.next(source.context, &problem, &err);
        for (size_t i = 0; i < problem.list.n && status == 1; i++) {
            const struct correct_program *program = &problem.list.items[i];
            const struct submission_row *row = &program->submission;
            str_print(out, "%s%s/%s/%s/%d/%s/%s/%.*s", i ? " " : "", row->problem_id,
                      row->submission_id, row->user_id, (int)row->date, row->original_language,
                      row->status, (int)program->n_bytes, program->code);
        }
        str_add_text(out, status == 1 ? "\n" : "");
        n += status == 1;
        correct_programs_release(&problem);
    }
    if (status < 0)
        str_add_text(out, err.message);
    else
        assert_int_equal(source.n_problems, n);
}

static struct db *open_store(const char *name, const char *changes)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, changes);
}

TEST(fixed_programs__come_by_problem)
{
    scoped(str) out = {0};
    scoped(db) *db = open_store("all.db", "SELECT 1");
    print_programs(&out, db);
    assert_string_equal(str_text(&out), "p1/f00001/v/11/Python3/Accepted/b2 "
                                        "p1/f00003/u/31/Python3/Accepted/b4\n"
                                        "p2/f00000/u/1/Python3/Accepted/b1 "
                                        "p2/f00002/w/21/Python3/Accepted/b3\n"
                                        "p3/f00004/u/41/Python3/Accepted/b5\n");
}

/* Those of artificial fixes are not submissions; one that fixes several bugs is one program. */
TEST(fixed_programs__are_those_of_real_fixes_once)
{
    scoped(str) out = {0};
    scoped(db) *db = open_store(
        "real.db",
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key < 3;"
        "UPDATE fixes SET fixed_submission_key = (SELECT fixed_submission_key FROM fixes "
        "WHERE fix_key = 4) WHERE fix_key = 5");
    print_programs(&out, db);
    assert_string_equal(str_text(&out), "p1/f00003/u/31/Python3/Accepted/b4\n"
                                        "p2/f00002/w/21/Python3/Accepted/b3\n");
    db_close(db);
    db = open_store("none.db", "DELETE FROM fixes");
    print_programs(&out, db);
    assert_string_equal(str_text(&out), "");
}

TEST(fixed_programs__without_a_source_are_an_error)
{
    scoped(str) out = {0};
    scoped(db) *db =
        open_store("lost.db", "PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE code = 'b2'");
    print_programs(&out, db);
    assert_string_equal(str_text(&out),
                        "submission 4 in the database has no source; mine the dataset again");
}
