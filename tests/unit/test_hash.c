/* Different texts, seeds and orders have different hashes, and the hashes do not change between
 * versions. */
#include "base/hash.h"
#include "tests/support/test.h"

/* XXH3 is specified: other numbers would make other databases of the same input. */
TEST(hash__is_the_one_that_is_specified)
{
    struct digest empty = digest_bytes("", 0);
    assert_true(hash_bytes("", 0, 0) == 0x2d06800538d394c2u);
    assert_true(empty.high == 0x99aa06d3014798d8u && empty.low == 0x6001c324468d497fu);
}

TEST(hash__distinguishes_bytes_seeds_and_orders)
{
    static const char bytes[] = "abcdefgh\0abcdefgh\0\0\0";
    uint64_t seen[32];
    size_t n = 0;
    for (size_t length = 0; length < 8; length++)
        for (uint64_t seed = 0; seed < 4; seed++)
            seen[n++] = hash_bytes(bytes, length, seed);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            assert_true(seen[i] != seen[k]);
            assert_true(hash_pair(i, k) == hash_pair(i, k) && hash_pair(i, k) != hash_pair(k, i));
        }
    assert_true(hash_bytes(bytes, 8, 1) == hash_bytes(bytes + 9, 8, 1));
    assert_true(hash_bytes(bytes + 17, 1, 1) != hash_bytes(bytes + 17, 2, 1));
}

TEST(digest__compares_as_one_number_and_depends_on_every_byte)
{
    static const struct digest ascending[] = {{0, 0}, {0, 1},          {0, UINT64_MAX},
                                              {1, 0}, {UINT64_MAX, 0}, {UINT64_MAX, UINT64_MAX}};
    char bytes[300] = {0};
    struct digest zeros = digest_bytes(bytes, sizeof bytes);
    for (int a = 0; a < (int)N_ITEMS(ascending); a++)
        for (int b = 0; b < (int)N_ITEMS(ascending); b++) {
            int order = digest_compare(ascending[a], ascending[b]);
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, sizeof bytes)), 0);
        bytes[i] = 0;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, i)), 0);
    }
}

/* Lengths at which the padding changes its form, or a file takes another read. */
TEST(sha256__agrees_with_python_whatever_the_parts)
{
    static const size_t lengths[] = {0,  1,   3,   55,  56,   57,    63,    64,
                                     65, 119, 120, 128, 4097, 65536, 65537, 200000};
    static char bytes[200000];
    char hex[SHA256_HEX_SIZE], base64[SHA256_BASE64_SIZE];
    srand(1);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31 + i / 251);
    scoped(str) ns = {0};
    for (size_t i = 0; i < N_ITEMS(lengths); i++)
        str_print(&ns, " %zu", lengths[i]);
    write_test_file(scratch_path("all"), bytes, sizeof bytes);
    scoped(str) lines = output_of("python3 -c 'import base64, hashlib, sys\n"
                                  "data = sys.stdin.buffer.read()\n"
                                  "for n in sys.argv[1:]:\n"
                                  "    digest = hashlib.sha256(data[:int(n)])\n"
                                  "    print(digest.hexdigest())\n"
                                  "    print(base64.b64encode(digest.digest()).decode())' "
                                  "%s <\"$SCRATCH/all\"",
                                  ns.text);
    char *rest = lines.text;
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        uint64_t n_bytes = 7;
        const char *expected = strsep(&rest, "\n"), *in_base64 = strsep(&rest, "\n");
        write_test_file(scratch_path("file"), bytes, lengths[i]);
        sha256_hex(bytes, lengths[i], hex);
        assert_string_equal(hex, expected);
        sha256_base64(bytes, lengths[i], base64);
        assert_string_equal(base64, in_base64);
        assert_done(sha256_file(scratch_path("file"), hex, &n_bytes, &err));
        assert_string_equal(hex, expected);
        assert_int_equal(n_bytes, lengths[i]);
        assert_done(sha256_file(scratch_path("file"), hex, NULL, &err));
        struct sha256 *sha256 = sha256_new();
        for (size_t at = 0, n; at < lengths[i]; at += n) {
            n = smaller((size_t)rand() % 130, lengths[i] - at);
            sha256_add(sha256, bytes + at, n);
        }
        sha256_add(sha256, NULL, 0);
        sha256_finish(sha256, hex);
        assert_string_equal(hex, expected);
    }
}

TEST(sha256__says_why_a_file_cannot_be_read)
{
    char hex[SHA256_HEX_SIZE];
    uint64_t n_bytes;
    assert_error(sha256_file(scratch_path("none"), hex, &n_bytes, &err),
                 printed("cannot open '%s': No such file or directory", scratch_path("none")));
    assert_error(sha256_file(scratch_path(""), hex, &n_bytes, &err),
                 printed("cannot read '%s': Is a directory", scratch_path("")));
}
