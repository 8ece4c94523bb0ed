/* See features.h. */
#include "validate/features.h"

#include <string.h>

/* What an object is called in a finding: "" for the row itself, else `segments[2].`. */
struct place {
    char text[64];
};

static bool is_ints(const struct json *value)
{
    if (json_kind(value) != JSON_ARRAY)
        return false;
    for (const struct json *item = json_first(value); item; item = json_next(item))
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

static const struct export_feature *find(const struct export_feature *features, const char *name)
{
    for (; features->name; features++)
        if (strcmp(features->name, name) == 0)
            return features;
    return NULL;
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

/* Of no format there are more keys than a number has bits. */
static bool check_object(const struct json *object, const struct export_feature *features,
                         const char *place, bool takes_others, struct row_check *check)
{
    bool is_good = true;
    uint64_t seen = 0;
    for (const struct json *member = json_first(object); member; member = json_next(member)) {
        const struct export_feature *feature = find(features, json_name(member));
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

bool features_check(const struct json *object, const struct export_feature *features,
                    struct row_check *check)
{
    return check_object(object, features, "", false, check);
}

bool features_check_some(const struct json *object, const struct export_feature *features,
                         struct row_check *check)
{
    return check_object(object, features, "", true, check);
}
