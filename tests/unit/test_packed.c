/* What gzip, zstd, xz and bzip2 packed is read back. Damaged data is refused. */
#include "base/packed.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK_BYTES = 1 << 18 };

/* $SCRATCH/STEM with the suffix of the packing. */
static const char *packed_path(const char *stem, enum packing packing)
{
    return scratch_path(printed("%s%s", stem, packing_suffix(packing)));
}

/* Bytes that can be packed to about a half. */
static void add_bytes(struct str *content, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char byte = (char)(rand() >> 7 & 0xf);
        str_add(content, &byte, 1);
    }
}

static void write_packed(const char *path, enum packing packing, const struct str *content)
{
    write_packed_file(path, packing, str_text(content), content->length);
}

/* Reads in parts of at most `longest` bytes until the end, 0, or ERR. */
static int read_packed(const char *path, struct str *content, size_t longest, struct err *err)
{
    scoped(packed) *packed = NULL;
    str_clear(content);
    if (packed_open(&packed, path, err) != 0)
        return ERR;
    ptrdiff_t n;
    while ((n = packed_read(packed, str_reserve(content, longest), longest, err)) > 0) {
        assert_true((size_t)n <= longest);
        str_extend(content, (size_t)n);
    }
    if (n == 0)
        assert_int_equal(packed_read(packed, str_reserve(content, longest), longest, err), 0);
    return (int)n;
}

static bool are_equal(const struct str *a, const struct str *b)
{
    return a->length == b->length && memcmp(str_text(a), str_text(b), a->length) == 0;
}

static void assert_reads(const char *path, const struct str *expected)
{
    static const size_t longest[] = {1 << 20, 4096, 7};
    scoped(str) content = {0};
    for (size_t i = 0; i < N_ITEMS(longest); i++) {
        assert_done(read_packed(path, &content, longest[i], &err));
        assert_true(are_equal(&content, expected));
    }
}

static void assert_fails(const char *path, const char *bytes, size_t length)
{
    scoped(str) content = {0};
    write_test_file(path, bytes, length);
    struct err err;
    if (read_packed(path, &content, 1000, &err) != ERR || !strstr(err.message, path))
        fail_msg("%zu bytes of %s: %s", length, path, err.message);
}

