/* Every file is opened below the folder that the user named (base/beneath.h), so that neither an id
 * nor a symbolic link leads elsewhere, and a pipe does not block. Names are sorted before they are
 * used: which tests are left out does not depend on the file system.
 *
 * Rows are checked and copied to a temporary database, so that a packed file or a pipe can be read
 * again, and what is read again is what was checked. */
#include "verify/cases_set.h"

#include "base/beneath.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tests in the top folder of Project CodeNet, and its table of limits. */
static const char codenet_place[] = "derived/input_output/data",
                  codenet_limits[] = "metadata/problem_list.csv", limits_name[] = "limits.csv";

struct test_limit {
    double seconds; /* 0: unknown */
    struct tolerance tolerance;
};

struct cases_set {
    struct arena arena; /* of the notes */
    struct input_errors notes;
    struct str name, prefix;

    struct beneath_folder root, inner; /* `inner`, of CodeNet in `root`, may be closed */
    const struct beneath_folder *data; /* the one of them that has the problems; NULL: rows */
    struct table limit_ids;            /* of the problems in the table of limits */
    ARRAY(struct test_limit) limits;   /* by the number of the id */

    struct db *rows;
    size_t n_rows;
};

/* ---- The table of limits ---- */

struct limits_reading {
    struct cases_set *set;
    const char *file;
    bool has_header;
    int id, seconds, milliseconds, match; /* columns; -1: missing */
};

static void read_header(struct limits_reading *reading, const struct csv_row *row)
{
    reading->has_header = true;
    reading->id = csv_column(row, "problem_id");
    if (reading->id < 0)
        reading->id = csv_column(row, "id");
    reading->seconds = csv_column(row, "seconds");
    reading->milliseconds = csv_column(row, "time_limit");
    reading->match = csv_column(row, "match");
    if (reading->id < 0)
        NOTE(&reading->set->notes, reading->file, row->line,
             "no column 'problem_id' or 'id'; the table is not used");
}

/* Returns a field, or "". */
static const char *field(const struct csv_row *row, int column)
{
    return column >= 0 && (size_t)column < row->n_fields ? row->fields[column].text : "";
}

static double seconds_of(const struct limits_reading *reading, const struct csv_row *row)
{
    bool has_seconds = reading->seconds >= 0;
    const char *text = field(row, has_seconds ? reading->seconds : reading->milliseconds);
    struct decimal limit;
    if (!*text)
        return 0;
    if (decimal_read(&limit, text, strlen(text)) &&
        is_time_limit(has_seconds ? limit.value : limit.value / 1000))
        return has_seconds ? limit.value : limit.value / 1000;
    NOTE(&reading->set->notes, reading->file, row->line,
         "the time limit '%s' is not a number from %g to %d seconds", text, MIN_LIMIT_SECONDS,
         (int)MAX_LIMIT_SECONDS);
    return 0;
}

static struct tolerance tolerance_of(const struct limits_reading *reading,
                                     const struct csv_row *row)
{
    struct tolerance tolerance = TOLERANCE_USUAL;
    const char *text = field(row, reading->match);
    if (*text && !tolerance_read(&tolerance, text))
        NOTE(&reading->set->notes, reading->file, row->line, TOLERANCE_UNKNOWN, text);
    return tolerance;
}

static void take_row(void *context, const struct csv_row *row)
{
    struct limits_reading *reading = context;
    if (!reading->has_header) {
        read_header(reading, row);
        return;
    }
    if (reading->id < 0)
        return;
    const char *id = field(row, reading->id);
    if (row->is_binary || !beneath_is_safe_name(id, strlen(id)))
        NOTE(&reading->set->notes, reading->file, row->line,
             "the row is not text, or has no usable problem id");
    else if (table_add(&reading->set->limit_ids, id) == TABLE_NONE)
        NOTE(&reading->set->notes, reading->file, row->line,
             "there is already a row of problem '%s'; this one is not used", id);
    else
        array_push(&reading->set->limits,
                   (struct test_limit){seconds_of(reading, row), tolerance_of(reading, row)});
}

