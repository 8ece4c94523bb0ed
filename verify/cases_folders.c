/* Every file is opened below the folder that the user named (base/beneath.h), so that neither an id
 * nor a symbolic link leads elsewhere, and a pipe does not block. Names are sorted before they are
 * used: which tests are left out does not depend on the file system. */
#include "verify/cases_folders.h"

#include "base/beneath.h"
#include "base/delimited.h"
#include "base/file.h"
#include "base/table.h"
#include "verify/checker.h"
#include "verify/problem_tests.h"

#include <stdlib.h>
#include <string.h>

/* ---- The table of limits ---- */

struct test_limit {
    double seconds; /* 0: unknown */
    struct tolerance tolerance;
};

enum layout { LAYOUT_NONE, LAYOUT_CODENET, LAYOUT_ATCODER };

struct cases_folders {
    struct beneath_folder root, inner; /* `inner`, in `root`, is closed unless it has the tests */
    char *prefix;                      /* of paths in notes: "", or that of `inner`, with a slash */
    enum layout layout;
    struct cases_notes names;        /* the names that are not used as ids */
    struct table limit_ids;          /* of the problems in the table of limits */
    ARRAY(struct test_limit) limits; /* by the number of the id */
    struct arena arena;              /* owns the ids */
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

/* The tables of limits of both layouts, in the folder that the user named. */
static const char codenet_limits[] = "metadata/problem_list.csv", atcoder_limits[] = "limits.csv";

/* The places of CodeNet's tests below its top folder, `derived` and `input_output`. */
static const char *const places[] = {"derived/input_output/data", "input_output/data", "data"};

/* The names in a folder. */
struct listing {
    struct text_list names; /* sorted */
    bool wants_folders;     /* only folders are listed */
    struct arena *arena;    /* owns the names */
    struct cases_notes *notes;
    const char *prefix; /* of the folder, for notes */
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    (void)size;
    if (name[0] == '.' || (listing->wants_folders && !is_folder))
        return;
    if (beneath_is_safe_name(name, strlen(name)))
        array_push(&listing->names, arena_text(listing->arena, name));
    else
        cases_notes_add(listing->notes, listing->prefix, 0,
                        "the name '%s' is not used: it is too long, or not plain text", name);
}

static int list_names(struct listing *listing, const struct beneath_folder *folder, struct err *err)
{
    if (beneath_each_name(folder, take_name, listing, err) != 0)
        return ERR;
    array_sort(&listing->names, text_compare);
    return 0;
}

static void look_at_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    enum layout *layout = context;
    (void)size;
    if (strcmp(name, "input.txt") == 0 || strcmp(name, "output.txt") == 0)
        *layout = LAYOUT_CODENET;
    else if (is_folder && (strcmp(name, "in") == 0 || strcmp(name, "out") == 0) && !*layout)
        *layout = LAYOUT_ATCODER;
}

static int fail(const char *folder, const char *name, const struct err *reason, struct err *err)
{
    return err_set(err, "cannot read '%s/%s': %s", folder, name, reason->message);
}

/* Sets `layout` to that of the first problem that has one. */
static int recognize(enum layout *layout, const struct beneath_folder *folder,
                     const struct text_list *names, struct err *err)
{
    *layout = LAYOUT_NONE;
    for (size_t i = 0; i < names->n && !*layout; i++) {
        scoped(beneath_folder) problem = {.fd = -1};
        struct err reason;
        enum beneath_result result = beneath_open(&problem, folder, names->items[i], &reason);
        if (result == BENEATH_BROKEN)
            return fail(folder->path, names->items[i], &reason, err);
        if (result == BENEATH_OK && beneath_each_name(&problem, look_at_name, layout, err) != 0)
            return ERR;
    }
    return 0;
}

/* Lists the problems in a folder, and recognizes their layout. */
static int look_in(struct cases_folders *folders, const struct beneath_folder *folder,
                   const char *prefix, struct err *err)
{
    struct listing listing = {.wants_folders = true,
                              .arena = &folders->arena,
                              .notes = &folders->names,
                              .prefix = *prefix ? prefix : "."};
    cases_notes_release(&folders->names);
    int status = list_names(&listing, folder, err);
    if (status == 0)
        status = recognize(&folders->layout, folder, &listing.names, err);
    array_release(&listing.names);
    free(folders->prefix);
    folders->prefix = mem_copy_text(prefix, strlen(prefix));
    return status;
}

/* Looks for tests in a place of CodeNet. */
static int look_in_place(struct cases_folders *folders, const char *place, struct err *err)
{
    struct err reason;
    enum beneath_result result = beneath_open(&folders->inner, &folders->root, place, &reason);
    if (result == BENEATH_MISSING)
        return 0;
    if (result == BENEATH_OUTSIDE)
        return err_set(err,
                       "'%s/%s': a symbolic link leads out of the folder; name the folder to which "
                       "it leads",
                       folders->root.path, place);
    if (result != BENEATH_OK)
        return fail(folders->root.path, place, &reason, err);
    scoped_memory char *prefix = mem_print("%s/", place);
    if (look_in(folders, &folders->inner, prefix, err) != 0)
        return ERR;
    if (folders->layout == LAYOUT_CODENET)
        return 0;
    folders->layout = LAYOUT_NONE; /* folders `in` and `out` here belong to something else */
    beneath_close(&folders->inner);
    return 0;
}

