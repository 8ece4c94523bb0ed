/* The files of a dataset of rows, wherever they are, give the same text in any packing and
 * encoding. */
#include "miner/rows/row_files.h"

#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tests/support/zipball.h"

#include <sys/stat.h>

static const char text[] = "user,code\nada,\"x = '\xc3\xa9'\"\n";

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
        str_print(out, "%s%s%s[", part->name, part->is_in_archive ? "*" : "",
                  part->form.format == ROWS_JSON_LINES ? "{}" : "");
        add_content(out, &content);
        str_add_text(out, "]; ");
        uint64_t done = atomic_load(&parts->bytes_before) + content.position(content.context);
        assert_true(before <= done && done <= parts->n_bytes);
        before = done;
    }
    str_add_text(out, status == 0 ? "" : err.message);
}

static const struct row_columns usual_columns;

/* The parts of a dataset, "NAME[CONTENT]; " each, then the errors. In a static buffer. */
static const char *parts_of(const char *path)
{
    static struct str out;
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    scoped(row_files) *parts = NULL;
    struct err err;
    static const struct rows_options own;
    const struct source_request request = {.path = path, .format = ROWS_FOUND, .own = &own};
    str_clear(&out);
    bool is_open = row_files_open(&parts, &request, &usual_columns, &errors, &err) == 0;
    if (is_open)
        add_parts(&out, parts);
    for (size_t i = 0; is_open && i < errors.list.n; i++)
        str_print(&out, "%s: %s; ", errors.list.items[i].file, errors.list.items[i].detail);
    array_release(&errors.list);
    return is_open ? str_text(&out) : printed("%s", err.message);
}

/* An encoding that a text shows, as iconv has it, and its mark. */
static const struct {
    const char *name, *mark;
} encodings[] = {
    {"UTF-8", ""},
    {"UTF-8", "\\357\\273\\277"},
    {"UTF-16LE", "\\377\\376"},
    {"UTF-16BE", "\\376\\377"},
    {"UTF-16LE", ""},
    {"UTF-16BE", ""},
    {"UTF-32LE", "\\377\\376\\0\\0"},
    {"UTF-32BE", "\\0\\0\\376\\377"},
};

static const char *const packings[][2] = {{"cat", ""},   {"gzip", ".gz"},  {"bzip2", ".BZ2"},
                                          {"xz", ".Xz"}, {"zstd", ".zst"}, {"xz", ".txt"}};

TEST(row_files__give_the_same_text_in_any_packing_and_encoding)
{
    write_test_text("utf8", text);
    for (size_t i = 0; i < N_ITEMS(encodings); i++)
        for (size_t j = 0; j < N_ITEMS(packings); j++) {
            scoped(str) output = {0}, bytes = {0};
            scoped(zipball) zip = {0};
            const char *name = printed("rows.csv%s", packings[j][1]), *path = scratch_path(name);
            run_valid(&output,
                      "cd \"$SCRATCH\" && { printf '%s'; iconv -f UTF-8 -t %s utf8; } | %s >%s",
                      encodings[i].mark, encodings[i].name, packings[j][0], name);
            assert_string_equal(parts_of(path), printed("%s[%s]; ", name, text));
            read_test_file(&bytes, path);
            const char *entry = strstr(name, ".txt") ? "rows.csv" : name;
            zipball_add(&zip, entry, bytes.text, bytes.length, NULL);
            assert_string_equal(parts_of(zipball_save(&zip, "z.zip")),
                                printed("z.zip/%s*[%s]; ", entry, text));
        }
}

static void make_folder(void)
{
    run_valid(NULL, "cd \"$SCRATCH\" && rm -rf d && mkdir -p d/b/c d/.hidden d/git/.git d/e && "
                    "printf 1 >d/b.csv && printf 2 >d/b/c/z.JSON && printf 3 >d/b/a.tsv && "
                    "printf 4 >d/.hidden/x.csv && printf 5 >d/git/x.csv && printf 6 >d/notes && "
                    "printf 7 >d/x.pdf && printf 8 >d/.x.csv && ln -s b.csv d/l.csv && "
                    "ln -s .. d/b/up && ln -s /etc d/etc && mkfifo d/p.csv");
}

