/* The data card: its front matter as loaders read it, its numbers, its warnings. */
#include "export/publish/documents.h"
#include "base/json_yaml.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static struct made_edition made;
static struct db *db;

static void fill(const char *sql)
{
    db = made_edition_store("k.db", sql);
    made_edition_fill(&made, db, "k");
}

static int release(void **state)
{
    (void)state;
    made_edition_release(&made);
    db_close(db);
    return 0;
}

static void add_card(struct str *out)
{
    edition_add_card(out, &made.edition);
}

static struct json *front_of(void)
{
    scoped(str) out = {0};
    struct json *front;
    add_card(&out);
    assert_memory_equal(str_text(&out), "---\n", 4);
    const char *end = strstr(str_text(&out), "\n---\n");
    assert_done(
        json_from_yaml(&front, str_text(&out) + 4, (size_t)(end - str_text(&out)) - 3, &err));
    return front;
}

TEST(card__front_lists_splits_and_features_for_loaders)
{
    fill("DELETE FROM splits WHERE split = 'validation'");
    scoped(json) *front = front_of();
    struct edition_size size = edition_size(&made.edition, NULL, -1);
    assert_json_has(
        front,
        printed("{license: cdla-permissive-2.0, size_categories: [n<1K], configs: [{data_files: "
                "[{}, {split: test, path: [data/test-00000-of-00001.jsonl.gz]}]}], dataset_info: "
                "[{splits: [{num_examples: 3, num_bytes: %d}, {}], download_size: %d,"
                " dataset_size: %d}]}",
                (int)made.edition.files.items[0].n_uncompressed, (int)size.n_bytes,
                (int)size.n_uncompressed));
    assert_int_equal(json_count(json_at(front, "dataset_info.0.features")), 38);
}

/* A language is a configuration, with the splits in which it has rows. */
TEST(card__front_lists_a_configuration_for_each_language)
{
    scoped(str) out = {0};
    fill(EDITIONS_CPP);
    scoped(json) *front = front_of();
    assert_json_has(
        front,
        "{configs: [{config_name: default, default: true, data_files: ["
        "{split: train, path: ['data/python/train-00000-of-00001.jsonl.gz']}, {split: validation},"
        "{split: test, path: ['data/cpp/test-00000-of-00001.jsonl.gz']}]},"
        "{config_name: python, data_files: [{split: train}, {split: validation}]},"
        "{config_name: cpp, data_files: [{split: test}]}], dataset_info: [{config_name: default},"
        "{config_name: python, splits: [{num_examples: 3}, {num_examples: 2}]},"
        "{config_name: cpp, splits: [{name: test, num_examples: 1}]}]}");
    assert_null(json_get(json_at(front, "configs.1"), "default"));
    add_card(&out);
    assert_holds(str_text(&out), "\nrows = load_dataset(\".\", \"python\", split=\"train\")\n");
    assert_holds(str_text(&out),
                 "| `default` | all languages | 6 | train 3, validation 2, test 1 |\n"
                 "| `python` | Python | 5 | train 3, validation 2 |\n"
                 "| `cpp` | C++ | 1 | test 1 |\n");
}

TEST(card__has_a_section_for_each_further_split_set)
{
    scoped(str) out = {0};
    db = made_edition_store("k.db", EDITIONS_FOLDS);
    made_edition_fill_sets(&made, db, "k");
    scoped(json) *front = front_of();
    assert_json_has(front, "{configs: [{}, {config_name: cv, data_files: [{split: fold2, path: "
                           "['data/cv/fold2-00000-of-00001.jsonl.gz']}, {split: fold10}]}],"
                           " dataset_info: [{}, {splits: [{num_examples: 3}, {}]}],"
                           " size_categories: [n<1K]}");
    add_card(&out);
    assert_holds(str_text(&out), "rows = load_dataset(\".\", \"cv\", split=\"fold2\")\n");
    assert_holds(str_text(&out), "| `cv` | `cv` | all languages | 6 | fold2 3, fold10 3 |\n");
    assert_holds(str_text(&out),
                 "\n### cv\n\nFixes were divided among 10 folds of about equal size, ");
    assert_holds(str_text(&out), "\n| fold1 | 0 | 0 % | 0 | 0 | 0 | 0 |\n| fold2 | 3 | 50 % | 2 |");
    assert_holds(str_text(&out), "The numbers in the other sections are those of the set "
                                 "`default`.");
}

TEST(card__front_spells_features_as_the_library_does)
{
    fill(NULL);
    made.options.format = &export_format_nbf;
    scoped(json) *front = front_of();
    assert_json_has(json_at(front, "dataset_info.0.features.4"), "{dtype: bool}");
    assert_json_has(json_at(front, "dataset_info.0.features.6"), "{sequence: int64}");
    json_free(front);
    made.options.format = &export_format_messages;
    front = front_of();
    assert_json_has(json_at(front, "dataset_info.0.features.0"), "{list: [{name: role}, {}]}");
}

