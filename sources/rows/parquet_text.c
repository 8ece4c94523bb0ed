/* The columns of a Parquet file are like the header of CSV, so a missing one is known at once. Only
 * those that may be fields are read: other columns of a wide table cost nothing. */
#include "sources/rows/row_text.h"

#include "sandbox/parquet.h"

/* Where fields may be inside columns, only the rows show which are missing. */
static int choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                  struct err *err)
{
    const struct row_columns *columns = context;
    int at[N_ROW_SLOTS];
    bool has_more = false;
    for (size_t i = 0; i < n; i++) {
        struct row_column column = row_columns_look(columns, names[i]);
        is_wanted[i] = column.rank >= 0 || column.input >= 0 || column.has_more;
        has_more |= column.has_more;
    }
    return has_more ? 0 : row_columns_find(columns, names, n, true, at, err);
}

static ptrdiff_t read_rows(void *context, char *bytes, size_t capacity, struct err *err)
{
    return parquet_rows_read(context, bytes, capacity, err);
}

static uint64_t position(const void *context)
{
    return parquet_rows_position(context);
}

static void close_rows(void *context)
{
    parquet_rows_close(context);
}

int row_text_open_parquet(struct row_text *out, const char *path, const struct row_columns *columns,
                          struct err *err)
{
    struct parquet_rows *rows;
    struct err reason;
    int status = parquet_rows_open(&rows, path, choose, (void *)columns, &reason);
    if (status == 0)
        *out = (struct row_text){rows, read_rows, position, close_rows, NULL};
    if (status != PARQUET_UNABLE)
        return status == 0 ? 0 : err_pass(err, &reason);
    return err_set(err,
                   "cannot read '%s': %s; or convert the file with DuckDB's command line: duckdb "
                   "-c \"copy (from 'FILE') to 'FILE.jsonl' (format json)\"",
                   path, reason.message);
}
