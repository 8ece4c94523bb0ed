/* Hostile rows and lists, for the commands that read them: `check` reads files of rows, `export` a
 * template, `split`, `check` and `dedup` lists of ids. `mine` reads rows with large programs. */
#include "base/lines.h"
#include "guard/tasks/task_list.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

enum { MILLION = 1000000 };

/* A row without the end of its `fixed_code`, and that end. */
#define ROW                                                                                     \
    "{\"id\":\"p1-s1-s2\",\"problem_id\":\"p1\",\"user_id\":\"u\",\"language\":\"python\","     \
    "\"original_language\":\"\",\"buggy_submission\":\"s1\",\"fixed_submission\":\"s2\","       \
    "\"buggy_status\":\"Wrong Answer\",\"buggy_date\":1,\"fixed_date\":2,\"origin\":\"real\","  \
    "\"edit\":\"replace\","                                                                     \
    "\"category\":\"literal\",\"pattern\":\"CHANGE_NUMERIC_LITERAL\",\"role\":\"\","            \
    "\"region\":\"code\","                                                                      \
    "\"before\":\"1\",\"after\":\"2\",\"line\":1,\"column\":4,\"start_byte\":4,\"end_byte\":5," \
    "\"token_index\":2,\"n_tokens\":4,\"repair_in_program\":false,\"parses\":true,"             \
    "\"verdict_in_comment\":false,\"dialect\":\"both\",\"split\":\"\",\"cluster\":\"\","        \
    "\"verdict\":\"\",\"evidence_input\":\"\",\"evidence_expected\":\"\","                      \
    "\"evidence_actual\":\"\",\"buggy_encoding\":\"utf-8\",\"fixed_encoding\":\"utf-8\","       \
    "\"buggy_code\":\"x = 1\\n\",\"fixed_code\":\"x = 2\\n"
#define ROW_END "\"}\n"

/* A file: `start`, `n` times `repeated`, `end`. */
static void write_rows(const char *start, const char *repeated, size_t n, const char *end)
{
    FILE *file = bounded_create("rows.jsonl");
    fputs(start, file);
    bounded_repeat(file, repeated, n);
    fputs(end, file);
    bounded_close(file);
}

static void make_store(struct str *output)
{
    run_valid(output,
              "cd \"$SCRATCH\" && test -f good.db || { \"$TOKFIX\" mine --language python "
              "\"$SAMPLE/Project_CodeNet\" -q "
              "-o good.db && \"$TOKFIX\" dedup good.db -q && \"$TOKFIX\" split good.db -q; } 2>&1");
}

static const struct {
    const char *name, *start, *repeated, *end;
    size_t n;
    size_t max_mb;
    const char *n_broken; /* what `check` says of it */
} rows[] = {
    {"a text of 40 MB", ROW ROW_END ROW "#", "0123456789", ROW_END, 4 * MILLION, 450,
     "checked: 1 program of"},
    {"a million lines in a text", ROW ROW_END ROW, "x = 1\\n", ROW_END, MILLION, 110,
     "checked: 1 program of"},
    {"nested arrays", ROW ROW_END "{\"a\":", "[", "\n", MILLION, 40, "checked: 1 program of"},
    {"nested objects", ROW ROW_END, "{\"a\":", "\n", MILLION, 40, "checked: 1 program of"},
    {"an array of five million", ROW ROW_END "{\"id\":[1", ",1", "]}\n", 5 * MILLION, 80,
     "checked: 1 program of"},
    {"a key many times", ROW ROW_END "{\"id\":\"\"", ",\"id\":\"\"", "}\n", MILLION / 2, 200,
     "checked: 1 program of"},
    {"keys of 1 MB", ROW ROW_END "{\"", "a", "\":1}\n", MILLION, 30, "checked: 1 program of"},
    {"a numeral of a million digits", ROW ROW_END "{\"line\":-", "9", "}\n", MILLION, 30,
     "checked: 1 program of"},
    {"an exponent of a million digits", ROW ROW_END "{\"line\":1e", "9", "}\n", MILLION, 30,
     "checked: 1 program of"},
    {"an id of 1 MB", ROW ROW_END "{\"id\":\"", "p", "\"}\n", MILLION, 30, "checked: 1 program of"},
    {"lone surrogates", ROW ROW_END ROW, "\\ud800", ROW_END, MILLION, 40, "checked: 1 program of"},
    {"CESU-8", ROW ROW_END ROW, "\xed\xa0\xbd\xed\xb8\x80", ROW_END, MILLION, 40,
     "checked: 1 program of"},
    {"overlong slashes", ROW ROW_END ROW, "\xc0\xaf", ROW_END, MILLION, 40,
     "checked: 1 program of"},
    {"escaped zero bytes", ROW ROW_END ROW, "\\u0000", ROW_END, MILLION, 40,
     "checked: 1 program of"},
    {"blank lines", ROW ROW_END, "\n", "", MILLION, 40, "clean"},
    {"broken lines", ROW ROW_END, "{\n", "", MILLION, 40, "checked: 1000000 programs of"},
    {"rows of nothing", ROW ROW_END, "{}\n", "", MILLION / 10, 40, "checked: 100000 programs of"},
    {"one row very often", "", ROW ROW_END, "", MILLION / 20, 120, "clean"},
};

