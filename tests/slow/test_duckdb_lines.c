/* The lines of SQL of doc/export.md make CSV, Zstandard and a balanced set. */
#include "tests/support/test.h"

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
