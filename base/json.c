/* Uses cJSON: `struct json` is a cJSON value under another name. cJSON would round whole numbers to
 * 15 digits, and its versions differ in how they write numbers. Therefore numbers are "raw" values,
 * which consist of their digits. `valuedouble` is set as well, and `valueint` says whether the
 * digits are a whole number that is known exactly. Only parsed numbers that fit into an int stay
 * numbers of cJSON. */
#include "base/json.h"

#include "base/mem.h"
#include "base/str.h"

#include <cjson/cJSON.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program when memory runs out. Otherwise cJSON would report that the text is not JSON. */
static void *allocate(size_t size)
{
    return mem_resize(NULL, size, 1);
}

/* Runs before any thread can use the library. */
static void __attribute__((constructor)) set_allocator(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
}

static cJSON *inner(struct json *value)
{
    return (cJSON *)value;
}

static const cJSON *inner_const(const struct json *value)
{
    return (const cJSON *)value;
}

/* cJSON returns NULL only when memory has run out. */
static cJSON *made(cJSON *value)
{
    if (!value)
        mem_exhausted();
    return value;
}

struct json *json_object(void)
{
    return (struct json *)made(cJSON_CreateObject());
}

struct json *json_array(void)
{
    return (struct json *)made(cJSON_CreateArray());
}

void json_free(struct json *value)
{
    cJSON_Delete(inner(value));
}

struct json *json_text_value(const char *text)
{
    if (!text)
        return (struct json *)made(cJSON_CreateNull());
    size_t length = strlen(text);
    scoped(str) valid = {0};
    if (!utf8_is_valid(text, length)) {
        utf8_add_valid(&valid, text, length);
        text = str_text(&valid);
    }
    return (struct json *)made(cJSON_CreateString(text));
}

enum { DIGITS_SIZE = 32 };

static void print_whole(char digits[DIGITS_SIZE], int64_t number)
{
    snprintf(digits, DIGITS_SIZE, "%" PRId64, number);
}

static bool is_whole(double number)
{
    return fabs(number) < 0x1p53 && number == floor(number);
}

static void print_double(char digits[DIGITS_SIZE], double number)
{
    if (!isfinite(number)) {
        strcpy(digits, "null");
    } else if (is_whole(number) && fabs(number) >= 1e15) {
        print_whole(digits, (int64_t)number);
    } else {
        snprintf(digits, DIGITS_SIZE, "%.15g", number);
        if (fabs(strtod(digits, NULL) - number) > fabs(number) * DBL_EPSILON)
            snprintf(digits, DIGITS_SIZE, "%.17g", number);
    }
}

static struct json *number_value(const char *digits, double number, bool is_exact)
{
    cJSON *value = made(cJSON_CreateRaw(digits));
    value->valuedouble = number;
    value->valueint = is_exact;
    return (struct json *)value;
}

struct json *json_int_value(int64_t number)
{
    char digits[DIGITS_SIZE];
    print_whole(digits, number);
    return number_value(digits, (double)number, true);
}

struct json *json_double_value(double number)
{
    char digits[DIGITS_SIZE];
    print_double(digits, number);
    return number_value(digits, number, is_whole(number));
}

struct json *json_bool_value(bool truth)
{
    return (struct json *)made(cJSON_CreateBool(truth));
}

struct json *json_texts(const char *const *texts, size_t n)
{
    struct json *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_push_text(array, texts[i]);
    return array;
}

struct json *json_copy(const struct json *value)
{
    return (struct json *)made(cJSON_Duplicate(inner_const(value), true));
}

void json_set_text(struct json *object, const char *name, const char *text)
{
    json_set(object, name, json_text_value(text));
}

void json_set_int(struct json *object, const char *name, int64_t number)
{
    json_set(object, name, json_int_value(number));
}

void json_set_double(struct json *object, const char *name, double number)
{
    json_set(object, name, json_double_value(number));
}

