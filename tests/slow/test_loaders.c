/* A published folder in other tools. Each must read the content of the database. */
#include "tests/support/test.h"

/* Where the scripts are, and which files they are to read: those of the folder, split by split. */
#define LOADERS "cd \"$SCRATCH/set\" && export PYTHONPATH= && L=\"$SAMPLE/../loaders\" && "
#define FILES   "$(for S in train validation test; do ls data/$S-*; done 2>/dev/null)"
#define PYTHON  "/usr/bin/python3"

static bool has(const char *test, const char *loader)
{
    return can_run(test, "loading published rows", printed("%s is missing", loader));
}

/* Publishes the real pairs where they are, else the sample; what the database has of the published
 * fixes goes to $SCRATCH/expected. */
static int publish(void **state)
{
    (void)state;
    run_valid(NULL, "if [ -d \"$SHARED/data/atcoder\" ]; then D=\"$SHARED/data/atcoder\"; "
                    "else D=\"$SAMPLE/Project_CodeNet\"; fi; cd \"$SCRATCH\" && "
                    "\"$TOKFIX\" mine \"$D\" -o l.db --force && \"$TOKFIX\" dedup l.db && "
                    "\"$TOKFIX\" split l.db --seed 2024 && \"$TOKFIX\" check l.db && "
                    "rm -rf set && \"$TOKFIX\" publish l.db -o set --license mit");
    run_valid(
        NULL,
        "cd \"$SCRATCH\" && sh \"$SAMPLE/../loaders/read.sh\" store l.db | jq -c . >expected && "
        "test -s expected");
    return 0;
}

/* Runs a loader; what it prints must be what the database has. */
static void assert_loads(const char *name, const char *command)
{
    scoped(str) output = output_of(LOADERS "{ %s; } >../%s.json && jq -c . ../%s.json >../%s.rows",
                                   command, name, name, name);
    run_valid(&output, "cd \"$SCRATCH\" && cmp expected %s.rows && wc -l <expected", name);
    printf("note: %s loads %d rows\n", name, atoi(str_text(&output)));
}

TEST(published__is_read_by_python)
{
    if (!has(PYTHON " -c 'import json'", "Python"))
        skip();
    assert_loads("python", PYTHON " \"$L/read.py\" plain " FILES);
}

TEST(published__is_read_by_pandas)
{
    if (!has(PYTHON " -c 'import pandas'", "pandas"))
        skip();
    assert_loads("pandas", PYTHON " \"$L/read.py\" pandas " FILES);
}

/* The formats of trainers, whose loaders take columns by name. */
TEST(exported__ids_are_columns_apart)
{
    static const char *const formats[] = {"messages", "prompt-completion", "preference", "fim"};
    if (!has(PYTHON " -c 'import pandas'", "pandas"))
        skip();
    for (size_t i = 0; i < N_ITEMS(formats); i++) {
        scoped(str) output =
            output_of("cd \"$SCRATCH\" && for ids in '' --without-ids; do "
                      "\"$TOKFIX\" export l.db --format %s --split train $ids --force "
                      "-o rows$ids.jsonl 2>log || { cat log; exit 1; }; done && " PYTHON
                      " \"$SAMPLE/../loaders/read.py\" apart rows.jsonl rows--without-ids.jsonl",
                      formats[i]);
        printf("note: ids beside %s: %s", formats[i], str_text(&output));
    }
}

TEST(published__is_read_by_sqlite)
{
    if (!has("command -v sqlite3", "sqlite3"))
        skip();
    assert_loads("sqlite3", "sh \"$L/read.sh\" sqlite " FILES);
}

TEST(published__is_read_by_jq)
{
    if (!has("command -v jq", "jq"))
        skip();
    assert_loads("jq", "sh \"$L/read.sh\" jq " FILES);
}

TEST(published__is_read_by_duckdb)
{
    if (!has("test -f \"$OUT/duckdb/installed\" && command -v node", "DuckDB"))
        skip();
    assert_loads("duckdb", "NODE_PATH=\"$OUT/duckdb/node_modules\" "
                           "node \"$L/read.cjs\" duckdb " FILES);
}

/* Rows in one language and in four, and three split sets. */
TEST(published__is_loaded_by_the_configurations_of_the_card)
{
    if (!has(PYTHON " -c 'import yaml'", "PyYAML"))
        skip();
    run_valid(NULL,
              "cd \"$SCRATCH\" && "
              "\"$SAMPLE/../cases/languages/tree.sh\" tree && "
              "\"$TOKFIX\" mine tree --language all -o f.db --force && \"$TOKFIX\" dedup f.db && "
              "\"$TOKFIX\" split f.db --group-by problem "
              "--ratio 1:1:1 && (\"$TOKFIX\" check f.db --mark || true) && rm -rf four chats && "
              "\"$TOKFIX\" check f.db && "
              "\"$TOKFIX\" publish f.db -o four --license mit --category all && "
              "\"$TOKFIX\" publish f.db -o chats --license mit --category all --format messages "
              "&& \"$TOKFIX\" split l.db --split-set cv --folds 5 "
              "&& \"$TOKFIX\" split l.db --split-set within --group-by user,duplicates "
              "&& for s in default cv within; do \"$TOKFIX\" check l.db --split-set $s || exit 1; "
              "done && "
              "rm -rf sets && \"$TOKFIX\" publish l.db -o sets --license mit "
              "--split-set default,cv,within");
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && " PYTHON
                  " \"$SAMPLE/../loaders/with_hub_configs.py\" set four chats sets");
    assert_contains(str_text(&output), "chats {\"default\": ");
    printf("note: configurations: %s", str_text(&output));
}

TEST(published__is_read_by_its_croissant_file)
{
    if (!has(PYTHON " -c 'import rdflib'", "rdflib"))
        skip();
    assert_loads("croissant", PYTHON " \"$L/read.py\" croissant .");
}

SUITE_SETUP(publish, NULL);

/* ---- The lines of SQL of doc/export.md ---- */

#define SHELL                                                                 \
    "set -e; cd \"$SCRATCH\"; export NODE_PATH=\"$OUT/duckdb/node_modules\" " \
    "PYTHONDONTWRITEBYTECODE=1; L=\"$SAMPLE/../loaders\"; "

TEST(lines__of_duckdb_do_what_the_page_says)
{
    if (!can_run("test -f \"$OUT/duckdb/installed\" && command -v node && command -v zstd",
                 "the lines of SQL of doc/export.md", "DuckDB is missing"))
        skip();
    run_valid(NULL, SHELL
              "\"$TOKFIX\" mine -q \"$SAMPLE/Project_CodeNet\" --language python -o d.db; "
              "\"$TOKFIX\" export -q d.db --format pairs --category all -o pairs.jsonl; "
              "sed -n '/^DuckDB writes/,/^## /s/^    //p' \"$SAMPLE/../../doc/export.md\" >lines; "
              "grep -c '^COPY' lines | grep -qx 3; node \"$L/read.cjs\" sql <lines");
    run_valid(NULL, SHELL
              "for kind in jsonl csv; do python3 \"$L/read.py\" csv pairs.$kind >$kind; done; "
              "cmp jsonl csv; zstd -dcq pairs.jsonl.zst | jq -cS . >packed; "
              "jq -cS . pairs.jsonl | cmp - packed; "
              "jq -r .category balanced.jsonl | sort | uniq -c | awk '{print $1}' | sort -u | "
              "wc -l | grep -qx 1; jq -cS . balanced.jsonl | grep -qvxFf packed && exit 1; exit 0");
}
