/* Published folders are valid. A folder with one change is not. */
#include "base/json.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* The sample with splits, published as $SCRATCH/good, in two files for each split. */
static void publish(const char *options)
{
    run_valid(
        NULL,
        "cd \"$SCRATCH\"\n"
        "[ -f f.db ] || { \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o f.db\n"
        "\"$TOKFIX\" dedup f.db; \"$TOKFIX\" split f.db --seed 12 --ratio 2:1:1\n"
        "}\n"
        "rm -rf good; \"$TOKFIX\" publish f.db -o good --license mit %s",
        options);
}

TEST(validate__takes_what_publish_makes)
{
    static const char *const options[] = {"",
                                          "--files 2 --negatives 1.0 --shuffle --seed 3",
                                          "--format nbf --negatives 1.0",
                                          "--format prompt-completion",
                                          "--format messages --granularity function",
                                          "--format preference",
                                          "--format alpaca --task classify",
                                          "--format segments --granularity line",
                                          "--format fim",
                                          "--format fim-qwen",
                                          "--format text --task explain"};
    for (size_t i = 0; i < N_ITEMS(options); i++) {
        publish(options[i]);
        expect_run(0, "valid", "\"$TOKFIX\" validate \"$SCRATCH/good\"");
    }
}

/* In a copy of the good folder, which is the working folder, a shell command changes something.
 * `pack` makes $1 of standard input, `unpack` writes what is in $1; A is the first file of train,
 * B of test. `places` are words for grep, one after the other, that lead to the line @ of a
 * finding. */
struct broken_folder {
    const char *change;
    const char *findings[4]; /* parts of the output, ended by NULL */
    const char *places;      /* NULL: there is no @ */
};

