/* The builder grows by doubling. UTF-8 is libunistring's. */
#include "base/str.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uniname.h>
#include <uninorm.h>
#include <unistr.h>
#include <unistring/version.h>
#include <uniwbrk.h>
#include <uniwidth.h>

char *str_reserve(struct str *str, size_t length)
{
    size_t needed = mem_add(mem_add(str->length, length), 1);
    if (needed <= str->capacity)
        return str->text + str->length;
    size_t capacity = str->capacity ? str->capacity : 64;
    while (capacity < needed)
        capacity = mem_multiply(capacity, 2);
    str->text = mem_resize(str->text, capacity, 1);
    str->capacity = capacity;
    return str->text + str->length;
}

void str_extend(struct str *str, size_t length)
{
    str->length += length;
    str->text[str->length] = '\0';
}

void str_add(struct str *str, const char *bytes, size_t length)
{
    char *end = str_reserve(str, length);
    if (length)
        memcpy(end, bytes, length);
    str_extend(str, length);
}

void str_add_text(struct str *str, const char *text)
{
    str_add(str, text, strlen(text));
}

void str_set(struct str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_clear(str);
    str_print_list(str, format, args);
    va_end(args);
}

void str_print(struct str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_print_list(str, format, args);
    va_end(args);
}

void str_print_list(struct str *str, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        str_reserve(str, (size_t)length);
        vsnprintf(str->text + str->length, (size_t)length + 1, format, again);
        str->length += (size_t)length;
    }
    va_end(again);
}

const char *str_text(const struct str *str)
{
    return str->text ? str->text : "";
}

void str_clear(struct str *str)
{
    str->length = 0;
    if (str->text)
        str->text[0] = '\0';
}

size_t str_take(const struct str *str, size_t *at, char *bytes, size_t capacity)
{
    size_t n = str->length - *at;
    n = n < capacity ? n : capacity;
    if (n)
        memcpy(bytes, str->text + *at, n);
    *at += n;
    return n;
}

void str_release(struct str *str)
{
    free(str->text);
    *str = (struct str){0};
}

int text_place(const char *text, const char *const *list)
{
    int place = 0;
    while (list[place] && !(text && strcmp(list[place], text) == 0))
        place++;
    return place;
}

bool text_is_one_of(const char *text, const char *const *list)
{
    return list && list[text_place(text, list)];
}

/* Returns the place from `text` on of the next character that counts. */
static const char *skip_uncounted(const char *text)
{
    return text + strspn(text, "_- ");
}

bool text_is_like(const char *a, const char *b)
{
    for (a = skip_uncounted(a), b = skip_uncounted(b); *a && *b;
         a = skip_uncounted(a + 1), b = skip_uncounted(b + 1))
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
    return *a == *b;
}

int text_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

size_t text_count(const char *bytes, size_t length, char c)
{
    size_t n = 0;
    const char *end = bytes + length;
    for (const char *at = bytes; (at = memchr(at, c, (size_t)(end - at))); at++)
        n++;
    return n;
}

bool text_begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool text_begins_in_any_case(const char *text, const char *start)
{
    return strncasecmp(text, start, strlen(start)) == 0;
}

char *text_cut(char *text, const char *blanks)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length && strchr(blanks, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

const char *plural(double n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

struct counted counted(int64_t n, const char *one, const char *many)
{
    struct counted counted;
    snprintf(counted.text, sizeof counted.text, "%" PRId64 " %s", n, n == 1 ? one : many);
    return counted;
}

int percent_decimals(double n)
{
    return n < 100 ? 0 : n < 10000 ? 1 : 2;
}

enum { ASCII_BLOCK = 32 }; /* in bytes; the compiler vectorizes the loop */

/* Returns the number of ASCII bytes at the start. */
static size_t skip_ascii(const char *bytes, size_t length)
{
    size_t n = 0;
    for (; length - n >= ASCII_BLOCK; n += ASCII_BLOCK) {
        unsigned char any = 0;
        for (size_t i = 0; i < ASCII_BLOCK; i++)
            any |= (unsigned char)bytes[n + i];
        if (any & 0x80)
            break;
    }
    while (n < length && !((unsigned char)bytes[n] & 0x80))
        n++;
    return n;
}

/* Most texts are mostly ASCII. The library checks only blocks that are not. */
size_t utf8_valid_length(const char *bytes, size_t length)
{
    for (size_t n = 0;;) {
        n += skip_ascii(bytes + n, length - n);
        size_t part = length - n > ASCII_BLOCK ? n + ASCII_BLOCK : length;
        /* A part ends where a character begins. */
        while (part < length && ((unsigned char)bytes[part] & 0xc0) == 0x80)
            part++;
        if (n == length)
            return length;
        const uint8_t *bad = u8_check((const uint8_t *)bytes + n, part - n);
        if (bad)
            return (size_t)((const char *)bad - bytes);
        n = part;
    }
}

bool utf8_is_valid(const char *bytes, size_t length)
{
    return utf8_valid_length(bytes, length) == length;
}

size_t utf8_decode(const char *bytes, size_t length, uint32_t *code)
{
    ucs4_t decoded;
    int n = u8_mbtoucr(&decoded, (const uint8_t *)bytes, length);
    *code = decoded;
    return n > 0 ? (size_t)n : 0;
}

size_t utf8_encode(char *bytes, uint32_t code)
{
    return (size_t)u8_uctomb((uint8_t *)bytes, code, 4);
}

static bool is_java_part(uint32_t code)
{
    int category = uc_java_ident_category(code);
    return category == UC_IDENTIFIER_START || category == UC_IDENTIFIER_VALID ||
           category == UC_IDENTIFIER_IGNORABLE;
}

bool utf8_is_identifier_part(enum utf8_names names, uint32_t code, bool is_first)
{
    if (names == UTF8_NAMES_JAVA)
        return is_first ? uc_java_ident_category(code) == UC_IDENTIFIER_START : is_java_part(code);
    return is_first ? uc_is_property_xid_start(code) : uc_is_property_xid_continue(code);
}

void utf8_add_nfkc(struct str *out, const char *bytes, size_t length)
{
    size_t n = 0;
    scoped_memory uint8_t *normal =
        u8_normalize(UNINORM_NFKC, (const uint8_t *)bytes, length, NULL, &n);
    str_add(out, normal ? (const char *)normal : bytes, normal ? n : length);
}

bool utf8_find_named(uint32_t *code, const char *name, size_t length)
{
    char text[UNINAME_MAX];
    if (length >= sizeof text || memchr(name, '\0', length))
        return false;
    memcpy(text, name, length);
    text[length] = '\0';
    *code = unicode_name_character(text);
    return *code != UNINAME_INVALID;
}

bool utf8_is_word_part(uint32_t code, bool is_first)
{
    switch (uc_wordbreak_property(code)) {
    case WBP_ALETTER:
    case WBP_HL: /* Hebrew */
    case WBP_NUMERIC:
    case WBP_EXTENDNUMLET:
        return true;
    case WBP_EXTEND:
    case WBP_FORMAT:
    case WBP_ZWJ:
        return !is_first;
    default:
        return false;
    }
}

bool utf8_is_space(uint32_t code)
{
    return uc_is_property_white_space(code);
}

void utf8_add_valid(struct str *out, const char *bytes, size_t length)
{
    uint32_t code;
    for (size_t i = 0; i < length;) {
        size_t n = bytes[i] ? utf8_decode(bytes + i, length - i, &code) : 0;
        str_add(out, n ? bytes + i : "\xef\xbf\xbd", n ? n : 3);
        i += n ? n : 1;
    }
}

void utf8_add_latin1(struct str *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        char pair[] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};
        str_add(out, byte < 0x80 ? &bytes[i] : pair, byte < 0x80 ? 1 : 2);
    }
}

