/* See croissant.h. */
#include "publish/croissant.h"

#include "publish/citation.h"
#include "publish/contents.h"
#include "publish/croissant_records.h"
#include "publish/codenet_origin.h"
#include "publish/statements.h"

#include <inttypes.h>

/* The context that the specification gives in its first appendix, and PROV-O's prefix. schema.org
 * is written with https, as the reference library wants it; the appendix has http. */
static const struct {
    const char *term, *iri;
    bool is_json, is_vocabulary; /* how its values are read */
} context_terms[] = {
    {"@language", "en", false, false},
    {"@vocab", "https://schema.org/", false, false},
    {"sc", "https://schema.org/", false, false},
    {"cr", "http://mlcommons.org/croissant/", false, false},
    {"rai", "http://mlcommons.org/croissant/RAI/", false, false},
    {"dct", "http://purl.org/dc/terms/", false, false},
    {"prov", "http://www.w3.org/ns/prov#", false, false},
    {"annotation", "cr:annotation", false, false},
    {"arrayShape", "cr:arrayShape", false, false},
    {"citeAs", "cr:citeAs", false, false},
    {"column", "cr:column", false, false},
    {"conformsTo", "dct:conformsTo", false, false},
    {"containedIn", "cr:containedIn", false, false},
    {"data", "cr:data", true, false},
    {"dataType", "cr:dataType", false, true},
    {"equivalentProperty", "cr:equivalentProperty", false, false},
    {"examples", "cr:examples", true, false},
    {"excludes", "cr:excludes", false, false},
    {"extract", "cr:extract", false, false},
    {"field", "cr:field", false, false},
    {"fileProperty", "cr:fileProperty", false, false},
    {"fileObject", "cr:fileObject", false, false},
    {"fileSet", "cr:fileSet", false, false},
    {"format", "cr:format", false, false},
    {"includes", "cr:includes", false, false},
    {"isArray", "cr:isArray", false, false},
    {"isLiveDataset", "cr:isLiveDataset", false, false},
    {"jsonPath", "cr:jsonPath", false, false},
    {"key", "cr:key", false, false},
    {"md5", "cr:md5", false, false},
    {"parentField", "cr:parentField", false, false},
    {"path", "cr:path", false, false},
    {"recordSet", "cr:recordSet", false, false},
    {"references", "cr:references", false, false},
    {"regex", "cr:regex", false, false},
    {"readLines", "cr:readLines", false, false},
    {"repeated", "cr:repeated", false, false},
    {"replace", "cr:replace", false, false},
    {"samplingRate", "cr:samplingRate", false, false},
    {"sdVersion", "cr:sdVersion", false, false},
    {"separator", "cr:separator", false, false},
    {"source", "cr:source", false, false},
    {"subField", "cr:subField", false, false},
    {"transform", "cr:transform", false, false},
    {"unArchive", "cr:unArchive", false, false},
    {"value", "cr:value", false, false},
};

static struct json *context_of(void)
{
    struct json *context = json_object();
    for (size_t i = 0; i < sizeof context_terms / sizeof *context_terms; i++) {
        if (!context_terms[i].is_json && !context_terms[i].is_vocabulary) {
            json_set_text(context, context_terms[i].term, context_terms[i].iri);
            continue;
        }
        struct json *term = json_object();
        json_set_text(term, "@id", context_terms[i].iri);
        json_set_text(term, "@type", context_terms[i].is_json ? "@json" : "@vocab");
        json_set(context, context_terms[i].term, term);
    }
    return context;
}

/* The media type is that of the lines and not gzip's, which readers would take for an archive: they
 * unpack what is called .gz by its name. The reference library knows Parquet by a name that is
 * older than the registered one, so both are given. */
static struct json *data_media_type(const struct publication *publication)
{
    if (!publication->options->is_parquet)
        return json_text_value("application/jsonlines");
    struct json *types = json_array();
    json_push_text(types, "application/vnd.apache.parquet");
    json_push_text(types, "application/x-parquet");
    return types;
}

