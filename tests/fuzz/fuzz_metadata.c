/* CodeNet's metadata: tables of any bytes are read row by row, and what is kept of them is sound.
 *
 * The input is problem_list.csv and the tables of p00001 and p00002, one after the other, between
 * them a line `====`. Each is read as rows, which written in quotes must read back the same, though
 * another part of the reader then cuts them; and all are read as a data set's. */
#include "base/csv.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/codenet/dataset.h"
#include "miner/codenet/problem_list.h"
#include "tests/fuzz/target.h"

#include <stdlib.h>
#include <string.h>

static const char *const paths[] = {
    "metadata/problem_list.csv",
    "metadata/p00001.csv",
    "metadata/p00002.csv",
};

enum { N_FILES = sizeof paths / sizeof *paths };

static const char separator[] = "====\n";

static struct {
    const char *bytes[N_FILES];
    size_t lengths[N_FILES], n;
} files;

static void cut_input(const char *bytes, size_t length)
{
    const char *end = bytes + length, *start = bytes;
    files.n = 0;
    while (files.n < N_FILES) {
        const char *cut = files.n + 1 == N_FILES
                              ? NULL
                              : memmem(start, (size_t)(end - start), separator, strlen(separator));
        files.bytes[files.n] = start;
        files.lengths[files.n++] = (size_t)((cut ? cut : end) - start);
        if (!cut)
            return;
        start = cut + strlen(separator);
    }
}

/* The rows of a table, written with every field in quotes. */
struct quoting {
    struct str text;
    size_t n_rows, last_line, n_lines;
};

static void quote_row(void *context, const struct csv_row *row)
{
    struct quoting *quoting = context;
    bool is_binary = false;
    REQUIRE(row->n_fields > 0, "a row of no field");
    REQUIRE(row->line > quoting->last_line, "line %zu after line %zu", row->line,
            quoting->last_line);
    quoting->last_line = row->line;
    quoting->n_rows++;
    for (size_t i = 0; i < row->n_fields; i++) {
        const struct csv_field *field = &row->fields[i];
        REQUIRE(field->text[field->length] == '\0', "a field without a final zero");
        is_binary |=
            memchr(field->text, '\0', field->length) || !utf8_is_valid(field->text, field->length);
        str_add_text(&quoting->text, i ? ",\"" : "\"");
        for (size_t j = 0; j < field->length; j++)
            str_add(&quoting->text, field->text[j] == '"' ? "\"\"" : &field->text[j],
                    field->text[j] == '"' ? 2 : 1);
        str_add_text(&quoting->text, "\"");
    }
    REQUIRE(row->is_binary == is_binary, "binary is %d", row->is_binary);
    str_add_text(&quoting->text, "\n");
}

static void check_rows(const char *bytes, size_t length)
{
    struct quoting rows = {0}, again = {0};
    csv_read(bytes, length, quote_row, &rows);
    csv_read(str_text(&rows.text), rows.text.length, quote_row, &again);
    REQUIRE(rows.n_rows == again.n_rows, "%zu rows, quoted %zu", rows.n_rows, again.n_rows);
    REQUIRE(rows.text.length == again.text.length &&
                memcmp(str_text(&rows.text), str_text(&again.text), rows.text.length) == 0,
            "quoted the rows are others:\n%s\n%s", str_text(&rows.text), str_text(&again.text));
    str_release(&rows.text);
    str_release(&again.text);
}

/* The data set of the files, in a spool. */
static void open_metadata(struct folder *metadata, struct spool *spool)
{
    scoped(folder) top = {0};
    struct err err;
    for (size_t i = 0; i < files.n; i++) {
        size_t capacity;
        char *room = spool_room(spool, &capacity, &err);
        REQUIRE(room && capacity >= files.lengths[i], "no room for %zu bytes", files.lengths[i]);
        memcpy(room, files.bytes[i], files.lengths[i]);
        spool_write(spool, files.lengths[i]);
        spool_add(spool, paths[i], SPOOL_FILE);
    }
    spool_end(spool, 0, &(struct err){0});
    folder_open_spool(&top, spool);
    folder_open(metadata, &top, "metadata", &err);
}

static void check_errors(const struct input_errors *errors)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        REQUIRE(error->file && error->detail, "an error without a file or detail");
        REQUIRE(input_error_name(error->kind), "an error of no kind");
    }
}

static bool stand_in_order(const struct version *a, const struct version *b)
{
    int order = strcmp(a->user, b->user);
    if (order != 0)
        return order < 0;
    return a->date != b->date ? a->date < b->date : a->line < b->line;
}

static void check_submissions(const struct unit_content *read)
{
    const struct version *list = read->versions.items;
    size_t n = read->versions.n;
    REQUIRE(n + read->n_other_languages + read->n_unusable == read->n_rows,
            "%zu rows are not %zu, %zu and %zu", read->n_rows, n, read->n_other_languages,
            read->n_unusable);
    for (size_t i = 0; i < n; i++) {
        const struct version *it = &list[i];
        REQUIRE(beneath_is_safe_name(it->id, strlen(it->id)), "an unsafe id: %s", it->id);
        REQUIRE(it->user[0] && it->verdict && it->original_language, "a text is missing");
        REQUIRE(it->date >= 0 && it->date <= 253402300799, "a date: %lld", (long long)it->date);
        REQUIRE(i == 0 || stand_in_order(&list[i - 1], it), "not in order: %s", it->id);
        for (size_t j = 0; j < i; j++)
            REQUIRE(strcmp(list[j].id, it->id) != 0, "twice: %s", it->id);
    }
}

static void check_problems(const struct problem_list *list)
{
    const struct unit *problems = list->problems.items;
    for (size_t i = 0; i < list->problems.n; i++) {
        const char *id = problems[i].id;
        REQUIRE(beneath_is_safe_name(id, strlen(id)), "an unsafe id: %s", id);
        REQUIRE(i == 0 || strcmp(problems[i - 1].id, id) < 0, "not in order: %s", id);
    }
    REQUIRE(list->problems.n == files.n - 1, "%zu problems", list->problems.n);
}

static void check_dataset(void)
{
    struct dataset dataset = {.errors = {.arena = &dataset.arena}};
    scoped(spool) *spool = NULL;
    struct err err;
    REQUIRE(spool_new(&spool, "/dev/shm", &err) == 0, "%s", err.message);
    open_metadata(&dataset.metadata, spool);
    REQUIRE(problem_list_read(&dataset.list, &dataset.metadata, &dataset.arena, &dataset.errors,
                              &err) == 0,
            "%s", err.message);
    check_problems(&dataset.list);
    for (size_t i = 0; i < dataset.list.problems.n; i++) {
        scoped(unit_content) *read = unit_content_new();
        submissions_read(read, &dataset.metadata, &dataset.list.problems.items[i],
                         LANGUAGE_SET_DEFAULT);
        check_submissions(read);
        check_errors(&read->errors);
    }
    check_errors(&dataset.errors);
    problem_list_release(&dataset.list);
    folder_close(&dataset.metadata);
    array_release(&dataset.errors.list);
    arena_release(&dataset.arena);
}

FUZZ_TARGET(metadata)
{
    target_keep_memory();
    cut_input((const char *)bytes, length);
    for (size_t i = 0; i < files.n; i++)
        check_rows(files.bytes[i], files.lengths[i]);
    check_dataset();
    return 0;
}
