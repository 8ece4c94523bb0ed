/* Features in the spellings of Hugging Face: `dtype`, and for lists `list` or `sequence`, with a
 * dtype or with members under it. */
#include "validate/card_check.h"

#include <string.h>

static bool is_scalar(const char *dtype, enum feature_type type)
{
    if (!dtype)
        return false;
    if (type == FEATURE_TEXT)
        return strcmp(dtype, "string") == 0 || strcmp(dtype, "large_string") == 0;
    if (type == FEATURE_BOOL)
        return strcmp(dtype, "bool") == 0;
    return strcmp(dtype, "int64") == 0 || strcmp(dtype, "int32") == 0;
}

/* What stands in a list: a dtype, or members. */
static const struct json *inner_of(const struct json *entry)
{
    const struct json *list = json_get(entry, "list");
    return list ? list : json_get(entry, "sequence");
}

static bool is_ints(const struct json *inner)
{
    const char *dtype = json_text(inner) ? json_text(inner) : json_text(json_get(inner, "dtype"));
    return is_scalar(dtype, FEATURE_INT);
}

static const struct json *members_of(const struct json *inner)
{
    const struct json *members = json_get(inner, "struct");
    return members ? members : inner;
}

static bool has_type(const struct json *entry, const struct export_feature *feature)
{
    const struct json *inner = inner_of(entry);
    if (feature->type == FEATURE_INTS)
        return is_ints(inner);
    if (feature->type == FEATURE_RECORDS)
        return json_kind(members_of(inner)) == JSON_ARRAY;
    return is_scalar(json_text(json_get(entry, "dtype")), feature->type);
}

static const struct json *find(const struct json *list, const char *name)
{
    for (const struct json *entry = json_first(list); entry; entry = json_next(entry)) {
        const char *own = json_text(json_get(entry, "name"));
        if (own && strcmp(own, name) == 0)
            return entry;
    }
    return NULL;
}

void card_check_features(const struct json *list, const struct export_feature *features,
                         const struct document *card, struct validation *validation)
{
    size_t n = 0;
    for (const struct export_feature *feature = features; feature->name; feature++, n++) {
        const struct json *entry = find(list, feature->name);
        if (!entry)
            document_find(validation, card, list, "card_features", "'%s' is not among the features",
                          feature->name);
        else if (!has_type(entry, feature))
            document_find(validation, card, entry, "card_features",
                          "'%s' has another type in the rows", feature->name);
        else if (feature->type == FEATURE_RECORDS)
            card_check_features(members_of(inner_of(entry)), feature->members, card, validation);
    }
    if (json_count(list) > n)
        document_find(validation, card, list, "card_features",
                      "%zu features, but the rows have %zu keys", json_count(list), n);
}
