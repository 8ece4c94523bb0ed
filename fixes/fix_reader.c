/* A visit with work is an ordered pipeline: fixes are read in batches, each of which is worked on
 * by one thread. */
#include "fixes/fix_reader.h"

#include "base/mem.h"
#include "base/pipeline.h"
#include "base/utf8.h"
#include "db/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int store_language(const struct language **out, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "SELECT language FROM run", err) != 0)
        return ERR;
    int status = db_step(s, err);
    const char *name = status == 1 ? db_text(s, 0) : "";
    *out = language_find(name);
    if (status >= 0 && !*out)
        status = err_set(err,
                         "the database holds programs in '%s', which this tokfix does not read; "
                         "use the tokfix that made it",
                         name);
    db_finish(s);
    return status < 0 ? ERR : 0;
}

struct fix_reader {
    struct db_statement *statement;
};

/* A view on the right of a LEFT JOIN would be made whole for each row. */
static const char query[] =
    "SELECT f.id, f.problem_id, f.user_id, f.language, f.original_language, f.buggy_submission, "
    "f.fixed_submission, f.buggy_status, f.fixed_status, f.buggy_date, f.fixed_date, f.origin, "
    "f.edit, f.category, f.pattern, f.role, f.before, f.after, f.line, f.column, f.start_byte, "
    "f.end_byte, f.token_index, f.n_tokens, f.token_end_byte, f.fixed_line, f.fixed_column, "
    "f.fixed_start_byte, f.fixed_end_byte, f.fixed_n_tokens, f.repair_in_program, f.dialect, "
    "coalesce(s.split, ''), coalesce((SELECT r.id FROM duplicate_clusters d "
    "JOIN fix_details r ON r.fix_id = d.representative "
    "WHERE d.kind = 'near' AND d.fix_id = f.fix_id), ''), f.buggy_code, f.fixed_code "
    "FROM fix_details f LEFT JOIN splits s ON s.fix_id = f.fix_id WHERE f.fix_id = ?";

int fix_reader_open(struct fix_reader **out, struct db *db, struct err *err)
{
    struct fix_reader *rows = mem_alloc(1, sizeof *rows);
    if (db_prepare(&rows->statement, db, query, err) != 0) {
        free(rows);
        return ERR;
    }
    *out = rows;
    return 0;
}

void fix_reader_close(struct fix_reader *rows)
{
    if (!rows)
        return;
    db_finish(rows->statement);
    free(rows);
}

/* Columns one after the other, copied. */
struct columns {
    struct db_statement *statement;
    struct arena *arena;
    int next;
    bool are_texts; /* so far: UTF-8 without zero bytes */
};

static const char *next_text(struct columns *columns, size_t *length)
{
    const char *text = db_text(columns->statement, columns->next);
    *length = db_text_length(columns->statement, columns->next++);
    columns->are_texts =
        columns->are_texts && utf8_is_valid(text, *length) && !memchr(text, '\0', *length);
    return arena_copy_text(columns->arena, text, *length);
}

static const char *next_word(struct columns *columns)
{
    size_t length;
    return next_text(columns, &length);
}

static int64_t next_int(struct columns *columns)
{
    return db_int(columns->statement, columns->next++);
}

