/* The buffer has the bytes that are not yet handed out. A batch ends after its last whole row; if
 * not even one row is whole, the buffer grows.
 *
 * In CSV a missing quote inverts all that follow. A row is malformed if it does not have as many
 * fields as the header, or if a quote in it is wrong. It then ends before the next line that begins
 * a sound row, which is searched line by line. A hostile file could make that take long, so the
 * number of bytes that are searched more than once is limited.
 *
 * CSV has its columns in its first row, unless --header names them. JSON has them in each row, so
 * its first rows are looked at. */
#include "miner/rows/row_reader.h"

#include "base/csv.h"
#include "miner/rows/json_flat.h"

#include <stdlib.h>
#include <string.h>

enum {
    RESCAN_BYTES = 1 << 28, /* that may be searched again, */
    RESCAN_TIMES = 16,      /* and so often each byte that was cut */
};

struct row_cutter {
    struct row_file *file;
    const struct row_rules *rules;
    struct row_text text;
    char *buffer;
    size_t start, end, capacity;   /* the bytes from `start` to `end` are not yet handed out */
    bool has_ended;                /* the text has no more bytes */
    size_t line;                   /* the number of the line at `start` */
    ARRAY(struct row_extent) rows; /* of CSV, that begin at `start` */
    uint64_t n_cut, n_rescanned;   /* bytes that were cut, and searched again */
};

/* Reads until `length` bytes are in the buffer, or the text ends. */
static int fill(struct row_cutter *cutter, size_t length, struct err *err)
{
    if (cutter->end - cutter->start >= length || cutter->has_ended)
        return 0;
    if (cutter->start && cutter->capacity - cutter->start < length) {
        memmove(cutter->buffer, cutter->buffer + cutter->start, cutter->end - cutter->start);
        cutter->end -= cutter->start;
        cutter->start = 0;
    }
    if (cutter->capacity < length)
        cutter->buffer = mem_resize(cutter->buffer, cutter->capacity = length, 1);
    while (cutter->end - cutter->start < length && !cutter->has_ended) {
        ptrdiff_t n = cutter->text.read(cutter->text.context, cutter->buffer + cutter->end,
                                        length - (cutter->end - cutter->start), err);
        if (n < 0)
            return ERR;
        cutter->has_ended = n == 0;
        cutter->end += (size_t)n;
    }
    return 0;
}

/* Doubles the number of bytes in the buffer, up to the size of the largest row. */
static int fill_more(struct row_cutter *cutter, struct err *err)
{
    size_t n = 2 * (cutter->end - cutter->start);
    n = n < ROW_BATCH_BYTES ? ROW_BATCH_BYTES : n;
    return fill(cutter, n < cutter->rules->max_row_bytes ? n : cutter->rules->max_row_bytes, err);
}

/* Drops the next bytes. */
static void drop(struct row_cutter *cutter, size_t length)
{
    cutter->line += text_count(cutter->buffer + cutter->start, length, '\n');
    cutter->start += length;
    cutter->n_cut += length;
}

/* Hands out the next bytes. */
static int give(struct row_cutter *cutter, struct row_batch *batch, size_t length)
{
    *batch = (struct row_batch){
        .file = cutter->file,
        .bytes = mem_resize(NULL, mem_add(length, 1), 1),
        .length = length,
        .first_line = cutter->line,
    };
    memcpy(batch->bytes, cutter->buffer + cutter->start, length);
    memcpy(&batch->rows, &cutter->rows, sizeof batch->rows);
    memset(&cutter->rows, 0, sizeof cutter->rows);
    drop(cutter, length);
    return 1;
}

/* Skips a line that is larger than the largest row. */
static int skip_line(struct row_cutter *cutter, struct row_batch *batch, struct err *err)
{
    *batch =
        (struct row_batch){.file = cutter->file, .first_line = cutter->line, .is_too_large = true};
    for (;;) {
        size_t length = cutter->end - cutter->start;
        const char *bytes = cutter->buffer + cutter->start, *feed = memchr(bytes, '\n', length);
        drop(cutter, feed ? (size_t)(feed - bytes) + 1 : length);
        if (feed || (cutter->has_ended && cutter->start == cutter->end))
            return 1;
        if (fill(cutter, ROW_BATCH_BYTES, err) != 0)
            return ERR;
    }
}

