/* The tokens around the changed one decide, and its text: they are there in macros and in programs
 * that do not parse, too. Regions are tried in their order. */
#include "classify/region.h"
#include "classify/region_place.h"
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

/* A token with what is known about it. */
struct spot {
    struct place place;
    const struct program *program;
    const struct region_rules *rules;
    const char *path;        /* NULL: of a contest */
    struct token_text text;  /* of the token */
    struct token_text other; /* of the token in the other program; empty: none */
    struct token_text words; /* of the whole text that it is part of */
    bool is_text, is_number, is_literal, is_test;
};

static const struct token *token_at(const struct spot *spot, size_t index)
{
    return &spot->program->tokens.items[index];
}

static struct token_text text_at(const struct spot *spot, size_t index)
{
    return program_token_text(spot->program, index);
}

static bool is_at(const struct spot *spot, size_t index, const char *text)
{
    return place_is(&spot->place, index, text);
}

static bool is_layout_at(const struct spot *spot, size_t index)
{
    return index >= spot->program->tokens.n || token_is_layout(token_at(spot, index));
}

static const struct place_frame *statement_of(const struct spot *spot)
{
    return &spot->place.frames[spot->place.n_frames - 1];
}

static bool has_word_at(const struct spot *spot, size_t index, const char *const *words)
{
    return index < spot->program->tokens.n && name_has_word(text_at(spot, index), words, false);
}

static bool begins_at(const struct spot *spot, size_t index, const char *const *words)
{
    return index < spot->program->tokens.n && name_has_word(text_at(spot, index), words, true);
}

/* ---- Texts ---- */

static bool contains(struct token_text text, const char *part)
{
    return memmem(text.bytes, text.length, part, strlen(part)) != NULL;
}

/* Without quotes and the letters before them. */
static struct token_text inner(struct token_text text)
{
    size_t start = 0;
    while (start < text.length && start < 4 && !strchr("\"'", text.bytes[start]))
        start++;
    bool is_quoted =
        start < 4 && start + 1 < text.length && text.bytes[start] == text.bytes[text.length - 1];
    if (!is_quoted)
        return text;
    char quote = text.bytes[start];
    size_t end = text.length;
    while (start < end && text.bytes[start] == quote)
        start++;
    while (end > start && text.bytes[end - 1] == quote)
        end--;
    return (struct token_text){text.bytes + start, end - start};
}

/* Returns the number of words of letters that blanks or the ends are around. */
static size_t count_words(struct token_text text)
{
    size_t n = 0, length = 0;
    bool is_word = true;
    for (size_t i = 0; i <= text.length; i++) {
        char c = i < text.length ? text.bytes[i] : ' ';
        bool is_end = c == ' ' || c == '\n' ||
                      (c == '\\' && i + 1 < text.length && strchr("nt", text.bytes[i + 1]));
        if (is_end) {
            n += is_word && length > 0;
            i += c == '\\';
            length = 0;
            is_word = true;
        } else if (isalpha((unsigned char)c) || c == '\'' || c == '-') {
            length++;
        } else if (!strchr(",.;:!?()\"`", c)) {
            is_word = false;
        }
    }
    return n;
}

/* Returns whether a text begins with a capital or ends as a sentence, or has one of the commonest
 * words. */
static bool has_sentence(struct token_text text)
{
    while (text.length > 0 && !isalpha((unsigned char)*text.bytes)) {
        text.bytes++;
        text.length--;
    }
    if (text.length > 0 && isupper((unsigned char)*text.bytes))
        return true;
    for (const char *const *word = region_words.commonest; *word; word++)
        if (contains(text, *word))
            return true;
    bool has_letters_only = true;
    for (size_t i = 0; i < text.length; i++)
        has_letters_only &= isalpha((unsigned char)text.bytes[i]) || text.bytes[i] == ' ';
    return has_letters_only || count_words(text) > 5 ||
           (text.length > 0 && strchr(".:!?", text.bytes[text.length - 1]));
}

/* Returns whether a text is one for people: words, and few signs of code. */
static bool is_prose(struct token_text text, size_t least)
{
    size_t n_signs = 0;
    for (; text.length > 0 && *text.bytes == ' '; text.length--)
        text.bytes++;
    if (contains(text, " :: "))
        return false;
    for (size_t i = 0; i < text.length; i++)
        n_signs += strchr("{}[]|$<>=;_#@&*^~+", text.bytes[i]) != NULL && text.bytes[i];
    for (const char *const *query = region_words.queries; *query; query++)
        if (text.length >= strlen(*query) && memcmp(text.bytes, *query, strlen(*query)) == 0)
            return false;
    return count_words(text) >= least && n_signs * 14 <= text.length && has_sentence(text);
}

/* Returns the length of a version at the start of a text, such as 1.2 or v1.2.0rc1; 0 if there is
 * none. */
static size_t version_length(struct token_text text)
{
    size_t i = text.length > 0 && strchr("vV", text.bytes[0]), start = i;
    size_t n_dots = 0;
    while (i < text.length && (isdigit((unsigned char)text.bytes[i]) || text.bytes[i] == '.'))
        n_dots += text.bytes[i++] == '.';
    if (i == start || n_dots == 0)
        return 0;
    while (i < text.length &&
           (isalnum((unsigned char)text.bytes[i]) || strchr(".+-_", text.bytes[i])))
        i++;
    return i;
}

static bool is_version_text(struct token_text text)
{
    return text.length > 0 && version_length(text) == text.length;
}

static bool has_digit(struct token_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (isdigit((unsigned char)text.bytes[i]))
            return true;
    return false;
}

/* Returns whether it is as "numpy>=1.2" or ">=3.7, <4". */
static bool is_requirement(struct token_text text)
{
    for (size_t i = 0; i + 1 < text.length && text.length < 120; i++) {
        if (!strchr("<>=~!", text.bytes[i]))
            continue;
        size_t name = i;
        while (i < text.length && strchr("<>=~! ", text.bytes[i]))
            i++;
        for (size_t j = 0; j < name; j++)
            if (!isalnum((unsigned char)text.bytes[j]) && !strchr("._-[], ", text.bytes[j]))
                return false;
        struct token_text rest = {text.bytes + i, text.length - i};
        return text.bytes[name] != '=' || text.bytes[name + 1] == '='
                   ? rest.length > 0 && isdigit((unsigned char)rest.bytes[0]) &&
                         (name > 0 || contains(rest, ".")) && !contains(rest, "(")
                   : false;
    }
    return false;
}

