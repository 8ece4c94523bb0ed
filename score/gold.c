/* Items come one after the other: of a store what `tokfix export --format pairs` would write with
 * the same choice, of a file its rows. A row is whole or the file is refused, since a score of a
 * part would look like one of the whole. Of each only what scoring needs is kept. */
#include "score/gold.h"

#include "base/array.h"
#include "base/file_kind.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "classify/classify.h"
#include "db/store.h"
#include "fixes/fix_reader.h"
#include "score/gold_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

bool place_find(size_t *byte, struct token_text program, int64_t line, int64_t column)
{
    size_t at = 0;
    if (line < 1 || column < 0)
        return false;
    for (; line > 1; line--) {
        while (at < program.length && !is_line_end(program.bytes[at]))
            at++;
        if (at == program.length)
            return false;
        bool is_crlf =
            program.bytes[at] == '\r' && at + 1 < program.length && program.bytes[at + 1] == '\n';
        at += is_crlf ? 2 : 1;
    }
    for (; column > 0; column--) {
        uint32_t ignored;
        size_t n = at < program.length && !is_line_end(program.bytes[at])
                       ? utf8_decode(program.bytes + at, program.length - at, &ignored)
                       : 0;
        if (!n)
            return false;
        at += n;
    }
    *byte = at;
    return true;
}

int gold_find_kind(bool *is_store, const char *path, struct err *err)
{
    struct file_start start = {0};
    int status = strcmp(path, "-") == 0 ? 0 : file_start_read(&start, path, err);
    *is_store = start.kind == FILE_KIND_DATABASE;
    return status;
}

/* What reading works with. */
struct reading {
    struct gold *gold;
    const char *path;
    const struct export_view *view;
    struct gold_viewer viewer;

    /* Of a store: its language, and the fixes that are marked as excluded, in the order of their
     * numbers. */
    const struct language *language;
    ARRAY(int64_t) excluded;
};

int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err)
{
    if (table_add(&gold->ids, item->id) == TABLE_NONE)
        return err_set(err, "%s: the id '%.200s' stands there twice", place, item->id);
    array_push(&gold->items, *item);
    gold->n_correct += item->category == GOLD_CORRECT;
    return 0;
}

static struct token_text keep_program(const char *text, struct arena *arena)
{
    text += utf8_byte_order_mark(text, strlen(text));
    size_t length = strlen(text);
    return (struct token_text){arena_copy_text(arena, text, length), length};
}

static const char *text_of(const struct json *row, const char *key)
{
    const char *text = json_text(json_get(row, key));
    return text ? text : "";
}

/* What was shown of a bug that starts at a byte. */
static const char *show_bug(struct gold_item *item, const struct json *json, size_t start,
                            struct reading *reading)
{
    struct fix row = {
        .before = text_of(json, "before"),
        .after = item->after,
        .category = text_of(json, "category"),
        .buggy_code = item->program.bytes,
        .buggy_length = item->program.length,
        .fixed_code = item->fixed.bytes,
        .fixed_length = item->fixed.length,
        .start_byte = (int64_t)start,
        .end_byte = json_int(json_get(json, "end_byte"), 0),
    };
    if (row.end_byte < row.start_byte || (size_t)row.end_byte > row.buggy_length)
        row.end_byte = row.start_byte;
    row.edit = !*row.before ? "insert" : !*row.after ? "delete" : "replace";
    row.token_end_byte = row.place_end = row.end_byte;
    row.place = row.start_byte;
    return gold_show(item, &row, reading->view, &reading->viewer, &reading->gold->arena);
}