static int next_lines(struct row_cutter *cutter, struct row_batch *batch, struct err *err)
{
    for (;;) {
        size_t length = cutter->end - cutter->start;
        const char *bytes = cutter->buffer + cutter->start, *feed = memrchr(bytes, '\n', length);
        if (feed)
            return give(cutter, batch, (size_t)(feed - bytes) + 1);
        if (cutter->has_ended)
            return length ? give(cutter, batch, length) : 0;
        if (length >= cutter->rules->max_row_bytes)
            return skip_line(cutter, batch, err);
        if (fill_more(cutter, err) != 0)
            return ERR;
    }
}

/* Whether a row, of which `scan` says what is known, is sound. */
static bool is_sound(const struct row_file *file, const struct csv_scan *scan)
{
    return file->form.csv.has_backslashes || (!scan->is_wrong && scan->state != CSV_IN_QUOTES &&
                                              scan->n_after + 1 == file->n_columns);
}

static bool has_rescanned_enough(const struct row_cutter *cutter)
{
    return cutter->n_rescanned > RESCAN_BYTES + RESCAN_TIMES * cutter->n_cut;
}

/* Finds the row at the start of the bytes, which are all that are known; a blank line is one.
 * Returns false if they do not show where it ends. */
static bool find_row(struct row_cutter *cutter, struct row_extent *row, const char *bytes,
                     size_t length)
{
    const struct row_file *file = cutter->file;
    size_t n_blank = length > 1 && bytes[0] == '\r' ? 2 : 1;
    *row = (struct row_extent){n_blank, true};
    if (length && bytes[n_blank - 1] == '\n')
        return true;
    for (size_t at = 0; at < length && !has_rescanned_enough(cutter);) {
        struct csv_scan scan = {.most = file->n_columns};
        if (!csv_scan(&scan, &file->form.csv, bytes + at, length - at) && !cutter->has_ended)
            return false;
        if (is_sound(file, &scan)) {
            *row = (struct row_extent){at ? at : scan.n_bytes, at == 0};
            return true;
        }
        const char *feed = memchr(bytes + at, '\n', length - at);
        at = feed ? (size_t)(feed - bytes) + 1 : length;
        cutter->n_rescanned += scan.n_bytes;
    }
    *row = (struct row_extent){length, false};
    return length && cutter->has_ended && !has_rescanned_enough(cutter);
}

static int next_csv(struct row_cutter *cutter, struct row_batch *batch, struct err *err)
{
    size_t n_whole = 0; /* bytes of whole rows */
    struct row_extent row;
    for (;;) {
        const char *bytes = cutter->buffer + cutter->start;
        size_t length = cutter->end - cutter->start;
        while (n_whole < ROW_BATCH_BYTES &&
               find_row(cutter, &row, bytes + n_whole, length - n_whole)) {
            array_push(&cutter->rows, row);
            n_whole += row.n_bytes;
        }
        if (has_rescanned_enough(cutter))
            return err_set(err, "'%s' has too many wrong quotes near line %zu; is it CSV?",
                           cutter->file->name, cutter->line);
        if (n_whole)
            return give(cutter, batch, n_whole);
        if (cutter->has_ended)
            return 0;
        if (length >= cutter->rules->max_row_bytes) {
            cutter->n_rescanned += length;
            return skip_line(cutter, batch, err);
        }
        if (fill_more(cutter, err) != 0)
            return ERR;
    }
}

/* ---- The columns ---- */

enum {
    MAX_LOOKED_AT = 1000, /* rows of JSON */
    MAX_NAMES = 1000,     /* columns of them */
    MAX_VIEWED = 3,       /* files */
    MAX_UNUSED = 20,      /* columns that are named */
};

static bool is_used(const struct row_file *file, size_t column)
{
    for (int i = 0; i < N_ROW_SLOTS; i++)
        if (file->at[i] == (int)column)
            return true;
    return false;
}

/* Adds what to do if the values of a field are in objects, where no usual name is. */
static void view_objects(struct source_view *view, enum row_field field,
                         const struct row_columns *columns, const struct text_list *names)
{
    const char *word = row_field_name(field);
    for (size_t i = 0; i < names->n; i++) {
        size_t length = strcspn(names->items[i], ".");
        scoped_memory char *outer = mem_copy_text(names->items[i], length);
        if (!names->items[i][length] || row_columns_look(columns, outer).field != field)
            continue;
        source_view_add(view, "columns",
                        "%s: none, as '%s' is an object; --columns %s=%s takes a "
                        "value of it",
                        word, outer, word, names->items[i]);
        return;
    }
}