/* ---- Files ---- */

static bool is_vendored(const char *path)
{
    char folder[32];
    size_t n = 0;
    for (const char *c = path; *c; c++) {
        if (*c == '/') {
            folder[n] = 0;
            if (text_is_one_of(folder, region_words.vendors))
                return true;
            n = 0;
        } else if (!strchr("_-", *c) && n + 1 < sizeof folder) {
            folder[n++] = (char)tolower((unsigned char)*c);
        }
    }
    return false;
}

static bool has_mark(const char *text, size_t length)
{
    char lower[2000];
    length = length < sizeof lower ? length : sizeof lower;
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (const char *const *mark = region_words.generated; *mark; mark++)
        if (contains((struct token_text){lower, length}, *mark))
            return true;
    return false;
}

/* Comments are what is between tokens. */
static bool is_generated(const struct spot *spot)
{
    if (!spot->path)
        return false;
    const char *slash = strrchr(spot->path, '/');
    if (is_vendored(spot->path) ||
        text_is_one_of(slash ? slash + 1 : spot->path, region_words.generated_files))
        return true;
    const struct program *program = spot->program;
    size_t end = 0;
    for (size_t i = 0; i < program->tokens.n && i < 6 && end < 2000; i++) {
        const struct token *token = token_at(spot, i);
        if (token->start_byte > end && has_mark(program->source + end, token->start_byte - end))
            return true;
        end = token->end_byte > end ? token->end_byte : end;
    }
    return false;
}

/* ---- Documentation, imports, annotations ---- */

static bool ends_as(struct token_text name, const char *const *ends)
{
    for (; *ends; ends++)
        if (name.length >= strlen(*ends) &&
            memcmp(name.bytes + name.length - strlen(*ends), *ends, strlen(*ends)) == 0)
            return true;
    return false;
}

static bool is_docstring(const struct spot *spot)
{
    if (!spot->is_text || !spot->path)
        return spot->is_text && spot->rules->has_string_statements &&
               is_layout_at(spot, spot->place.text_last + 1) && spot->place.n_frames == 1 &&
               statement_of(spot)->first == spot->place.text_first;
    size_t first = spot->place.text_first, last = spot->place.text_last;
    if (spot->rules->has_string_statements && (first == 0 || is_layout_at(spot, first - 1)) &&
        (is_layout_at(spot, last + 1) || is_at(spot, last + 1, ";")))
        return true;
    if (spot->rules->has_string_statements && strstr(spot->path, "docstring") &&
        contains(spot->text, "\"\"\""))
        return true;
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        if (callee != NO_TOKEN && place_is_one_of(&spot->place, callee, spot->rules->documents))
            return true;
        if (frame->keyword != NO_TOKEN &&
            (ends_as(inner(text_at(spot, frame->keyword)), region_words.document_ends) ||
             (frame->open != NO_TOKEN && is_at(spot, frame->keyword, "doc"))))
            return true;
        if (callee != NO_TOKEN && !place_is_one_of(&spot->place, callee, region_words.wrappers) &&
            !is_at(spot, callee, "dict"))
            return false;
    }
    return false;
}

/* Returns the number of the token that begins the line of an import: `import`, or `#` of
 * `#include`. */
static bool is_import(const struct spot *spot)
{
    size_t first = statement_of(spot)->first;
    if (first >= spot->program->tokens.n || first >= spot->place.token)
        return false;
    bool is_directive = spot->place.is_directive;
    for (const char *const *head = spot->rules->imports; *head; head++) {
        bool has_sign = **head == '#';
        if (has_sign != is_directive || !is_at(spot, first + has_sign, *head + has_sign))
            continue;
        if (strcmp(*head, "using") == 0)
            for (size_t i = first;
                 i < first + 60 && i < spot->program->tokens.n && !is_at(spot, i, ";"); i++)
                if (is_at(spot, i, "="))
                    return false;
        return true;
    }
    return false;
}

/* Returns whether the token is in the type after a name: after its `:`, and before a `=`. */
static bool is_after_colon(const struct spot *spot, size_t colon)
{
    if (!is_at(spot, colon, ":") || spot->place.token <= colon)
        return false;
    size_t depth = 0;
    for (size_t i = colon + 1; i < spot->place.token; i++) {
        depth += is_at(spot, i, "[") || is_at(spot, i, "(") || is_at(spot, i, "{");
        depth -= is_at(spot, i, "]") || is_at(spot, i, ")") || is_at(spot, i, "}");
        if (depth == 0 && (is_at(spot, i, "=") || is_at(spot, i, ":")))
            return false;
    }
    return !is_at(spot, spot->place.token, "=");
}

/* Returns whether the token is in the type of a parameter, or of the result of a function whose
 * parameters begin after `open`. */
static bool is_type_of_function(const struct spot *spot, size_t open)
{
    const struct place *place = &spot->place;
    size_t close = place_close(place, open);
    if (place->token > close) {
        for (size_t i = close + 1, depth = 0; i < place->token; i++) {
            depth += is_at(spot, i, "[");
            depth -= is_at(spot, i, "]");
            if (depth == 0 && is_at(spot, i, ":"))
                return false;
        }
        return place->token > close + 1 && is_at(spot, close + 1, "->");
    }
    for (size_t i = 0; i < place->n_frames; i++)
        if (place->frames[i].open == open) {
            size_t name = place->frames[i].item;
            name += is_at(spot, name, "*") || is_at(spot, name, "**");
            return is_after_colon(spot, name + 1);
        }
    return false;
}

