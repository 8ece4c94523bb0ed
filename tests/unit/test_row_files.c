/* The rows of zip archives, whatever is in them, and how far they are read. Folders and files are
 * in tests/cases/rows-files.case. */
#include "miner/rows/row_files.h"

#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tests/support/archives.h"

#include <sys/stat.h>

/* Appends the content of a text, in pieces. */
static void add_content(struct str *out, const struct row_text *from)
{
    char bytes[5];
    struct err err;
    ptrdiff_t n;
    while ((n = from->read(from->context, bytes, sizeof bytes, &err)) > 0)
        str_add(out, bytes, (size_t)n);
    str_print(out, n < 0 ? "!%s" : "", err.message);
}

static void add_parts(struct str *out, struct row_files *parts)
{
    struct row_file *part;
    struct err err;
    int status;
    uint64_t before = 0;
    for (size_t i = 0;; i++) {
        scoped(row_text) content = {0};
        if ((status = row_files_next(parts, &part, &content, &err)) != 1)
            break;
        assert_int_equal(part->number, i);
        str_print(out, "%s%s[", part->name, part->form.format == ROWS_JSON_LINES ? "{}" : "");
        add_content(out, &content);
        str_add_text(out, "]; ");
        uint64_t done = atomic_load(&parts->bytes_before) + content.position(content.context);
        assert_true(before <= done && done <= parts->n_bytes);
        before = done;
    }
    str_add_text(out, status == 0 ? "" : err.message);
}

/* The parts of an archive and another one, "NAME[CONTENT]; " each, then the errors. In a static
 * buffer. */
static const char *parts_of(const char *path, const struct text_list *others)
{
    static const struct row_columns usual_columns;
    static const struct rows_options own;
    static struct str out;
    scoped(arena) arena = {0};
    scoped(row_files) *parts = NULL;
    struct input_errors errors = {.arena = &arena};
    struct err err;
    const struct source_request request = {
        .path = path, .others = others, .format = ROWS_FOUND, .own = &own};
    str_set(&out, "%s", "");
    if (row_files_open(&parts, &request, &usual_columns, &errors, &err) != 0)
        return printed("%s", err.message);
    add_parts(&out, parts);
    for (size_t i = 0; i < errors.list.n; i++)
        str_print(&out, "%s: %s; ", errors.list.items[i].file, errors.list.items[i].detail);
    array_release(&errors.list);
    return str_text(&out);
}

TEST(row_files__of_a_zip_are_its_entries_of_rows)
{
    static const struct zip_member link = {.mode = S_IFLNK | 0777}, encrypted = {.is_encrypted = 1};
    static const char *const left_out[] = {"b//x.csv",           "a.jsonl",    "../y.csv", "/z.csv",
                                           "__MACOSX/b/._x.csv", ".git/x.csv", "README"};
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "b/x.csv", "1");
    zipball_add_text(&zip, "a.jsonl", "2");
    for (size_t i = 0; i < N_ITEMS(left_out); i++)
        zipball_add_text(&zip, left_out[i], "3");
    zipball_add(&zip, "l.csv", "b/x.csv", 7, &link);
    zipball_add_text(&zip, "inner.zip", "PK\3\4");
    zipball_add_text(&zip, "b.parquet", "PAR1");
    zipball_add(&zip, "secret.pdf", "x", 1, &encrypted);
    assert_string_equal(
        parts_of(zipball_save(&zip, "a.zip"), NULL),
        "a.zip/b/x.csv[1]; a.zip/a.jsonl{}[2]; "
        "a.zip: left out 9 files that are not rows: b//x.csv, a.jsonl, ../y.csv, ...; ");
    zipball_add_text(&zip, "a.csv", "1");
    zipball_add(&zip, "secret.csv", "x", 1, &encrypted);
    assert_contains(parts_of(zipball_save(&zip, "e.zip"), NULL),
                    "e.zip/secret.csv' is encrypted: unpack");
}

TEST(row_files__of_an_archive_that_is_named_twice_are_there_twice)
{
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "a.csv", "1");
    zipball_add_text(&zip, "b.csv", "2");
    const char *path = zipball_save(&zip, "twice.zip");
    const struct text_list others = {&path, 1, 1};
    const char *once = printed("%s/a.csv[1]; %s/b.csv[2]; ", path, path);
    assert_string_equal(parts_of(path, &others), printed("%s%s", once, once));
}