static const struct broken_folder folders[] = {
    /* the card */
    {"sed -i '0,/num_examples: /s//num_examples: 1/' README.md",
     {"README.md:@: card_changed: dataset_info[default].splits[train].num_examples is 1"},
     "dataset_info splits 'name: train' num_examples"},
    {"sed -i '/name: test/,/num_examples: /s/num_examples: /&1/' README.md",
     {"README.md:@: card_changed: dataset_info[default].splits[test].num_examples is 1"},
     "dataset_info splits 'name: test' num_examples"},
    {"sed -i '/name: test/,/num_examples: /s/num_examples: .*//' README.md",
     {"README.md:@: card_changed: dataset_info[default].splits[test].num_examples is missing"},
     "dataset_info splits 'name: test'"},
    {"sed -i 's/download_size: /download_size: 1/' README.md",
     {"README.md:@: card_changed: dataset_info[default].download_size is "},
     "download_size"},
    {"sed -i 's/dataset_size: /dataset_size: 1/' README.md",
     {"README.md:@: card_changed: dataset_info[default].dataset_size is "},
     "dataset_size"},
    {"sed -i '0,/num_bytes: /s//num_bytes: 1/' README.md",
     {"README.md:@: card_changed: dataset_info[default].splits[train].num_bytes is 1"},
     "num_bytes"},
    {"sed -i '0,/dtype: int64/s//dtype: string/' README.md",
     {"README.md:@: card_changed: dataset_info[default].features[buggy_date].dtype is"},
     "'name: buggy_date' dtype"},
    {"sed -i 's/name: buggy_code/name: code/' README.md",
     {"README.md:@: card_changed: dataset_info[default].features[buggy_code].name is"},
     "dataset_info 'name: code'"},
    {"sed -i '4s/.*/  : [/' README.md", {"README.md:4: card_front_matter: did not find "}, NULL},
    {"sed -i '4s/^/\\xff/' README.md", {"README.md:4: card_front_matter: not UTF-8"}, NULL},
    {"sed -i 1d README.md", {"README.md:1: card_front_matter: no front matter"}, NULL},
    {"sed -i '0,/data.train-00001/s//data\\/train-00007/' README.md",
     {"README.md:@: card_changed: configs[default].data_files[train].path[] is \"data/train-00007"},
     "configs train-00007"},
    {"sed -i '0,/data.train-00000/s//data\\/train-00007/' README.md",
     {"README.md:@: card_changed: configs[default].data_files[train].path[] is \"data/train-00007"},
     "configs train-00007"},
    {"sed -i '0,/data.train-00000/s//data\\/train-00001/' README.md",
     {"README.md:@: card_changed: configs[default].data_files[train].path[] is \"data/train-00001"},
     "configs train-00001"},
    {"sed -i '/^configs/,/train/s/train/test/' README.md",
     {"README.md:@: card_changed: configs[default].data_files[train]."},
     "configs 'split: test'"},
    {"sed -i 's/^license: .*//' README.md",
     {"README.md:2: card_changed: license is missing"},
     NULL},
    {"sed -i '/^configs/,/config_name/s/config_name: .*/config_name: other/' README.md",
     {"README.md:@: card_changed: configs[default].config_name is \"other"},
     "^configs config_name"},
    {"rm README.md", {"README.md:1: missing_file: "}, NULL},
    {"ln -sf /dev/zero README.md",
     {"README.md:1: missing_file: 'README.md' is a link that leads out of the folder"},
     NULL},
    {"rm CITATION.cff; mkfifo CITATION.cff",
     {"CITATION.cff:1: missing_file: 'CITATION.cff' is not a regular file"},
     NULL},
    /* the Croissant description */
    {"sed -i '0,/\"sha256\":\t\"./s//\"sha256\":\t\"x/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/train-00000-of-00002.jsonl.gz].sha256 is"},
     "contentUrl.*train-00000 sha256"},
    {"sed -i '/contentUrl.*test-00001/,/sha256/s/\"sha256\":\t\"./&x/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/test-00001-of-00002.jsonl.gz].sha256 is"},
     "contentUrl.*test-00001 sha256"},
    {"sed -i '/contentUrl.*test-00001/,/sha256/s/\"sha256\":\t.*/"
     "\"a\": [\\n1, \"x\"]/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/test-00001-of-00002.jsonl.gz].sha256 is missing"},
     "'distribution.*{' '}, {' '}, {' '}, {' '}, {' '}, {'"},
    {"sed -i '0,/\"contentSize\":\t\"/s//\"contentSize\":\t\"1/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/train-00000-of-00002.jsonl.gz].contentSize"},
     "contentSize"},
    {"sed -i '0,/\"contentUrl\":\t\"[^\"]*/s//\"contentUrl\":\t\"..\\/x/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/train-00000-of-00002.jsonl.gz].contentUrl is"},
     "'contentUrl.*[.]/x'"},
    {"sed -i '0,/\"contentUrl\":\t\"[^\"]*/s//\"contentUrl\":\t\"\\/etc\\/passwd/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "distribution[data/train-00000-of-00002.jsonl.gz].contentUrl is \"/etc/passwd\", not"},
     "/etc/passwd"},
    {"sed -i 's/\"column\":\t\"buggy_code\"/\"column\":\t\"code\"/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "recordSet[rows].field[rows/buggy_code].source.extract.column"},
     "'\"column\":.\"code\"'"},
    {"sed -i 's/\"name\":\t\"rows.buggy_code\"/\"title\":\t\"x\"/' croissant.json",
     {": croissant_changed: recordSet[rows].field[rows/buggy_code].name is missing",
      ": croissant_changed: recordSet[rows].field[rows/buggy_code] has a key too many"},
     NULL},
    {"sed -i '0,/sc:Integer/s//sc:Text/' croissant.json",
     {"croissant.json:@: croissant_changed: recordSet[rows].field[rows/buggy_date].dataType is"},
     "'\"name\":.*buggy_date\"' dataType"},
    {"sed -i '/\"name\":\t\"rows.buggy_date\"/,/extract/s/\"data-files\"/\"x\"/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "recordSet[rows].field[rows/buggy_date].source.fileSet.@id is \"x\", not \"data-files\""},
     "'\"name\":.*buggy_date\"' '\"x\"'"},
    {"sed -i 's/\"datePublished\"/\"date\"/' croissant.json",
     {"croissant.json:1: croissant_changed: datePublished is missing"},
     NULL},
    {"sed -i 's/\"datePublished\":.*/\"datePublished\": null,/' croissant.json",
     {"croissant.json:@: croissant_changed: datePublished is missing"},
     "datePublished"},
    {"sed -i -z 's/\"references\":\\t{[^{]*{\\([^}]*\\)}/\"references\":\\t{\\1/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "recordSet[rows].field[rows/split].references.field is missing"},
     "'\"references\"' '\"references\"'"},
    {"sed -i -z 's/\\(\"references\":\\t{[^}]*splits.\\)name/\\1n/' croissant.json",
     {"croissant.json:@: croissant_changed: "
      "recordSet[rows].field[rows/split].references.field.@id is"},
     "'\"references\"' '\"references\"' '\"@id\"'"},
    {"sed -i 's/sc:URL/cr:Split/' croissant.json",
     {"croissant.json:@: croissant_changed: recordSet[splits].field[splits/url].dataType is"},
     "cr:Split cr:Split"},
    {"sed -i '/\"replace\":/d' croissant.json",
     {"croissant.json:@: croissant_changed: @context.replace is missing"},
     "@context"},
    {"echo x >> croissant.json", {"croissant.json:@: document_json: not JSON at byte "}, "^x"},
    /* the manifest and the citation */
    {"sed -i '0,/\"rows\":\t/s//\"rows\":\t1/' manifest.json",
     {"manifest.json:@: manifest_rows: rows of data/train-00000"},
     "'\"files\"' '\"rows\"'"},
    {"sed -i '/path.*test-00001/,/}/s/\"uncompressed_bytes\":\t/&1/' manifest.json",
     {"manifest.json:@: manifest_bytes: uncompressed_bytes of data/test-00001"},
     "path.*test-00001 uncompressed_bytes"},
    {"sed -i '/path.*test-00001/,/}/s/\"sha256\":\t\"/&1/' manifest.json",
     {"manifest.json:@: manifest_sha256: the SHA-256 of data/test-00001"},
     "path.*test-00001 sha256"},
    {"sed -i '/path.*test-00001/s/00001-/00000-/' manifest.json",
     {"manifest.json:@: manifest_files: duplicate path 'data/test-00000-of-00002.jsonl.gz'"},
     "path.*test-00000 path.*test-00000"},
    {"sed -i 's/\"manifest_version\":\t2/\"manifest_version\":\t3/' manifest.json",
     {"manifest.json:@: manifest_version: "},
     "manifest_version"},
    {"sed -i 's/\"format\":\t\"pairs\"/\"format\":\t\"pears\"/' manifest.json",
     {"manifest.json:@: manifest_format: unknown export.format 'pears'"},
     "pears"},
    {"sed -i 's/^title: .*//' CITATION.cff",
     {"CITATION.cff:1: citation_changed: title is missing"},
     NULL},
    {"sed -i '/^authors/,/^[a-z]/{/^[ -]/d; s/^authors.*/authors: []/}' CITATION.cff",
     {"CITATION.cff:@: citation_changed: authors has 0 items, not 1"},
     "^authors"},
    {"echo '\t- x' >> CITATION.cff", {"CITATION.cff:@: citation_yaml: "}, "'- x$'"},
    /* files */
    {"rm $B", {"manifest.json:@: manifest_files: 'data/test-00000"}, "path.*test-00000"},
    {"echo x > data/notes.txt", {"data/notes.txt:1: extra_file: not named in the manifest"}, NULL},
    {"mv $B ../out.gz; ln -s ../../out.gz $B",
     {"manifest_files: 'data/test-00000-of-00002.jsonl.gz' is a link that leads out"},
     NULL},
    {"ln -sf ../../f.db data/link.gz", {"data/link.gz:1: extra_file: "}, NULL},
    {"head -c 900 $B > b; mv b $B",
     {"test-00000-of-00002.jsonl.gz:", ": unreadable: ",
      "manifest_sha256: the SHA-256 of data/test-00000"},
     NULL},
    {"{ head -c 500 $B; echo; tail -c +502 $B; } > b; mv b $B", {": unreadable: "}, NULL},
    /* rows */
    {"unpack $A | sed '2s/\"line\":/\"line\":1/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: place: ", "manifest_sha256: "},
     NULL},
    {"unpack $A | sed '2s/\"after\":\"/\"after\":\"x/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: edit_applied: "},
     NULL},
    {"unpack $A | sed '2s/{/{\"note\":\"\",/' | pack $A",
     {"train-00000-of-00002.jsonl.gz:2: unknown_key: 'note'"},
     NULL},
    {"unpack $A | sed 2d | pack $A", {"manifest_sha256: the SHA-256 of data/train-00000"}, NULL},
    {"{ unpack $B; unpack $A | sed -n 2p; } | pack $B; unpack $A | sed 2d | pack $A",
     {"leak_problem: the problem 'p"},
     NULL},
    {"{ unpack $B; unpack $A | sed -n 2p; } | pack $B",
     {"leak_id: the id 'p", "train-00000-of-00002.jsonl.gz:2\n", "leak_problem: "},
     NULL},
    {"{ unpack $B; unpack $A | sed -n '2s/\\(.\"id\":\"[^\"]*\\)"
     "\\(.*fixed_submission\":\"[^\"]*\\)/\\1x\\2x/p'; } | pack $B",
     {"leak_pair: the pair of test is also in train, "},
     NULL},
    {"{ unpack $A; unpack $A | sed -n 2p; } | pack $A", {"duplicate_id: "}, NULL},
};

