/* Every entry of an archive is read once, unchanged. A damaged archive is never taken for a
 * complete one. */
#include "base/archive_reader.h"
#include "tests/support/archives.h"
#include "tests/support/test.h"

#include <sys/stat.h>

static void add_visible(struct str *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        str_print(out, c < ' ' || c > '~' ? "\\x%02x" : "%c", c);
    }
}

static void add_content(struct str *out, struct archive_reader *reader, struct err *err)
{
    char buffer[7]; /* small, so that a content takes several calls */
    ptrdiff_t n;
    str_add_text(out, "[");
    while ((n = archive_reader_read(reader, buffer, sizeof buffer, err)) > 0)
        add_visible(out, buffer, (size_t)n);
    str_add_text(out, n == 0 ? "]" : "!");
}

/* All that an archive gives: "KIND PATH SIZE[CONTENT]; " for each entry, and the error after the
 * last. In a static buffer. */
static const char *entries_of(const char *path)
{
    static const char *const kinds[] = {"file", "folder", "link", "special"};
    static struct str out;
    scoped(archive_reader) *reader = NULL;
    struct err err = {""};
    struct entry entry;
    int status;
    str_clear(&out);
    str_add_text(&out, "");
    if (archive_reader_open(&reader, path, &err) != 0) {
        str_add_text(&out, err.message);
        return str_text(&out);
    }
    while ((status = archive_reader_next(reader, &entry, &err)) == 1) {
        str_print(&out, "%s ", kinds[entry.kind]);
        add_visible(&out, entry.path ? entry.path : "(none)",
                    strlen(entry.path ? entry.path : "(none)"));
        if (entry.kind == ENTRY_FILE) {
            str_print(&out, " %llu", (unsigned long long)entry.size);
            add_content(&out, reader, &err);
        }
        str_add_text(&out, "; ");
        if (err.message[0]) {
            status = ERR;
            break;
        }
    }
    str_add_text(&out, err.message);
    assert_true(err.message[0] ? status < 0 : status == 0);
    return str_text(&out);
}

TEST(archive__gives_its_entries_in_their_order)
{
    scoped(str) tar = {0}, none = {0};
    tarball_add_other(&tar, TAR_FOLDER, "data/");
    tarball_add_text(&tar, "data/b", "one\ntwo\n");
    tarball_add_text(&tar, "data/a", "");
    tarball_add_file(&tar, "data/b", "z\0", 1);
    tarball_add_text(&tar, "./data//../x", "up");
    tarball_add_text(&tar, "/etc/passwd", "root");
    tarball_end(&tar);
    const char *path = tarball_save(&tar, "order.tar");
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(path, &compressors[i]);
        if (compressed)
            assert_string_equal(entries_of(compressed),
                                "folder data/; file data/b 8[one\\x0atwo\\x0a]; file data/a 0[]; "
                                "file data/b 1[z]; file ./data//../x 2[up]; "
                                "file /etc/passwd 4[root]; ");
    }
    tarball_end(&none);
    assert_string_equal(entries_of(tarball_save(&none, "none.tar")), "");
}

TEST(archive__distinguishes_kinds)
{
    static const char types[] = "0\0"
                                "7"
                                "5"
                                "21"
                                "634"; /* the first three are files */
    scoped(str) tar = {0};
    for (size_t i = 0; i + 1 < sizeof types; i++)
        tarball_add_link(&tar, types[i], "a", i == 4 || i == 5 ? "/etc/passwd" : NULL);
    tarball_add_other(&tar, TAR_FOLDER, "a/");
    tarball_add_other(&tar, TAR_FILE, "a/"); /* before POSIX */
    tarball_end(&tar);
    assert_string_equal(entries_of(tarball_save(&tar, "kind.tar")),
                        "file a 0[]; file a 0[]; file a 0[]; folder a; link a; link a; special a; "
                        "special a; special a; folder a/; folder a/; ");
}

