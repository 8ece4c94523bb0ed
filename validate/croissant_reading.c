/* What the reference implementation (mlcroissant) asks of a description before it makes records,
 * and does not forgive: terms of the context, types of values, references, and regular expressions,
 * which it applies to their own result again. */
#include "validate/croissant_check.h"

#include "base/table.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>

/* It warns of a context that lacks one of these words. */
static const char context_terms[] =
    "@language @vocab citeAs column conformsTo cr rai data dataType dct equivalentProperty examples "
    "extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 "
    "parentField path recordSet references regex repeated replace samplingRate sc separator source "
    "subField transform";

/* The types that a value can have, without their prefixes. */
static const char *const value_types[] = {
    "Boolean", "Date",        "DateTime",    "Time",        "Text",        "URL",
    "Integer", "Int8",        "Int16",       "Int32",       "Int64",       "UInt8",
    "UInt16",  "UInt32",      "UInt64",      "Float",       "Float16",     "Float32",
    "Float64", "BoundingBox", "ImageObject", "AudioObject", "VideoObject", NULL,
};

/* The description that is read, and the field at hand. */
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

bool croissant_is_type(const struct json *type, const char *const *names)
{
    if (json_is_array(type)) {
        json_each(one, type)
            if (croissant_is_type(one, names))
                return true;
        return false;
    }
    const char *text = json_text(type);
    const char *name = text;
    for (const char *at = text; at && *at; at++)
        if (*at == ':' || *at == '/' || *at == '#')
            name = at + 1;
    for (; name && *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

static void add_ids(struct table *ids, const struct json *fields)
{
    json_each(field, fields) {
        const char *id = json_text(json_get(field, "@id"));
        if (id)
            table_number(ids, id);
        add_ids(ids, json_get(field, "subField"));
    }
}

/* `references` is a source: it names a field as {"field": {"@id": ...}}. */
static void check_reference(const struct reading *reading, const struct json *field)
{
    const struct json *references = json_get(field, "references");
    const char *id = json_text(json_get(json_get(references, "field"), "@id"));
    if (json_kind(references) == JSON_NULL)
        return;
    if (!id)
        find(reading, references, "croissant_reference",
             "references is not {\"field\": {\"@id\": ...}}");
    else if (table_find(&reading->ids, id) == TABLE_NONE)
        find(reading, references, "croissant_reference", "references a field that is not there");
}

/* A field without parts has the type of its values; or takes it from the field that is its source.
 */
static void check_type(const struct reading *reading, const struct json *field)
{
    bool is_derived = json_get(json_get(field, "source"), "field") != NULL;
    if (json_count(json_get(field, "subField")) || is_derived)
        return;
    if (!croissant_is_type(json_get(field, "dataType"), value_types))
        find(reading, document_place(field, "dataType"), "croissant_type",
             "dataType is not the type of a value, like sc:Text");
}

/* Whether a pattern means the same to POSIX as to Python, and is cheap to try: it need not be ours.
 */
static bool is_plain(const char *pattern)
{
    if (strlen(pattern) > 256 || strchr(pattern, '{') || strstr(pattern, "(?"))
        return false;
    for (const char *at = pattern; (at = strchr(at, '\\')) != NULL; at += 2)
        if (!at[1] || isalnum((unsigned char)at[1]))
            return false;
    return true;
}

/* Sets `text` to what the first group of the pattern takes of it. False: no match at its beginning.
 */
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
    bool holds = apply(regex, &once);
    if (holds) {
        str_add(&twice, str_text(&once), once.length);
        holds = apply(regex, &twice) && strcmp(str_text(&once), str_text(&twice)) == 0;
    }
    return holds;
}

/* A regular expression on the names of files must take the same of its own result. */
static void check_regex(const struct reading *reading, const struct json *field)
{
    const struct json *source = json_get(field, "source");
    const struct json *transform = json_get(source, "transform");
    const char *pattern = json_text(json_get(transform, "regex"));
    const char *property = json_text(json_get(json_get(source, "extract"), "fileProperty"));
    regex_t regex;
    if (!pattern || !property || strcmp(property, "filename") != 0 || !is_plain(pattern))
        return;
    if (regcomp(&regex, pattern, REG_EXTENDED) != 0) {
        find(reading, document_place(transform, "regex"), "croissant_regex",
             "it is not a regular expression");
        return;
    }
    for (size_t i = 0; i < reading->published->validation->files.n; i++) {
        const char *path = reading->published->validation->files.items[i].name;
        const char *slash = strrchr(path, '/');
        if (!holds_for(&regex, slash ? slash + 1 : path)) {
            find(reading, document_place(transform, "regex"), "croissant_regex",
                 "it does not match the name of each file, and again what it takes of that name");
            break;
        }
    }
    regfree(&regex);
}

static void check_fields(struct reading *reading, const struct json *fields)
{
    json_each(field, fields) {
        reading->id = json_text(json_get(field, "@id"));
        check_type(reading, field);
        check_reference(reading, field);
        check_regex(reading, field);
        check_fields(reading, json_get(field, "subField"));
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
                          "croissant_context", "it lacks the term '%s'", str_text(&term));
    }
}

void croissant_check_reading(struct published *published)
{
    struct reading reading = {.published = published};
    if (published->manifest.is_there) /* hubs leave terms out */
        check_context(&reading);
    const struct json *sets = json_get(published->croissant.value, "recordSet");
    json_each(set, sets)
        add_ids(&reading.ids, json_get(set, "field"));
    json_each(set, sets)
        check_fields(&reading, json_get(set, "field"));
    table_release(&reading.ids);
}
