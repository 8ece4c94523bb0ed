/* Parquet files have the rows of the JSON lines: read by hyparquet, an independent reader, and by
 * DuckDB's own client. */
#include "tests/support/test.h"

/* `rows FILE` prints the rows of a Parquet file as JSON lines. */
#define SHELL                   \
    "set -e; cd \"$SCRATCH\"; " \
    "rows() { node \"$SAMPLE/../loaders/read.cjs\" parquet \"$OUT/npm\" \"$@\"; }; "

static void shell(const char *command)
{
    run_valid(NULL, SHELL "%s", command);
}

static void assert_fails(const char *command, int status, const char *message)
{
    expect_run(status, message, SHELL "set +e; %s", command);
}

static bool has_library(void)
{
    return can_run("test -f \"$TOKFIX_DUCKDB\"", "Parquet", "DuckDB's library is missing");
}

static bool has_readers(void)
{
    return has_library() && can_run("test -f \"$OUT/npm/installed\" && command -v node", "Parquet",
                                    "hyparquet is missing");
}

static int make(void **state)
{
    (void)state;
    shell("\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db; \"$TOKFIX\" "
          "dedup s.db; "
          "\"$TOKFIX\" split s.db --seed 2 --ratio 1:1:1; \"$TOKFIX\" check s.db");
    return 0;
}

TEST(parquet__holds_the_rows_of_the_json_lines)
{
    if (!has_readers())
        skip();
    shell(
        "formats=$(\"$TOKFIX\" export --format '?' 2>&1 | sed -n 's/.*use one of: //p' | tr -d ,); "
        "test -n \"$formats\"; for format in $formats; do "
        "for kind in jsonl parquet; do \"$TOKFIX\" export s.db --split all --format $format "
        "--category all --task repair -o x.$kind --force; done; test -s x.jsonl; "
        "rows x.parquet | cmp - x.jsonl; done");
    shell("rows x.parquet --types | grep -q 'BYTE_ARRAY UTF8'");
    shell("\"$TOKFIX\" export s.db --split all --format pairs -o x.parquet --force; "
          "rows x.parquet --types >t; "
          "grep -qx 'start_byte INT64 INT_64' t; grep -qx 'repair_in_program BOOLEAN' t; "
          "grep -qx 'buggy_code BYTE_ARRAY UTF8' t");
}

TEST(parquet__is_the_same_again)
{
    if (!has_readers())
        skip();
    shell("\"$TOKFIX\" export s.db --split all --format pairs -j 1 -o one.parquet; "
          "\"$TOKFIX\" export s.db --split all --format pairs -j 4 -o four.parquet; "
          "cmp one.parquet four.parquet; "
          "\"$TOKFIX\" tag s.db -o tags.parquet; "
          "\"$TOKFIX\" tag s.db -o tags.jsonl; "
          "rows tags.parquet | cmp - tags.jsonl");
}

/* Folders of export and publish; and DuckDB's client. */
TEST(parquet__folders_are_published)
{
    if (!has_readers())
        skip();
    shell("\"$TOKFIX\" export s.db --format messages --parquet -o chat/; "
          "\"$TOKFIX\" export s.db --format messages -o lines/; "
          "test \"$(ls chat | paste -sd' ')\" = "
          "'dataset_info.json test.parquet train.parquet validation.parquet'; "
          "for s in train validation test; do rows chat/$s.parquet | cmp - lines/$s.jsonl; done; "
          "grep -q '\"train.parquet\"' chat/dataset_info.json");
    shell("for f in pairs messages nbf; do "
          "\"$TOKFIX\" publish s.db -o $f --license mit --format $f --parquet; "
          "\"$TOKFIX\" publish s.db -o $f-lines --license mit --format $f; "
          "for s in train test; do name=data/$s-00000-of-00001; "
          "rows $f/$name.parquet >rows; zcat $f-lines/$name.jsonl.gz | cmp - rows; done; "
          "(cd $f; sha256sum -c --quiet SHA256SUMS); "
          "grep -q 'path.*data/.*parquet' $f/README.md; done");
    shell("mkdir again; \"$TOKFIX\" publish s.db -o again/pairs --license mit --format pairs "
          "--parquet -j 1; "
          "diff -r pairs again/pairs");
    shell("export NODE_PATH=\"$OUT/duckdb/node_modules\"; "
          "node -e \"const { DuckDBInstance: D } = require('@duckdb/node-api'); (async () => { "
          "const c = await (await D.create(':memory:')).connect(); "
          "const t = await c.runAndReadAll(\\\"select * from 'pairs/data/*.parquet'\\\"); "
          "console.log(t.getRows().length); })();\" >n_rows; test \"$(cat n_rows)\" = \"$(zcat "
          "pairs-lines/data/* | wc -l)\"");
}

/* Nothing is left after, and the words say what to do. */
TEST(parquet__that_cannot_be_written_is_refused)
{
    assert_fails(
        "TOKFIX_DUCKDB=none \"$TOKFIX\" export s.db --split all --format pairs -o n.parquet", 1,
        "install it with `make parquet`");
    assert_fails("TOKFIX_DUCKDB=none \"$TOKFIX\" publish s.db -o n --license mit --parquet", 1,
                 "make parquet");
    assert_fails("\"$TOKFIX\" export s.db --format pairs --parquet -o n.jsonl", 2, "not 'n.jsonl'");
    assert_fails("\"$TOKFIX\" export s.db --format pairs --parquet", 2, "named .parquet, not '-'");
    assert_fails("\"$TOKFIX\" export s.db --split all --format pairs -o n.parquet.gz", 1,
                 "rows are written as .jsonl, .jsonl.gz or .parquet only");
    assert_fails("trap '' XFSZ; ulimit -f 8; \"$TOKFIX\" export s.db --split all --format pairs -o "
                 "n.parquet",
                 1, has_library() ? "cannot write 'n.parquet'" : "make parquet");
    shell("for left in n n.*; do test ! -e $left; done");
}

SUITE_SETUP(make, NULL);
