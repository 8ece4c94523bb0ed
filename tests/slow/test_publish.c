/* Published folders, checked with sha256sum, zcat, wc and sqlite3. */
#include "base/json.h"
#include "base/json_yaml.h"
#include "tests/support/jsonl.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <inttypes.h>

/* Each command must succeed, and what is after `fails` must not. */
static void shell(const char *command)
{
    run_valid(
        NULL,
        "set -e; fails() { if \"$@\" 2> /dev/null; then echo \"no failure: $*\"; exit 1; fi; }; "
        "cd \"$SCRATCH\"; %s",
        command);
}

/* One number that a printf-style shell command prints. */
static int64_t number(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int64_t number(const char *format, ...)
{
    char command[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    scoped(str) output = output_of("cd \"$SCRATCH\"; %s", command);
    int64_t n = strtoll(str_text(&output), NULL, 10);
    return n;
}

static struct json *read_json(const char *path)
{
    scoped(str) content = test_file(path);
    return json_in(&content);
}

/* The front matter of a card. */
static struct json *read_front(const char *path)
{
    struct json *value;
    scoped(str) content = test_file(path);
    assert_memory_equal(str_text(&content), "---\n", 4);
    const char *end = strstr(str_text(&content) + 4, "\n---\n");
    assert_non_null(end);
    const char *begin = str_text(&content) + 4;
    assert_done(json_from_yaml(&value, begin, (size_t)(end + 1 - begin), &err));
    return value;
}

static double of(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), -1);
}

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    if (!found)
        fail_msg("no text under %s", key);
    return found;
}

static void assert_sha256(const char *folder, const char *path, const char *sha256)
{
    scoped(str) output = output_of("cd \"$SCRATCH/%s\"; sha256sum < '%s'", folder, path);
    assert_memory_equal(str_text(&output), sha256, 64);
}

struct sums {
    int64_t n_rows, n_bytes, n_uncompressed;
    size_t n_files;
};

static void check_manifest(const char *folder, struct sums *sums)
{
    scoped(str) file = {0};
    scoped(str) path = str_of("$SCRATCH/%s/manifest.json", folder);
    scoped(json) *manifest = read_json(str_text(&path));
    for (const struct json *one = json_first(json_get(manifest, "files")); one;
         one = json_next(one)) {
        str_set(&file, "%s/%s", folder, text(one, "path"));
        assert_int_equal(of(one, "rows"), number("zcat '%s' | wc -l", str_text(&file)));
        assert_int_equal(of(one, "uncompressed_bytes"),
                         number("zcat '%s' | wc -c", str_text(&file)));
        assert_int_equal(of(one, "bytes"), number("wc -c < '%s'", str_text(&file)));
        assert_sha256(folder, text(one, "path"), text(one, "sha256"));
        assert_memory_equal(text(one, "path") + 5, text(one, "split"), strlen(text(one, "split")));
        sums->n_files++;
        sums->n_rows += (int64_t)of(one, "rows");
        sums->n_bytes += (int64_t)of(one, "bytes");
        sums->n_uncompressed += (int64_t)of(one, "uncompressed_bytes");
    }
    assert_int_equal(sums->n_files, number("ls %s/data | wc -l", folder));
}

static void check_croissant(const char *folder, const struct sums *sums)
{
    scoped(str) path = str_of("$SCRATCH/%s/croissant.json", folder);
    scoped(json) *croissant = read_json(str_text(&path));
    size_t n_files = 0;
    for (const struct json *one = json_first(json_get(croissant, "distribution")); one;
         one = json_next(one)) {
        if (strcmp(text(one, "@type"), "cr:FileObject") != 0)
            continue;
        str_set(&path, "%s/%s", folder, text(one, "contentUrl"));
        assert_sha256(folder, text(one, "contentUrl"), text(one, "sha256"));
        assert_int_equal(strtoll(text(one, "contentSize"), NULL, 10),
                         number("wc -c < '%s'", str_text(&path)));
        n_files++;
    }
    assert_int_equal(n_files, sums->n_files + 1); /* manifest.json */
}