/* Returns whether the token is in a type of Python. */
static bool is_type_annotation(const struct spot *spot)
{
    size_t first = statement_of(spot)->first;
    size_t def = first + is_at(spot, first, "async");
    if (is_at(spot, def, "def")) {
        size_t open = def + 2;
        if (is_at(spot, open, "["))
            open = place_close(&spot->place, open) + 1;
        return is_at(spot, open, "(") && is_type_of_function(spot, open);
    }
    if (first >= spot->program->tokens.n || token_at(spot, first)->kind != TOKEN_WORD ||
        token_text_is_one_of(text_at(spot, first), spot->program->language->tokens.keywords))
        return false;
    size_t name = first;
    while (is_at(spot, name + 1, ".") && name + 2 < spot->program->tokens.n)
        name += 2;
    return is_after_colon(spot, name + 1);
}

/* Returns whether the name of an annotation ends at this token. */
static bool is_annotation_name(const struct spot *spot, size_t name)
{
    size_t start = place_name_start(&spot->place, name);
    return start > 0 && is_at(spot, start - 1, "@") && !is_at(spot, start, "interface");
}

static bool is_annotation(const struct spot *spot)
{
    const struct place *place = &spot->place;
    if (spot->rules->annotations == ANNOTATION_TYPE)
        return is_type_annotation(spot);
    size_t first = statement_of(spot)->first;
    if (place->is_directive && is_at(spot, first + 1, "pragma"))
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
            (is_at(spot, frame->open, "[") && frame->open > 0 &&
             is_at(spot, frame->open - 1, "[") && place->frames[i + 1].open == frame->open - 1))
            return true;
    }
    return false;
}

/* ---- Versions ---- */

static bool is_compared(const struct spot *spot)
{
    static const char *const comparisons[] = {
        "==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", NULL};
    size_t first = spot->place.text_first, last = spot->place.text_last;
    return (first > 0 && place_is_one_of(&spot->place, first - 1, comparisons)) ||
           place_is_one_of(&spot->place, last + 1, comparisons);
}

/* Returns whether the statement defines a constant: a macro, a static or constant, or a name at the
 * start of a line. */
static bool is_definition(const struct spot *spot)
{
    static const char *const words[] = {"static", "const", "constexpr", "final", "define", NULL};
    const struct place_frame *statement = statement_of(spot);
    for (size_t i = statement->first; i < spot->place.token && i < statement->first + 8; i++)
        if (place_is_one_of(&spot->place, i, words))
            return true;
    size_t start = statement->first < spot->program->tokens.n
                       ? token_at(spot, statement->first)->start_byte
                       : 0;
    return spot->program->language->tokens.layout_has_meaning &&
           (start == 0 || spot->program->source[start - 1] == '\n');
}

static bool is_setup(const struct spot *spot)
{
    const char *slash = strrchr(spot->path, '/');
    const char *name = slash ? slash + 1 : spot->path;
    return strncmp(name, "setup.", 6) == 0;
}

/* Returns whether a name with the text says that it is a version. */
static bool states_version(const struct spot *spot, size_t name)
{
    bool is_whole = has_word_at(spot, name, region_words.versions);
    bool is_dunder =
        text_at(spot, name).length > 4 && memcmp(text_at(spot, name).bytes, "__", 2) == 0;
    struct token_text text = inner(spot->text);
    if (has_word_at(spot, name, region_words.requirements) && spot->is_text)
        return is_requirement(text) || is_version_text(text) ||
               (is_setup(spot) && (has_digit(text) || has_digit(spot->other)));
    if (!is_whole && !(has_word_at(spot, name, region_words.version_parts) && is_definition(spot)))
        return false;
    if (spot->is_text)
        return has_digit(text) && (version_length(text) || !is_prose(text, 2)) &&
               !contains(text, "/") && !contains(text, "%");
    return is_dunder || is_definition(spot) || is_setup(spot);
}

static bool is_version(const struct spot *spot)
{
    if (!spot->is_literal || !spot->path || spot->is_test)
        return false;
    struct token_text text = inner(spot->text);
    if (spot->is_text && !is_compared(spot) &&
        (is_requirement(text) || (contains(text, "Programming Language :: ") && has_digit(text))))
        return true;
    if (is_compared(spot))
        return false;
    const char *slash = strrchr(spot->path, '/');
    const char *file = slash ? slash + 1 : spot->path;
    if (spot->is_text && is_version_text(text) &&
        name_has_word((struct token_text){file, strlen(file)}, region_words.versions, false))
        return true;
    size_t n_others = 0;
    for (size_t i = 0; i < text.length; i++)
        n_others += !strchr("0123456789., ;", text.bytes[i]);
    if (spot->is_text && is_setup(spot) && has_digit(text) && n_others == 0)
        return true;
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        if (frame->keyword != NO_TOKEN && states_version(spot, frame->keyword))
            return true;
        static const char *const since[] = {"since",      "removed",      "removal",
                                            "deprecated", "versionadded", NULL};
        bool is_since = (frame->keyword != NO_TOKEN && has_word_at(spot, frame->keyword, since)) ||
                        (callee != NO_TOKEN && has_word_at(spot, callee, since));
        if (is_since && is_version_text(text))
            return true;
        if (callee != NO_TOKEN && !place_is_one_of(&spot->place, callee, region_words.wrappers) &&
            !is_setup(spot))
            return false;
    }
    return false;
}

/* ---- Messages ---- */

/* Returns the index of the item of a call that the token is in, and sets the number of items. */
static size_t argument_of(const struct spot *spot, const struct place_frame *frame, size_t *n)
{
    size_t close = place_close(&spot->place, frame->open), depth = 0;
    *n = close > frame->first;
    for (size_t i = frame->first; i < close; i++) {
        depth += is_at(spot, i, "(") || is_at(spot, i, "[") || is_at(spot, i, "{");
        depth -= is_at(spot, i, ")") || is_at(spot, i, "]") || is_at(spot, i, "}");
        *n += depth == 0 && is_at(spot, i, ",") && i + 1 < close;
    }
    return frame->n_commas;
}