void json_set_bool(struct json *object, const char *name, bool truth)
{
    json_set(object, name, json_bool_value(truth));
}

void json_set(struct json *object, const char *name, struct json *value)
{
    if (!cJSON_AddItemToObject(inner(object), name, inner(value)))
        mem_exhausted();
}

struct json *json_add_members(struct json *object, const struct json_member *members)
{
    for (; members->name; members++)
        json_set(object, members->name, members->value ? members->value : json_text_value(NULL));
    return object;
}

struct json *json_take(struct json *object, const char *name)
{
    return (struct json *)cJSON_DetachItemFromObjectCaseSensitive(inner(object), name);
}

void json_push(struct json *array, struct json *value)
{
    cJSON_AddItemToArray(inner(array), inner(value));
}

struct json *json_push_object(struct json *array)
{
    struct json *object = json_object();
    json_push(array, object);
    return object;
}

void json_push_int(struct json *array, int64_t number)
{
    json_push(array, json_int_value(number));
}

void json_push_text(struct json *array, const char *text)
{
    json_push(array, json_text_value(text));
}

void json_replace(struct json *object, const char *name, struct json *value)
{
    if (!cJSON_ReplaceItemInObjectCaseSensitive(inner(object), name, inner(value)))
        json_free(value);
}

struct json *json_own_item(struct json *object, const char *name, size_t index)
{
    cJSON *array = cJSON_GetObjectItemCaseSensitive(inner(object), name);
    return (struct json *)cJSON_GetArrayItem(array, (int)index);
}

static void write_text(char *text, FILE *out)
{
    if (!text)
        mem_exhausted();
    fputs(text, out);
    fputc('\n', out);
    cJSON_free(text);
}

void json_write_line(const struct json *value, FILE *out)
{
    write_text(cJSON_PrintUnformatted(inner_const(value)), out);
}

void json_write_pretty(const struct json *value, FILE *out)
{
    write_text(cJSON_Print(inner_const(value)), out);
}

static void add_text(struct str *out, char *text)
{
    if (!text)
        mem_exhausted();
    str_add_text(out, text);
    cJSON_free(text);
}

void json_print(struct str *out, const struct json *value)
{
    add_text(out, cJSON_PrintUnformatted(inner_const(value)));
}

void json_print_pretty(struct str *out, const struct json *value)
{
    add_text(out, cJSON_Print(inner_const(value)));
    str_add_text(out, "\n");
}

/* Returns the first zero byte in JSON, written as a byte or as \u0000, or NULL. cJSON accepts both,
 * and its texts end there. */
static const char *find_zero(const char *bytes, size_t length)
{
    const char *end = bytes + length, *zero = memchr(bytes, '\0', length);
    for (const char *c = bytes; (c = memchr(c, '\\', (size_t)(end - c)));) {
        if (end - c >= 6 && memcmp(c, "\\u0000", 6) == 0)
            return zero && zero < c ? zero : c;
        c += end - c > 1 ? 2 : 1;
    }
    return zero;
}

/* Whether every version of cJSON writes the number in the same way. */
static bool is_plain_int(const cJSON *value)
{
    double number = value->valuedouble;
    return number == value->valueint && (number != 0 || !signbit(number));
}

/* Makes raw values of the other parsed numbers. */
static void write_digits(cJSON *value)
{
    if (cJSON_IsNumber(value) && !is_plain_int(value)) {
        value->valuestring = allocate(DIGITS_SIZE);
        print_double(value->valuestring, value->valuedouble);
        value->valueint = is_whole(value->valuedouble);
        value->type = cJSON_Raw;
    }
    for (cJSON *item = value->child; item; item = item->next)
        write_digits(item);
}

/* Whether there may be too many values. A value takes 64 bytes in memory, but only two in the text.
 * Every value except the first comes after an opening bracket or a comma. */
