/* Recursive descent without recursion: what is open is a stack of brackets. A value is expected
 * behind an opening bracket, a comma and a colon.
 *
 * A row that breaks a rule is not held against the rules that rely on it. */
#include "validate/row_validation.h"

#include "base/utf8.h"

#include <string.h>

enum { MAX_DEPTH = 1000 }; /* what the reader takes */

struct json_scan {
    const char *at, *end;
    char open[MAX_DEPTH]; /* '[' or '{' */
    size_t depth;
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

/* Behind a backslash. Half of a surrogate pair is no character. */
static bool take_escape(struct json_scan *scan)
{
    if (scan->at == scan->end || !memchr("\"\\/bfnrtu", *scan->at, 9))
        return fail(scan, "no escape");
    if (*scan->at++ != 'u')
        return true;
    int code = take_hex(scan);
    if (code == 0)
        return fail(scan, "a zero byte in a text");
    if (code < 0 || (code >= 0xdc00 && code < 0xe000))
        return fail(scan, "no escape");
    if (code < 0xd800 || code >= 0xe000)
        return true;
    int low = take(scan, '\\') && take(scan, 'u') ? take_hex(scan) : -1;
    return (low >= 0xdc00 && low < 0xe000) || fail(scan, "half of a surrogate pair");
}

static bool take_text(struct json_scan *scan)
{
    if (!take(scan, '"'))
        return fail(scan, "a text in double quotes is missing");
    while (scan->at < scan->end) {
        unsigned char c = (unsigned char)*scan->at;
        if (c < 0x20)
            return fail(scan, "a control character in a text");
        scan->at++;
        if (c == '"')
            return true;
        if (c == '\\' && !take_escape(scan))
            return false;
    }
    return fail(scan, "a text does not end");
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
    return fail(scan, "no value");
}

static bool take_name(struct json_scan *scan)
{
    if (!take_text(scan))
        return false;
    skip_blanks(scan);
    return take(scan, ':') || fail(scan, "a colon is missing");
}

/* Takes a value, or the start of one that brackets enclose; `is_closed` tells which. */
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
    if (scan->depth == MAX_DEPTH)
        return fail(scan, "too many levels");
    scan->open[scan->depth++] = c;
    scan->at++;
    skip_blanks(scan);
    *is_closed = take(scan, c == '[' ? ']' : '}');
    scan->depth -= *is_closed;
    return *is_closed || c == '[' || take_name(scan);
}

