/* The door to cJSON: `struct json` is a cJSON value under another name. */
#include "base/json.h"

#include "base/mem.h"

#include <cjson/cJSON.h>
#include <inttypes.h>

static cJSON *inner(struct json *value)
{
    return (cJSON *)value;
}

static const cJSON *inner_const(const struct json *value)
{
    return (const cJSON *)value;
}

/* cJSON answers NULL only when memory ran out. */
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

void json_set_text(struct json *object, const char *name, const char *text)
{
    made(text ? cJSON_AddStringToObject(inner(object), name, text)
              : cJSON_AddNullToObject(inner(object), name));
}

void json_set_int(struct json *object, const char *name, int64_t number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, number); /* cJSON would round it to 15 digits */
    made(cJSON_AddRawToObject(inner(object), name, digits));
}

void json_set_double(struct json *object, const char *name, double number)
{
    made(cJSON_AddNumberToObject(inner(object), name, number));
}

void json_set_bool(struct json *object, const char *name, bool truth)
{
    made(cJSON_AddBoolToObject(inner(object), name, truth));
}

void json_set(struct json *object, const char *name, struct json *value)
{
    cJSON_AddItemToObject(inner(object), name, inner(value));
}

void json_push(struct json *array, struct json *value)
{
    cJSON_AddItemToArray(inner(array), inner(value));
}

void json_push_int(struct json *array, int64_t number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    cJSON_AddItemToArray(inner(array), made(cJSON_CreateRaw(digits)));
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

int json_parse(struct json **out, const char *bytes, size_t length, struct err *err)
{
    const char *end = bytes;
    cJSON *value = cJSON_ParseWithLengthOpts(bytes, length, &end, 0);
    while (value && end < bytes + length &&
           (*end == ' ' || *end == '\t' || *end == '\r' || *end == '\n'))
        end++;
    if (!value || end != bytes + length) {
        cJSON_Delete(value);
        return err_set(err, "not JSON at byte %zu", (size_t)(end - bytes));
    }
    *out = (struct json *)value;
    return 0;
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
    return value && cJSON_IsNumber(inner_const(value)) ? inner_const(value)->valuedouble
                                                       : otherwise;
}

bool json_is_array(const struct json *value)
{
    return value && cJSON_IsArray(inner_const(value));
}

bool json_is_true(const struct json *value)
{
    return value && cJSON_IsTrue(inner_const(value));
}
