/* Rows of any judge: any bytes are read as JSON lines or CSV, and what is kept of them is sound.
 *
 * The input is the file. It is JSON if it begins with a bracket. The limits are low, so that rows
 * are too large, quotes do not close in them, and the spool is written often. The lines of a file
 * of JSON lines are also read in reverse, which must give the same listing. */
#include "base/beneath.h"
#include "base/csv_row.h"
#include "base/date.h"
#include "base/mem.h"
#include "base/str.h"
#include "languages/language.h"
#include "sources/rows/row_form.h"
#include "sources/rows/row_spool.h"
#include "sources/rows/rows_source.h"
#include "tests/fuzz/target.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_ROW = 128, BUFFER = 256, MAX_SOURCE = 24 };

/* Writes the bytes to a file in memory, and returns its path. */
static const char *write_input(const char *bytes, size_t length)
{
    static char path[32];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("rows", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, bytes, length, 0) == (ssize_t)length,
            "cannot write the input");
    return path;
}

static int open_rows(struct pair_source *out, const char *bytes, size_t length,
                     enum row_format format)
{
    static const struct rows_options own = {.buffer_bytes = BUFFER, .max_row_bytes = MAX_ROW};
    const struct source_request request = {
        .path = write_input(bytes, length),
        .format = format,
        .languages = LANGUAGE_SET_DEFAULT,
        .max_bytes = MAX_SOURCE,
        .folder = "/dev/shm",
        .n_threads = 1,
        .own = &own,
    };
    struct err err = {{0}};
    int status = rows_kind.open(out, &request, &err);
    REQUIRE(status == 0 || err.message[0], "a failure without a reason");
    return status;
}

static void check_errors(const struct input_errors *errors)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        REQUIRE(error->file && error->detail, "an error without a file or detail");
        REQUIRE(input_error_name(error->kind), "an error of no kind");
        REQUIRE(utf8_is_valid(error->detail, strlen(error->detail)), "a detail that is no text");
    }
}

static bool stand_in_order(const struct version *a, const struct version *b)
{
    int order = strcmp(a->user, b->user);
    if (order != 0)
        return order < 0;
    if (a->date != b->date)
        return a->date < b->date;
    return a->nanoseconds != b->nanoseconds ? a->nanoseconds < b->nanoseconds : a->line < b->line;
}

static void check_version(const struct pair_source *source, const struct unit *unit,
                          struct unit_content *content, const struct version *version)
{
    scoped(source) text = {0};
    REQUIRE(beneath_is_safe_name(version->id, strlen(version->id)), "an unsafe id");
    REQUIRE(version->user[0] && version->verdict && version->original_language, "no text");
    REQUIRE(date_is_sound(version->date), "a date: %lld", (long long)version->date);
    REQUIRE(version->class != VERDICT_NONE && version->language, "no class or language");
    source->load(source->context, unit, content, version, &text);
    REQUIRE(text.text_reason != REJECT_NONE || text.n_bytes <= MAX_SOURCE, "a large program");
}

static void check_unit(const struct pair_source *source, const struct unit *unit)
{
    scoped(unit_content) *content = unit_content_new();
    char hex[SHA256_HEX_SIZE];
    source->open(source->context, unit, content);
    source->fingerprint(source->context, unit, hex);
    const struct version *list = content->versions.items;
    size_t n = content->versions.n;
    REQUIRE(strcmp(hex, content->fingerprint) == 0, "another fingerprint");
    REQUIRE(n + content->n_other_languages + content->n_unusable == content->n_rows,
            "%zu rows are not %zu, %zu and %zu", content->n_rows, n, content->n_other_languages,
            content->n_unusable);
    for (size_t i = 0; i < n; i++) {
        check_version(source, unit, content, &list[i]);
        REQUIRE(i == 0 || stand_in_order(&list[i - 1], &list[i]), "not in order");
        for (size_t j = 0; j < i; j++)
            REQUIRE(strcmp(list[j].id, list[i].id) != 0, "an id twice");
    }
    check_errors(&content->errors);
    source->close(source->context, content);
}

static void check_source(const struct pair_source *source)
{
    struct source_end end;
    struct err err;
    for (size_t i = 0; i < source->n_units; i++) {
        const char *id = source->units[i].id;
        REQUIRE(beneath_is_safe_name(id, strlen(id)), "an unsafe id: %s", id);
        REQUIRE(i == 0 || strcmp(source->units[i - 1].id, id) < 0, "not in order: %s", id);
        check_unit(source, &source->units[i]);
    }
    REQUIRE(source->finish(source->context, NULL, NULL, &end, &err) == 0, "%s", err.message);
    check_errors(end.errors);
}

