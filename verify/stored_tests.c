#include "verify/stored_tests.h"

static int read_limits(struct problem_tests *out, struct db *db, const char *problem_id,
                       const char *language, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT time_limit_ms, match FROM verify_problems "
                                       "WHERE problem_id = ? AND language = ?",
                                       "tt", problem_id, language);
    int status = db_step(s, err);
    if (status < 0)
        return ERR;
    if (status == 1) {
        out->seconds = (double)db_int(s, 0) / 1000;
        if (tolerance_read(&out->tolerance, db_text(s, 1)) && is_time_limit(out->seconds))
            return 0;
    }
    return err_set(err,
                   "the time limit or the comparison of problem '%.200s' is missing; run tokfix "
                   "verify again",
                   problem_id);
}

int stored_tests_read(struct problem_tests *out, struct db *db, const char *problem_id,
                      const char *language, struct err *err)
{
    problem_tests_clear(out);
    if (read_limits(out, db, problem_id, language, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT test_name, input, expected FROM tests "
                                       "WHERE problem_id = ? AND input IS NOT NULL "
                                       "AND expected IS NOT NULL ORDER BY test_name",
                                       "t", problem_id);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct test_case test = {
            .name = db_text(s, 0), .input = db_text(s, 1), .expected = db_text(s, 2)};
        test.input_length = db_text_length(s, 1);
        test.expected_length = db_text_length(s, 2);
        problem_tests_add_stored(out, &test);
    }
    return status;
}