/* The line that the places lead to, in the document that the finding names. */
static void add_line(struct str *out, const char *finding, const char *places)
{
    scoped(str) line = {0};
    run_valid(&line,
              "cd \"$SCRATCH/bad\"; line=1\n"
              "for place in %s; do\n"
              "  step=$(tail -n +$line %.*s | grep -anm1 -e \"$place\" | cut -d: -f1)\n"
              "  line=$((line + ${step:-999999}))\n"
              "done; echo $((line - 1))",
              places, (int)strcspn(finding, ":"), finding);
    str_add(out, str_text(&line), line.length - 1);
}

/* A finding with its line for the @. */
static void add_finding(struct str *out, const char *finding, const char *places)
{
    size_t length = strcspn(finding, "@");
    str_add(out, finding, length);
    if (!finding[length])
        return;
    add_line(out, finding, places);
    str_add_text(out, finding + length + 1);
}

/* No message is without a line. */
static void assert_lines(const char *output)
{
    size_t n_lines = 0;
    for (const char *at = output; strncmp(at, "tokfix ", 7) == 0 || strstr(at, ": NOT VALID");
         at = strchr(at, '\n') + 1) {
        at += strspn(at, " "); /* of what follows from another finding */
        size_t length = strcspn(at, ":");
        if (strncmp(at, "bad/", 4) == 0 && (at[length + 1] < '1' || at[length + 1] > '9'))
            fail_msg("without a line: %.*s", (int)strcspn(at, "\n"), at);
        n_lines += strncmp(at, "bad/", 4) == 0;
    }
    assert_int_not_equal(n_lines, 0);
}

