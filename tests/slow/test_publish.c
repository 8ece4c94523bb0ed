/* Published folders, checked with sha256sum, zcat, wc and sqlite3. */
#include "base/json.h"
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

/* The value of a line of a card's front matter, which is JSON: the first of those that begin so. */
static struct json *read_front(const char *path, const char *begin)
{
    struct json *value;
    scoped(str) content = test_file(path);
    assert_memory_equal(str_text(&content), "---\n", 4);
    const char *at = strstr(str_text(&content), begin);
    assert_non_null(at);
    at += strlen(begin);
    assert_done(json_parse(&value, at, strcspn(at, "\n"), &err));
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

struct sums {
    int64_t n_rows, n_bytes, n_uncompressed;
    size_t n_files;
};

static int64_t size(const char *folder, const char *path, const char *command)
{
    return number("cd %s; cat '%s' | %s", folder, path, command);
}

/* croissant.json lists all data files with their sizes; SHA256SUMS proves their sums, which are
 * the same. */
static void check_croissant(const char *folder, struct sums *sums)
{
    scoped(str) path = str_of("$SCRATCH/%s/croissant.json", folder);
    scoped(json) *croissant = read_json(str_text(&path));
    json_each(one, json_get(croissant, "distribution")) {
        if (strcmp(text(one, "@type"), "cr:FileObject") != 0)
            continue;
        const char *file = text(one, "contentUrl");
        int64_t n_bytes = size(folder, file, "wc -c");
        assert_int_equal(strtoll(text(one, "contentSize"), NULL, 10), n_bytes);
        assert_int_equal(
            number("grep -c '^%s  %s$' %s/SHA256SUMS", text(one, "sha256"), file, folder), 1);
        sums->n_files++;
        sums->n_bytes += n_bytes;
        sums->n_rows += size(folder, file, "zcat | wc -l");
        sums->n_uncompressed += size(folder, file, "zcat | wc -c");
    }
    assert_int_equal(sums->n_files, number("find %s/data -type f | wc -l", folder));
    assert_int_equal(sums->n_files + 1, number("cd %s; sha256sum -c SHA256SUMS | wc -l", folder));
}

static void check_front(const char *folder, const struct sums *sums)
{
    scoped(str) path = str_of("$SCRATCH/%s/README.md", folder);
    scoped(json) *config = read_front(str_text(&path), "\nconfigs:\n- ");
    scoped(json) *info = read_front(str_text(&path), "\ndataset_info:\n- ");
    double n_rows = 0, n_bytes = 0;
    assert_int_equal(of(info, "download_size"), sums->n_bytes);
    assert_int_equal(of(info, "dataset_size"), sums->n_uncompressed);
    json_each(split, json_get(info, "splits")) {
        str_set(&path, "%s/data/%s-", folder, text(split, "name"));
        assert_int_equal(of(split, "num_examples"), number("zcat %s* | wc -l", str_text(&path)));
        assert_int_equal(of(split, "num_bytes"), number("zcat %s* | wc -c", str_text(&path)));
        n_rows += of(split, "num_examples");
        n_bytes += of(split, "num_bytes");
    }
    assert_int_equal(n_rows, sums->n_rows);
    assert_int_equal(n_bytes, sums->n_uncompressed);
    size_t n_paths = 0;
    json_each(entry, json_get(config, "data_files"))
        n_paths += json_count(json_get(entry, "path"));
    assert_int_equal(n_paths, sums->n_files);
}

/* Everything that a folder says of its files. */
static void check_folder(const char *folder, struct sums *sums)
{
    *sums = (struct sums){0};
    check_croissant(folder, sums);
    check_front(folder, sums);
}

static const char make_sample[] =
    "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db --force; \"$TOKFIX\" "
    "dedup s.db; "
    "\"$TOKFIX\" split s.db --seed 2 --ratio 1:1:1; \"$TOKFIX\" check s.db >/dev/null; "
    "rm -rf one two p p.partial";

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
    assert_int_equal(number("ls -A p | wc -l"), 5);
    assert_int_equal(number("ls -d p.partial 2>/dev/null | wc -l"), 0);
}

TEST(publish__is_the_same_again)
{
    shell(
        "\"$TOKFIX\" publish s.db -o one --license mit -j 1 --negatives 0.5; mkdir deep two; "
        "cp s.db deep/other.db; cd deep; \"$TOKFIX\" publish other.db -o ../two/one --license mit "
        "-j 4 --negatives 0.5; cd ..; sed -i 's/publish other.db/publish s.db/' two/one/README.md; "
        "diff -r one two/one");
    struct sums sums;
    check_folder("one", &sums);
    assert_int_equal(sums.n_files, 3);
    shell("\"$TOKFIX\" publish s.db -o two/one --license mit --force --negatives 0.5 --seed 1; "
          "fails diff -rq one two/one");
}

TEST(publish__writes_every_format)
{
    static const char *const formats[] = {"pairs",    "nbf",        "prompt-completion",
                                          "messages", "preference", "fim"};
    for (size_t i = 0; i < N_ITEMS(formats); i++) {
        struct sums sums;
        shell(
            printed("rm -rf p; \"$TOKFIX\" publish s.db -o p --license mit --format %s --sample 24",
                    formats[i]));
        check_folder("p", &sums);
        assert_true(sums.n_rows > 10);
    }
}