TEST(card__front_has_a_size_for_every_number_of_rows)
{
    static const struct {
        int64_t n;
        const char *size;
    } cases[] = {{999, "n<1K"},         {1000, "1K<n<10K"},    {99999, "10K<n<100K"},
                 {100000, "100K<n<1M"}, {1000000, "1M<n<10M"}, {10000000, "10M<n<100M"}};
    fill(NULL);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        made.edition.files.items[0].n_rows = cases[i].n - 3; /* and three others */
        scoped(json) *front = front_of();
        assert_string_equal(json_text(json_at(front, "size_categories.0")), cases[i].size);
    }
}

TEST(card__counts_the_published)
{
    scoped(str) out = {0};
    fill("UPDATE submissions SET status = 'a|b' WHERE submission_key = "
         "(SELECT buggy_submission_key FROM fixes WHERE fix_key = 1)");
    add_card(&out);
    assert_holds(str_text(&out), "| other | 6 | 100 % | 3 | 100 % | 2 | 100 % | 1 | 100 % |\n");
    assert_holds(str_text(&out), "| a\\|b | 1 | 17 % | 1 | 33 % | 0 | 0 % | 0 | 0 % |\n");
    assert_holds(str_text(&out), "| Wrong Answer | 5 | 83 % |");
    assert_holds(str_text(&out), "3 problems, 3 users; submitted from 1970-01-01 to 1970-01-01.");
    assert_holds(str_text(&out), "| `repair_in_program` | true or false |");
    assert_null(strstr(str_text(&out), "Fixes that were omitted"));
    json_replace(made.edition.facts, "left_out",
                 json_of("[{\"n\": 4, \"reason\": \"exact duplicates of an earlier fix\"}]"));
    str_clear(&out);
    add_card(&out);
    assert_holds(str_text(&out), "\n- 4: exact duplicates of an earlier fix\n");
}

TEST(card__says_which_regions_and_kinds_of_commits_were_left_out)
{
    static const char region[] = " were left out because of the region of the changed token",
                      commit[] = " left out because their commit as a whole is of another kind",
                      comments[] = "Comments were removed from the programs.";
    scoped(str) out = {0};
    fill("UPDATE run SET source = 'git', dataset = 'mirrors'");
    add_card(&out);
    assert_null(strstr(str_text(&out), region));
    assert_null(strstr(str_text(&out), commit));
    assert_null(strstr(str_text(&out), comments));
    assert_holds(str_text(&out), "does not always fix a bug: it may change a message");
    json_set(made.edition.facts, "regions_left_out",
             json_of("{\"n\": 5, \"kinds\": [{\"name\": \"docstring\", \"n\": 3}, "
                     "{\"name\": \"message\", \"n\": 2}]}"));
    json_set(made.edition.facts, "sweeps_left_out",
             json_of("{\"n\": 2, \"kinds\": [{\"name\": \"merge\", \"n\": 2}]}"));
    made.options.omits_comments = true;
    str_clear(&out);
    add_card(&out);
    assert_holds(str_text(&out), ". 5 fixes were left out because of the region of the changed "
                                 "token, the kind of text that it belongs to: docstring 3, "
                                 "message 2.\n");
    assert_holds(str_text(&out), ". Of the others, 2 fixes were left out because their commit as a "
                                 "whole is of another kind than a fix: merge 2.\n");
    assert_holds(str_text(&out), comments);
    assert_holds(str_text(&out), "does not always fix a bug. Rules on tokens");
}

TEST(card__says_nothing_of_languages_if_there_is_one)
{
    scoped(str) out = {0};
    fill(NULL);
    add_card(&out);
    assert_null(strstr(str_text(&out), "by programming language"));
    assert_null(strstr(str_text(&out), "latin-1"));
}

TEST(card__counts_the_languages_if_there_are_several)
{
    scoped(str) out = {0};
    fill(EDITIONS_CPP "UPDATE fixes SET parses = 0 WHERE fix_key = 6");
    add_card(&out);
    assert_holds(str_text(&out), "\n- c++\n- python\n");
    assert_holds(str_text(&out), "6 single-token bug fixes in C++ and Python, mined");
    assert_holds(str_text(&out), "| C++ | 1 | 17 % | 0 | 0 % | 0 | 0 % | 1 | 100 % |\n"
                                 "| Python | 5 | 83 % | 3 | 100 % | 2 | 100 % | 0 | 0 % |\n");
    assert_holds(str_text(&out),
                 "parsed with the grammar of their language (tree-sitter-cpp 4.5, ");
    assert_holds(str_text(&out), "one added or removed \"!\" or \"not\". ");
    assert_holds(str_text(&out), "2 of the published programs were not UTF-8.");
    assert_holds(str_text(&out), "\n- 1 fix has a program that the grammar does not parse");
}

