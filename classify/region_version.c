/* What says which version of something it is. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

/* Returns whether the statement defines a constant: a macro, a static or constant, or a name at the
 * start of a line. */
static bool is_definition(const struct spot *spot)
{
    static const char *const words[] = {"static", "const", "constexpr", "final", "define", NULL};
    size_t first = spot_statement(spot)->first, n = spot->program->tokens.n;
    for (size_t i = first; i < spot->place.token && i < first + 8; i++)
        if (place_is_one_of(&spot->place, i, words))
            return true;
    size_t start = first < n ? spot_token(spot, first)->start_byte : 0;
    return !spot->place.is_directive && (start == 0 || spot->program->source[start - 1] == '\n');
}

static const char *file_name(const struct spot *spot)
{
    const char *slash = strrchr(spot->path, '/');
    return slash ? slash + 1 : spot->path;
}

static bool is_setup(const struct spot *spot)
{
    return strncmp(file_name(spot), "setup.", 6) == 0;
}

/* Returns whether a test states versions: by its file, or as the least version of an import. */
static bool is_of_package(const struct spot *spot)
{
    static const char *const files[] = {"__init__.py", "version.py", "_version.py", NULL};
    static const char *const imports[] = {"import", "importorskip", NULL};
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    return is_setup(spot) || text_is_one_of(file_name(spot), files) ||
           (callee != NO_TOKEN && spot_has_word(spot, callee, imports));
}

/* Returns whether version control writes the text: "$Id: a.c,v 1.2 2001/02/15 $". */
static bool is_of_control(struct token_text text)
{
    if (quoted_contains(text, "@(#)") || quoted_contains(text, "%I%"))
        return !quoted_contains(text, "Copyright");
    for (const char *const *mark = region_words.keywords; *mark; mark++) {
        const char *at = memmem(text.bytes, text.length, *mark, strlen(*mark));
        size_t end = at ? (size_t)(at - text.bytes) + strlen(*mark) : text.length;
        if (end < text.length && strchr(":$", text.bytes[end]))
            return true;
    }
    return false;
}

/* Returns whether it is a commit id or a checksum. */
static bool is_checksum(struct token_text text)
{
    size_t n = 0;
    while (n < text.length && isxdigit((unsigned char)text.bytes[n]))
        n++;
    return n == text.length && (n == 40 || n == 64);
}

/* Returns whether one of the words of a text is a version: "%(prog)s 1.2". */
static bool has_version(struct token_text text)
{
    for (size_t i = 0; i < text.length; i++) {
        size_t end = i;
        while (end < text.length && text.bytes[end] != ' ')
            end++;
        if (quoted_is_version((struct token_text){text.bytes + i, end - i}))
            return true;
        i = end;
    }
    return false;
}

/* Returns whether a text may be a version, or a part of one such as ".dev". */
static bool may_be_version(const struct spot *spot, struct token_text text)
{
    static const char *const stages[] = {"final", "alpha", "beta", "rc", "dev",
                                         "pre",   "a",     "b",    "c",  NULL};
    if ((has_version(text) && quoted_count_words(text) < 4) || token_text_is_one_of(text, stages))
        return true;
    const char *slash = memchr(text.bytes, '/', text.length);
    size_t before = slash ? (size_t)(slash - text.bytes) + 1 : 0;
    if (slash && quoted_is_version((struct token_text){slash + 1, text.length - before}))
        return is_definition(spot); /* "server/1.2.3" */
    bool has_digit = quoted_has_digit(text) || quoted_has_digit(spot->other);
    bool is_suffix = text.length == 0 ? spot->place.is_directive
                                      : (text.length > 1 || quoted_inner(spot->other).length > 1) &&
                                            strchr(".-@", text.bytes[0]) != NULL;
    return (has_digit || is_suffix) && !quoted_is_prose(text, 2) && !quoted_contains(text, "/") &&
           (!quoted_contains(text, "%") || isdigit((unsigned char)*text.bytes));
}

