/* Files in a folder are listed in order; nothing outside it is read. */
#include "export/validate/dataset_folder.h"
#include "tests/support/test.h"

static void open_folder(struct dataset_folder *folder, struct validation *validation,
                        const char *commands)
{
    struct validate_options options = {.n_threads = 1, .max_findings = 10};
    run_valid(NULL, "rm -rf \"$SCRATCH/d\"; mkdir \"$SCRATCH/d\"; cd \"$SCRATCH/d\"\n%s", commands);
    validation_init(validation, &options);
    assert_done(dataset_folder_open(folder, validation, scratch_path("d"), &err));
}

TEST(dataset_folder__has_only_files_in_the_folder)
{
    static const struct {
        const char *name, *message; /* NULL: it is there */
    } cases[] = {
        {"a", NULL},
        {"data/b", NULL},
        {"in", NULL}, /* a link that stays inside */
        {"c", "'c' does not exist"},
        {"data", "'data' is not a regular file"},
        {"out", "'out' is a link that leads out of the folder"},
        {"up/x", "'up/x' is a link that leads out of the folder"},
        {"pipe", "'pipe' is not a regular file"},
        {"../x", "'../x' is not a path within the folder"},
        {"data/../a", "'data/../a' is not a path within the folder"},
        {"/etc/passwd", "'/etc/passwd' is not a path within the folder"},
        {"./a", "'./a' is not a path within the folder"},
        {"data//b", "'data//b' is not a path within the folder"},
        {"data/", "'data/' is not a path within the folder"},
        {"", "'' is not a path within the folder"},
        {"a\n", "'a\n' is not a path within the folder"},
    };
    scoped(dataset_folder) folder = {0};
    scoped(validation) validation = {0};
    open_folder(&folder, &validation,
                "echo 1 > a; mkdir data; echo 2 > data/b; ln -s data/b in; echo 3 > ../x\n"
                "ln -s ../x out; ln -s .. up; mkfifo pipe; echo > .hidden; echo > data/.hidden");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err = {""};
        bool is_there = dataset_folder_has(&folder, cases[i].name, &err);
        assert_int_equal(is_there, cases[i].message == NULL);
        if (!is_there)
            assert_string_equal(err.message, cases[i].message);
    }
    static const char *const names[] = {"a", "data/.hidden", "data/b", "in", "out", "pipe", "up"};
    assert_int_equal(folder.names.n, N_ITEMS(names));
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_string_equal(folder.names.items[i], names[i]);
}

TEST(dataset_folder__finds_documents_that_cannot_be_read)
{
    static const struct {
        const char *commands, *rule, *detail;
    } cases[] = {
        {"echo '{' > manifest.json", "document_json", "not JSON"},
        {"echo '[]' > manifest.json", "document_json", "not an object"},
        {"mkdir manifest.json", "document_json", "it is a folder"},
        {"ln -s /etc/hostname manifest.json", "document_json", "a symbolic link leads out"},
        {"printf '{\"a\": \"\\377\"}' > manifest.json", "document_json", "not UTF-8"},
        {"echo '# a' > README.md", "card_front_matter", "no front matter"},
        {"printf -- '---\\na: 1\\n----\\n' > README.md", "card_front_matter", "no front matter"},
        {"printf -- '---\\na: [\\n---\\n' > README.md", "card_front_matter", "did not find"},
        {"printf -- '---\\n- a\\n---\\n' > README.md", "card_front_matter", "not an object"},
        {"echo 'a: *b' > CITATION.cff", "citation_yaml", "anchors"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(dataset_folder) folder = {0};
        scoped(validation) validation = {0};
        open_folder(&folder, &validation, cases[i].commands);
        assert_int_equal(validation.findings.list.n, 1);
        const struct finding *finding = &validation.findings.list.items[0];
        assert_string_equal(finding->rule, cases[i].rule);
        if (!strstr(finding->detail, cases[i].detail))
            fail_msg("%s: %s", cases[i].commands, finding->detail);
        assert_null(folder.manifest.value);
        assert_null(folder.card.value);
    }
}

TEST(dataset_folder__reads_the_front_matter_of_a_card)
{
    static const char *const cards[] = {"---\\na: 1\\n---\\n# t\\n---\\nb: 2\\n",
                                        "---\\r\\na: 1\\r\\n---\\r\\n", "---\\na: 1\\n---"};
    for (size_t i = 0; i < N_ITEMS(cards); i++) {
        scoped(dataset_folder) folder = {0};
        scoped(validation) validation = {0};
        open_folder(&folder, &validation, printed("printf -- '%s' > README.md", cards[i]));
        assert_int_equal(validation.findings.list.n, 0);
        assert_int_equal(json_count(folder.card.value), 1);
        assert_int_equal(json_int(json_get(folder.card.value, "a"), 0), 1);
    }
}

/* With a search of a list for each file this would take an hour. */
TEST(dataset_folder__compares_many_files_that_no_document_names)
{
    enum { N = 1000000 };
    static char names[N][sizeof "data/1234567"];
    scoped(dataset_folder) folder = {0};
    scoped(validation) validation = {0};
    open_folder(
        &folder, &validation,
        "mkdir data; touch data/a data/b; echo '{\"files\": [{\"path\": \"data/a\"}]}' "
        "> manifest.json\n"
        "printf -- '---\\nlicense: mit\\ndataset_info: []\\nconfigs:\\n- data_files: [data/b]\\n"
        "---\\n' > README.md");
    for (size_t i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "data/c%06zu", i);
        array_push(&folder.names, names[i]);
    }
    manifest_check(&folder);
    assert_string_equal(validation.findings.rules.items[0].rule, "extra_file");
    assert_int_equal(validation.findings.rules.items[0].n, N + 1);
}

/* A pipe without a writer would never end. */
TEST(refresh_card__reads_only_files)
{
    static const char *const names[] = {"README.md", "croissant.json"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        run_valid(NULL, printed("rm -rf \"$SCRATCH/p\"; mkdir \"$SCRATCH/p\"; cd \"$SCRATCH/p\"; "
                                "echo '{}' > croissant.json; echo > README.md; rm %s; mkfifo %s",
                                names[i], names[i]));
        assert_error_with(validate_refresh_card(scratch_path("p"), &err), "is not a regular file");
    }
}
