/* What the parts say of their problems is collected in a database in memory, where SQL compares
 * it. */
#include "db/store_merge.h"

/* What says that problems with one id are the same: submissions that are in a fix, and the first
 * commits of repositories, whose ids cannot be those of submissions. */
static const char evidence[] =
    "SELECT problem_id, submission_id, json_array(user_id, date, s.language, status, sha256), ?2 "
    "FROM submissions s JOIN sources USING (source_key) WHERE problem_id = ?1 "
    "UNION ALL SELECT problem_id, char(1) || commit_id, '', ?2 FROM root_commits "
    "WHERE problem_id = ?1";

static const char tables[] =
    "CREATE TABLE listed (problem_id, part, PRIMARY KEY (problem_id, part)) WITHOUT ROWID;"
    "CREATE TABLE evidence (problem_id, item_id, said, part, "
    "PRIMARY KEY (problem_id, item_id, part)) WITHOUT ROWID";

static const char of_several[] =
    "SELECT problem_id, part FROM listed WHERE problem_id IN "
    "(SELECT problem_id FROM listed GROUP BY problem_id HAVING count(*) > 1)";

static const char compared[] =
    "WITH items AS (SELECT a.problem_id, a.part AS a, b.part AS b, total(a.said = b.said) AS same, "
    "total(a.said <> b.said) AS other FROM evidence a JOIN evidence b USING (problem_id, item_id) "
    "WHERE a.part < b.part GROUP BY 1, 2, 3) "
    "SELECT x.part, y.part, count(*), total(same), count(nullif(other, 0)), min(x.problem_id), "
    "min(iif(other > 0, x.problem_id, NULL)) "
    "FROM listed x JOIN listed y ON y.problem_id = x.problem_id AND y.part > x.part "
    "LEFT JOIN items i ON i.problem_id = x.problem_id AND i.a = x.part AND i.b = y.part "
    "GROUP BY 1, 2 ORDER BY 1, 2";

static int collect(struct db *all, const struct merged_part *parts, size_t n_parts, struct err *err)
{
    scoped(db_statement) *add = NULL;
    int status = db_prepare_insert(&add, all, "INSERT", "evidence", err);
    for (size_t i = 0; i < n_parts && status == 0; i++) {
        scoped(db_statement) *ids =
            db_query(parts[i].db, err, "SELECT problem_id, ? FROM problems", "i", (int64_t)i);
        scoped(db_statement) *list = NULL;
        status = db_prepare_insert(&list, all, "INSERT", "listed", err) == 0
                     ? db_copy_rows(list, ids, err)
                     : ERR;
    }
    scoped(db_statement) *shared = status == 0 ? db_query(all, err, of_several, NULL) : NULL;
    while (status == 0 && (status = db_step(shared, err)) == 1) {
        int64_t part = db_int(shared, 1);
        scoped(db_statement) *rows =
            db_query(parts[part].db, err, evidence, "ti", db_text(shared, 0), part);
        status = db_copy_rows(add, rows, err);
    }
    return status;
}

int merge_overlaps_find(struct merge_overlaps *out, const struct merged_part *parts, size_t n_parts,
                        struct err *err)
{
    scoped(db) *all = NULL;
    if (db_open_new(&all, ":memory:", err) != 0 || db_execute(all, tables, err) != 0 ||
        collect(all, parts, n_parts, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(all, err, compared, NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        array_push(&out->list,
                   ((struct merge_overlap){
                       .parts = {(size_t)db_int(s, 0), (size_t)db_int(s, 1)},
                       .n_problems = db_int(s, 2),
                       .n_same = db_int(s, 3),
                       .n_clashing = db_int(s, 4),
                       .example = db_copy_text(s, 5, &out->arena),
                       .clash = db_type(s, 6) == DB_NULL ? NULL : db_copy_text(s, 6, &out->arena),
                   }));
    return status;
}

void merge_overlaps_release(struct merge_overlaps *overlaps)
{
    array_release(&overlaps->list);
    arena_release(&overlaps->arena);
}