static struct fix read_row(struct columns *c)
{
    struct fix row = {0};
    row.id = next_word(c);
    row.problem_id = next_word(c);
    row.user_id = next_word(c);
    row.language = next_word(c);
    row.original_language = next_word(c);
    row.buggy_submission = next_word(c);
    row.fixed_submission = next_word(c);
    row.buggy_status = next_word(c);
    row.fixed_status = next_word(c);
    row.buggy_date = next_int(c);
    row.fixed_date = next_int(c);
    row.origin = next_word(c);
    row.edit = next_word(c);
    row.category = next_word(c);
    row.pattern = next_word(c);
    row.role = next_word(c);
    row.before = next_word(c);
    row.after = next_word(c);
    row.line = next_int(c);
    row.column = next_int(c);
    row.start_byte = next_int(c);
    row.end_byte = next_int(c);
    row.token_index = next_int(c);
    row.n_tokens = next_int(c);
    row.token_end_byte = next_int(c);
    row.fixed_line = next_int(c);
    row.fixed_column = next_int(c);
    row.fixed_start_byte = next_int(c);
    row.fixed_end_byte = next_int(c);
    row.fixed_n_tokens = next_int(c);
    row.repair_in_program = next_int(c);
    row.dialect = next_word(c);
    row.split = next_word(c);
    row.cluster = next_word(c);
    row.buggy_code = next_text(c, &row.buggy_length);
    row.fixed_code = next_text(c, &row.fixed_length);
    row.place = row.start_byte;
    row.place_end = row.end_byte > row.token_end_byte ? row.end_byte : row.token_end_byte;
    return row;
}

/* Whether no character of a program is cut there. */
static bool is_between_characters(const char *code, int64_t byte)
{
    return ((unsigned char)code[byte] & 0xC0) != 0x80;
}

bool fix_bytes_are_inside(int64_t start_byte, int64_t end_byte, size_t length)
{
    return start_byte >= 0 && start_byte <= end_byte && (uint64_t)end_byte <= length;
}

int fix_refuse_outside(const char *id, struct err *err)
{
    return err_set(err, "the fix %s lies outside its program; mine the dataset again", id);
}

/* Places lie inside the programs, between two characters. */
static bool has_sound_places(const struct fix *row)
{
    return fix_bytes_are_inside(row->start_byte, row->end_byte, row->buggy_length) &&
           fix_bytes_are_inside(row->start_byte, row->token_end_byte, row->buggy_length) &&
           fix_bytes_are_inside(row->fixed_start_byte, row->fixed_end_byte, row->fixed_length) &&
           is_between_characters(row->buggy_code, row->start_byte) &&
           is_between_characters(row->buggy_code, row->end_byte) &&
           is_between_characters(row->buggy_code, row->token_end_byte) &&
           is_between_characters(row->fixed_code, row->fixed_start_byte) &&
           is_between_characters(row->fixed_code, row->fixed_end_byte);
}

int fix_reader_get(struct fix_reader *rows, int64_t fix_id, struct fix *row, struct arena *arena,
                   struct err *err)
{
    struct columns columns = {rows->statement, arena, 0, true};
    if (db_bind(rows->statement, err, "i", fix_id) != 0)
        return ERR;
    int status = db_step(rows->statement, err);
    if (status == 0)
        return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                       fix_id);
    if (status == 1) {
        *row = read_row(&columns);
        if (!columns.are_texts)
            status = err_set(
                err, "the fix %" PRId64 " holds text that is not UTF-8; mine the dataset again",
                fix_id);
        else if (!has_sound_places(row))
            status = fix_refuse_outside(row->id, err);
        else
            status = 0;
    }
    db_rewind(rows->statement);
    return status;
}

void fix_make_clean(struct fix *row, struct arena *arena)
{
    row->is_clean = true;
    row->place = row->fixed_start_byte;
    row->place_end = row->fixed_end_byte;
    row->id = arena_print(arena, "%s-%s-%s", row->problem_id, row->fixed_submission,
                          row->fixed_submission);
    row->buggy_submission = row->fixed_submission;
    row->buggy_status = row->fixed_status;
    row->buggy_date = row->fixed_date;
    if (strcmp(row->origin, "mutant") == 0)
        row->origin = "real";
    row->edit = row->category = "none";
    row->pattern = row->role = row->before = row->after = "";
    row->line = row->column = row->start_byte = row->end_byte = row->token_end_byte = 0;
    row->fixed_line = row->fixed_column = row->fixed_start_byte = row->fixed_end_byte = 0;
    row->token_index = row->repair_in_program = 0;
    row->n_tokens = row->fixed_n_tokens;
    row->buggy_code = row->fixed_code;
    row->buggy_length = row->fixed_length;
}

