/* What publish makes is valid; and a folder in which one thing was changed is not. */
#include "base/json.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* The sample with splits, published as $SCRATCH/good, in two files for each split. */
static void publish(const char *options)
{
    struct str output = {0};
    run_valid(&output,
              "cd \"$SCRATCH\"\n"
              "[ -f f.db ] || { \"$TOKFIX\" mine \"$SAMPLE/Project_CodeNet\" -o f.db\n"
              "\"$TOKFIX\" dedup f.db; \"$TOKFIX\" split f.db --seed 12 --ratio 2:1:1\n"
              "}\n"
              "rm -rf good; \"$TOKFIX\" publish f.db -o good %s",
              options);
    str_release(&output);
}

static void validate__takes_what_publish_makes(void **state)
{
    (void)state;
    static const char *const options[] = {"",
                                          "--shards 2 --negatives 1.0 --shuffle 3",
                                          "--format nbf --negatives 1.0",
                                          "--format prompt-completion",
                                          "--format messages --granularity function",
                                          "--format preference",
                                          "--format alpaca --task classify",
                                          "--format segments --granularity line",
                                          "--format fim",
                                          "--format fim --fim-style qwen",
                                          "--format text --task explain"};
    struct str output = {0};
    for (size_t i = 0; i < N_ITEMS(options); i++) {
        publish(options[i]);
        run_valid(&output, "\"$TOKFIX\" validate \"$SCRATCH/good\"");
        assert_non_null(strstr(str_text(&output), "valid"));
    }
    str_release(&output);
}

/* In a copy of the good folder, which is the working folder, a shell command changes something. `pack`
 * makes $1 of standard input, `unpack` writes what is in $1; A is the first file of train, B of test. */
struct broken_folder {
    const char *change;
    const char *findings[4]; /* parts of the output, ended by NULL */
};