/* Validates a copy of the good folder in which a shell command changed something. */
static int validate_changed(struct str *output, const char *change, const char *options)
{
    return run_shell(output,
                     "cd \"$SCRATCH\"; rm -rf bad; cp -a good bad; cd bad\n"
                     "A=data/train-00000-of-00002.jsonl.gz\n"
                     "B=data/test-00000-of-00002.jsonl.gz\n"
                     "unpack() { gzip -dc $1; }\n"
                     "pack() { gzip -c > ../packed; mv ../packed $1; }\n"
                     "%s\n"
                     "diff -r --no-dereference ../good . > /dev/null && echo UNCHANGED\n"
                     "cd ..; \"$TOKFIX\" validate -q bad -j 2 %s",
                     change, options);
}

static void check_folder(const struct broken_folder *folder)
{
    scoped(str) output = {0}, finding = {0};
    int status = validate_changed(&output, folder->change, "");
    if (status != 1 || strstr(str_text(&output), "UNCHANGED"))
        fail_msg("%s: exit status %d\n%s", folder->change, status, str_text(&output));
    assert_lines(str_text(&output));
    for (int i = 0; i < 4 && folder->findings[i]; i++) {
        str_clear(&finding);
        add_finding(&finding, folder->findings[i], folder->places);
        if (!strstr(str_text(&output), str_text(&finding)))
            fail_msg("%s: without '%s':\n%s", folder->change, str_text(&finding),
                     str_text(&output));
    }
}

