/* What a submission prints, and strings that programs read. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

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
        bool is_index = spot_has(spot, frame->open, "[") && frame->open > 0 &&
                        !spot_is_layout(spot, frame->open - 1) &&
                        (spot_token(spot, frame->open - 1)->kind != TOKEN_SIGN ||
                         spot_has(spot, frame->open - 1, "]"));
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
        if (spot_token(spot, i)->kind != TOKEN_WORD ||
            !program_tokens_equal(spot->program, i, spot->program, name))
            continue;
        struct place place;
        place_find(&place, spot->program, i);
        if (prints(spot, &place) || (place.n_frames > 1 && prints(spot, &place)))
            return true;
        struct place_frame *frame = &place.frames[0];
        size_t callee = place_callee(&place, frame);
        if (callee != NO_TOKEN &&
            (spot_has(spot, callee, "join") || spot_has(spot, callee, "toString"))) {
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
        return is_whole_value(spot) && prints(spot, &spot->place);
    if (prints(spot, &spot->place))
        return true;
    const struct place_frame *frame = &spot->place.frames[0], *statement = spot_statement(spot);
    while (frame->open != NO_TOKEN && place_callee(&spot->place, frame) == NO_TOKEN &&
           !spot_has(spot, frame->open, "["))
        frame++;
    size_t callee = place_callee(&spot->place, frame);
    static const char *const adders[] = {"append", "add", "push_back", "appendleft", NULL};
    if (callee != NO_TOKEN && callee > 1 && place_is_one_of(&spot->place, callee, adders))
        return is_printed_later(spot, place_name_start(&spot->place, callee));
    bool is_plain = frame == statement || (callee == NO_TOKEN && frame + 1 == statement);
    return is_plain && statement->keyword != NO_TOKEN && is_printed_later(spot, statement->keyword);
}

/* ---- Kinds of strings ---- */

bool spot_is_regex(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    static const char *const classes[] = {"\\d", "\\s", "\\w", "(?:", "(?P<", ".*", "[^", "\\.",
                                          "\\b", ".+",  "]+",  "]*",  "+$",   ")?", NULL};
    bool has_class = false;
    for (const char *const *class = classes; *class; class ++)
        has_class |= quoted_contains(text, *class);
    for (size_t i = 0; i < spot->place.n_frames; i++) {
        const struct place_frame *frame = &spot->place.frames[i];
        size_t callee = place_callee(&spot->place, frame);
        static const char *const names[] = {"regex", "regexp", "re", "pattern", "rx", NULL};
        if (frame->keyword != NO_TOKEN && has_class && spot_has_word(spot, frame->keyword, names))
            return true;
        if (callee == NO_TOKEN || frame->open == NO_TOKEN)
            continue;
        size_t start = place_name_start(&spot->place, callee);
        bool is_owned =
            !spot->rules->regex_owners ||
            (start != callee && place_is_one_of(&spot->place, start, spot->rules->regex_owners));
        bool needs_class = spot_has(spot, callee, "split");
        return place_is_one_of(&spot->place, callee, spot->rules->regexes) && is_owned &&
               frame->n_commas == 0 && (has_class || !needs_class);
    }
    return false;
}

/* Returns whether it is in a call of a function like printf, such as my_snprintf. */
static bool is_in_printf(const struct spot *spot)
{
    size_t callee = place_callee(&spot->place, &spot->place.frames[0]);
    if (callee == NO_TOKEN || !memchr(spot->text.bytes, '%', spot->text.length))
        return false;
    struct token_text name = spot_text(spot, callee);
    return quoted_contains(name, "printf") || quoted_contains(name, "Printf");
}

bool spot_is_format(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    size_t first = spot->place.text_first, last = spot->place.text_last;
    if (spot_is_in_call_of(spot, spot->rules->formats) || is_in_printf(spot))
        return true;
    if (spot_has(spot, last + 1, "%") && quoted_contains(text, "%"))
        return true;
    if ((spot_has(spot, last + 1, ".") &&
         (spot_has(spot, last + 2, "format") || spot_has(spot, last + 2, "formatted"))))
        return true;
    if (spot_token(spot, spot->place.token)->kind == TOKEN_TEXT && first > 1 &&
        spot->place.n_frames > 1 && spot_has(spot, spot->place.token - 1, ":"))
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

bool spot_is_path(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    if (text.length < 2 || memchr(text.bytes, ' ', text.length) ||
        memchr(text.bytes, '\n', text.length))
        return false;
    if (quoted_contains(text, "://") || quoted_contains(text, "../") ||
        quoted_contains(text, "/*") || memcmp(text.bytes, "./", 2) == 0)
        return true;
    for (const char *const *end = region_words.extensions; *end; end++)
        if (text.length >= strlen(*end) &&
            memcmp(text.bytes + text.length - strlen(*end), *end, strlen(*end)) == 0)
            return true;
    size_t n_letters = 0;
    for (size_t i = 0; i < text.length; i++)
        n_letters += isalpha((unsigned char)text.bytes[i]) != 0;
    if (memchr(text.bytes, '/', text.length) && n_letters > 1 && !quoted_contains(text, "<"))
        return true;
    return spot_is_in_call_of(spot, region_words.files) && spot->place.frames[0].n_commas == 0;
}

bool spot_is_identifier(const struct spot *spot)
{
    struct token_text text = quoted_inner(spot->text);
    if (!spot->path || text.length == 0 ||
        !(isalpha((unsigned char)text.bytes[0]) || text.bytes[0] == '_' || text.bytes[0] == '-'))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.bytes[i]) && !strchr("_.-:", text.bytes[i]))
            return false;
    return true;
}
