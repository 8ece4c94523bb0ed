/* Findings in a document name the right line, in any layout. */
#include "export/validate/dataset_folder.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* Reads a folder f with the text as the only document of the kind, and returns that. */
static const struct document *read_document(struct dataset_folder *folder,
                                            struct validation *validation, const char *text,
                                            size_t length, enum document_kind kind)
{
    static const char *const names[] = {[DOCUMENT_JSON] = "manifest.json",
                                        [DOCUMENT_YAML] = "CITATION.cff",
                                        [DOCUMENT_CARD] = "README.md"};
    struct validate_options options = {.n_threads = 1, .max_findings = 10};
    run_valid(NULL, "rm -rf \"$SCRATCH/f\"; mkdir \"$SCRATCH/f\"");
    write_test_file(scratch_path(printed("f/%s", names[kind])), text, length);
    validation_init(validation, &options);
    assert_done(dataset_folder_open(folder, validation, scratch_path("f"), &err));
    return kind == DOCUMENT_JSON   ? &folder->manifest
           : kind == DOCUMENT_YAML ? &folder->citation
                                   : &folder->card;
}

TEST(document__knows_the_lines_of_its_values)
{
    static const struct {
        enum document_kind kind;
        const char *text, *path;
        uint64_t line;
    } cases[] = {
        {DOCUMENT_JSON, "{\"a\": 1,\n \"b\": [\n  {},\n  {\"c\": true}]}", "", 1},
        {DOCUMENT_JSON, "{\"a\": 1,\n \"b\": [\n  {},\n  {\"c\": true}]}", "b", 2},
        {DOCUMENT_JSON, "{\"a\": 1,\n \"b\": [\n  {},\n  {\"c\": true}]}", "b.0", 3},
        {DOCUMENT_JSON, "{\"a\": 1,\n \"b\": [\n  {},\n  {\"c\": true}]}", "b.1.c", 4},
        /* of a member the line of its key */
        {DOCUMENT_JSON, "{\n\"a\"\n:\n[\n1\n,\n2]}", "a", 2},
        {DOCUMENT_JSON, "{\n\"a\"\n:\n[\n1\n,\n2]}", "a.1", 7},
        /* texts that look like something else */
        {DOCUMENT_JSON, "{\"a\": \"\\\"b\\\": {[\\\\\",\n \"b\": \"\\\\\",\n\"c\": -1.5e3}", "c",
         3},
        {DOCUMENT_JSON, "{\"a\": \"c\",\n\"c\": \"\",\n\"d\": [\"c\", \"c\",\n\"c\"]}", "d.2", 4},
        {DOCUMENT_JSON, "{\"a\": \"x\ny\",\n\"c\": null}", "c", 3}, /* a reader may let it pass */
        {DOCUMENT_JSON, "\xef\xbb\xbf{\"a\": 1,\r\n\"\\u0063\": 0}", "c", 2},
        {DOCUMENT_JSON, "{\"a\": [],\n\"a\": {},\n\"c\": 3}", "c", 3}, /* a duplicate key */
        {DOCUMENT_YAML, "a: 1\nb:\n- {}\n- c: d\n  e: f\n", "b", 2},
        {DOCUMENT_YAML, "a: 1\nb:\n- {}\n- c: d\n  e: f\n", "b.0", 3},
        {DOCUMENT_YAML, "a: 1\nb:\n- {}\n- c: d\n  e: f\n", "b.1", 4},
        {DOCUMENT_YAML, "a: 1\nb:\n- {}\n- c: d\n  e: f\n", "b.1.e", 5},
        {DOCUMENT_YAML, "# a\na: >\n  b: 1\n\n  b: 2\n'b': {\"c\": [x,\n y]}\n", "b", 6},
        {DOCUMENT_YAML, "# a\na: >\n  b: 1\n\n  b: 2\n'b': {\"c\": [x,\n y]}\n", "b.c.1", 7},
        {DOCUMENT_CARD, "---\na: 1\nb: 2\n---\nb: 3\n", "", 2},
        {DOCUMENT_CARD, "---\r\na: 1\r\nb: 2\r\n---\r\nb: 3\r\n", "b", 3},
        {DOCUMENT_CARD, "---\n\n# b: 1\nb:\n  c:\n---", "b.c", 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset_folder) folder = {0};
        scoped(validation) validation = {0};
        const struct document *document = read_document(&folder, &validation, cases[i].text,
                                                        strlen(cases[i].text), cases[i].kind);
        assert_int_equal(validation.findings.list.n, 0);
        document_find(document, json_at(document->value, cases[i].path), "rule", "x");
        document_find(document, NULL, "edited_card", "x");
        const struct finding *found = validation.findings.list.items;
        if (found[0].line != cases[i].line)
            fail_msg("%s: '%s' on line %d", cases[i].text, cases[i].path, (int)found[0].line);
        assert_int_equal(found[1].line, 1);
        assert_true(found[1].is_warning);
    }
}

