/* Fixes are printed one after another, in the requested order. */
#include "report/fix_text.h"
#include "tests/support/exported.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix stored[] = {
    {.buggy = "«(»", .fixed = "«[»", .category = "other"},
    {.buggy = "«a»", .fixed = "«b»", .status = "Runtime Error"},
    {.buggy = "«1»", .fixed = "«2»", .category = "literal", .pattern = "CHANGE_NUMERIC_LITERAL"},
};

static const char *const diffs[] = {
    "p00001-s0b-s0a  Wrong Answer -> Accepted\n"
    "  other  SINGLE_TOKEN\n"
    "  user u1  1970-01-01  Python3\n"
    "  (  becomes  [\n"
    "  -    1 | (\n"
    "         | ^\n"
    "  +    1 | [\n"
    "         | ^\n",
    "p00001-s1b-s1a  Runtime Error -> Accepted\n"
    "  variable_misuse  SINGLE_TOKEN\n"
    "  user u1  1970-01-01  Python3\n"
    "  a  becomes  b\n"
    "  -    1 | a\n"
    "         | ^\n"
    "  +    1 | b\n"
    "         | ^\n",
    "p00001-s2b-s2a  Wrong Answer -> Accepted\n"
    "  literal  CHANGE_NUMERIC_LITERAL\n"
    "  user u1  1970-01-01  Python3\n"
    "  1  becomes  2\n"
    "  -    1 | 1\n"
    "         | ^\n"
    "  +    1 | 2\n"
    "         | ^\n",
};

static const struct fix_text_options as_diffs = {.style = {.n_columns = 80, .n_context = 3}},
                                     as_json = {.is_json = true};

/* The written text, to be freed; the result goes to `status`. */
static char *written(struct db *db, const int64_t *fix_keys, size_t n,
                     const struct fix_text_options *options, int *status, struct err *err)
{
    FILE *out = text_stream();
    *status = fix_text_write(out, db, fix_keys, n, options, err);
    return text_written(out);
}

TEST(fixes__are_written_in_the_order_given)
{
    static const struct {
        int64_t fix_keys[3];
        size_t n;
    } cases[] = {{{0}, 0}, {{2}, 1}, {{1, 2, 3}, 3}, {{3, 1}, 2}};
    scoped(db) *db = stored_fixes("some.db", stored, N_ITEMS(stored));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) expected = {0};
        struct err err;
        int status;
        for (size_t k = 0; k < cases[i].n; k++)
            str_print(&expected, "%s%s", k ? "\n" : "", diffs[cases[i].fix_keys[k] - 1]);
        scoped_memory char *text =
            written(db, cases[i].fix_keys, cases[i].n, &as_diffs, &status, &err);
        assert_success(status, err);
        assert_string_equal(text, str_text(&expected));
    }
}

TEST(fixes__are_rows_of_pairs_as_json)
{
    scoped(db) *db = stored_fixes("json.db", stored, N_ITEMS(stored));
    struct err err;
    int status;
    scoped_memory char *text = written(db, (const int64_t[]){3, 1}, 2, &as_json, &status, &err);
    assert_success(status, err);
    static const char first[] = "{\"id\":\"p00001-s2b-s2a\",\"problem_id\":\"p00001\",";
    static const char second[] = "\n{\"id\":\"p00001-s0b-s0a\",\"problem_id\":\"p00001\",";
    assert_memory_equal(text, first, sizeof first - 1);
    assert_contains(text, second);
    assert_string_equal(strstr(text, ",\"buggy_code\":\"(\""),
                        ",\"buggy_code\":\"(\",\"fixed_code\":\"[\"}\n");
}

