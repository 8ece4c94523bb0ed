/* See fixes.h. */
#include "report/fixes.h"

#include "base/file.h"
#include "export/format.h"

/* What is opened for the whole list. */
struct readers {
    struct fix_reader *rows;
    struct marks_reader *marks;
};

static int add_fix(struct str *out, const struct readers *readers, int64_t fix_id,
                   const struct fixes_options *options, struct arena *arena, struct err *err)
{
    struct fix row;
    struct marks marks;
    if (fix_reader_get(readers->rows, fix_id, &row, arena, err) != 0)
        return ERR;
    if (options->is_json) {
        const struct example example = {.row = &row}; /* this format shows nothing else of it */
        export_format_pairs.write(&example, out);
        return 0;
    }
    if (marks_get(readers->marks, fix_id, &marks, arena, err) != 0)
        return ERR;
    diff_add(out, &row, &marks, &options->style);
    return 0;
}

static int write_all(FILE *out, const struct readers *readers, const int64_t *fix_ids, size_t n,
                     const struct fixes_options *options, struct err *err)
{
    struct str text = {0};
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        struct arena arena = {0};
        str_clear(&text);
        str_add_text(&text, i && !options->is_json ? "\n" : "");
        status = add_fix(&text, readers, fix_ids[i], options, &arena, err);
        if (status == 0 && fwrite(str_text(&text), 1, text.length, out) != text.length) {
            file_write_failed("-", err);
            status = FIXES_NOT_TAKEN;
        }
        arena_release(&arena);
    }
    str_release(&text);
    return status;
}

int fixes_write(FILE *out, struct db *db, const int64_t *fix_ids, size_t n,
                const struct fixes_options *options, struct err *err)
{
    struct readers readers = {0};
    int status = fix_reader_open(&readers.rows, db, err);
    if (status == 0)
        status = marks_open(&readers.marks, db, err);
    if (status == 0)
        status = write_all(out, &readers, fix_ids, n, options, err);
    fix_reader_close(readers.rows);
    marks_close(readers.marks);
    return status;
}
