#include "tests/support/editions.h"

#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u1", "print(1)\n", "print(2)\n", false},
    {"p1", "u2", "x = 1\nprint(x)\n", "x = 2\nprint(x)\n", false},
    {"p1", "u1", "a = 3\n", "b = 3\n", false},
    {"p2", "u3", "y = 1 + 2\n", "y = 1 - 2\n", false},
    {"p2", "u1", "if x < 3:\n    pass\n", "if x > 3:\n    pass\n", false},
    {"p3", "u2", "while a and b:\n    pass\n", "while a or b:\n    pass\n", false},
};

struct db *made_edition_store(const char *name, const char *sql)
{
    struct db *db;
    made_store(name, fixes, N_ITEMS(fixes));
    db = made_store_open(name);
    split_views_write(db);
    assert_done(db_execute(
        db,
        MADE_RUN "'seed', '7', 8, 1, 1, 'problem', 0);"
                 "INSERT INTO splits SELECT fix_key, CASE problem_id WHEN 'p1' THEN 'train' "
                 "WHEN 'p2' THEN 'validation' ELSE 'test' END, CASE problem_id WHEN 'p1' THEN 1 "
                 "WHEN 'p2' THEN 4 ELSE 6 END FROM fix_details",
        &err));
    if (sql)
        assert_done(db_execute(db, sql, &err));
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    db = store_opened(name);
    return db;
}
