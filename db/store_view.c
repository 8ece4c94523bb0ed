/* How a database appears to a connection: as one of one language, with the splits of one set, with
 * some of its fixes, with other ids of users. Temporary views hide the tables that they are named
 * after. */
#include "db/store.h"

#include "base/hash.h"
#include "base/str.h"
#include "db/schema.h"

#include <string.h>

/* A row of a table p that has one of these columns is of the viewed language if the condition
 * holds. The first column that a table has decides. */
static const struct {
    const char *column, *condition;
} of_language[] = {
    {"language", "language IN temp.viewed_languages"},
    {"fix_key", "fix_key IN temp.chosen_fixes"},
    {"fix_key_a", "fix_key_a IN temp.chosen_fixes"},
    {"submission_key", "(SELECT language FROM main.submissions s WHERE s.submission_key = "
                       "p.submission_key) IN temp.viewed_languages"},
};

static const char views_of_sums[] = {
#include "db/one_language.sql.inc"
};

/* Lets the views of the schema see the temporary ones. */
static int finish_views(struct db *db, struct err *err)
{
    return schema_shadow_views(db, err) == 0 ? db_temporary_end(db, err) : ERR;
}

/* Creates a view of each table with this column, unless it has one. */
static int view_tables(struct db *db, const char *column, const char *condition, struct err *err)
{
    scoped(str) sql = {0};
    scoped(db_statement) *tables =
        db_query(db, err,
                 "SELECT t.name FROM main.sqlite_master t JOIN pragma_table_info(t.name) c "
                 "WHERE t.type = 'table' AND c.name = ?",
                 "t", column);
    int status;
    while ((status = db_step(tables, err)) == 1)
        str_print(&sql, "CREATE TEMP VIEW IF NOT EXISTS %s AS SELECT * FROM main.%s p WHERE %s;",
                  db_text(tables, 0), db_text(tables, 0), condition);
    return status == 0 ? db_execute(db, str_text(&sql), err) : ERR;
}

/* Replaces the chosen fixes by those with the keys. */
static int choose(struct db *db, const int64_t *fix_keys, size_t n, struct err *err)
{
    if (db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS chosen_fixes (fix_key INTEGER PRIMARY KEY); "
                   "DELETE FROM temp.chosen_fixes",
                   err) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        if (db_change(db, err, "INSERT INTO temp.chosen_fixes VALUES (?)", "i", fix_keys[i]) != 0)
            return ERR;
    return 0;
}

/* Chooses the fixes in a language. */
static int choose_language(struct db *db, const char *language, struct err *err)
{
    if (choose(db, NULL, 0, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS viewed_languages (name TEXT PRIMARY KEY); "
                   "DELETE FROM temp.viewed_languages",
                   err) != 0 ||
        db_change(db, err, "INSERT INTO temp.viewed_languages VALUES (?)", "t", language) != 0)
        return ERR;
    return db_execute(db,
                      "INSERT INTO temp.chosen_fixes SELECT fix_key FROM main.fixes JOIN "
                      "main.submissions ON submission_key = buggy_submission_key WHERE language IN "
                      "temp.viewed_languages",
                      err);
}

int store_view_language(struct db *db, const char *language, struct err *err)
{
    int has_others =
        db_change(db, err, "SELECT 1 FROM main.run_languages WHERE language <> ?", "t", language);
    if (has_others != 1)
        return has_others;
    if (db_temporary_begin(db, err) != 0 || choose_language(db, language, err) != 0 ||
        db_execute(db, views_of_sums, err) != 0)
        return ERR;
    for (size_t i = 0; i < sizeof of_language / sizeof *of_language; i++)
        if (view_tables(db, of_language[i].column, of_language[i].condition, err) != 0)
            return ERR;
    return finish_views(db, err);
}

int store_view_split_set(struct db *db, const char *name, struct err *err)
{
    int is_chosen =
        db_change(db, err, "SELECT 1 FROM chosen_split_set WHERE split_set = ?", "t", name);
    if (is_chosen != 0)
        return is_chosen < 0 ? ERR : 0;
    if (db_temporary_begin(db, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS viewed_split_set (split_set TEXT); "
                   "DELETE FROM temp.viewed_split_set; DROP VIEW IF EXISTS temp.chosen_split_set; "
                   "CREATE TEMP VIEW chosen_split_set AS "
                   "SELECT split_set FROM temp.viewed_split_set",
                   err) != 0 ||
        db_change(db, err, "INSERT INTO temp.viewed_split_set VALUES (?)", "t", name) != 0)
        return ERR;
    return finish_views(db, err);
}

