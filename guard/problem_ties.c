/* A query gives runs of ids of identical problems, each tied as a chain.
 *
 * For the names, a key is made of the contest and the name, with white space folded and ASCII
 * letters in lower case. Only names that say which problem of the contest it is have a key: labels
 * such as "B" and "Problem 1" are in many contests. One dataset can have two problems with one
 * title; if the descriptions show that, the key ties none. */
#include "guard/problem_ties.h"

#include "base/mem.h"
#include "base/beneath.h"
#include "base/lines.h"
#include "base/table.h"
#include "base/union_find.h"

#include <ctype.h>
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

/* ---- Contests and names ---- */

/* A problem with a contest and a name. The texts are in an arena. */
struct named {
    const char *key, *problem_id, *description; /* "": unknown */
    int64_t run;
};

/* By key; those of one run by their descriptions. */
static int compare_named(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    order = order ? order : COMPARE(x->run, y->run);
    order = order ? order : strcmp(x->description, y->description);
    return order ? order : strcmp(x->problem_id, y->problem_id);
}

/* Appends the words of a text, each after a blank. */
static void add_folded(struct str *key, const char *text)
{
    static const char blanks[] = " \t\n\v\f\r";
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        str_add_text(key, " ");
        for (; *text && !strchr(blanks, *text); text++)
            str_add(key, (const char[]){(char)tolower((unsigned char)*text)}, 1);
    }
}

/* The class of a byte: a letter (also each byte that is not ASCII), a digit or neither. */
static int class_of(char byte)
{
    unsigned char c = (unsigned char)byte;
    return c >= 0x80 || isalpha(c) ? 2 : isdigit(c) ? 1 : 0;
}

/* Whether a name in lower case has a word that is more than a label: longer than a letter, and none
 * of these. */
static bool is_title(const char *name)
{
    static const char *const labels[] = {
        "problem", "task",     "exercise", "ex",       "question", "assignment", "homework",
        "hw",      "part",     "step",     "level",    "lab",      "no",         "nr",
        "number",  "untitled", "aufgabe",  "problema", "tarea",    "ejercicio",  "exercice",
        "задача",  "問題",     "题目",     "문제",     NULL};
    scoped(str) word = {0};
    for (size_t length; *name; name += length) {
        for (length = 1; name[length] && class_of(name[length]) == class_of(*name);)
            length++;
        str_set(&word, "%.*s", (int)length, name);
        if (class_of(*name) == 2 && length > 1 && !text_is_one_of(str_text(&word), labels))
            return true;
    }
    return false;
}

/* Makes the key of a problem. Returns false if it has none. */
static bool make_key(struct str *key, const char *contest, const char *name)
{
    str_clear(key);
    add_folded(key, contest);
    size_t length = key->length;
    str_add_text(key, "\n");
    add_folded(key, name);
    return length && is_title(str_text(key) + length);
}

/* Ties the problems with one key, unless a dataset describes two of them differently. */
static void tie_named(struct ties *ties, const struct named *named, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (named[i].run == named[i - 1].run && *named[i - 1].description &&
            strcmp(named[i].description, named[i - 1].description) != 0)
            return;
    for (size_t i = 1; i < n; i++)
        tie(ties, named[i - 1].problem_id, named[i].problem_id, "name");
}

static int read_names(struct ties *ties, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT contest, name, problem_id, sha256, run_key FROM problems LEFT JOIN "
                 "problem_descriptions USING (problem_id) WHERE contest <> '' AND name <> ''",
                 NULL);
    scoped(arena) arena = {0};
    scoped(str) key = {0};
    scoped_array ARRAY(struct named) named = {0};
    int status;
    while ((status = db_step(s, err)) == 1)
        if (make_key(&key, db_text(s, 0), db_text(s, 1)))
            array_push(&named, (struct named){arena_copy_text(&arena, str_text(&key), key.length),
                                              db_copy_text(s, 2, &arena),
                                              db_copy_text(s, 3, &arena), db_int(s, 4)});
    array_sort(&named, compare_named);
    for (size_t start = 0, end; start < named.n; start = end) {
        for (end = start + 1; end < named.n; end++)
            if (strcmp(named.items[end].key, named.items[start].key) != 0)
                break;
        tie_named(ties, &named.items[start], end - start);
    }
    return status;
}

/* ---- The user's file ---- */

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
    return status == 0 ? read_names(ties, db, err) : ERR;
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
