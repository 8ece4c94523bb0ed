/* Exports to a folder. */
#include "export/export.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a = 1", "a = 2", false}, {"p1", "u", "b = 1", "b = 2", false},
    {"p1", "u", "c = 1", "c = 2", false}, {"p1", "u", "d = 1", "d = 2", false},
    {"p1", "u", "e = 1", "e = 2", false}, {"p1", "u", "f = 1", "f = 2", false},
};

static const char all_splits[] =
    MADE_RUN "'seed', '0', 8, 1, 1, 'problem', 0);"
             "INSERT INTO splits VALUES (1, 'train', 1), (2, 'validation', 2), (3, 'test', 3), "
             "(4, 'train', 4), (5, 'train', 5), (6, 'validation', 6);";

struct outcome {
    int status;
    struct err err;
    struct export_counts counts;
    int64_t n_in_no_split;
    struct str files; /* names and numbers of rows */
};

static void outcome_release(struct outcome *outcome)
{
    export_counts_release(&outcome->counts);
    str_release(&outcome->files);
}

SCOPED_VALUE(outcome, outcome_release)

static void name_files(struct str *names, struct output_files *files)
{
    for (size_t i = 0; i < files->list.n; i++)
        str_print(names, "%s%s:%d", i ? " " : "", strrchr(files->list.items[i].path, '/') + 1,
                  (int)files->list.items[i].n_rows);
    output_files_release(files);
}

/* Exports all fixes of a store. */
static struct outcome export_all(struct db *db, const char *format,
                                 const struct export_place *folder)
{
    struct outcome outcome = {0};
    scoped(fix_selection) selection = {0};
    struct output_files files = {0};
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    choice.marks = MARK_NONE | MARK_EXCLUDED;
    choice.takes_split_only = true;
    struct export_options options = {
        .format = export_format_find(format), .view = {.question = questions[0]}, .n_threads = 1};
    assert_success(fix_select(&selection, db, &choice, &outcome.err), outcome.err);
    outcome.status =
        export_to(db, &selection, &options, folder, &outcome.counts, &files, &outcome.err);
    name_files(&outcome.files, &files);
    outcome.n_in_no_split = selection.account.n[FATE_NO_SPLIT];
    return outcome;
}

static struct db *store_of(const char *name, const char *changes)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, changes);
}

/* An empty folder. */
static const char *folder_of(const char *name)
{
    run_valid(NULL, "rm -rf \"$SCRATCH/%s\"; mkdir \"$SCRATCH/%s\"", name, name);
    return scratch_path(name);
}

/* What is in a folder, in a static buffer. */
static const char *names_in(const char *folder)
{
    static struct str names;
    run_valid(&names, "ls -A '%s' | paste -sd' ' | tr -d '\\n'", folder);
    return str_text(&names);
}

TEST(folder__has_a_file_for_each_split)
{
    static const struct {
        const char *splits;
        const char *format;
        const char *files;
        bool is_described;
    } cases[] = {
        {all_splits, "messages", "train.jsonl:3 validation.jsonl:2 test.jsonl:1", true},
        {all_splits, "pairs", "train.jsonl:3 validation.jsonl:2 test.jsonl:1", false},
        {"", "preference", "all.jsonl:6", true},
        {"", "fim", "all.jsonl:6", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int has_slash = 0; has_slash < 2; has_slash++) {
            scoped(db) *db = store_of("splits.db", cases[i].splits);
            const char *path = folder_of(has_slash ? "out/" : "out");
            struct export_place folder = {path, false};
            scoped(outcome) outcome = export_all(db, cases[i].format, &folder);
            assert_success(outcome.status, outcome.err);
            assert_string_equal(str_text(&outcome.files), cases[i].files);
            assert_int_equal(strstr(names_in(path), "dataset_info.json") != NULL,
                             cases[i].is_described);
            assert_null(strstr(names_in(path), ".partial"));
            assert_int_equal(outcome.counts.left_out.n, 0);
        }
}

TEST(folder__is_described_for_llama_factory)
{
    scoped(db) *db = store_of("info.db", all_splits);
    struct export_place folder = {folder_of("info"), false};
    scoped(json) *info = NULL;
    scoped(outcome) outcome = export_all(db, "preference", &folder);
    assert_success(outcome.status, outcome.err);
    scoped(str) content = test_file("$SCRATCH/info/dataset_info.json");
    info = json_in(&content);
    static const char *const names[] = {"train", "validation", "test"};
    assert_int_equal(json_count(info), 3);
    for (size_t i = 0; i < 3; i++) {
        scoped(str) name = str_of("tokfix_%s", names[i]);
        const struct json *entry = json_get(info, str_text(&name));
        str_set(&name, "%s.jsonl", names[i]);
        assert_string_equal(json_text(json_get(entry, "file_name")), str_text(&name));
        assert_true(json_is_true(json_get(entry, "ranking")));
    }
}

/* Fixes that are excluded, or of a problem that an imported split does not list. */
TEST(folder__reports_fixes_in_no_split)
{
    const char *changes = printed("%sDELETE FROM splits WHERE fix_key IN (4, 6)", all_splits);
    scoped(db) *db = store_of("none.db", changes);
    struct export_place folder = {folder_of("none"), false};
    scoped(outcome) outcome = export_all(db, "pairs", &folder);
    assert_success(outcome.status, outcome.err);
    assert_string_equal(str_text(&outcome.files), "train.jsonl:2 validation.jsonl:1 test.jsonl:1");
    assert_int_equal(outcome.n_in_no_split, 2);
}

/* All files are there or none. */
TEST(folder__is_left_as_it_was_after_a_failure)
{
    static const struct {
        const char *existing, *changes, *message;
    } cases[] = {
        {"train.jsonl", "", "train.jsonl' already exists"},
        {"test.jsonl", "", "test.jsonl' already exists"},
        {"dataset_info.json", "", "dataset_info.json' already exists"},
        {"other", "UPDATE fixes SET end_byte = 99 WHERE fix_key = 3", "is outside its program"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) changes = {0}, path = {0};
        str_print(&changes, "%s%s", all_splits, cases[i].changes);
        scoped(db) *db = store_of("failing.db", str_text(&changes));
        struct export_place folder = {folder_of("failing"), false};
        str_print(&path, "%s/%s", folder.path, cases[i].existing);
        write_test_file(str_text(&path), "x", 1);
        struct outcome outcome = export_all(db, "messages", &folder);
        assert_int_equal(outcome.status, ERR);
        assert_contains(outcome.err.message, cases[i].message);
        assert_string_equal(names_in(folder.path), cases[i].existing);
        outcome_release(&outcome);
        if (!*cases[i].changes) {
            folder.is_replacing = true;
            outcome = export_all(db, "messages", &folder);
            assert_success(outcome.status, outcome.err);
            assert_string_equal(names_in(folder.path),
                                "dataset_info.json test.jsonl train.jsonl validation.jsonl");
            outcome_release(&outcome);
        }
    }
}

TEST(items__of_a_split_keep_their_order)
{
    scoped(db) *db = store_of("items.db", all_splits);
    scoped(fix_selection) selection = {0};
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    size_t n;
    assert_done(fix_select(&selection, db, &choice, &err));
    struct fix_item *items = export_items_of(&selection, SPLIT_TRAIN, -1, &n);
    assert_int_equal(n, 3);
    assert_int_equal(items[0].fix_key, 1);
    assert_int_equal(items[1].fix_key, 4);
    assert_int_equal(items[2].fix_key, 5);
    free(items);
    free(export_items_of(&selection, STRATUM_NONE, -1, &n));
    assert_int_equal(n, 0);
}
