/* Every entry of an archive is read once, unchanged. A damaged archive is never taken for a
 * complete one. */
#include "base/archive_reader.h"
#include "tests/support/tarball.h"
#include "tests/support/test.h"
#include "tests/support/zipball.h"

#include <sys/resource.h>
#include <sys/stat.h>

static void add_visible(struct str *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        str_print(out, c < ' ' || c > '~' ? "\\x%02x" : "%c", c);
    }
}

static void add_content(struct str *out, struct archive_reader *reader, struct err *err)
{
    char buffer[7]; /* small, so that a content takes several calls */
    ptrdiff_t n;
    str_add_text(out, "[");
    while ((n = archive_reader_read(reader, buffer, sizeof buffer - 1, err)) > 0) {
        buffer[n] = '\0';
        add_visible(out, buffer);
    }
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
        add_visible(&out, entry.path ? entry.path : "(none)");
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
    scoped(str) tar = {0};
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
}

TEST(archive__distinguishes_kinds)
{
    static const struct {
        char type;
        const char *path, *entry;
    } cases[] = {
        {TAR_FILE, "a", "file a 0[]; "},
        {'\0', "a", "file a 0[]; "}, /* before POSIX */
        {'7', "a", "file a 0[]; "},  /* contiguous */
        {TAR_FOLDER, "a", "folder a; "},
        {TAR_FOLDER, "a/", "folder a/; "},
        {TAR_FILE, "a/", "folder a/; "}, /* before POSIX */
        {TAR_SYMBOLIC_LINK, "a", "link a; "},
        {TAR_HARD_LINK, "a", "link a; "},
        {TAR_FIFO, "a", "special a; "},
        {TAR_CHARACTER_DEVICE, "a", "special a; "},
        {TAR_BLOCK_DEVICE, "a", "special a; "},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) tar = {0};
        bool is_link = cases[i].type == TAR_SYMBOLIC_LINK || cases[i].type == TAR_HARD_LINK;
        tarball_add_link(&tar, cases[i].type, cases[i].path, is_link ? "/etc/passwd" : NULL);
        tarball_end(&tar);
        assert_string_equal(entries_of(tarball_save(&tar, "kind.tar")), cases[i].entry);
    }
}