size_t utf8_byte_order_mark(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

size_t utf8_columns_of(uint32_t code)
{
    int columns = uc_width(code, "UTF-8");
    return columns > 0 ? (size_t)columns : 0;
}

size_t utf8_columns(const char *bytes, size_t length)
{
    int columns = length == 0 ? 0 : u8_width((const uint8_t *)bytes, length, "UTF-8");
    return columns > 0 ? (size_t)columns : 0;
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static bool is_half_of_flag(uint32_t code)
{
    return code >= 0x1f1e6 && code <= 0x1f1ff;
}

bool utf8_is_between(const char *bytes, size_t length, size_t at)
{
    static const uint32_t zero_width_joiner = 0x200d;
    uint32_t before, behind;
    size_t last = at;
    if (at == 0 || at >= length)
        return true;
    if (is_continuation(bytes[at]))
        return false;
    do
        last--;
    while (last && is_continuation(bytes[last]));
    if (!utf8_decode(bytes + last, at - last, &before) ||
        !utf8_decode(bytes + at, length - at, &behind))
        return true;
    return before != zero_width_joiner && !(is_half_of_flag(before) && is_half_of_flag(behind)) &&
           uc_is_grapheme_break(before, behind);
}

size_t utf8_count(const char *bytes, size_t length)
{
    return length == 0 ? 0 : u8_mbsnlen((const uint8_t *)bytes, length);
}

void utf8_add_library(struct str *out)
{
    str_print(out, "libunistring %d.%d", _libunistring_version >> 16,
              _libunistring_version >> 8 & 255);
}

void word_list_add(struct str *out, const char *word)
{
    if (out->length)
        str_add_text(out, " ");
    for (; *word; word++)
        str_print(out, "%s%c", *word == ' ' || *word == '\\' ? "\\" : "", *word);
}

bool word_list_next(struct str *word, const char **list)
{
    const char *at = *list + strspn(*list, " ");
    str_clear(word);
    for (; *at && *at != ' '; at++) {
        at += *at == '\\' && at[1];
        str_add(word, at, 1);
    }
    *list = at;
    return word->length > 0;
}

void shell_add_word(struct str *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=:,+@%";
    if (*word && !word[strspn(word, plain)]) {
        str_add_text(out, word);
        return;
    }
    str_add_text(out, "'");
    for (; *word; word++)
        str_add(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    str_add_text(out, "'");
}

void shell_add_path(struct str *out, const char *path)
{
    scoped(str) safe = {0};
    str_print(&safe, "%s%s", path[0] == '-' && path[1] ? "./" : "", path);
    if (!path[strcspn(path, "\t\n\r\v\f\b\a\x1b")]) {
        shell_add_word(out, str_text(&safe));
        return;
    }
    str_add_text(out, "$'");
    for (const char *at = safe.text; *at; at++)
        str_print(out, (unsigned char)*at < ' ' || strchr("'\\", *at) ? "\\%03o" : "%c", *at);
    str_add_text(out, "'");
}

void regex_compile(regex_t *out, const char *pattern)
{
    if (regcomp(out, pattern, REG_EXTENDED) != 0)
        mem_exhausted();
}

bool regex_find(const regex_t *regex, const char *text, size_t n, regmatch_t *places)
{
    int result = regexec(regex, text, n, places, 0);
    if (result != 0 && result != REG_NOMATCH)
        mem_exhausted();
    return result == 0;
}
