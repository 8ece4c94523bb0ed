/* One pass over the bytes, without recursion: the open brackets are on a stack. A value is expected
 * after an opening bracket, a comma and a colon.
 *
 * A text is copied while it is searched, a block at a time, for its closing quote, a backslash or a
 * control character. Decoded, it is not longer than written, and its quotes are room for the final
 * zero. The character after a number is room for its zero. So the names and texts of an object fit
 * into as many bytes as the object has. What is not kept is overwritten by the next text.
 *
 * An object in a row is read only if one of its members may be a value: it is scanned again. */
#include "miner/rows/json_flat.h"

#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 16,            /* bytes that are searched at once */
    MAX_NUMERAL = 32,      /* characters of a number that is kept */
    MAX_MEMBERS = 1 << 16, /* so that many short ones do not take much memory */
    EXACT_DIGITS = 15,     /* of a whole number; a double has it exactly */
    MAX_ITEMS = 10,        /* of an array that are kept; their names have one digit */
};

typedef unsigned char block __attribute__((vector_size(BLOCK)));

struct scan {
    const char *at, *end;
    char *out;              /* where the next text is decoded */
    struct json_flat *flat; /* keeps the members of the outermost value */
    bool has_all;           /* no more members are kept */
    char *open;             /* '[' or '{'; as many as `depth` */
    size_t depth;
    const char *error;
};

static bool fail(struct scan *scan, const char *error)
{
    if (!scan->error)
        scan->error = error;
    return false;
}

/* Whether names and values here are kept. */
static bool is_kept(const struct scan *scan)
{
    return scan->depth == 1 && !scan->has_all;
}

static bool take(struct scan *scan, char c)
{
    bool is_there = scan->at < scan->end && *scan->at == c;
    scan->at += is_there;
    return is_there;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(struct scan *scan)
{
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
}

static bool is_special(char c)
{
    return (unsigned char)c < 0x20 || c == '"' || c == '\\';
}

/* Returns the position of the first quote, backslash or control character, or BLOCK. */
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
static void copy_most(struct scan *scan, block *any)
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

/* Takes four hexadecimal digits. Returns their number, or -1. */
static int take_unit(struct scan *scan)
{
    int unit = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        if (scan->at == scan->end || hex_digit(*scan->at) == 16)
            return -1;
        unit = unit * 16 + (int)hex_digit(*scan->at);
    }
    return unit;
}