/* Takes the media type over. */
static struct json *file_object(const char *path, struct json *media_type, int64_t n_bytes,
                                const char *sha256)
{
    struct json *file = json_object();
    struct str size = {0};
    str_print(&size, "%" PRId64 " B", n_bytes);
    json_set_text(file, "@type", "cr:FileObject");
    json_set_text(file, "@id", path);
    json_set_text(file, "name", path);
    json_set_text(file, "contentUrl", path);
    json_set_text(file, "contentSize", str_text(&size));
    json_set(file, "encodingFormat", media_type);
    json_set_text(file, "sha256", sha256);
    str_release(&size);
    return file;
}

/* Without containedIn: the files lie where the description does. */
static struct json *data_file_set(const struct publication *publication)
{
    struct json *set = json_object(), *includes = json_array();
    json_set_text(set, "@type", "cr:FileSet");
    json_set_text(set, "@id", croissant_data_files);
    json_set_text(set, "name", croissant_data_files);
    json_set_text(set, "description", "All data files.");
    json_set(set, "encodingFormat", data_media_type(publication));
    for (int split = 0; split < N_SPLITS; split++) {
        struct str glob = {0};
        str_print(&glob, "%s/%s-*%s", contents_data, split_names[split],
                  publication_extension(publication));
        if (publication_size(publication, split).n_files)
            json_push_text(includes, str_text(&glob));
        str_release(&glob);
    }
    json_set(set, "includes", includes);
    return set;
}

static struct json *distribution_of(const struct publication *publication)
{
    struct json *files = json_array();
    for (size_t i = 0; i < publication->files.n; i++) {
        const struct publication_file *file = &publication->files.items[i];
        json_push(files, file_object(file->path, data_media_type(publication), file->n_bytes,
                                     file->sha256));
    }
    for (size_t i = 0; i < publication->n_others; i++) {
        const struct publication_other *other = &publication->others[i];
        json_push(files, file_object(other->name, json_text_value(other->media_type),
                                     other->n_bytes, other->sha256));
    }
    json_push(files, data_file_set(publication));
    return files;
}

static struct json *list_of(const char *const *texts)
{
    struct json *list = json_array();
    for (; *texts; texts++)
        json_push_text(list, *texts);
    return list;
}

static void set_str(struct json *object, const char *name, struct str *text)
{
    json_set_text(object, name, str_text(text));
    str_release(text);
}

/* Where the data set is, when nobody said it: beside its description. */
static const char own_folder[] = "./";

static void add_names(struct json *object, const struct publication *publication)
{
    const struct publication_names *names = publication->names;
    bool has_mutants = facts_of_origin(&publication->facts, "mutant") > 0;
    const char *const specifications[] = {"http://mlcommons.org/croissant/1.1",
                                          "http://mlcommons.org/croissant/RAI/1.0", NULL};
    const char *last = publication->is_codenet ? source_name : NULL;
    const char *const keywords[] = {"bug fixes",
                                    "program repair",
                                    "single-token bugs",
                                    "variable misuse",
                                    "source code",
                                    "programming contest",
                                    publication_run_text(publication, "language"),
                                    has_mutants ? "mutants" : last,
                                    has_mutants ? last : NULL,
                                    NULL};

    struct str summary = {0}, citation = {0};
    struct json *creators = json_array();
    for (size_t i = 0; i < names->n_creators; i++) {
        struct json *creator = json_object();
        json_set_text(creator, "@type", "sc:Person");
        json_set_text(creator, "name", names->creators[i]);
        json_push(creators, creator);
    }
    statements_add_summary(&summary, publication);
    citation_add_bibtex(&citation, publication);
    json_set(object, "conformsTo", list_of(specifications));
    json_set_text(object, "name", names->name);
    json_set_text(object, "alternateName", names->title);
    set_str(object, "description", &summary);
    const char *url = names->url ? names->url : own_folder;
    json_set_text(object, "license", names->license->url ? names->license->url : url);
    json_set_text(object, "url", url);
    json_set(object, "creator", creators);
    json_set_text(object, "datePublished", publication->date);
    json_set_text(object, "version", names->version);
    set_str(object, "citeAs", &citation);
    json_set_bool(object, "isLiveDataset", false);
    json_set(object, "keywords", list_of(keywords));
    json_set_text(object, "inLanguage", "en");
}

