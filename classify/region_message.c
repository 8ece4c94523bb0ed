/* Texts that people read. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

static bool name_ends(struct token_text name, const char *end)
{
    size_t length = strlen(end);
    return name.length >= length && memcmp(name.bytes + name.length - length, end, length) == 0;
}

/* Returns whether a call adds to a message: msg.append("a").append("b"), stderr.write(). */
static bool is_added_to_message(const struct spot *spot, size_t callee)
{
    static const char *const adders[] = {"append",     "add",     "write", "extend", "push_back",
                                         "write_line", "println", "print", "line",   NULL};
    static const char *const streams[] = {"stdout",   "stderr",  "errors",   "messages",
                                          "warnings", "msg",     "message",  "info",
                                          "error",    "console", "reporter", NULL};
    if (!place_is_one_of(&spot->place, callee, adders))
        return false;
    size_t start = place_name_start(&spot->place, callee);
    if (start == callee && callee > 1 && spot_has(spot, callee - 2, ")"))
        start = spot_statement(spot)->first;
    for (size_t i = start; i < callee && i < start + 3; i++)
        if (spot_has_word(spot, i, streams))
            return true;
    return false;
}

/* Returns whether a call writes to a buffer that is called a message: snprintf(msg, n, "bad"). */
static bool is_written_to_message(const struct spot *spot, const struct place_frame *frame,
                                  size_t callee)
{
    static const char *const names[] = {"msg", "message", "errmsg", "errstr", "errbuf", NULL};
    static const char *const copiers[] = {"strcpy",  "strncpy",  "strlcpy",  "strcat", "strlcat",
                                          "sprintf", "snprintf", "asprintf", NULL};
    size_t first = frame->first + (spot_has(spot, frame->first, "&") != 0);
    struct token_text name = spot_text(spot, callee);
    for (const char *const *copier = copiers; *copier; copier++)
        if (name_ends(name, *copier))
            return spot_has_word(spot, first, names);
    return false;
}

/* Returns whether a macro declares an option, and the text, the last argument, is its help. */
static bool is_help_of_option(const struct spot *spot, const struct place_frame *frame,
                              size_t callee)
{
    static const char *const words[] = {"opt", "define", NULL};
    struct token_text name = spot_text(spot, callee);
    size_t n, index = spot_argument(spot, frame, &n);
    return index > 1 && index + 1 == n && spot_begins(spot, callee, words) && name.length > 3 &&
           isupper((unsigned char)name.bytes[0]) && isupper((unsigned char)name.bytes[1]) &&
           memchr(spot->text.bytes, ' ', spot->text.length);
}

/* Returns whether a call takes texts for people. */
static bool takes_message(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    static const char *const checkers[] = {
        "requireNonNull", "checkNotNull", "checkArgument", "checkState",
        "notNull",        "isTrue",       "notEmpty",      NULL};
    if (place_is_one_of(&spot->place, callee, checkers))
        return frame->n_commas > 0;
    if (spot_has(spot, callee, "super"))
        return strstr(spot->path, "Exception.") || strstr(spot->path, "Error.");
    if (spot_is_assertion(spot, callee))
        return spot_is_assertion_message(spot, frame, callee);
    if (spot_has_word(spot, callee, (const char *const[]){"assert", NULL}))
        return frame->n_commas > 0;
    if (is_added_to_message(spot, callee))
        return true;
    size_t start = place_name_start(&spot->place, callee);
    size_t new = start > 0 && spot_has(spot, start - 1, "new") ? start - 1 : start;
    if (new > 0 && (spot_has(spot, new - 1, "throw") || spot_has(spot, new - 1, "raise")))
        return true;
    if (frame->n_commas > 0 &&
        (is_written_to_message(spot, frame, callee) || is_help_of_option(spot, frame, callee)))
        return true;
    bool is_of_buffer = false;
    for (size_t i = start; i <= callee; i++)
        is_of_buffer |= spot_has_word(spot, i, region_words.buffers);
    if (spot_begins(spot, callee, region_words.silent_callees) || is_of_buffer)
        return false;
    if (place_is_one_of(&spot->place, callee, region_words.titles))
        return memchr(spot->text.bytes, ' ', spot->text.length) != NULL;
    if (frame->n_commas > 0 && spot_has(spot, frame->first + 1, ",") &&
        spot_has_word(spot, frame->first, region_words.message_owners))
        return true;
    if (start < callee && spot_has_word(spot, start, region_words.message_owners))
        return true;
    return spot_has_word(spot, callee, region_words.message_callees) ||
           name_ends(spot_text(spot, callee), "fprintf");
}