TEST(packing__follows_from_the_name)
{
    static const struct {
        const char *path;
        enum packing packing;
    } cases[] = {
        {"a.csv", PACKING_NONE},        {"a.csv.GZ", PACKING_GZIP}, {"A.XZ", PACKING_XZ},
        {"a.Zst", PACKING_ZSTD},        {"a.bz2", PACKING_BZIP2},   {"a.xz/b", PACKING_NONE},
        {"a.gz.zst", PACKING_ZSTD},     {".gz", PACKING_GZIP},      {"gz", PACKING_NONE},
        {"a.gz.partial", PACKING_NONE}, {"", PACKING_NONE},         {"-", PACKING_NONE}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(packing_of(cases[i].path), cases[i].packing);
    for (enum packing p = PACKING_NONE; p < N_PACKINGS; p++)
        assert_int_equal(packing_of(packed_path("x", p)), p);
}

/* What comes from elsewhere than a file, in pieces. */
static ptrdiff_t give_piece(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct str *left = context;
    size_t n = left->length < 7 ? left->length : 7;
    (void)err;
    assert_true(n <= capacity);
    memcpy(bytes, str_text(left), n);
    memmove(left->text, left->text + n, left->length -= n);
    return (ptrdiff_t)n;
}

/* Whatever its length, and from a stream. */
TEST(packed__is_read_back)
{
    static const size_t lengths[] = {0,     1, 4096, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1,
                                     800000};
    for (enum packing p = PACKING_NONE; p < N_PACKINGS; p++)
        for (size_t i = 0; i < N_ITEMS(lengths); i++) {
            scoped(packed) *packed = NULL;
            scoped(str) content = {0}, bytes = {0}, read = {0};
            add_bytes(&content, lengths[i]);
            write_packed(packed_path("back", p), p, &content);
            assert_reads(packed_path("back", p), &content);
            if (lengths[i] != 4096)
                continue;
            read_test_file(&bytes, packed_path("back", p));
            assert_done(packed_open_stream(&packed, "a name", give_piece, &bytes, &err));
            for (ptrdiff_t n; (n = packed_read(packed, str_reserve(&read, 100), 100, NULL)) > 0;)
                str_extend(&read, (size_t)n);
            assert_true(are_equal(&read, &content));
        }
}

TEST(packed__may_have_several_parts_and_is_unpacked_once)
{
    scoped(str) expected = {0};
    run_valid(NULL, "cd \"$SCRATCH\" && rm -f parts.*; for part in one '' two; do "
                    "printf '%%s' \"$part\" | gzip -c >>parts.gz; "
                    "printf '%%s' \"$part\" | zstd -q >>parts.zst; done");
    str_add_text(&expected, "onetwo");
    assert_reads(scratch_path("parts.gz"), &expected);
    assert_reads(scratch_path("parts.zst"), &expected);
    for (enum packing p = PACKING_GZIP; p < N_PACKINGS; p++)
        for (enum packing inside = PACKING_GZIP; inside < N_PACKINGS; inside++) {
            scoped(str) bytes = {0};
            write_packed(scratch_path("inside"), inside, &expected);
            read_test_file(&bytes, "$SCRATCH/inside");
            write_packed(packed_path("around", p), p, &bytes);
            assert_reads(packed_path("around", p), &bytes);
        }
}

/* Wherever it ends, whatever follows, whatever else it holds, whatever bit is wrong. */
TEST(packed__that_is_damaged_is_refused_or_the_same)
{
    static const char *const tails[] = {"x", "more than a little", "\x1f\x8b", "\x28\xb5\x2f\xfd"};
    static const size_t lengths[] = {0, 100, 300000};
    scoped(str) read = {0}, bytes = {0}, nothing = {0};
    for (enum packing p = PACKING_GZIP; p < N_PACKINGS; p++)
        for (size_t i = 0; i < N_ITEMS(lengths); i++) {
            const char *path = packed_path("damaged", p);
            scoped(str) content = {0};
            add_bytes(&content, lengths[i]);
            write_packed(scratch_path("whole"), p, &content);
            read_test_file(&bytes, "$SCRATCH/whole");
            size_t n_bits = bytes.length * 8, n_refused = 0, n_tried = 0;
            for (size_t n = 0; n < bytes.length; n += bytes.length / 40 + 1)
                assert_fails(path, bytes.text, n);
            assert_fails(path, bytes.text, bytes.length - 1);
            for (size_t bit = 0; bit < n_bits; bit += n_bits / (lengths[i] > 100 ? 40 : 400) + 1) {
                bytes.text[bit / 8] ^= (char)(1 << bit % 8);
                write_test_file(path, bytes.text, bytes.length);
                bytes.text[bit / 8] ^= (char)(1 << bit % 8);
                int status = read_packed(path, &read, 4096, NULL);
                if (status == 0 && !are_equal(&read, &content))
                    fail_msg("%zu bytes, bit %zu: another content", lengths[i], bit);
                n_refused += status != 0;
                n_tried++;
            }
            assert_true(n_refused >= n_tried / 3); /* the times and flags of gzip do not matter */
            for (size_t k = 0; k < N_ITEMS(tails) && content.length; k++) {
                scoped(str) longer = {0};
                str_add(&longer, bytes.text, bytes.length);
                str_add_text(&longer, tails[k]);
                assert_fails(path, longer.text, longer.length);
            }
            assert_fails(path, "{\"id\": 1}\n", 10);
            write_packed(path, p == PACKING_GZIP ? PACKING_ZSTD : PACKING_GZIP, &nothing);
            assert_any_error(read_packed(path, &read, 4096, &err));
        }
}

/* Content from nothing but zeros to bytes that cannot be packed. */
static void add_content(struct str *content, size_t length)
{
    int kind = rand() % 4;
    for (size_t i = 0; i < length; i++)
        str_add(content,
                (char[]){(char)(kind == 0   ? 0
                                : kind == 1 ? rand() >> 7
                                : kind == 2 ? "etaoin shrdlu"[rand() % 13]
                                            : (int)(i / 300) * (rand() % 20 == 0))},
                1);
}

/* Appends a member of gzip as any program may write it: with any block, window and header. */
static void add_member(struct str *out, const struct str *content)
{
    unsigned char extra[3000] = {0};
    gz_header header = {.extra = rand() % 3 ? NULL : extra,
                        .extra_len = (unsigned)rand() % sizeof extra,
                        .name = rand() % 3 ? NULL : (unsigned char *)"a name",
                        .comment = rand() % 3 ? NULL : (unsigned char *)"a comment",
                        .hcrc = rand() % 2};
    z_stream stream = {.next_in = (unsigned char *)str_text(content),
                       .avail_in = (unsigned)content->length};
    assert_int_equal(deflateInit2(&stream, rand() % 10, Z_DEFLATED, 16 + 9 + rand() % 7,
                                  1 + rand() % 9, rand() % (Z_FIXED + 1)),
                     Z_OK);
    assert_int_equal(deflateSetHeader(&stream, &header), Z_OK);
    size_t room = deflateBound(&stream, content->length) + 2 * sizeof extra;
    stream.next_out = (unsigned char *)str_reserve(out, room);
    stream.avail_out = (unsigned)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    str_extend(out, stream.total_out);
    deflateEnd(&stream);
}

/* Whether zlib takes all bytes for members, one after the other. Appends their content. */
static bool reads_as_members(struct str *out, const struct str *bytes)
{
    z_stream stream = {.next_in = (unsigned char *)str_text(bytes),
                       .avail_in = (unsigned)bytes->length};
    int code = Z_STREAM_END;
    assert_int_equal(inflateInit2(&stream, 16 + 15), Z_OK);
    while (stream.avail_in > 0 || code == Z_OK) {
        if (code == Z_STREAM_END)
            inflateReset(&stream);
        stream.next_out = (unsigned char *)str_reserve(out, 1 << 16);
        stream.avail_out = 1 << 16;
        code = inflate(&stream, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END)
            break;
        str_extend(out, (1 << 16) - stream.avail_out);
    }
    inflateEnd(&stream);
    return code == Z_STREAM_END;
}

/* What zlib takes, has the content that zlib finds. What zlib does not take, has the content that
 * it had before it was damaged, or is refused. */
TEST(packed__gzip_is_what_zlib_takes_for_it)
{
    size_t n_taken = 0, n_rounds = 200;
    for (size_t round = 0; round < n_rounds; round++) {
        scoped(str) bytes = {0}, whole = {0}, expected = {0}, read = {0};
        struct err err;
        for (int n = 1 + rand() % 3; n > 0; n--) {
            scoped(str) content = {0};
            add_content(&content, (size_t)rand() % (rand() % 10 ? 3000 : 400000));
            add_member(&bytes, &content);
            str_add(&whole, str_text(&content), content.length);
        }
        for (int n = rand() % 3; n > 0; n--) /* damage */
            bytes.text[(size_t)rand() % bytes.length] ^= (char)(1 << rand() % 8);
        if (rand() % 4 == 0)
            bytes.length = (size_t)rand() % bytes.length + 1;
        bool is_taken = reads_as_members(&expected, &bytes);
        write_test_file(scratch_path("any.gz"), str_text(&bytes), bytes.length);
        int status = read_packed(scratch_path("any.gz"), &read, 1 + (size_t)rand() % 100000, &err);
        const struct str *content = is_taken ? &expected : &whole;
        bool is_same = read.length == content->length &&
                       memcmp(str_text(&read), str_text(content), read.length) == 0;
        if (is_taken && status != 0)
            fail_msg("round %zu: zlib takes it", round);
        if (status == 0 && !is_same)
            fail_msg("round %zu: another content", round);
        n_taken += is_taken;
    }
    assert_in_range(n_taken, n_rounds / 10, n_rounds / 2);
}

TEST(packed__says_why_it_cannot_be_read)
{
    struct packed *packed;
    scoped(str) content = {0};
    packed_close(NULL);
    assert_error(packed_open(&packed, scratch_path("none.gz"), &err),
                 printed("cannot open '%s': No such file or directory", scratch_path("none.gz")));
    assert_error(packed_open(&packed, scratch_path(""), &err),
                 printed("cannot read '%s': Is a directory", scratch_path("")));
    write_test_file(scratch_path("short.gz"), "\x1f\x8b\x08", 3);
    assert_error(read_packed(scratch_path("short.gz"), &content, 10, &err),
                 printed("cannot read '%s': it ends too early; is the file complete?",
                         scratch_path("short.gz")));
}

/* Bytes that a child writes to a pipe one by one, the first of them slowly, as the file that `path`
 * names. */
static void pour(const struct str *bytes, char path[32], int ends[2], pid_t *child)
{
    assert_int_equal(pipe(ends), 0);
    snprintf(path, 32, "/dev/fd/%d", ends[0]);
    *child = fork();
    assert_true(*child >= 0);
    if (*child > 0) {
        close(ends[1]);
        return;
    }
    close(ends[0]);
    for (size_t i = 0; i < bytes->length; i++)
        if (write(ends[1], bytes->text + i, 1) != 1 || (i < 5 && usleep(5000) != 0))
            _exit(1);
    _exit(0);
}

TEST(packed__may_come_from_a_pipe_or_standard_input)
{
    scoped(str) content = {0}, bytes = {0}, read = {0};
    add_bytes(&content, 3000);
    for (enum packing p = PACKING_NONE; p < N_PACKINGS; p++) {
        char path[32];
        int ends[2], status;
        pid_t child;
        write_packed(scratch_path("poured"), p, &content);
        read_test_file(&bytes, "$SCRATCH/poured");
        pour(&bytes, path, ends, &child);
        assert_done(read_packed(path, &read, 1000, &err));
        assert_true(are_equal(&read, &content));
        close(ends[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        assert_non_null(freopen(scratch_path("poured"), "rb", stdin));
        assert_done(read_packed("-", &read, 1000, &err));
        assert_true(are_equal(&read, &content));
        assert_true(fgetc(stdin) == EOF && !ferror(stdin)); /* it is still open */
    }
}

/* Text has no end mark that would be missing. */
TEST(packed__is_not_read_to_the_end_of_a_file_that_is_cut_off_meanwhile)
{
    static const int lengths[] = {0, 10, 3 * BLOCK_BYTES};
    scoped(str) content = {0};
    char bytes[100];
    const char *path = scratch_path("cut");
    add_bytes(&content, 4 * BLOCK_BYTES);
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        scoped(packed) *packed = NULL;
        struct err err = {{0}};
        ptrdiff_t n;
        write_test_file(path, content.text, content.length);
        assert_success(packed_open(&packed, path, &err), err);
        assert_int_equal(truncate(path, lengths[i]), 0);
        while ((n = packed_read(packed, bytes, sizeof bytes, &err)) > 0)
            ;
        assert_int_equal(n, ERR);
        assert_contains(err.message, "became shorter");
    }
}