static void check_front(const char *folder, const struct sums *sums)
{
    scoped(str) path = str_of("$SCRATCH/%s/README.md", folder);
    scoped(json) *front = read_front(str_text(&path));
    const struct json *info = json_item(json_get(front, "dataset_info"), 0);
    double n_rows = 0, n_bytes = 0;
    assert_int_equal(of(info, "download_size"), sums->n_bytes);
    assert_int_equal(of(info, "dataset_size"), sums->n_uncompressed);
    for (const struct json *split = json_first(json_get(info, "splits")); split;
         split = json_next(split)) {
        str_set(&path, "%s/data/%s-", folder, text(split, "name"));
        assert_int_equal(of(split, "num_examples"), number("zcat %s* | wc -l", str_text(&path)));
        assert_int_equal(of(split, "num_bytes"), number("zcat %s* | wc -c", str_text(&path)));
        n_rows += of(split, "num_examples");
        n_bytes += of(split, "num_bytes");
    }
    assert_int_equal(n_rows, sums->n_rows);
    assert_int_equal(n_bytes, sums->n_uncompressed);
    const struct json *config = json_item(json_get(front, "configs"), 0);
    size_t n_paths = 0;
    for (const struct json *entry = json_first(json_get(config, "data_files")); entry;
         entry = json_next(entry))
        n_paths += json_count(json_get(entry, "path"));
    assert_int_equal(n_paths, sums->n_files);
}

/* Everything that a folder says of its files. */
static void check_folder(const char *folder, struct sums *sums)
{
    *sums = (struct sums){0};
    check_manifest(folder, sums);
    check_croissant(folder, sums);
    check_front(folder, sums);
}

static const char make_sample[] =
    "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db --force; \"$TOKFIX\" "
    "dedup s.db; "
    "\"$TOKFIX\" split s.db --seed 2 --ratio 1:1:1; rm -rf one two p p.partial";

static int make(void **state)
{
    (void)state;
    shell(make_sample);
    return 0;
}

TEST(publish__describes_its_files_truthfully)
{
    struct sums sums;
    shell("\"$TOKFIX\" publish s.db -o p --license mit");
    check_folder("p", &sums);
    assert_int_equal(sums.n_rows,
                     number("sqlite3 s.db \"select count(*) from fix_marks join fixes using "
                            "(fix_key) join categories using (category) where in_thesis and not "
                            "is_duplicate and split is not null\""));
    /* every row in the split that the store says */
    for (int i = 0; i < 3; i++) {
        static const char *const splits[] = {"train", "validation", "test"};
        assert_int_equal(
            number("zcat p/data/%s-* | wc -l", splits[i]),
            number("sqlite3 s.db \"select count(*) from fix_marks join fixes using "
                   "(fix_key) where category <> 'other' and not is_duplicate and split "
                   "= '%s'\"",
                   splits[i]));
    }
    assert_int_equal(number("ls -A p | wc -l"), 6);
    assert_int_equal(number("ls -d p.partial 2>/dev/null | wc -l"), 0);
}

TEST(publish__is_the_same_again)
{
    shell("\"$TOKFIX\" publish s.db -o one --license mit -j 1 --files 3 --negatives 0.5; "
          "mkdir deep; "
          "cp s.db deep/other.db; "
          "\"$TOKFIX\" publish deep/other.db -o deep/two --license mit -j 4 --files 3 --negatives "
          "0.5; "
          "mv deep/two two; rm -r deep; diff -r one two");
    struct sums sums;
    check_folder("one", &sums);
    assert_int_equal(sums.n_files, 9);
    shell("\"$TOKFIX\" publish s.db -o two --license mit --force --files 3 --negatives 0.5 --seed "
          "1; "
          "fails diff -rq one two");
}

