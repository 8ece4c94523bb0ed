#include "sources/rows/row_columns.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_USUAL_NAMES = 17 };

/* The usual names are without case and `_`. The first that a file has is taken. */
static const struct {
    const char *name;
    bool is_required; /* of rows; of the code and the path, one is */
    enum { ROWS_AND_PAIRS, ONLY_ROWS, ONLY_PAIRS } of;
    const char *usual[MAX_USUAL_NAMES];
} fields[N_ROW_FIELDS] = {
    [ROW_USER] = {"user",
                  true,
                  ROWS_AND_PAIRS,
                  {"user", "userid", "username", "handle", "author", "authorid", "login",
                   "participant", "student", "studentid", "team", "teamid", "contestant"}},
    [ROW_PROBLEM] = {"problem",
                     true,
                     ROWS_AND_PAIRS,
                     {"problem", "problemid", "task", "taskid", "exercise", "exerciseid",
                      "assignment", "question", "questionid", "problemcode"}},
    [ROW_DATE] = {"date",
                  true,
                  ROWS_AND_PAIRS,
                  {"date", "time", "timestamp", "datetime", "createdat", "creationtime",
                   "creationtimeseconds", "submittedat", "submissiontime", "submissiondate",
                   "submittime", "epochsecond", "createtime"}},
    [ROW_STATUS] = {"status",
                    true,
                    ONLY_ROWS,
                    {"status", "verdict", "result", "judgement", "judgment", "outcome", "score"}},
    [ROW_LANGUAGE] = {"language",
                      true,
                      ROWS_AND_PAIRS,
                      {"language", "lang", "programminglanguage", "compiler", "languageid"}},
    [ROW_CODE] = {"code",
                  false,
                  ONLY_ROWS,
                  {"code", "source", "sourcecode", "program", "solution", "submissioncode"}},
    [ROW_PATH] = {"path", false, ONLY_ROWS, {"path", "file", "filename", "codepath", "sourcepath"}},
    [ROW_ID] = {"id",
                false,
                ROWS_AND_PAIRS,
                {"id", "submissionid", "submission", "runid", "solutionid"}},
    [ROW_ORIGINAL_LANGUAGE] = {"original_language", false, ROWS_AND_PAIRS, {"originallanguage"}},
    [ROW_CONTEST] = {"contest",
                     false,
                     ROWS_AND_PAIRS,
                     {"contest", "contestid", "contestname", "dataset"}},
    [ROW_PROBLEM_NAME] = {"problem_name",
                          false,
                          ROWS_AND_PAIRS,
                          {"problemname", "problemtitle", "taskname"}},
    [ROW_BUGGY] = {"buggy",
                   false,
                   ONLY_PAIRS,
                   {"buggy", "buggycode", "buggyprogram", "buggysource", "buggysolution", "before",
                    "codebefore", "oldcontents", "oldcode", "bug", "incorrect", "incorrectcode",
                    "faulty", "faultycode", "wrong", "input"}},
    [ROW_FIXED] = {"fixed",
                   false,
                   ONLY_PAIRS,
                   {"fixed", "fixedcode", "fixedprogram", "fixedsource", "canonicalsolution",
                    "after", "codeafter", "newcontents", "newcode", "fix", "correct", "correctcode",
                    "patched", "repaired", "target"}},
    [ROW_BUGGY_PATH] = {"buggy_path", false, ONLY_PAIRS, {"buggypath", "buggyfile", "oldfile"}},
    [ROW_FIXED_PATH] = {"fixed_path", false, ONLY_PAIRS, {"fixedpath", "fixedfile", "newfile"}},
    [ROW_DIFF] = {"diff", false, ONLY_PAIRS, {"diff", "patch"}},
};

const char *row_field_name(enum row_field field)
{
    return fields[field].name;
}

/* Whether such rows have the field. */
static bool is_of(int field, bool is_pairs)
{
    return fields[field].of != (is_pairs ? ONLY_ROWS : ONLY_PAIRS);
}

static int find_field(const char *name)
{
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (strcmp(fields[field].name, name) == 0)
            return field;
    return -1;
}

static int choose(struct row_columns *out, char *part, struct err *err)
{
    char *equals = strchr(part, '=');
    if (!equals || equals == part || !equals[1])
        return err_set(err, "'%s' is not FIELD=COLUMN, such as user=handle", part);
    *equals = '\0';
    int field = find_field(part);
    if (field < 0) {
        scoped(str) names = {0};
        for (int i = 0; i < N_ROW_FIELDS; i++)
            str_print(&names, "%s%s", i ? ", " : "", fields[i].name);
        return err_set(err, "'%s' is not a field; the fields are %s", part, str_text(&names));
    }
    if (out->chosen[field])
        return err_set(err, "the column of '%s' is named twice", part);
    for (int other = 0; other < N_ROW_FIELDS; other++)
        if (out->chosen[other] && strcmp(out->chosen[other], equals + 1) == 0)
            return err_set(err, "the column '%s' cannot be both %s and %s", equals + 1,
                           fields[other].name, part);
    out->chosen[field] = mem_copy_text(equals + 1, strlen(equals + 1));
    return 0;
}