TEST(row_files__of_a_folder_are_its_files_of_rows)
{
    make_folder();
    const char *expected = "d/b.csv[1]; d/b/a.tsv[3]; d/b/c/z.JSON{}[2]; d/git/x.csv[5]; d: left "
                           "out 6 files that are not rows: b/up, etc, l.csv, ...; ";
    assert_string_equal(parts_of(scratch_path("d")), expected);
    assert_string_equal(parts_of(scratch_path("d///")), expected);
}

TEST(row_files__of_a_zip_are_its_entries_of_rows)
{
    static const struct zip_member link = {.mode = S_IFLNK | 0777}, encrypted = {.is_encrypted = 1};
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "b/x.csv", "1");
    zipball_add_text(&zip, "a.jsonl", "2");
    zipball_add_text(&zip, "b//x.csv", "3");
    zipball_add_text(&zip, "a.jsonl", "4");
    zipball_add_text(&zip, "../y.csv", "5");
    zipball_add_text(&zip, "/z.csv", "6");
    zipball_add(&zip, "l.csv", "b/x.csv", 7, &link);
    zipball_add_text(&zip, "__MACOSX/b/._x.csv", "7");
    zipball_add_text(&zip, ".git/x.csv", "8");
    zipball_add_text(&zip, "README", "9");
    zipball_add_text(&zip, "inner.zip", "PK\3\4");
    zipball_add(&zip, "secret.pdf", "x", 1, &encrypted);
    assert_string_equal(
        parts_of(zipball_save(&zip, "a.zip")),
        "a.zip/b/x.csv*[1]; a.zip/a.jsonl*{}[2]; "
        "a.zip: left out 8 files that are not rows: b//x.csv, a.jsonl, ../y.csv, ...; ");
    zipball_add_text(&zip, "a.csv", "1");
    zipball_add(&zip, "secret.csv", "x", 1, &encrypted);
    assert_non_null(
        strstr(parts_of(zipball_save(&zip, "e.zip")), "e.zip/secret.csv' is encrypted: unpack"));
    zipball_add_text(&zip, "a.csv", "1");
    zipball_add_text(&zip, "b.parquet", "PAR1");
    assert_string_equal(parts_of(zipball_save(&zip, "p.zip")),
                        "p.zip/a.csv*[1]; p.zip: left out 1 file that is not rows: b.parquet; ");
}

TEST(row_files__of_an_archive_that_is_named_twice_are_there_twice)
{
    scoped(zipball) zip = {0};
    scoped(row_files) *parts = NULL;
    scoped(str) out = {0};
    static const struct rows_options own;
    zipball_add_text(&zip, "a.csv", "1");
    zipball_add_text(&zip, "b.csv", "2");
    const char *path = zipball_save(&zip, "twice.zip");
    const struct text_list others = {&path, 1, 1};
    const struct source_request request = {
        .path = path, .others = &others, .format = ROWS_FOUND, .own = &own};
    struct input_errors errors = {0};
    assert_done(row_files_open(&parts, &request, &usual_columns, &errors, &err));
    add_parts(&out, parts);
    const char *once = printed("%s/a.csv*[1]; %s/b.csv*[2]; ", path, path);
    assert_string_equal(str_text(&out), printed("%s%s", once, once));
}

TEST(row_files__of_other_files_are_refused)
{
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "xl/workbook.xml", "x");
    assert_non_null(
        strstr(parts_of(zipball_save(&zip, "book.xlsx")), "book.xlsx' has no files of rows"));
    run_valid(NULL, "cd \"$SCRATCH\" && printf x >x.csv && tar -czf t.tgz x.csv && mkdir u && "
                    "printf 'a,b' >u/part-0 && printf '%%%%PDF-' >x.pdf");
    assert_non_null(strstr(parts_of(scratch_path("t.tgz")), "is a tar archive: unpack it"));
    assert_non_null(strstr(parts_of(scratch_path("u")), "u' has no files of rows"));
    assert_string_equal(parts_of(scratch_path("u/part-0")), "part-0[a,b]; ");
    assert_non_null(strstr(parts_of(scratch_path("x.pdf")),
                           "x.pdf' is a PDF document, and not rows: make CSV or JSON lines of it"));
    assert_non_null(strstr(parts_of("/bin/true"), "'/bin/true' is neither text nor"));
}