/* Sets the error if the machine failed while `name` of a folder was opened or read. Otherwise notes
 * on `file` why it cannot be used, unless it is missing. Returns the result. */
static enum beneath_result note(struct cases_set *set, enum beneath_result result,
                                const struct beneath_folder *folder, const char *name,
                                const char *file, const struct err *reason, struct err *err)
{
    if (result == BENEATH_BROKEN)
        err_set(err, "cannot read '%s/%s': %s", folder->path, name, reason->message);
    else if (result != BENEATH_OK && result != BENEATH_MISSING)
        NOTE(&set->notes, file, 0, "%s", reason->message);
    return result;
}

static enum beneath_result read_file(struct cases_set *set, struct str *content,
                                     const struct beneath_folder *folder, const char *name,
                                     const char *file, struct err *err)
{
    struct err reason;
    enum beneath_result result = beneath_read(content, folder, name, MAX_TEST_FILE_BYTES, &reason);
    return note(set, result, folder, name, file, &reason, err);
}

static enum beneath_result open_folder(struct cases_set *set, struct beneath_folder *out,
                                       const struct beneath_folder *parent, const char *name,
                                       const char *file, struct err *err)
{
    struct err reason;
    enum beneath_result result = beneath_open(out, parent, name, &reason);
    return note(set, result, parent, name, file, &reason, err);
}

static int read_limits(struct cases_set *set, struct err *err)
{
    scoped(str) content = {0};
    const char *name = set->data == &set->inner ? codenet_limits : limits_name;
    enum beneath_result result = read_file(set, &content, &set->root, name, name, err);
    struct limits_reading reading = {.set = set, .file = name};
    if (result == BENEATH_OK)
        csv_read(str_text(&content), content.length, take_row, &reading);
    return result == BENEATH_BROKEN ? ERR : 0;
}

/* ---- Tests in folders ---- */

/* Adds the test in `names` of two folders: an input and an output. `files` are what they are called
 * in notes. Returns 1; 0 if there is no room for more tests; or ERR. */
static int add_files(struct cases_set *set, struct problem_tests *tests, const char *name,
                     const struct beneath_folder *const folders[2], const char *const names[2],
                     const char *const files[2], struct err *err)
{
    scoped(str) input = {0}, output = {0};
    enum beneath_result result = read_file(set, &input, folders[0], names[0], files[0], err);
    if (result == BENEATH_OK) {
        result = read_file(set, &output, folders[1], names[1], files[1], err);
        if (result == BENEATH_MISSING)
            NOTE(&set->notes, files[0], 0, "there is no output for this input");
    }
    if (result != BENEATH_OK)
        return result == BENEATH_BROKEN ? ERR : 1;
    struct test_case test = {.name = name,
                             .input = str_text(&input),
                             .input_length = input.length,
                             .expected = str_text(&output),
                             .expected_length = output.length};
    return problem_tests_add(tests, &test, &set->notes, files[0]);
}

/* The test in the files `name` of both folders. */
static int read_pair(struct cases_set *set, const char *problem_id, const char *name,
                     const struct beneath_folder *const folders[2], struct problem_tests *tests,
                     struct err *err)
{
    size_t length = strlen(name);
    scoped_memory char *test =
        mem_copy_text(name, file_has_extension(name, "txt") ? length - 4 : length);
    scoped_memory char *input = mem_print("%s/in/%s", problem_id, name);
    scoped_memory char *output = mem_print("%s/out/%s", problem_id, name);
    const char *const names[] = {name, name}, *const files[] = {input, output};
    if (beneath_is_safe_name(name, length))
        return add_files(set, tests, test, folders, names, files, err);
    NOTE(&set->notes, input, 0, "the name is not used: it is too long, or not plain text");
    return 1;
}