int store_choose_split_set(struct db *db, const char *path, const char *name, bool needs,
                           struct err *err)
{
    const char *wanted = name ? name : SPLIT_SET_DEFAULT;
    scoped(str) names = {0};
    bool is_there = false;
    int status;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT split_set FROM split_sets ORDER BY split_set", NULL);
    while ((status = db_step(s, err)) == 1) {
        is_there = is_there || strcmp(db_text(s, 0), wanted) == 0;
        str_print(&names, "%s%s", names.length ? ", " : "", db_text(s, 0));
    }
    if (status < 0)
        return ERR;
    if (!is_there && name && !names.length)
        return err_set(err,
                       "'%s' has no split sets; make this one with: tokfix split --split-set %s",
                       path, name);
    if (!is_there && (name || (needs && names.length)))
        return err_set(err, "'%s' has no split set '%s'%s; choose one with --split-set: %s", path,
                       wanted, *wanted ? "" : " (the name is empty)", str_text(&names));
    return store_view_split_set(db, wanted, err);
}

int store_read_subsets(unsigned *subsets, struct db *db, struct err *err)
{
    int64_t n_folds;
    if (db_get_int(db, &n_folds, "SELECT coalesce((SELECT n_folds FROM split_run), -1)", err) != 0)
        return ERR;
    *subsets = n_folds < 0 ? 0 : split_subsets(n_folds);
    return 0;
}

int store_check_subset(unsigned subsets, const char *name, struct err *err)
{
    int split = split_find(name), last = SPLIT_FOLDS;
    if (split == NO_SPLIT || subsets >> split & 1)
        return 0;
    while (subsets >> (last + 1))
        last++;
    return err_set(err, "the split set has no split '%s'; it has %s%s", name,
                   subsets >> SPLIT_FOLDS ? "fold1 to " : "train, validation and test",
                   subsets >> SPLIT_FOLDS ? split_names[last] : "");
}

int store_count_only(struct db *db, const int64_t *fix_keys, size_t n, struct err *err)
{
    if (db_temporary_begin(db, err) != 0 || choose(db, fix_keys, n, err) != 0 ||
        db_execute(db,
                   "DROP VIEW IF EXISTS temp.counted_fixes; CREATE TEMP VIEW counted_fixes AS "
                   "SELECT f.* FROM main.fixes f JOIN temp.chosen_fixes USING (fix_key)",
                   err) != 0)
        return ERR;
    return finish_views(db, err);
}

/* The order of users by their first submission in a real fix; those that only mutants have follow,
 * so that the others keep their numbers. Ids of submissions distinguish equal dates. */
static const char number_users[] =
    "INSERT INTO temp.shown_users SELECT '', '' UNION ALL "
    "SELECT user_id, printf('u%04d', row_number() OVER (ORDER BY "
    "is_other, date, problem_id, submission_id)) FROM (SELECT *, row_number() OVER (PARTITION BY "
    "user_id ORDER BY is_other, date, problem_id, submission_id) AS place FROM (SELECT *, "
    "submission_key NOT IN (SELECT buggy_submission_key FROM main.fixes WHERE origin = 'real' "
    "UNION SELECT fixed_submission_key FROM main.fixes WHERE origin = 'real') AS is_other "
    "FROM main.submissions WHERE user_id <> '')) WHERE place = 1";

static int hash_users(struct db *db, const char *salt, struct err *err)
{
    scoped(db_statement) *users =
        db_query(db, err, "SELECT DISTINCT user_id FROM main.submissions", NULL);
    int status = 0;
    while (status == 0 && (status = db_step(users, err)) == 1) {
        char hex[SHA256_HEX_SIZE];
        struct sha256 *sum = sha256_new();
        sha256_add(sum, salt, strlen(salt) + 1);
        sha256_add(sum, db_text(users, 0), strlen(db_text(users, 0)));
        sha256_finish(sum, hex);
        status = db_change(db, err, "INSERT INTO temp.shown_users VALUES (?, substr(?, 1, 16))",
                           "tt", db_text(users, 0), *db_text(users, 0) ? hex : "");
    }
    return status;
}

int store_rename_users(struct db *db, const char *salt, struct err *err)
{
    if (db_temporary_begin(db, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE shown_users (user_id TEXT PRIMARY KEY, shown TEXT NOT NULL)",
                   err) != 0 ||
        (salt ? hash_users(db, salt, err) : db_execute(db, number_users, err)) != 0)
        return ERR;
    return db_temporary_end(db, err);
}
