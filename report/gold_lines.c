/* Rows are read one at a time; a row is whole or the file is refused, since a score of a part would
 * look like one of the whole. */
#include "report/gold.h"

#include "base/packed_lines.h"
#include "base/utf8.h"
#include "classify/classify.h"
#include "report/gold_nbf.h"
#include "report/place.h"

#include <inttypes.h>
#include <string.h>

static struct token_text keep_program(const char *text, struct arena *arena)
{
    text += utf8_byte_order_mark(text, strlen(text));
    size_t length = strlen(text);
    return (struct token_text){arena_copy_text(arena, text, length), length};
}

/* Makes the item of a row of `pairs`. */
static const char *read_pair(struct gold_item *item, const struct json *row, struct arena *arena)
{
    const char *category = json_text(json_get(row, "category"));
    const char *after = json_text(json_get(row, "after"));
    const char *language = json_text(json_get(row, "language"));
    size_t ignored;
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
    if (is_correct)
        return NULL;
    item->line = json_int(json_get(row, "line"), 0);
    item->column = json_int(json_get(row, "column"), -1);
    if (!place_find(&ignored, item->program, item->line, item->column))
        return "line and column are no place in buggy_code";
    return NULL;
}

/* Returns what is wrong with the row, or NULL. */
static const char *read_row(struct gold_item *item, const struct json *row, struct arena *arena)
{
    const char *buggy = json_text(json_get(row, "buggy_code"));
    const char *fixed = json_text(json_get(row, "fixed_code"));
    const char *input = json_text(json_get(row, "input_text"));
    const char *id = json_text(json_get(row, input ? "commit_sha" : "id"));
    const char *longer = input ? input : buggy;
    if (!input && !(buggy && fixed))
        return "neither buggy_code and fixed_code (pairs) nor input_text (nbf)";
    if (!id || !*id)
        return input ? "commit_sha, the id, is missing" : "id is missing";
    if (strlen(longer) > GOLD_MAX_BYTES || (!input && strlen(fixed) > GOLD_MAX_BYTES))
        return "a program of more than 1 MiB";
    item->id = arena_copy_text(arena, id, strlen(id));
    return input ? gold_read_nbf(item, row, arena) : read_pair(item, row, arena);
}

static int take_line(struct gold *out, const char *place, const char *line, size_t length,
                     struct err *err)
{
    struct gold_item item = {0};
    struct json *row;
    struct err reason;
    if (json_parse(&row, line, length, &reason) != 0)
        return err_set(err, "%s: %s", place, reason.message);
    const char *problem = read_row(&item, row, &out->arena);
    json_free(row);
    if (problem)
        return err_set(err, "%s: %s", place, problem);
    return gold_add(out, &item, place, err);
}

int gold_read_lines(struct gold *out, const char *path, struct err *err)
{
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
        if (take_line(out, str_text(&place), line, length, err) != 0) {
            status = ERR;
            break;
        }
    }
    packed_lines_close(&lines);
    str_release(&place);
    return status;
}