/* Adds the form and the columns. */
static void view_columns(struct source_view *view, const struct row_file *file,
                         const struct row_columns *columns, const struct text_list *names)
{
    scoped(str) form = {0}, unused = {0};
    size_t n_unused = 0;
    if (file->number >= MAX_VIEWED)
        return;
    row_form_describe(&form, &file->form);
    source_view_add(view, "form", "%s%s%s, %s", file->number ? file->name : "",
                    file->number ? ": " : "", str_text(&form),
                    file->encoding ? file->encoding : "UTF-8");
    if (file->number)
        return;
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        const char *name = row_field_name((enum row_field)i);
        const char *column = file->at[i] < 0 ? NULL : names->items[file->at[i]];
        if (columns->made[i].pieces.n)
            source_view_add(view, "columns", "%s: '%s'", name, columns->chosen[i]);
        else if (column)
            source_view_add(view, "columns", strcmp(name, column) == 0 ? "%s" : "%s: %s", name,
                            column);
        else if (file->form.format == ROWS_JSON_LINES)
            view_objects(view, (enum row_field)i, columns, names);
    }
    for (size_t i = 0; i < names->n; i++)
        if (!is_used(file, i) && ++n_unused <= MAX_UNUSED)
            str_print(&unused, "%s%.60s", unused.length ? ", " : "", names->items[i]);
    if (n_unused > MAX_UNUSED)
        str_print(&unused, ", and %zu more", n_unused - MAX_UNUSED);
    if (unused.length)
        source_view_add(view, "columns", "not used: %s", unused.text);
}

static int find_columns(struct row_file *file, const struct row_rules *rules,
                        const struct text_list *names, struct err *err)
{
    struct err why;
    int status = row_columns_find(rules->columns, names->items, names->n, rules->language != NULL,
                                  file->at, &why);
    bool may_lack_header = file->form.format != ROWS_JSON_LINES && !rules->own->header;
    for (int i = 0; i < N_ROW_SLOTS; i++)
        may_lack_header &= file->at[i] < 0;
    if (rules->request->view && !file->is_layout)
        view_columns(rules->request->view, file, rules->columns, names);
    if (status == 0)
        return 0;
    return err_set(
        err, "'%s': %s%s", file->name, why.message,
        may_lack_header ? "; if that is not a header, name the columns with --header NAMES" : "");
}

/* ---- Delimited text ---- */

static bool are_equal(const struct text_list *names, const struct csv_fields *row)
{
    bool is_equal = names->n == row->n && row->n == row->list.n;
    for (size_t i = 0; is_equal && i < names->n; i++)
        is_equal = row->list.items[i].text && !strcmp(names->items[i], row->list.items[i].text);
    return is_equal;
}

static int take_header(struct row_file *file, const struct row_rules *rules, const char *bytes,
                       size_t *n_header, struct err *err)
{
    struct csv_fields fields = {0};
    scoped_array struct text_list names = {0};
    const char *given = rules->own->header;
    scoped_memory char *copy = given ? mem_copy_text(given, strlen(given)) : NULL;
    scoped_memory char *row = mem_copy_text(bytes, *n_header);
    bool is_sound = csv_cut(&fields, &file->form.csv, row, *n_header);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names, text_cut(name, " "));
    for (size_t i = 0; !copy && i < fields.list.n; i++) {
        const char *name = fields.list.items[i].text;
        array_push(&names, name ? text_cut((char *)name, " ") : "\\N");
    }
    file->n_columns = copy ? names.n : fields.n;
    if (copy && !(is_sound && are_equal(&names, &fields)))
        *n_header = 0;
    array_release(&fields.list);
    if (!copy && !is_sound)
        return err_set(err, "'%s' is not CSV: a quote in its header is not closed", file->name);
    return find_columns(file, rules, &names, err);
}

/* ---- JSON ---- */

struct look {
    const struct row_columns *columns;
    struct table names;
};

/* Of the items of an array the first is listed, and those that are wanted. */
static bool note_member(void *context, const char *name, const struct json_flat_member *member)
{
    struct look *look = context;
    bool has_members = member->kind == JSON_OBJECT || member->kind == JSON_ARRAY;
    if (!has_members && table_find(&look->names, name) != TABLE_NONE)
        return false;
    struct row_column column = row_columns_look(look->columns, name);
    bool is_known = (column.rank >= 0 || column.input >= 0) && !has_members;
    const char *dot = strrchr(name, '.');
    bool is_later_item = dot && strspn(dot + 1, "123456789") == strlen(dot + 1);
    if (!has_members && (!is_later_item || is_known) && look->names.keys.n < MAX_NAMES)
        table_number(&look->names, name);
    return has_members ? column.has_more || !is_later_item : column.has_chosen;
}

