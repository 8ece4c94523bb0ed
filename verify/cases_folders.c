/* Every file is opened below the folder that the user named (base/beneath.h), so that neither an id
 * nor a symbolic link leads elsewhere, and a pipe does not block. Names are sorted before they are
 * used: which tests are left out does not depend on the file system. */
#include "verify/cases_folders.h"

#include "base/beneath.h"
#include "base/delimited.h"
#include "base/file.h"
#include "base/table.h"
#include "verify/checker.h"

#include <stdlib.h>
#include <string.h>

/* The tests in the top folder of Project CodeNet, and its table of limits. */
static const char codenet_place[] = "derived/input_output/data",
                  codenet_limits[] = "metadata/problem_list.csv", limits_name[] = "limits.csv";

/* ---- The table of limits ---- */

struct test_limit {
    double seconds; /* 0: unknown */
    struct tolerance tolerance;
};

struct cases_folders {
    struct beneath_folder root, inner; /* `inner`, of CodeNet in `root`, may be closed */
    const struct beneath_folder *data; /* the one of them that has the problems */
    struct table limit_ids;            /* of the problems in the table of limits */
    ARRAY(struct test_limit) limits;   /* by the number of the id */
};

struct reading {
    struct cases_folders *folders;
    struct cases_notes *notes;
    const char *file;
    bool has_header;
    int id, seconds, milliseconds, match; /* columns; -1: missing */
};

static void read_header(struct reading *reading, const struct delimited_row *row)
{
    reading->has_header = true;
    reading->id = delimited_column(row, "problem_id");
    if (reading->id < 0)
        reading->id = delimited_column(row, "id");
    reading->seconds = delimited_column(row, "seconds");
    reading->milliseconds = delimited_column(row, "time_limit");
    reading->match = delimited_column(row, "match");
    if (reading->id < 0)
        cases_notes_add(reading->notes, reading->file, row->line,
                        "no column 'problem_id' or 'id'; the table is not used");
}

/* Returns a field, or "". */
static const char *field(const struct delimited_row *row, int column)
{
    return column >= 0 && (size_t)column < row->n_fields ? row->fields[column].text : "";
}

static double seconds_of(const struct reading *reading, const struct delimited_row *row)
{
    bool has_seconds = reading->seconds >= 0;
    const char *text = field(row, has_seconds ? reading->seconds : reading->milliseconds);
    struct decimal limit;
    if (!*text)
        return 0;
    if (decimal_read(&limit, text, strlen(text)) &&
        is_time_limit(has_seconds ? limit.value : limit.value / 1000))
        return has_seconds ? limit.value : limit.value / 1000;
    cases_notes_add(reading->notes, reading->file, row->line,
                    "the time limit '%s' is not a number from %g to %d seconds", text,
                    MIN_LIMIT_SECONDS, (int)MAX_LIMIT_SECONDS);
    return 0;
}

static struct tolerance tolerance_of(const struct reading *reading, const struct delimited_row *row)
{
    struct tolerance tolerance = TOLERANCE_USUAL;
    const char *text = field(row, reading->match);
    if (*text && !tolerance_read(&tolerance, text))
        cases_notes_add(reading->notes, reading->file, row->line, TOLERANCE_UNKNOWN, text);
    return tolerance;
}

static void take_row(void *context, const struct delimited_row *row)
{
    struct reading *reading = context;
    if (!reading->has_header) {
        read_header(reading, row);
        return;
    }
    if (reading->id < 0)
        return;
    const char *id = field(row, reading->id);
    if (row->is_binary || !beneath_is_safe_name(id, strlen(id)))
        cases_notes_add(reading->notes, reading->file, row->line,
                        "the row is not text, or has no usable problem id");
    else if (table_add(&reading->folders->limit_ids, id) == TABLE_NONE)
        cases_notes_add(reading->notes, reading->file, row->line,
                        "there is already a row of problem '%s'; this one is not used", id);
    else
        array_push(&reading->folders->limits,
                   (struct test_limit){seconds_of(reading, row), tolerance_of(reading, row)});
}

static int fail(const char *folder, const char *name, const struct err *reason, struct err *err)
{
    return err_set(err, "cannot read '%s/%s': %s", folder, name, reason->message);
}

/* Reads the file `name` of a folder, which is `file` in notes. Returns 1; 0 if it cannot be used:
 * it is missing, or has got a note; or ERR. Sets `is_missing`. */
