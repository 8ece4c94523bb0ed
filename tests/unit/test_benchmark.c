/* Benchmarks read from folders, JSON lines and databases, good and bad. */
#include "guard/benchmark.h"
#include "tests/support/codenet.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Reads $SCRATCH/NAME. */
static void read_named(struct benchmark *benchmark, const char *name)
{
    assert_done(benchmark_read(benchmark, scratch_path(name), LANGUAGE_SET_DEFAULT, &err));
}

static void add_code(struct str *text, const struct item_code *code)
{
    if (!code->text) {
        str_add_text(text, " -");
        return;
    }
    assert_int_equal(strlen(code->text), code->length);
    str_print(text, " '%s'", code->text);
}

/* "id (place) 'buggy' 'fixed'" a line, then "! place: reason". In a static buffer. */
static const char *content_of(const char *name)
{
    static struct str text;
    scoped(benchmark) benchmark = {0};
    read_named(&benchmark, name);
    str_clear(&text);
    for (size_t i = 0; i < benchmark.items.n; i++) {
        const struct benchmark_item *item = &benchmark.items.items[i];
        str_print(&text, "%s (%s)", item->id, item->place);
        for (int side = 0; side < N_ITEM_SIDES; side++)
            add_code(&text, &item->codes[side]);
        str_add_text(&text, "\n");
    }
    for (size_t i = 0; i < benchmark.rejects.n; i++)
        str_print(&text, "! %s: %s\n", benchmark.rejects.items[i].place,
                  benchmark.rejects.items[i].reason);
    return str_text(&text);
}

static void shell(const char *commands)
{
    run_valid(NULL, "set -e; cd \"$SCRATCH\"\n%s", commands);
}

TEST(benchmark__pairs_the_sides_of_a_folder)
{
    shell("mkdir -p sides/buggy/deeper sides/fixed; cd sides\n"
          "printf a >buggy/both.py; printf b >fixed/both.py\n"
          "printf c >buggy/only_buggy.py; printf d >fixed/only_fixed.py\n"
          "printf e >buggy/notes.txt; printf f >buggy/.hidden.py; printf g >buggy/deeper/x.py\n"
          "printf h >outside.py; printf i >buggy/.py");
    assert_string_equal(content_of("sides"), "both (buggy/both.py) 'a' 'b'\n"
                                             "only_buggy (buggy/only_buggy.py) 'c' -\n"
                                             "only_fixed (fixed/only_fixed.py) - 'd'\n");
}

TEST(benchmark__follows_no_link_out)
{
    shell("mkdir -p links/buggy links/fixed links/in out_there; cd links/fixed\n"
          "echo secret >../../out_there/secret.py; printf 1 >../in/a.py; mkdir folder.py\n"
          "ln -s ../../out_there/secret.py secret.py; ln -s loop.py loop.py\n"
          "ln -s ../in/a.py inside.py; ln -s nowhere.py broken.py; mkfifo pipe.py");
    const char *content = content_of("links");
    assert_null(strstr(content, "secret\n"));
    assert_contains(content, "inside (fixed/inside.py) - '1'\n");
    assert_contains(content, "! fixed/secret.py: ");
    assert_contains(content, "! fixed/loop.py: ");
    assert_contains(content, "! fixed/broken.py: ");
    assert_contains(content, "! fixed/pipe.py: ");
    assert_contains(content, "! fixed/folder.py: it is a folder\n");
    shell("mkdir linked; cd linked; ln -s ../out_there buggy; ln -s ../out_there fixed");
    scoped(benchmark) benchmark = {0};
    assert_error_with(
        benchmark_read(&benchmark, scratch_path("linked"), LANGUAGE_SET_DEFAULT, &err),
        "both buggy/ and fixed/");
}

/* What becomes of one line, the file's name taken away. */
static void check_line(const char *line, const char *expected)
{
    codenet_add_text(scratch_path("."), "b.jsonl", line);
    if (strcmp(content_of("b.jsonl"), expected) != 0)
        fail_msg("%s: %s, expected %s", line, content_of("b.jsonl"), expected);
}

