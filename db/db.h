/* The door to SQLite: connections, statements, errors with the SQL that failed. */
#ifndef DB_DB_H
#define DB_DB_H

#include "base/arena.h"
#include "base/err.h"
#include "base/sha256.h"

#include <stddef.h>
#include <stdint.h>

struct db;           /* a connection, opaque */
struct db_statement; /* a prepared statement, opaque; belongs to its connection */

/* Opens an empty file to be filled in one go: no journal and no waiting for the disk, because
 * the file is thrown away unless it is finished (base/target.h); and no locks, because the file
 * is locked already, and on NFS the two kinds of locks are one. */
int db_open_new(struct db **out, const char *path, struct err *err);

/* Opens a file, new or not, to be filled in steps, in a transaction that is begun: what is
 * committed is on disk, and the rest is rolled back by whoever opens it next. Until it is
 * closed, nobody else can use it; one that is in use fails. */
int db_open_in_steps(struct db **out, const char *path, struct err *err);

/* Opens an existing file for reading. The connection changes nothing, but that it rolls back, where
 * it may write, what a killed db_open_update() left half done. */
int db_open_readonly(struct db **out, const char *path, struct err *err);

/* Opens an existing file for changes, which are to be made in one transaction: they are all there
 * or none, whatever happens. Waits up to a minute for others who use the file. */
int db_open_update(struct db **out, const char *path, struct err *err);

/* Closes the connection; its statements must be finished. NULL is ignored. */
void db_close(struct db *db);
SCOPED_POINTER(db, db_close)

/* From now on calls `on_work` many times a second while SQLite computes for the connection: not
 * while it waits for a disk or a lock. NULL: no more. */
void db_on_work(struct db *db, void (*on_work)(void *context), void *context);

/* Runs one or more statements that give no rows. */
int db_execute(struct db *db, const char *sql, struct err *err);

/* The first column of the first row as a number; 0 when there is no row or it is NULL. */
int db_get_int(struct db *db, int64_t *out, const char *sql, struct err *err);

/* A statement, to be bound and stepped through. */
int db_prepare(struct db_statement **out, struct db *db, const char *sql, struct err *err);
void db_finish(struct db_statement *statement); /* NULL is ignored */
SCOPED_POINTER(db_statement, db_finish)

/* Prepares a statement and binds its parameters, as db_bind() does; `types` is NULL for none.
 * Returns NULL on failure, which db_bind() and db_step() pass on, so that a query reads
 *
 *     scoped(db_statement) *s = db_query(db, err, "SELECT ... WHERE x = ?", "i", x);
 *     while ((status = db_step(s, err)) == 1)
 *         ... db_int(s, 0) ...
 */
struct db_statement *db_query(struct db *db, struct err *err, const char *sql, const char *types,
                              ...);

/* Runs one statement with parameters, to its end or its first row: as db_step(). */
int db_change(struct db *db, struct err *err, const char *sql, const char *types, ...);

/* Binds the parameters, by one letter each: i (int64_t), r (double; NULL for no number, NAN), t
 * (zero-terminated text or NULL), b (text of a given length: const char *, size_t). Texts must
 * live until the next db_step that answers 0, or db_rewind. */
int db_bind(struct db_statement *statement, struct err *err, const char *types, ...);

/* Goes to the next row: 1 with a row, 0 at the end (the statement can then be bound anew), ERR;
 * that also for NULL, whose error is that of db_query(). */
int db_step(struct db_statement *statement, struct err *err);

/* Gives up the rows that are left. */
void db_rewind(struct db_statement *statement);

/* db_bind and then db_step to the end, for statements that give no rows. `err` comes second for
 * the sake of the parameters. */
#define db_run(statement, err, ...) \
    (db_bind(statement, err, __VA_ARGS__) != 0 ? ERR : db_step(statement, err))

/* Columns of the current row. Texts live until the next step; "" for SQL NULL. */
int64_t db_int(struct db_statement *statement, int column);
double db_double(struct db_statement *statement, int column);
enum db_type { DB_NULL, DB_NUMBER, DB_TEXT };
enum db_type db_type(struct db_statement *statement, int column);
const char *db_text(struct db_statement *statement, int column);
size_t db_text_length(struct db_statement *statement, int column); /* bytes, after db_text */

/* The same in the arena, which lives on; "" for SQL NULL. */
const char *db_copy_text(struct db_statement *statement, int column, struct arena *arena);

/* Runs a statement for each row that is left of another, whose columns are its parameters. */
int db_copy_rows(struct db_statement *to, struct db_statement *from, struct err *err);

/* SHA-256 of the rows of a query, in their order: each column as text, followed by a zero byte.
 * 0 or ERR. */
int db_hash_rows(char hex[SHA256_HEX_SIZE], struct db *db, const char *sql, struct err *err);

/* Rowid of the last insert. */
int64_t db_last_id(struct db *db);

/* Version of the SQLite library, as text and as a number (3040001). */
const char *db_library_version(void);
int db_library_number(void);

#endif
