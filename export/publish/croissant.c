/* The fixed parts are in templates/croissant.yaml. This file adds the files, and a field for each
 * feature of the format. */
#include "export/publish/documents.h"

#include "export/format.h"
#include "export/publish/contents.h"
#include "export/publish/description.h"
#include "languages/language.h"

#include <inttypes.h>
#include <string.h>

static const char croissant_yaml[] = {
#include "export/publish/templates/croissant.yaml.inc"
};
static const struct yaml_template croissant_template = {"croissant.yaml", croissant_yaml};

static const char rows_yaml[] = {
#include "export/publish/templates/croissant-rows.yaml.inc"
};
static const struct yaml_template rows_template = {"croissant-rows.yaml", rows_yaml};

static const char split_name[] = "split";

/* The rows of a configuration, and its @ids: of the set of its data files, of the records, and of
 * the records of its splits. In a data set with several configurations they are named after it, as
 * by the hub that writes such a description itself (huggingface/dataset-viewer at f62009e0,
 * croissant_crumbs.py: one record set NAME and one NAME_splits for each). */
struct row_set {
    const struct edition *edition;
    const struct edition_config *config;
    struct str files, rows, splits;
};

static void make_row_set(struct row_set *out, const struct edition *edition,
                         const struct edition_config *config)
{
    bool is_only = edition->configs.n == 1;
    *out = (struct row_set){.edition = edition, .config = config};
    str_print(&out->files, "%s%s", is_only ? "data-files" : "data-files-for-config-",
              is_only ? "" : config->name);
    str_print(&out->rows, "%s", is_only ? "rows" : config->name);
    str_print(&out->splits, "%s%s", is_only ? "" : config->name, is_only ? "splits" : "_splits");
}

static void release_row_set(struct row_set *set)
{
    str_release(&set->files);
    str_release(&set->rows);
    str_release(&set->splits);
}
SCOPED_VALUE(row_set, release_row_set)

/* Croissant's own words for the splits. It has none for folds. */
static const char *const split_classes[N_SPLITS] = {"cr:TrainingSplit", "cr:ValidationSplit",
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

/* A pattern for the files of a split beside this one. A star also matches slashes, and the folder
 * of a split set may begin as a file does. */
static void add_glob(struct str *out, const struct edition *edition,
                     const struct edition_file *file)
{
    bool has_sets = json_count(edition->sets) > 0;
    str_print(out, "%s/", contents_data);
    if (file->set)
        str_print(out, "%s/", edition_set_name(edition, file->set));
    if (file->language)
        str_print(out, "%s/", file->language);
    str_print(out, "%s-%s%s", split_names[file->split], has_sets ? "\?\?\?\?\?-of-\?\?\?\?\?" : "*",
              edition_extension(edition));
}

/* Without containedIn, because the files are in the folder of the description. */
static struct json *data_file_set(const struct row_set *set)
{
    const struct edition *edition = set->edition;
    const struct edition_file *last = NULL;
    const char *name = str_text(&set->files);
    struct json *includes = json_array();
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        bool is_listed = last && last->split == file->split && last->language == file->language;
        if (is_listed || !edition_config_has(set->config, file))
            continue;
        scoped(str) glob = {0};
        add_glob(&glob, edition, file);
        json_push_text(includes, str_text(&glob));
        last = file;
    }
    return json_make(
        J_TEXT("@type", "cr:FileSet"), J_TEXT("@id", name), J_TEXT("name", name),
        J_TEXT("description", set->config->language       ? "All data files in a language."
                              : json_count(edition->sets) ? "All data files of a split set."
                                                          : "All data files."),
        J_VALUE("encodingFormat", data_media_type(edition)), J_VALUE("includes", includes));
}

static struct json *distribution_of(const struct edition *edition)
{
    struct json *files = json_array();
    for (size_t i = 0; i < edition->files.n; i++)
        json_push(files, file_object(&edition->files.items[i], data_media_type(edition)));
    for (size_t i = 0; i < edition->n_others; i++)
        if (!edition->others[i].is_edited)
            json_push(files, file_object(&edition->others[i],
                                         json_text_value(edition->others[i].media_type)));
    for (size_t i = 0; i < edition->configs.n; i++) {
        scoped(row_set) set;
        make_row_set(&set, edition, &edition->configs.items[i]);
        json_push(files, data_file_set(&set));
    }
    return files;
}