static bool is_assertion(const struct spot *spot, size_t callee)
{
    if (callee == NO_TOKEN || callee >= spot->program->tokens.n)
        return false;
    static const char *const own[] = {"assert", NULL}, *const prefixes[] = {"cl", "ck", "g", NULL};
    bool has_capitals = true;
    struct token_text name = text_at(spot, callee);
    for (size_t i = 0; i < name.length; i++)
        has_capitals &= !islower((unsigned char)name.bytes[i]);
    return begins_at(spot, callee, own) ||
           (begins_at(spot, callee, prefixes) && has_word_at(spot, callee, own)) ||
           (has_capitals && begins_at(spot, callee, region_words.assertions));
}

/* Returns whether a text in an assertion is its message: the third of three (in Java, the first or
 * the last), or the second of one with a condition. */
static bool is_assertion_message(const struct spot *spot, const struct place_frame *frame,
                                 size_t callee)
{
    size_t n, index = argument_of(spot, frame, &n);
    static const char *const conditions[] = {"true", "false", "null", "none", "t", "f", NULL};
    bool is_condition = has_word_at(spot, callee, conditions) || text_at(spot, callee).length < 7;
    static const char *const pairs[] = {
        "equal",  "equals",     "same",     "eq",    "ne",      "in",       "raises", "that",
        "throws", "streq",      "strne",    "lt",    "le",      "gt",       "ge",     "contains",
        "regex",  "isinstance", "instance", "match", "matches", "with",     "near",   "throw",
        "death",  "exit",       "any",      "type",  "close",   "allclose", "almost", NULL};
    bool is_pair = has_word_at(spot, callee, pairs);
    if (spot->rules->expects_first && index == 0)
        return is_pair ? n == 3 : is_condition && n == 2;
    if (index + 1 != n || index == 0)
        return false;
    return is_pair ? n == 3 && !has_word_at(spot, callee, region_words.raising) : is_condition;
}

/* Returns whether a call takes texts for people. */
static bool takes_message(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const checkers[] = {
        "requireNonNull", "checkNotNull", "checkArgument", "checkState",
        "notNull",        "isTrue",       "notEmpty",      NULL};
    if (place_is_one_of(&spot->place, callee, checkers))
        return frame->n_commas > 0;
    if (is_at(spot, callee, "super"))
        return strstr(spot->path, "Exception.") || strstr(spot->path, "Error.");
    if (is_assertion(spot, callee))
        return is_assertion_message(spot, frame, callee);
    if (has_word_at(spot, callee, (const char *const[]){"assert", NULL}))
        return frame->n_commas > 0;
    static const char *const adders[] = {"append",    "add",     "write", "extend",
                                         "push_back", "println", "print", NULL};
    static const char *const streams[] = {"stdout",   "stderr",  "errors",  "messages",
                                          "warnings", "msg",     "message", "info",
                                          "error",    "console", NULL};
    if (place_is_one_of(&spot->place, callee, adders))
        for (size_t i = place_name_start(&spot->place, callee); i < callee; i++)
            if (has_word_at(spot, i, streams))
                return true;
    if (begins_at(spot, callee, region_words.silent_callees))
        return false;
    size_t start = place_name_start(&spot->place, callee);
    start -= start > 0 && is_at(spot, start - 1, "new");
    if (start > 0 && (is_at(spot, start - 1, "throw") || is_at(spot, start - 1, "raise")))
        return true;
    return has_word_at(spot, callee, region_words.message_callees);
}

static bool is_message_stream(const struct spot *spot)
{
    size_t first = statement_of(spot)->first, token = spot->place.token;
    bool has_names = false;
    for (size_t i = first; i < token && i < first + 400; i++) {
        has_names |= i < first + 3 && has_word_at(spot, i, region_words.message_streams) &&
                     !is_at(spot, i, "<<") && token_at(spot, i)->kind == TOKEN_WORD;
        if (has_names && is_at(spot, i, "<<"))
            return true;
    }
    return false;
}

/* Returns whether the statement itself is one with a message: raise, assert, throw. */
static bool is_message_statement(const struct spot *spot)
{
    const struct place_frame *statement = statement_of(spot);
    size_t first = statement->first;
    if (is_at(spot, first, "assert") && !is_at(spot, first + 1, "(")) {
        if (statement->n_commas > 0)
            return true;
        size_t before = spot->place.text_first;
        return !spot->program->language->tokens.layout_has_meaning && before > first &&
               (is_at(spot, before - 1, ":") || is_at(spot, before - 1, "+"));
    }
    return is_at(spot, first, "raise") || is_at(spot, first, "throw") ||
           (is_at(spot, first, "print") && spot->rules->has_string_statements);
}

static bool is_operand_of(const struct spot *spot, const char *sign)
{
    return spot->place.text_first > 0 && is_at(spot, spot->place.text_first - 1, sign);
}

/* Returns whether a name, or the text of a key, is one word. */
static bool is_plain_name(const struct spot *spot, size_t name)
{
    struct token_text text = inner(text_at(spot, name));
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.bytes[i]) && !strchr("_-", text.bytes[i]))
            return false;
    return true;
}

/* Returns whether the place is one for texts that people read. */
static bool is_message_place(const struct spot *spot)
{
    const struct place *place = &spot->place;
    for (size_t i = 0; i < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        bool is_named = frame->keyword != NO_TOKEN;
        bool says_so = is_named && is_plain_name(spot, frame->keyword) &&
                       has_word_at(spot, frame->keyword, region_words.message_names);
        if (says_so && (!place->is_directive || is_prose(inner(spot->text), 2)))
            return true;
        bool is_statement = frame->open == NO_TOKEN;
        if (is_statement)
            return is_message_statement(spot) || is_message_stream(spot);
        bool is_end =
            is_named && (is_at(spot, frame->keyword, "sep") || is_at(spot, frame->keyword, "end"));
        if (is_named && !is_end && callee != NO_TOKEN && spot->rules->dictionary)
            return false;
        if (callee != NO_TOKEN && takes_message(spot, frame, callee))
            return true;
        if (callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers))
            return false;
        if (callee == NO_TOKEN && is_at(spot, frame->open, "[") && frame->open > 0 &&
            !is_layout_at(spot, frame->open - 1) &&
            (token_at(spot, frame->open - 1)->kind == TOKEN_WORD ||
             is_at(spot, frame->open - 1, "]") || is_at(spot, frame->open - 1, ")")))
            return false;
    }
    return false;
}