TEST(card__speaks_of_commits_if_all_fixes_are_of_git)
{
    scoped(str) out = {0};
    fill("UPDATE run SET source = 'git', dataset = 'mirrors';"
         "INSERT INTO repositories SELECT problem_id, problem_id, NULL, NULL, 0 FROM problems");
    add_card(&out);
    assert_holds(str_text(&out), "mined from the histories of git repositories (mirrors). Each is");
    assert_holds(str_text(&out), "\n\nAll programs are in Python.\n\n## Repositories\n\n3 ");
    assert_holds(str_text(&out), " authors; committed from ");
    assert_holds(str_text(&out), " licences of their files:\n\n| licence | rows |");
    assert_holds(str_text(&out), "\n| (not given) | 6 | 100 % |");
    assert_null(strstr(str_text(&out), "## Verdicts"));
    assert_null(strstr(str_text(&out), "the language that the user chose"));
}

TEST(card__has_the_funnel_of_the_store)
{
    scoped(str) out = {0};
    fill("INSERT INTO run_counts VALUES (1, 'x|y', '', 42)");
    add_card(&out);
    assert_holds(str_text(&out), "| x\\|y | 42 |\n");
    assert_holds(str_text(&out), "| single-token fixes | 6 |\n");
    assert_holds(str_text(&out), "\n"
                                 "1. For each user and problem");
}

TEST(card__says_how_splits_are_separated)
{
    scoped(str) out = {0};
    fill("DELETE FROM splits WHERE fix_key = 1; INSERT INTO exclusions VALUES (1, 'benchmark', "
         "'x')");
    add_card(&out);
    assert_holds(str_text(&out), "| train | 2 | 40 % | 1 | 1 |");
    assert_holds(str_text(&out), "has 3 groups; the largest is in train and has 2 fixes of 1 "
                                 "problem and 2 users. Of all 6 fixes, 1 is in no split.");
    assert_holds(str_text(&out), "Duplicates were not searched for");
    assert_holds(str_text(&out), "| no problem in two splits | passed | 0 |");
    assert_holds(str_text(&out), "1 fix of the database is marked as excluded: benchmark 1.");
    assert_null(strstr(str_text(&out), "did not pass"));
}

TEST(card__warns_of_what_did_not_pass)
{
    scoped(str) out = {0};
    fill(NULL);
    scoped(json) *check = json_of(
        "{\"splits\": {\"pairs\": 6, \"preset\": \"buglab\", \"tests\": [{\"test\": \"one\", "
        "\"violations\": 3}, {\"test\": \"two\", \"violations\": 0}]}, \"benchmarks\": [{\"name\": "
        "\"q|b\", \"programs\": 4, \"match\": \"type2\", "
        "\"n_leaks\": 5, \"n_rejected\": 0}], \"clean\": false}");
    made.edition.check = check;
    add_card(&out);
    const char *warning = strstr(str_text(&out), "**This data set did not pass `tokfix check`.**");
    assert_non_null(warning);
    assert_true(warning < strstr(str_text(&out), "## Loading"));
    assert_holds(warning, "| one | FAILED | 3 |\n| no program of the benchmark q\\|b (4 programs, "
                          "match type2) | FAILED | 5 |\n\n");
    assert_holds(str_text(&out), "| two | passed | 0 |");
    assert_holds(str_text(&out), "It found problems:");
}

TEST(card__distinguishes_mutants_from_mined_fixes)
{
    scoped(str) out = {0};
    fill(EDITIONS_MUTANTS);
    add_card(&out);
    assert_holds(str_text(&out), "\n- synthetic\n");
    assert_holds(str_text(&out), "\n| real | 4 | 67 % | 2 | 67 % | 1 | 50 % | 1 | 100 % |\n"
                                 "| mutant | 2 | 33 % | 1 | 33 % | 1 | 50 % | 0 | 0 % |\n\n"
                                 "The buggy program of a mutant is not a submission");
    assert_null(strstr(str_text(&out), "| rewrite |"));
    assert_holds(str_text(&out), "no judge has tested mutants");
    assert_holds(str_text(&out), "Of all 6 fixes (4 real, 2 mutant), 0 are in no split.");
    str_clear(&out);
    made.options.format = &export_format_messages;
    add_card(&out);
    assert_null(strstr(str_text(&out), "buggy_submission"));
}

TEST(card__omits_mutants_without_any)
{
    scoped(str) out = {0};
    fill(NULL);
    add_card(&out);
    assert_null(strstr(str_text(&out), "mutants"));
    assert_null(strstr(str_text(&out), "synthetic"));
    assert_null(strstr(str_text(&out), "## Origins"));
}

TEST_SETUP(NULL, release);
