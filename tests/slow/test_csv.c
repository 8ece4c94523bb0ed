/* CSV and TSV in other tools: pandas, DuckDB and R read every field of the JSON lines. */
#include "tests/support/test.h"

#define PYTHON  "/usr/bin/python3"
#define LOADERS "cd \"$SCRATCH\" && export PYTHONPATH= && L=\"$SAMPLE/../loaders\" && "
#define DUCKDB  "NODE_PATH=\"$OUT/duckdb/node_modules\" node \"$L/csv_with_duckdb.cjs\""
#define R       "Rscript --vanilla \"$L/csv_with_r.R\""

/* Files that are read, without .csv and .tsv: fields that are hard to write, real programs, nested
 * values, tables. */
static const char *const names[] = {"hostile", "real", "messages", "segments", "nbf", "stats"};

static bool has(const char *test, const char *reader)
{
    return can_run(test, "reading CSV", printed("%s is missing", reader));
}

/* Writes all files; what has to be read of them goes to NAME.expected, and with LF in place of CR
 * and CRLF to NAME.lf. */
static int write_all(void **state)
{
    (void)state;
    run_valid(
        NULL, LOADERS PYTHON
        " \"$L/hostile_rows.py\" >rows.jsonl && "
        "\"$TOKFIX\" mine rows.jsonl -o hostile.db --force --failing =WA && "
        "if [ -d \"$SHARED/data/atcoder\" ]; then D=\"$SHARED/data/atcoder\"; "
        "else D=\"$SAMPLE/Project_CodeNet\"; fi && \"$TOKFIX\" mine \"$D\" -o real.db --force");
    run_valid(NULL, LOADERS
              "for kind in jsonl csv tsv; do "
              "for db in hostile real; do "
              "\"$TOKFIX\" export $db.db --format pairs --force -o $db.$kind; done && "
              "for format in messages segments nbf; do "
              "\"$TOKFIX\" export hostile.db --format $format --force -o $format.$kind; done && "
              "\"$TOKFIX\" stats real.db --force -o stats.$kind || exit; done && "
              "for name in hostile real messages segments nbf stats; do " PYTHON
              " \"$L/with_csv.py\" lines $name.jsonl >$name.expected && " PYTHON
              " \"$L/with_csv.py\" lines $name.jsonl --lf >$name.lf || exit; done");
    return 0;
}

/* Runs a reader for each file; what it prints must be the fields of the JSON lines. */
static void assert_reads(const char *reader, const char *command, const char *expected)
{
    for (size_t i = 0; i < N_ITEMS(names); i++)
        run_valid(NULL,
                  LOADERS "for kind in csv tsv; do %s %s.$kind >read && cmp %s.%s read || exit 1; "
                          "done",
                  command, names[i], names[i], expected);
    scoped(str) n = output_of("cd \"$SCRATCH\" && cat *.expected | wc -l");
    printf("note: %s reads %d rows as CSV and as TSV\n", reader, atoi(str_text(&n)));
}

TEST(csv__is_read_by_python)
{
    assert_reads("python", PYTHON " \"$L/with_csv.py\" csv", "expected");
}

/* By default, pandas knows numbers and truth values. */
TEST(csv__is_read_by_pandas)
{
    if (!has(PYTHON " -c 'import pandas'", "pandas"))
        skip();
    assert_reads("pandas", PYTHON " \"$L/with_csv.py\" pandas", "expected");
    scoped(str) types =
        output_of(LOADERS PYTHON " -c 'import pandas; t = pandas.read_csv(\"real.csv\", "
                                 "keep_default_na=False); print(t.line.dtype, t.start_byte.dtype, "
                                 "t.repair_in_program.dtype, t.buggy_code.dtype)'");
    assert_string_equal(str_text(&types), "int64 int64 bool object\n");
}

TEST(csv__is_read_by_duckdb)
{
    if (!has("test -f \"$OUT/duckdb/installed\" && command -v node", "DuckDB"))
        skip();
    assert_reads("duckdb", DUCKDB, "expected");
    scoped(str) types = output_of(LOADERS DUCKDB " real.csv --types | "
                                                 "grep -w 'line\\|repair_in_program\\|buggy_code'");
    assert_string_equal(str_text(&types),
                        "line BIGINT\nrepair_in_program BOOLEAN\nbuggy_code VARCHAR\n");
}

TEST(csv__is_read_by_r)
{
    if (!has("Rscript -e 'library(readr)'", "R's readr"))
        skip();
    assert_reads("readr", R " readr", "expected");
}

/* Base R reads each CR and CRLF as LF (Rconn_fgetc() in its connections.c), also in quotes. */
TEST(csv__is_read_by_base_r_but_for_cr)
{
    if (!has("command -v Rscript", "R"))
        skip();
    assert_reads("base R", R " base", "lf");
}

/* The tables as Parquet have typed columns, and the values of the JSON lines. */
TEST(stats__are_parquet_by_their_name)
{
    if (!has("test -f \"$TOKFIX_DUCKDB\" && test -f \"$OUT/loaders/installed\" && command -v node",
             "DuckDB's library, or hyparquet,"))
        skip();
    run_valid(NULL, LOADERS
              "rows() { node \"$L/parquet_lines.cjs\" \"$OUT/loaders\" \"$@\"; } && "
              "\"$TOKFIX\" stats real.db -o s.parquet && rows s.parquet | "
              "jq -cS 'with_entries(select(.value != null))' >read && "
              "jq -cS 'with_entries(select(.value != null))' stats.jsonl | cmp - read && "
              "rows s.parquet --types >types && grep -qx 'table BYTE_ARRAY UTF8' types && "
              "grep -qx 'percent DOUBLE' types && grep -qx 'taken_n INT64 INT_64' types && "
              "\"$TOKFIX\" stats real.db edits -o e.parquet && "
              "rows e.parquet --types | tr '\\n' ' ' >types && grep -qx 'category BYTE_ARRAY UTF8 "
              "edit BYTE_ARRAY UTF8 before BYTE_ARRAY UTF8 after BYTE_ARRAY UTF8 n INT64 INT_64 ' "
              "types");
}

SUITE_SETUP(write_all, NULL);