static const struct broken_folder folders[] = {
    /* the card */
    {"sed -i '0,/num_examples: /s//num_examples: 1/' README.md",
     {"README.md: card_num_examples: num_examples of train is 1"}},
    {"sed -i 's/download_size: /download_size: 1/' README.md", {"README.md: card_download_size: "}},
    {"sed -i 's/dataset_size: /dataset_size: 1/' README.md", {"README.md: card_dataset_size: "}},
    {"sed -i '0,/num_bytes: /s//num_bytes: 1/' README.md", {"README.md: card_num_bytes: "}},
    {"sed -i '0,/dtype: int64/s//dtype: string/' README.md", {"README.md: card_features: "}},
    {"sed -i 's/name: buggy_code/name: code/' README.md",
     {"README.md: card_features: 'buggy_code' is not among the features"}},
    {"sed -i '2s/.*/  : [/' README.md", {"README.md: card_front_matter: line "}},
    {"sed -i 1d README.md", {"README.md: card_front_matter: there is no front matter"}},
    {"sed -i '0,/data.train-00000/s//data\\/train-00007/' README.md",
     {"README.md: card_data_files: there is no file 'data/train-00007", "is part of no split"}},
    {"sed -i 's/^license: .*//' README.md", {"README.md: card_key: license is missing"}},
    {"rm README.md", {"README.md: missing_file: "}},
    /* the Croissant description */
    {"sed -i '0,/\"sha256\":\t\"./s//\"sha256\":\t\"x/' croissant.json",
     {"croissant.json: croissant_sha256: of data/train-00000"}},
    {"sed -i '0,/\"contentSize\":\t\"/s//\"contentSize\":\t\"1/' croissant.json",
     {"croissant.json: croissant_size: contentSize of data/train-00000"}},
    {"sed -i '0,/\"contentUrl\":\t\"[^\"]*/s//\"contentUrl\":\t\"..\\/x/' croissant.json",
     {"croissant.json: croissant_url: '../x' is no path within the folder",
      "croissant.json: croissant_url: 'data/train-00000-of-00002.jsonl.gz' is no FileObject"}},
    {"sed -i '0,/\"contentUrl\":\t\"[^\"]*/s//\"contentUrl\":\t\"\\/etc\\/passwd/' croissant.json",
     {"croissant.json: croissant_url: '/etc/passwd' is no path within the folder"}},
    {"sed -i 's/\"column\":\t\"buggy_code\"/\"column\":\t\"code\"/' croissant.json",
     {"croissant.json: croissant_field: the rows have no key 'code'",
      "croissant.json: croissant_field: 'buggy_code' of the rows is no field"}},
    {"sed -i '0,/sc:Integer/s//sc:Text/' croissant.json",
     {"croissant.json: croissant_field: 'buggy_date' has another type"}},
    {"sed -i 's/\"datePublished\"/\"date\"/' croissant.json",
     {"croissant.json: croissant_key: datePublished is missing"}},
    {"echo x >> croissant.json", {"croissant.json: document_json: not JSON at byte "}},
    /* the manifest and the citation */
    {"sed -i '0,/\"rows\":\t/s//\"rows\":\t1/' manifest.json",
     {"manifest.json: manifest_rows: rows of data/train-00000"}},
    {"sed -i '0,/\"uncompressed_bytes\":\t/s//\"uncompressed_bytes\":\t1/' manifest.json",
     {"manifest.json: manifest_bytes: uncompressed_bytes of data/train-00000"}},
    {"sed -i 's/\"format\":\t\"pairs\"/\"format\":\t\"pears\"/' manifest.json",
     {"manifest.json: manifest_format: export.format 'pears' is no format"}},
    {"sed -i 's/^title: .*//' CITATION.cff", {"CITATION.cff: citation_key: title is missing"}},
    {"echo '\t- x' >> CITATION.cff", {"CITATION.cff: citation_yaml: line "}},
    /* files */
    {"rm $B",
     {"manifest.json: manifest_files: there is no file 'data/test-00000",
      "croissant.json: croissant_url: there is no file 'data/test-00000"}},
    {"echo x > data/notes.txt",
     {"data/notes.txt: extra_file: the manifest does not name it", "README.md: card_data_files: "}},
    {"mv $B ../out.gz; ln -s ../../out.gz $B",
     {"manifest_files: 'data/test-00000-of-00002.jsonl.gz' is a link that leads out"}},
    {"ln -sf ../../f.db data/link.gz", {"data/link.gz: extra_file: "}},
    {"head -c 900 $B > b; mv b $B",
     {"test-00000-of-00002.jsonl.gz:", ": unreadable: ", "manifest_sha256: of data/test-00000"}},
    {"{ head -c 500 $B; echo; tail -c +502 $B; } > b; mv b $B", {": unreadable: "}},
    /* rows */
    {"unpack $A | sed '2s/\"line\":/\"line\":1/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: place: ", "manifest_sha256: ", "croissant_sha256: "}},
    {"unpack $A | sed '2s/\"after\":\"/\"after\":\"x/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: edit_applied: "}},
    {"unpack $A | sed '2s/{/{\"note\":\"\",/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: unknown_key: 'note'"}},
    {"unpack $A | sed 2d | pack $A",
     {"manifest_rows: ", "card_num_examples: ", "croissant_size: "}},
    {"{ unpack $B; unpack $A | sed -n 2p; } | pack $B; unpack $A | sed 2d | pack $A",
     {"leak_problem: the problem 'p"}},
    {"{ unpack $B; unpack $A | sed -n 2p; } | pack $B",
     {"leak_id: the id 'p", "train-00000-of-00002.jsonl.gz:2\n", "leak_problem: "}},
    {"{ unpack $B; unpack $A | sed -n '2s/\\(.\"id\":\"[^\"]*\\)\\(.*fixed_submission\":\"[^\"]*\\)/"
     "\\1x\\2x/p'; } | pack $B",
     {"leak_pair: the pair of test is also in train, "}},
    {"{ unpack $A; unpack $A | sed -n 2p; } | pack $A", {"duplicate_id: "}},
};

static void check_folder(const struct broken_folder *folder)
{
    struct str output = {0};
    int status = run_shell(&output,
                           "cd \"$SCRATCH\"; rm -rf bad; cp -a good bad; cd bad\n"
                           "A=data/train-00000-of-00002.jsonl.gz\n"
                           "B=data/test-00000-of-00002.jsonl.gz\n"
                           "unpack() { gzip -dc $1; }\n"
                           "pack() { gzip -c > ../packed; mv ../packed $1; }\n"
                           "%s\n"
                           "diff -r --no-dereference ../good . > /dev/null && echo UNCHANGED\n"
                           "cd ..; \"$TOKFIX\" validate bad -j 2",
                           folder->change);
    if (status != 1 || strstr(str_text(&output), "UNCHANGED"))
        fail_msg("%s: exit status %d\n%s", folder->change, status, str_text(&output));
    for (int i = 0; i < 4 && folder->findings[i]; i++)
        if (!strstr(str_text(&output), folder->findings[i]))
            fail_msg("%s: without '%s':\n%s", folder->change, folder->findings[i],
                     str_text(&output));
    str_release(&output);
}