/* The tests in PROBLEM/in and PROBLEM/out. */
static int read_pairs(struct cases_set *set, const struct beneath_folder *problem,
                      const char *problem_id, struct problem_tests *tests, struct err *err)
{
    scoped(beneath_folder) in = {.fd = -1}, out = {.fd = -1};
    scoped(beneath_names) names = {0};
    scoped_memory char *in_file = mem_print("%s/in", problem_id);
    scoped_memory char *out_file = mem_print("%s/out", problem_id);
    int status = 1;
    enum beneath_result result = open_folder(set, &in, problem, "in", in_file, err);
    if (result == BENEATH_OK) {
        result = open_folder(set, &out, problem, "out", out_file, err);
        if (result == BENEATH_MISSING)
            NOTE(&set->notes, in_file, 0, "there is no folder with outputs beside it");
    }
    if (result != BENEATH_OK)
        return result == BENEATH_BROKEN ? ERR : 0;
    if (beneath_list(&names, &in, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.list.n && status == 1; i++)
        status = read_pair(set, problem_id, names.list.items[i].text,
                           (const struct beneath_folder *const[]){&in, &out}, tests, err);
    return status;
}

static int read_folder(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                       struct err *err)
{
    static const char *const names[] = {"input.txt", "output.txt"};
    scoped(beneath_folder) problem = {.fd = -1};
    if (!beneath_is_safe_name(problem_id, strlen(problem_id)))
        return 0;
    enum beneath_result result = open_folder(set, &problem, set->data, problem_id, problem_id, err);
    if (result != BENEATH_OK)
        return result == BENEATH_BROKEN ? ERR : 0;
    int64_t limit = table_find(&set->limit_ids, problem_id);
    if (limit != TABLE_NONE) {
        tests->seconds = set->limits.items[limit].seconds;
        tests->tolerance = set->limits.items[limit].tolerance;
    }
    scoped_memory char *input = mem_print("%s/%s", problem_id, names[0]);
    scoped_memory char *output = mem_print("%s/%s", problem_id, names[1]);
    return add_files(set, tests, "sample",
                     (const struct beneath_folder *const[]){&problem, &problem}, names,
                     (const char *const[]){input, output}, err) == ERR ||
                   read_pairs(set, &problem, problem_id, tests, err) == ERR
               ? ERR
               : 0;
}

/* Returns 1 if a problem in the folder has tests, 0, or ERR. */
static int has_tests(struct cases_set *set, struct err *err)
{
    scoped(beneath_names) names = {0};
    scoped(problem_tests) tests = {0};
    if (beneath_list(&names, set->data, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.list.n && !tests.cases.n; i++)
        if (names.list.items[i].kind != BENEATH_FILE &&
            read_folder(set, names.list.items[i].text, &tests, err) != 0)
            return ERR;
    array_clear(&set->notes.list); /* they are noted when the problems are read */
    memset(set->notes.kinds, 0, sizeof set->notes.kinds);
    return tests.cases.n > 0;
}

static int open_folders(struct cases_set *set, const char *path, struct err *err)
{
    struct err reason;
    if (beneath_open_root(&set->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot open '%s': %s", path, reason.message);
    enum beneath_result result = beneath_open(&set->inner, &set->root, codenet_place, &reason);
    if (result == BENEATH_OUTSIDE)
        return err_set(err,
                       "'%s/%s': a symbolic link leads out of the folder; name the folder to which "
                       "it leads",
                       set->root.path, codenet_place);
    if (result != BENEATH_OK && result != BENEATH_MISSING)
        return err_set(err, "cannot read '%s/%s': %s", set->root.path, codenet_place,
                       reason.message);
    set->data = result == BENEATH_OK ? &set->inner : &set->root;
    int has = has_tests(set, err);
    if (has == 0)
        return err_set(err,
                       "there are no tests in '%s': neither derived/input_output/data (CodeNet), "
                       "nor PROBLEM/input.txt, nor PROBLEM/in/NAME (AtCoder); name such a folder, "
                       "or a file of JSON lines",
                       path);
    return has == 1 ? read_limits(set, err) : ERR;
}

/* ---- Rows ---- */

/* Checks a text of a row. Returns it, or NULL with a note. */
static const char *text_of(const struct json *row, const char *key, const char *file, uint64_t line,
                           struct input_errors *notes)
{
    const char *text = json_text_at(row, key);
    if (!text)
        NOTE(notes, file, line, "no text '%s'", key);
    else if (strlen(text) <= MAX_TEST_FILE_BYTES)
        return text;
    else
        NOTE(notes, file, line, "the %s is larger than %d bytes", key, (int)MAX_TEST_FILE_BYTES);
    return NULL;
}

/* Whether a row is a test. Notes why it is not. */
static bool is_test(const struct json *row, const char *file, uint64_t line,
                    struct input_errors *notes)
{
    const struct json *name = json_get(row, "name");
    const char *id = text_of(row, "problem_id", file, line, notes), *name_text = json_text(name);
    if (!id || !text_of(row, "input", file, line, notes) ||
        !text_of(row, "output", file, line, notes))
        return false;
    if (!beneath_is_safe_name(id, strlen(id))) {
        NOTE(notes, file, line, "problem id '%.200s' cannot be a file name", id);
        return false;
    }
    if (json_kind(name) != JSON_NULL &&
        (!name_text || !beneath_is_safe_name(name_text, strlen(name_text)))) {
        NOTE(notes, file, line, "the name of the test cannot be a file name");
        return false;
    }
    return true;
}

static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct cases_set *set = context;
    const char *file = str_text(&set->name);
    const struct json *row = line->value;
    struct tolerance tolerance;
    if (!row) {
        NOTE(&set->notes, file, line->number, "%s", line->problem);
        return 0;
    }
    if (!is_test(row, file, line->number, &set->notes))
        return 0;
    bool has_seconds = json_kind(json_get(row, "seconds")) != JSON_NULL;
    bool has_match = json_kind(json_get(row, "match")) != JSON_NULL;
    double seconds = has_seconds ? json_number(json_get(row, "seconds"), -1) : NAN;
    const char *match = json_text_at(row, "match") ? json_text_at(row, "match") : "";
    if (has_seconds && !is_time_limit(seconds)) {
        NOTE(&set->notes, file, line->number, "seconds are not a number from %g to %d",
             MIN_LIMIT_SECONDS, (int)MAX_LIMIT_SECONDS);
        seconds = NAN;
    }
    if (has_match && !tolerance_read(&tolerance, match)) {
        NOTE(&set->notes, file, line->number, TOLERANCE_UNKNOWN, match);
        has_match = false;
    }
    set->n_rows++;
    return db_change(set->rows, err, "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", "titttrt",
                     json_text_at(row, "problem_id"), (int64_t)line->number,
                     json_text_at(row, "name"), json_text_at(row, "input"),
                     json_text_at(row, "output"), seconds, has_match ? match : NULL);
}

static int open_rows(struct cases_set *set, const char *path, struct err *err)
{
    const struct input_errors *notes = &set->notes;
    if (file_kind_at(path) == FILE_KIND_DATABASE)
        return err_set(err, "'%s' is a database; tests are folders, or a file of JSON lines", path);
    if (db_open_new(&set->rows, "", err) != 0 ||
        db_execute(set->rows,
                   "BEGIN; CREATE TABLE rows (problem_id, line, name, input, output, seconds, "
                   "match); CREATE INDEX rows_of ON rows (problem_id)",
                   err) != 0 ||
        lines_each_json(path, take_line, set, err) != 0)
        return ERR;
    if (!set->n_rows && notes->list.n)
        return err_set(err,
                       "there are no tests in '%s': %s:%zu: %s; tests are folders, or a file of "
                       "JSON lines with problem_id, input and output",
                       path, notes->list.items[0].file, notes->list.items[0].line,
                       notes->list.items[0].detail);
    return set->n_rows ? 0 : err_set(err, "there are no tests in '%s': the file is empty", path);
}

/* A row without a name gets its number. The first row with a limit counts. */
static int read_rows(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                     struct err *err)
{
    scoped(db_statement) *s = db_query(
        set->rows, err,
        "SELECT input, output, name, line, "
        "(SELECT length(count(*)) FROM rows WHERE problem_id = ?1), "
        "(SELECT seconds FROM rows WHERE problem_id = ?1 AND seconds NOTNULL ORDER BY rowid "
        "LIMIT 1), "
        "(SELECT match FROM rows WHERE problem_id = ?1 AND match NOTNULL ORDER BY rowid LIMIT 1) "
        "FROM rows WHERE problem_id = ?1 ORDER BY rowid",
        "t", problem_id);
    bool has_room = true;
    int status;
    for (size_t number = 1; has_room && (status = db_step(s, err)) != 0; number++) {
        if (status < 0)
            return ERR;
        scoped_memory char *digits = mem_print("%0*zu", (int)db_int(s, 4), number);
        tests->seconds = db_double(s, 5);
        tolerance_read(&tests->tolerance, db_text(s, 6)); /* the usual one if there is none */
        struct test_case test = {.name = db_type(s, 2) == DB_NULL ? digits : db_text(s, 2),
                                 .input = db_text(s, 0),
                                 .expected = db_text(s, 1),
                                 .line = (uint64_t)db_int(s, 3)};
        test.input_length = db_text_length(s, 0);
        test.expected_length = db_text_length(s, 1);
        has_room = problem_tests_add(tests, &test, &set->notes, str_text(&set->name));
    }
    return 0;
}

/* ---- Either kind ---- */

int cases_set_open(struct cases_set **out, const char *path, struct err *err)
{
    scoped(cases_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    set->inner.fd = -1;
    set->notes.arena = &set->arena;
    scoped_memory char *resolved = is_folder ? realpath(path, NULL) : NULL;
    file_add_name(&set->name, resolved ? resolved : path); /* a folder may be called "." */
    if ((is_folder ? open_folders(set, path, err) : open_rows(set, path, err)) != 0)
        return ERR;
    *out = hand_over(set);
    return 0;
}

bool cases_set_is_beside(const char *path)
{
    scoped_memory char *place = mem_print("%s/%s", path, codenet_place);
    return file_is_folder(place);
}

void cases_set_strip(struct cases_set *set, const char *prefix)
{
    str_set(&set->prefix, "%s:", prefix);
}

int cases_set_read(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                   struct err *err)
{
    problem_tests_clear(tests);
    size_t n = set->prefix.length;
    bool has_prefix = n && strncmp(problem_id, str_text(&set->prefix), n) == 0;
    const char *own = has_prefix ? problem_id + n : problem_id;
    int status = set->data ? read_folder(set, own, tests, err) : read_rows(set, own, tests, err);
    problem_tests_finish(tests);
    return status;
}

const char *cases_set_kind(const struct cases_set *set)
{
    return set->data ? "folders" : "jsonl";
}

const char *cases_set_name(const struct cases_set *set)
{
    return str_text(&set->name);
}

const struct input_errors *cases_set_notes(const struct cases_set *set)
{
    return &set->notes;
}

void cases_set_free(struct cases_set *set)
{
    if (!set)
        return;
    beneath_close(&set->inner);
    beneath_close(&set->root);
    table_release(&set->limit_ids);
    array_release(&set->limits);
    db_close(set->rows);
    array_release(&set->notes.list);
    arena_release(&set->arena);
    str_release(&set->name);
    str_release(&set->prefix);
    free(set);
}