int row_columns_read(struct row_columns *out, const char *list, struct err *err)
{
    scoped_memory char *copy = mem_copy_text(list, strlen(list));
    *out = (struct row_columns){0};
    for (char *part = copy, *next; part; part = next) {
        next = strchr(part, ',');
        if (next)
            *next++ = '\0';
        if (choose(out, part, err) != 0) {
            row_columns_release(out);
            return ERR;
        }
    }
    return 0;
}

void row_columns_release(struct row_columns *columns)
{
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        free(columns->chosen[i]);
        columns->chosen[i] = NULL;
    }
}

static bool is_usual(const char *name, const char *usual)
{
    for (; *name; name++) {
        char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (c == '_' || c == '-' || c == ' ')
            continue;
        if (c != *usual++)
            return false;
    }
    return !*usual;
}

int row_columns_rank(const struct row_columns *columns, const char *name, enum row_field *field)
{
    for (int i = 0; i < N_ROW_FIELDS; i++)
        if (columns->chosen[i] && strcmp(columns->chosen[i], name) == 0) {
            *field = (enum row_field)i;
            return 0;
        }
    for (int i = 0; i < N_ROW_FIELDS; i++)
        for (int rank = 0;
             is_of(i, columns->is_pairs) && !columns->chosen[i] && fields[i].usual[rank]; rank++)
            if (is_usual(name, fields[i].usual[rank])) {
                *field = (enum row_field)i;
                return rank;
            }
    return -1;
}

/* A file with another separator has one column. It is not read, because programs write such files
 * in different ways: some put values in quotes, some write `\\t`, and some do neither. */
static int fail_for_separator(char separator, struct err *err)
{
    return err_set(
        err,
        "the columns are separated by %s, not by commas: write the rows as CSV or as "
        "JSON lines (doc/mining.md, \"From other forms to rows\"), or convert them with DuckDB's "
        "command line: duckdb -c \"copy (from read_csv('FILE', delim = '%s')) to 'FILE.csv'\"",
        separator == '\t' ? "tabs" : "semicolons", separator == '\t' ? "\\t" : ";");
}

enum { MAX_SHOWN_COLUMNS = 40 };

void row_columns_add_list(struct str *out, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n && i < MAX_SHOWN_COLUMNS; i++)
        str_print(out, "%s%.60s", i ? ", " : "", names[i]);
    str_add_text(out, n > MAX_SHOWN_COLUMNS ? ", ..." : "");
}

static int fail_without(const struct row_columns *columns, enum row_field field,
                        const char *const *names, size_t n, struct err *err)
{
    scoped(str) list = {0};
    const char *separator = n == 1 ? strpbrk(names[0], "\t;") : NULL;
    if (separator)
        return fail_for_separator(*separator, err);
    row_columns_add_list(&list, names, n);
    if (columns->chosen[field])
        return err_set(err,
                       "there is no column '%s', which --columns names as the %s; the "
                       "columns are: %s",
                       columns->chosen[field], fields[field].name, str_text(&list));
    return err_set(err,
                   "no column is the %s; name it with --columns %s=COLUMN; the columns are: "
                   "%s",
                   field == ROW_CODE ? "code or the path" : fields[field].name, fields[field].name,
                   str_text(&list));
}

/* Fails if a pair lacks a side. */
static int find_sides(const struct row_columns *columns, const char *const *names, size_t n,
                      const int at[N_ROW_FIELDS], struct err *err)
{
    bool has_buggy = at[ROW_BUGGY] >= 0 || at[ROW_BUGGY_PATH] >= 0;
    bool has_fixed = at[ROW_FIXED] >= 0 || at[ROW_FIXED_PATH] >= 0;
    if (has_buggy + has_fixed + (at[ROW_DIFF] >= 0) >= 2)
        return 0;
    return fail_without(columns, has_buggy ? ROW_FIXED : ROW_BUGGY, names, n, err);
}

int row_columns_find(const struct row_columns *columns, const char *const *names, size_t n,
                     int at[N_ROW_FIELDS], struct err *err)
{
    int best[N_ROW_FIELDS];
    for (int i = 0; i < N_ROW_FIELDS; i++)
        at[i] = -1;
    for (size_t i = 0; i < n; i++) {
        enum row_field field;
        int rank = row_columns_rank(columns, names[i], &field);
        if (rank >= 0 && (at[field] < 0 || rank < best[field])) {
            at[field] = (int)i;
            best[field] = rank;
        }
    }
    if (columns->is_pairs && find_sides(columns, names, n, at, err) != 0)
        return ERR;
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        bool is_required = fields[i].is_required || (i == ROW_CODE && at[ROW_PATH] < 0);
        if (at[i] < 0 && (columns->chosen[i] || (is_required && !columns->is_pairs)))
            return fail_without(columns, (enum row_field)i, names, n, err);
    }
    return 0;
}
