/* The marker is [start line, start column, end line, end column], all from 0, with lines ended by
 * LF, columns in code points and an exclusive end. With the repair "not" of the type `not` a token
 * is marked that `not` is missing before. A byte order mark counts in the marker and is no part of
 * the program. */
#include "score/gold_nbf.h"

#include "base/utf8.h"
#include "export/nbf_marker.h"
#include "tokenize/apply.h"
#include "tokenize/program.h"

#include <math.h>
#include <string.h>

/* What the scorer goes by: the type, and of `binop` the repair; the first line that holds. */
static const struct {
    const char *type, *repairs; /* repairs: between blanks; NULL: any */
    enum bug_category category;
} rules[] = {
    {"varmisuse", NULL, CATEGORY_VARIABLE_MISUSE},
    {"litbool", NULL, CATEGORY_LITERAL},
    {"numeric", NULL, CATEGORY_LITERAL},
    {"not", NULL, CATEGORY_LOGICAL_OPERATOR},
    {"binop", " + - * ** / // % @ << >> | & ^ ", CATEGORY_BINARY_OPERATOR},
    {"binop", " < <= > >= == != <> in is ", CATEGORY_COMPARISON_OPERATOR},
    {"binop", " and or not ", CATEGORY_LOGICAL_OPERATOR},
};

/* Operators of two words, however they are spaced, are comparisons; what else holds `=`, is an
 * assignment. */
static int category_of(const char *type, const char *repair)
{
    struct str wanted = {0};
    int category = -1;
    str_print(&wanted, " %s ", repair);
    for (size_t i = 0; i < sizeof rules / sizeof *rules && category < 0; i++)
        if (strcmp(rules[i].type, type) == 0 &&
            (!rules[i].repairs || strstr(rules[i].repairs, str_text(&wanted))))
            category = rules[i].category;
    str_release(&wanted);
    if (category >= 0 || strcmp(type, "binop") != 0)
        return category;
    if (strncmp(repair, "not ", 4) == 0 || strncmp(repair, "is ", 3) == 0)
        return CATEGORY_COMPARISON_OPERATOR;
    return strchr(repair, '=') ? CATEGORY_ASSIGNMENT_OPERATOR : CATEGORY_OTHER;
}

/* The bytes of the error; false when the marker is none. */
static bool read_marker(size_t bytes[2], struct token_text text, const struct json *marker)
{
    double numbers[4];
    for (size_t i = 0; i < 4; i++) {
        numbers[i] = json_number(json_item(marker, i), -1);
        if (!(numbers[i] >= 0 && numbers[i] <= GOLD_MAX_BYTES) || numbers[i] != floor(numbers[i]))
            return false;
    }
    return json_count(marker) == 4 && nbf_marker_find(&bytes[0], text, numbers[0], numbers[1]) &&
           nbf_marker_find(&bytes[1], text, numbers[2], numbers[3]) && bytes[0] < bytes[1];
}

const char *gold_read_nbf(struct gold_item *item, const struct json *row, struct arena *arena)
{
    const char *type = json_text(json_get(row, "bug_type"));
    const char *repair = json_text(json_get(row, "repair"));
    const char *input = json_text(json_get(row, "input_text"));
    const struct json *marker = json_get(row, "error_marker");
    struct token_text text = {input, strlen(input)};
    size_t bytes[2], mark = utf8_byte_order_mark(input, text.length);
    if (!type || !json_is_array(marker))
        return "bug_type or error_marker is missing";
    item->language = &language_python;
    item->program.length = text.length - mark;
    item->program.bytes = arena_copy_text(arena, input + mark, text.length - mark);
    item->fixed = item->program;
    item->after = "";
    item->category = GOLD_CORRECT;
    if (json_count(marker) == 0)
        return NULL;
    if (!repair || !read_marker(bytes, text, marker) || bytes[0] < mark)
        return "no error_marker [line, column, line, column] in input_text with a repair";
    item->category = category_of(type, repair);
    if (item->category < 0)
        return "the bug_type is none of varmisuse, binop, not, litbool, numeric";
    struct position place =
        source_position(item->program.bytes, item->program.length, bytes[0] - mark);
    item->line = place.line;
    item->column = place.column;
    item->after = arena_copy_text(arena, repair, strlen(repair));
    bool is_insertion = strcmp(type, "not") == 0 && *repair;
    struct str fixed = {0};
    edit_apply(&fixed, item->program.bytes, item->program.length, bytes[0] - mark,
               (is_insertion ? bytes[0] : bytes[1]) - mark, repair, strlen(repair));
    item->fixed =
        (struct token_text){arena_copy_text(arena, str_text(&fixed), fixed.length), fixed.length};
    str_release(&fixed);
    return NULL;
}
