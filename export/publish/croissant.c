/* The fixed parts are in templates/croissant.yaml. This file adds the files, and a field for each
 * feature of the format. */
#include "export/publish/documents.h"

#include "export/format.h"
#include "export/publish/contents.h"
#include "export/publish/description.h"

#include <inttypes.h>
#include <string.h>

static const char croissant_yaml[] = {
#include "export/publish/templates/croissant.yaml.inc"
};
static const struct yaml_template croissant_template = {"croissant.yaml", croissant_yaml};

/* The @id of the set of all data files, from which the records are read. */
static const char data_files[] = "data-files";

static const char rows_id[] = "rows", split_name[] = "split";

/* Croissant's own words for the splits. */
static const char *const split_classes[] = {"cr:TrainingSplit", "cr:ValidationSplit",
                                            "cr:TestSplit"};

/* The media type is that of the lines, not of gzip, because readers would take gzip for an archive;
 * they decompress a file named .gz anyway. The reference library knows only an older name for
 * Parquet than the registered one, so both are given. */
static struct json *data_media_type(const struct edition *edition)
{
    if (!edition->options->is_parquet)
        return json_text_value("application/jsonlines");
    struct json *types = json_array();
    json_push_text(types, "application/vnd.apache.parquet");
    json_push_text(types, "application/x-parquet");
    return types;
}

/* Takes ownership of `media_type`. */
static struct json *file_object(const struct edition_file *file, struct json *media_type)
{
    scoped(str) size = {0};
    str_print(&size, "%" PRId64 " B", file->n_bytes);
    return json_make(J_TEXT("@type", "cr:FileObject"), J_TEXT("@id", file->path),
                     J_TEXT("name", file->path), J_TEXT("contentUrl", file->path),
                     J_TEXT("contentSize", str_text(&size)), J_VALUE("encodingFormat", media_type),
                     J_TEXT("sha256", file->sha256));
}

/* Without containedIn, because the files are in the folder of the description. */
static struct json *data_file_set(const struct edition *edition)
{
    struct json *includes = json_array();
    for (int split = 0; split < N_SPLITS; split++) {
        scoped(str) glob = {0};
        str_print(&glob, "%s/%s-*%s", contents_data, split_names[split],
                  edition_extension(edition));
        if (edition_size(edition, split).n_files)
            json_push_text(includes, str_text(&glob));
    }
    return json_make(J_TEXT("@type", "cr:FileSet"), J_TEXT("@id", data_files),
                     J_TEXT("name", data_files), J_TEXT("description", "All data files."),
                     J_VALUE("encodingFormat", data_media_type(edition)),
                     J_VALUE("includes", includes));
}

static struct json *distribution_of(const struct edition *edition)
{
    struct json *files = json_array();
    for (size_t i = 0; i < edition->files.n; i++)
        json_push(files, file_object(&edition->files.items[i], data_media_type(edition)));
    for (size_t i = 0; i < edition->n_others; i++)
        json_push(files,
                  file_object(&edition->others[i], json_text_value(edition->others[i].media_type)));
    json_push(files, data_file_set(edition));
    return files;
}

static struct json *reference_to(const char *id)
{
    return json_make(J_TEXT("@id", id));
}

static struct json *field_with_id(const char *parent, const char *name, const char *description,
                                  const char *type)
{
    scoped(str) id = {0};
    str_print(&id, "%s/%s", parent, name);
    struct json *field =
        json_make(J_TEXT("@type", "cr:Field"), J_TEXT("@id", str_text(&id)),
                  J_TEXT("name", str_text(&id)), J_TEXT("description", description));
    if (type)
        json_set_text(field, "dataType", type);
    return field;
}

/* Makes the field of a feature. Members of records have fields of their own. */
static const char *const types[] = {[FEATURE_TEXT] = "sc:Text",
                                    [FEATURE_BOOL] = "sc:Boolean",
                                    [FEATURE_INT] = "sc:Integer",
                                    [FEATURE_INTS] = "sc:Integer",
                                    [FEATURE_RECORDS] = NULL};

/* The source of a field: a column of the JSON lines. `path` leads to a member of its objects; NULL:
 * the column itself. */
static struct json *source_of(const char *column, const char *path)
{
    struct json *source = json_make(J_VALUE("fileSet", reference_to(data_files)),
                                    J_VALUE("extract", json_make(J_TEXT("column", column))));
    if (path)
        json_set(source, "transform", json_make(J_TEXT("jsonPath", path)));
    return source;
}

static void make_array(struct json *field)
{
    json_add(field, J_BOOL("isArray", true), J_TEXT("arrayShape", "-1"));
}

/* Says that a field's values are names of splits. */
static void refer_to_splits(struct json *field)
{
    json_set(field, "references", json_make(J_VALUE("field", reference_to("splits/name"))));
}

static struct json *field_of(const struct export_feature *feature)
{
    struct json *field =
        field_with_id(rows_id, feature->name, feature->description, types[feature->type]);
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
            field_with_id(id, member->name, member->description, types[member->type]);
        json_set(one, "source", source_of(feature->name, member->name));
        json_push(members, one);
    }
    json_set(field, "subField", members);
    return field;
}

/* The field for the split, for rows that do not contain it. */
static struct json *split_field(void)
{
    struct json *field = field_with_id(
        rows_id, split_name, "Split that the row is in, by the name of its file", "sc:Text");
    json_set(
        field, "source",
        json_make(J_VALUE("fileSet", reference_to(data_files)),
                  J_VALUE("extract", json_make(J_TEXT("fileProperty", "filename"))),
                  J_VALUE("transform", json_make(J_TEXT("regex", "^(train|validation|test).*$")))));
    refer_to_splits(field);
    return field;
}

static struct json *fields_of(const struct edition *edition)
{
    struct json *fields = json_array();
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, edition->options);
    for (const struct export_feature *feature = features; feature->name; feature++)
        json_push(fields, field_of(feature));
    if (!export_has_feature(features, split_name))
        json_push(fields, split_field());
    return fields;
}

static struct json *split_rows_of(const struct edition *edition)
{
    struct json *rows = json_array();
    for (int split = 0; split < N_SPLITS; split++) {
        if (!edition_size(edition, split).n_files)
            continue;
        json_push(rows, json_make(J_TEXT("splits/name", split_names[split]),
                                  J_TEXT("splits/url", split_classes[split])));
    }
    return rows;
}

static int add_parts(struct json *values, const struct edition *edition, struct err *err)
{
    scoped(str) citation = {0};
    if (citation_add_bibtex(&citation, values, err) != 0)
        return ERR;
    json_add(values, J_TEXT("citation", str_text(&citation)),
             J_VALUE("persons", description_persons(edition->names, "sc:Person")),
             J_VALUE("distribution", distribution_of(edition)),
             J_VALUE("split_rows", split_rows_of(edition)), J_VALUE("fields", fields_of(edition)));
    return 0;
}

int croissant_make(struct json **out, const struct edition *edition, struct err *err)
{
    scoped(json) *values = NULL;
    *out = NULL;
    if (description_make(&values, edition, err) != 0 || add_parts(values, edition, err) != 0)
        return ERR;
    return description_fill_yaml(out, &croissant_template, values, err);
}