/* Returns whether a name with the text says that it is a version. */
static bool states_version(const struct spot *spot, size_t name)
{
    static const char *const ends[] = {"VERSION", NULL}; /* WCSVERSION */
    static const char *const rights[] = {"copyright", NULL};
    bool is_whole = spot_has_word(spot, name, region_words.versions) ||
                    (spot->is_text && quoted_ends(spot_text(spot, name), ends));
    bool is_dunder =
        spot_text(spot, name).length > 4 && memcmp(spot_text(spot, name).bytes, "__", 2) == 0;
    struct token_text text = quoted_inner(spot->text);
    if (spot_has_word(spot, name, region_words.requirements) && spot->is_text)
        return quoted_is_version(text) ||
               (is_setup(spot) && spot_has(spot, spot->place.frames[0].open, "["));
    if (spot->is_text && is_dunder && (is_whole || spot_has(spot, name, "__date__")))
        return true;
    if (spot->is_text && spot_has_word(spot, name, rights) && quoted_has_digit(text))
        return true; /* the years of a copyright */
    if (!is_whole &&
        !(spot_has_word(spot, name, region_words.version_parts) && is_definition(spot)))
        return false;
    if (spot->is_text)
        return may_be_version(spot, text);
    static const char *const others[] = {"till", "until",    "count", "len",    "nb",     "length",
                                         "size", "checksum", "sha1",  "sha256", "sha512", NULL};
    if (spot->is_number && spot_has_word(spot, name, others))
        return false; /* version_1_till = 2 */
    bool is_key = place_is_text(spot->program, name) && spot->place.token == name + 2;
    return is_key || is_definition(spot);
}

/* Returns whether the text is a constant of a file that states a version, or what a function of it
 * returns. */
static bool is_whole_of_file(const struct spot *spot, struct token_text file,
                             struct token_text text)
{
    static const char *const names[] = {"version", "about", NULL};
    size_t before = spot->place.text_first;
    bool is_returned = before > 0 && spot_has(spot, before - 1, "return");
    return name_has_word(file, names, false) && !memchr(text.bytes, ' ', text.length) &&
           (is_returned ||
            (spot->place.n_frames == 1 && is_definition(spot) && quoted_has_digit(text)));
}

/* Returns whether the text names a package with its version, as Maven does: "org.a:b:1.2". */
static bool is_coordinate(struct token_text text)
{
    const char *colon = memchr(text.bytes, ':', text.length);
    if (!colon || !memchr(text.bytes, '.', (size_t)(colon - text.bytes)) ||
        quoted_count(text, " /%{") > 0 || quoted_count(text, ":") < 2)
        return false;
    for (const char *end = text.bytes + text.length, *next = NULL; colon; colon = next) {
        colon++;
        next = memchr(colon, ':', (size_t)(end - colon));
        if (quoted_is_version((struct token_text){colon, (size_t)((next ? next : end) - colon)}))
            return true;
    }
    return false;
}

/* Returns whether the text says by itself, or by its file, that it is one of a version. */
static bool is_version_text(const struct spot *spot, struct token_text text)
{
    bool has_digit = quoted_has_digit(text);
    const char *sign = memchr(text.bytes, '=', text.length);
    size_t n = sign ? (size_t)(sign - text.bytes) : 0; /* of A_VERSION=1.2 */
    if (sign && name_has_word((struct token_text){text.bytes, n}, region_words.versions, false) &&
        quoted_is_version((struct token_text){sign + 1, text.length - n - 1}))
        return true;
    if (quoted_is_requirement(text) || is_checksum(text) || is_coordinate(text) ||
        quoted_is_requirement(quoted_inner(spot->other)) ||
        ((quoted_contains(text, "Programming Language :: ") ||
          (quoted_contains(text, "python_version") && quoted_count(text, "\n") == 0)) &&
         has_digit))
        return true;
    struct token_text file = {file_name(spot), strlen(file_name(spot))};
    if (name_has_word(file, region_words.versions, false) &&
        (quoted_is_version(text) || is_whole_of_file(spot, file, text)))
        return true;
    return is_setup(spot) && has_digit && quoted_count(text, " ,;") > 0 &&
           quoted_count(text, "0123456789., ;") == text.length; /* "2.7 3.4" */
}

/* Returns whether it is a constant such as MINOR_VERSION or current_version, or one in capitals
 * with a text. */
