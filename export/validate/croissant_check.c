/* Compares the description with files and rows. Also checks what the reference implementation
 * (mlcroissant) requires before it makes records: terms of the context, types of values,
 * references, and regular expressions, which it applies again to their own result. */
#include "export/validate/published.h"

#include "base/file.h"
#include "base/sha256.h"
#include "base/shell.h"
#include "base/table.h"

#include <ctype.h>
#include <inttypes.h>
#include <regex.h>
#include <string.h>

/* Fields of record sets. A field with a column must agree with the rows' values under that key. */
struct checking {
    struct published *published;
    struct table sources; /* ids of the distribution */
};

static const char *column_of(const struct json *field)
{
    const struct json *extract = json_get(json_get(field, "source"), "extract");
    return json_text_at(extract, "column");
}

/* Whether a data type, or one of a list, has one of the names (ended by NULL). Names have no
 * prefix: "Text" matches sc:Text and https://schema.org/Text. */
static bool is_data_type(const struct json *type, const char *const *names)
{
    if (json_is_array(type)) {
        json_each(one, type)
            if (is_data_type(one, names))
                return true;
        return false;
    }
    const char *name = json_text(type);
    for (const char *at = name; at && *at; at++)
        if (*at == ':' || *at == '/' || *at == '#')
            name = at + 1;
    for (; name && *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Members of objects have fields of their own. */
static bool has_type(const struct json *field, const struct export_feature *feature)
{
    static const char *const names[][4] = {[FEATURE_TEXT] = {"Text"},
                                           [FEATURE_INT] = {"Integer", "Int64", "Int32"},
                                           [FEATURE_BOOL] = {"Boolean"},
                                           [FEATURE_INTS] = {"Integer", "Int64", "Int32"}};
    bool is_array = json_is_true(json_get(field, "isArray"));
    return feature->type == FEATURE_RECORDS ||
           (is_array == (feature->type == FEATURE_INTS) &&
            is_data_type(json_get(field, "dataType"), names[feature->type]));
}

/* Whether the source of the values is in the distribution. */
static bool has_source(const struct checking *checking, const struct json *field)
{
    const struct json *source = json_get(field, "source");
    const struct json *object = json_get(source, "fileObject");
    const struct json *set = json_get(source, "fileSet");
    const char *id = json_text_at(object ? object : set, "@id");
    return id && table_find(&checking->sources, id) != TABLE_NONE;
}

/* The key of a field: a key of the row; for a part of a field, a member of its objects. */
static const struct export_feature *feature_of(const struct json *field, bool is_part,
                                               const struct export_feature *features)
{
    const struct export_feature *feature = export_find_feature(features, column_of(field));
    const struct json *transform = json_get(json_get(field, "source"), "transform");
    const char *member = json_text_at(transform, "jsonPath");
    if (!is_part || !feature)
        return feature;
    bool is_member = feature->type == FEATURE_RECORDS && member;
    return is_member ? export_find_feature(feature->members, member) : NULL;
}

static void check_field(const struct json *field, bool is_part, const struct checking *checking)
{
    const struct published *published = checking->published;
    const struct document *croissant = &published->croissant;
    const struct json *source = document_place(field, "source");
    const struct json *extract = document_place(source, "extract");
    const char *column = column_of(field);
    const struct export_feature *feature =
        feature_of(field, is_part, published->validation->features);
    if (!feature)
        document_find(croissant, document_place(extract, "column"), "croissant_field",
                      "the rows have no key '%s'%s", column, is_part ? " with this member" : "");
    else if (!has_type(field, feature))
        document_find(croissant, document_place(field, "dataType"), "croissant_field",
                      "'%s' has another type in the rows", column);
    if (!has_source(checking, field))
        document_find(croissant, source, "croissant_field",
                      "the source of '%s' is not in the distribution", column);
}

/* Checks the fields of a list that have a column; returns whether there are any. */
static bool check_fields(const struct json *fields, bool is_part, const struct checking *checking)
{
    bool is_of_rows = false;
    json_each(field, fields) {
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
    json_each(field, fields) {
        const char *column = column_of(field);
        const struct json *part = json_first(json_get(field, "subField"));
        if (!column && part)
            column = column_of(part);
        if (column && strcmp(column, name) == 0)
            return true;
    }
    return false;
}

/* Checks a record set; returns whether it describes rows. */
static bool check_set(const struct json *set, const struct checking *checking)
{
    const struct json *fields = json_get(set, "field");
    const struct export_feature *feature = checking->published->validation->features;
    if (!check_fields(fields, false, checking))
        return false;
    for (; feature->name; feature++)
        if (!has_column(fields, feature->name))
            document_find(&checking->published->croissant, fields, "croissant_field",
                          "the field '%s' of the rows is missing", feature->name);
    return true;
}

/* Checks the fields of record sets. */
static void check_record_sets(struct published *published)
{
    const struct document *croissant = &published->croissant;
    struct checking checking = {.published = published};
    bool has_rows = false;
    if (!published->validation->format || !published->validation->format->features)
        return;
    json_each(one, json_get(croissant->value, "distribution")) {
        const char *id = json_text_at(one, "@id");
        if (id)
            table_number(&checking.sources, id);
    }
    json_each(set, json_get(croissant->value, "recordSet"))
        has_rows = check_set(set, &checking) || has_rows;
    table_release(&checking.sources);
    if (!has_rows && published->manifest.is_there)
        document_find(croissant, document_place(croissant->value, "recordSet"), "croissant_field",
                      "no record set describes the rows");
}

static bool is_type(const struct json *object, const char *type)
{
    const char *name = json_text_at(object, "@type");
    const char *colon = name ? strchr(name, ':') : NULL;
    return name && strcmp(colon ? colon + 1 : name, type) == 0;
}

static bool is_url(const char *name)
{
    return strncmp(name, "https://", 8) == 0 || strncmp(name, "http://", 7) == 0;
}

/* The number of the finding from which a wrong value for a file follows; 0 if none. Either the file
 * was changed, and the manifest has the same value under the key; or the file is the manifest, and
 * has errors. */
static size_t cause_of(const struct published *published, const char *name, const char *key,
                       const char *said)
{
    if (strcmp(name, "manifest.json") == 0)
        return findings_first(&published->validation->findings, published->manifest.path);
    const struct changed_file *changed = published_changed(published, name);
    const struct json *value = changed ? json_get(changed->entry, key) : NULL;
    const char *text = json_text(value);
    char size[32];
    snprintf(size, sizeof size, "%" PRId64 " B", json_int(value, -1));
    return value && said && strcmp(said, text ? text : size) == 0 ? changed->cause : 0;
}

/* `contentSize` is a number of bytes with a unit: "123 B". If the digest is also wrong, a wrong
 * size follows from that finding. */
static void check_size(const struct json *object, const char *name, uint64_t n_bytes,
                       size_t digest_found, struct published *published)
{
    const char *size = json_text_at(object, "contentSize");
    char expected[32];
    snprintf(expected, sizeof expected, "%" PRIu64 " B", n_bytes);
    if (size && strcmp(size, expected) == 0)
        return;
    size_t found = document_find(&published->croissant, document_place(object, "contentSize"),
                                 "croissant_size", "contentSize of %s is '%s', not '%s'", name,
                                 size ? size : "", expected);
    size_t cause = cause_of(published, name, "bytes", size);
    findings_follow(&published->validation->findings, found, cause ? cause : digest_found);
}

/* Returns the number of the finding, or 0. */
static size_t check_digest(const struct json *object, const char *name, struct published *published)
{
    const struct document *croissant = &published->croissant;
    const struct data_file *file = published_file(published, name);
    const char *digest = json_text_at(object, "sha256");
    char own[SHA256_HEX_SIZE] = "";
    struct err err;
    if (file && *file->sha256)
        memcpy(own, file->sha256, sizeof own);
    else if (sha256_file(published_path(published, name), own, NULL, &err) != 0)
        document_find(croissant, document_place(object, "contentUrl"), "unreadable", "%s",
                      err.message);
    if (digest && strcmp(digest, own) == 0)
        return 0;
    size_t found = document_find(croissant, document_place(object, "sha256"), "croissant_sha256",
                                 "the SHA-256 of %s is %s", name, own);
    findings_follow(&published->validation->findings, found,
                    cause_of(published, name, "sha256", digest));
    return found;
}

/* An edited card is only a warning, because users may edit it. Its front matter is compared with
 * the files anyway. */
static void warn_of_edit(const struct json *object, struct published *published)
{
    const char *digest = json_text_at(object, "sha256");
    char own[SHA256_HEX_SIZE] = "";
    struct err ignored;
    scoped(str) word = {0};
    if (sha256_file(published_path(published, "README.md"), own, NULL, &ignored) == 0 && digest &&
        strcmp(own, digest) == 0)
        return;
    shell_add_path(&word, published->path);
    validation_warn(
        published->validation, published_path(published, "README.md"), 1, "edited_card",
        "edited since croissant.json was written; to update its size and SHA-256 there: "
        "tokfix validate %s --refresh-card",
        str_text(&word));
}

static void check_object(const struct json *object, struct published *published)
{
    static const char *const keys[] = {"@id",    "name", "contentUrl", "encodingFormat",
                                       "sha256", NULL};
    const char *name = json_text_at(object, "contentUrl");
    uint64_t n_bytes;
    struct err err;
    bool is_elsewhere = !published->manifest.is_there && (!name || is_url(name));
    if (is_elsewhere) /* a repository or a file on the network, as in hubs' descriptions */
        return;
    document_require(&published->croissant, object, keys, "croissant_key", name ? name : "a file");
    if (!name)
        return;
    if (!published_has(published, name, &n_bytes, &err)) {
        size_t found = document_find(&published->croissant, document_place(object, "contentUrl"),
                                     "croissant_url", "%s", err.message);
        findings_follow(&published->validation->findings, found,
                        cause_of(published, name, "path", name));
        return;
    }
    if (strcmp(name, "README.md") == 0) {
        warn_of_edit(object, published);
        return;
    }
    size_t digest_found = check_digest(object, name, published);
    check_size(object, name, n_bytes, digest_found, published);
}

/* mlcroissant warns of a context that lacks one of these words. */
static const char context_terms[] =
    "@language @vocab citeAs column conformsTo cr rai data dataType dct equivalentProperty "
    "examples "
    "extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 "
    "parentField path recordSet references regex repeated replace samplingRate sc separator source "
    "subField transform";

/* The types of values, without their prefixes. */
static const char *const value_types[] = {
    "Boolean", "Date",        "DateTime",    "Time",        "Text",        "URL",
    "Integer", "Int8",        "Int16",       "Int32",       "Int64",       "UInt8",
    "UInt16",  "UInt32",      "UInt64",      "Float",       "Float16",     "Float32",
    "Float64", "BoundingBox", "ImageObject", "AudioObject", "VideoObject", NULL,
};

/* The description, and the current field. */
struct reading {
    struct published *published;
    struct table ids; /* of all fields */
    const char *id;   /* of the field */
};

static void find(const struct reading *reading, const struct json *place, const char *rule,
                 const char *detail)
{
    document_find(&reading->published->croissant, place, rule, "%s%s%s",
                  reading->id ? reading->id : "", reading->id ? ": " : "", detail);
}

static void add_ids(struct table *ids, const struct json *fields)
{
    json_each(field, fields) {
        const char *id = json_text_at(field, "@id");
        if (id)
            table_number(ids, id);
        add_ids(ids, json_get(field, "subField"));
    }
}

/* `references` is a source: it names a field as {"field": {"@id": ...}}. */
static void check_reference(const struct reading *reading, const struct json *field)
{
    const struct json *references = json_get(field, "references");
    const char *id = json_text_at(json_get(references, "field"), "@id");
    if (json_kind(references) == JSON_NULL)
        return;
    if (!id)
        find(reading, references, "croissant_reference",
             "references is not {\"field\": {\"@id\": ...}}");
    else if (table_find(&reading->ids, id) == TABLE_NONE)
        find(reading, references, "croissant_reference", "references a missing field");
}

/* A field without parts must have a type of values, unless its source is a field with a type. */
static void check_type(const struct reading *reading, const struct json *field)
{
    bool is_derived = json_get(json_get(field, "source"), "field") != NULL;
    if (json_count(json_get(field, "subField")) || is_derived)
        return;
    if (!is_data_type(json_get(field, "dataType"), value_types))
        find(reading, document_place(field, "dataType"), "croissant_type",
             "dataType is not the type of a value, such as sc:Text");
}

/* Whether a pattern means the same in POSIX as in Python, and is cheap to try. It may come from
 * others. */
static bool is_plain(const char *pattern)
{
    if (strlen(pattern) > 256 || strchr(pattern, '{') || strstr(pattern, "(?"))
        return false;
    for (const char *at = pattern; (at = strchr(at, '\\')) != NULL; at += 2)
        if (!at[1] || isalnum((unsigned char)at[1]))
            return false;
    return true;
}

/* Sets `text` to the part of it that the first group of the pattern matches. False: no match at the
 * start of the text. */
static bool apply(const regex_t *regex, struct str *text)
{
    regmatch_t groups[2];
    struct str taken = {0};
    if (regexec(regex, str_text(text), 2, groups, 0) != 0 || groups[0].rm_so != 0 ||
        groups[1].rm_so < 0)
        return false;
    str_add(&taken, str_text(text) + groups[1].rm_so, (size_t)(groups[1].rm_eo - groups[1].rm_so));
    str_release(text);
    *text = taken;
    return true;
}

static bool holds_for(const regex_t *regex, const char *file_name)
{
    scoped(str) once = {0}, twice = {0};
    str_add_text(&once, file_name);
    if (!apply(regex, &once))
        return false;
    str_add(&twice, str_text(&once), once.length);
    return apply(regex, &twice) && strcmp(str_text(&once), str_text(&twice)) == 0;
}

/* A regular expression on file names must extract the same from its own result. */
static void check_regex(const struct reading *reading, const struct json *field)
{
    const struct json *source = json_get(field, "source");
    const struct json *transform = json_get(source, "transform");
    const char *pattern = json_text_at(transform, "regex");
    const char *property = json_text_at(json_get(source, "extract"), "fileProperty");
    regex_t regex;
    if (!pattern || !property || strcmp(property, "filename") != 0 || !is_plain(pattern))
        return;
    if (regcomp(&regex, pattern, REG_EXTENDED) != 0) {
        find(reading, document_place(transform, "regex"), "croissant_regex",
             "not a regular expression");
        return;
    }
    for (size_t i = 0; i < reading->published->validation->files.n; i++) {
        const char *path = reading->published->validation->files.items[i].name;
        if (!holds_for(&regex, file_name(path))) {
            find(reading, document_place(transform, "regex"), "croissant_regex",
                 "it does not match every file name, and again the part that it extracts from it");
            break;
        }
    }
    regfree(&regex);
}

static void check_readable(struct reading *reading, const struct json *fields)
{
    json_each(field, fields) {
        reading->id = json_text_at(field, "@id");
        check_type(reading, field);
        check_reference(reading, field);
        check_regex(reading, field);
        check_readable(reading, json_get(field, "subField"));
    }
}

static void check_context(const struct reading *reading)
{
    const struct document *croissant = &reading->published->croissant;
    const struct json *context = json_get(croissant->value, "@context");
    scoped(str) term = {0};
    for (const char *at = context_terms; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        str_clear(&term);
        str_add(&term, at, length);
        at += length;
        if (!json_get(context, str_text(&term)))
            document_find(croissant, document_place(croissant->value, "@context"),
                          "croissant_context", "the term '%s' is missing", str_text(&term));
    }
}

static void check_reading(struct published *published)
{
    struct reading reading = {.published = published};
    if (published->manifest.is_there) /* hubs omit terms */
        check_context(&reading);
    const struct json *sets = json_get(published->croissant.value, "recordSet");
    json_each(set, sets)
        add_ids(&reading.ids, json_get(set, "field"));
    json_each(set, sets)
        check_readable(&reading, json_get(set, "field"));
    table_release(&reading.ids);
}

void croissant_check(struct published *published)
{
    static const char *const keys[] = {"@context",      "@type",        "conformsTo", "name",
                                       "license",       "description",  "url",        "creator",
                                       "datePublished", "distribution", NULL};
    const struct document *croissant = &published->croissant;
    const struct json *distribution = json_get(croissant->value, "distribution");
    const struct table *files = &published->validation->file_names;
    scoped(table) urls = {0};
    document_require(croissant, croissant->value, keys, "croissant_key", "");
    json_each(one, distribution) {
        const char *url = json_text_at(one, "contentUrl");
        if (is_type(one, "FileObject"))
            check_object(one, published);
        if (url)
            table_number(&urls, url);
    }
    for (size_t i = 0; i < files->keys.n && published->manifest.is_there; i++)
        if (table_find(&urls, files->keys.items[i]) == TABLE_NONE)
            document_find(croissant, document_place(croissant->value, "distribution"),
                          "croissant_url", "'%s' is not a FileObject", files->keys.items[i]);
    check_record_sets(published);
    check_reading(published);
}
