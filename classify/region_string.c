/* What a submission prints, and strings that programs read. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

/* ---- What a submission prints ---- */

static bool prints(const struct spot *spot)
{
    const struct place *place = &spot->place;
    for (size_t i = 0; i < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        if (callee != NO_TOKEN && place_is_one_of(place, callee, spot->rules->printers))
            return true;
        if (frame->open == NO_TOKEN) {
            size_t first = frame->first;
            while (spot_has(spot, first, "(") || spot_has(spot, first, "std") ||
                   spot_has(spot, first, "::") || spot_has(spot, first, "else"))
                first++;
            for (size_t at = first; at < first + 12 && at < place->token; at++)
                if (spot_has(spot, at, "<<"))
                    return at > 0 && place_is_one_of(place, at - 1, spot->rules->printers);
                else if (spot_has(spot, at, "print") && spot->rules->has_string_statements &&
                         at == first)
                    return true;
            return false;
        }
        if (spot_is_index(spot, frame) ||
            (callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers)))
            return false;
    }
    return false;
}

/* Returns whether a number or a truth value is a whole value, also of a conditional. */
static bool is_whole_value(const struct spot *spot)
{
    static const char *const before[] = {"(", ",", "<<", "?", ":", "else", "print", NULL};
    static const char *const after[] = {")", ",", "<<", ";", ":", "if", "else", NULL};
    size_t first = spot->place.token, last = first;
    if (first > 0 && spot_has(spot, first - 1, "-"))
        first--;
    return first > 0 && place_is_one_of(&spot->place, first - 1, before) &&
           (spot_is_layout(spot, last + 1) || place_is_one_of(&spot->place, last + 1, after));
}

bool spot_is_output(const struct spot *spot)
{
    if (spot->path || !spot->is_literal || spot_is_compared(spot))
        return false;
    if (!spot->is_text)
        return is_whole_value(spot) && prints(spot);
    if (prints(spot))
        return true;
    const struct place_frame *frame = &spot->place.frames[0], *statement = spot_statement(spot);
    while (frame->open != NO_TOKEN && place_callee(&spot->place, frame) == NO_TOKEN &&
           !spot_has(spot, frame->open, "["))
        frame++;
    size_t callee = place_callee(&spot->place, frame);
    static const char *const adders[] = {"append", "add", "push_back", "appendleft", NULL};
    if (callee != NO_TOKEN && callee > 1 && place_is_one_of(&spot->place, callee, adders))
        return spot_goes_to(spot, place_name_start(&spot->place, callee), prints);
    bool is_plain = frame == statement || (callee == NO_TOKEN && frame + 1 == statement);
    return is_plain && statement->keyword != NO_TOKEN &&
           spot_goes_to(spot, statement->keyword, prints);
}

/* ---- Kinds of strings ---- */

/* Returns whether a text is a character of C or Java, or in a call of `asm`. */
static bool is_character(const struct spot *spot)
{
    static const char *const assemblers[] = {"asm",      "__asm",        "__asm__",
                                             "volatile", "__volatile__", NULL};
    return spot->text.length > 0 &&
           ((!spot->rules->dictionary && spot->text.bytes[spot->text.length - 1] == '\'') ||
            spot_is_in_call_of(spot, assemblers));
}

