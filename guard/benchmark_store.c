#include "guard/benchmark_store.h"

#include "db/store.h"
#include "tokenize/apply.h"
#include "tokenize/code_lines.h"

#include <string.h>

static const char fixes_sql[] =
    "SELECT d.fix_id, d.language, d.buggy_code, d.fixed_code, f.start_byte, f.end_byte, f.after, "
    "f.function_line, f.function_end_line FROM fix_details d JOIN fixes f USING (fix_key) "
    "WHERE f.origin = 'real' ORDER BY fix_key";
enum { ID, LANGUAGE, BUGGY, FIXED, START, END, AFTER, FIRST_LINE, LAST_LINE };

static struct item_code code_of(struct arena *arena, const char *text, size_t length)
{
    return (struct item_code){arena_copy_text(arena, text, length), length};
}

/* Returns the bytes of the lines from `first` to `last`, which are counted from 1. */
static struct byte_range bytes_of_lines(const char *code, size_t length, int64_t first,
                                        int64_t last)
{
    struct byte_range bytes = {0, 0};
    for (int64_t line = 1; line <= last && bytes.end < length; line++) {
        if (line == first)
            bytes.start = bytes.end;
        bytes.end = code_next_line(code, length, code_line_end(code, length, bytes.end));
    }
    return bytes;
}

/* Sets the programs of an item to the function before and after the edit. Returns false if the
 * edit is not in it. */
static bool add_function(struct benchmark_item *item, struct arena *arena, struct db_statement *row)
{
    const char *code = db_text(row, BUGGY);
    size_t length = db_text_length(row, BUGGY);
    size_t start = (size_t)db_int(row, START), end = (size_t)db_int(row, END);
    struct byte_range bytes =
        bytes_of_lines(code, length, db_int(row, FIRST_LINE), db_int(row, LAST_LINE));
    if (start < bytes.start || start > end || end > bytes.end)
        return false;
    scoped(str) fixed = {0};
    const char *function = code + bytes.start;
    size_t n = bytes.end - bytes.start;
    edit_apply(&fixed, function, n, start - bytes.start, end - bytes.start, db_text(row, AFTER),
               db_text_length(row, AFTER));
    item->codes[ITEM_BUGGY] = code_of(arena, function, n);
    item->codes[ITEM_FIXED] = code_of(arena, str_text(&fixed), fixed.length);
    return true;
}

static void add_fix(struct benchmark *out, struct db_statement *row, unsigned language_set)
{
    const struct language *language = language_find(db_text(row, LANGUAGE));
    const char *id = db_copy_text(row, ID, &out->arena);
    struct benchmark_item item = {.id = id, .place = id, .language = language};
    if (!language || !language_set_has(language_set, language)) {
        benchmark_reject(out, id, "in a language that is not searched");
        return;
    }
    if (db_type(row, FIRST_LINE) == DB_NULL || !add_function(&item, &out->arena, row)) {
        item.codes[ITEM_BUGGY] =
            code_of(&out->arena, db_text(row, BUGGY), db_text_length(row, BUGGY));
        item.codes[ITEM_FIXED] =
            code_of(&out->arena, db_text(row, FIXED), db_text_length(row, FIXED));
    }
    array_push(&out->items, item);
}

int benchmark_read_store(struct benchmark *out, const char *path, unsigned language_set,
                         struct err *err)
{
    scoped(db) *db = NULL;
    if (store_open(&db, path, err) != 0)
        return ERR;
    scoped(db_statement) *row = db_query(db, err, fixes_sql, NULL);
    int status;
    while ((status = db_step(row, err)) == 1)
        add_fix(out, row, language_set);
    return status;
}
