/* Columns are found by their usual names, which the help lists, or by chosen ones. */
#include "commands/command_list.h"
#include "miner/rows/row_columns.h"
#include "tests/support/test.h"

static enum row_field field_of(const char *name, bool is_pairs, int *rank)
{
    struct row_columns columns = {.is_pairs = is_pairs};
    struct row_column column = row_columns_look(&columns, name);
    *rank = column.rank;
    return column.field;
}

TEST(row_columns__are_found_by_their_usual_names)
{
    static const struct {
        const char *name;
        enum row_field field, of_pairs;
    } cases[] = {{"user", ROW_USER, ROW_USER},
                 {"User ID", ROW_USER, ROW_USER},
                 {"creationTimeSeconds", ROW_DATE, ROW_DATE},
                 {"creation_time_seconds", ROW_DATE, ROW_DATE},
                 {"submission-id", ROW_ID, ROW_ID},
                 {"user.login", ROW_USER, ROW_USER},
                 {"Author.Members.0.Handle", ROW_USER, ROW_USER},
                 {"problem.title", ROW_PROBLEM_NAME, ROW_PROBLEM_NAME},
                 {"Student.name", ROW_USER, ROW_USER},
                 {"programmingLanguage.name", ROW_LANGUAGE, ROW_LANGUAGE},
                 {"SOURCE", ROW_CODE, N_ROW_FIELDS},
                 {"before", N_ROW_FIELDS, ROW_BUGGY}};
    static const char *const others[] = {"",      "_",     "users",          "code_size",
                                         "user.", ".user", "author.members", "filename_ext"};
    int rank;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(field_of(cases[i].name, false, &rank), cases[i].field);
        assert_int_equal(field_of(cases[i].name, true, &rank), cases[i].of_pairs);
    }
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_int_equal(field_of(others[i], false, &rank), N_ROW_FIELDS);
}

/* A part of the help has an item for each field: its name, and its names in columns. */
TEST(row_columns__are_in_the_help_in_their_order)
{
    const char *text = strstr(command_mine.manual, "\n  user ");
    assert_non_null(text);
    text++;
    for (int field = 0; field < N_ROW_FIELDS; field++) {
        scoped(str) names = {0};
        text += 2;
        text += strcspn(text, " ");
        do {
            size_t length = strcspn(text, "\n");
            str_add(&names, text, length);
            text += length + 1;
        } while (strncmp(text, "    ", 4) == 0);
        char *option = strstr(names.text, " (");
        if (option)
            *option = '\0';
        int n = 0, rank, last = -1;
        for (char *name = strtok(names.text, ", "); name; name = strtok(NULL, ", "), n++) {
            if (*name == '.') /* in an object with one of the names before it */
                continue;
            assert_int_equal(field_of(name, field >= ROW_BUGGY, &rank), field);
            assert_true(rank > last);
            last = rank;
        }
        assert_true(n > 0);
    }
}

/* What the options say of a header, in which x and y are names that no field has: FIELD=NUMBER of
 * the column; or what is wrong. */
static const char *found(const char *options)
{
    static const char *const names[] = {"login",  "lang", "verdict", "task_id", "time",
                                        "status", "code", "user_id", "x",       "user_id"};
    static struct str shown;
    scoped(row_columns) columns = {0};
    struct err err;
    int at[N_ROW_SLOTS];
    str_set(&shown, "%s", "");
    if ((*options && row_columns_read(&columns, options, &err) != 0) ||
        row_columns_find(&columns, names, N_ITEMS(names), false, at, &err) != 0)
        return printed("%s", err.message);
    for (int i = 0; i < N_ROW_FIELDS + (int)columns.inputs.n; i++)
        if (at[i] >= 0)
            str_print(&shown, "%d=%d ", i, at[i]);
    return str_text(&shown);
}

TEST(row_columns__are_the_first_in_the_order_of_the_table_or_as_options_say)
{
    static const struct text_case cases[] = {
        {"", "0=7 1=3 2=4 3=5 4=1 5=6 "},
        {"user=login,id=x,status=verdict", "0=0 1=3 2=4 3=2 4=1 5=6 7=8 "},
        {"user=x,problem={task_id}/{x}-{{{x}}}", "0=8 2=4 3=5 4=1 5=6 18=3 19=8 "},
        {"user:=me,path={x}", "1=3 2=4 3=5 4=1 5=6 18=8 "},
        {"user=who,problem={c}/{x},status=x",
         "no column is the user ('who'), '{c}': name the column with --columns FIELD=COLUMN, or a "
         "value for all rows with FIELD:=TEXT; the columns are: login, lang, verdict, task_id, "
         "time, status, code, user_id, x, user_id"},
    };
    expect_texts(cases, N_ITEMS(cases), found);
}

TEST(row_columns__are_refused_if_the_list_is_wrong)
{
    static const struct text_case cases[] = {
        {"user=login,user=x", "named twice"},
        {"user=login,user:=x", "named twice"},
        {"user=x,id=x", "cannot be both"},
        {"who=x", "not a field; the fields are user"},
        {"who:=x", "not a field"},
        {"user", "not FIELD=COLUMN"},
        {"user=", "not FIELD=COLUMN"},
        {"=x", "not FIELD=COLUMN"},
        {"user={x", "'{x' has a brace that is not part of {COLUMN}"},
        {"user=x}", "has a brace"},
        {"user={}", "has a brace"},
        {"user={x{y}}", "has a brace"},
        {"user={1}{2}{3}{4}{5}{6}{7}{8}{9}{a}{b}{c}{d}{e}{f}{g}{h}", "more than 16 columns"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_contains(found(cases[i].given), cases[i].expected);
}