/* The manifest's own command makes the same folder. */
TEST(publish__is_made_again_by_its_commands)
{
    scoped(str) command = {0};
    shell("\"$TOKFIX\" publish s.db -o p --license mit --title \"it's 'one' \\$x\" --creator 'A B' "
          "--creator C --format messages --granularity function --name again --version 2.0.1");
    scoped(json) *manifest = read_json("$SCRATCH/p/manifest.json");
    const struct json *commands = json_get(manifest, "commands");
    str_add_text(&command, "mkdir r; cd r; ln -s \"$SAMPLE/Project_CodeNet\"; ");
    for (const struct json *line = json_first(commands); line; line = json_next(line)) {
        assert_memory_equal(json_text(line), "tokfix ", 7);
        str_print(&command, "\"$TOKFIX\"%s > /dev/null; ", json_text(line) + 6);
    }
    str_add_text(&command, "cd ..; diff -r p r/again; rm -r r");
    shell(str_text(&command));
}

TEST(publish__writes_every_format_of_json_lines)
{
    static const char *const formats[] = {"pairs",    "nbf",        "prompt-completion",
                                          "messages", "preference", "fim"};
    for (size_t i = 0; i < N_ITEMS(formats); i++) {
        struct sums sums;
        const char *command =
            printed("rm -rf p; \"$TOKFIX\" publish s.db -o p --license mit --format %s --sample 24 "
                    "--files 200",
                    formats[i]);
        shell(command);
        check_folder("p", &sums);
        assert_int_equal(sums.n_files, sums.n_rows); /* 200 are more than rows */
        assert_true(sums.n_rows > 10);
    }
}

/* By the JSON schema of the Citation File Format 1.2.0, which is not ours. */
TEST(publish__citations_are_valid_by_their_schema)
{
    static const char *const options[] = {
        "",
        "--creator 'Ada: Lovelace' --creator '- {x}' --creator \"O'Brien 😀\"",
        "--title 'it: \"is\" # one' --license mit --date 2024-02-29 --version 10.2.3",
        "--license cdla-sharing-1.0 --url 'https://example.org/a?b=c&d'",
        "--license cc-by-nc-sa-4.0",
        "--license odc-by",
        "--license other",
    };
#define CHECK "cd \"$SCRATCH\"; node \"$SAMPLE/../loaders/check_citation.cjs\" \"$OUT/loaders\" "
    if (!can_run("test -f \"$OUT/loaders/installed\" && command -v node",
                 "CITATION.cff against its schema", "the schema or Node.js is missing"))
        skip();
    for (size_t i = 0; i < N_ITEMS(options); i++)
        run_valid(NULL, "cd \"$SCRATCH\"; \"$TOKFIX\" publish s.db -o cited-%zu --license mit %s",
                  i, options[i]);
    run_valid(NULL, CHECK "cited-*/CITATION.cff \"$SAMPLE/../../CITATION.cff\"");
    run_valid(NULL, "cd \"$SCRATCH\"; sed -i 's/^title:/titel:/' cited-0/CITATION.cff");
    assert_int_equal(run_shell(NULL, CHECK "cited-0/CITATION.cff"), 1);
#undef CHECK
}

static void assert_refused(const char *command, int status, const char *message)
{
    scoped(str) output = {0};
    assert_int_equal(run_shell(&output, "cd \"$SCRATCH\"; %s", command), status);
    if (!strstr(str_text(&output), message))
        fail_msg("%s: %s", command, str_text(&output));
    assert_int_equal(number("ls -d p p.partial 2>/dev/null | wc -l"), 0);
}

TEST(publish__refuses_what_it_should)
{
    assert_refused("\"$TOKFIX\" publish s.db", 2, "-o DIR");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --format tags", 2,
                   "unknown value 'tags'");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --name 'a b'", 2, "--name takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --version 1.0", 2,
                   "--version takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --date 2024-02-30", 2,
                   "--date takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --url ftp://x", 2, "--url takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license wtf", 2, "cc-by-4.0");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --files 0", 2, "--files takes");
    assert_refused("cp s.db c.db; sqlite3 c.db \"update run set problem_list_sha256 = "
                   "'f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026'\"; "
                   "\"$TOKFIX\" publish c.db -o p --license mit",
                   1, "Project CodeNet, whose licence is cdla-permissive-2.0, not mit; omit");
    shell("\"$TOKFIX\" publish c.db -o p --license mit --despite-license 2>/dev/null; "
          "grep -q '^license: mit' p/README.md; grep -q 'despite-license' p/README.md; rm -r p");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --max-tokens 1", 1,
                   "there is nothing to write");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --against no.jsonl", 1, "no.jsonl");
    assert_refused("sqlite3 s.db 'delete from split_sets; delete from set_splits'; "
                   "\"$TOKFIX\" publish s.db -o p --license mit",
                   1, "tokfix split");
    assert_refused(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db --force 2> "
        "/dev/null; "
        "\"$TOKFIX\" split s.db --group-by problem > /dev/null; "
        "\"$TOKFIX\" publish s.db -o p --license mit",
        1, "run tokfix dedup first");
    shell("\"$TOKFIX\" publish s.db -o p --license mit --group-by problem; grep -q 'Duplicates "
          "were not searched for' p/README.md; grep -q '\"dedup\":.null' p/manifest.json");
}