static bool is_message_stream(const struct spot *spot)
{
    size_t first = spot_statement(spot)->first, token = spot->place.token;
    bool has_names = false;
    for (size_t i = first; i < token && i < first + 400; i++) {
        has_names |= i < first + 3 && spot_has_word(spot, i, region_words.message_streams) &&
                     !spot_has(spot, i, "<<") && spot_token(spot, i)->kind == TOKEN_WORD;
        if (has_names && spot_has(spot, i, "<<"))
            return true;
    }
    return false;
}

/* Returns whether the statement itself is one with a message: raise, assert, throw. */
static bool is_message_statement(const struct spot *spot)
{
    const struct place_frame *statement = spot_statement(spot);
    size_t first = statement->first;
    if (spot_has(spot, first, "assert") && !spot_has(spot, first + 1, "(")) {
        if (statement->n_commas > 0)
            return true;
        size_t before = spot->place.text_first;
        return !spot->program->language->tokens.layout_has_meaning && before > first &&
               (spot_has(spot, before - 1, ":") || spot_has(spot, before - 1, "+"));
    }
    return spot_has(spot, first, "raise") || spot_has(spot, first, "throw") ||
           (spot_has(spot, first, "print") && spot->rules->has_string_statements);
}

static bool is_operand_of(const struct spot *spot, const char *sign)
{
    return spot->place.text_first > 0 && spot_has(spot, spot->place.text_first - 1, sign);
}

/* Returns whether a name, or the text of a key, is one word. */
static bool is_plain_name(const struct spot *spot, size_t name)
{
    struct token_text text = quoted_inner(spot_text(spot, name));
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.bytes[i]) && !strchr("_-", text.bytes[i]))
            return false;
    return true;
}

/* Returns whether the place is one for texts that people read. */
static bool is_message_place(const struct spot *spot)
{
    static const char *const translations[] = {"_", "N_", "gettext", "ngettext", NULL};
    const struct place *place = &spot->place;
    for (size_t i = 0; i < place->n_frames; i++) {
        const struct place_frame *frame = &place->frames[i];
        size_t callee = place_callee(place, frame);
        bool is_named = frame->keyword != NO_TOKEN;
        bool says_so = is_named && is_plain_name(spot, frame->keyword) &&
                       spot_has_word(spot, frame->keyword, region_words.message_names);
        if (says_so && (!place->is_directive || memchr(spot->text.bytes, ' ', spot->text.length)))
            return true;
        if (callee != NO_TOKEN && place_is_one_of(place, callee, translations))
            return true;
        bool is_statement = frame->open == NO_TOKEN;
        if (is_statement)
            return is_message_statement(spot) || is_message_stream(spot);
        bool is_end = is_named && (spot_has(spot, frame->keyword, "sep") ||
                                   spot_has(spot, frame->keyword, "end"));
        if (is_named && !is_end && callee != NO_TOKEN && spot->rules->dictionary)
            return false;
        if (callee != NO_TOKEN && takes_message(spot, frame, callee))
            return true;
        if (callee != NO_TOKEN && !place_is_one_of(place, callee, region_words.wrappers))
            return false;
        if (callee == NO_TOKEN && spot_has(spot, frame->open, "[") && frame->open > 0 &&
            !spot_is_layout(spot, frame->open - 1) &&
            (spot_token(spot, frame->open - 1)->kind == TOKEN_WORD ||
             spot_has(spot, frame->open - 1, "]") || spot_has(spot, frame->open - 1, ")")))
            return false;
    }
    return false;
}

bool spot_is_message(const struct spot *spot)
{
    if (!spot->is_text || !spot->path)
        return false;
    struct token_text text = quoted_inner(spot->text), words = quoted_inner(spot->words);
    if (spot_is_compared(spot) || spot_is_expected(spot))
        return false;
    if (is_message_place(spot))
        return true;
    const char *slash = strrchr(spot->path, '/');
    const char *file = slash ? slash + 1 : spot->path;
    static const char *const helps[] = {"help",       "listhelp",  "usage", "errors",
                                        "exceptions", "exception", NULL};
    if (!spot->is_test && name_has_word((struct token_text){file, strlen(file)}, helps, false) &&
        memchr(text.bytes, ' ', text.length))
        return true;
    bool is_long = spot->text.length > 6 &&
                   (quoted_contains(spot->text, "\"\"\"") || quoted_contains(spot->text, "'''"));
    static const char *const commands[] = {"run",        "system",       "Popen", "popen", "call",
                                           "check_call", "check_output", "exec",  "sh",    NULL};
    if (spot_is_in_call_of(spot, commands))
        return false;
    if (spot->is_test || is_long || spot_is_regex(spot))
        return is_operand_of(spot, "&&");
    return quoted_is_prose(text, 3) || (quoted_is_prose(words, 4) && quoted_count_words(text) > 0);
}