TEST(hostile_rows__are_found_line_by_line)
{
    scoped(str) output = {0};
    make_store(&output);
    for (size_t i = 0; i < N_ITEMS(rows); i++) {
        scoped(str) name = {0};
        write_rows(rows[i].start, rows[i].repeated, rows[i].n, rows[i].end);
        str_print(&name, "check: %s", rows[i].name);
        int status =
            run_bounded(&output, str_text(&name), rows[i].max_mb,
                        "\"$TOKFIX\" check \"$SCRATCH/good.db\" --against \"$SCRATCH/rows.jsonl\"");
        if (status != 0 || !strstr(str_text(&output), rows[i].n_broken))
            fail_msg("%s: %.2000s", str_text(&name), str_text(&output));
    }
    run_valid(&output, "rm \"$SCRATCH/rows.jsonl\"");
}

TEST(hostile_rows__in_lists_are_refused)
{
    static const struct {
        const char *command, *start, *repeated;
        size_t n;
        int status;
        const char *message;
    } cases[] = {
        {"split \"$SCRATCH/good.db\" --import test=", "", "p", 40 * MILLION, 1,
         "is not a problem id"},
        {"split \"$SCRATCH/good.db\" --import test=", "", "p0\n", 4 * MILLION, 1,
         "no problem in these lists has a fix"},
        {"check \"$SCRATCH/good.db\" --against \"$SCRATCH/program\" --repaired", "", "p0\n",
         4 * MILLION, 1, "has no item 'p0'"},
        {"dedup \"$SCRATCH/good.db\" -q --problem-clusters", "", "p", 40 * MILLION, 1,
         "is not a problem id"},
        {"dedup \"$SCRATCH/good.db\" -q --problem-clusters", "p1", ",p1", MILLION, 0, ""},
    };
    scoped(str) output = {0};
    make_store(&output);
    run_valid(&output, "cd \"$SCRATCH\" && mkdir -p program/buggy program/fixed && "
                       "echo 'x = 1' >program/fixed/a.py");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        write_rows(cases[i].start, cases[i].repeated, cases[i].n, "\n");
        bool is_joined = cases[i].command[strlen(cases[i].command) - 1] == '=';
        int status =
            run_bounded(&output, cases[i].command, 200, "\"$TOKFIX\" %s%s\"$SCRATCH/rows.jsonl\"",
                        cases[i].command, is_joined ? "" : " ");
        if (status != cases[i].status || !strstr(str_text(&output), cases[i].message))
            fail_msg("%s %s: %.2000s", cases[i].command, cases[i].repeated, str_text(&output));
    }
    run_valid(&output, "rm \"$SCRATCH/rows.jsonl\"");
}

/* A row is rejected above 64 MiB, unless --max-bytes allows larger programs. */
TEST(hostile_rows__of_mine_are_as_large_as_max_bytes_allows)
{
    static const struct {
        const char *max_bytes, *message;
    } cases[] = {
        {"20000000", "1 single-token fix"},
        {"1048576", "the first error is in rows.jsonl:1: larger than 64 MiB; a larger --max-bytes "
                    "allows larger rows"},
        {"10000000", "rows.jsonl:1: larger than 10000000 bytes"},
    };
    FILE *file = bounded_create("rows.jsonl");
    for (int i = 1; i <= 2; i++) {
        fprintf(file,
                "{\"user\":\"u\",\"problem\":\"p\",\"language\":\"py3\",\"date\":%d,"
                "\"status\":\"%s\",\"code\":\"x = %d\\n#",
                i, i == 1 ? "WA" : "AC", i);
        bounded_repeat(file, "\\u0041\\u0042", 6 * MILLION);
        fputs("\\n\"}\n", file);
    }
    bounded_close(file);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_shell(&output,
                  "cd \"$SCRATCH\" && \"$TOKFIX\" mine rows.jsonl --force -o large.db "
                  "--max-bytes %s 2>&1",
                  cases[i].max_bytes);
        if (!strstr(str_text(&output), cases[i].message))
            fail_msg("--max-bytes %s: %s", cases[i].max_bytes, str_text(&output));
    }
}

/* ---- A task that is too large ---- */

TEST(task_list__reads_what_comes_after_a_row_that_is_too_large)
{
    scoped(task_list) list = {0};
    if (!is_release("a row of 256 MiB"))
        skip();
    FILE *file = bounded_create("large");
    fputs("{}\n{\"patch\": \"", file);
    bounded_skip(file, LINES_MAX_BYTES);
    fputs("\"}\n{\"repo\": \"o/n\"}\n", file);
    bounded_close(file);
    assert_done(task_list_read(&list, scratch_path("large"), NULL, &err));
    assert_int_equal(list.list.n, 3);
    assert_string_equal(list.list.items[1].fault, "larger than 256 MiB");
    assert_int_equal(list.list.items[2].line, 3);
    assert_string_equal(list.list.items[2].repository, "o/n");
}