/* Makes the item of a row of `pairs`. */
static const char *read_pair(struct gold_item *item, const struct json *row,
                             struct reading *reading)
{
    struct arena *arena = &reading->gold->arena;
    const char *category = json_text(json_get(row, "category"));
    const char *after = json_text(json_get(row, "after"));
    const char *language = json_text(json_get(row, "language"));
    size_t start;
    item->language = language ? language_find(language) : languages[0];
    if (!item->language)
        return "the language is none that tokfix reads";
    if (!category || !after)
        return "category or after is missing";
    bool is_correct = strcmp(category, "none") == 0;
    item->category = is_correct ? GOLD_CORRECT : bug_category_find(category);
    if (item->category < 0)
        return "the category is none that tokfix knows";
    item->program = keep_program(json_text(json_get(row, "buggy_code")), arena);
    item->fixed = keep_program(json_text(json_get(row, "fixed_code")), arena);
    item->after = arena_copy_text(arena, after, strlen(after));
    gold_show_all(item);
    if (is_correct && reading->view->granularity != GRANULARITY_PROGRAM)
        return "rows of pairs do not say what was shown of a correct program: score the database, "
               "or rows that were exported --with-ids";
    if (is_correct)
        return NULL;
    item->line = json_int(json_get(row, "line"), 0);
    item->column = json_int(json_get(row, "column"), -1);
    if (!place_find(&start, item->program, item->line, item->column))
        return "line and column are no place in buggy_code";
    return show_bug(item, row, start, reading);
}

/* All rows with ids are of one task, the one that was asked for. */
static const char *read_answer(struct gold_item *item, const struct json *row,
                               struct reading *reading)
{
    const struct export_task *task = NULL;
    const char *problem = gold_read_answer(item, &task, row, &reading->gold->arena);
    if (!problem && reading->gold->task && task != reading->gold->task)
        return "the task is another one than that of the rows before";
    reading->gold->task = task;
    bool is_marked = json_is_true(json_get(row, "marked"));
    bool is_first = reading->gold->items.n == 0;
    if (!problem && reading->view->has_marks && !is_marked)
        return "the place is not marked in the row; leave --mark-location away";
    bool is_given = is_marked && task && task->is_repair;
    if (!problem && !is_first && is_given != reading->gold->is_place_given)
        return "the place is marked in only some of the rows";
    reading->gold->is_place_given = is_given;
    return problem;
}

/* Returns what is wrong with the row, or NULL. */
static const char *read_row(struct gold_item *item, const struct json *row, struct reading *reading)
{
    struct arena *arena = &reading->gold->arena;
    const char *code = json_text(json_get(row, "task")) ? json_text(json_get(row, "code")) : NULL;
    const char *buggy = json_text(json_get(row, "buggy_code"));
    const char *fixed = json_text(json_get(row, "fixed_code"));
    const char *input = json_text(json_get(row, "input_text"));
    const char *id = json_text(json_get(row, input ? "commit_sha" : "id"));
    const char *longer = input ? input : code ? code : buggy;
    if (!input && !code && !(buggy && fixed))
        return "neither buggy_code and fixed_code (pairs), nor input_text (nbf), nor task and code "
               "(--with-ids)";
    if (!id || !*id)
        return input ? "commit_sha, the id, is missing" : "id is missing";
    if (strlen(longer) > GOLD_MAX_BYTES || (fixed && strlen(fixed) > GOLD_MAX_BYTES))
        return "a program of more than 1 MiB";
    item->id = arena_copy_text(arena, id, strlen(id));
    if (!input)
        return code ? read_answer(item, row, reading) : read_pair(item, row, reading);
    const char *problem = gold_read_nbf(item, row, arena);
    gold_show_all(item);
    return problem;
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct reading *reading = context;
    struct gold_item item = {0};
    scoped(str) place = {0};
    const char *problem = line->value ? read_row(&item, line->value, reading) : line->problem;
    str_print(&place, "%s:%" PRIu64, reading->path, line->number);
    int status = problem ? err_set(err, "%s: %s", str_text(&place), problem)
                         : gold_add(reading->gold, &item, str_text(&place), err);
    return status;
}

static int read_lines(struct gold *out, const char *path, const struct gold_options *options,
                      struct err *err)
{
    struct reading reading = {.gold = out, .path = path, .view = &options->view};
    int status = lines_each_json(path, take_line, &reading, err);
    gold_viewer_release(&reading.viewer);
    return status;
}

static const char *keep(struct gold *gold, const char *text)
{
    return arena_copy_text(&gold->arena, text, strlen(text));
}