static void validate__finds_what_is_wrong_with_a_folder(void **state)
{
    (void)state;
    publish("--shards 2");
    for (size_t i = 0; i < N_ITEMS(folders); i++)
        check_folder(&folders[i]);
    printf("note: %zu broken folders found\n", N_ITEMS(folders));
}

/* What the manifest says decides whether splits may share problems and users. */
static void validate__goes_by_what_the_split_is_closed_over(void **state)
{
    (void)state;
    static const struct {
        const char *closed_over;
        bool has_problem, has_user;
    } cases[] = {
        {"problem", true, false},
        {"duplicates,problem-cluster", true, false},
        {"user", false, true},
        {"user,problem", true, true},
        {"duplicates", false, false},
        {"", false, false},
        {"problems,users", false, false},
    };
    struct str output = {0};
    publish("--shards 2");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        run_shell(
            &output,
            "cd \"$SCRATCH\"; rm -rf bad; cp -a good bad; cd bad\n"
            "sed -i '/\"split\":\t{/,/}/s/\"closed_over\":\t\"[^\"]*/\"closed_over\":\t\"%s/' "
            "manifest.json\n"
            "{ gzip -dc data/test-00000*; gzip -dc data/train-00000* | sed -n 2p; } | gzip > t\n"
            "mv t data/test-00000-of-00002.jsonl.gz; cd ..; \"$TOKFIX\" validate bad",
            cases[i].closed_over);
        assert_non_null(strstr(str_text(&output), "leak_id: "));
        assert_int_equal(strstr(str_text(&output), "leak_problem: ") != NULL, cases[i].has_problem);
        assert_int_equal(strstr(str_text(&output), "leak_user: ") != NULL, cases[i].has_user);
    }
    str_release(&output);
}

/* What tokfix did not make is validated as far as the card, or the names of its files, tell. */
static void validate__goes_through_foreign_folders(void **state)
{
    (void)state;
    struct str output = {0};
    publish("--shards 2");
    run_valid(&output, "cd \"$SCRATCH\"; rm -rf foreign; cp -a good foreign\n"
                       "rm foreign/manifest.json foreign/CITATION.cff foreign/croissant.json\n"
                       "sed -i 's/num_bytes: .*/num_bytes: 7/; s/train-00000-of-00002.*/train-*/' "
                       "foreign/README.md\n"
                       "sed -i '/data.train-00001/d' foreign/README.md\n"
                       "\"$TOKFIX\" validate foreign");
    assert_non_null(strstr(str_text(&output), "no manifest.json"));
    assert_non_null(strstr(str_text(&output), "taken for pairs"));
    run_valid(&output,
              "cd \"$SCRATCH\"; rm foreign/README.md; \"$TOKFIX\" validate foreign --json");
    assert_non_null(strstr(str_text(&output), "\"valid\":\ttrue"));
    assert_non_null(strstr(str_text(&output), "\"split\":\t\"validation\""));
    run_valid(&output,
              "cd \"$SCRATCH\"; mkdir foreign/other; echo PAR1 > foreign/other/a.parquet\n"
              "printf -- '---\\nconfigs:\\n- config_name: a\\n  data_files:\\n"
              "  - {split: test, path: \"other/*\"}\\n  - {split: train, path: data/tr*}\\n"
              "dataset_info: {splits: [{name: test, num_examples: 7}]}\\n---\\n' "
              "> foreign/README.md\n"
              "rm foreign/data/te* foreign/data/v*; \"$TOKFIX\" validate foreign");
    assert_non_null(strstr(str_text(&output), "foreign/other/a.parquet: no JSON lines"));
    assert_int_equal(run_shell(&output, "cd \"$SCRATCH\"; rm foreign/README.md\n"
                                        "cp foreign/data/train-00000-of-00002.* "
                                        "foreign/test.jsonl.gz; \"$TOKFIX\" validate foreign"),
                     1);
    assert_non_null(strstr(str_text(&output), "leak_id: the id 'p"));
    assert_int_equal(run_shell(&output, "cd \"$SCRATCH\"; rm -rf empty; mkdir empty\n"
                                        "\"$TOKFIX\" validate empty"),
                     1);
    assert_non_null(strstr(str_text(&output), "tokfix validate: 'empty' holds no rows"));
    str_release(&output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(validate__takes_what_publish_makes),
        cmocka_unit_test(validate__finds_what_is_wrong_with_a_folder),
        cmocka_unit_test(validate__goes_by_what_the_split_is_closed_over),
        cmocka_unit_test(validate__goes_through_foreign_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