TEST(document__is_found_unreadable_on_a_line)
{
    static const struct {
        enum document_kind kind;
        const char *text;
        size_t length; /* 0: that of the text */
        uint64_t line;
        const char *detail;
    } cases[] = {
        {DOCUMENT_JSON, "{\n\"a\": 1,\n}", 0, 3, "not JSON at byte "},
        {DOCUMENT_JSON, "{\n\"a\":\n\"\\u0000\"}", 0, 3, "a zero byte in a string"},
        {DOCUMENT_JSON, "{\n\"a\": \"\xff\"}", 0, 2, "not UTF-8"},
        {DOCUMENT_JSON, "{\n\"a\": \"\0\"}", 10, 2, ""},
        {DOCUMENT_JSON, "\n[]", 0, 1, "not an object"},
        {DOCUMENT_JSON, "", 0, 1, "not JSON at byte 0"},
        {DOCUMENT_YAML, "a: 1\nb: *c\n", 0, 2, "anchors (&)"},
        {DOCUMENT_YAML, "a: 1\nb: [\n", 0, 3, "did not find"},
        {DOCUMENT_YAML, "a: 1\nb: \x01\n", 0, 2, "control characters"},
        {DOCUMENT_YAML, "", 0, 1, "not an object"},
        {DOCUMENT_CARD, "---\na: 1\na: 2\n---\n", 0, 3, "duplicate key 'a'"},
        {DOCUMENT_CARD, "---\na: 1\n", 0, 1, "no front matter"},
        {DOCUMENT_CARD, "---\na: 1\n---\n\n\xff", 0, 5, "not UTF-8"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset_folder) folder = {0};
        scoped(validation) validation = {0};
        size_t length = cases[i].length ? cases[i].length : strlen(cases[i].text);
        const struct document *document =
            read_document(&folder, &validation, cases[i].text, length, cases[i].kind);
        assert_null(document->value);
        assert_int_equal(validation.findings.list.n, 1);
        const struct finding *finding = &validation.findings.list.items[0];
        assert_true(finding->file == document->path || strcmp(finding->file, document->path) == 0);
        if (finding->line != cases[i].line ||
            strncmp(finding->detail, cases[i].detail, strlen(cases[i].detail)) != 0)
            fail_msg("%zu: line %d: %s", i, (int)finding->line, finding->detail);
    }
}

/* A document with many wrong places is not read again for each of them. */
TEST(document__is_searched_only_for_reported_findings)
{
    enum { N = 200000 };
    scoped(str) text = {0};
    scoped(dataset_folder) folder = {0};
    scoped(validation) validation = {0};
    str_add_text(&text, "{\"a\": [\n");
    for (int i = 0; i < N; i++)
        str_add_text(&text, i ? ",\n{}" : "{}");
    str_add_text(&text, "]}");
    const struct document *document =
        read_document(&folder, &validation, str_text(&text), text.length, DOCUMENT_JSON);
    const struct json *list = json_get(document->value, "a");
    for (const struct json *one = json_first(list); one; one = json_next(one))
        document_check_number(document, one, "n", "rule", "n", 1);
    assert_int_equal(validation.findings.list.n, 10);
    assert_int_equal(validation.findings.list.items[9].line, 11);
    assert_int_equal(validation.findings.n_errors, N);
}

TEST(document__compares_numbers_of_objects)
{
    static const char text[] =
        "{\"a\": {\n\"n\": 3},\n\"b\": {\n\"m\": 4},\n\"c\": 3,\n\"n\": \"3\"}";
    static const struct {
        const char *path; /* NULL: the whole */
        uint64_t line;    /* 0: it is as it should be */
    } cases[] = {{"a", 0}, {"b", 3}, {"c", 5}, {NULL, 6}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset_folder) folder = {0};
        scoped(validation) validation = {0};
        const struct document *document =
            read_document(&folder, &validation, text, strlen(text), DOCUMENT_JSON);
        const struct json *object =
            cases[i].path ? json_get(document->value, cases[i].path) : document->value;
        document_check_number(document, object, "n", "rule", "n", 3);
        assert_int_equal(validation.findings.list.n, cases[i].line != 0);
        if (cases[i].line)
            assert_int_equal(validation.findings.list.items[0].line, cases[i].line);
    }
}
