/* The check converts the marker to bytes, finds the token at these bytes, and compares the token
 * and its repair with bug_type. The code may be a fragment of a program.
 *
 * The test format of nbfbaselines and RealiT (github.com/cedricrupb/nbfbaselines).
 *
 * `error_marker` is [start line, start column, end line, end column]: 0-based, end exclusive,
 * columns in code points, lines ended by LF. If `not` is missing, the marker is on the token that
 * must follow it, with the repair "not"; a superfluous `not` is marked itself, with the repair "".
 * A correct program has an empty marker. The format has types for numbers and booleans, but none
 * for other literals (strings, None, a number for a boolean) and none for anything outside the six
 * categories: such fixes are omitted, and so are those in other languages than Python. */
#include "base/str.h"
#include "export/format.h"
#include "fixes/forge.h"
#include "tokenize/code_lines.h"

#include <string.h>

struct marked {
    const char *code;
    size_t length, start, end;
};

static bool read_marker(struct marked *marked, const struct json *marker, struct rule_check *check)
{
    double numbers[4];
    if (json_count(marker) != 4) {
        rule_check_report(check, "error_marker", "the marker has %s, not 4",
                          counted((int64_t)json_count(marker), "item", "items").text);
        return false;
    }
    for (size_t i = 0; i < 4; i++) {
        numbers[i] = json_number(json_item(marker, i), -1);
        if (numbers[i] < 0) {
            rule_check_report(check, "error_marker", "%.0f is not a line or column", numbers[i]);
            return false;
        }
    }
    if (!source_find_nbf_place(&marked->start, marked->code, marked->length, numbers[0],
                               numbers[1]) ||
        !source_find_nbf_place(&marked->end, marked->code, marked->length, numbers[2],
                               numbers[3])) {
        rule_check_report(check, "error_marker", "[%.0f, %.0f, %.0f, %.0f] is outside input_text",
                          numbers[0], numbers[1], numbers[2], numbers[3]);
        return false;
    }
    if (marked->start >= marked->end) {
        rule_check_report(check, "error_marker", "the marker ends at or before its start");
        return false;
    }
    return true;
}

/* Whether the marker is on a token, as far as there are any. */
static bool marks_token(const struct lexical *lexical, const struct marked *marked, bool *is_cut)
{
    struct lexer lexer;
    struct token token;
    enum lexer_result result;
    lexer_start(&lexer, lexical, marked->code, (uint32_t)marked->length);
    while ((result = lexer_next(&lexer, &token)) == LEXER_TOKEN)
        if (!token_is_layout(&token) && token.end_byte > marked->start)
            return token.start_byte == marked->start && token.end_byte == marked->end;
    *is_cut = result == LEXER_ERROR;
    return false;
}

/* The same for code that may be a fragment. If it has no tokens, nothing is claimed. */
static bool may_mark_token(const struct lexical *lexical, const struct marked *marked)
{
    bool is_cut = false;
    bool is_marked = marks_token(lexical, marked, &is_cut);
    if (is_marked || !is_cut)
        return is_marked;
    scoped(lexical) *fragments = lexical_new_for_fragments(lexical->language);
    is_cut = false;
    return marks_token(fragments, marked, &is_cut) || is_cut;
}

static void check_token(const struct marked *marked, struct rule_check *check)
{
    if (!check->programs || marked->length > LEXER_MAX_BYTES)
        return;
    const struct lexical *lexical = row_programs_lexical(check->programs, language_of_nbf());
    size_t shown = marked->end - marked->start < 80 ? marked->end - marked->start : 80;
    if (!may_mark_token(lexical, marked))
        rule_check_report(check, "marked_token", "'%.*s' is not exactly one token", (int)shown,
                          marked->code + marked->start);
}

/* Returns whether the scorer treats the text as an operator: binary, comparison, assignment or
 * boolean. */
static bool is_operator(const struct language *language, const char *text)
{
    return strcmp(text, language->nbf->negation) != 0 &&
           language_operator_category(language, text) != CATEGORY_OTHER;
}

static bool is_word(const char *text)
{
    char c = *text;
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool is_number(const char *text)
{
    return (*text >= '0' && *text <= '9') || (*text == '.' && text[1] >= '0' && text[1] <= '9');
}

static bool do_agree(const char *type, const char *repair)
{
    const struct language *language = language_of_nbf();
    if (strcmp(type, "not") == 0)
        return !*repair || strcmp(repair, language->nbf->negation) == 0;
    if (strcmp(type, "litbool") == 0)
        return text_is_one_of(repair, language->nbf->truths);
    if (strcmp(type, "numeric") == 0)
        return is_number(repair);
    return strcmp(type, "binop") == 0 ? is_operator(language, repair) : is_word(repair);
}

static void check_repair(const struct marked *marked, const char *type, const char *repair,
                         struct rule_check *check)
{
    size_t length = marked->end - marked->start;
    bool is_same =
        strlen(repair) == length && memcmp(marked->code + marked->start, repair, length) == 0;
    const char *negation = language_of_nbf()->nbf->negation;
    bool marks_negation =
        strlen(negation) == length && memcmp(marked->code + marked->start, negation, length) == 0;
    if (!do_agree(type, repair))
        rule_check_report(check, "bug_type_repair", "'%s' cannot be the repair of a %s", repair,
                          type);
    else if (!*repair && !marks_negation)
        rule_check_report(check, "bug_type_repair",
                          "the repair is empty, but the marked token is not '%s'", negation);
    /* a `not` may come before another */
    if (is_same && strcmp(type, "not") != 0)
        rule_check_report(check, "repair", "the repair '%s' is the marked token itself", repair);
}

/* Reports every rule that a row breaks beyond its keys and their types. The loader and the scorer
 * of nbfbaselines rely on these rules. The numbers of the marker may have any value. */
static void check_row(const struct json *row, struct rule_check *check)
{
    static const char *const types[] = {"varmisuse", "binop", "not", "litbool", "numeric", NULL};
    const char *type = json_text_at(row, "bug_type");
    const char *repair = json_text_at(row, "repair");
    const struct json *marker = json_get(row, "error_marker");
    struct marked marked = {.code = json_text_at(row, "input_text")};
    bool is_none = strcmp(type, "none") == 0;
    marked.length = strlen(marked.code);
    if (!is_none && !text_is_one_of(type, types))
        rule_check_report(check, "bug_type", "unknown bug_type '%s'", type);
    else if (is_none != (json_count(marker) == 0))
        rule_check_report(check, "error_marker", "bug_type is %s, but the marker is %s", type,
                          is_none ? "not empty" : "empty");
    else if (is_none && *repair)
        rule_check_report(check, "repair", "bug_type is none, but the repair is '%s'", repair);
    else if (!is_none && read_marker(&marked, marker, check)) {
        check_token(&marked, check);
        check_repair(&marked, type, repair, check);
    }
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
    .reads = "input_text",
    .asks = "input_text",
    .problem_key = "project",
    .flags = FORMAT_OMITS_OTHER | FORMAT_NEGATIVES | FORMAT_TOKENS,
    .max_tokens = DETECTOR_MAX_TOKENS,
    .write = write_row,
    .check = check_row,
};