static bool has_too_many_values(const char *bytes, size_t length)
{
    size_t n = 1;
    bool is_in_text = false;
    if (length / 2 < MAX_JSON_VALUES)
        return false;
    for (size_t i = 0; i < length && n <= MAX_JSON_VALUES; i++) {
        char c = bytes[i];
        if (c == '"')
            is_in_text = !is_in_text;
        else if (is_in_text)
            i += c == '\\';
        else
            n += c == ',' || c == '[' || c == '{';
    }
    return n > MAX_JSON_VALUES;
}

int json_parse(struct json **out, const char *bytes, size_t length, struct err *err)
{
    const char *end = bytes;
    if (has_too_many_values(bytes, length))
        return err_set(err, "the JSON is too large: more than %d values", MAX_JSON_VALUES);
    cJSON *value = cJSON_ParseWithLengthOpts(bytes, length, &end, 0);
    while (value && end < bytes + length &&
           (*end == ' ' || *end == '\t' || *end == '\r' || *end == '\n'))
        end++;
    if (!value || end != bytes + length) {
        cJSON_Delete(value);
        return err_set(err, "not JSON at byte %zu", (size_t)(end - bytes));
    }
    const char *zero = find_zero(bytes, length);
    if (zero || !utf8_is_valid(bytes, length)) {
        cJSON_Delete(value);
        return zero ? err_set(err, "a zero byte in a string at byte %zu", (size_t)(zero - bytes))
                    : err_set(err, "not JSON: it is not UTF-8");
    }
    write_digits(value);
    *out = (struct json *)value;
    return 0;
}

enum json_kind json_kind(const struct json *value)
{
    const cJSON *item = inner_const(value);
    if (cJSON_IsBool(item))
        return JSON_BOOL;
    if (cJSON_IsNumber(item) || cJSON_IsRaw(item))
        return JSON_NUMBER;
    if (cJSON_IsString(item))
        return JSON_TEXT;
    if (cJSON_IsArray(item))
        return JSON_ARRAY;
    return cJSON_IsObject(item) ? JSON_OBJECT : JSON_NULL;
}

const struct json *json_get(const struct json *object, const char *name)
{
    return (const struct json *)cJSON_GetObjectItemCaseSensitive(inner_const(object), name);
}

size_t json_count(const struct json *value)
{
    return value ? (size_t)cJSON_GetArraySize(inner_const(value)) : 0;
}

const struct json *json_item(const struct json *value, size_t index)
{
    return (const struct json *)cJSON_GetArrayItem(inner_const(value), (int)index);
}

const struct json *json_first(const struct json *value)
{
    return value ? (const struct json *)inner_const(value)->child : NULL;
}

const struct json *json_next(const struct json *item)
{
    return (const struct json *)inner_const(item)->next;
}

const char *json_name(const struct json *member)
{
    return inner_const(member)->string;
}

const char *json_text(const struct json *value)
{
    return value ? cJSON_GetStringValue(inner_const(value)) : NULL;
}

double json_number(const struct json *value, double otherwise)
{
    return json_kind(value) == JSON_NUMBER ? inner_const(value)->valuedouble : otherwise;
}

const char *json_text_at(const struct json *object, const char *key)
{
    return json_text(json_get(object, key));
}

double json_number_at(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

bool json_is_int(const struct json *value)
{
    const cJSON *item = inner_const(value);
    return cJSON_IsRaw(item) ? item->valueint : cJSON_IsNumber(item);
}

int64_t json_int(const struct json *value, int64_t otherwise)
{
    if (!json_is_int(value))
        return otherwise;
    const cJSON *item = inner_const(value);
    return cJSON_IsRaw(item) ? strtoll(item->valuestring, NULL, 10) : item->valueint;
}

bool json_is_array(const struct json *value)
{
    return value && cJSON_IsArray(inner_const(value));
}

bool json_is_true(const struct json *value)
{
    return value && cJSON_IsTrue(inner_const(value));
}

void json_add_library(struct str *out)
{
    str_print(out, "cJSON %s", cJSON_Version());
}