bool spot_is_regex(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    static const char *const classes[] = {"\\d", "\\s", "\\w", "(?:", "(?P<", ".*", "[^", "\\.",
                                          "\\b", ".+",  "]+",  "]*",  "+$",   ")?", NULL};
    bool has_class = quoted_count_parts(text, classes) > 0;
    bool is_pattern = quoted_count_patterns(text) > 1 && !memchr(text.bytes, '\n', text.length) &&
                      !quoted_contains(text, "sed ");
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        static const char *const names[] = {"regex", "regexp", "re", "pattern", "rx", NULL};
        static const char *const filters[] = {"filterwarnings", NULL};
        if (frame->keyword != NO_TOKEN && has_class && spot_has_word(spot, frame->keyword, names))
            return true;
        if (callee == NO_TOKEN || frame->open == NO_TOKEN)
            continue;
        if (has_class && place_is_one_of(&spot->place, callee, filters))
            return true;
        if (frame->n_commas == 0 && quoted_count_patterns(text) > 0 &&
            spot_has_word(spot, callee, names))
            return true;
        size_t start = place_name_start(&spot->place, callee);
        bool is_owned =
            !spot->rules->regex_owners ||
            (start != callee && place_is_one_of(&spot->place, start, spot->rules->regex_owners));
        bool needs_class = spot_has(spot, callee, "split");
        return (place_is_one_of(&spot->place, callee, spot->rules->regexes) && is_owned &&
                frame->n_commas == 0 && (has_class || !needs_class)) ||
               is_pattern;
    }
    return is_pattern;
}

/* Returns whether it is source of another language that is printed, or in a long text. */
static bool is_source(const struct spot *spot)
{
    static const char *const ends[] = {";\\n", ";\n", NULL};
    static const char *const blocks[] = {"{\\n", "}\\n", "{\n", "}\n", "};", NULL};
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    bool is_printed = callee != NO_TOKEN && quoted_contains(spot_text(spot, callee), "print");
    struct token_text text = quoted_inner(is_printed ? spot->words : spot->text);
    for (; text.length > 7 && isspace((unsigned char)*text.bytes); text.length--)
        text.bytes++;
    if (text.length < 8 || (!is_printed && !quoted_is_long(spot->text)))
        return false;
    return (*text.bytes == '<' && (text.bytes[1] == '!' || quoted_contains(text, "</"))) ||
           memcmp(text.bytes, "/*", 2) == 0 || memcmp(text.bytes, "extern ", 7) == 0 ||
           (quoted_count_parts(text, ends) > 0 && quoted_count_parts(text, blocks) > 0);
}

bool spot_is_for_program(const struct spot *spot, struct token_text text)
{
    return is_source(spot) || quoted_contains(text, "; echo ") ||
           quoted_contains(text, "&& echo ") || quoted_is_template(text) ||
           (quoted_contains(text, "\\\":") && *text.bytes == '{') ||
           (quoted_count_patterns(text) > 1 && *spot->text.bytes == 'r') ||
           (spot_is_in_call_of(spot, (const char *const[]){"filterwarnings", NULL}) &&
            spot_is_regex(spot));
}

/* Returns whether it is in a call of a function like printf or strftime, such as my_snprintf. */
static bool is_in_printf(const struct spot *spot)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    if (callee == NO_TOKEN || !memchr(spot->text.bytes, '%', spot->text.length))
        return false;
    struct token_text name = spot_text(spot, callee);
    return quoted_contains(name, "printf") || quoted_contains(name, "Printf") ||
           quoted_contains(name, "time");
}

/* Returns whether a name says that it is a format, and the text looks as one: "%d", "{:.2f}",
 * "YYYY-MM-DD". */
static bool is_named_format(const struct spot *spot, struct token_text text)
{
    static const char *const names[] = {"format", "fmt", "formats", NULL};
    size_t name = spot_statement(spot)->keyword;
    bool is_date = text.length > 4 && quoted_count(text, "YyMDdHhmsSZz-/:. '") == text.length;
    return spot->path && name != NO_TOKEN && spot->place.n_frames == 1 &&
           spot_has_word(spot, name, names) && (is_date || quoted_count(text, "%{") > 0);
}

