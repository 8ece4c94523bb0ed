/* The expected schema is made anew in an empty database in memory, and its objects are searched in
 * the other database. So schema.sql alone says which objects there are. */
#include "db/schema.h"

#include "base/hash.h"
#include "base/pipeline.h"
#include "base/str.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>

static const char schema[] = {
#include "db/schema.sql.inc"
};

enum {
#include "db/schema_numbers.inc"
};
const uint32_t schema_application_id = application_id;
const int schema_version = user_version;

int schema_create(struct db *db, struct err *err)
{
    return db_execute(db, schema, err);
}

static int open_expected(struct db **out, struct err *err)
{
    scoped(db) *db = NULL;
    if (db_open_new(&db, ":memory:", err) != 0 || schema_create(db, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

/* Skips white space and comments. */
static const char *skip_blank(const char *sql)
{
    for (;;) {
        sql += strspn(sql, " \t\r\n");
        if (strncmp(sql, "--", 2) != 0)
            return sql;
        sql += strcspn(sql, "\n");
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Compares two statements without the white space and the comments outside of quoted texts, except
 * between two words. */
static bool is_same_sql(const char *a, const char *b)
{
    bool is_quoted = false;
    for (char last = ' ';; last = *a++, b++) {
        const char *a_before = a, *b_before = b;
        if (!is_quoted) {
            a = skip_blank(a);
            b = skip_blank(b);
        }
        bool divides = (a == a_before) != (b == b_before) && is_word(last) && is_word(*a);
        if (*a != *b || divides)
            return false;
        if (!*a)
            return true;
        is_quoted ^= *a == '\'';
    }
}

static int refuse(const char *path, const char *type, const char *name, const char *what,
                  struct err *err)
{
    return err_set(err,
                   "'%s': the %s '%s' %s; tokfix does not use a database whose schema was changed, "
                   "so restore it, or mine the dataset again",
                   path, type, name, what);
}

/* Checks a person's indexes of a table. A unique one could make a command fail, and an expression
 * could take any time. */
static int check_indexes(struct db *db, const char *table, const char *path, struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT name FROM pragma_index_list(?) l WHERE origin = 'c' AND (\"unique\" OR partial "
        "OR EXISTS (SELECT 1 FROM pragma_index_xinfo(l.name) WHERE cid = -2))",
        "t", table);
    int status = db_step(s, err);
    return status == 1 ? refuse(path, "index", db_text(s, 0),
                                "is unique, partial or of an expression, not an ordinary one", err)
                       : status;
}

/* Checks an object of the schema. */
static int check_own(struct db_statement *find, struct db_statement *own, const char *path,
                     struct err *err)
{
    const char *type = db_text(own, 0), *name = db_text(own, 1);
    if (db_bind(find, err, "tt", type, name) != 0)
        return ERR;
    int status = db_step(find, err);
    if (status == 1 && !is_same_sql(db_text(find, 0), db_text(own, 2)))
        status = refuse(path, type, name, "is not as tokfix makes it", err);
    else if (status == 0)
        status = refuse(path, type, name, "is missing", err);
    db_rewind(find);
    return status < 0 ? ERR : 0;
}

static int check_all_own(struct db *db, struct db *expected, const char *const *tables,
                         const char *path, struct err *err)
{
    scoped(db_statement) *own = db_query(
        expected, err,
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", NULL);
    scoped(db_statement) *find =
        db_query(db, err, "SELECT sql FROM main.sqlite_master WHERE type = ? AND name = ?", NULL);
    int status = find ? 0 : ERR;
    while (status == 0 && (status = db_step(own, err)) == 1) {
        if (tables && !text_is_one_of(db_text(own, 1), tables))
            status = 0;
        else if ((status = check_own(find, own, path, err)) == 0 &&
                 strcmp(db_text(own, 0), "table") == 0)
            status = check_indexes(db, db_text(own, 1), path, err);
    }
    return status;
}

/* Triggers, whatever the file calls them. */
static int check_triggers(struct db *db, const char *path, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT type, name FROM main.sqlite_master "
                                       "WHERE type NOT IN ('table', 'index', 'view')",
                                       NULL);
    int status = db_step(s, err);
    return status == 1 ? refuse(path, db_text(s, 0), db_text(s, 1),
                                "would change what the commands of tokfix write", err)
                       : status;
}

static int check_references(struct db *db, const char *table, const char *path, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err, "SELECT parent FROM pragma_foreign_key_check(?)", "t", table);
    int status = db_step(s, err);
    if (status != 1)
        return status;
    return err_set(err,
                   "'%s' is not an intact tokfix database (a row of %s refers to a row of %s that "
                   "is missing); mine the dataset again",
                   path, table, db_text(s, 0));
}

/* The rows of sources; and the entries of its index that a search for the entry finds. A search
 * shows that the entries are in order, and have no columns more or less. */
static const char source_rows[] = "SELECT language, sha256, source_key FROM sources NOT INDEXED";
static const char source_entries[] =
    "SELECT a.language, a.sha256, a.source_key "
    "FROM sources a INDEXED BY sqlite_autoindex_sources_1 "
    "CROSS JOIN sources b INDEXED BY sqlite_autoindex_sources_1 "
    "ON b.language = a.language AND b.sha256 = a.sha256 AND b.source_key = a.source_key";

/* Sums the hashes of all rows. Returns whether they could be read and contain texts, and no two
 * rows one after the other have the same texts. */
static bool sum_rows(uint64_t *sum, struct db *db, const char *sql, uint64_t seed)
{
    scoped(db_statement) *s = db_query(db, NULL, sql, NULL);
    uint64_t last = seed;
    int status;
    for (*sum = 0; (status = db_step(s, NULL)) == 1;) {
        uint64_t hash = seed;
        for (int i = 0; i < 2; i++) {
            if (db_type(s, i) != DB_TEXT)
                return false;
            const char *text = db_text(s, i);
            hash = hash_bytes(text, db_text_length(s, i), hash);
        }
        if (hash == last)
            return false;
        last = hash;
        *sum += hash_pair(hash, (uint64_t)db_int(s, 2));
    }
    return status == 0;
}

/* Whether sources has no index but its own, which has exactly the rows of the table, in order and
 * without duplicates. Its order is that of hashes, so db_check_table() would read a page of it for
 * each row. */
static bool is_index_right(struct db *db)
{
    uint64_t seed, rows, entries;
    int64_t is_known;
    return getrandom(&seed, sizeof seed, 0) == sizeof seed &&
           db_get_int(db, &is_known,
                      "SELECT encoding = 'UTF-8' AND count(*) = 1 "
                      "FROM pragma_encoding, pragma_index_list('sources')",
                      NULL) == 0 &&
           is_known && sum_rows(&rows, db, source_rows, seed) &&
           sum_rows(&entries, db, source_entries, seed) && rows == entries;
}

/* What is checked of a table: its rows by themselves, and the rows that they refer to. */
enum part { OWN_ROWS, REFERENCES, N_PARTS };

struct table_check {
    const char *name;
    bool is_right[N_PARTS];
};

struct row_check {
    struct db *db;
    const char *path;
    ARRAY(struct table_check) tables; /* by name */
    struct arena arena;               /* of their names */
};

static void row_check_release(struct row_check *check)
{
    array_release(&check->tables);
    arena_release(&check->arena);
}
SCOPED_VALUE(row_check, row_check_release)

static int check_part(struct db *db, const char *table, enum part part, const char *path,
                      struct err *err)
{
    if (part == REFERENCES)
        return check_references(db, table, path, err);
    bool has_known_indexes = strcmp(table, "sources") == 0 && is_index_right(db);
    return db_check_table(db, table, !has_known_indexes, err);
}

struct connection {
    struct db *db;
    bool is_usable;
};

static void *connect(void *context)
{
    const struct row_check *check = context;
    struct connection *connection = mem_alloc(1, sizeof *connection);
    connection->is_usable = db_open_beside(&connection->db, check->db, NULL) == 0;
    return connection;
}

static void disconnect(void *worker)
{
    struct connection *connection = worker;
    db_close(connection->db);
    free(connection);
}

/* The last names are those of the largest tables, or most of them. The references, which take less
 * time, come last. */
static void check_beside(void *context, void *worker, size_t turn)
{
    struct row_check *check = context;
    struct connection *connection = worker;
    size_t n = check->tables.n;
    enum part part = turn < n ? OWN_ROWS : REFERENCES;
    struct table_check *table = &check->tables.items[n - 1 - turn % n];
    connection->is_usable = connection->is_usable &&
                            check_part(connection->db, table->name, part, check->path, NULL) == 0;
    table->is_right[part] = connection->is_usable;
}

/* The connections of the threads only find tables that are right. They also fail where too many
 * files are open, or another program waits to write, which keeps new readers away. */
static int check_rows(struct db *db, struct db *expected, const char *const *tables,
                      const char *path, int n_threads, struct err *err)
{
    scoped(row_check) check = {.db = db, .path = path};
    scoped(db_statement) *own = db_query(
        expected, err, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", NULL);
    struct parallel_loop loop = {n_threads, &check, connect, disconnect, check_beside};
    int n_parts =
        tables ? REFERENCES : N_PARTS; /* some tables may refer to tables that are not there */
    int status;
    while ((status = db_step(own, err)) == 1)
        if (!tables || text_is_one_of(db_text(own, 0), tables))
            array_push(&check.tables,
                       (struct table_check){.name = db_copy_text(own, 0, &check.arena)});
    if (status == 0 && n_threads > 1)
        status = parallel_for(&loop, check.tables.n * (size_t)n_parts, err);
    for (size_t i = 0; i < check.tables.n; i++)
        for (int part = 0; part < n_parts && status == 0; part++)
            if (!check.tables.items[i].is_right[part])
                status = check_part(db, check.tables.items[i].name, part, path, err);
    return status;
}

int schema_check(struct db *db, const char *const *tables, const char *path, int n_threads,
                 struct err *err)
{
    scoped(db) *expected = NULL;
    return open_expected(&expected, err) == 0 && check_triggers(db, path, err) == 0 &&
                   check_all_own(db, expected, tables, path, err) == 0
               ? check_rows(db, expected, tables, path, n_threads, err)
               : ERR;
}

int schema_each_view(int (*each)(void *context, const char *sql, struct err *err), void *context,
                     struct err *err)
{
    scoped(db) *expected = NULL;
    if (open_expected(&expected, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(expected, err,
                                       "SELECT substr(sql, length('CREATE VIEW ') + 1) "
                                       "FROM sqlite_master WHERE type = 'view'",
                                       NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        if (each(context, db_text(s, 0), err) != 0)
            return ERR;
    return status;
}
