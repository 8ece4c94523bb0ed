/* Record sets: a field for every feature of a format. */
#include "publish/croissant_records.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    return found ? found : "";
}

static struct json *sets_of(const struct export_format *format)
{
    struct db *db = publishing_store("r.db", "DELETE FROM splits WHERE split = 'validation'");
    struct publishing publishing;
    publishing_fill(&publishing, db, "r");
    publishing.options.format = format;
    struct json *sets = croissant_record_sets(&publishing.publication);
    publishing_release(&publishing);
    db_close(db);
    return sets;
}

static const struct json *field_of(const struct json *sets, size_t number)
{
    return json_item(json_get(json_item(sets, 1), "field"), number);
}

TEST(croissant_records__have_a_field_for_each_feature_and_the_split)
{
    for (const struct export_format *const *format = export_formats; *format; format++) {
        size_t n = 0;
        if (!(*format)->features)
            continue;
        struct json *sets = sets_of(*format);
        for (; (*format)->features[n].name; n++) {
            const struct json *field = field_of(sets, n);
            struct str id = {0};
            str_print(&id, "rows/%s", (*format)->features[n].name);
            assert_string_equal(text(field, "@id"), str_text(&id));
            assert_string_equal(text(field, "description"), (*format)->features[n].description);
            bool is_list = (*format)->features[n].type >= FEATURE_INTS;
            assert_true(json_is_true(json_get(field, "isArray")) == is_list);
            if ((*format)->features[n].type != FEATURE_RECORDS)
                assert_string_equal(text(json_get(json_get(field, "source"), "extract"), "column"),
                                    (*format)->features[n].name);
            str_release(&id);
        }
        /* once: of the rows, or else of the names of the files */
        size_t n_splits = 0, n_fields = n + !export_format_has_key(*format, "split");
        for (size_t i = 0; i < n_fields; i++) {
            const struct json *split = field_of(sets, i);
            if (strcmp(text(split, "@id"), "rows/split") != 0)
                continue;
            assert_string_equal(text(json_get(json_get(split, "references"), "field"), "@id"),
                                "splits/name");
            n_splits++;
        }
        assert_int_equal(n_splits, 1);
        assert_null(field_of(sets, n_fields));
        json_free(sets);
    }
}

TEST(croissant_records__have_the_types_of_the_features)
{
    struct json *sets = sets_of(&export_format_pairs);
    assert_string_equal(text(field_of(sets, 0), "dataType"), "sc:Text");
    assert_string_equal(text(field_of(sets, 8), "dataType"), "sc:Integer");
    assert_string_equal(text(field_of(sets, 23), "dataType"), "sc:Boolean");
    json_free(sets);
    sets = sets_of(&export_format_nbf);
    assert_string_equal(text(field_of(sets, 6), "arrayShape"), "-1");
    json_free(sets);
    sets = sets_of(&export_format_messages);
    const struct json *members = json_get(field_of(sets, 0), "subField");
    assert_int_equal(json_count(members), 2);
    assert_string_equal(text(json_item(members, 0), "@id"), "rows/messages/role");
    const struct json *source = json_get(json_item(members, 0), "source");
    assert_string_equal(text(json_get(source, "extract"), "column"), "messages");
    assert_string_equal(text(json_get(source, "transform"), "jsonPath"), "role");
    json_free(sets);
}

TEST(croissant_records__name_the_splits_that_there_are)
{
    struct json *sets = sets_of(&export_format_pairs);
    const struct json *data = json_get(json_item(sets, 0), "data");
    assert_string_equal(text(json_item(sets, 0), "dataType"), "cr:Split");
    assert_int_equal(json_count(data), 2);
    assert_string_equal(text(json_item(data, 0), "splits/name"), "train");
    assert_string_equal(text(json_item(data, 1), "splits/name"), "test");
    assert_string_equal(text(json_item(data, 1), "splits/url"), "cr:TestSplit");
    json_free(sets);
}
