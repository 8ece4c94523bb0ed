/* Each tie is a text that the tied fixes have in common: a problem, a user or a cluster. Identical
 * problems are pairs that a query gives, each with the source that says so; pairs of the user's
 * file follow. Union-find makes clusters of both. */
#include "guard/ties.h"

#include "base/beneath.h"
#include "base/lines.h"

#include <string.h>

/* ---- Names ---- */

static const struct {
    const char *name;
    enum tie_kind kind;
} kinds[] = {
    {"problem", TIE_PROBLEM},
    {"problem-cluster", TIE_PROBLEM_CLUSTER},
    {"user", TIE_USER},
    {"duplicates", TIE_DUPLICATES},
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

unsigned ties_find(const char *list, const char **bad)
{
    unsigned ties = 0;
    for (const char *name = list; name;) {
        size_t length = strcspn(name, ",");
        unsigned found = 0;
        for (int i = 0; i < N_KINDS; i++)
            if (strlen(kinds[i].name) == length && memcmp(kinds[i].name, name, length) == 0)
                found = kinds[i].kind;
        *bad = name;
        if (!found)
            return 0;
        ties |= found;
        name = name[length] ? name + length + 1 : NULL;
    }
    return ties;
}

const char *ties_name(int number)
{
    return number < N_KINDS ? kinds[number].name : NULL;
}

void ties_add_names(struct str *out, unsigned ties)
{
    const char *comma = "";
    for (int i = 0; i < N_KINDS; i++)
        if (ties & kinds[i].kind) {
            str_print(out, "%s%s", comma, kinds[i].name);
            comma = ",";
        }
}

void ties_add_promise(struct str *out, unsigned ties)
{
    bool has_problem = ties & (TIE_PROBLEM | TIE_PROBLEM_CLUSTER);
    const char *const kept[] = {
        has_problem ? "problem" : NULL,
        ties & TIE_USER ? "user" : NULL,
        ties & TIE_DUPLICATES ? "program" : NULL,
    };
    const char *link = "";
    str_add_text(out, has_problem ? "across problems: "
                                  : "within problems: a problem may be in two splits; ");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i]) {
            str_print(out, "%sno %s", link, kept[i]);
            link = " and ";
        }
    str_add_text(out, has_problem ? " is in two splits" : " is");
}

/* ---- Fixes ---- */

static const char ties_sql[] = {
#include "guard/sql/ties.sql.inc"
};

static int check_dedup(struct db *db, unsigned ties, struct err *err)
{
    int64_t n_runs;
    if (!(ties & (TIE_PROBLEM_CLUSTER | TIE_DUPLICATES)))
        return 0;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    return n_runs
               ? 0
               : err_set(err, "duplicates and problem clusters are not known yet; run tokfix dedup "
                              "on the database first, or choose --group-by problem or user");
}

int ties_join(struct union_find *sets, struct db *db, const struct pairs *pairs, unsigned ties,
              struct err *err)
{
    scoped(table) known = {0};
    scoped_array ARRAY(uint32_t) first = {0}; /* by tie: its first pair */
    int status;
    if (check_dedup(db, ties, err) != 0)
        return ERR;
    union_find_init(sets, pairs->list.n);
    scoped(db_statement) *s = db_query(db, err, ties_sql, "i", (int64_t)ties);
    while ((status = db_step(s, err)) == 1) {
        uint32_t pair = pairs_find(pairs, db_int(s, 1));
        if (pair == PAIR_NONE || !pair_decides(pairs, &pairs->list.items[pair]))
            continue;
        size_t tie = (size_t)table_number(&known, db_text(s, 0));
        if (tie == first.n)
            array_push(&first, pair);
        union_find_join(sets, first.items[tie], pair);
    }
    return status;
}

/* ---- Identical problems ---- */

#define CLUSTER_LINE "write one cluster per line, its ids separated by commas, as in p03417,p03419"

struct problem_tie {
    uint32_t a, b; /* numbers of problems */
    const char *source;
};

struct problem_ties {
    ARRAY(struct problem_tie) list;
    struct table problems;
    struct arena arena; /* owns the names of sources */
    const char *path;   /* of the user's file */
};

static void problem_ties_release(struct problem_ties *ties)
{
    array_release(&ties->list);
    table_release(&ties->problems);
    arena_release(&ties->arena);
}
SCOPED_VALUE(problem_ties, problem_ties_release)