static int read_file(struct str *content, const struct beneath_folder *folder, const char *name,
                     const char *file, bool *is_missing, struct cases_notes *notes, struct err *err)
{
    struct err reason;
    enum beneath_result result = beneath_read(content, folder, name, MAX_TEST_FILE_BYTES, &reason);
    *is_missing = result == BENEATH_MISSING;
    if (result == BENEATH_BROKEN)
        return fail(folder->path, name, &reason, err);
    if (result != BENEATH_OK && !*is_missing)
        cases_notes_add(notes, file, 0, "%s", reason.message);
    return result == BENEATH_OK;
}

/* Opens a folder in another one in the same way. */
static int open_folder(struct beneath_folder *out, const struct beneath_folder *parent,
                       const char *name, const char *file, bool *is_missing,
                       struct cases_notes *notes, struct err *err)
{
    struct err reason;
    enum beneath_result result = beneath_open(out, parent, name, &reason);
    *is_missing = result == BENEATH_MISSING;
    if (result == BENEATH_BROKEN)
        return fail(parent->path, name, &reason, err);
    if (result != BENEATH_OK && !*is_missing)
        cases_notes_add(notes, file, 0, "%s", reason.message);
    return result == BENEATH_OK;
}

static int read_limits(struct cases_folders *folders, struct cases_notes *notes, struct err *err)
{
    scoped(str) content = {0};
    const char *name = folders->data == &folders->inner ? codenet_limits : limits_name;
    bool is_missing;
    int status = read_file(&content, &folders->root, name, name, &is_missing, notes, err);
    struct reading reading = {.folders = folders, .notes = notes, .file = name};
    if (status == 1)
        delimited_read(str_text(&content), content.length, take_row, &reading);
    return status == ERR ? ERR : 0;
}

/* ---- Tests ---- */

/* Adds a test of two files: an input and an output. `folders` are those of both, and `files` what
 * they are called in notes. Returns 1; 0 if there is no room for more tests; or ERR. */
static int add_test(struct problem_tests *tests, const char *name,
                    const struct beneath_folder *const folders[2], const char *const names[2],
                    const char *const files[2], struct cases_notes *notes, struct err *err)
{
    scoped(str) input = {0}, output = {0};
    bool is_missing;
    int status = read_file(&input, folders[0], names[0], files[0], &is_missing, notes, err);
    if (status == 1)
        status = read_file(&output, folders[1], names[1], files[1], &is_missing, notes, err);
    else if (status == 0)
        return 1;
    if (status == 0 && is_missing)
        cases_notes_add(notes, files[0], 0, "there is no output for this input");
    if (status != 1)
        return status == 0 ? 1 : ERR;
    struct test_case test = {.name = name,
                             .input = str_text(&input),
                             .input_length = input.length,
                             .expected = str_text(&output),
                             .expected_length = output.length};
    return problem_tests_add(tests, &test, notes, files[0]);
}

/* The test in PROBLEM/input.txt and PROBLEM/output.txt. */
static int read_sample(const struct beneath_folder *problem, const char *problem_id,
                       struct problem_tests *tests, struct cases_notes *notes, struct err *err)
{
    static const char *const names[] = {"input.txt", "output.txt"};
    scoped_memory char *input = mem_print("%s/%s", problem_id, names[0]);
    scoped_memory char *output = mem_print("%s/%s", problem_id, names[1]);
    const struct beneath_folder *const folders[] = {problem, problem};
    const char *const files[] = {input, output};
    return add_test(tests, "sample", folders, names, files, notes, err);
}

/* The test in the files `name` of both folders. */
static int read_pair(const struct beneath_folder *const folders[2], const char *name,
                     const char *problem_id, struct problem_tests *tests, struct cases_notes *notes,
                     struct err *err)
{
    size_t length = strlen(name);
    scoped_memory char *test =
        mem_copy_text(name, file_has_extension(name, "txt") ? length - 4 : length);
    scoped_memory char *input = mem_print("%s/in/%s", problem_id, name);
    scoped_memory char *output = mem_print("%s/out/%s", problem_id, name);
    const char *const names[] = {name, name}, *const files[] = {input, output};
    if (beneath_is_safe_name(name, length))
        return add_test(tests, test, folders, names, files, notes, err);
    cases_notes_add(notes, input, 0, "the name is not used: it is too long, or not plain text");
    return 1;
}