static bool is_call_of(const struct spot *spot, const char *const *names)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    return callee != NO_TOKEN && place_is_one_of(&spot->place, callee, names);
}

static bool is_regex(const struct spot *spot);

static bool is_message(const struct spot *spot)
{
    if (!spot->is_text || !spot->path)
        return false;
    struct token_text text = inner(spot->text), words = inner(spot->words);
    if (is_compared(spot))
        return false;
    if (is_message_place(spot))
        return true;
    bool is_long =
        spot->text.length > 6 && (contains(spot->text, "\"\"\"") || contains(spot->text, "'''"));
    if (spot->is_test || is_long || is_regex(spot))
        return is_operand_of(spot, "&&");
    return is_prose(text, 3) || (is_prose(words, 4) && count_words(text) > 0);
}

/* ---- What tests expect ---- */

static bool is_relation(const struct spot *spot, size_t i)
{
    static const char *const relations[] = {
        "==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", "instanceof", NULL};
    return i < spot->program->tokens.n && token_at(spot, i)->kind != TOKEN_TEXT &&
           place_is_one_of(&spot->place, i, relations);
}

/* Returns whether the tokens call nothing: a constant, or a name. */
static bool is_constant(const struct spot *spot, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (is_at(spot, i, "(") && i > first && token_at(spot, i - 1)->kind == TOKEN_WORD)
            return false;
    return true;
}

/* Returns whether a token is the name of a constant: in capitals. */
static bool is_capital_at(const struct spot *spot, size_t i)
{
    struct token_text name = text_at(spot, i);
    bool has_letter = false;
    for (size_t at = 0; at < name.length; at++) {
        if (!isupper((unsigned char)name.bytes[at]) && !isdigit((unsigned char)name.bytes[at]) &&
            name.bytes[at] != '_')
            return false;
        has_letter |= isupper((unsigned char)name.bytes[at]) != 0;
    }
    return has_letter && name.length > 1;
}

/* Returns whether a name in the tokens says that they are what is expected. */
static bool is_called_expected(const struct spot *spot, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (token_at(spot, i)->kind == TOKEN_WORD && has_word_at(spot, i, region_words.expected))
            return true;
    return false;
}

/* Returns whether the tokens begin with a literal. */
static bool is_literal_at(const struct spot *spot, size_t i)
{
    while (is_at(spot, i, "[") || is_at(spot, i, "(") || is_at(spot, i, "{") || is_at(spot, i, "-"))
        i++;
    if (i >= spot->program->tokens.n)
        return false;
    uint8_t kind = token_at(spot, i)->kind;
    if (kind == TOKEN_WORD && is_capital_at(spot, i))
        return true;
    return kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_QUOTE ||
           place_is_one_of(&spot->place, i, spot->program->language->tokens.constants);
}

/* Returns whether the token of a condition, from `first` to `end`, is what is expected: its
 * relation, or the side that is constant. */
static bool is_expected_in_condition(const struct spot *spot, size_t first, size_t end)
{
    size_t token = spot->place.token, relation = NO_TOKEN, depth = 0, from = first, to = end;
    for (size_t i = first; i < end && i < first + 2000; i++) {
        if (is_at(spot, i, "(") || is_at(spot, i, "[") || is_at(spot, i, "{"))
            depth++;
        if (is_at(spot, i, ")") || is_at(spot, i, "]") || is_at(spot, i, "}"))
            depth -= depth > 0;
        if (depth > 0)
            continue;
        bool joins = is_at(spot, i, "and") || is_at(spot, i, "or") || is_at(spot, i, "&&") ||
                     is_at(spot, i, "||");
        if (joins && i > token) {
            to = i;
            break;
        }
        if (joins) {
            from = i + 1;
            relation = NO_TOKEN;
        } else if (relation == NO_TOKEN && is_relation(spot, i)) {
            relation = i;
        }
    }
    if (token == from && (is_at(spot, token, "not") || is_at(spot, token, "!")))
        return true;
    if (relation == NO_TOKEN || relation >= to)
        return false;
    if (token == relation)
        return true;
    bool left_is_expected = is_literal_at(spot, from) &&
                            (is_at(spot, relation, "in") || is_at(spot, relation, "not in") ||
                             !is_literal_at(spot, relation + 1)) &&
                            is_constant(spot, from, relation);
    return (token > relation) != left_is_expected;
}

/* Returns whether the token of an argument of an assertion with two sides is on the expected one.
 */
static bool is_expected_argument(const struct spot *spot, const struct place_frame *frame,
                                 size_t callee)
{
    static const char *const last[] = {"raises", "throws",   "warns", "that",       "throw",
                                       "death",  "instance", "exit",  "isinstance", NULL};
    size_t n, index = argument_of(spot, frame, &n);
    size_t ends[3], starts[3], depth = 0, k = 0;
    size_t close = place_close(&spot->place, frame->open);
    starts[0] = frame->first;
    for (size_t i = frame->first; i < close && k < 2; i++) {
        depth += is_at(spot, i, "(") || is_at(spot, i, "[") || is_at(spot, i, "{");
        depth -= is_at(spot, i, ")") || is_at(spot, i, "]") || is_at(spot, i, "}");
        if (depth == 0 && is_at(spot, i, ",")) {
            ends[k++] = i;
            starts[k] = i + 1;
        }
    }
    if (k < 2)
        ends[k] = close;
    if (starts[k < 2 ? k : 2] >= spot->program->tokens.n)
        return false;
    if (index > 1)
        return index > 2 || !spot->rules->expects_first || n == 3;
    if (has_word_at(spot, callee, last)) {
        bool is_first =
            has_word_at(spot, callee, (const char *const[]){"raises", "throws", "warns", NULL});
        return is_first ? index == 0 : index > 0;
    }
    if (k == 0)
        return false;
    bool has_message = spot->rules->expects_first && n == 3 &&
                       token_at(spot, starts[0])->kind == TOKEN_STRING &&
                       token_at(spot, starts[2])->kind != TOKEN_STRING &&
                       token_at(spot, starts[2])->kind != TOKEN_NUMBER;
    if (has_message)
        return index == 1;
    if (is_called_expected(spot, starts[0], ends[0]) !=
        is_called_expected(spot, starts[1], ends[1]))
        return is_called_expected(spot, starts[index], ends[index]);
    bool first_constant = is_literal_at(spot, starts[0]) && is_constant(spot, starts[0], ends[0]);
    bool second_constant = is_literal_at(spot, starts[1]) && is_constant(spot, starts[1], ends[1]);
    size_t expected = first_constant == second_constant ? (spot->rules->expects_first ? 0 : 1)
                      : first_constant                  ? 0
                                                        : 1;
    return index == expected;
}

