/* The test format of nbfbaselines and RealiT (github.com/cedricrupb/nbfbaselines).
 *
 * `error_marker` is [start line, start column, end line, end column]: 0-based, end exclusive,
 * columns in code points, lines ended by LF. If `not` is missing, the marker is on the token that
 * must follow it, with the repair "not"; a superfluous `not` is marked itself, with the repair "".
 * A correct program has an empty marker. The format has types for numbers and booleans, but none
 * for other literals (strings, None, a number for a boolean) and none for anything outside the six
 * categories: such fixes are omitted, and so are those in other languages than Python. */
#include "db/fixes/forge.h"
#include "export/format.h"

#include <string.h>

static bool is_number(const char *text)
{
    return (*text >= '0' && *text <= '9') || (*text == '.' && text[1] >= '0' && text[1] <= '9');
}

static const struct export_feature features[] = {
    {"bug_type", FEATURE_TEXT, "varmisuse, binop, not, litbool or numeric; none for no bug",
     WRITTEN},
    {"project", FEATURE_TEXT, "The repository's owner and name; of a contest, the problem's id",
     WRITTEN},
    {"project_url", FEATURE_TEXT,
     "The repository's address, or its id if that is unknown; of a contest, the problem's id",
     WRITTEN},
    {"commit_sha", FEATURE_TEXT, "The commit; of a contest, the id of the fix", WRITTEN},
    {"comodified", FEATURE_BOOL,
     "Whether the commit changed more than one file; of a contest, always false", WRITTEN},
    {"input_text", FEATURE_TEXT, "The buggy code", WRITTEN},
    {"error_marker", FEATURE_INTS,
     "The bug's start line, start column, end line and end column, from 0, in code points",
     WRITTEN},
    {"repair", FEATURE_TEXT, "The token that replaces it in the fixed program", WRITTEN},
    {0},
};

enum literal { OF_NUMBER, OF_TRUTH, OF_STRING, OF_OTHER };

static enum literal literal_of(const char *text)
{
    size_t length = strlen(text);
    if (is_number(text))
        return OF_NUMBER;
    if (text_is_one_of(text, language_of_nbf()->nbf->truths))
        return OF_TRUTH;
    return length && strchr("'\"", text[length - 1]) ? OF_STRING : OF_OTHER;
}

/* Sets the bug type of a literal, or the reason why there is none. */
static const char *type_literal(const char **type, const struct fix *row)
{
    enum literal before = literal_of(row->before), after = literal_of(row->after);
    if (before == OF_STRING && after == OF_STRING)
        return "the format has no bug type for strings";
    if (before != after || before == OF_OTHER)
        return "the format has no bug type for a literal of another type";
    *type = before == OF_NUMBER ? "numeric" : "litbool";
    return NULL;
}

/* Sets the format's bug type for a category and edit, or returns the reason why there is none. */
static const char *find_type(const char **type, const struct fix *row)
{
    static const struct {
        const char *category, *edit, *type; /* edit: NULL: any */
    } rules[] = {
        {"none", NULL, "none"},
        {"variable_misuse", NULL, "varmisuse"},
        {"logical_operator", "replace", "binop"},
        {"logical_operator", NULL, "not"},
        {"binary_operator", NULL, "binop"},
        {"comparison_operator", NULL, "binop"},
        {"assignment_operator", NULL, "binop"},
    };
    if (strcmp(row->category, "literal") == 0)
        return type_literal(type, row);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].category, row->category) == 0 &&
            (!rules[i].edit || strcmp(rules[i].edit, row->edit) == 0)) {
            *type = rules[i].type;
            return NULL;
        }
    return "the format has no bug type for the category";
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

/* Sets where the code comes from. */
static void set_origin(struct json *line, const struct fix *row)
{
    const struct fix_provenance *git = &row->provenance;
    scoped(str) project = {0};
    if (!fix_is_of_git(row)) {
        json_add(line, J_TEXT("project", row->problem_id), J_TEXT("project_url", row->problem_id),
                 J_TEXT("commit_sha", row->id), J_BOOL("comodified", false));
        return;
    }
    forge_add_project(&project, git);
    json_add(line, J_TEXT("project", str_text(&project)),
             J_TEXT("project_url", *git->url ? git->url : git->repository),
             J_TEXT("commit_sha", git->commit), J_BOOL("comodified", git->sweep_size > 1));
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct fix *row = example->row;
    const struct excerpt *excerpt = &example->excerpt;
    const struct str *shown = &example->shown;
    const char *type = NULL, *reason = find_type(&type, row);
    if (strcmp(row->language, language_of_nbf()->name) != 0)
        return "the format has programs in Python only";
    scoped(program) program = {0};
    if (!reason && example->view->has_tokens)
        reason = example_tokenize(example, &program);
    if (reason)
        return reason;
    struct json *marker = json_array();
    if (!row->is_clean) {
        push_position(marker, str_text(shown), excerpt->above.length + excerpt->start);
        push_position(marker, str_text(shown), excerpt->above.length + excerpt->token_end);
    }
    struct json *line = json_make(J_TEXT("bug_type", type));
    set_origin(line, row);
    json_add(line, J_TEXT("input_text", str_text(shown)), J_VALUE("error_marker", marker),
             J_TEXT("repair", row->after));
    if (example->view->has_tokens)
        export_set_tokens(line, &program);
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_nbf = {
    .name = "nbf",
    .summary = "the test format of nbfbaselines and RealiT",
    .help =
        "the test format of nbfbaselines and RealiT. It supports only number and boolean "
        "literals. Fixes of other literals, fixes that change a literal's type (but 1 to 1.0), and "
        "the categories type and other are left out",
    .features = features,
    .flags = FORMAT_OMITS_OTHER | FORMAT_NEGATIVES | FORMAT_TOKENS,
    .max_tokens = DETECTOR_MAX_TOKENS,
    .write = write_row,
};