/* By the JSON schema of the Citation File Format 1.2.0, which is not ours. */
TEST(publish__citations_are_valid_by_their_schema)
{
    static const char *const options[] = {
        "",
        "--creator 'Ada: Lovelace' --creator '- {x}' --creator \"O'Brien 😀\"",
        "--license mit --version 10.2.3",
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
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --version 1.0", 2,
                   "--version takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --url ftp://x", 2, "--url takes");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license wtf", 2, "cc-by-4.0");
    assert_refused("cp s.db c.db; sqlite3 c.db \"update run set problem_list_sha256 = "
                   "'f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026'\"; "
                   "\"$TOKFIX\" publish c.db -o p --license mit",
                   1, "Project CodeNet, whose licence is cdla-permissive-2.0, not mit; omit");
    assert_refused("\"$TOKFIX\" publish s.db -o p --license mit --max-tokens 1", 1,
                   "there is nothing to write");
    assert_refused("sqlite3 s.db 'delete from split_sets; delete from set_splits'; "
                   "\"$TOKFIX\" publish s.db -o p --license mit",
                   1, "tokfix split");
}

/* The verdict is that of the database as it is now. */
TEST(publish__takes_the_verdict_of_check)
{
#define PUBLISH "\"$TOKFIX\" publish s.db -o p --license mit"
    shell("sqlite3 s.db \"update set_splits set split = case fix_key % 2 when 0 then 'test' else "
          "'train' end\"");
    assert_refused(PUBLISH, 1, "have not been checked as they are now; run: tokfix check s.db");
    shell("fails \"$TOKFIX\" check s.db >/dev/null");
    assert_refused(PUBLISH, 1, "'s.db' is not clean: `tokfix check` found ");
    shell("\"$TOKFIX\" dedup s.db; \"$TOKFIX\" split s.db --seed 3");
    assert_refused(PUBLISH, 1, "have not been checked as they are now; run: tokfix check s.db");
    shell("\"$TOKFIX\" check s.db; " PUBLISH "; rm -r p");
    shell("\"$TOKFIX\" export s.db --format pairs --split all --sample 3 -o bench.jsonl --force; "
          "fails \"$TOKFIX\" check s.db --against bench.jsonl");
    assert_refused(PUBLISH, 1, "'s.db' is not clean: `tokfix check` found ");
    shell("\"$TOKFIX\" check s.db --against bench.jsonl --mark || true; "
          "\"$TOKFIX\" check s.db; " PUBLISH
          "; grep -q 'benchmark bench.jsonl' p/README.md; fails grep -rq \"$SCRATCH\" p/*.*");
#undef PUBLISH
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
        "rm two/README.md; \"$TOKFIX\" publish s.db -o two --license mit --force; "
        "diff -r two/data one/data; "
        "fails ls -d *.partial");
}

/* Whole programs differ, and the lines that are shown do not. */
TEST(publish__refuses_code_in_two_splits)
{
    shell(
        "for p in 1 2 3; do printf '%s\\n' '{\"problem_id\": \"pP\", \"user_id\": \"u\", "
        "\"language\": \"python\", "
        "\"buggy_code\": \"aP = [P, P]\\nc = d\\nc = d\\nc = d\\nprint(b + 1)\\n\", "
        "\"fixed_code\": \"aP = [P, P]\\nc = d\\nc = d\\nc = d\\nprint(b - 1)\\n\"}' | "
        "sed s/P/$p/g; done >rows.jsonl; \"$TOKFIX\" mine rows.jsonl --format pairs -o l.db "
        "--force; \"$TOKFIX\" dedup l.db; \"$TOKFIX\" split l.db --group-by problem --ratio 1:1:1; "
        "\"$TOKFIX\" check l.db --group-by problem");
    assert_refused(
        "\"$TOKFIX\" publish l.db -o p --license mit --format messages --granularity line", 1,
        "rows would have the same code in two splits: p");
    shell("\"$TOKFIX\" publish l.db -o one --license mit --format messages");
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
        "update run set dataset = '--- ' || char(10) || 'license: x'\"; \"$TOKFIX\" check s.db");
    shell("\"$TOKFIX\" publish s.db -o p --license mit --creator 'x, \"y\": | {z}'");
    check_folder("p", &sums);
    scoped(str) card = test_file("$SCRATCH/p/README.md");
    const char *body = strstr(str_text(&card), "\n---\n");
    assert_non_null(body);
    assert_null(strstr(body, "<img"));
    assert_null(strstr(body, "\n# big"));
    assert_null(strstr(body, "](http://b)"));
    assert_null(strchr(body, 27));
    assert_null(strchr(body, 13));
    shell("grep -Fqx -- '- name: \"x, \\\"y\\\": | {z}\"' p/CITATION.cff");
}

TEST(publish__describes_real_fixes_truthfully)
{
    struct sums sums;
    if (!has_atcoder("publishing real fixes"))
        skip();
    shell("\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o a.db --force; \"$TOKFIX\" dedup a.db; "
          "\"$TOKFIX\" split a.db; \"$TOKFIX\" check a.db >/dev/null; mkdir one; "
          "\"$TOKFIX\" publish a.db -o p --license mit; "
          "\"$TOKFIX\" publish a.db -o one/p --license mit -j 1; diff -r p one/p");
    check_folder("p", &sums);
    printf("note: publish: %" PRId64 " rows of AtCoder, %" PRId64 " bytes\n", sums.n_rows,
           sums.n_bytes);
    assert_true(sums.n_rows > 300);
}

TEST_SETUP(make, NULL);