TEST(validate__finds_what_is_wrong_with_a_folder)
{
    publish("--files 2");
    for (size_t i = 0; i < N_ITEMS(folders); i++)
        check_folder(&folders[i]);
    printf("note: %zu broken folders found\n", N_ITEMS(folders));
}

/* The findings as `FILE rule`; a / ends each. */
static const struct told {
    const char *change, *options, *findings;
} told[] = {
    /* a row, against a rule and within all rules */
    {"unpack $A | sed '2s/\"line\":/\"line\":1/' | pack $A", "",
     "A place/manifest.json manifest_sha256/"},
    {"unpack $A | sed 2d | pack $A", "", "manifest.json manifest_sha256/"},
    /* a file */
    {"head -c 900 $B > b; mv b $B", "", "B unreadable/manifest.json manifest_sha256/"},
    {"rm $B", "", "manifest.json manifest_files/"},
    {"echo x > data/notes.txt", "", "data/notes.txt extra_file/"},
    {"rm manifest.json", "", "croissant.json missing_file/"},
    {"rm $B; unpack $A | sed 2d | pack $A", "",
     "manifest.json manifest_files/manifest.json manifest_sha256/"},
    /* the manifest: what follows from it no longer agrees with it */
    {"sed -i '/path.*train-00000/,/}/s/\"rows\":\t/&1/' manifest.json", "",
     "manifest.json manifest_rows/README.md card_changed/croissant.json croissant_changed/"
     "croissant.json croissant_changed/README.md edited_card/"},
    {"sed -i 's/\"format\":\t\"pairs\"/\"format\":\t\"pears\"/' manifest.json", "--format pairs",
     "manifest.json manifest_format/croissant.json croissant_changed/"},
    {"echo '{' >>manifest.json", "--format pairs", "manifest.json document_json/"},
    {"echo >>manifest.json", "",
     "croissant.json croissant_changed/croissant.json croissant_changed/"},
    {"sed -i 's/\"license\":\t\"mit\"/\"license\":\t\"mut\"/' manifest.json", "",
     "manifest.json manifest_dataset/"},
    {"sed -i '0,/\"contentSize\":\t\"/s//&1/' croissant.json", "",
     "croissant.json croissant_changed/"},
    {"rm data/*", "--limit 1", "manifest.json manifest_files/"},
};

static void check_told(const struct told *one)
{
    scoped(str) output = {0}, findings = {0};
    assert_int_equal(validate_changed(&output, one->change, one->options), 1);
    run_shell(&findings,
              "cd \"$SCRATCH\"; \"$TOKFIX\" validate -q bad %s | sed -En 's!^bad/!!; "
              "s!^data/train-00000[^:]*!A!; s!^data/test-00000[^:]*!B!; "
              "s!^([^ :]+):[0-9]+: (warning: )?([a-z0-9_]+): .*!\\1 \\3/!p' | tr -d '\\n'",
              one->options);
    if (strcmp(str_text(&findings), one->findings) != 0)
        fail_msg("%s: %s, not %s\n%s", one->change, str_text(&findings), one->findings,
                 str_text(&output));
}

