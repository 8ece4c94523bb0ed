/* Tests are read from each layout; what is hostile or broken is noted, and leads nowhere. */
#include "base/mem.h"
#include "base/packed.h"
#include "tests/support/codenet.h"
#include "tests/support/test.h"
#include "verify/cases_set.h"

#include <sys/stat.h>

enum { MAX_FILE = MAX_TEST_FILE_BYTES };

/* A file of a tree; NULL: the tree ends. */
struct file {
    const char *path, *text;
};

static const char *make_tree(const char *name, const struct file *files)
{
    const char *tree = scratch_path(name);
    assert_int_equal(mkdir(tree, 0777), 0);
    for (; files->path; files++)
        codenet_add_text(tree, files->path, files->text);
    return tree;
}

/* Adds a file of zero bytes, which takes no room. */
static void add_zeros(const char *tree, const char *path, off_t n_bytes)
{
    codenet_add_text(tree, path, "");
    assert_int_equal(truncate(printed("%s/%s", tree, path), n_bytes), 0);
}

/* A file of rows, in which ' is a double quote. */
static const char *make_rows(const char *name, const char *rows)
{
    const char *path = scratch_path(name);
    scoped_memory char *text = strdup(rows);
    for (char *quote = text; (quote = strchr(quote, '\''));)
        *quote = '"';
    write_test_file(path, text, strlen(text));
    return path;
}

static struct cases_set *open_set(const char *path)
{
    struct cases_set *set = NULL;
    assert_done(cases_set_open(&set, path, &err));
    return set;
}

/* The tests of a problem as "name[input|output] ...", with its limits if there are any. */
static const char *tests_of(struct cases_set *set, const char *problem_id)
{
    scoped(problem_tests) tests = {0};
    scoped(str) text = {0};
    assert_done(cases_set_read(set, problem_id, &tests, &err));
    for (size_t i = 0; i < tests.cases.n; i++) {
        const struct test_case *test = &tests.cases.items[i];
        assert_int_equal(test->input[test->input_length], 0);
        assert_int_equal(test->expected[test->expected_length], 0);
        str_print(&text, "%s%s[%s|%s]", i ? " " : "", test->name, test->input, test->expected);
    }
    if (tests.seconds > 0)
        str_print(&text, "%s%gs", text.length ? " " : "", tests.seconds);
    if (tests.tolerance.is_for_all_numbers)
        str_print(&text, " %g %g", tests.tolerance.absolute, tests.tolerance.relative);
    return printed("%s", str_text(&text));
}

/* The notes as "file:line: reason", joined by "; ". */
static const char *notes_of(const struct cases_set *set)
{
    scoped(str) text = {0};
    const struct input_errors *notes = cases_set_notes(set);
    for (size_t i = 0; i < notes->list.n; i++)
        str_print(&text, "%s%s:%d: %s", i ? "; " : "", notes->list.items[i].file,
                  (int)notes->list.items[i].line, notes->list.items[i].detail);
    return printed("%s", str_text(&text));
}

TEST(cases_set__reads_codenet_from_its_top_and_from_its_folder_of_tests)
{
    static const struct file files[] = {
        {"derived/input_output/data/p00001/input.txt", "1 2\r\n"},
        {"derived/input_output/data/p00001/output.txt", "3"},
        {"derived/input_output/data/p00003/input.txt", ""},
        {"derived/input_output/data/p00003/output.txt", ""},
        {"derived/input_output/data/readme.txt", "no problem"},
        {"data/p00001/Python/s1.py", "print()"},
        {"metadata/p00001.csv", ""},
        {0},
    };
    static const struct text_case places[] = {
        {"", "tree"},
        {"/", "tree"},
        {"/derived/input_output/data/", "data"},
        {"/derived/input_output/data/../data", "data"},
    };
    const char *tree = make_tree("tree", files);
    for (size_t i = 0; i < N_ITEMS(places); i++) {
        scoped(cases_set) *set = open_set(printed("%s%s", tree, places[i].given));
        assert_string_equal(cases_set_kind(set), "folders");
        assert_string_equal(cases_set_name(set), places[i].expected);
        assert_string_equal(tests_of(set, "p00001"), "sample[1 2\r\n|3]");
        assert_string_equal(tests_of(set, "p00002"), "");
        assert_string_equal(tests_of(set, "p00003"), "sample[|]");
        assert_string_equal(notes_of(set), "");
    }
    assert_true(cases_set_is_beside(tree));
    assert_false(cases_set_is_beside(printed("%s/data", tree)));
    assert_false(cases_set_is_beside(printed("%s/data/p00001/Python/s1.py", tree)));
    assert_false(cases_set_is_beside(""));
}