TEST(benchmark__reads_pairs)
{
    static const char bad[] =
        "! b.jsonl:1: neither buggy_code and fixed_code (pairs) nor input_text (nbf)\n";
    check_line("{\"id\": \"x\", \"buggy_code\": \"a\", \"fixed_code\": \"b\\n\"}\n",
               "x (b.jsonl:1) 'a' 'b\n'\n");
    check_line("\n \r\n{\"buggy_code\": \"a\", \"fixed_code\": \"b\"}",
               "b.jsonl:3 (b.jsonl:3) 'a' 'b'\n");
    check_line("{\"id\": 7, \"buggy_code\": \"\", \"fixed_code\": \"\xc3\xa4\"}",
               "b.jsonl:1 (b.jsonl:1) '' '\xc3\xa4'\n");
    check_line("{\"buggy_code\": \"a\"}", bad);
    check_line("{\"buggy_code\": \"a\", \"fixed_code\": null}", bad);
    check_line("[]", bad);
    check_line("7", bad);
    check_line("{\"buggy_code\": \"\xff\", \"fixed_code\": \"\"}",
               "! b.jsonl:1: not JSON: it is not UTF-8\n");
    check_line("{\"buggy_code\": \"a\\u0000b\", \"fixed_code\": \"\"}",
               "! b.jsonl:1: a zero byte in a string at byte 17\n");
    check_line("{\"buggy_code\": \"\\\\u0000\", \"fixed_code\": \"\xef\xbb\xbf"
               "1\"}",
               "b.jsonl:1 (b.jsonl:1) '\\u0000' '1'\n");
    check_line("{\"id\": \"x\", \"buggy_code\": \"a\", \"fixed_code\": \"b\"}\n"
               "{\"id\": \"x\", \"buggy_code\": \"c\", \"fixed_code\": \"d\"}\n"
               "{\"id\": \"x\", \"buggy_code\": \"e\", \"fixed_code\": \"f\"}\n",
               "x (b.jsonl:1) 'a' 'b'\nx@b.jsonl:2 (b.jsonl:2) 'c' 'd'\n"
               "x@b.jsonl:3 (b.jsonl:3) 'e' 'f'\n");
    codenet_add_text(scratch_path("."), "b.jsonl", "{\"id\": \n{}}\n");
    const char *content = content_of("b.jsonl");
    assert_true(strncmp(content, "! b.jsonl:1: ", 13) == 0 && strstr(content, "\n! b.jsonl:2: "));
}

#define NBF(type, text, marker, repair)                                           \
    "{\"bug_type\": \"" type "\", \"commit_sha\": \"c\", \"input_text\": \"" text \
    "\", \"error_marker\": " marker ", \"repair\": " repair "}"
#define BAD                                                                                 \
    "! b.jsonl:1: error_marker is not a place [line, column, line, column] in input_text, " \
    "or repair is missing\n"

TEST(benchmark__reads_nbf)
{
    check_line(NBF("varmisuse", "a = b\\n", "[0, 4, 0, 5]", "\"c\""),
               "c (b.jsonl:1) 'a = b\n' 'a = c\n'\n");
    check_line(NBF("binop", "x\\n\xc3\xa4 = '\xf0\x9f\x98\x80' + y", "[1, 8, 1, 9]", "\"-\""),
               "c (b.jsonl:1) 'x\n\xc3\xa4 = '\xf0\x9f\x98\x80' + y' "
               "'x\n\xc3\xa4 = '\xf0\x9f\x98\x80' - y'\n");
    /* `not` missing, and one too many */
    check_line(NBF("not", "if(a):\\n  b\\n", "[0, 3, 0, 4]", "\"not\""),
               "c (b.jsonl:1) 'if(a):\n  b\n' 'if(not a):\n  b\n'\n");
    check_line(NBF("not", "if not  a: b", "[0, 3, 0, 6]", "\"\""),
               "c (b.jsonl:1) 'if not  a: b' 'if a: b'\n");
    check_line(NBF("not", "a", "[0, 0, 0, 1]", "\"not\""), "c (b.jsonl:1) 'a' 'not a'\n");
    /* blanks where two words meet */
    check_line(NBF("binop", "a<b", "[0, 1, 0, 2]", "\"in\""), "c (b.jsonl:1) 'a<b' 'a in b'\n");
    /* over several lines, and at the very end */
    check_line(NBF("varmisuse", "f(a,\\n  b)", "[0, 2, 1, 3]", "\"c\""),
               "c (b.jsonl:1) 'f(a,\n  b)' 'f(c)'\n");
    check_line(NBF("varmisuse", "a = b", "[0, 4, 0, 5]", "\"c\""),
               "c (b.jsonl:1) 'a = b' 'a = c'\n");
    /* a clean program is a right one */
    check_line(NBF("varmisuse", "a", "[]", "\"\""), "c (b.jsonl:1) - 'a'\n");
}

