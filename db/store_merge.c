/* Merges databases of one run or of several. SQL does it (merge.sql), in a database of its own, to
 * which the parts are attached one after another: SQLite attaches ten at most. The programs are
 * copied at the end, when all keys are known, so that they are written once and read once. The
 * layout of the file then is that of a file that `tokfix mine` has written, because both are
 * written anew (db_write_to()). */
#include "db/store.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/str.h"
#include "db/query_table.h"
#include "db/schema.h"
#include "db/store_log.h"

#include <unistd.h>

static const char merge_sql[] = {
#include "db/merge.sql.inc"
};

static int execute(struct db *merge, const char *name, struct err *err)
{
    scoped(str) sql = {0};
    query_table_sql(&sql, merge_sql, name);
    return db_execute(merge, str_text(&sql), err);
}

/* Executes a part of merge.sql for each database. */
static int each_part(struct db *merge, const struct merged_part *parts, size_t n, const char *name,
                     const struct meter *meter, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        if (db_change(merge, err, "ATTACH ? AS part", "p", parts[i].path) != 0 ||
            db_execute(merge, "DELETE FROM temp.current", err) != 0 ||
            db_change(merge, err, "INSERT INTO temp.current VALUES (?)", "i", (int64_t)i) != 0 ||
            execute(merge, name, err) != 0 || db_execute(merge, "DETACH part", err) != 0)
            return ERR;
        meter_count(meter, i + 1, n);
        if (interrupt_signal())
            return err_set(err, "stopped");
    }
    return 0;
}

static int list_runs(struct db *merge, const struct merged_part *parts, size_t n, struct err *err)
{
    static const char add[] = "INSERT INTO temp.runs SELECT ?1, ?2, ?3, NOT EXISTS "
                              "(SELECT 1 FROM temp.runs WHERE new_key = ?3)";
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < parts[i].n_runs; k++)
            if (db_change(merge, err, add, "iii", (int64_t)i, parts[i].runs[k].key,
                          parts[i].runs[k].new_key) != 0)
                return ERR;
    return 0;
}

int store_merge_begin(struct db **out, const char *path, const struct merged_part *parts,
                      size_t n_parts, struct err *err)
{
    scoped(db) *db = NULL;
    unlink(path);                                  /* of a run that was killed */
    struct interrupt_hold hold = interrupt_hold(); /* a signal would leave the file */
    bool is_made = db_open_new(&db, path, err) == 0 && schema_create(db, err) == 0;
    unlink(path);
    interrupt_let(&hold);
    if (!is_made)
        return ERR;
    db_on_work(db, NULL, NULL); /* a stop ends long statements */
    if (db_trust_rows(db, err) != 0 || execute(db, "begin", err) != 0 ||
        list_runs(db, parts, n_parts, err) != 0 ||
        each_part(db, parts, n_parts, "problems", NULL, err) != 0 ||
        each_part(db, parts, n_parts, "items", NULL, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

struct db_statement *store_merge_shared(struct db *merge, struct err *err)
{
    scoped(str) sql = {0};
    query_table_sql(&sql, merge_sql, "shared");
    return db_query(merge, err, str_text(&sql), NULL);
}

static int add_runs(struct db *merge, const struct run_row *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct run_row unfinished = runs[i];
        unfinished.dataset = unfinished.metadata = unfinished.metadata_sha256 = NULL;
        if (store_add_run(merge, &unfinished, err) != 0)
            return ERR;
    }
    return 0;
}

static int finish_runs(struct db *merge, const struct run_row *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (store_finish_run(merge, (int64_t)i + 1, runs[i].dataset, runs[i].metadata, err) != 0)
            return ERR;
    return 0;
}

/* Names the output in the line of a single run, or adds the line of merge. --same-problems does no
 * harm where merge does not ask for it, which depends on the order of several merges. */
static int finish_lines(struct db *merge, size_t n_runs, const char *output, struct err *err)
{
    static const char joining[] =
        "SELECT 'tokfix merge ' || ? || ' ' || group_concat(output, ' ') || iif(EXISTS ("
        "SELECT 1 FROM problem_runs GROUP BY problem_id HAVING count(*) > 1), "
        "' --same-problems', '') FROM steps";
    scoped(str) name = {0}, word = {0};
    file_add_name(&name, output);
    shell_add_path(&word, str_text(&name));
    if (n_runs == 1)
        return db_change(merge, err, "UPDATE steps SET output = ?", "t", str_text(&word));
    scoped(db_statement) *line = db_query(merge, err, joining, "t", str_text(&word));
    return db_step(line, err) == 1 ? store_add_step(merge, db_text(line, 0), NULL, err) : ERR;
}

int store_merge_write(struct db *merge, const char *path, const struct merged_part *parts,
                      size_t n_parts, const struct run_row *runs, size_t n_runs, const char *output,
                      const struct meter *meter, struct err *err)
{
    if (add_runs(merge, runs, n_runs, err) != 0 || execute(merge, "keys", err) != 0 ||
        each_part(merge, parts, n_parts, "rows", meter, err) != 0 ||
        store_sum_up(merge, err) != 0 || finish_runs(merge, runs, n_runs, err) != 0 ||
        finish_lines(merge, n_runs, output, err) != 0)
        return ERR;
    return db_write_to(merge, path, err);
}
