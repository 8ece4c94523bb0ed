/* Fixes are printed one after another, in the requested order. The heading of each says what is
 * known of it, safely and in few lines. */
#include "report/fix_text.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix stored[] = {
    {.buggy = "«(»", .fixed = "«[»", .category = "other"},
    {.buggy = "«a»", .fixed = "«b»", .role = "variable", .status = "Runtime Error"},
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
    "  variable_misuse  SINGLE_TOKEN  role variable\n"
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

static const struct diff_style plain = {.n_columns = 80, .n_context = 3},
                               colored = {.n_columns = 80, .n_context = 1, .has_color = true};
static const struct fix_text_options as_diffs = {.style = {.n_columns = 80, .n_context = 3}},
                                     as_json = {.is_json = true};

/* These fixes in a store after a change. */
static struct db *stored_after(const char *change)
{
    db_close(stored_fixes("changed.db", stored, N_ITEMS(stored)));
    return changed_store("changed.db", change);
}

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
        scoped(db) *db = stored_after(cases[i].given);
        struct err err;
        int status;
        scoped_memory char *text =
            written(db, (const int64_t[]){1, 2, 3}, 3, &as_diffs, &status, &err);
        assert_int_equal(status, ERR);
        assert_string_equal(err.message, cases[i].expected);
        assert_string_equal(text, diffs[0]);
    }
}

static const char *shown(struct db *db, int64_t fix_key, const struct diff_style *style)
{
    const struct fix_text_options options = {.style = *style};
    FILE *out = text_stream();
    assert_done(fix_text_write(out, db, &fix_key, 1, &options, &err));
    scoped_memory char *text = text_written(out);
    return printed("%s", text);
}