/* Names as four kinds of headers hold them. */
TEST(archive__returns_names_unchanged)
{
    static const struct {
        const char *name, *visible;
        bool is_text; /* UTF-8, as pax wants it */
    } cases[] = {
        {"data/p00001/Python/s1.py", "data/p00001/Python/s1.py", true},
        {"a b\t\n\033[31m", "a b\\x09\\x0a\\x1b[31m", true},
        {"\xe3\x82\x8a\xe3\x82\x93", "\\xe3\\x82\\x8a\\xe3\\x82\\x93", true},
        {"\xff\xfe", "\\xff\\xfe", false},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80", false},
        {"a\xc3", "a\\xc3", false},
        {"..", "..", true},
        {"a\\b", "a\\b", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int way = 0; way < 4; way++) {
            scoped(str) tar = {0}, expected = {0}, path = {0};
            for (int n = way == 3 ? 30 : 0; n > 0; n--) /* divided: too long for one field */
                str_add_text(&path, "long/");
            str_print(&expected, "file %s", str_text(&path));
            str_add_text(&path, cases[i].name);
            str_print(&expected, "%s 1[x]; file next 1[y]; ", cases[i].visible);
            if (way == 1)
                tarball_add_pax(&tar, "path", cases[i].name);
            if (way == 2)
                tarball_add_long_path(&tar, cases[i].name);
            tarball_add_text(&tar, way == 1 || way == 2 ? "short" : str_text(&path), "x");
            tarball_add_text(&tar, "next", "y");
            tarball_end(&tar);
            if (way != 1 || cases[i].is_text)
                assert_string_equal(entries_of(tarball_save(&tar, "name.tar")),
                                    str_text(&expected));
            else /* there is some name; which, is not said */
                assert_non_null(
                    strstr(entries_of(tarball_save(&tar, "name.tar")), " 1[x]; file next 1[y]; "));
        }
}

TEST(archive__reads_long_names_whole)
{
    static const size_t lengths[] = {99, 100, 101, 254, 255, 256, 1000, 70000};
    for (size_t i = 0; i < N_ITEMS(lengths); i++)
        for (int is_pax = 0; is_pax < 2; is_pax++) {
            scoped(str) tar = {0}, path = {0}, expected = {0};
            for (size_t n = 0; n < lengths[i]; n++)
                str_add_text(&path, n % 50 ? "n" : "/");
            path.text[0] = path.text[path.length - 1] = 'N';
            if (is_pax)
                tarball_add_pax(&tar, "path", str_text(&path));
            else
                tarball_add_long_path(&tar, str_text(&path));
            tarball_add_text(&tar, "short", "x");
            tarball_end(&tar);
            str_print(&expected, "file %s 1[x]; ", str_text(&path));
            assert_string_equal(entries_of(tarball_save(&tar, "long.tar")), str_text(&expected));
        }
}

TEST(archive__passes_over_what_is_not_read)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    scoped(str) tar = {0}, big = {0};
    struct archive_reader *reader;
    struct entry entry;
    struct err err;
    char buffer[100];
    for (int i = 0; i < 100000; i++)
        str_add_text(&big, "0123456789");
    for (int i = 0; i < 4; i++)
        tarball_add_file(&tar, names[i], str_text(&big), big.length);
    tarball_end(&tar);
    const char *path = tarball_save(&tar, "pass.tar");
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(path, &compressors[i]);
        if (!compressed)
            continue;
        assert_success(archive_reader_open(&reader, compressed, &err), err);
        for (int n = 0; n < 4; n++) { /* 0, 1, 2 and 3 times some bytes of it */
            assert_int_equal(archive_reader_next(reader, &entry, &err), 1);
            assert_string_equal(entry.path, names[n]);
            assert_int_equal(entry.size, big.length);
            for (int k = 0; k < n; k++) {
                assert_int_equal(archive_reader_read(reader, buffer, sizeof buffer, &err),
                                 sizeof buffer);
                assert_memory_equal(buffer, str_text(&big) + (size_t)k * sizeof buffer,
                                    sizeof buffer);
            }
        }
        assert_int_equal(archive_reader_next(reader, &entry, &err), 0);
        assert_true(archive_reader_bytes_done(reader) <= archive_reader_bytes_total(reader));
        assert_true(archive_reader_bytes_done(reader) * 10 >=
                    archive_reader_bytes_total(reader) * 9);
        archive_reader_close(reader);
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
        struct err err;
        static char content[300001];
        size_t length = 0;
        ptrdiff_t n;
        run_valid(NULL, "cd \"$SCRATCH\" && tar --format=%s -Scf sparse.tar sparse", formats[i]);
        assert_success(archive_reader_open(&reader, scratch_path("sparse.tar"), &err), err);
        assert_int_equal(archive_reader_next(reader, &entry, &err), 1);
        assert_string_equal(entry.path, "sparse");
        assert_int_equal(entry.size, 300000);
        memset(content, 'x', sizeof content);
        while ((n = archive_reader_read(reader, content + length, sizeof content - length, &err)) >
               0)
            length += (size_t)n;
        assert_int_equal(n, 0);
        assert_int_equal(length, 300000);
        for (size_t at = 0; at < length; at++)
            if (content[at] != (at - 200000 < 3 ? "abc"[at - 200000] : '\0'))
                fail_msg("%s: another byte at %zu", formats[i], at);
        assert_int_equal(archive_reader_next(reader, &entry, &err), 0);
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
    static const char zeros[TAR_BLOCK];
    static const struct {
        const char *name, *bytes;
        size_t length;
        const char *message;
    } cases[] = {
        {"empty", "", 0, "' is empty"},
        {"text", "text\n", 5, "' is neither a folder nor a tar archive"},
        {"zip", "PK\x03\x04", 4, "is missing, damaged or empty; is the file complete?"},
        {"zeros", zeros, TAR_BLOCK - 1, "' is neither a folder nor a tar archive"},
        {"gz",
         "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x04\x00\x43\xbe\xb7\xe8\x01\x00\x00\x00", 21,
         "' is neither a folder nor a tar archive"}, /* of "a" */
        {"gz-of-nothing",
         "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x00"
         "\x00\x00",
         20, "' is neither a folder nor a tar archive"},
        {"gz-head", "\x1f\x8b", 2, "cannot read '"},
        {"xz-head",
         "\xfd"
         "7zXZ\0",
         6, "cannot read '"},
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

TEST(archive__without_entries_ends_at_once)
{
    scoped(str) tar = {0};
    tarball_end(&tar);
    assert_string_equal(entries_of(tarball_save(&tar, "none.tar")), "");
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
    for (size_t length = 1; length <= tar.length; length++) {
        scoped(str) part = {0};
        str_add(&part, str_text(&tar), length);
        const char *entries = entries_of(tarball_save(&part, "part.tar"));
        if (length >= n_whole && strcmp(entries, "file a 1[1]; file b 1[2]; file c 1[3]; ") != 0)
            fail_msg("%zu bytes: %s", length, entries);
        if (length <= n_entries &&
            !strstr(entries, length < TAR_BLOCK ? "nor a tar archive" : "is the file complete?"))
            fail_msg("%zu bytes: %s", length, entries);
    }
}

TEST(archive__whose_compressed_stream_breaks_off_fails)
{
    scoped(str) tar = {0}, bytes = {0};
    add_three(&tar);
    tarball_end(&tar);
    str_add(&tar, (char[20000]){0}, 20000); /* so that the end mark comes out early */
    const char *path = tarball_save(&tar, "stream.tar");
    for (int i = 1; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(path, &compressors[i]);
        if (!compressed)
            continue;
        read_test_file(&bytes, compressed);
        for (size_t length = 20; length < bytes.length; length++) {
            write_test_file(scratch_path("cut"), str_text(&bytes), length);
            assert_fails(scratch_path("cut"), "cannot read '");
        }
    }
}

TEST(archive__whose_checksum_is_wrong_fails)
{
    static const struct {
        size_t compressor, from_end; /* a byte of the trailer, counted from the end */
        const char *word;
    } cases[] = {
        {1, 8, "it is damaged"},  {1, 5, "it is damaged"}, {1, 4, "it is damaged"},
        {1, 1, "it is damaged"},  {2, 2, "cannot read '"}, {3, 1, "cannot read '"},
        {3, 10, "cannot read '"}, {4, 1, "cannot read '"}, {4, 4, "cannot read '"},
    };
    scoped(str) tar = {0}, bytes = {0};
    add_three(&tar);
    tarball_end(&tar);
    str_add(&tar, (char[20000]){0}, 20000);
    const char *path = tarball_save(&tar, "sum.tar");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *compressed = tarball_compress(path, &compressors[cases[i].compressor]);
        if (!compressed)
            continue;
        read_test_file(&bytes, compressed);
        bytes.text[bytes.length - cases[i].from_end] ^= 1;
        write_test_file(scratch_path("wrong"), str_text(&bytes), bytes.length);
        assert_fails(scratch_path("wrong"), cases[i].word);
    }
}

TEST(archive__may_have_several_gzip_members)
{
    scoped(str) tar = {0}, output = {0};
    add_three(&tar);
    tarball_end(&tar);
    tarball_save(&tar, "members.tar");
    run_valid(&output, "cd \"$SCRATCH\" && (head -c 700 members.tar | gzip;\n"
                       "tail -c +701 members.tar | gzip; : | gzip) > members.tar.gz");
    assert_string_equal(entries_of(scratch_path("members.tar.gz")),
                        "file a 1[1]; file b 1[2]; file c 1[3]; ");
}

/* As gunzip ignores it. */
TEST(archive__may_have_other_bytes_after_its_last_gzip_member)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool is_ignored;
    } cases[] = {
        {"\0", 1, true},       {"\0\0\0", 3, true},    {"\x1f", 1, true},
        {"\x1f\x8c", 2, true}, {"\x1f\x8b", 2, false}, {"\x1f\x8b\x08", 3, false},
    };
    scoped(str) tar = {0}, whole = {0};
    add_three(&tar);
    tarball_end(&tar);
    read_test_file(&whole, tarball_compress(tarball_save(&tar, "rest.tar"), &compressors[1]));
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

