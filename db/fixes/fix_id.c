/* A problem's id may contain hyphens, so any hyphen of an id may be the one after the problem's id.
 * For each hyphen, the submissions of that problem are looked up by their index. The ids of all
 * fixes are not compared. */
#include "db/fixes/fix_id.h"

#include "base/mem.h"
#include "db/fix_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAMED = 5, /* maximum number of fixes in a message */
    MAX_PARTS =
        9, /* maximum number of parts of an id that are looked up for the message; each lookup scans
            * all fixes */
};

static const char find_parts[] =
    "SELECT f.fix_key FROM submissions b JOIN fixes f ON f.buggy_submission_key = b.submission_key "
    "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
    "WHERE b.problem_id = ? AND " FIX_ID " = ? "
    "ORDER BY f.fix_key LIMIT 1";

static const char find_commits[] =
    "SELECT f.fix_key FROM fixes f JOIN file_versions v "
    "ON v.submission_key = f.fixed_submission_key JOIN commits c USING (commit_key) "
    "WHERE substr(c.commit_id, 1, length(?1)) = lower(?1) ORDER BY f.fix_key";

static void add_key(struct fix_keys *keys, int64_t fix_key)
{
    for (size_t i = 0; i < keys->list.n; i++)
        if (keys->list.items[i] == fix_key)
            return;
    array_push(&keys->list, fix_key);
}

/* Returns 1 if a fix has the id, otherwise 0. */
static int find(struct fix_keys *keys, struct db *db, const char *id, struct err *err)
{
    int status = 0;
    for (const char *hyphen = id; status == 0 && (hyphen = strchr(hyphen, '-')); hyphen++) {
        scoped(db_statement) *s =
            db_query(db, err, find_parts, "bt", id, (size_t)(hyphen - id), id);
        status = db_step(s, err);
        if (status == 1)
            add_key(keys, db_int(s, 0));
    }
    return status;
}

/* Returns 1 if there are fixes of such a commit, otherwise 0. */
static int find_commit(struct fix_keys *keys, struct db *db, const char *id, struct err *err)
{
    size_t length = strlen(id);
    if (length < FIX_MIN_COMMIT_DIGITS || strspn(id, "0123456789abcdefABCDEF") != length)
        return 0;
    scoped(db_statement) *s = db_query(db, err, find_commits, "t", id);
    int status, is_found = 0;
    while ((status = db_step(s, err)) == 1) {
        add_key(keys, db_int(s, 0));
        is_found = 1;
    }
    return status < 0 ? ERR : is_found;
}

int64_t fix_names_add(struct str *out, struct db_statement *s, int64_t most, struct err *err)
{
    int64_t n = 0;
    int status;
    for (; (status = db_step(s, err)) == 1; n++)
        if (n < most)
            str_print(out, "%s%s", n ? ", " : "", *db_text(s, 0) ? db_text(s, 0) : "''");
    if (n > most)
        str_print(out, ", and %" PRId64 " more", n - most);
    return status < 0 ? ERR : n;
}

/* Appends the ids of the fixes for which a condition holds, with `name` as its parameter: the first
 * ones, and the number of the others. Returns how many fixes there are, or ERR. */
static int64_t name_fixes(struct str *out, struct db *db, const char *condition, const char *name,
                          struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql,
              "SELECT " FIX_ID " "
              "FROM fixes f JOIN submissions b ON b.submission_key = f.buggy_submission_key "
              "JOIN submissions a ON a.submission_key = f.fixed_submission_key WHERE %s "
              "ORDER BY f.fix_key",
              condition);
    scoped(db_statement) *s = db_query(db, err, str_text(&sql), "t", name);
    return fix_names_add(out, s, MAX_NAMED, err);
}

/* Cuts the id at its hyphens, and appends the fixes that match the first part for which there are
 * some. */
static int64_t name_relatives(struct str *out, struct db *db, const char *id, struct err *err)
{
    static const struct {
        const char *what, *condition;
    } ways[] = {
        {"with the submission", "?1 IN (b.submission_id, a.submission_id)"},
        {"of the commit",
         "a.submission_key IN (SELECT submission_key FROM file_versions JOIN commits "
         "USING (commit_key) WHERE commit_id = ?1)"},
        {"of the problem", "b.problem_id = ?1"},
    };
    scoped(str) names = {0};
    int64_t n = 0;
    for (size_t way = 0; way < sizeof ways / sizeof *ways && n == 0; way++) {
        scoped_memory char *copy = mem_copy_text(id, strlen(id));
        char *rest = copy, *part;
        for (int i = 0; i < MAX_PARTS && n == 0 && (part = strsep(&rest, "-")); i++) {
            n = name_fixes(&names, db, ways[way].condition, part, err);
            if (n > 0)
                str_print(out, "; %s %s '%s': %s", plural((double)n, "fix", "fixes"),
                          ways[way].what, part, str_text(&names));
        }
    }
    return n;
}

/* Returns 1 if exactly one fix has an id that begins so, and 0 if none does. */
static int find_by_start(struct fix_keys *keys, struct db *db, const char *start, struct err *err)
{
    scoped(str) names = {0};
    if (!*start)
        return 0;
    int64_t n = name_fixes(&names, db, "substr(" FIX_ID ", 1, length(?1)) = ?1", start, err);
    if (n > 1)
        return err_set(err, "%" PRId64 " ids begin with '%s': %s; give more of one", n, start,
                       str_text(&names));
    return n == 1 ? find(keys, db, str_text(&names), err) : (int)n;
}

static int refuse(struct db *db, const char *id, struct err *err)
{
    scoped(str) relatives = {0}, first = {0};
    int64_t has_commits = 0, n = name_relatives(&relatives, db, id, err);
    if (n == 0)
        n = name_fixes(&first, db, "?1 AND f.fix_key = (SELECT min(fix_key) FROM fixes)", "1", err);
    if (n < 0 || db_get_int(db, &has_commits, "SELECT EXISTS (SELECT 1 FROM commits)", err) != 0)
        return ERR;
    return err_set(err, "no fix has the id '%s'; ids have the form PROBLEM-BUGGY-FIXED%s%s%s%s", id,
                   has_commits ? " or REPOSITORY-COMMIT-FILE, or are a commit or its first 7 or "
                                 "more digits"
                               : "",
                   first.length ? ", such as " : "", str_text(&first), str_text(&relatives));
}

int fix_id_find(struct fix_keys *keys, struct db *db, const char *id, struct err *err)
{
    int status = find(keys, db, id, err);
    if (status == 0)
        status = find_commit(keys, db, id, err);
    if (status == 0)
        status = find_by_start(keys, db, id, err);
    if (status == 0)
        return refuse(db, id, err);
    return status < 0 ? ERR : 0;
}
