/* One query, one row at a time, one format. */
#include "export/export.h"

#include "db/store.h"

#include <string.h>

const struct export_format *const export_formats[] = {&export_format_pairs, &export_format_nbf,
                                                      NULL};

const struct export_format *export_format_find(const char *name)
{
    for (const struct export_format *const *format = export_formats; *format; format++)
        if (strcmp((*format)->name, name) == 0)
            return *format;
    return NULL;
}

static const char columns[] =
    "id, problem_id, user_id, language, original_language, buggy_submission, fixed_submission, "
    "buggy_status, buggy_date, fixed_date, edit, category, pattern, role, before, after, line, "
    "column, start_byte, end_byte, token_index, n_tokens, token_end_byte, repair_in_program, "
    "dialect, buggy_code, fixed_code";

static int read_row(struct export_row *out, struct db_statement *s, struct err *err)
{
    int c = 0;
    struct export_row row;
    row.id = db_text(s, c++);
    row.problem_id = db_text(s, c++);
    row.user_id = db_text(s, c++);
    row.language = db_text(s, c++);
    row.original_language = db_text(s, c++);
    row.buggy_submission = db_text(s, c++);
    row.fixed_submission = db_text(s, c++);
    row.buggy_status = db_text(s, c++);
    row.buggy_date = db_int(s, c++);
    row.fixed_date = db_int(s, c++);
    row.edit = db_text(s, c++);
    row.category = db_text(s, c++);
    row.pattern = db_text(s, c++);
    row.role = db_text(s, c++);
    row.before = db_text(s, c++);
    row.after = db_text(s, c++);
    row.line = db_int(s, c++);
    row.column = db_int(s, c++);
    row.start_byte = db_int(s, c++);
    row.end_byte = db_int(s, c++);
    row.token_index = db_int(s, c++);
    row.n_tokens = db_int(s, c++);
    row.token_end_byte = db_int(s, c++);
    row.repair_in_program = db_int(s, c++);
    row.dialect = db_text(s, c++);
    row.buggy_code = db_text(s, c++);
    size_t length = db_text_length(s, c - 1);
    row.fixed_code = db_text(s, c);
    if (!store_bytes_are_inside(row.start_byte, row.end_byte, length) ||
        !store_bytes_are_inside(row.start_byte, row.token_end_byte, length))
        return err_set(err, "the fix %s lies outside its program; mine the dataset again", row.id);
    *out = row;
    return 0;
}

/* The fixes of a choice, marked as excluded or not. */
static void add_choice(struct str *sql, const struct export_choice *choice, bool is_excluded)
{
    str_add_text(sql, " FROM fix_details JOIN fix_marks USING (fix_id) WHERE category IN (");
    store_add_names(sql, choice->categories, choice->n_categories);
    str_print(sql, ") AND is_excluded = %d", is_excluded);
    if (choice->split) {
        str_add_text(sql, " AND split = ");
        store_add_names(sql, &choice->split, 1);
    }
}

static int check_split(struct db *db, const struct export_choice *choice, struct err *err)
{
    int64_t n_runs;
    if (!choice->split)
        return 0;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    return n_runs ? 0 : err_set(err, "the database has no splits; run tokfix split on it first");
}

static int prepare(struct db_statement **statement, struct db *db,
                   const struct export_choice *choice, struct err *err)
{
    struct str sql = {0};
    str_print(&sql, "SELECT %s", columns);
    add_choice(&sql, choice, false);
    str_add_text(&sql, " ORDER BY fix_id");
    int status = db_prepare(statement, db, str_text(&sql), err);
    str_release(&sql);
    return status;
}

static int count_excluded(struct export_counts *counts, struct db *db,
                          const struct export_choice *choice, struct err *err)
{
    struct str sql = {0};
    str_add_text(&sql, "SELECT count(*)");
    add_choice(&sql, choice, true);
    int status = db_get_int(db, &counts->n_excluded, str_text(&sql), err);
    str_release(&sql);
    return status;
}

int export_fixes(struct db *db, const struct export_format *format,
                 const struct export_choice *choice, FILE *out, struct export_counts *counts,
                 struct err *err)
{
    struct db_statement *statement;
    *counts = (struct export_counts){0};
    if (check_split(db, choice, err) != 0 || count_excluded(counts, db, choice, err) != 0 ||
        prepare(&statement, db, choice, err) != 0)
        return ERR;
    int status;
    while ((status = db_step(statement, err)) == 1 && !ferror(out)) {
        struct export_row row;
        status = read_row(&row, statement, err);
        if (status != 0)
            break;
        if (format->write(&row, out))
            counts->n_written++;
        else
            counts->n_left_out++;
    }
    db_finish(statement);
    return status < 0 ? ERR : 0;
}