static void tie(struct problem_ties *ties, const char *a, const char *b, const char *source)
{
    if (strcmp(a, b) == 0)
        return;
    struct problem_tie made = {(uint32_t)table_number(&ties->problems, a),
                               (uint32_t)table_number(&ties->problems, b), source};
    array_push(&ties->list, made);
}

/* Reads a line of the user's file: two ids or more, separated by commas, with optional blanks
 * around them. */
static int take_line(void *context, char *line, size_t number, struct err *err)
{
    struct problem_ties *ties = context;
    const char *last = NULL;
    char *rest = line;
    for (char *id; (id = strsep(&rest, ","));) {
        id += strspn(id, " \t");
        size_t length = strcspn(id, " \t");
        if (id[length + strspn(id + length, " \t")] == '\0')
            id[length] = '\0';
        if (!beneath_is_safe_name(id, strlen(id)) || strpbrk(id, " \t;"))
            return err_set(err, "%s:%zu: '%.100s' is not a problem id; " CLUSTER_LINE, ties->path,
                           number, id);
        if (!last && !rest)
            return err_set(err, "%s:%zu: '%.100s' is the only id; " CLUSTER_LINE, ties->path,
                           number, id);
        if (last)
            tie(ties, last, id, "file");
        last = id;
    }
    return 0;
}

static int store_links(struct union_find *sets, const struct problem_ties *ties, struct db *db,
                       struct err *err)
{
    for (size_t i = 0; i < ties->list.n; i++) {
        const struct problem_tie *made = &ties->list.items[i];
        const char *a = ties->problems.keys.items[made->a], *b = ties->problems.keys.items[made->b];
        bool is_first = strcmp(a, b) < 0;
        if (union_find_join(sets, made->a, made->b) &&
            db_change(db, err, "INSERT INTO problem_links VALUES (?, ?, ?)", "ttt",
                      is_first ? a : b, is_first ? b : a, made->source) != 0)
            return ERR;
    }
    return 0;
}

/* Writes every problem that was tied to another one. A cluster has the smallest of its ids. */
static int store_clusters(struct union_find *sets, const struct problem_ties *ties, struct db *db,
                          struct err *err)
{
    const char *const *ids = ties->problems.keys.items;
    scoped_memory const char **smallest = mem_alloc(sets->n, sizeof *smallest); /* by root */
    for (uint32_t i = 0; i < sets->n; i++) {
        const char **held = &smallest[union_find_root(sets, i)];
        *held = *held && strcmp(*held, ids[i]) < 0 ? *held : ids[i];
    }
    for (uint32_t i = 0; i < sets->n; i++)
        if (db_change(db, err, "INSERT INTO problem_clusters VALUES (?, ?)", "tt", ids[i],
                      smallest[union_find_root(sets, i)]) != 0)
            return ERR;
    return 0;
}

static const char problem_ties_sql[] = {
#include "guard/sql/problem_ties.sql.inc"
};

/* Reads all ties but those of the user's file: those of the stored clusters if they are asked
 * for. */
static int read_ties(struct problem_ties *ties, struct db *db, bool of_clusters, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, problem_ties_sql, "i", (int64_t)of_clusters);
    int status;
    while ((status = db_step(s, err)) == 1)
        tie(ties, db_text(s, 0), db_text(s, 1), arena_text(&ties->arena, db_text(s, 2)));
    return status;
}

int problem_ties_make(struct db *db, const char *path, struct err *err)
{
    scoped(problem_ties) ties = {.path = path};
    scoped(union_find) sets = {0};
    if (read_ties(&ties, db, false, err) != 0 ||
        (path && lines_each(path, take_line, &ties, err) != 0) ||
        db_execute(db, "DELETE FROM problem_links; DELETE FROM problem_clusters", err) != 0)
        return ERR;
    union_find_init(&sets, ties.problems.keys.n);
    return store_links(&sets, &ties, db, err) != 0 ? ERR : store_clusters(&sets, &ties, db, err);
}

int problem_ties_join(struct union_find *sets, struct db *db, const struct table *problems,
                      struct err *err)
{
    scoped(problem_ties) ties = {0};
    for (size_t i = 0; i < problems->keys.n; i++)
        table_add(&ties.problems, problems->keys.items[i]);
    if (read_ties(&ties, db, true, err) != 0)
        return ERR;
    union_find_init(sets, ties.problems.keys.n);
    for (size_t i = 0; i < ties.list.n; i++)
        union_find_join(sets, ties.list.items[i].a, ties.list.items[i].b);
    return 0;
}