/* Those before it are written. */
TEST(fixes__end_at_one_that_cannot_be_shown)
{
    static const struct text_case cases[] = {
        {"UPDATE fixes SET end_byte = 2 WHERE fix_key = 2",
         "the fix p00001-s1b-s1a is outside its program; mine the dataset again"},
        {"UPDATE fixes SET fixed_start_byte = -1 WHERE fix_key = 2",
         "the fix p00001-s1b-s1a is outside its program; mine the dataset again"},
        {"UPDATE fixes SET after = CAST(x'ff' AS TEXT) WHERE fix_key = 2",
         "the fix 2 contains text that is not UTF-8; mine the dataset again"},
        {"DELETE FROM fixes WHERE fix_key = 2",
         "the fix 2 lacks its programs; mine the dataset again"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = stored_fixes("damaged.db", stored, N_ITEMS(stored));
        struct err err;
        int status;
        db_close(db);
        db = changed_store("damaged.db", cases[i].given);
        scoped_memory char *text =
            written(db, (const int64_t[]){1, 2, 3}, 3, &as_diffs, &status, &err);
        assert_int_equal(status, ERR);
        assert_string_equal(err.message, cases[i].expected);
        assert_string_equal(text, diffs[0]);
    }
}

/* Line numbers are counted, whatever the store says. */
TEST(fixes__have_the_lines_of_their_programs)
{
    scoped(db) *db = stored_fixes("lines.db", stored, N_ITEMS(stored));
    struct err err;
    int status;
    db_close(db);
    db = changed_store("lines.db", "UPDATE fixes SET line = 9223372036854775807, fixed_line = -1");
    scoped_memory char *text = written(db, (const int64_t[]){2}, 1, &as_diffs, &status, &err);
    assert_success(status, err);
    assert_string_equal(text, diffs[1]);
}

TEST(fixes__end_when_no_reader_takes_them)
{
    scoped(db) *db = stored_fixes("full.db", stored, N_ITEMS(stored));
    scoped_file FILE *full = fopen("/dev/full", "w");
    struct err err;
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(fix_text_write(full, db, (const int64_t[]){1, 99}, 2, &as_diffs, &err),
                     FIX_TEXT_NOT_TAKEN); /* and the second is not looked for */
    assert_string_equal(err.message, "cannot write to standard output: No space left on device");
}

/* The heading says what is known of a fix, safely and in few lines. */

static const struct fix_marks no_marks = {"", "", "", "", 0};

/* To be released. */
static struct str heading_of(const struct fix *row, const struct fix_marks *marks, size_t n_columns,
                             bool has_color)
{
    struct diff_style style = {.has_color = has_color, .n_columns = n_columns};
    struct str out = {0};
    fix_text_add(&out, row, marks, &style);
    char *lines = strstr(out.text, has_color ? "\n\033[31m  -  " : "\n  -  ");
    assert_non_null(lines);
    lines[1] = '\0';
    out.length = strlen(out.text);
    return out;
}

/* The row that each test changes. */
static struct made_row made_row(void)
{
    struct made_row made = made_row_of("x = «a»\n", "x = «b»\n");
    made.row.buggy_date = 86400;
    made.row.fixed_date = 86400 + 86399;
    return made;
}

static void assert_heading(const struct fix *row, const struct fix_marks *marks,
                           const char *expected)
{
    scoped(str) text = heading_of(row, marks, 80, false);
    assert_string_equal(str_text(&text), expected);
}

TEST(heading__says_what_is_known)
{
    scoped(made_row) made = made_row();
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  user u1  1970-01-02  Python3\n"
                   "  a  becomes  b\n");
    made.row.role = "";
    made.row.fixed_date++;
    made.row.before = "";
    made.row.after = "not";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED\n"
                   "  user u1  1970-01-02 -> 1970-01-03  Python3\n"
                   "  not  inserted\n");
    made.row.before = "not";
    made.row.after = "";
    made.row.buggy_date = INT64_MIN;
    made.row.fixed_date = INT64_MAX;
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED\n"
                   "  user u1  0000-01-01 -> 9999-12-31  Python3\n"
                   "  not  deleted\n");
}

/* Subjects and paths come from strangers. */
TEST(heading__says_which_commit)
{
    scoped(made_row) made = made_row();
    made.row.provenance = made_provenance;
    made.row.buggy_status = made.row.fixed_status = "";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  repository p00001  commit 0123456789abcdef0123456789abcdef01234567  "
                   "1970-01-01\n"
                   "  file src/a.py:1  function f\n"
                   "  Fix the name  keyword fix\n"
                   "  https://github.com/a/b/commit/0123456789abcdef0123456789abcdef01234567\n"
                   "  a  becomes  b\n");
    made.row.provenance.url = "/home/\x1b[2J";
    made.row.provenance.path = "a\n\x1b[31mb\xe2\x80\xae.py";
    made.row.provenance.function = "";
    made.row.provenance.is_test = 1;
    made.row.provenance.subject = "\x1b]0;title\a";
    made.row.provenance.keyword = "";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  repository p00001  commit 0123456789abcdef0123456789abcdef01234567  "
                   "1970-01-01\n"
                   "  file a\\n\\x1b[31mb\\u202e.py:1  a function without a name  test\n"
                   "  \\x1b]0;title\\x07\n"
                   "  a  becomes  b\n");
    made.row.provenance.function_line = 0;
    made.row.provenance.is_test = 0;
    made.row.provenance.path = "b.py";
    made.row.provenance.subject = "";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  repository p00001  commit 0123456789abcdef0123456789abcdef01234567  "
                   "1970-01-01\n"
                   "  file b.py:1\n"
                   "  a  becomes  b\n");
}