/* Folders, what problems have of them, and the notes. */
TEST(cases_set__reads_folders_with_limits)
{
    static const struct {
        const char *name;
        struct file files[16];
        struct text_case tests[5];
        const char *notes;
    } cases[] = {
        {"folders",
         {{"p2/in/b.txt", "2"},
          {"p2/out/b.txt", "4"},
          {"p2/in/a.txt", "1"},
          {"p2/out/a.txt", "3"},
          {"p2/in/B", "5"},
          {"p2/out/B", "6"},
          {"p2/in/.hidden", "x"},
          {"p1/in/01.txt", "x"},
          {"p1/out/01.txt", "y"},
          {"p4/other", ""},
          {"limits.csv", "match,problem_id,seconds\r\n"
                         "Float: relative_error: 1e-6 absolute_error: 0.01,p1,2.0\r\n"
                         "Lines,p2,0.5\r\n"}},
         {{"p2", "B[5|6] a[1|3] b[2|4] 0.5s"}, {"p1", "01[x|y] 2s 0.01 1e-06"}, {"p4", ""}},
         ""},
        {"limits",
         {{"p1/in/1", "x"},
          {"p1/out/1", "y"},
          {"p2/in/1", "x"},
          {"p2/out/1", "y"},
          {"limits.csv", "problem_id,seconds,match\n"
                         "p1,2.0,Lines\n"
                         "p1,3.0,Lines\n"
                         "../p1,3.0,Lines\n"
                         ",3.0,Lines\n"
                         "p2,inf,Special\n"
                         "p3,-1\n"
                         "p4,0x10\n"
                         "p5,0\n"
                         "p6\n"
                         "\xff,1\n"}},
         {{"p1", "1[x|y] 2s"}, {"p2", "1[x|y]"}},
         "limits.csv:3: there is already a row of problem 'p1'; this one is not used; "
         "limits.csv:4: the row is not text, or has no usable problem id; "
         "limits.csv:5: the row is not text, or has no usable problem id; "
         "limits.csv:6: the time limit 'inf' is not a number from 0.001 to 3600 seconds; "
         "limits.csv:6: match 'Special' is neither 'Lines' nor 'Float:' with errors; used as "
         "'Lines'; "
         "limits.csv:7: the time limit '-1' is not a number from 0.001 to 3600 seconds; "
         "limits.csv:8: the time limit '0x10' is not a number from 0.001 to 3600 seconds; "
         "limits.csv:9: the time limit '0' is not a number from 0.001 to 3600 seconds; "
         "limits.csv:11: the row is not text, or has no usable problem id"},
        {"columns",
         {{"p1/in/1", "x"}, {"p1/out/1", "y"}, {"limits.csv", "problem\np1\n"}},
         {{"p1", "1[x|y]"}},
         "limits.csv:1: no column 'problem_id' or 'id'; the table is not used"},
        {"limited",
         {{"derived/input_output/data/p00001/input.txt", "1"},
          {"derived/input_output/data/p00001/output.txt", "1"},
          {"metadata/problem_list.csv",
           "id,name,dataset,time_limit,memory_limit,rating,tags,complexity\n"
           "p00001,Sum,AIZU,1500,131072,,,\np00002,,AIZU,,,,,\np00003,x,AIZU,3600001,1,,,\n"}},
         {{"p00001", "sample[1|1] 1.5s"}, {"p00002", ""}, {"p00003", ""}, {"p00004", ""}},
         "metadata/problem_list.csv:4: the time limit '3600001' is not a number from 0.001 to 3600 "
         "seconds"},
        {"found",
         {{"p1/in/found-1", "1"}, {"p1/out/found-1", "1"}, {"p1/in/2", "2"}, {"p1/out/2", "2"}},
         {{"p1", "2[2|2]"}},
         "p1/in/found-1:0: the test 'found-1' is left out: names of found tests begin with "
         "'found-'"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(cases_set) *set = open_set(make_tree(cases[i].name, cases[i].files));
        for (const struct text_case *test = cases[i].tests; test->given; test++)
            assert_string_equal(tests_of(set, test->given), test->expected);
        assert_string_equal(notes_of(set), cases[i].notes);
    }
}

TEST(cases_set__leads_nowhere_else)
{
    static const struct file files[] = {
        {"secret/input.txt", "secret"},
        {"secret/output.txt", "secret"},
        {"tests/p1/input.txt", "1"},
        {"tests/p1/output.txt", "2"},
        {"tests/p2/output.txt", "2"},
        {"tests/p3/input.txt", "1"},
        {"tests/p5/input.txt/file", "a folder"},
        {"tests/p5/output.txt", "2"},
        {"tests/p6/output.txt", "2"},
        {"tests/p7/output.txt", "2"},
        {0},
    };
    static const char *const ids[] = {"",     ".",    "..", "../secret", "/",    "p1/",     "p1/.",
                                      "p1\n", "./p1", "p9", "*",         "\xff", "p2/../p1"};
    const char *tree = make_tree("hostile", files), *tests = scratch_path("hostile/tests");
    assert_int_equal(symlink("../secret", printed("%s/p4", tests)), 0);
    assert_int_equal(symlink("p1", printed("%s/p8", tests)), 0);
    assert_int_equal(mkfifo(printed("%s/p6/input.txt", tests), 0600), 0);
    assert_int_equal(symlink("../../secret/input.txt", printed("%s/p7/input.txt", tests)), 0);
    assert_int_equal(mkdir(printed("%s/a\nb", tests), 0700), 0);
    assert_int_equal(symlink("/dev/zero", printed("%s/p2/input.txt", tests)), 0);
    assert_non_null(tree);
    scoped(cases_set) *set = open_set(tests);
    for (size_t i = 0; i < N_ITEMS(ids); i++)
        assert_string_equal(tests_of(set, ids[i]), "");
    scoped(str) long_id = {0};
    memset(str_reserve(&long_id, 1 << 20), 'p', 1 << 20);
    str_extend(&long_id, 1 << 20);
    assert_string_equal(tests_of(set, long_id.text), "");
    assert_string_equal(tests_of(set, "p1"), "sample[1|2]");
    assert_string_equal(tests_of(set, "p8"), "sample[1|2]"); /* a link inside */
    for (int p = 2; p < 8; p++)
        assert_string_equal(tests_of(set, printed("p%d", p)), "");
    assert_string_equal(notes_of(set), "p2/input.txt:0: a symbolic link leads out of the dataset; "
                                       "p3/input.txt:0: there is no output for this input; "
                                       "p4:0: a symbolic link leads out of the dataset; "
                                       "p5/input.txt:0: it is a folder; "
                                       "p6/input.txt:0: it is not a regular file; "
                                       "p7/input.txt:0: a symbolic link leads out of the dataset");
}

TEST(cases_set__leaves_out_halves_of_tests_and_large_files)
{
    static const struct file files[] = {
        {"p1/in/1.txt", "1"}, {"p1/out/1.txt", "1"}, {"p1/in/2.txt", "2"}, {"p1/out/3.txt", "3"},
        {"p1/in/1", "dup"},   {"p1/out/1", "dup"},   {"p1/in/4", "4"},     {"p1/out/4/file", ""},
        {"p1/in/a\nb", "1"},  {"p2/in/1", "1"},      {"p3/out/1", "1"},    {0},
    };
    const char *tree = make_tree("halves", files);
    add_zeros(tree, "p1/in/5", MAX_FILE + 1);
    codenet_add_text(tree, "p1/out/5", "5");
    codenet_add_text(tree, "p1/in/6", "6");
    add_zeros(tree, "p1/out/6", MAX_FILE);
    scoped(cases_set) *set = open_set(tree);
    assert_string_equal(tests_of(set, "p1"), "1[dup|dup] 6[6|]");
    assert_string_equal(tests_of(set, "p2"), "");
    assert_string_equal(tests_of(set, "p3"), "");
    assert_string_equal(
        notes_of(set),
        "p1/in/1.txt:0: there is already a test '1' of the problem; this one is left out; "
        "p1/in/2.txt:0: there is no output for this input; "
        "p1/out/4:0: it is a folder; "
        "p1/in/5:0: larger than 16777216 bytes; "
        "p1/in/a\\nb:0: the name is not used: it is too long, or not plain text; "
        "p2/in:0: there is no folder with outputs beside it");
}

TEST(cases_set__reads_zero_bytes_and_limits_the_tests_of_a_problem)
{
    enum { N = MAX_PROBLEM_TEST_BYTES / MAX_TEST_FILE_BYTES };
    static const struct file files[] = {{"p1/in/000", ""}, {"p1/out/000", ""}, {0}};
    const char *tree = make_tree("many", files);
    codenet_add_file(tree, "p1/in/000", "a\0b", 3);
    for (int i = 1; i <= N; i++) {
        codenet_add_text(tree, printed("p1/in/%03d", i), "");
        add_zeros(tree, printed("p1/out/%03d", i), MAX_FILE);
    }
    scoped(cases_set) *set = open_set(tree);
    scoped(problem_tests) tests = {0};
    assert_done(cases_set_read(set, "p1", &tests, &err));
    assert_int_equal(tests.cases.n, N);
    assert_int_equal(tests.cases.items[0].input_length, 3);
    assert_memory_equal(tests.cases.items[0].input, "a\0b", 4);
    assert_string_equal(notes_of(set),
                        "p1/in/016:0: this test and the next ones of the problem are left out: a "
                        "problem may have 268435456 bytes of tests");
}

TEST(cases_set__reads_rows_in_any_order)
{
    const char *plain = make_rows(
        "rows.jsonl", "{'problem_id': 'p2', 'name': 'b', 'input': '1\\n', 'output': '2'}\n\r\n"
                      "{'output': 'y', 'input': 'x', 'problem_id': 'p1', 'seconds': 1.5}\r\n"
                      "{'problem_id': 'p2', 'name': 'a', 'input': '3', 'output': '4'}\n"
                      "{'output': '', 'input': 'z', 'problem_id': 'p1', 'x': [1], "
                      "'match': 'Float: absolute_error: 0.1'}\n"
                      "{'problem_id': 'p2', 'name': 'B', 'input': '5', 'output': '\\u3042'}\n");
    run_valid(NULL,
              "cd $SCRATCH && gzip -k rows.jsonl && zstd -q rows.jsonl && cp rows.jsonl.gz x");
    const char *paths[] = {plain, printed("%s.gz", plain), printed("%s.zst", plain),
                           scratch_path("x")};
    for (size_t i = 0; i < N_ITEMS(paths); i++) {
        scoped(cases_set) *set = open_set(paths[i]);
        assert_string_equal(cases_set_kind(set), "jsonl");
        assert_string_equal(cases_set_name(set), strrchr(paths[i], '/') + 1);
        for (int again = 0; again < 2; again++) {
            assert_string_equal(tests_of(set, "p2"), "B[5|\xe3\x81\x82] a[3|4] b[1\n|2]");
            assert_string_equal(tests_of(set, "p1"), "1[x|y] 2[z|] 1.5s 0.1 0");
            assert_string_equal(tests_of(set, "p3"), "");
        }
        assert_string_equal(notes_of(set), "");
    }
}

#define P1 "{'problem_id': 'p1', 'input': '', 'output': '', 'name': "

TEST(cases_set__notes_rows_that_cannot_be_used)
{
    scoped(cases_set) *set = open_set(make_rows(
        "bad.jsonl",
        "\n"
        "[]\n"
        "{'problem_id': 'p1'\n"
        "{'problem_id': 1, 'input': '', 'output': ''}\n"
        "{'problem_id': 'p1', 'input': 'x'}\n"
        "{'problem_id': '../p1', 'name': 'a', 'input': 'x', 'output': 'y'}\n"
        "{'problem_id': '', 'name': 'a', 'input': 'x', 'output': 'y'}\n" P1 "'a/b'}\n" P1 "5}\n"
        "{'problem_id': 'p1', 'name': 'a', 'input': '\\u0000', 'output': 'y'}\n"
        "{'problem_id': 'p1', 'name': 'a', 'input': 'first', 'output': 'y'}\n"
        "{'problem_id': 'p1', 'name': 'a', 'input': 'second', 'output': 'y'}\n" P1
        "'b', 'seconds': 1e999, 'match': 'Exact'}\n" P1 "'c', 'seconds': 2, 'match': 'Lines'}\n" P1
        "'d', 'seconds': -2, 'match': 'Float: absolute_error: 0.1'}\n" P1
        "'e', 'seconds': 3, 'match': 7}\n"
        "{'problem_id': 'p2', 'input': '', 'output': '', 'name': 'f', 'seconds': 1e-300}\n"));
    assert_string_equal(tests_of(set, "p1"), "a[first|y] b[|] c[|] d[|] e[|] 2s");
    assert_string_equal(tests_of(set, "p2"), "f[|]");
    assert_int_equal(cases_set_notes(set)->kinds[INPUT_FILE_LEFT_OUT].n,
                     cases_set_notes(set)->list.n);
    assert_string_equal(
        notes_of(set),
        "bad.jsonl:2: no text 'problem_id'; "
        "bad.jsonl:3: not JSON at byte 18; "
        "bad.jsonl:4: no text 'problem_id'; "
        "bad.jsonl:5: no text 'output'; "
        "bad.jsonl:6: problem id '../p1' cannot be a file name; "
        "bad.jsonl:7: problem id '' cannot be a file name; "
        "bad.jsonl:8: the name of the test cannot be a file name; "
        "bad.jsonl:9: the name of the test cannot be a file name; "
        "bad.jsonl:10: a zero byte in a string at byte 44; "
        "bad.jsonl:13: seconds are not a number from 0.001 to 3600; "
        "bad.jsonl:13: match 'Exact' is neither 'Lines' nor 'Float:' with errors; used as 'Lines'; "
        "bad.jsonl:15: seconds are not a number from 0.001 to 3600; "
        "bad.jsonl:16: match '' is neither 'Lines' nor 'Float:' with errors; used as 'Lines'; "
        "bad.jsonl:17: seconds are not a number from 0.001 to 3600; "
        "bad.jsonl:12: there is already a test 'a' of the problem; this one is left out");
}

/* Numbers have the same number of digits, notes have a limit, and rows are those that were there
 * when the file was opened. */
TEST(cases_set__reads_many_rows)
{
    scoped(str) rows = {0};
    for (int i = 0; i < MAX_LISTED_INPUT_ERRORS + 5; i++)
        str_add_text(&rows, "?\n");
    for (int i = 1; i <= 11; i++)
        str_print(&rows, "{'problem_id': 'p', 'input': '%d', 'output': ''}\n", i);
    scoped(cases_set) *set = open_set(make_rows("many.jsonl", rows.text));
    make_rows("many.jsonl", "{'problem_id': 'p', 'name': 'a', 'input': 'x', 'output': 'y'}\n");
    assert_string_equal(tests_of(set, "p"),
                        "01[1|] 02[2|] 03[3|] 04[4|] 05[5|] 06[6|] 07[7|] 08[8|] 09[9|] 10[10|] "
                        "11[11|]");
    assert_int_equal(cases_set_notes(set)->list.n, MAX_LISTED_INPUT_ERRORS + 1);
    assert_int_equal(cases_set_notes(set)->kinds[INPUT_FILE_LEFT_OUT].n,
                     MAX_LISTED_INPUT_ERRORS + 5);
}

TEST(cases_set__says_what_was_looked_for)
{
    static const struct file elsewhere[] = {{"input_output/data/p1/input.txt", ""}, {0}};
    struct cases_set *set;
    const char *linked = scratch_path("linked");
    make_tree("elsewhere", elsewhere);
    assert_int_equal(mkdir(linked, 0777), 0);
    assert_int_equal(symlink("../elsewhere", printed("%s/derived", linked)), 0);
    assert_error_with(cases_set_open(&set, linked, &err), "name the folder to which it leads");
    assert_error_with(cases_set_open(&set, make_rows("empty.jsonl", ""), &err),
                      "the file is empty");
    assert_error_with(cases_set_open(&set, make_rows("program.py", "print(1)\n"), &err),
                      "program.py:1: not JSON");
    assert_error_with(cases_set_open(&set, make_rows("x.db", "SQLite format 3"), &err),
                      "is a database");
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    make_rows("row", "{'problem_id': 'p', 'name': 'a', 'input': 'x', 'output': 'y'}\n");
    run_valid(NULL, "cd $SCRATCH && sh -c 'cat row >pipe' >/dev/null 2>&1 &");
    scoped(cases_set) *pipe = open_set(scratch_path("pipe"));
    assert_string_equal(tests_of(pipe, "p"), "a[x|y]");
}