/* The tests in PROBLEM/in and PROBLEM/out. */
static int read_pairs(const struct beneath_folder *problem, const char *problem_id,
                      struct problem_tests *tests, struct cases_notes *notes, struct err *err)
{
    scoped(beneath_folder) in = {.fd = -1}, out = {.fd = -1};
    scoped(beneath_names) names = {0};
    scoped_memory char *in_file = mem_print("%s/in", problem_id);
    scoped_memory char *out_file = mem_print("%s/out", problem_id);
    const struct beneath_folder *const folders[] = {&in, &out};
    bool is_missing;
    int status = open_folder(&in, problem, "in", in_file, &is_missing, notes, err);
    if (status == 1)
        status = open_folder(&out, problem, "out", out_file, &is_missing, notes, err);
    if (status == 0 && in.fd >= 0 && is_missing)
        cases_notes_add(notes, in_file, 0, "there is no folder with outputs beside it");
    if (status != 1)
        return status;
    if (beneath_list(&names, &in, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.list.n && status == 1; i++)
        status = read_pair(folders, names.list.items[i].text, problem_id, tests, notes, err);
    if (status != ERR)
        problem_tests_finish(tests, notes, in_file);
    return status;
}

int cases_folders_read(const struct cases_folders *folders, const char *problem_id,
                       struct problem_tests *tests, struct cases_notes *notes, struct err *err)
{
    scoped(beneath_folder) problem = {.fd = -1};
    bool is_missing;
    if (!beneath_is_safe_name(problem_id, strlen(problem_id)))
        return 0;
    int status =
        open_folder(&problem, folders->data, problem_id, problem_id, &is_missing, notes, err);
    if (status != 1)
        return status;
    int64_t limit = table_find(&folders->limit_ids, problem_id);
    if (limit != TABLE_NONE) {
        tests->seconds = folders->limits.items[limit].seconds;
        tests->tolerance = folders->limits.items[limit].tolerance;
    }
    return read_sample(&problem, problem_id, tests, notes, err) == ERR ||
                   read_pairs(&problem, problem_id, tests, notes, err) == ERR
               ? ERR
               : 0;
}

/* ---- The folder ---- */

/* Returns 1 if a problem in the folder has tests, 0, or ERR. */
static int has_tests(const struct cases_folders *folders, struct err *err)
{
    scoped(beneath_names) names = {0};
    scoped(problem_tests) tests = {0};
    scoped(cases_notes) ignored = {0};
    if (beneath_list(&names, folders->data, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.list.n && !tests.cases.n; i++)
        if (names.list.items[i].kind != BENEATH_FILE &&
            cases_folders_read(folders, names.list.items[i].text, &tests, &ignored, err) != 0)
            return ERR;
    return tests.cases.n > 0;
}

/* Finds the folder of the problems. */
static int find_data(struct cases_folders *folders, struct err *err)
{
    struct err reason;
    enum beneath_result result =
        beneath_open(&folders->inner, &folders->root, codenet_place, &reason);
    if (result == BENEATH_OUTSIDE)
        return err_set(err,
                       "'%s/%s': a symbolic link leads out of the folder; name the folder to which "
                       "it leads",
                       folders->root.path, codenet_place);
    if (result != BENEATH_OK && result != BENEATH_MISSING)
        return fail(folders->root.path, codenet_place, &reason, err);
    folders->data = result == BENEATH_OK ? &folders->inner : &folders->root;
    return 0;
}

int cases_folders_open(struct cases_folders **out, const char *path, struct cases_notes *notes,
                       struct err *err)
{
    scoped(cases_folders) *folders = mem_alloc(1, sizeof *folders);
    struct err reason;
    folders->inner.fd = -1;
    if (beneath_open_root(&folders->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot open '%s': %s", path, reason.message);
    if (find_data(folders, err) != 0)
        return ERR;
    int has = has_tests(folders, err);
    if (has < 0)
        return ERR;
    if (!has)
        return err_set(err,
                       "there are no tests in '%s': neither derived/input_output/data (CodeNet), "
                       "nor PROBLEM/input.txt, nor PROBLEM/in/NAME (AtCoder); name such a folder, "
                       "or a file of JSON lines",
                       path);
    if (read_limits(folders, notes, err) != 0)
        return ERR;
    *out = hand_over(folders);
    return 0;
}

void cases_folders_free(struct cases_folders *folders)
{
    if (!folders)
        return;
    beneath_close(&folders->inner);
    beneath_close(&folders->root);
    table_release(&folders->limit_ids);
    array_release(&folders->limits);
    free(folders);
}
