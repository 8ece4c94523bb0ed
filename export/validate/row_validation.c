/* A row that breaks a rule is not checked by the rules that rely on it. */
#include "export/validate/validation.h"

#include "base/json_scan.h"
#include "base/str.h"

#include <string.h>

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
    static const char *const names[] = {"a string", "a whole number", "true or false",
                                        "a list of whole numbers", "a list of objects"};
    return names[type];
}

static bool check_object(const struct json *object, const struct export_feature *features,
                         const char *place, bool takes_others, struct rule_check *check);

static bool check_records(const struct json *list, const struct export_feature *feature,
                          const char *place, struct rule_check *check)
{
    bool is_good = true;
    size_t number = 0;
    for (const struct json *item = json_first(list); item; item = json_next(item), number++) {
        char inner[64];
        snprintf(inner, sizeof inner, "%s%s[%zu].", place, feature->name, number);
        if (json_kind(item) != JSON_OBJECT) {
            rule_check_report(check, "wrong_type", "%s%s[%zu] is not an object", place,
                              feature->name, number);
            is_good = false;
        } else {
            is_good = check_object(item, feature->members, inner, false, check) && is_good;
        }
    }
    return is_good;
}

static bool check_value(const struct json *value, const struct export_feature *feature,
                        const char *place, struct rule_check *check)
{
    if (json_kind(value) == JSON_NULL) {
        rule_check_report(check, "null_value", "%s%s is null", place, feature->name);
        return false;
    }
    if (!has_type(value, feature->type)) {
        rule_check_report(check, "wrong_type", "%s%s is not %s", place, feature->name,
                          type_name(feature->type));
        return false;
    }
    return feature->type != FEATURE_RECORDS || check_records(value, feature, place, check);
}

/* Compares an object with its features. `place` names it in findings: "" for the row itself, else
 * for example `segments[2].`. Reports differences as missing_key, unknown_key, duplicate_key,
 * wrong_type and null_value. With `takes_others`, the object may have other keys. Returns whether
 * nothing differs. */
static bool check_object(const struct json *object, const struct export_feature *features,
                         const char *place, bool takes_others, struct rule_check *check)
{
    bool is_good = true;
    bool seen[EXPORT_MAX_FEATURES] = {0};
    json_each(member, object) {
        const struct export_feature *feature = export_find_feature(features, json_name(member));
        bool is_value_good = false;
        if (!feature && takes_others)
            continue;
        if (!feature)
            rule_check_report(check, "unknown_key", "'%s%s' is not a key of the format", place,
                              json_name(member));
        else if (seen[feature - features])
            rule_check_report(check, "duplicate_key", "duplicate key '%s%s'", place, feature->name);
        else
            is_value_good = check_value(member, feature, place, check);
        is_good = is_good && is_value_good;
        if (feature)
            seen[feature - features] = true;
    }
    for (const struct export_feature *feature = features; feature->name; feature++)
        if (!seen[feature - features]) {
            rule_check_report(check, "missing_key", "'%s%s' is missing", place, feature->name);
            is_good = false;
        }
    return is_good;
}

static bool is_text(const char *line, size_t length, struct rule_check *check)
{
    const char *zero = memchr(line, '\0', length);
    if (zero) {
        rule_check_report(check, "zero_byte", "a zero byte at byte %zu", (size_t)(zero - line));
        return false;
    }
    if (utf8_is_valid(line, length))
        return true;
    rule_check_report(check, "encoding", "not UTF-8 at byte %zu", utf8_valid_length(line, length));
    return false;
}

/* The object on a line, or NULL. */
static struct json *parse(struct row_reader *reader, const char *line, size_t length,
                          struct rule_check *check)
{
    struct json *row;
    struct err err;
    size_t byte;
    const char *error = json_scan_error(line, length, &byte);
    if (length == 0) {
        rule_check_report(check, "json", "the line is empty");
        return NULL;
    }
    if (error) {
        rule_check_report(check, "json", "not JSON at byte %zu: %s", byte, error);
        return NULL;
    }
    if (json_parse(&row, line, length, &err) != 0) {
        rule_check_report(check, "json", "%s", err.message);
        return NULL;
    }
    if (json_kind(row) == JSON_OBJECT)
        return row;
    const struct export_format *format = reader->validation->format;
    rule_check_report(check,
                      format && format->flags & FORMAT_OWN_RULES ? "data_type" : "not_an_object",
                      "the row is not an object");
    json_free(row);
    return NULL;
}

/* Returns whether the other rules can rely on the keys. */
static bool check_keys(const struct validation *validation, const struct json *row,
                       struct rule_check *check)
{
    const struct export_extras *extras = &validation->extras;
    if (!(validation->format->flags & FORMAT_OWN_RULES))
        return check_object(row, validation->features, "", false, check);
    return (!extras->has_ids || check_object(row, export_id_features, "", true, check)) &&
           (!extras->has_provenance ||
            check_object(row, export_provenance_features, "", true, check));
}

void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct rule_check *check, struct row_traits *traits, struct arena *arena)
{
    const struct validation *validation = reader->validation;
    const struct export_format *format = validation->format;
    *traits = (struct row_traits){0};
    row_programs_forget(reader->programs);
    scoped(json) *row = is_text(line, length, check) ? parse(reader, line, length, check) : NULL;
    if (!row || !format)
        return;
    check->programs = reader->programs;
    struct traits_source source = {row, reader->programs, arena, &reader->scratch};
    row_traits_take_identity(traits, &source, line, length, validation->features);
    if (!check_keys(validation, row, check))
        return;
    if (format->check)
        format->check(row, check);
    if (validation->extras.has_ids)
        export_check_ids(row, check);
    if (validation->extras.has_provenance)
        export_check_provenance(row, check);
    if (validation->compares_content)
        row_traits_take_content(traits, &source, format, validation->features);
}
