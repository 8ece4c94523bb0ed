/* The Croissant description, by the words of the specification. */
#include "publish/croissant.h"
#include "tests/support/publishing.h"
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

static struct publishing publishing;
static struct db *db;
static struct json *croissant;

static int make(void **state)
{
    (void)state;
    db = publishing_store("c.db", NULL);
    publishing_fill(&publishing, db, "c");
    publishing.publication.others[publishing.publication.n_others++] =
        (struct publication_other){"README.md", "text/markdown", 12, "abc"};
    croissant = croissant_make(&publishing.publication);
    return 0;
}

static int release(void **state)
{
    (void)state;
    json_free(croissant);
    publishing_release(&publishing);
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
    const struct json *conforms = json_get(croissant, "conformsTo");
    assert_string_equal(json_text(json_item(conforms, 0)), "http://mlcommons.org/croissant/1.1");
    assert_string_equal(json_text(json_item(conforms, 1)),
                        "http://mlcommons.org/croissant/RAI/1.0");
    assert_string_equal(text(croissant, "license"), "https://cdla.dev/permissive-2-0/");
    assert_int_equal(json_kind(json_get(croissant, "isLiveDataset")), JSON_BOOL);
    assert_false(json_is_true(json_get(croissant, "isLiveDataset")));
    const struct json *context = json_get(croissant, "@context");
    assert_int_equal(json_count(context), 46);
    assert_string_equal(text(json_get(context, "data"), "@type"), "@json");
    assert_string_equal(text(json_get(context, "dataType"), "@type"), "@vocab");
}

TEST(croissant__lists_every_file)
{
    const struct json *files = json_get(croissant, "distribution");
    char size[32];
    assert_int_equal(json_count(files), 5);
    for (size_t i = 0; i < publishing.publication.files.n; i++) {
        const struct publication_file *file = &publishing.publication.files.items[i];
        const struct json *object = by_id(files, file->path);
        snprintf(size, sizeof size, "%d B", (int)file->n_bytes);
        assert_string_equal(text(object, "@type"), "cr:FileObject");
        assert_string_equal(text(object, "contentUrl"), file->path);
        assert_string_equal(text(object, "contentSize"), size);
        assert_string_equal(text(object, "sha256"), file->sha256);
        assert_string_equal(text(object, "encodingFormat"), "application/jsonlines");
    }
    assert_string_equal(text(by_id(files, "README.md"), "contentSize"), "12 B");
    const struct json *set = by_id(files, "data-files");
    assert_string_equal(text(set, "@type"), "cr:FileSet");
    assert_int_equal(json_count(json_get(set, "includes")), 3);
    assert_null(json_get(set, "containedIn"));
}

TEST(croissant__tells_of_what_is_synthetic)
{
    assert_false(json_is_true(json_get(croissant, "rai:hasSyntheticData")));
    struct db *mutants = publishing_store("d.db", PUBLISHING_MUTANTS);
    struct publishing made;
    publishing_fill(&made, mutants, "d");
    struct json *other = croissant_make(&made.publication);
    assert_true(json_is_true(json_get(other, "rai:hasSyntheticData")));
    assert_int_equal(json_count(json_get(other, "rai:dataPreprocessingProtocol")),
                     json_count(json_get(croissant, "rai:dataPreprocessingProtocol")) + 1);
    assert_true(json_count(json_get(other, "rai:dataLimitations")) >
                json_count(json_get(croissant, "rai:dataLimitations")));
    assert_int_equal(json_count(json_get(other, "keywords")),
                     json_count(json_get(croissant, "keywords")) + 1);
    json_free(other);
    publishing_release(&made);
    db_close(mutants);
}

SUITE_SETUP(make, release);