static int add_row(struct reading *reading, const struct fix *row, bool is_leaked, struct err *err)
{
    struct gold *gold = reading->gold;
    int category = row->is_clean ? GOLD_CORRECT : bug_category_find(row->category);
    struct gold_item item = {
        .id = keep(gold, row->id),
        .language = reading->language,
        .category = category,
        .is_leaked = is_leaked,
        .line = row->line,
        .column = row->column,
        .after = keep(gold, row->after),
    };
    if (category < 0)
        return err_set(err, "the fix %s has the category '%s', which this tokfix does not know",
                       row->id, row->category);
    item.program.bytes = arena_copy_text(&gold->arena, row->buggy_code, row->buggy_length);
    item.program.length = row->buggy_length;
    item.fixed = item.program;
    if (!row->is_clean) {
        item.fixed.bytes = arena_copy_text(&gold->arena, row->fixed_code, row->fixed_length);
        item.fixed.length = row->fixed_length;
    }
    const char *problem = gold_show(&item, row, reading->view, &reading->viewer, &gold->arena);
    if (problem)
        return err_set(err, "of the fix %s nothing can be shown: %s", row->id, problem);
    return gold_add(gold, &item, reading->path, err);
}

static int read_exclusions(struct reading *reading, struct db *db, struct err *err)
{
    struct db_statement *s;
    int status = db_prepare(&s, db,
                            "SELECT DISTINCT fix_id FROM exclusions WHERE reason NOT IN "
                            "('split', 'program') ORDER BY fix_id",
                            err);
    if (status != 0)
        return ERR;
    while ((status = db_step(s, err)) == 1)
        array_push(&reading->excluded, db_int(s, 0));
    db_finish(s);
    return status;
}

static int read_dataset(struct gold *out, struct db *db, struct err *err)
{
    struct db_statement *s;
    int status = db_prepare(&s, db, "SELECT coalesce(dataset, '') FROM run", err);
    if (status != 0)
        return ERR;
    status = db_step(s, err);
    if (status == 1 && *db_text(s, 0))
        out->dataset = keep(out, db_text(s, 0));
    db_finish(s);
    return status < 0 ? ERR : 0;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static int take(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err)
{
    struct reading *reading = context;
    (void)made;
    bool is_leaked =
        reading->excluded.n && bsearch(&item->fix_id, reading->excluded.items, reading->excluded.n,
                                       sizeof item->fix_id, compare_ids);
    return add_row(reading, fix, is_leaked, err);
}

static int read_store(struct gold *out, const char *path, const struct gold_options *options,
                      struct err *err)
{
    struct reading reading = {.gold = out, .path = path, .view = &options->view};
    struct db *db;
    struct fix_selection selection = {0};
    struct fix_visit visit = {.context = &reading, .take = take};
    if (store_open(&db, path, err) != 0)
        return ERR;
    int status = store_language(&reading.language, db, err);
    if (status == 0)
        status = read_dataset(out, db, err);
    if (status == 0)
        status = read_exclusions(&reading, db, err);
    if (status == 0)
        status = fix_select(&selection, db, options->choice, err);
    if (status == 0)
        status = fix_refuse_mixed_splits(&selection, options->choice, "one score", "", err);
    if (status == 0) {
        out->has_exclusions = reading.excluded.n > 0;
        out->account = selection.account;
        status = fixes_visit(db, selection.items.items, selection.items.n, &visit, err);
    }
    gold_viewer_release(&reading.viewer);
    fix_selection_release(&selection);
    array_release(&reading.excluded);
    db_close(db);
    return status;
}

int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err)
{
    *out =
        (struct gold){.is_place_given = options->view.has_marks && options->view.task->is_repair};
    int status = gold_find_kind(&out->is_store, path, err);
    if (status == 0)
        status = out->is_store ? read_store(out, path, options, err)
                               : read_lines(out, path, options, err);
    if (status == 0 && out->items.n == 0)
        status = out->is_store ? err_set(err, "no fix of '%s' is chosen to be scored", path)
                               : err_set(err, "'%s' holds no row to be scored", path);
    if (status == 0 && out->is_place_given && out->n_correct)
        status =
            err_set(err,
                    "'%s' holds %" PRId64 " correct %s, in which no place can be given; leave "
                    "--mark-location away, or score bugs alone",
                    path, out->n_correct, plural((double)out->n_correct, "program", "programs"));
    return status;
}

void gold_release(struct gold *gold)
{
    array_release(&gold->items);
    table_release(&gold->ids);
    arena_release(&gold->arena);
}
