/* Submissions: of any bytes, what is kept is sound.
 *
 * The input is a file of rows. Before it may be a line of options, as a database describes them,
 * perhaps with a format (`format=copy --header=user,code`), and a line `====`. Without a format, a
 * file that begins with `{` or `[` is JSON. An input that begins with a line `codenet` has
 * CodeNet's problem_list.csv and the tables of two problems, separated by lines `====`; they are
 * read from an archive.
 *
 * Ids are safe, and occur once; every row is kept, or of another language, or counted as unusable;
 * histories are in order; each program is loaded, or has a reason. The limits are low, so that rows
 * are too large, quotes do not close in them, and the spool is written often. Options that are
 * described are described again when they are read back. A row that is written in quotes has the
 * same fields. The lines of a file of JSON lines are also read in reverse, which must give the same
 * listing. A file, packed or in a zip, has the same parts in pieces of any size, or fails for the
 * same reason; entries of a zip are below it. */
#include "base/archive_reader.h"
#include "base/beneath.h"
#include "base/csv.h"
#include "base/date.h"
#include "miner/codenet/dataset.h"
#include "miner/rows/json_flat.h"
#include "miner/rows/row_files.h"
#include "miner/rows/row_reader.h"
#include "miner/rows/row_text.h"
#include "miner/rows/rows_source.h"
#include "tests/fuzz/target.h"
#include "tests/support/archives.h"
#include "tokenize/languages/language.h"

enum { MAX_ROW = 128, BUFFER = 256, MAX_SOURCE = 24, MAX_TEXT = 1 << 20 };

/* What is read, and how. */
struct reading {
    const char *bytes;
    size_t length;
    int format;       /* its number in rows_kind.formats */
    bool has_options; /* or a format */
    struct rows_options options;
    struct arena arena;
};

static int find_format(const char *name)
{
    int format = 0;
    while (rows_kind.formats[format] && strcmp(rows_kind.formats[format], name) != 0)
        format++;
    return rows_kind.formats[format] ? format : 0;
}

static void read_options(struct reading *input, const char *end)
{
    scoped_memory char *line = mem_copy_text(input->bytes, (size_t)(end - input->bytes));
    char *rest = strncmp(line, "format=", 7) == 0 ? strchr(line, ' ') : line;
    if (rest != line) {
        if (rest)
            *rest++ = '\0';
        input->format = find_format(line + 7);
    }
    if (rest)
        rows_kind.recall(&input->options, rest, &input->arena);
}

static void read_input(struct reading *out, const char *bytes, size_t length)
{
    static const char cut[] = "\n====\n";
    const char *end = length ? memmem(bytes, length, cut, strlen(cut)) : NULL;
    size_t n_before = end ? (size_t)(end - bytes) + strlen(cut) : 0;
    bool is_json = length > n_before && (bytes[n_before] == '{' || bytes[n_before] == '[');
    *out = (struct reading){.bytes = bytes, .has_options = end != NULL};
    out->format = find_format(is_json ? "json" : "csv");
    if (end)
        read_options(out, end);
    out->options.buffer_bytes = BUFFER;
    out->options.max_row_bytes = MAX_ROW;
    out->bytes = bytes + n_before;
    out->length = length - n_before;
}

static void reading_release(struct reading *input)
{
    arena_release(&input->arena);
}
SCOPED_VALUE(reading, reading_release)

static int open_rows(struct pair_source *out, const struct reading *input)
{
    const struct source_request request = {
        .path = target_file(0, input->bytes, input->length),
        .format = input->format,
        .languages = LANGUAGE_SET_DEFAULT,
        .max_bytes = MAX_SOURCE,
        .folder = "/dev/shm",
        .n_threads = 1,
        .own = &input->options,
    };
    struct err err = {{0}};
    int status = rows_kind.open(out, &request, &err);
    REQUIRE(status == 0 || err.message[0], "a failure without a reason");
    return status;
}