/* In a field of the header, in two of them, in a pax record, and as GNU tar writes long names. */
TEST(archive__returns_names_unchanged)
{
    static const struct {
        const char *name, *visible;
        bool is_text; /* UTF-8, as pax wants it */
    } cases[] = {
        {"a b\t\n\033[31m", "a b\\x09\\x0a\\x1b[31m", true},
        {"\xe3\x82\x8a", "\\xe3\\x82\\x8a", true},
        {"\xff\xfe", "\\xff\\xfe", false},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80", false},
        {"a\xc3", "a\\xc3", false},
        {"..", "..", true},
    };
    static const size_t lengths[] = {1, 99, 100, 101, 254, 255, 256, 1000, 70000};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t k = 0; k < N_ITEMS(lengths); k++)
            for (int way = 0; way < 3; way++) {
                scoped(str) tar = {0}, path = {0}, expected = {0};
                while (path.length + 10 < lengths[k])
                    str_add_text(&path, path.length % 50 == 49 ? "/" : "n");
                str_print(&expected, "file %s%s 1[x]; ", str_text(&path), cases[i].visible);
                str_add_text(&path, cases[i].name);
                if ((way == 0 && path.length > 250) || (way == 1 && !cases[i].is_text))
                    continue; /* what such a name is, is not said */
                if (way == 1)
                    tarball_add_pax(&tar, "path", str_text(&path));
                if (way == 2)
                    tarball_add_long_path(&tar, str_text(&path));
                tarball_add_text(&tar, way ? "short" : str_text(&path), "x");
                str_add_text(&expected, "file next 1[y]; ");
                tarball_add_text(&tar, "next", "y");
                tarball_end(&tar);
                assert_string_equal(entries_of(tarball_save(&tar, "name.tar")),
                                    str_text(&expected));
            }
}

/* Of the entries, 0, 1, 2, ... times some bytes are read; then the archive is closed, or all of it
 * was read. */
TEST(archive__passes_over_what_is_not_read_and_can_be_closed_at_any_time)
{
    enum { N_ENTRIES = 40, N_BYTES = 20000 };
    scoped(str) tar = {0}, big = {0};
    char buffer[100];
    for (int i = 0; i < N_BYTES / 10; i++)
        str_print(&big, "%010d", i);
    for (int i = 0; i < N_ENTRIES; i++)
        tarball_add_file(&tar, printed("%d", i), str_text(&big), big.length);
    tarball_end(&tar);
    const char *path = tarball_save(&tar, "pass.tar");
    archive_reader_close(NULL);
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(path, &compressors[i]);
        for (int last = 0; compressed && last <= N_ENTRIES; last += 1 + last) {
            scoped(archive_reader) *reader = NULL;
            struct entry entry;
            assert_done(archive_reader_open(&reader, compressed, &err));
            for (int n = 0; n < last; n++) {
                assert_done(archive_reader_next(reader, &entry, &err) - 1);
                assert_string_equal(entry.path, printed("%d", n));
                assert_int_equal(entry.size, N_BYTES);
                for (int k = 0; k < n % 4; k++) {
                    assert_int_equal(archive_reader_read(reader, buffer, 100, NULL), 100);
                    assert_memory_equal(buffer, big.text + k * 100, 100);
                }
            }
            uint64_t done = archive_reader_bytes_done(reader);
            uint64_t total = archive_reader_bytes_total(reader);
            assert_true(done <= total);
            if (last == 31)
                assert_true(done * 10 >= total * 5);
        }
    }
}

TEST(archive__fills_the_holes_of_a_sparse_file)
{
    static const char *const formats[] = {"gnu", "posix --sparse-version=0.0",
                                          "posix --sparse-version=0.1",
                                          "posix --sparse-version=1.0"};
    run_valid(NULL, "cd \"$SCRATCH\" && rm -f sparse && truncate -s 300000 sparse &&\n"
                    "printf abc | dd of=sparse bs=1 seek=200000 conv=notrunc status=none");
    for (size_t i = 0; i < N_ITEMS(formats); i++) {
        scoped(archive_reader) *reader = NULL;
        struct entry entry;
        static char content[300001], expected[300001];
        run_valid(NULL, "cd \"$SCRATCH\" && tar --format=%s -Scf sparse.tar sparse", formats[i]);
        assert_done(archive_reader_open(&reader, scratch_path("sparse.tar"), &err));
        assert_int_equal(archive_reader_next(reader, &entry, NULL), 1);
        assert_string_equal(entry.path, "sparse");
        assert_int_equal(entry.size, 300000);
        memset(content, 'x', sizeof content);
        memcpy(expected + 200000, "abc", 3);
        expected[300000] = 'x';
        size_t length = 0;
        for (ptrdiff_t n;
             (n = archive_reader_read(reader, content + length, 300001 - length, NULL)) > 0;)
            length += (size_t)n;
        assert_int_equal(length, 300000);
        assert_memory_equal(content, expected, sizeof content);
        assert_int_equal(archive_reader_next(reader, &entry, NULL), 0);
    }
}