static int look_at_rows(struct row_file *file, const struct row_rules *rules, const char *bytes,
                        size_t length, bool is_whole, struct err *err)
{
    struct look look = {.columns = rules->columns};
    scoped(row_members) members = {0};
    struct err why;
    size_t n_rows = 0;
    for (size_t at = 0, n; at < length && n_rows < MAX_LOOKED_AT; at += n) {
        n = row_line_length(bytes + at, length - at);
        bool may_be_cut = at + n == length && !is_whole;
        if (!may_be_cut && row_members_each(&members, bytes + at, n, note_member, &look, &why) == 0)
            n_rows++;
    }
    const struct text_list names = {look.names.keys.items, look.names.keys.n, look.names.keys.n};
    int status = n_rows ? find_columns(file, rules, &names, err) : 0;
    table_release(&look.names);
    return status;
}

/* ---- The start of a file ---- */

static int read_header(struct row_cutter *cutter, struct err *err)
{
    struct csv_scan scan = {0};
    const struct csv_form *form = &cutter->file->form.csv;
    drop(cutter, cutter->file->form.n_skipped);
    while (!csv_scan(&scan, form, cutter->buffer + cutter->start, cutter->end - cutter->start)) {
        size_t length = cutter->end - cutter->start;
        if (cutter->has_ended)
            break;
        if (length >= cutter->rules->max_row_bytes)
            return err_set(err, "'%s' is not CSV: its first row, the header, does not end",
                           cutter->file->name);
        if (fill_more(cutter, err) != 0)
            return ERR;
    }
    if (scan.n_bytes == 0)
        return err_set(err, "'%s' is empty; the first row of CSV is a header", cutter->file->name);
    size_t n_header = scan.n_bytes;
    if (take_header(cutter->file, cutter->rules, cutter->buffer + cutter->start, &n_header, err) !=
        0)
        return ERR;
    drop(cutter, n_header);
    cutter->line = cutter->file->is_layout ? 1 : cutter->line;
    return 0;
}

/* Finds the form at the start of the text, and the columns. */
static int look_at_start(struct row_cutter *cutter, struct err *err)
{
    struct row_form *form = &cutter->file->form;
    const struct row_look look = {.own = cutter->rules->own,
                                  .name = cutter->file->name,
                                  .bytes = cutter->buffer + cutter->start,
                                  .length = cutter->end - cutter->start,
                                  .is_whole = cutter->has_ended};
    if (!cutter->file->is_layout && row_form_find(form, &look, err) != 0)
        return ERR;
    if (form->format != ROWS_JSON_LINES)
        return read_header(cutter, err);
    if (form->is_document) {
        row_text_unfold(&cutter->text, look.name, look.bytes, look.length);
        cutter->start = cutter->end = 0;
        cutter->has_ended = false;
        if (fill(cutter, ROW_BATCH_BYTES, err) != 0)
            return ERR;
    }
    return look_at_rows(cutter->file, cutter->rules, cutter->buffer + cutter->start,
                        cutter->end - cutter->start, cutter->has_ended, err);
}

int row_cutter_open(struct row_cutter **out, struct row_file *file, struct row_text *text,
                    const struct row_rules *rules, struct err *err)
{
    scoped(row_cutter) *cutter = mem_alloc(1, sizeof *cutter);
    cutter->file = file;
    cutter->rules = rules;
    cutter->text = *text;
    *text = (struct row_text){0};
    cutter->line = 1;
    if (fill(cutter, ROW_BATCH_BYTES, err) != 0 || look_at_start(cutter, err) != 0)
        return ERR;
    *out = hand_over(cutter);
    return 0;
}

int row_cutter_next(struct row_cutter *cutter, struct row_batch *batch, struct err *err)
{
    const struct row_form *form = &cutter->file->form;
    if (fill(cutter, ROW_BATCH_BYTES, err) != 0)
        return ERR;
    return form->format == ROWS_JSON_LINES ? next_lines(cutter, batch, err)
                                           : next_csv(cutter, batch, err);
}

uint64_t row_cutter_position(const struct row_cutter *cutter)
{
    return cutter->text.position(cutter->text.context);
}

void row_batch_release(struct row_batch *batch)
{
    free(batch->bytes);
    array_release(&batch->rows);
    *batch = (struct row_batch){0};
}

void row_cutter_close(struct row_cutter *cutter)
{
    if (!cutter)
        return;
    row_text_close(&cutter->text);
    array_release(&cutter->rows);
    free(cutter->buffer);
    free(cutter);
}
