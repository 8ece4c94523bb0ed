/* A text is copied while it is searched, a block at a time, for its closing quote, a backslash
 * or a control character. Decoded, it is not longer than written, and its quotes are room for the
 * final zero. The character after a number is room for its zero. So the names and texts of an
 * object fit into as many bytes as the object has. */
#include "base/json_flat.h"

#include "base/json_syntax.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 16,            /* bytes that are searched at once */
    MAX_NUMERAL = 32,      /* characters of a number */
    MAX_MEMBERS = 1 << 16, /* so that many short ones do not take much memory */
    EXACT_DIGITS = 15      /* of a whole number; a double has it exactly */
};

typedef unsigned char block __attribute__((vector_size(BLOCK)));

struct flat_scan {
    const char *at, *end;
    char *out;
};

static bool take(struct flat_scan *scan, char c)
{
    bool is_there = scan->at < scan->end && *scan->at == c;
    scan->at += is_there;
    return is_there;
}

static bool is_special(char c)
{
    return (unsigned char)c < 0x20 || c == '"' || c == '\\';
}

/* Returns the position of the first byte that does not stand for itself, or BLOCK. */
static size_t find_special(block bytes)
{
    union {
        block bytes;
        uint64_t words[2];
    } marks = {.bytes = (block)((bytes == '"') | (bytes == '\\') | (bytes < 0x20))};
    if (marks.words[0])
        return (size_t)__builtin_ctzll(le64toh(marks.words[0])) / 8;
    return marks.words[1] ? 8 + (size_t)__builtin_ctzll(le64toh(marks.words[1])) / 8 : BLOCK;
}

/* Returns what a letter after a backslash stands for. Returns a zero for `u` and for characters
 * that mean nothing there. */
