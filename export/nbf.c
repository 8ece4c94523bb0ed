/* The test format of nbfbaselines and RealiT (github.com/cedricrupb/nbfbaselines).
 *
 * `error_marker` is [start line, start column, end line, end column]: 0-based, end exclusive,
 * columns in code points, lines ended by LF. A missing `not` is marked on the token that it must
 * stand before, with the repair "not"; a superfluous one on itself, with the repair "". The format
 * has types for numbers and booleans, but none for other literals (strings, None, a changed type)
 * and none for anything outside the six categories: such fixes are left out. */
#include "base/json.h"
#include "base/utf8.h"
#include "export/export.h"

#include <string.h>

/* The format's type, by category and pattern; NULL when it has none. */
static const char *bug_type(const struct export_row *row)
{
    static const struct {
        const char *category, *edit, *pattern, *type; /* NULL: any */
    } rules[] = {
        {"variable_misuse", NULL, NULL, "varmisuse"},
        {"logical_operator", "replace", NULL, "binop"},
        {"logical_operator", NULL, NULL, "not"},
        {"binary_operator", NULL, NULL, "binop"},
        {"comparison_operator", NULL, NULL, "binop"},
        {"assignment_operator", NULL, NULL, "binop"},
        {"literal", NULL, "CHANGE_BOOLEAN_LITERAL", "litbool"},
        {"literal", NULL, "CHANGE_NUMERIC_LITERAL", "numeric"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].category, row->category) == 0 &&
            (!rules[i].edit || strcmp(rules[i].edit, row->edit) == 0) &&
            (!rules[i].pattern || strcmp(rules[i].pattern, row->pattern) == 0))
            return rules[i].type;
    return NULL;
}

static void push_position(struct json *marker, const char *code, size_t byte)
{
    size_t line = 0, line_start = 0;
    for (size_t i = 0; i < byte; i++)
        if (code[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    json_push_int(marker, (int64_t)line);
    json_push_int(marker, (int64_t)utf8_count(code + line_start, byte - line_start));
}

static bool write_row(const struct export_row *row, FILE *out)
{
    const char *type = bug_type(row);
    if (!type)
        return false;
    struct json *marker = json_array();
    push_position(marker, row->buggy_code, (size_t)row->start_byte);
    push_position(marker, row->buggy_code, (size_t)row->token_end_byte);

    struct json *line = json_object();
    json_set_text(line, "bug_type", type);
    json_set_text(line, "project", row->problem_id);
    json_set_text(line, "project_url", row->problem_id);
    json_set_text(line, "commit_sha", row->id);
    json_set_bool(line, "comodified", false);
    json_set_text(line, "input_text", row->buggy_code);
    json_set(line, "error_marker", marker);
    json_set_text(line, "repair", row->after);
    json_write_line(line, out);
    json_free(line);
    return true;
}

const struct export_format export_format_nbf = {
    .name = "nbf",
    .write = write_row,
};