TEST(benchmark__refuses_bad_markers)
{
    static const char *const markers[] = {"null",
                                          "7",
                                          "\"\"",
                                          "[0, 4, 0]",
                                          "[0, 4, 0, 5, 0]",
                                          "[0, 5, 0, 4]",
                                          "[1, 0, 1, 1]",
                                          "[0, 4, 0, 6]",
                                          "[0, -1, 0, 5]",
                                          "[0, 4, \"0\", 5]",
                                          "[0, 4, null, 5]",
                                          "[1e300, 0, 1e300, 1]",
                                          "[0, 4, 0, 1048577]",
                                          "{}",
                                          "[[], 4, 0, 5]"};
    for (size_t i = 0; i < N_ITEMS(markers); i++) {
        const char *line =
            printed("{\"bug_type\": \"binop\", \"input_text\": \"a = b\", \"error_marker\": %s, "
                    "\"repair\": \"c\"}",
                    markers[i]);
        check_line(line, BAD);
    }
    /* a column beyond its line is none of the next */
    check_line(NBF("varmisuse", "a = b\\ncd = e", "[0, 6, 0, 8]", "\"c\""), BAD);
    check_line(NBF("varmisuse", "a = b", "[0, 4, 0, 5]", "null"), BAD);
    check_line(NBF("varmisuse", "a = b", "[0, 4, 0, 5]", "7"), BAD);
    check_line("{\"input_text\": \"a = b\"}", BAD);
    check_line("{\"input_text\": \"a = b\", \"repair\": \"c\"}", BAD);
}

/* A program of the largest size, and a larger one; the first rejects, and the number of all. */
TEST(benchmark__limits_programs_and_rejects)
{
    scoped(str) text = {0};
    scoped(benchmark) files = {0}, lines = {0};
    shell("mkdir -p bad/buggy bad/fixed; cd bad/buggy\n"
          "head -c 1048576 /dev/zero | tr '\\0' '#' >largest.py\n"
          "head -c 1048577 /dev/zero | tr '\\0' '#' >larger.py; printf 'x\\377' >latin.py");
    read_named(&files, "bad");
    assert_int_equal(files.items.n, 1);
    assert_string_equal(files.items.items[0].id, "largest");
    assert_int_equal(files.items.items[0].codes[ITEM_BUGGY].length, BENCHMARK_MAX_BYTES);
    assert_int_equal(files.rejects.n, 2);
    assert_string_equal(files.rejects.items[0].place, "buggy/larger.py");
    assert_string_equal(files.rejects.items[1].reason, "not UTF-8");
    for (size_t over = 0; over < 2; over++) {
        str_add_text(&text, "{\"buggy_code\": \"a\", \"fixed_code\": \"");
        for (size_t i = 0; i < BENCHMARK_MAX_BYTES + over; i++)
            str_add_text(&text, "#");
        str_add_text(&text, "\"}\n");
    }
    for (size_t i = 1; i < MAX_LISTED_REJECTS + 5; i++)
        str_add_text(&text, "\n \t\r\n{\n");
    codenet_add_text(scratch_path("."), "many.jsonl", str_text(&text));
    read_named(&lines, "many.jsonl");
    assert_int_equal(lines.items.n, 1);
    assert_int_equal(lines.rejects.n, MAX_LISTED_REJECTS);
    assert_int_equal(lines.n_rejected, MAX_LISTED_REJECTS + 5);
    assert_string_equal(lines.rejects.items[0].place, "many.jsonl:2");
    assert_string_equal(lines.rejects.items[1].place, "many.jsonl:5");
}

/* Fixes changed by SQL into those of a git repository: only the function is a program. */
TEST(benchmark__of_a_database_has_the_function_around_a_fix)
{
    scoped(benchmark) benchmark = {0};
    db_close(small_store_opened("part.db"));
    store_changed(
        "part.db",
        "UPDATE sources SET code = 'import a\ndef f(x):\n    return x + 1\n\nf(2)\n';"
        "UPDATE fixes SET function = 'f', function_line = 2, function_end_line = 3, "
        "start_byte = 32, end_byte = 33, after = '-'; DELETE FROM fixes WHERE fix_key > 1");
    read_named(&benchmark, "part.db");
    assert_int_equal(benchmark.items.n, 1);
    assert_string_equal(benchmark.items.items[0].codes[ITEM_BUGGY].text,
                        "def f(x):\n    return x + 1\n");
    assert_string_equal(benchmark.items.items[0].codes[ITEM_FIXED].text,
                        "def f(x):\n    return x - 1\n");
}
