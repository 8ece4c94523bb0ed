/* The Croissant description follows the specification. */
#include "export/publish/documents.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    if (!found)
        fail_msg("no text under %s", key);
    return found;
}

/* The value with that @id in a list. */
static const struct json *by_id(const struct json *list, const char *id)
{
    for (const struct json *one = json_first(list); one; one = json_next(one))
        if (strcmp(text(one, "@id"), id) == 0)
            return one;
    fail_msg("no %s", id);
    return NULL;
}

static struct made_edition made;
static struct db *db;
static struct json *croissant;

static int make(void **state)
{
    (void)state;
    db = made_edition_store("c.db", NULL);
    made_edition_fill(&made, db, "c");
    made.edition.others[made.edition.n_others++] = (struct edition_file){
        .path = "README.md", .media_type = "text/markdown", .n_bytes = 12, .sha256 = "abc"};
    assert_done(croissant_make(&croissant, &made.edition, &err));
    return 0;
}

static int release(void **state)
{
    (void)state;
    json_free(croissant);
    made_edition_release(&made);
    db_close(db);
    return 0;
}

TEST(croissant__has_what_is_required)
{
    static const char *const required[] = {"@context",      "@type",        "conformsTo", "name",
                                           "description",   "license",      "url",        "creator",
                                           "datePublished", "distribution", "recordSet",  "citeAs",
                                           "version",       "keywords"};
    static const char *const responsible[] = {"rai:dataLimitations",
                                              "rai:dataBiases",
                                              "rai:personalSensitiveInformation",
                                              "rai:dataUseCases",
                                              "rai:dataSocialImpact",
                                              "rai:hasSyntheticData",
                                              "rai:dataCollection",
                                              "prov:wasDerivedFrom",
                                              "prov:wasGeneratedBy",
                                              "rai:dataPreprocessingProtocol"};
    for (size_t i = 0; i < N_ITEMS(required); i++)
        if (!json_count(json_get(croissant, required[i])) &&
            !json_text(json_get(croissant, required[i])))
            fail_msg("no %s", required[i]);
    for (size_t i = 0; i < N_ITEMS(responsible); i++)
        if (!json_get(croissant, responsible[i]))
            fail_msg("no %s", responsible[i]);
    assert_json_has(croissant, "{conformsTo: ['http://mlcommons.org/croissant/1.1',"
                               " 'http://mlcommons.org/croissant/RAI/1.0'],"
                               " license: 'https://cdla.dev/permissive-2-0/', isLiveDataset: false,"
                               " '@context': {data: {'@type': '@json'},"
                               " dataType: {'@type': '@vocab'}}}");
    assert_int_equal(json_count(json_get(croissant, "@context")), 46);
}

TEST(croissant__lists_every_file)
{
    const struct json *files = json_get(croissant, "distribution");
    assert_int_equal(json_count(files), 5);
    for (size_t i = 0; i < made.edition.files.n; i++) {
        const struct edition_file *file = &made.edition.files.items[i];
        assert_json_has(by_id(files, file->path),
                        printed("{'@type': cr:FileObject, contentUrl: %s, contentSize: %d B,"
                                " sha256: '%s', encodingFormat: application/jsonlines}",
                                file->path, (int)file->n_bytes, file->sha256));
    }
    assert_json_has(by_id(files, "README.md"), "{contentSize: 12 B}");
    const struct json *set = by_id(files, "data-files");
    assert_json_has(set, "{'@type': cr:FileSet}");
    assert_int_equal(json_count(json_get(set, "includes")), 3);
    assert_null(json_get(set, "containedIn"));
}

TEST(croissant__names_synthetic_data)
{
    assert_false(json_is_true(json_get(croissant, "rai:hasSyntheticData")));
    scoped(db) *mutants = made_edition_store("d.db", EDITIONS_MUTANTS);
    scoped(made_edition) synthetic = {0};
    made_edition_fill(&synthetic, mutants, "d");
    scoped(json) *other = NULL;
    assert_done(croissant_make(&other, &synthetic.edition, &err));
    assert_true(json_is_true(json_get(other, "rai:hasSyntheticData")));
    assert_int_equal(json_count(json_get(other, "rai:dataPreprocessingProtocol")),
                     json_count(json_get(croissant, "rai:dataPreprocessingProtocol")) + 1);
    assert_true(json_count(json_get(other, "rai:dataLimitations")) >
                json_count(json_get(croissant, "rai:dataLimitations")));
    assert_int_equal(json_count(json_get(other, "keywords")),
                     json_count(json_get(croissant, "keywords")) + 1);
}

static struct json *sets_of(const struct export_format *format)
{
    scoped(db) *store = made_edition_store("r.db", "DELETE FROM splits WHERE split = 'validation'");
    scoped(made_edition) other = {0};
    scoped(json) *description = NULL;
    made_edition_fill(&other, store, "r");
    other.options.format = format;
    assert_done(croissant_make(&description, &other.edition, &err));
    return json_take(description, "recordSet");
}

static const struct json *field_of(const struct json *sets, size_t number)
{
    return json_item(json_get(json_item(sets, 1), "field"), number);
}