TEST(publish__leaves_other_folders_alone)
{
    shell(
        "\"$TOKFIX\" publish s.db -o p --license mit; fails \"$TOKFIX\" publish s.db -o p "
        "--license mit; "
        "cp -r p one; \"$TOKFIX\" publish s.db -o p/ --license mit --force; diff -r p one; "
        "echo mine > p/notes.txt; fails \"$TOKFIX\" publish s.db -o p --license mit --force; "
        "test -f p/notes.txt; "
        "mkdir two; echo '# mine' > two/README.md; "
        "fails \"$TOKFIX\" publish s.db -o two --license mit --force; grep -q mine two/README.md; "
        "rm two/README.md; \"$TOKFIX\" publish s.db -o two --license mit --force; diff -r two one; "
        "fails ls -d *.partial");
}

TEST(publish__refuses_leaks_unless_they_are_allowed_and_named)
{
    struct sums sums;
    shell("sqlite3 s.db \"update set_splits set split = case fix_key % 2 when 0 then 'test' else "
          "'train' end\"");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit", 1,
                   "no problem cluster in two splits: ");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit", 1, "tokfix split s.db");
    shell("\"$TOKFIX\" publish s.db -o p --license mit --despite-check; fails test -f "
          "p/data/validation-00000-of-00001.jsonl.gz; grep -q 'did not pass `tokfix check`' "
          "p/README.md; grep -q '| no problem cluster in two splits | FAILED |' p/README.md");
    check_folder("p", &sums);
    scoped(json) *manifest = read_json("$SCRATCH/p/manifest.json");
    const struct json *check = json_get(manifest, "check");
    assert_false(json_is_true(json_get(check, "clean")));
    assert_true(json_is_true(json_get(check, "forced")));
    assert_true(of(json_get(json_get(check, "report"), "splits"), "n_crossings") > 0);
}

/* A benchmark of the sample's own programs leaks. */
TEST(publish__asks_benchmarks)
{
    shell("\"$TOKFIX\" export s.db --format pairs --split all --sample 3 -o bench.jsonl --force");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --against bench.jsonl", 1,
                   "benchmark bench.jsonl: ");
    shell("\"$TOKFIX\" check s.db --against bench.jsonl --mark || true; "
          "\"$TOKFIX\" publish s.db -o p --license mit --against \"$PWD/bench.jsonl\"; "
          "grep -q 'benchmark bench.jsonl' p/README.md; "
          "grep -q -- '--against bench.jsonl -o' p/README.md; fails grep -rq \"$SCRATCH\" p/*.*");
}

/* Whole programs differ, and the lines that are shown do not. */
TEST(publish__refuses_code_in_two_splits)
{
    shell("for p in 1 2 3; do echo '{\"problem_id\": \"pP\", \"user_id\": \"u\", \"language\": "
          "\"python\", \"buggy_code\": \"aP = [P, P]\\nprint(b + 1)\\n\", \"fixed_code\": "
          "\"aP = [P, P]\\nprint(b - 1)\\n\"}' | sed s/P/$p/g; done >rows.jsonl; "
          "\"$TOKFIX\" mine rows.jsonl --format pairs -o l.db --force; \"$TOKFIX\" dedup l.db; "
          "\"$TOKFIX\" split l.db --group-by problem --ratio 1:1:1");
    assert_refused("\"$TOKFIX\" publish l.db -o p --license mit --group-by problem --format "
                   "messages --granularity line --context 0",
                   1, "would have the same code, in the rows of p");
    shell("\"$TOKFIX\" publish l.db -o p --license mit --group-by problem --format messages "
          "--granularity line --context 0 --despite-check; \"$TOKFIX\" publish l.db -o one "
          "--license mit --group-by problem --format messages");
}

