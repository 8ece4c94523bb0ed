/* The tokens around the changed one decide, and its text: they are there in macros and in programs
 * that do not parse, too. Regions are tried in their order. */
#include "classify/region.h"
#include "classify/region_spot.h"
#include "languages/file_path.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

const char *fix_region_name(int region)
{
    static const char *const names[N_REGIONS] = {
        [REGION_GENERATED] = "generated",
        [REGION_DOCSTRING] = "docstring",
        [REGION_IMPORT] = "import",
        [REGION_ANNOTATION] = "annotation",
        [REGION_VERSION] = "version",
        [REGION_MESSAGE] = "message",
        [REGION_TEST_EXPECTATION] = "test_expectation",
        [REGION_OUTPUT] = "output",
        [REGION_REGEX] = "regex",
        [REGION_FORMAT] = "format",
        [REGION_PATH_OR_URL] = "path_or_url",
        [REGION_IDENTIFIER_TEXT] = "identifier_text",
        [REGION_CODE] = "code",
    };
    return region < N_REGIONS ? names[region] : NULL;
}

/* ---- Files ---- */

static bool has_mark(const char *text, size_t length)
{
    char lower[2000];
    length = length < sizeof lower ? length : sizeof lower;
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (const char *const *mark = region_words.generated; *mark; mark++)
        if (quoted_contains((struct token_text){lower, length}, *mark))
            return true;
    return false;
}

/* Comments are what is between tokens. */
static bool is_generated(const struct spot *spot)
{
    if (!spot->path)
        return false;
    const char *slash = strrchr(spot->path, '/');
    if (path_is_vendored(spot->path) ||
        text_is_one_of(slash ? slash + 1 : spot->path, region_words.generated_files))
        return true;
    const struct program *program = spot->program;
    size_t end = 0;
    for (size_t i = 0; i < program->tokens.n && i < 6 && end < 2000; i++) {
        const struct token *token = spot_token(spot, i);
        if (token->start_byte > end && has_mark(program->source + end, token->start_byte - end))
            return true;
        end = token->end_byte > end ? token->end_byte : end;
    }
    return false;
}

/* ---- Documentation, imports, annotations ---- */

/* Returns whether the frame is for a name of documentation: x_doc = "a". */
static bool is_named_document(const struct spot *spot, const struct place_frame *frame)
{
    struct token_text words = quoted_inner(spot->words);
    bool is_reference = quoted_count(words, " \n") == 0 && quoted_count(words, "#/") > 0;
    return frame->keyword != NO_TOKEN && !is_reference &&
           (quoted_ends(quoted_inner(spot_text(spot, frame->keyword)),
                        region_words.document_ends) ||
            (frame->open != NO_TOKEN && spot_has(spot, frame->keyword, "doc")));
}

/* Words of functions that make documentation of a text. */
static const char *const documenters[] = {"doc",        "docs",          "docstr", "docstring",
                                          "docstrings", "documentation", NULL};

/* Returns whether a name is given to such a function, or to a name of documentation. */
static bool is_documentation(const struct spot *spot)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    return callee != NO_TOKEN ? spot_has_word(spot, callee, documenters)
                              : is_named_document(spot, &spot->place.frames[0]);
}

static bool is_docstring(const struct spot *spot)
{
    size_t first = spot->place.text_first, last = spot->place.text_last;
    if (spot->rules->has_string_statements && (first == 0 || spot_is_layout(spot, first - 1)) &&
        spot_is_layout(spot, last + 1))
        return true;
    if (!spot->path)
        return false;
    if (spot->rules->has_string_statements && !spot->is_test &&
        strstr(spot->path, "docstrings.py") && spot_statement(spot)->keyword != NO_TOKEN)
        return true;
    bool is_long = !spot->is_test && quoted_count_words(quoted_inner(spot->words)) > 3;
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        if (is_named_document(spot, frame) ||
            (callee != NO_TOKEN && (place_is_one_of(&spot->place, callee, spot->rules->documents) ||
                                    (is_long && spot_has_word(spot, callee, documenters)))))
            return true;
        if (callee != NO_TOKEN && !place_is_one_of(&spot->place, callee, region_words.wrappers) &&
            !spot_has(spot, callee, "dict"))
            return false;
    }
    size_t name = spot_statement(spot)->keyword;
    return name != NO_TOKEN && is_long && spot_goes_to(spot, name, is_documentation);
}

/* Returns whether the token is in a line that begins as an import, or in an `#include`. */
static bool is_import(const struct spot *spot)
{
    size_t first = spot_statement(spot)->first;
    if (first >= spot->program->tokens.n || first >= spot->place.token)
        return false;
    bool is_directive = spot->place.is_directive;
    for (const char *const *head = spot->rules->imports; *head; head++) {
        bool has_sign = **head == '#';
        if (has_sign != is_directive || !spot_has(spot, first + has_sign, *head + has_sign))
            continue;
        if (strcmp(*head, "using") == 0)
            for (size_t i = first;
                 i < first + 60 && i < spot->program->tokens.n && !spot_has(spot, i, ";"); i++)
                if (spot_has(spot, i, "="))
                    return false;
        return true;
    }
    return false;
}

