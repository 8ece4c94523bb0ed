/* Folders have a reader of their own (cases_folders.h).
 *
 * Of rows, a first pass checks each and notes where it is. When a problem is read, its rows are
 * parsed again. */
#include "verify/cases_set.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/packed.h"
#include "base/table.h"
#include "verify/cases_folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a row is. */
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
    char *path;             /* of the file of rows, for messages */
    int fd;                 /* of this file, or of its copy */
    struct table ids;       /* of the problems */
    ARRAY(struct row) list; /* sorted by the number of the problem, then by line */
};

/* ---- Rows ---- */

static const char *file_of(const struct cases_set *set)
{
    return file_name(set->path);
}

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

/* Sets `is_copied` to false if the rows of the file can be read again by their position. */
static int choose_copy(bool *is_copied, const char *path, struct err *err)
{
    struct file_start start;
    *is_copied = true;
    if (strcmp(path, "-") == 0)
        return 0;
    if (file_start_read(&start, path, err) != 0)
        return ERR;
    if (start.kind == FILE_KIND_DATABASE)
        return err_set(err, "'%s' is a database; tests are folders, or a file of JSON lines", path);
    *is_copied =
        !(start.length && start.kind != FILE_KIND_ARCHIVE && packing_of(path) == PACKING_NONE);
    return 0;
}

static int write_all(int fd, const char *bytes, size_t length, struct err *err)
{
    for (size_t at = 0; at < length;) {
        ssize_t n = write(fd, bytes + at, length - at);
        if (n < 0 && errno != EINTR)
            return err_set_errno(err, "cannot write a temporary file");
        at += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* The first pass. */
static int index_lines(struct cases_set *set, bool is_copied, struct err *err)
{
    struct cases_notes *notes = &set->notes;
    scoped(lines) lines = {0};
    char *text;
    size_t length;
    uint64_t copied = 0;
    int status;
    if (lines_open(&lines, set->path, LINES_MAX_BYTES, err) != 0)
        return ERR;
    while ((status = lines_next(&lines, &text, &length, err)) == 1) {
        scoped(json) *row = NULL;
        struct err reason;
        if (strspn(text, " \t\r") >= length)
            continue; /* a blank line */
        if (json_parse(&row, text, length, &reason) != 0) {
            cases_notes_add(notes, file_of(set), lines.number, "%s", reason.message);
            continue;
        }
        if (!is_test(row, file_of(set), lines.number, notes))
            continue;
        int64_t problem = table_number(&set->ids, json_text_at(row, "problem_id"));
        array_push(&set->list, (struct row){.start_byte = is_copied ? copied : lines.start_byte,
                                            .line = lines.number,
                                            .length = (uint32_t)length,
                                            .problem = (uint32_t)problem});
        if (is_copied && write_all(set->fd, text, length, err) != 0)
            return ERR;
        copied += length;
    }
    return status;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = COMPARE(x->problem, y->problem);
    return order ? order : COMPARE(x->line, y->line);
}

static int open_file(struct cases_set *set, bool is_copied, struct err *err)
{
    const char *folder = getenv("TMPDIR");
    if (is_copied)
        set->fd = file_open_unnamed(folder && *folder ? folder : P_tmpdir, err);
    else if ((set->fd = open(set->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0)
        err_set_errno(err, "cannot open '%s'", set->path);
    return set->fd < 0 ? ERR : 0;
}

static int open_rows(struct cases_set *set, const char *path, struct err *err)
{
    const struct cases_notes *notes = &set->notes;
    bool is_copied;
    set->path = mem_copy_text(path, strlen(path));
    if (choose_copy(&is_copied, path, err) != 0)
        return ERR;
    if (open_file(set, is_copied, err) != 0 || index_lines(set, is_copied, err) != 0)
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

static int fail_changed(const struct cases_set *set, struct err *err)
{
    return err_set(err, "'%s' has changed while it was read; run the command again", set->path);
}

/* Reads a row again. Fails if it is not what it was. */
static int parse_row(struct json **out, const struct cases_set *set, const struct row *row,
                     struct err *err)
{
    scoped(str) text = {0};
    scoped(cases_notes) ignored = {0};
    scoped(json) *value = NULL;
    struct err reason;
    while (text.length < row->length) {
        size_t room = row->length - text.length;
        ssize_t n =
            pread(set->fd, str_reserve(&text, room), room, (off_t)(row->start_byte + text.length));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_set_errno(err, "cannot read '%s'", set->path);
        if (n == 0)
            return fail_changed(set, err);
        str_extend(&text, (size_t)n);
    }
    if (json_parse(&value, str_text(&text), text.length, &reason) != 0 ||
        !is_test(value, "", 0, &ignored) ||
        strcmp(json_text_at(value, "problem_id"), set->ids.keys.items[row->problem]) != 0)
        return fail_changed(set, err);
    *out = hand_over(value);
    return 0;
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
    struct reading reading = {.tests = tests, .notes = &set->notes, .file = file_of(set)};
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
    problem_tests_finish(tests, &set->notes, file_of(set));
    return 0;
}

/* ---- Either kind ---- */

int cases_set_open(struct cases_set **out, const char *path, struct err *err)
{
    scoped(cases_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    set->fd = -1;
    scoped_memory char *resolved = is_folder ? realpath(path, NULL) : NULL;
    int status = is_folder ? cases_folders_open(&set->folders, path, &set->notes, err)
                           : open_rows(set, path, err);
    if (status != 0)
        return ERR;
    file_add_name(&set->name, resolved ? resolved : path); /* a folder may be called "." */
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
    return !set->folders ? "jsonl" : cases_folders_is_codenet(set->folders) ? "codenet" : "folders";
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
    free(set->path);
    table_release(&set->ids);
    array_release(&set->list);
    cases_notes_release(&set->notes);
    str_release(&set->name);
    str_release(&set->prefix);
    free(set);
}
