#include "tokenize/apply.h"

#include <string.h>

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

bool characters_join(char left, char right)
{
    return is_word(left) && (is_word(right) || (right == '.' && left >= '0' && left <= '9'));
}

/* Returns whether two signs become one token, or the start of a comment, in one of the languages.
 */
static bool signs_join(char left, char right)
{
    return (left == right && strchr("+-&|<>=", left)) ||
           (left == '/' && (right == '/' || right == '*'));
}

/* Returns whether two quotes at the end of a text and one after them would open a string of three
 * quotes. */
static bool quotes_join(const char *text, size_t length, char right)
{
    return (right == '\'' || right == '"') && length >= 2 && text[length - 1] == right &&
           text[length - 2] == right;
}

/* Adds bytes. Adds a space before them if two tokens would become one without it. */
static void add_apart(struct str *out, size_t origin, const char *bytes, size_t length)
{
    size_t n_before = out->length - origin;
    const char *before = str_text(out) + origin;
    if (length && n_before &&
        (characters_join(before[n_before - 1], bytes[0]) ||
         signs_join(before[n_before - 1], bytes[0]) || quotes_join(before, n_before, bytes[0])))
        str_add(out, " ", 1);
    str_add(out, bytes, length);
}

void edit_apply(struct str *out, const char *source, size_t length, size_t start_byte,
                size_t end_byte, const char *after, size_t after_length)
{
    size_t origin = out->length;
    str_add(out, source, start_byte);
    add_apart(out, origin, after, after_length);
    if (after_length == 0)
        while (end_byte < length && (source[end_byte] == ' ' || source[end_byte] == '\t'))
            end_byte++;
    add_apart(out, origin, source + end_byte, length - end_byte);
}