/* A changed file does not make the documents wrong that are made from the manifest. */
TEST(validate__tells_each_change_where_it_is)
{
    publish("--files 2");
    for (size_t i = 0; i < N_ITEMS(told); i++)
        check_told(&told[i]);
}

/* What people edit is a warning with its line; what readers go by is not. */
TEST(validate__takes_what_people_edit)
{
    static const struct {
        const char *change, *finding; /* ended by a blank, or the line of the file */
    } edits[] = {
        {"echo '## More' >> README.md", "README.md:1: warning: edited_card: edited since"},
        {"sed -i 's/^license: mit/license: apache-2.0/' README.md",
         "README.md:3: warning: edited_card: license is \"apache-2.0\", not \"mit\""},
        {"sed -i 's/^tags:/tags:\\n- mine/' README.md", "README.md:1: warning: edited_card: "},
        {"sed -i 's/^| literal | /&1/' README.md", ": warning: edited_card: is '| literal | 1"},
        {"sed -i '/^1. For each user/s/each/no/' README.md",
         ": warning: edited_card: is '1. For no user"},
        {"sed -i '/^## Uses/,$d' README.md", ": warning: edited_card: is ''"},
        {"sed -i 's/\"url\":\t\"[^\"]*/&hub/' croissant.json",
         ": warning: edited_croissant: url is \"./hub\", not \"./\""},
        {"sed -i 's/\"alternateName\":\t\"/&My /' croissant.json",
         ": warning: edited_croissant: alternateName is \"My "},
        {"sed -i 's/\"description\":\t\"/&My /' croissant.json",
         ": warning: edited_croissant: recordSet[rows].field[rows/id].description is \"My "},
        {"tr -d '\\t\\n' < croissant.json > c; mv c croissant.json", ": valid\n"},
    };
    publish("--files 2");
    for (size_t i = 0; i < N_ITEMS(edits); i++) {
        scoped(str) output = {0};
        int status = validate_changed(&output, edits[i].change, "");
        if (status != 0 || strstr(str_text(&output), "UNCHANGED") ||
            !strstr(str_text(&output), edits[i].finding))
            fail_msg("%s: exit status %d\n%s", edits[i].change, status, str_text(&output));
    }
}

/* Another version may write other texts; the files must still agree. */
TEST(validate__says_that_another_version_published_the_folder)
{
    static const char older[] =
        "sed -i '/\"tool\"/,/}/s/\"version\":\t\"[^\"]*/\"version\":\t\"0.0.1/' manifest.json\n"
        "S=$(sha256sum < manifest.json | cut -c -64); N=$(stat -c %s manifest.json)\n"
        "sed -i '/contentUrl.*manifest/,/sha256/{s/\"sha256\":.*/\"sha256\":\t\"'$S'\"/;"
        "s/\"contentSize\":.*/\"contentSize\":\t\"'$N' B\",/}' croissant.json\n"
        "sed -i '/\"replace\":/d' croissant.json\n";
    scoped(str) output = {0};
    publish("--files 2");
    assert_int_equal(validate_changed(&output, older, "2>&1"), 0);
    assert_contains(str_text(&output), "warning: edited_croissant: @context.replace is missing");
    scoped(str) worse = {0};
    str_print(&worse, "%ssed -i '0,/\"contentSize\":\t\"/s//&1/' croissant.json", older);
    assert_int_equal(validate_changed(&output, str_text(&worse), ""), 1);
    expect_run(1, "published by tokfix 0.0.1, and this is",
               "cd \"$SCRATCH\"; \"$TOKFIX\" validate bad");
}

/* Rows that do not name their split have it from the name of their file. */
TEST(validate__finds_a_regular_expression_that_was_changed)
{
    static const struct broken_folder folder = {
        "sed -i 's/validation|test).*/validation|test)-.*[.]jsonl[.]gz$\"/' croissant.json",
        {"croissant.json:@: croissant_changed: "
         "recordSet[rows].field[rows/split].source.transform.regex is"},
        "'validation|test'"};
    publish("--files 2 --format text --without-ids");
    check_folder(&folder);
}

