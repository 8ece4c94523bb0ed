/* See page_samples.h. */
#include "report/page_samples.h"

#include "base/utf8.h"
#include "db/store.h"
#include "report/sample.h"

#include <inttypes.h>

enum { PROGRESS_STEP = 256 };

static const char query[] =
    "SELECT f.fix_id, f.start_byte, f.end_byte, bs.code, "
    "f.fixed_start_byte, f.fixed_end_byte, fs.code FROM fixes f "
    "LEFT JOIN submissions b ON b.submission_key = f.buggy "
    "LEFT JOIN submissions a ON a.submission_key = f.fixed "
    "LEFT JOIN sources bs ON bs.source_id = b.source_id "
    "LEFT JOIN sources fs ON fs.source_id = a.source_id ORDER BY f.fix_id LIMIT ?";

static bool is_between_characters(const struct sample_side *side, size_t byte)
{
    return byte == side->length || ((unsigned char)side->code[byte] & 0xc0) != 0x80;
}

static int read_side(struct sample_side *side, struct db_statement *s, int column, struct err *err)
{
    int64_t fix_id = db_int(s, 0), start = db_int(s, column), end = db_int(s, column + 1);
    if (db_type(s, column + 2) != DB_TEXT)
        return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                       fix_id);
    side->code = db_text(s, column + 2);
    side->length = db_text_length(s, column + 2);
    if (!utf8_is_valid(side->code, side->length))
        return err_set(err,
                       "the fix %" PRId64 " holds text that is not UTF-8; mine the dataset again",
                       fix_id);
    side->start_byte = (size_t)start;
    side->end_byte = (size_t)end;
    if (!store_bytes_are_inside(start, end, side->length) ||
        !is_between_characters(side, side->start_byte) ||
        !is_between_characters(side, side->end_byte))
        return err_set(err, "the fix %" PRId64 " lies outside its program; mine the dataset again",
                       fix_id);
    return 0;
}

static int write_rows(FILE *out, struct db_statement *s, int64_t n,
                      const struct page_progress *progress, struct err *err)
{
    struct str text = {0};
    int64_t n_done = 0;
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct sample_side buggy, fixed;
        if (read_side(&buggy, s, 1, err) != 0 || read_side(&fixed, s, 4, err) != 0) {
            status = ERR;
            break;
        }
        str_clear(&text);
        str_add_text(&text, n_done ? ",\n" : "\n");
        sample_add(&text, &buggy, &fixed);
        fwrite(str_text(&text), 1, text.length, out);
        if (++n_done % PROGRESS_STEP == 0 && progress->show)
            progress->show(progress->context, (uint64_t)n_done, (uint64_t)n);
    }
    str_release(&text);
    return status;
}

int page_samples_write(FILE *out, struct db *db, int64_t n, const struct page_progress *progress,
                       struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, query, err) != 0)
        return ERR;
    fputs("[", out);
    int status = db_bind(s, err, "i", n);
    if (status == 0)
        status = write_rows(out, s, n, progress, err);
    fputs("]", out);
    db_finish(s);
    return status;
}