/* Whether the splits of the configuration are folds. */
static bool has_folds(const struct row_set *set)
{
    for (int fold = SPLIT_FOLDS; fold < N_PARTS; fold++)
        if (edition_size(set->edition, set->config, fold).n_files)
            return true;
    return false;
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
static struct json *source_of(const struct row_set *set, const char *column, const char *path)
{
    struct json *source = json_make(J_VALUE("fileSet", reference_to(str_text(&set->files))),
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
static void refer_to_splits(const struct row_set *set, struct json *field)
{
    scoped(str) id = {0};
    str_print(&id, "%s/name", str_text(&set->splits));
    json_set(field, "references", json_make(J_VALUE("field", reference_to(str_text(&id)))));
}

static struct json *field_of(const struct row_set *set, const struct export_feature *feature)
{
    struct json *field = field_with_id(str_text(&set->rows), feature->name, feature->description,
                                       types[feature->type]);
    if (strcmp(feature->name, split_name) == 0)
        refer_to_splits(set, field);
    if (feature->type == FEATURE_INTS || feature->type == FEATURE_RECORDS)
        make_array(field);
    if (feature->type != FEATURE_RECORDS) {
        json_set(field, "source", source_of(set, feature->name, NULL));
        return field;
    }
    struct json *members = json_array();
    const char *id = json_text(json_get(field, "@id"));
    for (const struct export_feature *member = feature->members; member->name; member++) {
        struct json *one =
            field_with_id(id, member->name, member->description, types[member->type]);
        json_set(one, "source", source_of(set, feature->name, member->name));
        json_push(members, one);
    }
    json_set(field, "subField", members);
    return field;
}

/* The field for the split, for rows that do not contain it. */
static struct json *split_field(const struct row_set *set)
{
    struct json *field =
        field_with_id(str_text(&set->rows), split_name,
                      "Split that the row is in, by the name of its file", "sc:Text");
    json_set(field, "source",
             json_make(J_VALUE("fileSet", reference_to(str_text(&set->files))),
                       J_VALUE("extract", json_make(J_TEXT("fileProperty", "filename"))),
                       J_VALUE("transform",
                               json_make(J_TEXT("regex", has_folds(set)
                                                             ? "^(fold[0-9]+).*$"
                                                             : "^(train|validation|test).*$")))));
    refer_to_splits(set, field);
    return field;
}

static struct json *fields_of(const struct row_set *set)
{
    struct json *fields = json_array();
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, set->edition->options);
    for (const struct export_feature *feature = features; feature->name; feature++)
        json_push(fields, field_of(set, feature));
    if (!export_has_feature(features, split_name))
        json_push(fields, split_field(set));
    return fields;
}

static struct json *split_rows_of(const struct row_set *set)
{
    struct json *rows = json_array();
    scoped(str) name = {0}, url = {0};
    str_print(&name, "%s/name", str_text(&set->splits));
    str_print(&url, "%s/url", str_text(&set->splits));
    for (int split = 0; split < N_PARTS; split++) {
        if (!edition_size(set->edition, set->config, split).n_files)
            continue;
        struct json *row = json_push_object(rows);
        json_set_text(row, str_text(&name), split_names[split]);
        if (split < N_SPLITS)
            json_set_text(row, str_text(&url), split_classes[split]);
    }
    return rows;
}

/* Adds the record sets of a configuration: of its splits, and of its rows. */
static int add_row_set(struct json *list, struct json *values, const struct edition *edition,
                       const struct edition_config *config, struct err *err)
{
    const struct language *language = config->language ? language_find(config->language) : NULL;
    scoped(json) *made = NULL;
    scoped(row_set) set;
    make_row_set(&set, edition, config);
    json_set(values, "row_set",
             json_make(J_TEXT("rows", str_text(&set.rows)), J_TEXT("splits", str_text(&set.splits)),
                       J_BOOL("has_purposes", !has_folds(&set)),
                       J_TEXT("language", language ? language->codenet_name : NULL),
                       J_VALUE("split_rows", split_rows_of(&set)),
                       J_VALUE("fields", fields_of(&set))));
    int status = description_fill_yaml(&made, &rows_template, values, err);
    json_free(json_take(values, "row_set"));
    json_each(one, json_get(made, "recordSet"))
        json_push(list, json_copy(one));
    return status;
}

static int add_parts(struct json *values, const struct edition *edition, struct err *err)
{
    scoped(str) citation = {0};
    scoped(json) *record_sets = json_array();
    if (citation_add_bibtex(&citation, values, err) != 0)
        return ERR;
    for (size_t i = 0; i < edition->configs.n; i++)
        if (add_row_set(record_sets, values, edition, &edition->configs.items[i], err) != 0)
            return ERR;
    json_add(values, J_TEXT("citation", str_text(&citation)),
             J_VALUE("persons", description_persons(edition->names, "sc:Person")),
             J_VALUE("distribution", distribution_of(edition)),
             J_VALUE("record_sets", hand_over(record_sets)));
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
