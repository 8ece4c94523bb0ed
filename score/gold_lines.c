/* Rows are read one at a time; a row is whole or the file is refused, since a score of a part would
 * look like one of the whole. */
#include "score/gold.h"

#include "base/packed_lines.h"
#include "base/utf8.h"
#include "classify/classify.h"
#include "score/gold_nbf.h"
#include "score/gold_view.h"
#include "score/place.h"

#include <inttypes.h>
#include <string.h>

static struct token_text keep_program(const char *text, struct arena *arena)
{
    text += utf8_byte_order_mark(text, strlen(text));
    size_t length = strlen(text);
    return (struct token_text){arena_copy_text(arena, text, length), length};
}

/* What reading works with. */
struct reading {
    struct gold *out;
    const struct export_view *view;
    struct gold_viewer viewer;
};

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
    return gold_show(item, &row, reading->view, &reading->viewer, &reading->out->arena);
}

/* Makes the item of a row of `pairs`. */
static const char *read_pair(struct gold_item *item, const struct json *row,
                             struct reading *reading)
{
    struct arena *arena = &reading->out->arena;
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
    const char *problem = gold_read_answer(item, &task, row, &reading->out->arena);
    if (!problem && reading->out->task && task != reading->out->task)
        return "the task is another one than that of the rows before";
    reading->out->task = task;
    bool is_marked = json_is_true(json_get(row, "marked"));
    bool is_first = reading->out->items.n == 0;
    if (!problem && reading->view->has_marks && !is_marked)
        return "the place is not marked in the row; leave --mark-location away";
    bool is_given = is_marked && task && task->is_repair;
    if (!problem && !is_first && is_given != reading->out->is_place_given)
        return "the place is marked in only some of the rows";
    reading->out->is_place_given = is_given;
    return problem;
}

/* Returns what is wrong with the row, or NULL. */
static const char *read_row(struct gold_item *item, const struct json *row, struct reading *reading)
{
    struct arena *arena = &reading->out->arena;
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

static int take_line(struct reading *reading, const char *place, const char *line, size_t length,
                     struct err *err)
{
    struct gold_item item = {0};
    struct json *row;
    struct err reason;
    if (json_parse(&row, line, length, &reason) != 0)
        return err_set(err, "%s: %s", place, reason.message);
    const char *problem = read_row(&item, row, reading);
    json_free(row);
    if (problem)
        return err_set(err, "%s: %s", place, problem);
    return gold_add(reading->out, &item, place, err);
}

int gold_read_lines(struct gold *out, const char *path, const struct gold_options *options,
                    struct err *err)
{
    struct reading reading = {.out = out, .view = &options->view};
    struct packed_lines lines;
    struct str place = {0};
    char *line;
    size_t length;
    int status;
    if (packed_lines_open(&lines, path, PACKED_LINES_MAX_BYTES, err) != 0)
        return ERR;
    while ((status = packed_lines_next(&lines, &line, &length, err)) == 1) {
        if (strspn(line, " \t\r") >= length)
            continue; /* a blank line */
        str_clear(&place);
        str_print(&place, "%s:%" PRIu64, path, lines.number);
        if (take_line(&reading, str_text(&place), line, length, err) != 0) {
            status = ERR;
            break;
        }
    }
    packed_lines_close(&lines);
    gold_viewer_release(&reading.viewer);
    str_release(&place);
    return status;
}