bool spot_is_format(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    size_t first = spot->place.text_first, last = spot->place.text_last;
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    bool is_got = callee != NO_TOKEN && callee > 1 && spot_has(spot, callee, "getInstance") &&
                  !quoted_contains(spot_text(spot, callee - 2), "Format");
    if ((!is_got && spot_is_in_call_of(spot, spot->rules->formats)) || is_in_printf(spot) ||
        is_named_format(spot, text))
        return true;
    if (spot_has(spot, last + 1, "%") && quoted_contains(text, "%"))
        return true;
    if ((spot_has(spot, last + 1, ".") &&
         (spot_has(spot, last + 2, "format") || spot_has(spot, last + 2, "formatted"))))
        return true;
    if (spot_token(spot, spot->place.token)->kind == TOKEN_TEXT && first > 1 &&
        spot->place.n_frames > 1 && spot_has(spot, spot->place.token - 1, ":"))
        return true;
    for (size_t i = 0; i + 1 < text.length; i++) {
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

/* Returns whether it is as "text/plain". */
static bool is_media_type(struct token_text text)
{
    static const char *const types[] = {"application/", "audio/", "image/",     "text/plain",
                                        "text/html",    "video/", "multipart/", NULL};
    for (const char *const *type = types; *type; type++)
        if (text.length >= strlen(*type) && memcmp(text.bytes, *type, strlen(*type)) == 0)
            return quoted_count(text, "/") == 1;
    return false;
}

/* Returns whether it is an address such as "127.0.0.1". */
static bool is_address(struct token_text text)
{
    return quoted_count(text, ".") == 3 && quoted_count(text, "0123456789") + 3 == text.length &&
           (text.length > 7 || (text.length == 7 && memcmp(text.bytes, "0.0.", 4) == 0));
}

/* Returns whether a call joins it to a path: new File(a, "b"), os.path.join(a, "b"). */
static bool is_part_of_path(const struct spot *spot)
{
    static const char *const joiners[] = {"File", "joinpath", "createTempDirectory", "cd", NULL};
    static const char *const owners[] = {"path", "Path", "Paths", NULL};
    const struct place_frame *frame = &spot->place.frames[0];
    size_t callee = place_callee(&spot->place, frame);
    return callee != NO_TOKEN && frame->keyword == NO_TOKEN &&
           (place_is_one_of(&spot->place, callee, joiners) ||
            (callee > 1 && place_is_one_of(&spot->place, callee - 2, owners)));
}

bool spot_is_path(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    if (text.length < 2 || memchr(text.bytes, ' ', text.length) ||
        memchr(text.bytes, '\n', text.length) || is_character(spot) || is_media_type(text) ||
        (memchr(text.bytes, '@', text.length) && !memchr(text.bytes, '/', text.length)))
        return false;
    size_t first = spot->place.text_first;
    bool is_joined = first > 0 && spot_has(spot, first - 1, "/");
    if (is_joined || is_address(text) || is_part_of_path(spot))
        return true;
    if (quoted_contains(text, "://") || quoted_contains(text, "../") ||
        quoted_contains(text, "/*") || memcmp(text.bytes, "./", 2) == 0 ||
        quoted_ends(text, region_words.extensions))
        return true;
    size_t n_letters = 0;
    for (size_t i = 0; i < text.length; i++)
        n_letters += isalpha((unsigned char)text.bytes[i]) != 0;
    if (memchr(text.bytes, '/', text.length) && n_letters > 1 && quoted_count(text, "<([") == 0)
        return true;
    return spot_is_in_call_of(spot, region_words.files) && spot->place.frames[0].n_commas == 0;
}

bool spot_is_identifier(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    if (!spot->path || text.length == 0 || is_character(spot))
        return false;
    size_t n_hex = 0;
    while (n_hex < text.length && isxdigit((unsigned char)text.bytes[n_hex]))
        n_hex++;
    if (spot_is_in_call_of(spot, region_words.titles) || is_media_type(text))
        return true;
    if (n_hex >= 16 || quoted_is_version(text) ||
        !(isalpha((unsigned char)text.bytes[0]) || strchr("_-", text.bytes[0])))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.bytes[i]) && !strchr("_.-:", text.bytes[i]))
            return false;
    return true;
}