/* What the manifest says decides whether splits may share problems and users. */
TEST(validate__goes_by_what_the_split_is_closed_over)
{
    static const struct {
        const char *grouped_by;
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
    scoped(str) output = {0};
    publish("--files 2");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        run_shell(
            &output,
            "cd \"$SCRATCH\"; rm -rf bad; cp -a good bad; cd bad\n"
            "sed -i '/\"split\":\t{/,/}/s/\"grouped_by\":\t\"[^\"]*/\"grouped_by\":\t\"%s/' "
            "manifest.json\n"
            "{ gzip -dc data/test-00000*; gzip -dc data/train-00000* | sed -n 2p; } | gzip > t\n"
            "mv t data/test-00000-of-00002.jsonl.gz; cd ..; \"$TOKFIX\" validate bad",
            cases[i].grouped_by);
        assert_contains(str_text(&output), "leak_id: ");
        assert_int_equal(strstr(str_text(&output), "leak_problem: ") != NULL, cases[i].has_problem);
        assert_int_equal(strstr(str_text(&output), "leak_user: ") != NULL, cases[i].has_user);
    }
}

/* Rows in several languages: a file is in two configurations, that of its language and `default`.
 */
TEST(validate__goes_by_the_configurations_of_languages)
{
    static const struct {
        const char *change, *finding;
        int status;
    } cases[] = {
        {":", " rows: valid", 0},
        {"sed -i '0,/data.java/s//data\\/c/' README.md", "].path[] is \"data/c/validation-", 1},
        {"sed -i '0,/^- config_name: c$/s//- config_name: d/' README.md",
         "card_changed: configs[c].config_name is \"d\", not \"c\"", 1},
        {"sed -i 's/\"language\":\t\"java\"/\"language\":\t\"c\"/' manifest.json",
         ".jsonl.gz:1: language: the row is in java, but its file is in c", 1},
        {"sed -i '0,/\"language\":\t\"java\"/s//\"language\":\t\"go\"/' manifest.json",
         "manifest_dataset: an entry of files names the unknown language 'go'", 1},
        {"cp data/java/* data/cpp/test-00007-of-00009.jsonl.gz",
         "data/cpp/test-00007-of-00009.jsonl.gz:1: extra_file: not named in the manifest", 1},
        {"sed -i '/\"@id\":.*java.id\"/,/Type/s/sc:Text/sc:Boolean/' croissant.json",
         "croissant_changed: recordSet[java].field[java/id].dataType", 1},
        /* by the card alone */
        {"rm manifest.json croissant.json CITATION.cff", " rows: valid", 0},
        {"rm manifest.json croissant.json; cp data/java/* data/cpp/test-00007-of-00009.jsonl.gz",
         "unlisted_file: in no configuration", 0},
    };
    run_valid(NULL, "cd \"$SCRATCH\"; \"$TOKFIX\" mine \"$SAMPLE/../golden/languages/tree\" "
                    "--language all -o l.db; \"$TOKFIX\" dedup l.db\n"
                    "\"$TOKFIX\" split l.db --group-by problem --ratio 1:1:1; \"$TOKFIX\" leak "
                    "l.db --mark; \"$TOKFIX\" publish l.db -o languages --license mit --category "
                    "all");
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        expect_run(cases[i].status, cases[i].finding,
                   printed("cd \"$SCRATCH\"; rm -rf bad; cp -a languages bad; cd bad; %s\n"
                           "cd ..; \"$TOKFIX\" validate bad",
                           cases[i].change));
}

