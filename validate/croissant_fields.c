/* Fields of record sets: those with a column of the rows must be what the rows have under that
 * key. */
#include "validate/croissant_check.h"

#include "base/table.h"

#include <string.h>

struct checking {
    struct published *published;
    struct validation *validation;
    struct table sources; /* ids of the distribution */
};

static const char *column_of(const struct json *field)
{
    const struct json *extract = json_get(json_get(field, "source"), "extract");
    return json_text(json_get(extract, "column"));
}

static bool has_type(const struct json *field, const struct export_feature *feature)
{
    static const char *const texts[] = {"Text", NULL};
    static const char *const numbers[] = {"Integer", "Int64", "Int32", NULL};
    static const char *const truths[] = {"Boolean", NULL};
    const struct json *type = json_get(field, "dataType");
    bool is_array = json_is_true(json_get(field, "isArray"));
    switch (feature->type) {
    case FEATURE_TEXT:
        return croissant_is_type(type, texts) && !is_array;
    case FEATURE_INT:
        return croissant_is_type(type, numbers) && !is_array;
    case FEATURE_BOOL:
        return croissant_is_type(type, truths) && !is_array;
    case FEATURE_INTS:
        return croissant_is_type(type, numbers) && is_array;
    default:
        return true; /* members stand in fields of their own */
    }
}

static const struct export_feature *find(const struct export_feature *features, const char *name)
{
    for (; features->name; features++)
        if (strcmp(features->name, name) == 0)
            return features;
    return NULL;
}

/* Where the values come from must be in the distribution. */
static bool has_source(const struct checking *checking, const struct json *field)
{
    const struct json *source = json_get(field, "source");
    const struct json *object = json_get(source, "fileObject");
    const struct json *set = json_get(source, "fileSet");
    const char *id = json_text(json_get(object ? object : set, "@id"));
    return id && table_find(&checking->sources, id) != TABLE_NONE;
}

/* The key that a field stands for: of the row, or for a part of a field a member of its objects. */
static const struct export_feature *feature_of(const struct json *field, bool is_part,
                                               const struct export_feature *features)
{
    const struct export_feature *feature = find(features, column_of(field));
    const struct json *transform = json_get(json_get(field, "source"), "transform");
    const char *member = json_text(json_get(transform, "jsonPath"));
    if (!is_part || !feature)
        return feature;
    return feature->type == FEATURE_RECORDS && member ? find(feature->members, member) : NULL;
}

static void check_field(const struct json *field, bool is_part, const struct checking *checking)
{
    struct validation *validation = checking->validation;
    const struct document *croissant = &checking->published->croissant;
    const struct json *source = document_place(field, "source");
    const struct json *extract = document_place(source, "extract");
    const char *column = column_of(field);
    const struct export_feature *feature = feature_of(field, is_part, validation->features);
    if (!feature)
        document_find(validation, croissant, document_place(extract, "column"), "croissant_field",
                      "the rows have no key '%s'%s", column, is_part ? " with such a member" : "");
    else if (!has_type(field, feature))
        document_find(validation, croissant, document_place(field, "dataType"), "croissant_field",
                      "'%s' has another type in the rows", column);
    if (!has_source(checking, field))
        document_find(validation, croissant, source, "croissant_field",
                      "the source of '%s' is not in the distribution", column);
}

/* Checks those of a list that have a column; returns whether there are any. */
static bool check_fields(const struct json *fields, bool is_part, const struct checking *checking)
{
    bool is_of_rows = false;
    for (const struct json *field = json_first(fields); field; field = json_next(field)) {
        if (column_of(field)) {
            check_field(field, is_part, checking);
            is_of_rows = true;
        }
        if (!is_part)
            is_of_rows = check_fields(json_get(field, "subField"), true, checking) || is_of_rows;
    }
    return is_of_rows;
}

/* Whether a field, or a part of one, has the column. */
static bool has_column(const struct json *fields, const char *name)
{
    for (const struct json *field = json_first(fields); field; field = json_next(field)) {
        const char *column = column_of(field);
        const struct json *part = json_first(json_get(field, "subField"));
        if (!column && part)
            column = column_of(part);
        if (column && strcmp(column, name) == 0)
            return true;
    }
    return false;
}

/* Checks a record set; returns whether it is one of rows. */
static bool check_set(const struct json *set, const struct checking *checking)
{
    const struct json *fields = json_get(set, "field");
    const struct export_feature *feature = checking->validation->features;
    if (!check_fields(fields, false, checking))
        return false;
    for (; feature->name; feature++)
        if (!has_column(fields, feature->name))
            document_find(checking->validation, &checking->published->croissant, fields,
                          "croissant_field", "there is no field '%s', which the rows have",
                          feature->name);
    return true;
}

void croissant_check_fields(struct published *published, struct validation *validation)
{
    const struct document *croissant = &published->croissant;
    struct checking checking = {.published = published, .validation = validation};
    bool has_rows = false;
    if (!validation->format || !validation->format->features)
        return;
    for (const struct json *one = json_first(json_get(croissant->value, "distribution")); one;
         one = json_next(one)) {
        const char *id = json_text(json_get(one, "@id"));
        if (id)
            table_number(&checking.sources, id);
    }
    for (const struct json *set = json_first(json_get(croissant->value, "recordSet")); set;
         set = json_next(set))
        has_rows = check_set(set, &checking) || has_rows;
    table_release(&checking.sources);
    if (!has_rows && published->manifest.is_there)
        document_find(validation, croissant, document_place(croissant->value, "recordSet"),
                      "croissant_field", "no record set is of the rows");
}
