/* Published folders: citations by their schema, what the manual says to a recipient, real fixes. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static void shell(const char *commands)
{
    run_valid(NULL, "set -e; cd \"$SCRATCH\"; %s", commands);
}

static int make(void **state)
{
    (void)state;
    shell("\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db --force; "
          "\"$TOKFIX\" dedup s.db; \"$TOKFIX\" split s.db --seed 2 --ratio 1:1:1; "
          "\"$TOKFIX\" check s.db >/dev/null");
    return 0;
}

/* By the JSON schema of the Citation File Format 1.2.0, which is not ours. */
TEST(publish__citations_are_valid_by_their_schema)
{
    static const char *const options[] = {
        "",
        "--creator 'Ada: Lovelace' --creator '- {x}' --creator \"O'Brien 😀\"",
        "--version 10.2.3",
        "--license cdla-sharing-1.0 --url 'https://example.org/a?b=c&d'",
        "--license cc-by-nc-sa-4.0",
        "--license odc-by",
        "--license other",
    };
#define CHECK "cd \"$SCRATCH\"; node \"$SAMPLE/../loaders/read.cjs\" citation \"$OUT/npm\" "
    if (!can_run("test -f \"$OUT/npm/installed\" && command -v node",
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
            "for f in data/train-*; do echo x >>$f; done; ! sha256sum -c SHA256SUMS 2>&1",
            forms[i]));
}

TEST(publish__describes_real_fixes_truthfully)
{
    if (!has_atcoder("publishing real fixes"))
        skip();
    shell("\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -o a.db --force; \"$TOKFIX\" dedup a.db; "
          "\"$TOKFIX\" split a.db; \"$TOKFIX\" check a.db >/dev/null; mkdir one; "
          "\"$TOKFIX\" publish a.db -o real --license mit; "
          "\"$TOKFIX\" publish a.db -o one/real --license mit -j 1; diff -r real one/real");
    scoped(str) output =
        output_of("cd \"$SCRATCH\"; python3 \"$SAMPLE/../loaders/check_folder.py\" real");
    printf("note: publish: %s", str_text(&output));
}

SUITE_SETUP(make, NULL);