#define PROVEN_HEADING                                           \
    "p00001-s1-s2  Wrong Answer -> Accepted\n"                   \
    "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n" \
    "  user u1  1970-01-02  Python3\n"                           \
    "  executed: proven\n"                                       \
    "  input    2\n"                                             \
    "           1 2\n"                                           \
    "  expected 3\n"

TEST(heading__shows_the_evidence)
{
    scoped(made_row) made = made_row();
    made.row.verdict = "proven";
    made.row.verdict_number = VERDICT_PROVEN;
    made.row.evidence_input = "2\n1 2\n";
    made.row.evidence_expected = "3";
    made.row.evidence_actual = "\033[31m\n1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    assert_heading(&made.row, &no_marks,
                   PROVEN_HEADING "  actual   \\x1b[31m\n"
                                  "           1\n           2\n           3\n           4\n"
                                  "           5\n           6\n           7\n           ...\n"
                                  "  a  becomes  b\n");
    made.row.evidence_actual = ""; /* it printed nothing */
    assert_heading(&made.row, &no_marks,
                   PROVEN_HEADING "  actual   \n"
                                  "  a  becomes  b\n");
    made.row.verdict = "weak_tests";
    made.row.verdict_number = VERDICT_WEAK_TESTS;
    made.row.evidence_input = made.row.evidence_expected = "";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  user u1  1970-01-02  Python3\n"
                   "  executed: weak_tests\n"
                   "  a  becomes  b\n");
}

TEST(heading__shows_marks)
{
    static const struct {
        struct fix_marks marks;
        const char *line;
    } cases[] = {
        {{"train", "", "", "", 0}, "  split train\n"},
        {{"", "p1-a-b", "", "", 0}, "  duplicate of p1-a-b\n"},
        {{"test", "", "p2-a-b", "", 0}, "  split test, conflicting with p2-a-b\n"},
        {{"", "", "", "ancestry: x", 0}, "  excluded for ancestry: x\n"},
        {{"test", "p1-a-b", "p2-a-b", "benchmark: x", 2},
         "  split test, duplicate of p1-a-b, conflicting with p2-a-b, excluded for benchmark: x (2 "
         "more)\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        const char *expected = printed("p00001-s1-s2  Wrong Answer -> Accepted\n"
                                       "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                                       "  user u1  1970-01-02  Python3\n%s  a  becomes  b\n",
                                       cases[i].line);
        assert_heading(&made.row, &cases[i].marks, expected);
    }
}