static struct json *timeframe_of(const struct publication *publication)
{
    struct json *days = json_array();
    char day[DATE_TEXT_SIZE];
    date_text(day, publication->facts.first_date);
    json_push_text(days, day);
    date_text(day, publication->facts.last_date);
    json_push_text(days, day);
    return days;
}

static void add_responsible_use(struct json *object, const struct publication *publication)
{
    const char *const types[] = {"Secondary Data analysis", "User-generated content data", NULL};
    bool has_made = facts_n_made(&publication->facts) > 0;
    struct json *steps = json_array();
    struct str collection = {0}, step = {0};
    for (int i = 0; statements_add_step(&step, publication, i); i++) {
        json_push_text(steps, str_text(&step));
        str_clear(&step);
    }
    str_release(&step);
    statements_add_collection(&collection, publication);
    set_str(object, "rai:dataCollection", &collection);
    json_set(object, "rai:dataCollectionType", list_of(types));
    json_set(object, "rai:dataCollectionTimeframe", timeframe_of(publication));
    json_set(object, "rai:dataPreprocessingProtocol", steps);
    json_set_text(
        object, "rai:dataAnnotationProtocol",
        has_made ? "Labels are computed from the two programs and the judge's verdicts, and of "
                   "mutants from what was changed; no person labelled anything."
                 : "Labels are computed from the two programs and the judge's verdicts; no "
                   "person labelled anything.");
    json_set(object, "rai:dataLimitations", statements_list(STATEMENTS_LIMITATIONS, publication));
    json_set(object, "rai:dataBiases", statements_list(STATEMENTS_BIASES, publication));
    json_set(object, "rai:personalSensitiveInformation",
             statements_list(STATEMENTS_PERSONAL, publication));
    json_set(object, "rai:dataUseCases", statements_list(STATEMENTS_USES, publication));
    json_set_text(object, "rai:dataSocialImpact", statements_social_impact);
    json_set_text(object, "rai:dataReleaseMaintenancePlan", statements_maintenance);
    json_set_bool(object, "rai:hasSyntheticData", has_made);
}

static void add_provenance(struct json *object, const struct publication *publication)
{
    struct json *source = json_object(), *activity = json_object(), *agent = json_object();
    if (publication->is_codenet)
        json_set_text(source, "@id", source_url);
    json_set_text(source, "prov:label",
                  publication->is_codenet ? source_name
                                          : publication_run_text(publication, "dataset"));
    json_set_text(agent, "@type", "prov:SoftwareAgent");
    json_set_text(agent, "prov:label", "tokfix " TOKFIX_VERSION);
    json_set_text(activity, "@type", "prov:Activity");
    json_set_text(activity, "prov:label",
                  json_get(publication->store, "mutate")
                      ? "Mining of single-token fixes, making of mutants, search for duplicates, "
                        "splitting, export"
                      : "Mining of single-token fixes, search for duplicates, splitting, export");
    json_set(activity, "prov:wasAssociatedWith", agent);
    json_set(object, "prov:wasDerivedFrom", source);
    json_set(object, "prov:wasGeneratedBy", activity);
}

struct json *croissant_make(const struct publication *publication)
{
    struct json *object = json_object();
    json_set(object, "@context", context_of());
    json_set_text(object, "@type", "sc:Dataset");
    add_names(object, publication);
    add_responsible_use(object, publication);
    add_provenance(object, publication);
    json_set(object, "distribution", distribution_of(publication));
    json_set(object, "recordSet", croissant_record_sets(publication));
    return object;
}