/* Line numbers are counted, whatever the store says. */
TEST(fixes__have_the_lines_of_their_programs)
{
    scoped(db) *db = stored_after("UPDATE fixes SET line = 9223372036854775807, fixed_line = -1");
    assert_string_equal(shown(db, 2, &plain), diffs[1]);
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

/* With colours every escape character is one of ours, and every line ends uncoloured. */
TEST(fixes__are_coloured_safely)
{
    static const char *const ours[] = {"\033[0m",  "\033[1m",  "\033[2m",
                                       "\033[31m", "\033[32m", "\033[1;7m"};
    static const struct stored_fix hostile = {
        .buggy = "'\033[5m'\nx = '\033[5m' + «'\033[5m\n\033[5m'» + '\033c'\n",
        .fixed = "x = «'\033]0;title\x07'»\n"};
    scoped(db) *db = stored_fixes("hostile.db", &hostile, 1);
    bool is_plain = true;
    for (const char *at = shown(db, 1, &colored); *at; at++) {
        assert_true((unsigned char)*at >= 0x20 || *at == '\n' || *at == '\033');
        if (*at == '\n')
            assert_true(is_plain);
        if (*at != '\033')
            continue;
        size_t i = 0;
        while (i < N_ITEMS(ours) && strncmp(at, ours[i], strlen(ours[i])) != 0)
            i++;
        assert_in_range(i, 0, N_ITEMS(ours) - 1);
        is_plain = i == 0;
    }
}

/* What comes before the lines of a fix. */
static const char *heading_of(struct db *db, int64_t fix_key, const struct diff_style *style)
{
    const char *text = shown(db, fix_key, style);
    const char *lines = strstr(text, style->has_color ? "\n\033[31m  -  " : "\n  -  ");
    assert_non_null(lines);
    return printed("%.*s", (int)(lines + 1 - text), text);
}

/* That of the second fix after a change of the store. */
static const char *heading_after(const char *change)
{
    scoped(db) *db = stored_after(change);
    return heading_of(db, 2, &plain);
}

#define VERDICTS "p00001-s1b-s1a  Runtime Error -> Accepted\n"
#define KIND     "  variable_misuse  SINGLE_TOKEN  role variable\n"
#define USER     "  user u1  1970-01-01  Python3\n"
#define TOKENS   "  a  becomes  b\n"

TEST(heading__says_what_is_known)
{
    static const struct text_case cases[] = {
        {"UPDATE submissions SET date = 86400 + 86399 * (status = 'Accepted')",
         VERDICTS KIND "  user u1  1970-01-02  Python3\n" TOKENS},
        {"UPDATE submissions SET date = 86400 * (1 + (status = 'Accepted'));"
         "UPDATE fixes SET role = NULL, before = '', after = 'not'",
         VERDICTS "  variable_misuse  SINGLE_TOKEN\n"
                  "  user u1  1970-01-02 -> 1970-01-03  Python3\n"
                  "  not  inserted\n"},
        {"UPDATE submissions SET date = iif(status = 'Accepted', 9223372036854775807, "
         "-9223372036854775808);"
         "UPDATE fixes SET before = 'not', after = ''",
         VERDICTS KIND "  user u1  0000-01-01 -> 9999-12-31  Python3\n"
                       "  not  deleted\n"},
        {"INSERT INTO splits VALUES (2, 'test', 2);"
         "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1);"
         "INSERT INTO conflicts VALUES (2, 2), (3, 2);"
         "INSERT INTO exclusions VALUES (2, 'benchmark', 'x'), (2, 'benchmark', 'y'), "
         "(2, 'split', 'x')",
         VERDICTS KIND USER
         "  split test, duplicate of p00001-s0b-s0a, conflicting with p00001-s2b-s2a, "
         "excluded for benchmark: x (2 more)\n" TOKENS},
    };
    expect_texts(cases, N_ITEMS(cases), heading_after);
}

static const char *heading_of_git_after(const char *change)
{
    return heading_after(printed("%s%s", stored_git, change));
}

#define COMMIT_ID "0000000000000000000000000000000000000002"
#define COMMIT    "p00001-s1b-s1a\n" KIND "  repository p00001  commit " COMMIT_ID "  1970-01-01\n"

/* Subjects and paths come from strangers. */
TEST(heading__says_which_commit)
{
    static const struct text_case cases[] = {
        {"", COMMIT "  file src/a.py:1  function f\n"
                    "  Fix the name  keyword fix\n"
                    "  https://github.com/a/b/commit/" COMMIT_ID "\n" TOKENS},
        {"UPDATE repositories SET url = '/home/\x1b[2J';"
         "UPDATE file_versions SET path = 'a\n\x1b[31mb\xe2\x80\xae.py', is_test = 1;"
         "UPDATE fixes SET function = '';"
         "UPDATE commits SET subject = '\x1b]0;title\a', keyword = NULL",
         COMMIT "  file a\\n\\x1b[31mb\\u202e.py:1  a function without a name  test\n"
                "  \\x1b]0;title\\x07\n" TOKENS},
        {"UPDATE repositories SET url = NULL;"
         "UPDATE file_versions SET path = 'b.py';"
         "UPDATE fixes SET function = NULL, function_line = NULL, function_end_line = NULL;"
         "UPDATE commits SET subject = '', keyword = NULL",
         COMMIT "  file b.py:1\n" TOKENS},
    };
    expect_texts(cases, N_ITEMS(cases), heading_of_git_after);
}

#define RUN(verdict, output)                                                    \
    "INSERT INTO verdicts VALUES (2, '" verdict "', 'sample', '', NULL, 0, 0);" \
    "INSERT INTO tests VALUES ('p00001', 'sample', 'given', '2\n1 2\n', '3');"  \
    "INSERT INTO test_runs VALUES (3, 'sample', 'wrong', '', '" output "')"
#define EVIDENCE       \
    "  input    2\n"   \
    "           1 2\n" \
    "  expected 3\n"

TEST(heading__shows_the_evidence)
{
    static const struct text_case cases[] = {
        {RUN("proven", "\033[31m\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
         VERDICTS KIND USER "  executed: proven\n" EVIDENCE "  actual   \\x1b[31m\n"
                            "           1\n           2\n           3\n           4\n"
                            "           5\n           6\n           7\n           ...\n" TOKENS},
        {RUN("reproduced", ""), /* it printed nothing */
         VERDICTS KIND USER "  executed: reproduced\n" EVIDENCE "  actual   \n" TOKENS},
        {RUN("weak_tests", "1"), VERDICTS KIND USER "  executed: weak_tests\n" TOKENS},
    };
    expect_texts(cases, N_ITEMS(cases), heading_after);
}

static const char *heading_between(const char *buggy, const char *fixed,
                                   const struct diff_style *style)
{
    const struct stored_fix fix = {.buggy = buggy, .fixed = fixed};
    scoped(db) *db = stored_fixes("one.db", &fix, 1);
    return heading_of(db, 1, style);
}

struct tokens_case {
    const char *buggy, *fixed, *line;
};

TEST(heading__has_colours)
{
    static const struct tokens_case cases[] = {
        {"«a»", "«b»", "  \033[31ma\033[0m  becomes  \033[32mb\033[0m\n"},
        {"«»", "«not»", "  \033[32mnot\033[0m  inserted\n"},
        {"«not»", "«»", "  \033[31mnot\033[0m  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(heading_between(cases[i].buggy, cases[i].fixed, &colored),
                            printed("\033[1mp00001-s0b-s0a\033[0m  Wrong Answer -> Accepted\n"
                                    "  variable_misuse  SINGLE_TOKEN\n" USER "%s",
                                    cases[i].line));
}

/* Of tokens that are too long, what they do not have in common. */
TEST(heading__cuts_long_tokens_where_they_are_the_same)
{
    static const struct tokens_case cases[] = {
        {"«'\t\n'»", "«' '»", "  '\\t\\n'  becomes  ' '\n"},
        {"«'12345678901234'»", "«'12345678901235'»", "  …78901234'  becomes  …78901235'\n"},
        {"«'x2345678901234'»", "«'y2345678901234'»", "  'x2345678…  becomes  'y2345678…\n"},
        {"«'123456789012éabcdefgh'»", "«'123456789012èabcdefgh'»",
         "  …12éabcde…  becomes  …12èabcde…\n"},
        {"«'x'»", "«'y2345678901234'»", "  'x'  becomes  'y2345678…\n"},
        {"«'12345678901234567890123456789'»", "«»", "  '123456789012345678…  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t width = 0; width <= 33; width += 33) { /* no less than ten columns each */
            const struct diff_style style = {.n_columns = width};
            const char *expected = printed("p00001-s0b-s0a  Wrong Answer -> Accepted\n"
                                           "  variable_misuse  SINGLE_TOKEN\n" USER "%s",
                                           cases[i].line);
            assert_string_equal(heading_between(cases[i].buggy, cases[i].fixed, &style), expected);
        }
}

#define HOSTILE "replace(printf('%2000s', ''), ' ', char(27) || ']0;x' || char(7, 10, 8238))"

/* No text of a store drives the terminal, or fills it. */
TEST(heading__shows_any_text_safely)
{
    const char *heading = heading_after(
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
        "UPDATE submissions SET submission_id = submission_key || char(27) || '[31m', "
        "status = " HOSTILE ", user_id = " HOSTILE ", original_language = " HOSTILE ";"
        "UPDATE fixes SET category = " HOSTILE ", pattern = " HOSTILE ", role = " HOSTILE
        ", before = " HOSTILE ", after = " HOSTILE ";"
        "INSERT INTO splits VALUES (2, " HOSTILE ", 2);"
        "INSERT INTO duplicate_clusters VALUES ('exact', 2, 1);"
        "INSERT INTO accepted_bugs VALUES (2, NULL, CAST(x'ff' AS TEXT));"
        "INSERT INTO exclusions VALUES (2, " HOSTILE ", ''), (2, 'z', '')");
    for (const char *at = heading; *at; at++)
        assert_true((unsigned char)*at >= ' ' || *at == '\n');
    assert_null(strstr(heading, "\xe2\x80\xae"));
    assert_contains(heading, "p00001-3\\x1b[31m-4\\x1b[31m  \\x1b]0;x\\x07\\n");
    assert_contains(heading, "duplicate of p00001-1\\x1b[31m-2\\x1b[31m, ");
    assert_contains(heading, "conflicting with the Accepted \\xff");
    assert_in_range(strlen(heading), 1, 1500);
}

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true}, {"p1", "u", "a2", "b2", true}, {"p1", "u", "a3", "b3", true},
    {"p2", "u", "a4", "b4", true}, {"p2", "u", "a5", "b5", true}, {"p2", "u", "a6", "b6", true},
    {"p2", "u", "a7", "b7", true},
};

/* 4 and 5 do the same to a program to which 6 does something else. */
static const char changes[] =
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1), ('near', 1, 1), "
    "('near', 2, 1);"
    "INSERT INTO conflicts VALUES (4, 4), (5, 4), (6, 4);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'x' WHERE fix_key IN (4, 5);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'y' WHERE fix_key = 6;"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2), (4, 'test', 4);"
    "INSERT INTO exclusions VALUES (2, 'benchmark', 'z'), (2, 'ancestry', 'y'), "
    "(2, 'benchmark', 'a'), (6, 'benchmark', 'b'), (7, 'ancestry', 'x');";

static struct db *opened(const char *name, const char *sql)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, sql);
}

TEST(marks__are_those_of_the_store)
{
    static const char *const marks[] = {
        "\n  split train\n",
        "\n  split test, excluded for ancestry: y (2 more)\n",
        "\n  duplicate of p1-b00000-f00000\n",
        "\n  split test, conflicting with p2-b00005-f00005\n",
        "\n  conflicting with p2-b00005-f00005\n",
        "\n  conflicting with p2-b00003-f00003, excluded for benchmark: b\n",
        "\n  excluded for ancestry: x\n",
    };
    scoped(db) *db = opened("marks.db", changes);
    for (size_t i = 0; i < N_ITEMS(marks); i++)
        assert_contains(shown(db, (int64_t)i + 1, &plain), marks[i]);
}

/* Whoever changed a store by hand. */
TEST(marks__do_not_need_the_other_fix)
{
    scoped(db) *db = opened("lonely.db", "PRAGMA foreign_keys = OFF;"
                                         "INSERT INTO duplicate_clusters VALUES ('exact', 1, 99);"
                                         "INSERT INTO conflicts VALUES (1, 99);");
    assert_contains(shown(db, 1, &plain), "  duplicate of another, conflicting with another\n");
}
