/* Columns are found by their usual names, which the manual lists, or by chosen ones. */
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
        enum row_field field;
    } cases[] = {
        {"user", ROW_USER},
        {"User ID", ROW_USER},
        {"creationTimeSeconds", ROW_DATE},
        {"creation_time_seconds", ROW_DATE},
        {"submission-id", ROW_ID},
        {"SOURCE", ROW_CODE},
        {"", N_ROW_FIELDS},
        {"_", N_ROW_FIELDS},
        {"users", N_ROW_FIELDS},
        {"code_size", N_ROW_FIELDS},
        {"filename_ext", N_ROW_FIELDS},
        {"user.login", ROW_USER},
        {"Author.Members.0.Handle", ROW_USER},
        {"problem.title", ROW_PROBLEM_NAME},
        {"user.", N_ROW_FIELDS},
        {"author.members", N_ROW_FIELDS},
        {".user", N_ROW_FIELDS},
    };
    int rank;
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (field_of(cases[i].name, false, &rank) != cases[i].field)
            fail_msg("'%s' is %d", cases[i].name, (int)field_of(cases[i].name, false, &rank));
    assert_int_equal(field_of("before", false, &rank), N_ROW_FIELDS);
    assert_int_equal(field_of("before", true, &rank), ROW_BUGGY);
    assert_int_equal(field_of("source", true, &rank), N_ROW_FIELDS);
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
            assert_int_equal(field_of(name, field >= ROW_BUGGY, &rank), field);
            assert_true(rank > last);
            last = rank;
        }
        assert_true(n > 0);
    }
}

static const char *find(const char *list, const char *const *names, size_t n)
{
    static char shown[1200];
    scoped(row_columns) columns = {0};
    struct err err;
    int at[N_ROW_SLOTS];
    if ((list && row_columns_read(&columns, list, &err) != 0) ||
        row_columns_find(&columns, names, n, false, at, &err) != 0) {
        strcpy(shown, err.message);
        return shown;
    }
    shown[0] = '\0';
    for (int i = 0; i < N_ROW_FIELDS + (int)columns.inputs.n; i++)
        sprintf(shown + strlen(shown), "%d ", at[i]);
    return shown;
}

TEST(row_columns__of_a_header_are_the_first_in_the_order_of_the_table)
{
    static const char *const names[] = {"login",  "lang", "verdict", "task_id", "time",
                                        "status", "code", "user_id", "x"};
    enum { N = N_ITEMS(names) };
    assert_string_equal(find(NULL, names, N), "7 3 4 5 1 6 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ");
    assert_string_equal(find("user=login,id=x,status=verdict", names, N),
                        "0 3 4 2 1 6 -1 8 -1 -1 -1 -1 -1 -1 -1 -1 ");
    assert_string_equal(find("user=x,problem={task_id}/{x}-{{{x}}}", names, N),
                        "8 -1 4 5 1 6 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 3 8 ");
    assert_string_equal(find("user:=me,path={x}", names, N),
                        "-1 3 4 5 1 6 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 8 ");
    static const char *const twice[] = {"user", "problem", "date", "user", "status", "path"};
    assert_string_equal(find(NULL, twice, N_ITEMS(twice)),
                        "0 1 2 4 -1 -1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 ");
}

TEST(row_columns__that_are_missing_are_named_at_once)
{
    static const char *const names[] = {"login", "lang", "task_id", "x"};
    enum { N = N_ITEMS(names) };
    assert_string_equal(find("user=login", names, 1),
                        "no column is the problem, date, status, language, code or path: name the "
                        "column with --columns FIELD=COLUMN, or a value for all rows with "
                        "FIELD:=TEXT; the columns are: login");
    assert_string_equal(find("user=who,date=", names, N),
                        "'date=' is not FIELD=COLUMN, such as user=handle");
    assert_string_equal(find("user=who,problem={c}/{x},status=x,code=lang", names, N),
                        "no column is the user ('who'), date, language, '{c}': name the column "
                        "with --columns FIELD=COLUMN, or a value for all rows with FIELD:=TEXT; "
                        "the columns are: login, lang, task_id, x");
}

TEST(row_columns__are_refused_if_the_list_is_wrong)
{
    static const struct {
        const char *list, *error;
    } cases[] = {
        {"user=login,user=x", "named twice"},
        {"user=login,user:=x", "named twice"},
        {"user=x,id=x", "cannot be both"},
        {"who=x", "not a field; the fields are user"},
        {"who:=x", "not a field"},
        {"user", "not FIELD=COLUMN"},
        {"user=", "not FIELD=COLUMN"},
        {"=x", "not FIELD=COLUMN"},
        {"", "not FIELD=COLUMN"},
        {"user={x", "'{x' has a brace that is not part of {COLUMN}"},
        {"user=x}", "has a brace"},
        {"user={}", "has a brace"},
        {"user={x{y}}", "has a brace"},
        {"user={1}{2}{3}{4}{5}{6}{7}{8}{9}{a}{b}{c}{d}{e}{f}{g}{h}", "more than 16 columns"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(row_columns) columns = {0};
        struct err err = {{0}};
        if (row_columns_read(&columns, cases[i].list, &err) == 0 ||
            !strstr(err.message, cases[i].error))
            fail_msg("%s: %s, not %s", cases[i].list, err.message, cases[i].error);
    }
}