static bool is_in_assertion(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    const struct place *place = &spot->place;
    size_t start = place_name_start(place, callee);
    bool is_owned = callee > 1 && (is_at(spot, callee - 1, ".") || is_at(spot, callee - 1, "->"));
    if (frame->keyword != NO_TOKEN && has_word_at(spot, frame->keyword, region_words.tolerances))
        return true;
    if (is_owned && (start == callee || !place_is_one_of(place, start, spot->rules->receivers)))
        return true; /* of what is tested: mock.assert_called_with(1) */
    size_t n;
    argument_of(spot, frame, &n);
    bool is_condition = n == 1 || has_word_at(spot, callee, region_words.relations) ||
                        text_at(spot, callee).length < 8;
    if (is_condition && frame->n_commas == 0)
        return is_expected_in_condition(spot, frame->first, place_item_end(place, frame));
    if (is_condition && n == 2 && spot->rules->expects_first)
        return is_expected_in_condition(spot, frame->item, place_item_end(place, frame));
    return n > 1 && !is_condition && is_expected_argument(spot, frame, callee);
}

/* Returns whether the statement is a chain such as assertThat(x).isEqualTo(1), and the token in one
 * of its later calls. */
static bool is_in_chain(const struct spot *spot)
{
    const struct place *place = &spot->place;
    size_t first = statement_of(spot)->first;
    if (spot->rules->has_string_statements && is_at(spot, first, "assert"))
        return false;
    if (!is_assertion(spot, first) &&
        !(is_at(spot, first + 1, ".") && is_assertion(spot, first + 2)))
        return false;
    size_t open = first;
    while (open < place->token && !is_at(spot, open, "("))
        open++;
    return open < place->token && place_close(place, open) < place->token &&
           is_at(spot, place_close(place, open) + 1, ".");
}

/* Returns whether the token of a table of cases is for a name of an expected value: "a, expected".
 * The cases are frames inside that of the table, which is the i-th. */
static bool is_expected_case(const struct spot *spot, const struct place_frame *table, size_t i)
{
    if (table->n_commas == 0 || i < 1 || token_at(spot, table->first)->kind != TOKEN_STRING)
        return false;
    struct token_text names = inner(text_at(spot, table->first));
    size_t wanted = i >= 2 ? spot->place.frames[i - 2].n_commas : 0, at = 0;
    if (i >= 2 && place_callee(&spot->place, &spot->place.frames[i - 2]) != NO_TOKEN &&
        !is_at(spot, place_callee(&spot->place, &spot->place.frames[i - 2]), "param"))
        return false;
    for (; at < names.length && wanted > 0; at++)
        wanted -= names.bytes[at] == ',';
    size_t end = at;
    while (end < names.length && names.bytes[end] != ',')
        end++;
    return name_has_word((struct token_text){names.bytes + at, end - at}, region_words.expected,
                         false);
}

/* Returns whether the frame around a call, the i-th, is that of an assertion with a condition. */
static bool is_condition_of(const struct spot *spot, size_t i)
{
    const struct place *place = &spot->place;
    size_t outer = i + 1 < place->n_frames ? place_callee(place, &place->frames[i + 1]) : NO_TOKEN;
    return is_assertion(spot, outer) &&
           (has_word_at(spot, outer, region_words.relations) || text_at(spot, outer).length < 8);
}

static bool is_expectation(const struct spot *spot)
{
    const struct place *place = &spot->place;
    if (!spot->is_test)
        return false;
    const struct place_frame *statement = statement_of(spot);
    size_t first = statement->first;
    if (is_at(spot, place->token + 1, "(") && is_assertion(spot, place->token))
        return true;
    bool is_bare = is_at(spot, first, "assert") && spot->rules->has_string_statements;
    if (is_bare && place->token > first && statement->n_commas == 0 &&
        is_expected_in_condition(spot, first + 1,
                                 place_item_end(place, &(struct place_frame){.item = first + 1})))
        return true;
    if (statement->keyword != NO_TOKEN && place->token > statement->keyword &&
        !place->is_directive && has_word_at(spot, statement->keyword, region_words.expected))
        return true;
    for (size_t i = 0; i + 1 < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (frame->keyword != NO_TOKEN && place->token > frame->keyword &&
            has_word_at(spot, frame->keyword, region_words.expected))
            return true;
        if (callee == NO_TOKEN) {
            if (is_bare && i + 2 == place->n_frames && frame->open == first + 1 &&
                is_expected_in_condition(spot, frame->first, place_close(place, frame->open)))
                return true;
            continue;
        }
        static const char *const raisers[] = {"raises", "warns", "deprecated_call", NULL};
        bool is_match = frame->keyword != NO_TOKEN && is_at(spot, frame->keyword, "match");
        if (place_is_one_of(place, callee, raisers))
            return frame->n_commas == 0 || is_match;
        if (place_is_one_of(place, callee, region_words.raising))
            return true;
        if (is_at(spot, callee, "parametrize") && is_expected_case(spot, frame, i))
            return true;
        static const char *const conditions[] = {"fail_unless", "fail_if", "abort_unless",
                                                 "abort_if", NULL};
        if (place_is_one_of(place, callee, conditions) && frame->n_commas == 0)
            return is_expected_in_condition(spot, frame->first, place_item_end(place, frame));
        static const char *const functions[] = {
            "isinstance", "allclose", "isclose", "array_equal", "starts_with", "ends_with", NULL};
        static const char *const methods[] = {"startswith", "endswith", "startsWith", "endsWith",
                                              "equals",     "contains", NULL};
        bool is_compared =
            (place_is_one_of(place, callee, functions) && frame->n_commas > 0) ||
            (place_is_one_of(place, callee, methods) && is_at(spot, callee - 1, "."));
        if (is_compared && (is_bare || is_condition_of(spot, i)))
            return true;
        if (is_assertion(spot, callee))
            return is_in_assertion(spot, frame, callee) || is_in_chain(spot);
    }
    return is_in_chain(spot);
}

