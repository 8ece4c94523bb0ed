/* Folders have a reader of their own (cases_folders.h).
 *
 * Rows are checked and copied to a temporary database, so that a packed file or a pipe can be read
 * again, and what is read again is what was checked. */
#include "verify/cases_set.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/lines.h"
#include "verify/cases_folders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cases_set {
    struct cases_folders *folders; /* NULL: the tests are rows */
    struct cases_notes notes;
    struct str name, prefix;
    struct db *rows;
    size_t n_rows;
};

/* ---- Rows ---- */

/* Checks a text of a row. Returns it, or NULL with a note. */
static const char *text_of(const struct json *row, const char *key, const char *file, uint64_t line,
                           struct cases_notes *notes)
{
    const char *text = json_text_at(row, key);
    if (!text)
        cases_notes_add(notes, file, line, "no text '%s'", key);
    else if (strlen(text) <= MAX_TEST_FILE_BYTES)
        return text;
    else
        cases_notes_add(notes, file, line, "the %s is larger than %d bytes", key,
                        (int)MAX_TEST_FILE_BYTES);
    return NULL;
}

/* Whether a row is a test. Notes why it is not. */
static bool is_test(const struct json *row, const char *file, uint64_t line,
                    struct cases_notes *notes)
{
    const struct json *name = json_get(row, "name");
    const char *id = text_of(row, "problem_id", file, line, notes), *name_text = json_text(name);
    if (!id || !text_of(row, "input", file, line, notes) ||
        !text_of(row, "output", file, line, notes))
        return false;
    if (!beneath_is_safe_name(id, strlen(id))) {
        cases_notes_add(notes, file, line, "problem id '%.200s' cannot be a file name", id);
        return false;
    }
    if (json_kind(name) != JSON_NULL &&
        (!name_text || !beneath_is_safe_name(name_text, strlen(name_text)))) {
        cases_notes_add(notes, file, line, "the name of the test cannot be a file name");
        return false;
    }
    return true;
}

/* Takes a row in the first pass. */
static int take_line(void *context, const struct json_line *line, struct err *err)
{
    struct cases_set *set = context;
    const char *file = str_text(&set->name);
    if (!line->value) {
        cases_notes_add(&set->notes, file, line->number, "%s", line->problem);
        return 0;
    }
    if (!is_test(line->value, file, line->number, &set->notes))
        return 0;
    const struct json *row = line->value, *seconds = json_get(row, "seconds");
    const struct json *match = json_get(row, "match");
    const char *match_text = json_text(match) ? json_text(match) : "";
    set->n_rows++;
    return db_change(set->rows, err, "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", "titttrt",
                     json_text_at(row, "problem_id"), (int64_t)line->number,
                     json_text_at(row, "name"), json_text_at(row, "input"),
                     json_text_at(row, "output"),
                     json_kind(seconds) == JSON_NULL ? NAN : json_number(seconds, -1),
                     json_kind(match) == JSON_NULL ? NULL : match_text);
}

static int open_rows(struct cases_set *set, const char *path, struct err *err)
{
    const struct cases_notes *notes = &set->notes;
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
                       "there are no tests in '%s': %s:%ju: %s; tests are folders, or a file of "
                       "JSON lines with problem_id, input and output",
                       path, notes->list.items[0].file, (uintmax_t)notes->list.items[0].line,
                       notes->list.items[0].reason);
    return set->n_rows ? 0 : err_set(err, "there are no tests in '%s': the file is empty", path);
}

/* The rows of a problem. */
struct reading {
    struct problem_tests *tests;
    struct cases_notes *notes;
    const char *file; /* for notes */
    uint64_t line;
    bool has_seconds, has_match; /* an earlier row had them */
};