/* A small archive: three files. */
static void add_three(struct str *tar)
{
    tarball_add_text(tar, "a", "1");
    tarball_add_text(tar, "b", "2");
    tarball_add_text(tar, "c", "3");
}

static void assert_fails(const char *path, const char *word)
{
    const char *entries = entries_of(path);
    if (!strstr(entries, word))
        fail_msg("'%s', but nothing about '%s'", entries, word);
}

TEST(archive__of_other_bytes_is_refused)
{
#define OTHER "' is neither a folder nor a tar archive"
    static const char zeros[TAR_BLOCK];
    static const struct {
        const char *name, *bytes;
        size_t length;
        const char *message;
    } cases[] = {
        {"empty", "", 0, "' is empty"},
        {"text", "text\n", 5, OTHER},
        {"zip", "PK\x03\x04", 4, "is missing, damaged or empty; is the file complete?"},
        {"zeros", zeros, TAR_BLOCK - 1, OTHER},
        {"gz", /* of "a" */
         "\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\x04\0\x43\xbe\xb7\xe8\x01\0\0", 21, OTHER},
        {"gz-of-nothing", "\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0", 20, OTHER},
        {"gz-head", "\x1f\x8b", 2, "cannot read '"},
        {"xz-head", "\xfd\x37zXZ\0", 6, "cannot read '"},
        {"zstd-head", "\x28\xb5\x2f\xfd", 4, "cannot read '"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *path = scratch_path(cases[i].name);
        write_test_file(path, cases[i].bytes, cases[i].length);
        assert_fails(path, cases[i].message);
        assert_fails(path, path);
    }
    assert_fails(scratch_path("nowhere"), "No such file or directory");
    assert_fails("/dev/zero", "cannot read '/dev/zero': it is a device");
    assert_fails(scratch_path(""), "cannot read '");
}

/* Wherever it breaks off: before the end mark is whole, it fails. */
TEST(archive__that_breaks_off_is_never_taken_for_whole)
{
    scoped(str) tar = {0};
    add_three(&tar);
    size_t n_entries = tar.length;
    tarball_end(&tar);
    size_t n_whole = tar.length;
    str_add(&tar, (char[TAR_BLOCK]){0}, TAR_BLOCK); /* more zeros may follow */
    for (size_t length = 1; length <= tar.length; length += length % TAR_BLOCK < 500 ? 83 : 1) {
        scoped(str) part = {0};
        str_add(&part, str_text(&tar), length);
        const char *entries = entries_of(tarball_save(&part, "part.tar"));
        if (length >= n_whole && strcmp(entries, "file a 1[1]; file b 1[2]; file c 1[3]; ") != 0)
            fail_msg("%zu bytes: %s", length, entries);
        if (length <= n_entries &&
            !strstr(entries, length < TAR_BLOCK ? "nor a tar archive" : "is the file complete?"))
            fail_msg("%zu bytes: %s", length, entries);
    }
    for (size_t header = 0; header < 3; header++) { /* whose checksum is wrong */
        tar.text[header * 2 * TAR_BLOCK + 3] ^= 1;
        assert_fails(tarball_save(&tar, "header.tar"),
                     header ? "is the file complete?" : "nor a tar archive");
        tar.text[header * 2 * TAR_BLOCK + 3] ^= 1;
    }
}

TEST(archive__whose_compressed_stream_is_damaged_or_compressed_again_fails)
{
    static const struct {
        size_t compressor, from_end; /* a byte of the checksums at the end */
        const char *word;
    } cases[] = {
        {1, 8, "it is damaged"},  {1, 5, "it is damaged"}, {1, 4, "it is damaged"},
        {1, 1, "it is damaged"},  {2, 2, "cannot read '"}, {3, 1, "cannot read '"},
        {3, 10, "cannot read '"}, {4, 1, "cannot read '"}, {4, 4, "cannot read '"},
    };
    scoped(str) tar = {0}, bytes = {0};
    const char *other = scratch_path("other");
    add_three(&tar);
    tarball_end(&tar);
    str_add(&tar, (char[20000]){0}, 20000); /* so that the end mark comes out early */
    const char *path = tarball_save(&tar, "stream.tar");
    for (size_t i = 1; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(path, &compressors[i]);
        if (!compressed)
            continue;
        read_test_file(&bytes, compressed);
        for (size_t length = 20; length < bytes.length;
             length += length + 12 < bytes.length ? 7 : 1) {
            write_test_file(other, str_text(&bytes), length);
            assert_fails(other, "cannot read '");
        }
        for (size_t k = 0; k < N_ITEMS(cases); k++)
            if (cases[k].compressor == i) {
                bytes.text[bytes.length - cases[k].from_end] ^= 1;
                write_test_file(other, str_text(&bytes), bytes.length);
                assert_fails(other, cases[k].word);
                bytes.text[bytes.length - cases[k].from_end] ^= 1;
            }
        for (int k = 1; k < N_COMPRESSORS; k++) {
            const char *twice = tarball_compress(compressed, &compressors[k]);
            if (twice)
                assert_fails(twice, "' is compressed twice; remove one compression");
        }
    }
}

/* As gunzip takes it: several members, and other bytes after the last. */
TEST(archive__may_have_more_after_a_gzip_member)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool is_ignored;
    } cases[] = {
        {"", 0, true},         {"\0\0\0", 3, true},    {"\x1f", 1, true},
        {"\x1f\x8c", 2, true}, {"\x1f\x8b", 2, false}, {"\x1f\x8b\x08", 3, false},
    };
    scoped(str) tar = {0}, whole = {0};
    add_three(&tar);
    tarball_end(&tar);
    tarball_save(&tar, "members.tar");
    run_valid(NULL, "cd \"$SCRATCH\" && (head -c 700 members.tar | gzip;\n"
                    "tail -c +701 members.tar | gzip; : | gzip) > members.tar.gz");
    read_test_file(&whole, scratch_path("members.tar.gz"));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) bytes = {0};
        const char *path = scratch_path("rest.gz");
        str_add(&bytes, str_text(&whole), whole.length);
        str_add(&bytes, cases[i].bytes, cases[i].length);
        write_test_file(path, str_text(&bytes), bytes.length);
        if (cases[i].is_ignored)
            assert_string_equal(entries_of(path), "file a 1[1]; file b 1[2]; file c 1[3]; ");
        else
            assert_fails(path, "it ends too early");
    }
}