TEST(archive__compressed_twice_is_refused)
{
    scoped(str) tar = {0};
    add_three(&tar);
    tarball_end(&tar);
    const char *path = tarball_save(&tar, "twice.tar");
    for (int i = 1; i < N_COMPRESSORS; i++)
        for (int k = 1; k < N_COMPRESSORS; k++) {
            const char *once = tarball_compress(path, &compressors[i]);
            const char *twice = once ? tarball_compress(once, &compressors[k]) : NULL;
            if (twice)
                assert_fails(twice, "' is compressed twice; remove one compression");
        }
}

TEST(archive__with_a_damaged_header_fails)
{
    for (size_t header = 0; header < 3; header++) {
        scoped(str) tar = {0};
        add_three(&tar);
        tarball_end(&tar);
        tar.text[header * 2 * TAR_BLOCK + 3] ^= 1; /* the checksum is no longer right */
        const char *entries = entries_of(tarball_save(&tar, "header.tar"));
        if (!strstr(entries, header ? "is the file complete?" : "nor a tar archive"))
            fail_msg("header %zu: %s", header, entries);
    }
}

/* Sizes that no file has: they cost nothing, and the archive is not taken for whole. */
TEST(archive__believes_no_size)
{
    static const uint64_t sizes[] = {2,
                                     100000,
                                     (uint64_t)1 << 32,
                                     (uint64_t)1 << 40,
                                     ((uint64_t)1 << 63) - 1,
                                     (uint64_t)1 << 63,
                                     UINT64_MAX - 511,
                                     UINT64_MAX};
    static const char *const keywords[] = {NULL, "size", "GNU.sparse.realsize", "GNU.sparse.size"};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (size_t i = 0; i < N_ITEMS(sizes); i++)
        for (size_t k = 0; k < N_ITEMS(keywords); k++) {
            scoped(archive_reader) *reader = NULL;
            struct entry entry;
            struct err err = {""};
            scoped(str) tar = {0}, value = {0};
            char buffer[4096];
            ptrdiff_t n;
            str_print(&value, "%llu", (unsigned long long)sizes[i]);
            if (keywords[k])
                tarball_add_pax(&tar, keywords[k], str_text(&value));
            tarball_add_header(&tar, TAR_FILE, "a", NULL, keywords[k] ? 1 : sizes[i]);
            tarball_add_content(&tar, "1", 1);
            tarball_end(&tar);
            assert_success(archive_reader_open(&reader, tarball_save(&tar, "size.tar"), &err), err);
            int status = archive_reader_next(reader, &entry, &err);
            for (int reads = 0; status == 1 && reads < 1000; reads++) {
                n = archive_reader_read(reader, buffer, sizeof buffer, &err);
                if (n <= 0)
                    break;
            }
            while (status == 1)
                status = archive_reader_next(reader, &entry, &err);
            if (!keywords[k] && sizes[i] > 2 * TAR_BLOCK)
                assert_true(status < 0);
        }
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 200 << 10); /* KiB */
}