/* ---- What a submission prints ---- */

static bool prints(const struct spot *spot, const struct place *place)
{
    for (size_t i = 0; i < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (callee != NO_TOKEN && place_is_one_of(place, callee, spot->rules->printers))
            return true;
        if (frame->open == NO_TOKEN) {
            size_t first = frame->first;
            while (is_at(spot, first, "(") || is_at(spot, first, "std") ||
                   is_at(spot, first, "::") || is_at(spot, first, "else"))
                first++;
            for (size_t at = first; at < first + 12 && at < place->token; at++)
                if (is_at(spot, at, "<<"))
                    return at > 0 && place_is_one_of(place, at - 1, spot->rules->printers);
                else if (is_at(spot, at, "print") && spot->rules->has_string_statements &&
                         at == first)
                    return true;
            return false;
        }
        bool is_index = is_at(spot, frame->open, "[") && frame->open > 0 &&
                        !is_layout_at(spot, frame->open - 1) &&
                        (token_at(spot, frame->open - 1)->kind != TOKEN_SIGN ||
                         is_at(spot, frame->open - 1, "]"));
        if (is_index ||
            (callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers)))
            return false;
    }
    return false;
}

/* Returns whether a name is printed after the token. */
static bool is_printed_later(const struct spot *spot, size_t name)
{
    size_t n = 0;
    for (size_t i = spot->place.text_last + 1; i < spot->program->tokens.n && n < 30; i++) {
        if (token_at(spot, i)->kind != TOKEN_WORD ||
            !program_tokens_equal(spot->program, i, spot->program, name))
            continue;
        struct place place;
        place_find(&place, spot->program, i);
        if (prints(spot, &place) || (place.n_frames > 1 && prints(spot, &place)))
            return true;
        struct place_frame *frame = &place.frames[0];
        size_t callee = place_callee(&place, frame);
        if (callee != NO_TOKEN &&
            (is_at(spot, callee, "join") || is_at(spot, callee, "toString"))) {
            place.frames[0] = (struct place_frame){.open = frame->open - 0, .keyword = NO_TOKEN};
            memmove(place.frames, place.frames + 1, (place.n_frames - 1) * sizeof *place.frames);
            place.n_frames--;
            if (prints(spot, &place))
                return true;
        }
        n++;
    }
    return false;
}

/* Returns whether a number or a truth value is a whole value, also of a conditional. */
static bool is_whole_value(const struct spot *spot)
{
    static const char *const before[] = {"(", ",", "<<", "?", ":", "else", "print", NULL};
    static const char *const after[] = {")", ",", "<<", ";", ":", "if", "else", NULL};
    size_t first = spot->place.token, last = first;
    if (first > 0 && is_at(spot, first - 1, "-"))
        first--;
    return first > 0 && place_is_one_of(&spot->place, first - 1, before) &&
           (is_layout_at(spot, last + 1) || place_is_one_of(&spot->place, last + 1, after));
}

static bool is_output(const struct spot *spot)
{
    if (spot->path || !spot->is_literal || is_compared(spot))
        return false;
    if (!spot->is_text)
        return is_whole_value(spot) && prints(spot, &spot->place);
    if (prints(spot, &spot->place))
        return true;
    const struct place_frame *frame = &spot->place.frames[0], *statement = statement_of(spot);
    while (frame->open != NO_TOKEN && place_callee(&spot->place, frame) == NO_TOKEN &&
           !is_at(spot, frame->open, "["))
        frame++;
    size_t callee = place_callee(&spot->place, frame);
    static const char *const adders[] = {"append", "add", "push_back", "appendleft", NULL};
    if (callee != NO_TOKEN && callee > 1 && place_is_one_of(&spot->place, callee, adders))
        return is_printed_later(spot, place_name_start(&spot->place, callee));
    bool is_plain = frame == statement || (callee == NO_TOKEN && frame + 1 == statement);
    return is_plain && statement->keyword != NO_TOKEN && is_printed_later(spot, statement->keyword);
}

/* ---- Kinds of strings ---- */

static bool is_regex(const struct spot *spot)
{
    struct token_text text = inner(spot->text);
    static const char *const classes[] = {"\\d", "\\s", "\\w", "(?:", "(?P<", ".*", "[^", "\\.",
                                          "\\b", ".+",  "]+",  "]*",  "+$",   ")?", NULL};
    bool has_class = false;
    for (const char *const *class = classes; *class; class ++)
        has_class |= contains(text, *class);
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        static const char *const names[] = {"regex", "regexp", "re", "pattern", "rx", NULL};
        if (frame->keyword != NO_TOKEN && has_class && has_word_at(spot, frame->keyword, names))
            return true;
        if (callee == NO_TOKEN || frame->open == NO_TOKEN)
            continue;
        size_t start = place_name_start(&spot->place, callee);
        bool is_owned =
            !spot->rules->regex_owners ||
            (start != callee && place_is_one_of(&spot->place, start, spot->rules->regex_owners));
        bool needs_class = is_at(spot, callee, "split");
        return place_is_one_of(&spot->place, callee, spot->rules->regexes) && is_owned &&
               frame->n_commas == 0 && (has_class || !needs_class);
    }
    return false;
}