TEST(heading__has_colours)
{
    static const struct {
        const char *before, *after, *line;
    } cases[] = {
        {"a", "b", "  \033[31ma\033[0m  becomes  \033[32mb\033[0m\n"},
        {"", "not", "  \033[32mnot\033[0m  inserted\n"},
        {"not", "", "  \033[31mnot\033[0m  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        made.row.before = cases[i].before;
        made.row.after = cases[i].after;
        scoped(str) text = heading_of(&made.row, &no_marks, 80, true);
        const char *expected = printed("\033[1mp00001-s1-s2\033[0m  Wrong Answer -> Accepted\n"
                                       "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                                       "  user u1  1970-01-02  Python3\n%s",
                                       cases[i].line);
        assert_string_equal(str_text(&text), expected);
    }
}

static const char *last_line(const struct str *text)
{
    const char *line = str_text(text);
    for (const char *end; (end = strchr(line, '\n')) && end[1];)
        line = end + 1;
    return line;
}

/* Of tokens that are too long, what they do not have in common. */
TEST(heading__cuts_long_tokens_where_they_are_the_same)
{
    static const struct {
        const char *before, *after, *line;
    } cases[] = {
        {"'\t\n'", "' '", "  '\\t\\n'  becomes  ' '\n"},
        {"'12345678901234'", "'12345678901235'", "  …78901234'  becomes  …78901235'\n"},
        {"'x2345678901234'", "'y2345678901234'", "  'x2345678…  becomes  'y2345678…\n"},
        {"'123456789012éabcdefgh'", "'123456789012èabcdefgh'",
         "  …12éabcde…  becomes  …12èabcde…\n"},
        {"'x'", "'y2345678901234'", "  'x'  becomes  'y2345678…\n"},
        {"'12345678901234567890123456789'", "", "  '123456789012345678…  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        made.row.before = cases[i].before;
        made.row.after = cases[i].after;
        for (size_t width = 0; width <= 33; width += 33) { /* no less than ten columns each */
            scoped(str) text = heading_of(&made.row, &no_marks, width, false);
            assert_string_equal(last_line(&text), cases[i].line);
        }
    }
}

/* No text of a store drives the terminal, or fills it. */
TEST(heading__shows_any_text_safely)
{
    scoped(str) hostile = {0};
    for (int i = 0; i < 2000; i++)
        str_add_text(&hostile, "\033]0;x\a\n\xe2\x80\xae");
    const char *text = str_text(&hostile);
    scoped(made_row) made = made_row();
    struct fix_marks marks = {text, "p1-\033-b", text, text, 1};
    made.row.buggy_status = made.row.fixed_status = made.row.category = text;
    made.row.pattern = made.row.role = made.row.user_id = made.row.original_language = text;
    made.row.before = made.row.after = text;
    made.row.id = "p1-\033[31m-b";
    marks.conflicts_with = "p2-\xff-b";
    scoped(str) heading = heading_of(&made.row, &marks, 80, false);
    for (size_t i = 0; i < heading.length; i++)
        assert_true((unsigned char)heading.text[i] >= ' ' || heading.text[i] == '\n');
    assert_null(strstr(str_text(&heading), "\xe2\x80\xae"));
    assert_contains(str_text(&heading), "p1-\\x1b[31m-b  \\x1b]0;x\\x07\\n");
    assert_contains(str_text(&heading), "conflicting with p2-\\xff-b");
    assert_in_range(heading.length, 1, 1500);
}

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true}, {"p1", "u", "a2", "b2", true}, {"p1", "u", "a3", "b3", true},
    {"p2", "u", "a4", "b4", true}, {"p2", "u", "a5", "b5", true}, {"p2", "u", "a6", "b6", true},
};

/* 4 and 5 do the same to a program to which 6 does something else. */
static const char changes[] =
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1), ('near', 1, 1), "
    "('near', 2, 1);"
    "INSERT INTO conflicts VALUES (4, 4), (5, 4), (6, 4);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'x' WHERE fix_key IN (4, 5);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'y' WHERE fix_key = 6;"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2);"
    "INSERT INTO exclusions VALUES (2, 'benchmark', 'z'), (2, 'ancestry', 'y'), "
    "(2, 'benchmark', 'a'), (6, 'benchmark', 'b');";

static struct db *opened(const char *name, const char *sql)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, sql);
}

/* The fix as a diff, to be released. */
static struct str shown_of(struct db *db, int64_t fix_key)
{
    struct str text = {0};
    FILE *out = text_stream();
    assert_done(fix_text_write(out, db, &fix_key, 1, &as_diffs, &err));
    scoped_memory char *written = text_written(out);
    str_add_text(&text, written);
    return text;
}

TEST(marks__are_those_of_the_store)
{
    static const char *const marks[] = {
        "\n  split train\n",
        "\n  split test, excluded for ancestry: y (2 more)\n",
        "\n  duplicate of p1-b00000-f00000\n",
        "\n  conflicting with p2-b00005-f00005\n",
        "\n  conflicting with p2-b00005-f00005\n",
        "\n  conflicting with p2-b00003-f00003, excluded for benchmark: b\n",
    };
    scoped(db) *db = opened("marks.db", changes);
    for (size_t i = 0; i < N_ITEMS(marks); i++) {
        scoped(str) text = shown_of(db, (int64_t)i + 1);
        assert_contains(str_text(&text), marks[i]);
    }
}

/* Whoever changed a store by hand. */
TEST(marks__do_not_need_the_other_fix)
{
    scoped(db) *db = opened("lonely.db", "PRAGMA foreign_keys = OFF;"
                                         "INSERT INTO duplicate_clusters VALUES ('exact', 1, 99);"
                                         "INSERT INTO conflicts VALUES (1, 99);");
    scoped(str) text = shown_of(db, 1);
    assert_contains(str_text(&text), "  duplicate of another, conflicting with another\n");
}
