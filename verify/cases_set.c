/* Folders have a reader of their own (cases_folders.h).
 *
 * Rows are checked and copied to an unnamed file, so that a packed file or a pipe can be read
 * again, and what is read again is what was checked. When a problem is read, its rows are parsed
 * again. */
#include "verify/cases_set.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/table.h"
#include "verify/cases_folders.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a row is in the copy. */
struct row {
    uint64_t start_byte;
    uint64_t line;
    uint32_t length; /* in bytes */
    uint32_t problem;
};

struct cases_set {
    struct cases_folders *folders; /* NULL: the tests are rows */
    struct cases_notes notes;
    struct str name, prefix;
    int fd;                 /* of the copy of the rows */
    uint64_t n_bytes;       /* in it */
    struct table ids;       /* of the problems */
    ARRAY(struct row) list; /* sorted by the number of the problem, then by line */
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
    int64_t problem = table_number(&set->ids, json_text_at(line->value, "problem_id"));
    array_push(&set->list, (struct row){.start_byte = set->n_bytes,
                                        .line = line->number,
                                        .length = (uint32_t)line->length,
                                        .problem = (uint32_t)problem});
    set->n_bytes += line->length;
    return file_write_all(set->fd, line->text, line->length) == 0
               ? 0
               : err_set_errno(err, "cannot write a temporary file");
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = COMPARE(x->problem, y->problem);
    return order ? order : COMPARE(x->line, y->line);
}

static int open_rows(struct cases_set *set, const char *path, struct err *err)
{
    const struct cases_notes *notes = &set->notes;
    const char *folder = getenv("TMPDIR");
    if (file_kind_at(path) == FILE_KIND_DATABASE)
        return err_set(err, "'%s' is a database; tests are folders, or a file of JSON lines", path);
    set->fd = file_open_unnamed(folder && *folder ? folder : P_tmpdir, err);
    if (set->fd < 0 || lines_each_json(path, take_line, set, err) != 0)
        return ERR;
    if (!set->list.n && notes->list.n)
        return err_set(err,
                       "there are no tests in '%s': %s:%ju: %s; tests are folders, or a file of "
                       "JSON lines with problem_id, input and output",
                       path, notes->list.items[0].file, (uintmax_t)notes->list.items[0].line,
                       notes->list.items[0].reason);
    if (!set->list.n)
        return err_set(err, "there are no tests in '%s': the file is empty", path);
    array_sort(&set->list, compare_rows);
    return 0;
}

/* Reads a row again. */
static int parse_row(struct json **out, const struct cases_set *set, const struct row *row,
                     struct err *err)
{
    scoped_memory char *text = mem_alloc(row->length, 1);
    const char *why = file_read_at(set->fd, text, row->length, row->start_byte);
    return why ? err_set(err, "cannot read a temporary file: %s", why)
               : json_parse(out, text, row->length, err);
}

/* The second pass, over the rows of a problem. */
struct reading {
    struct problem_tests *tests;
    struct cases_notes *notes;
    const char *file; /* for notes */
    uint64_t line;
    bool has_seconds, has_match; /* an earlier row had them */
};

static void take_seconds(struct reading *reading, const struct json *value)
{
    double seconds = json_number(value, -1);
    if (json_kind(value) == JSON_NULL)
        return;
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

static void take_match(struct reading *reading, const struct json *value)
{
    const char *text = json_text(value);
    struct tolerance tolerance;
    if (json_kind(value) == JSON_NULL)
        return;
    if (!text || !tolerance_read(&tolerance, text)) {
        cases_notes_add(reading->notes, reading->file, reading->line, TOLERANCE_UNKNOWN,
                        text ? text : "");
    } else if (!reading->has_match) {
        reading->tests->tolerance = tolerance;
        reading->has_match = true;
    } else if (!tolerance_is_same(&tolerance, &reading->tests->tolerance)) {
        cases_notes_add(reading->notes, reading->file, reading->line,
                        "match differs from that of an earlier row of the problem, which counts");
    }
}

/* Adds the test of a row. If it has no name, it gets `number`. */
static bool add_test(const struct reading *reading, const struct json *row, const char *number)
{
    const char *name = json_text_at(row, "name");
    struct test_case test = {.name = name ? name : number,
                             .input = json_text_at(row, "input"),
                             .expected = json_text_at(row, "output"),
                             .line = reading->line};
    test.input_length = strlen(test.input);
    test.expected_length = strlen(test.expected);
    return problem_tests_add(reading->tests, &test, reading->notes, reading->file);
}

static int read_rows(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                     struct err *err)
{
    struct reading reading = {.tests = tests, .notes = &set->notes, .file = str_text(&set->name)};
    int64_t problem = table_find(&set->ids, problem_id);
    const struct row *list = set->list.items;
    size_t first, end;
    bool has_room = true;
    if (problem == TABLE_NONE)
        return 0;
    bisect(first, set->list.n, list[first].problem < problem);
    bisect(end, set->list.n, list[end].problem <= problem);
    int n_digits = snprintf(NULL, 0, "%zu", end - first);
    for (size_t i = first; i < end && has_room; i++) {
        scoped(json) *row = NULL;
        if (parse_row(&row, set, &list[i], err) != 0)
            return ERR;
        scoped_memory char *number = mem_print("%0*zu", n_digits, i - first + 1);
        reading.line = list[i].line;
        take_seconds(&reading, json_get(row, "seconds"));
        take_match(&reading, json_get(row, "match"));
        has_room = add_test(&reading, row, number);
    }
    problem_tests_finish(tests, &set->notes, str_text(&set->name));
    return 0;
}

/* ---- Either kind ---- */

int cases_set_open(struct cases_set **out, const char *path, struct err *err)
{
    scoped(cases_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    set->fd = -1;
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
    if (set->fd >= 0)
        close(set->fd);
    table_release(&set->ids);
    array_release(&set->list);
    cases_notes_release(&set->notes);
    str_release(&set->name);
    str_release(&set->prefix);
    free(set);
}