/* The options that are described are described again when they are read back. */
static void check_options(const struct pair_source *source, struct reading *input)
{
    scoped(pair_source) other = {0};
    struct reading again = *input;
    again.options = (struct rows_options){.buffer_bytes = BUFFER, .max_row_bytes = MAX_ROW};
    rows_kind.recall(&again.options, source->options, &input->arena);
    REQUIRE(open_rows(&other, &again) == 0, "not opened with '%s'", source->options);
    REQUIRE(strcmp(source->options, other.options) == 0, "'%s' is read as '%s'", source->options,
            other.options);
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
    scoped(program_text) text = {0};
    REQUIRE(beneath_is_safe_name(version->id, strlen(version->id)), "an unsafe id");
    REQUIRE(version->user[0] && version->verdict && version->original_language, "no text");
    REQUIRE(date_is_sound(version->date), "a date: %lld", (long long)version->date);
    REQUIRE(version->class != VERDICT_NONE && version->language, "no class or language");
    source->load(source->context, unit, content, version, &text);
    REQUIRE(text.reason != REJECT_NONE || text.n_bytes <= MAX_SOURCE, "a large program");
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

/* Whether every line is an object within the limit of a row. */
static bool is_lines(const struct reading *input)
{
    scoped(json_flat) flat = {0};
    const char *line = input->bytes, *end = line + input->length;
    for (const char *feed; line < end; line = feed + 1) {
        feed = memchr(line, '\n', (size_t)(end - line));
        if (!feed || feed - line >= MAX_ROW || *line != '{' ||
            !json_flat_read(&flat, line, (size_t)(feed - line)))
            return false;
    }
    return true;
}

/* Of the ids 1/A and 1-A, the rows of the second are left out. A text that begins with zeros is in
 * another encoding. */
static void check_reversed(const struct pair_source *source, const struct reading *input)
{
    scoped(pair_source) other = {0};
    scoped(str) reversed = {0};
    struct reading backwards = *input;
    reverse(&reversed, input->bytes, input->length);
    if (memchr(input->bytes, '/', input->length) || memchr(input->bytes, '\0', input->length))
        return;
    backwards.bytes = reversed.text;
    backwards.length = reversed.length;
    REQUIRE(open_rows(&other, &backwards) == 0, "not read in reverse");
    REQUIRE(other.n_units == source->n_units &&
                strcmp(other.listing_sha256, source->listing_sha256) == 0,
            "another listing in reverse");
}

static void add_in_quotes(struct str *out, const struct csv_field *fields, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str_add_text(out, i ? "," : "");
        csv_add_quoted(out, fields[i].text ? fields[i].text : "", fields[i].length);
    }
    str_add_text(out, "\n");
}

/* A sound row, written with every field in quotes, is cut into the same fields. */
static void check_quoting(const struct csv_form *form, const char *bytes, size_t length)
{
    static const struct csv_form commas = {.delimiter = ','};
    scoped_memory char *row = mem_copy_text(bytes, length);
    scoped(str) quoted = {0}, twice = {0};
    struct csv_fields fields = {0}, again = {0};
    struct csv_scan scan = {0};
    bool is_sound = csv_cut(&fields, form, row, length);
    add_in_quotes(&quoted, fields.list.items, fields.list.n);
    if (is_sound) {
        scoped_memory char *copy = mem_copy_text(quoted.text, quoted.length);
        REQUIRE(csv_scan(&scan, &commas, copy, quoted.length) && scan.n_bytes == quoted.length,
                "a row in quotes does not end");
        REQUIRE(csv_cut(&again, &commas, copy, quoted.length), "a row in quotes is not sound");
        add_in_quotes(&twice, again.list.items, again.list.n);
        REQUIRE(again.n == fields.n && is_same_text(&quoted, &twice), "other fields in quotes");
    }
    array_release(&fields.list);
    array_release(&again.list);
}

static void check_rows(const struct csv_form *form, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        struct csv_scan scan = {0};
        bool has_ended = csv_scan(&scan, form, bytes + at, length - at);
        REQUIRE(scan.n_bytes > 0 && scan.n_bytes <= length - at, "a row of %zu bytes",
                scan.n_bytes);
        REQUIRE(!has_ended || bytes[at + scan.n_bytes - 1] == '\n', "an end without a line end");
        REQUIRE(has_ended || at + scan.n_bytes == length, "a row that stops");
        check_quoting(form, bytes + at, scan.n_bytes);
        at += scan.n_bytes;
    }
}

