/* See yaml_scalar.h. */
#include "base/yaml_scalar.h"

#include "base/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DIGITS "0123456789"

/* Whether the text is one of those in a list that ends with NULL. */
static bool is_one_of(const char *text, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

/* Words that one of the two takes for a truth value or null, in some case. */
static bool is_word_of_yaml(const char *text, size_t length)
{
    static const char *const words[] = {"y",     "n",  "yes", "no",  "true",
                                        "false", "on", "off", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncasecmp(text, words[i], length) == 0)
            return true;
    return false;
}

/* All that begins with a digit and is not a text for one of the two has no other bytes: numbers
 * (0x1f, 0o17, 0b1, 1_000, 1:30, 1.5e+3) and times (2001-12-14t21:59:43.10 -05:00). */
static bool may_be_number(const char *text, size_t length)
{
    if (text[0] < '0' || text[0] > '9')
        return false;
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr(DIGITS "abcdefABCDEF_.:+-xXoOtTzZ ", text[i]))
            return false;
    return true;
}

/* Code points that may stand in a plain scalar, and which libyaml would not escape. */
static bool is_printable(uint32_t code)
{
    if (code < 0x80)
        return code >= ' ' && code < 0x7f;
    return code >= 0xa0 && code < 0xfffe && code != 0x2028 && code != 0x2029 && code != 0xfeff;
}

static bool is_printable_text(const char *text, size_t length)
{
    for (size_t at = 0, n; at < length; at += n) {
        uint32_t code;
        n = utf8_decode(text + at, length - at, &code);
        if (n == 0 || !is_printable(code))
            return false;
    }
    return true;
}

/* Whether a text that begins so begins with no indicator and no number; there are others. */
static bool is_safe_start(char first)
{
    return isalnum((unsigned char)first) || (first & 0x80) || (first && strchr("_/($", first));
}

bool yaml_scalar_is_safe(const char *text, size_t length)
{
    if (length == 0 || !is_safe_start(text[0]) || text[length - 1] == ' ' ||
        text[length - 1] == ':' || !is_printable_text(text, length))
        return false;
    for (size_t i = 0; i + 1 < length; i++)
        if ((text[i] == ':' && text[i + 1] == ' ') || (text[i] == ' ' && text[i + 1] == '#'))
            return false;
    return !is_word_of_yaml(text, length) && !may_be_number(text, length);
}

static const char *behind_sign(const char *text)
{
    return text + (*text == '-' || *text == '+');
}

/* Whether the text is digits of the set, at least one. */
static bool is_all(const char *text, const char *set)
{
    size_t n = strspn(text, set);
    return n > 0 && text[n] == '\0';
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool is_float(const char *text)
{
    const char *c = behind_sign(text);
    size_t n_whole = strspn(c, DIGITS), n_fraction = 0;
    c += n_whole;
    if (*c == '.') {
        n_fraction = strspn(++c, DIGITS);
        c += n_fraction;
    }
    if (n_whole + n_fraction == 0)
        return false;
    if (*c == 'e' || *c == 'E')
        return is_all(behind_sign(c + 1), DIGITS);
    return *c == '\0';
}

static int read_int(struct json **out, const char *text, const char *digits, int base,
                    struct err *err)
{
    errno = 0;
    long long number = strtoll(digits, NULL, base);
    if (errno)
        return err_set(err, "the whole number %.40s is too large", text);
    *out = json_int_value(number);
    return 0;
}

static int read_float(struct json **out, const char *text, struct err *err)
{
    double number = strtod(text, NULL);
    if (isinf(number))
        return err_set(err, "the number %.40s is too large", text);
    *out = json_double_value(number);
    return 0;
}

int yaml_scalar_read(struct json **out, const char *text, struct err *err)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const truths[] = {"true", "True", "TRUE", NULL};
    static const char *const lies[] = {"false", "False", "FALSE", NULL};
    static const char *const infinities[] = {".inf", ".Inf", ".INF", NULL};
    static const char *const no_numbers[] = {".nan", ".NaN", ".NAN", NULL};
    if (is_one_of(behind_sign(text), infinities) || is_one_of(text, no_numbers))
        return err_set(err, "the number %s cannot be used here", text);
    if (is_all(behind_sign(text), DIGITS))
        return read_int(out, text, text, 10, err);
    if (strncmp(text, "0x", 2) == 0 && is_all(text + 2, DIGITS "abcdefABCDEF"))
        return read_int(out, text, text + 2, 16, err);
    if (strncmp(text, "0o", 2) == 0 && is_all(text + 2, "01234567"))
        return read_int(out, text, text + 2, 8, err);
    if (is_float(text))
        return read_float(out, text, err);
    if (is_one_of(text, nulls))
        *out = json_text_value(NULL);
    else if (is_one_of(text, truths) || is_one_of(text, lies))
        *out = json_bool_value(is_one_of(text, truths));
    else
        *out = json_text_value(text);
    return 0;
}