static char meaning_of(char letter)
{
    static const char meanings[256] = {['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                       ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};
    return meanings[(unsigned char)letter];
}

/* Copies bytes and escapes of one letter, up to the end or to any other byte that does not stand
 * for itself. Adds the bytes to `any`. */
static void copy_most(struct flat_scan *scan, block *any)
{
    const char *at = scan->at, *const end = scan->end;
    char *out = scan->out, meaning;
    block seen = *any;
    do {
        size_t n = BLOCK;
        while (n == BLOCK && end - at >= BLOCK) {
            block bytes;
            memcpy(&bytes, at, BLOCK);
            memcpy(out, &bytes, BLOCK);
            n = find_special(bytes);
            seen |= bytes;
            at += n;
            out += n;
        }
        while (n == BLOCK && at < end && !is_special(*at)) {
            seen[0] |= (unsigned char)*at;
            *out++ = *at++;
        }
        meaning = end - at >= 2 && *at == '\\' ? meaning_of(at[1]) : '\0';
        if (meaning) {
            *out++ = meaning;
            at += 2;
        }
    } while (meaning);
    *any = seen;
    scan->at = at;
    scan->out = out;
}

static bool has_high_bit(block bytes)
{
    union {
        block bytes;
        uint64_t words[2];
    } any = {.bytes = bytes & 0x80};
    return any.words[0] | any.words[1];
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Takes four hexadecimal digits. Returns their number, or -1. */
static int take_unit(struct flat_scan *scan)
{
    int unit = 0;
    if (scan->end - scan->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(*scan->at++);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/* Takes a backslash, `u` and digits. */
static bool take_code(struct flat_scan *scan)
{
    if (!take(scan, '\\') || !take(scan, 'u'))
        return false;
    int code = take_unit(scan);
    if (code < 0 || (code >= 0xdc00 && code < 0xe000))
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (scan->end - scan->at < 2 || memcmp(scan->at, "\\u", 2) != 0)
            return false;
        scan->at += 2;
        int low = take_unit(scan);
        if (low < 0xdc00 || low >= 0xe000)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    scan->out += utf8_encode(scan->out, (uint32_t)code);
    return true;
}

/* Takes a text and the zero after it. Returns it, or NULL. */
static const char *take_text(struct flat_scan *scan, size_t *length)
{
    char *start = scan->out;
    block any = {0};
    if (!take(scan, '"'))
        return NULL;
    for (copy_most(scan, &any); scan->at < scan->end && *scan->at == '\\'; copy_most(scan, &any))
        if (!take_code(scan))
            return NULL;
    *length = (size_t)(scan->out - start);
    if (!take(scan, '"') || (has_high_bit(any) && !utf8_is_valid(start, *length)))
        return NULL;
    *scan->out++ = '\0';
    return start;
}

static size_t take_digits(struct flat_scan *scan)
{
    const char *start = scan->at;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    return (size_t)(scan->at - start);
}

/* Takes the characters of a number. Returns how many there are, or 0. */
static size_t take_numeral(struct flat_scan *scan, bool *is_plain)
{
    const char *start = scan->at;
    bool has_sign = take(scan, '-');
    if (!take(scan, '0') && !take_digits(scan))
        return 0;
    size_t n_digits = (size_t)(scan->at - start);
    if (take(scan, '.') && !take_digits(scan))
        return 0;
    if (take(scan, 'e') || take(scan, 'E')) {
        if (!take(scan, '+'))
            take(scan, '-');
        if (!take_digits(scan))
            return 0;
    }
    size_t n = (size_t)(scan->at - start);
    *is_plain = !has_sign && n == n_digits && n <= EXACT_DIGITS;
    return n <= MAX_NUMERAL ? n : 0;
}

static bool take_number(struct flat_scan *scan, struct json_member_value *value)
{
    bool is_plain;
    const char *start = scan->at;
    size_t n = take_numeral(scan, &is_plain);
    char *numeral = scan->out;
    if (n == 0)
        return false;
    memcpy(numeral, start, n);
    numeral[n] = '\0';
    scan->out += n + 1;
    value->text = numeral;
    value->length = n;
    if (!is_plain) {
        value->number = strtod(numeral, NULL);
        return true;
    }
    for (size_t i = 0; i < n; i++)
        value->number = value->number * 10 + (numeral[i] - '0');
    return true;
}

static bool take_word(struct flat_scan *scan, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static void skip_blanks(struct flat_scan *scan)
{
    static const char blanks[] = " \t\n\r";
    while (scan->at < scan->end && *scan->at <= ' ' && *scan->at && strchr(blanks, *scan->at))
        scan->at++;
}

/* Skips an array or object. */
static bool skip_inner(struct flat_scan *scan)
{
    size_t n = json_syntax_value(scan->at, (size_t)(scan->end - scan->at), 1);
    bool is_good = n && utf8_is_valid(scan->at, n);
    scan->at += n;
    return is_good;
}

static bool take_value(struct flat_scan *scan, struct json_member_value *value)
{
    char c = scan->at < scan->end ? *scan->at : '\0';
    if (c == '[' || c == '{') {
        value->kind = c == '[' ? JSON_ARRAY : JSON_OBJECT;
        return skip_inner(scan);
    }
    if (c == '"') {
        value->kind = JSON_TEXT;
        value->text = take_text(scan, &value->length);
        return value->text != NULL;
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        value->kind = JSON_NUMBER;
        return take_number(scan, value);
    }
    value->kind = c == 'n' ? JSON_NULL : JSON_BOOL;
    return take_word(scan, "null") || take_word(scan, "true") || take_word(scan, "false");
}

static bool take_member(struct flat_scan *scan, struct json_member_value *member)
{
    size_t length;
    skip_blanks(scan);
    member->name = take_text(scan, &length);
    if (!member->name || strlen(member->name) < length)
        return false;
    skip_blanks(scan);
    if (!take(scan, ':'))
        return false;
    skip_blanks(scan);
    if (!take_value(scan, member))
        return false;
    skip_blanks(scan);
    return true;
}

void json_flat_release(struct json_flat *flat)
{
    array_release(&flat->members);
    free(flat->bytes);
    *flat = (struct json_flat){0};
}

bool json_flat_read(struct json_flat *out, const char *bytes, size_t length)
{
    size_t needed = mem_add(length, BLOCK);
    if (out->capacity < needed)
        out->bytes = mem_resize(out->bytes, out->capacity = needed, 1);
    struct flat_scan scan = {.at = bytes, .end = bytes + length, .out = out->bytes};
    out->members.n = 0;
    skip_blanks(&scan);
    if (!take(&scan, '{'))
        return false;
    skip_blanks(&scan);
    if (!take(&scan, '}')) {
        do {
            struct json_member_value member = {0};
            if (!take_member(&scan, &member) || out->members.n == MAX_MEMBERS)
                return false;
            array_push(&out->members, member);
        } while (take(&scan, ','));
        if (!take(&scan, '}'))
            return false;
    }
    skip_blanks(&scan);
    return scan.at == scan.end;
}
