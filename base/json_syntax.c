/* Recursive descent without recursion: the open brackets are on a stack. A value is expected after
 * an opening bracket, a comma and a colon. */
#include "base/json_syntax.h"

#include <stdbool.h>
#include <string.h>

struct json_scan {
    const char *at, *end;
    char open[MAX_JSON_DEPTH]; /* '[' or '{' */
    size_t depth, outer_depth; /* the second is that of the outermost value */
    const char *error;
};

static bool fail(struct json_scan *scan, const char *error)
{
    if (!scan->error)
        scan->error = error;
    return false;
}

static void skip_blanks(struct json_scan *scan)
{
    while (scan->at < scan->end && memchr(" \t\n\r", *scan->at, 4))
        scan->at++;
}

static bool take(struct json_scan *scan, char c)
{
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

static int take_hex(struct json_scan *scan)
{
    int value = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        static const char digits[] = "0123456789abcdef";
        char c = scan->at < scan->end ? *scan->at : '\0';
        const char *found = memchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c, 16);
        if (!found)
            return -1;
        value = value * 16 + (int)(found - digits);
    }
    return value;
}

/* Takes the characters after a backslash. Half of a surrogate pair is not a character. */
static bool take_escape(struct json_scan *scan)
{
    if (scan->at == scan->end || !memchr("\"\\/bfnrtu", *scan->at, 9))
        return fail(scan, "not a valid escape");
    if (*scan->at++ != 'u')
        return true;
    int code = take_hex(scan);
    if (code == 0)
        return fail(scan, "a zero byte in a string");
    if (code < 0 || (code >= 0xdc00 && code < 0xe000))
        return fail(scan, "not a valid escape");
    if (code < 0xd800 || code >= 0xe000)
        return true;
    int low = take(scan, '\\') && take(scan, 'u') ? take_hex(scan) : -1;
    return (low >= 0xdc00 && low < 0xe000) || fail(scan, "half of a surrogate pair");
}

static bool take_text(struct json_scan *scan)
{
    if (!take(scan, '"'))
        return fail(scan, "a string in double quotes is missing");
    while (scan->at < scan->end) {
        unsigned char c = (unsigned char)*scan->at;
        if (c < 0x20)
            return fail(scan, "a control character in a string");
        scan->at++;
        if (c == '"')
            return true;
        if (c == '\\' && !take_escape(scan))
            return false;
    }
    return fail(scan, "a string has no closing quote");
}

static bool take_digits(struct json_scan *scan)
{
    const char *start = scan->at;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    return scan->at > start || fail(scan, "a digit is missing");
}

static bool take_number(struct json_scan *scan)
{
    take(scan, '-');
    if (!take(scan, '0') && !take_digits(scan))
        return false;
    if (take(scan, '.') && !take_digits(scan))
        return false;
    if (!take(scan, 'e') && !take(scan, 'E'))
        return true;
    if (!take(scan, '+'))
        take(scan, '-');
    return take_digits(scan);
}

static bool take_word(struct json_scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(scan->end - scan->at) >= length && memcmp(scan->at, words[i], length) == 0) {
            scan->at += length;
            return true;
        }
    }
    return fail(scan, "a value is missing");
}

static bool take_name(struct json_scan *scan)
{
    if (!take_text(scan))
        return false;
    skip_blanks(scan);
    return take(scan, ':') || fail(scan, "a colon is missing");
}

/* Takes a value. Of an array or object it takes only the opening bracket, and sets `is_closed` to
 * false. */
static bool take_value(struct json_scan *scan, bool *is_closed)
{
    skip_blanks(scan);
    char c = scan->at < scan->end ? *scan->at : '\0';
    *is_closed = true;
    if (c == '"')
        return take_text(scan);
    if (c == '-' || (c >= '0' && c <= '9'))
        return take_number(scan);
    if (c != '[' && c != '{')
        return take_word(scan);
    if (scan->depth == MAX_JSON_DEPTH)
        return fail(scan, "too many levels");
    scan->open[scan->depth++] = c;
    scan->at++;
    skip_blanks(scan);
    *is_closed = take(scan, c == '[' ? ']' : '}');
    scan->depth -= *is_closed;
    return *is_closed || c == '[' || take_name(scan);
}

/* Called after a value: closes the arrays and objects that end there, up to a comma or the end of
 * the outermost value. */
static bool close_values(struct json_scan *scan)
{
    while (scan->depth > scan->outer_depth) {
        bool is_list = scan->open[scan->depth - 1] == '[';
        skip_blanks(scan);
        if (take(scan, ',')) {
            skip_blanks(scan);
            return is_list || take_name(scan);
        }
        if (!take(scan, is_list ? ']' : '}'))
            return fail(scan, "a comma or a closing bracket is missing");
        scan->depth--;
    }
    return true;
}

/* Takes the outermost value. */
static bool take_all(struct json_scan *scan)
{
    bool is_closed, is_good = true;
    do
        is_good = take_value(scan, &is_closed) && (!is_closed || close_values(scan));
    while (is_good && (!is_closed || scan->depth > scan->outer_depth));
    return is_good;
}

size_t json_syntax_value(const char *bytes, size_t length, size_t depth)
{
    struct json_scan scan = {
        .at = bytes, .end = bytes + length, .depth = depth, .outer_depth = depth};
    return take_all(&scan) ? (size_t)(scan.at - bytes) : 0;
}

const char *json_syntax_error(const char *bytes, size_t length, size_t *byte)
{
    struct json_scan scan = {.at = bytes, .end = bytes + length};
    bool has_mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;
    bool is_good = has_mark ? fail(&scan, "a byte order mark") : take_all(&scan);
    if (is_good)
        skip_blanks(&scan);
    if (is_good && scan.at < scan.end)
        fail(&scan, "something after the value");
    *byte = (size_t)(scan.at - bytes);
    return scan.error;
}
