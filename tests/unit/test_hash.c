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

TEST(hash__distinguishes_bytes_and_seeds)
{
    static const char bytes[] = "abcdefgh\0abcdefgh\0\0\0";
    uint64_t seen[N_ITEMS(bytes) * 4];
    size_t n = 0;
    for (size_t length = 0; length < 8; length++)
        for (uint64_t seed = 0; seed < 4; seed++)
            seen[n++] = hash_bytes(bytes, length, seed);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    assert_true(hash_bytes(bytes, 8, 1) == hash_bytes(bytes + 9, 8, 1));
    assert_true(hash_bytes(bytes + 17, 1, 1) != hash_bytes(bytes + 17, 2, 1));
}

TEST(hash__of_a_pair_knows_its_order)
{
    for (uint64_t a = 0; a < 20; a++)
        for (uint64_t b = 0; b < 20; b++) {
            assert_true(hash_pair(a, b) == hash_pair(a, b));
            if (a != b)
                assert_true(hash_pair(a, b) != hash_pair(b, a));
        }
}

TEST(digest__compares_as_one_number)
{
    static const struct digest ascending[] = {
        {0, 0}, {0, 1}, {0, UINT64_MAX}, {1, 0}, {1, 1}, {UINT64_MAX, 0}, {UINT64_MAX, UINT64_MAX},
    };
    for (int a = 0; a < (int)N_ITEMS(ascending); a++)
        for (int b = 0; b < (int)N_ITEMS(ascending); b++) {
            int order = digest_compare(ascending[a], ascending[b]);
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
}

TEST(digest__depends_on_every_byte)
{
    char bytes[300] = {0};
    struct digest zeros = digest_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, sizeof bytes)), 0);
        bytes[i] = 0;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, i)), 0);
    }
    assert_int_equal(digest_compare(zeros, digest_bytes(bytes, sizeof bytes)), 0);
}

/* SHA-256 gives the digests of FIPS 180-4 and of sha256sum. */

TEST(sha256__gives_the_published_digests)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *digest;
    } cases[] = {
        {"", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"\0", 1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
        {"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        char hex[SHA256_HEX_SIZE];
        sha256_hex(cases[i].bytes, cases[i].length, hex);
        assert_string_equal(hex, cases[i].digest);
    }
}

TEST(sha256__digests_a_million_bytes)
{
    static char bytes[1000000];
    char hex[SHA256_HEX_SIZE];
    memset(bytes, 'a', sizeof bytes);
    sha256_hex(bytes, sizeof bytes, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths at which the padding changes its form. */
TEST(sha256__agrees_with_sha256sum)
{
    static const size_t lengths[] = {1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 4097};
    char bytes[4097], hex[SHA256_HEX_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31 + i / 256);
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        write_test_file(scratch_path("bytes"), bytes, lengths[i]);
        run_valid(&output, "sha256sum <\"$SCRATCH/bytes\" | cut -d ' ' -f 1 | tr -d '\\n'");
        sha256_hex(bytes, lengths[i], hex);
        assert_string_equal(hex, str_text(&output));
    }
}

TEST(sha256__in_base_64_agrees_with_base64)
{
    char bytes[300], hex[SHA256_HEX_SIZE], base64[SHA256_BASE64_SIZE], digest[32];
    scoped(str) output = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    for (size_t length = 0; length < sizeof bytes; length += 23) {
        sha256_hex(bytes, length, hex);
        for (size_t i = 0; i < sizeof digest; i++) {
            char digits[] = {hex[2 * i], hex[2 * i + 1], '\0'};
            digest[i] = (char)strtoul(digits, NULL, 16);
        }
        write_test_file(scratch_path("digest"), digest, sizeof digest);
        run_valid(&output, "base64 <\"$SCRATCH/digest\" | tr -d '\\n'");
        sha256_base64(bytes, length, base64);
        assert_string_equal(base64, str_text(&output));
    }
}

TEST(sha256__does_not_depend_on_the_parts)
{
    char bytes[1000], whole[SHA256_HEX_SIZE], parts[SHA256_HEX_SIZE];
    srand(1);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)rand();
    for (int round = 0; round < 300; round++) {
        size_t length = (size_t)rand() % sizeof bytes, longest = (size_t)rand() % 130 + 1;
        struct sha256 *sha256 = sha256_new();
        for (size_t at = 0, n; at < length; at += n) {
            n = (size_t)rand() % (longest + 1);
            n = n < length - at ? n : length - at;
            sha256_add(sha256, bytes + at, n);
        }
        sha256_add(sha256, NULL, 0);
        sha256_finish(sha256, parts);
        sha256_hex(bytes, length, whole);
        assert_string_equal(parts, whole);
    }
}

TEST(sha256__of_a_file_is_that_of_its_content)
{
    static const size_t lengths[] = {0, 1, 65535, 65536, 65537, 200000};
    char *bytes = malloc(200000), expected[SHA256_HEX_SIZE], hex[SHA256_HEX_SIZE];
    assert_non_null(bytes);
    for (size_t i = 0; i < 200000; i++)
        bytes[i] = (char)(i * 7 + i / 251);
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        uint64_t n_bytes = 7;
        write_test_file(scratch_path("file"), bytes, lengths[i]);
        sha256_hex(bytes, lengths[i], expected);
        assert_done(sha256_file(scratch_path("file"), hex, &n_bytes, &err));
        assert_string_equal(hex, expected);
        assert_int_equal(n_bytes, lengths[i]);
        assert_done(sha256_file(scratch_path("file"), hex, NULL, &err));
    }
    free(bytes);
}

TEST(sha256__says_why_a_file_cannot_be_read)
{
    char hex[SHA256_HEX_SIZE];
    struct err err;
    uint64_t n_bytes;
    assert_int_equal(sha256_file(scratch_path("none"), hex, &n_bytes, &err), ERR);
    scoped(str) expected =
        str_of("cannot open '%s': No such file or directory", scratch_path("none"));
    assert_string_equal(err.message, str_text(&expected));
    str_clear(&expected);
    assert_int_equal(sha256_file(scratch_path(""), hex, &n_bytes, &err), ERR);
    str_print(&expected, "cannot read '%s': Is a directory", scratch_path(""));
    assert_string_equal(err.message, str_text(&expected));
}