static void check_forms(const char *bytes, size_t length)
{
    static const struct csv_form forms[] = {
        {.delimiter = ','}, {.delimiter = '\t'}, {.delimiter = '\t', .has_backslashes = true}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_rows(&forms[i], bytes, length);
}

/* ---- The parts of a file ---- */

/* Appends the names and texts of all parts, and why they end. */
static void read_parts(struct str *out, const char *path, size_t n_piece)
{
    static const struct row_columns usual_columns;
    static const struct rows_options own;
    const struct source_request request = {.path = path, .format = ROWS_FOUND, .own = &own};
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    scoped(row_files) *parts = NULL;
    struct row_file *part;
    struct err err = {{0}};
    ptrdiff_t n = 0;
    int status = row_files_open(&parts, &request, &usual_columns, &errors, &err) == 0;
    REQUIRE(status || err.message[0], "a failure without a reason");
    while (status == 1 && n == 0) {
        scoped(row_text) text = {0};
        scoped(str) cut = {0};
        status = row_files_next(parts, &part, &text, &err);
        if (status != 1)
            break;
        const char *slash = strchr(part->name, '/');
        REQUIRE(!part->is_in_archive || (slash && !entry_path_cut(&cut, slash + 1)),
                "'%s' leads out", part->name);
        str_print(out, "%s: ", part->name);
        while (out->length < MAX_TEXT &&
               (n = text.read(text.context, str_reserve(out, n_piece), n_piece, &err)) > 0)
            str_extend(out, (size_t)n);
    }
    str_add_text(out, err.message);
    array_release(&errors.list);
}

static void check_pieces(const struct reading *input)
{
    scoped(str) whole = {0}, pieces = {0};
    const char *path = target_file(0, input->bytes, input->length);
    read_parts(&whole, path, 1 << 16);
    if (whole.length >= MAX_TEXT)
        return;
    read_parts(&pieces, path, 3);
    REQUIRE(is_same_text(&whole, &pieces), "'%s' is '%s' in pieces", str_text(&whole),
            str_text(&pieces));
}

/* ---- CodeNet ---- */

static void add_row(void *context, const struct csv_row *row)
{
    struct str *quoted = context;
    bool is_binary = false;
    REQUIRE(row->n_fields > 0, "a row of no field");
    for (size_t i = 0; i < row->n_fields; i++) {
        const struct csv_field *field = &row->fields[i];
        REQUIRE(field->text[field->length] == '\0', "a field without a final zero");
        is_binary |=
            memchr(field->text, '\0', field->length) || !utf8_is_valid(field->text, field->length);
    }
    REQUIRE(row->is_binary == is_binary, "binary is %d", row->is_binary);
    add_in_quotes(quoted, row->fields, row->n_fields);
}

/* The rows of a table, written in quotes, read back the same. */
static void check_table(const char *bytes, size_t length)
{
    scoped(str) quoted = {0}, again = {0};
    csv_read(bytes, length, add_row, &quoted);
    csv_read(str_text(&quoted), quoted.length, add_row, &again);
    REQUIRE(is_same_text(&quoted, &again), "quoted the rows are others:\n%s\n%s", str_text(&quoted),
            str_text(&again));
}

static void check_codenet(const char *at, const char *end)
{
    static const char *const paths[] = {"metadata/problem_list.csv", "metadata/p00001.csv",
                                        "metadata/p00002.csv"};
    static const char cut[] = "====\n";
    scoped(str) tar = {0};
    scoped(pair_source) source = {0};
    size_t n = 0;
    for (const char *next = at; next && n < N_ITEMS(paths); n++, at = next + strlen(cut)) {
        next = n + 1 < N_ITEMS(paths) ? memmem(at, (size_t)(end - at), cut, strlen(cut)) : NULL;
        size_t length = (size_t)((next ? next : end) - at);
        check_table(at, length);
        tarball_add_file(&tar, paths[n], at, length);
    }
    tarball_add_text(&tar, "data/p00001/Python/s1.py", "print(1)\n");
    tarball_end(&tar);
    const struct source_request request = {.path = target_file(0, tar.text, tar.length),
                                           .languages = LANGUAGE_SET_DEFAULT,
                                           .max_bytes = MAX_SOURCE,
                                           .folder = "/dev/shm",
                                           .n_threads = 1};
    struct err err;
    int status = codenet_kind.open(&source, &request, &err);
    REQUIRE((status == 0) == (n > 1), "%zu files, and %s", n, status ? err.message : "a problem");
    if (status != 0)
        return;
    REQUIRE(source.n_units == n - 1, "%zu problems", source.n_units);
    check_source(&source);
}

FUZZ_TARGET(rows)
{
    static const char codenet[] = "codenet\n";
    const char *text = (const char *)bytes;
    scoped(pair_source) source = {0};
    scoped(reading) input = {0};
    target_keep_memory();
    if (length >= strlen(codenet) && memcmp(text, codenet, strlen(codenet)) == 0) {
        check_codenet(text + strlen(codenet), text + length);
        return 0;
    }
    read_input(&input, text, length);
    if (!input.has_options)
        check_pieces(&input);
    if (input.format == find_format("csv"))
        check_forms(input.bytes, input.length);
    if (open_rows(&source, &input) != 0)
        return 0;
    check_source(&source);
    check_options(&source, &input);
    if (!input.has_options && input.format != find_format("csv") && is_lines(&input))
        check_reversed(&source, &input);
    return 0;
}