TEST(croissant__records_have_a_field_for_each_feature_and_the_split)
{
    for (const struct export_format *const *format = export_formats; *format; format++) {
        size_t n = 0;
        if (!(*format)->features)
            continue;
        scoped(json) *sets = sets_of(*format);
        for (; (*format)->features[n].name; n++) {
            const struct json *field = field_of(sets, n);
            scoped(str) id = str_of("rows/%s", (*format)->features[n].name);
            assert_string_equal(text(field, "@id"), str_text(&id));
            assert_string_equal(text(field, "description"), (*format)->features[n].description);
            bool is_list = (*format)->features[n].type >= FEATURE_INTS;
            assert_true(json_is_true(json_get(field, "isArray")) == is_list);
            if ((*format)->features[n].type != FEATURE_RECORDS)
                assert_string_equal(text(json_at(field, "source.extract"), "column"),
                                    (*format)->features[n].name);
        }
        /* once: of the rows, or else of the names of the files */
        size_t n_splits = 0, n_fields = n + !export_format_has_key(*format, "split");
        for (size_t i = 0; i < n_fields; i++) {
            const struct json *split = field_of(sets, i);
            if (strcmp(text(split, "@id"), "rows/split") != 0)
                continue;
            assert_json_has(split, "{references: {field: {'@id': splits/name}}}");
            n_splits++;
        }
        assert_int_equal(n_splits, 1);
        assert_null(field_of(sets, n_fields));
    }
}

TEST(croissant__records_have_the_types_of_the_features)
{
    scoped(json) *sets = sets_of(&export_format_pairs);
    assert_json_has(field_of(sets, 0), "{dataType: sc:Text}");
    assert_json_has(field_of(sets, 8), "{dataType: sc:Integer}");
    assert_json_has(field_of(sets, 24), "{dataType: sc:Boolean}");
    json_free(sets);
    sets = sets_of(&export_format_nbf);
    assert_string_equal(text(field_of(sets, 6), "arrayShape"), "-1");
    json_free(sets);
    sets = sets_of(&export_format_messages);
    assert_json_has(field_of(sets, 0), "{subField: [{'@id': rows/messages/role, source: {extract:"
                                       " {column: messages}, transform: {jsonPath: role}}}, {}]}");
}

TEST(croissant__records_name_the_splits_that_there_are)
{
    scoped(json) *sets = sets_of(&export_format_pairs);
    assert_json_has(json_item(sets, 0), "{dataType: cr:Split, data: [{splits/name: train},"
                                        " {splits/name: test, splits/url: cr:TestSplit}]}");
}

/* A record set for each configuration, named after it, and one for its splits. */
TEST(croissant__has_record_sets_for_each_configuration)
{
    static const char *const names[] = {"default_splits", "default",    "python_splits",
                                        "python",         "cpp_splits", "cpp"};
    scoped(db) *store = made_edition_store("l.db", EDITIONS_CPP);
    scoped(made_edition) mixed = {0};
    scoped(json) *description = NULL;
    made_edition_fill(&mixed, store, "l");
    assert_done(croissant_make(&description, &mixed.edition, &err));
    const struct json *sets = json_get(description, "recordSet");
    assert_int_equal(json_count(sets), N_ITEMS(names));
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_string_equal(text(json_item(sets, i), "@id"), names[i]);
    assert_json_has(by_id(sets, "cpp_splits"),
                    "{key: {'@id': cpp_splits/name}, data: [{cpp_splits/name: test}]}");
    assert_json_has(by_id(json_get(by_id(sets, "cpp"), "field"), "cpp/split"),
                    "{references: {field: {'@id': cpp_splits/name}},"
                    " source: {fileSet: {'@id': data-files-for-config-cpp}}}");
    assert_json_has(by_id(json_get(description, "distribution"), "data-files-for-config-python"),
                    "{includes: ['data/python/train-*.jsonl.gz',"
                    " 'data/python/validation-*.jsonl.gz']}");
    assert_json_has(by_id(json_get(description, "distribution"), "data-files-for-config-default"),
                    "{includes: ['data/python/train-*.jsonl.gz',"
                    " 'data/python/validation-*.jsonl.gz', 'data/cpp/test-*.jsonl.gz']}");
}

/* Folds have no purpose of their own, and fold10 does not begin with fold1. */
TEST(croissant__names_folds)
{
    scoped(db) *store = made_edition_store("s.db", EDITIONS_FOLDS);
    scoped(made_edition) folds = {0};
    scoped(json) *description = NULL;
    made_edition_fill_sets(&folds, store, "s");
    folds.options.format = &export_format_fim;
    assert_done(croissant_make(&description, &folds.edition, &err));
    const struct json *sets = json_get(description, "recordSet");
    assert_json_has(by_id(sets, "cv_splits"),
                    "{data: [{cv_splits/name: fold2}, {cv_splits/name: fold10}]}");
    assert_int_equal(json_count(json_get(by_id(sets, "cv_splits"), "field")), 1);
    assert_int_equal(json_count(json_get(by_id(sets, "default_splits"), "field")), 2);
    assert_json_has(by_id(json_get(by_id(sets, "cv"), "field"), "cv/split"),
                    "{source: {transform: {regex: '^(fold[0-9]+).*$'}}}");
    assert_json_has(by_id(json_get(description, "distribution"), "data-files-for-config-cv"),
                    "{includes: ['data/cv/fold2-\?\?\?\?\?-of-\?\?\?\?\?.jsonl.gz',"
                    " 'data/cv/fold10-\?\?\?\?\?-of-\?\?\?\?\?.jsonl.gz']}");
}

SUITE_SETUP(make, release);