/* Appends the lines in reverse. */
static void reverse(struct str *out, const char *bytes, size_t length)
{
    size_t end = length;
    while (end > 0) {
        size_t start = end - 1;
        while (start > 0 && bytes[start - 1] != '\n')
            start--;
        str_add(out, bytes + start, end - start);
        if (bytes[end - 1] != '\n')
            str_add_text(out, "\n");
        end = start;
    }
}

static bool is_packed(const char *bytes)
{
    return strncmp(bytes, "\x1f\x8b", 2) == 0 || strncmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0;
}

/* Whether the text is an object on each line. */
static bool has_lines(const char *bytes, size_t length)
{
    static const struct rows_options own;
    static const struct row_columns columns;
    struct row_form form = {.format = ROWS_JSON_LINES};
    const struct row_look look = {&own, &columns, "x", bytes, length, true};
    struct err err;
    return row_form_find(&form, &look, &err) == 0 && form.json == JSON_LINES;
}

/* A row of JSON may have the length of the limit only with its line end, and the last line may lack
 * one. A byte order mark is skipped only at the start, and packed bytes are unpacked there. Of the
 * problems a/b and a-b the first counts. Zero bytes may look like UTF-16. */
static void check_reversed(const struct pair_source *source, const char *bytes, size_t length)
{
    scoped(pair_source) other = {0};
    scoped(str) reversed = {0};
    reverse(&reversed, bytes, length);
    if (bytes[length - 1] != '\n' || memmem(bytes, length, "\xef\xbb\xbf", 3) ||
        is_packed(str_text(&reversed)) || memchr(bytes, '/', length) || memchr(bytes, 0, length) ||
        !has_lines(bytes, length) || !has_lines(str_text(&reversed), reversed.length))
        return;
    REQUIRE(open_rows(&other, reversed.text, reversed.length, ROWS_JSON_LINES) == 0,
            "not read in reverse");
    REQUIRE(other.n_units == source->n_units &&
                strcmp(other.listing_sha256, source->listing_sha256) == 0,
            "another listing in reverse");
}

static const struct csv_form commas = {.delimiter = ','};

/* A sound row, written with every field in quotes, is cut into the same fields. */
static void check_quoting(const char *bytes, size_t length)
{
    scoped_memory char *row = mem_copy_text(bytes, length);
    scoped(str) quoted = {0};
    struct csv_fields fields = {0}, again = {0};
    struct csv_scan scan = {0};
    bool is_sound = csv_cut(&fields, &commas, row, length);
    for (size_t i = 0; i < fields.list.n; i++) {
        const struct delimited_field *field = &fields.list.items[i];
        str_add_text(&quoted, i ? ",\"" : "\"");
        for (size_t j = 0; j < field->length; j++)
            str_add(&quoted, field->text[j] == '"' ? "\"\"" : &field->text[j],
                    field->text[j] == '"' ? 2 : 1);
        str_add_text(&quoted, "\"");
    }
    str_add_text(&quoted, "\n");
    if (is_sound) {
        REQUIRE(csv_scan(&scan, &commas, quoted.text, quoted.length) &&
                    scan.n_bytes == quoted.length,
                "a row in quotes does not end");
        REQUIRE(csv_cut(&again, &commas, quoted.text, quoted.length) && again.n == fields.n,
                "other fields in quotes");
        for (size_t i = 0; i < fields.list.n; i++)
            REQUIRE(again.list.items[i].length == fields.list.items[i].length &&
                        memcmp(again.list.items[i].text, fields.list.items[i].text,
                               fields.list.items[i].length) == 0,
                    "another field in quotes");
    }
    array_release(&fields.list);
    array_release(&again.list);
}

static void check_rows(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        struct csv_scan scan = {0};
        bool has_ended = csv_scan(&scan, &commas, bytes + at, length - at);
        REQUIRE(scan.n_bytes > 0 && scan.n_bytes <= length - at, "a row of %zu bytes",
                scan.n_bytes);
        REQUIRE(has_ended == (bytes[at + scan.n_bytes - 1] == '\n' && scan.state != CSV_QUOTED),
                "an end without a line end");
        check_quoting(bytes + at, scan.n_bytes);
        at += scan.n_bytes;
    }
}

FUZZ_TARGET(rows)
{
    const char *text = (const char *)bytes;
    bool is_json = length && (text[0] == '{' || text[0] == '[');
    scoped(pair_source) source = {0};
    target_keep_memory();
    if (!is_json)
        check_rows(text, length);
    if (open_rows(&source, text, length, is_json ? ROWS_JSON_LINES : ROWS_CSV) != 0)
        return 0;
    check_source(&source);
    if (is_json)
        check_reversed(&source, text, length);
    return 0;
}