static bool is_part_of_own(const struct spot *spot)
{
    static const char *const now[] = {"current", "latest", NULL};
    size_t name = spot_statement(spot)->keyword;
    return name != NO_TOKEN && is_definition(spot) && spot->place.n_frames == 1 &&
           (spot_has_word(spot, name, region_words.version_parts) ||
            (spot->is_text && (isupper((unsigned char)*spot_text(spot, name).bytes) ||
                               spot_has_word(spot, name, now)))) &&
           spot_has_word(spot, name, region_words.versions);
}

/* Returns whether a call passes on what it is given to the name of a version: the default of
 * getenv(), a class of versions. */
static bool passes_version(const struct spot *spot, size_t callee)
{
    size_t name = spot_statement(spot)->keyword;
    bool is_named = name != NO_TOKEN && spot_has_word(spot, name, region_words.versions);
    return spot_has_word(spot, callee, region_words.versions) ||
           (is_named && quoted_is_version(quoted_inner(spot->text)));
}

/* Returns whether the text is a range of versions that a statement of its own asks for:
 * requiresVersion("[2.1,)"). */
static bool is_range_required(const struct spot *spot, struct token_text text)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    return (quoted_is_range(text) || quoted_is_range(quoted_inner(spot->other))) &&
           callee != NO_TOKEN && callee == spot_statement(spot)->first &&
           (spot_has(spot, callee, "super") || spot_has_word(spot, callee, region_words.versions));
}

/* Returns whether a text before, in a call, says that the text is a version: add("a:hash", "1"). */
static bool is_named_before(const struct spot *spot, const struct place_frame *frame)
{
    static const char *const names[] = {"version", "hash", "rev", "revision", "tag", NULL};
    struct token_text name = quoted_inner(spot_text(spot, frame->first));
    return place_is_text(spot->program, frame->first) && frame->n_commas > 0 &&
           name_has_word(name, names, false) && !memchr(name.bytes, ' ', name.length) &&
           quoted_is_version(quoted_inner(spot->text));
}

/* Returns whether the number is of a version that a statement sets or defines in brackets:
 * set_version(1, 2), `const Version least(2)`. */
static bool is_set(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const set[] = {"set", NULL};
    const struct place_frame *statement = spot_statement(spot);
    bool is_one_of = frame->n_commas > 0 || spot_has(spot, spot->place.token + 1, ",");
    return spot->is_number && statement->keyword == NO_TOKEN &&
           spot_has_word(spot, callee, region_words.versions) &&
           (callee == statement->first ? spot_begins(spot, callee, set) && is_one_of
                                       : is_definition(spot));
}

/* Returns whether the number is of a version of a language that is needed: REQUIRED_PYTHON. */
static bool is_needed(const struct spot *spot)
{
    static const char *const named[] = {"python", "pythons", "java", "py", NULL};
    static const char *const needs[] = {"required", "min", "minimum", "supported", NULL};
    size_t name = spot_statement(spot)->keyword;
    return name != NO_TOKEN && is_definition(spot) && spot_has_word(spot, name, named) &&
           spot_has_word(spot, name, needs);
}

bool spot_is_version(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    size_t token = spot->place.token;
    if (!spot->is_literal || !spot->path)
        return false;
    if (spot->is_text && (is_of_control(text) || is_range_required(spot, text)))
        return true;
    if (spot->is_text ? spot_is_regex(spot) : spot_is_index(spot, &spot->place.frames[0]))
        return false;
    if (spot_is_compared(spot) || (token > 0 && spot_has(spot, token - 1, "<<")) ||
        (spot->is_test && !is_of_package(spot) && !is_part_of_own(spot)))
        return false;
    if (spot->is_text ? is_version_text(spot, text) : is_needed(spot))
        return true;
    static const char *const since[] = {"since",        "removed", "removal", "deprecated",
                                        "versionadded", "python",  "pythons", "py",
                                        "importorskip", NULL};
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t name = frame->keyword, callee = place_callee(&spot->place, frame);
        if (name != NO_TOKEN && states_version(spot, name))
            return true;
        if (quoted_is_version(text) && ((name != NO_TOKEN && spot_has_word(spot, name, since)) ||
                                        (callee != NO_TOKEN && spot_has_word(spot, callee, since))))
            return true;
        if (callee == NO_TOKEN)
            continue;
        if (is_named_before(spot, frame) || is_set(spot, frame, callee))
            return true;
        if (!passes_version(spot, callee))
            return false;
    }
    return false;
}
