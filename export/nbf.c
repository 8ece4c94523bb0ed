/* The test format of nbfbaselines and RealiT (github.com/cedricrupb/nbfbaselines).
 *
 * `error_marker` is [start line, start column, end line, end column]: 0-based, end exclusive,
 * columns in code points, lines ended by LF. A missing `not` is marked on the token that it must
 * stand before, with the repair "not"; a superfluous one on itself, with the repair "". A correct
 * program has an empty marker. The format has types for numbers and booleans, but none for other
 * literals (strings, None, a changed type) and none for anything outside the six categories: such
 * fixes are left out. */
#include "base/utf8.h"
#include "export/format.h"
#include "export/nbf_check.h"

#include <string.h>

static const struct export_feature features[] = {
    {"bug_type", FEATURE_TEXT, "varmisuse, binop, not, litbool or numeric; none for no bug", NULL},
    {"project", FEATURE_TEXT, "The problem", NULL},
    {"project_url", FEATURE_TEXT, "The problem", NULL},
    {"commit_sha", FEATURE_TEXT, "The id of the fix", NULL},
    {"comodified", FEATURE_BOOL, "Whether more than the bug was changed: never", NULL},
    {"input_text", FEATURE_TEXT, "The buggy code", NULL},
    {"error_marker", FEATURE_INTS,
     "Start line and column, end line and column of the bug, from 0, in code points", NULL},
    {"repair", FEATURE_TEXT, "The token that stands there in the fixed program", NULL},
    {0},
};

/* The format's type, by category and pattern; NULL when it has none. */
static const char *bug_type(const struct fix *row)
{
    static const struct {
        const char *category, *edit, *pattern, *type; /* NULL: any */
    } rules[] = {
        {"none", NULL, NULL, "none"},
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

static const char *write_row(const struct example *example, struct str *out)
{
    const struct fix *row = example->row;
    const struct excerpt *excerpt = &example->excerpt;
    const struct str *shown = &example->values[PLACEHOLDER_CODE];
    const char *type = bug_type(row);
    if (!type)
        return "the format has no type for such an edit";
    struct json *marker = json_array();
    if (!row->is_clean) {
        push_position(marker, str_text(shown), excerpt->above.length + excerpt->start);
        push_position(marker, str_text(shown), excerpt->above.length + excerpt->token_end);
    }
    struct json *line = json_object();
    json_set_text(line, "bug_type", type);
    json_set_text(line, "project", row->problem_id);
    json_set_text(line, "project_url", row->problem_id);
    json_set_text(line, "commit_sha", row->id);
    json_set_bool(line, "comodified", false);
    json_set_text(line, "input_text", str_text(shown));
    json_set(line, "error_marker", marker);
    json_set_text(line, "repair", row->after);
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_nbf = {
    .name = "nbf",
    .summary = "the test format of nbfbaselines and RealiT",
    .features = features,
    .reads = "input_text",
    .tasks = FORMAT_REPAIRS,
    .max_tokens = DETECTOR_MAX_TOKENS,
    .has_negatives = true,
    .write = write_row,
    .check = nbf_check,
};