TEST(archive__can_be_closed_at_any_time)
{
    scoped(str) tar = {0};
    for (int i = 0; i < 2000; i++)
        tarball_add_file(&tar, "file", (char[5000]){0}, 5000);
    tarball_end(&tar);
    const char *path = tarball_save(&tar, "close.tar");
    archive_reader_close(NULL);
    for (int n = 0; n < 2003; n = n < 5 ? n + 1 : n * 5 / 2) {
        scoped(archive_reader) *reader = NULL;
        struct entry entry;
        struct err err;
        char byte;
        assert_success(archive_reader_open(&reader, path, &err), err);
        for (int i = 0; i < n; i++)
            if (archive_reader_next(reader, &entry, &err) == 1 && i % 3 == 0)
                assert_int_equal(archive_reader_read(reader, &byte, 1, &err), 1);
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

/* What the directory says is not believed. */
TEST(zip__that_is_damaged_is_never_taken_for_whole)
{
    static const struct {
        struct zip_member how;
        const char *message;
    } cases[] = {
        {{.crc_error = 1}, "cannot read '"},
        {{.crc_error = 1, .is_deflated = true}, "cannot read '"},
        {{.more_size = 9, .is_deflated = true}, "cannot read '"},
        {{.more_size = 1 << 20}, "cannot read '"},
        {{.is_encrypted = true}, "cannot read '"},
        {{.n_around = 300}, "entries of this zip archive share bytes"},
    };
    scoped(str) content = {0};
    for (size_t i = 0; i < 200000; i++)
        str_add(&content, &(char){(char)(rand() % 256)}, 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(zipball) zip = {0};
        zipball_add(&zip, "a", content.text, content.length, &cases[i].how);
        zipball_add_text(&zip, "b", "sound");
        const char *path = zipball_save(&zip, "damaged.zip"), *shown = entries_of(path);
        if (!strstr(shown, cases[i].message) || !strstr(shown, path))
            fail_msg("%zu: %s", i, shown + (strlen(shown) > 200 ? strlen(shown) - 200 : 0));
    }
}

TEST(zip__that_breaks_off_fails)
{
    scoped(zipball) zip = {0};
    scoped(str) bytes = {0};
    zipball_add_text(&zip, "a", "one");
    zipball_add_text(&zip, "b", "two");
    read_test_file(&bytes, zipball_save(&zip, "whole.zip"));
    for (size_t n = 4; n < bytes.length; n++) {
        const char *path = scratch_path("cut.zip");
        write_test_file(path, bytes.text, n);
        assert_string_equal(entries_of(path),
                            printed("cannot read '%s': the directory at the end of this zip "
                                    "archive is missing, damaged or empty; is the file complete?",
                                    path));
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
    for (size_t bit = 0; bit < 8 * bytes.length; bit++) {
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
