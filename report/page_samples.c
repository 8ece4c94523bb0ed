/* See page_samples.h. */
#include "report/page_samples.h"

#include "base/utf8.h"
#include "fixes/fix_reader.h"
#include "report/page_programs.h"

#include <inttypes.h>

enum { PROGRESS_STEP = 256 };

static const char query[] =
    "SELECT f.fix_id, f.start_byte, f.end_byte, bs.code, "
    "f.fixed_start_byte, f.fixed_end_byte, fs.code FROM fixes f "
    "LEFT JOIN submissions b ON b.submission_key = f.buggy "
    "LEFT JOIN submissions a ON a.submission_key = f.fixed "
    "LEFT JOIN sources bs ON bs.source_id = b.source_id "
    "LEFT JOIN sources fs ON fs.source_id = a.source_id ORDER BY f.fix_id LIMIT ?";

/* Whether the token and what is around it are UTF-8, each for itself: then it cuts no character. */
static bool is_text(const struct page_program *program)
{
    const char *code = program->code;
    size_t start = program->start_byte, end = program->end_byte;
    return utf8_is_valid(code, start) && utf8_is_valid(code + start, end - start) &&
           utf8_is_valid(code + end, program->length - end);
}

static int read_program(struct page_program *program, struct db_statement *s, int column,
                        struct err *err)
{
    int64_t fix_id = db_int(s, 0), start = db_int(s, column), end = db_int(s, column + 1);
    char id[24];
    if (db_type(s, column + 2) != DB_TEXT)
        return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                       fix_id);
    program->code = db_text(s, column + 2);
    program->length = db_text_length(s, column + 2);
    program->start_byte = (size_t)start;
    program->end_byte = (size_t)end;
    if (!fix_bytes_are_inside(start, end, program->length)) {
        snprintf(id, sizeof id, "%" PRId64, fix_id);
        return fix_refuse_outside(id, err);
    }
    if (!is_text(program))
        return err_set(err,
                       "the fix %" PRId64 " cuts a character, or its program is not UTF-8; "
                       "mine the dataset again",
                       fix_id);
    return 0;
}

static int write_rows(FILE *out, struct db_statement *s, int64_t n,
                      const struct page_options *options, struct err *err)
{
    struct str text = {0};
    int64_t n_done = 0;
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct page_program buggy, fixed;
        if (read_program(&buggy, s, 1, err) != 0 || read_program(&fixed, s, 4, err) != 0) {
            status = ERR;
            break;
        }
        str_clear(&text);
        str_add_text(&text, n_done ? ",\n" : "\n");
        page_programs_add(&text, &buggy, &fixed);
        fwrite(str_text(&text), 1, text.length, out);
        if (++n_done % PROGRESS_STEP == 0)
            meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    }
    str_release(&text);
    meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    return status;
}

int page_samples_write(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                       struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, query, err) != 0)
        return ERR;
    fputs("[", out);
    int status = db_bind(s, err, "i", n);
    if (status == 0)
        status = write_rows(out, s, n, options, err);
    fputs("]", out);
    db_finish(s);
    return status;
}