/* Behind a value: closes what ends there, up to a comma or the outermost end. */
static bool close_values(struct json_scan *scan)
{
    while (scan->depth) {
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

const char *json_syntax_error(const char *bytes, size_t length, size_t *byte)
{
    struct json_scan scan = {.at = bytes, .end = bytes + length};
    bool is_closed, is_good = true;
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        is_good = fail(&scan, "a byte order mark");
    while (is_good) {
        is_good = take_value(&scan, &is_closed) && (!is_closed || close_values(&scan));
        if (is_good && is_closed && scan.depth == 0)
            break;
    }
    if (is_good)
        skip_blanks(&scan);
    if (is_good && scan.at < scan.end)
        fail(&scan, "something behind the value");
    *byte = (size_t)(scan.at - bytes);
    return scan.error;
}

/* What an object is called in a finding: "" for the row itself, else `segments[2].`. */
struct place {
    char text[64];
};

static bool is_ints(const struct json *value)
{
    if (json_kind(value) != JSON_ARRAY)
        return false;
    json_each(item, value)
        if (!json_is_int(item))
            return false;
    return true;
}

static bool has_type(const struct json *value, enum feature_type type)
{
    switch (type) {
    case FEATURE_TEXT:
        return json_kind(value) == JSON_TEXT;
    case FEATURE_INT:
        return json_is_int(value);
    case FEATURE_BOOL:
        return json_kind(value) == JSON_BOOL;
    case FEATURE_INTS:
        return is_ints(value);
    default:
        return json_kind(value) == JSON_ARRAY;
    }
}

static const char *type_name(enum feature_type type)
{
    static const char *const names[] = {"a text", "a whole number", "true or false",
                                        "a list of whole numbers", "a list of objects"};
    return names[type];
}

static bool check_object(const struct json *object, const struct export_feature *features,
                         const char *place, bool takes_others, struct row_check *check);

static bool check_records(const struct json *list, const struct export_feature *feature,
                          const char *place, struct row_check *check)
{
    bool is_good = true;
    size_t number = 0;
    for (const struct json *item = json_first(list); item; item = json_next(item), number++) {
        struct place inner;
        snprintf(inner.text, sizeof inner.text, "%s%s[%zu].", place, feature->name, number);
        if (json_kind(item) != JSON_OBJECT) {
            row_check_report(check, "wrong_type", "%s%s[%zu] is no object", place, feature->name,
                             number);
            is_good = false;
        } else {
            is_good = check_object(item, feature->members, inner.text, false, check) && is_good;
        }
    }
    return is_good;
}

static bool check_value(const struct json *value, const struct export_feature *feature,
                        const char *place, struct row_check *check)
{
    if (json_kind(value) == JSON_NULL) {
        row_check_report(check, "null_value", "%s%s is null", place, feature->name);
        return false;
    }
    if (!has_type(value, feature->type)) {
        row_check_report(check, "wrong_type", "%s%s is not %s", place, feature->name,
                         type_name(feature->type));
        return false;
    }
    return feature->type != FEATURE_RECORDS || check_records(value, feature, place, check);
}

/* Of no format there are more keys than a number has bits.
 *
 * Reports, by the names missing_key, unknown_key, duplicate_key, wrong_type and null_value, what in
 * an object is not as its features say; with `takes_others`, it may have further keys. Returns
 * whether all is. */
static bool check_object(const struct json *object, const struct export_feature *features,
                         const char *place, bool takes_others, struct row_check *check)
{
    bool is_good = true;
    uint64_t seen = 0;
    json_each(member, object) {
        const struct export_feature *feature = export_find_feature(features, json_name(member));
        uint64_t bit = feature ? (uint64_t)1 << (feature - features) : 0;
        bool is_value_good = false;
        if (!feature && takes_others)
            continue;
        if (!feature)
            row_check_report(check, "unknown_key", "'%s%s' is no key of the format", place,
                             json_name(member));
        else if (seen & bit)
            row_check_report(check, "duplicate_key", "'%s%s' is there twice", place, feature->name);
        else
            is_value_good = check_value(member, feature, place, check);
        is_good = is_good && is_value_good;
        seen |= bit;
    }
    for (const struct export_feature *feature = features; feature->name; feature++)
        if (!(seen >> (feature - features) & 1)) {
            row_check_report(check, "missing_key", "'%s%s' is missing", place, feature->name);
            is_good = false;
        }
    return is_good;
}

static bool is_text(const char *line, size_t length, struct row_check *check)
{
    const char *zero = memchr(line, '\0', length);
    if (zero) {
        row_check_report(check, "zero_byte", "a zero byte at byte %zu", (size_t)(zero - line));
        return false;
    }
    if (utf8_is_valid(line, length))
        return true;
    row_check_report(check, "encoding", "no UTF-8 at byte %zu", utf8_valid_length(line, length));
    return false;
}

/* The object of a line, or NULL. */
static struct json *parse(struct row_reader *reader, const char *line, size_t length,
                          struct row_check *check)
{
    struct json *row;
    struct err err;
    size_t byte;
    const char *error = json_syntax_error(line, length, &byte);
    if (length == 0) {
        row_check_report(check, "json", "the line is empty");
        return NULL;
    }
    if (error) {
        row_check_report(check, "json", "not JSON at byte %zu: %s", byte, error);
        return NULL;
    }
    if (json_parse(&row, line, length, &err) != 0) {
        row_check_report(check, "json", "%s", err.message);
        return NULL;
    }
    if (json_kind(row) == JSON_OBJECT)
        return row;
    bool is_chat = reader->format == &export_format_messages;
    row_check_report(check, is_chat ? "data_type" : "not_an_object", "the row is no object");
    json_free(row);
    return NULL;
}

/* Returns whether the other rules can rely on the keys. */
static bool check_keys(const struct row_reader *reader, const struct json *row,
                       struct row_check *check)
{
    if (!reader->format->has_own_rules)
        return check_object(row, reader->features, "", false, check);
    return !reader->has_ids || check_object(row, export_id_features, "", true, check);
}

void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct row_check *check, struct row_traits *traits, struct arena *arena)
{
    const struct export_format *format = reader->format;
    *traits = (struct row_traits){0};
    row_programs_forget(reader->programs);
    scoped(json) *row = is_text(line, length, check) ? parse(reader, line, length, check) : NULL;
    if (!row || !format)
        return;
    check->programs = reader->programs;
    traits_take_identity(traits, row, line, length, reader->features, arena);
    if (!check_keys(reader, row, check))
        return;
    if (format->check)
        format->check(row, check);
    if (reader->has_ids)
        export_check_ids(row, check);
    if (reader->compares_content) {
        traits_take_names(traits, row, reader->features, arena);
        traits_take_content(traits, row, format, reader->programs, arena, &reader->scratch);
    }
}
