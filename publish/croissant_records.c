/* See croissant_records.h. */
#include "publish/croissant_records.h"

#include "export/format.h"

#include <string.h>

const char croissant_data_files[] = "data-files";

static const char rows_id[] = "rows", splits_id[] = "splits", split_name[] = "split";

/* Croissant's own words for the splits. */
static const char *const split_classes[] = {"cr:TrainingSplit", "cr:ValidationSplit",
                                            "cr:TestSplit"};

static struct json *reference_to(const char *id)
{
    struct json *object = json_object();
    json_set_text(object, "@id", id);
    return object;
}

static struct json *field_with_id(const char *parent, const char *name, const char *description,
                                  const char *type)
{
    struct json *field = json_object();
    struct str id = {0};
    str_print(&id, "%s/%s", parent, name);
    json_set_text(field, "@type", "cr:Field");
    json_set_text(field, "@id", str_text(&id));
    json_set_text(field, "name", str_text(&id));
    json_set_text(field, "description", description);
    if (type)
        json_set_text(field, "dataType", type);
    str_release(&id);
    return field;
}

static const char *type_of(enum feature_type type)
{
    switch (type) {
    case FEATURE_TEXT:
        return "sc:Text";
    case FEATURE_BOOL:
        return "sc:Boolean";
    case FEATURE_INT:
    case FEATURE_INTS:
        return "sc:Integer";
    default:
        return NULL; /* the members have types */
    }
}

/* From a column of the JSON lines; `path` leads to a member of its objects, NULL: the column
 * itself. */
static struct json *source_of(const char *column, const char *path)
{
    struct json *source = json_object(), *extract = json_object();
    json_set_text(extract, "column", column);
    json_set(source, "fileSet", reference_to(croissant_data_files));
    json_set(source, "extract", extract);
    if (path) {
        struct json *transform = json_object();
        json_set_text(transform, "jsonPath", path);
        json_set(source, "transform", transform);
    }
    return source;
}

static void make_array(struct json *field)
{
    json_set_bool(field, "isArray", true);
    json_set_text(field, "arrayShape", "-1");
}

/* Its values are names of splits. */
static void refer_to_splits(struct json *field)
{
    struct json *references = json_object();
    json_set(references, "field", reference_to("splits/name"));
    json_set(field, "references", references);
}

static struct json *field_of(const struct export_feature *feature)
{
    struct json *field =
        field_with_id(rows_id, feature->name, feature->description, type_of(feature->type));
    if (strcmp(feature->name, split_name) == 0)
        refer_to_splits(field);
    if (feature->type == FEATURE_INTS || feature->type == FEATURE_RECORDS)
        make_array(field);
    if (feature->type != FEATURE_RECORDS) {
        json_set(field, "source", source_of(feature->name, NULL));
        return field;
    }
    struct json *members = json_array();
    const char *id = json_text(json_get(field, "@id"));
    for (const struct export_feature *member = feature->members; member->name; member++) {
        struct json *one =
            field_with_id(id, member->name, member->description, type_of(member->type));
        json_set(one, "source", source_of(feature->name, member->name));
        json_push(members, one);
    }
    json_set(field, "subField", members);
    return field;
}

/* For rows that do not say it themselves. */
static struct json *split_field(void)
{
    struct json *field = field_with_id(
        rows_id, split_name, "Split that the row is in, by the name of its file", "sc:Text");
    struct json *source = json_object(), *extract = json_object(), *transform = json_object();
    json_set_text(extract, "fileProperty", "filename");
    json_set_text(transform, "regex", "^(train|validation|test).*$");
    json_set(source, "fileSet", reference_to(croissant_data_files));
    json_set(source, "extract", extract);
    json_set(source, "transform", transform);
    json_set(field, "source", source);
    refer_to_splits(field);
    return field;
}

static struct json *record_set(const char *id, const char *description)
{
    struct json *set = json_object();
    json_set_text(set, "@type", "cr:RecordSet");
    json_set_text(set, "@id", id);
    json_set_text(set, "name", id);
    json_set_text(set, "description", description);
    return set;
}

static struct json *splits_of(const struct publication *publication)
{
    struct json *set = record_set(splits_id, "The splits that there are rows of.");
    struct json *fields = json_array(), *data = json_array();
    json_set_text(set, "dataType", "cr:Split");
    json_set(set, "key", reference_to("splits/name"));
    json_push(fields, field_with_id(splits_id, "name", "Name of the split", "sc:Text"));
    json_push(fields, field_with_id(splits_id, "url", "What it is for", "sc:URL"));
    json_set(set, "field", fields);
    for (int split = 0; split < N_SPLITS; split++) {
        if (!publication_size(publication, split).n_files)
            continue;
        struct json *row = json_object();
        json_set_text(row, "splits/name", split_names[split]);
        json_set_text(row, "splits/url", split_classes[split]);
        json_push(data, row);
    }
    json_set(set, "data", data);
    return set;
}

struct json *croissant_record_sets(const struct publication *publication)
{
    struct json *sets = json_array(), *fields = json_array();
    struct json *rows = record_set(rows_id, publication->options->format->summary);
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, publication->options);
    for (const struct export_feature *feature = features; feature->name; feature++)
        json_push(fields, field_of(feature));
    if (!export_has_feature(features, split_name))
        json_push(fields, split_field());
    json_set(rows, "field", fields);
    json_push(sets, splits_of(publication));
    json_push(sets, rows);
    return sets;
}