/* What tokfix did not make is validated as far as the card, or the names of its files, tell. */
TEST(validate__goes_through_foreign_folders)
{
    publish("--files 2");
    scoped(str) output =
        output_of("cd \"$SCRATCH\"; rm -rf foreign; cp -a good foreign\n"
                  "rm foreign/manifest.json foreign/CITATION.cff foreign/croissant.json\n"
                  "sed -i 's/num_bytes: .*/num_bytes: 7/; s/train-00000-of-00002.*/train-*/' "
                  "foreign/README.md\n"
                  "sed -i '/data.train-00001/d' foreign/README.md\n"
                  "\"$TOKFIX\" validate foreign");
    assert_contains(str_text(&output), "no manifest.json");
    assert_contains(str_text(&output), "read as pairs");
    expect_run(0, "extra.jsonl:1: warning: unlisted_file: in no configuration of the card",
               "cd \"$SCRATCH\"; echo '{}' >foreign/data/extra.jsonl; "
               "\"$TOKFIX\" validate foreign; S=$?; rm foreign/data/extra.jsonl; exit $S");
    run_valid(&output,
              "cd \"$SCRATCH\"; rm foreign/README.md; \"$TOKFIX\" validate foreign --json");
    assert_contains(str_text(&output), "\"valid\":\ttrue");
    assert_contains(str_text(&output), "\"split\":\t\"validation\"");
    run_valid(&output,
              "cd \"$SCRATCH\"; mkdir foreign/other; echo ARROW1 > foreign/other/a.arrow\n"
              "printf -- '---\\nconfigs:\\n- config_name: a\\n  data_files:\\n"
              "  - {split: test, path: \"other/*\"}\\n  - {split: train, path: data/tr*}\\n"
              "dataset_info: {splits: [{name: test, num_examples: 7}]}\\n---\\n' "
              "> foreign/README.md\n"
              "rm foreign/data/te* foreign/data/v*; \"$TOKFIX\" validate foreign");
    assert_non_null(
        strstr(str_text(&output), "foreign/other/a.arrow is neither JSON lines nor Parquet"));
    assert_int_equal(
        run_shell(&output,
                  "cd \"$SCRATCH\"\n"
                  "printf -- '---\\n\"configs\": [{config_name: a,\\n\"data_files\": [\\n"
                  "{split: test, \"path\": [other/*,\\n nothing]}]},\\n {}, data]\\n---\\n'"
                  " > foreign/README.md; \"$TOKFIX\" validate foreign"),
        1);
    assert_contains(str_text(&output), "README.md:5: card_data_files: '");
    assert_contains(str_text(&output), "README.md:6: card_data_files: data_files is missing");
    expect_run(1, "leak_id: the id 'p",
               "cd \"$SCRATCH\"; rm foreign/README.md\n"
               "cp foreign/data/train-00000-of-00002.* "
               "foreign/test.jsonl.gz; \"$TOKFIX\" validate foreign");
    expect_run(1, "tokfix validate: 'empty' contains no rows",
               "cd \"$SCRATCH\"; rm -rf empty; mkdir empty\n"
               "\"$TOKFIX\" validate empty");
}

/* The line of each error would be searched in the whole document: that took hours. */
TEST(validate__finds_a_hundred_thousand_errors_in_seconds)
{
    scoped(str) output = output_of(
        "cd \"$SCRATCH\"; rm -rf large; mkdir large; cd large\n"
        "{ printf '{\"manifest_version\": 2, \"files\": [\\n'\n"
        "yes '{\"path\": \"data/train-00000-of-00001.jsonl.gz\", \"split\": \"train\"},' |"
        " head -n 100000\n"
        "echo '{}]}'; } >manifest.json; cd ..\n"
        "timeout 60 \"$TOKFIX\" validate large --limit all >found 2>/dev/null; echo \"status $?\"\n"
        "grep -c '^large/manifest.json:1: manifest_files' found\n"
        "grep -c '^large/manifest.json:[2-9]' found");
    long n_first = 0, n_placed = 0;
    assert_int_equal(sscanf(str_text(&output), "status 1 %ld %ld", &n_first, &n_placed), 2);
    assert_in_range(n_first, 90000, 100001);
    assert_in_range(n_placed, 2, 100);
}
