/* Records come back by problem, in their order, however often the buffer was written. */
#include "miner/rows/row_reader.h"
#include "tests/support/test.h"

enum { N_PROBLEMS = 7, N_RECORDS = 500 };

struct reading {
    const struct row_spool *spool;
    uint32_t problem;
    int next; /* number of the next record */
};

static void take(void *context, const char *record, uint64_t place)
{
    struct reading *reading = context;
    scoped(str) code = {0}, expected = {0};
    struct err err;
    int number;
    assert_int_equal(sscanf(record, "record %d", &number), 1);
    assert_int_equal(number, reading->next);
    str_print(&expected, "%0*d", number % 50, number);
    assert_success(row_spool_read(reading->spool, &code, place, expected.length, &err), err);
    assert_string_equal(str_text(&code), str_text(&expected));
    reading->next += N_PROBLEMS;
}

TEST(row_spool__gives_back_the_records_of_a_problem)
{
    static const size_t sizes[] = {1, 100, 1000, 1 << 20};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        scoped(row_spool) *spool = NULL;
        struct err err;
        assert_success(row_spool_new(&spool, ".", sizes[i], &err), err);
        for (int number = 0; number < N_RECORDS; number++) {
            scoped(str) bytes = {0};
            str_print(&bytes, "record %d", number);
            str_add(&bytes, "", 1);
            size_t n_record = bytes.length;
            str_print(&bytes, "%0*d", number % 50, number);
            assert_success(row_spool_add(spool, (uint32_t)number % N_PROBLEMS, bytes.text, n_record,
                                         bytes.length - n_record, &err),
                           err);
        }
        assert_success(row_spool_finish(spool, &err), err);
        for (uint32_t problem = 0; problem < N_PROBLEMS + 2; problem++) {
            struct reading reading = {spool, problem, (int)problem};
            assert_success(row_spool_each(spool, problem, take, &reading, &err), err);
            assert_true(problem >= N_PROBLEMS || reading.next >= N_RECORDS);
        }
    }
}
