/* The only code that calls SQLite: connections, statements, and errors that quote the failed SQL.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;           /* a connection; opaque */
struct db_statement; /* a prepared statement; opaque; belongs to its connection */

/* Opens an empty file that is filled in one go. There is no journal and no sync to disk, because a
 * file that is not finished is deleted (base/target.h). SQLite does not lock the file, because it
 * is locked already, and on NFS the two kinds of locks are one. A file that this process has locked
 * may be read so, too. */
int db_open_new(struct db **out, const char *path, struct err *err);

/* Opens a file, new or not, that is filled in steps, and begins a transaction. Committed changes
 * are on disk. The next program that opens the file rolls the other changes back. Until it is
 * closed, no other program can use the file. Fails if the file is in use. SQLite does not look up
 * the rows that new rows refer to; a check of the whole file does (db/schema.h). */
int db_open_in_steps(struct db **out, const char *path, struct err *err);

/* Writes the content to an empty file, outside of a transaction. Its bytes depend on the rows and
 * their keys alone, not on the steps in which they were added. */
int db_write_to(struct db *db, const char *path, struct err *err);

/* Opens an existing file for reading. The connection makes no changes, with one exception: if a
 * db_open_update() was killed in the middle and the file may be written, its changes are rolled
 * back. */
int db_open_readonly(struct db **out, const char *path, struct err *err);

/* Opens an existing file for changes. They must be made in one transaction, so that all of them are
 * made or none. Waits up to a minute for other programs that use the file. */
int db_open_update(struct db **out, const char *path, struct err *err);

/* Closes the connection. Its statements must be finished. NULL is ignored. */
void db_close(struct db *db);
SCOPED_POINTER(db, db_close)

/* Calls `on_work` many times a second while SQLite computes for the connection, but not while it
 * waits for a disk or a lock. NULL stops the calls.
 *
 * From the first call on, with NULL or not, a statement fails when the process should have stopped
 * (interrupt_is_overdue()), and a change that fails rolls its transaction back. */
void db_on_work(struct db *db, void (*on_work)(void *context), void *context);

/* A connection for reading refuses changes of temporary tables and views, too. It allows them from
 * the first call on until the second one. Pairs of calls may nest; after a failure the second one
 * may be missing. */
int db_temporary_begin(struct db *db, struct err *err);
int db_temporary_end(struct db *db, struct err *err);

/* Runs one or more statements that return no rows. */
int db_execute(struct db *db, const char *sql, struct err *err);

/* Sets `out` to the first column of the first row. It is 0 if there is no row or the value is NULL.
 */
int db_get_int(struct db *db, int64_t *out, const char *sql, struct err *err);

/* Prepares a statement for db_bind() and db_step(). */
int db_prepare(struct db_statement **out, struct db *db, const char *sql, struct err *err);
void db_finish(struct db_statement *statement); /* NULL is ignored */
SCOPED_POINTER(db_statement, db_finish)

/* Prepares a statement and binds its parameters, as db_bind() does. `types` is NULL if there are
 * none. Returns NULL on failure. db_bind() and db_step() accept this NULL and return ERR, so a
 * query can be written as
 *
 *     scoped(db_statement) *s = db_query(db, err, "SELECT ... WHERE x = ?", "i", x);
 *     while ((status = db_step(s, err)) == 1)
 *         ... db_int(s, 0) ... */
struct db_statement *db_query(struct db *db, struct err *err, const char *sql, const char *types,
                              ...);

/* Runs one statement with parameters, to its end or its first row. Returns as db_step() does. The
 * connection keeps the statement for further calls with the same text, so a loop may call this. */
int db_change(struct db *db, struct err *err, const char *sql, const char *types, ...);

/* Binds the parameters. Each has a letter in `types`: i (int64_t), r (double; NAN becomes NULL), t
 * (zero-terminated text, or NULL), b (the same with a length: const char *, size_t). Texts must
 * live until db_step() next returns 0, or until db_rewind(). */
int db_bind(struct db_statement *statement, struct err *err, const char *types, ...);

/* Prepares a statement that adds a row to a table of the file, with a parameter for each column.
 * `verb`: INSERT, INSERT OR IGNORE. */
int db_prepare_insert(struct db_statement **out, struct db *db, const char *verb, const char *table,
                      struct err *err);

/* Goes to the next row. Returns 1 if there is one; 0 at the end, after which the statement can be
 * bound again; or ERR. If `statement` is NULL, returns ERR and leaves the error of db_query(). */
int db_step(struct db_statement *statement, struct err *err);

/* Drops the remaining rows. */
void db_rewind(struct db_statement *statement);

/* Calls db_bind() and then db_step(), for statements that return no rows. `err` is the second
 * argument because the parameters come last. */
#define db_run(statement, err, ...) \
    (db_bind(statement, err, __VA_ARGS__) != 0 ? ERR : db_step(statement, err))

/* Return a column of the current row. Texts live until the next step. SQL NULL gives "". */
int64_t db_int(struct db_statement *statement, int column);
double db_double(struct db_statement *statement, int column);
enum db_type { DB_NULL, DB_NUMBER, DB_TEXT };
enum db_type db_type(struct db_statement *statement, int column);
const char *db_text(struct db_statement *statement, int column);
size_t db_text_length(struct db_statement *statement, int column); /* in bytes; call it after
                                                                    * db_text() */

/* Returns the name of a column; NULL after the last. */
const char *db_column_name(struct db_statement *statement, int column);

/* Returns a copy of the text in the arena; "" for SQL NULL. */
const char *db_copy_text(struct db_statement *statement, int column, struct arena *arena);

/* Runs `to` for each remaining row of `from`, with the columns of the row as parameters, whose
 * texts become as those of db_bind(). */
int db_copy_rows(struct db_statement *to, struct db_statement *from, struct err *err);

/* SQLite checks rows when it writes them. From now on it does not evaluate CHECK constraints, for
 * whose lists it makes a temporary table for each row. For programs that write only rows of their
 * own; whoever opens their file checks its tables. */
int db_trust_rows(struct db *db, struct err *err);

/* Checks the rows of a file from elsewhere, and reads all of it: fails if a value contradicts its
 * column's type, NOT NULL or CHECK, or if the file is damaged. */
int db_check(struct db *db, struct err *err);

/* Checks an expression that a user wrote over the columns of a view, so that it can be a part of
 * the program's own SQL, in parentheses and before a line end: one expression, without a subquery
 * or a parameter, that names no other columns and calls only functions whose value depends on their
 * arguments alone. Adds each column that it names to `named`; the texts are in the arena. */
int db_check_expression(struct text_list *named, struct arena *arena, struct db *db,
                        const char *view, const char *expression, struct err *err);

/* Computes the SHA-256 of the rows of a query, in their order: each column as text, followed by a
 * zero byte. Returns 0 or ERR. */
int db_hash_rows(char hex[SHA256_HEX_SIZE], struct db *db, const char *sql, struct err *err);

/* Returns the rowid of the last insert. */
int64_t db_last_id(struct db *db);

/* The version of the SQLite library, as text. */
const char *db_library_version(void);

#endif
