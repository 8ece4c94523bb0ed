/* Each source gives runs of ids of identical problems. A run is tied as a chain. */
#include "guard/problem_ties.h"

#include "base/array.h"
#include "base/beneath.h"
#include "base/lines.h"
#include "base/table.h"
#include "base/union_find.h"

#include <string.h>

#define CLUSTER_LINE "write one cluster per line, its ids separated by commas, as in p03417,p03419"

struct tie {
    uint32_t a, b; /* numbers of problems */
    const char *source;
};

struct ties {
    ARRAY(struct tie) list;
    struct table problems;
};

static void ties_release(struct ties *ties)
{
    array_release(&ties->list);
    table_release(&ties->problems);
}
SCOPED_VALUE(ties, ties_release)

static void tie(struct ties *ties, const char *a, const char *b, const char *source)
{
    if (strcmp(a, b) == 0)
        return;
    struct tie made = {(uint32_t)table_number(&ties->problems, a),
                       (uint32_t)table_number(&ties->problems, b), source};
    array_push(&ties->list, made);
}

/* Ties the problems (column 1) of each run of rows with the same key (column 0). */
static int read_rows(struct ties *ties, struct db *db, const char *sql, const char *source,
                     struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, sql, NULL);
    scoped(str) key = {0}, last = {0};
    int status;
    while ((status = db_step(s, err)) == 1) {
        if (last.length && strcmp(str_text(&key), db_text(s, 0)) == 0)
            tie(ties, str_text(&last), db_text(s, 1), source);
        str_set(&key, "%s", db_text(s, 0));
        str_set(&last, "%s", db_text(s, 1));
    }
    return status;
}

/* The state of reading the user's file. */
struct file {
    struct ties *ties;
    const char *path;
};

/* Reads one line: two ids or more, separated by commas, with optional blanks around them. */
static int take_line(void *context, char *line, size_t number, struct err *err)
{
    const struct file *file = context;
    const char *last = NULL;
    char *rest = line;
    for (char *id; (id = strsep(&rest, ","));) {
        id += strspn(id, " \t");
        size_t length = strcspn(id, " \t");
        if (id[length + strspn(id + length, " \t")] == '\0')
            id[length] = '\0';
        if (!beneath_is_safe_name(id, strlen(id)) || strpbrk(id, " \t;"))
            return err_set(err, "%s:%zu: '%.100s' is not a problem id; " CLUSTER_LINE, file->path,
                           number, id);
        if (!last && !rest)
            return err_set(err, "%s:%zu: '%.100s' is the only id; " CLUSTER_LINE, file->path,
                           number, id);
        if (last)
            tie(file->ties, last, id, "file");
        last = id;
    }
    return 0;
}

/* Returns the smallest id of each set, by the number of the set's root. */
static const char **find_clusters(struct union_find *sets, const struct table *problems)
{
    const char **smallest = mem_alloc(sets->n, sizeof *smallest);
    for (uint32_t i = 0; i < sets->n; i++) {
        const char **held = &smallest[union_find_root(sets, i)];
        if (!*held || strcmp(problems->keys.items[i], *held) < 0)
            *held = problems->keys.items[i];
    }
    return smallest;
}

static int store_links(struct union_find *sets, const struct ties *ties, struct db *db,
                       struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "INSERT INTO problem_links VALUES (?, ?, ?)", NULL);
    for (size_t i = 0; i < ties->list.n; i++) {
        const struct tie *made = &ties->list.items[i];
        const char *a = ties->problems.keys.items[made->a], *b = ties->problems.keys.items[made->b];
        bool is_first = strcmp(a, b) < 0;
        if (union_find_join(sets, made->a, made->b) &&
            db_run(s, err, "ttt", is_first ? a : b, is_first ? b : a, made->source) != 0)
            return ERR;
    }
    return s ? 0 : ERR;
}

/* Writes every problem that was tied to another one. */
static int store_clusters(struct union_find *sets, const struct ties *ties, struct db *db,
                          struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "INSERT INTO problem_clusters VALUES (?, ?)", NULL);
    scoped_memory const char **smallest = find_clusters(sets, &ties->problems);
    for (uint32_t i = 0; i < sets->n; i++)
        if (db_run(s, err, "tt", ties->problems.keys.items[i],
                   smallest[union_find_root(sets, i)]) != 0)
            return ERR;
    return s ? 0 : ERR;
}

int problem_ties_make(struct db *db, const char *path, struct err *err)
{
    scoped(ties) ties = {0};
    scoped(union_find) sets = {0};
    struct file file = {&ties, path};
    if (read_rows(&ties, db,
                  "SELECT run_key || ' ' || cluster_line, problem_id FROM identical_problems "
                  "ORDER BY 1, 2",
                  "dataset", err) != 0 ||
        read_rows(&ties, db, "SELECT sha256, problem_id FROM problem_descriptions ORDER BY 1, 2",
                  "description", err) != 0 ||
        read_rows(&ties, db, "SELECT commit_id, problem_id FROM root_commits ORDER BY 1, 2", "root",
                  err) != 0 ||
        read_rows(&ties, db, "SELECT commit_id, problem_id FROM commits ORDER BY 1, 2", "commit",
                  err) != 0 ||
        read_rows(&ties, db,
                  "SELECT b.blob_id || a.blob_id AS blobs, s.problem_id FROM fixes "
                  "JOIN file_versions b ON b.submission_key = buggy_submission_key "
                  "JOIN file_versions a ON a.submission_key = fixed_submission_key "
                  "JOIN submissions s ON s.submission_key = buggy_submission_key ORDER BY 1, 2",
                  "blobs", err) != 0 ||
        (path && lines_each(path, take_line, &file, err) != 0) ||
        db_execute(db, "DELETE FROM problem_links; DELETE FROM problem_clusters", err) != 0)
        return ERR;
    union_find_init(&sets, ties.problems.keys.n);
    return store_links(&sets, &ties, db, err) != 0 ? ERR : store_clusters(&sets, &ties, db, err);
}