static bool is_format(const struct spot *spot)
{
    struct token_text text = inner(spot->text);
    size_t first = spot->place.text_first, last = spot->place.text_last;
    if (is_call_of(spot, spot->rules->formats))
        return true;
    if (is_at(spot, last + 1, "%") && contains(text, "%"))
        return true;
    if ((is_at(spot, last + 1, ".") &&
         (is_at(spot, last + 2, "format") || is_at(spot, last + 2, "formatted"))))
        return true;
    if (token_at(spot, spot->place.token)->kind == TOKEN_TEXT && first > 1 &&
        spot->place.n_frames > 1 && is_at(spot, spot->place.token - 1, ":"))
        return true;
    for (size_t i = 0; i + 2 < text.length; i++) {
        if (text.bytes[i] != '%')
            continue;
        size_t j = i + 1;
        if (text.bytes[j] == '(')
            return spot->rules->dictionary && memchr(text.bytes + j, ')', text.length - j);
        while (j < text.length && strchr("0123456789.-*+ lhzjt", text.bytes[j]))
            j++;
        if (j < text.length && strchr("dsuxfgcp", text.bytes[j]) &&
            (j > i + 1 || !spot->rules->dictionary) && text.bytes[j - 1] != ' ')
            return spot->path != NULL;
    }
    return false;
}

static bool is_path_or_url(const struct spot *spot)
{
    struct token_text text = inner(spot->text);
    if (text.length < 2 || memchr(text.bytes, ' ', text.length) ||
        memchr(text.bytes, '\n', text.length))
        return false;
    if (contains(text, "://") || contains(text, "../") || contains(text, "/*") ||
        memcmp(text.bytes, "./", 2) == 0)
        return true;
    for (const char *const *end = region_words.extensions; *end; end++)
        if (text.length >= strlen(*end) &&
            memcmp(text.bytes + text.length - strlen(*end), *end, strlen(*end)) == 0)
            return true;
    size_t n_letters = 0;
    for (size_t i = 0; i < text.length; i++)
        n_letters += isalpha((unsigned char)text.bytes[i]) != 0;
    if (memchr(text.bytes, '/', text.length) && n_letters > 1 && !contains(text, "<"))
        return true;
    return is_call_of(spot, region_words.files) && spot->place.frames[0].n_commas == 0;
}

static bool is_identifier_text(const struct spot *spot)
{
    struct token_text text = inner(spot->text);
    if (!spot->path || text.length == 0 ||
        !(isalpha((unsigned char)text.bytes[0]) || text.bytes[0] == '_' || text.bytes[0] == '-'))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.bytes[i]) && !strchr("_.-:", text.bytes[i]))
            return false;
    return true;
}

/* ---- The region ---- */

static size_t column_of(const struct spot *spot, size_t token)
{
    size_t byte = token_at(spot, token)->start_byte, at = byte;
    while (at > 0 && strchr(" \t", spot->program->source[at - 1]))
        at--;
    return byte - at;
}

static bool is_test_function(const struct spot *spot)
{
    if (!spot->rules->has_string_statements)
        return false;
    size_t first = statement_of(spot)->first, n = 0;
    size_t column = first < spot->program->tokens.n ? column_of(spot, first) + 1 : SIZE_MAX;
    for (size_t i = first + 1; i-- > 0 && n < 20000 && column > 0; n++) {
        if ((i > 0 && !is_layout_at(spot, i - 1)) || is_layout_at(spot, i) ||
            column_of(spot, i) >= column)
            continue;
        column = column_of(spot, i);
        size_t name = i + 1 + is_at(spot, i, "async");
        if (!is_at(spot, name - 1, "def") && !is_at(spot, name - 1, "class"))
            continue;
        struct token_text text = text_at(spot, name);
        if (text.length > 4 && strncasecmp(text.bytes, "test", 4) == 0 &&
            !islower((unsigned char)text.bytes[4]))
            return true;
    }
    return false;
}

static struct spot spot_of(const struct program *program, size_t token, const char *path)
{
    struct spot spot = {.program = program, .rules = program->language->regions, .path = path};
    place_find(&spot.place, program, token);
    spot.is_text = place_is_text(program, token);
    spot.other = (struct token_text){"", 0};
    if (token < program->tokens.n) {
        const struct token *own = &program->tokens.items[token];
        spot.text = program_token_text(program, token);
        spot.is_number = own->kind == TOKEN_NUMBER;
        size_t first = program->tokens.items[spot.place.text_first].start_byte;
        size_t last = program->tokens.items[spot.place.text_last].end_byte;
        spot.words = (struct token_text){program->source + first, last - first};
    } else {
        spot.text = spot.words = (struct token_text){"", 0};
    }
    spot.is_literal = spot.is_text || spot.is_number ||
                      token_text_is_one_of(spot.text, program->language->tokens.constants);
    spot.is_test = path && (path_is_test(path) || is_test_function(&spot));
    return spot;
}

enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path)
{
    bool is_insert = edit->kind == EDIT_INSERT;
    struct spot spot =
        spot_of(is_insert ? fixed : buggy, is_insert ? edit->fixed_token : edit->buggy_token, path);
    if (edit->kind == EDIT_REPLACE)
        spot.other = program_token_text(fixed, edit->fixed_token);
    if (is_generated(&spot))
        return REGION_GENERATED;
    if (is_docstring(&spot))
        return REGION_DOCSTRING;
    static const struct {
        bool (*is)(const struct spot *spot);
        enum fix_region region;
        bool is_of_texts;
    } checks[] = {
        {is_import, REGION_IMPORT, false},
        {is_annotation, REGION_ANNOTATION, false},
        {is_version, REGION_VERSION, false},
        {is_message, REGION_MESSAGE, true},
        {is_expectation, REGION_TEST_EXPECTATION, false},
        {is_output, REGION_OUTPUT, false},
        {is_regex, REGION_REGEX, true},
        {is_format, REGION_FORMAT, true},
        {is_path_or_url, REGION_PATH_OR_URL, true},
        {is_identifier_text, REGION_IDENTIFIER_TEXT, true},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if ((spot.is_text || !checks[i].is_of_texts) && checks[i].is(&spot))
            return checks[i].region;
    return REGION_CODE;
}
