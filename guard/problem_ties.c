/* A query gives pairs of identical problems, each with the source that says so. Pairs of the user's
 * file follow. Union-find makes clusters of them. */
#include "guard/problem_ties.h"

#include "base/beneath.h"
#include "base/lines.h"
#include "base/mem.h"
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
    struct arena arena; /* owns the names of sources */
};

static void ties_release(struct ties *ties)
{
    array_release(&ties->list);
    table_release(&ties->problems);
    arena_release(&ties->arena);
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
    for (size_t i = 0; i < ties->list.n; i++) {
        const struct tie *made = &ties->list.items[i];
        const char *a = ties->problems.keys.items[made->a], *b = ties->problems.keys.items[made->b];
        bool is_first = strcmp(a, b) < 0;
        if (union_find_join(sets, made->a, made->b) &&
            db_change(db, err, "INSERT INTO problem_links VALUES (?, ?, ?)", "ttt",
                      is_first ? a : b, is_first ? b : a, made->source) != 0)
            return ERR;
    }
    return 0;
}

/* Writes every problem that was tied to another one. */
static int store_clusters(struct union_find *sets, const struct ties *ties, struct db *db,
                          struct err *err)
{
    scoped_memory const char **smallest = find_clusters(sets, &ties->problems);
    for (uint32_t i = 0; i < sets->n; i++)
        if (db_change(db, err, "INSERT INTO problem_clusters VALUES (?, ?)", "tt",
                      ties->problems.keys.items[i], smallest[union_find_root(sets, i)]) != 0)
            return ERR;
    return 0;
}

static const char ties_sql[] = {
#include "guard/sql/problem_ties.sql.inc"
};

/* Reads all ties but those of the user's file: those of the stored clusters if they are asked
 * for. */
static int read_ties(struct ties *ties, struct db *db, bool of_clusters, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, ties_sql, "i", (int64_t)of_clusters);
    int status;
    while ((status = db_step(s, err)) == 1)
        tie(ties, db_text(s, 0), db_text(s, 1), arena_text(&ties->arena, db_text(s, 2)));
    return status;
}

int problem_ties_make(struct db *db, const char *path, struct err *err)
{
    scoped(ties) ties = {0};
    scoped(union_find) sets = {0};
    struct file file = {&ties, path};
    if (read_ties(&ties, db, false, err) != 0 ||
        (path && lines_each(path, take_line, &file, err) != 0) ||
        db_execute(db, "DELETE FROM problem_links; DELETE FROM problem_clusters", err) != 0)
        return ERR;
    union_find_init(&sets, ties.problems.keys.n);
    return store_links(&sets, &ties, db, err) != 0 ? ERR : store_clusters(&sets, &ties, db, err);
}

int problem_ties_join(struct union_find *problems, struct db *db, const struct table *names,
                      struct err *err)
{
    scoped(ties) ties = {0};
    scoped(union_find) sets = {0};
    if (read_ties(&ties, db, true, err) != 0)
        return ERR;
    union_find_init(&sets, ties.problems.keys.n);
    for (size_t i = 0; i < ties.list.n; i++)
        union_find_join(&sets, ties.list.items[i].a, ties.list.items[i].b);
    scoped_memory uint32_t *first = mem_alloc(sets.n, sizeof *first); /* plus one, by root */
    for (uint32_t i = 0; i < sets.n; i++) {
        int64_t number = table_find(names, ties.problems.keys.items[i]);
        uint32_t *held = &first[union_find_root(&sets, i)];
        if (number != TABLE_NONE && *held)
            union_find_join(problems, *held - 1, (uint32_t)number);
        else if (number != TABLE_NONE)
            *held = (uint32_t)number + 1;
    }
    return 0;
}