/* Returns whether the token is in the type after a name: after its `:`, and before a `=`. */
static bool is_after_colon(const struct spot *spot, size_t colon)
{
    if (!spot_has(spot, colon, ":") || spot->place.token <= colon)
        return false;
    size_t depth = 0;
    for (size_t i = colon + 1; i < spot->place.token; i++) {
        depth += spot_has(spot, i, "[") || spot_has(spot, i, "(") || spot_has(spot, i, "{");
        depth -= spot_has(spot, i, "]") || spot_has(spot, i, ")") || spot_has(spot, i, "}");
        if (depth == 0 && (spot_has(spot, i, "=") || spot_has(spot, i, ":")))
            return false;
    }
    return !spot_has(spot, spot->place.token, "=");
}

/* Returns whether the token is in the type of a parameter, or of the result of a function whose
 * parameters begin after `open`. */
static bool is_type_of_function(const struct spot *spot, size_t open)
{
    const struct place *place = &spot->place;
    size_t close = place_close(place, open);
    if (place->token > close) {
        for (size_t i = close + 1, depth = 0; i < place->token; i++) {
            depth += spot_has(spot, i, "[");
            depth -= spot_has(spot, i, "]");
            if (depth == 0 && spot_has(spot, i, ":"))
                return false;
        }
        return place->token > close + 1 && spot_has(spot, close + 1, "->");
    }
    for (size_t i = 0; i < place->n_frames; i++)
        if (place->frames[i].open == open) {
            size_t name = place->frames[i].item;
            name += spot_has(spot, name, "*") || spot_has(spot, name, "**");
            return is_after_colon(spot, name + 1);
        }
    return false;
}

/* Returns whether the token is in a type of Python. */
static bool is_type_annotation(const struct spot *spot)
{
    size_t first = spot_statement(spot)->first;
    size_t def = first + spot_has(spot, first, "async");
    if (spot_has(spot, def, "def")) {
        size_t open = def + 2;
        if (spot_has(spot, open, "["))
            open = place_close(&spot->place, open) + 1;
        return spot_has(spot, open, "(") && is_type_of_function(spot, open);
    }
    if (first >= spot->program->tokens.n || spot_token(spot, first)->kind != TOKEN_WORD ||
        token_text_is_one_of(spot_text(spot, first), spot->program->language->tokens.keywords))
        return false;
    size_t name = first;
    while (spot_has(spot, name + 1, ".") && name + 2 < spot->program->tokens.n)
        name += 2;
    return is_after_colon(spot, name + 1);
}

/* Returns whether the name of an annotation ends at this token. */
static bool is_annotation_name(const struct spot *spot, size_t name)
{
    size_t start = place_name_start(&spot->place, name);
    return start > 0 && spot_has(spot, start - 1, "@") && !spot_has(spot, start, "interface");
}

static bool is_annotation(const struct spot *spot)
{
    const struct place *place = &spot->place;
    if (spot->rules->annotations == ANNOTATION_TYPE)
        return is_type_annotation(spot);
    size_t first = spot_statement(spot)->first;
    if (place->is_directive && spot_has(spot, first + 1, "pragma"))
        for (size_t i = first + 2; i < place->token; i++)
            if (place_is_one_of(place, i, spot->rules->pragmas))
                return true;
    if (spot->rules->annotations == ANNOTATION_NAME && is_annotation_name(spot, place->token))
        return true;
    if (spot->rules->annotations == ANNOTATION_ATTRIBUTE &&
        place_is_one_of(place, place->token, spot->rules->attributes))
        return true;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (spot->rules->annotations == ANNOTATION_NAME) {
            if (callee != NO_TOKEN && is_annotation_name(spot, callee))
                return true;
            continue;
        }
        if ((callee != NO_TOKEN && place_is_one_of(place, callee, spot->rules->attributes)) ||
            (spot_has(spot, frame->open, "[") && frame->open > 0 &&
             spot_has(spot, frame->open - 1, "[") && place->frames[i + 1].open == frame->open - 1))
            return true;
    }
    return false;
}

/* ---- The region ---- */

enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path)
{
    bool is_insert = edit->kind == EDIT_INSERT;
    struct spot spot =
        spot_of(is_insert ? fixed : buggy, is_insert ? edit->fixed_token : edit->buggy_token, path);
    if (edit->kind == EDIT_REPLACE)
        spot.other = program_token_text(fixed, edit->fixed_token);
    static const struct {
        bool (*is)(const struct spot *spot);
        enum fix_region region;
        bool is_of_texts;
    } checks[] = {
        {is_generated, REGION_GENERATED, false},
        {is_docstring, REGION_DOCSTRING, true},
        {is_import, REGION_IMPORT, false},
        {is_annotation, REGION_ANNOTATION, false},
        {spot_is_version, REGION_VERSION, false},
        {spot_is_message, REGION_MESSAGE, true},
        {spot_is_expected, REGION_TEST_EXPECTATION, false},
        {spot_is_output, REGION_OUTPUT, false},
        {spot_is_regex, REGION_REGEX, true},
        {spot_is_format, REGION_FORMAT, true},
        {spot_is_path, REGION_PATH_OR_URL, true},
        {spot_is_identifier, REGION_IDENTIFIER_TEXT, true},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if ((spot.is_text || !checks[i].is_of_texts) && checks[i].is(&spot))
            return checks[i].region;
    return REGION_CODE;
}