/* Sizes that no file has cost nothing, and the archive is not taken for whole.
 * tests/slow/test_hostile_archives.c has more of them. */
TEST(archive__believes_no_size)
{
    static const uint64_t sizes[] = {2, 1ull << 32, (1ull << 63) - 1, 1ull << 63, UINT64_MAX};
    for (size_t i = 0; i < 2 * N_ITEMS(sizes); i++) {
        uint64_t size = sizes[i / 2];
        scoped(str) tar = {0};
        if (i % 2)
            tarball_add_pax(&tar, "size", printed("%llu", (unsigned long long)size));
        tarball_add_header(&tar, TAR_FILE, "a", NULL, i % 2 ? 1 : size);
        tarball_add_content(&tar, "1", 1);
        tarball_end(&tar);
        const char *entries = entries_of(tarball_save(&tar, "size.tar"));
        if (size > 2 * TAR_BLOCK && !strstr(entries, "cannot read '") &&
            !strstr(entries, "is neither a folder nor a tar archive"))
            fail_msg("%zu: %.200s", i, entries);
    }
}

TEST(zip__gives_its_entries_in_their_order)
{
    static const struct zip_member deflated = {.is_deflated = true}, zip64 = {.is_zip64 = true},
                                   folder = {.mode = S_IFDIR | 0755},
                                   link = {.mode = S_IFLNK | 0777}, fifo = {.mode = S_IFIFO | 0644};
    scoped(zipball) zip = {0};
    zipball_add(&zip, "a/", "", 0, &folder);
    zipball_add_text(&zip, "a/b", "one");
    zipball_add(&zip, "a/c", "twotwotwotwo", 12, &deflated);
    zipball_add(&zip, "d", "three", 5, &zip64);
    zipball_add(&zip, "e", "/etc/passwd", 11, &link);
    zipball_add(&zip, "f", "", 0, &fifo);
    zipball_add_text(&zip, "a/b", "again");
    zipball_add_text(&zip, "../x", "up");
    zipball_add_text(&zip, "/etc/passwd", "root");
    zipball_add_text(&zip, "\xc3\xa9\xe2\x82\xac", "");
    assert_string_equal(entries_of(zipball_save(&zip, "order.zip")),
                        "folder a/; file a/b 3[one]; file a/c 12[twotwotwotwo]; file d 5[three]; "
                        "link e; file f 0[]; file a/b 5[again]; file ../x 2[up]; "
                        "file /etc/passwd 4[root]; file \\xc3\\xa9\\xe2\\x82\\xac 0[]; ");
}