/* What the manual says to a recipient. */
TEST(publish__is_checked_by_a_recipient)
{
    static const char *const forms[] = {"", "--parquet"};
    bool has_parquet = run_shell(NULL, "test -f \"$TOKFIX_DUCKDB\"") == 0 &&
                       has_sandbox("reading published Parquet");
    for (size_t i = 0; i < (has_parquet ? 2 : 1); i++)
        shell(printed(
            "rm -rf p; \"$TOKFIX\" publish s.db -o p --license mit %s -q; cd p; "
            "echo 'Ask.' >>README.md; echo '# yes' >>CITATION.cff; "
            "sed -n '/^## For a recipient/,/^## /s/^    //p' \"$SAMPLE/../../doc/publish.md\" | "
            "sed 's/^tokfix/\"$TOKFIX\"/' >../lines; test $(wc -l <../lines) = 2; sh -e ../lines; "
            "what() { jq -cS '[.category, .before, .after, .line, .buggy_code, .fixed_code]' "
            "| sort; }; \"$TOKFIX\" export again.db --format pairs --category all --marked all | "
            "what >a; "
            "\"$TOKFIX\" export ../s.db --format pairs --split train,validation,test | what >b; "
            "test $(wc -l <b) -gt 50; cmp a b; "
            "for f in data/train-*; do echo x >>$f; done; fails sha256sum -c SHA256SUMS",
            forms[i]));
}

TEST(publish__is_not_moved_by_hostile_names)
{
    struct sums sums;
    shell(
        "sqlite3 s.db \"update submissions set status = '| <img src=x> \\`rm\\` [a](http://b) ' || "
        "char(10) || '# big' where status = 'Runtime Error'; "
        "update problems set contest = '\\\"quote\\\" **b** ' || char(27, 13); "
        "update run set dataset = '--- ' || char(10) || 'license: x'\"");
    shell("\"$TOKFIX\" publish s.db -o p --license mit --title '# {\"a\"}: b' --creator 'x,"
          " \"y\": | {z}' --name a.b_c");
    check_folder("p", &sums);
    scoped(str) card = test_file("$SCRATCH/p/README.md");
    const char *body = strstr(str_text(&card), "\n---\n");
    assert_non_null(body);
    assert_null(strstr(body, "<img"));
    assert_null(strstr(body, "\n# big"));
    assert_null(strstr(body, "](http://b)"));
    assert_null(strchr(body, 27));
    assert_null(strchr(body, 13));
    scoped(json) *front = read_front("$SCRATCH/p/README.md");
    assert_string_equal(text(front, "pretty_name"), "# {\"a\"}: b");
    assert_string_equal(text(front, "license"), "mit");
    json_free(front);
    read_test_file(&card, "$SCRATCH/p/CITATION.cff");
    assert_done(json_from_yaml(&front, str_text(&card), card.length, &err));
    assert_string_equal(text(json_item(json_get(front, "authors"), 0), "name"), "x, \"y\": | {z}");
}

TEST(publish__describes_real_fixes_truthfully)
{
    struct sums sums;
    if (!has_atcoder("publishing real fixes"))
        skip();
    shell("\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o a.db --force; \"$TOKFIX\" dedup a.db; "
          "\"$TOKFIX\" split a.db; \"$TOKFIX\" publish a.db -o p --license mit; "
          "\"$TOKFIX\" publish a.db -o one --license mit -j 1; diff -r p one");
    check_folder("p", &sums);
    printf("note: publish: %" PRId64 " rows of AtCoder, %" PRId64 " bytes\n", sums.n_rows,
           sums.n_bytes);
    assert_true(sums.n_rows > 300);
}

TEST_SETUP(make, NULL);