enum { BATCH_FIXES = 32 };

/* Some fixes, and what is made of them. */
struct batch {
    struct arena arena;
    struct fix fixes[BATCH_FIXES];
    size_t first, n; /* items */
    unsigned char *made;
};

struct visiting {
    const struct fix_visit *visit;
    struct fix_reader *reader;
    const struct fix_item *items;
    size_t n, next;
    int status; /* of reading */
    struct err err;
};

static int read_item(struct fix_reader *reader, const struct fix_item *item, struct fix *fix,
                     struct arena *arena, struct err *err)
{
    if (fix_reader_get(reader, item->fix_id, fix, arena, err) != 0)
        return ERR;
    if (item->is_clean)
        fix_make_clean(fix, arena);
    return 0;
}

static void discard(void *context, void *item)
{
    const struct visiting *visiting = context;
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        visiting->visit->made_release(batch->made + i * visiting->visit->made_size);
    free(batch->made);
    arena_release(&batch->arena);
    free(batch);
}

static void *read_batch(void *context)
{
    struct visiting *visiting = context;
    if (visiting->next == visiting->n || visiting->status != 0)
        return NULL;
    struct batch *batch = mem_alloc(1, sizeof *batch);
    batch->first = visiting->next;
    batch->made = mem_alloc(BATCH_FIXES, visiting->visit->made_size);
    while (batch->n < BATCH_FIXES && visiting->next < visiting->n && visiting->status == 0)
        visiting->status = read_item(visiting->reader, &visiting->items[visiting->next++],
                                     &batch->fixes[batch->n++], &batch->arena, &visiting->err);
    if (visiting->status == 0)
        return batch;
    discard(context, batch);
    return NULL;
}

static void *worker_new(void *context)
{
    const struct fix_visit *visit = ((const struct visiting *)context)->visit;
    return visit->worker_new(visit->context);
}

static void work(void *context, void *worker, void *item)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        visit->work(visit->context, worker, &batch->fixes[i], &visiting->items[batch->first + i],
                    batch->made + i * visit->made_size);
}

static int take_batch(void *context, void *item, struct err *err)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    int status = 0;
    for (size_t i = 0; i < batch->n && status == 0; i++)
        status = visit->take(visit->context, &batch->fixes[i], &visiting->items[batch->first + i],
                             batch->made + i * visit->made_size, err);
    discard(context, batch);
    return status;
}

static int visit_in_threads(struct visiting *visiting, struct err *err)
{
    struct pipeline pipeline = {.n_threads = visiting->visit->n_threads,
                                .context = visiting,
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = visiting->visit->worker_free,
                                .work = work,
                                .consume = take_batch,
                                .discard = discard};
    int status = pipeline_run(&pipeline, err);
    if (status == 0 && visiting->status != 0)
        *err = visiting->err;
    return status == 0 ? visiting->status : status;
}

static int visit_in_turn(const struct visiting *visiting, struct err *err)
{
    int status = 0;
    for (size_t i = 0; i < visiting->n && status == 0; i++) {
        struct arena arena = {0};
        struct fix fix;
        status = read_item(visiting->reader, &visiting->items[i], &fix, &arena, err);
        if (status == 0)
            status = visiting->visit->take(visiting->visit->context, &fix, &visiting->items[i],
                                           NULL, err);
        arena_release(&arena);
    }
    return status;
}

int fixes_visit(struct db *db, const struct fix_item *items, size_t n,
                const struct fix_visit *visit, struct err *err)
{
    struct visiting visiting = {.visit = visit, .items = items, .n = n};
    if (fix_reader_open(&visiting.reader, db, err) != 0)
        return ERR;
    int status = visit->work ? visit_in_threads(&visiting, err) : visit_in_turn(&visiting, err);
    fix_reader_close(visiting.reader);
    return status;
}