/* What the directory says is not believed, and a part is never taken for the whole. */
TEST(zip__that_is_damaged_or_breaks_off_fails)
{
    static const struct zip_member cases[] = {{.crc_error = 1},
                                              {.crc_error = 1, .is_deflated = true},
                                              {.more_size = 9, .is_deflated = true},
                                              {.more_size = 1 << 20},
                                              {.is_encrypted = true},
                                              {.n_around = 300}};
    scoped(str) content = {0}, bytes = {0};
    for (size_t i = 0; i < 8000; i++)
        str_add(&content, &(char){(char)(rand() % 256)}, 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(zipball) zip = {0};
        zipball_add(&zip, "a", content.text, content.length, &cases[i]);
        zipball_add_text(&zip, "b", "sound");
        const char *path = zipball_save(&zip, "damaged.zip");
        assert_fails(path, path);
        assert_fails(path, i < 5 ? "cannot read '" : "entries of this zip archive share bytes");
    }
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "a", "one");
    zipball_add_text(&zip, "b", "two");
    read_test_file(&bytes, zipball_save(&zip, "whole.zip"));
    for (size_t n = 4; n < bytes.length; n += n + 30 < bytes.length ? 5 : 1) {
        write_test_file(scratch_path("cut.zip"), bytes.text, n);
        assert_fails(scratch_path("cut.zip"),
                     "cut.zip': the directory at the end of this zip archive is missing, damaged "
                     "or empty; is the file complete?");
    }
}

/* Whatever bit is wrong, an entry has its content, or the archive is not sound. */
TEST(zip__with_another_bit_fails_or_has_the_same_contents)
{
    static const struct zip_member deflated = {.is_deflated = true};
    scoped(zipball) zip = {0};
    scoped(str) bytes = {0};
    zipball_add_text(&zip, "a", "first");
    zipball_add(&zip, "b", "twotwotwotwo", 12, &deflated);
    zipball_add_text(&zip, "c", "third");
    read_test_file(&bytes, zipball_save(&zip, "sound.zip"));
    const char *path = scratch_path("flipped.zip");
    for (size_t bit = 0; bit < 8 * bytes.length; bit += 3) {
        bytes.text[bit / 8] ^= (char)(1 << bit % 8);
        write_test_file(path, bytes.text, bytes.length);
        bytes.text[bit / 8] ^= (char)(1 << bit % 8);
        const char *shown = entries_of(path);
        if (!strstr(shown, "cannot read '") && !strstr(shown, "neither a folder nor") &&
            !strstr(shown, "special ") && !strstr(shown, "link ") &&
            !(strstr(shown, "[first]") && strstr(shown, "[twotwotwotwo]") &&
              strstr(shown, "[third]")))
            fail_msg("byte %zu, bit %zu: %s", bit / 8, bit % 8, shown);
    }
}

/* ---- Paths of entries ---- */

TEST(entry_path__is_cut_at_its_slashes_and_never_leads_out)
{
    static const char *const cases[][3] = {
        {"", ""},
        {"././/.", ""},
        {"a/", "a"},
        {"./a", "a"},
        {"a/./b//.", "a/b"},
        {"a/b/c/d/e/f/g/././h//", "a/b/c/d/e/f/g/h"},
        {".a/..b/c../.../. /", ".a/..b/c../.../. "},
        {"a b/\xff/り\n", "a b/\xff/り\n"},
        {"a\\..\\b", "a\\..\\b"},
        {"C:/a", "C:/a"},
        {"/", NULL, "an absolute path"},
        {"//a/b", NULL, "an absolute path"},
        {"/..", NULL, "an absolute path"},
        {"..", NULL, "a path with '..'"},
        {"../a", NULL, "a path with '..'"},
        {"a/..", NULL, "a path with '..'"},
        {"a//..//b", NULL, "a path with '..'"},
        {"a/b/c/d/e/f/g/h/..", NULL, "a path with '..'"},
    };
    scoped(str) path = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *why = entry_path_cut(&path, cases[i][0]);
        assert_string_equal(why ? why : str_text(&path), cases[i][cases[i][1] ? 1 : 2]);
        assert_int_equal(!why, cases[i][1] != NULL);
    }
}