static void take_seconds(struct reading *reading, double seconds)
{
    if (!is_time_limit(seconds)) {
        cases_notes_add(reading->notes, reading->file, reading->line,
                        "seconds are not a number from %g to %d", MIN_LIMIT_SECONDS,
                        (int)MAX_LIMIT_SECONDS);
    } else if (!reading->has_seconds) {
        reading->tests->seconds = seconds;
        reading->has_seconds = true;
    } else if (seconds < reading->tests->seconds || seconds > reading->tests->seconds) {
        cases_notes_add(reading->notes, reading->file, reading->line,
                        "seconds differ from those of an earlier row of the problem, which count");
    }
}

static void take_match(struct reading *reading, const char *text)
{
    struct tolerance tolerance;
    if (!tolerance_read(&tolerance, text)) {
        cases_notes_add(reading->notes, reading->file, reading->line, TOLERANCE_UNKNOWN, text);
    } else if (!reading->has_match) {
        reading->tests->tolerance = tolerance;
        reading->has_match = true;
    } else if (!tolerance_is_same(&tolerance, &reading->tests->tolerance)) {
        cases_notes_add(reading->notes, reading->file, reading->line,
                        "match differs from that of an earlier row of the problem, which counts");
    }
}

/* A row without a name gets its number. */
static int read_rows(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                     struct err *err)
{
    struct reading reading = {.tests = tests, .notes = &set->notes, .file = str_text(&set->name)};
    scoped(db_statement) *s =
        db_query(set->rows, err,
                 "SELECT input, output, name, line, seconds, match, (SELECT length(count(*)) FROM "
                 "rows WHERE problem_id = ?1) FROM rows WHERE problem_id = ?1 ORDER BY rowid",
                 "t", problem_id);
    bool has_room = true;
    int status;
    for (size_t number = 1; has_room && (status = db_step(s, err)) != 0; number++) {
        if (status < 0)
            return ERR;
        scoped_memory char *digits = mem_print("%0*zu", (int)db_int(s, 6), number);
        reading.line = (uint64_t)db_int(s, 3);
        if (db_type(s, 4) != DB_NULL)
            take_seconds(&reading, db_double(s, 4));
        if (db_type(s, 5) != DB_NULL)
            take_match(&reading, db_text(s, 5));
        struct test_case test = {.name = db_type(s, 2) == DB_NULL ? digits : db_text(s, 2),
                                 .input = db_text(s, 0),
                                 .expected = db_text(s, 1),
                                 .line = reading.line};
        test.input_length = db_text_length(s, 0);
        test.expected_length = db_text_length(s, 1);
        has_room = problem_tests_add(tests, &test, &set->notes, reading.file);
    }
    problem_tests_finish(tests, &set->notes, reading.file);
    return 0;
}

/* ---- Either kind ---- */

int cases_set_open(struct cases_set **out, const char *path, struct err *err)
{
    scoped(cases_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    scoped_memory char *resolved = is_folder ? realpath(path, NULL) : NULL;
    file_add_name(&set->name, resolved ? resolved : path); /* a folder may be called "." */
    int status = is_folder ? cases_folders_open(&set->folders, path, &set->notes, err)
                           : open_rows(set, path, err);
    if (status != 0)
        return ERR;
    *out = hand_over(set);
    return 0;
}

bool cases_set_is_beside(const char *path)
{
    scoped_memory char *place = mem_print("%s/derived/input_output/data", path);
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
    int status = set->folders ? cases_folders_read(set->folders, own, tests, &set->notes, err)
                              : read_rows(set, own, tests, err);
    problem_tests_widen_tolerance(tests);
    return status;
}

const char *cases_set_kind(const struct cases_set *set)
{
    return set->folders ? "folders" : "jsonl";
}

const char *cases_set_name(const struct cases_set *set)
{
    return str_text(&set->name);
}

const struct cases_notes *cases_set_notes(const struct cases_set *set)
{
    return &set->notes;
}

void cases_set_free(struct cases_set *set)
{
    if (!set)
        return;
    cases_folders_free(set->folders);
    db_close(set->rows);
    cases_notes_release(&set->notes);
    str_release(&set->name);
    str_release(&set->prefix);
    free(set);
}