static int find(struct cases_folders *folders, const char *path, struct err *err)
{
    for (size_t i = 0; i < sizeof places / sizeof *places && !folders->layout; i++)
        if (look_in_place(folders, places[i], err) != 0)
            return ERR;
    if (!folders->layout && look_in(folders, &folders->root, "", err) != 0)
        return ERR;
    if (!folders->layout)
        return err_set(err,
                       "there are no tests in '%s': neither derived/input_output/data (CodeNet), "
                       "nor PROBLEM/input.txt, nor PROBLEM/in/NAME (AtCoder); name such a folder, "
                       "or a file of JSON lines",
                       path);
    return 0;
}

/* Where a file is, for notes. */
static char *path_of(const struct cases_folders *folders, const char *problem_id, const char *name)
{
    return mem_print("%s%s/%s", folders->prefix, problem_id, name);
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

static int read_limits(struct cases_folders *folders, struct cases_notes *notes, struct err *err)
{
    scoped(str) content = {0};
    const char *name = folders->layout == LAYOUT_CODENET ? codenet_limits : atcoder_limits;
    bool is_missing;
    int status = read_file(&content, &folders->root, name, name, &is_missing, notes, err);
    struct reading reading = {.folders = folders, .notes = notes, .file = name};
    if (status == 1)
        delimited_read(str_text(&content), content.length, take_row, &reading);
    return status == ERR ? ERR : 0;
}

int cases_folders_open(struct cases_folders **out, const char *path, struct cases_notes *notes,
                       struct err *err)
{
    scoped(cases_folders) *folders = mem_alloc(1, sizeof *folders);
    struct err reason;
    folders->inner.fd = -1;
    if (beneath_open_root(&folders->root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot open '%s': %s", path, reason.message);
    if (find(folders, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < folders->names.list.n; i++)
        cases_notes_add(notes, folders->names.list.items[i].file, 0, "%s",
                        folders->names.list.items[i].reason);
    if (read_limits(folders, notes, err) != 0)
        return ERR;
    *out = hand_over(folders);
    return 0;
}

bool cases_folders_is_codenet(const struct cases_folders *folders)
{
    return folders->layout == LAYOUT_CODENET;
}

/* The input or the output of a test: a file of a folder, and what it is called in notes. */
struct half {
    const struct beneath_folder *folder;
    const char *name, *file;
};

/* What is said about an input alone, and about an output alone. */
static const char *const is_alone[] = {"there is no output for this input",
                                       "there is no input for this output"};

/* Adds a test. Returns 1; 0 if there is no room for more tests; or ERR. */
static int add_test(struct problem_tests *tests, const char *name, const struct half halves[2],
                    struct cases_notes *notes, struct err *err)
{
    scoped(str) input = {0}, output = {0};
    struct str *const texts[] = {&input, &output};
    bool is_missing[2];
    int has[2];
    for (int i = 0; i < 2; i++) {
        has[i] = read_file(texts[i], halves[i].folder, halves[i].name, halves[i].file,
                           &is_missing[i], notes, err);
        if (has[i] == ERR)
            return ERR;
    }
    for (int i = 0; i < 2; i++)
        if (has[i] && is_missing[!i])
            cases_notes_add(notes, halves[i].file, 0, "%s", is_alone[i]);
    if (!has[0] || !has[1])
        return 1;
    struct test_case test = {.name = name,
                             .input = str_text(&input),
                             .input_length = input.length,
                             .expected = str_text(&output),
                             .expected_length = output.length};
    return problem_tests_add(tests, &test, notes, halves[0].file);
}

static int read_codenet(const struct cases_folders *folders, const struct beneath_folder *problem,
                        const char *problem_id, struct problem_tests *tests,
                        struct cases_notes *notes, struct err *err)
{
    scoped_memory char *input_file = path_of(folders, problem_id, "input.txt");
    scoped_memory char *output_file = path_of(folders, problem_id, "output.txt");
    const struct half halves[] = {{problem, "input.txt", input_file},
                                  {problem, "output.txt", output_file}};
    return add_test(tests, "sample", halves, notes, err) == ERR ? ERR : 0;
}

/* The folders `in` and `out` of a problem, or their names. */
struct sides {
    struct beneath_folder folders[2];
    struct listing listings[2];
    char *prefixes[2]; /* of notes */
    struct arena arena;
};

static const char *const side_names[] = {"in", "out"};

static void sides_release(struct sides *sides)
{
    for (int i = 0; i < 2; i++) {
        beneath_close(&sides->folders[i]);
        array_release(&sides->listings[i].names);
        free(sides->prefixes[i]);
    }
    arena_release(&sides->arena);
}
SCOPED_VALUE(sides, sides_release)

static int list_sides(struct sides *sides, const struct cases_folders *folders,
                      const struct beneath_folder *problem, const char *problem_id,
                      struct cases_notes *notes, struct err *err)
{
    for (int i = 0; i < 2; i++) {
        struct err reason;
        enum beneath_result result =
            beneath_open(&sides->folders[i], problem, side_names[i], &reason);
        sides->prefixes[i] = path_of(folders, problem_id, side_names[i]);
        sides->listings[i] =
            (struct listing){.arena = &sides->arena, .notes = notes, .prefix = sides->prefixes[i]};
        if (result == BENEATH_BROKEN)
            return fail(problem->path, side_names[i], &reason, err);
        if (result == BENEATH_OK && list_names(&sides->listings[i], &sides->folders[i], err) != 0)
            return ERR;
        if (result != BENEATH_OK && result != BENEATH_MISSING)
            cases_notes_add(notes, sides->prefixes[i], 0, "%s", reason.message);
    }
    return 0;
}

/* Adds the test of the file `name`, which is in both folders. Returns what add_test() does. */
static int add_pair(struct problem_tests *tests, const struct sides *sides, const char *name,
                    struct cases_notes *notes, struct err *err)
{
    size_t length = strlen(name);
    scoped_memory char *test_name =
        mem_copy_text(name, file_has_extension(name, "txt") ? length - 4 : length);
    scoped_memory char *input_file = mem_print("%s/%s", sides->prefixes[0], name);
    scoped_memory char *output_file = mem_print("%s/%s", sides->prefixes[1], name);
    const struct half halves[] = {{&sides->folders[0], name, input_file},
                                  {&sides->folders[1], name, output_file}};
    return add_test(tests, test_name, halves, notes, err);
}

/* Goes through both sorted lists of names. */
static int read_atcoder(const struct cases_folders *folders, const struct beneath_folder *problem,
                        const char *problem_id, struct problem_tests *tests,
                        struct cases_notes *notes, struct err *err)
{
    scoped(sides) sides = {.folders = {{.fd = -1}, {.fd = -1}}};
    if (list_sides(&sides, folders, problem, problem_id, notes, err) != 0)
        return ERR;
    const struct text_list *inputs = &sides.listings[0].names, *outputs = &sides.listings[1].names;
    int status = 1;
    for (size_t i = 0, o = 0; (i < inputs->n || o < outputs->n) && status == 1;) {
        int order = i == inputs->n    ? 1
                    : o == outputs->n ? -1
                                      : strcmp(inputs->items[i], outputs->items[o]);
        const char *name = order > 0 ? outputs->items[o] : inputs->items[i];
        if (order == 0) {
            status = add_pair(tests, &sides, name, notes, err);
        } else {
            scoped_memory char *file = mem_print("%s/%s", sides.prefixes[order > 0], name);
            cases_notes_add(notes, file, 0, "%s", is_alone[order > 0]);
        }
        i += order <= 0;
        o += order >= 0;
    }
    if (status != ERR)
        problem_tests_finish(tests, notes, sides.prefixes[0]);
    return status == ERR ? ERR : 0;
}

int cases_folders_read(const struct cases_folders *folders, const char *problem_id,
                       struct problem_tests *tests, struct cases_notes *notes, struct err *err)
{
    scoped(beneath_folder) problem = {.fd = -1};
    struct err reason;
    const struct beneath_folder *data = folders->inner.fd >= 0 ? &folders->inner : &folders->root;
    if (!beneath_is_safe_name(problem_id, strlen(problem_id)))
        return 0;
    enum beneath_result result = beneath_open(&problem, data, problem_id, &reason);
    if (result == BENEATH_BROKEN)
        return fail(data->path, problem_id, &reason, err);
    if (result != BENEATH_OK && result != BENEATH_MISSING) {
        scoped_memory char *file = mem_print("%s%s", folders->prefix, problem_id);
        cases_notes_add(notes, file, 0, "%s", reason.message);
    }
    if (result != BENEATH_OK)
        return 0;
    int64_t limit = table_find(&folders->limit_ids, problem_id);
    if (limit != TABLE_NONE) {
        tests->seconds = folders->limits.items[limit].seconds;
        tests->tolerance = folders->limits.items[limit].tolerance;
    }
    return folders->layout == LAYOUT_CODENET
               ? read_codenet(folders, &problem, problem_id, tests, notes, err)
               : read_atcoder(folders, &problem, problem_id, tests, notes, err);
}

void cases_folders_free(struct cases_folders *folders)
{
    if (!folders)
        return;
    beneath_close(&folders->inner);
    beneath_close(&folders->root);
    free(folders->prefix);
    table_release(&folders->limit_ids);
    array_release(&folders->limits);
    cases_notes_release(&folders->names);
    arena_release(&folders->arena);
    free(folders);
}