/* Takes a backslash, `u` and digits. Half of a surrogate pair is not a character. */
static bool take_code(struct scan *scan, bool may_be_zero)
{
    scan->at++;
    int code = take(scan, 'u') ? take_unit(scan) : -1;
    if (code == 0 && !may_be_zero)
        return fail(scan, "a zero byte in a string");
    if (code < 0 || (code >= 0xdc00 && code < 0xe000))
        return fail(scan, "not a valid escape");
    if (code >= 0xd800 && code < 0xdc00) {
        int low = take(scan, '\\') && take(scan, 'u') ? take_unit(scan) : -1;
        if (low < 0xdc00 || low >= 0xe000)
            return fail(scan, "half of a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    scan->out += utf8_encode(scan->out, (uint32_t)code);
    return true;
}

/* Takes a text, decodes it and adds a zero. Sets `start` to it. */
static bool take_text(struct scan *scan, bool may_have_zero, char **start, size_t *length)
{
    block any = {0};
    *start = scan->out;
    if (!take(scan, '"'))
        return fail(scan, "a string in double quotes is missing");
    for (copy_most(scan, &any); scan->at < scan->end && *scan->at != '"'; copy_most(scan, &any))
        if (*scan->at != '\\' && *scan->at)
            *scan->out++ = *scan->at++;
        else if (*scan->at != '\\' || !take_code(scan, may_have_zero))
            break;
    if (scan->error)
        return false;
    *length = (size_t)(scan->out - *start);
    if (!take(scan, '"'))
        return fail(scan, scan->at == scan->end ? "a string has no closing quote"
                                                : "a control character in a string");
    if (has_high_bit(any) && !utf8_is_valid(*start, *length))
        return fail(scan, "not UTF-8");
    *scan->out++ = '\0';
    return true;
}

static bool take_digits(struct scan *scan)
{
    const char *start = scan->at;
    while (scan->at < scan->end && is_digit(*scan->at))
        scan->at++;
    return scan->at > start || fail(scan, "a digit is missing");
}

static bool take_numeral(struct scan *scan)
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

/* Keeps the number that was taken. */
static void keep_number(struct scan *scan, const char *start, struct json_flat_member *value)
{
    size_t n = (size_t)(scan->at - start);
    bool is_plain = n <= EXACT_DIGITS;
    if (n > MAX_NUMERAL) {
        value->number = NAN;
        return;
    }
    memcpy(scan->out, start, n);
    scan->out[n] = '\0';
    for (size_t i = 0; i < n && is_plain; i++) {
        is_plain = is_digit(start[i]);
        value->number = value->number * 10 + (start[i] - '0');
    }
    if (!is_plain)
        value->number = strtod(scan->out, NULL);
    value->text = scan->out;
    value->length = n;
    scan->out += n + 1;
}

/* Sets `kind` to that of the word. */
static bool take_word(struct scan *scan, enum json_kind *kind)
{
    static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    for (int i = 0; i < 6; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(scan->end - scan->at) >= length && memcmp(scan->at, words[i], length) == 0) {
            scan->at += length;
            *kind = i < 2 ? JSON_BOOL : JSON_NULL;
            return true;
        }
    }
    return fail(scan, "a value is missing");
}

/* Takes the name of a member, and the colon. */
static bool take_name(struct scan *scan)
{
    char *name;
    size_t length;
    if (!take_text(scan, false, &name, &length))
        return false;
    if (!is_kept(scan))
        scan->out = name;
    else if (scan->flat->members.n == MAX_MEMBERS)
        return fail(scan, "too many members");
    else
        array_push(&scan->flat->members, ((struct json_flat_member){.name = name}));
    skip_blanks(scan);
    return take(scan, ':') || fail(scan, "a colon is missing");
}

/* Begins the next item of an array. */
static bool begin_item(struct scan *scan)
{
    static const char names[MAX_ITEMS][2] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    if (!is_kept(scan))
        return true;
    size_t n = scan->flat->members.n;
    scan->has_all = n == MAX_ITEMS;
    if (!scan->has_all)
        array_push(&scan->flat->members, ((struct json_flat_member){.name = names[n]}));
    return true;
}

/* Takes a text, a number or a word. `member`: where the value is kept; NULL: it is not. */
static bool take_scalar(struct scan *scan, struct json_flat_member *member)
{
    const char *start = scan->at;
    char c = start < scan->end ? *start : '\0', *text;
    size_t length;
    if (c == '"') {
        if (!take_text(scan, member != NULL, &text, &length))
            return false;
        if (member)
            *member = (struct json_flat_member){
                .name = member->name, .kind = JSON_TEXT, .text = text, .length = length};
        else
            scan->out = text;
        return true;
    }
    struct json_flat_member unused, *value = member ? member : &unused;
    bool is_word = scan->end - start > 1 && start[1] == 'I'; /* -Infinity */
    bool is_number = (c == '-' && !is_word) || is_digit(c);
    value->number = c == 't';
    if (!is_number)
        return take_word(scan, &value->kind);
    value->kind = JSON_NUMBER;
    if (!take_numeral(scan))
        return false;
    if (member)
        keep_number(scan, start, member);
    return true;
}

/* Called after an array or object: ends the member whose value it is. */
static void end_member(struct scan *scan)
{
    if (!is_kept(scan))
        return;
    struct json_flat_member *member = &scan->flat->members.items[scan->flat->members.n - 1];
    member->n_raw = (size_t)(scan->at - member->raw);
}

/* Takes a value. Of an array or object it takes only the opening bracket, and sets `is_closed` to
 * false. */
static bool take_value(struct scan *scan, bool *is_closed)
{
    skip_blanks(scan);
    struct json_flat_member *member =
        is_kept(scan) ? &scan->flat->members.items[scan->flat->members.n - 1] : NULL;
    char c = scan->at < scan->end ? *scan->at : '\0';
    *is_closed = true;
    if (c != '[' && c != '{')
        return take_scalar(scan, member);
    if (scan->depth == MAX_JSON_DEPTH)
        return fail(scan, "too many levels");
    if (member) {
        member->kind = c == '[' ? JSON_ARRAY : JSON_OBJECT;
        member->raw = scan->at;
    }
    scan->open[scan->depth++] = c;
    scan->at++;
    skip_blanks(scan);
    *is_closed = take(scan, c == '[' ? ']' : '}');
    scan->depth -= *is_closed;
    if (*is_closed)
        end_member(scan);
    return *is_closed || (c == '[' ? begin_item(scan) : take_name(scan));
}

/* Called after a value: closes the arrays and objects that end there, up to a comma or the end of
 * the outermost value. */
static bool close_values(struct scan *scan)
{
    while (scan->depth) {
        bool is_list = scan->open[scan->depth - 1] == '[';
        skip_blanks(scan);
        if (take(scan, ',')) {
            skip_blanks(scan);
            return is_list ? begin_item(scan) : take_name(scan);
        }
        if (!take(scan, is_list ? ']' : '}'))
            return fail(scan, "a comma or a closing bracket is missing");
        scan->depth--;
        end_member(scan);
    }
    return true;
}

/* Takes the outermost value and the white space around it. */
static bool take_all(struct scan *scan)
{
    bool is_closed;
    do
        if (!take_value(scan, &is_closed) || (is_closed && !close_values(scan)))
            return false;
    while (!is_closed || scan->depth);
    skip_blanks(scan);
    return scan->at == scan->end || fail(scan, "something after the value");
}

bool json_flat_read(struct json_flat *out, const char *bytes, size_t length)
{
    size_t needed = mem_add(length, BLOCK);
    if (out->capacity < needed)
        out->bytes = mem_resize(out->bytes, out->capacity = needed, 1);
    char open[MAX_JSON_DEPTH];
    struct scan scan = {
        .at = bytes, .end = bytes + length, .out = out->bytes, .flat = out, .open = open};
    out->members.n = 0;
    skip_blanks(&scan);
    if (scan.at == scan.end || (*scan.at != '{' && *scan.at != '['))
        fail(&scan, "neither an object nor an array");
    else
        take_all(&scan);
    out->error = scan.error;
    out->byte = (size_t)(scan.at - bytes);
    return !scan.error;
}

void json_flat_release(struct json_flat *flat)
{
    array_release(&flat->members);
    free(flat->bytes);
    *flat = (struct json_flat){0};
}

/* ---- The members of a row ---- */

void row_members_release(struct row_members *members)
{
    for (size_t i = 0; i < members->objects.n; i++)
        json_flat_release(&members->objects.items[i]);
    array_release(&members->objects);
    for (int i = 0; i < MAX_ROW_LEVELS; i++)
        str_release(&members->names[i]);
}

/* Returns the path of a member on a level. */
static const char *member_path(struct row_members *members, int level, const char *name)
{
    if (level == 0)
        return name;
    str_set(&members->names[level], "%s.%s", str_text(&members->names[level - 1]), name);
    return str_text(&members->names[level]);
}

/* Scans an object of the row, or an array, into memory of its own: all texts of a row stay. */
static struct json_flat *scan_inner(struct row_members *members, const char *text, size_t length)
{
    if (members->n_used == members->objects.n)
        array_push(&members->objects, ((struct json_flat){0}));
    struct json_flat *object = &members->objects.items[members->n_used++];
    json_flat_read(object, text, length);
    return object;
}

/* Returns the value that an object of MongoDB's Extended JSON stands for. Its only member says what
 * it is: {"$oid": "5f"}, {"$numberInt": "1"}, {"$date": {"$numberLong": "1600000101000"}}. */
static struct json_flat_member value_of(struct row_members *members,
                                        const struct json_flat_member *member)
{
    struct json_flat_member value = *member;
    for (int level = 0; level < 2 && value.kind == JSON_OBJECT; level++) {
        size_t n_blank = strspn(value.raw + 1, " \t\r\n");
        if (strncmp(value.raw + 1 + n_blank, "\"$", 2) != 0)
            return *member;
        const struct json_flat *inner = scan_inner(members, value.raw, value.n_raw);
        if (inner->error || inner->members.n != 1)
            return *member;
        value = inner->members.items[0];
        if (text_begins(value.name, "$number") && value.kind == JSON_TEXT) {
            char *end;
            value.number = strtod(value.text, &end);
            value.kind = *end || !isfinite(value.number) ? JSON_NULL : JSON_NUMBER;
        }
    }
    return value.raw ? *member : value;
}

/* Takes the members of an object, and of those in it. */
static void take_level(struct row_members *members, size_t object, int level,
                       row_member_take *visit, void *context)
{
    const struct json_flat_member *list = members->objects.items[object].members.items;
    size_t n = members->objects.items[object].members.n;
    for (size_t i = 0; i < n; i++) {
        const struct json_flat_member *member = &list[i];
        const char *path = member_path(members, level, member->name);
        struct json_flat_member value;
        bool is_object = member->kind == JSON_OBJECT;
        if (is_object)
            value = value_of(members, member);
        if (!visit(context, path, is_object ? &value : member) || !member->raw ||
            level + 1 == MAX_ROW_LEVELS)
            continue;
        if (level == 0)
            str_set(&members->names[0], "%s", path);
        if (!scan_inner(members, member->raw, member->n_raw)->error)
            take_level(members, members->n_used - 1, level + 1, visit, context);
    }
}

int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *visit, void *context, struct err *err)
{
    members->n_used = 0;
    const struct json_flat *row = scan_inner(members, text, length);
    if (row->error)
        return err_set(err, "not JSON: %s at byte %zu", row->error, row->byte);
    if (text[strspn(text, " \t\r\n")] != '{')
        return err_set(err, "not a JSON object");
    take_level(members, 0, 0, visit, context);
    return 0;
}
